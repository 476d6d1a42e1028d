#!/bin/sh
# Makes a wheel that runs on Linux without any library but the C library, with the program in it: wheel.sh FOLDER
# [MACHINE]. MACHINE is x86_64 or aarch64, this machine's without a word. The wheel is written to FOLDER, and all
# that it takes to FOLDER/sources and FOLDER/MACHINE. The same sources and compilers give the same bytes.
# Python's path: PYTHON (python3).
set -eu
folder=$1
machine=${2:-$(uname -m)}
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../../.." && pwd)
python=${PYTHON:-python3}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
built=$folder/$machine
prefix=$built/prefix
umask 022
# the first moment of which an archive can speak
SOURCE_DATE_EPOCH=315532800
export SOURCE_DATE_EPOCH
PYTHONDONTWRITEBYTECODE=1 # nothing is written into the sources
export PYTHONDONTWRITEBYTECODE
LC_ALL=C
export LC_ALL
# ccache may hand on other paths of sources, which are in the files
CCACHE_DISABLE=1
export CCACHE_DISABLE

quietly() {
    "$@" >"$built/log" 2>&1 || { cat "$built/log" >&2 && printf 'wheel: this failed: %s\n' "$*" >&2 && exit 1; }
}

sh "$here/parts.sh" "$folder" "$machine"

set -- -D CMAKE_BUILD_TYPE=Release -D LEEWAY_BUILD_PYTHON=ON -D LEEWAY_BUILD_TESTS=OFF -D LEEWAY_INSTALL=OFF -D Python3_EXECUTABLE="$python" \
    -D CMAKE_PREFIX_PATH="$prefix" -D CMAKE_EXE_LINKER_FLAGS=-s -D CMAKE_MODULE_LINKER_FLAGS=-s \
    -D CMAKE_BUILD_WITH_INSTALL_RPATH=ON
flags="-ffile-prefix-map=$project=. -ffile-prefix-map=$folder=build"
# where the module and the program find SLEEF if it is a shared library
[ ! -e "$prefix/shared/libsleef.so.3" ] || set -- "$@" -D CMAKE_INSTALL_RPATH='$ORIGIN/lib;$ORIGIN/../lib/leeway'
if [ "$(uname -m)" != "$machine" ]; then
    headers=$("$python" -c 'import sysconfig; print(sysconfig.get_path("include"))')
    flags="$flags -isystem $prefix/include"
    set -- "$@" -D CMAKE_SYSTEM_NAME=Linux -D CMAKE_SYSTEM_PROCESSOR="$machine" -D CMAKE_C_COMPILER="$machine-linux-gnu-gcc" \
        -D Python3_INCLUDE_DIR="$headers"
fi
quietly env PKG_CONFIG_LIBDIR="$prefix/lib/pkgconfig" PKG_CONFIG_PATH= \
    cmake -G Ninja -S "$project" -B "$built/leeway" -D CMAKE_C_FLAGS="$flags" "$@"
cmake --build "$built/leeway" --target leeway_tool leeway_python

# pip writes beside the package's sources
rm -rf "$built/package" "$built/plain"
cp -R "$project/bind/python" "$built/package"
chmod -R u+w "$built/package"
# where setup.py finds the version and the licence
ln -s "$project" "$built/package/project"
LEEWAY_MODULE=$built/leeway/python/leeway/_core.abi3.so quietly "$python" -m pip wheel --no-index --no-build-isolation --no-deps \
    -w "$built/plain" "$built/package"
rm -f "$folder"/leeway-*_"$machine".whl # of an older version
"$python" "$here/assemble.py" --plain "$built"/plain/leeway-*.whl --program "$built/leeway/leeway" --prefix "$prefix" \
    --project "$project" --out "$folder" >"$built/name"
"$python" "$here/check.py" "$folder/$(cat "$built/name")"
printf 'wheel: %s\n' "$folder/$(cat "$built/name")"
