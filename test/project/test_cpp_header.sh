#!/bin/sh -eu
# Tests that each function of the public headers in C is called by leeway/leeway.hpp, or that docs/cpp.md says why
# not; that the tests of leeway.hpp call each of these wrappers, so that all of them compile and are tried; and that
# each enumeration and struct of C has its name there.
python3 - "$LEEWAY_SOURCE" "$LEEWAY_BUILD" <<'END'
import pathlib
import re
import subprocess
import sys

source, build = map(pathlib.Path, sys.argv[1:])
include = source / "include" / "leeway"
SECTION = "## What is not wrapped"


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


c = without_comments("".join(path.read_text() for path in sorted(include.glob("*.h"))
                             if path.name not in ("ompl.h", "deprecated.h")))
cpp = without_comments("".join(path.read_text() for path in sorted((include / "cpp").glob("*.hpp"))))
declared = set(re.findall(r"\bLW_API\b[^;]*?\b(lw_\w+)\(", c))
started = {*re.findall(r"\bLW_STARTS\(\w+, (lw_\w+)\)", c), *re.findall(r"\bstatic inline lw_\w+ (lw_\w+)\(void\)", c)}
types = {*re.findall(r"^\} (lw_\w+);", c, re.M), *re.findall(r"\btypedef struct (lw_\w+) \1;", c)}
assert len(declared) > 220 and len(started) > 40 and len(types) > 100, "the headers are not understood"
said = (source / "docs" / "cpp.md").read_text().split(SECTION)[1].split("\n## ")[0]
excused = set(re.findall(r"`(lw_\w+)`", said))
named = set(re.findall(r"\blw_\w+", cpp))

wrong = []
wrong += [f"{name}: neither in leeway.hpp nor under {SECTION}" for name in sorted((declared | started) - named - excused)]
wrong += [f"{name}: in leeway.hpp, and under {SECTION}" for name in sorted((declared | started) & named & excused)]
wrong += [f"{name}: under {SECTION}, and not in the headers" for name in sorted(excused - declared - started - types)]

# A name without lw_ for each type. Structs that C hands out and that are classes here have other types behind them.
names = {*re.findall(r"\busing (\w+) =", cpp), *re.findall(r"\b(?:struct|class) (\w+) (?::|final|\{)", cpp),
         *re.findall(r"\b(?:struct|class) (\w+)\n?\s*[:{]", cpp), *re.findall(r"LEEWAY_STARTED\((\w+),", cpp)}
wrong += [f"{name}: a type without a name in leeway.hpp" for name in sorted(types - excused) if name[3:] not in names]

# Inline functions that no test calls are in no object file, nor is what they call.
objects = [path for path in build.glob("test/CMakeFiles/test_cpp_*.dir/cpp/*.o")]
assert objects, "there are no objects of the tests"
listed = subprocess.run(["nm", "-u", *map(str, objects)], capture_output=True, text=True, check=True).stdout
called = set(re.findall(r"\bU (lw_\w+)", listed))
wrong += [f"{name}: no test calls its wrapper" for name in sorted(declared - called - excused)]
for line in wrong:
    print(line)
sys.exit(1 if wrong else 0)
END
