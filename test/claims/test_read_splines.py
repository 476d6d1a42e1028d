"""Splines as leeway.audit reads them, against their definitions: Bernstein polynomials, the recursion of Cox and de
Boor, and powers of the seconds."""

import math
import unittest
from fractions import Fraction

import splines
from balls import ONE, Refused
from checked import LONG, randoms


def basis(knots, i, degree, x):
    """A B-spline at x, of Cox and de Boor."""
    if degree == 0:
        return int(knots[i] <= x < knots[i + 1])
    found = Fraction(0)
    for left, right, a, b, own in ((i, i + degree, x, knots[i], i), (i + 1, i + degree + 1, knots[i + degree + 1], x, i + 1)):
        if knots[right] > knots[left]:
            found += (a - b) / (knots[right] - knots[left]) * basis(knots, own, degree - 1, x)
    return found


def read(node):
    """The times of a spline of one value, and its coefficients in each piece."""
    times, column = splines.read_spline(node, lambda row: {i: Fraction(v) for i, v in enumerate(row)})
    return times, column(0)


class Splines(unittest.TestCase):
    def same(self, c, u, value):
        at = sum(Fraction(m, ONE) * u ** k for k, (m, _) in enumerate(c))
        self.assertLess(abs(at - value), Fraction(1, 2 ** 120))

    def test_values(self):
        random = randoms()
        for _ in range(2000 if LONG else 40):
            degree, pieces, u = random.randrange(1, 8), random.randrange(1, 4), Fraction(random.random())
            points = [[random.uniform(-1, 1)] for _ in range(pieces * degree + 1)]
            exact = [Fraction(p[0]) for p in points]
            times, found = read({'type': 'bezier', 'degree': degree, 'points': points, 'duration': 2.5})
            self.assertEqual(times, [2.5 * i / pieces if i < pieces else 2.5 for i in range(pieces + 1)])
            for k, c in enumerate(found):
                self.same(c, u, sum(math.comb(degree, i) * u ** i * (1 - u) ** (degree - i) * exact[k * degree + i]
                                    for i in range(degree + 1)))
            knots = sorted(random.uniform(0, 9) for _ in range(len(points) + degree + 1))
            if random.randrange(2) and degree > 1:
                knots[degree + 1] = knots[degree]
            begin, end = knots[degree], knots[len(points)]
            if begin < end:
                times, found = read({'type': 'bspline', 'degree': degree, 'points': points, 'knots': knots, 'duration': 3})
                scaled = [Fraction((k - begin) * 3.0 / (end - begin)) for k in knots]
                self.assertEqual(len(found), len(times) - 1)
                for a, b, c in zip(times, times[1:], found):
                    x = Fraction(a) + u * (Fraction(b) - Fraction(a))
                    self.same(c, u, sum(p * basis(scaled, i, degree, x) for i, p in enumerate(exact)))
            times, found = read({'type': 'polynomial', 'coefficients': [points[:10]], 'knots': [0, 0.7]})
            self.same(found[0], u, sum(p * (u * Fraction(0.7)) ** k for k, p in enumerate(exact[:10])))

    def test_gaps(self):
        """What is claimed of the second polynomial is claimed of all values between the two."""
        for gap in (3e-14, -3e-14):
            _, (before, after) = read({'type': 'polynomial', 'coefficients': [[[0], [1]], [[1 + gap]]], 'knots': [0, 1, 2]})
            self.assertLess(before[0][1], 9)
            middle, error = after[0]
            self.assertGreaterEqual(error, abs(middle - ONE))
            self.assertLess(error, ONE >> 43)
        with self.assertRaises(Refused):
            read({'type': 'polynomial', 'coefficients': [[[0], [1]], [[1 + 1.3e-13]]], 'knots': [0, 1, 2]})

    def test_refused(self):
        points = [[0.0]] * 5
        good = {'type': 'bezier', 'degree': 2, 'points': points, 'knots': [0, 1, 3]}
        spline = {'type': 'bspline', 'degree': 2, 'points': points, 'knots': [0, 0, 0, 1, 2, 3, 3, 3]}
        powers = {'type': 'polynomial', 'coefficients': [points, points], 'knots': [0, 1, 3]}
        for node in (good, spline, powers):
            read(node)
        for node, keys, sentence in (
                (good, {'type': 'line'}, 'type'), (good, {'degree': 0}, 'degree'), (good, {'degree': 10}, 'degree'),
                (good, {'degree': 1.5}, 'degree'), (good, {'degree': 3}, 'points'), (good, {'points': points[:1]}, 'points'),
                (spline, {'points': points[:2], 'knots': [0, 0, 0, 1, 1]}, 'points'), (good, {'points': ['home'] * 5}, 'no list'),
                (good, {'knots': [1, 2, 3]}, 'begin at 0'), (good, {'knots': [0, 2, 1, 3]}, 'number of knots'),
                (good, {'knots': [0, 2, 1]}, 'decrease'), (good, {'knots': [0, 3, 3]}, 'too often'),
                (good, {'duration': -1}, 'duration'), (good, {'speed': 1}, 'speed'),
                (spline, {'knots': [0, 0, 0, 2, 1, 3, 3, 3]}, 'decrease'), (spline, {'knots': [-1, -1, 0, 1, 1, 3, 3, 3]}, None),
                (spline, {'points': points + [[0]], 'knots': [-1, -1, 0, 1, 1, 1, 3, 3, 3]}, 'too often'),
                (spline, {'knots': [0, 0, 0, 1, 3, 3, 3, 3]}, 'too often'),
                (powers, {'duration': 3}, 'duration'), (powers, {'coefficients': []}, 'coefficients'),
                (powers, {'coefficients': [points, []]}, 'coefficients'), (powers, {'coefficients': [[[0]] * 11, points]}, 'more than ten'),
                (powers, {'coefficients': [['home'], ['home']]}, 'no list')):
            with self.subTest(node=node['type'], **keys):
                if sentence is None:
                    read({**node, **keys})
                    continue
                with self.assertRaisesRegex(Refused, sentence):
                    read({**node, **keys})
        with self.assertRaisesRegex(Refused, 'duration'):
            read({'type': 'bezier', 'degree': 2, 'points': points})


if __name__ == '__main__':
    unittest.main()
