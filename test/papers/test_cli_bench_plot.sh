#!/bin/sh -eu
# Tests leeway-bench --plot: the results of benchmarks as pictures.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
LEEWAY=$LEEWAY_BENCH

# Results of benchmarks: bars with labels, and the paper's figures beside them; lines if a table
# comes several times while a quantity grows; a logarithmic axis if the figures differ much.
cat >"$folder/bars.json" <<'END'
{"bench": "two <b>", "paper": "A paper & its table", "version": "9.8", "seed": 7, "rounds": 3, "lines": 5, "tables": [
  {"title": "Bars", "columns": [{"name": "time", "unit": "us"}, {"name": "peer", "unit": "us"},
                                {"name": "share", "unit": "%", "group": "of all"}],
   "rows": [{"name": "one", "group": "G", "figures": [10, 4, 0.5], "paper": [8, null, null]},
            {"name": "two", "figures": [5, "none", 100]},
            {"name": "words", "figures": ["a", null, "b"]}],
   "notes": "what the words mean"},
  {"title": "Far", "unit": "ns", "columns": [{"name": "n", "paper_unit": "s"}],
   "rows": [{"name": "a", "figures": [1], "paper": [3]}, {"name": "b", "figures": [1000]},
            {"name": "c", "unit": "m", "figures": [-2]}]}]}
END
expect 0 --plot "$folder/bars.json"
no_complaint
says '<title>Benchmark two &lt;b&gt;</title>' '>A paper &amp; its table<' \
    '>Leeway 9[.]8, seed 7, 5 random lines of each case, medians of 3 rounds<' ">the paper's, from another machine<" \
    '>Bars<' '>what the words mean<' '>G, one<' '>two<' '>peer<' '>of all, share<' '>us<' '>%<' '>ns<' '>m<' \
    '<title>G, one; time: 10 us</title>' "<title>G, one; time, the paper's: 8 us</title>" '<title>c; n: -2 m</title>'
! grep -q '>words<' "$out" || fail 'a row without a number is drawn'
# a bar is as long as its figure; the axis of percents is linear, that of 1 and 1000 is logarithmic
rect() {
    sed -En "s|.*<rect x=\"[0-9.]*\" y=\"[0-9.]*\" width=\"([0-9.]*)\" height=\"[0-9.]*\"/><title>$1.*|\1|p" "$out"
}
near "$(rect 'two; time')" "$(awk -v w="$(rect 'G, one; time: ')" 'BEGIN { print w / 2 }')" 0.2
near "$(rect 'G, one; of all')" "$(awk -v w="$(rect 'two; of all')" 'BEGIN { print w / 200 }')" 0.2
[ "$(grep -c '<title>[ab]; n: .*</g>' "$out")" -eq 2 ] || fail 'two figures are expected'
[ -z "$(rect '[ab]; n')" ] || fail 'dots are expected'
# the paper's figures in the unit of Leeway's are drawn: one, and its key
[ "$(grep -c 'l5,5l-5,5l-5,-5z' "$out")" -eq 2 ] || fail 'one figure of the paper is expected'
! command -v xmllint >/dev/null || xmllint --noout "$out" || fail 'the SVG is not well-formed'
expect 0 --plot "$folder/bars.json" --table 2 --title 'A & B' -o "$folder/far.svg"
grep -q '<title>A &amp; B</title>' "$folder/far.svg" || fail 'the title is not there'
! grep -q '>Bars<' "$folder/far.svg" || fail 'a table that was not chosen is drawn'
cat >"$folder/lines.json" <<'END'
{"bench": "lines", "tables": [
  {"title": "4", "unit": "ns", "over": {"name": "corners", "value": 4}, "columns": [{"name": "near"}, {"name": "far"}],
   "rows": [{"name": "one", "group": "A", "figures": [10, 20], "paper": [30, null]}, {"name": "two", "group": "B", "figures": [1, 2]}]},
  {"title": "8", "unit": "ns", "over": {"name": "corners", "value": 8}, "columns": [{"name": "near"}, {"name": "far"}],
   "rows": [{"name": "one", "group": "A", "figures": [20, 40], "paper": [30, null]}, {"name": "two", "group": "B", "figures": [3, null]}]}]}
END
expect 0 --plot "$folder/lines.json"
no_complaint
says '>ns over corners<' '>A<' '>B<' '>near<' '>far<' '>corners<' '<title>A, one; near: 20 ns</title>'
[ "$(grep -c '<polyline' "$out")" -eq 5 ] || fail 'four lines are expected, and one of the paper'
[ "$(grep -c '<polyline.*dasharray' "$out")" -eq 1 ] || fail 'a line of the paper is expected'
! command -v xmllint >/dev/null || xmllint --noout "$out" || fail 'the SVG is not well-formed'
for name in hong barycode workcell; do
    "$LEEWAY" $name --rounds 1 --json >"$folder/$name.json"
    expect 0 --plot - <"$folder/$name.json"
    no_complaint
    ! grep -Eq '"-?(inf|nan)|[ ,](inf|nan)' "$out" || fail 'there are numbers that are none'
    ! command -v xmllint >/dev/null || xmllint --noout "$out" || fail 'the SVG is not well-formed'
done
# Claims are listed with a mark for each verdict.
cat >"$folder/claims.json" <<'END'
{"bench": "findings", "tables": [
  {"title": "A paper", "columns": [{"name": "where"}, {"name": "paper"}, {"name": "ours"}, {"name": "rule"}, {"name": "verdict"}],
   "rows": [{"name": "<one>", "unit": "%", "figures": ["Table 1", 4, 5, "within 1", "reproduced"]},
            {"name": "two", "figures": ["(2)", null, 7, "at most 1", "not reproduced"]},
            {"name": "three", "figures": ["(3)", 0, 9, "never", "refuted"]}]}]}
END
expect 0 --plot "$folder/claims.json"
no_complaint
says '>A paper<' '>&lt;one&gt;, %<' '>two<' '>4<' '>5<' '>7<' '>9<'
[ "$(grep -c '<circle' "$out")" -eq 2 ] || fail 'one claim is reproduced, and the key has a mark'
[ "$(grep -c '<rect.*fill="#d9a520"' "$out")" -eq 2 ] || fail 'one claim is not reproduced, and the key has a mark'
[ "$(grep -c '<path.*#b3261e' "$out")" -eq 2 ] || fail 'one claim is refuted, and the key has a mark'
! command -v xmllint >/dev/null || xmllint --noout "$out" || fail 'the SVG is not well-formed'

# A sentence names the error of any other file.
wrong() {
    printf '%s\n' "$2" >"$folder/wrong.json"
    refuses --plot "$folder/wrong.json"
    complains "wrong.json.*$1"
}
wrong ':2:1: .*no results of a benchmark.*: not JSON: the text ends where a value is expected' ''
wrong 'not JSON: the text ends where a key in quotes is expected' '{"bench": "x",'
wrong ":2:10: .*not JSON: a value is expected, not 'x'" '{
"bench": x}'
wrong 'no results of a benchmark.*no JSON object' '[1]'
wrong 'no JSON object' '3'
wrong 'no "bench"' '{"robots": []}'
wrong 'no "tables"' '{"bench": "x"}'
wrong 'no "tables"' '{"bench": "x", "tables": {}}'
wrong 'a table has no "title"' '{"bench": "x", "tables": [3]}'
wrong '"t" has no "rows"' '{"bench": "x", "tables": [{"title": "t", "columns": [{"name": "n"}]}]}'
wrong '1 to 16 "columns", not 0' '{"bench": "x", "tables": [{"title": "t", "rows": [{}]}]}'
wrong 'a column has no "name"' '{"bench": "x", "tables": [{"title": "t", "columns": [3], "rows": [{}]}]}'
wrong 'a row has no "name"' '{"bench": "x", "tables": [{"title": "t", "columns": [{"name": "n"}], "rows": [3]}]}'
wrong '"r" has not a figure for each of 1' \
    '{"bench": "x", "tables": [{"title": "t", "columns": [{"name": "n"}], "rows": [{"name": "r", "figures": []}]}]}'
wrong '"group" is no string' '{"bench": "x", "tables": [{"title": "t", "columns": [{"name": "n", "group": 3}], "rows": [3]}]}'
wrong ':1:16: .*not JSON: duplicate key "bench"' '{"bench": "x", "bench": "y"}'
wrong ':1:101: .*nested more than 100 deep' "$(printf '%0101d' 0 | tr 0 '[')"
wrong ':1:27: .*a table has no "title"' '{"bench": "x", "tables": [{"title": 3}]}'
wrong 'overflow: no double is as large as 1e999' '{"bench": "x", "seed": 1e999}'
# Whole numbers keep all of their digits.
sed 's/"seed": [0-9]*/"seed": 9007199254740993/' "$folder/barycode.json" >"$folder/seed.json"
expect 0 --plot "$folder/seed.json"
says 'seed 9007199254740993,'
sed 's/"seed": [0-9]*/"seed": 18446744073709551626/' "$folder/barycode.json" >"$folder/seed.json"
expect 0 --plot "$folder/seed.json"
says 'seed 0,'
refuses --plot "$folder/none.json"
complains 'none.json: cannot be read'
refuses --plot "$folder"
complains 'cannot be read'
refuses --plot "$folder/bars.json" --table 3
complains 'there is no table 3; there are 2'
refuses --plot "$folder/bars.json" -o "$folder/bars.json"
refuses --plot "$folder/bars.json" --table 0
complains '--table takes a whole number from 1 to '
refuses hong --table 1
complains 'table takes --plot'
refuses hong --title T
complains 'title takes --plot'
for other in --json --rounds=3 --lines=3 hong; do
    refuses --plot "$folder/bars.json" "$other"
    complains 'and runs none beside it'
done
refuses --plot "$folder/bars.json" -o x.png
complains '--out writes SVG'
