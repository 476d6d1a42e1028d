"""Two convex shapes in motion: the time of impact. Convex shapes in the plane."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._errors import ArgumentError
from ._numbers import number, rows
from ._pose import PointLike, PoseLike, numbers, vector
from ._shapes import Shape
from ._types import ArrayLike, Floats, Records


class BodyState(NamedTuple):
    """The pose and velocities of a body at a time, and bounds on its motion from then on.

    pose: world from body. linear_velocity: of the body's origin; angular_velocity: both in the world. Upper
    bounds on the whole interval that was asked for: acceleration, on the length of the origin's
    acceleration; spin, on that of the angular velocity; spin_change, on that of its derivative. Metres,
    radians, seconds.

    Example:
        >>> leeway.BodyState((0, 0, 1), linear_velocity=(1, 0, 0)).acceleration
        0.0
    """

    pose: Optional[PoseLike] = None
    linear_velocity: PointLike = (0.0, 0.0, 0.0)
    angular_velocity: PointLike = (0.0, 0.0, 0.0)
    acceleration: float = 0.0
    spin: float = 0.0
    spin_change: float = 0.0


class Contact(NamedTuple):
    """The first contact of two convex shapes. time, where: None unless in contact. steps: separating
    slabs that closed.

    Example:
        >>> ball, still = leeway.Sphere(0.5), leeway.BodyState()
        >>> comes = lambda at, until: (still, leeway.BodyState((3 - at, 0, 0), (-1, 0, 0)))
        >>> leeway.first_contact(ball, ball, comes, 0, 5).kind
        'contact'
    """

    kind: str
    reason: Optional[str]
    free_until: float
    time: Optional[float]
    where: Optional[_core.Distance]
    steps: int
    queries: int


class ConvexPair(_core.ConvexPair):
    """Two convex shapes (no meshes), both in space or both in the plane, prepared for any number of
    motions. Errors: ArgumentError.

    Example:
        >>> leeway.ConvexPair(leeway.Sphere(0.5), leeway.Box(1, 1, 1))
        <leeway.ConvexPair of leeway.Sphere(0.5) and leeway.Box(1, 1, 1)>
    """

    def __new__(cls, a: Shape, b: Shape) -> "ConvexPair":
        made: ConvexPair = _core.ConvexPair.__new__(cls, a, b)
        made._shapes = (a, b)
        return made

    def __init__(self, a: Shape, b: Shape) -> None:
        pass

    _shapes: Tuple[Shape, Shape]

    def __repr__(self) -> str:
        return f"<leeway.ConvexPair of {self._shapes[0]!r} and {self._shapes[1]!r}>"

    def __reduce__(self) -> Any:
        return ConvexPair, self._shapes

    def first_contact(self, states: Callable[[float, float], Sequence[BodyState]], begin: float, end: float, *,
                      depth: bool = False, trusted: bool = False) -> Contact:
        """The first contact in [begin, end].

        states(at, until): the two BodyStates at the time `at`, with bounds that hold until `until`; its
        exceptions are raised here. Bounds that are too small, if undetected, make the answer wrong.
        trusted: the states are not tested against their own bounds. depth: also compute the penetration
        depth. Errors: ArgumentError.

        Example:
            >>> pair = leeway.ConvexPair(leeway.Sphere(0.5), leeway.Sphere(0.5))
            >>> pair.first_contact(lambda at, until: (leeway.BodyState(), leeway.BodyState((3, 0, 0))), 0, 1).kind
            'free'
        """

        def ask(at: float, until: float) -> Any:
            return [(*numbers(s.pose), *vector(s.linear_velocity, "linear_velocity"),
                     *vector(s.angular_velocity, "angular_velocity"), s.acceleration, s.spin, s.spin_change)
                    for s in states(at, until)]

        return Contact(*self._first_contact(ask, number(begin, "begin"), number(end, "end"), depth, trusted))


def first_contact(a: Shape, b: Shape, states: Callable[[float, float], Sequence[BodyState]], begin: float, end: float,
                  *, depth: bool = False, trusted: bool = False) -> Contact:
    """Makes a ConvexPair for one motion and asks it (ConvexPair.first_contact). Making the pair takes longer
    than most motions. Errors: ArgumentError.

    Example:
        >>> fall = lambda at, until: (leeway.BodyState(), leeway.BodyState((0, 0, 2 - at), (0, 0, -1)))
        >>> found = leeway.first_contact(leeway.Sphere(0.5), leeway.Sphere(0.5), fall, 0, 2)
        >>> found.time is not None and 0.999 < found.time < 1.001
        True
    """
    return ConvexPair(a, b).first_contact(states, begin, end, depth=depth, trusted=trusted)


class Separation(NamedTuple):
    """The signed distance of two convex shapes in the plane: points (x, y) on each, normal from the first
    to the second, depth: the penetration depth, how far the second must move along the normal to come
    free. Metres.

    Example:
        >>> dot = leeway.PlanarShape([[0, 0]], 0.5)
        >>> dot.separation((0, 0, 0), dot, (3, 0, 0)).normal
        (1.0, 0.0)
    """

    lower: float
    upper: float
    points: Tuple[Tuple[float, float], Tuple[float, float]]
    normal: Tuple[float, float]
    depth: float


#: The elements that PlanarShape.separations returns.
separation_type = np.dtype([("lower", "f8"), ("upper", "f8"), ("points", "f8", (2, 2)), ("normal", "f8", 2),
                            ("depth", "f8")])


class PlanarShape(_core.Polygon):
    """A convex outline of n x 2 vertices, in either order around, grown by a radius: a disc, a stadium, a
    rounded polygon. Poses are x, y in metres and an angle in radians. Shapes compare by their vertices and
    radius, and pickle. Errors: ArgumentError.

    Example:
        >>> leeway.PlanarShape([[0, 0], [1, 0], [0, 1]], 0.25)
        <leeway.PlanarShape of 3 vertices, radius 0.25>
    """

    radius: float

    def __new__(cls, vertices: ArrayLike, radius: float = 0.0) -> "PlanarShape":
        given = np.ascontiguousarray(rows(vertices, "vertices", 2, of="vertices"))
        made: PlanarShape = _core.Polygon.__new__(cls, given, number(radius, "radius"))
        made.radius = number(radius, "radius")
        return made

    def __reduce__(self) -> Any:
        return PlanarShape, (self.vertices, self.radius)

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, PlanarShape) and self.radius == other.radius
                and np.array_equal(self.vertices, other.vertices))

    def __hash__(self) -> int:
        return hash((self.radius, tuple(self.vertices.ravel().tolist())))

    def __repr__(self) -> str:
        return f"<leeway.PlanarShape of {len(self.vertices)} vertices, radius {self.radius:.12g}>"

    @property
    def vertices(self) -> Floats:
        """The vertices that are kept, counter-clockwise: n x 2 float64, metres.

        Example:
            >>> leeway.PlanarShape([[0, 0], [0, 1], [1, 0]]).vertices.shape
            (3, 2)
        """
        return np.array(self._vertices(), dtype=float)

    def touches(self, pose: PointLike, other: "PlanarShape", other_pose: PointLike) -> bool:
        """Whether the closed shapes meet at two poses (x, y, angle): False is proven. Errors: ArgumentError.

        Example:
            >>> dot = leeway.PlanarShape([[0, 0]], 0.5)
            >>> dot.touches((0, 0, 0), dot, (0.75, 0, 0))
            True
        """
        return bool(self._ask("touches", vector(pose, "pose"), other, vector(other_pose, "other_pose")))

    def distance(self, pose: PointLike, other: "PlanarShape", other_pose: PointLike) -> float:
        """The distance at two poses (x, y, angle), metres; 0 if they meet. Errors: ArgumentError.

        Example:
            >>> dot = leeway.PlanarShape([[0, 0]], 0.5)
            >>> dot.distance((0, 0, 0), dot, (3, 0, 0))
            2.0
        """
        return float(self._ask("distance", vector(pose, "pose"), other, vector(other_pose, "other_pose")))

    def separation(self, pose: PointLike, other: "PlanarShape", other_pose: PointLike) -> Separation:
        """The distance at two poses (x, y, angle) as a bracket, with points and normal; if they meet, with the
        penetration depth. Errors: ArgumentError.

        Example:
            >>> dot = leeway.PlanarShape([[0, 0]], 0.5)
            >>> dot.separation((0, 0, 0), dot, (3, 0, 0)).points
            ((0.5, 0.0), (2.5, 0.0))
        """
        return Separation(*self._ask("separation", vector(pose, "pose"), other, vector(other_pose, "other_pose")))

    def touches_by(self, algorithm: str, pose: PointLike, other: "PlanarShape",
                   other_pose: PointLike) -> Tuple[bool, str]:
        """touches by an algorithm of planar_algorithms(), and the name of the one that answered: another
        one where the named one gives no answer for this pair (leeway/plane.h says which and when). Poses
        that no polygon can have are an ArgumentError.

        Example:
            >>> dot = leeway.PlanarShape([[0, 0]], 0.5)
            >>> dot.touches_by("auto", (0, 0, 0), dot, (0.75, 0, 0))[0]
            True
        """
        touches, answered = self._ask_by("touches", algorithm, vector(pose, "pose"), other,
                                         vector(other_pose, "other_pose"))
        return bool(touches), str(answered)

    def separation_by(self, algorithm: str, pose: PointLike, other: "PlanarShape",
                      other_pose: PointLike) -> Tuple[Separation, str]:
        """separation by an algorithm of planar_algorithms(), and the name of the one that answered, as
        touches_by. The distance is the larger one of upper and 0. Errors: ArgumentError.

        Example:
            >>> dot = leeway.PlanarShape([[0, 0]], 0.5)
            >>> dot.separation_by("auto", (0, 0, 0), dot, (3, 0, 0))[0].upper
            2.0
        """
        separation, answered = self._ask_by("separation", algorithm, vector(pose, "pose"), other,
                                            vector(other_pose, "other_pose"))
        return Separation(*separation), str(answered)

    def separations(self, poses: ArrayLike, other: "PlanarShape", other_poses: ArrayLike, *,
                    track: bool = False) -> Records:
        """The separations at n x 3 poses of each (x, y, angle): a structured array of n separation_type.
        track: by tracking the nearest features from one row to the next, for shapes that move little.
        Errors: ArgumentError (arrays of other or different shapes).

        Example:
            >>> dot = leeway.PlanarShape([[0, 0]], 0.5)
            >>> dot.separations([[0, 0, 0], [0, 0, 0]], dot, [[3, 0, 0], [4, 0, 0]])["upper"].tolist()
            [2.0, 3.0]
        """
        mine, its = rows(poses, "poses", 3, of="poses"), rows(other_poses, "other_poses", 3, of="poses")
        if len(mine) != len(its):
            raise ArgumentError(f"poses has {len(mine)} rows and other_poses {len(its)}: as many of the one as of the other")
        made = np.empty(len(mine), dtype=separation_type)
        self._separations(mine, other, its, made.view(np.uint8), track)
        return made


def planar_algorithms() -> Tuple[str, ...]:
    """The names of the algorithms for two convex shapes in the plane: "auto", barycode GJK (Zhang et al.) in
    its variants, and others; leeway/plane.h describes them.

    Example:
        >>> leeway.planar_algorithms()[0]
        'auto'
    """
    return tuple(_core.planar_algorithms())
