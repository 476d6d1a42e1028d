"""Reads the classes and functions of leeway/leeway.hpp and leeway/ompl.h: what is public of them, without the bodies
of functions. Like declarations.py it relies on the layout of clang-format: the braces of a function stand alone on
their lines, as far to the right as the function begins."""

import re
from pathlib import Path

import declarations

LABEL = re.compile(r"( *)(public|protected|private):$")
INITIALISERS = re.compile(r"\)((?: noexcept| const)*)\s+: .*", re.S)


def spaces(line):
    return len(line) - len(line.lstrip(" "))


def without_bodies(text):
    """Declarations with a semicolon in place of each function's body."""
    out = []
    lines = text.split("\n")
    i = 0
    while i < len(lines):
        if lines[i].strip() == "{":
            indent = spaces(lines[i])
            begin = len(out) - 1  # the line on which the function or class begins
            while spaces(out[begin]) > indent or out[begin].strip().startswith(":"):
                begin -= 1
            if re.match(r"\s*(template <.*> )?class ", out[begin]) or out[begin].lstrip().startswith("namespace"):
                out.append(lines[i])
            else:
                head = INITIALISERS.sub(r")\1", "\n".join(out[begin:]))
                out[begin:] = (head + ";").split("\n")
                while lines[i] != " " * indent + "}":
                    i += 1
        else:
            out.append(lines[i])
        i += 1
    return "\n".join(out)


def public_members(text):
    """Classes without their members that are not public."""
    out = []
    hidden = None  # how far to the right the label stands that hides what follows
    for line in text.split("\n"):
        label = LABEL.match(line)
        if label and (hidden is None or len(label.group(1)) <= hidden):
            hidden = None if label.group(2) == "public" else len(label.group(1))
            if hidden is not None:
                while out and not out[-1].strip():
                    out.pop()
                continue
        elif hidden is None and line.strip() == "{":
            hidden = spaces(line) + 2  # a class, whose members are private up to the first label
            out.append(line)
            continue
        elif hidden is not None and line.strip().startswith("}") and spaces(line) < hidden:
            hidden = None
        if hidden is None:
            out.append(line)
    return "\n".join(out)


def shown(code):
    code = re.sub(r"(?:, )?(?:class|std::size_t|int) = std::enable_if_t<.*?>>", "", code, flags=re.S)
    return re.sub(r"\n{3,}", "\n\n", code)


def names_of(code):
    bare = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    started = re.match(r"LEEWAY_STARTED\((\w+),", bare)
    if started:
        return [started.group(1)], []
    kind = re.match(r"(?:template <.*?> )?(?:class|struct|using|enum) (?:\[\[\w+\]\] )?(\w+)", bare)
    if kind:
        return [kind.group(1)], []
    function = re.search(r"([\w:]+|operator\S+)\(", bare)
    return ([function.group(1)] if function else []), []


def read(header):
    """The comment at the head of a header of C++, and its items in the namespace leeway."""
    text = Path(header).read_text(encoding="utf-8")
    text = re.sub(r"^namespace detail\n\{.*?^\} // namespace detail\n", "", text, flags=re.S | re.M)
    text = re.sub(r"^(namespace leeway\n\{|\} // namespace leeway|#undef .*)\n", "", text, flags=re.M)
    text = re.sub(r"^(?:class|struct) \w+;\n|^static_assert.*\n", "", text, flags=re.M)
    text = re.sub(r"^#define LEEWAY_STARTED.*?[^\\]\n(?=\n)", "", text, flags=re.S | re.M)
    return declarations.items(public_members(without_bodies(text)), names_of, shown)
