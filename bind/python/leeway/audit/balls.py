"""Numbers with error bounds, in fixed point on Python's integers, so that rounding is no issue.

A number x is held as an integer m and an error e, an integer too, with |x * 2**P - m| <= e. P is
180: an error of a few thousand is far below the rounding errors of doubles, even in scenes of
micrometres. A vector (x, y, z, e) has one error for its three components, a rotation (nine integers
row by row, e) one for its nine entries, and a pose is (rotation, position). The result of each
function holds for all true values within the errors that it was given: a product's error counts the
operands' errors and one unit for its rounding.
"""

from fractions import Fraction
from math import isqrt, atan2 as about_atan2

P = 180
ONE = 1 << P


class Refused(Exception):
    """A refusal, in one sentence."""


def fixed(value):
    """A double, an int or a Fraction as an integer; its error is at most 1."""
    if isinstance(value, float):
        n, d = value.as_integer_ratio()
    elif isinstance(value, int):
        return value << P
    else:
        n, d = value.numerator, value.denominator
    return (n << P) // d


def number(value):
    """A double, an int or a Fraction as a number."""
    return (fixed(value), 1)


def multiply(a, b):
    return (a[0] * b[0] >> P, (abs(a[0]) * b[1] + abs(b[0]) * a[1] + a[1] * b[1] >> P) + 2)


def add(a, b):
    return (a[0] + b[0], a[1] + b[1])


def larger_size(a):
    """An upper bound of |a|."""
    return abs(a[0]) + a[1]


def root_above(square):
    """An upper bound of the root of an integer at scale 2**(2 P)."""
    return isqrt(square) + 1


# ---- pi, sine and cosine, the angle of a direction -----------------------------------------------


_PI_BITS = 280


def _pi():
    """Machin's formula; each of some 200 quotients errs by less than one unit."""
    scale = 1 << _PI_BITS

    def arctangent_of_inverse(n):
        term = scale // n
        total, k, sign = 0, 1, 1
        while term:
            total += sign * (term // k)
            term //= n * n
            k += 2
            sign = -sign
        return total

    return 4 * (4 * arctangent_of_inverse(5) - arctangent_of_inverse(239))


_PI = _pi()  # within 2**12 of pi * 2**280
PI = (_PI >> _PI_BITS - P, 2)
_GUARD = 24  # bits that the series carry beyond P


def _series(r, first):
    """r**first / first! - r**(first + 2) / (first + 2)! + ..., for |r| < 1 at scale P + GUARD. The terms
    fall and alternate, so that the first one left out bounds the rest; it rounds to 0 here. Each of
    fewer than 60 roundings errs by less than one unit."""
    bits = P + _GUARD
    square = r * r >> bits
    term = r if first else 1 << bits
    total, k = 0, first
    while term not in (0, -1):
        total += term
        term = -(term * square >> bits) // ((k + 1) * (k + 2))
        k += 2
    return total


def sine_cosine(angle):
    """Sine and cosine of a number, by Taylor's formula after whole quarters of a turn are
    subtracted."""
    middle, error = angle
    if abs(middle) >> P > 1 << 40:
        raise Refused('an angle is beyond 2**40 radians')
    extended = middle << _PI_BITS - P
    quarters = (2 * extended + _PI // 2) // _PI
    rest = (2 * extended - quarters * _PI) // 2 >> _PI_BITS - P - _GUARD
    sine = _series(rest, 1) >> _GUARD
    cosine = _series(rest, 0) >> _GUARD
    # the series: below one unit; pi: 2**12 * 2**41 units of 2**-280 at most; the functions' slopes are
    # at most 1
    error += 4
    turned = ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[quarters % 4]
    return (turned[0], error), (turned[1], error)


def angle_of(y, x):
    """The angle in (-pi, pi] of a direction (x, y) whose length is about 1: a guess, plus the
    remaining angle, which is so small that two terms of the arctangent's series suffice."""
    guess = about_atan2(y[0] / ONE, x[0] / ONE)
    sine, cosine = sine_cosine(number(guess))
    across = add(multiply(y, cosine), multiply((-x[0], x[1]), sine))
    along = add(multiply(x, cosine), multiply(y, sine))
    if not (ONE >> 1 < along[0] < ONE << 1 and larger_size(across) < ONE >> 40):
        raise Refused('a direction without a length has no angle')
    t = (across[0] << P) // along[0]
    cube = t * t * t >> 2 * P
    error = 4 * (across[1] + along[1]) + 8
    return (fixed(guess) + t - cube // 3, error + 4)


# ---- vectors -------------------------------------------------------------------------------------

ZERO = (0, 0, 0, 0)


def vector(x, y, z):
    return (fixed(x), fixed(y), fixed(z), 1)


def plus(u, v):
    return (u[0] + v[0], u[1] + v[1], u[2] + v[2], u[3] + v[3])


def minus(u, v):
    return (u[0] - v[0], u[1] - v[1], u[2] - v[2], u[3] + v[3])


def negative(u):
    return (-u[0], -u[1], -u[2], u[3])


def _sum_of_sizes(u):
    return abs(u[0]) + abs(u[1]) + abs(u[2])


def _product_error(u, v):
    return (_sum_of_sizes(u) * v[3] + _sum_of_sizes(v) * u[3] + 3 * u[3] * v[3] >> P) + 2


def times(a, u):
    """A number times a vector."""
    m, e = a
    error = (abs(m) * u[3] + _sum_of_sizes(u) * e + e * u[3] >> P) + 2
    return (m * u[0] >> P, m * u[1] >> P, m * u[2] >> P, error)


def dot(u, v):
    return (u[0] * v[0] + u[1] * v[1] + u[2] * v[2] >> P, _product_error(u, v))


def cross(u, v):
    ux, uy, uz, _ = u
    vx, vy, vz, _ = v
    return (uy * vz - uz * vy >> P, uz * vx - ux * vz >> P, ux * vy - uy * vx >> P, _product_error(u, v))


def length_above(u):
    """An upper bound of the length, as an integer at scale 2**P."""
    return isqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]) + 1 + 2 * u[3]


def unit(x, y, z):
    """The unit vector along three doubles."""
    parts = [Fraction(v) for v in (x, y, z)]
    largest = max(abs(v) for v in parts)
    if not largest:
        raise Refused('a direction has length zero')
    parts = [v / largest for v in parts]
    square = sum(v * v for v in parts)  # from 1 to 3
    root = isqrt((square.numerator << 2 * P) // square.denominator)
    return tuple((fixed(v) << P) // root for v in parts) + (4,)


# ---- rotations and poses ---------------------------------------------------------------------------

IDENTITY = ((ONE, 0, 0, 0, ONE, 0, 0, 0, ONE), 0)
SMALL = ONE >> 8  # the largest error of a rotation's entries, which are then below 1.01


def turn(r, v):
    """r v."""
    a, e = r
    x, y, z, error = v
    error = (e * (_sum_of_sizes(v) + 3 * error) >> P) + 4 * error + 2
    return (a[0] * x + a[1] * y + a[2] * z >> P, a[3] * x + a[4] * y + a[5] * z >> P,
            a[6] * x + a[7] * y + a[8] * z >> P, error)


def turn_back(r, v):
    """The transpose of r times v."""
    a, e = r
    x, y, z, error = v
    error = (e * (_sum_of_sizes(v) + 3 * error) >> P) + 4 * error + 2
    return (a[0] * x + a[3] * y + a[6] * z >> P, a[1] * x + a[4] * y + a[7] * z >> P,
            a[2] * x + a[5] * y + a[8] * z >> P, error)


def rotation_product(r, s):
    a0, a1, a2, a3, a4, a5, a6, a7, a8 = r[0]
    b0, b1, b2, b3, b4, b5, b6, b7, b8 = s[0]
    error = 4 * (r[1] + s[1]) + 2  # entries are below 1.01, three products each
    if error > SMALL:
        raise Refused('rounding errors of a pose are too large to go on')
    return ((a0 * b0 + a1 * b3 + a2 * b6 >> P, a0 * b1 + a1 * b4 + a2 * b7 >> P,
             a0 * b2 + a1 * b5 + a2 * b8 >> P, a3 * b0 + a4 * b3 + a5 * b6 >> P,
             a3 * b1 + a4 * b4 + a5 * b7 >> P, a3 * b2 + a4 * b5 + a5 * b8 >> P,
             a6 * b0 + a7 * b3 + a8 * b6 >> P, a6 * b1 + a7 * b4 + a8 * b7 >> P,
             a6 * b2 + a7 * b5 + a8 * b8 >> P), error)


def transpose(r):
    a = r[0]
    return ((a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]), r[1])


IDENTITY_POSE = (IDENTITY, ZERO)


def compose(p, q):
    """The pose that applies q first, then p."""
    return (rotation_product(p[0], q[0]), plus(turn(p[0], q[1]), p[1]))


def transform(p, v):
    return plus(turn(p[0], v), p[1])


def inverse(p):
    back = transpose(p[0])
    return (back, negative(turn(back, p[1])))


def shift(v):
    """The pose that only moves by a vector."""
    return (IDENTITY, v)


def turn_about(axis, sine, cosine):
    """The rotation about a unit vector: c + (1 - c) a a^T + s [a]."""
    x, y, z, e = axis
    s, c = sine[0], cosine[0]
    d = ONE - c
    dx, dy, dz = d * x >> P, d * y >> P, d * z >> P
    sx, sy, sz = s * x >> P, s * y >> P, s * z >> P
    # entries are sums of at most three products of factors below 2.01
    error = 8 * (2 * e + sine[1] + 2 * cosine[1]) + 12
    return ((c + (dx * x >> P), (dx * y >> P) - sz, (dx * z >> P) + sy,
             (dx * y >> P) + sz, c + (dy * y >> P), (dy * z >> P) - sx,
             (dx * z >> P) - sy, (dy * z >> P) + sx, c + (dz * z >> P)), error)


def rotation_of_quaternion(x, y, z, w):
    """The rotation of a quaternion of four doubles or Fractions, not all zero, which is normalised."""
    x, y, z, w = (Fraction(v) for v in (x, y, z, w))
    square = x * x + y * y + z * z + w * w
    if not square:
        raise Refused('a quaternion has length zero')
    t = 2 / square
    rows = (1 - t * (y * y + z * z), t * (x * y - w * z), t * (x * z + w * y),
            t * (x * y + w * z), 1 - t * (x * x + z * z), t * (y * z - w * x),
            t * (x * z - w * y), t * (y * z + w * x), 1 - t * (x * x + y * y))
    return (tuple(fixed(v) for v in rows), 1)


def rotation_of_columns(columns):
    """The rotation of nine doubles, the images of x, y and z: the first is normalised, the second
    made perpendicular to it, and the third is their product."""
    vectors = [[Fraction(v) for v in columns[k:k + 3]] for k in (0, 3, 6)]

    def product(u, v):
        return sum(p * q for p, q in zip(u, v))

    x, y, z = vectors
    first = unit(*x)
    second = unit(*(product(x, x) * q - product(x, y) * p for p, q in zip(x, y)))
    third = cross(first, second)
    for made, given in ((first, x), (second, y), (third, z)):
        if any(abs(made[k] - fixed(given[k])) > ONE >> 40 for k in range(3)):
            raise Refused('a rotation turns and does something else')
    rows = tuple(v[k] for k in range(3) for v in (first, second, third))
    return (rows, max(first[3], second[3], third[3]))


def rotation_of_angles(roll, pitch, yaw):
    """The rotation about the fixed axes x, y and z, in this order."""
    r = turn_about((ONE, 0, 0, 0), *sine_cosine(number(roll)))
    p = turn_about((0, ONE, 0, 0), *sine_cosine(number(pitch)))
    y = turn_about((0, 0, ONE, 0), *sine_cosine(number(yaw)))
    return rotation_product(y, rotation_product(p, r))


def axis_and_angle(q):
    """The axis and the angle, from 0 to pi, of a quaternion of four Fractions, w at least 0."""
    x, y, z, w = q
    square = x * x + y * y + z * z
    if not square:
        return (ONE, 0, 0, 0), (0, 0)
    length = square + w * w
    # sine and cosine of half the angle, each the root of a share between 0 and 1
    sine, cosine = (isqrt((s.numerator << 2 * P) // s.denominator)
                    for s in (square / length, w * w / length))
    half = angle_of((sine, 1), (cosine, 1))
    largest = max(abs(x), abs(y), abs(z))
    return unit(x / largest, y / largest, z / largest), (2 * half[0], 2 * half[1])
