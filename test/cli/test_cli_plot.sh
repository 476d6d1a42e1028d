#!/bin/sh -eu
# Tests leeway plot: curves as SVG and as numbers.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

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

# Padded by 0.1, the ball is 0.75 from the post and 0.8 from the other robot at t = 0, and 0.77 and
# 0.6 at t = 1.
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

# A robot that stands still 0.05 from a post would be in the nearest pair all along; its pair is
# left out unless --fixed-pairs asks for it.
expect 0 plot "$held" --csv --samples 3
no_complaint
[ "$(grep -c ',a/ball,b/ball,,,$' "$out")" -eq 3 ] || fail 'a pair that stays as it is should be left out'
near "$(sed -n 's/^0,\([^,]*\),.*/\1/p' "$out")" 1 1e-9
near "$(sed -n 's/^1,\([^,]*\),.*/\1/p' "$out")" 0.8 1e-9
expect 0 plot "$held" --csv --samples 3 --fixed-pairs
no_complaint
[ "$(grep -c ',b/ball,post,,,$' "$out")" -eq 3 ] || fail 'the pair that stays as it is should be nearest'
near "$(sed -n 's/^1,\([^,]*\),.*/\1/p' "$out")" 0.05 1e-9
refuses plot "$held" --method expanded --layers --fixed-pairs
complains 'instead of which --layers draws layers'

# A ball takes the sphere "box" at t = 1/3, from 0.1 away, and puts it down at 2/3, 0.3 from the
# wall. The curve has two values at these times, one for each stage: ball and box are nearest before
# and after, box and wall between. Without the wall no pair is checked between.
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

# Labels that would overlap are stacked, and name the robot if there are several.
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

# Layers of grown links: a block for each test, a tick at its sample, up to the contact.
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
complains 'layers are those of --method expanded'
refuses plot "$scenes/cell.json" --motion 'over the post' --method expanded
complains 'method takes --intervals, or --layers'
refuses plot "$scenes/cell.json" --motion 'over the post' --expansion 0.01
complains 'layer-count take --layers or --intervals'
refuses plot "$scenes/cell.json" --motion 'over the post' --method slab --layers
complains 'layers are those of --method expanded'
refuses plot "$scenes/cell.json" --motion 'over the post' --method expanded --method slab --layers
refuses plot "$scenes/cell.json" --motion 'over the post' --method expanded --layers --csv
complains 'not of layers or intervals'
expect 0 plot "$scenes/workcell.json" --motion 'shared end' --method expanded --layers
says '>R2/body</text>' '>R1/body – R2/body</text>'

# The samples and intervals of each method: a row with the counts that check reports, a tick for a
# sample, a line for an interval, and a bar for the proven part.
expect 0 plot "$scenes/cell.json" --motion 'through the post' --method slab --method expanded --method sampled \
    --intervals -o "$folder/proof.svg"
no_output
no_complaint
cmp "$folder/proof.svg" "$LEEWAY_SOURCE/docs/proof.svg" || fail 'the picture of the documentation is not of today'
! command -v xmllint >/dev/null || xmllint --noout "$folder/proof.svg" || fail 'the SVG is not well-formed'
for method in auto bisection slab sampled expanded; do
    for motion in 'through the post' 'over the post'; do
        "$LEEWAY" check "$scenes/cell.json" --motion "$motion" --method "$method" --json >"$folder/check" || :
        samples=$(sed -n 's/.*"samples": \([0-9]*\).*/\1/p' "$folder/check")
        queries=$(sed -n 's/.*"queries": \([0-9]*\),.*/\1/p' "$folder/check")
        verdict=$(sed -n 's/.*"verdict": "\([a-z]*\)".*/\1/p' "$folder/check")
        expect 0 plot "$scenes/cell.json" --motion "$motion" --method "$method" --intervals
        says ">$method</text>" ">$verdict.*; samples: $samples, distance queries: $queries"
        grep -q '<g><line' "$out" && lines=yes || lines=no
        grep -q ', intervals: [0-9]*</text>' "$out" && counted=yes || counted=no
        case $method in auto | sampled) wanted=no ;; *) wanted=yes ;; esac
        [ $lines = $wanted ] && [ $counted = $wanted ] || fail "$method should have intervals: $wanted"
    done
done
# 0.3 m in steps of at most 0.11 m: 4 samples, at thirds of the motion.
expect 0 plot "$puck" --from 0,0,0 --to 0.3,0,0 --method sampled --resolution 0.11 --intervals
says 'd="M84\.00,[0-9.]*v8M365\.33,[0-9.]*v8M646\.67,[0-9.]*v8M928\.00,[0-9.]*v8"' '>undecided: .*; samples: 4,' \
    '<rect x="84\.00" y="[0-9.]*" width="844\.00" height="7" fill="url\(#open\)"/>'
# One slab proves the whole motion, from a sample in its middle.
expect 0 plot "$puck" --from 0,0,0 --to 0.3,0,0 --method slab --intervals
says '<g><line x1="84\.00" y1="[0-9.]*" x2="928\.00" .*<circle cx="506\.00" .*<title>t = 0 to t = 1: ball and wall</title></g>' \
    '<rect x="84\.00" y="[0-9.]*" width="844\.00" height="7" fill="#3f9142"/>'
# Half of the motion is proven, and nothing is hatched after the contact.
expect 0 plot "$puck" --from 0,0,0 --to 1,0,0 --method bisection --intervals
says '^<rect x="84\.00" y="[0-9.]*" width="42[0-9.]*" height="7" fill="#3f9142"/>'
! grep -Eq 'width="[1-9][0-9.]*" height="7" fill="url' "$out" || fail 'what comes after the contact is drawn'
# With a used-up budget the rest stays open.
expect 0 plot "$scenes/cell.json" --motion 'over the post' --method bisection --budget-queries 1 --intervals
says '>undecided: the budget ran out; samples' 'fill="url\(#open\)"'
# Names stay names; a robot's two copies of a proof are one line.
sed 's/"wall"/"<b>W\&amp; \\u00e4\\"\\n"/' "$puck" >"$folder/names.json"
expect 0 plot "$folder/names.json" --from 0,0,0 --to 0.3,0,0 --method slab --intervals --title '<i>'
says 'ball and &lt;b&gt;W&amp;amp; ä"\\n</title>' '^<title>&lt;i&gt;</title>' '^<desc>Proven free all along'
! command -v xmllint >/dev/null || xmllint --noout "$out" || fail 'the SVG is not well-formed'
expect 0 plot "$scenes/pick.json" --motion 'over the wall' --method expanded --intervals
says ': can and all obstacles</title>' 'They break where' 'Bars: green'
expect 0 plot "$scenes/workcell.json" --motion 'shared end' --method auto --method slab --intervals
says '>auto</text>' '>slab</text>' '>time \(s\)</text>'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --intervals
complains 'intervals takes the methods'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --method slabs --intervals
complains "sampled, not 'slabs'"
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --method slab --method slab --intervals
complains 'slab is there twice'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --method slab --resolution 0.1
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --resolution 0.1
complains 'resolution and --budget-queries take --intervals'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --method slab --intervals --csv
complains 'not of layers or intervals'
refuses plot "$puck" --from 0,0,0 --to 1,0,0 --method expanded --intervals --layers
complains 'layers or --intervals, not both'
expect 0 plot "$scenes/workcell.json" --motion 'shared end' --method expanded --intervals
says '>expanded</text>' '^.*>contact at 6[.]55'
