#!/bin/sh -eu
# Tests that ./run demo fetches at most 90 packages on a bare Debian, by apt's own reckoning from an empty list of
# installed packages, and that ./run build, demo and test need no npm. Skipped without apt's lists of packages.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
: >"$folder/status"

# section NAME: its packages
section() {
    awk -v title="[$1]" '/^#/ || !NF { next } /^\[/ { current = $0; next } current == title' "$LEEWAY_SOURCE/packages.txt"
}
# brought PACKAGE...: all that apt would install for these on a machine without any package
brought() {
    apt-get -o Dir::State::status="$folder/status" -s -y --no-install-recommends install "$@" 2>"$folder/log" |
        awk '/^Inst/ { print $2 }' | sort -u
}

# the commands of ./run that build and test, with the sections that they name
for command in demo build test; do
    sections=$(sed -n "/^$command)/,/;;/s/^ *packages //p" "$LEEWAY_SOURCE/run" | tr '\n' ' ')
    case " $sections" in
    *' viewer'*) echo "./run $command installs npm: $sections" && exit 1 ;;
    *' build '*) ;;
    *) echo "the packages of ./run $command are not found" && exit 1 ;;
    esac
done
for name in build test python ompl; do
    if section "$name" | grep -qE '^(npm|nodejs)$'; then echo "[$name] has npm" && exit 1; fi
done

command -v apt-get >/dev/null && command -v apt-cache >/dev/null || {
    echo 'skipped: there is no apt'
    exit 77
}
apt-cache dumpavail | awk '/^Package:/ { name = $2 } /^Essential: yes/ || /^Priority: required/ { print name }' | sort -u >"$folder/required"
# shellcheck disable=SC2046 # words
brought $(cat "$folder/required") apt >"$folder/bare"
# shellcheck disable=SC2046
brought $(cat "$folder/required") apt $(section build) >"$folder/whole"
bare=$(wc -l <"$folder/bare")
count=$(comm -13 "$folder/bare" "$folder/whole" | wc -l)
if [ "$bare" -lt 50 ] || [ "$count" -lt 20 ]; then
    echo "skipped: apt knows $bare packages of a bare system and adds $count, which is not all"
    cat "$folder/log"
    exit 77
fi
echo "$count packages"
[ "$count" -le 90 ] || { comm -13 "$folder/bare" "$folder/whole" && echo "$count packages; at most 90 are fetched for ./run demo" && exit 1; }
