#!/bin/sh -eu
# Tests leeway plan --timed: trajectories in each format, which check reads and proves.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

cell=$scenes/cell.json
path=$folder/path

for format in json ros1 ros2; do
    expect 0 plan "$cell" --motion 'through the post' --timed --format $format -o "$path"
    complains '^leeway: 6 values have no largest acceleration: 1 rad/s\^2 \(m/s\^2\) is taken'
    says '^[3-9] waypoints, [0-9.]* long; .*; [0-9.]* s; [0-9]* segments checked$'
    expect 0 check "$cell" --trajectory "$path"
    says '^free \(cubic interpolation\)$'
    # one clock for all formats
    expect 0 check "$cell" --trajectory "$path" --json --clearance
    says '"unit": ?"s"'
    at=$(field clearance_at)
    [ "$format" = json ] && first=$at
    near "$at" "$first" 0.05
done
expect 0 plan "$cell" --motion 'through the post' --timed --format ros2
says '^joint_names: \["joint_1", "joint_2", "joint_3", "joint_4", "joint_5", "joint_6"\]$' \
    '^- positions: \[-0\.4, 0\.1, 0\.3, 0, 1\.17, 1\.5708\]$' '^  velocities: \[0, 0, 0, 0, 0, 0\]$' \
    '^  time_from_start: \{sec: [1-9], nanosec: [0-9]*\}$'
expect 0 plan "$cell" --motion 'through the post' --timed --format ros1
says '^  time_from_start: \{secs: 0, nsecs: 0\}$'

# limits and their scales: half the velocity and a quarter of the acceleration take twice as long
cat >"$folder/limits.yaml" <<'END'
joint_limits:
  joint_1: {has_acceleration_limits: true, max_acceleration: 2, max_velocity: 1}
  joint_2: {max_acceleration: 2}
  joint_3: {max_acceleration: 2}
  joint_4: {max_acceleration: 2}
  joint_5: {max_acceleration: 2}
  joint_6: {max_acceleration: 2}
END
seconds() {
    sed -n 's/.*; \([0-9.]*\) s; .*/\1/p' "$out"
}
expect 0 plan "$cell" --motion 'through the post' --timed --joint-limits "$folder/limits.yaml" -o "$path"
no_complaint
whole=$(seconds)
expect 0 plan "$cell" --motion 'through the post' --timed --joint-limits "$folder/limits.yaml" \
    --velocity-scale 0.5 --acceleration-scale 0.25 -o "$path"
near "$(seconds)" "$(echo "$whole" | awk '{print 2 * $1}')" 0.01
{
    echo 'default_velocity_scaling_factor: 0.5'
    echo 'default_acceleration_scaling_factor: 0.25'
    cat "$folder/limits.yaml"
} >"$folder/scaled.yaml"
expect 0 plan "$cell" --motion 'through the post' --timed --joint-limits "$folder/scaled.yaml" -o "$path"
near "$(seconds)" "$(echo "$whole" | awk '{print 2 * $1}')" 0.01
expect 0 plan "$cell" --motion 'through the post' --timed --joint-limits "$folder/scaled.yaml" \
    --velocity-scale 1 --acceleration-scale 1 -o "$path"
near "$(seconds)" "$whole" 0.001

# with stops it takes longer, and stays on the path exactly
expect 0 plan "$cell" --motion 'through the post' --timed --stops --joint-limits "$folder/limits.yaml" -o "$path"
[ "$(seconds | awk -v whole="$whole" '{print ($1 > 1.1 * whole)}')" = 1 ] || fail 'stops take no time'
expect 0 check "$cell" --trajectory "$path"
expect 0 plan "$cell" --motion 'through the post' --timed --stops --format ros1
[ "$(grep -c 'velocities: \[0, 0, 0, 0, 0, 0\]' "$out")" -ge 3 ] || fail 'it rests nowhere on the way'

# the positions of the file bound the plan
cat >"$folder/narrow.yaml" <<'END'
joint_limits:
  joint_1: {max_position: 1}
END
expect 2 plan "$cell" --motion 'through the post' --joint-limits "$folder/narrow.yaml"
complains 'value 1 of the goal is 1.6, outside its limits -2.97 and 1'

# the library finds the same trajectory, bit by bit
expect 0 plan "$cell" --motion 'through the post' --timed -o "$path"
"${LEEWAY_PROGRAMS:-$LEEWAY_BUILD}/test/timed_rows" "$cell" "$path" || fail 'lw_plan_timed finds another trajectory'
expect 0 plan "$cell" --motion 'through the post' --timed --stops -o "$path"
"${LEEWAY_PROGRAMS:-$LEEWAY_BUILD}/test/timed_rows" "$cell" "$path" stops || fail 'lw_plan_timed finds another trajectory with stops'
if "${LEEWAY_PROGRAMS:-$LEEWAY_BUILD}/test/timed_rows" "$cell" "$path" 2>/dev/null; then fail 'two trajectories do not differ'; fi

# several robots on one clock
two=$scenes/two_arms.json
cat >"$folder/both.json" <<'END'
{"id": "both", "robots": {
  "left": {"from": "ready", "to": [0.7, 0.1, 0.3, 0, 1.17, 0]},
  "right": {"from": "ready", "to": [-0.7, 0.1, 0.3, 0, 1.17, 0]}}}
END
tr -d '\n' <"$folder/both.json" >"$folder/both.jsonl"
expect 0 plan "$two" --motions "$folder/both.jsonl" --timed -o "$path"
expect 0 check "$two" --trajectory "$path"
refuses plan "$two" --motions "$folder/both.jsonl" --timed --format ros1
complains 'a JointTrajectory is of one robot'

# wrong usage; a joint without a limit
expect 2 plan "$cell" --motion 'through the post' --format ros2
complains 'need --timed'
expect 2 plan "$cell" --motion 'through the post' --stops
complains 'need'
expect 2 plan "$cell" --motion 'through the post' --velocity-scale 0.5
complains 'need --timed'
expect 2 plan "$cell" --motion 'through the post' --timed --format csv
complains '--format takes json, ros1 or ros2'
for scale in 0 -1 1.5 x; do
    expect 2 plan "$cell" --motion 'through the post' --timed --velocity-scale=$scale
    complains 'velocity-scale'
done
refuses plan "$puck" --from 0,0,0 --to 1,0,0 --bounds joint=-1,2,-1,1 --timed
complains 'joint "joint" has no largest velocity; give it one'
refuses plan "$cell" --motion 'through the post' --joint-limits "$folder/none.yaml"
complains 'none.yaml: .*No such file'
