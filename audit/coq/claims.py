"""Writes the claims of a claims file for the checker that Coq extracts: python3 claims.py CLAIMS SCENE-ARGUMENTS,
with the arguments of `leeway check`. Reads scenes and motions by the modules of bind/python/leeway/audit.

For each pair, and each piece of a motion, come the chains of both bodies as joints that turn or slide, with their
values as polynomials in the time; the elements as hulls of balls; and the claims. The constant rotations are turns
about axes rounded to 2^-180, for which 1e-30 m is added to the required distance."""

import os
import sys
from fractions import Fraction
from pathlib import Path

sys.path.insert(0, os.environ.get('LEEWAY_VERIFIER') or str(Path(__file__).resolve().parents[2] / 'bind/python/leeway/audit'))

import proofs
import schema
import verify
from balls import ONE, Refused, axis_and_angle

SLACK = Fraction(1, 10**30)
ORIGIN = (Fraction(0),) * 3
UP = (Fraction(0), Fraction(0), Fraction(1))


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


def element_balls(node):
    """The balls whose hull an element is."""
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
        return None
    return [([position[i] + sum(p[k] * r[3 * k + i] for k in range(3)) for i in range(3)], radius) for p in points]


def main(words):
    arguments = verify.Arguments(words[1:])
    scene = verify.load_scene(arguments)
    verifier = verify.Verifier(scene, arguments.settings)
    lines = schema.read_claims(words[0])
    verifier.read_scene(lines[0])
    nodes = {claimed: node for claimed, node in zip(verifier.bodies, lines[0]['bodies'])}
    groups = verify.groups_of(lines[1:])
    asked = verify.load_motions(scene, arguments)
    if len(asked) != len(groups):
        raise Refused(f'the file has {len(groups)} motions where {len(asked)} are asked for')
    found, left = [], 0
    for number, ((name, node), group) in enumerate(zip(asked, groups)):
        if not schema.same_identity(group[0]['motion'], name) or group[0]['index'] != number:
            raise Refused(f'motion {number} is not {name}')
        motion = verifier.reader.motion(node)
        if motion.events:
            raise Refused('motions that attach objects are not written for the checker')
        until, _ = verifier.check_frame(motion, group)
        written_for = {}
        for line in group[1:-1]:
            if 'parts' in line:
                piece = motion.piece_of(*(Fraction(line[k]) for k in ('from', 'to')))
                written_for.setdefault((line['pair'], piece), []).append(line)
        # every pair that has to be checked, on every piece of the proven part, with claims or without
        pairs, needed = verifier.pairs
        pieces = [piece for piece, knot in enumerate(motion.knots) if knot < until]
        for index, piece in ((index, piece) for index, pair in enumerate(pairs) if pair in needed for piece in pieces):
            pair, claims = pairs[index], written_for.get((index, piece), [])
            elements = [[element_balls(e) for e in nodes[c]['elements']] for c in pair.claimed]
            if any(e is None for side in elements for e in side):
                left += 1
                continue
            begin = motion.knots[piece]
            fin = min(motion.knots[piece + 1] if piece + 1 < len(motion.knots) else motion.end, until)
            claims = [c for c in claims if Fraction(c['from']) <= fin]
            found.append((f'{group[0]["index"]}:{index}:{piece}', motion, piece, pair, elements, begin, fin, claims))
    out, written = Written([str(len(found))]), {}
    for name, motion, piece, pair, elements, begin, fin, claims in found:
        chains = Chains(motion, piece)
        out.append(name)
        own = Placed(scene.bodies[pair.bodies[0]].local)
        for body, claimed, balls in zip(pair.bodies, pair.claimed, elements):
            placed = Placed(scene.bodies[body].local)
            out.each(chains.of(scene.bodies[body], pair.common), lambda j: out.joint(*j))
            x, y, z, r = map(Fraction, nodes[claimed]['ball'])
            if claimed not in written:
                words = written[claimed] = Written()
                words.ball(placed.ball(((x, y, z), r + SLACK)))
                words.each(balls, lambda e, words=words, placed=placed: words.each(map(placed.ball, e), words.ball))
            out.extend(written[claimed])
        out.numbers([Fraction(pair.required, ONE) + SLACK, begin, fin])

        def part(p, pair=pair, own=own):
            for claimed, key in zip(pair.claimed, 'ab'):
                members = proofs._members(claimed, p.get(key, {'node': 0}))
                if members is None:
                    members = range(len(nodes[claimed]['elements']))
                out.each(sorted(members), lambda i: out.append(str(i)))
            out.append(p['rule'])
            out.numbers(own.direction(p['normal']))
            out.numbers(own.direction(p.get('turn', (0, 0, 0))))

        def claim(c):
            out.numbers([c['from'], c['to'], c['at']])
            out.each(c['parts'], part)

        out.each(sorted(claims, key=lambda c: c['from']), claim)
    # pairs with elements that the checker does not know: cylinders, cones and ellipsoids
    out.append(str(left))
    print('\n'.join(out))


if __name__ == '__main__':
    try:
        main(sys.argv[1:])
    except Refused as reason:
        sys.exit(f'claims.py: refused: {reason}')
