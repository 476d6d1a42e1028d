#!/bin/sh
# What bash completes after `leeway`, from the help texts of the program: completion.sh FILE PROGRAM
# COMMAND...
set -eu
file=$1
program=$2
shift 2

help_of() {
    ARGP_HELP_FMT=rmargin=1000,long-opt-col=2,opt-doc-col=100 "$program" help "$@"
}

# The options of a help text, one a line: --mesh solid|surface, -o FILE, --any.
options_of() {
    help_of "$@" | awk '
        /^  -/ {
            sub(/^ +/, "")
            sub(/  .*/, "")
            count = split($0, names, ", ")
            value = names[count] ~ /=/ ? substr(names[count], index(names[count], "=") + 1) : ""
            for (i = 1; i <= count; i++) {
                sub(/=.*/, "", names[i])
                print names[i], value
            }
        }' | sort -u
}

# The words below a heading of a help text: commands, benchmarks.
words_below() {
    heading=$1
    shift
    help_of "$@" | awk -v heading="$heading" '
        $0 == heading { below = 1; next }
        below && !/^  [a-z]/ { exit }
        below { printf "%s%s", count++ ? " " : "", $1 }'
}

# All options whose values are of a kind, as the pattern of a case.
takers() {
    for command in "$@"; do
        options_of "$command"
    done | sort -u | awk -v kind="$kind" '$2 == kind { printf "%s%s", count++ ? " | " : "", $1 }'
}

{
    printf '# Completion of the options of %s for bash, written from its help texts.\n' \
        "$("$program" --version)"
    cat <<'END'

_leeway_options() {
    case $1 in
END
    for command in "$@"; do
        printf '    %s) echo "%s" ;;\n' "$command" \
            "$(options_of "$command" | awk '$1 ~ /^--/ { printf "%s%s", count++ ? " " : "", $1 }')"
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
        printf '    %s)\n        compopt -o filenames 2>/dev/null\n' "$(takers "$@")"
        printf '        mapfile -t COMPREPLY < <(compgen %s -- "$current")\n        return\n        ;;\n' $flag
    done
    for command in "$@"; do
        options_of "$command"
    done | sort -u | awk '$2 ~ /\|/ {
        values = $2
        gsub(/\|/, " ", values)
        printf "    %s) words=\"%s\" ;;\n", $1, values
    }'
    # other values are the user'\''s own
    for command in "$@"; do
        options_of "$command"
    done | sort -u | awk 'NF == 2 && $2 !~ /\|/ && $2 != "FILE" && $2 != "FOLDER" {
        printf "%s%s", count++ ? " | " : "    ", $1
    }'
    cat <<'END'
) return ;;
    esac
    if [ -z "$words" ]; then
        case $COMP_CWORD/$command/$current in
        1/*) words="COMMANDS --help --version" ;;
        */help/*) words="COMMANDS" ;;
        */*/-*) words=$(_leeway_options "$command") ;;
        */bench/*) words="BENCHMARKS" ;;
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
} | sed "s/COMMANDS/$(words_below Commands:)/; s/BENCHMARKS/$(words_below Benchmarks: bench)/" >"$file"
