"""leeway-audit --scene compares the motions and stages of a proof with those of the files: it accepts the proof that was made
of them, and says which joint differs where anything was altered, one thing at a time."""

import json
import math
import unittest

from scene_files import Files, SCENE, SRDF, URDF


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

    def test_cut(self):
        """The rest of a motion from a time on, as of `leeway check --since`; stages before it tell where objects are."""
        path = [[0, 0], [0.1, 0.1], [0.2, 0.1], [0.5, 0.1]]
        attach = {'waypoint': 1, 'id': 'box', 'link': 'hand', 'touch_links': ['thumb'], 'may_touch': ['ball']}
        node = {'path': path, 'attach': [attach], 'release': [{'waypoint': 2, 'id': 'box'}]}
        self.motion(node)
        for since in (0.2, 1 / 3, 0.5, 2 / 3, 0.9, 1, 4):
            self.proof = self.prove('--since', repr(since))
            status, said = self.audit('--since', repr(since))
            self.assertEqual(status, 0, said)
            self.assertIn(f'proven free from {min(since, 1):.17g} on', said)
            self.assertNotIn('trust', said)
            for other in ([], ['--since', '0.19'], ['--since', repr(min(since, 1) / 2)]):
                status, said = self.audit(*other)
                self.assertEqual(status, 1)
                self.assertIn('it begins or ends at another time than in the proof', said)
            self.assertEqual(self.audit('--since', repr(since), '--precise')[0], 0)
        self.proof = self.prove('--since', '0.5')
        with open(self.proof, encoding='utf-8') as file:
            lines = [json.loads(line) for line in file]
        stages = [i for i, line in enumerate(lines) if 'places' in line]
        self.assertEqual([lines[i]['stage'] for i in stages], [-1, 0, 1])

        def rest(change, sentence):
            with open(self.proof, 'w', encoding='utf-8') as file:
                file.writelines(json.dumps(line) + '\n' for line in change([dict(line) for line in lines]))
            status, said = self.audit('--since', '0.5')
            self.assertEqual(status, 1)
            self.assertRegex(said, sentence)
            self.assertNotIn('proven', said)

        def without_events(rows):
            """Stage 0 as if nothing had been attached before: a box in the world, where it is no longer."""
            rows[stages[1]]['pairs'], rows[stages[1]]['exempt'] = rows[stages[0]]['pairs'], rows[stages[0]]['exempt']
            rows[stages[1]].update(places=[], begin=0.4)
            return rows[:stages[0]] + rows[stages[1]:]

        rest(without_events, 'attached or released before the first stage')
        self.proof = self.prove('--since', '0.5')
        self.other({'path': path, 'attach': [{**attach, 'link': 'finger'}], 'release': node['release']}, 'another time')

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


if __name__ == '__main__':
    unittest.main()
