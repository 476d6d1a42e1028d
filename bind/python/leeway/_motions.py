"""Motions from tracks and from files; sampled curves and traces of motions."""

from __future__ import annotations

import copy
import json
from numbers import Real
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._errors import ArgumentError, Error, add_note
from ._numbers import array, rows
from ._pose import PointLike, PoseLike, numbers, vector
from ._same import result
from ._types import ArrayLike, Floats, Interpolation, Ints, Json, Records, Rest

INTERPOLATIONS: Dict[Optional[str], int] = {None: 0, "default": 0, "linear": 1, "cubic": 2, "quintic": 3}
FORMATS = {"jsonl": 0, "path": 1, "request": 2}
# the kinds of text that a format accepts
_KINDS = {"jsonl": ("motions",), "path": ("waypoints", "trajectory", "motions", "several lines"),
          "request": ("request",)}


class Payload(NamedTuple):
    """An object that a robot attaches (link: the link that takes it) or releases (link None) at a waypoint
    of a Track, counted from 0. touch_links: links that it may touch while it is carried. may_touch: bodies
    that it rests on (docs/interfaces.md, The motion).

    Example:
        >>> leeway.Payload(1, "cup", "gripper").link
        'gripper'
    """

    waypoint: int
    object: str
    link: Optional[str] = None
    touch_links: Tuple[str, ...] = ()
    may_touch: Tuple[str, ...] = ()


class Track(NamedTuple):
    """The values of some joints of one robot over time, for Scene.tracks: a path, a trajectory, or a rigid
    motion of a floating joint.

    positions: n x values of the joints, radians and metres; a 1-d array is one waypoint. joints: as Scene.joints gives them; None: the
    default ones. A path has these alone. wrap=False: its continuous joints and headings do not turn the
    shorter way. times: n seconds, for a trajectory, with velocities and accelerations like positions, or
    None. interpolation: 'linear', 'cubic', 'quintic'; None: by the arrays given. If the first time is above
    0, the trajectory begins with an approach to its first waypoint from start, the values of the joints at
    time 0 (None: the scene's); approach=False: it waits at its first waypoint. duration: seconds, for a
    rigid motion from pose with constant velocities, in the world or (in_body_frame) in the body's frame.

    Example:
        >>> scene.tracks([leeway.Track([home, ready], times=[0, 2])]).interval
        (0.0, 2.0)
    """

    positions: Optional[ArrayLike] = None
    joints: Optional[_core.Joints] = None
    times: Optional[ArrayLike] = None
    velocities: Optional[ArrayLike] = None
    accelerations: Optional[ArrayLike] = None
    interpolation: Optional[Interpolation] = None
    wrap: bool = True
    payloads: Sequence[Payload] = ()
    pose: Optional[PoseLike] = None
    linear_velocity: PointLike = (0.0, 0.0, 0.0)
    angular_velocity: PointLike = (0.0, 0.0, 0.0)
    in_body_frame: bool = False
    duration: Optional[float] = None
    start: Optional[ArrayLike] = None
    approach: bool = True

    def _row(self) -> Tuple[Any, ...]:
        """The track in the form that leeway._core takes."""
        if self.interpolation not in INTERPOLATIONS:
            raise ArgumentError(f"interpolation is 'linear', 'cubic' or 'quintic', not {self.interpolation!r}")
        if self.duration is not None and (self.positions is not None or self.times is not None):
            raise ArgumentError("a rigid motion has a duration, and neither positions nor times")
        kind = 2 if self.duration is not None else 1 if self.times is not None else 0
        given = [None if values is None else np.ascontiguousarray(rows(values, what, of="waypoints"))
                 for what, values in (("positions", self.positions), ("velocities", self.velocities),
                                      ("accelerations", self.accelerations))]
        times, start = (None if values is None else array(values, what)
                        for what, values in (("times", self.times), ("start", self.start)))
        payloads = tuple((p.waypoint, p.object, p.link, tuple(p.touch_links), tuple(p.may_touch))
                         for p in (Payload(*given) for given in self.payloads))
        return (kind, self.joints, *given, times, INTERPOLATIONS[self.interpolation], not self.wrap,
                numbers(self.pose), vector(self.linear_velocity, "linear_velocity"),
                vector(self.angular_velocity, "angular_velocity"), self.in_body_frame, self.duration or 0.0, payloads,
                start, not self.approach)


def _own(value: Any) -> Any:
    """A copy of what its owner may change later: lists and arrays."""
    return copy.deepcopy(value) if isinstance(value, (list, np.ndarray)) else value


def track_copy(track: Track) -> Track:
    """A track whose arrays are its own, for the pickle of a motion and for comparisons."""
    if not isinstance(track, Track):
        raise ArgumentError("tracks takes Tracks")
    return Track(*(_own(field) for field in track))


def rest_copy(rest: Rest) -> Dict[Any, Any]:
    """The values of joints that do not move, likewise."""
    return {key: _own(value) for key, value in (rest or {}).items()}


def rest_rows(rest: Rest) -> Tuple[Tuple[Optional[str], str, Any], ...]:
    """{"joint" or ("robot", "joint"): value or values} in the form that leeway._core takes."""
    rows: List[Tuple[Optional[str], str, Any]] = []
    for key, value in (rest or {}).items():
        robot, joint = (None, key) if isinstance(key, str) else key
        rows.append((robot, joint, (value,) if isinstance(value, Real) else value))
    return tuple(rows)


class MotionReader(_core.Reader):
    """The motions of a file, one at a time: an iterator of (id, Motion), made by Scene.read_motions. After an
    error in one line it goes on with the next one.

    Example:
        >>> with open(folder / "two.jsonl", "w") as file:
        ...     _ = file.write('{"id": 7, "from": "home", "to": "ready"}')
        >>> next(scene.read_motions(folder / "two.jsonl"))
        (7, <leeway.Motion 0 to 1>)
    """

    _format: str
    _path: str

    def __repr__(self) -> str:
        return f"<leeway.MotionReader {self._format} of {self._path}>"

    def __next__(self) -> Tuple[Json, _core.Motion]:
        try:
            text, motion = super().__next__()
        except Error as error:
            kind = self.kind
            if kind and kind not in _KINDS[self._format]:
                add_note(error, f"format={self._format!r} takes {_KINDS[self._format][0]}; this looks like {kind}")
            raise
        return json.loads(text), motion


@result
class Curve(NamedTuple):
    """The smallest distances along a motion at n sampled times; nothing is proven between them.

    times: n, not decreasing; stages: the stage of each. distances: n, metres, of padded bodies, between
    robots and obstacles and between robots; infinite if there is no pair. pairs: n indices of the pairs
    with these distances, in the stage of the time (Scene.pairs, or Stage.pairs); -1: none. points: n x 2 x
    3, one on each body, in the world. self_distances, self_pairs, self_points: the same inside robots.

    Example:
        >>> scene.curve(motion, 10).points.shape
        (10, 2, 3)
    """

    times: Floats
    stages: Ints
    distances: Floats
    pairs: Ints
    points: Floats
    self_distances: Floats
    self_pairs: Ints
    self_points: Floats


def curve_of(parts: Iterable[bytes]) -> Curve:
    """The arrays of a curve from their bytes."""
    times, stages, *both = parts
    arrays: List[Any] = [np.frombuffer(times), np.frombuffer(stages, dtype=np.uintp).astype(int)]
    for distances, pairs, points in (both[:3], both[3:]):
        known = np.frombuffer(distances)
        arrays += [known, np.where(np.isfinite(known), np.frombuffer(pairs, dtype=np.uintp).astype(int), -1),
                   np.frombuffer(points).reshape(-1, 2, 3)]
    return Curve(*arrays)


#: Elements of Trace.proofs.
proof_type = np.dtype([("begin", "f8"), ("at", "f8"), ("end", "f8"), ("stage", "u8"), ("bodies", "i8", 2),
                       ("pairs", "u8")])


class Conflict(NamedTuple):
    """A statement of a verdict that is contradicted (lw_conflict). kind: 'proof', 'contact', 'first',
    'clearance' or 'itself'. methods: the method that made it, and the one whose verdict contradicts it, or
    twice the same. allowed, distance (lower, upper) and rounding: metres; pair: names of bodies; None where
    no distance was measured.

    Example:
        >>> scene.cross_check(motion, samples=5).conflicts
        []
    """

    kind: str
    methods: Tuple[str, str]
    time: float
    pair: Optional[Tuple[str, str]]
    allowed: Optional[float]
    distance: Optional[Tuple[float, float]]
    rounding: Optional[float]


@result
class CrossCheck(NamedTuple):
    """The verdicts of all methods on a motion, by the methods' names (None: it does not serve), and their
    conflicts. served: how many methods were asked; undecided: how many of them are; grazing: distances on
    whose side of a proven bound rounding decides; samples: times at which distances were measured;
    distances: how many. It is true if there is no conflict.

    Example:
        >>> found = scene.cross_check(motion, samples=5).verdicts["slab"]
        >>> found is not None and found.contact
        True
    """

    verdicts: Dict[str, Optional[_core.Verdict]]
    conflicts: List[Conflict]
    served: int
    undecided: int
    grazing: int
    samples: int
    distances: int

    @property
    def agree(self) -> bool:
        """Whether there is no conflict.

        Example:
            >>> scene.cross_check(motion, samples=5).agree
            True
        """
        return not self.conflicts

    def __bool__(self) -> bool:
        return self.agree


@result
class Trace(NamedTuple):
    """The samples and proofs of a method on a motion.

    samples: the times at which the robots were posed, in ascending order. proofs: intervals on which one
    sample proves some pairs apart, a structured array sorted by their beginning: begin, at (the sample),
    end, stage, bodies (one of the pairs, as indices of Scene.bodies or Stage.bodies; -1: all obstacles),
    pairs (their number).

    Example:
        >>> trace = scene.trace(motion, method="slab")
        >>> trace.proofs.dtype == leeway.proof_type
        True
    """

    verdict: _core.Verdict
    samples: Floats
    proofs: Records
