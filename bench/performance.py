"""Writes docs/performance.md, and the table of README.md, from one run of the benchmarks.

Each section is a benchmark's output as it stands; the table in front is read off these outputs. With --quick the
benchmarks take fewer cases: for trying this program, not for figures to be kept. With --only NAME nothing is written,
and the rows that one benchmark gives are printed.
"""

import argparse
import datetime
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = Path(os.environ.get("LEEWAY_BUILD") or ROOT / "build").resolve() / "bench/bench"
BEGIN = "<!-- figures of docs/performance.md, written by ./run bench performance -->"
END = "<!-- end of the figures -->"
NUMBER = r"([0-9.]+)"


class Missing(Exception):
    """A figure that is not in an output."""


def find(pattern, text):
    found = re.search(pattern, text, re.M)
    if not found:
        raise Missing(pattern)
    return found.groups()


def us(value):
    """Three digits of microseconds, with a unit that a reader takes in at once."""
    value = float(value)
    for unit in ("us", "ms", "s"):
        if value < 1000 or unit == "s":
            break
        value /= 1000
    return f"{value:.3g} {unit}"


def span(values, digits=2):
    values = sorted(float(v) for v in values)
    low, high = f"{values[0]:.{digits}g}", f"{values[-1]:.{digits}g}"
    return low if low == high else f"{low} to {high}"


def motions(text):
    rows = []
    for robot, name in (("panda", "Panda"), ("ur5", "UR5")):
        part = text[text.index(robot + ":"):]
        row = r"^  {}\s+\d+\s+\d+\s+\d+\s+" + NUMBER + r"\s+\S+\s+.*?\s{{2,}}" + NUMBER
        ours = find(row.format("Leeway, any contact"), part)
        theirs = find(row.format("FCL, 1 degree"), part)
        missed = find(r"^  FCL, MoveIt's resolution\s+(\d+)", part)[0]
        for i, what in enumerate(("free", "colliding")):
            rows.append((f"{name}: is a motion free? Mean of {what} ones", f"{us(ours[i])}, proven",
                         f"FCL, samples at 1°: {us(theirs[i])}"))
        rows.append((f"{name}: contacts that were missed", "0",
                     f"FCL, samples as MoveIt takes them: {missed}"))
    return rows


def plan(text):
    rows = []
    for robot, name in (("panda", "Panda"), ("ur5", "UR5")):
        part = text[text.index(f"  {robot}, "):]
        row = r"^  {}\s+\S+ %\s+\S+\s+" + NUMBER
        ours = find(row.format("Leeway, first path"), part)[0]
        theirs, bad = find(r"^  OMPL's RRT-Connect, FCL at MoveIt's resolution\s+\S+ %\s+\S+\s+" + NUMBER +
                           r"(?:\s+\S+){6}\s+(\d+)", part)
        count = find(rf"  {robot}, (\d+) searches", part)[0]
        rows.append((f"{name}: a plan, median of {count} searches", f"{us(1000 * float(ours))}, 0 in contact",
                     f"OMPL's RRT-Connect on FCL: {us(1000 * float(theirs))}, {bad} in contact"))
    return rows


def distance(text):
    ratios = re.findall(r"^\s+\d+ (distant|near|overlap)\s+\S+\s+\S+\s+" + NUMBER, text, re.M)
    apart = [r for kind, r in ratios if kind != "overlap"]
    deep = [r for kind, r in ratios if kind == "overlap"]
    if not apart or not deep:
        raise Missing("ratios of distances")
    return [("Distance of two polytopes of 8 to 512 vertices", f"{span(apart)} of the time", "FCL"),
            ("Their penetration depth", f"{span(deep)} of the time", "FCL")]


def planar(text):
    ratios = re.findall(r"^  \d+ (distant|overlapping|touching)\s+\d+\s+\d+ /\S+\s+\d+ /" + NUMBER, text, re.M)
    if not ratios:
        raise Missing("ratios of polygons")
    return [("Distance of two polygons of 4 to 24 vertices", f"{span(r for _, r in ratios)} of the time", "Box2D")]


def moving_polytopes(text):
    ratios = re.findall(r"^    FCL distance, directional advance(?:\s+\S+){3}\s+" + NUMBER, text, re.M)
    if not ratios:
        raise Missing("ratios of moving polytopes")
    return [("First contact of two moving polytopes", f"{span(ratios)} of the time",
             "conservative advancement on FCL's distance")]


def walls(text):
    rows = []
    for count in ("10,000 balls at 0.2 m", "307,200 balls at 0.6 m"):
        if count in text:
            part = text[text.index(count):]
            free = find(r"^  first, free\s+\d+\s+" + NUMBER, part)[0]
            hit = find(r"^  first, contact\s+\d+\s+" + NUMBER, part)[0]
            rows.append((f"An arm beside {count}", f"{us(free)} free, {us(hit)} to the first contact", "–"))
    return rows


# name, arguments, arguments of a quick run, title, the rows of the table
BENCHMARKS = (
    ("motions", "--stride 8", "--stride 200", "Motions of two arms, beside FCL's samples", motions),
    ("plan", "", "--quick", "Plans, beside OMPL on FCL's samples", plan),
    ("walls", "", "--quick", "Very many obstacles", walls),
    ("octrees", "", "--quick", "Octrees", None),
    ("rasters", "", "--quick", "Height fields and depth images", None),
    ("scale", "", "--quick", "From 10 to 100,000 obstacles", None),
    ("distance", "", "", "Distance and depth of two polytopes, beside FCL", distance),
    ("moving_polytopes", "", "", "Two convex bodies in motion, beside conservative advancement", moving_polytopes),
    ("planar", "", "", "Two polygons, beside Box2D", planar),
    ("threads", "", "--quick", "Threads", None),
    ("work", "--stride 64", "--stride 64", "The time of a unit of work", None),
    ("lines", "", "--quick", "Reading motions and printing verdicts", None),
    ("payloads", "", "--quick", "Objects that are carried", None),
)


def processor():
    for line in open("/proc/cpuinfo", encoding="utf-8"):
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def version_of(command):
    return subprocess.run([command, "--version"], check=True, capture_output=True, text=True).stdout.splitlines()[0]


def table(rows):
    lines = ["| question | Leeway | beside |", "|---|---|---|"]
    return lines + [f"| {a} | {b} | {c} |" for a, b, c in rows]


def page(rows, sections, seconds):
    data = "with the data of `LEEWAY_DATA`" if os.environ.get("LEEWAY_DATA") else "without data"
    head = [
        "# Performance", "",
        "All figures of one run of `./run bench performance`, which writes this page and the table in README. Times are",
        "of one thread where nothing else is said. Ratios count: ours and the peer's are timed in the same run, in turn.",
        "[bench/README.md](../bench/README.md) says how each benchmark compares; [decisions/](decisions/README.md) has",
        "the figures of single choices, and [the comparison with VAMP](decisions/lanes.md).", "",
        f"{datetime.date.today()}, {processor()}, {os.cpu_count()} processors, {version_of('gcc')}, {data}, "
        f"{seconds / 60:.0f} minutes.", "",
        "## In short", "",
    ] + table(rows)
    for name, arguments, title, text in sections:
        head += ["", f"## {title}", "", f"`./run bench {name}{' ' + arguments if arguments else ''}`", "", "```text",
                 text.rstrip("\n"), "```"]
    return "\n".join(head) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", metavar="NAME", choices=[b[0] for b in BENCHMARKS])
    parser.add_argument("--programs", default=PROGRAMS, type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    rows, sections = [], []
    begin = time.monotonic()
    for name, full, quick, title, read in BENCHMARKS:
        if options.only not in (None, name):
            continue
        arguments = quick if options.quick else full
        print(f"{name} {arguments}", file=sys.stderr)
        done = subprocess.run([options.programs / name, *arguments.split()], capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{name} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
        sections.append((name, arguments, title, done.stdout))
        if read and "skipped" not in done.stdout:
            try:
                rows += read(done.stdout)
            except Missing as missing:
                sys.exit(f"{name} printed no line for {missing}:\n{done.stdout}")
    if options.only:
        print("\n".join(table(rows)))
        return
    (ROOT / "docs/performance.md").write_text(page(rows, sections, time.monotonic() - begin), encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    before, rest = readme.split(BEGIN)
    after = rest.split(END)[1]
    shown = "\n".join([BEGIN, ""] + table(rows) + ["", END])
    (ROOT / "README.md").write_text(before + shown + after, encoding="utf-8")


if __name__ == "__main__":
    main()
