"""Python 3.10 is enough: its grammar, for all Python in the project that users run, and the library's way around what
3.11 brought. mypy, which takes the types of 3.10, sees calls that are not there (run.sh)."""

import ast
import sys

import pytest

import leeway
from leeway import _errors
from conftest import SOURCE

OLDEST = (3, 10)
FOLDERS = ["bind/python", "test/claims", "example", "scenes", "gdb", "bench", "docs/site"]


def parse(text):
    return ast.parse(text, feature_version=OLDEST)


def test_grammar():
    files = [file for folder in FOLDERS for file in sorted((SOURCE / folder).rglob("*.py*"))
             if file.suffix in (".py", ".pyi") and "build" not in file.relative_to(SOURCE).parts]
    assert len(files) > 60
    for file in files:
        parse(file.read_text(encoding="utf-8"))
    with pytest.raises(SyntaxError):
        parse("try:\n    f()\nexcept* OSError:\n    pass\n")


def test_package_says_so():
    text = (SOURCE / "bind/python/pyproject.toml").read_text()
    assert 'requires-python = ">=3.10"' in text and 'python_version = "3.10"' in text
    assert "#define Py_LIMITED_API 0x030A0000" in (SOURCE / "bind/python/core/core.h").read_text()


def test_notes_of_errors(monkeypatch):
    error = leeway.ParseError("it is wrong", "file.json", 3)
    monkeypatch.setattr(sys, "version_info", (3, 10, 0))
    _errors.add_note(error, "this looks like jobs")
    assert str(error) == "file.json:3: it is wrong (this looks like jobs)"
