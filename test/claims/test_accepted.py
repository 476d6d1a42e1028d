"""Tests true claims that were refused once: of flat polytopes, of tiny bodies, of meshes by other
names, of motions in other files. The program writes them, and the verifier must come to the
program's verdicts."""

import json
import math
import os
import tempfile
import unittest

from checked import LONG, Checked, randoms, scene
from hulls import distance_from_hull
from test_kinds import WEDGE

FLYING = {'name': 'r', 'joint': {'type': 'floating'}}
ARM = '''<robot name="arm">
  <link name="base"><collision><geometry><sphere radius="%(r)g"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="%(half)g 0 0" rpy="0 1.570796 0"/>
    <geometry><cylinder radius="%(r)g" length="%(length)g"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="%(half)g 0 0" rpy="0.3 0.2 0.1"/>
    <geometry><box size="%(length)g %(r)g %(r)g"/></geometry></collision>
    <collision><origin xyz="%(half)g 0 0" rpy="0.3 0 0"/>
    <geometry><mesh filename="wedge.obj" scale="%(mesh)g %(mesh)g %(mesh)g"/></geometry></collision></link>
  <joint name="a" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="%(length)g 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
  <joint name="b" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="%(length)g 0 0"/>
    <axis xyz="0 1 1"/><limit lower="-3" upper="3"/></joint>
</robot>'''


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.write('wedge.obj', WEDGE)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text if isinstance(text, str) else json.dumps(text))
        return path

    def check(self, *words, verdicts=None):
        checked = Checked(*words)
        self.assertEqual(checked.disagreements(), [])
        found = {r['verdict'] for r in checked.results}
        if verdicts:
            self.assertEqual(found, verdicts)
        return checked


class Polytopes(Folder):
    def test_flat(self):
        """A square, a segment and a point with vertices within, and a body with some of each."""
        square = [[0, 0, 0], [0.2, 0, 0], [0.2, 0.2, 0], [0, 0.2, 0], [0.1, 0.1, 0], [0.1, 0, 0], [0.07, 0.13, 0]]
        turned = [[0.3 * x + 0.1 * y, y, 0.7 * x - 0.2 * y] for x, y, _ in square]
        line = [[0, 0, 0], [0.1, 0.2, 0.3], [0.05, 0.1, 0.15], [0.03, 0.06, 0.09]]
        for vertices in (square, turned, line, [[0.1, 0.2, 0.3]] * 3):
            path = self.write('scene.json', {
                'robots': [dict(FLYING, links=[{'name': 'l', 'type': 'sphere', 'radius': 0.05}])],
                'obstacles': [{'id': 'o', 'type': 'polytope', 'vertices': vertices, 'rpy': [0.3, 0.2, 1]},
                              {'id': 'p', 'position': [0, 2, 0], 'shapes': [
                                  {'type': 'polytope', 'vertices': vertices, 'rounding': 0.01},
                                  {'type': 'polytope', 'vertices': vertices, 'rpy': [1, 2, 3]}]}],
                'motions': {'by': {'from': [-1, 0, 0.6, 0, 0, 0, 1], 'to': [1, 0, 0.6, 0, 0, 0, 1]},
                            'at': {'from': [-1, 0, 0, 0, 0, 0, 1], 'to': [1, 0, 0, 0, 0, 0, 1]}}})
            self.check(path)

    def test_many_vertices(self):
        """A ball of 200 vertices with many within."""
        random = randoms()
        vertices = [[random.gauss(0, 0.1) for _ in range(3)] for _ in range(200)]
        path = self.write('scene.json', {
            'robots': [dict(FLYING, links=[{'name': 'l', 'type': 'polytope', 'vertices': vertices}])],
            'obstacles': [{'id': 'o', 'type': 'box', 'size': [1, 1, 1]}],
            'motions': {'by': {'from': [-1, 0, 2, 0, 0, 0, 1], 'to': [1, 0, 2, 0, 0, 0.6, 0.8]},
                        'at': {'from': [-2, 0, 0, 0, 0, 0, 1], 'to': [1, 0, 0, 0, 0, 0.6, 0.8]}}})
        self.check(path, verdicts={'free', 'contact'})

    def test_distance_from_a_hull(self):
        """Hulls with a known distance: boxes, rectangles, segments, points."""
        random = randoms()
        for _ in range(2000 if LONG else 300):
            half = [random.choice((0, random.randint(1, 1000))) for _ in range(3)]
            vertices = [[s * h for s, h in zip(signs, half)] for signs in
                        ((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))]
            vertices += [[random.randint(-h, h) for h in half] for _ in range(random.randint(0, 9))]
            random.shuffle(vertices)
            point = [random.randint(-1500, 1500) if random.random() < 0.5 else random.randint(-h, h) for h in half]
            far = math.dist(point, [max(-h, min(h, p)) for p, h in zip(point, half)])
            found = distance_from_hull(point, vertices, 10000)
            self.assertTrue(far <= found <= far + 1.001, (point, half, far, found))
            if far > 2:
                self.assertIsNone(distance_from_hull(point, vertices, int(far) - 1))


class Sizes(Folder):
    def test_tiny_and_large(self):
        """Bodies of any size, at distances in proportion."""
        for size in (1e-8, 1e-5, 1e-3, 1e3):
            self.write('arm.urdf', ARM % {'length': size, 'half': size / 2, 'r': size / 8, 'mesh': size / 500})
            path = self.write('scene.json', {
                'robots': [{'urdf': 'arm.urdf'}],
                'obstacles': [
                    {'id': 'o', 'type': 'sphere', 'radius': size / 2, 'position': [2.6 * size, 1.1 * size, 0]},
                    {'id': 'p', 'type': 'cylinder', 'radius': size / 3, 'length': size,
                     'position': [0, -2 * size, 0.1 * size], 'rpy': [1, 0, 0]}],
                'motions': {'away': {'from': [0, 0], 'to': [-0.3, -1.2]},
                            'there': {'from': [0, 0], 'to': [0.9, 0.4]},
                            'near': {'from': [0.05, 0], 'to': [0.05, 0.1]}}})
            self.check(path, verdicts={'free', 'contact'})


class Names(Folder):
    def scene(self, mesh, urdf_mesh):
        self.write('robot/arm.urdf', f'''<robot name="arm"><link name="base"/><link name="hand"><collision>
            <geometry><mesh filename="{urdf_mesh}" scale="0.001 0.001 0.001"/></geometry></collision></link>
            <joint name="a" type="prismatic"><parent link="base"/><child link="hand"/><axis xyz="1 0 0"/>
            <limit lower="-9" upper="9"/></joint></robot>''')
        return self.write('scene.json', {
            'robots': [{'urdf': 'robot/arm.urdf'}],
            'obstacles': [{'id': 'o', 'type': 'mesh', 'file': mesh, 'scale': 0.002, 'position': [1, 0, 0]}],
            'motions': {'free': {'from': [0], 'to': [0.7]}, 'contact': {'from': [0], 'to': [2]}}})

    def test_names_of_meshes(self):
        self.write('robot/wedge.obj', WEDGE)
        self.write('pkg/meshes/wedge.obj', WEDGE)
        absolute = os.path.join(os.path.realpath(self.folder), 'wedge.obj')
        for mesh in (absolute, 'file://' + absolute, 'file://localhost' + absolute, 'file://wedge.obj', 'wedge.obj',
                     'robot/../wedge.obj', 'package://pkg/meshes/wedge.obj'):
            with self.subTest(mesh):
                self.check(self.scene(mesh, mesh if mesh[0] != 'r' else 'wedge.obj'), verdicts={'free', 'contact'})


class Files(Folder):
    joints = ['joint_1', 'joint_2', 'joint_3', 'joint_4', 'joint_5', 'joint_6']

    def trajectory(self, seconds='{sec: %d, nanosec: %d}', velocities=True, accelerations=False):
        text = f'joint_names: [{", ".join(self.joints)}]\npoints:\n'
        for i, row in enumerate(([0, 0.1, 0.3, 0, 1.17, 0], [0, 0.2, 0.3, 0.1, 1, 0], [0.1, 0.3, 0.4, 0, 1, 0])):
            text += f'  - positions: {row}\n    time_from_start: {seconds % (i, 250000000 * i)}\n'
            text += '    velocities: [0.01, 0, 0, 0, 0, 1e-1]\n' if velocities else '    velocities: []\n'
            text += '    accelerations: [0.01, 0, 0, 0, 0, 0]\n' if accelerations else ''
        return text

    def test_joint_trajectories(self):
        arm = scene('cell.json')
        ros1 = self.trajectory('{secs: %d, nsecs: %d}', accelerations=True)
        ros2 = self.trajectory()
        nested = 'joint_trajectory:\n' + ''.join('  ' + line + '\n' for line in ros2.splitlines())
        plain = self.trajectory('%d.%09d', velocities=False)
        for text, words in ((ros1, []), (ros2, []), (ros2, ['--interpolation', 'linear']), (nested, []), (plain, []),
                            (self.trajectory(velocities=False, accelerations=True), []),
                            ('# of two\n' + ros1 + '---\n' + nested, []),
                            (json.dumps({'goal': {'trajectory': {
                                'header': {'frame_id': 'x'}, 'joint_names': self.joints[:2],
                                'points': [{'positions': [0, 0.1], 'time_from_start': {'sec': 1}},
                                           {'positions': [0.2, 0.1], 'time_from_start': 2.5}]}}}), [])):
            path = self.write('t.yaml', text)
            for option in ('--trajectory', '--path'):
                checked = self.check(arm, option, path, *words)
                self.assertEqual(len(checked.results), 1 + text.startswith('# of two'))

    def test_approaches(self):
        """Trajectories whose first time is above 0 begin where the scene, a flag or the message has
        the arm."""
        arm = scene('cell.json')
        late = self.trajectory('{sec: 1%d, nanosec: %d}')
        inner = ''.join('    ' + line + '\n' for line in late.splitlines())
        shown = f'trajectory_start:\n  joint_state: {{name: [joint_1, joint_2], position: [0.1, 0.2]}}\n' \
                f'trajectory:\n- joint_trajectory:\n{inner}- joint_trajectory:\n{inner}'
        there = ['--set', 'joint_3=0.4', '--set', 'joint_5=1']
        for text, words, count in ((late, [], 1), (late, there, 1), (late, there + ['--interpolation', 'linear'], 1),
                                   (shown, [], 2), (shown, there, 2), (shown, ['--set', 'joint_1=-0.1'], 2)):
            checked = self.check(arm, '--trajectory', self.write('t.yaml', text), *words)
            self.assertEqual(len(checked.results), count)
        # the claims are about the way from that start, not from another
        path = self.write('t.yaml', late)
        there, elsewhere = (Checked(arm, '--trajectory', path, '--set', 'joint_2=%g' % q) for q in (0.1, 0.4))
        self.assertNotEqual(there.lines, elsewhere.lines)
        self.assertEqual(there.disagreements() + elsewhere.disagreements(), [])

    def test_headings(self):
        """Headings of planar joints turn the shorter way in paths (half a turn as the numbers say),
        and literally in trajectories."""
        half = 3.141592653589793
        path = self.write('turning.json', json.dumps({
            'robots': [{'name': 'base', 'joint': {'type': 'planar', 'name': 'p'}, 'links': [
                {'name': 'body', 'type': 'box', 'size': [1, 0.1, 0.2], 'position': [0.5, 0, 0]}]}],
            'obstacles': [{'id': 'post', 'type': 'box', 'size': [0.1, 0.1, 1], 'position': [0.3, 0.8, 0]}],
            'motions': {'short': {'path': [[0, 0, 3], [0, 0, -3], [0, 0, -3 + half], [0, 0, 3]]},
                        'half': {'from': [0, 0, 1], 'to': [0, 0, 1 - half]},
                        'free': {'from': [0, 0, 3], 'to': [0, 0, -3]},
                        'long': {'trajectory': {'times': [0, 1], 'positions': [[0, 0, 3], [0, 0, -3]]}}}}))
        self.check(path, verdicts={'free', 'contact'})
        self.check(path, '--no-wrap')

    def test_interpolation_counts(self):
        """Claims of a cubic trajectory do not hold for a linear one, which differs by an option
        alone."""
        path = self.write('t.yaml', self.trajectory().replace('1e-1', '0.5'))
        cubic = Checked(scene('cell.json'), '--trajectory', path)
        linear = Checked(scene('cell.json'), '--trajectory', path, '--interpolation', 'linear')
        self.assertNotEqual(cubic.lines, linear.lines)
        self.assertEqual(cubic.disagreements() + linear.disagreements(), [])

    def test_a_motion_in_json(self):
        """A path as `leeway plan` writes it, on several lines and with its clearance."""
        node = {'id': 'planned', 'joints': self.joints, 'path': [[0, 0.1, 0.3, 0, 1.17, 0], [0, 0.2, 0.3, 0, 1, 0]],
                'clearance': [0.01, 0.02]}
        path = self.write('plan.json', json.dumps(node, indent=2))
        checked = self.check(scene('cell.json'), '--path', path, verdicts={'free'})
        self.assertEqual(checked.results[0]['id'], 'planned')
        path = self.write('plan.jsonl', json.dumps(node) + '\n' + json.dumps(dict(node, id=3)) + '\n')
        self.check(scene('cell.json'), '--motions', path, verdicts={'free'})


if __name__ == '__main__':
    unittest.main()
