"""The functions, macros and tables of source files, by name: a mutant's text is searched in one of them.

An item is a definition or declaration at the top level of a file of C or C++ (in C++ also within namespaces
and classes), or a function, class or constant of Python. It has the name that it defines.
"""

import re

PART = re.compile(
    r"""(?P<comment>/\*.*?\*/|//[^\n]*)
      | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      | (?P<directive>(?:(?<=\n)|\A)[ \t]*\#(?:[^\n\\]|\\.|\\\n)*)
      | (?P<mark>[{}();])""",
    re.S | re.X)
OUTER = re.compile(r"\b(namespace|class|extern)\b[^;=()]*$|\bextern\s*$")
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)")
NOT_NAMES = {"if", "defined", "sizeof", "alignas", "__attribute__", "target", "_Alignas"}


def name_of(head):
    """The name that a declaration defines: before the parentheses of a function, otherwise the last name
    before brackets or an initial value."""
    head = re.sub(r"/\*.*?\*/|//[^\n]*", " ", head, flags=re.S)
    for found in re.finditer(r"([A-Za-z_]\w*)\s*\(", head):
        if found.group(1) not in NOT_NAMES:
            return found.group(1)
    names = re.findall(r"[A-Za-z_]\w*", head.split("=")[0].split("[")[0])
    return names[-1] if names else ""


def c_items(text):
    """(name, from, to) of each item, in order."""
    items, depth, outer, parens, start, head_end = [], 0, 0, 0, 0, None
    for part in PART.finditer(text):
        kind, mark = part.lastgroup, part.group()
        if kind == "directive" and depth == 0:
            defined = DEFINE.match(mark)
            if defined:
                items.append((defined.group(1), part.start(), part.end()))
            if not text[start:part.start()].strip():
                start = part.end()
        elif kind == "mark" and mark in "()":
            parens += 1 if mark == "(" else -1
        elif kind == "mark" and mark == "{":
            if depth == 0 and OUTER.search(re.sub(r"/\*.*?\*/|//[^\n]*|\"C\"", "", text[start:part.start()], flags=re.S)):
                outer += 1
                start = part.end()
                continue
            if depth == 0 and head_end is None:
                head_end = part.start()
            depth += 1
        elif kind == "mark" and mark == "}":
            if depth == 0:
                outer -= 1
                start = part.end()
                continue
            depth -= 1
            ended = depth == 0 and not re.match(r"\s*[\w\[=,;)]", text[part.end():part.end() + 80].split("\n")[0])
            if ended:
                items.append((name_of(text[start:head_end]), start, part.end()))
                start, head_end = part.end(), None
        elif kind == "mark" and depth == 0 and parens == 0:
            head = text[start:part.start()] if head_end is None else text[start:head_end]
            items.append((name_of(head), start, part.end()))
            start, head_end = part.end(), None
    return items


def python_items(text):
    """(name, from, to) of each item, inner ones after outer ones."""
    items, lines, at = [], text.splitlines(keepends=True), 0
    places = []
    for line in lines:
        places.append(at)
        at += len(line)
    for i, line in enumerate(lines):
        found = re.match(r"( *)(?:def|class) (\w+)|()([A-Z_]\w*)\b[^=(\n]*=", line)
        if not found:
            continue
        indent = len(found.group(1) or "")
        end = next((j for j in range(i + 1, len(lines))
                    if lines[j].strip() and not lines[j].startswith(" " * (indent + 1)) and lines[j][0] not in ")]}"), len(lines))
        items.append((found.group(2) or found.group(4), places[i], places[end] if end < len(lines) else at))
    return items


def items_of(path):
    text = path.read_text()
    return python_items(text) if path.suffix == ".py" else c_items(text)
