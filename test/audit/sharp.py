"""Tests leeway-audit to the limit: the largest margin that it takes is never more than the true distance.

usage: sharp.py AUDITOR COUNT

A ball is carried by a chain of random joints past an obstacle (a ball, a box or a cylinder) or past a ball on another
branch of the chain. By halving, the largest margin is found for which a block, a chord, a slab or a travel claim is
believed, and held against the distance at many times. Likewise for triangles that are cut into cells and are carried
past a ball, by a chord or a slab for each cell. The mean of what is believed, as a share of the distance, has to
be large: rules that prove nothing pass no such test."""

import json
import math
import os
import random
import subprocess
import sys
import tempfile

TIMES = 400


def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    m = [[c, -s, 0], [s, c, 0], [0, 0, 1]]
    return m if axis == 2 else [[m[(i - axis - 1) % 3][(k - axis - 1) % 3] for k in range(3)] for i in range(3)]


def product(a, b):
    return [[sum(a[i][j] * b[j][k] for j in range(3)) for k in range(3)] for i in range(3)]


def image(m, v):
    return [sum(m[i][k] * v[k] for k in range(3)) for i in range(3)]


class Case:
    def __init__(self, r):
        self.frames, self.values = [], []
        count = r.randrange(1, 4)
        for i in range(count):
            self.frames.append({'kind': r.choice(['turn', 'turn', 'slide']), 'parent': i - 1,
                                'rotation': product(turn(0, r.uniform(-3, 3)), turn(2, r.uniform(-3, 3))),
                                'position': [r.uniform(-0.4, 0.4) for _ in range(3)]})
            degree = r.choice([1, 1, 2, 3])
            self.values.append([r.uniform(-2, 2)] + [r.choice([0.5, 2]) * r.uniform(-1, 1) for _ in range(degree)])
        self.places = [[r.uniform(-0.4, 0.4) for _ in range(3)] for _ in range(2)]
        self.radii = [r.uniform(0.01, 0.1) for _ in range(2)]
        self.other = r.randrange(-1, count - 1) if r.random() < 0.5 else None  # the frame of a second ball
        if self.other == -1:
            self.other = None
        self.spin = r.choice([0, r.uniform(-4, 4)])
        self.thin = 1  # the share of its radius that the cover of the ball has
        self.shape = r.choice(['point', 'box', 'cylinder'])
        self.half = [r.uniform(0.02, 0.3) for _ in range(3)]

    def pose(self, frame, t):
        m, p = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0]
        chain = []
        while frame >= 0:
            chain.append(frame)
            frame = self.frames[frame]['parent']
        for f in reversed(chain):
            own = self.frames[f]
            p = [a + b for a, b in zip(p, image(m, own['position']))]
            m = product(m, own['rotation'])
            q = sum(c * t**k for k, c in enumerate(self.values[f]))
            if own['kind'] == 'turn':
                m = product(m, turn(2, q))
            else:
                p = [a + q * row[2] for a, row in zip(p, m)]
        return m, p

    def at(self, frame, place, t):
        m, p = self.pose(frame, t)
        return [a + b for a, b in zip(p, image(m, place))]

    def gap(self, t):
        """The vector between the two nearest points at a time, and the distance."""
        a = self.at(len(self.frames) - 1, self.places[0], t)
        if self.other is not None:
            b = self.at(self.other, self.places[1], t)
            d = [y - x for x, y in zip(a, b)]
            return d, math.hypot(*d) - sum(self.radii)
        if self.shape == 'point':
            q, grown = [0, 0, 0], self.radii[1]
        elif self.shape == 'box':
            q, grown = [max(-h, min(h, x)) for x, h in zip(a, self.half)], 0
        else:
            across = math.hypot(a[0], a[1])
            share = min(1, self.half[0] / across) if across else 1
            q, grown = [a[0] * share, a[1] * share, max(-self.half[2], min(self.half[2], a[2]))], 0
        d = [y - x for x, y in zip(a, q)]
        return d, math.hypot(*d) - self.radii[0] - grown

    def second(self):
        if self.other is not None:
            return {'shape': 'point', 'radius': self.radii[1], 'position': self.places[1]}
        if self.shape == 'point':
            return {'shape': 'point', 'radius': self.radii[1]}
        if self.shape == 'box':
            return {'shape': 'box', 'half': self.half}
        return {'shape': 'cylinder', 'base': self.half[0], 'half': self.half[2]}

    def model(self, margin):
        def columns(m):
            return [m[i][k] for k in range(3) for i in range(3)]

        def body(name, element, frame, obstacle):
            place = element.get('position', [0, 0, 0])
            out = {'name': name, 'ball': place + [1], 'elements': [element], 'tree': [-1], 'at': {}}
            if obstacle:
                out['around'] = element
            else:
                out['frame'] = frame
                out['cover'] = [place + [self.thin * element['radius'] * (1 + 1e-9)]]
            return out

        first = {'shape': 'point', 'radius': self.radii[0], 'position': self.places[0]}
        frames = []
        for i, f in enumerate(self.frames):
            node = {'kind': f['kind'], 'variable': i, 'position': f['position'], 'rotation': columns(f['rotation'])}
            if f['parent'] >= 0:
                node['parent'] = f['parent']
            frames.append(node)
        return {'claims': 2, 'frames': frames,
                'bodies': [body('a', first, len(frames) - 1, False),
                           body('b', self.second(), self.other, self.other is None)],
                'pairs': [{'bodies': [0, 1], 'margin': margin, 'padding': [0, 0]}]}

    def motion(self, line):
        degree = max(map(len, self.values))
        padded = [v + [0] * (degree - len(v)) for v in self.values]
        return [{'motion': 0, 'index': 0, 'begin': 0, 'end': 1, 'rest': [0] * len(padded),
                 'tracks': [{'times': [0, 1], 'variables': list(range(len(padded))), 'coefficients': [padded]}]},
                line, {'motion': 0, 'index': 0, 'verdict': 'free', 'free_until': 1, 'claims': 1}]

    def claim(self, rule, end):
        middle = end / 2
        d, _ = self.gap(middle)
        length = math.hypot(*d) or 1
        m, _ = self.pose(len(self.frames) - 1, middle)
        n = [sum(m[i][k] * d[i] for i in range(3)) / length for k in range(3)]
        part = {'normal': n, 'rule': rule}
        if rule == 'slab' and self.spin:
            part['turn'] = [self.spin * v for v in (n[1], -n[0], 0)]
        return {'pair': 0, 'from': 0, 'to': end, 'at': middle, 'parts': [part]}


def nearest_of_triangle(corners, q):
    """The point of a triangle that is nearest to another point: within it, or on an edge."""
    def less(u, v):
        return [x - y for x, y in zip(u, v)]

    def dot(u, v):
        return sum(x * y for x, y in zip(u, v))

    found = []
    for a, b in zip(corners, corners[1:] + corners[:1]):
        way = less(b, a)
        share = max(0, min(1, dot(way, less(q, a)) / (dot(way, way) or 1)))
        found.append([x + share * y for x, y in zip(a, way)])
    u, v, w = less(corners[1], corners[0]), less(corners[2], corners[0]), less(q, corners[0])
    uu, uv, vv = dot(u, u), dot(u, v), dot(v, v)
    flat = uu * vv - uv * uv
    if flat > 1e-12:
        s, t = (vv * dot(u, w) - uv * dot(v, w)) / flat, (uu * dot(v, w) - uv * dot(u, w)) / flat
        if s > 0 and t > 0 and s + t < 1:
            found.append([x + s * y + t * z for x, y, z in zip(corners[0], u, v)])
    return min(found, key=lambda p: math.dist(p, q))


def nearest(polygons, q):
    return min((nearest_of_triangle([p[0], p[k], p[k + 1]], q) for p in polygons for k in range(1, len(p) - 1)),
               key=lambda p: math.dist(p, q))


def part_of(polygon, axis, at, above):
    """The part of a convex polygon whose coordinate along an axis is at most `at`, or at least."""
    found, sign = [], -1 if above else 1
    for p, q in zip(polygon, polygon[1:] + polygon[:1]):
        a, b = sign * (p[axis] - at), sign * (q[axis] - at)
        if a <= 0:
            found.append(p)
        if a * b < 0:
            found.append([x + a / (a - b) * (y - x) for x, y in zip(p, q)])
    return found


class CutCase(Case):
    """Triangles in the place of the first ball, which are cut into cells."""

    def __init__(self, r):
        super().__init__(r)
        self.shape = 'point'
        self.triangles = [[[c + r.uniform(-0.3, 0.3) for c in self.places[0]] for _ in range(3)]
                          for _ in range(r.randrange(1, 5))]
        self.grown = r.choice([0, r.uniform(0.01, 0.05)])
        self.cells, waiting = [[]], [(0, 3)]
        self.pieces = {0: self.triangles}
        while waiting:
            node, depth = waiting.pop()
            if not depth or (node and r.random() < 0.3):
                continue
            axis, child = r.randrange(3), len(self.cells)
            at = self.places[0][axis] + r.uniform(-0.2, 0.2)
            self.cells[node] = [axis, at, child]
            self.cells += [[], []]
            for side in (0, 1):
                cut = [part_of(p, axis, at, side > 0) for p in self.pieces[node]]
                self.pieces[child + side] = [p for p in cut if len(p) > 2]
                waiting.append((child + side, depth - 1))

    def ball(self, t):
        """The centre of the second ball in the frame of the triangles."""
        m, p = self.pose(len(self.frames) - 1, t)
        d = [b - a for a, b in zip(p, self.at(self.other, self.places[1], t) if self.other is not None else (0, 0, 0))]
        return [sum(m[i][k] * d[i] for i in range(3)) for k in range(3)]

    def gap(self, t):
        q = self.ball(t)
        p = nearest(self.triangles, q)
        return [b - a for a, b in zip(p, q)], math.dist(p, q) - self.grown - self.radii[1]

    def model(self, margin):
        model = super().model(margin)
        body, count = model['bodies'][0], len(self.triangles)
        body['elements'] = [sum(t, []) + ([self.grown] if self.grown else []) for t in self.triangles]
        # each inner node has the next one and a leaf as children
        body['tree'] = [0] * (2 * count - 1)
        for i in range(count - 1):
            body['tree'][2 * i - (i > 0)] = 2 * i + 1
            body['tree'][2 * i + 2] = -1 - i
        body['tree'][2 * (count - 1) - (count > 1)] = -count
        body['cells'] = self.cells
        del body['cover']
        return model

    def claim(self, rule, end):
        """A part for each cell: along the shortest way from what it has of the triangles."""
        middle, parts = end / 2, []
        q = self.ball(middle)
        for node, cut in enumerate(self.cells):
            if cut:
                continue
            p = nearest(self.pieces[node] or self.triangles, q)
            length = math.dist(p, q) or 1
            parts.append({'a': {'cell': node}, 'normal': [(b - a) / length for a, b in zip(p, q)], 'rule': rule})
        return {'pair': 0, 'from': 0, 'to': end, 'at': middle, 'parts': parts}


def believed(auditor, case, margin, line, end, folder):
    path = os.path.join(folder, 'sharp.jsonl')
    lines = case.motion(line)
    lines[0]['end'] = lines[2]['free_until'] = end
    with open(path, 'w', encoding='utf-8') as file:
        for node in [case.model(margin)] + lines:
            file.write(json.dumps(node) + '\n')
    run = subprocess.run([auditor, path], stdout=subprocess.PIPE, text=True, check=False)
    return run.returncode == 0


def main(words):
    auditor, count = words[0], int(words[1])
    seed = int(os.environ.get('LEEWAY_SEED', '1'))
    print(f'seed: LEEWAY_SEED={seed}')
    r, shares = random.Random(seed), {}
    with tempfile.TemporaryDirectory() as folder:
        while sum(map(len, shares.values())) < count:
            cut = r.random() < 0.3
            case = CutCase(r) if cut else Case(r)
            end = r.choice([0.1, 0.03] if cut else [1, 0.3, 0.1])
            least = min(case.gap(end * k / TIMES)[1] for k in range(TIMES + 1))
            if least < 0.02:
                continue
            rule = r.choice(['chord', 'slab'] if cut else ['block', 'chord', 'chord', 'slab', 'travel'])
            line = {'block': [0, end]} if rule == 'block' else case.claim(rule, end)
            low, high = 0.0, 2 * least
            for _ in range(18):
                middle = (low + high) / 2
                if believed(auditor, case, middle, line, end, folder):
                    low = middle
                else:
                    high = middle
            if low > least + 1e-7:
                sys.exit(f'sharp.py: {rule}: {low} is believed, but the distance is {least}: {case.model(low)}')
            if cut and believed(auditor, case, 0, dict(line, parts=line['parts'][1:]), end, folder):
                sys.exit('sharp.py: a cell less is believed')
            rule = rule + ' of cells' if cut else rule
            shares.setdefault(rule, []).append(low / least)
            case.thin = 0.7
            if rule == 'block' and believed(auditor, case, 0, line, end, folder):
                sys.exit('sharp.py: a ball is believed to be in a smaller one')
    for rule, found in sorted(shares.items()):
        mean = sum(found) / len(found)
        print(f'{rule}: {len(found)} cases, {mean:.3f} of the distance believed in the mean')
        if mean < {'block': 0.8, 'chord': 0.15, 'slab': 0.15, 'travel': 0.05}.get(rule, 0.5):
            sys.exit(f'sharp.py: {rule} proves too little')


if __name__ == '__main__':
    main(sys.argv[1:])
