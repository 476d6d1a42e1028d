"""Chunks of waypoints that a policy sends, and what of them passes: leeway.Gate."""

import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import leeway

pytestmark = pytest.mark.filterwarnings("ignore::leeway.Notice")


def rail_scene(acceleration=4.0):
    """A ball that slides along x towards a wall, which it touches at 0.8."""
    builder = leeway.SceneBuilder()
    builder.add_robot("r").add_link("r", "floor").add_link("r", "ball")
    builder.add_joint("r", "slide", "prismatic", "floor", "ball", lower=-2, upper=2, velocity=2, acceleration=acceleration)
    builder.add_shape("r", "ball", leeway.Sphere(0.1)).add_obstacle("wall", leeway.Sphere(0.1), (1, 0, 0))
    return builder.freeze()


@pytest.fixture(scope="module")
def rail():
    return rail_scene()


def moved(scene, x):
    return scene.moved("wall", (x, 0, 0))


def drive(start, rate, count, period=0.1):
    return [[start + rate * period * (k + 1)] for k in range(count)]


def test_answers(rail):
    gate = leeway.Gate(rail, period=0.1)
    answer = gate.check(0, [0], [1], drive(0, 1, 4))
    assert answer and (answer.kind, answer.reason, answer.passed) == ("pass", None, 4)
    assert (answer.pair, answer.joint, answer.robot, answer.message) == (None, None, None, None)
    assert answer.end == pytest.approx(0.65) and answer.proven and answer.begun == 0
    values = gate.values([0, 0.25, answer.end])
    assert values[:, 0] == pytest.approx([0, 0.25, 0.525])
    cut = gate.check(0.1, [0.1], [1], np.array(drive(0.1, 1, 9)))  # a stop takes 0.125
    assert (cut.reason, cut.passed, cut.pair) == ("stop_contact", 5, ("ball", "wall"))
    fast = gate.check(0.2, [0.2], [2.5], drive(0.2, 2.5, 2))
    assert not fast and (fast.kind, fast.reason, fast.passed) == ("stop", "velocity", 0)
    assert (fast.robot, fast.joint, fast.part, fast.limit) == ("r", "slide", 0, 2) and fast.value == pytest.approx(2.5)
    assert fast.proven and fast.begun == pytest.approx(0.1)  # its own stop takes 0.78; the last motion goes on


def test_velocities_and_limits(rail):
    gate = leeway.Gate(rail, period=0.1, stop_acceleration=2, stop_jerk=[math.inf])
    rest = gate.check(0, [0], [0], [[0.005]], velocities=[[0]])
    assert rest.passed == 1 and rest.end == pytest.approx(0.1)
    assert gate.check(0, [0], [0], [[0.005]]).end == pytest.approx(0.125)
    with pytest.raises(leeway.ArgumentError, match="stop_acceleration"):
        leeway.Gate(rail, stop_acceleration=[1, 2])
    with pytest.raises(leeway.ArgumentError, match='joint "slide": the acceleration of its stop is 0'):
        leeway.Gate(rail, stop_acceleration=0)
    with pytest.raises(leeway.ArgumentError, match="has no limit of acceleration"):
        leeway.Gate(rail_scene(math.inf))
    with pytest.raises(leeway.ArgumentError, match="the period of a gate"):
        leeway.Gate(rail, period=0)


def test_tolerance_start_and_budget(rail):
    assert leeway.Gate(rail, tolerance=0.01).check(0, [0.78], [0], [[0.78]])
    assert not leeway.Gate(rail, tolerance=0.03).check(0, [0.78], [0], [[0.78]])
    assert not leeway.Gate(rail, tolerance_per_speed=1).check(0, [0.75], [0.1], drive(0.75, 0.1, 1, 0.02))
    start = leeway.Gate(rail, start_tolerance=0.01).check(0, [0], [0], [[0.02]])
    assert (start.reason, start.joint, start.value, start.limit) == ("start", "slide", 0.02, 0)
    ended = leeway.Gate(rail, budget_seconds=1e-12).check(0, [0], [0], [[0]])
    assert (ended.kind, ended.reason, ended.proven) == ("stop", "budget", False)
    ended = leeway.Gate(rail, budget_work=1).check(0, [0], [0], [[0]])
    assert (ended.kind, ended.reason, ended.proven, ended.work) == ("stop", "budget", False, 1)
    whole = leeway.Gate(rail).check(0, [0], [0], [[0]])
    assert whole.work > 1
    enough = leeway.Gate(rail, budget_work=whole.work).check(0, [0], [0], [[0]])
    assert enough and enough.work == whole.work
    with pytest.raises(leeway.ArgumentError, match="budget_work"):
        leeway.Gate(rail, budget_work=-1)


def test_scenes_of_now(rail):
    gate = leeway.Gate(rail, period=0.1)
    assert gate.check(0, [0], [1], drive(0, 1, 4)).passed == 4
    answer = gate.check(0.1, [0.1], [1], drive(0.1, 1, 4), scene=moved(rail, 0.6))  # contact at 0.4
    assert (answer.passed, answer.reason) == (1, "stop_contact")
    assert not gate.check(0.2, [0.2], [1], drive(0.2, 1, 4))  # the gate keeps the scene
    other = gate.check(0.3, [0.2], [0], [[0.2]], scene=rail_scene())
    assert (other.reason, other.proven) == ("input", False) and "other robots" in other.message
    assert gate.check(0.3, [0.2], [0], [[0.2]])


def test_input(rail):
    gate = leeway.Gate(rail, points=3)
    with pytest.raises(leeway.StateError, match="no motion"):
        gate.values([0])
    for values, rates, points, words in [([math.nan], [0], [[0]], "its value now is nan"),
                                         ([0], [math.inf], [[0]], "its velocity now is inf"),
                                         ([0], [0], [[math.nan]], "its value is nan"),
                                         ([0], [0], [[0]] * 4, "a chunk of 4 waypoints"),
                                         ([0], [0], np.empty((0, 1)), "a chunk of 0 waypoints")]:
        answer = gate.check(1, values, rates, points)
        assert (answer.kind, answer.reason) == ("stop", "input") and words in answer.message
    assert "backwards" in gate.check(0.5, [0], [0], [[0]]).message
    for values, points in [([0, 0], [[0]]), ([0], [[0, 0]]), ("here", [[0]])]:
        with pytest.raises(leeway.ArgumentError):
            gate.check(2, values, [0], points)
    with pytest.raises(leeway.ArgumentError, match="as many rows as points"):
        gate.check(2, [0], [0], [[0]], velocities=[[0], [0]])
    with pytest.raises(leeway.ArgumentError, match="outside the motion"):
        gate.values([100])


def test_outlives_its_scene():
    gate = leeway.Gate(rail_scene(), period=0.1)
    for k in range(20):
        scene = moved(gate._scene, 1 + 0.01 * k)
        assert gate.check(k, [0], [0], [[0.001]], scene=scene)
        del scene
    assert gate.values([0]).shape == (1, 1)


def test_running(rail):
    motion = rail.trajectory([0, 5], [[0], [0.5]])
    running = leeway.Running(motion)
    first = running.update(rail, 0)
    assert first and (first.kind, first.reason, first.free_until, first.time, first.pair) == ("free", None, 5, None, None)
    met = running.update(moved(rail, 0.6), 1)  # contact at 0.4
    assert not met and met.kind == "contact" and met.pair == ("ball", "wall")
    assert met.free_until == pytest.approx(4, abs=0.01) and met.time == pytest.approx(4, abs=0.01)
    for k in range(20):  # behind the ball
        assert running.update(moved(rail, -0.12 + 0.001 * k), 2 + 0.1 * k)
    with pytest.raises(leeway.ArgumentError, match="run backwards"):
        running.update(rail, 1)
    with pytest.raises(leeway.ArgumentError, match="other robots"):
        running.update(rail_scene(), 4)
    with pytest.raises(leeway.ArgumentError, match="takes a motion"):
        leeway.Running(rail)
    assert leeway.Running(motion, budget_seconds=1e-12).update(rail, 0).reason == "budget"


def test_policy_example():
    source = Path(os.environ["LEEWAY_SOURCE"])
    ran = subprocess.run([sys.executable, "-P", source / "example" / "policy.py", source / "scenes" / "cell.json"],
                         capture_output=True, text=True, check=True)
    lines = ran.stdout.splitlines()
    assert lines[0] == "0.00 s: 16 of 16 waypoints pass" and "stop_contact of finger_left and post" in lines[1]
    assert lines[-1].startswith("the arm rests free at")
