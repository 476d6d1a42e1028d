#!/bin/sh -eu
# Tests that CMake 3.22 is enough: all projects ask for it, which sets CMake's policies to those of 3.22, and nothing
# that came later is used. LEEWAY_OLDEST_CMAKE names a CMake of that version, with which the project is then
# configured as well.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
    echo "$1" >&2
    exit 1
}
cd "$LEEWAY_SOURCE"
find . -name build -prune -o -name 'build-*' -prune -o -name CMakeLists.txt -print -o -name '*.cmake*' -print >"$folder/files"
[ "$(grep -c CMakeLists.txt "$folder/files")" -ge 7 ] || fail 'the CMakeLists.txt are not found'

# the version that each project asks for
xargs grep -hoE '^cmake_minimum_required\(.*' <"$folder/files" | sort | uniq -c >"$folder/asked"
awk '$2 != "cmake_minimum_required(VERSION" || $3 != "3.22)"' "$folder/asked" | grep . && fail 'a project asks for another CMake'
[ "$(awk '{ count += $1 } END { print count }' "$folder/asked")" -eq 2 ] || fail 'two projects should ask for a CMake'
python3 - CMakePresets.json <<'END'
import json, sys
presets = json.load(open(sys.argv[1], encoding="utf-8"))
asked = presets["cmakeMinimumRequired"]
assert (asked["major"], asked["minor"]) == (3, 22), asked
assert presets["version"] == 3, "CMake 3.22 reads presets of version 3"
later = {"workflowPresets", "packagePresets", "include", "resolvePackageReferences", "trace"} & set(presets)
assert not later, later
END

# commands, variables, properties and arguments since 3.23
newer='^ *block\(|PROPAGATE|COMPILE_WARNING_AS_ERROR|FILE_SET|HEADER_SETS|\$<(LINK_LIBRARY|LINK_GROUP|COMPILE_ONLY|BUILD_LOCAL_INTERFACE|LIST:|PATH:)'
newer="$newer|USE_SABI|SABIModule|CMAKE_TLS_VERIFY|TIMEOUT_SIGNAL|FIND_PACKAGE_ARGS|VALIDATOR"
newer="$newer|cmake_file_api|JOB_SERVER_AWARE|add_subdirectory\(.* SYSTEM|CMAKE_LINKER_TYPE|CXX_MODULE|cmake_pkg_config|COMMAND_ERROR_IS_LAST"
if xargs sed 's/#.*//' <"$folder/files" | grep -nE "$newer"; then fail 'this came after CMake 3.22'; fi
# the list finds what it should
printf 'block()\n' | grep -qE "$newer" || fail 'the list of new commands finds nothing'

[ -n "${LEEWAY_OLDEST_CMAKE:-}" ] || exit 0
"$LEEWAY_OLDEST_CMAKE" --version | head -n 1
"$LEEWAY_OLDEST_CMAKE" --preset release -B "$folder/build" -D LEEWAY_BUILD_TESTS=ON -D LEEWAY_BUILD_PYTHON=ON \
    -D LEEWAY_BUILD_EXAMPLES=OFF >"$folder/log" 2>&1 || { cat "$folder/log" && fail 'it cannot be configured'; }
grep -q "^CMAKE_HOME_DIRECTORY:INTERNAL=$LEEWAY_SOURCE\$" "$folder/build/CMakeCache.txt" || fail '-B has no effect'
grep 'CMake Warning' "$folder/log" && fail 'there are warnings'
"$LEEWAY_OLDEST_CMAKE" --build "$folder/build" --target leeway_tool >"$folder/log" 2>&1 ||
    { tail -n 40 "$folder/log" && fail 'it cannot be built'; }
"$folder/build/leeway" check scenes/cell.json --motion 'over the post'
