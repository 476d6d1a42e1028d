#!/bin/sh -eu
# Tests wrong usage and wrong input, for every command: exit status 2, one sentence, nothing on
# standard output.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
arm=$scenes/arm/arm.urdf

# ---- usage
refuses check
complains 'a scene is missing'
refuses check "$puck" "$puck"
complains 'one scene by position'
refuses check "$puck" --no-such-option
refuses --no-such-option
complains "^leeway: unrecognized option '--no-such-option'"
refuses info "$arm"
complains 'is a robot, not a scene: --robot '
refuses check "$puck" --srdf x.srdf
complains '--srdf belongs to a robot'
refuses check --robot "$arm" --base '1 2 3'
complains '--base takes six numbers'
refuses check "$puck" --from 0,0,0
complains '--to is missing'
refuses check "$puck" --from 0,0,0 --to 1,0,0 --motions x.jsonl
complains 'x.jsonl: cannot be read'
refuses check "$puck" --from 0,0,0 --to 1,0,0 --motion x
for number in -1 nan inf 1,2 abc '' 1e; do
    refuses check "$puck" --margin="$number"
    complains "--margin takes a number of at least 0, not '$number'"
done
refuses check "$puck" --link-scale 0
refuses check "$puck" --time-tolerance 0
refuses check "$puck" --threads -1
refuses check "$puck" --threads 1025
complains "--threads takes a whole number from 0 to 1024, not '1025'"
refuses check "$puck" --threads 99999999999999999999
refuses check "$puck" --budget-queries 1.5
refuses check "$puck" --budget-work -1
refuses check "$puck" --method best
complains "--method takes auto, bisection, slab, expanded or sampled, not 'best'$"
for asked in '--clearance' '--near 0.1'; do
    refuses check "$scenes/cell.json" --method expanded $asked
    complains 'expanded serves neither --clearance nor --near; auto, bisection and slab do'
done
# a method that proves nothing reports no clearance
expect 3 check "$puck" --from 0,0,0 --to 0.3,0,0 --method sampled --clearance
no_complaint
refuses check "$scenes/cell.json" --method expanded --expansion 0
complains "--expansion takes a number above 0, not '0'"
for layers in 0 17; do
    refuses check "$scenes/cell.json" --method expanded --layer-count "$layers"
    complains "$layers layers; there must be 1 to 16"
done
refuses check "$puck" --mesh open
refuses check "$puck" --interpolation spline
refuses check "$puck" --set joint
complains '--set takes a joint and its value'

# Without arguments the program lists its commands.
expect 2
no_output
complains '^  check      verdicts on motions' '^  plot ' "^'leeway COMMAND --help' tells more"

# ---- files
for command in check distance info plot; do
    refuses "$command" "$folder/missing.json"
    complains '^leeway: .*missing\.json: .*No such file'
    refuses "$command" --robot "$folder/missing.urdf"
    complains 'missing\.urdf'
done
refuses check "$puck" --motions "$folder/missing.jsonl"
refuses check "$puck" --path "$folder/missing.csv"
refuses check "$puck" --request "$folder/missing.yaml"
refuses check --robot "$arm" --srdf "$folder/missing.srdf" --from home --to home
printf '{\n  "obstaclez": []\n}\n' >"$folder/wrong.json"
refuses info "$folder/wrong.json"
complains '^leeway: .*wrong\.json:2:.*obstaclez'
printf '<robot name="a">\n<link name="b">\n</robot>\n' >"$folder/wrong.urdf"
refuses info --robot "$folder/wrong.urdf"
complains '^leeway: .*wrong\.urdf:[0-9]+:'
sphere='<link name="b"><collision><geometry><sphere radius="2e9"/></geometry></collision></link>'
printf '<robot name="a">\n%s\n</robot>\n' "$sphere" >"$folder/large.urdf"
refuses info --robot "$folder/large.urdf"
complains 'large\.urdf:2:.*2e\+09.*1e\+09'

# ---- values
refuses check "$puck"
complains 'names no motions'
refuses check "$puck" --from 0,0 --to 1,0
complains '^leeway: --from, --to: from has 2 values and must have 3'
refuses check "$puck" --from 0,0,nan --to 1,0,0
complains 'finite numbers'
refuses check "$puck" --from 0,0,0, --to 1,0,0
refuses check "$scenes/cell.json" --from home --to hom
complains 'hom'
refuses check "$scenes/cell.json" --from home --to 0,0,0
complains '6'
refuses check "$scenes/cell.json" --group legs --from home --to ready
complains 'legs'
refuses check "$scenes/cell.json" --set joint_9=1
complains 'joint_9'
refuses check "$scenes/two_arms.json" --from left=home --to right=home
complains "there is no --to for 'left=home'"
refuses check "$scenes/two_arms.json" --from home --to ready
complains 'the scene has 2 robots; say which is meant: left=home'
refuses distance "$scenes/cell.json" --at 0,0,0
complains '^leeway: --at: the configuration has 3 values and must have 6'
refuses distance "$scenes/two_arms.json" --at left=0,0,0
complains '^leeway: --at: the configuration has 3 values and must have 6'
refuses distance "$scenes/cell.json" --at x=home

# A scene without robots; names that are missing.
printf '{"obstacles": [{"id": "a", "type": "sphere", "radius": 1}]}\n' >"$folder/no-robot.json"
refuses check "$folder/no-robot.json" --from 0 --to 1
complains 'no pair is checked: there is no robot'
refuses check "$folder/no-robot.json" --from 0 --to 1 --allow-empty
complains 'the scene has no robot'
printf '{"obstacles": [{"id": "", "type": "sphere", "radius": 1}]}\n' >"$folder/no-name.json"
refuses info "$folder/no-name.json"
complains 'an obstacle without a name'

# The error of an unreadable mesh has its place in the scene and the place within the mesh.
printf 'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 x\n' >"$folder/bad.stl"
cat >"$folder/bad.json" <<'END'
{"obstacles": [
  {"id": "wall", "type": "mesh", "file": "bad.stl"}]}
END
refuses info "$folder/bad.json"
complains '^leeway: [^:]*/bad\.json:2:42: obstacle "wall": [^:]*/bad\.stl:4: '
cat >"$folder/bad.yaml" <<'END'
name: s
world:
  collision_objects:
    - id: wall
      header: {frame_id: world}
      meshes:
        - resource: bad.stl
          dimensions: [1, 1, 1]
      mesh_poses:
        - {position: [0, 0, 0], orientation: [0, 0, 0, 1]}
END
refuses info --robot "$arm" --scene "$folder/bad.yaml"
complains '^leeway: [^:]*/bad\.yaml:7:[0-9]*: .*"wall": [^:]*/bad\.stl:4: '

# Single values of a joint that has several, on the command line and in a scene: its other values
# stay.
sed 's/"obstacles"/"robot_state": {"joint": [0.25, 0, 0], "joint\/y": 0.125}, "obstacles"/' "$puck" >"$folder/state.json"
for set in '--set joint/x=0.125 --set joint/theta=0.5' '--set puck/joint/theta=0.5 --set puck/joint/x=0.125'; do
    expect 0 distance "$folder/state.json" $set --json
    cp "$out" "$folder/parts"
    expect 0 distance "$puck" --set joint=0.125,0.125,0.5 --json
    cmp "$out" "$folder/parts" || fail "$set should leave the other values"
done
expect 0 check "$folder/state.json" --set joint/x=0 --from 0,0,0 --to 0.1,0,0
complains '^leeway: --set joint/x has no effect where the motion moves the joint$'
refuses distance "$puck" --set joint/x=0.125 --set puck/joint/x=0
complains "gives one joint two values: 'joint/x=0.125' and 'puck/joint/x=0'"
refuses distance "$puck" --set joint/x=0.125 --set joint=0,0,0
refuses distance "$puck" --set joint=0,0,0 --set joint/x=0.125
refuses distance "$puck" --set joint/z=0
complains 'there is no joint "joint/z" to set'
refuses distance "$puck" --set joint/x=0,1
complains '"joint/x" is one value of a joint and was given 2'
sed 's/"obstacles"/"robot_state": {"joint\/x": [1]}, "obstacles"/' "$puck" >"$folder/state.json"
refuses distance "$folder/state.json"
complains 'state.json:4:[0-9]*: .*the value "joint/x"'

# --set of a joint that the motion moves has no effect: one notice says so.
expect 0 check "$scenes/cell.json" --set joint_1=1 --from home --to home
complains '^leeway: --set joint_1 has no effect where the motion moves the joint$'
[ "$(wc -l <"$err")" -eq 1 ] || fail 'one notice is expected'
expect 0 distance "$scenes/cell.json" --set arm/joint_1=1 --at home
complains '^leeway: --set arm/joint_1 has no effect'
refuses check "$scenes/cell.json" --set joint_1=1 --from home --to home --strict
complains '^leeway: --set joint_1 has no effect where the motion moves the joint$'
refuses distance "$scenes/cell.json" --set joint_1=1 --at home --strict
refuses plot "$scenes/cell.json" --set joint_1=1 --from home --to home --strict
expect 0 distance --robot "$arm" --srdf "$scenes/arm/arm.srdf" --set joint_1=0.01
no_complaint
expect 0 check "$scenes/two_arms.json" --set right/joint_1=0.01 --from left=home --to left=home
no_complaint
printf '{"joints": ["joint_2"], "from": [-0.6], "to": [-0.6]}\n' >"$folder/one-joint.jsonl"
expect 0 check "$scenes/cell.json" --set joint_3=0.5 --set joint_5=1.2 --motions "$folder/one-joint.jsonl"
no_complaint

# A configuration outside the limits gives a notice, or is refused with --strict-limits. joint_1
# goes to 2.97.
expect 0 distance "$scenes/cell.json" --at 3,-0.6,0.5,0,1.2,0
complains '^leeway: .*joint_1'
says '^to others: '
refuses distance "$scenes/cell.json" --at 3,-0.6,0.5,0,1.2,0 --strict-limits
complains 'joint_1'

# Repeated notices are counted.
for _ in 1 2 3 4 5; do
    echo '{"from": [3, -0.6, 0.5, 0, 1.2, 0], "to": [2.9, -0.6, 0.5, 0, 1.2, 0]}'
done >"$folder/beyond.jsonl"
expect 0 check "$scenes/cell.json" --motions "$folder/beyond.jsonl" --json
lines 5
[ "$(wc -l <"$err")" -eq 2 ] || fail 'a notice and its count are expected'
complains '4 more like this'

# CSV: a header of joint names, in any order; unknown names and wrong numbers of values.
printf 'joint_1,joint_2\n0,0\n' >"$folder/names.csv"
expect 0 check "$scenes/cell.json" --path "$scenes/waypoints.csv"
printf 'joint_1,joint_x\n0,0\n1,1\n' >"$folder/names.csv"
refuses check "$scenes/cell.json" --path "$folder/names.csv"
complains 'names\.csv:1:.*joint_x'
printf '0,0,0\n0,0\n' >"$folder/short.csv"
refuses check "$puck" --path "$folder/short.csv"
complains 'short\.csv:2:'
