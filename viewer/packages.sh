#!/bin/sh
# Fetches into FOLDER/node_modules by npm what viewer/package-lock.json names, unless it is there: packages.sh FOLDER.
# --there FOLDER: fetches nothing, and fails if it is not there.
set -eu
there=
if [ "$1" = --there ]; then
    there=1
    shift
fi
source=$(cd "$(dirname "$0")" && pwd)
folder=$1
if cmp -s "$source/package-lock.json" "$folder/fetched.json"; then
    exit
fi
[ -z "$there" ] || exit 1
mkdir -p "$folder"
rm -rf "$folder/node_modules" "$folder/fetched.json"
cp "$source/package.json" "$source/package-lock.json" "$source/.npmrc" "$folder"
cd "$folder"
npm ci --ignore-scripts --no-audit --no-fund
cp "$source/package-lock.json" fetched.json
