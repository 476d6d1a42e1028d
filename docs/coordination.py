#!/usr/bin/env python3
"""Makes coordination.svg: the coordination space of two arms of scenes/welding_2.json that weld one point, with its
states in contact and the delays that are proven free.

    PYTHONPATH=build/python python3 docs/coordination.py
"""

import os

import leeway

HERE = os.path.dirname(os.path.abspath(__file__))
POINT = "roof front"
CELLS, SIDE, LEFT, TOP = 120, 360, 60, 20


def touches(scene: leeway.Scene, left: list, right: list) -> bool:
    """Whether the two arms are in contact at their joint values."""
    rows = {"left": left, "right": right}
    still = scene.motion({"robots": {arm: {"from": row, "to": row} for arm, row in rows.items()}})
    return scene.check(still, any=True).kind == "contact"


def main() -> None:
    scene = leeway.Scene(os.path.join(HERE, "..", "scenes", "welding_2.json"))
    way = scene.motion(POINT)
    end = way.interval[1]
    found = scene.delays(way, way)
    contacts = [span for span in found.spans if span.verdict == "contact"]
    scale = SIDE / end

    def at(t: float, u: float) -> str:
        return f"{LEFT + t * scale:.1f},{TOP + SIDE - u * scale:.1f}"

    def line(delay: float) -> str:
        ends = [(max(0, delay), max(0, -delay)), (min(end, end + delay), min(end, end - delay))]
        return f'<polyline points="{at(*ends[0])} {at(*ends[1])}" fill="none"'

    joints = {arm: [f"{arm}/joint_{i + 1}" for i in range(6)] for arm in ("left", "right")}
    states = []
    for k in range(CELLS):
        time = end * (k + 0.5) / CELLS
        states.append({arm: [float(way.joint_values(name.split("/")[1], time, name.split("/")[0])[0]) for name in joints[arm]] for arm in joints})
    shapes = []
    for j in range(CELLS):
        row = [touches(scene, states[i]["left"], states[j]["right"]) for i in range(CELLS)] + [False]
        begin = None
        for i, touch in enumerate(row):
            if touch and begin is None:
                begin = i
            if not touch and begin is not None:
                x, y = LEFT + begin * SIDE / CELLS, TOP + SIDE - (j + 1) * SIDE / CELLS
                shapes.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="{(i - begin) * SIDE / CELLS:.1f}" '
                              f'height="{SIDE / CELLS + 0.1:.1f}"/>')
                begin = None
    picture = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + SIDE + 20}" height="{TOP + SIDE + 50}" '
        'font-family="sans-serif" font-size="13">',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<g fill="#d9534f">{"".join(shapes)}</g>',
        f'<rect x="{LEFT}" y="{TOP}" width="{SIDE}" height="{SIDE}" fill="none" stroke="black"/>',
        line(0) + ' stroke="#777" stroke-dasharray="5 4"/>',
    ]
    for delay in (contacts[0].lower, contacts[-1].upper):
        picture.append(line(delay) + ' stroke="#2a7f3f" stroke-width="2"/>')
    picture += [
        f'<text x="{LEFT + SIDE / 2}" y="{TOP + SIDE + 36}" text-anchor="middle">time t of the left arm, 0 to {end:.1f} s</text>',
        f'<text transform="translate({LEFT - 14},{TOP + SIDE / 2}) rotate(-90)" text-anchor="middle">'
        f'time u of the right arm, 0 to {end:.1f} s</text>',
        '</svg>',
    ]
    with open(os.path.join(HERE, "coordination.svg"), "w", encoding="utf-8") as file:
        file.write("\n".join(picture) + "\n")


if __name__ == "__main__":
    main()
