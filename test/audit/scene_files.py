"""A robot, a scene and their files, with which leeway-audit compares a proof, for the tests."""

import json
import os
import shutil
import struct
import subprocess
import tempfile
import unittest

from proofs import AUDITOR

LEEWAY = os.environ.get('LEEWAY') or os.path.join(os.environ['LEEWAY_BUILD'], 'leeway')

URDF = '''<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><origin xyz="0.01 0.02 0.05" rpy="0.1 0.2 0.3"/><geometry><box size="0.2 0.3 0.1"/></geometry></collision></link>
  <link name="upper">
    <collision><origin xyz="0 0 0.03" rpy="0.3 0 0"/><geometry><mesh filename="package://arm/part.stl" scale="0.001 0.001 0.002"/></geometry></collision>
    <collision><origin xyz="0.2 0 0"/><geometry><cylinder radius="0.02" length="0.1"/></geometry></collision>
  </link>
  <link name="hand"><collision><geometry><sphere radius="0.03"/></geometry></collision></link>
  <link name="finger"><collision><geometry><mesh filename="finger.obj"/></geometry></collision></link>
  <link name="thumb"><collision><geometry><mesh filename="thumb.stl" scale="1 -1 1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.12" rpy="0 0.4 0"/><axis xyz="0 1 2"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="upper"/><child link="hand"/><origin xyz="0.3 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.2" effort="1" velocity="1"/></joint>
  <joint name="fix" type="fixed"><parent link="hand"/><child link="finger"/><origin xyz="0.1 0.05 0"/></joint>
  <joint name="follow" type="continuous"><parent link="hand"/><child link="thumb"/><origin xyz="0.1 -0.05 0"/><axis xyz="0 0 1"/><mimic joint="turn" multiplier="-0.5" offset="0.1"/></joint>
</robot>
'''
SRDF = '''<robot name="arm">
  <disable_collisions link1="base" link2="hand"/>
</robot>
'''
SCENE = {
    'margin': 0.01, 'self_margin': 0.005, 'robots': [{'urdf': 'arm.urdf', 'srdf': 'arm.srdf', 'base': {'position': [0, 0, 0.1], 'rpy': [0, 0, 0.2]}}],
    'obstacles': [
        {'id': 'box', 'type': 'box', 'size': [0.1, 0.2, 0.3], 'position': [1, 1, 0], 'rpy': [0.1, 0.2, 0.3]},
        {'id': 'ball', 'type': 'sphere', 'radius': 0.1, 'position': [1, -1, 0]},
        {'id': 'pill', 'type': 'capsule', 'radius': 0.11, 'length': 0.21, 'position': [-1, -1, 0], 'orientation': [0.1, 0.2, 0.3, 0.4]},
        {'id': 'drum', 'type': 'cylinder', 'radius': 0.12, 'length': 0.22, 'rounding': 0.01, 'position': [-1, 1, 0]},
        {'id': 'cone', 'type': 'cone', 'radius': 0.13, 'length': 0.23, 'position': [-1, 1, 1]},
        {'id': 'egg', 'type': 'ellipsoid', 'size': [0.14, 0.24, 0.34], 'position': [1, 1, 1]},
        {'id': 'rock', 'type': 'polytope', 'vertices': [[0, 0, 0], [0.15, 0, 0], [0, 0.25, 0], [0, 0, 0.35], [0.01, 0.01, 0.01]], 'position': [1, -1, 1]},
        {'id': 'shelf', 'position': [-1, -1, 1], 'shapes': [
            {'type': 'box', 'size': [0.16, 0.26, 0.36], 'position': [0.17, 0, 0]}, {'type': 'sphere', 'radius': 0.018}]},
        {'id': 'stone', 'type': 'mesh', 'file': 'part.stl', 'scale': 0.002, 'rounding': 0.001, 'position': [2, 0, 0]}],
    'attached': [{'id': 'tool', 'link': 'hand', 'type': 'box', 'size': [0.02, 0.021, 0.022], 'position': [0, 0, 0.06], 'touch_links': ['thumb']}],
    'allowed_pairs': [['thumb', 'finger'], ['base', 'upper'], ['thumb', 'upper'], ['tool', 'upper'], ['finger', 'upper']],
    'checked_pairs': [['hand', 'stone']],
    'pair_margins': [{'pair': ['upper', 'box'], 'margin': 0.011}],
    'link_padding': {'hand': 0.001},
    'motions': {'over': {'from': [0, 0], 'to': [0.5, 0.1]}}}
CORNERS = ((0, 0, 0), (10, 0, 0), (0, 11, 0), (0, 0, 12))
FACES = ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))
OBJ = '# a finger\n' + ''.join(f'v {x / 500} {y / 500} {z / 500}\n' for x, y, z in CORNERS) + ''.join(
    f'f {a + 1}/1 {b + 1}//2 {c - 4}\n' for a, b, c in FACES)


def stl(scale=1.0, faces=FACES):
    rows = b''.join(struct.pack('<12fH', 0, 0, 0, *(scale * v for i in face for v in CORNERS[i]), 0) for face in faces)
    return b'solid binary'.ljust(80) + struct.pack('<I', len(faces)) + rows


def text_stl(scale=1.0):
    return 'solid part\n' + ''.join(
        'facet normal 0 0 0\nouter loop\n' + ''.join(f'vertex {" ".join(str(scale * v) for v in CORNERS[i])}\n' for i in face) +
        'endloop\nendfacet\n' for face in FACES) + 'endsolid part\n'


def ply(scale=0.002, form='ascii', faces=FACES, real='double', whole='int', length='uchar'):
    """The same part as PLY, with properties that do not matter between those that do."""
    codes = {'float': 'f', 'double': 'd', 'char': 'b', 'uchar': 'B', 'short': 'h', 'ushort': 'H', 'int': 'i', 'uint': 'I'}
    head = (f'ply\nformat {form} 1.0\ncomment a part\nelement camera 1\nproperty float view\nproperty list uchar short more\n'
            f'element vertex {len(CORNERS)}\nproperty {real} y\nproperty uchar red\nproperty {real} x\nproperty {real} z\n'
            f'element face {len(faces)}\nproperty list {length} float weights\nproperty list {length} {whole} vertex_indices\nend_header\n')
    rows = [[('float', 7), ('uchar', 2), ('short', -1), ('short', 300)]]
    rows += [[(real, scale * y), ('uchar', 200), (real, scale * x), (real, scale * z)] for x, y, z in CORNERS]
    rows += [[(length, 1), ('float', 0.5), (length, len(f)), *((whole, i) for i in f)] for f in faces]
    if form == 'ascii':
        return (head + ''.join(' '.join(repr(v) for _, v in row) + '\n' for row in rows)).encode()
    order = '<' if form == 'binary_little_endian' else '>'
    return head.encode() + b''.join(struct.pack(order + codes[kind], v if kind in ('float', 'double') else int(v)) for row in rows for kind, v in row)


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        self.write('arm.urdf', URDF)
        self.write('arm.srdf', SRDF)
        self.write('part.stl', stl())
        self.write('thumb.stl', text_stl(0.002))
        self.write('finger.obj', OBJ)
        self.write('scene.json', json.dumps(SCENE))
        self.proof = self.prove()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        with open(self.path(name), 'wb') as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def prove(self, *arguments, status=0):
        proof = self.path('proof.jsonl')
        done = subprocess.run([LEEWAY, 'check', self.path('scene.json'), '--proof', proof, '--threads', '1', *arguments], check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return proof

    def audit(self, *arguments):
        return self.audit_with('--scene', self.path('scene.json'), *arguments)

    def audit_with(self, *arguments, cwd=None):
        done = subprocess.run([AUDITOR, self.proof, *arguments], check=False, capture_output=True, text=True, timeout=60, cwd=cwd)
        self.assertEqual(done.stderr, '')
        return done.returncode, done.stdout

    def accepts(self):
        status, said = self.audit()
        self.assertEqual(status, 0, said)
        self.assertIn('proven free', said)
        return said

    def refuses(self, sentence, status=1):
        found, said = self.audit()
        self.assertEqual(found, status, said)
        self.assertRegex(said, sentence)
        self.assertNotIn('proven', said)

    def alter(self, name, old, new, sentence, status=1):
        """A text stands once in a file; another one in its place is refused."""
        with open(self.path(name), encoding='utf-8') as file:
            before = file.read()
        self.assertEqual(before.count(old), 1, old)
        self.write(name, before.replace(old, new))
        with self.subTest(old=old, new=new):
            self.refuses(sentence, status)
        self.write(name, before)

    def scene(self, sentence, status=1, **keys):
        self.write('scene.json', json.dumps({**SCENE, **keys}))
        with self.subTest(**keys):
            self.refuses(sentence, status)
        self.write('scene.json', json.dumps(SCENE))

    def obstacle(self, name, sentence, **keys):
        changed = [{**o, **keys} if o['id'] == name else o for o in SCENE['obstacles']]
        self.scene(sentence, obstacles=changed)
