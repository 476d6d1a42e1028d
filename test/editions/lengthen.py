"""Lengthens every struct that may grow: lengthen.py HEADERS LATER LISTS

Reads the public headers in the folder HEADERS and writes
    LATER   a folder with the headers of a later edition: each struct that begins with struct_size
            has one more member at its end
    LISTS   SIZED_STRUCTS(X), X(noun, the function that starts it), and SIZED_MEMBERS(X),
            X(noun, member), of these structs in this edition
Fails if such a struct is a member of another one, or is passed or returned by value."""

import pathlib
import re
import sys

MEMBER = "later_edition"


def without_comments(text):
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.S)


def structs_of(text):
    """{name: body} of all structs."""
    return {found[3]: found[2] for found in re.finditer(r"typedef struct (\w+) \{\n(.*?)\n\} (\w+);", text, re.S)}


def members_of(body):
    """(type, name, whether it is a pointer) of each member; pointers to functions have no type."""
    members = []
    for declaration in body.split(";"):
        words = " ".join(declaration.split())
        if not words:
            continue
        pointed = re.search(r"\(\*(\w+)", words)
        if pointed:
            members.append(("", pointed[1], True))
            continue
        kind, names = re.fullmatch(r"(?:const )?(\w+)\b(.*)", words).groups()
        for name in names.split(","):
            members.append((kind, re.search(r"(\w+)(?:\[[^\]]*\])*$", name)[1], "*" in name))
    return members


def check(text, sized, structs):
    for name, body in structs.items():
        for kind, member, pointer in members_of(body):
            if kind in sized and not pointer:
                sys.exit(f"{name}.{member} is a {kind}, which may grow: let it be a pointer, or a place that the call fills")
    for result, name, parameters in re.findall(r"LW_API\s+([^;(]*?)(\w+)\(([^;]*)\)[^;]*;", text):
        for words in [result, *parameters.split(",")]:
            if "*" not in words and sized.keys() & set(words.split()):
                sys.exit(f"{name} takes or returns a struct that may grow by value: {' '.join(words.split())}")


def starts_of(text):
    """{struct: the function that starts it}"""
    starts = dict(re.findall(r"\bLW_STARTS\((\w+), (\w+)\)", text))
    starts.update(re.findall(r"static inline (\w+) (lw_default_\w+)\(void\)", text))
    return starts


def lengthened(text, sized):
    for name in sized:
        text = re.sub(rf"\n\}} {name};", f"\n    double {MEMBER};\n}} {name};", text)
    return text.replace("#define LEEWAY_BASE_H\n", "#define LEEWAY_BASE_H\n#define LW_LATER_EDITION\n", 1)


def rows(name, items):
    return f"#define {name}(X) \\\n" + " \\\n".join(f"    X({', '.join(item)})" for item in items) + "\n"


def main(headers, later, lists):
    texts = {path.name: path.read_text() for path in sorted(headers.glob("*.h")) if path.name != "ompl.h"}
    parts = re.findall(r"^ \*     (\w+\.h) ", texts["leeway.h"], re.M)  # in the order of its head comment
    assert {*parts, "leeway.h", "deprecated.h"} == {*texts}, "the head of leeway.h names all parts"
    plain = without_comments("".join(texts[part] for part in parts))
    structs = structs_of(plain)
    sized = {name: body for name, body in structs.items() if body.split(";")[0].split() == ["size_t", "struct_size"]}
    assert len(sized) > 30, "the header is not understood"
    check(plain, sized, structs)
    starts = starts_of(plain)
    later.mkdir(parents=True, exist_ok=True)
    lists.parent.mkdir(parents=True, exist_ok=True)
    later_texts = {name: lengthened(text, sized) for name, text in texts.items()}
    assert sum(text.count(f"double {MEMBER};") for text in later_texts.values()) == len(sized)
    for name, text in later_texts.items():
        (later / name).write_text(text)
    lists.write_text(
        rows("SIZED_STRUCTS", [(name[3:], starts[name][3:]) for name in sized])
        + rows("SIZED_MEMBERS", [(name[3:], member) for name in sized for _, member, _ in members_of(sized[name])])
    )


main(*map(pathlib.Path, sys.argv[1:]))
