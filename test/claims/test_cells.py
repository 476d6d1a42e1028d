"""Tests of cells: what triangles have in them, coverage by parts that name them, and proofs of hooks that
reach into each other, also with cells that were altered."""

import copy
import math
import os
import subprocess
import tempfile
import unittest
from fractions import Fraction

import hooks
import proofs
import schema
import verify
from balls import ONE, Refused
from bodies import UNIT, ClaimedBody
from checked import LEEWAY, LONG, randoms


def cuts_of(random, depth=3):
    """A random tree of cells."""
    nodes, waiting = [[]], [(0, depth)]
    while waiting:
        at, left = waiting.pop(random.randrange(len(waiting)))
        if left and (at == 0 or random.random() < 0.7):
            nodes[at] = [random.randrange(3), random.choice((0, random.uniform(-0.6, 0.6))), len(nodes)]
            waiting += [(len(nodes), left - 1), (len(nodes) + 1, left - 1)]
            nodes += [[], []]
    return nodes


def body_of(random, count, nodes=None):
    """A body of triangles, some of whose corners lie in planes that cut it."""
    def number():
        return random.choice((0, random.uniform(-1, 1)))

    elements = [[number() for _ in range(9)] + random.choice(([], [random.uniform(0.01, 0.2)])) for _ in range(count)]
    return ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 3], 'elements': elements, 'tree': chain_of(count),
                        'cells': nodes or cuts_of(random)})


def chain_of(count):
    """A tree each of whose inner nodes has a leaf."""
    tree = [0] * (2 * count - 1)
    for i in range(count - 1):
        at = 0 if i == 0 else 2 * i
        tree[at] = 2 * i + 1
        tree[2 * i + 1] = -1 - i
    tree[-1] = -count
    return tree


def is_in(nodes, cell, p):
    """Whether a point is in a cell, by its way from the root."""
    def descend(at):
        if at == cell:
            return True
        if not nodes[at]:
            return False
        axis, limit, child = nodes[at]
        return p[axis] <= limit and descend(child) or p[axis] >= limit and descend(child + 1)
    return descend(0)


class Pieces(unittest.TestCase):
    def points(self, raw, random, count):
        """Points of a triangle, as exact numbers; many near its edges."""
        corners = [[Fraction(c) for c in raw[3 * k:3 * k + 3]] for k in range(3)]
        for _ in range(count):
            shares = [Fraction(random.choice((0, random.random(), random.random()))) for _ in range(3)]
            if sum(shares):
                yield [sum(s * c[k] for s, c in zip(shares, corners)) / sum(shares) for k in range(3)]

    def test_support_values(self):
        """A piece has every point of the triangle in its cell, and reaches no farther than the farthest."""
        random = randoms()
        inside = 0
        for _ in range(1000 if LONG else 100):
            body = body_of(random, random.randint(1, 4))
            nodes = body.cells.nodes
            cell = random.randrange(len(nodes))
            d = [int(random.gauss(0, 1) * UNIT) for _ in range(3)]
            chosen = body.set_of({'a': {'cell': cell}}, 'a')
            value = None if chosen is None else Fraction(chosen[0].support_value(chosen[1], d), ONE)
            length = math.hypot(*(c / UNIT for c in d))
            farthest = None
            for raw, (_, radius) in zip(body.raw, body.elements):
                for p in self.points(raw, random, 300):
                    if not is_in(nodes, cell, p):
                        continue
                    inside += 1
                    own = sum(Fraction(c, UNIT) * x for c, x in zip(d, p)) + Fraction(radius, UNIT) * Fraction(length)
                    farthest = own if farthest is None else max(farthest, own)
            if farthest is not None:
                self.assertGreaterEqual(value, farthest - Fraction(1, 10 ** 12))
                # the samples come near, unless the piece is small
                self.assertLess(value, farthest + Fraction(7, 10) * Fraction(length))
        self.assertGreater(inside, 1000)

    def test_one_triangle(self):
        """The values of a triangle that is cut twice, by hand."""
        body = ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 9], 'elements': [[0, 0, 0, 4, 0, 0, 0, 4, 0]], 'tree': [-1],
                            'cells': [[0, 1, 1], [1, 2, 3], [], [], []]})

        def value(cell, *d):
            tree, node = body.set_of({'a': {'cell': cell}}, 'a')
            return Fraction(tree.support_value(node, [c * UNIT for c in d]), ONE)

        self.assertEqual(value(0, 1, 1, 0), 4)
        self.assertEqual(value(1, 1, 0, 0), 1)  # x <= 1
        self.assertEqual(value(1, 0, 1, 0), 4)
        self.assertEqual(value(2, 0, 1, 0), 3)  # x >= 1
        self.assertEqual(value(2, -1, 0, 0), -1)
        self.assertEqual(value(3, 1, 1, 0), 3)  # x <= 1 and y <= 2
        self.assertEqual(value(4, 0, -1, 0), -2)  # x <= 1 and y >= 2
        self.assertEqual(value(4, 1, 1, 0), 4)

    def test_nothing_in_it(self):
        body = ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 9], 'elements': [[0, 0, 0, 1, 0, 0, 0, 1, 0]], 'tree': [-1],
                            'cells': [[2, 0.5, 1], [], []]})
        self.assertIsNone(body.set_of({'a': {'cell': 2}}, 'a'))
        self.assertIsNotNone(body.set_of({'a': {'cell': 1}}, 'a'))

    def test_no_tree(self):
        for nodes in ([[0, 0, 1], []], [[0, 0, 2], [], [], []], [[0, 0, 1], [0, 0, 1], []], [[], [], []],
                      [[0, 0, 1], [1, 0, 3], [1, 0, 3], [], []], [[0, 0, 1], [], [], []]):
            with self.assertRaisesRegex(Refused, 'no tree'):
                body_of(randoms(), 2, nodes)
        with self.assertRaisesRegex(Refused, 'not only triangles'):
            ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 9], 'elements': [{'shape': 'point'}], 'tree': [-1],
                         'cells': [[0, 0, 1], [], []]})


class Covering(unittest.TestCase):
    def leaves(self, body, given):
        """The leaves of cells, and the elements, of a set."""
        if given is None or given.get('node') == 0:
            return {(leaf, e) for leaf in body.cells.leaves() for e in range(len(body.elements))}
        return {(leaf, e) for leaf in body.cells.leaves() if given['cell'] in body.cells.above(leaf)
                for e in range(len(body.elements))}

    def test_random_parts(self):
        """Parts that name cells are complete if each leaf of the one body is in one with each of the other."""
        random = randoms()
        found = {True: 0, False: 0}
        for _ in range(3000 if LONG else 400):
            a, b = body_of(random, 2), body_of(random, 1)
            sides = random.choice(('a', 'b', 'ab'))
            stack, parts = [(0, 0)], []
            while stack:
                i, k = stack.pop()
                inner = [s for s, body, n in (('a', a, i), ('b', b, k)) if s in sides and body.cells.nodes[n]]
                if not inner or random.random() < 0.3:
                    part = {}
                    for key, n in (('a', i), ('b', k)):
                        if key in sides and (n or random.random() < 0.5):
                            part[key] = {'cell': n} if n else {random.choice(('cell', 'node')): 0}
                    parts.append(part)
                elif random.choice(inner) == 'a':
                    stack += [(a.cells.nodes[i][2] + s, k) for s in (0, 1)]
                else:
                    stack += [(i, b.cells.nodes[k][2] + s) for s in (0, 1)]
            proofs.check_parts(parts, a, b, 'it')
            random.shuffle(parts)
            less = parts[:random.randint(0, len(parts))]
            covered = {(x, y) for p in less for x in self.leaves(a, p.get('a')) for y in self.leaves(b, p.get('b'))}
            every = {(x, y) for x in self.leaves(a, None) for y in self.leaves(b, None)}
            try:
                proofs.check_parts(less, a, b, 'it')
                accepted = True
            except Refused:
                accepted = False
            self.assertEqual(accepted, covered == every)
            found[accepted] += 1
        self.assertGreater(min(found.values()), 50)

    def test_cells_and_nodes(self):
        """On a side on which parts name cells, a node other than the root covers nothing."""
        a, b = body_of(randoms(), 2, [[0, 0, 1], [], []]), body_of(randoms(), 2, [[0, 0, 1], [], []])
        cells = [{'a': {'cell': 1}}, {'a': {'cell': 2}}]
        proofs.check_parts(cells, a, b, 'it')
        halves = [{'a': {'node': 1}}, {'a': {'node': 2}}]
        proofs.check_parts(halves, a, b, 'it')
        for parts in (cells[:1] + halves[:1], cells[:1] + halves, [{'a': {'cell': 1}, 'b': {'node': 1}}, cells[1]]):
            with self.assertRaises(Refused):
                proofs.check_parts(parts, a, b, 'it')
        # cells of the one side, nodes of the other
        proofs.check_parts([cells[0], *({**cells[1], 'b': {'node': n}} for n in (1, 2))], a, b, 'it')
        with self.assertRaises(Refused):
            proofs.check_parts([{'a': {'cell': 3}}, *cells], a, b, 'it')


class Hooks(unittest.TestCase):
    """Proofs of hooks that reach into each other, as the program writes them."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.files = []
        for seed in range(40 if LONG else 6):
            path = os.path.join(cls.folder.name, f'{seed}.json')
            hooks.write(path, seed)
            proof = path + '.proof'
            subprocess.run([LEEWAY, 'check', path, '--proof', proof], capture_output=True, check=False)
            arguments = verify.Arguments([path])
            cls.files.append((schema.read_claims(proof), arguments, verify.load_scene(arguments)))

    def verdicts(self, file, lines):
        _, arguments, scene = file
        verifier = verify.Verifier(scene, arguments.settings)
        verifier.read_scene(lines[0])
        return list(verifier.check_file(lines[1:], verify.load_motions(scene, arguments)))

    def with_cells(self):
        """The files with lines that name cells, and where these are."""
        for file in self.files:
            places = [i for i, line in enumerate(file[0]) for part in line.get('parts', ())
                      if 'cell' in part.get('a', ()) or 'cell' in part.get('b', ())]
            if places:
                yield file, sorted(set(places))

    def test_accepted(self):
        free = 0
        for file in self.files:
            for identity, verdict, _, reason in self.verdicts(file, file[0]):
                self.assertNotEqual(verdict, 'refused', (identity, reason))
                free += verdict == 'free'
        self.assertGreater(free, len(self.files))
        self.assertGreater(len(list(self.with_cells())), len(self.files) / 3)

    def test_a_part_less(self):
        """Without one of its parts, a claim leaves out something."""
        random = randoms()
        refused = 0
        for file, places in self.with_cells():
            lines = copy.deepcopy(file[0])
            line = lines[random.choice(places)]
            if len(line['parts']) > 1:
                line['parts'].pop(random.randrange(len(line['parts'])))
                refused += any(v[1] == 'refused' and 'leave out' in v[3] for v in self.verdicts(file, lines))
                self.assertEqual(sum(v[1] == 'refused' for v in self.verdicts(file, lines)), 1)
        self.assertGreater(refused, 0)

    def test_other_planes(self):
        """With planes that stand elsewhere claims still hold, or are refused; far away they leave all of a body in
        one cell, which no direction separates."""
        random = randoms()
        for file, _ in self.with_cells():
            for far in (False, True):
                lines = copy.deepcopy(file[0])
                for body in lines[0]['bodies']:
                    for node in body.get('cells', ()):
                        if node:
                            node[1] = 9 if far else node[1] + random.gauss(0, 0.05)
                            node[0] = node[0] if far else random.choice((node[0], random.randrange(3)))
                verdicts = self.verdicts(file, lines)
                if far:
                    self.assertTrue(any(v[1] == 'refused' and 'is not proven' in v[3] for v in verdicts))
                # the lines state no more than those of the program, whatever is accepted
                for (_, verdict, until, _), (_, was, limit, _) in zip(verdicts, self.verdicts(file, file[0])):
                    self.assertTrue(verdict == 'refused' or verdict == was and until == limit)

    def test_an_empty_cell(self):
        """Of nothing in a cell every part holds, along any direction; of all of a body not."""
        for file, places in self.with_cells():
            lines = copy.deepcopy(file[0])
            for body in lines[0]['bodies']:
                # one more cut above all others, with nothing behind it in the new node 2
                old = [[*node[:2], node[2] + 2] if node else [] for node in body.get('cells', ())]
                if old:
                    body['cells'] = [[2, 9, 1], old[0], [], *old[1:]]
            for i in reversed(places):
                keys = {key for part in lines[i]['parts'] for key in part if key in 'ab'}
                for part in lines[i]['parts']:
                    for key in keys & set(part):
                        part[key]['cell'] += 2
                wrong = {'normal': [-c for c in lines[i]['parts'][0]['normal']], 'rule': 'chord'}
                lines[i]['parts'] += [{**wrong, key: {'cell': 2}} for key in sorted(keys)]
            self.assertTrue(all(v[1] != 'refused' for v in self.verdicts(file, lines)))
            parts = lines[places[0]]['parts']
            parts.append({**wrong, min(keys): {'cell': 1}})
            self.assertTrue(any('is not proven' in (v[3] or '') for v in self.verdicts(file, lines)))
            parts[-2:] = []
            self.assertTrue(any('leave out' in (v[3] or '') for v in self.verdicts(file, lines)))


if __name__ == '__main__':
    unittest.main()
