"""Whether a robot may run a trajectory: one answer, with the first reason why not."""

from __future__ import annotations

from typing import NamedTuple, Optional, Tuple, Union

from . import _core
from ._build import path_text
from ._numbers import number
from ._same import result
from ._scene import Scene
from ._types import Configuration, PathLike, Stop


@result
class Safety(NamedTuple):
    """The answer of leeway.verify. It is true if the motion is safe to run.

    kind: 'safe', 'unsafe' or 'undecided'. reason: the first reason why it is not safe, as in docs/interfaces.md, or
    None. time: of the reason, seconds. robot, joint, part: the joint at fault at an end, or beyond a limit, and which of
    its values; None and 0 where there is none. value, limit, robot_at: radians or metres, and per second, second^2 or
    second^3; 0 where they do not apply. unstated: how many joints were not compared at the beginning. stops: how many
    stops were checked; stops_until: those from all moments before are free. verdict: the Verdict on the motion, with
    limits. slack: with the reason 'slack', the two bodies and the times of the motion at which their robots are then;
    else None.

    Example:
        >>> motion = scene.trajectory([0, 9], [home, ready], [[0] * 6, [0] * 6])
        >>> safety = leeway.verify(scene, motion, start="home")
        >>> safety.kind, safety.reason
        ('safe', None)
    """

    kind: str
    reason: Optional[str]
    time: float
    robot: Optional[str]
    joint: Optional[str]
    part: int
    value: float
    limit: float
    robot_at: float
    unstated: int
    stops: int
    stops_until: float
    verdict: _core.Verdict
    slack: Optional[Tuple[Tuple[str, str], Tuple[float, float]]]

    @property
    def safe(self) -> bool:
        """Whether the motion is safe to run.

        Example:
            >>> motion = scene.trajectory([0, 9], [home, ready], [[0] * 6, [0] * 6])
            >>> leeway.verify(scene, motion).safe
            True
        """
        return self.kind == "safe"

    def __bool__(self) -> bool:
        return self.safe


def verify(scene: Scene, motion: _core.Motion, *, tolerance: Union[float, PathLike, None] = None,
           start: Optional[Configuration] = None, joints: Optional[_core.Joints] = None,
           start_tolerance: float = 0.01, stops: bool = False, budget_stops: int = 100000,
           slack: float = 0.0, stop: Stop = None) -> Safety:
    """Whether a robot may run a motion in seconds: it begins where the robot is, at rest, is free of collision, keeps
    all limits of joints, and ends at rest. A Safety.

    tolerance: how far the joints may be from their places, radians or metres, or a file of tolerances (Motion.within);
    None: that of the motion. start: where the robot is, one number per value of joints (Scene.joints; None: the
    default), or a named state; None: where the scene states it is. start_tolerance: how far the motion may begin from
    there. stops: the stop from every moment of the motion has to be free too (Motion.stop); at most budget_stops of
    them are checked. slack: how early or late each robot may be, seconds; not with stops. stop: a function that ends
    the call. Errors: ArgumentError (a path, which has no times; a negative number; with stops a joint without a limit
    of acceleration), NameUnknownError, FileError, ParseError.

    Example:
        >>> motion = scene.trajectory([0, 9], [home, ready], [[0] * 6, [0] * 6])
        >>> bool(leeway.verify(scene, motion, tolerance=0.001))
        True
        >>> leeway.verify(scene, motion, start=ready).reason
        'start'
    """
    if tolerance is not None:
        motion = motion.within(tolerance if isinstance(tolerance, (int, float)) else path_text(tolerance))
    kind, reason, time, joint, *rest = scene._verify(motion, start, joints, start_tolerance, stops, budget_stops, stop,
                                                   number(slack, "slack"))
    robot, name = joint or (None, None)
    return Safety(*(kind, reason, time, robot, name, *rest))
