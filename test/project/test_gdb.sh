#!/bin/sh -eu
# Tests that gdb/leeway.py prints structs of the library with names for indices. The program
# `printed` sets one of each; printed.txt is the expected output of gdb, printed.json the program's
# scene.
skip() {
    printf '%s\n' "$1"
    exit 77
}
fail() {
    printf '%s\n' "$1" >&2
    exit 1
}

cd "$LEEWAY_SOURCE"
# without the user's settings of gdb, and without LD_PRELOAD, because gdb starts threads, which the
# test itself may not
our_gdb() {
    env -u LD_PRELOAD gdb -nx -batch -ex 'set debuginfod enabled off' "$@"
}

command -v gdb >/dev/null || skip 'there is no gdb: its printers were not tried'
[ "$(our_gdb -ex 'python print(6 * 7)' 2>/dev/null)" = 42 ] || skip 'gdb has no Python: its printers were not tried'
our_gdb -ex run --args /bin/true 2>&1 | grep -q 'exited normally' ||
    skip 'gdb may not trace programs here: its printers were not tried'

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/commands" <<'END_OF_COMMANDS'
set width 0
set print pretty on
break show
break show_alone
run test/project/printed.json >/dev/null
print *it->frozen
print *it->motion
print it->pair
print it->links
print it->free
print it->contact
print it->undecided
print it->leaves
print it->block
print it->states
print it->upright
print it->turned
print it->matrix
print it->half_turn
print *it->value
set print elements 3
print *it->frozen
continue
print *pair
print/r *pair
END_OF_COMMANDS
our_gdb -x gdb/leeway.py -x "$folder/commands" "$LEEWAY_BUILD/test/printed" >"$folder/says" 2>&1 ||
    fail "gdb fails: $(cat "$folder/says")"
# without the lines about the places where it stops
sed -n -e '/^Breakpoint/,+1d' -e '/^$/d' -e '/^\$1 = /,$p' "$folder/says" >"$folder/printed"
diff test/project/printed.txt "$folder/printed" || {
    cat "$folder/says" >&2
    fail 'gdb prints something else (< what is expected, > what it prints)'
}
