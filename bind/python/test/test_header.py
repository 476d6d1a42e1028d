"""Every function of the public header is called by the binding, or docs/python.md says why not."""

import re

import pytest

import leeway

SECTION = "## What is not wrapped"


def headers(root):
    """The text of all public headers in C, without old names."""
    return "".join(path.read_text() for path in sorted((root / "include" / "leeway").glob("*.h")) if path.name not in ("ompl.h", "deprecated.h"))


def functions(header):
    """The names of the functions that a header declares or defines."""
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.S)
    declared = re.findall(r"\bLW_API\b[^;]*?\b(lw_\w+)\(", text)
    started = re.findall(r"\bLW_STARTS\(\w+, (lw_\w+)\)", text)
    return {*declared, *started, *re.findall(r"\bstatic inline lw_\w+ (lw_\w+)\(void\)", text)}


def test_every_option_of_a_check_is_one_here(scenes, cell):
    """Options have the same names here, except that claim, step and sample are claims, steps and
    samples; claims of blocks are in C and the command line only."""
    header = headers(scenes.parent)
    body = re.search(r"typedef struct lw_check_options \{(.*?)\} lw_check_options;", header, re.S).group(1)
    declared = re.findall(r"(\w+)(?:\)\([^)]*\))?;", re.sub(r"/\*.*?\*/", " ", body, flags=re.S))
    named = {"claim": "claims", "step": "steps", "sample": "samples"}
    options = [named.get(name, name) for name in declared if name not in ("struct_size", "blocks") and not name.endswith("_context")]
    assert len(options) == 22 and {"unmeasured", "stop", "budget_queries"} <= set(options)
    said = (scenes.parent / "docs" / "python.md").read_text()
    for name in options:
        try:
            cell.check("ready", "ready", **{name: None})
        except leeway.ArgumentError:
            pass  # of no use, but known; a TypeError says that there is no such option
        assert name in cell.check.__doc__ and f"`{name}" in said, name
    with pytest.raises(TypeError, match="no option"):
        cell.check("ready", "ready", claim=None)


def test_every_function_is_wrapped_or_excused(scenes):
    root = scenes.parent
    known = functions(headers(root))
    assert len(known) > 250 and {"lw_check", "lw_default_shape", "lw_default_check_options", "lw_srdf_text"} <= known
    core = "".join(file.read_text() for file in sorted((root / "bind" / "python" / "core").glob("*.c")))
    called = set(re.findall(r"\blw_\w+", re.sub(r"/\*.*?\*/", " ", core, flags=re.S)))
    said = (root / "docs" / "python.md").read_text().split(SECTION)[1].split("\n## ")[0]
    excused = set(re.findall(r"`(lw_\w+)`", said))
    assert sorted(known - called - excused) == [], "neither wrapped nor named under " + SECTION
    assert sorted(excused & called) == [], "wrapped, and named under " + SECTION
    assert sorted(excused - known) == [], "no functions, but named under " + SECTION
