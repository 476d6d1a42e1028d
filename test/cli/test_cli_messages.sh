#!/bin/sh -eu
# Tests messages of MoveIt and ROS on the command line: as scenes, as states, and as objects in the
# frames of links.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
messages=$LEEWAY_SOURCE/test/messages
# arm_expect STATUS COMMAND ARGUMENT..., arm_refuses COMMAND ARGUMENT...: expect and refuses, with
# the robot
arm_expect() {
    wanted_status=$1
    command=$2
    shift 2
    expect "$wanted_status" "$command" --robot "$messages/robots/arm.urdf" --srdf "$messages/robots/arm.srdf" "$@"
}
arm_refuses() {
    command=$1
    shift
    refuses "$command" --robot "$messages/robots/arm.urdf" --srdf "$messages/robots/arm.srdf" "$@"
}

# all printed forms of one scene give the same answer
arm_expect 0 distance --scene "$messages/scene.json" --pairs
cp "$out" "$folder/wanted"
for name in scene_echo.yaml scene_rosservice.yaml scene_service.txt; do
    arm_expect 0 distance --scene "$messages/$name" --pairs
    cmp -s "$out" "$folder/wanted" || fail "$name is not the scene of scene.json"
    arm_expect 0 distance "$messages/$name" --pairs
    cmp -s "$out" "$folder/wanted" || fail "$name by position is not the scene of scene.json"
done
arm_expect 0 distance --scene - --pairs <"$messages/scene_echo.yaml"
cmp -s "$out" "$folder/wanted" || fail 'standard input is not the scene of scene.json'

# a state of joints sets the state of the scene, or is the configuration of --at
box="{\"obstacles\": [{\"id\": \"box\", \"type\": \"box\", \"size\": [0.1, 0.1, 0.1], \"position\": [1, 1, 0.3]}]}"
echo "$box" >"$folder/box.json"
arm_expect 0 distance "$folder/box.json" --set turn=0.35 --set slide=0.1 --set grip=0.02 --pairs
cp "$out" "$folder/wanted"
arm_expect 0 distance "$folder/box.json" --scene "$messages/joint_states_echo.yaml" --pairs
cmp -s "$out" "$folder/wanted" || fail 'the JointState is not the state of the scene'
arm_expect 0 distance "$folder/box.json" --at "$messages/joint_states_echo.yaml" --group arm --pairs
cmp -s "$out" "$folder/wanted" || fail 'the JointState is not the state that is asked for'
no_complaint
arm_expect 0 distance "$folder/box.json" --at arm="$messages/joint_states_rostopic.yaml" --group arm --pairs
cmp -s "$out" "$folder/wanted" || fail 'the JointState is not the state of the robot'
printf '{"state": {"joint_state": {"name": ["turn", "slide", "grip"], "position": [0.35, 0.1, 0.02]}}}' >"$folder/state.json"
arm_expect 0 distance "$folder/box.json" --at "$folder/state.json" --group arm --pairs
cmp -s "$out" "$folder/wanted" || fail 'the RobotState is not the state that is asked for'
printf 'name: [turn, elbow]\nposition: [0.35, 1]\n' >"$folder/elbow.yaml"
arm_expect 0 distance "$folder/box.json" --at "$folder/elbow.yaml" --group arm
complains 'elbow.yaml: the state names joint "elbow", which the robot does not have'
arm_expect 0 check "$folder/box.json" --path "$messages/joint_states_echo.yaml" --group arm
says '^0: free|^free'
arm_refuses distance "$folder/box.json" --at "$folder/state.json" --group arm -o "$folder/state.json"
complains 'state.json: results cannot go into a file that is read'
printf 'turn,slide\n0,0\n1,0\n' >"$folder/way.csv"
arm_refuses distance "$folder/box.json" --at "$folder/way.csv"
complains "--at takes a state, and '.*way.csv' holds a motion"
arm_refuses distance "$folder/box.json" --at "$folder/none.yaml" --group arm
complains 'has no state named'
printf 'name: [turn]\nposition: [1, 2]\n' >"$folder/wrong.yaml"
arm_refuses distance "$folder/box.json" --at "$folder/wrong.yaml" --group arm
complains 'wrong.yaml:2:11: the state: joint_state names 1 joints, but gives 2 positions'

# the name of a state takes precedence over a file of that name
expect 0 distance "$scenes/cell.json" --at ready
cp "$out" "$folder/wanted"
echo 'name: []' >"$folder/ready"
(cd "$folder" && expect 0 distance "$scenes/cell.json" --at ready)
cmp -s "$out" "$folder/wanted" || fail 'the file is taken for the state'

# configurations: a file for each robot, or no files
two="$scenes/two_arms.json"
printf 'name: [joint_1]\nposition: [0.3]\n' >"$folder/left.yaml"
expect 0 distance "$two" --at left="$folder/left.yaml"
refuses distance "$two" --at left="$folder/left.yaml" --at right=home
complains "'right=home' is no file; give all configurations as files, or none"

# an object in the frame of a link: --set or a state of the scene places it; otherwise a notice
# names the joints without values
printf 'id: ball\nheader: {frame_id: hand}\nprimitives: [{type: 2, dimensions: [0.1]}]\nprimitive_poses: [{position: {x: 1.0}}]\n' \
    >"$folder/ball.yaml"
arm_expect 0 distance --scene "$folder/ball.yaml"
complains 'ball.yaml:1: object "ball" is placed by the frame "hand"; nothing states where these joints are, which are taken to be at 0: "turn", "slide"'
says '^to others: .*ball: 740\.1 mm'
arm_refuses distance --scene "$folder/ball.yaml" --strict
arm_expect 0 distance --scene "$folder/ball.yaml" --set turn=0 --set slide=0.2
no_complaint
says '^to others: .*ball: 740\.1 mm'
arm_expect 0 distance --scene "$messages/joint_states_echo.yaml" --scene "$folder/ball.yaml"
no_complaint
says '^to others: .*ball: 740\.5 mm'

# trajectories with variable names, and with poses of a base over time
cart_expect() {
    wanted_status=$1
    command=$2
    shift 2
    expect "$wanted_status" "$command" --robot "$messages/robots/cart.urdf" --srdf "$messages/robots/cart.srdf" "$@"
}
cart_expect 0 check "$messages/drive_post.json" --path "$messages/drive.json" --clearance
cp "$out" "$folder/wanted"
for name in drive_echo.yaml drive_rostopic.yaml drive_names_echo.yaml; do
    cart_expect 0 check "$messages/drive_post.json" --trajectory "$messages/$name" --clearance
    cmp -s "$out" "$folder/wanted" || fail "$name is not the motion of drive.json"
done
cart_expect 0 check "$messages/drive_post.json" --request "$messages/request_echo.yaml" --clearance
says 'clearance 458.6 mm to 463.3 mm'
sed 's/frame_id: odom/frame_id: map/' "$messages/drive_echo.yaml" >"$folder/map.yaml"
cart_expect 0 check "$messages/drive_post.json" --trajectory "$folder/map.yaml" --json
says '"notices": \["the poses of joint ."base." are given in the frame ."map."'

# a link with an empty mesh is refused; --without-mesh leaves the mesh out
cat >"$folder/hollow.urdf" <<'END'
<robot name="hollow">
  <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="tip"><collision><geometry><mesh filename="empty.stl"/></geometry></collision>
    <collision><origin xyz="0.5 0 0"/><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="j" type="revolute"><parent link="base"/><child link="tip"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
END
: >"$folder/empty.stl"
refuses check --robot "$folder/hollow.urdf" --scene "$folder/box.json" --from 0 --to 1
complains 'hollow.urdf:3: .*empty.stl'
expect 0 check --robot "$folder/hollow.urdf" --without-mesh tip --scene "$folder/box.json" --from 0 --to 1 --json
says '"notices": \["the mesh of link ."tip." is left out; what only it would hit is not seen"\]'
complains '^leeway: the mesh of link "tip" is left out; what only it would hit is not seen'
expect 0 check --robot "$folder/hollow.urdf" --without-mesh hollow/tip --scene "$folder/box.json" --from 0 --to 1 --strict
says 'notice: the mesh of link "tip" is left out'
expect 0 distance --robot "$folder/hollow.urdf" --without-mesh tip --scene "$folder/box.json"
complains 'is left out'
refuses check --robot "$folder/hollow.urdf" --without-mesh tip --without-mesh tpi --scene "$folder/box.json" --from 0 --to 1
complains 'there is no mesh of a link "tpi" to leave out; the nearest name is "tip"'
