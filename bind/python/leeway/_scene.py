"""Scenes: frozen, read-only, shared by threads. Queries of scenes, and changed copies (copy-on-write)."""

from __future__ import annotations

import json
import os
import warnings
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, Dict, Iterable, List, Literal, Mapping, Optional, Sequence, Tuple, Union, cast, overload

import numpy as np

from . import _batch, _core
from ._build import Poses, SceneBuilder, apply_options, begin, name_of, path_text, refuse_empty
from ._errors import ArgumentError, ModelError, NameUnknownError, warn
from ._motions import (FORMATS, INTERPOLATIONS, Conflict, CrossCheck, Curve, MotionReader, Trace, Track, curve_of, proof_type,
                       rest_rows, rest_copy, track_copy)
from ._numbers import array, number, rows, whole
from ._pose import PointLike, Pose, PoseLike, numbers, rotations, vector
from ._recipe import FORM, Recipe, Step, check_form, is_strict, replay
from ._shapes import MeshLike, Shape, seen_shape, seen_views
from ._types import (ArrayLike, Bools, Configuration, Floats, Interpolation, Json, MeshMode, Method, MotionFormat, NoticeTaker, ScheduleAnswer,
                     PathLike, Records, Rest, Stop)

if TYPE_CHECKING:
    from ._facts import Body, BodyShape, Cover, Delays, Joint, Link, Meeting, Pair, Robot, Stage
    from ._page import Page


def _plain(value: Any) -> Any:
    """Arrays and numbers of NumPy as JSON has them."""
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError


class Scene(_core.Scene):
    """Robots and obstacles, frozen: any number of threads may ask it, and pickle it.

    Scene("cell.json") reads a scene file, Scene.from_urdf robots, SceneBuilder builds one in code. Options,
    as on the command line: margin, self_margin, link_padding (metres), link_scale, mesh ("solid" or
    "surface"), joints (a dict: values of joints that no motion moves), joint_limits (files), strict,
    strict_limits, inside, package_paths, packages, allow_empty, and on_notice as in SceneBuilder.

    Answers: check, check_state, check_segments, check_states, check_motions, near_misses, pair_distance,
    curve, trace, cross_check, meeting, delays. Metres, radians, seconds; poses are those of a body in the world
    unless stated otherwise. Errors: FileError, ParseError, ModelError.

    Example:
        >>> scene = leeway.Scene("cell.json")
        >>> scene
        <leeway.Scene 1 robot (arm), 15 bodies, 65 pairs>
        >>> scene.check(home, "ready").free
        True
    """

    _recipe: Recipe
    _on_notice: NoticeTaker
    _allow_empty: bool

    def __init__(self, path: PathLike, *, on_notice: NoticeTaker = warn, strict: bool = False,
                 strict_limits: bool = False, inside: Optional[PathLike] = None, package_paths: Iterable[PathLike] = (),
                 packages: Optional[Mapping[str, PathLike]] = None, margin: Optional[float] = None,
                 self_margin: Optional[float] = None, link_padding: Optional[float] = None,
                 link_scale: Optional[float] = None, mesh: Optional[MeshMode] = None,
                 joints: Optional[Mapping[str, Union[float, Sequence[float]]]] = None,
                 joint_limits: Sequence[PathLike] = (), allow_empty: bool = False) -> None:
        builder = begin(on_notice=on_notice, strict=strict, strict_limits=strict_limits, inside=inside,
                        package_paths=package_paths, packages=packages)
        builder.load(path)
        apply_options(builder, margin=margin, self_margin=self_margin, link_padding=link_padding,
                      link_scale=link_scale, mesh=mesh, joints=joints, joint_limits=joint_limits)
        self._take(builder, allow_empty)

    @classmethod
    def from_urdf(cls, urdf: PathLike, *, srdf: Optional[PathLike] = None, scene: Optional[PathLike] = None,
                  name: Optional[str] = None, base: Optional[PoseLike] = None, cover: Optional[PathLike] = None,
                  boxes: Optional[Tuple[ArrayLike, Poses]] = None, spheres: Optional[Tuple[ArrayLike, ArrayLike]] = None,
                  meshes: Optional[Iterable[Union[Shape, MeshLike, PathLike]]] = None,
                  on_notice: NoticeTaker = warn, strict: bool = False, strict_limits: bool = False,
                  inside: Optional[PathLike] = None, package_paths: Iterable[PathLike] = (),
                  packages: Optional[Mapping[str, PathLike]] = None, margin: Optional[float] = None,
                  self_margin: Optional[float] = None, link_padding: Optional[float] = None,
                  link_scale: Optional[float] = None, mesh: Optional[MeshMode] = None,
                  joints: Optional[Mapping[str, Union[float, Sequence[float]]]] = None,
                  joint_limits: Sequence[PathLike] = (), allow_empty: bool = False) -> "Scene":
        """A robot from its URDF and SRDF, and obstacles from a scene file (JSON, or MoveIt's YAML); metres, radians.

        name: of the robot, in place of the file's. base: the pose of its root link in the world. cover: a
        file of covers. Obstacles from arrays: boxes=(sizes, poses), spheres=(radii, centers), meshes=[...], as in
        with_boxes, with_spheres and with_meshes. The other options: those of Scene. Errors: FileError, ParseError, ModelError,
        ArgumentError.

        Example:
            >>> arm = leeway.Scene.from_urdf("arm/arm.urdf", srdf="arm/arm.srdf", base=(0, 0, 0.5))
            >>> arm.robots[0].base.position
            (0.0, 0.0, 0.5)
            >>> among = leeway.Scene.from_urdf("arm/arm.urdf", spheres=(0.1, [[1, 0, 1], [0, 1, 1]]))
            >>> [body.name for body in among.bodies if body.robot is None]
            ['sphere 0', 'sphere 1']
        """
        builder = begin(on_notice=on_notice, strict=strict, strict_limits=strict_limits, inside=inside,
                        package_paths=package_paths, packages=packages)
        builder.load_robot(urdf, srdf, name=name, base=base)
        if cover is not None:
            builder.load_cover(cover)
        if scene is not None:
            builder.load(scene)
        if boxes is not None:
            builder.add_boxes(*boxes)
        if spheres is not None:
            builder.add_spheres(*spheres)
        if meshes is not None:
            builder.add_meshes(meshes)
        apply_options(builder, margin=margin, self_margin=self_margin, link_padding=link_padding,
                      link_scale=link_scale, mesh=mesh, joints=joints, joint_limits=joint_limits)
        return cls._of(builder, allow_empty)

    @classmethod
    def _of(cls, builder: SceneBuilder, allow_empty: bool) -> "Scene":
        scene = cls.__new__(cls)
        scene._take(builder, allow_empty)
        return scene

    def _take(self, builder: SceneBuilder, allow_empty: bool) -> None:
        recipe = builder._made().reading(builder._files()) if builder._reads else builder._made()
        builder._freeze(self)
        self._recipe = recipe
        self._on_notice = builder._on_notice
        self._allow_empty = allow_empty
        refuse_empty(self, allow_empty)

    def __reduce__(self) -> Any:
        recipe = self._recipe
        packed = recipe.packed()
        return _unpickle, (FORM, _core.version(), self.fingerprint, recipe.steps(), recipe.files, packed,
                           self._allow_empty)

    def __repr__(self) -> str:
        robots = self._robots()
        named = f" ({', '.join(robots)})" if 0 < len(robots) <= 4 else ""
        plane = ", in the plane" if self.dimension == 2 else ""
        return (f"<leeway.Scene {len(robots)} robot{'' if len(robots) == 1 else 's'}{named}, {len(self.bodies)} bodies, "
                f"{self._pair_count()} pairs{plane}>")

    # changes: each returns a new scene, which shares all unchanged data (copy-on-write)

    def edit(self) -> SceneBuilder:
        """An open copy of this scene, which shares all unchanged data (copy-on-write).

        Example:
            >>> len(scene.edit().remove("lamp").remove("drum").freeze().bodies) - len(scene.bodies)
            -2
        """
        return SceneBuilder._from(self)

    def _changed(self, builder: SceneBuilder) -> "Scene":
        return Scene._of(builder, self._allow_empty)

    def with_obstacle(self, id: str, shape: Shape, pose: Optional[PoseLike] = None, *, added: bool = False,
                      replaced: bool = False) -> "Scene":
        """With an obstacle of one shape. pose: in the world. Where the scene has an obstacle of this id: added=True
        adds the shape to it, replaced=True puts the new obstacle in its place, also in that of a carried object;
        without them it is an error. Errors: ArgumentError, NameUnknownError (added=True, and a link carries it).

        Example:
            >>> scene.with_obstacle("ball", leeway.Sphere(0.1), (0, 1, 1)).bodies[-1].name
            'ball'
            >>> scene.with_obstacle("lamp", leeway.Sphere(0.1), (0, 1, 1), replaced=True).bodies[-1].shape_count
            1
        """
        if added and replaced:
            raise ArgumentError("an obstacle is added to or replaced: give one of added=True and replaced=True")
        builder = self.edit()
        if not added and self._has_object(name_of(id, "id")):
            if not replaced:
                raise ArgumentError(f"there is an object '{id}' already: added=True adds the shape to it, replaced=True puts "
                                    "the new one in its place")
            builder.remove(id)
        return self._changed(builder.add_obstacle(id, shape, pose))

    def _with_many(self, builder: SceneBuilder, id: str) -> "Scene":
        """A scene with the obstacles that a builder has added as "id 0", "id 1" and so on, which must be new."""
        if self._has_object(f"{id} 0"):
            raise ArgumentError(f"there is an obstacle '{id} 0' already: give another id")
        return self._changed(builder)

    def with_boxes(self, sizes: ArrayLike, poses: Poses, *, id: str = "box") -> "Scene":
        """With n boxes of n x 3 full edge lengths (metres) at n poses in the world, obstacles named "box 0", "box
        1" and so on (SceneBuilder.add_boxes). Errors: ArgumentError.

        Example:
            >>> scene.with_boxes([[0.1, 0.1, 0.1], [0.2, 0.2, 0.2]], [(0, 2, 0), (0, 3, 0)]).bodies[-1].name
            'box 1'
        """
        return self._with_many(self.edit().add_boxes(sizes, poses, id=id), id)

    def with_spheres(self, radii: ArrayLike, centers: ArrayLike, *, id: str = "sphere") -> "Scene":
        """With n spheres of n radii (metres; one number for all) at n x 3 centres in the world, obstacles named
        "sphere 0", "sphere 1" and so on (SceneBuilder.add_spheres). Errors: ArgumentError.

        Example:
            >>> scene.with_spheres(0.05, [[0, 2, 0], [0, 3, 0]]).bodies[-1].name
            'sphere 1'
        """
        return self._with_many(self.edit().add_spheres(radii, centers, id=id), id)

    def with_meshes(self, meshes: Iterable[Union[Shape, MeshLike, PathLike]], poses: Optional[Poses] = None, *,
                    id: str = "mesh") -> "Scene":
        """With n meshes (shapes, objects of trimesh or files) at n poses in the world, obstacles named "mesh 0",
        "mesh 1" and so on (SceneBuilder.add_meshes). Errors: ArgumentError, FileError, ParseError.

        Example:
            >>> corner = leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
            >>> scene.with_meshes([corner], [(0, 5, 0)]).bodies[-1].name
            'mesh 0'
        """
        return self._with_many(self.edit().add_meshes(meshes, poses, id=id), id)

    def without(self, id: str) -> "Scene":
        """Without an obstacle or a carried object. Errors: NameUnknownError.

        Example:
            >>> "lamp" in [body.name for body in scene.without("lamp").bodies]
            False
        """
        return self._changed(self.edit().remove(id))

    def moved(self, id: str, pose: PoseLike) -> "Scene":
        """With an obstacle at another pose in the world. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> moved = scene.moved("lamp", (0, 2, 1))
            >>> moved.segment("home", "ready").pose("lamp", 0).position
            (0.0, 2.0, 1.0)
        """
        return self._changed(self.edit().move(id, pose))

    def attached(self, link: str, id: str, shape: Optional[Shape] = None, pose: Optional[PoseLike] = None, *,
                 touch_links: Iterable[str] = (), robot: Optional[str] = None) -> "Scene":
        """With an object that a link carries, at a pose in the link (SceneBuilder.attach). Errors:
        NameUnknownError, ArgumentError.

        Example:
            >>> holding = scene.attached("gripper", "cup", leeway.Sphere(0.02), (0, 0, 0.1))
            >>> holding.bodies[[body.name for body in holding.bodies].index("cup")].attached
            True
        """
        builder = self.edit().attach(link, id, shape, pose, touch_links=touch_links, robot=robot)
        return self._changed(builder)

    def released(self, id: str, pose: PoseLike) -> "Scene":
        """With a carried object as an obstacle, at a pose in the world. Errors: NameUnknownError.

        Example:
            >>> put = scene.attached("gripper", "lamp").released("lamp", (0, 2, 1))
            >>> put.segment(home, ready).pose("lamp", 0).position
            (0.0, 2.0, 1.0)
        """
        return self._changed(self.edit().release(id, pose))

    def with_joint(self, joint: str, values: Union[float, Sequence[float]], robot: Optional[str] = None) -> "Scene":
        """With other values of a joint (1, 3 or 7, radians and metres), for motions that do not move it.
        Errors: NameUnknownError, ArgumentError.

        Example:
            >>> scene.with_joint("joint_1", 0.5).all_joints[0].rest
            (0.5,)
        """
        return self._changed(self.edit().set_joint(joint, values, robot))

    # pages

    def show(self, path: Optional[PathLike] = None, *, motions: Iterable[Union[str, _core.Motion, _core.Verdict]] = (),
             title: str = "Leeway", report: bool = False, covers: bool = True, near: float = 0.0,
             samples: int = 240, bounds: int = 60, inside: bool = True, links: bool = True, claims: bool = True,
             methods: Iterable[Method] = (), fixed_pairs: bool = False, clearance: bool = False,
             method: Method = "auto") -> Page:
        """A Page of the scene in 3D, and of motions in it, which shows itself in a notebook. path: a file to write it
        to. motions: names of motions of the scene, Motions, or Verdicts on them; a motion without a verdict is
        checked. title, report, covers, near: those of Page. The other options: those of Page.add. Errors: StateError
        (the package was built without the viewer), ArgumentError, NameUnknownError, OSError.

        Example:
            >>> page = scene.show(motions=["over the post", motion], samples=10)
            >>> page is None or page.motion_count == 2
            True
        """
        from ._page import Page

        page = Page(self, title=title, report=report, covers=covers, near=near)
        for given in motions:
            verdict = given if isinstance(given, _core.Verdict) else None
            shown = verdict.motion if verdict is not None else given
            if shown is None:
                raise ArgumentError("a verdict on the start or goal of a plan has no motion to show")
            name = shown if isinstance(shown, str) else None
            motion = self.motion(shown) if isinstance(shown, str) else shown
            if not isinstance(motion, _core.Motion):
                raise ArgumentError(f"motions takes names, motions and verdicts, not {type(motion).__name__}")
            page.add(motion, verdict, id=name, name=name, samples=samples, bounds=bounds, inside=inside, links=links,
                     claims=claims, methods=methods, fixed_pairs=fixed_pairs, clearance=clearance, method=method)
        return page if path is None else page.save(path)

    # facts

    @cached_property
    def robots(self) -> List[Robot]:
        """The robots, with their groups and named states.

        Example:
            >>> scene.robots[0].name
            'arm'
        """
        from ._facts import NamedState, Robot

        return [Robot(name, Pose(*base), root, links, joints, groups, tuple(NamedState(*s) for s in states), reach)
                for name, base, root, links, joints, groups, states, reach in self._list("robots")]

    @cached_property
    def links(self) -> List[Link]:
        """The links of all robots, in the order in which the files have them.

        Example:
            >>> scene.links[0].name
            'base'
        """
        from ._facts import Link

        return [Link(*link) for link in self._list("links")]

    @cached_property
    def all_joints(self) -> List[Joint]:
        """The joints of all robots: a robot's together, each after the joints above it.

        Example:
            >>> scene.all_joints[0].kind
            'revolute'
        """
        from ._facts import Joint

        joints = [Joint(*joint) for joint in self._list("joints")]
        return [joint._replace(origin=Pose(*joint.origin)) for joint in joints]

    @cached_property
    def bodies(self) -> List[Body]:
        """Links with geometry and attached objects, and after them the obstacles.

        Example:
            >>> scene.bodies[-1].robot is None
            True
        """
        from ._facts import Body

        return [Body(*body) for body in self._list("bodies")]

    @cached_property
    def pairs(self) -> List[Pair]:
        """The pairs of bodies that are checked.

        Example:
            >>> len(scene.pairs) == scene.check(home, ready).pairs
            True
        """
        from ._facts import Pair

        return [Pair(*pair) for pair in self._list("pairs")]

    @property
    def dimension(self) -> int:
        """3, or 2 in the plane.

        Example:
            >>> scene.dimension
            3
        """
        return int(self._facts()[0])

    @property
    def margin(self) -> float:
        """The distance, metres, at which a robot and an obstacle, or two robots, are in contact.

        Example:
            >>> scene.margin
            0.002
        """
        return float(self._facts()[1])

    @property
    def self_margin(self) -> float:
        """The distance, metres, at which two links of one robot are in contact.

        Example:
            >>> scene.self_margin
            0.0
        """
        return float(self._facts()[2])

    @property
    def memory(self) -> int:
        """How many bytes it holds, without shared shapes.

        Example:
            >>> scene.memory > 1000
            True
        """
        return int(self._facts()[4])

    @property
    def rate_scales(self) -> Tuple[float, float]:
        """The default scaling factors of velocities and accelerations.

        Example:
            >>> scene.rate_scales
            (1.0, 1.0)
        """
        facts = self._facts()
        return float(facts[5]), float(facts[6])

    @cached_property
    def fingerprint(self) -> int:
        """A hash of 64 bits over all data that verdicts depend on.

        Example:
            >>> scene.fingerprint == leeway.Scene("cell.json").fingerprint
            True
        """
        number: int = self._fingerprint()
        return number

    @property
    def files(self) -> List[str]:
        """The absolute names of the files that it was read from, and of the files that they name.

        Example:
            >>> scene.files[0].endswith("cell.json")
            True
        """
        return list(self._recipe.files)

    def body_shapes(self, body: str) -> List[BodyShape]:
        """The shapes of a body as the scene uses them: scaled, without padding. Errors: NameUnknownError.

        Example:
            >>> scene.body_shapes("post")[0].shape
            leeway.Cylinder(0.005, 0.42)
        """
        from ._facts import BodyShape

        return [BodyShape(Pose(*pose), file, Shape(*parts)) for pose, file, parts in self._shapes(body)]

    def cover(self, body: str) -> Cover:
        """The cover of a body that moves with a robot: balls that contain it. Errors: NameUnknownError,
        ArgumentError (an obstacle).

        Example:
            >>> scene.cover("forearm").balls[0].radius > 0
            True
        """
        from ._facts import Ball, Cover

        excess, fingerprint, file, balls = self._cover(body)
        return Cover(excess, fingerprint, file, [Ball(*ball) for ball in balls])

    def json(self) -> str:
        """The scene as one JSON scene that needs no other file and loads as the same scene, to the last bit:
        robots as links and joints, meshes in place. Covers are left out. What JSON cannot hold is an
        ArgumentError (lw_scene_json in leeway/files.h).

        Example:
            >>> scene.json().startswith("{")
            True
        """
        return self._json()

    def cover_json(self, robot: Optional[str] = None) -> str:
        """The covers of a robot's links, as a file for SceneBuilder.load_cover. Errors: NameUnknownError.

        Example:
            >>> scene.cover_json().startswith("{")
            True
        """
        text: str = self._cover_json(self._only_robot() if robot is None else robot)
        return text

    def _only_robot(self) -> str:
        if len(self.robots) != 1:
            raise ArgumentError(f"name the robot: the scene has {len(self.robots)}")
        return self.robots[0].name

    # joints and configurations

    def joints(self, group: Optional[str] = None, *, robot: Optional[str] = None,
               names: Optional[Iterable[str]] = None) -> _core.Joints:
        """Joints in the order of a configuration: those of a group, or given by name; else those of the
        only group, else the robot's movable ones in file order. For the argument `joints` of checks and
        planners. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> scene.joints(names=["joint_2", "joint_1"])
            <leeway.Joints of arm: joint_2, joint_1; 2 values>
        """
        if isinstance(names, str):
            raise ArgumentError("names takes a list of names")
        return self._joints(robot, group, None if names is None else tuple(names))

    def movable_joints(self, robot: Optional[str] = None) -> _core.Joints:
        """All movable joints of a robot in file order, without those that mimic. Errors: NameUnknownError.

        Example:
            >>> len(scene.movable_joints()) >= len(scene.joints())
            True
        """
        return self._movable_joints(self._only_robot() if robot is None else robot)

    def state(self, name: str, joints: Optional[_core.Joints] = None) -> Floats:
        """A named configuration, as a 1-d array of float64: the values of the joints, radians and metres.
        Errors: NameUnknownError.

        Example:
            >>> scene.state("ready").shape
            (6,)
        """
        return np.array(self._state(joints, name), dtype=float)

    def sample(self, n: int, seed: int = 0, *, joints: Optional[_core.Joints] = None, lower: Optional[ArrayLike] = None,
               upper: Optional[ArrayLike] = None, free: bool = False) -> Floats:
        """n random configurations, uniform within the limits of the joints: n x values float64, radians and
        metres. One seed gives the same ones on any machine.

        Joints that turn without end are within half a turn of 0, quaternions are uniform rotations. joints: as
        Scene.joints gives them. lower, upper: other bounds, one number per value; NaN: the limit of the joint.
        free=True: only configurations that are proven free. Errors: ArgumentError (a slide without limits and
        without bounds, no free configuration among 1000 n).

        Example:
            >>> scene.sample(100, seed=1).shape
            (100, 6)
            >>> bool(scene.check_states(scene.sample(20, free=True)).all())
            True
        """
        count = whole(n, "n")
        random = np.random.default_rng(whole(seed, "seed"))
        order = self.joints() if joints is None else joints
        low, high, rotations_at = self._bounds_of(order, lower, upper)
        found = np.empty((0, len(low)))
        tried = 0
        while len(found) < count:
            tried += 1
            if tried > 1000:
                raise ArgumentError(f"only {len(found)} of {1000 * count} random configurations are free")
            more = low + random.random((count, len(low))) * (high - low)
            for at in rotations_at:
                turns = random.standard_normal((count, 4))
                more[:, at:at + 4] = turns / np.linalg.norm(turns, axis=1, keepdims=True)
            found = np.concatenate([found, more[self.check_states(more, joints=joints)] if free else more])
        return found[:count]

    def _bounds_of(self, order: _core.Joints, lower: Optional[ArrayLike],
                   upper: Optional[ArrayLike]) -> Tuple[Floats, Floats, List[int]]:
        """The bounds of each value, and where quaternions begin."""
        low: List[float] = []
        high: List[float] = []
        names: List[str] = []
        quaternions: List[int] = []
        known = {joint.name: joint for joint in self.all_joints if joint.robot == order.robot}
        for name in order.names:
            joint = known[name]
            if joint.kind in ("planar", "floating"):
                slides = 2 if joint.kind == "planar" else 3
                low += [-np.inf] * slides
                high += [np.inf] * slides
                if joint.kind == "floating":
                    quaternions.append(len(low))
                low += [-np.pi] if joint.kind == "planar" else [-1.0] * 4
                high += [np.pi] if joint.kind == "planar" else [1.0] * 4
            else:
                turns = joint.kind == "continuous"
                low.append(-np.pi if turns else joint.lower)
                high.append(np.pi if turns else joint.upper)
            names += [name] * (len(low) - len(names))
        bounds = []
        for limits, given, what in ((low, lower, "lower"), (high, upper, "upper")):
            made = np.array(limits)
            if given is not None:
                own = array(given, what)
                if own.shape != made.shape:
                    raise ArgumentError(f"{what} takes {len(made)} numbers, not an array of shape {own.shape}")
                made = np.where(np.isnan(own), made, own)
            bounds.append(made)
        for name, a, b in zip(names, *bounds):
            if not np.isfinite(b - a):
                raise ArgumentError(f"joint '{name}' has no limits: lower and upper give it bounds")
            if a > b:
                raise ArgumentError(f"joint '{name}' has the lower bound {a:g} above the upper one {b:g}")
        return bounds[0], bounds[1], quaternions

    def _width(self, joints: Optional[_core.Joints]) -> int:
        """How many values a configuration has."""
        if joints is None:
            return len(self._joints(None, None, None))
        if not isinstance(joints, _core.Joints):
            raise ArgumentError("joints takes what Scene.joints gives")
        return len(joints)

    # motions

    @property
    def motion_names(self) -> List[str]:
        """The motions that the scene's files name.

        Example:
            >>> "through the post" in scene.motion_names
            True
        """
        return list(self._list("motions"))

    def motion(self, motion: Union[None, str, Mapping[str, object], _core.Motion] = None, *, robot: Optional[str] = None,
               group: Optional[str] = None, interpolation: Optional[Interpolation] = None, wrap: bool = True,
               approach: bool = True, rest: Rest = None, **fields: object) -> _core.Motion:
        """A motion, from one of these: the name of a motion of the scene, JSON text, or the fields of
        docs/interfaces.md, The motion, as a dict or as keywords: {"from", "to"}, path=...,
        trajectory={"times", "positions", ...}, spline={"type", "degree", "points", "knots"}, rigid={...}, robots={...}, attach=[...], release=[...],
        joints=[...]. Arrays may be NumPy's. wrap=False: continuous joints and headings of a path do not
        turn the shorter way. approach=False: a trajectory whose first time is above 0 waits at its first
        waypoint; by default it begins with an approach from where the scene has the robot. rest: values of
        joints that the motion does not move, in place of the scene's: {"joint" or ("robot", "joint"): 1, 3
        or 7 values}. A Motion of another scene is made again for this scene, with its own robot, group,
        interpolation and rest. Errors: NameUnknownError, ParseError, ArgumentError, LimitError.

        Example:
            >>> scene.motion(path=[home, ready, home])
            <leeway.Motion 0 to 1, 2 pieces>
        """
        if isinstance(motion, _core.Motion):
            return self._again(motion)
        names = self.motion_names
        if interpolation not in INTERPOLATIONS:
            raise ArgumentError(f"interpolation is 'linear', 'cubic' or 'quintic', not {interpolation!r}")
        if isinstance(motion, str) and not motion.lstrip().startswith("{"):
            if motion not in names:
                raise NameUnknownError(f"the scene has no motion '{motion}'; it has {', '.join(names) or 'none'}")
            return self._named_motion(names.index(motion), robot, group, INTERPOLATIONS[interpolation], not wrap,
                                      not approach, rest_rows(rest))
        text = motion
        if not isinstance(motion, str):
            try:
                text = json.dumps({**(motion or {}), **fields}, default=_plain, allow_nan=False)
            except ValueError:
                raise ArgumentError("a motion takes finite numbers") from None
            except TypeError:
                raise ArgumentError("a motion is a dict of numbers, texts, lists and arrays") from None
        made: _core.Motion = self._motion(text, None, 0, robot, group, INTERPOLATIONS[interpolation],
                                          not wrap, not approach, rest_rows(rest))[0]
        return made

    def stop(self, values: ArrayLike, rates: ArrayLike, accelerations: Optional[ArrayLike] = None, *,
             joints: Optional[_core.Joints] = None) -> _core.Motion:
        """The stop from a state, as a motion in seconds that begins at 0: each joint brakes by itself, as fast as its
        limits of acceleration and jerk allow, until it rests (a stop of category 1).

        values, rates, accelerations (None: zeros): one number per value of joints (None: the default ones), radians or
        metres, and per second and second^2. Errors: ArgumentError (a joint that moves and has no limit of
        acceleration or is beyond a limit, numbers that are not finite).

        Example:
            >>> scene.check(scene.stop(home, [0] * 6)).free
            True
        """
        order = joints or self.joints()
        width = self._width(joints)
        given = [None if row is None else tuple(rows(row, what, width)[0].tolist())
                 for row, what in ((values, "values"), (rates, "rates"), (accelerations, "accelerations"))]
        return self._stop(order, ("braking", order.robot, tuple(order.names), *given))

    def _again(self, motion: _core.Motion) -> _core.Motion:
        source = motion._source
        if source is None:
            raise ArgumentError("a motion of a file that is not JSON is read again for another scene")
        return self._again_from(source)

    def _again_from(self, source: Any) -> _core.Motion:
        if source[0] == "since":
            return self._again_from(source[2]).since(source[1])
        if source[0] == "blend":
            return self._again_from(source[2]).blend(source[1])
        if source[0] == "stop":
            return self._again_from(source[2]).stop(source[1])
        if source[0] == "braking":
            return self._stop(self.joints(robot=source[1], names=source[2]), source)
        if source[0] == "within":
            given = source[1]
            again = given[2] if len(given) > 2 else None
            joints = again and self.joints(robot=again.robot, names=again.names)
            return self._again_from(source[2]).within(*given[:2], *([joints] if joints else []))
        if source[0] == "segment":
            return self._segment(self.joints(robot=source[1], names=source[2]), source)
        if len(source) == 2:
            return self._again_of_tracks(*source)
        if isinstance(source[0], int):  # a motion that the scene's files name
            return self._named_motion(*source)
        made: _core.Motion = self._motion(*source)[0]
        return made

    def _again_of_tracks(self, tracks: Sequence[Track], rest: Rest) -> _core.Motion:
        orders = [track.joints and self.joints(robot=track.joints.robot, names=track.joints.names)
                  for track in tracks]
        return self.tracks([track._replace(joints=order) for track, order in zip(tracks, orders)], rest=rest)

    def tracks(self, tracks: Iterable[Track], *, rest: Rest = None) -> _core.Motion:
        """A motion of several robots, or of several groups of one robot: Tracks, whose arrays are read as
        they are. Each joint is in one track at most; all are paths, over t in [0, 1], or all are in
        seconds. rest: as in motion. Errors: ArgumentError, LimitError.

        Example:
            >>> scene.tracks([leeway.Track([home, ready], times=[0, 2])])
            <leeway.Motion 0 to 2 s>
        """
        kept = tuple(track_copy(track) for track in tracks)
        own = rest_copy(rest)
        return self._tracks(tuple(Track._row(track) for track in kept), rest_rows(own), (kept, own))

    def segment(self, start: Configuration, goal: Configuration, *, robot: Optional[str] = None,
                group: Optional[str] = None, wrap: bool = True, rest: Rest = None, **fields: object) -> _core.Motion:
        """A straight segment in joint space over t in [0, 1]. start, goal: as many numbers as the joints
        have values (radians, metres), or names of states. Options, further fields and errors: those of
        motion.

        Example:
            >>> scene.segment("home", ready)
            <leeway.Motion 0 to 1>
        """
        return self.motion({"from": start, "to": goal}, robot=robot, group=group, wrap=wrap, rest=rest, **cast(Any, fields))

    def path(self, waypoints: Union[ArrayLike, Sequence[Configuration]], *, robot: Optional[str] = None,
             group: Optional[str] = None, wrap: bool = True, rest: Rest = None, **fields: object) -> _core.Motion:
        """Segments through n waypoints, each an equal share of t in [0, 1]: n x values numbers (radians,
        metres), or names of states. Options, further fields and errors: those of motion.

        Example:
            >>> scene.path(["home", "ready", "home"]).piece_count
            2
        """
        return self.motion({"path": waypoints}, robot=robot, group=group, wrap=wrap, rest=rest, **cast(Any, fields))

    def trajectory(self, times: ArrayLike, positions: ArrayLike, velocities: Optional[ArrayLike] = None,
                   accelerations: Optional[ArrayLike] = None, *, robot: Optional[str] = None,
                   group: Optional[str] = None, interpolation: Optional[Interpolation] = None, approach: bool = True,
                   rest: Rest = None, **fields: object) -> _core.Motion:
        """Waypoints at n times in seconds: n x values positions (radians, metres), and perhaps velocities
        and accelerations of the same shape; cubic with velocities, quintic with accelerations, else linear.
        Options, further fields and errors: those of motion.

        Example:
            >>> scene.trajectory([0, 1.5], [home, ready])
            <leeway.Motion 0 to 1.5 s>
        """
        arrays = {"times": times, "positions": positions, "velocities": velocities,
                  "accelerations": accelerations}
        given = {name: value for name, value in arrays.items() if value is not None}
        return self.motion({"trajectory": given}, robot=robot, group=group, interpolation=interpolation,
                           approach=approach, rest=rest, **cast(Any, fields))

    def read_motions(self, path: PathLike, format: MotionFormat = "jsonl", *, robot: Optional[str] = None,
                     group: Optional[str] = None, interpolation: Optional[Interpolation] = None,
                     wrap: bool = True, approach: bool = True) -> MotionReader:
        """The motions of a file, one at a time, each with its id: an iterator of (id, Motion), which goes on
        with the next line after an error in one. format: 'jsonl' (one a line), 'path' (waypoints, a
        trajectory, one motion) or 'request' (MoveIt's). wrap and approach: as in motion. Errors: FileError;
        while it is read, ParseError and those of motion.

        Example:
            >>> with open(folder / "path.json", "w") as file:
            ...     _ = file.write('{"path": ["home", "ready"]}')
            >>> [motion.piece_count for id, motion in scene.read_motions(folder / "path.json", "path")]
            [1]
        """
        if format not in FORMATS:
            raise ArgumentError(f"format is 'jsonl', 'path' or 'request', not {format!r}")
        if interpolation not in INTERPOLATIONS:
            raise ArgumentError(f"interpolation is 'linear', 'cubic' or 'quintic', not {interpolation!r}")
        reader: MotionReader = MotionReader.__new__(MotionReader, self, path_text(path), FORMATS[format], robot, group,
                                                    INTERPOLATIONS[interpolation], not wrap, not approach)
        reader._format, reader._path = format, path_text(path)
        return reader

    def stages(self, motion: _core.Motion) -> List[Stage]:
        """The stages of a motion that attaches or releases objects: the interval, the bodies and the
        checked pairs of each. Any other motion is its own only stage. Errors: ArgumentError (a motion of
        another scene).

        Example:
            >>> [(stage.begin, stage.end) for stage in scene.stages(motion)]
            [(0.0, 1.0)]
        """
        from ._facts import Body, Pair, Stage

        return [Stage(begin, end, [Body(*body) for body in bodies], [Pair(*pair) for pair in pairs])
                for begin, end, bodies, pairs in self._stages(motion)]

    # many questions

    def check_segments(self, A: ArrayLike, B: ArrayLike, *, joints: Optional[_core.Joints] = None, threads: int = 0,
                       seconds: float = 0.0, stop: Stop = None,
                       clearance: bool = False, any: bool = False, leaving: bool = False,
                       depth_tolerance: float = 1e-4, method: Method = "auto", time_tolerance: float = 1e-4,
                       distance_tolerance: float = 1e-6, clearance_relative: float = 0.01,
                       clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0, budget_seconds: float = 0.0,
                       resolution: float = 0.0174533, expansion: float = 0.0025, layers: int = 8) -> _batch.Verdicts:
        """Checks n straight segments, from A[i] to B[i]: a structured array of n verdicts, in order.

        A, B: n x values numbers, radians and metres; one row (or a 1-d array) stands for all. Rows of float64
        are read where they are, others are converted. joints: as Scene.joints gives them. threads: 0: all
        processors that the system gives to this process. seconds: a budget for the whole call; rows that it
        leaves unanswered are undecided. clearance and the other options: as in check. Other Python threads
        run meanwhile; Ctrl-C ends it. Errors: ArgumentError (a wrong shape or type, a value that is not
        finite), NameUnknownError (several robots and no joints).

        Example:
            >>> scene.check_segments([home, ready], ready)
            <leeway.Verdicts 2: 2 free>
        """
        width = self._width(joints)
        starts, goals = rows(A, "A", width), rows(B, "B", width)
        count = len(goals) if len(starts) == 1 else len(starts)
        made = _batch.verdicts(count, bool(clearance))
        self._segments(starts, goals, made.view(np.uint8), joints=joints, threads=threads, seconds=seconds, stop=stop,
                       clearance=clearance, any=any, leaving=leaving, depth_tolerance=depth_tolerance,
                       method=method, time_tolerance=time_tolerance, distance_tolerance=distance_tolerance,
                       clearance_relative=clearance_relative, clearance_absolute=clearance_absolute,
                       budget_queries=budget_queries, budget_work=budget_work, budget_seconds=budget_seconds, resolution=resolution,
                       expansion=expansion, layers=layers)
        return made

    @overload
    def check_states(self, Q: ArrayLike, *, details: Literal[False] = ..., joints: Optional[_core.Joints] = ...,
                     threads: int = ..., seconds: float = ..., stop: Stop = ...,
                     clearance: bool = ..., any: bool = ..., leaving: bool = ..., depth_tolerance: float = ...,
                     method: Method = ..., time_tolerance: float = ..., distance_tolerance: float = ...,
                     clearance_relative: float = ..., clearance_absolute: float = ..., budget_queries: int = ..., budget_work: int = ...,
                     budget_seconds: float = ..., resolution: float = ..., expansion: float = ..., layers: int = ...) -> Bools: ...

    @overload
    def check_states(self, Q: ArrayLike, *, details: Literal[True], joints: Optional[_core.Joints] = ...,
                     threads: int = ..., seconds: float = ..., stop: Stop = ...,
                     clearance: bool = ..., any: bool = ..., leaving: bool = ..., depth_tolerance: float = ...,
                     method: Method = ..., time_tolerance: float = ..., distance_tolerance: float = ...,
                     clearance_relative: float = ..., clearance_absolute: float = ..., budget_queries: int = ..., budget_work: int = ...,
                     budget_seconds: float = ..., resolution: float = ..., expansion: float = ..., layers: int = ...) -> _batch.Verdicts: ...

    def check_states(self, Q: ArrayLike, *, details: bool = False, joints: Optional[_core.Joints] = None,
                     threads: int = 0, seconds: float = 0.0, stop: Stop = None,
                     clearance: bool = False, any: bool = False, leaving: bool = False,
                     depth_tolerance: float = 1e-4, method: Method = "auto", time_tolerance: float = 1e-4,
                     distance_tolerance: float = 1e-6, clearance_relative: float = 0.01,
                     clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0, budget_seconds: float = 0.0,
                     resolution: float = 0.0174533, expansion: float = 0.0025, layers: int = 8) -> Union[Bools, _batch.Verdicts]:
        """Whether each of n configurations is proven free: an array of n bools, or with details a structured
        array, as from check_segments.

        Q: n x values numbers, radians and metres; a 1-d array is one row. Options and errors: those of
        check_segments.

        Example:
            >>> scene.check_states([home, ready, home]).tolist()
            [True, True, True]
        """
        states = rows(Q, "Q", self._width(joints))
        made = _batch.verdicts(len(states), bool(clearance))
        self._states(states, made.view(np.uint8), joints=joints, threads=threads, seconds=seconds, stop=stop,
                     clearance=clearance, any=any, leaving=leaving, depth_tolerance=depth_tolerance, method=method,
                     time_tolerance=time_tolerance, distance_tolerance=distance_tolerance,
                     clearance_relative=clearance_relative, clearance_absolute=clearance_absolute,
                     budget_queries=budget_queries, budget_work=budget_work, budget_seconds=budget_seconds, resolution=resolution,
                     expansion=expansion, layers=layers)
        return made if details else made.free

    def check_motions(self, motions: Iterable[_core.Motion], *, threads: int = 0, stop: Stop = None,
                      clearance: bool = False, any: bool = False, unmeasured: bool = False, leaving: bool = False,
                      depth_tolerance: float = 1e-4, limits: bool = False, method: Method = "auto", time_tolerance: float = 1e-4,
                      distance_tolerance: float = 1e-6, clearance_relative: float = 0.01,
                      clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0, budget_seconds: float = 0.0,
                      resolution: float = 0.0174533, expansion: float = 0.0025, layers: int = 8) -> List[_core.Verdict]:
        """Checks many motions on several threads: a list of verdicts, in order. Options and errors: those of
        check and check_segments.

        Example:
            >>> [verdict.kind for verdict in scene.check_motions([motion, scene.segment(home, ready)])]
            ['contact', 'free']
        """
        return self._motions(tuple(motions), threads=threads, stop=stop,
                             clearance=clearance, any=any, unmeasured=unmeasured, leaving=leaving,
                             depth_tolerance=depth_tolerance, limits=limits, method=method, time_tolerance=time_tolerance,
                             distance_tolerance=distance_tolerance, clearance_relative=clearance_relative,
                             clearance_absolute=clearance_absolute, budget_queries=budget_queries, budget_work=budget_work,
                             budget_seconds=budget_seconds, resolution=resolution, expansion=expansion,
                             layers=layers)

    def write_claims(self, path: PathLike, motions: Iterable[Tuple[Json, _core.Motion]]) -> List[_core.Verdict]:
        """Does what write_proof does, with its errors. Deprecated; it goes in the version after this one.

        Example:
            >>> import warnings
            >>> with warnings.catch_warnings():
            ...     warnings.simplefilter("ignore")
            ...     scene.write_claims(folder / "claims.jsonl", [("over", scene.motion("over the post"))])[0].free
            True
        """
        warnings.warn("it is called write_proof", DeprecationWarning, stacklevel=2)
        return self.write_proof(path, motions)

    def write_proof(self, path: PathLike, motions: Iterable[Tuple[Json, _core.Motion]]) -> List[_core.Verdict]:
        """Checks motions, each with its id, and writes the proof of the verdicts to a file, as
        `leeway check --proof` does, for `leeway-audit`: the verdicts, in order, which are those of check.
        If the path ends with .cbor, the file is in CBOR, which takes a half to a quarter of the room.
        Errors: OSError, ArgumentError.

        Example:
            >>> scene.write_proof(folder / "proof.jsonl", [("over", scene.motion("over the post"))])[0].free
            True
        """
        cbor = os.fsdecode(path).endswith(".cbor")

        def write(line: Union[str, bytes]) -> None:
            file.write(line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape") + b"\n")

        verdicts = []
        with open(path, "wb") as file:
            write(self._claims_scene(cbor))
            for index, (id, motion) in enumerate(motions):
                verdict, lines = self._claim_lines(motion, json.dumps(id), index, cbor)
                for line in lines:
                    write(line)
                verdicts.append(verdict)
        return verdicts

    def near_misses(self, motion: _core.Motion, threshold: float, *, stop: Stop = None,
                    fixed_pairs: bool = False, method: Method = "auto", distance_tolerance: float = 1e-6,
                    clearance_relative: float = 0.01, clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0,
                    budget_seconds: float = 0.0, resolution: float = 0.0174533, expansion: float = 0.0025,
                    layers: int = 8) -> Records:
        """The clearances of all pairs that come nearer than a threshold (metres, above 0): a structured
        array of pair (indices of bodies), lower, upper (metres), at. Pairs that the motion does not move
        against each other, such as a robot's base and its table, are left out unless fixed_pairs is true.
        Options: those of check. Errors: ArgumentError.

        Example:
            >>> near = scene.near_misses(motion, 0.05)
            >>> bool((near["lower"] <= near["upper"]).all())
            True
        """
        found = self._near_misses(motion, threshold, stop=stop,
                                  fixed_pairs=fixed_pairs, method=method, distance_tolerance=distance_tolerance,
                                  clearance_relative=clearance_relative, clearance_absolute=clearance_absolute,
                                  budget_queries=budget_queries, budget_work=budget_work, budget_seconds=budget_seconds,
                                  resolution=resolution, expansion=expansion, layers=layers)
        return np.frombuffer(found, dtype=_batch.clearance_type)

    def pair_distance(self, motion: _core.Motion, time: float, a: str, b: str, *,
                      algorithm: Optional[str] = None) -> _core.Distance:
        """The distance (metres) of a checked pair of bodies, with padding, at a time of a motion. algorithm:
        in a scene of the plane, one of planar_algorithms() for each two convex parts of the bodies. Errors:
        NameUnknownError (no such body, a pair that is not checked), ArgumentError (a time outside the
        motion).

        Example:
            >>> distance = scene.pair_distance(motion, 0.5, "wrist_1", "lamp")
            >>> 0 < distance.lower <= distance.upper
            True
        """
        return self._pair_distance(motion, number(time, "time"), a, b, algorithm)

    def near_robots(self, points: ArrayLike, at: Union[_core.Motion, Configuration], time: float = 0.0, *,
                    margin: float = 0.01, pose: Optional[PoseLike] = None) -> Bools:
        """Which of n x 3 points, such as those of a depth camera, are on the robots themselves: at most margin
        (metres) from a link, its padding included, or from an object that a link carries, or inside one. An
        array of n bool. at: a configuration, or a motion, which is asked at a time. pose: of the points' frame in
        the world. A point of which rounding hides on which side of the margin it lies is False, and so is one
        that is not finite. Errors: ArgumentError.

        Example:
            >>> points = np.array([[0.0, 0.0, 0.1], [5.0, 0.0, 0.0]])
            >>> scene.near_robots(points, home)
            array([ True, False])
            >>> leeway.Cloud(points[~scene.near_robots(points, home)])
            <leeway.Cloud of 1 points, radius=0.005>
        """
        rows = np.ascontiguousarray(array(points, "points"), dtype=np.float64)
        if rows.ndim != 2 or rows.shape[1] != 3:
            raise ArgumentError(f"points are rows of 3 numbers, n x 3, not an array of shape {rows.shape}")
        motion = at if isinstance(at, _core.Motion) else self.segment(at, at)
        out = np.zeros(len(rows), dtype=np.bool_)
        if len(rows):
            self._near_robots(motion, number(time, "time"), number(margin, "margin"), rows, numbers(pose), out)
        return out

    def seen(self, views: Iterable[Tuple[Shape, Optional[PoseLike]]], resolution: float, at: Union[_core.Motion, Configuration],
             time: float = 0.0, *, margin: float = 0.01) -> Shape:
        """What depth images have seen together, as leeway.SeenOctree gives it, where the robots stood as `at` says: a
        configuration, or a motion, which is asked at a time. Cells that are wholly within margin (metres) of a robot
        are free too. Behind the robots, farther than the margin, nothing is seen. With a margin of at least 1.75 times
        the resolution the robots there are free of the octree. Errors: ArgumentError.

        Example:
            >>> view = leeway.DepthImage(np.full((4, 4), 3), (4, 4, 1.5, 1.5), near=0.25, far=5, unseen="obstacle")
            >>> scene.seen([(view, [0, 0, 3])], 0.25, home, margin=0.5).kind
            'octree'
        """
        motion = at if isinstance(at, _core.Motion) else self.segment(at, at)
        edge = number(resolution, "resolution")
        return seen_shape(self._seen(motion, number(time, "time"), number(margin, "margin"), seen_views(views), edge), edge, 0.0)

    def pair_gradient(self, motion: _core.Motion, time: float, a: str, b: str, *,
                      joints: Optional[_core.Joints] = None) -> Tuple[_core.Distance, Floats]:
        """The distance of a checked pair, and its gradient by the joints' values: an array of as many
        float64, metres per radian or metre. If the bodies overlap it is the gradient of the signed distance.
        lw_pair_gradient says where it is exact, and how quaternions of floating joints count. Errors: those
        of pair_distance.

        Example:
            >>> scene.pair_gradient(motion, 0.5, "wrist_1", "lamp")[1].shape
            (6,)
        """
        distance, gradient = self._pair_gradient(motion, number(time, "time"), a, b, joints)
        return distance, np.array(gradient)

    def link_poses(self, Q: ArrayLike, *, links: Optional[Iterable[str]] = None, joints: Optional[_core.Joints] = None,
                   robot: Optional[str] = None, matrices: bool = False) -> Floats:
        """Forward kinematics: the poses of links at n configurations, n x links x 7 float64: x y z (metres)
        and a quaternion x y z w, of the links' own frames in the world. Each 7 numbers are a pose wherever one
        is asked for. With matrices=True n x links x 4 x 4.

        Q: n x values numbers, radians and metres; for one configuration, a 1-d array, the answer has no axis n.
        links: names; None: those of Scene.links, in order. joints: as Scene.joints gives them; all others stand
        where the scene has them. robot: the one whose links are named. Limits of joints are not looked at.
        Errors: ArgumentError (a wrong shape or type, a value that is not finite), NameUnknownError.

        Example:
            >>> scene.link_poses([home, ready], links=["flange", "gripper"]).shape
            (2, 2, 7)
            >>> leeway.Pose(scene.link_poses(home, links=["base"])[0]).position
            (0.0, 0.0, 0.0)
        """
        given, one = self._rows_or_row(Q, joints)
        if isinstance(links, str):
            raise ArgumentError("links takes a list of names")
        names = None if links is None else tuple(links)
        made = np.empty((len(given), len(self.links) if names is None else len(names), 7))
        self._link_poses(joints, given, names, robot, made)
        if matrices:
            poses = np.zeros((*made.shape[:2], 4, 4))
            poses[..., :3, :3] = rotations(made[..., 3:])
            poses[..., :3, 3] = made[..., :3]
            poses[..., 3, 3] = 1
            made = poses
        answer: Floats = made[0] if one else made
        return answer

    def jacobian(self, link: str, Q: ArrayLike, *, joints: Optional[_core.Joints] = None,
                 robot: Optional[str] = None) -> Floats:
        """The geometric Jacobian of a link's frame at n configurations, n x 6 x values float64, in world axes:
        rows 0 to 2 are the derivative of the position of the frame's origin (metres per radian or metre), rows
        3 to 5 the angular velocity (radians per radian or metre). A joint that mimics adds to the column of the
        joint that it follows. body_jacobian is for other points.

        Q: n x values numbers, radians and metres; for one configuration, a 1-d array, the answer is 6 x values.
        joints, robot and errors: as in link_poses.

        Example:
            >>> scene.jacobian("flange", home).shape
            (6, 6)
            >>> scene.jacobian("flange", home)[3:, 0].tolist()
            [0.0, 0.0, 1.0]
        """
        if not isinstance(link, str):
            raise ArgumentError("jacobian takes the name of a link, and configurations; body_jacobian takes a motion, a "
                                "time, a body and a point")
        given, one = self._rows_or_row(Q, joints)
        made = np.empty((len(given), 6, given.shape[1]))
        self._link_jacobians(joints, given, link, robot, made)
        answer: Floats = made[0] if one else made
        return answer

    def _rows_or_row(self, Q: ArrayLike, joints: Optional[_core.Joints]) -> Tuple[Floats, bool]:
        """Configurations, and whether it is one, given as one row."""
        given = rows(Q, "Q", self._width(joints))
        return given, np.ndim(Q) == 1 and len(given) == 1

    def body_jacobian(self, motion: _core.Motion, time: float, body: str, point: PointLike, *,
                      joints: Optional[_core.Joints] = None) -> Floats:
        """The Jacobian of a point of a body by the joints' values: 3 x values float64, in world axes, metres
        per radian or metre. point: three numbers, metres, in the world, at that time of the motion. Errors:
        NameUnknownError, ArgumentError.

        Example:
            >>> scene.body_jacobian(motion, 0.5, "wrist_1", (0, 0, 1)).shape
            (3, 6)
        """
        x, y, z = vector(point, "point")
        return np.array(self._body_jacobian(motion, number(time, "time"), body, x, y, z, joints)).reshape(3, -1)

    def curve(self, motion: _core.Motion, samples: int = 240, *, fixed_pairs: bool = False) -> Curve:
        """The smallest distances at `samples` evenly spaced times of a motion, at least 2, and at the ends
        of its stages: for plots. Pairs that the motion does not move against each other are left out unless
        fixed_pairs is true. Errors: ArgumentError.

        Example:
            >>> scene.curve(motion, 10).distances.shape
            (10,)
        """
        return curve_of(self._curve(motion, samples, fixed_pairs))

    def cross_check(self, motion: _core.Motion, *, samples: int = 100, stop: Stop = None,
                    clearance: bool = False, any: bool = False, unmeasured: bool = False, leaving: bool = False,
                    depth_tolerance: float = 1e-4, time_tolerance: float = 1e-4, distance_tolerance: float = 1e-6,
                    clearance_relative: float = 0.01, clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0,
                    budget_seconds: float = 0.0, resolution: float = 0.0174533, expansion: float = 0.0025,
                    layers: int = 8) -> CrossCheck:
        """Asks all methods for their verdicts on a motion, and compares them with each other and with
        distances at evenly spread times. samples: the number of these times. Options and errors: those of
        check. lw_cross_check says what counts as a conflict.

        Example:
            >>> scene.cross_check(motion, samples=10).agree
            True
        """
        found = self._cross_check(motion, samples, stop=stop,
                                  clearance=clearance, any=any, unmeasured=unmeasured, leaving=leaving,
                                  depth_tolerance=depth_tolerance, time_tolerance=time_tolerance,
                                  distance_tolerance=distance_tolerance, clearance_relative=clearance_relative,
                                  clearance_absolute=clearance_absolute, budget_queries=budget_queries, budget_work=budget_work,
                                  budget_seconds=budget_seconds, resolution=resolution, expansion=expansion,
                                  layers=layers)
        verdicts, conflicts, *counts = found
        return CrossCheck(verdicts, [Conflict(*conflict) for conflict in conflicts], *counts)

    def trace(self, motion: _core.Motion, *, stop: Stop = None,
              clearance: bool = False, any: bool = False, unmeasured: bool = False, leaving: bool = False,
              depth_tolerance: float = 1e-4, method: Method = "auto", time_tolerance: float = 1e-4,
              distance_tolerance: float = 1e-6, clearance_relative: float = 0.01, clearance_absolute: float = 1e-5,
              budget_queries: int = 0, budget_work: int = 0, budget_seconds: float = 0.0, resolution: float = 0.0174533,
              expansion: float = 0.0025, layers: int = 8) -> Trace:
        """Checks a motion, and keeps the samples and proofs of the check. Options and errors: those of
        check. The methods auto and sampled give samples, but no proofs.

        Example:
            >>> len(scene.trace(motion, method="slab").samples) > 0
            True
        """
        verdict, samples, proofs = self._trace(motion, stop=stop,
                                               clearance=clearance, any=any, unmeasured=unmeasured, leaving=leaving,
                                               depth_tolerance=depth_tolerance, method=method,
                                               time_tolerance=time_tolerance, distance_tolerance=distance_tolerance,
                                               clearance_relative=clearance_relative,
                                               clearance_absolute=clearance_absolute, budget_queries=budget_queries, budget_work=budget_work,
                                               budget_seconds=budget_seconds, resolution=resolution,
                                               expansion=expansion, layers=layers)
        return Trace(verdict, np.frombuffer(samples), np.frombuffer(proofs, dtype=proof_type))

    def meeting(self, a: str, b: str, *, budget_boxes: int = 500000, budget_seconds: float = 0.0,
                samples: int = 256, seed: int = 0, skip_adjacent: bool = False, stop: Stop = None) -> Meeting:
        """Whether two bodies of one robot meet in some or all configurations within the limits. stop: as in
        check. Errors: NameUnknownError, ArgumentError.

        Example:
            >>> scene.meeting("shoulder", "flange").meeting in ("never", "sometimes", "undecided", "always")
            True
        """
        from ._facts import Meeting

        return Meeting(*self._meeting(a, b, budget_boxes, budget_seconds, samples, seed, skip_adjacent, stop))

    def delays(self, first: _core.Motion, second: _core.Motion, *, robots: Optional[Tuple[str, str]] = None,
               lower: float = -inf, upper: float = inf, tolerance: float = 1e-3, budget_tiles: int = 1000000,
               stop: Stop = None) -> Delays:
        """At which delays of the second robot two robots are free of each other: with a delay d, seconds, the
        second robot is at time t where its motion has it at t - d. Before and after their motions robots stand
        still. Other robots, obstacles, and a robot with itself do not count; check says that.

        first, second: trajectories, of each of which the way of its robot counts; one motion may be both.
        robots: their names; None: the scene's two robots. lower, upper: the delays that are asked about.
        tolerance: seconds; delays are told apart no more finely. budget_tiles: 0: no bound. stop: as in check.
        lw_delays_find has the rest. Errors: ArgumentError (a path, a motion with a tolerance or that attaches
        objects, one robot twice), NameUnknownError.

        Example:
            >>> pair = leeway.Scene("two_arms.json")
            >>> turns = pair.motion("in turn")
            >>> found = pair.delays(turns, turns, robots=("left", "right"))
            >>> [span.verdict for span in found.spans], found.complete
            (['contact', 'free'], True)
        """
        from ._facts import Delays, DelaySpan

        if robots is None:
            names = [robot.name for robot in self.robots]
            if len(names) != 2:
                raise ArgumentError(f"the scene has {len(names)} robots: say which two, as robots=(first, second)")
            robots = (names[0], names[1])
        one, other = robots
        spans, *rest = self._delays(first, second, one, other, lower, upper, tolerance, budget_tiles, stop)
        return Delays(tuple(DelaySpan(*span) for span in spans), *rest)

    def optimise(self, tasks: Mapping[str, object], *, budget_seconds: float = 60, budget_nodes: int = 0, seed: int = 1,
                 slack: float = 0.02, threads: int = 0, stop: Stop = None) -> ScheduleAnswer:
        """A schedule of least makespan for the robots of a cell, proven free: which robot does which task, in
        which order and when. The ways between the tasks are planned.

        tasks: as a file of tasks (docs/schedule.md), {"tasks": [{"name", "duration", "robots", "after"}]}.
        budget_seconds, budget_nodes: of the search for the schedule; 0: no bound. slack: seconds; nothing meets
        as long as each robot is this close to the schedule's time. threads: of the planner. stop: as in check.
        The answer is the JSON of leeway cell --optimise: makespan, bound, robots, and "motion", which the
        method motion reads. lw_schedule_find has the rest. Errors: ArgumentError (a task that no robot reaches,
        cyclic order, homes in contact), StateError (no schedule was found, or none was proven).

        Example:
            >>> pair = leeway.Scene("two_arms.json")
            >>> task = {"name": "load", "robots": {"left": [0.7, 0.1, 0.3, 0, 1.17, 0]}}
            >>> found = pair.optimise({"tasks": [task]})
            >>> found["schedule"], pair.check(pair.motion(found["motion"])).free
            ('optimal', True)
        """
        from json import dumps, loads

        made: ScheduleAnswer = loads(self._optimise(dumps(tasks), seed, budget_nodes, budget_seconds, slack, threads,
                                                    stop))
        return made


def _unpickle(form: Any, version: str, fingerprint: int, steps: Tuple[Step, ...], files: Tuple[str, ...],
              packed: Dict[str, bytes], allow_empty: bool) -> Scene:
    """Builds a scene again; called by pickle."""
    check_form(form, version)
    builder = SceneBuilder(on_notice=None)
    recipe = replay(builder, steps, files, packed)
    scene = Scene.__new__(Scene)
    builder._freeze(scene)
    if is_strict(steps):  # only from now on
        builder._open(scene, None)
        builder._do("set_strict", (True,))
        scene = Scene.__new__(Scene)
        builder._freeze(scene)
    scene._recipe = recipe
    scene._on_notice = warn
    scene._allow_empty = allow_empty
    if scene.fingerprint != fingerprint:
        raise ModelError("the scene is not the one that was pickled: its files have changed between "
                         "reading and pickling")
    return scene
