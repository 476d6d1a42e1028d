#!/bin/sh -eu
# Tests ./run release in a small repository: it refuses files that differ from the commit, a version without a date, a
# page that is not made from its sources, and a tag that is elsewhere; the tarball has the bytes of the commit, twice the
# same; what ./run deb makes is gathered.
fail() {
    cat "$folder/says"
    printf '%s\n' "$1" >&2
    exit 1
}
command -v git >/dev/null || {
    echo 'there is no git'
    exit 77
}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE LEEWAY_BUILD
export HOME="$folder" XDG_CONFIG_HOME="$folder" GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
mkdir -p "$folder/clone/include/leeway" "$folder/clone/debian" "$folder/clone/.ci"
cd "$folder/clone"
for name in run packages.txt viewer CHANGELOG.md CMakeLists.txt include/leeway/base.h .ci/versions .ci/release .gitignore \
    debian/changelog debian/control debian/libleeway0.install debian/libleeway0.symbols; do
    cp -R "$LEEWAY_SOURCE/$name" "$name"
    chmod -R u+w "$name"
done
rm -rf viewer/node_modules
# in place of minutes of building
cat >.ci/deb <<'DEB'
#!/bin/sh
mkdir -p "$1"
for name in leeway_0_amd64.deb leeway-dbgsym_0_amd64.deb once.log; do echo "$name" >"$1/$name"; done
DEB
chmod +x .ci/deb
# packages are there
mkdir "$folder/bin"
printf '#!/bin/sh\necho "installed "\n' >"$folder/bin/dpkg-query"
chmod +x "$folder/bin/dpkg-query"
PATH=$folder/bin:$PATH

git init -q
git add .
git commit -q -m 'first'
version=$(.ci/versions --print)
# refused SENTENCE
refused() {
    ! ./run release >"$folder/says" 2>&1 || fail "a release is made, and should be refused: $1"
    grep -qF -e "$1" "$folder/says" || fail "it should say: $1"
    [ ! -e build/release ] || fail "a release that is refused leaves files: $1"
}
made() {
    ./run release "$@" >"$folder/says" 2>&1 || fail 'the release is refused'
    (cd build/release && sha256sum --quiet --strict -c SHA256SUMS) || fail 'the checksums are wrong'
}
sed -i "0,/^## .*/s//## Unreleased ($version)/" CHANGELOG.md
git commit -q --allow-empty -a -m 'unreleased'
refused "for a release it has to be \"## $version (YYYY-MM-DD)\""
.ci/versions --write 2020-01-02
refused ' M CHANGELOG.md'
git commit -q -a -m 'dated'
: >new
refused '?? new'
rm new
echo >>viewer/src/main.js
git commit -q -a -m 'another viewer'
refused 'viewer/dist/page.html is not made from viewer/src'
git reset -q --hard HEAD^
git tag "v$version" HEAD^
refused "the tag v$version is on another commit"
git tag -d "v$version" >"$folder/says"

made
name=leeway-$version
grep -qF "git tag --annotate --message 'Leeway $version' v$version $(git rev-parse HEAD)" "$folder/says" ||
    fail 'it does not say how the tag is made'
mkdir "$folder/unpacked"
tar -C "$folder/unpacked" -xzf "build/release/$name.tar.gz"
cmp "$folder/unpacked/$name/viewer/dist/page.html" viewer/dist/page.html || fail 'the tarball does not have the page'
(cd "$folder/unpacked/$name" && find . -type f | sort) >"$folder/files"
git ls-files | sed 's|^|./|' | LC_ALL=C sort >"$folder/listed"
LC_ALL=C sort "$folder/files" | cmp - "$folder/listed" || fail 'the tarball does not have the files of the commit'

# from another clone, later, with a tag on the commit
cp "build/release/$name.tar.gz" "$folder/first.tar.gz"
git tag "v$version"
git clone -q . "$folder/another"
cd "$folder/another"
touch -d 2001-01-01 CHANGELOG.md
(umask 077 && TZ=Asia/Kathmandu made)
cmp "build/release/$name.tar.gz" "$folder/first.tar.gz" || fail 'the same commit gives other bytes'
[ "$(cd build/release && ls)" = "SHA256SUMS
$name.tar.gz" ] || fail 'there is more than the tarball'

mkdir -p build/deb
echo >build/deb/leeway_0_i386.deb
made deb
[ "$(cd build/release && ls leeway_* leeway-dbgsym* once.log 2>/dev/null)" = leeway_0_amd64.deb ] ||
    fail 'of what ./run deb makes now, the packages are gathered, and nothing else'
grep -q '  leeway_0_amd64.deb$' build/release/SHA256SUMS || fail 'a package has no checksum'
