"""SRDF files whose disabled pairs (the allowed collision matrix) can be replaced."""

from __future__ import annotations

from typing import Iterable, List, NamedTuple, Optional, Sequence, Tuple

from . import _core
from ._build import path_text
from ._types import PathLike


class DisabledPair(NamedTuple):
    """A pair of links that the file disables. line: 0: it was not in the file.

    Example:
        >>> leeway.DisabledPair("base", "hand", "Never").reason
        'Never'
    """

    a: str
    b: str
    reason: Optional[str]
    line: int = 0


class Srdf(_core.Srdf):
    """An SRDF file: Srdf(path), or Srdf(None, robot="name") for an empty one. Errors: FileError, ParseError.

    Example:
        >>> leeway.Srdf("arm/arm.srdf")
        <leeway.Srdf 29 disabled pairs>
    """

    def __new__(cls, path: Optional[PathLike], robot: Optional[str] = None) -> "Srdf":
        made: Srdf = _core.Srdf.__new__(cls, None if path is None else path_text(path), robot)
        return made

    def __repr__(self) -> str:
        return f"<leeway.Srdf {len(self._pairs())} disabled pairs>"

    @property
    def pairs(self) -> List[DisabledPair]:
        """The pairs of links that it disables.

        Example:
            >>> leeway.Srdf("arm/arm.srdf").pairs[0].line > 0
            True
        """
        return [DisabledPair(*pair) for pair in self._pairs()]

    def set_pairs(self, pairs: Iterable[Sequence[Optional[str]]]) -> None:
        """Replaces the disabled pairs: (link, link) or (link, link, reason) each. Errors: ArgumentError.

        Example:
            >>> empty = leeway.Srdf(None, robot="arm")
            >>> empty.set_pairs([("base", "hand", "Never")])
            >>> empty
            <leeway.Srdf 1 disabled pairs>
        """
        rows: List[Tuple[Optional[str], Optional[str], Optional[str]]] = []
        for pair in pairs:
            parts = tuple(pair)
            rows.append((parts[0], parts[1], parts[2] if len(parts) > 2 else None))
        self._set_pairs(tuple(rows))
