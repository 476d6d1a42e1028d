"""Tests of blocks: covers, sets around obstacles, distances of segments, bounds on chords, and what a
block says of pairs, each against dense samples in floats."""

import copy
import json
import math
import os
import subprocess
import tempfile
import unittest
from fractions import Fraction

import blocks
import chords
import covers
import schema
import verify
from balls import IDENTITY_POSE, ONE, Refused, vector
from bodies import UNIT, ClaimedBody
from checked import LEEWAY, LONG, SCENES, Checked, randoms, scene


def rotation(random):
    """The columns of a random rotation."""
    w, x, y, z = (random.gauss(0, 1) for _ in range(4))
    n = math.sqrt(w * w + x * x + y * y + z * z)
    w, x, y, z = w / n, x / n, y / n, z / n
    return [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y),
            2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x),
            2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]


def element(random, shape=None):
    """A random element of a body."""
    shape = shape or random.choice(('triangle', *schema.SHAPES))
    sizes = [10 ** random.uniform(-2, 0) for _ in range(3)]
    if shape == 'triangle':
        return [random.uniform(-1, 1) for _ in range(9)] + [random.choice(([], [sizes[0]]))][0]
    node = {'shape': shape}
    if shape in ('box', 'ellipsoid'):
        node['half'] = sizes
    elif shape == 'polytope':
        node['vertices'] = [[random.uniform(-1, 1) for _ in range(3)] for _ in range(random.randint(1, 9))]
    elif shape != 'point':
        node['half'] = sizes[0]
        if shape != 'segment':
            node['base'] = sizes[1]
    if random.random() < 0.5 or shape == 'point':
        node['radius'] = 10 ** random.uniform(-2, -0.5)
    if random.random() < 0.7:
        node['position'] = [random.uniform(-1, 1) for _ in range(3)]
        node['rotation'] = rotation(random)
    return node


def on_unit_sphere(random):
    v = [random.gauss(0, 1) for _ in range(3)]
    n = math.hypot(*v)
    return [c / n for c in v]


def point_of(node, random):
    """A random point of an element, often one of its surface."""
    def turned(p):
        turn, at = node.get('rotation', (1, 0, 0, 0, 1, 0, 0, 0, 1)), node.get('position', (0, 0, 0))
        return [at[k] + sum(turn[3 * i + k] * p[i] for i in range(3)) for k in range(3)]

    def shares(count):
        cuts = [random.random() ** random.choice((1, 8)) for _ in range(count)]
        return [c / sum(cuts) for c in cuts]

    if isinstance(node, list):
        w, radius = shares(3), node[9] if len(node) == 10 else 0
        p = [sum(w[i] * node[3 * i + k] for i in range(3)) for k in range(3)]
        return [c + radius * d for c, d in zip(p, on_unit_sphere(random))]
    shape, half = node['shape'], node.get('half', 0)
    side = [random.choice((-1, 1, random.uniform(-1, 1))) for _ in range(3)]
    angle = random.uniform(0, 2 * math.pi)
    around = [math.cos(angle), math.sin(angle)]
    if shape == 'point':
        p = [0, 0, 0]
    elif shape == 'segment':
        p = [0, 0, half * side[2]]
    elif shape == 'box':
        p = [h * s for h, s in zip(half, side)]
    elif shape == 'cylinder':
        p = [node['base'] * around[0], node['base'] * around[1], half * side[2]]
    elif shape == 'cone':
        share = random.choice((0, 1, random.random()))
        p = [node['base'] * c * (1 - share) for c in around] + [half * (2 * share - 1)]
    elif shape == 'ellipsoid':
        p = [h * c for h, c in zip(half, on_unit_sphere(random))]
    else:
        w = shares(len(node['vertices']))
        p = [sum(w[i] * v[k] for i, v in enumerate(node['vertices'])) for k in range(3)]
    return [c + node.get('radius', 0) * d for c, d in zip(turned(p), on_unit_sphere(random))]


def body_of(elements):
    """A body of some elements, under a tree that is a list."""
    nodes = [1]
    for i in range(len(elements) - 2):
        nodes += [-1 - i, len(nodes) + 2]
    nodes = nodes + [1 - len(elements), -len(elements)] if len(elements) > 1 else [-1]
    return ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 1e3], 'elements': elements, 'tree': nodes})


def contains(balls, point):
    return max(r - math.dist(point, (x, y, z)) for x, y, z, r in balls) > -1e-9


class Covers(unittest.TestCase):
    def test_random_balls(self):
        """A cover that is accepted contains random points of the body; covers of boxes are accepted."""
        random = randoms()
        found = {True: 0, False: 0}
        for _ in range(4000 if LONG else 80):
            body = body_of([element(random) for _ in range(random.randint(1, 3))])
            cover = blocks.cover_of(body.containing)
            covers.Cover(body, cover)
            for _ in range(3):
                other = list(cover)
                i = random.randrange(len(other))
                x, y, z, r = other[i]
                change = random.random()
                if change < 0.3 and len(other) > 1:
                    del other[i]
                elif change < 0.6:
                    other[i] = [x, y, z, r * random.uniform(0.6, 1)]
                else:
                    other = [[x, y, z, r * random.uniform(0.8, 1)] for x, y, z, r in other]
                try:
                    covers.Cover(body, other)
                except Refused as refused:
                    self.assertRegex(str(refused), 'its cover does not contain it')
                    found[False] += 1
                    continue
                found[True] += 1
                for node in body.raw:
                    for _ in range(40):
                        self.assertTrue(contains(other, point_of(node, random)), (node, other))
        print(found)
        self.assertGreater(min(found.values()), 20)

    def test_a_point_is_left_out(self):
        """Balls that leave out a point by a little are refused."""
        random = randoms()
        for shape in ('triangle', *schema.SHAPES):
            for _ in range(8):
                node = element(random, shape)
                body = body_of([node])
                cover = blocks.cover_of(body.containing)
                far = max((point_of(node, random) for _ in range(30)), key=lambda p: math.hypot(*p))
                # balls that contain this point become so small that they do not
                less = [[x, y, z, min(r, math.dist(far, (x, y, z)) - 1e-6)] for x, y, z, r in cover]
                with self.assertRaises(Refused):
                    covers.Cover(body, less)

    def test_the_balls_touch(self):
        """Two balls that contain the halves of a triangle, with no room to spare, are enough."""
        body = body_of([[0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 1.0, 0.0]])
        far = math.sqrt(0.5)
        balls = [[0.5, 0.5, 0.0, far * (1 + 1e-15)], [1.5, 0.5, 0.0, far * (1 + 1e-15)]]
        covers.Cover(body, balls)
        for k in range(2):
            less = [list(b) for b in balls]
            less[k][3] *= 1 - 1e-9
            with self.assertRaises(Refused):
                covers.Cover(body, less)

    def test_balls_meet_in_a_corner(self):
        """Balls of a program, which overlap by 1e-7 m where three of them meet: pieces there are as small."""
        body = body_of([[-0.03542906, 0.03291846, -0.02925776, -0.05983238, -0.007036185, -0.004673431, 0.05219508,
                         -0.01486665, 0.05724925]])
        covers.Cover(body, [
            [-0.0458056, 0.001282396, -0.004548172, 0.0163944], [-0.01429773, -0.005106815, 0.01640305, 0.0127894],
            [-0.01129906, 0.007534357, 0.007779351, 0.01590754], [0.02482832, -0.007841638, 0.0380298, 0.0127894],
            [-0.02908479, 0.02049373, -0.01342253, 0.02110427], [0.008562975, 0.001660631, 0.02233476, 0.01967783],
            [-0.009188874, 0.02295761, -0.003541552, 0.02054494], [-0.02862539, 0.004557495, 0.001539981, 0.0188989],
            [0.04257942, -0.006479531, 0.04623987, 0.01685264]])

    def test_balls_about_balls(self):
        random = randoms()
        for _ in range(100):
            body = body_of([{'shape': 'point', 'radius': 1e-3}])
            cover = covers.Cover(body, [[0, 0, 0, 1]] + [
                [random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1), random.random()] for _ in range(9)])
            for x, y, z, r, children in cover.nodes:
                waiting = list(children or ())
                while waiting:
                    a, b, c, s, below = cover.nodes[waiting.pop()]
                    waiting += below or ()
                    if not below:
                        self.assertLessEqual((x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2, (r - s) ** 2)
                        self.assertLessEqual(s, r)


class Arounds(unittest.TestCase):
    def test_what_is_written(self):
        random = randoms()
        found = {True: 0, False: 0}
        for _ in range(3000 if LONG else 150):
            body = body_of([element(random) for _ in range(random.choice((1, 1, 2, 3)))])
            around = blocks.around_of(body.containing)
            covers.Around(body, around)
            for _ in range(3):
                other = copy.deepcopy(around)
                key = random.choice([k for k in ('half', 'radius', 'base', 'position') if k in other] or ['shape'])
                if key == 'shape':
                    continue
                by = 1 - 10 ** random.uniform(-8, -0.3)
                other[key] = [c * by for c in other[key]] if isinstance(other[key], list) else other[key] * by
                try:
                    covers.Around(body, other)
                except Refused as refused:
                    self.assertRegex(str(refused), 'does not contain element')
                    found[False] += 1
                    continue
                found[True] += 1
                for node in body.raw:
                    for _ in range(40):
                        self.assertLess(blocks.off(other, point_of(node, random)), 1e-9, (node, other))
        print(found)
        self.assertGreater(min(found.values()), 20)


class Place:
    """A body that stands in the world."""

    local, mover, elementary = IDENTITY_POSE, None, []


class Distances(unittest.TestCase):
    def standing(self, node):
        body = ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 1e3], 'elements': [node], 'tree': [-1]})
        return chords.Standing(body, Place, Place, node)

    def test_segments_and_sets(self):
        """A segment farther than a distance is found to be, a nearer one never."""
        random = randoms()
        near = 0
        for _ in range(60000 if LONG else 2000):
            node = element(random, random.choice(('box', 'cylinder', 'point')))
            p = [random.uniform(-3, 3) for _ in range(3)]
            q = random.choice((p, [c + random.gauss(0, 0.01) for c in p], [random.uniform(-3, 3) for _ in range(3)]))
            steps = 200
            far = min(blocks.off(node, [a + (b - a) * k / steps for a, b in zip(p, q)]) for k in range(steps + 1))
            lost = math.dist(p, q) / steps / 2
            standing = self.standing(node)
            ends = [[int(c * UNIT) for c in v] for v in (p, q)]
            if far > 0:
                self.assertFalse(standing.keeps_off(*ends, int((far + 1e-9) * UNIT)), (node, p, q, far))
            if far - lost > 1e-6:
                near += 1
                self.assertTrue(standing.keeps_off(*ends, int((far - lost - 1e-7) * UNIT)), (node, p, q, far))
        self.assertGreater(near, 300)

    def test_gaps(self):
        """A gap along a direction that points the other way is none, however long."""
        n = (0, 3 * chords.FINE, 4 * chords.FINE)
        long = 5 * chords.FINE * UNIT
        self.assertTrue(chords.is_longer(long + 1, n, UNIT))
        self.assertFalse(chords.is_longer(long, n, UNIT))
        self.assertFalse(chords.is_longer(-9 * long, n, UNIT))
        self.assertFalse(chords.is_longer(0, n, 0))

    def test_segments_and_the_origin(self):
        random = randoms()
        for _ in range(5000):
            size = 10 ** random.uniform(-3, 1)
            p, q = ([random.gauss(0, size) for _ in range(3)] for _ in range(2))
            way = [b - a for a, b in zip(p, q)]
            at = min(1, max(0, -sum(a * w for a, w in zip(p, way)) / sum(w * w for w in way)))
            far = math.hypot(*(a + at * w for a, w in zip(p, way)))
            ends = [[int(c * UNIT) for c in v] for v in (p, q)]
            self.assertFalse(chords.keeps_from_origin(*ends, int(far * (1 + 1e-12) * UNIT) + 9))
            self.assertTrue(chords.keeps_from_origin(*ends, int(far * (1 - 1e-7) * UNIT)))


class Bends(unittest.TestCase):
    """Points never get farther from their chords than the bounds say."""

    def check(self, checked, count):
        random = randoms()
        scene_, tight = checked.scene, 0
        reader = verify.Verifier(scene_, {}).reader
        for _, node in checked.asked:
            motion = reader.motion(node)
            of = chords.chords_of(motion)
            moving = [i for i, b in enumerate(scene_.bodies) if b.mover is not None]
            for _ in range(count):
                piece = random.randrange(len(motion.knots) - 1)
                low, high = motion.knots[piece:piece + 2]
                begin, end = sorted(low + (high - low) * Fraction(random.random()) for _ in range(2))
                body = scene_.bodies[random.choice(moving)]
                above, f = [None], scene_.elementary[body.mover].parent
                while f is not None:
                    above.append(f)
                    f = scene_.elementary[f].parent
                common = random.choice(above)
                levers = chords.Levers(body, scene_)
                at, lost = levers.place([int(random.uniform(-0.5, 0.5) * UNIT) for _ in range(3)])
                bound = chords.bend_of(of.bend(piece, begin, end, body.mover, common), *levers.of(at, lost)) / UNIT

                def place(t):
                    (a, p, _, _) = of.frame(piece, t, body.mover, common)
                    return [sum(a[3 * i + k] * at[k] for k in range(3)) / UNIT ** 2 + p[i] / UNIT for i in range(3)]

                p, q = place(begin), place(end)
                for k in range(1, 8):
                    share = k / 8
                    now = place(begin + (end - begin) * Fraction(share))
                    off = math.dist(now, [a + (b - a) * share for a, b in zip(p, q)])
                    self.assertLessEqual(off, bound + 1e-12)
                    tight += off > 0.3 * bound > 1e-9
        self.assertGreater(tight, 0)

    def test_arms(self):
        self.check(Checked(scene('cell.json')), 400 if LONG else 25)

    def test_bodies(self):
        self.check(Checked(scene('bodies.json')), 400 if LONG else 25)

    def test_trajectories(self):
        self.check(Checked(scene('two_arms.json')), 400 if LONG else 15)


class Written(unittest.TestCase):
    """Blocks that are written by hand."""

    @classmethod
    def setUpClass(cls):
        cls.checked = Checked(scene('bodies.json'))
        cls.lines = blocks.with_blocks(cls.checked, spare=0.001)
        cls.arm = Checked(scene('cell.json'), '--motion', 'over the post')
        cls.arm_lines = blocks.with_blocks(cls.arm, spare=0.004)

    def test_accepted(self):
        for checked, lines in ((self.checked, self.lines), (self.arm, self.arm_lines)):
            self.assertEqual({k: v[:2] for k, v in checked.verdicts(lines).items()},
                             {k: v[:2] for k, v in checked.verdicts().items()})
            self.assertGreater(sum('block' in line for line in lines), 2)

    def refused(self, lines, motion, pattern, checked=None):
        verdict, _, reason = (checked or self.checked).verdicts(lines)[motion]
        self.assertEqual(verdict, 'refused', pattern)
        self.assertRegex(reason, pattern)

    def test_more_than_the_balls_prove(self):
        """A block that says of a pair what samples show to be false is refused, for each such pair and
        interval."""
        tried = 0
        for checked, lines in ((self.checked, self.lines), (self.arm, self.arm_lines)):
            verifier = verify.Verifier(checked.scene, {})
            verifier.read_scene(lines[0])
            begin = None
            for i, line in enumerate(lines):
                if 'index' in line and 'verdict' not in line:
                    begin = line
                if 'left' not in line:
                    continue
                motion = verifier.reader.motion(dict(checked.asked)[begin['motion']])
                sampler = blocks.Sampler(verifier, motion, lines[0]['bodies'])
                stage = verifier._stages(motion, [])[0]
                times = blocks.times_of(*line['block'])
                for p, mask in line['left']:
                    pair = lines[0]['pairs'][p]
                    for k in range(7):
                        if mask >> k & 1 and sampler.least(pair, *times[k:k + 2]) < -1e-6 and not any(
                                self.own_balls_are_apart(checked, verifier, motion, pair, t) for t in times[k:k + 2]):
                            block = chords.Block(stage, {'block': line['block'], 'only': [[p, 1 << k]]})
                            with self.assertRaisesRegex(Refused, 'are not proven to be apart'):
                                block.check()
                            tried += 1
        self.assertGreater(tried, 3)

    @staticmethod
    def own_balls_are_apart(checked, verifier, motion, pair, t):
        """Whether the bodies' own balls may prove what those of the covers do not."""
        spots = []
        for b in pair['bodies']:
            body = checked.scene.bodies[verifier.index[b]]
            sample = motion.sample(motion.piece_of(Fraction(t), Fraction(t)), Fraction(t))
            centre, radius = sample.ball(body, verifier.bodies[b])
            spots.append(([c / ONE for c in centre[:3]], radius / ONE if body.robot is not None else 0))
        (p, r), (q, s) = spots
        return s == 0 or r == 0 or math.dist(p, q) > r + s

    def test_times(self):
        lines = copy.deepcopy(self.lines)
        i = next(i for i, line in enumerate(lines) if 'block' in line)
        begin, end = lines[i]['block']
        motion = lines[1]['motion']
        for block, pattern in (([begin, begin], 'does not end after'), ([end, begin], 'does not end after'),
                               ([begin, math.nextafter(begin, 9)], 'is too short|nothing is claimed'),
                               ([math.nextafter(end, 0), end], 'is too short'),
                               ([begin - 1, end], 'beyond its stage'), ([begin, 1e3], 'beyond its stage')):
            other = list(lines)
            other[i] = dict(lines[i], block=block)
            self.refused(other, motion, pattern)

    def test_over_a_knot(self):
        checked = Checked(scene('planar_arm.json'))
        lines = copy.deepcopy(checked.lines)
        lines[0]['claims'] = 2
        for k, line in enumerate(lines[1:], 1):
            if 'verdict' in line:
                motion = verify.Verifier(checked.scene, {}).reader.motion(dict(checked.asked)[line['motion']])
                if len(motion.knots) > 2 and not motion.events:
                    a, b = float(motion.knots[0]), float(motion.knots[2])
                    lines.insert(k, {'block': [a, b], 'only': [[0, 1]]})
                    line['claims'] += 1
                    self.refused(lines, line['motion'], 'over a knot', checked)
                    return
        self.skipTest('no motion has a knot')

    def test_pairs(self):
        lines = copy.deepcopy(self.lines)
        i = next(i for i, line in enumerate(lines) if 'block' in line)
        for key in ('left', 'only'):
            other = list(lines)
            other[i] = {'block': lines[i]['block'], key: [[99, 1]]}
            self.refused(other, lines[1]['motion'], 'about a pair that is not there')

    def test_no_cover(self):
        for key in ('cover', 'around'):
            lines = copy.deepcopy(self.lines)
            for body in lines[0]['bodies']:
                body.pop(key, None)
            self.refused(lines, lines[1]['motion'], f'has no "{key}"')

    def test_a_gap_in_time(self):
        """What a block leaves, and no claim covers, is missing."""
        lines = copy.deepcopy(self.arm_lines)
        i = next(i for i, line in enumerate(lines) if 'block' in line)
        pair = next(p for p in range(len(lines[0]['pairs'])) if p not in [q for q, _ in lines[i].get('left', ())])
        for mask in (1, 8, 64):
            other = list(lines)
            other[i] = dict(lines[i], left=[*lines[i].get('left', ()), [pair, mask]])
            self.refused(other, 'over the post', 'nothing is claimed of', self.arm)


class Arc(unittest.TestCase):
    """A ball on an arm of one metre turns by a radian on each interval: half way it is 0.12 m away from
    its chord."""

    def made(self, far, half, kind='obstacle'):
        """A check of the motion in a scene with another ball, which is at a distance from the joint, in the
        direction in which the arm points half way through the fourth interval, or beside it."""
        place = {'position': [far * math.cos(half), far * math.sin(half), 0], 'type': 'sphere', 'radius': 0.02}
        robot = {'name': 'r', 'links': [{'name': 'base'}, {'name': 'arm', 'shapes': [
                     {'type': 'sphere', 'radius': 0.02, 'position': [1, 0, 0]}]}],
                 'joints': [{'name': 'j', 'type': 'revolute', 'parent': 'base', 'child': 'arm',
                             'axis': [0, 0, 1], 'limits': [-9, 9]}]}
        node = {'robots': [robot], 'motions': {'turn': {'from': [-3.5], 'to': [3.5]}}}
        if kind == 'obstacle':
            node['obstacles'] = [{'id': 'ball', **place}]
        else:
            robot['links'].append({'name': 'far', 'shapes': [place]})
            robot['joints'].append({'name': 'k', 'type': 'fixed', 'parent': 'base', 'child': 'far'})
        with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
            json.dump(node, file)
            file.flush()
            return Checked(file.name)

    def block(self, far, half, entry, kind='obstacle'):
        """What is found of a block that says that the two balls keep apart."""
        checked = self.made(far, half, kind)
        lines = copy.deepcopy(checked.lines)
        lines[0]['claims'] = 2
        for body in lines[0]['bodies']:
            at = body['elements'][0].get('position', [0, 0, 0])
            if 'robot' in body:
                body['cover'] = [[*at, 0.02]]
            else:
                body['around'] = {'shape': 'point', 'radius': 0.02, 'position': at}
        last = dict(lines[-1], verdict='free', free_until=1, claims=1)
        return checked.verdicts([lines[0], lines[1], {'block': [0, 1], **entry}, last])['turn']

    def test_between_two_poses(self):
        for kind in ('obstacle', 'link'):
            for far in (1.0, 1.03, 0.97):
                verdict, _, reason = self.block(far, 0.0, {}, kind)
                self.assertEqual(verdict, 'refused')
                self.assertRegex(reason, 'are not proven to be apart')
            for far in (1.2, 0.7):
                self.assertEqual(self.block(far, 0.0, {}, kind)[0], 'free', (kind, far))

    def chord(self, far, begin, end):
        """Whether the rule "chord" holds along the direction in which the arm points at the angle 0, on an
        interval between two angles."""
        checked = self.made(far, 0.0)
        verifier = verify.Verifier(checked.scene, {})
        verifier.read_scene(checked.lines[0])
        motion = verifier.reader.motion(checked.asked[0][1])
        pair = verifier.pairs[0][0]
        self.assertEqual(checked.scene.bodies[pair.bodies[0]].name, 'arm')
        claim = {'pair': 0, 'from': (begin + 3.5) / 7, 'to': (end + 3.5) / 7, 'at': 0.5,
                 'parts': [{'normal': [1, 0, 0], 'rule': 'chord'}]}
        try:
            verify.Claim(motion, pair, claim).check()
        except Refused:
            return False
        return True

    def test_chords(self):
        """From -0.5 to 0.5 the ball gets 0.125 m away from its chord at most, which is 0.878 m away."""
        self.assertFalse(self.chord(1.03, -0.5, 0.5))
        self.assertFalse(self.chord(1.042, -0.5, 0.5))
        self.assertTrue(self.chord(1.043, -0.5, 0.5))
        # far enough away at one end, and not at the other one
        self.assertFalse(self.chord(1.06, -1.5, 0.0))
        self.assertFalse(self.chord(1.06, 0.0, 1.5))
        self.assertTrue(self.chord(1.4, 0.0, 1.5))

    def test_other_intervals(self):
        """The block holds on the intervals on which the ball is far away, and they alone are not enough."""
        verdict, _, reason = self.block(1.0, 0.0, {'left': [[0, 0b0011100]]})
        self.assertRegex(reason, 'nothing is claimed of')
        verdict, _, reason = self.block(1.0, 0.0, {'left': [[0, 0b1100011]]})
        self.assertRegex(reason, 'nothing is claimed of|not proven')
        verdict, _, reason = self.block(1.0, 0.0, {'only': [[0, 127]]})
        self.assertRegex(reason, 'are not proven to be apart')
        self.assertEqual(self.block(1.2, 0.0, {'only': [[0, 127]]})[0], 'free')
        verdict, _, reason = self.block(1.2, 0.0, {'only': [[0, 126]]})
        self.assertRegex(reason, 'nothing is claimed of')


class ChordRule(unittest.TestCase):
    """The rule "chord", against the rule "slab" and samples: for claims with random directions."""

    def test_random_claims(self):
        random = randoms()
        found = {True: 0, False: 0}
        for checked in (Checked(scene('bodies.json')), Checked(scene('cell.json'))):
            lines = [dict(checked.lines[0], claims=2)]
            verifier = verify.Verifier(checked.scene, {})
            verifier.read_scene(lines[0])
            groups = verify.groups_of(checked.lines[1:])
            for group, (_, node) in zip(groups, checked.asked):
                motion = verifier.reader.motion(node)
                stage = verifier._stages(motion, [])[0]
                claims = [line for line in group if 'parts' in line]
                for line in random.sample(claims, min(len(claims), 400 if LONG else 15)):
                    low, high = line['from'], line['to']
                    middle, width = line['at'], (high - low) * random.choice((0.02, 0.1, 0.5))
                    begin, end = max(low, middle - width), min(high, middle + width)
                    parts = [{k: v for k, v in part.items() if k != 'turn'} for part in line['parts']]
                    for part in parts:
                        part['rule'] = 'chord'
                        if random.random() < 0.3:
                            part['normal'] = [c + random.gauss(0, 0.2) for c in part['normal']]
                    claim = dict(line, parts=parts)
                    claim.update({'from': begin, 'to': end})
                    made = verify.Claim(stage.motion, stage.pairs[line['pair']], claim)
                    try:
                        made.check()
                        found[True] += 1
                    except Refused:
                        found[False] += 1
                        continue
                    # it holds at times between
                    for _ in range(3):
                        t = random.uniform(begin, end)
                        moved = [dict(part, rule='slab', normal=self.turned(made, part, t)) for part in parts]
                        here = dict(claim, parts=moved)
                        here.update({'from': t, 'to': t, 'at': t})
                        verify.Claim(stage.motion, stage.pairs[line['pair']], here).check()
        print(found)
        self.assertGreater(min(found.values()), 5)

    @staticmethod
    def turned(claim, part, t):
        """The direction of a part at another time, in doubles."""
        n = claim._turned(vector(*part['normal']), claim.motion.sample(claim.piece, Fraction(t)))
        return [c / ONE for c in n[:3]]


class Proofs(unittest.TestCase):
    """The files of `leeway check --proof`, where this build has it."""

    def test_scenes(self):
        usage = subprocess.run([LEEWAY, 'check', '--help'], capture_output=True, text=True, check=False)
        if '--proof' not in usage.stdout:
            self.skipTest('this build has no --proof')
        for name in sorted(os.listdir(SCENES)):
            path = os.path.join(SCENES, name)
            if not name.endswith('.json'):
                continue
            try:
                arguments = verify.Arguments([path])
                asked = verify.load_motions(verify.load_scene(arguments), arguments)
            except (Refused, *verify.MALFORMED):
                continue  # no scene, or none with motions
            with tempfile.NamedTemporaryFile(suffix='.proof') as file, self.subTest(name):
                subprocess.run([LEEWAY, 'check', path, '--proof', file.name], capture_output=True, check=False)
                lines = schema.read_claims(file.name)
                verifier = verify.Verifier(verify.load_scene(arguments), arguments.settings)
                verifier.read_scene(lines[0])
                for identity, verdict, _, reason in verifier.check_file(lines[1:], asked):
                    self.assertNotEqual(verdict, 'refused', (identity, reason))


if __name__ == '__main__':
    unittest.main()
