"""Pages: their contents, refused arguments, and their display in notebooks."""

import base64
import html
import json
import os
import re
import struct

import numpy as np
import pytest

import leeway

VIEWER = b"<html><body>before<!--leeway-->after</body></html>"


def page_of(scene, **options):
    return leeway.Page(scene, _viewer=VIEWER, **options)


def read(page):
    """The index of a page, and a function that reads its arrays."""
    text = page.html()
    index = json.loads(re.search(r'type="application/json">(.*?)</script>', text, re.S).group(1))
    data = base64.b64decode(re.search(r'type="text/plain">(.*?)</script>', text, re.S).group(1))
    kinds = {"f32": "f", "f64": "d", "u32": "I", "u16": "H"}

    def numbers(array):
        return np.array(struct.unpack_from(f"<{array['count']}{kinds[array['type']]}", data, array["at"]))

    def place(value, base):
        """The arrays of a motion count from where its own bytes begin."""
        if isinstance(value, dict) and "at" in value and "type" in value:
            value["at"] += base
        elif isinstance(value, (dict, list)):
            for inner in value.values() if isinstance(value, dict) else value:
                place(inner, base)

    for motion in index["motions"]:
        place(motion, motion["bytes"])
    return index, numbers


@pytest.fixture(scope="module")
def built(cell):
    """A page with the viewer that is built in."""
    return leeway.Page(cell)


def test_motions_and_verdicts(cell):
    motion = cell.motion("over the post")
    verdict = cell.check(motion, clearance=True)
    page = page_of(cell, title="A <cell> ✓").add(motion, verdict, id="over", samples=50, bounds=10,
                                                  methods=["slab", "sampled"], resolution=0.1)
    page.add(cell.motion("through the post"), id={"n": [1]}, name="through", claims=False, links=False)
    assert page.motion_count == 2
    index, numbers = read(page)
    assert index["title"] == "A <cell> ✓" and index["kind"] == "view" and index["dimension"] == 3
    assert [body["name"] for body in index["bodies"]] == [body.name for body in cell.bodies]
    over, through = index["motions"]
    assert over["verdict"] == json.loads(verdict.json('"over"')) and over["name"] == "over"
    assert through["id"] == {"n": [1]} and through["name"] == "through"
    assert through["verdict"]["verdict"] == "contact" and "claims" not in through and "links" not in through
    assert over["curve"]["times"]["count"] == 50 and len(over["lower"]) >= 10
    assert numbers(over["curve"]["distance"]).min() == pytest.approx(verdict.clearance.upper, rel=1e-2)
    assert [row["name"] for row in over["methods"]] == ["slab", "sampled"]
    assert over["methods"][1]["resolution"] == 0.1
    rows = numbers(over["values"]).reshape(-1, len(over["columns"]))
    assert rows[0] == pytest.approx([v for joint in cell.movable_joints().names
                                     for v in motion.joint_values(joint, 0)], abs=1e-6)


def test_reports_covers_and_roadmaps(cell):
    planner = leeway.Planner(cell)
    roadmap = planner.roadmap(3).grow(20)
    page = page_of(cell, report=True, covers=False, near=0.1).roadmap(roadmap)
    index, numbers = read(page)
    assert index["kind"] == "report" and index["cell"] == {"near": 0.1}
    assert not any("cover" in body for body in index["bodies"])
    assert index["roadmap"]["points"]["count"] == 60
    assert numbers(index["roadmap"]["edges"]).max() < 20
    tip = index["roadmap"]["tip"]
    named = read(page.roadmap(roadmap, "wrist_1"))[0]["roadmap"]["tip"]
    assert index["frames"][named]["name"] == "wrist_1" and tip != named


def test_jobs_of_a_cell(scenes):
    scene = leeway.Scene(scenes / "workcell.json")
    jobs = leeway.Cell(scene)
    for name in scene.motion_names:
        jobs.add(name, scene.motion(name))
    job = {"robots": {"R1": ["shared end"], "R2": ["shared end"]}}
    motion = jobs.motion(job)
    assert motion.interval == (0, jobs.judge(job).end) and motion.in_seconds
    whole = page_of(scene, near=1.0).add(motion, id="job")
    (shown,) = read(whole)[0]["motions"]
    assert shown["verdict"]["verdict"] == "contact"
    assert shown["verdict"]["time"] == pytest.approx(jobs.judge(job).time, abs=1e-3)
    with pytest.raises(leeway.NameUnknownError, match='no trajectory "nowhere"'):
        jobs.motion({"robots": {"R1": ["nowhere"]}})
    with pytest.raises(leeway.ArgumentError, match="begins at"):
        jobs.motion({"robots": {"R1": ["apart", "apart"]}})


def test_what_is_refused(cell, scenes):
    page = page_of(cell)
    motion = cell.motion("over the post")
    other = leeway.Scene(scenes / "cell.json")
    with pytest.raises(leeway.ArgumentError, match="another scene"):
        page.add(other.motion("over the post"))
    with pytest.raises(leeway.ArgumentError, match="another motion"):
        page.add(motion, cell.check(cell.motion("over the post")))
    with pytest.raises(leeway.ArgumentError, match="another motion"):
        page.add(motion, cell.check("ready", "reach"))
    with pytest.raises(leeway.ArgumentError, match="a verdict is"):
        page.add(motion, True)
    with pytest.raises(leeway.ArgumentError, match="no method 'fast'"):
        page.add(motion, methods=["fast"])
    with pytest.raises(leeway.ArgumentError, match="list of names"):
        page.add(motion, methods="slab")
    with pytest.raises(leeway.ArgumentError, match="counts"):
        page.add(motion, samples=-1)
    with pytest.raises(TypeError):
        page.add(motion, colour="red")
    with pytest.raises(leeway.NameUnknownError, match="no link 'tail'"):
        page.roadmap(leeway.Planner(cell).roadmap(), "tail")
    with pytest.raises(leeway.ArgumentError, match="another scene"):
        page.roadmap(leeway.Planner(other).roadmap())
    with pytest.raises(leeway.ArgumentError, match="leeway-->"):
        leeway.Page(cell, _viewer=b"<html></html>")
    with pytest.raises(leeway.ArgumentError, match="near"):
        page_of(cell, near=-1.0)
    with pytest.raises(leeway.ArgumentError, match="show takes"):
        leeway.show(7)
    assert page.motion_count == 0
    assert read(page.add(motion))[0]["motions"][0]["verdict"]["verdict"] == "free"


def test_files_and_notebooks(cell, tmp_path):
    page = page_of(cell).add(cell.motion("over the post"))
    path = tmp_path / "page.html"
    assert page.save(path) is page and path.read_text(encoding="utf-8") == page.html()
    assert page.save(str(path)) is page and os.listdir(tmp_path) == ["page.html"]
    with pytest.raises(OSError):
        page.save(tmp_path / "none" / "page.html")
    shown = page._repr_html_()
    source = re.fullmatch(r'<iframe srcdoc="([^"]*)" [^>]*></iframe>', shown, re.S).group(1)
    assert html.unescape(source) == page.html()


def test_everything_shows_itself(built, cell, tmp_path):
    motion = cell.motion("through the post")
    verdict = cell.check(motion)
    path = tmp_path / "page.html"
    for thing in (motion, verdict, leeway.plan(cell, "ready", "reach")):
        page = thing.show(path, samples=20, bounds=4)
        assert isinstance(page, leeway.Page) and page.motion_count == 1
        assert path.read_text(encoding="utf-8") == page.html() and "leeway-index" in page.html()
    assert verdict.motion is motion
    assert leeway.show(cell).motion_count == 0
    segment = cell.check("ready", "reach")
    assert segment.show(samples=10).motion_count == 1 and segment.motion is segment.motion == cell.check("ready", "reach").motion
    blocked = leeway.plan(cell.with_obstacle("ball", leeway.Sphere(0.3), (0, 0, 0.5)), "ready", "reach").contact
    assert blocked.motion is None
    with pytest.raises(leeway.ArgumentError, match="no motion to show"):
        blocked.show()


def test_scenes_show_themselves(built, cell, scenes, tmp_path):
    """A scene shows itself in a notebook, with motions and verdicts, or in a file."""
    verdict = cell.check(cell.motion("over the post"))
    path = tmp_path / "scene.html"
    page = cell.show(path, motions=["through the post", cell.segment("ready", "reach"), verdict], title="All", samples=10, bounds=4)
    assert page.motion_count == 3 and path.read_text(encoding="utf-8") == page.html()
    index, _ = read(page)
    assert index["title"] == "All" and [motion["name"] for motion in index["motions"]][0] == "through the post"
    assert index["motions"][2]["verdict"]["verdict"] == "free"
    for shown in (cell.show()._repr_html_(), cell.show(near=0.1, covers=False, report=True)._repr_html_()):
        assert re.fullmatch(r'<iframe srcdoc="[^"]*" [^>]*></iframe>', shown, re.S)
    for wrong, sentence in [([3], "names, motions and verdicts, not int"), 
                            ([leeway.Scene(scenes / "cell.json").motion("over the post")], "another scene")]:
        with pytest.raises(leeway.ArgumentError, match=sentence):
            cell.show(motions=wrong)
    with pytest.raises(leeway.NameUnknownError, match="no motion 'nowhere'"):
        cell.show(motions=["nowhere"])
