"""The distance of a point from the hull of others, by Wolfe's method for the point of least norm
(Finding the nearest point in a polytope, 1976), in exact numbers, so that it terminates. Flat
hulls, segments and single points are no special cases."""

from fractions import Fraction
from math import isqrt


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


def _affine(points):
    """The weights, of sum 1, of the point of least norm in the affine hull of affinely independent points."""
    count = len(points)
    rows = [[Fraction(dot(p, q)) for q in points] + [Fraction(1), Fraction(0)] for p in points]
    rows.append([Fraction(1)] * count + [Fraction(0), Fraction(1)])
    for k in range(count + 1):
        pivot = next(i for i in range(k, count + 1) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [v / rows[k][k] for v in rows[k]]
        for i in range(count + 1):
            if i != k and rows[i][k]:
                rows[i] = [a - rows[i][k] * b for a, b in zip(rows[i], rows[k])]
    return [row[-1] for row in rows[:count]]


def distance_from_hull(point, vertices, tolerance):
    """The distance, rounded up, of an integer point from the hull of integer points; None if it
    exceeds a tolerance."""
    square, _, _ = nearest_in_hull(point, vertices)
    return isqrt(int(square)) + 1 if square <= tolerance * tolerance else None


def nearest_in_hull(point, vertices):
    """The square of the distance of an integer point from the hull of integer points; and some of these, less the
    point, with the weights that make the nearest point of them."""
    moved = [[a - b for a, b in zip(v, point)] for v in vertices]
    chosen = [min(moved, key=lambda v: dot(v, v))]
    weights = [Fraction(1)]
    while True:
        x = [dot(weights, axis) for axis in zip(*chosen)]
        square = dot(x, x)
        nearest = min(moved, key=lambda v: dot(x, v))
        if dot(x, nearest) >= square:
            return square, chosen, weights
        chosen.append(nearest)
        weights.append(Fraction(0))
        while True:
            target = _affine(chosen)
            if min(target) > 0:
                weights = target
                break
            # as far towards the target as the weights stay positive
            share = min(w / (w - t) for w, t in zip(weights, target) if t <= 0)
            weights = [w + share * (t - w) for w, t in zip(weights, target)]
            chosen = [c for c, w in zip(chosen, weights) if w > 0]
            weights = [w for w in weights if w > 0]
