"""Results as columns, for data frames, and as structured arrays."""

from __future__ import annotations

from typing import Any, Iterable, List, Optional, Sequence, Tuple, Union

import numpy as np

from . import _core
from ._batch import CONTACT, FREE, KINDS, LEAVES, REASONS, UNDECIDED, Verdicts, clearance_type, verdicts
from ._errors import ArgumentError
from ._motions import Curve
from ._same import same_scenes
from ._scene import Scene
from ._types import Column, Columns, Records


def verdict_array(of: Iterable[_core.Verdict]) -> Verdicts:
    """Verdicts as a structured array of n verdict_type, as check_segments gives it; of clearance_verdict_type if
    one has a clearance. Errors: ArgumentError (other things than verdicts, verdicts of several scenes).

    Example:
        >>> leeway.verdict_array(scene.check_motions([motion, scene.segment(home, ready)]))
        <leeway.Verdicts 2: 1 free, 1 contact>
    """
    given = list(of)
    if not all(isinstance(verdict, _core.Verdict) for verdict in given):
        raise ArgumentError("verdict_array takes verdicts, as Scene.check_motions gives them")
    if any(not same_scenes(given[0].scene, verdict.scene) for verdict in given[1:]):
        raise ArgumentError("the verdicts are of several scenes; make an array for each")
    states = [verdict._state() for verdict in given]
    measured = any(state[14] >= 0 or state[19] >= 0 for state in states)
    made = verdicts(len(given), measured)
    for row, verdict, state in zip(made, given, states):
        kind, reason, free_until, time = state[:4]
        known = kind in (CONTACT, LEAVES)
        row["kind"], row["reason"], row["free_until"] = kind, reason if kind == UNDECIDED else 0, free_until
        row["time"] = time if known else np.nan
        row["pair"] = state[6:8] if known else (-1, -1)
        row["notices"] = len(verdict.notices)
        if measured:
            for name, at in (("clearance", 14), ("self_clearance", 19)):
                a, b, lower, upper, when = state[at:at + 5]
                row[name] = ((a, b), lower, upper, when) if kind == FREE else ((-1, -1), 0.0, np.inf, 0.0)
    return made


def _column(values: Sequence[object]) -> Column:
    """Numbers as an array of numbers, all else as an array of objects."""
    if values and all(isinstance(value, (bool, int, float)) for value in values):
        return np.array(values)
    made = np.empty(len(values), dtype=object)
    for index, value in enumerate(values):
        made[index] = value
    return made


def _names(pairs: Column, bodies: Optional[Sequence[str]]) -> Tuple[Column, Column]:
    """The two columns of a pair: names of bodies, or indices; None where there is none."""
    if bodies is None:
        return pairs[:, 0], pairs[:, 1]
    sides = [_column([None if index < 0 else bodies[index] for index in pairs[:, side]]) for side in (0, 1)]
    return sides[0], sides[1]


def _of_verdicts(made: Verdicts, bodies: Optional[Sequence[str]]) -> Columns:
    plain = made.view(np.ndarray)
    a, b = _names(plain["pair"], bodies)
    columns: Columns = {"kind": _column([KINDS[kind] for kind in plain["kind"]]),
                        "reason": _column([REASONS[reason] or None for reason in plain["reason"]]),
                        "free_until": plain["free_until"], "time": plain["time"], "a": a, "b": b,
                        "notices": plain["notices"].astype(int)}
    for name in ("clearance", "self_clearance"):
        if name in (plain.dtype.names or ()):
            clearances = plain[name]
            near, far = _names(clearances["pair"], bodies)
            columns.update({f"{name}_lower": clearances["lower"], f"{name}_upper": clearances["upper"],
                            f"{name}_at": clearances["at"], f"{name}_a": near, f"{name}_b": far})
    return columns


def _of_curve(curve: Curve, scene: Optional[Scene]) -> Columns:
    columns: Columns = {"time": curve.times, "stage": curve.stages}
    for prefix, distances, pairs in (("", curve.distances, curve.pairs), ("self_", curve.self_distances, curve.self_pairs)):
        columns[prefix + "distance"] = distances
        if scene is None:
            columns[prefix + "pair"] = pairs
        elif not curve.stages.any():
            known = scene.pairs
            columns[prefix + "a"] = _column([None if pair < 0 else known[pair].a for pair in pairs])
            columns[prefix + "b"] = _column([None if pair < 0 else known[pair].b for pair in pairs])
        else:
            raise ArgumentError("pairs of a curve of several stages are those of its stages (Scene.stages): leave out scene")
    return columns


def table(of: Union[Verdicts, Records, Curve, Iterable[object]], scene: Optional[Scene] = None) -> Columns:
    """The columns of a result: a dict of 1-d arrays of one length, which pandas.DataFrame takes.

    of: an array of verdicts (check_segments, check_states with details), of near misses (near_misses), a list of
    verdicts (check_motions), a Curve, or a list of named tuples such as scene.bodies or scene.pairs. scene: bodies
    then are named in the columns a and b; without it these are indices. Lists of verdicts know their scene. Metres,
    radians, seconds; times as in the verdicts. Errors: ArgumentError (something else).

    Example:
        >>> columns = leeway.table(scene.check_segments([home, home], [ready, home]), scene)
        >>> columns["kind"].tolist(), columns["time"].tolist()
        (['free', 'free'], [nan, nan])
        >>> leeway.table(scene.check_motions([motion]))["a"].tolist()
        ['finger_left']
        >>> list(leeway.table(scene.pairs))
        ['a', 'b', 'self', 'margin', 'padding']
    """
    bodies = None if scene is None else [body.name for body in scene.bodies]
    if isinstance(of, Curve):
        return _of_curve(of, scene)
    if isinstance(of, np.ndarray):
        if of.ndim == 1 and of.dtype.names and "kind" in of.dtype.names:
            return _of_verdicts(of.view(Verdicts), bodies)
        if of.ndim == 1 and of.dtype == clearance_type:
            a, b = _names(of["pair"], bodies)
            return {"a": a, "b": b, "lower": of["lower"], "upper": of["upper"], "at": of["at"]}
        raise ArgumentError(f"table takes an array of verdicts or of near misses, not of {of.dtype} and shape {of.shape}")
    things: List[Any] = list(of)
    if things and all(isinstance(thing, _core.Verdict) for thing in things):
        columns = _of_verdicts(verdict_array(things), [body.name for body in things[0].scene.bodies])
        columns["depth"] = np.array([np.nan if thing.depth is None else thing.depth for thing in things])
        columns["queries"] = np.array([thing.queries for thing in things])
        columns["samples"] = np.array([thing.samples for thing in things])
        return columns
    fields = getattr(type(things[0]), "_fields", None) if things else ()
    if fields is None or any(type(thing) is not type(things[0]) for thing in things):
        raise ArgumentError("table takes verdicts, near misses, a curve, or a list of named tuples of one kind")
    return {name: _column([getattr(thing, name) for thing in things]) for name in fields}
