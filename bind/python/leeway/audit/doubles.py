"""Blocks in doubles: what they prove needs no integers, and takes a fraction of the time. chords.py tries
again with integers what is not proven here.

All lengths are metres. u = 2**-53 bounds the relative error of an operation (IEEE 754, to the nearest). A bound
that is a sum of products of numbers of one sign is rounded up by the factor UP, which is more than the
errors of a hundred operations. All other errors are bounded in advance, as follows.

*Angles.* A coordinate is c_0 + c_1 v + ... + c_n v**n with n <= 5 and 0 <= v <= 1. Let a >= |c_0| + ... + |c_n|.
Each c errs by 4 u a at most together (conversion, multiplier, their product, offset), Horner's rule by 10 u a,
and v by 3 u, which changes the coordinate by 5 a * 3 u. So a coordinate errs by less than 32 u a = 2**-48 a.
Sine and cosine of the angle that was computed err by less than 2**-50 (`sine_cosine`), if a <= 64.

*Rotations.* The local rotation of a joint is A + c B + s C, where A, B, C are constant with entries of at most 1
that err by u. So each entry errs by less than 2 (2**-50 + 2**-48 a) + 2**-50 < 2**-48 + 2**-47 a, and the norm of the
error is at most three times that. A product of rotations adds the norms of the errors of its factors and
9.1 u for its own rounding. Hence a rotation of a chain of d joints errs by at most d UNIT, in norm, where

    UNIT = 2**-45 (1 + a)    >    3 (2**-48 + 2**-47 a) + 9.1 u    with a quarter to spare.

*Positions.* Let L be the sum of the distances between the origins of the joints' frames, slides at their longest.
An origin errs by the sum of (rotation above) * (distance), and by less than 2**-47 L for rounding and for values
of slides: by 2 d UNIT L at most. A point at v in a joint's frame then errs by 4 d UNIT (L + |v|), and by
8 d UNIT (L + |v|) seen from the frame of a joint above, whose own errors are no larger. To that another
2**-44 (L + |v|) is added, which is 2**9 u of the size of every number from there on: more than the rounding of
the dozen operations that follow. All this is `lost`, which counts as a part of radii."""

from math import hypot, sqrt

from balls import ONE, P, PI, turn
from bodies import UNIT as SCALE

METRES = 1 / SCALE
UP = 1 + 2.0 ** -40
MORE = 1 + 2.0 ** -36  # of squares: roundings, and the skew of axes, which is 2**-40 (bodies.py)
SPARE = 2.0 ** -44
LEAST = 1e-30  # of radii: squares do not underflow
LARGEST_ANGLE = 64
MOST_TERMS = 6
EXACT = 1 << P - 120  # an error of a number below 2**-120 is below LEAST, and counts as none
STEPS = 60  # for finding the nearest point of a segment

# ---- sines ---------------------------------------------------------------------------------------------

# half pi in two parts: the first has 33 bits, so that its product with an integer below 2**10 is exact
HALF_PI = float(PI[0] >> P - 31) / 2 ** 32
HALF_PI_REST = ((PI[0] << 31) - (int(HALF_PI * 2 ** 32) << P)) / (ONE << 32)
TURNS = 2 / 3.141592653589793


def sine_cosine(x):
    """Sine and cosine of a double of at most 2**7, within 2**-50. The rest r after quarters of a turn errs by 2 u and
    is below 0.79. The first terms that are left out, r**17 / 17! and r**18 / 18!, are below u / 2; Horner's
    rule errs by less than 3 u, because all but the first term are below a third."""
    n = round(x * TURNS)
    r = (x - n * HALF_PI) - n * HALF_PI_REST
    z = r * r
    s = r + r * z * (-1 / 6 + z * (1 / 120 + z * (-1 / 5040 + z * (1 / 362880 + z * (
        -1 / 39916800 + z * (1 / 6227020800 + z * (-1 / 1307674368000)))))))
    c = 1 + z * (-1 / 2 + z * (1 / 24 + z * (-1 / 720 + z * (1 / 40320 + z * (-1 / 3628800 + z * (
        1 / 479001600 + z * (-1 / 87178291200 + z * (1 / 20922789888000))))))))
    n &= 3
    if n == 0:
        return s, c
    if n == 1:
        return c, -s
    return (-s, -c) if n == 2 else (-c, s)


# ---- joints --------------------------------------------------------------------------------------------


class Joint:
    """The constants of an elementary joint: the local rotation is A + c B + s C."""

    def __init__(self, joint):
        (rotation, turned), (x, y, z, off) = joint.before
        ax, ay, az, skewed = joint.axis
        self.is_known = not joint.slot and max(turned, off, skewed) < EXACT
        self.parent, self.turns, self.variable = joint.parent, joint.kind == 'turn', joint.variable
        self.multiplier, self.offset = float(joint.multiplier), float(joint.offset)
        along = turn(joint.before[0], joint.axis)[:3]
        a = [n * m >> P for n in along for m in (ax, ay, az)]
        c = []
        for k in (0, 3, 6):
            p, q, r = rotation[k:k + 3]
            c += [q * az - r * ay >> P, r * ax - p * az >> P, p * ay - q * ax >> P]
        self.rotation = tuple(n / ONE for n in rotation)
        self.matrices = tuple(zip((n / ONE for n in a), ((n - m) / ONE for n, m in zip(rotation, a)),
                                  (n / ONE for n in c)))
        self.position, self.along = (x / ONE, y / ONE, z / ONE), tuple(n / ONE for n in along)
        self.length = hypot(*self.position) * UP

    def local(self, value):
        """Its rotation and position in the frame of its parent."""
        if self.turns:
            s, c = sine_cosine(value)
            return [a + c * b + s * d for a, b, d in self.matrices], self.position
        return self.rotation, [p + value * a for p, a in zip(self.position, self.along)]


def joint_of(joint):
    if joint.doubles is None:
        joint.doubles = Joint(joint)
    return joint.doubles


def product(f, g):
    """The frame g, given in the frame f; a frame is nine entries of a rotation and a position."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8, px, py, pz = f
    (b0, b1, b2, b3, b4, b5, b6, b7, b8), (x, y, z) = g
    return (a0 * b0 + a1 * b3 + a2 * b6, a0 * b1 + a1 * b4 + a2 * b7, a0 * b2 + a1 * b5 + a2 * b8,
            a3 * b0 + a4 * b3 + a5 * b6, a3 * b1 + a4 * b4 + a5 * b7, a3 * b2 + a4 * b5 + a5 * b8,
            a6 * b0 + a7 * b3 + a8 * b6, a6 * b1 + a7 * b4 + a8 * b7, a6 * b2 + a7 * b5 + a8 * b8,
            a0 * x + a1 * y + a2 * z + px, a3 * x + a4 * y + a5 * z + py, a6 * x + a7 * y + a8 * z + pz)


def relative(f, g):
    """The frame g as seen from the frame f."""
    a0, a1, a2, a3, a4, a5, a6, a7, a8, px, py, pz = f
    b0, b1, b2, b3, b4, b5, b6, b7, b8, x, y, z = g
    x, y, z = x - px, y - py, z - pz
    return (a0 * b0 + a3 * b3 + a6 * b6, a0 * b1 + a3 * b4 + a6 * b7, a0 * b2 + a3 * b5 + a6 * b8,
            a1 * b0 + a4 * b3 + a7 * b6, a1 * b1 + a4 * b4 + a7 * b7, a1 * b2 + a4 * b5 + a7 * b8,
            a2 * b0 + a5 * b3 + a8 * b6, a2 * b1 + a5 * b4 + a8 * b7, a2 * b2 + a5 * b5 + a8 * b8,
            a0 * x + a3 * y + a6 * z, a1 * x + a4 * y + a7 * z, a2 * x + a5 * y + a8 * z)


# ---- a piece of a motion ---------------------------------------------------------------------------------


class Course:
    """All joints on a piece of a motion. is_known: doubles serve."""

    def __init__(self, motion, piece):
        self.is_known, self.is_linear = True, True
        moving, resting = {}, {}  # by variable: coefficients, and begin and width of the piece
        for track in motion.tracks:
            own, at_rest = motion.own(track, piece)
            begin, width = float(own.begin), float(own.end - own.begin)
            self.is_known &= begin == own.begin
            for variable, coefficients in own.polynomials.items():
                self.is_known &= len(coefficients) <= MOST_TERMS and all(e < EXACT for _, e in coefficients)
                terms = [m / ONE for m, _ in coefficients]
                if at_rest is None:
                    moving[variable] = terms, begin, width
                else:
                    resting[variable] = terms[:1] if at_rest == 0 else terms
        self.joints, self.terms, self.depth, self.reach, self.steps = [], [], [], [], []
        most, rest = 0.0, motion.scene.rest
        for joint in map(joint_of, motion.scene.elementary):
            self.is_known &= joint.is_known
            terms, begin, width = moving.get(joint.variable, (None, 0, 0))
            still = terms is None
            if still:
                terms = resting.get(joint.variable, [float(rest[joint.variable])] if joint.variable is not None else [0.0])
            terms = [joint.multiplier * c for c in terms]
            size = (sum(map(abs, terms)) + abs(joint.offset)) * UP
            terms[0] += joint.offset
            most = max(most, size)
            self.is_linear &= still or len(terms) == 2
            above, step = joint.parent, joint.length if joint.turns else joint.length + size
            self.depth.append(1 if above is None else self.depth[above] + 1)
            self.reach.append((step if above is None else self.reach[above] + step) * UP)
            self.steps.append(step)
            self.terms.append((None if still else terms, size))
            local = joint.local(sum(terms)) if still and size <= LARGEST_ANGLE else None
            self.joints.append((joint, above, terms[::-1], begin, width, local))
        self.is_known &= most <= LARGEST_ANGLE
        self.unit = 2.0 ** -45 * (1 + most)
        self._frames, self._relative = {}, {}

    def frames(self, t):
        """The frames of all joints in the world at a time."""
        found = self._frames.get(t)
        if found is None:
            found = []
            for joint, above, terms, begin, width, local in self.joints:
                if local is None:
                    v, value = (t - begin) / width, 0.0
                    for c in terms:
                        value = value * v + c
                    local = joint.local(value)
                found.append((*local[0], *local[1]) if above is None else product(found[above], local))
            self._frames[t] = found
        return found

    def frame(self, t, mover, common):
        """The frame of a joint in the frame of a joint above, or in the world."""
        if common is None:
            return self.frames(t)[mover]
        key = t, mover, common
        if key not in self._relative:
            frames = self.frames(t)
            self._relative[key] = relative(frames[common], frames[mover])
        return self._relative[key]

    def lost(self, mover, size):
        """A bound on the errors of points that are at most `size` from the origin of a joint's frame."""
        if mover is None:
            return SPARE * size + LEAST
        return (8 * self.unit * self.depth[mover] + SPARE) * (self.reach[mover] + size) + LEAST

    def rates(self, begin, end):
        """Of each joint, bounds on the first and second derivative by time of its coordinate, by Taylor's formula
        about the middle with all terms taken positive. Coefficients about the middle err by 2**-40 of their
        sum at most: by 6 * 10 roundings of numbers of at most 10 times the sum."""
        found = []
        for (terms, size), (_, _, _, first, width, _) in zip(self.terms, self.joints):
            if terms is None:
                found.append((0.0, 0.0))
            elif len(terms) == 2:
                found.append((abs(terms[1]) / width * UP, 0.0))
            else:
                v, w = (begin - first) / width, (end - first) / width
                middle, half = (v + w) / 2, (w - v) / 2 * UP + 2.0 ** -48
                about = list(terms)
                for k in range(len(about) - 1):
                    for i in range(len(about) - 2, k - 1, -1):
                        about[i] += middle * about[i + 1]
                rate = second = 0.0
                for i in range(len(about) - 1, 0, -1):
                    of = abs(about[i]) + 2.0 ** -40 * size
                    rate = rate * half + i * of
                    if i >= 2:
                        second = second * half + i * (i - 1) * of
                found.append((rate / width * UP, second / width / width * UP))
        return found

    def bend(self, rates, h, mover, common):
        """Chords.bend in doubles: per distance from the joint's axis, per distance from the origin of its
        frame, and a constant."""
        chain, f, joints = [], mover, self.joints
        while f != common:
            chain.append(f)
            f = joints[f][1]
        turning, weights = 0.0, []
        for f in reversed(chain):
            rate, second = rates[f]
            if joints[f][0].turns:
                weights.append(rate * (rate + 2 * turning) + second)
                turning += rate
            else:
                weights.append(rate * 2 * turning + second)
        axis = origin = own = reach = 0.0
        for f in chain:
            weight = weights.pop()
            if not joints[f][0].turns:
                own += weight
            elif f == mover:
                axis = weight
            else:
                origin += weight
                own += weight * reach
            reach += self.steps[f]
        square = h * h / 8 * UP
        return axis * square, origin * square, own * square


# ---- distances -------------------------------------------------------------------------------------------


def keeps_from_origin(ax, ay, az, bx, by, bz, reach):
    """Whether all points of a segment are farther than `reach` from the origin: its nearest point, whatever it is,
    gives a direction along which both ends are. As that point is farther than LEAST, no square underflows."""
    dx, dy, dz = bx - ax, by - ay, bz - az
    at, square = -(ax * dx + ay * dy + az * dz), dx * dx + dy * dy + dz * dz
    if at > 0:
        at = 1.0 if at >= square else at / square
        x, y, z = ax + at * dx, ay + at * dy, az + at * dz
    else:
        x, y, z = ax, ay, az
    far, least = x * x + y * y + z * z, reach * reach
    if not far > least:
        return False
    gap, other = x * ax + y * ay + z * az, x * bx + y * by + z * bz
    if other < gap:
        gap = other
    return gap > 0 and gap * gap > least * far * MORE


def is_past(p, q, reach, low, high):
    """Whether a segment is farther than `reach` from a box along an axis; in doubles or integers."""
    for k in (0, 1, 2):
        u, v = p[k], q[k]
        if (v if u > v else u) - reach > high[k] or (u if u > v else v) + reach < low[k]:
            return True
    return False


def are_beside(first, second, required):
    """Whether two boxes, each of which contains a body at all times of a block, keep apart."""
    ((ax, ay, az), (bx, by, bz)), ((cx, cy, cz), (dx, dy, dz)) = first, second
    return (ax - required > dx or ay - required > dy or az - required > dz or
            bx + required < cx or by + required < cy or bz + required < cz)


def direction_off(shape, sizes, p, q, reach):
    """A direction along which a segment is likely to be farther than `reach` from a box, a cylinder or a point
    about the origin; None: none is found. The nearest point of the segment is found by halving, because
    the square of the distance is convex along it."""
    (ax, ay, az), (bx, by, bz) = p, q
    dx, dy, dz = bx - ax, by - ay, bz - az
    a, b, c = sizes
    low, high, at = 0.0, 1.0, 0.0
    below = beyond = None  # slopes at low and high
    for step in range(STEPS):
        x, y, z = ax + at * dx, ay + at * dy, az + at * dz
        # the way to the point from the nearest point of the core
        if shape != 'point':
            z = z - c if z > c else z + c if z < -c else 0.0
            if shape == 'cylinder':
                across = sqrt(x * x + y * y)
                rest = (across - a) / across if across > a else 0.0
                x, y = x * rest, y * rest
            else:
                x = x - a if x > a else x + a if x < -a else 0.0
                y = y - b if y > b else y + b if y < -b else 0.0
        slope = x * dx + y * dy + z * dz
        far = sqrt(x * x + y * y + z * z)
        # a supporting half-space of the set: how far from it the segment is
        if far > 0 and far + min(-at * slope, (1 - at) * slope) / far > reach:
            return x / far, y / far, z / far
        if far <= reach:
            return None
        if slope < 0:
            low, below = at, slope
            if at == 1.0:
                return None
        else:
            high, beyond = at, slope
            if at == 0.0:
                return None
        if beyond is None:
            at = 1.0
        elif step % 3 == 2:
            at = (low + high) / 2
        else:
            at = low + (high - low) * below / (below - beyond)
    return None


class Obstacle:
    """The set around an obstacle (chords.Standing). Its axes differ from perpendicular ones of length 1 by
    2**-40: by 2**-38 of its size a support value, and by 2**-38 a length, which MORE counts."""

    def __init__(self, standing):
        self.shape, self.about = standing.shape, standing.about
        self.position = [c * METRES for c in standing.position]
        self.sizes = [h * METRES * UP for h in standing.half]
        size = sum(self.sizes)
        grown = standing.grown * METRES * UP
        spare = SPARE * (sum(map(abs, self.position)) + size + grown) + 2.0 ** -38 * size + LEAST
        self.grown = grown + spare
        self.low, self.high = [c * METRES - spare for c in standing.low], [c * METRES + spare for c in standing.high]

    def _local(self, p):
        ux, uy, uz, vx, vy, vz, wx, wy, wz = self.about
        x, y, z = self.position
        x, y, z = p[0] - x, p[1] - y, p[2] - z
        return ux * x + uy * y + uz * z, vx * x + vy * y + vz * z, wx * x + wy * y + wz * z

    def keeps_off(self, p, q, reach):
        """Whether all points of a segment are farther than `reach` from the set."""
        if is_past(p, q, reach, self.low, self.high):
            return True
        reach += self.grown
        p, q = self._local(p), self._local(q)
        n = direction_off(self.shape, self.sizes, p, q, reach)
        if n is None:
            return False
        x, y, z = n
        a, b, c = self.sizes
        across = 0.0 if self.shape == 'point' else sqrt(x * x + y * y) * a * UP if self.shape == 'cylinder' else (
            abs(x) * a + abs(y) * b)
        gap = min(x * p[0] + y * p[1] + z * p[2], x * q[0] + y * q[1] + z * q[2]) - across - abs(z) * c
        return gap > 0 and gap * gap > reach * reach * (x * x + y * y + z * z) * MORE


# ---- blocks ----------------------------------------------------------------------------------------------


class Balls:
    """The balls of a chords.Moving: (x, y, z), and (radius, distance from the joint's axis, from the origin)."""

    def __init__(self, moving):
        self.mover, self.whole = moving.mover, moving.whole
        self.centres = [tuple(c * METRES for c in node[:3]) for node in moving.nodes]
        self.sizes = [tuple(c * METRES * UP for c in (node[3], node[5], node[6])) for node in moving.nodes]
        self.children = [node[4] for node in moving.nodes]
        self.radii = [size[0] for size in self.sizes]
        self.size = moving.size * METRES * UP


class View:
    """A body in a block, seen from a joint above it, or from the world."""

    def __init__(self, block, balls, common):
        self.balls, self.whole, course, mover = balls, balls.whole, block.course, balls.mover
        self.is_still = mover == common
        lost = course.lost(mover, balls.size)
        times = block.times
        if self.is_still:
            self.rooms = [[(r + lost) * UP for r in balls.radii]] * (len(times) - 1)
            self._places = [balls.centres] * len(times)
            return
        self.frames = [course.frame(t, mover, common) for t in times]
        self._places = [[None] * len(balls.centres) for _ in times]
        self.rooms = []
        for k, rates in enumerate(block.rates):
            if k and rates is block.rates[k - 1]:
                self.rooms.append(self.rooms[-1])
                continue
            axis, origin, own = course.bend(rates, block.steps[k], mover, common)
            own += lost
            self.rooms.append([(r + axis * a + origin * o + own) * UP for r, a, o in balls.sizes])

    def at(self, k, i):
        """The centre of a ball at a time."""
        place = self._places[k][i]
        if place is None:
            a0, a1, a2, a3, a4, a5, a6, a7, a8, px, py, pz = self.frames[k]
            x, y, z = self.balls.centres[i]
            place = self._places[k][i] = (a0 * x + a1 * y + a2 * z + px, a3 * x + a4 * y + a5 * z + py,
                                          a6 * x + a7 * y + a8 * z + pz)
        return place

    def box(self):
        """The low and the high corner of a box about the body at all times of the block."""
        whole = self.whole
        room = max(rooms[whole] for rooms in self.rooms)
        centres = list(zip(*(self.at(k, whole) for k in range(len(self.rooms) + 1))))
        return [min(c) - room for c in centres], [max(c) + room for c in centres]


class Quick:
    """A block in doubles."""

    def __init__(self, course, times):
        self.course, self.times = course, times
        self.steps = [(b - a) * UP for a, b in zip(times, times[1:])]
        if course.is_linear:
            self.steps = [max(self.steps)] * len(self.steps)
            self.rates = [course.rates(times[0], times[-1])] * len(self.steps)
        else:
            self.rates = [course.rates(a, b) for a, b in zip(times, times[1:])]
        self._views, self._boxes = {}, {}

    def view(self, balls, common):
        key = id(balls), common
        if key not in self._views:
            self._views[key] = View(self, balls, common)
        return self._views[key]

    def box(self, balls):
        if id(balls) not in self._boxes:
            self._boxes[id(balls)] = self.view(balls, None).box()
        return self._boxes[id(balls)]

    def keeps_off(self, balls, obstacle, required, intervals):
        """Whether a body keeps off an obstacle on some intervals. The balls that prove it on one are tried first on
        the next."""
        if are_beside(self.box(balls), (obstacle.low, obstacle.high), required):
            return True
        view, children, last = self.view(balls, None), balls.children, [0]
        for k in intervals:
            rooms = view.rooms[k]

            def is_off(i):
                return obstacle.keeps_off(view.at(k, i), view.at(k + 1, i), required + rooms[i])

            if is_off(view.whole):
                continue
            stack, last = last, []
            while stack:
                i = stack.pop()
                if is_off(i):
                    last.append(i)
                elif children[i] is None:
                    return False
                else:
                    stack += children[i]
        return True

    def keep_apart(self, first, second, common, required, intervals):
        """Whether two bodies keep apart on some intervals, as chords.keep_apart does for one."""
        if are_beside(self.box(first), self.box(second), required):
            return True
        one, other = self.view(first, common), self.view(second, common)
        mine, others = first.children, second.children
        sizes, other_sizes = first.radii, second.radii
        whole, other_whole, last = one.whole, other.whole, [(0, 0)]
        for k in intervals:
            rooms, other_rooms = one.rooms[k], other.rooms[k]

            def apart(i, j):
                (ax, ay, az), (bx, by, bz) = one.at(k, i), one.at(k + 1, i)
                (cx, cy, cz), (dx, dy, dz) = other.at(k, j), other.at(k + 1, j)
                return keeps_from_origin(cx - ax, cy - ay, cz - az, dx - bx, dy - by, dz - bz,
                                         required + rooms[i] + other_rooms[j])

            if apart(whole, other_whole):
                continue
            stack, last = last, []
            while stack:
                i, j = stack.pop()
                if apart(i, j):
                    last.append((i, j))
                elif mine[i] and (not others[j] or sizes[i] > other_sizes[j]):
                    stack += [(n, j) for n in mine[i]]
                elif others[j]:
                    stack += [(i, n) for n in others[j]]
                elif apart(i, other_whole) or apart(whole, j):
                    last.append((i, j))
                else:
                    return False
        return True
