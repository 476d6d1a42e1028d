#!/bin/sh -eu
# leeway check --cross: all methods answer, and are compared.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --cross
says '^contact at t = 0\.' \
    '^    methods agree; contact by auto, bisection, slab, sampled, expanded; [0-9]+ samples$'
no_complaint
cp "$out" "$folder/crossed"
# all else is what one method prints
expect 1 check "$puck" --from 0,0,0 --to 1,0,0
grep -v 'methods agree' "$folder/crossed" | cmp - "$out" || fail '--cross should add a line'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --cross --clearance --near 0.5 --cross-samples 7
says '^    methods agree; free by auto, bisection, slab, expanded; undecided by sampled; 7 samples$' \
    '^    clearance'
expect 0 check "$puck" --from 0,0,0 --to 0.3,0,0 --cross --cross-samples 0 --json
says '"cross": \{"agree": true, "methods": \{"auto": "free", "bisection": "free", "slab": "free", "sampled": "undecided", "expanded": "free"\}, "grazing": 0, "samples": 0, "distances": 0\}, "pairs": 1'
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --cross --any --margin 0.1
says 'methods agree'

# the method that is asked for is the one that is printed
expect 3 check "$puck" --from 0,0,0 --to 0.3,0,0 --cross --method sampled
says '^undecided' 'methods agree'
expect 1 check "$scenes/workcell.json" --cross
says '^    methods agree; free by auto, bisection, slab, expanded; undecided by sampled; 100 samples$'
expect 1 check "$scenes/workcell.json" --cross --method expanded
says '^apart: free' ' contact by auto, bisection, slab, sampled, expanded; '

# In space, batches on any number of threads; objects that are carried; clearances.
for file in cell pick; do
    expect 1 check "$scenes/$file.json" --cross --clearance --json --threads 1
    cp "$out" "$folder/one"
    [ "$(grep -c '"cross": {"agree": true' "$out")" -eq 3 ] || fail 'the methods should agree about three motions'
    expect 1 check "$scenes/$file.json" --cross --clearance --json --threads 2
    cmp "$out" "$folder/one" || fail 'the number of threads should not matter'
done
expect 1 check "$scenes/cell.json" --motions "$scenes/motions.jsonl" --cross --since 0.25
says '^9 motions: 5 free, 4 in contact, 0 undecided$' ', slab, expanded;'

# A motion that begins in contact is judged by one search.
expect 0 check "$puck" --from 0.45,0,0 --to 0,0,0 --cross --leaving
says 'methods agree; free by auto, bisection, slab; not asked: sampled, expanded; '
expect 0 check "$puck" --from 0.55,0,0 --to 0,0,0 --cross --leaving --method slab
says '^leaves contact' \
    '^    no second opinion but samples; leaves contact by auto; not asked: bisection, slab, sampled, expanded; 100 samples$'

refuses check "$puck" --from 0,0,0 --to 1,0,0 --cross-samples 10
complains '--cross-samples is of --cross$'
refuses check "$puck" --from 0,0,0 --to 1,0,0 --cross --proof "$folder/claims"
complains 'it does not go with --cross$'
refuses check "$puck" --from 0,0,0 --to 1,0,0 --cross --timing
complains 'does not go with --cross$'
