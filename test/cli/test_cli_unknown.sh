#!/bin/sh -eu
# Tests unknown names: the sentence says where the name is missing, and gives the nearest name if
# one is near.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# ---- names on the command line
arm=$scenes/cell.json
two=$scenes/two_arms.json
refuses check "$arm" --from hoem --to home
complains 'robot "arm" has no state named "hoem"; the nearest name is "home"$'
refuses check "$arm" --from outside --to home
complains 'robot "arm" has no state named "outside"$'
refuses check "$arm" --from home --to home --group amr
complains 'robot "arm" has no group "amr"; the nearest name is "arm"$'
refuses check "$arm" --from home --to home --group gripper
complains 'robot "arm" has no group "gripper"$'
refuses check "$arm" --from home --to home --set jiont_1=0
complains 'no joint "jiont_1" to set; the nearest name is "joint_1"$'
refuses check "$arm" --from home --to home --set knee=0
complains 'no joint "knee" to set$'
refuses check "$two" --from lfet=home --to lfet=home
complains 'no robot "lfet"; the nearest name is "left"$'
refuses check "$two" --from middle=home --to middle=home
complains 'no robot "middle"$'
refuses chekc "$two"
complains 'no command "chekc"; the nearest name is "check"$'
refuses frobnicate
complains 'no command "frobnicate"$'

# ---- names in files
printf 'joint_1,jont_2\n0,0\n1,1\n' >"$folder/path.csv"
refuses check "$arm" --path "$folder/path.csv"
complains 'path.csv:1:.* has no joint "jont_2"; the nearest name is "joint_2"$'
cat >"$folder/motions.jsonl" <<'END_OF_MOTIONS'
{"id": "to the left", "from": "home", "to": "raedy"}
{"joints": ["Joint_1"], "from": [0], "to": [1]}
{"from": "elsewhere", "to": "home"}
END_OF_MOTIONS
expect 2 check "$arm" --motions "$folder/motions.jsonl"
complains ':1:.* no state named "raedy"; the nearest name is "ready"$' \
    ':2:.* no joint "Joint_1"; the nearest name is "joint_1"$' ':3:.* no state named "elsewhere"$'
printf '%s\n' '{"id": "to the left", "from": "home", "to": "home"}' >"$folder/motions.jsonl"
refuses check "$arm" --motions "$folder/motions.jsonl" --motion 'to the lfet'
complains 'motions.jsonl: there is no motion "to the lfet"; the nearest name is "to the left"$'
refuses check "$arm" --motions "$folder/motions.jsonl" --motion 'back home'
complains 'motions.jsonl: there is no motion "back home"$'
printf '%s\n' '{"robots": {"rihgt": {"from": "home", "to": "home"}}}' >"$folder/motions.jsonl"
refuses check "$two" --motions "$folder/motions.jsonl"
complains ':1:.* no robot "rihgt"; the nearest name is "right"$'
work=$scenes/workcell.json
trajectory=$(sed -n '1s/.*\["\([^"]*\)".*/\1/p' "$scenes/jobs.jsonl")
robot=$(sed -n '1s/.*"robots": *{"\([^"]*\)".*/\1/p' "$scenes/jobs.jsonl")
printf '{"robots": {"%s": ["%s_"]}}\n' "$robot" "$trajectory" >"$folder/jobs.jsonl"
expect 2 cell "$work" --jobs "$folder/jobs.jsonl"
complains "no trajectory \"${trajectory}_\"; the nearest name is \""
printf '{"robots": {"%s": ["something else"]}}\n' "$robot" >"$folder/jobs.jsonl"
expect 2 cell "$work" --jobs "$folder/jobs.jsonl"
complains 'no trajectory "something else"$'

# ---- a scene, a robot and its SRDF: rules for unknown names give a notice
cat >"$folder/robot.urdf" <<'END_OF_ROBOT'
<robot name="r">
  <link name="base"/><link name="forearm"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="elbow" type="revolute"><parent link="base"/><child link="forearm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
END_OF_ROBOT
cat >"$folder/robot.srdf" <<'END_OF_NAMES'
<robot name="r">
  <group name="whole"><joint name="elbwo"/><link name="froearm"/><group name="hwole"/><joint name="elbow"/></group>
  <group_state name="s" group="whoel"><joint name="elbow" value="0"/></group_state>
  <group_state name="t" group="whole"><joint name="elbo" value="0"/><joint name="ankle" value="0"/></group_state>
  <disable_collisions link1="bsae" link2="forearm" reason="Never"/>
  <passive_joint name="elboww"/>
</robot>
END_OF_NAMES
cat >"$folder/names.json" <<'END_OF_SCENE'
{"obstacles": [{"id": "table", "type": "sphere", "radius": 0.1, "position": [2, 0, 0]}],
 "allowed_pairs": [["tabel", "forearm"], ["lamp", "*"]],
 "link_padding": {"foreamr": 0.01},
 "robot_state": {"elobw": 0.1, "wrist": 0},
 "attached": [{"id": "cup", "link": "forearm", "type": "sphere", "radius": 0.1, "touch_links": ["bas"]}]}
END_OF_SCENE
expect 0 check --robot "$folder/robot.urdf" --srdf "$folder/robot.srdf" --scene "$folder/names.json" \
    --from 0 --to 0.1
complains 'joint "elbwo", .*; the nearest name is "elbow"$' 'link "froearm", .*"forearm"$' \
    'group "hwole", .*; the nearest name is "whole"$' 'no group "whoel"; the nearest name is "whole"$' \
    'joint "elbo", .*; the nearest name is "elbow"$' 'joint "ankle", .*; it is ignored$' \
    '"bsae", .*; the nearest name is "base"$' 'joint "elboww" .*; the nearest name is "elbow"$' \
    '"tabel", .*: ignored; the nearest name is "table"$' '"lamp", .*: ignored$' \
    'no link "foreamr"; .*; the nearest name is "forearm"$' '"bas", .*; the nearest name is "base"$' \
    'joint "elobw", .*; the nearest name is "elbow"$' 'joint "wrist", .*, is ignored$'
sed 's/child link="forearm"/child link="fourarm"/' "$folder/robot.urdf" >"$folder/broken.urdf"
refuses info --robot "$folder/broken.urdf"
complains 'no link "fourarm", its child; the nearest name is "forearm"$'
sed 's/"link": "forearm"/"link": "foraerm"/' "$folder/names.json" >"$folder/broken.json"
expect 2 info --robot "$folder/robot.urdf" --scene "$folder/broken.json"
complains 'has no link "foraerm"; the nearest name is "forearm"$'
