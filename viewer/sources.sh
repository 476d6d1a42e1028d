#!/bin/sh
# Copies the files of npm's packages that are bundled into the page, as they were published, with their licences:
# sources.sh FOLDER OUT, with the packages that packages.sh fetched into FOLDER. The Debian source package has them
# (debian/missing-sources), so that it holds what the page is made from.
set -eu
source=$(cd "$(dirname "$0")" && pwd)
packages=$(cd "$1" && pwd)
out=$2
parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT
cp -R "$source/src" "$parts"
ln -s "$packages/node_modules" "$parts/node_modules"
(
    cd "$parts"
    # esbuild's list of what it read: "node_modules/PACKAGE/FILE"
    node_modules/.bin/esbuild src/main.js --bundle --preserve-symlinks --log-level=error \
        --outfile=page.js --metafile=read.json
    node -e 'console.log(Object.keys(JSON.parse(require("fs").readFileSync("read.json")).inputs).join("\n"))' |
        sed -n 's/^node_modules\///p' >names
    sed 's/\/.*/\/LICENSE/' names | sort -u >>names
)
[ "$(wc -l <"$parts/names")" -gt 1 ] || { echo 'sources: the page has no file of a package' >&2 && exit 1; }
while read -r name; do
    mkdir -p "$(dirname "$out/$name")"
    cp "$packages/node_modules/$name" "$out/$name"
done <"$parts/names"
