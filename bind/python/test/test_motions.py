"""Motions: from tracks and from files, values of joints at rest, stages."""

import json
import math
import os
import pickle

import numpy as np
import pytest

import leeway
from leeway import Payload, Track

HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


@pytest.fixture(scope="module")
def two_arms(scenes):
    return leeway.Scene(scenes / "two_arms.json")


def same(scene, one, other):
    """Asserts that two motions have equal poses, times and verdicts."""
    assert one.interval == other.interval and one.in_seconds == other.in_seconds
    for time in np.linspace(*one.interval, 7):
        for body in scene.bodies:
            assert one.pose(body.name, time) == other.pose(body.name, time)
    assert scene.check(one).json() == scene.check(other).json()


def test_tracks_are_what_json_says(two_arms):
    rows = HOME + np.array([[0.0], [0.3], [-0.2]])
    left, right = two_arms.joints(robot="left"), two_arms.joints(robot="right")
    same(two_arms, two_arms.tracks([Track(rows, left), Track(rows[:2], right)]),
         two_arms.motion(robots={"left": {"path": rows}, "right": {"path": rows[:2]}}))
    times, speeds = [0.5, 1, 3], np.zeros((3, 6))
    told = two_arms.motion(robots={"left": {"trajectory": {"times": times, "positions": rows, "velocities": speeds}}},
                           approach=False)
    track = Track(rows, left, times=times, velocities=speeds, approach=False)
    same(two_arms, two_arms.tracks([track]), told)
    assert two_arms.tracks([track]).interpolation == "cubic"
    straight = two_arms.tracks([track._replace(velocities=None)])
    assert straight.interpolation == "linear"
    assert two_arms.tracks([track._replace(accelerations=speeds)]).interpolation == "quintic"
    assert two_arms.tracks([track._replace(interpolation="linear")]).interpolation == "linear"
    still = two_arms.tracks([])
    assert still.interval == (0, 1) and not still.moves("joint_1", "left")


def test_approaches_begin_where_the_robot_is(cell):
    rows = np.array([HOME + 0.2, HOME - 0.1])
    late = dict(times=[1, 3], positions=rows)
    with pytest.warns(leeway.Notice, match="the way to that point is not judged"):
        waiting = cell.trajectory(**late)
    assert any("the way to that point is not judged" in notice for notice in waiting.notices)
    assert waiting.joint_values("joint_2", 0.5) == (rows[0, 1],)
    asked = cell.trajectory(**late, approach=False)
    assert not asked.notices and asked.joint_values("joint_2", 0.5) == (rows[0, 1],)
    assert not asked.approaches("joint_2")
    track = Track(rows, times=[1, 3], start=HOME)
    led = Track(np.vstack([HOME, rows]), times=[0, 1, 3])
    same(cell, cell.tracks([track]), cell.tracks([led]))
    same(cell, cell.tracks([track._replace(approach=False)]), asked)
    assert cell.tracks([track]).approaches("joint_2") and not cell.tracks([led]).approaches("joint_2")
    with pytest.raises(leeway.ArgumentError, match="start"):
        cell.tracks([track._replace(start=HOME[:2])])


def test_headings_turn_the_shorter_way(tmp_path):
    path = tmp_path / "base.json"
    path.write_text(json.dumps({"robots": [{"name": "b", "joint": {"type": "planar", "name": "p"},
                                            "links": [{"name": "l", "type": "sphere", "radius": 0.1}]}],
                                "obstacles": [{"id": "o", "type": "sphere", "radius": 0.1, "position": [9, 9, 0]}]}))
    scene = leeway.Scene(path)
    ends = [0, 0, 3], [0, 0, -3]
    short = scene.segment(*ends)
    assert short.joint_values("p", 1)[2] == pytest.approx(2 * math.pi - 3, abs=1e-15)
    same(scene, short, scene.path(ends))
    same(scene, short, scene.tracks([Track(ends)]))
    long = scene.segment(*ends, wrap=False)
    assert long.joint_values("p", 0.5)[2] == 0 and "its heading turns by -6" in long.notices[0]
    assert "its heading turns by -6" in scene.trajectory([0, 1], ends).notices[0]


def test_options_of_named_motions_are_not_dropped(tmp_path):
    path = tmp_path / "flyer.json"
    path.write_text(json.dumps({
        "robots": [{"name": "r", "joint": {"type": "floating", "name": "j"},
                    "links": [{"name": "l", "type": "sphere", "radius": 0.1}]}],
        "robot_state": {"j": [0, 0, 0, 0, 0, 0, 1]},
        "motions": {"late": {"trajectory": {"times": [1], "positions": [[1, 0, 0, 0, 0, 0, 1]]}}}}))
    scene = leeway.Scene(path, allow_empty=True)
    assert scene.motion("late").pose("l", 0.5)[0][0] == 0.5
    assert scene.motion("late", approach=False).pose("l", 0.5)[0][0] == 1
    with pytest.raises(leeway.ArgumentError, match="interpolation"):
        scene.motion("late", interpolation="wavy")


def test_groups_of_one_robot(cell):
    rows = np.array([HOME, HOME + 0.2, HOME - 0.1])
    first = cell.joints(names=["joint_2", "joint_1"])
    last = cell.joints(names=["joint_6"])
    apart = cell.tracks([Track(rows[:, [1, 0]], first), Track(rows[:, 5:], last)],
                        rest={"joint_3": HOME[2], ("arm", "joint_5"): [HOME[4]]})
    rows[:, 2:5] = HOME[2:5]
    together = cell.path(rows)
    for body in cell.bodies:
        for time in (0, 0.3, 0.5, 1):
            assert np.allclose(np.concatenate(apart.pose(body.name, time)), np.concatenate(together.pose(body.name, time)),
                               atol=1e-12)
    assert not apart.moves("joint_3") and apart.joint_values("joint_3", 0.5) == (HOME[2],)
    assert cell.check(apart).kind == cell.check(together).kind
    with pytest.raises(leeway.ArgumentError, match="moved twice"):
        cell.tracks([Track(rows[:, :2], first), Track(rows[:, :1], cell.joints(names=["joint_1"]))])


def test_a_rigid_track():
    builder = leeway.SceneBuilder()
    builder.add_robot("flyer").add_link("flyer", "world").add_link("flyer", "hull")
    builder.add_joint("flyer", "free", "floating", "world", "hull")
    builder.add_shape("flyer", "hull", leeway.Box(0.4, 0.2, 0.1)).add_obstacle("wall", leeway.Box(1, 4, 4), (3, 0, 0))
    scene = builder.freeze()
    for frame in (False, True):
        motion = scene.tracks([Track(duration=4.0, pose=(0, 0, 1), linear_velocity=(0.5, 0, 0),
                                     angular_velocity=(0, 0, math.pi / 8), in_body_frame=frame)])
        told = scene.motion(rigid={"position": [0, 0, 1], "linear_velocity": [0.5, 0, 0], "duration": 4.0,
                                   "angular_velocity": [0, 0, math.pi / 8], "frame": "body" if frame else "world"})
        same(scene, motion, told)
        assert motion.in_seconds and motion.interval == (0, 4)
    assert motion.pose("hull", 4)[0] == pytest.approx((4 / math.pi, 4 / math.pi, 1))


def test_since(two_arms, scenes):
    whole = two_arms.tracks([Track([HOME, HOME + 0.3, HOME - 0.2], two_arms.joints(robot="left"))],
                            rest={("right", "joint_1"): 0.4})
    assert whole.since(0).interval == (0.0, 1.0) and whole.since(-1).interval == (0.0, 1.0)
    rest = whole.since(0.25)
    assert rest.interval == (0.25, 1.0) and whole.interval == (0.0, 1.0) and rest.scene is two_arms
    for time in (0.25, 0.6, 1.0):
        assert all(rest.pose(body.name, time) == whole.pose(body.name, time) for body in two_arms.bodies)
    assert json.loads(two_arms.check(rest).json())["since"] == 0.25
    assert "since" not in json.loads(two_arms.check(whole).json())
    assert rest.since(0.1).interval == (0.25, 1.0) and rest.since(0.75).piece_count == 1
    with pytest.warns(leeway.Notice, match="the motion ends at 1, before 2"):
        assert whole.since(2).interval == (1.0, 1.0)
    with pytest.raises(leeway.ArgumentError, match="finite"):
        whole.since(math.nan)
    # in another scene the motion is made again
    same(two_arms, two_arms.motion(rest), rest)
    stages = leeway.Scene(scenes / "pick.json")
    named = stages.motion(stages.motion_names[0])
    left = named.since(0.5)
    assert stages.motion(left).interval == (0.5, 1.0) and left.stage_count < named.stage_count
    assert stages.check(left).free == stages.check(named).free


def test_splines(two_arms):
    joints = two_arms.joints(robot="left")
    points = np.array([HOME + 0.05 * k * (-1) ** k for k in range(6)])
    knots = np.array([0, 0, 0, 0, 0.5, 2, 3, 3, 3, 3])
    spline = {"type": "bspline", "degree": 3, "points": points, "knots": knots}
    motion = two_arms.motion(robots={"left": {"spline": spline, "joints": list(joints.names)}})
    assert motion.interpolation == "spline" and motion.interval == (0, 3) and motion.piece_count == 3

    def de_boor(degree, i, t):
        """The B-spline of a degree, by the recursion of Cox and de Boor."""
        if degree == 0:
            return float(knots[i] <= t < knots[i + 1])
        one, two = knots[i + degree] - knots[i], knots[i + degree + 1] - knots[i + 1]
        return ((one and (t - knots[i]) / one * de_boor(degree - 1, i, t))
                + (two and (knots[i + degree + 1] - t) / two * de_boor(degree - 1, i + 1, t)))

    for t in np.linspace(0, 2.99, 40):
        wanted = sum(de_boor(3, i, t) * points[i] for i in range(6))
        values = [motion.joint_values(name, t, "left")[0] for name in joints.names]
        assert np.allclose(values, wanted, rtol=0, atol=1e-13)
    assert two_arms.check(motion).free
    assert pickle.loads(pickle.dumps(motion)) == motion
    still = {"spline": {"type": "bezier", "degree": 1, "points": [HOME, HOME], "duration": 1}}
    both = two_arms.motion(robots={"left": {"trajectory": {"times": [0, 2], "positions": [HOME, HOME]}}, "right": still})
    assert both.interval == (0, 2)
    with pytest.raises(leeway.ArgumentError, match="knots must not decrease"):
        two_arms.motion(robots={"left": {"spline": {**spline, "knots": knots[::-1]}}})
    with pytest.raises(leeway.ArgumentError, match="mixes a path"):
        two_arms.motion(robots={"left": {"path": [HOME]}, "right": still})


def test_blend(two_arms):
    joints = two_arms.joints(robot="left")
    corner = two_arms.tracks([Track([HOME, HOME + 0.1, HOME], joints, times=[0, 1, 2])])
    blended = corner.blend(0.02)
    assert blended.interpolation == "spline" and blended.piece_count == 5 and blended.interval == (0, 2)
    # rounded by h (w - v) / 4, h = r / s, w - v = -2 s
    assert blended.joint_values("joint_1", 1, "left")[0] == pytest.approx(HOME[0] + 0.1 - 0.01, abs=1e-12)
    assert blended.joint_rates("joint_1", 0, "left") == (0.0,)
    assert pickle.loads(pickle.dumps(blended)) == blended != corner
    assert two_arms.motion(blended).piece_count == 5
    with pytest.raises(leeway.ArgumentError, match="overlap"):
        corner.blend(0.1)
    with pytest.raises(leeway.ArgumentError, match="radius of blends is -1"):
        corner.blend(-1)


def test_within(two_arms):
    joints = two_arms.joints(robot="left")
    whole = two_arms.tracks([Track([HOME, HOME + 0.1], joints)])
    assert two_arms.check(whole).free and not two_arms.check(whole).deviates
    near = whole.within(1e-4)
    assert near.scene is two_arms and near != whole and two_arms.check(near).free
    assert not whole.tolerances and len(near.tolerances) == 2 * len(joints)
    assert near.tolerances[0] == ("left", "joint_1", (1e-4,), (0.0,)) and "with a tolerance" in repr(near)
    far = whole.within(0.7)
    verdict = two_arms.check(far)
    assert not verdict.free
    assert verdict.contact or verdict.reason == "tolerance"
    assert verdict.deviates == verdict.contact
    again = pickle.loads(pickle.dumps(verdict))
    assert again == verdict and again.deviates == verdict.deviates
    rows = whole.within([0.7] * len(joints), [0.0] * len(joints), joints)
    assert two_arms.check(rows).kind == verdict.kind
    # the tolerance stays with the motion
    assert not two_arms.check(far.since(0)).free and two_arms.check(two_arms.motion(far)).kind == verdict.kind
    with pytest.raises(leeway.ArgumentError, match="is -1"):
        whole.within(-1)
    with pytest.raises(leeway.ArgumentError, match="tolerance"):
        whole.within([0.1], [0.1], joints)
    with pytest.raises(leeway.ArgumentError, match="clearances do not know it"):
        two_arms.check(near, clearance=True)
    with pytest.raises(leeway.ArgumentError, match="per speed"):
        two_arms.check(whole.within(0, 0.1))


def test_leaving():
    builder = leeway.SceneBuilder()
    builder.add_robot("r")
    for link in ("floor", "tool"):
        builder.add_link("r", link)
    builder.add_joint("r", name="slide", kind="prismatic", parent="floor", child="tool", axis=(0, 0, 1),
                      lower=-10, upper=10)
    builder.add_shape("r", "tool", leeway.Sphere(0.1))
    builder.add_obstacle("table", leeway.Box(1, 1, 0.2))
    scene = builder.freeze()
    verdict = scene.check([0.19], [0.29], leaving=True)
    assert verdict and verdict.leaves and verdict.kind == "leaves" and not verdict.free
    assert not verdict.contact and not verdict.undecided
    assert verdict.time == pytest.approx(0.1, abs=2e-4) and verdict.pair == ("tool", "table")
    assert verdict.start_pairs == 1 and verdict.kept_until == 1 and verdict.free_until == 0
    assert verdict.start_distance == pytest.approx((-0.01, -0.01)) and verdict.failure is None
    assert repr(verdict) == f"<leeway.Verdict leaves at {verdict.time:.6g}, last of tool and table>"
    assert json.loads(verdict.json())["verdict"] == "leaves"
    for goal, failure in ((0.18, "deeper"), (0.195, "stays")):
        verdict = scene.check([0.19], [goal], leaving=True)
        assert not verdict and verdict.contact and verdict.failure == failure
    assert scene.check([0.19], [0.18], leaving=True, depth_tolerance=0.02).failure == "stays"
    plain = scene.check([0.3], [0.4], leaving=True)
    assert plain.free and plain.start_pairs == 0 and plain.kept_until is None and plain.start_distance is None
    assert scene.check([0.19], [0.29]).failure is None
    rows = scene.check_segments(np.array([[0.19], [0.19], [0.3]]), np.array([[0.29], [0.18], [0.4]]), leaving=True)
    assert rows.leaves.tolist() == [True, False, False] and rows.free.tolist() == [False, False, True]
    assert rows["time"][0] == pytest.approx(0.1, abs=2e-4) and rows["pair"][0].min() >= 0
    assert [bool(v) for v in scene.check_motions([scene.segment([0.19], [0.29])], leaving=True)] == [True]
    with pytest.raises(leeway.ArgumentError, match="claims are of pairs that stay apart"):
        scene.check([0.19], [0.29], leaving=True, claims=True)
    with pytest.raises(leeway.ArgumentError, match="does not serve motions that leave contacts"):
        scene.check([0.19], [0.29], leaving=True, method="sampled")


def test_payloads_of_tracks(scenes):
    scene = leeway.Scene(scenes / "pick.json")
    told = json.loads((scenes / "pick.json").read_text())["motions"]["over the wall"]
    rows = np.array([scene.state(row) if isinstance(row, str) else row for row in told["path"]])
    taken, put = told["attach"][0], told["release"][0]
    motion = scene.tracks([Track(rows, payloads=[
        Payload(taken["waypoint"], "can", taken["link"], tuple(taken["touch_links"]), tuple(taken["may_touch"])),
        Payload(put["waypoint"], "can", may_touch=tuple(put["may_touch"]))])])
    named = scene.motion("over the wall")
    assert motion.payloads == named.payloads and motion.stage_count == named.stage_count
    assert scene.check(motion, clearance=True).json() == scene.check(named, clearance=True).json()
    for payload, sentence in [(Payload(40, "can", "gripper"), "waypoint"), (Payload(-1, "can", "gripper"), "waypoint"),
                              (Payload(2, "cup", "gripper"), "cup"), (Payload(2, "can"), "can"),
                              (Payload(2, "can", "gripper", ("a", 3)), "touch_links takes names")]:
        with pytest.raises(leeway.Error, match=sentence):
            scene.tracks([Track(rows, payloads=[payload])])


@pytest.mark.parametrize("wrong,sentence", [
    ({"positions": HOME[:5]}, "rows of 6 numbers"),
    ({"positions": HOME[None, None]}, r"positions takes an array of n x values numbers, .* not of shape \(1, 1, 6\)"),
    ({"positions": [HOME[:5]]}, "rows of 6 numbers"),
    ({"positions": [[math.nan] * 6]}, "nan"),
    ({"positions": []}, "rows of 6 numbers"),
    ({"times": [0.0]}, "times takes 2 numbers, not 1"),
    ({"times": [1.0, 1.0]}, "time"),
    ({"times": ["a", "b"]}, "times takes numbers"),
    ({"times": [0, 1], "velocities": [HOME]}, "velocities have 1 rows, the positions have 2"),
    ({"times": [0, 1], "interpolation": "cubic"}, "velocities"),
    ({"interpolation": "spline"}, "interpolation"),
    ({"duration": 1.0}, "rigid motion"),
    ({"positions": None, "duration": 1.0}, "floating|rigid"),
    ({"joints": "arm"}, "Scene.joints"),
    ({"pose": (1, 2)}, "pose"),
    ({"linear_velocity": (1, 2)}, "3 numbers"),
])
def test_wrong_tracks(cell, wrong, sentence):
    with pytest.raises((leeway.Error, ValueError), match=sentence):
        cell.tracks([Track(np.array([HOME, HOME]))._replace(**wrong)])
    with pytest.raises(leeway.ArgumentError, match="Tracks"):
        cell.tracks([HOME])


def test_tracks_of_changed_scenes(cell):
    changed = cell.without("post")
    order = cell.joints(names=["joint_2", "joint_1"])
    motion = cell.tracks([Track(np.array([[0.1, 0.2], [0.3, 0.1]]), order)], rest={"joint_3": 0.4})
    again = changed.motion(motion)
    assert again.scene is changed and again.joint_values("joint_2", 0.5) == motion.joint_values("joint_2", 0.5)
    assert again.joint_values("joint_3", 0) == (0.4,)
    assert changed.motion(again).joint_values("joint_3", 0) == (0.4,)


def test_where_joints_rest(two_arms, scenes):
    fields = {"robots": {"left": {"from": HOME, "to": HOME + 0.1}}}
    rest = {("right", "joint_1"): 0.7}
    motion = two_arms.motion(fields, rest=rest)
    assert motion.joint_values("joint_1", 0.5, "right") == (0.7,)
    assert two_arms.motion(fields).joint_values("joint_1", 0.5, "right") == (0,)
    assert two_arms.without("fixture").motion(motion).joint_values("joint_1", 0.5, "right") == (0.7,)
    named = two_arms.motion("left alone", rest=rest)
    moved = two_arms.with_joint("joint_1", 0.7, "right")
    assert two_arms.check(named).json() == moved.check(moved.motion("left alone")).json()
    for wrong, sentence in [({"joint_1": 0.1}, "both have a joint"), ({("right", "joint_9"): 0.1}, "joint_9"),
                            ({("right", "joint_1"): [1, 2]}, "1 values"), ({("right", "joint_1"): "up"}, "numbers"),
                            ({("right", "joint_1"): math.nan}, "nan")]:
        with pytest.raises(leeway.Error, match=sentence):
            two_arms.motion(fields, rest=wrong)


def test_stages(scenes):
    scene = leeway.Scene(scenes / "pick.json")
    motion = scene.motion("over the wall")
    stages = scene.stages(motion)
    assert len(stages) == motion.stage_count > 2
    assert stages[0].begin == 0 and stages[-1].end == 1
    assert [a.end for a in stages[:-1]] == [b.begin for b in stages[1:]]
    carried = [next(body for body in stage.bodies if body.name == "can").attached for stage in stages]
    assert not carried[0] and any(carried) and not carried[-1]
    for index, stage in enumerate(stages):
        middle = (stage.begin + stage.end) / 2
        assert motion.stage_at(middle) == index
        pairs = {frozenset(pair[:2]) for pair in stage.pairs}
        assert (frozenset(("can", "wall")) in pairs) == carried[index]
        if carried[index]:
            assert 0 < scene.pair_distance(motion, middle, "can", "wall").lower < 1
        else:
            with pytest.raises(leeway.NameUnknownError, match="not checked at this time"):
                scene.pair_distance(motion, middle, "can", "wall")
    only = scene.stages(scene.segment("ready", "ready"))
    assert len(only) == 1 and only[0].pairs == scene.pairs and only[0].bodies == scene.bodies


def test_reading_goes_on_after_an_error(cell, tmp_path):
    file = tmp_path / "motions.jsonl"
    good = json.dumps({"id": "a", "from": HOME.tolist(), "to": HOME.tolist()})
    file.write_text("\n".join([good, '{"id": "b", "from": [1]}', good.replace('"a"', '"c"')]) + "\n")
    reader = cell.read_motions(file)
    assert next(reader)[0] == "a" and not reader.waits
    with pytest.raises(leeway.Error) as raised:
        next(reader)
    assert raised.value.line == 2 and reader.kind == "motions" and not hasattr(raised.value, "__notes__")
    assert next(reader)[0] == "c" and next(reader, None) is None
    with pytest.raises(leeway.FileError):
        cell.read_motions(tmp_path / "none.jsonl")


def test_the_likely_kind_of_a_file(cell, scenes, tmp_path):
    for text, kind in [("x,y\n0,0\n", "waypoints"), ('{"from": [0], "to": [1]}', "motions"), ("{", "several lines"),
                       ("joint_names: [a]\npoints: []\n", "trajectory"), ("goal_constraints: []\n", "request"),
                       ('{"robots": {"a": ["from"]}}', "jobs"), ("nonsense", None), ("", None),
                       ((scenes / "cell.json").read_text(), "scene")]:
        assert leeway.motion_kind(text) == kind
    for format, name, note in [("jsonl", "waypoints.csv", "looks like waypoints"), ("path", "cell.json", "looks like scene"),
                               ("jsonl", "jobs.jsonl", "looks like jobs")]:
        with pytest.raises(leeway.Error) as raised:
            list(cell.read_motions(scenes / name, format))
        assert note in raised.value.__notes__[0]


def test_a_reader_waits_for_a_line(cell, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    line = json.dumps({"from": HOME.tolist(), "to": HOME.tolist()}).encode() + b"\n"
    os.write(writer, line)
    reader = cell.read_motions(pipe)
    assert next(reader)[0] == 0 and reader.waits
    os.write(writer, line)
    assert not reader.waits and cell.check(next(reader)[1]).free
    os.close(writer)


def test_names():
    names = ["joint_1", "joint_2", "tool"]
    assert leeway.nearest_name("jiont_2", names) == "joint_2" and leeway.nearest_name("tol", names) == "tool"
    assert leeway.nearest_name("elbow", names) is None and leeway.nearest_name("x", []) is None
    with pytest.raises(leeway.ArgumentError, match="names"):
        leeway.nearest_name("x", ["y", 3])
