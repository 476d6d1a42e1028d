#!/bin/sh -eu
# Writes what a program answers to all kinds of questions, so that two builds can be compared: answers.sh OUT
# PROGRAM... (with the emulator before it, if need be). LEEWAY_MOTIONS: how many random motions (2000). Robots with
# meshes are read from LEEWAY_DATA, where there is one.
cd "$(dirname "$0")/../.."
out=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 - "${LEEWAY_MOTIONS:-2000}" >"$folder/motions.jsonl" <<'PYTHON'
import json, random, sys
random.seed(7)
values = lambda: [random.uniform(-1.5, 0.9) for _ in range(6)]
for i in range(int(sys.argv[1])):
    print(json.dumps({"id": str(i), "from": values(), "to": values()}))
PYTHON

while read -r question; do
    case $question in
    *'@'*)
        [ -n "${LEEWAY_DATA:-}" ] || continue
        ;;
    esac
    # no file name has a blank
    words=$(printf '%s\n' "$question" | sed "s|@|${LEEWAY_DATA:-}/robots/|g; s|%|$folder/|g")
    status=0
    # shellcheck disable=SC2086
    "$@" $words >"$folder/answer" 2>&1 || status=$?
    case $status in
    0 | 1 | 3) ;;
    *) cat "$folder/answer" >&2 && echo "answers.sh: leeway $question: exit status $status" >&2 && exit 1 ;;
    esac
    printf '$ leeway %s\n' "$question"
    sed "s|$folder/||g" "$folder/answer"
    printf 'exit status %d\n' "$status"
done >"$out" <<'END_OF_QUESTIONS'
check scenes/cell.json --clearance --json
check scenes/cell.json --motions %motions.jsonl --json
check scenes/cell.json --motions scenes/motions.jsonl --clearance --json
check scenes/cell.json --motions scenes/motions.jsonl --cross
check scenes/pick.json --clearance --json
check scenes/two_arms.json --clearance --json
check scenes/bodies.json --clearance --json
check scenes/workcell.json --near 0.1 --json
cell scenes/workcell.json --jobs scenes/jobs.jsonl --json
info scenes/cell.json --json
distance scenes/cell.json --json
plan scenes/cell.json --from home --to ready
plan scenes/cell.json --from home --to reach --planner aorrtc --budget-nodes 500
plan scenes/cell.json --from home --to reach --planner prm --seed 3
plot scenes/cell.json --path scenes/waypoints.csv -o -
acm --robot scenes/arm/arm.urdf
cover --robot scenes/arm/arm.urdf -o -
info --robot @panda/panda.urdf --srdf @panda/panda.srdf --json
distance --robot @panda/panda.urdf --srdf @panda/panda.srdf --json
acm --robot @panda/panda.urdf
cover --robot @ur5/ur5.urdf -o -
info --robot @ur5/ur5.urdf --srdf @ur5/ur5.srdf --json
distance --robot @ur5/ur5.urdf --srdf @ur5/ur5.srdf --json
info --robot @fanuc/fanuc.urdf --srdf @fanuc/fanuc.srdf --json
distance --robot @fanuc/fanuc.urdf --srdf @fanuc/fanuc.srdf --json
END_OF_QUESTIONS
