"""Tests claims made by hand in scenes so small that a formula gives the point at which their
inequality begins to fail: they are accepted right before it, and refused right behind it."""

import json
import math
import os
import tempfile
import unittest

from checked import Checked

NEAR = 1e-9


def root(function):
    """The zero of a falling function between 0 and 3."""
    low, high = 0.0, 3.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return low


class Sharp(unittest.TestCase):
    margin, padding = 0.01, 0.002

    def verdict(self, obstacle, links, motion, claim, margin=0.01):
        """Whether the verifier accepts this one claim about a motion of a flying body and an
        obstacle."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'scene.json')
            with open(path, 'w', encoding='utf-8') as file:
                json.dump({'margin': margin, 'link_padding': self.padding,
                           'robots': [{'name': 'r', 'joint': {'type': 'floating'}, 'links': links}],
                           'obstacles': [dict(obstacle, id='o')], 'motions': {'m': motion}}, file)
            checked = Checked(path)
        head, last = checked.lines[1], checked.lines[-1]
        for part in claim['parts']:
            if 'radius' in part.get('a', {}):  # names the element with that radius
                body = checked.lines[0]['bodies'][0]
                element = [e['radius'] for e in body['elements']].index(part['a']['radius'])
                part['a'] = {'node': body['tree'].index(-1 - element)}
        claim = dict({'pair': 0}, **claim)
        lines = [checked.lines[0], head, claim,
                 dict(last, verdict='undecided', free_until=claim['to'], claims=1)]
        found, _, reason = checked.verdicts(lines)['m']
        self.assertTrue(found == 'undecided' or 'is not proven' in reason, reason)
        return found == 'undecided'

    def check(self, limit, accepted):
        """accepted(x) must hold below a limit, and not above it."""
        self.assertTrue(accepted(limit * (1 - NEAR)))
        self.assertFalse(accepted(limit * (1 + NEAR)))

    def ball(self, radius, x=0.0):
        return {'name': 'l', 'type': 'sphere', 'radius': radius, 'position': [x, 0, 0]}

    def test_second_derivative(self):
        """A ball circles about the origin at the distance 1, from (-1, 0) on: at first it does not
        come nearer to a wall, then with the second derivative w^2, which is (1 + r) w^2 for its
        farthest point. Along the wall's normal its points move with the direction (1, -w t), in
        which its radius counts."""
        radius, w, wall = 0.1, 0.7, -0.8  # the wall's near side

        def thickness(t):
            return (wall + 1 - radius * math.sqrt(1 + (w * t) ** 2) - self.margin - self.padding -
                    (1 + radius) * (w * t) ** 2 / 2)

        for before in (False, True):
            limit = root(thickness)

            def accepted(t, before=before):
                begin = {'position': [0, 0, 0], 'rpy': [0, 0, -w * t if before else 0]}
                claim = {'from': 0, 'to': t, 'at': t if before else 0}
                # the ball's frame is that of its shape; at the angle 0 its axes are the world's
                parts = [{'normal': [1, 0, 0], 'rule': 'slab'}]
                return self.verdict({'type': 'box', 'size': [1, 9, 9], 'position': [wall + 0.5, 0, 0]},
                                    [self.ball(radius, -1)],
                                    {'rigid': dict(begin, angular_velocity=[0, 0, w], duration=4)},
                                    dict(claim, parts=parts))

            self.check(limit, accepted)

    def test_a_turning_normal(self):
        """A ball slides along y past another at (d, 0); the normal (1, u t) follows: its thickness is
        d - (radii + required) sqrt(1 + (u t)^2) - t^2 u v."""
        d, r, v, u = 0.7, 0.25, 0.6, 0.5
        required = 2 * r + self.margin + self.padding

        def thickness(t):
            return d - required * math.sqrt(1 + (u * t) ** 2) - t * t * u * v

        def accepted(t):
            return self.verdict({'type': 'sphere', 'radius': r, 'position': [d, 0, 0]}, [self.ball(r)],
                                {'rigid': {'linear_velocity': [0, v, 0], 'duration': 4}},
                                {'from': 0, 'to': t, 'at': 0, 'parts': [
                                    {'normal': [1, 0, 0], 'turn': [0, u, 0], 'rule': 'slab'}]})

        self.check(root(thickness), accepted)

    def test_velocity(self):
        """A ball comes straight on."""
        d, r, v = 0.9, 0.1, 0.5
        gap = d - 2 * r - self.margin - self.padding

        def accepted(t):
            return self.verdict({'type': 'sphere', 'radius': r, 'position': [d, 0, 0]}, [self.ball(r)],
                                {'rigid': {'linear_velocity': [v, 0, 0], 'duration': 4}},
                                {'from': 0, 'to': t, 'at': 0,
                                 'parts': [{'normal': [1, 0, 0], 'rule': 'slab'}]})

        self.check(gap / v, accepted)

    def test_travel(self):
        """The ball moves away: the rule travel counts its motion nevertheless, the rule slab does
        not."""
        d, r, v = 0.9, 0.1, 0.5
        gap = d - 2 * r - self.margin - self.padding

        def accepted(t, rule='travel'):
            return self.verdict({'type': 'sphere', 'radius': r, 'position': [d, 0, 0]}, [self.ball(r)],
                                {'rigid': {'linear_velocity': [-v, 0, 0], 'duration': 4}},
                                {'from': 0, 'to': t, 'at': 0,
                                 'parts': [{'normal': [1, 0, 0], 'rule': rule}]})

        self.check(gap / v, accepted)
        self.assertTrue(accepted(4, 'slab'))

    def test_a_normal_of_any_length(self):
        """The required gap is multiplied by the normal's length."""
        def accepted(margin, length):
            return self.verdict({'type': 'sphere', 'radius': 0.1, 'position': [0.5, 0, 0]},
                                [self.ball(0.1)], {'rigid': {'duration': 1}},
                                {'from': 0, 'to': 1, 'at': 0.5, 'parts': [
                                    {'normal': [length, 0, 0], 'rule': 'slab'}]}, margin)

        for length in (1, 0.1, 3):
            self.check(0.3 - self.padding, lambda margin, length=length: accepted(margin, length))

    def test_a_direction(self):
        """Two balls at rest, along a direction that is turned away from the line between them."""
        r, d = 0.1, 0.5

        def accepted(angle, rule, axis):
            normal = [math.cos(angle), 0, 0]
            normal[axis] = math.sin(angle)
            return self.verdict({'type': 'sphere', 'radius': r, 'position': [d, 0, 0]}, [self.ball(r)],
                                {'rigid': {'duration': 1}},
                                {'from': 0, 'to': 1, 'at': 0, 'parts': [
                                    {'normal': normal, 'rule': rule}]})

        limit = math.acos((2 * r + self.margin + self.padding) / d)
        for rule in ('slab', 'travel'):
            for axis in (1, 2):
                self.check(limit, lambda angle, rule=rule, axis=axis: accepted(angle, rule, axis))

    def test_a_node_and_its_radius(self):
        """Two balls of one body: along one direction for the whole body the larger ball counts,
        though it is beside the obstacle; with a direction for each ball, each has its own radius."""
        links = [{'name': 'l', 'shapes': [{'type': 'sphere', 'radius': 0.1},
                                          {'type': 'sphere', 'radius': 0.2, 'position': [0, 0.5, 0]}]}]

        def accepted(x, parts):
            return self.verdict({'type': 'sphere', 'radius': 0.05, 'position': [1, 0, 0]}, links,
                                {'rigid': {'position': [x, 0, 0], 'duration': 1}},
                                {'from': 0, 'to': 1, 'at': 0, 'parts': parts})

        required = 0.05 + self.margin + self.padding
        along = [{'normal': [1, 0, 0], 'rule': 'slab'}]
        self.check(1 - 0.2 - required, lambda x: accepted(x, along))
        # each ball along its own direction: the second one is beside the obstacle
        parts = [{'a': {'radius': 0.1}, 'normal': [1, 0, 0], 'rule': 'slab'},
                 {'a': {'radius': 0.2}, 'normal': [0, -1, 0], 'rule': 'slab'}]
        self.check(1 - 0.1 - required, lambda x: accepted(x, parts))



if __name__ == '__main__':
    unittest.main()
