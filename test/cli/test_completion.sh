#!/bin/sh -eu
# Tests the completions of bash, zsh and fish after `leeway`, by each shell's own function, and that
# they know every option. A shell that is not installed is named and skipped.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
[ -e "$LEEWAY" ] || exit 0
mkdir "$folder/here" "$folder/here/sub folder" "$folder/functions"
: >"$folder/here/sub.json"

# candidates_SHELL WORD...: completions of typed words, the last of them unfinished; into $out, one
# a line.
candidates_bash() {
    (cd "$folder/here" && bash -c '
        source "$0"
        COMP_WORDS=(leeway "$@")
        COMP_CWORD=$#
        _leeway leeway "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' "$folder/functions/leeway" "$@") >"$out" 2>"$err"
}

# zsh completes only while a line is edited: a zsh in a terminal of its own gets the line and a tab,
# and a function around compadd writes the candidates down.
cat >"$folder/ask.zsh" <<'END'
zmodload zsh/zpty
mkfifo $1/done
zpty shell zsh -f -i
zpty -w shell "cd $1/here; fpath=($1/functions \$fpath); autoload -U compinit; compinit -C -d $1/dump"
zpty -w shell "compadd() { local -a found; builtin compadd -O found \"\$@\"; print -rl -- \$found >>$1/found; builtin compadd \"\$@\" }"
zpty -w shell "answered() { print >$1/done }; zle -N answered; bindkey '^G' answered"
zpty -w -n shell "$2"$'\t\x07'
read <$1/done
zpty -w shell exit
END
candidates_zsh() {
    rm -f "$folder/found" "$folder/done"
    : >"$folder/found"
    timeout 60 zsh -f "$folder/ask.zsh" "$folder" "leeway $*" >/dev/null 2>"$err" ||
        fail "zsh should answer within a minute"
    grep -v '\\' "$folder/found" >"$out" || : # names with blanks come a second time, quoted
}

candidates_fish() {
    (cd "$folder/here" && HOME=$folder fish --no-config -c '
        source $argv[1]
        complete -C "leeway $argv[2..]"' "$folder/functions/leeway.fish" "$@") >"$out" 2>"$err"
}

# candidates WORD...: completions by $shell; into $out, sorted, folders without the slash that some
# shells add.
candidates() {
    ran="completion in $shell of: leeway $*"
    "candidates_$shell" "$@"
    no_complaint
    sed 's|\t.*||; s|/$||; /^$/d' "$out" | LC_ALL=C sort -u | tr '\n' ';' >"$folder/sorted"
    cp "$folder/sorted" "$out"
}

# completes WANTED WORD...
completes() {
    wanted=$1
    shift
    candidates "$@"
    [ "$(cat "$out")" = "$wanted" ] || fail "what is completed should be $wanted"
}

commands=$("$LEEWAY" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -vx help)
for shell in bash zsh fish; do
    command -v $shell >/dev/null || { echo "$shell is not installed: skipped" && continue; }
    [ $shell != zsh ] || zsh -fc 'zmodload zsh/zpty && zpty probe true' 2>/dev/null ||
        { echo "zsh finds no terminal to edit a line in: skipped" && continue; }
    case $shell in
    bash) script=completion.sh file=leeway ;;
    zsh) script=completion_zsh.sh file=_leeway ;;
    fish) script=completion_fish.sh file=leeway.fish ;;
    esac
    sh "$LEEWAY_SOURCE/cmake/$script" "$folder/functions/$file" "$LEEWAY"

    completes 'cell;check;cover;' c
    completes 'plot;' help plo
    completes '--samples;--scene;--self-filter;--self-filter-margin;--self-margin;--set;--srdf;--strict;--strict-limits;' plot --s
    completes 'solid;surface;' check scene.json --mesh s
    completes 'linear;' check --interpolation li
    completes 'sampled;slab;' check --method s
    completes 'sub folder;sub.json;' check su
    completes 'sub folder;sub.json;' check --motions s
    completes 'sub folder;' info --package-path s
    completes '' check --margin s

    # Every option that a help text names is completed.
    for command in $commands; do
        expect 0 "$command" --help
        grep -Eo '^ +(-., )?--[a-z-]+' "$out" | grep -Eo -e '--[a-z-]+' >"$folder/options"
        candidates "$command" --
        while read -r option; do
            case ";$(cat "$folder/sorted")" in
            *";$option;"*) ;;
            *) fail "$command $option is not completed" ;;
            esac
        done <"$folder/options"
    done
done

# bash splits --mesh=solid into three words.
shell=bash
command -v bash >/dev/null || exit 0
completes 'surface;' check scene.json --mesh = su
completes 'sub folder;sub.json;' check --motions = s
