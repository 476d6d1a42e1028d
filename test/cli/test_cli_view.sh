#!/bin/sh -eu
# Tests leeway view: pages, and its sentences if there is nothing to show. Contents of pages:
# test_page.c.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

page=$folder/page.html

# holds TEXT...: the page contains each text
holds() {
    for text in "$@"; do
        grep -Fq -e "$text" "$page" || fail "the page does not hold: $text"
    done
}

lacks() {
    ! grep -Fq -e "$1" "$page" || fail "the page should not hold: $1"
}

# The page has the verdict that check prints, and its name; it is one document.
expect 0 view "$puck" --from 0,0,0 --to 1,0,0 --title 'A <puck>' --method slab --method sampled -o "$page"
no_output
no_complaint
holds '"title":"A \u003cpuck>"' '"name":"motion"' '"kind":"view"' '"name":"slab","verdict":"contact"' \
    '"name":"sampled","verdict":"contact"' '"curve":{' '"claims":['
lacks '"layers":'
[ "$(grep -c 'id="leeway-index"' "$page")" -eq 1 ] || fail 'there should be one index'
expect 1 check "$puck" --from 0,0,0 --to 1,0,0 --json
verdict=$(sed 's/.*"verdict": "contact"//; s/}$//' "$out")
holds "\"verdict\": \"contact\"$verdict"
case $(head -c 15 "$page") in
'<!doctype html>' | '<!DOCTYPE html>') ;;
*) fail 'a page begins with its doctype' ;;
esac
[ "$(tail -n 1 "$page")" = '</html>' ] || fail 'a page ends with its element'

# standard output gets the same bytes
expect 0 view "$puck" --from 0,0,0 --to 1,0,0 --title 'A <puck>' --method slab --method sampled -o -
cmp -s "$out" "$page" || fail 'the page should be the same on standard output'

# The scene's own motions; layers; robots that come near each other.
expect 0 view "$scenes/pick.json" -o "$page"
holds '"name":"over the wall"' '"carried":[' '"title":"pick.json"'
lacks '"cell":'
expect 0 view "$scenes/cell.json" --motion 'over the post' --method expanded --samples 5 -o "$page"
holds '"layers":[' '"grown":' '"count":5,'
expect 0 view "$scenes/two_arms.json" --near 0.1 --samples 10 -o "$page"
holds '"cell":{"near":0.1}'

# A pair that the motion does not move, 0.05 apart all along, is in the curve if it is asked for.
expect 0 view "$held" --samples 3 -o "$page"
expect 0 view "$held" --samples 3 --fixed-pairs -o "$folder/all.html"
! cmp -s "$page" "$folder/all.html" || fail 'the curve should be that of all pairs'

# Many motions are shown in less detail, so that the page stays small.
awk 'BEGIN { for (i = 0; i < 200; i++) printf "{\"id\": %d, \"from\": [0, 0, 0], \"to\": [%g, 0, 0]}\n", i, i / 250 }' \
    >"$folder/many.jsonl"
expect 0 view "$puck" --motions "$folder/many.jsonl" -o "$page"
holds '"id":199,"name":"199"' '"count":64,'
lacks '"claims":['

# A scene alone: without motions, without robots, without obstacles.
expect 0 view "$puck" -o "$page"
no_complaint
holds '"motions":[]'
echo '{"obstacles": [{"id": "</script>", "type": "sphere", "radius": 0.1}]}' >"$folder/still.json"
expect 0 view "$folder/still.json" -o "$page"
no_complaint
holds '"name":"\u003c/script>"' '"frames":[]'

# A roadmap
expect 0 roadmap "$scenes/cell.json" --nodes 30 -o "$folder/cell.roadmap"
expect 0 view "$scenes/cell.json" --motion 'over the post' --roadmap "$folder/cell.roadmap" -o "$page"
holds '"roadmap":{"tip":'

# Wrong usage and input: one sentence, and the old page stays.
cp "$page" "$folder/old.html"
refuses view "$puck" --path "$scenes/waypoints.csv" -o "$page"
: >"$folder/empty.jsonl"
refuses view "$puck" --motions "$folder/empty.jsonl" -o "$page"
complains 'there is no motion to show'
refuses view "$puck" --motion none -o "$page"
complains 'the scene names no motions'
refuses view "$puck" --from 0,0,0 --to 1,0,0 --method fastest -o "$page"
complains "not 'fastest'"
refuses view "$puck" --from 0,0,0 --to 1,0,0 --method slab --method slab -o "$page"
complains 'slab is there twice'
refuses view "$puck" --bounds x=0,1 -o "$page"
complains 'bounds are those of --roadmap'
refuses view "$puck" --samples 1 -o "$page"
refuses view "$puck" -o "$folder/none/page.html"
complains 'cannot be written'
cp "$puck" "$folder/scene.html"
refuses view "$folder/scene.html" -o "$folder/scene.html"
complains 'cannot go into a file that is read'
refuses view "$puck" --roadmap "$folder/many.jsonl" --bounds 'x=-1,1' --bounds 'y=-1,1' -o "$page"
cmp -s "$page" "$folder/old.html" || fail 'the old page should be there'

# a height field is a mesh: 9 heights, 8 walls of 2 lower corners, of which 8 places differ, and the floor's corners
cat >"$folder/hill.json" <<'END'
{"obstacles": [{"id": "hill", "type": "heights", "spacing": [1, 2], "floor": -1, "heights": [[0, 1, 0], [0, 2, 0], [0, 0, 0]]}]}
END
expect 0 view "$folder/hill.json" --allow-empty -o "$page"
holds '{"kind":"mesh","vertices":{"at":0,"count":51,"type":"f32"},"triangles":{'
