#!/bin/sh -eu
# Tests files given to the wrong flag: one sentence names the right flag, and nothing else is
# printed.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

here=$folder/here
mkdir "$here"
cd "$here"
printf 't,x,y,yaw\n0,0,0,0\n1,0.1,0,0\n' >path.csv
printf '0;0;0\n0.1;0;0\n' >plain.csv
printf '# moved by hand\n0\t0\t0\n' >tabs.csv
printf '{"id": 1, "from": [0, 0, 0], "to": [0.1, 0, 0]}\n{"from": [0, 0, 0], "to": [0, 0, 0]}\n' >motions.jsonl
printf '{"robots": {"puck": {"from": [0, 0, 0], "to": [0.1, 0, 0]}}}\n' >robots.jsonl
printf '{\n  "from": [0, 0, 0],\n  "to": [0.1, 0, 0]\n}\n' >pretty.json
cat >trajectory.yaml <<'END_OF_TRAJECTORY'
joint_names: [x, y, yaw]
points:
- {positions: [0, 0, 0], time_from_start: 0}
END_OF_TRAJECTORY
printf '{"joint_names": ["x"], "points": [{"positions": [0], "time_from_start": 0}]}\n' >trajectory.json
cat >request.yaml <<'END_OF_REQUEST'
workspace_parameters: {}
start_state:
  joint_state: {name: [x], position: [0]}
goal_constraints:
- joint_constraints: []
END_OF_REQUEST
cp "$puck" scene.json
cp "$scenes/workcell.json" "$scenes/jobs.jsonl" .
cp "$puck" puck.json

# wrong FLAG FILE KIND: check FLAG FILE says that the file looks like KIND
wrong() {
    refuses check puck.json "$1" "$2"
    complains "^leeway: $2: $1 takes .*, and this looks like $3\$"
}
for file in path.csv plain.csv; do
    wrong --motions "$file" 'waypoints in CSV, which --path takes'
    wrong --request "$file" 'waypoints in CSV, which --path takes'
done
wrong --request tabs.csv 'waypoints in CSV, which --path takes'
expect 2 check puck.json --motions tabs.csv
complains '^leeway: tabs.csv: .* waypoints in CSV, which --path takes$'
[ "$(wc -l <"$err")" -eq 2 ] || fail 'the comment and the file are expected'
wrong --path motions.jsonl 'motions in JSON Lines, which --motions takes'
for file in motions.jsonl robots.jsonl; do
    wrong --request "$file" 'motions in JSON Lines, which --motions takes'
done
# --path takes a single motion, on one line or on several, also with the clearance that plan writes
printf '{"id": "found",\n  "path": [[0, 0, 0], [0.1, 0, 0]], "clearance": [0.1, 0.2]}\n' >found.json
for file in robots.jsonl pretty.json found.json; do
    expect 0 check puck.json --path "$file"
    no_complaint
done
expect 0 check puck.json --path found.json --json
says '^{"id": "found", "verdict": "free"'
printf '{"path": [[0, 0, 0], [0.1, 0]]}\n' >short.json
refuses check puck.json --path short.json
complains '^leeway: short.json:1:'
printf '{\n  "path": [[0, 0, 0],\n [0.1, 0 0]]\n}\n' >broken.json
refuses check puck.json --path broken.json
complains '^leeway: broken.json:3:'
printf '{"path": [[0, 0, 0]], "clearance": null}\n' >null.json
refuses check puck.json --path null.json
complains '^leeway: null.json:1:.* null is no value'
for file in trajectory.yaml trajectory.json; do
    wrong --motions "$file" 'a joint trajectory, which --path takes'
    wrong --request "$file" 'a joint trajectory, which --path takes'
done
wrong --path request.yaml 'a planning request, which --request takes'
wrong --path scene.json 'a scene, which --scene takes'
wrong --path jobs.jsonl 'jobs of a cell, which leeway cell takes by --jobs'
wrong --motions jobs.jsonl 'jobs of a cell, which leeway cell takes by --jobs'
wrong --motions pretty.json 'JSON over several lines; put each motion on one line'
wrong --motions scene.json 'JSON over several lines; put each motion on one line'
refuses check puck.json --trajectory motions.jsonl
complains 'motions in JSON Lines, which --motions takes$'
refuses plot puck.json --path motions.jsonl
complains 'motions in JSON Lines, which --motions takes$'
ran='leeway check --motions - <path.csv'
status=0
"$LEEWAY" check puck.json --motions - <path.csv >"$out" 2>"$err" || status=$?
[ "$status" = 2 ] || fail "the exit status is $status"
complains '^leeway: standard input: --motions takes .* waypoints in CSV'
[ "$(wc -l <"$err")" -eq 1 ] || fail 'there should be one sentence'

# leeway cell
refuses cell workcell.json --jobs motions.jsonl
complains '^leeway: motions.jsonl: --jobs takes .* motions in JSON Lines, which --trajectories takes$'
refuses cell workcell.json --jobs path.csv
complains '--jobs takes jobs in JSON Lines, and this looks like waypoints in CSV$'
refuses cell workcell.json --jobs workcell.json
complains 'looks like JSON over several lines; put each on one line$'
refuses cell workcell.json --jobs jobs.jsonl --trajectories path.csv
complains '--trajectories takes motions in JSON Lines, and this looks like waypoints in CSV$'
refuses cell workcell.json --jobs jobs.jsonl --trajectories jobs.jsonl
complains 'looks like jobs of a cell, which --jobs takes$'

# A file of the right kind keeps the sentence about its own error; a line that is no motion does not
# stop the others.
printf '{"from": [0, 0], "to": [1, 0, 0]}\n{"from": [0, 0, 0], "to": [0.1, 0, 0]}\n' >bad.jsonl
expect 2 check puck.json --motions bad.jsonl
complains 'bad.jsonl:1:.*must have 3'
says ': free'
printf 'nonsense\n{"from": [0, 0, 0], "to": [0.1, 0, 0]}\n' >bad.jsonl
expect 2 check puck.json --motions bad.jsonl
complains 'bad.jsonl:1:.*not JSON'
says ': free'
printf '{"from": [0, 0, 0], "to": [0.1, 0, 0]}\n0,0,0\n{"from": [0, 0, 0], "to": [0.2, 0, 0]}\n' >bad.jsonl
expect 2 check puck.json --motions bad.jsonl
complains 'bad.jsonl:2:.*JSON'
says '^2: free|: free'
printf 'x,z\n0,0\n' >bad.csv
refuses check puck.json --path bad.csv
complains 'bad.csv:1:'
printf 'joint_names: [z]\npoints: []\n' >bad.yaml
refuses check puck.json --path bad.yaml
complains 'bad.yaml:1:'
printf '{"robots": {"R9": []}}\n' >bad.jsonl
expect 2 cell workcell.json --jobs bad.jsonl
complains 'no robot "R9"'
