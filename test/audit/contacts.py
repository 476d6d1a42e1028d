"""Tests what leeway-audit believes of contacts: no more than the true distance allows, and what is true.

usage: contacts.py AUDITOR COUNT

Two elements of random kinds, one on a slide and one in the world, are put near each other. Their nearest points come
from projections onto the one and the other in turn, and a lower bound of the distance from support values: neither is
how the auditor or the program find distances. Lines with these points must be believed where the margin allows it, and
of COUNT altered ones none with a margin that is less than the distance. Points in and beside boxes of triangles, with
rooms and cavities in them, are claimed to be inside."""

import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
from itertools import combinations

KINDS = ['point', 'segment', 'box', 'cylinder', 'cone', 'ellipsoid', 'triangle', 'polytope']
SLACK = 1e-9  # of lengths of about 1
FACES = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2),
         (1, 3, 7), (1, 7, 5)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def along(a, s, b):
    return [x + s * y for x, y in zip(a, b)]


def clamp(v, h):
    return max(-h, min(h, v))


# ---- the nearest point of a shape about the origin ----------------------------------------------------


def solve(rows, right):
    """A small system of equations; None: it has no one solution."""
    n = len(right)
    m = [list(r) + [b] for r, b in zip(rows, right)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(m[i][k]))
        if abs(m[pivot][k]) < 1e-13:
            return None
        m[k], m[pivot] = m[pivot], m[k]
        for i in range(n):
            if i != k:
                m[i] = along(m[i], -m[i][k] / m[k][k], m[k])
    return [m[k][n] / m[k][k] for k in range(n)]


def on_hull(points, p):
    """The nearest of the points of all simplices of up to four corners."""
    best = None
    for count in range(1, min(4, len(points)) + 1):
        for corners in combinations(points, count):
            edges = [sub(c, corners[0]) for c in corners[1:]]
            weights = solve([[dot(a, b) for b in edges] for a in edges], [dot(e, sub(p, corners[0])) for e in edges])
            if weights is None or min([1 - sum(weights)] + weights) < 0:
                continue
            q = list(corners[0])
            for w, e in zip(weights, edges):
                q = along(q, w, e)
            if best is None or math.dist(p, q) < math.dist(p, best):
                best = q
    return best


def on_ellipsoid(half, p):
    if sum((v / h) ** 2 for v, h in zip(p, half)) <= 1:
        return p
    low, high = 0.0, 1.0
    while sum((v * h / (h * h + high)) ** 2 for v, h in zip(p, half)) > 1:
        high *= 2
    for _ in range(200):
        t = (low + high) / 2
        if sum((v * h / (h * h + t)) ** 2 for v, h in zip(p, half)) > 1:
            low = t
        else:
            high = t
    return [v * h * h / (h * h + high) for v, h in zip(p, half)]


class Element:
    def __init__(self, r, kind):
        self.kind, self.radius = kind, r.choice([0, 0, r.uniform(0.01, 0.2)])
        self.half = [r.uniform(0.1, 0.6) for _ in range(3)]
        self.base = self.half[0]
        self.points = [[r.uniform(-0.5, 0.5) for _ in range(3)]
                       for _ in range(3 if kind == 'triangle' else r.randrange(4, 7))]
        turned = kind != 'triangle'
        self.at = ([r.uniform(-0.3, 0.3) for _ in range(3)], rotation(r)) if turned else ([0, 0, 0], IDENTITY)

    def node(self):
        if self.kind == 'triangle':
            return [c for p in self.points for c in p] + ([self.radius] if self.radius else [])
        node = {'shape': self.kind, 'position': self.at[0], 'rotation': columns(self.at[1])}
        if self.radius:
            node['radius'] = self.radius
        if self.kind in ('box', 'ellipsoid'):
            node['half'] = self.half
        elif self.kind == 'polytope':
            node['vertices'] = self.points
        elif self.kind != 'point':
            node['half'] = self.half[2]
        if self.kind in ('cylinder', 'cone'):
            node['base'] = self.base
        return node

    def inner(self, p):
        """The nearest point of the core about the origin."""
        half, z = self.half, clamp(p[2], self.half[2])
        if self.kind == 'point':
            return [0, 0, 0]
        if self.kind == 'segment':
            return [0, 0, z]
        if self.kind == 'box':
            return [clamp(v, h) for v, h in zip(p, half)]
        if self.kind == 'ellipsoid':
            return on_ellipsoid(half, p)
        if self.kind in ('triangle', 'polytope'):
            return on_hull(self.points, p)
        across = math.hypot(p[0], p[1])
        if self.kind == 'cylinder':
            share = min(1, self.base / across) if across else 1
            return [p[0] * share, p[1] * share, z]
        # a cone: in the half plane through its axis, a triangle
        flat = on_hull([(0, -half[2], 0), (self.base, -half[2], 0), (0, half[2], 0)], (across, p[2], 0))
        share = flat[0] / across if across else 0
        return [p[0] * share, p[1] * share, flat[1]]

    def support(self, d):
        """The largest product of a point of the core about the origin."""
        half, across = self.half, self.base * math.hypot(d[0], d[1])
        if self.kind == 'point':
            return 0
        if self.kind == 'segment':
            return abs(d[2]) * half[2]
        if self.kind == 'box':
            return sum(abs(v) * h for v, h in zip(d, half))
        if self.kind == 'ellipsoid':
            return math.hypot(*(v * h for v, h in zip(d, half)))
        if self.kind == 'cylinder':
            return across + abs(d[2]) * half[2]
        if self.kind == 'cone':
            return max(across - d[2] * half[2], d[2] * half[2])
        return max(dot(d, p) for p in self.points)


# ---- poses: (position, rows) -----------------------------------------------------------------------------

IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def rotation(r):
    q = [r.gauss(0, 1) for _ in range(4)]
    n = math.sqrt(dot(q, q))
    x, y, z, w = (v / n for v in q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def columns(rows):
    return [rows[i][k] for k in range(3) for i in range(3)]


def turned(rows, v):
    return [dot(row, v) for row in rows]


def back(rows, v):
    return [sum(rows[i][k] * v[i] for i in range(3)) for k in range(3)]


def moved(at, v):
    return [a + b for a, b in zip(at[0], turned(at[1], v))]


def returned(at, v):
    return back(at[1], sub(v, at[0]))


class Case:
    """Two elements near each other, of which the first slides along z of its frame."""

    def __init__(self, r):
        self.r = r
        self.elements = [Element(r, r.choice(KINDS)) for _ in range(2)]
        self.frame = ([r.uniform(-0.5, 0.5) for _ in range(3)], rotation(r))
        self.speed = r.uniform(-1, 1)
        self.at = [([r.uniform(-0.2, 0.2) for _ in range(3)], rotation(r)) for _ in range(2)]
        self.time = r.random()

    def pose(self, side, t):
        if side:
            return self.at[1]
        slid = along(self.frame[0], self.speed * t, turned(self.frame[1], [0, 0, 1]))
        return moved((slid, self.frame[1]), self.at[0][0]), [
            [sum(self.frame[1][i][m] * self.at[0][1][m][k] for m in range(3)) for k in range(3)] for i in range(3)]

    def place(self, side, t, p, inverse=False):
        """A point from the frame of an element's core to the world, or back."""
        body, own = self.pose(side, t), self.elements[side].at
        return returned(own, returned(body, p)) if inverse else moved(body, moved(own, p))

    def nearest(self, t):
        """Points of both cores in the world, and a lower bound of the distance of the elements."""
        p = self.place(0, t, [0, 0, 0])
        for _ in range(400):
            q = self.place(1, t, self.elements[1].inner(self.place(1, t, p, True)))
            last, p = p, self.place(0, t, self.elements[0].inner(self.place(0, t, q, True)))
            if math.dist(last, p) < 1e-14:
                break
        d = sub(q, p)
        size = math.hypot(*d)
        lower = 0
        if size > 1e-12:
            n = [v / size for v in d]
            lower = -sum(self.furthest(side, t, [s * v for v in n]) for side, s in ((0, 1), (1, -1)))
        return p, q, lower

    def furthest(self, side, t, n):
        body, own = self.pose(side, t), self.elements[side].at
        direction = back(own[1], back(body[1], n))
        origin = moved(body, own[0])
        return dot(n, origin) + self.elements[side].support(direction) + self.elements[side].radius

    def model(self, margin):
        def body(name, side):
            pose = {'position': self.at[side][0], 'rotation': columns(self.at[side][1])}
            return {'name': name, 'ball': [0, 0, 0, 9], 'elements': [self.elements[side].node()], 'tree': [-1], 'at': pose}
        first = body('a', 0)
        first['frame'] = 0
        return {'claims': 2, 'frames': [{'kind': 'slide', 'variable': 0, 'position': self.frame[0],
                                         'rotation': columns(self.frame[1])}],
                'bodies': [first, body('b', 1)], 'pairs': [{'bodies': [0, 1], 'margin': margin, 'padding': [0, 0]}]}

    def line(self, t, p, q):
        return {'pair': 0, 'contact': t, 'elements': [0, 0],
                'points': [returned(self.pose(0, t), p), returned(self.pose(1, t), q)]}


def motion(number, line, speed):
    return [{'motion': number, 'index': number, 'begin': 0, 'end': 1, 'rest': [0],
             'tracks': [{'times': [0, 1], 'variables': [0], 'coefficients': [[[0, speed]]]}]},
            line, {'motion': number, 'index': number, 'verdict': 'contact', 'free_until': 0, 'claims': 1}]


def audit(auditor, model, lines, speed, folder):
    """What the auditor says of each line: how far apart the bodies are at most; None: it is refused."""
    path = os.path.join(folder, 'contacts.jsonl')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(json.dumps(model) + '\n')
        for number, line in enumerate(lines):
            for node in motion(number, line, speed):
                file.write(json.dumps(node) + '\n')
    run = subprocess.run([auditor, path], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1) or run.stderr:
        sys.exit(f'contacts.py: the auditor ended with {run.returncode}: {run.stderr[:2000]}')
    found = {}
    for said in run.stdout.splitlines():
        near = re.fullmatch(r'motion (\d+): proven in contact at \S+: a and b are at most (\S+) apart, and \S+ is required',
                            said)
        inside = re.fullmatch(r'motion (\d+): proven in contact at \S+: a point of (\w) is inside (\w)', said)
        if near:
            found[int(near[1])] = float(near[2])
        elif inside:
            found[int(inside[1])] = inside[2]
        elif 'refused' not in said:
            sys.exit(f'contacts.py: {said}')
    return [found.get(number) for number in range(len(lines))]


def altered(r, line):
    line = json.loads(json.dumps(line))
    for _ in range(r.choice([1, 1, 2])):
        what = r.randrange(5)
        side, k = r.randrange(2), r.randrange(3)
        if what < 3:
            value = line['points'][side][k]
            line['points'][side][k] = r.choice([value + r.uniform(-1, 1) * 10 ** r.uniform(-12, 0), -value, 2 * value,
                                                1e9 * value, 1e308, 0])
        elif what == 3:
            line['contact'] = r.choice([r.random(), line['contact'] + r.uniform(-1, 1) * 10 ** r.uniform(-9, -1), 2])
        else:
            line['elements'][side] = r.choice([0, 1, 7])
    return line


def near_elements(auditor, r, count, folder):
    kinds, believed, refused, open_cases = {}, 0, 0, 0
    while believed + refused < count:
        case = Case(r)
        p, q, lower = case.nearest(case.time)
        radii = sum(e.radius for e in case.elements)
        upper = max(0, math.dist(p, q) - radii)
        if upper - max(0, lower) > 1e-7:
            open_cases += 1
            continue
        kind = tuple(sorted(e.kind for e in case.elements))
        kinds[kind] = kinds.get(kind, 0) + 1
        line = case.line(case.time, p, q)
        found = audit(auditor, case.model(upper + SLACK), [line], case.speed, folder)[0]
        if found is None or not lower - SLACK <= found <= upper * (1 + 2e-8) + SLACK:
            sys.exit(f'contacts.py: {found} instead of {upper}: {case.model(upper)} {line}')
        margin = r.choice([0, upper * r.random(), upper * r.uniform(0.9, 1.1), upper * r.uniform(1, 3)])
        lines = [line] + [altered(r, line) for _ in range(25)]
        for own, found in zip(lines, audit(auditor, case.model(margin), lines, case.speed, folder)):
            if found is None:
                refused += 1
                continue
            believed += 1
            truth = max(0, case.nearest(own['contact'])[2])
            if truth > margin + SLACK or truth > found + SLACK:
                sys.exit(f'contacts.py: at most {found} apart is believed, but it is {truth}: {case.model(margin)} {own}')
    print(f'{believed} lines are believed, {refused} refused, of {len(kinds)} pairs of kinds; {open_cases} left out')
    if not believed or not refused or open_cases > sum(kinds.values()) / 2 or count > 5000 and len(kinds) < 36:
        sys.exit('contacts.py: the lines are all of one kind')


# ---- points inside boxes of triangles ------------------------------------------------------------------


def box_of(half, centre, inwards):
    corners = [[c + (h if i >> k & 1 else -h) for k, (c, h) in enumerate(zip(centre, half))] for i in range(8)]
    return [[v for i in (face[::-1] if inwards else face) for v in corners[i]] for face in FACES]


def chain(count):
    nodes = [1]
    for i in range(count - 2):
        nodes += [-1 - i, len(nodes) + 2]
    return nodes + [1 - count, -count] if count > 1 else [-1]


def is_solid(shells, place):
    """Whether boxes about one middle, each (size, inwards), wind round a place more than 0 times, not counting those
    that face inwards and are in none that faces outwards."""
    total = 0
    for size, inwards in shells:
        room = inwards and not any(other > size and not faces for other, faces in shells)
        if place < size and not room:
            total += -1 if inwards else 1
    return total > 0


def inside_boxes(auditor, r, count, folder):
    believed, refused = 0, 0
    while believed + refused < count:
        centre = [r.uniform(-0.3, 0.3) for _ in range(3)]
        shells = [(0.5, False)]
        if r.random() < 0.5:
            shells.append((0.25, True))  # a cavity
        if r.random() < 0.3:
            shells = [(1, True)] + shells  # a room about all, whose space is free
        if r.random() < 0.2:
            shells[0] = (shells[0][0], not shells[0][1])
        triangles = [t for size, inwards in shells for t in box_of([size] * 3, centre, inwards)]
        lines, places = [], []
        for _ in range(20):
            edge = [r.uniform(-1.2, 1.2) for _ in range(3)]
            p = [c + e for c, e in zip(centre, edge)]
            places.append(max(map(abs, edge)))
            lines.append({'pair': 0, 'contact': 0, 'inner': r.choice([1, 1, 1, 0]), 'element': r.choice([0, 0, 0, 0, 1, 99]),
                          'point': p})
        # the ball is so large that each point is in it
        model = {'claims': 2, 'frames': [{'kind': 'slide', 'variable': 0}],
                 'bodies': [{'name': 'a', 'ball': [0, 0, 0, 9], 'solid': True, 'elements': triangles,
                             'tree': chain(len(triangles)), 'at': {}, 'frame': 0},
                            {'name': 'b', 'ball': [0, 0, 0, 9], 'elements': [{'shape': 'box', 'half': [3, 3, 3]}],
                             'tree': [-1], 'at': {}}],
                 'pairs': [{'bodies': [0, 1], 'margin': 0, 'padding': [0, 0]}]}
        for line, place, found in zip(lines, places, audit(auditor, model, lines, 0, folder)):
            solid = is_solid(shells, place)
            truth = solid and line['inner'] == 1 and line['element'] == 0
            if (found is not None) != truth:
                sys.exit(f'contacts.py: {found} of a point {place} from the middle of {shells}: {line}')
            believed += found is not None
            refused += found is None
    print(f'{believed} points are believed to be inside, {refused} not')
    if not believed or not refused:
        sys.exit('contacts.py: the points are all of one kind')


def main(words):
    auditor, count = words[0], int(words[1])
    seed = int(os.environ.get('LEEWAY_SEED', '1'))
    print(f'seed: LEEWAY_SEED={seed}')
    with tempfile.TemporaryDirectory() as folder:
        near_elements(auditor, random.Random(seed), count, folder)
        inside_boxes(auditor, random.Random(seed), count // 4, folder)


if __name__ == '__main__':
    main(sys.argv[1:])
