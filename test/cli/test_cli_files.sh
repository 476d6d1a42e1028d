#!/bin/sh -eu
# Tests files and folders that options name: empty names, endings of another format, and pages and
# pictures for a terminal.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# ---- each option with a FILE or FOLDER in the help refuses an empty name
options=0
for command in check cell distance info plan roadmap acm cover view plot; do
    "$LEEWAY" "$command" --help >"$folder/help"
    # "-o, --out=FILE" and "--package=NAME=FOLDER"
    for option in $(grep -oE -e '--[a-z-]+=(NAME=)?(FILE|FOLDER)' "$folder/help" | sort -u); do
        name=${option%%=*}
        value=
        case $option in *NAME=*) value=x= ;; esac
        before='--robot x'
        [ "$name" != --camera ] || before='--depth-image x'
        # the words are arguments
        # shellcheck disable=SC2086
        refuses "$command" $before "$name=$value"
        complains "^leeway $command: $name takes a (file|folder), and its name is empty\$"
        options=$((options + 1))
    done
done
[ "$options" -gt 100 ] || fail "only $options options take a file"
refuses check ''
complains "^leeway check: the scene's file name is empty\$"
# empty names in files, too
sed 's/"type": "box", "size": .0.1, 1, 1./"type": "mesh", "file": ""/' "$puck" >"$folder/empty.json"
refuses info "$folder/empty.json"
complains 'the name of a file or folder is empty'

# ---- names with the ending of another format
motion='--from 0,0,0 --to 0.1,0,0'
while read -r format words; do
    case $format in
    text) others='svg html htm png PDF' ;;
    SVG) others='html csv json png PNG jpg jpeg gif webp pdf ps eps tif tiff bmp svgz' ;;
    *) others='svg csv json png pdf' ;;
    esac
    for ending in $others; do
        # shellcheck disable=SC2086
        refuses $words "$folder/folder.d/x.$ending"
        complains "^leeway [a-z]*: --(out|report|proof) writes $format, and '.*/x.$ending' ends like something else\$"
        [ ! -e "$folder/folder.d/x.$ending" ] || fail 'the file is there'
    done
done <<END
text check $puck $motion -o
text check $puck $motion --proof
HTML check $puck $motion --report
text cell $scenes/workcell.json --jobs $scenes/jobs.jsonl -o
HTML cell $scenes/workcell.json --jobs $scenes/jobs.jsonl --report
text distance $puck -o
text info $puck -o
text plan $puck $motion -o
text roadmap $puck -o
text acm $puck -o
text cover $puck -o
HTML view $puck -o
SVG plot $puck $motion -o
text plot $puck $motion --csv -o
END
mkdir "$folder/picture.png"
expect 0 plot "$puck" --from 0,0,0 --to 0.1,0,0 -o "$folder/picture.png/curve"
expect 0 plot "$puck" --from 0,0,0 --to 0.1,0,0 -o "$folder/curve.SVG"
expect 0 plot "$puck" --from 0,0,0 --to 0.1,0,0 -o "$folder/curve.2"
expect 0 plot "$puck" --from 0,0,0 --to 0.1,0,0 --csv -o "$folder/curve.csv"
expect 0 view "$puck" -o "$folder/page.HTM"
expect 0 view "$puck" -o /dev/null

# ---- pages and pictures go into a pipe, but not to a terminal
on_terminal() {
    ran="leeway $1, on a terminal"
    status=0
    script -qec "'$LEEWAY' $1" /dev/null >"$out" 2>"$err" </dev/null || status=$?
}
for words in "view '$puck'" "view '$puck' -o -" "plot '$puck' $motion" "plot '$puck' $motion -o -" \
    "check '$puck' $motion --report - -o '$folder/results'" \
    "cell '$scenes/workcell.json' --jobs '$scenes/jobs.jsonl' --report - -o '$folder/results'"; do
    on_terminal "$words"
    [ "$status" -eq 2 ] || fail "the exit status is $status and should be 2"
    says '^leeway [a-z]*: a (page|picture) needs a file, not a terminal: --(out|report) FILE\.(html|svg)'
    [ "$(wc -l <"$out")" -le 3 ] || fail 'more came'
done
on_terminal "plot '$puck' $motion --csv"
[ "$status" -eq 0 ] || fail "the exit status is $status and should be 0"
says '^t,distance'
expect 0 view "$puck"
says '<html'
# shellcheck disable=SC2086
expect 0 plot "$puck" $motion
says '<svg'
