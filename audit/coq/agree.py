"""Compares the checker with python -m leeway.audit on altered claims: python3 agree.py CHECKER FILE SEED,... with the
arguments of `leeway check` after the file, SEED,... being numbers with commas between.

For each seed some pairs get a larger margin; the interval of each claim is stretched by a random factor, within its
piece of the motion, and some normals are turned a little; and blocks speak of some intervals that they left out. Both
must refuse the same number of claims, and of runs of intervals, of each pair, but for pairs for whose shapes the
checker gets larger ones. They share the modules that read scenes and motions, and none that decides. Prints the counts;
ends with 1 if they differ."""

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

MARGINS = (0, 0, 0.002, 0.01, 0.03, 0.1)


class Altered:
    """The lines of a file with altered claims and blocks."""

    def __init__(self, lines, motions, reader, seed):
        self.random = random.Random(seed)
        head = {**lines[0], 'pairs': [{**p, 'margin': p['margin'] + self.random.choice(MARGINS)}
                                      for p in lines[0]['pairs']]}
        self.lines = [head]
        for line in lines[1:]:
            if 'begin' in line and 'motion' in line:
                motion = reader.motion(motions[line['index']][1])
            elif 'parts' in line:
                piece = motion.piece_of(Fraction(line['from']), Fraction(line['to']))
                line = self._claim(line, float(motion.knots[piece]), float(motion.end)
                                   if piece + 1 == len(motion.knots) else float(motion.knots[piece + 1]))
            elif 'elements' in line and self.random.random() < 0.7:
                line = self._contact(line)
            elif 'left' in line:
                line = self._block(line)
            self.lines.append(line)

    def _claim(self, claim, begin, end):
        factor, at = self.random.choice((1, 1.001, 1.01, 1.05, 1.2, 1.5, 2, 3)), claim['at']
        claim = {**claim, 'from': max(begin, at - (at - claim['from']) * factor),
                 'to': min(end, at + (claim['to'] - at) * factor)}
        if self.random.random() < 0.3:
            claim['parts'] = [{**p, 'normal': [v + self.random.gauss(0, 0.02) for v in p['normal']]}
                              for p in claim['parts']]
        return claim

    def _contact(self, contact):
        """With another element, the points as they are."""
        elements, side = list(contact['elements']), self.random.randrange(2)
        of = self.lines[0]['pairs'][contact['pair']]['bodies'][side]
        elements[side] = self.random.randrange(len(self.lines[0]['bodies'][of]['elements']))
        return {**contact, 'elements': elements}

    def _block(self, block):
        masks = [(pair, mask & self.random.randrange(128)) for pair, mask in block['left']]
        left = [[pair, mask] for pair, mask in masks if mask]
        return {**{k: v for k, v in block.items() if k != 'left'}, **({'left': left} if left else {})}


def is_refused(pair, item):
    if item.kind == 'run':
        return not item.block._holds(pair, list(item.intervals))
    try:
        proofs.Claim(item.motion, pair, item.node).check()
        return False
    except Refused:
        return True


def is_contact_refused(met):
    try:
        met.contact.check()
        return False
    except Refused:
        return True


def of_checker(checker, text):
    """How many items of each pair the checker refuses, and contacts."""
    answer = subprocess.run([checker], input=text, capture_output=True, text=True, check=False)
    if not answer.stdout:
        raise SystemExit(f'the checker fails: {answer.stderr}')
    refused = {}
    for line in answer.stdout.splitlines():
        if line.startswith('refused: '):
            name, counts = line[9:].split(', ')
            refused[name] = int(counts.split()[0])
        if line.startswith('contact refused: '):
            refused[line[17:]] = 1
    return refused


def main(words):
    checker, path, seeds, *arguments = words
    given = verify.Arguments(arguments)
    scene = verify.load_scene(given)
    lines, motions = schema.read_claims(path), verify.load_motions(scene, given)
    reader = verify.Verifier(scene, given.settings).reader
    total, both, differ, kinds = 0, 0, 0, {}
    for seed in seeds.split(','):
        with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
            file.write('\n'.join(map(json.dumps, Altered(lines, motions, reader, int(seed)).lines)))
            file.flush()
            tasks, met, left, writer = written.read([file.name, *arguments])
        refused = of_checker(os.path.abspath(checker), written.text_of(tasks, met, left, writer))
        for task in tasks:
            if task.larger:
                continue
            count = 0
            for item in task.items:
                of, no = kinds.get(item.kind, (0, 0))
                wrong = is_refused(task.pair, item)
                kinds[item.kind] = of + 1, no + wrong
                count += wrong
            total, both = total + len(task.items), both + count
            if refused.get(task.name, 0) != count:
                differ += 1
                print(f'seed {seed}, {task.name}: leeway.audit refuses {count}, '
                      f'the checker {refused.get(task.name, 0)}')
        for contact in met:
            of, no = kinds.get('contact', (0, 0))
            wrong = is_contact_refused(contact)
            kinds['contact'] = of + 1, no + wrong
            total, both = total + 1, both + wrong
            if refused.get(contact.name, 0) != wrong:
                differ += 1
                print(f'seed {seed}, {contact.name}: leeway.audit refuses it: {wrong}')
    for kind, (of, no) in sorted(kinds.items()):
        print(f'{kind}: {of}, of which leeway.audit refuses {no}')
    print(f'{total} in all, {both} of them refused by both, {differ} pairs in which they differ')
    return 1 if differ or not both or both == total else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
