#!/usr/bin/env python3
"""How long the checker that Coq proves takes for the motions of a proof, beside leeway.audit, which reads its first line
and the covers before: processor times, the medians by verdict. The checker takes the input of one motion at a time.

usage: times.py CHECKER PROOF SCENE-ARGUMENTS MOTIONS"""

import os
import resource
import statistics
import subprocess
import sys
import time

os.environ.setdefault('LEEWAY_VERIFIER', os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../bind/python/leeway/audit'))
sys.path.insert(0, os.environ['LEEWAY_VERIFIER'])
import claims as written  # noqa: E402
import schema  # noqa: E402
import verify  # noqa: E402


def seconds_of_checker(checker, text):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    run = subprocess.run([checker], input=text, capture_output=True, text=True, check=False)
    if run.returncode not in (0, 3):
        sys.exit(f'the checker refuses a motion: {run.stdout}{run.stderr}')
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main(checker, *words):
    arguments = verify.Arguments(words[1:])
    scene = verify.load_scene(arguments)
    verifier = verify.Verifier(scene, arguments.settings)
    lines = schema.read_claims(words[0])
    verifier.read_scene(lines[0])
    nodes = dict(zip(verifier.bodies, lines[0]['bodies']))
    asked, groups = verify.load_motions(scene, arguments), verify.groups_of(lines[1:])
    for _, _, _, reason in verifier.check_file(iter(lines[1:]), asked):
        if reason:
            sys.exit(f'leeway.audit refuses a motion: {reason}')
    found = {}
    for number, (own, group) in enumerate(zip(asked, groups)):
        begin = time.process_time()
        verifier.check_motion(verifier.reader.motion(own[1]), group)
        python = time.process_time() - begin
        parts = written.sorted_tasks(written.tasks_of_motion(verifier, number, own, group), nodes)
        checked = seconds_of_checker(checker, written.text_of(*parts, written.Writer(nodes)))
        found.setdefault(group[-1]['verdict'], []).append((python, checked))
    for verdict, rows in found.items():
        python, checked = (1000 * statistics.median(row[k] for row in rows) for k in (0, 1))
        print(f'{verdict}: {len(rows)} motions, leeway.audit {python:.1f} ms, the checker {checked:.0f} ms, {checked / python:.0f} times')


main(*sys.argv[1:])
