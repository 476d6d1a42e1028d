#!/usr/bin/env python3
"""Random motions of every kind: leeway-audit accepts their proofs with the files of the scene and of the motion, if it
accepts them alone. Then a number of the motion is altered: what the verifier in Python refuses, it must not accept.

usage: moved.py LEEWAY AUDITOR PACKAGE SCENES COUNT SEED
"""

import contextlib
import copy
import io
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

LEEWAY, AUDITOR, PACKAGE, SCENES = sys.argv[1:5]
COUNT, SEED = int(sys.argv[5]), int(sys.argv[6])
sys.path.insert(0, PACKAGE)
import verify  # noqa: E402

# per scene: per robot its joints, and the kinds of their values
WORLDS = {
    'cell.json': {'': (('rrrrrr'), None)},
    'two_arms.json': {'left': ('rrrrrr', None), 'right': ('rrrrrr', None)},
    'planar_arm.json': {'': ('prrrp', ['slide', 'shoulder', 'elbow', 'wrist', 'grip'])},
    'bodies.json': {'bar': ('f', None)},
    'mixed.json': {'cart': ('Pcr', None), 'drone': ('fc', None)},
}
MIXED = {
    'self_margin': 0.001,
    'robots': [
        {'name': 'cart', 'joint': {'name': 'drive', 'type': 'planar'}, 'base': {'position': [0.5, 0, 0.1], 'rpy': [0.1, 0.2, 0.3]},
         'links': [{'name': 'body', 'type': 'box', 'size': [0.4, 0.3, 0.1]},
                   {'name': 'mast', 'type': 'capsule', 'radius': 0.05, 'length': 0.3},
                   {'name': 'arm', 'shapes': [{'type': 'box', 'size': [0.3, 0.05, 0.05], 'position': [0.2, 0, 0]}, {'type': 'sphere', 'radius': 0.06}]},
                   {'name': 'hand', 'type': 'cylinder', 'radius': 0.04, 'length': 0.1}],
         'joints': [{'name': 'spin', 'type': 'continuous', 'parent': 'body', 'child': 'mast', 'position': [0, 0, 0.4], 'axis': [0.1, 0, 1]},
                    {'name': 'lift', 'type': 'revolute', 'parent': 'mast', 'child': 'arm', 'position': [0, 0, 0.4], 'rpy': [1, 0, 0], 'axis': [0, 0, 1], 'limits': [-9, 9]},
                    {'name': 'copy', 'type': 'continuous', 'parent': 'arm', 'child': 'hand', 'position': [0.6, 0, 0], 'axis': [1, 1, 0],
                     'mimic': {'joint': 'lift', 'multiplier': -2, 'offset': 0.3}}]},
        {'name': 'drone', 'joint': {'name': 'fly', 'type': 'floating'}, 'base': {'position': [0, 1, 1], 'rpy': [0.3, 0, 0]},
         'links': [{'name': 'hull', 'type': 'ellipsoid', 'size': [0.3, 0.2, 0.1]}, {'name': 'camera', 'type': 'sphere', 'radius': 0.05}],
         'joints': [{'name': 'pan', 'type': 'continuous', 'parent': 'hull', 'child': 'camera', 'position': [0, 0, -0.2], 'axis': [0, 1, 1]}]}],
    'obstacles': [{'id': 'pole', 'type': 'cylinder', 'radius': 0.1, 'length': 3, 'position': [-2, 1, 0]}],
    'robot_state': {'spin': 0.7, 'drone/pan': -1, 'fly': [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.4], 'cart/drive': [0.1, 0.2, 0.3]}}
STRICTER = ('m away from where the proof has it|moves otherwise than|at another time than in the proof|waypoints at other times|'
            'the gap is not proven|does not prove the interval|a contact is not proven')


def values(rng, kinds):
    row = []
    for kind in kinds:
        if kind == 'f':
            row += [rng.uniform(-1, 1) for _ in range(7)]
        elif kind == 'P':
            row += [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-7, 7)]
        elif kind == 'p':
            row.append(rng.uniform(0, 0.03))
        else:
            row.append(rng.uniform(-1.5, 1.5) * (5 if kind == 'c' else 1))
    return row


def part(rng, kinds, timed):
    if timed and 'f' in kinds and kinds[0] == 'f' and rng.randrange(3) == 0:
        rigid = {'duration': rng.uniform(0.1, 3), 'position': [rng.uniform(-1, 1) for _ in range(3)]}
        rigid.update(rng.choice(({'rpy': [1, 2, 3]}, {'orientation': [0.5, 1, 2, 3]}, {})))
        rigid.update(rng.choice(({}, {'frame': 'body'}, {'frame': 'world'})))
        if rng.randrange(4):
            rigid['linear_velocity'] = [rng.uniform(-1, 1) for _ in range(3)]
        if rng.randrange(4):
            rigid['angular_velocity'] = [rng.uniform(-1, 1) for _ in range(3)]
        return {'rigid': rigid}
    if timed:
        count = rng.choice((1, 2, 3, 5))
        begin = rng.choice((0, 0, rng.uniform(0.1, 1)))
        trajectory = {'times': [begin + 0.3 * k + rng.uniform(0, 0.2) * (k > 0) for k in range(count)],
                      'positions': [values(rng, kinds) for _ in range(count)]}
        orders = 1 if 'f' in kinds else rng.choice((1, 2, 3))
        for name in ('velocities', 'accelerations')[:orders - 1]:
            trajectory[name] = [values(rng, kinds) for _ in range(count)]
        if rng.randrange(2):
            trajectory['interpolation'] = rng.choice(('linear', 'cubic', 'quintic')[:orders])
        return {'trajectory': trajectory}
    if rng.randrange(2):
        return {'from': values(rng, kinds), 'to': values(rng, kinds)}
    return {'path': [values(rng, kinds) for _ in range(rng.choice((1, 2, 3, 4)))]}


def motion(rng, name):
    robots = WORLDS[name]
    timed = rng.randrange(2)
    if '' in robots:
        kinds, joints = robots['']
        return {**part(rng, kinds, timed), **({'joints': joints} if joints else {})}
    chosen = [r for r in robots if rng.randrange(3)] or [next(iter(robots))]
    return {'robots': {r: part(rng, robots[r][0], timed) for r in chosen}}


def numbers(node, path=()):
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(value, (dict, list)):
            yield from numbers(value, path + (key,))
        elif isinstance(value, (int, float)):
            yield path + (key,)


def altered(rng, node):
    node = copy.deepcopy(node)
    at = rng.choice(list(numbers(node)))
    parent = node
    for key in at[:-1]:
        parent = parent[key]
    old = parent[at[-1]]
    parent[at[-1]] = rng.choice((old + 10 ** rng.uniform(-17, -2), old * 1.1, old + 2 * math.pi, -old))
    return node, f'{at}: {old} to {parent[at[-1]]}'


def write(path, node):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(json.dumps(node) + '\n')


def audit(proof, *arguments):
    done = subprocess.run([AUDITOR, proof, *arguments], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f'{arguments}: leeway-audit ended with {done.returncode}: {done.stdout}{done.stderr}')
    return done.returncode, done.stdout


def ask_python(arguments):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            return verify.main(arguments), out.getvalue()
        except Exception as problem:
            return 2, repr(problem)


def main():
    rng = random.Random(SEED)
    print(f'seed: {SEED}')
    counts = dict.fromkeys(('proven', 'not taken', 'refused alone', 'altered: accepted', 'altered: refused'), 0)
    with tempfile.TemporaryDirectory() as folder:
        mixed = os.path.join(folder, 'mixed.json')
        with open(mixed, 'w', encoding='utf-8') as file:
            json.dump(MIXED, file)
        proof, motions, other = (os.path.join(folder, n) for n in ('proof.jsonl', 'motions.jsonl', 'other.jsonl'))
        for case in range(COUNT):
            name = rng.choice(list(WORLDS))
            scene = mixed if name == 'mixed.json' else os.path.join(SCENES, name)
            node = motion(rng, name)
            write(motions, node)
            done = subprocess.run([LEEWAY, 'check', scene, '--motions', motions, '--proof', proof, '--budget-queries', '3000'],
                                  capture_output=True, text=True, check=False)
            if done.returncode > 1 and done.returncode != 3:
                counts['not taken'] += 1
                if os.environ.get('LEEWAY_SHOW'):
                    print(done.returncode, done.stderr[:200], json.dumps(node)[:100])
                continue
            what = f'case {case}: {name}, {json.dumps(node)}'
            alone = audit(proof)
            both = audit(proof, '--scene', scene, '--motions', motions)
            if alone[0]:
                counts['refused alone'] += 1
                continue
            if both[0] or 'taken on trust' in both[1]:
                raise SystemExit(f'{what}: {both[1]}')
            counts['proven'] += 1
            changed, how = altered(rng, node)
            write(other, changed)
            status, said = audit(proof, '--scene', scene, '--motions', other)
            counts['altered: refused' if status else 'altered: accepted'] += 1
            python = ask_python([proof, scene, '--motions', other])
            if not status and python[0]:
                raise SystemExit(f'{what}, {how}: leeway-audit accepts what leeway.audit refuses: {python[1]}')
            if status and not python[0] and not re.search(STRICTER, said):
                raise SystemExit(f'{what}, {how}: leeway-audit refuses what leeway.audit accepts: {said}')
    print(', '.join(f'{key}: {value}' for key, value in counts.items()))
    if COUNT >= 30 and counts['proven'] < 0.6 * COUNT:
        raise SystemExit('too few motions are proven')


main()
