#!/bin/sh -eu
# Tests the documentation as a site (docs/site): it is made without a warning; no link leads nowhere, nothing is fetched
# from another host; all public names of C and Python, all commands and all documents are on it; and that a broken link
# would be found. Skipped without mkdocs-material or without the Python package.
python=/usr/bin/python3
[ -x "$python" ] || python=python3
if ! command -v mkdocs >/dev/null || ! mkdocs build --help | grep -q '\<material\>'; then
    echo 'skipped: mkdocs-material is not there; ./run packages site installs it'
    exit 77
fi
if [ ! -f "$LEEWAY_BUILD/python/leeway/__init__.py" ]; then
    echo 'skipped: this build has no Python package'
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PYTHONPATH="$LEEWAY_BUILD/python" PYTHONDONTWRITEBYTECODE=1
# the pages of public robots are made by ./run site, where their files are
unset LEEWAY_ROBOTS LEEWAY_DATA
"$python" "$LEEWAY_SOURCE/docs/site/build.py" --program "$LEEWAY" --out "$folder/site" --without-pictures >"$folder/log" 2>&1 || {
    cat "$folder/log"
    exit 1
}
"$python" "$LEEWAY_SOURCE/test/project/site_names.py" "$LEEWAY_SOURCE" "$LEEWAY" "$folder/site"

# a folder that is not a site is not emptied
mkdir "$folder/other"
touch "$folder/other/kept"
if "$python" "$LEEWAY_SOURCE/docs/site/build.py" --program "$LEEWAY" --out "$folder/other" >"$folder/log" 2>&1; then exit 1; fi
[ -f "$folder/other/kept" ] || { echo 'a folder that is no site was emptied' && exit 1; }

# finds SENTENCE TEXT: check.py says so of a page with this text in its body
finds() {
    sed "s|</body>|$2</body>|" "$folder/site/docs/tour.html" >"$folder/site/docs/wrong.html"
    if "$python" "$LEEWAY_SOURCE/docs/site/check.py" "$folder/site" >"$folder/log"; then
        echo "not found: $2"
        exit 1
    fi
    [ "$(cat "$folder/log")" = "docs/wrong.html: $1" ] || { cat "$folder/log" && exit 1; }
}
finds 'there is no nowhere.html' '<a href="nowhere.html">x</a>'
finds 'tutorial.html#nothing has no such place' '<a href="tutorial.html#nothing">x</a>'
finds '<script src> is fetched from https://example.org/x.js' '<script src="https://example.org/x.js"></script>'
finds '../docs is a folder, which a browser does not open as a page' '<a href="../docs">x</a>'
