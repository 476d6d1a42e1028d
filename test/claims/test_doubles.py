"""Tests what the verifier computes in doubles against its integers: doubles never say more, and say it in
almost all cases."""

import math
import unittest
from fractions import Fraction

import balls
import blocks
import chords
import doubles
import geometry
import outside
import verify
from balls import ONE, Refused
from bodies import UNIT, ClaimedBody
from checked import LONG, Checked, randoms, scene
from test_blocks import Place, element

MANY = 20 if LONG else 1


def above(scene_, mover):
    """The joints above a joint, and the world."""
    found, f = [None], scene_.elementary[mover].parent
    while f is not None:
        found.append(f)
        f = scene_.elementary[f].parent
    return found


def motions_of(checked):
    reader = verify.Verifier(checked.scene, {}).reader
    return [reader.motion(node) for _, node in checked.asked]


class Numbers(unittest.TestCase):
    def test_sine_and_cosine(self):
        random, most = randoms(), 0
        for _ in range(20000 * MANY):
            x = random.choice([random.uniform(-65, 65), random.gauss(0, 1e-3),
                               random.randrange(-40, 41) * math.pi / 4 + random.gauss(0, 1) * 10 ** random.uniform(-16, -1)])
            for (middle, error), found in zip(balls.sine_cosine(balls.number(x)), doubles.sine_cosine(x)):
                most = max(most, abs(Fraction(found) - Fraction(middle, ONE)) - Fraction(error, ONE))
        self.assertLess(most, 2.0 ** -50)
        self.assertGreater(most, 2.0 ** -54)

    def test_segments_and_the_origin(self):
        """A segment is found to be farther than what is a little less than its distance, and never than more."""
        random = randoms()
        for _ in range(20000 * MANY):
            size = 10 ** random.uniform(-3, 1)
            p = [random.gauss(0, size) for _ in range(3)]
            q = random.choice([[random.gauss(0, size) for _ in range(3)], p, [-3 * c for c in p],
                               [c * random.uniform(0.5, 2) for c in p]])
            way = [Fraction(b) - Fraction(a) for a, b in zip(p, q)]
            square = sum(w * w for w in way)
            at = min(Fraction(1), max(Fraction(0), -sum(Fraction(a) * w for a, w in zip(p, way)) / square)) if square else 0
            far = math.sqrt(sum((Fraction(a) + at * w) ** 2 for a, w in zip(p, way)))
            self.assertFalse(doubles.keeps_from_origin(*p, *q, far * (1 + 1e-15)), (p, q))
            self.assertFalse(doubles.keeps_from_origin(*p, *q, max(far * 2, 1e-30)), (p, q))
            if far > 1e-6 * size:
                self.assertTrue(doubles.keeps_from_origin(*p, *q, far * (1 - 1e-9)), (p, q))

    def test_a_segment_that_passes_the_origin(self):
        self.assertFalse(doubles.keeps_from_origin(1, 0.5, 0, -1, 0.5, 0, 0.6))
        self.assertFalse(doubles.keeps_from_origin(1, 0, 0, -1, 0, 0, 1e-30))
        self.assertFalse(doubles.keeps_from_origin(0, 0, 0, 0, 0, 0, 1e-30))
        self.assertFalse(doubles.keeps_from_origin(math.nan, 0, 0, 1, 0, 0, 1e-30))
        self.assertFalse(doubles.keeps_from_origin(math.inf, 0, 0, 1, 0, 0, 1e-30))

    def test_segments_and_sets(self):
        random, said = randoms(), 0
        for _ in range(4000 * MANY):
            node = element(random, random.choice(('box', 'cylinder', 'point')))
            body = ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 1e3], 'elements': [node], 'tree': [-1]})
            standing = chords.Standing(body, Place, Place, node)
            p = [random.uniform(-3, 3) for _ in range(3)]
            q = random.choice((p, [c + random.gauss(0, 0.01) for c in p], [random.uniform(-3, 3) for _ in range(3)]))
            steps = 200
            far = min(blocks.off(node, [a + (b - a) * k / steps for a, b in zip(p, q)]) for k in range(steps + 1))
            lost = math.dist(p, q) / steps / 2
            if far > 0:
                self.assertFalse(standing.doubles.keeps_off(p, q, far + 1e-9), (node, p, q, far))
                self.assertFalse(standing.doubles.keeps_off(q, p, far + 1e-9), (node, p, q, far))
            if far - lost > 1e-6:
                said += 1
                self.assertTrue(standing.doubles.keeps_off(p, q, far - lost - 1e-7), (node, p, q, far))
        self.assertGreater(said, 300)

    def test_near_a_set(self):
        """A point beside a set, at its distance less and more by little."""
        random = randoms()
        for shape, sizes in (('box', [0.3, 0.2, 0.1]), ('cylinder', [0.2, 0.2, 0.4]), ('point', [0.1])):
            node = {'box': {'shape': 'box', 'half': sizes}, 'point': {'shape': 'point', 'radius': 0.1},
                    'cylinder': {'shape': 'cylinder', 'base': 0.2, 'half': 0.4}}[shape]
            body = ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 1e3], 'elements': [node], 'tree': [-1]})
            obstacle = chords.Standing(body, Place, Place, node).doubles
            for _ in range(300 * MANY):
                p = [random.gauss(0, 1) for _ in range(3)]
                far = blocks.off(node, p)
                if far > 0.01:
                    self.assertFalse(obstacle.keeps_off(p, p, far + 1e-15), (node, p))
                    self.assertTrue(obstacle.keeps_off(p, p, far - 1e-10), (node, p))


    def test_any_direction(self):
        """What a direction does not prove is not believed, whichever was found."""
        random, kept, said = randoms(), doubles.direction_off, 0
        try:
            for _ in range(6000 * MANY):
                node = element(random, random.choice(('box', 'cylinder', 'point')))
                body = ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 1e3], 'elements': [node], 'tree': [-1]})
                obstacle = chords.Standing(body, Place, Place, node).doubles
                p, q = ([random.uniform(-3, 3) for _ in range(3)] for _ in range(2))
                steps = 100
                far = min(blocks.off(node, [a + (b - a) * k / steps for a, b in zip(p, q)]) for k in range(steps + 1))
                n = [random.gauss(0, 1) for _ in range(3)]
                doubles.direction_off = lambda *_: n
                for reach in (far + 1e-9, 1e-30, random.uniform(0, 1)):
                    found = obstacle.keeps_off(p, q, reach)
                    said += found
                    self.assertFalse(found and far < reach, (node, p, q, n))
        finally:
            doubles.direction_off = kept
        self.assertGreater(said, 300)


class Courses(unittest.TestCase):
    """Frames and bounds on chords, against those of integers."""

    def check(self, *words):
        checked, random, known = Checked(*words), randoms(), 0
        scene_ = checked.scene
        for motion in motions_of(checked):
            of = chords.chords_of(motion)
            for _ in range(40 * MANY):
                piece = random.randrange(len(motion.knots) - 1)
                course = of.course(piece)
                if course is None:
                    continue
                known += 1
                low, high = motion.knots[piece:piece + 2]
                # times are doubles
                begin, end = sorted(min(max(float(low + (high - low) * Fraction(random.random())), float(low)),
                                        float(high)) for _ in range(2))
                mover = random.randrange(len(scene_.elementary))
                common = random.choice(above(scene_, mover))
                self.frames(of, course, piece, begin, mover, common, random)
                if begin < end:
                    self.bends(of, course, piece, begin, end, mover, common)
        return known

    def frames(self, of, course, piece, t, mover, common, random):
        point = [random.gauss(0, 0.3) for _ in range(3)]
        (a, p, _, _) = of.frame(piece, Fraction(t), mover, common)
        exact = [sum(Fraction(a[3 * i + k], UNIT) * Fraction(point[k]) for k in range(3)) + Fraction(p[i], UNIT)
                 for i in range(3)]
        found = outside.place(course.frame(t, mover, common), *point)
        off = math.sqrt(sum((Fraction(f) - e) ** 2 for f, e in zip(found, exact)))
        lost = course.lost(mover, math.hypot(*point))
        self.assertLess(off, lost / 4)
        self.assertLess(lost, 1e-10)
        self.assertLessEqual(math.hypot(*course.frame(t, mover, common)[9:]), course.reach[mover])
        self.assertEqual(course.depth[mover], len(above(of.scene, mover)))

    def bends(self, of, course, piece, begin, end, mover, common):
        exact = of.bend(piece, Fraction(begin), Fraction(end), mover, common)
        found = course.bend(course.rates(begin, end), (end - begin) * doubles.UP, mover, common)
        for e, f in zip(exact, found):
            self.assertGreaterEqual(f, (e - 3) / UNIT * (1 - 1e-15))
            self.assertLessEqual(f, e / UNIT * (1 + 1e-6) + 1e-9 + self.slides)

    slides = 0  # lever arms of slides are taken over the whole motion

    def test_paths(self):
        self.assertGreater(self.check(scene('cell.json')), 100)
        self.assertGreater(self.check(scene('cell.json'), '--motions', scene('motions.jsonl')), 100)

    def test_trajectories(self):
        self.assertGreater(self.check(scene('two_arms.json')), 40)
        self.slides = 1
        self.assertGreater(self.check(scene('planar_arm.json')), 40)
        self.assertGreater(self.check(scene('workcell.json')), 40)

    def test_floating_bodies_are_left_to_integers(self):
        self.assertEqual(self.check(scene('bodies.json')), 0)

    def test_large_angles_are_left_to_integers(self):
        checked = Checked(scene('cell.json'), '--motion', 'over the post')
        motion = motions_of(checked)[0]
        self.assertTrue(doubles.Course(motion, 0).is_known)
        for piece in motion.tracks[0].pieces[:1]:
            variable = next(iter(piece.polynomials))
            for terms in ([(65 * ONE, 1), (0, 0)], [(40 * ONE, 1), (-30 * ONE, 1)], [(0, ONE >> 100), (ONE, 0)],
                          [(ONE, 0)] * 7):
                kept, piece.polynomials[variable] = piece.polynomials[variable], terms
                self.assertFalse(doubles.Course(motion, 0).is_known, terms)
                piece.polynomials[variable] = kept


class Blocks(unittest.TestCase):
    """What doubles prove of pairs, against integers."""

    def check(self, *words):
        checked, random = Checked(*words, blocks=True), randoms()
        verifier = verify.Verifier(checked.scene, {})
        verifier.read_scene(checked.lines[0])
        proven = refused = slower = 0
        for motion in motions_of(checked):
            if motion.events:
                continue
            stage = verifier._stages(motion, [])[0]
            for _ in range(12 * MANY):
                piece = random.randrange(len(motion.knots) - 1)
                low, high = map(float, motion.knots[piece:piece + 2])
                begin, end = sorted(random.uniform(low, high) for _ in range(2))
                index = random.randrange(len(stage.pairs))
                mask = random.choice([127, random.randrange(1, 128)])
                block = chords.Block(stage, {'block': [begin, end], 'only': [[index, mask]]})
                quick, pair = block._quick, stage.pairs[index]
                required, intervals = pair.required, [k for k in range(7) if mask >> k & 1]
                try:
                    # the largest distance that integers prove, and those near it
                    most = self.most(block, pair, intervals)
                    for more in (-1e-3, -1e-9, 1e-13, 1e-6, 1, random.uniform(-0.1, 0.1)):
                        pair.required = int(ONE * (most + more))
                        block._quick = None
                        exact = block._holds(pair, intervals)
                        if quick is None:
                            continue
                        block._quick, keep = quick, (block._keeps_off, block._keep_apart)
                        block._keeps_off = block._keep_apart = lambda *_: False
                        found = block._holds(pair, intervals)
                        block._keeps_off, block._keep_apart = keep
                        self.assertFalse(found and not exact, (motion, block.node, more))
                        proven, refused, slower = proven + found, refused + (not exact), slower + (exact and not found)
                finally:
                    pair.required = required
        print(proven, refused, slower)
        self.assertGreater(proven, 20)
        self.assertGreater(refused, 20)
        self.assertLess(slower, proven // 3)

    @staticmethod
    def most(block, pair, intervals):
        low, high = -10.0, 10.0
        block._quick, quick = None, block._quick
        for _ in range(40):
            middle = (low + high) / 2
            pair.required = int(ONE * middle)
            low, high = (middle, high) if block._holds(pair, intervals) else (low, middle)
        block._quick = quick
        return low

    def test_arms(self):
        self.check(scene('cell.json'))

    def test_trajectories(self):
        self.check(scene('two_arms.json'))


class Outside(unittest.TestCase):
    """Doubles never say of a body within another that it is outside."""

    def test_poses(self):
        random = randoms()
        checked = Checked(scene('cell.json'), blocks=True)
        scene_ = checked.scene
        verifier = verify.Verifier(scene_, {})
        verifier.read_scene(checked.lines[0])
        joints = len(verifier.reader._joints(scene_.robots[0], {}))
        said = inside = left = 0
        for _ in range(60 * MANY):
            row = [random.uniform(-2.5, 2.5) for _ in range(joints)]
            motion = verifier.reader.motion({'from': row, 'to': row})
            stage = verifier._stages(motion, [])[0]
            for pair in stage.pairs:
                if not any(s.shells for s in pair.solids):
                    continue
                found = outside.spots_of(stage.motion, Fraction(0)).are_outside(pair)
                sample = stage.motion.sample(0, Fraction(0))
                try:
                    geometry.check_outside(*pair.solids, pair.relative(sample).b_in_a, pair.name)
                    left += not found
                except Refused:
                    inside += 1
                    self.assertFalse(found)
                said += found
                required, pair.required = pair.required, int(ONE * 0.05)
                # the balls alone
                near = outside.Spots(stage.motion, Fraction(0))
                near._is_beside = lambda *_: False
                if near.are_outside(pair):
                    self.assertTrue(pair.are_far(sample))
                elif pair.are_far(sample):
                    left += 1
                pair.required = required
        print(said, inside, left)
        self.assertGreater(said, 50)
        self.assertGreater(inside, 0)
        self.assertLess(left, said)

    def test_other_times_and_bodies(self):
        checked = Checked(scene('cell.json'), '--motion', 'over the post', blocks=True)
        verifier = verify.Verifier(checked.scene, {})
        verifier.read_scene(checked.lines[0])
        stage = verifier._stages(motions_of(checked)[0], [])[0]
        spots = outside.Spots(stage.motion, Fraction(1, 4))
        pair = next(p for p in stage.pairs if spots.are_outside(p))
        self.assertFalse(outside.Spots(stage.motion, Fraction(1, 3) / 4).are_outside(pair))
        # another body of the same name
        one, other = pair.claimed[0], ClaimedBody(pair.claimed[0].containing)
        self.assertIs(spots._spot(pair.bodies[0], one), spots._spot(pair.bodies[0], one))
        self.assertIsNot(spots._spot(pair.bodies[0], one), spots._spot(pair.bodies[0], other))
        self.assertIs(outside.spots_of(stage.motion, Fraction(1, 4)), outside.spots_of(stage.motion, Fraction(1, 4)))
        self.assertIsNot(outside.spots_of(stage.motion, Fraction(1, 4)), outside.spots_of(stage.motion, Fraction(1, 2)))


if __name__ == '__main__':
    unittest.main()
