"""Proof files made by hand, and what leeway-audit says of them. LEEWAY_AUDIT names the program."""

import json
import os
import re
import subprocess

AUDITOR = os.environ.get('LEEWAY_AUDIT') or os.path.join(os.environ['LEEWAY_BUILD'], 'leeway-audit')
SEED = int(os.environ.get('LEEWAY_SEED', '1'))
LONG = bool(os.environ.get('LEEWAY_LONG'))


def ball(radius, position=None):
    out = {'shape': 'point', 'radius': radius}
    if position:
        out['position'] = position
    return out


def body(name, elements, frame=None, **more):
    """A body of elements, whose tree divides them one by one. more: further keys."""
    count = len(elements)
    tree = [-1]
    for i in range(1, count):
        tree[-1:] = [2 * i - 1, -i, -i - 1]
    out = {'name': name, 'ball': [0, 0, 0, 1], 'elements': elements, 'tree': tree, 'at': {}}
    if frame is not None:
        out['frame'] = frame
    out.update(more)
    return out


def pair(a=0, b=1, margin=0, padding=(0, 0)):
    return {'bodies': [a, b], 'margin': margin, 'padding': list(padding)}


def model(frames, bodies, pairs):
    return {'claims': 2, 'frames': frames, 'bodies': bodies, 'pairs': pairs}


def track(coefficients, variables=None, times=(0, 1), **more):
    """coefficients: per piece and variable."""
    return {'times': list(times), 'variables': list(range(len(coefficients[0]))) if variables is None else variables,
            'coefficients': coefficients, **more}


def motion(lines, tracks=(), rest=(), begin=0, end=1, verdict='free', until=None):
    """The lines of a motion, between its first and its last one."""
    count = sum('places' not in line for line in lines)
    return [{'motion': 0, 'index': 0, 'begin': begin, 'end': end, 'rest': list(rest), 'tracks': list(tracks)}, *lines,
            {'motion': 0, 'index': 0, 'verdict': verdict, 'free_until': end if until is None else until,
             'claims': count}]


def stage(pairs, index=0, begin=0, end=1, places=()):
    return {'stage': index, 'begin': begin, 'end': end, 'places': list(places), 'pairs': pairs}


def claim(parts, pair_index=0, begin=0, end=1, at=None, **more):
    return {'pair': pair_index, 'from': begin, 'to': end, 'at': begin if at is None else at, 'parts': parts, **more}


def block_times(begin, end):
    """The eight times of a block."""
    step = (end - begin) * (1.0 / 7)
    return [begin + step * k for k in range(7)] + [end]


def part(normal, rule='travel', **more):
    return {'normal': normal, 'rule': rule, **more}


class Said:
    """What the auditor says of a file. proven: per motion up to when it is free (True: to its end), None where that
    is refused; refusals: the sentences."""

    def __init__(self, run):
        self.status, self.text = run.returncode, run.stdout
        if run.returncode not in (0, 1) or run.stderr:
            raise AssertionError(f'the auditor ended with {run.returncode}: {run.stderr[:2000]}')
        self.refusals = re.findall(r'^.*:(\d+: refused: .*)$', run.stdout, re.M)
        self.proven = {}
        for name, what in re.findall(r'^motion (.*): (proven free.*|nothing is proven)$', run.stdout, re.M):
            # "from" stands there only if the motion does not begin at 0
            said = re.fullmatch(r'proven free(?: from \S+(?: on)?)?(?: until (\S+))?', what)
            self.proven[json.loads(name)] = (float(said[1]) if said[1] else True) if said else None


def audit_text(text, *options):
    return Said(subprocess.run([AUDITOR, *options, '-'], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, check=False, timeout=100))


def with_exempt(node, count):
    """A line that states pairs, with all other pairs of so many bodies as exempt, unless it has such a list."""
    if not isinstance(node, dict) or 'exempt' in node or not isinstance(node.get('pairs'), list):
        return node
    checked = [sorted(own['bodies']) for own in node['pairs'] if isinstance(own, dict) and 'bodies' in own]
    return {**node, 'exempt': [[a, b, 'scene'] for b in range(count) for a in range(b) if [a, b] not in checked]}


def audit(first, motions, *options):
    """motions: the lines of each; they are numbered here, from 0."""
    count = len(first['bodies']) if isinstance(first, dict) and isinstance(first.get('bodies'), list) else 0
    lines = [json.dumps(with_exempt(first, count))]
    for number, group in enumerate(motions):
        for node in group:
            node = with_exempt(node, count)
            lines.append(json.dumps({**node, 'motion': number} if 'motion' in node else node))
    return audit_text('\n'.join(lines) + '\n', *options)
