#!/bin/sh -eu
# If npm cannot fetch packages, the build says so with npm's own reason, the program repeats it, and
# the demo shows all else and does not end as if it had shown all.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

mkdir "$folder/bin"
# build SENTENCE...: the viewer, by an npm that says these sentences and fails
build() {
    rm -rf "$folder/viewer"
    {
        printf '#!/bin/sh\n'
        for sentence in "$@"; do printf "echo '%s' >&2\n" "$sentence"; done
        printf 'exit 1\n'
    } >"$folder/bin/npm"
    chmod +x "$folder/bin/npm"
    ran='viewer.sh'
    PATH=$folder/bin:$PATH sh "$LEEWAY_SOURCE/cmake/viewer.sh" "$folder/viewer.c" \
        "$LEEWAY_SOURCE/viewer" "$folder/viewer" >"$out" 2>"$err" || fail 'the build fails with npm'
}
# missing TEXT: checks the sentence that the program will say
missing() {
    grep -Eq "^const char lw_viewer_missing.. = \"$1\";\$" "$folder/viewer.c" || {
        grep missing "$folder/viewer.c" >"$out"
        fail "the viewer does not say: $1"
    }
}

names='npm could not fetch what viewer/package-lock.json names'
build 'npm ERR! code ENOTFOUND' \
    'npm ERR! network request to https://example.org/x.tgz failed, reason: getaddrinfo "ENOTFOUND" example.org' \
    'npm ERR! network This is a problem related to network connectivity.'
says "^viewer: $names: getaddrinfo \"ENOTFOUND\" example.org; it is left out"
missing "$names: getaddrinfo ENOTFOUND example.org; build again when that is mended"
build 'npm error code EINTEGRITY' 'npm error sha512 does not match'
missing "$names: sha512 does not match; build again when that is mended"
build
missing "$names: it gives no reason; build again when that is mended"
ran='viewer.sh, without npm'
sh "$LEEWAY_SOURCE/cmake/viewer.sh" "$folder/viewer.c"
missing 'build it with nodejs, npm and the CMake option LEEWAY_VIEWER'

cat >"$folder/leeway" <<END
#!/bin/sh
[ "\$1" != view ] || { echo 'leeway: no viewer' >&2; exit 2; }
exec '$LEEWAY' "\$@"
END
chmod +x "$folder/leeway"
ran=scenes/demo
status=0
LEEWAY=$folder/leeway sh "$LEEWAY_SOURCE/scenes/demo" >"$out" 2>"$err" || status=$?
[ "$status" -eq 1 ] || fail "the exit status of the demo is $status"
complains '^leeway: no viewer$' '^demo: all but the page was shown$'
says '^written: build/demo/clearance.svg$'
