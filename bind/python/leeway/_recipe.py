"""Recipes of scenes: the fewest steps that build a scene, and the files that they read. A pickle holds a
recipe, so that the scene can be built again where the files are missing."""

import os
import zlib
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Set, Tuple

from . import _core
from ._errors import ArgumentError, StateError

Step = Tuple[str, Tuple[Any, ...]]
#: A step that was taken, and whether it made a new object.
Taken = Tuple[Step, bool]

#: The form of pickles; a later one that differs has another number.
FORM = 2

# arguments of steps that are files or folders
_PATHS = {"load": (0,), "load_robot": (0, 1), "load_cloud": (0,), "load_octree": (0,), "load_heights": (0,), "load_cover": (1,), "load_joint_limits": (0,),
          "add_package_path": (0,), "add_package": (1,), "set_inside": (0,)}
_PATH_LISTS = {"set_ros_paths": (0, 1)}
READING = ("load", "load_robot", "load_cloud", "load_octree", "load_heights", "load_cover", "load_joint_limits")
# files that may name others by absolute names
_TEXTS = (".urdf", ".srdf", ".xml", ".json", ".yaml", ".yml", ".dae", ".gltf", ".obj", ".mtl")

# steps about one obstacle or carried object, and the index of the argument that is its id
_OBJECTS = {"add_obstacle": 0, "attach": 2, "attach_obstacle": 2, "move": 0, "release": 0, "remove": 0}
# steps that a later one replaces if its first so many arguments are equal
_SETTINGS = {"set_margin": 0, "set_self_margin": 0, "set_pair_margin": 2, "set_mesh_surfaces": 0,
             "set_strict": 0, "set_strict_limits": 0, "set_inside": 0, "set_ros_paths": 0,
             "set_cover_balls": 0, "add_package": 1, "set_link_padding": 2, "set_joint": 2, "allow_pair": 2,
             "set_base_uncertainty": 1}
# steps that have no effect when repeated
_ONCE = ("add_package_path",)


class _Object:
    """The steps that made an obstacle or carried object: those for its shapes, and those for its present
    place.

    new: these steps made it, not a step of the state's base. shapes: the steps that gave it shapes, each
    after the steps for the place that it had then, because a second shape changes the frame of the first
    one. hung: a link carried it after the last of these. Since then: released: the pose at which it was put
    down, if it hung; place: the pose to which it was moved, if not; carried: the step by which a link
    carries it.
    """

    __slots__ = ("new", "shapes", "hung", "released", "place", "carried")

    def __init__(self, hung: bool, new: bool) -> None:
        self.hung, self.new = hung, new
        self.shapes: List[Step] = []
        self.released: Any = None
        self.place: Any = None
        self.carried: Optional[Step] = None

    def copy(self) -> "_Object":
        made = _Object(self.hung, self.new)
        made.shapes = list(self.shapes)
        made.released, made.place, made.carried = self.released, self.place, self.carried
        return made

    def __len__(self) -> int:
        return 1 + len(self.shapes)

    def take(self, step: Step) -> None:
        name, arguments = step
        if name in ("add_obstacle", "attach"):
            self.shapes.extend(self._places(arguments[_OBJECTS[name]]))
            self.shapes.append(step)
            self.hung, self.released, self.place, self.carried = name == "attach", None, None, None
        elif name == "attach_obstacle":
            self.carried, self.place = step, None
        elif self.hung:
            self.released, self.carried = arguments[1], None
        else:
            self.place, self.carried = arguments[1], None

    def _places(self, id: str) -> Iterator[Step]:
        if self.released is not None:
            yield "release", (id, self.released)
        if self.carried is not None:
            yield self.carried
        elif self.place is not None:
            yield "move", (id, self.place)

    def steps(self, id: str) -> Iterator[Step]:
        yield from self.shapes
        yield from self._places(id)


class State:
    """The fewest steps that build a scene. Their number depends on the contents of the scene, not on its
    history.

    base: the steps whose order counts, which read files and build robots. settings: the last step of each
    setting, in order. gone: the ids of objects that the base made and later steps removed. objects: by id,
    in the order in which they were made.
    """

    __slots__ = ("base", "settings", "gone", "objects", "size", "_own")

    def __init__(self, of: "Optional[State]" = None) -> None:
        self.base: List[Step] = list(of.base) if of else []
        self.settings: Dict[Tuple[Any, ...], Step] = dict(of.settings) if of else {}
        self.gone: Dict[str, None] = dict(of.gone) if of else {}
        self.objects: Dict[str, _Object] = dict(of.objects) if of else {}
        self.size: int = of.size if of else 0  # the approximate number of steps
        self._own: Set[str] = set()  # ids of objects that no other state shares (copy-on-write)

    def take(self, step: Step, new: bool) -> None:
        name, arguments = step
        if name in _OBJECTS:
            self._take_object(arguments[_OBJECTS[name]], step, new)
        elif name in _SETTINGS:
            key = (name, *arguments[:_SETTINGS[name]])
            self.size += self.settings.pop(key, None) is None
            self.settings[key] = step
        elif name in _ONCE:
            self.size += self.settings.setdefault(step, step) is step
        else:
            self.base.extend(self._after_base())
            self.base.append(step)
            self.size = len(self.base)
            self.settings, self.gone, self.objects, self._own = {}, {}, {}, set()

    def _take_object(self, id: str, step: Step, new: bool) -> None:
        known = self.objects.get(id)
        self.size -= len(known) if known else 0
        if step[0] == "remove":
            self.objects.pop(id, None)
            if known is None or not known.new:
                self.size += id not in self.gone
                self.gone[id] = None
            return
        if known is None:
            known = self.objects[id] = _Object(step[0] in ("attach", "release"), new)
        elif id not in self._own:
            known = self.objects[id] = known.copy()
        self._own.add(id)
        known.take(step)
        self.size += len(known)

    def _after_base(self) -> Iterator[Step]:
        yield from self.settings.values()
        for id in self.gone:
            yield "remove", (id,)
        for id, of in self.objects.items():
            yield from of.steps(id)

    def steps(self) -> Iterator[Step]:
        yield from self.base
        yield from self._after_base()


class Recipe:
    """The way to build a scene again: either an earlier recipe and the steps since, or a state, which
    replaces them once there are more steps than the state has. files: the absolute names of the files that
    were read. kept: their compressed contents, if they are not to be read from the disk.

    Read-only except for this replacement, so that threads may share a recipe.
    """

    __slots__ = ("files", "kept", "_since", "_size", "_known", "__weakref__")

    _known: "Tuple[Optional[Recipe], Sequence[Taken], Optional[State]]"

    def __init__(self, files: Tuple[str, ...] = (), kept: Optional[Dict[str, bytes]] = None) -> None:
        self.files, self.kept = files, kept
        self._since = self._size = 0
        self._known = (None, (), State())

    def room(self) -> int:
        """The number of new steps after which a state is made, so that this costs about as much as the
        steps."""
        return 64 + self._size

    def then(self, steps: Sequence[Taken]) -> "Recipe":
        """This recipe with further steps."""
        if not steps:
            return self
        if self._since + len(steps) > self.room():
            self.state()
        made = Recipe(self.files, self.kept)
        made._known = (self, steps, None)
        made._since, made._size = self._since + len(steps), self._size
        if made._since > made.room():
            made.state()
        return made

    def state(self) -> State:
        parts: List[Sequence[Taken]] = []
        at: Recipe = self
        while True:
            before, steps, state = at._known  # one read: another thread may put the state there
            if state is not None:
                break
            parts.append(steps)
            assert before is not None
            at = before
        if parts:
            state = State(state)
            for part in reversed(parts):
                for step, new in part:
                    state.take(step, new)
            self._known = (None, (), state)
            self._since, self._size = 0, state.size
        return state

    def steps(self) -> Tuple[Step, ...]:
        return tuple(self.state().steps())

    def reading(self, files: Iterable[str]) -> "Recipe":
        """This recipe with further files that the steps have read."""
        known = dict.fromkeys(self.files)
        known.update(dict.fromkeys(os.path.abspath(file) for file in files if file != "-"))
        if len(known) == len(self.files):
            return self
        made = Recipe(tuple(known), self.kept)
        made._known, made._since, made._size = self._known, self._since, self._size
        return made

    def packed(self) -> Dict[str, bytes]:
        """The contents of all files, compressed."""
        if any(name == "load_robot" and arguments[0] == "-" for name, arguments in self.state().base):
            raise StateError("a scene whose robot came from standard input cannot be pickled")
        contents = dict(self.kept or {})
        for file in self.files:
            if file not in contents and os.path.isfile(file):
                with open(file, "rb") as stream:
                    contents[file] = zlib.compress(stream.read(), 1)
        return contents


def absolute(name: str, arguments: Tuple[Any, ...]) -> Step:
    """A step with the absolute names of its files."""
    if name not in _PATHS and name not in _PATH_LISTS:
        return name, arguments
    made = list(arguments)
    for index in _PATHS.get(name, ()):
        if made[index] is not None and made[index] != "-":
            made[index] = os.path.abspath(made[index])
    for index in _PATH_LISTS.get(name, ()):
        if made[index] is not None:
            made[index] = ":".join(os.path.abspath(path) for path in made[index].split(":") if path)
    return name, tuple(made)


def _moved(step: Step, folder: str) -> Step:
    """A step whose files are read in another folder, which stands for the root."""
    name, arguments = step
    if name not in _PATHS and name not in _PATH_LISTS:
        return step
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


def replay(handle: _core.Scene, steps: Iterable[Step], files: Tuple[str, ...], kept: Dict[str, bytes]) -> Recipe:
    """Takes the steps with the files that are kept, and returns their recipe. Strictness is left out:
    notices were errors, if at all, when the scene was first built."""
    import tempfile  # when it is needed: it takes some milliseconds to import

    taken: List[Taken] = []
    with tempfile.TemporaryDirectory(prefix="leeway-") as folder:
        _write(kept, folder)
        for step in steps:
            name, arguments = step
            if name in _PATHS:
                _make_folders(name, arguments, folder)
            new = name != "set_strict" and bool(handle._do(name, _moved(step, folder)[1]))
            taken.append((step, new))
    return Recipe(files, kept).then(taken)


def is_strict(steps: Iterable[Step]) -> bool:
    """Whether notices are errors after some steps."""
    strict = False
    for name, arguments in steps:
        strict = bool(arguments[0]) if name == "set_strict" else strict
    return strict


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
