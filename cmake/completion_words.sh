# shellcheck shell=sh disable=SC2154
# The options and words of the program's help texts, for those who write what a shell completes. They set
# $program.

# The options of a help text, one a line: --mesh solid|surface, -o FILE, --any.
options_of() {
    "$program" help --layout options "$@" | awk -F '\t' '{ print $1, $2 }' | sort -u
}

# The words below a heading of a help text: commands.
words_below() {
    heading=$1
    shift
    "$program" help --layout wide "$@" | awk -v heading="$heading" '
        $0 == heading { below = 1; next }
        below && !/^  [a-z]/ { exit }
        below { printf "%s%s", count++ ? " " : "", $1 }'
}

# The commands, without help.
commands() {
    words_below Commands: | sed 's/ help$//'
}

# The options of several commands, as options_of prints them.
options_of_all() {
    for command in "$@"; do
        options_of "$command"
    done | sort -u
}

# takers KIND COMMAND...: those whose values are of a kind, as the pattern of a case.
takers() {
    kind=$1
    shift
    options_of_all "$@" | awk -v kind="$kind" '$2 == kind { printf "%s%s", count++ ? " | " : "", $1 }'
}

# Those whose value is one of some words, one a line: the option, then the words.
choosers() {
    options_of_all "$@" | awk '$2 ~ /\|/ { gsub(/\|/, " ", $2); print }'
}

# Those whose value is the user's own, as the pattern of a case.
own_takers() {
    options_of_all "$@" | awk 'NF == 2 && $2 !~ /\|/ && $2 != "FILE" && $2 != "FOLDER" {
        printf "%s%s", count++ ? " | " : "", $1
    }'
}

# The long options of a command, in one line.
long_options_of() {
    options_of "$1" | awk '$1 ~ /^--/ { printf "%s%s", count++ ? " " : "", $1 }'
}
