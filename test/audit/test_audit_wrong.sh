#!/bin/sh -eu
# Tests that leeway-audit --scene and python -m leeway.audit say in one sentence, with the line, what is wrong with a file
# that is cut off, doubled, in another order, of another version or scene, or has numbers and counts that no proof has.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -r "$LEEWAY_SOURCE/scenes" "$folder/scenes"
scene=$folder/scenes/cell.json
proof=$folder/proof.jsonl
for ending in jsonl cbor; do
    "$LEEWAY" check "$scene" --motion 'over the post' --threads 1 --proof "$folder/proof.$ending" >"$folder/log"
done

fail() {
    printf 'test_audit_wrong: %s: %s\n' "$1" "$(cat "$folder/said")" >&2
    exit 1
}

# both FILE LINE: either verifier refuses it in one sentence with its line
both() {
    for verifier in c python; do
        status=0
        if [ $verifier = c ]; then
            "${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}" "$folder/$1" --scene "$scene" >"$folder/said" 2>&1 || status=$?
        else
            python3 -B "$LEEWAY_SOURCE/bind/python/leeway/audit" "$folder/$1" "$scene" --motion 'over the post' \
                >"$folder/said" 2>&1 || status=$?
        fi
        [ $status = 1 ] || [ $status = 2 ] || fail "$1, $verifier: it ends with $status"
        [ "$(wc -l <"$folder/said")" = 1 ] || fail "$1, $verifier: not one sentence"
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
