"""The stages of a motion on which objects are attached or released: the place of each object in a
stage, and the bodies that it may touch. The numbers of a claims file give an object's place. Its
distance from the place that the object had when it was attached or released is not simply
tolerated: it is measured, and added to the gap that has to be proven."""

from fractions import Fraction

from balls import ONE, P, Refused, compose, fixed, length_above, minus, rotation_of_columns, vector
from geometry import reach

SHARE = 10 ** 9  # an object farther off than 1 / SHARE of its size and distances is elsewhere


class Stage:
    """A part of a motion from begin to end in a scene of its own."""

    def __init__(self, motion, scene, begin, end, pairs, shifts, containing=None):
        """containing: {body: what its place gives to contain it}."""
        self.containing = containing or {}
        self.scene, self.begin, self.end = scene, begin, end
        self.motion = motion.in_scene(scene)
        self.pairs = pairs  # as in the file
        self.shifts = shifts  # {body: a bound on the error of its points' places}


class Carrier:
    """The carrier of an object; robot and link None: it is an obstacle."""

    def __init__(self, robot=None, link=None, touch=()):
        self.robot, self.link, self.touch = robot, link, touch
        self.names = (robot and robot.name, link)


class Stages:
    """Follows the objects of a motion from stage to stage."""

    def __init__(self, motion, bodies):
        """bodies: the scene's indices of the file's bodies."""
        self.motion, self.scene, self.bodies = motion, motion.scene, bodies
        self.events = sorted(motion.events, key=lambda e: (e.at, e.attaches))
        index = self.scene.index
        self.own = {index[name]: Carrier(robot, link, touch)
                    for name, robot, link, touch, _ in self.scene.objects}
        self.carriers = dict(self.own)
        self.numbers = dict.fromkeys(self.own)  # of the places in the file; None: as in the scene
        self.shifts = dict.fromkeys(self.own, 0)
        self.permissions = self._permissions()  # (from, to, body, other body)
        self.now = self.scene  # the scene of the stage before

    def read(self, nodes, note=lambda node: None):
        """The stages that the lines of a file describe, without those that are past where the motion was cut: in these
        objects are followed alone. note: is told which line is read."""
        found = []
        end = Fraction(0)
        past = max(0, -nodes[0]['stage']) if nodes else 0
        for k, node in enumerate(nodes, -past):
            note(node)
            begin, before, end = Fraction(node['begin']), end, Fraction(node['end'])
            if node['stage'] != k or begin != before or not (begin < end or len(nodes) == 1):
                raise Refused(f'stage {k} does not begin where the one before ends')
            if k == 0 and not begin <= self.motion.begin <= end:
                raise Refused('stage 0 is not that at the motion\'s begin')
            if any(begin < e.at < end for e in self.events):
                raise Refused(f'something is attached or released in the middle of stage {k}')
            self._begin(begin, self._places(node))
            if k < 0:
                continue
            touching = [(a, b) for first, last, a, b in self.permissions if first <= begin and end <= last]
            found.append(Stage(self.motion, self.now.permitting(touching), max(begin, self.motion.begin), end, node['pairs'],
                               dict(self.shifts), {self.bodies[p['body']]: p for p in node['places']}))
        if not found or end != self.motion.end:
            raise Refused('its stages do not reach to its end')
        return found

    # ---- permitted contacts ------------------------------------------------------------------------

    def _object(self, event):
        body = self.scene.index.get(event.object)
        if body not in self.own:
            raise Refused(f'there is no object "{event.object}"')
        return body

    def _permissions(self):
        found, carriers = [], dict(self.own)

        def permit(begin, end, body, names, robot=None):
            found.extend((begin, end, body, other) for name in names
                         for other in self.scene.named(name, robot))

        for event in self.events:
            body = self._object(event)
            carrier = carriers[body]
            carriers[body] = Carrier(event.robot, event.link, event.touch)
            if carrier.robot is not (None if event.attaches else event.robot):
                raise Refused(f'"{event.object}" is not there to be attached or released')
            if event.attaches:
                permit(event.before, event.at, body, event.touch, event.robot)
                permit(event.at, event.after, body, event.may_touch)
            else:
                carriers[body] = Carrier()
                permit(event.at, event.after, body, carrier.touch, event.robot)
                permit(event.before, event.at, body, event.may_touch)
        return found

    # ---- places of objects -------------------------------------------------------------------------

    def _places(self, node):
        """{body: (names of its carrier, numbers)} of a stage."""
        found = {}
        for entry in node['places']:
            claimed = entry['body']
            body = self.bodies[claimed] if claimed < len(self.bodies) else None
            if body not in self.own:
                raise Refused(f'a place is that of body {claimed}, which is no object')
            found[body] = ((entry.get('robot'), entry.get('link')),
                           (tuple(entry.get('position', (0, 0, 0))),
                            tuple(entry.get('rotation', (1, 0, 0, 0, 1, 0, 0, 0, 1)))))
        return found

    def _begin(self, time, places):
        """Carries out the events of a time, and checks the places of the stage that begins then."""
        stood = {}  # world poses of the objects that are attached or released
        for event in self.events:
            if event.at == time:
                body = self._object(event)
                stood[body] = self._sample(time).pose(self.now.bodies[body])
                self.carriers[body] = (Carrier(event.robot, event.link, event.touch) if event.attaches
                                       else Carrier())
        for body, carrier in self.carriers.items():
            name = self.scene.bodies[body].name
            names, numbers = places.get(body, (self.own[body].names, None))
            if names != carrier.names:
                raise Refused(f'"{name}" is carried by another link than it should be, or by none')
            if body not in stood and numbers != self.numbers[body]:
                raise Refused(f'"{name}" moves where nothing attaches or releases it')
            self.numbers[body] = numbers
        self.now = self._world()
        for body, pose in stood.items():
            self.shifts[body] += self._shift(body, pose, time)

    def _sample(self, time):
        whole = self.motion.in_scene(self.now)
        whole.begin = Fraction(0)
        return whole.sample(whole.piece_of(time, time), time)

    def _world(self):
        places = {}
        for body, carrier in self.carriers.items():
            numbers, pose = self.numbers[body], None
            if numbers:
                position, columns = numbers
                pose = (rotation_of_columns(columns), vector(*position))
            places[body] = (carrier.robot, carrier.link, carrier.touch, pose)
        return self.scene.with_places(places)

    def _shift(self, body, pose, time):
        """A bound, at scale 2**P, on the distance of an object's points from their places at a
        given pose in the world. An object that is elsewhere is refused."""
        carrier, sample = self.carriers[body], self._sample(time)
        at = sample.pose(self.now.bodies[body])
        link = pose[1]
        if carrier.robot:
            mover, frame = self.scene.link_frame(carrier.robot, carrier.link)
            link = minus(link, (frame if mover is None else compose(sample.frames[mover], frame))[1])
        radius = fixed(reach(self.scene.bodies[body]))
        size = length_above(pose[1]) + length_above(link) + radius
        turned = max(abs(a - b) for a, b in zip(at[0][0], pose[0][0])) + at[0][1] + pose[0][1]
        moved = length_above(minus(at[1], pose[1]))
        if moved * SHARE > size or turned * SHARE > ONE:
            raise Refused(f'"{self.scene.bodies[body].name}" is not where it stood when it was '
                          'attached or released')
        return moved + (3 * turned * radius >> P) + 2
