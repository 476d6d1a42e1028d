#!/bin/sh -eu
# Tests that a new kind cannot be forgotten: with LW_DUMMY_KIND, which adds a member to each kind,
# every switch over a kind fails to compile (-Werror=switch), none has a default:, and every table
# with a row for each kind is too short. The places, by file and function, are those of kinds.txt,
# the list of places that a new kind has to visit; --write writes it. Only files with a switch or
# such a table are compiled.
source=${LEEWAY_SOURCE:-$(cd "$(dirname "$0")/../.." && pwd)}
list=$source/test/project/kinds.txt
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$source"

# Methods are compared in their table alone (src/check/method/methods.c): callers ask for a service.
compared='method[a-z_]*(\.items\[[^]]*\])? *[!=]=|([!=]=|[<>]=?) *LW_METHOD_|case LW_METHOD_|switch *\([^)]*method'
compared="$compared|LW_METHOD_[A-Z]+ *[!=]="
printf '%s\n' 'if (method == other)' 'x != LW_METHOD_AUTO' 'LW_METHOD_AUTO == x' 'x < LW_METHOD_SLAB' \
    'case LW_METHOD_AUTO:' 'switch (options.method) {' 'list.methods.items[0] == first' >"$folder/samples"
[ "$(grep -cE "$compared" "$folder/samples")" = 7 ] || exit 1
git ls-files src tool bind include/leeway/ompl | grep -v '^src/check/method/methods\.c$' >"$folder/sources"
[ "$(wc -l <"$folder/sources")" -gt 400 ]
if xargs grep -nE "$compared" <"$folder/sources" >&2; then
    echo 'a method is compared outside its table: ask lw_method_serves instead' >&2
    exit 1
fi

compiler=${CC:-gcc}
case $("$compiler" --version | head -n 1) in
*clang*) echo 'the list is that of gcc, whose errors name functions: nothing is compared' && exit 0 ;;
esac
wide=
case $(uname -m) in
x86_64) wide='-mavx2 -mbmi' ;;
esac

# compile FILE DEFINITION...: the errors and warnings of a file.
compile() {
    file=$1
    shift
    # shellcheck disable=SC2046,SC2086 # flags are words
    LC_ALL=C "$compiler" -std=c17 -fsyntax-only -x c -Wswitch -Wswitch-enum -D_POSIX_C_SOURCE=200809L \
        -D_GNU_SOURCE $wide $(pkg-config --cflags libxml-2.0) -Iinclude -Isrc -Itool -Ibench/papers "$@" "$file" 2>&1 || true
}

# The places of the compiler's errors and warnings, one a line: FILE: FUNCTION: KIND.
places() {
    awk '
        /^compiling / { compiled = $2 }
        match($0, /: In function .*:$/) {
            name = $0
            sub(/.*In function ./, "", name)
            sub(/[^A-Za-z0-9_]*:$/, "", name)
        }
        /enumeration value .LW_[A-Z]+_DUMMY. not handled/ {
            kind = $0
            sub(/.*value ./, "", kind)
            sub(/_DUMMY.*/, "", kind)
            file = $0
            sub(/:.*/, "", file)
            print file ": " name ": " kind
        }
        /static assertion failed/ {
            kind = $0
            sub(/.*failed: "a row for each /, "", kind)
            sub(/".*/, "", kind)
            print compiled ": a table: " kind
        }' | sort -u
}

git ls-files 'src/*.[ch]' 'tool/*.[ch]' 'bench/papers/*.[ch]' | xargs grep -lE 'switch \(|LW_ROW_FOR_EACH\(' >"$folder/files"
[ "$(wc -l <"$folder/files")" -gt 20 ]
while read -r file; do
    echo "compiling $file"
    compile "$file" -DLW_DUMMY_KIND
done <"$folder/files" >"$folder/with"
places <"$folder/with" >"$folder/places"
if [ "${1:-}" = --write ]; then
    cp "$folder/places" "$list"
fi
diff "$list" "$folder/places" || {
    echo 'the places that a new kind has to visit are not those of test/project/kinds.txt' >&2
    exit 1
}

# the name of gcc's warning shows a switch that has a default:
if grep '_DUMMY. not handled.*\[-Wswitch-enum\]' "$folder/with" >&2; then
    echo 'a switch over a kind has a default:, which hides what it lacks' >&2
    exit 1
fi
