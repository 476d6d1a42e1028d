#!/bin/sh -eu
# The page in a browser: the tests of viewer/test, beside the viewer that was bundled when building.
# Without Chromium only the tests that need none run, and the test counts as skipped.
folder=$LEEWAY_BUILD/viewer
if [ ! -f "$folder/page.html" ]; then
    echo 'skipped: the viewer was not built, see viewer.c.log in the build folder'
    exit 77
fi
rm -rf "$folder/test"
cp -R "$LEEWAY_SOURCE/viewer/test" "$folder/test"
exec node "$folder/test/run.mjs" "$folder/page.html"
