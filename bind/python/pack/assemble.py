"""Makes the wheel that is handed out from the one that setuptools makes: adds the command-line program and all
licences, and names the oldest C library with which the files run. Times and order in the archive are fixed, so that
the same files give the same bytes. The name of the wheel is printed. PEP 427 and PEP 639 define the format.
"""

import argparse
import base64
import hashlib
import re
import zipfile
from pathlib import Path

import check

THREE_LICENCE = re.compile(r"/\*! three\.js\n(.*?)\n\*/", re.DOTALL)


def licences(project: Path, prefix: Path) -> tuple[dict[str, bytes], str]:
    """The licences of all that is in the wheel, by their paths in its folder licenses/, and the SPDX expression."""
    page = (project / "viewer/dist/page.html").read_text()
    three = THREE_LICENCE.search(page)
    if not three:
        raise SystemExit("assemble: viewer/dist/page.html does not hold the licence of three.js")
    version = re.search(r'"three": "([\d.]+)"', (project / "viewer/package.json").read_text())[1]
    files = {"LICENSE": (project / "LICENSE").read_bytes(), "three.js/LICENSE": three[1].encode() + b"\n"}
    for path in sorted((prefix / "licences").rglob("*")):
        if path.is_file():
            files[path.relative_to(prefix / "licences").as_posix()] = path.read_bytes()
    rows = [line.split("\t") for line in (prefix / "parts").read_text().splitlines()]
    rows.append(["three.js", version, "MIT", "in the page of leeway view"])
    for name, *_ in rows:
        if not any(path.startswith(name + "/") for path in files):
            raise SystemExit(f"assemble: there is no licence of {name}")
    table = "".join(f"{name:10} {version:32} {licence:12} {linked}\n" for name, version, licence, linked in rows)
    files["PARTS.txt"] = f"Leeway is under the MIT licence (LICENSE). This wheel contains besides:\n\n{table}".encode()
    kinds = {"MIT"} | {kind for row in rows for kind in row[2].split(" AND ")}
    return files, " AND ".join(sorted(kinds))


def metadata(plain: str, expression: str, licence_files: dict[str, bytes]) -> str:
    """The plain wheel's METADATA, with the licences of all parts (PEP 639)."""
    head, _, body = plain.partition("\n\n")
    lines = [line for line in head.split("\n")
             if not line.startswith(("Metadata-Version:", "License:", "License-File:", "Classifier: License ", "Dynamic:"))]
    lines.insert(0, "Metadata-Version: 2.4")
    lines.append(f"License-Expression: {expression}")
    lines += [f"License-File: {name}" for name in sorted(licence_files)]
    return "\n".join(lines) + "\n\n" + body


def write(path: Path, files: dict[str, bytes], information: str):
    """Writes the archive: sorted, its own folder dist-info last, as PEP 427 recommends."""
    record = f"{information}/RECORD"
    order = sorted(files, key=lambda name: (name.startswith(information), name))
    rows = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(files[name]).digest()).rstrip(b'=').decode()},{len(files[name])}\n"
            for name in order]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in [*order, record]:
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # the next line has permissions of Unix
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, files[name] if name != record else "".join([*rows, f"{record},,\n"]))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("plain", "program", "prefix", "project", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    with zipfile.ZipFile(given.plain) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    name, version = given.plain.name.split("-")[:2]
    information, data = f"{name}-{version}.dist-info", f"{name}-{version}.data"
    plain_metadata = files[f"{information}/METADATA"].decode()
    files = {path: content for path, content in files.items() if not path.startswith(information)}

    files[f"{data}/scripts/leeway"] = given.program.read_bytes()
    for library in sorted((given.prefix / "shared").iterdir()):
        # once beside the module and once beside the program, whose folders lie apart in no one way
        files[f"leeway/lib/{library.name}"] = files[f"{data}/data/lib/leeway/{library.name}"] = library.read_bytes()
    texts, expression = licences(given.project, given.prefix)
    files.update({f"{information}/licenses/{path}": content for path, content in texts.items()})
    files[f"{information}/METADATA"] = metadata(plain_metadata, expression, texts).encode()

    found = [check.needs(path) for path in (given.program, *(given.prefix / "shared").iterdir(),
                                            given.program.parent / "python/leeway/_core.abi3.so")]
    oldest = max(file.glibc for file in found)
    tag = f"cp310-abi3-manylinux_{oldest[0]}_{oldest[1]}_{found[0].machine}"
    files[f"{information}/WHEEL"] = f"Wheel-Version: 1.0\nGenerator: leeway\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    wheel = f"{name}-{version}-{tag}.whl"
    write(given.out / wheel, files, information)
    print(wheel)


if __name__ == "__main__":
    main()
