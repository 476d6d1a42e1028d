"""Balls and convex sets that contain bodies, which blocks are about: the cover of a moving body, and
the set around an obstacle. This file decides that they contain all elements.

Lengths are integers at scale 2**G."""

from math import cos, pi, sin

from balls import Refused
from bodies import G, UNIT, Hull, Primitive, element_of, length, length_above

GROWTH = 256  # units by which a ball is grown, and 2**-36 of it: more than the points of a piece are cut
SHARE = 36
SIDES = 24  # of the prism about a cylinder
CUTS = 120  # a piece is cut so often at most: to 2**-40 of its extents
PIECES = 20000  # of one element, at most


# ---- pieces of elements ------------------------------------------------------------------------------


def _ring(radius):
    """Corners of a regular polygon about a circle. The floats err by some 1e-16, and the polygon is
    larger by 1e-12 than one that touches the circle."""
    far = radius * (1 + 1e-12) / cos(pi / SIDES)
    return [(far * cos((2 * k + 1) * pi / SIDES), far * sin((2 * k + 1) * pi / SIDES)) for k in range(SIDES)]


RING = [(int(x * UNIT), int(y * UNIT)) for x, y in _ring(1)]
PROFILE = [(int(far * sin(t) * UNIT), int(far * cos(t) * UNIT))
           for far in [(1 + 1e-12) / cos(pi / SIDES)]
           for t in [(2 * k + 1) * pi / SIDES for k in range(SIDES // 2)]]


def corners_of(element):
    """Points whose hull contains the core of an element. A polygon stands for a circle."""
    if type(element) is tuple:
        return [element[0:3], element[3:6], element[6:9]]
    if isinstance(element, Hull):
        return list(element.points)
    a, b, c = element.half
    if element.shape in ('cylinder', 'cone'):
        low = [(x * a >> G, y * a >> G, -c) for x, y in RING]
        tops = [(x, y, c) for x, y, _ in low] if element.shape == 'cylinder' else [(0, 0, c)]
        return [element.place(*p) for p in low + tops]
    if element.shape == 'ellipsoid':
        # the polytope about the unit ball whose planes touch it on circles of latitude
        return [element.place((rho * x >> G) * a >> G, (rho * y >> G) * b >> G, z * c >> G)
                for rho, z in PROFILE for x, y in RING]
    signs = [[-1, 1] if h else [1] for h in (a, b, c)]
    return [element.place(i * a, j * b, k * c) for i in signs[0] for j in signs[1] for k in signs[2]]


def _outline(points, axis):
    """The corners of the hull of points in a plane across an axis."""
    i, k = (axis + 1) % 3, (axis + 2) % 3
    order = sorted(set(points), key=lambda p: (p[i], p[k]))
    if len(order) < 3:
        return order

    def chain(sequence):
        out = []
        for p in sequence:
            while len(out) > 1 and ((out[-1][i] - out[-2][i]) * (p[k] - out[-2][k]) <=
                                    (out[-1][k] - out[-2][k]) * (p[i] - out[-2][i])):
                out.pop()
            out.append(p)
        return out

    lower, upper = chain(order), chain(order[::-1])
    return lower[:-1] + upper[:-1]


def halves(points, balls):
    """Two lists of points whose hulls together are the hull of the points, up to a unit. The hull is cut across the
    axis that brings the farthest corner of the box about it nearest to the ball which is nearest to its middle: across
    its longest extent, a needle would be cut to dust where two balls meet. None: it is a point."""
    low, high = ([f(p[k] for p in points) for k in range(3)] for f in (min, max))
    spans = [b - a for a, b in zip(low, high)]
    if max(spans) < 2:
        return None
    middle = [(a + b) // 2 for a, b in zip(low, high)]
    ball = min(balls, key=lambda b: sum((m - c)**2 for m, c in zip(middle, b)) - b[3]**2)
    axis = max((k for k in range(3) if spans[k] > 1), key=lambda k: spans[k] * (2 * abs(middle[k] - ball[k]) + spans[k]))
    at = low[axis] + spans[axis] // 2
    low, high = [p for p in points if p[axis] <= at], [p for p in points if p[axis] >= at]
    cuts = []
    for p in low:
        for q in high:
            if p[axis] < at < q[axis]:
                way, whole = at - p[axis], q[axis] - p[axis]
                cuts.append(tuple(at if k == axis else p[k] + (q[k] - p[k]) * way // whole for k in range(3)))
    cuts = _outline(cuts, axis)
    return low + cuts, high + cuts


# ---- covers ------------------------------------------------------------------------------------------


def ball_holds(ball, points, radius):
    x, y, z, r = ball
    square = (r - radius) ** 2
    if r < radius:
        return False
    for p in points:
        a, b, c = p[0] - x, p[1] - y, p[2] - z
        if a * a + b * b + c * c > square:
            return False
    return True


class Cover:
    """Balls that contain a body. Its inner balls contain several of them: a binary tree in `nodes`,
    (x, y, z, radius, children or None), the root first."""

    def __init__(self, claimed, balls):
        self.what = claimed.what
        self.balls = []
        for ball in balls:
            x, y, z, r = (length(v) for v in ball)
            if r < 0:
                raise Refused(f'{self.what}: a ball of its cover has a negative radius')
            self.balls.append((x, y, z, r + (r >> SHARE) + GROWTH))
        self._check(claimed.tree)
        self.nodes = []
        self._add(self.balls)

    def _refuse(self):
        raise Refused(f'{self.what}: its cover does not contain it')

    # ---- it contains the body

    def _check(self, tree):
        stack = [(0, self.balls)]
        while stack:
            node, near = stack.pop()
            box, radius = tree.boxes[node], tree.radii[node]
            near, whole = self._near(box, radius, near)
            if whole:
                continue
            if not near:
                self._refuse()
            child = tree.nodes[node]
            if child >= 0:
                stack += [(child, near), (child + 1, near)]
            else:
                self._check_element(*tree.elements[-1 - child], near)

    @staticmethod
    def _near(box, radius, balls):
        """The balls that meet a box grown by a radius, and whether one of them contains it."""
        lx, ly, lz, hx, hy, hz = box
        found = []
        for ball in balls:
            x, y, z, r = ball
            a, b, c = max(x - lx, hx - x), max(y - ly, hy - y), max(z - lz, hz - z)
            if r >= radius and a * a + b * b + c * c <= (r - radius) ** 2:
                return (), True
            a, b, c = max(lx - x, x - hx, 0), max(ly - y, y - hy, 0), max(lz - z, z - hz, 0)
            if a * a + b * b + c * c <= (r + radius) ** 2:
                found.append(ball)
        return found, False

    def _check_element(self, element, radius, near):
        points = corners_of(element)
        if any(ball_holds(ball, points, radius) for ball in near):
            return
        if radius and isinstance(element, Primitive) and element.shape == 'segment':
            # a capsule: a ball at either end, and the cylinder between
            if not all(any(ball_holds(ball, [p], radius) for ball in near) for p in points):
                self._refuse()
            between = Primitive('cylinder', (radius, radius, element.half[2]), element.position,
                                element.columns)
            points, radius = corners_of(between), 0
        elif isinstance(element, Primitive) and len(points) > 8 and any(
                ball_holds(ball, element.far_points(ball), radius + element.excess) for ball in near):
            return
        self._check_pieces(points, radius, near)

    def _check_pieces(self, points, radius, near):
        stack, count = [(points, 0)], 0
        while stack:
            points, cuts = stack.pop()
            for i, ball in enumerate(near):
                if ball_holds(ball, points, radius):
                    if i:  # the next piece is near
                        near = [ball] + [b for b in near if b is not ball]
                    break
            else:
                count += 1
                parts = halves(points, near) if cuts < CUTS and count < PIECES else None
                if parts is None:
                    self._refuse()
                stack += [(part, cuts + 1) for part in parts]

    # ---- balls about balls

    def _add(self, balls):
        """Adds the nodes of a tree over some balls; returns the index of its root."""
        index = len(self.nodes)
        self.nodes.append(None)
        if len(balls) == 1:
            self.nodes[index] = (*balls[0], None)
            return index
        low = [min(b[k] - b[3] for b in balls) for k in range(3)]
        high = [max(b[k] + b[3] for b in balls) for k in range(3)]
        x, y, z = ((a + b) // 2 for a, b in zip(low, high))
        radius = max(length_above((b[0] - x, b[1] - y, b[2] - z)) + b[3] for b in balls)
        axis = max(range(3), key=lambda k: max(b[k] for b in balls) - min(b[k] for b in balls))
        balls = sorted(balls, key=lambda b: b[axis])
        half = len(balls) // 2
        children = (self._add(balls[:half]), self._add(balls[half:]))
        self.nodes[index] = (x, y, z, radius, children)
        return index


# ---- the set around an obstacle --------------------------------------------------------------------------


class Around:
    """A convex set that contains a body: a box, a cylinder or a point, grown by a radius."""

    def __init__(self, claimed, node):
        self.what = claimed.what
        self.core, radius = element_of(node)
        # the set is grown by more than the rounding errors of its numbers, and by the skew of its axes
        grown = (sum(self.core.half) >> SHARE) + GROWTH
        self.given, self.radius, self.slack = radius, radius + grown, grown // 4
        for i, (element, own) in enumerate(claimed.elements):
            if not (self._is_like(node, claimed.raw[i]) or self._contains(element, own)):
                raise Refused(f'{self.what}: the set around it does not contain element {i}')

    @staticmethod
    def _is_like(node, raw):
        """Whether an element is the set itself, in the same place, with other sizes that are no
        larger."""
        if not isinstance(raw, dict) or raw['shape'] != node['shape']:
            return False
        if any(raw.get(k) != node.get(k) for k in ('position', 'rotation')):
            return False
        if raw.get('radius', 0) > node.get('radius', 0) or raw.get('base', 0) > node.get('base', 0):
            return False
        if node['shape'] == 'box':
            return all(a <= b for a, b in zip(raw['half'], node['half']))
        return raw.get('half', 0) <= node.get('half', 0)

    def _contains(self, element, radius):
        """Whether an element is in the set: the core of the set contains the core of the element,
        grown by the difference of their radii if the element's is larger."""
        core = self.core
        if core.shape == 'point':
            points = corners_of(element) if type(element) is tuple else element.far_points(core.position)
            excess = 0 if type(element) is tuple else element.excess
            return all(length_above([p[k] - core.position[k] for k in range(3)]) + excess + radius <=
                       self.radius for p in points)
        a, b, c = (h + self.slack - max(0, radius - self.given) for h in core.half)
        u, v, w = core.columns
        if self._extent(element, w) > c:
            return False
        if core.shape == 'box':
            return self._extent(element, u) <= a and self._extent(element, v) <= b
        return self._across(element) <= a

    def _extent(self, element, u):
        """How far an element's core reaches along a direction, to either side of the set's middle."""
        middle = sum(u[k] * self.core.position[k] for k in range(3))
        if type(element) is tuple:
            values = [sum(u[k] * element[i + k] for k in range(3)) for i in (0, 3, 6)]
            most, least = max(values), min(values)
        else:
            most, least = element.support_value(u), -element.support_value([-c for c in u])
        return max(most - middle, middle - least) >> G

    def _across(self, element):
        """How far an element's core reaches from the axis of a cylinder."""
        core = self.core
        if isinstance(element, Primitive) and element.columns == core.columns and (
                element.position == core.position) and element.shape in ('cone', 'cylinder', 'ellipsoid'):
            return max(element.half[:2])
        most = 0
        for p in corners_of(element):
            offset = [p[k] - core.position[k] for k in range(3)]
            x, y = (sum(u[k] * offset[k] for k in range(3)) >> G for u in core.columns[:2])
            most = max(most, length_above((x, y, 0)))
        return most
