#!/bin/sh -eu
# Installs into a temporary folder and builds the examples against it: through pkg-config as C and
# as C++, and through the CMake package. The tool installs its man page and completions, and both
# install the schemas and the licence.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix

cmake --install "$LEEWAY_BUILD" --prefix "$prefix" >"$folder/log" || { cat "$folder/log"; exit 1; }
package=$(find "$prefix" -name leeway.pc)
PKG_CONFIG_PATH=$(dirname "$package")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH LD_LIBRARY_PATH

# The centres are 0.15 apart across the rail and the radii 0.1 each, so that they meet when
# 2 t = 1 - sqrt(0.2^2 - 0.15^2) = 0.86771; the answer may be later by 1e-4.
wanted='contact at 0.434'

says_so() {
    said=$("$@")
    if [ "$said" != "$wanted" ]; then
        printf '%s says "%s" instead of "%s"\n' "$1" "$said" "$wanted"
        exit 1
    fi
}

finds_a_way() {
    said=$("$1" "$LEEWAY_SOURCE/scenes/cell.json") || true
    case $said in
    'a way of '[1-9]*' edges') ;;
    *) printf '%s says "%s"\n' "$1" "$said" && exit 1 ;;
    esac
}

# The flags are lists of words.
flags=$(pkg-config --cflags --libs leeway)
$CC $CFLAGS "$LEEWAY_SOURCE/example/check.c" -o "$folder/as-c" $flags
says_so "$folder/as-c"
$CXX $CXXFLAGS -x c++ "$LEEWAY_SOURCE/example/check.c" -x none -o "$folder/as-cxx" $flags
says_so "$folder/as-cxx"
$CC $CFLAGS "$LEEWAY_SOURCE/example/rrt.c" -o "$folder/rrt-as-c" $flags
finds_a_way "$folder/rrt-as-c"
$CXX $CXXFLAGS -x c++ "$LEEWAY_SOURCE/example/rrt.c" -x none -o "$folder/rrt-as-cxx" $flags
finds_a_way "$folder/rrt-as-cxx"

$CXX $CXXFLAGS -std=c++17 "$LEEWAY_SOURCE/example/first_check.cpp" -o "$folder/first_check" $flags
says_so "$folder/first_check"

cmake -G Ninja -S "$LEEWAY_SOURCE/example" -B "$folder/build" -D CMAKE_PREFIX_PATH="$prefix" >"$folder/log" &&
    cmake --build "$folder/build" >>"$folder/log" || { cat "$folder/log"; exit 1; }
says_so "$folder/build/check"
says_so "$folder/build/first_check"
finds_a_way "$folder/build/rrt"
# if OMPL is installed
if [ -x "$folder/build/ompl" ]; then
    said=$("$folder/build/ompl" "$LEEWAY_SOURCE/scenes/cell.json") || true
    case $said in
    'RRT-Connect: '*' proven free'*'PRM*: '*' proven free') ;;
    *) printf '%s says "%s"\n' "$folder/build/ompl" "$said" && exit 1 ;;
    esac
fi

has() {
    [ -s "$prefix/$1" ] || { printf '%s is not installed\n' "$1"; exit 1; }
}

share=share/leeway/schema
for schema in claims cover motion result scene; do
    has $share/$schema.schema.json
    cmp "$prefix/$share/$schema.schema.json" "$LEEWAY_SOURCE/docs/schema/$schema.schema.json"
done
has share/doc/leeway/LICENSE

version=$(pkg-config --modversion leeway)
if [ -e "$LEEWAY" ]; then
    case $("$prefix/bin/leeway" --version) in
    *"$version"*) ;;
    *) printf 'the installed tool is not of version %s\n' "$version" && exit 1 ;;
    esac
    has share/man/man1/leeway.1
    has share/bash-completion/completions/leeway
    has share/zsh/site-functions/_leeway
    has share/fish/vendor_completions.d/leeway.fish
    page=$prefix/share/man/man1/leeway.1
    # the headings of a man page, and the usage of each command; no line that groff cannot read
    for heading in NAME SYNOPSIS DESCRIPTION 'LEEWAY CHECK' ENVIRONMENT; do
        grep -q "^\.SH $heading\$" "$page" || { printf 'the man page has no %s\n' "$heading"; exit 1; }
    done
    for command in $("$LEEWAY" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        grep -q "^\.B $command\$" "$page" || { printf 'no synopsis of %s\n' "$command"; exit 1; }
    done
    if command -v groff >/dev/null; then
        groff -man -Tutf8 -ww -z "$page" >"$folder/log" 2>&1 && [ ! -s "$folder/log" ] ||
            { cat "$folder/log"; exit 1; }
    fi
fi
