#!/bin/sh -eu
# Tests bench/collection.c: a folder of robots' descriptions, good ones and bad ones, each in a
# process of its own.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
LEEWAY_TOOL=$LEEWAY
LEEWAY=$LEEWAY_PROGRAMS/test/collection
robots=$folder/robots
mkdir -p "$robots/arms" "$folder/empty" "$folder/kept"

# box LINK SIZE Z: a link that is a box, Z above its frame
box() {
    printf '<link name="%s"><collision><origin xyz="0 0 %s"/><geometry><box size="%s"/></geometry></collision></link>\n' \
        "$1" "$3" "$2"
}

# joint TYPE PARENT CHILD AXIS XYZ
joint() {
    printf '<joint name="%s_%s" type="%s"><parent link="%s"/><child link="%s"/><axis xyz="%s"/>' "$2" "$3" "$1" "$2" "$3" "$4"
    printf '<origin xyz="%s"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>\n' "$5"
}

# robot FILE: the robot whose parts come from standard input
robot() {
    {
        echo '<robot name="r">'
        cat
        echo '</robot>'
    } >"$robots/$1.urdf"
}

# A hammer that swings beside a post, and hits it at some angles.
{
    box post '0.1 0.1 1' 0.5
    echo '<link name="pivot"/>'
    box hammer '1.4 0.05 0.05' 0
    joint fixed post pivot '0 0 1' '0.6 0 0.5'
    joint revolute pivot hammer '0 0 1' '0 -0.3 0'
} | robot arms/hammer
# A slide 1e-13 m above its rail, too near to tell. It has an SRDF, so the collection allows no
# pairs because they touch at rest.
{
    box rail '3 1 1' -0.5
    echo '<link name="wagon"/>'
    box slide '0.1 0.1 0.1' 0.05
    joint fixed rail wagon '0 0 1' '0 0 1e-13'
    joint prismatic wagon slide '1 0 0' '0 0 0'
} | robot slide
echo '<robot name="r"/>' >"$robots/slide.srdf"
box stone '1 1 1' 0 | robot stone
{
    echo '<link name="lost"><collision><geometry><mesh filename="none.stl"/></geometry></collision></link>'
} | robot lost
echo '<robot name="r"><link' >"$robots/arms/broken.urdf"
echo 'no robot' >"$robots/notes.txt"

expect 0 "$robots" --motions 10 --seconds 1000 --keep "$folder/kept"
no_complaint
says '^refused: arms/broken\.urdf:[12]: ' '^refused: lost\.urdf:2: .*none\.stl' \
    '^5 of 5 robots asked: 2 refused, 1 without a joint or a pair that is checked$' \
    '^20 motions: [1-9] free, [1-9][0-9]* in contact, 10 undecided; answers that contradict each other: 0$' \
    '^ *us a motion .* any .* first .* clearance ' '^ *mean of the robots ' '^ *median of the robots ' \
    '^ *arms/hammer\.urdf .* 1  *1  *10  *[1-9][0-9]*  *0$' '^ *slide\.urdf .* 1  *1  *10  *0  *10$'
lines 10

# Three of the undecided motions are kept, with the command that checks each again.
kept=$folder/kept/undecided.txt
[ "$(grep -c '^# .*/slide\.urdf: precision, free until 0$' "$kept")" -eq 3 ] || fail 'three motions should be kept'
again=$(sed -n 's/^leeway //p' "$kept" | head -n 1)
status=0
# shellcheck disable=SC2086
"$LEEWAY_TOOL" $again >"$out" 2>"$err" || status=$?
[ "$status" -eq 3 ] || fail 'the command that was kept should be undecided'

# The same seed gives the same motions, another seed gives others.
counts() {
    expect 0 "$robots" --only hammer --motions 100 --seconds 1000 --seed "$1"
    sed -n 's/^100 motions: \(.*\);.*/\1/p' "$out"
}
[ "$(counts 1)" = "$(counts 1)" ] || fail 'one seed should give the same counts'
[ "$(counts 1)" != "$(counts 5)" ] || fail 'another seed should give others'
says '^1 of 5 robots asked: 0 refused'

# A robot that takes too long is cut, and one whose process dies costs no more than that: its
# figures so far stay.
expect 0 "$robots" --only hammer --motions 100000000 --seconds 0.3
says '^cut after 0\.3 s, [1-9][0-9]* motions: arms/hammer\.urdf$' '^1 of 5 robots asked: 0 refused' \
    '^[1-9][0-9]* motions: [1-9]' '^ *arms/hammer\.urdf '
(
    # shellcheck disable=SC3045
    ulimit -t 1
    expect 0 "$robots" --only hammer --motions 100000000 --seconds 60
) || exit 1
says '^ended by signal [0-9]*: arms/hammer\.urdf$' '^1 of 5 robots asked: 0 refused' '^ *arms/hammer\.urdf '

expect 1 "$folder/empty"
complains 'there is no folder with \.urdf files'
for bad in '--motions' '--motions 0' '--motions x' '--seconds -1' '--none 1'; do
    # shellcheck disable=SC2086
    expect 2 "$robots" $bad
    complains '^usage: collection FOLDER'
done
expect 2
complains '^usage: collection FOLDER'
