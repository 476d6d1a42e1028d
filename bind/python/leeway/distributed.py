"""Many motions on many machines, by Dask. A scene travels once to each worker, and results come in order.
If a worker dies, another one does its tasks.

    from dask.distributed import Client
    import leeway, leeway.distributed
    client = Client("scheduler:8786")
    verdicts = leeway.distributed.check_segments(client, scene, A, B)

The workers need this package, of the same version. Each worker process uses `threads` threads, a planner
one. The default here is 1, because a cluster has a process for each processor.
"""

from __future__ import annotations

import builtins
import json
import threading
import uuid
import weakref
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

import distributed
import numpy as np

from . import _batch, _core
from ._cell import Cell, CellVerdict
from ._errors import ArgumentError
from ._numbers import rows
from ._plan import Planner
from ._scene import Scene
from ._types import ArrayLike, Bools, Configuration, Floats, Method, PlanMethod

#: The most rows of a task: some tens of milliseconds of work, while a task costs about one millisecond.
ROWS = 4096


class _Carrier(distributed.WorkerPlugin):
    """A scene on a worker, as a plugin. The scheduler keeps plugins for workers that come later. Cluster
    data that several workers hold may be dropped; plugins are not."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene


# the names of scenes that a client has sent, for as long as both live
_sent: "weakref.WeakKeyDictionary[Any, weakref.WeakKeyDictionary[Scene, str]]" = weakref.WeakKeyDictionary()
_sending = threading.Lock()


def _spread(client: Any, scene: Scene) -> str:
    """The name of a scene on all workers. The scene is sent once to each."""
    with _sending:
        sent = _sent.setdefault(client, weakref.WeakKeyDictionary())
        if scene not in sent:
            name = f"leeway-scene-{uuid.uuid4().hex}"
            register = getattr(client, "register_plugin", None) or client.register_worker_plugin
            register(_Carrier(scene), name=name)
            weakref.finalize(scene, _forget, weakref.ref(client), name).atexit = False
            sent[scene] = name
        return sent[scene]


def _forget(of: Any, name: str) -> None:
    """Takes a scene from the workers, but later, on the client's loop: a garbage collection in any thread
    calls this."""
    client = of()
    if client is not None and client.status == "running":
        client.loop.add_callback(client.unregister_worker_plugin, name)


def _ask(name: str, function: Any, *part: Any) -> Any:
    """On a worker: calls a function with a scene and the values of a part."""
    carrier: Any = distributed.get_worker().plugins[name]
    return function(carrier.scene, *part)


def _gather(client: Any, futures: Sequence[Any]) -> List[Any]:
    """The results in order. If a worker dies, its tasks go to others."""
    try:
        return list(client.gather(list(futures)))
    except BaseException:
        client.cancel(list(futures))
        raise


def _run(client: Any, scene: Scene, function: Any, parts: Sequence[Tuple[Any, ...]]) -> List[Any]:
    """The results of a function of the scene and of each part's values, in order."""
    name = _spread(client, scene)
    return _gather(client, [client.submit(_ask, name, function, *part, pure=False, retries=3) for part in parts])


def _rows(count: int, chunk: Optional[int], workers: int) -> List[Tuple[int, int]]:
    """Where each part of `count` rows begins and ends: at least four parts per worker if there are enough
    rows."""
    size = chunk or max(1, min(ROWS, -(-count // max(1, 4 * workers))))
    return [(begin, min(begin + size, count)) for begin in range(0, count, size)]


def _workers(client: Any) -> int:
    return len(client.scheduler_info()["workers"])


def _joints_named(scene: Scene, names: Optional[Tuple[str, Tuple[str, ...]]]) -> Any:
    return None if names is None else scene.joints(robot=names[0], names=names[1])


def _named(joints: Optional[_core.Joints]) -> Optional[Tuple[str, Tuple[str, ...]]]:
    return None if joints is None else (joints.robot, joints.names)


def _segments(scene: Scene, A: Any, B: Any, names: Any, options: Dict[str, Any]) -> Any:
    return scene.check_segments(A, B, joints=_joints_named(scene, names), **options).view(np.ndarray)


def _states(scene: Scene, Q: Any, names: Any, options: Dict[str, Any]) -> Any:
    return scene.check_states(Q, details=True, joints=_joints_named(scene, names), **options).view(np.ndarray)


def _plans(scene: Scene, pairs: Any, names: Any, options: Dict[str, Any]) -> List[Any]:
    joints = _joints_named(scene, names)
    planner = Planner(scene, () if joints is None else joints, threads=1)
    found = []
    for start, goal in pairs:
        plan = planner.find(start, goal, **options)
        found.append((plan.kind, None if plan.path is None else np.array(plan.path), plan.length))
    return found


def _jobs(scene: Scene, names: Sequence[str], jobs: Sequence[str], options: Dict[str, Any]) -> List[Any]:
    cell = Cell(scene)
    for name in names:
        cell.add(name, scene.motion(name))
    return [cell.judge(job, **options) for job in jobs]


def check_segments(client: distributed.Client, scene: Scene, A: ArrayLike, B: ArrayLike, *,
                   joints: Optional[_core.Joints] = None, chunk: Optional[int] = None, threads: int = 1,
                   clearance: bool = False, any: bool = False, leaving: bool = False, depth_tolerance: float = 1e-4,
                   method: Method = "auto", time_tolerance: float = 1e-4, distance_tolerance: float = 1e-6,
                   clearance_relative: float = 0.01, clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0,
                   budget_seconds: float = 0.0, resolution: float = 0.0174533, expansion: float = 0.0025,
                   layers: int = 8) -> _batch.Verdicts:
    """Scene.check_segments on a cluster: the same answers, to the bit, in order.

    A, B: n x values numbers, radians and metres. chunk: how many rows a task has; the options and errors are
    those of check_segments.

    Example:
        client = distributed.Client("scheduler:8786")
        verdicts = leeway.distributed.check_segments(client, scene, A, B)
    """
    starts, goals = rows(A, "A"), rows(B, "B")
    if starts.shape != goals.shape:
        raise ArgumentError(f"A and B are two arrays of one shape, not of {starts.shape} and {goals.shape}")
    given = {"threads": threads,
             "clearance": clearance, "any": any, "leaving": leaving, "depth_tolerance": depth_tolerance,
             "method": method, "time_tolerance": time_tolerance, "distance_tolerance": distance_tolerance,
             "clearance_relative": clearance_relative, "clearance_absolute": clearance_absolute,
             "budget_queries": budget_queries, "budget_work": budget_work, "budget_seconds": budget_seconds, "resolution": resolution,
             "expansion": expansion, "layers": layers}
    parts = [(starts[i:j], goals[i:j], _named(joints), given) for i, j in _rows(len(starts), chunk, _workers(client))]
    return _joined(_run(client, scene, _segments, parts), bool(clearance))


def check_states(client: distributed.Client, scene: Scene, Q: ArrayLike, *, joints: Optional[_core.Joints] = None,
                 chunk: Optional[int] = None, threads: int = 1, details: bool = False,
                 clearance: bool = False, any: bool = False, leaving: bool = False, depth_tolerance: float = 1e-4,
                 method: Method = "auto", time_tolerance: float = 1e-4, distance_tolerance: float = 1e-6,
                 clearance_relative: float = 0.01, clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0,
                 budget_seconds: float = 0.0, resolution: float = 0.0174533, expansion: float = 0.0025,
                 layers: int = 8) -> Union[Bools, _batch.Verdicts]:
    """Scene.check_states on a cluster: n bools, or with details n verdicts. Q: n x values numbers, radians and
    metres. chunk, options and errors: those of check_segments.

    Example:
        free = leeway.distributed.check_states(client, scene, Q)
    """
    states = rows(Q, "Q")
    given = {"threads": threads,
             "clearance": clearance, "any": any, "leaving": leaving, "depth_tolerance": depth_tolerance,
             "method": method, "time_tolerance": time_tolerance, "distance_tolerance": distance_tolerance,
             "clearance_relative": clearance_relative, "clearance_absolute": clearance_absolute,
             "budget_queries": budget_queries, "budget_work": budget_work, "budget_seconds": budget_seconds, "resolution": resolution,
             "expansion": expansion, "layers": layers}
    parts = [(states[i:j], _named(joints), given) for i, j in _rows(len(states), chunk, _workers(client))]
    made = _joined(_run(client, scene, _states, parts), bool(clearance))
    return made if details else made.free


def _joined(parts: Sequence[Any], clearance: bool) -> _batch.Verdicts:
    if not parts:
        return _batch.verdicts(0, clearance)
    made: _batch.Verdicts = np.concatenate(parts).view(_batch.Verdicts)
    return made


def plans(client: distributed.Client, scene: Scene, pairs: Iterable[Tuple[Configuration, Configuration]], *,
          joints: Optional[_core.Joints] = None, chunk: int = 1, method: PlanMethod = "rrt-connect", seed: int = 1,
          nodes: int = 100000, seconds: float = 0.0, range: float = 0.0, shortcuts: int = 200,
          clearance: bool = False) -> List[Tuple[str, Optional[Floats], float]]:
    """A path for each (start, goal): (kind, path, length) in order, as Planner.find with its options and
    errors.

    Example:
        paths = leeway.distributed.plans(client, scene, [("home", "ready"), ("ready", "home")])
    """
    options = {"method": method, "seed": seed, "nodes": nodes, "seconds": seconds, "range": range,
               "shortcuts": shortcuts, "clearance": clearance}
    list_of = list(pairs)
    parts = [(list_of[i:i + chunk], _named(joints), options) for i in builtins.range(0, len(list_of), chunk)]
    return [found for part in _run(client, scene, _plans, parts) for found in part]


def judge(client: distributed.Client, scene: Scene, jobs: Iterable[Union[str, Mapping[str, object]]], *, chunk: int = 64,
          time_tolerance: float = 1e-4, distance_tolerance: float = 1e-6) -> List[CellVerdict]:
    """The CellVerdict on each job of a cell whose trajectories are the scene's motions, in order. Options and
    errors: those of Cell.judge.

    Example:
        verdicts = leeway.distributed.judge(client, scene, jobs)
    """
    options = {"time_tolerance": time_tolerance, "distance_tolerance": distance_tolerance}
    texts = [job if isinstance(job, str) else json.dumps(job) for job in jobs]
    parts = [(scene.motion_names, texts[i:i + chunk], options) for i in range(0, len(texts), chunk)]
    return [verdict for part in _run(client, scene, _jobs, parts) for verdict in part]
