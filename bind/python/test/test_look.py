"""Inspection of checks: steps, samples, traces, curves; the function that stops them; roadmaps' arrays."""

import json
import subprocess
import threading
import time

import numpy as np
import pytest

import leeway

HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


class Own(Exception):
    pass


def fail(*_):
    raise Own


def test_sizes(cell):
    (robot,) = cell.robots
    assert 0.5 < robot.reach < 3
    for body in cell.bodies:
        sides = np.subtract(body.high, body.low)
        assert (sides > 0).all() and np.linalg.norm(sides) / 2 <= body.radius * 2
    builder = leeway.SceneBuilder().add_obstacle("box", leeway.Box(1, 2, 3), (4, 5, 6))
    (box,) = builder.freeze(allow_empty=True).bodies
    assert box.low == pytest.approx((-0.5, -1, -1.5)) and box.high == pytest.approx((0.5, 1, 1.5))


def test_steps(cell):
    steps, taken = [], []
    verdict = cell.check("ready", "reach", method="expanded", steps=steps)
    cell.check("ready", "reach", method="expanded", steps=taken.append)
    assert verdict.free and steps == taken and len(steps) > 20
    robot = {body.name for body in cell.bodies if body.robot}
    assert {step.body for step in steps} <= robot and all(0 <= s.begin < s.end <= 1 for s in steps)
    assert {step.other for step in steps} <= {*robot, None} and len({step.other for step in steps}) > 2
    # the steps of each body, or pair, cover the motion
    for key in {(s.body, s.other) for s in steps}:
        own = [s for s in steps if (s.body, s.other) == key]
        assert own[0].begin == 0 and own[-1].end == 1
        assert all(a.end == b.begin for a, b in zip(own, own[1:]))
    with pytest.raises(Own):
        cell.check("ready", "reach", method="expanded", steps=fail)


def test_steps_of_stages(scenes):
    scene = leeway.Scene(scenes / "pick.json")
    motion, steps = scene.motion("over the wall"), []
    scene.check(motion, method="expanded", steps=steps)
    assert {0, 1, 3} <= {step.stage for step in steps} <= set(range(motion.stage_count))
    assert any("can" in (step.body, step.other) for step in steps)
    assert not any("can" in (step.body, step.other) for step in steps if step.stage == 0)


def test_methods(cell):
    methods = leeway.methods()
    assert list(methods) == ["auto", "bisection", "slab", "sampled", "expanded"]
    assert methods["sampled"] == {"plane"}
    assert methods["expanded"] == {"free", "plane", "any", "claims", "steps", "proofs"}
    assert methods["slab"] == methods["auto"] | {"proofs"} == methods["bisection"]
    for method, serves in methods.items():
        steps = []
        verdict = cell.check("ready", "reach", method=method, steps=steps, claims=True)
        assert verdict.free == ("free" in serves) and bool(verdict.claims) == ("claims" in serves)
        cell.check("ready", "reach", method=method, steps=steps)
        assert bool(steps) == ("steps" in serves)
        assert bool(len(cell.trace(cell.motion("over the post"), method=method).proofs)) == ("proofs" in serves)
    with pytest.raises(leeway.ArgumentError, match="'fast': auto, bisection, slab, sampled and expanded are"):
        cell.check("ready", "reach", method="fast")


def test_samples(cell):
    for method in leeway.methods():
        times = []
        verdict = cell.check("ready", "reach", method=method, samples=times)
        assert len(times) == verdict.samples > 0 and 0 <= min(times) and max(times) <= 1
        assert verdict.json() == cell.check("ready", "reach", method=method).json()
    calls = []

    def once(time):
        calls.append(time)
        raise Own

    with pytest.raises(Own):
        cell.check("ready", "reach", method="sampled", samples=once)
    assert len(calls) == 1
    assert cell.check("ready", "reach", claims=lambda claim: None).claims is None
    assert cell.check("ready", "reach", claims=[]).claims
    assert cell.check("ready", "reach", samples=None, steps=None, claims=False).free


def test_unmeasured(cell):
    """A contact's points, normal and depth are None; all other attributes are unchanged."""
    motion = cell.motion("through the post")
    known, asked = cell.check(motion), [cell.check(motion, unmeasured=True), *cell.check_motions([motion], unmeasured=True),
                                        cell.trace(motion, unmeasured=True).verdict]
    assert known.contact and known.points is not None and known.normal is not None and known.depth is not None
    for verdict in asked:
        assert (verdict.points, verdict.normal, verdict.depth) == (None, None, None)
        assert (verdict.kind, verdict.free_until, verdict.time, verdict.pair, verdict.first, verdict.segment) == (
            known.kind, known.free_until, known.time, known.pair, known.first, known.segment)
        with pytest.raises(leeway.ArgumentError, match="not measured"):
            verdict.json()
    assert asked[0].queries < known.queries
    free = cell.check("ready", "reach", unmeasured=True)
    assert free.free and free.json() == cell.check("ready", "reach").json()
    for off in (False, None, 0, np.bool_(False)):
        assert cell.check(motion, unmeasured=off).json() == known.json()


@pytest.mark.parametrize("option", ["claims", "steps", "samples"])
def test_takers(cell, option):
    for wrong in (3, "list", ()):
        with pytest.raises(leeway.ArgumentError, match=f"{option} takes a list or a function"):
            cell.check("ready", "reach", **{option: wrong})
    for call in (lambda **o: cell.near_misses(cell.segment(HOME, HOME), 0.1, **o), lambda **o: cell.check_states([HOME], **o),
                 lambda **o: cell.trace(cell.segment(HOME, HOME), **o)):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '{option}'"):
            call(**{option: []})


def test_traces(cell, scenes):
    motion = cell.motion("over the post")
    for method in ("auto", "slab", "bisection", "sampled", "expanded"):
        trace = cell.trace(motion, method=method)
        assert trace.verdict.json() == cell.check(motion, method=method).json()
        assert len(trace.samples) == trace.verdict.samples
        assert (len(trace.proofs) > 0) == (method in ("slab", "bisection", "expanded"))
        proofs = trace.proofs
        assert (proofs["begin"] <= proofs["at"]).all() and (proofs["at"] <= proofs["end"]).all()
        assert (np.diff(proofs["begin"]) >= 0).all() and (proofs["stage"] == 0).all() and (proofs["pairs"] > 0).all()
        assert (proofs["bodies"] < len(cell.bodies)).all() and (proofs["bodies"] >= -1).all()
    with pytest.raises(leeway.ArgumentError):
        cell.trace(motion, layers=0)
    with pytest.raises(leeway.ArgumentError, match="motion"):
        cell.trace(HOME)
    pick = leeway.Scene(scenes / "pick.json")
    staged = pick.trace(pick.motion("over the wall"), method="slab")
    assert set(staged.proofs["stage"]) == set(range(pick.motion("over the wall").stage_count))


def test_curves(cell, scenes):
    motion = cell.segment("ready", "reach")
    curve = cell.curve(motion, 21)
    assert np.allclose(curve.times, np.linspace(0, 1, 21)) and (curve.stages == 0).all()
    assert curve.points.shape == curve.self_points.shape == (21, 2, 3)
    clearance = cell.check(motion, clearance=True).clearance
    assert clearance.lower <= curve.distances.min() and curve.distances.min() < clearance.upper + 0.01
    for i in (0, 7, 20):
        for distances, pairs, points in ((curve.distances, curve.pairs, curve.points),
                                         (curve.self_distances, curve.self_pairs, curve.self_points)):
            pair = cell.pairs[pairs[i]]
            told = cell.pair_distance(motion, curve.times[i], pair.a, pair.b)
            assert told.lower - 1e-9 <= distances[i] <= told.upper + 1e-9
            assert np.linalg.norm(points[i][1] - points[i][0]) == pytest.approx(distances[i], abs=1e-9)
    for wrong in (1, 0, -3):
        with pytest.raises(leeway.ArgumentError):
            cell.curve(motion, wrong)
    pick = leeway.Scene(scenes / "pick.json")
    carried = pick.motion("over the wall")
    staged = pick.curve(carried, 50)
    assert set(staged.stages) == set(range(carried.stage_count)) and len(staged.times) > 50
    stages = pick.stages(carried)
    assert all(0 <= pair < len(stages[stage].pairs) for stage, pair in zip(staged.stages, staged.pairs))


def test_a_curve_without_pairs():
    builder = leeway.SceneBuilder()
    builder.add_robot("r").add_link("r", "rail").add_link("r", "ball")
    builder.add_joint("r", "slide", "prismatic", "rail", "ball", lower=-5, upper=5)
    builder.add_shape("r", "ball", leeway.Sphere(0.1)).add_obstacle("wall", leeway.Box(1, 1, 1), (1.5, 0, 0))
    scene = builder.freeze()
    curve = scene.curve(scene.segment([0.0], [0.5]), 11)
    assert curve.distances == pytest.approx(0.9 - 0.5 * curve.times) and (curve.pairs == 0).all()
    assert np.isinf(curve.self_distances).all() and (curve.self_pairs == -1).all()


def soon():
    """A function that returns true after a tenth of a second, and a count of its calls."""
    begin, calls = time.monotonic(), []

    def stop():
        calls.append(threading.get_ident())
        return time.monotonic() - begin > 0.1

    return stop, calls


def test_stop(cell):
    rows = np.tile(HOME, (200_000, 1))
    stop, calls = soon()
    told = cell.check_segments(rows, rows[:1], threads=2, stop=stop, clearance=True)
    assert told.undecided.any() and calls and set(calls) == {threading.get_ident()}
    assert (told["reason"][told.undecided] == leeway.REASONS.index("stopped")).all()
    assert cell.meeting("shoulder", "flange", budget_boxes=0).meeting == "never"
    stopped = cell.meeting("shoulder", "flange", budget_boxes=0, samples=10**9, stop=lambda: True)
    assert (stopped.meeting, stopped.reason) == ("undecided", "stopped")
    stop, calls = soon()
    around = [-0.4, 0.1, 0.3, 0, 1.17, 1.5708], [1.6, 0.1, 0.3, 0, 1.17, 1.5708]
    assert leeway.Planner(cell).find(*around, method="aorrtc", nodes=2**60, stop=stop).found and calls
    stop, calls = soon()
    roadmap = leeway.Planner(cell).roadmap().grow(10**7, stop=stop)
    assert calls and roadmap.node_count < 10**7
    with pytest.raises(Own):
        leeway.Planner(cell).roadmap().grow(10**7, stop=fail)
    with pytest.raises(Own):
        cell.check_segments(rows, rows[:1], threads=2, stop=fail, clearance=True)
    assert cell.check(HOME, HOME, stop=lambda: True).free  # a short check asks never
    for call in (lambda: cell.check(HOME, HOME, stop=3), lambda: cell.check_states([HOME], stop="now"),
                 lambda: leeway.plan(cell, HOME, HOME, stop=1), lambda: leeway.Planner(cell).roadmap().grow(3, stop=1),
                 lambda: cell.meeting("shoulder", "flange", stop=1)):
        with pytest.raises(leeway.ArgumentError, match="stop takes a function"):
            call()


def test_fixed_pairs():
    """A ball that stands still is neither the nearest nor a near miss, unless fixed_pairs asks for it."""
    builder = leeway.SceneBuilder()
    for name in "ab":
        builder.add_robot(name).add_link(name, "rail").add_link(name, "ball")
        builder.add_joint(name, "slide", "prismatic", "rail", "ball", lower=-5, upper=5)
        builder.add_shape(name, "ball", leeway.Sphere(0.1))
    builder.add_obstacle("post", leeway.Sphere(0.1), (0, 0, 0.4)).add_obstacle("far", leeway.Sphere(0.1), (9, 0, 0))
    builder.add_group("b", "only", ["slide"])
    scene = builder.freeze()
    motion = scene.segment([3.0], [3.5], robot="b", group="only")
    names = [body.name for body in scene.bodies]

    def near(**options):
        return {tuple(names[i] for i in row) for row in scene.near_misses(motion, 20.0, **options)["pair"]}

    assert near() == {pair for pair in near(fixed_pairs=True) if "b/ball" in pair}
    assert ("a/ball", "post") in near(fixed_pairs=True)
    assert scene.check(motion, clearance=True).clearance.upper == pytest.approx(0.2)
    least, all_pairs = scene.curve(motion, 5), scene.curve(motion, 5, fixed_pairs=True)
    assert all("b/ball" in (scene.pairs[i].a, scene.pairs[i].b) for i in least.pairs)
    assert (least.distances > 0.2 + 1e-9).all() and all_pairs.distances == pytest.approx(np.full(5, 0.2))
    viewer = b"<html><body><!--leeway--></body></html>"
    pages = [leeway.Page(scene, _viewer=viewer).add(motion, **options).html()
             for options in ({}, {"fixed_pairs": True})]
    assert pages[0] != pages[1]
    with pytest.raises(TypeError):
        scene.curve(motion, 5, True)


def test_near_misses_of_stages(scenes):
    """Stages have pairs of their own, more than the scene checks."""
    scene = leeway.Scene(scenes / "pick.json")
    near = scene.near_misses(scene.motion("over the wall"), 10.0)
    assert len(near) > len(scene.pairs)
    assert (near["pair"][:, 0] != near["pair"][:, 1]).all() and (near["lower"] <= near["upper"]).all()
    assert (near["upper"] > 0).all() and (near["at"] <= 1).all()


def test_seconds_of_a_call(cell):
    """Rows that the seconds leave unanswered are undecided for that reason."""
    told = cell.check_segments(np.tile(HOME, (2000, 1)), HOME[None], clearance=True, seconds=1e-9, threads=1)
    assert told.undecided.any() and (told["reason"][told.undecided] == leeway.REASONS.index("budget")).all()


def test_roadmaps_as_arrays(cell):
    planner = leeway.Planner(cell)
    roadmap = planner.roadmap(5)
    assert roadmap.configurations.shape == (0, 6) and roadmap.segments.shape == (0, 2)
    roadmap.grow(80)
    nodes, edges = roadmap.configurations, roadmap.segments
    assert nodes.shape == (roadmap.node_count, 6) and edges.shape == (roadmap.edge_count, 2)
    assert cell.check_states(nodes).all() and cell.check_segments(nodes[edges[:, 0]], nodes[edges[:, 1]]).free.all()


def test_meetings_show_configurations(cell):
    meeting = cell.meeting("upper_arm", "gripper")
    for values, meets in ((meeting.meets_at, True), (meeting.apart_at, False)):
        assert (values is not None) == (meeting.meets if meets else meeting.apart)
        if values is not None:
            motion = cell.segment(np.array(values), np.array(values), joints=list(cell.movable_joints().names))
            assert (cell.pair_distance(motion, 0.5, "upper_arm", "gripper").upper <= cell.self_margin) == meets


def test_lines_with_near_misses_and_times(scenes, program):
    scene = leeway.Scene(scenes / "workcell.json")
    said = subprocess.run([program, "check", scenes / "workcell.json", "--near", "0.1", "--json"], capture_output=True,
                          text=True, check=False).stdout.splitlines()
    motions = [scene.motion(name) for name in scene.motion_names]
    lines = [scene.check(motion).json(json.dumps(name), near=scene.near_misses(motion, 0.1))
             for name, motion in zip(scene.motion_names, motions)]
    assert lines == said
    assert json.loads(scene.check(motions[0]).json(microseconds=12.5))["microseconds"] == 12.5
    for wrong in (b"abc", 3):
        with pytest.raises((leeway.ArgumentError, TypeError)):
            scene.check(motions[0]).json(near=wrong)


def test_viewer():
    with pytest.warns(DeprecationWarning, match="has the viewer"):
        assert leeway.has_viewer() is True


def test_second_opinions(scenes, cell):
    scene = leeway.Scene(scenes / "pick.json")
    for name in scene.motion_names:
        motion = scene.motion(name)
        crossed = scene.cross_check(motion, samples=10, clearance=True)
        assert crossed and crossed.agree and crossed.conflicts == [] and crossed.grazing == 0
        assert crossed.served == len(crossed.verdicts) == len(leeway.methods())
        assert crossed.verdicts["slab"].kind == scene.check(motion, method="slab").kind
        assert 0 < crossed.samples <= 10 and crossed.undecided <= 1
    flat = leeway.Scene(scenes / "workcell.json")
    crossed = flat.cross_check(flat.motion(flat.motion_names[0]), samples=0)
    assert crossed.verdicts["expanded"].free and crossed.served == 5 and crossed.samples == 0
    with pytest.raises(leeway.ArgumentError):
        cell.cross_check(motion, resolution=-1)
    with pytest.raises(leeway.ArgumentError):
        cell.cross_check(cell.segment("ready", "reach"), resolution=-1)
    with pytest.raises((leeway.ArgumentError, TypeError)):
        cell.cross_check(cell.segment("ready", "reach"), samples=-1)
