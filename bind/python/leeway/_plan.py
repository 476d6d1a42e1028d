"""Planning: paths that are proven free, roadmaps, and paths in time."""

import json
from typing import Any, Iterable, NamedTuple, Optional

import numpy as np

from . import _core
from ._batch import rows
from ._errors import ArgumentError, NameUnknownError
from ._scene import Scene


class Plan(NamedTuple):
    """The result of a search.

    kind: 'found', 'start in contact', 'goal in contact' or 'none' (none found within the budget; there may
    be one). path: n x values float64, from the start to the goal, each segment proven free; None unless
    found. length: of the path. closest: the length still missing. contact: the Verdict on the start or
    goal. clearance, self_clearance: with clearance=True.
    """

    scene: Scene
    joints: Any
    kind: str
    reason: Optional[str]
    path: Any
    length: float
    closest: float
    contact: Optional[_core.Verdict]
    clearance: Optional[_core.Clearance]
    self_clearance: Optional[_core.Clearance]
    nodes: int
    edges: int
    shortened: int

    @property
    def found(self) -> bool:
        return self.kind == "found"

    def __bool__(self) -> bool:
        return self.found

    def motion(self) -> _core.Motion:
        """The path as a motion of the scene, of one robot."""
        if not self.found:
            raise ArgumentError(f"there is no path: {self.kind}")
        if len(self.joints) > 1:
            raise ArgumentError("the path is of several robots: take its columns apart")
        order = self.joints[0] if self.joints else self.scene.joints()
        return self.scene.path(self.path, robot=order.robot, joints=list(order.names))

    def show(self, path: Any = None, **options: Any) -> Any:
        """A page of the path, which displays itself in a notebook. path: a file to write it to. Options of
        Page.add."""
        from ._page import show

        return show(self, path, **options)

    def json(self) -> str:
        """The path as JSON for `leeway check --path`."""
        if not self.found or len(self.joints) > 1:
            raise ArgumentError("only a path of one robot is written")
        order = self.joints[0] if self.joints else self.scene.joints()
        return json.dumps({"id": "path", "joints": list(order.names), "path": self.path.tolist()})


class Planner(_core.Planner):
    """Finds paths in joint space, each segment of which is proven free.

    For one scene and one choice of joints. joints: as Scene.joints gives them, or several of these, each of
    another robot. lower, upper: bounds, one number per value; NaN: the joint's limit. rest: a motion; the
    other joints stand as at its beginning. threads: 0: all processors that the system gives to this
    process; the answers do not depend on it. check: the method by which segments are proven, one that
    proves (leeway.methods()). It takes one call at a time.
    """

    def __new__(cls, scene: Scene, joints: Any = (), *, lower: Any = None, upper: Any = None,
                rest: Optional[_core.Motion] = None, threads: int = 0, check: str = "auto") -> "Planner":
        order = (joints,) if isinstance(joints, _core.Joints) else tuple(joints)
        made: Planner = _core.Planner.__new__(cls, scene, order, lower, upper, rest, threads, check)
        made.scene = scene
        made.joints = order
        return made

    scene: Scene
    joints: Any

    def find(self, start: Any, goal: Any, *, method: str = "rrt-connect", seed: int = 1,
             nodes: int = 100000, seconds: float = 0.0, range: float = 0.0, shortcuts: int = 200,
             clearance: bool = False, roadmap: Optional["Roadmap"] = None, stop: Any = None) -> Plan:
        """Searches a path between two configurations (numbers, or the name of a state).

        method: 'rrt-connect', 'prm', 'lazy-prm' or 'aorrtc', which makes the path shorter until its budget
        ends. nodes, seconds: budgets. One seed gives one path, unless time runs out. roadmap: one of this
        planner, which is searched first. stop: a function, called 20 times a second: true ends the search;
        aorrtc then returns the best path so far.
        """
        ends = [self._configuration(end) for end in (start, goal)]
        found = self._find(*ends, method, seed, nodes, seconds, range, shortcuts, clearance, roadmap,
                           stop)
        kind, reason, path, points, values = found[:5]
        array = np.frombuffer(path, dtype=float).reshape(points, values) if kind == "found" else None
        return Plan(self.scene, self.joints, kind, reason, array, *found[5:])

    def _configuration(self, given: Any) -> Any:
        if not isinstance(given, str):
            return given
        if len(self.joints) > 1:
            raise NameUnknownError("named states are of one robot")
        return self.scene.state(given, self.joints[0] if self.joints else None)

    def roadmap(self, seed: int = 1) -> "Roadmap":
        """An empty roadmap."""
        return Roadmap(self, seed, None)

    def load_roadmap(self, path: Any) -> "Roadmap":
        """A roadmap from a file; one of another scene, other joints or bounds is refused."""
        return Roadmap(self, 0, str(path))


class Roadmap(_core.Roadmap):
    """Random configurations that are free, and the segments between them that are proven free."""

    def grow(self, nodes: int, *, seconds: float = 0.0, stop: Any = None) -> "Roadmap":
        """Adds configurations until it has so many, the time is up, or stop() is true."""
        self._grow(nodes, seconds, stop)
        return self

    def save(self, path: Any) -> None:
        """Writes the roadmap to a file atomically: to a new file that then replaces the old one."""
        self._save(str(path))

    @property
    def configurations(self) -> Any:
        """node_count x values float64: radians and metres."""
        values, width = self._configurations()
        return np.frombuffer(values).reshape(-1, width)

    @property
    def segments(self) -> Any:
        """edge_count x 2: the indices of the configurations that each segment joins."""
        return np.frombuffer(self._segments(), dtype=np.uintp).astype(int).reshape(-1, 2)

    @property
    def node_count(self) -> int:
        return int(self._counts()[0])

    @property
    def edge_count(self) -> int:
        return int(self._counts()[1])

    @property
    def seed(self) -> int:
        return int(self._counts()[2])


def plan(scene: Scene, start: Any, goal: Any, *, joints: Any = (), threads: int = 0, check: str = "auto",
         **options: Any) -> Plan:
    """A path from start to goal, proven free: Planner(scene, joints).find(start, goal, **options)."""
    return Planner(scene, joints, threads=threads, check=check).find(start, goal, **options)


class TimedPath(NamedTuple):
    """A path in time: n times in seconds, n x values positions and velocities, with cubic interpolation;
    and the time at which each waypoint is passed."""

    times: Any
    positions: Any
    velocities: Any
    waypoints: Any


def time_path(path: Any, velocities: Iterable[float], accelerations: Iterable[float],
              corners: Any = None) -> TimedPath:
    """The times of a path of n configurations within limits, one per value.

    corners: n numbers from 0 to 1: the speed at each waypoint, as a share of the largest one possible;
    None: at rest. At a waypoint that is passed without rest the corner is cut: check whether that is free
    (Scene.trajectory).
    """
    array = np.ascontiguousarray(rows(path, "path"))
    points, values, times, positions, speeds, passed = _core.time_path(
        array, tuple(velocities), tuple(accelerations), corners)
    shape = points, values
    return TimedPath(np.frombuffer(times), np.frombuffer(positions).reshape(shape),
                     np.frombuffer(speeds).reshape(shape), np.frombuffer(passed))
