"""Leeway: whether a robot's motion is free of collision, all along the way.

    import leeway
    scene = leeway.Scene("cell.json")
    verdict = scene.check(home, ready, clearance=True)
    verdicts = scene.check_segments(A, B)

A verdict is free (proven), in contact (with the time, the pair, the points), or undecided. Metres, radians,
seconds. docs/python.md describes the whole package.
"""

import importlib

from ._core import Clearance, Distance, Joints, Motion, Verdict, Violation
from ._core import version as _version

# as of typing, which would take milliseconds to import; type checkers know the name
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, List

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
        Delays,
        DelaySpan,
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
    from ._gate import Gate, GateAnswer, Running, RunningAnswer
    from ._motions import Conflict, CrossCheck, Curve, MotionReader, Payload, Trace, Track, proof_type
    from ._page import Page, has_viewer, show
    from ._plan import Plan, Planner, Roadmap, TimedPath, plan, time_path
    from ._pose import Pose
    from ._scene import Scene
    from ._shapes import (
        Box,
        Capsule,
        Cloud,
        Component,
        Cone,
        Cylinder,
        DepthImage,
        Disc,
        Ellipsoid,
        HeightField,
        Mesh,
        MeshInfo,
        Octree,
        Polygon,
        Polytope,
        SeenOctree,
        Shape,
        Sphere,
    )
    from ._srdf import DisabledPair, Srdf
    from ._table import table, verdict_array
    from ._text import escape_text, motion_kind, nearest_name
    from ._verify import Safety, verify

__version__: str = _version()

#: where the names are: a module is imported when one of its names is first asked for, so that import leeway is quick
_MODULES = {
    "_batch": ("CONTACT", "FREE", "REASONS", "UNDECIDED", "Verdicts", "clearance_type",
               "clearance_verdict_type", "verdict_type"),
    "_build": ("SceneBuilder",),
    "_cell": ("Cell", "CellVerdict"),
    "_convex": ("BodyState", "Contact", "ConvexPair", "PlanarShape", "Separation", "first_contact",
                "planar_algorithms", "separation_type"),
    "_errors": ("ArgumentError", "Error", "FileError", "LimitError", "ModelError", "NameUnknownError",
                "Notice", "NoticeError", "OutOfMemoryError", "ParseError", "StateError", "StoppedError"),
    "_facts": ("Ball", "Body", "BodyShape", "Claim", "ClaimPart", "Cover", "Delays", "DelaySpan", "Joint", "Link",
               "Meeting",
               "NamedState", "Pair", "Robot", "Stage", "Step", "methods"),
    "_gate": ("Gate", "GateAnswer", "Running", "RunningAnswer"),
    "_motions": ("Conflict", "CrossCheck", "Curve", "MotionReader", "Payload", "Trace", "Track", "proof_type"),
    "_page": ("Page", "has_viewer", "show"),
    "_plan": ("Plan", "Planner", "Roadmap", "TimedPath", "plan", "time_path"),
    "_pose": ("Pose",),
    "_scene": ("Scene",),
    "_shapes": ("Box", "Capsule", "Cloud", "Component", "Cone", "Cylinder", "DepthImage", "Disc", "Ellipsoid", "HeightField",
                "Mesh", "MeshInfo",
                "Octree", "Polygon", "Polytope", "SeenOctree", "Shape", "Sphere"),
    "_srdf": ("DisabledPair", "Srdf"),
    "_table": ("table", "verdict_array"),
    "_verify": ("Safety", "verify"),
    "_text": ("escape_text", "motion_kind", "nearest_name"),
}

__all__ = [
    "ArgumentError",
    "Ball",
    "Body",
    "BodyShape",
    "BodyState",
    "Box",
    "CONTACT",
    "Capsule",
    "Cloud",
    "Cell",
    "CellVerdict",
    "Claim",
    "ClaimPart",
    "Clearance",
    "Component",
    "Cone",
    "Conflict",
    "Contact",
    "ConvexPair",
    "Cover",
    "CrossCheck",
    "Curve",
    "Cylinder",
    "DelaySpan",
    "Delays",
    "DisabledPair",
    "Disc",
    "Distance",
    "Ellipsoid",
    "Gate",
    "GateAnswer",
    "HeightField",
    "DepthImage",
    "Error",
    "FREE",
    "FileError",
    "Joint",
    "Joints",
    "LimitError",
    "Link",
    "Meeting",
    "Mesh",
    "MeshInfo",
    "ModelError",
    "Motion",
    "MotionReader",
    "NameUnknownError",
    "NamedState",
    "Notice",
    "NoticeError",
    "Octree",
    "OutOfMemoryError",
    "Page",
    "Pair",
    "ParseError",
    "Payload",
    "Plan",
    "PlanarShape",
    "Planner",
    "Polygon",
    "Polytope",
    "SeenOctree",
    "Pose",
    "REASONS",
    "Roadmap",
    "Robot",
    "Running",
    "RunningAnswer",
    "Safety",
    "Scene",
    "SceneBuilder",
    "Separation",
    "Shape",
    "Sphere",
    "Srdf",
    "Stage",
    "StateError",
    "Step",
    "StoppedError",
    "TimedPath",
    "Trace",
    "Track",
    "UNDECIDED",
    "Verdict",
    "Verdicts",
    "Violation",
    "clearance_type",
    "clearance_verdict_type",
    "escape_text",
    "first_contact",
    "has_viewer",
    "methods",
    "motion_kind",
    "nearest_name",
    "plan",
    "planar_algorithms",
    "proof_type",
    "separation_type",
    "show",
    "table",
    "time_path",
    "verdict_array",
    "verdict_type",
    "verify",
]


def __getattr__(name: str) -> "Any":
    for module, names in _MODULES.items():
        if name in names:
            loaded = importlib.import_module("." + module, __name__)
            globals().update({each: getattr(loaded, each) for each in names})
            return globals()[name]
    raise AttributeError(f"module 'leeway' has no attribute {name!r}")


def __dir__() -> "List[str]":
    return sorted({*globals(), *__all__} - {"TYPE_CHECKING", "importlib"})
