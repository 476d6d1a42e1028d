"""Limits of joints, which a motion keeps or violates: Motion.limits."""

import json
import math
import pickle

import numpy as np
import pytest

import leeway

pytestmark = pytest.mark.filterwarnings("ignore::leeway.Notice")


@pytest.fixture(scope="module")
def rail():
    builder = leeway.SceneBuilder()
    builder.add_robot("r").add_link("r", "floor").add_link("r", "ball").add_link("r", "other")
    builder.add_joint("r", "slide", "prismatic", "floor", "ball", lower=-1, upper=1, velocity=2.5, acceleration=100)
    builder.add_joint("r", "spin", "continuous", "ball", "other", jerk=1e9)
    builder.set_joint_limits("r", "slide", jerk=1e9)
    builder.add_shape("r", "ball", leeway.Sphere(0.1)).add_obstacle("post", leeway.Sphere(0.1), (9, 9, 9))
    return builder.freeze()


def test_limits_of_joints(rail):
    assert [(joint.acceleration, joint.jerk) for joint in rail.all_joints] == [(100, 1e9), (math.inf, 1e9)]


def test_violations(rail):
    motion = rail.trajectory([0, 1, 2], [[0, 0], [3, 0], [2, 0]])
    first, second, third = motion.limits()
    assert first == ("velocity", "r", "slide", 0, 0, 0, 1, 0, 3, 2.5)
    assert (second.kind, second.value, second.limit, second.end, second.time) == ("position", 3, 1, 2, 1)
    assert second.begin == pytest.approx(1 / 3, rel=1e-5) and second.segment == 0
    assert third == ("velocity_jump", "r", "slide", 0, 1, 1, 1, 1, -4, 0)
    assert [violation.kind for violation in motion.limits(slack=2.5)] == []
    assert [violation.kind for violation in motion.limits(0.5)] == ["position", "velocity_jump"]
    for bad in (-1, math.nan, math.inf):
        with pytest.raises(leeway.ArgumentError, match="slack of limits"):
            motion.limits(bad)
    with pytest.raises(TypeError):
        motion.limits("much")


def test_rates(rail):
    motion = rail.trajectory([0, 1, 2], [[0, 0], [3, 0], [2, 0]])
    assert [motion.joint_rates("slide", time) for time in (0, 1, 2)] == [(3,), (-1,), (-1,)]
    assert motion.joint_rates("spin", 0, "r") == (0,)
    with pytest.raises(leeway.ArgumentError, match="outside the motion"):
        motion.joint_rates("slide", 3)
    with pytest.raises(leeway.NameUnknownError):
        motion.joint_rates("slid", 0)


def test_what_rests(rail):
    motion = rail.tracks([leeway.Track([[0], [1]], rail.joints(names=["spin"]))], rest={"slide": 1.5})
    (violation,) = motion.limits()
    assert violation.segment is None and violation.value == 1.5 and (violation.begin, violation.end) == (0, 1)


def test_many(rail):
    rows = np.zeros((401, 2))
    rows[1::2, 0] = 1.5
    found = rail.path(rows).limits()
    assert len(found) == 200 and [v.begin for v in found] == sorted(v.begin for v in found)


def test_limits_in_verdicts(rail):
    motion = rail.trajectory([0, 1, 2], [[0, 0], [3, 0], [2, 0]])
    assert rail.check(motion).free
    verdict = rail.check(motion, limits=True)
    assert (verdict.kind, verdict.reason, verdict.time, verdict.free_until, verdict.first) == ("contact", "limit", 0, 0, True)
    assert verdict.violation == motion.limits()[0] and verdict.segment == 0
    assert verdict.pair is None and verdict.points is None and verdict.normal is None and verdict.depth is None
    assert "limit" in repr(verdict) and "slide" in repr(verdict)
    line = json.loads(verdict.json())
    assert (line["reason"], line["kind"], line["joint"], line["limit"]) == ("limit", "velocity", "slide", 2.5)
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict and again.violation == verdict.violation
    free = rail.check([0, 0], [0.5, 0], limits=True)
    assert free.free and free.reason is None and free.violation is None
    assert [v.reason for v in rail.check_motions([motion, rail.segment([0, 0], [1, 0])], limits=True)] == ["limit", None]


def test_a_segment_beyond_its_limits(rail):
    verdict = rail.check([0, 0], [2, 0], limits=True)
    assert verdict.violation.value == 2 and verdict.time == pytest.approx(0.5, abs=1e-5)
    assert json.loads(verdict.json())["value"] == 2
    assert rail.check_state([1.5, 0], limits=True).violation.value == 1.5


def test_where_limits_do_not_count(rail):
    motion = rail.segment([0, 0], [2, 0])
    with pytest.raises(leeway.ArgumentError, match="none are made of the limits"):
        rail.check(motion, claims=True, limits=True)
    with pytest.raises(TypeError, match="limits"):
        rail.check_segments([[0, 0]], [[2, 0]], limits=True)
    with pytest.raises(leeway.ArgumentError, match="a page shows collisions"):
        rail.check(motion, limits=True).show()
