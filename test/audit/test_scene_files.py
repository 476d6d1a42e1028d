"""leeway-audit --scene compares a proof with the scene's files: it accepts the proof that was made of them, and says
which body or joint differs where anything in a file was altered, one thing at a time."""

import hashlib
import json
import os
import struct
import subprocess
import unittest

from scene_files import FACES, Files, LEEWAY, OBJ, SCENE, SRDF, URDF, ply, stl, text_stl


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

    def test_ply(self):
        """Text and binary, in both byte orders, with numbers of all kinds."""
        self.write('arm.urdf', URDF.replace('thumb.stl', 'thumb.ply'))
        forms = [('ascii', 'double'), ('binary_little_endian', 'double'), ('binary_big_endian', 'double'),
                 ('binary_little_endian', 'float'), ('binary_big_endian', 'float')]
        wholes = [('char', 'uchar'), ('uchar', 'char'), ('short', 'ushort'), ('ushort', 'int'), ('int', 'uint'), ('uint', 'short')]
        for form, real in forms:
            for whole, length in wholes:
                with self.subTest(form=form, real=real, whole=whole, length=length):
                    keys = {'form': form, 'real': real, 'whole': whole, 'length': length}
                    self.write('thumb.ply', ply(**keys))
                    if (whole, length) == wholes[0] and (real == 'float' or form == 'ascii'):
                        self.proof = self.prove()
                    self.assertNotIn('trust', self.accepts())
                    self.write('thumb.ply', ply(scale=0.0020001, **keys))
                    self.refuses(r'body "thumb": a vertex of thumb.ply, \(.*\), is')
        self.write('thumb.ply', ply(faces=FACES[:3]))
        self.proof = self.prove()
        self.write('thumb.ply', ply(faces=FACES))
        self.refuses('body "thumb": triangle 3 of thumb.ply is none')

        self.write('thumb.ply', ply(faces=FACES[:2]))
        self.proof = self.prove()
        self.write('thumb.ply', ply(faces=(*FACES[:2], (2, 3), (2,))))
        self.accepts()  # what has two corners is nothing
        self.write('arm.urdf', URDF.replace('package://arm/part.stl', 'part.ply'))
        for real in ('short', 'char', 'int'):
            self.write('part.ply', ply(form='binary_big_endian', real=real, scale=-1))
            self.proof = self.prove()
            self.assertNotIn('trust', self.accepts())
            self.write('part.ply', ply(form='binary_big_endian', real=real, scale=1))
            self.refuses('body "upper": a vertex of part.ply')

    def test_damaged_ply(self):
        self.write('arm.urdf', URDF.replace('thumb.stl', 'thumb.ply'))
        text, binary = ply(), ply(form='binary_little_endian')
        for content in (b'', b'ply', binary[:-1], text[:-6], binary[:80], text.replace(b'ply', b'plz', 1), text.replace(b'end_header', b'end'),
                        text.replace(b'format ascii', b'format morse'), text.replace(b'format ascii 1.0\n', b''), text.replace(b'uchar red', b'ochre red'),
                        text.replace(b'element vertex 4', b'element vertex 99999999999'), text.replace(b'element vertex 4', b'element vertex -1'),
                        text.replace(b'element vertex 4', b'element vertex 3'), text.replace(b'element vertex 4', b'element vertex 4.5'),
                        text.replace(b'list uchar int', b'list float int'), text.replace(b'element camera 1\n', b''), text.replace(b'3 0 2 1', b'3 0 2 4'),
                        text.replace(b'3 0 2 1', b'3 0 2 -1'), text.replace(b'3 0 2 1', b'3 0 2 0.5'), text.replace(b'3 0 2 1', b'nan 0 2 1'),
                        text.replace(b'3 0 2 1', b'-3 0 2 1'), text.replace(b'3 0 2 1', b'99999999999 0 2 1'), text.replace(b'0.022', b'nan', 1),
                        text.replace(b'0.022', b'1e999', 1), text.replace(b'property double y', b'property double x'),
                        binary.replace(struct.pack('<d', 0.022), struct.pack('<d', float('nan'))), binary.replace(struct.pack('<3i', 0, 2, 1), struct.pack('<3i', 0, 2, -1)),
                        text.replace(b'property float view', b'property float ' + b'v' * 64), text.replace(b'element camera 1', b'element a 0\n' * 16 + b'element camera 1'),
                        text.replace(b'property float view', b'property float view\n' * 65)):
            self.write('thumb.ply', content)
            with self.subTest(content=content[:100]):
                self.refuses('thumb.ply is cut off, or is no PLY file', 2)

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

    def test_clouds(self):
        """One element for each distinct point, or a larger one."""
        dust = {'type': 'cloud', 'points': [[0, 0, 0], [0.1, 0, 0], [0, 0.2, 0], [0.1, 0, 0]], 'rounding': 0.001, 'position': [0.3, 0, 0], 'rpy': [0, 0, 1]}
        cloud = {'id': 'dust', 'position': [1, 1, 2], 'shapes': [dust, {'type': 'sphere', 'radius': 0.05}, {**dust, 'radius': 0.002, 'points': [[1, 1, 1]]}]}
        self.write('scene.json', json.dumps({**SCENE, 'obstacles': [cloud]}))
        self.proof = self.prove()
        self.assertNotIn('trust', self.accepts())
        lacks = 'body "dust": a point of its cloud is not in the proof'
        for keys in ({'points': dust['points'] + [[0, 0, 1e-9]]}, {'points': [[1e-9, 0, 0]]}, {'radius': 0.005 + 1e-9}, {'rounding': 0.001 + 1e-9},
                     {'position': [0.3, 0, 1e-9]}, {'rpy': [0, 0, 1 + 1e-8]}, {'points': [[1, 1, 1]]}):
            self.scene(lacks, obstacles=[{**cloud, 'shapes': [{**dust, **keys}, *cloud['shapes'][1:]]}])
        for keys in ({'points': dust['points'][1:]}, {'radius': 0.004}, {'points': dust['points'][::-1] * 2}):
            self.write('scene.json', json.dumps({**SCENE, 'obstacles': [{**cloud, 'shapes': [{**dust, **keys}, *cloud['shapes'][1:]]}]}))
            self.accepts()

    def test_clouds_of_files(self):
        self.write('dust.ply', 'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n')
        self.write('scene.json', json.dumps({**SCENE, 'obstacles': [{'id': 'dust', 'type': 'cloud', 'file': 'dust.ply'}]}))
        self.proof = self.prove()
        self.assertRegex(self.accepts(), 'taken on trust: the geometry of body "dust": dust.ply: clouds of files')

    def test_contacts_of_clouds(self):
        """A contact is with a point of the file, and no larger."""
        for radius, good in ((0.005, True), (0.004, False)):
            cloud = {'id': 'dust', 'type': 'cloud', 'points': [[0, 0, 9], [0, 0, 0]], 'position': [1.2, 0, 0]}
            scene = {'robots': [{'name': 'ball', 'joint': {'type': 'floating'}, 'links': [{'name': 'hull', 'type': 'sphere', 'radius': 0.1}]}],
                     'obstacles': [cloud], 'motions': {'m': {'from': [0, 0, 0, 0, 0, 0, 1], 'to': [1.2, 0, 0, 0, 0, 0, 1]}}}
            if good:
                self.write('scene.json', json.dumps(scene))
                self.proof = self.prove(status=1)
            cloud['radius'] = radius
            self.write('scene.json', json.dumps(scene))
            status, said = self.audit()
            self.assertEqual(status == 0, good, said)
            self.assertRegex(said, 'in contact at' if good else 'a contact')

    def test_several_shapes_of_a_geometry(self):
        """What URDF does not provide for, and the reference does."""
        text = URDF.replace('<sphere radius="0.03"/>', '<origin xyz="1 1 1"/><sphere radius="0.03"/><box size="0.01 0.02 0"/>')
        self.write('arm.urdf', text)
        self.proof = self.prove()
        self.accepts()
        self.alter('arm.urdf', 'size="0.01 0.02 0"', 'size="0.01 0.020001 0"', 'body "hand": its box is')
        self.write('arm.urdf', URDF)
        self.accepts()

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
        'dust': {'type': 'cloud', 'radius': 0.01, 'points': [[0, 0, 0], [0.1, 0.2, 0.3], [0.1, 0.2, 0.3], [0.5, 0, 0]]},
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
                    if scale > 1.7 or name in ('mesh', 'soup', 'dust'):
                        self.refuses('body "hull": ')
                for key, value in (('position', [0, 0, 1e-8]), ('rounding', link.get('rounding', 0) + 1e-8)):
                    changed = {**self.one['robots'][0], 'links': [{'name': 'hull', **link, key: value}]}
                    self.write('scene.json', json.dumps({**self.one, 'robots': [changed]}))
                    self.refuses('body "hull"')

    def test_vertices(self):
        for name, key in (('hull', 'vertices'), ('soup', 'vertices'), ('dust', 'points')):
            self.prove_one(self.LINKS[name])
            for at in range(4):
                vertices = json.loads(json.dumps(self.LINKS[name][key]))
                vertices[at][0] += 1e-8 if at == 1 else -1e-8
                changed = {**self.one['robots'][0], 'links': [{'name': 'hull', **self.LINKS[name], key: vertices}]}
                self.write('scene.json', json.dumps({**self.one, 'robots': [changed]}))
                self.refuses('body "hull": a (vertex|point)')

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


class Covers(Files):
    """A file of balls that a robot of the scene names."""

    def setUp(self):
        super().setUp()
        self.covered = {**SCENE, 'robots': [{**SCENE['robots'][0], 'cover': 'arm.cover.json'}]}
        subprocess.run([LEEWAY, 'cover', self.path('scene.json'), '-o', self.path('arm.cover.json')], check=True, capture_output=True)
        with open(self.path('arm.cover.json'), encoding='utf-8') as file:
            self.cover = json.load(file)
        self.write('scene.json', json.dumps(self.covered))

    def cover_with(self, change):
        cover = json.loads(json.dumps(self.cover))
        change(cover)
        self.write('arm.cover.json', json.dumps(cover))

    def balls(self, cover, link):
        return next(entry for entry in cover['links'] if entry['link'] == link)['balls']

    def test_motions(self):
        """Balls decide nothing: a proof may have others than the file."""
        self.accepts()
        self.proof = self.prove()
        self.assertNotIn('trust', self.accepts())
        self.cover_with(lambda c: self.balls(c, 'upper')[0].__setitem__(3, 9))
        self.accepts()

    def test_proofs_of_covers(self):
        proof = self.proof = self.path('cover.jsonl')
        subprocess.run([LEEWAY, 'cover', self.path('scene.json'), '--proof', proof], check=True, capture_output=True)
        status, said = self.audit()
        self.assertEqual(status, 0, said)
        for link in ('base', 'upper', 'hand', 'finger', 'thumb'):
            self.assertRegex(said, f'body "{link}": contained in its [0-9]+ balls?, and so in those of .*/arm.cover.json(, grown by [0-9.e-]+ m)?\n')
        self.assertRegex(said, 'body "tool": contained in its [0-9]+ balls?\n')
        for link in ('base', 'upper', 'thumb'):
            for at in range(4):
                def shrink(cover, link=link, at=at):
                    for ball in self.balls(cover, link):
                        ball[at] -= 1e-4
                self.cover_with(shrink)
                self.refuses(f'a ball of body "{link}" reaches [0-9.e-]+ m out of the balls of .*/arm.cover.json')
            self.cover_with(lambda c: [ball.__setitem__(3, ball[3] * (1 - 9e-6)) for ball in self.balls(c, link)])
            status, said = self.audit()
            self.assertEqual(status, 0, said)
            self.assertRegex(said, f'body "{link}": contained in its [0-9]+ balls?, and so in those of .*, grown by [0-9.]*e-0[678] m')
        for at in range(len(self.balls(self.cover, 'base'))):
            self.cover_with(lambda c, at=at: self.balls(c, 'base')[at].__setitem__(3, self.balls(c, 'base')[at][3] - 1e-4))
            self.refuses('a ball of body "base" reaches [0-9.e-]+ m out')
        self.cover_with(lambda c: c['links'].pop(0))
        status, said = self.audit()
        self.assertEqual(status, 0, said)
        self.assertRegex(said, 'body "base": contained in its [0-9]+ balls?\n')
        self.cover_with(lambda c: self.balls(c, 'hand').insert(0, [9, 9, 9, 1]))
        status, said = self.audit()
        self.assertEqual(status, 0, said)

    def test_damaged(self):
        def balls(value):
            return lambda c: c['links'][0].__setitem__('balls', value)
        for change, sentence in ((lambda c: c.update(leeway_cover=2), 'is no cover of version 1'), (lambda c: c.pop('links'), 'is no cover'),
                                 (lambda c: c.update(more=1), 'a key "more"'), (lambda c: c['links'][0].pop('link'), 'has no name, or no balls'),
                                 (balls([]), 'has no name, or no balls'), (balls([[1, 2, 3]]), 'does not have 4 finite numbers'),
                                 (balls([[1, 2, 3, 0]]), 'has no name, or no balls with a radius')):
            self.cover_with(change)
            self.refuses(f'arm.cover.json: .*{sentence}', 2)
        self.write('arm.cover.json', '{')
        self.refuses('arm.cover.json:1: ', 2)
        os.remove(self.path('arm.cover.json'))
        self.refuses('arm.cover.json is not found', 2)


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

    def test_mimic_of_nobody(self):
        """A joint that follows none of the robot's moves by itself; a robot without a name has that of its file."""
        text = URDF.replace('mimic joint="turn"', 'mimic joint="none"').replace('<robot name="arm">', '<robot>')
        self.write('arm.urdf', text)
        self.write('arm.srdf', SRDF)
        self.write('scene.json', json.dumps({**SCENE, 'robot_state': {'arm/follow': 0.3}, 'motions': {'over': {'joints': ['turn', 'slide'], 'from': [0, 0], 'to': [0.5, 0.1]}}}))
        self.proof = self.prove()
        self.accepts()
        self.alter('arm.urdf', 'mimic joint="none"', 'mimic joint="turn"', 'joint "follow" follows another joint')
        self.alter('arm.urdf', '<robot>', '<robot name="other">', 'joint "follow" moves otherwise')

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
        for pair in (['hand', '*'], ['*', 'hand'], ['*', '*']):
            self.scene('is more than in the proof', pair_margins=[{'pair': pair, 'margin': 0.0111}])
        self.scene('is more than in the proof', link_padding=0.0011)
        # of two bodies with one name both count
        keys = {'obstacles': SCENE['obstacles'] + [{'id': 'arm/hand', 'type': 'sphere', 'radius': 0.1, 'position': [0, 3, 0]}]}
        self.write('scene.json', json.dumps({**SCENE, **keys}))
        self.proof = self.prove()
        self.accepts()
        self.scene('of hand and ball is more', **keys, pair_margins=[{'pair': ['arm/hand', 'ball'], 'margin': 0.0111}])
        self.scene('of (base|upper) and arm/hand is more', **keys, pair_margins=[{'pair': ['arm/hand', 'upper'], 'margin': 0.0111}])

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

    def test_rules_of_srdfs(self):
        """First links that may meet all others of their robot, then pairs that may not, then those that may."""
        rules = ('<disable_default_collisions link="thumb"/>', '<enable_collisions link1="thumb" link2="hand"/>',
                 '<enable_collisions link1="base" link2="thumb"/>', '<enable_collisions link1="base" link2="finger"/>',
                 '<disable_collisions link1="base" link2="hand"/>', '<disable_collisions link1="base" link2="thumb" reason="Never (sampled)"/>',
                 '<disable_collisions link1="nobody" link2="thumb"/>', '<disable_default_collisions link="nobody"/>')
        scene = {**SCENE, 'allowed_pairs': [['base', 'upper'], ['finger', 'upper'], ['tool', 'upper']]}
        self.write('scene.json', json.dumps(scene))
        self.write('arm.srdf', '<robot name="arm">' + ''.join(rules[:1] + rules[3:]) + '</robot>')
        self.proof = self.prove()
        self.accepts()
        self.write('arm.srdf', '<robot name="arm">' + ''.join(rules[:1] + rules[2:][::-1]) + '</robot>')
        self.accepts()  # in whatever order they stand there
        for without, sentence in ((0, 'thumb have to be checked'), (4, 'base and hand have to be checked')):
            self.write('arm.srdf', '<robot name="arm">' + ''.join(r for i, r in enumerate(rules) if i not in (without, 1)) + '</robot>')
            self.refuses(sentence)
        self.write('arm.srdf', '<robot name="arm">' + ''.join(r for i, r in enumerate(rules) if i not in (1, 5)) + '</robot>')
        self.refuses('base and thumb have to be checked')
        self.write('arm.srdf', '<robot name="arm">' + ''.join(rules) + '</robot>')
        self.refuses('hand and thumb have to be checked')

    def test_objects_that_touch_objects(self):
        """Of names in touch_links that no link has, other attached objects."""
        tool = SCENE['attached'][0]
        cap = {'id': 'cap', 'link': 'thumb', 'type': 'sphere', 'radius': 0.01, 'position': [0, 0, 0.3], 'touch_links': ['tool', 'hand', 'upper']}
        keys = {'allowed_pairs': SCENE['allowed_pairs'] + [['cap', 'finger'], ['cap', 'base']]}
        self.write('scene.json', json.dumps({**SCENE, **keys, 'attached': [tool, cap]}))
        self.proof = self.prove()
        self.accepts()
        self.scene('tool and cap have to be checked', **keys, attached=[tool, {**cap, 'touch_links': ['hand', 'upper']}])
        self.write('scene.json', json.dumps({**SCENE, **keys, 'attached': [{**tool, 'touch_links': ['thumb', 'cap']}, {**cap, 'touch_links': ['hand', 'upper']}]}))
        self.accepts()
        # an obstacle is none of them
        self.write('scene.json', json.dumps({**SCENE, 'allowed_pairs': keys['allowed_pairs'] + [['cap', 'box']], 'attached': [tool, cap]}))
        self.proof = self.prove()
        self.accepts()
        self.scene('cap and box have to be checked|cap and box may meet for another reason than "scene": none', **keys,
                   attached=[tool, {**cap, 'touch_links': cap['touch_links'] + ['box']}])

    def test_reasons(self):
        self.scene('base and hand may meet for another reason than "srdf": scene', allowed_pairs=SCENE['allowed_pairs'] + [['base', 'hand']])

    def test_more_is_checked(self):
        """A proof may say more than it must."""
        self.write('scene.json', json.dumps({**SCENE, 'allowed_pairs': SCENE['allowed_pairs'] + [['ball', 'arm/hand']]}))
        self.accepts()


class Sources(Files):
    def test_theorem(self):
        status, said = self.audit('--theorem')
        self.assertEqual(status, 0)
        for name in ('scene.json', 'arm.urdf', 'arm.srdf', 'part.stl', 'finger.obj', 'thumb.stl'):
            with open(self.path(name), 'rb') as file:
                self.assertIn(f'  {hashlib.sha256(file.read()).hexdigest()}  ', said)
            self.assertRegex(said, f'(?m)^  [0-9a-f]{{64}}  .*/{name}$')

    def test_trust(self):
        self.write('thumb.dae', '<COLLADA/>')
        self.write('arm.urdf', URDF.replace('thumb.stl', 'thumb.dae'))
        self.assertRegex(self.accepts(), r'taken on trust: the geometry of body "thumb": .*thumb.dae: meshes of its format')
        self.write('thumb.ply', ply(faces=(*FACES, (0, 1, 2, 3))))
        self.write('arm.urdf', URDF.replace('thumb.stl', 'thumb.ply'))
        self.assertRegex(self.accepts(), r'taken on trust: the geometry of body "thumb": .*thumb.ply: it has faces that are no triangles')
        self.write('thumb.ply', ply().replace(b'element camera 1', b'element tristrips 1'))
        self.assertRegex(self.accepts(), r'taken on trust: the geometry of body "thumb": .*thumb.ply: it has faces that are no triangles')
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
                 ('arm.urdf', URDF.replace('<sphere radius="0.03"/>', ''), 'a geometry of link "hand" has no shape'),
                 ('arm.urdf', URDF.replace('<sphere ', '<star '), 'the shape <star> is not read here'),
                 ('arm.urdf', URDF.replace('type="fixed"', 'type="ball"'), 'joint "fix" has no name, type'),
                 ('arm.urdf', URDF.replace('mimic joint="turn"', 'mimic joint="follow"'), 'mimics itself'),
                                  ('arm.urdf', URDF.replace('child link="finger"', 'child link="upper"'), 'has not one root link'),
                 ('arm.urdf', URDF.replace('<parent link="base"/><child link="upper"/>', '<parent link="hand"/><child link="upper"/>'),
                  'has not one root link|loop of joints'),
                 ('arm.srdf', '<robot><enable_collisions link1="a"/></robot>', 'a <enable_collisions> does not name its links'),
                 ('arm.srdf', '<robot><disable_collisions link2="a"/></robot>', 'a <disable_collisions> does not name its links'),
                 ('arm.srdf', '<robot><disable_default_collisions/></robot>', 'a <disable_default_collisions> does not name its links'),
                 ('scene.json', json.dumps({'obstacles': [{'id': 'dust', 'type': 'cloud', 'points': []}]}), 'the vertices or points of a shape are too few'),
                 ('scene.json', json.dumps({'obstacles': [{'id': 'dust', 'type': 'cloud', 'points': [[1, 2]]}]}), 'does not have 3 finite numbers'),
                 *(('scene.json', json.dumps({'obstacles': [{'id': 'soup', 'type': 'mesh', 'vertices': [[0, 0, 0], [1, 0, 0], [0, 1, 0]], **keys}]}), sentence)
                   for keys, sentence in (({'triangles': [[0, 1, 3]]}, 'a triangle has no such vertex'), ({'triangles': [[0, 1]]}, 'a triangle has no such vertex'),
                                          ({'triangles': [[0, 1, -1]]}, 'a triangle has no such vertex'), ({}, 'a mesh has no file, and no vertices and triangles'),
                                          ({'vertices': [], 'triangles': [[0, 1, 2]]}, 'are too few'), ({'vertices': [[0, 0]], 'triangles': [[0, 0, 0]]}, '3 finite numbers'))),
                 ('scene.json', json.dumps({'obstacles': [{'id': 'dust', 'type': 'cloud'}]}), 'the vertices or points of a shape are too few'),
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
