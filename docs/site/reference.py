"""Writes the pages of the reference of C and C++ from the headers in include/leeway."""

import html
import re
from pathlib import Path

import classes
import declarations

C_ORDER = re.compile(r"^ \*     (\w+\.h) +(.*)$", re.M)  # the list of headers in leeway.h
WORD = re.compile(r"\b(?:lw_\w+|LW_[A-Z]\w*|LEEWAY_[A-Z]\w*)\b")
CODE = re.compile(r"(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<text>\"[^\"\n]*\")|(?P<name>\b(?:lw|LW|LEEWAY)_\w+\b)"
                  r"|(?P<keyword>\b(?:typedef|struct|enum|static|inline|const|return|sizeof|class|public|template|using"
                  r"|explicit|operator|override|noexcept|default|delete|constexpr|friend)\b)", re.S)


class Index:
    """Where each name of C stands: the page from the folder reference/, and the anchor."""

    def __init__(self):
        self.places = {}

    def add(self, name, page):
        self.places.setdefault(name, f"{page}.html#{name}")

    def link(self, name, page, shown=None):
        """The name as code, a link if it is one of the reference's. page: the page that it is on, c/check."""
        place = self.places.get(name)
        shown = html.escape(shown or name)
        if not place:
            return shown
        return f'<a href="{"../" * page.count("/")}{place}">{shown}</a>'


def code_block(code, index, page):
    """Declarations as HTML, with links from names to where they stand."""
    def linked(text):
        return "".join(index.link(part, page) if WORD.fullmatch(part) else html.escape(part)
                       for part in re.split(r"(\b(?:lw|LW|LEEWAY)_\w+\b)", text))

    code = re.sub(r" +\\$", r" \\", code, flags=re.M)  # macros of several lines
    out, at = "", 0
    for match in CODE.finditer(code):
        out += html.escape(code[at:match.start()])
        kind = match.lastgroup
        if kind == "name":
            out += index.link(match.group(), page)
        elif kind == "keyword":
            out += f'<span class="k">{match.group()}</span>'
        else:
            out += f'<span class="{"c1" if kind == "comment" else "s"}">{linked(match.group())}</span>'
        at = match.end()
    out += html.escape(code[at:])
    return f'<div class="highlight"><pre class="declaration"><code>{out}</code></pre></div>\n'


def paragraphs(text, index, page):
    """A comment as HTML: paragraphs, lists, and lines that are set in as they stand."""
    out = []
    for block in re.split(r"\n\s*\n", text):
        lines = block.split("\n")
        while lines:
            deep = bool(re.match(" {4}", lines[0]))
            count = next((i for i, line in enumerate(lines) if bool(re.match(" {4}", line)) != deep), len(lines))
            part, lines = lines[:count], lines[count:]
            if deep:
                least = min(len(line) - len(line.lstrip()) for line in part)
                out.append(code_block("\n".join(line[least:] for line in part), index, page))
                continue
            for entry in re.split(r"\n(?=- )", "\n".join(part)):
                inside = "".join(
                    f"<code>{index.link(word, page)}</code>" if WORD.fullmatch(word) else html.escape(word)
                    for word in re.split(r"(\b(?:lw|LW|LEEWAY)_\w+\b)", re.sub(r"\s*\n\s*", " ", entry).strip()))
                out.append(f"<ul><li>{inside[2:]}</li></ul>\n" if entry.startswith("- ") else f"<p>{inside}</p>\n")
    return "\n".join(out).replace("</ul>\n\n<ul>", "")


def item_text(item, index, page, level="###"):
    """An item as Markdown with HTML inside."""
    if item.section:
        return f"## {item.section[0].upper()}{item.section[1:]}\n\n"
    title = ", ".join(f"`{name}`" for name in item.names[:3]) + (", …" if len(item.names) > 3 else "")
    out = f"{level} {title} {{ #{item.names[0]} }}\n\n" if item.names else ""
    for name in item.names[1:] + item.values:
        out += f'<a id="{name}"></a>'
    out += "\n\n" if item.names[1:] + item.values else ""
    if item.comment:
        out += paragraphs(item.comment, index, page) + "\n"
    if item.code:
        out += code_block(item.code, index, page) + "\n"
    return out


def first_sentence(text):
    match = re.match(r"(.*?[^.A-Z]\.)(?=\s|$)", re.sub(r"\s+", " ", text or ""))
    return match.group(1) if match else re.sub(r"\s+", " ", text or "")


def write_c(include, folder):
    """Writes folder/c/*.md. Returns the index of names and the pages, (title, path from the folder)."""
    text = (include / "leeway.h").read_text(encoding="utf-8")
    order = C_ORDER.findall(text)
    order.append(("deprecated.h", "old names, each for one more version"))
    headers = {name: declarations.read(include / name) for name, _ in order}
    missing = {path.name for path in include.glob("*.h")} - set(headers) - {"leeway.h", "ompl.h"}
    if missing:
        raise SystemExit(f"leeway.h does not list {', '.join(sorted(missing))}")

    index = Index()
    for name, (_, items) in headers.items():
        for item in items:
            for each in item.names + item.values:
                index.add(each, f"c/{name[:-2]}")

    (folder / "c").mkdir(parents=True)
    pages = []
    for name, about in order:
        head, items = headers[name]
        page = f"c/{name[:-2]}"
        out = f"# leeway/{name}\n\n" + paragraphs(head or "", index, page) + "\n"
        out += "".join(item_text(item, index, page) for item in items)
        (folder / f"{page}.md").write_text(out, encoding="utf-8")
        pages.append((f"{name}: {about.split(':')[0].split(';')[0]}", f"{page}.md"))

    head, _ = declarations.read(include / "leeway.h")
    out = "# The C interface\n\n" + paragraphs(re.sub(r"Its parts, each of which.*", "", head, flags=re.S), index, "c/index")
    out += "\n| header | contents |\n|---|---|\n"
    out += "".join(f"| [leeway/{name}]({name[:-2]}.md) | {about} |\n" for name, about in order)
    out += "\n## All names\n\n| name | it is |\n|---|---|\n"
    said = {}
    for _, items in headers.values():
        for item in items:
            for each in item.names:
                said.setdefault(each, first_sentence(item.comment) or "")
    for each in sorted(said):
        sentence = html.escape(said[each]).replace("|", "\\|").replace("*", "\\*").replace("_", "\\_")
        out += f"| [`{each}`]({index.places[each][2:].replace('.html', '.md')}) | {sentence} |\n"
    (folder / "c/index.md").write_text(out, encoding="utf-8")
    return index, [("All names", "c/index.md"), *pages]


def write_cpp(include, folder, index):
    """Writes folder/cpp/*.md. Returns the pages."""
    (folder / "cpp").mkdir(parents=True)
    pages = []
    for path in sorted((include / "cpp").glob("*.hpp")):
        head, items = classes.read(path)
        about = first_sentence(head).split(": part of")[0]
        page = f"cpp/{path.stem}"
        out = f"# leeway/cpp/{path.name}\n\n" + paragraphs(head or "", index, page) + "\n"
        out += "".join(item_text(item, index, page) for item in items)
        (folder / f"{page}.md").write_text(out, encoding="utf-8")
        pages.append((path.name, f"{page}.md", about))
    out = "# leeway/ompl.h\n\n"
    for path in (include / "ompl.h", include / "ompl/space.h"):
        head, items = classes.read(path)
        out += paragraphs(head, index, "cpp/ompl") if path.name == "ompl.h" else "## Spaces and groups\n\n"
        out += "".join(item_text(item, index, "cpp/ompl") for item in items)
    (folder / "cpp/ompl.md").write_text(out, encoding="utf-8")
    pages.append(("ompl.h", "cpp/ompl.md", "OMPL's state validity checker and motion validator"))

    head, _ = declarations.read(include / "leeway.hpp")
    out = "# The C++ interface\n\n" + paragraphs(head, index, "cpp/index")
    out += "\n| header | contents |\n|---|---|\n" + "".join(f"| [{name}]({path[4:]}) | {about} |\n" for name, path, about in pages)
    (folder / "cpp/index.md").write_text(out, encoding="utf-8")
    return [("Overview", "cpp/index.md")] + [(name, path) for name, path, _ in pages]


def write(source, folder):
    """Writes the reference of C and C++ into a folder. Returns the entries of the navigation."""
    include = Path(source) / "include" / "leeway"
    index, c_pages = write_c(include, folder)
    return c_pages, write_cpp(include, folder, index)
