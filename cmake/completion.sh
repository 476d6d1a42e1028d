#!/bin/sh
# What bash completes after `leeway`, from the help texts of the program: completion.sh FILE PROGRAM
set -eu
file=$1
program=$2
# shellcheck source=cmake/completion_words.sh
. "$(dirname "$0")/completion_words.sh"
# shellcheck disable=SC2046 # the commands are words
set -- $(commands)

{
    printf '# Completion of the options of %s for bash, written from its help texts.\n' \
        "$("$program" --version)"
    cat <<'END'

_leeway_options() {
    case $1 in
END
    for command in "$@"; do
        printf '    %s) echo "%s" ;;\n' "$command" \
            "$(long_options_of "$command")"
    done
    cat <<'END'
    esac
}

_leeway() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local command=${COMP_WORDS[1]} words=
    # bash takes --mesh=solid for three words
    if [ "$current" = = ]; then
        current=
    elif [ "$previous" = = ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    case $previous in
END
    for kind in FILE FOLDER; do
        flag=-f
        [ $kind = FILE ] || flag=-d
        printf '    %s)\n        compopt -o filenames 2>/dev/null\n' "$(takers $kind "$@")"
        printf '        mapfile -t COMPREPLY < <(compgen %s -- "$current")\n        return\n        ;;\n' $flag
    done
    choosers "$@" | while read -r option values; do
        printf '    %s) words="%s" ;;\n' "$option" "$values"
    done
    # other values are the user's own
    printf '    %s' "$(own_takers "$@")"
    cat <<'END'
) return ;;
    esac
    if [ -z "$words" ]; then
        case $COMP_CWORD/$command/$current in
        1/*) words="COMMANDS --help --version" ;;
        */help/*) words="COMMANDS" ;;
        */*/-*) words=$(_leeway_options "$command") ;;
        *)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
            return
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _leeway leeway
END
} | sed "s/COMMANDS/$(words_below Commands:)/" >"$file"
