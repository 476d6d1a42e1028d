#!/bin/sh -eu
# Tests leeway-audit: it accepts the proofs of all scenes, in doubles and in 128 bits; refuses what is cut off, doubled
# or of another kind, with a sentence; believes no distance that is more than the true one (sharp.py), and no contact
# that is none (contacts.py). See also test_audit_rules.sh and test_audit_forged.sh.
# LEEWAY_SHARP: how many distances (100); LEEWAY_CONTACTS: how many contacts, true and altered (2000)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
auditor=${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}
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
    [ "$(grep -c '^motion .*: \(proven free\|proven in contact\|nothing is proven\)' "$folder/said")" = "$(grep -c '"verdict"' "$proof")" ] ||
        fail "not all motions of $proof are proven"
}

for scene in bodies cell pick planar_arm two_arms workcell; do
    prove $scene "$scenes/$scene.json"
    holds
    cp "$folder/said" "$folder/$scene.said"
done
for seed in 1 2 3; do
    python3 "$LEEWAY_SOURCE/test/claims/hooks.py" "$folder/hooks$seed.json" $seed
    prove hooks$seed "$folder/hooks$seed.json"
    grep -q '"cell"' "$proof" || fail "no claim of $proof names a cell"
    holds
    holds --precise
done
contacts=$(cat "$folder"/*.jsonl | grep -c '"verdict": "contact"')
[ "$contacts" -gt 4 ] || fail "only $contacts motions are in contact"
[ "$(cat "$folder"/*.said | grep -c 'in contact at .* are at most .* apart, and .* is required')" = "$contacts" ] ||
    fail 'not all contacts are proven'
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
proof=$folder/hooks1.jsonl
sed 's/"cells": \[\[\([0-2]\), [^,]*,/"cells": [[\1, 9,/' "$proof" >"$folder/altered"
refuses 'the gap is not proven'
sed 's/"cells": \[\[\([0-2]\), \([^,]*\), 1\]/"cells": [[\1, \2, 2]/' "$proof" >"$folder/altered"
refuses 'are no tree'
sed 's/"cells": \[\[[0-2]/"cells": [[3/' "$proof" >"$folder/altered"
refuses 'are no tree'
sed 's/"cells": \[\[.*\]\], "cover"/"cells": [[]], "cover"/' "$proof" >"$folder/altered"
refuses 'cells, not 3 to 255'
sed 's/{"cell": [0-9]*}/{"cell": 40}/' "$proof" >"$folder/altered"
refuses 'no index'
sed 's/{"cell": \([0-9]*\)}/{"cell": \1, "node": 0}/' "$proof" >"$folder/altered"
refuses 'none of a node, a hull and a cell'
sed 's/"parts": \[{[^}]*}[^}]*}[^}]*}, /"parts": [/' "$proof" >"$folder/altered"
refuses 'leave out elements'
sed 's/"elements": \[\[[^]]*\]/"elements": [{"shape": "point", "radius": 0.001}/' "$proof" >"$folder/altered"
refuses 'not only triangles'
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

# a file of balls alone; one of its balls is left out
"$LEEWAY" cover "$scenes/cell.json" --proof "$folder/cover.cbor" >/dev/null
"$auditor" "$folder/cover.cbor" >"$folder/said" || fail 'the balls of links are refused'
[ "$(grep -c '^body ".*": contained in its [0-9]* balls*$' "$folder/said")" -ge 9 ] || fail 'not all links are in their balls'
"$LEEWAY" cover "$scenes/cell.json" --proof "$folder/cover.jsonl" >/dev/null
sed 's/"cover": \[\[[^]]*\], /"cover": [/' "$folder/cover.jsonl" >"$folder/altered"
refuses 'base is not in its balls'

# the same in CBOR; and cut off, doubled, with bytes that it does not have
prove text "$scenes/cell.json"
"$LEEWAY" check "$scenes/cell.json" --proof "$folder/cell.cbor" >/dev/null || :
"$auditor" "$proof" >"$folder/text"
"$auditor" "$folder/cell.cbor" >"$folder/bytes" || fail 'a proof in CBOR is refused'
cmp -s "$folder/text" "$folder/bytes" || fail 'of a proof in CBOR something else is said'
size=$(wc -c <"$folder/cell.cbor")
for count in 1 2 3 4 100 $((size / 2)) $((size - 1)); do
    head -c "$count" "$folder/cell.cbor" >"$folder/altered"
    refuses .
done
{
    cat "$folder/cell.cbor"
    tail -c +4 "$folder/cell.cbor"
} >"$folder/altered"
refuses .
for bytes in '\331\331\366' '\331\331\367\377' '\331\331\367\237\377' '\331\331\367\277\001\002\377' \
    '\331\331\367\277\141a\373\177\360\000\000\000\000\000\000\377' '\331\331\367\277\141a\001\141a\002\377' \
    '\331\331\367\173\177\377\377\377\377\377\377\377x' '\331\331\367\277\141a\102xy\377' '\331\331\367\277\141\200\001\377' \
    '\331\331\367\277\141a\033\377\377\377\377\377\377\377\377\377' '\331\331\367\277\141a\377' '\331\331\367\277\141a\371\000\000\377'; do
    # shellcheck disable=SC2059
    printf "$bytes" >"$folder/altered"
    refuses .
done
head -c 300 /dev/zero | tr '\0' '\201' >"$folder/deep"
{
    printf '\331\331\367\277\141a'
    cat "$folder/deep"
} >"$folder/altered"
refuses 'too deep'
sed 's/^\(.*"contact": .*\)$/\1\n\1/' "$proof" >"$folder/altered"
refuses 'two contacts'
sed '/"contact": /s/"points": .*/"points": [[0, 0, 0], [1, 1, 1]]}/' "$proof" >"$folder/altered"
refuses 'a contact is not proven'
sed '/"contact": /s/"elements": \[[0-9]*/"elements": [999999/' "$proof" >"$folder/altered"
refuses 'an element that is not there'
sed '/"contact": /s/"points": \[/"points": [[0, 0, 0], /' "$proof" >"$folder/altered"
refuses 'a contact is not of two points'
sed '/"contact": /s/"contact": [0-9.]*/"contact": 7/' "$proof" >"$folder/altered"
refuses 'a contact is outside of its stage'
sed 's/"verdict": "contact"/"verdict": "undecided"/' "$proof" >"$folder/altered"
refuses 'a contact is proven of a motion that is said to be free then'
sed '/"contact": /d; s/\("verdict": "contact".*"claims": \)[0-9]*/\10/' "$proof" >"$folder/altered"
refuses 'it has [0-9]* claims where 0'
# without its line only the free part is proven
python3 - "$proof" >"$folder/altered" <<'END'
import json
import sys

count = 0
for line in open(sys.argv[1], encoding='utf-8'):
    node = json.loads(line)
    count = 0 if 'begin' in node else count + 1
    if 'contact' in node:
        count -= 1
        continue
    if 'verdict' in node:
        node['claims'] = count - 1
    print(json.dumps(node))
END
"$auditor" "$folder/altered" >"$folder/said" || fail 'a proof without a contact is refused'
grep -q 'motion "through the post": proven free until [0-9.]*$' "$folder/said" || fail 'a contact is proven without its line'

sed 's/"exempt": \[\[[^]]*\], /"exempt": [/' "$proof" >"$folder/altered"
refuses 'can move, and are no pair, nor exempt'
sed 's/"exempt": \[\(\[[^]]*\]\), /"exempt": [\1, \1, /' "$proof" >"$folder/altered"
refuses 'a pair that is not checked is checked, or stands in its list twice'
sed 's/"pairs": \[\({[^}]*}\), /"pairs": [\1, \1, /' "$proof" >"$folder/altered"
refuses 'a pair stands in its list twice'
sed 's/"pairs": \[{[^}]*}, /"pairs": [/' "$proof" >"$folder/altered"
refuses 'can move, and are no pair, nor exempt'
sed 's/"exempt": \[\[[0-9]*/"exempt": [[99/' "$proof" >"$folder/altered"
refuses 'a body that is not there'
"$auditor" --theorem "$proof" >"$folder/said" || fail 'a proof is refused with --theorem'
for line in 'The file is about 15 bodies, as leeway [0-9.]* has stated them:' '  table, stands still: 1 convex shape' \
    '  gripper, moved by 6 joints: 232 triangles, with 3 closed surfaces that are solid' '  scene: base and table' \
    'Where a motion is proven free, the bodies of 65 pairs are farther apart than' '  0.002: base and post; .*' \
    'Nothing is said of 24 pairs, which may meet' '  srdf: base and shoulder; .*'; do
    grep -q "^$line\$" "$folder/said" || fail "--theorem does not say '$line'"
done
"$auditor" --theorem --precise "$folder/pick.jsonl" >"$folder/said" || fail 'a proof of stages is refused with --theorem'
grep -q '^Stage 4 of the motion "too low", from .* the bodies of 64 pairs' "$folder/said" || fail '--theorem names no stages'

status=0
"$auditor" "$folder/none" 2>"$folder/said" || status=$?
[ "$status" = 2 ] || fail "a file that is not there ended with $status"
status=0
"$auditor" 2>"$folder/said" || status=$?
[ "$status" = 2 ] || fail "no file ended with $status"
# wrong_usage SENTENCE ARGUMENT...: wrong usage, said in a sentence without the help
wrong_usage() {
    sentence=$1
    shift
    status=0
    "$auditor" "$@" 2>"$folder/said" >"$folder/out" || status=$?
    [ "$status" = 2 ] || fail "$* ended with $status"
    [ ! -s "$folder/out" ] || fail "$* was audited"
    [ "$(cat "$folder/said")" = "leeway-audit: $sentence" ] || fail "$* says: $(cat "$folder/said")"
}
wrong_usage "--motions needs --scene or --robot: their files tell which joints the values of the motions belong to" \
    "$proof" --motions "$folder/pick.jsonl"
wrong_usage "--since needs --scene or --robot: their files tell the motions that the proofs are about" "$proof" --since 0.5
for time in -1 inf nan 1x '' 1e999; do
    wrong_usage "--since $time is no time of 0 or more" "$proof" --scene "$scenes/cell.json" --since "$time"
done
wrong_usage '--since is given twice' --since 0 --since 0 "$proof"
wrong_usage '--motions needs a value behind it' "$proof" --scene "$LEEWAY_SOURCE/scenes/cell.json" --motions
wrong_usage '--scene is given twice' --scene a --scene b "$proof"
wrong_usage '--scenes is no option; --help lists them' "$proof" --scenes a
for option in --srdf --name --base; do
    wrong_usage "$option needs a --robot before it" $option a --robot b "$proof"
    wrong_usage "$option is given twice" --robot b $option a $option a "$proof"
done
"$auditor" --help | grep -q 'usage: leeway-audit' || fail 'no help'
cat "$folder/bodies.jsonl" | "$auditor" - >/dev/null || fail 'standard input is refused'

python3 "$LEEWAY_SOURCE/test/audit/sharp.py" "$auditor" "${LEEWAY_SHARP:-100}"

python3 "$LEEWAY_SOURCE/test/audit/contacts.py" "$auditor" "${LEEWAY_CONTACTS:-2000}"

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
