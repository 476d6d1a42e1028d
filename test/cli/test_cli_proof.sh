#!/bin/sh -eu
# Tests --proof: the claims are in the order of the motions, with any number of threads; verdicts are
# as without it, even on a full disk; a file that cannot take the proof is refused before any work.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
cell=$scenes/cell.json
claims=$folder/claims.jsonl

# the method slab makes claims of pairs
expect 1 check "$cell" --json --method slab
cp "$out" "$folder/plain"

# ---- the results are the same, and each verdict has as many claims as it says
expect 1 check "$cell" --json --method slab --proof "$claims"
no_complaint
cmp -s "$out" "$folder/plain" || fail 'the results differ with --proof'
cp "$claims" "$out"
[ "$(head -c 12 "$claims")" = '{"claims": 2' ] || fail 'the first line is not the scene'
awk 'NR == 1 { next }
     /^{"motion": .*, "begin": / { if (inside || !/, "end": .*"tracks": /) exit 1; inside = 1; motions++; count = 0; next }
     /^{"motion": .*, "verdict": / {
         split($0, half, "\"claims\": ")
         if (!inside || count == 0 || half[2] != count "}") exit 1
         inside = 0; next
     }
     /^{"pair": [0-9]+, ("from"|"outside"|"contact"): / { if (!inside) exit 1; count++; next }
     { exit 1 }
     END { if (motions != 3 || inside) exit 1 }' "$claims" || fail 'the lines are not in order'
says '^\{"motion": "under the lamp", "index": 0, "begin": 0, "end": 1, "rest": ' \
    '^\{"motion": "through the post", "index": 1, "verdict": "contact", "free_until": 0\.50[0-9]*, "claims": [0-9]+\}$' \
    '^\{"motion": "over the post", "index": 2, "verdict": "free", "free_until": 1, "claims": [0-9]+\}$' \
    '"rule": "slab"' '"rule": "travel"' '"node": 1' '"outside": 0'
expect 1 check "$cell" --motions "$scenes/motions.jsonl" --method slab --proof "$claims"
grep -q '"hull": 1' "$claims" || fail 'no claim speaks of a hull'

# ---- the proof of blocks: the results are those without it, in the plane and with stages too
proof=$folder/proof.jsonl
for scene in cell bodies two_arms pick planar_arm workcell; do
    expect 1 check "$scenes/$scene.json" --json
    cp "$out" "$folder/without"
    expect 1 check "$scenes/$scene.json" --json --proof "$proof"
    no_complaint
    cmp -s "$out" "$folder/without" || fail "the results of $scene differ with --proof"
    [ "$(head -c 12 "$proof")" = '{"claims": 2' ] || fail 'the first line of the proof is not the scene'
    cp "$proof" "$folder/proof.$scene"
done
grep -q '"cover": \[\[' "$folder/proof.cell" || fail 'no body has a cover'
grep -q '"around": {"shape": "box"' "$folder/proof.cell" || fail 'no obstacle has a shape around it'
grep -q '^{"block": \[0, 1\], "left": \[\[' "$folder/proof.cell" || fail 'no block leaves a pair'
grep -q '"only": \[\[' "$folder/proof.cell" || fail 'there is no finer block'
grep -q '"rule": "chord"' "$folder/proof.two_arms" || fail 'there is no chord'
grep -q '^{"stage": [0-9]*, .*"cover": ' "$folder/proof.pick" || fail 'a carried object has no cover'
expect 0 check "$cell" --motion 'under the lamp' --proof "$proof" --since 0.1
grep -q '^{"motion": "under the lamp", "index": 0, "begin": 0.1[0-9]*, "end": 1,' "$proof" || fail 'a proof of the rest does not begin where it should'
expect 2 check "$cell" --proof "$proof" --cross
complains '--proof: a proof is of one method'

# ---- many motions on several threads, or timed one by one
i=0
while [ $i -lt 70 ]; do
    echo "{\"id\": $i, \"from\": [0, 0, 0], \"to\": [0.$i, 0.$i, 0]}"
    i=$((i + 1))
done >"$folder/motions.jsonl"
expect 1 check "$puck" --motions "$folder/motions.jsonl" --method slab --proof "$claims"
cp "$out" "$folder/text"
[ "$(grep -c '"verdict"' "$claims")" -eq 70 ] || fail 'there should be 70 verdicts among the claims'
grep -q '^{"motion": 69, "index": 69, "verdict": ' "$claims" || fail 'the last verdict is missing'
for options in '--threads 1' '--threads 2' '--threads 5' '--timing' '--json --threads 3'; do
    # shellcheck disable=SC2086
    expect 1 check "$puck" --motions "$folder/motions.jsonl" --method slab --proof "$folder/again" $options
    cmp -s "$claims" "$folder/again" || fail 'the claims differ'
done
# the index counts verdicts, and an unreadable line has none
sed '1s/.*/{"id": 0, "from": [0]}/' "$folder/motions.jsonl" >"$folder/broken.jsonl"
expect 2 check "$puck" --motions "$folder/broken.jsonl" --method slab --proof "$folder/again"
grep -q '^{"motion": 1, "index": 0, "begin": 0, "end": 1, ' "$folder/again" || fail 'the index is wrong'

# ---- motions that attach and release objects: a line for each stage, and its number in its claims
cat >"$folder/carry.json" <<'END'
{"robots": [{"name": "hand", "joint": {"type": "floating"}, "links": [{"name": "palm", "type": "sphere", "radius": 0.05}]}],
 "obstacles": [{"id": "ball", "type": "sphere", "radius": 0.04, "position": [0, 0, -0.2]},
               {"id": "wall", "type": "box", "size": [0.1, 1, 1], "position": [0.6, 0, 0]}]}
END
i=0
while [ $i -lt 70 ]; do
    echo "{\"id\": $i, \"path\": [[0, 0, 0, 0, 0, 0, 1], [0.1, 0, 0, 0, 0, 0, 1], [0.$((i + 20)), 0, 0, 0, 0, 0, 1], [0, 0, 0.1, 0, 0, 0, 1]],
 \"attach\": [{\"waypoint\": 1, \"id\": \"ball\", \"link\": \"palm\"}], \"release\": [{\"waypoint\": 2, \"id\": \"ball\"}]}" |
        tr -d '\n'
    echo
    i=$((i + 1))
done >"$folder/carry.jsonl"
stages=$folder/stages
expect 1 check "$folder/carry.json" --motions "$folder/carry.jsonl" --method slab --proof "$stages"
no_complaint
awk 'NR == 1 { next }
     /^{"motion": .*, "begin": / { stage = 0; next }
     /^{"stage": [0-9], "begin": / { if (substr($0, 11, 1) != stage++) exit 1; stages++; next }
     /^{"motion": .*, "verdict": / { if (stage != 3) exit 1; next }
     /^({"stage": [12], |{)"pair": [0-9]+, ("from"|"outside"|"contact"): / { if (stage != 3) exit 1; next }
     { exit 1 }
     END { if (stages != 210) exit 1 }' "$stages" || fail 'the lines of stages are not in order'
cp "$stages" "$out"
says '"places": \[\{"body": 1, "robot": "hand", "link": "palm", "position": \[-0\.1, 0, -0\.2\], "cover"' \
    '^\{"stage": 2, "begin": 0\.[0-9]*, "end": 1, "places": \[\{"body": 1, "position": ' \
    '^\{"stage": 1, "pair": [0-9], "from": '
expect 1 check "$folder/carry.json" --motions "$folder/carry.jsonl" --method slab --proof "$folder/again" --threads 3
cmp -s "$stages" "$folder/again" || fail 'the claims of stages differ'
# a motion with one stage, whose scene differs from the first line's
echo '{"id": 0, "path": [[0, 0, 0, 0, 0, 0, 1]], "attach": [{"waypoint": 0, "id": "ball", "link": "palm"}]}' \
    >"$folder/one.jsonl"
expect 0 check "$folder/carry.json" --motions "$folder/one.jsonl" --method slab --proof "$folder/again"
grep -q '^{"stage": 0, "begin": 0, "end": 1, "places": \[{"body": 1, "robot": "hand"' "$folder/again" ||
    fail 'the only stage has no line'

# ---- standard output takes claims or results
expect 1 check "$cell" --json --method slab --proof - -o "$folder/results"
cmp -s "$folder/results" "$folder/plain" || fail 'the results differ'
says '^\{"claims": 2, ' '^\{"motion": "over the post", "index": 2, "verdict": "free"'
refuses check "$cell" --proof -
complains 'proof and results cannot both go to standard output: say --out FILE, or --proof FILE$'
refuses check "$cell" --proof - -o -
complains 'proof and results cannot both go to standard output'

# ---- a full disk does not change the verdicts
if [ -c /dev/full ]; then
    expect 2 check "$cell" --json --method slab --proof /dev/full
    cmp -s "$out" "$folder/plain" || fail 'the results differ'
    complains '^leeway: /dev/full: results could not be written: No space left on device$'
    [ "$(grep -c '^leeway' "$err")" -eq 1 ] || fail 'there should be one sentence on standard error'
    # the scene fits, the claims do not
    expect 1 check "$scenes/bodies.json" --json --method slab
    cp "$out" "$folder/bodies"
    ran='leeway check --proof FILE with a limit of its size'
    status=0
    (ulimit -f 16; trap '' XFSZ; exec "$LEEWAY" check "$scenes/bodies.json" --json --method slab --proof "$folder/short") \
        >"$out" 2>"$err" || status=$?
    [ "$status" -eq 2 ] || fail "the exit status is $status and should be 2"
    cmp -s "$out" "$folder/bodies" || fail 'the results differ'
    grep -q '^{"pair": ' "$folder/short" || fail 'the scene should fit'
    complains "^leeway: $folder/short: results could not be written: "
    [ "$(grep -c '^leeway' "$err")" -eq 1 ] || fail 'there should be one sentence on standard error'
fi

# ---- files that cannot take the proof
refuses check "$cell" --proof "$folder/missing/claims.jsonl" -o "$folder/untouched"
complains "^leeway: $folder/missing/claims.jsonl: cannot be written: No such file"
[ ! -e "$folder/untouched" ] || fail 'the results were begun'
cp "$puck" "$folder/own.json"
refuses check "$folder/own.json" --motions "$folder/motions.jsonl" --proof "$folder/own.json"
complains 'own.json: results cannot go into a file that is read$'
refuses check "$folder/own.json" --motions "$folder/motions.jsonl" --proof "$folder/motions.jsonl"
cmp -s "$puck" "$folder/own.json" || fail 'the scene was changed'
for name in "$folder/both" "$folder/../${folder##*/}/both"; do
    refuses check "$cell" --proof "$folder/both" -o "$name"
    complains 'both: proof and results cannot go into one file$'
done
refuses check "$cell" --proof "$claims" --method sampled
complains 'the method sampled proves nothing: there is no proof to write$'

# ---- the same proof in CBOR: shorter, and read by both verifiers as the text is
for scene in bodies pick cell; do
    expect 1 check "$scenes/$scene.json" --proof "$folder/text.jsonl" --json
    cp "$out" "$folder/plain"
    expect 1 check "$scenes/$scene.json" --proof "$folder/bytes.cbor" --json
    cmp -s "$out" "$folder/plain" || fail 'the results differ with a proof in CBOR'
    [ "$(head -c 3 "$folder/bytes.cbor" | od -An -tx1)" = ' d9 d9 f7' ] || fail 'the mark of CBOR is missing'
    [ "$(wc -c <"$folder/bytes.cbor")" -lt "$(wc -c <"$folder/text.jsonl")" ] || fail 'CBOR should be shorter'
    ran="the proof of $scene in CBOR"
    PYTHONPATH="$LEEWAY_SOURCE/bind/python/leeway/audit" PYTHONDONTWRITEBYTECODE=1 \
        python3 -c 'import schema, sys; assert schema.read_claims(sys.argv[1]) == schema.read_claims(sys.argv[2])' \
        "$folder/text.jsonl" "$folder/bytes.cbor" 2>"$err" || fail 'its values are not those of the text'
done
cp "$scenes/boom.json" "$scenes/boom.urdf" "$folder/"
expect 0 check "$folder/boom.json" --proof "$folder/a.cbor"
[ "$(wc -c <"$folder/a.cbor")" -lt 900 ] || fail 'a name of one letter before .cbor should do'

# ---- the example of docs/proofs.md: the numbers that it works with, line by line
expect 0 check "$scenes/boom.json" --proof "$folder/boom"
[ "$(wc -l <"$folder/boom")" -eq 4 ] || fail 'the proof of the example should have four lines'
for text in '"ball": [0, 0, 0, 0.10000000000000109], "elements": [{"shape": "point", "radius": 0.1}]' \
    '"cover": [[0, 0, 0, 0.10000002384185791]], "frame": 0' '"around": {"shape": "point", "radius": 0.20000004768371582}' \
    '"pairs": [{"bodies": [0, 1], "margin": 0, "padding": [0, 0]}], "exempt": []}' \
    '"rest": [0], "tracks": [{"times": [0, 1], "variables": [0], "coefficients": [[[0, 1]]]}]}' '{"block": [0, 1]}' \
    '"verdict": "free", "free_until": 1, "claims": 1}'; do
    for file in "$folder/boom" "$LEEWAY_SOURCE/docs/proofs.md"; do
        grep -qF -e "$text" "$file" || fail "$file should hold: $text"
    done
done

# ---- the schema, if the package jsonschema is installed
if python3 -c 'import jsonschema' 2>"$err"; then
    expect 1 check "$scenes/bodies.json" --method slab --proof "$folder/bodies"
    expect 1 check "$scenes/bodies.json" --proof "$folder/blocks"
    expect 1 check "$scenes/pick.json" --proof "$folder/carried"
    ran='the schema of the claims'
    python3 - "$LEEWAY_SOURCE/docs/schema/claims.schema.json" "$folder/bodies" "$folder/blocks" "$folder/carried" "$claims" "$stages" >"$out" 2>&1 <<'END' ||
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
lines = [json.loads(line) for name in sys.argv[2:] for line in open(name)]
assert len(lines) > 100
for line in lines:
    validator.validate(line)
for wrong in ({"claims": 3, "bodies": [], "pairs": []}, {"pair": 0, "outside": "0"}, {"pair": -1, "outside": 0},
              {"pair": 0, "from": 0, "to": 1, "at": 0, "parts": []}, {"stage": 0, "pair": 0, "outside": 0},
              {"stage": 0, "begin": 0, "end": 1, "places": [{"body": 0, "link": "l"}], "pairs": []},
              dict(lines[-1], claims=-1)):
    assert not validator.is_valid(wrong), wrong
END
        fail 'the lines are not as the schema says'
fi
