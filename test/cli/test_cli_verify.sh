#!/bin/sh -eu
# Tests leeway verify: one answer about a trajectory, safe to run or the first reason why not.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# A ball of radius 0.1 on a rail along x from -2 to 2, and a wall whose face is at 1.1; a wheel.
cat >"$folder/rail.urdf" <<'END'
<robot name="rail">
<link name="floor"/><link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="rim"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="floor"/><child link="ball"/><axis xyz="1 0 0"/>
<limit lower="-2" upper="2" effort="1" velocity="1"/></joint>
<joint name="wheel" type="continuous"><parent link="ball"/><child link="rim"/><axis xyz="0 0 1"/></joint>
</robot>
END
cat >"$folder/rail.json" <<'END'
{"robots": [{"urdf": "rail.urdf"}], "allowed_pairs": [["ball", "rim"]],
 "obstacles": [{"id": "wall", "type": "box", "size": [0.2, 1, 1], "position": [1.2, 0, 0]}]}
END
rail=$folder/rail.json
printf 'joint_limits:\n  slide: {max_acceleration: 3}\n' >"$folder/a.yaml"

# trajectory NAME TIMES POSITIONS [VELOCITIES]: a file; positions and velocities of the rail alone.
trajectory() {
    velocities=${4:+, \"velocities\": [$4]}
    echo "{\"joints\": [\"slide\"], \"trajectory\": {\"times\": [$2], \"positions\": [$3]$velocities}}" >"$folder/$1.jsonl"
}

# verify STATUS NAME ARGUMENT...
verify() {
    wanted_status=$1
    file=$folder/$2.jsonl
    shift 2
    expect "$wanted_status" verify "$rail" --motions "$file" "$@"
}

# ---- safe
trajectory rest 0,2 '[0],[0.5]' '[0],[0]'
verify 0 rest --set slide=0
says '^safe to run$' '^free \(cubic interpolation\)$'
no_complaint
verify 0 rest --set slide=0 --json
lines 1
says '^\{"answer": "safe", "check": \{"id": null, "verdict": "free", "unit": "s", "interpolation": "cubic", .*\}\}$'
# where nothing states where the robot is
verify 0 rest
says 'notice: nothing states where these joints are before the motion, so that its start is not compared: "slide"$'
complains '"slide"$'
verify 0 rest --joint-limits "$folder/a.yaml" --set slide=0 -o "$folder/answer"
grep -q '^safe to run$' "$folder/answer"
# a linear trajectory without limits of acceleration: nothing says how fast it begins and ends
trajectory line 0,2 '[0],[0.5]'
verify 0 line --set slide=0

# ---- the start
verify 1 rest --set slide=0.011
says '^unsafe: joint slide begins at 0, and the robot is at 0\.011$'
verify 0 rest --set slide=0.009
verify 0 rest --set slide=0.011 --start-tolerance 0.02
verify 1 rest --set slide=-0.3 --json
says '^\{"answer": "unsafe", "reason": "start", "time": 0, "joint": "slide", "value": 0, "robot_at": -0\.3, "check": \{'
verify 1 rest --set slide=1e-9 --start-tolerance 0
# only the joints whose place nothing states are named
echo '{"joints": ["slide", "wheel"], "trajectory": {"times": [0, 2], "positions": [[0, 0], [0.5, 1]], "velocities": [[0, 0], [0, 0]]}}' >"$folder/both.jsonl"
verify 0 both --set slide=0
complains 'its start is not compared: "wheel"$'
sed 's/"urdf": "rail.urdf"}/"urdf": "rail.urdf", "name": "left"}, {"urdf": "rail.urdf", "name": "right", "base": {"position": [0, 3, 0]}}/; s/"allowed_pairs".*/"allowed_pairs": [["left\/ball", "left\/rim"], ["right\/ball", "right\/rim"]],/' "$rail" >"$folder/two.json"
late='{"joints": ["slide", "wheel"], "trajectory": {"times": [1, 3], "positions": [[0.2, 0], [0.5, 1]], "velocities": [[0, 0], [0, 0]]}}'
echo "{\"robots\": {\"left\": $late, \"right\": $(cat "$folder/rest.jsonl")}}" >"$folder/two.jsonl"
expect 0 verify "$folder/two.json" --motions "$folder/two.jsonl" --set left/slide=0
complains 'its start is not compared: "slide"$'
# a wheel is where it is after whole turns
echo '{"joints": ["wheel"], "trajectory": {"times": [0, 1], "positions": [[6.28], [6]], "velocities": [[0], [0]]}}' >"$folder/wheel.jsonl"
verify 0 wheel --set wheel=0
verify 1 wheel --set wheel=3
# an approach begins where the robot is
trajectory late 1,3 '[0.2],[0.5]' '[0],[0]'
verify 0 late --set slide=0
says '^safe to run$'
verify 0 late
says 'the way to that point is not judged'
trajectory running 0,2 '[0],[0.5]' '[0.5],[0]'
verify 1 running --set slide=0 --json
says '"reason": "start_moving", "time": 0, "joint": "slide", "value": 0\.5, "check"'
verify 1 running --set slide=0
says '^unsafe: joint slide has the velocity 0\.5 at 0 s, where it has to rest$'

# ---- the way: the first of contact and violation
trajectory wall 0,2,4 '[0],[1.2],[0]' '[0],[0],[0]'
verify 1 wall --set slide=0
says '^unsafe: collision$' '^contact at 1\.' 'ball and wall'
trajectory fast 0,0.5,3 '[0],[-1],[1.2]' '[0],[0],[0]'
verify 1 fast --set slide=0 --json
says '^\{"answer": "unsafe", "reason": "velocity", "time": 0\.0[0-9]*, "joint": "slide", "value": -(3|2\.99999)[0-9]*, "limit": -1, "check": \{.*"reason": "limit", "kind": "velocity", "joint": "slide", .*"value": -(3|2\.99999)'
trajectory far 0,9,30 '[0],[-2.5],[0]' '[0],[0],[0]'
verify 1 far --set slide=0
says '^unsafe: position$' 'its position is -2\.5 at 9 s, its limit -2$'
complains 'value -2\.5 is outside its limits'
verify 0 rest --set slide=0 --joint-limits "$folder/a.yaml" --set wheel=1
trajectory quick 0,1 '[0],[0.6]' '[0],[0]'
verify 0 quick --set slide=0
verify 1 quick --set slide=0 --joint-limits "$folder/a.yaml"
says '^unsafe: acceleration$' 'its acceleration is 3\.6 at 0 s, its limit 3$'

# ---- corners, and the end
trajectory corner 0,1,2 '[0],[0.5],[0]'
verify 0 corner --set slide=0
verify 1 corner --set slide=0 --joint-limits "$folder/a.yaml" --json
says '"reason": "velocity_jump", "time": 0, "joint": "slide", "value": 0\.5, "check"'
trajectory rolling 0,2 '[0],[0.5]' '[0],[0.3]'
verify 1 rolling --set slide=0
says '^unsafe: joint slide has the velocity 0\.3 at 2 s, where it has to rest$' '^free'
verify 1 rolling --set slide=0 --json
says '"reason": "end_moving", "time": 2, "joint": "slide", "value": 0\.(3|29999999)[0-9]*, "check"'
trajectory bend 0,1,2 '[0],[0],[0.5]'
verify 1 bend --set slide=0 --joint-limits "$folder/a.yaml" --json
says '"reason": "velocity_jump", "time": 1, "joint": "slide", "value": 0\.5, "check"'
trajectory last 0,1,2 '[0],[0.5],[0.5]'
verify 1 last --set slide=0 --joint-limits "$folder/a.yaml"

# ---- undecided: a gap that is too small to tell
trajectory graze 0,1 '[0.9999999999999],[0.9999999999999]' '[0],[0]'
verify 3 graze --set slide=1 --json
says '^\{"answer": "undecided", "reason": "precision", "time": 0, "check": \{.*"verdict": "undecided"'
verify 3 graze --set slide=1
says '^undecided: precision$'

# ---- bad input
expect 2 verify "$rail" --from 0,0 --to 1,0
complains 'a path has no times, so that its velocities are not known: verify takes a trajectory$'
cat "$folder/rest.jsonl" "$folder/rest.jsonl" >"$folder/two.jsonl"
verify 2 two
complains 'there are several motions, and this command takes one'
: >"$folder/none.jsonl"
verify 2 none
complains 'there is no motion to verify'
for tolerance in -1 nan x; do
    verify 2 rest --start-tolerance "$tolerance"
    complains 'start-tolerance'
done

# ---- corners that are rounded: 0.5 m there and back in 2 s with blends of 0.05 m
verify 0 corner --set slide=0 --joint-limits "$folder/a.yaml" --blend 0.15
says '^safe to run$'
verify 0 corner --set slide=0 --joint-limits "$folder/a.yaml" --blend 0.15 --json
says '"answer": "safe".*"interpolation": "spline"'
verify 1 corner --set slide=0 --joint-limits "$folder/a.yaml" --blend 0.02 --json
says '"reason": "acceleration", "time": 0, "joint": "slide", "value": 6\.76, "limit": 3'
expect 0 check "$rail" --motions "$folder/corner.jsonl" --blend 0.15 --json
says '"interpolation": "spline"'
verify 2 corner --blend 0.4
complains 'blends of radius 0.4 at waypoints 0 and 1 overlap'
verify 2 quick --blend 0.1
complains 'blends are of the corners of linear trajectories; this motion has no corners$'
for radius in 0 -1 nan x; do
    verify 2 corner --blend "$radius"
    complains 'blend'
done

# ---- tolerances: a number, or a file
trajectory near 0,2 '[0],[0.95]' '[0],[0]'
verify 0 near --set slide=0 --tolerance 0.04
verify 1 near --set slide=0 --tolerance 0.06 --json
says '^\{"answer": "unsafe", "reason": "collision", "time": .*"deviates": true'
expect 0 check "$rail" --motions "$folder/near.jsonl" --tolerance 0.04
printf 'slide: {constant: 0.04, per_speed: 0.01}\nwheel: 3\n' >"$folder/t.yaml"
verify 0 near --set slide=0 --tolerance "$folder/t.yaml"
expect 0 check "$rail" --motions "$folder/near.jsonl" --tolerance "$folder/t.yaml"
printf 'slide: {constant: 0.04, per_speed: 0.5}\n' >"$folder/t.yaml"
verify 1 near --set slide=0 --tolerance "$folder/t.yaml"
expect 1 check "$rail" --motions "$folder/near.jsonl" --tolerance "$folder/t.yaml"
says 'of a motion within the tolerance'
expect 2 check "$rail" --from 0,0 --to 0.5,0 --tolerance "$folder/t.yaml"
complains 'path'
printf 'slide: 0.06\n' >"$folder/t.yaml"
verify 1 near --set slide=0 --tolerance "$folder/t.yaml"
printf 'slid: 0.06\n' >"$folder/t.yaml"
verify 2 near --set slide=0 --tolerance "$folder/t.yaml"
complains 't\.yaml:1:.*joint "slid": no robot has such a joint; the nearest name is "slide"$'
verify 2 near --tolerance /none/such
complains '/none/such: cannot be read: No such file'
refuses check "$rail" --motions "$folder/near.jsonl" --tolerance "$folder/t.yaml" --clearance
complains '--clearance is of the motion itself: it does not go with --tolerance'
refuses check "$rail" --motions "$folder/near.jsonl" --tolerance "$folder/t.yaml" --cross
for tolerance in -1 nan ''; do
    verify 2 near --tolerance "$tolerance"
    complains '--tolerance takes a'
done
printf 'slide: 0.01\n' >"$folder/t.yaml"
for command in check verify; do
    expect 2 "$command" "$rail" --motions "$folder/near.jsonl" --tolerance "$folder/t.yaml" -o "$folder/t.yaml"
    complains 't\.yaml'
    grep -q '^slide: 0\.01$' "$folder/t.yaml" || fail 'the file of tolerances was overwritten'
done

# ---- stops: the way along the rail turns in front of the wall, and the brakes are weak
trajectory turn 0,2,4 '[0],[0.9],[0]' '[0],[0],[0]'
verify 2 turn --set slide=0 --stop
complains 'joint "slide" moves and has no limit of acceleration, so that it is not known how fast it stops'
verify 0 turn --set slide=0 --stop --joint-limits "$folder/a.yaml"
says '^safe to run$' '^the stops from all moments are free \([0-9]* checked\)$'
verify 0 turn --set slide=0 --stop --joint-limits "$folder/a.yaml" --json
says '^\{"answer": "safe", "stops": [0-9]*, "stops_until": 4, "check": \{'
cp "$out" "$folder/safe.json"
# with a limit of jerk the ball goes on beyond the turn: 0.9999 + a^3 / (24 J^2) at least
echo '{"joints": ["slide"], "trajectory": {"times": [0, 1.5, 3], "positions": [[-1],[0.9999],[-1]], "velocities": [[0],[0],[0]], "accelerations": [[0],[-6],[0]]}}' >"$folder/sharp.jsonl"
printf 'joint_limits:\n  slide: {max_velocity: 9, max_acceleration: 6.006, max_jerk: 23.6}\n' >"$folder/j.yaml"
verify 1 sharp --set slide=-1 --stop --joint-limits "$folder/j.yaml" --json
says '^\{"answer": "unsafe", "reason": "stop", "time": 1\.[0-9]*, "stops": [0-9]*, "stops_until": (0|1)\.[0-9]*, "stop": \{"id": null, "verdict": "contact", .*"pair": \["ball", "wall"\].*\}, "check": \{"id": null, "verdict": "free"'
cp "$out" "$folder/stop.json"
verify 1 sharp --set slide=-1 --stop --joint-limits "$folder/j.yaml"
says '^unsafe: stop$' '^the stops from moments before [01]\.[0-9]* s are free \([0-9]* checked\)$' \
    '^the stop from 1\.[0-9]* s: contact at 0\.' '^free'
verify 0 sharp --set slide=-1 --joint-limits "$folder/j.yaml"
says '^safe to run$'

# ---- the schema, if the package jsonschema is installed
verify 1 rest --set slide=-0.3 --json
cp "$out" "$folder/start.json"
verify 1 fast --set slide=0 --json
cp "$out" "$folder/velocity.json"
verify 1 rolling --set slide=0 --json
cp "$out" "$folder/end.json"
verify 3 graze --set slide=1 --json
cp "$out" "$folder/undecided.json"
verify 1 wall --set slide=0 --json
cp "$out" "$folder/collision.json"
if python3 -c 'import jsonschema' 2>"$err"; then
    ran='the schema of answers'
    python3 - "$LEEWAY_SOURCE/docs/schema" "$folder" >"$out" 2>&1 <<'END' ||
import json, pathlib, sys
from jsonschema import Draft202012Validator
schemas, answers = map(pathlib.Path, sys.argv[1:])
result = Draft202012Validator(json.loads((schemas / "result.schema.json").read_text()))
text = (schemas / "verify.schema.json").read_text()
assert text.count('{"$ref": "result.schema.json"') == 2
Draft202012Validator.check_schema(json.loads(text))
# the results within an answer are held against their own schema
validator = Draft202012Validator(json.loads(text.replace('"$ref": "result.schema.json"', '"type": "object"')))
for name in "safe stop start velocity end undecided collision".split():
    answer = json.loads((answers / f"{name}.json").read_text())
    validator.validate(answer)
    for key in ("check", "stop"):
        if key in answer:
            result.validate(answer[key])
    other = "safe" if name == "undecided" else "undecided"
    for wrong in ({**answer, "answer": other}, {**answer, "more": 1},
                  {key: value for key, value in answer.items() if key != "check"}):
        assert not validator.is_valid(wrong), (name, wrong)
    assert not validator.is_valid({**answer, "reason": "other", "time": 0})
END
        fail 'the answers are not as the schema says'
fi

# ---- time slack: the second ball passes the crossing a second after the first
for name in first second; do
    axis='1 0 0'
    [ "$name" = first ] || axis='0 1 0'
    cat >"$folder/$name.urdf" <<END
<robot name="$name">
<link name="floor"/><link name="ball"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="slide" type="prismatic"><parent link="floor"/><child link="ball"/><axis xyz="$axis"/>
<limit lower="-2" upper="2" effort="1" velocity="2"/></joint>
</robot>
END
done
echo '{"robots": [{"name": "one", "urdf": "first.urdf"}, {"name": "two", "urdf": "second.urdf"}]}' >"$folder/cross.json"
cat >"$folder/cross.jsonl" <<'END'
{"robots": {"one": {"trajectory": {"times": [0, 3], "positions": [[-1], [2]]}}, "two": {"trajectory": {"times": [0, 3], "positions": [[-2], [1]]}}}}
END
crossing() {
    wanted_status=$1
    shift
    expect "$wanted_status" verify "$folder/cross.json" --motions "$folder/cross.jsonl" \
        --set one/slide=-1 --set two/slide=-2 "$@"
}
crossing 0
crossing 0 --slack 0.35
says '^safe to run$'
crossing 1 --slack 0.37
says '^unsafe: slack$' '^one/ball at [0-9.]* s touches two/ball at [0-9.]* s$'
crossing 1 --slack 0.37 --json
says '^\{"answer": "unsafe", "reason": "slack", "time": [0-9.]*, "pair": \["one/ball", "two/ball"\], "times": \[[0-9.]*, [0-9.]*\], "check": \{"id": null, "verdict": "free"'
crossing 2 --slack 0.1 --stop
complains 'slack does not go with --stop$'
for slack in -1 nan x; do
    crossing 2 --slack "$slack"
    complains 'slack'
done
