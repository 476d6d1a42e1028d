#!/bin/sh -eu
# Tests docs/papers.md: each numbered equation of a paper has a row, and all names in the rows exist
# in the sources.
cd "$LEEWAY_SOURCE"
status=0
missing=$(mktemp)
trap 'rm -f "$missing"' EXIT

# The equations' numbers in the rows of a section, with "(3.6) to (3.8)" written out.
numbers_of() {
    awk -F'|' -v title="## $1" '
        /^## / { inside = $0 == title }
        inside && /^\| *\(/ {
            text = $2
            gsub(/, (first|second)/, "", text)
            gsub(/[(),]/, " ", text)
            count = split(text, words, " ")
            for (i = 1; i <= count; i++)
                if (words[i] == "to") {
                    part = words[i - 1]
                    stem = ""
                    if (match(part, /^.*\./))
                        stem = substr(part, 1, RLENGTH)
                    last = substr(words[i + 1], length(stem) + 1)
                    for (k = substr(part, length(stem) + 1) + 1; k < last; k++)
                        print stem k
                } else
                    print words[i]
        }' docs/papers.md
}

# covers SECTION STEM LAST: STEM1 to STEMLAST all have a row.
covers() {
    for number in $(seq "$3"); do
        numbers_of "$1" | grep -Fqx "$2$number" || {
            echo "docs/papers.md: $1 has no row for ($2$number)"
            status=1
        }
    done
}

covers Hong 2. 5
covers Hong 3. 14
covers Hong 4. 2
covers Hong 5. 7
covers Hong 6. 4
covers Hong A. 9
covers 'Wu et al.' '' 18

# Words in backquotes that are files or names of C.
sed -n '/^|/p' docs/papers.md | grep -o '`[^`]*`' | tr -d '`' | sort -u | while read -r name; do
    case $name in
    *.[ch]) [ -f "src/$name" ] || [ -f "$name" ] || [ -f "include/leeway/$name" ] || echo "$name" ;;
    *[!A-Za-z0-9_]*) ;;
    *) grep -rqw -- "$name" src include tool bench/papers || echo "$name" ;;
    esac
done >"$missing"
if [ -s "$missing" ]; then
    echo 'docs/papers.md names what is not there:'
    cat "$missing"
    status=1
fi
exit "$status"
