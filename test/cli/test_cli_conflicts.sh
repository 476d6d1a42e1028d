#!/bin/sh -eu
# Tests leeway cell --conflicts: the delays of two arms, and of two vehicles in the plane.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

expect 1 cell "$scenes/two_arms.json" --conflicts
lines 13
says '^left [(]in turn[)], and right [(]in turn[)] later by$' '^    up to -1[.]143[0-9]* s: contact, left/wrist_1 and right/gripper touch when they are at ' \
    '^    from -1[.]143[0-9]* s on: free$' '^4 pairs of trajectories: 0 free at all delays, 4 in contact at some, 0 undecided at some$'
complains '^leeway: 3 motions of the scene over t from 0 to 1 are left out$'

expect 1 cell "$scenes/two_arms.json" --conflicts --json --delay-tolerance 0.01
lines 4
says '^{"robots": ."left", "right"., "trajectories": ."in turn", "in turn"., "delays": .{"from": null, "to": -1[.]1[34]'

# Vehicles in the plane, which pass at right angles: the second is through before the first comes, or waits.
cat >"$folder/cross.json" <<'END'
{"dimension": 2,
 "robots": [{"name": "A", "joint": {"type": "planar", "name": "at"}, "links": [{"name": "b", "type": "disc", "radius": 0.1}]},
            {"name": "B", "joint": {"type": "planar", "name": "at"}, "links": [{"name": "b", "type": "disc", "radius": 0.1}]}],
 "motions": {
  "east": {"robots": {"A": {"trajectory": {"times": [0, 2], "positions": [[-1, 0, 0], [1, 0, 0]]}}}},
  "north": {"robots": {"B": {"trajectory": {"times": [0, 2], "positions": [[0, -1, 0], [0, 1, 0]]}}}},
  "far": {"robots": {"B": {"trajectory": {"times": [0, 2], "positions": [[5, -1, 0], [5, 1, 0]]}}}}}}
END
expect 1 cell "$folder/cross.json" --conflicts
no_complaint
says '^A [(]east[)], and B [(]north[)] later by$' '^    up to -0[.]28[34][0-9]* s: free$' '^    from 0[.]28[34][0-9]* s on: free$' \
    '^A [(]east[)], and B [(]far[)] later by$' '^    all delays: free$' '^2 pairs of trajectories: 1 free at all delays, 1 in contact'

# Trajectories from a file.
echo '{"id": "other", "robots": {"A": {"trajectory": {"times": [0, 1], "positions": [[-1, 3, 0], [1, 3, 0]]}}}}' >"$folder/more"
expect 1 cell "$folder/cross.json" --conflicts --trajectories "$folder/more" -o "$folder/found"
[ "$(grep -c 'later by$' "$folder/found")" = 4 ] || fail 'there should be four pairs of trajectories'

# The page with the matrix.
expect 1 cell "$folder/cross.json" --conflicts --report "$folder/page.html"
grep -q '"delays":\[{"robots":\[0,1\],"names":\[' "$folder/page.html" ||
    fail 'the page has no delays'

# ---- wrong usage and input
expect 2 cell "$folder/cross.json" --conflicts --jobs "$folder/more"
complains 'conflicts is in place of jobs, and has no proof$'
expect 2 cell "$folder/cross.json" --delay-tolerance 0.1 --jobs "$folder/more"
complains 'delay-tolerance is of --conflicts$'
expect 2 cell "$folder/cross.json" --conflicts --delay-tolerance 0
expect 2 cell "$scenes/cell.json" --conflicts
complains 'conflicts are between two robots; the scene has 1$'
echo '{"id": "p", "robots": {"A": {"from": [0, 0, 0], "to": [1, 0, 0]}}}' >"$folder/more"
expect 2 cell "$folder/cross.json" --conflicts --trajectories "$folder/more"
