#!/bin/sh -eu
# Tests that leeway-audit believes no proof of a scene that was altered at random past a contact (forged.py); files in
# which the scene is altered, too, are made by test_altered.py, in test_audit_rules.sh.
# LEEWAY_FORGED: how many altered proofs of each scene (400; LEEWAY_LONG: 300,000)
auditor=${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}
scenes=$LEEWAY_SOURCE/scenes
count=400
[ -z "${LEEWAY_LONG:-}" ] || count=300000
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for seed in 1 2 3; do
    python3 "$LEEWAY_SOURCE/test/claims/hooks.py" "$folder/hooks$seed.json" $seed
done
python3 "$LEEWAY_SOURCE/test/audit/forged.py" "$LEEWAY" "$auditor" "${LEEWAY_FORGED:-$count}" "$scenes/bodies.json" \
    "$scenes/cell.json" "$scenes/pick.json" "$folder/hooks1.json" "$folder/hooks2.json" "$folder/hooks3.json"
