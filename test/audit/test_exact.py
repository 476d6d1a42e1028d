"""leeway-audit believes nothing that is false by less than doubles can tell: inequalities that hold or fail by the last
bit, against exact fractions."""

import math
import random
import unittest
from fractions import Fraction as F

from proofs import LONG, SEED, audit, ball, body, claim, model, motion, pair, part, stage, track

CASES = 3000 if LONG else 150


def nudged(r, value):
    return value * (1 + r.randrange(-6, 7) * 2.0**-53)


def cosine(x):
    """Of a fraction, to 1e-40."""
    out, term, k = F(0), F(1), 0
    while abs(term) > F(1, 10**45):
        out += term
        k += 2
        term = -term * x * x / (k * (k - 1))
    return out


def over_root(a, b):
    """The sign of a - the root of b, and whether that is clear."""
    square = a * a if a > 0 else F(0)
    return square > b, abs(square - b) > F(1, 10**20) * b


class Exact(unittest.TestCase):
    def judge(self, first, cases, *options):
        """cases: (lines of a motion, whether it is true, whether 128 bits tell)"""
        said = audit(first, [lines for lines, _, _ in cases], *options)
        kinds = set()
        for k, (lines, true, clear) in enumerate(cases):
            believed = k in said.proven
            if believed != true and (believed or clear):
                self.fail(f'{"believed" if believed else "refused"}: {first} {lines}')
            kinds.add(true)
        self.assertEqual(kinds, {True, False})

    def test_directions(self):
        """Two balls along any normal: sums, products and a root."""
        r = random.Random(SEED)
        frames = [{'kind': 'slide', 'variable': 0, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]},
                  {'kind': 'slide', 'variable': 1, 'parent': 0, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]},
                  {'kind': 'slide', 'variable': 2, 'parent': 1, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]}]
        radii = [0.1, 0.037]
        first = model(frames, [body('a', [ball(radii[0])]), body('b', [ball(radii[1])], 2)], [])
        for options in ((), ('--precise',)):
            cases = []
            for _ in range(CASES):
                n = [r.uniform(-1, 1) for _ in range(3)]
                padding, margin = [r.uniform(0, 0.2) for _ in range(2)], r.uniform(0, 0.5)
                kept = sum(radii) + sum(padding) + margin
                size = math.hypot(*n)
                # the three slides are along x, y and z
                d = [kept * n[k] / size for k in range(3)]
                d[r.randrange(3)] *= 1 + r.randrange(-6, 7) * 2.0**-53
                exact = sum(map(F, [*radii, *padding, margin]))
                true, clear = over_root(sum(F(a) * F(b) for a, b in zip(n, d)), exact**2 * sum(F(x)**2 for x in n))
                lines = [stage([pair(margin=margin, padding=padding)]), claim([part(n)])]
                cases.append((motion(lines, rest=d), true, clear))
            self.judge(first, cases, *options)

    def on_a_line(self, position, exact, **more):
        """A case of two balls of radius 0.1 that are `exact` apart along x, about `position` in doubles."""
        r = self.random
        margin = nudged(r, position - 0.2)
        padding = [r.choice([0, 0.05]), 0]
        margin -= padding[0]
        kept = 2 * F(0.1) + F(margin) + F(padding[0])
        lines = [stage([pair(margin=margin, padding=padding)], 0, more['begin'], more['end'])]
        lines.append(claim([part([1, 0, 0])], 0, more['begin'], more['end']))
        return motion(lines, **more), exact > kept, abs(exact - kept) > F(1, 10**25)

    def test_pieces(self):
        """A slide along x, at a time of a piece of any length."""
        r = self.random = random.Random(SEED)
        frame = {'kind': 'slide', 'variable': 0, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]}
        first = model([frame], [body('a', [ball(0.1)]), body('b', [ball(0.1)], 0)], [])
        cases = []
        for _ in range(CASES):
            begin, end = sorted(r.uniform(0, 3) for _ in range(2))
            t = r.uniform(begin, end)
            c = [r.uniform(1, 2)] + [r.uniform(-0.1, 0.1) for _ in range(r.randrange(1, 10))]
            u = (F(t) - F(begin)) / (F(end) - F(begin))
            exact = sum(F(x) * u**k for k, x in enumerate(c))
            cases.append(self.on_a_line(float(exact), exact, tracks=[track([[c]], times=[begin, end])], rest=[0],
                                        begin=t, end=t))
        self.judge(first, cases)

    def test_turns(self):
        """A ball on a lever: the cosine of a sum."""
        r = self.random = random.Random(SEED)
        frame = {'kind': 'turn', 'variable': 0, 'multiplier': 0.7, 'offset': 0.1}
        first = model([frame], [body('a', [ball(0.1)]), body('b', [ball(0.1, [1.3, 0, 0])], 0)], [])
        cases = []
        for _ in range(CASES):
            q = r.uniform(-1, 1)
            exact = F(1.3) * cosine(F(0.7) * F(q) + F(0.1))
            cases.append(self.on_a_line(float(exact), exact, rest=[q], begin=0, end=0))
        self.judge(first, cases)

    def test_rotations(self):
        """Rotations stand for the exact ones of their columns."""
        r = self.random = random.Random(SEED)
        for _ in range(CASES // 10):
            angle = r.uniform(-1, 1)
            a, b = math.cos(angle), math.sin(angle)
            a, b = a * (1 + r.uniform(-4e-10, 4e-10)), b * (1 + r.uniform(-4e-10, 4e-10))
            place = {'rotation': [a, b, 0, -b, a, 0, 0, 0, 1]}
            first = model([], [body('a', [ball(0.1)]), body('b', [ball(0.1, [1.3, 0, 0])], at=place)], [])
            cases, square = [], F(a)**2 + F(b)**2
            for _ in range(20):
                case, _, _ = self.on_a_line(1.3 * a / math.sqrt(a * a + b * b), F(1), begin=0, end=0)
                own = case[1]['pairs'][0]
                kept = 2 * F(0.1) + F(own['margin']) + sum(map(F, own['padding']))
                true, clear = over_root(F(1.3) * F(a), kept**2 * square)
                cases.append((case, true, clear))
            self.judge(first, cases)

    def test_columns(self):
        """The second column counts without its part along the first, and at length 1."""
        for e in (5e-10, -5e-10):
            for rotation, x in (([1, 0, 0, e, 1, 0, 0, 0, 1], 1.3), ([0, 1 + e / 2, 0, -1, 0, 0, 0, 0, 1], -1),
                                ([0, -1, 0, 1 + e / 2, 0, 0, 0, 0, 1], 1)):
                first = model([], [body('a', [ball(0.1)]),
                                   body('b', [ball(0.1, [1.3, 1, 0])], at={'rotation': rotation})], [])
                n = [1 if x > 0 else -1, 0, 0]
                groups = [motion([stage([pair(margin=abs(x) - 0.2 + d)]), claim([part(n)])]) for d in (-1e-12, 1e-12)]
                self.assertEqual(set(audit(first, groups).proven), {0}, rotation)

    def test_shapes(self):
        """Support values with a root, of shapes that stand apart from a point by the last bit, or do not."""
        r = random.Random(SEED)
        base, half, three = 0.3, 0.45, [0.21, 0.37, 0.56]
        shapes = [{'shape': 'cylinder', 'base': base, 'half': half}, {'shape': 'cone', 'base': base, 'half': half},
                  {'shape': 'ellipsoid', 'half': three}]
        frames = [{'kind': 'slide', 'variable': 0}]
        for which, shape in enumerate(shapes):
            first = model(frames, [body('a', [shape]), body('b', [{'shape': 'point'}], 0)], [pair()])
            cases = []
            for _ in range(CASES):
                n = [r.uniform(-1, 1), r.uniform(-1, 1), r.uniform(0.2, 1)]
                across = base * math.hypot(n[0], n[1])
                reach = [across + half * n[2], max(across - half * n[2], half * n[2]),
                         math.hypot(*(h * x for h, x in zip(three, n)))][which]
                q = nudged(r, reach / n[2])
                left = F(q) * F(n[2])
                if which == 2:
                    true, clear = over_root(left, sum((F(h) * F(x))**2 for h, x in zip(three, n)))
                else:
                    left += F(half) * F(n[2]) * (1 if which else -1)
                    true, clear = over_root(left, F(base)**2 * (F(n[0])**2 + F(n[1])**2))
                    if which and F(q) <= F(half):
                        true, clear = False, q != half
                cases.append((motion([claim([part(n)])], rest=[q]), true, clear))
            self.judge(first, cases)


if __name__ == '__main__':
    unittest.main()
