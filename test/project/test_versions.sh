#!/bin/sh -eu
# Tests .ci/versions and .ci/symbols: each place that states the version, and the list of functions of the Debian
# package, is refused where it does not agree; --write makes them agree.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() {
    cat says
    printf '%s\n' "$1" >&2
    exit 1
}
cd "$folder"
mkdir -p include/leeway .ci debian
for name in CHANGELOG.md CMakeLists.txt include/leeway/base.h .ci/versions .ci/symbols .ci/libleeway.abi debian/changelog \
    debian/control debian/libleeway0.install debian/libleeway0.symbols; do
    cp "$LEEWAY_SOURCE/$name" "$name"
    chmod u+w "$name"
done
: >says
holds() {
    "$@" >says 2>&1 || fail "$* refuses what agrees"
}
# refused SENTENCE COMMAND...
refused() {
    sentence=$1
    shift
    ! "$@" >says 2>&1 || fail "$* takes what does not agree: $sentence"
    grep -qF -e "$sentence" says || fail "$* should say: $sentence"
}
holds .ci/versions
holds .ci/symbols
version=$(.ci/versions --print)
[ "leeway $version" = "$("$LEEWAY" --version)" ] || fail "the program is not of version $version"
minor=$(printf '%s\n' "$version" | cut -d. -f2)
next=${version%%.*}.$((minor + 1)).0

# a version that is to be released: undated, dated, dated otherwise
sed -i "0,/^## .*/s//## Unreleased ($version)/" CHANGELOG.md
holds .ci/versions
refused "CHANGELOG.md begins with \"## Unreleased ($version)\"" .ci/versions --release
cp CHANGELOG.md undated
holds .ci/versions --write 2020-02-29
holds .ci/versions --release
grep -qx "## $version (2020-02-29)" CHANGELOG.md || fail 'the date is not in CHANGELOG.md'
[ "$(diff undated CHANGELOG.md | grep -c '^[<>]')" = 2 ] || fail 'more than the heading of CHANGELOG.md is changed'
grep -q '^ -- .*>  Sat, 29 Feb 2020 00:00:00 +0000$' debian/changelog || fail 'the date is not in debian/changelog'
sed -i "s/^## $version (2020-02-29)/## $version (2020-03-01)/" CHANGELOG.md
refused "dates version $version 2020-03-01" .ci/versions
holds .ci/versions --write 2020-03-01
refused 'is no date' .ci/versions --write 2020-02-30
refused 'is no date' .ci/versions --write tomorrow
holds .ci/versions --release

# each place with another version
before=$(cat debian/changelog)
sed -i "s/^leeway ($version)/leeway ($next)/" debian/changelog
refused "debian/changelog begins with version $next instead of $version" .ci/versions
printf '%s\n' "$before" >debian/changelog
sed -i "0,/^## .*/s//## $next (2020-03-01)/" CHANGELOG.md
refused "CHANGELOG.md begins with \"## $next (2020-03-01)\"" .ci/versions
refused "CHANGELOG.md begins with \"## $next (2020-03-01)\"" .ci/versions --write 2020-03-01
sed -i "0,/^## .*/s//## Unreleased/" CHANGELOG.md
refused 'CHANGELOG.md begins with "## Unreleased"' .ci/versions
sed -i "s/^#define LEEWAY_VERSION_MINOR .*/#define LEEWAY_VERSION_MINOR $((minor + 1))/; s/^#define LEEWAY_VERSION_PATCH .*/#define LEEWAY_VERSION_PATCH 0/" include/leeway/base.h
sed -i "0,/^## .*/s//## Unreleased ($next)/" CHANGELOG.md
refused "debian/changelog begins with version $version instead of $next" .ci/versions
holds .ci/versions --write
[ "$(grep -c '^leeway (' debian/changelog)" -ge 2 ] && [ "$(tail -n +7 debian/changelog)" = "$before" ] ||
    fail 'the new entry is not before the old ones'
# the entry is one that Debian's tools read
if command -v dpkg-parsechangelog >/dev/null; then
    [ "$(dpkg-parsechangelog -S Version 2>&1)" = "$next" ] || fail 'dpkg-parsechangelog does not read debian/changelog'
fi
sed 's/^#define LEEWAY_VERSION_PATCH.*//' include/leeway/base.h >header
cp header include/leeway/base.h
refused 'does not state the version' .ci/versions
cp "$LEEWAY_SOURCE/include/leeway/base.h" include/leeway/base.h
chmod u+w include/leeway/base.h

# another soname
sed -i "0,/^## .*/s//## Unreleased ($version)/" CHANGELOG.md
printf '%s\n' "$before" >debian/changelog
holds .ci/versions
sed -i 's/^\(set_target_properties(leeway .* SOVERSION\) 0/\1 1/' CMakeLists.txt
refused "the library's soname is 1" .ci/versions

# a function more, a function less
sed -i "s/elf-symbol name='lw_check'/elf-symbol name='lw_check_again'/" .ci/libleeway.abi
refused '+ lw_check_again@Base' .ci/symbols
grep -qx -e '- lw_check@Base [0-9.]*' says || fail 'a function that is gone is not named'
sed -i 's/^ lw_scene_freeze@Base .*/ lw_scene_freeze@Base 0.1.5/' debian/libleeway0.symbols
holds .ci/symbols --write
holds .ci/symbols
grep -qx " lw_check_again@Base $version" debian/libleeway0.symbols || fail 'a new function is not of this version'
grep -qx ' lw_scene_freeze@Base 0.1.5' debian/libleeway0.symbols || fail 'a function lost the version that brought it'
! grep -q ' lw_check@' debian/libleeway0.symbols || fail 'a function that is gone is in the list'
: >.ci/libleeway.abi
refused 'names no function' .ci/symbols
