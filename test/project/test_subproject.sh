#!/bin/sh -eu
# Tests Leeway as a part of another project, by FetchContent as a static library and by add_subdirectory
# as a shared one. The project's flags are strict and fast: all warnings as errors, and -ffast-math. The
# project's own sources, in C and in C++, compile with the header; the library compiles, has its own
# arithmetic and gives the answers of this build to the bit; nothing of it is installed and no option of
# the project changes. Flags that would flush small numbers to zero are refused. The library is built
# with LEEWAY_LONG alone; otherwise only the project's sources are compiled, and one of the library's.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/project"
cp "$LEEWAY_SOURCE/test/editions/editions.c" "$folder/project"
cat >"$folder/project/header.c" <<'END'
#include <leeway/leeway.h>

double clearance_of(const lw_verdict *verdict);
double clearance_of(const lw_verdict *verdict)
{
    return verdict->clearance.lower;
}
END
{
    printf '#include <leeway/leeway.h>\n\nint main()\n{\n    double sum = 0;\n'
    sed -n 's/.*X(\(.*\), \(default_.*\)) *\\*$/    sum += static_cast<double>(lw_\2().struct_size);/p' \
        "$LEEWAY_BUILD/test/sized/sized_structs.h"
    printf '    return sum > 0 ? 0 : 1;\n}\n'
} >"$folder/project/header.cpp"
cat >"$folder/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(strict LANGUAGES C CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_C_STANDARD 11)
set(CMAKE_CXX_STANDARD 14)
add_compile_options(
  -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wcast-qual -Wundef -Werror -ffast-math
  $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast>)
set(CMAKE_COMPILE_WARNING_AS_ERROR ON)
if(BY_FETCH_CONTENT)
  set(wanted STATIC_LIBRARY)
  include(FetchContent)
  FetchContent_Declare(leeway SOURCE_DIR ${LEEWAY_SOURCE})
  FetchContent_MakeAvailable(leeway)
else()
  set(wanted SHARED_LIBRARY)
  set(BUILD_SHARED_LIBS ON)
  add_subdirectory(${LEEWAY_SOURCE} leeway)
endif()
get_target_property(kind leeway TYPE)
if(DEFINED CACHE{BUILD_SHARED_LIBS} OR NOT CMAKE_COMPILE_WARNING_AS_ERROR OR NOT CMAKE_C_STANDARD EQUAL 11)
  message(FATAL_ERROR "Leeway changes options of the project")
endif()
if(NOT kind STREQUAL wanted)
  message(FATAL_ERROR "Leeway is a ${kind}")
endif()
if(LEEWAY_WARNINGS_AS_ERRORS OR LEEWAY_INSTALL OR LEEWAY_BUILD_TESTS OR LEEWAY_BUILD_TOOL)
  message(FATAL_ERROR "options of Leeway alone are on in the project")
endif()
add_executable(header header.cpp header.c)
target_link_libraries(header PRIVATE leeway::leeway)
add_executable(editions editions.c)
set_target_properties(editions PROPERTIES COMPILE_OPTIONS "")
target_include_directories(editions PRIVATE ${LEEWAY_SIZED})
target_link_libraries(editions PRIVATE leeway::leeway)
install(TARGETS header)
END
# configure HOW OPTION...: how is ON for FetchContent
configure() {
    how=$1
    shift
    cmake -G Ninja -S "$folder/project" -B "$folder/build" -D BY_FETCH_CONTENT="$how" -D CMAKE_BUILD_TYPE=Debug \
        -D CMAKE_C_FLAGS_DEBUG=-O0 -D CMAKE_CXX_FLAGS_DEBUG=-O0 -D LEEWAY_SOURCE="$LEEWAY_SOURCE" \
        -D LEEWAY_SIZED="$LEEWAY_BUILD/test/sized" "$@" >"$folder/log" 2>&1
}
fail() {
    cat "$folder/log"
    echo "$1" >&2
    exit 1
}

configure ON -D CMAKE_C_FLAGS=-ffast-math && fail '-ffast-math, with which programs are linked, is not refused'
grep -q 'by target_compile_options' "$folder/log" || fail 'the reason is not said'
rm -rf "$folder/build"
configure OFF -D CMAKE_C_FLAGS= || fail 'it cannot be configured by add_subdirectory'
# builds the project and runs its programs
build_and_run() {
    cmake --build "$folder/build" >"$folder/log" 2>&1 || fail 'it cannot be built'
    "$folder/build/header"
    "$folder/build/editions" >"$folder/answers"
    "$LEEWAY_BUILD/test/edition_same" | diff - "$folder/answers" || fail 'the answers are others'
}
[ -z "${LEEWAY_LONG:-}" ] || build_and_run
rm -rf "$folder/build"
configure ON -D CMAKE_C_FLAGS= || fail 'it cannot be configured'
if [ -n "${LEEWAY_LONG:-}" ]; then
    build_and_run
else
    objects=$(ninja -C "$folder/build" -t targets all |
        sed -nE 's/^([^:]*((header|editions)\.c(pp)?|math\/pose\.c)\.o):.*/\1/p')
    [ "$(echo "$objects" | wc -l)" -eq 4 ] || fail "four objects should be built, not $objects"
    ninja -C "$folder/build" $objects >"$folder/log" 2>&1 || fail 'it cannot be compiled'
fi

# the arithmetic of a source of the library, according to the compiler's macros
python3 - "$folder/build/compile_commands.json" >"$folder/arithmetic" <<'END'
import json, shlex, subprocess, sys
command = next(c for c in json.load(open(sys.argv[1])) if c["file"].endswith("src/math/pose.c"))
words = shlex.split(command["command"])
del words[words.index("-o") : words.index("-o") + 2]
print(subprocess.run([*words, "-dM", "-E"], cwd=command["directory"], capture_output=True, text=True, check=True).stdout)
END
grep -q '__FINITE_MATH_ONLY__ 0' "$folder/arithmetic" || fail 'the library takes all numbers for finite'
grep -E '__(FAST_MATH|NO_SIGNED_ZEROS|ASSOCIATIVE_MATH|RECIPROCAL_MATH)__' "$folder/arithmetic" &&
    fail 'the library is compiled with fast mathematics'

[ -n "${LEEWAY_LONG:-}" ] || exit 0
DESTDIR=$folder/installed cmake --install "$folder/build" >"$folder/log" 2>&1 || fail 'it cannot be installed'
[ "$(find "$folder/installed" -type f | wc -l)" -eq 1 ] || fail 'parts of Leeway are installed'
