#!/bin/sh
# The man page, from the help texts of the program: man.sh PAGE PROGRAM
set -eu
page=$1
program=$2
# shellcheck source=cmake/completion_words.sh
. "$(dirname "$0")/completion_words.sh"
# shellcheck disable=SC2046 # the commands are words
set -- $(commands)

# Help as it is printed, with its headings as headings.
print_help() {
    "$program" help --layout man "$@" |
        awk '
            function plain(text) {
                gsub(/\\/, "\\e", text)
                gsub(/-/, "\\-", text)
                sub(/^[.\047]/, "\\\\\\&&", text)
                return text
            }
            BEGIN { print ".nf" }
            /^Usage: / { print ".B " plain(substr($0, 8)); next }
            /^ ?[A-Z].*:$/ {
                sub(/^ /, "")
                sub(/:$/, "")
                print ".fi"
                print ".SS " plain($0)
                print ".nf"
                next
            }
            { print plain($0) }
            END { print ".fi" }'
}

# The usage line of a command: what is typed as it is in bold, what it stands for in italics.
print_usage() {
    "$program" help --layout wide "$@" | awk '
        /^Usage: / {
            count = split(substr($0, 8), words, " ")
            for (i = 1; i <= count; i++) {
                if (words[i] ~ /^[a-z]+$/) { print ".B " words[i]; continue }
                name = words[i]
                gsub(/[^A-Z]/, "", name)
                sub(name, "\\fI" name "\\fR", words[i])
                print words[i] "\\&"
            }
            print ".br"
            exit
        }'
}

version=$("$program" --version)
exec >"$page"
cat <<END
.\\" Written from the help texts of $version.
.TH LEEWAY 1 "" "$version" "User Commands"
.SH NAME
leeway \\- proves motions of robots free of collision, or shows the contact
.SH SYNOPSIS
END
for command in "$@"; do
    print_usage "$command"
done
printf '.B leeway\n.B help\n[\\fICOMMAND\\fR]\n.SH DESCRIPTION\n'
print_help
for command in "$@"; do
    printf '.SH LEEWAY %s\n' "$(printf '%s' "$command" | tr '[:lower:]' '[:upper:]')"
    print_help "$command"
done
cat <<'END'
.SH ENVIRONMENT
.TP
.B NO_COLOR
Where it is set and not empty, verdicts are not coloured on a terminal.
END
