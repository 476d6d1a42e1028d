"""Robots: links with shapes and the joints between them, from URDF and SRDF files or as our scenes
describe them in place."""

import os
from fractions import Fraction
from xml.etree import ElementTree

import files
from balls import (IDENTITY_POSE, Refused, compose, rotation_of_angles, rotation_of_quaternion, vector)

VALUES = {'fixed': 0, 'revolute': 1, 'continuous': 1, 'prismatic': 1, 'planar': 3, 'floating': 7}


class Shape:
    """A convex core grown by a radius, or a mesh. half: Fractions, as in a claims file. vertices:
    of a polytope, or of a polygon's outline; triangles: of a mesh, with the factors of its
    coordinates."""

    def __init__(self, kind, half=(0, 0, 0), radius=0, vertices=(), triangles=(), factors=(1, 1, 1)):
        self.kind = kind
        self.half = tuple(Fraction(h) for h in half)
        self.radius = Fraction(radius)
        self.vertices = vertices
        self.triangles = triangles
        self.factors = factors

    def scaled(self, factor):
        if factor == 1:
            return self
        if self.vertices or self.triangles:
            raise Refused('the scale of a link with meshes or polytopes is not followed here')
        factor = Fraction(factor)
        return Shape(self.kind, [factor * h for h in self.half], factor * self.radius)


def cylinder(kind, radius, length, rounding=0):
    half = Fraction(length) / 2
    return Shape(kind, (radius, radius, half), rounding)


def segment(radius, length, rounding=0):
    half = Fraction(length) / 2
    return Shape('segment' if half else 'point', (0, 0, half), Fraction(radius) + Fraction(rounding))


class Joint:
    def __init__(self, name, kind, parent, child, origin=IDENTITY_POSE, axis=(1.0, 0.0, 0.0), mimic=None):
        self.name, self.kind, self.parent, self.child = name, kind, parent, child
        self.origin, self.axis, self.mimic = origin, axis, mimic


class Robot:
    def __init__(self, name, base):
        self.name, self.base = name, base
        self.links = {}  # name -> [(shape, pose)]
        self.joints = []
        self.groups = {}  # name -> names of joints, in order
        self.states = {}  # name -> {joint: value}; the last of several groups counts
        self.disabled = set()  # pairs of links, as frozensets

    def joint_above(self, link):
        return next((j for j in self.joints if j.child == link), None)

    def joint(self, name):
        return next((j for j in self.joints if j.name == name), None)

    def movable(self, joint):
        return VALUES[joint.kind] > 0 and joint.mimic is None


def _numbers(text, count):
    values = [float(w) for w in text.split()]
    if len(values) != count:
        raise Refused(f'"{text}" should be {count} numbers')
    return values


def _origin(element):
    origin = element.find('origin')
    if origin is None:
        return IDENTITY_POSE
    position = _numbers(origin.get('xyz', '0 0 0'), 3)
    angles = _numbers(origin.get('rpy', '0 0 0'), 3)
    return (rotation_of_angles(*angles), vector(*position))


def _shape(geometry, folder):
    shapes = list(geometry)
    if len(shapes) != 1:
        raise Refused('a geometry of a URDF with other than one shape is not read here')
    s = shapes[0]
    if s.tag == 'box':
        return Shape('box', [Fraction(v) / 2 for v in _numbers(s.get('size'), 3)])
    if s.tag == 'sphere':
        return Shape('point', radius=float(s.get('radius')))
    if s.tag == 'cylinder':
        return cylinder('cylinder', float(s.get('radius')), float(s.get('length')))
    if s.tag == 'capsule':
        return segment(float(s.get('radius')), float(s.get('length')))
    if s.tag == 'mesh':
        factors = _numbers(s.get('scale', '1 1 1'), 3)
        return Shape('mesh', triangles=files.mesh(files.resolve(s.get('filename'), folder)),
                     factors=factors)
    raise Refused(f'the shape "{s.tag}" of a URDF is not read here')


def load_urdf(path, name=None, base=IDENTITY_POSE):
    root = ElementTree.parse(path).getroot()
    folder = os.path.dirname(path)
    robot = Robot(name or root.get('name'), base)
    for link in root.findall('link'):
        shapes = []
        for collision in link.findall('collision'):
            for geometry in collision.findall('geometry'):
                shapes.append((_shape(geometry, folder), _origin(collision)))
        robot.links[link.get('name')] = shapes
    for j in root.findall('joint'):
        kind = j.get('type')
        if kind not in VALUES:
            raise Refused(f'a joint of type "{kind}" is not read here')
        axis, mimic = j.find('axis'), j.find('mimic')
        if mimic is not None:
            mimic = (mimic.get('joint'), float(mimic.get('multiplier', '1')),
                     float(mimic.get('offset', '0')))
        robot.joints.append(Joint(j.get('name'), kind, j.find('parent').get('link'),
                                  j.find('child').get('link'), _origin(j),
                                  _numbers(axis.get('xyz'), 3) if axis is not None else (1.0, 0.0, 0.0),
                                  mimic if VALUES[kind] else None))
    names = {j.name for j in robot.joints}
    for j in robot.joints:
        if j.mimic and j.mimic[0] not in names:
            raise Refused(f'joint "{j.name}" mimics a joint that is not there')
    return robot


class _Groups:
    """The groups of an SRDF file as lists of joints."""

    def __init__(self, robot, root, passive):
        self.robot, self.passive = robot, passive
        self.elements = {g.get('name'): g for g in root.findall('group')}

    def _above(self, link):
        chain = []
        while joint := self.robot.joint_above(link):
            chain.append(joint)
            link = joint.parent
        return chain  # from the link to the root

    def _part(self, part):
        robot = self.robot
        if part.tag == 'joint':
            return [j for j in [robot.joint(part.get('name'))] if j]
        if part.tag == 'link':
            return [j for j in [robot.joint_above(part.get('name'))] if j]
        if part.tag == 'group':
            return self.joints(part.get('name'))
        if part.tag == 'chain':
            up, down = self._above(part.get('base_link')), self._above(part.get('tip_link'))
            return ([j for j in up if j not in down] + [j for j in reversed(down) if j not in up])
        return []

    def joints(self, name):
        """A group of one part keeps its order; a group of several parts has the order of the file."""
        parts = [p for p in self.elements[name] if p.tag in ('joint', 'link', 'group', 'chain')]
        listed = []
        for part in parts:
            listed += [j for j in self._part(part) if j not in listed]
        listed = [j for j in listed if self.robot.movable(j) and j.name not in self.passive]
        return listed if len(parts) == 1 else [j for j in self.robot.joints if j in listed]


def load_srdf(path, robot):
    root = ElementTree.parse(path).getroot()
    passive = {p.get('name') for p in root.findall('passive_joint')}
    for other in ('disable_default_collisions', 'enable_collisions'):
        if root.findall(other):
            raise Refused(f'{path}: <{other}> is not read here')
    for v in root.findall('virtual_joint'):
        if v.get('type') == 'planar':
            raise Refused(f'{path}: a planar virtual joint is not read here')
    groups = _Groups(robot, root, passive)
    for name in groups.elements:
        robot.groups[name] = [j.name for j in groups.joints(name)]
    for state in root.findall('group_state'):
        values = {j.get('name'): float(j.get('value')) for j in state.findall('joint')}
        robot.states.setdefault(state.get('name'), []).append((state.get('group'), values))
    for pair in root.findall('disable_collisions'):
        robot.disabled.add(frozenset((pair.get('link1'), pair.get('link2'))))


# ---- our JSON ------------------------------------------------------------------------------------


def check_keys(node, known, what):
    unknown = set(node) - set(known)
    if unknown:
        raise Refused(f'{what}: the key "{sorted(unknown)[0]}" is not read here')


POSE_KEYS = ('position', 'rpy', 'orientation', 'theta')


def pose_of(node, planar):
    if planar:
        x, y = node.get('position', (0, 0))
        return (rotation_of_angles(0, 0, node.get('theta', 0)), vector(x, y, 0))
    position = vector(*node.get('position', (0, 0, 0)))
    if 'rpy' in node:
        return (rotation_of_angles(*node['rpy']), position)
    return (rotation_of_quaternion(*node.get('orientation', (0, 0, 0, 1))), position)


SHAPE_KEYS = ('type', 'radius', 'length', 'size', 'vertices', 'points', 'file', 'scale', 'rounding', 'unknown',
              'resolution', 'threshold', 'occupied', 'free', 'spacing', 'floor', 'heights', 'camera', 'unseen', 'depths')


def _json_shape(node, folder, planar):
    kind, rounding = node['type'], node.get('rounding', 0)
    if kind in ('sphere', 'disc'):
        return Shape('point', radius=Fraction(node['radius']) + Fraction(rounding))
    if kind == 'capsule':
        return segment(node['radius'], node['length'], rounding)
    if kind in ('box', 'ellipsoid'):
        return Shape(kind, [Fraction(v) / 2 for v in node['size']], rounding)
    if kind in ('cylinder', 'cone'):
        return cylinder(kind, node['radius'], node['length'], rounding)
    if kind == 'polytope':
        return Shape('polytope', radius=rounding, vertices=[tuple(v) for v in node['vertices']])
    if kind in ('polygon', 'segment') and planar:
        return Shape('polygon', radius=rounding, vertices=[(x, y, 0.0) for x, y in node['vertices']])
    if kind == 'point' and planar:
        return Shape('polygon', radius=rounding, vertices=[(0.0, 0.0, 0.0)])
    if kind == 'cloud':
        if 'points' not in node:
            raise Refused('a cloud of a file is not read here; write its points in the scene')
        return Shape('cloud', radius=Fraction(node.get('radius', 0.005)) + Fraction(rounding),
                     vertices=[tuple(float(v) for v in p) for p in node['points']])
    if kind == 'octree':
        raise Refused('octrees are not read here')
    if kind == 'heights':
        raise Refused('height fields are not read here')
    if kind == 'depth_image':
        raise Refused('depth images are not read here')
    if kind == 'mesh':
        scale = node.get('scale', 1)
        factors = scale if isinstance(scale, list) else (scale, scale, scale)
        return Shape('mesh', radius=rounding, factors=factors,
                     triangles=files.mesh(files.resolve(node['file'], folder)))
    raise Refused(f'a shape of type "{kind}" is not read here')


def balls_of(shape, pose):
    """A shape at its pose; a cloud as the balls about its points, each point once."""
    if shape.kind != 'cloud':
        return [(shape, pose)]
    ball = Shape('point', radius=shape.radius)
    return [(ball, compose(pose, (IDENTITY_POSE[0], vector(*p))))
            for p in dict.fromkeys(tuple(v + 0.0 for v in p) for p in shape.vertices)]


def shapes_of(node, folder, planar, what):
    """The shapes of a link, an obstacle or an attached object, with their poses in it."""
    if 'shapes' not in node:
        return [(_json_shape(node, folder, planar), IDENTITY_POSE)]
    shapes = []
    for s in node['shapes']:
        check_keys(s, SHAPE_KEYS + POSE_KEYS, what)
        shapes.append((_json_shape(s, folder, planar), pose_of(s, planar)))
    return shapes


def _inline_joint(node, planar):
    """A joint of a robot that is described as links and joints."""
    check_keys(node, ('name', 'type', 'parent', 'child', 'axis', 'limits', 'velocity', 'acceleration',
                      'mimic') + POSE_KEYS, f'joint "{node["name"]}"')
    mimic = node.get('mimic')
    if mimic is not None:
        check_keys(mimic, ('joint', 'multiplier', 'offset'), 'mimic')
        mimic = (mimic['joint'], float(mimic.get('multiplier', 1)), float(mimic.get('offset', 0)))
    axis = [float(a) for a in node.get('axis', (0, 0, 1))]
    return Joint(node['name'], node['type'], node['parent'], node['child'], pose_of(node, planar),
                 tuple(axis + [0.0] * (3 - len(axis))), mimic)


def inline_linkage(node, folder, planar):
    """Links and joints. The joint of the base, if there is one, moves the link that is no child."""
    check_keys(node, ('name', 'links', 'joints', 'joint', 'base', 'groups', 'states'), 'a robot')
    robot = Robot(node['name'], pose_of(node.get('base', {}), planar))
    children = {j['child'] for j in node['joints']}
    root = next(link['name'] for link in node['links'] if link['name'] not in children)
    if 'joint' in node:
        robot.links['(root)'] = []
        robot.joints.append(Joint(node['joint'].get('name', 'joint'), node['joint']['type'], '(root)',
                                  root, axis=(0.0, 0.0, 1.0)))
    for link in node['links']:
        what = f'link "{link["name"]}"'
        check_keys(link, ('name', 'shapes') + SHAPE_KEYS, what)
        has_shapes = 'shapes' in link or 'type' in link
        robot.links[link['name']] = shapes_of(link, folder, planar, what) if has_shapes else []
    robot.joints += [_inline_joint(j, planar) for j in node['joints']]
    robot.groups.update(node.get('groups', {}))
    for name, values in node.get('states', {}).items():
        robot.states.setdefault(name, []).append((None, values))
    return robot


def inline_robot(node, folder, planar):
    """A rigid body with one joint. Its links hang on the link that the joint moves."""
    if 'joints' in node:
        return inline_linkage(node, folder, planar)
    check_keys(node, ('name', 'links', 'joint', 'base'), 'a robot')
    robot = Robot(node['name'], pose_of(node.get('base', {}), planar))
    joint = node.get('joint', {'type': 'fixed'})
    robot.links['(root)'] = []
    robot.links['(body)'] = []
    robot.joints.append(Joint(joint.get('name', 'joint'), joint['type'], '(root)', '(body)',
                              axis=(0.0, 0.0, 1.0)))
    for link in node['links']:
        check_keys(link, ('name', 'shapes') + SHAPE_KEYS + POSE_KEYS, f'link "{link["name"]}"')
        robot.links[link['name']] = shapes_of(link, folder, planar, f'link "{link["name"]}"')
        robot.joints.append(Joint('/' + link['name'], 'fixed', '(body)', link['name'],
                                  pose_of(link, planar)))
    return robot


def json_robot(node, folder, planar):
    if 'urdf' not in node:
        return inline_robot(node, folder, planar)
    check_keys(node, ('urdf', 'srdf', 'name', 'base'), 'a robot')
    robot = load_urdf(files.resolve(node['urdf'], folder), node.get('name'),
                      pose_of(node.get('base', {}), planar))
    if 'srdf' in node:
        load_srdf(files.resolve(node['srdf'], folder), robot)
    return robot


