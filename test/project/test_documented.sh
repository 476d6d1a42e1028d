#!/bin/sh -eu
# Tests that every command of README.md, docs/tutorial.md, docs/tour.md, docs/own-robot.md and docs/ompl.md is typed by
# a test, in the order in which it stands: here, on copies of the project's scenes and on the Panda of LEEWAY_DATA, or in
# one of those that documented.py names, with the reason. Below a command stands what it prints. README.md is at most a
# page, and its figures are those of docs/performance.md.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
[ -n "${LEEWAY_DATA:-}" ] || echo 'LEEWAY_DATA is not set: skips the commands on the Panda'
python3 "$LEEWAY_SOURCE/test/project/documented.py" "$LEEWAY_SOURCE" "$LEEWAY" "$folder"
