#!/bin/sh -eu
# Tests leeway-audit with the proofs of random motions in random worlds of every feature (any_proofs.c): it refuses none
# of them, and proves each contact of which the program claims something, which is nearly every one. Then with those of
# random robots in scenes of MoveIt and in JSON, and all files of these (moveit_worlds.py).
# LEEWAY_WORLDS: how many worlds (60) of either, of up to eight motions; LEEWAY_SEED: the first one
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
auditor=$LEEWAY_BUILD/leeway-audit
count=${LEEWAY_WORLDS:-60}
worlds=$count
seed=${LEEWAY_SEED:-1}
echo "seed: LEEWAY_SEED=$seed"

fail() {
    printf 'test_audit_any: %s\n' "$1" >&2
    exit 1
}

while [ "$worlds" -gt 0 ]; do
    # a folder of so many files takes no more room than that
    some=$((worlds < 200 ? worlds : 200))
    "$LEEWAY_BUILD/test/any_proofs" "$seed" "$some" "$folder" >>"$folder/counts"
    for proof in "$folder"/*.jsonl; do
        "$auditor" "$proof" >"$folder/said" || [ $? = 1 ] || fail "$(basename "$proof"): it ends with an error"
        if grep 'refused: ' "$folder/said" >"$folder/wrong"; then
            fail "$(basename "$proof"): $(head -n 1 "$folder/wrong")"
        fi
        [ "$(grep -c '^motion ' "$folder/said")" = "$(grep -c '"verdict"' "$proof")" ] ||
            fail "$(basename "$proof"): of some motions nothing is said"
        grep -c '^motion ' "$folder/said" >>"$folder/proven" || :
        grep -c 'in contact at' "$folder/said" >>"$folder/met" || :
    done
    rm "$folder"/*.jsonl
    worlds=$((worlds - some))
    seed=$((seed + 1000 * some))
done
awk '
    FILENAME ~ /proven$/ { proven += $1; next }
    FILENAME ~ /met$/ { met += $1; next }
    { motions += $1; contacts += $3; without += $6 }
    END {
        print motions " motions, " proven " proven; " contacts " in contact, " met " of these proven, " without " not claimed"
        exit !(met > motions / 10 && met > 0.9 * contacts && without * 20 < contacts && proven == motions)
    }' "$folder/proven" "$folder/met" "$folder/counts" || fail 'too few motions are proven, or in contact'

python3 -B "$LEEWAY_SOURCE/test/audit/moveit_worlds.py" "$LEEWAY" "$auditor" "$LEEWAY_SOURCE/bind/python/leeway/audit" \
    "$count" "${LEEWAY_SEED:-1}"
