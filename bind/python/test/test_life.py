"""Lifetimes, threads, forks, signals, pickles."""

import gc
import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import numpy as np
import pytest

import leeway
from leeway import _scene

HOME = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])


def segments(count, seed=19):
    random = np.random.default_rng(seed)
    A = HOME + random.uniform(-0.35, 0.35, (count, 6))
    return A, HOME + random.uniform(-0.35, 0.35, (count, 6))


def test_results_hold_what_they_need(scenes):
    scene = leeway.Scene(scenes / "cell.json")
    motion, joints = scene.motion("through the post"), scene.joints(names=["joint_2", "joint_1"])
    verdict = scene.check(motion)
    del scene
    gc.collect()
    assert verdict.pair == ("finger_left", "post") and "post" in verdict.json()
    assert motion.scene.check(motion).json() == verdict.json()
    assert joints.names == ("joint_2", "joint_1") and len(joints) == 2
    del verdict, motion
    gc.collect()
    assert joints.robot == "arm"


def test_changed_scenes_outlive_the_first(scenes):
    scene = leeway.Scene(scenes / "cell.json")
    expected = [scene.check(scene.motion(name)).json() for name in scene.motion_names]
    away = scene.moved("post", (5, 5, 0))
    scene.check_segments(*segments(10), threads=2)
    del scene
    gc.collect()
    assert away.check(away.motion("through the post")).free
    back = away.moved("post", (0.386, 0.2935, 0.21))
    del away
    gc.collect()
    assert [back.check(back.motion(name)).json() for name in back.motion_names] == expected


def test_changes_answer_as_built_at_once(cell, scenes):
    """After moves, additions and removals a batch has the verdicts, to the bit, of a scene built in that
    state."""
    A, B = segments(60)
    box = leeway.Box(0.1, 0.2, 0.3)
    x, y, z = cell.segment(HOME, HOME).link_pose("flange", 0.0)[0]
    pose = leeway.Pose.from_rpy((x, y, z - 0.4), 0.1, 0.2, 0.3)
    changed = cell.with_obstacle("box", box, (1, 1, 1)).moved("box", pose).without("lamp")
    builder = leeway.SceneBuilder().load(scenes / "cell.json").remove("lamp").add_obstacle("box", box, pose)
    at_once = builder.freeze()
    assert changed.fingerprint == at_once.fingerprint != cell.fingerprint
    told = changed.check_segments(A, B, clearance=True)
    assert told.tobytes() == at_once.check_segments(A, B, clearance=True).tobytes()
    assert told.contact.any() and told.free.any()
    carried = changed.attached("flange", "box", pose=(0, 0, 0.3), touch_links=["finger_left", "finger_right"])
    assert [body.link for body in carried.bodies if body.name == "box"] == ["flange"]
    released = carried.released("box", pose)
    assert released.check_segments(A, B, clearance=True)["free_until"].tobytes() == told["free_until"].tobytes()


def test_threads_share_a_scene(cell):
    A, B = segments(400)
    expected = [cell.check(a, b).json() for a, b in zip(A, B)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda row: cell.check(*row).json(), zip(A, B))) == expected
        many = list(pool.map(lambda threads: cell.check_segments(A, B, threads=threads).tobytes(), [1, 2, 3, 0] * 4))
    assert len(set(many)) == 1

    def change(i):
        return cell.moved("lamp", (0.62, 0, 0.86 + 0.001 * i)).check_segments(A, B, threads=1).tobytes()

    alone = [change(i) for i in range(8)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(change, range(8))) == alone


def test_batches_release_the_lock(cell):
    """Another thread runs many times between two calls of stop, which then ends a batch that would take
    seconds. If the lock were held, the other thread would run only inside stop."""
    A, B = (np.tile(rows, (100, 1)) for rows in segments(1000))
    turns = left = 0
    done = threading.Event()

    def turn():
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0)

    def stop():
        nonlocal left
        enough = 0 < left < turns - 20
        left = turns
        return enough

    thread = threading.Thread(target=turn)
    thread.start()
    told = cell.check_segments(A, B, threads=1, clearance=True, stop=stop)
    done.set()
    thread.join()
    assert told.undecided.any() and (told["reason"][told.undecided] == leeway.REASONS.index("stopped")).all()


@pytest.mark.native
def test_interrupt(scenes):
    """Ctrl-C ends a batch that would take minutes within a second of work; the scene stays usable."""
    program = """
import sys, threading, time, os, signal
import numpy as np, leeway
# a program that a script runs in the background ignores it
signal.signal(signal.SIGINT, signal.default_int_handler)
scene = leeway.Scene(sys.argv[1])
home = np.array([0.0, -0.6, 0.5, 0.0, 1.2, 0.0])
random = np.random.default_rng(1)
A = home + random.uniform(-0.35, 0.35, (1000000, 6))
B = home + random.uniform(-0.35, 0.35, (1000000, 6))
sent = []
def interrupt():
    main = threading.main_thread().ident
    while sys._current_frames()[main].f_code.co_name != "check_segments":
        time.sleep(0.01)
    begin = time.process_time()
    while time.process_time() < begin + 0.2:  # of the batch, as it alone works
        time.sleep(0.01)
    sent.append(time.process_time())
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt).start()
try:
    scene.check_segments(A, B, clearance=True)
    print("went on")
except KeyboardInterrupt:
    print("stopped", time.process_time() - sent[0] < 1.0)
print(scene.check(home, "ready").free)
"""
    run = subprocess.run([sys.executable, "-c", program, scenes / "cell.json"], capture_output=True, text=True,
                         check=False, timeout=300, start_new_session=True)
    assert run.stdout.split() == ["stopped", "True", "True"], run.stdout + run.stderr


def test_interrupt_of_one_check(cell):
    """A signal's exception ends a single long check, too."""

    def alarm(*_):
        raise TimeoutError("enough")

    before = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        with pytest.raises(TimeoutError, match="enough"):
            for _ in range(10000):
                cell.check(cell.motion("through the post"), clearance=True, method="sampled", resolution=1e-7)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert cell.check("ready", "reach").free


def test_fork_after_threads(cell):
    A, B = segments(200)
    expected = cell.check_segments(A, B, threads=2).tobytes()
    planner = leeway.Planner(cell, threads=2)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            same = cell.check_segments(A, B, threads=2).tobytes() == expected
            same = same and cell.check("ready", "reach").free
            same = same and len(os.listdir("/proc/self/task")) > 1
            try:
                planner.find("ready", "reach")
            except leeway.StateError:
                os.write(write, b"same" if same else b"other")
            del planner
            gc.collect()
            status = 0
        finally:
            os._exit(status)
    os.close(write)
    told = os.read(read, 10)
    os.close(read)
    assert os.waitpid(child, 0)[1] == 0 and told == b"same"
    assert cell.check_segments(A, B, threads=2).tobytes() == expected


def answers(scene, A, B):
    return scene.check_segments(A, B, threads=1).tobytes()


# An executor may fork while its own thread allocates. The C library's allocator allows that, a sanitizer's does not:
# the child then waits for a lock for ever.
@pytest.mark.parametrize("method", ["spawn", pytest.param("fork", marks=pytest.mark.native)])
def test_process_pools(cell, method):
    A, B = segments(100)
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        parts = list(pool.map(answers, [cell] * 4, np.split(A, 4), np.split(B, 4)))
    assert b"".join(parts) == cell.check_segments(A, B).tobytes()


def test_pickles_need_no_files(tmp_path, scenes, cell):
    """A scene is built again after its files are gone, even with absolute names in the files."""
    folder = tmp_path / "cell"
    (folder / "arm").mkdir(parents=True)
    for file in cell.files:
        part = os.path.relpath(file, scenes)
        if os.path.isfile(file) and not part.startswith(".."):
            (folder / part).parent.mkdir(parents=True, exist_ok=True)
            (folder / part).write_bytes((scenes / part).read_bytes())
    urdf = folder / "arm" / "arm.urdf"
    text = urdf.read_text()
    assert "package://arm/" in text
    urdf.write_text(text.replace("package://arm/", f"file://{folder}/arm/"))
    scene = leeway.Scene(folder / "cell.json")
    scene = scene.moved("lamp", (0.6, 0, 0.9)).with_obstacle("ball", leeway.Sphere(0.01), (0.3, 0.3, 0.3))
    packed = pickle.dumps(scene)
    A, B = segments(50)
    expected = scene.check_segments(A, B, clearance=True).tobytes()
    named = scene.check(scene.motion("over the post")).json()
    for path in sorted(folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    again = pickle.loads(packed)
    assert again.fingerprint == scene.fingerprint and again.files == scene.files
    assert again.check_segments(A, B, clearance=True).tobytes() == expected
    assert again.check(again.motion("over the post")).json() == named
    third = pickle.loads(pickle.dumps(again.moved("lamp", (0.6, 0, 0.9))))
    assert third.check_segments(A, B, clearance=True).tobytes() == expected


def test_pickles_that_are_refused(tmp_path, cell, scenes):
    restore, parts = cell.__reduce__()
    assert restore is _scene._unpickle
    with pytest.raises(leeway.ArgumentError, match=r"is of Leeway 0\.0\.9 .* make it again"):
        restore(parts[0], "0.0.9", *parts[2:])
    with pytest.raises(leeway.ArgumentError, match="form 99"):
        restore(99, *parts[1:])
    with pytest.raises(leeway.ModelError, match="changed"):
        restore(parts[0], parts[1], parts[2] ^ 1, *parts[3:])
    with pytest.raises(TypeError):
        pickle.dumps(leeway.Planner(cell))


def test_pickles_of_the_rest(cell):
    for error in [leeway.FileError("a", "b", 3, 4), leeway.Error("a")]:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error) and again.line == error.line
    verdict = cell.check("ready", "reach", clearance=True)
    assert pickle.loads(pickle.dumps(verdict.clearance)) == verdict.clearance
    shape = leeway.Mesh(np.eye(3), [[0, 1, 2]])
    assert pickle.loads(pickle.dumps(shape)).vertices.tolist() == shape.vertices.tolist()


def test_many_moves_make_a_short_recipe(cell):
    scene = cell
    for i in range(200):
        scene = scene.moved("lamp", (0.6, 0, 1 + 0.001 * i)).moved("drum", (0.05, 0.6, 0.2))
    assert len(scene._recipe.steps()) == len(cell._recipe.steps()) + 2
    assert pickle.loads(pickle.dumps(scene)).fingerprint == scene.fingerprint


@pytest.mark.native
def test_nothing_leaks(cell):
    """A thousand rounds of all kinds leak no references and no objects."""
    motion = cell.motion("over the post")

    def round_of_all():
        cell.check("ready", HOME, clearance=True).clearance
        cell.check(motion, claims=True).claims
        cell.check_segments(HOME[None], HOME[None], clearance=True)
        cell.moved("lamp", (0, 0, 2)).check_state(HOME)
        for wrong in ({"method": "x"}, {"layers": 0}):
            with pytest.raises(leeway.Error):
                cell.check(HOME, HOME, **wrong)

    for _ in range(5):
        round_of_all()
    gc.collect()
    before = sys.getrefcount(cell), len(gc.get_objects()), resident()
    for _ in range(100):
        round_of_all()
    gc.collect()
    after = sys.getrefcount(cell), len(gc.get_objects()), resident()
    assert after[0] == before[0] and abs(after[1] - before[1]) < 50
    assert after[2] - before[2] < 20e6


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
