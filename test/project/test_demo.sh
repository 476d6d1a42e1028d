#!/bin/sh -eu
# Tests that the demo runs to its end and writes its page and its pictures; that a failure of the last command
# is not hidden.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# shows PROGRAM: runs the demo; status is its exit status
shows() {
    ran=scenes/demo
    status=0
    LEEWAY_BUILD=$folder/built LEEWAY=$1 sh "$LEEWAY_SOURCE/scenes/demo" >"$out" 2>"$err" || status=$?
}
shows "$LEEWAY"
[ "$status" -eq 0 ] || fail "the exit status of the demo is $status"
no_complaint
says '^An arm of six joints' ': free$' ': contact at t = ' '^[$] .*/built/leeway plot ' "^written: $folder/built/demo/pick.html; "
for file in info.txt proof.jsonl over-the-wall.svg clearance.svg pick.html; do
    [ -s "$folder/built/demo/$file" ] || fail "the demo does not write $file"
done

cat >"$folder/leeway" <<END
#!/bin/sh
[ "\$1" != view ] || { echo 'leeway: no page today' >&2; exit 2; }
exec '$LEEWAY' "\$@"
END
chmod +x "$folder/leeway"
shows "$folder/leeway"
[ "$status" -eq 1 ] || fail "the exit status of the demo is $status and should be 1"
complains '^leeway: no page today$' '^demo: all but the page was shown$'
