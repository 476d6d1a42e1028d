"""Work cells: which assignments of trajectories to robots in the plane are free of collision."""

import json as _json
from typing import Any, NamedTuple, Optional, Tuple

from . import _core
from ._scene import Scene


class CellVerdict(NamedTuple):
    """The answer for one assignment, as in Verdict. end: when the last robot is done, seconds.
    trajectories: the one that each body of the pair follows; None: it stands still. json: the line that
    `leeway cell --json` prints."""

    id: Any
    kind: str
    end: Optional[float]
    free_until: Optional[float]
    time: Optional[float]
    pair: Optional[Tuple[str, str]]
    json: str
    reason: Optional[str] = None
    first: Optional[bool] = None
    trajectories: Optional[Tuple[Optional[str], Optional[str]]] = None
    points: Any = None
    normal: Any = None
    depth: Optional[float] = None

    @property
    def free(self) -> bool:
        return self.kind == "free"

    def __bool__(self) -> bool:
        return self.free


class Cell(_core.Cell):
    """Named trajectories of the robots of a scene in the plane, and a judge of their assignments.

    A cache of at most `remember` bytes keeps the answers about two trajectories at one offset in time.
    """

    def __new__(cls, scene: Scene, *, remember: int = 1 << 26) -> "Cell":
        made: Cell = _core.Cell.__new__(cls, scene, remember)
        return made

    def add(self, name: str, motion: _core.Motion) -> None:
        """Adds the trajectories of a motion in seconds, one for each robot that it moves, under one
        name."""
        self._add(name, motion)

    def judge(self, job: Any, *, time_tolerance: float = 1e-4, distance_tolerance: float = 1e-6) -> CellVerdict:
        """Judges one job: JSON text, or a dict as in docs/interfaces.md, The jobs of a cell."""
        text = job if isinstance(job, str) else _json.dumps(job)
        line = self._judge(text, None, 0, time_tolerance, distance_tolerance)
        told = _json.loads(line)
        pair, follow = told.get("pair"), told.get("trajectories")
        return CellVerdict(told["id"], told["verdict"], told.get("end"), told.get("free_until"), told.get("time"),
                           (pair[0], pair[1]) if pair else None, line, told.get("reason"),
                           told.get("first", True) if pair else None,
                           (follow[0], follow[1]) if follow else None, told.get("points"), told.get("normal"),
                           told.get("depth"))

    def motion(self, job: Any) -> _core.Motion:
        """A job as one motion in seconds: for pages, and checks of the whole."""
        return self._motion(job if isinstance(job, str) else _json.dumps(job))

    @property
    def judged(self) -> int:
        """How many pairs of trajectories it has judged."""
        return int(self._counts()[0])

    @property
    def remembered(self) -> int:
        """How many it found in its cache."""
        return int(self._counts()[1])
