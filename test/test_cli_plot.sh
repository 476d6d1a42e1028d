#!/bin/sh -eu
# leeway plot: curves as SVG and as numbers.
# shellcheck source=test/command_line.sh
. "$LEEWAY_SOURCE/test/command_line.sh"

# The distance to the wall falls evenly from 0.5 to 0.2.
expect 0 plot "$puck" --from 0,0,0 --to 0.3,0,0 --csv --samples 4
no_complaint
lines 5
says '^t,distance,first,second,self_distance,self_first,self_second$' '^0,0\.5,ball,wall,,,$'
awk -F, 'NR > 1 { e = $2 - (0.5 - 0.3 * $1); if (e > 1e-12 || e < -1e-12) exit 1 }' "$out" ||
    fail 'the distances are wrong'

expect 0 plot "$puck" --from 0,0,0 --to 0.3,0,0 --margin 0.1 --title 'A <puck> & a wall'
no_complaint
says '^<svg ' '^</svg>$' 'A &lt;puck&gt; &amp; a wall' 'Proven free all along' 'sampled at 400 times' \
    'lowest sample 200 mm, ball and wall; dashed: margin 100 mm<'
[ "$(grep -c '<polyline' "$out")" -eq 1 ] || fail 'one curve is expected'
expect 0 plot "$puck" --from 0,0,0 --to 1,0,0
says 'In contact at t = 0\.5.*: ball and wall\.' '>contact<'

expect 0 plot "$scenes/cell.json" --path "$scenes/waypoints.csv" -o "$folder/clearance.svg" --samples 50
no_output
[ "$(grep -c '<polyline' "$folder/clearance.svg")" -eq 2 ] || fail 'two curves are expected'
if command -v xmllint >/dev/null; then
    xmllint --noout "$folder/clearance.svg" || fail 'the SVG is not well-formed'
fi
expect 0 plot "$scenes/cell.json" --motion 'through the post' --samples 50
says '<title>through the post</title>'
expect 0 plot "$scenes/cell.json" --motions "$scenes/motions.jsonl" --motion 'into the drum' --csv --samples 2
lines 3

refuses plot "$scenes/cell.json"
complains 'several motions.*--motion NAME'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --samples 1
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --samples many
