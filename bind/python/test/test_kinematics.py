"""Forward kinematics of many configurations, Jacobians, and random configurations."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import leeway

HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


@pytest.fixture(scope="module")
def two_arms(scenes):
    return leeway.Scene(scenes / "two_arms.json")


def drone():
    """A drone on a floating joint, with an arm whose joints mimic each other."""
    builder = leeway.SceneBuilder()
    builder.add_robot("r", leeway.Pose.from_rpy((1, 2, 3), 0.1, 0.2, 0.3))
    for link in ("air", "drone", "boom", "finger", "other", "car"):
        builder.add_link("r", link)
    builder.add_joint("r", "fly", "floating", "air", "drone", origin=leeway.Pose.from_rpy((0.1, 0, 0), 1, 0, 0))
    builder.add_joint("r", "swing", "revolute", "drone", "boom", origin=(0.3, 0, 0), axis=(1, 2, 3), lower=-3, upper=3)
    builder.add_joint("r", "slide", "prismatic", "boom", "finger", origin=(0, 0.2, 0), axis=(0, 1, 1), lower=-1, upper=1)
    builder.add_joint("r", "follow", "revolute", "finger", "other", axis=(1, 0, 0), lower=-9, upper=9, mimic="swing",
                      multiplier=-2.0, offset=0.3)
    builder.add_joint("r", "drive", "planar", "other", "car", axis=(0, 1, 0))
    builder.add_shape("r", "car", leeway.Sphere(0.1))
    return builder.add_obstacle("wall", leeway.Box(1, 1, 1), (9, 9, 9)).freeze()


@settings(max_examples=60, deadline=None)
@given(any_of.integers(0, 2**31))
def test_poses_are_those_of_motions(cell, seed):
    Q = HOME + np.random.default_rng(seed).uniform(-0.35, 0.35, (4, 6))
    poses = cell.link_poses(Q)
    assert poses.shape == (4, len(cell.links), 7)
    for q, row in zip(Q, poses):
        motion = cell.segment(q, q)
        for link, numbers in zip(cell.links, row):
            assert leeway.Pose(numbers) == motion.link_pose(link.name, 0), link
    matrices = cell.link_poses(Q, matrices=True)
    assert np.allclose(matrices[2, 3], leeway.Pose(poses[2, 3]).matrix, atol=1e-14)
    some = cell.link_poses(Q[1], links=["flange", "base"])
    names = [link.name for link in cell.links]
    assert some.tolist() == poses[1, [names.index("flange"), names.index("base")]].tolist()


def slope(less, more, step):
    turn = (leeway.Pose((0, 0, 0), more[3:]) @ leeway.Pose((0, 0, 0), less[3:]).inverse()).rotation
    spin = np.array([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]) / 2
    return np.concatenate([more[:3] - less[:3], spin]) / (2 * step)


def check_jacobian(scene, link, q, **options):
    found = scene.jacobian(link, q, **options)
    step = 1e-6
    for k in range(len(q)):
        less, more = (scene.link_poses(q + end * step * np.eye(len(q))[k], links=[link], **options)[0] for end in (-1, 1))
        assert np.allclose(found[:, k], slope(less, more, step), atol=1e-7), (link, k)
    return found


@settings(max_examples=40, deadline=None)
@given(any_of.integers(0, 2**31))
def test_jacobians_are_differences(cell, seed):
    random = np.random.default_rng(seed)
    q = HOME + random.uniform(-0.35, 0.35, 6)
    link = cell.links[random.integers(len(cell.links))].name
    found = check_jacobian(cell, link, q)
    assert (cell.jacobian(link, [q, q]) == [found, found]).all()
    two = cell.joints(names=["joint_2", "joint_1"])
    still = cell.with_joint("joint_3", 0.4)
    part = check_jacobian(still, link, q[:2], joints=still.joints(names=["joint_2", "joint_1"]))
    assert part.shape == (6, 2) and len(two) == 2
    # the same as that of a point of a body, where the link has one
    body = next((body.name for body in cell.bodies if body.link == link), None)
    if body:
        motion = cell.segment(q, q)
        assert np.allclose(cell.body_jacobian(motion, 0, body, motion.link_pose(link, 0).position), found[:3], atol=1e-12)


@settings(max_examples=40, deadline=None)
@given(any_of.integers(0, 2**31))
def test_joints_of_all_kinds(seed):
    scene = drone()
    random = np.random.default_rng(seed)
    q = random.uniform(-1, 1, len(scene.joints()))
    assert len(q) == 7 + 1 + 1 + 3
    quaternion = slice(3, 7)
    motion = scene.segment([*q[:3], *(q[quaternion] / np.linalg.norm(q[quaternion])), *q[7:]],
                           [*q[:3], *(q[quaternion] / np.linalg.norm(q[quaternion])), *q[7:]])
    for link, numbers in zip(scene.links, scene.link_poses(q)):
        assert np.allclose(leeway.Pose(numbers).matrix, motion.link_pose(link.name, 0).matrix, atol=1e-12)
        check_jacobian(scene, link.name, q)


def test_several_robots(two_arms):
    left = two_arms.joints(robot="left")
    poses = two_arms.link_poses(HOME, joints=left)
    motion = two_arms.motion(robots={"left": {"from": HOME.tolist(), "to": HOME.tolist()}})
    for link, numbers in zip(two_arms.links, poses):
        assert leeway.Pose(numbers) == motion.link_pose(link.name, 0, link.robot)
    assert two_arms.link_poses(HOME, joints=left, links=["flange"], robot="right").shape == (1, 7)
    assert (two_arms.jacobian("flange", HOME, joints=left, robot="right") == 0).all()
    assert (two_arms.jacobian("flange", HOME, joints=left, robot="left") != 0).any()
    with pytest.raises(leeway.NameUnknownError, match="several robots"):
        two_arms.link_poses(HOME, joints=left, links=["flange"])
    with pytest.raises(leeway.NameUnknownError):
        two_arms.link_poses(HOME)


def test_kinds_of_arrays(cell):
    Q = np.random.default_rng(1).uniform(-1, 1, (3, 6))
    known = cell.link_poses(Q)
    for other in (Q.tolist(), np.asfortranarray(Q), Q[::-1].copy()[::-1], np.repeat(Q, 2, axis=1)[:, ::2], list(Q)):
        assert (cell.link_poses(other) == known).all() and cell.jacobian("flange", other).shape == (3, 6, 6)
    assert cell.link_poses(Q[0]).shape == known.shape[1:] and cell.link_poses(Q[:1]).shape == (1, *known.shape[1:])
    assert cell.link_poses([]).shape == (0, *known.shape[1:]) and cell.link_poses(np.zeros((0, 6))).shape[0] == 0
    assert cell.link_poses(np.broadcast_to(Q[0], (5, 6))).tolist() == [known[0].tolist()] * 5


def test_wrong_configurations(cell):
    for wrong, error, sentence in [
        (np.zeros((2, 5)), leeway.ArgumentError, r"Q takes an array of n x 6 numbers, .* not of shape \(2, 5\)"),
        ("home", leeway.ArgumentError, "Q takes numbers"), ([[np.nan] * 6], leeway.ArgumentError, 'row 0: the value nan of joint "joint_1"'),
        ([HOME, np.full(6, 1e10)], leeway.ArgumentError, "row 1"), (3, leeway.ArgumentError, "shape"),
    ]:
        for ask in (cell.link_poses, lambda q: cell.jacobian("flange", q)):
            with pytest.raises(error, match=sentence):
                ask(wrong)
    for ask in (lambda: cell.link_poses(HOME, links=["hand"]), lambda: cell.jacobian("hand", HOME)):
        with pytest.raises(leeway.NameUnknownError, match="no link 'hand'"):
            ask()
    for ask in (lambda: cell.link_poses(HOME, links="hand"), lambda: cell.link_poses(HOME, links=[3]),
                lambda: cell.link_poses(HOME, joints="arm"), lambda: cell.jacobian(cell.segment(HOME, HOME), 0.5),
                lambda: cell._link_poses(None, HOME[None], None, None, bytearray(8))):
        with pytest.raises(leeway.ArgumentError):
            ask()
    with pytest.raises(leeway.ArgumentError, match='quaternion of joint "fly" has length 0'):
        drone().link_poses(np.zeros(12))
    with pytest.raises(leeway.ArgumentError, match="another scene"):
        cell.link_poses([0.1], joints=drone().joints(names=["swing"]))


@pytest.mark.native
def test_how_long_a_pose_takes(cell):
    """At most half a microsecond each."""
    Q = np.random.default_rng(1).uniform(-1, 1, (2000, 6))
    best = np.inf
    for _ in range(7):
        begin = time.perf_counter()
        poses = cell.link_poses(Q)
        best = min(best, time.perf_counter() - begin)
    assert best / (poses.shape[0] * poses.shape[1]) < 0.5e-6


def test_points_near_robots(cell, tmp_path):
    q = np.zeros(6)
    flange = leeway.Pose(cell.link_poses(q, links=["flange"])[0])
    points = np.array([flange.position, (0, 0, 0.05), (0, 0, -0.015), (9, 9, 9), (np.nan, 0, 0)])
    near = cell.near_robots(points, q)
    assert near.dtype == np.bool_ and near.tolist() == [True, True, False, False, False]
    assert cell.near_robots(points, q, margin=0.02).tolist() == [True, True, True, False, False]
    assert cell.near_robots(points, cell.segment(q, q + 0.5), 1.0).tolist() == cell.near_robots(points, q + 0.5).tolist()
    moved = points - (1, 2, 3)
    assert cell.near_robots(moved, q, pose=(1, 2, 3)).tolist() == near.tolist()
    assert cell.near_robots(points.astype(np.float32)[::2], q, margin=0.02).tolist() == [True, True, False]
    assert cell.near_robots(np.zeros((0, 3)), q).shape == (0,)
    for wrong in (points[:, :2], points[0], "points"):
        with pytest.raises(leeway.ArgumentError):
            cell.near_robots(wrong, q)
    with pytest.raises(leeway.ArgumentError, match="margin about robots"):
        cell.near_robots(points, q, margin=0)
