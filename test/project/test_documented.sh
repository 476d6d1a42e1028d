#!/bin/sh -eu
# The commands that README.md and docs/tutorial.md show on our own scenes print what stands below them.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp -R "$LEEWAY_SOURCE/scenes" "$folder/scenes"
mkdir "$folder/build"
ln -s "$LEEWAY" "$folder/build/leeway"
ln -s "$LEEWAY" "$folder/leeway"
cd "$folder"
PATH=$folder:$PATH python3 - "$LEEWAY_SOURCE/README.md" "$LEEWAY_SOURCE/docs/tutorial.md" <<'END'
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
    # whole, as a command's lines follow it
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
sys.exit(1 if wrong else 0)
END
