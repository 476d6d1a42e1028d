"""Tests joints, shapes and motions of every kind in one scene: the verifier's own reading of them
against the program's proofs."""

import json
import os
import pickle
import tempfile
import unittest

from checked import LONG, Checked, randoms

URDF = '''<robot name="mixed">
  <link name="base"><collision><geometry><box size="0.3 0.2 0.1"/></geometry></collision></link>
  <link name="slider">
    <collision><origin xyz="0 0.05 0" rpy="0.3 0 0"/>
      <geometry><cylinder radius="0.05" length="0.2"/></geometry></collision>
    <collision><origin xyz="0.02 0 0.1"/><geometry><sphere radius="0.06"/></geometry></collision>
  </link>
  <link name="arm"><collision><origin xyz="0 0 0.2" rpy="0.1 0.2 0.3"/>
    <geometry><mesh filename="wedge.obj" scale="0.001 0.002 0.003"/></geometry></collision></link>
  <link name="hand"/>
  <link name="left"><collision><origin xyz="0 0.03 0.04"/>
    <geometry><capsule radius="0.01" length="0.06"/></geometry></collision></link>
  <link name="right">
    <collision><origin xyz="0 -0.03 0.04" rpy="0 1 0"/>
      <geometry><mesh filename="wedge.obj" scale="0.0002 0.0001 0.0003"/></geometry></collision>
    <collision><origin xyz="0 -0.02 0"/><geometry><box size="0.01 0.01 0.03"/></geometry></collision>
  </link>
  <joint name="lift" type="prismatic"><parent link="base"/><child link="slider"/>
    <origin xyz="0 0 0.3" rpy="0.2 0 0.1"/><axis xyz="0 0.6 0.8"/><limit lower="-1" upper="1"/></joint>
  <joint name="spin" type="continuous"><parent link="slider"/><child link="arm"/>
    <origin xyz="0.25 0 0.1"/><axis xyz="1 2 -1"/></joint>
  <joint name="wrist" type="revolute"><parent link="arm"/><child link="hand"/>
    <origin xyz="0 0 0.6" rpy="0 0.4 0"/><axis xyz="0 1 0"/><limit lower="-3" upper="3"/></joint>
  <joint name="grip" type="prismatic"><parent link="hand"/><child link="left"/>
    <origin xyz="0 0.05 0.05"/><axis xyz="0 1 0"/><limit lower="-1" upper="1"/></joint>
  <joint name="grip2" type="prismatic"><parent link="hand"/><child link="right"/>
    <origin xyz="0 -0.05 0.05"/><axis xyz="0 1 0"/><limit lower="-1" upper="1"/>
    <mimic joint="grip" multiplier="-0.5" offset="-0.01"/></joint>
</robot>
'''
SRDF = '''<robot name="mixed">
  <virtual_joint name="v" type="fixed" parent_frame="world" child_link="base"/>
  <group name="all"><joint name="wrist"/><joint name="lift"/><joint name="spin"/></group>
  <group name="hand"><joint name="grip"/></group>
  <group_state name="up" group="all"><joint name="lift" value="0.2"/><joint name="wrist" value="0.5"/>
    </group_state>
  <disable_collisions link1="left" link2="right"/>
</robot>
'''
WEDGE = '''v -60 -30 -40
v 60 -30 -40
v 0 30 -40
v 0 0 90
f 1 3 2
f 1 2 4
f 2 3 4
f 3 1 4
'''


def mixed():
    return {
        'margin': 0.003, 'self_margin': 0.001, 'link_padding': {'arm': 0.004, 'mixed/left': 0.002},
        'robots': [{'urdf': 'mixed.urdf', 'srdf': 'mixed.srdf',
                    'base': {'position': [0.1, 0, 0.05], 'rpy': [0, 0.1, 0]}},
                   {'name': 'fly', 'joint': {'type': 'floating', 'name': 'free'},
                    'base': {'position': [0, 0, 0.2], 'orientation': [0.1, 0.2, 0.3, 0.9]},
                    'links': [{'name': 'kite', 'shapes': [
                        {'type': 'cone', 'radius': 0.05, 'length': 0.1, 'rounding': 0.004},
                        {'type': 'ellipsoid', 'size': [0.04, 0.03, 0.2], 'position': [0, 0.1, 0],
                         'rpy': [0, 0.5, 0.7]},
                        {'type': 'polytope', 'rounding': 0.002, 'position': [0.1, 0, 0], 'rpy': [0, 1, 0],
                         'vertices': [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1],
                                      [0.02, 0.02, 0.02]]}]}]}],
        'obstacles': [
            {'id': 'cone', 'type': 'cone', 'radius': 0.1, 'length': 0.3, 'position': [0.9, 0.4, 0.4],
             'rpy': [1, 0.5, 0]},
            {'id': 'pair', 'position': [-0.9, 0, 0.4], 'rpy': [0, 0, 1], 'shapes': [
                {'type': 'capsule', 'radius': 0.05, 'length': 0.4},
                {'type': 'mesh', 'file': 'wedge.obj', 'scale': 0.002, 'rounding': 0.003,
                 'position': [0, 0.2, 0.1], 'orientation': [0.1, 0, 0.2, 1]}]},
            {'id': 'egg', 'type': 'ellipsoid', 'size': [0.1, 0.3, 0.2], 'position': [-0.2, 0.9, 0.8],
             'rpy': [0.3, 1, 0.2], 'rounding': 0.01},
            {'id': 'scan', 'type': 'cloud', 'radius': 0.02, 'position': [0.1, -0.9, 0.5], 'rpy': [0, 0.4, 1],
             'points': [[0, 0, 0], [0.05, 0, 0.1], [-0.1, 0.02, 0.05], [0, 0, -0.0]]},
            {'id': 'wall', 'type': 'box', 'size': [0.1, 2, 0.6], 'position': [1.4, 0, 1.2]}],
        'attached': [{'id': 'cup', 'robot': 'mixed', 'link': 'hand', 'touch_links': ['left', 'right'],
                      'type': 'cylinder', 'radius': 0.02, 'length': 0.09, 'position': [0, 0, 0.1]}],
        'allowed_pairs': [['mixed/base', 'fly/kite'], ['arm', 'cup']],
        'checked_pairs': [['arm', 'cup']],
        'pair_margins': [{'pair': ['mixed/arm', 'wall'], 'margin': 0.01}],
        'robot_state': {'grip': 0.02, 'fly/free': [-0.5, 1.2, 0.3, 0, 0, 0.6, 0.8]},
    }


def motions(random):
    def row(*sizes):
        return [round(random.uniform(-s, s), 3) for s in sizes]

    def rows(count, *sizes):
        return [row(*sizes) for _ in range(count)]

    def pose():
        return row(1, 1, 1) + [round(random.gauss(0, 1), 3) for _ in range(4)]

    times = [0.0, 0.7, 1.9, 2.5]
    joints = ['spin', 'grip', 'wrist']
    wide, slow = (4, 0.03, 2), (0.5, 0.01, 0.5)
    return {
        'group': {'robots': {'mixed': {'group': 'all', 'from': 'up', 'to': row(2, 0.3, 4)}}},
        'path': {'robots': {'mixed': {'joints': joints, 'path': rows(4, *wide)},
                            'fly': {'path': [pose() for _ in range(3)]}}},
        'linear': {'robots': {'mixed': {'joints': joints, 'trajectory': {
            'times': [0.5, 1.0, 2.0], 'positions': rows(3, *wide)}},
            'fly': {'trajectory': {'times': times, 'positions': [pose() for _ in times]}}}},
        'cubic': {'robots': {'mixed': {'joints': joints, 'trajectory': {
            'times': times, 'positions': rows(4, *wide), 'velocities': rows(4, *slow)}}}},
        'quintic': {'robots': {'mixed': {'joints': ['lift', *joints], 'trajectory': {
            'times': times, 'positions': rows(4, 0.3, *wide), 'velocities': rows(4, 0.1, *slow),
            'accelerations': rows(4, 0.1, *slow)}}}},
        'world': {'robots': {'fly': {'rigid': {
            'position': row(1, 1, 1), 'orientation': pose()[3:], 'linear_velocity': row(0.5, 0.5, 0.5),
            'angular_velocity': row(2, 2, 2), 'duration': 2}}}},
        'screw': {'robots': {'fly': {'rigid': {
            'position': row(1, 1, 1), 'rpy': row(1, 1, 1), 'linear_velocity': row(0.5, 0.5, 0.5),
            'angular_velocity': row(2, 2, 2), 'frame': 'body', 'duration': 2}}}},
        'slow screw': {'robots': {'fly': {'rigid': {
            'position': row(1, 1, 1), 'linear_velocity': row(0.5, 0.5, 0.5),
            'angular_velocity': row(1e-3, 1e-3, 1e-3), 'frame': 'body', 'duration': 1}}}},
        'slide': {'robots': {'fly': {'rigid': {
            'position': row(1, 1, 1), 'rpy': row(1, 1, 1), 'linear_velocity': row(0.5, 0.5, 0.5),
            'frame': 'body', 'duration': 1}}}},
        'still': {'robots': {'fly': {'path': [pose()]}}},
        'at once': {'robots': {'fly': {'trajectory': {'times': [0], 'positions': [pose()]}}}},
    }


def plane():
    """In the plane: outlines that are not convex, with vertices that repeat or lie between others."""
    return {
        'dimension': 2, 'margin': 0.01, 'link_padding': 0.002,
        'robots': [
            {'name': 'cart', 'joint': {'type': 'planar'}, 'base': {'position': [0.2, 0.1], 'theta': 0.4},
             'links': [{'name': 'body', 'shapes': [
                 {'type': 'polygon', 'rounding': 0.01,
                  'vertices': [[0, 0], [0.3, 0], [0.3, 0.05], [0.1, 0.05], [0.05, 0.2], [0, 0.2]]},
                 {'type': 'disc', 'radius': 0.04, 'position': [0.3, 0.1]}]}]},
            {'name': 'pole', 'joint': {'type': 'planar', 'name': 'at'},
             'links': [{'name': 'a', 'type': 'segment', 'vertices': [[-0.1, 0], [0.2, 0.1]],
                        'rounding': 0.02, 'position': [0.1, 0], 'theta': 1},
                       {'name': 'b', 'type': 'polygon',
                        'vertices': [[0, 0], [0.2, 0], [0.1, 0.05], [0.2, 0.1], [0, 0.1]]}]}],
        'obstacles': [
            {'id': 'star', 'position': [1.5, 0.5], 'theta': 0.3, 'type': 'polygon',
             'vertices': [[0.4, 0], [0.1, 0.1], [0, 0.4], [-0.1, 0.1], [-0.25, 0.05], [-0.4, 0],
                          [-0.1, -0.1], [0, -0.4], [0.1, -0.1]]},
            {'id': 'post', 'type': 'point', 'rounding': 0.05, 'position': [-1, -1]},
            {'id': 'row', 'position': [0, -1.5], 'shapes': [
                {'type': 'polygon', 'vertices': [[0, 0], [0, 0.1], [1, 0.1], [1, 0], [0.5, 0]],
                 'position': [-1, 0]},
                {'type': 'disc', 'radius': 0.1, 'rounding': 0.01, 'position': [0.3, 0]}]}],
    }


def drives(random):
    def rows(count, scale=1):
        return [[round(random.uniform(-s, s) * scale, 3) for s in (2, 2, 4)] for _ in range(count)]

    times = [0.0, 1.0, 1.5]
    return {
        'path': {'robots': {'cart': {'path': rows(3)}, 'pole': {'path': rows(2)}}},
        'clocks': {'robots': {
            'cart': {'trajectory': {'times': times, 'positions': rows(3), 'velocities': rows(3, 0.3)}},
            'pole': {'trajectory': {'times': [0.5, 2.25], 'positions': rows(2)}}}},
        'quintic': {'robots': {'pole': {'trajectory': {
            'times': times, 'positions': rows(3), 'velocities': rows(3, 0.3),
            'accelerations': rows(3, 0.3)}}}},
    }


def linkage():
    """In the plane: a cart that drives, a mast on it, and arms that turn, slide and mimic."""
    return {
        'dimension': 2, 'margin': 0.005, 'self_margin': 0.002,
        'robots': [
            {'name': 'crane', 'joint': {'type': 'planar', 'name': 'drive'},
             'base': {'position': [0.2, 0.1], 'theta': 0.4},
             'links': [
                 {'name': 'cart', 'type': 'polygon', 'vertices': [[-0.2, -0.1], [0.2, -0.1], [0, 0.1]]},
                 {'name': 'mast'},
                 {'name': 'boom', 'shapes': [
                     {'type': 'segment', 'vertices': [[0, 0], [0.6, 0]], 'rounding': 0.02},
                     {'type': 'disc', 'radius': 0.05, 'position': [0.6, 0]}]},
                 {'name': 'hook', 'type': 'polygon', 'rounding': 0.01,
                  'vertices': [[0, 0], [0.3, 0], [0.3, 0.05], [0.1, 0.05], [0.05, 0.2], [0, 0.2]]},
                 {'name': 'weight', 'type': 'disc', 'radius': 0.07}],
             'joints': [
                 {'name': 'post', 'type': 'fixed', 'parent': 'cart', 'child': 'mast',
                  'position': [0, 0.2], 'theta': 0.3},
                 {'name': 'swing', 'type': 'revolute', 'parent': 'mast', 'child': 'boom',
                  'limits': [-3, 3]},
                 {'name': 'spin', 'type': 'continuous', 'parent': 'boom', 'child': 'hook',
                  'position': [0.7, 0], 'theta': -1},
                 {'name': 'balance', 'type': 'prismatic', 'parent': 'mast', 'child': 'weight',
                  'axis': [-0.6, 0.8], 'limits': [-2, 2], 'position': [-0.2, 0],
                  'mimic': {'joint': 'swing', 'multiplier': -0.25, 'offset': 0.1}}],
             'groups': {'arm': ['swing', 'spin'], 'all': ['drive', 'swing', 'spin']},
             'states': {'out': {'swing': 0.5, 'spin': -0.7}}},
            {'name': 'gate', 'base': {'position': [1.1, 0.2]},
             'links': [{'name': 'hinge', 'type': 'point'},
                       {'name': 'bar', 'type': 'segment', 'vertices': [[0, 0], [0, 0.8]]}],
             'joints': [{'name': 'open', 'type': 'prismatic', 'parent': 'hinge', 'child': 'bar',
                         'axis': [1, 0], 'limits': [-2, 2]}]}],
        'obstacles': [
            {'id': 'post', 'type': 'disc', 'radius': 0.1, 'position': [-1, -1]},
            {'id': 'wall', 'type': 'segment', 'vertices': [[-2, 1.2], [2, 1.4]], 'rounding': 0.03}],
        'robot_state': {'drive': [0.1, -0.2, 0.3]},
    }


def swings(random):
    def rows(count, *sizes):
        return [[round(random.uniform(-s, s), 3) for s in sizes] for _ in range(count)]

    times = [0.0, 1.0, 1.5]
    return {
        'path': {'robots': {'crane': {'group': 'arm', 'path': rows(3, 2, 4)}}},
        'drive': {'robots': {'crane': {'group': 'all', 'path': rows(3, 1, 0.5, 2, 2, 3)},
                             'gate': {'path': rows(2, 1)}}},
        'state': {'robots': {'crane': {'group': 'arm', 'from': 'out', 'to': rows(1, 1, 2)[0]}}},
        'cubic': {'robots': {'crane': {'joints': ['spin', 'swing'], 'trajectory': {
            'times': times, 'positions': rows(3, 3, 1), 'velocities': rows(3, 0.5, 0.5)}}}},
    }


class Kinds(unittest.TestCase):
    def agree(self, folder, scene, motions, *ways):
        """Random motions of a scene, checked in each way (words behind the file); the last check."""
        random = randoms()
        verdicts = set()
        path = os.path.join(folder, 'scene.json')
        for _ in range(100 if LONG else 15):
            node = scene()
            node['motions'] = motions(random)
            with open(path, 'w', encoding='utf-8') as file:
                json.dump(node, file)
            for words in ways:
                checked = Checked(path, *words)
                self.assertEqual(checked.disagreements(), [])
                verdicts |= {r['verdict'] for r in checked.results}
        self.assertLessEqual({'free', 'contact'}, verdicts)
        return checked

    def test_linkages_in_the_plane(self):
        with tempfile.TemporaryDirectory() as folder:
            self.agree(folder, linkage, swings, [], ['--method', 'bisection'])

    def test_the_plane(self):
        with tempfile.TemporaryDirectory() as folder:
            checked = self.agree(folder, plane, drives, [])
            # each element is necessary: without it, its body has only the others
            done = 0
            for b, body in enumerate(checked.lines[0]['bodies']):
                for e in range(len(body['elements'])):
                    lines = pickle.loads(pickle.dumps(checked.lines))
                    elements = lines[0]['bodies'][b]['elements']
                    if len(elements) > 1:
                        elements[e] = elements[e - 1]
                        for verdict, _, reason in checked.verdicts(lines).values():
                            self.assertEqual(verdict, 'refused')
                            self.assertRegex(reason, 'polygon|none of its elements is its')
                            done += 1
            self.assertGreater(done, 10)

    def test_all_kinds(self):
        random = randoms()
        verdicts = {}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (('mixed.urdf', URDF), ('mixed.srdf', SRDF), ('wedge.obj', WEDGE)):
                with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
                    file.write(text)
            path = os.path.join(folder, 'scene.json')
            for _ in range(40 if LONG else 6):
                node = mixed()
                node['motions'] = motions(random)
                with open(path, 'w', encoding='utf-8') as file:
                    json.dump(node, file)
                for words in ([path], [path, '--method', 'bisection'],
                              [path, '--no-wrap', '--mesh', 'surface', '--margin', '0.02']):
                    checked = Checked(*words)
                    self.assertEqual(checked.disagreements(), [], words[1:])
                    for result in checked.results:
                        verdicts.setdefault(result['id'], set()).add(result['verdict'])
        print({m: sorted(v) for m, v in verdicts.items()})
        # every kind was proven free at least once
        for motion, found in verdicts.items():
            if LONG:
                self.assertIn('free', found, motion)
        self.assertIn({'free', 'contact'}, verdicts.values())


if __name__ == '__main__':
    unittest.main()
