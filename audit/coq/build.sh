#!/bin/sh
# Proves the theorems of this folder again: build.sh FOLDER [SOURCES] compiles the sources (those beside this script)
# with Coq into FOLDER, and the checker into FOLDER/checker, prints the theorems and the axioms on which they rest,
# and fails if
# - Coq refuses a proof,
# - a source has a word that leaves a proof out, adds an axiom or switches a check of Coq off,
# - a theorem rests on an axiom that is not in the list below.
# A theorem is what a source calls Theorem or Corollary; what serves it is a Lemma.
set -eu
LC_ALL=C
export LC_ALL

# The axioms of Coq's real numbers: excluded middle for statements about them, and functions that are equal at every
# argument are equal. README.md says where Coq's library needs them.
allowed='ClassicalDedekindReals.sig_not_dec ClassicalDedekindReals.sig_forall_dec
FunctionalExtensionality.functional_extensionality_dep Classical_Prop.classic'

words='Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Unset|bypass_check|Declare ML Module|Register|Primitive'

[ $# -ge 1 ] || {
    echo 'usage: build.sh FOLDER [SOURCES]' >&2
    exit 2
}
mkdir -p "$1"
folder=$(cd "$1" && pwd)
sources=$(cd "${2:-$(dirname "$0")}" && pwd)
[ "$folder" != "$sources" ] || {
    echo 'build.sh: the sources are not built in their own folder' >&2
    exit 2
}

if grep -nwE "$words" "$sources"/*.v; then
    echo 'build.sh: these words are refused: they leave a proof out, add an axiom or switch a check off' >&2
    exit 1
fi

if grep -lE '^Extract (Inlined )?Constant' "$sources"/*.v | grep -v '/Extract\.v$'; then
    echo 'build.sh: only Extract.v may say what stands for a constant in OCaml' >&2
    exit 1
fi
# what is removed below is what this script has made
if [ ! -e "$folder/made.txt" ] && [ -n "$(find "$folder" -maxdepth 1 -name '*.v' | head -n 1)" ]; then
    echo "build.sh: $folder has sources of Coq that this script has not made" >&2
    exit 1
fi
echo 'by audit/coq/build.sh' >"$folder/made.txt"

# Coq writes beside what it reads, so it reads copies
rm -f "$folder"/*.v "$folder"/*.vo* "$folder"/*.glob "$folder"/.*.aux
cp "$sources"/*.v "$folder"
cd "$folder"
# Coquelicot's coercion of reals to extended reals is ambiguous in Coq 8.16: not a matter of these sources
for file in $(coqdep -Q . Leeway -sort ./*.v); do
    coqc -q -w +default,-ambiguous-paths -Q . Leeway "$file"
done

# one statement that all theorems make together; Coq prints the axioms behind it
{
    for file in [A-Z]*.v; do
        sed -nE "s/^(Theorem|Corollary) +([A-Za-z0-9_']+).*/${file%.v}.\\2/p" "$file"
    done
} >theorems.txt
[ -s theorems.txt ] || {
    echo "build.sh: there is no theorem in $sources" >&2
    exit 1
}
awk '{
        split($1, name, ".")
        print "Require Leeway." name[1] "."
        all = all (NR > 1 ? ", " : "") "@Leeway." $1
    }
    END { print "Definition theorems := (" all ").\nPrint Assumptions theorems." }' theorems.txt >assumptions.v
coqc -q -Q . Leeway assumptions.v >assumptions.txt

# the checker, where the sources have one: Extract.v writes kernel.ml
if [ -e "$sources/main.ml" ]; then
    cp "$sources/main.ml" .
    rm -f kernel.mli
    ocamlfind ocamlopt -package zarith -linkpkg kernel.ml main.ml -o checker
fi

sed 's/^/proven: /' theorems.txt
# the name of an axiom begins a line; its type is indented
awk -v allowed="$allowed" '
    BEGIN { split(allowed, names); for (i in names) known[names[i]] = 1 }
    /^Axioms:$/ || /^Closed under the global context$/ || /^ / { next }
    $1 in known { print "axiom: " $1; next }
    {
        print "build.sh: a theorem rests on an axiom that is not allowed: " $0 >"/dev/stderr"
        wrong = 1
    }
    END { exit wrong }' assumptions.txt
