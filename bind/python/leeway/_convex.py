"""Two convex shapes in motion: the time of impact. Convex shapes in the plane."""

from typing import Any, Callable, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._numbers import array, number
from ._pose import numbers
from ._shapes import Shape

Vector = Tuple[float, float, float]


class BodyState(NamedTuple):
    """The pose and velocities of a body at a time, and bounds on its motion from then on.

    pose: world from body. linear_velocity: of the body's origin; angular_velocity: both in the world. Upper
    bounds on the whole interval that was asked for: acceleration, on the length of the origin's
    acceleration; spin, on that of the angular velocity; spin_change, on that of its derivative.
    """

    pose: Any = None
    linear_velocity: Vector = (0.0, 0.0, 0.0)
    angular_velocity: Vector = (0.0, 0.0, 0.0)
    acceleration: float = 0.0
    spin: float = 0.0
    spin_change: float = 0.0


class Contact(NamedTuple):
    """The first contact of two convex shapes. time, where: None unless in contact. steps: separating
    slabs that closed."""

    kind: str
    reason: Optional[str]
    free_until: float
    time: Optional[float]
    where: Optional[_core.Distance]
    steps: int
    queries: int


class ConvexPair(_core.ConvexPair):
    """Two convex shapes (no meshes), both in space or both in the plane, prepared for any number of
    motions."""

    def first_contact(self, states: Callable[[float, float], Any], begin: float, end: float, *,
                      depth: bool = False, trusted: bool = False) -> Contact:
        """The first contact in [begin, end].

        states(at, until): the two BodyStates at the time `at`, with bounds that hold until `until`; its
        exceptions are raised here. Bounds that are too small, if undetected, make the answer wrong.
        trusted: the states are not tested against their own bounds. depth: also compute the penetration
        depth.
        """

        def rows(at: float, until: float) -> Any:
            return [(*numbers(s.pose), *s.linear_velocity, *s.angular_velocity, s.acceleration, s.spin,
                     s.spin_change) for s in states(at, until)]

        return Contact(*self._first_contact(rows, number(begin, "begin"), number(end, "end"), depth, trusted))


def first_contact(a: Shape, b: Shape, states: Callable[[float, float], Any], begin: float, end: float,
                  **options: Any) -> Contact:
    """Makes a ConvexPair for one motion and asks it. Making the pair takes longer than most motions."""
    return ConvexPair(a, b).first_contact(states, begin, end, **options)


class Separation(NamedTuple):
    """The signed distance of two convex shapes in the plane: points (x, y) on each, normal from the first
    to the second, depth: the penetration depth, how far the second must move along the normal to come
    free."""

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
    rounded polygon. Poses are x, y in metres and an angle in radians."""

    def __new__(cls, vertices: Any, radius: float = 0.0) -> "PlanarShape":
        rows = np.ascontiguousarray(array(vertices, "vertices"))
        made: PlanarShape = _core.Polygon.__new__(cls, rows, number(radius, "radius"))
        return made

    @property
    def vertices(self) -> Any:
        """The vertices that are kept, counter-clockwise: n x 2."""
        return np.array(self._vertices())

    def touches(self, pose: Any, other: "PlanarShape", other_pose: Any) -> bool:
        """Whether the closed shapes meet: False is proven."""
        return bool(self._ask("touches", pose, other, other_pose))

    def distance(self, pose: Any, other: "PlanarShape", other_pose: Any) -> float:
        """The distance, metres; 0 if they meet."""
        return float(self._ask("distance", pose, other, other_pose))

    def separation(self, pose: Any, other: "PlanarShape", other_pose: Any) -> Separation:
        """The distance as a bracket, with points and normal; if they meet, with the penetration depth."""
        return Separation(*self._ask("separation", pose, other, other_pose))

    def touches_by(self, algorithm: str, pose: Any, other: "PlanarShape", other_pose: Any) -> Tuple[bool, str]:
        """touches by an algorithm of planar_algorithms(), and the name of the one that answered: another
        one where the named one gives no answer for this pair (leeway/plane.h says which and when). Poses
        that no polygon can have are an ArgumentError."""
        touches, answered = self._ask_by("touches", algorithm, pose, other, other_pose)
        return bool(touches), str(answered)

    def separation_by(self, algorithm: str, pose: Any, other: "PlanarShape",
                      other_pose: Any) -> Tuple[Separation, str]:
        """separation by an algorithm of planar_algorithms(), and the name of the one that answered, as
        touches_by. The distance is the larger one of upper and 0."""
        separation, answered = self._ask_by("separation", algorithm, pose, other, other_pose)
        return Separation(*separation), str(answered)

    def separations(self, poses: Any, other: "PlanarShape", other_poses: Any, *, track: bool = False) -> Any:
        """The separations at n x 3 poses of each: a structured array. track: by tracking the nearest
        features from one row to the next, for shapes that move little."""
        mine, its = (np.ascontiguousarray(array(p, "poses")) for p in (poses, other_poses))
        made = np.empty(len(mine), dtype=separation_type)
        self._separations(mine, other, its, made.view(np.uint8), track)
        return made


def planar_algorithms() -> Tuple[str, ...]:
    """The names of the algorithms for two convex shapes in the plane: "auto", barycode GJK (Zhang et al.) in
    its variants, and others; leeway/plane.h describes them."""
    return tuple(_core.planar_algorithms())
