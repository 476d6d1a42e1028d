"""Splines of all kinds and degrees: leeway-audit --scene and leeway.audit accept what the program proves of them, and
refuse proofs of other splines, and stretched ones."""

import json
import math
import os
import random
import re
import subprocess
import sys

from proofs import LONG, SEED
from scene_files import Files, LEEWAY, SCENE

VERIFIER = os.path.join(os.environ['LEEWAY_SOURCE'], 'bind', 'python', 'leeway', 'audit')
PEG = {'id': 'peg', 'type': 'sphere', 'radius': 0.1, 'position': [0, 0.3, -0.1]}
ROUNDS = int(os.environ.get('LEEWAY_SPLINES', '300' if LONG else '3'))


def bezier(rng, degree):
    pieces = rng.randrange(1, 4)
    points = [[rng.uniform(-1.5, 1.5), rng.uniform(0, 0.2)] for _ in range(pieces * degree + 1)]
    out = {'type': 'bezier', 'degree': degree, 'points': points}
    if rng.randrange(2):
        out['knots'] = [0]
        for _ in range(pieces):
            out['knots'].append(out['knots'][-1] + rng.uniform(0.2, 2))
    if 'knots' not in out or rng.randrange(2):
        out['duration'] = rng.uniform(0.5, 5)
    return out


def bspline(rng, degree):
    count = degree + rng.randrange(1, 6)
    points = [[rng.uniform(-1.5, 1.5), rng.uniform(0, 0.2)] for _ in range(count)]
    out = {'type': 'bspline', 'degree': degree, 'points': points, 'duration': rng.uniform(0.5, 5)}
    if rng.randrange(3):
        knots = [rng.uniform(-1, 1)]
        while len(knots) < count + degree + 1:
            # a knot may be repeated as often as the degree
            again = knots[-degree:].count(knots[-1]) < degree and rng.randrange(3) == 0
            knots.append(knots[-1] + (0 if again else rng.uniform(0.2, 1)))
        if knots[degree] < knots[count]:
            out['knots'] = knots
    return out


def polynomial(rng, degree):
    """Polynomials that meet, up to rounding: each begins where the one before ends."""
    knots, out, at = [0], [], [rng.uniform(-1, 1), rng.uniform(0.05, 0.15)]
    for _ in range(rng.randrange(1, 4)):
        w = rng.uniform(0.3, 1.5)
        rows = [at] + [[rng.uniform(-0.5, 0.5) / w ** k, rng.uniform(-0.01, 0.01) / w ** k] for k in range(1, degree + 1)]
        knots.append(knots[-1] + w)
        at = [math.fsum(row[j] * (knots[-1] - knots[-2]) ** k for k, row in enumerate(rows)) for j in (0, 1)]
        out.append(rows)
    return {'type': 'polynomial', 'coefficients': out, 'knots': knots}


def turned(node, by):
    """A spline whose first joint is elsewhere all the time."""
    node = json.loads(json.dumps(node))
    for row in node['points'] if 'points' in node else [own[0] for own in node['coefficients']]:
        row[0] += by
    return node


def leaves(node, path=()):
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        yield from leaves(value, path + (key,))
        if isinstance(value, (int, float)) and key != 'degree':
            yield path + (key,)


def altered(node, path, value):
    node = json.loads(json.dumps(node))
    parent = node
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value(parent[path[-1]])
    return node


class Splines(Files):
    def setUp(self):
        super().setUp()
        self.motions = {}

    def put(self, motions):
        self.motions = motions
        self.write('scene.json', json.dumps({**SCENE, 'obstacles': SCENE['obstacles'] + [PEG], 'motions': motions}))

    def verdicts(self, *arguments):
        """{id: verdict and time} of the program, whose proof is kept."""
        self.proof = self.path('proof.jsonl')
        done = subprocess.run([LEEWAY, 'check', self.path('scene.json'), '--json', '--proof', self.proof, '--threads', '1', *arguments],
                              check=False, capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        return {row['id']: (row['verdict'], row['free_until']) for row in rows}

    def of_c(self):
        """{id} of the motions that leeway-audit believes, and all that it says."""
        _, said = self.audit()
        return {json.loads(m) for m in re.findall(r'^motion (".*?"): proven', said, re.M)}, said

    def of_python(self):
        done = subprocess.run([sys.executable, '-B', VERIFIER, self.proof, self.path('scene.json')], check=False, capture_output=True,
                              text=True, timeout=100)
        return set(re.findall(r'^([\w ]+): (?:free|contact|undecided)', done.stdout, re.M)), done.stdout + done.stderr

    def both_accept(self, found):
        for believed, said in (self.of_c(), self.of_python()):
            self.assertEqual(believed, set(found), said)

    def both_refuse(self, sentence):
        for believed, said in (self.of_c(), self.of_python()):
            self.assertEqual(believed, set(), said)
            self.assertRegex(said, sentence)

    def test_random_splines(self):
        rng = random.Random(SEED)
        seen, refused, hits = set(), 0, 0
        for _ in range(ROUNDS):
            motions = {f'{make.__name__} {d}': {'spline': make(rng, d)} for make in (bezier, bspline, polynomial) for d in range(1, 10)}
            self.put(motions)
            found = self.verdicts()
            self.both_accept(found)
            seen |= {verdict for verdict, _ in found.values()}
            # each is another one in the files, by one number
            others = {}
            for name, node in motions.items():
                at = rng.choice([p for p in leaves(node) if p[-1] != 'duration' and p[-2] != 'knots'])
                others[name] = altered(node, at, lambda v: v + rng.choice((-1, 1)) * 0.01)
            kept = self.proof
            self.put(others)
            believed, said = self.of_c()
            # control points whose weight is 0 in the motion may change
            refused += len(set(found) - believed)
            self.assertLess(len(believed), 6, said)
            # farther away they meet something: then a proof of freedom is false
            self.put({n: {'spline': turned(node['spline'], 1.2)} for n, node in motions.items()})
            self.proof = self.path('others.jsonl')
            os.replace(kept, self.path('kept.jsonl'))
            truth = self.verdicts()
            self.proof = self.path('kept.jsonl')
            for believed, said in (self.of_c(), self.of_python()):
                for name in believed:
                    until = found[name][1]
                    self.assertFalse(truth[name][0] == 'contact' and truth[name][1] < until - 1e-6, (name, said))
            hits += sum(truth[n][0] == 'contact' and truth[n][1] < found[n][1] - 1e-6 for n in found)
        self.assertLessEqual({'free', 'contact'}, seen)
        self.assertGreater(refused, 20 * ROUNDS)
        self.assertGreater(hits, ROUNDS)

    def test_stretched(self):
        """Of a motion that ends in contact the last block is stretched to the end, and the verdict is free."""
        rng, done = random.Random(SEED), 0
        for degree in range(6, 10):
            for make in (bezier, bspline, polynomial):
                node = make(rng, degree)
                key = 'coefficients' if make is polynomial else 'points'
                if make is polynomial:
                    node['coefficients'], node['knots'] = node['coefficients'][:1], node['knots'][:2]
                    node[key][0][1][0] = 3 / node['knots'][1]
                else:
                    node[key][-1][0] = 4
                self.put({'m': {'spline': node}})
                found = self.verdicts()
                self.both_accept(found)
                if found['m'][0] != 'contact' or found['m'][1] == 0:
                    continue
                with open(self.proof, encoding='utf-8') as file:
                    lines = [json.loads(line) for line in file]
                end = lines[1]['end']
                lines = [line for line in lines if 'contact' not in line or 'verdict' in line]
                timed = [line for line in lines if 'block' in line or 'from' in line]
                for line in timed[-3:]:
                    if 'block' in line:
                        line['block'][1] = end
                    else:
                        line['to'] = end
                last = next(line for line in lines if 'verdict' in line)
                last.update(verdict='free', free_until=end, claims=sum(('block' in x) or ('pair' in x) for x in lines[2:]))
                with open(self.proof, 'w', encoding='utf-8') as file:
                    file.writelines(json.dumps(line) + '\n' for line in lines)
                self.both_refuse('refused')
                done += 1
        self.assertGreater(done, 3)

    def test_other_coefficients(self):
        """A proof with other coefficients than those of the files, by more than rounding."""
        rng = random.Random(SEED)
        for degree in range(1, 10):
            self.put({'m': {'spline': bspline(rng, degree)}})
            self.verdicts()
            with open(self.proof, encoding='utf-8') as file:
                lines = file.readlines()
            for power in range(degree + 1):
                node = json.loads(lines[1])
                rng.choice(node['tracks'][0]['coefficients'])[rng.randrange(2)][power] += 1e-6
                with open(self.proof, 'w', encoding='utf-8') as file:
                    file.writelines([lines[0], json.dumps(node) + '\n', *lines[2:]])
                believed, said = self.of_c()
                self.assertEqual(believed, set())
                self.assertIn('moves otherwise than in the proof', said)

    def one(self, node):
        """Proves one spline, which is accepted."""
        self.put({'m': {'spline': node}})
        self.both_accept(self.verdicts())

    def other(self, node, sentence, python=None, **keys):
        """The files have another spline: leeway-audit refuses the proof, and leeway.audit what it cannot read."""
        with self.subTest(node=node, **keys):
            self.put({'m': {'spline': node, **keys}})
            believed, said = self.of_c()
            self.assertEqual(believed, set(), said)
            self.assertRegex(said, sentence)
            if python is not None:
                believed, said = self.of_python()
                self.assertEqual(believed, set(), said)
                self.assertRegex(said, python)

    def test_bezier(self):
        node = {'type': 'bezier', 'degree': 2, 'points': [[0, 0], [0.1, 0.1], [0.2, 0.05], [0.3, 0.1], [0.4, 0.1]],
                'knots': [0, 1, 3]}
        self.one(node)
        for at in leaves(node):
            if at != ('knots', 0):
                self.other(altered(node, at, lambda v: v + 1e-6), 'moves otherwise|at other times|another time')
        self.other({**node, 'duration': 6}, 'another time')
        self.other({**node, 'type': 'bspline'}, 'does not have 8 finite numbers', 'wrong number of knots')
        self.other({**node, 'type': 'line'}, 'not of type', 'not of type')
        self.other({**node, 'degree': 3}, 'wrong number of points', 'wrong number of points')
        self.other({**node, 'degree': 0}, 'no degree from 1 to 9', 'no degree from 1 to 9')
        self.other({**node, 'degree': 10}, 'no degree from 1 to 9', 'no degree from 1 to 9')
        self.other({**node, 'degree': 1.5}, 'no degree from 1 to 9', 'no degree from 1 to 9')
        self.other({**node, 'points': node['points'][:2]}, 'wrong number of points', 'wrong number of points')
        self.other({**node, 'points': node['points'][:1]}, 'wrong number of points', 'wrong number of points')
        self.other({**node, 'points': ['home'] * 5}, 'a row that is no list', 'a row that is no list')
        self.other({**node, 'knots': [1, 2, 4]}, 'do not begin at 0', 'do not begin at 0')
        self.other({**node, 'knots': [0, 3, 1]}, 'decrease', 'decrease')
        self.other({**node, 'knots': [0, 3, 3]}, 'repeated too often', 'repeated too often')
        self.other({**node, 'knots': [0, 0, 0]}, 'do not begin', 'do not begin')
        self.other({**node, 'knots': [0, 3]}, 'does not have 3 finite numbers', 'wrong number of knots')
        self.other({**node, 'duration': -3}, 'duration above 0', 'duration above 0')
        self.other({**node, 'speed': 3}, 'a key "speed"', 'speed')
        self.other({k: v for k, v in node.items() if k != 'knots'}, 'duration above 0', 'duration above 0')
        self.other(node, 'attaches or releases', 'attaches or releases', attach=[])
        self.other(node, 'attaches or releases', 'attaches or releases', release=[])
        self.other(node, 'is not one of', 'is one of', path=[[0, 0]])

    def test_bspline(self):
        points = [[0.1 * k, 0.02 * k * (k % 3)] for k in range(7)]
        self.one({'type': 'bspline', 'degree': 3, 'points': points, 'duration': 3})
        self.one({'type': 'bspline', 'degree': 3, 'points': points, 'knots': [0, 0, 0, 0, 1, 1, 1, 3, 3, 3, 3]})
        node = {'type': 'bspline', 'degree': 3, 'points': points, 'knots': [-3, -2, -1, 0, 1, 1.5, 2, 3, 4, 5, 6]}
        self.one(node)
        for at in leaves(node):
            # the first and the last knot have no effect on the motion
            if at[-1] not in (0, 10) or len(at) == 3:
                self.other(altered(node, at, lambda v: v + 1e-4), 'moves otherwise|at other times|another time|do not begin at 0')
        self.other({**node, 'knots': [-3, -2, -1, 0, 1, 1, 1, 1, 4, 5, 6]}, 'another time')
        self.other({**node, 'knots': [-3, -2, -1, 0, 1, 1, 1, 1, 1, 5, 6]}, 'repeated too often', 'repeated too often')
        jumps = [-3, -2, -1, 0, 1, 1, 1, 1, 2, 3, 4, 5]
        self.other({**node, 'points': points + [[0, 0]], 'knots': jumps}, 'repeated too often', 'repeated too often')
        self.other({**node, 'duration': 4}, 'another time')

    def test_gap_counts(self):
        """Where polynomials are apart by rounding, all of the gap has to be free: as far as the ball comes in it, and not
        only as far as it is before and behind."""
        gap = 2 ** -44
        self.write('ball.urdf', '''<robot name="r"><link name="base"/>
            <link name="ball"><collision><geometry><sphere radius="0.0625"/></geometry></collision></link>
            <joint name="s" type="prismatic"><parent link="base"/><child link="ball"/><axis xyz="1 0 0"/>
            <limit lower="-9" upper="9" effort="1" velocity="1"/></joint></robot>''')
        node = {'type': 'polynomial', 'coefficients': [[[1]], [[1 + gap]]], 'knots': [0, 1, 2]}
        self.write('scene.json', json.dumps({
            'robots': [{'urdf': 'ball.urdf'}], 'motions': {'m': {'spline': node}}, 'margin': 0.5,
            'obstacles': [{'id': 'peg', 'type': 'sphere', 'radius': 0.0625, 'position': [2, 0, 0]}]}))
        self.assertEqual(self.verdicts('--method', 'slab')['m'][0], 'free')
        with open(self.proof, encoding='utf-8') as file:
            lines = file.readlines()
        self.assertIn('"parts"', lines[2])
        # nearest the ball is 0.875 - gap from the peg; the second polynomial counts for another gap
        for gaps, c, python in ((20, True, True), (2.1, True, None), (1.9, False, False), (0.9, False, False)):
            with open(self.proof, 'w', encoding='utf-8') as file:
                file.writelines([lines[0].replace('"margin": 0.5', f'"margin": {0.875 - gaps * gap!r}'), *lines[1:]])
            for (believed, said), holds in ((self.of_c(), c), (self.of_python(), python)):
                if holds is not None:
                    self.assertEqual(believed, {'m'} if holds else set(), (gaps, said))

    def test_polynomials(self):
        node = {'type': 'polynomial', 'coefficients': [[[0, 0.01], [0.1, 0], [0.1, 0.01]], [[0.2, 0.02], [0.1, 0.01]]], 'knots': [0, 1, 2.5]}
        self.one(node)
        for at in leaves(node):
            if at != ('knots', 0):
                self.other(altered(node, at, lambda v: v + 1e-6), 'moves otherwise|at other times|another time|do not meet')
        apart = altered(node, ('coefficients', 1, 0, 0), lambda v: v + 1e-12)
        self.other(apart, 'do not meet', 'do not meet')
        # within rounding they meet
        self.put({'m': {'spline': altered(node, ('coefficients', 1, 0, 0), lambda v: v + 2e-15)}})
        self.both_accept(['m'])
        self.other({**node, 'duration': 1}, 'a key "duration"', 'duration')
        self.other({**node, 'coefficients': []}, 'no polynomials', 'no coefficients')
        self.other({**node, 'coefficients': [[], []]}, 'no coefficients', 'no coefficients')
        self.other({**node, 'coefficients': [[[0, 0]] * 11] * 2}, 'more than ten', 'more than ten')
        self.other({**node, 'coefficients': [['home'], ['home']]}, 'a row that is no list', 'a row that is no list')
        self.other({k: v for k, v in node.items() if k != 'knots'}, 'duration above 0', 'duration above 0')
