"""Poses: a position in metres and a unit quaternion x y z w."""

from typing import Any, NamedTuple, Tuple

import numpy as np

from . import _core
from ._errors import ArgumentError
from ._numbers import array, number

Vector = Tuple[float, float, float]
Quaternion = Tuple[float, float, float, float]


class Pose(NamedTuple):
    """A position (x, y, z) in metres and an orientation, a unit quaternion (x, y, z, w)."""

    position: Vector = (0.0, 0.0, 0.0)
    orientation: Quaternion = (0.0, 0.0, 0.0, 1.0)

    @classmethod
    def from_rpy(cls, position: Any, roll: float, pitch: float, yaw: float) -> "Pose":
        """The pose of a position and roll, pitch, yaw (radians) about the fixed axes x, y, z in this order,
        as in URDF."""
        p = tuple(number(v, "a position") for v in position)
        turn = number(roll, "roll"), number(pitch, "pitch"), number(yaw, "yaw")
        return cls(*_core.pose_from_rpy(p, turn))

    def __matmul__(self, other: Any) -> "Pose":
        """The product: `other` is given in this frame; the result is in the frame in which this pose is
        given."""
        return Pose(*_core.pose_compose(numbers(self), numbers(other)))

    def inverse(self) -> "Pose":
        """The inverse pose."""
        return Pose(*_core.pose_inverse(numbers(self)))

    def point(self, point: Any) -> Vector:
        """Transforms a point of this frame into the frame in which this pose is given."""
        moved: Vector = _core.pose_point(numbers(self), tuple(number(v, "a point") for v in point))
        return moved


def numbers(pose: Any) -> Tuple[float, ...]:
    """The 7 numbers of a pose, which is a Pose, 3 or 7 numbers, or a 4 x 4 matrix; None: identity."""
    if pose is None:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    if type(pose) is tuple and len(pose) == 3 and type(pose[0]) is type(pose[1]) is type(pose[2]) is float:
        return (*pose, 0.0, 0.0, 0.0, 1.0)
    if isinstance(pose, Pose):
        return tuple(number(v, "a pose") for v in (*pose.position, *pose.orientation))
    try:
        values = array(pose, "a pose")
    except ArgumentError:
        raise ArgumentError("a pose is a Pose, 3 or 7 numbers, or a 4 x 4 matrix") from None
    if values.shape == (3,):
        return (*(float(v) for v in values), 0.0, 0.0, 0.0, 1.0)
    if values.shape == (7,):
        return tuple(float(v) for v in values)
    if values.shape == (4, 4):
        return (*(float(v) for v in values[:3, 3]), *_quaternion(values))
    raise ArgumentError(
        f"a pose is a Pose, 3 or 7 numbers, or a 4 x 4 matrix, not an array of shape {values.shape}"
    )


def _quaternion(m: Any) -> Tuple[float, float, float, float]:
    """A quaternion of a rotation matrix, by its largest component; the library normalises it."""
    r = m[:3, :3]
    if not (np.isfinite(m).all() and np.allclose(r @ r.T, np.eye(3), atol=1e-6) and np.linalg.det(r) > 0):
        raise ArgumentError("the matrix of a pose turns: its rows are of unit length and at right angles")
    squares = [1 + r[0, 0] - r[1, 1] - r[2, 2], 1 - r[0, 0] + r[1, 1] - r[2, 2],
               1 - r[0, 0] - r[1, 1] + r[2, 2], 1 + r[0, 0] + r[1, 1] + r[2, 2]]
    largest = int(np.argmax(squares))
    rows = [
        [squares[0], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0], r[2, 1] - r[1, 2]],
        [r[0, 1] + r[1, 0], squares[1], r[1, 2] + r[2, 1], r[0, 2] - r[2, 0]],
        [r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], squares[2], r[1, 0] - r[0, 1]],
        [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], squares[3]],
    ]
    x, y, z, w = (float(v) for v in rows[largest])
    return (x, y, z, w)
