#!/bin/sh -eu
# Tests leeway-bench: the papers' tables.
# shellcheck source=test/cli/command_line.sh
. "$LEEWAY_SOURCE/test/cli/command_line.sh"

# the tool names the program of the tables
refuses bench hong
complains "^leeway: the papers' tables are printed by a program of their own, leeway-bench, "
LEEWAY=$LEEWAY_BENCH

expect 0 barycode --rounds 1
no_complaint
lines 166
says '^Zhang et al[.], Barycode-based GJK Algorithm' '^seed 1, medians of 1 round$' \
    '^4 vertices; ns a query [(]the paper.s[)]$' '^24 vertices' '^distance  *lw_polygon_distance  *[0-9]' \
    '^collision  *separating axes .*[(]327\.4[)] .*[(]2375\.4[)] .*[(]1757\.8[)]$' \
    '^distance  *as published, all vertices, placed .*[(]169\.3[)]' '^distance  *lw_polygon_separation  *[0-9]' \
    '^GJK, all vertices, before separating axes  *18  *[0-9]*  *[0-9]* *$' '^times met  *72  *[0-9]*  *[0-9]*  *[0-9]*$'
table=$folder/table.txt
expect 0 barycode --rounds 1 --seed 7 -o "$table"
no_output
[ "$(wc -l <"$table")" -eq 166 ] || fail 'the file has not the table'

expect 0 hong --rounds 1
no_complaint
lines 36
# the published root finder steps over some roots, but not over most
says '^44, 12  *contact *4\.[0-9]* [(]4\.8[)] *[0-9.]* [(]12\.8[)] *[0-9.]* *2[0-9]* *[1-9][0-9]* *[0-9] *[0-9]$'
# as many motions as in the paper end in contact, and free motions take steps
says '^12, 12 *contact *656 [(]656[)] *8[01]\.[0-9] [(]80[)] *[0-9.]* [(]4\.4[)]' \
    '^44, 12 *contact *568 [(]568[)] *7[5-7]\.[0-9] [(]75[)]' '^12, 12 *free *3\.9[0-9] [(]4\.0[)]' \
    '^164, 12 *free *200 [(]189[)] *2[2-4]\.[0-9] [(]25[)] *3\.[0-9]* [(]3\.3[)] .*[(]0\.93[)]$' \
    '^12, 12 *contact *1[0-9] *2[0-9]\.[0-9]* *0 *[0-9.]* [(]0\.15[)] *[0-9]* [(]35[)] *[0-9]* [(]55[)]$'

# The same from a file: a cube that turns beside a post, with contacts and without.
polytopes=$folder/polytopes.txt
box() {
    printf 'body %s 8 0\n' "$1"
    for x in "-$2" "$2"; do for y in -0.5 0.5; do for z in -0.5 0.5; do echo "$x $y $z"; done; done; done
}
{
    echo '# two boxes'
    box 1 2
    box 2 0.1
    echo 'cases 3'
    echo '0 1 1 0 0 0 0 1.5 0 0.1 and what else there is'
    echo '1 0 1 0 0 0 0 0 1.2 1'
    echo '2 0 1 0 0 0 0 3 0 1'
} >"$polytopes"
expect 0 hong --rounds 1 --polytopes "$polytopes"
no_complaint
lines 24
says '^8, 8 *contact *1 *33\.3 *[0-9.]* *[0-9.]* *[0-9.]* *$' '^8, 8 *free *2 *66\.7 ' \
    '^8, 8 *free *[0-9.]* *[0-9.]* *[0-9.]* *[0-9]* *0 *0 *0$'
if [ -n "${LEEWAY_DATA:-}" ]; then
    expect 0 hong --rounds 1 --polytopes "$LEEWAY_DATA/polytopes/hong_12_12.txt" \
        --polytopes "$LEEWAY_DATA/polytopes/hong_44_12.txt" --polytopes "$LEEWAY_DATA/polytopes/hong_164_12.txt"
    says '^12, 12 *contact *4\.59 [(]4\.4[)]' '^44, 12 *contact *4\.93 [(]4\.8[)]' \
        '^164, 12 *contact *5\.00 [(]4\.8[)]' '^12, 12 *free *3\.91 [(]4\.0[)]' \
        '^44, 12 *free *3\.50 [(]3\.3[)]' '^164, 12 *free *3\.01 [(]3\.3[)]'
fi
expect 2 hong --polytopes "$folder/none.txt"
complains 'none.txt: cannot be read'
sed 's/^cases 3/cases 4/' "$polytopes" >"$folder/short.txt"
expect 2 hong --polytopes "$folder/short.txt"
complains 'short.txt:23: a case is id, hit'
expect 2 workcell --polytopes "$polytopes"
complains "belongs to 'hong'"

# The cells have the paper's counts within 1; if velocities and places disagree, the published bound misses
# contacts that Leeway finds.
expect 0 workcell --rounds 1
no_complaint
says '^verdict  *free  *free  *free$' '^verdict  *contact  *contact  *contact$' \
    '^intervals  *52  *52 *$' '^bisected  *1  *1 *$' '^tests of features  *14  *14 *$' \
    '^distances of polygons  *9  *[89] ' '^intervals  *56 of 71  *5[0-9] of 71 *$' \
    '^velocities as large as the trajectories need  *0  *[0-9]*  *0$' \
    '^velocities that do not agree  *[1-9][0-9]*  *[0-9]*  *[1-9][0-9]*$'
# The published steps miss contacts if a path turns round; the sound steps and the 1-norm miss none.
# No two methods disagree.
expect 0 baginski --lines 4
no_complaint
lines 65
says '^Answers beside those of slab: 28 lines, .* bisection says otherwise on 0$' \
    '^1-norm  *0  *0  *0  *0$' '^steps  *[0-9]*  *[0-9]*  *0  *[1-9][0-9]*$' \
    '^8 layers  *[0-9]*  *[0-9]*  *0  *[1-9][0-9]*$' '^sound steps  *0  *0  *0  *0$' \
    '^sound 8 layers  *0  *0  *0  *0$' '^6 joints .*[(]24[.]5[)] .*[(]2[.]0[)]  *[0-9.]*$' \
    '^16 joints  *105  *[0-9.]*  *[1-9][0-9]*  *[1-9][0-9]*$' \
    '^6 joints  *99[.][0-9]  *1[0-9]*[.][0-9]  *[0-9.]*  *9[0-9][.][0-9]  *9[0-9][.][0-9]  *1[0-9]*[.][0-9]  *[0-9.]*  *9[0-9][.][0-9]$'
expect 2 baginski --lines 0
complains '--lines takes a whole number from 1 to '

# The cells have the paper's numbers of triangles; its third case has no figures. The published
# steps miss posts, more of them if the steps are longer; no other method misses a contact or
# reports a distant one.
expect 0 adaptive --lines 2 --rounds 1
no_complaint
lines 144
says '^case 1: arm, balls, box; 6 joints, 17632 triangles [(]the paper.s: 17632[)], 21 pairs; ' \
    '^case 2: .*; 8 joints, 19688 triangles [(]the paper.s: 19688[)]' \
    '^case 3: .*; 14 joints, 36908 triangles [(]the paper.s: 36908[)]' \
    '^fixed, as published .*[(]0\.392[)] .*[(]2\.828[)] .*[(]20\.443[)] ' \
    '^adaptive, as published .*[(]0\.245[)] .*[(]0\.331[)] .*[(]0\.401[)] ' \
    '^as published saves, % .*[(] 25\.8[)] .*[(] 25\.1[)] .*[(]  35\.0[)] ' \
    '^as published saves, % .*[(] 52\.1[)] .*[(] 52\.1[)] .*[(] 84\.1[)] ' \
    '^the same over tests by distances, % ' '^the same over right steps, % ' '^That comes out in [0-9] of 9 cells; in [0-9] ' \
    '^case 2: arm, positioner, posts  *1  *1  *5  *8  *4  .*[(]52\.1[)] .*[(]84\.1[)] ' \
    '^Answers beside those of slab: 6 lines, .* 0 undecided$' \
    '^fixed, as published  *0\.01 m  *[0-9]*  *0  *0  *[1-9][0-9]*$' \
    '^fixed, right steps  *0\.01 m  *0  *0  *0  *0$' '^fixed, right steps  *0\.0001 m  *0  *0  *0  *0$' \
    '^adaptive, as published  *0\.01 m  *0  *0  *0  *0$' \
    '^adaptive, rough .ours.  *0\.01 m  *0  *0  *0  *0$' '^adaptive, rough .ours.  *0\.0001 m  *0  *0  *0  *0$' \
    '^bisection  *0  *0  *0  *0$' '^slab  *0  *0  *0  *0$'
[ "$(grep -c '^adaptive, as published .*[(]' "$out")" -eq 2 ] ||
    fail 'a case without figures of the paper has some'
if grep '^.*rough (ours).*([ 0-9.]*)' "$out" >"$folder/beside"; then
    fail "the paper's figures stand beside a method that it does not have"
fi

# Each claim has the paper's figure, ours and a verdict, which the rule beside it decides; the table on top
# counts them.
expect 0 findings --quick --json
no_complaint
cp "$out" "$folder/findings.json"
says '"columns": .*"reproduced".*"not reproduced".*"refuted"' '"notes": "Measured in this order: ' \
    '"mean steps k, 12, 12 vertices, contact", "figures": ."Table II", 4\.4, 4\.[0-9], "within a factor 1\.2", "reproduced"' \
    '"mean abscissas n, .*, 12\.6, 2[0-9]\.[0-9], .*, "not reproduced"' \
    '"contacts missed, velocities that do not agree", "figures": ."[(]12[)]", 0, [1-9][0-9]*, "never", "refuted"' \
    '"contacts missed by [(]1[)], on lines and cusps", "figures": ."section 2", 0, 0, "never", "reproduced"' \
    '"contacts that fixed steps by [(]4[)] miss", .*"never", "refuted"'

# JSON has the same figures as the tables, digit for digit, and satisfies the schema.
expect 0 barycode --rounds 1 --json -o "$folder/barycode.json"
no_output
expect 0 workcell --rounds 1 --json
cp "$out" "$folder/workcell.json"
says '"figures": [[]"56 of 71", "5[0-9] of 71", null[]]' '{"name": "time", "unit": "us", "figures": [[]5000, '
expect 0 adaptive --lines 1 --rounds 1 --json
cp "$out" "$folder/adaptive.json"
expect 0 hong --rounds 1 --seed 3 --json
cp "$out" "$folder/hong.json"
says '^{"bench": "hong", "paper": "Hong, A New' '^  "version": "[0-9.]*", "seed": 3, "rounds": 1,$' \
    '{"name": "contact", "group": "12, 12", "figures": [[]656, .*, "paper": [[]656, 80, 4[.]4, 12[.]6, 0[.]15[]]}'
expect 0 baginski --lines 2 --json
cp "$out" "$folder/baginski.json"
expect 0 baginski --lines 2
if python3 -c 'import jsonschema' 2>"$err"; then
    cp "$out" "$folder/baginski.txt"
    ran='the schema of benchmarks'
    python3 - "$LEEWAY_SOURCE/docs/schema/bench.schema.json" "$folder" >"$out" 2>&1 <<'END' ||
import json, re, sys
from jsonschema import Draft202012Validator
schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)
results = {}
for name in ('adaptive', 'baginski', 'barycode', 'hong', 'workcell'):
    results[name] = json.load(open(f'{sys.argv[2]}/{name}.json'), parse_float=str, parse_int=str)
    Draft202012Validator(schema).validate(json.load(open(f'{sys.argv[2]}/{name}.json')))
    for table in results[name]['tables']:
        for row in table['rows']:
            assert len(row['figures']) == len(table['columns']), row
            assert len(row.get('paper', row['figures'])) == len(table['columns']), row
# the rows of the text, in their order, without names
printed = iter(open(f'{sys.argv[2]}/baginski.txt').read().splitlines())
for table in results['baginski']['tables']:
    for row in table['rows']:
        name = row.get('group', '') + '  ' + row['name'] if 'group' in row else row['name']
        pattern = re.compile(r'\s+'.join(re.escape(w) for w in name.split()) + r'\s\s+(?=[\d(])')
        line = next(line for line in printed if pattern.match(line))
        shown = re.sub(r'[()]', ' ', line[pattern.match(line).end():]).split()
        paper = row.get('paper', [None] * len(row['figures']))
        assert shown == [f for pair in zip(row['figures'], paper) for f in pair if f is not None], (line, row)
assert [t['over']['value'] for t in results['barycode']['tables'] if 'over' in t] == ['4', '8', '12', '16', '20', '24']
findings = json.load(open(f'{sys.argv[2]}/findings.json'))
Draft202012Validator(schema).validate(findings)
summary, *papers = findings['tables']
assert len(papers) == 5
verdicts = [c['name'] for c in summary['columns']]
claims = [(t, dict(zip([c['name'] for c in t['columns']], r['figures']))) for t in papers for r in t['rows']]
assert len(claims) >= 40
for table, claim in claims:
    assert claim['verdict'] in verdicts and isinstance(claim['ours'], (int, float)) and claim['where'], claim
    assert isinstance(claim['paper'], (int, float)) or claim['paper'] is None, claim
    assert (claim['verdict'] == 'refuted') == (claim['rule'] == 'never' and claim['ours'] > 0), claim
for row, count in zip(summary['rows'], [[c for c in claims if c[0] is t] for t in papers] + [claims]):
    assert row['figures'] == [sum(c['verdict'] == v for _, c in count) for v in verdicts], row
END
        fail 'the JSON is not as the schema or the tables say'
fi

expect 2
no_output
complains '^  barycode ' '^  workcell '
refuses spectra
complains '^leeway-bench: there is no benchmark "spectra"$'
refuses hong --rounds many
complains '^leeway-bench: --rounds takes a whole number'
refuses hong --seed -1
complains '^leeway-bench: --seed takes'
refuses hong --out ''
complains '^leeway-bench: --out takes a file, and its name is empty$'
refuses hong --out x.svg
complains '^leeway-bench: --out writes text'
expect 2 --polytopes "$folder/none.txt" hong
complains '^leeway-bench: .*none.txt'
expect 0 --version
says '^leeway-bench [0-9.]*$'
expect 0 --help
says '^Usage: leeway-bench \[OPTION\.\.\.\] NAME$'
expect 2 barycodes
complains "no benchmark \"barycodes\"; the nearest name is \"barycode\""
expect 2 barycode --rounds none
# options of other benchmarks
refuses hong --lines 5
complains "--lines belongs to 'adaptive' and 'baginski'$"
refuses baginski --rounds 3
complains "--rounds does not belong to 'baginski'"
refuses barycode --quick
complains "--quick belongs to 'findings'$"
refuses barycode --polytopes "$polytopes"
complains "--polytopes belongs to 'hong'$"
expect 2 barycode barycode
complains "one benchmark at a time"
