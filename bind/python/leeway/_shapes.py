"""Shapes: made once, and shared by all scenes that use them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterable, List, NamedTuple, Optional, Protocol, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._errors import ArgumentError
from ._numbers import array, number
from ._pose import PointLike, PoseLike, Vector, numbers, vector
from ._types import ArrayLike, Floats, PathLike

if TYPE_CHECKING:
    import numpy.typing as npt

_KINDS = ("sphere", "capsule", "box", "cylinder", "cone", "polytope", "mesh", "disc", "polygon",
          "ellipsoid", "cloud", "octree", "heights", "depth_image")
_UNKNOWN = (None, "free", "obstacle")


class MeshLike(Protocol):
    """A mesh with the interface of trimesh.Trimesh: n x 3 vertices and m x 3 faces."""

    @property
    def vertices(self) -> Any: ...

    @property
    def faces(self) -> Any: ...


class PointsLike(Protocol):
    """A point cloud with the interface of open3d.geometry.PointCloud: n x 3 points."""

    @property
    def points(self) -> Any: ...


class VerticesLike(Protocol):
    """A point cloud with the interface of trimesh.PointCloud: n x 3 vertices."""

    @property
    def vertices(self) -> Any: ...


class Shape(_core.Shape):
    """A shape in its own frame, in metres. Read-only: any number of scenes and threads may have it.

    Make one with Sphere, Capsule, Box, Cylinder, Cone, Ellipsoid, Polytope, Mesh, Cloud, Octree, HeightField,
    or in the plane Disc, Polygon. rounding grows any of them by this distance on all sides. Shapes compare by their sizes, and
    pickle.

    Example:
        >>> leeway.Box(0.1, 0.2, 0.3, rounding=0.01)
        leeway.Box(0.1, 0.2, 0.3, rounding=0.01)
        >>> leeway.Sphere(1) == leeway.Sphere(1.0)
        True
    """

    @property
    def kind(self) -> str:
        """'sphere', 'capsule', 'box', 'cylinder', 'cone', 'polytope', 'mesh', 'disc', 'polygon',
        'ellipsoid', 'cloud', 'octree', 'heights' or 'depth_image'.

        Example:
            >>> leeway.Sphere(1).kind
            'sphere'
        """
        return _KINDS[self._tuple()[0]]

    @property
    def size(self) -> Vector:
        """Edge lengths of a box, lengths of the axes of an ellipsoid, metres; else 0.

        Example:
            >>> leeway.Box(1, 2, 3).size
            (1.0, 2.0, 3.0)
        """
        size: Vector = self._tuple()[1]
        return size

    @property
    def radius(self) -> float:
        """Metres; 0 for shapes without one.

        Example:
            >>> leeway.Sphere(0.5).radius
            0.5
        """
        return float(self._tuple()[2])

    @property
    def length(self) -> float:
        """Metres, along z; of an octree the edges of its smallest cells; 0 for shapes without one.

        Example:
            >>> leeway.Capsule(0.1, 0.5).length
            0.5
        """
        return float(self._tuple()[3])

    @property
    def rounding(self) -> float:
        """By how much it is grown on all sides, metres.

        Example:
            >>> leeway.Sphere(0.5).rounding
            0.0
        """
        return float(self._tuple()[4])

    @property
    def vertices(self) -> Floats:
        """An array of n x 3 float64, metres.

        Example:
            >>> leeway.Polygon([[0, 0], [1, 0], [0, 1]]).vertices.shape
            (3, 3)
        """
        return np.frombuffer(self._tuple()[5], dtype=float).reshape(-1, 3)

    @property
    def triangles(self) -> npt.NDArray[np.uint32]:
        """An array of n x 3 uint32: indices of vertices, counter-clockwise outside.

        Example:
            >>> leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).triangles.tolist()
            [[0, 1, 2]]
        """
        return np.frombuffer(self._tuple()[6], dtype=np.uint32).reshape(-1, 3)

    @property
    def cells(self) -> npt.NDArray[np.int32]:
        """The cells of an octree, n x 5: x, y, z of the lower corner and width in smallest cells; 1 if it is
        occupied, 0 if it is free, 2 if it is unknown.

        Example:
            >>> leeway.Octree([[0, 0, 0, 2]], resolution=0.1, unknown="free").cells.tolist()
            [[0, 0, 0, 2, 1]]
        """
        return np.frombuffer(self._tuple()[8], dtype=np.int32).reshape(-1, 5)

    @property
    def unknown(self) -> Optional[str]:
        """What the unknown space of an octree, or the unseen space of a depth image, counts as, 'free' or 'obstacle';
        None for other shapes.

        Example:
            >>> leeway.Octree([[0, 0, 0, 2]], resolution=0.1, unknown="free").unknown
            'free'
        """
        return _UNKNOWN[self._tuple()[9]]

    @property
    def heights(self) -> Floats:
        """The heights of a height field, rows x columns, metres; 0 x 0 for other shapes.

        Example:
            >>> leeway.HeightField([[0, 1, 2], [3, 4, 5]], spacing=0.1, floor=-1).heights.shape
            (2, 3)
        """
        data, columns = self._tuple()[10:12]
        columns = columns if data else 0
        rows = np.frombuffer(data, dtype=np.float64)
        return rows.reshape(-1, columns) if columns else rows.reshape(0, 0)

    @property
    def spacing(self) -> Optional[Tuple[float, float]]:
        """How far apart the columns and the rows of a height field are, metres; None for other shapes.

        Example:
            >>> leeway.HeightField([[0, 1], [2, 3]], spacing=(0.1, 0.2), floor=-1).spacing
            (0.1, 0.2)
        """
        data, _, grid = self._tuple()[10:13]
        return (grid[0], grid[1]) if data else None

    @property
    def floor(self) -> Optional[float]:
        """The z down to which a height field is solid, metres; None for other shapes.

        Example:
            >>> leeway.HeightField([[0, 1], [2, 3]], spacing=0.1, floor=-1).floor
            -1.0
        """
        data, _, grid = self._tuple()[10:13]
        return float(grid[2]) if data else None

    @property
    def depths(self) -> npt.NDArray[np.float32]:
        """The depths of a depth image, rows x columns, metres, 0 where nothing was measured; 0 x 0 for other shapes.

        Example:
            >>> leeway.DepthImage([[1, 0]], (100, 100, 0.5, 0), near=0.1, far=5, unseen="free").depths.tolist()
            [[1.0, 0.0]]
        """
        columns, data = self._tuple()[11], self._tuple()[13]
        rows = np.frombuffer(data, dtype=np.float32)
        return rows.reshape(-1, columns) if data else rows.reshape(0, 0)

    def distance(self, other: "Shape", pose: Optional[PoseLike] = None,
                 other_pose: Optional[PoseLike] = None) -> _core.Distance:
        """The distance (metres) of two shapes at two poses, as a bracket. It builds the geometry each time:
        for single questions. Errors: ArgumentError (what is no pose, a shape of another dimension).

        Example:
            >>> round(leeway.Sphere(0.5).distance(leeway.Box(1, 1, 1), (0, 0, 2)).upper, 9)
            1.0
        """
        return self._distance(numbers(pose), other, numbers(other_pose))

    def mesh_info(self) -> "MeshInfo":
        """A mesh as the library understands it. Errors: ArgumentError (another kind of shape).

        Example:
            >>> leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).mesh_info().triangle_count
            1
        """
        info = MeshInfo(*self._mesh_info())
        return info._replace(components=[Component(*part) for part in info.components])

    def __reduce__(self) -> Any:
        return _restore, self._tuple()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shape) and bool(self._tuple() == other._tuple())

    def __hash__(self) -> int:
        return hash(self._tuple())

    def __repr__(self) -> str:
        kind, size, radius, length, rounding, vertices, triangles, surface, cells, unknown, heights, columns, grid, depths, camera = self._tuple()
        name = _KINDS[kind]
        rounded = [f"rounding={rounding:.12g}"] if rounding else []
        if name in ("polytope", "mesh", "polygon"):
            counts = [f"{len(vertices) // 24} vertices"] + ([f"{len(triangles) // 12} triangles"] if triangles else [])
            return f"<leeway.{name.capitalize()} of {', '.join(counts + (['a surface'] if surface else []) + rounded)}>"
        if name == "cloud":
            return f"<leeway.Cloud of {len(vertices) // 24} points, {', '.join([f'radius={radius:.12g}'] + rounded)}>"
        if name == "octree":
            sizes = [f"resolution={length:.12g}", f"unknown={_UNKNOWN[unknown]}"]
            return f"<leeway.Octree of {len(cells) // 20} cells, {', '.join(sizes + rounded)}>"
        if name == "heights":
            sizes = [f"spacing=({grid[0]:.12g}, {grid[1]:.12g})", f"floor={grid[2]:.12g}"]
            rows = len(heights) // 8 // columns
            return f"<leeway.HeightField of {rows} x {columns} heights, {', '.join(sizes + rounded)}>"
        if name == "depth_image":
            sizes = [f"near={camera[4]:.12g}", f"far={camera[5]:.12g}", f"unseen={_UNKNOWN[unknown]}"]
            return f"<leeway.DepthImage of {len(depths) // 4 // columns} x {columns} depths, {', '.join(sizes + rounded)}>"
        if name == "ellipsoid":
            sizes = [f"({', '.join(f'{value:.12g}' for value in size)})"]
        else:
            sizes = [f"{value:.12g}" for value in (size if name == "box" else (radius, length)) if value or name == "box"]
        return f"leeway.{name.capitalize()}({', '.join(sizes + rounded)})"


class Component(NamedTuple):
    """A component of a mesh: triangles that are connected. low, high: its box, metres.

    Example:
        >>> leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).mesh_info().components[0].closed
        False
    """

    triangle_count: int
    closed: bool
    repaired: bool
    hollow: bool
    open_edges: int
    low: Vector
    high: Vector


class MeshInfo(NamedTuple):
    """A mesh as the library understands it (docs/interfaces.md, Meshes).

    Example:
        >>> leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]]).mesh_info().closed_count
        0
    """

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
          surface: bool = False, cells: bytes = b"", unknown: int = 0, heights: bytes = b"", columns: int = 0,
          grid: Tuple[float, float, float] = (0.0, 0.0, 0.0), depths: bytes = b"",
          camera: Tuple[float, ...] = (0.0,) * 8) -> Shape:
    try:
        numbers_of = tuple(number(v, kind) for v in size), *(number(v, kind) for v in (radius, length, rounding))
    except ArgumentError:
        article = "an" if kind[0] in "aeiou" else "a"
        raise ArgumentError(f"{article} {kind} takes numbers, in metres") from None
    shape = Shape(_KINDS.index(kind), *numbers_of, vertices, triangles, surface, cells, unknown, heights, columns, grid,
                  depths, camera)
    shape._check()
    return shape


def _vertices(values: Any, width: int) -> Floats:
    rows = array(values, "vertices")
    if rows.ndim != 2 or rows.shape[1] != width:
        raise ArgumentError(f"vertices are rows of {width} numbers, n x {width}, not an array of shape {rows.shape}")
    return np.ascontiguousarray(rows)


def _triangles(values: Any, count: int) -> npt.NDArray[np.uint32]:
    try:
        rows = np.asarray(values)
    except (TypeError, ValueError):
        raise ArgumentError("triangles are rows of 3 numbers") from None
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ArgumentError(f"triangles are rows of 3 numbers, n x 3, not an array of shape {rows.shape}")
    if not np.issubdtype(rows.dtype, np.integer):
        raise ArgumentError(f"triangles are whole numbers, not {rows.dtype}")
    if rows.size and (rows.min() < 0 or rows.max() >= count):
        raise ArgumentError(f"triangles are indices of the {count} vertices")
    return np.ascontiguousarray(rows, dtype=np.uint32)


def Sphere(radius: float, *, rounding: float = 0.0) -> Shape:
    """A sphere; radius: metres. Errors: ArgumentError (a size that is negative or not finite).

    Example:
        >>> leeway.Sphere(0.1)
        leeway.Sphere(0.1)
    """
    return _make("sphere", radius=radius, rounding=rounding)


def Capsule(radius: float, length: float, *, rounding: float = 0.0) -> Shape:
    """A capsule along z; length: of the segment between the centres of its ends; metres. Errors:
    ArgumentError.

    Example:
        >>> leeway.Capsule(0.1, 0.5)
        leeway.Capsule(0.1, 0.5)
    """
    return _make("capsule", radius=radius, length=length, rounding=rounding)


def Box(x: float, y: float, z: float, *, rounding: float = 0.0) -> Shape:
    """A box about the origin; x, y, z: full edge lengths, metres. Errors: ArgumentError.

    Example:
        >>> leeway.Box(0.1, 0.2, 0.3).size
        (0.1, 0.2, 0.3)
    """
    return _make("box", size=(x, y, z), rounding=rounding)


def Cylinder(radius: float, length: float, *, rounding: float = 0.0) -> Shape:
    """A cylinder along z, centred; metres. Errors: ArgumentError.

    Example:
        >>> leeway.Cylinder(0.1, 0.5)
        leeway.Cylinder(0.1, 0.5)
    """
    return _make("cylinder", radius=radius, length=length, rounding=rounding)


def Cone(radius: float, length: float, *, rounding: float = 0.0) -> Shape:
    """A cone: its base, of this radius, at z = -length/2, its tip at z = +length/2; metres. Errors:
    ArgumentError.

    Example:
        >>> leeway.Cone(0.1, 0.5)
        leeway.Cone(0.1, 0.5)
    """
    return _make("cone", radius=radius, length=length, rounding=rounding)


def Ellipsoid(size: PointLike, *, rounding: float = 0.0) -> Shape:
    """An ellipsoid; size: the full lengths of its axes along x, y, z, three numbers, metres. Errors:
    ArgumentError.

    Example:
        >>> leeway.Ellipsoid((1, 2, 3))
        leeway.Ellipsoid((1, 2, 3))
    """
    try:
        x, y, z = vector(size, "an ellipsoid")
    except ArgumentError:
        raise ArgumentError("an ellipsoid takes the lengths of its three axes, in metres") from None
    return _make("ellipsoid", size=(x, y, z), rounding=rounding)


def Polytope(vertices: ArrayLike, *, rounding: float = 0.0) -> Shape:
    """The convex hull of n x 3 vertices, metres. Errors: ArgumentError (another shape of the array, numbers
    that are not finite).

    Example:
        >>> leeway.Polytope([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]])
        <leeway.Polytope of 4 vertices>
    """
    return _make("polytope", vertices=_vertices(vertices, 3).tobytes(), rounding=rounding)


def Mesh(vertices: Union[ArrayLike, MeshLike, PathLike], triangles: Optional[ArrayLike] = None, *,
         scale: Union[float, PointLike] = 1.0, surface: bool = False, rounding: float = 0.0) -> Shape:
    """A mesh, counter-clockwise outside: of n x 3 vertices (metres) and m x 3 indices of them; Mesh("file") of a
    file (STL, OBJ, DAE, PLY or glTF, by its ending); Mesh(object) of an object with `vertices` and `faces`, as
    trimesh has them, or `triangles`, as open3d has them.

    scale: a factor, or one for each axis, which may mirror. surface: all of it is a surface; else each closed
    component is a solid. Errors: ArgumentError (another shape of an array, indices that are no whole numbers or
    too large), FileError, ParseError.

    Example:
        >>> leeway.Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]], scale=0.001)
        <leeway.Mesh of 3 vertices, 1 triangles>
        >>> with open(folder / "corner.obj", "w") as file:
        ...     _ = file.write("v 0 0 0\\nv 1 0 0\\nv 0 1 0\\nf 1 2 3")
        >>> leeway.Mesh(folder / "corner.obj").vertices.shape
        (3, 3)
    """
    factors = _factors(scale)
    if isinstance(vertices, (str, bytes, os.PathLike)):
        if triangles is not None:
            raise ArgumentError("a mesh of a file takes no triangles")
        corners, faces = _core.mesh_read(os.fsdecode(vertices), factors)
        return _make("mesh", vertices=corners, triangles=faces, surface=surface, rounding=rounding)
    given: Any = vertices
    if triangles is None:
        if not hasattr(given, "vertices") or not (hasattr(given, "faces") or hasattr(given, "triangles")):
            raise ArgumentError("a mesh takes vertices and triangles, the name of a file, or an object that has vertices and "
                                f"faces, not {type(given).__name__} alone")
        given, triangles = given.vertices, given.faces if hasattr(given, "faces") else given.triangles
    rows = _vertices(given, 3)
    indices = _triangles(triangles, len(rows))
    if factors != (1.0, 1.0, 1.0):
        if 0 in factors or not np.isfinite(factors).all():
            raise ArgumentError("scale takes a factor, or one for each axis, finite and not 0")
        rows = rows * np.array(factors)
        if np.prod(np.sign(factors)) < 0:  # a mirrored mesh stays counter-clockwise outside
            indices = np.ascontiguousarray(indices[:, ::-1])
    return _make("mesh", vertices=rows.tobytes(), triangles=indices.tobytes(), surface=surface, rounding=rounding)


def Cloud(points: Union[ArrayLike, PointsLike, VerticesLike, PathLike], radius: float = 0.005, *, rounding: float = 0.0) -> Shape:
    """A point cloud: balls of one radius about n x 3 points, metres; it has no inside. points: an array, the
    name of a file (PCD, PLY, NPY, or a PointCloud2 of ROS in YAML or JSON), or a point cloud of open3d (which has `points`) or trimesh (which has
    `vertices`). Points that are not finite are
    left out and points that repeat are joined, with a notice when a scene is frozen. Errors: ArgumentError
    (another shape of the array, a radius that is not above 0, no point that is finite, a mesh), FileError, ParseError.

    Example:
        >>> leeway.Cloud([[0, 0, 0], [1, 0, 0]], 0.01)
        <leeway.Cloud of 2 points, radius=0.01>
        >>> leeway.Cloud(np.zeros((1, 3), dtype=np.float32)).radius
        0.005
    """
    given: Any = points
    if isinstance(given, (str, bytes, os.PathLike)):
        return _make("cloud", radius=radius, rounding=rounding, vertices=_core.cloud_read(os.fsdecode(given)))
    if hasattr(given, "faces") or hasattr(given, "triangles"):
        raise ArgumentError("a cloud takes points; this is a mesh: give its vertices, or make a Mesh of it")
    if hasattr(given, "points"):
        given = given.points
    elif hasattr(given, "vertices"):
        given = given.vertices
    rows = array(given, "points")
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ArgumentError(f"points are rows of 3 numbers, n x 3, not an array of shape {rows.shape}")
    return _make("cloud", radius=radius, rounding=rounding, vertices=np.ascontiguousarray(rows).tobytes())


def Octree(occupied: Optional[Union[ArrayLike, PathLike]] = None, free: Optional[ArrayLike] = None, *, unknown: str,
           resolution: Optional[float] = None, threshold: float = 0.5, rounding: float = 0.0) -> Shape:
    """An octree as OctoMap has them: occupied and free cells, n x 4 whole numbers: x, y, z of the lower corner and
    width, in cells of the resolution (metres). The width is a power of 2 and divides x, y and z; all lie
    within 32768 cells of the origin. Or the name of a file of OctoMap (.bt, .ot), which has a resolution; from
    the probability `threshold` on its cells are occupied. unknown: 'obstacle' or 'free', what all other space
    counts as; there is no default. Errors: ArgumentError (other arrays, cells that overlap or do not fit, a
    resolution missing or given twice), FileError, ParseError.

    Example:
        >>> leeway.Octree([[0, 0, 0, 2], [2, 0, 0, 1]], [[0, 0, 2, 1]], resolution=0.05, unknown="free")
        <leeway.Octree of 3 cells, resolution=0.05, unknown=free>
        >>> leeway.Octree(free=[[-4, -4, -4, 4]], resolution=0.05, unknown="obstacle").kind
        'octree'
    """
    what = unknown_number(unknown)
    if isinstance(occupied, (str, bytes, os.PathLike)):
        if free is not None or resolution is not None:
            raise ArgumentError("an octree from a file takes neither free cells nor a resolution")
        cells, own = _core.octree_read(os.fsdecode(occupied), number(threshold, "threshold"))
        return _make("octree", length=own, rounding=rounding, cells=cells, unknown=what)
    if resolution is None:
        raise ArgumentError("an octree of cells needs a resolution")
    rows = [_cells(given, name, state) for given, name, state in ((occupied, "occupied", 1), (free, "free", 0))]
    return _make("octree", length=resolution, rounding=rounding, cells=np.concatenate(rows).tobytes(), unknown=what)


def HeightField(heights: Union[ArrayLike, PathLike], *, spacing: Union[float, Sequence[float]], floor: float,
                scale: Optional[float] = None, rounding: float = 0.0) -> Shape:
    """A height field, solid from its surface down to z = floor: n x m heights times the scale, metres; row i
    and column k are at y = i spacing and x = k spacing. heights: an array, or the name of a file (NPY, or PNG, which
    needs a scale, the metres of a grey level; the scale of all else is 1 if none is given). spacing:
    metres, one number or two, between columns and between rows. Over four neighbours the surface is two triangles
    that share the edge from the lesser row and column to the greater ones. Errors: ArgumentError (another shape
    of the array, a height that is not finite or below the floor, a spacing that is not above 0), FileError, ParseError.

    Example:
        >>> leeway.HeightField(np.zeros((3, 4)), spacing=0.1, floor=-1)
        <leeway.HeightField of 3 x 4 heights, spacing=(0.1, 0.1), floor=-1>
    """
    grid = (*spacing_numbers(spacing), number(floor, "floor"))
    factor = _grid_scale(heights, scale)
    given: Any = heights
    if isinstance(given, (str, bytes, os.PathLike)):
        data, columns = _core.heights_read(os.fsdecode(given), factor)
        return _make("heights", rounding=rounding, heights=data, columns=columns, grid=grid)
    if not 0 < factor < np.inf:
        raise ArgumentError("the scale of a height field is a number above 0")
    rows = array(given, "heights")
    if rows.ndim != 2:
        raise ArgumentError(f"heights are rows x columns, not an array of shape {rows.shape}")
    if min(rows.shape) < 2:
        raise ArgumentError(f"a height field has at least 2 rows and 2 columns, not {rows.shape[0]} x {rows.shape[1]}")
    data = (np.ascontiguousarray(rows) * factor).tobytes()
    return _make("heights", rounding=rounding, heights=data, columns=rows.shape[1], grid=grid)


def DepthImage(depths: Union[ArrayLike, PathLike], camera: ArrayLike, *, near: float, far: float, unseen: str,
               error: float = 0.0, relative_error: float = 0.0, scale: Optional[float] = None, rounding: float = 0.0) -> Shape:
    """What a camera has seen, in its optical frame (x right, y down, z forward): n x m depths along z times the
    scale, metres, rounded to float32; 0, NaN or infinite where nothing was measured. depths: an array, or the name
    of a file (NPY, or PNG, which needs a scale, the metres of a grey level; else it is 1). camera: fx, fy, cx, cy in pixels, or a 3 x 3 matrix of them. near, far: where it measures,
    metres. A depth d may be wrong by error + relative_error d. unseen: 'obstacle' or 'free', what all space counts
    as that it does not see; there is no default. 'free': a pixel is solid from d - error to d + error. 'obstacle':
    it is solid from d - error on, and so is all outside the picture, before near and behind far, up to 1000 m.
    What is thinner than a pixel may not be in the picture. Errors: ArgumentError, FileError, ParseError.

    Example:
        >>> leeway.DepthImage(np.ones((3, 4)), (4, 4, 1.5, 1), near=0.1, far=5, unseen="obstacle")
        <leeway.DepthImage of 3 x 4 depths, near=0.1, far=5, unseen=obstacle>
    """
    factor = _grid_scale(depths, scale)
    lens = array(camera, "camera")
    if lens.shape == (3, 3):
        lens = lens[[0, 1, 0, 1], [0, 1, 2, 2]]
    if lens.shape != (4,):
        raise ArgumentError("a camera is fx, fy, cx, cy, or a 3 x 3 matrix of them")
    eight = (*(float(v) for v in lens), number(near, "near"), number(far, "far"), number(error, "error"),
             number(relative_error, "relative_error"))
    if unseen not in ("free", "obstacle"):
        raise ArgumentError(f"unseen is 'obstacle' or 'free', not {unseen!r:.60}")
    given: Any = depths
    if isinstance(given, (str, bytes, os.PathLike)):
        data, columns = _core.depths_read(os.fsdecode(given), factor)
        values = np.frombuffer(data, dtype=np.float32)
    else:
        if not 0 < factor < np.inf:
            raise ArgumentError("the scale of a depth image is a number above 0")
        rows = array(given, "depths")
        if rows.ndim != 2 or not rows.size:
            raise ArgumentError(f"depths are rows x columns, not an array of shape {rows.shape}")
        with np.errstate(over="ignore"):
            values, columns = np.ascontiguousarray(rows * factor, dtype=np.float32), rows.shape[1]
    data = np.where(np.isfinite(values), values, np.float32(0)).tobytes()
    return _make("depth_image", rounding=rounding, unknown=_UNKNOWN.index(unseen), columns=columns, depths=data, camera=eight)


def SeenOctree(views: Iterable[Tuple[Shape, Optional[PoseLike]]], resolution: float, *, rounding: float = 0.0) -> Shape:
    """What depth images have seen together, as an octree in the world's frame, whose unknown space is an obstacle: a
    cell is free if one image has seen all of it as empty, and none shows a surface in it. views: pairs of a DepthImage
    with unseen='obstacle' and the pose of its camera's optical frame in the world. resolution: edge of the smallest
    cells, metres. Scene.seen() takes out the robots too. Errors: ArgumentError.

    Example:
        >>> view = leeway.DepthImage(np.full((4, 4), 3), (4, 4, 1.5, 1.5), near=0.25, far=5, unseen="obstacle")
        >>> leeway.SeenOctree([(view, None), (view, [0.5, 0, 0])], 0.25).kind
        'octree'
    """
    edge = number(resolution, "resolution")
    return seen_shape(_core.seen(seen_views(views), edge), edge, rounding)


def seen_views(views: Iterable[Tuple[Shape, Optional[PoseLike]]]) -> Tuple[Tuple[Shape, Any], ...]:
    """Views as the library takes them."""
    try:
        return tuple((image, numbers(at)) for image, at in views)
    except (TypeError, ValueError) as error:
        raise ArgumentError("views are pairs of a depth image and a pose") from error


def seen_shape(cells: bytes, resolution: float, rounding: float) -> Shape:
    """The octree of cells that views have seen."""
    return _make("octree", length=resolution, rounding=rounding, cells=cells, unknown=_UNKNOWN.index("obstacle"))


def _grid_scale(given: Any, scale: Optional[float]) -> float:
    """The metres of a unit of a grid. The grey levels of a picture have no unit of their own."""
    if scale is not None:
        return number(scale, "scale")
    if isinstance(given, (str, bytes, os.PathLike)) and os.fsdecode(given).lower().endswith(".png"):
        raise ArgumentError("a picture needs a scale: the metres of a grey level")
    return 1.0


def spacing_numbers(given: Any) -> Tuple[float, float]:
    """A spacing: one number for both directions, or two."""
    both = array(given, "spacing").reshape(-1)
    if both.size not in (1, 2):
        raise ArgumentError("a spacing is one number or two, between columns and between rows")
    return float(both[0]), float(both[-1])


def unknown_number(given: Any) -> int:
    """The number by which the library knows what unknown space counts as."""
    if given not in ("free", "obstacle"):
        raise ArgumentError(f"unknown is 'obstacle' or 'free', not {given!r:.60}")
    return _UNKNOWN.index(given)


def _cells(given: Any, name: str, state: int) -> npt.NDArray[np.int32]:
    rows = np.zeros((0, 4)) if given is None else array(given, name)
    if rows.size == 0:
        rows = rows.reshape(0, 4)
    if rows.ndim != 2 or rows.shape[1] != 4 or not np.array_equal(rows, np.clip(np.rint(rows), -2**31, 2**31 - 1)):
        raise ArgumentError(f"{name} cells are rows of 4 whole numbers, n x 4: x, y, z, width")
    return np.column_stack((rows, np.full(len(rows), state))).astype(np.int32)


def _factors(scale: Any) -> Vector:
    if np.ndim(scale) == 0:
        factor = number(scale, "scale")
        return (factor, factor, factor)
    return vector(scale, "scale")


def Disc(radius: float, *, rounding: float = 0.0) -> Shape:
    """A disc in the plane; radius: metres. Errors: ArgumentError.

    Example:
        >>> leeway.Disc(0.5)
        leeway.Disc(0.5)
    """
    return _make("disc", radius=radius, rounding=rounding)


def Polygon(vertices: ArrayLike, *, rounding: float = 0.0) -> Shape:
    """In the plane: the area that an outline of n x 2 vertices (metres) encloses, convex or not, in either
    order around. One vertex is a point, two are a segment. Errors: ArgumentError (another shape of the
    array, an outline that crosses itself).

    Example:
        >>> leeway.Polygon([[0, 0], [1, 0], [0, 1]])
        <leeway.Polygon of 3 vertices>
    """
    rows = _vertices(vertices, 2)
    flat = np.zeros((len(rows), 3))
    flat[:, :2] = rows
    return _make("polygon", vertices=flat.tobytes(), rounding=rounding)
