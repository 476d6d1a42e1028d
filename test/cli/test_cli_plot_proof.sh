#!/bin/sh -eu
# Tests leeway plot --proof: the intervals of a proof file.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# prove STATUS ARGUMENTS: a proof as text and in CBOR
prove() {
    wanted=$1
    shift
    for ending in jsonl cbor; do
        expect "$wanted" check "$@" --threads 1 --proof "$folder/proof.$ending"
    done
}

# drawn ARGUMENTS: the intervals of the one row, in $folder/drawn
drawn() {
    expect 0 plot "$@" --intervals
    no_complaint
    grep '^<g><line' "$out" >"$folder/drawn" || fail 'no interval is drawn'
}

# The claims of slab are the intervals that its own row shows, at the same times, of the same pairs.
cell=$scenes/cell.json
for motion in 'through the post' 'over the post'; do
    [ "$motion" = 'over the post' ] && wanted=0 || wanted=1
    prove $wanted "$cell" --motion "$motion" --method slab
    drawn "$cell" --motion "$motion" --method slab
    mv "$folder/drawn" "$folder/checked"
    for ending in jsonl cbor; do
        drawn "$cell" --motion "$motion" --proof "$folder/proof.$ending"
        cmp "$folder/drawn" "$folder/checked" || fail "the claims in $ending are not those of the check"
    done
    says '>proof</text>'
done
says '>free; samples: [0-9]*, intervals: [0-9]*, as the file states<'

# Of several motions, the one that is named.
prove 1 "$cell" --method slab
for ending in jsonl cbor; do
    drawn "$cell" --motion 'over the post' --proof "$folder/proof.$ending"
    cmp "$folder/drawn" "$folder/checked" || fail "the claims of one motion of several in $ending are those of another"
done

# Blocks: one interval of all pairs that are apart all along, and the runs of intervals of others.
prove 1 "$cell" --motion 'through the post'
drawn "$cell" --motion 'through the post' --proof "$folder/proof.cbor"
says '>contact at t = 0\.506.*as the file states<'
prove 0 "$cell" --motion 'over the post'
sed '/^{"block"/d; /^{"pair"/d; /"verdict"/s/"claims": [0-9]*/"claims": 2/; /"begin"/a\
{"block": [0, 0.7], "left": [[0, 67], [3, 127]]}\
{"block": [0.7, 1.4], "only": [[3, 6]]}' "$folder/proof.jsonl" >"$folder/blocks.jsonl"
drawn "$cell" --motion 'over the post' --proof "$folder/blocks.jsonl"
lines=$(sed 's/.*<title>\(.*\)<\/title>.*/\1/' "$folder/drawn")
[ "$lines" = 't = 0 to t = 0.7: base and wrist_2, and 62 more
t = 0.2 to t = 0.6: base and wrist_1
t = 0.8 to t = 1: base and gripper' ] || fail "other intervals are drawn: $lines"
says '>free; samples: 16, intervals: 3, as the file states<'

# Stages: the bodies are those of the stage's pairs, and intervals are within their stages.
prove 0 "$scenes/pick.json" --motion 'over the wall' --method slab
drawn "$scenes/pick.json" --motion 'over the wall' --method slab
mv "$folder/drawn" "$folder/checked"
for ending in jsonl cbor; do
    drawn "$scenes/pick.json" --motion 'over the wall' --proof "$folder/proof.$ending"
    cmp "$folder/drawn" "$folder/checked" || fail "the claims of stages in $ending are not those of the check"
done

# One motion without an id; several.
prove 0 "$puck" --from 0,0,0 --to 0.3,0,0 --method slab
drawn "$puck" --from 0,0,0 --to 0.3,0,0 --proof "$folder/proof.cbor"
says 'x1="84\.00" y1="[0-9.]*" x2="928\.00" .*<title>t = 0 to t = 1: ball and wall</title>'
prove 1 "$scenes/cell.json"
refuses plot "$scenes/cell.json" --path "$scenes/waypoints.csv" --proof "$folder/proof.cbor" --intervals
complains 'proof\.cbor:[0-9]*: the proof is about several motions'

# Wrong input: one sentence, with the line or the item of CBOR.
wrong() {
    refuses plot "$cell" --motion 'over the post' --proof "$folder/$1" --intervals
    shift
    complains "$@"
}
prove 0 "$cell" --motion 'over the post'
wrong missing.jsonl 'missing\.jsonl: cannot be read'
head -c 3000 "$folder/proof.cbor" >"$folder/cut.cbor"
wrong cut.cbor 'cut\.cbor:1: the item is cut off'
head -n 2 "$folder/proof.jsonl" >"$folder/cut.jsonl"
wrong cut.jsonl 'cut\.jsonl: nothing is said of the motion over the post'
printf '\331\331\367\201\377' >"$folder/break.cbor"
wrong break.cbor 'break\.cbor:1: there is a value that JSON has not'
printf '\331\331\367\233\377\377\377\377\377\377\377\377' >"$folder/huge.cbor"
wrong huge.cbor 'huge\.cbor:1: the item is cut off'
printf '\331\331\367\173\0\0\0\0\100\0\0\0text' >"$folder/long.cbor"
wrong long.cbor 'long\.cbor:1: the item is cut off'
printf '\331\331\367\373\177\370\0\0\0\0\0\0' >"$folder/nan.cbor"
wrong nan.cbor 'nan\.cbor:1: a number is not finite'
printf '\331\331\367\242\141a\1\141a\1' >"$folder/twice.cbor"
wrong twice.cbor 'twice\.cbor:1: a key stands twice'
awk 'BEGIN { printf "\331\331\367"; for (i = 0; i < 200; i++) printf "\201" }' >"$folder/deep.cbor"
wrong deep.cbor 'deep\.cbor:1: it is nested too deep'
# edited SED SENTENCE: a proof that is altered
edited() {
    sed "$1" "$folder/proof.jsonl" >"$folder/edited.jsonl"
    wrong edited.jsonl "edited\.jsonl$2"
}
edited '1s/"claims": 2/"claims": 1/' ':1:1: the proof is of another version of the format than 2'
edited '1s/"name": "post"/"name": "pole"/' ':2:1: the proof is of another scene: there is no body "pole"'
edited '2s/"end": 1/"end": 2/' ':2:1: the proof is of another motion, which ends at 2, not 1'
edited '3s/.*/{"block": [0, 1], "left": [[65, 1]]}/' ':3:1: a pair of a block is no index of one of 65 things'
edited '3s/.*/{"block": [0, 1], "left": [[0, 1e9]]}/' ':3:1: a mask of a block is no index of one of 128'
edited '3s/.*/{"block": [0, 1, 2]}/' ':3:.*block'
edited '3s/.*/{"block": [0, NaN]}/' ':3:.*not JSON'
edited '3s/.*/{"pair": 0, "from": 0, "to": 1}/' ':3:.*at'
edited '3s/.*/{"stage": 1, "block": [0, 1]}/' ':3:1: stage is no index of one of 1 things'
edited '3s/.*/[]/' ':3:1: this is no line of a proof'
edited '3d;4d;5d;6s/free", /so", /' ':3:1: there is no such verdict'
edited '$d' ': nothing is said of the motion over the post'
edited '1d' ':1:1: this is no proof of leeway check --proof'
refuses plot "$cell" --motion 'over the post' --proof "$folder/proof.jsonl"
complains 'proof takes --intervals'
# the picture does not replace the proof
refuses plot "$cell" --motion 'over the post' --proof "$folder/proof.jsonl" --intervals -o "$folder/proof.jsonl"
