"""leeway-audit compares a proof with robots that its options name, and with a planning scene of MoveIt in YAML: it accepts
the proof that was made of them, and refuses it where anything in the scene was altered, one thing at a time."""

import json
import os
import subprocess
import unittest

from scene_files import CORNERS, FACES, Files, LEEWAY, SCENE

Q = [0.1, 0.2, 0.3, 0.4]


def placed(name, primitive, **keys):
    return {'id': name, 'primitives': [primitive], 'primitive_poses': [{'position': [1, 2, 0.3], 'orientation': Q}], **keys}


MESSAGE = {
    'name': '', 'robot_model_name': 'arm', 'is_diff': False, 'object_colors': [],
    'fixed_frame_transforms': [{'child_frame_id': 'world', 'transform': {'translation': [0, 0, 0], 'rotation': [0, 0, 0, 1]}}],
    'robot_state': {
        'is_diff': False,
        'joint_state': {'name': ['turn', 'turn', 'slide'], 'position': [3, 0.1, 0.05]},
        'multi_dof_joint_state': {'joint_names': ['virtual'], 'transforms': [{'translation': [0, 0, 0], 'rotation': [0, 0, 0, 1]}]},
        'attached_collision_objects': [
            {'link_name': 'hand', 'touch_links': ['thumb', 'upper'],
             'object': placed('tool', {'type': 'box', 'dimensions': [0.02, 0.021, 0.022]}, header={'frame_id': 'hand'},
                              primitive_poses=[{'position': [0, 0, 0.06], 'orientation': Q}])}]},
    'world': {'collision_objects': [
        placed('box', {'type': 'box', 'dimensions': [0.1, 0.2, 0.3]}, header={'frame_id': 'world'}, operation='ADD'),
        placed('ball', {'type': 2, 'dimensions': [0.12]}, pose={'position': {'x': 0.1, 'y': 0.2, 'z': 0.3},
                                                                  'orientation': dict(zip('xyzw', Q))}),
        placed('drum', {'type': 'CYLINDER', 'dimensions': [0.22, 0.12]}, operation=0),
        {'id': 'hat', 'primitives': [{'type': 'cone', 'dimensions': [0.23, 0.13]}, {'type': 1, 'dimensions': [0.14, 0.15, 0.16]}],
         'pose': {'position': [-1, -2, 0.3], 'orientation': Q}},
        {'id': 'soup', 'meshes': [{'vertices': [[v / 30 for v in c] for c in CORNERS], 'triangles': [{'vertex_indices': f} for f in FACES]}],
         'mesh_poses': [{'position': [-1, 2, 0.3], 'orientation': Q}]},
        {'id': 'stone', 'meshes': [{'resource': 'part.stl', 'dimensions': [0.01, 0.02, 0.03]}], 'mesh_poses': [{'position': [1, -2, 0.3], 'orientation': Q}]}],
        'octomap': {'octomap': {'data': []}}},
    'link_padding': [{'link_name': 'hand', 'padding': 0.001}],
    'link_scale': [{'link_name': 'upper', 'scale': 1.05}],
    'allowed_collision_matrix': {
        'entry_names': ['base', 'thumb', 'upper', 'finger'],
        'entry_values': [[False, False, True, False], {'enabled': [False, False, True, True]}, [True, True, False, True], [False, True, True, False]],
        'default_entry_names': ['soup', 'stone', 'box'], 'default_entry_values': [True, False, True]}}
MOTION = {'id': 'm', 'joints': ['slide'], 'from': [0.05], 'to': [0.1]}


def leaves(node, path=()):
    """The paths to all numbers."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if isinstance(value, (int, float)) and not isinstance(value, bool) and key not in ('type', 'operation'):
            yield path + (key,)
        yield from leaves(value, path + (key,))


def altered(path, change):
    """The message with another value at a path; `change` is that of the old one."""
    message = json.loads(json.dumps(MESSAGE))
    node = message
    for key in path[:-1]:
        node = node[key]
    node[path[-1]] = change(node[path[-1]])
    return message


def as_yaml(message):
    return '# a scene\n' + ''.join(f'{key}: {json.dumps(value)}\n' for key, value in message.items())


class MoveIt(Files):
    def setUp(self):
        super().setUp()
        self.flags = ['--robot', self.path('arm.urdf'), '--srdf', self.path('arm.srdf'), '--base', '0 0 0.1 0 0 0.2']
        self.write('motions.jsonl', json.dumps(MOTION))
        self.write('scene.yaml', as_yaml(MESSAGE))
        self.proof = self.prove_message()

    def prove_message(self, status=0):
        proof = self.path('moveit.jsonl')
        done = subprocess.run([LEEWAY, 'check', *self.flags, '--scene', self.path('scene.yaml'), '--motions', self.path('motions.jsonl'),
                               '--margin', '0', '--proof', proof, '--threads', '1'], check=False, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return proof

    def audit(self, *arguments):
        return self.audit_with(*self.flags, '--scene', self.path('scene.yaml'), '--motions', self.path('motions.jsonl'), *arguments)

    def message(self, message, sentence, status=1):
        self.write('scene.yaml', as_yaml(message))
        self.refuses(sentence, status)

    def test_all_is_accepted(self):
        self.assertNotIn('trust', self.accepts())

    def test_numbers(self):
        """Each number of the scene is part of what is proven."""
        free = (('robot_state', 'joint_state', 'position', 0), ('robot_state', 'joint_state', 'position', 2),  # another one counts
                ('robot_state', 'multi_dof_joint_state', 'transforms', 0, 'rotation', 3))
        tried = 0
        for path in leaves(MESSAGE):
            if path in free or path[0] == 'fixed_frame_transforms':
                continue
            message = altered(path, lambda v: v + (1 if 'triangles' in path else 1e-4))
            # a mesh with other triangles is none, or is damaged
            with self.subTest(path=path):
                self.write('scene.yaml', as_yaml(message))
                found, said = self.audit()
                self.assertNotIn('proven', said)
                self.assertEqual(found, 2 if 'transforms' in path or 'no such vertex' in said else 1, said)
            tried += 1
        self.assertGreater(tried, 80)
        for path in free:
            self.write('scene.yaml', as_yaml(altered(path, lambda v: v + 1e-4)))
            self.accepts()

    def test_robots(self):
        message = as_yaml(MESSAGE)
        for flags, sentence in ((self.flags[:4], 'body "base" is up to'), ([*self.flags[:5], '0 0 0.1 0 0 0.21'], 'body "base" is up to'),
                                (self.flags[:2] + self.flags[4:], 'base and hand have to be checked'), ([], 'attached to nothing')):
            self.write('scene.yaml', message)
            old, self.flags = self.flags, flags
            with self.subTest(flags=flags):
                self.refuses(sentence, 1 if flags else 2)
            self.flags = old
        for base in ('0 0 0', '0 0 0 0 0 0 0', '', '0 0 0 0 0 nan'):
            found, said = self.audit_with(*self.flags[:5], base, '--scene', self.path('scene.yaml'))
            self.assertEqual(found, 2)
            self.assertIn('is no pose of six numbers', said)

    def test_robots_without_a_scene(self):
        proof = self.path('alone.jsonl')
        subprocess.run([LEEWAY, 'check', '--robot', self.path('arm.urdf'), '--srdf', self.path('arm.srdf'), '--name', 'other', '--motions', self.path('motions.jsonl'),
                        '--proof', proof, '--threads', '1'], check=False, capture_output=True)
        self.proof = proof
        arm = ['--robot', self.path('arm.urdf'), '--srdf', self.path('arm.srdf'), '--name', 'other', '--motions', self.path('motions.jsonl')]
        found, said = self.audit_with(*arm)
        self.assertIn('motion "m": ', said)
        self.assertEqual(found, 0, said)

    def test_robots_beside_a_scene(self):
        """Robots of the options come beside those of a scene in JSON."""
        self.write('scene.json', json.dumps({**SCENE, 'motions': {}}))
        arguments = ['--robot', self.path('arm.urdf'), '--srdf', self.path('arm.srdf'), '--name', 'second', '--base', '0 5 0 0 0 0',
                     '--motions', self.path('motions.jsonl')]
        self.write('motions.jsonl', json.dumps({'id': 'm', 'robots': {'second': {'from': [0, 0], 'to': [0.1, 0.1]}}}))
        proof = self.proof = self.path('two.jsonl')
        subprocess.run([LEEWAY, 'check', self.path('scene.json'), *arguments, '--proof', proof, '--threads', '1'], check=False, capture_output=True)
        found, said = self.audit_with('--scene', self.path('scene.json'), *arguments)
        self.assertEqual(found, 0, said)
        # names of options are relative to where the program runs, those of the scene to its folder
        os.mkdir(self.path('own'))
        for name in ('arm.urdf', 'part.stl', 'thumb.stl', 'finger.obj'):
            os.link(self.path(name), self.path(os.path.join('own', name.replace('arm', 'own'))))
        found, said = self.audit_with('--scene', self.path('scene.json'), '--robot', 'own.urdf', *arguments[2:], cwd=self.path('own'))
        self.assertEqual(found, 0, said)
        arguments[7] = '0 5 1 0 0 0'
        found, said = self.audit_with('--scene', self.path('scene.json'), *arguments)
        self.assertRegex(said, 'body "second/base" is up to 1 m away')

    def matrix(self, sentence, **keys):
        self.message({**MESSAGE, 'allowed_collision_matrix': {**MESSAGE['allowed_collision_matrix'], **keys}}, sentence)

    def test_matrix(self):
        rows = json.loads(json.dumps(MESSAGE['allowed_collision_matrix']['entry_values']))
        rows[1] = rows[1]['enabled']
        for a, b in ((1, 2), (1, 3), (2, 3)):
            for first, second in ((a, b), (b, a)):
                changed = json.loads(json.dumps(rows))
                changed[first][second] = False
                self.matrix('have to be checked', entry_values=changed)
        # defaults count less than entries, and those that allow less than others
        self.matrix('have to be checked', default_entry_names=['stone', 'box', 'soup'], default_entry_values=[False, False, True])
        self.matrix('have to be checked', default_entry_names=['soup', 'stone', 'box', 'hand'], default_entry_values=[True, False, True, False])
        self.matrix('have to be checked', default_entry_names=['hand', 'soup', 'stone', 'box'], default_entry_values=[False, True, False, True])
        for names, values in ((['soup', 'box'], [True, 'True']), (['finger', 'soup', 'box'], [True] * 3)):
            self.write('scene.yaml', as_yaml({**MESSAGE, 'allowed_collision_matrix': {**MESSAGE['allowed_collision_matrix'], 'entry_values': rows,
                                                                                     'default_entry_names': names, 'default_entry_values': values}}))
            self.accepts()

    def test_defaults(self):
        """Where two defaults contradict each other, the pair is checked, whatever their order."""
        matrix = MESSAGE['allowed_collision_matrix']
        rows = json.loads(json.dumps(matrix['entry_values']))
        rows[1] = rows[1]['enabled']
        for row, more in zip(rows, (False, False, False, True)):
            row.append(more)
        self.write('scene.yaml', as_yaml({**MESSAGE, 'allowed_collision_matrix': {
            **matrix, 'entry_names': [*matrix['entry_names'], 'stone'], 'entry_values': [*rows, [False, False, False, True, False]]}}))
        self.proof = self.prove_message()
        self.accepts()
        for names, values in ((['stone', 'finger'], [False, True]), (['finger', 'stone'], [True, False])):
            self.matrix('finger and stone have to be checked', default_entry_names=['soup', 'box', *names], default_entry_values=[True, True, *values])

    def test_refused(self):
        """What is not followed is said, and never passed over."""
        for message, sentence in (
                ({**MESSAGE, 'gravity': 1}, 'a key "gravity"'), ({**MESSAGE, 'world': {'clouds': []}}, 'a key "clouds"'),
                (altered(('world', 'octomap', 'octomap', 'data'), lambda v: [1]), 'octomaps are not read here'),
                (altered(('world', 'collision_objects', 0, 'operation'), lambda v: 'MOVE'), 'object "box": its operation is not followed here'),
                (altered(('world', 'collision_objects', 0, 'header', 'frame_id'), lambda v: 'hand'), 'object "box": its frame is not followed here'),
                (altered(('robot_state', 'attached_collision_objects', 0, 'object', 'header', 'frame_id'), lambda v: 'world'), 'object "tool": its frame'),
                (altered(('world', 'collision_objects', 0), lambda v: {**v, 'planes': [1]}), 'object "box": its plane'),
                (altered(('world', 'collision_objects', 0), lambda v: {**v, 'weight': 1}), 'a key "weight"'),
                (altered(('world', 'collision_objects', 0), lambda v: {k: w for k, w in v.items() if k != 'id'}), 'its missing id'),
                (altered(('world', 'collision_objects', 0, 'primitive_poses'), lambda v: []), 'not as many poses as shapes'),
                (altered(('world', 'collision_objects', 0, 'primitive_poses'), lambda v: v * 2), 'not as many poses as shapes'),
                (altered(('world', 'collision_objects', 0, 'primitives', 0, 'type'), lambda v: 'prism'), 'a primitive of type "prism"'),
                (altered(('world', 'collision_objects', 0, 'primitives', 0, 'dimensions'), lambda v: [1, 2]), 'has no such dimensions'),
                (altered(('world', 'collision_objects', 0, 'primitives', 0, 'dimensions', 0), lambda v: 'nan'), 'has no such dimensions'),
                (altered(('world', 'collision_objects', 0, 'primitive_poses', 0, 'position'), lambda v: [1, 2]), 'does not have 3 finite numbers'),
                (altered(('world', 'collision_objects', 0, 'primitive_poses', 0, 'position'), lambda v: v + [1]), 'does not have 3 finite numbers'),
                (altered(('world', 'collision_objects', 4, 'meshes', 0, 'triangles', 0, 'vertex_indices'), lambda v: [v[0] + 0.5, *v[1:]]), 'no such vertex'),
                (altered(('world', 'collision_objects', 4, 'meshes', 0, 'triangles', 0, 'vertex_indices'), lambda v: [-1, *v[1:]]), 'no such vertex'),
                (altered(('world', 'collision_objects', 4, 'meshes', 0, 'vertices'), lambda v: []), 'no vertices and triangles'),
                (altered(('robot_state', 'joint_state', 'position'), lambda v: v[1:]), 'not as many positions as names'),
                (altered(('robot_state', 'joint_state', 'position', 0), lambda v: 'x'), 'no finite number'),
                (altered(('robot_state', 'attached_collision_objects', 0), lambda v: {'link_name': 'none', 'object': {**v['object'], 'header': {}}}),
                 'object "tool" is attached to nothing'),
                (altered(('allowed_collision_matrix', 'default_entry_values'), lambda v: v[1:]), 'not a truth for each name'),
                (altered(('allowed_collision_matrix', 'default_entry_values', 0), lambda v: 'maybe'), 'not a truth for each name'),
                (altered(('allowed_collision_matrix', 'entry_values', 0), lambda v: v[1:]), 'not a truth for each two names'),
                (altered(('link_padding', 0), lambda v: {'link_name': 'hand'}), 'no name or no finite number'),
                (altered(('link_scale', 0), lambda v: {**v, 'padding': 1}), 'a key "padding"')):
            with self.subTest(sentence=sentence):
                self.message(message, sentence, 2)

    def test_damaged(self):
        for text, sentence in (('', 'it has not one document'), ('name: [', 'scene.yaml:[0-9]+: '), ('a: &x 1\nb: *x\n', 'an alias'), ('a: 1\na: 2\n', 'a key stands twice'),
                               ('a: 1\n---\nb: 1\n', 'it has not one document'), ('? [1]\n: 2\n', 'a key is no text'), ('a: ' + '[' * 60 + ']' * 60, 'too many levels'),
                               ('- 1\n', 'it is no object'), ('a: "\\0"\n', 'a text is no UTF-8'), ('a: \x01\n', 'scene.yaml:[0-9]+: ')):
            self.write('scene.yaml', text)
            with self.subTest(text=text[:40]):
                self.refuses(sentence, 2)
        os.remove(self.path('scene.yaml'))
        self.refuses('scene.yaml cannot be opened', 2)


if __name__ == '__main__':
    unittest.main()
