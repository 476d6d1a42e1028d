"""Poses: a position in metres and a unit quaternion x y z w."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, NamedTuple, Optional, Protocol, Tuple, Union

import numpy as np

from . import _core
from ._errors import ArgumentError
from ._numbers import array, number

if TYPE_CHECKING:
    import numpy.typing as npt

Vector = Tuple[float, float, float]
Quaternion = Tuple[float, float, float, float]


class RotationLike(Protocol):
    """A rotation with the interface of scipy.spatial.transform.Rotation: as_quat() gives x y z w."""

    def as_quat(self) -> Any: ...


if TYPE_CHECKING:
    # what is accepted wherever a pose is: see Pose
    PoseLike = Union["Pose", npt.ArrayLike, RotationLike, Tuple[Union[npt.ArrayLike, RotationLike],
                                                                Union[npt.ArrayLike, RotationLike]]]
    OrientationLike = Union[npt.ArrayLike, RotationLike]
    PointLike = npt.ArrayLike
else:
    PoseLike = OrientationLike = PointLike = Any

_FORMS = "a Pose, 3 or 7 numbers, a 4 x 4 matrix, (R, t), (position, orientation) or a rotation of scipy"
# how far the entries of R R^T may be from those of the identity: matrices of float32 are off by 1e-7
_TOLERANCE = 1e-6


class _Pose(NamedTuple):
    position: Vector
    orientation: Quaternion


class Pose(_Pose):
    """Where a frame is: its position (x, y, z) in metres, and its orientation, a unit quaternion (x, y, z, w).

    Pose(position, orientation): the orientation is 4 numbers, a 3 x 3 rotation matrix, or a rotation of
    scipy (an object with as_quat()); without it the frame is not turned. Pose(p) takes any other form of a
    pose: 3 numbers (a position), 7 numbers (x y z qx qy qz qw), a 4 x 4 matrix, (R, t) with a rotation R and
    a position t, a rotation of scipy, or a Pose. Each argument `pose` of this package takes all of them, and
    poses that the package returns are Poses. A quaternion may have any length but zero.

    Errors: ArgumentError for anything else, such as a matrix that is no rotation.

    Example:
        >>> leeway.Pose((0.5, 0, 0.2)).matrix[:3, 3].tolist()
        [0.5, 0.0, 0.2]
        >>> leeway.Pose(np.eye(4)) == leeway.Pose()
        True
        >>> turned = leeway.Pose(([[0, -1, 0], [1, 0, 0], [0, 0, 1]], (1, 0, 0)))
        >>> [round(value, 9) for value in turned.point((1, 0, 0))]
        [1.0, 1.0, 0.0]
    """

    __slots__ = ()

    def __new__(cls, position: PoseLike = (0.0, 0.0, 0.0),
                orientation: Optional[OrientationLike] = None) -> "Pose":
        if orientation is None:
            given = numbers(position)
            return _Pose.__new__(cls, given[:3], given[3:])  # type: ignore[arg-type]
        return _Pose.__new__(cls, _position(position), _orientation(orientation))

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> "Pose":  # type: ignore[override]
        return cls(*iterable)

    @classmethod
    def from_rpy(cls, position: PointLike, roll: float, pitch: float, yaw: float) -> "Pose":
        """The pose of a position (3 numbers, metres) and roll, pitch, yaw (radians) about the fixed axes x,
        y, z in this order, as in URDF. Errors: ArgumentError.

        Example:
            >>> leeway.Pose.from_rpy((0, 0, 1), 0, 0, 0)
            Pose(position=(0.0, 0.0, 1.0), orientation=(0.0, 0.0, 0.0, 1.0))
        """
        turn = number(roll, "roll"), number(pitch, "pitch"), number(yaw, "yaw")
        made = _core.pose_from_rpy(_position(position), turn)
        return _Pose.__new__(cls, *made)

    @property
    def matrix(self) -> npt.NDArray[np.float64]:
        """The pose as a 4 x 4 matrix, float64: p in this frame is matrix @ (p, 1) in the frame in which the
        pose is given.

        Example:
            >>> leeway.Pose((1, 2, 3)).matrix[:, 3].tolist()
            [1.0, 2.0, 3.0, 1.0]
        """
        made = np.eye(4)
        made[:3, :3] = self.rotation
        made[:3, 3] = self.position
        return made

    @property
    def rotation(self) -> npt.NDArray[np.float64]:
        """The orientation as a 3 x 3 matrix, float64.

        Example:
            >>> leeway.Pose().rotation.tolist()
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
        """
        return rotations(np.array(self.orientation))

    def __matmul__(self, other: PoseLike) -> "Pose":
        """The product: `other` is given in this frame; the result is in the frame in which this pose is
        given. Errors: ArgumentError.

        Example:
            >>> (leeway.Pose((1, 0, 0)) @ leeway.Pose((0, 2, 0))).position
            (1.0, 2.0, 0.0)
        """
        return _Pose.__new__(Pose, *_core.pose_compose(numbers(self), numbers(other)))

    def inverse(self) -> "Pose":
        """The inverse pose.

        Example:
            >>> leeway.Pose((1, 2, 3)).inverse().point((1, 2, 3))
            (0.0, 0.0, 0.0)
        """
        return _Pose.__new__(Pose, *_core.pose_inverse(numbers(self)))

    def point(self, point: PointLike) -> Vector:
        """Transforms a point of this frame (3 numbers, metres) into the frame in which this pose is given.
        Errors: ArgumentError.

        Example:
            >>> leeway.Pose((1, 0, 0)).point((0, 0, 2))
            (1.0, 0.0, 2.0)
        """
        moved: Vector = _core.pose_point(numbers(self), vector(point, "point"))
        return moved

    def points(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Transforms n x 3 points (metres), as `point` does: n x 3 float64. Errors: ArgumentError.

        Example:
            >>> leeway.Pose((1, 0, 0)).points([[0, 0, 0], [0, 0, 2]]).tolist()
            [[1.0, 0.0, 0.0], [1.0, 0.0, 2.0]]
        """
        given = array(points, "points")
        if given.ndim != 2 or given.shape[1] != 3:
            raise ArgumentError(f"points takes an array of n x 3 numbers, not of shape {given.shape}")
        moved: npt.NDArray[np.float64] = given @ self.rotation.T + np.array(self.position)
        return moved


def pose_of(parts: Tuple[Vector, Quaternion]) -> Pose:
    """A Pose of a position and a quaternion; called by leeway._core."""
    made = _Pose.__new__(Pose, *parts)
    return made


def rotations(quaternions: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The 3 x 3 matrices of quaternions x y z w: of shape (..., 4) in, of shape (..., 3, 3) out."""
    unit = quaternions / np.linalg.norm(quaternions, axis=-1, keepdims=True)
    x, y, z, w = np.moveaxis(unit, -1, 0)
    rows = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def vector(values: Any, what: str) -> Vector:
    """Three numbers; what: their name in errors."""
    if type(values) is tuple and len(values) == 3 and type(values[0]) is type(values[1]) is type(values[2]) is float:
        return values[0], values[1], values[2]
    given = array(values, what)
    if given.shape != (3,):
        raise ArgumentError(f"{what} takes 3 numbers, not an array of shape {given.shape}")
    x, y, z = given.tolist()
    return (x, y, z)


def _position(values: Any) -> Vector:
    return vector(values, "a position")


def _orientation(given: Any) -> Quaternion:
    """A quaternion from 4 numbers, a 3 x 3 matrix or a rotation of scipy."""
    if type(given) is tuple and len(given) == 4 and all(type(value) is float for value in given):
        return given[0], given[1], given[2], given[3]
    if hasattr(given, "as_quat"):
        given = given.as_quat()
    elif hasattr(given, "as_matrix"):
        given = given.as_matrix()
    values = array(given, "an orientation")
    if values.shape == (4,):
        x, y, z, w = values.tolist()
        return (x, y, z, w)
    if values.shape == (3, 3):
        return quaternion(values)
    raise ArgumentError("an orientation is a quaternion x y z w, a 3 x 3 matrix or one rotation of scipy, not an "
                        f"array of shape {values.shape}")


def _shape(value: Any) -> Optional[Tuple[int, ...]]:
    """The shape of one of two parts of a pose: (3, 3) also for rotations of scipy; None: no numbers."""
    if hasattr(value, "as_quat"):
        return (3, 3)
    try:
        return tuple(np.shape(value))
    except ValueError:
        return None


def numbers(pose: Any) -> Tuple[float, ...]:
    """The 7 numbers of a pose in one of the forms of Pose; None: identity."""
    if pose is None:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0)
    if isinstance(pose, Pose):
        return (*pose.position, *pose.orientation)
    if type(pose) is tuple and len(pose) == 3 and type(pose[0]) is type(pose[1]) is type(pose[2]) is float:
        return (*pose, 0.0, 0.0, 0.0, 1.0)
    if hasattr(pose, "as_quat"):
        return (0.0, 0.0, 0.0, *_orientation(pose))
    if hasattr(pose, "as_matrix"):  # scipy's RigidTransform
        pose = pose.as_matrix()
    if isinstance(pose, (tuple, list)) and len(pose) == 2:
        shapes = _shape(pose[0]), _shape(pose[1])
        if shapes in (((3,), (4,)), ((3,), (3, 3))):
            return (*_position(pose[0]), *_orientation(pose[1]))
        if shapes == ((3, 3), (3,)):
            return (*_position(pose[1]), *_orientation(pose[0]))
        raise ArgumentError(f"a pose is {_FORMS}, not a pair of parts of shapes {shapes[0]} and {shapes[1]}")
    try:
        values = array(pose, "a pose")
    except ArgumentError:
        raise ArgumentError(f"a pose is {_FORMS}, not {_kind(pose)}") from None
    if values.shape == (3,):
        return (*values.tolist(), 0.0, 0.0, 0.0, 1.0)
    if values.shape == (7,):
        return tuple(values.tolist())
    if values.shape == (4, 4):
        if not (values[3] == (0, 0, 0, 1)).all():
            raise ArgumentError("the last row of the 4 x 4 matrix of a pose is 0 0 0 1, not "
                                + " ".join(f"{value:g}" for value in values[3]))
        return (*values[:3, 3].tolist(), *quaternion(values[:3, :3]))
    raise ArgumentError(f"a pose is {_FORMS}, not an array of shape {values.shape}")


def _kind(value: Any) -> str:
    return "a text" if isinstance(value, (str, bytes)) else type(value).__name__


def _refuse(r: npt.NDArray[np.float64]) -> None:
    """Refuses a 3 x 3 matrix that is no rotation, and says why."""
    if not np.isfinite(r).all():
        reason = "it has numbers that are not finite"
    else:
        product = r @ r.T
        lengths = np.sqrt(np.diag(product))
        if np.abs(lengths - 1).max() > _TOLERANCE:
            reason = "its rows have the lengths " + ", ".join(f"{length:.7g}" for length in lengths)
        elif np.abs(product - np.eye(3)).max() > _TOLERANCE:
            reason = "its rows are not at right angles"
        elif np.linalg.det(r) < 0:
            reason = "it mirrors: its determinant is -1"
        else:
            return
    raise ArgumentError(f"the matrix of a pose is no rotation: {reason}")


def quaternion(r: npt.NDArray[np.float64]) -> Quaternion:
    """A quaternion of a rotation matrix, by its largest component; the library normalises it."""
    _refuse(r)
    squares = [1 + r[0, 0] - r[1, 1] - r[2, 2], 1 - r[0, 0] + r[1, 1] - r[2, 2],
               1 - r[0, 0] - r[1, 1] + r[2, 2], 1 + r[0, 0] + r[1, 1] + r[2, 2]]
    largest = int(np.argmax(squares))
    rows = [
        [squares[0], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0], r[2, 1] - r[1, 2]],
        [r[0, 1] + r[1, 0], squares[1], r[1, 2] + r[2, 1], r[0, 2] - r[2, 0]],
        [r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], squares[2], r[1, 0] - r[0, 1]],
        [r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1], squares[3]],
    ]
    x, y, z, w = (np.array(rows[largest]) / np.linalg.norm(rows[largest])).tolist()
    return (x, y, z, w)
