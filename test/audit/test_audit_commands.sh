#!/bin/sh -eu
# Tests that leeway-audit and leeway.audit accept what every command with --proof writes (check, plan, cell, cover), with
# the motions as they were typed or written: --path of JSON and CSV, ROBOT=FILE, --from and --to, --motion; and that
# they refuse a proof that lacks a motion which was asked for.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
auditor=${LEEWAY_AUDIT:-$LEEWAY_BUILD/leeway-audit}
scenes=$LEEWAY_SOURCE/scenes
proof=$folder/proof.jsonl

fail() {
    printf 'test_audit_commands: %s: %s\n' "$1" "$(cat "$folder/said")" >&2
    exit 1
}

# prove ARGUMENT...: a command writes its proof
prove() {
    "$LEEWAY" "$@" --proof "$proof" >"$folder/said" 2>&1 || [ $? = 1 ] || fail "leeway $*"
}

# c STATUS PATTERN ARGUMENT...; python STATUS PATTERN ARGUMENT...: how a verifier ends, and what it says in one line
c() {
    judge "$auditor" "$@"
}
python() {
    judge 'python3 -B '"$LEEWAY_SOURCE"'/bind/python/leeway/audit' "$@"
}
judge() {
    verifier=$1 expected=$2 pattern=$3
    shift 3
    status=0
    # shellcheck disable=SC2086
    $verifier "$proof" "$@" >"$folder/said" 2>&1 || status=$?
    [ "$status" = "$expected" ] || fail "$verifier $* ended with $status"
    [ "$(grep -c -e "$pattern" "$folder/said")" = 1 ] || fail "$verifier $* does not say '$pattern' once"
}
both() {
    scene=$1
    shift
    c 0 '^motion 0: proven free$' --scene "$scene" "$@"
    python 0 '^0: free$' "$scene" "$@"
}

# a path, as plan writes it; with times
for option in '' --timed; do
    # shellcheck disable=SC2086
    prove plan "$scenes/cell.json" --from home --to ready $option -o "$folder/path.json"
    both "$scenes/cell.json" --path "$folder/path.json"
done
c 1 'begins or ends at another time' --scene "$scenes/cell.json" --path "$scenes/waypoints.csv"
python 1 'begins or ends at another time' "$scenes/cell.json" --path "$scenes/waypoints.csv"

# what is typed
prove check "$scenes/cell.json" --from home --to ready
both "$scenes/cell.json" --from home --to ready
both "$scenes/cell.json" --to ready --from '0,-0.6,0.5, 0,1.2,0'
c 1 'joint_2" moves otherwise' --scene "$scenes/cell.json" --to ready --from 0,-0.5,0.5,0,1.2,0
c 1 'no state "homes"' --scene "$scenes/cell.json" --from homes --to ready

# waypoints, in every form
prove check "$scenes/cell.json" --path "$scenes/waypoints.csv"
both "$scenes/cell.json" --path "$scenes/waypoints.csv"
for mark in ', ' ';' '  '; do
    sed '1d; s/#.*//; s/, */'"$mark"'/g; 3s/$/ # a comment/; 3s/^/\n/' "$scenes/waypoints.csv" >"$folder/bare.csv"
    both "$scenes/cell.json" --path "$folder/bare.csv"
done
sed '1s/joint_1/joint_7/' "$scenes/waypoints.csv" >"$folder/other.csv"
c 1 'joint_7' --scene "$scenes/cell.json" --path "$folder/other.csv"
awk -F, -v OFS=, 'NR == 1 { print "T", $0; next } { print NR - 2, $0 }' "$scenes/waypoints.csv" >"$folder/timed.csv"
prove check "$scenes/cell.json" --path "$folder/timed.csv"
both "$scenes/cell.json" --path "$folder/timed.csv"
c 1 'begins or ends at another time' --scene "$scenes/cell.json" --path "$scenes/waypoints.csv"
sed '2s/0/0x/' "$folder/timed.csv" >"$folder/other.csv"
c 2 'other.csv:2: a value is no finite number$' --scene "$scenes/cell.json" --path "$folder/other.csv"
sed '1s/T/t [s]/' "$folder/timed.csv" >"$folder/other.csv"
c 2 'other.csv:1: columns without a name, or whose names have units' --scene "$scenes/cell.json" --path "$folder/other.csv"
printf '{\n"path": [[0,\n' >"$folder/other.csv"
c 2 'other.csv:3: it is no motion in JSON' --scene "$scenes/cell.json" --path "$folder/other.csv"
for text in '{"joint_names": ["a"], "points": []}' 'joint_names: [a]' '---' '[1, 2]'; do
    echo "$text" >"$folder/other.csv"
    c 2 'messages of ROS are not read here' --scene "$scenes/cell.json" --path "$folder/other.csv"
done

# a file for each robot; what a schedule gives each has the other robots' names
two=$scenes/two_arms.json
printf '[0, -0.6, 0.5, 0, 1.2, 0]' >"$folder/home"
for robot in left right; do
    printf '{"id": "%s", "from": %s,\n "to": [0.3, -0.6, 0.5, 0, 1.2, 0]}' $robot "$(cat "$folder/home")" >"$folder/$robot.json"
done
printf '{"robots": {"left": {"from": %s, "to": [0.3, -0.6, 0.5, 0, 1.2, 0]}}}' "$(cat "$folder/home")" >"$folder/named.json"
prove check "$two" --path left="$folder/left.json" --path right="$folder/right.json"
both "$two" --path right="$folder/right.json" --path left="$folder/left.json"
both "$two" --path right="$folder/right.json" --path left="$folder/named.json"
c 1 'moves otherwise' --scene "$two" --path left="$folder/left.json"
for refused in "right=$folder/named.json" "left=$folder/named.json" "$folder/right.json"; do
    c 2 'is not a motion of\|has two motions\|no robot is named' --scene "$two" --path left="$folder/left.json" --path "$refused"
    python 2 'not the only motion\|several files' "$two" --path left="$folder/left.json" --path "$refused"
done
c 2 'several files of --path' --scene "$two" --path "$folder/left.json" --path "$folder/right.json"

# all motions that are asked for
prove check "$scenes/cell.json" --motion 'over the post'
c 0 'over the post": proven free' --scene "$scenes/cell.json"
c 0 'over the post": proven free' --scene "$scenes/cell.json" --motion 'over the post'
python 0 'over the post: free' "$scenes/cell.json" --motion 'over the post'
c 1 'refused: nothing is claimed of the motion "under the lamp"$' --scene "$scenes/cell.json" --motion 'under the lamp'
c 2 'there is no motion "to the moon"' --scene "$scenes/cell.json" --motion 'to the moon'
prove check "$scenes/cell.json" --motions "$scenes/motions.jsonl"
head -n 1 "$scenes/motions.jsonl" >"$folder/one.jsonl"
name=$(python3 -c 'import json, sys; print(json.loads(sys.stdin.readline())["id"])' <"$folder/one.jsonl")
c 0 "motion \"*$name\"*: proven" --scene "$scenes/cell.json" --motions "$scenes/motions.jsonl"
prove check "$scenes/cell.json" --motions "$folder/one.jsonl"
c 1 'nothing is claimed of the motion' --scene "$scenes/cell.json" --motions "$scenes/motions.jsonl"
c 0 "motion \"*$name\"*: proven" --scene "$scenes/cell.json" --motions "$scenes/motions.jsonl" --motion "$name"
# of a file that begins again only that is said
cp "$proof" "$folder/once" && cat "$folder/once" "$folder/once" >"$proof"
c 1 'refused: ' --scene "$scenes/cell.json" --motions "$scenes/motions.jsonl"
printf '{"id": 7, "from": "home", "to": "ready"}\n' >"$folder/seven.jsonl"
prove check "$scenes/cell.json" --motions "$folder/seven.jsonl"
c 0 'motion 7: proven free' --scene "$scenes/cell.json" --motions "$folder/seven.jsonl" --motion 7
# of a motion that is refused only that is said
sed '2s/"tracks"/"trucks"/' "$proof" >"$folder/refused" && mv "$folder/refused" "$proof"
c 1 ':2: refused: ' --scene "$scenes/cell.json" --motions "$folder/seven.jsonl"
[ "$(wc -l <"$folder/said")" = 1 ] || fail 'a motion that is refused is also said to be missing'

# usage: these options need files, and each other
for words in '--path a' '--from a --to b' '--motion a'; do
    # shellcheck disable=SC2086
    c 2 'needs --scene or --robot' $words
done
c 2 'need each other' --scene "$two" --from home
c 2 'need each other' --scene "$two" --to home
c 2 'the motions are those of' --scene "$two" --from home --to ready --path a
c 2 'the motions are those of' --scene "$two" --motions a --path a

# the balls of links
"$LEEWAY" cover "$scenes/cell.json" --proof "$proof" >"$folder/said"
c 0 'body "forearm": contained in its 12 balls' --scene "$scenes/cell.json"
python 0 '^forearm: contained in its 12 balls$' "$scenes/cell.json"
c 1 'nothing is claimed of the motion "over the post"' --scene "$scenes/cell.json" --motion 'over the post'
python 1 'nothing is claimed of this motion' "$scenes/cell.json" --motion 'over the post'
sed 's/"cover": \[\[[^]]*\], /"cover": [/' "$proof" >"$folder/altered" && mv "$folder/altered" "$proof"
python 1 'body "base": its cover does not contain it (.*:1)$' "$scenes/cell.json"
"$LEEWAY" cover --robot "$scenes/arm/arm.urdf" --proof "$proof" >"$folder/said"
c 0 'body "forearm": contained in its 12 balls' --robot "$scenes/arm/arm.urdf"
python 0 '^forearm: contained in its 12 balls$' --robot "$scenes/arm/arm.urdf"

# jobs: no verifier reads them
prove cell "$scenes/workcell.json" --jobs "$scenes/jobs.jsonl"
c 0 'motion "both to one place": proven free until .*, and in contact at'
c 0 '^taken on trust: the motion "mixed"' --scene "$scenes/workcell.json"
