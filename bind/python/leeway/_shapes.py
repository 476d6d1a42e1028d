"""Shapes: made once, and shared by all scenes that use them."""

from typing import Any, List, NamedTuple, Optional, Tuple

import numpy as np

from . import _core
from ._errors import ArgumentError
from ._numbers import number
from ._pose import Vector, numbers

_KINDS = ("sphere", "capsule", "box", "cylinder", "cone", "polytope", "mesh", "disc", "polygon",
          "ellipsoid")


class Shape(_core.Shape):
    """A shape in its own frame, in metres. Read-only: any number of scenes and threads may have it.

    Make one with Sphere, Capsule, Box, Cylinder, Cone, Ellipsoid, Polytope, Mesh, or in the plane Disc,
    Polygon.
    rounding grows any of them by this distance on all sides.
    """

    @property
    def kind(self) -> str:
        """'sphere', 'capsule', 'box', 'cylinder', 'cone', 'polytope', 'mesh', 'disc', 'polygon' or
        'ellipsoid'."""
        return _KINDS[self._tuple()[0]]

    @property
    def size(self) -> Vector:
        """Edge lengths of a box, lengths of the axes of an ellipsoid."""
        size: Vector = self._tuple()[1]
        return size

    @property
    def radius(self) -> float:
        return float(self._tuple()[2])

    @property
    def length(self) -> float:
        return float(self._tuple()[3])

    @property
    def rounding(self) -> float:
        return float(self._tuple()[4])

    @property
    def vertices(self) -> Any:
        """An array of n x 3 float64, metres."""
        return np.frombuffer(self._tuple()[5], dtype=float).reshape(-1, 3)

    @property
    def triangles(self) -> Any:
        """An array of n x 3 uint32: indices of vertices, counter-clockwise outside."""
        return np.frombuffer(self._tuple()[6], dtype=np.uint32).reshape(-1, 3)

    def distance(self, other: "Shape", pose: Any = None, other_pose: Any = None) -> _core.Distance:
        """The distance of two shapes at two poses, as a bracket. It builds the geometry each time: for
        single questions."""
        return self._distance(numbers(pose), other, numbers(other_pose))

    def mesh_info(self) -> "MeshInfo":
        """A mesh as the library understands it."""
        info = MeshInfo(*self._mesh_info())
        return info._replace(components=[Component(*part) for part in info.components])

    def __reduce__(self) -> Any:
        return _restore, self._tuple()

    def __repr__(self) -> str:
        return f"<leeway.Shape {self.kind}>"


class Component(NamedTuple):
    """A component of a mesh: triangles that are connected."""

    triangle_count: int
    closed: bool
    repaired: bool
    hollow: bool
    open_edges: int
    low: Vector
    high: Vector


class MeshInfo(NamedTuple):
    """A mesh as the library understands it (docs/interfaces.md, Meshes)."""

    triangle_count: int
    left_out: int
    segment_count: int
    closed_count: int
    repaired_count: int
    cavity_count: int
    components: List[Component]


def _restore(*parts: Any) -> Shape:
    return Shape(*parts)


def _make(kind: str, size: Tuple[float, float, float] = (0.0, 0.0, 0.0), radius: float = 0.0,
          length: float = 0.0, rounding: float = 0.0, vertices: bytes = b"", triangles: bytes = b"",
          surface: bool = False) -> Shape:
    try:
        numbers_of = tuple(number(v, kind) for v in size), *(number(v, kind) for v in (radius, length, rounding))
    except ArgumentError:
        article = "an" if kind[0] in "aeiou" else "a"
        raise ArgumentError(f"{article} {kind} takes numbers, in metres") from None
    shape = Shape(_KINDS.index(kind), *numbers_of, vertices, triangles, surface)
    shape._check()
    return shape


def _rows(values: Any, what: str, width: int, kind: Any) -> Any:
    try:
        rows = np.asarray(values)
        if kind is float:
            rows = rows.astype(float, casting="safe")
    except (TypeError, ValueError):
        raise ArgumentError(f"{what} are rows of {width} numbers") from None
    if rows.ndim != 2 or rows.shape[1] != width:
        raise ArgumentError(f"{what} are rows of {width} numbers, not an array of shape {rows.shape}")
    return rows


def Sphere(radius: float, *, rounding: float = 0.0) -> Shape:
    return _make("sphere", radius=radius, rounding=rounding)


def Capsule(radius: float, length: float, *, rounding: float = 0.0) -> Shape:
    """length: of the segment between the centres of its ends, along z."""
    return _make("capsule", radius=radius, length=length, rounding=rounding)


def Box(x: float, y: float, z: float, *, rounding: float = 0.0) -> Shape:
    """x, y, z: full edge lengths."""
    return _make("box", size=(x, y, z), rounding=rounding)


def Cylinder(radius: float, length: float, *, rounding: float = 0.0) -> Shape:
    """Along z, centred."""
    return _make("cylinder", radius=radius, length=length, rounding=rounding)


def Cone(radius: float, length: float, *, rounding: float = 0.0) -> Shape:
    """Its base, of this radius, at z = -length/2, its tip at z = +length/2."""
    return _make("cone", radius=radius, length=length, rounding=rounding)


def Ellipsoid(size: Any, *, rounding: float = 0.0) -> Shape:
    """size: the full lengths of its axes along x, y, z."""
    try:
        x, y, z = size
    except (TypeError, ValueError):
        raise ArgumentError("an ellipsoid takes the lengths of its three axes, in metres") from None
    return _make("ellipsoid", size=(x, y, z), rounding=rounding)


def Polytope(vertices: Any, *, rounding: float = 0.0) -> Shape:
    """The convex hull of n x 3 vertices."""
    rows = _rows(vertices, "vertices", 3, float)
    return _make("polytope", vertices=np.ascontiguousarray(rows).tobytes(), rounding=rounding)


def Mesh(vertices: Any, triangles: Any, *, surface: bool = False, rounding: float = 0.0) -> Shape:
    """n x 3 vertices and m x 3 indices of them, counter-clockwise outside.

    surface: all of it is a surface; else each closed component is a solid.
    """
    rows = _rows(vertices, "vertices", 3, float)
    indices = _rows(triangles, "triangles", 3, int)
    if not np.issubdtype(indices.dtype, np.integer):
        raise ArgumentError(f"triangles are whole numbers, not {indices.dtype}")
    if indices.size and (indices.min() < 0 or indices.max() >= len(rows)):
        raise ArgumentError(f"triangles are indices of the {len(rows)} vertices")
    return _make("mesh", vertices=np.ascontiguousarray(rows).tobytes(),
                 triangles=np.ascontiguousarray(indices, dtype=np.uint32).tobytes(), surface=surface,
                 rounding=rounding)


def Disc(radius: float, *, rounding: float = 0.0) -> Shape:
    """In the plane."""
    return _make("disc", radius=radius, rounding=rounding)


def Polygon(vertices: Any, *, rounding: float = 0.0) -> Shape:
    """In the plane: the area that an outline of n x 2 vertices encloses, convex or not, in either order
    around. One vertex is a point, two are a segment."""
    rows = _rows(vertices, "vertices", 2, float)
    flat = np.zeros((len(rows), 3))
    flat[:, :2] = rows
    return _make("polygon", vertices=flat.tobytes(), rounding=rounding)


