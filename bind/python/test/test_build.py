"""Scenes in code, their parts, planners, shapes, pairs in motion, the plane, SRDF files."""

import json
import math
import os
import pickle
import subprocess
import types

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as any_of

import leeway


def slider(margin=0.0, **wall):
    """A ball of radius 0.1 on a rail along x, and a wall whose face is at x = 1."""
    builder = leeway.SceneBuilder()
    builder.add_robot("r").add_link("r", "rail").add_link("r", "ball")
    builder.add_joint("r", "slide", "prismatic", "rail", "ball", lower=-5, upper=5, velocity=2.0, acceleration=3.0)
    builder.add_shape("r", "ball", leeway.Sphere(0.1))
    builder.add_obstacle("wall", leeway.Box(1, 1, 1, **wall), (1.5, 0, 0))
    builder.add_state("r", "there", {"slide": 0.8})
    return builder.set_margin(margin).freeze()


def test_a_scene_in_code():
    scene = slider()
    verdict = scene.check([0.0], [2.0], time_tolerance=1e-9)
    assert verdict.contact and not verdict and verdict.first and verdict.pair == ("ball", "wall")
    assert verdict.free_until <= 0.45 <= verdict.time + 1e-12 and verdict.time - 0.45 < 1e-8
    assert verdict.points[1][0] == pytest.approx(1) and verdict.normal == pytest.approx((1, 0, 0))
    free = scene.check([0.0], "there", clearance=True)
    assert free and free.clearance.pair == ("ball", "wall") and free.time is None and free.pair is None
    assert free.clearance.lower <= 0.1 <= free.clearance.upper + 1e-12 < 0.1012
    undecided = scene.check([0.0], [0.8], method="sampled")
    assert undecided.undecided and not undecided and undecided.reason == "sampled" and undecided.pair is None
    rows = scene.check_segments([[0.0], [0.0]], [[0.8], [2.0]])
    assert math.isnan(rows["time"][0]) and rows["pair"].tolist() == [[-1, -1], [0, 1]] and 0.449 < rows["time"][1] < 0.4502
    assert scene.joints().names == ("slide",) and scene.state("there").tolist() == [0.8]
    (joint,) = scene.all_joints
    assert (joint.kind, joint.lower, joint.upper, joint.velocity, joint.rest) == ("prismatic", -5, 5, 2.0, (0.0,))
    assert [(b.name, b.robot, b.moves) for b in scene.bodies] == [("ball", "r", True), ("wall", None, False)]
    assert scene.pairs[0][:3] == ("ball", "wall", False) and scene.pair_reason("ball", "wall") == "checked"
    assert scene.body_shapes("wall")[0].shape.size == (1, 1, 1)
    assert scene.robots[0].states[0].values == (0.8,) and scene.links[1].parent_joint == 0
    assert scene.dimension == 3 and scene.margin == 0 and scene.memory > 0 and scene.files == []
    assert scene.with_joint("slide", 0.95).check_motions([])[:] == []


@settings(max_examples=60, deadline=None)
@given(margin=any_of.floats(0, 0.3), start=any_of.floats(-3, 0.5), length=any_of.floats(0.01, 4),
       rounding=any_of.floats(0, 0.2))
def test_the_contact_is_where_it_must_be(margin, start, length, rounding):
    """The time of impact: the ball's surface is a margin before the rounded face of the wall."""
    scene = slider(margin, rounding=rounding)
    face = 1 - rounding - 0.1 - margin
    verdict = scene.check([start], [start + length])
    known = (face - start) / length
    if known > 1 + 1e-3:
        assert verdict.free
    elif known < 1 - 1e-3:
        assert verdict.contact
        assert verdict.free_until <= max(known, 0) + 1e-9
        assert verdict.time >= min(max(known, 0), 1) - 1e-6 and verdict.time - verdict.free_until <= 1.01e-4
    (row,) = scene.check_segments(np.array([[start]]), np.array([[start + length]]))
    assert ("free", "contact", "undecided")[row["kind"]] == verdict.kind
    assert row["free_until"] == verdict.free_until


@settings(max_examples=25, deadline=None)
@given(any_of.integers(0, 2**31))
def test_no_sample_is_in_contact_inside_what_is_free(cell, seed):
    """The soundness of verdicts: no state inside the proven part of a motion is in contact."""
    random = np.random.default_rng(seed)
    home = np.array([0.0, -0.6, 0.3, 0.0, 1.2, 0.0])
    A, B = home + random.uniform(-0.55, 0.55, (2, 8, 6))
    told = cell.check_segments(A, B, threads=2, any=bool(seed % 2), method=["auto", "slab", "bisection"][seed % 3])
    for a, b, row in zip(A, B, told):
        times = np.linspace(0, row["free_until"], 40, endpoint=row["free_until"] == 1)[: None if row["free_until"] else 0]
        states = a + times[:, None] * (b - a)
        if len(states):
            assert not cell.check_states(states, details=True, method="bisection").contact.any()
        if row["kind"] == leeway.CONTACT:
            assert not cell.check_state(a + row["time"] * (b - a), distance_tolerance=1e-9).free


@settings(max_examples=50, deadline=None)
@given(any_of.lists(any_of.floats(-10, 10), min_size=3, max_size=3), any_of.lists(any_of.floats(-4, 4), min_size=3, max_size=3))
def test_poses(position, angles):
    pose = leeway.Pose.from_rpy(position, *angles)
    matrix = np.eye(4)
    matrix[:3, :3] = np.array([pose.point(axis) for axis in np.eye(3)]).T - np.array(position)[:, None]
    matrix[:3, 3] = position
    ball = leeway.Sphere(0.5)
    there = leeway.Box(1, 2, 3).distance(ball, pose, (5, 6, 7))
    same = leeway.Box(1, 2, 3).distance(ball, matrix, leeway.Pose((5, 6, 7)))
    assert there.upper == pytest.approx(same.upper, abs=1e-9)
    inverse = pose @ leeway.Pose()
    assert inverse.point((0, 0, 0)) == pytest.approx(tuple(position))
    assert pose.inverse().point(pose.point((1, 2, 3))) == pytest.approx((1, 2, 3))


def test_one_pose_is_one_pose(tmp_path):
    """Equal poses, composed in Python and in JSON, give equal scenes to the bit."""
    seed = int(os.environ.get("LEEWAY_SEED", "20240607"))
    print(f"LEEWAY_SEED={seed}")
    random = np.random.default_rng(seed)
    builder, obstacles = leeway.SceneBuilder(), []
    for i in range(300):
        quaternions = random.normal(size=(2, 4)) * 10 ** random.uniform(-2, 2, size=(2, 1))
        if i % 3 == 0:
            quaternions /= np.linalg.norm(quaternions, axis=1, keepdims=True)
        poses = [leeway.Pose(tuple(random.uniform(-5, 5, 3)), tuple(q)) for q in quaternions]
        angles = random.uniform(-7, 7, 3)
        if i % 4 == 0:
            poses[0] = leeway.Pose.from_rpy(poses[0].position, *angles)
        outer, inner = ({"position": p.position, "orientation": p.orientation} for p in poses)
        if i % 4 == 0:
            outer = {"position": poses[0].position, "rpy": angles.tolist()}
        composed = i % 2 == 0
        builder.add_obstacle(f"o{i}", leeway.Sphere(0.1), poses[0] @ poses[1] if composed else poses[0])
        obstacles.append({"id": f"o{i}", "shapes": [{"type": "sphere", "radius": 0.1, **(inner if composed else {})}], **outer})
    path = tmp_path / "scene.json"
    path.write_text(json.dumps({"obstacles": obstacles}))
    scenes = builder.freeze(allow_empty=True), leeway.Scene(path, allow_empty=True)
    assert scenes[0].fingerprint == scenes[1].fingerprint


def test_shapes(tmp_path):
    far = leeway.Sphere(1).distance(leeway.Capsule(0.5, 2, rounding=0.25), (0, 0, 0), (4, 0, 0))
    assert far.lower <= 2.25 <= far.upper + 1e-12 and far.normal == pytest.approx((1, 0, 0)) and far.depth == 0
    near = leeway.Cylinder(1, 2).distance(leeway.Cone(1, 2), None, (1.5, 0, 0))
    assert near.depth > 0 and near.lower == pytest.approx(-near.depth) and near.lower <= near.upper < 0
    egg = leeway.Ellipsoid((1, 2, 4), rounding=0.25)
    assert egg.kind == "ellipsoid" and egg.size == (1, 2, 4) and egg.rounding == 0.25
    assert egg.distance(leeway.Sphere(1), None, (0, 0, 5)).upper == pytest.approx(1.75)
    for size in (1, (1, 2), (1, 2, 0), (1, 2, float("inf")), "abc"):
        with pytest.raises(leeway.ArgumentError, match="an ellipsoid"):
            leeway.Ellipsoid(size)
    cloud = leeway.Cloud(np.array([[0, 0, 0], [3, 0, 0], [np.nan, 0, 0]], dtype=np.float32), 0.5)
    assert cloud.kind == "cloud" and cloud.radius == 0.5 and cloud.vertices.shape == (3, 3)
    assert cloud.distance(leeway.Sphere(1), None, (0, 0, 5)).upper == pytest.approx(3.5)
    assert cloud.distance(leeway.Sphere(0.5), None, (1.5, 0, 0)).upper == pytest.approx(0.5)
    assert pickle.loads(pickle.dumps(cloud)) == cloud and repr(cloud) == "<leeway.Cloud of 3 points, radius=0.5>"
    rows = [[0, 0, 0], [1, 2, 3]]
    for given in (rows, types.SimpleNamespace(points=rows), types.SimpleNamespace(vertices=np.asfortranarray(rows))):
        assert leeway.Cloud(given).vertices.tolist() == rows
    for given, radius, what in ((types.SimpleNamespace(vertices=rows, faces=[]), 1, "this is a mesh"), ([[0, 0]], 1, "n x 3"),
                                (rows, 0, "a cloud's radius is 0"), ([[np.nan] * 3], 1, "is finite"), (np.zeros((0, 3)), 1, "no points"),
                                (["abc"], 1, "points takes numbers")):
        with pytest.raises(leeway.ArgumentError, match=what):
            leeway.Cloud(given, radius)
    np.save(tmp_path / "scan.npy", np.array(rows, dtype=">f4", order="F"))
    assert leeway.Cloud(tmp_path / "scan.npy", 0.5) == leeway.Cloud(rows, 0.5)
    built = leeway.SceneBuilder().load_cloud(tmp_path / "scan.npy", "scan", radius=0.5, pose=(0, 0, 1)).freeze(allow_empty=True)
    assert built.body_shapes("scan")[0].shape == leeway.Cloud(rows, 0.5)
    assert built.body_shapes("scan")[0].file == str(tmp_path / "scan.npy")
    with pytest.raises(leeway.NameUnknownError, match="object \"scan\" already"):
        leeway.SceneBuilder().add_obstacle("scan", cloud).load_cloud(tmp_path / "scan.npy", "scan")
    with pytest.raises(leeway.FileError):
        leeway.Cloud(str(tmp_path / "none.npy"))
    octree = leeway.Octree([[0, 0, 0, 2], [2, 0, 0, 1]], np.array([[0, 0, 2, 2]], dtype=np.uint16), resolution=0.5, unknown="free")
    assert octree.kind == "octree" and octree.unknown == "free" and octree.length == 0.5
    assert octree.cells.tolist() == [[0, 0, 0, 2, 1], [2, 0, 0, 1, 1], [0, 0, 2, 2, 0]]
    assert octree.distance(leeway.Sphere(1), None, (0.5, 0.5, 4)).upper == pytest.approx(2)
    assert octree.distance(leeway.Sphere(1), None, (3.5, 0.25, 0.25)).upper == pytest.approx(1)
    assert pickle.loads(pickle.dumps(octree)) == octree
    assert repr(octree) == "<leeway.Octree of 3 cells, resolution=0.5, unknown=free>"
    unseen = leeway.Octree(free=[[0, 0, 0, 4]], resolution=0.5, unknown="obstacle")
    assert unseen.distance(leeway.Sphere(0.25), None, (1, 1, 1)).upper == pytest.approx(0.75)
    assert unseen.distance(leeway.Sphere(0.25), None, (500000, 1, 1)).upper <= 0
    assert unseen != octree and unseen.unknown == "obstacle" and leeway.Sphere(1).unknown is None
    good = {"resolution": 0.5, "unknown": "free"}
    for rows, wrong, what in (([[0, 0, 0]], {}, "n x 4"), ([[0, 0, 0, 0.5]], {}, "whole numbers"), ([[0, 0, 0, 3]], {}, "the width 3"),
                              ([[np.nan, 0, 0, 1]], {}, "whole numbers"), ([[0, 0, 0, 1]] * 2, {}, "overlap"), ([[2**40, 0, 0, 1]], {}, "whole numbers"),
                              (None, {}, "without an occupied cell"), ([[0, 0, 0, 1]], {"unknown": None}, "unknown is 'obstacle' or 'free'"),
                              ([[0, 0, 0, 1]], {"unknown": ["free"]}, "unknown is"), ([[0, 0, 0, 1]], {"resolution": None}, "needs a resolution"),
                              ([[0, 0, 0, 1]], {"resolution": 0}, "resolution is 0")):
        with pytest.raises(leeway.ArgumentError, match=what):
            leeway.Octree(rows, **{**good, **wrong})
    with pytest.raises(TypeError):
        leeway.Octree([[0, 0, 0, 1]], resolution=0.5)  # what is unknown has no default
    room = tmp_path / "room.bt"
    room.write_bytes(b"# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.5\ndata\n\x01\x80")
    read = leeway.Octree(room, unknown="free")
    assert read.length == 0.5 and read.cells.tolist() == [[-32768] * 3 + [32768, 0], [0, 0, 0, 32768, 1]]
    built = leeway.SceneBuilder().load_octree(room, "map", unknown="obstacle", pose=(0, 0, 1)).freeze(allow_empty=True)
    assert built.body_shapes("map")[0].shape == leeway.Octree(room, unknown="obstacle")
    assert built.body_shapes("map")[0].file == str(room)
    with pytest.raises(leeway.ArgumentError, match="takes neither"):
        leeway.Octree(room, unknown="free", resolution=0.5)
    with pytest.raises(leeway.ArgumentError, match="threshold"):
        leeway.Octree(room, unknown="free", threshold=1)
    with pytest.raises(leeway.FileError):
        leeway.Octree(str(tmp_path / "none.bt"), unknown="free")
    with pytest.raises(leeway.ArgumentError, match="unknown is"):
        leeway.SceneBuilder().load_octree(room, unknown="")
    (tmp_path / "world.yaml").write_text("world: {octomap: {octomap: {binary: true, id: OcTree, resolution: 0.5, data: [1, -128]}}}\n")
    with pytest.raises(leeway.ParseError, match="nothing says what its unknown space is"):
        leeway.SceneBuilder().load(tmp_path / "world.yaml")
    world = leeway.SceneBuilder().set_unknown("free").load(tmp_path / "world.yaml").freeze(allow_empty=True)
    assert world.body_shapes("<octomap>")[0].shape == read
    (tmp_path / "odds.yaml").write_text("{binary: false, id: OcTree, resolution: 0.5, data: [0, 0, 128, 63, 0]}\n")
    for threshold, occupied in ((0.73, 1), (0.74, 0)):
        maps = leeway.SceneBuilder().set_occupancy_threshold(threshold)
        maps.load_octree(tmp_path / "odds.yaml", "map", unknown="obstacle")
        assert maps.freeze(allow_empty=True).body_shapes("map")[0].shape.cells[0, 4] == occupied
    with pytest.raises(leeway.ArgumentError, match="threshold"):
        leeway.SceneBuilder().set_occupancy_threshold(0)
    ground = np.array([[0.0, 0.25, 0.5], [1.0, 1.25, 1.5]])
    hill = leeway.HeightField(ground, spacing=(0.5, 2), floor=-1)
    assert hill.kind == "heights" and hill.spacing == (0.5, 2.0) and hill.floor == -1 and (hill.heights == ground).all()
    assert hill.distance(leeway.Sphere(0.5), None, (0.5, 1, -3)).upper == pytest.approx(1.5)
    assert hill.distance(leeway.Sphere(0.1), None, (0.5, 1, -0.5)).upper <= 0
    assert pickle.loads(pickle.dumps(hill)) == hill and hill != leeway.HeightField(ground, spacing=0.5, floor=-1)
    assert repr(hill) == "<leeway.HeightField of 2 x 3 heights, spacing=(0.5, 2), floor=-1>"
    assert leeway.Sphere(1).heights.shape == (0, 0) and leeway.Sphere(1).spacing is None and leeway.Sphere(1).floor is None
    np.save(tmp_path / "hill.npy", np.asfortranarray(4 * ground).astype(np.int16))
    assert leeway.HeightField(tmp_path / "hill.npy", spacing=(0.5, 2), floor=-1, scale=0.25) == hill
    assert leeway.HeightField(4 * ground, spacing=(0.5, 2), floor=-1, scale=0.25) == hill
    built = leeway.SceneBuilder().load_heights(tmp_path / "hill.npy", "hill", spacing=(0.5, 2), floor=-1, scale=0.25,
                                               pose=(0, 0, 1)).freeze(allow_empty=True)
    assert built.body_shapes("hill")[0].shape == hill and built.body_shapes("hill")[0].file == str(tmp_path / "hill.npy")
    assert pickle.loads(pickle.dumps(built)).body_shapes("hill")[0].shape == hill
    good = {"spacing": 1, "floor": 0}
    for rows, wrong, what in (([0, 1], {}, "rows x columns"), ([[0, 1]], {}, "not 1 x 2"), (np.zeros((0, 0)), {}, "not 0 x 0"),
                              ([[0, 0], [0, np.nan]], {}, "row 1 and column 1"), ([[0, 0], [0, -1]], {}, "below the floor"),
                              ([[0, 0], [0, 0]], {"spacing": 0}, "columns is 0"), ([[0, 0], [0, 0]], {"spacing": (1, 2, 3)}, "one number or two"),
                              ([[0, 0], [0, 0]], {"scale": 0}, "scale"), ([[0, 0], [0, 0]], {"floor": np.inf}, "floor")):
        with pytest.raises(leeway.ArgumentError, match=what):
            leeway.HeightField(rows, **{**good, **wrong})
    with pytest.raises(TypeError):
        leeway.HeightField(ground, spacing=1)  # the floor has no default
    with pytest.raises(leeway.FileError):
        leeway.HeightField("none.npy", **good)
    seen = np.array([[2, 2, np.nan], [2, 1, 2]], dtype=np.float32)
    lens = {"near": 0.5, "far": 4, "unseen": "free", "error": 0.25}
    view = leeway.DepthImage(seen, [[2, 0, 1], [0, 2, 0.5], [0, 0, 1]], **lens)
    assert view.kind == "depth_image" and view.unknown == "free" and view.depths.tolist() == [[2, 2, 0], [2, 1, 2]]
    assert view.heights.shape == (0, 0) and view.floor is None and view.spacing is None and hill.depths.shape == (0, 0)
    assert view == leeway.DepthImage(seen, (2, 2, 1, 0.5), **lens) and pickle.loads(pickle.dumps(view)) == view
    assert view != leeway.DepthImage(seen, (2, 2, 1, 0.5), **{**lens, "error": 0.5})
    assert view.distance(leeway.Sphere(0.1), None, (0, 0.1, 0.5)).upper == pytest.approx(0.15)  # before 1 - 0.25
    assert view.distance(leeway.Sphere(0.1), None, (0, 0.3, 1.2)).upper <= 0
    assert view.distance(leeway.Sphere(0.1), None, (0, -0.5, 3)).upper == pytest.approx(0.65)  # behind 2 + 0.25
    blind = leeway.DepthImage(seen, (2, 2, 1, 0.5), **{**lens, "unseen": "obstacle"})
    assert blind.distance(leeway.Sphere(0.1), None, (0, -0.5, 3)).upper <= 0
    assert repr(blind) == "<leeway.DepthImage of 2 x 3 depths, near=0.5, far=4, unseen=obstacle>"
    np.save(tmp_path / "view.npy", (1000 * np.nan_to_num(seen)).astype(np.uint16))
    assert leeway.DepthImage(tmp_path / "view.npy", (2, 2, 1, 0.5), scale=0.001, **lens) == view
    looked = leeway.SceneBuilder().add_obstacle("view", view).freeze(allow_empty=True)
    assert pickle.loads(pickle.dumps(looked)).body_shapes("view")[0].shape == view
    for depths, camera, wrong, what in (([1, 2], (1, 1, 0, 0), {}, "rows x columns"), (np.zeros((0, 0)), (1, 1, 0, 0), {}, "rows x columns"),
                                        ([[1]], (1, 1, 0), {}, "fx, fy, cx, cy"), ([[1]], (0, 1, 0, 0), {}, "fx"), ([[1]], (1, 1, 0, 0), {"far": 0.1}, "far plane"),
                                        ([[0.1]], (1, 1, 0, 0), {}, "from the near plane"), ([[np.nan]], (1, 1, 0, 0), {}, "no measured depth"),
                                        ([[1]], (1, 1, 0, 0), {"unseen": None}, "'obstacle' or 'free'"), ([[1]], (1, 1, 0, 0), {"scale": 0}, "scale")):
        with pytest.raises(leeway.ArgumentError, match=what):
            leeway.DepthImage(depths, camera, **{**lens, **wrong})
    with pytest.raises(TypeError):
        leeway.DepthImage(seen, (2, 2, 1, 0.5), near=0.1, far=5)  # what is unseen has no default
    corners = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)])
    assert leeway.Polytope(corners).distance(leeway.Sphere(1), None, (3, 0.5, 0.5)).upper == pytest.approx(1)
    mesh = leeway.Mesh(corners, [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5]])
    info = mesh.mesh_info()
    assert info.triangle_count == 4 and info.closed_count == 0 and len(info.components) == 2
    assert mesh.vertices.shape == (8, 3) and mesh.triangles.dtype == np.uint32 and mesh.kind == "mesh"
    with pytest.raises(leeway.ArgumentError):
        leeway.Sphere(1).mesh_info()


def test_the_plane():
    builder = leeway.SceneBuilder(dimension=2)
    builder.add_robot("car").add_link("car", "ground").add_link("car", "body")
    builder.add_joint("car", "drive", "planar", "ground", "body", axis=(0, 0, 1))
    builder.add_shape("car", "body", leeway.Polygon([[-1, -0.5], [1, -0.5], [1, 0.5], [0, 0], [-1, 0.5]]))
    builder.add_obstacle("drum", leeway.Disc(0.5), (0, 2, 0))
    scene = builder.freeze()
    assert scene.dimension == 2
    verdict = scene.check([-5, 2, 0], [5, 2, 0])
    assert verdict.contact and verdict.time == pytest.approx(0.35, abs=1e-4)
    assert scene.check([-5, 0, 0], [5, 0, 0]).free
    motion = scene.segment([-5, 2, 0], [5, 2, 0])
    for time in (0.2, 0.5):
        plain = scene.pair_distance(motion, time, "body", "drum")
        for name in leeway.planar_algorithms():
            named = scene.pair_distance(motion, time, "body", "drum", algorithm=name)
            assert named.upper == pytest.approx(plain.upper, abs=1e-12) and named.lower <= plain.upper
    with pytest.raises(leeway.ArgumentError, match="no planar algorithm 'sat'"):
        scene.pair_distance(motion, 0.5, "body", "drum", algorithm="sat")
    # a linkage: a tip that slides along a boom, from (0, 1) to the drum at (0, 2)
    builder = leeway.SceneBuilder(dimension=2)
    builder.add_robot("crane").add_link("crane", "post").add_link("crane", "boom").add_link("crane", "tip")
    builder.add_joint("crane", "swing", "revolute", "post", "boom", lower=-3, upper=3, axis=(0, 0, 1))
    builder.add_joint("crane", "reach", "prismatic", "boom", "tip", origin=(1, 0, 0), lower=0, upper=1)
    builder.add_shape("crane", "tip", leeway.Disc(0.25))
    builder.add_obstacle("drum", leeway.Disc(0.5), (0, 2, 0))
    scene = builder.freeze()
    for method in leeway.methods():
        verdict = scene.check([0, 0], [0, 1], method=method)
        assert not verdict.contact
        verdict = scene.check([math.pi / 2, 0], [math.pi / 2, 1], method=method, resolution=0.001)
        assert verdict.contact and verdict.time == pytest.approx(0.25, abs=2e-3)
    with pytest.raises(leeway.Error):
        leeway.SceneBuilder(dimension=2).add_robot("a").add_link("a", "b").add_link("a", "c").add_joint(
            "a", "out", "revolute", "b", "c", axis=(1, 0, 0))
    square = leeway.PlanarShape([[-1, -1], [1, -1], [1, 1], [0, 1], [-1, 1]], 0.25)
    disc = leeway.PlanarShape([[0, 0]], 0.5)
    assert len(square.vertices) == 4
    assert square.distance((0, 0, 0), disc, (3, 0, 1)) == pytest.approx(1.25)
    assert not square.touches((0, 0, 0), disc, (3, 0, 1)) and square.touches((0, 0, 0), disc, (1.5, 0, 0))
    poses = np.column_stack([np.linspace(4, 1, 50), np.zeros(50), np.zeros(50)])
    still = np.zeros((50, 3))
    many = square.separations(still, disc, poses)
    tracked = square.separations(still, disc, poses, track=True)
    one = square.separation(still[7], disc, poses[7])
    assert many["lower"][7] == pytest.approx(one.lower) and many["points"][7] == pytest.approx(np.array(one.points))
    assert tracked["upper"] == pytest.approx(many["upper"]) and (many["depth"][-5:] > 0).all()
    with pytest.raises(leeway.ArgumentError):
        leeway.PlanarShape([[0, 0], [math.nan, 1]])
    with pytest.raises(leeway.ArgumentError):
        square.separations(still, disc, poses[:3])


def test_a_scene_as_json(tmp_path):
    builder = leeway.SceneBuilder()
    builder.add_robot("arm").add_link("arm", "base").add_link("arm", "boom")
    builder.add_joint("arm", "swing", "continuous", "base", "boom", axis=(1, 2, 3))
    builder.add_shape("arm", "boom", leeway.Capsule(0.1, 0.7), (0.1, 0.2, 0.3))
    builder.add_obstacle("rock", leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]],
                                             [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]), (0.5, 0, 0))
    scene = builder.freeze()
    path = tmp_path / "scene.json"
    path.write_text(scene.json())
    again = leeway.Scene(path)
    assert again.fingerprint == scene.fingerprint and again.json() == scene.json()
    assert str(again.check([0], [3], clearance=True)) == str(scene.check([0], [3], clearance=True))


def test_planar_algorithms_by_name():
    names = leeway.planar_algorithms()
    assert names[0] == "auto" and {"barycode", "barycode-climb", "lin-canny", "axes", "walk", "edges"} < set(names)
    square = leeway.PlanarShape([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    rounded = leeway.PlanarShape([[-1, -1], [1, -1], [1, 1], [-1, 1]], 0.25)
    rod = leeway.PlanarShape([[0, 0], [1, 0]])
    for name in names:
        for x in (0.5, 2.5):
            found, answered = square.separation_by(name, (0, 0, 0), rounded, (x, 0.1, 0.3))
            plain = square.separation((0, 0, 0), rounded, (x, 0.1, 0.3))
            assert found.upper == pytest.approx(plain.upper, abs=1e-14) and answered in names
            assert found.lower <= plain.upper and found.depth == pytest.approx(plain.depth, abs=1e-14)
            assert square.touches_by(name, (0, 0, 0), rounded, (x, 0.1, 0.3))[0] is (plain.upper <= 0)
    assert square.touches_by("barycode", (0, 0, 0), square, (3, 0, 0)) == (False, "barycode")
    # the walk gives no answer on segments
    assert square.separation_by("walk", (0, 0, 0), rod, (3, 0, 1))[1] == "barycode-octant"
    with pytest.raises(leeway.ArgumentError, match="no planar algorithm 'gjk'; there are auto, barycode, .*edges$"):
        square.touches_by("gjk", (0, 0, 0), square, (3, 0, 0))
    with pytest.raises(leeway.ArgumentError, match="add up to 1e[+]15"):
        square.separation_by("axes", (0, 0, 0), square, (1e16, 0, 0))
    with pytest.raises(leeway.ArgumentError):
        square.touches_by("axes", (0, 0, math.nan), square, (0, 0, 0))


def test_a_pair_moved_by_a_function():
    """Two balls of radius 1 whose centres approach at 2 a second from 10 apart meet at 4."""
    pair = leeway.ConvexPair(leeway.Sphere(1), leeway.Sphere(1))

    def states(at, until):
        assert 0 <= at <= until <= 6
        return leeway.BodyState(), leeway.BodyState(leeway.Pose((10 - 2 * at, 0, 0)), (-2.0, 0.0, 0.0))

    contact = pair.first_contact(states, 0, 6)
    assert contact.kind == "contact" and contact.time == pytest.approx(4, abs=1e-5) and contact.free_until <= 4
    assert contact.where.points[0] == pytest.approx((1, 0, 0), abs=1e-4)
    assert leeway.first_contact(leeway.Sphere(1), leeway.Sphere(1), lambda a, u: states(a, u), 0, 3).kind == "free"

    class Own(Exception):
        pass

    def fail(at, until):
        raise Own(at)

    with pytest.raises(Own) as raised:
        pair.first_contact(fail, 0, 6)
    assert raised.traceback[-1].name == "fail"
    for wrong in (lambda a, u: None, lambda a, u: [leeway.BodyState()], lambda a, u: (1, 2)):
        with pytest.raises((TypeError, IndexError, AttributeError)):
            pair.first_contact(wrong, 0, 6)
    with pytest.raises(leeway.ArgumentError):
        pair.first_contact(lambda a, u: [leeway.BodyState(spin=math.nan)] * 2, 0, 6)


def test_plans(cell, tmp_path, program, scenes):
    start, goal = [-0.4, 0.1, 0.3, 0, 1.17, 1.5708], [1.6, 0.1, 0.3, 0, 1.17, 1.5708]
    subprocess.run([program, "plan", scenes / "cell.json", "--from=" + ",".join(map(str, start)),
                    "--to=" + ",".join(map(str, goal)), "-o", tmp_path / "path.json"], check=True, capture_output=True)
    plan = leeway.plan(cell, start, goal, clearance=True)
    assert plan and plan.path.tolist() == json.loads((tmp_path / "path.json").read_text())["path"]
    assert cell.check(plan.motion()).free and json.loads(plan.json())["path"] == plan.path.tolist()
    assert plan.clearance.lower > cell.margin
    for method in ("bisection", "slab", "expanded"):
        found = leeway.plan(cell, start, goal, check=method, clearance=True)
        assert cell.check(found.motion()).free and found.clearance.lower > cell.margin
    for method in ("sampled", "none", 3):
        with pytest.raises(leeway.ArgumentError):
            leeway.Planner(cell, check=method)
    planner = leeway.Planner(cell)
    roadmap = planner.roadmap(3).grow(60)
    assert roadmap.node_count >= 60 and roadmap.edge_count > 0 and roadmap.seed == 3
    roadmap.save(tmp_path / "cell.roadmap")
    again = planner.load_roadmap(tmp_path / "cell.roadmap")
    assert (again.node_count, again.edge_count) == (roadmap.node_count, roadmap.edge_count)
    assert planner.find(start, goal, roadmap=again).path.tolist() == planner.find(start, goal, roadmap=roadmap).path.tolist()
    with pytest.raises(leeway.ArgumentError):
        leeway.Planner(cell).find(start, goal, roadmap=again)
    with pytest.raises(leeway.ArgumentError):
        leeway.Planner(cell.without("drum")).load_roadmap(tmp_path / "cell.roadmap")
    with pytest.raises(leeway.ArgumentError, match="no planner"):
        planner.find(start, goal, method="rrt")
    blocked = leeway.plan(cell.with_obstacle("ball", leeway.Sphere(0.3), (0, 0, 0.5)), start, goal)
    assert blocked.kind == "start in contact" and blocked.contact.pair[1] == "ball" and blocked.path is None
    timed = leeway.time_path(plan.path, [1.0] * 6, [2.0] * 6)
    assert np.abs(timed.velocities).max() <= 1 + 1e-9 and len(timed.waypoints) == len(plan.path)
    assert cell.check(cell.trajectory(timed.times, timed.positions, timed.velocities)).free


def test_claims(cell):
    kept, taken = [], []
    verdict = cell.check("ready", "reach", claims=True)
    assert verdict.free and len(verdict.claims) > 60
    claim = verdict.claims[0]
    assert claim.kind in ("apart", "outside") and json.loads(claim.json) and 0 <= claim.begin <= claim.end <= 1
    cell.check("ready", "reach", claims=kept)
    cell.check("ready", "reach", claims=taken.append)
    assert kept == taken == verdict.claims
    assert cell.check("ready", "reach").claims is None

    def fail(claim):
        raise ZeroDivisionError(claim.pair)

    with pytest.raises(ZeroDivisionError):
        cell.check("ready", "reach", claims=fail)


def test_motions(scenes):
    scene = leeway.Scene(scenes / "pick.json")
    motion = scene.motion(scene.motion_names[0])
    assert motion.stage_count > 1 and motion.payloads[0][0] == "attach"
    cell = leeway.Scene(scenes / "cell.json")
    segment = cell.segment("ready", "reach")
    assert segment.interval == (0, 1) and not segment.in_seconds and segment.moves("joint_1")
    assert segment.joint_values("joint_2", 0.5)[0] == pytest.approx(0.5)
    distance = cell.pair_distance(segment, 0.5, "wrist_1", "lamp")
    assert distance.lower <= distance.upper < 1
    with pytest.raises(leeway.NameUnknownError):
        cell.pair_distance(segment, 0.5, "wrist_1", "sun")
    again, gradient = cell.pair_gradient(segment, 0.5, "wrist_1", "lamp")
    assert again.upper == distance.upper and gradient.shape == (6,)
    at = np.array([segment.joint_values(f"joint_{i}", 0.5)[0] for i in range(1, 7)])
    for i in range(6):
        ends = [cell.pair_distance(cell.segment(at + h * np.eye(6)[i], at), 0, "wrist_1", "lamp").upper
                for h in (-1e-5, 1e-5)]
        assert gradient[i] == pytest.approx((ends[1] - ends[0]) / 2e-5, abs=1e-6)
    jacobian = cell.body_jacobian(segment, 0.5, "wrist_1", distance.points[0])
    assert np.allclose(gradient, -np.array(distance.normal) @ jacobian, atol=1e-12)
    two = cell.joints(names=["joint_2", "joint_1"])
    assert (cell.pair_gradient(segment, 0.5, "wrist_1", "lamp", joints=two)[1] == gradient[[1, 0]]).all()
    assert (cell.body_jacobian(segment, 0.5, "wrist_1", distance.points[0], joints=two) == jacobian[:, [1, 0]]).all()
    for ask in (lambda: cell.pair_gradient(segment, 0.5, "wrist_1", "sun"),
                lambda: cell.pair_gradient(segment, 0.5, "post", "lamp"),
                lambda: cell.body_jacobian(segment, 0.5, "sun", (0, 0, 0))):
        with pytest.raises(leeway.NameUnknownError):
            ask()
    for point in ((0, 0), np.eye(3), "abc"):
        with pytest.raises(leeway.ArgumentError, match="point"):
            cell.body_jacobian(segment, 0, "wrist_1", point)
    with pytest.raises(leeway.ArgumentError):
        cell.body_jacobian(segment, 2, "wrist_1", (0, 0, 0))
    assert cell.meeting("shoulder", "flange").meeting in ("never", "sometimes", "undecided", "always")
    assert cell.cover("forearm").balls and json.loads(cell.cover_json())


def test_motions_of_changed_scenes(cell):
    changed = cell.without("post")
    for motion in [cell.motion("through the post"), cell.segment("ready", "reach"), cell.path(["home", "ready"])]:
        again = changed.motion(motion)
        assert again.scene is changed and again.interval == motion.interval
        assert again.joint_values("joint_2", 0.5) == motion.joint_values("joint_2", 0.5)
        assert changed.check(again).free
    with pytest.raises(leeway.ArgumentError, match="another scene"):
        changed.check(motion)
    assert changed.motion(again).joint_values("joint_2", 0.5) == again.joint_values("joint_2", 0.5)


def test_srdf(tmp_path):
    empty = leeway.Srdf(None, robot="r")
    empty.set_pairs([("a", "b", "Never"), ("b", "c")])
    assert [tuple(pair[:3]) for pair in empty.pairs] == [("a", "b", "Never"), ("b", "c", None)]
    file = tmp_path / "r.srdf"
    file.write_text(empty.text())
    assert leeway.Srdf(file).pairs[0].line > 0 and not leeway.Srdf(file).enables("a", "b")
    for wrong in [("a",), ("a", 3), 3]:
        with pytest.raises((TypeError, IndexError, leeway.Error)):
            empty.set_pairs([wrong])


def test_covers_from_files(scenes, tmp_path, cell):
    file = tmp_path / "arm.cover.json"
    file.write_text(cell.cover_json())
    scene = leeway.SceneBuilder().load(scenes / "cell.json").load_cover(file).freeze()
    assert scene.cover("forearm").file == str(file)
    assert scene.check("ready", "reach").json() == cell.check("ready", "reach").json()


def test_uncertainty():
    """Obstacles and bases that are not known exactly: a ball on a rail passes another one at a distance of 0.1."""
    def ask(obstacle, base):
        builder = leeway.SceneBuilder()
        builder.add_robot("r").add_link("r", "floor").add_link("r", "cart")
        builder.add_joint("r", "x", "prismatic", "floor", "cart", axis=(1, 0, 0), lower=-5, upper=5)
        builder.add_shape("r", "cart", leeway.Sphere(0.1))
        builder.add_obstacle("o", leeway.Sphere(0.1), (1, 0.3, 0))
        scene = builder.set_uncertainty("o", **obstacle).set_base_uncertainty(**base).freeze()
        again = pickle.loads(pickle.dumps(scene))
        return again.check_motions([again.trajectory([0, 2], [[0], [2]])])[0]

    assert ask({"position": 0.0999}, {})
    assert not ask({"position": 0.05}, {"position": 0.0501})
    assert ask({"speed": 0.09}, {}) and not ask({"speed": 0.1001}, {})
    turned = ask({}, {"angle": 0.11})
    assert not turned and turned.deviates
    with pytest.raises(leeway.ArgumentError, match="angle of its uncertainty is 4"):
        ask({"angle": 4}, {})
    with pytest.raises(leeway.NameUnknownError):
        leeway.SceneBuilder().set_uncertainty("o", position=0.1)


def test_pictures_need_a_scale(tmp_path):
    view = tmp_path / "view.PNG"
    view.write_bytes(b"\x89PNG")
    for make in (lambda **more: leeway.HeightField(view, spacing=1, floor=0, **more),
                 lambda **more: leeway.DepthImage(view, (1, 1, 0, 0), near=0.1, far=5, unseen="free", **more)):
        with pytest.raises(leeway.ArgumentError, match="a picture needs a scale: the metres of a grey level"):
            make()
        with pytest.raises((leeway.ParseError, leeway.FileError), match="PNG|libpng"):
            make(scale=0.001)


def test_cameras_see_together():
    depths = np.full((4, 4), 3)
    view = leeway.DepthImage(depths, (4.1, 4.1, 1.5, 1.5), near=0.3, far=4, unseen="obstacle")
    one = leeway.SeenOctree([(view, None)], 0.125)
    both = leeway.SeenOctree([(view, None), (view, [0.9, 0, 0])], 0.125)
    assert one.kind == both.kind == "octree" and both.length == 0.125
    assert len(both.cells) > len(one.cells)
    for bad in ([3], [(view,)], 7):
        with pytest.raises(leeway.ArgumentError, match="views are pairs of a depth image and a pose"):
            leeway.SeenOctree(bad, 0.125)
    with pytest.raises(leeway.ArgumentError, match="this takes a shape"):
        leeway.SeenOctree([(3, None)], 0.125)
    with pytest.raises(leeway.ArgumentError, match="not another shape"):
        leeway.SeenOctree([(leeway.Sphere(1), None)], 0.125)
    with pytest.raises(leeway.ArgumentError, match="needs views"):
        leeway.SeenOctree([], 0.125)
