#!/bin/sh -eu
# Tests leeway-audit --scene: it accepts the proofs of all scenes with their files, and of real robots with theirs; and
# of files that were altered at random it accepts none that the verifier in Python refuses (sources.py), nor of motions
# of every kind (moved.py). What single alterations are refused for is in test_scene_files.py and test_motion_files.py.
# LEEWAY_SOURCES: how many altered scenes (100; LEEWAY_LONG: 5000), and for three of them a motion; LEEWAY_SEED: of both
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
auditor=${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}
scenes=$LEEWAY_SOURCE/scenes
count=100
[ -z "${LEEWAY_LONG:-}" ] || count=5000

fail() {
    printf 'test_audit_sources: %s\n' "$1" >&2
    exit 1
}

# holds SCENE: the proof of its motions is accepted with its files
holds() {
    status=0
    "$LEEWAY" check "$1" --proof "$folder/proof.jsonl" >"$folder/out" || status=$?
    [ "$status" -le 1 ] || fail "leeway check $1 ended with $status"
    "$auditor" "$folder/proof.jsonl" --scene "$1" >"$folder/said" || fail "$1 is refused: $(grep -m 1 refused "$folder/said")"
    [ "$(grep -c '^motion .*: proven ' "$folder/said")" = "$(grep -c '"verdict"' "$folder/proof.jsonl")" ] ||
        fail "not all motions of $1 are proven"
}

for scene in bodies boom cell pick planar_arm two_arms workcell; do
    holds "$scenes/$scene.json"
done
"$LEEWAY" check "$scenes/boom.json" --proof "$folder/proof.jsonl" >"$folder/out" || fail 'the boom is not free'
status=0
"$auditor" --scene "$scenes/cell.json" "$folder/proof.jsonl" >"$folder/said" || status=$?
[ "$status" = 1 ] || fail 'a proof of another scene is accepted'
grep -q 'cell.json: there is no body "tip"' "$folder/said" || fail 'it does not say what is not in the scene'

# pairs that the SRDF exempts are proven of each motion, if the scene has them checked
"$LEEWAY" acm --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --verify --json >"$folder/pairs" 2>"$folder/notices"
python3 - "$scenes" "$folder/pairs" "$folder/never.json" <<'END'
import json
import sys

scenes, pairs, out = sys.argv[1:]
with open(f'{scenes}/cell.json', encoding='utf-8') as file:
    scene = json.load(file)
with open(pairs, encoding='utf-8') as file:
    scene['checked_pairs'] = [row['pair'] for row in map(json.loads, file) if row['meeting'] == 'never']
assert len(scene['checked_pairs']) == 20
for key in ('urdf', 'srdf'):
    scene['robots'][0][key] = f'{scenes}/{scene["robots"][0][key]}'
with open(out, 'w', encoding='utf-8') as file:
    json.dump(scene, file)
END
holds "$folder/never.json"
"$auditor" --theorem "$folder/proof.jsonl" >"$folder/said"
grep -q 'the bodies of 82 pairs are farther apart' "$folder/said" || fail 'the pairs that acm proves are not in the proof'

python3 "$LEEWAY_SOURCE/test/audit/sources.py" "$LEEWAY" "$auditor" "$LEEWAY_SOURCE/bind/python/leeway/audit" "$scenes" \
    "${LEEWAY_SOURCES:-$count}" "${LEEWAY_SEED:-1}"
python3 "$LEEWAY_SOURCE/test/audit/moved.py" "$LEEWAY" "$auditor" "$LEEWAY_SOURCE/bind/python/leeway/audit" "$scenes" \
    $((${LEEWAY_SOURCES:-$count} / 3)) "${LEEWAY_SEED:-1}"

[ -n "${LEEWAY_DATA:-}" ] || {
    echo 'LEEWAY_DATA is not set: no proofs of real robots were compared with their files'
    exit
}
for robot in panda panda_spherized ur5 ur5_spherized fanuc; do
    name=${robot%_spherized}
    python3 - "$LEEWAY_DATA/robots/$name" "$robot" "$folder/$robot.json" <<'END'
import json
import random
import sys
from xml.etree import ElementTree

folder, robot, out = sys.argv[1:]
urdf = f'{folder}/{robot}.urdf'
limits = {j.get('name'): j.find('limit') for j in ElementTree.parse(urdf).getroot().findall('joint')
          if j.get('type') in ('revolute', 'prismatic') and j.find('mimic') is None}
rng = random.Random(5)
rows = [[rng.uniform(float(v.get('lower')), float(v.get('upper'))) for v in limits.values()] for _ in range(6)]
scene = {'margin': 0.001, 'robots': [{'urdf': urdf, 'srdf': f'{folder}/{robot.removesuffix("_spherized")}.srdf'}],
         'obstacles': [{'id': 'box', 'type': 'box', 'size': [0.3, 0.4, 0.5], 'position': [0.5, 0.4, 0.6], 'rpy': [1, 2, 3]}],
         'motions': {str(k): {'joints': list(limits), 'from': rows[2 * k], 'to': rows[2 * k + 1]} for k in range(3)}}
with open(out, 'w', encoding='utf-8') as file:
    json.dump(scene, file)
END
    holds "$folder/$robot.json"
done
# scenes of MoveIt, and robots that options name
for robot in panda ur5; do
    for motions in $(find "$LEEWAY_DATA/motions/$robot" -name '*.jsonl' | sort | sed -n '7p;20p'); do
        name=$(basename "$motions" .jsonl)
        set -- --robot "$LEEWAY_DATA/robots/$robot/$robot.urdf" --srdf "$LEEWAY_DATA/robots/$robot/$robot.srdf" \
            --scene "$LEEWAY_DATA/mbm/$robot/${name%_*}/scene${name##*_}.yaml" --motions "$motions"
        status=0
        "$LEEWAY" check "$@" --threads 1 --proof "$folder/proof.jsonl" >"$folder/out" 2>"$folder/notices" || status=$?
        [ "$status" -le 1 ] || fail "leeway check $* ended with $status"
        "$auditor" "$folder/proof.jsonl" "$@" >"$folder/said" || fail "$name is refused: $(grep -m 1 refused "$folder/said")"
        ! grep -q 'taken on trust: the motion' "$folder/said" || fail "motions of $name are not compared"
    done
done
