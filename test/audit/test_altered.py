"""leeway-audit believes no altered file of something false: files about balls, boxes and cylinders, of which any line
is altered, also the first one. What is then true of the bodies, pairs and motions that the file states is computed
here, at many times. LEEWAY_ALTERED: how many motions (2,000; LEEWAY_LONG: 1,000,000)."""

import json
import math
import os
import random
import unittest

import reference as ref
from proofs import (LONG, SEED, audit, audit_text, ball, body, claim, model, motion, pair, part, stage, track,
                    with_exempt)
from test_inequalities import direction, rotation

COUNT = int(os.environ.get('LEEWAY_ALTERED', '1000000' if LONG else '2000'))
PIECES, TIMES, SLACK = 6, 25, 1e-7
AT_ONCE = 40  # motions of a file


def shape_apart(center, radius, element):
    """How far a ball is from an element."""
    return ref.from_core(element, ref.place_of(element).back(ref.sub(center, ref.place_of(element).position))) \
        - radius - ref.radius_of(element)


def apart(state, a, b):
    """The distance of two bodies, of which one is made of balls; infinite where none is, which an alteration may do."""
    bodies = state.first['bodies']
    if any(e['shape'] != 'point' for e in bodies[a]['elements']):
        a, b = b, a
    if any(e['shape'] != 'point' for e in bodies[a]['elements']):
        return math.inf
    out = math.inf
    for e in bodies[a]['elements']:
        p = state.bodies[a].moved(ref.place_of(e).position)
        p = state.bodies[b].back(ref.sub(p, state.bodies[b].position))
        out = min(out, *(shape_apart(p, ref.radius_of(e), other) for other in bodies[b]['elements']))
    return out


def stages_of(first, lines):
    """(model with the bodies where a stage has them, pairs, begin, end)"""
    found = [line for line in lines if 'places' in line]
    if not found:
        return [(first, first['pairs'], lines[0]['begin'], lines[0]['end'])]
    out = []
    for own in found:
        bodies = list(first['bodies'])
        for place in own['places']:
            bodies[place['body']] = {k: v for k, v in bodies[place['body']].items() if k != 'frame'} | \
                {k: place[k] for k in ('frame', 'at') if k in place}
        out.append(({**first, 'bodies': bodies}, own['pairs'], own['begin'], own['end']))
    return out


def left_over(first, lines, until):
    """The least distance of all pairs less what they have to keep, at many times up to one."""
    out = math.inf
    for own, pairs, begin, end in stages_of(first, lines):
        end = min(end, until)
        if begin > end:
            continue
        for k in range(TIMES + 1):
            t = min(end, begin + (end - begin) * k / TIMES)
            state = ref.State(own, lines[0], t, t, t)
            for p in pairs:
                out = min(out, apart(state, *map(int, p['bodies'])) - p['margin'] - sum(p['padding']))
    return out


class Scene:
    """An arm of balls among obstacles, which puts a ball down; and proofs of some motions."""

    def __init__(self, r):
        self.frames = []
        for i in range(r.randrange(1, 4)):
            node = {'kind': r.choice(['turn', 'turn', 'slide']), 'variable': i,
                    'position': [r.uniform(-0.4, 0.4) for _ in range(3)],
                    'rotation': rotation(r)}
            if i:
                node['parent'] = i - 1
            self.frames.append(node)
        last = len(self.frames) - 1
        self.bodies = []
        for name, frame in (('upper', 0), ('hand', last), ('can', last)):
            elements = [ball(r.uniform(0.03, 0.1), [r.uniform(-0.2, 0.2) for _ in range(3)])
                        for _ in range(r.randrange(1, 4))]
            self.bodies.append(body(name, elements, frame, cover=[[*e['position'], e['radius']] for e in elements]))
        half = [r.uniform(0.05, 0.3) for _ in range(3)]
        for shape in ({'shape': 'box', 'half': half}, {'shape': 'cylinder', 'half': half[0], 'base': half[1]},
                      {'shape': 'segment', 'half': half[2], 'radius': 0.05}, ball(0.1)):
            place = {'position': ref.scaled(r.uniform(0.6, 1.6), direction(r)), 'rotation': rotation(r)}
            around = {**shape, 'shape': 'box', 'half': [0, 0, half[2]]} if shape['shape'] == 'segment' else shape
            self.bodies.append(body(shape['shape'], [shape], at=place, around=around))

    def motion(self, r):
        """The lines of a motion that is proven, and the first line; None where nothing was found."""
        count = len(self.frames)
        c = [[[r.uniform(-1, 1)] + [r.uniform(-0.5, 0.5) for _ in range(2)] for _ in range(count)] for _ in range(2)]
        for before, after in zip(c[0], c[1]):
            after[0] = sum(before)
        tracks = [track(c, times=[0, 0.5, 1])]
        rest = [0] * count
        pairs = [(a, b) for a in range(3) for b in range(3, 7)] + ([(0, 1)] if count > 1 else [])
        pairs = r.sample(pairs, r.randrange(1, 5))
        knots = [0, 1]
        first = model(self.frames, self.bodies, [pair(*p) for p in pairs])
        begins = [stage(first['pairs'], 0, 0, 1)] if r.random() < 0.5 else []
        if begins and r.random() < 0.7:
            knots = [0, 0.5, 1]
            now = ref.State(first, motion([], tracks, rest)[0], 0.5, 0.5, 0.5)
            at = now.bodies[2]
            place = {'body': 2, 'at': {'position': at.position,
                                       'rotation': [x for column in at.columns for x in column]},
                     'cover': self.bodies[2]['cover']}
            begins = [stage(first['pairs'], k, k / 2, k / 2 + 0.5, [place] if k else []) for k in range(2)]
        lines = begins + self.lines(r, first, motion(begins, tracks, rest), knots, len(pairs))
        # some of what is left over is required; the proofs are then as sharp as they may be
        whole = motion(lines, tracks, rest)
        own = {}
        for m, _, begin, end in stages_of(first, whole):
            for k in range(TIMES + 1):
                t = begin + (end - begin) * k / TIMES
                state = ref.State(m, whole[0], t, t, t)
                for i, p in enumerate(pairs):
                    own[i] = min(own.get(i, 9), apart(state, *p))
        if min(own.values()) < 0.02:
            return None
        share = r.choice([0, 0.5, 0.7, 0.9])
        for node in (begins or [first]):
            node['pairs'] = [pair(*p, share * 0.8 * own[i], (share * 0.1 * own[i], 0)) for i, p in enumerate(pairs)]
        if not begins:
            # the first line is one for all motions: a stage states the pairs
            whole.insert(1, stage(first['pairs'], 0, 0, 1))
        return whole

    def lines(self, r, first, bare, knots, count):
        """Blocks, or claims, of all pairs."""
        out, bare = [], bare[:1] + [line for line in bare if 'places' in line]
        stages = stages_of(first, bare)
        for k in range(PIECES):
            begin, end = k / PIECES, (k + 1) / PIECES
            which = len(knots) - 2 if begin >= knots[-2] else 0
            more = {'stage': which} if which or r.random() < 0.5 and len(bare) > 1 else {}
            by_claim = [i for i in range(count) if r.random() < 0.3]
            if len(by_claim) < count:
                line = {'block': [begin, end], **more}
                if by_claim:
                    key = r.choice(['left', 'only'])
                    line[key] = [[i, 127] for i in range(count) if (i in by_claim) == (key == 'left')]
                out.append(line)
            for i in by_claim:
                middle = (begin + end) / 2
                state = ref.State(stages[which][0], bare[0], middle, begin, end)
                a, b = (state.bodies[x] for x in first['pairs'][i]['bodies'])
                n = ref.sub(b.position, a.position)
                n = a.back(ref.scaled(1 / math.hypot(*n), n))
                out.append(claim([part(n, r.choice(['slab', 'travel', 'chord']))], i, begin, end, middle, **more))
        return out


def number(r, value):
    return r.choice([lambda: value + r.uniform(-1, 1) * 10 ** r.uniform(-9, 1), lambda: -value, lambda: 2 * value,
                     lambda: 0.5 * value, lambda: 1e6 * value, lambda: 0, lambda: r.uniform(0, 1),
                     lambda: 1.7e308, lambda: 5e-324, lambda: 1e400, lambda: digit(r, value),
                     lambda: r.randrange(-1, 9)])()


def digit(r, value):
    """Another digit somewhere."""
    text = json.dumps(value)
    places = [i for i, c in enumerate(text) if c.isdigit()]
    if not places:
        return value
    i = r.choice(places)
    text = text[:i] + r.choice('0123456789') + text[i + 1:]
    try:
        return json.loads(text)
    except ValueError:
        return value


def places_in(node):
    """All places of numbers, and of lists and objects."""
    numbers, others = [], []

    def walk(at):
        for key, value in at.items() if isinstance(at, dict) else enumerate(at):
            if isinstance(value, (dict, list)):
                others.append((at, key))
                walk(value)
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                numbers.append((at, key))

    walk(node)
    return numbers, others


def alter(r, line):
    """One change of a line, which is altered in place."""
    numbers, others = places_in(line)
    if numbers and r.random() < 0.85:
        at, key = r.choice(numbers)
        value = number(r, at[key])
        if isinstance(at[key], int) and r.random() < 0.7:
            value = r.randrange(0, 130) if r.random() < 0.5 else r.randrange(0, 5)
        at[key] = value
    elif others:
        at, key = r.choice(others)
        what = r.randrange(4)
        if what == 0:
            del at[key]
        elif what == 1 and isinstance(at[key], list) and at[key]:
            at[key].pop(r.randrange(len(at[key])))
        elif what == 2 and isinstance(at[key], list) and at[key]:
            at[key].append(json.loads(json.dumps(r.choice(at[key]))))
        elif isinstance(at[key], list):
            r.shuffle(at[key])
        elif at[key]:
            at[key].pop(r.choice(list(at[key])))


def forged(r, lines):
    """A copy of a motion's lines with up to three changes."""
    lines = json.loads(json.dumps(lines))
    for _ in range(r.choice([0, 1, 1, 1, 2, 3])):
        inner = range(1, len(lines) - 1)
        what = r.randrange(9)
        if what == 0 and inner:
            del lines[r.choice(inner)]
        elif what == 1 and inner:
            lines.insert(r.choice(inner), json.loads(json.dumps(lines[r.choice(inner)])))
        elif what == 2 and inner:
            i, k = r.choice(inner), r.choice(inner)
            lines[i], lines[k] = lines[k], lines[i]
        elif what == 3:
            lines[-1]['verdict'] = r.choice(['free', 'contact', 'undecided'])
            lines[-1]['free_until'] = r.choice([lines[-1]['free_until'], r.uniform(0, 1.2)])
        elif what == 4 and inner:
            line = lines[r.choice(inner)]
            line.update(r.choice([{'stage': r.randrange(3)}, {'pair': r.randrange(4)},
                                  {'only': [[r.randrange(4), r.randrange(128)]]}]))
        else:
            alter(r, lines[r.randrange(len(lines))])
    if r.random() < 0.95 and 'claims' in lines[-1]:
        lines[-1]['claims'] = sum('places' not in line for line in lines[1:-1])
    return lines


class Altered(unittest.TestCase):
    def test_altered(self):
        r = random.Random(SEED)
        tried = believed = of_altered = refused = 0
        while tried < COUNT:
            scene = Scene(r)
            count = len(scene.bodies)
            first = with_exempt(model(scene.frames, scene.bodies, []), count)
            motions = [[with_exempt(line, count) for line in m] for m in (scene.motion(r) for _ in range(6)) if m]
            said = audit(first, motions)
            motions = [m for k, m in enumerate(motions) if k in said.proven]
            for _ in range(6 if motions else 0):
                own = json.loads(json.dumps(first))
                is_altered = r.random() < 0.6
                for _ in range(r.choice([1, 1, 2]) if is_altered else 0):
                    alter(r, own)
                groups = [forged(r, r.choice(motions)) for _ in range(AT_ONCE)]
                for number_, group in enumerate(groups):
                    for line in (group[0], group[-1]):
                        if 'motion' in line:
                            line['motion'] = number_
                text = '\n'.join(json.dumps(line)
                                 for line in [own] + [line for group in groups for line in group]) + '\n'
                said = audit_text(text.replace('Infinity', '1e999'))
                tried += len(groups)
                self.assertEqual(said.status == 0, not said.refusals and len(said.proven) == len(groups))
                for k, until in said.proven.items():
                    if until is None:
                        continue
                    group = groups[k]
                    end = group[0]['end'] if until is True else until
                    room = left_over(own, group, end)
                    self.assertGreater(room, -SLACK, (own, group, until))
                    believed += 1
                    of_altered += is_altered
                refused += len(groups) - len(said.proven)
        print(f'{believed} altered motions of something true are believed, {of_altered} of them in an altered model; '
              f'{refused} are refused')
        self.assertGreater(believed, tried // 20)
        self.assertGreater(refused, tried // 20)
        self.assertGreater(of_altered, tried // 100)


if __name__ == '__main__':
    unittest.main()
