#!/bin/sh -eu
# Tests scenes of dimension 2 on the command line: vehicles on their own clocks, repaired outlines,
# and outlines that cannot be repaired.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# The work-cell: one pair of trajectories stays apart, the other is in contact before its shared
# end.
expect 1 check "$scenes/workcell.json" --clearance
no_complaint
says '^apart: free [(]cubic interpolation[)]$' '^shared end: contact at 6\.55[0-9]* s in segment ' \
    '^    R1/body and R2/body ' '^2 motions: 1 free, 1 in contact, 0 undecided$'
expect 0 check "$scenes/workcell.json" --motion apart --margin 0.07
expect 1 check "$scenes/workcell.json" --motion apart --margin 0.08

# Near misses, the nearest first; pairs in contact are among them.
expect 1 check "$scenes/workcell.json" --near 0.2
says '^    near: 76\.[0-9]* mm to 77\.[0-9]* mm, R1/body and rack at 5\.7[0-9]* s$' \
    '^    near: contact, R1/body and R2/body at '
expect 0 check "$scenes/workcell.json" --motion apart --near 0.2 --json
says '"near": .{"pair": ."R1/body", "rack"., "distance": .0\.07[0-9]*, 0\.07[0-9]*., "at": 5\.7[0-9]*}, {"pair": ."R1/body", "press".*}., "pairs": 9, "queries": '
expect 0 check "$scenes/workcell.json" --motion apart --near 0.05
says '^    no pair comes near$'
refuses check "$scenes/workcell.json" --near 0
complains "--near takes a number above 0, not '0'"

# A vehicle whose outline is an L: its hull would touch the post, which stands in the notch.
scene=$folder/vehicle.json
cat >"$scene" <<'END'
{"dimension": 2,
 "robots": [{"name": "car", "joint": {"type": "planar", "name": "at"}, "links": [
   {"name": "hull", "type": "polygon", "vertices": [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]]}]}],
 "obstacles": [
   {"id": "post", "type": "disc", "radius": 0.1, "position": [1.5, 1.5]},
   {"id": "wall", "type": "segment", "vertices": [[0, 3], [9, 3]]},
   {"id": "mark", "type": "point", "position": [8, 0], "theta": 1}]}
END
expect 0 info "$scene"
says 'all in the plane [(]dimension 2[)]$' '^    hull: 2 convex polygons, [0-9.]+ x [0-9.]+ m$' '^    post: disc, [0-9.]+ x [0-9.]+ m$'
# Straight ways as splines of other degrees than those of trajectories: the post is met after 0.4 of 4 m.
for spline in '"type": "bezier", "degree": 2, "points": [[0, 0, 0], [0, 2, 0], [0, 4, 0]], "duration": 4' \
    '"type": "polynomial", "knots": [0, 4], "coefficients": [[[0, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]]' \
    '"type": "bspline", "degree": 7, "points": [[0, 0, 0], [0, 0.5, 0], [0, 1, 0], [0, 1.5, 0], [0, 2, 0], [0, 2.5, 0], [0, 3, 0], [0, 3.5, 0]], "knots": [0, 0, 0, 0, 0, 0, 0, 0, 3.5, 3.5, 3.5, 3.5, 3.5, 3.5, 3.5, 3.5]'; do
    echo "{\"spline\": {$spline}}" >"$folder/spline.jsonl"
    expect 1 check "$scene" --motions "$folder/spline.jsonl"
    says '^0: contact at 0\.(4|4000[0-9]*|3999[0-9]*) s(,| in segment 0)'
    expect 1 check "$scene" --motions "$folder/spline.jsonl" --method bisection
    says '^0: contact at 0\.(4|4000[0-9]*|3999[0-9]*) s(,| in segment 0)'
done
expect 0 distance "$scene" --at 0,0,0 --json
near "$(sed 's/.*"distance": .\([^,]*\),.*/\1/' "$out" | head -n 1)" 0.4 1e-9
expect 1 check "$scene" --from 0,0,0 --to 1,0,0
says '^contact at t = 0[.][34]'
near "$(sed -n '1s/contact at t = \([0-9.]*\),.*/\1/p' "$out")" 0.4 2e-4

# Headings turn the shorter way, over pi and into the post, for check and plan, as a continuous
# joint does.
turning=$folder/turning.json
cat >"$turning" <<'END'
{"robots": [{"name": "base", "joint": {"type": "planar", "name": "p"}, "links": [
   {"name": "body", "type": "box", "size": [1, 0.1, 0.2], "position": [0.5, 0, 0]}]}],
 "obstacles": [{"id": "post", "type": "cylinder", "radius": 0.05, "length": 1, "position": [-0.8, 0, 0]}]}
END
expect 1 check "$turning" --from 0,0,3 --to 0,0,-3
says '^contact at t = 0[.]0575' 'notice: joint "p": from waypoint 0 to 1, from 3 to -3, it turns the shorter way, by 0[.]283185307$'
expect 0 check "$turning" --from 0,0,3 --to 0,0,-3 --no-wrap
says 'notice: joint "p": .* its heading turns by -6 as the numbers say; the shorter way is 0[.]283185307$'
printf 't,x,y,theta\n0,0,0,3\n1,0,0,-3\n' >"$folder/literal.csv"
expect 0 check "$turning" --trajectory "$folder/literal.csv" --strict
says 'notice: joint "p": .* its heading turns by -6 as the numbers say'
# half a turn goes as the numbers say
expect 0 check "$turning" --from=0,0,1 --to=0,0,-2.141592653589793
expect 1 check "$turning" --from 0,0,1 --to=0,0,4.141592653589793
# a plan turns the shorter way past the post, and the longer way if bounds limit the heading
expect 0 plan "$turning" --from 0,0,3 --to 0,0,-3 --bounds p=-1,1,-1,1 -o "$folder/short.json"
says '^[3-9][0-9]* waypoints'
expect 0 check "$turning" --path "$folder/short.json"
expect 0 plan "$turning" --from 0,0,3 --to 0,0,-3 --bounds p=-1,1,-1,1,-3.1,3.1 -o "$folder/long.json"
grep -q '^    \[0, 0, 3\],$' "$folder/long.json" && grep -q '^    \[0, 0, 0\],$' "$folder/long.json" &&
    grep -q '^    \[0, 0, -3\]\],*$' "$folder/long.json" || fail 'the plan should turn over 0'
expect 0 check "$turning" --path "$folder/long.json"

# Nearly half a turn about (0, -3): the corners stay within sqrt(5) of that place, and all obstacles
# are farther away.
expect 0 check "$scene" --from 0,-3,0 --to 0,-3,3.14159 --clearance
no_complaint

printf 't,x,y,theta\n0,-3,0,0\n1,-2,0,0\n2,-1,0,0.1\n' >"$folder/linear.csv"
expect 0 check "$scene" --trajectory "$folder/linear.csv"
says '^free [(]linear interpolation[)]$'
printf 't,x,y,theta,vx,vy,omega\n0,-3,0,0,0,0,0\n1,-2,0,0,1,0,0\n2,-1,0,0.1,0,0,0\n' >"$folder/cubic.csv"
expect 0 check "$scene" --trajectory "$folder/cubic.csv"
says '^free [(]cubic interpolation[)]$'
printf 'x,y,theta\n-3,0,0\n-2,0,0\n' >"$folder/path.csv"
expect 0 check "$scene" --path "$folder/path.csv"

# refused CONTENT PATTERN: a trajectory in CSV with this content is refused
refused() {
    printf "$1" >"$folder/bad.csv"
    refuses check "$scene" --trajectory "$folder/bad.csv"
    complains "$2"
}
refused 'x,y,theta,vx,vy,omega\n0,0,0,0,0,0\n' 'bad.csv:1:1: velocities need a first column t'
refused 't,x,y,theta\n0,0,0\n' 'bad.csv:2:1: a waypoint has 2 values and must have 3'
refused 't,x,y,theta\n0,0,0,0\n0,1,0,0\n' 'bad.csv:3:1: times must increase'
refused 't,x,y,theta\n0,0,0,0\n1,1,nan,0\n' 'bad.csv:3:5: '
refused 't,x,y,theta\n0,0,0,0\n1,1,0,0,0\n' 'bad.csv:3:1: the line has 5 values; those before it have 4'
refused '' 'there is no waypoint in the file'

# outline SHAPE: a scene with an obstacle of this shape
outline() {
    printf '{"dimension": 2, "obstacles": [\n{"id": "o", %s}]}\n' "$1" >"$folder/outline.json"
}
outline '"type": "polygon", "vertices": [[0, 0], [0, 1], [1, 1], [1, 0]]'
expect 0 info "$folder/outline.json"
complains 'outline.json:2: the polygon goes round clockwise; it is turned'
outline '"type": "polygon", "vertices": [[0, 0], [1, 0], [2, 0], [2, 2], [2, 2]]'
expect 0 info "$folder/outline.json"
complains 'outline.json:2: 2 vertices of the polygon repeat or lie on the line between their neighbours'

# no_outline SHAPE PATTERN: an outline that cannot be repaired
no_outline() {
    outline "$1"
    refuses info "$folder/outline.json"
    complains "$2"
}
no_outline '"type": "polygon", "vertices": [[0, 0], [1, 0]]' \
    'outline.json:2:[0-9]*: obstacle "o": a polygon must have 3 vertices or more, not 2'
no_outline '"type": "polygon", "vertices": [[0, 0], [1, 0], [2, 0]]' 'lie on one line; there are point and segment'
no_outline '"type": "polygon", "vertices": [[0, 0], [1, 1], [1, 0], [0, 1]]' \
    'outline.json:2:[0-9]*: .*the outline crosses or touches itself'
no_outline '"type": "polygon", "vertices": [[0, 0], [1, 1, 1], [1, 0]]' 'a vertex must be 2 numbers, not 3'
no_outline '"type": "polygon", "vertices": [[0, 0], [NaN, 1], [1, 0]]' 'not JSON'
no_outline '"type": "segment", "vertices": [[0, 0], [0, 0]]' 'lie on one place'
no_outline '"type": "disc", "radius": -1' 'radius is -1'
no_outline '"type": "disc", "radius": 1, "rpy": [0, 0, 1]' 'no key "rpy"'
no_outline '"type": "box", "size": [1, 1, 1]' 'no shape type "box" in dimension 2; there are disc, polygon'

printf '{"obstacles": [{"id": "o", "type": "disc", "radius": 1}]}' >"$folder/outline.json"
refuses info "$folder/outline.json"
complains 'no shape type "disc" in dimension 3; there are sphere'
refuses info "$scene" --robot "$scenes/arm/arm.urdf"
complains 'dimension 2'
refuses info "$scene" --scene "$scenes/cell.json"
complains 'dimension 2'
