"""Arrays of verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Tuple

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

#: The numbers of verdicts and of reasons in arrays of them.
FREE, CONTACT, UNDECIDED, LEAVES = 0, 1, 2, 3
REASONS: Tuple[str, ...] = ("", "budget", "precision", "sampled", "stopped", "depth", "limit", "tolerance")
KINDS: Tuple[str, ...] = ("free", "contact", "undecided", "leaves")

_clearance = np.dtype([("pair", "i8", 2), ("lower", "f8"), ("upper", "f8"), ("at", "f8")])
_plain = [("kind", "i4"), ("reason", "i4"), ("free_until", "f8"), ("time", "f8"), ("pair", "i8", 2), ("notices", "u8")]

#: The elements that check_segments returns: kind (FREE, CONTACT, UNDECIDED, LEAVES), reason (index of
#: REASONS), free_until and time (t in [0, 1]; time is NaN unless in contact or leaving it), pair (indices
#: of Scene.bodies, -1: none), notices (how many sentences Scene.segment(A[i], B[i]).notices has; 0 for rows
#: that were not answered).
verdict_type = np.dtype(_plain)
#: With clearance=True there are also clearance and self_clearance, each with pair, lower, upper (metres)
#: and at. For rows that are not free they are not known: pair -1, lower 0, upper infinite.
clearance_verdict_type = np.dtype([*_plain, ("clearance", _clearance), ("self_clearance", _clearance)])
#: The elements that near_misses returns.
clearance_type = _clearance


class Verdicts(np.ndarray):  # type: ignore[type-arg]
    """A structured array of n verdicts, of the type verdict_type or clearance_verdict_type. leeway.table makes
    columns of it, for data frames.

    Example:
        >>> verdicts = scene.check_segments([home, home], [ready, ready])
        >>> verdicts.free.tolist(), verdicts["free_until"].tolist()
        ([True, True], [1.0, 1.0])
    """

    @property
    def free(self) -> npt.NDArray[np.bool_]:
        """n bools: proven free.

        Example:
            >>> scene.check_segments(home, ready).free.tolist()
            [True]
        """
        return self._is(FREE)

    @property
    def contact(self) -> npt.NDArray[np.bool_]:
        """n bools: in contact at `time`.

        Example:
            >>> scene.check_segments(home, ready).contact.tolist()
            [False]
        """
        return self._is(CONTACT)

    @property
    def undecided(self) -> npt.NDArray[np.bool_]:
        """n bools: neither free nor contact was shown.

        Example:
            >>> scene.check_segments(home, ready, method="sampled").undecided.tolist()
            [True]
        """
        return self._is(UNDECIDED)

    @property
    def leaves(self) -> npt.NDArray[np.bool_]:
        """n bools: with leaving=True: proven to leave, at `time`, the contact in which it begins.

        Example:
            >>> scene.check_segments(home, ready, leaving=True).leaves.tolist()
            [False]
        """
        return self._is(LEAVES)

    @property
    def noticed(self) -> npt.NDArray[np.bool_]:
        """n bools: a notice was given: something was repaired, ignored or assumed, such as a value outside
        its limits.

        Example:
            >>> scene.check_segments(home, ready).noticed.tolist()
            [False]
        """
        noticed: npt.NDArray[np.bool_] = np.asarray(self["notices"]) > 0
        return noticed

    def _is(self, kind: int) -> npt.NDArray[np.bool_]:
        same: npt.NDArray[np.bool_] = np.asarray(self["kind"]) == kind
        return same

    def __repr__(self) -> str:
        if self.dtype.names is None or "kind" not in self.dtype.names:
            return repr(np.asarray(self))
        kinds = np.asarray(self["kind"]).ravel()
        counts = [f"{int((kinds == kind).sum())} {name}" for kind, name in enumerate(KINDS) if (kinds == kind).any()]
        return f"<leeway.Verdicts {kinds.size}: {', '.join(counts) or 'none'}>"

    def __str__(self) -> str:
        return repr(self)


def verdicts(count: int, clearance: bool) -> Verdicts:
    """Room for so many verdicts."""
    made = np.empty(count, dtype=clearance_verdict_type if clearance else verdict_type)
    return made.view(Verdicts)
