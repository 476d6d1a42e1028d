"""leeway-audit takes a cover, or a set around an obstacle, only for elements that it contains: shapes of all kinds
whose covers are cut too small, and obstacles that stick out of what is around them."""

import itertools
import json
import math
import random
import unittest

import reference as ref
from proofs import LONG, SEED, audit, ball, body, claim, model, motion, pair, part, stage
from test_inequalities import direction, element, rotation

CASES = 600 if LONG else 60


def sampled(r, shape):
    """A point of an element, in the body's frame, often on its surface."""
    def signed(h):
        return r.choice([-h, h, r.uniform(-h, h)])

    if isinstance(shape, list):
        vertices = [shape[3 * k:3 * k + 3] for k in range(3)]
    else:
        vertices = shape.get('vertices', [[0, 0, 0]])
    kind, p = 'polytope' if isinstance(shape, list) else shape['shape'], [0, 0, 0]
    if kind in ('polytope', 'point'):
        weights = [r.expovariate(1) if r.random() < 0.6 else 0 for _ in vertices]
        weights[r.randrange(len(weights))] += r.choice([1e-9, 1])
        p = [sum(w * v[i] for w, v in zip(weights, vertices)) / sum(weights) for i in range(3)]
    elif kind == 'segment':
        p = [0, 0, signed(shape['half'])]
    elif kind == 'box':
        p = list(map(signed, shape['half']))
    elif kind == 'ellipsoid':
        p = [h * x * r.choice([1, 1, r.uniform(0, 1)])
             for h, x in zip(shape['half'], ref.scaled(0.999999999, direction(r)))]
    else:
        z = signed(shape['half'])
        across = shape['base'] * (1 if kind == 'cylinder' else 0.5 * (1 - z / shape['half']))
        angle, across = r.uniform(0, 7), across * r.choice([1, 1, r.uniform(0, 1)])
        p = [across * math.cos(angle), across * math.sin(angle), z]
    p = ref.place_of(shape).moved(p)
    return ref.add(p, ref.scaled(ref.radius_of(shape), direction(r)))


class Covers(unittest.TestCase):
    def accepted(self, bodies):
        """Which of some bodies have their covers accepted: a block about a far ball, which is in the ball about the
        whole body all the same."""
        for node in bodies:
            node['ball'] = [50, 0, 0, 1]
        first = model([], bodies + [body('far', [ball(0.1)], at={'position': [9, 0, 0]}, around=ball(0.1))], [])
        said = audit(first, [motion([stage([pair(k, len(bodies))]), {'block': [0, 1]}]) for k in range(len(bodies))])
        return [k in said.proven for k in range(len(bodies))]

    def cover(self, r, shape, cuts):
        """Balls about the cells of a box about a shape."""
        node = {} if isinstance(shape, list) else {k: shape[k] for k in ('position', 'rotation') if k in shape}
        own, radius = ref.pose(node), ref.radius_of(shape)
        bare = {**shape, 'radius': 0} if isinstance(shape, dict) else shape[:9]
        most = [ref.support([bare], own.columns[i]) - ref.dot(own.columns[i], own.position) for i in range(3)]
        least = [-ref.support([bare], ref.scaled(-1, own.columns[i])) - ref.dot(own.columns[i], own.position)
                 for i in range(3)]
        out, step = [], [(b - a) / cuts for a, b in zip(least, most)]
        for cell in itertools.product(range(cuts), repeat=3):
            centre = own.moved([a + (k + 0.5) * s for a, k, s in zip(least, cell, step)])
            out.append(centre + [(math.hypot(*step) / 2 + radius) * 1.01 + 1e-3])
        r.shuffle(out)
        return out

    def test_any(self):
        r = random.Random(SEED)
        bodies, wanted = [], []
        for _ in range(CASES):
            shape = element(r)
            balls = self.cover(r, shape, r.choice([1, 1, 2, 3]))
            kind = r.randrange(4)
            which = r.randrange(len(balls))
            if kind == 1:
                balls[which][3] *= r.uniform(0.3, 0.98)
            elif kind == 2 and len(balls) > 1:
                del balls[which]
            elif kind == 3:
                balls[which][r.randrange(3)] += r.choice([-1, 1]) * r.uniform(0.02, 0.3)
            points = [sampled(r, shape) for _ in range(3000)]
            # the least and the most that a point is inside of the balls
            inside = min(max(b[3] - math.dist(b[:3], p) for b in balls) for p in points)
            bodies.append(body(str(len(bodies)), [shape], cover=balls))
            wanted.append(True if kind == 0 else False if inside < -1e-9 else None)
        for k, (found, true) in enumerate(zip(self.accepted(bodies), wanted)):
            if true is not None:
                self.assertEqual(found, true, bodies[k])
        self.assertGreater(wanted.count(False), CASES // 6)

    def test_one_ball(self):
        """The least ball about each shape, to the last millionth."""
        h = [0.3, 0.2, 0.4]
        place = {'position': [0.1, 0.2, -0.1], 'rotation': rotation(random.Random(SEED))}
        corners = [[0.3, 0.1, 0], [-0.2, 0.4, 0.1], [0, 0, 0.45], [0.1, 0.1, 0.1], [-0.1, 0, 0.2], [0.1, -0.2, 0]]
        shapes = [({'shape': 'point'}, 0), ({'shape': 'segment', 'half': 0.3}, 0.3),
                  ({'shape': 'box', 'half': h}, math.hypot(*h)),
                  ({'shape': 'polytope', 'vertices': corners}, max(math.hypot(*c) for c in corners)),
                  ({'shape': 'polytope', 'vertices': corners[:4]}, max(math.hypot(*c) for c in corners[:4]))]
        bodies, wanted = [], []
        for shape, most in shapes:
            for radius in (0.05, 0.15):
                for share in (1 - 1e-6, 1 + 1e-6):
                    own = {**shape, **place, 'radius': radius}
                    bodies.append(body(str(len(bodies)), [own], cover=[place['position'] + [(most + radius) * share]]))
                    wanted.append(share > 1)
        triangle = [0.3, 0.1, 0, -0.2, 0.4, 0.1, 0, 0, 0.45]
        for share in (1 - 1e-6, 1 + 1e-6):
            bodies.append(body(str(len(bodies)), [triangle + [0.1]],
                               cover=[[0, 0, 0, (math.hypot(0.2, 0.4, 0.1) + 0.1) * share]]))
            wanted.append(share > 1)
        for shape, most in (('cylinder', math.hypot(0.3, 0.4)), ('cone', math.hypot(0.3, 0.4)), ('ellipsoid', 0.4)):
            for share in (1 - 1e-6, 1 + 1e-6):
                own = {'shape': shape, 'half': 0.4, 'base': 0.3, **place}
                if shape == 'ellipsoid':
                    own = {'shape': shape, 'half': h, **place}
                bodies.append(body(str(len(bodies)), [own], cover=[place['position'] + [most * share]]))
                wanted.append(share > 1)
        self.assertEqual(self.accepted(bodies), wanted)

    def test_cone(self):
        """Balls that are smaller towards the tip of a cone hold no cylinder."""
        wide = [[0, 0, z, 0.13 + 0.3 * 0.5 * (1 - z / 0.4)] for z in [-0.4 + 0.1 * k for k in range(9)]]
        shapes = [{'shape': kind, 'half': 0.4, 'base': 0.3} for kind in ('cone', 'cylinder')]
        turned = {**shapes[0], 'rotation': [1, 0, 0, 0, -1, 0, 0, 0, -1]}
        bodies = [body(str(k), [own], cover=wide) for k, own in enumerate(shapes + [turned])]
        self.assertEqual(self.accepted(bodies), [True, False, False])

    def test_flat_cone(self):
        cone = {'shape': 'cone', 'half': 0.1, 'base': 0.4}
        bodies = [body(str(k), [cone], cover=[[0, 0, 0, radius]]) for k, radius in enumerate((0.31, 0.43))]
        self.assertEqual(self.accepted(bodies), [False, True])

    def test_octahedron(self):
        """Each face of a hull counts: with a ball less its middle is in none."""
        corners = [[0.3 * s if i == axis else 0 for i in range(3)] for axis in range(3) for s in (-1, 1)]
        faces = [list(v) + [0.15] for v in itertools.product((-0.1, 0.1), repeat=3)]
        balls = [[0, 0, 0, 0.16]] + [c + [0.2] for c in corners] + faces
        shape = {'shape': 'polytope', 'vertices': corners}
        bodies = [body('all', [shape], cover=balls)]
        bodies += [body(str(k), [shape], cover=[b for b in balls if b is not own]) for k, own in enumerate(faces)]
        self.assertEqual(self.accepted(bodies), [True] + 8 * [False])

    def test_capsule(self):
        """Balls of its own radius at both ends of a capsule, and any about the cylinder between them."""
        capsule = {'shape': 'segment', 'half': 0.4, 'radius': 0.1}
        ends = [[0, 0, z, 0.1 * (1 + 1e-12)] for z in (-0.4, 0.4)]
        # between two planes across, each is in a ball about its middle
        between = [[0, 0, -0.35 + 0.1 * k, math.hypot(0.05, 0.1) + 1e-3] for k in range(8)]
        small = [[*b[:3], 0.1] for b in ends[:1]] + [ends[1]]
        covers = [ends + between, ends[1:] + between, ends[:1] + between, ends + between[1:], ends + between[:-1],
                  ends + between[:4] + between[5:], [[*ends[0][:3], 0.099]] + ends[1:] + between, small + between,
                  ends + [[*b[:3], 0.105] for b in between]]
        bodies = [body(str(k), [capsule], cover=own) for k, own in enumerate(covers)]
        self.assertEqual(self.accepted(bodies), [True, False, False, False, False, False, False, True, False])

    def test_all_elements(self):
        """The cover has to hold each element; a body without one is in no block."""
        three = [ball(0.1, [0.5 * k, 0, 0]) for k in range(3)]
        balls = [[0.5 * k, 0, 0, 0.11] for k in range(3)]
        bodies = [body(str(k), three, cover=balls[:k] + balls[k + 1:]) for k in range(3)]
        bodies += [body('all', three, cover=balls), body('none', three), body('empty', three, cover=[])]
        self.assertEqual(self.accepted(bodies), [False, False, False, True, False, False])

    def test_thin(self):
        """Balls that just touch along needles, up to 1e-6 of their radii; and each of them is needed."""
        count, length, thin = 9, 0.3, 1e-5
        step = length / count
        row = [[0, 0, 2 * step * k - length + step, math.hypot(step, thin) * (1 + 1e-6)] for k in range(count)]
        shapes = [{'shape': 'ellipsoid', 'half': [thin, 0.7 * thin, length]},
                  {'shape': 'box', 'half': [0.7 * thin, 0.7 * thin, length]},
                  {'shape': 'cylinder', 'base': thin, 'half': length}, {'shape': 'cone', 'base': thin, 'half': length},
                  {'shape': 'segment', 'half': length}, {'shape': 'segment', 'half': length - thin, 'radius': 0.9 * thin},
                  {'shape': 'polytope', 'vertices': [[0, 0, -length], [thin, 0, 0], [0, thin, 0], [0, 0, length]]},
                  {'shape': 'polytope', 'vertices': [[x * thin, y * thin, z * length] for x, y in ((0.5, 0.5), (-0.6, 0),
                                                     (0, -0.7)) for z in (-1, 1)]}]
        bodies, wanted = [], []
        for shape in shapes:
            radius = shape.get('radius', 0)
            own = [[*b[:3], b[3] + radius] for b in row]
            k = 1 + len(bodies) % (count - 2)
            smaller = own[:k] + [[*own[k][:3], own[k][3] - 1e-3 * step]] + own[k + 1:]
            for balls in (own, own[:k] + own[k + 1:], smaller):
                bodies.append(body(str(len(bodies)), [shape], cover=balls))
                wanted.append(balls is own)
        self.assertEqual(self.accepted(bodies), wanted)

    def test_flat(self):
        """A polygon of many points under a grid of balls, of which each is needed."""
        for count in (5, 26):
            points = [[0.12 * math.cos(2 * math.pi * k / count), 0.12 * math.sin(2 * math.pi * k / count), 0]
                      for k in range(count)]
            random.Random(SEED).shuffle(points)
            shape = {'shape': 'polytope', 'vertices': points}
            grid = [[0.08 * i, 0.08 * k, 0, 0.04 * 2**0.5 * (1 + 1e-6)] for i in (-1, 0, 1) for k in (-1, 0, 1)]
            covers = [grid, grid[:4] + grid[5:], grid[:3] + grid[4:]]
            bodies = [body(str(k), [shape], cover=own) for k, own in enumerate(covers)]
            self.assertEqual(self.accepted(bodies), [True, False, False])

    def test_many_in_a_face(self):
        """A cube, upright or not, with further points in its faces, some of which stand first: eight balls about its
        eighths, of which each is needed, and so is what they have of each face."""
        r = random.Random(SEED)
        bodies, wanted = [], []
        # columns whose numbers are exact, so that points are in one plane to the last bit
        for columns in ([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0.5, 0.5, 0.25], [0.5, -0.5, 0], [0.125, 0.125, -0.5]]):
            points = [[sum(c * v for c, v in zip(p, row)) for row in zip(*columns)]
                      for p in itertools.product((-1, 0, 1), repeat=3) if any(p)]
            r.shuffle(points)
            size = max(math.hypot(*(sum(s * c[i] for s, c in zip(signs, columns)) for i in range(3))) / 2
                       for signs in itertools.product((-1, 1), repeat=3))
            eighths = [[sum(0.5 * s * c[i] for s, c in zip(signs, columns)) for i in range(3)] + [size * (1 + 1e-6)]
                       for signs in itertools.product((-1, 1), repeat=3)]
            shape = {'shape': 'polytope', 'vertices': points}
            for k in (None, *range(8)):
                bodies.append(body(str(len(bodies)), [shape], cover=[b for i, b in enumerate(eighths) if i != k]))
                wanted.append(k is None)
            # all but the middle of a face
            for side in range(3):
                for sign in (-1, 1):
                    middle = [sign * v for v in columns[side]]
                    least = 0.4 * math.hypot(*middle)
                    ring = [b for b in self.grid(columns, size / 8) if math.dist(b[:3], middle) > least]
                    bodies.append(body(str(len(bodies)), [shape], cover=ring))
                    wanted.append(False)
            whole = self.grid(columns, size / 8)
            hollow = [b for b in whole if math.hypot(*b[:3]) > 0.3 * size]
            for cover in (whole, hollow):
                bodies.append(body(str(len(bodies)), [shape], cover=cover))
                wanted.append(cover is whole)
        self.assertEqual(self.accepted(bodies), wanted)

    def grid(self, columns, radius):
        """Balls about the 512 parts of a cube."""
        places = [-0.875 + 0.25 * k for k in range(8)]
        return [[sum(s * c[i] for s, c in zip(p, columns)) for i in range(3)] + [2 * radius * (1 + 1e-6)]
                for p in itertools.product(places, repeat=3)]

    def test_many_points(self):
        """A polytope of more points than faces are looked for."""
        r = random.Random(SEED)
        points = [ref.scaled(0.3, direction(r)) for _ in range(120)]
        shape = {'shape': 'polytope', 'vertices': points}
        halves = [[0, 0, z, 0.35] for z in (-0.1, 0.1)]
        few = {'shape': 'polytope', 'vertices': points[:12]}
        some = {'shape': 'polytope', 'vertices': points[:90]}
        # eight balls that meet on the axes, where there are points too, and each of which is needed
        axes = [[0.3 * s if i == axis else 0 for i in range(3)] for axis in range(3) for s in (-1, 1)]
        eighths = [[*v, 0.15 * 3**0.5 * (1 + 1e-6)] for v in itertools.product((-0.15, 0.15), repeat=3)]
        bodies, wanted = [], []
        for vertices in (points + axes, points[:85] + axes):
            own = {'shape': 'polytope', 'vertices': vertices, 'position': [0.1, 0, 0], 'rotation': rotation(r)}
            own = [own, {k: v for k, v in own.items() if k in ('shape', 'vertices')}]
            for shape_at in own:
                at = ref.place_of(shape_at)
                balls = [at.moved(b[:3]) + b[3:] for b in eighths]
                smaller = [b[:3] + [b[3] * (1 - 1e-3)] for b in balls]
                for cover in (balls, smaller, *(balls[:k] + balls[k + 1:] for k in range(8))):
                    bodies.append(body(str(len(bodies)), [shape_at], cover=cover))
                    wanted.append(cover is balls)
        small = [[0, 0, z, 0.28] for z in (-0.1, 0.1)]
        bodies += [body('one', [shape], cover=[[0, 0, 0, 0.31]]), body('two', [shape], cover=halves),
                   body('few', [few], cover=halves), body('some', [some], cover=halves),
                   body('small', [some], cover=small), body('hole', [shape], cover=small)]
        self.assertEqual(self.accepted(bodies), wanted + [True, True, True, True, False, False])


class Around(unittest.TestCase):
    """A ball at a known distance from an obstacle: at the end of a normal of it."""

    def test_sticking_out(self):
        r = random.Random(SEED)
        believed = tried = 0
        for _ in range(4 * CASES):
            shape = element(r)
            u = direction(r)
            if r.random() < 0.3:
                # along an axis of the shape
                u = ref.scaled(r.choice([-1, 1]), r.choice(ref.place_of(shape).columns))
            nearest = self.farthest(shape, u)
            if nearest is None:
                continue
            around = self.around(r, shape)
            apart = r.uniform(0.1, 1)
            centre = ref.add(nearest, ref.scaled(apart + 0.1, u))
            place = {'position': [r.uniform(-1, 1) for _ in range(3)], 'rotation': rotation(r)}
            at = ref.pose(place)
            bodies = [body('a', [ball(0.1)], at={'position': at.moved(centre)}, cover=[[0, 0, 0, 0.1]]),
                      body('b', [shape], at=place, around=around)]
            first = model([], bodies, [])
            said = audit(first, [motion([stage([pair(margin=m)]), {'block': [0, 1]}])
                                 for m in (apart + 1e-9, 0, apart - 1e-6)])
            self.assertNotIn(0, said.proven, first)
            tried += 1
            believed += 1 in said.proven
        self.assertGreater(believed, tried // 5)

    def test_each_side(self):
        """What sticks out along an axis, for each size of each set."""
        box = {'shape': 'box', 'half': [0.1, 0.2, 0.3]}
        round_box = {**box, 'radius': 0.05}
        cylinder = {'shape': 'cylinder', 'half': 0.3, 'base': 0.2, 'radius': 0.05}
        cone = {**cylinder, 'shape': 'cone'}
        inner = {'shape': 'box', 'half': [0.1, 0.1, 0.3]}
        egg = {'shape': 'ellipsoid', 'half': [0.1, 0.2, 0.3]}
        groups = [(box, box, (('half', 0), ('half', 1), ('half', 2))), (cylinder, cylinder, ('base', 'half', 'radius')),
                  (cone, cylinder, ('base', 'half', 'radius')),
                  (round_box, round_box, (('half', 0), ('half', 1), ('half', 2), 'radius')),
                  (egg, {**cylinder, 'radius': 0}, ('base', 'half')), (egg, ball(0.3), ('radius',)),
                  (inner, {**cylinder, 'radius': 0}, ('base', 'half')), (ball(0.2), ball(0.2), ('radius',)),
                  ({'shape': 'segment', 'half': 0.3, 'radius': 0.1}, {'shape': 'segment', 'half': 0.3, 'radius': 0.1},
                   ('half', 'radius'))]
        for shape, full, keys in groups:
            for key in keys:
                around = json.loads(json.dumps(full))
                at, last = (around, key) if isinstance(key, str) else (around[key[0]], key[1])
                at[last] *= 0.5
                for axis in range(3):
                    for sign in (-1, 1):
                        u = [sign if i == axis else 0 for i in range(3)]
                        nearest = self.farthest(shape, u)
                        bodies = [body('a', [ball(0.1)], at={'position': ref.add(nearest, ref.scaled(0.9, u))},
                                       cover=[[0, 0, 0, 0.1]]),
                                  body('b', [shape], around=around)]
                        said = audit(model([], bodies, []),
                                     [motion([stage([pair(margin=m)]), {'block': [0, 1]}]) for m in (0.8 + 1e-9, 0)])
                        self.assertEqual(set(said.proven), {1}, (shape, around, u))

    def test_ellipsoid(self):
        """An ellipsoid in the cylinder that touches it, and in the ball, does not stick out."""
        place = {'position': [0.5, 0.2, 0.1], 'rotation': rotation(random.Random(SEED))}
        for half in ([0.1, 0.2, 0.3], [0.2, 0.1, 0.3]):
            egg = {'shape': 'ellipsoid', 'half': half, **place}
            for around, apart in (({'shape': 'cylinder', 'base': 0.2, 'half': 0.3, **place}, 0.7),
                                  ({'shape': 'point', 'radius': 0.3, **place}, 0.6)):
                at = ref.pose(place).moved([1, 0, 0])
                bodies = [body('a', [ball(0.1)], at={'position': at}, cover=[[0, 0, 0, 0.1]]),
                          body('b', [egg], around=around)]
                said = audit(model([], bodies, []), [motion([stage([pair(margin=m)]), {'block': [0, 1]}])
                                                     for m in (apart - 1e-9, apart + 1e-9)])
                self.assertEqual(set(said.proven), {0}, around)

    def farthest(self, shape, u):
        """The point of an element that is farthest along a direction."""
        at = ref.place_of(shape)
        g = at.back(u)
        kind = 'polytope' if isinstance(shape, list) else shape['shape']
        if kind in ('point', 'polytope'):
            points = ref.corners(shape) if isinstance(shape, list) else shape.get('vertices', [[0, 0, 0]])
            p = max(points, key=lambda v: ref.dot(v, g))
        elif kind == 'segment':
            p = [0, 0, math.copysign(shape['half'], g[2])]
        elif kind == 'box':
            p = [math.copysign(h, x) for h, x in zip(shape['half'], g)]
        elif kind == 'ellipsoid':
            size = math.hypot(*(h * x for h, x in zip(shape['half'], g)))
            p = [h * h * x / size for h, x in zip(shape['half'], g)]
        else:
            size = math.hypot(g[0], g[1])
            rim = [shape['base'] * g[k] / size if size else 0 for k in range(2)]
            p = rim + [math.copysign(shape['half'], g[2])]
            if kind == 'cone':
                p = max(rim + [-shape['half']], [0, 0, shape['half']], key=lambda v: ref.dot(v, g))
        return ref.add(at.moved(p), ref.scaled(ref.radius_of(shape), u))

    def around(self, r, shape):
        """A set about the right size, at about the right place."""
        kind = r.choice(['box', 'box', 'cylinder', 'point', 'same', 'segment', 'rounded'])
        radius = ref.radius_of(shape)
        place = {} if isinstance(shape, list) else {k: shape[k] for k in ('position', 'rotation') if k in shape}
        share = r.choice([1, 1 + 1e-9, r.uniform(0.6, 1.3)])
        half = shape['half'] if isinstance(shape, dict) and isinstance(shape.get('half'), list) else None
        if half is None:
            own = shape if isinstance(shape, dict) else {}
            across, along = own.get('base', 0 if own.get('shape') == 'segment' else 0.3), own.get('half', 0.3)
            half = [across, across, along]
        if r.random() < 0.3 and 'position' in place:
            place['position'] = ref.add(place['position'], [r.uniform(-0.05, 0.05) for _ in range(3)])
        if r.random() < 0.2:
            place['rotation'] = rotation(r)
        if kind == 'same' and isinstance(shape, dict) and shape['shape'] in ('box', 'cylinder', 'segment', 'point'):
            out = {**shape, 'radius': radius * r.choice([1, share])}
            if out['shape'] == 'cylinder' and r.random() < 0.5:
                out[r.choice(['base', 'half'])] *= share
            return out
        if kind == 'cylinder':
            return {'shape': 'cylinder', 'base': share * max(half[:2]), 'half': r.choice([1, share]) * half[2],
                    'radius': r.choice([0, radius, share * radius]), **place}
        if kind == 'point':
            return {'shape': 'point', 'radius': share * (math.hypot(*half) + radius), **place}
        if kind == 'segment':
            return {'shape': 'segment', 'half': share * half[2], 'radius': share * (max(half[:2]) + radius), **place}
        if kind == 'rounded':
            return {'shape': 'box', 'half': ref.scaled(share, half), 'radius': r.choice([1, share]) * radius + 1e-3,
                    **place}
        return {'shape': 'box', 'half': [share * h + radius for h in half], **place}

    def test_other_shapes(self):
        """What is around an obstacle is a box, a cylinder, a ball or a capsule."""
        big = [2, 2, 2]
        for around, good in (({'shape': 'box', 'half': big}, True), ({'shape': 'ellipsoid', 'half': big}, False),
                             ({'shape': 'cone', 'half': 2, 'base': 2}, False),
                             ({'shape': 'cylinder', 'half': 2, 'base': 2}, True),
                             ({'shape': 'segment', 'half': 2, 'radius': 1}, True),
                             ({'shape': 'point', 'radius': 2}, True),
                             ({'shape': 'polytope', 'vertices': [[-2, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2]]}, False)):
            bodies = [body('a', [ball(0.1)], at={'position': [6, 0, 0]}, cover=[[0, 0, 0, 0.1]]),
                      body('b', [ball(0.05)], around=around)]
            said = audit(model([], bodies, [pair()]), [motion([{'block': [0, 1]}])])
            self.assertEqual(0 in said.proven, good, around)

    def test_several(self):
        """A set is around all elements of its obstacle: the first one, and the last one."""
        for x in (0, -1, 1):
            elements = [ball(0.1, [x if k == 1 else 0, 0, 0]) for k in range(3)]
            for own in (elements, elements[1:], elements[:2]):
                bodies = [body('a', [ball(0.1)], at={'position': [1.5, 0, 0]}, cover=[[0, 0, 0, 0.1]]),
                          body('b', own, around=ball(0.1))]
                # what sticks out counts on all sides
                first = model([], bodies, [pair(margin=0.5)])
                self.assertEqual(0 in audit(first, [motion([{'block': [0, 1]}])]).proven, x == 0)

    def test_moved(self):
        """What is around a body holds for obstacles, which stand still."""
        frames = [{'kind': 'slide', 'variable': 0}]
        for frame in (None, 0):
            bodies = [body('a', [ball(0.1)], at={'position': [6, 0, 0]}, cover=[[0, 0, 0, 0.1]]),
                      body('b', [ball(0.05)], frame, around=ball(0.05))]
            said = audit(model(frames, bodies, [pair()]), [motion([{'block': [0, 1]}], rest=[0])])
            self.assertEqual(0 in said.proven, frame is None)

    def test_two_obstacles(self):
        """A block is about no pair of which no body has a cover."""
        bodies = [body('a', [ball(0.1)], at={'position': [6, 0, 0]}, around=ball(0.1)),
                  body('b', [ball(0.05)], around=ball(0.05))]
        said = audit(model([], bodies, [pair()]), [motion([{'block': [0, 1]}])])
        self.assertNotIn(0, said.proven)

    def test_stages(self):
        """A place brings a cover or a set of its own, for its stage alone."""
        for extra, good in (({'cover': [[0, 0, 0, 0.11]]}, True), ({'cover': [[0.05, 0, 0, 0.11]]}, False), ({}, False),
                            ({'around': ball(0.1)}, False)):
            bodies = [body('a', [ball(0.1)], at={'position': [2, 0, 0]}, around=ball(0.1)),
                      body('b', [ball(0.05)], around=ball(0.05)),
                      body('c', [ball(0.1)], at={'position': [-3, 0, 0]}, cover=[[0, 0, 0, 0.1]])]
            place = {'body': 0, 'frame': 0, 'at': {'position': [2, 0, 0]}, **extra}
            lines = [stage([pair(0, 2)], 0, 0, 1), stage([pair(0, 1)], 1, 1, 2, [place]), stage([pair(0, 2)], 2, 2, 3),
                     *({'block': [k, k + 1], 'stage': k} for k in range(3))]
            first = model([{'kind': 'slide', 'variable': 0}], bodies, [])
            said = audit(first, [motion(lines, rest=[0], end=3)])
            self.assertEqual(0 in said.proven, good, said.text)

    def test_claims_need_none(self):
        bodies = [body('a', [ball(0.1)]), body('b', [ball(0.1)], at={'position': [1, 0, 0]})]
        said = audit(model([], bodies, [pair(margin=0.7)]), [motion([claim([part([1, 0, 0])])])])
        self.assertIn(0, said.proven)


if __name__ == '__main__':
    unittest.main()
