"""Planner.timed and plan(timed=True): what leeway plan --timed writes, bit by bit."""

import json
import subprocess

import numpy as np
import pytest

import leeway


def written(program, folder, *options):
    """The trajectory that the program writes, with its clearance."""
    path = folder / "trajectory.json"
    subprocess.run([program, "plan", *map(str, options), "--timed", "-o", path], check=True, capture_output=True)
    return json.loads(path.read_text())


def same(timed, motion, part):
    return (timed.times.tolist() == part["times"] and timed.positions.tolist() == part["positions"]
            and timed.velocities.tolist() == part["velocities"]
            and [timed.clearance.lower, timed.clearance.upper] == motion["clearance"])


@pytest.mark.parametrize("scales, stops", [((), False), ((0.5, 0.25), False), ((), True)])
def test_same_bits_as_the_program(program, cell, scenes, tmp_path, scales, stops):
    options = ["--stops"] if stops else []
    if scales:
        options += ["--velocity-scale", scales[0], "--acceleration-scale", scales[1]]
    motion = written(program, tmp_path, scenes / "cell.json", "--motion", "through the post", *options)
    rows = motion["trajectory"]["positions"]
    planner = leeway.Planner(cell)
    plan = planner.find(rows[0], rows[-1])
    velocity, acceleration = scales or (0, 0)
    timed = planner.timed(plan, stops=stops, velocity_scale=velocity, acceleration_scale=acceleration)
    assert same(timed, motion, motion["trajectory"]) and timed.unlimited == 6
    assert len(timed.waypoints) == len(plan.path)
    if not options:
        for found in (leeway.plan(cell, rows[0], rows[-1], timed=True), planner.find(rows[0], rows[-1], timed=True)):
            assert found.timed == timed and found._replace(timed=None) == plan
        assert plan.timed is None
    again = cell.check(cell.trajectory(timed.times, timed.positions, timed.velocities), clearance=True)
    assert again.free and again.clearance == timed.clearance and again.self_clearance == timed.self_clearance


def test_several_robots(program, scenes, tmp_path):
    ready = [-0.7, 0.1, 0.3, 0, 1.17, 0]
    (tmp_path / "both.jsonl").write_text(json.dumps({"id": "both", "robots": {
        "left": {"from": "ready", "to": [0.7, *ready[1:]]}, "right": {"from": "ready", "to": ready}}}))
    motion = written(program, tmp_path, scenes / "two_arms.json", "--motions", tmp_path / "both.jsonl")
    left, right = (motion["robots"][robot]["trajectory"] for robot in ("left", "right"))
    both = {key: np.hstack([left[key], right[key]]).tolist() for key in ("positions", "velocities")}
    scene = leeway.Scene(scenes / "two_arms.json")
    joints = [scene.joints(robot=robot) for robot in ("left", "right")]
    found = leeway.plan(scene, both["positions"][0], both["positions"][-1], joints=joints, timed=True)
    assert same(found.timed, motion, {"times": left["times"], **both}) and left["times"] == right["times"]


def test_bad_input(cell, scenes):
    start, goal = [-0.4, 0.1, 0.3, 0, 1.17, 1.5708], [1.6, 0.1, 0.3, 0, 1.17, 1.5708]
    planner = leeway.Planner(cell)
    plan = planner.find(start, goal)
    blocked = leeway.plan(cell.with_obstacle("ball", leeway.Sphere(0.3), (0, 0, 0.5)), start, goal, timed=True)
    assert blocked.kind == "start in contact" and blocked.timed is None
    with pytest.raises(leeway.ArgumentError, match="there is no path: start in contact"):
        planner.timed(blocked)
    with pytest.raises(leeway.ArgumentError, match="3 values in each configuration, its planner 6"):
        planner.timed(plan._replace(path=plan.path[:, :3]))
    with pytest.raises(leeway.ArgumentError, match="scaled"):
        planner.timed(plan, velocity_scale=-1)
    with pytest.raises(leeway.StateError, match="not proven free"):
        planner.timed(plan._replace(path=np.array([start, goal])))
    assert planner.timed(plan) == planner.timed(plan._replace(path=np.repeat(plan.path, 2, axis=1)[:, ::2]))


def test_several_goals(cell):
    start, goal = [-0.4, 0.1, 0.3, 0, 1.17, 1.5708], [1.6, 0.1, 0.3, 0, 1.17, 1.5708]
    contact = [0.65, 0.1, 0.3, 0, 1.17, 1.5708]
    planner = leeway.Planner(cell)
    one = planner.find(start, goal)
    assert one.goal == 0
    for goals in ([contact, goal], (contact, np.array(goal)), np.array([contact, goal])):
        found = planner.find(start, goals)
        assert found.goal == 1 and found._replace(goal=0, edges=one.edges) == one
    assert leeway.plan(cell, "home", ["ready"]) == leeway.plan(cell, "home", "ready")
    named = leeway.plan(cell, "home", [contact, "ready"], timed=True)
    assert named.goal == 1 and named.timed and cell.check(named.motion()).free
    blocked = planner.find(start, [contact, contact])
    assert blocked.kind == "goal in contact" and blocked.goal == 0 and blocked.contact.kind == "contact"
    with pytest.raises(leeway.ArgumentError, match="there is no goal"):
        planner.find(start, [])
    with pytest.raises(leeway.ArgumentError, match="goal with index 1"):
        planner.find(start, [goal, goal[:3]])
    with pytest.raises(leeway.ArgumentError, match="goal with index 1 is not finite"):
        planner.find(start, [goal, [*goal[:5], float("nan")]])
    with pytest.raises(leeway.LimitError, match="goal with index 0 is 9"):
        planner.find(start, [[9, *goal[1:]], goal])
