"""Tests the form of a claims file: any other form is refused, and docs/schema/claims.schema.json
describes the same form."""

import copy
import json
import os
import pickle
import tempfile
import unittest

import schema
from balls import Refused
from checked import LONG, SOURCE, Checked, randoms, scene
from test_tampered import verdict_of

NAN, INFINITY = float('nan'), float('inf')


def places(node, path=()):
    """The paths to all nodes of a line."""
    yield path
    for key in node if isinstance(node, dict) else range(len(node)) if isinstance(node, list) else ():
        yield from places(node[key], (*path, key))


def at(node, path):
    for key in path:
        node = node[key]
    return node


def changed(node, path, value):
    node = pickle.loads(pickle.dumps(node))
    if not path:
        return value
    at(node, path[:-1])[path[-1]] = value
    return node


# lists of any length, and what is in them
ANY_LENGTH = {'rest', 'tracks', 'times', 'variables', 'coefficients', 'slots', 'poses', 'frames'}
SCENE_OF_BLOCKS = {
    'claims': 2, 'bodies': [
        {'name': 'arm', 'robot': 'r', 'link': 'arm', 'ball': [0.0, 0.0, 0.0, 2.0], 'elements': [{'shape': 'point'}],
         'tree': [-1], 'cells': [[0, 0.5, 1], [], []], 'cover': [[0.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 0.0]]},
        {'name': 'post', 'ball': [0.0, 0.0, 0.0, 2.0], 'elements': [{'shape': 'point'}], 'tree': [-1],
         'around': {'shape': 'cylinder', 'half': 1.0, 'base': 0.5}}],
    'pairs': [{'bodies': [0, 1], 'margin': 0, 'padding': [0, 0]}], 'program': 'leeway 1.2.3', 'exempt': [[0, 1, 'srdf']]}
BLOCKS = [SCENE_OF_BLOCKS, {'block': [0.0, 0.5]}, {'stage': 1, 'block': [0.0, 0.5], 'left': [[0, 1], [3, 127]]},
          {'block': [0.0, 0.5], 'only': [[0, 3], [2, 1]]},
          {'pair': 0, 'from': 0.0, 'to': 0.5, 'at': 0.25, 'parts': [{'normal': [1.0, 0.0, 0.0], 'rule': 'chord'}]},
          {'pair': 0, 'from': 0.0, 'to': 0.5, 'at': 0.25,
           'parts': [{'a': {'cell': 1}, 'normal': [1.0, 0.0, 0.0], 'rule': 'chord'}]},
          {'stage': 1, 'pair': 0, 'contact': 0.5, 'elements': [0, 0], 'points': [[0.0, 0.0, 0.5], [1.0, 0.0, 0.0]]},
          {'pair': 0, 'contact': 0.5, 'inner': 1, 'element': 0, 'point': [0.0, 0.0, 0.5]}]


class Form(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.checked = [Checked(scene('bodies.json')), Checked(scene('pick.json'))]
        # a line of each kind, and of each set of keys
        cls.lines = {}
        for checked in cls.checked:
            for line in checked.lines:
                if 'bodies' in line:
                    line = dict(line, bodies=[b for b in line['bodies'] if len(b['elements']) < 20])
                keys = (schema.kind_of(line), tuple(line), bool(line.get('places')),
                        *(tuple(sorted({k for p in line.get('parts', ()) for k in p}))))
                cls.lines.setdefault(keys, line)
        for i, line in enumerate(BLOCKS):
            cls.lines['of blocks', i] = line

    def refused(self, line, pattern='.'):
        with self.assertRaisesRegex(Refused, pattern):
            schema.check_line(line)

    def test_untouched(self):
        kinds = {schema.check_line(line) for line in self.lines.values()}
        self.assertEqual(kinds, set(schema.LINES))

    def test_other_values(self):
        """At every place of a line, a value of another type, or a number that is not finite, is
        refused."""
        others = [None, True, False, 'text', '0.5', NAN, INFINITY, -INFINITY, 2 ** 53 + 2, 10 ** 400, [], {},
                  [0.5], {'node': 0}]
        tried = 0
        random = randoms()
        for line in self.lines.values():
            found = [p for p in places(line) if p and p != ('motion',)]
            for path in random.sample(found, min(len(found), 3000 if LONG else 150)):
                value = at(line, path)
                for other in others:
                    same_type = type(other) is type(value) and not isinstance(value, (dict, list))
                    finite = type(value) in (int, float) and type(other) in (int, float) and (
                        abs(other) <= 2 ** 53)
                    if same_type and type(other) is str and path[-1] in ('name', 'robot', 'link', 'program'):
                        continue
                    if finite or other == value or (path[-1] == 'places' and other == []):
                        continue
                    if other == [] and path[-1] in ('bodies', 'pairs', 'exempt') and len(path) == 1:
                        continue
                    if other in ([], [0.5], {}) and (ANY_LENGTH & set(path) or path[-1] == 'at'):
                        continue
                    if path[-1] in ('a', 'b') and other == {'node': 0} or path[-2:-1] == ('cells',) and other == []:
                        continue
                    self.refused(changed(line, path, other))
                    tried += 1
        self.assertGreater(tried, 5000)

    def test_lengths(self):
        """Lists of numbers have fixed lengths, objects fixed keys."""
        tried = 0
        for line in self.lines.values():
            for path in places(line):
                value = at(line, path)
                if isinstance(value, dict):
                    self.refused(changed(line, path, dict(value, colour=1)), 'has the key "colour"')
                    for key in value:
                        optional = {'turn', 'hulls', 'radius', 'position', 'rotation', 'solid', 'a', 'b', 'stage',
                                    'cells', 'cover', 'around', 'left', 'only', 'program', 'exempt', 'frames', 'frame',
                                    'at', 'parent', 'variable', 'multiplier', 'offset', 'rest', 'tracks', 'slots'}
                        if key not in optional:
                            self.refused(changed(line, path, {k: v for k, v in value.items() if k != key}))
                            tried += 1
                elif isinstance(value, list) and value and type(value[0]) in (int, float):
                    if path[-1] in ('tree',) or path[-2:-1] == ('hulls',) or \
                            ANY_LENGTH & {path[-1], *path[-3:-2]}:
                        continue
                    for other in (value[:-1], [*value, 0.5], [*value, -1e9], [*value, 0]):
                        if len(other) == 10 and path[-2:-1] == ('elements',):
                            continue  # a triangle may have a radius
                        self.refused(changed(line, path, other))
                        tried += 1
        self.assertGreater(tried, 100)

    def test_bounds(self):
        """Numbers that may not be negative, and numbers that may not be 0."""
        def change(pattern, path, value, wanted):
            done = 0
            for line in self.lines.values():
                for p in places(line):
                    if [k for k in p if type(k) is str] == path and type(at(line, p)) in (int, float):
                        self.refused(changed(line, p, value), pattern)
                        done += 1
            self.assertGreaterEqual(done, wanted, path)

        for keys in (['pairs', 'padding'], ['pairs', 'margin'], ['pairs', 'bodies'],
                     ['bodies', 'elements', 'half'], ['bodies', 'hulls'], ['pair'], ['index'], ['claims'],
                     ['places', 'body'], ['parts', 'b', 'node']):
            change('too small|is not 2|which is not known', keys, -1, 1)
        for value in (0, -0.0, -1e-300):
            change('too small', ['bodies', 'elements', 'radius'], value, 1)
        change('"stage" is too small', ['stage'], -1000001, 2)
        line = next(line for line in self.lines.values() if line.get('stage') and 'pair' in line)
        self.refused(dict(line, stage=0), '"stage" is too small')

    def test_once(self):
        """Each body, each pair, each place once; a pair is of two bodies."""
        first = next(line for line in self.lines.values() if 'claims' in line and 'bodies' in line)
        body, pair = first['bodies'][0], first['pairs'][0]
        a, b = pair['bodies']
        self.refused(dict(first, bodies=[*first['bodies'], body]), 'says twice')
        self.refused(dict(first, bodies=[*first['bodies'], dict(body, ball=[0, 0, 0, 1e10])]), 'says twice')
        for other in (pair, dict(pair, margin=9), dict(pair, bodies=[b, a])):
            self.refused(dict(first, pairs=[*first['pairs'], other]), 'says twice')
        self.refused(dict(first, pairs=[dict(pair, bodies=[a, a])]), 'says twice')
        stage = next(line for line in self.lines.values() if line.get('places'))
        place = stage['places'][0]
        self.refused(dict(stage, places=[place, dict(place, position=[9, 9, 9])]), 'says twice')
        self.refused(dict(stage, pairs=[*stage['pairs'], stage['pairs'][0]]), 'says twice')
        hulls = next(b for b in first['bodies'] if 'hulls' in b)
        self.refused(dict(first, bodies=[dict(hulls, hulls=[[0, 0], [1]])]), 'says twice')

    def test_rules(self):
        line = next(line for line in self.lines.values() if 'parts' in line)
        part = line['parts'][0]
        self.refused(dict(line, parts=[dict(part, rule='travel', turn=[0, 0, 0])]), 'has the key "turn"')
        self.refused(dict(line, parts=[dict(part, rule='hope')]), 'of a kind that is known')
        self.refused(dict(line, parts=[dict(part, rule=['slab'])]), 'of a kind that is known')
        self.refused(dict(line, parts=[dict(part, a={'node': 0, 'hull': 0})]), 'has 2 keys')
        self.refused(dict(line, parts=[dict(part, a={})]), 'has 0 keys')

    def test_masks(self):
        """Seven bits, not all of them 0; each pair once."""
        for key in ('left', 'only'):
            for entry in ([0, 0], [0, 128], [0, -1], [-1, 1], [0], [0, 1, 1], [0, 1.0], [0, True]):
                self.refused({'block': [0, 1], key: [entry]})
            for entry in ([0, 1], [7, 127]):
                schema.check_line({'block': [0, 1], key: [entry]})
            self.refused({'block': [0, 1], key: [[4, 1], [4, 2]]}, 'says twice')
            self.refused({'block': [0, 1], key: []}, 'has 0 entries')
        self.refused({'block': [0, 1], 'left': [[0, 1]], 'only': [[1, 1]]}, 'has the key "left"')

    def test_versions(self):
        schema.check_scene(SCENE_OF_BLOCKS)
        for claims in (1, 3, True, 2.5, '2'):
            with self.assertRaises(Refused):
                schema.check_scene(dict(SCENE_OF_BLOCKS, claims=claims))

    def test_no_objects(self):
        for line in (None, [], 3, 'text', [{'claims': 1}]):
            self.refused(line, 'a line is no object')
            lines = [*self.checked[0].lines[:2], line, *self.checked[0].lines[2:]]
            self.assertEqual({v[0] for v in self.checked[0].verdicts(lines).values()}, {'refused'})

    def test_lines_of_other_places(self):
        """Each kind of line at a wrong place."""
        for checked in self.checked:
            lines = checked.lines
            begin = next(i for i, line in enumerate(lines) if 'parts' in line)
            end = next(i for i in range(begin, len(lines)) if 'verdict' in lines[i])
            motion = str(lines[end]['motion'])
            for other in self.lines.values():
                kind = schema.kind_of(other)
                if kind in ('apart', 'outside', *schema.BLOCKS):
                    continue
                for place in (begin + 1, end + 1):
                    forged = pickle.loads(pickle.dumps(lines))
                    forged[end]['claims'] += place == begin + 1
                    forged.insert(place, copy.deepcopy(other))
                    self.assertEqual(checked.verdicts(forged)[motion][0], 'refused', (kind, place))


class Lies(unittest.TestCase):
    """Files that were believed once, because a field was used before its form was checked."""

    def test_padding_of_three(self):
        """The bodies of a pair have two paddings; a third one used to cancel the required gap."""
        checked = Checked(scene('cell.json'), '--motion', 'through the post')
        lines = pickle.loads(pickle.dumps(checked.lines))
        for pair in lines[0]['pairs']:
            pair['padding'] = [*pair['padding'], -1e3]
        begin, last = lines[1], verdict_of(lines, 'through the post')
        forged = [lines[0], begin]
        for p in range(len(lines[0]['pairs'])):
            forged.append({'pair': p, 'from': 0, 'to': 1, 'at': 0.5, 'parts': [
                {'normal': [1, 0, 0], 'rule': 'travel'}]})
        outside = [line for line in lines if 'outside' in line]
        forged += outside
        forged.append(dict(last, verdict='free', free_until=1, claims=len(forged) - 2))
        verdict, _, reason = checked.verdicts(forged)['through the post']
        self.assertEqual(verdict, 'refused')
        self.assertRegex(reason, '"padding" has 3 entries')

    def test_truth_values(self):
        """true is no number, though Python counts with it."""
        checked = Checked(scene('bodies.json'), '--motion', 'level')
        for change in (lambda lines: lines[1].update(end=True), lambda lines: lines[1].update(index=False),
                       lambda lines: lines[-1].update(free_until=True),
                       lambda lines: lines[0].update(claims=True)):
            lines = pickle.loads(pickle.dumps(checked.lines))
            change(lines)
            self.assertEqual(checked.verdicts(lines)['level'][0], 'refused')

    def test_ids(self):
        """The id of a motion may be any value that its file has, and no other."""
        with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
            ids = ['1', '"one"', 'true', 'null', '1.5', '[1, {"a": 2}]', '12345678901234567890']
            for identity in ids:
                file.write(f'{{"id": {identity}, "robots": {{"bar": {{"rigid": '
                           '{"position": [0, 0, 5], "duration": 1}}}}\n')
            file.flush()
            checked = Checked(scene('bodies.json'), '--motions', file.name)
        self.assertEqual({v[0] for v in checked.verdicts().values()}, {'free'})
        for index, other in ((0, True), (0, '1'), (0, 1.0), (2, 1), (3, 'null'), (5, [1, {'a': 3}])):
            lines = pickle.loads(pickle.dumps(checked.lines))
            for line in lines[1:]:
                if line.get('index') == index:
                    line['motion'] = other
            verdicts = list(checked.verdicts(lines).values())
            self.assertEqual([k for k, v in enumerate(verdicts) if v[0] == 'refused'], [index], other)


class Agreement(unittest.TestCase):
    """docs/schema/claims.schema.json and the verifier's table agree."""

    def test_schema(self):
        with open(os.path.join(SOURCE, 'docs', 'schema', 'claims.schema.json'), encoding='utf-8') as file:
            root = json.load(file)
        definitions = root.pop('$defs')
        used = set()

        def plain(node):
            """Without descriptions, and with each definition inserted where it is used."""
            if isinstance(node, dict) and '$ref' in node:
                name = node['$ref'].removeprefix('#/$defs/')
                used.add(name)
                return plain(definitions[name])
            if isinstance(node, dict):
                return {k: plain(v) for k, v in node.items()
                        if k not in ('$schema', 'title') and not (k == 'description' and isinstance(v, str))}
            return [plain(v) for v in node] if isinstance(node, list) else node

        self.maxDiff = None
        self.assertEqual(ordered(plain(root)), ordered(schema.schema()))
        self.assertEqual(used, set(definitions))


def ordered(node):
    """With lists sorted whose order means nothing."""
    if isinstance(node, dict):
        return {k: sorted(v, key=json.dumps) if k in ('required', 'enum') else ordered(v)
                for k, v in node.items()}
    return [ordered(v) for v in node] if isinstance(node, list) else node


if __name__ == '__main__':
    unittest.main()
