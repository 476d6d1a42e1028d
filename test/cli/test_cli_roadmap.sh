#!/bin/sh -eu
# Tests leeway roadmap: its file grows, stays whole however the program ends, and serves plan.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

cell=$scenes/cell.json
whole=$folder/whole.roadmap
path=$folder/path.json

expect 0 roadmap "$cell" --nodes 400 -o "$whole"
no_complaint
lines 1
says '^400 configurations, [0-9]* segments$'

# the same file with any number of threads
for threads in 1 2 5; do
    expect 0 roadmap "$cell" --nodes 400 -o "$folder/threads$threads.roadmap" --threads $threads
    cmp -s "$folder/threads$threads.roadmap" "$whole" || fail "$threads threads make another roadmap"
done

# a file that grows in steps, with other numbers of threads, until a time budget is used up; the
# default seed is 1
expect 0 roadmap "$cell" --nodes 100 -o "$folder/steps.roadmap" --threads 2
expect 3 roadmap "$cell" --nodes 100000000 --budget-seconds 0.1 -o "$folder/steps.roadmap"
complains '^leeway: [0-9]* configurations of 100000000; the time was over; the same command goes on$'
expect 0 roadmap "$cell" --nodes 100 -o "$folder/other.roadmap" --seed 2
cmp -s "$folder/other.roadmap" "$folder/steps.roadmap" && fail 'the seed changes nothing'
expect 0 roadmap "$cell" --nodes 400 -o "$folder/more.roadmap" --seed 1
cmp -s "$folder/more.roadmap" "$whole" || fail 'two runs differ'

# killed while it grows, again and again: the file is whole each time, and the same in the end
killed=$folder/killed.roadmap
times=0
while [ "$times" -lt 8 ]; do
    times=$((times + 1))
    "$LEEWAY" roadmap "$cell" --nodes 3000 -o "$killed" >"$out" 2>"$err" &
    sleep "0.$((times % 4 + 1))"
    kill -KILL $! 2>"$err" || true
    wait $! 2>"$err" || true
    [ -e "$killed" ] || continue
    # a file that is not whole would be refused
    expect 0 roadmap "$cell" --nodes 0 -o "$killed"
done
expect 0 roadmap "$cell" --nodes 3000 -o "$killed"
expect 0 roadmap "$cell" --nodes 3000 -o "$whole"
cmp -s "$killed" "$whole" || fail 'what was killed comes to another roadmap'

# Ctrl-C keeps the file so far. A shell's background jobs ignore it, so this sends SIGTERM, which
# has the same effect, when the file has grown once, however slow the machine is.
expect 0 roadmap "$cell" --nodes 0 -o "$folder/stopped.roadmap"
empty=$(wc -c <"$folder/stopped.roadmap")
"$LEEWAY" roadmap "$cell" --nodes 100000000 -o "$folder/stopped.roadmap" >"$out" 2>"$err" &
tries=0
while [ "$(wc -c <"$folder/stopped.roadmap")" -le "$empty" ] && [ "$tries" -lt 600 ]; do
    tries=$((tries + 1))
    sleep 0.1
done
kill -TERM $!
status=0
wait $! || status=$?
ran='leeway roadmap, stopped'
[ "$status" -eq 3 ] || fail "the exit status is $status and should be 3"
complains '^leeway: [1-9][0-9]* configurations of 100000000; the same command goes on$'
expect 0 roadmap "$cell" --nodes 1 -o "$folder/stopped.roadmap"
says '^[1-9][0-9]* configurations, [1-9][0-9]* segments$'

# plan uses the roadmap
expect 0 plan "$cell" --roadmap "$whole" --motion 'through the post' -o "$path"
no_complaint
expect 0 check "$cell" --path "$path"
for planner in rrt-connect prm lazy-prm; do
    expect 0 plan "$cell" --roadmap "$whole" --from home --to ready --planner $planner -o "$path"
    expect 0 check "$cell" --path "$path"
done

# refused files: of another scene, other bounds, another margin or seed; half written; no roadmaps
refuses plan "$scenes/two_arms.json" --roadmap "$whole" --from left=home --to left=ready
complains "^leeway: $whole: a roadmap of another scene\$"
refuses plan "$cell" --roadmap "$whole" --motion 'through the post' --bounds joint_1=-1,1
complains "^leeway: $whole: a roadmap of this scene, but of other joints or bounds"
refuses roadmap "$scenes/two_arms.json" -o "$whole"
complains 'a roadmap of another scene'
refuses roadmap "$cell" --margin 0.01 -o "$whole"
complains 'a roadmap of another scene'
refuses roadmap "$cell" --seed 7 -o "$whole"
complains "^leeway: $whole: a roadmap with the seed 1, not 7\$"
head -c 1000 "$whole" >"$folder/half.roadmap"
refuses plan "$cell" --roadmap "$folder/half.roadmap" --from home --to ready
complains "^leeway: $folder/half.roadmap: the roadmap is not whole\$"
refuses roadmap "$cell" -o "$folder/half.roadmap"
complains 'the roadmap is not whole'
refuses plan "$cell" --roadmap "$cell" --from home --to ready
complains "^leeway: $cell: this is no roadmap of leeway's\$"
refuses plan "$cell" --roadmap "$folder/none.roadmap" --from home --to ready
complains 'none.roadmap: cannot be read: No such file'
refuses plan "$cell" --roadmap "$whole" --from home --to ready -o "$whole"
complains 'results cannot go into a file that is read'
refuses roadmap "$cell" -o "$cell"
complains 'results cannot go into a file that is read'
refuses roadmap "$cell" -o "$folder/no/such"
complains 'cannot be written'
expect 2 roadmap "$cell"
complains 'a roadmap needs a file'
expect 2 roadmap "$cell" --group arm --request "$cell" -o "$folder/x"
complains '--group would say it again'
for option in --nodes --seed --threads --budget-seconds; do
    expect 2 roadmap "$cell" $option x -o "$folder/x"
    complains "$option"
done

# segments are proven by any method that proves, and serve whoever asks
expect 0 roadmap "$cell" --nodes 100 -o "$folder/expanded.roadmap" --method expanded
expect 0 plan "$cell" --roadmap "$folder/expanded.roadmap" --from home --to ready
expect 0 plan "$cell" --roadmap "$folder/expanded.roadmap" --from home --to ready --method slab
expect 2 roadmap "$cell" --nodes 1 -o "$folder/x" --method sampled
complains '--method sampled proves nothing; auto, bisection, slab and expanded do$'

# one robot of two, both, and a vehicle without limits
two=$scenes/two_arms.json
expect 0 roadmap "$two" --nodes 20 -o "$folder/both.roadmap"
expect 0 roadmap "$two" --nodes 20 --group left/arm -o "$folder/left.roadmap"
expect 0 plan "$two" --roadmap "$folder/left.roadmap" --from left=home --to left=ready
refuses plan "$two" --roadmap "$folder/both.roadmap" --from left=home --to left=ready
complains 'of other joints or bounds'
refuses roadmap "$two" --group left/nothing -o "$folder/x"
complains 'nothing'
refuses roadmap "$puck" -o "$folder/x"
complains 'planning needs bounds for it'
expect 0 roadmap "$puck" --nodes 50 --bounds joint=-1,2,-1,1 -o "$folder/puck.roadmap"
expect 0 plan "$puck" --from 0,0,0 --to 1,0,0 --bounds joint=-1,2,-1,1 --roadmap "$folder/puck.roadmap"
refuses roadmap "$puck" --nodes 50 --bounds wheel=-1,2 -o "$folder/x"
complains 'no joint "wheel" is planned for'
# without free configurations
expect 3 roadmap "$puck" --nodes 5 --bounds joint=0.62,0.68,-0.1,0.1 -o "$folder/full.roadmap"
complains '^leeway: 0 configurations of 5; the last 100000 random ones were all in contact$'

if [ -n "${LEEWAY_DATA:-}" ]; then
    panda=$LEEWAY_DATA/robots/panda/panda
    problem=$LEEWAY_DATA/mbm/panda/bookshelf_small
    set -- --robot "$panda.urdf" --srdf "$panda.srdf" --scene "$problem/scene0001.yaml" \
        --request "$problem/request0001.yaml"
    expect 0 roadmap "$@" --nodes 200 -o "$folder/panda.roadmap"
    expect 0 plan "$@" --roadmap "$folder/panda.roadmap" -o "$path"
fi
