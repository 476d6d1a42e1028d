#!/bin/sh
# Prints a hash (SHA-256) of each file that the page is made from, and of the page itself. viewer/dist/SHA256SUMS
# is what it printed when the page was made: a difference means that ./run viewer was forgotten.
set -eu
cd "$(dirname "$0")"
LC_ALL=C
export LC_ALL
sha256sum build.mjs package-lock.json src/* dist/page.html
