"""Motions a second of `leeway serve`, beside `leeway check --motions --json` on the same lines.

    serve [--motions N] [--rounds N]

One client sends all lines and reads all answers; the batch reads a file and prints to a file. Both on one thread of
the program. The lines come in a new random order in each round, and the two take turns.
"""

import argparse
import os
import random
import socket
import statistics
import subprocess
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/leeway"
SCENE = ROOT / "scenes/cell.json"
LOW = (-2.97, -1.75, -2.8, -3.1, -2.0, -6.2)
HIGH = (2.97, 2.2, 0.9, 3.1, 2.0, 6.2)


def segments(count):
    """Short segments from random configurations, as a planner asks about them."""
    source = random.Random(20261129)
    for i in range(count):
        start = [source.uniform(low, high) for low, high in zip(LOW, HIGH)]
        goal = [min(max(q + source.uniform(-0.3, 0.3), low), high) for q, low, high in zip(start, LOW, HIGH)]
        row = ["[" + ", ".join(f"{q:.9g}" for q in values) + "]" for values in (start, goal)]
        yield f'{{"id": {i}, "from": {row[0]}, "to": {row[1]}}}\n'.encode()


def serve(where, text):
    """The seconds for all answers, and the answers."""
    begin = time.perf_counter()
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(where)

        def send():
            client.sendall(text)
            client.shutdown(socket.SHUT_WR)

        sender = threading.Thread(target=send)
        sender.start()
        answers = []
        while part := client.recv(1 << 20):
            answers.append(part)
        sender.join()
    return time.perf_counter() - begin, b"".join(answers)


def one_by_one(where, lines):
    """The seconds for each of some lines, which is sent after the answer to the one before."""
    took = []
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(where)
        file = client.makefile("rwb")
        for line in lines:
            begin = time.perf_counter()
            file.write(line)
            file.flush()
            file.readline()
            took.append(time.perf_counter() - begin)
    return took


def check(folder, text):
    """The seconds of a whole command, and what it prints."""
    motions = Path(folder, "motions.jsonl")
    motions.write_bytes(text)
    begin = time.perf_counter()
    with open(Path(folder, "out"), "wb") as out:
        subprocess.run([PROGRAM, "check", SCENE, "--motions", motions, "--json", "--threads", "1"], stdout=out,
                       check=False)
    return time.perf_counter() - begin, Path(folder, "out").read_bytes()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--motions", type=int, default=50000)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    lines = list(segments(options.motions))
    with tempfile.TemporaryDirectory() as folder:
        where = os.path.join(folder, "socket")
        with subprocess.Popen([PROGRAM, "serve", SCENE, "--socket", where], stdout=subprocess.PIPE) as server:
            server.stdout.readline()
            rates = {"serve": [], "check": [], "serve, one by one": []}
            ratios = []
            latencies = []
            for _ in range(options.rounds):
                random.shuffle(lines)
                text = b"".join(lines)
                start = check(folder, lines[0])[0]  # loading the scene is not counted
                took_check, printed = check(folder, text)
                took_serve, answered = serve(where, text)
                if printed != answered:
                    raise SystemExit("serve: the answers differ from those of check")
                took_check -= start
                rates["serve"].append(len(lines) / took_serve)
                rates["check"].append(len(lines) / took_check)
                took = one_by_one(where, lines[:2000])
                rates["serve, one by one"].append(len(took) / sum(took))
                latencies += took
                ratios.append(took_check / took_serve)
            server.terminate()
    for name, values in rates.items():
        print(f"  {name:18} {statistics.median(values):8.0f} motions a second")
    latencies.sort()
    names = {"mean": statistics.fmean(latencies), "median": statistics.median(latencies),
             "99 of 100 within": latencies[len(latencies) * 99 // 100], "longest": latencies[-1]}
    print("  one answer, us: " + ", ".join(f"{name} {1e6 * value:.0f}" for name, value in names.items()))
    print(f"serve answers {statistics.median(ratios):.2f} times as many as check in the same time")


if __name__ == "__main__":
    main()
