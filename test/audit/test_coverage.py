"""leeway-audit accepts claims that together leave out no time, no pair of bodies and no pair of elements, and no
others: at random, against sets that are counted one by one."""

import random
import unittest

from proofs import LONG, SEED, audit, ball, block_times, body, claim, model, motion, pair, part, stage, track
from test_inequalities import tree_over

CASES = 3000 if LONG else 300


def far(name, x, count=1, **more):
    """A body of small balls about (x, 0, 0)."""
    return body(name, [ball(0.1, [x, 0.2 * k, 0]) for k in range(count)], **more)


ALONG = part([1, 0, 0])


class Many(unittest.TestCase):
    """Two turning bodies among 10,000 obstacles, which are no pairs."""

    COUNT = 10000

    def first(self):
        frames = [{'kind': 'turn', 'variable': 0}, {'kind': 'turn', 'variable': 1, 'parent': 0}]
        bodies = [far('arm', 0, frame=0, cover=[[0, 0, 0, 0.11]]), far('hand', 1, frame=1, cover=[[1, 0, 0, 0.11]])]
        for k in range(self.COUNT):
            bodies.append(far(f'post {k}', 3 + k, around={'shape': 'point', 'radius': 0.1, 'position': [3 + k, 0, 0]}))
        pairs = [pair(a, b) for b in range(2, self.COUNT + 2) for a in range(2)]
        return {**model(frames, bodies, pairs), 'exempt': [[0, 1, 'adjacent']]}

    def said(self, first):
        lines = motion([{'block': [0, 1]}], [track([[[0, 0.5], [0, 0.5]]])], [0, 0])
        return audit(first, [lines])

    def test_many_obstacles(self):
        r, first = random.Random(SEED), self.first()
        self.assertEqual(self.said(first).proven, {0: True})
        pairs = first['pairs']
        for k in [0, len(pairs) - 1, r.randrange(1, len(pairs))]:
            a, b = pairs[k]['bodies']
            left_out = {**first, 'pairs': pairs[:k] + pairs[k + 1:]}
            what = f'{first["bodies"][a]["name"]} and {first["bodies"][b]["name"]} can move, and are no pair, nor exempt'
            self.assertIn(what, self.said(left_out).text)
        exempt = {**left_out, 'exempt': [[b, a, 'scene'], *first['exempt']]}
        self.assertEqual(self.said(exempt).proven, {0: True})
        # a pair that cannot move stands for none that can
        other = {**left_out, 'exempt': [*first['exempt'], [5, 4, 'scene']]}
        self.assertIn(what, self.said(other).text)
        for more in ([*pairs, pair(b, a)], [*left_out['pairs'], pairs[k - 1]]):
            self.assertIn('a pair stands in its list twice', self.said({**first, 'pairs': more}).text)
        for more in ([a, b], [7, 7]):
            self.assertIn('a pair that is not checked is checked, or stands in its list twice',
                          self.said({**first, 'exempt': [*first['exempt'], [*more, 'scene']]}).text)


class Times(unittest.TestCase):
    def test_claims(self):
        """Intervals of claims, until the end or any other time."""
        r = random.Random(SEED)
        first = model([], [far('a', 0), far('b', 5)], [pair()])
        groups, wanted = [], []
        for _ in range(CASES):
            begin, until = r.choice([0, 1]), r.randrange(1, 8)
            verdict = r.choice(['free', 'contact', 'undecided'])
            end = until if verdict == 'free' else 8
            lines = []
            for _ in range(r.randrange(1, 9)):
                one, other = sorted(r.randrange(begin, end + 1) for _ in range(2))
                lines.append(claim([ALONG], 0, one, other))
            reached, grows = begin, any(node['from'] == begin for node in lines)
            while grows:
                most = max(node['to'] for node in lines if node['from'] <= reached)
                grows, reached = most > reached, max(most, reached)
            any_claim = any(node['from'] <= begin for node in lines)
            until = max(until, begin)
            groups.append(motion(lines, begin=begin, end=end, verdict=verdict, until=until))
            good = reached >= until and any_claim
            if verdict == 'free':
                wanted.append(True if good else 'refused')
            else:
                wanted.append((until if good else 'refused') if until > begin else None)
        said = audit(first, groups)
        found = [said.proven.get(k, 'refused') for k in range(len(groups))]
        self.assertEqual(found, wanted)
        self.assertGreater(found.count('refused'), CASES // 10)
        self.assertGreater(found.count(True), CASES // 20)

    def test_masks(self):
        """Blocks with the pairs and intervals that they leave out, or that they are only about, and claims."""
        r = random.Random(SEED)
        bodies = [far(name, 4 * k, cover=[[4 * k, 0, 0, 0.11]]) for k, name in enumerate('abc')]
        first = model([], bodies, [pair(0, 1), pair(0, 2), pair(1, 2)])
        groups, wanted = [], []
        for _ in range(CASES):
            lines, proven = [], [[] for _ in range(3)]
            spans = [(0, 7)] * r.randrange(1, 4) if r.random() < 0.5 else [(0, 3.5), (3.5, 7)]
            for begin, end in spans:
                line, times = {'block': [begin, end]}, block_times(begin, end)
                key = r.choice([None, 'left', 'only'])
                masks = [127 if key != 'only' else 0] * 3
                if key:
                    chosen = r.sample(range(3), r.randrange(1, 4))
                    line[key] = [[p, r.choice([1 << r.randrange(7), r.randrange(1, 128), 127])] for p in chosen]
                    for p, mask in line[key]:
                        masks[p] = mask if key == 'only' else 127 & ~mask
                for p in range(3):
                    proven[p] += [(times[k], times[k + 1]) for k in range(7) if masks[p] >> k & 1]
                lines.append(line)
            for _ in range(r.randrange(6)):
                p, one = r.randrange(3), r.randrange(7)
                other = r.randrange(one, 8)
                lines.append(claim([ALONG], p, one, other))
                proven[p].append((one, other))
            good = True
            for own in proven:
                reached = 0
                for one, other in sorted(own):
                    if one <= reached:
                        reached = max(reached, other)
                good &= reached >= 7
            groups.append(motion(lines, end=7))
            wanted.append(good)
        said = audit(first, groups)
        self.assertEqual([k in said.proven for k in range(len(groups))], wanted)
        self.assertGreater(sum(wanted), CASES // 20)
        self.assertGreater(CASES - sum(wanted), CASES // 20)

    def test_stages(self):
        """Each stage's own pairs, over its own time; those that begin after the last proven time do not matter."""
        r = random.Random(SEED)
        first = model([], [far('a', 0), far('b', 4), far('c', 8)], [pair(0, 1)])
        groups, wanted = [], []
        for _ in range(CASES):
            knots = sorted({0, 6, *(r.randrange(7) for _ in range(2))})
            verdict, until = r.choice(['free', 'contact']), 6
            if verdict == 'contact':
                until = r.randrange(1, 7)
            lines, claims, good = [], [], True
            for k, (begin, end) in enumerate(zip(knots, knots[1:])):
                pairs = [pair(*own) for own in r.sample([(0, 1), (0, 2), (1, 2)], r.randrange(3))]
                lines.append(stage(pairs, k, begin, end))
                for p in range(len(pairs)):
                    if r.random() < 0.15:
                        good &= begin >= until
                        continue
                    last = end if r.random() < 0.8 else r.randrange(begin, end + 1)
                    good &= last >= min(end, until) or begin >= until
                    claims.append(claim([ALONG], p, begin, last, stage=k))
            groups.append(motion(lines + claims, end=6, verdict=verdict, until=until))
            wanted.append(good)
        said = audit(first, groups)
        self.assertEqual([k in said.proven for k in range(len(groups))], wanted)
        self.assertGreater(sum(wanted), CASES // 20)
        self.assertGreater(CASES - sum(wanted), CASES // 20)


class Parts(unittest.TestCase):
    def test_parts(self):
        """Nodes and hulls in any mixture."""
        r = random.Random(SEED)
        bodies = []
        for k in range(8):
            count = r.randrange(1, 7)
            node = far(str(k), 4 * k, count)
            node['tree'] = tree_over(r, count)
            node['hulls'] = [r.sample(range(count), r.randrange(1, count + 1)) for _ in range(3)]
            bodies.append(node)
        first = model([], bodies, [])
        groups, wanted = [], []
        for _ in range(2 * CASES):
            a, b = sorted(r.sample(range(8), 2))
            style, parts = r.randrange(3), []
            all_pairs = {(x, y) for x in range(len(bodies[a]['elements'])) for y in range(len(bodies[b]['elements']))}
            missing, stop = set(all_pairs), r.random() < 0.6
            while missing and len(parts) < 60 and not (stop and len(missing) * 3 < len(all_pairs) and r.random() < 0.1):
                sets, own = [], dict(ALONG)
                for key, which in (('a', a), ('b', b)):
                    node = bodies[which]
                    if style == 0 or style == 1 and r.random() < 0.5:
                        at = r.randrange(len(node['tree']))
                        own[key], sets = {'node': at}, sets + [below(node['tree'], at)]
                    else:
                        at = r.randrange(3)
                        own[key], sets = {'hull': at}, sets + [node['hulls'][at]]
                if style == 2 and 'hull' in own['a'] and r.random() < 0.2:
                    del own['a']
                    sets[0] = range(len(bodies[a]['elements']))
                parts.append(own)
                missing -= {(x, y) for x in sets[0] for y in sets[1]}
            if r.random() < 0.3 and parts:
                # one part less, which may be all that is missing
                gone = parts.pop(r.randrange(len(parts)))
                missing = all_pairs - {(x, y) for p in parts for x in members(bodies[a], p.get('a'))
                                       for y in members(bodies[b], p.get('b'))}
                del gone
            groups.append(motion([stage([pair(a, b)]), claim(parts)]))
            # a pair of elements may be covered by a part of nodes or by one of hulls
            wanted.append(not missing)
        said = audit(first, groups)
        self.assertEqual([k in said.proven for k in range(len(groups))], wanted)
        self.assertGreater(sum(wanted), CASES // 10)
        self.assertGreater(2 * CASES - sum(wanted), CASES // 10)


def below(tree, node):
    stack, out = [node], []
    while stack:
        entry = tree[stack.pop()]
        if entry < 0:
            out.append(-1 - entry)
        else:
            stack += [entry, entry + 1]
    return out


def members(node, given):
    if given is None:
        return range(len(node['elements']))
    return node['hulls'][given['hull']] if 'hull' in given else below(node['tree'], given['node'])


class Places(unittest.TestCase):
    """Objects that change their place when a stage begins: only up to rounding, which is added to the distances."""

    def verdict(self, margin, place, later=False, elements=None, swapped=False):
        """A body at x = 2 that from t = 1 on stands at a place. later: the margin of the stage after that. swapped: it
        is the first one of the pair."""
        first = model([{'kind': 'slide', 'variable': 0}],
                      [far('a', 0), body('b', elements or [ball(0.1)], at={'position': [2, 0, 0]})], [])
        margins = [0, 0 if later else margin, margin if later else 0]
        own = (1, 0) if swapped else (0, 1)
        lines = [stage([pair(*own, m)], k, k, k + 1, [{'body': 1, 'at': place}] if k else [])
                 for k, m in enumerate(margins)]
        lines += [claim([part([-1 if swapped else 1, 0, 0])], 0, k, k + 1, stage=k) for k in range(3)]
        said = audit(first, [motion(lines, rest=[0], end=3)])
        return 0 in said.proven, said.text

    def test_shift(self):
        for later in (False, True):
            for swapped in (False, True):
                for sign in (1, -1):
                    place = {'position': [2 + sign * 4e-10, 0, 0]}
                    most = 1.8 + (sign - 1) * 4e-10
                    found = [self.verdict(most + d, place, later, swapped=swapped)[0] for d in (-1e-11, 1e-11)]
                    self.assertEqual(found, [True, False], (later, swapped, sign))

    def test_turn(self):
        """A turn by e = 5e-10 moves a body that reaches as far as 1 by 3 e at most."""
        e = 5e-10
        place = {'position': [2, 0, 0], 'rotation': [1, e, 0, -e, 1, 0, 0, 0, 1]}
        elements = [ball(0.1, [0, 0.9, 0])]
        # the box about it: 0.1, 1, 0.1
        most = 1.8 - 3 * e * (0.1**2 + 1 + 0.1**2)**0.5 - 0.9 * e
        self.assertEqual([self.verdict(most - 1e-11, place, elements=elements)[0],
                          self.verdict(most + 1e-11, place, elements=elements)[0]], [True, False])

    def test_elsewhere(self):
        # the body's reach, and twice 2
        most = 1e-9 * (0.1 * 3**0.5 + 4)
        self.assertTrue(self.verdict(0, {'position': [2 + 0.997 * most, 0, 0]})[0])
        self.assertIn('b is not where it was', self.verdict(0, {'position': [2 + 1.003 * most, 0, 0]})[1])
        e = 2e-9
        self.assertIn('b is not where it was',
                      self.verdict(0, {'position': [2, 0, 0], 'rotation': [1, e, 0, -e, 1, 0, 0, 0, 1]})[1])

    def test_carried(self):
        """The place in a frame that stands elsewhere at another time."""
        place = {'position': [0, 0, 1], 'rotation': [0, 0, 1, 1, 0, 0, 0, 1, 0]}
        for time, good in ((1, True), (1.001, False)):
            first = model([{'kind': 'slide', 'variable': 0, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]}],
                          [far('a', 0), body('b', [ball(0.1)], at={'position': [2, 0, 0]})], [])
            lines = [stage([pair()], 0, 0, time), stage([pair()], 1, time, 3, [{'body': 1, 'frame': 0, 'at': place}])]
            lines += [claim([ALONG], 0, 0, time, stage=0), claim([ALONG], 0, time, 3, stage=1, at=2)]
            said = audit(first, [motion(lines, [{'times': [0, 3], 'variables': [0], 'coefficients': [[[0, 3]]]}], [0],
                                        end=3)])
            self.assertEqual(0 in said.proven, good, said.text)

    def test_past(self):
        """A motion that was cut has stages before its begin, in which an object was attached and released."""
        first = model([{'kind': 'slide', 'variable': 0, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]}],
                      [far('a', 0), body('b', [ball(0.1)], at={'position': [2, 0, 0]})], [])
        tracks = [{'times': [0, 4], 'variables': [0], 'coefficients': [[[0, 4]]]}]
        carried = {'body': 1, 'frame': 0, 'at': {'position': [0, 0, 1], 'rotation': [0, 0, 1, 1, 0, 0, 0, 1, 0]}}
        stood, thrown = ({'body': 1, 'at': {'position': [x, 0, 0]}} for x in (3, 2.5))
        past = [(0, 1, []), (1, 2, [carried]), (2, 3.5, [stood]), (3.5, 4, [stood])]

        def said(stages, before=2, begin=2.5, claims=((2.5, 3.5), (3.5, 4))):
            lines = [stage([pair()], k - before, *own) for k, own in enumerate(stages)]
            lines += [claim([ALONG], 0, *own, **({'stage': k} if k else {})) for k, own in enumerate(claims)]
            return audit(first, [motion(lines, tracks, [0], begin, 4)])

        self.assertEqual(said(past).proven, {0: True})
        self.assertEqual(said(past, claims=((2, 3.5), (3.5, 4))).proven, {0: True})
        elsewhere = 'b is not where it was'
        for stages, before, begin, message in (
                (past[2:], 0, 2.5, elsewhere), (past[1:], 1, 2.5, None), ([(0, 2, []), *past[2:]], 1, 2.5, elsewhere),
                ([*past[:2], (2, 3.5, [thrown]), past[3]], 2, 2.5, elsewhere),
                ([past[0], (1, 2, []), *past[2:]], 2, 2.5, elsewhere),
                (past, 2, 1.5, 'the first stage begins after its motion'),
                (past, 2, 2, None), (past, 3, 2.5, 'the first stage begins after its motion'),
                (past, 4, 2.5, 'the stage at its begin is missing'),
                ([(0, 1, []), (1.5, 2, [carried]), *past[2:]], 2, 2.5, 'does not begin where the one before ends'),
                (past, 2000000, 2.5, 'stages are not in their order'), (past, -1, 2.5, 'stages are not in their order')):
            found = said(stages, before, begin, ((begin, 3.5), (3.5, 4)))
            if message:
                self.assertIn(message, found.text)
            else:
                self.assertEqual(found.proven, {0: True})
        # what is claimed of the time before does not count
        for claims in (((2.6, 3.5), (3.5, 4)), ((2, 2.5), (3.5, 4))):
            self.assertIn('nothing is claimed after 2.5', said(past, claims=claims).text)
        lines = [stage([pair()], k - 4, *own) for k, own in enumerate(past)]
        self.assertIn('the last stage does not end with the motion',
                      audit(first, [motion(lines, tracks, [0], 2.5, 4)]).text)

    def test_contact(self):
        """Objects that touch, where one of them was put with a rounding error above 2^-40 of the sizes."""
        for radius, apart, good, said_gap in ((0.1, -0.01, True, 0), (0.1, -2e-10, True, 2e-10), (0.1, 0, True, 4e-10),
                                              (0.1, 1e-10, False, None), (0, 0, True, 4e-10), (0, 1e-10, False, None)):
            first = model([{'kind': 'slide', 'variable': 0}],
                          [far('a', 0), body('b', [{'shape': 'box', 'half': [0.5] * 3, 'radius': radius}],
                                             at={'position': [4, 0, 0]})], [])
            # b is at 4, and said to be at 4 + 4e-10; it ends at 3.5 - radius
            first['bodies'][0] = body('a', [{'shape': 'box', 'half': [0.5] * 3}],
                                      at={'position': [3 - radius - apart + 4e-10, 0, 0]})
            place = [{'body': 1, 'at': {'position': [4 + 4e-10, 0, 0]}}]
            lines = [stage([], 0, 0, 1), stage([pair()], 1, 1, 2, place),
                     {'pair': 0, 'stage': 1, 'contact': 1.5, 'elements': [0, 0], 'points': [[0.5, 0, 0], [-0.5, 0, 0]]}]
            said = audit(first, [motion(lines, rest=[0], end=2, verdict='contact', until=0)])
            if good:
                found = float(said.text.split('a and b are at most ')[1].split(' apart')[0])
                # numbers of some metres are rounded by 4e-16
                self.assertAlmostEqual(found, said_gap, delta=1e-13, msg=said.text)
            else:
                self.assertIn('a contact is not proven', said.text)

    def test_chord(self):
        """A claim by a chord about an object that stood 1 from the axis of the world, and is carried 2 from another."""
        frames = [{'kind': 'turn', 'variable': 0, 'position': [-1, 0, 0]}]
        bodies = [far('a', 4), body('b', [ball(0.1)], at={'position': [1, 0, 0]})]
        first = model(frames, bodies, [])
        carried = [{'body': 1, 'frame': 0, 'at': {'position': [2, 0, 0]}}]
        tracks = [{'times': [0, 1, 2], 'variables': [0], 'coefficients': [[[0, 0]], [[0, 0.5]]]}]
        # at its begin b is at 1, at its end it is farther from a
        most = 3 - 0.2 - 2 * 0.5**2 / 8
        groups = []
        for margin in (most - 1e-9, most + 1e-9):
            lines = [stage([], 0, 0, 1), stage([pair(1, 0, margin)], 1, 1, 2, carried),
                     claim([part([1, 0, 0], 'chord')], 0, 1, 2, stage=1)]
            groups.append(motion(lines, tracks, [0], end=2))
        said = audit(first, groups)
        self.assertEqual(set(said.proven), {0}, said.text)

    def test_begin_and_end(self):
        """A stage, or a motion, of one moment is claimed, too."""
        first = model([], [far('a', 0), far('b', 4)], [pair()])
        for own, good in (([claim([ALONG], 0, 1, 1, stage=1)], True), ([], False)):
            lines = [stage([], 0, 0, 1), stage([pair()], 1, 1, 1), *own]
            self.assertEqual(0 in audit(first, [motion(lines)]).proven, good)
            lines = [{k: v for k, v in line.items() if k != 'stage'} for line in own]
            self.assertEqual(0 in audit(first, [motion(lines, begin=1)]).proven, good)

    def test_gap_between_stages(self):
        """Each stage begins where the one before ends, and the last one ends with the motion."""
        first = model([], [far('a', 0), far('b', 4)], [pair()])
        for ends, message in (([(0, 1), (1.5, 3)], 'does not begin where the one before ends'),
                              ([(0, 1), (0.5, 3)], 'does not begin where the one before ends'),
                              ([(0.5, 1), (1, 3)], 'the first stage begins after its motion'),
                              ([(0, 1), (1, 2)], 'the last stage does not end with the motion'),
                              ([(0, 2), (2, 1)], 'a stage ends before it begins'),
                              ([(0, 1), (1, 3)], None)):
            lines = [stage([pair()], k, *own) for k, own in enumerate(ends)]
            lines += [claim([ALONG], 0, *own, stage=k) for k, own in enumerate(ends)]
            said = audit(first, [motion(lines, end=3)])
            if message:
                self.assertIn(message, said.text)
            else:
                self.assertIn(0, said.proven)


if __name__ == '__main__':
    unittest.main()
