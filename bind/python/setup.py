"""Builds the module by CMake, so that the compiler's options stand in one place, and puts the library's
sources into the source distribution. pyproject.toml has the rest."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = Path(__file__).resolve().parent
# in a source distribution the project lies beside this file
PROJECT = HERE / "project" if (HERE / "project").is_dir() else HERE.parents[1]
PARTS = ("CMakeLists.txt", "LICENSE", "cmake", "include", "src", "viewer/dist", "docs/schema",
         "bind/python/CMakeLists.txt", "bind/python/core")


def version():
    """The version of the project, from the lines of the header that state it: major, minor, patch."""
    header = (PROJECT / "include/leeway/base.h").read_text()
    return ".".join(re.findall(r"^#define LEEWAY_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)$", header, re.MULTILINE))


class Build(build_ext):
    """LEEWAY_MODULE: the path of a module that is built already, which is used as it is."""

    def build_extension(self, extension):
        target = Path(self.get_ext_fullpath(extension.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(os.environ.get("LEEWAY_MODULE") or self.build_module(), target)

    def build_module(self):
        folder = Path(self.build_temp).resolve()
        options = ["CMAKE_BUILD_TYPE=Release", "LEEWAY_BUILD_PYTHON=ON", "LEEWAY_BUILD_TOOL=OFF",
                   "LEEWAY_BUILD_TESTS=OFF", "LEEWAY_WARNINGS_AS_ERRORS=OFF", f"Python3_EXECUTABLE={sys.executable}"]
        defined = [part for option in options for part in ("-D", option)]
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        jobs = str(len(os.sched_getaffinity(0)))
        subprocess.run(["cmake", "-S", str(PROJECT), "-B", str(folder), *defined, *generator], check=True)
        subprocess.run(["cmake", "--build", str(folder), "--target", "leeway_python", "-j", jobs], check=True)
        return folder / "python" / "leeway" / "_core.abi3.so"


class Source(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for part in PARTS:
            source, target = PROJECT / part, Path(base_dir) / "project" / part
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
            else:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)


setup(
    version=version(),
    ext_modules=[Extension("leeway._core", sources=[], py_limited_api=True)],
    cmdclass={"build_ext": Build, "sdist": Source},
    options={"bdist_wheel": {"py_limited_api": "cp310"}},
)
