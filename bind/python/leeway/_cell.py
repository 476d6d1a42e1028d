"""Work cells: which assignments of trajectories to robots are free of collision."""

from __future__ import annotations

import json as _json
from typing import Mapping, NamedTuple, Optional, Tuple, Union

from . import _core
from ._scene import Scene
from ._types import Json

Point = Tuple[float, ...]


class CellVerdict(NamedTuple):
    """The answer for one assignment, as in Verdict. end: when the last robot is done, seconds.
    trajectories: the one that each body of the pair follows; None: it stands still. json: the line that
    `leeway cell --json` prints.

    Example:
        >>> cell.judge(job).kind
        'contact'
    """

    id: Json
    kind: str
    end: Optional[float]
    free_until: Optional[float]
    time: Optional[float]
    pair: Optional[Tuple[str, str]]
    json: str
    reason: Optional[str] = None
    first: Optional[bool] = None
    trajectories: Optional[Tuple[Optional[str], Optional[str]]] = None
    points: Optional[Tuple[Point, Point]] = None
    normal: Optional[Point] = None
    depth: Optional[float] = None

    @property
    def free(self) -> bool:
        """Whether the assignment is proven free.

        Example:
            >>> cell.judge(job).free
            False
        """
        return self.kind == "free"

    def __bool__(self) -> bool:
        return self.free


class Cell(_core.Cell):
    """Named trajectories of the robots of a scene, and a judge of their assignments.

    A cache of at most `remember` bytes keeps the answers about two trajectories: at all delays, or in the
    plane, for jobs without start times, at one offset in time.

    Example:
        >>> plant = leeway.Scene("workcell.json")
        >>> cell = leeway.Cell(plant)
        >>> for name in plant.motion_names:
        ...     cell.add(name, plant.motion(name))
        >>> job = {"robots": {"R1": ["shared end"], "R2": ["shared end"]}}
        >>> cell.judge(job).trajectories
        ('shared end', 'shared end')
    """

    def __new__(cls, scene: Scene, *, remember: int = 1 << 26) -> "Cell":
        made: Cell = _core.Cell.__new__(cls, scene, remember)
        return made

    def __repr__(self) -> str:
        return f"<leeway.Cell {len(self.trajectories)} trajectories, {self.judged} pairs judged>"

    def add(self, name: str, motion: _core.Motion) -> None:
        """Adds the trajectories of a motion in seconds, one for each robot that it moves, under one
        name. Errors: ArgumentError.

        Example:
            >>> cell.add("shared end again", plant.motion("shared end"))
            >>> len(cell.trajectories) > len(plant.motion_names)
            True
        """
        self._add(name, motion)

    def judge(self, job: Union[str, Mapping[str, object]], *, time_tolerance: float = 1e-4, distance_tolerance: float = 1e-6,
              robust: float = 0.0) -> CellVerdict:
        """Judges one job: JSON text, or a dict as in docs/interfaces.md, The jobs of a cell. Tolerances: as
        in Scene.check. robust: free is free for all starts up to so many seconds earlier or later. Errors:
        ParseError, NameUnknownError, ArgumentError.

        Example:
            >>> cell.judge(job).pair is not None
            True
        """
        text = job if isinstance(job, str) else _json.dumps(job)
        line = self._judge(text, None, 0, time_tolerance, distance_tolerance, robust)
        told = _json.loads(line)
        pair, follow = told.get("pair"), told.get("trajectories")
        return CellVerdict(told["id"], told["verdict"], told.get("end"), told.get("free_until"), told.get("time"),
                           (pair[0], pair[1]) if pair else None, line, told.get("reason"),
                           told.get("first", True) if pair else None,
                           (follow[0], follow[1]) if follow else None,
                           (tuple(told["points"][0]), tuple(told["points"][1])) if told.get("points") else None,
                           tuple(told["normal"]) if told.get("normal") else None, told.get("depth"))

    def motion(self, job: Union[str, Mapping[str, object]]) -> _core.Motion:
        """A job as one motion in seconds: for pages, and checks of the whole. Errors: those of judge.

        Example:
            >>> cell.motion(job).in_seconds
            True
        """
        return self._motion(job if isinstance(job, str) else _json.dumps(job))

    @property
    def judged(self) -> int:
        """How many pairs of trajectories it has judged.

        Example:
            >>> verdict = cell.judge(job)
            >>> cell.judged > 0
            True
        """
        return int(self._counts()[0])

    @property
    def remembered(self) -> int:
        """How many it found in its cache.

        Example:
            >>> cell.remembered
            0
        """
        return int(self._counts()[1])
