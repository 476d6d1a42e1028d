"""Tests that a site has all public names, commands and documents: site_names.py SOURCE PROGRAM SITE (test_site.sh)."""

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import leeway

SOURCE, PROGRAM, SITE = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
wrong = []


def ids(folder):
    return {name for path in (SITE / folder).glob("*.html") for name in re.findall(r'id="([^"]+)"', path.read_text(encoding="utf-8"))}


def lacks(what, wanted, there, least):
    missing = sorted(set(wanted) - there)
    if missing:
        wrong.append(f"{what} without a place: {', '.join(missing)}")
    if len(set(wanted)) < least:
        wrong.append(f"only {len(set(wanted))} {what}")


# C: whatever the headers call lw_ or LW_, but for what is for the compiler alone
code = "".join(re.sub(r"/\*.*?\*/", "", re.sub(r"#ifdef LW_DUMMY_KIND\n.*?#endif", "", path.read_text(encoding="utf-8"), flags=re.S),
                      flags=re.S) for path in (SOURCE / "include/leeway").glob("*.h") if path.name != "ompl.h")
names = set(re.findall(r"\b(?:lw_\w+|LW_[A-Z]\w*)", code)) - {"LW_API", "LW_PRINTF", "LW_OLD_NAME", "LW_OLD_USE"}
lacks("names of C", names, ids("reference/c"), 500)
symbols = re.findall(r"elf-symbol name='(\w+)'", (SOURCE / ".ci/libleeway.abi").read_text(encoding="utf-8"))
lacks("functions of the library", symbols, ids("reference/c"), 200)

# C++: the classes and functions in the namespace leeway, but not in leeway::detail
cpp = ids("reference/cpp")
classes = set()
for path in (SOURCE / "include/leeway/cpp").glob("*.hpp"):
    text = re.sub(r"^namespace detail\n.*?^\} // namespace detail", "", path.read_text(encoding="utf-8"), flags=re.S | re.M)
    classes |= set(re.findall(r"^(?:class|struct|using) (\w+)(?!;)\b(?!;)", text, re.M))
    classes |= set(re.findall(r"^LEEWAY_STARTED\((\w+),", text, re.M))
lacks("names of C++", classes | {"StateValidityChecker", "MotionValidator"}, cpp, 80)

# Python: the public names, and the public members of classes that the package defines
python = set(leeway.__all__)
for name in leeway.__all__:
    thing = getattr(leeway, name)
    if inspect.isclass(thing):
        for owner in thing.__mro__:
            if owner.__module__.split(".")[0] == "leeway":
                python |= {f"{name}.{member}" for member in vars(owner) if not member.startswith("_") and callable(getattr(thing, member))}
        python |= {f"{name}.{field}" for field in getattr(thing, "_fields", ())}
inherited = {f"{name}.{member}" for name in leeway.__all__ for member in ("count", "index", "with_traceback", "add_note")}
lacks("names of Python", python - inherited, ids("reference/python"), 300)

commands = re.findall(r"^  (\w+) {2,}", subprocess.run([PROGRAM, "help"], text=True, stdout=subprocess.PIPE, check=True).stdout
                      .split("Commands:")[1].split("\n\n")[0], re.M)
lacks("commands", commands, {path.stem for path in (SITE / "reference/commands").glob("*.html")}, 10)

documents = [path.relative_to(SOURCE).with_suffix(".html").as_posix().replace("README.html", "index.html")
             for path in [*(SOURCE / "docs").glob("**/*.md"), *SOURCE.glob("*.md"), SOURCE / "bench/README.md", SOURCE / "src/README.md"]]
lacks("documents", documents, {path.relative_to(SITE).as_posix() for path in SITE.glob("**/*.html")}, 30)

# the menu leads to each document
front = (SITE / "index.html").read_text(encoding="utf-8")
lacks("documents in the menu", [name for name in documents if name != "index.html"], set(re.findall(r'href="([^"#]+)"', front)), 30)

# a list below a line of a paragraph is a list, and links within documents have the anchors of other programs
interfaces = (SITE / "docs/interfaces.html").read_text(encoding="utf-8")
if "<li>All pairs of a link" not in interfaces or 'id="the-way-of-one-check"' not in (SITE / "docs/architecture.html").read_text(encoding="utf-8"):
    wrong.append("lists or anchors are not those of the documents")

# what the search knows, also of pages that are opened as files
index = json.loads((SITE / "search/search_index.json").read_text(encoding="utf-8"))
places = {entry["location"] for entry in index["docs"]}
lacks("places in the index of the search", ["reference/c/check.html#lw_check", "reference/python/scene.html#Scene.check",
                                            "docs/own-robot.html#6-time-it", "reference/commands/plan.html"], places, 4)
if any("kept.c" in place for place in places):
    wrong.append("sources are in the index of the search")
offline = (SITE / "search/offline.js").read_text(encoding="utf-8")
if "lw_scene_freeze" not in offline or "</script" in offline:
    wrong.append("search/offline.js has no index")
if '<script src="../search/offline.js">' not in (SITE / "docs/tour.html").read_text(encoding="utf-8"):
    wrong.append("pages do not take search/offline.js")

print("\n".join(wrong))
sys.exit(1 if wrong else 0)
