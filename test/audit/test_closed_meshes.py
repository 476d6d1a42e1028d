"""leeway-audit finds out whether a piece of a body is inside a closed mesh of another one: boxes within boxes, which
face outwards or inwards, against their corners."""

import math
import random
import unittest

import reference as ref
from proofs import LONG, SEED, audit, ball, body, claim, model, motion, pair, part, stage
from test_inequalities import rotation

CASES = 600 if LONG else 60
NOT_PROVEN = 'it is not proven that neither is inside the other'


def box_mesh(low, high, inwards=False, at=None, open_=False):
    """The 12 triangles of a box."""
    corners = [[(low, high)[k >> i & 1][i] for i in range(3)] for k in range(8)]
    if at:
        corners = [at.moved(c) for c in corners]
    out = []
    for axis in range(3):
        one, other = (axis + 1) % 3, (axis + 2) % 3
        for side in range(2):
            ring = [side << axis | a << one | b << other for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
            if bool(side) == inwards:
                ring.reverse()
            for three in ((ring[0], ring[1], ring[2]), (ring[0], ring[2], ring[3])):
                out.append([x for k in three for x in corners[k]])
    return out[1:] if open_ else out


class Inside(unittest.TestCase):
    def outside(self, first, pairs):
        """For some pairs, whether it is taken that neither is inside the other: by a line about that."""
        groups = [motion([stage([p]), {'pair': 0, 'outside': 0.5}]) for p in pairs]
        said = audit(first, groups)
        # the motion is refused in any case, as nothing else is claimed
        out = [True] * len(pairs)
        lines = 0
        for k, group in enumerate(groups):
            lines += len(group)
            # the outside line is the third of the group's four
            number = 1 + lines - 1
            if any(s.startswith(f'{number}: ') and NOT_PROVEN in s for s in said.refusals):
                out[k] = False
            else:
                assert any(s.startswith(f'{number + 1}: ') and 'nothing is claimed' in s
                           for s in said.refusals), said.text
        return out

    def test_boxes(self):
        r = random.Random(SEED)
        kinds = set()
        for _ in range(CASES):
            boxes = []
            for _ in range(r.randrange(1, 5)):
                low = [r.uniform(-1, 0.5) for _ in range(3)]
                boxes.append((low, [x + r.uniform(0.1, 1.5) for x in low], r.random() < 0.4))
            own = {'position': [r.uniform(-1, 1) for _ in range(3)], 'rotation': rotation(r)}
            place = ref.pose({'position': [0.3, 0.2, 0.1], 'rotation': rotation(r)})
            triangles = [t for b in boxes for t in box_mesh(*b, at=place)]
            r.shuffle(triangles)
            probes, wanted, to_body = [], [], ref.pose(own)
            while len(probes) < 8:
                p = [r.uniform(-1.2, 1.6) for _ in range(3)]
                holders = [k for k, (low, high, _) in enumerate(boxes)
                           if all(a < x < b for a, x, b in zip(low, p, high))]
                total = 0
                clear = True
                for k in holders:
                    low, high, inwards = boxes[k]
                    # a room counts only where one of its corners is inside of another box that faces outwards
                    within = [i for i, (a, b, into) in enumerate(boxes) if i != k and not into
                              and all(x < y < z for x, y, z in zip(a, low, b))]
                    across = [i for i, (a, b, into) in enumerate(boxes) if i != k and not into
                              and not all(x < y < z for x, y, z in zip(a, low, b))
                              and any(x < z2 and x2 < z for x, z, x2, z2 in zip(a, b, low, high))
                              and all(x < z2 and x2 < z for x, z, x2, z2 in zip(a, b, low, high))]
                    if inwards and across and not within:
                        clear = False  # which corner is asked about decides
                    if inwards and within and any(not all(x < y < z for x, y, z in zip(boxes[i][0], high, boxes[i][1]))
                                                  for i in within):
                        clear = False
                    total += -1 if inwards and within else 0 if inwards else 1
                if not clear:
                    continue
                probes.append(to_body.moved(place.moved(p)))
                wanted.append(total <= 0)
            bodies = [body('mesh', triangles, solid=True, at=own)]
            bodies += [body(str(k), [ball(0.001)], at={'position': p}) for k, p in enumerate(probes)]
            pairs = [pair(0, 1 + k) if r.random() < 0.5 else pair(1 + k, 0) for k in range(len(probes))]
            self.assertEqual(self.outside(model([], bodies, []), pairs), wanted, boxes)
            kinds.update(wanted)
        self.assertEqual(kinds, {True, False})

    def test_kinds(self):
        """One box with what makes it no solid, and pieces of other bodies of all kinds in its middle."""
        box = ([-1, -1, -1], [1, 1, 1])
        turned = box_mesh(*box)
        turned[0] = turned[0][3:6] + turned[0][:3] + turned[0][6:]
        negative_zeros = [[-0.0 if x == 0 else x for x in t] for t in box_mesh([0, -1, -1], [1, 1, 1])]
        zeros = box_mesh([0, -1, -1], [1, 1, 1])
        flat = box_mesh(*box) + [[1, 1, 1, 1, 1, 1, -1, 1, 1]]
        solids = [body('closed', box_mesh(*box), solid=True), body('open', box_mesh(*box, open_=True), solid=True),
                  body('surface', box_mesh(*box)), body('turned', turned, solid=True),
                  body('room', box_mesh(*box, True), solid=True),
                  body('thick', [t + [0.01] for t in box_mesh(*box)], solid=True), body('flat', flat, solid=True),
                  body('both', [ball(0.1, [5, 0, 0])] + box_mesh(*box), solid=True),
                  body('double', box_mesh(*box) + box_mesh(*box), solid=True),
                  body('zeros', zeros[:6] + negative_zeros[6:], solid=True),
                  body('within a room', box_mesh([-2, -2, -2], [2, 2, 2], True) + box_mesh(*box), solid=True),
                  body('hollow', box_mesh([-2, -2, -2], [2, 2, 2]) + box_mesh(*box, True), solid=True)]
        inside = [True, False, False, False, False, True, True, True, True, True, True, False]
        for probe in ([ball(0.001, [0.3, 0.1, 0.2])], [[0.3, 0.1, 0.2, 0.31, 0.1, 0.2, 0.3, 0.11, 0.2]],
                      [ball(0.001, [7, 0, 0]), ball(0.001, [0.3, 0.1, 0.2])],
                      [[7, 0, 0, 7, 1, 0, 7, 0, 1], [0.3, 0.1, 0.2, 0.31, 0.1, 0.2, 0.3, 0.11, 0.2]],
                      [{'shape': 'segment', 'half': 0.01, 'position': [0.3, 0.1, 0.2],
                        'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]}],
                      [{'shape': 'polytope', 'vertices': [[0.3, 0.1, 0], [0.3, 0.2, 0]], 'position': [0, 0, 0.2]}]):
            bodies = solids + [body('probe', probe)]
            pairs = [pair(k, len(solids)) for k in range(len(solids))]
            self.assertEqual(self.outside(model([], bodies, []), pairs), [not x for x in inside], probe)

    def test_surfaces(self):
        """Closed meshes that count as surfaces have no inside: those with a corner that is listed, and no others."""
        one, other = box_mesh([-1, -1, -1], [1, 1, 1]), box_mesh([2, -1, -1], [4, 1, 1])
        lists = [None, [], [[1, 1, 1]], [[-1, -1, -1]], [[2, -1, 1]], [[4, 1, 1], [1, 1, -1]]]
        wanted = [(False, False), (False, False), (True, False), (True, False), (False, True), (True, True)]
        for corners, good in zip(lists, wanted):
            more = {} if corners is None else {'surfaces': corners}
            bodies = [body('mesh', one + other, solid=True, **more), body('left', [ball(0.1)]),
                      body('right', [ball(0.1, [3, 0.2, 0.1])]), body('aside', [ball(0.1, [1.5, 0, 0])])]
            self.assertEqual(self.outside(model([], bodies, []), [pair(0, 1), pair(2, 0), pair(0, 3)]), [*good, True])

    def test_no_surfaces(self):
        mesh = box_mesh([-1, -1, -1], [1, 1, 1])
        for corners, words in (([[1, 1, 0.5]], 'a corner of a surface is not one of a closed mesh'),
                               ([[1, 1, 1], [1, 1, 1]], 'a corner of a surface is not one of a closed mesh'),
                               ([1, 1, 1], None), ({}, '"surfaces" is no list'), ([[1, 1]], None),
                               ([[1, 1, 1, 1]], None), ([['1', 1, 1]], None)):
            said = audit(model([], [body('mesh', mesh, solid=True, surfaces=corners), body('b', [ball(0.1)])], []), [])
            self.assertTrue(said.refusals and (words or 'number') in said.text, (corners, said.text))
        for more in ({}, {'solid': True}):
            open_ = body('mesh', mesh[1:] if more else mesh, surfaces=[[1, 1, 1]], **more)
            said = audit(model([], [open_, body('b', [ball(0.1)])], []), [])
            self.assertIn('is not one of a closed mesh', said.text)

    def test_both_ways(self):
        """The first body in the second one, or the second in the first; a closed mesh in another one."""
        small, large = box_mesh([0.1, 0.1, 0.1], [0.2, 0.2, 0.2]), box_mesh([-1, -1, -1], [1, 1, 1])
        bodies = [body('small', small, solid=True), body('large', large, solid=True),
                  body('aside', small, solid=True, at={'position': [3, 0, 0]})]
        pairs = [pair(0, 1), pair(1, 0), pair(2, 1), pair(1, 2)]
        self.assertEqual(self.outside(model([], bodies, []), pairs), [False, False, True, True])

    def test_rays_through_edges(self):
        """A corner, or an edge, exactly where the first ray goes: another ray decides."""
        across, up = 1237 / 65536, 2311 / 65536
        for low, high in (([-1, -1, -1], [across, up, 1]), ([-1, -1, -1], [1, up, 1]), ([-1, -1, -1], [across, 1, 1]),
                          ([across, up, 1], [2, 2, 2]), ([-1, -1, -2], [across, up, -1]), ([-1, -1, -1], [1, 1, 1])):
            inside = all(a < 0 < b for a, b in zip(low, high))
            bodies = [body('mesh', box_mesh(low, high), solid=True), body('probe', [ball(0.001)])]
            self.assertEqual(self.outside(model([], bodies, []), [pair()]), [not inside], (low, high))

    def test_a_ray_through_a_corner(self):
        """A point outside whose first ray goes through a corner, within the box about the mesh."""
        apex, middle = [0, 0, 0], [1.5, 1.5, 2]
        ring = [[0, 0, 2], [4, 0, 2], [0, 4, 2]]
        mesh = []
        for k in range(3):
            one, other = ring[k], ring[(k + 1) % 3]
            mesh += [middle + one + other, apex + other + one]
        probe = ref.sub(middle, [1237 / 65536, 2311 / 65536, 1])
        bodies = [body('mesh', mesh, solid=True), body('outside', [ball(0.001)], at={'position': probe}),
                  body('inside', [ball(0.001)], at={'position': [0.5, 0.5, 1.5]})]
        self.assertEqual(self.outside(model([], bodies, []), [pair(0, 1), pair(0, 2)]), [True, False])

    def test_a_point_on_it(self):
        """A point of the surface is not proven to be outside."""
        for x in (1, 1 - 2.0**-40, 1 + 2.0**-40):
            bodies = [body('mesh', box_mesh([-1, -1, -1], [1, 1, 1]), solid=True),
                      body('probe', [ball(0, [x, 0.1, 0.2])])]
            self.assertEqual(self.outside(model([], bodies, []), [pair()]), [x > 1])

    def test_before_the_begin(self):
        """That a body was outside before a motion begins, which was cut when it was inside, proves nothing."""
        along = [0, 1, 0, 0, 0, 1, 1, 0, 0]
        bodies = [body('a', box_mesh([-1, -1, -1], [1, 1, 1]), solid=True),
                  body('b', [ball(0.1)], 0, at={'position': [0, 0, 0]})]
        first = model([{'kind': 'slide', 'variable': 0, 'rotation': along}], bodies, [])
        parts = []
        tracks = [{'times': [0, 2, 4], 'variables': [0], 'coefficients': [[[3, -3]], [[0, 0.1]]]}]
        # each triangle by its own plane
        for k, entry in enumerate(bodies[0]['tree']):
            if entry < 0:
                t = bodies[0]['elements'][-1 - entry]
                n = ref.cross(ref.sub(t[3:6], t[:3]), ref.sub(t[6:9], t[:3]))
                parts.append(part(ref.scaled(-1 / math.hypot(*n), n), a={'node': k}))
        for begin, times, good in ((0, [0], True), (2, [0], False), (2, [0, 2], False), (2, [], False)):
            lines = [stage([pair()], 0, 0, 4), *({'pair': 0, 'outside': t} for t in times), claim(parts, 0, 2, 4)]
            said = audit(first, [motion(lines, tracks, [0], begin, 4)])
            wanted = 'nothing is claimed after 0' if good else NOT_PROVEN
            self.assertIn(wanted, said.text)

    def test_whole_motion(self):
        """Where no line says it, it is tested at the begin of each stage; a line has to be about a time of it."""
        frames = [{'kind': 'slide', 'variable': 0, 'rotation': [0, 1, 0, 0, 0, 1, 1, 0, 0]}]
        mesh = box_mesh([-1, -1, -1], [1, 1, 1])
        normals = [[1 if i == axis else 0 for i in range(3)] for axis in range(3)]
        # each triangle of the mesh is apart from the probe on its own side, with the probe in the middle
        tree = body('mesh', mesh)['tree']
        leaves = {-1 - entry: node for node, entry in enumerate(tree) if entry < 0}
        parts = [part(ref.scaled(1 if side else -1, normals[axis]), 'chord',
                      a={'node': leaves[4 * axis + 2 * side + t]})
                 for axis in range(3) for side in range(2) for t in range(2)]
        inner = [{**p, 'normal': ref.scaled(-1, p['normal'])} for p in parts]
        for x, own, good in ((0, inner, False), (5, [part([1, 0, 0])], True)):
            bodies = [body('mesh', mesh, solid=True), body('probe', [ball(0.1)], 0)]
            first = model(frames, bodies, [pair()])
            for options in ((), ('--precise',)):
                said = audit(first, [motion([claim(own)], rest=[x])], *options)
                self.assertEqual(0 in said.proven, good, said.text)
                if not good:
                    self.assertIn(NOT_PROVEN, said.text)
            # as the second body of the pair; the first one has its x along the mesh's y
            flipped = [{'normal': [-p['normal'][k] for k in (1, 2, 0)], 'rule': p['rule'],
                        **({'b': p['a']} if 'a' in p else {})} for p in own]
            said = audit(model(frames, bodies, [pair(1, 0)]), [motion([claim(flipped)], rest=[x])])
            self.assertEqual(0 in said.proven, good, said.text)
            # without a mesh that counts as solid nothing is inside
            hollow = [body('mesh', mesh), bodies[1]]
            self.assertIn(0, audit(model(frames, hollow, [pair()]), [motion([claim(own)], rest=[x])]).proven)
            # in a stage of its own
            lines = [stage([], 0, 0, 1), stage([pair()], 1, 1, 2), claim(own, 0, 1, 2, stage=1)]
            said = audit(first, [motion(lines, rest=[x], end=2)])
            self.assertEqual(0 in said.proven, good, said.text)
        # it is inside at first, and outside later: a line about a time after the last proven one does not help
        coefficients = [track([[[0, 10]]], [0])]
        bodies = [body('mesh', mesh, solid=True), body('probe', [ball(0.1)], 0)]
        for outside, until in ((0.5, 0.01), (0.005, 0.01)):
            lines = [claim(inner, 0, 0, 0.01), {'pair': 0, 'outside': outside}]
            said = audit(model(frames, bodies, [pair()]),
                         [motion(lines, coefficients, [0], verdict='contact', until=until)])
            self.assertNotIn(0, said.proven)
            self.assertIn(NOT_PROVEN, said.text)


def track(coefficients, variables):
    return {'times': [0, 1], 'variables': variables, 'coefficients': coefficients}


if __name__ == '__main__':
    unittest.main()
