"""Obstacles from arrays and files, random configurations, results as tables."""

import importlib.util
import json
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import leeway

HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])
TETRAHEDRON = np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]), np.array([[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]])


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "corner.obj"
    lines = ["v " + " ".join(map(repr, row)) for row in TETRAHEDRON[0].tolist()]
    lines += ["f " + " ".join(str(i + 1) for i in row) for row in TETRAHEDRON[1].tolist()]
    path.write_text("\n".join(lines))
    return path


def corners(shape):
    return {tuple(sorted(map(tuple, shape.vertices[triangle].tolist()))) for triangle in shape.triangles}


def test_meshes_of_files_and_objects(file):
    plain = leeway.Mesh(*TETRAHEDRON)
    trimesh = SimpleNamespace(vertices=TETRAHEDRON[0], faces=TETRAHEDRON[1], triangles=TETRAHEDRON[0][TETRAHEDRON[1]])
    open3d = SimpleNamespace(vertices=TETRAHEDRON[0].tolist(), triangles=TETRAHEDRON[1].tolist())
    for mesh in (leeway.Mesh(file), leeway.Mesh(str(file)), leeway.Mesh(trimesh), leeway.Mesh(open3d), leeway.Mesh(plain)):
        assert corners(mesh) == corners(plain) and mesh.mesh_info() == plain.mesh_info() and mesh.mesh_info().closed_count == 1
    assert leeway.Mesh(trimesh) == plain == leeway.Mesh(*TETRAHEDRON, scale=1)
    for scale in (2, (1, 2, 3), (-1, 1, 1), [-1, -2, -3], np.float32(0.5)):
        grown, read = leeway.Mesh(*TETRAHEDRON, scale=scale), leeway.Mesh(file, scale=scale)
        assert corners(grown) == corners(read) and grown.mesh_info() == read.mesh_info()
        assert grown.mesh_info().cavity_count == 0 and grown.mesh_info().closed_count == 1
        assert np.allclose(np.sort(grown.vertices, axis=0), np.sort(TETRAHEDRON[0] * np.array(scale), axis=0))
    assert leeway.Mesh(file, surface=True, rounding=0.1).rounding == 0.1
    with pytest.raises(leeway.FileError, match="none.stl"):
        leeway.Mesh("none.stl")
    (file.parent / "wrong.obj").write_text("f 1 2 3")
    with pytest.raises(leeway.ParseError, match="wrong.obj"):
        leeway.Mesh(file.parent / "wrong.obj")
    for wrong, sentence in [((file, [[0, 1, 2]]), "takes no triangles"), ((TETRAHEDRON[0],), "vertices and triangles, .* not ndarray alone"),
                            ((TETRAHEDRON[0], [[0, 1, 9]]), "indices of the 4 vertices"),
                            ((TETRAHEDRON[0][:, :2], TETRAHEDRON[1]), r"n x 3, not an array of shape \(4, 2\)"),
                            ((TETRAHEDRON[0], TETRAHEDRON[1].astype(float)), "whole numbers"), ((3,), "not int alone"),
                            ((SimpleNamespace(vertices=3, faces=[[0, 1, 2]]),), "vertices are rows")]:
        with pytest.raises(leeway.ArgumentError, match=sentence):
            leeway.Mesh(*wrong)
    for scale in (0, math.nan, (1, 2), "big", (1, 0, 1)):
        for first in ((file,), TETRAHEDRON):
            with pytest.raises(leeway.ArgumentError, match="scale|finite"):
                leeway.Mesh(*first, scale=scale)


def test_a_mesh_of_trimesh(file):
    trimesh = pytest.importorskip("trimesh")
    assert corners(leeway.Mesh(trimesh.load(file))) == corners(leeway.Mesh(file))


def test_meshes_in_single_precision_and_fortran_order():
    rows, triangles = TETRAHEDRON
    for vertices in (rows.astype(np.float32), np.asfortranarray(rows), rows.astype(int), rows.tolist(), rows[::-1][::-1]):
        for indices in (triangles.astype(np.uint8), np.asfortranarray(triangles), triangles.tolist()):
            assert leeway.Mesh(vertices, indices) == leeway.Mesh(rows, triangles)


def names(scene):
    return [body.name for body in scene.bodies if body.robot is None]


def test_an_obstacle_that_is_there_already(cell):
    ball = leeway.Sphere(0.1)
    with pytest.raises(leeway.ArgumentError, match="there is an object 'lamp' already: added=True .* replaced=True"):
        cell.with_obstacle("lamp", ball, (3, 3, 3))
    with pytest.raises(leeway.ArgumentError, match="one of added=True and replaced=True"):
        cell.with_obstacle("lamp", ball, added=True, replaced=True)
    count = {body.name: body.shape_count for body in cell.bodies}["lamp"]
    added = cell.with_obstacle("lamp", ball, (3, 3, 3), added=True)
    assert {body.name: body.shape_count for body in added.bodies}["lamp"] == count + 1
    replaced = cell.with_obstacle("lamp", ball, (3, 3, 3), replaced=True)
    assert {body.name: body.shape_count for body in replaced.bodies}["lamp"] == 1
    assert replaced.segment(HOME, HOME).pose("lamp", 0).position == (3, 3, 3)
    assert sorted(names(replaced)) == sorted(names(cell))
    # of a new obstacle both say nothing, so that a loop may use them from the first round on
    for how in ({}, {"added": True}, {"replaced": True}):
        assert names(cell.with_obstacle("ball", ball, (3, 3, 3), **how))[-1] == "ball"
    holding = cell.attached("gripper", "lamp")
    with pytest.raises(leeway.ArgumentError, match="already"):
        holding.with_obstacle("lamp", ball)
    assert "lamp" in names(holding.with_obstacle("lamp", ball, (3, 3, 3), replaced=True))


def test_many_obstacles_in_one_call(cell, file):
    sizes = [[0.1, 0.2, 0.3], [0.2, 0.2, 0.2]]
    poses = [leeway.Pose((3, 0, 0)), leeway.Pose.from_rpy((0, 3, 0), 0.1, 0.2, 0.3)]
    numbers = np.array([[*p.position, *p.orientation] for p in poses])
    known = cell.with_boxes(sizes, poses)
    assert names(known)[-2:] == ["box 0", "box 1"]
    for same in (numbers, [p.matrix for p in poses], np.array([p.matrix for p in poses]), [(p.rotation, p.position) for p in poses]):
        made = cell.with_boxes(np.asfortranarray(sizes), same)
        motion = made.segment(HOME, HOME)
        for index, pose in enumerate(poses):
            assert np.allclose(motion.pose(f"box {index}", 0).matrix, pose.matrix, atol=1e-12)
    assert known.fingerprint == cell.with_obstacle("box 0", leeway.Box(*sizes[0]), poses[0]).with_obstacle(
        "box 1", leeway.Box(*sizes[1]), poses[1]).fingerprint
    one = cell.with_boxes([0.1, 0.2, 0.3], np.array([[3, 0, 0], [0, 3, 0], [0, 0, 3]]), id="bin")
    assert names(one)[-3:] == ["bin 0", "bin 1", "bin 2"]
    spheres = cell.with_spheres(np.float32([0.25, 0.5]), [[3, 0, 0], [0, 3, 0]])
    assert [body.radius for body in spheres.bodies[-2:]] == pytest.approx([0.25, 0.5]) and names(spheres)[-1] == "sphere 1"
    assert len(cell.with_spheres(0.1, np.full((50, 3), 5)).bodies) == len(cell.bodies) + 50
    assert names(cell.with_spheres([], [])) == names(cell) == names(cell.with_boxes([], []))
    shape = leeway.Mesh(file)
    meshes = cell.with_meshes([shape, file, SimpleNamespace(vertices=shape.vertices, faces=shape.triangles)],
                              [(5, 0, 0), (0, 5, 0), (0, 0, 5)])
    assert names(meshes)[-3:] == ["mesh 0", "mesh 1", "mesh 2"]
    moved = cell.edit().add_meshes([leeway.Mesh(*TETRAHEDRON)]).freeze()
    assert moved.segment(HOME, HOME).pose("mesh 0", 0) == leeway.Pose()
    for wrong, sentence in [(lambda: cell.with_boxes([[1, 2]], poses), r"sizes takes an array of n x 3 numbers, .*\(1, 2\)"),
                            (lambda: cell.with_boxes([[1, 2, 3]] * 3, poses), "sizes has 3 rows for 2 places"),
                            (lambda: cell.with_boxes([1, 2, 3], [(1, 2)]), "a pose is"), (lambda: cell.with_boxes([1, -2, 3], poses), "box|size"),
                            (lambda: cell.with_spheres([[1]], [[1, 2, 3]]), r"radii takes n numbers, or one, .*\(1, 1\)"),
                            (lambda: cell.with_spheres([1, 2], [[1, 2, 3]]), "radii has 2 rows for 1 places"),
                            (lambda: cell.with_spheres(1, [[1, 2]]), r"centers takes an array of n x 3"),
                            (lambda: cell.with_meshes(file), "list of meshes"), (lambda: cell.with_meshes([shape], poses), "1 meshes and 2 poses"),
                            (lambda: cell.with_boxes([1, 2, 3], poses, id=3), "id takes a name")]:
        with pytest.raises(leeway.ArgumentError, match=sentence):
            wrong()


def test_a_robot_among_arrays(scenes):
    arm = scenes / "arm"
    scene = leeway.Scene.from_urdf(arm / "arm.urdf", srdf=arm / "arm.srdf", boxes=([0.1, 0.1, 0.1], [(2, 0, 0), (3, 0, 0)]),
                                   spheres=(0.1, [[0, 2, 0]]), meshes=[leeway.Mesh(*TETRAHEDRON, scale=0.1)])
    assert names(scene) == ["box 0", "box 1", "sphere 0", "mesh 0"]


@settings(max_examples=30, deadline=None)
@given(seed=any_of.integers(0, 2**31), n=any_of.integers(0, 50))
def test_random_configurations(cell, seed, n):
    Q = cell.sample(n, seed)
    assert Q.shape == (n, 6) and Q.dtype == float and (Q == cell.sample(n, seed)).all()
    limits = [(joint.lower, joint.upper) for joint in cell.all_joints if joint.name in cell.joints().names]
    for column, (lower, upper) in zip(Q.T, limits):
        assert (column >= lower).all() and (column <= upper).all()
    if n:
        assert (Q != cell.sample(n, seed + 1)).any()
        free = cell.sample(n, seed, free=True)
        assert free.shape == Q.shape and cell.check_states(free).all()
    assert not cell.check_states(Q, details=True).noticed.any()


def test_what_samples_cover(cell):
    Q = cell.sample(20000, 3)
    limits = np.array([(joint.lower, joint.upper) for joint in cell.all_joints if joint.name in cell.joints().names])
    shares = (Q - limits[:, 0]) / (limits[:, 1] - limits[:, 0])
    for column in shares.T:  # a tenth in each tenth: the deviation is 42
        assert np.abs(np.histogram(column, 10, (0, 1))[0] - 2000).max() < 250
    narrow = cell.sample(100, lower=[-0.1, *[np.nan] * 5], upper=[0.1, *[np.nan] * 5])
    assert np.abs(narrow[:, 0]).max() <= 0.1 and np.abs(narrow[:, 1]).max() > 0.5
    assert cell.sample(3, joints=cell.joints(names=["joint_2"])).shape == (3, 1)


def test_samples_of_joints_of_all_kinds():
    builder = leeway.SceneBuilder()
    builder.add_robot("r").add_link("r", "a").add_link("r", "b").add_link("r", "c").add_link("r", "d")
    builder.add_joint("r", "fly", "floating", "a", "b").add_joint("r", "drive", "planar", "b", "c")
    builder.add_joint("r", "spin", "continuous", "c", "d").add_shape("r", "d", leeway.Sphere(0.1))
    scene = builder.add_obstacle("wall", leeway.Box(1, 1, 1), (99, 0, 0)).freeze()
    nan = math.nan
    with pytest.raises(leeway.ArgumentError, match="joint 'fly' has no limits: lower and upper give it bounds"):
        scene.sample(3)
    low = [-1, -2, -3, nan, nan, nan, nan, -4, -5, nan, nan]
    Q = scene.sample(500, 7, lower=low, upper=-np.array(low))
    assert Q.shape == (500, 11) and np.allclose(np.linalg.norm(Q[:, 3:7], axis=1), 1)
    assert np.abs(Q[:, 3:7].mean(axis=0)).max() < 0.1 and (np.abs(Q[:, 9:]) <= math.pi).all() and np.abs(Q[:, 10]).max() > 3
    assert np.abs(Q[:, 1]).max() <= 2 and scene.link_poses(Q).shape == (500, 4, 7)
    for wrong, sentence in [({"lower": [0]}, r"lower takes 11 numbers, not an array of shape \(1,\)"), ({"n": -1}, "n takes a whole number"),
                            ({"n": 1.5}, "n takes a whole number"), ({"seed": "a"}, "seed takes a whole number"),
                            ({"lower": -np.array(low), "upper": low}, "lower bound 1 above the upper one -1")]:
        with pytest.raises(leeway.ArgumentError, match=sentence):
            scene.sample(**{"n": 3, **wrong})
    full = scene.with_obstacle("all", leeway.Box(300, 300, 300))
    with pytest.raises(leeway.ArgumentError, match="only 0 of 2000 random configurations are free"):
        full.sample(2, free=True, lower=low, upper=-np.array(low))


def test_tables(cell):
    Q = cell.sample(40, 5)
    rows = cell.check_segments(Q[:20], Q[20:], clearance=True)
    bodies = [body.name for body in cell.bodies]
    columns = leeway.table(rows, cell)
    assert columns["kind"].tolist() == [("free", "contact", "undecided", "leaves")[kind] for kind in rows["kind"]]
    assert columns["a"].tolist() == [bodies[a] if a >= 0 else None for a in rows["pair"][:, 0]]
    assert columns["clearance_lower"].tolist() == rows["clearance"]["lower"].tolist()
    assert leeway.table(rows)["a"].tolist() == rows["pair"][:, 0].tolist()
    motions = [cell.segment(a, b) for a, b in zip(Q[:20], Q[20:])] + [cell.motion("through the post")]
    verdicts = cell.check_motions(motions, clearance=True)
    listed = leeway.table(verdicts)
    assert listed["kind"].tolist() == [verdict.kind for verdict in verdicts] and (listed["kind"][:20] == columns["kind"]).all()
    assert [(a, b) if a else None for a, b in zip(listed["a"], listed["b"])] == [verdict.pair for verdict in verdicts]
    assert listed["depth"][-1] == verdicts[-1].depth and math.isnan(listed["depth"][listed["kind"].tolist().index("free")])
    near = cell.near_misses(motions[-1], 0.2)
    curve = cell.curve(motions[-1], 7)
    tables = [(columns, 20), (listed, 21), (leeway.table(near, cell), len(near)), (leeway.table(near), len(near)),
              (leeway.table(curve, cell), 7), (leeway.table(curve), 7), (leeway.table(cell.bodies), len(cell.bodies)),
              (leeway.table(cell.pairs), len(cell.pairs)), (leeway.table(cell.all_joints), len(cell.all_joints)),
              (leeway.table([]), 0), (leeway.table(cell.check_states(Q, details=True), cell), 40)]
    assert leeway.table(curve, cell)["a"][0] in bodies and leeway.table(near, cell)["a"][0] in bodies
    for wrong in (3 * [3], [cell.pairs[0], cell.bodies[0]], np.zeros(3), rows.reshape(4, 5)):
        with pytest.raises(leeway.ArgumentError, match="table takes"):
            leeway.table(wrong)
    for made, count in tables:
        assert all(len(column) == count for column in made.values())
    pandas = importlib.import_module("pandas") if importlib.util.find_spec("pandas") else None
    for made, count in tables if pandas else ():
        frame = pandas.DataFrame(made)
        assert len(frame) == count and list(frame.columns) == list(made)


def test_verdicts_as_an_array(cell):
    Q = cell.sample(40, 6)
    for options in ({}, {"clearance": True}, {"leaving": True}, {"method": "sampled"}):
        rows = cell.check_segments(Q[:20], Q[20:], **options)
        made = leeway.verdict_array(cell.check_motions([cell.segment(a, b) for a, b in zip(Q[:20], Q[20:])], **options))
        for name in leeway.verdict_type.names:
            assert np.array_equal(made[name], rows[name], equal_nan=name == "time"), (name, options)
        if options.get("clearance") and made.free.any():
            assert made.dtype == leeway.clearance_verdict_type
            for name in ("pair", "lower", "upper", "at"):
                assert np.array_equal(made["clearance"][name][made.free], rows["clearance"][name][rows.free])
    assert leeway.verdict_array([]).shape == (0,)
    with pytest.raises(leeway.ArgumentError, match="takes verdicts"):
        leeway.verdict_array([3])
    assert json.loads(cell.check(Q[0], Q[1]).json())["verdict"] == leeway.table(leeway.verdict_array([cell.check(Q[0], Q[1])]))["kind"][0]
