"""Every public name has a signature with types, and a docstring with shapes, units, errors and an example that
runs and type checks. The script of ten lines works, and importing the package takes little time."""

import ast
import doctest
import inspect
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import List

import numpy as np
import pytest

import leeway

# made by the library or by other calls: their constructors are not for users
MADE = {leeway.Verdict, leeway.Motion, leeway.Joints, leeway.Clearance, leeway.Distance, leeway.Violation, leeway.Roadmap,
        leeway.MotionReader, leeway.Shape, leeway.Verdicts}
CONSTANTS = {"CONTACT", "FREE", "REASONS", "UNDECIDED", "verdict_type", "clearance_type", "clearance_verdict_type",
             "separation_type", "proof_type"}


def is_field(owner, name):
    return name in getattr(owner, "_fields", ())


def members(owner):
    """The public names of a class that the package defines: (name, the function or property)."""
    for name in sorted(dir(owner)):
        definer = next((each for each in owner.__mro__ if name in vars(each)), object)
        if not definer.__module__.startswith("leeway"):
            continue  # of NumPy's arrays, of tuples and of exceptions
        if name.startswith(("_", "n_")) or is_field(owner, name) or name == "status":
            continue  # n_fields and the like are of Python's own named tuples; status is a text
        found = inspect.getattr_static(owner, name)
        if isinstance(found, (classmethod, staticmethod)):
            found = getattr(owner, name)
        yield name, found


def public():
    """All public names: (path, owner or None, the thing)."""
    for name in leeway.__all__:
        thing = getattr(leeway, name)
        if name in CONSTANTS:
            continue
        yield name, None, thing
        if inspect.isclass(thing):
            for member, found in members(thing):
                yield f"{name}.{member}", thing, found


PUBLIC = {path: (owner, thing) for path, owner, thing in public()}
CALLABLE = {path: thing for path, (owner, thing) in PUBLIC.items() if callable(thing) and not inspect.isclass(thing)}


def is_attribute(thing):
    return inspect.isgetsetdescriptor(thing) or inspect.ismemberdescriptor(thing)


def examples(path):
    owner, thing = PUBLIC[path]
    return doctest.DocTestParser().get_examples(inspect.getdoc(thing) or "")


def test_there_is_much_to_document():
    assert len(PUBLIC) > 250 and len(CALLABLE) > 120
    assert {"Scene.check", "Scene.link_poses", "Pose.point", "Verdict.json", "table", "Scene.sample"} <= set(CALLABLE)
    for name in sorted(CONSTANTS):
        assert hasattr(leeway, name)


@pytest.mark.parametrize("path", PUBLIC)
def test_docstrings(path):
    owner, thing = PUBLIC[path]
    said = inspect.getdoc(thing)
    assert said and len(said) > 10, "no docstring"
    if owner is None and inspect.isclass(thing):
        for field in getattr(thing, "_fields", ()):
            assert re.search(rf"\b{field}\b", inspect.getsource(thing) if thing.__module__ != "leeway._core" else said), field
    if is_attribute(thing):
        return  # a value of a result: the example of its class shows how it is asked
    assert "Example:" in said and examples(path), "no example"
    if path in CALLABLE:
        given = [name for name in inspect.signature(thing).parameters if name not in ("self", "cls")]
        if given and path not in WITHOUT_ERRORS:
            assert re.search(r"\b[Ee]rrors\b|Error\b", said), "no errors"
        if any(re.search(r"ArrayLike|NDArray|Floats", str(parameter.annotation)) for parameter in
               inspect.signature(thing).parameters.values()):
            assert re.search(r"\bn x |\bn numbers|one number per value|[Tt]hree numbers|3 numbers|n radii|one per value|position \(|with_boxes", said), "no shapes"
            assert re.search(r"metre|radian|second|x y z|x, y|units of|whole", said), "no units"


# nothing that they are given is wrong
WITHOUT_ERRORS = {"Verdicts", "SceneBuilder.set_strict", "SceneBuilder.set_strict_limits", "nearest_name", "escape_text",
                  "motion_kind", "Srdf.enables", "Motion.stage_at", "SceneBuilder.set_ros_paths"}


def signature_of(thing):
    if inspect.isclass(thing) and isinstance(inspect.getattr_static(thing, "__new__", None), staticmethod) \
            and "__new__" in vars(thing):
        return inspect.signature(thing.__new__)
    return inspect.signature(thing)


@pytest.mark.parametrize("path", [path for path, (owner, thing) in PUBLIC.items() if not is_attribute(thing)])
def test_signatures(path):
    owner, thing = PUBLIC[path]
    if isinstance(thing, (property,)) or hasattr(thing, "func"):
        function = thing.fget if isinstance(thing, property) else thing.func
        assert inspect.signature(function).return_annotation not in (inspect.Signature.empty, "Any")
        return
    if inspect.isclass(thing) and (thing in MADE or issubclass(thing, BaseException)):
        return
    for name, parameter in signature_of(thing).parameters.items():
        assert parameter.kind is not inspect.Parameter.VAR_POSITIONAL
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            assert path in ("Scene.motion", "Scene.segment", "Scene.path", "Scene.trajectory"), "options without names"


def stub_functions():
    """The functions of the package's sources and stubs: (file, path, node)."""
    folder = Path(leeway.__file__).parent
    for file in sorted([*folder.glob("*.py"), *folder.glob("*.pyi")]):
        for node in ast.parse(file.read_text()).body:
            inner = node.body if isinstance(node, ast.ClassDef) else [node]
            for function in inner:
                if isinstance(function, ast.FunctionDef):
                    owner = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
                    yield file.name, owner + function.name, function


def test_nothing_is_any_that_has_a_type():
    """In public functions no argument and no answer is Any, nor an array of Any."""
    seen = 0
    for file, path, function in stub_functions():
        if any(part.startswith("_") for part in path.split(".")) or file.startswith("_same") or file == "_recipe.py":
            continue
        if file == "_core.pyi" and "." not in path:
            continue  # for the package alone, which gives them types
        if path.split(".")[0] not in leeway.__all__ and file != "distributed.py":
            continue
        seen += 1
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        types = {argument.arg: argument.annotation for argument in arguments if argument.arg not in ("self", "cls")}
        types["return"] = function.returns
        for name, annotation in types.items():
            assert annotation is not None, (file, path, name)
            text = ast.unparse(annotation)
            allowed = path in ("MeshLike.vertices", "MeshLike.faces") or (path, name) == ("Verdict.json", "near")
            assert allowed or not re.search(r"\bAny\b", text), (file, path, name, text)
    assert seen > 150


def test_stubs_have_the_signatures_of_the_module():
    """The arguments of a function in C, by its stub and by its own text, are the same, with the same defaults."""
    compared = 0
    for file, path, function in stub_functions():
        if file != "_core.pyi" or "." not in path or path.split(".")[1].startswith("_"):
            continue
        owner, name = path.split(".")
        found = getattr(getattr(leeway._core, owner), name, None)
        if found is None or not callable(found):
            continue
        given = [argument.arg for argument in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]]
        parameters = inspect.signature(found).parameters
        assert given == list(parameters) or (path == "Scene.check" and given[:2] == ["self", "motion"]), path
        for argument, default in zip(function.args.kwonlyargs, function.args.kw_defaults):
            assert parameters[argument.arg].kind is inspect.Parameter.KEYWORD_ONLY
            if default is not None:
                assert parameters[argument.arg].default == ast.literal_eval(default), (path, argument.arg)
        compared += 1
    assert compared >= 15


@pytest.fixture(scope="module")
def names(scenes, tmp_path_factory):
    scene = leeway.Scene(scenes / "cell.json")
    motion = scene.motion("through the post")
    return {"plant": leeway.Scene(scenes / "workcell.json"),
            "job": {"robots": {"R1": ["shared end"], "R2": ["shared end"]}}, "leeway": leeway, "np": np,
            "scene": scene, "motion": motion, "verdict": scene.check(motion), "home": scene.state("home"),
            "ready": scene.state("ready"), "List": List, "folder": tmp_path_factory.mktemp("docs")}


def filled_cell(plant):
    cell = leeway.Cell(plant)
    for name in plant.motion_names:
        cell.add(name, plant.motion(name))
    return cell


@pytest.mark.parametrize("path", [path for path in PUBLIC if examples(path)])
def test_examples_run(path, names, scenes, monkeypatch):
    monkeypatch.chdir(scenes)
    known = {**names, "cell": filled_cell(names["plant"])}
    test = doctest.DocTest(examples(path), known, path, None, None, None)
    told = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE, verbose=False)
    runner.run(test, out=told.append)
    assert runner.failures == 0, "".join(told)


PRELUDE = """
from pathlib import Path
from typing import List
import numpy as np
import numpy.typing as npt
import leeway
scene = leeway.Scene("cell.json")
motion: leeway.Motion = scene.motion("through the post")
verdict: leeway.Verdict = scene.check(motion)
home: npt.NDArray[np.float64] = scene.state("home")
ready: npt.NDArray[np.float64] = scene.state("ready")
plant = leeway.Scene("workcell.json")
cell = leeway.Cell(plant)
job = {"robots": {"R1": ["shared end"]}}
folder = Path()
"""


def mypy(text, tmp_path):
    """The errors of mypy --strict in a text."""
    pytest.importorskip("mypy")
    file = tmp_path / "examples.py"
    file.write_text(text)
    environment = {**os.environ, "MYPYPATH": str(Path(leeway.__file__).parents[1])}
    run = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(file)],
                         env=environment, cwd=tmp_path, text=True, capture_output=True, check=False)
    return [line for line in run.stdout.splitlines() if re.search(r"examples\.py:\d+: error", line)], file.read_text().splitlines()


@pytest.mark.native
def test_examples_type_check(tmp_path):
    """mypy --strict accepts all examples, each as a function of its own."""
    text = PRELUDE
    for number, path in enumerate(PUBLIC):
        body = "".join(example.source for example in examples(path))
        if body:
            text += f"\n\ndef example_{number}() -> None:  # {path}\n" + textwrap.indent(body, "    ")
    errors, lines = mypy(text, tmp_path)
    assert not errors, "\n".join(f"{error}\n    {lines[int(error.split(':')[1]) - 1]}" for error in errors)


def python_blocks(file):
    return re.findall(r"^```python\n(.*?)^```$", file.read_text(), re.M | re.S)


def ten_lines(scenes):
    section = (scenes.parent / "docs" / "python.md").read_text().split("## Ten lines")[1].split("\n## ")[0]
    return re.search(r"```python\n(.*?)```", section, re.S).group(1)


def test_ten_lines_about_a_robot_of_ones_own(scenes, monkeypatch, tmp_path, capsys):
    script = ten_lines(scenes)
    assert len(script.strip().splitlines()) <= 10
    monkeypatch.chdir(scenes / "arm")
    target = tmp_path / "plan.html"
    exec(script.replace('"plan.html"', repr(str(target))), {})
    said = capsys.readouterr().out
    assert "<leeway.Scene 1 robot (arm)" in said and "<leeway.Verdicts 999:" in said and "True" in said
    assert target.exists()


@pytest.mark.native
def test_ten_lines_type_check(scenes, tmp_path):
    errors, _ = mypy(ten_lines(scenes), tmp_path)
    assert not errors, errors


TIMER = """
import sys, time
begin = time.process_time()
import numpy
middle = time.process_time()
import leeway
end = time.process_time()
print(middle - begin, end - middle)
"""


@pytest.mark.native
def test_importing_takes_little_time():
    """import leeway adds at most 15 ms to import numpy, in the same run: time of the processor, the least of
    several runs."""
    environment = {**os.environ, "PYTHONPATH": str(Path(leeway.__file__).parents[1]), "PYTHONDONTWRITEBYTECODE": ""}
    runs = [subprocess.run([sys.executable, "-c", TIMER], env=environment, text=True, capture_output=True, check=True)
            for _ in range(11)]
    numpy_seconds, leeway_seconds = zip(*([float(number) for number in run.stdout.split()] for run in runs))
    print(f"numpy {1e3 * min(numpy_seconds):.1f} ms, leeway {1e3 * min(leeway_seconds):.1f} ms more")
    assert min(leeway_seconds) <= 0.015


def test_only_what_python_3_10_has():
    """No syntax that is newer than Python 3.10, which is the oldest that the package supports."""
    for file in Path(leeway.__file__).parent.glob("*.py"):
        ast.parse(file.read_text(), feature_version=(3, 10))
        assert not re.search(r"\bexcept\*|\bimport tomllib|\bSelf\b|StrEnum|ExceptionGroup|typing\.Unpack", file.read_text()), file
