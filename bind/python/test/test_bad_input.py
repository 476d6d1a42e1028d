"""Wrong input raises an exception of its kind, and leaves the scene as it was."""

import json
import math
import os
import sys
import threading

import numpy as np
import pytest

import leeway

HOME = [0.0, -0.6, 0.5, 0.0, 1.2, 0.0]


@pytest.fixture
def rows():
    return np.tile(np.array(HOME), (4, 1))


def works(scene):
    assert scene.check(HOME, "ready").free


@pytest.mark.parametrize(
    "start,sentence",
    [
        (HOME[:5], "6 numbers, not 5"),
        (np.zeros((1, 6)), r"takes one row of numbers, not an array of 2 dimensions, of shape \(1, 6\)"),
        (np.float64(1), "numbers"),
        ("nowhere", "nowhere"),
        (["a"] * 6, "element 0 is none"),
        (HOME[:5] + ["1"], "element 5 is none"),
        (HOME[:5] + [None], "element 5 is none"),
        (b"123456", "numbers"),
        (None, "numbers"),
        ({}, "numbers"),
        (HOME[:5] + [math.nan], "NaN|nan|finite"),
        (HOME[:5] + [1e12], "1e\\+?09|1e\\+?12|too large|at most"),
        (np.zeros(6, dtype=complex), "is none"),
    ],
)
def test_configurations(cell, start, sentence):
    with pytest.raises(leeway.Error, match=sentence):
        cell.check(start, HOME)
    with pytest.raises(leeway.Error, match=sentence):
        cell.check(HOME, start)
    works(cell)


def test_kinds_of_numbers(cell):
    expected = cell.check([0] * 6, HOME).json()
    for zero in ([0.0] * 6, (False,) * 6, np.zeros(6, dtype=int), np.zeros(6, dtype=np.float32), np.zeros(12)[::2],
                 np.zeros((6, 3))[:, 1], memoryview(np.zeros(6)), np.zeros(6)[::-1]):
        assert cell.check(zero, HOME).json() == expected


def same_rows(rows):
    """Arrays of other types and layouts that hold the same numbers."""
    apart = np.zeros((4, 13))
    apart[:, 1:13:2] = rows
    unaligned = np.frombuffer(b" " + rows.tobytes(), "u1")[1:].view(float).reshape(4, 6)
    # the first of the rows begins 52 bytes after the next: their addresses are not those of doubles
    packed = np.zeros((4, 52), dtype="u1")
    packed[:, :48] = rows.view("u1").reshape(4, 48)
    return {"as it is": rows, "Fortran order": np.asfortranarray(rows), "numbers apart": apart[:, 1:13:2],
            "backwards": rows[::-1].copy()[::-1], "columns backwards": rows[:, ::-1].copy()[:, ::-1],
            "other bytes": rows.astype(">f8"), "unaligned": unaligned, "packed": packed[:, :48].view(float),
            "lists": rows.tolist(), "tuples": tuple(map(tuple, rows.tolist())), "arrays in a list": list(rows),
            "a view of memory": memoryview(rows), "long double": rows.astype(np.longdouble)}


def test_arrays_of_all_kinds(cell, rows):
    """All of them are read as float64, where they are if their rows lie as rows of doubles do."""
    rows[:, 0] = [0, 0.1, 0.2, 0.3]
    joints = cell.joints()
    known = [cell.check_segments(rows, rows[::-1].copy()).tobytes(), cell.check_states(rows, details=True).tobytes(),
             cell.tracks([leeway.Track(rows)]).joint_values("joint_1", 0.5)]
    for name, other in same_rows(rows).items():
        told = [cell.check_segments(other, rows[::-1].copy()).tobytes(),
                cell.check_states(other, details=True, joints=joints).tobytes(),
                cell.tracks([leeway.Track(other)]).joint_values("joint_1", 0.5)]
        assert told == known, name
    for whole in (np.zeros((4, 6), dtype=int), np.zeros((4, 6), dtype=bool), np.zeros((4, 6), dtype=np.float32), [[0] * 6] * 4):
        assert cell.check_states(whole).tolist() == cell.check_states(np.zeros((4, 6))).tolist()
    # float32 is read as the doubles that it stands for
    single = rows.astype(np.float32)
    assert cell.check_segments(single, rows[:1]).tobytes() == cell.check_segments(single.astype(float), rows[:1]).tobytes()


def test_one_row(cell, rows):
    one = cell.check_segments(rows[:1], rows[:1] + 0.1).tobytes()
    for row in (rows[0], HOME, tuple(HOME), np.float64(HOME)[::1], np.repeat(HOME, 2)[::2]):
        assert cell.check_segments(row, np.array(HOME) + 0.1).tobytes() == one
        assert cell.check_states(row).tolist() == [True] and len(cell.check_segments(row, rows)) == 4
    assert len(cell.check_states([])) == len(cell.check_segments([], [])) == 0


def test_arrays(cell, rows):
    for wrong, sentence in [
        (rows[:, :5], r"takes an array of n x 6 numbers, a row for each of n configurations, not of shape \(4, 5\)"),
        (rows[0, :5], r"n x 6 numbers, .* not of shape \(5,\)"),
        (rows[None], r"n x 6 numbers, .* not of shape \(1, 4, 6\)"),
        (rows[:3], "A has 4 rows and B has 3"),
        (rows.astype(object), "takes numbers, not an array of 'object'"),
        (rows.astype(complex), "takes numbers, not an array of 'complex128'"),
        (rows.astype(str), "takes numbers, not an array of '<U32'"),
        (rows.tobytes(), "takes numbers, not an array of '.S192'"),
        ("ready", "takes numbers, not an array of '<U5'"),
        ([["1"] * 6] * 4, "takes numbers, not an array of '<U1'"),
        ([[None] * 6] * 4, "takes numbers"),
        ([HOME, HOME[:5]], "as many in each|takes numbers"),
        (np.ma.masked_array(rows, mask=rows > 0), "masked"),
        (None, "takes numbers"),
        (1.0, r"not of shape \(\)"),
        ({}, "takes numbers"),
    ]:
        with pytest.raises(leeway.ArgumentError, match="^(A|B) .*" + sentence if "A has" not in sentence else sentence):
            cell.check_segments(rows, wrong)
        if "A has" not in sentence:
            with pytest.raises(leeway.ArgumentError, match="^A .*" + sentence):
                cell.check_segments(wrong, rows)
            with pytest.raises(leeway.ArgumentError, match="^Q .*" + sentence):
                cell.check_states(wrong)
            if "6 numbers" not in sentence:
                with pytest.raises(leeway.ArgumentError, match=r"^positions .*" + sentence.replace("n x 6", "n x values")):
                    cell.tracks([leeway.Track(wrong)]) if wrong is not None else cell.tracks([leeway.Track({})])
    rows[2, 3] = np.nan
    with pytest.raises(leeway.ArgumentError, match="^2|segment 2|state 2|2:"):
        cell.check_segments(rows, rows)
    works(cell)


def test_short_rows_after_long_ones(cell):
    """A configuration that does not fit into the default buffer, and -1, which C takes for an error."""
    assert cell.check([-1] * 6, HOME).json() == cell.check(np.full(6, -1.0), HOME).json()
    for long in ([0.0] * 3000, np.zeros(3000), np.zeros(6000)[::2], [1] * 33, ["a"] * 100):
        with pytest.raises(leeway.ArgumentError):
            cell.check(HOME, long)
    works(cell)


def test_rows_are_let_go(cell, rows):
    """An array may be resized after a call, and after an error: its memory is not held."""
    own = bytearray(8 * 24)
    view = np.frombuffer(own, dtype=float).reshape(4, 6)
    cell.check_states(view)
    cell.check(view[0], view[1])
    for wrong in (lambda: cell.check_segments(view, rows[:3]), lambda: cell.check_segments(view, rows[:, :5]),
                  lambda: cell.check(view[0, :5], view[1])):
        with pytest.raises(leeway.ArgumentError):
            wrong()
    del view
    own.extend(b"more")


def test_room_for_answers(cell, rows):
    """The package allocates the output; too small or too large a buffer is refused all the same."""
    for bytes_of_room in (4 * 48 - 1, 4 * 48 + 1, 0, 4 * 128):
        with pytest.raises(leeway.ArgumentError, match="the answers need 192 bytes"):
            cell._states(rows, bytearray(bytes_of_room))
    with pytest.raises(BufferError):
        cell._states(rows, bytes(160))
    for wrong in (rows[None], rows[0]):
        with pytest.raises(leeway.ArgumentError, match="2 dimensions"):
            cell._states(wrong, bytearray(160))


def test_rows_without_copies(cell, rows):
    rows[:, 0] = [0, 0.1, 0.2, 0.3]
    wide = np.zeros((8, 9))
    wide[::2, 2:8] = rows
    view = wide[::2, 2:8]
    told = cell.check_segments(view, view[:1])
    assert told.tobytes() == cell.check_segments(rows, rows[:1].copy()).tobytes()
    assert cell.check_states(view).tolist() == cell.check_states(rows.tolist()).tolist()
    same = np.broadcast_to(rows[0], (4, 6))
    told = cell.check_segments(same, rows, clearance=True).tobytes()
    assert told == cell.check_segments(rows[:1], rows, clearance=True).tobytes()
    assert len(cell.check_segments(np.zeros((0, 6)), np.zeros((0, 6)))) == 0
    assert len(cell.check_states(np.zeros((0, 6)))) == 0


@pytest.mark.parametrize(
    "options,sentence",
    [
        ({"method": "fast"}, "no method 'fast'"),
        ({"method": 3}, "no method"),
        ({"time_tolerance": "small"}, "time_tolerance takes a number"),
        ({"time_tolerance": -1.0}, "tolerance"),
        ({"time_tolerance": math.nan}, "tolerance"),
        ({"budget_queries": -1}, "whole number"),
        ({"budget_queries": 1.5}, "whole number"),
        ({"layers": 2**40}, "whole number from 0 to 4294967295"),
        ({"budget_queries": "3"}, "whole number"),
        ({"any": "no"}, "any takes True or False"),
        ({"clearance": "yes"}, "clearance takes True or False"),
        ({"joints": "arm"}, "Scene.joints"),
    ],
)
def test_options(cell, options, sentence):
    with pytest.raises(leeway.ArgumentError, match=sentence):
        cell.check(HOME, HOME, **options)
    works(cell)


def test_unknown_options(cell):
    with pytest.raises(TypeError, match="clearence"):
        cell.check(HOME, HOME, clearence=True)
    with pytest.raises(TypeError):
        cell.check()
    with pytest.raises(leeway.ArgumentError, match="threads"):
        cell.check_segments([HOME], [HOME], threads=-1)
    for threads in ("all", 1.0, 1025, 2**32, None):
        with pytest.raises(leeway.ArgumentError, match="threads takes a whole number from 0 to 1024"):
            cell.check_segments([HOME], [HOME], threads=threads)
    assert cell.check_states([HOME], threads=np.int64(1), budget_queries=np.uint8(200), layers=np.int32(3)).all()
    with pytest.raises(leeway.ArgumentError, match="seconds"):
        cell.check_segments([HOME], [HOME], seconds="all")


def test_files(tmp_path):
    with pytest.raises(leeway.FileError, match="nothing.json"):
        leeway.Scene(tmp_path / "nothing.json")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{\n  "margin": "wide"\n}')
    with pytest.raises(leeway.Error) as raised:
        leeway.Scene(wrong)
    assert raised.value.file == os.fspath(wrong) and raised.value.line == 2 and raised.value.column > 0
    assert str(raised.value).startswith(f"{wrong}:2:")
    wrong.write_text("{")
    with pytest.raises(leeway.ParseError) as raised:
        leeway.Scene(wrong)
    assert raised.value.line == 1 and raised.value.status == "syntax"
    with pytest.raises(leeway.ArgumentError, match="a text or a path"):
        leeway.Scene(3)


def test_searches(cell):
    for wrong, sentence in [({"seed": -1}, "seed takes a whole number from 0 on"), ({"seed": "a"}, "seed takes"),
                            ({"nodes": -1}, "nodes takes"), ({"nodes": 2**64}, "nodes takes"), ({"nodes": 1.5}, "nodes"),
                            ({"shortcuts": None}, "shortcuts takes"), ({"threads": -1}, "threads takes"),
                            ({"threads": "2"}, "threads takes"), ({"threads": 1025}, "threads takes"), ({"method": "rrt"}, "no planner 'rrt'")]:
        with pytest.raises(leeway.ArgumentError, match=sentence):
            leeway.plan(cell, "ready", "reach", **wrong)
    planner = leeway.Planner(cell)
    for wrong in (lambda: planner.roadmap(-1), lambda: planner.roadmap().grow(-1), lambda: planner.roadmap().grow("a"),
                  lambda: cell.meeting("shoulder", "flange", samples=-1), lambda: cell.meeting("shoulder", "flange", seed="a"),
                  lambda: cell.meeting("shoulder", "flange", budget_boxes=2**64)):
        with pytest.raises(leeway.ArgumentError, match="whole number"):
            wrong()
    with pytest.raises(leeway.ArgumentError, match="bounds take 6 numbers"):
        leeway.Planner(cell, lower=[0] * 5)
    with pytest.raises(leeway.ArgumentError, match="not one of this planner"):
        planner.find("ready", "reach", roadmap=leeway.Planner(cell).roadmap())
    around = [-0.4, 0.1, 0.3, 0, 1.17, 1.5708], [1.6, 0.1, 0.3, 0, 1.17, 1.5708]
    with pytest.raises(leeway.StateError, match="one call at a time"):
        planner.find(*around, method="aorrtc", nodes=2**60, stop=lambda: planner.find("ready", "reach"))
    assert leeway.plan(cell, "ready", "reach", seed=2**64 - 1, nodes=np.int64(1000)).found
    works(cell)


def test_names(cell):
    for name in ("ready\0", "\0", "rea\0dy"):
        with pytest.raises(leeway.ArgumentError, match="a zero byte"):
            cell.check(name, HOME)
        with pytest.raises(leeway.ArgumentError, match="a zero byte"):
            cell.joints(names=["joint_1", name])
    with pytest.raises(leeway.NameUnknownError, match="elbow"):
        cell.joints(names=["elbow"])
    with pytest.raises(LookupError):
        cell.joints("leg")
    with pytest.raises(leeway.ArgumentError):
        cell.joints(names="joint_1")
    with pytest.raises(leeway.NameUnknownError, match="under the lamp"):
        cell.motion("over the lamp")
    with pytest.raises(leeway.NameUnknownError):
        cell.moved("lampe", (0, 0, 1))


def test_motions(cell, scenes):
    with pytest.raises(leeway.ArgumentError, match="finite"):
        cell.segment([math.inf] * 6, HOME)
    with pytest.raises(leeway.ArgumentError):
        cell.motion({"from": object(), "to": HOME})
    with pytest.raises(leeway.Error, match="pathh"):
        cell.motion(pathh=[HOME])
    with pytest.raises(leeway.Error):
        cell.path([HOME, HOME[:4]])
    with pytest.raises(leeway.ArgumentError, match="interpolation"):
        cell.motion({"path": [HOME]}, interpolation="spline")
    other = leeway.Scene(scenes / "cell.json")
    with pytest.raises(leeway.ArgumentError, match=r"Scene\.motion\(motion\) makes it one of this"):
        other.check(cell.segment(HOME, HOME))
    with pytest.raises(leeway.ArgumentError, match="motion"):
        cell.near_misses(HOME, 0.1)
    with pytest.raises(leeway.Error, match="threshold"):
        cell.near_misses(cell.segment(HOME, HOME), -1.0)
    works(cell)


def test_limits_and_notices(cell, scenes):
    beyond = HOME[:2] + [2.0] + HOME[3:]
    with pytest.warns(leeway.Notice, match="joint_3") as seen:
        cell.check(beyond, HOME)
    assert seen[0].filename == __file__
    with pytest.warns(leeway.Notice, match=r"\(and 9 more in this call\)") as seen:
        cell.check_segments(np.tile(beyond, (10, 1)), np.tile(HOME, (10, 1)))
    assert len(seen) == 1 and seen[0].filename == __file__
    other = [HOME[0], -9.0, *HOME[2:]]
    with pytest.warns(leeway.Notice, match=r"joint_3.*\(and 2 more in this call\)"):
        cell.check_segments([beyond, other, other], [HOME] * 3, threads=1)
    told = []
    taking = leeway.Scene(scenes / "cell.json", on_notice=lambda *notice: told.append(notice))
    taking.check_segments(np.tile(beyond, (10, 1)), np.tile(HOME, (10, 1)), threads=2)
    assert len(told) == 10 and "joint_3" in told[0][0]
    silent = leeway.Scene(scenes / "cell.json", on_notice=None)
    rows = silent.check_segments([beyond, HOME], [HOME, HOME])
    assert rows["notices"].tolist() == [1, 0] and rows.noticed.tolist() == [True, False]
    assert silent.check_states([HOME, beyond], details=True, clearance=True)["notices"].tolist() == [0, 1]
    for verdict in (silent.check(beyond, HOME), silent.check_state(beyond), silent.check(silent.segment(beyond, HOME)),
                    *silent.check_motions([silent.segment(beyond, HOME)])):
        (sentence,) = verdict.notices
        assert sentence.startswith('joint "joint_3": value 2 is outside its limits')
        assert json.loads(verdict.json())["notices"] == [sentence]
    assert silent.segment(beyond, HOME).notices == (sentence,)
    free = silent.check(HOME, HOME)
    assert free.notices == () and "notices" not in free.json()
    strict = leeway.Scene(scenes / "cell.json", strict_limits=True)
    with pytest.raises(leeway.LimitError, match="joint_3"):
        strict.check(beyond, HOME)
    assert silent.check(beyond, HOME).kind == taking.check(beyond, HOME).kind

    def refuse(*notice):
        raise KeyError(notice[0])

    raising = leeway.Scene(scenes / "cell.json", on_notice=refuse)
    with pytest.raises(KeyError, match="joint_3"):
        raising.check(beyond, HOME)
    with pytest.raises(KeyError, match="joint_3"):
        raising.check_segments([beyond] * 4, [HOME] * 4, threads=2)
    works(raising)


def test_notices_of_a_file_that_raise(tmp_path, scenes):
    srdf = tmp_path / "arm.srdf"
    text = (scenes / "arm" / "arm.srdf").read_text()
    srdf.write_text(text.replace("</robot>", '<disable_collisions link1="base" link2="nobody" reason="Never"/></robot>'))

    def refuse(*notice):
        raise KeyError(notice[0])

    builder = leeway.SceneBuilder(on_notice=refuse)
    with pytest.raises(KeyError, match="nobody"):
        builder.load_robot(scenes / "arm" / "arm.urdf", srdf)


def test_the_first_exception_comes_out(scenes):
    """Only one of two exceptions that two threads of a batch raise comes out."""
    both, raised = threading.Barrier(2), []

    def refuse(*notice):
        both.wait(60)
        raised.append(notice)
        raise KeyError(len(raised))

    scene = leeway.Scene(scenes / "cell.json", on_notice=refuse)
    beyond = [HOME[:2] + [2.0] + HOME[3:]] * 64
    before = sys.getswitchinterval()
    sys.setswitchinterval(60)  # between raising and keeping no other thread has a turn
    try:
        with pytest.raises(KeyError, match="^1$"):
            scene.check_segments(beyond, [HOME] * 64, threads=2)
    finally:
        sys.setswitchinterval(before)
    assert len(raised) == 2


def test_poses_and_shapes(cell):
    for wrong in [(1, 2), "somewhere", np.zeros((3, 3)), [[1, 2], 3], object(), np.zeros((4, 4)), 2 * np.eye(4)]:
        with pytest.raises(leeway.ArgumentError):
            cell.moved("lamp", wrong)
    with pytest.raises(leeway.ArgumentError):
        cell.moved("lamp", (0, 0, 0, 0, 0, 0, 0))
    with pytest.raises(leeway.ArgumentError):
        cell.moved("lamp", (math.nan, 0, 0))
    for text in [lambda: cell.moved("lamp", ["1", "2", "3"]), lambda: leeway.Pose.from_rpy(("1", 2, 3), 0, 0, 0),
                 lambda: leeway.Pose.from_rpy((1, 2, 3), 0, "0", 0), lambda: leeway.Pose().point(("1", 2, 3)),
                 lambda: leeway.PlanarShape([["0", "1"], ["1", "0"]]), lambda: leeway.PlanarShape([[0, 1]], "1"),
                 lambda: cell.pair_distance(cell.segment(HOME, HOME), "0.5", "gripper", "post"),
                 lambda: cell.tracks([leeway.Track([["0"] * 6, ["1"] * 6])])]:
        with pytest.raises(leeway.ArgumentError):
            text()
    assert cell.with_joint("joint_1", np.float32(0.5)).with_joint("joint_1", np.int64(0)).check(HOME, HOME).free
    for make in [lambda: leeway.Sphere(-1), lambda: leeway.Box(1, 1, math.nan), lambda: leeway.Box("1", "1", "2"),
                 lambda: leeway.Mesh([[0, 0, 0]], [[0, 1, 2]]), lambda: leeway.Mesh([[0, 0]], []),
                 lambda: leeway.Mesh(np.eye(3), [[0.0, 1.0, 2.0]]), lambda: leeway.Mesh(np.eye(3), [[0, 1, -1]]),
                 lambda: leeway.Polytope([]), lambda: leeway.Polytope("abc")]:
        with pytest.raises(leeway.Error):
            make()
    with pytest.raises(leeway.ArgumentError, match="a shape"):
        cell.with_obstacle("box", "box")
    works(cell)


def test_open_and_frozen():
    builder = leeway.SceneBuilder()
    with pytest.raises(leeway.ModelError, match="allow_empty"):
        builder.freeze()
    builder = leeway.SceneBuilder()
    assert builder.freeze(allow_empty=True).bodies == []
    with pytest.raises(leeway.StateError):
        builder.set_margin(0.1)
    with pytest.raises(leeway.StateError):
        builder.freeze()
    with pytest.raises(leeway.StateError):
        builder.check(HOME, HOME)
    with pytest.raises(leeway.StateError):
        builder._freeze(leeway.Scene.__new__(leeway.Scene))
    with pytest.raises(leeway.StateError):
        leeway.SceneBuilder().check(HOME, HOME)
    with pytest.raises(leeway.StateError, match=r"edit\(\) begins"):
        leeway.SceneBuilder().freeze(allow_empty=True)._do("set_margin", (0.1,))
    with pytest.raises(leeway.ArgumentError, match="no joint of kind 'ball'"):
        leeway.SceneBuilder().add_robot("r").add_link("r", "a").add_link("r", "b").add_joint("r", "j", "ball", "a", "b")
    fresh = leeway.Scene.__new__(leeway.Scene)
    with pytest.raises(leeway.StateError):
        fresh.check(HOME, HOME)
    with pytest.raises(leeway.StateError):
        fresh._files()
