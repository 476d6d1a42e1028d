#!/bin/sh -eu
# Tests Ctrl-C and SIGTERM: finished results stay, and the exit status tells the signal.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

feed=$folder/feed
mkfifo "$feed"
# opened for reading and writing, so that opening does not block and reading never ends
exec 8<>"$feed"

# Whether the program catches the signals 2 and 15; with a sanitizer it catches others too.
catches() {
    caught=$(sed -n 's/^SigCgt:.*\(....\)$/\1/p' "/proc/$process/status" 2>"$folder/gone")
    [ $((0x${caught:-0} & 0x4002)) = $((0x4002)) ]
}

# begin ARGUMENT...: starts the program in the background, and waits until it catches the signals 2
# and 15.
begin() {
    ran="leeway $*"
    "$LEEWAY" "$@" >"$out" 2>"$err" &
    process=$!
    for _ in $(seq 600); do
        if catches; then
            # an emulator catches all signals before the program that it runs does
            case $(readlink "/proc/$process/exe") in *qemu*) sleep 3 ;; esac
            return
        fi
        kill -0 "$process" 2>"$folder/gone" || fail 'it has ended'
        sleep 0.05
    done
    fail 'it never remembers signals'
}

# has FILE TEXT: waits until the file contains the text.
has() {
    for _ in $(seq 600); do
        if grep -q -e "$2" "$1" 2>"$folder/gone"; then return; fi
        sleep 0.05
    done
    fail "$1 never has $2"
}

# stops SIGNAL STATUS: sends the signal, and expects the exit status.
stops() {
    kill "-$1" "$process"
    status=0
    wait "$process" || status=$?
    [ "$status" = "$2" ] || fail "the exit status after $1 is $status and should be $2"
}

# ---- batches end with the answers so far; the exit status is the signal's, whatever the verdicts
for how in 'INT 130' 'TERM 143'; do
    begin check "$puck" --motions "$feed" --json --report="$folder/report.html"
    echo '{"from": [0, 0, 0], "to": [1, 0, 0]}' >&8
    has "$out" '"verdict": "contact"'
    # shellcheck disable=SC2086
    stops $how
    lines 1
    complains '^leeway: stopped after 1 motion$'
done
begin check "$puck" --motions "$feed" -o "$folder/lines"
echo '{"from": [0, 0, 0], "to": [0.1, 0, 0]}' >&8
has "$folder/lines" free
stops INT 130
complains '^leeway: stopped after 1 motion$'

cell=$scenes/workcell.json
begin cell "$cell" --jobs "$feed" --json
head -n 1 "$scenes/jobs.jsonl" >&8
has "$out" verdict
stops INT 130
complains '^leeway: stopped$'

# ---- pages show the motions that were read; without motions there is no page
begin view "$puck" --motions "$feed" -o "$folder/page.html"
stops INT 130
complains '^leeway: stopped before there was a motion to show$'
[ ! -e "$folder/page.html" ] || fail 'there is a page of no motion'
begin view "$puck" --motions "$feed" -o "$folder/page.html"
echo '{"id": "sent", "from": [0, 0, 0], "to": [0.1, 0, 0]}' >&8
# no output tells that a motion was read: the test waits until the program blocks on the empty
# pipe
for _ in $(seq 600); do
    if grep -q 'pipe_read\|do_sys_poll\|anon_pipe_read' "/proc/$process/wchan" 2>"$folder/gone"; then break; fi
    sleep 0.01
done
sleep 0.3
stops INT 130
complains '^leeway: stopped: the page shows 1 motion$'
grep -q '"sent"' "$folder/page.html" || fail 'the page lacks the motion that was read'

# ---- an interrupted search without a path has the signal's exit status; one with a path ends well
cat >"$folder/closed.json" <<'END'
{
  "robots": [{"name": "puck", "joint": {"type": "planar"},
              "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]}],
  "obstacles": [{"id": "left", "type": "box", "size": [0.1, 2, 1], "position": [-1, 0, 0]},
                {"id": "right", "type": "box", "size": [0.1, 2, 1], "position": [1, 0, 0]},
                {"id": "near", "type": "box", "size": [2, 0.1, 1], "position": [0, -1, 0]},
                {"id": "far", "type": "box", "size": [2, 0.1, 1], "position": [0, 1, 0]}]
}
END
begin plan "$folder/closed.json" --from 0,0,0 --to 2,0,0 --budget-nodes 1000000000 \
    --bounds joint=-3,3,-3,3,-3,3 -o "$folder/path.json"
stops INT 130
complains '^leeway: the search was stopped: '
[ ! -e "$folder/path.json" ] || fail 'there is a path where none was found'
# this planner returns its best path so far
begin plan "$puck" --from 0,0,0 --to 1,0,0 --planner aorrtc --budget-nodes 1000000000 \
    --bounds joint=-3,3,-3,3,-3,3 -o "$folder/path.json"
sleep 2 # no output tells that there is a first path
stops INT 0
says '^[0-9]* waypoints, '
expect 0 check "$puck" --path "$folder/path.json"

# ---- acm writes no SRDF that lacks pairs
cat >"$folder/arm.urdf" <<'END'
<robot name="r">
  <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.7 0.1 0.1"/></geometry></collision></link>
  <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
  <link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="lower"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="0" upper="2.9" effort="1" velocity="1"/></joint>
  <joint name="flange" type="fixed"><parent link="lower"/><child link="tip"/><origin xyz="1 0 0"/></joint>
</robot>
END
begin acm --robot "$folder/arm.urdf" --budget-boxes 1 --samples 1000000000000 -o "$folder/arm.srdf"
stops INT 130
complains '^leeway: stopped before all pairs were decided$'
[ ! -e "$folder/arm.srdf" ] || fail 'there is an SRDF that lacks pairs'
