#!/bin/sh -eu
# Tests that names from files cannot forge a line of results or drive a terminal: control characters
# in them are escaped in all text. Letters stay letters, and JSON keeps names exactly.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# A newline and a verdict, an escape sequence, a bell, CSI as one character, a right-to-left
# override.
evil='x\nmotion 7: free\u001b[31m\u0007\u009b2J\u202eüß'
escaped='x\\nmotion 7: free\\x1b\[31m\\a\\u009b2J\\u202eüß'
cat >"$folder/evil.json" <<END
{
  "robots": [{"name": "r$evil", "joint": {"type": "planar", "name": "j$evil"},
              "links": [{"name": "l$evil", "type": "sphere", "radius": 0.1}]}],
  "obstacles": [{"id": "o$evil", "type": "box", "size": [0.1, 1, 1], "position": [0.65, 0, 0]}],
  "motions": {"m$evil": {"from": [0, 0, 0], "to": [1, 0, 0]},
              "n$evil": {"from": [0, 0, 0], "to": [0.1, 0, 0]}}
}
END

# The output has no control characters but newlines, neither as bytes nor in UTF-8.
harmless() {
    for file in "$out" "$err"; do
        if LC_ALL=C tr -d '\n' <"$file" | LC_ALL=C grep -q '[[:cntrl:]]'; then
            fail "there is a control character in $file"
        fi
        if LC_ALL=C grep -q "$(printf '\302[\200-\237]\|\342\200[\250-\256]')" "$file"; then
            fail "there is a control character of two bytes in $file"
        fi
        if grep -q '^motion 7: free' "$file"; then
            fail 'a name made a line of its own'
        fi
    done
}

expect 1 check "$folder/evil.json" --near 1
harmless
says "^m$escaped: contact" "^n$escaped: free" "^    l$escaped and o$escaped overlap" "near: .*o$escaped"
expect 0 info "$folder/evil.json" --pairs
harmless
says "^robot r$escaped, base" "^    j$escaped  planar" "l$escaped and o$escaped: checked" "^    m$escaped\$"
expect 0 distance "$folder/evil.json"
harmless
says "^to others: l$escaped and o$escaped"
expect 0 plot "$folder/evil.json" --from 0,0,0 --to 0.1,0,0
harmless
says "l$escaped and o$escaped"
expect 0 plot "$folder/evil.json" --from 0,0,0 --to 0.1,0,0 --csv --samples 2
harmless
lines 3
expect 0 plot "$folder/evil.json" --from 0,0,0 --to 0.1,0,0 --title "$(printf 'a\nb\033[0m')"
harmless
says '<title>a\\nb\\x1b\[0m</title>'

# Ids of batches; errors and notices.
printf '%s\n' "{\"id\": \"i$evil\", \"from\": [0, 0, 0], \"to\": [0.1, 0, 0]}" \
    "{\"joints\": [\"q$evil\"], \"from\": [0], \"to\": [1]}" >"$folder/evil.jsonl"
expect 2 check "$folder/evil.json" --motions "$folder/evil.jsonl"
harmless
says "^i$escaped: free"
complains "q$escaped"
refuses check "$folder/evil.json" --motion "$(printf 'z\n\033[2J')"
harmless
complains "no motion \"z\\\\n\\\\x1b\\[2J\"\$"
refuses check "$folder/evil.json" --method "$(printf 'best\033[2J')"
harmless
refuses "$(printf 'check\n')x"
harmless
refuses check "$folder/no$(printf '\n')such$(printf '\377').json" --from 0 --to 1
harmless
complains 'such\\xff\.json'

# A cell's trajectories and jobs.
cat >"$folder/cell.json" <<END
{"dimension": 2,
 "robots": [{"name": "a", "joint": {"type": "planar"}, "links": [{"name": "l$evil", "type": "disc", "radius": 0.1}]}],
 "obstacles": [{"id": "o$evil", "type": "disc", "radius": 0.1, "position": [0.5, 0]}],
 "motions": {"m$evil": {"trajectory": {"times": [0, 1], "positions": [[0, 0, 0], [1, 0, 0]]}}}}
END
printf '%s\n' "{\"id\": \"k$evil\", \"robots\": {\"a\": [\"m$evil\"]}}" >"$folder/jobs.jsonl"
expect 1 cell "$folder/cell.json" --jobs "$folder/jobs.jsonl"
harmless
says "^k$escaped: contact" "l$escaped \(m$escaped\) and o$escaped"

# JSON keeps names as they are.
expect 1 check "$folder/evil.json" --json
says '"id": "mx\\nmotion 7: free\\u001[bB]\[31m'
lines 2
expect 2 check "$folder/evil.json" --motions "$folder/evil.jsonl" --json
lines 1
says '^\{"id": "ix\\nmotion 7: free\\u001b\[31m\\u0007\\u009b2J\\u202eüß", "verdict": "free"'
expect 1 cell "$folder/cell.json" --jobs "$folder/jobs.jsonl" --json
lines 1
says '^\{"id": "kx\\nmotion 7: free\\u001b\[31m'
cat >"$folder/odd.json" <<'END'
{"robots": [{"name": "r", "joint": {"type": "planar"},
             "links": [{"name": "l\"\\\b\f\n\r\t\u000b\u001f\u007f\u00fc", "type": "sphere", "radius": 0.1}]}],
 "obstacles": [{"id": "o", "type": "box", "size": [0.1, 1, 1], "position": [0.65, 0, 0]}]}
END
expect 0 distance "$folder/odd.json" --json
grep -qF "\"pair\": [\"l\\\"\\\\\\b\\f\\n\\r\\t\\u000B\\u001F$(printf '\177')ü\", \"o\"]" "$out" ||
    fail 'the name is not as it should be'
# text shows ids of batches decoded
cat >"$folder/ids.jsonl" <<'END'
{"id": "a\u0041\ud83d\ude00\"\\", "from": [0, 0, 0], "to": [0.1, 0, 0]}
{"id": "", "from": [0, 0, 0], "to": [0.1, 0, 0]}
{"id": {"a": [1, "\u0041"]}, "from": [0, 0, 0], "to": [0.1, 0, 0]}
END
expect 0 check "$folder/odd.json" --motions "$folder/ids.jsonl"
says '^aA😀"\\: free$' '^"": free$' '^\{"a":\[1,"\\u0041"\]\}: free$'
expect 0 check "$folder/odd.json" --motions "$folder/ids.jsonl" --motion 'aA😀"\' --json
lines 1
says '^\{"id": "a\\u0041\\ud83d\\ude00\\"\\\\", "verdict": "free"'
# A raw control character in an id makes the line invalid JSON.
printf '{"id": "a\033[2J", "from": [0, 0, 0], "to": [0.1, 0, 0]}\n' >"$folder/raw.jsonl"
refuses check "$folder/evil.json" --motions "$folder/raw.jsonl" --json
complains 'raw.jsonl:1:[0-9]*: not JSON: .* control character 0x1b; .u001b is right'
