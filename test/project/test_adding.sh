#!/bin/sh -eu
# Tests that docs/adding.md lists all places that a new kind has to visit: those that the compiler
# finds (kinds.txt), and files that know each kind by its name. The tests that the page names exist.
source=${LEEWAY_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
cd "$source"
page=docs/adding.md
wrong=0

say() {
    printf '%s: %s\n' "$page" "$1" >&2
    wrong=1
}

# section TITLE: the lines from a title to the next one.
section() {
    awk -v title="$1" '/^#/ { inside = $0 ~ ("^#+ " title "$") } inside' "$page"
}

# kinds NAME: the kinds of an enumeration in a public or own header, in lower case.
kinds() {
    awk -v first="    $1_" 'index($0, first) == 1 && !/DUMMY/ { sub(first, ""); sub(/[^A-Z_].*/, ""); print tolower($0) }' \
        include/leeway/scene.h include/leeway/check.h src/shape/convex.h
}

# holds TITLE KIND WORD...: the section names each file of kinds.txt that has a place for the kind, and the files of
# its rows that end in test_adding know each word.
holds() {
    title=$1
    kind=$2
    shift 2
    section "$title" >"$folder/section"
    [ "$(grep -c '^| `' "$folder/section")" -ge 5 ] || say "the section \"$title\" has no list"
    grep ": $kind\$" test/project/kinds.txt | sed 's/:.*//' | grep -v '^bench/' | sort -u | while read -r file; do
        grep -qF "\`$file\`" "$folder/section" || echo "the section \"$title\" lacks $file, where a switch is over $kind"
    done >"$folder/lacks"
    grep '| test_adding |$' "$folder/section" | sed 's/^| //; s/ |.*//' | grep -oE '`[^`]+`' | tr -d '`' | while read -r file; do
        for word in "$@"; do
            grep -qiw -- "$word" "$file" || echo "$file does not know \"$word\""
        done
    done >>"$folder/lacks"
    while read -r line; do
        say "$line"
    done <"$folder/lacks"
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for kind in LW_SHAPE LW_CORE LW_JOINT LW_METHOD; do
    [ "$(kinds "$kind" | wc -l)" -ge 5 ] || say "the kinds of $kind are not found"
done
# shellcheck disable=SC2046 # words
holds 'A new shape' LW_SHAPE $(kinds LW_SHAPE)
# shellcheck disable=SC2046
holds 'A new core' LW_CORE $(kinds LW_CORE | grep -v triangle) # triangles are named by their mesh
# shellcheck disable=SC2046
holds 'A joint' LW_JOINT $(kinds LW_JOINT)
# shellcheck disable=SC2046
holds 'A method' LW_METHOD $(kinds LW_METHOD)
holds 'A planar algorithm' LW_PLANAR

sed -n 's/.*| \(test_[a-z_]*\) |$/\1/p' "$page" | sort -u | while read -r name; do
    case $name in test_python | test_viewer) continue ;; esac
    git ls-files "test/*/$name.*" | grep -q . || echo "there is no $name"
done >"$folder/lacks"
while read -r line; do
    say "$line"
done <"$folder/lacks"
exit "$wrong"
