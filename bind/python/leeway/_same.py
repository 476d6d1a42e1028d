"""What the types of leeway._core say, how they compare, and how they pickle; called by leeway._core."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Tuple, Type, TypeVar

import numpy as np

from . import _core
from ._errors import ArgumentError, StateError

T = TypeVar("T")


def same_scenes(a: Any, b: Any) -> bool:
    """Whether two scenes give the same verdicts."""
    return a is b or bool(a.fingerprint == b.fingerprint)


def plain(value: Any) -> Any:
    """The arguments of a motion as values that compare."""
    if isinstance(value, np.ndarray):
        return ("array", value.shape, tuple(value.ravel().tolist()))
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, _core.Joints):
        return (value.robot, value.names)
    if isinstance(value, Mapping):
        return tuple((key, plain(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return tuple(plain(item) for item in value)
    return value


def motion_same(pair: Tuple[Any, Any]) -> bool:
    a, b = pair
    if a is b:
        return True
    if a._source is None or b._source is None or a.interval != b.interval or a.piece_count != b.piece_count:
        return False
    if plain(a._source) == plain(b._source):
        # in another scene a name may mean other values
        return a.scene is b.scene or (same_scenes(a.scene, b.scene) and _same_values(a, b, _times(a)))
    return _is_segment(a) and _is_segment(b) and _same_values(a, b, (0, 1)) and same_scenes(a.scene, b.scene)


def _times(motion: Any) -> Tuple[float, ...]:
    """Times all along a motion, more than it has pieces."""
    begin, end = motion.interval
    count = 4 * motion.piece_count
    return tuple(begin + (end - begin) * k / count for k in range(count + 1))


def _is_segment(motion: Any) -> bool:
    """Whether a motion is one straight segment, which its ends determine."""
    return bool(motion.piece_count == 1 and motion.stage_count == 1 and not motion.payloads and not motion.in_seconds
                and not motion.tolerances and motion.interval == (0, 1) and motion.interpolation in ("default", "linear"))


def _same_values(a: Any, b: Any, times: Tuple[float, ...]) -> bool:
    """Whether two motions move the same joints, which have the same values at these times."""
    joints = [(joint.name, joint.robot) for joint in a.scene.all_joints]
    if joints != [(joint.name, joint.robot) for joint in b.scene.all_joints]:
        return False
    return all(a.moves(*joint) == b.moves(*joint) and all(a.joint_values(joint[0], time, joint[1])
                                                          == b.joint_values(joint[0], time, joint[1]) for time in times)
               for joint in joints)


def motion_hash(motion: Any) -> int:
    return hash((motion.interval, motion.piece_count))


def _in_unit(motion: Any, time: float) -> str:
    return f"{time:.6g} s" if motion is not None and motion.in_seconds else f"{time:.6g}"


def motion_text(motion: Any) -> str:
    begin, end = motion.interval
    parts = [f"{begin:.6g} to {_in_unit(motion, end)}"]
    pieces, stages, notices = motion.piece_count, motion.stage_count, len(motion.notices)
    if pieces > 1:
        parts.append(f"{pieces} pieces")
    if stages > 1:
        parts.append(f"{stages} stages")
    if motion.tolerances:
        parts.append("with a tolerance")
    if notices:
        parts.append(f"{notices} notice{'s' if notices > 1 else ''}")
    return f"<leeway.Motion {', '.join(parts)}>"


def motion_reduce(motion: Any) -> Any:
    if motion._source is None:
        raise StateError("a motion of a cell's job, or of a file that is not JSON, has no pickle: make it again")
    return motion_again, (motion.scene, motion._source)


def motion_again(scene: Any, source: Any) -> Any:
    return scene._again_from(source)


def joints_same(pair: Tuple[Any, Any]) -> bool:
    a, b = pair
    return (a.robot, a.names) == (b.robot, b.names) and same_scenes(a.scene, b.scene)


def joints_hash(joints: Any) -> int:
    return hash((joints.robot, joints.names))


def joints_text(joints: Any) -> str:
    return f"<leeway.Joints of {joints.robot}: {', '.join(joints.names)}; {len(joints)} values>"


def joints_reduce(joints: Any) -> Any:
    return joints_again, (joints.scene, joints.robot, joints.names)


def joints_again(scene: Any, robot: str, names: Tuple[str, ...]) -> Any:
    return scene.joints(robot=robot, names=names)


def verdict_same(pair: Tuple[Any, Any]) -> bool:
    a, b = pair
    if a is b:
        return True
    if repr(a._state()) != repr(b._state()) or a.claims != b.claims:
        return False
    return same_scenes(a.scene, b.scene) and bool(a.motion == b.motion)


def verdict_hash(verdict: Any) -> int:
    return hash((verdict.kind, verdict.free_until, verdict.time))


def _pair(pair: Optional[Tuple[str, str]]) -> str:
    return f" of {pair[0]} and {pair[1]}" if pair else ""


def _clearance(clearance: Any) -> str:
    return f", clearance {clearance.lower:.6g} to {clearance.upper:.6g} m{_pair(clearance.pair)}"


def _limit(violation: Any) -> str:
    return f"{violation.kind} limit of '{violation.joint}'"


def verdict_text(verdict: Any) -> str:
    motion = verdict.motion
    until = "" if verdict.free_until <= (motion.interval[0] if motion is not None else 0) \
        else f", free until {_in_unit(motion, verdict.free_until)}"
    if verdict.free:
        text = f"free, {verdict.pairs} pairs"
        if verdict.clearance is not None:
            text += _clearance(verdict.clearance)
    elif verdict.contact:
        of = f" by the {_limit(verdict.violation)}" if verdict.reason == "limit" else _pair(verdict.pair)
        text = f"contact{of} at {_in_unit(motion, verdict.time)}{until}"
        if verdict.depth:
            text += f", depth {verdict.depth:.6g} m"
        if verdict.deviates:
            text += ", deviates"
        if verdict.failure:
            text += f", {verdict.failure}"
    elif verdict.leaves:
        text = f"leaves at {_in_unit(motion, verdict.time)}, last{_pair(verdict.pair)}"
    else:
        text = f"undecided, {verdict.reason}{_pair(verdict.pair)}{until}"
    if verdict.notices:
        text += f", {len(verdict.notices)} notice{'s' if len(verdict.notices) > 1 else ''}"
    return f"<leeway.Verdict {text}>"


def verdict_reduce(verdict: Any) -> Any:
    return verdict_again, (_core.version(), verdict.scene, verdict.motion, verdict.claims, verdict._state())


def verdict_again(version: str, scene: Any, motion: Any, claims: Any, state: Tuple[Any, ...]) -> Any:
    if version != _core.version():
        raise ArgumentError(f"the pickle of a verdict is of Leeway {version}, this is {_core.version()}: make it "
                            "again with this version")
    return scene._verdict(motion, claims, state)


def same_values(a: Any, b: Any) -> bool:
    """Whether two results that hold arrays are equal."""
    if isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        return np.shape(a) == np.shape(b) and bool(np.array_equal(a, b, equal_nan=np.asarray(a).dtype.kind == "f"))
    if isinstance(a, (tuple, list)) and type(a) is type(b):
        return len(a) == len(b) and all(same_values(x, y) for x, y in zip(a, b))
    if isinstance(a, _core.Scene) and isinstance(b, _core.Scene):
        return same_scenes(a, b)
    return bool(a == b)


def short(value: Any) -> str:
    """A value of a result in its repr: arrays by their shapes, scenes and lists by their sizes."""
    if isinstance(value, np.ndarray):
        return f"<{' x '.join(map(str, value.shape))} {value.dtype if value.dtype.names is None else 'records'}>"
    if isinstance(value, list) and len(value) > 3:
        return f"<{len(value)} of them>"
    return repr(value)


def _result_same(self: Any, other: object) -> bool:
    return type(self) is type(other) and all(same_values(x, y) for x, y in zip(self, other))  # type: ignore[call-overload]


def _result_differs(self: Any, other: object) -> bool:
    return not _result_same(self, other)


def _result_text(self: Any) -> str:
    fields = ", ".join(f"{name}={short(value)}" for name, value in zip(self._fields, self))
    return f"{type(self).__name__}({fields})"


def result(of: Type[T]) -> Type[T]:
    """Decorates a named tuple that holds arrays: it compares by value, and its repr has sizes of arrays."""
    for name, function in (("__eq__", _result_same), ("__ne__", _result_differs), ("__repr__", _result_text)):
        setattr(of, name, function)
    return of
