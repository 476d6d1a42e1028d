"""The first commands of a user, as typed."""

import shutil

import numpy as np
import pytest

import leeway

EXAMPLE = """
import leeway, numpy as np
scene = leeway.Scene("cell.json")
v = scene.check(home, ready, clearance=True)
vs = scene.check_segments(A, B, threads=0)
ok = scene.check_states(Q)
moved = scene.with_obstacle("box", leeway.Box(.1, .1, .1), pose)
path = leeway.plan(scene, home, ready)
"""


def rows(count, seed):
    return np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0]) + np.random.default_rng(seed).uniform(-0.35, 0.35, (count, 6))


def test_an_example(scenes, monkeypatch, tmp_path):
    monkeypatch.chdir(scenes)
    names = {"home": np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0]), "A": rows(50, 1), "B": rows(50, 2), "Q": rows(50, 3),
             "pose": (1.0, 1.0, 1.0)}
    names["ready"] = leeway.Scene("cell.json").state("ready")
    exec(EXAMPLE, names)
    v, vs, ok, path = names["v"], names["vs"], names["ok"], names["path"]
    assert v.free and not v.contact and v.free_until == 1 and (v.time, v.pair, v.points) == (None, None, None)
    assert 0 < v.clearance.lower <= v.clearance.upper and set(v.clearance.pair) <= {b.name for b in names["scene"].bodies}
    assert vs.shape == (50,) and vs.dtype.names[:2] == ("kind", "reason") and vs.free.all()
    assert ok.shape == (50,) and ok.dtype == bool and ok.any()
    assert "box" in {b.name for b in names["moved"].bodies} and "box" not in {b.name for b in names["scene"].bodies}
    assert path.found and names["scene"].check(path.motion()).free
    hit = names["scene"].check(names["scene"].motion("through the post"), clearance=True)
    assert hit.contact and not hit.free and 0 < hit.free_until <= hit.time < 1 and hit.clearance is None
    assert hit.pair == ("finger_left", "post") and np.shape(hit.points) == (2, 3)
    assert path.show()._repr_html_().startswith("<iframe")
    path.show(tmp_path / "path.html")
    assert (tmp_path / "path.html").read_text().startswith("<!")


SCENE = """
name: bench
world:
  collision_objects:
    - id: crate
      header: {frame_id: world}
      pose: {position: {x: 0.5, y: 0.2, z: 0.3}, orientation: {x: 0, y: 0, z: 0, w: 1}}
      primitives: [{type: 1, dimensions: [0.1, 0.1, 0.6]}]
      primitive_poses: [{position: {x: 0, y: 0, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}}]
      operation: 0
"""


def test_robots_by_their_files(scenes, monkeypatch, tmp_path):
    shutil.copytree(scenes / "arm", tmp_path / "arm")
    (tmp_path / "scene0001.yaml").write_text(SCENE)
    monkeypatch.chdir(tmp_path / "arm")
    scene = leeway.Scene.from_urdf("arm.urdf", srdf="arm.srdf", scene="../scene0001.yaml")
    assert "crate" in {body.name for body in scene.bodies} and scene.check("ready", "ready").free
    assert scene.check([0, 0.1, 0.3, 0, 1.17, 0], [0.8, 0.1, 0.3, 0, 1.17, 0]).pair == ("gripper", "crate")


def test_robots_of_the_data(data, monkeypatch):
    if data is None:
        pytest.skip("LEEWAY_DATA is not set: no robot of others is read")
    monkeypatch.chdir(data / "robots" / "panda")
    scene = leeway.Scene.from_urdf("panda.urdf", srdf="panda.srdf", on_notice=None,
                                   scene="../../mbm/panda/bookshelf_small/scene0001.yaml")
    order = scene.joints("panda_arm")
    assert len(order) == 7 and scene.check_state("ready", joints=order).free
    plan = leeway.plan(scene, "ready", scene.state("ready", order) + [0.3, 0, 0, 0, 0, 0, 0.2], joints=order)
    assert plan.found and scene.check(plan.motion()).free
