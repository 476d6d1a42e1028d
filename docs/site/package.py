"""Writes the pages of the reference of the Python package, from the docstrings of the built package and the types in
its sources. PYTHONPATH names the folder that leeway is imported from."""

import ast
import html
import inspect
import re
from pathlib import Path

# the pages, each with the names on it; names that are on none come on a page of their own
PAGES = [
    ("scene", "Scene", ["Scene"]),
    ("build", "SceneBuilder", ["SceneBuilder"]),
    ("motions", "Motions", ["Motion", "Track", "Payload", "MotionReader", "Stage", "Joints", "motion_kind"]),
    ("verdicts", "Verdicts", ["Verdict", "Clearance", "Verdicts", "verdict_array", "table", "methods", "CONTACT", "FREE", "UNDECIDED",
                              "REASONS", "verdict_type", "clearance_type", "clearance_verdict_type"]),
    ("proofs", "Proofs, traces and curves", ["Claim", "ClaimPart", "Step", "Trace", "proof_type", "Curve", "CrossCheck", "Conflict"]),
    ("planning", "Planning and timing", ["plan", "Planner", "Plan", "Roadmap", "time_path", "TimedPath"]),
    ("shapes", "Shapes", ["Shape", "Sphere", "Box", "Cylinder", "Capsule", "Cone", "Ellipsoid", "Mesh", "Polytope", "Disc", "Polygon",
                          "MeshInfo", "Component"]),
    ("convex", "Two convex shapes", ["Distance", "first_contact", "ConvexPair", "BodyState", "Contact", "PlanarShape", "Separation",
                                     "planar_algorithms", "separation_type"]),
    ("facts", "What is in a scene", ["Robot", "Link", "Joint", "NamedState", "Body", "BodyShape", "Pair", "Meeting", "Delays", "DelaySpan", "Cover", "Ball",
                                     "Pose"]),
    ("gate", "Gates for commands", ["Gate", "GateAnswer", "Running", "RunningAnswer"]),
    ("cell", "Work cells", ["Cell", "CellVerdict"]),
    ("srdf", "SRDF files", ["Srdf", "DisabledPair"]),
    ("pages", "Pages and texts", ["Page", "show", "has_viewer", "escape_text", "nearest_name"]),
    ("errors", "Errors and notices", ["Error", "ArgumentError", "FileError", "LimitError", "ModelError", "NameUnknownError",
                                      "NoticeError", "OutOfMemoryError", "ParseError", "StateError", "StoppedError", "Notice"]),
]


def typed(package):
    """The functions of the package's sources and stubs, with their types: {"Scene.check": [function, ...]}."""
    found = {}
    for path in sorted(Path(package).glob("*.py*")):
        if path.suffix not in (".py", ".pyi"):
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(f"{path.stem}.{node.name}", []).append(node)
            elif isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef):
                        found.setdefault(f"{node.name}.{inner.name}", []).append(inner)
                    elif isinstance(inner, ast.AnnAssign):
                        found.setdefault(f"{node.name}.{inner.target.id}", []).append(inner)
    return found


def plain(annotation):
    """A type as a reader sees it."""
    text = ast.unparse(annotation)
    text = re.sub(r"^(['\"])(.*)\1$", r"\2", text)
    text = re.sub(r"'(\w+)'", lambda match: match.group(1) if match.group(1)[0].isupper() else match.group(), text)
    return re.sub(r"\b(?:_core|_batch|_types|npt)\.|\b_(?=[A-Z])|(?<=Page)Of\b|(?<=Scene)Of\b", "", text)


def arguments(function):
    """The parameters of a function, one text each, without self."""
    given = function.args
    out = []

    def add(argument, default=None, mark=""):
        text = mark + argument.arg
        if argument.annotation is not None:
            text += ": " + plain(argument.annotation)
        if default is not None:
            value = ast.unparse(default)
            text += (" = " if argument.annotation is not None else "=") + value
        out.append(text)

    positional = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    for i, (argument, default) in enumerate(zip(positional, defaults)):
        if not (i == 0 and argument.arg in ("self", "cls")):
            add(argument, default)
        if given.posonlyargs and i == len(given.posonlyargs) - 1:
            out.append("/")
    if given.vararg:
        add(given.vararg, mark="*")
    elif given.kwonlyargs:
        out.append("*")
    for argument, default in zip(given.kwonlyargs, given.kw_defaults):
        add(argument, default)
    if given.kwarg:
        add(given.kwarg, mark="**")
    return [text for i, text in enumerate(out) if not (text == "/" and i == 0)]


def signature(path, function):
    """A call as it is written, in lines of at most 100 characters."""
    given = arguments(function)
    result = f" -> {plain(function.returns)}" if function.returns is not None and function.name not in ("__init__", "__new__") else ""
    line = f"{path}({', '.join(given)}){result}"
    if len(line) <= 100:
        return line
    lines, current = [], "    "
    for text in given:
        if len(current) + len(text) > 98:
            lines.append(current.rstrip())
            current = "    "
        current += text + ", "
    lines.append(current.rstrip().rstrip(","))
    return f"{path}(\n" + "\n".join(lines) + f"){result}"


def fenced(text, language):
    return f"```{language}\n{text.rstrip()}\n```\n\n"


def description(text):
    """A docstring as Markdown: paragraphs, and the example as a block."""
    text = text or ""
    before, _, example = text.partition("Example:\n")
    out = ""
    for block in re.split(r"\n\s*\n", before.strip()):
        if not block.strip():
            continue
        if all(line.startswith("    ") for line in block.split("\n")):
            out += fenced(inspect.cleandoc(block), "python")
        else:
            out += f"<p>{html.escape(' '.join(block.split()))}</p>\n\n"
    if example:
        example, _, rest = example.partition("\n\n\n")
        out += fenced(inspect.cleandoc(example), "pycon")
    return out


class Writer:
    def __init__(self, package, members, constants):
        self.package = package
        self.types = typed(Path(package.__file__).parent)
        self.members = members
        self.constants = constants
        self.names = []  # all that have an anchor

    def signatures(self, path, name, owner=None):
        """All forms of a call, from the stubs where these have several."""
        short = path.split(".", 1)[1] if path.startswith("leeway.") else path
        found = self.types.get(short)
        if not found and owner is None:
            module = getattr(getattr(self.package, name), "__module__", "").split(".")[-1]
            found = self.types.get(f"{module}.{name}")
        if found:
            calls = [each for each in found if isinstance(each, ast.FunctionDef)]
            several = [each for each in calls if any("overload" in ast.unparse(mark) for mark in each.decorator_list)]
            if calls:
                return "\n".join(dict.fromkeys(signature(path, each) for each in several or calls[:1]))
        thing = getattr(owner, name) if owner else getattr(self.package, name)
        text = str(inspect.signature(thing))
        return path + re.sub(r"\((?:self|cls)(?:, )?", "(", text, count=1)

    def anchor(self, name, level, title=None):
        self.names.append(name)
        return f"{level} `{title or name}` {{ #{name} }}\n\n"

    def function(self, name):
        return self.anchor(name, "##") + fenced(self.signatures(f"leeway.{name}", name), "python") + \
            description(inspect.getdoc(getattr(self.package, name)))

    def constant(self, name):
        value = getattr(self.package, name)
        return self.anchor(name, "##") + fenced(f"leeway.{name} = {value!r}", "python")

    def made(self, name, thing):
        """How a class is called, or nothing where a user does not make it."""
        for maker in ("__new__", "__init__"):
            calls = [each for each in self.types.get(f"{name}.{maker}", []) if isinstance(each, ast.FunctionDef)]
            if calls and not (thing.__module__.endswith("_core") and len(calls[0].args.args) + len(calls[0].args.kwonlyargs) <= 1):
                return fenced(signature(f"leeway.{name}", calls[0]), "python")
        return ""

    def class_(self, name):
        thing = getattr(self.package, name)
        out = self.anchor(name, "##") + self.made(name, thing)
        bases = [base.__name__ for base in thing.__bases__ if base.__name__ not in ("object", "tuple", "ndarray", name) and not base.__name__.startswith("_")]
        if bases:
            out += f"<p>A kind of {', '.join(f'<code>{base}</code>' for base in bases)}.</p>\n\n"
        out += description(inspect.getdoc(thing))
        fields = getattr(thing, "_fields", ())
        values, calls = [], []
        for member, found in self.members(thing):
            (calls if callable(found) and not inspect.isdatadescriptor(found) else values).append((member, found))
        if fields:
            out += "| field | type |\n|---|---|\n"
            for field in fields:
                declared = self.types.get(f"{name}.{field}", [])
                kind = plain(declared[0].annotation) if declared and isinstance(declared[0], ast.AnnAssign) else ""
                self.names.append(f"{name}.{field}")
                out += f'| <a id="{name}.{field}"></a>`{field}` | {f"`{kind}`" if kind else ""} |\n'
            out += "\n"
        if values:
            out += "| attribute | type | it is |\n|---|---|---|\n"
            examples = ""
            for member, found in values:
                declared = [each for each in self.types.get(f"{name}.{member}", []) if isinstance(each, ast.FunctionDef)]
                kind = plain(declared[0].returns) if declared and declared[0].returns is not None else ""
                text, _, example = (inspect.getdoc(found) or "").partition("Example:\n")
                said = html.escape(" ".join(text.split())).replace("|", "&#124;").replace("*", "&#42;").replace("_", "&#95;").replace("[", "&#91;")
                self.names.append(f"{name}.{member}")
                out += f'| <a id="{name}.{member}"></a>`{member}` | {f"`{kind}`" if kind else ""} | {said} |\n'
                examples += inspect.cleandoc(example) + "\n" if example else ""
            out += "\n" + (fenced(examples, "pycon") if examples else "")
        for member, _ in calls:
            out += self.anchor(f"{name}.{member}", "###") + fenced(self.signatures(f"{name}.{member}", member, thing), "python")
            out += description(inspect.getdoc(inspect.getattr_static(thing, member).__func__
                                              if isinstance(inspect.getattr_static(thing, member), (classmethod, staticmethod))
                                              else getattr(thing, member)))
        return out

    def text(self, name):
        thing = getattr(self.package, name)
        if name in self.constants:
            return self.constant(name)
        return self.class_(name) if inspect.isclass(thing) else self.function(name)


def distributed(package):
    """The page of leeway.distributed, from its source: importing it takes Dask."""
    tree = ast.parse((package / "distributed.py").read_text(encoding="utf-8"))
    out = "# leeway.distributed\n\n" + description(inspect.cleandoc(ast.get_docstring(tree)))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            out += f"## `{node.name}` {{ #distributed.{node.name} }}\n\n" + fenced(signature(f"leeway.distributed.{node.name}", node), "python")
            out += description(ast.get_docstring(node))
    return out


def public(package):
    """The public members of a class that the package defines, and the constants, as test_documented.py has them."""
    def members(owner):
        for name in sorted(dir(owner)):
            definer = next((each for each in owner.__mro__ if name in vars(each)), object)
            if not definer.__module__.startswith("leeway"):
                continue
            if not name.startswith(("_", "n_")) and name not in getattr(owner, "_fields", ()):
                found = inspect.getattr_static(owner, name)
                yield name, getattr(owner, name) if isinstance(found, (classmethod, staticmethod)) else found

    constants = {name for name in package.__all__
                 if not inspect.isclass(getattr(package, name)) and not inspect.isroutine(getattr(package, name))}
    return members, constants


def write(folder):
    """Writes folder/python/*.md. Returns the entries of the navigation, and all names that have an anchor."""
    import leeway

    members, constants = public(leeway)
    writer = Writer(leeway, members, constants)
    placed = {name for _, _, names in PAGES for name in names}
    gone = sorted(placed - set(leeway.__all__))
    if gone:
        raise SystemExit(f"docs/site/package.py has a place for {', '.join(gone)}, which leeway does not have")
    further = [name for name in leeway.__all__ if name not in placed]
    chosen = PAGES + ([("further", "Further names", further)] if further else [])
    (folder / "python").mkdir(parents=True)
    pages = []
    index = {}
    for page, title, names in chosen:
        text = f"# {title}\n\n" + "".join(writer.text(name) for name in names)
        (folder / f"python/{page}.md").write_text(text, encoding="utf-8")
        pages.append((title, f"python/{page}.md"))
        index.update((name, page) for name in names)
    (folder / "python/distributed.md").write_text(distributed(Path(leeway.__file__).parent), encoding="utf-8")
    pages.append(("leeway.distributed", "python/distributed.md"))
    out = "# The Python package\n\n" + description(inspect.cleandoc(leeway.__doc__)) + "| name | it is |\n|---|---|\n"
    for name in sorted(leeway.__all__, key=str.lower):
        said = "" if name in constants else (inspect.getdoc(getattr(leeway, name)) or "")
        said = re.split(r"(?<=[a-z)])\. |\n\n|\.\n", said.strip())[0].rstrip(".")
        said = html.escape(" ".join(said.split())).replace("|", "&#124;").replace("*", "&#42;").replace("_", "&#95;")
        out += f"| [`{name}`]({index[name]}.md#{name}) | {said} |\n"
    (folder / "python/index.md").write_text(out, encoding="utf-8")
    return [("All names", "python/index.md"), *pages], writer.names
