#!/bin/sh -eu
# Tests leeway check: verdicts, numbers, exit statuses, text and JSON.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# The ball of radius 0.1 reaches the wall at x = 0.5; with a margin m, at x = 0.5 - m.
expect 1 check "$puck" --from 0,0,0 --to 1,0,0
says '^contact at t = 0\.5' '^    puck/ball|^    ball' 'and wall'
no_complaint
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json
lines 1
no_complaint
says '^\{"id": 0, "verdict": "contact", "unit": "1"' '"pair": \["ball", "wall"\]' '"normal": \['
near "$(field time)" 0.5 1e-4
near "$(field free_until)" 0.5 1e-4
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json --margin 0.05
near "$(field time)" 0.45 1e-4
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json --time-tolerance 1e-7
near "$(field time)" 0.5 1e-7

# Padding brings the ball to the wall earlier, as a margin does, and is subtracted from the reported
# distances.
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json --link-padding 0.05
near "$(field time)" 0.45 1e-4
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json --link-padding 0.05 --margin 0.02
near "$(field time)" 0.43 1e-4
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --clearance --link-padding 0.05
says '^    clearance .* mm to 150 mm, ball and wall at t = 1$'
expect 0 distance "$puck" --at 0.3,0,0 --link-padding 0.05
says '150 mm'

# With a tolerance the ball may be farther along, and beside its way; only then it meets the wall.
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --tolerance 0.17
expect 1 check "$puck" --from 0,0,0 --to 0.3,0,0 --tolerance 0.21
says '^contact at t = .*, of a motion within the tolerance'
expect 1 check "$puck" --from 0,0,0 --to 0.3,0,0 --tolerance 0.21 --json
says '"deviates": true, "segment": 0'
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json
if grep -q deviates "$out"; then fail "a contact of the motion itself deviates"; fi
cat >"$folder/flat.json" <<'END'
{"dimension": 2,
 "robots": [{"name": "cart", "joint": {"type": "planar"}, "links": [{"name": "disc", "type": "disc", "radius": 0.1}]}],
 "obstacles": [{"id": "post", "type": "disc", "radius": 0.1, "position": [0.6, 0]}]}
END
expect 0 check "$folder/flat.json" --from 0,0,0 --to 0.3,0,0 --tolerance 0.08
expect 1 check "$folder/flat.json" --from 0,0,0 --to 0.3,0,0 --tolerance 0.11
refuses check "$puck" --from 0,0,0 --to 0.3,0,0 --tolerance 0.01 --clearance
complains '--clearance is of the motion itself: it does not go with --tolerance'
refuses check "$puck" --from 0,0,0 --to 0.3,0,0 --tolerance 0.01 --method expanded
complains 'the method expanded does not serve --tolerance; auto, bisection and slab do'
refuses check "$puck" --from 0,0,0 --to 0.3,0,0 --tolerance 0.01 --cross
complains '--cross compares methods on the motion itself'

# Along x the distance shrinks as the ball moves towards the wall; y and the heading do not change
# it.
expect 0 distance "$puck" --at 0.3,0,0 --gradient --json
says '"gradient": \{"[a-z]*": \[-1, 0, 0\]\}\}$'
expect 1 distance "$puck" --at 0.58,0,0 --gradient
says '^    gradient: [a-z]* -1 0 0 \(metres per radian or metre\)$'
expect 0 distance "$held" --set a/joint=0.8,0,0 --gradient --json --pairs
says '"pair": \["a/ball", "b/ball"\].*"gradient": \{"a/joint": \[-1, 0, 0\]\}\}$' \
    '"pair": \["b/ball", "post"\].*"gradient": \{\}\}$'
expect 0 distance "$held" --set a/joint=0.8,0,0 --gradient --pairs
says '^    gradient: zero$'
expect 1 distance "$scenes/cell.json" --gradient --json
cp "$out" "$folder/nearest"
[ "$(grep -c '"gradient": {"' "$out")" -eq 2 ] || fail 'both pairs should have a gradient'
expect 1 distance "$scenes/cell.json" --gradient --json --pairs
for self in false true; do
    grep -m 1 "\"self\": $self" "$out"
done | cmp - "$folder/nearest" || fail 'the nearest pairs should be those of all'
expect 0 distance "$puck" --at 0.3,0,0 --json
grep -q gradient "$out" && fail 'no gradient was asked for'

# On the way to x = 0.3 the distance is at least 0.2, and 0.2 at the end.
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0
says '^free$'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --clearance
says '^free' '^    clearance .* mm to 200 mm, ball and wall at t = 1$'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --clearance --json \
    --clearance-relative 0 --clearance-absolute 1e-6
near "$(sed 's/.*"clearance": \[\([^,]*\),.*/\1/' "$out")" 0.2 2e-6
says '"clearance_pair": \["ball", "wall"\]'

# A proven distance is no less than the margin, in JSON and in text, however many digits that takes.
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --clearance --near 0.3 --margin 0.1987654321 --json
says '"clearance": \[0\.1987654321, ' '"near": \[\{"pair": \["ball", "wall"\], "distance": \[0\.1987654321, '
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --clearance --near 0.3 --margin 0.1987654321
says '^    clearance 198\.7654321 mm to 200 mm, ball and wall at t = 1$' \
    '^    near: 198\.7654321 mm to 200 mm, ball and wall at t = 1$'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --clearance --margin 0.198
says '^    clearance 198 mm to 200 mm, ball and wall at t = 1$'

# A pair that the motion does not move is not listed, but counts for the clearance.
other='"pair": \["a/ball", "b/ball"\], "distance"'
still='"pair": \["b/ball", "post"\], "distance": \['
expect 0 check "$held" --near 2 --clearance --json
no_complaint
says '"clearance_pair": \["b/ball", "post"\]' "$other"
! grep -q "$still" "$out" || fail 'a pair that stays as it is should not be listed'
expect 0 check "$held" --near 2 --clearance --fixed-pairs --json
no_complaint
says '"clearance_pair": \["b/ball", "post"\]' "$other" "$still"
refuses check "$held" --fixed-pairs
complains '--fixed-pairs is of what --near lists and of the curves of a --report'

# Text rounds a bracket outwards, by less than one unit of its last digit.
for x in 0.3000444 0.2999556 0.3000049 0.1765432 0.3999949 0.4012345 0.4612345 0.4999123; do
    expect 0 check "$puck" --from 0,0,0 --to "$x,0,0" --clearance --json
    sed 's/.*"clearance": \[\([^]]*\)\].*/\1/' "$out" >"$folder/exact"
    expect 0 check "$puck" --from 0,0,0 --to "$x,0,0" --clearance
    sed -n 's/^    clearance \(.*\), ball and wall.*/\1/p' "$out" |
        awk -F '[ ,]+' 'NR == FNR { low = $1; high = $2; next }
            { unit = $NF == "um" ? 1e-6 : 1e-3; digits = $NF == "um" ? 3 : 4
              a = $1 * unit; b = $(NF - 1) * unit; wide = 10 ^ (1 - digits)
              good = $2 == $NF && a <= low * (1 + 1e-12) && high <= b * (1 + 1e-12)
              good = good && low - a < wide * low && b - high < wide * high }
            END { exit !good }' "$folder/exact" - || fail "$x: not $(cat "$folder/exact")"
done

expect 0 check "$puck" --from 0,0,0 --to 0.400003,0,0 --clearance --clearance-relative 0 --clearance-absolute 1e-6
says '^    clearance 99\.99 mm to 100 mm, ball and wall'

# Motions that are not proven free are not called free.
expect 1 check "$scenes/cell.json" --method expanded
says 'through the post: contact at t = 0.506' 'over the post: free'
expect 1 check "$scenes/cell.json" --method expanded --expansion 0.01 --layer-count 2 --any
says 'through the post: contact' 'over the post: free'
expect 3 check "$puck" --from 0,0,0 --to 0.3,0,0 --method sampled
says '^undecided: .*samples prove nothing'
expect 3 check "$puck" --from 0,0,0 --to 0.3,0,0 --json --method sampled
says '"verdict": "undecided"' '"reason": "sampled"'
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --method sampled
expect 3 check "$scenes/cell.json" --motions "$scenes/motions.jsonl" --motion 'ready to the shelf, smoothly' --json --budget-queries 1
says '"reason": "budget"'
expect 3 check "$scenes/cell.json" --motions "$scenes/motions.jsonl" --motion 'ready to the shelf, smoothly' --json --budget-work 200
says '"verdict": "undecided"' '"reason": "budget"'
expect 0 check "$scenes/cell.json" --motions "$scenes/motions.jsonl" --motion 'ready to the shelf, smoothly' --json --budget-work 10000000

# The methods slab and bisection have the same verdicts.
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json --method slab --time-tolerance 1e-9
near "$(field time)" 0.5 1e-9
near "$(field free_until)" 0.5 1e-9
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --method slab --clearance
says '^free' '^    clearance .* mm to 200 mm, ball and wall at t = 1$'
expect 3 check "$scenes/cell.json" --motions "$scenes/motions.jsonl" --motion 'ready to the shelf, smoothly' --json --method slab --budget-queries 1
says '"reason": "budget"'
for scene in cell bodies; do
    for method in bisection slab; do
        "$LEEWAY" check "$scenes/$scene.json" --json --method "$method" >"$out" || :
        sed 's/.*"id": \([^,]*\), "verdict": \("[a-z]*"\).*/\1 \2/' "$out" >"$folder/$method"
    done
    cmp "$folder/bisection" "$folder/slab" || fail "$scene: the methods disagree"
done

expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --any --json
says '"first": false'

# The rest of a motion: the ball, at x = 0.65 - t, is in the wall until t = 0.15, and free after
# that.
expect 1 check "$puck" --from 0.65,0,0 --to -0.35,0,0 --json
says '"verdict": "contact"' '"free_until": 0,'
expect 0 check "$puck" --from 0.65,0,0 --to -0.35,0,0 --since 0.2 --json --clearance
says '"verdict": "free", "unit": "1", "since": 0\.2[0-9]*, "free_until": 1, "clearance": \[0\.0(49|5)'
expect 0 check "$puck" --from 0.65,0,0 --to -0.35,0,0 --since 0.2
says '^free \(judged since t = 0\.2\)$'
no_complaint
expect 1 check "$puck" --from 0.65,0,0 --to -0.35,0,0 --since 0.1 --json
says '"since": 0\.1, "free_until": 0\.1, "time": 0\.1,'
expect 0 check "$puck" --from 0.65,0,0 --to -0.35,0,0 --since 3 --json
says '"since": 1, "free_until": 1, "notices": \["the motion ends at 1, before 3: it is judged where it stands at its end"\]'
complains 'the motion ends at 1, before 3'
expect 1 check "$puck" --from 0.65,0,0 --to -0.35,0,0 --since 0 --json
says '"unit": "1", "free_until": 0,'
refuses check "$puck" --from 0,0,0 --to 1,0,0 --since -1
expect 2 check "$puck" --from 0,0,0 --to 0.3,0,0 --since 3 --strict

# Motions that begin in contact: the ball is 50 mm deep in the wall, and comes out at t = 0.05 / 0.5.
expect 0 check "$puck" --from 0.55,0,0 --to 0.05,0,0 --leaving
says '^leaves contact at t = 0\.1[0-9]*, free from then on$' '^    ball and wall overlap by about 50 mm at the beginning$'
expect 0 check "$puck" --from 0.55,0,0 --to 0.05,0,0 --leaving --json
says '^\{"id": 0, "verdict": "leaves", "unit": "1", "free_until": 0, "time": 0\.1[0-9]*, "pair": \["ball", "wall"\], "start_distance": \[-0\.05[0-9]*, -0\.0[0-9]*\], "start_pairs": 1, "kept_until": 1, "pairs"'
near "$(field time)" 0.1 2e-4
expect 1 check "$puck" --from 0.55,0,0 --to 0.56,0,0 --leaving
says '^contact at t = 0\.01[0-9]*: deeper than at the beginning$' '^    ball and wall overlap by about 50 mm at the beginning$'
expect 1 check "$puck" --from 0.55,0,0 --to 0.56,0,0 --leaving --json --depth-tolerance 0.002
says '"failure": "deeper", "start_distance": ' '"kept_until": 0\.(19|2)'
expect 1 check "$puck" --from 0.55,0,0 --to 0.52,0,0 --leaving
says '^contact at t = 1: in contact from the beginning to the end$'
expect 1 check "$puck" --from 0.55,0,0 --to 0.52,0,0 --leaving --json
says '"time": 1, "segment": 0,' '"failure": "stays"'
expect 0 check "$puck" --from 0.405,0,0 --to 0,0,0 --leaving --margin 0.1
says '^leaves contact' '^    ball and wall are 95 mm apart at the beginning, within their margin$'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --leaving --json
says '^\{"id": 0, "verdict": "free", "unit": "1", "free_until": 1, "pairs"'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --leaving --near 0.3 --clearance --json
says '"clearance"' '"near"'
printf '{"id": 1, "from": [0.55, 0, 0], "to": [0, 0, 0]}\n{"id": 2, "from": [0, 0, 0], "to": [0.3, 0, 0]}\n' >"$folder/out.jsonl"
expect 0 check "$puck" --motions "$folder/out.jsonl" --leaving --threads 2
says '^2 motions: 1 free, 1 leaving contact, 0 in contact, 0 undecided$'
expect 1 check "$puck" --motions "$folder/out.jsonl"
refuses check "$puck" --from 0.55,0,0 --to 0,0,0 --leaving --proof "$folder/claims"
complains '--proof: proofs are of pairs that stay apart: they do not go with --leaving$'
refuses check "$puck" --from 0.55,0,0 --to 0,0,0 --leaving --report "$folder/page.html"
complains '--report shows what is free: it does not go with --leaving$'
[ ! -e "$folder/page.html" ] || fail 'nothing is to be written'
refuses check "$puck" --from 0.55,0,0 --to 0,0,0 --leaving --method sampled
complains 'the method sampled does not serve --leaving; auto, bisection and slab do'
expect 0 check --help
says '--method=auto\|bisection\|slab\|expanded\|sampled$' '^What the methods serve:$' '^  sampled    plane$' \
    '^  auto       free, plane, any, clearance, leaving, claims, tolerances$' '^  expanded   free, plane, any, claims, steps, proofs$'
refuses check "$puck" --from 0.55,0,0 --to 0,0,0 --leaving --method expanded
refuses check "$puck" --from 0.55,0,0 --to 0,0,0 --depth-tolerance 0.1
complains '--depth-tolerance is of --leaving'
refuses check "$puck" --from 0.55,0,0 --to 0,0,0 --leaving --depth-tolerance 0
refuses check "$puck" --from 0.55,0,0 --to 0,0,0 --leaving --report "$folder/report.html"
complains '--report shows what is free'

# The time that a check took is printed only on request.
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --timing --json
says '"microseconds": [0-9.]+\}$'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --timing
says '^free \[[0-9.]+ us\]$'
refuses check "$puck" --from 0,0,0 --to 0.3,0,0 --timing --threads 2
complains '\-\-timing checks one motion after the other: it goes with --threads 1 only'
refuses check "$puck" --from 0,0,0 --to 0.3,0,0 --timing --threads 0
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --timing --threads 1

# Results go to the file, and only there.
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json -o "$folder/result"
no_output
grep -q '"verdict": "contact"' "$folder/result"
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json --out=-
lines 1

# The scene's own motions: all of them, or one.
expect 1 check "$scenes/cell.json"
says '^under the lamp: free' '^through the post: contact at t = ' '^over the post: free' \
    '^3 motions: 2 free, 1 in contact, 0 undecided$'
no_complaint
expect 0 check "$scenes/cell.json" --motion 'over the post'
expect 1 check "$scenes/cell.json" --motion 'through the post' --json
lines 1
says '^\{"id": "through the post", "verdict": "contact"'
refuses check "$scenes/cell.json" --motion 'through a post'
complains 'no motion "through a post"; the nearest name is "through the post"'
refuses check "$scenes/cell.json" --motion 'somewhere else'
complains 'no motion "somewhere else"$'

# A path's segment is named; states stand for configurations.
expect 0 check "$scenes/cell.json" --path "$scenes/waypoints.csv"
says '^free'
expect 1 check "$scenes/cell.json" --path "$scenes/waypoints.csv" --margin 0.2 --json
says '"segment": [0-3]'
expect 0 check "$scenes/cell.json" --from home --to ready
expect 0 check --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --from home --to ready
expect 0 check --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --name left \
    --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --name right --base '0 -2 0 0 0 1' \
    --from left=home --to left=ready
expect 1 check "$scenes/two_arms.json"
says '^both at once: contact' 'left/.* and right/'
expect 0 check "$scenes/two_arms.json" --group left/arm --from home --to ready

# A carried object meets things that the empty gripper passes; the margin is that of the pair while
# the object is carried.
expect 1 check "$scenes/pick.json" --clearance --near 0.03
no_complaint
says '^over the wall: free$' '^    clearance 14\.[0-9]* mm to 1[45]\.?[0-9]* mm, can and wall at t = 0\.[45]' \
    '^    inside the robot .* and can at' '^    near: .* mm, (gripper and can|can and gripper) at t = ' \
    '^too low: contact at t = 0\.49[0-9]* in segment 4, free until' \
    '^    can and wall are 1\.[0-9]* mm apart \(margin 2 mm\) at ' '^as low, empty: free$' \
    '^3 motions: 2 free, 1 in contact, 0 undecided$'
expect 1 check "$scenes/pick.json" --motion 'too low' --json
says '"segment": 4, "pair": \["can", "wall"\]'

# If numbers are so large that rounding errors leave the gap open, the answer says so; otherwise it
# does not.
cat >"$folder/far.urdf" <<'END'
<robot name="far">
<link name="root"/><link name="turned"/>
<link name="ball"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
<joint name="turn" type="continuous"><parent link="root"/><child link="turned"/><axis xyz="0 0 1"/></joint>
<joint name="slide" type="prismatic"><parent link="turned"/><child link="ball"/><axis xyz="1 0 0"/>
<limit lower="-1e6" upper="1e6" effort="1" velocity="1"/></joint>
</robot>
END
cat >"$folder/far.json" <<'END'
{"robots": [{"urdf": "far.urdf"}],
 "obstacles": [{"id": "post", "shapes": [{"type": "sphere", "radius": 0.5}],
                "position": [936752.12753314, -349993.50217129, 0]},
               {"id": "near", "shapes": [{"type": "sphere", "radius": 0.5}], "position": [2, 0, 0]}]}
END
expect 3 check "$folder/far.json" --no-wrap --from=1000000,999900 --to=1000000,999998.995
says '^undecided: the gap comes too close to the margin to tell, free until t = 0\.9999' \
    '^    ball and post are [0-9.]* [um]*m to [5-9][0-9.]* mm apart at t = 0\.9999[0-9]*: .* so large that they round by as much$'
expect 0 check "$folder/far.json" --no-wrap --from=1000000,999900 --to=1000000,999998.9
expect 3 check "$folder/far.json" --from=0,0 --to=0,0.99999999999999
says '^undecided: the gap comes too close to the margin to tell'
lines 1

# Notices about a motion are in its result, with control characters escaped.
cat >"$folder/limited.urdf" <<'END'
<robot name="limited">
<link name="base"/><link name="arm"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<link name="rim"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="el&#10;bow" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="wheel" type="continuous"><parent link="arm"/><child link="rim"/><axis xyz="0 0 1"/></joint>
</robot>
END
cat >"$folder/limited.json" <<'END'
{"robots": [{"urdf": "limited.urdf"}], "obstacles": [{"id": "post", "type": "sphere", "radius": 0.1, "position": [2, 0, 0]}]}
END
cat >"$folder/limited.jsonl" <<'END'
{"from": [0, 0], "to": [2, 0]}
{"from": [0, 3], "to": [0, -3]}
{"from": [0, 0], "to": [0.5, 0]}
END
expect 0 check "$folder/limited.json" --motions "$folder/limited.jsonl" --json
lines 3
says '^\{"id": 0, .*"notices": \["joint \\"el\\u000abow\\": value 2 is outside its limits -1 to 1"\], "pairs"' \
    '^\{"id": 1, .*"notices": \["joint \\"wheel\\": from waypoint 0 to 1, from 3 to -3, it turns the shorter way, by 0\.283' \
    '^\{"id": 2, .*"free_until": 1, "pairs"'
complains 'joint "el\\nbow": value 2 is outside'
[ "$(wc -l <"$err")" -eq 1 ] || fail 'a turn is no notice on standard error'
expect 0 check "$folder/limited.json" --motions "$folder/limited.jsonl" --set wheel=1
says '^    notice: joint "el\\nbow": value 2 is outside' '^    notice: --set wheel has no effect where the motion moves the joint$'
[ "$(grep -c 'notice: --set' "$out")" -eq 3 ] || fail 'each motion should have the notice'

# Limits that count: of positions, and of a motion in seconds of velocities. They are told apart from
# contacts by the reason; the first one decides.
cat >>"$folder/limited.jsonl" <<'END'
{"trajectory": {"times": [0, 1], "positions": [[0, 0], [0.5, 9]]}}
{"trajectory": {"times": [0, 0.001], "positions": [[0, 0], [-1, 0]]}}
{"trajectory": {"times": [0, 2], "positions": [[0, 0], [0, 0]], "velocities": [[1, 0], [-1, 0]]}}
{"trajectory": {"times": [0, 4], "positions": [[0.6, 0], [0.6, 0]], "velocities": [[0.9, 0], [-0.9, 0]]}}
END
expect 1 check "$folder/limited.json" --motions "$folder/limited.jsonl" --limits strict --json
lines 7
says '^\{"id": 0, "verdict": "contact", "unit": "1", "free_until": 0\.50000[0-9]*, "time": 0\.50000[0-9]*, "segment": 0, "reason": "limit", "kind": "position", "joint": "el\\u000abow", "until": 1, "value": 2, "value_at": 1, "limit": 1, "notices"' \
    '^\{"id": 2, "verdict": "free"' '^\{"id": 3, "verdict": "free"' '^\{"id": 5, "verdict": "free"' \
    '^\{"id": 4, .*"kind": "velocity", "joint": "el.*bow", "until": 0\.001, "value": -1000, "value_at": 0, "limit": -1, ' \
    '^\{"id": 6, .*"time": 0\.50928[0-9]*, .*"kind": "position", .*"value": 1\.5, "value_at": 2, "limit": 1, "notices": \["joint \\"el.*bow\\": its value at 2 s, 1\.5, is outside its limits -1 to 1"\], "pairs"'
cp "$out" "$folder/strict"
expect 1 check "$folder/limited.json" --motions "$folder/limited.jsonl" --strict-limits --json
cmp -s "$out" "$folder/strict" || fail '--strict-limits should say what --limits strict says'
expect 0 check "$folder/limited.json" --motions "$folder/limited.jsonl" --limits notice --json
expect 1 check "$folder/limited.json" --motions "$folder/limited.jsonl" --limits strict
says '^0: contact at t = 0\.500001, free until t = 0\.500001: a joint is beyond its limit$' \
    '^    joint el\\nbow: its position is 2 at t = 1, its limit 1$' \
    '^    joint el\\nbow: its velocity is -1000 at 0 s, its limit -1$' '^7 motions: .* 3 in contact'
for excluded in --proof=x --report=x.html --cross; do
    refuses check "$folder/limited.json" --from 0,0 --to 2,0 --limits strict "$excluded"
    complains 'not go with --limits strict$'
done
expect 2 check "$folder/limited.json" --from 0,0 --to 2,0 --strict-limits --cross
complains 'value 2 is outside its limits -1 to 1$'
printf '%s\n' 'joint_limits: {"el\nbow": {max_acceleration: 2}}' >"$folder/limits.yaml"
echo '{"trajectory": {"times": [0, 1, 2], "positions": [[0, 0], [0.5, 0], [0, 0]]}}' >"$folder/corner.jsonl"
expect 1 check "$folder/limited.json" --motions "$folder/corner.jsonl" --limits strict --joint-limits "$folder/limits.yaml"
says 'joint el\\nbow: its velocity jumps by -1 at 1 s$'
expect 2 check "$folder/limited.json" --from 0,0 --to 0,0 --set wheel=1 --strict
complains '--set wheel has no effect'
expect 0 check "$folder/limited.json" --from 0,3 --to 0,-3 --strict
says '^    notice: joint "wheel"'

# A trajectory's first point is at 1 s: the approach to it starts where the robot is, and passes a
# post at 0.5.
cat >"$folder/slide.urdf" <<'END'
<robot name="slide"><link name="rail"/>
<link name="cart"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
<joint name="x" type="prismatic"><parent link="rail"/><child link="cart"/><axis xyz="1 0 0"/>
<limit lower="-9" upper="9" effort="1" velocity="1"/></joint></robot>
END
printf '{"robots": [{"urdf": "slide.urdf"}], "obstacles": [{"id": "post", "type": "sphere", "radius": 0.1, "position": [0.5, 0, 0]}]}' >"$folder/slide.json"
printf 'joint_names: [x]\npoints: [{positions: [1], time_from_start: {secs: 1, nsecs: 0}}]\n' >"$folder/one.yaml"
expect 1 check "$folder/slide.json" --trajectory "$folder/one.yaml" --set x=0 --json
says '"verdict": "contact", .*"time": 0\.3[0-9]*, "segment": 0, '
[ ! -s "$err" ] || fail 'a start that --set states gives no notice'
expect 0 check "$folder/slide.json" --trajectory "$folder/one.yaml" --set x=2
expect 0 check "$folder/slide.json" --trajectory "$folder/one.yaml"
says '^    notice: the first point of the trajectory of robot "slide" is at 1 s, .*is not judged$'
expect 2 check "$folder/slide.json" --trajectory "$folder/one.yaml" --strict
complains 'the way to that point is not judged'

# The path constraints of a request: kept, violated by the straight way, and of an unsupported kind.
# request CONSTRAINTS: a request from 2 to 3 with these path constraints
request() {
    printf '{"start_state": {"joint_state": {"name": ["x"], "position": [2]}}, "goal_constraints": [{"joint_constraints": [{"joint_name": "x", "position": 3}]}], "path_constraints": {%s}}' "$1" >"$folder/request.json"
}
request '"joint_constraints": [{"joint_name": "x", "position": 2.5, "tolerance_above": 0.5, "tolerance_below": 0.5}]'
expect 0 check "$folder/slide.json" --request "$folder/request.json" --strict
expect 0 plan "$folder/slide.json" --request "$folder/request.json"
expect 2 plan "$folder/slide.json" --request "$folder/request.json" --bounds x=4,5
request '"joint_constraints": [{"joint_name": "x", "position": 2, "tolerance_above": 0.5, "tolerance_below": 0.5}]'
expect 2 check "$folder/slide.json" --request "$folder/request.json"
complains 'keep "x" from 1.5 to 2.5, and the straight way from start to goal takes it from 2 to 3'
expect 2 plan "$folder/slide.json" --request "$folder/request.json"
request '"position_constraints": [{"link_name": "cart"}]'
expect 2 check "$folder/slide.json" --request "$folder/request.json"
complains 'position_constraints of path_constraints are not followed here'
request '"speed": 1'
expect 0 check "$folder/slide.json" --request "$folder/request.json"
says 'notice: path_constraints has a key "speed", which is not known and is ignored'
expect 2 check "$folder/slide.json" --request "$folder/request.json" --strict

# The exit status of an undecided motion.
expect 3 check "$scenes/cell.json" --motions "$scenes/motions.jsonl" --motion 'ready to the shelf, smoothly' --budget-queries 1

# Nothing depends on the current folder.
cd "$folder" || exit
expect 0 check "$scenes/cell.json" --motion 'under the lamp'
cd "$scenes" || exit
expect 0 check cell.json --motion 'under the lamp'

# ---- an octree: its occupied cell, an eighth of the root cube, or all but a free one of that size
printf '# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.0001\ndata\n\1\200' >"$folder/room.bt"
expect 1 check "$scenes/scan.json" --octomap "$folder/room.bt" --unknown free
says '^    [a-z_0-9]+ and room\.bt '
expect 1 check "$scenes/scan.json" --octomap "$folder/room.bt" --unknown obstacle
says '^away from the ball: contact at t = 0$' ' and room\.bt '
refuses check "$scenes/scan.json" --octomap "$folder/room.bt"
complains 'needs --unknown obstacle or --unknown free: what the space is that the map does not know$'

# ---- a height field: a plate under all that moves, and one that the arm stands in
{
    printf '\223NUMPY\1\0\73\0'
    printf '%s' "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 2), }"
    printf '\144\144\144\144'
} >"$folder/hill.npy"
expect 1 check "$scenes/scan.json" --heights "$folder/hill.npy" --heights-spacing 0.5 --heights-floor 0 --heights-scale 0.01
says ' and hill\.npy '
expect 1 check "$scenes/scan.json" --heights "$folder/hill.npy" --heights-spacing 5 --heights-floor 99 --heights-scale 1
says '^away from the ball: free$'

# ---- a point cloud
expect 1 check "$scenes/scan.json"
says '^away from the ball: free$' '^through the ball: contact at t = 0\.365' '^    finger_left and scan are '
