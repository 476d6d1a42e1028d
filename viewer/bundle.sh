#!/bin/sh
# Bundles the page from the sources beside this file, with the packages that packages.sh fetched into FOLDER:
# bundle.sh FOLDER OUT.html
set -eu
source=$(cd "$(dirname "$0")" && pwd)
packages=$(cd "$1" && pwd)
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
cp -R "$source/src" "$source/build.mjs" "$source/package.json" "$parts"
chmod -R u+w "$parts"
ln -s "$packages/node_modules" "$parts/node_modules"
node "$parts/build.mjs" "$2"
