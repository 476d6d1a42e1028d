#!/bin/sh -eu
# Tests the check of wheels (bind/python/pack/check.py) on small ones: it must fail where a file wants a newer C
# library than the name claims, a library that is not there, another machine, or where it exports too much. The C
# library here is an empty one, with a symbol of a version that no real one has.
machine=$(uname -m)
case $machine-$(uname -s) in
x86_64-Linux | aarch64-Linux) ;;
*) echo 'skipped: wheels are for Linux on x86-64 and arm64' && exit 77 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
CC=${CC:-cc}
fail() {
    cat log
    echo "$1" >&2
    exit 1
}

# library NAME VERSION: a libc.so.6 in the folder NAME that has the symbol wanted in the version
library() {
    mkdir "$1"
    printf '%s { global: wanted; local: *; };\n' "$2" >"$1/map"
    echo 'int wanted(void) { return 1; }' >"$1/wanted.c"
    "$CC" -shared -fPIC -nostdlib -Wl,-soname,libc.so.6 -Wl,--version-script="$1/map" -o "$1/libc.so.6" "$1/wanted.c"
}
library new GLIBC_2.77
library private GLIBC_PRIVATE
mkdir other
echo 'int strange(void) { return 1; }' | "$CC" -shared -fPIC -nostdlib -Wl,-soname,libother.so.1 -x c -o other/libother.so.1 -

# wheel NAME SOURCE FILE...: a wheel whose module and program are this source, linked with the files
wheel() {
    name=$1
    printf '%s\n' "$2" >source.c
    shift 2
    rm -rf parts
    mkdir -p parts/leeway parts/leeway-1.data/scripts
    "$CC" -shared -fPIC -nostdlib -Wl,--no-as-needed -o parts/leeway/_core.abi3.so source.c "$@"
    cp parts/leeway/_core.abi3.so parts/leeway-1.data/scripts/leeway
    rm -f "$name"
    (cd parts && python3 -m zipfile -c "../$name" leeway leeway-1.data)
}
# says STATUS NAME SENTENCE: the check's exit status, and a part of what it says
says() {
    status=0
    python3 "$LEEWAY_SOURCE/bind/python/pack/check.py" "$2" >log 2>&1 || status=$?
    [ "$status" = "$1" ] || fail "the check of $2 ends with $status, not $1"
    grep -qF -e "$3" log || fail "the check of $2 should say: $3"
}

tags=cp310-abi3-manylinux
plain='__attribute__((visibility("default"))) int PyInit__core(void) { return 1; }'
calls='int wanted(void); __attribute__((visibility("default"))) int PyInit__core(void) { return wanted(); }'
wheel leeway-1-${tags}_2_17_"$machine".whl "$plain"
says 0 leeway-1-${tags}_2_17_"$machine".whl 'Debian 12'
# the symbol's version is what decides, and the symbol is named
wheel leeway-1-${tags}_2_77_"$machine".whl "$calls" new/libc.so.6
says 0 leeway-1-${tags}_2_77_"$machine".whl 'glibc 2.77 (wanted)'
cp leeway-1-${tags}_2_77_"$machine".whl leeway-1-${tags}_2_76_"$machine".whl
says 1 leeway-1-${tags}_2_76_"$machine".whl 'leeway/_core.abi3.so wants a newer C library than glibc 2.76: wanted (GLIBC_2.77)'
says 1 leeway-1-${tags}_2_76_"$machine".whl 'leeway-1.data/scripts/leeway wants a newer C library'
# 2.9 is older than 2.77
cp leeway-1-${tags}_2_77_"$machine".whl leeway-1-${tags}_2_9_"$machine".whl
says 1 leeway-1-${tags}_2_9_"$machine".whl 'wants a newer C library than glibc 2.9'
wheel leeway-1-${tags}_2_99_"$machine".whl "$calls" private/libc.so.6
says 1 leeway-1-${tags}_2_99_"$machine".whl 'wanted (GLIBC_PRIVATE)'

wheel leeway-1-${tags}_2_34_"$machine".whl "$plain" other/libother.so.1
says 1 leeway-1-${tags}_2_34_"$machine".whl 'wants libother.so.1, which is not in the wheel'
mkdir -p parts/leeway/lib
cp other/libother.so.1 parts/leeway/lib
(cd parts && python3 -m zipfile -c "../leeway-1-${tags}_2_34_$machine.whl" leeway leeway-1.data)
says 0 leeway-1-${tags}_2_34_"$machine".whl 'libother.so.1'
wheel leeway-1-${tags}_2_34_"$machine".whl "$plain int more(void) { return 2; }"
says 1 leeway-1-${tags}_2_34_"$machine".whl 'exports PyInit__core, more'

case $machine in
x86_64) other=aarch64 ;;
*) other=x86_64 ;;
esac
wheel leeway-1-${tags}_2_34_$other.whl "$plain"
says 1 leeway-1-${tags}_2_34_$other.whl "is for $machine"
wheel leeway-1-cp310-abi3-linux_"$machine".whl "$plain"
says 1 leeway-1-cp310-abi3-linux_"$machine".whl 'the name must be'
wheel leeway-1-${tags}_2_34_"$machine".whl "$plain"
rm -r parts/leeway-1.data
(cd parts && python3 -m zipfile -c "../leeway-1-${tags}_2_34_$machine.whl" leeway)
says 1 leeway-1-${tags}_2_34_"$machine".whl 'the module or the program is missing'
wheel leeway-1-${tags}_2_34_"$machine".whl "$plain"
head -c 6100000 /dev/urandom >parts/leeway/large
(cd parts && python3 -m zipfile -c "../leeway-1-${tags}_2_34_$machine.whl" leeway leeway-1.data)
says 1 leeway-1-${tags}_2_34_"$machine".whl 'it may have 6 MB'
