#!/bin/sh -eu
# Tests leeway check on batches: order, any number of threads, unreadable lines, outputs that cannot
# be written, and an interrupt.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

motions=$folder/motions.jsonl
awk 'BEGIN {
    # ends at x = 0, 0.01, 0.02 and so on to 0.99; those from 0.5 on are contacts
    for (i = 0; i < 400; i++)
        printf "{\"id\": %d, \"from\": [0, %g, 0], \"to\": [%g, 0, 1]}\n", i, i / 1000, i % 100 / 100
}' >"$motions"

expect 1 check "$puck" --motions "$motions" --json --clearance --threads 1
no_complaint
lines 400
cp "$out" "$folder/one"
expect 1 check "$puck" --motions "$motions" --json --clearance
cmp "$out" "$folder/one" || fail 'threads by default answer differently'
for threads in 2 3 5 0; do
    expect 1 check "$puck" --motions "$motions" --json --clearance --threads "$threads"
    cmp "$out" "$folder/one" || fail "$threads threads answer differently"
done
awk '{ if (index($0, "{\"id\": " (NR - 1) ",") != 1) exit 1 }' "$out" || fail 'the order is not kept'
[ "$(grep -c '"verdict": "free"' "$out")" -eq 200 ] || fail 'ends at x = 0 to 0.49 are free'
[ "$(grep -c '"verdict": "contact"' "$out")" -eq 200 ] || fail 'ends at x = 0.5 to 0.99 are contacts'

# A budget of work ends checks at the same place, whatever thread makes them.
expect 1 check "$puck" --motions "$motions" --json --budget-work 150 --threads 1
says '"reason": "budget"' '"verdict": "contact"'
cp "$out" "$folder/cut"
expect 1 check "$puck" --motions "$motions" --json --budget-work 150 --threads 3
cmp "$out" "$folder/cut" || fail 'with a budget of work, 3 threads answer differently'

expect 1 check "$puck" --motions "$motions" --json
cp "$out" "$folder/plain"
expect 1 check "$puck" --motions "$motions"
lines 601
says '^400 motions: 200 free, 200 in contact, 0 undecided$'

# Text is the same, too; and so is JSON if the motions arrive one by one, for which the thread pool
# grows.
cp "$out" "$folder/text"
for threads in 1 2 5; do
    expect 1 check "$puck" --motions "$motions" --threads "$threads"
    cmp "$out" "$folder/text" || fail "$threads threads print differently"
    ran='leeway check --motions - line by line'
    status=0
    {
        head -n 1 "$motions"
        sleep 0.05
        sed -n '2,3p' "$motions"
        sleep 0.05
        sed 1,3d "$motions"
    } | "$LEEWAY" check "$puck" --motions - --json --clearance --threads "$threads" >"$out" || status=$?
    [ "$status" -eq 1 ] || fail "the exit status is $status"
    cmp "$out" "$folder/one" || fail "$threads threads answer differently line by line"
done

# From standard input.
ran='leeway check --motions -'
status=0
"$LEEWAY" check "$puck" --motions - --json --clearance <"$motions" >"$out" 2>"$err" || status=$?
[ "$status" -eq 1 ] || fail "the exit status is $status"
cmp "$out" "$folder/one" || fail 'standard input is answered differently'

# One motion of a file.
expect 1 check "$puck" --motions "$motions" --motion 77 --json
lines 1
says '^\{"id": 77,'
refuses check "$puck" --motions "$motions" --motion 400
complains 'no motion "400"'

# Each unreadable line gets a sentence, and the other lines are answered.
{
    sed -n 1,2p "$motions"
    echo '{"id": "short", "from": [0, 0], "to": [1, 0]}'
    echo
    echo '{"id": "broken", "from": [0, 0, 0], "to": [1, 0, 0'
    echo '{"id": "far", "from": [0, 0, 0], "to": [1, 1e999, 0]}'
    echo '{"id": "good", "from": [0, 0, 0], "to": [0.1, 0, 0]}'
} >"$folder/damaged.jsonl"
expect 2 check "$puck" --motions "$folder/damaged.jsonl" --json
lines 3
says '^\{"id": 0,' '^\{"id": 1,' '^\{"id": "good", "verdict": "free"'
complains '^leeway: .*damaged\.jsonl:3:' '^leeway: .*damaged\.jsonl:5:' '^leeway: .*damaged\.jsonl:6:'
[ "$(wc -l <"$err")" -eq 3 ] || fail 'there should be three sentences'
expect 2 check "$puck" --motions "$folder/damaged.jsonl"
says '^3 motions: 3 free, 0 in contact, 0 undecided; 3 could not be read$'

# A file without motions proves nothing, and is refused.
: >"$folder/empty.jsonl"
refuses check "$puck" --motions "$folder/empty.jsonl" --json
complains 'there is no motion to check'

# An output that cannot be written.
expect 2 check "$puck" --motions "$motions" -o "$folder/no/such/folder"
no_output
complains '/no/such/folder: cannot be written: '

# Another program can ask about one motion at a time: each answer comes before the next question.
# Then an interrupt ends the batch, whose input never ends, after the answered motions.
mkfifo "$folder/questions" "$folder/answers"
# opened for reading and writing, so that opening does not block
exec 8<>"$folder/questions" 9<>"$folder/answers"
"$LEEWAY" check "$puck" --motions "$folder/questions" --json >&9 2>"$err" &
process=$!
ran='leeway check, asked one motion at a time'
for line in 1 2 300; do
    sed -n "${line}p" "$motions" >&8
    read -r answer <&9
    [ "$answer" = "$(sed -n "${line}p" "$folder/plain")" ] || fail "motion $line is answered by $answer"
done
ran='leeway check, interrupted'
kill -TERM "$process"
status=0
wait "$process" || status=$?
exec 8>&- 9<&-
[ "$status" -eq 143 ] || fail "the exit status after an interrupt is $status"
complains '^leeway: stopped after 3 motions$'
