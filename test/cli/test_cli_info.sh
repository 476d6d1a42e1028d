#!/bin/sh -eu
# Tests leeway info and leeway distance, and the program's own help.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# ---- info
expect 0 info "$scenes/cell.json"
no_complaint
says '^margin 2 mm, inside a robot 0 mm' '^robot arm, base at \(0, 0, 0\) m, reaches [01]\.[0-9]+ m at most$' \
    '^    joint_1 +revolute  -2\.97 to 2\.97 rad$' '^    arm \(6 values\): joint_1 joint_2' \
    '^    ready \(arm\): joint_1 0, joint_2 0\.1' '^    base: mesh of 320 triangles, 3 parts, watertight, 0\.[0-9]+ x 0\.[0-9]+ x 0\.[0-9]+ m$' \
    '^    shelf: 6 boxes, [0-9.]+ x [0-9.]+ x [0-9.]+ m$' '^    under the lamp$' 'allowed by the scene' '^memory: '
expect 0 info "$scenes/cell.json" --pairs
says '^    gripper and lamp: checked$' '^    base and table: allowed by the scene$' \
    '^    base and shoulder: '
all=$(sed -n 's/^pairs: \([0-9]*\), .*/\1/p' "$out")
[ "$(grep -c '^    .* and .*: ' "$out")" -eq "$all" ] || fail "there should be $all pairs"
checked=$(sed -n 's/^pairs: .* of which \([0-9]*\) are checked/\1/p' "$out")
[ "$(grep -c ': checked$' "$out")" -eq "$checked" ] || fail "$checked of them should be checked"
expect 0 info "$scenes/cell.json" --json --pairs
lines 1
says '"robots": \[\{"name": "arm", "reach": [01]\.[0-9]+, ' '"name": "base", "robot": "arm", "box": \[\[-?0\.[0-9]+, ' '"lower": -2\.97, "upper": 2\.97' '"watertight": true' \
    "\"pair_counts\": \\{\"checked\": $checked," '\{"pair": \["base", "table"\], "reason": "scene"\}'
expect 0 info "$scenes/cell.json" --margin 0.01 --self-margin 0.001 --mesh surface --set joint_2=0.5
says '^margin 10 mm, inside a robot 1 mm; all meshes are surfaces$' 'joint_2 .*  at 0\.5$'

# clouds: how many points, and how many were joined
cat >"$folder/points.json" <<'END'
{"obstacles": [
  {"id": "scan", "type": "cloud", "radius": 0.5, "points": [[0, 0, 0], [1, 2, 3], [0, 0, 0]], "position": [0, 0, 9]},
  {"id": "both", "shapes": [{"type": "cloud", "radius": 0.25, "points": [[0, 0, 0]]}, {"type": "sphere", "radius": 1},
   {"type": "cloud", "radius": 0.125, "points": [[0, 0, 0], [1, 0, 0]]}]}]}
END
expect 0 info "$folder/points.json" --allow-empty
says '^    scan: cloud of 2 points, radius 0\.5, 1 that repeat joined, 2 x 3 x 4 m$' \
    '^    both: sphere, 2 clouds of 3 points, radius 0\.125 to 0\.25, '
complains 'the cloud of "scan" has 1 point that repeats another: the two are joined$'
refuses info "$folder/points.json" --allow-empty --strict
complains 'the cloud of "scan" has 1 point that repeats another'
expect 0 info "$folder/points.json" --allow-empty --json
says '"id": "scan", .*"shapes": \{"cloud": 1\}, "clouds": \[\{"points": 2, "radius": 0\.5, "left_out": 0, "joined": 1, "filtered": 0, "file": null\}\]' \
    '"clouds": \[\{"points": 1, .*, \{"points": 2, "radius": 0\.125, '

# octrees: cells of a scene and of a file, and what is unknown
cat >"$folder/cells.json" <<'END'
{"obstacles": [
  {"id": "map", "type": "octree", "resolution": 0.5, "unknown": "free", "occupied": [[0, 0, 0, 2], [2, 0, 0, 1]], "free": [[-4, -4, 0, 4]]},
  {"id": "both", "shapes": [{"type": "octree", "resolution": 0.25, "unknown": "obstacle"},
   {"type": "octree", "resolution": 0.125, "unknown": "free", "occupied": [[0, 0, 0, 1]]}]}]}
END
expect 0 info "$folder/cells.json" --allow-empty
says '^    map: octree of 2 occupied and 1 free cells, resolution 0\.5, unknown space is free, 1\.5 x 1 x 1 m$' \
    '^    both: 2 octrees of 1 occupied and 0 free cells, resolution 0\.125 to 0\.25, unknown space is an obstacle in 1 of them, '
expect 0 info "$folder/cells.json" --allow-empty --json
says '"octrees": \[\{"resolution": 0\.5, "occupied": 2, "free": 1, "unknown": "free", "file": null\}\]' \
    '"octrees": \[\{"resolution": 0\.25, .*"unknown": "obstacle", .*\}, \{"resolution": 0\.125, '
printf '# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.001\ndata\n\1\200' >"$folder/room.bt"
expect 0 info "$scenes/cell.json" --octomap "$folder/room.bt" --unknown obstacle
says '^    room\.bt: octree of 1 occupied and 1 free cells, resolution 0\.001, unknown space is an obstacle, ' \
    '^        from .*room\.bt$'
expect 0 info "$scenes/cell.json" --octomap "$folder/room.bt" --unknown free --json
says '"octrees": \[\{"resolution": 0\.001, "occupied": 1, "free": 1, "unknown": "free", "file": ".*room\.bt"\}\]'
refuses info "$scenes/cell.json" --octomap "$folder/room.bt"
complains '--octomap .*room\.bt needs --unknown obstacle or --unknown free'
refuses info "$scenes/cell.json" --octomap "$scenes/cell.json" --unknown free
complains 'cell\.json:1:1: "data" is missing$'
printf 'world:\n  octomap:\n    octomap: {binary: true, id: OcTree, resolution: 0.5, data: [2, 0]}\n' >"$folder/world.yaml"
expect 0 info "$scenes/cell.json" --scene "$folder/world.yaml" --unknown free
says '^    <octomap>: octree of 1 occupied and 0 free cells, resolution 0\.5, unknown space is free, '
refuses info "$scenes/cell.json" --scene "$folder/world.yaml"
complains 'world\.yaml:3:[0-9]+: world: the scene has an octomap, and nothing says what its unknown space is'

# depth images: 2 x 2 depths of 0, 50, 100 and 150
{
    printf '\223NUMPY\1\0\73\0'
    printf '%s' "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }"
    printf '\0\62\144\226'
} >"$folder/view.npy"
echo '{"fx": 2, "fy": 2, "cx": 0.5, "cy": 0.5, "near": 0.25, "far": 4, "position": [0, 0, 9]}' >"$folder/camera.json"
expect 0 info "$scenes/cell.json" --depth-image "$folder/view.npy" --camera "$folder/camera.json" --unseen free --depth-scale 0.01
says '^    view\.npy: depth image of 4 pixels, 1 without a depth, depths from 0\.5 to 1\.5, unseen: free, .* m$' '^        from .*view\.npy$'
expect 0 info "$scenes/cell.json" --depth-image "$folder/view.npy" --camera "$folder/camera.json" --unseen obstacle --depth-scale 0.01 --json
says '"depth_images": \[\{"rows": 2, "columns": 2, "unmeasured": 1, "near": 0\.25, "far": 4, "unseen": "obstacle", "file": ".*view\.npy"\}\]'
refuses info "$scenes/cell.json" --depth-image "$folder/view.npy" --unseen free
complains '--depth-image .*view\.npy needs --camera FILE'
refuses info "$scenes/cell.json" --depth-image "$folder/view.npy" --camera "$folder/camera.json"
complains '--depth-image .*view\.npy needs --unseen obstacle or --unseen free: what space is that the camera does not see$'
refuses info "$scenes/cell.json" --unseen free
complains '--unseen belongs to a depth image: put --depth-image FILE before it$'
refuses info "$scenes/cell.json" --depth-image "$folder/view.npy" --unseen known
complains "--unseen takes obstacle or free, not 'known'$"
refuses info "$scenes/cell.json" --depth-image "$folder/view.npy" --unseen free --unseen free
complains '--unseen is given twice for --depth-image .*view\.npy$'
refuses info "$scenes/cell.json" --depth-image "$folder/view.npy" --depth-scale 0
complains "--depth-scale takes a number above 0, not '0'$"
refuses info "$scenes/cell.json" --depth-image "$folder/view.npy" --camera "$folder/camera.json" --unseen free --depth-scale 0.001
complains 'view\.npy: the depth in row 0 and column 1 of a depth image, counted from 0, is 0\.05; it must be from the near plane, 0\.25'

refuses info "$scenes/cell.json" --depth-image "$scenes/cell.json" --camera "$folder/camera.json" --unseen free
complains 'cell\.json: is no depth image by its name, which must end in \.npy or \.png$'
cp "$folder/view.npy" "$folder/view.PNG"
refuses info "$scenes/cell.json" --depth-image "$folder/view.PNG" --camera "$folder/camera.json" --unseen free
complains '--depth-image .*view\.PNG needs --depth-scale METRES: the metres of a grey level$'
refuses info "$scenes/cell.json" --depth-image "$folder/view.PNG" --camera "$folder/camera.json" --unseen free --depth-scale 0.01
complains 'view\.PNG: (a PNG file begins with |this library was built without libpng)'
refuses info "$scenes/cell.json" --heights "$folder/view.PNG" --heights-spacing 1 --heights-floor 0
complains '--heights .*view\.PNG needs --heights-scale METRES: the metres of a grey level$'

# depth images merged
{
    printf '\223NUMPY\1\0\73\0'
    printf '%s' "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }"
    printf '\144\144\144\144'
} >"$folder/wall.npy"
# merged OPTION...: sets $free to the number of free cells
merged() {
    expect 0 info "$scenes/cell.json" --depth-image "$folder/wall.npy" --camera "$folder/camera.json" --unseen obstacle \
        --depth-scale 0.01 --merge-images 0.05 "$@"
    says '^    <depth images>: octree of 0 occupied and [1-9][0-9]* free cells, resolution 0\.05, unknown space is an obstacle, '
    free=$(sed -n 's/^    <depth images>: .* and \([0-9]*\) free .*/\1/p' "$out")
}
merged
alone=$free
merged --self-filter home --self-filter-margin 0.1
[ "$free" -gt $((alone + 100)) ] || fail "with the robot's cells $free are free, without them $alone"
expect 0 info "$scenes/cell.json" --depth-image "$folder/wall.npy" --camera "$folder/camera.json" --unseen obstacle \
    --depth-scale 0.01 --depth-image "$folder/wall.npy" --camera "$folder/camera.json" --unseen obstacle --depth-scale 0.02 \
    --merge-images 0.05 --json
says '"octrees": \[\{"resolution": 0\.05, "occupied": 0, "free": [0-9]+, "unknown": "obstacle", "file": null\}\]'
refuses info "$scenes/cell.json" --merge-images 0.1
complains '--merge-images needs --depth-image$'
refuses info "$scenes/cell.json" --depth-image "$folder/wall.npy" --camera "$folder/camera.json" --unseen free --merge-images 0.1
complains '--merge-images is about what cameras have seen: --depth-image .*wall\.npy needs --unseen obstacle$'

# height fields: 2 x 2 heights of 0, 50, 100 and 150
{
    printf '\223NUMPY\1\0\73\0'
    printf '%s' "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }"
    printf '\0\62\144\226'
} >"$folder/hill.npy"
expect 0 info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-spacing 0.5 --heights-floor -1 --heights-scale 0.01
says '^    hill\.npy: height field of 4 heights from 0 to 1\.5, floor -1, 0\.5 x 0\.5 x 2\.5 m$' '^        from .*hill\.npy$'
expect 0 info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-spacing 0.5,0.25 --heights-floor -1 --json
says '"height_fields": \[\{"rows": 2, "columns": 2, "spacing": \[0\.5, 0\.25\], "floor": -1, "file": ".*hill\.npy"\}\]'
refuses info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-floor -1
complains '--heights .*hill\.npy needs --heights-spacing METRES'
refuses info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-spacing 0.5
complains '--heights .*hill\.npy needs --heights-floor METRES: the z down to which it is solid$'
refuses info "$scenes/cell.json" --heights-floor -1
complains '--heights-floor belongs to a height field: put --heights FILE before it$'
refuses info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-spacing 1,0
complains "--heights-spacing takes a number above 0, or two, X,Y, not '1,0'$"
refuses info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-scale 0
complains "--heights-scale takes a number above 0, not '0'$"
refuses info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-floor low
complains "--heights-floor takes a number, not 'low'$"
refuses info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-floor 0 --heights-floor 0
complains '--heights-floor is given twice for --heights .*hill\.npy$'
refuses info "$scenes/cell.json" --heights "$folder/hill.npy" --heights-spacing 1 --heights-floor 0.5
complains 'hill\.npy: the height in row 0 and column 0 of a height field, counted from 0, is 0, below the floor, 0\.5$'
refuses info "$scenes/cell.json" --heights "$scenes/cell.json" --heights-spacing 1 --heights-floor 0
complains 'cell\.json: is no height field by its name, which must end in \.npy or \.png$'

# clouds from files: of the command line and of a scene
expect 0 info "$scenes/cell.json" --cloud "$scenes/scan.pcd" --point-radius 0.01
says '^    scan\.pcd: cloud of 292 points, radius 0\.01, ' '^        from .*scan\.pcd$'
expect 0 info "$scenes/cell.json" --cloud "$scenes/scan.pcd" --json
says '"id": "scan\.pcd", .*"clouds": \[\{"points": 292, "radius": 0\.005, "left_out": 0, "joined": 0, "filtered": 0, "file": ".*scan\.pcd"\}\]'
expect 0 info "$scenes/scan.json"
says '^    scan: cloud of 292 points, radius 0\.015, '
refuses info "$scenes/cell.json" --cloud "$scenes/cell.json"
complains 'cell\.json:1:1: "data" is missing$'
refuses info "$scenes/cell.json" --cloud "$scenes/waypoints.csv"
complains 'waypoints\.csv: is no point cloud by its name, which must end in \.pcd, \.ply or \.npy, or for a PointCloud2 in \.yaml, \.yml or \.json$'
cat >"$folder/scan.yaml" <<'END'
header: {frame_id: camera}
height: 1
width: 2
fields:
- {name: x, offset: 0, datatype: 7, count: 1}
- {name: y, offset: 4, datatype: 7, count: 1}
- {name: z, offset: 8, datatype: 7, count: 1}
is_bigendian: false
point_step: 12
row_step: 24
data: [0, 0, 128, 63, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 192, 127, 0, 0, 0, 0, 0, 0, 0, 0]
is_dense: false
---
END
expect 0 info "$scenes/cell.json" --cloud "$folder/scan.yaml" --json
says '"id": "scan\.yaml", .*"clouds": \[\{"points": 1, "radius": 0\.005, "left_out": 1, "joined": 0, "filtered": 0, "file": ".*scan\.yaml"\}\]'
# poses, the threshold of occupancy, and the robot in its own cloud
cat >"$folder/near.pcd" <<'END'
FIELDS x y z
SIZE 4 4 4
TYPE F F F
POINTS 3
DATA ascii
0 0 0.05
0 0 -0.015
0 0 3
END
expect 0 info "$scenes/cell.json" --cloud "$folder/near.pcd" --self-filter home
complains '^leeway: --self-filter: 1 points of clouds are at most 0\.01 m from robots, and left out$'
says '^    near\.pcd: cloud of 2 points, radius 0\.005, 1 on robots left out, '
expect 0 info "$scenes/cell.json" --cloud "$folder/near.pcd" --self-filter home --self-filter-margin 0.02 --json
says '"clouds": \[\{"points": 1, "radius": 0\.005, "left_out": 0, "joined": 0, "filtered": 2, "file": ".*near\.pcd"\}\]'
expect 0 info "$scenes/cell.json" --cloud "$folder/near.pcd" --cloud-pose '0 0 9 0 0 0' --self-filter 0,0,0,0,0,0
complains '^leeway: --self-filter: 0 points of clouds'
expect 0 info "$scenes/cell.json" --cloud "$folder/near.pcd" --cloud-pose '0 0 -3 0 0 0' --self-filter home
complains '^leeway: --self-filter: 1 points of clouds'
refuses info "$scenes/cell.json" --cloud "$folder/near.pcd" --self-filter homes
complains 'homes'
refuses info "$scenes/cell.json" --self-filter-margin 1
complains '--self-filter-margin needs --self-filter$'
refuses info "$scenes/cell.json" --cloud "$folder/near.pcd" --self-filter home --self-filter-margin 0
complains 'the margin about robots is 0; it must be a number from 1e-09 to 1e\+09$'
refuses info "$scenes/cell.json" --cloud "$folder/near.pcd" --cloud-pose '0 0 9'
complains '--cloud-pose takes six numbers, "x y z roll pitch yaw", not .0 0 9.$'
refuses info "$scenes/cell.json" --octomap-pose '0 0 9 0 0 0'
complains '--octomap-pose belongs to an octree: put --octomap FILE before it$'
refuses info "$scenes/cell.json" --cloud-pose '0 0 9 0 0 0'
complains '--cloud-pose belongs to a cloud: put --cloud FILE before it$'
printf 'binary: false\nid: OcTree\nresolution: 0.5\ndata: [0, 0, 128, 63, 0]\n' >"$folder/odds.yaml"
expect 0 info "$scenes/cell.json" --octomap "$folder/odds.yaml" --unknown obstacle --occupancy-threshold 0.73 \
    --octomap-pose '1 2 3 0 0 0'
says '^    odds\.yaml: octree of 1 occupied and 0 free cells'
expect 0 info "$scenes/cell.json" --octomap "$folder/odds.yaml" --unknown obstacle --occupancy-threshold 0.74
says '^    odds\.yaml: octree of 0 occupied and 1 free cells'
refuses info "$scenes/cell.json" --occupancy-threshold 1
complains '--occupancy-threshold takes a probability below 1, not 1$'
refuses info "$scenes/cell.json" --cloud "$scenes/scan.pcd" --cloud "$scenes/scan.pcd"
complains 'there is an object "scan\.pcd" already$'
printf '%s\n' '{"obstacles": [' '{"id": "a", "type": "cloud",' '"file": "bad.npy"}]}' >"$folder/bad.json"
printf 'no numbers' >"$folder/bad.npy"
refuses info "$folder/bad.json"
complains 'bad\.json:3:.*bad\.npy: an NPY file begins with'

# a joint with equal limits has limits
cat >"$folder/stiff.urdf" <<'END'
<robot name="stiff"><link name="base"/><link name="tip"/>
<joint name="slide" type="prismatic"><parent link="base"/><child link="tip"/><limit effort="1" velocity="1"/></joint>
<joint name="turn" type="continuous"><parent link="tip"/><child link="end"/></joint><link name="end"/></robot>
END
expect 0 info --robot "$folder/stiff.urdf" --allow-empty
says '^    slide  prismatic  0 to 0 m$' '^    turn   continuous$'
expect 0 info --robot "$folder/stiff.urdf" --allow-empty --json
says '"lower": 0, "upper": 0'

# A notice says that a link is in millimetres, with its file and its size; with --strict it is an
# error.
cat >"$folder/part.obj" <<'END'
v 0 0 0
v 300 0 0
v 0 200 0
v 0 0 100
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
END
cat >"$folder/large.urdf" <<'END'
<robot name="large"><link name="base"/>
<link name="arm"><collision><geometry><mesh filename="part.obj"/></geometry></collision></link>
<joint name="turn" type="continuous"><origin xyz="0 0 0.4"/><parent link="base"/><child link="arm"/></joint></robot>
END
expect 0 info --robot "$folder/large.urdf" --allow-empty
says '^    arm: mesh of 4 triangles, watertight, 300 x 200 x 100 m$' '^robot large, base at .*, reaches 3[0-9][0-9]\.[0-9] m at most$'
complains 'part\.obj: link "arm" is 300 m large, 750 times what is beside it \(joints or links, 0\.4 m\): a mesh in millimetres needs a scale of 0\.001$'
refuses info --robot "$folder/large.urdf" --allow-empty --strict
complains 'link "arm" is 300 m large'

# ---- distance: at the origin the ball's surface is 0.5 from the wall
expect 0 distance "$puck"
says '^to others: ball and wall: 500 mm, \(0\.1000, 0\.0000, 0\.0000\) to ' \
    '^inside the robot: no pair is checked$'
expect 0 distance "$puck" --at 0.25,0,0 --json
lines 1
says '^\{"pair": \["ball", "wall"\], "self": false, "margin": 0,'
near "$(sed 's/.*"distance": \[[^,]*,\([^]]*\).*/\1/' "$out")" 0.25 1e-12
expect 1 distance "$puck" --at 0.25,0,0 --margin 0.3
says 'within the margin'
expect 1 distance "$puck" --at 0.55,0,0
says 'contact'
expect 0 distance "$puck" --set joint=0.25,0,0
says ': 250 mm,'

# ---- by a named algorithm of the plane
set -- distance "$scenes/workcell.json" --at R1=0,0,0.2 --at R2=3,2,0.3
expect 0 "$@" --pairs
cp "$out" "$folder/pairs"
for algorithm in auto barycode barycode-climb barycode-general barycode-general-climb barycode-octant walk lin-canny \
    axes edges; do
    expect 0 "$@" --pairs --algorithm "$algorithm"
    diff "$out" "$folder/pairs" || fail "$algorithm has other distances"
done
expect 0 "$@" --gradient --json --algorithm barycode
says '"gradient": \{'
refuses "$@" --algorithm sat
complains 'there is no planar algorithm "sat"$'
refuses "$@" --algorithm lincanny
complains 'there is no planar algorithm "lincanny"; the nearest name is "lin-canny"$'
refuses distance "$puck" --algorithm barycode
complains 'the algorithm barycode is for scenes in the plane, and this one has dimension 3$'

expect 0 distance "$scenes/cell.json" --at ready
says '^to others: ' '^inside the robot: '
expect 0 distance "$scenes/cell.json" --at 0,0.1,0.3,0,1.17,0 --json
cp "$out" "$folder/values"
expect 0 distance "$scenes/cell.json" --at ready --json
cmp "$out" "$folder/values" || fail 'a state and its values are not the same'
expect 0 distance "$scenes/cell.json" --at ready --pairs --json
lines "$checked"
sed 's/.*"distance": \[[^,]*,\([^]]*\).*/\1/' "$out" | LC_ALL=C sort -g -c || fail 'the nearest is not first'
expect 0 distance "$scenes/two_arms.json" --at left=ready --at right=home
says '^to others: (left|right)/'
refuses distance "$scenes/two_arms.json" --at ready
complains 'the scene has 2 robots; say which is meant: left=ready'
refuses distance "$scenes/two_arms.json" --at left=ready --at home
complains "'home' does not say which robot"

# ---- help and version
expect 0 --version
says '^leeway [0-9]+\.[0-9]+\.[0-9]+$'
cp "$out" "$folder/version"
expect 0 --help
says '^Usage: leeway ' '^  check ' '^  distance ' '^  info ' '^  plot ' '^Exit status'
expect 0 help
for command in check distance info plot; do
    expect 0 "$command" --help
    says "^Usage: leeway $command " '^Examples:$' '^Exit status' '--robot=FILE' '--margin=METRES'
    no_complaint
    cp "$out" "$folder/help"
    expect 0 help "$command"
    cmp "$out" "$folder/help" || fail "help $command is not $command --help"
    for short in -h '-?'; do
        expect 0 "$command" "$short"
        cmp "$out" "$folder/help" || fail "$short is not --help"
    done
    expect 0 "$command" --usage
    says '^Usage: leeway'
    expect 0 "$command" --version
    cmp "$out" "$folder/version" || fail 'one program, one version'
done
expect 0 --help
mv "$out" "$folder/help"
expect 0 -h
cmp "$out" "$folder/help" || fail '-h is not --help'
refuses chek
complains "no command \"chek\"; the nearest name is \"check\""
expect 2
no_output
