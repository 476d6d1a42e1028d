"""Whether a motion is safe to run: leeway.verify, and stops."""

import json
import math
import os
import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import leeway

pytestmark = pytest.mark.filterwarnings("ignore::leeway.Notice")


@pytest.fixture(scope="module")
def rail():
    builder = leeway.SceneBuilder()
    builder.add_robot("r").add_link("r", "floor").add_link("r", "ball").add_link("r", "other")
    builder.add_joint("r", "slide", "prismatic", "floor", "ball", lower=-2, upper=2, velocity=9, acceleration=6.006)
    builder.add_joint("r", "spin", "continuous", "ball", "other", acceleration=50)
    builder.set_joint_limits("r", "slide", jerk=23.6)
    builder.add_shape("r", "ball", leeway.Sphere(0.1)).add_obstacle("wall", leeway.Sphere(0.1), (1.2001, 0, 0))
    return builder.freeze()


def turning(rail, top=0.9999, at_top=-6):
    return rail.trajectory([0, 1.5, 3], [[-1, 0], [top, 0], [-1, 0]], [[0, 0]] * 3, [[0, 0], [at_top, 0], [0, 0]])


def test_safe_and_not(rail):
    safety = leeway.verify(rail, turning(rail))
    assert safety and safety.safe and safety.kind == "safe" and safety.reason is None
    assert (safety.joint, safety.robot, safety.stops, safety.unstated) == (None, None, 0, 2)
    assert safety.verdict.free and safety.time == 3
    slow = rail.trajectory([0, 4, 8], [[-1, 0], [1.2, 0], [-1, 0]], [[0, 0]] * 3, [[0, 0]] * 3)
    unsafe = leeway.verify(rail, slow)
    assert not unsafe and unsafe.reason == "collision" and 2 < unsafe.time < 4
    fast = leeway.verify(rail, turning(rail, 0.9, -7))
    assert (fast.reason, fast.robot, fast.joint, fast.part) == ("acceleration", "r", "slide", 0)
    assert fast.value == pytest.approx(-7) and fast.limit == -6.006
    ends = leeway.verify(rail, rail.trajectory([0, 2], [[0, 0], [0.5, 0]], [[0, 0], [0.3, 0]]))
    assert (ends.reason, ends.joint, ends.time) == ("end_moving", "slide", 2) and ends.value == pytest.approx(0.3)


def test_start(rail):
    motion = turning(rail)
    assert leeway.verify(rail, motion, start=[-1, 0]).unstated == 0
    far = leeway.verify(rail, motion, start=[-1.02, 0])
    assert (far.reason, far.joint, far.value, far.robot_at, far.time) == ("start", "slide", -1, -1.02, 0)
    assert leeway.verify(rail, motion, start=[-1.02, 0], start_tolerance=0.03)
    # whole turns of a continuous joint do not count
    assert leeway.verify(rail, motion, start=[-1, 4 * math.pi])
    assert leeway.verify(rail, motion, start=[0.1, -1], joints=rail.joints(names=["spin", "slide"])).joint == "spin"


def test_tolerance(rail, tmp_path):
    motion = turning(rail, 0.95)
    assert leeway.verify(rail, motion, tolerance=0.04)
    assert leeway.verify(rail, motion, tolerance=0.06).reason == "collision"
    file = tmp_path / "tolerance.yaml"
    file.write_text("slide: {constant: 0.04, per_speed: 0.5}\n")
    assert leeway.verify(rail, motion, tolerance=file).verdict.deviates
    within = motion.within(str(file))
    assert within.tolerances == [("r", "slide", (0.04,), (0.5,))]
    assert pickle.loads(pickle.dumps(within)).tolerances == within.tolerances
    assert leeway.verify(rail, within).reason == "collision"
    file.write_text("slid: 1\n")
    with pytest.raises(leeway.NameUnknownError, match="tolerance.yaml:1.*nearest name is"):
        leeway.verify(rail, motion, tolerance=file)
    with pytest.raises(leeway.FileError):
        motion.within("/none/such")


def test_stops(rail):
    """The fastest stop has to bring the acceleration to 0: it goes on beyond the turn, into the wall."""
    motion = turning(rail)
    safety = leeway.verify(rail, motion, stops=True)
    assert (safety.kind, safety.reason, safety.joint) == ("unsafe", "stop", None)
    assert safety.stops > 1 and safety.stops_until <= safety.time < 1.5
    stop = motion.stop(safety.time)
    assert rail.check(stop).contact
    assert pickle.loads(pickle.dumps(stop)).interval == stop.interval
    assert rail.check(motion.stop(safety.stops_until / 2)).free
    free = leeway.verify(rail, turning(rail, 0.95), stops=True)
    assert free and free.stops_until == 3
    few = leeway.verify(rail, turning(rail, 0.95), stops=True, budget_stops=1)
    assert (few.kind, few.reason, few.stops) == ("undecided", "budget", 1)


def test_a_stop(rail):
    """Without a limit of jerk a joint stops after v / A, at v^2 / 2A."""
    stop = rail.stop([0, 0.5], [0, 5])
    assert stop.interval == (0, 0.1)
    assert stop.joint_values("spin", 0.1)[0] == pytest.approx(0.75) and stop.joint_rates("spin", 0)[0] == pytest.approx(5)
    assert stop.joint_rates("spin", 0.1) == pytest.approx([0])
    smooth = rail.stop([0, 0], [1, 0], [-2, 0])
    assert smooth.limits() == () and smooth.joint_rates("slide", smooth.interval[1]) == pytest.approx([0], abs=1e-12)
    again = pickle.loads(pickle.dumps(smooth))
    assert again.interval == smooth.interval and again.joint_values("slide", 0.1) == smooth.joint_values("slide", 0.1)
    one = rail.stop([1], [5], joints=rail.joints(names=["spin"]))
    assert one.joint_values("spin", 0) == (1,) and one.joint_values("slide", 0) == (0,)
    assert pickle.loads(pickle.dumps(one)).interval == one.interval
    for values, rates in (([0], [0]), ([0, 0], [0]), ([0, 0], [math.nan, 0]), ([0, 0], [10, 0])):
        with pytest.raises(leeway.ArgumentError):
            rail.stop(values, rates)
    with pytest.raises(leeway.ArgumentError, match="outside the motion"):
        turning(rail).stop(4)
    with pytest.raises(leeway.ArgumentError, match="a path has no times"):
        rail.segment([0, 0], [0.5, 0]).stop(0)


def test_bad_input(rail):
    with pytest.raises(leeway.ArgumentError, match="a path has no times"):
        leeway.verify(rail, rail.segment([0, 0], [0.5, 0]))
    with pytest.raises(leeway.ArgumentError, match="start tolerance"):
        leeway.verify(rail, turning(rail), start_tolerance=-1)
    with pytest.raises(leeway.ArgumentError):
        leeway.verify(rail, turning(rail), tolerance=-1)
    with pytest.raises(leeway.ArgumentError):
        leeway.verify(rail, turning(rail), start=[0])
    with pytest.raises(leeway.ArgumentError, match="budget_stops"):
        leeway.verify(rail, turning(rail), stops=True, budget_stops=-1)
    builder = rail.edit()
    other = builder.freeze()
    with pytest.raises(leeway.ArgumentError, match="another scene"):
        leeway.verify(other, turning(rail))


@pytest.mark.parametrize("options", [[], ["--stop"], ["--tolerance", "0.0001"], ["--stop", "--tolerance", "0.0001"]])
def test_the_program_prints_what_the_call_returns(rail, tmp_path, options):
    scene = tmp_path / "rail.json"
    scene.write_text(rail.json())
    rail = leeway.Scene(scene)
    for top in (0.9999, 0.95, 1):
        motion = turning(rail, top)
        fields = {"joints": ["slide", "spin"],
                  "trajectory": {"times": [0, 1.5, 3], "positions": [[-1, 0], [top, 0], [-1, 0]], "velocities": [[0, 0]] * 3,
                                 "accelerations": [[0, 0], [-6, 0], [0, 0]]}}
        (tmp_path / "m.jsonl").write_text(json.dumps(fields))
        ran = subprocess.run([os.environ["LEEWAY"], "verify", scene, "--motions", tmp_path / "m.jsonl", "--json", *options],
                             capture_output=True, text=True)
        printed = json.loads(ran.stdout)
        tolerance = 0.0001 if "--tolerance" in options else None
        safety = leeway.verify(rail, motion, tolerance=tolerance, stops="--stop" in options)
        assert printed["answer"] == safety.kind and printed.get("reason") == safety.reason
        assert printed.get("time", 3) == safety.time
        assert printed.get("stops", 0) == safety.stops
        assert printed.get("stops_until", 0) == safety.stops_until
        assert ran.returncode == {"safe": 0, "unsafe": 1, "undecided": 3}[safety.kind]
        theirs, ours = printed["check"], json.loads(safety.verdict.json())
        theirs.pop("notices", None), ours.pop("notices", None)
        assert theirs == ours


def test_slack():
    builder = leeway.SceneBuilder()
    for robot, axis in (("one", (1, 0, 0)), ("two", (0, 1, 0))):
        builder.add_robot(robot).add_link(robot, "floor").add_link(robot, "ball")
        builder.add_joint(robot, "slide", "prismatic", "floor", "ball", axis=axis, lower=-2, upper=2)
        builder.add_shape(robot, "ball", leeway.Sphere(0.1))
    scene = builder.freeze()
    times = [0, 3]
    ways = {"one": [[-1], [2]], "two": [[-2], [1]]}
    motion = scene.motion(robots={robot: {"trajectory": {"times": times, "positions": way}} for robot, way in ways.items()})
    assert leeway.verify(scene, motion, slack=0.35).slack is None
    unsafe = leeway.verify(scene, motion, slack=0.37)
    assert (unsafe.kind, unsafe.reason) == ("unsafe", "slack") and unsafe.verdict.free
    bodies, at = unsafe.slack
    assert bodies == ("one/ball", "two/ball") and unsafe.time == min(at)
    assert math.hypot(at[0] - 1, at[1] - 2) <= 0.2 + 1e-9
    for slack in (-1, math.nan):
        with pytest.raises(leeway.ArgumentError, match="slack"):
            leeway.verify(scene, motion, slack=slack)
    with pytest.raises(leeway.ArgumentError, match="time slack"):
        leeway.verify(scene, motion, slack=0.1, stops=True)


POINT = """- positions: [{}, 0.1, 0.3, 0, 1.17, 1.5708]
  velocities: [0, 0, 0, 0, 0, 0]
  time_from_start: {{sec: {}, nanosec: 500000000}}
"""
JOINTS = [f"joint_{i + 1}" for i in range(6)]


def test_ros_example(tmp_path):
    source = Path(os.environ["LEEWAY_SOURCE"])

    def run(text, *limits):
        (tmp_path / "message.yaml").write_text(text)
        ran = subprocess.run([sys.executable, "-P", source / "example" / "ros_trajectory.py",
                              source / "scenes" / "cell.json", tmp_path / "message.yaml", *limits],
                             capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout.splitlines()

    def trajectory(goal, seconds):
        return f"joint_names: [{', '.join(JOINTS)}]\npoints:\n" + POINT.format(-0.4, 0) + POINT.format(goal, seconds)

    short, far = trajectory(-0.6, 3), trajectory(1.6, 5)
    assert run(short) == (0, ["trajectory 0: safe to run"])
    status, lines = run(f"{short}---\n{far}")
    assert status == 1 and lines[0] == "trajectory 0: safe to run"
    assert re.fullmatch(r"trajectory 1: unsafe, collision of finger_left and post at [0-9.]+ s", lines[1])
    limits = tmp_path / "joint_limits.yaml"
    limits.write_text("joint_limits:\n" + "".join(
        f"  {name}: {{has_acceleration_limits: true, max_acceleration: 4.0}}\n" for name in JOINTS))
    assert run(short, limits) == (0, ["trajectory 0: safe to run, and to stop from any moment"])
    # the goal of an action: with its tolerance the robot may come to the post
    inner = "".join(f"  {line}\n" for line in trajectory(0.05, 5).splitlines())
    goal = "trajectory:\n" + inner + "path_tolerance:\n- {name: joint_1, position: %g, velocity: 0.0}\n"
    assert run(goal % 0.01)[0] == 0
    status, lines = run(goal % 0.9)
    assert status == 1 and lines[0].startswith("trajectory 0: un")
