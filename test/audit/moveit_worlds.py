#!/usr/bin/env python3
"""Random robots (URDF, SRDF) among random surroundings, a planning scene of MoveIt or a scene in JSON with clouds, and
random motions: leeway-audit accepts the proof of each with all its files, calls free what `leeway check` calls free,
and proves nearly each contact. The verifier in Python agrees, of worlds that it reads.

usage: moveit_worlds.py LEEWAY AUDITOR PACKAGE COUNT SEED
"""

import contextlib
import io
import json
import os
import random
import re
import struct
import subprocess
import sys
import tempfile

LEEWAY, AUDITOR, PACKAGE = sys.argv[1:4]
COUNT, SEED = map(int, sys.argv[4:6])
sys.path.insert(0, PACKAGE)
import files  # noqa: E402
import verify  # noqa: E402

MOTIONS = 8
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
PROVEN = re.compile('motion (?P<id>[0-9]+): (?P<free>proven free$)?(?P<contact>.*in contact at)?')


class World:
    def __init__(self, rng, folder):
        self.rng, self.folder = rng, folder
        self.is_json = rng.randrange(3) == 0
        self.odd = False  # leeway.audit does not read it
        self.kinds = []  # of the joints whose values motions have, with their names
        with open(self.path('part.stl'), 'wb') as file:
            file.write(self.stl())
        self.links = [f'l{k}' for k in range(rng.randrange(2, 8))]
        self.write('robot.urdf', self.urdf())
        self.write('robot.srdf', self.srdf())
        self.write('scene', json.dumps(self.scene()) if self.is_json else self.message())
        self.write('motions.jsonl', ''.join(json.dumps({'id': k, **self.motion()}) + '\n' for k in range(MOTIONS)))

    def path(self, name):
        return os.path.join(self.folder, name + ('.json' if self.is_json else '.yaml') * (name == 'scene'))

    def write(self, name, text):
        with open(self.path(name), 'w', encoding='utf-8') as file:
            file.write(text)

    def vector(self, size, count=3):
        return [self.rng.uniform(-size, size) for _ in range(count)]

    def sizes(self, least, most, count):
        return [self.rng.uniform(least, most) for _ in range(count)]

    def stl(self):
        corners = [self.vector(0.07) for _ in range(4)]
        rows = (struct.pack('<12fH', 0, 0, 0, *(v for i in face for v in corners[i]), 0) for face in FACES)
        return bytes(80) + struct.pack('<I', len(FACES)) + b''.join(rows)

    # ---- the robot ---------------------------------------------------------------------------------

    def collision(self):
        r = self.rng
        if r.randrange(4) == 0:
            scale = r.choice(('', ' scale="0.5 0.7 0.9"', ' scale="1 -1 1"'))
            shape = f'<mesh filename="part.stl"{scale}/>'
        else:
            x, y, z = self.sizes(0.03, 0.12, 3)
            shape = r.choice((f'<box size="{x} {y} {z}"/>', f'<sphere radius="{x / 2}"/>',
                              f'<cylinder radius="{x / 2}" length="{2 * y}"/>'))
        place = '' if r.randrange(3) == 0 else self.origin(0.1)
        return f'<collision>{place}<geometry>{shape}</geometry></collision>'

    def origin(self, size):
        return f'<origin xyz="{self.row(size)}" rpy="{self.row(3)}"/>'

    def row(self, size):
        return ' '.join(map(str, self.vector(size)))

    def urdf(self):
        r, out = self.rng, ['<robot name="arm">']
        for name in self.links:
            shapes = ''.join(self.collision() for _ in range(r.choice((0, 1, 1, 2, 3)) or name == 'l0'))
            out.append(f'<link name="{name}">{shapes}</link>')
        for k in range(1, len(self.links)):
            kind = r.choice(('revolute', 'revolute', 'continuous', 'prismatic', 'fixed'))
            parent = k - 1 if r.randrange(4) else r.randrange(k)
            moving = '' if kind == 'fixed' else f'<axis xyz="{self.row(1)}"/>'
            if kind in ('revolute', 'prismatic'):
                moving += f'<limit lower="{-3 if kind[0] == "r" else -0.2}" upper="{3 if kind[0] == "r" else 0.3}" effort="1" velocity="1"/>'
            if kind != 'fixed':
                same = [n for n, other in self.kinds if other == kind]
                if same and r.randrange(5) == 0:
                    moving += f'<mimic joint="{r.choice(same)}" multiplier="{r.uniform(-0.9, 0.9)}" offset="{r.uniform(-0.05, 0.05)}"/>'
                else:
                    self.kinds.append((f'j{k}', kind))
            out.append(f'<joint name="j{k}" type="{kind}"><parent link="l{parent}"/><child link="l{k}"/>{self.origin(0.3)}{moving}</joint>')
        if not self.kinds:
            return self.urdf()
        return '\n'.join([*out, '</robot>'])

    def srdf(self):
        r = self.rng
        pairs = [(a, b) for i, a in enumerate(self.links) for b in self.links[:i] if r.random() < 0.5]
        rows = ''.join(f'<disable_collisions link1="{a}" link2="{b}" reason="Never"/>' for a, b in pairs)
        state = ''.join(f'<joint name="{n}" value="{self.value(kind)}"/>' for n, kind in self.kinds)
        return (f'<robot name="arm"><group name="all">{"".join(f"<joint name={chr(34)}{n}{chr(34)}/>" for n, _ in self.kinds)}</group>'
                f'<group_state name="home" group="all">{state}</group_state>{rows}</robot>')

    # ---- its surroundings --------------------------------------------------------------------------

    def pose(self, far):
        return {'position': self.vector(far), 'orientation': self.vector(1, 4)}

    def objects(self):
        for k in range(self.rng.choice((0, 1, 4, 8, 20))):
            yield f'o{k}', self.rng.choice(('box', 'sphere', 'cylinder', 'cone', 'mesh', 'file'))

    def message_object(self, name, kind, far=0.6, size=0.3):
        corners = [self.vector(size) for _ in range(4)]
        if kind in ('mesh', 'file'):
            self.odd = True
            mesh = {'vertices': corners, 'triangles': [{'vertex_indices': f} for f in FACES]}
            if kind == 'file':
                mesh = {'resource': 'part.stl', 'dimensions': self.sizes(0.5, 2, 3)}
            return {'id': name, 'meshes': [mesh], 'mesh_poses': [self.pose(far)]}
        count = {'box': 3, 'sphere': 1}.get(kind, 2)
        shape = {'type': kind, 'dimensions': self.sizes(size / 8, size, count)}
        out = {'id': name, 'primitives': [shape], 'primitive_poses': [self.pose(far)]}
        if self.rng.randrange(3) == 0:
            out['pose'] = self.pose(0.3)
        return out

    def message(self):
        r, names = self.rng, self.links
        objects = list(self.objects())
        out = {'world': {'collision_objects': [self.message_object(*o) for o in objects]}}
        state = {'name': [n for n, _ in self.kinds], 'position': [self.value(kind) for _, kind in self.kinds]}
        if r.randrange(2):
            out['robot_state'] = {'joint_state': state}
        if r.randrange(3) == 0:
            self.odd = True
            held = self.message_object('held', r.choice(('box', 'sphere')), 0.1, 0.05)
            held['header'] = {'frame_id': names[-1]}
            out.setdefault('robot_state', {})['attached_collision_objects'] = [
                {'link_name': names[-1], 'touch_links': r.sample(names, r.randrange(len(names))), 'object': held}]
        for key, value in (('padding', r.uniform(0, 0.01)), ('scale', r.uniform(0.9, 1.1))):
            if r.randrange(3) == 0:
                out['link_' + key] = [{'link_name': n, key: value} for n in r.sample(names, r.randrange(1, len(names) + 1))]
                self.odd |= key == 'scale'
        if r.randrange(2):
            listed = names + [n for n, _ in objects if r.randrange(2)]
            rows = [[False] * len(listed) for _ in listed]
            for i in range(len(listed)):
                for k in range(i):
                    rows[i][k] = rows[k][i] = r.random() < 0.3
            out['allowed_collision_matrix'] = {'entry_names': listed, 'entry_values': [{'enabled': row} for row in rows]}
        return ''.join(f'{key}: {json.dumps(value)}\n' for key, value in out.items())

    def scene(self):
        r, out = self.rng, {'obstacles': []}
        for name, kind in self.objects():
            x, y, z = self.sizes(0.02, 0.2, 3)
            shape = {'box': {'type': 'box', 'size': [x, y, z]}, 'sphere': {'type': 'sphere', 'radius': x},
                     'cylinder': {'type': 'capsule', 'radius': x, 'length': y}, 'cone': {'type': 'cone', 'radius': x, 'length': y},
                     'mesh': {'type': 'polytope', 'vertices': [self.vector(0.2) for _ in range(8)], 'rounding': 0.01},
                     'file': {'type': 'mesh', 'file': 'part.stl', 'scale': 1.5}}[kind]
            if kind == 'file' and r.randrange(2):
                self.odd, shape['mode'] = True, r.choice(('solid', 'surface'))
            out['obstacles'].append({'id': name, **shape, **self.pose(0.6)})
        if r.randrange(2):
            self.odd = True
            points = [self.vector(0.4) for _ in range(r.choice((1, 30, 500)))]
            out['obstacles'].append({'id': 'cloud', 'type': 'cloud', 'points': points, 'radius': 0.01, **self.pose(0.5)})
        for key, value in (('margin', 0.004), ('self_margin', 0.001), ('link_padding', 0.002)):
            if r.randrange(3) == 0:
                out[key] = value
        return out

    # ---- motions -----------------------------------------------------------------------------------

    def value(self, kind):
        least, most = {'prismatic': (-0.2, 0.3), 'revolute': (-2, 2), 'continuous': (-7, 7)}[kind]
        return self.rng.uniform(least, most)

    def values(self):
        return [self.value(kind) for _, kind in self.kinds]

    def near(self, row):
        return [v + self.rng.uniform(-0.2, 0.2) for v in row]

    def motion(self):
        r, first = self.rng, self.values()
        rows = [first] + [self.near(first) if r.randrange(3) else self.values() for _ in range(r.choice((1, 1, 2, 4)))]
        kind = r.randrange(3)
        if kind == 0:
            return {'from': first, 'to': rows[1]}
        if kind == 1:
            return {'path': rows}
        out = {'times': [0.5 * k for k in range(len(rows))], 'positions': rows}
        if r.randrange(2):
            out['velocities'] = [self.vector(0.3, len(first)) for _ in rows]
        return {'trajectory': out}

    # ---- what is proven ----------------------------------------------------------------------------

    def files(self):
        return ['--robot', self.path('robot.urdf'), '--srdf', self.path('robot.srdf'), '--scene', self.path('scene'),
                '--motions', self.path('motions.jsonl')]


def ask_python(arguments):
    files._meshes.clear()
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        status = verify.main(arguments)
    return status, out.getvalue()


def examine(world, counts, what):
    proof = world.path('proof.jsonl')
    done = subprocess.run([LEEWAY, 'check', *world.files(), '--threads', '1', '--budget-queries', '4000', '--json', '--proof', proof],
                          capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3):
        if 'no pair is checked' in done.stderr:
            return
        raise SystemExit(f'{what}: leeway check ended with {done.returncode}: {done.stderr}')
    audit = subprocess.run([AUDITOR, proof, *world.files()], capture_output=True, text=True, check=False)
    if audit.returncode:
        raise SystemExit(f'{what}: leeway-audit ended with {audit.returncode}: {audit.stdout}{audit.stderr}')
    if 'taken on trust' in audit.stdout:
        raise SystemExit(f'{what}: {audit.stdout}')
    said = {m['id']: m for m in map(PROVEN.match, audit.stdout.splitlines()) if m}
    for result in map(json.loads, done.stdout.splitlines()):
        own = said[str(result['id'])]
        if bool(own['free']) != (result['verdict'] == 'free') or own['contact'] and result['verdict'] != 'contact':
            raise SystemExit(f'{what}: {result} is said to be: {own.group()}')
        counts['motions'] += 1
        counts[result['verdict']] += 1
        counts['proven in contact'] += bool(own['contact'])
    if not world.odd and world.rng.randrange(4) == 0:
        status, python = ask_python([proof, *world.files()])
        if status:
            raise SystemExit(f'{what}: leeway.audit: {python}')
        counts['worlds for leeway.audit'] += 1


def main():
    print(f'seed: {SEED}')
    counts = dict.fromkeys(('motions', 'free', 'contact', 'undecided', 'proven in contact', 'worlds for leeway.audit'), 0)
    for case in range(SEED, SEED + COUNT):
        with tempfile.TemporaryDirectory() as folder:
            examine(World(random.Random(case), folder), counts, f'LEEWAY_SEED={case}')
    print(', '.join(f'{key}: {value}' for key, value in counts.items()))
    if COUNT >= 20 and (10 * min(counts['free'], counts['contact']) < counts['motions'] or
                        10 * counts['proven in contact'] < 9 * counts['contact'] or not counts['worlds for leeway.audit']):
        raise SystemExit('too few motions are free, in contact or proven')


if __name__ == '__main__':
    main()
