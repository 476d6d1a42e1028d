"""What a scene says of its parts: named tuples. Poses are (position, quaternion x y z w); metres,
radians, seconds."""

from typing import Dict, FrozenSet, List, NamedTuple, Optional, Tuple

from . import _core
from ._pose import Pose, Vector
from ._shapes import Shape


class NamedState(NamedTuple):
    """A named configuration of some joints."""

    name: str
    group: Optional[str]
    joints: Tuple[str, ...]
    values: Tuple[float, ...]


class Robot(NamedTuple):
    """base: the pose of its root link in the world. root: the index of that link. reach: metres; no point
    of it is ever farther from that link's frame within the joints' limits; an upper bound, infinite
    where a slide has no limits, or a joint is planar or floating."""

    name: str
    base: Pose
    root: int
    link_count: int
    joint_count: int
    groups: Tuple[str, ...]
    states: Tuple[NamedState, ...]
    reach: float


class Link(NamedTuple):
    """body, parent_joint: indices; -1: it has no geometry, or is a root."""

    name: str
    robot: str
    body: int
    parent_joint: int


class Joint(NamedTuple):
    """kind: 'fixed', 'revolute', 'continuous', 'prismatic', 'planar' or 'floating'. rest: its values
    where no motion moves it: 1, 3 or 7; none of fixed joints and those that mimic. stated: whether the
    scene or with_joint has said where it rests; else that is the default."""

    name: str
    kind: str
    robot: str
    parent: str
    child: str
    origin: Pose
    axis: Vector
    lower: float
    upper: float
    mimic: Optional[str]
    mimic_multiplier: float
    mimic_offset: float
    rest: Tuple[float, ...]
    velocity: float
    acceleration: float
    stated: bool


class Body(NamedTuple):
    """A link with geometry, an attached object, or an obstacle (robot None). center, radius: a sphere
    that holds it, in its own frame. low, high: corners of a box that does. All without its padding."""

    name: str
    robot: Optional[str]
    link: Optional[str]
    attached: bool
    moves: bool
    padding: float
    center: Vector
    radius: float
    shape_count: int
    low: Vector
    high: Vector


class Pair(NamedTuple):
    """A pair of bodies that is checked. self: both of one robot, or what it carries."""

    a: str
    b: str
    self: bool
    margin: float
    padding: float


class BodyShape(NamedTuple):
    """A shape of a body, at a pose in the body's frame. file: of a mesh."""

    pose: Pose
    file: Optional[str]
    shape: Shape


class Ball(NamedTuple):
    """A ball of a cover. excess: how far it sticks out of the body's bounding hulls."""

    center: Vector
    radius: float
    excess: float


class Cover(NamedTuple):
    """Balls that contain a body together. file: None where freezing made it."""

    excess: float
    fingerprint: int
    file: Optional[str]
    balls: List[Ball]


class Meeting(NamedTuple):
    """Whether two bodies of a robot meet: 'never', 'always' (proven), 'sometimes' or 'undecided'.

    meets_at, apart_at: a configuration in which they meet, and one in which they do not, where such were
    found: the values of Scene.movable_joints, of which those that are not between the two rest."""

    meeting: str
    reason: Optional[str]
    unbounded: bool
    meets: bool
    apart: bool
    adjacent: bool
    nearest: float
    samples: int
    boxes: int
    meets_at: Optional[Tuple[float, ...]]
    apart_at: Optional[Tuple[float, ...]]


class Stage(NamedTuple):
    """A part of a motion, from one change of what is carried to the next: when it is, and the bodies and
    checked pairs in it."""

    begin: float
    end: float
    bodies: List[Body]
    pairs: List[Pair]


class Step(NamedTuple):
    """A step that the method expanded has proven, of one body among the obstacles (other None), or of two
    that move: all along it, what may meet is within clear[0] of where it was at begin, or within clear[1]
    of where it is at end, relative to the other, metres. layer: of the test at end, 0 the thinnest."""

    body: str
    other: Optional[str]
    begin: float
    end: float
    clear: Tuple[float, float]
    layer: int
    stage: int


class ClaimPart(NamedTuple):
    """That two sets of elements stay apart: each ('node' or 'hull', index); rule 'slab' or 'travel'."""

    first: Tuple[str, int]
    second: Tuple[str, int]
    rule: str
    normal: Vector
    turn: Vector


class Claim(NamedTuple):
    """What a check has proven of one pair over one interval of time (docs/claims.md). json: its line in
    a file of claims, for `leeway audit`."""

    kind: str
    motion: int
    pair: int
    begin: float
    end: float
    at: float
    parts: Tuple[ClaimPart, ...]
    stage: int
    json: str


def methods() -> Dict[str, FrozenSet[str]]:
    """The methods of a check, by name, and what each serves: "free" (it proves motions free), "plane"
    (scenes of dimension 2), "any", "clearance" (near misses too), "leaving", "claims", "steps", and
    "proofs" (those of Scene.trace)."""
    return {name: frozenset(services) for name, services in _core.methods().items()}


def step_of(step: Tuple) -> Step:  # type: ignore[type-arg]
    """A step as users get it; called by leeway._core."""
    return Step(*step)


def claim_of(claim: Tuple) -> Claim:  # type: ignore[type-arg]
    """A claim as users get it; called by leeway._core."""
    kind, motion, pair, begin, end, at, parts, stage, json = claim
    return Claim(kind, motion, pair, begin, end, at, tuple(ClaimPart(*part) for part in parts), stage, json)
