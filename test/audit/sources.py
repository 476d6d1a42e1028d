#!/usr/bin/env python3
"""Alters the files of a scene at random, and asks leeway-audit whether a proof that was made of the unaltered
files is about the altered ones, too. The verifier in Python, which shares no code with it, is asked the same: what
it refuses, leeway-audit must not accept.

usage: sources.py LEEWAY AUDITOR PACKAGE SCENES COUNT SEED
"""

import contextlib
import io
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile

LEEWAY, AUDITOR, PACKAGE, SCENES = sys.argv[1:5]
COUNT, SEED = int(sys.argv[5]), int(sys.argv[6])
sys.path.insert(0, PACKAGE)
import files  # noqa: E402
import verify  # noqa: E402

CASES = (('cell.json', 'under the lamp'), ('cell.json', 'through the post'), ('boom.json', 'swing'),
         ('bodies.json', 'level'), ('bodies.json', 'upright'), ('planar_arm.json', 'reach'),
         ('planar_arm.json', 'grasp'), ('two_arms.json', 'left alone'), ('workcell.json', 'apart'),
         ('pick.json', 'as low, empty'), ('pick.json', 'over the wall'))
# keys whose numbers say nothing of what a proof is about, or which leeway-audit does not read
OTHER = ('$schema', 'description', 'limits', 'velocity', 'acceleration', 'id', 'name')
# The verifier in Python takes joints and places from the files, and evaluates all claims with these. leeway-audit
# compares them with those of the proof: so it refuses, too, where bodies are elsewhere and the claims still hold.
STRICTER = ('m away from where the proof has it|may meet for another reason|is moved by|another kind in the proof|'
            'another joint in the proof|moves otherwise than|at another time than|at other times|is not proven|does not prove')


def number(rng, value):
    kind = rng.randrange(8)
    if kind == 0:
        return value + rng.choice((-1, 1)) * 10 ** rng.uniform(-17, -1)
    if kind == 1:
        return value * (1 + rng.choice((-1, 1)) * 10 ** rng.uniform(-17, -1))
    return rng.choice((-value, value * 1.5, value + 0.1, value - 1, value / 2, 0, 1))


def leaves(node, path=()):
    """The paths to all numbers of a JSON value, and to the ends of its lists and objects."""
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        if key in OTHER:
            continue
        yield path + (key,), value
        yield from leaves(value, path + (key,))


def alter_json(rng, path):
    with open(path, encoding='utf-8') as file:
        scene = json.load(file)
    found = list(leaves(scene))
    places = [p for p, v in found if isinstance(v, (int, float)) and not isinstance(v, bool)]
    parts = [p for p, v in found if isinstance(v, (dict, list)) and len(p) > 1 and p[0] != 'motions']
    kind = rng.randrange(10)
    if kind == 0 and parts:
        at = rng.choice(parts)
        parent = scene
        for key in at[:-1]:
            parent = parent[key]
        del parent[at[-1]]
        what = f'without {at}'
    elif kind == 1:
        key = rng.choice(('allowed_pairs', 'checked_pairs', 'pair_margins', 'margin', 'self_margin', 'link_padding',
                          'mesh'))
        names = [o['id'] for o in scene.get('obstacles', ())] + ['gripper', 'tip', 'hand', 'forearm', 'base', 'upper_arm']
        pair = rng.sample(names, 2)
        value = {'allowed_pairs': [pair], 'checked_pairs': [pair], 'mesh': 'surface',
                 'pair_margins': [{'pair': pair, 'margin': rng.choice((0, 1e-4, 0.5))}],
                 'link_padding': rng.choice((0.001, 0.3, {pair[1]: 0.2}))}.get(key, rng.choice((0, 1e-3, 1)))
        if isinstance(value, list) and isinstance(scene.get(key), list) and rng.randrange(2):
            value = scene[key] + value
        scene[key] = value
        what = f'{key} {value}'
    else:
        group = rng.choice(sorted({p[0] for p in places}))
        at = rng.choice([p for p in places if p[0] == group])
        parent = scene
        for key in at[:-1]:
            parent = parent[key]
        old = parent[at[-1]]
        parent[at[-1]] = number(rng, old)
        if set(at) & {'size', 'radius', 'length', 'rounding', 'margin', 'self_margin', 'link_padding', 'scale'}:
            parent[at[-1]] = abs(parent[at[-1]])
        what = f'{at}: {old} to {parent[at[-1]]}'
    with open(path, 'w', encoding='utf-8') as file:
        json.dump(scene, file)
    return what


def alter_xml(rng, path):
    with open(path, encoding='utf-8') as file:
        text = file.read()
    kind = rng.randrange(6)
    lines = text.split('\n')
    if kind == 0:
        some = [i for i, line in enumerate(lines) if re.search('<collision|<disable|<origin|<axis|<mimic|<passive', line) and
                ('/>' in line or re.search('<(collision)>.*</collision>', line))]
        if some:
            at = rng.choice(some)
            what = f'without line {at + 1}'
            lines[at] = ''
            text = '\n'.join(lines)
        else:
            kind = 1
    elif kind == 1:
        joints = [m for m in re.finditer('type="(revolute|continuous|prismatic|fixed)"', text)]
        names = [m for m in re.finditer('link[12]?="([a-z_0-9]+)"', text)]
        m = rng.choice(joints or names)
        new = rng.choice(('revolute', 'continuous', 'prismatic', 'fixed')) if joints else rng.choice(names).group(1)
        text = text[:m.start(1)] + new + text[m.end(1):]
        what = f'{m.group(0)} is {new}'
    if kind > 1:
        found = [m for m in re.finditer(r'(?<=[" ])-?[0-9]+\.?[0-9e-]*(?=[" ])', text)
                 if not re.search('(effort|velocity|lower|upper|version|mass value|i[xyz][xyz])="[^"]*$', text[:m.start()])]
        if not found:
            return 'nothing'
        m = rng.choice(found)
        new = repr(number(rng, float(m.group(0))))
        what = f'{m.group(0)} at {m.start()} is {new}'
        text = text[:m.start()] + new + text[m.end():]
    with open(path, 'w', encoding='utf-8') as file:
        file.write(text)
    return what


def alter_mesh(rng, path):
    with open(path, 'rb') as file:
        data = bytearray(file.read())
    count = struct.unpack_from('<I', data, 80)[0]
    triangle = rng.randrange(count)
    at = 84 + 50 * triangle
    kind = rng.randrange(5)
    if kind == 0:  # one triangle less
        del data[at:at + 50]
        struct.pack_into('<I', data, 80, count - 1)
        what = f'without triangle {triangle}'
    elif kind == 1:  # turned the other way
        data[at + 12:at + 24], data[at + 24:at + 36] = data[at + 24:at + 36], data[at + 12:at + 24]
        what = f'triangle {triangle} turned'
    elif kind == 2:  # one more
        data += data[at:at + 50]
        struct.pack_into('<I', data, 80, count + 1)
        what = f'triangle {triangle} twice'
    else:
        corner = at + 12 + 4 * rng.randrange(9)
        value = struct.unpack_from('<f', data, corner)[0]
        struct.pack_into('<f', data, corner, number(rng, value))
        what = f'{value} of triangle {triangle} is {struct.unpack_from("<f", data, corner)[0]}'
    with open(path, 'wb') as file:
        file.write(data)
    return what


def alter(rng, folder, name):
    choices = [name] * 4
    if name in ('cell.json', 'two_arms.json', 'pick.json'):
        choices += ['arm/arm.urdf'] * 4 + ['arm/arm.srdf'] * 2
        choices += [f'arm/meshes/{m}' for m in os.listdir(os.path.join(folder, 'arm/meshes'))]
    elif name == 'boom.json':
        choices += ['boom.urdf'] * 4
    chosen = rng.choice(choices)
    path = os.path.join(folder, chosen)
    how = {'json': alter_json, 'urdf': alter_xml, 'srdf': alter_xml, 'stl': alter_mesh}[chosen.rsplit('.', 1)[1]]
    return f'{chosen}: {how(rng, path)}'


def ask_python(arguments):
    files._meshes.clear()
    verify.Verifier._known.clear()
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        try:
            status = verify.main(arguments)
        except Exception as problem:  # a file that it does not read
            return 2, repr(problem)
    return status, out.getvalue() + errors.getvalue()


def main():
    rng = random.Random(SEED)
    print(f'seed: {SEED}')
    counts = {'both accept': 0, 'both refuse': 0, 'stricter': 0}
    with tempfile.TemporaryDirectory() as folder:
        proofs = {}
        for name, motion in CASES:
            proof = proofs[name, motion] = os.path.join(folder, f'{len(proofs)}.jsonl')
            done = subprocess.run([LEEWAY, 'check', os.path.join(SCENES, name), '--motion', motion, '--proof', proof],
                                  stdout=subprocess.DEVNULL, check=False)
            assert done.returncode <= 1, name
        for case in range(COUNT):
            name, motion = rng.choice(CASES)
            altered = os.path.join(folder, 'altered')
            shutil.copytree(SCENES, altered)
            whats = [alter(rng, altered, name) for _ in range(rng.choice((1, 1, 1, 2)))]
            scene, proof = os.path.join(altered, name), proofs[name, motion]
            own = subprocess.run([AUDITOR, proof, '--scene', scene], capture_output=True, text=True, check=False)
            status, said = ask_python([proof, scene, '--motion', motion])
            what = f'case {case}: {name}, {motion}: {"; ".join(whats)}'
            if own.returncode not in (0, 1, 2):
                raise SystemExit(f'{what}: leeway-audit ended with {own.returncode}: {own.stderr}')
            if own.returncode == 0 and status:
                raise SystemExit(f'{what}: leeway-audit accepts what leeway.audit refuses: {said}')
            if own.returncode and not status:
                counts['stricter'] += 1
                if not re.search(STRICTER, own.stdout):
                    raise SystemExit(f'{what}: leeway-audit refuses what leeway.audit accepts: {own.stdout}')
            else:
                counts['both refuse' if status else 'both accept'] += 1
            shutil.rmtree(altered)
    print(', '.join(f'{key}: {value}' for key, value in counts.items()))
    if COUNT >= 100 and min(counts['both accept'], counts['both refuse']) < COUNT // 10:
        raise SystemExit('too few scenes are accepted, or refused, by both')
    if counts['stricter'] > COUNT // 3:
        raise SystemExit('leeway-audit refuses too much of what leeway.audit accepts')


main()
