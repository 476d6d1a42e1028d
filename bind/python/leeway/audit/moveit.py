"""MoveIt's planning scenes in YAML, as MotionBenchMaker writes them."""

from fractions import Fraction

from balls import IDENTITY_POSE, Refused, compose, rotation_of_quaternion, vector
from robots import Shape, check_keys, cylinder


def _list(node, keys):
    if isinstance(node, dict):
        return [float(node[k]) for k in keys]
    return [float(v) for v in node]


def _pose(node):
    if not node:
        return IDENTITY_POSE
    check_keys(node, ('position', 'orientation'), 'a pose of a MoveIt scene')
    return (rotation_of_quaternion(*_list(node['orientation'], 'xyzw')),
            vector(*_list(node['position'], 'xyz')))


def _primitive(node):
    check_keys(node, ('type', 'dimensions', 'polygon'), 'a primitive of a MoveIt scene')
    kind = {'1': 'box', '2': 'sphere', '3': 'cylinder', '4': 'cone'}.get(node['type'], node['type'])
    sizes = [float(v) for v in node['dimensions']]
    if kind == 'box':
        return Shape('box', [Fraction(v) / 2 for v in sizes[:3]])
    if kind == 'sphere':
        return Shape('point', radius=sizes[0])
    if kind in ('cylinder', 'cone'):
        return cylinder(kind, sizes[1], sizes[0])
    raise Refused(f'a primitive of type "{kind}" is not read here')


def _object(scene, node):
    what = f'object "{node["id"]}" of a MoveIt scene'
    check_keys(node, ('id', 'type', 'header', 'pose', 'primitives', 'primitive_poses', 'operation'), what)
    frame = node.get('header', {}).get('frame_id', '')
    if frame not in ('', 'world') or node.get('operation', 'add') not in ('add', 'append', '0', '2', ''):
        raise Refused(f'{what}: its frame or operation is not followed here')
    at = _pose(node.get('pose'))
    primitives, poses = node.get('primitives') or [], node.get('primitive_poses') or []
    if len(primitives) != len(poses):
        if poses or 'pose' not in node:
            raise Refused(f'{what} has not as many poses as primitives')
        poses = [None] * len(primitives)
    shapes = [(_primitive(s), compose(at, _pose(p))) for s, p in zip(primitives, poses)]
    scene.objects.append((node['id'], None, None, (), shapes))


def _state(scene, node):
    check_keys(node, ('joint_state', 'multi_dof_joint_state', 'is_diff', 'attached_collision_objects'),
               'the robot_state of a MoveIt scene')
    if node.get('attached_collision_objects'):
        raise Refused('attached objects of MoveIt scenes are not read here')
    joints = node.get('joint_state') or {}
    for name, value in zip(joints.get('name') or [], joints.get('position') or []):
        for robot in scene.robots:
            joint = robot.joint(name)
            if joint and robot.movable(joint):
                scene.set_value(f'{robot.name}/{name}', [float(value)])
    for transform in (node.get('multi_dof_joint_state') or {}).get('transforms') or []:
        if (any(_list(transform['translation'], 'xyz')) or
                any(_list(transform['rotation'], 'xyzw')[:3])):
            raise Refused('a MoveIt scene that moves the base is not followed here')


def _matrix(scene, node):
    check_keys(node, ('entry_names', 'entry_values', 'default_entry_names', 'default_entry_values'),
               'the matrix of a MoveIt scene')

    def truth(text):
        if str(text).lower() not in ('true', 'false'):
            raise Refused(f'the matrix of a MoveIt scene holds "{text}"')
        return str(text).lower() == 'true'

    defaults = list(zip(node.get('default_entry_names') or [], node.get('default_entry_values') or []))
    for allowed in (True, False):
        scene.rules += [(n, None, allowed) for n, v in defaults if truth(v) == allowed]
    names = node.get('entry_names') or []
    rows = [[truth(v) for v in (r['enabled'] if isinstance(r, dict) else r)]
            for r in node.get('entry_values') or []]
    for i, a in enumerate(names):
        for k in range(i + 1, len(names)):
            scene.rules.append((a, names[k], rows[i][k] and rows[k][i]))


def load_yaml(path):
    """Each document of a file, with every value as text, because YAML's reader does not take
    numbers without a point, such as 1e-3, for numbers."""
    try:
        import yaml  # here, because everything else works without it
    except ImportError:
        raise Refused(f'{path}: YAML is read by the Python package yaml (python3-yaml), which is missing') from None
    with open(path, encoding='utf-8') as file:
        try:
            return list(yaml.load_all(file, Loader=getattr(yaml, 'CBaseLoader', yaml.BaseLoader)))
        except yaml.YAMLError as problem:
            raise ValueError(str(problem)) from problem


def _load(path):
    found = load_yaml(path)
    if len(found) != 1:
        raise Refused(f'{path}: one document of YAML is read here, and it has {len(found)}')
    return found[0]


class Request:
    """A planning request: joint values of the start and of the first goal, and the group that
    moves."""

    def __init__(self, path):
        node = _load(path)
        node = node.get('motion_plan_request', node)
        state = (node.get('start_state') or {}).get('joint_state') or {}
        self.start = dict(zip(state.get('name') or [], map(float, state.get('position') or [])))
        constraints = node['goal_constraints'][0]['joint_constraints']
        self.goal = {c['joint_name']: float(c['position']) for c in constraints}
        self.group = node.get('group_name') or None

    def motion(self, scene, group):
        """The straight segment from the start to the goal, and the values of all other joints."""
        if len(scene.robots) != 1:
            raise Refused('a request in a scene of several robots is not followed here')
        robot = scene.robots[0]
        group = group or self.group
        names = robot.groups[group] if group else list(self.goal)
        if any(j not in names and robot.joint(j) and robot.movable(robot.joint(j)) for j in self.goal):
            raise Refused('the goal of a request names a joint that is not in its group')
        start = [self.start.get(j, float(scene.rest_value(robot.name, j))) for j in names]
        goal = [self.goal.get(j, s) for j, s in zip(names, start)]
        return {'joints': names, 'from': start, 'to': goal}


def add_moveit(scene, path):
    node = _load(path)
    check_keys(node, ('name', 'robot_state', 'robot_model_name', 'fixed_frame_transforms', 'link_scale',
                      'allowed_collision_matrix', 'link_padding', 'world', 'is_diff', 'object_colors'),
               path)
    _state(scene, node.get('robot_state') or {})
    world = node.get('world') or {}
    octomap = (world.get('octomap') or {}).get('octomap') or {}
    if octomap.get('data'):
        raise Refused('octomaps are not read here')
    for entry in world.get('collision_objects') or []:
        _object(scene, entry)
    for what in ('padding', 'scale'):
        for entry in node.get('link_' + what) or []:
            scene.paddings.append((None, entry['link_name'], what, float(entry[what])))
    _matrix(scene, node.get('allowed_collision_matrix') or {})
