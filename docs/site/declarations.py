"""Reads the declarations of Leeway's own C headers, which clang-format laid out, with the comment above each.

An item is a comment and the declarations below it, up to the next comment or empty line. This is no parser of C: it
relies on the layout of include/leeway, and test_site compares the names that it finds with the headers' own.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

# lines that a reader does not need: guards, includes, and members that exist for a test of the compiler
GUARD = re.compile(r"#(define LEEWAY_(\w*_)?H(PP)?$|include|if|ifdef|ifndef|else|endif)|extern \"C\"")
SECTION = re.compile(r"/\* ---- (.*?) -+ \*/")
DUMMY = re.compile(r"#ifdef LW_DUMMY_KIND\n.*?#endif\n", re.S)  # a member that a test of the compiler adds
NAME = re.compile(r"\b(?:lw_\w+|LW_[A-Z]\w*|LEEWAY_[A-Z]\w*)\b")


@dataclass
class Item:
    """What stands between two empty lines or comments. Its first name is the title; all of them are anchors."""
    comment: str = ""
    code: str = ""
    names: list = field(default_factory=list)   # those that have a heading
    values: list = field(default_factory=list)  # enumerators
    section: str = ""                           # the title of the section that begins here


def comment_text(comment):
    """The text of a comment without its stars."""
    text = re.sub(r"^/\*+ ?|\s*\*+/$", "", comment)
    return re.sub(r"^ \* ?", "", text, flags=re.M).rstrip()


def pieces(text):
    """The file's comments at the margin, its declarations, and the empty lines between: (kind, text)."""
    lines = text.split("\n")
    i = 0
    while i < len(lines):
        line = lines[i]
        if not line.strip():
            yield "empty", ""
            i += 1
        elif line.startswith("/*"):
            begin = i
            while "*/" not in lines[i]:
                i += 1
            i += 1
            yield "comment", "\n".join(lines[begin:i])
        elif GUARD.match(line) or line == "}":
            i += 1
        elif line.startswith("#define"):
            begin = i
            while lines[i].endswith("\\"):
                i += 1
            i += 1
            yield "define", "\n".join(lines[begin:i])
        else:
            begin, depth = i, 0
            while True:
                bare = re.sub(r"/\*.*?\*/|\"[^\"]*\"", "", lines[i])
                depth += bare.count("{") + bare.count("(") - bare.count("}") - bare.count(")")
                i += 1
                if depth == 0 and (re.search(r"[;}]\s*(/\*.*|//.*)?$|\*/$", lines[i - 1]) or lines[i - 1].startswith("LW_STARTS")):
                    break
            yield "code", "\n".join(lines[begin:i])


def names_of(code):
    """The names that a declaration introduces, and its enumerators."""
    values = []
    started = re.fullmatch(r"LW_STARTS\((\w+), (\w+)\)", code.strip())
    if started:
        return [started.group(2)], values
    define = re.match(r"#define (\w+)", code)
    if define:
        return [define.group(1)], values
    bare = re.sub(r"/\*.*?\*/", "", code, flags=re.S)
    if re.match(r"(typedef )?enum\b", bare):
        values = re.findall(r"\b(LW_[A-Z]\w*)\b(?=\s*[,=}\n])", bare[bare.index("{"):])
    pointer = re.match(r"typedef [^;{]*?\(\*(\w+)\)", bare, re.S)
    if pointer:
        return [pointer.group(1)], values
    if bare.startswith("typedef"):
        last = re.sub(r"\s*LW_OLD_\w+\(.*\)", "", bare).rstrip().rstrip(";")
        return [re.findall(r"\w+", last)[-1]], values
    if re.match(r"(struct|enum) \w+", bare):
        return [bare.split()[1]], values
    function = re.search(r"\b(lw_\w+)\(", bare)
    return ([function.group(1)] if function else []), values


def shown(code):
    """A declaration as a reader sees it: without what is for the compiler alone."""
    started = re.fullmatch(r"LW_STARTS\((\w+), (\w+)\)", code.strip())
    if started:
        return f"{started.group(1)} {started.group(2)}(void);"
    code = re.sub(DUMMY, "", code)
    code = re.sub(r"^LW_API ", "", code, flags=re.M)
    return re.sub(r" LW_PRINTF\(\d+, \d+\)", "", code)


def items(text, names_of=names_of, shown=shown):
    """The comment at the head of a header, and its items. The names of a declaration, and the text that is shown of
    it, differ between C and C++."""
    found, item, head = [], None, None

    def close():
        nonlocal item
        if item and (item.code or item.comment or item.section):
            found.append(item)
        item = None

    for kind, piece in pieces(text):
        if kind == "comment" and head is None:
            head = comment_text(piece)
        elif kind == "empty":
            close()
        elif kind == "comment":
            close()
            section = SECTION.match(piece)
            if section:
                found.append(Item(section=section.group(1)))
            else:
                item = Item(comment=comment_text(piece))
        else:
            if re.match(r"#define LW_(API|PRINTF|OLD_\w+)\b", piece):
                continue
            if not shown(piece).strip():
                continue
            item = item or Item()
            names, values = names_of(re.sub(DUMMY, "", piece))
            item.names += [name for name in names if name not in item.names]
            item.values += values
            item.code += ("\n" if item.code else "") + shown(piece)
    close()
    return head, found


def read(header):
    """The comment at the head of a C header, and its items."""
    return items(Path(header).read_text(encoding="utf-8"))
