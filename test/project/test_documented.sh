#!/bin/sh -eu
# Tests that the commands in README.md, docs/tour.md and docs/tutorial.md on the project's own
# scenes print the lines below them. README.md is at most a page, and its figures are those of
# docs/performance.md.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$LEEWAY_SOURCE/scenes" "$folder/scenes"
mkdir "$folder/build"
ln -s "$LEEWAY" "$folder/build/leeway"
ln -s "$LEEWAY" "$folder/leeway"
cd "$folder"
PATH=$folder:$PATH python3 - "$LEEWAY_SOURCE/README.md" "$LEEWAY_SOURCE/docs/tour.md" "$LEEWAY_SOURCE/docs/tutorial.md" <<'END'
import os
import re
import subprocess
import sys


def shown(path):
    """The commands of a page's blocks and the lines below each."""
    inside = False
    with open(path, encoding="utf-8") as page:
        for line in page.read().splitlines():
            if line.startswith("```"):
                inside = not inside
                command = None
            elif inside and line.startswith("$ "):
                command, answer = line[2:], []
                yield command, answer
            elif inside and command:
                answer.append(line)


wrong = 0
for path in sys.argv[1:]:
    compared = 0
    # read as a whole first, because a command's lines follow it
    for command, answer in list(shown(path)):
        if not re.match(r"(build/)?leeway (?!view).*scenes/", command):
            continue
        run = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        printed = (run.stdout + run.stderr).splitlines()
        compared += 1
        if printed != answer:
            wrong += 1
            print(path, "shows", *answer, "$ " + command, *printed, sep="\n    ")
    if compared < 5:
        wrong += 1
        print(f"{path} shows only {compared} commands on our scenes")

readme, tour, _ = sys.argv[1:]
lines = open(readme, encoding="utf-8").read().splitlines()
if len(lines) >= 120:
    wrong += 1
    print(f"{readme} has {len(lines)} lines; a page has fewer than 120")
begin, end = (next(i for i, line in enumerate(lines) if line.startswith(mark))
              for mark in ("<!-- figures of docs/performance.md", "<!-- end of the figures"))
with open(os.path.join(os.path.dirname(tour), "performance.md"), encoding="utf-8") as page:
    known = set(page.read().splitlines())
rows = [line for line in lines[begin + 1:end] if line]
if len(rows) < 10 or not known.issuperset(rows):
    wrong += 1
    print(f"{readme}: the table of figures is not that of docs/performance.md")
sys.exit(1 if wrong else 0)
END
