#!/bin/sh -eu
# Tests motions from several sources: all that the command line names are judged, in its order, and
# distinguished by name; files of single robots make one motion; errors are found before any work.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
cd "$folder"

# The wall is at 0.5: 0.3 is free of it, 0.6 is not.
cat >named.json <<'END'
{"robots": [{"name": "puck", "joint": {"type": "planar"},
             "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]}],
 "obstacles": [{"id": "wall", "type": "box", "size": [0.1, 1, 1], "position": [0.65, 0, 0]}],
 "motions": {"in": {"from": [0, 0, 0], "to": [0.6, 0, 0]}, "near": {"from": [0, 0, 0], "to": [0.3, 0, 0]},
             "own": {"id": 7, "from": [0, 0, 0], "to": [0.2, 0, 0]}}}
END
printf '0,0,0\n0.3,0,0\n' >free.csv
printf '0,0,0\n0.6,0,0\n' >into.csv
printf '{"from": [0, 0, 0], "to": [0.1, 0, 0]}\n{"id": "x", "from": [0, 0, 0], "to": [0.6, 0, 0]}\n' >some.jsonl
printf '{"id": "y", "from": [0, 0, 0], "to": [0.2, 0, 0]}\n' >more.jsonl

# verdicts WANTED ARGUMENT...: ids and verdicts, in order; the status follows from the verdicts.
verdicts() {
    wanted_verdicts=$1
    shift
    case $wanted_verdicts in
    *contact*) expect 1 check "$@" --json ;;
    *) expect 0 check "$@" --json ;;
    esac
    sed 's/{"id": \(.*\), "verdict": "\([a-z]*\)".*/\1 \2/' "$out" | tr '\n' ';' >got
    [ "$(cat got)" = "$wanted_verdicts" ] || fail "the verdicts are $(cat got) and should be $wanted_verdicts"
}

# ---- motions of all kinds, in the order of the command line
verdicts '"in" contact;"near" free;' named.json --motion in --motion near
verdicts '"near" free;"in" contact;' named.json --motion near --motion in
verdicts '"near" free;7 free;' named.json --motion near --motion own
verdicts '"into.csv" contact;"free.csv" free;' named.json --path into.csv --trajectory free.csv
verdicts '"free.csv" free;"into.csv" contact;' named.json --trajectory free.csv --path into.csv
verdicts '"some.jsonl:0" free;"x" contact;"y" free;' named.json --motions some.jsonl --motions more.jsonl
verdicts '"y" free;"some.jsonl:0" free;"x" contact;' named.json --motions more.jsonl --motions some.jsonl
verdicts '"free.csv" free;"near" free;"segment" free;"into.csv" contact;' named.json --path free.csv \
    --motion near --to 0.1,0,0 --path into.csv --from 0,0,0
# with --motions, --motion chooses in these files
verdicts '"x" contact;' named.json --motions some.jsonl --motions more.jsonl --motion x
verdicts '"free.csv" free;"y" free;"x" contact;' named.json --motion x --path free.csv --motions more.jsonl \
    --motions some.jsonl --motion y
# motions of a single source need no names
verdicts '0 contact;' named.json --path into.csv
verdicts '0 free;"x" contact;' named.json --motions some.jsonl
verdicts '0 free;' named.json --from 0,0,0 --to 0.1,0,0
expect 1 check named.json --path into.csv --path free.csv
says '^into.csv: contact' '^free.csv: free' '^2 motions: 1 free, 1 in contact'
expect 1 check named.json --path into.csv --path free.csv --report page.html
grep -q '"into.csv"' page.html || fail 'the page should name the files'
expect 1 check named.json --path into.csv --path free.csv --method slab --proof claims.jsonl
grep -q '"into.csv"' claims.jsonl || fail 'the claims should name the files'

# several trajectories in a file, requests, and names that JSON escapes
cat >two.yaml <<'END'
joint_names: [a]
points: [{positions: [0], time_from_start: 0}, {positions: [1], time_from_start: 1}]
---
joint_names: [a]
points: [{positions: [0], time_from_start: 0}, {positions: [0.5], time_from_start: 1}]
END
cat >slide.urdf <<'END'
<robot name="slide">
  <link name="base"/>
  <link name="head"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="a" type="prismatic"><parent link="base"/><child link="head"/><axis xyz="1 0 0"/>
    <limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
</robot>
END
cat >gate.json <<'END'
{"obstacles": [{"id": "gate", "type": "box", "size": [0.1, 1, 1], "position": [0.85, 0, 0]}]}
END
cat >request.yaml <<'END'
start_state: {joint_state: {name: [a], position: [0]}}
goal_constraints: [{joint_constraints: [{joint_name: a, position: 0.4}]}]
END
cp two.yaml 'a "b".yaml'
verdicts '"two.yaml" contact;"two.yaml:1" free;"request.yaml" free;' --robot slide.urdf --scene gate.json \
    --path two.yaml --request request.yaml
verdicts '"request.yaml" free;"a \"b\".yaml" contact;"a \"b\".yaml:1" free;' --robot slide.urdf \
    --scene gate.json --request request.yaml --path 'a "b".yaml'
printf '0\n' >"$(printf 'b\377.csv')"
verdicts '"two.yaml" contact;"two.yaml:1" free;"b\\xff.csv" free;' --robot slide.urdf --scene gate.json \
    --path two.yaml --path "$(printf 'b\377.csv')"

# ---- a sentence for each file that cannot be read
refuses check named.json --trajectory nosuch.yaml --trajectory free.csv
complains '^leeway: nosuch.yaml: cannot be read: No such file or directory$'
refuses check named.json --path free.csv --path nosuch.yaml
complains 'nosuch.yaml: cannot be read'
refuses check named.json --motions some.jsonl --request nosuch.yaml
complains 'nosuch.yaml: cannot be read'
refuses check named.json --motion near --motions nosuch.jsonl
refuses check named.json --path - --motions - </dev/null
complains "standard input holds one file of motions: '-' can be given once"
# readable motions are answered, and the exit status is that of an error
printf '0,0\n' >short.csv
expect 2 check named.json --path short.csv --path into.csv --json
says '^{"id": "into.csv", "verdict": "contact"'
complains '^leeway: short.csv:1'
expect 2 check named.json --path short.csv --path into.csv
says '^into.csv: contact'
refuses check named.json --motion in --motion nera
complains 'the scene has no motion "nera"; the nearest name is "near"'
expect 2 check named.json --motions some.jsonl --motions more.jsonl --motion z --motion x
complains 'there is no motion "z"'
says '^x: contact'

# ---- commands for one motion
refuses plot named.json --path into.csv --path free.csv
complains 'there are several motions, and this command takes one'
refuses plot named.json --motion in --motion near
refuses plan named.json --motion near --path free.csv
complains 'there are several motions; give one'
expect 0 view named.json --path into.csv --path free.csv -o view.html
grep -q '"free.csv"' view.html || fail 'the page should name both'

# ---- a file for each robot: one motion on one clock
cat >pair.json <<'END'
{"robots": [
  {"name": "left", "joint": {"type": "planar"}, "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]},
  {"name": "right", "joint": {"type": "planar"}, "base": {"position": [1, 0, 0]},
   "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]}]}
END
# left goes to 0.6 within 1 s and back; right comes to meet it, at once or 2 s later
printf 't,x,y,theta\n0,0,0,0\n1,0.6,0,0\n2,0,0,0\n' >left.csv
printf 't,x,y,theta\n0,0,0,0\n1,-0.6,0,0\n' >at_once.csv
printf 't,x,y,theta\n2,0,0,0\n3,-0.6,0,0\n' >later.csv
verdicts '0 free;' pair.json --path left=left.csv
verdicts '0 contact;' pair.json --path left=left.csv --path right=at_once.csv
near "$(field time)" 0.6666667 1e-3
verdicts '0 free;' pair.json --trajectory right=later.csv --path left=left.csv
near "$(field free_until)" 3 0
cat >both.jsonl <<'END'
{"robots": {"left": {"trajectory": {"times": [0, 1, 2], "positions": [[0, 0, 0], [0.6, 0, 0], [0, 0, 0]]}}, "right": {"trajectory": {"times": [0, 1], "positions": [[0, 0, 0], [-0.6, 0, 0]]}}}}
END
expect 1 check pair.json --motions both.jsonl --json
cp "$out" wanted
expect 1 check pair.json --path left=left.csv --path right=at_once.csv --json
cmp -s "$out" wanted || fail 'two files should be the same motion as one of both robots'
# the approach to a late first point is part of the motion: right meets left on it
cat >late.jsonl <<'END'
{"robots": {"left": {"trajectory": {"times": [0, 1, 2], "positions": [[0, 0, 0], [0.6, 0, 0], [0, 0, 0]]}}, "right": {"trajectory": {"times": [2, 3], "positions": [[0, 0, 0], [-0.6, 0, 0]]}}}}
END
expect 1 check pair.json --motions late.jsonl --set right/joint=-0.8,0.2,0 --json
cp "$out" wanted
expect 1 check pair.json --path left=left.csv --path right=later.csv --set right/joint=-0.8,0.2,0 --json
cmp -s "$out" wanted || fail 'two files should be the same motion as one of both robots'
verdicts '"left=left.csv right=later.csv" free;"both.jsonl:0" contact;' pair.json --path left=left.csv \
    --motions both.jsonl --path right=later.csv
expect 0 plot pair.json --path left=left.csv --path right=later.csv --csv
# a file whose name looks like ROBOT=FILE
cp both.jsonl ./nobody=both.json
verdicts '0 contact;' pair.json --path nobody=both.json
refuses check pair.json --path left=left.csv --path left=later.csv
complains "'left=later.csv' is a second file for the robot \"left\""
refuses check pair.json --path lfet=left.csv
complains "'lfet=left.csv': there is no robot \"lfet\"; the nearest name is \"left\""
refuses check pair.json --path left=nosuch.csv
complains 'nosuch.csv: cannot be read'
refuses check pair.json --path left=
complains '--path takes a file, and its name is empty'
printf '0,0,0\n0.1,0,0\n' >untimed.csv
refuses check pair.json --path left=left.csv --path right=untimed.csv
complains 'a motion mixes a path, over t from 0 to 1, with a trajectory in seconds'
refuses check pair.json --path left=both.jsonl
complains "'left=both.jsonl': the file moves the robot \"right\""
refuses check --robot slide.urdf --scene gate.json --path slide=two.yaml
complains 'two.yaml: there are several motions, and ROBOT=FILE takes one'
refuses check pair.json --path left=- --motions - </dev/null
complains "'-' can be given once"

# ---- configurations: once for each robot, in any order
verdicts '0 contact;' pair.json --from left=0,0,0 --from right=0,0,0 --to right=-0.6,0,0 --to left=0.6,0,0
verdicts '0 free;' pair.json --from left=0,0,0 --to left=0.6,0,0
refuses check pair.json --from left=0,0,0 --to left=0.6,0,0 --to left=0,0,0
complains '--to is given twice for the robot "left"'
refuses check pair.json --from left=0,0,0 --to right=0.6,0,0
complains "there is no --to for 'left=0,0,0'"
refuses check pair.json --from left=0,0,0 --to right=0,0,0 --to left=0,0,0
complains "there is no --from for 'right=0,0,0'"
refuses check named.json --from 0,0,0 --from 0,0,0 --to 0,0,0
complains '--from is given twice; with several robots it is ROBOT=0,0,0'
refuses check pair.json --from lfet=0,0,0 --to lfet=0.6,0,0
complains 'lfet'
refuses distance pair.json --at left=0,0,0 --at left=0.1,0,0
complains '--at is given twice for the robot "left"'

# ---- one joint, one value
refuses check --robot slide.urdf --scene gate.json --from 0 --to 1 --set a=1 --set slide/a=2
complains "--set gives one joint two values: 'a=1' and 'slide/a=2'"
refuses plan --robot slide.urdf --scene gate.json --from 0 --to 0.5 --bounds a=0,1 --bounds slide/a=0,2
complains '--bounds: joint "a" is given twice'
