#!/bin/sh -eu
# Tests the page in viewer/dist without node: it was made from viewer/src as it is, by the hashes that were taken
# then; it is what the program writes pages into; it holds the licence of three.js.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
dist=$LEEWAY_SOURCE/viewer/dist
fail() {
    echo "$1" >&2
    exit 1
}

sh "$LEEWAY_SOURCE/viewer/sums.sh" | diff "$dist/SHA256SUMS" - ||
    fail 'viewer/ changed since viewer/dist/page.html was made: ./run viewer makes it again'

# Each change is seen: of a source, of the packages' versions, of the page; a source more or less.
cp -R "$LEEWAY_SOURCE/viewer" "$folder/viewer"
chmod -R u+w "$folder/viewer"
changed() {
    ! sh "$folder/viewer/sums.sh" | cmp -s "$dist/SHA256SUMS" - || fail "a change of viewer/$1 is not seen"
}
for file in src/main.js src/page.html build.mjs package-lock.json dist/page.html; do
    mv "$folder/viewer/$file" "$folder/kept"
    { cat "$folder/kept"; echo; } >"$folder/viewer/$file"
    changed "$file"
    mv "$folder/kept" "$folder/viewer/$file"
done
: >"$folder/viewer/src/new.js"
changed src/new.js
rm "$folder/viewer/src/new.js" "$folder/viewer/src/dom.js"
changed src/dom.js

# A page is the viewer with a scene at its mark.
"$LEEWAY" view "$LEEWAY_SOURCE/scenes/pick.json" -o "$folder/page.html"
before=$(grep -abo '<!--leeway-->' "$dist/page.html" | sed 's/:.*//')
size=$(wc -c <"$dist/page.html")
head -c "$before" "$dist/page.html" >"$folder/head"
tail -c "$((size - before - 13))" "$dist/page.html" >"$folder/tail"
head -c "$before" "$folder/page.html" | cmp - "$folder/head" || fail 'the program has another viewer'
tail -c "$((size - before - 13))" "$folder/page.html" | cmp - "$folder/tail" || fail 'the program has another viewer'

for words in '/\*! three\.js' 'The MIT License' 'Copyright © .*three\.js authors' 'Permission is hereby granted' \
    'The above copyright notice and this permission notice shall be included'; do
    grep -q "$words" "$dist/page.html" || fail "the page lacks the licence of three.js: $words"
done
