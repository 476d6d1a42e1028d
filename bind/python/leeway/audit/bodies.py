"""The bodies of a claims file: sets of convex elements under a tree, compared with the geometry in
the scene's files.

Lengths are integers at scale 2**G, rounded to the nearest; a product of a length and a component of
a direction, which has the same scale, is at scale 2**P, P = 2 G."""

from fractions import Fraction
from math import floor, isqrt

from balls import ONE, P, Refused
from cells import Cells

G = P // 2
UNIT = 1 << G
SCALE = float(UNIT)
LARGE = 1e200
SKEW = ONE >> 40  # the columns of a rotation may differ so much from perpendicular ones of length 1
CUT = 16  # cutting integers moves a point by at most so many units


def length(value):
    """A number at scale 2**G; it errs by less than one unit. Doubles whose products with 2**G are none are integers."""
    return int(value * SCALE) if abs(value) < LARGE else int(value) << G


def length_of(value):
    """A number at scale 2**P, at scale 2**G, rounded up in size."""
    return -(-abs(value) >> P - G)


def length_above(d):
    """An upper bound of the length of three integers."""
    return isqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) + 1


def _skew(columns):
    """The deviation of three columns from perpendicular ones of length 1: the largest difference of
    their products from 1 and 0, at scale 2**P."""
    return max(abs(sum(a * b for a, b in zip(columns[i], columns[k])) - ONE * (i == k))
               for i in range(3) for k in range(i, 3))


class Primitive:
    """A box, segment, point, cylinder, cone or ellipsoid at its pose: an affine image of the shape about
    the origin, exactly as the file gives it."""

    def __init__(self, shape, half, position, columns):
        self.shape, self.half = shape, half
        self.position, self.columns = position, columns
        # a bound on how far far_points can miss the farthest point of a rim, because the columns
        # are a rotation's only up to their skew: with w from the centre of the rim, the square of a
        # distance differs by at most 6 skew |w|^2 from the square that far_points maximises, and is
        # |w|^2 or more
        self.excess = (4 * _skew(columns) * sum(half) >> P) + CUT

    def support_value(self, d):
        """An upper bound of the maximum of d . p."""
        x, y, z = (d[0] * c[0] + d[1] * c[1] + d[2] * c[2] >> G for c in self.columns)
        value = d[0] * self.position[0] + d[1] * self.position[1] + d[2] * self.position[2]
        a, b, c = self.half
        if self.shape == 'box':
            value += abs(x) * a + abs(y) * b + abs(z) * c
        elif self.shape == 'segment':
            value += abs(z) * c
        elif self.shape == 'cylinder':
            value += abs(z) * c + (isqrt(x * x + y * y) + 1) * a
        elif self.shape == 'cone':
            value += max(z * c, (isqrt(x * x + y * y) + 1) * a - z * c)
        elif self.shape == 'ellipsoid':
            value += length_above((x * a, y * b, z * c))
        return value + 3 * (a + b + c)  # the components along the columns were cut

    def place(self, x, y, z):
        p, (u, v, w) = self.position, self.columns
        return tuple(p[k] + (x * u[k] + y * v[k] + z * w[k]) // UNIT for k in range(3))

    def far_points(self, centre):
        """Points, one of which is as far from a centre as any point of the shape; of an ellipsoid, as any
        point of the ball about it."""
        a, b, c = self.half
        if self.shape == 'ellipsoid':
            offset = [self.position[k] - centre[k] for k in range(3)]
            size = isqrt(sum(v * v for v in offset) << P)  # at scale 2**P
            if not size:
                return [(centre[0] + max(self.half), *centre[1:])]
            beyond = max(self.half) << G
            return [tuple(centre[k] + offset[k] * (size + beyond) // size for k in range(3))]
        if self.shape not in ('cylinder', 'cone'):
            signs = (-1, 1)
            return [self.place(i * a, j * b, k * c) for i in signs for j in signs for k in signs]
        offset = [centre[k] - self.position[k] for k in range(3)]
        x, y, _ = (sum(u[k] * offset[k] for k in range(3)) // UNIT for u in self.columns)
        # the rim's farthest point is opposite to the centre, which may be some units off the axis
        size = isqrt(x * x + y * y << 2 * P)
        rim = (-(a * x << P) // size, -(a * y << P) // size) if size else (a, 0)
        tip = self.place(*rim, c) if self.shape == 'cylinder' else self.place(0, 0, c)
        return [self.place(*rim, -c), tip]


class Hull:
    """The hull of points."""

    excess = CUT

    def __init__(self, points):
        self.points = points

    def support_value(self, d):
        x, y, z = d
        return max(x * p[0] + y * p[1] + z * p[2] for p in self.points)

    def far_points(self, _):
        return self.points


def _half(node):
    """Half the sizes along x, y and z."""
    if node['shape'] in ('box', 'ellipsoid'):
        return node['half']
    return node.get('base', 0), node.get('base', 0), node.get('half', 0)


AXES = ((UNIT, 0, 0), (0, UNIT, 0), (0, 0, UNIT))


def element_of(node):
    """(convex set, radius) of an ELEMENT; a triangle is the tuple of its nine coordinates."""
    if isinstance(node, list):
        try:
            corners = tuple([int(v * SCALE) for v in node[:9]])
        except OverflowError:
            corners = tuple([length(v) for v in node[:9]])
        return corners, length(node[9]) + 1 if len(node) == 10 else 0
    radius = length(node['radius']) + 1 if 'radius' in node else 0
    position = [length(v) for v in node.get('position', (0, 0, 0))]
    rotation = [length(v) for v in node.get('rotation', (1, 0, 0, 0, 1, 0, 0, 0, 1))]
    columns = [rotation[0:3], rotation[3:6], rotation[6:9]]
    if _skew(columns) > SKEW:
        raise Refused('the rotation of an element turns and does something else')
    if node['shape'] == 'polytope':
        points = []
        for vertex in node['vertices']:
            v = [length(c) for c in vertex]
            points.append(tuple(position[k] + sum(v[i] * columns[i][k] for i in range(3)) // UNIT
                                for k in range(3)))
        return Hull(points), radius
    return Primitive(node['shape'], [length(v) + 1 if v else 0 for v in _half(node)], position,
                     columns), radius


def _box(element):
    if type(element) is tuple:
        ax, ay, az, bx, by, bz, cx, cy, cz = element
        return (min(ax, bx, cx), min(ay, by, cy), min(az, bz, cz),
                max(ax, bx, cx), max(ay, by, cy), max(az, bz, cz))
    low = [-(element.support_value([-k for k in axis]) // UNIT) - 1 for axis in AXES]
    high = [element.support_value(axis) // UNIT + 1 for axis in AXES]
    return (*low, *high)


class Tree:
    """Elements under a tree whose boxes are computed here."""

    def __init__(self, elements, nodes):
        """elements: (convex set, radius) for each one of the body; nodes: as in the file."""
        self.nodes, self.elements = nodes, elements
        self.boxes = [None] * len(nodes)
        self.radii = [0] * len(nodes)
        for i in range(len(nodes) - 1, -1, -1):
            child = nodes[i]
            if child < 0:
                element, self.radii[i] = elements[-1 - child]
                self.boxes[i] = _box(element)
                continue
            a, b = self.boxes[child], self.boxes[child + 1]
            self.boxes[i] = (min(a[0], b[0]), min(a[1], b[1]), min(a[2], b[2]),
                             max(a[3], b[3]), max(a[4], b[4]), max(a[5], b[5]))
            self.radii[i] = max(self.radii[child], self.radii[child + 1])

    def extent(self, node):
        """A bound on the change of a node's support value if each component of the direction
        changes by one unit: |x| + |y| + |z| of its points at most."""
        b = self.boxes[node]
        return sum(max(abs(b[k]), abs(b[k + 3])) + 1 for k in range(3)) + 2 * self.radii[node]

    def box_value(self, node, d):
        """An upper bound of the support value, from the node's box."""
        b = self.boxes[node]
        return (d[0] * b[3 if d[0] > 0 else 0] + d[1] * b[4 if d[1] > 0 else 1] +
                d[2] * b[5 if d[2] > 0 else 2] + self.radii[node] * length_above(d))

    def support_value(self, node, d, enough=None):
        """The maximum over the elements below a node. enough: asks only whether the maximum is at
        most that; then a larger value ends the search, and a smaller one is not computed."""
        x, y, z = d
        grown = length_above(d)  # the factor of the radii
        ix, iy, iz = 3 if x > 0 else 0, 4 if y > 0 else 1, 5 if z > 0 else 2
        nodes, boxes, radii, elements = self.nodes, self.boxes, self.radii, self.elements
        best = enough
        stack = [(self.box_value(node, d), node)]
        while stack:
            bound, i = stack.pop()
            if best is not None and bound <= best:
                continue
            child = nodes[i]
            if child >= 0:
                b = boxes[child]
                first = x * b[ix] + y * b[iy] + z * b[iz] + radii[child] * grown
                b = boxes[child + 1]
                second = x * b[ix] + y * b[iy] + z * b[iz] + radii[child + 1] * grown
                if first > second:
                    stack.append((second, child + 1))
                    stack.append((first, child))
                else:
                    stack.append((first, child))
                    stack.append((second, child + 1))
                continue
            element, radius = elements[-1 - child]
            if type(element) is tuple:
                ax, ay, az, bx, by, bz, cx, cy, cz = element
                value = max(x * ax + y * ay + z * az, x * bx + y * by + z * bz,
                            x * cx + y * cy + z * cz)
            else:
                value = element.support_value(d)
            value += radius * grown
            if best is None or value > best:
                if enough is not None:
                    return value
                best = value
        return best

    def leaves(self, node):
        stack, found = [node], []
        while stack:
            i = stack.pop()
            if self.nodes[i] < 0:
                found.append(i)
            else:
                stack += [self.nodes[i], self.nodes[i] + 1]
        return found


def check_tree(nodes, count, what):
    """Refuses a list that is not a tree with each element in one leaf."""
    parents = [0] * len(nodes)
    held = [0] * count
    for i, child in enumerate(nodes):
        if child >= 0:
            if not i < child < len(nodes) - 1:
                raise Refused(f'{what}: node {i} of its tree has no children behind it')
            for k in (child, child + 1):
                parents[k] += 1
        else:
            if -1 - child >= count:
                raise Refused(f'{what}: node {i} of its tree holds element {-1 - child}, which is not there')
            held[-1 - child] += 1
    for i, parent_count in enumerate(parents):
        if i and parent_count != 1:
            raise Refused(f'{what}: node {i} of its tree has {parent_count} parents')
    check_once(held, f'{what}: its tree')


def check_once(held, what):
    """Refuses missing and repeated elements. held: how often each element was named."""
    for element, count in enumerate(held):
        if not count:
            raise Refused(f'{what} does not hold element {element}')
        if count > 1:
            raise Refused(f'{what} holds element {element} more than once')


def tree_over(indices, centres):
    """A tree over some elements, halved along their order in each direction in turn."""
    nodes = [None]
    waiting = [(0, list(indices), 0)]
    while waiting:
        at, group, axis = waiting.pop()
        if len(group) == 1:
            nodes[at] = -1 - group[0]
            continue
        group.sort(key=lambda e: centres[e][axis])
        half = len(group) // 2
        nodes[at] = len(nodes)
        waiting += [(len(nodes), group[:half], (axis + 1) % 3),
                    (len(nodes) + 1, group[half:], (axis + 1) % 3)]
        nodes += [None, None]
    return nodes


class ClaimedBody:
    """A BODY of a claims file."""

    def __init__(self, node):
        self.name = node['name']
        self.what = f'body "{self.name}"'
        self.raw = node['elements']
        self.elements = [element_of(e) for e in self.raw]
        check_tree(node['tree'], len(self.elements), self.what)
        self.tree = Tree(self.elements, node['tree'])
        self.hulls = node.get('hulls', [list(range(len(self.elements)))])
        self._check_hulls()
        self._hull_trees = {}
        self.ball = self._ball(node['ball'])
        self.cells = Cells(node['cells'], self.raw, self.what) if 'cells' in node else None
        self._cell_trees = {}
        self.containing = node
        self.placed = {}  # what chords.py knows of it

    def _check_hulls(self):
        held = [0] * len(self.elements)
        for hull in self.hulls:
            for e in hull:
                if e >= len(held):
                    raise Refused(f'{self.what}: a hull holds an element that is not there')
                held[e] += 1
        check_once(held, f'{self.what}: the list of its hulls')

    def _ball(self, ball):
        """Its centre and radius at scale 2**P; refuses a ball that does not contain all elements."""
        x, y, z, r = (length(v) for v in ball)
        r += CUT
        excess = CUT
        for element, radius in self.elements:
            if type(element) is tuple:
                points = (element[0:3], element[3:6], element[6:9])
            else:
                points = element.far_points((x, y, z))
                excess = max(excess, element.excess)
            inside = r - radius
            for p in points:
                a, b, c = p[0] - x, p[1] - y, p[2] - z
                if inside < 0 or a * a + b * b + c * c > inside * inside:
                    raise Refused(f'{self.what}: its ball does not contain it')
        centre = tuple(v << P - G for v in (x, y, z)) + (1 << P - G,)
        return centre, r + excess << P - G

    def set_of(self, part, key):
        """The tree and the node of the set that a PART names; None if it is a cell with nothing in it."""
        given = part.get(key)
        if given is None:
            return self.tree, 0
        if 'node' in given:
            node = given['node']
            if node >= len(self.tree.nodes):
                raise Refused(f'{self.what} has no node {node}')
            return self.tree, node
        if 'cell' in given:
            if self.cells is None:
                raise Refused(f'{self.what} has no cells')
            return self._set_of_cell(given['cell'])
        hull = given['hull']
        if hull >= len(self.hulls):
            raise Refused(f'{self.what} has no hull {hull}')
        if hull not in self._hull_trees:
            if len(self.hulls[hull]) == len(self.elements):
                self._hull_trees[hull] = self.tree
            else:
                leaves = {-1 - n: i for i, n in enumerate(self.tree.nodes) if n < 0}
                centres = {e: [sum(self.tree.boxes[leaves[e]][k::3]) for k in range(3)]
                           for e in self.hulls[hull]}
                self._hull_trees[hull] = Tree(self.elements, tree_over(self.hulls[hull], centres))
        return self._hull_trees[hull], 0

    def _set_of_cell(self, cell):
        if cell not in self._cell_trees:
            # the corners of pieces err by less than one unit, as those of elements do
            pieces = [(Hull([tuple(floor(Fraction(c) * UNIT) for c in p) for p in corners]), self.elements[i][1])
                      if corners else self.elements[i] for i, corners in self.cells.pieces(cell)]
            flat = Tree(pieces, [-1 - i for i in range(len(pieces))])  # for the boxes of pieces
            centres = [[sum(box[k::3]) for k in range(3)] for box in flat.boxes]
            self._cell_trees[cell] = (Tree(pieces, tree_over(range(len(pieces)), centres)), 0) if pieces else None
        return self._cell_trees[cell]
