#!/bin/sh -eu
# Tests leeway serve: its answers are those of leeway check, and no client that breaks off, never reads, or
# sends lines that are too long or half, harms another one.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
socket=$folder/socket

# begin ARGUMENT...: starts the server, and waits until it listens.
begin() {
    ran="leeway serve $*"
    : >"$folder/served" # an earlier server has said here that it listens
    "$LEEWAY" serve "$@" >"$folder/served" 2>"$err" &
    process=$!
    for _ in $(seq 600); do
        if grep -q listening "$folder/served"; then return; fi
        kill -0 "$process" 2>"$folder/gone" || fail 'it has ended'
        sleep 0.05
    done
    fail 'it never listens'
}

# ends STATUS: waits for the server's exit status.
ends() {
    status=0
    wait "$process" || status=$?
    [ "$status" = "$1" ] || fail "the exit status is $status and should be $1"
}

client() {
    ran="client $*"
    python3 "$LEEWAY_SOURCE/test/cli/serve_clients.py" "$@" >"$out" 2>"$err" || fail 'the client fails'
}

# How many files the server has open, and its memory in kB.
opened() {
    find "/proc/$process/fd" -mindepth 1 | wc -l
}
memory() {
    sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status"
}

begin "$scenes/cell.json" --socket "$socket"
grep -qx "listening on $socket" "$folder/served" || fail 'it does not say where it listens'
[ "$(stat -c %a "$socket")" = 700 ] || fail 'others may connect'

# The same lines as check prints, whatever the size of the batch.
expect 1 check "$scenes/cell.json" --motions "$scenes/motions.jsonl" --json
cp "$out" "$folder/wanted"
client batch "$socket" "$scenes/motions.jsonl"
cmp "$out" "$folder/wanted" || fail 'the answers differ from those of check'

client half_line "$socket"
client shared "$socket"
client sequence "$socket" 20
files=$(opened)
client sequence "$socket" 300
client at_once "$socket" 50
client killed "$socket"
client stopped "$socket"
for _ in $(seq 200); do
    if [ "$(opened)" -le "$files" ]; then break; fi
    sleep 0.05
done
[ "$(opened)" -le "$files" ] || fail 'connections stay open'
client batch "$socket" "$scenes/motions.jsonl"
cmp "$out" "$folder/wanted" || fail 'the answers differ after all these clients'
# another server does not take the socket away
expect 2 serve "$scenes/cell.json" --socket "$socket"
complains 'cannot listen there: Address already in use'
client waits "$socket" "$process"
ends 0
[ ! -e "$socket" ] || fail 'the socket is left behind'

# A socket that is left behind is replaced, another file is not.
begin "$scenes/cell.json" --socket "$socket" --line-limit 1 --connections 2 --scene-name cell
kill -9 "$process"
ends 137
[ -S "$socket" ] || fail 'the socket is gone'
begin "$scenes/cell.json" --socket "$socket" --line-limit 1 --connections 2
client long_line "$socket" 200000000
[ "$(memory)" -lt 100000 ] || fail "a line that is too long was kept: $(memory) kB"
client at_once "$socket" 2
client sequence "$socket" 50
kill -TERM "$process"
ends 0
echo text >"$folder/file"
expect 2 serve --socket "$folder/file"
complains 'cannot listen there'
[ -s "$folder/file" ] || fail 'a file was removed'

# Of TCP, a port that is free; without a scene, until a client sends one.
begin --port 0
where=$(sed -n 's/^listening on //p' "$folder/served")
printf '%s\n' '{"from": [0], "to": [1]}' '{"id": 2, "scene": {"obstacles": []}}' >"$folder/lines"
client batch "$where" "$folder/lines"
says '"error": \{"status": "state", "message": "there is no scene yet' '"id": 2, "scene": null'
kill -INT "$process"
ends 0

# The example.
begin "$scenes/cell.json" --socket "$socket"
ran='example/client.py'
python3 "$LEEWAY_SOURCE/example/client.py" "$socket" >"$out" 2>"$err" || fail 'the example fails'
[ "$(tr '\n' ' ' <"$out")" = 'free contact ' ] || fail 'the example prints something else'
kill -TERM "$process"
ends 0

expect 2 serve "$scenes/cell.json"
complains 'say where to listen: --socket FILE or --port N'
expect 2 serve "$scenes/cell.json" --port 1 --socket "$socket"
expect 2 serve "$scenes/cell.json" --port 65536
expect 2 serve "$scenes/none.json" --port 0
expect 2 serve --port 0 --connections 0
expect 2 serve --socket "$folder/$(printf '%0120d' 0)"
complains 'the path of a socket may have 107 bytes'
