#!/bin/sh
# Writes the viewer as a source of C, which is built into the library (src/page/viewer.h): viewer.sh PAGE.html OUT.c
set -eu
{
    printf '/* Written by cmake/viewer.sh. */\n#include "page/viewer.h"\n\n'
    printf 'const unsigned char lw_viewer[] = {\n'
    od -An -v -tu1 "$1" | sed 's/ *\([0-9][0-9]*\)/\1,/g'
    printf '0};\nconst size_t lw_viewer_size = sizeof lw_viewer - 1;\n'
} >"$2.new"
mv "$2.new" "$2"
