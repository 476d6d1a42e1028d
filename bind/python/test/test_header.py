"""Every function of the public header is called by the binding, or docs/python.md says why not."""

import re

SECTION = "## What is not wrapped"


def functions(header):
    """The names of the functions that a header declares or defines."""
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.S)
    declared = re.findall(r"\bLW_API\b[^;]*?\b(lw_\w+)\(", text)
    started = re.findall(r"\bLW_STARTS\(\w+, (lw_\w+)\)", text)
    return {*declared, *started, *re.findall(r"\bstatic inline lw_\w+ (lw_\w+)\(void\)", text)}


def test_every_function_is_wrapped_or_excused(scenes):
    root = scenes.parent
    known = functions((root / "include" / "leeway" / "leeway.h").read_text())
    assert len(known) > 250 and {"lw_check", "lw_default_shape", "lw_default_options", "lw_srdf_text"} <= known
    core = "".join(file.read_text() for file in sorted((root / "bind" / "python" / "core").glob("*.c")))
    called = set(re.findall(r"\blw_\w+", re.sub(r"/\*.*?\*/", " ", core, flags=re.S)))
    said = (root / "docs" / "python.md").read_text().split(SECTION)[1].split("\n## ")[0]
    excused = set(re.findall(r"`(lw_\w+)`", said))
    assert sorted(known - called - excused) == [], "neither wrapped nor named under " + SECTION
    assert sorted(excused & called) == [], "wrapped, and named under " + SECTION
    assert sorted(excused - known) == [], "no functions, but named under " + SECTION
