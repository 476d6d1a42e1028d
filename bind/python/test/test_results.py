"""Results: what they say in their repr, how they compare, and that they pickle. Signatures of all options."""

import copy
import inspect
import pickle
import re

import numpy as np
import pytest

import leeway

HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


def round_trip(thing):
    return pickle.loads(pickle.dumps(thing))


@pytest.fixture(scope="module")
def pick(scenes):
    return leeway.Scene(scenes / "pick.json")


def verdicts(cell):
    yield cell.check("ready", "reach")
    yield cell.check("ready", "reach", clearance=True)
    yield cell.check("ready", "reach", claims=True)
    yield cell.check("ready", "reach", method="sampled")
    yield cell.check(cell.motion("through the post"))
    yield cell.check(cell.motion("through the post"), unmeasured=True)
    yield cell.check(cell.motion("over the post"), clearance=True)
    yield cell.check_state([0.4, 0.1, 0.3, 0, 1.17, 1.5708])
    yield cell.check(cell.motion("through the post"), leaving=True)
    yield from cell.check_motions([cell.segment(HOME, HOME + 0.1), cell.motion("over the post")])


FACTS = ("kind", "reason", "free_until", "time", "first", "segment", "pair", "points", "normal", "distance", "depth",
         "clearance", "self_clearance", "claims", "notices", "failure", "kept_until", "start_distance", "start_pairs",
         "pairs", "queries", "samples")


def test_verdicts_pickle_and_compare(cell):
    all_of = list(verdicts(cell))
    for i, verdict in enumerate(all_of):
        again = round_trip(verdict)
        assert again == verdict and not again != verdict and hash(again) == hash(verdict) and bool(again) == bool(verdict)
        assert [getattr(again, name) for name in FACTS] == [getattr(verdict, name) for name in FACTS], i
        assert again.scene.fingerprint == cell.fingerprint and repr(again) == repr(verdict)
        if i != 5:  # a contact that was not measured has no line
            assert again.json() == verdict.json()
        assert copy.copy(verdict) == verdict == copy.deepcopy(verdict)
        assert verdict != 3 and verdict != verdict.kind
    for i, verdict in enumerate(all_of):
        assert [j for j, other in enumerate(all_of) if other == verdict] == [i]
    with pytest.raises(TypeError):
        all_of[0] < all_of[1]
    # one scene is built again once for all verdicts in a pickle
    assert len({id(again.scene) for again in round_trip(all_of)}) == 1
    other = cell.moved("lamp", (3, 3, 3)).check("ready", "reach")
    assert other != cell.check("ready", "reach")


def test_verdicts_know_their_configurations(cell):
    """The motion of a verdict on two configurations is their segment; of one, it stands there."""
    joints = cell.joints(names=["joint_2", "joint_1"])
    for verdict, motion in [(cell.check("ready", HOME), cell.segment("ready", HOME)),
                            (cell.check_state(HOME), cell.segment(HOME, HOME)),
                            (cell.check([0.1, 0.2], [0.2, 0.1], joints=joints),
                             cell.segment([0.1, 0.2], [0.2, 0.1], joints=list(joints.names)))]:
        assert verdict.motion.interval == (0, 1) and verdict.motion.scene is cell
        assert verdict.motion == motion == verdict.motion and hash(verdict.motion) == hash(motion)
        for name in cell.joints().names:
            assert verdict.motion.joint_values(name, 0.3) == motion.joint_values(name, 0.3)
        assert cell.check(verdict.motion).json() == verdict.json() == cell.check(motion).json()
        changed = cell.without("lamp")
        assert changed.motion(verdict.motion).joint_values("joint_1", 0.5) == motion.joint_values("joint_1", 0.5)
        assert round_trip(verdict) == verdict and round_trip(verdict).motion == verdict.motion
    # more values than a verdict holds in itself
    builder = leeway.SceneBuilder().add_robot("snake").add_link("snake", "0")
    for i in range(12):
        builder.add_link("snake", str(i + 1)).add_joint("snake", f"j{i}", "revolute", str(i), str(i + 1), origin=(0.1, 0, 0),
                                                        axis=(0, 0, 1), lower=-3, upper=3)
    builder.add_shape("snake", "12", leeway.Sphere(0.01)).add_obstacle("wall", leeway.Box(1, 1, 1), (9, 0, 0))
    snake = builder.freeze()
    a, b = np.linspace(-1, 1, 12), np.linspace(1, -1, 12)
    verdict = snake.check(a, b)
    assert [verdict.motion.joint_values(f"j{i}", 0)[0] for i in range(12)] == a.tolist()
    assert round_trip(verdict) == verdict != snake.check(b, a)


def test_broken_pickles_of_verdicts(cell):
    restore, parts = cell.check("ready", "reach").__reduce__()
    with pytest.raises(leeway.ArgumentError, match=r"of a verdict is of Leeway 0\.0\.9"):
        restore("0.0.9", *parts[1:])
    state = parts[-1]
    for place, value in ((0, 4), (0, -1), (1, 77), (6, 10**6), (20, -2), (-2, 2), (-3, 9)):
        wrong = list(state)
        wrong[place] = value
        with pytest.raises(leeway.ArgumentError, match="broken"):
            restore(*parts[:-1], tuple(wrong))
    with pytest.raises(TypeError):
        restore(*parts[:-1], state[:-1])
    other = cell.without("lamp").motion("over the post")
    with pytest.raises(leeway.ArgumentError, match="another scene"):
        restore(parts[0], parts[1], other, *parts[3:])


def test_verdicts_with_notices(cell):
    with pytest.warns(leeway.Notice):
        verdict = cell.check([9, 0, 0, 0, 0, 0], HOME)
    assert verdict.notices and round_trip(verdict).notices == verdict.notices and "1 notice" in repr(verdict)


def motions(cell, pick):
    yield cell.segment("ready", "reach")
    yield cell.segment("ready", HOME)
    yield cell.segment(HOME, "ready")
    yield cell.path([HOME, "ready", HOME])
    yield cell.trajectory([0, 1], [HOME, HOME + 0.1])
    yield cell.trajectory([0, 2], [HOME, HOME + 0.1])
    yield cell.motion("over the post")
    yield cell.motion("over the post").since(0.25)
    yield cell.segment("ready", "reach").since(0.25)
    yield cell.tracks([leeway.Track([HOME, HOME + 0.1], times=[0, 1])])
    yield cell.tracks([leeway.Track([HOME, HOME + 0.2], times=[0, 1])])
    yield cell.tracks([leeway.Track([[0.1, 0.2]], cell.joints(names=["joint_2", "joint_1"]))], rest={"joint_3": 0.4})
    yield cell.segment([0.1], [0.2], joints=["joint_1"])
    yield cell.segment([0.1], [0.2], joints=["joint_1"], rest={"joint_3": 0.1})
    yield cell.segment([0.1], [0.2], joints=["joint_1"], rest={"joint_3": 0.2})
    yield pick.motion("over the wall")


def test_motions_pickle_and_compare(cell, pick):
    all_of = list(motions(cell, pick))
    for i, motion in enumerate(all_of):
        again = round_trip(motion)
        assert again == motion and hash(again) == hash(motion) and repr(again) == repr(motion)
        begin, end = motion.interval
        for time in np.linspace(begin, end, 5):
            for name in motion.scene.joints().names:
                assert again.joint_values(name, time) == motion.joint_values(name, time)
        assert again.scene.check(again).json() == motion.scene.check(motion).json()
        assert [j for j, other in enumerate(all_of) if other == motion] == [i]
        assert copy.copy(motion) == motion and motion != "ready"
    moved = cell.moved("lamp", (3, 3, 3))
    assert moved.segment("ready", "reach") != cell.segment("ready", "reach")


def test_motions_of_files(cell, tmp_path):
    """Motions of JSON pickle, compare and go to other scenes; those of other files are read again."""
    lines = ['{"id": 1, "from": "ready", "to": "reach"}', "", '{"path": [[0, -0.6, 0.5, 0, 1.2, 0], [0, -0.6, 0.4, 0, 1.2, 0]]}']
    (tmp_path / "a.jsonl").write_text("\n".join(lines))
    reader = cell.read_motions(tmp_path / "a.jsonl")
    assert "jsonl" in repr(reader) and str(tmp_path / "a.jsonl") in repr(reader)
    read = [motion for _, motion in reader]
    assert read[0] == cell.segment("ready", "reach") != read[1]
    (tmp_path / "one.json").write_text(lines[2].replace(",", ",\n"))
    read += [motion for _, motion in cell.read_motions(tmp_path / "one.json", "path", wrap=False)]
    for motion in read:
        again = round_trip(motion)
        assert again == motion and again.joint_values("joint_3", 0.3) == motion.joint_values("joint_3", 0.3)
        assert cell.without("lamp").motion(motion).joint_values("joint_3", 0.3) == motion.joint_values("joint_3", 0.3)
    named = cell.read_motions(tmp_path / "a.jsonl", robot="arm", interpolation="linear", approach=False)
    assert round_trip([motion for _, motion in named])[1].piece_count == 1
    (tmp_path / "a.csv").write_text("0,0,0,0,0,0\n0.1,0,0,0,0,0\n")
    (_, motion), = cell.read_motions(tmp_path / "a.csv", "path")
    with pytest.raises(leeway.StateError, match="has no pickle: make it again"):
        pickle.dumps(motion)
    with pytest.raises(leeway.ArgumentError, match="not JSON is read again"):
        cell.without("lamp").motion(motion)
    assert motion == motion and motion != cell.segment("ready", "reach")


def test_the_rest_pickles_and_compares(cell, pick, scenes):
    motion = cell.motion("over the post")
    joints = cell.joints(names=["joint_2", "joint_1"])
    flat = leeway.PlanarShape([[0, 0], [1, 0], [0, 1]], 0.25)
    plan = leeway.plan(cell, "ready", "reach")
    timed = leeway.time_path([HOME, HOME + 0.1], [1] * 6, [1] * 6)
    things = [joints, cell.joints(), flat, leeway.PlanarShape([[0, 0]], 0.5), plan, timed, cell.curve(motion, 5),
              cell.trace(motion, method="slab"), cell.cross_check(motion, samples=3), cell.stages(motion)[0],
              cell.check("ready", "reach", clearance=True).clearance, cell.pair_distance(motion, 0.5, "wrist_1", "lamp"),
              leeway.Pose((1, 2, 3)), leeway.Box(1, 2, 3), leeway.Box(1, 2, 3, rounding=0.1), leeway.Sphere(1),
              leeway.Mesh(np.eye(3), [[0, 1, 2]]), cell.robots[0], cell.links[0], cell.all_joints[0], cell.bodies[0],
              cell.pairs[0], cell.cover("forearm"), cell.body_shapes("lamp")[0], cell.meeting("shoulder", "flange"),
              cell.check("ready", "reach", claims=True).claims[0], leeway.Payload(1, "a"), leeway.DisabledPair("a", "b", None),
              flat.separation((0, 0, 0), flat, (3, 0, 0)), leeway.Track([HOME, HOME])._replace(positions=None)]
    for i, thing in enumerate(things):
        again = round_trip(thing)
        assert type(again) is type(thing) and again == thing and not again != thing, thing
        assert repr(again) == repr(thing) and len(repr(thing)) < 1500, thing
        assert [j for j, other in enumerate(things) if type(other) is type(thing) and other == thing] == [i]
    assert hash(round_trip(joints)) == hash(joints) and hash(leeway.Sphere(1)) == hash(leeway.Sphere(1.0))
    assert joints != cell.without("lamp").joints(names=["joint_2", "joint_1"])
    changed = timed._replace(positions=timed.positions + 1e-9)
    assert changed != timed and timed == timed._replace(times=timed.times.copy())
    rows = cell.check_segments([HOME], [HOME])
    assert round_trip(rows).tobytes() == rows.tobytes() and type(round_trip(rows)) is leeway.Verdicts
    pair = round_trip(leeway.ConvexPair(leeway.Sphere(1), leeway.Sphere(1)))
    assert isinstance(pair, leeway.ConvexPair) and "Sphere(1)" in repr(pair)


def test_what_things_say(cell, scenes, tmp_path):
    hit = cell.check(cell.motion("through the post"))
    assert re.fullmatch(r"<leeway.Verdict contact of finger_left and post at 0\.5063\d*, free until 0\.506\d+>", repr(hit))
    free = cell.check("ready", "reach", clearance=True)
    assert re.fullmatch(r"<leeway.Verdict free, 65 pairs, clearance 0\.1\d+ to 0\.1\d+ m of \w+ and \w+>", repr(free))
    assert repr(cell.check("ready", "reach")) == "<leeway.Verdict free, 65 pairs>"
    assert repr(cell.check("ready", "reach", method="sampled")) == "<leeway.Verdict undecided, sampled>"
    inside = cell.check_state([0.62, 0.1, 0.3, 0, 1.17, 1.5708])
    assert " at 0" in repr(inside) and "free until" not in repr(inside)
    timed = cell.check(cell.trajectory([0, 4], [[-0.4, 0.1, 0.3, 0, 1.17, 1.5708], [1.6, 0.1, 0.3, 0, 1.17, 1.5708]]))
    assert re.search(r"at 2\.02\d* s, free until 2\.02\d* s", repr(timed))
    assert repr(cell) == "<leeway.Scene 1 robot (arm), 15 bodies, 65 pairs>"
    assert repr(leeway.Scene(scenes / "workcell.json")).endswith("in the plane>")
    assert repr(cell.edit()) == "<leeway.SceneBuilder 1 robot (arm)>"
    builder = cell.edit()
    builder.freeze()
    assert repr(builder) == "<leeway.SceneBuilder, frozen>"
    assert repr(cell.joints(names=["joint_1"])) == "<leeway.Joints of arm: joint_1; 1 values>"
    assert repr(cell.motion("over the post")) == "<leeway.Motion 0 to 1, 3 pieces>"
    assert repr(leeway.Scene(scenes / "pick.json").motion("over the wall")).count("stages") == 1
    assert repr(leeway.Planner(cell)) == "<leeway.Planner of 6 values>"
    assert repr(leeway.Planner(cell).roadmap()) == "<leeway.Roadmap 0 configurations, 0 segments>"
    assert re.search(r"kind='found', .*path=<\d+ x 6 float64>", repr(leeway.plan(cell, "ready", "reach")))
    assert repr(cell.curve(cell.motion("over the post"), 5)).startswith("Curve(times=<5 float64>, stages=<5 int64>")
    assert repr(leeway.Srdf(None, robot="a")) == "<leeway.Srdf 0 disabled pairs>"
    assert repr(cell.check_segments([HOME, HOME], [HOME, HOME])) == "<leeway.Verdicts 2: 2 free>"
    assert repr(cell.check_segments([], [])) == "<leeway.Verdicts 0: none>"
    assert repr(cell.check_segments([HOME], [HOME])["kind"]).startswith("array([0]")
    assert repr(leeway.Cell(leeway.Scene(scenes / "workcell.json"))) == "<leeway.Cell 0 trajectories, 0 pairs judged>"
    for shape, text in [(leeway.Sphere(0.1), "leeway.Sphere(0.1)"), (leeway.Capsule(0.1, 2), "leeway.Capsule(0.1, 2)"),
                        (leeway.Box(1, 2, 3, rounding=0.5), "leeway.Box(1, 2, 3, rounding=0.5)"),
                        (leeway.Cylinder(1, 2), "leeway.Cylinder(1, 2)"), (leeway.Cone(1, 2), "leeway.Cone(1, 2)"),
                        (leeway.Ellipsoid((1, 2, 3)), "leeway.Ellipsoid((1, 2, 3))"), (leeway.Disc(3), "leeway.Disc(3)")]:
        assert repr(shape) == text and eval(text) == shape
    assert repr(leeway.Mesh(np.eye(3), [[0, 1, 2]], surface=True)) == "<leeway.Mesh of 3 vertices, 1 triangles, a surface>"
    assert repr(leeway.Polygon([[0, 0], [1, 0], [0, 1]], rounding=0.1)) == "<leeway.Polygon of 3 vertices, rounding=0.1>"


def header_defaults(root):
    """The defaults of the options of a check in the public header."""
    text = (root / "include" / "leeway" / "check.h").read_text()
    body = re.search(r"lw_check_options lw_default_check_options\(void\)\s*\{(.*?)\}", text, re.S).group(1)
    return {name: float(value) for name, value in re.findall(r"options\.(\w+) = ([-\d.e]+);", body)}


CALLS = ["check", "check_state", "check_segments", "check_states", "check_motions", "near_misses", "cross_check", "trace"]


def test_options_have_signatures(cell, scenes):
    """Each option is a keyword of its own, with the default of the library."""
    known = header_defaults(scenes.parent)
    assert len(known) >= 8
    seen = set()
    functions = [getattr(leeway.Scene, name) for name in CALLS]
    for function in [*functions, leeway.Page.add]:
        for name, parameter in inspect.signature(function).parameters.items():
            assert parameter.kind is not inspect.Parameter.VAR_KEYWORD, function
            if name in known:
                assert parameter.default == known[name], (function, name)
                assert parameter.kind is inspect.Parameter.KEYWORD_ONLY
                seen.add(name)
            elif name in ("clearance", "any", "unmeasured", "fixed_pairs", "leaving"):
                assert parameter.default is False
            elif name in ("budget_queries", "budget_work", "budget_seconds"):
                assert parameter.default == 0
            elif name == "method":
                assert parameter.default == "auto"
    assert seen == set(known)
    typed = {name for name, parameter in inspect.signature(leeway.Scene.check_segments).parameters.items()
             if parameter.annotation is not inspect.Parameter.empty}
    assert {"method", "clearance", "layers", "A", "stop"} <= typed


def test_names_in_types_are_those_of_the_library():
    from typing import get_args

    from leeway import _batch, _motions, _types

    assert set(get_args(_types.Method)) == set(leeway.methods())
    assert set(get_args(_types.MotionFormat)) == set(_motions.FORMATS)
    assert set(get_args(_types.Interpolation)) == {name for name in _motions.INTERPOLATIONS if name}
    assert _batch.KINDS == ("free", "contact", "undecided", "leaves")


@pytest.mark.parametrize("method", ["rrt-connect", "prm", "lazy-prm", "aorrtc"])
def test_names_of_planners(cell, method):
    from typing import get_args

    from leeway import _types

    assert method in get_args(_types.PlanMethod) and len(get_args(_types.PlanMethod)) == 4
    assert leeway.plan(cell, "ready", "reach", method=method, nodes=200).found


def test_options_reach_the_library(cell):
    """Each option of a batch changes or refuses what it changes or refuses in check."""
    hit = cell.motion("through the post")
    a, b = [-0.4, 0.1, 0.3, 0, 1.17, 1.5708], [1.6, 0.1, 0.3, 0, 1.17, 1.5708]
    options = [{"clearance": True}, {"any": True}, {"leaving": True, "depth_tolerance": 0.5}, {"method": "sampled", "resolution": 0.5},
               {"time_tolerance": 0.1}, {"distance_tolerance": 1e-3}, {"budget_queries": 1}, {"budget_work": 300}, {"method": "expanded", "layers": 2},
               {"method": "expanded", "expansion": 0.01}, {"method": "slab"}]
    for given in options:
        one = cell.check(a, b, **given)
        (row,) = cell.check_segments(a, b, **given)
        (same,) = cell.check_motions([hit], **given)
        assert ("free", "contact", "undecided", "leaves")[row["kind"]] == one.kind == same.kind, given
        assert row["free_until"] == one.free_until == same.free_until
        if not given.get("leaving"):
            assert cell.trace(hit, **given).verdict.free_until == one.free_until
    for name, wrong in [("time_tolerance", -1.0), ("distance_tolerance", -1.0), ("layers", 0), ("method", "fast"),
                        ("expansion", -1.0), ("resolution", -1.0), ("budget_queries", -1), ("budget_work", -1), ("clearance_relative", -1.0),
                        ("clearance_absolute", -1.0), ("depth_tolerance", -1.0), ("budget_seconds", -1.0)]:
        given = {name: wrong, **({"method": "expanded"} if name in ("expansion", "layers") else {}),
                 **({"method": "sampled"} if name == "resolution" else {}), **({"leaving": True} if name == "depth_tolerance" else {}),
                 **({"clearance": True} if name.startswith("clearance") else {})}
        for ask in (lambda: cell.check(a, b, **given), lambda: cell.check_segments(a, b, **given),
                    lambda: cell.check_states(a, **given), lambda: cell.check_motions([hit], **given)):
            with pytest.raises(leeway.ArgumentError):
                ask()
