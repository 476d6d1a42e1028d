#!/bin/sh -eu
# Tests leeway cell --jobs with start times and waits, for two arms and for two vehicles.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

jobs=$folder/jobs.jsonl
two=$scenes/two_arms.json

# The right arm's trajectory in turn begins late enough, or too early: the delays of --conflicts say when.
cat >"$jobs" <<'END'
{"id": "late", "robots": {"left": ["in turn"], "right": ["in turn"]}}
{"id": "early", "robots": {"left": [{"wait": 1.2}, "in turn"], "right": ["in turn"]}}
{"id": "near", "robots": {"left": [{"wait": 1.14}, "in turn"], "right": ["in turn"]}}
{"id": "start", "robots": {"left": [{"trajectory": "in turn", "start": 2}], "right": [{"trajectory": "in turn", "waits": [[1, 2]]}]}}
END
expect 1 cell "$two" --jobs "$jobs"
complains '^leeway: 3 motions of the scene over t from 0 to 1 are left out$'
says '^late: free, done at ' '^early: contact at ' '^near: free, done at ' '^start: '
expect 1 cell "$two" --jobs "$jobs" --robust 0.05
says '^late: free, done at ' '^early: contact at ' '^near: undecided: '

# The same with any number of threads, and with memory for nothing.
expect 1 cell "$two" --jobs "$jobs" --json
says '"id": "early", "verdict": "contact", "unit": "s", .*"pair": ."left/[a-z_0-9]+", "right/[a-z_0-9]+".' \
    '"trajectories": ."in turn", "in turn".'
cp "$out" "$folder/alone"
expect 1 cell "$two" --jobs "$jobs" --json --threads 3
cmp -s "$out" "$folder/alone" || fail 'the output differs with threads'
expect 1 cell "$two" --jobs "$jobs" --json --remember 0
sed 's/^\({"id": "[a-z]*", "verdict": "[a-z]*"\).*/\1/' "$out" >"$folder/none"
sed 's/^\({"id": "[a-z]*", "verdict": "[a-z]*"\).*/\1/' "$folder/alone" >"$folder/all"
cmp -s "$folder/none" "$folder/all" || fail 'the verdicts differ without memory'

# The proof of each job as one motion.
head -1 "$jobs" >"$folder/one.jsonl"
expect 0 cell "$two" --jobs "$folder/one.jsonl" --proof "$folder/proof.jsonl"
grep -q '"motion": "late"' "$folder/proof.jsonl" || fail 'there should be a proof'

# Two and four arms that weld a body: the verdicts are those of checks of whole motions.
for arms in 2 4; do
    weld=$scenes/welding_$arms.json
    expect 1 cell "$weld" --jobs "$scenes/welding_$arms.jsonl" --json
    no_complaint
    says '"id": "at once", "verdict": "free"' '"id": "all, 0 s later", "verdict": "contact"' '"id": "one by one", "verdict": "free"'
    sed 's/^\({"id": "[a-z0-9, ]*", "verdict": "[a-z]*"\).*/\1/' "$out" >"$folder/all"
    expect 1 cell "$weld" --jobs "$scenes/welding_$arms.jsonl" --json --remember 0
    sed 's/^\({"id": "[a-z0-9, ]*", "verdict": "[a-z]*"\).*/\1/' "$out" >"$folder/none"
    cmp -s "$folder/none" "$folder/all" || fail "the verdicts of $weld differ without memory"
done
cp -R "$scenes" "$folder/made"
made='welding_2.json welding_2.jsonl welding_4.json welding_4.jsonl welding_2_tasks.json welding_4_tasks.json
welding_4_passes_tasks.json'
for file in $made; do rm "$folder/made/$file"; done
python3 "$folder/made/make_welding.py"
for file in $made; do
    cmp -s "$scenes/$file" "$folder/made/$file" || fail "$file is not what make_welding.py makes"
done

# Vehicles in the plane, which pass at right angles.
cat >"$folder/cross.json" <<'END'
{"dimension": 2,
 "robots": [{"name": "A", "joint": {"type": "planar", "name": "at"}, "links": [{"name": "b", "type": "disc", "radius": 0.1}]},
            {"name": "B", "joint": {"type": "planar", "name": "at"}, "links": [{"name": "b", "type": "disc", "radius": 0.1}]}],
 "motions": {
  "east": {"robots": {"A": {"trajectory": {"times": [0, 2], "positions": [[-1, 0, 0], [1, 0, 0]]}}}},
  "north": {"robots": {"B": {"trajectory": {"times": [0, 0.5, 2], "positions": [[0, -1, 0], [0, -0.5, 0], [0, 1, 0]]}}}},
  "back": {"robots": {"B": {"trajectory": {"times": [0, 2], "positions": [[0, 1, 0], [0, -1, 0]]}}}}}}
END
cat >"$jobs" <<'END'
{"id": 1, "robots": {"A": ["east"], "B": [{"wait": 0.28}, "north"]}}
{"id": 2, "robots": {"A": ["east"], "B": [{"wait": 0.29}, "north"]}}
{"id": 3, "robots": {"A": ["east"], "B": [{"trajectory": "north", "waits": [[1, 0.28]]}]}}
{"id": 4, "robots": {"A": ["east"], "B": [{"trajectory": "north", "waits": [[1, 0.29]]}, {"wait": 5}]}}
{"id": 5, "robots": {"A": ["east"], "B": [{"trajectory": "north", "start": 2.5}]}}
END
expect 1 cell "$folder/cross.json" --jobs "$jobs"
no_complaint
says '^1: contact at 1[.]' '^2: free, done at 2[.]29 s$' '^3: contact at 1[.]' '^4: free, done at 2[.]29 s$' \
    '^5: free, done at 4[.]5 s$' '^5 jobs: 3 free, 2 in contact, 0 undecided; '

# ---- wrong usage and input
cat >"$jobs" <<'END'
{"id": 1, "robots": {"B": ["north", {"trajectory": "back", "start": 1}]}}
{"id": 2, "robots": {"B": [{"wait": -1}]}}
{"id": 3, "robots": {"B": [{"wait": 1, "start": 2}]}}
{"id": 4, "robots": {"B": [{"trajectory": "south"}]}}
{"id": 5, "robots": {"B": [{"trajectory": "north", "waits": [[2, 1]]}]}}
{"id": 6, "robots": {"B": [{"trajectory": "north", "waits": [[1]]}]}}
{"id": 7, "robots": {"B": [{"trajectory": "north", "waits": [[1, 1], [1, 1]]}]}}
{"id": 8, "robots": {"B": [{"start": 1}]}}
{"id": 9, "robots": {"B": [{"stop": 1}]}}
END
expect 2 cell "$folder/cross.json" --jobs "$jobs"
complains 'jobs.jsonl:1: robot "B": "back" is to begin at 1 s, before the end of the one before it, at 2 s$' \
    'jobs.jsonl:2:37: a wait is -1; it must be 0 or more$' 'jobs.jsonl:3:28: a step with "wait" has nothing else$' \
    'jobs.jsonl:4:43: robot "B" has no trajectory "south"' \
    'jobs.jsonl:5:63: waits are at whole waypoints between 0 and 2, in ascending order; this is 2$' \
    'jobs.jsonl:6:62: a wait is .waypoint, seconds.$' \
    'jobs.jsonl:7:71: waits are at whole waypoints between 1 and 2' 'jobs.jsonl:8:28: "trajectory" is missing$' \
    'jobs.jsonl:9:'
expect 2 cell "$folder/cross.json" --conflicts --robust 1
complains 'robust is of jobs: say --jobs FILE$'
expect 2 cell "$folder/cross.json" --jobs "$jobs" --robust 0
if "$LEEWAY" view "$scenes/workcell.json" -o "$folder/page.html" >"$out" 2>"$err"; then
    echo '{"id": 1, "robots": {"A": ["east"], "B": [{"wait": 0.29}, "north"]}}' >"$jobs"
    expect 2 cell "$folder/cross.json" --jobs "$jobs" --report "$folder/page.html"
    complains '1 has start times or waits; a report shows jobs without them$'
fi
