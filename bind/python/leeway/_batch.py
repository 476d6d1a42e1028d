"""Arrays of verdicts."""

from typing import Any

import numpy as np

from ._errors import ArgumentError
from ._numbers import array

#: The numbers of verdicts and of reasons in arrays of them.
FREE, CONTACT, UNDECIDED, LEAVES = 0, 1, 2, 3
REASONS = ("", "budget", "precision", "sampled", "stopped", "depth")

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
    """A structured array of verdicts: verdict_type, or clearance_verdict_type."""

    @property
    def free(self) -> Any:
        """bool: proven free."""
        return np.asarray(self["kind"]) == FREE

    @property
    def contact(self) -> Any:
        """bool: in contact at `time`."""
        return np.asarray(self["kind"]) == CONTACT

    @property
    def undecided(self) -> Any:
        """bool: neither free nor contact was shown."""
        return np.asarray(self["kind"]) == UNDECIDED

    @property
    def leaves(self) -> Any:
        """bool: with leaving=True: proven to leave, at `time`, the contact in which it begins."""
        return np.asarray(self["kind"]) == LEAVES

    @property
    def noticed(self) -> Any:
        """bool: a notice was given: something was repaired, ignored or assumed, such as a value outside its
        limits."""
        return np.asarray(self["notices"]) > 0


def verdicts(count: int, clearance: bool) -> Verdicts:
    """Room for so many verdicts."""
    made = np.empty(count, dtype=clearance_verdict_type if clearance else verdict_type)
    return made.view(Verdicts)


def rows(values: Any, what: str) -> Any:
    """Rows for the library: arrays as they are, lists as arrays of float64."""
    if not isinstance(values, np.ndarray) or isinstance(values, np.ma.MaskedArray):
        values = array(values, what)
    if values.ndim != 2:
        raise ArgumentError(f"{what} takes an array of 2 dimensions, not {values.ndim}")
    return values
