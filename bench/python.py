"""The costs of Python on top of the library: one check, a batch, a cluster of processes.

One check and a batch are timed in the same process as the library alone (the same call in C, its time taken
inside the module), interleaved, and the differences' median is printed. The cluster is Dask's, local: its
speed-up, and the number of motions per second that go out of the first process and come back if checking
costs nothing, which bounds the speed-up of any number of machines.
"""

import statistics
import sys
import time
from pathlib import Path

import numpy as np

import leeway
import leeway.distributed

REPEAT = 2000
HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


def segments(count):
    random = np.random.default_rng(1)
    return HOME + random.uniform(-0.35, 0.35, (count, 6)), HOME + random.uniform(-0.35, 0.35, (count, 6))


def one_check(scene, rounds):
    """Microseconds of a check over those of the library: the median over the rounds."""
    more, alone = [], []
    for _ in range(rounds):
        for start, goal in ((HOME, HOME), (HOME, HOME + 0.1)):
            begin = time.perf_counter()
            for _ in range(REPEAT):
                scene.check(start, goal)
            whole = (time.perf_counter() - begin) / REPEAT
            library = scene._repeat(start, goal, REPEAT) / REPEAT
            more.append(whole - library)
            alone.append(library)
    return statistics.median(more) * 1e6, statistics.median(alone) * 1e6


def batch(scene, rounds, count):
    """Nanoseconds a motion of a batch over those of the library."""
    A, B = segments(count)
    more, alone = [], []
    for _ in range(rounds):
        begin = time.perf_counter()
        made = leeway._batch.verdicts(count, False)
        library = scene._segments(A, B, made.view(np.uint8), threads=1)
        more.append((time.perf_counter() - begin - library) / count)
        alone.append(library / count)
    return statistics.median(more) * 1e9, statistics.median(alone) * 1e9


def nothing(scene, A, B):
    """What a task sends back, without its work."""
    return np.zeros(len(A), dtype=leeway.verdict_type)


def cluster(scene, rounds, count):
    from distributed import Client, LocalCluster

    A, B = segments(count)
    local = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50)
    with local, Client(local) as client:
        leeway.distributed.check_segments(client, scene, A[:100], B[:100])
        spread = leeway.distributed._spread(client, scene)
        ratios, bound = [], []
        for _ in range(rounds):
            begin = time.perf_counter()
            here = scene.check_segments(A, B, threads=1, clearance=True)
            middle = time.perf_counter()
            there = leeway.distributed.check_segments(client, scene, A, B, clearance=True)
            ratios.append((middle - begin) / (time.perf_counter() - middle))
            assert here.tobytes() == there.tobytes()
            begin = time.perf_counter()
            parts = [(A[i:i + 4096], B[i:i + 4096]) for i in range(0, count, 4096)]
            ask = leeway.distributed._ask
            client.gather([client.submit(ask, spread, nothing, *part, pure=False) for part in parts])
            bound.append(count / (time.perf_counter() - begin))
    return statistics.median(ratios), statistics.median(bound)


def main():
    quick = "--quick" in sys.argv
    scene = leeway.Scene(Path(__file__).resolve().parents[1] / "scenes" / "cell.json")
    rounds = 5 if quick else 31
    more, alone = one_check(scene, rounds)
    print(f"one check:  {more:.2f} us over the library's {alone:.2f} us")
    more, alone = batch(scene, rounds, 20000)
    print(f"a batch:    {more:.0f} ns a motion over the library's {alone:.0f} ns")
    ratio, bound = cluster(scene, 3 if quick else 7, 40000)
    print(f"a cluster:  {ratio:.2f} times as fast on 2 processes as on one thread")
    print(f"its bound:  {bound:.0f} motions a second in and out of the first process")


if __name__ == "__main__":
    main()
