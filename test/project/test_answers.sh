#!/bin/sh -eu
# Tests that the code for processors with wide registers gives the same answers as the code for all,
# bit by bit.
wide=$("$LEEWAY_PROGRAMS/test/answers" 2>&1)
narrow=$("$LEEWAY_PROGRAMS/test/answers_narrow" 2>&1)

fail() {
    printf '%s\n%s\n%s\n' "$1" "$wide" "$narrow" >&2
    exit 1
}

answers() {
    printf '%s\n' "$1" | grep ': [0-9a-f]\{16\}$'
}

[ "$(answers "$wide" | wc -l)" -eq 3 ] || fail 'three fingerprints are expected'
[ "$(answers "$wide")" = "$(answers "$narrow")" ] || fail 'the answers differ'
case $narrow in
*'wide registers: no'*) ;;
*) fail 'the narrow one must not use wide registers' ;;
esac
case $wide in
*'wide registers: yes'*) ;;
*) echo 'this processor, or this build, has no wide registers: nothing was compared' ;;
esac
