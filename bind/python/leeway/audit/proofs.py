"""Claims: whether their intervals, pairs of bodies and pairs of elements cover everything, and
whether the inequality of each part holds."""

from fractions import Fraction

from balls import (P, ZERO, Refused, add, compose, cross, dot, fixed, inverse, length_above, minus,
                   multiply, negative, number, plus, times, turn, turn_back, vector)
from bodies import G
from chords import deviation
from motions import up


class Relative:
    """Two bodies of a sample in the frame of the first, without the motion of the joint that moves
    both."""

    def __init__(self, sample, pair):
        scene, self.common = sample.scene, pair.common
        first, second = (scene.bodies[i] for i in pair.bodies)
        at, other = sample.pose(first), sample.pose(second)
        self.b_in_a = compose(inverse(at), other)
        self.linear, self.angular = [], []
        for body in (first, second):
            linear, angular = sample.velocity(body, self.common)
            if linear is ZERO and angular is ZERO:
                self.linear.append(ZERO)
                self.angular.append(ZERO)
            else:
                self.linear.append(turn_back(at[0], plus(linear, cross(angular, at[1]))))
                self.angular.append(turn_back(at[0], angular))


class Pair:
    """A pair of the claims file: two claimed bodies, those of the scene, and the required gap."""

    def __init__(self, scene, bodies, claimed, margin, padding, deviation):
        self.bodies, self.claimed = bodies, claimed
        self.name = ' and '.join(scene.bodies[i].name for i in bodies)
        self.common = scene.common(*bodies)
        gap = Fraction(margin) + sum(Fraction(p) for p in padding)
        self.required = fixed(gap) + 1 + deviation

    def are_far(self, sample):
        """Whether the balls around both bodies are farther apart than required."""
        (p, r), (q, s) = (sample.ball(sample.scene.bodies[i], body) for i, body in zip(self.bodies, self.claimed))
        x, y, z, error = minus(p, q)
        return x * x + y * y + z * z > (r + s + self.required + 2 * error) ** 2

    def relative(self, sample):
        if self not in sample.cache:
            sample.cache[self] = Relative(sample, self)
        return sample.cache[self]


def direction(g):
    """A vector at scale 2**G, and a bound on the error of its components in units of 2**-G."""
    shift = P - G
    return (g[0] >> shift, g[1] >> shift, g[2] >> shift), (g[3] >> shift) + 2


def below(first, second, g, back, limit):
    """Whether the support values of two sets add up to less than a limit at scale 2**P: of the
    first set along g[0], and of the second along -g[1], which is turned back into its frame. Sets
    are (tree, node)."""
    (tree, node), (other, other_node) = first, second
    d, off = direction(g[0])
    e, other_off = direction(negative(turn_back(back, g[1])))
    # the effect of cutting the directions, and the elements' coordinates to whole units
    limit -= off * tree.extent(node) + other_off * other.extent(other_node)
    limit -= 2 * (sum(map(abs, d)) + sum(map(abs, e))) + 64
    b = other.box_value(other_node, e)
    if tree.box_value(node, d) + b < limit:
        return True
    rest = limit - tree.support_value(node, d) - 1
    return b <= rest or other.support_value(other_node, e, rest) <= rest


class Claim:
    """One claim of a pair over an interval within a piece of the motion."""

    def __init__(self, motion, pair, node):
        self.pair, self.node, self.motion = pair, node, motion
        self.begin, self.end, self.at = (Fraction(node[k]) for k in ('from', 'to', 'at'))
        self.interval = float(node['from']), float(node['to'])
        self.what = f'the claim of {pair.name} from {float(self.begin):.9g} to {float(self.end):.9g}'
        if not self.begin <= self.at <= self.end:
            raise Refused(f'{self.what} is made at a time outside of it')
        self.piece = motion.piece_of(self.begin, self.end)
        self.before, self.after = self.at - self.begin, self.end - self.at
        self.half = max(self.before, self.after)
        self.parts = node['parts']

    def check(self):
        a, b = self.pair.claimed
        self.sample = self.motion.sample(self.piece, self.at)
        check_parts(self.parts, a, b, self.what)
        for part in self.parts:
            rule, turned = part['rule'], part.get('turn', (0, 0, 0))
            n = vector(*part['normal'])
            first, second = a.set_of(part, 'a'), b.set_of(part, 'b')
            if first is None or second is None:
                continue  # of nothing
            if rule == 'chord':
                holds = self._chord(n, first, second)
            elif rule == 'travel':
                holds = self._travel(n, first, second)
            else:
                holds = self._slab(n, vector(*turned) if any(turned) else ZERO, first, second)
            if not holds:
                raise Refused(f'{self.what}: the gap along a normal of rule "{rule}" is not proven')

    def _travels(self):
        """(second derivative, distance, speed), each the sum over both bodies."""
        total = (0, 0, 0)
        for body, claimed in zip(self.pair.bodies, self.pair.claimed):
            body = self.sample.scene.bodies[body]
            key = (claimed, self.pair.common, self.half)
            if key not in self.sample.cache:
                self.sample.cache[key] = self.sample.travel(body, self.pair.common, self.half,
                                                            *claimed.ball)
            total = tuple(t + v for t, v in zip(total, self.sample.cache[key]))
        return total

    def _taus(self):
        taus = [Fraction(0)]
        if self.after:
            taus.append(self.after)
        if self.before:
            taus.append(-self.before)
        return taus

    def _slab(self, n, u, first, second):
        relative = self.pair.relative(self.sample)
        (wa, wb), (va, vb) = relative.angular, relative.linear
        tilt = [plus(u, cross(n, w)) if w is not ZERO else u for w in (wa, wb)]
        opening = dot(n, minus(vb, va)) if va is not ZERO or vb is not ZERO else (0, 0)
        second_derivative, _, speed = self._travels()
        long, spin = length_above(n), 0 if u is ZERO else length_above(u)
        back, position = relative.b_in_a
        for tau in self._taus():
            t = number(tau)
            size = fixed(abs(tau)) + 1
            square = up(size, size)
            longest = long + up(size, spin)
            at = n if u is ZERO or not tau else plus(n, times(t, u))
            g = [n if tilt[k] is ZERO or not tau else plus(n, times(t, tilt[k])) for k in (0, 1)]
            value = add(dot(g[1], position), multiply(t, opening))
            bend = up(square, up(second_derivative, longest) // 2 + 1 + up(speed, spin))
            length = length_above(at)
            limit = value[0] - value[1] - bend - up(self.pair.required, length)
            if not below(first, second, g, back, limit):
                return False
        return True

    def _travel(self, n, first, second):
        relative = self.pair.relative(self.sample)
        back, position = relative.b_in_a
        _, distance, _ = self._travels()
        value = dot(n, position)
        length = length_above(n)
        limit = value[0] - value[1] - up(self.pair.required + distance, length)
        return below(first, second, (n, n), back, limit)

    def _turned(self, n, sample):
        """A direction in the frame of the first body at `at`, which is fixed in the common frame, in
        the frame of the first body of another sample."""
        pair, first = self.pair, self.pair.bodies[0]
        n = turn(self.sample.pose(self.sample.scene.bodies[first])[0], n)
        if pair.common is not None:
            n = turn(sample.frames[pair.common][0], turn_back(self.sample.frames[pair.common][0], n))
        return turn_back(sample.pose(sample.scene.bodies[first])[0], n)

    def _chord(self, n, first, second):
        deviations = [deviation(self.motion, self.piece, self.begin, self.end, claimed, body, self.pair.common)
                      for body, claimed in zip(self.pair.bodies, self.pair.claimed)]
        required = self.pair.required + sum(deviations)
        for t in (self.begin, self.end):
            sample = self.motion.sample(self.piece, t)
            back, position = self.pair.relative(sample).b_in_a
            along = self._turned(n, sample)
            value = dot(along, position)
            limit = value[0] - value[1] - up(required, length_above(along))
            if not below(first, second, (along, along), back, limit):
                return False
        return True


# ---- coverage ----------------------------------------------------------------------------------------


def check_time(intervals, begin, end, name):
    """Refuses intervals that do not cover [begin, end]."""
    reached = None
    for first, last in sorted(intervals):
        if first > (begin if reached is None else reached):
            break
        reached = last if reached is None else max(reached, last)
        if reached >= end:
            return
    at = float(begin if reached is None else reached)
    raise Refused(f'nothing is claimed of {name} after {at:.9g}')


def check_parts(parts, a, b, what):
    """Refuses parts that together do not cover all pairs of elements of two bodies, or of what is in
    each cell of a body whose cells they name."""
    for key, body in (('a', a), ('b', b)):
        if any('cell' in part.get(key, ()) for part in parts):
            _check_cells(parts, key, body, a, b, what)
            return
    boxes, hulls = [], []
    for part in parts:
        first, second = part.get('a', {'node': 0}), part.get('b', {'node': 0})
        if 'hull' in first or 'hull' in second:
            hulls.append((_members(a, first), _members(b, second)))
        else:
            a.set_of(part, 'a')
            b.set_of(part, 'b')
            boxes.append((first['node'], second['node']))
    if (0, 0) in boxes:
        return
    _Cover(a, b, hulls, what).check(boxes)


def _check_cells(parts, key, body, a, b, what):
    """Of the parts, those count for a cell that name it, one above it, or the whole body."""
    for part in parts:
        body.set_of(part, key)
    for leaf in body.cells.leaves():
        names = [{'cell': cell} for cell in body.cells.above(leaf)] + [{'node': 0}, None]
        own = [{k: v for k, v in part.items() if k != key} for part in parts if part.get(key) in names]
        check_parts(own, a, b, f'{what}, in cell {leaf}')


def _members(body, given):
    """The elements of a set, as a frozenset; None: all. A cell has no elements of its own."""
    if 'cell' in given:
        raise Refused(f'{body.what} is cut into cells where elements are asked for')
    if 'hull' in given:
        body.set_of({'a': given}, 'a')
        return frozenset(body.hulls[given['hull']])
    tree, node = body.set_of({'a': given}, 'a')
    return None if node == 0 else frozenset(-1 - tree.nodes[i] for i in tree.leaves(node))


class _Cover:
    """Splits nodes along both trees until each pair of nodes is within one of the parts."""

    def __init__(self, a, b, hulls, what):
        self.a, self.b, self.hulls, self.what = a.tree, b.tree, hulls, what
        self.parents = [self._parents(self.a), self._parents(self.b)]

    @staticmethod
    def _parents(tree):
        if not hasattr(tree, 'parents'):
            tree.parents = [None] * len(tree.nodes)
            for i, child in enumerate(tree.nodes):
                if child >= 0:
                    tree.parents[child] = tree.parents[child + 1] = i
        return tree.parents

    def check(self, boxes):
        stack = [(0, 0, frozenset(range(len(boxes))))]
        while stack:
            i, k, here = stack.pop()
            if any(self._contains(0, boxes[p][0], i) and self._contains(1, boxes[p][1], k)
                   for p in here):
                continue
            if not here:
                self._by_hulls(i, k)
                continue
            below_a = any(boxes[p][0] != i and not self._contains(0, boxes[p][0], i) for p in here)
            side = 0 if below_a and self.a.nodes[i] >= 0 else 1
            tree, node = (self.a, i) if side == 0 else (self.b, k)
            if tree.nodes[node] < 0:
                self._by_hulls(i, k)
                continue
            for child in (tree.nodes[node], tree.nodes[node] + 1):
                rest = frozenset(p for p in here if self._meets(side, boxes[p][side], child))
                stack.append((child, k, rest) if side == 0 else (i, child, rest))

    def _contains(self, side, node, inner):
        """Whether a node is another one or above it."""
        parents = self.parents[side]
        while inner is not None and inner > node:
            inner = parents[inner]
        return inner == node

    def _meets(self, side, node, other):
        return self._contains(side, node, other) or self._contains(side, other, node)

    def _by_hulls(self, i, k):
        """Refuses two nodes unless all pairs of elements below them are in pairs of hulls."""
        if self.hulls:
            rows = {}
            for leaf in self.a.leaves(i):
                element = -1 - self.a.nodes[leaf]
                rows.setdefault(frozenset(h for h, (first, _) in enumerate(self.hulls)
                                          if first is None or element in first), element)
            columns = {}
            for leaf in self.b.leaves(k):
                element = -1 - self.b.nodes[leaf]
                columns.setdefault(frozenset(h for h, (_, second) in enumerate(self.hulls)
                                             if second is None or element in second), element)
            if all(row & column for row in rows for column in columns):
                return
        raise Refused(f'{self.what}: its parts leave out elements below the nodes {i} and {k}')
