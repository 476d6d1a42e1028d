#!/bin/sh -eu
# Tests linkages on the command line: an arm in the plane, described as links and joints, is asked all
# that a robot in space is asked.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
arm=$scenes/planar_arm.json

expect 0 info "$arm"
no_complaint
says 'all in the plane [(]dimension 2[)]$' '^robot arm, base at [(]0, -0[.]6, 0[)] m, reaches 1[.]5' \
    '^    slide       prismatic  -0[.]45 to 0[.]45 m$' '^    other_grip .* is 1 times grip plus 0$' \
    '^    gripper [(]1 value[)]: grip$' '^    home: slide 0, shoulder 0[.]9,' \
    '^pairs: 42, of which 36 are checked$' '^    6 not: are the two links of one joint$'
expect 0 info "$arm" --json
says '"states": \[\{"name": "home", ' '"parent": "upper_arm", "child": "forearm"|"name": "elbow"'

# All methods agree, whatever is asked beside the verdict.
expect 1 check "$arm" --cross
says '^reach: free$' '^    methods agree; free by auto, bisection, slab, expanded; undecided by sampled; 100 samples$' \
    '^sweep: contact at t = 0[.]6' '^    right_finger and post ' \
    '^    methods agree; contact by auto, bisection, slab, sampled, expanded; '
for method in auto slab bisection expanded; do
    expect 1 check "$arm" --method $method --any
    says '^3 motions: 2 free, 1 in contact, 0 undecided$'
done
expect 0 check "$arm" --motion reach --clearance --near 0.1 --json
says '"clearance_pair": \["hand", "shelf"\]' '"self_clearance_pair": \["left_finger", "right_finger"\]' '"near": '
# a motion that begins beside the shelf, within the margin, and leaves it
expect 1 check "$arm" --motion reach --margin 0.08
expect 0 check "$arm" --motions - --margin 0.08 --leaving <<'END'
{"group": "arm", "from": [-0.3, 0.7, -1.7, 0.6], "to": [0.1, 0.4, -0.9, 0.2]}
END
says '^.*leaves contact'
# joints by name; a mimic joint follows; limits
expect 0 check "$arm" --from home --to home --group arm --set grip=0.03
expect 0 check "$arm" --motions - <<'END'
{"joints": ["wrist", "elbow"], "from": [0, -0.5], "to": [0.5, -1]}
END
expect 1 check "$arm" --motions - --strict-limits <<'END'
{"group": "arm", "from": [0.1, 0.4, -0.9, 0.2], "to": [0.1, 0.4, -0.9, 2]}
END
complains 'wrist'
says 'joint wrist: its position is 2 at t = 1'

# The distance, and how fast it grows: the joint that slides along x.
expect 0 distance "$arm" --at home --gradient --json
says '"gradient": \{"slide": '

# A path between both sides of the post, which other commands read.
expect 0 plan "$arm" --group arm --from 0.1,0.9,-1.4,0.1 --to 0.3,-0.9,0.7,-0.2 -o "$folder/path.json"
expect 0 check "$arm" --path "$folder/path.json" --cross
expect 0 acm "$arm"
says 'link1="rail" link2="carriage" reason="Adjacent"' 'link1="rail" link2="upper_arm" reason="Never"'
expect 0 plot "$arm" --motion sweep --method expanded --layers -o "$folder/layers.svg"
expect 0 view "$arm" -o "$folder/page.html"
refuses cell "$arm" --jobs "$scenes/jobs.jsonl"
complains 'the scene names no motions in seconds; say what the robots can do: --trajectories$'
refuses cover "$arm"
complains 'covers of robots in the plane are neither read nor written$'

# What is no tree has a sentence with its place.
sed 's/"parent": "hand", "child": "left_finger"/"parent": "hand", "child": "forearm"/' "$arm" >"$folder/two.json"
refuses info "$folder/two.json"
complains 'two.json:[0-9]*:[0-9]*: robot "arm": joint "grip": its child "forearm" is the child of joint "elbow" too; a link has one parent$'
