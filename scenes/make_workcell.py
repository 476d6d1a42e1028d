#!/usr/bin/env python3
"""Makes workcell.json, and a picture of it in ../docs: a work-cell in the plane in the spirit of Feyeux and Landry 2013, Figure 12, whose
data were not published. Four quadrilateral obstacles, two square robots, and two pairs of trajectories on
time grids of their own, positions and velocities as a planner of smooth motions would give them: one
pair stays apart, the other ends at one place.

Needs nothing but Python 3; the output is the same everywhere.

    python3 scenes/make_workcell.py
"""

import json
import math
import os


def bezier(points, u):
    """Position and derivative of a cubic Bezier curve."""
    a, b, c, d = points
    v = 1 - u
    position = [v**3 * a[i] + 3 * v * v * u * b[i] + 3 * v * u * u * c[i] + u**3 * d[i] for i in (0, 1)]
    rate = [3 * v * v * (b[i] - a[i]) + 6 * v * u * (c[i] - b[i]) + 3 * u * u * (d[i] - c[i]) for i in (0, 1)]
    return position, rate


def smooth(s):
    """From rest to rest: the share of the way at the share s of the time, and its derivative."""
    return s * s * (3 - 2 * s), 6 * s * (1 - s)


def trajectory(points, turn, start, end, steps, stretch):
    """Rows x y theta and their rates; times lie closer where stretch > 1 says so. Until the start the robot
    stands where it begins."""
    times, positions, velocities = [], [], []
    if start > 0:
        times, positions, velocities = [0.0], [[*(float(v) for v in points[0]), float(turn[0])]], [[0.0] * 3]
    for k in range(steps):
        s = (k / (steps - 1)) ** stretch
        u, rate = smooth(s)
        (x, y), (dx, dy) = bezier(points, u)
        duration = end - start
        times.append(round(start + duration * s, 6))
        positions.append([round(v, 9) for v in (x, y, turn[0] + (turn[1] - turn[0]) * u)])
        velocities.append([round(v * rate / duration, 9) for v in (dx, dy, turn[1] - turn[0])])
    return {"times": times, "positions": positions, "velocities": velocities}


def pair(first, second):
    return {"robots": {"R1": {"trajectory": first}, "R2": {"trajectory": second}}}


QUARTER = math.pi / 2
OBSTACLES = {
    "press": [[1.6, 0.6], [3.0, 0.4], [3.2, 1.5], [1.8, 1.7]],
    "rack": [[5.0, 0.5], [6.3, 0.8], [6.1, 1.9], [4.9, 1.6]],
    "oven": [[1.7, 3.6], [3.1, 3.4], [3.3, 4.6], [1.9, 4.8]],
    "bench": [[5.1, 3.5], [6.4, 3.7], [6.2, 4.7], [5.0, 4.5]],
}


def robot(name):
    half = 0.25
    square = [[-half, -half], [half, -half], [half, half], [-half, half]]
    return {
        "name": name,
        "joint": {"type": "planar", "name": "at"},
        "links": [{"name": "body", "type": "polygon", "vertices": square}],
    }


APART = pair(
    trajectory([[0.6, 2.2], [3.0, 2.0], [4.6, 2.2], [7.4, 2.4]], [0, QUARTER], 0, 8, 27, 1),
    trajectory([[4.1, 0.4], [4.3, 1.8], [3.6, 3.6], [4.1, 5.2]], [0, -QUARTER], 2.3, 8.8, 26, 1.1),
)
SHARED_END = pair(
    trajectory([[0.6, 2.3], [3.0, 2.1], [5.0, 3.4], [7.3, 2.6]], [0, QUARTER], 0, 8, 37, 1),
    trajectory([[0.6, 3.1], [2.4, 3.0], [5.2, 2.4], [7.3, 2.6]], [0, QUARTER], 0.9, 8.6, 36, 1),
)


def place(rows, time):
    """Where a robot is: cubic Hermite between its rows, still before and after them."""
    times = rows["times"]
    k = max(i for i in range(len(times) - 1) if i == 0 or times[i] <= time)
    length = times[k + 1] - times[k]
    u = min(max((time - times[k]) / length, 0), 1)
    h = [2 * u**3 - 3 * u * u + 1, u**3 - 2 * u * u + u, 3 * u * u - 2 * u**3, u**3 - u * u]
    p, v = rows["positions"], rows["velocities"]
    return [
        h[0] * p[k][i] + h[1] * length * v[k][i] + h[2] * p[k + 1][i] + h[3] * length * v[k + 1][i]
        for i in range(3)
    ]


def draw(title, motion, until, x0):
    """One half of the picture: obstacles, ways, and the squares as they pass, up to a time."""
    def points(corners):
        return " ".join(f"{x0 + 50 * x:.1f},{300 - 50 * y:.1f}" for x, y in corners)

    out = [f'<text x="{x0 + 20}" y="22" font-size="14">{title}</text>']
    for name, corners in OBSTACLES.items():
        x, y = (sum(values) / len(corners) for values in zip(*corners))
        out.append(f'<polygon points="{points(corners)}" fill="#dccfb8"/>')
        out.append(f'<text x="{x0 + 50 * x:.1f}" y="{304 - 50 * y:.1f}" font-size="12" fill="#5d6776" text-anchor="middle">{name}</text>')
    for name, color in (("R1", "#1f5fbf"), ("R2", "#b3541e")):
        rows = motion["robots"][name]["trajectory"]
        begin = rows["times"][rows["positions"][0] == rows["positions"][1]]
        way = [place(rows, begin + (rows["times"][-1] - begin) * i / 200)[:2] for i in range(201)]
        out.append(f'<polyline points="{points(way)}" fill="none" stroke="{color}" stroke-dasharray="3 3"/>')
        x, y = way[0]
        out.append(f'<text x="{x0 + 50 * x:.1f}" y="{300 - 50 * y + (28 if y < 2.5 else -18):.1f}" font-size="12" fill="{color}" text-anchor="middle">{name}</text>')
        for i in range(13):
            x, y, turned = place(rows, until * i / 12)
            c, s = math.cos(turned) / 4, math.sin(turned) / 4
            square = [(x + a * c - b * s, y + a * s + b * c) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            full = 0.75 if i == 12 else 0.15
            out.append(f'<polygon points="{points(square)}" fill="{color}" fill-opacity="{full}" stroke="{color}"/>')
    return out


def picture():
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" width="860" height="310" font-family="sans-serif">']
    lines += ['<rect width="860" height="310" fill="white"/>']
    lines += draw("apart: proven free", APART, 8.8, 0)
    lines += draw("shared end: contact at 6.554 s", SHARED_END, 6.554, 430)
    return "\n".join(lines + ["</svg>"]) + "\n"


def main():
    scene = {
        "description": "A work-cell in the plane; made by make_workcell.py.",
        "dimension": 2,
        "robots": [robot("R1"), robot("R2")],
        "obstacles": [{"id": k, "type": "polygon", "vertices": v} for k, v in OBSTACLES.items()],
        "motions": {"apart": APART, "shared end": SHARED_END},
    }
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "workcell.json")
    with open(path, "w", encoding="utf-8") as file:
        text = json.dumps(scene, indent=1)
        # rows of numbers on one line each
        lines, inside = [], 0
        for line in text.splitlines():
            word = line.strip()
            number = word.rstrip(",").replace(".", "").replace("-", "").replace("e", "").isdigit()
            if number and lines and (lines[-1].endswith("[") or inside):
                lines[-1] += ("" if lines[-1].endswith("[") else " ") + word
                inside = 1
            elif inside and word.startswith("]"):
                lines[-1] += word
                inside = 0
            else:
                lines.append(line)
        file.write("\n".join(lines) + "\n")
    with open(os.path.join(os.path.dirname(path), "..", "docs", "workcell.svg"), "w", encoding="utf-8") as file:
        file.write(picture())


main()
