"""SRDF files whose disabled pairs (the allowed collision matrix) can be replaced."""

from typing import Any, Iterable, List, NamedTuple, Optional, Tuple

from . import _core


class DisabledPair(NamedTuple):
    """A pair of links that the file disables. line: 0: it was not in the file."""

    a: str
    b: str
    reason: Optional[str]
    line: int = 0


class Srdf(_core.Srdf):
    """An SRDF file: Srdf(path), or Srdf(None, robot="name") for an empty one."""

    def __new__(cls, path: Any, robot: Optional[str] = None) -> "Srdf":
        made: Srdf = _core.Srdf.__new__(cls, None if path is None else str(path), robot)
        return made

    @property
    def pairs(self) -> List[DisabledPair]:
        return [DisabledPair(*pair) for pair in self._pairs()]

    def set_pairs(self, pairs: Iterable[Any]) -> None:
        """Replaces the disabled pairs: (link, link) or (link, link, reason) each."""
        rows: List[Tuple[str, str, Optional[str]]] = []
        for pair in pairs:
            parts = tuple(pair)
            rows.append((parts[0], parts[1], parts[2] if len(parts) > 2 else None))
        self._set_pairs(tuple(rows))
