#!/bin/sh
# What zsh completes after `leeway`, from the help texts of the program: completion_zsh.sh FILE PROGRAM
set -eu
file=$1
program=$2
# shellcheck source=cmake/completion_words.sh
. "$(dirname "$0")/completion_words.sh"
# shellcheck disable=SC2046 # the commands are words
set -- $(commands)

{
    printf '#compdef leeway\n# Completion of the options of %s for zsh, written from its help texts.\n' \
        "$("$program" --version)"
    cat <<'END'

local command=$words[2] previous=$words[CURRENT-1]
if [[ $PREFIX = --*=* ]]; then
    previous=${PREFIX%%=*}
    compset -P '*='
fi
case $previous in
END
    printf '%s)\n    _files\n    return\n    ;;\n' "$(takers FILE "$@")"
    printf '%s)\n    _files -/\n    return\n    ;;\n' "$(takers FOLDER "$@")"
    choosers "$@" | while read -r option values; do
        printf '%s)\n    compadd -- %s\n    return\n    ;;\n' "$option" "$values"
    done
    printf '%s)\n    return 1\n    ;; # the value is the user'"'"'s own\n' "$(own_takers "$@")"
    cat <<'END'
esac
case $CURRENT/$command/$PREFIX in
END
    commands=$(words_below Commands:)
    printf '2/*) compadd -- %s --help --version ;;\n' "$commands"
    printf '*/help/*) compadd -- %s ;;\n' "$commands"
    for command in "$@"; do
        printf '*/%s/-*) compadd -- %s ;;\n' "$command" "$(long_options_of "$command")"
    done
    printf '*) _files ;;\nesac\n'
} >"$file"
