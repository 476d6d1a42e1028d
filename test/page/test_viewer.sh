#!/bin/sh -eu
# Runs the tests of viewer/test, on the page that is built in. Without Chromium only the tests that need
# none run, and the test counts as skipped.
# shellcheck source=test/page/viewer_packages.sh
. "$LEEWAY_SOURCE/test/page/viewer_packages.sh"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$LEEWAY_SOURCE/viewer/src" "$LEEWAY_SOURCE/viewer/test" "$LEEWAY_SOURCE/viewer/package.json" "$folder"
chmod -R u+w "$folder"
ln -s "$packages/node_modules" "$folder/node_modules"
node "$folder/test/run.mjs" "$LEEWAY_SOURCE/viewer/dist/page.html"
