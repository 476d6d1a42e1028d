"""Leeway: whether a robot's motion is free of collision, all along the way.

    import leeway
    scene = leeway.Scene("cell.json")
    verdict = scene.check(home, ready, clearance=True)
    verdicts = scene.check_segments(A, B)

A verdict is free (proven), in contact (with the time, the pair, the points), or undecided. Metres, radians,
seconds. docs/python.md describes the whole package.
"""

from ._batch import (
    CONTACT,
    FREE,
    REASONS,
    UNDECIDED,
    Verdicts,
    clearance_type,
    clearance_verdict_type,
    verdict_type,
)
from ._build import SceneBuilder
from ._cell import Cell, CellVerdict
from ._convex import (
    BodyState,
    Contact,
    ConvexPair,
    PlanarShape,
    Separation,
    first_contact,
    planar_algorithms,
    separation_type,
)
from ._core import Clearance, Distance, Joints, Motion, Verdict
from ._errors import (
    ArgumentError,
    Error,
    FileError,
    LimitError,
    ModelError,
    NameUnknownError,
    Notice,
    NoticeError,
    OutOfMemoryError,
    ParseError,
    StateError,
    StoppedError,
)
from ._facts import (
    Ball,
    Body,
    BodyShape,
    Claim,
    ClaimPart,
    Cover,
    Joint,
    Link,
    Meeting,
    NamedState,
    Pair,
    Robot,
    Stage,
    Step,
    methods,
)
from ._motions import Conflict, CrossCheck, Curve, MotionReader, Payload, Trace, Track, proof_type
from ._page import Page, has_viewer, show
from ._plan import Plan, Planner, Roadmap, TimedPath, plan, time_path
from ._pose import Pose
from ._scene import Scene
from ._shapes import (
    Box,
    Capsule,
    Component,
    Cone,
    Cylinder,
    Disc,
    Ellipsoid,
    Mesh,
    MeshInfo,
    Polygon,
    Polytope,
    Shape,
    Sphere,
)
from ._srdf import DisabledPair, Srdf
from ._text import escape_text, motion_kind, nearest_name
from ._core import version as _version

__version__: str = _version()

__all__ = [name for name in dir() if not name.startswith("_")]
