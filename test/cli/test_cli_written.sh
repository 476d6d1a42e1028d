#!/bin/sh -eu
# Tests that all output is written, or the exit status says that it was not: for every command, on a
# full disk, into a pipe without a reader, and with standard output closed.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

motion='--from 0,0,0 --to 1,0,0'
bounds='--bounds joint=-1,2,-1,1,-1,1'
arm=$folder/arm.urdf
cat >"$arm" <<'END'
<robot name="r">
  <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="upper"/>
  <link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="tip"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/></joint>
</robot>
END
"$LEEWAY" acm --robot "$arm" -o "$folder/arm.srdf" >"$out" 2>"$err"

# each FUNCTION: calls FUNCTION STATUS ARGUMENTS for each command that prints something; STATUS is
# its exit status if all is written
each() {
    for words in 'help' 'help check' '--help' '--version' '--usage' '-?'; do
        "$1" 0 "$words"
    done
    for command in check cell distance info plan roadmap acm cover view plot; do
        for words in '--help' '--version' '--usage'; do
            "$1" 0 "$command $words"
        done
    done
    "$1" 1 "check $puck $motion"
    "$1" 1 "check $puck $motion --json"
    "$1" 1 "check $puck $motion -o $folder/results --proof -"
    "$1" 1 "check $puck $motion -o $folder/results --report -"
    "$1" 1 "cell $scenes/workcell.json --jobs $scenes/jobs.jsonl"
    "$1" 1 "cell $scenes/workcell.json --jobs $scenes/jobs.jsonl --json"
    "$1" 0 "distance $puck --at 0,0,0"
    "$1" 1 "distance $puck --at 0.6,0,0 --json"
    "$1" 0 "info $puck"
    "$1" 0 "info $puck --json"
    "$1" 0 "plan $puck $motion $bounds"
    "$1" 0 "plan $puck $motion $bounds -o $folder/path.json"
    "$1" 0 "roadmap $puck $bounds --nodes 10 -o $folder/puck.roadmap"
    "$1" 3 "roadmap $puck $bounds --nodes 100000000 --budget-seconds 0.001 -o $folder/short.roadmap"
    "$1" 0 "acm --robot $arm"
    "$1" 0 "acm --robot $arm --srdf $folder/arm.srdf --verify"
    "$1" 0 "cover --robot $arm"
    "$1" 0 "cover --robot $arm --json"
    "$1" 0 "cover --robot $arm -o -"
    "$1" 0 "cover --robot $arm -o $folder/arm.cover.json"
    "$1" 0 "view $puck"
    "$1" 0 "plot $puck $motion"
    "$1" 0 "plot $puck $motion --csv"
}

# run_into ARGUMENTS: runs the program with descriptor 7 as standard output
run_into() {
    ran="leeway $1"
    status=0
    # the arguments are words
    # shellcheck disable=SC2086
    "$LEEWAY" $1 >&7 2>"$err" || status=$?
}

into_full_disk() {
    run_into "$2"
    [ "$status" -eq 2 ] || fail "the exit status with a full disk is $status"
    complains '^leeway: standard output: results could not be written: (No space left on device|an earlier write failed)$'
    [ "$(grep -c 'could not be written' "$err")" -eq 1 ] || fail 'once is enough'
}

into_unread_pipe() {
    run_into "$2"
    [ "$status" -eq "$1" ] || fail "the exit status is $status and should be $1"
    if grep -i 'written\|pipe' "$err"; then fail 'a pipe that nobody reads is worth no word'; fi
}

into_nothing() {
    ran="leeway $2 >&-"
    status=0
    # shellcheck disable=SC2086
    "$LEEWAY" $2 >&- 2>"$err" || status=$?
    [ "$status" -eq 2 ] || fail "the exit status without standard output is $status"
    complains '^leeway: standard output: '
}

: >"$out"
if [ -w /dev/full ]; then
    exec 7>/dev/full
    each into_full_disk
fi
mkfifo "$folder/pipe"
exec 8<>"$folder/pipe" 7>"$folder/pipe" 8<&-
each into_unread_pipe
each into_nothing


# With standard output closed, the claims still go into their file, and the results do not get
# there.
into_nothing 1 "check $puck $motion --json --proof $folder/claims"
grep -q '"claims"' "$folder/claims" || fail 'there are no claims'
if grep '"verdict".*"unit"' "$folder/claims" >"$out"; then fail 'results stand among the claims'; fi

# A reader may take the first results only: the program then ends, with the exit status of the
# results so far.
ran='leeway check, with motions without an end | head -n 1'
{
    yes '{"from": [0, 0, 0], "to": [0.1, 0, 0]}' |
        { "$LEEWAY" check "$puck" --motions - --json 2>"$err" && echo free >"$folder/status"; }
} | head -n 1 >"$out"
says '"verdict": "free"'
grep -q free "$folder/status" || fail 'the exit status is not that of what was done'
no_complaint
ran='leeway cell, with jobs without an end'
{ yes "$(head -n 1 "$scenes/jobs.jsonl")" || :; } |
    { "$LEEWAY" cell "$scenes/workcell.json" --jobs - --json >&7 2>"$err" || echo $? >"$folder/status"; }
no_complaint
# claims go on when the results have no reader: they are complete
for _ in $(seq 2000); do echo '{"from": [0, 0, 0], "to": [0.1, 0, 0]}'; done >"$folder/motions"
run_into "check $puck --motions $folder/motions --json --proof $folder/claims"
[ "$status" -eq 0 ] || fail "the exit status is $status"
[ "$(grep -c '"index"' "$folder/claims")" -ge 2000 ] || fail 'the claims end with the results'
