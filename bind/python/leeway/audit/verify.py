#!/usr/bin/env python3
"""Verifies a file of --proof: python -m leeway.audit FILE SCENE-ARGUMENTS MOTIONS, with the
arguments of `leeway check`. Prints one line per motion: free, proven until a time, or refused with the reason.
docs/proofs.md explains the answers. Exit status: 0: all claims hold; 1: some are refused; 2: wrong
usage or input."""

import itertools
import sys
from fractions import Fraction

import geometry
import motions
import moveit
import robots
import schema
from balls import IDENTITY_POSE, Refused, rotation_of_angles, vector
from bodies import ClaimedBody
from chords import Block, contained
from contacts import Contact
from covers import Cover
from outside import spots_of
from proofs import Claim, Pair, check_time
from scenes import Scene
from stages import Stage, Stages

USAGE = ('usage: python -m leeway.audit PROOF [SCENE.json] [--robot URDF [--srdf SRDF] [--name NAME] [--base POSE]] '
         '[--scene FILE] [--margin M] [--self-margin M] [--mesh solid|surface] '
         '[--set JOINT=VALUE] [--motions FILE] [--motion NAME] [--from Q --to Q] [--path FILE | --path ROBOT=FILE...] '
         '[--request FILE] [--group NAME] [--interpolation KIND] [--no-wrap] [--since T]')


class Arguments:
    """The arguments of `leeway check` that the verifier follows."""

    def __init__(self, words):
        self.files, self.robots, self.values, self.paths, self.settings = [], [], [], [], {}
        own = {'--srdf', '--name', '--base'}
        others = {'--scene', '--margin', '--self-margin', '--mesh', '--motions', '--motion', '--group',
                  '--from', '--to', '--request', '--interpolation', '--since'}
        # options that change the program's search, and nothing of its claims
        switches = {'--any', '--json', '--timing', '--clearance'}
        searches = {'--method', '--threads', '--time-tolerance', '--distance-tolerance',
                    '--budget-queries', '--budget-seconds'}
        words = list(words)
        while words:
            word = words.pop(0)
            if word == '--no-wrap':
                self.settings[word] = True
            elif word in switches:
                continue
            elif word.startswith('-') and not words:
                raise Refused(f'{word} needs a value; {USAGE}')
            elif word == '--robot':
                self.robots.append({'--robot': words.pop(0)})
            elif word in own and self.robots:
                self.robots[-1][word] = words.pop(0)
            elif word in ('--trajectory', '--path'):
                self.paths.append(words.pop(0))
            elif word in others:
                self.settings[word] = words.pop(0)
            elif word in searches:
                words.pop(0)
            elif word == '--set':
                self.values.append(words.pop(0))
            elif word.startswith('-'):
                raise Refused(f'{word} is not followed here; {USAGE}')
            else:
                self.files.append(word)

    def names_motions(self):
        """Whether the motions are others than all those of the scene."""
        return bool(self.paths or set(self.settings) & {'--motions', '--motion', '--request', '--from', '--to'})


_robots = {}


def _load_robot(given):
    key = tuple(sorted(given.items()))
    if key not in _robots:
        base = IDENTITY_POSE
        if '--base' in given:
            x, y, z, *angles = (float(w) for w in given['--base'].split())
            base = (rotation_of_angles(*angles), vector(x, y, z))
        _robots[key] = robots.load_urdf(given['--robot'], given.get('--name'), base)
        if '--srdf' in given:
            robots.load_srdf(given['--srdf'], _robots[key])
    return _robots[key]


def load_scene(arguments):
    scene = Scene()
    settings = arguments.settings
    if len(arguments.files) > 1:
        raise Refused('there is more than one scene file')
    for path in arguments.files:
        scene.add_json(path)
    scene.robots += [_load_robot(r) for r in arguments.robots]
    if '--scene' in settings:
        path = settings['--scene']
        (scene.add_json if path.endswith('.json') else lambda p: moveit.add_moveit(scene, p))(path)
    if '--margin' in settings:
        scene.margin = float(settings['--margin'])
    if '--self-margin' in settings:
        scene.self_margin = float(settings['--self-margin'])
    if '--mesh' in settings:
        scene.solid = settings['--mesh'] == 'solid'
    if '--request' in settings:
        for joint, value in moveit.Request(settings['--request']).start.items():
            scene.set_value(joint, [value])
    for word in arguments.values:
        joint, _, value = word.partition('=')
        scene.set_value(joint, [float(v) for v in value.split(',')], caller=True)
    scene.freeze()
    return scene


def _of_paths(scene, paths):
    """(id, motion in JSON) of files of --path: of one, or of ROBOT=FILE for each robot that moves."""
    own = [path.partition('=') for path in paths]
    names = {robot.name for robot in scene.robots}
    if not all(sign and name in names for name, sign, _ in own):
        if len(paths) > 1:
            raise Refused('several files of --path are not followed here, unless each is of a robot: ROBOT=FILE')
        return motions.read_path(paths[0])
    parts = {}
    for name, _, path in own:
        found = motions.read_path(path)
        part = dict(found[0][1])
        part = part.get('robots', {name: part})
        if len(found) != 1 or set(part) != {name} or name in parts:
            raise Refused(f'{path}: it is not the only motion of robot "{name}", and of this one alone')
        parts[name] = {key: value for key, value in part[name].items() if key != 'id'}
    return [(0, {'robots': parts})]


def each_motion(scene, arguments):
    """(id, motion in JSON) of each motion that is asked for; of a file one after the other."""
    settings = arguments.settings
    if '--motions' in settings:
        found = motions.read_lines(settings['--motions'])
    elif '--request' in settings:
        request = moveit.Request(settings['--request'])
        found = [(0, request.motion(scene, settings.get('--group')))]
    elif arguments.paths:
        found = _of_paths(scene, arguments.paths)
    elif '--from' in settings or '--to' in settings:
        found = [(0, {k: motions.configuration(settings['--' + k]) for k in ('from', 'to')})]
    else:
        found = list(scene.motions.items())
    none = True
    for identity, motion in found:
        if str(identity) == settings.get('--motion', str(identity)):
            none = False
            yield identity, motion
    if none and arguments.names_motions():
        raise Refused('there are no motions')


def load_motions(scene, arguments):
    """All motions that are asked for, as a list."""
    return list(each_motion(scene, arguments))


class Verifier:
    """Checks claims files against one scene. Checked bodies are kept for the next file, as long as
    the same files of a robot made them."""

    _known = {}  # (scene's body) -> (BODY, ClaimedBody, Contained, Solids)

    def __init__(self, scene, settings):
        """settings: of the command line; they decide how motions are read."""
        self.scene = scene
        self.met, self.begin = None, 0  # the contact and the begin of the motion that was checked last
        self.node, self.line = None, 0  # the line that is checked, and the number of the one that was refused
        self.reader = motions.Reader(scene, '--no-wrap' not in settings, settings.get('--group'),
                                     settings.get('--interpolation'), Fraction(float(settings.get('--since', 0))))

    # ---- the first line ----------------------------------------------------------------------------

    def _scene_form(self, node):
        schema.check_scene(node)

    def _body(self, node, body):
        """A body of a robot is remembered; its shapes stay the same objects."""
        key = (tuple(id(s) for s, _ in body.shapes), body.name, self.scene.solid)
        known = self._known.get(key)
        if known and known[0] == node and known[4] == body.shapes:
            return known[1:4]
        claimed = ClaimedBody(node)
        contained = geometry.Contained(claimed, body)
        solids = geometry.Solids(contained, self.scene.solid)
        self._known[key] = (node, claimed, contained, solids, body.shapes)
        return claimed, contained, solids

    def read_scene(self, node):
        self._scene_form(node)
        scene = self.scene
        self.bodies, self.contained, self.deviations, self.solids, self.index = [], [], [], [], []
        for b in node['bodies']:
            if b['name'] not in scene.index:
                raise Refused(f'the scene has no body "{b["name"]}"')
            self.index.append(scene.index[b['name']])
            claimed, contained, solids = self._body(b, scene.bodies[self.index[-1]])
            self.bodies.append(claimed)
            self.contained.append(contained)
            self.deviations.append(contained.deviation)
            self.solids.append(solids)
        self.pairs = self._pairs(scene, node['pairs'], {})
        self._check_exempt(scene, node)

    def _pairs(self, scene, nodes, shifts):
        """The pairs of a list, and the set of those that have to be checked in a scene. shifts: as
        of a stage."""
        pairs, found, index = [], {}, self.index
        for p in nodes:
            a, b = p['bodies']
            if max(a, b) >= len(index):
                raise Refused('a pair names a body that is not there')
            key = (min(index[a], index[b]), max(index[a], index[b]))
            deviation = sum(self.deviations[i] + shifts.get(index[i], 0) for i in (a, b))
            pair = Pair(scene, (index[a], index[b]), (self.bodies[a], self.bodies[b]), p['margin'],
                        p['padding'], deviation)
            pair.solids = (self.solids[a], self.solids[b])
            pair.contained = (self.contained[a], self.contained[b])
            pair.due = None
            pairs.append(pair)
            if key in scene.pairs:
                margin, first, second = scene.pairs[key]
                if index[a] > index[b]:
                    first, second = second, first
                if p['margin'] < margin or p['padding'][0] < first or p['padding'][1] < second:
                    raise Refused(f'the margin or padding of {pair.name} is below that of the scene')
                pair.due = sum(Fraction(v) for v in scene.pairs[key])
                found[key] = pair
        for a, b in scene.pairs:
            if (a, b) not in found:
                names = f'{scene.bodies[a].name} and {scene.bodies[b].name}'
                raise Refused(f'the pair {names} is left out')
        return pairs, set(found.values())

    def _check_exempt(self, scene, node):
        """Refuses pairs that are said to be exempt, but have to be checked."""
        for a, b, _ in node.get('exempt', ()):
            if max(a, b) >= len(self.index):
                raise Refused('a pair names a body that is not there')
            key = (min(self.index[a], self.index[b]), max(self.index[a], self.index[b]))
            if key in scene.pairs:
                raise Refused(f'the pair {scene.bodies[key[0]].name} and {scene.bodies[key[1]].name} is not exempt')

    def check_covers(self, node):
        """Yields (name of a body, how many balls it is in) of each that has a cover."""
        for claimed, own in zip(self.bodies, node['bodies']):
            if 'cover' in own:
                contained(claimed, own['cover'], Cover)
                yield own['name'], len(own['cover'])

    # ---- a motion ----------------------------------------------------------------------------------

    def _form(self, line):
        return schema.check_line(line)

    def _motion(self, node):
        return self.reader.motion(node)

    def check_frame(self, motion, lines):
        """Checks the first and the last line of a motion, and the order of those between. Returns until when it is said
        to be free, and the index of its first claim."""
        kinds = [self._form(self._at(line)) for line in lines]
        head, last = lines[0], lines[-1]
        if kinds[-1] != 'verdict' or any(last[k] != head[k] for k in ('motion', 'index')):
            raise Refused('it does not end with a verdict')
        if Fraction(head['begin']) != motion.begin or Fraction(head['end']) != motion.end:
            raise Refused('it begins or ends at another time than the motion')
        first = 1 + kinds.count('stage')
        if kinds[1:first].count('stage') != first - 1 or set(kinds[first:-1]) - {
                'apart', 'outside', *schema.BLOCKS, *schema.CONTACTS}:
            raise Refused('its stages do not stand before its claims, or something else is among them')
        if last['claims'] != len(lines) - 1 - first:
            raise Refused(f'it has {len(lines) - 1 - first} claims where {last["claims"]} were made')
        until = Fraction(last['free_until'])
        if last['verdict'] == 'free' and until != motion.end:
            raise Refused('it is said to be free and not until its end')
        if not motion.begin <= until <= motion.end:
            raise Refused('it is said to be free until a time outside of it')
        times = [Fraction(line['contact']) for line, kind in zip(lines, kinds) if kind in schema.CONTACTS]
        if len(times) > 1 or times and (last['verdict'] != 'contact' or times[0] < until):
            raise Refused('it has two contacts, or one at a time until which it is said to be free')
        return until, first

    def _at(self, node):
        """Notes the line that is being checked."""
        self.node = node
        return node

    def check_motion(self, motion, lines):
        """The proven statement about a motion: (verdict, free until); `met` is its contact, if there is a line
        about one. lines: of this motion, beginning with its own."""
        until, first = self.check_frame(motion, lines)
        last, self.begin = lines[-1], motion.begin
        stages = self._stages(motion, lines[1:first])
        claims = [[] for _ in stages]
        for node in lines[first:-1]:
            stage = node.get('stage', 0)
            if stage >= len(stages):
                raise Refused('a claim is about a stage that is not there')
            claims[stage].append(node)
        for stage, own in zip(stages, claims):
            # a stage that begins after the proven part needs no claims
            needs = stage.begin < until or last['verdict'] == 'free'
            self._check_stage(stage, own, min(stage.end, until) if needs else None, last)
        return last['verdict'], until

    def _stages(self, motion, nodes):
        if not motion.events:
            if nodes:
                raise Refused('it has stages, but attaches and releases nothing')
            whole = Stage(motion, self.scene, motion.begin, motion.end, None, {})
            whole.pairs, whole.needed = self.pairs
            return [whole]
        stages = Stages(motion, self.index).read(nodes, self._at)
        for stage, node in zip(stages, nodes[-len(stages):]):
            stage.pairs, stage.needed = self._pairs(stage.scene, stage.pairs, stage.shifts)
            self._check_exempt(stage.scene, node)
        return stages

    def _check_stage(self, stage, nodes, until, last):
        """Checks the claims of a stage against its motion. until: the time to which they must cover
        all pairs; None: they need not. last: the motion's last line."""
        own = {}  # the intervals of a pair's claims
        claims, outside = [], []
        blocks = [(node, Block(stage, self._at(node))) for node in nodes if 'block' in node]
        for node in nodes:
            if 'block' in node:
                continue
            self._at(node)
            if 'contact' in node:
                self.met = Contact(stage, node)
                self._check_contact(self.met)
                continue
            if node['pair'] >= len(stage.pairs):
                raise Refused('a claim is about a pair that is not there')
            pair = stage.pairs[node['pair']]
            if 'outside' in node:
                outside.append((node, pair, Fraction(node['outside'])))
                continue
            claim = Claim(stage.motion, pair, node)
            if not stage.begin <= claim.begin <= claim.end <= stage.end:
                raise Refused(f'{claim.what} reaches beyond its stage')
            claims.append((node, claim))
            own.setdefault(pair, []).append(claim.interval)
        self._at(last)
        seen_outside = {pair for _, pair, _ in outside}
        covering = set()  # masks of blocks that leave out no time
        for index, pair in enumerate(stage.pairs if until is not None else ()):
            if pair in stage.needed:
                masks = tuple(block.masks[index] for _, block in blocks)
                if masks not in covering:
                    intervals = [i for _, block in blocks for i in block.intervals(index)]
                    check_time(intervals + own.get(pair, []), stage.begin, until, pair.name)
                    if pair not in own:
                        covering.add(masks)
                if any(s.shells for s in pair.solids) and pair not in seen_outside:
                    # as the surfaces never meet, one time decides
                    outside.append((last, pair, stage.begin))
        for node, block in blocks:
            self._at(node)
            self._check_block(block)
        for node, claim in claims:
            self._at(node)
            self._check_claim(stage, claim)
        for node, pair, t in outside:
            self._at(node)
            if t is not stage.begin and not stage.begin <= t <= (stage.end if until is None else until):
                raise Refused(f'{pair.name} are said to be outside each other at another time')
            self._check_outside(stage.motion, pair, t)

    def _check_claim(self, stage, claim):
        claim.check()

    def _check_block(self, block):
        block.check()

    def _check_contact(self, contact):
        contact.check()

    def _check_outside(self, motion, pair, t):
        if spots_of(motion, t).are_outside(pair):
            return
        sample = motion.sample(motion.piece_of(t, t), t)
        if pair.are_far(sample):
            return
        b_in_a = pair.relative(sample).b_in_a
        first, second = pair.solids
        geometry.check_outside(first, second, b_in_a, pair.name)

    def check_file(self, lines, asked):
        """Yields (id, verdict, free until, reason of a refusal) for each motion that is asked about."""
        groups, first, k = each_group(lines), 2, -1
        for k, (identity, node) in enumerate(asked):
            self.met = None
            group = next(groups, [])
            self.node = group[0] if group else None
            try:
                if not group:
                    raise Refused('nothing is claimed of this motion')
                if not schema.same_identity(group[0]['motion'], identity) or group[0].get('index') != k:
                    raise Refused('its place in the file is taken by another motion')
                verdict, until = self.check_motion(self._motion(node), group)
                answer = identity, verdict, until, None
            except Refused as refused:
                answer = identity, 'refused', None, str(refused)
            except MALFORMED as problem:
                answer = identity, 'refused', None, f'it is not written as claims are: {problem!r}'
            self.line = first + next((i for i, line in enumerate(group) if line is self.node), 0)
            first += len(group)
            yield answer
        if next(groups, None):
            raise Refused(f'there are claims of more motions than {k + 1}, from line {first} on')


def each_group(lines):
    """The lines of each motion of a file, beginning with its own."""
    group = []
    for number, line in enumerate(lines, 2):
        if type(line) is not dict:
            raise Refused(f'a line is no object (line {number})')
        kind = schema.kind_of(line)
        if kind == 'scene':
            if group:
                yield group
            raise Refused(f'the first line stands a second time, as if the file was doubled (line {number})')
        if kind == 'motion':
            if group:
                yield group
            group = [line]
        elif not group:
            raise Refused(f'a claim stands before any motion (line {number})')
        else:
            group.append(line)
    if group:
        yield group


def groups_of(lines):
    """The same as a list."""
    return list(each_group(lines))


def said(begin, until, met):
    """What is proven of a motion that is not free all along."""
    free = f'proven free until {float(until):.9g}' if until > begin else ''
    there = f'proven at {float(met.time):.9g}: {met.pair.name}' if met else ''
    return ', '.join(part for part in (free, there) if part) or 'nothing proven'


def say_covers(verifier, model, path):
    """Says of a file without motions (`leeway cover --proof`) which bodies are in their balls."""
    try:
        for name, count in verifier.check_covers(model):
            print(f'{name}: contained in its {count} ball{"s" * (count != 1)}')
    except Refused as refused:
        raise Refused(f'{refused} ({path}:1)') from None


MALFORMED = (KeyError, IndexError, TypeError, ValueError, OverflowError, AttributeError)


def main(words):
    if len(words) < 2:
        print(USAGE, file=sys.stderr)
        return 2
    try:
        arguments = Arguments(words[1:])
        scene = load_scene(arguments)
        for _ in each_motion(scene, arguments):
            pass  # a file that cannot be read is no motion that is refused
        verifier = Verifier(scene, arguments.settings)
        lines = schema.each_line(words[0])
        model = next(lines, None)
    except (Refused, OSError) as problem:
        print(f'verify: {problem}', file=sys.stderr)
        return 2
    except (*MALFORMED, SyntaxError) as problem:
        print(f'verify: a file is not as it should be: {problem!r}', file=sys.stderr)
        return 2
    status = 0
    try:
        try:
            verifier.read_scene(model)
        except Refused as refused:
            raise Refused(f'{refused} ({words[0]}:1)') from None
        rest = list(itertools.islice(lines, 1))
        if not rest and not arguments.names_motions():
            say_covers(verifier, model, words[0])
            return 0
        lines = itertools.chain(rest, lines)
        for identity, verdict, until, reason in verifier.check_file(lines, each_motion(scene, arguments)):
            if reason:
                status = 1
                print(f'{identity}: refused: {reason} ({words[0]}:{verifier.line})')
            elif verdict == 'free':
                print(f'{identity}: free')
            else:
                print(f'{identity}: {verdict}, {said(verifier.begin, until, verifier.met)}')
    except schema.Unread as problem:
        print(f'verify: {problem}', file=sys.stderr)
        return 2
    except Refused as refused:
        print(f'refused: {refused}')
        return 1
    except MALFORMED as problem:
        print(f'refused: it is not written as claims are: {problem!r}')
        return 1
    return status


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
