#!/bin/sh -eu
# Tests -o: an input file is never overwritten, by whatever name; documents appear whole, batches
# line by line.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# ---- a scene in a folder of its own, with all files that it names
here=$folder/here
mkdir "$here"
cp -R "$scenes/arm" "$here"
cp "$scenes/cell.json" "$scenes/waypoints.csv" "$scenes/workcell.json" "$scenes/jobs.jsonl" "$here"
cp "$puck" "$here/puck.json"
cat >"$here/wall.obj" <<'END'
v 2 0 0
v 2 1 0
v 2 0 1
f 1 2 3
END
# a glTF file has its numbers in a second file: three vertices
printf '\0\0\0\0\0\0\0\0\0\0\0\0''\0\0\200\077\0\0\0\0\0\0\0\0''\0\0\0\0\0\0\200\077\0\0\0\0' >"$here/wall.bin"
cat >"$here/wall.gltf" <<'END'
{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36, "uri": "wall.bin"}]}
END
cat >"$here/mesh.json" <<'END'
{"robots": [{"name": "puck", "joint": {"type": "planar"},
             "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]}],
 "obstacles": [{"id": "wall", "type": "mesh", "file": "wall.obj"}]}
END
sed 's/wall.obj/wall.gltf/' "$here/mesh.json" >"$here/gltf.json"
echo '{"from": [0, 0, 0], "to": [0.1, 0, 0]}' >"$here/motions.jsonl"
printf '0,0,0\n0.1,0,0\n' >"$here/path.csv"
# a package that is found by its package.xml, after a package with another name
mkdir -p "$here/ws/a" "$here/ws/b"
echo '<package><name>other</name></package>' >"$here/ws/a/package.xml"
echo '<package><name>walls</name></package>' >"$here/ws/b/package.xml"
cp "$here/wall.obj" "$here/ws/b/inside.obj"
sed 's|wall.obj|package://walls/inside.obj|' "$here/mesh.json" >"$here/package.json"
# a picture only goes into a file with a picture's ending, so these inputs have one
cp "$here/cell.json" "$here/cell.svg"
cp "$here/waypoints.csv" "$here/waypoints.svg"
cp -R "$here" "$folder/before"

# keeps FILE ARGUMENT...: the command refuses to write to the file, and nothing has changed.
keeps() {
    target=$1
    shift
    refuses "$@" -o "$target"
    complains "^leeway: $target: results cannot go into a file that is read\$"
    diff -r "$here" "$folder/before" >/dev/null || fail "$target was changed"
}
keeps "$here/cell.json" check "$here/cell.json" --motion 'over the post'
keeps "$here/cell.json" info "$here/cell.json" --json
keeps "$here/cell.json" distance "$here/cell.json"
keeps "$here/cell.svg" plot "$here/cell.svg" --path "$here/waypoints.csv"
keeps "$here/arm/arm.urdf" info "$here/cell.json"
keeps "$here/arm/arm.srdf" info "$here/cell.json"
keeps "$here/arm/arm.urdf" check --robot "$here/arm/arm.urdf" --srdf "$here/arm/arm.srdf" \
    --from home --to home
keeps "$here/waypoints.csv" check "$here/cell.json" --path "$here/waypoints.csv"
keeps "$here/waypoints.svg" plot "$here/cell.json" --path "$here/waypoints.svg"
keeps "$here/motions.jsonl" check "$here/puck.json" --motions "$here/motions.jsonl"
keeps "$here/puck.json" check --scene "$here/puck.json" --from 0,0,0 --to 0.1,0,0
keeps "$here/jobs.jsonl" cell "$here/workcell.json" --jobs "$here/jobs.jsonl"
keeps "$here/workcell.json" cell "$here/workcell.json" --jobs "$here/jobs.jsonl"
keeps "$here/wall.obj" info "$here/mesh.json"
keeps "$here/wall.gltf" info "$here/gltf.json"
keeps "$here/wall.bin" info "$here/gltf.json"
keeps "$here/ws/b/package.xml" info "$here/package.json" --package-path "$here/ws"
keeps "$here/ws/a/package.xml" info "$here/package.json" --package-path "$here/ws"
mesh=$(find "$here/arm/meshes" -type f | head -n 1)
keeps "$mesh" info "$here/cell.json"

# Inputs by other names: a symbolic link, a hard link, another path; as standard input; as standard
# output.
ln -s here/cell.json "$folder/link"
ln "$here/puck.json" "$folder/second"
keeps "$folder/link" info "$here/cell.json"
keeps "$folder/second" info "$here/puck.json"
keeps "$here/../here/arm/../puck.json" info "$here/puck.json"
ran='leeway check --motions - -o motions.jsonl <motions.jsonl'
"$LEEWAY" check "$here/puck.json" --motions - -o "$here/motions.jsonl" <"$here/motions.jsonl" \
    >"$out" 2>"$err" && fail 'results went into standard input'
complains 'results cannot go into a file that is read'
ran='leeway check --motions motions.jsonl >>motions.jsonl'
"$LEEWAY" check "$here/puck.json" --motions "$here/motions.jsonl" >>"$here/motions.jsonl" 2>"$err" &&
    fail 'results went to the end of what is read'
complains 'standard output: results cannot go into a file that is read'
diff -r "$here" "$folder/before" >"$out" || fail 'something was changed'

# ---- the old file stays until there are results
echo old >"$folder/result"
refuses check "$here/puck.json" --from 0,0 --to 1,1 -o "$folder/result"
refuses check "$here/missing.json" --from 0,0 --to 1,1 -o "$folder/result"
refuses info "$here/missing.json" -o "$folder/result"
refuses plot "$here/cell.json" --from home --to nowhere -o "$folder/result"
refuses distance "$here/cell.json" --at nowhere -o "$folder/result"
[ "$(cat "$folder/result")" = old ] || fail 'the old results are gone'
refuses info "$here/puck.json" -o "$folder/no/folder"
complains 'cannot be written: No such file'
refuses check "$here/puck.json" --from 0,0,0 --to 0.1,0,0 -o "$folder"
complains 'cannot be written: Is a directory'

# ---- documents are whole, have the mode of the old or of a new file, and leave no other file
umask 027
mkdir "$folder/new"
chmod 604 "$folder/result"
expect 0 info "$here/puck.json" --json -o "$folder/result"
no_output
expect 0 info "$here/puck.json" --json -o "$folder/new/result"
expect 0 info "$here/puck.json" --json
cmp "$folder/result" "$out" || fail 'the file has something else'
cmp "$folder/new/result" "$out" || fail 'the new file has something else'
[ "$(stat -c %a "$folder/result")" = 604 ] || fail 'the mode changed'
[ "$(stat -c %a "$folder/new/result")" = 640 ] || fail 'the mode is not that of a new file'
[ "$(ls "$folder/new")" = result ] || fail 'something was left beside the file'
# a reader that has the old file open still sees it
echo old >"$folder/result"
exec 3<"$folder/result"
expect 0 info "$here/puck.json" --json -o "$folder/result"
[ "$(cat <&3)" = old ] || fail 'the old file was written over'
# a symbolic link stays a link, both names of a file get the output, and so do a pipe and a device
ln -s result "$folder/alias"
ln "$folder/result" "$folder/other name"
expect 0 info "$here/mesh.json" --json -o "$folder/alias"
[ -L "$folder/alias" ] || fail 'the link is gone'
cmp "$folder/result" "$folder/other name" || fail 'the second name stayed behind'
grep -q mesh "$folder/result" || fail 'nothing came through the link'
expect 0 info "$here/puck.json" -o /dev/null
[ -c /dev/null ] || fail '/dev/null is gone'
mkfifo "$folder/pipe"
cat "$folder/pipe" >"$folder/piped" &
expect 0 info "$here/puck.json" --json -o "$folder/pipe"
wait
grep -q puck "$folder/piped" || fail 'nothing came through the pipe'
expect 0 info "$here/puck.json" --json -o /dev/stdout
says puck
expect 0 check "$here/puck.json" --from 0,0,0 --to 0.1,0,0 -o /dev/null

# ---- an interrupted batch keeps its results
mkfifo "$folder/feed"
"$LEEWAY" check "$here/puck.json" --motions "$folder/feed" --json -o "$folder/lines" 2>"$err" &
program=$!
exec 4>"$folder/feed"
cat "$here/motions.jsonl" >&4
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ ! -s "$folder/lines" ] || break
    sleep 0.1
done
kill -TERM "$program"
status=0
wait "$program" || status=$?
exec 4>&-
ran='leeway check, interrupted'
[ "$status" = 143 ] || fail "the exit status is $status"
grep -q '"verdict": "free"' "$folder/lines" || fail 'what was answered is gone'
