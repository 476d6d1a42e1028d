#!/bin/sh -eu
# Tests that the hooks of `./run hook` judge the index and not the working tree, and refuse sources
# that clang-format would change, includes of a room above, and subjects of more than 72 characters.
# .ci/subjects finds such subjects in the history.
fail() {
    printf '%s\n' "$1" >&2
    exit 1
}
command -v git >/dev/null || {
    echo 'there is no git'
    exit 77
}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset GIT_DIR GIT_INDEX_FILE GIT_WORK_TREE
export HOME="$folder" XDG_CONFIG_HOME="$folder" GIT_CONFIG_NOSYSTEM=1
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
# two rooms of the sources, and the files of each other folder that .ci/floors needs
cd "$folder"
mkdir -p src/check tool bench/papers
for name in run .ci .clang-format include src/base src/check/checker tool/main.c bench/papers/main.c; do
    cp -R "$LEEWAY_SOURCE/$name" "$name"
done
git init -q
./run hook
git add run .ci .clang-format include src tool bench

# Whether git takes a commit, with further arguments.
commit() {
    subject=$1
    shift
    git commit -q -m "$subject" "$@" >says 2>&1
}
# Git must refuse a commit, and say something: refused SENTENCE SUBJECT [ARGUMENT...]
refused() {
    sentence=$1
    shift
    ! commit "$@" || fail "git takes a commit that should be refused: $sentence"
    grep -qF "$sentence" says || fail "expected '$sentence': $(cat says)"
}
taken() {
    commit "$@" || fail "git refuses a commit: $(cat says)"
}
# A subject of $1 characters, two of which take two bytes.
subject() {
    printf 'é %0*d é' "$(($1 - 4))" 0
}

refused 'the subject has 73 characters' "$(subject 73)"
taken "$(subject 72)"
first=$(git rev-parse HEAD)
message() {
    printf "$@" >message
    .ci/commit-msg message >says 2>&1
}
! message 'a subject of\ntwo lines %058d\n\nbody\n' 0 || fail 'only the first line of a subject counts'
grep -qF 'the subject has 81 characters' says || fail "$(cat says)"
message '# %080d\n\na subject\n\nand a body %080d\n' 0 0 || fail 'comments or a body count'
message 'fixup! %080d' 0 || fail 'a commit that is folded into another one is refused'

# an include of a room above, first in the index alone, then only in the working tree
cp src/base/arena.c "$folder/arena.c"
printf '#include "check/checker/checker.h"\n' >>src/base/arena.c
git add src/base/arena.c
cp "$folder/arena.c" src/base/arena.c
refused 'which stands above it' 'upward'
printf '#include "check/checker/checker.h"\n' >>src/base/arena.c
refused 'which stands above it' 'upward, all of the working tree' -a
git add src/base/arena.c
cp "$folder/arena.c" src/base/arena.c
git add src/base/arena.c
printf '\n/* below */\n' >>src/base/arena.h
printf '#include "check/checker/checker.h"\n' >>src/base/arena.c
(cd src && taken 'one file of the working tree' base/arena.h)
cp "$folder/arena.c" src/base/arena.c

# more files in a folder than it may hold, in the index alone
for i in $(seq 45); do
    : >"src/check/checker/more_$i.h"
done
git add src/check
rm src/check/checker/more_*
refused 'no folder holds more than 45' 'many files'
git add src/check

if command -v clang-format >/dev/null; then
    printf 'int  badly  ;\n' >>src/base/arena.c
    git add src/base/arena.c
    cp "$folder/arena.c" src/base/arena.c
    refused 'src/base/arena.c:' 'badly laid out'
    printf 'int  badly  ;\n' >>src/base/arena.c
    taken 'without the hook' --no-verify -a
else
    echo 'there is no clang-format: what the hook says of how sources are laid out was not looked at'
fi

# the history since a commit, and without such a commit
sed "s/^base=.*/base=$first/" .ci/subjects >subjects
sed 's|\$(dirname "\$0")/\.\.|.|' subjects >since
sh -eu since || fail 'subjects that are short enough are found'
taken "$(subject 73)" --allow-empty --no-verify
! sh -eu since >says || fail 'a long subject is not found in the history'
grep -q "^$(git rev-parse --short HEAD): the subject has 73 characters" says || fail "$(cat says)"
.ci/subjects >says || fail 'a history without the first commit is refused'
grep -q 'none was' says || fail "$(cat says)"

./run hook --remove
taken "$(subject 73)" --allow-empty
git config core.hooksPath elsewhere
! ./run hook 2>says || fail 'hooks of others are replaced'
grep -q "'elsewhere'" says || fail "$(cat says)"
