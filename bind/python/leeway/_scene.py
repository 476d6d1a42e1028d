"""Scenes: frozen, read-only, shared by threads. Queries of scenes, and changed copies (copy-on-write)."""

import json
from functools import cached_property
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

import numpy as np

from . import _batch, _core
from ._build import NoticeTaker, SceneBuilder, apply_options, begin, refuse_empty
from ._errors import ArgumentError, ModelError, NameUnknownError, warn
from ._facts import Ball, Body, BodyShape, Cover, Joint, Link, Meeting, NamedState, Pair, Robot, Stage
from ._motions import (FORMATS, INTERPOLATIONS, Conflict, CrossCheck, Curve, MotionReader, Rest, Trace, Track, curve_of, proof_type,
                       rest_rows)
from ._numbers import array, number
from ._pose import Pose
from ._recipe import FORM, Recipe, Step, check_form, is_strict, replay
from ._shapes import Shape


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
    curve, trace, cross_check, meeting.
    Metres, radians, seconds; poses are those of a body in the world unless stated otherwise.
    """

    _recipe: Recipe
    _on_notice: NoticeTaker
    _allow_empty: bool

    def __init__(self, path: Any, *, on_notice: NoticeTaker = warn, strict: bool = False,
                 strict_limits: bool = False, inside: Any = None, package_paths: Iterable[Any] = (),
                 packages: Optional[Dict[str, Any]] = None, margin: Optional[float] = None,
                 self_margin: Optional[float] = None, link_padding: Optional[float] = None,
                 link_scale: Optional[float] = None, mesh: Optional[str] = None,
                 joints: Optional[Mapping[str, Any]] = None, joint_limits: Sequence[Any] = (),
                 allow_empty: bool = False) -> None:
        builder = begin(on_notice=on_notice, strict=strict, strict_limits=strict_limits, inside=inside,
                        package_paths=package_paths, packages=packages)
        builder.load(path)
        apply_options(builder, margin=margin, self_margin=self_margin, link_padding=link_padding,
                      link_scale=link_scale, mesh=mesh, joints=joints, joint_limits=joint_limits)
        self._take(builder, allow_empty)

    @classmethod
    def from_urdf(cls, urdf: Any, *, srdf: Any = None, scene: Any = None, name: Optional[str] = None,
                  base: Any = None, cover: Any = None, on_notice: NoticeTaker = warn,
                  strict: bool = False, strict_limits: bool = False, inside: Any = None,
                  package_paths: Iterable[Any] = (), packages: Optional[Dict[str, Any]] = None,
                  margin: Optional[float] = None, self_margin: Optional[float] = None,
                  link_padding: Optional[float] = None, link_scale: Optional[float] = None,
                  mesh: Optional[str] = None, joints: Optional[Mapping[str, Any]] = None,
                  joint_limits: Sequence[Any] = (), allow_empty: bool = False) -> "Scene":
        """A robot from its URDF and SRDF, and obstacles from a scene file (JSON, or MoveIt's YAML)."""
        builder = begin(on_notice=on_notice, strict=strict, strict_limits=strict_limits, inside=inside,
                        package_paths=package_paths, packages=packages)
        builder.load_robot(urdf, srdf, name=name, base=base)
        if cover is not None:
            builder.load_cover(cover)
        if scene is not None:
            builder.load(scene)
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
        return (f"<leeway.Scene: {len(self.robots)} robot(s), {len(self.bodies)} bodies, "
                f"{len(self.pairs)} pairs>")

    # changes: each returns a new scene, which shares all unchanged data (copy-on-write)

    def edit(self) -> SceneBuilder:
        """An open copy of this scene, which shares all unchanged data (copy-on-write)."""
        return SceneBuilder._from(self)

    def _changed(self, builder: SceneBuilder) -> "Scene":
        return Scene._of(builder, self._allow_empty)

    def with_obstacle(self, id: str, shape: Shape, pose: Any = None) -> "Scene":
        """With a shape added to an obstacle, which is new if there is none of this id."""
        return self._changed(self.edit().add_obstacle(id, shape, pose))

    def without(self, id: str) -> "Scene":
        """Without an obstacle or a carried object."""
        return self._changed(self.edit().remove(id))

    def moved(self, id: str, pose: Any) -> "Scene":
        """With an obstacle at another pose in the world."""
        return self._changed(self.edit().move(id, pose))

    def attached(self, link: str, id: str, shape: Optional[Shape] = None, pose: Any = None, *,
                 touch_links: Iterable[str] = (), robot: Optional[str] = None) -> "Scene":
        """With an object that a link carries, at a pose in the link (SceneBuilder.attach)."""
        builder = self.edit().attach(link, id, shape, pose, touch_links=touch_links, robot=robot)
        return self._changed(builder)

    def released(self, id: str, pose: Any) -> "Scene":
        """With a carried object as an obstacle, at a pose in the world."""
        return self._changed(self.edit().release(id, pose))

    def with_joint(self, joint: str, values: Any, robot: Optional[str] = None) -> "Scene":
        """With another value of a joint, for motions that do not move it."""
        return self._changed(self.edit().set_joint(joint, values, robot))

    # facts

    @cached_property
    def robots(self) -> List[Robot]:
        return [Robot(name, Pose(*base), root, links, joints, groups, tuple(NamedState(*s) for s in states), reach)
                for name, base, root, links, joints, groups, states, reach in self._list("robots")]

    @cached_property
    def links(self) -> List[Link]:
        return [Link(*link) for link in self._list("links")]

    @cached_property
    def all_joints(self) -> List[Joint]:
        """The joints of all robots: a robot's together, each after the joints above it."""
        joints = [Joint(*joint) for joint in self._list("joints")]
        return [joint._replace(origin=Pose(*joint.origin)) for joint in joints]

    @cached_property
    def bodies(self) -> List[Body]:
        """Links with geometry and attached objects, and after them the obstacles."""
        return [Body(*body) for body in self._list("bodies")]

    @cached_property
    def pairs(self) -> List[Pair]:
        """The pairs of bodies that are checked."""
        return [Pair(*pair) for pair in self._list("pairs")]

    @property
    def dimension(self) -> int:
        return int(self._facts()[0])

    @property
    def margin(self) -> float:
        return float(self._facts()[1])

    @property
    def self_margin(self) -> float:
        return float(self._facts()[2])

    @property
    def memory(self) -> int:
        """How many bytes it holds, without shared shapes."""
        return int(self._facts()[4])

    @property
    def rate_scales(self) -> Tuple[float, float]:
        """The default scaling factors of velocities and accelerations."""
        facts = self._facts()
        return float(facts[5]), float(facts[6])

    @cached_property
    def fingerprint(self) -> int:
        """A hash over all data that verdicts depend on."""
        number: int = self._fingerprint()
        return number

    @property
    def files(self) -> List[str]:
        """The absolute names of the files that it was read from, and of the files that they name."""
        return list(self._recipe.files)

    def body_shapes(self, body: str) -> List[BodyShape]:
        """The shapes of a body as the scene uses them: scaled, without padding."""
        return [BodyShape(Pose(*pose), file, Shape(*parts)) for pose, file, parts in self._shapes(body)]

    def cover(self, body: str) -> Cover:
        """The cover of a body that moves with a robot: balls that contain it."""
        excess, fingerprint, file, balls = self._cover(body)
        return Cover(excess, fingerprint, file, [Ball(*ball) for ball in balls])

    def json(self) -> str:
        """The scene as one JSON scene that needs no other file and loads as the same scene, to the last bit:
        robots as links and joints, meshes in place. Covers are left out. What JSON cannot hold is an
        ArgumentError (lw_scene_json in leeway/files.h)."""
        return self._json()

    def cover_json(self, robot: Optional[str] = None) -> str:
        """The covers of a robot's links, as a file for SceneBuilder.load_cover."""
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
        planners."""
        if isinstance(names, str):
            raise ArgumentError("names takes a list of names")
        return self._joints(robot, group, None if names is None else tuple(names))

    def movable_joints(self, robot: Optional[str] = None) -> _core.Joints:
        """All movable joints of a robot in file order, without those that mimic."""
        return self._movable_joints(self._only_robot() if robot is None else robot)

    def state(self, name: str, joints: Optional[_core.Joints] = None) -> Any:
        """A named configuration, as an array of float64: the values of the joints."""
        return np.array(self._state(joints, name))

    # motions

    @property
    def motion_names(self) -> List[str]:
        """The motions that the scene's files name."""
        return list(self._list("motions"))

    def motion(self, motion: Any = None, *, robot: Optional[str] = None, group: Optional[str] = None,
               interpolation: Optional[str] = None, wrap: bool = True, approach: bool = True,
               rest: Rest = None, **fields: Any) -> _core.Motion:
        """A motion, from one of these: the name of a motion of the scene, JSON text, or the fields of
        docs/interfaces.md, The motion, as a dict or as keywords: {"from", "to"}, path=...,
        trajectory={"times", "positions", ...}, rigid={...}, robots={...}, attach=[...], release=[...],
        joints=[...]. Arrays may be NumPy's. wrap=False: continuous joints and headings of a path do not
        turn the shorter way. approach=False: a trajectory whose first time is above 0 waits at its first
        waypoint; by default it begins with an approach from where the scene has the robot. rest: values of
        joints that the motion does not move, in place of the scene's: {"joint" or ("robot", "joint"): 1, 3
        or 7 values}. A Motion of another scene is made again for this scene, with its own robot, group,
        interpolation and rest."""
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

    def _again(self, motion: _core.Motion) -> _core.Motion:
        source = motion._source
        if source is None:
            raise ArgumentError("a motion of a file is read again for another scene")
        return self._again_from(source)

    def _again_from(self, source: Any) -> _core.Motion:
        if source[0] == "since":
            return self._again_from(source[2]).since(source[1])
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
        seconds. rest: as in motion."""
        kept = tuple(tracks)
        return self._tracks(tuple(Track._row(track) for track in kept), rest_rows(rest),
                            (kept, dict(rest or {})))

    def segment(self, start: Any, goal: Any, **options: Any) -> _core.Motion:
        """A straight segment in joint space over t in [0, 1]."""
        return self.motion({"from": start, "to": goal}, **options)

    def path(self, waypoints: Any, **options: Any) -> _core.Motion:
        """Segments through n x joints waypoints, each an equal share of t in [0, 1]."""
        return self.motion({"path": waypoints}, **options)

    def trajectory(self, times: Any, positions: Any, velocities: Any = None, accelerations: Any = None,
                   **options: Any) -> _core.Motion:
        """Waypoints at n times in seconds: n x joints positions, and perhaps velocities and
        accelerations; cubic with velocities, quintic with accelerations, else linear."""
        fields = {"times": times, "positions": positions, "velocities": velocities,
                  "accelerations": accelerations}
        given = {name: value for name, value in fields.items() if value is not None}
        return self.motion({"trajectory": given}, **options)

    def read_motions(self, path: Any, format: str = "jsonl", *, robot: Optional[str] = None,
                     group: Optional[str] = None, interpolation: Optional[str] = None,
                     wrap: bool = True, approach: bool = True) -> MotionReader:
        """The motions of a file, one at a time, each with its id: an iterator of (id, Motion), which goes on
        with the next line after an error in one. format: 'jsonl' (one a line), 'path' (waypoints, a
        trajectory, one motion) or 'request' (MoveIt's). wrap and approach: as in motion."""
        if format not in FORMATS:
            raise ArgumentError(f"format is 'jsonl', 'path' or 'request', not {format!r}")
        if interpolation not in INTERPOLATIONS:
            raise ArgumentError(f"interpolation is 'linear', 'cubic' or 'quintic', not {interpolation!r}")
        reader = MotionReader(self, str(path), FORMATS[format], robot, group, INTERPOLATIONS[interpolation],
                              not wrap, not approach)
        reader._format = format
        return reader

    def stages(self, motion: _core.Motion) -> List[Stage]:
        """The stages of a motion that attaches or releases objects: the interval, the bodies and the
        checked pairs of each. Any other motion is its own only stage."""
        return [Stage(begin, end, [Body(*body) for body in bodies], [Pair(*pair) for pair in pairs])
                for begin, end, bodies, pairs in self._stages(motion)]

    # many questions

    def check_segments(self, A: Any, B: Any, **options: Any) -> _batch.Verdicts:
        """Checks n straight segments, from A[i] to B[i]: a structured array of verdicts, in order.

        A, B: n x joints float64, whose rows may be strided; one row stands for all. joints: as Scene.joints
        gives them. threads: 0: all processors that the system gives to this process. seconds: a budget for
        the whole call; rows that it leaves unanswered are undecided. clearance and the other options: as in
        check. Other Python threads run meanwhile; Ctrl-C ends it.
        """
        A, B = _batch.rows(A, "from"), _batch.rows(B, "to")
        count = len(B) if len(A) == 1 else len(A)
        made = _batch.verdicts(count, bool(options.get("clearance")))
        self._segments(A, B, made.view(np.uint8), **options)
        return made

    def check_states(self, Q: Any, *, details: bool = False, **options: Any) -> Any:
        """Whether each of n configurations (n x joints float64) is proven free: an array of bool, or with
        details a structured array, as from check_segments. Options as there."""
        Q = _batch.rows(Q, "states")
        made = _batch.verdicts(len(Q), bool(options.get("clearance")))
        self._states(Q, made.view(np.uint8), **options)
        return made if details else made.free

    def check_motions(self, motions: Iterable[_core.Motion], **options: Any) -> List[_core.Verdict]:
        """Checks many motions on several threads: a list of verdicts, in order. Options as in
        check_segments."""
        return self._motions(tuple(motions), **options)

    def write_claims(self, path: Any, motions: Iterable[Tuple[Any, _core.Motion]]) -> List[_core.Verdict]:
        """Checks motions, each with its id, and writes the claims that prove the verdicts, as
        `leeway check --claims` does (docs/claims.md)."""
        verdicts = []
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as file:
            file.write(self._claims_scene() + "\n")
            for index, (id, motion) in enumerate(motions):
                verdict, lines = self._claim_lines(motion, json.dumps(id), index)
                file.write("\n".join(lines) + "\n")
                verdicts.append(verdict)
        return verdicts

    def near_misses(self, motion: _core.Motion, threshold: float, **options: Any) -> Any:
        """The clearances of all pairs that come nearer than a threshold (metres, above 0): a structured
        array of pair (indices of bodies), lower, upper, at. Pairs that the motion does not move against
        each other, such as a robot's base and its table, are left out unless fixed_pairs is true."""
        return np.frombuffer(self._near_misses(motion, threshold, **options), dtype=_batch.clearance_type)

    def pair_distance(self, motion: _core.Motion, time: float, a: str, b: str, *,
                      algorithm: Optional[str] = None) -> _core.Distance:
        """The distance of a checked pair, with padded bodies, at a time of a motion. algorithm: in a scene of
        the plane, one of planar_algorithms() for each two convex parts of the bodies."""
        return self._pair_distance(motion, number(time, "time"), a, b, algorithm)

    def pair_gradient(self, motion: _core.Motion, time: float, a: str, b: str, *,
                      joints: Optional[_core.Joints] = None) -> Tuple[_core.Distance, Any]:
        """The distance of a checked pair, and its gradient by the joints' values: an array of float64,
        metres per radian or metre. If the bodies overlap it is the gradient of the signed distance.
        lw_pair_gradient says where it is exact, and how quaternions of floating joints count."""
        distance, gradient = self._pair_gradient(motion, number(time, "time"), a, b, joints)
        return distance, np.array(gradient)

    def jacobian(self, motion: _core.Motion, time: float, body: str, point: Any, *,
                 joints: Optional[_core.Joints] = None) -> Any:
        """The Jacobian of a point of a body by the joints' values: 3 x n float64, in world axes. point: in
        the world, at that time."""
        at = array(point, "point")
        if at.shape != (3,):
            raise ArgumentError("point takes three numbers")
        x, y, z = at
        return np.array(self._body_jacobian(motion, number(time, "time"), body, x, y, z, joints)).reshape(3, -1)

    def curve(self, motion: _core.Motion, samples: int = 240, *, fixed_pairs: bool = False) -> Curve:
        """The smallest distances at `samples` evenly spaced times of a motion, at least 2, and at the ends
        of its stages: for plots. Pairs that the motion does not move against each other are left out unless
        fixed_pairs is true."""
        return curve_of(self._curve(motion, samples, fixed_pairs))

    def cross_check(self, motion: _core.Motion, *, samples: int = 100, **options: Any) -> CrossCheck:
        """Asks all methods for their verdicts on a motion, and compares them with each other and with
        distances at evenly spread times. Options as in check, except claims and steps; method is not read. samples:
        the number of these times. lw_cross_check says what counts as a conflict."""
        verdicts, conflicts, *counts = self._cross_check(motion, samples, **options)
        return CrossCheck(verdicts, [Conflict(*conflict) for conflict in conflicts], *counts)

    def trace(self, motion: _core.Motion, **options: Any) -> Trace:
        """Checks a motion, and keeps the samples and proofs of the check. Options as in check. The methods
        auto and sampled give samples, but no proofs."""
        verdict, samples, proofs = self._trace(motion, **options)
        return Trace(verdict, np.frombuffer(samples), np.frombuffer(proofs, dtype=proof_type))

    def meeting(self, a: str, b: str, *, budget_boxes: int = 500000, budget_seconds: float = 0.0,
                samples: int = 256, seed: int = 0, skip_adjacent: bool = False, stop: Any = None) -> Meeting:
        """Whether two bodies of one robot meet in some or all configurations within the limits. stop: as in
        check."""
        return Meeting(*self._meeting(a, b, budget_boxes, budget_seconds, samples, seed, skip_adjacent, stop))


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
