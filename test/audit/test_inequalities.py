"""leeway-audit takes exactly the margins that docs/proofs.md says: those of reference.py less a billionth, and none
that is a billionth more. Random chains of joints, bodies of all shapes, and intervals in any piece of a motion."""

import math
import random
import unittest

import reference as ref
from proofs import LONG, SEED, audit, ball, block_times, body, claim, model, motion, pair, part, stage, track

CASES = 4000 if LONG else 150


def direction(r):
    while True:
        v = [r.uniform(-1, 1) for _ in range(3)]
        if 0.1 < math.hypot(*v) < 1:
            return ref.scaled(1 / math.hypot(*v), v)


def rotation(r):
    x = direction(r)
    while True:
        y = direction(r)
        y = ref.sub(y, ref.scaled(ref.dot(x, y), x))
        if math.hypot(*y) > 0.1:
            y = ref.scaled(1 / math.hypot(*y), y)
            return x + y + ref.cross(x, y)


def place(r, size):
    out = {}
    if r.random() < 0.8:
        out['position'] = [r.uniform(-size, size) for _ in range(3)]
    if r.random() < 0.8:
        out['rotation'] = rotation(r)
    return out


def element(r, shapes=('point', 'segment', 'box', 'cylinder', 'cone', 'ellipsoid', 'polytope', 'triangle')):
    shape = r.choice(shapes)
    half = [r.uniform(0.02, 0.3) for _ in range(3)]
    if shape == 'triangle':
        return [r.uniform(-0.3, 0.3) for _ in range(9)] + ([r.uniform(0, 0.1)] if r.random() < 0.5 else [])
    out = {'shape': shape, **place(r, 0.2)}
    if shape in ('box', 'ellipsoid'):
        out['half'] = half
    elif shape == 'polytope':
        out['vertices'] = [[r.uniform(-0.3, 0.3) for _ in range(3)] for _ in range(r.randrange(1, 7))]
    elif shape != 'point':
        out['half'] = half[0]
    if shape in ('cylinder', 'cone'):
        out['base'] = half[1]
    if shape == 'point' or r.random() < 0.5:
        out['radius'] = r.uniform(0.01, 0.1)
    return out


def tree_over(r, count):
    """Any binary tree over so many elements."""
    tree, waiting = [None], [(0, list(range(count)))]
    while waiting:
        node, own = waiting.pop(r.randrange(len(waiting)))
        if len(own) == 1:
            tree[node] = -1 - own[0]
            continue
        r.shuffle(own)
        cut = r.randrange(1, len(own))
        tree[node] = len(tree)
        waiting += [(len(tree), own[:cut]), (len(tree) + 1, own[cut:])]
        tree += [None, None]
    return tree


def frames_of(r):
    out, count = [], r.choice([1, 3, 4, 5, 6, 6])
    for i in range(count):
        node = {'kind': r.choice(['turn'] * 5 + ['slide'] * 2 + ['fixed']), **place(r, 0.4)}
        parent = r.choice([i - 1, i - 1, i - 1, i - 1, r.randrange(-1, i)])
        if parent >= 0:
            node['parent'] = parent
        if r.random() < 0.9:
            node['variable'] = r.randrange(count)
        if r.random() < 0.3:
            node['multiplier'] = r.uniform(-2, 2)
        if r.random() < 0.3:
            node['offset'] = r.uniform(-1, 1)
        out.append(node)
    return out


def tracks_of(r, frames):
    """One or two tracks that move some variables, and intervals each of which is in one piece of all of them."""
    variables = list(range(max([f.get('variable', -1) for f in frames]) + 1))
    moved = [v for v in variables if r.random() < 0.9]
    r.shuffle(moved)
    cut = r.choice([0, r.randrange(len(moved) + 1)])
    tracks, knots = [], {0.0, 1.0}
    for own in (moved[:cut], moved[cut:]):
        times = {r.choice([0.0, 0.0, 0.0, 0.2]), r.choice([1.0, 1.0, 1.0, 0.8])}
        times = sorted(times | {r.uniform(0.25, 0.75) for _ in range(r.randrange(3))})
        knots.update(times)
        degree, fast = r.choice([0, 1, 1, 2, 3, 4, 5, 7, 9]), r.choice([0.3, 0.3, 1])
        node = {'times': times, 'variables': own, 'coefficients': [
            [[r.uniform(-1, 1)] + [r.uniform(-fast, fast) for _ in range(degree)] for _ in own] for _ in times[1:]]}
        if r.random() < 0.3:
            node['slots'] = [{'frame': r.randrange(len(frames)), 'poses': [place(r, 0.4) for _ in times[1:]]}]
        tracks.append(node)
    knots = sorted(knots)
    return variables, tracks, list(zip(knots, knots[1:]))


class Case:
    """A model of two bodies that are apart in the middle of an interval, and the motion."""

    def __init__(self, r, elements, obstacle=False):
        self.frames = frames_of(r)
        variables, self.tracks, cells = tracks_of(r, self.frames)
        self.rest = [r.uniform(-1, 1) for _ in variables]
        self.begin, self.end = r.choice(cells)
        if r.random() < 0.7:
            self.begin, self.end = sorted(r.uniform(self.begin, self.end) for _ in range(2))
        if self.end - self.begin > 0.5:
            self.end = self.begin + r.uniform(0.1, 0.5)
        self.at = r.choice([self.begin, self.end, r.uniform(self.begin, self.end)])
        bodies = []
        for side in range(2):
            own = elements(r, side)
            node = {'name': 'ab'[side], 'ball': [r.uniform(-0.2, 0.2) for _ in range(3)] + [9], 'elements': own,
                    'tree': tree_over(r, len(own)), 'at': place(r, 0.3)}
            if len(own) > 1:
                node['hulls'] = [[0], list(range(1, len(own)))]
            last = len(self.frames) - 1
            frame = r.choice([-1 if side else last, r.randrange(len(self.frames))])
            if frame >= 0 and not (side and obstacle):
                node['frame'] = frame
            bodies.append(node)
        self.padding = [r.choice([0, r.uniform(0, 0.1)]) for _ in range(2)]
        self.first = model(self.frames, bodies, [])
        self.first['pairs'] = [pair(padding=self.padding)]
        # the second body is brought to some place around the first one
        self.motion = self.of([])[0]
        now = ref.State(self.first, self.motion, self.at, self.begin, self.end)
        self.away = direction(r)
        target = ref.add(now.bodies[0].moved(bodies[0]['ball'][:3]), ref.scaled(r.choice([1.5, 3, 6]), self.away))
        if 'frame' in bodies[1]:
            at = now.poses[bodies[1]['frame']]
            target = at.back(ref.sub(target, at.position))
        bodies[1]['at']['position'] = target
        self.now = ref.State(self.first, self.motion, self.at, self.begin, self.end)
        self.swapped = r.random() < 0.3
        if self.swapped:
            bodies.reverse()
            self.away = ref.scaled(-1, self.away)
            self.now = ref.State(self.first, self.motion, self.at, self.begin, self.end)

    def of(self, lines):
        return motion(lines, self.tracks, self.rest, self.begin, self.end)

    def parts(self, r, rule):
        """Parts that cover the two bodies: as wholes, by nodes or by hulls."""
        sets = []
        for node in self.first['bodies']:
            kind = r.randrange(3)
            if kind == 0:
                sets.append([None])
            elif kind == 1 and 'hulls' in node:
                sets.append([{'hull': i} for i in range(2)])
            else:
                sets.append([{'node': i} for i in ([0] if len(node['tree']) == 1 else [1, 2])])
        out = []
        for a in sets[0]:
            for b in sets[1]:
                n = self.now.bodies[0].back(ref.add(self.away, ref.scaled(0.2, direction(r))))
                n = ref.scaled(r.uniform(0.5, 2), n)
                own = {'normal': n, 'rule': r.choice(['slab', 'travel', 'chord']) if rule == 'any' else rule}
                if a:
                    own['a'] = a
                if b:
                    own['b'] = b
                if own['rule'] == 'slab' and r.random() < 0.7:
                    own['turn'] = ref.scaled(r.uniform(0, 1.5), direction(r))
                out.append(own)
        return out

    def verdicts(self, r, line, margins):
        """Whether a line is believed with each of some margins, given by stages, or by the first line."""
        options = ['--precise'] if r.random() < 0.3 else []
        if r.random() < 0.5:
            groups = [self.of([stage([pair(margin=m, padding=self.padding)], 0, self.begin, self.end), line])
                      for m in margins]
            said = audit(self.first, groups, *options)
            return [k in said.proven for k in range(len(margins))]
        out = []
        for m in margins:
            self.first['pairs'] = [pair(margin=m, padding=self.padding)]
            out.append(0 in audit(self.first, [self.of([line])], *options).proven)
        return out


def several(r, side):
    return [element(r) for _ in range(r.choice([1, 2, 3, 5]))]


class Claims(unittest.TestCase):
    def try_rule(self, rule):
        r = random.Random(SEED)
        done = moving = 0
        while done < CASES:
            case = Case(r, several)
            line = claim(case.parts(r, rule), 0, case.begin, case.end, case.at)
            most = ref.claim_margin(case.first, case.motion, case.first['pairs'][0], line)
            if most < 1e-3:
                continue
            done += 1
            moving += any(case.now.moves)
            self.assertEqual(case.verdicts(r, line, [most - 1e-9, most + 1e-9]), [True, False],
                             (most, case.first, case.motion, line))
        self.assertGreater(moving, CASES // 4)

    def test_slab(self):
        self.try_rule('slab')

    def test_travel(self):
        self.try_rule('travel')

    def test_chord(self):
        self.try_rule('chord')

    def test_any(self):
        self.try_rule('any')

    def test_standing(self):
        """The times of a track that stands still are no knots."""
        for coefficients, times, good in (([[[0.2, 0]]], [0, 1], True), ([[[0.2]]], [0, 1], True),
                                          ([[[0.2, 1e-9]]], [0, 1], False), ([[[0.2]], [[0.2]]], [0, 1, 2], False),
                                          ([[[0.2], [0.3]]], [0.5, 1], True), ([[[0.2, 0], [0.3, 1]]], [0, 1], False)):
            variables = list(range(1, 1 + len(coefficients[0])))
            frames = [{'kind': 'turn', 'variable': 0}, {'kind': 'turn', 'variable': 1, 'parent': 0},
                      {'kind': 'turn', 'variable': 2, 'parent': 1}]
            first = model(frames, [body('a', [ball(0.1)], 2), body('b', [ball(0.1)], at={'position': [5, 0, 0]})],
                          [pair()])
            tracks = [track([[[0, 0.1]]], times=[0, 2]), track(coefficients, variables, times)]
            said = audit(first, [motion([claim([part([1, 0, 0])], end=2)], tracks, [0, 0, 0], end=2)])
            if good:
                self.assertEqual(said.proven, {0: True})
            else:
                self.assertIn('reaches beyond a piece of the motion', said.text)

    def test_stretched_out(self):
        """A body at the end of a straight arm, which grows where its last joint slides."""
        along = [0, 1, 0, 0, 0, 1, 1, 0, 0]
        for kind in ('turn', 'slide'):
            frames = [{'kind': 'turn', 'variable': 0},
                      {'kind': kind, 'variable': 1, 'parent': 0, 'position': [1, 0, 0], 'rotation': along}]
            first = model(frames, [body('a', [ball(0.1)], 1), body('b', [ball(0.1)], at={'position': [5, 0, 0]})], [])
            lines = motion([], [track([[[-0.1, 0.2], [-0.1, 0.2]]])], [0, 0])
            state = ref.State(first, lines[0], 0.5, 0, 1)
            line = claim([part(state.bodies[0].back([1, 0, 0]), 'chord')], at=0.5)
            most = ref.claim_margin(first, lines[0], pair(), line)
            groups = [[lines[0], stage([pair(margin=most + d)]), line, {**lines[1], 'claims': 1}]
                      for d in (-1e-9, 1e-9)]
            self.assertEqual(set(audit(first, groups).proven), {0})


def one_ball(r, side):
    return [{'shape': 'point', 'radius': r.uniform(0.05, 0.2), 'position': [r.uniform(-0.2, 0.2) for _ in range(3)]}]


def balls(r, side):
    return [own for _ in range(r.randrange(1, 4)) for own in one_ball(r, side)]


class Blocks(unittest.TestCase):
    def try_blocks(self, obstacle):
        r = random.Random(SEED + obstacle)
        done = 0
        while done < CASES:
            case = Case(r, balls if r.random() < 0.5 else one_ball, obstacle)
            if case.end - case.begin < 1e-3:
                continue
            for node in case.first['bodies']:
                if obstacle and 'frame' not in node:
                    shape = element(r, ('point', 'segment', 'box', 'cylinder'))
                    node['elements'], node['tree'], node['around'] = [shape], [-1], shape
                    if shape['shape'] == 'segment':
                        # a capsule has the box about its core around it
                        node['around'] = {**shape, 'shape': 'box', 'half': [0, 0, shape['half']]}
                    node.pop('hulls', None)
                else:
                    # some balls are so large that the ball about the whole body proves more
                    node['cover'] = [[*e['position'], e['radius'] * r.choice([1 + 1e-10, 1 + 1e-10, r.uniform(1, 4)])]
                                     for e in node['elements']]
            k = r.randrange(7)
            times = block_times(case.begin, case.end)
            line = {'block': [case.begin, case.end], 'only': [[0, 1 << k]]}
            most = ref.block_margin(case.first, case.motion, case.first['pairs'][0], times, k)
            if most < 1e-3:
                continue
            done += 1
            self.assertEqual(self.verdicts(case, r, line, [most - 1e-5, most + 1e-8]), [True, False],
                             (most, k, case.first, case.motion, line))

    def verdicts(self, case, r, line, margins):
        """Whether the block is refused itself: it proves one interval, which is not the whole motion."""
        options = ['--precise'] if r.random() < 0.3 else []
        out = []
        for m in margins:
            # another block before, with other times
            case.first['pairs'] = [pair(margin=m, padding=case.padding)]
            before = {'block': [case.begin, (case.begin + case.end) / 2], 'only': [[0, 1]]}
            lines = [before, line] if self.margin_of(case, before['block']) > m + 1e-3 else [line]
            said = audit(case.first, [case.of(lines)], *options)
            out.append('nothing is claimed after' in said.text)
            self.assertNotEqual(out[-1], 'does not prove the interval' in said.text, said.text)
            self.assertNotIn(0, said.proven)
        return out

    def margin_of(self, case, ends):
        return ref.block_margin(case.first, case.motion, case.first['pairs'][0], block_times(*ends), 0)

    def test_two_bodies(self):
        self.try_blocks(False)

    def test_obstacle(self):
        self.try_blocks(True)


if __name__ == '__main__':
    unittest.main()
