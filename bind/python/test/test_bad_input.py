"""What is wrong is said, by an exception of its kind, and leaves the scene as it was."""

import math
import os

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
        (np.zeros((1, 6)), "array of 2 dimensions"),
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


def test_arrays(cell, rows):
    for wrong, sentence in [
        (rows[:, :5], "has 6 values"),
        (rows[0], "2 dimensions, not 1"),
        (rows[None], "2 dimensions, not 3"),
        (rows.astype(np.float32), "float64"),
        (rows.astype(int), "float64"),
        (np.asfortranarray(rows), "ascontiguousarray"),
        (rows[::-1], "ascontiguousarray"),
        (rows[:, ::-1], "ascontiguousarray"),
        (rows.astype(">f8"), "float64"),
        (rows[:3], "from has"),
        (rows.astype(object), "float64|object"),
    ]:
        with pytest.raises((leeway.ArgumentError, ValueError), match=sentence):
            cell.check_segments(rows, wrong)
        if sentence != "from has":
            with pytest.raises((leeway.ArgumentError, ValueError), match=sentence):
                cell.check_states(wrong)
    rows[2, 3] = np.nan
    with pytest.raises(leeway.ArgumentError, match="^2|segment 2|state 2|2:"):
        cell.check_segments(rows, rows)
    works(cell)


def test_rows_without_copies(cell, rows):
    rows[:, 0] = [0, 0.1, 0.2, 0.3]
    wide = np.zeros((8, 9))
    wide[::2, 2:8] = rows
    view = wide[::2, 2:8]
    told = cell.check_segments(view, view[:1])
    assert told.tobytes() == cell.check_segments(rows, rows[:1].copy()).tobytes()
    assert cell.check_states(view).tolist() == cell.check_states(rows.tolist()).tolist()
    same = np.broadcast_to(rows[0], (4, 6))
    assert cell.check_segments(same, rows).tobytes() == cell.check_segments(rows[:1], rows).tobytes()
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
        ({"layers": 2**40}, "whole number"),
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
    with pytest.raises(leeway.ArgumentError, match="threads"):
        cell.check_segments([HOME], [HOME], threads="all")
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


def test_names(cell):
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
    with pytest.raises(leeway.ArgumentError, match="another scene"):
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
    told = []
    taking = leeway.Scene(scenes / "cell.json", on_notice=lambda *notice: told.append(notice))
    taking.check_segments(np.tile(beyond, (10, 1)), np.tile(HOME, (10, 1)), threads=2)
    assert len(told) == 10 and "joint_3" in told[0][0]
    strict = leeway.Scene(scenes / "cell.json", strict_limits=True)
    with pytest.raises(leeway.LimitError, match="joint_3"):
        strict.check(beyond, HOME)
    silent = leeway.Scene(scenes / "cell.json", on_notice=None)
    assert silent.check(beyond, HOME).kind == taking.check(beyond, HOME).kind

    def refuse(*notice):
        raise KeyError(notice[0])

    raising = leeway.Scene(scenes / "cell.json", on_notice=refuse)
    with pytest.raises(KeyError, match="joint_3"):
        raising.check(beyond, HOME)
    with pytest.raises(KeyError, match="joint_3"):
        raising.check_segments([beyond] * 4, [HOME] * 4, threads=2)
    works(raising)


def test_poses_and_shapes(cell):
    for wrong in [(1, 2), "somewhere", np.zeros((3, 3)), [[1, 2], 3], object(), np.zeros((4, 4)), 2 * np.eye(4)]:
        with pytest.raises(leeway.ArgumentError):
            cell.moved("lamp", wrong)
    with pytest.raises(leeway.ArgumentError):
        cell.moved("lamp", (0, 0, 0, 0, 0, 0, 0))
    with pytest.raises(leeway.ArgumentError):
        cell.moved("lamp", (math.nan, 0, 0))
    for make in [lambda: leeway.Sphere(-1), lambda: leeway.Box(1, 1, math.nan), lambda: leeway.Box("1", "x", "2"),
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
    fresh = leeway.Scene.__new__(leeway.Scene)
    with pytest.raises(leeway.StateError):
        fresh.check(HOME, HOME)
    with pytest.raises(leeway.StateError):
        fresh._files()
