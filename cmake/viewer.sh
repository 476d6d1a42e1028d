#!/bin/sh
# Writes the source of the viewer that is built into the library (src/page/viewer.h).
#
#     viewer.sh OUT.c                 an empty one
#     viewer.sh OUT.c SOURCE FOLDER   that of viewer/, bundled in a folder of the build
#
# What viewer/package-lock.json names is fetched once. Where that fails the viewer is left empty, so
# that the library and the tool are built all the same, and the next build tries again. An empty one
# says why it is.
set -eu
out=$1

# write PAGE [WHY]
write() {
    why=$(printf %s "${2:-}" | tr -d '"\\' | tr -c '[:print:]' ' ' | cut -c 1-300)
    {
        printf '/* Written by cmake/viewer.sh. */\n#include "page/viewer.h"\n\n'
        printf 'const unsigned char lw_viewer[] = {\n'
        od -An -v -tu1 "$1" | sed 's/ *\([0-9][0-9]*\)/\1,/g'
        printf '0};\nconst size_t lw_viewer_size = sizeof lw_viewer - 1;\n'
        printf 'const char lw_viewer_missing[] = "%s";\n' "$why"
    } >"$out.new"
    mv "$out.new" "$out"
}

# npm's own reason, from what it printed.
reason() {
    grep -E '^npm (ERR!|error).*reason: ' "$out.log" | sed 's/.*reason: //' | head -n 1 | grep . ||
        sed -n 's/^npm \(ERR!\|error\) //p' "$out.log" | grep -v '^code ' | head -n 1 | grep . ||
        echo 'it gives no reason'
}

# Copies the sources; fetches anew only where its list has changed.
bundle() {
    mkdir -p "$folder"
    rm -f "$folder/not-fetched"
    cp -R "$source/src" "$source/build.mjs" "$source/.npmrc" "$folder"
    if [ ! -d "$folder/node_modules" ] || ! cmp -s "$source/package-lock.json" "$folder/package-lock.json"; then
        rm -rf "$folder/node_modules"
        cp "$source/package.json" "$source/package-lock.json" "$folder"
        (cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund) || {
            rm -f "$folder/package-lock.json"
            : >"$folder/not-fetched"
            return 1
        }
    fi
    (cd "$folder" && node build.mjs page.html)
}

if [ $# = 1 ]; then
    write /dev/null 'build it with nodejs, npm and the CMake option LEEWAY_VIEWER'
    exit
fi
source=$2
folder=$3
if bundle >"$out.log" 2>&1; then
    write "$folder/page.html"
else
    sed 's/^/viewer: /' "$out.log" | tail -20
    if [ -e "$folder/not-fetched" ]; then
        why="npm could not fetch what viewer/package-lock.json names: $(reason)"
    else
        why="it could not be bundled, see $(basename "$out").log in the build folder"
    fi
    printf 'viewer: %s; it is left out: leeway view will have nothing to write into\n' "$why"
    write /dev/null "$why; build again when that is mended"
    touch -t 197001020000 "$out"
fi
