#!/bin/sh -eu
# Tests ./run --build FOLDER on sources that may not be written to: the commands work in the folder, and no file of
# the sources changes. Root may write everywhere, so that the commands run as another user then. Compiling takes
# minutes: without LEEWAY_LONG the program of this build stands in for the one that would be compiled.
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder" && rm -rf "$folder"' EXIT
fail() {
    cat "$folder/log"
    echo "$1" >&2
    exit 1
}
chmod 755 "$folder"
sources=$folder/sources
built=$folder/built
mkdir "$sources" "$built" "$folder/bin" "$folder/home"
tar -C "$LEEWAY_SOURCE" --exclude='./build*' --exclude=.git --exclude=__pycache__ --exclude=node_modules -cf - . |
    tar -C "$sources" -xf -
chmod -R a+rX,a-w "$sources"

# the user who runs the commands
as=
if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
    as='setpriv --reuid 65534 --regid 65534 --clear-groups'
    $as "$LEEWAY" --version >"$folder/log" 2>&1 || as=
    chown -R 65534:65534 "$built" "$folder/home"
fi
if [ "$(id -u)" != 0 ] || [ -n "$as" ]; then
    ! $as sh -c ': >"$1/new"' sh "$sources" 2>"$folder/log" || fail 'the sources can be written to'
fi

# nothing is installed; what would be compiled is taken from this build; which tests would be run is written down
real=$(command -v cmake)
cat >"$folder/bin/dpkg-query" <<'END'
#!/bin/sh
echo 'installed '
END
cat >"$folder/bin/cmake" <<END
#!/bin/sh
if [ "\$1" = --build ] && [ -z "\${LEEWAY_LONG:-}" ]; then
    ln -sf '$LEEWAY' "\$2/leeway"
else
    exec '$real' "\$@"
fi
END
cat >"$folder/bin/ctest" <<END
#!/bin/sh
echo "\$*" >'$built/tests'
END
chmod +x "$folder"/bin/*

this_build=$LEEWAY_BUILD
unset LEEWAY_BUILD
# at STATUS ARGUMENT...: ./run with these, from another folder
at() {
    wanted=$1
    shift
    status=0
    (cd "$folder" && exec $as env -u CMAKE_C_COMPILER_LAUNCHER -u CMAKE_CXX_COMPILER_LAUNCHER HOME="$folder/home" PATH="$folder/bin:$PATH" ${where:+LEEWAY_BUILD="$where"} \
        sources/run "$@") >"$folder/log" 2>&1 </dev/null || status=$?
    [ "$status" = "$wanted" ] || fail "the exit status of ./run $* is $status and should be $wanted"
}
says() {
    grep -qF -e "$1" "$folder/log" || fail "it should say: $1"
}
listed() {
    (cd "$sources" && find . -printf '%p %y %s %T@\n' | LC_ALL=C sort)
}
listed >"$folder/before"

where=
at 0 --build built build
[ -x "$built/leeway" ] || fail 'there is no program in the folder'
at 0 --build "$built" demo
says "$built/leeway check scenes/cell.json"
says "written: $built/demo/pick.html"
at 0 --build built test -R '^test_pose$'
grep -qF -e "--test-dir $built " "$built/tests" && grep -qF -e "-R ^test_pose$" "$built/tests" || fail "ctest is called with $(cat "$built/tests")"
[ -f "$built/test/CTestTestfile.cmake" ] || fail 'the tests are not configured in the folder'
where=$built
at 0 build
where=built # seen from where ./run is called
at 0 demo
says "written: $built/demo/pick.html"
where=
# ./run python goes on with the module of this build
if [ -f "$this_build/python/leeway/_core.abi3.so" ] && [ -z "${LEEWAY_LONG:-}" ]; then
    mkdir -p "$built/python/leeway"
    cp "$this_build/python/leeway/_core.abi3.so" "$built/python/leeway"
    [ -z "$as" ] || chown -R 65534:65534 "$built/python"
    at 0 --build built python
    says "is in $built/venv"
fi
for command in mutants lint hook nightly; do
    at 1 --build built $command
    says "$command works in build/ alone"
done
at 1 --build
says '--build takes a folder'

# a folder without a build stays
mkdir "$folder/mine"
at 0 --build mine clean
[ -d "$folder/mine" ] || fail 'a folder that is no build is removed'
[ -f "$built/CMakeCache.txt" ] || fail 'there is no build'
[ -n "$as" ] || { at 0 --build built clean && [ ! -e "$built" ] || fail 'the build is not removed'; }

listed | diff "$folder/before" - >"$folder/log" || fail 'the sources changed'
