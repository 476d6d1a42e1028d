# For the tests of viewer/ that need node: `packages` is the folder into which ./run viewer fetched what these
# take from npm, that of this build or of ./run's. Without node or these the test counts as skipped.
# shellcheck shell=sh disable=SC2034
packages=
for candidate in "$LEEWAY_BUILD/viewer" "$LEEWAY_SOURCE/build/viewer"; do
    if [ -z "$packages" ] && sh "$LEEWAY_SOURCE/viewer/packages.sh" --there "$candidate"; then
        packages=$candidate
    fi
done
if [ -z "$packages" ] || ! command -v node >/dev/null; then
    echo 'skipped: node, or what viewer/package-lock.json names, is not there; ./run viewer --check brings both'
    exit 77
fi
