"""Tests the verifier as a command: its output, its exit status, and the input that it refuses."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

import verify
from checked import LEEWAY, scene

VERIFIER = os.path.dirname(os.path.abspath(verify.__file__))
ARM = scene('cell.json')


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.claims = os.path.join(self.folder, 'claims')

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)
        return path

    def claim(self, *words):
        subprocess.run([LEEWAY, 'check', *words, '--threads', '1', '--method', 'slab', '--proof', self.claims], capture_output=True,
                       check=False)

    def verify(self, status, *words):
        run = subprocess.run([sys.executable, VERIFIER, *words],
                             capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, status, run.stdout + run.stderr)
        self.assertNotIn('Traceback', run.stderr)
        return run.stdout + run.stderr

    def test_verdicts(self):
        self.claim(ARM)
        said = self.verify(0, self.claims, ARM)
        self.assertEqual(len(said.splitlines()), 3)
        self.assertRegex(said, '(?m)^under the lamp: free$')
        self.assertRegex(said, r'(?m)^through the post: contact, proven free until 0\.506[0-9]*, proven at 0\.506[0-9]*: finger_left and post$')

    def test_motions_as_they_are_typed(self):
        for words in (['--from', 'ready', '--to', '0.1,0.2,0.3,0,1,0'],
                      ['--path', scene('waypoints.csv')],
                      ['--path', self.write('t.csv', 't, joint_1, joint_3\n0.5, 0, 0.3\n2, 0.2, 0.4\n')],
                      ['--path', self.write('p.csv', '0;0.1;0.3;0;1.17;0 # home\n\n0;0.2;0.3;0;1;0\n')],
                      ['--path', self.write('b.csv', ' 0 0.1\t0.3 0 1.17  0\n\n0 0.2 0.3 0 1 0 # there\n')]):
            self.claim(ARM, *words)
            self.assertEqual(self.verify(0, self.claims, ARM, *words), '0: free\n')

    def test_joints_that_do_not_move(self):
        """A request's start and --set give the values of other joints; claims made with other
        values for them do not hold."""
        request = self.write('request.yaml', """
group_name: arm
start_state: {joint_state: {name: [joint_2, joint_3, joint_5], position: [0.1, 0.3, 1.17]}}
goal_constraints:
  - joint_constraints:
      - {joint_name: joint_1, position: 0.2}
      - {joint_name: joint_3, position: 0.4}
""")
        words = [ARM, '--request', request]
        self.claim(*words)
        self.assertEqual(self.verify(0, self.claims, *words), '0: free\n')
        one = self.write('one.jsonl', '{"joints": ["joint_1"], "from": [0], "to": [0.4]}\n')
        words = [ARM, '--motions', one, '--set', 'joint_2=0.1', '--set', 'arm/joint_3=0.3', '--set',
                 'joint_5=1.17']
        self.claim(*words)
        self.assertEqual(self.verify(0, self.claims, *words), '0: free\n')
        self.assertRegex(self.verify(1, self.claims, *words[:-1], 'joint_5=-0.5'), 'is not proven')

    def test_a_file_for_each_robot(self):
        cell = scene('two_arms.json')
        home, there = [0, -0.6, 0.5, 0, 1.2, 0], [0.3, -0.6, 0.5, 0, 1.2, 0]
        segment = {'id': 'a', 'from': home, 'to': there}
        plain = self.write('plain.json', json.dumps(segment, indent=1))
        named = self.write('named.json', json.dumps({'robots': {'left': {'from': home, 'to': there}}}))
        words = [cell, '--path', f'left={plain}', '--path', f'right={plain}']
        self.claim(*words)
        self.assertEqual(self.verify(0, self.claims, *words), '0: free\n')
        self.assertEqual(self.verify(0, self.claims, cell, '--path', f'left={named}', '--path', f'right={plain}'), '0: free\n')
        self.assertRegex(self.verify(1, self.claims, *words[:3]), 'refused')
        both = self.write('both.json', json.dumps({'robots': {k: {'from': home, 'to': there} for k in ('left', 'right')}}))
        for path in (f'left={plain}', f'right={named}', f'right={both}'):
            self.assertRegex(self.verify(2, self.claims, *words[:3], '--path', path), 'not the only motion of robot')
        for path in (plain, f'middle={plain}'):
            self.assertRegex(self.verify(2, self.claims, *words[:3], '--path', path), 'several files of --path')

    def test_covers_alone(self):
        """Of a file without motions the balls of the links, unless motions are asked for."""
        subprocess.run([LEEWAY, 'cover', ARM, '--proof', self.claims], capture_output=True, check=True)
        said = self.verify(0, self.claims, ARM)
        self.assertEqual(len(said.splitlines()), 10)
        self.assertRegex(said, '(?m)^wrist_1: contained in its 12 balls$')
        motions = self.write('m.jsonl', json.dumps({'from': 'home', 'to': 'ready'}))
        path = self.write('p.json', json.dumps({'from': 'home', 'to': 'ready'}))
        for words in (['--motion', 'over the post'], ['--motions', motions], ['--path', path], ['--from', 'home', '--to', 'ready']):
            self.assertRegex(self.verify(1, self.claims, ARM, *words), 'nothing is claimed of this motion')
        with open(self.claims, encoding='utf-8') as file:
            node = json.loads(file.readline())
        for body in node['bodies']:
            if body['name'] == 'forearm':
                body['cover'] = body['cover'][:1]
        some = self.write('some', json.dumps(node) + '\n')
        self.assertRegex(self.verify(1, some, ARM), r'(?m)^refused: body "forearm": its cover does not contain it \(.*some:1\)$')

    def test_doubled(self):
        self.claim(ARM)
        with open(self.claims, encoding='utf-8') as file:
            text = file.read()
        said = self.verify(1, self.write('doubled', text + text), ARM).splitlines()
        self.assertEqual(len(said), 4)
        self.assertEqual(said[2], 'over the post: free')
        line = len(text.splitlines()) + 1
        self.assertEqual(said[3], f'refused: the first line stands a second time, as if the file was doubled (line {line})')

    def test_lines_of_stages(self):
        self.claim(scene('pick.json'))
        with open(self.claims, encoding='utf-8') as file:
            lines = file.readlines()
        swapped = self.write('swapped', ''.join(lines[:3] + [lines[4], lines[3]] + lines[5:]))
        self.assertRegex(self.verify(1, swapped, scene('pick.json')), r'(?m)^over the wall: refused: stage 1 does not .*swapped:4\)$')

    def test_refused(self):
        self.claim(ARM)
        with open(self.claims, encoding='utf-8') as file:
            lines = file.readlines()
        short = self.write('short', ''.join(lines[:-1]))
        self.assertRegex(self.verify(1, short, ARM), '(?m)^over the post: refused: it does not end with')
        first = json.loads(lines[0])
        first['pairs'].pop()
        other = self.write('other', json.dumps(first) + '\n' + ''.join(lines[1:]))
        self.assertRegex(self.verify(1, other, ARM), r'^refused: the pair .* is left out \(.*other:1\)$')
        self.assertRegex(self.verify(1, self.write('list', '{"claims": 2}\n'), ARM),
                         r'^refused: the first line has no "bodies" \(.*list:1\)$')

    def test_what_is_not_read(self):
        self.claim(ARM)

        def refuses(pattern, *words):
            said = self.verify(2, *words)
            self.assertEqual(len(said.splitlines()), 1, said)
            self.assertRegex(said, pattern)

        refuses('^usage: ', self.claims)
        refuses('--near is not followed here', self.claims, ARM, '--near', '0.1')
        refuses('No such file', self.claims + '.not', ARM)
        refuses('broken:1: it cannot be read', self.write('broken', '{"claims": 1,\n'), ARM)
        refuses('is no number', self.write('nan', '{"claims": NaN}\n'), ARM)
        refuses('is no number', self.write('infinite', '{"claims": -Infinity}\n'), ARM)
        refuses('a key stands twice', self.write('twice', '{"claims": 1, "claims": 1}\n'), ARM)
        refuses('there are no motions', self.claims, ARM, '--motion', 'nowhere')
        self.write('o.ply', 'ply')
        mesh = self.write('m.json', json.dumps({'obstacles': [
            {'id': 'o', 'type': 'mesh', 'file': 'o.ply'}]}))
        refuses('meshes of this format are not read here', self.claims, mesh)
        os.remove(os.path.join(self.folder, 'o.ply'))
        refuses('"o.ply" is in none of the places that are looked at here', self.claims, mesh)
        octree = '{"obstacles": [{"id": "map", "type": "octree", "unknown": "free", "file": "a.bt"}]}'
        refuses('octrees are not read here', self.claims, self.write('o.json', octree))
        hill = '{"obstacles": [{"id": "hill", "type": "heights", "spacing": [1, 1], "floor": 0, "file": "a.npy"}]}'
        refuses('height fields are not read here', self.claims, self.write('h.json', hill))
        view = '{"obstacles": [{"id": "view", "type": "depth_image", "camera": {}, "unseen": "free", "file": "a.npy"}]}'
        refuses('depth images are not read here', self.claims, self.write('v.json', view))
        refuses('the key "colour" is not read here', self.claims, self.write('k.json', '{"colour": 1}'))
        refuses('a key stands twice', self.claims, self.write('d.json', '{"margin": 1, "margin": 2}'))
        refuses('not as it should be', self.claims, '--robot', self.write('r.urdf', '<robot'))
        refuses('not as it should be', self.claims, '--scene', self.write('s.yaml', 'a: [1\n'))

    def test_without_yaml(self):
        """Only YAML needs the package yaml, which a bare Debian does not have."""
        self.write('yaml.py', 'raise ImportError')
        self.claim(ARM)
        with unittest.mock.patch.dict(os.environ, {'PYTHONPATH': self.folder}):
            self.assertRegex(self.verify(0, self.claims, ARM), '(?m)^under the lamp: free$')
            said = self.verify(2, self.claims, ARM, '--scene', self.write('s.yaml', 'name: s\n'))
        self.assertRegex(said, r's\.yaml: YAML is read by the Python package yaml \(python3-yaml\), which is missing$')


if __name__ == '__main__':
    unittest.main()
