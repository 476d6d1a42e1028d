#!/bin/sh -eu
# Tests the program on real robots and scenes, if LEEWAY_DATA is set.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
if [ -z "${LEEWAY_DATA:-}" ]; then
    echo 'LEEWAY_DATA is not set: skips the commands on the Panda, the UR5 and the Fanuc'
    exit 0
fi
cd "$LEEWAY_DATA/robots/panda" || exit
problem=$LEEWAY_DATA/mbm/panda/bookshelf_small
set -- --robot panda.urdf --srdf panda.srdf --scene "$problem/scene0001.yaml"

# the mesh of one link of the Panda consists of open pieces
expect 0 info "$@"
one_link_is_open() {
    complains 'the meshes of 1 body \("panda_link6"\) stay open in 24 parts of up to [0-9.]+ m;'
    [ "$(wc -l <"$err")" -eq 1 ] || fail 'there should be one notice'
}
one_link_is_open
says '^    panda_arm \(7 values\): panda_joint1 panda_joint2' \
    '^    panda_link6: mesh of 1308 triangles, 29 parts, open' \
    '^        part 1: 2 triangles, 4 open edges, from \(0\.1138, ' '^        and 21 more' '^    Can3: cylinder, [0-9.]+ x [0-9.]+ x [0-9.]+ m$'
expect 0 info "$@" --json
says '"components": 29, "closed": 0, "repaired": 0, "cavities": 0, "watertight": false, "open": \[\{"part": 1, "triangles": 2, "edges": 4, "hollow": true, "box": \[\[0\.11'
expect 0 check "$@" --mesh surface --from ready --to ready
no_complaint
expect 0 info --robot ../ur5/ur5.urdf --srdf ../ur5/ur5.srdf
no_complaint
says '^    fts_robotside: mesh of 43473 triangles, 18 parts, 8 of them repaired, watertight, [0-9.]+ x [0-9.]+ x [0-9.]+ m$' '^    manipulator \(6 values\): shoulder_pan_joint '
expect 0 info --robot ../fanuc/fanuc.urdf --srdf ../fanuc/fanuc.srdf
says '^    manipulator \(6 values\): joint_1 '

expect 0 check "$@" --from ready --to 0.45,1.76,0.19,-0.87,-0.38,2.6,-0.19 --clearance
one_link_is_open
says '^free$' '^    clearance [0-9.]+ mm to [0-9.]+ mm, panda_' '^    inside the robot [0-9.]+ mm to '
expect 1 check "$@" --request "$problem/request0001.yaml"
says '^contact at t = '
expect 0 distance "$@" --at 0,-0.785,0,-2.356,0,1.571,0.785
cp "$out" "$folder/values"
expect 0 distance "$@" --at ready
cmp "$out" "$folder/values" || fail 'ready is not what it stands for'
expect 0 plot "$@" --request "$problem/request0001.yaml" --samples 20
says 'In contact at t = 0\.'

# Padding does not count between links of one robot: their distances are the same with and without
# it.
expect 0 check --robot panda.urdf --srdf panda.srdf --from ready --to ready --link-padding 0.02
says '^free$'
expect 0 distance --robot panda.urdf --srdf panda.srdf --at ready
cp "$out" "$folder/values"
expect 0 distance --robot panda.urdf --srdf panda.srdf --at ready --link-padding 0.02
cmp "$out" "$folder/values" || fail 'padding counts inside the robot'

# The known answers of the data: contact at 0.0867415, free, free. They take meshes as surfaces.
grep -E '"id": ?(2|22|36),' "$LEEWAY_DATA/motions/panda/bookshelf_small_0001.jsonl" >"$folder/motions.jsonl"
expect 1 check "$@" --mesh surface --motions "$folder/motions.jsonl" --json --threads 2
lines 3
says '^\{"id": 2, "verdict": "contact".*"pair": \["panda_rightfinger", "Can3"\]' \
    '^\{"id": 22, "verdict": "free"' '^\{"id": 36, "verdict": "free"'
near "$(field time)" 0.0867415 1e-4
expect 0 check "$@" --mesh surface --motions "$folder/motions.jsonl" --motion 22 --json --clearance
says '"self_clearance_pair": \["panda_link5", "panda_link7"\]'
near "$(sed 's/.*"self_clearance": \[\([^,]*\),.*/\1/' "$out")" 0.0207784 3e-4
