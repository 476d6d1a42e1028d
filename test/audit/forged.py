"""Tests leeway-audit with proofs that were altered at random: it must not call a motion free past its contact.

usage: forged.py LEEWAY AUDITOR COUNT SCENE.json...

Of each scene the proofs of all motions are taken, and COUNT altered copies are audited. What a file may claim
truly is known of each motion: that it is free until its first contact, and no further."""

import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

SLACK = 1e-9  # of the time of a contact, which the program knows up to its tolerance


class Proofs:
    """The lines of a scene's proof file, and for each motion the time up to which it may be called free."""

    def __init__(self, leeway, scene, folder):
        path = os.path.join(folder, 'proof.jsonl')
        run = subprocess.run([leeway, 'check', scene, '--json', '--proof', path], stdout=subprocess.PIPE, text=True,
                             check=False)
        results = [json.loads(line) for line in run.stdout.splitlines()]
        with open(path, encoding='utf-8') as file:
            lines = file.read().splitlines()
        self.model, self.motions = lines[0], []
        for line in lines[1:]:
            node = json.loads(line)
            if 'begin' in node and 'motion' in node:
                self.motions.append([])
            self.motions[-1].append(node)
        self.most, self.least = [], []  # when it may be called free, and in contact
        for result, group in zip(results, self.motions, strict=True):
            contact = result['verdict'] == 'contact'
            self.most.append(result['time'] + SLACK if contact else group[0]['end'])
            self.least.append(result['free_until'] - SLACK if contact else math.inf)


class Forger:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def number(self, value):
        r = self.random
        return r.choice([lambda: value + r.uniform(-1, 1) * 10 ** r.uniform(-9, 1), lambda: -value, lambda: 2 * value,
                         lambda: 1e6 * value, lambda: 0, lambda: r.uniform(0, 1), lambda: 1e308, lambda: 5e-324,
                         lambda: value * (1 + r.uniform(-1, 1) * 10 ** r.uniform(-16, -1))])()

    def alter(self, node):
        """Alters one number of a claim or a block, wherever it stands."""
        places = []

        def walk(at):
            items = at.items() if isinstance(at, dict) else enumerate(at)
            for key, value in items:
                if isinstance(value, (dict, list)):
                    walk(value)
                elif isinstance(value, (int, float)) and not isinstance(value, bool):
                    places.append((at, key))

        walk(node)
        if places:
            at, key = self.random.choice(places)
            value = self.number(at[key])
            at[key] = abs(int(value)) % 130 if isinstance(at[key], int) and self.random.random() < 0.7 else value

    def masks(self, node):
        """Has a block prove more, or less."""
        name = 'left' if 'left' in node else 'only' if 'only' in node else None
        if name is None:
            node['only'] = [[self.random.randrange(9), self.random.randrange(1, 128)]]
        elif self.random.random() < 0.5:
            node[name].pop(self.random.randrange(len(node[name])))
            if not node[name]:
                del node[name]
        else:
            self.random.choice(node[name])[1] = self.random.randrange(1, 128)

    def cut(self, model):
        """Has the planes that cut bodies into cells stand elsewhere, or be across other axes, half of the time."""
        model = json.loads(model)
        for body in model['bodies']:
            for node in body.get('cells', ()):
                if node and self.random.random() < 0.25:
                    node[1] = self.number(node[1])
                elif node and self.random.random() < 0.25:
                    node[0] = self.random.randrange(3)
        return json.dumps(model)

    def forge(self, group):
        group = json.loads(json.dumps(group))
        last, r = group[-1], self.random
        first = next(i for i, n in enumerate(group) if i and 'places' not in n)
        for _ in range(r.choice([0, 1, 1, 2, 3])):
            claims = range(first, len(group) - 1)
            if not claims:
                break
            i = r.choice(claims)
            what = r.randrange(7)
            if what == 0:
                del group[i]
            elif what == 1:
                group.insert(r.choice(claims), json.loads(json.dumps(group[i])))
            elif what == 6:
                k = r.choice(claims)
                group[i], group[k] = group[k], group[i]
            elif what == 2 and 'block' in group[i]:
                self.masks(group[i])
            elif what == 3 and 'to' in group[i]:
                group[i]['to'] = r.choice([group[0]['end'], last['free_until'], r.uniform(0, group[0]['end'])])
            elif what == 4 and 'parts' in group[i]:
                part = r.choice(group[i]['parts'])
                if r.random() < 0.5:
                    part[r.choice('ab')] = {r.choice(['cell', 'node']): r.randrange(16)}
                else:
                    part['rule'] = r.choice(['slab', 'travel', 'chord'])
            else:
                self.alter(group[i])
        if r.random() < 0.7:
            last['verdict'] = r.choice(['free', 'contact', 'undecided'])
            last['free_until'] = r.choice([group[0]['end'], r.uniform(group[0]['begin'], group[0]['end']),
                                           last['free_until'] + 10 ** r.uniform(-12, -2)])
        if r.random() < 0.95:
            last['claims'] = len(group) - 1 - first
        return group


def audit(auditor, model, groups, folder):
    """What the auditor says of each motion: up to when it is proven free; None: nothing; and when in contact."""
    path = os.path.join(folder, 'forged.jsonl')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(model + '\n')
        for number, group in enumerate(groups):
            group[0]['motion'] = group[-1]['motion'] = number
            for node in group:
                file.write(json.dumps(node) + '\n')
    run = subprocess.run([auditor, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode not in (0, 1) or run.stderr:
        sys.exit(f'forged.py: the auditor ended with {run.returncode}: {run.stderr[:2000]}')
    proven, met = {}, {}
    for line in run.stdout.splitlines():
        contact = re.match(r'motion (\d+): proven .*in contact at ([0-9.e+-]+)', line)
        if contact:
            met[int(contact[1])] = float(contact[2])
        found = re.match(r'motion (\d+): proven free(?: until ([0-9.e+-]*[0-9]))?', line)
        if found:
            number = int(found[1])
            proven[number] = float(found[2]) if found[2] else groups[number][0]['end']
    return [(proven.get(number), met.get(number, math.inf)) for number in range(len(groups))]


def main(words):
    leeway, auditor, count = words[0], words[1], int(words[2])
    seed = int(os.environ.get('LEEWAY_SEED', '1'))
    print(f'seed: LEEWAY_SEED={seed}')
    hand, believed, refused = Forger(seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for scene in words[3:]:
            proofs = Proofs(leeway, scene, folder)
            whole = audit(auditor, proofs.model, json.loads(json.dumps(proofs.motions)), folder)
            for group, (found, met), most in zip(proofs.motions, whole, proofs.most):
                until = group[-1]['free_until']
                if (met < math.inf) != (group[-1]['verdict'] == 'contact'):
                    sys.exit(f'forged.py: {scene}, {group[0]["motion"]}: in contact at {met}')
                if until > group[0]['begin'] and found != until or found is not None and found > most:
                    sys.exit(f'forged.py: {scene}, {group[0]["motion"]}: {found} instead of {until}')
            for _ in range(max(1, count // 500)):
                kinds = [hand.random.randrange(len(proofs.motions)) for _ in range(min(count, 500))]
                groups = [hand.forge(proofs.motions[kind]) for kind in kinds]
                model = hand.cut(proofs.model)
                for kind, group, (found, met) in zip(kinds, groups, audit(auditor, model, groups, folder)):
                    if met < proofs.least[kind]:
                        sys.exit(f'forged.py: {scene}: {group} is believed to be in contact at {met}, but it is free '
                                 f'until {proofs.least[kind]}')
                    believed += found is not None
                    refused += found is None
                    if found is not None and found > proofs.most[kind]:
                        sys.exit(f'forged.py: {scene}: {group} is believed until {found}, but it is free until '
                                 f'{proofs.most[kind]} at most')
    print(f'{believed} altered proofs of something true are believed, {refused} are refused')
    if not believed or not refused:
        sys.exit('forged.py: the files are all of one kind')


if __name__ == '__main__':
    main(sys.argv[1:])
