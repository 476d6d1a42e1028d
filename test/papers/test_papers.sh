#!/bin/sh -eu
# docs/papers.md: each section, equation, table, algorithm, lemma and theorem that a paper numbers has a row, and each
# row names files that exist and names in them.
cd "$LEEWAY_SOURCE"
python3 - <<'END_OF_PYTHON'
import os
import re
import sys

PAGE = "docs/papers.md"

# The numbered parts of each paper as it prints them, in its order; figures, if they have a claim or an algorithm.
PARTS = {
    "Hong": """
        section I, section II, (2.1), (2.2), (2.3), (2.4), (2.5), section III, (3.1), (3.2), (3.3), (3.4),
        (3.5), (3.6), (3.7), (3.8), (3.9), (3.10), (3.11), (3.12), (3.13), (3.14), section IV, BCDA, (4.1),
        (4.2), Theorem 4.1, section V, PCDA, Procedure A, Procedure B, Procedure C, (5.1) first, (5.1) second,
        (5.2), (5.3), (5.4), (5.5), (5.6), (5.7), Table I, Theorem 5.1, section VI, (6.1), (6.2), (6.3), (6.4),
        section VII, Table II, Figure 6, section VIII, Appendix, Root Finding Algorithm, (A.1), (A.2), (A.3),
        (A.4), (A.5), (A.6), (A.7), (A.8), (A.9)""",
    "Baginski": """
        section 1, section 2, (1), section 3, (2), (3), (4), section 3 (end), section 4, (5), (6), (7), (8),
        section 4 (end), section 5, section 5 (Advanced Possibilities), section 6, Table 1, section 7""",
    "Zhang et al.": """
        section I, section II, section II-A, (1), section II-B, (2), (3), (4), (5), Algorithm 1, section II-C,
        Algorithm 2, Algorithm 3, Figure 1, (6), (7), (8), (9), Algorithm 4, section II-C (newest corner first),
        Algorithm 5, section III, Algorithm 6, Figure 2, section IV, section IV (start direction),
        section IV (hill climbing), Figure 3, section V, Table I, Table II, Table III, Table IV, Table V,
        Table VI""",
    "Feyeux and Landry": """
        section 1, section 2, (1), (2), (3), (4), (5), section 3, Lemma 1, (6), (7), (8), (9), Table 1,
        section 4, (10), (11), (12), Remark 1, section 5, (13), Theorem 1, Figure 7, section 5.1, (14), (15),
        (16), Table 2, section 5.2, (17), (18), (19), (20), (21), (22), (23), (24), (25), Table 3, Table 4,
        section 5.3, section 5.3.1, (26), Table 5, section 5.3.2, (27), (28), (29), (30), Table 6, section 5.4,
        section 6, Figure 12, section 7""",
    "Wu et al.": """
        section 1, section 2, (1), (2), (3), (4), section 2.1 (listing), (5), (6), (7), (8), (9), (10), (11),
        (12), (13), section 2.2 (listing), section 2.2 (90 %), section 2.2 (σ), section 2.3, (14), (15),
        section 3, (16), (17), section 4, Table 1, section 5, (18)""",
}
FILE = re.compile(r"[\w/]+\.(c|h|cpp|py)")
COMMAND = re.compile(r"(leeway|leeway-bench|\./run)( |$)")
wrong = []


def tables(page):
    """The cells of each row below a title of the second level."""
    title = None
    for line in page.splitlines():
        if line.startswith("## "):
            title = line[3:]
        elif line.startswith("|") and not line.startswith("|---"):
            yield title, [cell.strip() for cell in line.strip("|").split(" | ")]


def parts_of(cell, known):
    """The parts that the first cell of a row names, such as "(2.1) to (2.3)", "Tables I to VI" or "Table 1, (4)"."""
    for piece in cell.split(", "):
        first, _, last = piece.replace("Tables ", "Table ").partition(" to ")
        last = last or first
        last = last if last in known else f"Table {last}"
        if first in known and last in known:
            yield from known[known.index(first):known.index(last) + 1]
        else:
            wrong.append(f'"{piece}" is no part of the paper')


def path_of(name):
    return next((path for path in (f"src/{name}", name) if os.path.isfile(path)), None)


def code_of(path):
    """A file without comments."""
    with open(path, encoding="utf-8") as file:
        return re.sub(r"/\*.*?\*/|//[^\n]*", " ", file.read(), flags=re.S)


def look_up(key, where):
    """Looks up the names of a row's last cell: each is in the file that was named last before it."""
    path = None
    found = 0
    for word in re.findall(r"`([^`]*)`", where):
        if FILE.fullmatch(word):
            path = path_of(word)
            if not path:
                wrong.append(f"{key}: there is no file {word}")
        elif not COMMAND.match(word):
            if not path:
                wrong.append(f"{key}: no file stands before {word}")
            elif not all(re.search(rf"\b{re.escape(part)}\b", code_of(path)) for part in word.split(".")):
                wrong.append(f"{key}: {path} has no {word}")
            found += 1
    if not found:
        wrong.append(f"{key}: no name of a function in a file")


with open(PAGE, encoding="utf-8") as page:
    text = page.read()
seen = {title: set() for title in PARTS}
rows = 0
for title, cells in tables(text):
    if len(cells) != 3 or cells[2] == "where":
        continue
    rows += 1
    if title in PARTS:
        seen[title].update(parts_of(cells[0], [part.strip() for part in PARTS[title].split(",")]))
    look_up(f"{title}, {cells[0]}", cells[2])
for title, parts in PARTS.items():
    for part in parts.split(","):
        if part.strip() not in seen[title]:
            wrong.append(f"{title} has no row for {part.strip()}")
for word in sorted(set(re.findall(r"`([^`]*)`", text))):
    if FILE.fullmatch(word) and not path_of(word):
        wrong.append(f"there is no file {word}")
if rows < 150:
    wrong.append(f"only {rows} rows are found")
for line in wrong:
    print(f"{PAGE}: {line}")
sys.exit(bool(wrong))
END_OF_PYTHON
