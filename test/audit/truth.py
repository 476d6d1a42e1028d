#!/usr/bin/env python3
"""Has leeway-audit verify the proofs of motions whose verdicts are known, with all files of their scenes: it has to call
those free that are, none past its contact, and in contact no motion that is free. Then the same with the paths of
`leeway plan --proof` through the same problems, all of which have to be proven free.

usage: truth.py LEEWAY AUDITOR DATA LEAST

LEAST: how many free motions of each robot are wanted, of problems of all kinds; all problems if there are not as many."""

import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

LEEWAY, AUDITOR, DATA = sys.argv[1:4]
SLACK = 1e-6  # of times; where truth/ has a contact, the bodies may be 1e-9 m apart
UNKNOWN = {('ur5', 'table_pick/0016', 21787)}  # it is known to be off
LEAST = int(sys.argv[4])
SAID = re.compile('motion (?P<id>[0-9]+): (?P<free>proven free)?(?: until (?P<until>[^ ,]+))?(?:.*in contact at (?P<contact>[^ ,:]+))?')


def lines_of(path):
    with open(path, encoding='utf-8') as file:
        return [json.loads(line) for line in file]


def run(*words, allowed=(0,)):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode not in allowed:
        sys.exit(f'truth.py: {" ".join(words)} ended with {done.returncode}: {done.stdout[-2000:]}{done.stderr[-2000:]}')
    return done


def audited(proof, *files):
    """What leeway-audit says of each motion of a file: (whether it is free, free until, in contact at)."""
    found = {}
    for line in run(AUDITOR, proof, *files).stdout.splitlines():
        if 'taken on trust: the motion' in line:
            sys.exit(f'truth.py: {files}: {line}')
        said = SAID.match(line)
        if said:
            until, contact = (float(v) if v else None for v in (said['until'], said['contact']))
            found[said['id']] = (bool(said['free'] and until is None), until, contact)
    return found


class Robot:
    def __init__(self, name, folder):
        self.name, self.folder = name, folder
        self.counts = dict.fromkeys(('problems', 'free', 'contact', 'proven in contact', 'paths'), 0)
        self.known = {}
        for node in lines_of(os.path.join(DATA, 'truth', f'{name}_mesh.jsonl')):
            self.known.setdefault(node['problem'], {})[node['id']] = node

    def files(self, problem):
        kind, number = problem.split('/')
        robot = os.path.join(DATA, 'robots', self.name, self.name)
        of = os.path.join(DATA, 'mbm', self.name, kind)
        return (['--robot', f'{robot}.urdf', '--srdf', f'{robot}.srdf', '--scene', os.path.join(of, f'scene{number}.yaml')],
                os.path.join(of, f'request{number}.yaml'))

    def path(self, name):
        return os.path.join(self.folder, name)

    def motions(self, problem):
        known = self.known[problem]
        scene, _ = self.files(problem)
        motions = ['--motions', self.path('motions.jsonl')]
        with open(motions[1], 'w', encoding='utf-8') as file:
            for node in lines_of(os.path.join(DATA, 'motions', self.name, problem.replace('/', '_') + '.jsonl')):
                if node['id'] in known:
                    print(json.dumps(node), file=file)
        run(LEEWAY, 'check', *scene, *motions, '--threads', '1', '--proof', self.path('proof'), allowed=(0, 1))
        said = audited(self.path('proof'), *scene, *motions)
        for identity, node in known.items():
            is_free, until, contact = said[str(identity)]
            what = f'truth.py: {self.name} {problem} {identity}: {said[str(identity)]}, but it is {node}'
            self.counts[node['verdict']] += 1
            if node['verdict'] == 'free':
                if not is_free or contact is not None:
                    sys.exit(what)
                continue
            first, last = node['time']
            wrong = is_free or (until or 0) > last + SLACK or (contact is not None and contact < first - SLACK)
            if wrong and not node['grazing'] and (self.name, problem, identity) not in UNKNOWN:
                sys.exit(what)
            self.counts['proven in contact'] += contact is not None

    def plan(self, problem):
        scene, request = self.files(problem)
        path, proof = self.path('path.json'), self.path('planned')
        done = run(LEEWAY, 'plan', *scene, '--request', request, '--threads', '1', '--budget-nodes', '2000', '-o', path,
                   '--proof', proof, allowed=(0, 1, 3))
        if done.returncode:
            return
        with open(path, encoding='utf-8') as file:
            node = json.load(file)
        with open(self.path('motions.jsonl'), 'w', encoding='utf-8') as file:
            print(json.dumps(node), file=file)
        said = audited(proof, *scene, '--motions', self.path('motions.jsonl'))
        if list(said.values()) != [(True, None, None)]:
            sys.exit(f'truth.py: {self.name} {problem}: of the planned path is said {said}')
        self.counts['paths'] += 1

    def verify(self):
        # the problems with the most motions, equally many of each kind
        kinds = {}
        for problem in sorted(self.known, key=lambda p: (-len(self.known[p]), p)):
            kinds.setdefault(problem.split('/')[0], []).append(problem)
        for rank in itertools.zip_longest(*(kinds[k] for k in sorted(kinds))):
            for problem in filter(None, rank):
                if self.counts['free'] >= LEAST:
                    return
                self.counts['problems'] += 1
                self.motions(problem)
                self.plan(problem)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in ('panda', 'ur5'):
            robot = Robot(name, folder)
            robot.verify()
            print(f'{name}: ' + ', '.join(f'{key}: {value}' for key, value in robot.counts.items()), flush=True)
            counts = robot.counts
            if 10 * counts['proven in contact'] < 9 * counts['contact'] or 2 * counts['paths'] < counts['problems']:
                sys.exit('truth.py: too few contacts are proven, or paths found')


main()
