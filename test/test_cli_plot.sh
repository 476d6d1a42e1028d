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

# Padded balls are nearer to each other than the balls are: at t = 0 the post is 0.75 away, the other robot
# 0.8; at t = 1 0.77 and 0.6.
cat >"$folder/padded.json" <<'END'
{"robots": [
  {"name": "a", "joint": {"type": "planar"}, "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]},
  {"name": "b", "links": [{"name": "ball", "type": "sphere", "radius": 0.1}], "base": {"position": [1.2, 0, 0]}}],
 "obstacles": [{"id": "post", "type": "sphere", "radius": 0.1, "position": [0, 1.05, 0]}],
 "motions": {"near": {"robots": {"a": {"from": [0, 0, 0], "to": [0.2, 0, 0]}}}}}
END
expect 0 plot "$folder/padded.json" --link-padding 0.1 --csv --samples 3
says '^0,0\.7[45].*,a/ball,post,' '^1,0\.[56].*,a/ball,b/ball,'
near "$(sed -n 's/^0,\([^,]*\),.*/\1/p' "$out")" 0.75 1e-9
near "$(sed -n 's/^1,\([^,]*\),.*/\1/p' "$out")" 0.6 1e-9

refuses plot "$scenes/cell.json"
complains 'several motions.*--motion NAME'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --samples 1
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --samples many
