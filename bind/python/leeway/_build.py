"""Open scenes: built step by step, then frozen."""

from __future__ import annotations

import math
import os
from numbers import Real
from typing import TYPE_CHECKING, Any, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _core
from ._errors import ArgumentError, ModelError, StateError, warn
from ._numbers import array, number, rows
from ._pose import PointLike, PoseLike, numbers
from ._recipe import READING, Recipe, Taken, absolute
from ._shapes import Box, Mesh, MeshLike, Shape, Sphere, spacing_numbers, unknown_number
from ._types import ArrayLike, JointKind, MeshMode, NoticeTaker, PathLike

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._scene import Scene

    # an array of n x 3, n x 7 or n x 4 x 4 numbers, or a list of poses of any form
    Poses = Union[npt.NDArray[np.float64], Iterable[PoseLike]]
else:
    Poses = Any


def path_text(path: Any) -> str:
    try:
        return os.fsdecode(path)
    except TypeError:
        raise ArgumentError(f"a file is named by a text or a path, not by {type(path).__name__}") from None


def name_of(value: Any, what: str) -> str:
    if not isinstance(value, str):
        raise ArgumentError(f"{what} takes a name, not {type(value).__name__}")
    return value


def _names(values: Any, what: str) -> Tuple[str, ...]:
    if isinstance(values, str):
        raise ArgumentError(f"{what} takes a list of names")
    return tuple(name_of(value, what) for value in values)


def _values(values: Any, what: str) -> Tuple[float, ...]:
    if isinstance(values, Real):
        return (float(values),)
    if isinstance(values, (str, bytes)):
        raise ArgumentError(f"{what} takes numbers, not a text")
    return tuple(number(value, what) for value in values)


class SceneBuilder(_core.Scene):
    """A scene under construction; freeze() makes a Scene of it. Metres, radians, seconds.

    After an error the builder is as before the call. on_notice: called with (sentence, file, line) for each
    thing that was repaired or ignored; None: notices are dropped; by default they are warnings
    (leeway.Notice). dimension: 3, or 2 for the plane.

    Example:
        >>> builder = leeway.SceneBuilder()
        >>> _ = builder.add_robot("r").add_link("r", "rail").add_link("r", "ball")
        >>> _ = builder.add_joint("r", "slide", "prismatic", "rail", "ball", lower=-5, upper=5)
        >>> _ = builder.add_shape("r", "ball", leeway.Sphere(0.1))
        >>> made = builder.add_obstacle("wall", leeway.Box(1, 1, 1), (1.5, 0, 0)).freeze()
        >>> made.check([0], [2]).pair
        ('ball', 'wall')
    """

    _recipe: Recipe
    _taken: List[Taken] # the steps that are not yet in the recipe
    _reads: bool # a step has read files

    def __init__(self, *, dimension: int = 3, on_notice: NoticeTaker = warn) -> None:
        self._recipe, self._taken, self._reads = Recipe(), [], False
        self._on_notice = on_notice
        self._open(None, on_notice is warn or on_notice)
        if dimension != 3:
            self._step("set_dimension", int(dimension))

    @classmethod
    def _from(cls, scene: Any) -> "SceneBuilder":
        builder = cls.__new__(cls)
        builder._recipe, builder._taken, builder._reads = scene._recipe, [], False
        builder._on_notice = scene._on_notice
        builder._open(scene, scene._on_notice is warn or scene._on_notice)
        return builder

    def __repr__(self) -> str:
        try:
            robots = self._robots()
        except StateError:
            return "<leeway.SceneBuilder, frozen>"
        named = f" ({', '.join(robots)})" if robots else ""
        return f"<leeway.SceneBuilder {len(robots)} robot{'' if len(robots) == 1 else 's'}{named}>"

    def _step(self, name: str, *arguments: Any) -> "SceneBuilder":
        new = bool(self._do(name, arguments))
        self._taken.append((absolute(name, arguments), new))
        self._reads = self._reads or name in READING
        if len(self._taken) > 1000 + 2 * self._recipe.room():
            self._made()
        return self

    def _made(self) -> Recipe:
        """The recipe of the present state."""
        self._recipe, self._taken = self._recipe.then(self._taken), []
        return self._recipe

    def freeze(self, *, allow_empty: bool = False) -> "Scene":
        """The Scene; the builder is of no use afterwards.

        allow_empty: permits a scene in which no pair is checked; a free verdict then says nothing. Errors: ModelError, NameUnknownError.

        Example:
            >>> leeway.SceneBuilder().add_obstacle("a", leeway.Sphere(1)).freeze(allow_empty=True)
            <leeway.Scene 0 robots, 1 bodies, 0 pairs>
        """
        from ._scene import Scene

        return Scene._of(self, allow_empty)

    # settings

    def set_margin(self, metres: float) -> "SceneBuilder":
        """The distance at which a robot and an obstacle, or two robots, are in contact. Errors: ArgumentError.

        Example:
            >>> scene.edit().set_margin(0.02).freeze().margin
            0.02
        """
        return self._step("set_margin", number(metres, "margin"))

    def set_self_margin(self, metres: float) -> "SceneBuilder":
        """The distance at which two links of one robot are in contact. Errors: ArgumentError.

        Example:
            >>> scene.edit().set_self_margin(0.005).freeze().self_margin
            0.005
        """
        return self._step("set_self_margin", number(metres, "self_margin"))

    def set_pair_margin(self, a: str, b: Optional[str], metres: float) -> "SceneBuilder":
        """The margin of one pair; b None: of every pair with a. The last call wins. Errors: ArgumentError.

        Example:
            >>> wider = scene.edit().set_pair_margin("lamp", None, 0.1).freeze()
            >>> max(pair.margin for pair in wider.pairs)
            0.1
        """
        return self._step("set_pair_margin", name_of(a, "a"), b, number(metres, "margin"))

    def set_mesh(self, mode: MeshMode) -> "SceneBuilder":
        """'solid': closed meshes are solids; 'surface': all are surfaces. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().set_mesh("surface")
            <leeway.SceneBuilder 0 robots>
        """
        if mode not in ("solid", "surface"):
            raise ArgumentError(f"mesh is 'solid' or 'surface', not {mode!r}")
        return self._step("set_mesh_surfaces", mode == "surface")

    def set_strict(self, strict: bool = True) -> "SceneBuilder":
        """Makes every notice an error.

        Example:
            >>> leeway.SceneBuilder().set_strict()
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("set_strict", bool(strict))

    def set_strict_limits(self, strict: bool = True) -> "SceneBuilder":
        """Makes a joint value outside its limits an error, not a notice.

        Example:
            >>> leeway.SceneBuilder().set_strict_limits()
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("set_strict_limits", bool(strict))

    def add_package_path(self, folder: PathLike) -> "SceneBuilder":
        """Adds a folder in which package://NAME/rest is searched first. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().add_package_path(folder)
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("add_package_path", path_text(folder))

    def add_package(self, name: str, folder: PathLike) -> "SceneBuilder":
        """Sets the folder of one package. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().add_package("arm_description", folder)
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("add_package", name_of(name, "a package"), path_text(folder))

    def set_ros_paths(self, package_path: Optional[str], prefix_path: Optional[str]) -> "SceneBuilder":
        """Sets the folders that are searched last: the values of ROS_PACKAGE_PATH and AMENT_PREFIX_PATH. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().set_ros_paths(None, "/opt/ros/humble")
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("set_ros_paths", package_path, prefix_path)

    def set_inside(self, folder: Optional[PathLike]) -> "SceneBuilder":
        """Refuses files outside this folder that other files name. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().set_inside(folder)
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("set_inside", None if folder is None else path_text(folder))

    def leave_out_mesh(self, link: str) -> "SceneBuilder":
        """Leaves the meshes of a link ("link" or "robot/link") out of the URDF files that are read from
        here on; each motion of the scene then says so. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().leave_out_mesh("camera")
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("leave_out_mesh", name_of(link, "a link"))

    def set_cover_balls(self, balls: int) -> "SceneBuilder":
        """Sets how many balls the cover of a link has at most, 1 to 64. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().set_cover_balls(16)
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("set_cover_balls", int(balls))

    # files

    def load(self, path: PathLike) -> "SceneBuilder":
        """Loads a scene file: Leeway's JSON, or MoveIt's YAML for the robots added before. Errors: FileError, ParseError, ModelError.

        Example:
            >>> leeway.SceneBuilder().load("cell.json").freeze().robots[0].name
            'arm'
        """
        return self._step("load", path_text(path))

    def load_robot(self, urdf: PathLike, srdf: Optional[PathLike] = None, *, name: Optional[str] = None,
                   base: Optional[PoseLike] = None) -> "SceneBuilder":
        """Loads a robot from its URDF and SRDF. base: the pose of its root link in the world. Errors: FileError, ParseError, ModelError.

        Example:
            >>> leeway.SceneBuilder().load_robot("arm/arm.urdf", "arm/arm.srdf", base=(0, 0, 1))
            <leeway.SceneBuilder 1 robot (arm)>
        """
        return self._step("load_robot", path_text(urdf), None if srdf is None else path_text(srdf), name,
                          None if base is None else numbers(base))

    def load_cloud(self, path: PathLike, id: Optional[str] = None, *, radius: float = 0.005,
                   pose: Optional[PoseLike] = None) -> "SceneBuilder":
        """Adds a point cloud from a file (PCD, PLY, NPY, or a PointCloud2 of ROS in YAML or JSON) as an
        obstacle. id: the file's name if there is none; radius: of the points, metres; pose: in the world. Errors: FileError, ParseError, ArgumentError,
        NameUnknownError (there is such an object).

        Example:
            >>> np.save(folder / "scan.npy", np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]))
            >>> leeway.SceneBuilder().load_cloud(folder / "scan.npy", radius=0.01)
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("load_cloud", path_text(path), id, number(radius, "radius"), numbers(pose))

    def load_octree(self, path: PathLike, id: Optional[str] = None, *, unknown: str,
                    pose: Optional[PoseLike] = None) -> "SceneBuilder":
        """Adds an octree from a file (OctoMap's .bt and .ot, or an Octomap of ROS in YAML or JSON) as an
        obstacle. id: the file's name if there is none; unknown: 'obstacle' or 'free', what the space counts as that it does not know; pose: in the world.
        Errors: FileError, ParseError, ArgumentError, NameUnknownError (there is such an object).

        Example:
            >>> _ = (folder / "room.bt").write_bytes(b"# Octomap OcTree binary file\\nid OcTree\\nsize 2\\nres 0.1\\ndata\\n\\x02\\0")
            >>> leeway.SceneBuilder().load_octree(folder / "room.bt", unknown="free")
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("load_octree", path_text(path), id, unknown_number(unknown), numbers(pose))

    def load_heights(self, path: PathLike, id: Optional[str] = None, *, spacing: Union[float, Sequence[float]],
                     floor: float, scale: float = 1.0, pose: Optional[PoseLike] = None) -> "SceneBuilder":
        """Adds a height field from a file (NPY) as an obstacle: HeightField. id: the file's name if there is none;
        pose: in the world. Errors: FileError, ParseError, ArgumentError, NameUnknownError (there is such an object).

        Example:
            >>> np.save(folder / "hill.npy", np.array([[0.0, 0.1], [0.2, 0.3]]))
            >>> leeway.SceneBuilder().load_heights(folder / "hill.npy", spacing=0.5, floor=-1)
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("load_heights", path_text(path), id, (*spacing_numbers(spacing), number(scale, "scale")),
                          number(floor, "floor"), numbers(pose))

    def set_unknown(self, unknown: str) -> "SceneBuilder":
        """Says what the unknown space of octomaps in MoveIt's messages counts as, which load() reads after this:
        'obstacle' or 'free'. Without it such a message is refused. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().set_unknown("obstacle")
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("set_unknown", unknown_number(unknown))

    def set_occupancy_threshold(self, threshold: float) -> "SceneBuilder":
        """Sets the probability from which on a leaf with log-odds is occupied, above 0 and below 1, in octrees that
        load_octree() and MoveIt's messages add after this; OctoMap's and the first one is 0.5. Errors:
        ArgumentError.

        Example:
            >>> leeway.SceneBuilder().set_occupancy_threshold(0.7)
            <leeway.SceneBuilder 0 robots>
        """
        return self._step("set_occupancy_threshold", number(threshold, "threshold"))

    def load_joint_limits(self, path: PathLike) -> "SceneBuilder":
        """Loads MoveIt's joint_limits.yaml. Errors: FileError, ParseError, ModelError.

        Example:
            >>> with open(folder / "limits.yaml", "w") as file:
            ...     _ = file.write("joint_limits: {joint_1: {max_position: 1.5}}")
            >>> builder = leeway.SceneBuilder().load_robot("arm/arm.urdf", "arm/arm.srdf")
            >>> builder.load_joint_limits(folder / "limits.yaml").freeze().all_joints[0].upper
            1.5
        """
        return self._step("load_joint_limits", path_text(path))

    def load_cover(self, path: PathLike, robot: Optional[str] = None) -> "SceneBuilder":
        """Loads covers of a robot's links, as Scene.cover_json and `leeway cover` write them. Errors: FileError, ParseError, ModelError.

        Example:
            >>> with open(folder / "cover.json", "w") as file:
            ...     _ = file.write(scene.cover_json())
            >>> covered = leeway.SceneBuilder().load("cell.json").load_cover(folder / "cover.json").freeze()
            >>> covered.cover("forearm").file == str(folder / "cover.json")
            True
        """
        return self._step("load_cover", robot, path_text(path))

    # robots

    def add_robot(self, name: str, base: Optional[PoseLike] = None) -> "SceneBuilder":
        """Starts a robot. base: the pose of its root link in the world. Errors: ArgumentError.

        Example:
            >>> leeway.SceneBuilder().add_robot("arm", (0, 0, 1))
            <leeway.SceneBuilder 1 robot (arm)>
        """
        return self._step("add_robot", name_of(name, "a robot"), numbers(base))

    def add_link(self, robot: str, link: str) -> "SceneBuilder":
        """Adds a link to a robot; the first one is its root. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> leeway.SceneBuilder().add_robot("arm").add_link("arm", "base")
            <leeway.SceneBuilder 1 robot (arm)>
        """
        return self._step("add_link", name_of(robot, "a robot"), name_of(link, "a link"))

    def add_joint(self, robot: str, name: str, kind: JointKind, parent: str, child: str, *,
                  origin: Optional[PoseLike] = None, axis: PointLike = (1.0, 0.0, 0.0), lower: float = -math.inf,
                  upper: float = math.inf, mimic: Optional[str] = None, multiplier: float = 1.0,
                  offset: float = 0.0, velocity: float = math.inf,
                  acceleration: float = math.inf, jerk: float = math.inf) -> "SceneBuilder":
        """kind: 'fixed', 'revolute', 'continuous', 'prismatic', 'planar' (x y theta) or 'floating' (x y z
        qx qy qz qw). origin: the pose of the child link in the parent's frame; axis: in the child's. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> builder = leeway.SceneBuilder().add_robot("r").add_link("r", "rail").add_link("r", "ball")
            >>> builder = builder.add_joint("r", "slide", "prismatic", "rail", "ball", lower=-1, upper=1)
            >>> builder.freeze(allow_empty=True).joints().names
            ('slide',)
        """
        direction = _values(axis, "axis")
        if len(direction) != 3:
            raise ArgumentError(f"axis takes 3 numbers, not {len(direction)}")
        return self._step("add_joint", name_of(robot, "a robot"), name_of(name, "a joint"), kind, parent, child,
                          numbers(origin), direction, number(lower, "lower"), number(upper, "upper"),
                          mimic, number(multiplier, "multiplier"), number(offset, "offset"),
                          number(velocity, "velocity"), number(acceleration, "acceleration"),
                          number(jerk, "jerk"))

    def add_shape(self, robot: str, link: str, shape: Shape, pose: Optional[PoseLike] = None) -> "SceneBuilder":
        """Adds a shape to a link, at a pose in the link. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> builder = leeway.SceneBuilder().add_robot("r").add_link("r", "rail").add_link("r", "ball")
            >>> builder = builder.add_joint("r", "slide", "prismatic", "rail", "ball", lower=-1, upper=1)
            >>> builder.add_shape("r", "ball", leeway.Sphere(0.1), (0, 0, 0.2)).freeze(allow_empty=True).bodies[0].shape_count
            1
        """
        return self._step("add_shape", robot, link, shape, numbers(pose))

    def add_group(self, robot: str, group: str, joints: Iterable[str]) -> "SceneBuilder":
        """Adds a group: a named list of joints, in order. Errors: ArgumentError.

        Example:
            >>> builder = leeway.SceneBuilder().add_robot("r").add_link("r", "rail").add_link("r", "ball")
            >>> builder = builder.add_joint("r", "slide", "prismatic", "rail", "ball", lower=-1, upper=1)
            >>> builder.add_group("r", "all", ["slide"]).freeze(allow_empty=True).robots[0].groups
            ('all',)
        """
        return self._step("add_group", robot, group, _names(joints, "joints"))

    def add_state(self, robot: str, name: str, values: Mapping[str, float],
                  group: Optional[str] = None) -> "SceneBuilder":
        """Adds a named configuration: joints and their values. Errors: ArgumentError.

        Example:
            >>> builder = leeway.SceneBuilder().add_robot("r").add_link("r", "rail").add_link("r", "ball")
            >>> builder = builder.add_joint("r", "slide", "prismatic", "rail", "ball", lower=-1, upper=1)
            >>> builder.add_state("r", "out", {"slide": 0.5}).freeze(allow_empty=True).state("out").tolist()
            [0.5]
        """
        return self._step("add_state", robot, group, name, _names(values, "joints"),
                          tuple(number(value, "a state") for value in values.values()))

    def set_joint_limits(self, robot: str, joint: str, *, lower: float = math.nan,
                         upper: float = math.nan, velocity: float = math.nan,
                         acceleration: float = math.nan, jerk: float = math.nan) -> "SceneBuilder":
        """Sets other limits of a joint; NaN leaves a limit as it is. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> builder = leeway.SceneBuilder().load_robot("arm/arm.urdf", "arm/arm.srdf")
            >>> builder.set_joint_limits("arm", "joint_1", upper=1.0).freeze().all_joints[0].upper
            1.0
        """
        return self._step("set_joint_limits", robot, joint, number(lower, "lower"),
                          number(upper, "upper"), number(velocity, "velocity"),
                          number(acceleration, "acceleration"), number(jerk, "jerk"))

    def set_link_padding(self, robot: str, link: Optional[str] = None, *, scale: float = 1.0,
                         padding: float = 0.0) -> "SceneBuilder":
        """Scales a link's shapes, and grows the link on all sides; link None: all links of the robot. Errors: ArgumentError.

        Example:
            >>> padded = scene.edit().set_link_padding("arm", padding=0.01).freeze()
            >>> padded.bodies[0].padding
            0.01
        """
        return self._step("set_link_padding", robot, link, number(scale, "scale"),
                          number(padding, "padding"))

    # the world

    def set_joint(self, joint: str, values: Union[float, Sequence[float]], robot: Optional[str] = None) -> "SceneBuilder":
        """Sets the values that a joint has in motions that do not move it: 1, 3 or 7. Errors: ArgumentError.

        Example:
            >>> scene.edit().set_joint("joint_1", 0.5).freeze().all_joints[0].rest
            (0.5,)
        """
        return self._step("set_joint", robot, name_of(joint, "a joint"), _values(values, "a joint"))

    def add_obstacle(self, id: str, shape: Shape, pose: Optional[PoseLike] = None) -> "SceneBuilder":
        """Adds a shape to an obstacle, which the first call makes. pose: in the world. Errors: ArgumentError.

        Example:
            >>> scene.edit().add_obstacle("ball", leeway.Sphere(0.1), (0, 1, 1)).freeze().bodies[-1].name
            'ball'
        """
        return self._step("add_obstacle", name_of(id, "an obstacle"), shape, numbers(pose))

    def add_boxes(self, sizes: ArrayLike, poses: Poses, *, id: str = "box") -> "SceneBuilder":
        """Adds n boxes of n x 3 full edge lengths (metres; one row for all) at n poses in the world: an array of
        n x 3, n x 7 or n x 4 x 4 numbers, or a list of poses of any form. The obstacles are named "box 0", "box 1"
        and so on. Errors: ArgumentError.

        Example:
            >>> scene.edit().add_boxes([0.1, 0.1, 0.1], [(0, 2, 0), (0, 3, 0)], id="bin").freeze().bodies[-1].name
            'bin 1'
        """
        places = list(poses)
        lengths = rows(sizes, "sizes", 3, of="boxes")
        shapes = [Box(*size) for size in lengths.tolist()]
        return self._add_many(id, shapes, places, "sizes")

    def add_spheres(self, radii: ArrayLike, centers: ArrayLike, *, id: str = "sphere") -> "SceneBuilder":
        """Adds n spheres of n radii (metres; one number for all) at n x 3 centres in the world. The obstacles are
        named "sphere 0", "sphere 1" and so on. Errors: ArgumentError.

        Example:
            >>> scene.edit().add_spheres([0.1, 0.2], [[0, 2, 0], [0, 3, 0]]).freeze().bodies[-1].name
            'sphere 1'
        """
        places = rows(centers, "centers", 3, of="spheres").tolist()
        sizes = array(radii, "radii")
        if sizes.ndim > 1:
            raise ArgumentError(f"radii takes n numbers, or one, not an array of shape {sizes.shape}")
        return self._add_many(id, [Sphere(radius) for radius in sizes.reshape(-1).tolist()], places, "radii")

    def add_meshes(self, meshes: Iterable[Union[Shape, MeshLike, PathLike]], poses: Optional[Poses] = None, *,
                   id: str = "mesh") -> "SceneBuilder":
        """Adds n meshes, each a shape, an object with vertices and faces (as of trimesh) or the name of a file, at
        n poses in the world, as add_boxes takes them; None: not moved. The obstacles are named "mesh 0", "mesh 1"
        and so on. Errors: ArgumentError, FileError, ParseError.

        Example:
            >>> corner = leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
            >>> scene.edit().add_meshes([corner, corner], [(0, 5, 0), (0, 6, 0)]).freeze().bodies[-1].name
            'mesh 1'
        """
        if isinstance(meshes, (str, bytes, os.PathLike)) or isinstance(meshes, Shape):
            raise ArgumentError("meshes takes a list of meshes")
        shapes = [mesh if isinstance(mesh, Shape) else Mesh(mesh) for mesh in meshes]
        places: List[Any] = [None] * len(shapes) if poses is None else list(poses)
        if len(places) != len(shapes):
            raise ArgumentError(f"there are {len(shapes)} meshes and {len(places)} poses: as many of the one as of the other")
        return self._add_many(id, shapes, places, "meshes")

    def _add_many(self, id: str, shapes: Sequence[Shape], places: Sequence[Any], what: str) -> "SceneBuilder":
        """Adds an obstacle for each place; one shape stands for all. Nothing is added if a pose is wrong."""
        if len(shapes) not in (1, len(places)):
            raise ArgumentError(f"{what} has {len(shapes)} rows for {len(places)} places: as many, or one for all")
        name = name_of(id, "id")
        poses = [numbers(place) for place in places]
        for index, pose in enumerate(poses):
            self._step("add_obstacle", f"{name} {index}", shapes[index if len(shapes) > 1 else 0], pose)
        return self

    def move(self, id: str, pose: PoseLike) -> "SceneBuilder":
        """Puts an obstacle at a pose in the world. Errors: NameUnknownError.

        Example:
            >>> scene.edit().move("lamp", (0, 2, 1)).freeze().segment(home, ready).pose("lamp", 0).position
            (0.0, 2.0, 1.0)
        """
        return self._step("move", name_of(id, "an obstacle"), numbers(pose))

    def set_uncertainty(self, id: str, *, position: float = 0, angle: float = 0, speed: float = 0,
                        since: float = 0) -> "SceneBuilder":
        """How exactly the pose of an obstacle is known: it may be turned by `angle` (radians) about the origin of its
        frame and shifted by `position` (metres), and from the time `since` (seconds) on each of its points may move at
        up to `speed` (m/s). Checks are then about all such places. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> moved = scene.edit().set_uncertainty("lamp", position=0.02).freeze()
            >>> bool(moved.check(home, ready))
            True
        """
        return self._step("set_uncertainty", name_of(id, "an obstacle"), number(position, "position"),
                          number(angle, "angle"), number(speed, "speed"), number(since, "since"))

    def set_base_uncertainty(self, robot: Optional[str] = None, *, position: float = 0, angle: float = 0,
                             speed: float = 0, since: float = 0) -> "SceneBuilder":
        """How exactly the base of a robot is known, as in set_uncertainty; robot None: the only one. It does not count
        in pairs inside the robot. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> loose = scene.edit().set_base_uncertainty(position=0.001).freeze()
        """
        return self._step("set_base_uncertainty", robot, number(position, "position"), number(angle, "angle"),
                          number(speed, "speed"), number(since, "since"))

    def remove(self, id: str) -> "SceneBuilder":
        """Removes an obstacle or a carried object. Errors: NameUnknownError.

        Example:
            >>> len(scene.bodies) - len(scene.edit().remove("lamp").freeze().bodies)
            1
        """
        return self._step("remove", name_of(id, "an obstacle"))

    def attach(self, link: str, id: str, shape: Optional[Shape] = None, pose: Optional[PoseLike] = None, *,
               touch_links: Iterable[str] = (), robot: Optional[str] = None) -> "SceneBuilder":
        """Makes a link carry an object, at a pose in the link: a new one of this shape, or, without a
        shape, the obstacle of this id. touch_links: further links that it may touch. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> scene.edit().attach("gripper", "cup", leeway.Sphere(0.02), (0, 0, 0.1)).freeze().check(home, ready).free
            True
        """
        of = self._robot() if robot is None else name_of(robot, "a robot")
        touch = _names(touch_links, "touch_links")
        if shape is None:
            return self._step("attach_obstacle", of, name_of(link, "a link"), name_of(id, "an object"),
                              numbers(pose), touch)
        return self._step("attach", of, name_of(link, "a link"), name_of(id, "an object"), shape,
                          numbers(pose), touch)

    def release(self, id: str, pose: PoseLike) -> "SceneBuilder":
        """Makes a carried object an obstacle, at a pose in the world. Errors: NameUnknownError.

        Example:
            >>> put = scene.edit().attach("gripper", "lamp").release("lamp", (0, 2, 1)).freeze()
            >>> put.segment(home, ready).pose("lamp", 0).position
            (0.0, 2.0, 1.0)
        """
        return self._step("release", name_of(id, "an object"), numbers(pose))

    def allow_pair(self, a: str, b: Optional[str] = None, allowed: bool = True) -> "SceneBuilder":
        """Whether a pair may meet, and is not checked; b None: every pair with a. Errors: ArgumentError.

        Example:
            >>> allowed = scene.edit().allow_pair("finger_left", "post").freeze()
            >>> allowed.pair_reason("finger_left", "post")
            'caller'
        """
        return self._step("allow_pair", name_of(a, "a"), b, bool(allowed))

    def _robot(self) -> str:
        """The name of the only robot."""
        robots = self._robots()
        if len(robots) != 1:
            raise ArgumentError(f"name the robot: the scene has {len(robots)}")
        return robots[0]


def apply_options(builder: SceneBuilder, *, margin: Optional[float], self_margin: Optional[float],
                  link_padding: Optional[float], link_scale: Optional[float], mesh: Optional[MeshMode],
                  joints: Optional[Mapping[str, Union[float, Sequence[float]]]], joint_limits: Iterable[PathLike]) -> None:
    """Applies options that override the files, as those of the command line do."""
    if mesh is not None:
        builder.set_mesh(mesh)
    if margin is not None:
        builder.set_margin(margin)
    if self_margin is not None:
        builder.set_self_margin(self_margin)
    if link_padding is not None or link_scale is not None:
        for robot in builder._robots():
            builder.set_link_padding(robot, scale=1.0 if link_scale is None else link_scale,
                                     padding=0.0 if link_padding is None else link_padding)
    for path in joint_limits:
        builder.load_joint_limits(path)
    for joint, values in (joints or {}).items():
        builder.set_joint(joint, values)


def begin(*, on_notice: NoticeTaker, strict: bool, strict_limits: bool, inside: Optional[PathLike],
          package_paths: Iterable[PathLike], packages: Optional[Mapping[str, PathLike]]) -> SceneBuilder:
    """An empty scene with the settings that have to be made before files are read."""
    builder = SceneBuilder(on_notice=on_notice)
    if strict:
        builder.set_strict()
    if strict_limits:
        builder.set_strict_limits()
    if inside is not None:
        builder.set_inside(inside)
    for folder in package_paths:
        builder.add_package_path(folder)
    for name, folder in (packages or {}).items():
        builder.add_package(name, folder)
    ros, ament = os.environ.get("ROS_PACKAGE_PATH"), os.environ.get("AMENT_PREFIX_PATH")
    if ros or ament:
        builder.set_ros_paths(ros, ament)
    return builder


def refuse_empty(scene: _core.Scene, allow_empty: bool) -> None:
    """Refuses a scene in which no pair is checked: everything would be free."""
    if not allow_empty and not scene._pair_count():
        raise ModelError("no pair of bodies is checked, so that free would say nothing: allow_empty=True "
                         "allows such a scene")
