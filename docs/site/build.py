"""Makes the documentation as a site: gathers the Markdown of the project and the pages that are made (the references,
the help of the commands, the gallery) in one folder, and has mkdocs make HTML of it. ./run site calls it:

    build.py --program BUILD/leeway --out BUILD/site [--robots FOLDER] [--without-pictures]

The Python package is imported, so PYTHONPATH names its folder. The project's layout is kept, so that links between
documents hold as they stand. Linked sources become pages of their own.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import check
import commands
import gallery
import package
import reference

SOURCE = Path(__file__).resolve().parents[2]
DOCUMENTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "audit/coq/README.md", "audit/program/README.md", "bench/README.md", "src/README.md"]
LANGUAGES = {".c": "c", ".h": "c", ".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".json": "json", ".srdf": "xml",
             ".urdf": "xml", ".txt": "text", ".sh": "sh", ".cmake": "cmake"}
LINK = re.compile(r"(\]\()([^)\s]+)(\))")
FENCE = re.compile(r"^( *)(```+)(\w+)(?: (\S+))?$", re.M)


def with_lists(text):
    """An empty line before each list: mkdocs takes a list for a part of the paragraph above it, unlike other programs."""
    return re.sub(r"^(?![-#|] |\d+\. | )(.+\n)(?=(?:- |1\. ))", r"\1\n", text, flags=re.M)


def outside_code(text, replace):
    """Applies a function to the parts of a document that are not in blocks or spans of code."""
    parts = re.split(r"(^ *```.*?^ *```$|`[^`\n]+`)", text, flags=re.S | re.M)
    return "".join(part if i % 2 else replace(part) for i, part in enumerate(parts))


class Gathered:
    def __init__(self, folder):
        self.folder = folder
        self.linked = []  # files of the project that a document links to, from the project's folder
        self.sources_made = set()  # those that became pages

    def document(self, name):
        """Copies a document, with its links."""
        text = (SOURCE / name).read_text(encoding="utf-8")
        text = FENCE.sub(lambda match: f'{match[1]}{match[2]}{match[3]}' + (f' title="{match[4]}"' if match[4] else ""), text)
        text = outside_code(text, lambda part: LINK.sub(lambda match: match[1] + self.target(name, match[2]) + match[3], with_lists(part)))
        self.write(name, text)

    def target(self, name, link):
        """A link of a document as it has to be on the site."""
        if re.match(r"[a-z]+:|#", link):
            return link
        path, _, anchor = link.partition("#")
        whole = (SOURCE / name).parent / path
        if not whole.exists():
            raise SystemExit(f"{name}: there is no {path}")
        inside = os.path.relpath(whole.resolve(), SOURCE)
        up = os.path.relpath(".", os.path.dirname(name) or ".")
        header = re.fullmatch(r"include/leeway/(\w+)\.(h|hpp)", inside)
        if header:
            page = "cpp/index" if header[2] == "hpp" else "c/index" if header[1] == "leeway" else \
                "cpp/ompl" if header[1] == "ompl" else f"c/{header[1]}"
            return f"{up}/reference/{page}.md"
        if whole.is_dir():
            self.linked.append(inside)
            return f"{path.rstrip('/')}/index.md"
        if whole.suffix in (".md", ".png", ".svg", ".ipynb"):
            if whole.suffix == ".ipynb":
                self.copy(inside)
            return link
        self.linked.append(inside)
        return f"{path}.md" + (f"#{anchor}" if anchor else "")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def copy(self, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(SOURCE / name, path)

    def sources(self):
        """A page for each file, and each folder, that a document links to."""
        for name in sorted(set(self.linked)):
            path = SOURCE / name
            if path.is_dir():
                files = sorted(inside for inside in path.iterdir() if inside.is_file())
                self.write(f"{name}/index.md", f"# {name}\n\n" + "".join(f"- [{file.name}]({file.name}.md)\n" for file in files))
                for file in files:
                    self.source(f"{name}/{file.name}")
            else:
                self.source(name)

    def source(self, name):
        text = (SOURCE / name).read_text(encoding="utf-8")
        fence = "````"
        self.sources_made.add(name)
        self.write(f"{name}.md", f"# {name}\n\n{fence}{LANGUAGES.get(Path(name).suffix, 'text')}\n{text.rstrip()}\n{fence}\n")


def navigation(generated):
    """The menu: the documents as docs/README.md has them, and the pages that are made."""
    def documents(*names):
        return [{title: name} for title, name in names]

    decisions = [{"Index": "docs/decisions/README.md"}]
    for path in sorted((SOURCE / "docs/decisions").glob("*.md")):
        if path.name != "README.md":
            title = path.read_text(encoding="utf-8").split("\n", 1)[0].lstrip("# ")
            decisions.append({title: f"docs/decisions/{path.name}"})

    def made(title, folder, pages):
        return {title: [{name: f"reference/{page}"} for name, page in pages]}

    return [
        {"Start": documents(("Leeway", "README.md"), ("Tutorial", "docs/tutorial.md"), ("Your own robot", "docs/own-robot.md"),
                            ("A tour", "docs/tour.md"), ("What Leeway is not", "docs/not.md"), ("All documents", "docs/README.md"),
                            ("Changes", "CHANGELOG.md"))},
        {"Gallery": "gallery/index.md"},
        {"Guides": documents(("Commands and files", "docs/interfaces.md"), ("Work cells", "docs/cell.md"), ("Schedules of work cells", "docs/schedule.md"), ("Python", "docs/python.md"), ("C++", "docs/cpp.md"),
                             ("OMPL and MoveIt", "docs/ompl.md"), ("The page of leeway view", "docs/page.md"), ("A gate for commands", "docs/gate.md"),
                             ("Proofs: why a verdict holds", "docs/proofs.md"))},
        {"Reference": [made("Commands", "commands", generated["commands"]), made("C", "c", generated["c"]),
                       made("C++", "cpp", generated["cpp"]), made("Python", "python", generated["python"]),
                       {"JSON schemas": "docs/schema/index.md"}]},
        {"How it works": documents(("Architecture", "docs/architecture.md"), ("Papers", "docs/papers.md"),
                                   ("Performance", "docs/performance.md"), ("Benchmarks", "bench/README.md"),
                                   ("leeway-audit", "audit/program/README.md"),
                                   ("Rules as theorems", "audit/coq/README.md")) + [{"Decisions": decisions}]},
        {"Development": documents(("Contributing", "CONTRIBUTING.md"), ("Sources and glossary", "src/README.md"),
                                  ("Adding a kind", "docs/adding.md"), ("Testing", "docs/testing.md"),
                                  ("Debian packages, versions", "docs/debian.md"))},
    ]


def without_sources(site, sources):
    """Takes the pages of sources out of the index of the search: what is said of them is in the documents."""
    path = site / "search/search_index.json"
    index = json.loads(path.read_text(encoding="utf-8"))
    index["docs"] = [entry for entry in index["docs"] if entry["location"].split("#")[0][:-len(".html")] not in sources]
    path.write_text(json.dumps(index), encoding="utf-8")


def offline(site):
    """Lets the search work on pages that are opened as files, from which a browser fetches nothing: the theme takes
    the index and the source of its worker from the variable __search, where there is one."""
    worker = next(site.glob("assets/javascripts/workers/search.*.min.js"))
    text = json.dumps(re.sub(r"//# sourceMappingURL=.*", "", worker.read_text(encoding="utf-8")))
    index = (site / "search/search_index.json").read_text(encoding="utf-8")
    (site / "search/offline.js").write_text(
        f"var __search = {{index: Promise.resolve({index}), worker: URL.createObjectURL(new Blob([{text}]))}};\n"
        .replace("</", "<\\/"), encoding="utf-8")
    for unused in [*site.glob("assets/**/*.map"), site / "sitemap.xml", site / "sitemap.xml.gz"]:
        unused.unlink(missing_ok=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=Path, required=True, help="the program leeway")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the site, which is emptied")
    parser.add_argument("--robots", type=Path, default=os.environ.get("LEEWAY_ROBOTS"),
                        help="the folder robots/ of example-robot-data, for the gallery (default LEEWAY_ROBOTS)")
    parser.add_argument("--without-pictures", action="store_true", help="no pictures in the gallery, which take a browser")
    given = parser.parse_args()
    if given.out.exists() and any(given.out.iterdir()) and not (given.out / "search/offline.js").is_file():
        raise SystemExit(f"{given.out} holds files, but no site: it is not emptied")
    with tempfile.TemporaryDirectory() as folder:
        make(given, Path(folder))


def make(given, folder):
    pages, site = folder / "pages", given.out.resolve()
    shutil.rmtree(site, ignore_errors=True)

    gathered = Gathered(pages)
    for path in sorted((SOURCE / "docs").glob("**/*.md")):
        gathered.document(path.relative_to(SOURCE).as_posix())
    for name in DOCUMENTS:
        gathered.document(name)
    for path in sorted((SOURCE / "docs").glob("*.*")):
        if path.suffix in (".png", ".svg"):
            gathered.copy(path.relative_to(SOURCE).as_posix())
    gathered.linked.append("docs/schema")
    gathered.sources()

    generated = {}
    generated["c"], generated["cpp"] = reference.write(SOURCE, pages / "reference")
    generated["python"], _ = package.write(pages / "reference")
    generated["commands"] = commands.write(given.program.resolve(), pages / "reference")
    shown = gallery.write(given.program.resolve(), pages / "gallery", given.robots, not given.without_pictures)
    shutil.copyfile(SOURCE / "docs/site/site.css", pages / "site.css")

    config = (SOURCE / "docs/site/mkdocs.yml").read_text(encoding="utf-8")
    config += f"docs_dir: {json.dumps(str(pages))}\nsite_dir: {json.dumps(str(site))}\n"
    config = config.replace("custom_dir: theme", f"custom_dir: {json.dumps(str(SOURCE / 'docs/site/theme'))}")
    config += f"nav: {json.dumps(navigation(generated))}\n"
    (folder / "site.yml").write_text(config, encoding="utf-8")
    made = subprocess.run(["mkdocs", "build", "--strict", "--config-file", folder / "site.yml"], check=False, text=True,
                          env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if made.returncode:
        raise SystemExit(f"{made.stdout}mkdocs could not make the site (see above)")
    without_sources(site, gathered.sources_made)
    offline(site)
    faults = check.faults(site)
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        raise SystemExit(f"{len(faults)} links of the site lead nowhere")
    print(f"{sum(1 for _ in site.glob('**/*.html'))} pages, {shown} of them of leeway view: open {site}/index.html")


if __name__ == "__main__":
    main()
