"""Numbers from arguments. Texts are refused, though Python and NumPy would read them."""

from typing import Any

import numpy as np

from ._errors import ArgumentError


def number(value: Any, what: str) -> float:
    """A number; what: its name in errors."""
    if isinstance(value, (str, bytes, bytearray)):
        raise ArgumentError(f"{what} takes a number, not a text")
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"{what} takes a number") from None


def array(values: Any, what: str) -> Any:
    """An array of float64: the values themselves if they are one, else a copy."""
    try:
        made = np.asarray(values)
    except ValueError:
        raise ArgumentError(f"{what} takes rows of numbers, as many in each") from None
    if made.dtype.kind not in "biuf" or isinstance(values, np.ma.MaskedArray):
        raise ArgumentError(f"{what} takes numbers, not an array of '{_kind(values, made)}'")
    return made.astype(float, copy=False)


def _kind(values: Any, made: Any) -> str:
    return "masked" if isinstance(values, np.ma.MaskedArray) else str(made.dtype)
