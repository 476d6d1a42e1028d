"""Scenes: robots, obstacles, attached objects, and the distances that pairs of bodies have to keep."""

import copy
import os
from fractions import Fraction

import files
import robots
from balls import IDENTITY_POSE, ONE, Refused, compose, unit


class Body:
    """A link, an attached object or an obstacle with its shapes, in the frame `local`, which is carried
    by the elementary joint `mover` (None: it never moves)."""

    def __init__(self, name, robot, link, mover, frame, shapes, padding):
        self.name, self.robot, self.link, self.mover = name, robot, link, mover
        self.padding = padding
        # a polygon that is not convex counts as several parts
        alone = len(shapes) == 1 and not (shapes[0][0].kind == 'polygon' and
                                          not is_convex(shapes[0][0].vertices))
        self.local = compose(frame, shapes[0][1]) if alone else frame
        placed = [(s, IDENTITY_POSE) for s, _ in shapes] if alone else shapes
        self.shapes = [ball for shape, pose in placed for ball in robots.balls_of(shape, pose)]


def is_convex(outline):
    """Whether an outline turns one way only."""
    turns = set()
    points = [(Fraction(p[0]), Fraction(p[1])) for p in outline]
    for i, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[i - 1], points[(i + 1) % len(points)]
        side = (x - px) * (qy - y) - (y - py) * (qx - x)
        if side:
            turns.add(side > 0)
    return len(turns) < 2


class Elementary:
    """A joint of one coordinate: frame = frame of the parent * before * (a turn about, or a slide along,
    axis). The coordinate is multiplier * variable + offset. slot: (joint, number) of a floating joint,
    whose `before` and axis a motion chooses."""

    def __init__(self, kind, parent, before, axis, variable, multiplier=1, offset=0, slot=None):
        self.kind, self.parent, self.before, self.axis = kind, parent, before, axis
        self.variable, self.multiplier, self.offset = variable, Fraction(multiplier), Fraction(offset)
        self.slot = slot
        self.doubles = None  # what doubles.py knows of it


class Scene:
    def __init__(self):
        self.robots = []
        self.objects = []  # (id, robot or None, link, touch links, shapes)
        self.margin = self.self_margin = 0
        self.solid = True
        self.planar = False
        self.rules = []  # (first, second or None, allowed)
        self.margins = []  # (first, second, margin)
        self.paddings = []  # (robot or None, link or None, 'padding' or 'scale', value)
        self.values = {}  # (robot, joint) -> list of values
        self.set_by_caller = set()  # (robot, joint): by flags
        self.motions = {}

    # ---- contents of files -----------------------------------------------------------------------

    def add_json(self, path):
        node = files.load_json(path)
        folder = os.path.dirname(path)
        robots.check_keys(node, (
            'margin', 'self_margin', 'robots', 'obstacles', 'attached', 'robot_state', 'allowed_pairs',
            'checked_pairs', 'pair_margins', 'link_padding', 'link_scale', 'mesh', 'motions',
            'dimension', 'description', '$schema'), path)
        self.planar = node.get('dimension', 3) == 2
        self.margin = node.get('margin', self.margin)
        self.self_margin = node.get('self_margin', self.self_margin)
        self.solid = node.get('mesh', 'solid') == 'solid'
        for r in node.get('robots', []):
            self.robots.append(robots.json_robot(r, folder, self.planar))
        keys = ('id', 'shapes') + robots.SHAPE_KEYS + robots.POSE_KEYS
        for o in node.get('obstacles', []):
            robots.check_keys(o, keys, f'obstacle "{o["id"]}"')
            self.objects.append((o['id'], None, None, (), self._placed(o, folder)))
        for o in node.get('attached', []):
            robots.check_keys(o, keys + ('robot', 'link', 'touch_links'), f'object "{o["id"]}"')
            robot = self.robot(o['robot']) if 'robot' in o else self.robots[0]
            self.objects.append((o['id'], robot, o['link'], o.get('touch_links', ()),
                                 self._placed(o, folder)))
        for key, allowed in (('allowed_pairs', True), ('checked_pairs', False)):
            for a, b in node.get(key, []):
                a, b = (b, a) if a == '*' else (a, b)
                self.rules.append((a, None if b == '*' else b, allowed))
        for entry in node.get('pair_margins', []):
            self.margins.append((*entry['pair'], entry['margin']))
        for what in ('padding', 'scale'):
            value = node.get('link_' + what, {})
            for link, v in (value if isinstance(value, dict) else {None: value}).items():
                robot, link = self._split(link) if link else (None, None)
                self.paddings.append((robot, link, what, v))
        for name, value in node.get('robot_state', {}).items():
            self.set_value(name, value if isinstance(value, list) else [value])
        self.motions.update(node.get('motions', {}))

    def _placed(self, node, folder):
        at = robots.pose_of(node, self.planar)
        return [(shape, compose(at, pose))
                for shape, pose in robots.shapes_of(node, folder, self.planar, node['id'])]

    def _split(self, name):
        """robot/name, or a name in any robot."""
        robot, slash, rest = name.partition('/')
        return (self.robot(robot), rest) if slash else (None, name)

    def robot(self, name):
        for r in self.robots:
            if r.name == name:
                return r
        raise Refused(f'there is no robot "{name}"')

    def set_value(self, name, values, caller=False):
        """caller: the flag --set gave it, so no file overrides it."""
        robot, joint = self._split(name)
        for r in [robot] if robot else self.robots:
            if r.joint(joint):
                self.values[r.name, joint] = [Fraction(v) for v in values]
                if caller:
                    self.set_by_caller.add((r.name, joint))

    # ---- bodies, joints and pairs ------------------------------------------------------------------

    def freeze(self):
        self.elementary = []
        self.variables = {}  # (robot, joint, component) -> index
        self.rest = []  # their values
        self.floating = {}  # (robot, joint) -> its first elementary joint
        self.bodies = []
        self._frames = {}  # (robot, link) -> (elementary joint, pose)
        for r in self.robots:
            self._chains(r)
        for r in self.robots:
            for link, shapes in r.links.items():
                padding, scale = self._padding(r, link, 'padding', 0), self._padding(r, link, 'scale', 1)
                shapes = [(s.scaled(scale), pose) for s, pose in shapes]
                name = link if len(self.robots) == 1 else f'{r.name}/{link}'
                if shapes:
                    self.bodies.append(Body(name, r, link, *self._frames[r.name, link], shapes, padding))
        for fixed_only in (False, True):
            for name, robot, link, _, shapes in self.objects:
                if (robot is None) != fixed_only:
                    continue
                mover, frame = (None, IDENTITY_POSE) if robot is None else self._frames[robot.name, link]
                padding = 0 if robot is None else self._padding(robot, link, 'padding', 0)
                self.bodies.append(Body(name, robot, None, mover, frame, shapes, padding))
        self.index = {b.name: i for i, b in enumerate(self.bodies)}
        if len(self.index) != len(self.bodies):
            raise Refused('two bodies have one name')
        self.pairs = self._pairs()

    def _padding(self, robot, link, what, default):
        value = default
        for named in (False, True):
            for r, l, kind, v in self.paddings:
                if kind == what and (l == link if named else l is None) and r in (None, robot):
                    value = v
        return value

    def _variable(self, robot, joint, component):
        key = (robot.name, joint, component)
        if key not in self.variables:
            self.variables[key] = len(self.rest)
            values = self.values.get((robot.name, joint))
            self.rest.append(values[component] if values and len(values) != 7 else Fraction(0))
        return self.variables[key]

    def _chains(self, robot):
        roots = [l for l in robot.links if not robot.joint_above(l)]
        if len(roots) != 1:
            raise Refused(f'robot "{robot.name}" has not one root link')
        for j in robot.joints:
            if robot.movable(j):
                for k in range(4 if j.kind == 'floating' else robots.VALUES[j.kind]):
                    self._variable(robot, j.name, k)
        waiting = [(roots[0], None, robot.base)]
        while waiting:
            link, mover, frame = waiting.pop()
            self._frames[robot.name, link] = (mover, frame)
            for j in robot.joints:
                if j.parent == link:
                    waiting.append((j.child, *self._moved(robot, j, mover, compose(frame, j.origin))))
        if any((robot.name, link) not in self._frames for link in robot.links):
            raise Refused(f'robot "{robot.name}" has a loop of joints')

    def _add(self, *arguments, **named):
        self.elementary.append(Elementary(*arguments, **named))
        return len(self.elementary) - 1

    def _moved(self, robot, joint, mover, frame):
        """Adds the elementary joints of a joint; returns the frame of its child."""
        if joint.kind == 'fixed':
            return mover, frame
        here = IDENTITY_POSE
        if joint.kind == 'floating':
            first = None
            axes = ((ONE, 0, 0, 0), (0, ONE, 0, 0), (0, 0, ONE, 0))
            for k in range(5):
                kind = ('slide', 'slide', 'slide', 'turn', 'fixed')[k]
                variable = self._variable(robot, joint.name, k) if k < 4 else None
                mover = self._add(kind, mover, here, axes[k] if k < 3 else (0, 0, ONE, 0), variable,
                                  slot=(robot.name, joint.name, k))
                first = mover if first is None else first
            self.floating[robot.name, joint.name] = (first, frame)
            return mover, here
        axis = unit(*joint.axis)
        if joint.kind == 'planar':
            if tuple(joint.axis) != (0.0, 0.0, 1.0):
                raise Refused('a planar joint about another axis than z is not followed here')
            along = ((ONE, 0, 0, 0), (0, ONE, 0, 0))
            for k in range(2):
                mover = self._add('slide', mover, frame if k == 0 else here, along[k],
                                  self._variable(robot, joint.name, k))
            return self._add('turn', mover, here, axis, self._variable(robot, joint.name, 2)), here
        multiplier, offset, source = Fraction(1), Fraction(0), joint
        for _ in range(len(robot.joints)):
            if not source.mimic:
                break
            name, m, o = source.mimic
            offset += multiplier * Fraction(o)
            multiplier *= Fraction(m)
            source = robot.joint(name)
        if source.mimic:
            raise Refused(f'joint "{joint.name}" mimics itself')
        variable = None if source.kind == 'fixed' else self._variable(robot, source.name, 0)
        kind = 'slide' if joint.kind == 'prismatic' else 'turn'
        return self._add(kind, mover, frame, axis, variable, multiplier, offset), here

    def rest_value(self, robot, joint):
        """The value at rest of a joint with one value."""
        return self.values.get((robot, joint), [Fraction(0)])[0]

    def rest_pose(self, robot, joint):
        """The seven values at rest of a floating joint."""
        return self.values.get((robot, joint), [Fraction(v) for v in (0, 0, 0, 0, 0, 0, 1)])

    def common(self, a, b):
        """The last elementary joint that moves both bodies; None: the world."""
        chain = set()
        f = self.bodies[a].mover
        while f is not None:
            chain.add(f)
            f = self.elementary[f].parent
        f = self.bodies[b].mover
        while f is not None and f not in chain:
            f = self.elementary[f].parent
        return f

    def link_frame(self, robot, link):
        """The elementary joint that moves a link, and the link's pose in its frame."""
        if (robot.name, link) not in self._frames:
            raise Refused(f'robot "{robot.name}" has no link "{link}"')
        return self._frames[robot.name, link]

    def with_places(self, places):
        """The scene with objects at other places, without its pairs. places: {body: (robot or None,
        link, touch links, pose)}; the pose is that of the body's frame in the link or in the world,
        or None if the body stays."""
        scene = copy.copy(self)
        scene.bodies, scene.pairs, carriers = list(self.bodies), None, {}
        for index, (robot, link, touch, pose) in places.items():
            body = scene.bodies[index] = copy.copy(self.bodies[index])
            carriers[body.name] = (robot, link, touch)
            if pose is None:
                continue
            body.robot, body.mover, body.local, body.padding = robot, None, pose, 0
            if robot is not None:
                body.mover, frame = self.link_frame(robot, link)
                body.local = compose(frame, pose)
                body.padding = self._padding(robot, link, 'padding', 0)
        scene.objects = [(o[0], *carriers[o[0]], o[4]) for o in self.objects]
        return scene

    def permitting(self, touching):
        """The scene with its pairs, without those in `touching`, which may touch whatever its rules
        say."""
        scene = copy.copy(self)
        scene.pairs = scene._pairs(touching)
        return scene

    def named(self, name, robot=None):
        """The bodies with a name; if a robot is given, only its links."""
        if robot is None:
            return self._named(name)
        return [i for i, b in enumerate(self.bodies) if b.robot is robot and b.link == name]

    def _named(self, name):
        """The bodies that a rule names: by a link's name, robot/link, or an object's id."""
        found = [i for i, b in enumerate(self.bodies) if name in (b.link if b.link else b.name, b.name)]
        if not found and '/' in name:
            robot, link = name.split('/', 1)
            found = [i for i, b in enumerate(self.bodies)
                     if b.robot and b.robot.name == robot and b.link == link]
        return found

    def _pairs(self, permitted=()):
        """{pair of bodies: (margin, paddings of both)} for all pairs that have to be checked,
        without the permitted ones."""
        bodies, checked, never = self.bodies, {}, set()
        for a, first in enumerate(bodies):
            for b in range(a + 1, len(bodies)):
                second = bodies[b]
                if first.robot is None and second.robot is None:
                    never.add((a, b))
                elif first.robot is second.robot and first.mover == second.mover:
                    never.add((a, b))
                else:
                    checked[a, b] = not self._may_touch(first, second)
        rules = [(f'{r.name}/{a}', f'{r.name}/{b}', True) for r in self.robots
                 for a, b in (tuple(p) for p in r.disabled if len(p) == 2)]
        for first, second, allowed in rules + self.rules:
            for a in self._named(first):
                for b in self._named(second) if second is not None else range(len(bodies)):
                    key = (min(a, b), max(a, b))
                    if key in checked:
                        checked[key] = not allowed
        for a, b in permitted:
            checked.pop((min(a, b), max(a, b)), None)
        pairs = {}
        for a, b in (key for key, is_checked in checked.items() if is_checked):
            own = bodies[a].robot is bodies[b].robot
            paddings = (0, 0) if own else (bodies[a].padding, bodies[b].padding)
            pairs[a, b] = [self.self_margin if own else self.margin, *paddings]
        for first, second, margin in self.margins:
            for a in self._named(first):
                for b in self._named(second):
                    if (min(a, b), max(a, b)) in pairs:
                        pairs[min(a, b), max(a, b)][0] = margin
        return pairs

    def _may_touch(self, first, second):
        if first.robot is not second.robot:
            return False
        if first.link and second.link:  # the two links of one joint
            return any({j.parent, j.child} == {first.link, second.link} for j in first.robot.joints)
        links = [b.link for b in (first, second)]
        for name, robot, link, touch, _ in self.objects:
            if robot and name in (first.name, second.name) and {link, *touch} & set(links) - {None}:
                return True
        return False


