"""Delays of two robots."""

import json
import math
import subprocess

import pytest

import leeway


@pytest.fixture(scope="module")
def arms(scenes):
    return leeway.Scene(scenes / "two_arms.json")


def test_spans_are_those_of_the_program(arms, scenes, program):
    turns = arms.motion("in turn")
    lines = subprocess.run([program, "cell", scenes / "two_arms.json", "--conflicts", "--json"], capture_output=True,
                           text=True).stdout.splitlines()
    line = json.loads(lines[0])
    found = arms.delays(turns, turns)
    assert line["robots"] == ["left", "right"] and line["trajectories"] == ["in turn", "in turn"]
    assert line["complete"] == found.complete and line["tiles"] == found.tiles and line["queries"] == found.queries
    assert len(line["delays"]) == len(found.spans)
    for told, span in zip(line["delays"], found.spans):
        assert told["from"] == (None if math.isinf(span.lower) else span.lower)
        assert told["to"] == (None if math.isinf(span.upper) else span.upper)
        assert told["verdict"] == span.verdict
        assert told.get("pair") == (list(span.pair) if span.pair else None)
        assert told.get("times") == (list(span.times) if span.times else None)


def test_delays_are_those_of_motions(arms):
    turns = arms.motion("in turn")
    found = arms.delays(turns, turns, lower=-3, upper=3, tolerance=0.01)
    assert found.spans[0].lower == -3 and found.spans[-1].upper == 3
    contacts = [span for span in found.spans if span.verdict == "contact"]
    assert contacts and contacts[0].pair is not None and contacts[0].times is not None
    other = arms.delays(turns, turns, robots=("right", "left"), tolerance=0.01)
    end = [span.upper for span in arms.delays(turns, turns, tolerance=0.01).spans if span.verdict == "contact"][0]
    begin = [span.lower for span in other.spans if span.verdict == "contact"][0]
    assert abs(end + begin) < 0.02
    assert arms.delays(turns, turns, budget_tiles=3).complete is False
    assert found.at(2.9).verdict == "free"
    with pytest.raises(leeway.ArgumentError, match="the delay 4 is not from -3.* to 3"):
        found.at(4)


def test_wrong_delays(arms, cell):
    turns = arms.motion("in turn")
    with pytest.raises(leeway.NameUnknownError, match="there is no robot 'middle'"):
        arms.delays(turns, turns, robots=("left", "middle"))
    with pytest.raises(leeway.ArgumentError, match="delays are between two robots, not of one"):
        arms.delays(turns, turns, robots=("left", "left"))
    with pytest.raises(leeway.ArgumentError, match="delays are of trajectories"):
        arms.delays(arms.motion("side by side"), turns)
    with pytest.raises(leeway.ArgumentError, match="the scene has 1 robots: say which two"):
        cell.delays(turns, turns)


def test_jobs_with_steps(arms, scenes, program, tmp_path):
    cell = leeway.Cell(arms)
    cell.add("in turn", arms.motion("in turn"))
    late = {"id": 1, "robots": {"left": ["in turn"], "right": [{"wait": 0.5}, "in turn"]}}
    early = {"id": 2, "robots": {"left": [{"wait": 1.2}, "in turn"], "right": ["in turn"]}}
    assert cell.judge(late).free and cell.judge(late).end == arms.motion("in turn").interval[1] + 0.5
    contact = cell.judge(early)
    assert contact.kind == "contact" and contact.trajectories == ("in turn", "in turn")
    assert arms.check(cell.motion(early)).time == contact.time
    near = {"robots": {"left": [{"wait": 1.14}, "in turn"], "right": ["in turn"]}}
    assert cell.judge(near).free
    assert cell.judge(near, robust=0.05).reason == "tolerance"
    assert cell.judge(late, robust=0.05).free
    with pytest.raises(leeway.ArgumentError, match="starts may be shifted by -1 s"):
        cell.judge(late, robust=-1)
    lines = tmp_path / "jobs.jsonl"
    lines.write_text(json.dumps(late) + "\n" + json.dumps(early) + "\n")
    told = subprocess.run([program, "cell", scenes / "two_arms.json", "--jobs", lines, "--json"], capture_output=True,
                          text=True).stdout.splitlines()
    # queries differ: what another job has made known is counted in the same way
    assert [json.loads(line) for line in told] == [json.loads(cell.judge(job).json) for job in (late, early)]
