"""The rules of docs/proofs.md in floats, from the lines of a proof file: poses, bounds on travel, and the largest
margin that a claim or a block proves. Written from that page, to compare leeway-audit with."""

import functools
import math


def sub(a, b):
    return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]


def add(a, b):
    return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]


def scaled(s, a):
    return [s * x for x in a]


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


class Pose:
    """columns: the images of the axes."""

    def __init__(self, position, columns):
        self.position, self.columns = position, columns

    def turned(self, v):
        x, y, z = self.columns
        return [x[i] * v[0] + y[i] * v[1] + z[i] * v[2] for i in range(3)]

    def back(self, v):
        return [dot(c, v) for c in self.columns]

    def moved(self, p):
        return add(self.position, self.turned(p))

    def after(self, inner):
        return Pose(self.moved(inner.position), [self.turned(c) for c in inner.columns])


def pose(node):
    """The pose of an object of the file."""
    return exact_pose(tuple(node.get('position', (0, 0, 0))), tuple(node.get('rotation', (1, 0, 0, 0, 1, 0, 0, 0, 1))))


@functools.lru_cache(maxsize=10000)
def exact_pose(position, r):
    """The rotation that nine numbers stand for, by Gram and Schmidt's method."""
    x = scaled(1 / math.hypot(*r[:3]), r[:3])
    y = sub(r[3:6], scaled(dot(r[3:6], x), x))
    y = scaled(1 / math.hypot(*y), y)
    return Pose(list(position), [x, y, cross(x, y)])


POWERS = 10  # of polynomials of the highest degree


def derivatives(c, u, width):
    """Those of a polynomial at u by time, divided by factorials."""
    return [sum(math.comb(k, d) * c[k] * u ** (k - d) for k in range(d, len(c))) * (1 / width) ** d for d in range(POWERS)]


class State:
    """Everything at a time of [begin, end], which lies in one piece of each track."""

    def __init__(self, first, motion, time, begin, end):
        self.first = first
        frames = first['frames']
        values = {v: [x] + (POWERS - 1) * [0] for v, x in enumerate(motion['rest'])}
        moving, before = set(), {}
        for own in motion.get('tracks', []):
            knots, count = own['times'], len(own['coefficients'])
            if end <= knots[0]:
                piece, u, still = 0, 0, True
            elif begin >= knots[-1]:
                piece, u, still = count - 1, 1, True
            else:
                piece = max(k for k in range(count) if knots[k] <= begin)
                assert end <= knots[piece + 1]
                u, still = (time - knots[piece]) / (knots[piece + 1] - knots[piece]), False
            width = knots[piece + 1] - knots[piece]
            for v, c in zip(own['variables'], own['coefficients'][piece]):
                d = derivatives(c, u, width)
                values[v] = [d[0]] + (POWERS - 1) * [0] if still else d
                if not still:
                    moving.add(v)
            for slot in own.get('slots', []):
                before[slot['frame']] = slot['poses'][piece]
        self.taylor, self.moves, self.poses, self.linear, self.angular = [], [], [], [], []
        for f, own in enumerate(frames):
            t = list(values.get(own.get('variable'), POWERS * [0]))
            t = scaled(own.get('multiplier', 1), t)
            t[0] += own.get('offset', 0)
            moves = own.get('variable') in moving and own['kind'] != 'fixed'
            at, linear, angular = pose(before.get(f, own)), [0, 0, 0], [0, 0, 0]
            if 'parent' in own:
                at = self.poses[own['parent']].after(at)
                linear, angular = self.linear[own['parent']], self.angular[own['parent']]
            if own['kind'] == 'turn':
                c, s = math.cos(t[0]), math.sin(t[0])
                x, y, z = at.columns
                at = Pose(at.position, [add(scaled(c, x), scaled(s, y)), sub(scaled(c, y), scaled(s, x)), z])
                if moves:
                    angular = add(angular, scaled(t[1], z))
                    linear = add(linear, scaled(t[1], cross(at.position, z)))
            elif own['kind'] == 'slide':
                z = at.columns[2]
                at = Pose(add(at.position, scaled(t[0], z)), at.columns)
                if moves:
                    linear = add(linear, scaled(t[1], z))
            self.taylor.append(t)
            self.moves.append(moves)
            self.poses.append(at)
            self.linear.append(linear)
            self.angular.append(angular)
        self.bodies = [self.poses[b['frame']].after(pose(b.get('at', {}))) if 'frame' in b else pose(b.get('at', {}))
                       for b in first['bodies']]

    def chain(self, frame, common=None):
        """The frames from one up to another one, which is left out."""
        out = []
        while frame is not None and frame != common:
            out.append(frame)
            frame = self.first['frames'][frame].get('parent')
        return out

    def common(self, a, b):
        """The last frame above two bodies."""
        own = [self.chain(self.first['bodies'][i].get('frame')) for i in (a, b)]
        return next((f for f in own[0] if f in own[1]), None)

    def rates(self, f, half, middle=0):
        """Bounds on the first two derivatives of a coordinate from `half` before `middle`, counted from the time, to
        `half` after it."""
        if not self.moves[f]:
            return 0, 0
        c = [abs(x) for x in derivatives(self.taylor[f], middle, 1)]
        return (sum(k * c[k] * half ** (k - 1) for k in range(1, POWERS)),
                sum(k * (k - 1) * c[k] * half ** (k - 2) for k in range(2, POWERS)))

    def velocity(self, body, common):
        """Of the points at the world's origin, and the turning."""
        f = self.first['bodies'][body].get('frame')
        if f is None or f == common:
            return [0, 0, 0], [0, 0, 0]
        linear, angular = self.linear[f], self.angular[f]
        if common is not None:
            linear, angular = sub(linear, self.linear[common]), sub(angular, self.angular[common])
        return linear, angular

    def travel(self, body, common, half, centre, radius, after=False, levers=(math.inf, math.inf)):
        """(1) to (3): bounds on the second derivative, the travel and the speed. after: over times after this one alone.
        levers: bounds on the distances of all points from the axis and the origin of the body's frame."""
        centre = self.bodies[body].moved(centre)
        chain = self.chain(self.first['bodies'][body].get('frame'), common)
        second = speed = path = 0
        when = (half / 2, half / 2) if after else (half, 0)
        axis, lever = levers
        for place, f in enumerate(chain):
            kind, (rate, bend) = self.first['frames'][f]['kind'], self.rates(f, *when)
            if not place:
                lever = min(lever, math.dist(centre, self.poses[f].position) + radius)
            if kind == 'slide':
                second, speed, path = second + bend, speed + rate, path + rate
            elif kind == 'turn':
                now = math.hypot(*cross(sub(centre, self.poses[f].position), self.poses[f].columns[2])) + radius
                most = min(now + half * speed, lever if place else axis)
                second += most * (rate * rate + bend) + 2 * rate * speed
                speed += most * rate
                path += now * rate
            if place + 1 < len(chain):
                lever += math.dist(self.poses[f].position, self.poses[chain[place + 1]].position)
            lever += half * rate if kind == 'slide' else 0
        linear, angular = self.velocity(body, common)
        fast = math.hypot(*add(linear, cross(angular, centre))) + math.hypot(*angular) * radius
        return second, min(half * path, half * fast + half * half * second / 2), fast


# ---- sets ---------------------------------------------------------------------------------------------


def core(element, g):
    """The support value of an element's core, in its own frame."""
    if isinstance(element, list):
        return max(dot(element[3 * k:3 * k + 3], g) for k in range(3))
    shape, half = element['shape'], element.get('half')
    across = element.get('base', 0) * math.hypot(g[0], g[1])
    if shape == 'point':
        return 0
    if shape == 'polytope':
        return max(dot(v, g) for v in element['vertices'])
    if shape == 'segment':
        return half * abs(g[2])
    if shape == 'box':
        return sum(h * abs(x) for h, x in zip(half, g))
    if shape == 'cylinder':
        return across + half * abs(g[2])
    if shape == 'cone':
        return max(across - half * g[2], half * g[2])
    return math.hypot(*(h * x for h, x in zip(half, g)))


def radius_of(element):
    if isinstance(element, list):
        return element[9] if len(element) == 10 else 0
    return element.get('radius', 0)


def place_of(element):
    return pose({} if isinstance(element, list) else element)


def support(elements, g):
    out = -math.inf
    for e in elements:
        at = place_of(e)
        out = max(out, dot(g, at.position) + core(e, at.back(g)) + radius_of(e) * math.hypot(*g))
    return out


def corners(element):
    """Points whose hull contains the core, in the body's frame."""
    if isinstance(element, list):
        return [element[3 * k:3 * k + 3] for k in range(3)]
    at, shape = place_of(element), element['shape']
    if shape == 'polytope':
        return [at.moved(v) for v in element['vertices']]
    if shape == 'point':
        return [at.position]
    half = [0, 0, element['half']] if shape == 'segment' else element['half']
    return [at.moved([x * half[0], y * half[1], z * half[2]]) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]


def reach(element, centre):
    """How far an element reaches from a point, at most; an ellipsoid counts as a ball."""
    at = place_of(element)
    if not isinstance(element, list) and element['shape'] in ('cylinder', 'cone'):
        p = at.back(sub(centre, at.position))
        off, tip = math.hypot(p[0], p[1]), element['base'] if element['shape'] == 'cylinder' else 0
        most = max(math.hypot(off + element['base'], p[2] + element['half']),
                   math.hypot(off + tip, element['half'] - p[2]))
    elif not isinstance(element, list) and element['shape'] == 'ellipsoid':
        most = math.dist(centre, at.position) + max(element['half'])
    else:
        most = max(math.dist(c, centre) for c in corners(element))
    return most + radius_of(element)


def ball_of(body):
    centre = body['ball'][:3]
    return centre, max(reach(e, centre) for e in body['elements'])


def from_axis(element, own):
    """How far an element's core reaches from the z axis of the frame of its body, which stands in it at `own`, at most:
    a round one by its discs, or by the ball about it."""
    at = own.after(place_of(element))

    def distance(p):
        return math.hypot(*at.moved(p)[:2])

    shape = 'triangle' if isinstance(element, list) else element['shape']
    if shape == 'ellipsoid':
        return distance([0, 0, 0]) + max(element['half'])
    if shape in ('cylinder', 'cone'):
        base, half = element['base'], element['half']
        discs = distance([0, 0, -half]) + base, distance([0, 0, half]) + (base if shape == 'cylinder' else 0)
        return min(max(discs), distance([0, 0, 0]) + math.hypot(base, half))
    return max(math.hypot(*own.moved(p)[:2]) for p in corners(element))


def levers_of(body):
    """How far the cores of a body's elements reach from the axis of its frame, and from its origin, at most."""
    own = pose(body.get('at', {}))
    origin = own.back(scaled(-1, own.position))
    return (max(from_axis(e, own) for e in body['elements']),
            max(reach(e, origin) - radius_of(e) for e in body['elements']))


def members(body, given):
    """The elements of a set of a part."""
    if given is None:
        return body['elements']
    if 'hull' in given:
        return [body['elements'][i] for i in body['hulls'][given['hull']]]
    stack, out = [given['node']], []
    while stack:
        entry = body['tree'][stack.pop()]
        if entry < 0:
            out.append(body['elements'][-1 - entry])
        else:
            stack += [entry, entry + 1]
    return out


# ---- claims and blocks ----------------------------------------------------------------------------------


def gap(state, pair, part, g):
    """The least g[1] . q - g[0] . p, with directions in the frame of the first body."""
    a, b = (state.bodies[i] for i in pair['bodies'])
    own = [members(state.first['bodies'][i], part.get(key)) for i, key in zip(pair['bodies'], 'ab')]
    second = b.back(a.turned(g[1]))
    return dot(g[1], a.back(sub(b.position, a.position))) - support(own[0], g[0]) - support(own[1], scaled(-1, second))


def claim_margin(first, motion, pair, claim):
    """The largest distance that a claim proves."""
    begin, end, at = claim['from'], claim['to'], claim['at']
    now = State(first, motion, at, begin, end)
    common = now.common(*pair['bodies'])
    bounds = [now.travel(i, common, max(at - begin, end - at), *ball_of(first['bodies'][i])) for i in pair['bodies']]
    second, distance, fast = map(sum, zip(*bounds))
    cores = sum(now.travel(i, common, max(at - begin, end - at), *ball_of(first['bodies'][i]),
                           levers=levers_of(first['bodies'][i]))[0] for i in pair['bodies'])
    a = now.bodies[pair['bodies'][0]]
    out = math.inf
    for part in claim['parts']:
        n = part['normal']
        if part['rule'] == 'travel':
            values = [gap(now, pair, part, [n, n]) / math.hypot(*n) - distance]
        elif part['rule'] == 'chord':
            values = []
            for t in (begin, end):
                then = State(first, motion, t, begin, end)
                m = a.turned(n)
                if common is not None:
                    m = then.poses[common].turned(now.poses[common].back(m))
                m = then.bodies[pair['bodies'][0]].back(m)
                values.append(gap(then, pair, part, [m, m]) / math.hypot(*n) - cores * (end - begin) ** 2 / 8)
        else:
            u, values = part.get('turn', [0, 0, 0]), []
            v, w = [], []
            for i in pair['bodies']:
                linear, angular = now.velocity(i, common)
                v.append(a.back(add(linear, cross(angular, a.position))))
                w.append(a.back(angular))
            for tau in {0, end - at, begin - at}:
                g = [add(n, scaled(tau, add(u, cross(n, w[k])))) for k in range(2)]
                value = gap(now, pair, part, g) + tau * dot(n, sub(v[1], v[0]))
                value -= tau**2 / 2 * second * (math.hypot(*n) + abs(tau) * math.hypot(*u))
                value -= tau**2 * math.hypot(*u) * fast
                values.append(value / math.hypot(*add(n, scaled(tau, u))))
        out = min(out, *values)
    return out - sum(pair['padding'])


def from_core(element, p):
    """The distance of a point from a core, in its own frame."""
    shape, half = element['shape'], element.get('half')
    if shape == 'point':
        return math.hypot(*p)
    if shape == 'cylinder':
        return math.hypot(max(0, math.hypot(p[0], p[1]) - element['base']), max(0, abs(p[2]) - half))
    half = [0, 0, half] if shape == 'segment' else half
    return math.hypot(*(max(0, abs(x) - h) for x, h in zip(p, half)))


def from_line(element, ends):
    """The distance of a segment from a core: along a segment it is convex."""
    def at(s):
        return from_core(element, add(ends[0], scaled(s, sub(ends[1], ends[0]))))

    low, high = 0.0, 1.0
    for _ in range(100):
        one, other = low + (high - low) / 3, high - (high - low) / 3
        if at(one) < at(other):
            high = other
        else:
            low = one
    return min(at(0), at(1), at((low + high) / 2))


def block_margin(first, motion, pair, times, k):
    """The largest distance that a block proves on its interval k: (8) and (9)."""
    states = [State(first, motion, times[k + i], times[0], times[7]) for i in range(2)]
    common, h = states[0].common(*pair['bodies']), times[k + 1] - times[k]
    bodies = [first['bodies'][i] for i in pair['bodies']]
    moving = [side for side in range(2) if 'cover' in bodies[side]]
    balls = [[([*b], True)] for b in ([*centre, radius] for centre, radius in map(ball_of, bodies))]
    for side in moving:
        balls[side] += [([*b], False) for b in bodies[side]['cover']]
    off = sum(ball_of(bodies[side])[1] * 2.0**-40 for side in moving)

    def margin(one, other):
        chosen = dict(zip(moving, (one, other)))
        centres = {side: [s.bodies[pair['bodies'][side]].moved(b[:3]) for s in states] for side, b in chosen.items()}
        lost = sum(b[3] + h * h / 8 * states[0].travel(pair['bodies'][side], common, h, b[:3], 0, True)[0]
                   for side, b in chosen.items())
        if len(moving) == 2:
            ends = [sub(centres[1][i], centres[0][i]) for i in range(2)]
            if common is not None:
                ends = [s.poses[common].back(e) for s, e in zip(states, ends)]
            return from_line({'shape': 'point'}, ends) - lost
        other_side = 1 - moving[0]
        around = bodies[other_side]['around']
        at = states[0].bodies[pair['bodies'][other_side]].after(place_of(around))
        ends = [at.back(sub(c, at.position)) for c in centres[moving[0]]]
        return from_line(around, ends) - lost - around.get('radius', 0)

    whole = [balls[side][0][0] for side in moving] + [None]
    leaves = [[b for b, is_whole in balls[side] if not is_whole] for side in moving] + [[None]]
    best = math.inf
    for i in leaves[0]:
        for j in leaves[1]:
            options = [margin(i, j)]
            if len(moving) == 2:
                options += [margin(i, whole[1]), margin(whole[0], j)]
            best = min(best, max(options))
    return max(best, margin(whole[0], whole[1])) - off - sum(pair['padding'])
