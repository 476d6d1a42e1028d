#!/bin/sh -eu
# Tests leeway-audit: it accepts the proofs of all scenes, in doubles and in 128 bits; refuses what is cut off, doubled
# or of another kind, with a sentence; believes no proof that was altered at random past a contact (forged.py), and no
# distance that is more than the true one (sharp.py).
# LEEWAY_FORGED: how many altered proofs of each scene (400); LEEWAY_SHARP: how many distances (100)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
auditor=$LEEWAY_BUILD/leeway-audit
scenes=$LEEWAY_SOURCE/scenes

fail() {
    printf 'test_audit: %s\n' "$1" >&2
    exit 1
}

# prove NAME ARGUMENT...: writes the proof of a check, whose motions may be in contact
prove() {
    proof=$folder/$1.jsonl
    shift
    status=0
    "$LEEWAY" check "$@" --proof "$proof" >"$folder/out" || status=$?
    [ "$status" -le 1 ] || fail "leeway check $* ended with $status"
}

# holds ARGUMENT...: all of a file is proven, as many motions as it has
holds() {
    "$auditor" "$@" "$proof" >"$folder/said" || fail "$proof is refused: $(grep -m 1 refused "$folder/said")"
    [ "$(grep -c '^motion .*: \(proven free\|nothing is proven\)' "$folder/said")" = "$(grep -c '"verdict"' "$proof")" ] ||
        fail "not all motions of $proof are proven"
}

for scene in bodies cell pick planar_arm two_arms workcell; do
    prove $scene "$scenes/$scene.json"
    holds
done
grep -q '"rule": "chord"' "$folder"/*.jsonl || fail 'no proof has a chord'
grep -q '"only"' "$folder"/*.jsonl || fail 'no proof has a finer block'
proof=$folder/bodies.jsonl
holds --precise
prove claims "$scenes/bodies.json" --method slab
holds

# refuses PATTERN: the altered file
refuses() {
    status=0
    "$auditor" "$folder/altered" >"$folder/said" 2>&1 || status=$?
    [ "$status" = 1 ] || fail "an altered proof ended with $status, not with 1: $1"
    grep -q "refused: .*$1" "$folder/said" || fail "the refusal is not about '$1': $(cat "$folder/said")"
}
proof=$folder/cell.jsonl
head -n 4 "$proof" | sed '$d' >"$folder/altered"
refuses 'the last motion has no last line'
: >"$folder/altered"
refuses 'the file is empty'
echo '[1, 2' >"$folder/altered"
refuses '.'
echo '{"claims": 2, "bodies": [], "pairs": [], "frames": [], "other": 1}' >"$folder/altered"
refuses 'a key "other"'
sed '2p' "$proof" >"$folder/altered"
refuses 'the motion before has no last line'
sed 's/"margin": [0-9.e-]*/"margin": 0.5/g' "$proof" >"$folder/altered"
refuses 'does not prove the interval'
sed 's/"cover": \[\[[^]]*\], /"cover": [/' "$proof" >"$folder/altered"
refuses 'does not prove the interval'
sed 's/"around": {"shape": "box", "half": \[[0-9.]*/"around": {"shape": "box", "half": [0.01/' "$proof" >"$folder/altered"
refuses 'does not prove the interval'
# a cover that nothing verifies beside a set that is
sed 's/"cover": \[\[/"around": {"shape": "point", "radius": 9}, "cover": [[/' "$proof" >"$folder/altered"
refuses 'both a cover and a set around it'
sed 's/"name": "base"/"name": "base\\nmotion 1: proven free"/; s/"margin": [0-9.e-]*/"margin": 0.5/g' "$proof" >"$folder/altered"
refuses 'base?motion 1: proven free'
sed 's/"left": \[.*\]\]/"left": [[0, 128]]/' "$proof" >"$folder/altered"
refuses 'a mask outside of 1 to 127'
sed 's/"verdict": "contact", "free_until": [0-9.]*/"verdict": "free", "free_until": 0.3/' "$proof" >"$folder/altered"
refuses 'another time than its verdict'
sed '/"block"/d' "$proof" >"$folder/altered"
refuses 'it has [0-9]* claims where'
sed 's/"begin": 0, "end": 1/"begin": 0, "end": 1e999/' "$proof" >"$folder/altered"
refuses '.'
sed 's/"kind": "turn"/"kind": "turns"/' "$proof" >"$folder/altered"
refuses 'no known kind'

status=0
"$auditor" "$folder/none" 2>"$folder/said" || status=$?
[ "$status" = 2 ] || fail "a file that is not there ended with $status"
status=0
"$auditor" 2>"$folder/said" || status=$?
[ "$status" = 2 ] || fail "no file ended with $status"
"$auditor" --help | grep -q 'usage: leeway-audit' || fail 'no help'
cat "$folder/bodies.jsonl" | "$auditor" - >/dev/null || fail 'standard input is refused'

python3 "$LEEWAY_SOURCE/test/audit/forged.py" "$LEEWAY" "$auditor" "${LEEWAY_FORGED:-400}" "$scenes/bodies.json" \
    "$scenes/cell.json" "$scenes/pick.json"

python3 "$LEEWAY_SOURCE/test/audit/sharp.py" "$auditor" "${LEEWAY_SHARP:-100}"

[ -n "${LEEWAY_DATA:-}" ] || {
    echo 'LEEWAY_DATA is not set: no proofs of real robots were audited'
    exit
}
for robot in panda ur5; do
    motions=$(find "$LEEWAY_DATA/motions/$robot" -name '*.jsonl' | sort | sed -n 7p)
    name=$(basename "$motions" .jsonl)
    prove $robot --robot "$LEEWAY_DATA/robots/$robot/$robot.urdf" --srdf "$LEEWAY_DATA/robots/$robot/$robot.srdf" \
        --scene "$LEEWAY_DATA/mbm/$robot/${name%_*}/scene${name##*_}.yaml" --motions "$motions"
    holds
done
