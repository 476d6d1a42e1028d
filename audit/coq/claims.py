"""Writes the claims and blocks of a file of --proof for the checker that Coq extracts: python3 claims.py
FILE SCENE-ARGUMENTS, with the arguments of `leeway check`. Reads scenes and motions by the modules of
bind/python/leeway/audit, which test that covers, and sets around obstacles, contain the bodies.

For each pair, and each piece of a motion, come the chains of both bodies as joints that turn or slide, with their
values as polynomials in the time; the elements as hulls of balls, if there are claims; the cover of the first body,
and the cover of the second one or the set around it; and the claims and the runs of intervals of blocks. Triangles are
cut where claims are about cells, and polytopes stand for cylinders, cones and ellipsoids. The constant
rotations are turns about axes rounded to 2^-180, for which 1e-30 m is added to the required distance."""

import math
import os
import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, os.environ.get('LEEWAY_VERIFIER') or str(Path(__file__).resolve().parents[2] / 'bind/python/leeway/audit'))

import chords
import proofs
import schema
import verify
from balls import ONE, Refused, axis_and_angle, fixed
from bodies import UNIT, length
from contacts import LOST, Contact, Source, point_of_core
from covers import Cover
from hulls import nearest_in_hull

SLACK = Fraction(1, 10**30)
CUT = Fraction(8, UNIT)  # more than points move where leeway.audit cuts coordinates to test balls
ORIGIN = (Fraction(0),) * 3
UP = (Fraction(0), Fraction(0), Fraction(1))
SIDES = 1024  # of the polygon that stands for a disc
FEWER = 48  # of those that stand for the circles of an ellipsoid
ROUND = ('cylinder', 'cone', 'ellipsoid')


def exact(v):
    """The three numbers of a vector in fixed point."""
    return tuple(Fraction(k, ONE) for k in v[:3])


def turned(rotation):
    """Axis and angle of a rotation in fixed point."""
    m = [[Fraction(rotation[0][3 * i + k], ONE) for k in range(3)] for i in range(3)]
    trace = m[0][0] + m[1][1] + m[2][2]
    if trace > 0:
        q = [m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1], 1 + trace]
    else:
        i = max(range(3), key=lambda k: m[k][k])
        j, k = (i + 1) % 3, (i + 2) % 3
        q = [0, 0, 0, m[k][j] - m[j][k]]
        q[i], q[j], q[k] = 1 + m[i][i] - m[j][j] - m[k][k], m[i][j] + m[j][i], m[i][k] + m[k][i]
    if q[3] < 0:
        q = [-v for v in q]
    if not any(q[:3]):
        return UP, Fraction(0)
    axis, angle = axis_and_angle(q)
    return exact(axis), Fraction(angle[0], ONE)


class Written(list):
    """Words of the checker's input."""

    def numbers(self, values):
        self.extend(str(Fraction(v)) for v in values)

    def joint(self, kind, origin, axis, value):
        self.append(kind)
        self.numbers(origin)
        self.numbers(axis)
        self.append(str(len(value)))
        self.numbers(value)

    def each(self, items, write):
        items = list(items)
        self.append(str(len(items)))
        for item in items:
            write(item)

    def ball(self, ball):
        self.numbers(ball[0])
        self.numbers(ball[1:])


def in_time(coefficients, begin, width):
    """A polynomial in u = (t - begin) / width as one in t."""
    powers, result = [Fraction(1)], [Fraction(0)] * len(coefficients)
    for c in coefficients:
        for i, p in enumerate(powers):
            result[i] += c * p
        shifted = [Fraction(0)] + [p / width for p in powers]
        for i, p in enumerate(powers):
            shifted[i] -= p * begin / width
        powers = shifted
    return result


class Placed:
    """A body's own pose in the frame of the joint that moves it, or in the world."""

    def __init__(self, pose):
        self.position = exact(pose[1])
        self.rotation = [Fraction(k, ONE) for k in pose[0][0]]

    def direction(self, v):
        r = self.rotation
        return [sum(r[3 * i + k] * Fraction(v[k]) for k in range(3)) for i in range(3)]

    def ball(self, ball):
        centre, radius = ball
        return [p + d for p, d in zip(self.position, self.direction(centre))], radius


class Chains:
    """The joints of bodies in a piece of a motion."""

    def __init__(self, motion, piece):
        self.scene, self.values, self.slots = motion.scene, {}, {}
        for k, rest in enumerate(self.scene.rest):
            self.values[k] = [Fraction(rest)]
        for track in motion.tracks:
            own, at_rest = motion.own(track, piece)
            self.slots.update(own.slots)
            for variable, numbers in own.polynomials.items():
                c = [Fraction(v[0], ONE) for v in numbers]
                if at_rest is None:
                    self.values[variable] = in_time(c, own.begin, own.end - own.begin)
                else:
                    self.values[variable] = [sum(v * at_rest**i for i, v in enumerate(c))]
        self.sample = motion.sample(piece, motion.knots[piece])

    def _pose(self, pose):
        """A constant pose as a joint."""
        axis, angle = turned(pose[0])
        return 'turn', exact(pose[1]), axis, [angle]

    def of(self, body, common):
        """The joints from the common one to the one that moves a body."""
        joints, f = [], body.mover
        while f != common:
            joint = self.scene.elementary[f]
            before, axis = self.sample._slot(joint, self.slots) if joint.slot else (joint.before, joint.axis)
            value = [Fraction(0)]
            if joint.variable is not None:
                value = [Fraction(joint.multiplier) * v for v in self.values[joint.variable]]
            value[0] += Fraction(joint.offset)
            kind = 'turn' if joint.kind == 'turn' else 'slide'
            joints[:0] = [self._pose(before), (kind, ORIGIN, exact(axis), value)]
            f = joint.parent
        return joints


def ring(sides, turn=0):
    """The corners of a regular polygon, as (cosine, sine), whose sides touch the unit circle; larger by far more than
    the rounding of floats. turn: the angle of the first corner, in angles of a side."""
    size = (1 + 1e-12) / math.cos(math.pi / sides)
    angles = [(k + turn) * 2 * math.pi / sides for k in range(sides)]
    return [(Fraction(size * math.cos(a)), Fraction(size * math.sin(a))) for a in angles]


def round_points(shape, node):
    """Points whose hull contains a cylinder, a cone or an ellipsoid."""
    if shape == 'ellipsoid':
        # a ball is in what the polygon about its outline makes by turning about z, whose circles are in polygons
        a, b, c = map(Fraction, node['half'])
        return [(a * r * x, b * r * y, c * z) for z, r in ring(FEWER, 0.5) if r > 0 for x, y in ring(FEWER)]
    half, base = Fraction(node['half']), Fraction(node['base'])
    low = [(base * x, base * y, -half) for x, y in ring(SIDES)]
    return low + ([(x, y, half) for x, y, _ in low] if shape == 'cylinder' else [(0, 0, half)])


def element_balls(node):
    """The balls whose hull an element is; of a cylinder, a cone or an ellipsoid a hull about it."""
    if isinstance(node, list):
        v = list(map(Fraction, node))
        radius = v[9] if len(v) == 10 else Fraction(0)
        return [(v[k:k + 3], radius) for k in (0, 3, 6)]
    radius = Fraction(node.get('radius', 0))
    position = list(map(Fraction, node.get('position', (0, 0, 0))))
    r = list(map(Fraction, node.get('rotation', (1, 0, 0, 0, 1, 0, 0, 0, 1))))
    shape = node['shape']
    if shape == 'point':
        points = [ORIGIN]
    elif shape == 'segment':
        points = [(0, 0, s * Fraction(node['half'])) for s in (-1, 1)]
    elif shape == 'box':
        x, y, z = map(Fraction, node['half'])
        points = [(i * x, j * y, k * z) for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)]
    elif shape == 'polytope':
        points = [tuple(map(Fraction, v)) for v in node['vertices']]
    else:
        points = round_points(shape, node)
    return [([position[i] + sum(p[k] * r[3 * k + i] for k in range(3)) for i in range(3)], radius) for p in points]


class Runs:
    """The intervals of blocks on which a pair is said to be apart, as runs of consecutive times."""

    def __init__(self, stage, lines):
        self.blocks = [chords.Block(stage, line) for line in lines if 'block' in line]

    def of(self, index, piece):
        found = []
        for block in self.blocks:
            if block.piece != piece:
                continue
            intervals = [k for k in range(chords.INTERVALS) if block.masks[index] >> k & 1]
            for k in intervals:
                if k - 1 not in intervals:
                    last = next(i for i in range(k, chords.INTERVALS) if i + 1 not in intervals)
                    found.append(Run(block, range(k, last + 1)))
        return found


def rule_of(claim):
    """'chord' or 'claim', by which the checker takes a claim; None: it knows it not."""
    rules = {p['rule'] for p in claim['parts']}
    return 'chord' if rules == {'chord'} else None if 'chord' in rules else 'claim'


def reaches(intervals, begin, fin):
    """Whether intervals in the order of their begin leave out no time."""
    if not intervals or intervals[0][0] > begin:
        return False
    reached = intervals[0][1]
    for low, high in intervals:
        if low > reached:
            return False
        reached = max(reached, high)
    return reached >= fin


class Run:
    """Consecutive intervals of a block on which a pair is said to be apart."""

    kind = 'run'

    def __init__(self, block, intervals):
        self.block, self.intervals = block, intervals
        self.times = block.times[intervals[0]:intervals[-1] + 2]
        self.ends = self.times[0], self.times[-1]


class Claimed:
    """A claim of a pair."""

    def __init__(self, motion, node):
        self.motion, self.node, self.kind = motion, node, rule_of(node)
        self.cut = tuple(any('cell' in p.get(key, ()) for p in node['parts']) for key in 'ab')
        self.ends = Fraction(node['from']), Fraction(node['to'])


def containing(stage, which, key):
    """The cover of a body in a stage, or the set around it."""
    body, claimed = which
    node = stage.containing.get(body, {}).get(key) or claimed.containing.get(key)
    if node is None:
        raise Refused(f'{claimed.what} has no "{key}"')
    return node


def write_around(out, stage, which):
    """The set around an obstacle, in the world, grown by the rounding errors of its place."""
    body, claimed = which
    scene, node = stage.scene, containing(stage, which, 'around')
    standing = chords.placed(claimed, scene.bodies[body], scene, chords.Standing, node)
    columns = [[Fraction(v, UNIT) for v in column] for column in standing.columns]
    half = [Fraction(h, UNIT) for h in standing.half] if standing.shape != 'point' else [Fraction(0)] * 3
    out.extend(['around', 'cylinder' if standing.shape == 'cylinder' else 'box'])
    out.numbers(Fraction(v, UNIT) for v in standing.position)
    if standing.shape == 'cylinder':
        out.numbers([*columns[2], half[0], half[2]])
    else:
        for column, size in zip(columns, half):
            out.numbers(v * size for v in column)
    out.numbers([Fraction(standing.grown, UNIT)])


def cover_of(stage, which):
    """The balls of a cover, in the frame of the joint that moves the body."""
    body, claimed = which
    cover, placed = chords.contained(claimed, containing(stage, which, 'cover'), Cover), local(stage, body)
    return [placed.ball(([Fraction(v, UNIT) for v in ball[:3]],
                         Fraction(ball[3], UNIT) + CUT)) for ball in cover.balls]


def local(stage, body):
    return Placed(stage.scene.bodies[body].local)


class Task:
    """A pair on a piece of a motion in a stage, with what is claimed of it there."""

    def __init__(self, name, stage, chains, pair, begin, fin, items):
        self.name, self.stage, self.chains, self.pair, self.begin, self.fin = name, stage, chains, pair, begin, fin
        self.items = sorted((i for i in items if i.ends[0] <= fin), key=lambda i: i.ends)

    def is_known(self, rounded):
        """Leaves out what the checker does not know; whether the rest is all that is needed. rounded: bodies with
        elements for which larger ones stand."""
        known = [i for i in self.items if i.kind is not None]
        if self.stage.scene.bodies[self.pair.bodies[0]].robot is None:
            known = [i for i in known if i.kind != 'run']
        if len(known) < len(self.items) and not reaches([i.ends for i in known], self.begin, self.fin):
            return False
        self.items = known
        self.claimed = any(i.kind != 'run' for i in known)
        self.runs = any(i.kind == 'run' for i in known)
        self.cut = tuple(any(i.kind != 'run' and i.cut[side] for i in known) for side in (0, 1))
        self.larger = self.claimed and any(claimed in rounded for claimed in self.pair.claimed)
        return True


class Met:
    """The contact of a motion, of two points."""

    def __init__(self, number, stage, node):
        self.stage, self.node, self.contact = stage, node, Contact(stage, node)
        self.name, self.pair, self.time = f'{number}:contact', self.contact.pair, self.contact.time
        if self.pair.due is None:
            raise Refused(f'{self.pair.name} may meet')

    def core(self, side, nodes):
        """The element of a side as balls; of a cylinder, a cone or an ellipsoid the ball about a point of its core."""
        claimed, index = self.pair.claimed[side], self.node['elements'][side]
        node = nodes[claimed]['elements'][index]
        if not (isinstance(node, dict) and node['shape'] in ROUND):
            return element_balls(node)
        point = point_of_core(claimed.elements[index][0], [length(v) for v in self.node['points'][side]])
        return [([Fraction(v, UNIT) for v in point], Fraction(node.get('radius', 0)))]

    def within(self):
        """How far apart the two points may be, less the elements' radii."""
        motion = self.stage.motion
        sample = motion.sample(motion.piece_of(self.time, self.time), self.time)
        off = sum(Source(c).deviation(i) for c, i in zip(self.pair.contained, self.node['elements']))
        return Fraction(fixed(self.pair.due) + self.contact.rounding(sample), ONE) - Fraction(off + 2 * LOST, UNIT) - SLACK


class Element:
    """The balls whose hull an element is; or the piece of an element in a leaf of the body's cells."""

    def __init__(self, balls, index, leaf=None):
        self.balls, self.index, self.leaf = balls, index, leaf


def pieces_of(claimed, node):
    """The elements of a body of triangles as it is cut into cells: the pieces in all leaves, which together are the
    body."""
    found = []
    for leaf in claimed.cells.leaves():
        for i, corners in claimed.cells.pieces(leaf):
            whole = element_balls(node['elements'][i])
            found.append(Element([(c, whole[0][1]) for c in corners] if corners else whole, i, leaf))
    return found


class Writer:
    """The checker's input."""

    def __init__(self, nodes):
        self.nodes, self.out, self.kept, self.elements = nodes, Written(), {}, {}

    def _once(self, write, *key):
        """What write(words, *key) writes, which is kept."""
        if (write, *key) not in self.kept:
            write(self.kept.setdefault((write, *key), Written()), *key)
        self.out.extend(self.kept[(write, *key)])

    def task(self, task):
        out, pair, stage = self.out, task.pair, task.stage
        out.extend([task.name, 'larger' if task.larger else 'exact'])
        first, second = zip(pair.bodies, pair.claimed)
        for which, cut in zip((first, second), task.cut):
            self._once(self._chain, task.chains, which[0], pair.common)
            self._once(self._body, stage, which, task.claimed, cut)
        out.numbers([Fraction(pair.required, ONE) + SLACK, task.begin, task.fin])
        self._once(self._cover, stage, first, task.runs)
        if task.runs and stage.scene.bodies[second[0]].robot is None:
            self._once(write_around, stage, second)
        else:
            out.append('cover')
            self._once(self._cover, stage, second, task.runs)
        self.own = local(stage, pair.bodies[0])
        out.each(task.items, lambda item: self._item(task, item))

    def met(self, met):
        """A contact: of either body the chain, no elements, and a point of an element."""
        out, pair, stage = self.out, met.pair, met.stage
        out.append(met.name)
        chains = Chains(stage.motion, stage.motion.piece_of(met.time, met.time))
        for which in zip(pair.bodies, pair.claimed):
            self._once(self._chain, chains, which[0], pair.common)
            self._once(self._body, stage, which, False, False)
        for side in (0, 1):
            self._core(local(stage, pair.bodies[side]), met.core(side, self.nodes), met.node['points'][side])
        out.numbers([met.time, met.within()])

    def _core(self, placed, balls, point):
        """The point of the hull of the balls' centres that is nearest to a given one: mixed of one ball after another."""
        at = [length(v) for v in point]
        of = {tuple(int(v * UNIT) - a for v, a in zip(centre, at)): (centre, radius) for centre, radius in balls}
        _, chosen, weights = nearest_in_hull([0, 0, 0], list(of))
        self.out.numbers([min(radius for _, radius in balls)])
        self.out.ball(placed.ball(of[tuple(chosen[-1])]))
        left, more = Fraction(1), []
        for c, w in zip(chosen[:-1], weights):
            more.append((Fraction(min(1.0, max(0.0, float(w / left)))), of[tuple(c)]))
            left -= w
        self.out.append(str(len(more)))
        for share, ball in more:
            self.out.numbers([share])
            self.out.ball(placed.ball(ball))

    def _chain(self, words, chains, body, common):
        words.each(chains.of(chains.scene.bodies[body], common), lambda j: words.joint(*j))

    def _body(self, words, stage, which, claims, cut):
        body, claimed = which
        placed, node = local(stage, body), self.nodes[claimed]
        x, y, z = map(Fraction, node['ball'][:3])
        r = Fraction(claimed.ball[1], ONE) + CUT
        balls = [e.balls for e in self._elements(claimed, cut)] if claims else []
        if claims and is_round(node):
            r = max(r, *(above(math.dist((x, y, z), c) + s) for e in balls for c, s in e))
        words.ball(placed.ball(((x, y, z), r)))
        words.each(balls, lambda e: words.each(map(placed.ball, e), words.ball))

    def _cover(self, words, stage, which, needed):
        words.each(cover_of(stage, which) if needed else (), words.ball)

    def _elements(self, claimed, cut):
        if (claimed, cut) not in self.elements:
            self.elements[claimed, cut] = pieces_of(claimed, self.nodes[claimed]) if cut else [
                Element(element_balls(e), i) for i, e in enumerate(self.nodes[claimed]['elements'])]
        return self.elements[claimed, cut]

    def _item(self, task, item):
        out = self.out
        out.append(item.kind)
        if item.kind == 'run':
            out.numbers(item.times[:2])
            out.each(item.times[2:], lambda t: out.numbers([t]))
            return
        out.numbers([item.node[k] for k in ('from', 'to', 'at')])
        out.each(item.node['parts'], lambda p: self._part(task, p))

    def _part(self, task, p):
        out = self.out
        for claimed, key, cut in zip(task.pair.claimed, 'ab', task.cut):
            given, elements = p.get(key, {'node': 0}), self._elements(claimed, cut)
            if 'cell' in given:
                leaves = {leaf for leaf in claimed.cells.leaves() if given['cell'] in claimed.cells.above(leaf)}
                members = [i for i, e in enumerate(elements) if e.leaf in leaves]
            else:
                own = proofs._members(claimed, given)
                members = [i for i, e in enumerate(elements) if own is None or e.index in own]
            out.each(members, lambda i: out.append(str(i)))
        out.append(p['rule'])
        out.numbers(self.own.direction(p['normal']))
        out.numbers(self.own.direction(p.get('turn', (0, 0, 0))))


def is_round(node):
    return any(isinstance(e, dict) and e['shape'] in ROUND for e in node['elements'])


def above(size):
    """A number above one in floats, by more than their rounding."""
    return Fraction(size * (1 + 1e-9))


def tasks_of(verifier, lines, asked):
    """A task for each contact; and for each pair that has to be checked and each piece of the proven part of a motion,
    with claims or without."""
    groups = verify.groups_of(lines[1:])
    if len(asked) != len(groups):
        raise Refused(f'the file has {len(groups)} motions where {len(asked)} are asked for')
    for number, (own, group) in enumerate(zip(asked, groups)):
        yield from tasks_of_motion(verifier, number, own, group)


def tasks_of_motion(verifier, number, asked, group):
    """The tasks of one motion. number: its place in the file; group: its lines."""
    name, node = asked
    if not schema.same_identity(group[0]['motion'], name) or group[0]['index'] != number:
        raise Refused(f'motion {number} is not {name}')
    motion = verifier.reader.motion(node)
    until, first = verifier.check_frame(motion, group)
    stages = verifier._stages(motion, group[1:first])
    yield from (Met(number, stages[line.get('stage', 0)], line) for line in group[first:-1] if 'contact' in line)
    for k, stage in enumerate(stages):
        # as in leeway.audit, a stage that begins after the proven part needs no claims
        if stage.begin < until or group[-1]['verdict'] == 'free':
            own = [line for line in group[first:-1] if line.get('stage', 0) == k]
            yield from tasks_in(stage, own, min(stage.end, until), number)


def tasks_in(stage, lines, last, number):
    motion, runs, written_for = stage.motion, Runs(stage, lines), {}
    for line in lines:
        if line.get('pair', 0) >= len(stage.pairs):
            raise Refused('a claim is about a pair that is not there')
        if 'parts' in line:
            piece = motion.piece_of(*(Fraction(line[k]) for k in ('from', 'to')))
            written_for.setdefault((line['pair'], piece), []).append(Claimed(motion, line))
    ends = [*motion.knots[1:], motion.end]
    for piece, (knot, end) in enumerate(zip(motion.knots, ends)):
        begin, fin = max(knot, stage.begin), min(end, last)
        # a stage of one time counts too
        if begin > fin or begin == fin and stage.begin < last:
            continue
        chains = Chains(motion, piece)
        for index, pair in enumerate(stage.pairs):
            if pair in stage.needed:
                items = runs.of(index, piece) + written_for.get((index, piece), [])
                yield Task(f'{number}:{index}:{piece}', stage, chains, pair, begin, fin, items)


def read(words):
    """The tasks of a file, its contacts, how many more there are that the checker does not know, and what writes them."""
    arguments = verify.Arguments(words[1:])
    scene = verify.load_scene(arguments)
    verifier = verify.Verifier(scene, arguments.settings)
    lines = schema.read_claims(words[0])
    verifier.read_scene(lines[0])
    nodes = dict(zip(verifier.bodies, lines[0]['bodies']))
    return *sorted_tasks(tasks_of(verifier, lines, verify.load_motions(scene, arguments)), nodes), Writer(nodes)


def sorted_tasks(found, nodes):
    """Of what tasks_of finds: the tasks, the contacts, and how many more there are that the checker does not know. nodes:
    of the claimed bodies."""
    rounded = {claimed for claimed, node in nodes.items() if is_round(node)}
    tasks, met, left = [], [], 0
    for task in found:
        if not isinstance(task, Met):
            own = tasks if task.is_known(rounded) else None
        else:
            own = met if 'elements' in task.node else None
        if own is None:
            left += 1
        else:
            own.append(task)
    return tasks, met, left


def text_of(tasks, met, left, writer):
    writer.out.append(str(len(tasks)))
    for task in tasks:
        writer.task(task)
    writer.out.append(str(len(met)))
    for contact in met:
        writer.met(contact)
    writer.out.append(str(left))
    return '\n'.join(writer.out)


if __name__ == '__main__':
    try:
        print(text_of(*read(sys.argv[1:])))
    except Refused as reason:
        sys.exit(f'claims.py: refused: {reason}')
