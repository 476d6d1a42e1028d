"""Tests parts of the verifier: numbers against floating point, bounds against the motions
themselves, and coverage."""

import json
import math
import os
import tempfile
import unittest
from fractions import Fraction

import balls
import geometry
import proofs
import verify
from balls import ONE, P
from bodies import UNIT, ClaimedBody, tree_over
from checked import LONG, Checked, randoms, scene


TINY = ONE // 10 ** 18  # rounding errors, which the bounds on exact numbers do not count


def value(a):
    return a[0] / ONE


class Numbers(unittest.TestCase):
    def test_sine_and_cosine(self):
        random = randoms()
        for size in (1e-9, 1, 10, 1e6):
            for _ in range(200):
                x = random.uniform(-size, size)
                s, c = balls.sine_cosine(balls.number(x))
                self.assertAlmostEqual(value(s), math.sin(x), delta=2e-15)
                self.assertAlmostEqual(value(c), math.cos(x), delta=2e-15)
                # they keep to the circle within their errors
                self.assertLess(abs((s[0] ** 2 + c[0] ** 2 >> P) - ONE), 4 * (s[1] + c[1]))
                self.assertLess(s[1], 8)

    def test_a_sum_of_angles(self):
        # sin(x + y) by the formula, to the last units: far below a double's rounding
        random = randoms()
        for _ in range(200):
            x, y = (Fraction(random.uniform(-30, 30)) for _ in range(2))
            (sx, cx), (sy, cy) = (balls.sine_cosine(balls.number(v)) for v in (x, y))
            s, _ = balls.sine_cosine(balls.number(x + y))
            by_formula = balls.add(balls.multiply(sx, cy), balls.multiply(cx, sy))
            self.assertLessEqual(abs(s[0] - by_formula[0]), s[1] + by_formula[1])

    def test_angles(self):
        random = randoms()
        for _ in range(200):
            x = random.uniform(-3.14, 3.14)
            s, c = balls.sine_cosine(balls.number(x))
            back = balls.angle_of(s, c)
            self.assertLessEqual(abs(back[0] - balls.fixed(x)), back[1] + 1)

    def test_rotations(self):
        random = randoms()
        for _ in range(100):
            angles = [random.uniform(-4, 4) for _ in range(3)]
            r = balls.rotation_of_angles(*angles)
            back = balls.rotation_product(balls.transpose(r), r)
            for i, v in enumerate(back[0]):
                self.assertLessEqual(abs(v - balls.IDENTITY[0][i]), back[1])
            q = [random.gauss(0, 1) for _ in range(4)]
            axis, angle = balls.axis_and_angle([Fraction(v) for v in q[:3]] + [Fraction(abs(q[3]))])
            a = balls.rotation_of_quaternion(*q[:3], abs(q[3]))
            b = balls.turn_about(axis, *balls.sine_cosine(angle))
            for u, v in zip(a[0], b[0]):
                self.assertLessEqual(abs(u - v), a[1] + b[1])


class Bounds(unittest.TestCase):
    """Tests the verifier's bounds on travel against the motions themselves, sampled."""

    def check(self, checked, count):
        random = randoms()
        scene_ = checked.scene
        verifier = verify.Verifier(scene_, {})
        for identity, node in checked.asked:
            motion = verifier.reader.motion(node)
            for _ in range(count):
                piece = random.randrange(len(motion.knots) - 1)
                low, high = motion.knots[piece:piece + 2]
                low, high = sorted(low + (high - low) * Fraction(random.random()) for _ in range(2))
                at = (low + high) / 2
                sample = motion.sample(piece, at)
                body = random.choice([b for b in scene_.bodies if b.robot])
                common = random.choice([None, body.mover])
                while common is not None and random.random() < 0.6:
                    common = scene_.elementary[common].parent
                point = [random.uniform(-0.1, 0.1) for _ in range(3)]
                centre = balls.vector(*point)
                second, distance, speed = sample.travel(body, common, high - at, centre, 4)
                for t in (low, low + (high - low) / 3, high):
                    other = motion.sample(piece, t)
                    tau = t - at
                    p, q = (placed(s, body, common, centre) for s in (sample, other))
                    far = balls.length_above(balls.minus(q, p))
                    self.assertLessEqual(far, distance + TINY, identity)
                    rate = velocity(sample, body, common, centre)
                    self.assertLessEqual(balls.length_above(rate), speed + TINY, identity)
                    step = balls.times(balls.number(tau), rate)
                    bend = balls.length_above(balls.minus(balls.minus(q, p), step))
                    allowed = proofs.up(proofs.up(balls.fixed(abs(tau)) + 1, balls.fixed(abs(tau)) + 1),
                                        second) // 2
                    self.assertLessEqual(bend, allowed + TINY, identity)
                # the second derivative itself, as a difference of three places near a time
                t, step = low + (high - low) * Fraction(random.random()), Fraction(1, 1 << 20)
                if low <= t - step and t + step <= high:
                    p, q, r = (placed(motion.sample(piece, t + k * step), body, common, centre)
                               for k in (-1, 0, 1))
                    bend = balls.length_above(balls.minus(balls.plus(p, r), balls.plus(q, q))) << 40
                    self.assertLessEqual(bend, second + (ONE >> 20), identity)

    def test_arm(self):
        self.check(Checked(scene('cell.json'), '--motions', scene('motions.jsonl')), 60)

    def test_snake(self):
        """A chain of links that folds up: a point near an axis at one time is far from it later."""
        random = randoms()
        names = [f'l{i}' for i in range(6)]
        text = '<robot name="snake">' + ''.join(
            f'<link name="{n}"><collision><geometry><sphere radius="0.01"/></geometry></collision></link>'
            for n in names)
        for i, (a, b) in enumerate(zip(names, names[1:])):
            axis = ' '.join(random.choice(('0 0 1', '0 0 1', '0 1 0', '1 2 3')).split())
            kind = 'prismatic' if i == 3 else 'revolute'
            text += (f'<joint name="j{i}" type="{kind}"><parent link="{a}"/><child link="{b}"/>'
                     f'<origin xyz="0.2 0 0"/><axis xyz="{axis}"/><limit lower="-9" upper="9"/></joint>')
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, 'snake.urdf'), 'w', encoding='utf-8') as file:
                file.write(text + '</robot>')
            path = os.path.join(folder, 'scene.json')
            half = math.pi
            with open(path, 'w', encoding='utf-8') as file:
                json.dump({'robots': [{'urdf': 'snake.urdf'}], 'checked_pairs': [['l0', 'l5']],
                           'motions': {str(k): {'from': [0, half * (k % 2), 0, 0.1, 0],
                                                'to': [random.uniform(-3, 3) for _ in range(5)]}
                                       for k in range(10)}}, file)
            self.check(Checked(path), 60)

    def test_two_arms(self):
        self.check(Checked(scene('two_arms.json')), 40)

    def test_flying_bodies(self):
        self.check(Checked(scene('bodies.json')), 60)

    def test_vehicles(self):
        self.check(Checked(scene('workcell.json')), 40)


def placed(sample, body, common, centre):
    """A point of a body in the frame of a joint."""
    p = balls.transform(sample.pose(body), centre)
    return p if common is None else balls.transform(balls.inverse(sample.frames[common]), p)


def velocity(sample, body, common, centre):
    """The velocity of a point of a body in the axes of a joint's frame."""
    p = balls.transform(sample.pose(body), centre)
    linear, angular = sample.velocity(body, common)
    v = balls.plus(linear, balls.cross(angular, p))
    return v if common is None else balls.turn_back(sample.frames[common][0], v)


def cube(low, high, inwards=False):
    c = [(x, y, z) for x in (low, high) for y in (low, high) for z in (low, high)]
    faces = [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4), (2, 6, 3), (3, 6, 7),
             (0, 4, 2), (2, 4, 6), (1, 3, 5), (3, 7, 5)]
    return [tuple(c[i] for i in (f if inwards else f[::-1])) for f in faces]


class Solids(unittest.TestCase):
    def test_winding(self):
        random = randoms()
        self.assertTrue(geometry._is_closed(cube(-1, 1)))
        self.assertFalse(geometry._is_closed(cube(-1, 1)[1:]))
        shells = [geometry.Shell(cube(-UNIT, UNIT)), geometry.Shell(cube(-UNIT // 2, UNIT // 2, True)),
                  geometry.Shell(cube(-UNIT // 8, UNIT // 8))]
        solids = geometry.Solids.__new__(geometry.Solids)
        solids.shells = shells
        for _ in range(500):
            point = [random.choice([random.uniform(-1.2, 1.2), 0.0, 0.25, 1.0]) for _ in range(3)]
            far = max(abs(c) for c in point)
            if far in (1, 0.5, 0.125):
                continue
            inside = far < 0.125 or 0.5 < far < 1
            self.assertEqual(solids.contains([int(c * UNIT) for c in point]), inside, point)
        # a room by itself is not solid, but a body in it is
        solids.shells = shells[1:]
        self.assertFalse(solids.contains([UNIT // 4, 0, 0]))
        self.assertTrue(solids.contains([0, 0, 0]))


def body_of(count, random):
    """A claimed body of some points, under a random tree."""
    elements = [{'shape': 'point', 'position': [random.uniform(-1, 1) for _ in range(3)]}
                for _ in range(count)]
    order = list(range(count))
    random.shuffle(order)
    centres = {e: [order.index(e)] * 3 for e in order}
    return ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 2], 'elements': elements,
                        'tree': tree_over(order, centres)})


class Covering(unittest.TestCase):
    def parts(self, a, b, random):
        """Parts that cover everything: nodes split at random."""
        stack, parts = [(0, 0)], []
        while stack:
            i, k = stack.pop()
            sides = [s for s, (tree, n) in enumerate(((a.tree, i), (b.tree, k))) if tree.nodes[n] >= 0]
            if not sides or random.random() < 0.2:
                parts.append({'a': {'node': i}, 'b': {'node': k}})
                continue
            if random.choice(sides) == 0:
                stack += [(a.tree.nodes[i], k), (a.tree.nodes[i] + 1, k)]
            else:
                stack += [(i, b.tree.nodes[k]), (i, b.tree.nodes[k] + 1)]
        return parts

    def covered(self, parts, a, b):
        """Whether parts cover all pairs of elements, by brute force."""
        def elements(body, given):
            return {-1 - body.tree.nodes[n] for n in body.tree.leaves(given['node'])}

        pairs = set()
        for p in parts:
            pairs |= {(x, y) for x in elements(a, p['a']) for y in elements(b, p['b'])}
        return len(pairs) == len(a.elements) * len(b.elements)

    def accepted(self, parts, a, b):
        try:
            proofs.check_parts(parts, a, b, 'it')
            return True
        except balls.Refused:
            return False

    def test_parts(self):
        random = randoms()
        refused = 0
        for _ in range(2000 if LONG else 300):
            a, b = (body_of(random.randint(1, 9), random) for _ in range(2))
            parts = self.parts(a, b, random)
            self.assertTrue(self.accepted(parts, a, b))
            random.shuffle(parts)
            less = parts[:random.randint(0, len(parts))] + random.sample(parts, random.randint(0, 1))
            for p in less:
                if random.random() < 0.1:
                    side, body = random.choice((('a', a), ('b', b)))
                    p[side] = {'node': random.randrange(len(body.tree.nodes))}
            self.assertEqual(self.accepted(less, a, b), bool(less) and self.covered(less, a, b))
            refused += not self.covered(less, a, b)
        self.assertGreater(refused, 20)

    def test_time(self):
        proofs.check_time([(2, 3), (0, 1), (1, 2)], 0, 3, 'it')
        proofs.check_time([(0, 0)], 0, 0, 'it')
        for intervals in ([], [(0, 1), (2, 3)], [(0.5, 3)], [(0, 2.5)], [(0, 1), (1.0000001, 3)]):
            with self.assertRaises(balls.Refused):
                proofs.check_time(intervals, 0, 3, 'it')

    def test_support_values(self):
        random = randoms()
        for _ in range(300):
            body = body_of(random.randint(1, 30), random)
            d = [int(random.gauss(0, 1) * UNIT) for _ in range(3)]
            exact = max(sum(x * c for x, c in zip(d, e.position)) for e, _ in body.elements)
            self.assertEqual(body.tree.support_value(0, d), exact)
            self.assertGreaterEqual(body.tree.box_value(0, d), exact)
            for limit in (exact - 1, exact, exact + 1):
                self.assertEqual(body.tree.support_value(0, d, limit) <= limit, exact <= limit)

    def test_support_value_of_an_ellipsoid(self):
        random = randoms()
        for _ in range(300):
            half = [10 ** random.uniform(-6, 3) for _ in range(3)]
            angle = random.uniform(-3, 3)
            c, s = math.cos(angle), math.sin(angle)
            place = [random.gauss(0, 1) for _ in range(3)]
            body = ClaimedBody({'name': 'b', 'ball': [*place, max(half) + 1e-9], 'tree': [-1], 'elements': [
                {'shape': 'ellipsoid', 'half': half, 'position': place,
                 'rotation': [c, s, 0, -s, c, 0, 0, 0, 1]}]})
            d = [random.gauss(0, 1) for _ in range(3)]
            own = (d[0] * c + d[1] * s, d[1] * c - d[0] * s, d[2])
            exact = sum(x * p for x, p in zip(d, place)) + math.hypot(*(x * h for x, h in zip(own, half)))
            found = Fraction(body.tree.support_value(0, [int(x * UNIT) for x in d]), ONE)
            self.assertAlmostEqual(float(found), exact, delta=1e-12 * (1 + abs(exact)))
            # above the value of each point of the surface, which are given to their last bits
            e = body.elements[0][0]
            for _ in range(10):
                u = [random.gauss(0, 1) for _ in range(3)]
                u = [int(x / math.hypot(*u) * (1 - 1e-15) * UNIT) for x in u]
                p = [Fraction(e.position[k]) + sum(Fraction(u[i] * e.half[i] * e.columns[i][k], UNIT ** 2)
                                                   for i in range(3)) for k in range(3)]
                d = [int(random.gauss(0, 1) * UNIT) for _ in range(3)]
                self.assertGreaterEqual(body.tree.support_value(0, d), sum(x * y for x, y in zip(d, p)))


if __name__ == '__main__':
    unittest.main()
