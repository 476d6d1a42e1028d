"""Contacts: a point of an element of each of two bodies, and how far apart these points are at most; or
a point of one body that is inside a closed mesh of the other. An element counts only if it is part of
the scene's geometry, and the distance that counts is that of the scene's margins."""

from fractions import Fraction
from math import isqrt

from balls import P, Refused, fixed, inverse, length_above, minus, transform
from bodies import G, UNIT, Primitive, length, length_of
from geometry import Vertices, _corner, reach
from hulls import distance_from_hull

ALLOWED = 40  # 2**-40 of the bodies' sizes and distances: the program's rounding
LOST = 64  # more than what cutting integers moves a point and a length by, in units of 2**-G


# ---- points of elements -------------------------------------------------------------------------------


def _clamp(value, size):
    return max(-size, min(size, value))


def _on_disc(x, y, radius):
    """Integers near (x, y) within a radius of 0."""
    size = isqrt(x * x + y * y) + 1
    if size > radius:
        x, y = x * radius // size, y * radius // size
        x, y = (v + (v < 0) for v in (x, y))
    return (x, y) if x * x + y * y <= radius * radius else (0, 0)


def _inner(shape, half, p):
    """Integers near a point that are certainly in a shape about the origin: tested, not believed."""
    a, b, c = half
    x, y, z = p
    z = _clamp(z, c)
    if shape == 'segment':
        return 0, 0, z
    if shape == 'box':
        return _clamp(x, a), _clamp(y, b), z
    if shape == 'cylinder':
        return *_on_disc(x, y, a), z
    if shape == 'cone':
        return *_on_disc(x, y, a * (c - z) // (2 * c) if c else a), z
    if shape == 'ellipsoid':
        flat = [v if h else 0 for v, h in zip(p, half)]
        square = sum((v << G) ** 2 // (h * h) for v, h in zip(flat, half) if h)  # at scale 2**(2 G)
        if square > UNIT * UNIT:
            size = isqrt(square) + 2
            flat = [(abs(v) * UNIT // size) * (1 if v > 0 else -1) for v in flat]
        for _ in range(LOST):
            if sum(Fraction(v * v, h * h) for v, h in zip(flat, half) if h) <= 1:
                return tuple(flat)
            flat = [v - (v > 0) + (v < 0) for v in flat]
        return 0, 0, 0
    return 0, 0, 0


def point_of_core(element, point):
    """An integer point that is less than LOST units away from one of a shape's core that is near a point."""
    offset = [point[k] - element.position[k] for k in range(3)]
    local = [sum(u[k] * offset[k] for k in range(3)) // UNIT for u in element.columns]
    half = [max(0, h - 2) for h in element.half]  # element_of made them larger
    return element.place(*_inner(element.shape, half, local))


def core_distance(element, point, tolerance):
    """An upper bound of the distance of an integer point from an element's core: of a hull by Wolfe's
    method, of other shapes from some point that is in them. None: it exceeds the tolerance."""
    if isinstance(element, tuple):
        return distance_from_hull(point, [element[0:3], element[3:6], element[6:9]], tolerance)
    if not isinstance(element, Primitive):
        return distance_from_hull(point, element.points, tolerance)
    q = point_of_core(element, point)
    square = sum((point[k] - q[k]) ** 2 for k in range(3))
    return isqrt(square) + 1 + LOST


# ---- elements of the scene ------------------------------------------------------------------------------


class Source:
    """Finds the geometry of the scene's files that an element of a claimed body is."""

    def __init__(self, contained):
        self.contained, self.body = contained, contained.body
        self.tolerance = contained.tolerance

    def deviation(self, index):
        """How far points of an element may be from the scene's body, at scale 2**G."""
        claimed = self.contained.claimed
        node, (element, radius) = claimed.raw[index], claimed.elements[index]
        found = None
        for shape, pose in self.body.shapes:
            rounded = radius - length_of(fixed(shape.radius))
            if rounded > self.tolerance:
                continue
            if isinstance(node, list):
                far = self._triangle(shape, pose, element) if shape.kind == 'mesh' else None
            elif shape.kind in ('polytope', 'polygon'):
                far = self._hull(shape, pose, element, index) if node['shape'] == 'polytope' else None
            else:
                far = self._primitive(shape, pose, element) if node['shape'] == shape.kind else None
            if far is not None and far <= self.tolerance:
                far += max(rounded, 0) + LOST
                found = far if found is None else min(found, far)
        if found is None:
            raise Refused(f'body "{self.body.name}": its element {index} is no shape of the scene')
        return found

    def _triangle(self, shape, pose, element):
        corners = [element[0:3], element[3:6], element[6:9]]
        near = Vertices(corners, self.contained.size * UNIT)
        found = {}
        for triangle in shape.triangles:
            for c in triangle:
                if c not in found:
                    found[c] = near.near([v >> P - G for v in _corner(pose, shape.factors, c)[:3]], self.tolerance)
            hit = [found[c] for c in triangle]
            # each corner of the element is near one of the triangle: the other way round also where
            # two corners of the element are one
            if None not in hit and {tuple(corners[h[1]]) for h in hit} == set(corners):
                return max(h[0] for h in hit) * 2
        return None

    def _hull(self, shape, pose, element, index):
        points = [[v >> P - G for v in _corner(pose, (1, 1, 1), p)[:3]] for p in shape.vertices]
        if shape.kind == 'polygon':
            # the borders of the parts add up to the outline (geometry.py): no part is outside of it
            if index not in self.contained.parts:
                return None
            near = Vertices(points, self.contained.size * UNIT)
            found = [near.near(p, self.tolerance) for p in element.points]
            return None if None in found else 2 * max(f[0] for f in found)
        found = [distance_from_hull(p, points, self.tolerance) for p in element.points]
        return None if None in found else max(found)

    def _primitive(self, shape, pose, element):
        far = max(abs((pose[1][k] >> P - G) - element.position[k]) for k in range(3))
        turned = max(abs((pose[0][0][3 * row + column] >> P - G) - element.columns[column][row])
                     for row in range(3) for column in range(3))
        sides = [abs(length_of(fixed(shape.half[k])) - element.half[k]) for k in range(3)]
        sides = [s for s, h in zip(sides, shape.half) if h or shape.kind != 'point']
        return far + 2 * (3 * turned * sum(element.half) // UNIT + sum(sides))


# ---- the contact ----------------------------------------------------------------------------------------


class Contact:
    """The line about a motion's contact. gap: how far apart the bodies are at most, at scale 2**P."""

    def __init__(self, stage, node):
        if node['pair'] >= len(stage.pairs):
            raise Refused('a contact is of a pair that is not there')
        self.stage, self.node, self.pair = stage, node, stage.pairs[node['pair']]
        self.time = Fraction(node['contact'])
        if not stage.begin <= self.time <= stage.end:
            raise Refused('a contact is outside of its stage')

    def check(self):
        pair, node = self.pair, self.node
        if pair.due is None:
            raise Refused(f'{pair.name} may meet')
        motion = self.stage.motion
        sample = motion.sample(motion.piece_of(self.time, self.time), self.time)
        self.relative = pair.relative(sample).b_in_a
        self.shift = sum(self.stage.shifts.get(i, 0) for i in pair.bodies)
        if 'inner' in node:
            self._inside(node['inner'])
            due = 0
        else:
            self._near()
            due = fixed(pair.due)
        if self.gap > due + self.rounding(sample) + self.shift:
            raise Refused(f'the contact of {pair.name} is not proven')

    def rounding(self, sample):
        """By how much more than is required the bodies may be apart."""
        return sum(length_above(sample.pose(body)[1]) + fixed(reach(body))
                   for body in (sample.scene.bodies[i] for i in self.pair.bodies)) >> ALLOWED

    def _point(self, side, index, given):
        """A point that a contact gives, its distance from the element's core, the element's radius, and its
        deviation from the scene; lengths are at scale 2**G."""
        claimed = self.pair.claimed[side]
        if index >= len(claimed.elements):
            raise Refused('a contact is of an element that is not there')
        point = [length(v) for v in given]
        element, radius = claimed.elements[index]
        off = core_distance(element, point, int(self.pair.contained[side].size * UNIT))
        if off is None:
            raise Refused(f'the contact of {self.pair.name} is not proven')
        far = Source(self.pair.contained[side]).deviation(index)
        return tuple(v << P - G for v in point) + (1 << P - G,), off, max(0, radius - 2), far

    def _near(self):
        elements, points = self.node['elements'], self.node['points']
        p, first, radius, far = self._point(0, elements[0], points[0])
        q, second, other, off = self._point(1, elements[1], points[1])
        between = length_above(minus(transform(self.relative, q), p))
        gap = between + (first + second - radius - other << P - G)
        self.gap = max(0, gap + self.shift) + (far + off << P - G)

    def _inside(self, inner):
        point, off, _, far = self._point(inner, self.node['element'], self.node['point'])
        point = transform(self.relative if inner else inverse(self.relative), point)
        if not self.pair.solids[1 - inner].contains([v >> P - G for v in point[:3]]):
            raise Refused(f'of {self.pair.name}, none is shown to be inside the other')
        self.gap = (off + far << P - G) + self.shift
