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
lines 7
says '^12, 12 *contact *656 *[0-9.]* [(]4\.4[)]' '^164, 12 *free *189 *[0-9.]* [(]3\.3[)] .*[(]0\.93[)]$'

expect 2 bench
expect 2 bench barycodes
complains "no benchmark 'barycodes'; the nearest name is 'barycode'"
expect 2 bench barycode --rounds none
expect 2 bench barycode barycode
complains "one benchmark at a time"
