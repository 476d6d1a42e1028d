"""Checks that wheels run where their names say: check.py WHEEL...

Reads every ELF file of a wheel by readelf. The wheel fails if a file wants a symbol of a newer C library than the
name's manylinux_X_Y claims, is of another machine, wants a library that is neither part of the C library nor in the
wheel, or if the module exports more than its init function. So does a wheel of more than 6 MB.
"""

import re
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

MOST_BYTES = 6_000_000
# manylinux_X_Y lets a wheel use these alone
SYSTEM_LIBRARIES = {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
MACHINES = {"Advanced Micro Devices X86-64": "x86_64", "AArch64": "aarch64"}
# the first glibc that a wheel for this machine may name: older ones are on no system with Python 3.10
OLDEST = (2, 17)
# systems, and their glibc
SYSTEMS = {"RHEL 8": (2, 28), "Debian 11": (2, 31), "RHEL 9": (2, 34), "Ubuntu 22.04": (2, 35), "Debian 12": (2, 36),
           "Ubuntu 24.04": (2, 39), "Debian 13": (2, 41)}


@dataclass
class Needs:
    """What an ELF file wants of the system."""

    machine: str
    libraries: set[str]
    symbols: dict[str, str]  # name of a symbol: its version, as GLIBC_2.34
    versions: set[str]  # all versions that are wanted of the C library
    exports: set[str]

    @property
    def glibc(self) -> tuple[int, int]:
        """The oldest C library that has all symbols; (999, 0) if a version is none of a release (GLIBC_PRIVATE)."""
        return max([OLDEST, *(release(version) for version in self.versions)])


def release(version: str) -> tuple[int, int]:
    number = re.fullmatch(r"GLIBC_(\d+)\.(\d+)(\.\d+)?", version)
    return (int(number[1]), int(number[2])) if number else (999, 0)


def needs(file: Path) -> Needs:
    """Reads the file by readelf, which knows the files of all machines."""
    text = subprocess.run(["readelf", "-hdVW", "--dyn-syms", str(file)], check=True, capture_output=True, text=True,
                          env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout
    machine = re.search(r"^ *Machine: +(.*)$", text, re.MULTILINE)
    found = Needs(MACHINES.get(machine[1], machine[1]) if machine else "?", set(), {}, set(), set())
    found.libraries.update(re.findall(r"\(NEEDED\) +Shared library: \[(.*)\]", text))
    library = ""
    for line in text.splitlines():
        if start := re.search(r"Version: \d+  File: (\S+)  Cnt: ", line):
            library = start[1]
        elif (version := re.search(r"  Name: (\S+)  Flags: ", line)) and library in SYSTEM_LIBRARIES:
            found.versions.add(version[1])
        elif symbol := re.fullmatch(r" *\d+: [0-9a-f]+ +\w+ \w+ +(GLOBAL|WEAK) +\w+ +(\w+) ([^@ ]+)(@+(\S+))?( \(\d+\))?", line):
            if symbol[2] == "UND":
                found.symbols[symbol[3]] = symbol[5] or ""
            else:
                found.exports.add(symbol[3])
    return found


def covered(glibc: tuple[int, int]) -> str:
    return ", ".join(name for name, has in SYSTEMS.items() if has >= glibc) or "none that this script knows"


def faults(wheel: Path) -> tuple[list[str], dict[str, Needs]]:
    """What is wrong with a wheel, a sentence each, and what its files need."""
    wrong = []
    claim = re.fullmatch(r"[^-]+-[^-]+-cp310-abi3-manylinux_(\d+)_(\d+)_(x86_64|aarch64)\.whl", wheel.name)
    if not claim:
        return [f"the name must be leeway-VERSION-cp310-abi3-manylinux_X_Y_MACHINE.whl, not {wheel.name}"], {}
    claimed = (int(claim[1]), int(claim[2]))
    read = {}
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
        own = {name.rpartition("/")[2] for name in archive.namelist()}
        for name in archive.namelist():
            content = archive.read(name)
            if content[:4] != b"\x7fELF":
                continue
            file = Path(folder, "elf")
            file.write_bytes(content)
            read[name] = found = needs(file)
            if found.machine != claim[3]:
                wrong.append(f"{name} is for {found.machine}")
            newer = [f"{symbol} ({version})" for symbol, version in sorted(found.symbols.items())
                     if version in found.versions and release(version) > claimed]
            if found.glibc > claimed:
                named = ", ".join(newer) or ", ".join(sorted(v for v in found.versions if release(v) > claimed))
                wrong.append(f"{name} wants a newer C library than glibc {claimed[0]}.{claimed[1]}: {named}")
            for library in sorted(found.libraries - SYSTEM_LIBRARIES - own):
                wrong.append(f"{name} wants {library}, which is not in the wheel")
            if "_core." in name and found.exports != {"PyInit__core"}:
                wrong.append(f"{name} exports {', '.join(sorted(found.exports)[:5]) or 'nothing'}; it should be PyInit__core alone")
    if not any("/_core." in name for name in read) or not any(name.endswith("/scripts/leeway") for name in read):
        wrong.append("the module or the program is missing")
    if wheel.stat().st_size > MOST_BYTES:
        wrong.append(f"it has {wheel.stat().st_size / 1e6:.1f} MB; it may have {MOST_BYTES / 1e6:.0f} MB")
    return wrong, read


def main() -> int:
    status = 0
    for wheel in map(Path, sys.argv[1:]):
        wrong, read = faults(wheel)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.2f} MB")
        for name, found in read.items():
            newest = [symbol for symbol, version in sorted(found.symbols.items()) if release(version or "GLIBC_0.0") == found.glibc]
            print(f"  {name}: glibc {found.glibc[0]}.{found.glibc[1]} ({', '.join(newest) or 'the oldest'}); "
                  f"{', '.join(sorted(found.libraries))}")
        if read:
            print(f"  runs on {covered(max(found.glibc for found in read.values()))}")
        for sentence in wrong:
            print(f"{wheel.name}: {sentence}", file=sys.stderr)
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
