#!/usr/bin/env python3
"""Makes the meshes of the six-joint arm in arm/arm.urdf, as binary STL, into arm/meshes/.

Every link is a handful of closed parts, turned (lathe) or stretched over sections (loft), that
overlap where they are joined. Lengths are in metres, in the frame of the link, as in the URDF.
Needs nothing but Python 3; the output is the same everywhere.

    python3 scenes/make_arm.py
"""

import math
import os
import struct

# ---- parts: a part is a list of triangles, a triangle three points x y z ----------------------


def lathe(profile, sides, axis):
    """Turns a profile [(distance along the axis, radius), ...] that begins and ends on the axis."""
    rings = []
    for along, radius in profile[1:-1]:
        angles = [2 * math.pi * (side + 0.5) / sides for side in range(sides)]
        rings.append([(along, radius * math.cos(a), radius * math.sin(a)) for a in angles])
    first, last = (profile[0][0], 0.0, 0.0), (profile[-1][0], 0.0, 0.0)
    return turn_to(axis, skin(rings, fan(first, rings[0], True), fan(last, rings[-1], False)))


def loft(sections, axis):
    """Stretches a skin over sections [(distance along the axis, convex polygon [(u, v), ...]), ...]
    of equal count. For the axes x, y, z, u and v are y z, z x, x y."""
    assert all(low[0] < high[0] for low, high in zip(sections, sections[1:]))
    rings = [[(along, u, v) for u, v in polygon] for along, polygon in sections]
    first, last = list(reversed(rings[0])), rings[-1]
    caps = [(ring[0], ring[i], ring[i + 1]) for ring in (first, last) for i in range(1, len(ring) - 1)]
    return turn_to(axis, skin(rings, caps, []))


def skin(rings, first_cap, last_cap):
    triangles = first_cap + last_cap
    for low, high in zip(rings, rings[1:]):
        for i in range(len(low)):
            j = (i + 1) % len(low)
            triangles += [(low[i], low[j], high[j]), (low[i], high[j], high[i])]
    return triangles


def fan(tip, ring, reverse):
    edges = [(ring[i], ring[(i + 1) % len(ring)]) for i in range(len(ring))]
    return [(tip, b, a) if reverse else (tip, a, b) for a, b in edges]


def turn_to(axis, triangles):
    """From the frame in which parts are made, along x, by a cyclic change of axes."""
    shift = {"x": 0, "y": 2, "z": 1}[axis]
    return [tuple(tuple(p[(k + shift) % 3] for k in range(3)) for p in t) for t in triangles]


def move(triangles, dx, dy, dz):
    return [tuple((x + dx, y + dy, z + dz) for x, y, z in t) for t in triangles]


# ---- outlines ----------------------------------------------------------------------------------


def chamfered(width, height, cut, u=0.0, v=0.0):
    """A rectangle about (u, v) with its corners cut off."""
    a, b = width / 2, height / 2
    corners = [(a - cut, -b), (a, cut - b), (a, b - cut), (a - cut, b),
               (cut - a, b), (-a, b - cut), (-a, cut - b), (cut - a, -b)]
    return [(u + x, v + y) for x, y in corners]


def circle(u, v, radius, sides):
    angles = [2 * math.pi * side / sides for side in range(sides)]
    return [(u + radius * math.cos(a), v + radius * math.sin(a)) for a in angles]


def hull(points):
    """The convex hull, counter-clockwise (Andrew's chains)."""
    def chain(ordered):
        kept = []
        for p in ordered:
            while len(kept) > 1 and turn(kept[-2], kept[-1], p) <= 0:
                kept.pop()
            kept.append(p)
        return kept[:-1]

    def turn(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    ordered = sorted((round(u, 9), round(v, 9)) for u, v in points)
    return chain(ordered) + chain(ordered[::-1])


def shrunk(polygon, share):
    """The polygon, smaller about its middle by a share of its size: for bevels."""
    u = sum(p[0] for p in polygon) / len(polygon)
    v = sum(p[1] for p in polygon) / len(polygon)
    return [(u + (x - u) * (1 - share), v + (y - v) * (1 - share)) for x, y in polygon]


def plate(outline, begin, end, bevel, axis):
    """An outline extruded from begin to end, with bevelled rims."""
    small = shrunk(outline, 0.06)
    return loft([(begin, small), (begin + bevel, outline), (end - bevel, outline), (end, small)], axis)


def block(begin, end, width, height, axis, cut=0.008, u=0.0, v=0.0):
    """A box with its edges cut off."""
    bevel = min(cut / 2, (end - begin) / 4)
    outer = chamfered(width, height, cut, u, v)
    inner = chamfered(width - 2 * bevel, height - 2 * bevel, cut, u, v)
    return loft([(begin, inner), (begin + bevel, outer), (end - bevel, outer), (end, inner)], axis)


def drum(begin, end, radius, sides, axis, bevel=0.005):
    profile = [(begin, 0), (begin, radius - bevel), (begin + bevel, radius),
               (end - bevel, radius), (end, radius - bevel), (end, 0)]
    return lathe(profile, sides, axis)


# ---- the links ---------------------------------------------------------------------------------


def base():
    foot = block(0.0, 0.024, 0.26, 0.26, "z", cut=0.03)
    column = lathe([(0.012, 0), (0.012, 0.105), (0.060, 0.105), (0.080, 0.092), (0.148, 0.088),
                    (0.155, 0.080), (0.155, 0)], 20, "z")
    socket = block(-0.135, -0.070, 0.070, 0.060, "x", v=0.050)
    return [foot, column, socket]


def shoulder():
    turret = lathe([(0.003, 0), (0.003, 0.090), (0.010, 0.096), (0.048, 0.096), (0.064, 0.084),
                    (0.064, 0)], 18, "z")
    # two cheeks hold joint 2 at x = 0.04, z = 0.17; outlines in z, x
    cheek = hull([(0.030, -0.058), (0.030, 0.074)] + circle(0.170, 0.040, 0.060, 16))
    left = plate(cheek, 0.055, 0.085, 0.005, "y")
    right = plate(cheek, -0.085, -0.055, 0.005, "y")
    motor = move(drum(0.080, 0.118, 0.044, 12, "y"), 0.040, 0, 0.170)
    return [turret, left, right, motor]


def upper_arm():
    low_hub = drum(-0.050, 0.050, 0.064, 16, "y")
    beam = loft([(0.015, chamfered(0.100, 0.086, 0.018)), (0.150, chamfered(0.088, 0.078, 0.018)),
                 (0.320, chamfered(0.074, 0.070, 0.016)), (0.385, chamfered(0.070, 0.066, 0.014))], "z")
    high_hub = move(drum(-0.042, 0.042, 0.052, 16, "y"), 0, 0, 0.400)
    return [low_hub, beam, high_hub]


def forearm():
    # a fork about joint 3 (outlines in z, x) that carries the housing of joint 4 at z = 0.05
    cheek = hull([(0.086, 0.068), (0.086, 0.125), (0.014, 0.125)] + circle(0, 0, 0.050, 14))
    left = plate(cheek, 0.047, 0.067, 0.004, "y")
    right = plate(cheek, -0.067, -0.047, 0.004, "y")
    housing = loft([(0.060, chamfered(0.116, 0.070, 0.014, v=0.050)),
                    (0.075, chamfered(0.124, 0.088, 0.018, v=0.050)),
                    (0.125, chamfered(0.124, 0.090, 0.020, v=0.050)),
                    (0.156, chamfered(0.088, 0.086, 0.026, v=0.050))], "x")
    motor = drum(-0.096, -0.062, 0.036, 14, "y")
    return [left, right, housing, motor]


def wrist_1():
    tube = lathe([(0.004, 0), (0.004, 0.040), (0.012, 0.044), (0.110, 0.037), (0.150, 0.034),
                  (0.150, 0)], 16, "x")
    # a fork about joint 5; outlines in z, x
    cheek = hull([(-0.030, 0.125), (0.030, 0.125)] + circle(0, 0.220, 0.033, 14))
    left = plate(cheek, 0.030, 0.045, 0.003, "y")
    right = plate(cheek, -0.045, -0.030, 0.003, "y")
    return [tube, left, right]


def wrist_2():
    knuckle = drum(-0.026, 0.026, 0.032, 16, "y", bevel=0.004)
    nose = lathe([(0.005, 0), (0.005, 0.025), (0.030, 0.027), (0.058, 0.027), (0.063, 0.023),
                  (0.063, 0)], 16, "x")
    return [knuckle, nose]


def flange():
    plate_disc = drum(0.001, 0.016, 0.034, 20, "x", bevel=0.003)
    return [plate_disc]


def gripper():
    adapter = drum(-0.002, 0.016, 0.028, 14, "x", bevel=0.002)
    palm = block(0.010, 0.062, 0.104, 0.052, "x", cut=0.010)
    rail = block(0.055, 0.072, 0.124, 0.026, "x", cut=0.004)
    return [adapter, palm, rail]


def finger():
    # the left one; the gap between the fingers is on its side y < 0
    root = block(0.002, 0.022, 0.024, 0.032, "x", cut=0.004)
    blade = loft([(0.012, chamfered(0.016, 0.026, 0.003)), (0.060, chamfered(0.014, 0.022, 0.003)),
                  (0.082, chamfered(0.009, 0.016, 0.002, u=-0.0025))], "x")
    return [root, blade]


LINKS = [base, shoulder, upper_arm, forearm, wrist_1, wrist_2, flange, gripper, finger]


# ---- checks and files --------------------------------------------------------------------------


def rounded(part):
    """To what a file of single precision can hold, on a grid of 1 micrometre first, so that the
    last bits of the system's sine cannot show."""
    def number(x):
        return struct.unpack("<f", struct.pack("<f", round(x, 6) + 0.0))[0]
    return [tuple(tuple(number(x) for x in p) for p in t) for t in part]


def check(name, part):
    """Each edge belongs to two triangles, in opposite directions, and the volume is positive."""
    edges = {}
    volume = 0.0
    for a, b, c in part:
        assert len({a, b, c}) == 3, name + ": triangle without area"
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
                   + a[2] * (b[0] * c[1] - b[1] * c[0])) / 6
        for edge in ((a, b), (b, c), (c, a)):
            assert edge not in edges, name + ": edge used twice in one direction"
            edges[edge] = True
    assert all((b, a) in edges for a, b in edges), name + ": open"
    assert volume > 1e-6, name + ": inside out"


def write_stl(path, triangles):
    with open(path, "wb") as file:
        file.write(b"Leeway arm, metres".ljust(80, b" "))
        file.write(struct.pack("<I", len(triangles)))
        for a, b, c in triangles:
            u = [b[k] - a[k] for k in range(3)]
            v = [c[k] - a[k] for k in range(3)]
            n = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
            length = math.sqrt(sum(x * x for x in n))
            normal = [round(x / length, 6) + 0.0 for x in n]
            file.write(struct.pack("<12fH", *normal, *a, *b, *c, 0))


def main():
    folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "arm", "meshes")
    os.makedirs(folder, exist_ok=True)
    for link in LINKS:
        parts = [rounded(part) for part in link()]
        for part in parts:
            check(link.__name__, part)
        # parts that share a vertex would be joined by a reader, and the link be no longer closed
        corners = [{p for t in part for p in t} for part in parts]
        assert sum(map(len, corners)) == len(set.union(*corners)), link.__name__ + ": parts share a vertex"
        triangles = [t for part in parts for t in part]
        write_stl(os.path.join(folder, link.__name__ + ".stl"), triangles)
        print(f"{link.__name__}: {len(parts)} parts, {len(triangles)} triangles")


main()
