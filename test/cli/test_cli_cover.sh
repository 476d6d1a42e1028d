#!/bin/sh -eu
# Tests leeway cover: its list and its file, the covers that --cover and a scene's robot take, and
# refused input.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# A mast of a box 1 m high, and an arm of a box of length $1 and a cylinder.
robot() {
    cat <<END
<robot name="r">
  <link name="mast"><collision><origin xyz="0 0 0.5"/><geometry><box size="0.1 0.1 1"/></geometry></collision></link>
  <link name="frame"/>
  <link name="arm"><collision><origin xyz="0.5 0 0" rpy="0 0.3 0.2"/><geometry><box size="$1 0.1 0.1"/></geometry></collision><collision><geometry><cylinder radius="0.1" length="0.2"/></geometry></collision></link>
  <joint name="mount" type="fixed"><parent link="mast"/><child link="frame"/><origin xyz="0 0 1.3"/></joint>
  <joint name="turn" type="revolute"><parent link="frame"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>
END
}
robot 0.7 >"$folder/r.urdf"
robot 0.8 >"$folder/longer.urdf"
cat >"$folder/rock.json" <<'END'
{"obstacles": [{"id": "rock", "type": "sphere", "radius": 0.3, "position": [0, -1, 1.3]}]}
END

# ---- the list

expect 0 cover --robot "$folder/r.urdf"
says '^robot "r": [0-9]+ balls on 2 links, which stick out by at most 0\.[0-9]+ m$' \
    '^  "mast": 12 balls, 0\.0[0-9]+ m$' '^  "arm": 12 balls, 0\.[0-9]+ m$'
lines 3
no_complaint
expect 0 cover --robot "$folder/r.urdf" --balls 1 --json
says '^\{"robot": "r", "balls": 3, "excess": 0\.[0-9]+, "links": \[\{"link": "mast", "balls": 1, "excess": 0\.[0-9]+\}, \{"link": "arm", "balls": 2, "excess": 0\.[0-9]+\}\]\}$'
lines 1

# ---- the file

expect 0 cover --robot "$folder/r.urdf" -o "$folder/r.cover.json"
says '^robot "r": '
lines 3
expect 0 cover --robot "$folder/r.urdf" -o -
cmp -s "$out" "$folder/r.cover.json" || fail 'the file differs from the output'
says '^  "leeway_cover": 1,$' '^    \{"link": "mast", "fingerprint": "[0-9a-f]{16}", "excess": '
expect 0 cover --robot "$folder/r.urdf" --cover "$folder/r.cover.json" --balls 40 -o -
cmp -s "$out" "$folder/r.cover.json" || fail 'the cover is not as it was read'
expect 0 cover --robot "$folder/r.urdf" --balls 40 -o "$folder/fine.json"
[ "$(wc -l <"$folder/fine.json")" -gt "$(wc -l <"$folder/r.cover.json")" ] || fail 'there should be more balls'

# ---- use: the verdicts are the same; with the default balls, so are all numbers up to the time

for cover in r.cover.json fine.json; do
    same=1-6
    [ "$cover" = r.cover.json ] || same=1-2
    for to in 1 -2; do
        status=0
        [ "$to" = 1 ] || status=1
        expect "$status" check --robot "$folder/r.urdf" --cover "$folder/$cover" --scene "$folder/rock.json" \
            --from 0 --to "$to" --json
        cut -d, -f"$same" "$out" >"$folder/own"
        expect "$status" check --robot "$folder/r.urdf" --scene "$folder/rock.json" --from 0 --to "$to" --json
        cut -d, -f"$same" "$out" | cmp -s - "$folder/own" || fail 'another verdict with a cover'
    done
done
expect 0 plan --robot "$folder/r.urdf" --cover "$folder/r.cover.json" --scene "$folder/rock.json" --from 0 --to 1
expect 0 distance --robot "$folder/r.urdf" --cover "$folder/r.cover.json" --scene "$folder/rock.json" --at 0
expect 0 info --robot "$folder/r.urdf" --cover "$folder/r.cover.json"
# two robots, each with its own cover
expect 0 check --robot "$folder/r.urdf" --name a --cover "$folder/r.cover.json" --robot "$folder/r.urdf" \
    --name b --base '5 0 0 0 0 0' --cover "$folder/fine.json" --from a=0 --to a=1
# a scene in another folder
mkdir "$folder/cell" "$folder/cell/covers"
cp "$folder/r.urdf" "$folder/cell"
cp "$folder/r.cover.json" "$folder/cell/covers"
cat >"$folder/cell/cell.json" <<'END'
{"robots": [{"urdf": "r.urdf", "cover": "covers/r.cover.json"}],
 "obstacles": [{"id": "rock", "type": "sphere", "radius": 0.3, "position": [0, -1, 1.3]}]}
END
expect 0 check "$folder/cell/cell.json" --from 0 --to 1
expect 0 check "$folder/cell/cell.json" --from 0 --to 1 --link-padding 0.01
refuses cover "$folder/cell/cell.json" -o "$folder/cell/covers/r.cover.json"
complains 'r.cover.json.* is (read|an input)|would (overwrite|replace)|read'
cat >"$folder/cell/body.json" <<'END'
{"robots": [{"name": "b", "links": [{"name": "l", "type": "box", "size": [1, 1, 1]}], "cover": "none.json"}]}
END
refuses info "$folder/cell/body.json"
complains 'none.json'

# ---- refused input

refuses check --robot "$folder/longer.urdf" --cover "$folder/r.cover.json" --from 0 --to 1 --allow-empty
complains '^leeway: .*r.cover.json:[0-9]+:[0-9]+: link "arm": the cover was made for other geometry or another scale'
refuses check --robot "$folder/r.urdf" --cover "$folder/r.cover.json" --link-scale 1.1 --from 0 --to 1
complains 'r.cover.json:[0-9]+:[0-9]+: link "mast": the cover was made for other geometry or another scale'
sed 's/"link": "mast"/"link": "post"/' "$folder/r.cover.json" >"$folder/foreign.json"
refuses check --robot "$folder/r.urdf" --cover "$folder/foreign.json" --from 0 --to 1
complains 'foreign.json:4:[0-9]+: the cover is for another robot: "r" has no link "post"'
# the first ball is left out
sed '5d' "$folder/r.cover.json" >"$folder/edited.json"
refuses check --robot "$folder/r.urdf" --cover "$folder/edited.json" --from 0 --to 1
complains 'edited.json:4:[0-9]+: link "mast": its balls do not contain it, .* near \(.*\) in the link'
head -c 300 "$folder/r.cover.json" >"$folder/cut.json"
refuses check --robot "$folder/r.urdf" --cover "$folder/cut.json" --from 0 --to 1
complains 'cut.json:[0-9]+:[0-9]+: '
refuses check --robot "$folder/r.urdf" --cover "$folder/rock.json" --from 0 --to 1
complains 'rock.json:1:1: .*this is no cover'
refuses check --robot "$folder/r.urdf" --cover "$folder/none.json" --from 0 --to 1
complains 'none.json: '
refuses cover --robot "$folder/r.urdf" --balls 65
complains 'balls'
refuses cover --robot "$folder/r.urdf" --balls 0
complains '1 to 64'
refuses cover --robot "$folder/r.urdf" --json -o -
complains 'the list, which -o - leaves out'
refuses cover "$folder/rock.json"
complains 'the scene has 0 robots; a cover is of one'
expect 2 cover --cover "$folder/r.cover.json" --robot "$folder/r.urdf"
complains '^leeway cover: --cover belongs to a robot: put --robot FILE before it'

# ---- the proof: the first line of a file of proofs, with the balls
expect 0 cover --robot "$folder/r.urdf" --proof "$folder/r.jsonl"
[ "$(wc -l <"$folder/r.jsonl")" -eq 1 ] || fail 'the proof of a cover should have one line'
grep -q '^{"claims": 2, .*"cover": \[\[' "$folder/r.jsonl" || fail 'the proof has no balls'
expect 0 cover --robot "$folder/r.urdf" --proof "$folder/r.cbor" -o "$folder/again.json"
cmp -s "$folder/again.json" "$folder/r.cover.json" || fail 'the cover differs with a proof'
[ "$(wc -c <"$folder/r.cbor")" -lt "$(wc -c <"$folder/r.jsonl")" ] || fail 'CBOR should be shorter'
refuses cover --robot "$folder/r.urdf" --proof "$folder/r.urdf"
refuses cover --robot "$folder/r.urdf" --proof -
complains 'say --proof FILE'

# ---- the schema, if the package jsonschema is installed

if python3 -c 'import jsonschema' 2>"$err"; then
    ran='the schema of covers'
    python3 - "$LEEWAY_SOURCE/docs/schema/cover.schema.json" "$folder/r.cover.json" "$folder/fine.json" \
        >"$out" 2>&1 <<'END' ||
import json, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
for path in sys.argv[2:]:
    cover = json.load(open(path))
    validator.validate(cover)
    cover["links"][0]["balls"][0][3] = 0
    assert not validator.is_valid(cover)
    cover["links"][0]["balls"][0][3:] = []
    assert not validator.is_valid(cover)
END
        fail 'the cover is not as the schema says'
fi
