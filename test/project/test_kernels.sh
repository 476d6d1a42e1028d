#!/bin/sh -eu
# Tests that the kernels give the same bits with wide registers, without them, and on another kind
# of processor: for aarch64 they are compiled with the project's options and run by an emulator, if
# both are installed.
fail() {
    printf '%s\n' "$1" >&2
    exit 1
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Compares the output of a program with that of the first one.
same() {
    name=$1
    shift
    "$@" >"$folder/$name" 2>"$folder/$name.says" || fail "$name: $(cat "$folder/$name.says")"
    cmp -s "$folder/narrow" "$folder/$name" ||
        fail "the bits differ: $(diff "$folder/narrow" "$folder/$name")"
}

same narrow "$LEEWAY_BUILD/test/kernels_narrow"
[ "$(grep -c ': [0-9a-f]\{16\}$' "$folder/narrow")" -eq 9 ] || fail 'nine fingerprints are expected'
grep -q 'wide registers: no' "$folder/narrow.says" || fail 'the narrow one must not use wide registers'
# the blocks leave neither nothing nor everything, of 150 blocks, 150 blocks of 8 states or 500
# states
awk '/are left/ { for (i = 1; i <= NF; i++) if ($i ~ /^[0-9]+$/ && ($i < 500 || $i > 30000)) exit 1; n++ }
     /are hits/ { if ($(NF - 2) < 20 || $(NF - 2) > 130) exit 1; n++ }
     END { exit n != 9 }' "$folder/narrow.says" || fail "$(cat "$folder/narrow.says")"

same wide "$LEEWAY_BUILD/test/kernels"
grep -q 'wide registers: yes' "$folder/wide.says" ||
    echo 'this processor, or this build, has no wide registers: none were compared'

case $CFLAGS in
*-fsanitize*) exit ;;
esac
if ! command -v aarch64-linux-gnu-gcc >/dev/null || ! command -v qemu-aarch64 >/dev/null; then
    echo 'there is no compiler for aarch64 (gcc-aarch64-linux-gnu), or no qemu-aarch64: NEON was not compared'
    exit
fi
compiler=aarch64-linux-gnu-gcc
case $("$CC" --version) in
*clang*) compiler="$CC --target=aarch64-linux-gnu" ;;
esac
# the linker removes the parts of the sources that need other libraries, because nothing uses them
# shellcheck disable=SC2086
$compiler -std=c17 -O3 -DNDEBUG -D_POSIX_C_SOURCE=200809L $LEEWAY_ARITHMETIC -Iinclude -Isrc -Itest/common \
    -ffunction-sections -Wl,--gc-sections -static $LEEWAY_KERNELS -lm -o "$folder/kernels"
same aarch64 qemu-aarch64 "$folder/kernels"
