"""Planning: paths that are proven free, roadmaps, and paths in time."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._build import path_text
from ._errors import ArgumentError, NameUnknownError
from ._numbers import array, rows
from ._same import result
from ._scene import Scene
from ._types import ArrayLike, Configuration, Floats, Ints, Method, PathLike, PlanMethod, Stop

if TYPE_CHECKING:
    from ._page import Page


@result
class Plan(NamedTuple):
    """The result of a search.

    kind: 'found', 'start in contact', 'goal in contact' or 'none' (none found within the budget; there may
    be one). path: n x values float64, from the start to the goal, each segment proven free; None unless
    found. length: of the path. closest: the length still missing. contact: the Verdict on the start or
    goal. clearance, self_clearance: with clearance=True. timed: the TimedPath, with timed=True. goal: which
    of several goals the path leads to, from 0. It is true if a path was found. Radians, metres.

    Example:
        >>> found = leeway.plan(scene, "home", "ready", seed=3)
        >>> found.kind, found.path is not None and found.path.shape[1]
        ('found', 6)
    """

    scene: Scene
    joints: Tuple[_core.Joints, ...]
    kind: str
    reason: Optional[str]
    path: Optional[Floats]
    length: float
    closest: float
    contact: Optional[_core.Verdict]
    clearance: Optional[_core.Clearance]
    self_clearance: Optional[_core.Clearance]
    nodes: int
    edges: int
    shortened: int
    timed: Optional["TimedPath"] = None
    goal: int = 0

    @property
    def found(self) -> bool:
        """Whether there is a path.

        Example:
            >>> leeway.plan(scene, "home", "ready").found
            True
        """
        return self.kind == "found"

    def __bool__(self) -> bool:
        return self.found

    def motion(self) -> _core.Motion:
        """The path as a motion of the scene, of one robot. Errors: ArgumentError (none was found, or it is
        of several robots).

        Example:
            >>> scene.check(leeway.plan(scene, "home", "ready").motion()).free
            True
        """
        if not self.found:
            raise ArgumentError(f"there is no path: {self.kind}")
        if len(self.joints) > 1:
            raise ArgumentError("the path is of several robots: take its columns apart")
        order = self.joints[0] if self.joints else self.scene.joints()
        assert self.path is not None
        return self.scene.path(self.path, robot=order.robot, joints=list(order.names))

    def show(self, path: Optional[PathLike] = None, *, title: str = "Leeway", name: Optional[str] = None,
             samples: int = 240, bounds: int = 60, inside: bool = True, links: bool = True, claims: bool = True,
             methods: Iterable[Method] = (), fixed_pairs: bool = False, clearance: bool = False,
             method: Method = "auto") -> "Page":
        """A Page of the path, which displays itself in a notebook. path: a file to write it to. The other
        options are those of Page.add. Errors: OSError.

        Example:
            >>> path = leeway.plan(scene, "home", "ready")
            >>> page = path.show(samples=10)
        """
        from ._page import show

        return show(self, path, title=title, name=name, samples=samples, bounds=bounds, inside=inside, links=links,
                    claims=claims, methods=methods, fixed_pairs=fixed_pairs, clearance=clearance, method=method)

    def json(self) -> str:
        """The path as JSON for `leeway check --path`. Errors: ArgumentError.

        Example:
            >>> leeway.plan(scene, "home", "ready").json().startswith('{"id": "path"')
            True
        """
        if self.path is None or len(self.joints) > 1:
            raise ArgumentError("only a path of one robot is written")
        order = self.joints[0] if self.joints else self.scene.joints()
        return json.dumps({"id": "path", "joints": list(order.names), "path": self.path.tolist()})


class Planner(_core.Planner):
    """Finds paths in joint space, each segment of which is proven free.

    For one scene and one choice of joints. joints: as Scene.joints gives them, or several of these, each of
    another robot. lower, upper: bounds, one number per value; NaN: the joint's limit. rest: a motion; the
    other joints stand as at its beginning. threads: 0: all processors that the system gives to this
    process; the answers do not depend on it. check: the method by which segments are proven, one that
    proves (leeway.methods()). It takes one call at a time. Errors: ArgumentError, NameUnknownError.

    Example:
        >>> leeway.Planner(scene)
        <leeway.Planner of 6 values>
    """

    def __new__(cls, scene: Scene, joints: Union[_core.Joints, Iterable[_core.Joints]] = (), *,
                lower: Optional[ArrayLike] = None, upper: Optional[ArrayLike] = None,
                rest: Optional[_core.Motion] = None, threads: int = 0, check: Method = "auto") -> "Planner":
        order = (joints,) if isinstance(joints, _core.Joints) else tuple(joints)
        made: Planner = _core.Planner.__new__(cls, scene, order, lower, upper, rest, threads, check)
        made.scene = scene
        made.joints = order
        return made

    scene: Scene
    joints: Tuple[_core.Joints, ...]

    def __repr__(self) -> str:
        return f"<leeway.Planner of {self.value_count} values>"

    def find(self, start: Configuration, goal: Union[Configuration, Sequence[Configuration]], *, method: PlanMethod = "rrt-connect", seed: int = 1,
             nodes: int = 100000, seconds: float = 0.0, range: float = 0.0, shortcuts: int = 200,
             clearance: bool = False, roadmap: Optional["Roadmap"] = None, stop: Stop = None,
             timed: bool = False) -> Plan:
        """Searches a path between two configurations (numbers, or the name of a state).

        goal: also several, as a list of configurations or an array with a row for each. A path to any of
        them is looked for; those in contact are left out.

        method: 'rrt-connect', 'prm', 'lazy-prm' or 'aorrtc', which makes the path shorter until its budget
        ends. nodes, seconds: budgets. One seed gives one path, unless time runs out. roadmap: one of this
        planner, which is searched first. stop: a function, called 20 times a second: true ends the search;
        aorrtc then returns the best path so far. timed: also finds the trajectory (Planner.timed). Errors:
        ArgumentError, NameUnknownError, StateError (a call during another one); with timed, those of
        Planner.timed.

        Example:
            >>> leeway.Planner(scene).find("home", ready).found
            True
        """
        given: Any = goal
        ends = tuple(self._configuration(each) for each in (given if _is_several(given) else [given]))
        found = self._find(self._configuration(start), ends, method, seed, nodes, seconds, range, shortcuts, clearance,
                           roadmap, stop)
        kind, reason, path, points, values = found[:5]
        rows_of = np.frombuffer(path, dtype=float).reshape(points, values) if kind == "found" else None
        made = Plan(self.scene, self.joints, kind, reason, rows_of, *found[5:13])._replace(goal=found[13])
        return made._replace(timed=self.timed(made)) if timed and made else made

    def timed(self, plan: Plan, *, stops: bool = False, velocity_scale: float = 0.0,
              acceleration_scale: float = 0.0) -> "TimedPath":
        """The trajectory along the path of a plan that `leeway plan --timed` writes: as fast as the limits of
        the joints allow, proven free, with its clearances.

        It passes waypoints without a stop, unless stops=True. The scales multiply the largest velocities and
        accelerations; 0: those of the scene (Scene.rate_scales). A joint without a largest acceleration takes 1
        rad/s^2 or m/s^2. Errors: ArgumentError (no path, a path of another number of values, a floating joint),
        LimitError (a joint without a largest velocity), StateError (the path is too close to a contact).

        Example:
            >>> planner = leeway.Planner(scene)
            >>> found = planner.find("home", "ready")
            >>> slow = planner.timed(found, acceleration_scale=0.25)
            >>> slow.times[-1] > planner.timed(found).times[-1]
            True
        """
        if plan.path is None:
            raise ArgumentError(f"there is no path: {plan.kind}")
        path = np.ascontiguousarray(plan.path, dtype=float)
        made, *facts = self._timed(path, stops, velocity_scale, acceleration_scale)
        return _timed_path(made)._replace(**dict(zip(("clearance", "self_clearance", "unlimited"), facts)))

    def _configuration(self, given: Configuration) -> Any:
        if not isinstance(given, str):
            return given
        if len(self.joints) > 1:
            raise NameUnknownError("named states are of one robot")
        return self.scene.state(given, self.joints[0] if self.joints else None)

    def roadmap(self, seed: int = 1) -> "Roadmap":
        """An empty roadmap. Errors: ArgumentError.

        Example:
            >>> leeway.Planner(scene).roadmap(3).node_count
            0
        """
        return Roadmap(self, seed, None)

    def load_roadmap(self, path: PathLike) -> "Roadmap":
        """A roadmap from a file. Errors: FileError, ParseError, ArgumentError (a roadmap of another scene, of
        other joints or bounds).

        Example:
            >>> planner = leeway.Planner(scene)
            >>> planner.roadmap(3).grow(5).save(folder / "cell.roadmap")
            >>> planner.load_roadmap(folder / "cell.roadmap").node_count
            5
        """
        return Roadmap(self, 0, path_text(path))


class Roadmap(_core.Roadmap):
    """Random configurations that are free, and the segments between them that are proven free. Made by
    Planner.roadmap and Planner.load_roadmap.

    Example:
        >>> leeway.Planner(scene).roadmap().grow(5)
        <leeway.Roadmap 5 configurations, 7 segments>
    """

    def __repr__(self) -> str:
        return f"<leeway.Roadmap {self.node_count} configurations, {self.edge_count} segments>"

    def grow(self, nodes: int, *, seconds: float = 0.0, stop: Stop = None) -> "Roadmap":
        """Adds configurations until it has so many, the time (0: none) is up, or stop() is true. Errors:
        ArgumentError, StateError (a call during another one).

        Example:
            >>> leeway.Planner(scene).roadmap().grow(5).node_count
            5
        """
        self._grow(nodes, seconds, stop)
        return self

    def save(self, path: PathLike) -> None:
        """Writes the roadmap to a file atomically: to a new file that then replaces the old one. Errors:
        FileError.

        Example:
            >>> leeway.Planner(scene).roadmap().save(folder / "empty.roadmap")
        """
        self._save(path_text(path))

    @property
    def configurations(self) -> Floats:
        """node_count x values float64: radians and metres.

        Example:
            >>> leeway.Planner(scene).roadmap().grow(5).configurations.shape
            (5, 6)
        """
        values, width = self._configurations()
        return np.frombuffer(values).reshape(-1, width)

    @property
    def segments(self) -> Ints:
        """edge_count x 2: the indices of the configurations that each segment joins.

        Example:
            >>> leeway.Planner(scene).roadmap().segments.shape
            (0, 2)
        """
        return np.frombuffer(self._segments(), dtype=np.uintp).astype(int).reshape(-1, 2)

    @property
    def node_count(self) -> int:
        """How many configurations it has.

        Example:
            >>> leeway.Planner(scene).roadmap().node_count
            0
        """
        return int(self._counts()[0])

    @property
    def edge_count(self) -> int:
        """How many segments it has.

        Example:
            >>> leeway.Planner(scene).roadmap().edge_count
            0
        """
        return int(self._counts()[1])

    @property
    def seed(self) -> int:
        """The seed of its random numbers.

        Example:
            >>> leeway.Planner(scene).roadmap().seed
            1
        """
        return int(self._counts()[2])


def _is_several(goal: Any) -> bool:
    """Whether a goal is a list of configurations, and not one: it has names or rows in place of numbers."""
    if isinstance(goal, np.ndarray):
        return goal.ndim > 1
    return isinstance(goal, (list, tuple)) and (not goal or isinstance(goal[0], str) or np.ndim(goal[0]) > 0)


def plan(scene: Scene, start: Configuration, goal: Union[Configuration, Sequence[Configuration]], *,
         joints: Union[_core.Joints, Iterable[_core.Joints]] = (), threads: int = 0, check: Method = "auto",
         method: PlanMethod = "rrt-connect", seed: int = 1, nodes: int = 100000, seconds: float = 0.0, range: float = 0.0,
         shortcuts: int = 200, clearance: bool = False, stop: Stop = None, timed: bool = False) -> Plan:
    """A path from start to goal, each segment of which is proven free: Planner(scene, joints).find(start,
    goal, ...). Options and errors: those of Planner and Planner.find.

    Example:
        >>> bool(leeway.plan(scene, "home", ready))
        True
    """
    return Planner(scene, joints, threads=threads, check=check).find(
        start, goal, method=method, seed=seed, nodes=nodes, seconds=seconds, range=range, shortcuts=shortcuts,
        clearance=clearance, stop=stop, timed=timed)


@result
class TimedPath(NamedTuple):
    """A path in time: n times in seconds, n x values positions (radians, metres) and velocities, with cubic
    interpolation; and the time at which each waypoint is passed.

    clearance, self_clearance: of a trajectory that is proven (Planner.timed). unlimited: how many values have
    joints without a largest acceleration.

    Example:
        >>> timed = leeway.time_path([home, ready], [1.0] * 6, [2.0] * 6)
        >>> timed.positions.shape == timed.velocities.shape == (len(timed.times), 6)
        True
    """

    times: Floats
    positions: Floats
    velocities: Floats
    waypoints: Floats
    clearance: Optional[_core.Clearance] = None
    self_clearance: Optional[_core.Clearance] = None
    unlimited: int = 0


def time_path(path: ArrayLike, velocities: ArrayLike, accelerations: ArrayLike,
              corners: Optional[ArrayLike] = None) -> TimedPath:
    """The times of a path of n configurations (n x values, radians and metres) within limits of velocity and
    acceleration, one per value, in radians, metres and seconds.

    corners: n numbers from 0 to 1: the speed at each waypoint, as a share of the largest one possible;
    None: at rest. At a waypoint that is passed without rest the corner is cut: check whether that is free
    (Scene.trajectory). Errors: ArgumentError (a wrong shape, a limit that is not above 0).

    Example:
        >>> timed = leeway.time_path([home, ready], [1.0] * 6, [2.0] * 6)
        >>> motion = scene.trajectory(timed.times, timed.positions, timed.velocities)
        >>> scene.check(motion).free
        True
    """
    return _timed_path(_core.time_path(
        np.ascontiguousarray(rows(path, "path")), _limits(velocities, "velocities"),
        _limits(accelerations, "accelerations"), None if corners is None else _limits(corners, "corners")))


def _timed_path(made: Any) -> TimedPath:
    points, values, times, positions, speeds, passed = made
    shape = points, values
    return TimedPath(np.frombuffer(times), np.frombuffer(positions).reshape(shape),
                     np.frombuffer(speeds).reshape(shape), np.frombuffer(passed))


def _limits(values: ArrayLike, what: str) -> Tuple[float, ...]:
    given = array(values, what)
    if given.ndim != 1:
        raise ArgumentError(f"{what} takes one row of numbers, not an array of shape {given.shape}")
    return tuple(given.tolist())
