#!/bin/sh -eu
# Tests --explain: it prints how the input was understood, and the source of each value; the results
# are the same as without it.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
cd "$folder"

cat >pair.json <<'END'
{"robots": [
  {"name": "a", "joint": {"type": "planar"}, "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]},
  {"name": "b", "joint": {"type": "planar"}, "base": {"position": [0, 0, 2]},
   "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]}],
 "obstacles": [{"id": "wall", "type": "box", "size": [0.2, 1, 3], "position": [5, 1, 0],
                "orientation": [0, 0, 0.70710678118654752, 0.70710678118654752]},
               {"id": "two", "shapes": [{"type": "sphere", "radius": 0.5, "position": [0, 9, 0]},
                                        {"type": "sphere", "radius": 0.5, "position": [0, 8, 0]}]}],
 "margin": 0.01,
 "robot_state": {"b/joint": [0, 3, 0]},
 "pair_margins": [{"pair": ["a/ball", "wall"], "margin": 0.02}],
 "motions": {"ahead": {"robots": {"a": {"from": [0, 0, 0], "to": [1, 0.5, 0.25]}}}}}
END
cat >slides.urdf <<'END'
<robot name="slides"><link name="base"/><link name="arm"><collision><geometry><box size="0.2 0.4 0.6"/></geometry>
</collision></link><link name="jaw"/><link name="other"/>
<joint name="slide" type="prismatic"><parent link="base"/><child link="arm"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="2.5" velocity="1" effort="1"/></joint>
<joint name="turn" type="continuous"><parent link="arm"/><child link="jaw"/><axis xyz="1 0 0"/></joint>
<joint name="follows" type="revolute"><parent link="arm"/><child link="other"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="2.5" velocity="1" effort="1"/><mimic joint="turn" multiplier="2" offset="0.5"/></joint>
</robot>
END
printf 'joint_names: [slide]\npoints:\n- {positions: [0.5], time_from_start: 2}\n- {positions: [1], time_from_start: 3}\n' \
    >late.yaml

# ---- the same results, and no explanation without --explain
expect 0 check pair.json --json
no_complaint
cp "$out" plain
expect 0 check pair.json --json --explain
cmp -s "$out" plain || fail 'the results should be the same as without --explain'

# ---- the scene: places and their sources
complains 'robot b, its root link in the world at \(0, 0, 2\) m' \
    '^    a/joint  planar; stands at 0, 0, 0 \(x m, y m, heading rad\) \(the default: nothing says where\)$' \
    '^    b/joint  planar; stands at 0, 3, 0 .*\(the scene\)$' \
    '^    wall: box, in the world within \(4.5, 0.9, -1.5\) to \(5.5, 1.1, 1.5\) m$' \
    '^    two: 2 spheres, in the world within \(-0.5, 7.5, -0.5\) to \(0.5, 9.5, 0.5\) m$' \
    'nearer than 10 mm \(the scene, or the default\) to an obstacle' \
    'nearer than 0 mm \(the scene, or the default\) between two links' \
    '^    but 1 pair has a margin of its own \(pair_margins\)$' \
    'pairs of bodies: 5, of which 5 are checked' '^    pair.json$'
complains '^  motion ahead: 1 piece, straight in joint values, t from 0 to 1, without a clock$' \
    '^    a/joint  from 0, 0, 0 to 1, 0.5, 0.25 \(x m, y m, heading rad\)$'
grep -q 'padding' "$err" && fail 'nothing is grown'

# ---- flags take precedence, and are named as the source
expect 0 check pair.json --explain --set b/joint=0,4,0 --margin 0.03 --self-margin 0.002 --link-padding 0.001
complains 'b/joint .*stands at 0, 4, 0 .*\(--set\)$' 'a/joint .*\(the default' 'than 30 mm \(--margin\)' \
    'than 2 mm \(--self-margin\)' 'scaled by 1, then grown by 0.001 m .*\(--link-padding\)' '^    2 bodies are grown'

# ---- joints, a clock, an approach, and a motion's values of joints that it does not move
expect 0 check --robot slides.urdf --allow-empty --trajectory late.yaml --set slide=-0.25 --set turn=3 --explain
complains '^    slide  prismatic; limits -1 to 2.5; stands at -0.25 m \(--set\)$' \
    '^    turn  continuous; stands at 3 rad \(--set\)$' '^    follows  revolute, follows turn: 2 times it, plus 0.5$' \
    '^  no obstacles$' 'motion 0: 2 pieces, straight in joint values, time from 0 to 3 s$' \
    '^    slide  from -0.25 to 1 m; limits -1 to 2.5; first from where it stands to the first point$'
cat >request.yaml <<'END'
start_state: {joint_state: {name: [slide, turn], position: [0, 1.5]}}
goal_constraints: [{joint_constraints: [{joint_name: slide, position: 1}]}]
END
expect 0 check --robot slides.urdf --allow-empty --request request.yaml --explain
complains '^    slide  from 0 to 1 m' '^    turn  stands at 1.5 rad \(the motion\)$'

# ---- at most eight motions and a few files are explained; other commands
for i in 1 2 3 4 5 6 7 8 9 10; do
    printf '{"id": "m%s", "joints": ["slide"], "from": [0], "to": [1]}\n' "$i"
done >many.jsonl
expect 0 check --robot slides.urdf --allow-empty --motions many.jsonl --explain
complains 'motion m8:' 'further motions are not explained'
grep -q 'motion m9' "$err" && fail 'eight motions are explained'
expect 0 info "$scenes/cell.json" --explain
complains 'lamp: sphere' '^    and 5 more files$'
expect 0 plan "$scenes/cell.json" --motion 'over the post' --explain
complains 'motion over the post: 3 pieces'
expect 1 check "$scenes/pick.json" --explain
complains 'table: box, in the world within \(-0.8, -1.1, -0.04\) to \(1.2, 1.1, 0\) m' \
    '^    at 0.222222 takes can with gripper$' '^    at 0.777778 puts down can$'
