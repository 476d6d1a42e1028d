"""A gate for commands: what of a policy's waypoints may pass to the robot."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple, Optional, Tuple, Union

import numpy as np

from . import _core
from ._errors import ArgumentError
from ._numbers import array, number, rows, whole
from ._scene import Scene
from ._types import ArrayLike, Floats

if TYPE_CHECKING:
    PerJoint = Union[float, ArrayLike, None]


class GateAnswer(NamedTuple):
    """The answer of Gate.check. It is true if some first waypoints pass.

    kind: 'pass' or 'stop'. reason: why no more pass, as in docs/gate.md; None: all do. passed: how many. time: of the
    contact or violation, seconds from now. pair: the bodies in contact. robot, joint, part, value, limit: the joint
    beyond a limit, in radians or metres and seconds. proven: Gate.values is proven free in the scene of now. begun: how
    long ago its motion began; end: the time of that motion at which the robot rests. checks, queries, work: how many
    motions were checked, their distance queries and units of work. message: what is wrong with the input.

    Example:
        >>> gate = leeway.Gate(scene, stop_acceleration=5)
        >>> answer = gate.check(0, home, [0] * 6, [home, home])
        >>> answer.kind, answer.passed, answer.reason
        ('pass', 2, None)
    """

    kind: str
    reason: Optional[str]
    passed: int
    time: float
    pair: Optional[Tuple[str, str]]
    robot: Optional[str]
    joint: Optional[str]
    part: int
    value: float
    limit: float
    proven: bool
    begun: float
    end: float
    checks: int
    queries: int
    work: int
    message: Optional[str]

    def __bool__(self) -> bool:
        return self.kind == "pass"


class Gate(_core.Gate):
    """Lets pass what is proven to be safe of chunks of waypoints, its stop included; docs/gate.md says which motion is
    proven. For one thread at a time.

    period: seconds from one waypoint to the next. points: the most waypoints of a chunk. joints: as in Scene.joints;
    None: the default. stop_acceleration, stop_jerk: limits of stops, one number for all values of the joints or one for
    each, in radians or metres and seconds; None: those of the joints. tolerance, tolerance_per_speed: how far the robot
    may be from the motion, constant and per speed; likewise. start_tolerance: how far the first waypoint may be from
    the robot. budget_queries, budget_work, budget_seconds: for each call; 0: no bound. Errors: ArgumentError,
    NameUnknownError.

    Example:
        >>> leeway.Gate(scene, period=0.05, stop_acceleration=5, tolerance=0.001)
        <leeway.Gate for chunks of 6 values, 0.05 s apart>
    """

    def __new__(cls, scene: Scene, *, period: float = 0.02, points: int = 64, joints: Optional[_core.Joints] = None,
                stop_acceleration: PerJoint = None, stop_jerk: PerJoint = None, tolerance: PerJoint = None,
                tolerance_per_speed: PerJoint = None, start_tolerance: float = math.inf, budget_queries: int = 0,
                budget_work: int = 0, budget_seconds: float = 0.0) -> "Gate":
        names = {"stop_acceleration": stop_acceleration, "stop_jerk": stop_jerk, "tolerance": tolerance,
                 "tolerance_per_speed": tolerance_per_speed}
        limits = tuple(_per_joint(value, name) for name, value in names.items())
        made: Gate = _core.Gate.__new__(cls, scene, joints, number(period, "period"), whole(points, "points"), limits,
                                        number(start_tolerance, "start_tolerance"), whole(budget_queries, "budget_queries"),
                                        whole(budget_work, "budget_work"), number(budget_seconds, "budget_seconds"))
        made._period = float(period)
        return made

    def __init__(self, scene: Scene, *, period: float = 0.02, points: int = 64, joints: Optional[_core.Joints] = None,
                 stop_acceleration: PerJoint = None, stop_jerk: PerJoint = None, tolerance: PerJoint = None,
                 tolerance_per_speed: PerJoint = None, start_tolerance: float = math.inf, budget_queries: int = 0,
                 budget_work: int = 0, budget_seconds: float = 0.0) -> None:
        pass

    _period: float

    def __repr__(self) -> str:
        return f"<leeway.Gate for chunks of {self._width} values, {self._period:g} s apart>"

    def check(self, time: float, values: ArrayLike, rates: ArrayLike, points: ArrayLike, *,
              velocities: Optional[ArrayLike] = None, scene: Optional[Scene] = None) -> GateAnswer:
        """The longest first part of a chunk that is proven to be safe. A GateAnswer.

        time: now, seconds of a clock that never runs backwards. values, rates: where the robot is, and its velocities,
        a number for each value of the joints. points: n x values, the first row for one period from now. velocities:
        at these waypoints, likewise; None: by differences. scene: the scene of now, a copy of the gate's (Scene.moved);
        None: unchanged. Numbers that are no use, a clock that runs backwards and the scene of another robot are no
        exception: the answer is then 'stop', its reason 'input', with a message. Errors: ArgumentError (an array of
        another shape), StateError (another thread asks the gate).

        Example:
            >>> gate = leeway.Gate(scene, stop_acceleration=5)
            >>> gate.check(0, home, [0] * 6, [[float("nan")] * 6]).reason
            'input'
        """
        chunk = np.ascontiguousarray(rows(points, "points", self._width, "waypoints"))
        speeds = None
        if velocities is not None:
            speeds = np.ascontiguousarray(rows(velocities, "velocities", self._width, "waypoints"))
            if speeds.shape != chunk.shape:
                raise ArgumentError(f"velocities takes as many rows as points, {len(chunk)}, not {len(speeds)}")
        kind, reason, passed, at, pair, joint, *rest = self._check(number(time, "time"), values, rates, chunk, speeds, scene)
        robot, name = joint or (None, None)
        return GateAnswer(*(kind, reason, passed, at, pair, robot, name, *rest))

    def values(self, times: ArrayLike) -> Floats:
        """The motion of the last answer at n times of its own, n x values in radians or metres: after 'pass' the
        waypoints that pass and the stop from the last of them, from now on; after 'stop' a stop, which is at the time
        `begun` now. Errors: ArgumentError (a time outside 0 to `end`), StateError (there is none).

        Example:
            >>> gate = leeway.Gate(scene, stop_acceleration=5)
            >>> answer = gate.check(0, home, [0] * 6, [home])
            >>> gate.values([0, answer.end]).shape
            (2, 6)
        """
        asked = np.ascontiguousarray(array(times, "times")).reshape(-1)
        out = np.empty((len(asked), self._width))
        self._values(asked, out)
        return out


class RunningAnswer(NamedTuple):
    """The answer of Running.update. It is true if the rest of the motion is proven free.

    kind: 'free', 'contact' or 'undecided'; reason: why undecided. free_until: until then it is free, in the motion's
    unit, seconds or its own; time, pair: of the contact, else None.

    Example:
        >>> running = leeway.Running(scene.motion("over the post"))
        >>> bool(running.update(scene, 0))
        True
    """

    kind: str
    reason: Optional[str]
    free_until: float
    time: Optional[float]
    pair: Optional[Tuple[str, str]]

    def __bool__(self) -> bool:
        return self.kind == "free"


class Running(_core.Running):
    """A motion that runs while the world changes. For one thread at a time.

    motion: with its tolerance, from Scene.motion and the like. budget_queries, budget_seconds: for each check; 0: no
    bound. Errors: ArgumentError (a motion that attaches or releases objects).

    Example:
        >>> leeway.Running(scene.motion("over the post"))
        <leeway.Running of 0 to 1>
    """

    def __new__(cls, motion: _core.Motion, *, budget_queries: int = 0, budget_seconds: float = 0.0) -> "Running":
        made: Running = _core.Running.__new__(cls, motion, whole(budget_queries, "budget_queries"),
                                              number(budget_seconds, "budget_seconds"))
        made._interval = motion.interval
        return made

    def __init__(self, motion: _core.Motion, *, budget_queries: int = 0, budget_seconds: float = 0.0) -> None:
        pass

    _interval: Tuple[float, float]

    def __repr__(self) -> str:
        return f"<leeway.Running of {self._interval[0]:g} to {self._interval[1]:g}>"

    def update(self, scene: Scene, now: float) -> RunningAnswer:
        """Whether the rest of the motion is free in a scene. A RunningAnswer, the same as of a check from scratch.

        scene: the motion's, or a copy of it (Scene.moved). now: where the motion is, in its own unit, seconds for
        trajectories; never less than before. Errors: ArgumentError (a scene with other robots, a time before the last
        one), StateError (another thread asks).

        Example:
            >>> running = leeway.Running(scene.motion("over the post"))
            >>> running.update(scene.moved("post", (0.3, 0.3, 0.8)), 0.1).kind
            'contact'
        """
        return RunningAnswer(*self._update(scene, number(now, "now")))


def _per_joint(value: PerJoint, name: str) -> Union[float, Floats, None]:
    """One number for all values of the joints, or a row of them."""
    if value is None:
        return None
    given = np.ascontiguousarray(array(value, name))
    if given.ndim > 1:
        raise ArgumentError(f"{name} takes one number, or one for each value of the joints, not {np.shape(value)}")
    return given if np.ndim(value) else float(given.reshape(-1)[0])
