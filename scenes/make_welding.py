#!/usr/bin/env python3
"""Makes welding_2.json and welding_4.json, with their jobs and their tasks: two and four arms of arm/arm.urdf on either side of
a car-like body, whose welding points they reach from above. Points in the middle are reached from both sides.

Needs nothing but Python 3; the output is the same everywhere.

    python3 scenes/make_welding.py
"""

import json
import math
import os

from make_pick import GRASP, HEIGHT, SHOULDER, joints

HOME = [0, -0.6, 0.5, 0, 1.2, 0]
SPEED = 1.2  # radians per second, of the joint that turns most
DWELL = 0.6  # seconds at a point
FINGERS = 0.152  # metres from the gripper's origin to the ends of the fingers
NEAR, ABOVE = 0.015, 0.07  # metres of the fingers over the point, and on the way to it

SILL, ROOF = 0.14, 0.24  # heights of the body, metres
BODY = {"id": "body", "type": "box", "size": [1.5, 0.5, SILL], "position": [0, 0, SILL / 2]}
CABIN = {"id": "cabin", "type": "box", "size": [0.7, 0.34, ROOF - SILL], "position": [0, 0, (SILL + ROOF) / 2]}
FLOOR = {"id": "floor", "type": "box", "size": [3, 3, 0.02], "position": [0, 0, -0.011]}
POINTS = {
    "front": (0.6, 0, SILL), "rear": (-0.6, 0, SILL), "roof front": (0.25, 0, ROOF), "roof rear": (-0.25, 0, ROOF),
    "left sill front": (0.5, 0.2, SILL), "left sill rear": (-0.5, 0.2, SILL), "left roof": (0, 0.12, ROOF),
    "right sill front": (0.5, -0.2, SILL), "right sill rear": (-0.5, -0.2, SILL), "right roof": (0, -0.12, ROOF),
}
BASES = {
    2: {"left": (0, 0.62, -math.pi / 2), "right": (0, -0.62, math.pi / 2)},
    4: {"left front": (0.42, 0.62, -math.pi / 2), "left rear": (-0.42, 0.62, -math.pi / 2),
        "right front": (0.42, -0.62, math.pi / 2), "right rear": (-0.42, -0.62, math.pi / 2)},
}
REACH = 0.66  # metres from the first joint to the point, at most


def reach(base, point, over):
    """The joints' values with the fingers so far over a point; None where the arm does not reach it."""
    x, y = point[0] - base[0], point[1] - base[1]
    turned = (x * math.cos(base[2]) + y * math.sin(base[2]), y * math.cos(base[2]) - x * math.sin(base[2]))
    if math.hypot(*turned) - SHOULDER[0] > REACH:
        return None
    return joints(turned, point[2] + over + FINGERS - HEIGHT - GRASP)


def trajectory(base, point):
    """From home to the point and back."""
    at = reach(base, point, NEAR)
    over = reach(base, point, ABOVE)
    if at is None or over is None:
        return None
    rows, times = [HOME], [0.0]
    for row in (over, at, at, over, HOME):
        turn = max(abs(a - b) for a, b in zip(row, rows[-1]))
        times.append(round(times[-1] + (1.5 * turn / SPEED if turn else DWELL), 3))
        rows.append(row)
    return {"trajectory": {"times": times, "positions": rows, "velocities": [[0] * 6 for _ in rows]}}


def scene(arms):
    robots = [{"name": name, "urdf": "arm/arm.urdf", "srdf": "arm/arm.srdf",
               "base": {"position": [base[0], base[1], 0], "rpy": [0, 0, base[2]]}} for name, base in arms.items()]
    motions = {}
    for name, point in POINTS.items():
        ways = {arm: trajectory(base, point) for arm, base in arms.items()}
        ways = {arm: way for arm, way in ways.items() if way}
        if ways:
            motions[name] = {"robots": ways}
    return {
        "$schema": "../docs/schema/scene.schema.json",
        "description": f"{len(arms)} arms weld a car-like body, made by make_welding.py.",
        "margin": 0.005, "robots": robots, "obstacles": [FLOOR, BODY, CABIN],
        "allowed_pairs": [[f"{arm}/base", "floor"] for arm in arms],
        "robot_state": {f"{arm}/joint_{i + 1}": v for arm in arms for i, v in enumerate(HOME)},
        "motions": motions,
    }


def jobs(made):
    """The arms share the points, all at once or one arm after the other; or each goes to all that it reaches, with
    the second half of the arms later."""
    points = {robot["name"]: [] for robot in made["robots"]}
    for name, motion in made["motions"].items():
        arm = min(motion["robots"], key=lambda arm: len(points[arm]))
        points[arm].append(name)
    yield {"id": "at once", "robots": points}
    every = {arm: [name for name, motion in made["motions"].items() if arm in motion["robots"]] for arm in points}
    half = len(points) // 2
    for wait in (0, 1, 2, 3, 4):
        yield {"id": f"all, {wait} s later", "robots": {
            arm: ([{"wait": wait}] if i >= half else []) + names for i, (arm, names) in enumerate(every.items())}}
    length = max(sum(made["motions"][name]["robots"][arm]["trajectory"]["times"][-1] for name in names)
                 for arm, names in points.items())
    yield {"id": "one by one", "robots": {
        arm: [{"wait": round(i * length, 3)}] + names for i, (arm, names) in enumerate(points.items())}}


def tasks(arms, passes):
    """Each point is welded so many times, each time by any of the arms that reach it."""
    made = []
    for count in range(passes):
        for name, point in POINTS.items():
            places = {arm: reach(base, point, NEAR) for arm, base in arms.items() if reach(base, point, ABOVE)}
            places = {arm: place for arm, place in places.items() if place}
            if places:
                made.append({"name": f"{name}, pass {count + 1}" if passes > 1 else name,
                             "duration": round(DWELL + 0.1 * count, 1), "robots": places})
    about = "each in four passes, " if passes > 1 else ""
    return {
        "$schema": "../docs/schema/tasks.schema.json",
        "description": f"The welding points of welding_{len(arms)}.json, {about}made by make_welding.py.",
        "homes": {arm: HOME for arm in arms}, "tasks": made,
    }


def write_tasks(path, made):
    """A task a line."""
    with open(path, "w", encoding="utf-8") as file:
        rows = ",\n".join("  " + json.dumps(task) for task in made.pop("tasks"))
        heads = "".join(f" {json.dumps(key)}: {json.dumps(value)},\n" for key, value in made.items())
        file.write(f'{{\n{heads} "tasks": [\n{rows}\n ]\n}}\n')


if __name__ == "__main__":
    folder = os.path.dirname(os.path.abspath(__file__))
    for count, arms in BASES.items():
        made = scene(arms)
        with open(os.path.join(folder, f"welding_{count}.json"), "w", encoding="utf-8") as file:
            json.dump(made, file, indent=1)
            file.write("\n")
        with open(os.path.join(folder, f"welding_{count}.jsonl"), "w", encoding="utf-8") as file:
            file.writelines(json.dumps(job) + "\n" for job in jobs(made))
        write_tasks(os.path.join(folder, f"welding_{count}_tasks.json"), tasks(arms, 1))
    write_tasks(os.path.join(folder, "welding_4_passes_tasks.json"), tasks(BASES[4], 4))
