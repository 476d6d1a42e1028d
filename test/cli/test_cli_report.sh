#!/bin/sh -eu
# Tests leeway check --report: the results are as without it, and the page has all of them. Contents
# of pages: test_page.c, test_cli_view.sh.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

page=$folder/report.html
cell=$scenes/cell.json

# count TEXT NUMBER: the page contains the text so many times
count() {
    [ "$(grep -Fo -e "$1" "$page" | wc -l)" -eq "$2" ] || fail "the page should hold $2 times: $1"
}

# the same results as with --clearance, with any number of threads, and each result in the page
expect 1 check "$cell" --motions "$scenes/motions.jsonl" --clearance --json
cp "$out" "$folder/plain"
expect 1 check "$cell" --motions "$scenes/motions.jsonl" --json --report "$page" --threads 2
no_complaint
cmp -s "$out" "$folder/plain" || fail 'the results differ with --report'
count '"kind":"report"' 1
count '"cell":' 0
while read -r line; do
    count "\"verdict\":$line" 1
done <"$folder/plain"
cp "$page" "$folder/first.html"
for threads in 1 5; do
    expect 1 check "$cell" --motions "$scenes/motions.jsonl" --json --report "$page" --threads $threads
    cmp -s "$page" "$folder/first.html" || fail "$threads threads write another page"
done
expect 1 check "$cell" --motions "$scenes/motions.jsonl" --report "$page" --proof "$folder/claims.jsonl"
says '^9 motions: 5 free, 4 in contact, 0 undecided$'
count '"kind":"report"' 1
expect 1 check "$cell" --motions "$scenes/motions.jsonl" --report - -o "$folder/results"
cmp -s "$out" "$folder/first.html" || fail 'the report differs on standard output'

# unreadable lines are left out, as in the results
printf '{"id": 1, "from": [0, 0, 0], "to": [0.1, 0, 0]}\n{"id": 2}\n' >"$folder/broken.jsonl"
expect 2 check "$puck" --motions "$folder/broken.jsonl" --report "$page"
count '"verdict":{' 1

# several robots: the pairs that come near each other
expect 1 check "$scenes/two_arms.json" --report "$page"
count '"near":0.1' 1
expect 1 check "$scenes/two_arms.json" --near 0.05 --report "$page"
count '"near":0.05' 1

# motions from a later time on, when a can was picked already
expect 1 check "$scenes/pick.json" --since 0.25 --report "$page"
count '"since": 0.25' 3
count '"begin":0.25' 3
count '{"time":0.25,"body"' 2

# methods without clearances
expect 3 check "$puck" --from 0,0,0 --to 0.1,0,0 --method sampled --report "$page"
expect 0 check "$cell" --motion 'over the post' --method expanded --report "$page"

# refused reports: the old one stays
cp "$page" "$folder/old.html"
refuses check "$cell" --report "$folder/none/report.html"
complains 'cannot be written'
refuses check "$cell" --report -
complains 'the report and the results cannot go into one file'
cp "$puck" "$folder/scene.html"
refuses check "$folder/scene.html" --from 0,0,0 --to 0.1,0,0 --report "$folder/scene.html"
complains 'cannot go into a file that is read'
: >"$folder/empty.jsonl"
refuses check "$cell" --motions "$folder/empty.jsonl" --report "$page"
complains 'there is no motion to check'
cmp -s "$page" "$folder/old.html" || fail 'the old report should be there'
