"""A local cluster of processes: equal answers in order, even if workers die."""

import gc
import os
import signal
import threading
import time

import distributed
import numpy as np
import pytest

import leeway
import leeway.distributed as far

pytestmark = [pytest.mark.filterwarnings("ignore"), pytest.mark.native]

HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


@pytest.fixture(scope="module")
def client():
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                       silence_logs=50)
    client = distributed.Client(cluster)
    yield client
    client.close()
    cluster.close()


def segments(count):
    random = np.random.default_rng(7)
    return HOME + random.uniform(-0.35, 0.35, (count, 6)), HOME + random.uniform(-0.35, 0.35, (count, 6))


def test_answers_in_order(client, cell):
    A, B = segments(3000)
    expected = cell.check_segments(A, B)
    assert far.check_segments(client, cell, A, B).tobytes() == expected.tobytes()
    joints = cell.joints(names=["joint_3", "joint_1"])
    some = far.check_segments(client, cell, A[:9, :2], B[:9, :2], joints=joints, chunk=2, clearance=True)
    assert some.tobytes() == cell.check_segments(A[:9, :2], B[:9, :2], joints=joints, clearance=True).tobytes()
    assert far.check_states(client, cell, A).tolist() == cell.check_states(A).tolist()
    assert len(far.check_segments(client, cell, A[:0], B[:0])) == 0


def test_plans_and_jobs(client, cell, scenes):
    pairs = [("home", "ready"), ("ready", "reach"), ("reach", "home")]
    planner = leeway.Planner(cell)
    for (start, goal), (kind, path, length) in zip(pairs, far.plans(client, cell, pairs)):
        plan = planner.find(start, goal)
        assert (kind, length) == (plan.kind, plan.length) and path.tolist() == plan.path.tolist()
    scene = leeway.Scene(scenes / "workcell.json")
    jobs = (scenes / "jobs.jsonl").read_text().splitlines() * 3
    cell_here = leeway.Cell(scene)
    for name in scene.motion_names:
        cell_here.add(name, scene.motion(name))
    told = far.judge(client, scene, jobs, chunk=2)
    assert [verdict.json for verdict in told] == [cell_here.judge(job).json for job in jobs]


def which(scene):
    return os.getpid(), id(scene)


def on_each(client, scene):
    """The identity of the scene object on each worker."""
    name = far._spread(client, scene)
    workers = client.scheduler_info()["workers"]
    return {client.submit(far._ask, name, which, workers=[worker], pure=False).result() for worker in workers}


def test_scenes_travel_once(client, cell):
    """The scene stays even if the cluster drops duplicate data."""
    seen = set()
    for _ in range(3):
        far.check_segments(client, cell, *segments(10))
        seen |= on_each(client, cell)
        client.amm.run_once()
    assert len(seen) == 2 and len({pid for pid, _ in seen}) == 2


def test_scenes_are_dropped(client, scenes):
    """A scene that is garbage here is removed from all workers."""

    def kept(dask_worker):
        return sorted(name for name in dask_worker.plugins if name.startswith("leeway-scene-"))

    before = client.run(kept)
    scene = leeway.Scene(scenes / "cell.json")
    far.check_segments(client, scene, *segments(10))
    assert all(len(now) == len(before[worker]) + 1 for worker, now in client.run(kept).items())
    del scene
    gc.collect()
    for _ in range(2000):
        if client.run(kept) == before:
            return
        time.sleep(0.01)
    pytest.fail("it is still there")


def test_errors_come_back(client, cell):
    A, B = segments(100)
    A[70, 3] = np.nan
    with pytest.raises(leeway.ArgumentError):
        far.check_segments(client, cell, A, B)
    with pytest.raises(leeway.ArgumentError, match="one shape"):
        far.check_segments(client, cell, A, B[:5])


def test_a_worker_dies(client, cell):
    """A worker that is killed during the work is replaced, and no line is lost."""
    A, B = segments(6000)
    expected = cell.check_segments(A, B, clearance=True).tobytes()
    pids = list(client.run(os.getpid).values())

    def kill():
        time.sleep(0.1)
        os.kill(pids[0], signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    assert far.check_segments(client, cell, A, B, clearance=True, chunk=50).tobytes() == expected
    thread.join()
    client.wait_for_workers(2, timeout=20)
    assert pids[0] not in client.run(os.getpid).values()
    assert far.check_segments(client, cell, A, B, clearance=True).tobytes() == expected


def test_all_workers_die(client, cell):
    A, B = segments(6000)
    expected = cell.check_segments(A, B, clearance=True).tobytes()
    pids = list(client.run(os.getpid).values())

    def kill():
        time.sleep(0.1)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)

    thread = threading.Thread(target=kill)
    thread.start()
    assert far.check_segments(client, cell, A, B, clearance=True, chunk=50).tobytes() == expected
    thread.join()
