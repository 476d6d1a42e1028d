#!/bin/sh
# Compiles the libraries that Leeway uses as static ones whose code may stand in a shared object: parts.sh FOLDER
# MACHINE, where MACHINE is x86_64 or aarch64, and FOLDER an absolute path. The sources are those of the
# distribution's packages, which apt fetches and verifies; Debian's own static libraries are compiled without -fPIC.
#   FOLDER/sources/NAME                sources of libxml2, libyaml, qhull and sleef
#   FOLDER/MACHINE/prefix              headers, static libraries, files of pkg-config, for all four
#   FOLDER/MACHINE/prefix/parts        a line for each: name, version, licence, how it is linked, split by tabs
#   FOLDER/MACHINE/prefix/licences     their licences, in a folder for each
# LEEWAY_SOURCES: a folder with sources that are taken instead of fetched ones, as NAME-VERSION (sleef-3.5.1).
# Where the sources of SLEEF are not to be had, the distribution's shared library of it is put into prefix/shared.
# Takes two minutes on two processors; what is there already is not made again.
set -eu
folder=$1
machine=$2
sources=$folder/sources
prefix=$folder/$machine/prefix
here=$(cd "$(dirname "$0")" && pwd)
names='libxml2 libyaml qhull sleef'

fail() {
    printf 'wheel: %s\n' "$1" >&2
    exit 1
}
# quietly LOG COMMAND...: its output goes into the folder's LOG, and is shown only if it fails
quietly() {
    log=$folder/$1.log
    shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2 && fail "this failed: $*"; }
}
case $machine in
x86_64) architecture=amd64 ;;
aarch64) architecture=arm64 ;;
*) fail "wheels are made for x86_64 and aarch64, not for $machine" ;;
esac
triplet=$machine-linux-gnu
cross=
[ "$(uname -m)" = "$machine" ] || cross=1

# ---- apt ---------------------------------------------------------------------------------------

# apt_of TYPE COMMAND...: apt-get in FOLDER, with lists of its own: the system's repositories, as TYPE (deb-src for
# sources, deb for packages of MACHINE). Nothing of the system is changed, and nobody has to be root.
apt_of() {
    type=$1
    shift
    apt=$folder/apt-$type-$machine
    if [ -z "$(find "$apt/fetched" -mtime -1 2>/dev/null)" ]; then
        rm -rf "$apt"
        mkdir -p "$apt/sources" "$apt/lists/partial" "$apt/cache/archives/partial"
        for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
            case $list in
            *.sources)
                sed -e "s/^Types:.*/Types: $type/" -e '/^Architectures:/d' "$list" >"$apt/sources/${list##*/}"
                ;;
            *.list)
                [ ! -f "$list" ] || sed -nE -e 's/ arch=[^] ]*| *\[ *arch=[^] ]* *\]//; s/\[ *arch=[^] ]* +/[/' \
                    -e "s/^ *deb(-src)?([ \t])/$type\2/p" "$list" >"$apt/sources/${list##*/}"
                ;;
            esac
        done
        cat >"$apt/apt.conf" <<CONF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$apt/sources";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt/cache";
APT::Architecture "$architecture";
APT::Architectures { "$architecture"; };
APT::Sandbox::User "";
CONF
        quietly "apt-$type-update" env APT_CONFIG="$apt/apt.conf" apt-get -q update
        : >"$apt/fetched"
    fi
    APT_CONFIG=$apt/apt.conf apt-get -q "$@" >"$folder/apt-$type.log" 2>&1
}

# package NAME: fetches a package of MACHINE, and unpacks it into FOLDER/MACHINE/packages/NAME
package() {
    into=$folder/$machine/packages/$1
    [ ! -d "$into" ] || return 0
    rm -rf "$into.new"
    mkdir -p "$into.new"
    (cd "$into.new" && apt_of deb download "$1") || {
        cat "$folder/apt-deb.log" >&2
        fail "apt-get could not fetch the package $1 of $architecture (see above)"
    }
    dpkg-deb -x "$into.new"/*.deb "$into.new"
    mv "$into.new" "$into"
}

# source_of NAME: brings its sources to FOLDER/sources/NAME
source_of() {
    [ ! -d "$sources/$1" ] || return 0
    mkdir -p "$sources"
    rm -rf "$sources/$1.new"
    mkdir "$sources/$1.new"
    for given in "${LEEWAY_SOURCES:-/nowhere}/$1"-[0-9]*; do
        [ -d "$given" ] || continue
        cp -R "$given/." "$sources/$1.new"
        printf '%s\n' "${given##*/"$1"-}" >"$sources/$1.new/version"
        mv "$sources/$1.new" "$sources/$1"
        return
    done
    (cd "$sources/$1.new" && apt_of deb-src source --download-only --only-source "$1") || return 1
    # apt has verified the hashes
    quietly dpkg-source dpkg-source --no-check -x "$sources/$1.new"/*.dsc "$sources/$1.new/unpacked"
    sed -n '1s/^[^(]*(\([^)]*\)).*/\1/p' "$sources/$1.new/unpacked/debian/changelog" >"$sources/$1.new/unpacked/version"
    mv "$sources/$1.new/unpacked" "$sources/$1"
    rm -rf "$sources/$1.new"
}

# ---- what is there -------------------------------------------------------------------------------

for name in $names; do
    [ -n "$(find "$sources/$name" "${LEEWAY_SOURCES:-/nowhere}/$name"-[0-9]* -prune 2>/dev/null)" ] ||
        command -v apt-get >/dev/null ||
        fail "there is no apt-get to fetch the sources of $name; unpack them in a folder as $name-VERSION, and name the folder in LEEWAY_SOURCES"
done
mkdir -p "$folder/$machine"
shared=
for name in $names; do
    if ! source_of "$name"; then
        cat "$folder/apt-deb-src.log" >&2
        [ "$name" = sleef ] || fail "apt-get could not fetch the sources of $name (see above)"
        printf 'wheel: the sources of sleef are not to be had (see above): its shared library goes into the wheel instead\n' >&2
        shared=1
    fi
done
stamp=$({
    cat "$here/parts.sh"
    for name in $names; do cat "$sources/$name/version" 2>/dev/null || echo shared; done
} | cksum)
[ "$stamp" != "$(cat "$prefix/stamp" 2>/dev/null || true)" ] || exit 0
rm -rf "$prefix" "$folder/$machine/build"
mkdir -p "$prefix/include" "$prefix/lib/pkgconfig" "$prefix/licences" "$prefix/shared"

# ---- compiling -----------------------------------------------------------------------------------

# no fused operations, as in Leeway: on ARM a compiler takes them by itself
flags="-O2 -fPIC -fvisibility=hidden -ffp-contract=off -ffile-prefix-map=$folder=."
compiler=cc
set -- -D CMAKE_BUILD_TYPE=Release -D CMAKE_INSTALL_LIBDIR=lib -D BUILD_SHARED_LIBS=OFF \
    -D CMAKE_POSITION_INDEPENDENT_CODE=ON -D CMAKE_C_FLAGS="$flags" -D CMAKE_POLICY_VERSION_MINIMUM=3.5
if [ -n "$cross" ]; then
    compiler=$triplet-gcc
    set -- "$@" -D CMAKE_SYSTEM_NAME=Linux -D CMAKE_SYSTEM_PROCESSOR="$machine" -D CMAKE_C_COMPILER="$compiler" \
        -D CMAKE_FIND_ROOT_PATH="/usr/$triplet" -D CMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -D CMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY
fi

# built NAME OPTION...: compiles and installs by the part's own files of CMake
built() {
    name=$1
    shift
    quietly "$name" cmake -G Ninja -S "$sources/$name" -B "$folder/$machine/build/$name" -D CMAKE_INSTALL_PREFIX="$prefix" "$@"
    quietly "$name" cmake --build "$folder/$machine/build/$name" --target install
}
# installed NAME MODULE LIBRARY INCLUDE LICENCE FILE...: its file of pkg-config, its line in parts and its licences
installed() {
    version=$(cat "$sources/$1/version")
    described "$1" "$2" "$3" "$4"
    printf '%s\t%s\t%s\tstatic\n' "$1" "$version" "$5" >>"$prefix/parts"
    mkdir "$prefix/licences/$1"
    name=$1
    shift 5
    for file in "$@" debian/copyright; do
        [ ! -f "$sources/$name/$file" ] || cp "$sources/$name/$file" "$prefix/licences/$name/$(echo "$file" | tr / -)"
    done
}
described() {
    printf 'Name: %s\nDescription: %s\nVersion: %s\nLibs: -L%s/lib -l%s\nCflags: -I%s/include%s\n' \
        "$1" "$1" "$version" "$prefix" "$3" "$prefix" "$4" >"$prefix/lib/pkgconfig/$2.pc"
}

# All of libxml2 that Leeway does not call is left out, as is all that reads from a network. The C library
# (iconv) knows the encodings; ICU would bring 30 MB of tables.
for part in C14N CATALOG DEBUG DOCB FTP HTML HTTP ICU LEGACY LZMA MODULES PATTERN PROGRAMS PUSH PYTHON READER REGEXPS \
    SCHEMAS SCHEMATRON TESTS VALID WRITER XINCLUDE XPTR ZLIB; do
    options="${options:-} -D LIBXML2_WITH_$part=OFF"
done
# shellcheck disable=SC2086 # words
built libxml2 "$@" $options
installed libxml2 libxml-2.0 xml2 /libxml2 'MIT AND ISC' Copyright

built libyaml "$@" -D BUILD_TESTING=OFF
installed libyaml yaml-0.1 yaml '' MIT License

# qhull's files of CMake want a compiler for C++ too
mkdir -p "$folder/$machine/build/qhull" "$prefix/include/libqhull_r"
# shellcheck disable=SC2086
(cd "$folder/$machine/build/qhull" && quietly qhull "$compiler" $flags -DNDEBUG -c "$sources"/qhull/src/libqhull_r/*.c)
quietly qhull "${cross:+$triplet-}ar" rcsD "$prefix/lib/libqhull_r.a" "$folder/$machine/build/qhull"/*.o
cp "$sources"/qhull/src/libqhull_r/*.h "$prefix/include/libqhull_r"
installed qhull qhull_r qhull_r '' Qhull COPYING.txt

if [ -n "$shared" ]; then
    package libsleef3
    package libsleef-dev
    from=$folder/$machine/packages
    cp "$from/libsleef-dev/usr/include/$triplet/sleef.h" "$prefix/include"
    cp "$from/libsleef3/usr/lib/$triplet/libsleef.so.3" "$prefix/shared/libsleef.so.3"
    ln -s ../shared/libsleef.so.3 "$prefix/lib/libsleef.so"
    version=$(dpkg-deb -f "$from"/libsleef3/*.deb Version)
    described sleef sleef sleef ''
    printf 'sleef\t%s\tBSL-1.0\tshared\n' "$version" >>"$prefix/parts"
    mkdir "$prefix/licences/sleef"
    cp "$from/libsleef3/usr/share/doc/libsleef3/copyright" "$prefix/licences/sleef"
else
    # its scalar functions are called; those for SIMD would take minutes to compile
    options='-D BUILD_TESTS=OFF -D BUILD_DFT=OFF -D BUILD_QUAD=OFF -D BUILD_GNUABI_LIBS=OFF
        -D SLEEF_BUILD_TESTS=OFF -D SLEEF_BUILD_DFT=OFF -D SLEEF_BUILD_QUAD=OFF -D SLEEF_BUILD_GNUABI_LIBS=OFF'
    for kind in SSE4 AVX FMA4 AVX2 AVX512F SVE; do
        options="$options -D DISABLE_$kind=ON -D SLEEF_DISABLE_$kind=ON"
    done
    # SLEEF makes its sources by programs of its own, which run here
    if [ -n "$cross" ]; then
        # shellcheck disable=SC2086
        quietly sleef cmake -G Ninja -S "$sources/sleef" -B "$folder/$machine/build/tools" -D CMAKE_POLICY_VERSION_MINIMUM=3.5 $options
        quietly sleef cmake --build "$folder/$machine/build/tools" --target mkrename mkalias mkdisp
        options="$options -D NATIVE_BUILD_DIR=$folder/$machine/build/tools"
    fi
    # shellcheck disable=SC2086
    built sleef "$@" $options
    installed sleef sleef sleef '' BSL-1.0 LICENSE.txt
fi

# What the headers of Python say about MACHINE. Debian has the rest of them once for all machines.
if [ -n "$cross" ]; then
    version=$(python3 -c 'import sys; print("python%d.%d" % sys.version_info[:2])')
    package "lib$version-dev"
    cp -R "$folder/$machine/packages/lib$version-dev/usr/include/$triplet" "$prefix/include"
fi
printf '%s\n' "$stamp" >"$prefix/stamp"
