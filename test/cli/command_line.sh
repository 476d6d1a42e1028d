# For the tests of the command line: runs the program, and checks its output, its error messages and
# its exit status. Sourced; leaves a scene in $folder whose answers follow from a few numbers.
# shellcheck shell=sh disable=SC2034
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
out=$folder/out
err=$folder/err
scenes=$LEEWAY_SOURCE/scenes

fail() {
    printf '%s\n---- command: %s\n---- standard output:\n' "$1" "$ran"
    head -n 20 "$out"
    printf -- '---- standard error:\n'
    head -n 20 "$err"
    exit 1
}

# expect STATUS ARGUMENT...: runs the program, which has to exit with the status.
expect() {
    wanted=$1
    shift
    ran="leeway $*"
    status=0
    "$LEEWAY" "$@" >"$out" 2>"$err" || status=$?
    [ "$status" = "$wanted" ] || fail "the exit status is $status and should be $wanted"
}

# says PATTERN..., complains PATTERN...: some line of standard output, or of standard error, matches
# each of the extended regular expressions.
says() {
    for pattern in "$@"; do
        grep -Eq -e "$pattern" "$out" || fail "standard output has no line like: $pattern"
    done
}

complains() {
    for pattern in "$@"; do
        grep -Eq -e "$pattern" "$err" || fail "standard error has no line like: $pattern"
    done
}

lines() {
    [ "$(wc -l <"$out")" -eq "$1" ] || fail "standard output should have $1 lines"
}

no_output() {
    [ ! -s "$out" ] || fail 'there is something on standard output'
}

no_complaint() {
    [ ! -s "$err" ] || fail 'there is something on standard error'
}

# refuses ARGUMENT...: exit status 2, nothing on standard output, one sentence on standard error.
refuses() {
    expect 2 "$@"
    no_output
    [ "$(grep -c '^leeway' "$err")" -eq 1 ] || fail 'there should be one sentence on standard error'
}

# field NAME: its value on the first line of standard output, a number.
field() {
    sed -n "1s/.*\"$1\": \\([^,}]*\\).*/\\1/p" "$out"
}

# near VALUE WANTED TOLERANCE
near() {
    awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { exit !(a != "" && a - b <= t && b - a <= t) }' ||
        fail "'$1' is not within $3 of $2"
}

# Two balls of radius 0.1: the motion brings one of them nearer to the other, from a distance of 1
# to 0.8; the other one stands 0.05 from a post.
held=$folder/held.json
cat >"$held" <<'END'
{"robots": [
  {"name": "a", "joint": {"type": "planar"}, "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]},
  {"name": "b", "links": [{"name": "ball", "type": "sphere", "radius": 0.1}], "base": {"position": [1.2, 0, 0]}}],
 "obstacles": [{"id": "post", "type": "sphere", "radius": 0.1, "position": [1.2, 0.25, 0]}],
 "motions": {"nearer": {"robots": {"a": {"from": [0, 0, 0], "to": [0.2, 0, 0]}}}}}
END

# A ball of radius 0.1 that slides in the plane, in front of a wall whose near side is at x = 0.6.
puck=$folder/puck.json
cat >"$puck" <<'END'
{
  "robots": [{"name": "puck", "joint": {"type": "planar"},
              "links": [{"name": "ball", "type": "sphere", "radius": 0.1}]}],
  "obstacles": [{"id": "wall", "type": "box", "size": [0.1, 1, 1], "position": [0.65, 0, 0]}]
}
END
