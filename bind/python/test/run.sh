#!/bin/sh -eu
# The tests of the Python package, its types by mypy, and that it can be installed from a wheel and from a
# source distribution, offline. LEEWAY, LEEWAY_BUILD, LEEWAY_SOURCE and PYTHON as CTest sets them, and
# LEEWAY_SANITIZER: the library of the sanitizer that the module was built with, or empty.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
package=$LEEWAY_SOURCE/bind/python
export PYTHONDONTWRITEBYTECODE=1

# under a sanitizer only the module is tested, under ThreadSanitizer only the tests with threads
if [ -n "${LEEWAY_SANITIZER:-}" ]; then
    set -- "$package/test"
    case $LEEWAY_SANITIZER in
    */libtsan*) set -- "$1/test_look.py" "$1/test_life.py" "$1/test_bad_input.py" ;;
    esac
    # no leak detection: the interpreter does not free its memory at exit
    PYTHONPATH=$LEEWAY_BUILD/python PYTHONMALLOC=malloc ASAN_OPTIONS=${ASAN_OPTIONS:-}:detect_leaks=0 \
        TSAN_OPTIONS=${TSAN_OPTIONS:-}:die_after_fork=0 LD_PRELOAD=$LEEWAY_SANITIZER \
        exec "$PYTHON" -m pytest -q -p no:cacheprovider -m 'not native' "$@"
fi

# the package may be imported without being installed
PYTHONPATH=$LEEWAY_BUILD/python "$PYTHON" -m pytest -q -p no:cacheprovider "$package/test"

(cd "$package" && "$PYTHON" -m mypy --cache-dir "$LEEWAY_BUILD/mypy" leeway)

# installs a wheel that is made from the source distribution, with the module that is built already
cp -r "$package" "$folder/package"
rm -rf "$folder/package/build" "$folder"/package/*.egg-info
mkdir "$folder/bind"
mv "$folder/package" "$folder/bind/python"
for part in CMakeLists.txt LICENSE cmake include src viewer docs; do
    ln -s "$LEEWAY_SOURCE/$part" "$folder/$part"
done
(cd "$folder/bind/python" && "$PYTHON" setup.py -q sdist -d "$folder" >"$folder/log" 2>&1) || { cat "$folder/log"; exit 1; }
tar -xzf "$folder"/leeway-*.tar.gz -C "$folder"
for part in project/src/check/checker/checker.c project/include/leeway/leeway.h project/bind/python/core/core.h \
    project/viewer/dist/page.html \
    leeway/_core.pyi leeway/py.typed PKG-INFO; do
    [ -f "$(echo "$folder"/leeway-*/$part)" ] || { echo "the source distribution lacks $part"; exit 1; }
done
"$PYTHON" -m venv --system-site-packages "$folder/venv"
LEEWAY_MODULE=$LEEWAY_BUILD/python/leeway/_core.abi3.so "$folder/venv/bin/python" -m pip wheel -q --no-index --no-build-isolation --no-deps \
    -w "$folder" "$folder"/leeway-*/ >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
ls "$folder"/leeway-*-cp310-abi3-*.whl >/dev/null
"$folder/venv/bin/python" -m pip install -q --no-index --no-deps "$folder"/leeway-*.whl
cd "$folder"
"$folder/venv/bin/python" -c '
import sys, leeway
assert leeway.__file__.startswith(sys.argv[1]), leeway.__file__
scene = leeway.Scene(sys.argv[2])
assert scene.check("ready", "reach").free' "$folder/venv" "$LEEWAY_SOURCE/scenes/cell.json"
"$LEEWAY" check "$LEEWAY_SOURCE/scenes/boom.json" --proof "$folder/proof"
"$folder/venv/bin/python" -m leeway.audit "$folder/proof" "$LEEWAY_SOURCE/scenes/boom.json"
