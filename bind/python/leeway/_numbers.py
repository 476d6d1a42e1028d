"""Numbers from arguments. Texts are refused, though Python and NumPy would read them."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from ._errors import ArgumentError

if TYPE_CHECKING:
    import numpy.typing as npt


def number(value: Any, what: str) -> float:
    """A number; what: its name in errors."""
    if isinstance(value, (str, bytes, bytearray)):
        raise ArgumentError(f"{what} takes a number, not a text")
    try:
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise ArgumentError(f"{what} takes a number, not {type(value).__name__}") from None


def array(values: Any, what: str) -> npt.NDArray[np.float64]:
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


def rows(values: Any, what: str, width: Optional[int] = None, of: str = "configurations") -> npt.NDArray[np.float64]:
    """Rows for the library: float64, the numbers of a row side by side. One dimension is one row. width:
    how many numbers a row has; None: any number."""
    made = array(values, what)
    if made.ndim == 1:
        made = made.reshape(0 if made.size == 0 else 1, made.size if made.size or width is None else width)
    if made.ndim != 2 or (width is not None and made.shape[1] != width):
        wanted = f"n x {'values' if width is None else width}"
        raise ArgumentError(f"{what} takes an array of {wanted} numbers, a row for each of n {of}, not of shape "
                            f"{np.shape(values)}")
    count, size = made.shape
    row, item = made.strides
    apart = count < 2 or (row % 8 == 0 and (row == 0 or row >= 8 * size))
    if not (made.flags.aligned and (size < 2 or item == 8) and apart):
        made = np.array(made, order="C")
    return made


def whole(value: Any, what: str) -> int:
    """A whole number from 0 on; what: its name in errors."""
    try:
        made = operator.index(value)
    except TypeError:
        raise ArgumentError(f"{what} takes a whole number from 0 on, not {type(value).__name__}") from None
    if made < 0:
        raise ArgumentError(f"{what} takes a whole number from 0 on, not {made}")
    return made
