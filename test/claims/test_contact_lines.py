"""Tests contacts in the files of `leeway check --proof`: that of each motion in contact is proven, and what is not true
is refused."""

import json
import math
import os
import pickle
import tempfile
import unittest
from fractions import Fraction

import contacts
from balls import ONE, P
from bodies import G, SCALE, element_of
from checked import LONG, Checked, randoms, scene
from test_blocks import element, point_of
from test_kinds import drives, linkage, mixed, motions, plane, swings
from test_carried import CORNERS, hand, write

UNIT = 2.0 ** -G


def proof(path, *words):
    return Checked(path, *words, blocks=True)


class Points(unittest.TestCase):
    def test_distances(self):
        """The distance of a point from a core is at most what is found, and that is not much more."""
        random = randoms()
        shapes = {}
        for _ in range(20000 if LONG else 600):
            node = element(random)
            if isinstance(node, dict):
                node.pop('radius', None)
            else:
                del node[9:]
            off = [random.gauss(0, 1) * 10 ** random.uniform(-15, 0) * random.choice((0, 1)) for _ in range(3)]
            point = [v + d for v, d in zip(point_of(node, random), off)]
            convex = element_of(node)[0]
            found = contacts.core_distance(convex, [int(v * SCALE) for v in point], 1 << G + 3) * UNIT
            size = math.hypot(*off)
            self.assertLess(found, 40 * size + 1e-13, node)  # a point of a cone or an ellipsoid is not the nearest
            # a direction from the core to the point bounds the distance from below
            for _ in range(4):
                n = [d / size if size else 0 for d in off]
                if size:
                    n = [v + random.gauss(0, 1e-2) for v in n]
                    n = [v / math.hypot(*n) for v in n]
                    self.assertGreater(found, sum(a * b for a, b in zip(n, point)) - self.support(convex, n) - 1e-12)
            shape = node['shape'] if isinstance(node, dict) else 'triangle'
            shapes[shape] = shapes.get(shape, 0) + 1
        print(shapes)
        self.assertEqual(len(shapes), 8)

    @staticmethod
    def support(convex, n):
        if isinstance(convex, tuple):
            return max(sum(n[k] * convex[3 * i + k] for k in range(3)) for i in range(3)) * UNIT
        return convex.support_value([int(v * SCALE) for v in n]) * UNIT / SCALE


class Proven(unittest.TestCase):
    """Random motions in scenes of all kinds."""

    def proven(self, folder, made, moves, *ways):
        random = randoms()
        found = 0
        for _ in range(60 if LONG else 6):
            node = made()
            if moves:
                node['motions'] = moves(random)
            path = write(folder, node)
            for words in ways:
                checked = proof(path, *words)
                self.assertEqual(checked.disagreements(), [], words)
                for result in checked.results:
                    met = checked.met[str(result['id'])]
                    if result['verdict'] != 'contact':
                        self.assertIsNone(met)
                        continue
                    self.assertIsNotNone(met, result)
                    self.assertEqual(float(met.time), result['time'])
                    self.assertEqual(set(met.pair.name.split(' and ')), set(result['pair']))
                    found += 1
        self.assertGreater(found, 3)

    def test_all_kinds(self):
        with tempfile.TemporaryDirectory() as folder:
            self.proven(folder, mixed, motions, [], ['--any'], ['--method', 'slab', '--margin', '0.02'])

    def test_the_plane(self):
        with tempfile.TemporaryDirectory() as folder:
            self.proven(folder, plane, drives, [], ['--any'])

    def test_linkages(self):
        with tempfile.TemporaryDirectory() as folder:
            self.proven(folder, linkage, swings, [], ['--method', 'bisection'])

    def test_stages(self):
        """The cup is put into the post, or the hand that carries it flies through it."""
        random = randoms()

        def moves(_):
            node = hand()['motions']
            path = node['place']['path']
            for row in path:
                row[1] += random.uniform(0.05, 0.12)
            path[0][1] = path[1][1] = path[2][1] = 0
            return node
        with tempfile.TemporaryDirectory() as folder:
            self.proven(folder, hand, moves, [], ['--any'])


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.checked = proof(scene('cell.json'), '--motions', scene('motions.jsonl'), '--motion', 'through the post')
        cls.place = next(i for i, n in enumerate(cls.checked.lines) if 'contact' in n)

    def lines(self):
        lines = pickle.loads(pickle.dumps(self.checked.lines))
        return lines, lines[self.place]

    def refused(self, lines, pattern):
        verdict, _, reason = self.checked.verdicts(lines)['through the post']
        self.assertEqual(verdict, 'refused')
        self.assertRegex(reason, pattern)

    def body(self, lines, side):
        line = lines[self.place]
        return lines[0]['bodies'][lines[0]['pairs'][line['pair']]['bodies'][side]], line['elements'][side]

    def test_as_it_is(self):
        verdict, until, reason = self.checked.verdicts()['through the post']
        self.assertEqual((verdict, reason), ('contact', None))
        met = self.checked.met['through the post']
        self.assertTrue(until <= met.time)
        self.assertLess(met.gap, met.pair.due * ONE + ONE // 10 ** 12)

    def test_points(self):
        for side in (0, 1):
            for k in range(3):
                lines, line = self.lines()
                line['points'][side][k] += 1e-9
                # it is moved into its element, and is then elsewhere, unless that is along the surface
                verdict = self.checked.verdicts(lines)['through the post']
                if verdict[0] == 'refused':
                    self.assertRegex(verdict[2], 'is not proven')
                lines, line = self.lines()
                line['points'][side][k] += 1
                self.refused(lines, 'is not proven')

    def test_an_element_that_is_added(self):
        """A sphere where the other body is: the claims of the free part hold no more, those of nothing do."""
        for side in (0, 1):
            lines, line = self.lines()
            body, _ = self.body(lines, side)
            body.pop('cells', None)  # triangles alone have cells
            count = len(body['elements'])
            body['elements'].append({'shape': 'point', 'radius': 0.01, 'position': line['points'][side]})
            body['ball'][3] += 5
            # a new root above the old one and the new leaf
            body['tree'] = [1, *(v + 2 if v >= 0 else v for v in body['tree'][:1]), -1 - count,
                            *(v + 2 if v >= 0 else v for v in body['tree'][1:])]
            if 'hulls' in body:
                body['hulls'].append([count])
            line['elements'][side] = count
            self.nothing_free(lines)
            self.refused(lines, 'is no shape of the scene')

    def nothing_free(self, lines):
        """Drops what is claimed of the free part."""
        begin = lines[1]['begin']
        lines[2:-1] = [self.at_begin(n) for n in lines[2:-1] if 'contact' in n]
        lines[-1].update({'free_until': begin, 'claims': 1})

    @staticmethod
    def at_begin(node):
        return node

    def test_a_larger_radius(self):
        for side in (0, 1):
            lines, _ = self.lines()
            body, index = self.body(lines, side)
            node = body['elements'][index]
            body['ball'][3] += 1
            if isinstance(node, list):
                node[9:] = [(node[9] if len(node) == 10 else 0) + 1e-3]
            else:
                node['radius'] = node.get('radius', 0) + 1e-3
            self.nothing_free(lines)
            self.refused(lines, 'is no shape of the scene|is not proven')

    def test_a_larger_margin(self):
        """A margin that the file makes larger, for bodies that keep the scene's."""
        lines, line = self.lines()
        line['contact'] -= 0.01
        lines[0]['pairs'][line['pair']]['margin'] += 1
        self.nothing_free(lines)
        self.refused(lines, 'the contact of .* is not proven')

    def test_times(self):
        lines, line = self.lines()
        line['contact'] = lines[-1]['free_until'] - 1e-9
        self.refused(lines, 'until which it is said to be free')
        lines, line = self.lines()
        line['contact'] = 2
        self.refused(lines, 'outside of its stage')
        lines, line = self.lines()
        lines.insert(self.place, dict(line))
        lines[-1]['claims'] += 1
        self.refused(lines, 'two contacts')
        lines, line = self.lines()
        lines[-1]['verdict'] = 'undecided'
        self.refused(lines, 'until which it is said to be free')

    def test_other_things(self):
        lines, line = self.lines()
        line['elements'][0] = 99999
        self.refused(lines, 'an element that is not there')
        lines, line = self.lines()
        line['pair'] = len(lines[0]['pairs'])
        self.refused(lines, 'a pair that is not there')
        lines, line = self.lines()
        lines[self.place] = {'pair': line['pair'], 'contact': line['contact'], 'inner': 0,
                             'element': line['elements'][0], 'point': line['points'][0]}
        self.refused(lines, 'none is shown to be inside')

    def test_pairs_that_may_meet(self):
        """Two bodies that the scene does not check are added as a pair."""
        lines, line = self.lines()
        bodies = [b['name'] for b in lines[0]['bodies']]
        pairs = {frozenset(p['bodies']) for p in lines[0]['pairs']}
        free = next((i, k) for i in range(len(bodies)) for k in range(i) if frozenset((i, k)) not in pairs)
        lines[0]['pairs'].append({'bodies': list(free), 'margin': 0, 'padding': [0, 0]})
        line['pair'] = len(lines[0]['pairs']) - 1
        line['elements'] = [0, 0]
        self.nothing_free(lines)
        self.refused(lines, 'may meet')

    def test_pairs_that_are_no_exemptions(self):
        lines, line = self.lines()
        pair = lines[0]['pairs'][line['pair']]['bodies']
        lines[0]['exempt'].append([*pair, 'scene'])
        self.refused(lines, 'is not exempt')
        lines[0]['exempt'][-1] = [len(lines[0]['bodies']), 0, 'scene']
        self.refused(lines, 'a body that is not there')


class Inner(unittest.TestCase):
    """A ball that flies in a crate, whose sides it does not touch."""

    def test_inside(self):
        node = {'robots': [{'name': 'fly', 'joint': {'type': 'floating'}, 'links': [
                    {'name': 'ball', 'type': 'sphere', 'radius': 0.005, 'position': [0.001, 0, 0]}]}],
                'obstacles': [{'id': 'crate', 'type': 'mesh', 'file': 'cup.obj', 'position': [0.2, 0, 0]}],
                'motions': {'in': {'from': [0.2, 0, 0.05, 0, 0, 0, 1], 'to': [0.21, 0, 0.05, 0, 0, 0, 1]},
                            'beside': {'from': [0.3, 0, 0.05, 0, 0, 0, 1], 'to': [0.31, 0, 0.05, 0, 0, 0, 1]}}}
        self.assertEqual(len(CORNERS), 8)
        with tempfile.TemporaryDirectory() as folder:
            path = write(folder, node)
            checked = proof(path)
            self.assertEqual(checked.disagreements(), [])
            self.assertIn('inner', checked.met['in'].node)
            self.assertLess(checked.met['in'].gap, ONE // 10 ** 12)
            # a surface has no inside
            self.assertEqual({r['verdict'] for r in proof(path, '--mesh', 'surface').results}, {'free'})
            for k, change in ((0, 0.5), (2, -0.06), (1, 0.01)):
                lines = pickle.loads(pickle.dumps(checked.lines))
                line = next(n for n in lines if 'contact' in n)
                line['point'][k] += change
                verdict, _, reason = checked.verdicts(lines)['in']
                self.assertEqual(verdict, 'refused')
                self.assertRegex(reason, 'is not proven' if k == 1 else 'none is shown to be inside')
            # the point of the other motion, in the place of this one's
            node['motions']['in']['from'][0] = 0.3
            path = write(folder, node)
            other = proof(path, '--motion', 'in')
            lines = pickle.loads(pickle.dumps(checked.lines))
            lines = [lines[0]] + [n for n in lines[1:] if n.get('motion') != 'beside']
            del lines[next(i for i, n in enumerate(lines) if 'verdict' in n) + 1:]
            lines[1] = other.lines[1]
            verdict, _, reason = other.verdicts(lines)['in']
            self.assertEqual((verdict, reason), ('refused', 'of ball and crate, none is shown to be inside the other'))


if __name__ == '__main__':
    unittest.main()
