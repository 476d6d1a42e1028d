#!/bin/sh -eu
# Tests leeway acm: the SRDF that it writes, the pairs that --verify checks, and refused input.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# An arm of two links of 1 m with a ball at its tip, which reaches the ball at the base when the
# elbow folds. $1: the elbow's upper limit.
robot() {
    cat <<END
<robot name="r">
  <link name="base"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.7 0.1 0.1"/></geometry></collision></link>
  <link name="frame"/>
  <link name="lower"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
  <link name="tip"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="mount" type="fixed"><parent link="upper"/><child link="frame"/><origin xyz="1 0 0"/></joint>
  <joint name="elbow" type="revolute"><parent link="frame"/><child link="lower"/><axis xyz="0 0 1"/><limit lower="0" upper="$1" effort="1" velocity="1"/></joint>
  <joint name="flange" type="fixed"><parent link="lower"/><child link="tip"/><origin xyz="1 0 0"/></joint>
</robot>
END
}
robot 2.940202 >"$folder/near.urdf" # 2 acos(0.201 / 2): 1 mm apart
robot 2.942212 >"$folder/far.urdf"  # 2 acos(0.199 / 2): 1 mm deep

expect 0 acm --robot "$folder/near.urdf"
says '^<robot name="r">$' 'link1="base" link2="upper" reason="Adjacent"' \
    'link1="upper" link2="lower" reason="Adjacent"' 'link1="lower" link2="tip" reason="Adjacent"' \
    'link1="base" link2="tip" reason="Never"'
complains '^leeway: 6 pairs: disabled are 3 of neighbours, '
cp "$out" "$folder/near.srdf"
expect 0 acm --robot "$folder/near.urdf" -o "$folder/again.srdf"
no_output
cmp -s "$folder/near.srdf" "$folder/again.srdf" || fail 'the file differs from the output'
expect 0 info --robot "$folder/near.urdf" --srdf "$folder/near.srdf" --pairs
says '^    base and tip: disabled by the SRDF$' '^    base and upper: disabled by the SRDF$'

expect 0 acm --robot "$folder/far.urdf"
if grep -q 'link1="base" link2="tip"' "$out"; then fail 'the tip reaches the base'; fi
complains ' that can meet'

# An SRDF that is right for one robot is wrong for the other; the answer gives a configuration in
# which the links meet.
expect 0 acm --robot "$folder/near.urdf" --srdf "$folder/near.srdf" --verify
no_complaint
says '^base and upper [(]Adjacent[)]: neighbours$' '^base and tip [(]Never[)]: never meet, proven$' \
    '^[0-9]* disabled pairs: 3 of neighbours, [0-9]* never meet, 0 always meet, 0 can meet, 0 undecided$'
expect 1 acm --robot "$folder/far.urdf" --srdf "$folder/near.srdf" --verify
says '^base and tip [(]Never[)]: can meet, at$' '^    --set shoulder=[-0-9.e]* --set elbow=2\.9[0-9]*$' ' 1 can meet, '
set=$(sed -n 's/^    \(--set .*\)/\1/p' "$out")
# shellcheck disable=SC2086
expect 1 distance --robot "$folder/far.urdf" $set --pairs
says '^base and tip: contact, '
expect 1 acm --robot "$folder/far.urdf" --srdf "$folder/near.srdf" --verify --json
says '^{"pair": ."base", "upper"., "reason": "Adjacent", "meeting": "adjacent"}$' \
    '^{"pair": ."base", "tip"., "reason": "Never", "meeting": "sometimes", "nearest": 0, "boxes": [0-9]*, "configuration": {"shoulder": [-0-9.e]*, "elbow": 2\.9[0-9]*}}$'
expect 3 acm --robot "$folder/near.urdf" --srdf "$folder/near.srdf" --verify --budget-boxes 1
says '^base and tip [(]Never[)]: undecided: the budget was used up$' ' 3 undecided$'
expect 3 acm --robot "$folder/near.urdf" --srdf "$folder/near.srdf" --verify --budget-boxes 1 --json
says '"meeting": "undecided", "nearest": [-0-9.e]*, "boxes": [0-9]*, "why": "the budget was used up"}$'
cp "$out" "$folder/undecided"
if python3 -c 'import jsonschema' 2>"$err"; then
    expect 1 acm --robot "$folder/far.urdf" --srdf "$folder/near.srdf" --verify --json
    cp "$out" "$folder/sometimes"
    expect 0 acm --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --verify --json
    cp "$out" "$folder/never"
    ran='the schema of pairs'
    python3 - "$LEEWAY_SOURCE/docs/schema/meeting.schema.json" "$folder/undecided" "$folder/sometimes" \
        "$folder/never" >"$out" 2>&1 <<'END' ||
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
lines = [json.loads(line) for name in sys.argv[2:] for line in open(name)]
assert {line["meeting"] for line in lines} >= {"adjacent", "never", "sometimes", "undecided"}
for line in lines:
    validator.validate(line)
    assert not validator.is_valid({**line, "more": 1})
    assert not validator.is_valid({**line, "meeting": "sometimes" if line["meeting"] != "sometimes" else "never"})
END
        fail 'the lines are not as the schema says'
fi

# A margin removes a pair from the disabled ones. With samples, pairs that the budget does not prove
# are disabled with a mark, and a check says so.
expect 0 acm --robot "$folder/near.urdf" --self-margin 0.002
if grep -q 'link1="base" link2="tip"' "$out"; then fail 'the tip comes within the margin'; fi
expect 0 acm --robot "$folder/near.urdf" --budget-boxes 1
complains ' 0 by samples alone' ' 3 undecided'
expect 0 acm --robot "$folder/near.urdf" --budget-boxes 1 --samples 1000 --seed 3 -o "$folder/sampled.srdf"
grep -q 'link1="base" link2="tip" reason="Never (sampled)"' "$folder/sampled.srdf" || fail 'no mark'
complains ' 3 by samples alone'
expect 0 acm --robot "$folder/far.urdf" --samples 1000 # a search from the nearest samples finds the contact
complains ' 0 by samples alone'
expect 0 info --robot "$folder/near.urdf" --srdf "$folder/sampled.srdf"
says '^    3 not: disabled by the SRDF by samples alone: not proven$'
expect 0 check --robot "$folder/near.urdf" --srdf "$folder/sampled.srdf" --from 0,0 --to 0,1 --json --allow-empty
complains '^leeway: 3 pairs are not checked because of samples alone'
lines 1
expect 0 check --robot "$folder/near.urdf" --srdf "$folder/near.srdf" --from 0,0 --to 0,1 --allow-empty
no_complaint
expect 0 acm --robot "$folder/near.urdf" --srdf "$folder/sampled.srdf" --verify
says '^base and tip [(]Never [(]sampled[)][)]: never meet, proven$'

# The rest of an SRDF stays: groups, states, and pairs that the designer disabled or enabled.
cat >"$folder/own.srdf" <<'END'
<robot name="r">
  <group name="arm"><joint name="shoulder"/><joint name="elbow"/></group>
  <group_state name="home" group="arm"><joint name="elbow" value="1"/></group_state>
  <!-- a comment -->
  <disable_collisions link1="base" link2="lower" reason="User"/>
  <disable_collisions link1="upper" link2="tip" reason="Never"/>
  <enable_collisions link1="base" link2="tip"/>
</robot>
END
expect 0 acm --robot "$folder/near.urdf" --srdf "$folder/own.srdf"
says '<group name="arm">' '<group_state name="home"' '<!-- a comment -->' '<enable_collisions link1="base" link2="tip"/>' \
    'link1="base" link2="lower" reason="User"'
complains '^leeway: line 5: base and lower stay disabled, as the file says [(]User[)]$' ' 1 that the SRDF enables'
if grep -q 'disable_collisions link1="base" link2="tip"' "$out"; then fail 'an enabled pair is disabled'; fi

# A link whose pairs are all disabled by default stays so; --verify checks these pairs too.
sed 's/<enable_collisions.*/<disable_default_collisions link="tip"\/>/' "$folder/own.srdf" >"$folder/default.srdf"
expect 0 acm --robot "$folder/near.urdf" --srdf "$folder/default.srdf"
says '<disable_default_collisions link="tip"/>'
if grep -q 'link1="base" link2="tip"' "$out"; then fail 'a pair that is disabled by default is listed'; fi
expect 1 acm --robot "$folder/far.urdf" --srdf "$folder/default.srdf" --verify
says '^base and tip [(]by default[)]: can meet, at$'

# The project's own arm.
expect 0 acm --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --verify
says ' disabled pairs: 9 of neighbours, [0-9]* never meet, 0 always meet, 0 can meet, 0 undecided$'

# The answers are the same on any number of threads, in the order of the pairs.
expect 0 acm --robot "$scenes/arm/arm.urdf" --threads 1
cp "$out" "$folder/one.srdf"
for threads in 0 2 7; do
    expect 0 acm --robot "$scenes/arm/arm.urdf" --threads "$threads"
    cmp "$folder/one.srdf" "$out" || fail "the SRDF differs on $threads threads"
done
expect 0 acm --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --verify --json --threads 1
cp "$out" "$folder/one.jsonl"
expect 0 acm --robot "$scenes/arm/arm.urdf" --srdf "$scenes/arm/arm.srdf" --verify --json --threads 3
cmp "$folder/one.jsonl" "$out" || fail 'what --verify says differs on 3 threads'

# Bad input.
expect 2 acm --robot "$folder/near.urdf" --srdf "$scenes/arm/arm.srdf"
no_output
complains 'arm.srdf:2: .*this SRDF is for robot "arm", not for "r"$'
echo '<robot name="bare"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>' >"$folder/bare.urdf"
refuses acm --robot "$folder/bare.urdf"
complains 'robot "bare" has no two links with geometry'
echo '<robot name="one"><link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link></robot>' >"$folder/one.urdf"
refuses acm --robot "$folder/one.urdf"
refuses acm --robot "$folder/near.urdf" -o "$folder/none/out.srdf"
complains 'cannot be written'
refuses acm --robot "$folder/near.urdf" --srdf "$folder/near.srdf" -o "$folder/near.srdf"
complains 'results cannot go into a file that is read'
refuses acm --robot "$folder/near.urdf" --robot "$folder/far.urdf" --name other
complains 'an SRDF is of one robot, and there are 2'
for bad in '--budget-seconds nan' '--budget-seconds -1' '--budget-boxes -1' '--samples x' '--verify' '--json'; do
    # shellcheck disable=SC2086
    expect 2 acm --robot "$folder/near.urdf" $bad
    no_output
done
expect 2 acm --robot "$folder/near.urdf" --srdf "$folder/near.srdf" --verify --samples 3
