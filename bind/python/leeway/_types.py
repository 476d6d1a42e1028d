"""The types of options, for signatures and type checkers."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Literal, Mapping, Optional, Sequence, Tuple, TypedDict, Union

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ._facts import Claim, Step

    Floats = npt.NDArray[np.float64]
    Bools = npt.NDArray[np.bool_]
    Ints = npt.NDArray[np.int64]
    # an array of records, such as clearance_type
    Records = npt.NDArray[np.void]
    # the columns of a table
    Column = npt.NDArray[Any]
    Columns = Dict[str, Column]
    ArrayLike = npt.ArrayLike
    # a named state, or as many numbers as the joints have values
    Configuration = Union[str, npt.ArrayLike]
    Claims = Union[bool, List[Claim], Callable[[Claim], object], None]
    Steps = Union[List[Step], Callable[[Step], object], None]
    Samples = Union[List[float], Callable[[float], object], None]
else:
    Column = Columns = Floats = Bools = Ints = Records = ArrayLike = Configuration = Claims = Steps = Samples = Any

# the methods of a check, and of a planner
Method = Literal["auto", "bisection", "slab", "sampled", "expanded"]
PlanMethod = Literal["rrt-connect", "prm", "lazy-prm", "aorrtc"]
Interpolation = Literal["default", "linear", "cubic", "quintic"]
MeshMode = Literal["solid", "surface"]
JointKind = Literal["fixed", "revolute", "continuous", "prismatic", "planar", "floating"]
MotionFormat = Literal["jsonl", "path", "request"]

PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Stop = Optional[Callable[[], object]]
# called with a sentence, and the file and line that it is about
NoticeTaker = Optional[Callable[[str, Optional[str], int], object]]
# what JSON has
Json = Union[None, bool, int, float, str, Sequence["Json"], Mapping[str, "Json"]]


class _Schedule(TypedDict):
    schedule: str
    makespan: float
    bound: float
    one_by_one: float
    slack: float
    nodes: int
    linear: bool
    robots: Mapping[str, Mapping[str, object]]
    motion: Mapping[str, object]


class ScheduleAnswer(_Schedule, total=False):
    """What Scene.optimise finds (docs/schedule.md)."""

    greedy: float  # missing where it comes to a dead end


# values of joints: {"joint" or ("robot", "joint"): value or values}
Rest = Optional[Mapping[Union[str, Tuple[Optional[str], str]], Union[float, Sequence[float]]]]
