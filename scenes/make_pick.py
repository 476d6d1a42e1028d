#!/usr/bin/env python3
"""Makes pick.json: the arm of arm/arm.urdf takes a can from the table, carries it over a wall and puts it
down in a crate, beside another can. The gripper points down all the way, its fingers stay along y.

Needs nothing but Python 3; the output is the same everywhere.

    python3 scenes/make_pick.py
"""

import json
import math
import os

# metres, from arm/arm.urdf: joint 2 in the plane of the arm, the upper arm, joint 5 from joint 3, and
# how far below joint 5 the gripper's origin is when it points down
SHOULDER = (0.04, 0.33)
UPPER_ARM = 0.40
FOREARM = (0.38, 0.05)
TOOL = 0.082
# along the gripper: where the can's top is between the fingers, which end at 0.152
GRASP = 0.095

RADIUS, HEIGHT = 0.026, 0.134
WALL = 0.22
FLOOR = 0.02  # of the crate
PICK, PLACE = (0.46, 0.30), (0.46, -0.30)


def joints(place, bottom):
    """The joints' values that hold the can over a place, its bottom so high; the elbow is up."""
    turn = math.atan2(place[1], place[0])
    r = math.hypot(*place) - SHOULDER[0]
    z = bottom + HEIGHT + GRASP + TOOL - SHOULDER[1]
    far, length = math.hypot(r, z), math.hypot(*FOREARM)
    at_shoulder = math.acos((UPPER_ARM**2 + far**2 - length**2) / (2 * UPPER_ARM * far))
    lift = math.pi / 2 - math.atan2(z, r) - at_shoulder
    elbow = (UPPER_ARM * math.sin(lift), UPPER_ARM * math.cos(lift))
    down = math.atan2(elbow[1] - z, r - elbow[0]) + math.atan2(FOREARM[1], FOREARM[0])
    return [round(v, 4) for v in (turn, lift, down - lift, 0, math.pi / 2 - down, turn)]


def carrying(high):
    """The motion with the can's bottom so high when it crosses the wall."""
    path = [
        "ready",
        joints(PICK, 0.1),
        joints(PICK, 0),
        joints(PICK, 0.03),
        joints(PICK, high),
        joints(PLACE, high),
        joints(PLACE, FLOOR + 0.03),
        joints(PLACE, FLOOR),
        joints(PLACE, FLOOR + 0.1),
        "ready",
    ]
    fingers = ["finger_left", "finger_right"]
    attach = {"waypoint": 2, "id": "can", "link": "gripper", "touch_links": fingers, "may_touch": ["table"]}
    release = {"waypoint": 7, "id": "can", "may_touch": ["crate"]}
    return {"path": path, "attach": [attach], "release": [release]}


def empty(high):
    """The gripper crosses the wall as high as with the can, which stays where it is."""
    return {"path": ["ready", joints(PICK, high), joints(PLACE, high), "ready"]}


def box(size, position):
    return {"type": "box", "size": size, "position": position}


def crate():
    """An open box, 0.32 by 0.24 by 0.08, in its own frame."""
    shapes = [box([0.32, 0.24, 0.008], [0, 0, FLOOR - 0.004])]
    for side in (-1, 1):
        shapes.append(box([0.32, 0.008, 0.08], [0, side * 0.116, 0.04]))
        shapes.append(box([0.008, 0.24, 0.08], [side * 0.156, 0, 0.04]))
    return shapes


def can(name, place, bottom):
    at = [place[0], place[1], round(bottom + HEIGHT / 2, 6)]
    return {"id": name, "type": "cylinder", "radius": RADIUS, "length": HEIGHT, "position": at}


def scene():
    high, low = WALL + 0.015, WALL - 0.045
    return {
        "$schema": "../docs/schema/scene.schema.json",
        "description": "The arm takes a can, carries it over a wall and puts it into a crate; made by make_pick.py.",
        "margin": 0.002,
        "robots": [{"urdf": "arm/arm.urdf", "srdf": "arm/arm.srdf"}],
        "obstacles": [
            {"id": "table"} | box([2.0, 2.2, 0.04], [0.2, 0, -0.02]),
            {"id": "wall"} | box([0.5, 0.02, WALL], [0.55, 0, WALL / 2]),
            {"id": "crate", "position": [PLACE[0] + 0.04, PLACE[1], 0], "shapes": crate()},
            can("can", PICK, 0.0),
            can("other can", (PLACE[0] + 0.08, PLACE[1]), FLOOR),
        ],
        "allowed_pairs": [["base", "table"]],
        "motions": {"over the wall": carrying(high), "too low": carrying(low), "as low, empty": empty(low)},
    }


def text(value, indent=0):
    """JSON in lines of up to 140 characters."""
    line = json.dumps(value)
    if not isinstance(value, (dict, list)) or (len(line) + indent <= 138 and not has_rows(value)):
        return line
    pad = " " * (indent + 2)
    if isinstance(value, dict):
        items = [f"{pad}{json.dumps(k)}: {text(v, indent + 2)}" for k, v in value.items()]
    else:
        items = [pad + text(v, indent + 2) for v in value]
    open_, close = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return open_ + "\n" + ",\n".join(items) + "\n" + " " * indent + close


def has_rows(value):
    return isinstance(value, list) and len(value) > 2 and any(isinstance(v, list) for v in value)


def main():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "pick.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text(scene()) + "\n")


main()
