"""An exception for each status of the library, and the warning for notices."""

import sys
import warnings
from typing import Optional


class Error(Exception):
    """An error of the library, as one sentence.

    message: the sentence alone. file, line, column: the place; None and 0 if unknown. status: the library's
    name of the kind of error, such as "name" or "syntax".

    Example:
        >>> try:
        ...     leeway.Scene("nowhere.json")
        ... except leeway.Error as error:
        ...     error.status
        'file'
    """

    status = "error"

    def __init__(self, message: str, file: Optional[str] = None, line: int = 0, column: int = 0) -> None:
        super().__init__(message, file, line, column)
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = self.file or ""
        if place and self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        return f"{place}: {self.message}" if place else self.message


def add_note(error: Error, note: str) -> None:
    """Adds a note for people to an error. Before Python 3.11, which prints notes below the error, the note
    stands at the end of the sentence."""
    if sys.version_info >= (3, 11):
        error.add_note(note)
    else:
        error.message = f"{error.message} ({note})"


class OutOfMemoryError(Error, MemoryError):
    """Memory ran out.

    Example:
        >>> issubclass(leeway.OutOfMemoryError, MemoryError)
        True
    """

    status = "memory"


class ArgumentError(Error, ValueError):
    """A value that the function cannot use: NaN, a negative size, a wrong shape or type.

    Example:
        >>> try:
        ...     leeway.Sphere(-1)
        ... except leeway.ArgumentError as error:
        ...     error.status
        'argument'
    """

    status = "argument"


class FileError(Error):
    """A file is missing, or cannot be read or written.

    Example:
        >>> try:
        ...     leeway.Scene("nowhere.json")
        ... except leeway.FileError as error:
        ...     error.file
        'nowhere.json'
    """

    status = "file"


class ParseError(Error, ValueError):
    """Malformed XML, YAML, JSON, CSV or mesh.

    Example:
        >>> try:
        ...     scene.motion("{")
        ... except leeway.ParseError as error:
        ...     error.line
        1
    """

    status = "syntax"


class ModelError(Error, ValueError):
    """A robot or scene contradicts itself.

    Example:
        >>> try:
        ...     leeway.SceneBuilder().freeze()
        ... except leeway.ModelError as error:
        ...     error.status
        'model'
    """

    status = "model"


class NameUnknownError(Error, LookupError):
    """A joint, link, group, body or state does not exist.

    Example:
        >>> try:
        ...     scene.state("hme")
        ... except leeway.NameUnknownError as error:
        ...     error.status
        'name'
    """

    status = "name"


class LimitError(Error, ValueError):
    """A joint value is outside its limits, and limits are strict.

    Example:
        >>> strict = leeway.Scene("cell.json", strict_limits=True)
        >>> try:
        ...     strict.check_state([9, 0, 0, 0, 0, 0])
        ... except leeway.LimitError as error:
        ...     error.status
        'limit'
    """

    status = "limit"


class StateError(Error, RuntimeError):
    """Called out of order: a frozen scene changed, an open one checked.

    Example:
        >>> builder = scene.edit()
        >>> frozen = builder.freeze()
        >>> try:
        ...     builder.remove("lamp")
        ... except leeway.StateError as error:
        ...     error.status
        'state'
    """

    status = "state"


class StoppedError(Error):
    """The caller asked to stop.

    Example:
        >>> leeway.StoppedError("stopped").status
        'stopped'
    """

    status = "stopped"


class NoticeError(Error):
    """A notice, in a scene whose notices are errors (strict=True).

    Example:
        >>> leeway.NoticeError("joint 1 is beyond its limit").status
        'notice'
    """

    status = "notice"


class Notice(UserWarning):
    """Something was repaired or ignored: a joint value above its limit, a name that nothing has.

    Example:
        >>> issubclass(leeway.Notice, UserWarning)
        True
    """


_CLASSES = {
    of.status: of
    for of in (
        OutOfMemoryError,
        ArgumentError,
        FileError,
        ParseError,
        ModelError,
        NameUnknownError,
        LimitError,
        StateError,
        StoppedError,
        NoticeError,
    )
}


def of_status(status: str, message: str, file: str, line: int, column: int) -> Error:
    """The exception of a library's error; called by leeway._core."""
    return _CLASSES.get(status, Error)(message, file or None, line, column)


def warn(sentence: str, file: Optional[str] = None, line: int = 0) -> None:
    """Gives a notice as a warning, at the line that calls this package."""
    place = f"{file}:{line}: " if file and line else f"{file}: " if file else ""
    frame, level = sys._getframe(1) if hasattr(sys, "_getframe") else None, 2
    while frame is not None and frame.f_globals.get("__name__", "").split(".")[0] == "leeway":
        frame, level = frame.f_back, level + 1
    warnings.warn(place + sentence, Notice, stacklevel=level)
