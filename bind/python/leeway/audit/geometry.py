"""Whether the elements of a claimed body contain the geometry of the scene's files, and which of
its surfaces are closed.

The program's rounding errors (of a vertex that was scaled or turned, of a quaternion made a matrix)
are not simply tolerated: the deviation is measured, and added to the gap that has to be proven."""

from fractions import Fraction
from math import hypot

from balls import ONE, P, Refused, fixed, inverse, transform, vector
from bodies import G, UNIT, length_of
from hulls import distance_from_hull


SHARE = 1e-12  # of the size of the scene's body: a larger deviation is a difference
CELL = 2.0 ** -36  # of the size: vertices are found by cells, each looked up with its neighbours


def _corner(pose, factors, point):
    """A vertex of a file in the body's frame, at scale 2**P."""
    scaled = [Fraction(f) * Fraction(c) for f, c in zip(factors, point)]
    return transform(pose, vector(*scaled))


def reach(body):
    """An upper bound on the distance of a scene's body from the origin of its frame, in metres.
    Tolerances are shares of it, so nothing in a claims file makes them larger."""
    most = 0.0
    for shape, pose in body.shapes:
        sizes = [float(h) for h in shape.half]
        corners = shape.vertices or {c for t in shape.triangles for c in t}
        if corners:
            sizes = [abs(float(shape.factors[k])) * max(abs(c[k]) for c in corners) for k in range(3)]
        position = [(abs(v) + pose[1][3]) / ONE for v in pose[1][:3]]
        most = max(most, hypot(*position) + hypot(*sizes) + float(shape.radius))
    return most * (1 + 1e-12)  # rounding errors of the sums above


def _is_identity(pose):
    return pose[0][1] == 0 and pose[1][:3] == (0, 0, 0)


class Vertices:
    """The vertices of a body's elements in a grid, for finding near ones."""

    def __init__(self, points, size):
        self.size = size
        self.width = max(1, int(size * CELL))
        self.cells = {}
        for index, point in enumerate(points):
            self.cells.setdefault(tuple(c // self.width for c in point), []).append((point, index))

    def near(self, point, tolerance):
        """(distance, index) of the nearest vertex; None if none is within the tolerance."""
        best = None
        ranges = [range((c - tolerance) // self.width, (c + tolerance) // self.width + 1)
                  for c in point]
        for x in ranges[0]:
            for y in ranges[1]:
                for z in ranges[2]:
                    for other, index in self.cells.get((x, y, z), ()):
                        far = max(abs(other[k] - point[k]) for k in range(3))
                        if far <= tolerance and (best is None or far < best[0]):
                            best = (far, index)
        return best


class Contained:
    """Compares a claimed body with a body of the scene. deviation: all points of the scene's body
    are within this distance, at scale 2**P, of the claimed one."""

    def __init__(self, claimed, body):
        self.claimed, self.body = claimed, body
        self.size = reach(body)
        self.tolerance = int(self.size * SHARE * UNIT) + 4
        self.deviation = 4
        self.meshes = [(pose, shape) for shape, pose in body.shapes if shape.kind == 'mesh']
        self.polygons = []
        self._used = set()
        self.parts = set()  # elements that are parts of polygons
        self._exact = None
        for shape, pose in body.shapes:
            if shape.kind == 'mesh':
                self._find_mesh(shape, pose)
            elif shape.kind == 'polygon':
                self._find_polygon(shape, pose)
            elif shape.kind == 'polytope':
                self._find_polytope(shape, pose)
            else:
                self._find_primitive(shape, pose)
        self.deviation = 4 * self.deviation + 64 << P - G
        self._exact = None

    def _refuse(self, what):
        raise Refused(f'body "{self.body.name}": {what}')

    def _note(self, far):
        self.deviation = max(self.deviation, far)

    # ---- triangles ---------------------------------------------------------------------------------

    def _triangles(self):
        """{three corners, sorted, of three doubles each: the triangle's radius}"""
        if self._exact is None:
            self._exact = {}
            for node, (_, radius) in zip(self.claimed.raw, self.claimed.elements):
                if isinstance(node, list):
                    t = node
                    key = tuple(sorted(((t[0], t[1], t[2]), (t[3], t[4], t[5]), (t[6], t[7], t[8]))))
                    self._exact[key] = max(radius, self._exact.get(key, 0))
        return self._exact

    def _find_mesh(self, shape, pose):
        exact = self._triangles()
        radius = length_of(fixed(shape.radius)) - 8
        left = shape.triangles
        if _is_identity(pose) and all(f == 1 for f in shape.factors):
            left = [t for t in shape.triangles if exact.get(tuple(sorted(t)), -9) < radius]
        if left:
            self._find_near(left, shape, pose, radius)

    def _find_near(self, triangles, shape, pose, radius):
        numbers, sets, rounding = {}, {}, {}
        for key, r in self._triangles().items():
            corners = tuple(sorted({numbers.setdefault(c, len(numbers)) for c in key}))
            sets[corners] = max(r, sets.get(corners, -9))
        points = [tuple(int(c * UNIT) for c in p) for p in numbers]
        vertices = Vertices(points, self.size * UNIT)
        edges = None
        found = {}
        for triangle in triangles:
            corners = []
            for c in triangle:
                if c not in found:
                    p = _corner(pose, shape.factors, c)
                    found[c] = vertices.near([v >> P - G for v in p[:3]], self.tolerance)
                if found[c] is None:
                    self._refuse(f'a vertex of its mesh, {tuple(c)}, is no vertex of its elements')
                self._note(found[c][0] + 2)
                corners.append(found[c][1])
            distinct = tuple(sorted(set(corners)))
            if sets.get(distinct, -9) >= radius:
                continue
            if edges is None:
                edges = {}
                for s, r in sets.items():
                    for i in s:
                        for k in s:
                            edges[i, k] = max(r, edges.get((i, k), -9))
            # a triangle without area lies on edges of others
            order = sorted(distinct, key=lambda i: points[i])
            if len(distinct) == 3 and not self._is_line([points[i] for i in order]):
                self._refuse(f'a triangle of its mesh, {triangle}, is none of its elements')
            if all(edges.get((a, b), -9) >= radius for a, b in zip(order, order[1:])) or (
                    len(order) == 3 and edges.get((order[0], order[2]), -9) >= radius):
                continue
            if len(order) == 1 and edges.get((order[0], order[0]), -9) >= radius:
                continue
            self._refuse(f'a triangle without area of its mesh, {triangle}, lies on none of its elements')

    def _is_line(self, p):
        """Whether the middle one of three points is within the tolerance of the segment between the
        others."""
        u = [p[2][k] - p[0][k] for k in range(3)]
        v = [p[1][k] - p[0][k] for k in range(3)]
        square = sum(c * c for c in u)
        if not square:
            return True
        along = Fraction(sum(a * b for a, b in zip(u, v)), square)
        off = max(abs(v[k] - along * u[k]) for k in range(3))
        if not 0 <= along <= 1 or off > self.tolerance:
            return False
        self._note(int(off) + 2)
        return True

    # ---- convex parts --------------------------------------------------------------------------------

    def _find_primitive(self, shape, pose):
        for i, node in enumerate(self.claimed.raw):
            if i in self._used or not isinstance(node, dict) or node['shape'] != shape.kind:
                continue
            element, radius = self.claimed.elements[i]
            far = max([abs((pose[1][k] >> P - G) - element.position[k]) for k in range(3)])
            turned = max(abs((pose[0][0][3 * row + column] >> P - G) - element.columns[column][row])
                         for row in range(3) for column in range(3))
            size = sum(element.half)
            sides = [abs(length_of(fixed(shape.half[k])) - element.half[k]) for k in range(3)]
            sides = [s for s, h in zip(sides, shape.half) if h or shape.kind != 'point']
            rounded = length_of(fixed(shape.radius)) - radius
            total = far + 2 * (3 * turned * size // UNIT + sum(sides)) + max(rounded, 0) + 4
            if total <= self.tolerance:
                self._used.add(i)
                self._note(total)
                return
        self._refuse(f'none of its elements is its {shape.kind}')

    def _find_polytope(self, shape, pose):
        points = [[v >> P - G for v in _corner(pose, (1, 1, 1), p)[:3]] for p in shape.vertices]
        for i, node in enumerate(self.claimed.raw):
            if i in self._used or not isinstance(node, dict) or node['shape'] != 'polytope':
                continue
            element, radius = self.claimed.elements[i]
            rounded = length_of(fixed(shape.radius)) - radius
            if rounded > self.tolerance:
                continue
            near = Vertices(element.points, self.size * UNIT)
            found = [self._from_hull(p, near, element.points) for p in points]
            if None not in found:
                self._note(max(found) + max(rounded, 0) + 8)
                self._used.add(i)
                return
        self._refuse('none of its elements is its polytope')

    def _from_hull(self, p, near, vertices):
        """The distance of a point from the hull of some vertices; None if it is beyond the
        tolerance."""
        found = near.near(p, self.tolerance)
        return found[0] if found else distance_from_hull(p, vertices, self.tolerance)

    # ---- polygons: parts whose borders add up to the outline --------------------------------------------

    def _find_polygon(self, shape, pose):
        """The directed edges of convex parts, each counter-clockwise, add up to those of the
        outline: then each point is in as many parts as the outline winds round it, so the parts
        cover the outline."""
        outline = [[v >> P - G for v in _corner(pose, (1, 1, 1), p)[:3]] for p in shape.vertices]
        # the vertices of a part must be vertices of the outline
        parts = [i for i, node in enumerate(self.claimed.raw)
                 if isinstance(node, dict) and node['shape'] == 'polytope' and
                 length_of(fixed(shape.radius)) - self.claimed.elements[i][1] <= self.tolerance]
        near = Vertices(outline, self.size * UNIT)
        kept, rings = set(), []
        for i in parts:
            indices = []
            for p in self.claimed.elements[i][0].points:
                f = near.near(p, self.tolerance)
                if f is None:
                    break
                indices.append(f)
            else:
                self._used.add(i)
                self.parts.add(i)
                rounded = length_of(fixed(shape.radius)) - self.claimed.elements[i][1]
                for far, _ in indices:
                    self._note(far + max(rounded, 0) + 2)
                rings.append(self._ring([outline[k] for _, k in indices], [k for _, k in indices]))
                kept.update(rings[-1])
        if not rings:
            self._refuse('none of its elements is part of its polygon')
        ring = self._without_flat(outline, kept)
        if len(ring) < 3:
            # a point or a segment, which must be one of the parts
            if not any(set(r) == kept for r in rings):
                self._refuse('the parts of its polygon do not make it up')
            return
        if sum(outline[a][0] * outline[b][1] - outline[b][0] * outline[a][1]
               for a, b in zip(ring, ring[1:] + ring[:1])) < 0:
            ring.reverse()
        edges = {}
        for r in [ring[::-1]] + [r for r in rings if len(r) > 2]:
            for a, b in zip(r, r[1:] + r[:1]):
                way = self._way(outline, kept, a, b)
                for step in zip(way, way[1:]):
                    edges[step] = edges.get(step, 0) + 1
        if any(count != edges.get((b, a), 0) for (a, b), count in edges.items()):
            self._refuse('the parts of its polygon do not make it up')

    def _way(self, outline, kept, a, b):
        """The vertices on an edge from one vertex to another, in order."""
        p, q = outline[a], outline[b]
        along = [q[k] - p[k] for k in range(2)]
        between = [k for k in kept if k not in (a, b) and self._is_line([p, outline[k], q])]
        return sorted([a, *between, b], key=lambda k: sum(
            u * (v - w) for u, v, w in zip(along, outline[k], p)))

    def _ring(self, points, indices):
        """Corners of a convex polygon, counter-clockwise."""
        order = sorted(range(len(points)), key=lambda i: points[i])
        if len(order) < 3:
            return [indices[i] for i in order]

        def side(a, b, c):
            return ((points[b][0] - points[a][0]) * (points[c][1] - points[a][1]) -
                    (points[b][1] - points[a][1]) * (points[c][0] - points[a][0]))

        def chain(sequence):
            out = []
            for i in sequence:
                while len(out) > 1 and side(out[-2], out[-1], i) < 0:
                    out.pop()
                out.append(i)
            return out

        lower, upper = chain(order), chain(order[::-1])
        ring = lower[:-1] + upper[:-1]
        if len(set(ring)) != len(points):
            self._refuse('a part of its polygon is not convex')
        return [indices[i] for i in ring]

    def _without_flat(self, outline, kept):
        """The outline without the vertices that are in no part: they repeat others or lie between
        them."""
        ring = [i for i in range(len(outline)) if i in kept]
        for i in range(len(outline)):
            if i in kept:
                continue
            before = max((k for k in ring if k < i), default=ring[-1])
            after = min((k for k in ring if k > i), default=ring[0])
            line = [outline[before], outline[i], outline[after]]
            if not self._is_line(line):
                self._refuse(f'a corner of its polygon, {i}, is in none of its parts')
        return ring


# ---- solids ----------------------------------------------------------------------------------------


class Solids:
    """The closed surfaces of a body's meshes, and a point of each of its components and parts."""

    def __init__(self, contained, solid):
        self.shells, self.seeds, self.doubles = [], [], None
        for pose, shape in contained.meshes:
            for corners in _components(shape.triangles):
                points = {}
                for t in corners:
                    for c in t:
                        if c not in points:
                            points[c] = tuple(v >> P - G for v in _corner(pose, shape.factors, c)[:3])
                triangles = [tuple(points[c] for c in t) for t in corners]
                self.seeds.append(triangles[0][0])
                mirrored = sum(f < 0 for f in shape.factors) % 2 == 1
                if solid and _is_closed(corners):
                    self.shells.append(Shell([t[::-1] for t in triangles] if mirrored else triangles))
        for node, (element, _) in zip(contained.claimed.raw, contained.claimed.elements):
            if isinstance(node, dict):
                self.seeds.append(tuple(element.position) if hasattr(element, 'position')
                                  else element.points[0])

    def contains(self, point):
        """Whether a point is inside: the shells wind round it. Rooms do not count, which are shells
        turned inwards that are in no solid."""
        windings = [shell.winding(point) for shell in self.shells]
        if not any(w > 0 for w in windings):
            return False
        total = sum(w for w in windings if w > 0)
        for shell, w in zip(self.shells, windings):
            if w < 0 and any(other.winding(shell.triangles[0][0]) > 0 for other in self.shells
                             if other is not shell):
                total += w
        return total > 0


def _components(triangles):
    """Groups of triangles that are connected by equal vertices."""
    parent = {}

    def find(v):
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    for t in triangles:
        for c in t:
            parent.setdefault(c, c)
        a = find(t[0])
        for c in t[1:]:
            b = find(c)
            if a != b:
                parent[b] = a
    groups = {}
    for t in triangles:
        groups.setdefault(find(t[0]), []).append(t)
    return list(groups.values())


def _is_closed(triangles):
    edges = {}
    for a, b, c in triangles:
        for u, v in ((a, b), (b, c), (c, a)):
            if u != v:
                edges[u, v] = edges.get((u, v), 0) + 1
    return all(edges.get((v, u), 0) == count for (u, v), count in edges.items())


class Shell:
    """A closed surface of triangles."""

    def __init__(self, triangles):
        self.triangles = [t for t in triangles if len(set(t)) == 3]
        corners = [c for t in triangles for c in t]
        self.low = [min(c[k] for c in corners) for k in range(3)]
        self.high = [max(c[k] for c in corners) for k in range(3)]

    def winding(self, point):
        """The winding number of the surface about a point: the outward crossings of a ray less the
        inward ones. If the ray meets an edge, another one is taken."""
        if any(not self.low[k] <= point[k] <= self.high[k] for k in range(3)):
            return 0
        for attempt in range(20):
            # along z, in coordinates sheared by odd numbers
            crossings = self._crossings(point, 1237 + 7919 * attempt, 2311 - 6007 * attempt)
            if crossings is not None:
                return crossings
        raise Refused('every ray that was tried meets an edge of a solid')

    def _crossings(self, point, sx, sy):
        px, py, pz = point
        crossings = 0
        for t in self.triangles:
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = (
                (((x - px) << 16) - sx * (z - pz), ((y - py) << 16) - sy * (z - pz), z - pz)
                for x, y, z in t)
            d, e, f = ax * by - ay * bx, bx * cy - by * cx, cx * ay - cy * ax
            if d > 0 and e > 0 and f > 0:
                crossings += az * e + bz * f + cz * d > 0
            elif d < 0 and e < 0 and f < 0:
                crossings -= az * e + bz * f + cz * d < 0
            elif d >= 0 and e >= 0 and f >= 0 or d <= 0 and e <= 0 and f <= 0:
                return None
        return crossings


def check_outside(first, second, b_in_a, name):
    """Refuses a pair in which a component or part of one body lies in a solid of the other. b_in_a:
    the pose of the second in the first."""
    back = inverse(b_in_a)
    for inner, outer, pose in ((first, second, back), (second, first, b_in_a)):
        if not outer.shells:
            continue
        for seed in inner.seeds:
            point = transform(pose, tuple(v << P - G for v in seed) + (1 << P - G,))
            if outer.contains([v >> P - G for v in point[:3]]):
                raise Refused(f'of {name}, one lies inside the other')
