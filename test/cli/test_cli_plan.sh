#!/bin/sh -eu
# Tests leeway plan: paths that are proven free, written as motions that the other commands read.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

cell=$scenes/cell.json
path=$folder/path.json

# a path between ends whose straight segment meets an obstacle
expect 1 check "$cell" --motion 'through the post'
expect 0 plan "$cell" --motion 'through the post' -o "$path"
no_complaint
lines 1
says '^[3-9] waypoints, [12]\.[0-9]* long; clearance at least 9\.[0-9]* mm; between links at least [0-9.]* mm; [0-9]* segments checked$'
expect 0 check "$cell" --path "$path" --clearance
says '^free$'
expect 3 check "$cell" --path "$path" --method sampled --resolution 0.0002
expect 0 plot "$cell" --path "$path" -o "$folder/path.svg"
# it begins and ends exactly where the motion does
grep -q '^    \[-0\.4, 0\.1, 0\.3, 0, 1\.17, 1\.5708\],$' "$path" || fail 'the path begins elsewhere'
grep -q '^    \[1\.6, 0\.1, 0\.3, 0, 1\.17, 1\.5708\]\],$' "$path" || fail 'the path ends elsewhere'
grep -q '^{"id": "through the post",$' "$path" || fail 'the id is another one'
grep -q '^  "clearance": \[0\.009[0-9]*, 0\.0[01][0-9]*\]}$' "$path" || fail 'the clearance is missing'

# a seed gives the same path with any number of threads; another seed gives another one
expect 0 plan "$cell" --motion 'through the post'
no_complaint
cmp -s "$out" "$path" || fail 'standard output and the file differ'
for threads in 1 2 5; do
    expect 0 plan "$cell" --motion 'through the post' --threads $threads
    cmp -s "$out" "$path" || fail "$threads threads change the path"
done
expect 0 plan "$cell" --motion 'through the post' --seed 2
cmp -s "$out" "$path" && fail 'the seed changes nothing'
expect 0 plan "$cell" --motion 'through the post' --shortcuts 0 --range 0.3
[ "$(wc -l <"$out")" -gt "$(wc -l <"$path")" ] || fail 'a path without shortcuts is no longer'

# segments are proven by the method that is asked for
for method in auto bisection slab expanded; do
    expect 0 plan "$cell" --motion 'through the post' --method $method -o "$folder/$method.json"
    says '; clearance at least '
    expect 0 check "$cell" --path "$folder/$method.json"
done
expect 2 plan "$cell" --motion 'through the post' --method sampled
complains '--method sampled proves nothing; auto, bisection, slab and expanded do$'
expect 2 plan "$cell" --motion 'through the post' --method slabs
complains "--method takes auto, bisection, slab, expanded or sampled, not 'slabs'"
for planner in prm lazy-prm; do
    expect 0 plan "$cell" --motion 'through the post' --planner $planner -o "$path"
    expect 0 check "$cell" --path "$path"
    for threads in 1 2 5; do
        expect 0 plan "$cell" --motion 'through the post' --planner $planner --threads $threads
        cmp -s "$out" "$path" || fail "$threads threads change the path of $planner"
    done
done

# ever shorter paths, as long as the budget lasts
expect 0 plan "$cell" --motion 'through the post' --planner aorrtc --budget-nodes 2000 -o "$path"
expect 0 check "$cell" --path "$path"
expect 0 plan "$cell" --motion 'through the post' --planner aorrtc --budget-nodes 2000 --threads 3
cmp -s "$out" "$path" || fail 'threads change the path'
expect 0 plan "$cell" --motion 'through the post' --planner aorrtc --budget-nodes 1000000000 \
    --budget-seconds 0.1

# from one state to another; the ends of a path
expect 0 plan "$cell" --from home --to ready
says '^    \[0, -0\.6, 0\.5, 0, 1\.2, 0\],$' '^    \[0, 0\.1, 0\.3, 0, 1\.17, 0\]\],$'
expect 0 plan "$cell" --motion 'over the post'
says '^    \[-0\.4, 0\.1, 0\.3, 0, 1\.17, 1\.5708\],$'

# any of several goals: those in contact are left out, and the nearest of the others is tried first
expect 0 plan "$cell" --from home --to 0.65,0.1,0.3,0,1.17,1.5708 --goal ready -o "$path"
says '; goal 2 of 2; [0-9]* segments checked$'
grep -q '^    \[0, 0\.1, 0\.3, 0, 1\.17, 0\]\],$' "$path" || fail 'the path leads to another goal'
expect 0 check "$cell" --path "$path"
cat >"$folder/goals" <<'END'
# two goals

  0.65,0.1,0.3,0,1.17,1.5708 # in contact
 ready
END
expect 0 plan "$cell" --from home --to 0.65,0.1,0.3,0,1.17,1.5708 --goals "$folder/goals" -o "$folder/again.json"
says '; goal 3 of 3; '
cmp -s "$path" "$folder/again.json" || fail 'the path to a goal of a file is another one'
expect 0 plan "$cell" --from home --to 0.65,0.1,0.3,0,1.17,1.5708 --goals - -o "$folder/again.json" <"$folder/goals"
says '; goal 3 of 3; '
expect 1 plan "$cell" --from home --to 0.65,0.1,0.3,0,1.17,1.5708 --goal 0.65,0.1,0.3,0,1.17,1.5707
complains '^leeway: the first goal, as each goal, is in contact: '
echo 'ready,1' >>"$folder/goals"
refuses plan "$cell" --from home --to ready --goals "$folder/goals"
complains 'goals:5: a configuration is finite numbers'
echo '0,1' >"$folder/goals"
refuses plan "$cell" --from home --to ready --goals "$folder/goals"
complains 'goals:1: .*the configuration has 2 '
echo '# none' >"$folder/goals"
refuses plan "$cell" --from home --to ready --goals "$folder/goals"
complains 'goals: there is no goal$'
head -c 70000 /dev/zero | tr '\0' 1 >"$folder/goals"
refuses plan "$cell" --from home --to ready --goals "$folder/goals"
complains 'goals:1: the line is longer than 65534 characters$'
refuses plan "$cell" --from home --to ready --goals "$folder/none"
complains 'none: cannot be read: '
refuses plan "$cell" --from home --to ready --goal nowhere
complains 'nowhere'
refuses plan "$cell" --from home --to ready --goal 9,0,0,0,0,0
complains 'value 1 of the goal with index 1 is 9, outside its limits'
refuses plan "$cell" --motions - --goals - </dev/null
complains 'standard input holds the motion or the goals, not both$'

# several robots at once, and one of several
two=$scenes/two_arms.json
cat >"$folder/swap.json" <<'END'
{"id": "swap", "robots": {
  "left": {"from": [-0.94, 0.26, -0.55, 0, 0.04, 0], "to": [-0.89, 0.66, 0.11, 0, 0.24, 0]},
  "right": {"from": [0.95, 0.53, 0.02, 0, 1.1, 0], "to": [0.88, 0.22, -0.43, 0, 0.73, 0]}
}}
END
expect 1 check "$two" --path "$folder/swap.json"
expect 0 plan "$two" --path "$folder/swap.json" -o "$path"
expect 0 check "$two" --path "$path"
grep -q '^  "robots": {$' "$path" || fail 'two robots have one path'
refuses plan "$two" --path "$folder/swap.json" --goal left=ready
complains 'this one moves 2$'
expect 0 plan "$two" --motion 'left alone' --goal left=ready -o "$path"
says '; goal [12] of 2; '
refuses plan "$two" --motion 'left alone' --goal right=ready
complains 'the goal has no value for joint ".*" of robot "left"'
expect 0 plan "$two" --motion 'left alone' -o "$path"
expect 0 check "$two" --path "$path"

# a vehicle, whose joint has no limits
refuses plan "$puck" --from 0,0,0 --to 1,0,0
complains '^leeway: joint "joint" of robot "puck" has no limits; planning needs bounds for it'
expect 0 plan "$puck" --from 0,0,0 --to 1,0,0 --bounds joint=-1,2,-1,1 -o "$path"
expect 0 check "$puck" --path "$path"
expect 0 plan "$puck" --from 0,0,0 --to 1,0,0 --bounds puck/joint=-1,2,-1,1,-0.5,0.5
for bad in joint joint= joint=1 joint=1,2,3 joint=a,b =1,2; do
    refuses plan "$puck" --from 0,0,0 --to 1,0,0 --bounds "$bad"
    complains '--bounds'
done
refuses plan "$puck" --from 0,0,0 --to 1,0,0 --bounds joint=-1,2,-1,1,0,1,0,1
complains 'takes at most 3 pairs'
refuses plan "$puck" --from 0,0,0 --to 1,0,0 --bounds wheel=0,1
complains 'no joint "wheel" is planned for'
refuses plan "$puck" --from 0,0,0 --to 1,0,0 --bounds joint=1,0,-1,1
complains 'has no room between its bounds 1 and 0'
refuses plan "$puck" --from 0,0,0 --to 3,0,0 --bounds joint=-1,2,-1,1
complains 'value 1 of the goal is 3, outside its limits -1 and 2'

# two vehicles in the plane
expect 0 plan "$scenes/workcell.json" --motion apart --bounds R1/at=0,10,0,8 --bounds R2/at=0,10,0,8 -o "$path"
expect 0 check "$scenes/workcell.json" --path "$path"

# the proof of a path is that of a check of the written path, in space, in the plane and of trajectories
same_proof() {
    scene=$1
    shift
    expect 0 plan "$scene" "$@" -o "$path" --proof "$folder/planned"
    expect 0 check "$scene" --path "$path" --proof "$folder/checked" -o "$folder/results"
    tail -n 1 "$folder/planned" | grep -q '"verdict": "free"' || fail "the proof of plan $* is not whole"
    cmp -s "$folder/planned" "$folder/checked" || fail "the proof of plan $* is not that of its path"
}
same_proof "$cell" --from home --to ready
same_proof "$cell" --from home --to ready --timed
same_proof "$scenes/workcell.json" --motion apart --bounds R1/at=0,10,0,8 --bounds R2/at=0,10,0,8
refuses plan "$cell" --from home --to ready --proof -
complains 'path and proof cannot both go to standard output'
refuses plan "$cell" --from home --to ready -o "$folder/both" --proof "$folder/both"
refuses plan "$cell" --from home --to ready -o "$path" --proof "$cell"

# a continuous joint between bounds goes the long way round: the file has enough waypoints for
# readers that turn the shorter way between two of them
cat >"$folder/spin.urdf" <<'END'
<robot name="spin"><link name="base"/><link name="arm"><collision><origin xyz="1 0 0"/><geometry>
<sphere radius="0.1"/></geometry></collision></link><joint name="j" type="continuous">
<parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>
END
printf '{"robots": [{"urdf": "spin.urdf"}], "obstacles": [
    {"id": "behind", "type": "sphere", "radius": 0.05, "position": [-1, 0, 0]}]}' >"$folder/spin.json"
expect 0 plan "$folder/spin.json" --from 2.9 --to=-2.9 --no-wrap --bounds j=-3,3 -o "$path"
expect 0 check "$folder/spin.json" --path "$path"
expect 0 check "$folder/spin.json" --path "$path" --no-wrap

# start and goal in contact, an unreachable goal, budgets
expect 1 plan "$puck" --from 0.6,0,0 --to 0,0,0 --bounds joint=-1,2,-1,1
no_output
complains '^leeway: the start is in contact: ball and wall overlap by about 1[0-9]* mm$'
expect 1 plan "$puck" --from 0,0,0 --to 0.6,0,0 --bounds joint=-1,2,-1,1 -o "$folder/none.json"
complains '^leeway: the goal is in contact: ball and wall'
[ ! -e "$folder/none.json" ] || fail 'a file was written without a path'
expect 3 plan "$puck" --from 0,0,0 --to 1,0,0 --bounds joint=-1,2,-0.4,0.4 --budget-nodes 200
no_output
complains '^leeway: no path was found within the budget: 2[0-9]* configurations, [0-9]* segments, and 0\.[3-9][0-9]* was missing between start and goal$'
expect 3 plan "$puck" --from 0,0,0 --to 1,0,0 --bounds joint=-1,2,-0.4,0.4 --budget-nodes 1000000000 \
    --budget-seconds 0.05

# wrong usage
refuses plan "$cell"
complains 'there are several motions; give one, or say with --motion'
refuses plan "$cell" --from home
complains '--to is missing'
refuses plan "$cell" --from home --to nowhere
complains 'nowhere'
refuses plan "$cell" --motion 'through the post' -o "$cell"
expect 2 plan "$cell" --motion 'through the post' --planner rrt-conect
complains 'no planner .rrt-conect.; the nearest name is "rrt-connect"'
for option in --seed --budget-nodes --shortcuts --threads --budget-seconds --range; do
    expect 2 plan "$cell" --motion 'through the post' $option x
    complains "$option"
done
expect 2 plan "$scenes/pick.json"
if [ -n "${LEEWAY_DATA:-}" ]; then
    panda=$LEEWAY_DATA/robots/panda/panda
    problem=$LEEWAY_DATA/mbm/panda/bookshelf_small
    expect 0 plan --robot "$panda.urdf" --srdf "$panda.srdf" --scene "$problem/scene0001.yaml" \
        --request "$problem/request0001.yaml" -o "$path"
    expect 0 check --robot "$panda.urdf" --srdf "$panda.srdf" --scene "$problem/scene0001.yaml" --path "$path"
fi
