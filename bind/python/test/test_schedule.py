"""Schedules of the tasks of a cell."""

import json

import pytest

import leeway


@pytest.fixture(scope="module")
def pair(scenes):
    return leeway.Scene(scenes / "two_arms.json")


def test_two_arms(pair, scenes):
    tasks = json.loads((scenes / "two_arms_tasks.json").read_text())
    found = pair.optimise(tasks, threads=1, budget_nodes=200000, seed=5)
    assert found["schedule"] == "optimal"
    assert found["bound"] <= found["makespan"] <= found["greedy"]
    assert sorted(task["task"] for robot in found["robots"].values() for task in robot["tasks"]) == sorted(
        task["name"] for task in tasks["tasks"])
    motion = pair.motion(found["motion"])
    assert pair.check(motion).free
    delays = pair.delays(motion, motion, robots=("left", "right"), lower=-0.04, upper=0.04)
    assert [span.verdict for span in delays.spans] == ["free"]
    assert found == pair.optimise(tasks, threads=2, budget_nodes=200000, seed=5)


def test_refused(pair):
    with pytest.raises(leeway.ArgumentError, match="there are no tasks"):
        pair.optimise({"tasks": []})
    with pytest.raises(leeway.ArgumentError, match='no robot reaches task "deep"'):
        pair.optimise({"tasks": [{"name": "deep", "robots": {"left": [0, 1.5, 0.5, 0, 0, 0]}}]})
