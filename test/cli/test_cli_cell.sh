#!/bin/sh -eu
# Tests leeway cell: jobs of a cell in the plane, good ones and bad ones.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

jobs=$folder/jobs.jsonl
cell=$scenes/workcell.json

cat >"$jobs" <<'END'
{"id": 1, "robots": {"R1": ["apart"], "R2": ["apart"]}}

{"id": "end", "robots": {"R2": ["shared end"], "R1": ["shared end"]}}
{"id": 1, "robots": {"R1": ["apart"], "R2": ["apart"]}}
END
expect 1 cell "$cell" --jobs "$jobs"
no_complaint
lines 5
says '^1: free, done at 8\.8 s$' '^end: contact at 6\.55[0-9]* s, free until 6\.55[0-9]* s$' \
    '^    R1/body [(]shared end[)] and R2/body [(]shared end[)] (touch|overlap by [0-9.]* [mu]m) at ' \
    '^3 jobs: 2 free, 1 in contact, 0 undecided; 11 pairs$'

# The contact is that of a check of the whole motion; the output is the same with any number of
# threads and any memory.
expect 1 cell "$cell" --jobs "$jobs" --json
lines 3
cp "$out" "$folder/alone"
says '^{"id": 1, "verdict": "free", "unit": "s", "free_until": 8\.8, "end": 8\.8, "pairs": 4, "queries": [0-9]*}$' \
    '"pair": ."R1/body", "R2/body"., "trajectories": ."shared end", "shared end"., "points": '
time=$(sed -n '2s/.*"time": \([0-9.]*\).*/\1/p' "$out")
for more in '--threads 1' '--threads 2' '--threads 5' '--threads 0' '--remember 0' '--remember 1'; do
    # shellcheck disable=SC2086
    expect 1 cell "$cell" --jobs "$jobs" --json $more
    cmp -s "$out" "$folder/alone" || fail "the output differs with $more"
done
expect 1 check "$cell" --motion 'shared end' --json
near "$(field time)" "$time" 1e-3
"$LEEWAY" cell "$cell" --jobs - --json <"$jobs" >"$out" || :
cmp -s "$out" "$folder/alone" || fail 'the output differs from standard input'

# More jobs than are judged at a time, in pieces that end within a line, with blank lines and no
# newline at the end.
awk 'BEGIN { for (i = 0; i < 5000; i++) printf "%s{\"id\": %d, \"robots\": {\"R1\": [\"apart\"]}}", i ? "\n \n" : "", i }' \
    >"$folder/many"
expect 0 cell "$cell" --jobs "$folder/many" --json
lines 5000
cp "$out" "$folder/all"
sed -n 's/^{"id": \([0-9]*\),.*/\1/p' "$out" | awk '$1 != NR - 1 { exit 1 }' || fail 'the jobs are not in their order'
(head -c 1000 "$folder/many" && sleep 0.1 && tail -c +1001 "$folder/many") |
    "$LEEWAY" cell "$cell" --jobs - --json --threads 3 >"$out" || fail 'jobs in two pieces'
cmp -s "$out" "$folder/all" || fail 'the output differs in pieces'

# Trajectories from a file, one after the other; a robot without a sequence stands still.
cat >"$folder/tasks.jsonl" <<'END'
{"id": "out", "robots": {"R1": {"trajectory": {"times": [0, 2], "positions": [[0.5, 2.2, 0], [1, 2.2, 0]]}}}}
{"id": "back", "robots": {"R1": {"trajectory": {"times": [1, 2], "positions": [[1, 2.2, 0], [0.5, 2.2, 6.283185307179586]]}}}}
END
echo '{"robots": {"R1": ["out", "back", "out"]}}' >"$jobs"
expect 0 cell "$cell" --trajectories "$folder/tasks.jsonl" --jobs "$jobs"
says '^null: free, done at 6 s$'

# The errors of bad lines have their places, and the other lines are answered.
cat >"$jobs" <<'END'
{"id": 4, "robots": {"R3": ["apart"]}}
{"id": 5, "robots": {"R1": ["nope"]}}
{"id": 6, "robots": {"R1": ["apart", "apart"]}}
{}
bad
{"robots": {"R1": "apart"}}
{"robots": {"R1": [1]}}
{"id": 7, "robot": {}}
{"id": 8, "robots": {"R1": ["apart"], "R2": ["apart"]}}
END
expect 2 cell "$cell" --jobs "$jobs"
says '^8: free' '^1 job: 1 free, 0 in contact, 0 undecided; 8 could not be read; 4 pairs$'
complains 'jobs.jsonl:1:22: there is no robot "R3"; the nearest name is "R1"$' \
    'jobs.jsonl:2:29: robot "R1" has no trajectory "nope"$' \
    'jobs.jsonl:3: robot "R1": "apart" begins at [(]0\.6, 2\.2, 0[)], and "apart" ends at [(]7\.4, 2\.4, 1\.5708[)]$' \
    'jobs.jsonl:4:1: "robots" is missing$' 'jobs.jsonl:5:[0-9]*: not JSON' \
    "jobs.jsonl:6:19: a robot's sequence must be a list" \
    "jobs.jsonl:7:20: a trajectory's name must be a text" 'jobs.jsonl:8:11: '
: >"$jobs"
refuses cell "$cell" --jobs "$jobs"
complains 'there is no job to judge'
refuses cell "$cell" --jobs "$folder/none"
refuses cell "$scenes/bodies.json" --jobs "$jobs"
complains 'motion ".*" moves a floating joint; trajectories of a cell do not'
expect 2 cell "$cell"
complains 'say which jobs: --jobs FILE'
echo '{"id": "out", "robots": {"R1": {"path": [[0, 0, 0], [1, 0, 0]]}}}' >"$folder/tasks.jsonl"
refuses cell "$cell" --trajectories "$folder/tasks.jsonl" --jobs "$jobs"
complains 'motion "out" is a path over t from 0 to 1; a cell needs trajectories in seconds'

# The proofs: one for each job, with its id, in the order of the jobs, and the same results.
cp "$scenes/jobs.jsonl" "$jobs"
proof=$folder/proof.jsonl
expect 1 cell "$cell" --jobs "$jobs" --json
cp "$out" "$folder/plain"
expect 1 cell "$cell" --jobs "$jobs" --json --proof "$proof"
no_complaint
cmp -s "$out" "$folder/plain" || fail 'the results differ with --proof'
sed 's/^{"id": \([^,]*\), "verdict": \("[a-z]*"\).*/\1 \2/' "$folder/plain" >"$folder/verdicts"
sed -n 's/^{"motion": \(.*\), "index": [0-9]*, "verdict": \("[a-z]*"\).*/\1 \2/p' "$proof" >"$folder/proven"
cmp -s "$folder/verdicts" "$folder/proven" || fail 'the proofs are of other jobs, or of other verdicts'
grep -q free "$folder/proven" && grep -q contact "$folder/proven" || fail 'the jobs are all of one kind'
refuses cell "$cell" --jobs "$jobs" --proof "$jobs"
complains 'cannot go into a file that is read'
refuses cell "$cell" --jobs "$jobs" -o "$folder/results" --proof "$folder/results"
expect 2 cell "$cell" --jobs "$jobs" --proof -
complains 'results and proof cannot both go to standard output'
expect 1 cell "$cell" --jobs "$jobs" -o "$folder/results" --proof -
cmp -s "$out" "$proof" || fail 'the proof differs on standard output'

# The report: the same results with any number of threads, and each job with its verdict and its steps.
cp "$scenes/jobs.jsonl" "$jobs"
page=$folder/report.html
if ! "$LEEWAY" view "$cell" -o "$page" >"$out" 2>"$err"; then
    refuses cell "$cell" --jobs "$jobs" --report "$page"
    complains '^leeway: this Leeway was built without the viewer'
    exit 0
fi
expect 1 cell "$cell" --jobs "$jobs" --json
cp "$out" "$folder/plain"
expect 1 cell "$cell" --jobs "$jobs" --json --report "$page" --near 0.5 --threads 2
no_complaint
cmp -s "$out" "$folder/plain" || fail 'the results differ with --report'
for text in '"kind":"report"' '"near":0.5' '"name":"both to one place"' \
    '"steps":.*{"robot":1,"name":"shared end","from":0,"to":8.6}' \
    '"verdict":{"id": "apart", "verdict": "free", .*"clearance": '; do
    tr -d '\n' <"$page" | grep -q -e "$text" || fail "the page should hold: $text"
done
time=$(sed -n 's/.*"both to one place", .*"time": \([0-9.]*\).*/\1/p' "$folder/plain")
grep -q -e "\"verdict\":{\"id\": \"both to one place\", .*\"time\": $time," "$page" ||
    fail 'the page has another time of the contact'
cp "$page" "$folder/first.html"
expect 1 cell "$cell" --jobs "$jobs" --report - --near 0.5 -o "$folder/results"
cmp -s "$out" "$folder/first.html" || fail 'the report differs with one thread, on standard output'
refuses cell "$cell" --jobs "$jobs" --report -
complains 'the report and the results cannot go into one file'
cp "$jobs" "$folder/jobs.html"
refuses cell "$cell" --jobs "$folder/jobs.html" --report "$folder/jobs.html"
complains 'cannot go into a file that is read'
expect 2 cell "$cell" --jobs "$jobs" --near 1
complains 'say --report FILE too'
expect 2 cell "$cell" --jobs "$jobs" --fixed-pairs
complains '--fixed-pairs is of the report: say --report FILE too'
# R2 stands still, 0.02 from a post.
sed 's/"obstacles": *\[/&{"id": "post", "type": "polygon", "vertices": [[0.27, -0.1], [0.4, -0.1], [0.4, 0.1], [0.27, 0.1]]}, /' \
    "$cell" >"$folder/held_cell.json"
echo '{"id": 1, "robots": {"R1": ["apart"]}}' >"$folder/one.jsonl"
expect 0 cell "$folder/held_cell.json" --jobs "$folder/one.jsonl" --report "$folder/one.html" -o "$folder/results"
expect 0 cell "$folder/held_cell.json" --jobs "$folder/one.jsonl" --report - --fixed-pairs -o "$folder/results"
! cmp -s "$out" "$folder/one.html" || fail 'the curve should be that of all pairs'
: >"$jobs"
refuses cell "$cell" --jobs "$jobs" --report "$page"
complains 'there is no job to judge'
cmp -s "$page" "$folder/first.html" || fail 'the old report should be there'
