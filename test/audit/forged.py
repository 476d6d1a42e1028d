"""Tests leeway-audit with proofs that were altered at random: it must not call a motion free past its contact.

usage: forged.py LEEWAY AUDITOR COUNT SCENE.json...

Of each scene the proofs of all motions are taken, and COUNT altered copies are audited. What a file may claim
truly is known of each motion: that it is free until its first contact, and no further. Lines of stages are altered so
that this stays true, or so that the file has to be refused."""

import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

SLACK = 1e-9  # of the time of a contact, which the program knows up to its tolerance


def lines_of(leeway, scene, folder):
    """The first line of a scene's proof, the lines of each motion, and the results."""
    path = os.path.join(folder, 'proof.jsonl')
    run = subprocess.run([leeway, 'check', scene, '--json', '--proof', path], stdout=subprocess.PIPE, text=True,
                         check=False)
    results = [json.loads(line) for line in run.stdout.splitlines()]
    with open(path, encoding='utf-8') as file:
        lines = file.read().splitlines()
    motions = []
    for line in lines[1:]:
        node = json.loads(line)
        if 'begin' in node and 'motion' in node:
            motions.append([])
        motions[-1].append(node)
    return lines[0], motions, results


def first_claim(group):
    """The index of the first line that is not about a stage."""
    return next(i for i, n in enumerate(group) if i and 'places' not in n)


class Proofs:
    """The lines of a scene's proof file, and for each motion the time up to which it may be called free."""

    def __init__(self, leeway, scene, folder):
        self.model, self.motions, results = lines_of(leeway, scene, folder)
        self.frames = {i: body.get('frame') for i, body in enumerate(json.loads(self.model)['bodies'])}
        self.most, self.least = [], []  # when it may be called free, and in contact
        for result, group in zip(results, self.motions, strict=True):
            contact = result['verdict'] == 'contact'
            self.most.append(result['time'] + SLACK if contact else group[0]['end'])
            self.least.append(result['free_until'] - SLACK if contact else math.inf)
        # proofs of the motions with the attached objects elsewhere, where they may be carried past the contact
        self.others = [lines_of(leeway, other, folder)[1] for other in self._moved(scene, folder)]

    @staticmethod
    def _moved(scene, folder):
        with open(scene, encoding='utf-8') as file:
            text = file.read()
        carried = {node['id'] for motion in json.loads(text)['motions'].values() for node in motion.get('attach', ())}
        for by in ((0, 0, 0.01), (0.1, 0.1, 0.05), (0.2, 0, 0.1)) if carried else ():
            node = json.loads(text)
            for robot in node['robots']:
                for key in {'urdf', 'srdf'} & set(robot):
                    robot[key] = os.path.join(os.path.dirname(os.path.abspath(scene)), robot[key])
            for obstacle in node['obstacles']:
                if obstacle['id'] in carried:
                    obstacle['position'] = [a + b for a, b in zip(obstacle['position'], by)]
            path = os.path.join(folder, 'moved.json')
            with open(path, 'w', encoding='utf-8') as file:
                json.dump(node, file)
            yield path

    def group(self, kind, r):
        """Lines about a motion: its own, or from some stage on those with moved objects, and from the same or another
        stage on the claims with moved objects."""
        true = self.motions[kind]
        if not self.others or r.random() < 0.5:
            return true
        other = r.choice(self.others)[kind]
        first = first_claim(true)
        k = r.randrange(first)
        stages = true[1:1 + k] + other[1 + k:first]
        if r.random() < 0.3:
            k = r.randrange(first)
        claims = [n for n in true[first:-1] if n.get('stage', 0) < k] + [
            n for n in other[first:-1] if n.get('stage', 0) >= k]
        return [true[0], *stages, *claims, {**other[-1], 'claims': len(claims)}]


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

    def stage(self, line, frames):
        """Alters the line of a stage. frames: those of the bodies. Returns what is then known: 'refused': of its motion nothing may be proven,
        because a pair or a time is left out or stands there twice; 'more': it requires more than the scene, so that
        bodies may be in contact earlier; 'same': it says the same, or an object is not where it was before, which
        counts as a part of the distances that are required, or is refused."""
        r = self.random

        def needed(a, b):
            """A pair that cannot move may be left out."""
            own = {**frames, **{place['body']: place.get('frame') for place in line['places']}}
            return 'refused' if own[a] != own[b] else 'same'

        places = [p for p in line['places'] if 'frame' in p or 'cover' in p] or line['places']
        what = r.randrange(10)
        if what == 0:
            pair = r.choice(line['pairs'])
            more = 10 ** r.uniform(-12, 0)
            if r.random() < 0.5:
                pair['margin'] += more
            else:
                pair['padding'][r.randrange(2)] += more
            return 'more'
        if what == 1 and line['exempt']:
            a, b, _ = line['exempt'].pop(r.randrange(len(line['exempt'])))
            if r.random() < 0.5:
                return needed(a, b)
            line['pairs'].insert(r.randrange(len(line['pairs'])), {'bodies': [a, b], 'margin': 0, 'padding': [0, 0]})
            return 'more'
        if what == 2:
            return needed(*line['pairs'].pop(r.randrange(len(line['pairs'])))['bodies'])
        if what == 3:
            pair = json.loads(json.dumps(r.choice(line['pairs'])))
            if r.random() < 0.5:
                pair['bodies'].reverse()
            line['pairs'].insert(r.randrange(len(line['pairs'])), pair)
            return 'refused'
        if what == 4:
            line[r.choice(['begin', 'end'])] += r.choice([-1, 1]) * 10 ** r.uniform(-12, 0)
            return 'refused'
        if what == 5:
            i, k = r.sample(range(len(line['pairs'])), 2)
            line['pairs'][i], line['pairs'][k] = line['pairs'][k], line['pairs'][i]
        elif places:
            place = r.choice(places)
            if what == 6 and place.get('cover'):
                ball = r.choice(place['cover'])
                k = r.randrange(5)
                if k < 4:
                    ball[k] = self.number(ball[k])
                else:
                    place['cover'].remove(ball)
            elif what == 7 and 'frame' in place:
                place['frame'] = r.randrange(place['frame'] + 3)
                if r.random() < 0.3:
                    del place['frame']
            elif what == 8:
                line['places'].remove(place)
            else:
                key = r.choice(['position', 'rotation'])
                k = r.randrange(len(place['at'][key]))
                place['at'][key][k] += r.choice([-1, 1]) * 10 ** r.uniform(-16, 0)
        return 'same'

    def forge(self, group, frames):
        """An altered copy of a motion's lines, and what is known of its stages. Lines that are not altered are
        those that were given."""
        group, r = list(group), self.random

        def own(i):
            group[i] = json.loads(json.dumps(group[i]))
            return group[i]

        head, last = own(0), own(-1)
        first = first_claim(group)
        known = {self.stage(own(r.randrange(1, first)), frames) for _ in range(r.choice([0, 0, 1, 1, 2])) if first > 1}
        for _ in range(r.choice([0, 1, 1, 2, 3])):
            claims = range(first, len(group) - 1)
            if not claims:
                break
            i = r.choice(claims)
            node = own(i)
            what = r.randrange(7)
            if what == 0:
                del group[i]
            elif what == 1:
                group.insert(r.choice(claims), json.loads(json.dumps(node)))
            elif what == 6:
                k = r.choice(claims)
                group[i], group[k] = group[k], group[i]
            elif what == 2 and 'block' in node:
                self.masks(node)
            elif what == 3 and 'to' in node:
                node['to'] = r.choice([head['end'], last['free_until'], r.uniform(0, head['end'])])
            elif what == 4 and 'parts' in node:
                part = r.choice(node['parts'])
                if r.random() < 0.5:
                    part[r.choice('ab')] = {r.choice(['cell', 'node']): r.randrange(16)}
                else:
                    part['rule'] = r.choice(['slab', 'travel', 'chord'])
            else:
                self.alter(node)
        if r.random() < 0.7:
            last['verdict'] = r.choice(['free', 'contact', 'undecided'])
            last['free_until'] = r.choice([head['end'], r.uniform(head['begin'], head['end']),
                                           last['free_until'] + 10 ** r.uniform(-12, -2)])
        if r.random() < 0.95:
            last['claims'] = len(group) - 1 - first
        return group, known


def audit(auditor, model, groups, folder, texts=None):
    """What the auditor says of each motion: up to when it is proven free; None: nothing; and when in contact.
    texts: of lines that are not altered, by their identity."""
    path = os.path.join(folder, 'forged.jsonl')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(model + '\n')
        for number, group in enumerate(groups):
            group[0]['motion'] = group[-1]['motion'] = number
            for node in group:
                file.write((texts and texts.get(id(node)) or json.dumps(node)) + '\n')
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
    hand, believed, refused, staged = Forger(seed), 0, 0, 0
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
            texts = {id(node): json.dumps(node) for motions in [proofs.motions, *proofs.others] for group in motions
                     for node in group[1:-1]}
            for _ in range(max(1, count // 500)):
                kinds = [hand.random.randrange(len(proofs.motions)) for _ in range(min(count, 500))]
                forged = [hand.forge(proofs.group(kind, hand.random), proofs.frames) for kind in kinds]
                groups, model = [group for group, _ in forged], hand.cut(proofs.model)
                for kind, (group, known), (found, met) in zip(kinds, forged, audit(
                        auditor, model, groups, folder, texts)):
                    staged += bool(known) and found is not None
                    if 'refused' in known and (found is not None or met < math.inf):
                        sys.exit(f'forged.py: {scene}: {group} is believed until {found}, and its stages are no stages')
                    if met < proofs.least[kind] and 'more' not in known:
                        sys.exit(f'forged.py: {scene}: {group} is believed to be in contact at {met}, but it is free '
                                 f'until {proofs.least[kind]}')
                    believed += found is not None
                    refused += found is None
                    if found is not None and found > proofs.most[kind]:
                        sys.exit(f'forged.py: {scene}: {group} is believed until {found}, but it is free until '
                                 f'{proofs.most[kind]} at most')
    print(f'{believed} altered proofs of something true are believed, {staged} of them with altered stages; {refused} are '
          'refused')
    if not believed or not refused:
        sys.exit('forged.py: the files are all of one kind')


if __name__ == '__main__':
    main(sys.argv[1:])
