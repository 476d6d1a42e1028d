"""leeway-audit --scene compares a proof with the scene's files: it accepts the proof that was made of them, and says
which body or joint differs where anything in a file was altered, one thing at a time."""

import hashlib
import json
import math
import os
import re
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

    def prove(self, *arguments):
        proof = self.path('proof.jsonl')
        done = subprocess.run([LEEWAY, 'check', self.path('scene.json'), '--proof', proof, '--threads', '1', *arguments], check=False,
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return proof

    def audit(self, *arguments):
        done = subprocess.run([AUDITOR, self.proof, '--scene', self.path('scene.json'), *arguments], check=False,
                              capture_output=True, text=True, timeout=60)
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


class Geometry(Files):
    def test_all_is_accepted(self):
        self.accepts()

    def test_binary_or_text(self):
        self.write('part.stl', text_stl())
        self.accepts()

    def test_primitives(self):
        for name, keys in (('box', {'size': [0.1, 0.2, 0.3 + 1e-9]}), ('ball', {'radius': 0.1 + 1e-9}),
                           ('pill', {'length': 0.21 + 1e-9}), ('pill', {'radius': 0.11 + 1e-9}), ('drum', {'radius': 0.12 + 1e-9}),
                           ('drum', {'length': 0.22 - 1e-9}), ('drum', {'rounding': 0.01 + 1e-9}),
                           ('cone', {'radius': 0.13 - 1e-9}), ('cone', {'length': 0.23 + 1e-9}), ('egg', {'size': [0.24, 0.14, 0.34]})):
            self.obstacle(name, f'body "{name}": its [a-z]* is [0-9.e-]* m off', **keys)
        for kind in ('cylinder', 'cone'):
            self.obstacle({'cylinder': 'cone', 'cone': 'drum'}[kind], f'its {kind} is not in the proof', type=kind)
        self.obstacle('ball', 'body "ball": its box is not in', type='box', size=[0.1, 0.1, 0.1])
        shelf = SCENE['obstacles'][7]['shapes']
        self.obstacle('shelf', 'body "shelf": its box is .* off', shapes=[{**shelf[0], 'position': [0.17, 1e-9, 0]}, shelf[1]])
        self.obstacle('shelf', 'body "shelf": its box is .* off', shapes=[{**shelf[0], 'rpy': [0, 0, 1e-9]}, shelf[1]])
        self.obstacle('shelf', 'body "shelf": its sphere is .* off', shapes=[shelf[0], {**shelf[1], 'position': [0, 1e-9, 0]}])
        self.obstacle('shelf', 'body "shelf": its sphere is not in', shapes=[*shelf, shelf[1]])

    def test_a_shape_that_is_too_small_is_no_other(self):
        # a larger radius of the proof contains the file's
        self.write('scene.json', json.dumps({**SCENE, 'obstacles': [{**o, 'radius': 0.09} if o['id'] == 'ball' else o
                                                                     for o in SCENE['obstacles']]}))
        self.accepts()

    def test_polytopes(self):
        rock = SCENE['obstacles'][6]['vertices']
        self.obstacle('rock', r'body "rock": a vertex of its polytope is 1e-09 m outside', vertices=[*rock[:3], [0, 0, 0.35 + 1e-9]])
        self.obstacle('rock', 'outside of the proof', vertices=[*rock, [0.2, 0.2, 0.2]])
        self.obstacle('rock', 'its polytope is not in', vertices=rock, rounding=0.001)
        self.write('scene.json', json.dumps({**SCENE, 'obstacles': [{**o, 'vertices': rock[:4] + [[0.05, 0.05, 0.05]]} if o['id'] == 'rock' else o
                                                                     for o in SCENE['obstacles']]}))
        self.accepts()

    def test_meshes(self):
        self.write('part.stl', stl(1 + 1e-6))
        self.refuses(r'body "upper": a vertex of part.stl, \(.*\), is [0-9.e-]* m away')
        self.write('part.stl', stl(faces=FACES + ((0, 0, 3),)))
        self.accepts()
        self.write('part.stl', stl(faces=FACES[:3]))
        self.accepts()  # less than the proof has
        turned = (FACES[0][::-1], *FACES[1:])
        self.write('part.stl', stl(faces=tuple(f[::-1] for f in FACES)))
        self.refuses('triangle [0-3] of part.stl has another side out')
        self.write('part.stl', stl(faces=turned))
        self.accepts()  # it is not closed
        self.write('part.stl', stl())
        self.write('thumb.stl', text_stl(0.0020001))
        self.refuses('body "thumb": a vertex of thumb.stl')
        self.write('thumb.stl', text_stl(0.002).replace('0.0 0.0 0.024', '0.0 0.0 0.0', 1))
        self.accepts()  # this triangle has no area, and lies on an edge of another one
        self.write('thumb.stl', text_stl(0.002))
        self.write('finger.obj', OBJ.replace('v 0.02 ', 'v 0.02000001 '))
        self.refuses('body "finger": a vertex of finger.obj')
        self.write('finger.obj', OBJ)
        self.obstacle('stone', 'body "stone": a vertex', scale=0.0021)
        self.obstacle('stone', 'body "stone": a vertex', scale=[0.002, 0.002, 0.0020001])
        self.obstacle('stone', 'body "stone": triangle 0 of part.stl is none', rounding=0.0011)
        self.write('part.stl', stl(faces=FACES[:3]))
        self.proof = self.prove()
        self.write('part.stl', stl())
        self.refuses('body "upper": triangle 3 of part.stl is none')

    def test_links(self):
        for old, new, sentence in (
                ('0.2 0.3 0.1"/></geo', '0.2 0.3 0.1000001"/></geo', 'body "base": its box'),
                ('radius="0.02"', 'radius="0.0200001"', 'body "upper": its cylinder'),
                ('length="0.1"', 'length="0.1000001"', 'body "upper": its cylinder'),
                ('xyz="0.2 0 0"', 'xyz="0.2 0 1e-7"', 'body "upper": its cylinder'),
                ('xyz="0 0 0.03" rpy="0.3 0 0"', 'xyz="0 0 0.03" rpy="0.3 0 1e-7"', 'body "upper": a vertex'),
                ('xyz="0 0 0.03"', 'xyz="0 0 0.0300001"', 'body "upper": a vertex'),
                ('scale="0.001 0.001 0.002"', 'scale="0.001 0.001 0.0021"', 'body "upper": a vertex'),
                ('scale="1 -1 1"', 'scale="1 1 1"', 'body "thumb": a vertex'),
                ('radius="0.03"', 'radius="0.0300001"', 'body "hand": its sphere'),
                ('package://arm/part.stl', 'thumb.stl', 'body "upper": a vertex of thumb.stl')):
            self.alter('arm.urdf', old, new, sentence)

    def test_missing_bodies(self):
        self.scene('there is no body "stone"', obstacles=SCENE['obstacles'][:-1])
        more = [*SCENE['obstacles'], {'id': 'new', 'type': 'sphere', 'radius': 0.1}]
        self.scene('body "new" is not in the proof', obstacles=more)

    def test_surfaces(self):
        """The proof of a scene of surfaces says nothing of what is inside of them."""
        self.write('scene.json', json.dumps({**SCENE, 'mesh': 'surface'}))
        self.proof = self.prove()
        self.accepts()
        self.write('scene.json', json.dumps(SCENE))
        self.accepts()  # leeway-audit takes the closed surfaces from the files


    def test_inside(self):
        """A proof of surfaces is refused where something is inside of what the files have as a solid."""
        stone = {**SCENE['obstacles'][8], 'scale': 0.3, 'position': [-0.4, -0.4, -0.3]}
        scene = {**SCENE, 'obstacles': [stone]}
        self.write('scene.json', json.dumps({**scene, 'mesh': 'surface'}))
        self.proof = self.prove()
        self.accepts()
        self.write('scene.json', json.dumps(scene))
        status, said = self.audit()
        self.assertEqual(status, 1, said)
        self.assertIn('it is not proven that neither is inside the other', said)
        self.write('scene.json', json.dumps({**scene, 'obstacles': [{**stone, 'mode': 'surface'}]}))
        self.accepts()


class Scales(Files):
    """link_scale: sizes about their own origin, vertices about the mean of their places."""
    FACES = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    LINKS = {
        'box': {'type': 'box', 'size': [0.1, 0.2, 0.3], 'rounding': 0.01, 'position': [0.1, 0.2, 0.3]},
        'hull': {'type': 'polytope', 'vertices': [[0, 0, 0], [0.1, 0, 0], [0, 0.2, 0], [0, 0, 0.3], [0.1, 0, 0]], 'rounding': 0.013},
        'mesh': {'type': 'mesh', 'file': 'part.stl', 'scale': [0.01, 0.02, 0.03], 'rounding': 0.007},
        'soup': {'type': 'mesh', 'vertices': [[0.1, 0.1, 0.1], [0.3, 0.1, 0.1], [0.1, 0.3, 0.1], [0.1, 0.1, 0.3], [0.1, 0.1, 0.3], [9, 9, 9]],
                 'triangles': [*FACES[:2], [0, 4, 2], FACES[3]]}}

    def prove_one(self, link, scale=1.7, **keys):
        """The proof of a vehicle of one link."""
        robots = [{'name': 'drone', 'joint': {'type': 'floating'}, 'links': [{'name': 'hull', **link}]}]
        planar = {'dimension': 2, 'robots': [{'name': 'cart', 'joint': {'type': 'planar'}, 'links': [{'name': 'hull', **link}]}]}
        flies = {'from': [0, 0, 0, 0, 0, 0, 1], 'to': [0.1, 0, 0, 0, 0, 0, 1]}
        drives = {'from': [0, 0, 0], 'to': [1, 0, 0]}
        is_planar = link['type'] == 'polygon'
        self.one = {**(planar if is_planar else {'robots': robots}), 'obstacles': [
            {'id': 'post', 'type': 'disc', 'radius': 0.1, 'position': [9, 9]} if is_planar else
            {'id': 'post', 'type': 'sphere', 'radius': 0.1, 'position': [9, 9, 9]}],
            'link_scale': {'hull': scale}, 'motions': {'m': drives if is_planar else flies}, **keys}
        self.write('scene.json', json.dumps(self.one))
        self.proof = self.prove()
        self.assertNotIn('trust', self.accepts())

    def test_scales(self):
        for name, link in self.LINKS.items():
            with self.subTest(name):
                self.prove_one(link)
                for scale in (1.7 * (1 + 1e-9), 1.7 * (1 - 1e-9), 1):
                    self.write('scene.json', json.dumps({**self.one, 'link_scale': {'hull': scale}}))
                    if scale > 1.7 or name in ('mesh', 'soup'):
                        self.refuses('body "hull": ')
                for key, value in (('position', [0, 0, 1e-8]), ('rounding', link.get('rounding', 0) + 1e-8)):
                    changed = {**self.one['robots'][0], 'links': [{'name': 'hull', **link, key: value}]}
                    self.write('scene.json', json.dumps({**self.one, 'robots': [changed]}))
                    self.refuses('body "hull"')

    def test_vertices(self):
        for name, key in (('hull', 'vertices'), ('soup', 'vertices')):
            self.prove_one(self.LINKS[name])
            for at in range(4):
                vertices = json.loads(json.dumps(self.LINKS[name][key]))
                vertices[at][0] += 1e-8 if at == 1 else -1e-8
                changed = {**self.one['robots'][0], 'links': [{'name': 'hull', **self.LINKS[name], key: vertices}]}
                self.write('scene.json', json.dumps({**self.one, 'robots': [changed]}))
                self.refuses('body "hull": a vertex')

    def test_mesh_files(self):
        self.write('arm.urdf', URDF)
        self.write('scene.json', json.dumps({**SCENE, 'link_scale': 1.1}))
        self.proof = self.prove()
        self.assertNotIn('trust', self.accepts())
        self.scene('body "(base|upper)": ', link_scale=1.1 + 1e-9)
        self.scene('body "upper": a vertex of part.stl', link_scale={'*': 1, 'base': 1.1, 'hand': 1.1, 'finger': 1.1, 'thumb': 1.1})
        self.scene('body "thumb": a vertex of thumb.stl', link_scale={'base': 1.1, 'upper': 1.1, 'hand': 1.1, 'finger': 1.1, 'thumb': 1.2})
        # points that stand twice in a file count once, others not at all
        self.write('scene.json', json.dumps({**SCENE, 'link_scale': 1.1}))
        self.write('finger.obj', OBJ + 'f 1 3 2\nv 7 7 7\n')
        self.accepts()

    def test_polygons(self):
        outline = [[0, 0], [0.5, 0], [0.5, 0.1], [0.2, 0.1], [0.2, 0.4], [0, 0.4], [0, 0.2]]
        self.prove_one({'type': 'polygon', 'vertices': outline, 'rounding': 0.01})
        for scale in (1.7 + 1e-8, 1.6):
            self.write('scene.json', json.dumps({**self.one, 'link_scale': scale}))
            self.refuses('body "hull": ')
        # the mean is that of corners alone
        for vertices in (outline[:-1], [[0, 0], [0.25, 0], *outline[1:6], [0, 0.3], [0, 0.25], [0, 0.25], outline[6], [0, 0]]):
            changed = {**self.one['robots'][0], 'links': [{'name': 'hull', 'type': 'polygon', 'vertices': vertices, 'rounding': 0.01}]}
            self.write('scene.json', json.dumps({**self.one, 'robots': [changed]}))
            self.accepts()
        self.prove_one({'type': 'polygon', 'vertices': [[0, 0], [0.25, -1e-6], *outline[1:]]})
        self.prove_one({'type': 'polygon', 'vertices': outline[:-1], 'rounding': 0.01})
        changed['links'][0]['vertices'] = [*outline[:-1], [-1e-6, 0.1]]
        self.write('scene.json', json.dumps({**self.one, 'robots': [changed]}))
        self.refuses('body "hull": ')


class Joints(Files):
    def test_places(self):
        for name, keys in (('box', {'position': [1, 1, 1e-8]}), ('box', {'rpy': [0.1, 0.2, 0.3 + 1e-7]}),
                           ('pill', {'orientation': [0.1, 0.2, 0.3, 0.4 + 1e-7]}), ('rock', {'position': [1, -1, 1.1]})):
            self.obstacle(name, f'body "{name}" is up to [0-9.e-]* m away', **keys)
        self.scene('body "base" is up to', robots=[{**SCENE['robots'][0], 'base': {'position': [0, 0, 0.1]}}])
        self.scene('body "tool" is up to', attached=[{**SCENE['attached'][0], 'position': [0, 0, 0.061]}])

    def test_joints(self):
        for old, new, sentence in (
                ('0.01 0.02 0.05', '0.01 0.02 0.06', 'body "base" is up to'),
                ('xyz="0 0 0.12"', 'xyz="0 0 0.13"', 'body "upper" is up to'),
                ('rpy="0 0.4 0"', 'rpy="0 0.4 1e-6"', 'body "upper" is up to'),
                ('xyz="0 1 2"', 'xyz="0 1 2.00001"', 'body "upper" is up to'),
                ('xyz="0 1 2"', 'xyz="0 -1 -2"', 'body "upper" is up to'),
                ('xyz="1 0 0"', 'xyz="1 0 1e-6"', 'body "hand" is up to'),
                ('xyz="1 0 0"', 'xyz="-1 0 0"', 'body "hand" is up to'),
                ('xyz="0.3 0 0"', 'xyz="0.3 1e-6 0"', 'body "hand" is up to'),
                ('xyz="0.1 0.05 0"', 'xyz="0.1 0.05 1e-6"', 'body "finger" is up to'),
                ('multiplier="-0.5"', 'multiplier="0.5"', 'body "thumb" is up to'),
                ('offset="0.1"', 'offset="0.100001"', 'body "thumb" is up to'),
                ('mimic joint="turn"', 'mimic joint="slide"', 'joint "follow" follows another joint'),
                ('<mimic joint="turn" multiplier="-0.5" offset="0.1"/>', '', 'joint "follow" follows another joint'),
                ('type="prismatic"', 'type="revolute"', 'joint "slide" is of another kind'),
                ('type="revolute"', 'type="fixed"', 'body "upper" is moved by 0 frames, and in the proof by 1'),
                ('type="fixed"', 'type="continuous"', 'body "finger" is moved by 3 frames'),
                ('parent link="upper"', 'parent link="base"', 'body "hand" is moved by 1 frames'),
                ('xyz="0 1 2"', 'xyz="0 0 0"', 'the axis of joint "turn" has length zero')):
            self.alter('arm.urdf', old, new, sentence, 2 if 'zero' in sentence else 1)

    def test_axis_elsewhere(self):
        """An axis at another place, while the link is at the same place as long as the joint is at 0."""
        self.write('arm.urdf', URDF.replace('xyz="0.1 -0.05 0"', 'xyz="0.1 -0.04 0"').replace(
            '<link name="thumb"><collision>', '<link name="thumb"><collision><origin xyz="0 -0.01 0"/>'))
        self.refuses('body "thumb" is up to 0.006 m away')

    def test_rounding_is_added(self):
        """Another place by a rounding error is none, but is added to what is required."""
        self.write('arm.urdf', URDF.replace('xyz="0.3 0 0"', 'xyz="0.30000000000000004 0 0"'))
        self.accepts()

    def test_what_limits_are(self):
        self.write('arm.urdf', URDF.replace('upper="3"', 'upper="2"'))
        self.accepts()


class Pairs(Files):
    def test_margins(self):
        self.scene('the margin or padding of [a-z]* and [a-z]* is more than in the proof', margin=0.0101)
        self.scene('the margin or padding of', self_margin=0.0051)
        self.scene('of upper and box is more', pair_margins=[{'pair': ['upper', 'box'], 'margin': 0.0111}])
        self.scene('of upper and box is more', pair_margins=[{'pair': ['box', 'arm/upper'], 'margin': 0.0111}])
        self.scene('of hand and box is more', link_padding={'hand': 0.0011})
        self.scene('is more than in the proof', link_padding={'arm/base': 0.0011})
        self.scene('is more than in the proof', link_padding=0.0011)

    def test_smaller_margins(self):
        self.write('scene.json', json.dumps({**SCENE, 'margin': 0.009, 'self_margin': 0, 'link_padding': 0}))
        self.accepts()

    def test_exemptions(self):
        self.scene('finger and thumb have to be checked', allowed_pairs=SCENE['allowed_pairs'][1:])
        self.scene('thumb and tool have to be checked', checked_pairs=[['tool', 'thumb']])
        self.scene('have to be checked', checked_pairs=[['*', 'thumb']])
        self.scene('thumb and tool have to be checked', attached=[{k: v for k, v in SCENE['attached'][0].items() if k != 'touch_links'}])
        self.scene('thumb and tool have to be checked', attached=[{**SCENE['attached'][0], 'touch_links': ['finger']}])
        self.alter('arm.srdf', '<disable_collisions link1="base" link2="hand"/>', '', 'base and hand have to be checked')
        self.alter('arm.srdf', 'link2="hand"', 'link2="finger"', 'base and hand have to be checked')
        self.scene('base and hand have to be checked', robots=[{k: v for k, v in SCENE['robots'][0].items() if k != 'srdf'}])

    def test_reasons(self):
        self.scene('base and hand may meet for another reason than "srdf": scene', allowed_pairs=SCENE['allowed_pairs'] + [['base', 'hand']])

    def test_more_is_checked(self):
        """A proof may say more than it must."""
        self.write('scene.json', json.dumps({**SCENE, 'allowed_pairs': SCENE['allowed_pairs'] + [['ball', 'arm/hand']]}))
        self.accepts()


class Motions(Files):
    def motion(self, node, **keys):
        """Proves a motion of the scene, and keeps it."""
        self.keys = keys
        self.write('scene.json', json.dumps({**SCENE, **keys, 'motions': {'m': node}}))
        self.proof = self.prove()
        self.accepts()

    def other(self, node, sentence, **keys):
        with self.subTest(node=node, **keys):
            self.write('scene.json', json.dumps({**SCENE, **self.keys, **keys, 'motions': {'m': node}}))
            self.refuses(sentence)

    def test_segments(self):
        self.motion({'from': [0, 0], 'to': [0.5, 0.1]})
        self.other({'from': [0, 0], 'to': [0.5000001, 0.1]}, 'the motion "m": joint "turn" moves otherwise than in the proof, by up to 1e-07')
        self.other({'from': [0, 1e-7], 'to': [0.5, 0.1]}, 'joint "slide" moves otherwise')
        self.other({'joints': ['slide', 'turn'], 'from': [0, 0], 'to': [0.5, 0.1]}, 'moves otherwise')
        self.other({'path': [[0, 0], [0.25, 0.05], [0.5, 0.1]]}, 'robot "arm" is at its waypoints at other times')
        self.other({'trajectory': {'times': [0, 2], 'positions': [[0, 0], [0.5, 0.1]]}}, 'it begins or ends at another time than in the proof')
        self.other({'from': [0, 0, 0], 'to': [0.5, 0.1, 0]}, 'a configuration has 3 values')
        self.other({'from': [0], 'to': [0.5, 0.1]}, 'a configuration has 1 values')
        self.other({'joints': ['turn', 'none'], 'from': [0, 0], 'to': [0.5, 0.1]}, 'has no joint "none"')
        self.other({'path': []}, 'a path has no waypoints')
        self.other({'from': [0, 0], 'to': [0.5, 0.1], 'path': [[0, 0]]}, 'is not one of from and to, path')
        self.other({'from': 'home', 'to': [0.5, 0.1]}, 'there is no state "home"')
        self.other({'from': [0, 0], 'to': [0.5, 0.1], 'speed': 1}, 'a key "speed"')
        self.other({'robots': {'leg': {'from': [0, 0], 'to': [0.5, 0.1]}}}, 'there is no robot "leg"')

    def test_rest(self):
        self.motion({'joints': ['turn'], 'from': [0], 'to': [0.5]}, robot_state={'slide': 0.05})
        self.other({'joints': ['turn'], 'from': [0], 'to': [0.5]}, 'joint "slide" moves otherwise', robot_state={'arm/slide': 0.0501})
        self.other({'joints': ['turn'], 'from': [0], 'to': [0.5]}, 'joint "slide" moves otherwise', robot_state={})
        self.other({'from': [0, 0.05], 'to': [0.5, 0.06]}, 'joint "slide" moves otherwise')
        self.write('scene.json', json.dumps({**SCENE, **self.keys, 'motions': {'m': {'from': [0, 0.05], 'to': [0.5, 0.05]}}}))
        self.accepts()  # it stands still

    def test_trajectories(self):
        rows = {'times': [0, 1, 2.5], 'positions': [[0, 0], [0.5, 0.1], [0.3, 0.05]],
                'velocities': [[0, 0], [0.1, 0.02], [0, 0]], 'accelerations': [[0, 0], [0.1, 0.01], [0, 0]]}
        for kind in ('linear', 'cubic', 'quintic'):
            node = {**rows, 'interpolation': kind}
            self.motion({'trajectory': node})
            for key, at, sentence in (('positions', 2, 'moves otherwise'), ('velocities', 1, 'moves otherwise'),
                                      ('accelerations', 1, 'moves otherwise'), ('times', 1, 'waypoints at other times'), ('times', 2, 'another time')):
                changed = json.loads(json.dumps(node))
                if key == 'times':
                    changed[key][at] += 1e-6
                else:
                    changed[key][at][0] += 1e-6
                if key == 'velocities' and kind == 'linear' or key == 'accelerations' and kind != 'quintic':
                    continue
                self.other({'trajectory': changed}, sentence)
            self.other({'trajectory': {**rows, 'interpolation': 'cubic' if kind != 'cubic' else 'linear'}}, 'moves otherwise')
        self.motion({'trajectory': rows})
        self.other({'trajectory': {k: v for k, v in rows.items() if k != 'accelerations'}}, 'moves otherwise')
        self.other({'trajectory': {**rows, 'times': [0, 2, 1]}}, 'the times of a trajectory do not increase')
        self.other({'trajectory': {**rows, 'times': [0, 1]}}, 'has not a row for each time')
        self.other({'trajectory': {**rows, 'interpolation': 'round'}}, 'cannot be interpolated')

    def test_approaches(self):
        rows = {'times': [0.5, 1], 'positions': [[0.1, 0], [0.5, 0.1]]}
        self.motion({'trajectory': rows})
        self.other({'trajectory': rows}, 'waypoints at other times', robot_state={'turn': 0.1})
        self.motion({'trajectory': rows}, robot_state={'turn': 0.2})
        self.other({'trajectory': rows}, 'joint "turn" moves otherwise', robot_state={'turn': 0.3})
        self.other({'trajectory': rows}, 'waypoints at other times', robot_state={})
        self.motion({'trajectory': {'times': [0], 'positions': [[0.1, 0]]}})
        self.other({'trajectory': {'times': [0], 'positions': [[0.2, 0]]}}, 'joint "turn" moves otherwise')

    def test_states(self):
        srdf = SRDF.replace('</robot>', '<group name="all"><chain base_link="base" tip_link="hand"/></group>'
                            '<group_state name="home" group="all"><joint name="turn" value="0.1"/><joint name="slide" value="0.05"/></group_state></robot>')
        self.write('arm.srdf', srdf)
        self.motion({'from': 'home', 'to': [0.5, 0.1]})
        self.alter('arm.srdf', 'value="0.05"', 'value="0.06"', 'joint "slide" moves otherwise')
        self.alter('arm.srdf', '<joint name="slide" value="0.05"/>', '', 'joint "slide" moves otherwise')
        self.alter('arm.srdf', 'base_link="base"', 'base_link="upper"', 'a configuration has 2 values')
        self.alter('arm.srdf', '<group name', '<passive_joint name="slide"/><group name', 'a configuration has 2 values')
        self.alter('arm.srdf', 'tip_link="hand"', 'tip_link="upper"', 'a configuration has 2 values')
        self.write('arm.srdf', srdf.replace('<chain base_link="base" tip_link="hand"/>', '<link name="hand"/><joint name="turn"/>'))
        self.accepts()  # in the order of the robot
        self.write('arm.srdf', srdf.replace('</robot>', '<group_state name="home" group="all"><joint name="turn" value="0.2"/></group_state></robot>'))
        self.refuses('there is no state "home", or it is ambiguous')
        self.write('arm.srdf', srdf.replace('<chain base_link="base" tip_link="hand"/>', '<group name="all"/>'))
        self.refuses('there is no group "all"')

    def test_files_of_motions(self):
        motions = self.path('motions.jsonl')
        lines = [{'from': [0, 0], 'to': [0.5, 0.1]}, {'id': 'named', 'from': [0, 0], 'to': [0.2, 0.1]}]
        self.write('motions.jsonl', '\n'.join(map(json.dumps, lines)) + '\n')
        self.proof = self.prove('--motions', motions)
        status, said = self.audit('--motions', motions)
        self.assertEqual((status, said.count('proven free')), (0, 2))
        self.assertNotIn('trust', said)
        status, said = self.audit()
        self.assertEqual(status, 0)
        self.assertIn('taken on trust: the motion 0, which is not one of the scene', said)
        for changed, sentence in (([lines[1]], 'the motion 0: it is not in the file of motions'),
                                  ([lines[0], {**lines[1], 'to': [0.2, 0]}], 'the motion "named": joint "slide" moves otherwise'),
                                  ([*lines, lines[1]], 'the motion "named": two motions have the id')):
            self.write('motions.jsonl', '\n'.join(map(json.dumps, changed)))
            status, said = self.audit('--motions', motions)
            self.assertEqual(status, 1)
            self.assertRegex(said, sentence)
        for text, sentence in (('[1]', 'motions.jsonl:1: it is no motion'), ('{"id": 1', 'motions.jsonl:1: it is no motion')):
            self.write('motions.jsonl', text)
            status, said = self.audit('--motions', motions)
            self.assertEqual(status, 2)
            self.assertIn(sentence, said)

    def test_stages(self):
        path = [[0, 0], [0.1, 0.1], [0.2, 0.1], [0.5, 0.1]]
        attach = {'waypoint': 1, 'id': 'box', 'link': 'hand', 'touch_links': ['thumb'], 'may_touch': ['ball']}
        release = {'waypoint': 2, 'id': 'box'}
        self.motion({'path': path, 'attach': [attach], 'release': [release]})
        status, said = self.audit()
        self.assertNotIn('trust', said)
        for key, value, sentence in (('waypoint', 0, 'begins? or ends|carried by another|in the middle of a stage'),
                                     ('waypoint', 2, 'carried by another link than in the proof, or by none|released'),
                                     ('waypoint', 4, 'no index'), ('link', 'finger', '"box" is carried by another link'),
                                     ('id', 'ball', '"(box|ball)" is carried by another|is not there'), ('id', 'hand', 'there is no object "hand"'),
                                     ('link', 'none', 'is attached to a link that is not there'),
                                     ('touch_links', [], 'thumb and box have to be checked'), ('may_touch', [], '(box and ball|ball and box) have to be checked'),
                                     ('speed', 1, 'a key "speed"')):
            self.other({'path': path, 'attach': [{**attach, key: value}], 'release': [release]}, sentence)
        self.other({'path': path, 'attach': [attach]}, '"box" is carried by another')
        self.other({'path': path, 'attach': [attach], 'release': [{**release, 'waypoint': 3}]}, '"box" is carried by another')
        self.other({'path': path, 'attach': [attach], 'release': [{**release, 'id': 'ball'}]}, 'is not there to be attached or released')
        self.other({'path': path, 'attach': [attach, {**attach, 'id': 'ball'}], 'release': [release]}, '"ball" is carried by another')
        later = [*path[:3], [0.3, 0.1], path[3]]
        self.motion({'path': later, 'attach': [attach]})
        self.other({'path': later, 'attach': [attach], 'release': [{**release, 'waypoint': 3}]}, 'in the middle of a stage')
        self.other({'path': later}, 'thumb and box have to be checked')
        self.motion({'path': later})
        self.write('scene.json', json.dumps({**SCENE, 'motions': {'m': {'path': later, 'attach': [attach]}}}))
        status, said = self.audit()
        self.assertEqual(status, 1)
        self.assertIn('the motion attaches or releases objects, and has no stages', said)

    def test_released(self):
        """An attached object is released, and may touch its link and what it could touch before, for a while."""
        self.motion({'path': [[0, 0], [0.1, 0.1], [0.2, 0.1], [0.5, 0.1]], 'release': [{'waypoint': 2, 'id': 'tool', 'may_touch': ['hand']}]},
                    allowed_pairs=SCENE['allowed_pairs'] + [['tool', 'hand'], ['tool', 'finger']])
        self.other({'path': [[0, 0], [0.1, 0.1], [0.2, 0.1], [0.5, 0.1]], 'release': [{'waypoint': 1, 'id': 'tool', 'may_touch': ['hand']}]},
                   'carried by another|in the middle')
        self.other({'path': [[0, 0], [0.1, 0.1], [0.2, 0.1], [0.5, 0.1]], 'release': [{'waypoint': 2, 'id': 'tool'}]}, 'have to be checked',
                   allowed_pairs=SCENE['allowed_pairs'])


VEHICLES = {
    'robots': [
        {'name': 'cart', 'joint': {'name': 'drive', 'type': 'planar'}, 'base': {'position': [0.5, 0, 0.1], 'rpy': [0.1, 0.2, 0.3]},
         'links': [{'name': 'body', 'type': 'box', 'size': [0.4, 0.3, 0.1]}, {'name': 'mast', 'type': 'capsule', 'radius': 0.05, 'length': 0.3}],
         'joints': [{'name': 'spin', 'type': 'continuous', 'parent': 'body', 'child': 'mast', 'position': [0.5, 0, 0.4], 'axis': [0.1, 0, 1]}],
         'states': {'home': {'spin': 1}}, 'groups': {'top': ['spin'], 'all': ['drive', 'spin']}},
        {'name': 'drone', 'joint': {'name': 'fly', 'type': 'floating'}, 'base': {'position': [0, 3, 1], 'rpy': [0.3, 0, 0]},
         'links': [{'name': 'hull', 'position': [0.1, 0, 0], 'type': 'ellipsoid', 'size': [0.3, 0.2, 0.1]}]}],
    'robot_state': {'fly': [0.1, 0.2, 0.3, 0.1, 0.2, 0.3, 0.4], 'cart/spin': 0.3}}


class Vehicles(Files):
    """Joints of several values, and robots of their own."""

    def motion(self, parts, **keys):
        self.keys = keys
        self.write('scene.json', json.dumps({**VEHICLES, **keys, 'motions': {'m': {'robots': parts}}}))
        self.proof = self.prove()
        self.assertNotIn('trust', self.accepts())

    def other(self, parts, sentence, **keys):
        with self.subTest(parts=parts, **keys):
            self.write('scene.json', json.dumps({**VEHICLES, **self.keys, **keys, 'motions': {'m': {'robots': parts}}}))
            self.refuses(sentence)

    def test_angles(self):
        """Angles turn the shorter way, from waypoint to waypoint."""
        rows = [[0, 0, 3, 3], [0.1, 0, -3, -2], [0.1, 0.1, 2, 2]]
        self.motion({'cart': {'path': rows, 'group': 'all'}})
        for at, by in ((2, 1e-6), (3, 1e-6), (3, 7)):
            changed = json.loads(json.dumps(rows))
            changed[1][at] += by
            self.other({'cart': {'path': changed, 'group': 'all'}}, 'joint "(drive|spin)" moves otherwise')
        self.other({'cart': {'path': [[r[3]] for r in rows], 'group': 'top'}}, 'joint "drive" moves otherwise')
        self.other({'cart': {'path': rows, 'group': 'none'}}, 'there is no group "none"')
        self.motion({'cart': {'from': 'home', 'to': [2], 'group': 'top'}})
        self.other({'cart': {'from': [1.1], 'to': [2], 'group': 'top'}}, 'joint "spin" moves otherwise')
        # literally, in a trajectory
        self.motion({'cart': {'joints': ['spin'], 'trajectory': {'times': [0, 1], 'positions': [[3], [-3]]}}})
        self.other({'cart': {'joints': ['spin'], 'trajectory': {'times': [0, 1], 'positions': [[3], [3.2831853071795862]]}}}, 'joint "spin" moves otherwise')

    def test_floating(self):
        rows = [[0, 0, 0, 0.1, 0.2, 0.3, 0.4], [0.3, 0.2, 0.1, 0.4, 0.3, 0.2, 0.1], [0.3, 0.2, 0.1, -0.4, -0.3, -0.2, 0.1]]
        self.motion({'drone': {'path': rows}})
        for row in range(3):
            for at in range(7):
                changed = json.loads(json.dumps(rows))
                changed[row][at] += 1e-5
                self.other({'drone': {'path': changed}}, 'joint "fly" moves otherwise|body "drone/hull" is up to')
        self.write('scene.json', json.dumps({**VEHICLES, 'motions': {'m': {'robots': {'drone': {'path': [r[:3] + [-v for v in r[3:]] for r in rows]}}}}}))
        self.accepts()  # the same rotations
        self.other({'drone': {'from': rows[0], 'to': [0, 0, 0, 0.4, 0.3, -0.2, -0.1]}}, 'half a turn|other times')
        self.other({'drone': {'path': [[0, 0, 0, 0, 0, 0, 0], *rows[1:]]}}, 'or has no orientation')
        self.other({'drone': {'path': rows}}, 'is up to', robots=[VEHICLES['robots'][0], {**VEHICLES['robots'][1], 'base': {'position': [0, 3, 1]}}])

    def test_single_values(self):
        """Components of joints by their own names, at rest; what stands later in the file counts."""
        names = {'fly/trans_x': 0.1, 'drone/fly/trans_y': 0.2, 'fly/trans_z': 0.3, 'fly/rot_x': 0.1, 'drone/fly/rot_y': 0.2, 'fly/rot_z': 0.3,
                 'fly/rot_w': 0.5, 'drive/x': 0.1, 'cart/drive/y': 0.2, 'drive/theta': 0.3}
        part = {'cart': {'joints': ['spin'], 'from': [0], 'to': [1]}}
        self.motion(part, robot_state={**names, 'spin/x': 2, 'nobody': 1, 'drone/drive/x': 7, 'else/drive/x': 7})
        for name in names:
            self.other(part, 'joint "drive" moves otherwise|body "drone/hull" is up to', robot_state={**names, name: names[name] + 1e-5})
            self.other(part, 'joint "drive" moves otherwise|body "drone/hull" is up to', robot_state={k: v for k, v in names.items() if k != name})
        self.other(part, 'does not have 1 values of joint "drive"', robot_state={**names, 'drive/x': [1, 2, 3]})
        for state, x in (({'drive': [4, 5, 6], 'drive/x': 0.1}, 0.1), ({'drive/x': 0.1, 'drive': [4, 5, 6]}, 4)):
            self.motion(part, robot_state=state)
            self.write('scene.json', json.dumps({**VEHICLES, 'robot_state': {'drive': [x, 5, 6]}, 'motions': {'m': {'robots': part}}}))
            self.accepts()

    def test_columns(self):
        """Components of joints as columns of a motion, in any order."""
        joints = ['drive/theta', 'cart/spin', 'drive/x', 'cart/drive/y']
        rows = [[0.1, 0.2, 0.3, 0.4], [0.5, 0.7, 0.9, 1.1]]
        self.motion({'cart': {'joints': joints, 'path': rows}})
        for row in range(2):
            for at in range(4):
                changed = json.loads(json.dumps(rows))
                changed[row][at] += 1e-5
                self.other({'cart': {'joints': joints, 'path': changed}}, 'joint "(drive|spin)" moves otherwise')
        self.write('scene.json', json.dumps({**VEHICLES, 'motions': {'m': {'robots': {
            'cart': {'joints': ['drive', 'spin'], 'path': [[r[2], r[3], r[0], r[1]] for r in rows]}}}}}))
        self.accepts()
        for changed in (joints[:3], joints[:3] + ['drive/x'], joints + ['drive/x'], joints + ['drive'], joints + ['spin']):
            self.other({'cart': {'joints': changed, 'path': [(r + [0, 0, 0])[:len(changed)] for r in rows]}}, 'named twice, or not all of its values')
        self.other({'cart': {'joints': joints, 'path': [r + [0] for r in rows]}}, 'has 5 values, and not as many')
        for name in ('drive/rot_x', 'spin/x', 'drone/drive/x', 'drive/', 'driv/y', 'driver/y', 'cart/driv/y'):
            self.other({'cart': {'joints': joints[:3] + [name], 'path': rows}}, f'has no joint "{name}"')
        order = ['rot_w', 'trans_z', 'rot_x', 'trans_x', 'rot_z', 'rot_y', 'trans_y']
        rows = [[0.4, 0, 0.1, 0, 0.3, 0.2, 0], [0.1, 0.1, 0.4, 0.3, 0.2, 0.3, 0.2]]
        self.motion({'drone': {'joints': [f'fly/{name}' for name in order], 'path': rows}})
        for at in range(7):
            changed = [rows[0], [v + 1e-5 * (i == at) for i, v in enumerate(rows[1])]]
            self.other({'drone': {'joints': [f'fly/{name}' for name in order], 'path': changed}}, 'joint "fly" moves otherwise|body "drone/hull" is up to')

    def test_states_of_several_values(self):
        """A named state has no values of a joint of several: it stays where it is."""
        self.motion({'cart': {'from': 'home', 'to': [1, 0, 0, 2], 'group': 'all'}}, robot_state={'drive': [1, 0, 0.5]})
        self.other({'cart': {'from': 'home', 'to': [1, 0, 0, 2], 'group': 'all'}}, 'joint "drive" moves otherwise', robot_state={'drive': [1, 0, 0.6]})
        self.other({'cart': {'from': 'none', 'to': [1, 0, 0, 2], 'group': 'all'}}, 'there is no state "none"')
        # in an SRDF, which may give them some
        self.write('cart.urdf', URDF.replace('type="revolute"', 'type="planar"').replace('xyz="0 1 2"', 'xyz="0 0 1"').replace(
            '<mimic joint="turn" multiplier="-0.5" offset="0.1"/>', '').replace('mesh filename="package://arm/part.stl"', 'mesh filename="part.stl"'))
        for value in ('1', '1 2 3', 'x'):
            self.write('cart.srdf', f'<robot name="arm"><group name="all"><joint name="turn"/><joint name="slide"/></group><group_state name="home" group="all">'
                       f'<joint name="turn" value="{value}"/><joint name="slide" value="0.1"/></group_state></robot>')
            scene = {**SCENE, 'robots': [{'urdf': 'cart.urdf', 'srdf': 'cart.srdf'}], 'robot_state': {'turn': [0.1, 0.2, 0.3]},
                     'motions': {'m': {'from': 'home', 'to': [0.2, 0.2, 0.3, 0.2]}}}
            self.write('scene.json', json.dumps(scene))
            self.proof = self.prove()
            self.assertNotIn('trust', self.accepts())

    def test_another_axis(self):
        """Turns by one angle about other axes, in a later piece."""
        start = [0, 0, 0, 0, 0, 0, 1]
        self.motion({'drone': {'path': [start, start, [0, 0, 0, math.sin(0.5), 0, 0, math.cos(0.5)]]}})
        self.other({'drone': {'path': [start, start, [0, 0, 0, 0, math.sin(0.5), 0, math.cos(0.5)]]}}, 'body "drone/hull" is up to')

    def test_only_group(self):
        self.motion({'cart': {'from': [1], 'to': [2]}}, robots=[{**VEHICLES['robots'][0], 'groups': {'top': ['spin']}}, VEHICLES['robots'][1]])
        self.other({'cart': {'from': [1], 'to': [2.1]}}, 'joint "spin" moves otherwise')

    def test_at_rest(self):
        self.motion({'cart': {'from': 'home', 'to': [2], 'group': 'top'}})
        for at in range(7):
            state = json.loads(json.dumps(VEHICLES['robot_state']))
            state['fly'][at] += 1e-5
            self.other({'cart': {'from': 'home', 'to': [2], 'group': 'top'}}, 'body "drone/hull" is up to', robot_state=state)
        self.other({'cart': {'from': 'home', 'to': [2], 'group': 'top'}}, 'does not have 7 values', robot_state={'fly': 1})

    def test_rigid_motions(self):
        node = {'duration': 2, 'position': [0.1, 0.2, 0.3], 'rpy': [1, 2, 3], 'linear_velocity': [0.1, 0.2, -0.1], 'angular_velocity': [0.5, 1, 2]}
        still = {**node, 'angular_velocity': [0, 0, 0]}
        for given in (node, {**node, 'frame': 'body'}, still, {**still, 'frame': 'body'}):
            self.motion({'drone': {'rigid': given}})
            for key in ('position', 'rpy', 'linear_velocity', 'angular_velocity'):
                for at in range(3):
                    changed = {**given, key: [v + 1e-5 * (k == at) for k, v in enumerate(given[key])]}
                    self.other({'drone': {'rigid': changed}}, 'joint "fly" moves otherwise|body "drone/hull" is up to')
            self.other({'drone': {'rigid': {**given, 'duration': 2.1}}}, 'another time')
            self.other({'drone': {'rigid': {**given, 'frame': 'world' if 'frame' in given else 'body'}}}, 'joint "fly" moves otherwise|body "drone/hull" is up to')
        self.other({'drone': {'rigid': {**node, 'duration': 0}}}, 'has no duration')
        drone = {**VEHICLES['robots'][1], 'links': [{'name': 'hull', 'type': 'sphere', 'radius': 0.1}, {'name': 'eye', 'type': 'sphere', 'radius': 0.1}],
                 'joints': [{'name': 'pan', 'type': 'continuous', 'parent': 'hull', 'child': 'eye', 'position': [0.3, 0, 0], 'axis': [0, 0, 1]}]}
        self.motion({'drone': {'rigid': node}}, robots=[VEHICLES['robots'][0], drone], robot_state={'pan': 1})
        self.other({'cart': {'rigid': node}}, 'needs one floating joint|another time')


class Sources(Files):
    def test_theorem(self):
        status, said = self.audit('--theorem')
        self.assertEqual(status, 0)
        for name in ('scene.json', 'arm.urdf', 'arm.srdf', 'part.stl', 'finger.obj', 'thumb.stl'):
            with open(self.path(name), 'rb') as file:
                self.assertIn(f'  {hashlib.sha256(file.read()).hexdigest()}  ', said)
            self.assertRegex(said, f'(?m)^  [0-9a-f]{{64}}  .*/{name}$')

    def test_trust(self):
        self.write('thumb.ply', 'ply')
        self.write('arm.urdf', URDF.replace('thumb.stl', 'thumb.ply'))
        self.assertRegex(self.accepts(), r'taken on trust: the geometry of body "thumb": .*thumb.ply: meshes of its format')
        self.write('arm.urdf', URDF.replace('thumb.stl', 'package://gone/none.stl'))
        self.assertRegex(self.accepts(), r'taken on trust: the geometry of body "thumb": package://gone/none.stl: it is not found')
        self.write('arm.urdf', URDF)
        self.write('finger.obj', OBJ + 'f 1 2 3 4\n')
        self.assertRegex(self.accepts(), 'taken on trust: the geometry of body "finger": .*finger.obj: it has lines that')

    def test_damaged_files(self):
        """Each has a sentence, and takes no more memory than the file."""
        binary = stl()
        cases = [('part.stl', binary[:-1], 'no STL file, or is cut off'), ('part.stl', b'', 'no STL file'),
                 ('part.stl', binary[:80] + struct.pack('<I', 10 ** 9) + binary[84:], 'no STL file, or is cut off'),
                 ('part.stl', binary.replace(struct.pack('<f', 11), struct.pack('<f', float('nan'))), 'triangle 0 has a number that is not finite'),
                 ('part.stl', b'solid x vertex 1 2', 'vertex 0 is no three finite numbers'),
                 ('part.stl', b'solid x vertex 1 2 3', 'its vertices are not those of triangles'),
                 ('part.stl', b'solid x vertex 1 2 nan', 'no three finite numbers'),
                 ('finger.obj', b'v 1 2 1e999\n', 'finger.obj:1: a vertex is no three finite numbers'),
                 ('finger.obj', b'v 1 2 3\nf 1 2 1\n', 'finger.obj:2: a triangle has no such vertex'),
                 ('finger.obj', b'v 1 2 3\nf 1 -2 1\n', 'a triangle has no such vertex'),
                 ('finger.obj', b'v 1 2 3\nf 0 1 1\n', 'a triangle has no such vertex'),
                 ('finger.obj', b'v 1 2 3\nf 99999999999999999999 1 1\n', 'a triangle has no such vertex'),
                 ('arm.urdf', URDF[:-20], 'arm.urdf:[0-9]*: it is no XML'),
                 ('arm.urdf', '<!DOCTYPE robot [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + URDF[22:].replace('"arm"', '"&b;"'),
                  'has a document type, which is not read here'),
                 ('arm.urdf', '<a>' * 1000, 'has too many or too deep elements'),
                 ('arm.urdf', '<scene/>', 'is no URDF of a robot'),
                 ('arm.urdf', URDF.replace('radius="0.02"', 'radius="0x1p3"'), '"radius" of a <cylinder> is no 1 finite numbers'),
                 ('arm.urdf', URDF.replace('radius="0.02"', ''), '"radius" of a <cylinder>'),
                 ('arm.urdf', URDF.replace('xyz="0 1 2"', 'xyz="0 1"'), '"xyz" of a <axis> is no 3'),
                 ('arm.urdf', URDF.replace('<sphere radius="0.03"/>', ''), 'a geometry of link "hand" has not one shape'),
                 ('arm.urdf', URDF.replace('<sphere ', '<star '), 'the shape <star> is not read here'),
                 ('arm.urdf', URDF.replace('type="fixed"', 'type="ball"'), 'joint "fix" has no name, type'),
                 ('arm.urdf', URDF.replace('mimic joint="turn"', 'mimic joint="follow"'), 'mimics itself'),
                 ('arm.urdf', URDF.replace('mimic joint="turn"', 'mimic joint="none"'), 'or a joint that is not there'),
                 ('arm.urdf', URDF.replace('child link="finger"', 'child link="upper"'), 'has not one root link'),
                 ('arm.urdf', URDF.replace('<parent link="base"/><child link="upper"/>', '<parent link="hand"/><child link="upper"/>'),
                  'has not one root link|loop of joints'),
                 ('arm.srdf', '<robot><enable_collisions link="a"/></robot>', '<enable_collisions> is not read here'),
                 ('arm.srdf', '<robot><disable_collisions link1="a"/></robot>', 'does not name two links'),
                 ('scene.json', '{"margin": 1', 'scene.json:1: '), ('scene.json', '[' * 5000, 'scene.json:1: '),
                 ('scene.json', '{"margin": 0, "margin": 0}', 'duplicate'), ('scene.json', '[]', 'it is no object'),
                 ('scene.json', '{"margin": -1}', 'a margin is negative'),
                 ('scene.json', '{"margin": NaN}', 'scene.json:1: '), ('scene.json', '{"gravity": 1}', 'a key "gravity", which is not known'),
                 ('scene.json', '{"robots": [{"urdf": "none.urdf"}]}', 'none.urdf is not found')]
        originals = {'part.stl': stl(), 'finger.obj': OBJ, 'arm.urdf': URDF, 'arm.srdf': SRDF, 'scene.json': json.dumps(SCENE)}
        for name, content, sentence in cases:
            self.write(name, content)
            with self.subTest(name=name, sentence=sentence):
                self.refuses(sentence, 2)
            self.write(name, originals[name])

    def test_missing_files(self):
        os.remove(self.path('arm.srdf'))
        self.refuses('arm.srdf is not found', 2)
        os.remove(self.path('scene.json'))
        self.refuses('scene.json cannot be opened', 2)


if __name__ == '__main__':
    unittest.main()
