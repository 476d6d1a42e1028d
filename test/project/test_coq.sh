#!/bin/sh -eu
# Tests that audit/coq/build.sh proves the theorems, that Coq refuses rules that are altered so as to prove too much,
# that the checker accepts claims and blocks and refuses altered ones, and that the script refuses proofs that are left
# out and axioms. Skipped without Coq and Coquelicot (./run coq installs them; ./run nightly has them).
fail() {
    printf '%s\n' "$1" >&2
    exit 1
}
command -v coqc >/dev/null && [ -d "$(coqc -where)/user-contrib/Coquelicot" ] && ocamlfind query zarith >/dev/null 2>&1 || {
    echo 'there is no Coq with Coquelicot, or no Zarith'
    exit 77
}
# warnings are errors, and those of another version differ
case $(coqc --print-version) in
8.16*) ;;
*) echo 'this is not Coq 8.16' && exit 77 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# the theorems, each rule of docs/proofs.md among them; nothing is written into the sources
(cd "$LEEWAY_SOURCE" && find audit -type f | sort) >"$folder/before"
sh "$LEEWAY_SOURCE/audit/coq/build.sh" "$folder/built" >"$folder/says" || fail 'the theorems are not proven'
(cd "$LEEWAY_SOURCE" && find audit -type f | sort) | cmp - "$folder/before" || fail 'the build wrote into audit/'
for rule in Bounds.rule_1 Bounds.rule_2 Bounds.rule_3 Slab.rule_4 Travel.rule_5 Block.rule_6 Block.rule_7 Block.rule_8 \
    Block.rule_9 Block.rule_10 Block.block_proves Block.blocks_prove CheckBlock.check_blocks_sound \
    Contact.check_contact_sound; do
    grep -qx "proven: $rule" "$folder/says" || fail "$rule is not among the theorems: $(cat "$folder/says")"
done

# altered FILE TEXT OTHER: with OTHER in place of TEXT, which stands in FILE once, a rule would prove too much
altered() {
    LEEWAY_TEXT=$2 LEEWAY_OTHER=$3 awk '
        BEGIN { text = ENVIRON["LEEWAY_TEXT"]; other = ENVIRON["LEEWAY_OTHER"] }
        i = index($0, text) { $0 = substr($0, 1, i - 1) other substr($0, i + length(text)); found++ }
        { print }
        END { exit found != 1 }' "$LEEWAY_SOURCE/audit/coq/$1" >"$folder/built/$1" ||
        fail "$1 does not have this text once: $2"
    ! (cd "$folder/built" && coqc -q -Q . Leeway "$1") >"$folder/log" 2>&1 || fail "Coq accepts $1 with $3 in place of $2"
    grep -q '^Error' "$folder/log" || fail "Coq ends without an error: $(cat "$folder/log")"
}
# (1) without the terms of two joints; (2) with the centre's distance, without what the joints below add, and with the
# stretched chain where joints slide; (3) without a term; D without half of the acceleration
altered Bounds.v '2 * (above * Rabs (rate j t)))' '(above * Rabs (rate j t)))'
altered Bounds.v '(place l (centre b) m)) + radius b.' '(place l (centre b) m)).'
altered Bounds.v '(axis j) (place l p t)) <= now j l + h * speed.' '(axis j) (place l p t)) <= now j l.'
altered Bounds.v 'if forallb turns l then Rmin' 'if true then Rmin'
altered Bounds.v '+ 2 * Rj * speed below))' '+ Rj * speed below))'
altered Bounds.v '+ h * h * curvature w / 2)' '+ h * h * curvature w / 4)'
# (4) at one end only, without a loss, with half of another, and without the rotation of the bodies
altered Slab.v '0 < gap p q (to - m) -> 0 < gap p q tau.' '0 < gap p q tau.'
altered Slab.v 'tau * tau / 2 * A * (len n + Rabs tau * len u) + tau * tau * len u * V + required * len (n + tau * u).' \
    'tau * tau / 2 * A * (len n + Rabs tau * len u) + required * len (n + tau * u).'
altered Slab.v 'tau * tau / 2 * A * (len n + Rabs tau * len u) + tau * tau * len u * V + required * len (n + tau * u).' \
    'tau * tau / 4 * A * (len n + Rabs tau * len u) + tau * tau * len u * V + required * len (n + tau * u).'
altered Slab.v '(n + tau * (u + cross n (angular (chain k) m)))%V.' '(n + tau * u)%V.'
# (5) without the second body's travel; the support value of a hull without the radii
altered Travel.v 'Definition pair_D := D_of a m (half from to m) + D_of b m (half from to m).' \
    'Definition pair_D := D_of a m (half from to m).'
altered Hull.v 'd <= dot n (centre b) - len n * radius b) ->' 'd <= dot n (centre b)) ->'

# (6) and the others with the chord of a smaller bend; (6) without the second body's bend
altered Block.v 'Definition bow (A a b : R) := A * ((b - a) * (b - a)) / 8.' \
    'Definition bow (A a b : R) := A * ((b - a) * (b - a)) / 16.'
altered Block.v 'bend_b : forall d, Q d -> bending ks (centre d) <= B.' 'bend_b : forall d, Q d -> 0 <= B.'
altered Block.v '(forall d, In d Q -> bending ks (centre d) <= B) ->' '(forall d, In d Q -> 0 <= B) ->'
# (7) without half of the terms of two joints, without what joints that slide reach, with the distance from an axis of
# the last joint where others turn, too; its three terms without what lies between joints
altered Block.v '(if_turns (joint_in k) r + 2 * above).' '(if_turns (joint_in k) r + above).'
altered Block.v '| k :: l => span k + reach l p end.' '| k :: l => reach l p end.'
altered Block.v '(axis (joint_in k)) p) | _ => reach l p end else 1.' '(axis (joint_in k)) p) | _ => len p end else 1.'
altered Block.v '(w * spans l + constant rest)' '(constant rest)'
# (8) without the ball's radius and for one end of the chord; (9) without one body's bend; for one ball of the cover in
# place of all, or with the own ball of a body that does not contain it
altered Block.v '(required + radius c + bow (bending ls (centre c)) a b).' '(required + bow (bending ls (centre c)) a b).'
altered Block.v 'd * len n < least - dot n u -> d * len n < least - dot n v -> segment_far u v set d.' \
    'd * len n < least - dot n u -> segment_far u v set d.'
altered Block.v '(required + radius c + radius d + bow (bending ls (centre c) + bending ks (centre d)) a b).' \
    '(required + radius c + radius d + bow (bending ls (centre c)) a b).'
altered Block.v 'forall c, In c (covering (first k)) -> keeps_off a b ls c around r' \
    'exists c, In c (covering (first k)) /\ keeps_off a b ls c around r'
altered Block.v 'in_ball (about_all m) p /\ exists c, In c (covering m) /\ in_ball c p.' \
    'exists c, In c (covering m) /\ in_ball c p.'
altered Block.v '| Obstacle its_points around => forall q, its_points q -> around q' '| Obstacle its_points around => True'
# (10) with a radius twice
altered Block.v 'len (y - x) <= Rmax 0 (len (Q - P) - r - s).' 'len (y - x) <= Rmax 0 (len (Q - P) - r - s - s).'
# the checker: (8) without the radius and the bend, at one end of the chord, with half of the bend or half of a term, of a
# cylinder without its base, of one ball of a cover; (9) of one ball of a cover; (6) without the second body's bend and
# at one end; an interval whose end is before its begin
altered CheckBlock.v '(c_to c) s (iadd required (c_room c)).' '(c_to c) s required.'
altered CheckBlock.v 'is_positive (isub rest (idot n u)) && is_positive (isub rest (idot n v)).' \
    'is_positive (isub rest (idot n u)).'
altered CheckBlock.v '(imul A (imul length length)) 8.' '(imul A (imul length length)) 16.'
altered CheckBlock.v '(iadd turning (imul (iz 2) above))' '(iadd turning above)'
altered CheckBlock.v '(iadd (imul half (iabs (idot n u))) (imul base (ilen (icross u n))))' '(imul half (iabs (idot n u)))'
altered CheckBlock.v 'off r set whole || forallb (off r set) balls' 'off r set whole || existsb (off r set) balls'
altered CheckBlock.v 'parted r whole whole'\'' || forallb (fun c =>' 'parted r whole whole'\'' || existsb (fun c =>'
altered CheckBlock.v '(bend ka P + bend kb Q)%Z' '(bend ka P)%Z'
altered CheckBlock.v '(p_from ka) (p_from kb) && open_between (p_to ka) (p_to kb).' '(p_from ka) (p_from kb).'
altered CheckBlock.v 'negb (Qle_bool t s) && match second with' 'true && match second with'

# a contact: a radius twice, one that is larger than that of a ball, points that are no mix, a distance below 0
altered Contact.v '(iadd (iq within) (iadd (iq (k_radius p)) (iq (k_radius q))))' \
    '(iadd (iq within) (iadd (iq (k_radius p)) (iadd (iq (k_radius q)) (iq (k_radius q)))))'
altered Contact.v 'forallb (fun b => Qle_bool (k_radius k) (q_radius b)) (balls_of k)' 'forallb (fun b => true) (balls_of k)'
altered Contact.v 'Qle_bool 0 (fst i) && Qle_bool (fst i) 1) (k_more k).' 'Qle_bool (fst i) 1) (k_more k).'
altered Contact.v 'sound_core q && Qle_bool 0 within &&' 'sound_core q && true &&'

# the checker accepts the claims of scenes/bodies.json, of motions that turn, slide and tumble; and refuses claims of a
# motion with a contact that are stretched to its end
export PYTHONDONTWRITEBYTECODE=1
if command -v python3 >/dev/null && [ -x "$folder/built/checker" ]; then
    scene=$LEEWAY_SOURCE/scenes/bodies.json
    "$LEEWAY" check "$scene" --method slab --proof "$folder/claims.jsonl" >"$folder/log" || [ $? = 1 ]
    python3 - "$folder" <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1] + '/claims.jsonl')]
kept, end, met = [lines[0]], 0, 0
for line in lines[1:]:
    if 'begin' in line:
        end, met = line['end'], 0
    if 'contact' in line:
        met = 1
        continue
    if line.get('verdict') == 'contact':
        line['free_until'] = end
        line['claims'] -= met
        own = [c for c in kept if 'parts' in c and c['index'] == line['index']]
        for pair in {c['pair'] for c in own}:
            max((c for c in own if c['pair'] == pair), key=lambda c: c['to'])['to'] = end
    kept.append({**line, 'index': kept[-1]['index']} if 'parts' in line or 'outside' in line else line)
with open(sys.argv[1] + '/stretched.jsonl', 'w') as file:
    for line in kept:
        if 'parts' in line or 'outside' in line:
            del line['index']
        print(json.dumps(line), file=file)

# without the claims of one pair, without any, and without the last motion
lines = [json.loads(line) for line in open(sys.argv[1] + '/claims.jsonl')]
def without(name, dropped):
    count = 0
    with open(f'{sys.argv[1]}/{name}.jsonl', 'w') as file:
        for line in lines:
            if 'parts' in line and dropped(line):
                count += 1
                continue
            if 'verdict' in line:
                line, count = {**line, 'claims': line['claims'] - count}, 0
            print(json.dumps(line), file=file)
without('one_pair', lambda line: line['pair'] == 0)
without('none', lambda line: True)
last = max(i for i, line in enumerate(lines) if 'begin' in line)
with open(sys.argv[1] + '/motions.jsonl', 'w') as file:
    file.writelines(json.dumps(line) + '\n' for line in lines[:last])
END
    for claims in claims stretched one_pair none motions; do
        status=0
        LEEWAY_VERIFIER=$LEEWAY_SOURCE/bind/python/leeway/audit python3 "$LEEWAY_SOURCE/audit/coq/claims.py" "$folder/$claims.jsonl" \
            "$scene" >"$folder/input" 2>"$folder/says" || status=$?
        [ $status != 0 ] || "$folder/built/checker" <"$folder/input" >"$folder/says" || status=$?
        case $claims in
        claims)
            grep -q '^77 of 77 pairs accepted' "$folder/says" && [ $status = 0 ] ||
                fail "the checker refuses claims: $(cat "$folder/says")"
            ;;
        motions)
            grep -q 'refused: the file has 4 motions where 5 are asked for' "$folder/says" && [ $status = 1 ] ||
                fail "a motion may be missing: $(cat "$folder/says")"
            ;;
        *)
            grep -q '^refused: ' "$folder/says" && [ $status = 1 ] ||
                fail "the checker accepts altered claims, $claims: $(cat "$folder/says")"
            ;;
        esac
    done
    # and proofs: of scenes/bodies.json, of the example of docs/proofs.md, of an arm of meshes that comes near a post, and
    # of one that carries a can, which is a cylinder and comes too near to a wall; it refuses one whose blocks speak of a
    # pair where it was left to claims, and one that says nothing of a part of a stage
    cell=$LEEWAY_SOURCE/scenes/cell.json
    cell_motions=$LEEWAY_SOURCE/scenes/motions.jsonl
    boom=$LEEWAY_SOURCE/scenes/boom.json
    pick=$LEEWAY_SOURCE/scenes/pick.json
    "$LEEWAY" check "$scene" --proof "$folder/bodies.jsonl" >"$folder/log" || [ $? = 1 ]
    "$LEEWAY" check "$boom" --proof "$folder/boom.jsonl" >"$folder/log"
    "$LEEWAY" check "$pick" --motion 'too low' --proof "$folder/pick.jsonl" >"$folder/log" || [ $? = 1 ]
    "$LEEWAY" check "$cell" --motions "$cell_motions" --motion 'through the post' --proof "$folder/cell.jsonl" \
        >"$folder/log" || [ $? = 1 ]
    python3 - "$folder" <<'END'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1] + '/bodies.jsonl')]
with open(sys.argv[1] + '/spoken.jsonl', 'w') as file:
    for line in lines:
        if 'left' in line:
            line = {k: v for k, v in line.items() if k != 'left'} | {'left': [e for e in line['left'] if e[0] != 1]}
        file.write(json.dumps(line) + '\n')

# a stage that is split where the motion has no knot, with nothing about the second half of it
lines, at, dropped = [json.loads(line) for line in open(sys.argv[1] + '/pick.jsonl')], 2, 0
own = next(line for line in lines if line.get('stage') == at and 'places' in line)
middle = (own['begin'] + own['end']) / 2
with open(sys.argv[1] + '/split.jsonl', 'w') as file:
    for line in lines:
        written = [line]
        if line is own:
            written = [{**line, 'end': middle}, {**line, 'stage': at + 1, 'begin': middle}]
        elif line.get('stage', 0) > at:
            written = [{**line, 'stage': line['stage'] + 1}]
        elif line.get('stage') == at:
            begin, end = line['block'] if 'block' in line else (line['from'], line['to'])
            if begin >= middle or end > middle and 'block' not in line:
                written, dropped = [], dropped + 1
            elif end > middle:
                written = [{**line, 'block': [begin, middle]}]
        elif 'verdict' in line:
            written = [{**line, 'claims': line['claims'] - dropped}]
        file.writelines(json.dumps(l) + '\n' for l in written)
END
    # a contact of another element, which is not there; and the rest of a motion
    sed '/"contact": /s/"elements": \[[0-9]*/"elements": [0/' "$folder/cell.jsonl" >"$folder/contact.jsonl"
    "$LEEWAY" check "$pick" --motion 'too low' --since 0.45 --proof "$folder/since.jsonl" >"$folder/log" || [ $? = 1 ]
    while read -r proof expected; do
        case $proof in
        cell | contact) set -- "$cell" --motions "$cell_motions" --motion 'through the post' ;;
        boom) set -- "$boom" ;;
        pick | split) set -- "$pick" --motion 'too low' ;;
        since) set -- "$pick" --motion 'too low' --since 0.45 ;;
        *) set -- "$scene" ;;
        esac
        status=0
        LEEWAY_VERIFIER=$LEEWAY_SOURCE/bind/python/leeway/audit python3 "$LEEWAY_SOURCE/audit/coq/claims.py" \
            "$folder/$proof.jsonl" "$@" >"$folder/input" || fail "$proof: claims.py fails"
        "$folder/built/checker" <"$folder/input" >"$folder/says" || status=$?
        case $(tr '\n' ' ' <"$folder/says") in
        *"$expected"*) ;;
        *) fail "$proof: expected '$expected': $(cat "$folder/says")" ;;
        esac
        case "$proof $status" in
        'boom 0' | 'bodies 0' | 'cell 0' | 'pick 3' | 'split 1' | 'spoken 1' | 'contact 1' | 'since 3') ;;
        *) fail "$proof: exit status $status" ;;
        esac
    done <<'END'
bodies 77 of 77 pairs accepted, with 35 claims and 386 intervals
boom 1 of 1 pairs accepted, with 0 claims and 7 intervals
cell 65 of 65 pairs accepted, with 2 claims and 456 intervals
pick 321 of 321 pairs accepted, with 5 claims and 2253 intervals
cell 1 of 1 contacts accepted
pick 1 of 1 contacts accepted
bodies 2 of 2 contacts accepted
contact contact refused: 0:contact 65 of 65 pairs accepted
since 1 of 1 contacts accepted not checked: 1 pairs
spoken refused: 1:1:0, 1 of its
split refused: 0:0:2, 0 of its 0 claims
END
    # it refuses the same claims and runs of intervals as leeway.audit, where they are altered at random
    first=${LEEWAY_SEED:-1}
    last=$((first + 9))
    [ -z "${LEEWAY_LONG:-}" ] || last=$((first + 199))
    seeds=$(seq -s , "$first" "$last")
    for file in claims bodies; do
        LEEWAY_VERIFIER=$LEEWAY_SOURCE/bind/python/leeway/audit python3 "$LEEWAY_SOURCE/audit/coq/agree.py" \
            "$folder/built/checker" "$folder/$file.jsonl" "$seeds" "$scene" || fail "the verifiers differ: $file"
    done
    LEEWAY_VERIFIER=$LEEWAY_SOURCE/bind/python/leeway/audit python3 "$LEEWAY_SOURCE/audit/coq/agree.py" \
        "$folder/built/checker" "$folder/cell.jsonl" "$seeds" "$cell" --motions "$cell_motions" \
        --motion 'through the post' || fail 'the verifiers differ: cell'
fi

# refused SENTENCE: the build refuses the theorem in $folder/sources, and says why
refused() {
    ! sh "$LEEWAY_SOURCE/audit/coq/build.sh" "$folder/out" "$folder/sources" >"$folder/says" 2>&1 ||
        fail "the build accepts this: $(cat "$folder"/sources/*.v)"
    grep -qF "$1" "$folder/says" || fail "expected '$1': $(cat "$folder/says")"
}
mkdir "$folder/sources"
good='Theorem good : 1 + 1 = 2. Proof. reflexivity. Qed.'
echo "$good" >"$folder/sources/Good.v"
sh "$LEEWAY_SOURCE/audit/coq/build.sh" "$folder/out" "$folder/sources" >"$folder/says" || fail 'a good theorem is refused'
[ "$(cat "$folder/says")" = 'proven: Good.good' ] || fail "expected one theorem without axioms: $(cat "$folder/says")"
echo 'Theorem wrong : 1 + 1 = 3. Proof. reflexivity. Qed.' >"$folder/sources/Wrong.v"
refused 'Unable to unify'
echo 'Lemma open : 1 + 1 = 3. Proof. Admitted.' >"$folder/sources/Wrong.v"
refused 'Wrong.v:1:'
echo 'Lemma open : 1 + 1 = 3. Proof. admit. Admitted. ' >"$folder/sources/Wrong.v"
refused 'these words are refused'
echo 'Axiom false : 1 + 1 = 3. Theorem wrong : 1 + 1 = 3. Proof. exact false. Qed.' >"$folder/sources/Wrong.v"
refused 'these words are refused'
# a variable outside a section is an axiom, too
printf 'Variable false : 1 + 1 = 3.\nTheorem wrong : 1 + 1 = 3. Proof. exact false. Qed.\n' >"$folder/sources/Wrong.v"
refused 'local-declaration'
printf 'Require Import Coq.Logic.Eqdep.\nTheorem wrong : forall (p : nat -> Type) (x : p 0) (h : 0 = 0), x = eq_rect 0 p x 0 h.\nProof. intros. apply Eq_rect_eq.eq_rect_eq. Qed.\n' \
    >"$folder/sources/Wrong.v"
refused 'rests on an axiom that is not allowed: '
rm "$folder"/sources/*
echo 'Lemma good : 1 + 1 = 2. Proof. reflexivity. Qed.' >"$folder/sources/Good.v"
refused 'there is no theorem'
