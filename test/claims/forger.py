"""A forger of claims: alters true claims files at random, and knows which statements about their
motions are false. The scenes are so simple that a formula gives the first contact."""

import json
import math
import os
import re

import geometry
import schema
import verify
from balls import Refused
from blocks import with_blocks
from bodies import ClaimedBody
from checked import Checked

WEDGE = 'v -6 -3 -4\nv 6 -3 -4\nv 0 3 -4\nv 0 0 9\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n'
CRATE = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
SIDES = [(0, 1, 2), (1, 3, 2), (4, 6, 5), (5, 6, 7), (0, 4, 1), (1, 4, 5), (2, 3, 6), (3, 7, 6), (0, 2, 4),
         (2, 6, 4), (1, 5, 3), (3, 5, 7)]
ARM = '''<robot name="arm">
  <link name="base"><collision><geometry><box size="0.2 0.2 0.1"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.25 0 0" rpy="0 1.5707963267948966 0"/>
    <geometry><cylinder radius="0.03" length="0.4"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.2 0 0"/><geometry><sphere radius="0.02"/></geometry></collision>
    <collision><origin xyz="0.4 0 0"/><geometry><sphere radius="0.05"/></geometry></collision></link>
  <joint name="a" type="revolute"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.2"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
  <joint name="b" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="0.5 0 0"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3"/></joint>
</robot>'''


# ---- scenes and their truth --------------------------------------------------------------------------------


def first(meets, begin=0.0, end=1.0):
    """The first time at which a condition holds that is false at the beginning; infinity: never."""
    steps = 4000
    for k in range(steps + 1):
        t = begin + (end - begin) * k / steps
        if meets(t):
            low = begin + (end - begin) * max(k - 1, 0) / steps
            for _ in range(60):
                middle = (low + t) / 2
                low, t = (low, middle) if meets(middle) else (middle, t)
            return t
    return math.inf


def flying(x=0.2, y=0.05, radius=0.2, own=0.1, margin=0.004, padding=0.001):
    """A ball with other shapes behind it flies along x, past or at a ball at (x, y, 0)."""
    node = {
        'margin': margin, 'link_padding': padding,
        'robots': [{'name': 'r', 'joint': {'type': 'floating'}, 'links': [{'name': 'kite', 'shapes': [
            {'type': 'sphere', 'radius': own},
            {'type': 'box', 'size': [0.1, 0.05, 0.05], 'position': [-0.2, 0, 0], 'rpy': [0.3, 0, 0]},
            {'type': 'polytope', 'position': [-0.3, 0, 0], 'rounding': 0.01,
             'vertices': [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]},
            {'type': 'mesh', 'file': 'wedge.obj', 'scale': 0.005, 'position': [-0.25, 0.02, 0]}]}]}],
        'obstacles': [{'id': 'ball', 'type': 'sphere', 'radius': radius, 'position': [x, y, 0]},
                      {'id': 'floor', 'type': 'box', 'size': [4, 4, 0.1], 'position': [0, 0, -0.6]},
                      {'id': 'crate', 'type': 'mesh', 'file': 'crate.obj', 'scale': 0.1, 'position': [0, 1, 0]}],
        'motions': {'fly': {'from': [-1, 0, 0, 0, 0, 0, 1], 'to': [1, 0, 0, 0, 0, 0, 1]},
                    'roll': {'rigid': {'position': [-1, 0, 0], 'linear_velocity': [1, 0, 0],
                                       'angular_velocity': [2, 0, 0], 'duration': 2}}}}
    required = radius + own + margin + padding
    return node, {'fly': first(lambda t: math.dist((x, y), (-1 + 2 * t, 0)) <= required),
                  'roll': first(lambda t: math.dist((x, y), (-1 + t, 0)) <= required, end=2)}


def passing(margin=0.05, padding=0.02):
    """A ball flies past another one, nearer than the margin and padding allow."""
    return flying(y=0.36, margin=margin, padding=padding)


def arm(y=0.3, radius=0.1, margin=0.002):
    """Two turning links with a ball at the end, and a ball in the plane in which it turns."""
    node = {'margin': margin, 'robots': [{'urdf': 'arm.urdf'}], 'allowed_pairs': [['base', 'fore']],
            'obstacles': [{'id': 'ball', 'type': 'sphere', 'radius': radius, 'position': [0.55, y, 0.2]},
                          {'id': 'post', 'type': 'cylinder', 'radius': 0.05, 'length': 0.5, 'position': [-0.5, 0, 0]}],
            'motions': {'swing': {'from': [-0.5, 0.1], 'to': [1.2, 0.6]},
                        'curve': {'trajectory': {'times': [0.5, 1, 2], 'positions': [[-0.5, 0], [0, 0.4], [1, 0.8]],
                                                 'velocities': [[0, 0], [0.9, 0.3], [0, 0]]}}}}

    def tip(a, b):
        return (0.5 * math.cos(a) + 0.4 * math.cos(a + b), 0.5 * math.sin(a) + 0.4 * math.sin(a + b))

    def meets(a, b):
        return math.dist(tip(a, b), (0.55, y)) <= 0.05 + radius + margin

    def curve(t):
        track = node['motions']['curve']['trajectory']
        times, rows, rates = (track[k] for k in ('times', 'positions', 'velocities'))
        if t <= times[0]:
            return rows[0]
        k = max(i for i in range(len(times) - 1) if times[i] <= t)
        w = times[k + 1] - times[k]
        u = (t - times[k]) / w
        return [(1 - u) ** 2 * (1 + 2 * u) * p + u * u * (3 - 2 * u) * q + u * (1 - u) * w * ((1 - u) * v - u * e)
                for p, q, v, e in zip(rows[k], rows[k + 1], rates[k], rates[k + 1])]

    return node, {'swing': first(lambda t: meets(-0.5 + 1.7 * t, 0.1 + 0.5 * t)),
                  'curve': first(lambda t: meets(*curve(t)), end=2)}


def carrying(x=0.6, y=0, radius=0.08, touch=('table',), attach=1):
    """A hand takes a can from a table at (0, y) and carries it along x, at a ball at (x, 0, 0.5)."""
    path = [[0, 0, 0.5, 0, 0, 0, 1], [0, 0, 0.3, 0, 0, 0, 1], [0, 0, 0.65, 0, 0, 0, 1], [1, 0, 0.65, 0, 0, 0, 1],
            [1, 0, 0.5, 0, 0, 0, 1], [1, 0, 0.8, 0, 0, 0, 1]]
    node = {
        'margin': 0.001, 'link_padding': {'palm': 0.0005},
        'robots': [{'name': 'hand', 'joint': {'type': 'floating'}, 'links': [
            {'name': 'palm', 'type': 'box', 'size': [0.1, 0.1, 0.02]}]}],
        'obstacles': [{'id': 'table', 'type': 'box', 'size': [0.3, 0.8, 0.1], 'position': [0, 0, 0.05]},
                      {'id': 'can', 'type': 'sphere', 'radius': radius, 'position': [0, y, 0.11 + radius]},
                      {'id': 'ball', 'type': 'sphere', 'radius': 0.1, 'position': [x, 0, 0.5]},
                      {'id': 'crate', 'type': 'mesh', 'file': 'crate.obj', 'scale': 0.1, 'position': [0.5, 1, 0.5]}],
        'motions': {'place': {'path': path,
                              'attach': [{'waypoint': attach, 'id': 'can', 'link': 'palm', 'may_touch': list(touch)}],
                              'release': [{'waypoint': 4, 'id': 'can'}]}}}

    def can(t):
        """The can's place: it hangs below the palm from waypoint 1 to waypoint 4."""
        k = min(int(5 * t), 4)
        u = 5 * t - k
        palm = [(1 - u) * p + u * q for p, q in zip(path[k][:3], path[k + 1][:3])]
        down = 0.3 - (0.11 + radius)
        return ((0, y, 0.11 + radius) if t < 0.2 else (palm[0], y, palm[2] - down) if t < 0.8 else
                (1, y, 0.5 - down))

    return node, {'place': first(lambda t: math.dist(can(t), (x, 0, 0.5)) <= (
        0.1 + radius + 0.001 + 0.0005 * (0.2 < t < 0.8)))}


def inside(y=0.2):
    """A ball within a closed crate is in contact all the time, though it touches no surface."""
    node = {'robots': [{'name': 'r', 'joint': {'type': 'floating'}, 'links': [
                {'name': 'seed', 'type': 'sphere', 'radius': 0.1}]}],
            'obstacles': [{'id': 'crate', 'type': 'mesh', 'file': 'crate.obj', 'position': [0, y, 0]}],
            'motions': {'in': {'from': [-0.5, 0, 0, 0, 0, 0, 1], 'to': [0.5, 0, 0, 0, 0, 0.6, 0.8]}}}
    return node, {'in': 0.0 if abs(y) < 0.9 else math.inf}


# scenes whose motions end in contact, and changes of them without the contact, whose claims are too
# much for the scene
SCENES = {
    'flying': (flying, [{'x': 5}, {'y': 2}, {'radius': 0.02, 'own': 0.02}, {'radius': 0.001}]),
    'passing': (passing, [{'margin': 0}, {'margin': 0, 'padding': 0}, {'padding': 0, 'margin': 0.055}]),
    'arm': (arm, [{'y': 3}, {'radius': 0.001}]),
    'carrying': (carrying, [{'x': 4}, {'y': 0.3}, {'radius': 0.02}, {'touch': ['table', 'ball']}, {'attach': 2}]),
    'inside': (inside, [{'y': 4}, {'y': -3}]),
}


class Case:
    """A scene, the times of its motions' contacts, and claims files to begin with: its own, and
    those of the changed scenes without the contact, which claim far too much."""

    def __init__(self, folder, name):
        make, changes = SCENES[name]
        self.name = name
        self.files = []
        for k, change in enumerate([{}, *changes]):
            node, truth = make(**change)
            path = os.path.join(folder, f'{name}_{k}.json')
            with open(path, 'w', encoding='utf-8') as file:
                json.dump(node, file)
            for words in ([], ['--mesh', 'surface'])[:1 if k else 2]:
                made = Checked(path, *words)
                if made.disagreements():
                    raise AssertionError(made.disagreements())
                self.files.append(made.lines)
                if not any('places' in line for line in made.lines):
                    self.files.append(with_blocks(made))
                if not k and not words:
                    checked, self.truth = made, truth
        self.checked = checked
        for result in checked.results:
            known = self.truth[result['id']]
            if result['verdict'] == 'contact' and result['time'] > known + 1e-3 or (
                    result['free_until'] > known):
                raise AssertionError(f'{name}: {result} where {known} is known')
            # the program may know of a contact a little sooner
            self.truth[result['id']] = min(known, result.get('time', math.inf))

    def lie(self, found):
        """The first false statement among (id, verdict, free until, reason), or None."""
        for identity, verdict, until, _ in found:
            known = self.truth[identity]
            # a motion that is not called free, and is free only until its beginning, makes no
            # statement
            if verdict == 'free' and known < math.inf or verdict != 'refused' and 0 < until >= known + 1e-9:
                return identity, verdict, float(until)
        return None


def write_meshes(folder):
    crate = ''.join('v %d %d %d\n' % c for c in CRATE) + ''.join('f %d %d %d\n' % tuple(i + 1 for i in f) for f in SIDES)
    for name, text in (('wedge.obj', WEDGE), ('crate.obj', crate), ('arm.urdf', ARM)):
        with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
            file.write(text)


# ---- a verifier with a memory ----------------------------------------------------------------------------


class Remembering(verify.Verifier):
    """Checks only once the parts that depend on unchanged lines alone. Such lines are known by
    their identity; a result is stored under the identities of all that it depends on."""

    def __init__(self, case, originals):
        super().__init__(case.checked.scene, case.checked.arguments.settings)
        self.originals = originals  # {identity: node}: bodies and lines as the program wrote them
        self.forms, self.made, self.motions, self.stage_lists, self.proven = {}, {}, {}, {}, {}
        self.scene_forms, self.whole = {}, {}

    def read_scene(self, node):
        super().read_scene(node)
        self.state = (*map(id, self.bodies), *((p.bodies, p.required) for p in self.pairs[0]))

    def _scene_form(self, node):
        """An unchanged body has its earlier form."""
        bodies = node.get('bodies') if type(node) is dict else None
        if type(bodies) is not list or not all(
                id(b) in self.originals or type(b) is dict and type(b.get('name')) is str for b in bodies):
            return super()._scene_form(node)
        new = [b for b in bodies if id(b) not in self.originals or {'cover', 'around'} & set(b)]
        schema.LINES['scene'].entries['bodies'].check_once(bodies, 'the bodies')
        return super()._scene_form(dict(node, bodies=new))

    def check_motion(self, motion, lines):
        """Looks up a motion all of whose lines, bodies and pairs are unchanged and were checked
        before."""
        if any(id(line) not in self.originals for line in lines):
            return super().check_motion(motion, lines)
        key = (id(motion), *map(id, lines), *self.state)
        if key not in self.whole:
            self.whole[key] = self._attempt(lambda: super(Remembering, self).check_motion(motion, lines)), self.bodies
        return self._answer(self.whole[key][0])

    def _form(self, line):
        if id(line) not in self.originals:
            return super()._form(line)
        if id(line) not in self.forms:
            self.forms[id(line)] = super()._form(line)
        return self.forms[id(line)]

    def _body(self, node, body):
        if id(node) not in self.originals:
            claimed = ClaimedBody(node)
            contained = geometry.Contained(claimed, body)
            return claimed, contained, geometry.Solids(contained, self.scene.solid)
        key = id(node), body.name
        if key not in self.made:
            self.made[key] = self._attempt(lambda: super(Remembering, self)._body(node, body))
        return self._answer(self.made[key])

    def _motion(self, node):
        if id(node) not in self.motions:
            self.motions[id(node)] = super()._motion(node)
        return self.motions[id(node)]

    def _stages(self, motion, nodes):
        if any(id(n) not in self.originals for n in nodes):
            return super()._stages(motion, nodes)
        key = (id(motion), *map(id, nodes), *self.index)
        if key not in self.stage_lists:
            self.stage_lists[key] = self._attempt(lambda: super(Remembering, self)._stages(motion, nodes))
            return self._answer(self.stage_lists[key])
        stages = self._answer(self.stage_lists[key])
        for stage, node in zip(stages, nodes or [None]):
            stage.pairs, stage.needed = (self._pairs(stage.scene, node['pairs'], stage.shifts) if node
                                         else self.pairs)
        return stages

    def _check_claim(self, stage, claim):
        if id(claim.node) not in self.originals:
            return super()._check_claim(stage, claim)
        pair = claim.pair
        key = (id(claim.node), id(stage), pair.bodies, *map(id, pair.claimed), pair.required)
        if key not in self.proven:
            # an object that is stored by its identity must stay alive, so that no other one gets
            # the same identity
            self.proven[key] = self._attempt(lambda: super(Remembering, self)._check_claim(stage, claim)), stage, pair
        return self._answer(self.proven[key][0])

    def _check_block(self, block):
        if id(block.node) not in self.originals:
            return super()._check_block(block)
        key = (id(block.node), id(block.stage), *self.state)
        if key not in self.proven:
            kept = block.stage, self.bodies
            self.proven[key] = self._attempt(lambda: super(Remembering, self)._check_block(block)), kept
        return self._answer(self.proven[key][0])

    @staticmethod
    def _attempt(ask):
        try:
            return ask(), None
        except Refused as refused:
            return None, str(refused)

    @staticmethod
    def _answer(kept):
        if kept[1] is not None:
            raise Refused(kept[1])
        return kept[0]


def ask(verifier, case, lines):
    """(id, verdict, free until, reason) of each motion, as the command prints it."""
    try:
        verifier.read_scene(lines[0])
        return list(verifier.check_file(lines[1:], case.checked.asked))
    except Refused as refused:
        reason = str(refused)
    except verify.MALFORMED as problem:
        reason = repr(problem)
    return [(i, 'refused', None, reason) for i, _ in case.checked.asked]


def kind_of_reason(reason):
    """A reason without its names and numbers."""
    reason = re.sub(r'"[^"]*"', '"…"', re.sub(r'^(the claim of|of|the pair|body) .* (from|is left|:)', r'\1 … \2', reason))
    return re.sub(r'[-+]?[0-9][0-9.e+-]*', '0', reason)[:70]


# ---- alterations -----------------------------------------------------------------------------------------

NUMBERS = (0, 1, -1, 2, 0.5, 1e-9, -1e-9, 1e9, -1e9, 1e300, -1e300, float('nan'), float('inf'), -float('inf'), True,
           None, '0', 2 ** 60)


class Forger:
    """Alters a claims file without changing the original: only the objects on the path to an
    alteration are copied."""

    def __init__(self, case, random):
        self.case, self.random = case, random
        self.originals = {}
        for lines in case.files:
            for line in lines:
                self.originals[id(line)] = line
                for body in line.get('bodies', ()):
                    self.originals[id(body)] = body
        self.operations = [(getattr(self, name), weight) for name, weight in (
            ('number', 8), ('length', 4), ('key', 2), ('line', 4), ('stage', 2), ('pair', 3), ('body', 4), ('ball', 5),
            ('place', 4), ('claim', 6), ('part', 6), ('verdict', 3), ('outside', 2), ('splice', 5), ('tree', 2),
            ('grow', 2), ('shrink', 3), ('block', 8), ('cover', 4), ('around', 4))]

    def forge(self):
        random = self.random
        self.lines = list(random.choice(self.case.files))
        if random.random() < 0.3:
            self.stretch()
        for _ in range(1 + int(random.expovariate(0.8))):
            operation = random.choices(*zip(*self.operations))[0]
            try:
                operation()
            except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, StopIteration):
                pass  # an earlier alteration made it impossible
        if random.random() < 0.85:
            self.count()
        return self.lines

    # ---- helpers

    def own(self, *path):
        """The node at a path, for changing: all nodes on the way are copied once."""
        node = self.lines
        for key in path:
            child = node[key]
            if isinstance(child, (dict, list)):
                child = node[key] = child.copy()
            node = child
        return node

    def any_line(self):
        # the first line is one of many, and holds the most
        return 0 if self.random.random() < 0.4 else self.random.randrange(len(self.lines))

    def any_place(self, wanted):
        """A random path to a node that `wanted` accepts: there it ends, or goes on."""
        while True:
            path = [self.any_line()]
            node = self.lines[path[0]]
            while not (wanted(node, path) and self.random.random() < 0.7):
                if not isinstance(node, (dict, list)) or not node:
                    break
                key = self.random.choice(list(node)) if isinstance(node, dict) else self.random.randrange(len(node))
                path.append(key)
                node = node[key]
            else:
                return path

    def where(self, key):
        return [i for i, n in enumerate(self.lines) if isinstance(n, dict) and key in n]

    def a_number(self, value):
        random = self.random
        kind = random.random()
        if kind < 0.5:
            factor = random.choice((-1, 0.5, 2, 0.9, 1.1, 1 + 1e-12, 1 - 1e-9, 10.0 ** random.uniform(-9, 9),
                                    -10.0 ** random.uniform(-9, 9)))
            return value * factor
        if kind < 0.7:
            return value + random.choice((1, -1)) * 10.0 ** random.uniform(-16, 3)
        if kind < 0.8 and type(value) is int:
            return value + random.choice((-1, 1, 2))
        return random.choice(NUMBERS)

    def is_number(self, value):
        return type(value) in (int, float)

    # ---- alterations of parts

    def number(self):
        place = self.any_place(lambda n, p: self.is_number(n))
        node = self.own(*place[:-1])
        node[place[-1]] = self.a_number(node[place[-1]])

    def length(self):
        place = self.any_place(lambda n, p: isinstance(n, list))
        node = self.own(*place)
        kind = self.random.randrange(6)
        if kind == 0:
            node.append(self.a_number(self.random.choice((1, -1.0, 1e3))))
        elif kind == 1:
            node.pop(self.random.randrange(len(node)))
        elif kind == 2:
            node.append(self.random.choice(node))
        elif kind == 3:
            self.random.shuffle(node)
        elif kind == 4:
            node.clear()
        else:
            i, k = (self.random.randrange(len(node)) for _ in range(2))
            node[i] = node[k]

    def key(self):
        place = self.any_place(lambda n, p: isinstance(n, dict) and bool(n))
        node = self.own(*place)
        key = self.random.choice(list(node))
        other = self.random.choice(('stage', 'pair', 'outside', 'turn', 'margin', 'padding', 'radius', 'solid', 'a', 'b',
                                    'node', 'hull', 'link', 'robot', 'position', 'rotation', 'verdict', 'parts', 'new'))
        kind = self.random.randrange(4)
        if kind == 0:
            del node[key]
        elif kind == 1:
            node[other] = node.pop(key)
        elif kind == 2:
            node[other] = self.random.choice((0, 1, -1.0, [], {}, [0, 0, 0], [0, 0, 1], 'slab', {'node': 0}, None, True))
        else:
            node[key] = self.random.choice((0, 1, -1.0, [], {}, [0, 0, 1], 'travel', {'node': 0}, None, True, 'palm'))

    def line(self):
        i, k = (self.random.randrange(1, len(self.lines)) for _ in range(2))
        kind = self.random.randrange(4)
        if kind == 0:
            del self.lines[i]
        elif kind == 1:
            self.lines.insert(k, self.lines[i])
        elif kind == 2:
            self.lines[i], self.lines[k] = self.lines[k], self.lines[i]
        else:
            self.lines.insert(k, self.random.choice(self.random.choice(self.case.files)))

    def stage(self):
        places = self.where('places')
        k = self.random.choice(places)
        kind = self.random.randrange(4)
        if kind == 0:
            self.own(k)[self.random.choice(('begin', 'end'))] += self.random.uniform(-0.2, 0.2)
        elif kind == 1:
            # merges the stage with the next one
            node = self.own(k)
            node['end'] = self.lines[k + 1]['end']
            if self.random.random() < 0.5:
                node['pairs'] = self.lines[k + 1]['pairs']
            del self.lines[k + 1]
            for n, i in enumerate(self.where('places')):
                self.own(i)['stage'] = n
            for i in self.where('pair'):
                if self.lines[i].get('stage', 0) > node['stage']:
                    own = self.own(i)
                    own['stage'] -= 1
                    if not own['stage']:
                        del own['stage']
        elif kind == 2:
            by = self.random.uniform(-0.1, 0.1)
            self.own(k)['end'] += by
            self.own(k + 1)['begin'] += by
        else:
            i = self.random.choice(self.where('pair'))
            self.own(i)['stage'] = self.random.randrange(6)

    def pair(self):
        """Alters pairs of the first line, of one stage, or of all stages."""
        places = [0, *self.where('places')]
        chosen = [self.random.choice(places)] if self.random.random() < 0.5 else places
        kind, share = self.random.randrange(9), self.random.choice((0, 1))
        size = -10.0 ** self.random.uniform(-4, 9)
        numbers = self.random.choice((
            {'margin': size}, {'padding': [size, 0]}, {'padding': [0, 0, size]}, {'padding': [0.1, 0.1, size]},
            {'padding': []}, {'padding': [0]}, {'margin': 0}, {'padding': [0, 0]}, {'padding': [-size, size]},
            {'margin': -size, 'padding': [size, 0]}, {'margin': [size]}, {'margin': 0.06, 'padding': [0.1, 0.1, size]}))
        for i in chosen:
            pairs = self.own(i, 'pairs')
            p, q = (self.random.randrange(len(pairs)) for _ in range(2))
            if kind == 0:
                pairs[p], pairs[q] = pairs[q], pairs[p]
            elif kind == 1:
                pairs[p] = dict(pairs[p], bodies=pairs[p]['bodies'][::-1])
            elif kind == 2:
                pairs[p] = dict(pairs[p], bodies=pairs[q]['bodies'])
            elif kind == 3:
                del pairs[p]
            elif kind == 4:
                pairs.append(dict(pairs[p], margin=pairs[p]['margin'] + 1))
            else:
                for k in range(len(pairs)):
                    if k == p or share:
                        pairs[k] = dict(pairs[k], **numbers)

    def body(self):
        bodies = self.own(0, 'bodies')
        i, k = (self.random.randrange(len(bodies)) for _ in range(2))
        kind = self.random.randrange(5)
        if kind == 0:
            bodies[i], bodies[k] = bodies[k], bodies[i]
        elif kind == 1:
            bodies[i], bodies[k] = dict(bodies[i], name=bodies[k]['name']), dict(bodies[k], name=bodies[i]['name'])
        elif kind == 2:
            bodies.append(self.random.choice((bodies[i], dict(bodies[i], ball=[0, 0, 0, 1e10]))))
        elif kind == 3:
            bodies[i] = dict(bodies[i], position=[self.random.uniform(-9, 9) for _ in range(3)])
        else:
            bodies[i] = dict(bodies[i], elements=bodies[k]['elements'], tree=bodies[k]['tree'])

    def ball(self):
        bodies = self.own(0, 'bodies')
        i = self.random.randrange(len(bodies))
        x, y, z, r = bodies[i]['ball']
        size = 10.0 ** self.random.choice((self.random.uniform(-9, 3), self.random.uniform(8, 13)))
        bodies[i] = dict(bodies[i], ball=self.random.choice((
            [x, y, z, r * size], [x + size, y, z, r + size], [x, y, z, -r], [x, y, z, 0], [x, y, z, r * 0.999])))

    def place(self):
        places = self.where('places')
        k = self.random.choice(places)
        axis = self.random.randrange(3)
        by = self.random.choice((1, -1)) * 10.0 ** self.random.uniform(-15, 1)
        for i in places:
            if i < k or self.random.random() < 0.05:
                continue
            for p, place in enumerate(self.lines[i]['places']):
                own = self.own(i, 'places', p)
                if self.random.random() < 0.8:
                    at = own['position'] = list(own.get('position', (0, 0, 0)))
                    at[axis] += by
                else:
                    turn = own['rotation'] = list(own.get('rotation', (1, 0, 0, 0, 1, 0, 0, 0, 1)))
                    c, s = math.cos(by), math.sin(by)
                    for n in range(3):
                        turn[n], turn[3 + n] = c * turn[n] + s * turn[3 + n], c * turn[3 + n] - s * turn[n]
            if self.random.random() < 0.2:
                break

    def claim(self):
        i = self.random.choice(self.where('parts'))
        node = self.own(i)
        kind = self.random.randrange(5)
        if kind == 0:
            node['to'] = self.random.choice((1, 2, node['to'] + self.random.uniform(-0.2, 0.5)))
        elif kind == 1:
            node['from'] = self.random.choice((0, node['from'] - self.random.uniform(-0.2, 0.5)))
        elif kind == 2:
            node['at'] = self.random.uniform(node['from'], node['to'])
        elif kind == 3:
            node['pair'] = self.random.randrange(6)
        else:
            node['from'] = node['to'] = node['at'] = self.random.uniform(0, 1)

    def part(self):
        i = self.random.choice(self.where('parts'))
        parts = self.own(i, 'parts')
        p = self.random.randrange(len(parts))
        part = parts[p] = dict(parts[p])
        kind = self.random.randrange(7)
        if kind == 0:
            part['normal'] = [self.random.gauss(0, 1) * 10.0 ** self.random.uniform(-3, 3) for _ in range(3)]
        elif kind == 1:
            part['rule'] = self.random.choice(('slab', 'travel', 'chord'))
            if part['rule'] != 'slab':
                part.pop('turn', None)
        elif kind == 2:
            part['turn'] = [self.random.gauss(0, 1) for _ in range(3)]
        elif kind == 3:
            del parts[p]
        elif kind == 4:
            part[self.random.choice('ab')] = {self.random.choice(('node', 'hull')): self.random.randrange(5)}
        elif kind == 5:
            part['normal'] = [-v for v in part['normal']]
        else:
            part['normal'] = [0, 0, 0]

    def block(self):
        i = self.random.choice(self.where('block'))
        node = self.own(i)
        kind = self.random.randrange(7)
        key = 'only' if 'only' in node else 'left'
        if kind == 0:
            node['block'] = sorted(self.random.choice((0, 1, 2, self.random.uniform(0, 2))) for _ in range(2))
        elif kind == 1:
            node['block'] = [self.random.choice((0, t, t + self.random.uniform(-0.3, 0.3))) for t in node['block']]
        elif kind == 2:
            node.pop(key, None)
        elif kind == 3:
            listed = self.own(i, key)
            del listed[self.random.randrange(len(listed))]
        elif kind == 4:
            listed = self.own(i, key)
            p = self.random.randrange(len(listed))
            listed[p] = [listed[p][0], listed[p][1] ^ 1 << self.random.randrange(7)]
        elif kind == 5:
            # what it leaves is what it proves
            node['only' if key == 'left' else 'left'] = node.pop(key)
        else:
            node[key] = [[self.random.randrange(6), self.random.choice((127, self.random.randrange(1, 128)))]]

    def cover(self):
        bodies = self.own(0, 'bodies')
        i = self.random.choice([i for i, b in enumerate(bodies) if 'cover' in b])
        cover = self.own(0, 'bodies', i, 'cover')
        p = self.random.randrange(len(cover))
        x, y, z, r = cover[p]
        by = 10.0 ** self.random.uniform(-13, 0)
        kind = self.random.randrange(4)
        if kind == 0:
            del cover[p]
        elif kind == 1:
            cover[p] = [x + self.random.choice((by, -by)), y, z, r]
        elif kind == 2:
            cover[p] = [x, y, z, r * (1 - by)]
        else:
            cover[:] = [[x, y, z, r * (1 - by)] for x, y, z, r in cover]

    def around(self):
        bodies = self.own(0, 'bodies')
        i = self.random.choice([i for i, b in enumerate(bodies) if 'around' in b])
        body = bodies[i] = dict(bodies[i])
        around = body['around'] = dict(body['around'])
        by = 10.0 ** self.random.uniform(-13, 0)
        kind = self.random.randrange(4)
        if kind == 0:
            body['around'] = self.random.choice([b for b in bodies if 'around' in b])['around']
        elif kind == 1:
            around['position'] = [c + self.random.gauss(0, by) for c in around.get('position', (0, 0, 0))]
        elif kind == 2:
            around['shape'] = self.random.choice(('box', 'cylinder', 'point'))
        else:
            for key in ('radius', 'half', 'base'):
                if key in around:
                    around[key] = self.scaled(around[key], 1 - by)

    def outside(self):
        kind = self.random.randrange(3)
        i = self.random.choice(self.where('outside'))
        if kind == 0:
            self.own(i)['outside'] = self.random.uniform(0, 1)
        elif kind == 1:
            del self.lines[i]
        else:
            self.lines.insert(i, {'pair': self.random.randrange(6), 'outside': self.random.choice((0, 0.5, 1))})

    def verdict(self):
        i = self.random.choice(self.where('verdict'))
        node = self.own(i)
        node['verdict'] = self.random.choice(('free', 'contact', 'undecided'))
        node['free_until'] = self.random.choice((0, 1, 2, node['free_until'] * self.random.uniform(0.5, 2),
                                                 self.random.uniform(0, 1)))

    def splice(self):
        """Replaces a node by the one at the same place in another of the files."""
        place = self.any_place(lambda n, p: len(p) > 1)
        other = self.random.choice(self.case.files)
        for key in place:
            other = other[key]
        self.own(*place[:-1])[place[-1]] = other

    def tree(self):
        bodies = self.own(0, 'bodies')
        i = self.random.randrange(len(bodies))
        body = bodies[i] = dict(bodies[i])
        tree = body['tree'] = list(body['tree'])
        p, q = (self.random.randrange(len(tree)) for _ in range(2))
        tree[p] = self.random.choice((tree[q], tree[q] - 1, tree[q] + 1, -1, -2))

    def grow(self):
        """Adds an element, far away or small, to the tree."""
        bodies = self.own(0, 'bodies')
        i = self.random.randrange(len(bodies))
        body = bodies[i] = dict(bodies[i])
        count = len(body['elements'])
        far = 10.0 ** self.random.uniform(-3, 10)
        body['elements'] = [*body['elements'], self.random.choice((
            {'shape': 'point', 'position': [far, 0, 0]}, [far] * 9, [0] * 9,
            {'shape': 'box', 'half': [far, far, far]}))]
        if 'hulls' in body:
            body['hulls'] = [*body['hulls'], [count]]
        old = body['tree']
        body['tree'] = [1, *(t + 2 if t >= 0 else t for t in old[:1]), -1 - count,
                        *(t + 2 if t >= 0 else t for t in old[1:])]
        if self.random.random() < 0.8:
            body['ball'] = [0, 0, 0, 3 * far + 3]

    def shrink(self):
        """Makes an element smaller, or moves it away."""
        bodies = self.own(0, 'bodies')
        i = self.random.randrange(len(bodies))
        body = bodies[i] = dict(bodies[i])
        elements = body['elements'] = list(body['elements'])
        e = self.random.randrange(len(elements))
        by = 10.0 ** self.random.uniform(-13, 0)
        if isinstance(elements[e], list):
            elements[e] = [c * (1 - by) for c in elements[e]]
            return
        element = elements[e] = dict(elements[e])
        for key in ('radius', 'half', 'base', 'vertices'):
            if key in element and self.random.random() < 0.7:
                element[key] = self.scaled(element[key], 1 - by)
        if self.random.random() < 0.3:
            element['position'] = [self.random.gauss(0, by) for _ in range(3)]

    def scaled(self, value, factor):
        return [self.scaled(v, factor) for v in value] if isinstance(value, list) else value * factor

    # ---- the whole file

    def stretch(self):
        """Calls every motion free, and stretches the last claim of each pair and the last block to the
        end."""
        begin = end = 0
        last = {}
        for i, node in enumerate(self.lines):
            if 'bodies' in node:
                continue
            if 'verdict' in node:
                for key, k in last.items():
                    if self.random.random() < 0.9:
                        own = self.own(k)
                        own.update({'block': [own['block'][0], end]} if key == 'block' else {'to': end})
                self.own(i).update(verdict='free', free_until=end)
                last = {}
            elif 'motion' in node:
                end = node['end']
            elif 'block' in node:
                if 'only' not in node:
                    last['block'] = i
            elif 'parts' in node:
                key = node.get('stage', 0), node['pair']
                if key not in last or self.lines[last[key]]['to'] <= node['to']:
                    last[key] = i

    def count(self):
        begin = stages = 0
        for i, node in enumerate(self.lines):
            if not isinstance(node, dict):
                continue
            if 'verdict' in node:
                own = self.own(i)
                own['claims'] = i - begin - 1 - stages
            elif 'motion' in node:
                begin, stages = i, 0
            elif 'places' in node:
                stages += 1
