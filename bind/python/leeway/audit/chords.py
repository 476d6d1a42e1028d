"""Chords: on an interval of length h a point stays within A h^2 / 8 of the segment between its places at
both ends, where A bounds its second derivative. So a block proves, from eight poses, that balls keep
away from balls and from convex sets (docs/proofs.md, "Blocks").

What doubles do not prove (doubles.py) is tried again here. Lengths are integers at scale 2**G, directions
too. Floats only choose the direction along which a gap is tested."""

from fractions import Fraction
from math import isqrt, sqrt

from balls import P, Refused, transform, turn
from bodies import G, UNIT, length_above
from covers import GROWTH, Around, Cover, corners_of
from doubles import METRES, UP, Balls, Course, Obstacle, Quick, direction_off, is_past
from motions import joint_bounds

INTERVALS = 7
ALL = (1 << INTERVALS) - 1
CUT = P - G
FINE = 1 << 53  # the scale of directions


def cut(values):
    return tuple(v >> CUT for v in values)


def above(a):
    """A bound at scale 2**P, at scale 2**G."""
    return (a >> CUT) + 1


# ---- bodies in blocks --------------------------------------------------------------------------------


class Levers:
    """The distances of points from a joint's axis and from the origin of its frame, rounded up."""

    def __init__(self, body, scene):
        joint = None if body.mover is None else scene.elementary[body.mover]
        self.axis = cut(joint.axis[:3]) if joint and joint.kind == 'turn' and not joint.slot else None
        self.local = body.local

    def place(self, p):
        """A point of the body in the joint's frame, with its error."""
        x, y, z, error = transform(self.local, (p[0] << CUT, p[1] << CUT, p[2] << CUT, 0))
        return (x >> CUT, y >> CUT, z >> CUT), 2 * (error >> CUT) + 4

    def of(self, at, lost):
        far = length_above(at) + lost
        if self.axis is None:
            return far, far
        x, y, z = at
        a, b, c = self.axis
        across = length_above((y * c - z * b >> G, z * a - x * c >> G, x * b - y * a >> G))
        # the axis errs by a few units
        return min(far, across + lost + 8 + (far >> G - 4)), far


class Moving:
    """The balls about a body, in the frame of the joint that moves it (without a joint, in the
    world): (x, y, z, radius, children, distance from the joint's axis, from the frame's origin). First
    the tree over the cover, then, at `whole`, the body's own ball."""

    def __init__(self, claimed, body, scene, cover):
        self.mover, levers = body.mover, Levers(body, scene)
        self.nodes, self.size, self._balls = [], 0, None
        nodes = contained(claimed, cover, Cover).nodes
        self.whole = len(nodes)
        centre, radius = claimed.ball
        for x, y, z, r, children in [*nodes, (*cut(centre[:3]), above(radius) + 4, None)]:
            at, lost = levers.place((x, y, z))
            self.nodes.append((*at, r + lost, children, *levers.of(at, lost)))
            self.size = max(self.size, sum(map(abs, at)))

    def balls(self):
        """The balls in doubles."""
        if self._balls is None:
            self._balls = Balls(self)
        return self._balls


class Extent:
    """The largest levers of the points of a body, without the radii of its elements."""

    def __init__(self, claimed, body, scene):
        levers = Levers(body, scene)
        points = {p for element, _ in claimed.elements for p in corners_of(element)}
        found = [levers.of(*levers.place(p)) for p in points]
        # the corners were cut
        self.axis, self.origin = (max(lever[k] for lever in found) + GROWTH for k in (0, 1))


class Standing:
    """The set around an obstacle, in the world. low, high: the corners of a box about it."""

    def __init__(self, claimed, body, _, around):
        around = contained(claimed, around, Around)
        core, self.radius, self.shape = around.core, around.radius, around.core.shape
        local = body.local
        position = transform(local, tuple(v << CUT for v in core.position) + (1 << CUT,))
        columns = [turn(local[0], tuple(v << CUT for v in u) + (1 << CUT,)) for u in core.columns]
        self.position, self.columns = cut(position[:3]), [cut(u[:3]) for u in columns]
        self.half = core.half
        lost = (max(u[3] for u in columns) >> CUT) + 2
        # how much the rounding errors take off a distance, at most
        self.slack = 2 * (position[3] >> CUT) + 2 * (lost * sum(self.half) >> G) + 64
        self.about = [c * METRES for u in self.columns for c in u]
        self.sizes = [h * METRES for h in self.half]
        sides = [(self._support(tuple(UNIT * (i == k) for i in range(3))) >> G) + 1 for k in range(3)]
        self.grown = self.radius + self.slack
        self.low = [p - s - self.grown for p, s in zip(self.position, sides)]
        self.high = [p + s + self.grown for p, s in zip(self.position, sides)]
        self.doubles = Obstacle(self)

    def _support(self, n):
        """An upper bound of the largest n . (p - position) in the core; the scale of n is multiplied
        by that of lengths."""
        if self.shape == 'point':
            return 0
        nx, ny, nz = n
        a, b, c = self.half
        (ux, uy, uz), (vx, vy, vz), (wx, wy, wz) = self.columns
        value = abs(nx * wx + ny * wy + nz * wz) * c
        x, y = nx * ux + ny * uy + nz * uz, nx * vx + ny * vy + nz * vz
        if self.shape == 'cylinder':
            value += (isqrt(x * x + y * y) + 1) * a
        else:
            value += abs(x) * a + abs(y) * b
        return (value >> G) + 1

    def keeps_off(self, p, q, reach):
        """Whether all points of a segment are farther than `reach` from the set."""
        if is_past(p, q, reach, self.low, self.high):
            return True
        reach += self.grown
        n = self._direction(p, q, reach * METRES)
        if n is None:
            return False
        x, y, z = self.position
        nx, ny, nz = n
        gap = min(nx * p[0] + ny * p[1] + nz * p[2], nx * q[0] + ny * q[1] + nz * q[2]) - (
            nx * x + ny * y + nz * z) - self._support(n)
        return is_longer(gap, n, reach)

    def _direction(self, p, q, reach):
        """A direction, as integers at scale FINE, along which a segment is likely to be farther than
        `reach` metres from the set; None: none is found."""
        ux, uy, uz, vx, vy, vz, wx, wy, wz = self.about
        x, y, z = self.position
        local = []
        for point in (p, q):
            a, b, c = (point[0] - x) * METRES, (point[1] - y) * METRES, (point[2] - z) * METRES
            local.append((ux * a + uy * b + uz * c, vx * a + vy * b + vz * c, wx * a + wy * b + wz * c))
        found = direction_off(self.shape, self.sizes, *local, reach)
        return None if found is None else self._turned(*found)

    def _turned(self, x, y, z):
        ux, uy, uz, vx, vy, vz, wx, wy, wz = self.about
        return (int((x * ux + y * vx + z * wx) * FINE), int((x * uy + y * vy + z * wy) * FINE),
                int((x * uz + y * vz + z * wz) * FINE))


def is_longer(gap, n, reach):
    """Whether a gap along a direction n, which is at scale FINE * UNIT, is more than `reach`."""
    return gap > 0 and gap * gap > reach * reach * (n[0] * n[0] + n[1] * n[1] + n[2] * n[2])


def keeps_from_origin(p, q, reach):
    """Whether all points of a segment are farther than `reach` from the origin."""
    ax, ay, az = p[0] * METRES, p[1] * METRES, p[2] * METRES
    dx, dy, dz = q[0] * METRES - ax, q[1] * METRES - ay, q[2] * METRES - az
    square = dx * dx + dy * dy + dz * dz
    at = -(ax * dx + ay * dy + az * dz) / square if square else 0.0
    at = 0.0 if at < 0 else 1.0 if at > 1 else at
    x, y, z = ax + at * dx, ay + at * dy, az + at * dz
    far = sqrt(x * x + y * y + z * z)
    if not far > reach * METRES:
        return False
    n = int(x / far * FINE), int(y / far * FINE), int(z / far * FINE)
    gap = min(n[0] * p[0] + n[1] * p[1] + n[2] * p[2], n[0] * q[0] + n[1] * q[1] + n[2] * q[2])
    return is_longer(gap, n, reach)


# ---- paths ---------------------------------------------------------------------------------------------


STILL = ((UNIT, 0, 0, 0, UNIT, 0, 0, 0, UNIT), (0, 0, 0), 0, 0)


class Chords:
    """The frames of joints at the times of a motion, and the bounds on chords between two times."""

    def __init__(self, motion):
        self.motion, self.scene = motion, motion.scene
        self._frames, self._rates, self._bends = {}, {}, {}
        self._courses, self.spots = {}, {}

    def course(self, piece):
        """A piece in doubles; None: they do not serve."""
        if piece not in self._courses:
            course = Course(self.motion, piece)
            self._courses[piece] = course if course.is_known else None
        return self._courses[piece]

    def frame(self, piece, t, mover, common):
        """(rotation, position, error of the rotation's entries, of the position's) of a joint's frame
        in the frame of a joint above it, or in the world."""
        if mover == common:
            return STILL
        key = piece, t.numerator, t.denominator, mover, common
        if key not in self._frames:
            if common is None:
                rotation, position = self.motion.sample(piece, t).frames[mover]
                found = (cut(rotation[0]), cut(position[:3]), above(rotation[1]) + 1, above(position[3]) + 1)
            else:
                found = self._relative(self.frame(piece, t, common, None), self.frame(piece, t, mover, None))
            self._frames[key] = found
        return self._frames[key]

    @staticmethod
    def _relative(base, other):
        (a0, a1, a2, a3, a4, a5, a6, a7, a8), p, turned, off = base
        (b0, b1, b2, b3, b4, b5, b6, b7, b8), q, other_turned, other_off = other
        x, y, z = q[0] - p[0], q[1] - p[1], q[2] - p[2]
        return ((a0 * b0 + a3 * b3 + a6 * b6 >> G, a0 * b1 + a3 * b4 + a6 * b7 >> G, a0 * b2 + a3 * b5 + a6 * b8 >> G,
                 a1 * b0 + a4 * b3 + a7 * b6 >> G, a1 * b1 + a4 * b4 + a7 * b7 >> G, a1 * b2 + a4 * b5 + a7 * b8 >> G,
                 a2 * b0 + a5 * b3 + a8 * b6 >> G, a2 * b1 + a5 * b4 + a8 * b7 >> G, a2 * b2 + a5 * b5 + a8 * b8 >> G),
                (a0 * x + a3 * y + a6 * z >> G, a1 * x + a4 * y + a7 * z >> G, a2 * x + a5 * y + a8 * z >> G),
                4 * (turned + other_turned) + 2,
                (turned * (abs(x) + abs(y) + abs(z)) >> G) + 4 * (off + other_off) + 4)

    def rates(self, piece, begin, end):
        """Of each joint, bounds on the first and second derivative of its coordinate."""
        key = piece, begin.numerator, begin.denominator, end.numerator, end.denominator
        if key not in self._rates:
            half = (end - begin) / 2
            taylor = self.motion.taylor(piece, begin + half)
            self._rates[key] = [joint_bounds(joint, taylor, half) for joint in self.scene.elementary]
        return self._rates[key]

    def bend(self, piece, begin, end, mover, common):
        """Three bounds on A h^2 / 8, which add up for a point that a joint moves, seen from the frame
        of a joint above: per distance from the joint's axis, per distance from the origin of its
        frame, and a constant."""
        key = piece, begin.numerator, begin.denominator, end.numerator, end.denominator, mover, common
        if key not in self._bends:
            self._bends[key] = self._bend(piece, begin, end, mover, common)
        return self._bends[key]

    def _bend(self, piece, begin, end, mover, common):
        rates = self.rates(piece, begin, end)
        steps = self.motion.sample(piece, begin).steps
        elementary = self.scene.elementary
        h = number_above(end - begin)
        chain, f = [], mover
        while f != common:
            chain.append(f)
            f = elementary[f].parent
        turning, weights = 0, {}
        for f in reversed(chain):
            rate, second = rates[f]
            turns = elementary[f].kind == 'turn'
            weights[f] = (rate * (rate * turns + 2 * turning) >> P) + 1 + second if rate or second else 0
            turning += rate * turns
        axis = origin = own = reach = 0
        for f in chain:
            weight, kind = weights[f], elementary[f].kind
            if kind != 'turn':
                own += weight
            elif f == mover:
                axis = weight
            else:
                origin += weight
                own += (weight * reach >> P) + 1
            reach += steps[f]
            if kind == 'slide':
                reach += (h * rates[f][0] >> P) + 1
        square = (h * h >> P) + 1
        return tuple(((value * square >> P) + 1 >> CUT + 3) + 1 for value in (axis, origin, own))


def number_above(value):
    """An upper bound, at scale 2**P, of a Fraction."""
    return -((-value.numerator << P) // value.denominator)


def chords_of(motion):
    if motion.chords is None:
        motion.chords = Chords(motion)
    return motion.chords


def bend_of(bend, axis, origin):
    return (bend[0] * axis + bend[1] * origin >> G) + 1 + bend[2]


def deviation(motion, piece, begin, end, claimed, index, common):
    """A bound on A h^2 / 8, at scale 2**P, for all points of the cores of a body's elements."""
    body = motion.scene.bodies[index]
    if body.mover is None or body.mover == common:
        return 0
    bend = chords_of(motion).bend(piece, begin, end, body.mover, common)
    extent = placed(claimed, body, motion.scene, Extent)
    return bend_of(bend, extent.axis, extent.origin) << CUT


def contained(claimed, node, kind):
    """The cover of a body, or the set around it, that a file gives; whether it contains the body is
    decided once."""
    key = kind, id(node)
    if key not in claimed.placed:
        claimed.placed[key] = (kind(claimed, node), node)
    return claimed.placed[key][0]


def placed(claimed, body, scene, kind, *given):
    """What is known of a body where it is in a scene, made once."""
    key = kind, id(body.local), id(scene.elementary), body.mover, *map(id, given)
    if key not in claimed.placed:
        claimed.placed[key] = (kind(claimed, body, scene, *given), body.local, scene.elementary, given)
    return claimed.placed[key][0]


# ---- blocks ----------------------------------------------------------------------------------------------


class View:
    """A body in a block, seen from a joint above it, or from the world."""

    def __init__(self, block, moving, common):
        self.moving, self.nodes = moving, moving.nodes
        self.block, self.common = block, common
        self._frames, self._bends = {}, {}
        self._at, self._rooms, self._box = {}, {}, None

    def _frame(self, k):
        """(frame, error of a centre) at a time."""
        if k not in self._frames:
            block, moving = self.block, self.moving
            frame = block.chords.frame(block.piece, block.times[k], moving.mover, self.common)
            _, _, turned, off = frame
            self._frames[k] = frame, 2 * ((turned * moving.size >> G) + off + 2)
        return self._frames[k]

    def _bend(self, k):
        """(bend, error of centres) on an interval."""
        if k not in self._bends:
            block, mover = self.block, self.moving.mover
            bend = (0, 0, 0) if mover == self.common else block.chords.bend(
                block.piece, block.times[k], block.times[k + 1], mover, self.common)
            self._bends[k] = bend, max(self._frame(k)[1], self._frame(k + 1)[1])
        return self._bends[k]

    def at(self, k, i):
        """The centre of a ball at a time."""
        key = k, i
        if key not in self._at:
            (a0, a1, a2, a3, a4, a5, a6, a7, a8), (px, py, pz), _, _ = self._frame(k)[0]
            x, y, z = self.nodes[i][:3]
            self._at[key] = ((a0 * x + a1 * y + a2 * z >> G) + px, (a3 * x + a4 * y + a5 * z >> G) + py,
                             (a6 * x + a7 * y + a8 * z >> G) + pz)
        return self._at[key]

    def room(self, k, i):
        """A ball's radius, and how far its centre gets from the chord of an interval."""
        key = k, i
        if key not in self._rooms:
            _, _, _, radius, _, axis, origin = self.nodes[i]
            bend, lost = self._bend(k)
            self._rooms[key] = radius + bend_of(bend, axis, origin) + lost
        return self._rooms[key]

    def box(self):
        """The low and the high corner of a box about the body at all times of the block."""
        if self._box is None:
            whole = self.moving.whole
            room = max(self.room(k, whole) for k in range(INTERVALS))
            centres = [self.at(k, whole) for k in range(INTERVALS + 1)]
            self._box = [min(c[k] for c in centres) - room for k in range(3)], [
                max(c[k] for c in centres) + room for k in range(3)]
        return self._box


def keeps_off(view, standing, required, k):
    """Whether a body keeps off the set around an obstacle on an interval: its own ball does, or all
    balls of its cover."""
    def is_off(i):
        return standing.keeps_off(view.at(k, i), view.at(k + 1, i), required + view.room(k, i))

    if is_off(view.moving.whole):
        return True
    stack = [0]
    while stack:
        i = stack.pop()
        if not is_off(i):
            children = view.nodes[i][4]
            if children is None:
                return False
            stack += children
    return True


def balls_apart(first, i, second, j, required, k):
    a, b = first.at(k, i), second.at(k, j)
    c, d = first.at(k + 1, i), second.at(k + 1, j)
    return keeps_from_origin((b[0] - a[0], b[1] - a[1], b[2] - a[2]), (d[0] - c[0], d[1] - c[1], d[2] - c[2]),
                             required + first.room(k, i) + second.room(k, j))


def keep_apart(first, second, required, k):
    """Whether two bodies keep apart on an interval: of each two balls of their covers, these two, or
    one of them and the other body's own ball, or both own balls."""
    whole, other_whole = first.moving.whole, second.moving.whole
    if balls_apart(first, whole, second, other_whole, required, k):
        return True
    stack = [(0, 0)]
    while stack:
        i, j = stack.pop()
        if balls_apart(first, i, second, j, required, k):
            continue
        mine, other = first.nodes[i], second.nodes[j]
        if mine[4] and (not other[4] or mine[3] > other[3]):
            stack += [(n, j) for n in mine[4]]
        elif other[4]:
            stack += [(i, n) for n in other[4]]
        elif not (balls_apart(first, i, second, other_whole, required, k) or
                  balls_apart(first, whole, second, j, required, k)):
            return False
    return True


class Block:
    """A line of a claims file about the seven intervals between eight times."""

    def __init__(self, stage, node):
        self.node = node
        begin, end = (float(t) for t in node['block'])
        self.what = f'the block from {begin:.9g} to {end:.9g}'
        if not begin < end:
            raise Refused(f'{self.what} does not end after its begin')
        step = (end - begin) * (1.0 / INTERVALS)
        times = [begin + step * k for k in range(INTERVALS)] + [end]
        if any(not a < b for a, b in zip(times, times[1:])):
            raise Refused(f'{self.what} is too short for eight times')
        self.at, self.times = times, [Fraction(t) for t in times]
        if not stage.begin <= self.times[0] <= self.times[-1] <= stage.end:
            raise Refused(f'{self.what} reaches beyond its stage')
        self.stage, self.motion = stage, stage.motion
        self.piece = self.motion.piece_of(self.times[0], self.times[-1])
        self.chords = chords_of(self.motion)
        listed = node.get('only', node.get('left', ()))
        if any(index >= len(stage.pairs) for index, _ in listed):
            raise Refused(f'{self.what} is about a pair that is not there')
        self.masks = [0 if 'only' in node else ALL] * len(stage.pairs)
        for index, mask in listed:
            self.masks[index] ^= mask
        course = self.chords.course(self.piece)
        self._views, self._quick = {}, None if course is None else Quick(course, times)

    def intervals(self, index):
        """The intervals on which a pair is said to be apart, in doubles."""
        mask, at, found = self.masks[index], self.at, []
        if mask == ALL:
            return [(at[0], at[-1])]
        for k in range(INTERVALS):
            if mask >> k & 1:
                if found and found[-1][1] == at[k]:
                    found[-1] = (found[-1][0], at[k + 1])
                else:
                    found.append((at[k], at[k + 1]))
        return found

    def check(self):
        for pair, mask in zip(self.stage.pairs, self.masks):
            if mask and not self._holds(pair, [k for k in range(INTERVALS) if mask >> k & 1]):
                raise Refused(f'{self.what}: the balls of {pair.name} are not proven to be apart')

    def _holds(self, pair, intervals):
        scene = self.motion.scene
        first, second = zip(pair.bodies, pair.claimed)
        if scene.bodies[first[0]].robot is None:
            first, second = second, first
        required, moving, quick = (pair.required >> CUT) + 1, self._moving(first), self._quick
        if scene.bodies[second[0]].robot is None:
            standing = placed(second[1], scene.bodies[second[0]], scene, Standing, self._given(second, 'around'))
            return quick is not None and quick.keeps_off(
                moving.balls(), standing.doubles, required * METRES * UP, intervals) or self._keeps_off(
                moving, standing, required, intervals)
        other = self._moving(second)
        return quick is not None and quick.keep_apart(
            moving.balls(), other.balls(), pair.common, required * METRES * UP, intervals) or self._keep_apart(
            moving, other, pair.common, required, intervals)

    def _keeps_off(self, moving, standing, required, intervals):
        view = self._view(moving, None)
        if len(intervals) == INTERVALS:
            low, high = view.box()
            if any(low[k] - required > standing.high[k] or high[k] + required < standing.low[k] for k in range(3)):
                return True
        return all(keeps_off(view, standing, required, k) for k in intervals)

    def _keep_apart(self, moving, other, common, required, intervals):
        one, other = self._view(moving, common), self._view(other, common)
        return all(keep_apart(one, other, required, k) for k in intervals)

    def _given(self, which, key):
        index, claimed = which
        node = self.stage.containing.get(index, {}).get(key) or claimed.containing.get(key)
        if node is None:
            raise Refused(f'{self.what}: {claimed.what} has no "{key}"')
        return node

    def _moving(self, which):
        scene = self.motion.scene
        return placed(which[1], scene.bodies[which[0]], scene, Moving, self._given(which, 'cover'))

    def _view(self, moving, common):
        key = id(moving), common
        if key not in self._views:
            self._views[key] = View(self, moving, common)
        return self._views[key]
