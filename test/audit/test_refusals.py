"""leeway-audit refuses files of another form than docs/proofs.md says, each with a sentence about it: a file that it
accepts, with one thing altered."""

import copy
import json
import unittest

from proofs import audit_text, ball, body, claim, model, motion, pair, part, stage, track

GONE = object()


def whole():
    """A file with something of each kind."""
    frames = [{'kind': 'turn', 'variable': 0, 'multiplier': 0.5, 'offset': 0.1},
              {'kind': 'slide', 'variable': 1, 'parent': 0, 'position': [0, 0, 0.1]}, {'kind': 'fixed', 'parent': 1}]
    mesh = [[0, 0, 0, 0, 1, 0, 1, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 1, 0, 1, 0],
            [1, 0, 0, 0, 1, 0, 0, 0, 1]]
    arm = body('arm', [ball(0.1), {'shape': 'segment', 'half': 0.1, 'radius': 0.05, 'position': [0.2, 0, 0]},
                       {'shape': 'cylinder', 'half': 0.05, 'base': 0.05, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]},
                       {'shape': 'polytope', 'vertices': [[0, 0, 0.1], [0.1, 0, 0]], 'radius': 0.01}],
               1, hulls=[[0, 2], [1, 3]], cover=[[0.1, 0, 0, 0.4]], robot='r', link='l', position=[0, 0, 0],
               rotation=[1, 0, 0, 0, 1, 0, 0, 0, 1])
    wall = body('wall', [{'shape': 'box', 'half': [0.1, 0.2, 0.3]}], at={'position': [3, 0, 0]},
                around={'shape': 'box', 'half': [0.1, 0.2, 0.3]})
    rock = body('rock', [t + [0.01] for t in mesh], at={'position': [0, 5, 0]}, solid=True,
                around={'shape': 'point', 'radius': 2})
    first = model(frames, [arm, wall, rock], [pair(), pair(0, 2, 0.1, (0.01, 0.02))])
    tracks = [track([[[0, 1], [0, 0.1]], [[1, 0], [0.1, 0]]], times=[0, 1, 2],
                    slots=[{'frame': 2, 'poses': [{'position': [0, 0, 0.1]}, {}]}])]
    plain = motion([{'block': [0, 1], 'left': [[1, 64]]}, {'block': [1, 2], 'only': [[0, 127], [1, 100]]},
                    claim([part([0, 1, 0], 'travel')], 1, 0.8, 1),
                    claim([part([0, 1, 0], 'slab', turn=[0, 0, 0.1])], 1, 1, 2, 1.5),
                    claim([part([0, 1, 0], 'chord', a={'hull': k}) for k in range(2)], 1, 0.8, 1),
                    claim([part([0, 1, 0], 'chord', b={'node': k}) for k in (1, 2)], 1, 0.8, 1),
                    {'pair': 1, 'outside': 0.5}], tracks, [0, 0], end=2)
    place = {'body': 1, 'at': {'position': [3, 0, 0]}}
    exempt = {'exempt': [[2, 0, 'scene'], [1, 2, 'scene']]}
    staged = motion([{**stage([pair()], 0, 0, 1), **exempt}, {**stage([pair()], 1, 1, 2, [place]), **exempt}, {'block': [0, 1], 'stage': 0},
                     {'block': [1, 2], 'stage': 1}], tracks, [0, 0], end=2)
    staged[0]['motion'] = staged[-1]['motion'] = 1
    return json.loads(json.dumps([first, *plain, *staged]))


# of whole(): the numbers of its lines
FIRST, MOTION, BLOCK, ONLY, CLAIM, SLAB, CHORD, NODES, OUTSIDE, LAST, SECOND, STAGE, PLACED = range(13)
STAGED, END = 14, 15

ALTERED = [
    # that each two bodies that can move are a pair, or exempt, once
    ((STAGE, 'exempt'), GONE, 'arm and rock can move, and are no pair, nor exempt'),
    ((STAGE, 'exempt', 0, 1), 1, 'a pair that is not checked is checked, or stands in its list twice'),
    ((STAGE, 'exempt', 0, 0), 1, 'a pair that is not checked is checked, or stands in its list twice'),
    ((STAGE, 'exempt', 0, 0), 0, 'a pair that is not checked is checked, or stands in its list twice'),
    ((STAGE, 'exempt', 0, 0), 3, 'a pair is of a body that is not there'),
    ((STAGE, 'exempt', 0, 2), 3, 'a pair that is not checked has no two bodies and a reason'),
    ((STAGE, 'exempt'), 3, 'there is no list of pairs'),
    # what each object may have
    *(((*place, 'other'), 0, f'{what} has a key "other", which is not known') for place, what in (
        ((FIRST,), 'the first line'), ((FIRST, 'frames', 0), 'a frame'), ((FIRST, 'bodies', 0), 'a body'),
        ((FIRST, 'bodies', 0, 'elements', 0), 'an element'), ((FIRST, 'pairs', 0), 'a pair'),
        ((MOTION,), 'the first line of a motion'), ((MOTION, 'tracks', 0), 'a track'),
        ((MOTION, 'tracks', 0, 'slots', 0), 'a slot'),
        ((BLOCK,), 'a block'), ((CLAIM,), 'a claim'), ((CLAIM, 'parts', 0), 'a part'),
        ((OUTSIDE,), 'a line about being outside'), ((LAST,), 'the last line of a motion'), ((STAGE,), 'a stage'),
        ((PLACED, 'places', 0), 'a place'))),
    *((place, 7, f'{what} is no object') for place, what in (
        ((FIRST, 'frames', 0), 'a frame'), ((FIRST, 'bodies', 0), 'a body'),
        ((FIRST, 'bodies', 0, 'elements', 0), 'an element'),
        ((FIRST, 'pairs', 0), 'a pair'), ((MOTION, 'tracks', 0), 'a track'), ((CLAIM, 'parts', 0), 'a part'),
        ((PLACED, 'places', 0), 'a place'))),
    # the first line
    ((FIRST, 'claims'), 3, 'the file is of no known version'),
    ((FIRST, 'claims'), 0, 'the file is of no known version'),
    ((FIRST, 'claims'), GONE, 'the file is of no known version'),
    ((FIRST, 'frames'), GONE, 'does not state frames, bodies and pairs'),
    ((FIRST, 'bodies'), GONE, 'does not state frames, bodies and pairs'),
    ((FIRST, 'pairs'), {}, 'does not state frames, bodies and pairs'),
    ((FIRST, 'frames', 0, 'kind'), 'turning', 'no known kind'),
    ((FIRST, 'frames', 0, 'kind'), GONE, 'no known kind'),
    ((FIRST, 'frames', 1, 'parent'), 1, '"parent" is no index of one of 1 things'),
    ((FIRST, 'frames', 1, 'parent'), -1, '"parent" is no index'),
    ((FIRST, 'frames', 1, 'parent'), 0.0, '"parent" is no index'),
    ((FIRST, 'frames', 1, 'variable'), -1, '"variable" is no index'),
    ((FIRST, 'frames', 1, 'variable'), 2**31 - 2, '"variable" is no index'),
    ((FIRST, 'frames', 1, 'offset'), '0', '"offset" is no finite number'),
    ((FIRST, 'frames', 1, 'multiplier'), 2**53 + 2, '"multiplier" is no finite number'),
    ((FIRST, 'frames', 1, 'multiplier'), -2**63, '"multiplier" is no finite number'),
    ((FIRST, 'frames', 1, 'position'), [0, 0], 'a list does not have 3 finite numbers'),
    ((FIRST, 'frames', 1, 'position'), [0, 0, 0, 0], 'a list does not have 3 finite numbers'),
    ((FIRST, 'frames', 1, 'rotation'), [1, 0, 0, 0, 1, 0, 0, 0, 1 + 1e-8], 'not perpendicular and of length 1'),
    ((FIRST, 'frames', 1, 'rotation'), [1, 0, 0, 2e-9, 1, 0, 0, 0, 1], 'not perpendicular and of length 1'),
    ((FIRST, 'frames', 1, 'rotation'), [1, 0, 0, 0, 1, 0, 0, 2e-9, 1], 'not perpendicular and of length 1'),
    ((FIRST, 'frames', 1, 'rotation'), [1, 0, 0, 0, 1, 0, 0, 0, -1], 'a rotation mirrors'),
    ((FIRST, 'frames', 1, 'rotation'), [0, 1, 0, 1, 0, 0, 0, 0, 1], 'a rotation mirrors'),
    ((FIRST, 'bodies', 0, 'name'), GONE, 'no name or no elements'),
    ((FIRST, 'bodies', 0, 'elements'), [], 'no name or no elements'),
    ((FIRST, 'bodies', 0, 'frame'), 3, '"frame" is no index of one of 3 things'),
    ((FIRST, 'bodies', 0, 'ball'), [0, 0, 0], 'a list does not have 4 finite numbers'),
    ((FIRST, 'bodies', 0, 'ball'), GONE, 'a list does not have 4 finite numbers'),
    ((FIRST, 'bodies', 0, 'elements', 0, 'shape'), 'sphere', 'no known shape'),
    ((FIRST, 'bodies', 0, 'elements', 0, 'shape'), GONE, 'no known shape'),
    ((FIRST, 'bodies', 0, 'elements', 0, 'radius'), -0.1, 'a radius is negative'),
    ((FIRST, 'bodies', 0, 'elements', 0, 'base'), 0.1, 'no base, or one that it may not have'),
    ((FIRST, 'bodies', 0, 'elements', 2, 'base'), GONE, 'no base, or one that it may not have'),
    ((FIRST, 'bodies', 0, 'elements', 2, 'base'), -0.1, 'a radius is negative'),
    ((FIRST, 'bodies', 0, 'elements', 2, 'half'), -0.1, '"half" of a shape'),
    ((FIRST, 'bodies', 0, 'elements', 2, 'half'), [0.1, 0.1, 0.1], '"half" of a shape'),
    ((FIRST, 'bodies', 0, 'elements', 2, 'half'), GONE, '"half" of a shape'),
    ((FIRST, 'bodies', 1, 'elements', 0, 'half'), 0.1, '.'),
    ((FIRST, 'bodies', 1, 'elements', 0, 'half'), [-0.1, 0.2, 0.3], '"half" of a shape'),
    ((FIRST, 'bodies', 1, 'elements', 0, 'half'), [0.1, -0.2, 0.3], '"half" of a shape'),
    ((FIRST, 'bodies', 1, 'elements', 0, 'half'), [0.1, 0.2, -0.3], '"half" of a shape'),
    ((FIRST, 'bodies', 0, 'elements', 3, 'vertices'), [], 'no list of points'),
    ((FIRST, 'bodies', 0, 'elements', 3, 'vertices'), GONE, 'no list of points'),
    ((FIRST, 'bodies', 0, 'elements', 3, 'vertices'), [[0, 0]], 'a list does not have 3 finite numbers'),
    ((FIRST, 'bodies', 2, 'elements', 0), [0] * 8, 'a triangle has 8 numbers'),
    ((FIRST, 'bodies', 2, 'elements', 0), [0] * 11, 'a triangle has 11 numbers'),
    ((FIRST, 'bodies', 2, 'elements', 0, 9), -1, 'a radius is negative'),
    ((FIRST, 'bodies', 2, 'elements', 0, 9), None, 'a list does not have 10 finite numbers'),
    ((FIRST, 'bodies', 0, 'tree'), [1, -1, 3, -2, 5, -3], 'has 6 nodes for 4 elements'),
    ((FIRST, 'bodies', 0, 'tree', 6), -3, 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree', 6), -5, 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree', 6), -4.0, 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree', 4), 3, 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree', 2), 2, 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree', 4), 6, 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree'), [1, 3, 3, -1, -2, -3, -4], 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree'), [1, 3, 4, -1, -2, -3, -4], 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree'), [2, 3, 4, -1, -2, -3, -4], 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree'), [5, 1, 3, -1, -2, -3, -4], 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'tree'), [3, 2, 5, -1, -2, -3, -4], 'is no tree over its elements'),
    ((FIRST, 'bodies', 0, 'hulls'), [[0, 1, 2, 3]], 'has one hull or none'),
    ((FIRST, 'bodies', 0, 'hulls', 0, 0), 4, 'a hull of arm has an element that is not there'),
    ((FIRST, 'bodies', 0, 'hulls', 0, 0), -1, 'a hull of arm has an element that is not there'),
    ((FIRST, 'bodies', 0, 'cover', 0, 3), -1, 'the cover of arm is no list of balls'),
    ((FIRST, 'bodies', 0, 'cover', 0), [0, 0, 0], 'the cover of arm is no list of balls'),
    ((FIRST, 'bodies', 0, 'around'), {'shape': 'point', 'radius': 1}, 'both a cover and a set around it'),
    ((FIRST, 'pairs', 0, 'bodies'), [0, 3], 'a pair is of a body that is not there'),
    ((FIRST, 'pairs', 0, 'bodies'), [-1, 1], 'a pair is of a body that is not there'),
    ((FIRST, 'pairs', 0, 'bodies'), [0.5, 1], 'a pair is of a body that is not there'),
    ((FIRST, 'pairs', 0, 'bodies'), [1, 1], 'a pair is of one body'),
    ((FIRST, 'pairs', 0, 'bodies'), [0], 'a list does not have 2 finite numbers'),
    ((FIRST, 'pairs', 0, 'margin'), -1e-9, 'its margin or a padding is negative'),
    ((FIRST, 'pairs', 0, 'margin'), GONE, 'its margin or a padding is negative'),
    ((FIRST, 'pairs', 0, 'padding'), [-1e-9, 0], 'its margin or a padding is negative'),
    ((FIRST, 'pairs', 0, 'padding'), [0, -1e-9], 'its margin or a padding is negative'),
    ((FIRST, 'pairs', 0, 'padding'), GONE, 'a list does not have 2 finite numbers'),
    # motions
    ((MOTION, 'begin'), GONE, 'the motion ends before it begins'),
    ((MOTION, 'end'), -1, 'the motion ends before it begins'),
    ((MOTION, 'rest'), [0], 'a list does not have 2 finite numbers'),
    ((MOTION, 'rest'), GONE, 'a list does not have 2 finite numbers'),
    ((MOTION, 'tracks', 0, 'times'), [0, 1], 'its polynomials for each of its pieces'),
    ((MOTION, 'tracks', 0, 'times'), [0], 'its polynomials for each of its pieces'),
    ((MOTION, 'tracks', 0, 'times'), [0, 1, 1], 'the times of a track do not increase'),
    ((MOTION, 'tracks', 0, 'times'), [1, 0, 2], 'the times of a track do not increase'),
    ((MOTION, 'tracks', 0, 'variables'), [0, 2], 'moves a variable that no frame has'),
    ((MOTION, 'tracks', 0, 'variables'), [0, -1], 'moves a variable that no frame has'),
    ((MOTION, 'tracks', 0, 'variables'), [0, 1.0], 'moves a variable that no frame has'),
    ((MOTION, 'tracks', 0, 'variables'), [0], 'a polynomial for each variable'),
    ((MOTION, 'tracks', 0, 'coefficients', 0), [[0, 1]], 'a polynomial for each variable'),
    ((MOTION, 'tracks', 0, 'coefficients', 0, 1), [0], 'a list does not have 2 finite numbers'),
    ((MOTION, 'tracks', 0, 'coefficients', 0, 0), [0] * 11, 'a degree above 9'),
    ((MOTION, 'tracks', 0, 'slots', 0, 'poses'), [{}], 'a pose for each piece'),
    ((MOTION, 'tracks', 0, 'slots', 0, 'frame'), 3, '"frame" is no index'),
    ((MOTION, 'tracks', 0, 'slots', 0, 'poses', 1), {'rotation': [1] * 9}, 'not perpendicular'),
    ((MOTION, 'tracks', 0, 'times'), [0.5, 1, 2], 'a block reaches beyond a piece'),
    # claims
    ((CLAIM, 'pair'), 2, '"pair" is no index of one of 2 things'),
    ((CLAIM, 'pair'), GONE, '"pair" is no index'),
    ((CLAIM, 'from'), 1.1, 'a claim is made at a time outside of it'),
    ((CLAIM, 'from'), GONE, 'a claim is made at a time outside of it'),
    ((CLAIM, 'from'), -0.1, 'a claim is made at a time outside of it'),
    ((CLAIM, 'to'), 0.7, 'a claim is made at a time outside of it'),
    ((CLAIM, 'at'), 0.7, 'a claim is made at a time outside of it'),
    ((CLAIM, 'at'), 1.1, 'a claim is made at a time outside of it'),
    ((SLAB, 'to'), 2.1, 'a claim is made at a time outside of it'),
    ((CLAIM, 'to'), 1.5, 'reaches beyond a piece of the motion'),
    ((CLAIM, 'parts'), [], 'the parts of a claim leave out elements'),
    ((CLAIM, 'parts'), GONE, 'the parts of a claim leave out elements'),
    ((CLAIM, 'parts', 0, 'normal'), [0, -1, 0], 'has a part of which the gap is not proven'),
    ((CLAIM, 'parts', 0, 'normal'), [0, 0, 0], 'has a part of which the gap is not proven'),
    ((CLAIM, 'parts', 0, 'normal'), GONE, 'a list does not have 3 finite numbers'),
    ((CLAIM, 'parts', 0, 'rule'), 'slabs', 'a part has no known rule'),
    ((CLAIM, 'parts', 0, 'rule'), GONE, 'a part has no known rule'),
    ((CLAIM, 'parts', 0, 'turn'), [0, 0, 0], 'only the normal of a slab turns'),
    ((SLAB, 'parts', 0, 'turn'), [0, 0], 'a list does not have 3 finite numbers'),
    ((CHORD, 'parts', 0, 'a'), 7, 'a set is none of a node, a hull and a cell'),
    ((CHORD, 'parts', 0, 'a', 'other'), 0, 'a set is none of a node, a hull and a cell'),
    ((CHORD, 'parts', 0, 'a'), {}, 'a set is none of a node, a hull and a cell'),
    ((CHORD, 'parts', 0, 'a'), {'node': 0, 'hull': 0}, 'a set is none of a node, a hull and a cell'),
    ((CHORD, 'parts', 0, 'a', 'hull'), 2, '"hull" is no index of one of 2 things'),
    ((CHORD, 'parts', 1), GONE, 'the parts of a claim leave out elements'),
    ((NODES, 'parts', 0, 'b', 'node'), 7, '"node" is no index of one of 7 things'),
    ((NODES, 'parts', 0), GONE, 'the parts of a claim leave out elements'),
    ((OUTSIDE, 'outside'), -0.1, 'something is said of a time outside of the motion'),
    ((OUTSIDE, 'outside'), 2.1, 'something is said of a time outside of the motion'),
    ((OUTSIDE, 'outside'), 'now', '"outside" is no finite number'),
    # blocks
    ((BLOCK, 'block'), [0], 'a list does not have 2 finite numbers'),
    ((BLOCK, 'block'), [1, 0], 'a block ends before it begins'),
    ((BLOCK, 'block'), [1, 1], 'a block ends before it begins'),
    ((BLOCK, 'block'), [-0.1, 1], 'or is not within its stage'),
    ((ONLY, 'block'), [1, 2.1], 'or is not within its stage'),
    ((BLOCK, 'block'), [0, 1.5], 'a block reaches beyond a piece'),
    ((BLOCK, 'block'), [0.5, 0.5 + 2.0**-52], 'a block is too short'),
    ((BLOCK, 'only'), [[0, 1]], 'two lists of pairs, or an empty one'),
    ((BLOCK, 'left'), [], 'two lists of pairs, or an empty one'),
    ((BLOCK, 'left'), [[0]], 'a list does not have 2 finite numbers'),
    ((BLOCK, 'left'), [[2, 1]], 'a pair that is not there, or twice, or a mask'),
    ((BLOCK, 'left'), [[-1, 1]], 'a pair that is not there, or twice, or a mask'),
    ((BLOCK, 'left'), [[0.5, 1]], 'a pair that is not there, or twice, or a mask'),
    ((BLOCK, 'left'), [[0, 0]], 'a pair that is not there, or twice, or a mask'),
    ((BLOCK, 'left'), [[0, 128]], 'a pair that is not there, or twice, or a mask'),
    ((BLOCK, 'left'), [[0, 1.5]], 'a pair that is not there, or twice, or a mask'),
    ((BLOCK, 'left'), [[0, 1], [0, 2]], 'a pair that is not there, or twice, or a mask'),
    ((ONLY, 'only'), [[0, 127], [0, 1]], 'a pair that is not there, or twice, or a mask'),
    ((ONLY, 'only'), [[0, 127], [1, 100], [2, 1]], 'a pair that is not there, or twice, or a mask'),
    ((ONLY, 'stage'), 0, '"stage" is no index of one of 0 things'),
    ((FIRST, 'pairs', 0, 'margin'), 9, 'the block from 0 to 1 does not prove the interval from 0 to'),
    ((FIRST, 'pairs', 1, 'margin'), 9, 'does not prove the interval'),
    # the last line
    ((LAST, 'motion'), 1, 'the last line of a motion is of another one'),
    ((LAST, 'verdict'), 1, 'is of another one, or has no verdict'),
    ((LAST, 'verdict'), 'clear', 'there is no such verdict'),
    ((LAST, 'claims'), 6, 'it has 7 claims where 6 were made'),
    ((LAST, 'claims'), GONE, 'it has 7 claims where nan were made'),
    ((LAST, 'free_until'), 1, 'free until another time than its verdict says'),
    ((LAST, 'free_until'), 3, 'free until another time than its verdict says'),
    ((LAST, 'free_until'), GONE, 'free until another time than its verdict says'),
    ((BLOCK, 'left'), [[1, 96]], 'of arm and rock, nothing is claimed after 0.714285714'),
    # stages
    ((STAGE, 'stage'), 1, 'stages are not in their order'),
    ((STAGE, 'stage'), 2, 'stages are not in their order'),
    ((PLACED, 'stage'), 0, 'stages are not in their order'),
    ((STAGE, 'begin'), 0.5, 'the first stage begins after its motion'),
    ((STAGE, 'begin'), GONE, 'a stage ends before it begins'),
    ((STAGE, 'end'), -1, 'a stage ends before it begins'),
    ((STAGE, 'pairs'), GONE, 'there is no list of pairs'),
    ((STAGE, 'pairs', 0, 'bodies'), [0, 3], 'a pair is of a body that is not there'),
    ((PLACED, 'places', 0, 'at'), GONE, 'a place does not say where'),
    ((PLACED, 'places', 0, 'body'), 3, '"body" is no index'),
    ((PLACED, 'places', 0, 'frame'), 0, 'wall is not where it was'),
    ((PLACED, 'places', 0, 'cover'), [[0, 0, 0, 1]], None),
    ((PLACED, 'places', 0, 'cover'), [[0, 0, 0, 0.1]], 'does not prove the interval'),
    ((PLACED, 'places', 0, 'around'), {'shape': 'box', 'half': [0.1, 0.2, 0.3]}, None),
    ((PLACED, 'places'), [{'body': 1, 'at': {'position': [3, 0, 0]}}] * 2, 'a stage has two places of one body'),
    ((STAGED, 'stage'), 2, '"stage" is no index of one of 2 things'),
    ((STAGED, 'block'), [0.9, 2], 'or is not within its stage'),
    ((END, 'motion'), 0, 'the last line of a motion is of another one'),
]


class Refusals(unittest.TestCase):
    def say(self, lines):
        return audit_text(''.join(line if isinstance(line, str) else json.dumps(line) + '\n' for line in lines))

    def test_whole(self):
        said = self.say(whole())
        self.assertEqual((said.status, said.proven), (0, {0: True, 1: True}), said.text)

    def test_altered(self):
        lines = whole()
        for path, value, message in ALTERED:
            with self.subTest(path=path, value=value):
                altered = copy.deepcopy(lines)
                at = altered
                for key in path[:-1]:
                    at = at[key]
                if value is GONE:
                    del at[path[-1]]
                elif value is not GONE:
                    at[path[-1]] = value
                said = self.say(altered)
                if message is None:
                    self.assertEqual(said.status, 0, said.text)
                    continue
                self.assertEqual(said.status, 1)
                self.assertRegex(said.refusals[0], message.replace('(', r'\('))
                # the other motion is proven all the same
                motion_of = None if path[0] == FIRST else int(path[0] >= SECOND)
                self.assertNotIn(motion_of, said.proven)
                if motion_of is not None:
                    self.assertIn(1 - motion_of, said.proven)

    def test_lines(self):
        """Lines that are left out, doubled, or of another kind."""
        lines = whole()
        for change, message in ((lambda own: own.pop(LAST), 'the motion before has no last line'),
                                (lambda own: own.pop(END), 'the last motion has no last line'),
                                (lambda own: own.pop(MOTION), 'a claim stands before any motion'),
                                (lambda own: own.insert(MOTION, lines[LAST]), 'a verdict stands before its motion'),
                                (lambda own: own.insert(BLOCK, lines[MOTION]), 'the motion before has no last line'),
                                (lambda own: own.insert(STAGED, lines[PLACED]), 'a stage stands behind a claim'),
                                (lambda own: own.pop(BLOCK), 'it has 6 claims where 7 were made'),
                                (lambda own: own.insert(BLOCK, lines[BLOCK]), 'it has 8 claims where 7 were made'),
                                (lambda own: own.pop(STAGE), 'stages are not in their order'),
                                (lambda own: own.pop(PLACED), 'is no index of one of 1 things'),
                                (lambda own: own.pop(FIRST), 'has a key'),
                                (lambda own: own[LAST].update(verdict='contact', free_until=3), 'another time than its'),
                                (lambda own: own[LAST].update(verdict='contact', free_until=-1), 'another time than its'),
                                (lambda own: own.insert(BLOCK, '{\n'), '.'),
                                (lambda own: own.insert(BLOCK, '[]\n'), '.'),
                                (lambda own: own.insert(BLOCK, '{"block": [0, 1], "block": [0, 1]}\n'), 'duplicate'),
                                (lambda own: own.insert(BLOCK, '\n'), '.'),
                                (lambda own: own.clear(), 'the file is empty')):
            altered = copy.deepcopy(lines)
            change(altered)
            said = self.say(altered)
            self.assertEqual(said.status, 1)
            self.assertRegex(said.refusals[0], message)

    def test_huge_numbers(self):
        """Numbers beyond doubles are refused; the largest and the least ones do no harm to the program."""
        for text in ('1e400', '-1e400', '99999999999999999999', 'NaN', 'Infinity'):
            lines = [json.dumps(line) + '\n' for line in whole()]
            lines[CLAIM] = lines[CLAIM].replace('"at": 0.8', f'"at": {text}')
            self.assertNotIn(0, self.say(lines).proven)
        for value in (1.7e308, -1.7e308, 5e-324):
            for path in ((FIRST, 'bodies', 0, 'at'), (FIRST, 'frames', 0), (MOTION, 'tracks', 0, 'coefficients', 0, 0),
                         (FIRST, 'bodies', 0, 'ball'), (CLAIM, 'parts', 0, 'normal'), (FIRST, 'bodies', 0, 'cover', 0)):
                altered = copy.deepcopy(whole())
                at = altered
                for key in path:
                    at = at[key]
                if isinstance(at, dict):
                    at['position'] = [value, 0, 0]
                else:
                    at[0] = value
                self.say(altered)


if __name__ == '__main__':
    unittest.main()
