"""Each block of docs/tutorial.md is run, and what it prints is compared. With LEEWAY_WRITE=1 what it prints
is written into the file instead.

console: lines after `$ ` run in a shell, each followed by what it prints. python: all blocks in one program;
what one prints stands in the output block after it.
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

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def shell(text, folder, program):
    """A console block with what its commands print now."""
    environment = {**os.environ, "PATH": f"{Path(program).resolve().parent}:{os.environ['PATH']}"}
    said = ""
    for line in text.splitlines():
        if line.startswith("$ "):
            run = subprocess.run(line[2:], shell=True, cwd=folder, env=environment, text=True, check=False,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            said += f"{line}\n{run.stdout}"
    return said


def test_tutorial(tmp_path, scenes, program, monkeypatch):
    shutil.copytree(scenes, tmp_path / "scenes")
    monkeypatch.chdir(tmp_path)
    file = scenes.parent / "docs" / "tutorial.md"
    text = file.read_text()
    names, printed, blocks = {}, None, 0

    def now(match):
        nonlocal printed, blocks
        kind, body = match.groups()
        if kind == "console":
            body = shell(body, tmp_path, program)
        elif kind == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(body, "tutorial.md", "exec"), names)
            printed = out.getvalue()
        elif kind == "output":
            body, printed = printed, None
        else:
            return match.group()
        blocks += 1
        return f"```{kind}\n{body}```"

    fresh = BLOCK.sub(now, text)
    assert blocks >= 15 and not printed
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
