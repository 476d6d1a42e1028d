"""Texts for people."""

from typing import Iterable, Optional

from . import _core


def nearest_name(wanted: str, names: Iterable[str]) -> Optional[str]:
    """The name that is nearest to an unknown one, for "did you mean": the first one with the fewest letters
    inserted, left out, changed or swapped. None if every name differs in more than a third of its
    letters.

    Example:
        >>> leeway.nearest_name("elbwo", ["shoulder", "elbow"])
        'elbow'
    """
    known = tuple(names)
    index = _core.nearest(wanted, known)
    return None if index < 0 else known[index]


def escape_text(text: str) -> str:
    """A text for a terminal: each character that acts on it is made visible.

    Example:
        >>> leeway.escape_text("a\\x1b[31m") == "a\\x1b[31m"
        False
    """
    return _core.escape(text)


def motion_kind(text: str) -> Optional[str]:
    """What a text that should hold motions is likely to be: 'waypoints', 'motions', 'trajectory', 'request',
    'jobs', 'scene' or 'several lines'; None: unknown.

    Example:
        >>> leeway.motion_kind('{"from": "home", "to": "ready"}')
        'motions'
    """
    return _core.motion_kind(text)
