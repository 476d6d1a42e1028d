"""Tests motions on which objects are attached and released: the claims of their stages are
accepted, and altered ones are refused, each for its own reason."""

import copy
import json
import math
import os
import pickle
import tempfile
import unittest

import verify
from balls import ONE
from checked import LONG, Checked, randoms, scene
from motions import Reader
from stages import Stages
from test_kinds import SRDF, URDF, WEDGE, mixed, plane
from test_tampered import claims_of, remove, verdict_of

PATH = [[0, 0, 0.4, 0, 0, 0, 1], [0, 0, 0.12, 0, 0, 0, 1], [0, 0, 0.3, 0, 0, 0, 1],
        [0.5, 0, 0.3, 0, 0, 0.6, 0.8], [0.5, 0, 0.12, 0, 0, 0.6, 0.8], [0.5, 0, 0.4, 0, 0, 0.6, 0.8]]
CORNERS = [[x, y, z] for x in (-0.04, 0.04) for y in (-0.03, 0.03) for z in (0, 0.1)]
FACES = [(0, 1, 2), (1, 3, 2), (4, 6, 5), (5, 6, 7), (0, 4, 1), (1, 4, 5), (2, 3, 6), (3, 7, 6),
         (0, 2, 4), (2, 6, 4), (1, 5, 3), (3, 5, 7)]


def hand():
    """A flying hand over a table takes a cup, which is a closed mesh with a handle, and puts it down
    beside a post, turned."""
    return {
        'margin': 0.001, 'link_padding': {'palm': 0.0005},
        'robots': [{'name': 'hand', 'joint': {'type': 'floating'}, 'links': [
            {'name': 'palm', 'type': 'box', 'size': [0.1, 0.1, 0.02]},
            {'name': 'fingers', 'shapes': [
                {'type': 'box', 'size': [0.01, 0.1, 0.1], 'position': [0.045, 0, -0.05]},
                {'type': 'box', 'size': [0.01, 0.1, 0.1], 'position': [-0.045, 0, -0.05]}]}]}],
        'obstacles': [
            {'id': 'table', 'type': 'box', 'size': [2, 2, 0.1], 'position': [0, 0, -0.05]},
            {'id': 'cup', 'shapes': [
                {'type': 'mesh', 'file': 'cup.obj'},
                {'type': 'sphere', 'radius': 0.01, 'position': [0, 0.035, 0.05]}]},
            {'id': 'post', 'type': 'box', 'size': [0.02, 0.02, 0.5], 'position': [0.25, 0.1, 0.25]}],
        'motions': {'place': {
            'path': PATH,
            'attach': [{'waypoint': 1, 'id': 'cup', 'link': 'palm', 'touch_links': ['fingers'],
                        'may_touch': ['table']}],
            'release': [{'waypoint': 4, 'id': 'cup', 'may_touch': ['table']}]}}}


def write(folder, node):
    for name, text in (('mixed.urdf', URDF), ('mixed.srdf', SRDF), ('wedge.obj', WEDGE)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)
    with open(os.path.join(folder, 'cup.obj'), 'w', encoding='utf-8') as file:
        file.writelines('v %g %g %g\n' % tuple(c) for c in CORNERS)
        file.writelines('f %d %d %d\n' % tuple(i + 1 for i in f) for f in FACES)
    path = os.path.join(folder, 'scene.json')
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(node, file)
    return path


def to_stage(node, stage):
    """Moves a claim to another stage; the first one has no key."""
    node.pop('stage', None)
    if stage:
        node['stage'] = stage


class StageClaims(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.checked = cls.of(lambda motion: None)

    @classmethod
    def of(cls, change):
        """The hand's motion, changed, with the program's claims."""
        node = hand()
        change(node['motions']['place'])
        return Checked(write(cls.folder.name, node))

    def altered(self, checked=None):
        return pickle.loads(pickle.dumps((checked or self.checked).lines))

    def refused(self, lines, pattern, checked=None):
        verdict, _, reason = (checked or self.checked).verdicts(lines)['place']
        self.assertEqual(verdict, 'refused', pattern)
        self.assertRegex(reason, pattern)

    @staticmethod
    def stages(lines):
        return [n for n in lines if 'places' in n]

    # ---- the program's claims --------------------------------------------------------------------

    def test_untouched(self):
        self.assertEqual(self.checked.disagreements(), [])
        self.assertEqual(self.checked.results[0]['verdict'], 'free')
        stages = self.stages(self.checked.lines)
        self.assertEqual([(n['begin'], n['end']) for n in stages],
                         [(k / 5, (k + 1) / 5) for k in range(5)])
        self.assertEqual([[p.get('link') for p in n['places']] for n in stages],
                         [[], ['palm'], ['palm'], ['palm'], [None]])

    def test_contacts(self):
        """Each permitted contact is necessary."""
        for change, until in ((lambda m: m['attach'][0].pop('touch_links'), 0.2),
                              (lambda m: m['attach'][0].pop('may_touch'), 0.4),
                              (lambda m: m['release'][0].pop('may_touch'), 0.8),
                              (lambda m: m['path'][3].__setitem__(2, 0.11), 0.8)):
            checked = self.of(change)
            self.assertEqual(checked.disagreements(), [])
            self.assertEqual(checked.results[0]['verdict'], 'contact')
            self.assertLessEqual(checked.results[0]['free_until'], until)

    def test_ends(self):
        """Attaching and releasing at the first and the last waypoint, and on a path of only one."""
        def at(attach, release, path=None):
            def change(motion):
                motion['attach'][0].update(waypoint=attach, touch_links=['fingers'])
                motion['release'][0]['waypoint'] = release
                if release is None:
                    del motion['release']
                motion['path'] = path or motion['path']
            return change

        for change, count in ((at(0, 5, PATH[1:2] + PATH[2:4] + [PATH[4]] * 3), 3),
                              (at(1, None), 3), (at(5, None), 2), (at(0, None, PATH[1:2]), 1),
                              (at(0, 1, PATH[1:3]), 1)):
            checked = self.of(change)
            self.assertEqual(checked.disagreements(), [])
            self.assertEqual(len(self.stages(checked.lines)), count)

    def test_at_once(self):
        """A motion that takes no time has one stage, and its claims are needed."""
        def change(motion):
            motion['trajectory'] = {'times': [0], 'positions': [[0, 0, 0.3, 0, 0, 0, 1]]}
            motion['attach'][0]['waypoint'] = 0
            del motion['path'], motion['release']

        checked = self.of(lambda m: (change(m), m['attach'][0].update(may_touch=[])))
        self.assertEqual(checked.disagreements(), [])
        self.assertEqual(checked.results[0]['verdict'], 'contact')
        checked = self.of(change)
        self.assertEqual(checked.disagreements(), [])
        self.assertEqual(checked.results[0]['verdict'], 'free')
        self.assertEqual([(n['begin'], n['end']) for n in self.stages(checked.lines)], [(0, 0)])
        lines = self.altered(checked)
        remove(lines, 'place', claims_of(lines, 'place'))
        self.refused(lines, 'nothing is claimed of', checked)

    def test_what_may_touch(self):
        """The times of the permitted contacts, against their definition."""
        node = mixed()
        node['robots'].append({'name': 'other', 'links': [{'name': 'left', 'type': 'sphere', 'radius': 0.1}]})
        checked = Checked(write(self.folder.name, dict(node, motions={'m': {'robots': {'mixed': {
            'joints': ['spin'], 'trajectory': {'times': [0, 1, 2, 3], 'positions': [[0]] * 4},
            'attach': [{'waypoint': 1, 'id': 'cone', 'link': 'arm', 'touch_links': ['left', 'slider'],
                        'may_touch': ['wall', 'other/left']}],
            'release': [{'waypoint': 2, 'id': 'cone', 'may_touch': ['pair', 'kite']},
                        {'waypoint': 0, 'id': 'cup', 'may_touch': ['wall']}]}}}})))
        self.assertEqual(checked.disagreements(), [])
        motion = Reader(checked.scene).motion(checked.asked[0][1])
        found = Stages(motion, []).permissions
        names = [b.name for b in checked.scene.bodies]
        self.assertEqual({(first, last, names[a], names[b]) for first, last, a, b in found}, {
            (0, 1, 'cone', 'mixed/left'), (0, 1, 'cone', 'mixed/slider'),
            (1, 2, 'cone', 'wall'), (1, 2, 'cone', 'other/left'),
            (1, 2, 'cone', 'pair'), (1, 2, 'cone', 'fly/kite'),
            (2, 3, 'cone', 'mixed/left'), (2, 3, 'cone', 'mixed/slider'),
            (-math.inf, 0, 'cup', 'wall'), (0, 1, 'cup', 'mixed/left'), (0, 1, 'cup', 'mixed/right')})

    def test_undecided(self):
        with tempfile.TemporaryDirectory() as folder:
            path = write(folder, hand())
            for budget in range(1, 40, 3):
                checked = Checked(path, '--budget-queries', str(budget))
                self.assertEqual(checked.disagreements(), [])

    # ---- stages ------------------------------------------------------------------------------------

    def test_a_pair_is_left_out(self):
        for k, stage in enumerate(self.stages(self.checked.lines)):
            for p in range(len(stage['pairs'])):
                lines = self.altered()
                self.stages(lines)[k]['pairs'].pop(p)
                self.refused(lines, 'is left out')

    def test_margins(self):
        """A carried object has the padding of its link."""
        padded = set()
        for k, stage in enumerate(self.stages(self.checked.lines)):
            for p, pair in enumerate(stage['pairs']):
                for key, value in (('margin', 0), ('padding', [0, 0])):
                    if pair[key] != value:
                        lines = self.altered()
                        self.stages(lines)[k]['pairs'][p][key] = value
                        self.refused(lines, 'below that of the scene')
                if pair['padding'] != [0, 0]:
                    body = pair['bodies'][0 if pair['padding'][0] else 1]
                    padded.add((k, self.checked.lines[0]['bodies'][body]['name']))
        self.assertEqual(padded, {(k, 'palm') for k in range(5)} | {(k, 'cup') for k in (1, 2, 3)})

    def test_a_stage_is_missing(self):
        for k in range(5):
            lines = self.altered()
            lines.remove(self.stages(lines)[k])
            self.refused(lines, 'does not begin where|do not reach to its end')
            for n, stage in enumerate(self.stages(lines)):
                stage['stage'] = n
            self.refused(lines, 'does not begin where|do not reach to its end')
        lines = [n for n in self.altered() if 'places' not in n]
        self.refused(lines, 'do not reach to its end')

    def test_stages_are_merged(self):
        def merge(k, pairs, pattern):
            lines = self.altered()
            stages = self.stages(lines)
            stages[k]['end'] = stages[k + 1]['end']
            stages[k]['pairs'] = stages[pairs]['pairs']
            lines.remove(stages[k + 1])
            for n, stage in enumerate(self.stages(lines)):
                stage['stage'] = n
            for node in lines:
                if 'pair' in node and node.get('stage', 0) > k:
                    to_stage(node, node['stage'] - 1)
            self.refused(lines, pattern)

        for k in (0, 3):
            for pairs in (k, k + 1):
                merge(k, pairs, f'in the middle of stage {k}')
        # the cup may touch the table in the stages 1 and 3
        merge(1, 1, 'the pair (cup and table|table and cup) is left out')
        merge(2, 3, 'the pair (cup and table|table and cup) is left out')
        merge(1, 2, 'nothing is claimed of|is not proven|is not exempt')
        merge(2, 2, 'nothing is claimed of|is not proven|is not exempt')

    def test_a_stage_is_shorter(self):
        for k in range(5):
            for key, by in (('begin', 0.01), ('end', -0.01)):
                lines = self.altered()
                self.stages(lines)[k][key] += by
                self.refused(lines, 'does not begin where|do not reach to its end')

    def test_what_may_touch_does_so_for_longer(self):
        for k, by in ((2, 0.1), (2, 1e-9), (3, -0.1), (3, -1e-9)):
            lines = self.altered()
            stages = self.stages(lines)
            stages[k]['begin'] += by
            stages[k - 1]['end'] += by
            self.refused(lines, 'the pair (cup and table|table and cup) is left out')
        for k in (1, 4):
            for by in (0.1, -0.1):
                lines = self.altered()
                stages = self.stages(lines)
                stages[k]['begin'] += by
                stages[k - 1]['end'] += by
                self.refused(lines, 'in the middle of stage')

    def test_another_stage(self):
        """A claim of one stage is no claim of another."""
        places = claims_of(self.checked.lines, 'place')
        for i in places:
            for k in range(5):
                if k == self.checked.lines[i].get('stage', 0):
                    continue
                lines = self.altered()
                to_stage(lines[i], k)
                self.refused(lines, 'reaches beyond its stage|not there|nothing is claimed of')
                # nor beside the original claim
                lines.insert(i, self.checked.lines[i])
                verdict_of(lines, 'place')['claims'] += 1
                self.refused(lines, 'reaches beyond its stage|not there')
        for k, pattern in ((5, 'about a stage that is not there'), (-1, '"stage" is too small'),
                           (0, '"stage" is too small')):
            lines = self.altered()
            lines[places[-1]]['stage'] = k
            self.refused(lines, pattern)

    def test_a_claim_is_left_out(self):
        done = 0
        for i in claims_of(self.checked.lines, 'place'):
            lines = self.altered()
            claim = lines[i]
            others = [n for n in lines if 'parts' in n and n is not claim and n['pair'] == claim['pair'] and
                      n.get('stage') == claim.get('stage')]
            if not any(n['from'] <= (claim['from'] + claim['to']) / 2 <= n['to'] for n in others):
                remove(lines, 'place', [i])
                self.refused(lines, 'nothing is claimed of')
                done += 1
        self.assertGreater(done, 10)

    def test_solids(self):
        outside = [i for i, n in enumerate(self.checked.lines) if 'outside' in n]
        self.assertEqual({self.checked.lines[i].get('stage', 0) for i in outside}, set(range(5)))
        for i in outside:
            lines = self.altered()
            remove(lines, 'place', [i])
            # the stage's begin is looked at instead
            self.assertEqual(self.checked.verdicts(lines)['place'][0], 'free')
            for k, by in ((0, -0.01), (1, 0.01)):
                lines = self.altered()
                stage = self.stages(lines)[lines[i].get('stage', 0)]
                lines[i]['outside'] = (stage['begin'], stage['end'])[k] + by
                self.refused(lines, 'outside each other at another time')

    # ---- places ------------------------------------------------------------------------------------

    def shifted(self, stages, axis, by):
        lines = self.altered()
        for k in stages:
            place = self.stages(lines)[k]['places'][0]
            place['position'] = place.get('position', [0, 0, 0])
            place['position'][axis] += by
        return lines

    def test_a_place_is_shifted(self):
        for axis in range(3):
            for by in (1e-3, -1e-3, 1e-8):
                self.refused(self.shifted([1, 2, 3], axis, by), 'not where it stood')
                self.refused(self.shifted([4], axis, by), 'not where it stood')
                for k in (2, 3):
                    self.refused(self.shifted([k], axis, by), 'moves where nothing')
            self.refused(self.shifted([2], axis, 1e-15), 'moves where nothing')
            # within the tolerance, the numbers give the place
            for stages in ([1, 2, 3], [4]):
                self.assertEqual(self.checked.verdicts(self.shifted(stages, axis, 1e-11))['place'][0],
                                 'free')

    def test_a_ball_does_not_move_it(self):
        """The scene determines the tolerance of a place, whatever size the file gives the object."""
        for size in (1e3, 1e10, 1e100):
            lines = self.shifted([1, 2, 3], 2, 1e-9 * size if size < 1e50 else 10)
            cup = next(b for b in lines[0]['bodies'] if b['name'] == 'cup')
            cup['ball'][3] = size
            self.refused(lines, 'not where it stood')
            cup['ball'] = [size, 0, 0, 2 * size]
            self.refused(lines, 'not where it stood')
            lines = self.shifted([4], 0, 1e-9 * size if size < 1e50 else 10)
            next(b for b in lines[0]['bodies'] if b['name'] == 'cup')['ball'][3] = size
            self.refused(lines, 'not where it stood')

    def test_a_shift_counts(self):
        """The error of a place counts against the gap from then on, and so does the error of each
        later place."""
        def shifts(lines):
            motion = Reader(self.checked.scene).motion(self.checked.asked[0][1])
            index = [self.checked.scene.index[b['name']] for b in lines[0]['bodies']]
            cup = self.checked.scene.index['cup']
            stages = Stages(motion, index).read(self.stages(lines))
            return [s.shifts[cup] / ONE for s in stages]

        first = shifts(self.checked.lines)
        self.assertEqual(first[0], 0)
        self.assertTrue(0 < first[1] == first[3] < first[4] < 1e-14, first)
        by = 1e-11
        found = shifts(self.shifted([1, 2, 3, 4], 1, by))
        self.assertEqual(found[0], 0)
        # when it is put down, the hand is turned by 73.74 degrees, and with it the first shift
        for k, far in ((1, 1), (2, 1), (3, 1), (4, 1 + 2 * math.sin(math.atan(0.75)))):
            self.assertAlmostEqual(found[k] / by, far, delta=1e-3)
        # a turn of the cup, whose farthest corner is 0.11 m from its frame, by a small angle
        lines = self.altered()
        for k in (1, 2, 3):
            place = self.stages(lines)[k]['places'][0]
            x, y, z = (place.get('rotation', [1, 0, 0, 0, 1, 0, 0, 0, 1])[i:i + 3] for i in (0, 3, 6))
            place['rotation'] = [*(a + by * b for a, b in zip(x, y)), *(b - by * a for a, b in zip(x, y)), *z]
        found = shifts(lines)
        self.assertTrue(0.11 * by < found[1] < 0.5 * by, found)
        # the required gap of a pair grows by the shifts of both bodies
        pair = self.stages(self.checked.lines)[0]['pairs'][0]
        verifier = verify.Verifier(self.checked.scene, {})
        verifier.read_scene(self.checked.lines[0])
        bodies = [verifier.index[i] for i in pair['bodies']]
        plain, shifted = (verifier._pairs(self.checked.scene, self.checked.lines[0]['pairs'], own)[0][0]
                          for own in ({}, {bodies[0]: ONE, bodies[1]: 3 * ONE}))
        self.assertEqual(shifted.required - plain.required, 4 * ONE)

    def test_a_shift_is_proven(self):
        """The required gap of a stage's pairs includes the shifts of their bodies."""
        needed = []
        for lines in (self.checked.lines, self.shifted([1, 2, 3], 0, 1e-11)):
            verifier = verify.Verifier(self.checked.scene, {})
            verifier.read_scene(lines[0])
            motion = verifier.reader.motion(self.checked.asked[0][1])
            stage = verifier._stages(motion, self.stages(lines))[2]
            needed.append({pair.name: pair.required for pair in stage.pairs})
        plain, shifted = needed
        self.assertIn('cup', ' '.join(plain))
        for name, required in plain.items():
            by = (shifted[name] - required) / ONE
            self.assertTrue(0.99e-11 < by < 1.1e-11 if 'cup' in name.split() else by == 0, (name, by))

    def test_padding_of_either_body(self):
        """The paddings of a pair are in the order of its bodies, whichever comes first."""
        for swapped, pattern in ((True, 'is not proven'), (False, 'below that of the scene')):
            lines = self.altered()
            done = 0
            for stage in self.stages(lines):
                for pair in stage['pairs']:
                    if pair['padding'][0] != pair['padding'][1]:
                        pair['bodies'].reverse()
                        done += 1
                        if swapped:
                            pair['padding'].reverse()
            self.assertGreater(done, 5)
            self.refused(lines, pattern)

    def test_a_place_is_turned(self):
        for angle, pattern in ((1e-3, 'not where it stood'), (1e-8, 'not where it stood')):
            for stages in ([1, 2, 3], [4]):
                lines = self.altered()
                for k in stages:
                    place = self.stages(lines)[k]['places'][0]
                    r = place.get('rotation', [1, 0, 0, 0, 1, 0, 0, 0, 1])
                    x, y = r[0:3], r[3:6]
                    place['rotation'] = [a + angle * b for a, b in zip(x, y)] + [
                        b - angle * a for a, b in zip(x, y)] + r[6:9]
                    size = (1 + angle ** 2) ** 0.5
                    place['rotation'][:6] = [v / size for v in place['rotation'][:6]]
                self.refused(lines, pattern)
        for k in range(9):
            lines = self.altered()
            place = self.stages(lines)[4]['places'][0]
            place['rotation'] = place.get('rotation', [1, 0, 0, 0, 1, 0, 0, 0, 1])
            place['rotation'][k] += 1e-6
            self.refused(lines, 'turns and does something else|not where it stood')

    def test_a_place_of_another_kind(self):
        def change(k, pattern, **values):
            lines = self.altered()
            place = self.stages(lines)[k]['places'][0]
            place.update(values)
            for key in [key for key in place if place[key] is None]:
                del place[key]
            self.refused(lines, pattern)

        cup = self.stages(self.checked.lines)[1]['places'][0]['body']
        change(1, 'by another link', link='fingers')
        change(1, 'by another link', robot=None, link=None)
        change(2, 'by another link', link='thumb')
        change(4, 'by another link', robot='hand', link='palm')
        change(4, 'moves where nothing', body=cup + 1)
        change(4, 'which is no object', body=0)
        change(4, 'too small', body=-1)
        change(4, 'which is no object', body=99)
        change(4, 'has the key "color"', color=3)
        change(4, 'has 2 entries and not 3', position=[0, 0])
        change(1, 'has not all of robot, link', link=None)
        for k in range(1, 5):
            lines = self.altered()
            self.stages(lines)[k]['places'].clear()
            self.refused(lines, 'by another link|not where it stood|moves where nothing')
            lines = self.altered()
            self.stages(lines)[k]['places'] *= 2
            self.refused(lines, 'says twice something')
        lines = self.altered()
        self.stages(lines)[0]['places'] = self.stages(lines)[4]['places']
        self.refused(lines, 'moves where nothing')

    # ---- other motions -------------------------------------------------------------------------------

    def test_another_motion(self):
        """Compares the claims with a motion that attaches and releases something else."""
        def other(change, pattern):
            checked = copy.copy(self.checked)
            checked.asked = copy.deepcopy(checked.asked)
            change(dict(checked.asked)['place'])
            self.refused(checked.lines, pattern, checked)

        other(lambda m: (m.pop('attach'), m.pop('release')), 'attaches and releases nothing')
        other(lambda m: m.pop('release'), 'by another link')
        other(lambda m: m.pop('attach'), 'not there to be attached or released')
        other(lambda m: m['attach'].append(m['attach'][0]), 'not there to be attached or released')
        other(lambda m: m['attach'][0].update(link='fingers'), 'by another link')
        other(lambda m: m['attach'][0].update(id='pot'), 'there is no object "pot"')
        other(lambda m: m['attach'][0].update(waypoint=2), 'by another link|in the middle')
        other(lambda m: m['attach'][0].update(waypoint=9), 'has no waypoint 9')
        other(lambda m: m['release'][0].update(waypoint=3), 'by another link|in the middle')
        other(lambda m: m['attach'][0].pop('touch_links'), 'is left out')
        other(lambda m: m['attach'][0].pop('may_touch'), 'is left out')
        other(lambda m: m['release'][0].pop('may_touch'), 'is left out')
        other(lambda m: m['path'][1].__setitem__(2, 0.121), 'not where it stood')

    def test_stages_of_a_motion_without_any(self):
        checked = Checked(scene('bodies.json'), '--motion', 'level')
        lines = pickle.loads(pickle.dumps(checked.lines))
        head = lines[1]
        lines.insert(2, {'stage': 0, 'begin': head['begin'], 'end': head['end'], 'places': [],
                         'pairs': lines[0]['pairs']})
        verdict, _, reason = checked.verdicts(lines)['level']
        self.assertEqual(verdict, 'refused')
        self.assertIn('attaches and releases nothing', reason)

    def test_malformed(self):
        from test_tampered import Tampered
        random = randoms()
        for _ in range(300 if LONG else 60):
            lines = self.altered()
            Tampered.spoil(random.choice(self.stages(lines)), random)
            verdict, _, reason = self.checked.verdicts(lines)['place']
            self.assertEqual(verdict == 'refused', bool(reason))

    # ---- random motions --------------------------------------------------------------------------------

    def check_random(self, node, motions, rounds):
        random = randoms()
        verdicts, carried = set(), 0
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(rounds):
                node['motions'] = motions(random)
                for words in ([], ['--method', 'bisection'], ['--margin', '0.01']):
                    checked = Checked(write(folder, node), *words)
                    self.assertEqual(checked.disagreements(), [], words)
                    verdicts |= {(r['id'], r['verdict']) for r in checked.results}
                    carried += sum(bool(n['places']) for n in self.stages(checked.lines))
        print(sorted(verdicts), carried)
        self.assertEqual({'free', 'contact'}, {v for _, v in verdicts})
        self.assertGreater(carried, 10)

    def test_all_kinds(self):
        """Robots of a file and in place, on one clock, that hand objects over; objects of one shape and
        of several, carried from the beginning or not."""
        node = mixed()
        node['link_padding'].update({'mixed/hand': 0.003, 'kite': 0.002})
        self.check_random(node, handed_over, 20 if LONG else 6)

    def test_the_plane(self):
        self.check_random(plane(), driven, 40 if LONG else 10)

    def test_two_arms(self):
        """One arm takes a ball and hands it to the other."""
        with open(scene('two_arms.json'), encoding='utf-8') as file:
            node = json.load(file)
        del node['$schema']
        for robot in node['robots']:
            robot['urdf'], robot['srdf'] = scene(robot['urdf']), scene(robot['srdf'])
        node['obstacles'].append({'id': 'ball', 'type': 'sphere', 'radius': 0.02, 'position': [0.5, 0, 0.6]})
        self.check_random(node, between_arms, 20 if LONG else 2)


def handed_over(random):
    def row(*sizes):
        return [round(random.uniform(-s, s), 3) for s in sizes]

    def pose():
        return row(1, 1, 1) + [round(random.gauss(0, 1), 3) for _ in range(4)]

    def near(pose):
        return [v + round(random.uniform(-0.1, 0.1), 3) for v in pose]

    times, others = [0.0, 0.7, 1.9, 2.5], [0.3, 0.7, 2.2]
    joints, first, start = ['spin', 'grip', 'wrist'], row(4, 0.03, 2), pose()
    rows = [[a + b for a, b in zip(first, row(0.2, 0.005, 0.2))] for _ in times]
    touch = {'may_touch': ['wall', 'cone', 'mixed/arm']}
    return {
        'put down': {'robots': {'mixed': {'joints': joints, 'path': rows,
                                          'release': [dict(touch, waypoint=2, id='cup')]}}},
        'handed over': {'robots': {
            'fly': {'trajectory': {'times': others, 'positions': [near(start) for _ in others]},
                    'attach': [{'waypoint': 1, 'id': 'cup', 'link': 'kite', 'may_touch': ['left', 'right']},
                               {'waypoint': 0, 'id': 'pair', 'link': 'kite', 'touch_links': ['kite']}],
                    'release': [{'waypoint': 2, 'id': 'pair', 'may_touch': ['cone']}]},
            'mixed': {'joints': joints, 'trajectory': {'times': times, 'positions': rows},
                      'release': [dict(touch, waypoint=1, id='cup')],
                      'attach': [{'waypoint': 2, 'id': 'cone', 'link': 'left',
                                  'touch_links': ['right', 'hand'], 'may_touch': ['cup', 'kite']}]}}},
        'kite': {'robots': {'fly': {
            'path': [near(start) for _ in range(4)],
            'attach': [{'waypoint': 0, 'id': 'pair', 'link': 'kite'},
                       {'waypoint': 2, 'id': 'wall', 'link': 'kite'},
                       {'waypoint': 3, 'id': 'pair', 'link': 'kite'}],
            'release': [{'waypoint': 1, 'id': 'pair'}, {'waypoint': 3, 'id': 'wall'}]}}},
    }


def driven(random):
    def rows(count):
        return [[round(random.uniform(-s, s), 3) for s in (2, 2, 4)] for _ in range(count)]

    return {
        'path': {'robots': {
            'cart': {'path': rows(3), 'attach': [{'waypoint': 1, 'id': 'star', 'link': 'body',
                                                  'may_touch': ['row', 'pole/a']}]},
            'pole': {'path': rows(4), 'attach': [{'waypoint': 1, 'id': 'row', 'link': 'a',
                                                  'touch_links': ['b']}],
                     'release': [{'waypoint': 2, 'id': 'row', 'may_touch': ['star', 'cart/body']}]}}},
        'clocks': {'robots': {
            'cart': {'trajectory': {'times': [0, 1, 1.5], 'positions': rows(3)},
                     'attach': [{'waypoint': 0, 'id': 'post', 'link': 'body'}],
                     'release': [{'waypoint': 2, 'id': 'post'}]},
            'pole': {'trajectory': {'times': [0.5, 1.5, 2.25], 'positions': rows(3)},
                     'attach': [{'waypoint': 1, 'id': 'post', 'link': 'b'}]}}},
    }


def between_arms(random):
    def rows(count):
        return [[round(random.uniform(-0.8, 0.8) + v, 3) for v in (0, 0.1, 0.3, 0, 1.17, 0)]
                for _ in range(count)]

    return {'over': {'robots': {
        'left': {'trajectory': {'times': [0, 1, 2, 3], 'positions': rows(4)},
                 'attach': [{'waypoint': 1, 'id': 'ball', 'link': 'gripper'}],
                 'release': [{'waypoint': 2, 'id': 'ball'}]},
        'right': {'trajectory': {'times': [0.5, 2, 4], 'positions': rows(3)},
                  'attach': [{'waypoint': 1, 'id': 'ball', 'link': 'gripper'}]}}}}


if __name__ == '__main__':
    unittest.main()
