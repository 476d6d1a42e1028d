#!/bin/sh -eu
# Tests that leeway-audit --scene and python -m leeway.audit say in one sentence, with the line, what is wrong with a file
# that is cut off, doubled, in another order, of another version or scene, or has numbers and counts that no proof has;
# and of proofs of undecided verdicts what these prove.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$LEEWAY_SOURCE/scenes" "$folder/scenes"
scene=$folder/scenes/cell.json
proof=$folder/proof.jsonl
motion='over the post'
for ending in jsonl cbor; do
    "$LEEWAY" check "$scene" --motion 'over the post' --threads 1 --proof "$folder/proof.$ending" >"$folder/log"
done

fail() {
    printf 'test_audit_wrong: %s: %s\n' "$1" "$(cat "$folder/said")" >&2
    exit 1
}

# ask VERIFIER FILE: what c or python says of it, and its status
ask() {
    status=0
    if [ "$1" = c ]; then
        set -- "$2" "${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}" "$folder/$2" --scene "$scene"
    else
        set -- "$2" python3 -B "$LEEWAY_SOURCE/bind/python/leeway/audit" "$folder/$2" "$scene" ${motion:+--motion "$motion"}
    fi
    shift
    "$@" >"$folder/said" 2>&1 || status=$?
}

# both FILE LINE: either verifier refuses it in one sentence with its line, beside what it says of motions that it believes
both() {
    for verifier in c python; do
        ask $verifier "$1"
        [ $status = 1 ] || [ $status = 2 ] || fail "$1, $verifier: it ends with $status"
        [ "$(grep -vc '^motion .*: proven\|: free$\|: contact, proven' "$folder/said")" = 1 ] ||
            fail "$1, $verifier: not one sentence"
        grep -q -e "$1:$2: " -e "$1:$2)\$" -e "line $2)\$" "$folder/said" || fail "$1, $verifier: not line $2"
    done
}

head -c -100 "$proof" >"$folder/cut.jsonl"
both cut.jsonl 5
head -c -30 "$folder/proof.cbor" >"$folder/cut.cbor"
both cut.cbor 6
head -c 4000 "$folder/proof.cbor" >"$folder/short.cbor"
both short.cbor 1
sed 3p "$proof" >"$folder/twice.jsonl"
both twice.jsonl 7
{ sed 1d "$proof" && head -n 1 "$proof"; } >"$folder/last.jsonl"
both last.jsonl 1
{ head -n 1 "$proof" && sed -n 3p "$proof"; } >"$folder/early.jsonl"
both early.jsonl 2
sed '1s/"claims": 2/"claims": 3/' "$proof" >"$folder/version.jsonl"
both version.jsonl 1
# counts of 10^9 in CBOR: a list, a map, a text
for kind in 232 272 172; do
    printf "\\331\\331\\367\\$kind\\073\\232\\312\\000abc" >"$folder/many.cbor"
    both many.cbor 1
done
# numbers of the first block, and other lines in its place
for number in NaN Infinity -1e400 1e400 1000000000 99999999999999999999 '"x"' null true '[[]]'; do
    sed "3s/\[0,/[$number,/" "$proof" >"$folder/number.jsonl"
    both number.jsonl 3
done
# with a denormal the proof leaves a time out
sed '3s/\[0,/[5e-324,/' "$proof" >"$folder/number.jsonl"
both number.jsonl 6
sed '$s/"claims": 3/"claims": 1000000000/' "$proof" >"$folder/count.jsonl"
both count.jsonl 6
for line in '{"block": [0, 1], "left": [[1000000000, 1]]}' '{"block": [0, 1], "block": [0, 1]}' '[]' '{"block"'; do
    { head -n 2 "$proof" && printf '%s\n' "$line"; } >"$folder/line.jsonl"
    both line.jsonl 3
done
# a mesh that has changed since, and another scene
python3 - "$(find "$folder/scenes/arm" -name base.stl)" <<'END'
import sys

with open(sys.argv[1], 'r+b') as file:
    file.seek(98)  # a coordinate
    byte = file.read(1)[0]
    file.seek(98)
    file.write(bytes([byte ^ 0x40]))
END
both proof.jsonl 1
sed 's/swing/over the post/' "$folder/scenes/boom.json" >"$folder/scenes/other.json"
scene=$folder/scenes/other.json
both proof.jsonl 1

# the whole file twice
scene=$folder/scenes/cell.json
cp "$LEEWAY_SOURCE/scenes/arm/meshes/base.stl" "$(find "$folder/scenes/arm" -name base.stl)"
cat "$proof" "$proof" >"$folder/whole.jsonl"
both whole.jsonl 7
# what stands behind it is not judged again
ask c whole.jsonl
[ "$(grep -c 'proven free' "$folder/said")" = 1 ] || fail 'a doubled file is judged twice'
{ cat "$folder/proof.cbor" && tail -c +4 "$folder/proof.cbor"; } >"$folder/whole.cbor"
both whole.cbor 7
cat "$folder/proof.cbor" "$folder/proof.cbor" >"$folder/whole.cbor"
both whole.cbor 7
motion=
"$LEEWAY" check "$scene" --threads 1 --proof "$folder/all.jsonl" >"$folder/log" || [ $? = 1 ]
cat "$folder/all.jsonl" "$folder/all.jsonl" >"$folder/whole.jsonl"
both whole.jsonl $(($(wc -l <"$folder/all.jsonl") + 1))
head -n -2 "$folder/all.jsonl" >"$folder/cut.jsonl" && cat "$folder/cut.jsonl" "$folder/all.jsonl" >"$folder/whole.jsonl"
for verifier in c python; do
    ask $verifier whole.jsonl
    [ "$status" = 1 ] || fail "a proof that is cut off before another one, $verifier: $status"
done

# stages in another order, twice, left out, behind claims
scene=$folder/scenes/pick.json
"$LEEWAY" check "$scene" --threads 1 --proof "$folder/stages.jsonl" >"$folder/log" || [ $? = 1 ]
for altered in '3{h;d};4{G}' '4{h;d};5{G}' 4d 4p '4{h;d};9{G}' '3{h;d};9{G}' 3d; do
    sed "$altered" "$folder/stages.jsonl" >"$folder/altered.jsonl"
    line=4
    case $altered in
        3*) line=3 ;;
        4p) line=5 ;;
    esac
    both altered.jsonl $line
    grep -q 'does not begin where the one before ends' "$folder/said" || fail "$altered: not about the order of stages"
done
sed '9{h;d};10{G}' "$folder/stages.jsonl" >"$folder/altered.jsonl"
for verifier in c python; do
    ask $verifier altered.jsonl
    [ "$status $(grep -c refused "$folder/said")" = '1 1' ] || fail "a stage behind claims, $verifier: $status"
done

# undecided verdicts: nothing is proven, or a part
for budget in --budget-work=30 --budget-queries=1; do
    method=slab
    [ $budget = --budget-queries=1 ] || method=auto
    "$LEEWAY" check "$scene" --threads 1 --method "$method" $budget --proof "$folder/undecided.jsonl" >"$folder/log" || [ $? = 3 ] || [ $? = 1 ]
    undecided=$(grep -c '"undecided"' "$folder/undecided.jsonl") || fail "$budget: nothing is undecided"
    for verifier in c python; do
        ask $verifier undecided.jsonl
        [ "$status" = 0 ] || fail "undecided, $verifier: $status"
        [ "$(wc -l <"$folder/said")" = 3 ] || fail "undecided, $verifier: not one sentence for each motion"
        [ "$(grep -c 'nothing is proven$\|undecided, nothing proven$\|proven free until [0-9]' "$folder/said")" = "$undecided" ] ||
            fail "undecided, $verifier: not what is proven"
    done
    # none of these is free
    sed 's/"verdict": "undecided", "free_until": [0-9.]*/"verdict": "free", "free_until": 1/' "$folder/undecided.jsonl" \
        >"$folder/forged.jsonl"
    for verifier in c python; do
        ask $verifier forged.jsonl
        [ "$status $(grep -c refused "$folder/said")" = "1 $undecided" ] ||
            fail "undecided motions that are said to be free, $verifier: $status"
    done
done
grep -q '"undecided", "free_until": 0\.' "$folder/undecided.jsonl" || fail 'no undecided motion is proven in part'
