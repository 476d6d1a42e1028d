"""Each block of docs/tutorial.md, docs/own-robot.md, docs/ompl.md and docs/cpp.md is run, and its output is compared.
With LEEWAY_WRITE=1 what it prints is written into the file instead.

console: lines after `$ ` run in a shell, each followed by what it prints. python: all blocks in one program;
what one prints stands in the output block after it. A block with the name of a file is this file; a C++ one that is
in example/ has its text. Other lines of C++ stand so in example/ompl.cpp.
"""

import contextlib
import io
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from run_notebook import run

pytestmark = pytest.mark.native

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)


def shell(text, folder, program):
    """A console block with the present output of its commands."""
    environment = {**os.environ, "PATH": f"{Path(program).resolve().parent}:{os.environ['PATH']}"}
    said = ""
    for line in text.splitlines():
        if line.startswith("$ "):
            run = subprocess.run(line[2:], shell=True, cwd=folder, env=environment, text=True, check=False,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            said += f"{line}\n{run.stdout}"
    return said


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """CMake finds the library, which is installed into its own folder."""
    if "LEEWAY_BUILD" in os.environ:
        subprocess.run(["cmake", "--install", os.environ["LEEWAY_BUILD"], "--prefix", tmp_path / "installed"],
                       check=True, stdout=subprocess.DEVNULL)
        monkeypatch.setenv("CMAKE_PREFIX_PATH", str(tmp_path / "installed"))


@pytest.mark.parametrize("name,least", [("tutorial", 16), ("own-robot", 9), ("ompl", 7), ("cpp", 4)])
def test_blocks(name, least, tmp_path, scenes, program, monkeypatch, installed):
    shutil.copytree(scenes, tmp_path / "scenes")
    monkeypatch.chdir(tmp_path)
    file = scenes.parent / "docs" / f"{name}.md"
    example = (scenes.parent / "example" / "ompl.cpp").read_text()
    text = file.read_text()
    names, printed, blocks = {}, None, 0

    def now(match):
        nonlocal printed, blocks
        kind, path, body = match.groups()
        blocks += 1
        if path:
            Path(path).write_text(body)
            whole = scenes.parent / "example" / path
            if kind == "cpp" and whole.exists():
                body = whole.read_text()
            return f"```{kind} {path}\n{body}```"
        if kind == "cpp":
            assert all(line in example for line in body.splitlines())
            return match.group()
        if kind == "console":
            body = shell(body, tmp_path, program)
        elif kind == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(body, file.name, "exec"), names)
            printed = out.getvalue()
        else:
            assert kind == "output", f"a block of {kind} is run by nothing"
            body, printed = printed, None
        return f"```{kind}\n{body}```"

    fresh = BLOCK.sub(now, text)
    assert blocks >= least and not printed
    if os.environ.get("LEEWAY_WRITE"):
        file.write_text(fresh)
    else:
        assert fresh == text


def test_notebook(scenes, monkeypatch):
    """The notebook's outputs are those of running it (run_notebook.py)."""
    monkeypatch.chdir(scenes.parent)
    file = scenes.parent / "docs" / "tutorial.ipynb"
    text = file.read_text()
    fresh = run(text)
    if os.environ.get("LEEWAY_WRITE"):
        file.write_text(fresh)
    else:
        assert fresh == text
    assert fresh.count("image/svg+xml") == 2


POST = {"id": "post", "type": "cylinder", "radius": 0.02, "length": 1.6, "position": [0.5, 0.15, 0.8]}
# robots of the data: two configurations on either side of an obstacle, its shape, pairs that may touch
PUBLIC = {
    "panda": ("0.6,1.3,0.1,-0.7,1.7,0.5,-1.6", "-0.3,1.2,0.8,-0.7,0.8,1.5,-2.1", {**POST, "length": 1.2, "position": [0.5, 0.15, 0.6]}),
    "ur5": ("2.2,2.5,-0.0,0.2,1.8,0.5", "1.9,1.7,-2.0,0.3,0.9,1.2", POST),
    "fanuc": ("0.53,0.69,0.1,-2.07,0.36,2.54", "0.02,-1.52,0.78,-1.54,-0.28,2.33",
              {**POST, "radius": 0.05, "length": 1.8, "position": [0.9, 0.3, 0.9]}),
}


@pytest.mark.parametrize("name", PUBLIC)
def test_own_robot_on_public_ones(name, tmp_path, scenes, program, data):
    """The commands of docs/own-robot.md in their order on a public robot: its files, its scene and its configurations
    stand in the place of the loader's."""
    if data is None:
        pytest.skip("LEEWAY_DATA is not set")
    start, goal, obstacle = PUBLIC[name]
    robot = data / "robots" / name / name
    cell = {"margin": 0.005, "robots": [{"urdf": f"{robot}.urdf", "srdf": "loader.srdf"}], "obstacles": [obstacle]}
    (tmp_path / "cell.json").write_text(json.dumps(cell))
    joints = subprocess.run([program, "info", "--robot", f"{robot}.urdf", "--allow-empty", "--json"], check=True,
                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    names = [joint["name"] for joint in json.loads(joints)["robots"][0]["joints"]]
    limits = "".join(f"  {joint}: {{has_acceleration_limits: true, max_acceleration: 3.0}}\n" for joint in names)
    (tmp_path / "joint_limits.yaml").write_text(f"joint_limits:\n{limits}")
    typed = 0
    for kind, path, body in BLOCK.findall((scenes.parent / "docs" / "own-robot.md").read_text()):
        if kind != "console" or path:
            continue
        for command in re.findall(r"^\$ (.*)$", body, re.M):
            # an SRDF that is there already is kept, as the page says
            command = command.replace("acm --robot loader.urdf", f"acm --robot loader.urdf --srdf {robot}.srdf")
            command = command.replace("loader.urdf", f"{robot}.urdf")
            command = re.sub(r"--from=\S+ --to=\S+", f"--from={start} --to={goal}", command)
            if " verify " in command:
                moved = json.loads((tmp_path / "trajectory.json").read_text())["joints"]
                command = re.sub(r"( --set \S+)+", "".join(f" --set {joint}={value}" for joint, value in zip(moved, start.split(","))), command)
            said = shell(f"$ {command}", tmp_path, program)
            typed += 1
            lines = [line for line in said.splitlines()[1:] if not line.startswith("leeway: ")]
            if " check " in command and "--from" in command:
                assert "contact at t = " in said and "post" in said, said
            elif " check " in command:
                assert lines[0].startswith("free"), said
            elif " verify " in command:
                assert lines[0] == "safe to run", said
            elif " plan " in command:
                assert re.match(r"\d+ waypoints", lines[0]), said
            elif " view " in command:
                assert not lines and (tmp_path / "loader.html").stat().st_size > 100_000, said
    assert typed == 11
