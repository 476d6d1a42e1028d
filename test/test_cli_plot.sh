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

# A ball takes a box at t = 1/3, 0.1 away from it, and puts it down at 2/3, when the box is 0.3 from the wall;
# what was nearest before is nearest in the stage before. Without the wall nothing is checked between.
for wall in '' ', {"id": "wall", "type": "box", "size": [0.1, 2, 2], "position": [1.05, 0, 0]}'; do
    cat >"$folder/carry.json" <<END
{"robots": [{"name": "cart", "joint": {"type": "planar"}, "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]}],
 "obstacles": [{"id": "box", "type": "sphere", "radius": 0.1, "position": [0.4, 0, 0]}$wall],
 "motions": {"carry": {"path": [[0, 0, 0], [0.1, 0, 0], [0.3, 0, 0], [0.1, 0, 0]],
   "attach": [{"waypoint": 1, "id": "box", "link": "ball"}], "release": [{"waypoint": 2, "id": "box"}]}}}
END
    expect 0 plot "$folder/carry.json" --csv --samples 3
    no_complaint
    lines 8
    awk -F, 'NR == 1 { next }
        { e = $1 - (NR == 2 ? 0 : NR < 5 ? 1 / 3 : NR == 5 ? 0.5 : NR < 8 ? 2 / 3 : 1)
          if (e > 1e-12 || e < -1e-12) exit 1 }' "$out" || fail 'the times are wrong'
    wanted='0.2 0.1 none none none 0.1 0.3'
    parts=2
    if [ -n "$wall" ]; then
        wanted='0.2 0.1 0.5 0.4 0.3 0.1 0.3'
        parts=3
    fi
    awk -F, -v wanted="$wanted" 'BEGIN { split(wanted, d, " ") }
        NR > 1 && d[NR - 1] == "none" && $2 != "" { exit 1 }
        NR > 1 && d[NR - 1] != "none" { e = $2 - d[NR - 1]
          if ($2 == "" || e > 1e-9 || e < -1e-9 || $3 "," $4 != (NR > 3 && NR < 7 ? "box,wall" : "ball,box")) exit 1 }' \
        "$out" || fail 'the distances are wrong'
    expect 0 plot "$folder/carry.json" --samples 30
    no_complaint
    says '>attach box<' '>release box<' 'lowest sample 100 mm, ball and box' '^<text.*Proven free all along' \
        'They break where'
    [ "$(grep -c '<polyline' "$out")" -eq "$parts" ] || fail 'the curve should break where the stages meet'
    [ "$(grep -c 'class="event"' "$out")" -eq 2 ] || fail 'two marks are expected'
    if grep -Eq 'inf|nan' "$out"; then
        fail 'there are numbers that are none'
    fi
done

# Labels that would overlap stand above each other, the robots' names in them where there are several.
cat >"$folder/handover.json" <<'END'
{"robots": [
  {"name": "left", "joint": {"type": "planar"}, "links": [{"name": "hand", "type": "sphere", "radius": 0.1}]},
  {"name": "right", "joint": {"type": "planar"}, "links": [{"name": "hand", "type": "sphere", "radius": 0.1}]}],
 "obstacles": [{"id": "cup", "type": "sphere", "radius": 0.1, "position": [0.5, 0, 0]}],
 "motions": {"hand over": {"robots": {
   "left": {"path": [[0, 0, 0], [0, 0.1, 0]], "attach": [{"waypoint": 0, "id": "cup", "link": "hand"}],
            "release": [{"waypoint": 1, "id": "cup"}]},
   "right": {"path": [[1, 0, 0], [1, 0.1, 0]], "attach": [{"waypoint": 1, "id": "cup", "link": "hand"}]}}}}}
END
expect 0 plot "$folder/handover.json"
no_complaint
says '>attach cup \(left\)<' '>release cup \(left\)<' '>attach cup \(right\)<'
[ "$(sed -En 's/.* y="([^"]*)".*>(release|attach) cup \((left|right)\)<.*/\1/p' "$out" | sort -u | wc -l)" -eq 2 ] ||
    fail 'labels at one time should not be in one row'

refuses plot "$scenes/cell.json"
complains 'several motions.*--motion NAME'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --samples 1
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --samples many

# Layers of grown links: a block for each test, a tick where it is made, up to the contact.
expect 0 plot "$scenes/cell.json" --motion 'through the post' --method expanded --layers -o "$folder/layers.svg"
no_output
cmp "$folder/layers.svg" "$LEEWAY_SOURCE/docs/layers.svg" || fail 'the picture of the documentation is not of today'
expect 0 plot "$scenes/cell.json" --motion 'over the post' --method expanded --layers -o "$folder/layers.svg"
cmp "$folder/layers.svg" "$LEEWAY_SOURCE/docs/layers-free.svg" || fail 'the second picture is not of today'
if command -v xmllint >/dev/null; then
    xmllint --noout "$folder/layers.svg" || fail 'the SVG is not well-formed'
fi
expect 0 plot "$scenes/cell.json" --motion 'through the post' --method expanded --layers
says '<title>through the post</title>' '>finger_left</text>' '>base – finger_left</text>' '>320 mm</text>' \
    '>contact</text>' 'In contact at t = 0\.506.*: finger_left and post\. A block is a test'
expect 0 plot "$scenes/cell.json" --motion 'over the post' --method expanded --layers --expansion 0.05 \
    --layer-count 2 --title 'A <b>'
says 'A &lt;b&gt;' '>50 mm</text>' '>100 mm</text>' 'Proven free all along\. A block'
! grep -q '>200 mm<' "$out" || fail 'two layers are expected'
expect 0 plot "$scenes/pick.json" --motion 'over the wall' --method expanded --layers
says '>can</text>'
refuses plot "$scenes/cell.json" --motion 'over the post' --layers
complains 'layers are drawn by --method expanded --layers, both'
refuses plot "$scenes/cell.json" --motion 'over the post' --method expanded
complains 'layers are drawn by --method expanded --layers, both'
refuses plot "$scenes/cell.json" --motion 'over the post' --expansion 0.01
complains 'layers are drawn by --method expanded --layers, both'
refuses plot "$scenes/cell.json" --motion 'over the post' --method slab --layers
complains "--method takes expanded here, whose layers are drawn, not 'slab'"
refuses plot "$scenes/cell.json" --motion 'over the post' --method expanded --layers --csv
complains 'there are none of layers'
refuses plot "$scenes/workcell.json" --method expanded --layers
