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
says '^\{"answer": "unsafe", "reason": "velocity", "time": 0\.0[0-9]*, "check": \{.*"reason": "limit", "kind": "velocity", "joint": "slide", .*"value": -(3|2\.99999)'
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
says '"reason": "velocity_jump", "time": 1, "check"'
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
verify 2 rest --blend 0.1
complains "unrecognized option '--blend'"
