#!/bin/sh -eu
# Tests that programs of an older and of a newer edition, in which every struct that may grow is
# shorter or longer than in the library, get the same answers as a program of the library's own
# edition.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for edition in same older newer; do
    "$LEEWAY_PROGRAMS/test/edition_$edition" >"$folder/$edition"
done
[ "$(wc -l <"$folder/same")" -gt 200 ]
for edition in older newer; do
    diff "$folder/same" "$folder/$edition" || {
        printf 'a program of the %s edition gets other answers\n' "$edition" >&2
        exit 1
    }
done
