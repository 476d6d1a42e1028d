"""Texts for people."""

from typing import Iterable, Optional

from . import _core


def nearest_name(wanted: str, names: Iterable[str]) -> Optional[str]:
    """The name that is nearest to an unknown one, for "did you mean": the first one with the fewest letters
    inserted, left out, changed or swapped. None if every name differs in more than a third of its
    letters."""
    known = tuple(names)
    index = _core.nearest(wanted, known)
    return None if index < 0 else known[index]
