"""Python gives the answers of the command line, byte for byte of the JSON lines."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import leeway

OPTIONS = [
    ({}, []),
    ({"clearance": True}, ["--clearance"]),
    ({"any": True}, ["--any"]),
    ({"method": "bisection"}, ["--method", "bisection"]),
    ({"method": "slab", "time_tolerance": 1e-6}, ["--method", "slab", "--time-tolerance", "1e-6"]),
    ({"budget_queries": 3}, ["--budget-queries", "3"]),
    ({"budget_work": 300}, ["--budget-work", "300"]),
]


def lines(program, *arguments):
    run = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert run.returncode in (0, 1, 3), run.stderr
    return run.stdout.splitlines()


@pytest.mark.parametrize("name", ["cell", "pick", "two_arms", "bodies", "workcell"])
@pytest.mark.parametrize("options,flags", OPTIONS)
def test_named_motions(scenes, program, name, options, flags):
    scene = leeway.Scene(scenes / f"{name}.json")
    said = lines(program, "check", scenes / f"{name}.json", "--json", *flags)
    assert len(said) == len(scene.motion_names) > 0
    for motion, line in zip(scene.motion_names, said):
        assert scene.check(scene.motion(motion), **options).json(json.dumps(motion)) == line
    together = scene.check_motions([scene.motion(motion) for motion in scene.motion_names], **options)
    assert [v.json(json.dumps(m)) for v, m in zip(together, scene.motion_names)] == said


def test_motions_of_a_file(cell, scenes, program):
    said = lines(program, "check", scenes / "cell.json", "--motions", scenes / "motions.jsonl", "--json")
    read = list(cell.read_motions(scenes / "motions.jsonl"))
    assert len(read) == len(said) > 5
    assert [cell.check(motion).json(json.dumps(id)) for id, motion in read] == said


def test_waypoints(cell, scenes, program):
    said = lines(program, "check", scenes / "cell.json", "--path", scenes / "waypoints.csv", "--json")
    ((_, motion),) = cell.read_motions(scenes / "waypoints.csv", "path")
    assert cell.check(motion).json("0") == said[0]


def test_near_misses(scenes, program):
    scene = leeway.Scene(scenes / "workcell.json")
    said = [json.loads(line) for line in lines(program, "check", scenes / "workcell.json", "--near", "0.1", "--json")]
    counts = 0
    for name, answer in zip(scene.motion_names, said):
        near = scene.near_misses(scene.motion(name), 0.1)
        assert len(near) == len(answer["near"])
        for row, told in zip(near, answer["near"]):
            assert [scene.bodies[i].name for i in row["pair"]] == told["pair"]
            assert [row["lower"], row["upper"]] == told["distance"]
        counts += len(near)
    assert counts > 0


@pytest.mark.parametrize("name", ["bodies", "cell", "pick", "workcell"])
def test_files_of_proofs(scenes, program, tmp_path, name):
    lines(program, "check", scenes / f"{name}.json", "--proof", tmp_path / "said.jsonl")
    scene = leeway.Scene(scenes / f"{name}.json")
    motions = [(m, scene.motion(m)) for m in scene.motion_names]
    verdicts = scene.write_proof(tmp_path / "own.jsonl", motions)
    assert [verdict.json() for verdict in verdicts] == [scene.check(motion).json() for _, motion in motions]
    assert (tmp_path / "own.jsonl").read_text() == (tmp_path / "said.jsonl").read_text()
    # in CBOR, for any kind of path
    lines(program, "check", scenes / f"{name}.json", "--proof", tmp_path / "said.cbor")
    for path in (tmp_path / "own.cbor", str(tmp_path / "text.cbor"), str(tmp_path / "bytes.cbor").encode()):
        assert [v.json() for v in scene.write_proof(path, motions)] == [v.json() for v in verdicts]
        with open(path, "rb") as file:
            assert file.read() == (tmp_path / "said.cbor").read_bytes()
    with pytest.warns(DeprecationWarning, match="it is called write_proof"):
        scene.write_claims(tmp_path / "old.cbor", motions)
    assert (tmp_path / "old.cbor").read_bytes() == (tmp_path / "said.cbor").read_bytes()


def test_cell_jobs(scenes, program):
    scene = leeway.Scene(scenes / "workcell.json")
    said = lines(program, "cell", scenes / "workcell.json", "--jobs", scenes / "jobs.jsonl", "--json")
    cell = leeway.Cell(scene)
    for name in scene.motion_names:
        cell.add(name, scene.motion(name))
    jobs = (scenes / "jobs.jsonl").read_text().splitlines()
    judged = [cell.judge(job) for job in jobs]
    assert [verdict.json for verdict in judged] == said and len(said) > 2
    for verdict in judged:
        known = verdict.kind == "contact"
        assert (verdict.pair is not None) == (verdict.first is not None) == (verdict.trajectories is not None) == known
        if known:
            assert set(verdict.trajectories) <= {*cell.trajectories, None} and len(verdict.points) == 2 and verdict.depth >= 0


def test_options_of_scenes(scenes, program):
    said = lines(program, "check", scenes / "cell.json", "--json", "--margin", "0.05", "--self-margin", "0.001",
                 "--link-padding", "0.01", "--mesh", "surface", "--clearance")
    scene = leeway.Scene(scenes / "cell.json", margin=0.05, self_margin=0.001, link_padding=0.01, mesh="surface")
    assert [scene.check(scene.motion(m), clearance=True).json(json.dumps(m)) for m in scene.motion_names] == said


def test_truth(data, program):
    """A sample of the data's motions: the program's lines, and the truth."""
    if data is None:
        pytest.skip("LEEWAY_DATA is not set: nothing is held against true distances")
    truth = [json.loads(line) for line in (data / "truth" / "panda_mesh.jsonl").read_text().splitlines()]
    by_problem = {}
    for known in truth:
        by_problem.setdefault(known["problem"], {})[known["id"]] = known
    robot = data / "robots" / "panda"
    compared = 0
    for problem in random.Random(19).sample(sorted(by_problem), 4):
        family, number = problem.split("/")
        scene_file = data / "mbm" / "panda" / family / f"scene{number}.yaml"
        motions = data / "motions" / "panda" / f"{family}_{number}.jsonl"
        scene = leeway.Scene.from_urdf(robot / "panda.urdf", srdf=robot / "panda.srdf", scene=scene_file,
                                       mesh="surface", on_notice=None)
        said = lines(program, "check", "--robot", robot / "panda.urdf", "--srdf", robot / "panda.srdf", "--scene",
                     scene_file, "--mesh", "surface", "--motions", motions, "--json", "--group", "panda_arm")
        joints = scene.joints("panda_arm")
        rows = [json.loads(line) for line in motions.read_text().splitlines()]
        A, B = np.array([row["from"] for row in rows]), np.array([row["to"] for row in rows])
        many = scene.check_segments(A, B, joints=joints)
        for row, a, b, line, one in zip(rows, A, B, said, many):
            verdict = scene.check(a, b, joints=joints)
            assert verdict.json(json.dumps(row["id"])) == line
            assert ("free", "contact", "undecided")[one["kind"]] == verdict.kind
            assert one["free_until"] == verdict.free_until
            known = by_problem[problem].get(row["id"])
            if known and not known["grazing"]:
                assert verdict.kind == known["verdict"]
                compared += 1
    assert compared > 10


def test_the_verifier(scenes, program, tmp_path):
    """The verifier of the package accepts the proof of a scene, and refuses it for another one."""
    proof = tmp_path / "proof.jsonl"
    lines(program, "check", scenes / "cell.json", "--proof", proof)
    environment = {**os.environ, "PYTHONPATH": str(Path(leeway.__file__).parents[1])}

    def verify(*words):
        return subprocess.run([sys.executable, "-m", "leeway.audit", proof, *words], env=environment, text=True,
                              capture_output=True, check=False)

    accepted = verify(scenes / "cell.json")
    assert accepted.returncode == 0 and "over the post: free" in accepted.stdout
    refused = verify(scenes / "cell.json", "--margin", "0.01")
    assert refused.returncode == 1 and "refused" in refused.stdout
    assert verify().returncode == 2
