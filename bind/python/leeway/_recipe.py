"""How a scene came about: the steps that built it, and the files that they read. Pickles hold that, so
that a scene is built again where the files are not."""

import os
import tempfile
import zlib
from typing import Any, Dict, Iterable, NamedTuple, Optional, Tuple

from . import _core
from ._errors import ArgumentError, StateError

Step = Tuple[str, Tuple[Any, ...]]

#: The form of pickles; a later one that differs has another number.
FORM = 1

# arguments of steps that are files or folders
_PATHS = {"load": (0,), "load_robot": (0, 1), "load_cover": (1,), "load_joint_limits": (0,),
          "add_package_path": (0,), "add_package": (1,), "set_inside": (0,)}
_PATH_LISTS = {"set_ros_paths": (0, 1)}
# files that may name others by absolute names
_TEXTS = (".urdf", ".srdf", ".xml", ".json", ".yaml", ".yml", ".dae", ".gltf", ".obj", ".mtl")


class Recipe(NamedTuple):
    """steps in order; moves: the last places of obstacles that were moved after them; files by their
    absolute names, compressed, where they are not to be read from the disk."""

    steps: Tuple[Step, ...] = ()
    moves: Tuple[Tuple[str, Any], ...] = ()
    files: Tuple[str, ...] = ()
    kept: Optional[Dict[str, bytes]] = None

    def then(self, name: str, arguments: Tuple[Any, ...]) -> "Recipe":
        """With one step more. Of moves of an obstacle only the last one counts."""
        if name == "move":
            moves = dict(self.moves)
            moves[arguments[0]] = arguments[1]
            return self._replace(moves=tuple(moves.items()))
        step = (name, _absolute(name, arguments))
        return self._replace(steps=(*self.all_steps(), step), moves=())

    def all_steps(self) -> Tuple[Step, ...]:
        return (*self.steps, *(("move", move) for move in self.moves))

    def reading(self, files: Iterable[str]) -> "Recipe":
        """With the files that the steps have read."""
        known = dict.fromkeys(self.files)
        known.update(dict.fromkeys(os.path.abspath(file) for file in files if file != "-"))
        return self._replace(files=tuple(known))

    def packed(self) -> Dict[str, bytes]:
        """The contents of all files, compressed."""
        if any(name == "load_robot" and arguments[0] == "-" for name, arguments in self.steps):
            raise StateError("a scene whose robot came from standard input cannot be pickled")
        contents = dict(self.kept or {})
        for file in self.files:
            if file not in contents and os.path.isfile(file):
                with open(file, "rb") as stream:
                    contents[file] = zlib.compress(stream.read(), 1)
        return contents


def _absolute(name: str, arguments: Tuple[Any, ...]) -> Tuple[Any, ...]:
    made = list(arguments)
    for index in _PATHS.get(name, ()):
        if made[index] is not None and made[index] != "-":
            made[index] = os.path.abspath(made[index])
    for index in _PATH_LISTS.get(name, ()):
        if made[index] is not None:
            made[index] = ":".join(os.path.abspath(path) for path in made[index].split(":") if path)
    return tuple(made)


def _moved(step: Step, folder: str) -> Step:
    """A step that reads its files in another folder, which stands for the root."""
    name, arguments = step
    made = list(arguments)
    for index in _PATHS.get(name, ()):
        if made[index] is not None:
            made[index] = folder + made[index]
    for index in _PATH_LISTS.get(name, ()):
        if made[index] is not None:
            made[index] = ":".join(folder + path for path in made[index].split(":") if path)
    return name, tuple(made)


def _write(files: Dict[str, bytes], folder: str) -> None:
    names = sorted(files, key=len, reverse=True)
    for name, packed in files.items():
        content = zlib.decompress(packed)
        if name.lower().endswith(_TEXTS):
            for other in names:
                content = content.replace(os.fsencode(other), os.fsencode(folder + other))
        os.makedirs(os.path.dirname(folder + name), exist_ok=True)
        with open(folder + name, "wb") as stream:
            stream.write(content)


def replay(handle: _core.Scene, recipe: Recipe) -> None:
    """Takes the steps of a recipe, whose files are those that it keeps."""
    with tempfile.TemporaryDirectory(prefix="leeway-") as folder:
        _write(recipe.kept or {}, folder)
        for name, arguments in recipe.all_steps():
            if name in _PATHS:
                _make_folders(name, arguments, folder)
            moved = _moved((name, arguments), folder)
            handle._do(moved[0], moved[1])


def _make_folders(name: str, arguments: Tuple[Any, ...], folder: str) -> None:
    if name in ("add_package_path", "add_package", "set_inside"):
        for index in _PATHS[name]:
            if arguments[index] is not None:
                os.makedirs(folder + arguments[index], exist_ok=True)


def check_form(form: Any, version: str) -> None:
    """Refuses a pickle that another version has made."""
    if form != FORM or version != _core.version():
        raise ArgumentError(
            f"the pickle of a scene is of Leeway {version} (form {form}), this is {_core.version()} "
            f"(form {FORM}): make it again with this version"
        )


