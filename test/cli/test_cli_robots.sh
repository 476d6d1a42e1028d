#!/bin/sh -eu
# Tests robots as they are published: repairs, refusals, and the places of their meshes.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# A robot whose link, with the geometry $1, slides along x. Pairs are only checked if there are
# obstacles.
slider() {
    cat <<END
<robot name="r">
<link name="a"/>
<link name="b">$1</link>
<joint name="j" type="prismatic"><parent link="a"/><child link="b"/><limit lower="-2" upper="2"/></joint>
</robot>
END
}
ball='<collision><geometry><sphere radius="0.1"/></geometry></collision>'
slider "$ball" >"$folder/ball.urdf"
slider '<visual><geometry><sphere radius="0.1"/></geometry></visual>' >"$folder/bare.urdf"
slider '<collision><geometry><sphere radius="0"/></geometry></collision>' >"$folder/dot.urdf"
echo '{"obstacles": [{"id": "wall", "type": "box", "size": [0.2, 1, 1], "position": [1.1, 0, 0]}]}' \
    >"$folder/wall.json"

# ---- without a pair to check, no motion is called free
expect 2 check --robot "$folder/bare.urdf" --from 0 --to 1 --scene "$folder/wall.json"
no_output
complains 'bare\.urdf:3: link "b": a visual and no collision geometry' \
    'no pair is checked: robot "r" has no collision geometry\. Where that is meant: --allow-empty'
for command in check plot; do
    refuses $command --robot "$folder/ball.urdf" --from 0 --to 1
    complains 'no pair is checked: there are no obstacles\.'
done
refuses distance --robot "$folder/ball.urdf"
complains 'no pair is checked: there are no obstacles\.'
refuses check "$folder/wall.json" --from 0 --to 1
complains 'no pair is checked: there is no robot'
echo '{"allowed_pairs": [["b", "wall"]]}' >"$folder/allowed.json"
refuses check --robot "$folder/ball.urdf" --scene "$folder/wall.json" --scene "$folder/allowed.json" \
    --from 0 --to 1
complains 'no pair is checked: 1 pair: allowed by the scene'
expect 0 check --robot "$folder/ball.urdf" --from 0 --to 1 --allow-empty --json
says '"verdict": "free", .*"pairs": 0, '
expect 0 distance --robot "$folder/ball.urdf" --allow-empty
expect 0 info --robot "$folder/bare.urdf"
says '^pairs: 0, of which 0 are checked'
expect 1 check --robot "$folder/ball.urdf" --scene "$folder/wall.json" --from 0 --to 1 --json
says '"verdict": "contact", .*"pairs": 1, '
no_complaint

# ---- --strict: every notice is an error, and the first one ends the command
expect 1 check --robot "$folder/dot.urdf" --scene "$folder/wall.json" --from 0 --to 1
complains 'dot\.urdf:3: link "b": a sphere with a size of 0 is taken as a point'
refuses check --robot "$folder/dot.urdf" --scene "$folder/wall.json" --from 0 --to 1 --strict
complains 'dot\.urdf:3: link "b": a sphere with a size of 0 is taken as a point'
expect 0 check --robot "$folder/ball.urdf" --scene "$folder/wall.json" --from 0 --to -3
complains 'joint "j": value -3 is outside its limits -2 to 2'
refuses check --robot "$folder/ball.urdf" --scene "$folder/wall.json" --from 0 --to -3 --strict
complains 'joint "j": value -3 is outside its limits -2 to 2'
echo '{"allowed_pairs": [["b", "nobody"]]}' >"$folder/nobody.json"
refuses info --robot "$folder/ball.urdf" --scene "$folder/nobody.json" --strict
complains 'a rule about pairs names "nobody", which nothing in the scene has: ignored'
expect 0 check "$scenes/cell.json" --motion 'over the post' --strict
no_complaint

# ---- without an SRDF, links that touch at the beginning are named, once
cat >"$folder/chain.urdf" <<'END'
<robot name="chain">
<link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link>
<link name="b"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="c"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="-3" upper="3"/></joint>
<joint name="k" type="revolute"><parent link="b"/><child link="c"/><limit lower="-3" upper="3"/></joint>
</robot>
END
printf '{"from": [0, 0], "to": [1, 1]}\n{"from": [0, 0], "to": [2, 1]}\n' >"$folder/two.jsonl"
expect 1 check --robot "$folder/chain.urdf" --motions "$folder/two.jsonl" --json
complains 'robot "chain" touches itself where the motion begins\..*--srdf.*"allowed_pairs".*: \["a", "c"\]$'
[ "$(wc -l <"$err")" -eq 1 ] || fail 'it should be said once'
# also if the motion attaches objects
cat >"$folder/carrying.json" <<'END'
{"obstacles": [{"id": "ball", "type": "sphere", "radius": 0.1, "position": [0, 0, 50]}],
 "motions": {"carry": {"path": [[0, 0], [1, 1]], "attach": [{"waypoint": 1, "id": "ball", "link": "c"}]},
             "carry at once": {"path": [[0, 0], [1, 1]], "attach": [{"waypoint": 0, "id": "ball", "link": "c"}]}}}
END
for motion in carry 'carry at once'; do
    expect 1 check --robot "$folder/chain.urdf" --scene "$folder/carrying.json" --motion "$motion"
    complains 'robot "chain" touches itself where the motion begins\..*: \["a", "c"\]$'
done
echo '{"allowed_pairs": [["a", "c"]]}' >"$folder/chain.json"
expect 0 check --robot "$folder/chain.urdf" --scene "$folder/chain.json" --from 0,0 --to 1,1 --allow-empty
no_complaint
echo '<robot name="chain"><disable_collisions link1="a" link2="b" reason="Adjacent"/></robot>' >"$folder/chain.srdf"
expect 1 check --robot "$folder/chain.urdf" --srdf "$folder/chain.srdf" --from 0,0 --to 1,1
no_complaint

# ---- values that look like degrees
expect 1 check --robot "$folder/chain.urdf" --from 0,0 --to 90,1
complains 'joint "j": value 90 is outside its limits -3 to 3; are these degrees\? they must be radians$'
expect 1 check --robot "$folder/chain.urdf" --from 0,0 --to 200,4
complains 'joint "j": value 200 is outside its limits -3 to 3$' 'joint "k": value 4 is outside its limits -3 to 3$'

# ---- a robot from standard input
expect 1 check --robot - --scene "$folder/wall.json" --from 0 --to 1 --json <"$folder/ball.urdf"
says '"pair": \["b", "wall"\]'
refuses check --robot - --scene "$folder/wall.json" --from 0 --to 1 </dev/null
complains '^leeway: standard input:1'
refuses check --robot - --motions - </dev/null
complains 'the robot or the motions, not both'
refuses info --robot - --robot - </dev/null
complains 'standard input holds one robot'

# ---- places of meshes
mkdir -p "$folder/ws/src/arm_pkg/meshes" "$folder/elsewhere" "$folder/robots"
cat >"$folder/ws/src/arm_pkg/meshes/part.obj" <<'END'
v 0 0 0
v 0.1 0 0
v 0 0.1 0
v 0 0 0.1
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
END
cp "$folder/ws/src/arm_pkg/meshes/part.obj" "$folder/elsewhere/part.obj"
echo '<package format="2"><name>arm_description</name></package>' >"$folder/ws/src/arm_pkg/package.xml"
mesh='<collision><geometry><mesh filename="package://arm_description/meshes/part.obj"/></geometry></collision>'
slider "$mesh" >"$folder/robots/mesh.urdf"
refuses info --robot "$folder/robots/mesh.urdf"
complains 'mesh.urdf:3: link "b": mesh "package://arm_description/meshes/part.obj" cannot be found'
expect 0 info --robot "$folder/robots/mesh.urdf" --package-path "$folder/ws"
no_complaint
says "^        from $folder/ws/src/arm_pkg/meshes/part\\.obj$"
expect 0 info --robot - --package-path "$folder/ws" <"$folder/robots/mesh.urdf"
says "^        from $folder/ws/src/arm_pkg/meshes/part\\.obj$"
expect 0 info --robot "$folder/robots/mesh.urdf" --json --package "arm_description=$folder/ws/src/arm_pkg"
says "\"files\": \\[\"$folder/ws/src/arm_pkg/meshes/part\\.obj\"\\]"
ROS_PACKAGE_PATH=/nowhere:$folder/ws
export ROS_PACKAGE_PATH
expect 0 info --robot "$folder/robots/mesh.urdf"
says "^        from $folder/ws/src/arm_pkg/meshes/part\\.obj$"
refuses info --robot "$folder/robots/mesh.urdf" --inside "$folder/robots"
complains 'cannot be found inside'
unset ROS_PACKAGE_PATH
mkdir -p "$folder/prefix/share"
mv "$folder/ws/src/arm_pkg" "$folder/prefix/share/arm_description"
AMENT_PREFIX_PATH=$folder/prefix "$LEEWAY" info --robot "$folder/robots/mesh.urdf" >"$out"
says "^        from $folder/prefix/share/arm_description/meshes/part\\.obj$"
mv "$folder/prefix/share/arm_description" "$folder/ws/src/arm_pkg"
refuses info --robot "$folder/robots/mesh.urdf" --package "arm_description=$folder/elsewhere"
complains 'elsewhere/meshes/part\.obj'
refuses info --robot "$folder/robots/mesh.urdf" --package arm_description
complains '--package takes a name and a folder'
expect 0 info --robot "$folder/robots/mesh.urdf" --package-path "$folder/ws" --inside "$folder/ws"
refuses info --robot "$folder/robots/mesh.urdf" --package-path "$folder/ws" --inside "$folder/robots"
complains 'mesh\.urdf:3: link "b": mesh "package://.* cannot be found inside .*/robots'
refuses info --robot "$folder/robots/mesh.urdf" --inside "$folder/nowhere"
complains 'nowhere" cannot be found'
cat >"$folder/robots/scene.json" <<'END'
{"obstacles": [{"id": "o", "type": "mesh", "file": "../elsewhere/part.obj"}]}
END
expect 0 info "$folder/robots/scene.json"
says '^        from .*/robots/\.\./elsewhere/part\.obj$'
refuses info "$folder/robots/scene.json" --inside "$folder/robots"
cp "$err" "$folder/there"
mv "$folder/elsewhere/part.obj" "$folder/elsewhere/other.obj"
refuses info "$folder/robots/scene.json" --inside "$folder/robots"
cmp "$err" "$folder/there" || fail 'the sentence tells whether a file exists outside'
complains 'scene\.json:1.*cannot be found inside'
