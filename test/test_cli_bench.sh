#!/bin/sh -eu
# leeway bench: papers' tables.
# shellcheck source=test/command_line.sh
. "$LEEWAY_SOURCE/test/command_line.sh"

expect 0 bench barycode --rounds 1
no_complaint
lines 60
says '^4 vertices, ns a query [(]the paper.s[)]$' '^24 vertices' '^  distance: lw_polygon_distance  *[0-9]' \
    '^  collision: separating axes .*[(] 327\.4[)] .*[(]2375\.4[)] .*[(]1757\.8[)]$'
table=$folder/table.txt
expect 0 bench barycode --rounds 1 --seed 7 -o "$table"
no_output
[ "$(wc -l <"$table")" -eq 60 ] || fail 'the file has not the table'

expect 0 bench hong --rounds 1
no_complaint
lines 17
# the published root finder stepped over some, and not over most
says '^44, 12 *contact *4\.[0-9]* [(]4\.8[)] *[0-9.]* [(] *13[)] *[0-9.]* *2[0-9]* *[1-9][0-9]* *[0-9] *[0-9]$'
says '^12, 12 *contact *656 *[0-9.]* [(]4\.4[)]' '^164, 12 *free *189 *[0-9.]* [(]3\.3[)] .*[(]0\.93[)]$'

# The cells are those of the scene; where velocities and places disagree, the published bound misses
# contacts that Leeway finds.
expect 0 bench workcell --rounds 1
no_complaint
says '^  verdict  *free  *free  *free$' '^  verdict  *contact  *contact  *contact$' \
    '^  intervals  *52  *52 of 52$' '^  intervals  *56 of 71  *5[0-9] of 71$' \
    '^  velocities as large as the ways ask for  *0  *[0-9]*  *0$' \
    '^  velocities that do not agree  *[1-9][0-9]*  *[0-9]*  *[1-9][0-9]*$'
contact=$(sed -n 's/^  contact at, s  *//p' "$out")
expect 1 check "$scenes/workcell.json" --motion 'shared end' --json
near "$(field time)" "$contact" 1e-3

expect 2 bench
expect 2 bench barycodes
complains "no benchmark 'barycodes'; the nearest name is 'barycode'"
expect 2 bench barycode --rounds none
expect 2 bench barycode barycode
complains "one benchmark at a time"
