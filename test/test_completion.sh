#!/bin/sh -eu
# What bash completes after `leeway`, by bash's own function for it; and that it knows every option.
# shellcheck source=test/command_line.sh
. "$LEEWAY_SOURCE/test/command_line.sh"
command -v bash >/dev/null || exit 0
[ -e "$LEEWAY" ] || exit 0
sh "$LEEWAY_SOURCE/cmake/completion.sh" "$folder/leeway" "$LEEWAY" check cell distance info plot bench
mkdir "$folder/here" "$folder/here/sub folder"
: >"$folder/here/sub.json"

# candidates WORD...: the words typed, the last of them unfinished; into $out, one after the other.
candidates() {
    ran="completion of: leeway $*"
    (cd "$folder/here" && bash -c '
        source "$0"
        COMP_WORDS=(leeway "$@")
        COMP_CWORD=$#
        _leeway leeway "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s;" "${COMPREPLY[@]}"' "$folder/leeway" "$@") >"$out" 2>"$err"
    no_complaint
}

# completes WANTED WORD...
completes() {
    wanted=$1
    shift
    candidates "$@"
    [ "$(tr ';' '\n' <"$out" | LC_ALL=C sort | tr '\n' ' ')" = "$wanted" ] || fail "what is completed should be $wanted"
}
completes 'cell check ' c
completes 'plot ' help p
completes 'hong ' bench h
completes '--samples --scene --self-margin --set --srdf --strict --strict-limits ' plot --s
completes 'solid surface ' check scene.json --mesh s
completes 'surface ' check scene.json --mesh = su
completes 'linear ' check --interpolation li
completes 'sampled slab ' check --method s
completes 'sub folder sub.json ' check su
completes 'sub folder sub.json ' check --motions s
completes 'sub folder sub.json ' check --motions = s
completes 'sub folder ' info --package-path s
completes ' ' check --margin s

# Every option that a help text names is completed.
for command in check cell distance info plot bench; do
    expect 0 "$command" --help
    for option in $(grep -Eo '^ +(-., )?--[a-z-]+' "$out" | grep -Eo -e '--[a-z-]+'); do
        candidates "$command" "$option"
        case ";$(cat "$out")" in
        *";$option;"*) ;;
        *) fail "$command $option is not completed" ;;
        esac
    done
done
