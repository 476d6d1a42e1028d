"""Tests that altered claims are refused, each for its own reason."""

import copy
import json
import math
import os
import pickle
import tempfile
import unittest

import verify
from balls import ONE, Refused
from bodies import ClaimedBody
from checked import LONG, Checked, randoms, scene


def claims_of(lines, motion):
    """The indices of a motion's claims among the lines, without those of being outside."""
    begin = next(i for i, n in enumerate(lines) if n.get('motion') == motion)
    end = next(i for i in range(begin + 1, len(lines)) if 'verdict' in lines[i])
    return [i for i in range(begin + 1, end) if 'parts' in lines[i]]


def verdict_of(lines, motion):
    return next(n for n in lines if 'verdict' in n and n['motion'] == motion)


def remove(lines, motion, places):
    """Removes lines, and reduces the verdict's count of claims."""
    for i in sorted(places, reverse=True):
        del lines[i]
    verdict_of(lines, motion)['claims'] -= len(places)


class Tampered(unittest.TestCase):
    _checked = {}

    @classmethod
    def setUpClass(cls):
        cls.arm = cls.of('under the lamp')
        cls.flight = cls.of('level')

    @classmethod
    def of(cls, motion):
        """One motion of the arm, of the flying bar or of two arms, with the program's claims."""
        if motion not in cls._checked:
            words = [scene('cell.json'), '--motions', scene('motions.jsonl')]
            if motion in ('level', 'upright', 'tumbling', 'circling'):
                words = [scene('bodies.json')]
            elif motion in ('both at once', 'side by side'):
                words = [scene('two_arms.json')]
            cls._checked[motion] = Checked(*words, '--motion', motion)
        return cls._checked[motion]

    def altered(self, checked):
        """A copy to be altered."""
        return pickle.loads(pickle.dumps(checked.lines))

    def refused(self, checked, lines, motion, pattern):
        verdict, _, reason = checked.verdicts(lines)[motion]
        self.assertEqual(verdict, 'refused', pattern)
        self.assertRegex(reason, pattern)

    def test_untouched(self):
        for motion in ('under the lamp', 'over the post', 'through the post', 'level', 'side by side'):
            self.assertEqual(self.of(motion).disagreements(), [])

    # ---- the bodies ------------------------------------------------------------------------------

    def body(self, lines, name):
        return next(b for b in lines[0]['bodies'] if b['name'] == name)

    def test_a_triangle_is_moved(self):
        random = randoms()
        for k in range(40):
            lines = self.altered(self.arm)
            elements = random.choice([b['elements'] for b in lines[0]['bodies'] if len(b['tree']) > 50])
            # the tolerance is 1e-12 of the size, which is below 1 m
            elements[random.randrange(len(elements))][random.randrange(9)] += 1e-6 if k % 2 else 2e-12
            self.refused(self.arm, lines, 'under the lamp', 'a vertex of its mesh|a triangle of its mesh'
                         '|its ball does not contain it')

    def test_a_triangle_is_left_out(self):
        random = randoms()
        for _ in range(20):
            lines = self.altered(self.arm)
            elements = random.choice([b['elements'] for b in lines[0]['bodies'] if len(b['tree']) > 50])
            i, k = random.sample(range(len(elements)), 2)
            elements[i] = elements[k]
            self.refused(self.arm, lines, 'under the lamp', 'of its mesh, .* is none of its elements')

    def test_an_element_is_altered(self):
        changes = [('half', lambda v: [0.9 * c for c in v] if isinstance(v, list) else 0.9 * v),
                   ('radius', lambda v: 0.9 * v), ('base', lambda v: 0.9 * v),
                   ('position', lambda v: [c + 1e-9 for c in v])]
        done = 0
        for checked, motion in ((self.arm, 'under the lamp'), (self.flight, 'level')):
            for b, node in enumerate(checked.lines[0]['bodies']):
                for e, element in enumerate(node['elements']):
                    for key, change in changes:
                        if isinstance(element, dict) and key in element:
                            lines = self.altered(checked)
                            target = lines[0]['bodies'][b]['elements'][e]
                            target[key] = change(target[key])
                            self.refused(checked, lines, motion, 'none of its elements is its')
                            done += 1
        self.assertGreater(done, 20)
        lines = self.altered(self.flight)
        self.body(lines, 'rock')['elements'][0]['vertices'].pop()
        self.refused(self.flight, lines, 'level', 'none of its elements is its polytope')

    def test_the_tree_leaves_an_element_out(self):
        random = randoms()
        for _ in range(20):
            lines = self.altered(self.arm)
            tree = random.choice([b['tree'] for b in lines[0]['bodies'] if len(b['tree']) > 50])
            i, k = random.sample([n for n, child in enumerate(tree) if child < 0], 2)
            tree[i] = tree[k]
            self.refused(self.arm, lines, 'under the lamp', 'its tree (does not hold|holds) element')
        # a leaf that no path from the root leads to does not count
        lines = self.altered(self.arm)
        tree = self.body(lines, 'shelf')['tree']
        i, k = (tree.index(-1 - e) for e in (0, 1))
        tree[i], left_out = tree[k], tree[i]
        tree.append(left_out)
        self.refused(self.arm, lines, 'under the lamp', 'has 0 parents')
        lines = self.altered(self.arm)
        self.body(lines, 'shelf')['tree'] = [-1]
        self.refused(self.arm, lines, 'under the lamp', 'its tree does not hold element 1')
        lines = self.altered(self.arm)
        self.body(lines, 'shelf')['tree'][0] = 0
        self.refused(self.arm, lines, 'under the lamp', 'has no children behind it')

    def test_a_hull_leaves_an_element_out(self):
        lines = self.altered(self.flight)
        self.assertEqual(self.body(lines, 'gate/posts')['hulls'], [[0], [1]])
        self.body(lines, 'gate/posts')['hulls'] = [[0], [0]]
        self.refused(self.flight, lines, 'level', 'its hulls holds element 0 more than once')
        self.body(lines, 'gate/posts')['hulls'] = [[0], [0, 1]]
        self.refused(self.flight, lines, 'level', 'its hulls holds element 0 more than once')
        self.body(lines, 'gate/posts')['hulls'] = [[0], [2]]
        self.refused(self.flight, lines, 'level', 'a hull holds an element that is not there')

    def test_a_ball_is_too_small(self):
        for b in range(len(self.arm.lines[0]['bodies'])):
            lines = self.altered(self.arm)
            lines[0]['bodies'][b]['ball'][3] *= 0.5
            self.refused(self.arm, lines, 'under the lamp', 'its ball does not contain it')

    def test_a_ball_that_is_turned_is_no_smaller(self):
        """A turned cylinder: a ball is refused below the distance of the cylinder's rim, and
        accepted above."""
        def body(radius, ball=(0.1, 0.2, 0.3)):
            half = math.sqrt(0.5)
            return ClaimedBody({'name': 'b', 'ball': [*ball, radius], 'tree': [-1], 'elements': [
                {'shape': 'cylinder', 'base': 0.3, 'half': 0.4, 'radius': 0.05, 'position': list(ball),
                 'rotation': [half, half, 0, -half, half, 0, 0, 0, 1]}]})

        self.assertGreaterEqual(body(0.55 + 1e-15).ball[1], 0.55 * ONE)
        with self.assertRaisesRegex(Refused, 'its ball does not contain it'):
            body(0.55 - 1e-14)
        with self.assertRaisesRegex(Refused, 'turns and does something else'):
            ClaimedBody({'name': 'b', 'ball': [0, 0, 0, 9], 'tree': [-1], 'elements': [
                {'shape': 'box', 'half': [1, 1, 1], 'rotation': [1, 0, 0, 0, 1 + 1e-9, 0, 0, 0, 1]}]})

    def test_a_ball_is_rounded(self):
        """A ball about a cylinder that is turned, whose centre is 1e-17 m off the axis."""
        body = {'name': 'b', 'ball': [0.051746826912749344, 0.05412502545173695, -0.037383080728714956, 0.12614500809937326],
                'tree': [-1], 'elements': [{
                    'shape': 'cylinder', 'base': 0.05694243855983429, 'half': 0.1125616353792447,
                    'position': [0.051746826912749344, 0.05412502545173695, -0.03738308072871495],
                    'rotation': [0.598288328318225, 0.20589692026262185, 0.7743755771100682, -0.2728462100364441, -0.856319654342653,
                                 0.43848785074985525, 0.7533963245642576, -0.47362760457224856, -0.4561478601508737]}]}
        ClaimedBody(body)
        body['ball'][3] *= 1 - 1e-13
        with self.assertRaisesRegex(Refused, 'its ball does not contain it'):
            ClaimedBody(body)

    def test_the_ball_of_an_ellipsoid(self):
        """An ellipsoid beside the centre of its ball: refused below the distance of the ball about it."""
        def body(radius, place=(0.5, 0.2, 0.6)):
            return ClaimedBody({'name': 'b', 'ball': [0.1, 0.2, 0.3, radius], 'tree': [-1], 'elements': [
                {'shape': 'ellipsoid', 'half': [0.3, 0.5, 0.4], 'radius': 0.05, 'position': list(place),
                 'rotation': [0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1]}]})

        self.assertGreaterEqual(body(1.05 + 1e-15).ball[1], 1.05 * ONE)
        with self.assertRaisesRegex(Refused, 'its ball does not contain it'):
            body(1.05 - 1e-14)
        body(0.55 + 1e-15, (0.1, 0.2, 0.3))
        with self.assertRaisesRegex(Refused, 'its ball does not contain it'):
            body(0.55 - 1e-14, (0.1, 0.2, 0.3))

    def test_a_far_element_loosens_nothing(self):
        """Elements beyond the scene's do no harm: tolerances follow from the scene's own size."""
        for far in (1e3, 1e10):
            lines = self.altered(self.arm)
            body = next(b for b in lines[0]['bodies'] if len(b['tree']) > 50)
            elements, tree = body['elements'], body['tree']
            corner = elements[0][:3]
            for triangle in elements:
                for k in (0, 3, 6):
                    if triangle[k:k + 3] == corner:
                        triangle[k] += 1e-13 * far
            count = len(elements)
            elements.append([far] * 9)
            # a new root over the old one, whose nodes all move by two places
            body['tree'] = [1] + [t + 2 if t >= 0 else t for t in tree[:1]] + [-1 - count] + [
                t + 2 if t >= 0 else t for t in tree[1:]]
            body['ball'][3] = 2 * far
            if 'hulls' in body:
                body['hulls'].append([count])
            self.refused(self.arm, lines, 'under the lamp', 'a vertex of its mesh, .*, is no vertex')

    def test_a_body_has_another_name(self):
        lines = self.altered(self.arm)
        self.body(lines, 'post')['name'] = 'pillar'
        self.refused(self.arm, lines, 'under the lamp', 'the scene has no body "pillar"')
        lines = self.altered(self.arm)
        one, two = self.body(lines, 'finger_left'), self.body(lines, 'forearm')
        one['name'], two['name'] = two['name'], one['name']
        self.refused(self.arm, lines, 'under the lamp', 'body "forearm": |body "finger_left": ')

    # ---- the pairs -------------------------------------------------------------------------------

    def test_a_margin_is_lowered(self):
        for p in range(0, len(self.arm.lines[0]['pairs']), 3):
            lines = self.altered(self.arm)
            pair = lines[0]['pairs'][p]
            if pair['margin']:
                pair['margin'] = 0.0019
                self.refused(self.arm, lines, 'under the lamp', 'is below that of the scene')

    def test_a_pair_is_left_out(self):
        for p in range(len(self.arm.lines[0]['pairs'])):
            lines = self.altered(self.arm)
            del lines[0]['pairs'][p]
            self.refused(self.arm, lines, 'under the lamp', 'the pair .* and .* is left out')

    # ---- time ------------------------------------------------------------------------------------

    def test_a_pair_is_not_claimed(self):
        for motion in ('under the lamp', 'into the shelf'):
            checked = self.of(motion)
            for p in range(0, len(checked.lines[0]['pairs']), 2):
                lines = self.altered(checked)
                places = [i for i in claims_of(lines, motion) if lines[i]['pair'] == p]
                remove(lines, motion, places)
                self.refused(checked, lines, motion, 'nothing is claimed of .* after 0')

    def test_a_stretch_is_left_out(self):
        """Every claim that a pair needs is removed, or cut short by a little."""
        done = 0
        random = randoms()
        for motion in ('under the lamp', 'over the post', 'into the shelf'):
            checked = self.of(motion)
            places = claims_of(checked.lines, motion)
            for i in random.sample(places, len(places) if LONG else min(20, len(places))):
                pair, begin, end = (checked.lines[i][k] for k in ('pair', 'from', 'to'))
                others = [(checked.lines[k]['from'], checked.lines[k]['to']) for k in places
                          if k != i and checked.lines[k]['pair'] == pair]
                if not any(a <= (begin + end) / 2 <= b for a, b in others):
                    lines = self.altered(checked)
                    remove(lines, motion, [i])
                    self.refused(checked, lines, motion, 'nothing is claimed of')
                    done += 1
                if not any(a < end <= b for a, b in others):
                    lines = self.altered(checked)
                    lines[i]['to'] -= 1e-9 * (end - begin)
                    lines[i]['at'] = min(lines[i]['at'], lines[i]['to'])
                    self.refused(checked, lines, motion, 'nothing is claimed of')
                    done += 1
        self.assertGreater(done, 40)

    def test_times(self):
        def change(key, value, pattern):
            checked = self.of('over the post')
            lines = self.altered(checked)
            lines[claims_of(lines, 'over the post')[0]][key] = value
            self.refused(checked, lines, 'over the post', pattern)

        change('at', -0.1, 'is made at a time outside of it')
        change('from', -0.5, 'reaches beyond the motion')
        change('to', 1.5, 'reaches beyond the motion')
        change('to', 0.9, 'reaches over a knot')
        change('pair', 1000, 'about a pair that is not there')

    # ---- proofs --------------------------------------------------------------------------------------

    def test_a_part_is_left_out(self):
        done = 0
        for motion in ('over the post', 'into the shelf', 'level', 'circling', 'side by side'):
            checked = self.of(motion)
            for i in claims_of(checked.lines, motion):
                for p in range(len(checked.lines[i]['parts'])):
                    if len(checked.lines[i]['parts']) < 2 or done >= 100:
                        continue
                    lines = list(checked.lines)
                    lines[i] = copy.deepcopy(lines[i])
                    del lines[i]['parts'][p]
                    self.refused(checked, lines, motion, 'its parts leave out elements')
                    done += 1
        self.assertGreater(done, 10)

    def test_a_part_is_about_less(self):
        """A node is replaced by one of its children."""
        done = 0
        checked, motion = self.of('over the post'), 'over the post'
        for i in claims_of(checked.lines, motion):
            node = checked.lines[i]
            pair = checked.lines[0]['pairs'][node['pair']]
            for p, part in enumerate(node['parts'][:2]):
                for side, body in zip('ab', pair['bodies']):
                    tree = checked.lines[0]['bodies'][body]['tree']
                    at = part.get(side, {'node': 0})
                    if 'node' in at and tree[at['node']] >= 0 and done < 100:
                        lines = list(checked.lines)
                        lines[i] = copy.deepcopy(node)
                        lines[i]['parts'][p][side] = {'node': tree[at['node']]}
                        self.refused(checked, lines, motion, 'its parts leave out elements')
                        done += 1
        self.assertGreater(done, 20)

    def test_a_normal_is_turned_round(self):
        random = randoms()
        for motion in ('over the post', 'into the shelf', 'level', 'circling', 'side by side'):
            checked = self.of(motion)
            places = claims_of(checked.lines, motion)
            for i in random.sample(places, len(places) if LONG else min(len(places), 25)):
                lines = list(checked.lines)
                lines[i] = copy.deepcopy(lines[i])
                part = random.choice(lines[i]['parts'])
                part['normal'] = [-c for c in part['normal']]
                self.refused(checked, lines, motion, 'the gap along a normal .* is not proven')

    def test_another_rule(self):
        lines = self.altered(self.arm)
        lines[claims_of(lines, 'under the lamp')[0]]['parts'][0]['rule'] = 'hope'
        self.refused(self.arm, lines, 'under the lamp', 'is not of a kind that is known')

    def test_a_contact_is_claimed_free(self):
        """The claims of a motion that ends in contact are altered: it is never accepted as free to
        its end, because there is no proof. Claims are stretched to the end, made at other times,
        along other normals, by other rules, of other sets."""
        random = randoms()
        for motion in ('through the post', 'into the drum', 'folded too far', 'upright', 'tumbling',
                       'both at once'):
            checked = self.of(motion)
            places = claims_of(checked.lines, motion)
            for _ in range(400 if LONG else 30):
                # without the line of the contact, which is the last claim
                lines = [n for n in checked.lines if 'contact' not in n]
                head = next(n for n in lines if n.get('motion') == motion)
                until = verdict_of(lines, motion)
                forged = dict(until, verdict='free', free_until=head['end'], claims=until['claims'] - 1)
                lines[lines.index(until)] = forged
                last = {}
                for i in places:
                    if lines[i]['to'] >= until['free_until']:
                        last[lines[i]['pair']] = i
                for i in last.values():
                    claim = lines[i] = copy.deepcopy(lines[i])
                    claim['to'] = head['end']
                    self.alter(claim, random)
                self.refused(checked, lines, motion, 'is not proven|reaches over a knot|leave out|made at a')

    @staticmethod
    def alter(claim, random):
        if random.random() < 0.3:
            claim['at'] = random.uniform(claim['from'], claim['to'])
        for part in claim['parts']:
            if random.random() < 0.3:
                part['rule'] = random.choice(('slab', 'travel'))
                part.pop('turn', None)
            if random.random() < 0.3:
                part['normal'] = [c + random.gauss(0, 0.3) for c in part['normal']]
            if random.random() < 0.3 and part['rule'] == 'slab':
                part['turn'] = [random.gauss(0, 1) for _ in range(3)]
        if len(claim['parts']) > 1 and random.random() < 0.1:
            claim['parts'].pop()

    # ---- verdicts ------------------------------------------------------------------------------------

    def test_verdicts(self):
        def change(pattern, **values):
            lines = self.altered(self.arm)
            verdict_of(lines, 'under the lamp').update(values)
            self.refused(self.arm, lines, 'under the lamp', pattern)

        change('free and not until its end', free_until=0.5)
        change('until a time outside of it', verdict='contact', free_until=1.5)
        change('claims where', claims=3)
        lines = self.altered(self.arm)
        lines.remove(verdict_of(lines, 'under the lamp'))
        self.refused(self.arm, lines, 'under the lamp', 'does not end with a verdict')
        lines = self.altered(self.arm)
        next(n for n in lines if n.get('motion') == 'under the lamp')['motion'] = 'home to ready'
        self.refused(self.arm, lines, 'under the lamp', 'taken by another motion')
        lines = self.altered(self.arm)
        next(n for n in lines if n.get('motion') == 'under the lamp')['end'] = 0.5
        self.refused(self.arm, lines, 'under the lamp', 'begins or ends at another time')
        lines = self.altered(self.arm)
        lines[0]['claims'] = 1
        self.refused(self.arm, lines, 'under the lamp', 'not that of claims of version 2')

    # ---- other scenes and motions ---------------------------------------------------------------------

    def other(self, change, motion, pattern):
        """Compares the claims of a scene with a scene that differs."""
        with open(scene('cell.json'), encoding='utf-8') as file:
            node = json.load(file)
        for r in node['robots']:
            r['urdf'], r['srdf'] = scene(r['urdf']), scene(r['srdf'])
        change(node)
        with tempfile.NamedTemporaryFile('w', suffix='.json') as file:
            json.dump(node, file)
            file.flush()
            checked = copy.copy(self.arm)
            checked.scene = verify.load_scene(verify.Arguments([file.name]))
            self.refused(checked, self.arm.lines, motion, pattern)

    def test_another_scene(self):
        def obstacle(node, name):
            return next(o for o in node['obstacles'] if o['id'] == name)

        self.other(lambda n: n.update(margin=0.0021), 'under the lamp', 'below that of the scene')
        self.other(lambda n: n.update(link_padding=0.001), 'under the lamp', 'below that of the scene')
        self.other(lambda n: obstacle(n, 'lamp').update(radius=0.0901), 'under the lamp',
                   'body "lamp": none of its elements')
        # its pose is the scene's, whatever a claims file gives
        self.other(lambda n: obstacle(n, 'lamp').update(position=[0.5, 0, 0.6]), 'under the lamp',
                   'is not proven')
        self.other(lambda n: n['robots'][0].update(base={'position': [0, 0, 0.3]}), 'under the lamp',
                   'is not proven')
        self.other(lambda n: n.pop('allowed_pairs'), 'under the lamp', 'is left out')
        self.other(lambda n: n['obstacles'].append({'id': 'new', 'type': 'sphere', 'radius': 0.1}),
                   'under the lamp', 'the pair .* and new is left out')

    def test_another_motion(self):
        checked = copy.copy(self.of('into the shelf'))
        checked.asked = copy.deepcopy(checked.asked)
        motion = dict(checked.asked)['into the shelf']
        # farther along the same way it meets the board
        motion['to'] = [2 * b - a for a, b in zip(motion['from'], motion['to'])]
        self.refused(checked, checked.lines, 'into the shelf', 'is not proven')

    # ---- solids --------------------------------------------------------------------------------------

    def test_inside(self):
        """A ball flies within a closed box of triangles: free of its surface, but inside."""
        with tempfile.TemporaryDirectory() as folder:
            corners = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
            faces = [(0, 1, 2), (1, 3, 2), (4, 6, 5), (5, 6, 7), (0, 4, 1), (1, 4, 5), (2, 3, 6),
                     (3, 7, 6), (0, 2, 4), (2, 6, 4), (1, 5, 3), (3, 5, 7)]
            with open(os.path.join(folder, 'box.obj'), 'w', encoding='utf-8') as file:
                file.writelines('v %d %d %d\n' % c for c in corners)
                file.writelines('f %d %d %d\n' % tuple(i + 1 for i in f) for f in faces)
            path = os.path.join(folder, 'scene.json')
            with open(path, 'w', encoding='utf-8') as file:
                json.dump({'robots': [{'name': 'ball', 'joint': {'type': 'floating'},
                                       'links': [{'name': 'body', 'type': 'sphere', 'radius': 0.1}]}],
                           'obstacles': [{'id': 'box', 'type': 'mesh', 'file': 'box.obj'}],
                           'motions': {'in': {'from': [-0.5, 0, 0, 0, 0, 0, 1],
                                              'to': [0.5, 0, 0, 0, 0, 0, 1]},
                                       'out': {'from': [-0.5, 0, 2, 0, 0, 0, 1],
                                               'to': [0.5, 0, 2, 0, 0, 0, 1]}}}, file)
            surface = Checked(path, '--mesh', 'surface')
            self.assertEqual(surface.disagreements(), [])
            self.assertEqual([r['verdict'] for r in surface.results], ['free', 'free'])
            solid = Checked(path)
            self.assertEqual(solid.disagreements(), [])
            self.assertEqual([r['verdict'] for r in solid.results], ['contact', 'free'])
            # the claims about the surface are not enough for the solid, with or without lines of
            # being outside
            lines = self.altered(surface)
            self.refused(solid, lines, 'in', 'one lies inside the other')
            self.assertEqual(solid.verdicts(lines)['out'][0], 'free')
            for motion in ('in', 'out'):
                verdict = verdict_of(lines, motion)
                lines.insert(lines.index(verdict), {'pair': 0, 'outside': 0})
                verdict['claims'] += 1
            self.refused(solid, lines, 'in', 'one lies inside the other')
            self.assertEqual(solid.verdicts(lines)['out'][0], 'free')

    def test_no_line_of_being_outside(self):
        lines = self.altered(self.arm)
        begin = lines.index(next(n for n in lines if n.get('motion') == 'under the lamp'))
        place = next(i for i in range(begin, len(lines)) if 'outside' in lines[i])
        remove(lines, 'under the lamp', [place])
        # the begin is looked at instead
        self.assertEqual(self.arm.verdicts(lines)['under the lamp'][0], 'free')

    def test_outside_at_another_time(self):
        checked = self.of('through the post')
        for time, pattern in ((0.9, 'outside each other at another time'), (1.1, 'at another time'),
                              (-1, 'at another time')):
            lines = self.altered(checked)
            next(n for n in lines if 'outside' in n)['outside'] = time
            self.refused(checked, lines, 'through the post', pattern)

    # ---- lines that are no claims ----------------------------------------------------------------------

    def test_malformed(self):
        random = randoms()
        for _ in range(400 if LONG else 60):
            lines = list(self.flight.lines)
            i = random.randrange(len(lines))
            lines[i] = copy.deepcopy(lines[i])
            self.spoil(lines[i], random)
            for verdict, until, reason in self.flight.verdicts(lines).values():
                self.assertTrue(verdict in ('refused', 'free', 'contact'))
                self.assertEqual(verdict == 'refused', bool(reason))

    @staticmethod
    def spoil(node, random):
        """Replaces a node deep in a line by something else."""
        while True:
            keys = list(node) if isinstance(node, dict) else range(len(node))
            if not keys:
                return
            key = random.choice(list(keys))
            if isinstance(node[key], (dict, list)) and node[key] and random.random() < 0.8:
                node = node[key]
                continue
            node[key] = random.choice((None, 'text', -1, 1e300, [], {}, True, [1], {'node': -1}))
            return


if __name__ == '__main__':
    unittest.main()
