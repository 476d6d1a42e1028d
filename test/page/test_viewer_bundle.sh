#!/bin/sh -eu
# Tests that the page in viewer/dist is what viewer/src makes, to the byte, in whatever folder it is made, and that
# debian/missing-sources has the files of npm's packages that are bundled.
# shellcheck source=test/page/viewer_packages.sh
. "$LEEWAY_SOURCE/test/page/viewer_packages.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for place in "$folder/a" "$folder/another/and longer/one"; do
    mkdir -p "$place/tmp"
    cp -R "$LEEWAY_SOURCE/viewer" "$place/viewer"
    chmod -R u+w "$place/viewer"
    rm -rf "$place/viewer/dist"
    TMPDIR=$place/tmp sh "$place/viewer/bundle.sh" "$packages" "$place/page.html"
    cmp "$place/page.html" "$LEEWAY_SOURCE/viewer/dist/page.html" || {
        echo 'viewer/dist/page.html is not what viewer/src makes; ./run viewer makes it again' >&2
        exit 1
    }
done
# the files of packages that are in it, of which the Debian source package has copies
sh "$LEEWAY_SOURCE/viewer/sources.sh" "$packages" "$folder/sources"
diff -r "$folder/sources" "$LEEWAY_SOURCE/debian/missing-sources/page.html" || {
    echo 'debian/missing-sources/page.html is not what the page is made from; ./run viewer copies it again' >&2
    exit 1
}
# a changed source makes another page
echo 'globalThis.changed = 1;' >>"$folder/a/viewer/src/main.js"
sh "$folder/a/viewer/bundle.sh" "$packages" "$folder/changed.html"
if cmp -s "$folder/changed.html" "$LEEWAY_SOURCE/viewer/dist/page.html"; then
    echo 'a changed source makes the same page' >&2
    exit 1
fi
