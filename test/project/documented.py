"""Types the commands of the documents: documented.py SOURCE PROGRAM FOLDER (test_documented.sh)."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

SOURCE, PROGRAM, FOLDER = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3])
DATA = os.environ.get("LEEWAY_DATA")

PAGES = ["README.md", "docs/tutorial.md", "docs/tour.md", "docs/own-robot.md", "docs/ompl.md"]
# documents whose blocks are typed, and compared, by another test
TYPED_ELSEWHERE = {"docs/tutorial.md": "test_tutorial.py", "docs/own-robot.md": "test_tutorial.py", "docs/ompl.md": "test_tutorial.py"}
# commands that are not typed here: a pattern, and why
NOT_HERE = [
    (r"\./run (build|test|python|demo|demo ompl)$", "installs packages and compiles; .ci/run does so, and test_read_only calls ./run"),
    (r"\./run bench( \w+)?$", "measures for minutes; ./run nightly builds and starts the benchmarks"),
    (r"\./run site$", "test_site"),
    (r"\./run audit$", "compiles, with libraries that the tests do without; test_audit runs leeway-audit"),
    (r"\./run deb$", "compiles for minutes; ./run nightly deb does so"),
    (r"\./run wheel$", "compiles for minutes; ./run nightly wheel does so"),
    (r"cmake --install build --prefix FOLDER$", "test_install"),
    (r"leeway-bench ", "test_cli_bench"),
    (r"leeway serve ", "waits for clients; test_cli_serve"),
]
MOST_SECONDS = 120


def in_blocks(text):
    """The commands of a document's blocks, each with the lines below it."""
    inside, command, answer = False, None, None
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside
            command = None
        elif inside and line.startswith("$ "):
            command, answer = line[2:], []
            yield command, answer
        elif inside and command:
            answer.append(line)
        elif re.match(r"(    )?\./run ", line):
            yield re.sub(r"\s+#.*", "", line).strip(), None


def in_text(text):
    """The commands in its sentences and tables: spans of code that name a command and a file."""
    bare = re.sub(r"^```.*?^```$", "", text, flags=re.S | re.M)
    for span in re.findall(r"`([^`\n]+)`", bare):
        if re.match(r"\./run \w|cmake --install|leeway-bench \w", span) or \
                (re.match(r"(build/)?leeway [a-z]+ ", span) and re.search(r"\.(json|jsonl|urdf|yaml|csv|html|svg)\b", span)):
            yield span, None


def like(printed, shown):
    """Whether lines are those that are shown; a line `...` stands for any number of lines."""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in shown)
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def copy(source, folder):
    """Copies a folder's files into another one, where they can be written, whatever the modes of the originals."""
    shutil.copytree(source, folder, dirs_exist_ok=True, copy_function=shutil.copyfile)
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)


def prepare(folder):
    """A folder with the files that the documents name: scenes/, and beside it the scenes and the Panda by their names."""
    copy(SOURCE / "scenes", folder / "scenes")
    copy(SOURCE / "scenes", folder)
    (folder / "build").mkdir()
    os.symlink(PROGRAM, folder / "build" / "leeway")
    os.symlink(PROGRAM, folder / "leeway")
    if DATA:
        copy(Path(DATA) / "robots/panda", folder)
        for name in ("scene0001.yaml", "request0001.yaml"):
            shutil.copyfile(Path(DATA) / "mbm/panda/bookshelf_small" / name, folder / name)


def typed(command, folder):
    """Runs a command. `leeway cell` is about vehicles: for it cell.json is the work-cell."""
    if command.startswith("leeway cell cell.json"):
        command = command.replace("cell cell.json", "cell workcell.json")
    environment = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    return subprocess.run(command, shell=True, cwd=folder, env=environment, text=True, check=False, timeout=MOST_SECONDS,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def main():
    wrong = 0

    def fail(*lines):
        nonlocal wrong
        wrong += 1
        print(*lines, sep="\n    ")

    used = set()
    for page in PAGES:
        folder = FOLDER / page.replace("/", "-")
        folder.mkdir()
        prepare(folder)
        text = (SOURCE / page).read_text(encoding="utf-8")
        commands = [*([] if page in TYPED_ELSEWHERE else in_blocks(text)), *in_text(text)]
        if page == "docs/tutorial.md":
            commands += [(command, answer) for command, answer in in_blocks(text) if command.startswith("./run")]
        ran = 0
        for command, answer in commands:
            reason = next((pattern for pattern, _ in NOT_HERE if re.match(pattern, command)), None)
            if reason:
                used.add(reason)
                continue
            if re.search(r"\bpanda\b", command) and not DATA:
                continue
            run = typed(command, folder)
            printed = run.stdout.splitlines()
            ran += 1
            # contact (1) and undecided (3) are answers
            if run.returncode not in (0, 1, 3):
                fail(f"{page}: exit status {run.returncode}", f"$ {command}", *printed[:9])
            elif answer is not None and not like(printed, answer):
                fail(f"{page} shows", *answer, f"$ {command}", *printed)
        least = {"README.md": 6, "docs/tour.md": 14}.get(page, 0)
        if ran < least:
            fail(f"{page} has only {ran} commands")
    for pattern, why in NOT_HERE:
        if pattern not in used:
            fail(f"no document has the command {pattern}, which is not typed here because: {why}")

    lines = (SOURCE / "README.md").read_text(encoding="utf-8").splitlines()
    if len(lines) >= 120:
        fail(f"README.md has {len(lines)} lines; a page has fewer than 120")
    begin, end = (next(i for i, line in enumerate(lines) if line.startswith(mark))
                  for mark in ("<!-- figures of docs/performance.md", "<!-- end of the figures"))
    known = set((SOURCE / "docs/performance.md").read_text(encoding="utf-8").splitlines())
    rows = [line for line in lines[begin + 1:end] if line]
    if len(rows) < 10 or not known.issuperset(rows):
        fail("README.md: the table of figures is not that of docs/performance.md")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
