"""Motions: every coordinate is a polynomial in u = (t - begin) / width on each piece of time. From
these follow the bodies' poses, their velocities, and bounds on how far they move.

A bound is an integer at scale 2**P, rounded up."""

import copy
import math
from fractions import Fraction

import files
import moveit
import splines
from balls import (IDENTITY_POSE, ONE, P, PI, ZERO, Refused, add, axis_and_angle, compose, cross, dot,
                   fixed, larger_size, length_above, minus, multiply, number, plus,
                   rotation_of_quaternion, shift, sine_cosine, times, transform, turn, turn_about,
                   turn_back, unit, vector)
from robots import VALUES, check_keys, pose_of

TRACK_KEYS = ('from', 'to', 'path', 'trajectory', 'spline', 'rigid', 'joints', 'group', 'attach', 'release')


def up(a, b):
    """The product of two bounds."""
    return (a * b >> P) + 1


class Piece:
    """One robot's piece: polynomials {variable: coefficients}, and slots {joint: five (before, axis)}."""

    def __init__(self, begin, end):
        self.begin, self.end = Fraction(begin), Fraction(end)
        self.polynomials, self.slots = {}, {}


class Track:
    """times: of the waypoints."""

    def __init__(self, pieces, first, last, times=()):
        self.pieces, self.first, self.last, self.times = pieces, first, last, times


class Event:
    """An object that a robot attaches (to one of its links) or releases at a waypoint: the times of
    this waypoint and of the ones before and after it, and the names of bodies that it may touch."""

    def __init__(self, robot, node, times, attaches):
        check_keys(node, ('waypoint', 'id', 'may_touch') + attaches * ('link', 'touch_links'),
                   'what is attached or released')
        k = node['waypoint']
        if not 0 <= k < len(times) or k != int(k):
            raise Refused(f'a motion has no waypoint {k}')
        k = int(k)
        self.robot, self.attaches, self.object = robot, attaches, node['id']
        self.link, self.touch = node['link'] if attaches else None, node.get('touch_links', ())
        self.may_touch = node.get('may_touch', ())
        self.at = Fraction(times[k])
        self.before = Fraction(times[k - 1]) if k else -math.inf
        self.after = Fraction(times[k + 1]) if k + 1 < len(times) else math.inf


def shorter_way(a, b):
    """The shorter way from angle a to angle b, two doubles; for half a turn the difference of the
    numbers decides."""
    if abs(float(b) - float(a)) <= math.pi:
        return number(Fraction(b) - Fraction(a))
    difference = number(Fraction(b) - Fraction(a))
    turns = (difference[0] + PI[0]) // (2 * PI[0])
    way = (difference[0] - 2 * turns * PI[0], difference[1] + 2 * abs(turns) * PI[1])
    # half a turn plus a rounding error has a known direction; that of more than a turn is not known
    if PI[0] - abs(way[0]) < ONE >> 30 and abs(float(b) - float(a)) > 1.5 * math.pi:
        raise Refused('an angle turns by half a turn, of which neither way is the shorter')
    return way


def hermite(degree, w, start, end):
    """Coefficients of the polynomial with given values and derivatives by time, on a width of w."""
    d = end[0] - start[0]
    if degree == 1:
        return [start[0], d]
    v0, v1 = start[1] * w, end[1] * w
    if degree == 3:
        return [start[0], v0, 3 * d - 2 * v0 - v1, v0 + v1 - 2 * d]
    a0, a1 = start[2] * w * w, end[2] * w * w
    return [start[0], v0, a0 / 2, 10 * d - 6 * v0 - 4 * v1 + (a1 - 3 * a0) / 2,
            -15 * d + 8 * v0 + 7 * v1 + (3 * a0 - 2 * a1) / 2, 6 * d - 3 * (v0 + v1) + (a1 - a0) / 2]


class Reader:
    """Reads motions in JSON as tracks."""

    def __init__(self, scene, wrap=True, group=None, interpolation=None, since=Fraction(0)):
        """interpolation: of trajectories that do not state it; None: the highest degree that their
        data allow. since: motions are cut at this time."""
        self.scene, self.wrap, self.group, self.interpolation = scene, wrap, group, interpolation
        self.since = since

    def motion(self, node):
        # the clearance is a result that a planned path carries
        check_keys(node, ('id', 'robots', 'clearance') + TRACK_KEYS, 'a motion')
        scene = self.scene
        if 'robots' in node:
            parts = [(scene.robot(name), part) for name, part in node['robots'].items()]
        elif len(scene.robots) == 1:
            parts = [(scene.robots[0], node)]
        else:
            raise Refused('a motion in a scene of several robots does not say which one moves')
        tracks = [self._track(robot, part) for robot, part in parts]
        if len({'rigid' in p or 'trajectory' in p or 'spline' in p for _, p in parts}) != 1:
            raise Refused('a motion mixes a path with a trajectory')
        events = [Event(robot, entry, track.times, key == 'attach')
                  for (robot, part), track in zip(parts, tracks)
                  for key in ('attach', 'release') for entry in part.get(key, ())]
        return Motion(scene, tracks, events, self.since)

    def _joints(self, robot, node):
        """The joints that the values belong to."""
        group = node.get('group', self.group)
        if 'joints' in node:
            names = node['joints']
        elif group is not None:
            names = robot.groups[group]
        elif len(robot.groups) == 1:
            names = next(iter(robot.groups.values()))
        else:
            names = [j.name for j in robot.joints if robot.movable(j)]
        joints = []
        for name in names:
            joint = robot.joint(name.split('/')[-1] if '/' in name else name)
            if joint is None:
                raise Refused(f'robot "{robot.name}" has no joint "{name}"')
            joints.append(joint)
        return joints

    def _row(self, robot, joints, row):
        """{(joint, component): value} of a configuration."""
        values, k = {}, 0
        if isinstance(row, str):
            states = robot.states.get(row)
            if not states or any(VALUES[j.kind] > 1 for j in joints):
                raise Refused(f'there is no state "{row}"')
            given = {}
            for _, state in states:
                for joint, value in state.items():
                    if given.setdefault(joint, value) != value:
                        raise Refused(f'state "{row}" of several groups is ambiguous')
            for j in joints:
                rest = self.scene.rest[self.scene.variables[robot.name, j.name, 0]]
                values[j.name, 0] = Fraction(given.get(j.name, rest))
            return values
        for j in joints:
            count = max(VALUES[j.kind], 1)
            for c in range(count):
                if k + c >= len(row):
                    break
                values[j.name, c] = Fraction(row[k + c])
            k += count
        if k != len(row):
            raise Refused(f'a configuration has {len(row)} values and should have {k}')
        return values

    def _track(self, robot, node):
        check_keys(node, TRACK_KEYS + ('id', 'robots', 'clearance'), 'a motion')
        joints = self._joints(robot, node)
        kinds = [k for k in ('from', 'path', 'trajectory', 'spline', 'rigid') if k in node]
        if len(kinds) != 1:
            raise Refused('a motion is one of from and to, path, trajectory, spline and rigid')
        if kinds[0] == 'rigid':
            return self._rigid(robot, joints, node['rigid'])
        joints = [(j, robot.movable(j)) for j in joints]
        listed = [j for j, _ in joints]
        if kinds[0] == 'spline':
            return self._spline(robot, joints, node)
        if kinds[0] == 'trajectory':
            return self._trajectory(robot, joints, node['trajectory'], self._stated(robot, joints, node))
        rows = [node['from'], node['to']] if kinds[0] == 'from' else node['path']
        rows = [[row] for row in (self._row(robot, listed, r) for r in rows)]
        waypoints = len(rows)
        if waypoints == 1:
            rows = rows * 2
        count = len(rows) - 1
        times = [k / count for k in range(count + 1)]
        track = self._polynomials(robot, joints, times, rows, 1, self.wrap)
        track.times = times[:waypoints]
        return track

    def _stated(self, robot, joints, node):
        """{joint: value} at the trajectory's beginning, from the message around it."""
        names = {j.name for j, _ in joints}
        start = {}
        for name, value in getattr(node, 'start', {}).items():
            joint = robot.joint(name)
            if name in names:
                if (robot.name, name) not in self.scene.set_by_caller:
                    start[name] = value
            elif joint and robot.movable(joint) and Fraction(value) != self.scene.rest_value(robot.name, name):
                raise Refused(f'a trajectory_start that puts joint "{name}" elsewhere is not followed here')
        return start

    def _start(self, robot, joints, start):
        """The row at time 0 of a trajectory whose first time is above 0: from the message's start,
        otherwise from the scene. None: no joint's value is stated, and the robot waits at its first
        waypoint."""
        moving = [j for j, moves in joints if moves]
        if not any(j.name in start or (robot.name, j.name) in self.scene.values for j in moving):
            return None
        row = {}
        for j in moving:
            if j.kind == 'floating':
                values = self.scene.rest_pose(robot.name, j.name)
            else:
                values = self.scene.values.get((robot.name, j.name), [Fraction(0)] * VALUES[j.kind])
            if j.name in start:
                values = [Fraction(start[j.name])]
                if VALUES[j.kind] != 1:
                    raise Refused(f'joint "{j.name}" starts at one value, and has {VALUES[j.kind]}')
            row.update({(j.name, c): value for c, value in enumerate(values)})
        return row

    def _trajectory(self, robot, joints, node, start):
        check_keys(node, ('times', 'positions', 'velocities', 'accelerations', 'interpolation'),
                   'a trajectory')
        orders = [node['positions']] + [node[k] for k in ('velocities', 'accelerations') if k in node]
        names = ('linear', 'cubic', 'quintic')
        if 'accelerations' in node and 'velocities' not in node:
            raise Refused('a trajectory has accelerations without velocities')
        name = node.get('interpolation') or self.interpolation or names[len(orders) - 1]
        if name not in names[:len(orders)]:
            raise Refused(f'a trajectory cannot be interpolated "{name}"')
        listed = [j for j, _ in joints]
        times = [Fraction(t) for t in node['times']]
        if any(len(order) != len(times) for order in orders):
            raise Refused('a trajectory has not a row for each time')
        if any(not b > a for a, b in zip(times, times[1:])) or times[0] < 0:
            raise Refused('the times of a trajectory do not increase')
        rows = [[self._row(robot, listed, order[i]) for order in orders] for i in range(len(times))]
        waypoints, last = times, times[-1]
        approach = self._start(robot, joints, start) if times[0] > 0 else None
        if approach is not None:
            still = {key: Fraction(0) for key in approach}
            times = [Fraction(0)] + times
            rows = [[approach] + [still] * (len(orders) - 1)] + rows
        degree = 2 * names.index(name) + 1
        if len(times) == 1:
            times, rows, degree = [last, last + 1], rows * 2, 1
        track = self._polynomials(robot, joints, times, rows, degree, False)
        track.last, track.times = Fraction(last), waypoints
        return track

    def _spline(self, robot, joints, node):
        if 'attach' in node or 'release' in node or any(j.kind == 'floating' for j, _ in joints):
            raise Refused('a spline attaches or releases objects, or moves a floating joint')
        listed = [j for j, _ in joints]
        times, column = splines.read_spline(node['spline'], lambda row: self._row(robot, listed, row))
        pieces = [Piece(a, b) for a, b in zip(times, times[1:])]
        for joint, moves in joints:
            for c in range(VALUES[joint.kind] if moves else 0):
                variable = self.scene.variables[robot.name, joint.name, c]
                for piece, coefficients in zip(pieces, column((joint.name, c))):
                    piece.polynomials[variable] = coefficients
        return Track(pieces, Fraction(times[0]), Fraction(times[-1]))

    def _polynomials(self, robot, joints, times, rows, degree, wrap):
        scene = self.scene
        mimicked = {j.mimic[0] for j in robot.joints if j.mimic}
        pieces = [Piece(a, b) for a, b in zip(times, times[1:])]
        for joint, moves in joints:
            if not moves:
                continue
            if joint.kind == 'floating':
                if degree != 1:
                    raise Refused(f'floating joint "{joint.name}" is interpolated linearly only')
                for piece, start, end in zip(pieces, rows, rows[1:]):
                    self._floating(robot, joint, piece, start[0], end[0])
                continue
            for c in range(VALUES[joint.kind]):
                variable, key = scene.variables[robot.name, joint.name, c], (joint.name, c)
                at = number(rows[0][0][key])
                for piece, start, end in zip(pieces, rows, rows[1:]):
                    turns = joint.kind == 'continuous' or (joint.kind == 'planar' and c == 2)
                    if wrap and turns and joint.name not in mimicked:
                        way = shorter_way(start[0][key], end[0][key])
                        piece.polynomials[variable] = [at, way]
                        at = add(at, way)
                        continue
                    c = hermite(degree, piece.end - piece.begin, [o[key] for o in start],
                                [o[key] for o in end])
                    piece.polynomials[variable] = [number(v) for v in c]
        return Track(pieces, Fraction(times[0]), Fraction(times[-1]))

    def _floating(self, robot, joint, piece, start, end):
        name = joint.name
        p, q = ([row[name, c] for c in range(7)] for row in (start, end))
        slots, angle = self.slerp(robot, name, p, q)
        piece.slots[robot.name, name] = slots
        for c in range(3):
            piece.polynomials[self.scene.variables[robot.name, name, c]] = [
                number(p[c]), number(q[c] - p[c])]
        piece.polynomials[self.scene.variables[robot.name, name, 3]] = [(0, 0), angle]

    def slerp(self, robot, name, p, q):
        """The slots of a motion from one pose of seven values to another: slides along x, y and z,
        the first rotation, and a turn by the shorter way."""
        (x, y, z, w), (a, b, c, d) = p[3:], q[3:]
        # conjugate of the first times the second
        parts = [w * a - x * d - y * c + z * b, w * b + x * c - y * d - z * a,
                 w * c - x * b + y * a - z * d, w * d + x * a + y * b + z * c]
        if parts[3] < 0:
            parts = [-v for v in parts]
        axis, angle = axis_and_angle(parts)
        base = self.scene.floating[robot.name, name][1]
        start = (rotation_of_quaternion(x, y, z, w), ZERO)
        return slots_of(base, start, axis), angle

    def _rigid(self, robot, joints, node):
        check_keys(node, ('position', 'rpy', 'orientation', 'linear_velocity', 'angular_velocity',
                          'frame', 'duration'), 'a rigid motion')
        floating = [j for j in joints if j.kind == 'floating']
        if len(floating) != 1:
            raise Refused('a rigid motion needs one floating joint')
        scene, name, duration = self.scene, floating[0].name, Fraction(node['duration'])
        base = scene.floating[robot.name, name][1]
        start = pose_of(node, False)
        v = vector(*node.get('linear_velocity', (0, 0, 0)))
        w = node.get('angular_velocity', (0, 0, 0))
        speed = (length_above(vector(*w)) - 3, 8) if any(w) else (0, 0)
        axis = unit(*w) if any(w) else (0, 0, ONE, 0)
        piece = Piece(0, duration)
        variables = [scene.variables[robot.name, name, k] for k in range(4)]
        piece.polynomials[variables[3]] = [(0, 0), multiply(speed, number(duration))]
        slide = times(number(duration), v)
        if node.get('frame', 'world') == 'world':
            # R0 (turn about R0^T w) is the turn about w after R0
            slots = slots_of(base, (start[0], ZERO), turn_back(start[0], axis))
            parts = [((start[1][k], start[1][3]), (slide[k], slide[3])) for k in range(3)]
        elif not any(w):
            slots = slots_of(compose(base, start), IDENTITY_POSE, axis)
            parts = [((0, 0), (slide[k], slide[3])) for k in range(3)]
        else:
            if speed[0] < ONE >> 30:
                raise Refused('so slow a screw is not followed here')
            # the screw's axis passes through w x v / |w|^2
            across = cross(axis, v)
            centre = tuple((k << P) // speed[0] for k in across[:3]) + (
                (across[3] << P) // speed[0] + (16 * length_above(v) << P) // speed[0] ** 2 + 2,)
            along = (ONE, 0, 0, 0)
            first = compose(compose(base, start), shift(centre))
            slots = [(first, axis), (IDENTITY_POSE, along), (IDENTITY_POSE, along),
                     (IDENTITY_POSE, axis), (shift(tuple(-k for k in centre[:3]) + centre[3:]), along)]
            pitch = multiply(dot(axis, v), number(duration))
            parts = [((0, 0), pitch), ((0, 0), (0, 0)), ((0, 0), (0, 0))]
        piece.slots[robot.name, name] = slots
        for k in range(3):
            piece.polynomials[variables[k]] = list(parts[k])
        return Track([piece], Fraction(0), duration)


def slots_of(base, start, axis):
    x, y, z = (ONE, 0, 0, 0), (0, ONE, 0, 0), (0, 0, ONE, 0)
    return [(base, x), (IDENTITY_POSE, y), (IDENTITY_POSE, z), (start, axis), (IDENTITY_POSE, z)]


class Motion:
    """The tracks of several robots on one clock, and the objects that they attach and release."""

    def __init__(self, scene, tracks, events=(), since=Fraction(0)):
        """since: only the rest from this time on counts, or the end, if that is before."""
        self.scene, self.tracks, self.events = scene, tracks, events
        knots = {Fraction(0)}
        for track in tracks:
            knots |= {t for p in track.pieces for t in (p.begin, p.end) if t <= track.last}
        self.knots = sorted(knots)
        self.end = max(t.last for t in tracks)
        self.begin = min(since, self.end)
        self._samples, self._rest_slots = {}, {}
        self.chords = None  # what chords.py knows of it

    def in_scene(self, scene):
        """The motion in a scene with the same robots."""
        other = copy.copy(self)
        other.scene, other._samples, other.chords = scene, {}, None
        return other

    def piece_of(self, begin, end):
        """The piece that an interval lies in, as the index of its first knot."""
        knots = self.knots
        if not self.begin <= begin <= end <= self.end:
            raise Refused('a claim reaches beyond the motion')
        k = max(i for i, t in enumerate(knots) if t <= begin)
        if k == len(knots) - 1 and k > 0:
            k -= 1
        if len(knots) > 1 and end > knots[k + 1]:
            raise Refused('a claim reaches over a knot of the motion')
        return k

    def sample(self, piece, t):
        key = piece, t.numerator, t.denominator  # whose hash takes less time than that of a Fraction
        if key not in self._samples:
            self._samples[key] = Sample(self, piece, t)
        return self._samples[key]

    def own(self, track, knot):
        """A track's piece during the motion's piece that begins at a knot; and None if the robot
        moves then, otherwise u of the place at which it stands."""
        begin = self.knots[knot]
        if begin < track.first:
            return track.pieces[0], 0
        if begin >= track.last:
            # it stands at its last waypoint, which may be its only one
            return track.pieces[-1], 0 if track.last == track.first else 1
        return next(p for p in track.pieces if p.begin <= begin < p.end), None

    def taylor(self, piece, t):
        """{variable: Taylor coefficients about t in units of the width, and the width} of the
        variables that move on a piece."""
        found = {}
        for track in self.tracks:
            own, at_rest = self.own(track, piece)
            if at_rest is None:
                width = own.end - own.begin
                for variable, coefficients in own.polynomials.items():
                    found[variable] = (_shifted(coefficients, (t - own.begin) / width), width)
        return found


class Sample:
    """All joints at a time t of a piece: frames, velocities, and the Taylor coefficients about t."""

    def __init__(self, motion, piece, t):
        self.scene, self.time = motion.scene, t
        self.values = [(number(v), (0, 0)) for v in self.scene.rest]  # value, derivative by time
        self.taylor = {}  # variable: coefficients about t in units of the width, and the width
        slots = {}
        for track in motion.tracks:
            own, at_rest = motion.own(track, piece)
            width = own.end - own.begin
            u = (t - own.begin) / width if at_rest is None else Fraction(at_rest)
            slots.update(own.slots)
            for variable, coefficients in own.polynomials.items():
                about = _shifted(coefficients, u)
                rate = (0, 0)
                if at_rest is None:
                    self.taylor[variable] = (about, width)
                    m, e = about[1]
                    n, d = width.numerator, width.denominator
                    rate = (m * d // n, e * d // n + 2)
                self.values[variable] = (about[0], rate)
        self._pose_all(slots)
        self._bounds, self.cache = {}, {}

    def _slot(self, joint, slots):
        """`before` and axis of a floating joint's slot, from the motion or the rest pose."""
        key = joint.slot[:2]
        if key not in slots:
            scene = self.scene
            p = scene.rest_pose(*key)
            base = compose(scene.floating[key][1], shift(tuple(fixed(v) for v in p[:3]) + (1,)))
            slots[key] = slots_of(base, (rotation_of_quaternion(*p[3:]), ZERO), (0, 0, ONE, 0))
        return slots[key][joint.slot[2]]

    def _pose_all(self, slots):
        self.frames, self.axes, self.linear, self.angular = [], [], [], []
        self.steps = []  # bounds on the distances between the origins of each joint's frame and its parent's
        for joint in self.scene.elementary:
            before, axis = self._slot(joint, slots) if joint.slot else (joint.before, joint.axis)
            if joint.parent is None:
                frame, linear, angular = before, ZERO, ZERO
            else:
                frame = compose(self.frames[joint.parent], before)
                linear, angular = self.linear[joint.parent], self.angular[joint.parent]
            along = turn(frame[0], axis)
            value, rate = number(joint.offset), (0, 0)
            if joint.variable is not None:
                value, rate = self.values[joint.variable]
                m = number(joint.multiplier)
                if joint.multiplier != 1:
                    value, rate = multiply(m, value), multiply(m, rate)
                value = add(value, number(joint.offset))
            if joint.kind == 'turn':
                frame = compose(frame, (turn_about(axis, *sine_cosine(value)), ZERO))
                if rate != (0, 0):
                    angular = plus(angular, times(rate, along))
                    linear = plus(linear, times(rate, cross(frame[1], along)))
            elif joint.kind == 'slide':
                frame = compose(frame, shift(times(value, axis)))
                if rate != (0, 0):
                    linear = plus(linear, times(rate, along))
            self.steps.append(length_above(before[1]) + (larger_size(value) if joint.kind == 'slide' else 0))
            self.frames.append(frame)
            self.axes.append(along)
            self.linear.append(linear)
            self.angular.append(angular)

    def pose(self, body):
        key = ('pose', body.name)
        if key not in self.cache:
            self.cache[key] = (body.local if body.mover is None
                               else compose(self.frames[body.mover], body.local))
        return self.cache[key]

    def ball(self, body, claimed):
        """The centre, in the world, and the radius of the ball of a claimed body."""
        key = ('ball', claimed)
        if key not in self.cache:
            centre, radius = claimed.ball
            self.cache[key] = transform(self.pose(body), centre), radius
        return self.cache[key]

    def velocity(self, body, common):
        """Linear and angular velocity about the world's origin, relative to a common joint."""
        if body.mover == common:
            return ZERO, ZERO
        linear, angular = self.linear[body.mover], self.angular[body.mover]
        if common is not None:
            linear = minus(linear, self.linear[common])
            angular = minus(angular, self.angular[common])
        return linear, angular

    def bounds(self, f, half):
        key = (f, half)
        if key not in self._bounds:
            self._bounds[key] = joint_bounds(self.scene.elementary[f], self.taylor, half)
        return self._bounds[key]

    def travel(self, body, common, half, centre, radius):
        """Bounds for all points of a body within `radius` of `centre` (in the body's frame),
        relative to a common joint, over [t - half, t + half]: (second derivative, distance from the
        place at t, speed at t).

        |d p / d q_j| is at most rho_j, the distance from the joint's axis, if joint j turns, and 1
        if it slides. The second derivative by q_i and q_j, with i nearer to the root, is axis_i
        times the first derivative by q_j if i turns, and 0 if it slides. rho_j over the interval is
        at most rho_j at t plus the distance by which the joints below j can move the point."""
        if body.mover == common or body.mover is None:
            return 0, 0, 0
        centre = transform(self.pose(body), centre)
        width = fixed(half) + 1
        speed = travel = second = 0
        lever = None  # the largest distance of the points from joint f's axis, whatever the joints' values
        f = body.mover
        while f != common:
            joint = self.scene.elementary[f]
            rate, acceleration = self.bounds(f, half)
            frame = self.frames[f]
            if joint.kind == 'turn':
                if rate or acceleration:
                    now = length_above(cross(minus(centre, frame[1]), self.axes[f])) + radius
                    most = now + up(width, speed)
                    if lever is not None:
                        most = min(most, lever)
                    second += up(most, up(rate, rate) + acceleration) + 2 * up(rate, speed)
                    speed += up(most, rate)
                    travel += up(now, rate)
                if lever is None and f == body.mover:
                    lever = length_above(minus(centre, frame[1])) + radius
                if lever is not None:
                    lever += length_above(joint.before[1])
            else:
                second += acceleration
                speed += rate
                travel += rate
                lever = None
            f = joint.parent
        linear, angular = self.velocity(body, common)
        now = length_above(plus(linear, cross(angular, centre))) + up(length_above(angular), radius)
        distance = min(up(width, travel), up(width, now) + (up(up(width, width), second) >> 1) + 1)
        return second, distance, now


def joint_bounds(joint, taylor, half):
    """Bounds on the first and second derivative of an elementary joint's coordinate by time over
    [t - half, t + half]: Taylor's formula about t with all terms taken positive."""
    if joint.variable not in taylor:
        return 0, 0
    about, width = taylor[joint.variable]
    n, d = width.numerator, width.denominator
    s = (half / width)
    s = fixed(s) + 1
    rate = second = 0
    for i in range(len(about) - 1, 0, -1):
        size = larger_size(about[i])
        rate = up(rate, s) + i * size
        if i >= 2:
            second = up(second, s) + i * (i - 1) * size
    rate = rate * d // n + 1
    second = (second * d // n + 1) * d // n + 1 if second else 0
    if joint.multiplier != 1:
        m = fixed(abs(joint.multiplier)) + 1
        rate, second = up(rate, m), up(second, m)
    return rate, second


def _shifted(coefficients, u):
    """The coefficients of the polynomial about u."""
    u = number(u)
    b = list(coefficients)
    for k in range(len(b) - 1):
        for i in range(len(b) - 2, k - 1, -1):
            b[i] = add(b[i], multiply(u, b[i + 1]))
    return b


def read_lines(path):
    """(id, motion in JSON) of each line of a file, one after the other."""
    with open(path, encoding='utf-8') as file:
        for i, line in enumerate(line for line in file if line.strip()):
            node = files.json_of(line, path)
            yield node.get('id', i), node


def read_path(path):
    """(id, motion in JSON) of a file of waypoints, of a motion in JSON, or of ROS's joint trajectories; its
    first line that is neither empty nor a comment tells which."""
    with open(path, encoding='utf-8') as file:
        text = file.read()
    lines = (line.split('#')[0].strip() for line in text.splitlines())
    first = next((line for line in lines if line), '')
    if not (first[:1] in ('{', '[') or first.startswith('---') or ':' in first):
        return [(0, read_csv(path))]
    try:
        documents = [files.json_of(text, path)]
    except ValueError:
        documents = moveit.load_yaml(path)
    found = [t for d in documents for t in _joint_trajectories(d, {})]
    if found:
        return list(enumerate(found))
    if len(documents) != 1 or not isinstance(documents[0], dict):
        raise Refused(f'{path}: there is no motion in it')
    return [(documents[0].get('id', 0), documents[0])]


MOTION_KEYS = set(TRACK_KEYS) - {'trajectory'} | {'robots'}


class Start(dict):
    """The values of joints in a message that states the start of its trajectories."""


class Message(dict):
    """A motion in JSON that a message holds. start: {joint: value} at its beginning."""

    start = {}


def _joint_trajectories(node, start):
    """The trajectories in a message of ROS as motions in JSON, in their order. start: of the
    message around it; each trajectory updates it for the next."""
    if isinstance(node, list):
        return [t for n in node for t in _joint_trajectories(n, start)]
    if not isinstance(node, dict) or set(node) & MOTION_KEYS:
        return []
    if 'joint_names' in node or 'points' in node:
        found = Message(_of_joint_trajectory(node))
        found.start = dict(start)
        if isinstance(start, Start):
            start.update(zip(node['joint_names'], found['trajectory']['positions'][-1]))
        return [found]
    if 'trajectory_start' in node:
        start = Start(_joint_state(node['trajectory_start'] or {}))
    if (node.get('multi_dof_joint_trajectory') or {}).get('points'):
        raise Refused('trajectories of multi-DOF joints are not followed here')
    return [t for key in ('joint_trajectory', 'trajectory', 'planned_trajectory', 'solution', 'trajectory_stages',
                          'goal', 'result', 'motion_plan_response')
            if key in node for t in _joint_trajectories(node[key], start)]


def _joint_state(node):
    """{joint: value} of a robot's state."""
    if node.get('attached_collision_objects') or (node.get('multi_dof_joint_state') or {}).get('joint_names'):
        raise Refused('a start with attached objects or joints of several values is not followed here')
    state = node.get('joint_state') or {}
    return dict(zip(state.get('name') or [], map(float, state.get('position') or [])))


def _of_joint_trajectory(node):
    """A JointTrajectory of ROS as a motion in JSON. Its numbers may be texts, as YAML has them."""
    check_keys(node, ('header', 'joint_names', 'points'), 'a joint trajectory')
    points = node['points']
    for point in points:
        check_keys(point, ('positions', 'velocities', 'accelerations', 'effort', 'time_from_start'),
                   'a point of a joint trajectory')
    trajectory = {'times': [_seconds(p['time_from_start']) for p in points]}
    for key in ('positions', 'velocities', 'accelerations'):
        rows = [list(map(float, p.get(key) or ())) for p in points]
        if any(map(len, rows)) or key == 'positions':
            trajectory[key] = rows
    if 'velocities' not in trajectory:  # accelerations count only beside velocities
        trajectory.pop('accelerations', None)
    return {'joints': node['joint_names'], 'trajectory': trajectory}


def _seconds(node):
    if not isinstance(node, dict):
        return float(node)
    check_keys(node, ('secs', 'nsecs', 'sec', 'nanosec'), 'time_from_start')
    secs, nsecs, sec, nanosec = (float(node.get(k, 0)) for k in ('secs', 'nsecs', 'sec', 'nanosec'))
    return secs + sec + (nsecs + nanosec) / 1e9


def read_csv(path):
    """A file of waypoints as a motion: a path, or a trajectory if the first column is the time."""
    rows, names = [], None
    with open(path, encoding='utf-8') as file:
        for line in file:
            text = line.split('#')[0].replace(';', ',').strip()
            words = [w.strip() for w in text.split(',')] if ',' in text else text.split()
            if not words:
                continue
            if names is None and not rows and not words[0].lstrip('+-.')[:1].isdigit():
                names = words
                continue
            rows.append([float(w) for w in words])
    if names is None:
        return {'path': rows}
    if names[0].lower() in ('t', 'time'):
        return {'joints': names[1:], 'trajectory': {
            'times': [r[0] for r in rows], 'positions': [r[1:] for r in rows],
            'interpolation': 'linear'}}
    return {'joints': names, 'path': rows}


def configuration(text):
    """A configuration on the command line: the name of a state, or values separated by commas."""
    try:
        return [float(w) for w in text.split(',')]
    except ValueError:
        return text
