"""Facts about the parts of a scene: named tuples. Poses are (position, quaternion x y z w); metres,
radians, seconds."""

from __future__ import annotations

from typing import Any, Dict, FrozenSet, List, NamedTuple, Optional, Tuple

from . import _core
from ._pose import Pose, Vector
from ._same import result
from ._shapes import Shape
from ._types import Method


class NamedState(NamedTuple):
    """A named configuration of some joints.

    Example:
        >>> scene.robots[0].states[0].joints[0]
        'joint_1'
    """

    name: str
    group: Optional[str]
    joints: Tuple[str, ...]
    values: Tuple[float, ...]


class Robot(NamedTuple):
    """base: the pose of its root link in the world. root: the index of that link. reach: metres; an upper
    bound on the distance of its points from that link's frame within the joints' limits; infinite if a
    slide has no limits, or a joint is planar or floating.

    Example:
        >>> scene.robots[0].link_count == len(scene.links)
        True
    """

    name: str
    base: Pose
    root: int
    link_count: int
    joint_count: int
    groups: Tuple[str, ...]
    states: Tuple[NamedState, ...]
    reach: float


class Link(NamedTuple):
    """body, parent_joint: indices; -1: it has no geometry, or is a root.

    Example:
        >>> scene.links[0].parent_joint
        -1
    """

    name: str
    robot: str
    body: int
    parent_joint: int


class Joint(NamedTuple):
    """kind: 'fixed', 'revolute', 'continuous', 'prismatic', 'planar' or 'floating'. rest: its values in
    motions that do not move it: 1, 3 or 7; none for fixed joints and those that mimic. stated: whether the
    scene or with_joint has set rest; else it is the default.

    Example:
        >>> joint = scene.all_joints[0]
        >>> joint.name, joint.kind
        ('joint_1', 'revolute')
    """

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
    jerk: float


class Body(NamedTuple):
    """A link with geometry, an attached object, or an obstacle (robot None). center, radius: a sphere that
    contains it, in its own frame. low, high: corners of a box that contains it. All without its padding.

    Example:
        >>> post = scene.bodies[[body.name for body in scene.bodies].index("post")]
        >>> post.moves, post.shape_count
        (False, 1)
    """

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
    """A pair of bodies that is checked. self: both are links of one robot, or objects that it carries.

    Example:
        >>> scene.pairs[0].margin >= 0
        True
    """

    a: str
    b: str
    self: bool
    margin: float
    padding: float


class BodyShape(NamedTuple):
    """A shape of a body, at a pose in the body's frame. file: the file of a mesh.

    Example:
        >>> scene.body_shapes("post")[0].pose == leeway.Pose()
        True
    """

    pose: Pose
    file: Optional[str]
    shape: Shape


class Ball(NamedTuple):
    """A ball of a cover. excess: how far it sticks out of the body's bounding hulls.

    Example:
        >>> ball = scene.cover("forearm").balls[0]
        >>> len(ball.center), ball.radius > 0
        (3, True)
    """

    center: Vector
    radius: float
    excess: float


@result
class Cover(NamedTuple):
    """Balls that together contain a body. file: None if freezing made the cover.

    Example:
        >>> scene.cover("forearm").file is None
        True
    """

    excess: float
    fingerprint: int
    file: Optional[str]
    balls: List[Ball]


class Meeting(NamedTuple):
    """Whether two bodies of a robot meet: 'never' or 'always' (proven), 'sometimes' or 'undecided'.

    meets_at, apart_at: a configuration in which they meet, and one in which they do not, if found: the
    values of Scene.movable_joints; joints that are not between the two rest.

    Example:
        >>> scene.meeting("upper_arm", "gripper").samples > 0
        True
    """

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


class DelaySpan(NamedTuple):
    """Delays from one to another, seconds; infinite at the ends of the axis. verdict: 'free' (proven for every
    delay between these), 'contact' (none is farther than the tolerance from one that is shown to be in
    contact) or 'undecided'. Of a contact: pair, the two bodies that touch, and times, those of either robot's
    own trajectory at which they do; else None.

    Example:
        >>> pair = leeway.Scene("two_arms.json")
        >>> turns = pair.motion("in turn")
        >>> pair.delays(turns, turns).spans[-1].verdict
        'free'
    """

    lower: float
    upper: float
    verdict: str
    pair: Optional[Tuple[str, str]]
    times: Optional[Tuple[float, float]]


class Delays(NamedTuple):
    """At which delays of the second robot two robots are free of each other. spans: in the order of delays,
    without gaps. complete: neither a budget nor `stop` ended the search. tiles: how many pairs of windows of
    the two robots' times were examined. queries: distance queries of pairs of bodies.

    Example:
        >>> pair = leeway.Scene("two_arms.json")
        >>> turns = pair.motion("in turn")
        >>> pair.delays(turns, turns).at(100.0).verdict
        'free'
    """

    spans: Tuple[DelaySpan, ...]
    complete: bool
    tiles: int
    queries: int

    def at(self, delay: float) -> DelaySpan:
        """The span that a delay is in, seconds; where two meet, the first. Errors: ArgumentError (a delay that
        was not asked about).

        Example:
            >>> pair = leeway.Scene("two_arms.json")
            >>> turns = pair.motion("in turn")
            >>> pair.delays(turns, turns).at(0).lower < 0
            True
        """
        for span in self.spans:
            if span.lower <= delay <= span.upper:
                return span
        from ._errors import ArgumentError

        raise ArgumentError(f"the delay {delay} is not from {self.spans[0].lower} to {self.spans[-1].upper}")


@result
class Stage(NamedTuple):
    """A part of a motion between two changes of carried objects: its interval, and the bodies and checked
    pairs in it.

    Example:
        >>> scene.stages(motion)[0].begin
        0.0
    """

    begin: float
    end: float
    bodies: List[Body]
    pairs: List[Pair]


class Step(NamedTuple):
    """A step that the method expanded has proven, for one body among the obstacles (other None), or for two
    that move. All along it, each point of the body is, relative to the other, within clear[0] of its place
    at begin or within clear[1] of its place at end, metres. layer: of the test at end, 0 the thinnest.

    Example:
        >>> steps: List[leeway.Step] = []
        >>> verdict = scene.check(home, ready, method="expanded", steps=steps)
        >>> steps[0].begin <= steps[0].end
        True
    """

    body: str
    other: Optional[str]
    begin: float
    end: float
    clear: Tuple[float, float]
    layer: int
    stage: int


class ClaimPart(NamedTuple):
    """Two sets of elements stay apart: each is ('node' or 'hull', index); rule: 'slab' or 'travel'.

    Example:
        >>> claims: List[leeway.Claim] = []
        >>> verdict = scene.check(home, ready, claims=claims, method="slab")
        >>> {part.rule for claim in claims for part in claim.parts} <= {"slab", "travel"}
        True
    """

    first: Tuple[str, int]
    second: Tuple[str, int]
    rule: str
    normal: Vector
    turn: Vector


class Claim(NamedTuple):
    """A proof about one pair over one interval of time (docs/proofs.md). json: its line in a file of
    claims, for `leeway audit`.

    Example:
        >>> claims: List[leeway.Claim] = []
        >>> verdict = scene.check(home, ready, claims=claims)
        >>> {claim.kind for claim in claims} <= {"apart", "outside"}
        True
    """

    kind: str
    motion: int
    pair: int
    begin: float
    end: float
    at: float
    parts: Tuple[ClaimPart, ...]
    stage: int
    json: str


def methods() -> Dict[Method, FrozenSet[str]]:
    """The methods of a check, by name, and the services of each: "free" (it proves motions free), "plane"
    (scenes of dimension 2), "any", "clearance" (near misses too), "leaving", "claims", "steps", and
    "proofs" (those of Scene.trace).

    Example:
        >>> "clearance" in leeway.methods()["slab"]
        True
    """
    return {name: frozenset(services) for name, services in _core.methods().items()}


def step_of(step: Tuple[Any, ...]) -> Step:
    """A step as users get it; called by leeway._core."""
    return Step(*step)


def claim_of(claim: Tuple[Any, ...]) -> Claim:
    """A claim as users get it; called by leeway._core."""
    kind, motion, pair, begin, end, at, parts, stage, json = claim
    return Claim(kind, motion, pair, begin, end, at, tuple(ClaimPart(*part) for part in parts), stage, json)
