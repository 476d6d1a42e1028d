#!/bin/sh -eu
# Tests the table of options: misspelt names, the layouts of the help, each option given twice, and
# that sentences name no option that is in no table.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"
commands=$("$LEEWAY" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -vx help)
escape=$(printf '\033')

# ---- names
refuses check "$puck" --marign 0.1
complains "^leeway check: unrecognized option '--marign'; did you mean --margin\?$"
complains "^Try .leeway check --help' or .leeway check --usage' for more information\.$"
refuses check "$puck" --trajectry=x
complains "unrecognized option '--trajectry=x'; did you mean --trajectory\?$"
refuses check "$puck" --nothing-like-it
complains "unrecognized option '--nothing-like-it'$"
refuses check "$puck" -margin 0.1
complains "invalid option -- 'm'; did you mean --margin\?$"
refuses check "$puck" -z
complains "invalid option -- 'z'$"
refuses --vresion
complains "^leeway: unrecognized option '--vresion'; did you mean --version\?$"
# control characters and bytes that are no UTF-8 are escaped
refuses check "$puck" "--marg${escape}[31min=$(printf '\377')"
complains "unrecognized option '--marg.x1b\[31min=.xff'"
refuses check "$puck" "-$escape"
complains "invalid option -- '.x1b'"
refuses check "$puck" --margin
complains "option '--margin' requires an argument$"
refuses check "$puck" -o
complains "option requires an argument -- 'o'$"
refuses check "$puck" --json=1
complains "option '--json' doesn't allow an argument$"
refuses check "$puck" --bud 3
complains "option '--bud' is ambiguous; possibilities: '--budget-queries' '--budget-work' '--budget-seconds'$"
# abbreviated names, options after operands, combined letters
expect 0 check --from 0,0,0 "$puck" --to 0.1,0,0 --clearance-a 1e-4 --marg=0.01
expect 0 info -V
says '^leeway [0-9]'
expect 0 info -hV
says '^Usage: leeway info'
expect 0 info '-?'
says '^Usage: leeway info'
expect 2 check -- --margin
complains '^leeway: --margin: cannot be read'
refuses help check info
complains '^leeway help: one command at a time$'
refuses help chek
complains 'there is no command "chek"; the nearest name is "check"'
# words of --interpolation: the cubic curve passes 0.5, where the ball meets the wall; the line does
# not
cat >"$folder/fast.json" <<'END'
{"trajectory": {"times": [0, 1], "positions": [[0, 0, 0], [0.4, 0, 0]], "velocities": [[5, 0, 0], [0, 0, 0]]}}
END
expect 1 check "$puck" --path "$folder/fast.json"
expect 1 check "$puck" --path "$folder/fast.json" --interpolation cubic
expect 0 check "$puck" --path "$folder/fast.json" --interpolation linear

# ---- the layouts of the help
for command in '' $commands; do
    # shellcheck disable=SC2086 # no command is no word
    expect 0 help $command
    awk 'length > 79 { exit 1 }' "$out" || fail 'a line is longer than 79 characters'
    cp "$out" "$folder/help"
    # shellcheck disable=SC2086
    expect 0 help --layout wide $command
    cp "$out" "$folder/wide"
    tr -s ' \n' '\n\n' <"$folder/help" >"$folder/words"
    tr -s ' \n' '\n\n' <"$out" | cmp -s - "$folder/words" || fail 'the layouts should say the same'
    # shellcheck disable=SC2086
    expect 0 help --layout options $command
    cut -f 1 "$out" | sort >"$folder/names"
    [ -z "$(uniq -d "$folder/names")" ] || fail 'an option stands twice'
    cat "$folder/names" >>"$folder/all"
    # the help says of each repeatable option that it may be repeated
    awk -F '\t' '
        FNR == NR { repeat[$1] = $3; next }
        /^ +-/ {
            name = $0
            sub(/^ +(-., )?/, "", name)
            sub(/[=, ].*/, "", name)
        }
        /^[^ ]/ || /^$/ { name = "" }
        { help[name] = help[name] $0 }
        END {
            for (name in repeat)
                if (name ~ /^--/ && name in help && repeat[name] != "once" &&
                    help[name] !~ /may be repeated|again for more|once for each/ &&
                    !(name ~ /^--(srdf|cover|name|base)$/ && help["--robot"] ~ name) &&
                    !(name ~ /^--(point-radius|cloud-pose)$/ && help["--cloud"] ~ name) &&
                    !(name == "--octomap-pose" && help["--octomap"] ~ name) &&
                    !(name ~ /^--heights-/ && help["--heights"] ~ name) &&
                    !(name ~ /^--(camera|unseen|depth-scale)$/ && help["--depth-image"] ~ name))
                    print name
        }' "$out" "$folder/wide" >"$folder/unsaid"
    [ ! -s "$folder/unsaid" ] || fail "the help of $(cat "$folder/unsaid") should say that it may be repeated"
done
expect 0 help check
says '^      --path=FILE, --trajectory=FILE$'
expect 0 help --layout options check
says "^--mesh	solid\|surface	once$" "^-o	FILE	once$" "^--trajectory	FILE	" "^--json		once$"

# ---- each option twice: both values count, or the option is refused by its name
# values ARGUMENT: puts two different values for such an argument into $first and $second
values() {
    case $1 in
    '') first='' second='' ;;
    FILE) first=x second=y ;;
    FOLDER) first=x second=y ;;
    NAME=FOLDER) first=a=x second=b=x ;;
    JOINT=VALUE) first=a=1 second=b=1 ;;
    JOINT=L,U,...) first=a=0,1 second=b=0,1 ;;
    '"X Y Z R P Y"') first='0 0 0 0 0 0' second='1 0 0 0 0 0' ;;
    Q | NAME | TEXT | LINK) first=q second=r ;;
    METRES | DISTANCE | FACTOR | RADIUS | SHARE | SECONDS | SIZE | S | T | X | STEP) first=0.5 second=0.25 ;;
    N | MEGABYTES) first=2 second=3 ;;
    rrt-connect) first=prm second=rrt-connect ;;
    'METRES|X,Y') first=0.5 second=0.5,0.25 ;;
    *'|'*) first=${1%%|*} second=${1##*|} ;;
    *) fail "give the test two values for $1" ;;
    esac
}
for command in $commands; do
    "$LEEWAY" help --layout options "$command" | tr '\t' ';' >"$folder/rows"
    operand=x
    while IFS=';' read -r name argument repeat; do
        case $name in --help | -h | --usage | --version | -V) continue ;; esac
        # these options belong to the robot before them
        case $name in
        --srdf | --cover | --name | --base) before='--robot x' ;;
        --point-radius | --cloud-pose) before='--cloud x' ;;
        --octomap-pose) before='--octomap x' ;;
        --heights-*) before='--heights x' ;;
        --camera | --unseen | --depth-scale) before='--depth-image x' ;;
        *) before= ;;
        esac
        values "$argument"
        # --at, --from and --to are allowed once for each robot; both values here are for the same
        # one
        # shellcheck disable=SC2086 # the words are arguments
        case $argument in
        '') expect 2 "$command" $operand $before "$name" "$name" ;;
        *) expect 2 "$command" $operand $before "$name" "$first" "$name" "$second" ;;
        esac
        sentence=
        read -r sentence <"$err" || :
        case $repeat/$name/$sentence in
        repeated/*'given twice'*) fail "$name may be repeated" ;;
        repeated/*) ;;
        */--*/"leeway $command: $name is given twice"*) ;;
        */-?/"leeway $command: --"*' is given twice'*) ;;
        *) fail "$name should be refused by its name" ;;
        esac
    done <"$folder/rows"
done
refuses check "$puck" -o x --out y
complains '--out is given twice$'
refuses check --robot x --srdf a --robot y --srdf b --srdf c
complains '--srdf is given twice for --robot y$'
refuses check "$puck" --package a=x --package b=x --package a=y
complains '--package is given twice for the package "a"$'

# ---- all options that sentences and help texts name are in a table
sort -u "$folder/all" >"$folder/known"
echo --layout >>"$folder/known"
cat "$LEEWAY_SOURCE"/tool/*.c "$LEEWAY_SOURCE"/tool/*/*.c | grep -o '"[^"]*"' | grep -Eo -e '--[a-z][a-z-]*' | sort -u >"$folder/named"
ran='options that the sources of tool/ name'
: >"$err"
sort -u "$folder/known" | comm -13 - "$folder/named" >"$out"
[ ! -s "$out" ] || fail 'these options are in no table'

# ---- defaults
# without --threads there are as many threads as processors
if [ -d "/proc/$$/task" ] && [ "$(nproc)" -gt 1 ]; then
    "$LEEWAY" roadmap "$scenes/cell.json" --nodes 1000000 -o "$folder/large.roadmap" >/dev/null 2>&1 &
    process=$!
    threads=0
    for _ in $(seq 100); do
        threads=$(ls "/proc/$process/task" | wc -l)
        [ "$threads" -lt "$(nproc)" ] || break
        sleep 0.1
    done
    kill -9 "$process"
    [ "$threads" -ge "$(nproc)" ] || fail "leeway roadmap has $threads threads, and there are $(nproc) processors"
fi
