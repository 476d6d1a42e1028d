#!/bin/sh -eu
# Tests leeway-bench --scenes: leeway check gives the bench's verdicts on the written scenes and motions,
# byte for byte, with all digits of all times; they are those of the tables; each scene opens as a page.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
tool=$LEEWAY
written=$folder/written
mkdir "$written"

# bench NAME...: writes the scenes of a benchmark.
bench() {
    LEEWAY=$LEEWAY_BENCH
    expect 0 "$@" --scenes "$written"
    no_complaint
    LEEWAY=$tool
}

# verdicts SCENE KIND: how many motions of a scene have this verdict.
verdicts() {
    grep -c "\"verdict\": \"$2\"" "$written/$1.verdicts.jsonl" || :
}

# holds SCENE CONTACTS FREE
holds() {
    [ "$(verdicts "$1" contact)/$(verdicts "$1" free)" = "$2/$3" ] ||
        fail "$1 has $(verdicts "$1" contact) contacts and $(verdicts "$1" free) free motions, not $2 and $3"
}

bench workcell
says '^2 scenes and 4 motions in '
bench hong
says '^3 scenes and 2391 motions in '
bench baginski --lines 50
says '^14 scenes and 700 motions in '
bench adaptive --lines 20
says '^3 scenes and 60 motions in '
bench barycode
says '^18 scenes and 18 motions in '
[ "$(find "$written" -name '*.json' | wc -l)" = 40 ] || fail 'there should be 40 scenes'

for scene in "$written"/*.json; do
    name=${scene%.json}
    ran="leeway check $scene"
    status=0
    "$LEEWAY" check "$scene" --motions "$name.motions.jsonl" --json >"$out" 2>"$err" || status=$?
    [ "$status" -le 1 ] || fail "the exit status is $status"
    no_complaint
    [ -s "$out" ] || fail 'there is no verdict'
    cmp "$out" "$name.verdicts.jsonl" || fail "the verdicts on ${name##*/} are not the bench's"
done

# The verdicts are those of the tables with the same seed and lines.
LEEWAY=$LEEWAY_BENCH
expect 0 workcell --rounds 1
at=$(sed -n 's/^contact at, s *//p' "$out")
for name in robots obstacles; do
    near "$(sed -n '2s/.*"time": \([0-9.]*\),.*/\1/p' "$written/workcell_$name.verdicts.jsonl")" "$at" 5e-4
    holds "workcell_$name" 1 1
done
expect 0 baginski --lines 50
for joints in 2 3 4 5 6 8 16; do
    share=$(sed -n "/in contact *1-norm/,/^\$/s/^$joints joints *\([0-9.]*\) .*/\1/p" "$out" | head -n 1)
    contacts=$(awk -v s="$share" 'BEGIN { print s / 2 }')
    holds "baginski_${joints}_joints" "$contacts" "$((50 - contacts))"
    share=$(sed -n "/inside *in contact/,/^\$/s/^$joints joints *[0-9]* *\([0-9.]*\) .*/\1/p" "$out" | head -n 1)
    contacts=$(awk -v s="$share" 'BEGIN { print s / 2 }')
    holds "baginski_${joints}_joints_inside" "$contacts" "$((50 - contacts))"
done
expect 0 hong --rounds 1
for vertices in 12 44 164; do
    contacts=$(sed -n "s/^$vertices, 12 *contact *\([0-9]*\) (.*/\1/p" "$out" | head -n 1)
    free=$(sed -n "s/^$vertices, 12 *free *\([0-9]*\) (.*/\1/p" "$out" | head -n 1)
    holds "hong_${vertices}_12" "$contacts" "$free"
done
LEEWAY=$tool

# Zhang's pairs: distances by barycode GJK, all 1,000 of a scene, and no other pair.
expect 0 distance "$written/barycode_24_distant.json" --pairs --algorithm barycode
lines 1000
[ "$(sed 's/^a\([0-9]*\)\/body and b\([0-9]*\): .*/\1 \2/' "$out" | awk '$1 == $2' | wc -l)" = 1000 ] ||
    fail 'a pair is none of the paper'
expect 1 distance "$written/barycode_8_overlapping.json" --pairs --algorithm barycode
[ "$(grep -c ': contact, ' "$out")" = 1000 ] || fail 'all 1,000 pairs overlap'

# Each scene opens as a page, with its first motions; a thousand pairs, which stand still, without them.
for scene in "$written"/*.json; do
    name=${scene%.json}
    head -n 2 "$name.motions.jsonl" >"$folder/few.jsonl"
    case ${name##*/} in
    barycode*) expect 0 view "$scene" -o "$folder/page.html" ;;
    *) expect 0 view "$scene" --motions "$folder/few.jsonl" -o "$folder/page.html" ;;
    esac
    no_complaint
    [ "$(wc -c <"$folder/page.html")" -gt 100000 ] || fail 'the page is too small'
done

# ---- wrong usage
LEEWAY=$LEEWAY_BENCH
refuses findings --scenes "$written"
complains "'findings' has no scenes of its own"
refuses workcell --scenes "$written" --json
complains 'writes scenes in place of tables, without --json$'
refuses workcell --scenes "$written" --rounds 3
complains 'without --rounds$'
refuses workcell --scenes "$folder/none"
complains 'none/workcell_robots.json cannot be written; the folder must exist$'
refuses --plot x.json --scenes "$written"
complains '--plot draws the results of a benchmark'
