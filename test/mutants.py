"""Mutants: deciding lines made wrong, one at a time, and the tests that must notice (./run mutants).

test/mutants.txt is the table; its head says what a block holds. A mutant's file is compiled alone, and
each of its tests is linked once more with that object before the library, so that the linker never
takes the true one. The Python module and the command-line program are linked once more themselves; their
tests are files of bind/python/test, and scripts (test/test_cli_*.sh). The verifier of claims is Python
itself; its tests are files of test/claims, or some tests of a file (test_sharp.Sharp.test_travel), run in
a copy of the folder. The working tree and the build are left as they are. Results are kept in
build/mutants by what went in, so that a run that was stopped goes on where it was, and a change of the
sources or tests asks again for what it concerns.

usage: mutants.py [--check | --list] [NAME or FILE...]   (patterns as of the shell)
Ends with 1 where a mutant survives without a reason, and where the table does not fit the sources.
"""

import fnmatch
import hashlib
import json
import os
import re
import resource
import shlex
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "test" / "mutants.txt"
BUILD = ROOT / "build"
WORK = BUILD / "mutants"
KEYS = ("file", "text", "with", "kill", "equal")
MEMORY = 4 << 30
PYTHON = "bind/python/"  # mutants in there are met by tests in Python
MODULE = "python/leeway/_core.abi3.so"
COMMAND = "leeway"  # what the scripts run
VERIFIER = "test/claims/"  # mutants in there are met by its own tests


def is_script(test):
    return (ROOT / f"{test}.sh").is_file()


def program_of(test):
    """What is linked with a mutant for a test, in the folder of the build; the verifier's tests run the
    true one."""
    if test.startswith(VERIFIER):
        return COMMAND
    if test.startswith(PYTHON):
        return MODULE
    return COMMAND if is_script(test) else test


class Mutant:
    def __init__(self, name, line):
        self.name, self.line = name, line
        self.file = self.text = self.replacement = self.equal = ""
        self.kill = []

    def tests(self):
        """Its tests, as files of the tree without their endings."""
        folder = PYTHON + "test" if self.file.startswith(PYTHON) else "test"
        if self.file.startswith(VERIFIER):
            folder = VERIFIER.rstrip("/")
        return [f"{folder}/{test}" for test in self.kill]

    def take(self, key, value):
        if key == "kill":
            self.kill = value.split()
        else:
            setattr(self, "replacement" if key == "with" else key, value)

    def pattern(self):
        """Its text in the file, whatever spaces and line ends stand between the words."""
        return r"\s+".join(re.escape(word) for word in self.text.split())

    def source(self):
        """The whole file with the mutant in it."""
        text = (ROOT / self.file).read_text()
        return re.sub(self.pattern(), lambda _: self.replacement, text, count=1)


def read_table():
    mutants, problems, current = [], [], None
    for number, line in enumerate(TABLE.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            current = Mutant(line.strip(), number)
            mutants.append(current)
            continue
        key, colon, value = line.strip().partition(":")
        if not current or not colon or key not in KEYS:
            problems.append(f"{number}: expected a name or one of {', '.join(KEYS)}")
            continue
        current.take(key, value.strip())
    return mutants, problems


def find_problems(mutants):
    """What does not fit the sources: the table cannot go stale unseen."""
    problems, names = [], set()
    for m in mutants:
        where = f"{m.line}: {m.name}: "
        if m.name in names:
            problems.append(where + "the name is taken")
        names.add(m.name)
        if not (ROOT / m.file).is_file():
            problems.append(where + f"there is no file {m.file}")
            continue
        found = len(re.findall(m.pattern(), (ROOT / m.file).read_text())) if m.text else 0
        if found != 1:
            problems.append(where + f"the text occurs {found} times in {m.file}; it must be once")
        if m.text.split() == m.replacement.split():
            problems.append(where + "the replacement is the text")
        if not m.kill and not m.equal:
            problems.append(where + "it needs tests that kill it, or a reason why it is equivalent")
        for test in m.tests():
            endings = (".py",) if test.startswith((PYTHON, VERIFIER)) else (".c", ".cpp", ".sh")
            if test.startswith(VERIFIER):
                test = test.partition(".")[0]  # one test of a file, or all
            if not any((ROOT / f"{test}{ending}").is_file() for ending in endings):
                problems.append(where + f"there is no {test}{' or '.join(endings)}")
    return problems


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def digest(*parts):
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        whole.update(b"%d " % len(data) + data)
    return whole.hexdigest()


class Builder:
    """What the build of the project says about objects and programs."""

    def __init__(self, tests):
        in_python = [test for test in tests if test.startswith(PYTHON)]
        targets = {program_of(test) for test in tests if test not in in_python}
        targets |= {COMMAND, "leeway_python", "leeway_python_package"} if in_python else set()
        if run(["ninja", "-C", BUILD, *targets]).returncode:
            print(run(["ninja", "-C", BUILD, *targets]).stdout.decode(), file=sys.stderr)
            sys.exit("mutants: the tests do not build")
        self.compile = {}
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            # a test may compile a source of the library once more: the library's object is meant
            if entry["file"] not in self.compile or "leeway_objects" in entry["command"]:
                self.compile[entry["file"]] = shlex.split(entry["command"])
        self.uses = {}
        object_file = None
        for line in run(["ninja", "-C", BUILD, "-t", "deps"]).stdout.decode().splitlines():
            if line and not line.startswith(" "):
                object_file = line.split(":")[0]
            elif line.strip():
                used = os.path.normpath(BUILD / line.strip())
                self.uses.setdefault(used, set()).add(object_file)
        self.link, self.hash, self.objects = {}, {}, {}
        for test in tests:
            program = program_of(test)
            commands = run(["ninja", "-C", BUILD, "-t", "commands", program]).stdout.decode()
            line = commands.splitlines()[-1]
            self.link[test] = shlex.split(line.removeprefix(": && ").removesuffix(" && :"))
            parts = [BUILD / program]
            if test in in_python:
                parts += [ROOT / f"{test}.py", ROOT / PYTHON / "test/conftest.py", *sorted((BUILD / MODULE).parent.glob("*.py"))]
            elif test.startswith(VERIFIER):
                parts += sorted((ROOT / VERIFIER).glob("*.py"))
            elif is_script(test):
                parts += [ROOT / f"{test}.sh", ROOT / "test/command_line.sh"]
            self.hash[test] = digest(test, *[part.read_bytes() for part in parts])

    def object_of(self, source):
        command = self.compile[str(source)]
        return command[command.index("-o") + 1]

    def sources_of(self, file):
        """What is compiled anew for a change of a file: itself, or all of the library and the tests
        that include it."""
        whole = ROOT / file
        if whole.suffix == ".c":
            return [whole]
        users = self.uses.get(str(whole), set())
        return [Path(source) for source in self.compile if self.object_of(source) in users]


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def system_python():
    """The interpreter that the module was built for."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    return re.search(r"^Python3_EXECUTABLE:\w+=(.*)$", cache, re.M).group(1)


def try_test(test, program, seconds):
    """0 where the test passes; it passes or fails without the data and the long runs. program: of a test of
    the verifier, the folder with the verifier."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LEEWAY_")}
    command, folder = [program], ROOT
    if test.startswith(VERIFIER):
        environment.update(PYTHONDONTWRITEBYTECODE="1", LEEWAY=str(BUILD / COMMAND), LEEWAY_SOURCE=str(ROOT))
        command, folder = [sys.executable, "-m", "unittest", "-f", test.removeprefix(VERIFIER)], program
    elif test.startswith(PYTHON):
        environment.update(PYTHONPATH=str(program.parents[1]), PYTHONDONTWRITEBYTECODE="1", LEEWAY=str(BUILD / COMMAND))
        command = [system_python(), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"{test}.py"]
    elif is_script(test):
        environment.update(LEEWAY=str(program), LEEWAY_SOURCE=str(ROOT), LEEWAY_BUILD=str(BUILD))
        command = ["sh", "-eu", f"{test}.sh"]
    try:
        done = run(command, cwd=folder, env=environment, timeout=seconds, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return 1
    return done.returncode


def compile_mutant(builder, mutant, folder):
    """The objects that differ, by the object of the build that they stand for; None: no C."""
    overlay = folder / "src"
    relative = Path(*Path(mutant.file).parts[1:])
    (overlay / relative).parent.mkdir(parents=True, exist_ok=True)
    (overlay / relative).write_text(mutant.source())
    objects = {}
    for source in builder.sources_of(mutant.file):
        command = list(builder.compile[str(source)])
        known = command[command.index("-o") + 1]
        built = folder / (known.replace("/", "_"))
        command[command.index("-o") + 1] = str(built)
        command[command.index("-c") + 1] = str(overlay / relative) if source == ROOT / mutant.file else str(source)
        # a mutated header is found before the true one; warnings are no errors in a mutant
        command[-1:-1] = [f"-I{overlay}", "-w"]
        first = next(i for i, word in enumerate(command) if word.startswith("-I"))
        command.insert(first, f"-I{overlay}")
        if run(command, cwd=BUILD).returncode:
            return None
        objects[known] = str(built)
    return objects


def place_in_target(object_file):
    """Where an object stands in its target: that of a source of the tool is in several."""
    return object_file.rpartition(".dir/")[2].removeprefix("__/")


def link_mutant(builder, test, objects, folder):
    command = []
    name = Path(program_of(test)).name
    if test.startswith(PYTHON):
        name = MODULE
        package = (folder / name).parent
        package.mkdir(parents=True, exist_ok=True)
        for source in (BUILD / MODULE).parent.glob("*.py"):
            (package / source.name).unlink(missing_ok=True)
            (package / source.name).symlink_to(source)
    places = {place_in_target(known): own for known, own in objects.items()}
    library = {own for known, own in objects.items() if "leeway_objects" in known}
    program = folder / name
    for word in builder.link[test]:
        if word.endswith(".a") and library:
            command += sorted(library)
            library = set()
        command.append(places.get(place_in_target(word), word) if word.endswith(".o") else word)
    command[command.index("-o") + 1] = str(program)
    return program if run(command, cwd=BUILD).returncode == 0 else None


class Results:
    def __init__(self):
        WORK.mkdir(parents=True, exist_ok=True)
        self.path, self.lock, self.known = WORK / "results", threading.Lock(), {}
        if self.path.exists():
            for line in self.path.read_text().splitlines():
                key, _, value = line.partition(" ")
                self.known[key] = value

    def put(self, key, value):
        with self.lock:
            self.known[key] = value
            with self.path.open("a") as file:
                file.write(f"{key} {value}\n")


def time_tests(builder, results):
    """How long each test takes as it is, where it must pass."""
    times = {}
    for test, own in builder.hash.items():
        if own not in results.known:
            start = time.monotonic()
            true = ROOT / VERIFIER if test.startswith(VERIFIER) else BUILD / program_of(test)
            if try_test(test, true, 600):
                sys.exit(f"mutants: {test} fails without any mutant")
            results.put(own, f"{time.monotonic() - start:.2f}")
        times[test] = float(results.known[own])
    return times


def judge_verifier(times, mutant, tests, folder):
    """The outcome of a mutant of the verifier of claims, in a copy of its folder."""
    shutil.copytree(ROOT / VERIFIER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    changed = folder / Path(mutant.file).name
    changed.write_text(mutant.source())
    try:
        compile(changed.read_text(), changed, "exec")
    except SyntaxError:
        return "does not compile"
    for test in tests:
        if try_test(test, folder, 20 + 20 * times[test]):
            return f"killed by {test.removeprefix(VERIFIER)}"
    return "survived"


def judge(builder, results, times, mutant):
    tests = sorted(mutant.tests(), key=lambda test: times[test])
    key = digest(Path(__file__).read_bytes(), mutant.source(), mutant.file, *[f"{test} {builder.hash[test]}" for test in tests])
    if key in results.known:
        return results.known[key]
    folder = WORK / mutant.name
    run(["rm", "-rf", folder])
    outcome = "survived"
    if mutant.file.startswith(VERIFIER):
        outcome = judge_verifier(times, mutant, tests, folder)
        run(["rm", "-rf", folder])
        results.put(key, outcome)
        return outcome
    objects = compile_mutant(builder, mutant, folder)
    if objects is None:
        outcome = "does not compile"
    elif not objects:
        outcome = "is in no program"
    else:
        for test in tests:
            program = link_mutant(builder, test, objects, folder)
            if not program:
                outcome = f"does not link with {Path(test).name}"
                break
            if try_test(test, program, 20 + 20 * times[test]):
                outcome = f"killed by {Path(test).name}"
                break
    run(["rm", "-rf", folder])
    results.put(key, outcome)
    return outcome


def main(arguments):
    mode = arguments.pop(0) if arguments and arguments[0].startswith("--") else ""
    if mode not in ("", "--check", "--list"):
        sys.exit(__doc__)
    mutants, problems = read_table()
    problems += find_problems(mutants)
    for problem in problems:
        print(f"test/mutants.txt:{problem}", file=sys.stderr)
    if problems or mode == "--check":
        return 1 if problems else 0
    for wanted in arguments:
        if not any(fnmatch.fnmatch(m.name, wanted) or m.file == wanted for m in mutants):
            sys.exit(f"mutants: no mutant is named {wanted}; --list names them")
    chosen = [m for m in mutants
              if not arguments or any(fnmatch.fnmatch(m.name, a) or m.file == a for a in arguments)]
    if mode == "--list":
        for m in chosen:
            print(f"{m.name}  {m.file}  {'equivalent' if m.equal else ' '.join(m.kill)}")
        return 0
    builder = Builder(sorted({test for m in chosen for test in m.tests()}))
    results = Results()
    times = time_tests(builder, results)
    wrong = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        outcomes = pool.map(lambda m: judge(builder, results, times, m) if m.kill else "not run", chosen)
        for mutant, outcome in zip(chosen, outcomes):
            if mutant.equal:
                good = outcome in ("survived", "not run")
                outcome = "equivalent" if good else outcome + ", though the table says it is equivalent"
            else:
                good = outcome.startswith("killed")
            print(f"{mutant.name}: {outcome}", flush=True)
            if not good:
                wrong.append(f"  {mutant.name} ({mutant.file}): {outcome}")
    equal = sum(1 for m in chosen if m.equal)
    print(f"{len(chosen)} mutants, {equal} equivalent, {len(wrong)} to look at")
    if wrong:
        print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
