"""Compares the checker with python -m leeway.audit on altered claims: python3 agree.py CHECKER CLAIMS SCENE SEED...

For each seed the interval of each claim is stretched by a random factor, within its piece of the motion, and some
normals are turned a little. Both must refuse the same number of claims of each pair. They share the
modules that read scenes and motions, and none that decides. Prints the counts; ends with 1 if they differ."""

import contextlib
import io
import json
import os
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

import claims as written  # puts the verifier on the path
import proofs
import schema
import verify
from balls import Refused


class Altered:
    """The lines of a claims file with altered claims, and how many claims of each pair verify.py refuses."""

    def __init__(self, lines, verifier, motions, seed):
        self.random, self.lines, self.claims, self.refused = random.Random(seed), [lines[0]], 0, {}
        pairs, head, own = verifier.pairs[0], None, []
        for line in lines[1:]:
            if 'begin' in line:
                head, motion, own = line, verifier.reader.motion(motions[line['index']][1]), []
            elif 'parts' in line:
                piece = motion.piece_of(Fraction(line['from']), Fraction(line['to']))
                line = self._alter(line, float(motion.knots[piece]), float(motion.end)
                                   if piece + 1 == len(motion.knots) else float(motion.knots[piece + 1]))
                own.append((f'{head["index"]}:{line["pair"]}:{piece}', motion, line))
            elif 'verdict' in line:
                for name, motion, claim in own:
                    if claim['from'] <= line['free_until']:
                        self._judge(name, motion, pairs[claim['pair']], claim)
            self.lines.append(line)

    def _alter(self, claim, begin, end):
        factor, at = self.random.choice((1, 1.001, 1.01, 1.05, 1.2, 1.5, 2, 3)), claim['at']
        claim = {**claim, 'from': max(begin, at - (at - claim['from']) * factor),
                 'to': min(end, at + (claim['to'] - at) * factor)}
        if self.random.random() < 0.3:
            claim['parts'] = [{**p, 'normal': [v + self.random.gauss(0, 0.02) for v in p['normal']]}
                              for p in claim['parts']]
        return claim

    def _judge(self, name, motion, pair, claim):
        try:
            proofs.Claim(motion, pair, claim).check()
            refused = 0
        except Refused:
            refused = 1
        count, of = self.refused.get(name, (0, 0))
        self.refused[name] = (count + refused, of + 1)


def of_checker(checker, altered, scene):
    """How many claims of each pair the checker refuses, and the names of the pairs that it has seen."""
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
        file.write('\n'.join(map(json.dumps, altered.lines)))
        file.flush()
        text = io.StringIO()
        with contextlib.redirect_stdout(text), contextlib.redirect_stderr(io.StringIO()):
            written.main([file.name, scene])
    answer = subprocess.run([checker], input=text.getvalue(), capture_output=True, text=True, check=False)
    if not answer.stdout:
        raise SystemExit(f'the checker fails: {answer.stderr}')
    refused = {}
    for line in answer.stdout.splitlines():
        if line.startswith('refused: '):
            name, counts = line[9:].split(', ')
            refused[name] = int(counts.split()[0])
    return refused, {word for word in text.getvalue().split() if word.count(':') == 2}


def main(words):
    checker, path, scene_path, *seeds = words
    arguments = verify.Arguments([scene_path])
    scene = verify.load_scene(arguments)
    verifier, lines = verify.Verifier(scene, arguments.settings), schema.read_claims(path)
    verifier.read_scene(lines[0])
    motions = verify.load_motions(scene, arguments)
    both = total = differ = 0
    for seed in seeds:
        altered = Altered(lines, verifier, motions, int(seed))
        refused, names = of_checker(os.path.abspath(checker), altered, scene_path)
        for name in names:
            count, of = altered.refused[name]
            total, both = total + of, both + count
            if refused.get(name, 0) != count:
                differ += 1
                print(f'seed {seed}, {name}: verify.py refuses {count} claims, the checker {refused.get(name, 0)}')
    print(f'{total} claims, {both} of them refused by both, {differ} pairs in which they differ')
    return 1 if differ or not both or both == total else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
