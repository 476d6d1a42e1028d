"""In doubles: that at a time no body is inside another, because the balls around both are apart, or because no
point of the one is in a box about a closed mesh of the other. geometry.check_outside decides what this leaves
open. doubles.py derives the bounds on errors."""

from math import hypot

from balls import ONE
from chords import chords_of
from doubles import EXACT, LEAST, METRES, MORE, SPARE, UP, product, relative

CUTS = 16 * METRES  # corners were cut to whole units


class Inner:
    """Points of a body's components, boxes about its closed meshes, and how far the points are from its origin."""

    def __init__(self, solids):
        self.seeds = [tuple(c * METRES for c in seed) for seed in solids.seeds]
        self.boxes = [[c * METRES for c in (*shell.low, *shell.high)] for shell in solids.shells]
        self.size = max((hypot(*seed) for seed in self.seeds), default=0.0) * UP
        self.far = max((hypot(*map(abs, box)) for box in self.boxes), default=0.0) * UP


def inner_of(solids):
    if solids.doubles is None:
        solids.doubles = Inner(solids)
    return solids.doubles


class Spot:
    """A body at a time: its frame, which is that of one joint more; the length of its chain; its own ball."""

    def __init__(self, course, t, body, claimed):
        (rotation, turned), (x, y, z, off) = body.local
        local = [v / ONE for v in rotation], (x / ONE, y / ONE, z / ONE)
        self.is_known = max(turned, off) < EXACT
        self.depth, self.reach = 1, hypot(*local[1]) * UP
        self.frame = (*local[0], *local[1])
        if body.mover is not None:
            self.depth, self.reach = course.depth[body.mover] + 1, (course.reach[body.mover] + self.reach) * UP
            self.frame = product(course.frame(t, body.mover, None), local)
        centre, radius = claimed.ball
        x, y, z = (c / ONE for c in centre[:3])
        self.radius = (radius / ONE + CUTS + lost(course, (self,), hypot(x, y, z))) * UP
        self.centre = place(self.frame, x, y, z)


def lost(course, spots, size):
    """A bound on the errors of a point `size` from the origin of a body, seen from the world, or from another one.
    There the errors of the other body's rotation and origin come on top: with d the larger depth,
    d UNIT (|v| + both lengths) + 2 d UNIT (its length) + 4 d UNIT (L + |v|), less than what is counted."""
    depth, reach = max(spot.depth for spot in spots), sum(spot.reach for spot in spots)
    return (8 * course.unit * depth + SPARE) * (reach + size) * UP + LEAST


def place(frame, x, y, z):
    a0, a1, a2, a3, a4, a5, a6, a7, a8, px, py, pz = frame
    return (a0 * x + a1 * y + a2 * z + px, a3 * x + a4 * y + a5 * z + py, a6 * x + a7 * y + a8 * z + pz)


class Spots:
    """The bodies of a motion at a time."""

    def __init__(self, motion, t):
        self.time, self.scene = float(t), motion.scene
        # a time that is no double is left to others
        self.course = chords_of(motion).course(motion.piece_of(t, t)) if self.time == t else None
        self._spots = {}

    def are_outside(self, pair):
        """Whether it is certain that neither body of a pair is inside the other."""
        if self.course is None:
            return False
        first, second = (self._spot(*which) for which in zip(pair.bodies, pair.claimed))
        if not (first.is_known and second.is_known):
            return False
        (x, y, z), (a, b, c) = first.centre, second.centre
        x, y, z, reach = x - a, y - b, z - c, (first.radius + second.radius + pair.required / ONE) * UP
        if x * x + y * y + z * z > reach * reach * MORE:
            return True
        inner, other = map(inner_of, pair.solids)
        return self._is_beside(first, inner, second, other) and self._is_beside(second, other, first, inner)

    def _spot(self, index, claimed):
        key = index, claimed
        if key not in self._spots:
            self._spots[key] = Spot(self.course, self.time, self.scene.bodies[index], claimed)
        return self._spots[key]

    def _is_beside(self, spot, inner, outer_spot, outer):
        """Whether no seed of a body is in a box about a closed mesh of another."""
        if not outer.boxes:
            return True
        frame = relative(outer_spot.frame, spot.frame)
        room = lost(self.course, (spot, outer_spot), inner.size + outer.far) + CUTS
        for seed in inner.seeds:
            x, y, z = place(frame, *seed)
            for ax, ay, az, bx, by, bz in outer.boxes:
                if ax - room <= x <= bx + room and ay - room <= y <= by + room and az - room <= z <= bz + room:
                    return False
        return True


def spots_of(motion, t):
    spots, key = chords_of(motion).spots, (t.numerator, t.denominator)
    if key not in spots:
        spots[key] = Spots(motion, t)
    return spots[key]
