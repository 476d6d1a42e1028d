"""What comes out goes in: each pose and point that the package returns is taken wherever one is asked for."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import leeway

FILES = {}


@pytest.fixture(scope="module", autouse=True)
def arm_file(scenes):
    FILES["arm"] = scenes / "arm" / "arm.urdf"


class Rotation:
    """A rotation with scipy's interface."""

    def __init__(self, quaternion):
        self.quaternion = np.array(quaternion)

    def as_quat(self):
        return self.quaternion / np.linalg.norm(self.quaternion)


class RigidTransform:
    """A transform with scipy's interface."""

    def __init__(self, pose):
        self.pose = pose

    def as_matrix(self):
        return self.pose.matrix


def world(base=None, origin=None, at=None, shape=None):
    """A drone, and a ball that stands still."""
    builder = leeway.SceneBuilder()
    builder.add_robot("r", base).add_link("r", "air").add_link("r", "drone").add_link("r", "eye")
    builder.add_joint("r", "fly", "floating", "air", "drone", origin=origin)
    builder.add_joint("r", "neck", "fixed", "drone", "eye")
    builder.add_shape("r", "drone", leeway.Box(0.1, 0.2, 0.3), shape)
    builder.add_obstacle("floor", leeway.Box(9, 9, 0.1), (0, 0, -20))
    return builder.add_obstacle("ball", leeway.Box(0.3, 0.2, 0.1), at).freeze()


def still(scene):
    return scene.segment([0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 1])


def flown(pose):
    """A motion of the drone that stands at a pose."""
    row = [*pose.position, *pose.orientation]
    return world().segment(row, row)


# each makes a pose in some form
PRODUCERS = {
    "a Pose": lambda p: p,
    "a tuple": lambda p: tuple(p),
    "7 numbers": lambda p: [*p.position, *p.orientation],
    "an array of 7": lambda p: np.array([*p.position, *p.orientation]),
    "a strided array": lambda p: np.repeat([*p.position, *p.orientation], 2)[::2],
    "a matrix": lambda p: p.matrix,
    "a list of rows": lambda p: p.matrix.tolist(),
    "a matrix in Fortran order": lambda p: np.asfortranarray(p.matrix),
    "(R, t)": lambda p: (p.rotation, p.position),
    "[R, t] of lists": lambda p: [p.rotation.tolist(), list(p.position)],
    "(t, R)": lambda p: (np.array(p.position), p.rotation),
    "(t, q)": lambda p: (np.array(p.position), np.array(p.orientation)),
    "(scipy, t)": lambda p: (Rotation(p.orientation), p.position),
    "(t, scipy)": lambda p: (p.position, Rotation(p.orientation)),
    "scipy's transform": RigidTransform,
    "a product": lambda p: leeway.Pose(p.position) @ leeway.Pose((0, 0, 0), p.orientation),
    "an inverse": lambda p: p.inverse().inverse(),
    "a pickle": lambda p: pickle.loads(pickle.dumps(p)),
    "Motion.pose": lambda p: still(world(at=p)).pose("ball", 0.5),
    "Motion.pose of a link": lambda p: flown(p).pose("drone", 1.0),
    "Motion.link_pose": lambda p: flown(p).link_pose("eye", 0.0),
    "Scene.link_poses": lambda p: world().link_poses([*p.position, *p.orientation], links=["eye"])[0],
    "Scene.link_poses as matrices": lambda p: world().link_poses([[*p.position, *p.orientation]], matrices=True)[0, -1],
    "Robot.base": lambda p: world(base=p).robots[0].base,
    "Joint.origin": lambda p: world(origin=p).all_joints[0].origin,
    "BodyShape.pose": lambda p: two_shapes(p).body_shapes("pair")[1].pose,
}


def two_shapes(pose):
    made = world().edit().add_obstacle("pair", leeway.Sphere(0.1))
    return made.add_obstacle("pair", leeway.Box(0.1, 0.2, 0.3), pose).freeze()


def rigid(pose):
    return world().tracks([leeway.Track(pose=pose, duration=1.0)])


# each puts something at a pose and says where it is
CONSUMERS = {
    "Pose": leeway.Pose,
    "@": lambda p: leeway.Pose() @ p,
    "add_robot": lambda p: world(base=p).robots[0].base,
    "add_joint": lambda p: still(world(origin=p)).link_pose("drone", 0),
    "add_shape": lambda p: still(world(shape=p)).pose("drone", 0),
    "add_obstacle": lambda p: still(world(at=p)).pose("ball", 0),
    "move": lambda p: still(world().edit().move("ball", p).freeze()).pose("ball", 0),
    "moved": lambda p: still(world().moved("ball", p)).pose("ball", 0),
    "with_boxes": lambda p: still(world().with_boxes([0.1, 0.2, 0.3], [p])).pose("box 0", 0),
    "with_meshes": lambda p: still(world().with_meshes([leeway.Mesh(np.eye(3), [[0, 1, 2]])], [p])).pose("mesh 0", 0),
    "with_obstacle": lambda p: still(world().with_obstacle("egg", leeway.Ellipsoid((1, 2, 3)), p)).pose("egg", 0),
    "attach": lambda p: still(world().edit().attach("drone", "egg", leeway.Sphere(0.1), p).freeze()).pose("egg", 0),
    "attached": lambda p: still(world().attached("drone", "ball", pose=p)).pose("ball", 0),
    "released": lambda p: still(world().attached("drone", "ball").released("ball", p)).pose("ball", 0),
    "Track": lambda p: rigid(p).pose("drone", 0.0),
    "from_urdf": lambda p: leeway.Scene.from_urdf(FILES["arm"], base=p, allow_empty=True, on_notice=None).robots[0].base,
}

numbers = any_of.floats(-3, 3)
poses = any_of.builds(lambda p, q: leeway.Pose(tuple(p), tuple((np.array(q) / np.linalg.norm(q)).tolist())),
                      any_of.lists(numbers, min_size=3, max_size=3),
                      any_of.lists(any_of.floats(-1, 1), min_size=4, max_size=4).filter(lambda q: np.linalg.norm(q) > 0.1))


@pytest.mark.parametrize("consumer", CONSUMERS)
@settings(max_examples=40, deadline=None)
@given(pose=poses, producer=any_of.sampled_from(sorted(PRODUCERS)))
def test_each_pose_goes_in_everywhere(consumer, producer, pose):
    found = CONSUMERS[consumer](PRODUCERS[producer](pose))
    assert type(found) is leeway.Pose
    assert np.allclose(found.matrix, pose.matrix, atol=1e-9), (producer, consumer)


@pytest.mark.parametrize("producer", PRODUCERS)
def test_every_producer_with_every_consumer(producer):
    pose = leeway.Pose((0.5, -1, 0.25), (0.5, -0.1, 0.7, 0.5))
    for consumer, ask in CONSUMERS.items():
        assert np.allclose(ask(PRODUCERS[producer](pose)).matrix, pose.matrix, atol=1e-9), consumer


@settings(max_examples=60, deadline=None)
@given(pose=poses, producer=any_of.sampled_from(sorted(PRODUCERS)))
def test_shapes_at_poses(pose, producer):
    value = PRODUCERS[producer](pose)
    box, ball = leeway.Box(1, 2, 3), leeway.Sphere(0.25)
    for got in (box.distance(ball, value, (0, 0, 4)), ball.distance(box, (0, 0, 4), value)):
        assert got.upper == pytest.approx(box.distance(ball, pose, (0, 0, 4)).upper, abs=1e-9)
    state = leeway.BodyState(value), leeway.BodyState((9, 9, 9))
    far = leeway.first_contact(ball, ball, lambda at, until: state, 0, 1)
    assert far.kind == "free"


def test_float32(cell):
    pose = leeway.Pose.from_rpy((1, 2, 3), 0.3, 0.2, 0.1)
    for value in (pose.matrix.astype(np.float32), np.array([*pose.position, *pose.orientation], np.float32),
                  (pose.rotation.astype(np.float32), np.float32(pose.position))):
        assert np.allclose(leeway.Pose(value).matrix, pose.matrix, atol=1e-6)
    assert leeway.Pose(np.float32((0.5, 1, 2))).position == (0.5, 1, 2)


def point_producers(cell):
    """Points that the package returns."""
    motion = cell.motion("through the post")
    verdict = cell.check(motion)
    distance = cell.pair_distance(motion, 0.1, "wrist_1", "lamp")
    curve = cell.curve(motion, 5)
    body = cell.bodies[0]
    yield from (verdict.points[0], verdict.points[1], verdict.normal, distance.points[0], distance.normal)
    yield from (curve.points[2, 0], curve.points[-1, 1], body.center, body.low, body.high)
    yield from (cell.cover("forearm").balls[0].center, motion.pose("lamp", 0).position, leeway.Pose().point((1, 2, 3)))
    yield from (leeway.Pose().points([[1, 2, 3]])[0], cell.all_joints[0].axis, cell.body_shapes("lamp")[0].shape.size)
    yield leeway.Polytope([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]).vertices[1]
    yield np.float32((1, 2, 3))
    yield [1, 2, 3]


def test_each_point_goes_in_everywhere(cell):
    motion = cell.segment("ready", "reach")
    for point in point_producers(cell):
        known = tuple(float(value) for value in point)
        assert leeway.Pose(point).position == known == leeway.Pose(point, (0, 0, 0, 1)).position
        assert leeway.Pose.from_rpy(point, 0, 0, 0).position == known
        assert leeway.Pose().point(point) == pytest.approx(known)
        assert leeway.Pose().points([point, point])[1] == pytest.approx(known)
        moved = cell.moved("lamp", point)
        assert moved.motion(motion).pose("lamp", 0).position == pytest.approx(known)
        assert cell.body_jacobian(motion, 0.5, "wrist_1", point).shape == (3, 6)
        track = leeway.Track(duration=1.0, linear_velocity=point, angular_velocity=point)
        assert world().tracks([track]).pose("drone", 1.0).position == pytest.approx(known)
        assert leeway.Polytope([point, (0, 0, 0), (0, 9, 0), (0, 0, 9), (9, 0, 0)]).kind == "polytope"


def configuration_producers(cell):
    """Configurations that the package returns, of six values each."""
    plan = leeway.plan(cell, "ready", "reach")
    roadmap = leeway.Planner(cell).roadmap(3).grow(5)
    timed = leeway.time_path(plan.path, [1] * 6, [1] * 6)
    meeting = cell.meeting("upper_arm", "gripper")
    motion = cell.segment("ready", "reach")
    yield from ("ready", cell.state("ready"), cell.robots[0].states[0].values[:6], plan.path[0], plan.path.tolist()[-1])
    yield from (roadmap.configurations[2], timed.positions[1], cell.sample(3)[1], cell.sample(1, free=True)[0])
    yield meeting.apart_at[:6]
    yield [value for name in cell.joints().names for value in motion.joint_values(name, 0.5)]


def configuration_consumers(cell):
    """Functions of a configuration, each of which gives one back."""
    def at(motion, time):
        return [motion.joint_values(name, time)[0] for name in cell.joints().names]

    def state(q):
        return cell.state(q) if isinstance(q, str) else q

    def beginning(q):
        return leeway.plan(cell, q, q).path[0]

    yield "segment", lambda q: at(cell.segment(q, "reach"), 0)
    yield "segment's end", lambda q: at(cell.segment("reach", q), 1)
    yield "path", lambda q: at(cell.path([q, "ready", q]), 1)
    yield "trajectory", lambda q: at(cell.trajectory([0, 1], [state(q), state(q)]), 1)
    yield "tracks", lambda q: at(cell.tracks([leeway.Track([state(q), state(q)])]), 1)
    yield "one row of a track", lambda q: at(cell.tracks([leeway.Track(state(q))]), 0)
    yield "start of a track", lambda q: at(cell.tracks([leeway.Track([state("ready")], times=[1.0], start=state(q))]), 0)
    yield "check", lambda q: (cell.check(q, q), cell.check(q, "ready"), cell.check("ready", q), cell.check_state(q), q)[-1]
    yield "batches", lambda q: (cell.check_segments(state(q), [state(q)]), cell.check_states(state(q)), q)[-1]
    yield "kinematics", lambda q: (cell.link_poses(state(q)), cell.jacobian("flange", [state(q)]), q)[-1]
    yield "plan", lambda q: beginning(q) if cell.check_state(q).free else q
    yield "bounds", lambda q: cell.sample(1, lower=np.array(state(q)) - 0.0, upper=state(q))[0]


def test_each_configuration_goes_in_everywhere(cell):
    for given_as in configuration_producers(cell):
        known = cell.state(given_as) if isinstance(given_as, str) else given_as
        for name, ask in configuration_consumers(cell):
            found = ask(given_as)
            found = cell.state(found) if isinstance(found, str) else found
            assert np.allclose(found, known, atol=1e-12), (name, given_as)


def turned(**changes):
    made = np.eye(4)
    for place, value in changes.items():
        made[int(place[1]), int(place[2])] = value
    return made


@pytest.mark.parametrize("wrong,sentence", [
    (turned(m00=2), "no rotation: its rows have the lengths 2, 1, 1"),
    (turned(m01=1e-3, m10=1e-3), "no rotation: its rows are not at right angles"),
    (turned(m22=-1), "no rotation: it mirrors"),
    (turned(m11=np.nan), "no rotation: it has numbers that are not finite"),
    (turned(m30=0.5), "last row of the 4 x 4 matrix of a pose is 0 0 0 1, not 0.5 0 0 1"),
    (turned(m03=1).T, "last row of the 4 x 4 matrix of a pose is 0 0 0 1, not 1 0 0 1"),
    (np.zeros((4, 4)), "last row"),
    ((np.zeros((3, 3)), (0, 0, 0)), "no rotation: its rows have the lengths 0, 0, 0"),
    (np.eye(3), r"not an array of shape \(3, 3\)"),
    ((1, 2), r"not a pair of parts of shapes \(\) and \(\)"),
    (((1, 2, 3), (1, 2, 3)), r"not a pair of parts of shapes \(3,\) and \(3,\)"),
    (((1, 0, 0, 0), (1, 2, 3)), r"not a pair of parts of shapes \(4,\) and \(3,\)"),
    (np.zeros(6), r"not an array of shape \(6,\)"),
    ("above", "a pose is a Pose, .*, not a text"),
    (object(), "a pose is a Pose, .*, not object"),
    ({}, "a pose is a Pose, .*, not dict"),
    (["a", "b", "c"], "a pose is a Pose, .*, not list"),
    (Rotation(np.eye(4)), r"one rotation of scipy, not an array of shape \(4, 4\)"),
])
def test_what_is_no_pose(wrong, sentence):
    for ask in CONSUMERS.values():
        with pytest.raises(leeway.ArgumentError, match=sentence):
            ask(wrong)


@pytest.mark.parametrize("position,orientation,sentence", [
    ((1, 2), (0, 0, 0, 1), r"a position takes 3 numbers, not an array of shape \(2,\)"),
    ("abc", (0, 0, 0, 1), "a position takes numbers"),
    ((1, 2, 3), (0, 0, 1), r"an orientation is a quaternion x y z w, .* not an array of shape \(3,\)"),
    ((1, 2, 3), 2 * np.eye(3), "no rotation"),
    ((1, 2, 3), "x", "an orientation takes numbers"),
])
def test_what_is_no_part_of_a_pose(position, orientation, sentence):
    with pytest.raises(leeway.ArgumentError, match=sentence):
        leeway.Pose(position, orientation)


def test_poses_compare_and_change():
    pose = leeway.Pose((1, 2, 3))
    assert pose == leeway.Pose([1, 2, 3]) == ((1, 2, 3), (0, 0, 0, 1)) and hash(pose) == hash(leeway.Pose((1, 2, 3)))
    changed = pose._replace(position=np.array([3, 2, 1]))
    assert type(changed) is leeway.Pose and changed.position == (3.0, 2.0, 1.0)
    with pytest.raises(leeway.ArgumentError):
        pose._replace(orientation="up")
    again = pickle.loads(pickle.dumps(pose))
    assert type(again) is leeway.Pose and again == pose and repr(eval(repr(again), {"Pose": leeway.Pose})) == repr(pose)


@settings(max_examples=100, deadline=None)
@given(pose=poses, other=poses)
def test_matrices_multiply_as_poses_do(pose, other):
    assert np.allclose((pose @ other).matrix, pose.matrix @ other.matrix, atol=1e-12)
    assert np.allclose(pose.inverse().matrix @ pose.matrix, np.eye(4), atol=1e-12)
    points = np.random.default_rng(1).normal(size=(5, 3))
    assert np.allclose(pose.points(points), [pose.point(point) for point in points], atol=1e-12)
    assert np.allclose(leeway.Pose(pose.matrix).matrix, pose.matrix, atol=1e-12)
    assert np.allclose(np.linalg.norm(leeway.Pose(pose.matrix).orientation), 1)


def test_rotations_of_scipy():
    rotations = pytest.importorskip("scipy.spatial.transform")
    turn = rotations.Rotation.from_euler("xyz", (0.1, 0.2, 0.3))
    assert np.allclose(leeway.Pose((1, 2, 3), turn).rotation, turn.as_matrix())
    assert np.allclose(leeway.Pose(turn).rotation, turn.as_matrix())
    assert np.allclose(leeway.Pose(turn).matrix, leeway.Pose.from_rpy((0, 0, 0), 0.1, 0.2, 0.3).matrix)
    with pytest.raises(leeway.ArgumentError, match="one rotation of scipy"):
        leeway.Pose(rotations.Rotation.random(2))
