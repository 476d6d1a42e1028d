"""Splines: Bezier curves, B-splines and polynomials of time, as polynomials in u on each piece. Coefficients are
exact rational numbers until they are rounded to balls."""

from fractions import Fraction

from balls import Refused, number
from robots import check_keys

DEGREE = 9
GAP = Fraction(1, 2 ** 43)  # how far polynomials may be apart where they meet, as a share of their terms


def read_rows(read, node, kind):
    """The degree and the rows of a spline; a row of polynomials for each power, up to the highest."""
    if kind == 'polynomial':
        check_keys(node, ('type', 'coefficients', 'knots'), 'a spline')
        rows = [list(own) for own in node['coefficients']]
        if not rows or not all(1 <= len(own) <= DEGREE + 1 for own in rows):
            raise Refused('a polynomial of a spline has no coefficients, or more than ten')
        if not all(isinstance(row, list) for own in rows for row in own):
            raise Refused('a spline has a row that is no list')
        none = [0] * len(rows[0][0])
        return DEGREE, [read(row) for own in rows for row in own + [none] * (DEGREE + 1 - len(own))]
    check_keys(node, ('type', 'degree', 'points', 'knots', 'duration'), 'a spline')
    degree, points = node['degree'], node['points']
    if not 1 <= degree <= DEGREE or degree != int(degree):
        raise Refused('a spline has no degree from 1 to 9')
    degree = int(degree)
    if len(points) < degree + 1 or (kind == 'bezier' and (len(points) - 1) % degree):
        raise Refused('a spline has a wrong number of points')
    if not all(isinstance(row, list) for row in points):
        raise Refused('a spline has a row that is no list')
    return degree, [read(row) for row in points]


def read_knots(node, count, first, last, repeats):
    """The knots as times. first, last: those between which the motion is. repeats: how often a knot between
    these may be there, and another one."""
    duration = float(node.get('duration', 0))
    if not duration > 0 and ('duration' in node or 'knots' not in node):
        raise Refused('a spline has neither knots nor a duration above 0')
    if 'knots' in node:
        knots = [float(k) for k in node['knots']]
        if len(knots) != count:
            raise Refused('a spline has a wrong number of knots')
        begin, length = knots[first], knots[last] - knots[first]
        if duration and length > 0:
            knots = [(k - begin) * duration / length for k in knots]
    else:
        knots = [0.0 if i <= first else duration if i >= last else (i - first) * duration / (last - first)
                 for i in range(count)]
    begin, end = knots[first], knots[last]
    if begin != 0 or not end > begin or any(not a <= b for a, b in zip(knots, knots[1:])):
        raise Refused('the knots of a spline decrease, or do not begin at 0')
    for k in set(knots):
        if knots.count(k) > repeats[not begin < k < end]:
            raise Refused('a knot of a spline is repeated too often')
    return knots


def of_bspline(points, low, knots):
    """The coefficients of a piece between knots[low] and knots[low + 1]: de Boor's algorithm, on polynomials."""
    degree, begin = len(points) - 1, knots[low]
    width = knots[low + 1] - begin
    d = [[p] for p in points]
    for r in range(1, degree + 1):
        for i in range(degree, r - 1, -1):
            left, right = knots[low + i - degree], knots[low + i + 1 - r]
            # the weight of the later point is at + slope u
            at, slope = (begin - left) / (right - left), width / (right - left)
            before, ways = d[i - 1] + [0], [b - a for a, b in zip(d[i - 1], d[i])]
            d[i] = [p + at * w + slope * v for p, w, v in zip(before, ways + [0], [0] + ways)]
    return d[degree]


def column(kind, degree, knots, first, last, values):
    """[(begin, end, coefficients)] of a column with a value in each row."""
    exact, found = [Fraction(k) for k in knots], []
    for k in range(first, last):
        begin, end = exact[k], exact[k + 1]
        if begin == end:
            continue
        if kind == 'polynomial':
            c = [v * (end - begin) ** i for i, v in enumerate(values[k * (degree + 1):(k + 1) * (degree + 1)])]
        elif kind == 'bezier':
            c = of_bspline(values[k * degree:(k + 1) * degree + 1], degree - 1, [begin] * degree + [end] * degree)
        else:
            c = of_bspline(values[k - first:k - first + degree + 1], k, exact)
        while len(c) > 2 and c[-1] == 0:
            c.pop()
        found.append((knots[k], knots[k + 1], c))
    return found


def balls_of(pieces):
    """The coefficients of the pieces of a column as balls. Where polynomials meet, rounding may part their values.
    Such a gap counts as an error of the later one: whatever is shown of all its values is true of those in the
    gap."""
    found = [[number(v) for v in c] for _, _, c in pieces]
    for (_, _, before), (_, _, c), own in zip(pieces, pieces[1:], found[1:]):
        gap = abs(c[0] - sum(before))
        if gap > GAP * sum(map(abs, before)):
            raise Refused('the polynomials of a spline do not meet')
        if gap:
            middle, error = own[0]
            own[0] = middle, error + number(gap)[0] + 2
    return found


def read_spline(node, read):
    """The times of a spline's pieces, and a function that gives a column's coefficients in each piece. read: makes
    {column: value} of a row."""
    kind = node.get('type')
    if kind not in ('bezier', 'bspline', 'polynomial'):
        raise Refused('a spline is not of type bezier, bspline or polynomial')
    degree, rows = read_rows(read, node, kind)
    first, count = 0, len(rows) // (degree + 1) + 1
    if kind == 'bezier':
        count = (len(rows) - 1) // degree + 1
    elif kind == 'bspline':
        first, count = degree, len(rows) + degree + 1
    last = count - 1 - first
    knots = read_knots(node, count, first, last, (degree, degree + 1) if kind == 'bspline' else (1, 1))
    times = sorted(set(knots[first:last + 1]))
    return times, lambda key: balls_of(column(kind, degree, knots, first, last, [row[key] for row in rows]))
