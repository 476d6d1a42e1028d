"""For the tests: writes blocks by hand. Takes a file of claims of version 1, and makes one of version 2
of it: covers of boxes, sets around obstacles, and blocks on the intervals on which dense samples of the
balls, in floats, say that they are far enough apart."""

import copy
import math
from fractions import Fraction

import verify
from balls import ONE
from bodies import UNIT, ClaimedBody

SAMPLES = 2  # of an interval


def boxes_of(tree, most):
    """Boxes (low, high, radius) of nodes that contain all of a body."""
    nodes = [0]
    while len(nodes) < most:
        inner = [n for n in nodes if tree.nodes[n] >= 0]
        if not inner:
            break
        largest = max(inner, key=lambda n: sum(tree.boxes[n][k + 3] - tree.boxes[n][k] for k in range(3)))
        nodes.remove(largest)
        nodes += [tree.nodes[largest], tree.nodes[largest] + 1]
    return [([c / UNIT for c in tree.boxes[n][:3]], [c / UNIT for c in tree.boxes[n][3:]], tree.radii[n] / UNIT)
            for n in nodes]


def cover_of(body, most=4):
    """A cover: a ball about each cell of the boxes of some nodes, a little larger, as circles count as
    polygons about them."""
    balls = []
    for low, high, radius in boxes_of(ClaimedBody(body).tree, most):
        sides = [b - a for a, b in zip(low, high)]
        size = max(max(sides) / 4, sorted(sides)[1] / 2, 1e-9)
        counts = [max(1, math.ceil(s / size - 1e-9)) for s in sides]
        for x in range(counts[0]):
            for y in range(counts[1]):
                for z in range(counts[2]):
                    cell = [s / n for s, n in zip(sides, counts)]
                    centre = [a + (k + 0.5) * c for a, k, c in zip(low, (x, y, z), cell)]
                    balls.append([*centre, math.hypot(*cell) / 2 * 1.02 + radius + 1e-12])
    return balls


def around_of(body):
    """The set around an obstacle: its element, if that is a shape that blocks know, or a box."""
    element = body['elements'][0]
    if len(body['elements']) == 1 and isinstance(element, dict):
        node = dict(element)
        if node['shape'] in ('box', 'cylinder', 'point'):
            return node
        if node['shape'] == 'segment':
            return {**node, 'shape': 'box', 'half': [0, 0, node['half']]}
        if node['shape'] == 'cone':
            return dict(node, shape='cylinder')
    (low, high, radius), = boxes_of(ClaimedBody(body).tree, 1)
    return {'shape': 'box', 'half': [(b - a) / 2 + radius + 1e-9 for a, b in zip(low, high)],
            'position': [(a + b) / 2 for a, b in zip(low, high)]}


def off(around, point):
    """The distance of a point in an obstacle's frame from the set around it."""
    p = [c - o for c, o in zip(point, around.get('position', (0, 0, 0)))]
    turn = around.get('rotation', (1, 0, 0, 0, 1, 0, 0, 0, 1))
    x, y, z = (sum(turn[3 * i + k] * p[k] for k in range(3)) for i in range(3))
    half = around.get('half', 0)
    if around['shape'] == 'cylinder':
        way = (max(0, math.hypot(x, y) - around['base']), max(0, abs(z) - half))
    else:
        half = (0, 0, 0) if around['shape'] == 'point' else half
        way = [max(0, abs(c) - h) for c, h in zip((x, y, z), half)]
    return math.hypot(*way) - around.get('radius', 0)


def times_of(begin, end):
    step = (end - begin) * (1.0 / 7)
    return [begin + step * k for k in range(7)] + [end]


class Sampler:
    """Distances of balls in floats, sampled."""

    def __init__(self, verifier, motion, bodies):
        self.motion, self.scene, self.index = motion, motion.scene, verifier.index
        self.bodies = bodies  # of the claims file
        self._poses, self._balls = {}, {}

    def pose(self, body, t):
        key = body, t
        if key not in self._poses:
            sample = self.motion.sample(self.motion.piece_of(t, t), t)
            rotation, position = sample.pose(self.scene.bodies[self.index[body]])
            self._poses[key] = [v / ONE for v in rotation[0]], [v / ONE for v in position[:3]]
        return self._poses[key]

    def balls(self, body, t):
        """The balls of a body in the world."""
        key = body, t
        if key not in self._balls:
            a, p = self.pose(body, t)
            self._balls[key] = [(a[0] * x + a[1] * y + a[2] * z + p[0], a[3] * x + a[4] * y + a[5] * z + p[1],
                                 a[6] * x + a[7] * y + a[8] * z + p[2], r)
                                for x, y, z, r in self.bodies[body]['cover']]
        return self._balls[key]

    def gap(self, pair, t):
        """The least distance of the balls of a pair at a time, less what is required."""
        a, b = pair['bodies']
        required = pair['margin'] + sum(pair['padding'])
        if self.scene.bodies[self.index[a]].robot is None:
            a, b = b, a
        balls = self.balls(a, t)
        if self.scene.bodies[self.index[b]].robot is not None:
            return min(math.dist(p[:3], q[:3]) - p[3] - q[3] for p in balls for q in self.balls(b, t)) - required
        turn, at = self.pose(b, t)
        least = math.inf
        for x, y, z, r in balls:
            p = (x - at[0], y - at[1], z - at[2])
            own = [sum(turn[3 * k + i] * p[k] for k in range(3)) for i in range(3)]
            least = min(least, off(self.bodies[b]['around'], own) - r)
        return least - required

    def least(self, pair, begin, end, samples=SAMPLES):
        return min(self.gap(pair, Fraction(begin) + (Fraction(end) - Fraction(begin)) * k / samples)
                   for k in range(samples + 1))


def with_blocks(checked, spare=0.03, parts=2):
    """The claims of a check as a file of version 2: each motion begins with blocks, on each piece
    `parts` of them, about the pairs whose balls are `spare` metres farther apart than they need be.
    Claims of version 1 that the blocks make superfluous are left out."""
    lines = copy.deepcopy(checked.lines)
    first = lines[0]
    first['claims'] = 2
    verifier = verify.Verifier(checked.scene, checked.arguments.settings)
    verifier.read_scene(checked.lines[0])
    for body, index in zip(first['bodies'], verifier.index):
        if checked.scene.bodies[index].robot is None:
            body['around'] = around_of(body)
        else:
            body['cover'] = cover_of(body)
    found, asked = [first], list(checked.asked)
    groups = verify.groups_of(lines[1:])
    for group, (_, node) in zip(groups, asked):
        motion = verifier.reader.motion(node)
        if motion.events:
            found += group
            continue
        sampler = Sampler(verifier, motion, first['bodies'])
        own, proven = [], {}
        until = group[-1]['free_until']
        for a, b in zip(motion.knots, motion.knots[1:]):
            edges = [float(a + (b - a) * k / parts) for k in range(parts + 1)]
            for begin, end in zip(edges, edges[1:]):
                if begin >= until:
                    continue
                times = times_of(begin, end)
                left = []
                for p, pair in enumerate(first['pairs']):
                    mask = 0
                    for k in range(7):
                        if sampler.least(pair, *times[k:k + 2]) < spare:
                            mask |= 1 << k
                    if mask:
                        left.append([p, mask])
                    if mask != 127:
                        proven.setdefault(p, []).extend(times[k:k + 2] for k in range(7) if not mask >> k & 1)
                own.append({'block': [begin, end], **({'left': left} if left else {})})
        for line in group[1:-1]:
            if 'outside' in line or 'contact' in line:
                continue
            held = merged(proven.get(line['pair'], ()))
            if any(a <= line['from'] and line['to'] <= b for a, b in held):
                continue
            own.append(line)
        found += [group[0], *own, dict(group[-1], claims=len(own))]
    return found


def merged(intervals):
    found = []
    for a, b in sorted(map(list, intervals)):
        if found and found[-1][1] >= a:
            found[-1][1] = max(found[-1][1], b)
        else:
            found.append([a, b])
    return found
