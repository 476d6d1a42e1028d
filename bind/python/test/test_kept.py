"""What motions and verdicts keep for pickles and comparisons is theirs, and tells motions apart that differ."""

import pickle

import leeway
import numpy as np
import pytest


@pytest.fixture
def scene(cell):
    return cell


@pytest.fixture
def home():
    return np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


@pytest.fixture
def ready():
    return np.array([0.0, 0.1, 0.3, 0.0, 1.17, 0.0])


def test_arrays_that_change_later(scene, home, ready):
    rows = np.array([home, ready], dtype=float)
    rest = {}
    motion = scene.tracks([leeway.Track(rows, times=[0.0, 1.0])], rest=rest)
    same = scene.tracks([leeway.Track(rows.copy(), times=[0.0, 1.0])])
    assert motion == same
    rows[:] = 0
    assert motion == same
    again = pickle.loads(pickle.dumps(motion))
    joint = scene.all_joints[0].name
    for time in (0, 0.5, 1):
        assert again.joint_values(joint, time) == motion.joint_values(joint, time)


def test_names_that_mean_something_else(scene):
    other = pickle.loads(pickle.dumps(scene))
    assert scene.segment("home", "ready") == other.segment("home", "ready")
    assert scene.segment("home", "ready") != other.segment("ready", "home")


def test_cut_twice(scene, home, ready):
    motion = scene.segment(home, ready)
    cut = motion.since(0.25).since(0.5)
    again = pickle.loads(pickle.dumps(cut))
    assert again == cut and again.interval == cut.interval


def test_verdicts_of_several_scenes(scene, home, ready):
    other = scene.with_obstacle("one more", leeway.Sphere(0.1), (0, 9, 0))
    verdicts = [scene.check(home, ready), other.check(home, ready)]
    with pytest.raises(leeway.ArgumentError, match="the verdicts are of several scenes"):
        leeway.verdict_array(verdicts)
    with pytest.raises(leeway.ArgumentError, match="the verdicts are of several scenes"):
        leeway.table(verdicts)


def test_many_twice(scene):
    once = scene.with_boxes([[0.1, 0.1, 0.1]], [(0, 9, 0)])
    with pytest.raises(leeway.ArgumentError, match="there is an obstacle 'box 0' already"):
        once.with_boxes([[0.1, 0.1, 0.1]], [(0, 9, 0)])
    assert len(once.with_boxes([[0.1, 0.1, 0.1]], [(0, 9, 0)], id="other").bodies) == len(once.bodies) + 1


def test_equal_shapes_have_equal_hashes():
    one = leeway.PlanarShape([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    other = leeway.PlanarShape([[-0.0, 0.0], [1.0, -0.0], [0.0, 1.0]])
    assert one == other and hash(one) == hash(other)
