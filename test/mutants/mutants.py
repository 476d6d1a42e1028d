"""Mutation tests (./run mutants): each mutant changes one line that decides something, and tests must fail.

The tables of mutants are the text files beside this one, for each floor of src/ and each other folder with
mutants. A block of a table is a mutant's name, and below it
  in:    the function, macro or table in which the text stands or begins (source_items.py); no file, so
         that a source may move
  text:  the original text, which occurs there exactly once; spaces and line ends between words count as
         one space
  with:  the text that replaces it
  kill:  tests, at least one of which must fail, without the data and the long runs; of the Python
         module, files of bind/python/test; of the tool also scripts (test_cli_*); of the verifier of
         claims and of leeway-audit also files of test/claims and test/audit, or tests in them
         (test_sharp.Sharp.test_travel)
  equal: why no test can fail: the mutant answers the same, or only takes more time
A mutant has tests or a reason; one with both is tried, and must survive. Mutants are in src/, tool/, include/,
bind/python/core/, bind/python/leeway/audit/, bench/papers/ and audit/program/.

A mutant's file is compiled alone, and each of its tests is linked again with that object before the
library, so that the linker never takes the original one. A test that shares a program with others
(test/joined.c) is linked alone here. The Python module and the command-line program are linked again
themselves; their tests are files of bind/python/test, and scripts (test/cli/test_cli_*.sh). The verifier of
claims is Python itself; its tests are files of test/claims, or some tests of a file
(test_sharp.Sharp.test_travel), run with a copy of the verifier's folder. The tests of leeway-audit, scripts and files
of Python in test/audit, find the program with the mutant by LEEWAY_AUDIT. The working tree and the build do not change.
Results are kept in build/mutants under a hash of all their inputs: a stopped run goes on where it was, and
a change of sources or tests repeats only the mutants that it concerns.

usage: mutants.py [--check | --list] [NAME or FILE...]   (patterns as of the shell)
Ends with 1 if a mutant survives without a reason, or if a table does not fit the sources.
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

import source_items

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]
BUILD = ROOT / "build"
WORK = BUILD / "mutants"
KEYS = ("in", "text", "with", "kill", "equal")
MUTATED = ("src/**/*.[ch]", "tool/**/*.[ch]", "include/**/*.h", "include/**/*.hpp", "bind/python/core/*.[ch]", "bench/papers/**/*.[ch]",
           "bind/python/leeway/audit/*.py", "audit/program/**/*.[ch]")
MEMORY = 4 << 30
PYTHON = "bind/python/"  # its mutants have tests in Python
MODULE = "python/leeway/_core.abi3.so"
COMMAND = "leeway"  # the program that the scripts run
VERIFIER = "bind/python/leeway/audit/"
CLAIMS = "test/claims/"  # the tests of the verifier, for its mutants
AUDIT, AUDIT_TESTS, AUDITOR = "audit/program/", "test/audit/", "leeway-audit"


class Sources:
    """The files that may hold mutants, and the places of their items by name."""

    def __init__(self):
        self.texts, self.items = {}, {}
        for pattern in MUTATED:
            for path in sorted(ROOT.glob(pattern)):
                file = str(path.relative_to(ROOT))
                self.texts[file] = path.read_text()
                for name, start, end in source_items.items_of(path):
                    self.items.setdefault(name, []).append((file, start, end))

    def places(self, mutant):
        """(file, from, to) of each occurrence of the mutant's text in its item."""
        found, pattern = set(), re.compile(mutant.pattern())
        for file, start, end in self.items.get(mutant.item, []):
            for match in pattern.finditer(self.texts[file], start):
                if match.start() >= end:
                    break
                found.add((file, match.start(), match.end()))
        return sorted(found)


def files_of_tests():
    """{a test's name: its file in the tree, without its ending}"""
    known = {}
    for folder, endings in (("test", (".c", ".cpp", ".sh")), (CLAIMS, (".py",)), (AUDIT_TESTS, (".py",)), (PYTHON + "test", (".py",))):
        for path in sorted((ROOT / folder).rglob("test_*")):
            if path.suffix in endings:
                known.setdefault(path.stem, str(path.relative_to(ROOT).with_suffix("")))
    return known


def is_script(test):
    return (ROOT / f"{test}.sh").is_file()


def runs_auditor(test):
    """Whether a test is a script, or Python, that runs leeway-audit."""
    return test.startswith(AUDIT_TESTS) and not (ROOT / f"{test}.c").is_file()


def is_in_c(test):
    return not is_script(test) and not test.startswith((PYTHON, CLAIMS)) and not runs_auditor(test)


def program_of(test):
    """The program or module that is linked with a mutant for a test, in the folder of the build. The
    verifier's tests run the original program; for a test in C it is a program made here."""
    if test.startswith(CLAIMS):
        return COMMAND
    if test.startswith(PYTHON):
        return MODULE
    if runs_auditor(test):
        return AUDITOR
    return COMMAND if is_script(test) else f"mutants/alone/{Path(test).name}"


def programs_of_tests():
    """{a test's name: its command} as CTest runs it."""
    listed = run(["ctest", "--test-dir", BUILD, "--show-only=json-v1"]).stdout
    return {test["name"]: test["command"] for test in json.loads(listed)["tests"] if "command" in test}


class Mutant:
    def __init__(self, name, table, line):
        self.name, self.where = name, f"{table.relative_to(ROOT)}:{line}: {name}: "
        self.item = self.text = self.replacement = self.equal = self.file = ""
        self.kill, self.span, self.tests = [], (0, 0), []

    def take(self, key, value):
        if key == "kill":
            self.kill = value.split()
        else:
            setattr(self, {"with": "replacement", "in": "item"}.get(key, key), value)

    def pattern(self):
        """A pattern for its text in the file, with any spaces and line ends between the words."""
        return r"\s+".join(re.escape(word) for word in self.text.split())

    def find_tests(self, known):
        """Finds its tests, as files of the tree without their endings. Returns the names without a test."""
        missing = []
        for test in self.kill:
            first, dot, rest = test.partition(".")
            if first in known:
                self.tests.append(known[first] + dot + rest)
            else:
                missing.append(test)
        return missing

    def source(self):
        """The whole file with the mutant in it."""
        text = (ROOT / self.file).read_text()
        return text[:self.span[0]] + self.replacement + text[self.span[1]:]


def read_table(table):
    mutants, problems, current = [], [], None
    for number, line in enumerate(table.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            current = Mutant(line.strip(), table, number)
            mutants.append(current)
            continue
        key, colon, value = line.strip().partition(":")
        if not current or not colon or key not in KEYS:
            problems.append(f"{table.relative_to(ROOT)}:{number}: expected a name or one of {', '.join(KEYS)}")
            continue
        current.take(key, value.strip())
    return mutants, problems


def read_tables():
    mutants, problems = [], []
    for table in sorted(FOLDER.glob("*.txt")):
        more, wrong = read_table(table)
        mutants += more
        problems += wrong
    return mutants, problems


def find_places(mutants):
    """Finds each mutant's place and tests. Returns all that does not fit the sources, so that the tables cannot
    go stale unnoticed."""
    problems, names, sources, tests = [], set(), Sources(), files_of_tests()
    for m in mutants:
        if m.name in names:
            problems.append(m.where + "the name is taken")
        names.add(m.name)
        if m.item not in sources.items:
            problems.append(m.where + f"nothing is named {m.item}")
            continue
        places = sources.places(m) if m.text else []
        if len(places) != 1:
            files = ", ".join(sorted({file for file, _, _ in places}))
            problems.append(m.where + f"the text occurs {len(places)} times in {m.item}; it must be once ({files})")
            continue
        m.file, *m.span = places[0]
        if m.text.split() == m.replacement.split():
            problems.append(m.where + "the replacement is the text")
        if not m.kill and not m.equal:
            problems.append(m.where + "it needs tests that kill it, or a reason why it is equivalent")
        problems += [m.where + f"there is no test {test}" for test in m.find_tests(tests)]
    return problems


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def digest(*parts):
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        whole.update(b"%d " % len(data) + data)
    return whole.hexdigest()


def imported(path):
    """A file of Python, and those beside it that it imports."""
    found, waiting = {path}, [path]
    while waiting:
        for name in re.findall(r"^(?:from|import) (\w+)", waiting.pop().read_text(), re.M):
            other = path.parent / f"{name}.py"
            if other.is_file() and other not in found:
                found.add(other)
                waiting.append(other)
    return sorted(found)


class Builder:
    """The build's commands and dependencies: how objects are compiled and programs linked."""

    def __init__(self, tests):
        in_python = [test for test in tests if test.startswith(PYTHON)]
        own = [test for test in tests if is_in_c(test)]
        self.commands = programs_of_tests() if own else {}
        targets = {self.target_of(test) for test in tests if test not in in_python}
        targets |= {COMMAND, "leeway_python", "leeway_python_package"} if in_python else set()
        targets |= {COMMAND} if any(map(runs_auditor, tests)) else set()
        if run(["ninja", "-C", BUILD, *targets]).returncode:
            print(run(["ninja", "-C", BUILD, *targets]).stdout.decode(), file=sys.stderr)
            sys.exit("mutants: the tests do not build")
        self.compile = {}
        for entry in json.loads((BUILD / "compile_commands.json").read_text()):
            # a test may compile a source of the library again: the command of the library's object counts
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
            target = self.target_of(test)
            commands = run(["ninja", "-C", BUILD, "-t", "commands", target]).stdout.decode()
            line = commands.splitlines()[-1]
            self.link[test] = shlex.split(line.removeprefix(": && ").removesuffix(" && :"))
            if test in own:
                self.link[test] = self.link_alone(test, self.link[test])
            parts = [BUILD / program]
            if test in in_python:
                parts += [ROOT / f"{test}.py", ROOT / PYTHON / "test/conftest.py", *sorted((BUILD / MODULE).parent.glob("*.py"))]
            elif test.startswith(CLAIMS):
                parts += [path for folder in (CLAIMS, VERIFIER) for path in sorted((ROOT / folder).glob("*.py"))]
            elif runs_auditor(test):
                parts += imported(ROOT / f"{test.partition('.')[0]}.py") if not is_script(test) else \
                    [BUILD / COMMAND, ROOT / f"{test}.sh", *sorted((ROOT / AUDIT_TESTS).glob("*.py"))]
            elif is_script(test):
                parts += [ROOT / f"{test}.sh", ROOT / "test/cli/command_line.sh"]
            self.hash[test] = digest(test, *[part.read_bytes() for part in parts])

    def target_of(self, test):
        """The target of the build that links a test's program."""
        command = self.commands.get(Path(test).name)
        if not command or not is_in_c(test):
            return program_of(test)
        return os.path.relpath(command[0], BUILD)

    def link_alone(self, test, command):
        """Links a test without the tests that share its program; returns the command."""
        name, program = Path(test).name, BUILD / program_of(test)
        command[command.index("-o") + 1] = str(program)
        if len(self.commands[name]) > 1:
            shared = f"{Path(self.commands[name][0]).name}.dir/"
            command = [word for word in command if not word.endswith("libtest_joined.a")
                       and (shared not in word or Path(word).name == f"{name}.c.o")]
            command.insert(1, f"-Wl,--defsym=main=main_of_{name}")
        program.parent.mkdir(parents=True, exist_ok=True)
        linked = run(command, cwd=BUILD)
        if linked.returncode:
            sys.exit(f"mutants: {name} does not link alone\n{linked.stdout.decode()}")
        return command

    def object_of(self, source):
        command = self.compile[str(source)]
        return command[command.index("-o") + 1]

    def sources_of(self, file):
        """The sources to compile after a change of a file: itself, or all sources of the library and the
        tests that include it."""
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
    """0 if the test passes, without the data and the long runs. program: for a test of the verifier, the
    folder with the verifier."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LEEWAY_")}
    command, folder = [program], ROOT
    if test.startswith(CLAIMS):
        environment.update(PYTHONDONTWRITEBYTECODE="1", PYTHONPATH=str(program), LEEWAY=str(BUILD / COMMAND),
                           LEEWAY_SOURCE=str(ROOT))
        command, folder = [sys.executable, "-m", "unittest", "-f", test.removeprefix(CLAIMS)], ROOT / CLAIMS
    elif test.startswith(PYTHON):
        environment.update(PYTHONPATH=str(program.parents[1]), PYTHONDONTWRITEBYTECODE="1", LEEWAY=str(BUILD / COMMAND))
        command = [system_python(), "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", f"{test}.py"]
    elif runs_auditor(test):
        environment.update(PYTHONDONTWRITEBYTECODE="1", LEEWAY=str(BUILD / COMMAND), LEEWAY_AUDIT=str(program),
                           LEEWAY_SOURCE=str(ROOT), LEEWAY_BUILD=str(BUILD))
        if is_script(test):
            command = ["sh", "-eu", f"{test}.sh"]
        else:
            command = [sys.executable, "-m", "unittest", "-f", test.removeprefix(AUDIT_TESTS)]
            folder = ROOT / AUDIT_TESTS
    elif is_script(test):
        environment.update(LEEWAY=str(program), LEEWAY_SOURCE=str(ROOT), LEEWAY_BUILD=str(BUILD))
        command = ["sh", "-eu", f"{test}.sh"]
    try:
        done = run(command, cwd=folder, env=environment, timeout=seconds, preexec_fn=limit_memory)
    except subprocess.TimeoutExpired:
        return 1
    return done.returncode


def compile_mutant(builder, mutant, folder):
    """{an object of the build: the mutant's object that replaces it}; None: it does not compile."""
    overlay = folder / "src"
    in_audit = mutant.file.startswith(AUDIT)
    relative = Path(*Path(mutant.file).parts[2 if in_audit else 1:])
    # the auditor's sources include headers from their own folder: they are compiled in a copy of it
    if in_audit:
        shutil.copytree(ROOT / AUDIT, overlay)
    (overlay / relative).parent.mkdir(parents=True, exist_ok=True)
    (overlay / relative).write_text(mutant.source())
    objects = {}
    for source in builder.sources_of(mutant.file):
        command = list(builder.compile[str(source)])
        known = command[command.index("-o") + 1]
        built = folder / (known.replace("/", "_"))
        command[command.index("-o") + 1] = str(built)
        if source == ROOT / mutant.file:
            source = overlay / relative
        elif in_audit and source.is_relative_to(ROOT / AUDIT):
            source = overlay / source.relative_to(ROOT / AUDIT)
        command[command.index("-c") + 1] = str(source)
        # a mutated header is found before the original one; warnings are no errors in a mutant
        command[-1:-1] = [f"-I{overlay}", "-w"]
        if in_audit:
            command.append("-O0")  # compiled in a fifth of the time, with the same answers
        first = next(i for i, word in enumerate(command) if word.startswith(("-I", "-isystem")))
        command.insert(first, f"-I{overlay}")
        if run(command, cwd=BUILD).returncode:
            return None
        objects[known] = str(built)
    return objects


def place_in_target(object_file):
    """An object's path within its target: a source of the tool has objects in several targets."""
    return object_file.rpartition(".dir/")[2].removeprefix("__/")


def target_of_object(object_file):
    return Path(object_file.rpartition(".dir/")[0]).name


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
    archives = {Path(word).stem.removeprefix("lib") for word in builder.link[test] if word.endswith(".a")}
    library = {own for known, own in objects.items() if target_of_object(known) in archives | {"leeway_objects"}}
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
    """The seconds that each test takes without a mutant; it must pass."""
    times = {}
    for test, own in builder.hash.items():
        if own not in results.known:
            start = time.monotonic()
            true = ROOT / VERIFIER if test.startswith(CLAIMS) else BUILD / program_of(test)
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
            return f"killed by {test.removeprefix(CLAIMS)}"
    return "survived"


def judge(builder, results, times, mutant):
    tests = sorted(mutant.tests, key=lambda test: times[test])
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
    mutants, problems = read_tables()
    problems += find_places(mutants)
    for problem in problems:
        print(problem, file=sys.stderr)
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
    builder = Builder(sorted({test for m in chosen for test in m.tests}))
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
