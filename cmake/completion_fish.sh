#!/bin/sh
# What fish completes after `leeway`, from the help texts of the program: completion_fish.sh FILE PROGRAM
set -eu
file=$1
program=$2
# shellcheck source=cmake/completion_words.sh
. "$(dirname "$0")/completion_words.sh"
# shellcheck disable=SC2046 # the commands are words
set -- $(commands)

# option COMMAND NAME VALUE: a line about an option and what it takes.
option() {
    case $2 in
    --*) name="-l ${2#--}" ;;
    *) name="-s ${2#-}" ;;
    esac
    case $3 in
    '') takes= ;;
    FILE) takes=' -r -F' ;;
    FOLDER) takes=" -x -a '(__fish_complete_directories)'" ;;
    *'|'*) takes=" -x -a '$(printf '%s' "$3" | tr '|' ' ')'" ;;
    *) takes=' -x' ;;
    esac
    printf "complete -c leeway -n '__fish_seen_subcommand_from %s' %s%s\\n" "$1" "$name" "$takes"
}

{
    printf '# Completion of the options of %s for fish, written from its help texts.\n\n' \
        "$("$program" --version)"
    commands=$(words_below Commands:)
    printf "complete -c leeway -n __fish_use_subcommand -f -a '%s'\\n" "$commands"
    printf 'complete -c leeway -n __fish_use_subcommand -l help\n'
    printf 'complete -c leeway -n __fish_use_subcommand -l version\n'
    printf "complete -c leeway -n '__fish_seen_subcommand_from help' -f -a '%s'\\n" "$commands"
    for command in "$@"; do
        options_of "$command" | while read -r name value; do
            option "$command" "$name" "$value"
        done
    done
} >"$file"
