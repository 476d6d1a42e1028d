"""What the triangles of a body have in the cells of space by which it is cut: polygons with exact corners."""

from fractions import Fraction

from balls import Refused


def clip(corners, axis, at, above):
    """The corners of the part of a convex polygon whose coordinate along an axis is at most `at`, or at
    least. Exact for floats and Fractions."""
    def is_out(p):
        return p[axis] < at if above else p[axis] > at

    if not any(map(is_out, corners)):
        return corners
    found = []
    for p, q in zip(corners, [*corners[1:], corners[0]]):
        if not is_out(p):
            found.append(p)
        if is_out(p) != is_out(q):
            a, b = Fraction(p[axis]), Fraction(q[axis])
            share = (Fraction(at) - a) / (b - a)
            found.append(tuple(Fraction(u) + share * (Fraction(v) - Fraction(u)) for u, v in zip(p, q)))
    return found


class Cells:
    """The tree of cells of a body, whose elements are triangles."""

    def __init__(self, nodes, raw, what):
        self.nodes, self.raw, self.what = nodes, raw, what
        if not all(type(element) is list for element in raw):
            raise Refused(f'{what} has cells, but not only triangles')
        self.parents = [None] * len(nodes)
        for i, node in enumerate(nodes):
            if node:
                for child in (node[2], node[2] + 1):
                    if not i < child < len(nodes) or self.parents[child] is not None:
                        raise Refused(f'{what}: its cells are no tree')
                    self.parents[child] = i
        if None in self.parents[1:]:
            raise Refused(f'{what}: its cells are no tree')

    def leaves(self):
        return [i for i, node in enumerate(self.nodes) if not node]

    def above(self, cell):
        """A cell and all that contain it, from the inside out."""
        while cell is not None:
            yield cell
            cell = self.parents[cell]

    def planes(self, cell):
        """The half-spaces whose common points a cell is: (axis, at, above)."""
        found = []
        for inner in self.above(cell):
            parent = self.parents[inner]
            if parent is not None:
                axis, at, child = self.nodes[parent]
                found.append((axis, at, inner != child))
        return found

    def pieces(self, cell):
        """What each triangle has in a cell, if anything: (its index, corners; None: it is wholly in it)."""
        if cell >= len(self.nodes):
            raise Refused(f'{self.what} has no cell {cell}')
        planes, found = self.planes(cell), []
        for i, raw in enumerate(self.raw):
            whole = corners = [tuple(raw[0:3]), tuple(raw[3:6]), tuple(raw[6:9])]
            for plane in planes:
                corners = clip(corners, *plane) if corners else corners
            if corners:
                found.append((i, None if corners is whole else corners))
        return found
