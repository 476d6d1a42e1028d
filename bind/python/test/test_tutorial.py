"""Each block of docs/tutorial.md, docs/ompl.md and docs/cpp.md is run, and its output is compared. With LEEWAY_WRITE=1
what it prints is written into the file instead.

console: lines after `$ ` run in a shell, each followed by what it prints. python: all blocks in one program;
what one prints stands in the output block after it. A block with the name of a file is this file; a C++ one that is
in example/ has its text. Other lines of C++ stand so in example/ompl.cpp.
"""

import contextlib
import io
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


@pytest.mark.parametrize("name,least", [("tutorial", 16), ("ompl", 7), ("cpp", 4)])
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
