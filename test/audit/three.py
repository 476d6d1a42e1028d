#!/usr/bin/env python3
"""Holds the three verifiers of proofs against each other: leeway-audit, leeway.audit and, where audit/coq is built, the
checker that Coq proves. They get the same proofs of motions of random robots (moveit_worlds.py): those of `leeway
check`, which all accept, and copies that are altered at random (forged.py).

No verifier may believe of an altered proof what another one shows to be false: that a motion is free past a time at
which it is in contact, or in contact at a time until which it is free. Where one verifier
refuses what another one believes, docs/proofs.md says why ("Where verifiers differ"): REACHES has its sentences.

usage: three.py LEEWAY AUDITOR PACKAGE WORLDS SEED [CHECKER]
"""

import collections
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import forged
import moveit_worlds
from moveit_worlds import AUDITOR, COUNT, LEEWAY, PACKAGE, SEED, World

CHECKER = os.path.abspath(sys.argv[6]) if len(sys.argv) > 6 else None
os.environ['LEEWAY_VERIFIER'] = PACKAGE
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../../audit/coq'))
import claims as written  # noqa: E402
import files  # noqa: E402
import schema  # noqa: E402
import verify  # noqa: E402
from balls import Refused  # noqa: E402

COPIES = 6  # of each motion
COQ = 'the checker of Coq'
UNREAD = (Refused, *verify.MALFORMED)

Said = collections.namedtuple('Said', 'until contact reason')  # reason: why it is refused; None: it is believed


def refused(reason):
    return Said(None, None, str(reason))


# ---- the verifiers -----------------------------------------------------------------------------------

PROVEN = re.compile(r'motion (\d+): (proven free$|proven free until ([0-9.e+-]*\d)|proven|nothing is proven)')
CONTACT = re.compile(r'in contact at ([0-9.e+-]*\d)')


def ask_auditor(world, proof, groups):
    """What leeway-audit says of each motion. The lines of its answer stand in the order of the file."""
    run = subprocess.run([AUDITOR, proof, *world.files()], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1) or run.stderr:
        raise SystemExit(f'leeway-audit ended with {run.returncode}: {run.stdout[:1000]}{run.stderr[:1000]}')
    said, first, ends = [None] * len(groups), 2, []
    for group in groups:
        first += len(group)
        ends.append(first)
    for line in run.stdout.splitlines():
        found, contact = PROVEN.match(line), CONTACT.search(line)
        if found:
            k = int(found[1])
            until = float(found[3]) if found[3] else groups[k][0]['end' if found[2] == 'proven free' else 'begin']
            said[k] = Said(until, float(contact[1]) if contact else None, None)
            continue
        number, reason = re.match(r'.*?:(\d+): refused: (.*)', line).groups()
        k = next(k for k, end in enumerate(ends) if int(number) < end)
        said[k] = said[k] or refused(reason)
    return said


def ask_python(verifier, lines, asked):
    said = []
    for _, _, until, reason in verifier.check_file(lines, asked):
        met = verifier.met
        said.append(refused(reason) if reason else Said(float(until), float(met.time) if met else None, None))
    return said


def ask_checker(verifier, nodes, groups, asked):
    """What the checker of Coq says of each motion; None: it does not know all of its claims."""
    said = []
    for number, (own, group) in enumerate(zip(asked, groups)):
        try:
            found = written.tasks_of_motion(verifier, number, own, group)
            tasks, met, left = written.sorted_tasks(found, nodes)
            text = written.text_of(tasks, met, left, written.Writer(nodes))
        except UNREAD as problem:
            said.append(refused(problem))
            continue
        run = subprocess.run([CHECKER], input=text, capture_output=True, text=True, check=False)
        if run.returncode not in (0, 1, 3) or not run.stdout:
            raise SystemExit(f'the checker ended with {run.returncode}: {run.stderr}')
        if run.returncode:
            said.append(refused(run.stdout.splitlines()[0]) if run.returncode == 1 else None)
        else:
            said.append(Said(float(group[-1]['free_until']), float(met[0].time) if met else None, None))
    return said


# ---- proofs ------------------------------------------------------------------------------------------


def write_lines(path, lines):
    with open(path, 'w', encoding='utf-8') as file:
        file.writelines(json.dumps(line) + '\n' for line in lines)


class Case:
    """A world with the proofs of its motions, and what is known of these: `most` and `least`, until when each may be
    said to be free, and from when on in contact."""

    def __init__(self, world, method):
        self.world, self.proof = world, world.path('proof.jsonl')
        run = subprocess.run([LEEWAY, 'check', *world.files(), '--threads', '1', '--budget-queries', '4000', '--json',
                              '--method', method, '--proof', self.proof], capture_output=True, text=True, check=False)
        self.is_empty = 'no pair is checked' in run.stderr
        if run.returncode not in (0, 1, 3) and not self.is_empty:
            raise SystemExit(f'leeway check ended with {run.returncode}: {run.stderr}')
        if self.is_empty:
            return
        lines = schema.read_claims(self.proof)
        self.model, self.groups = lines[0], verify.groups_of(lines[1:])
        self.most, self.least = [], []
        for result, group in zip(map(json.loads, run.stdout.splitlines()), self.groups, strict=True):
            is_contact = result['verdict'] == 'contact'
            self.most.append(result['time'] + forged.SLACK if is_contact else group[0]['end'])
            self.least.append(math.inf if result['verdict'] == 'free' else result['free_until'] - forged.SLACK)
        with open(world.path('motions.jsonl'), encoding='utf-8') as file:
            self.motions = [json.loads(line) for line in file]

    def ask(self, groups, kinds):
        """What each verifier says of a file with these lines of motions, of which kinds gives the originals."""
        for k, group in enumerate(groups):
            group[0].update(motion=k, index=k)
            group[-1].update(motion=k, index=k)
        write_lines(self.world.path('motions.jsonl'), ({**self.motions[kind], 'id': k} for k, kind in enumerate(kinds)))
        lines = [self.model, *(line for group in groups for line in group)]
        write_lines(self.proof, lines)
        files._meshes.clear()
        arguments = verify.Arguments(self.world.files())
        scene = verify.load_scene(arguments)
        verifier = verify.Verifier(scene, arguments.settings)
        verifier.read_scene(self.model)
        asked = verify.load_motions(scene, arguments)
        answers = {'leeway-audit': ask_auditor(self.world, self.proof, groups),
                   'leeway.audit': ask_python(verifier, lines[1:], asked)}
        if CHECKER:
            nodes = dict(zip(verifier.bodies, self.model['bodies']))
            answers[COQ] = ask_checker(verifier, nodes, groups, asked)
        return answers


# What verifiers refuse although another one believes it: the verifier, its reason, and the reach that is in
# docs/proofs.md, "Where verifiers differ".
REACHES = (
    ('leeway.audit', 'the contact of .* is not proven', 'points far from their elements'),
    ('leeway.audit', 'are said to be outside each other at another time', '"outside" after free_until'),
    # the checker of Coq believes of these lines what they say
    ('leeway-audit', 'something is said of a time outside of the motion', 'solids'),
    ('leeway-audit', 'is inside', 'solids'),
    ('leeway.audit', 'is inside', 'solids'),
)


# ---- the comparison ------------------------------------------------------------------------------------


class Comparison:
    def __init__(self):
        self.counts = collections.Counter()

    def intact(self, what, case):
        """The program's own proofs, which all verifiers accept."""
        kinds = range(len(case.groups))
        for name, answer in case.ask(case.groups, kinds).items():
            for k, said in enumerate(answer):
                self.counts[f'{name}: intact'] += said is not None
                until = case.groups[k][-1]['free_until']
                if said and (said.reason or said.until != until):
                    raise SystemExit(f'{what}: {name} says of motion {k}, which is free until {until}: {said}')

    def altered(self, what, case, hand):
        kinds = [k for k in range(len(case.groups)) for _ in range(COPIES)]
        groups = [hand.forge(case.groups[k], {})[0] for k in kinds]
        groups = [json.loads(json.dumps(group)) for group in groups]
        answers = case.ask(groups, kinds)
        for k, (kind, *said) in enumerate(zip(kinds, *answers.values())):
            own = {name: s for name, s in zip(answers, said) if s is not None}
            self._false(f'{what}, motion {k}', own, case.most[kind], case.least[kind])
            self._differing(f'{what}, motion {k}', own, groups[k])
            self.counts['altered'] += 1
            self.counts[f'altered, of which {COQ} decides'] += len(own) == 3
            for name, s in own.items():
                self.counts[f'{name}: ' + ('refused' if s.reason else 'believed')] += 1

    @staticmethod
    def _false(what, own, most, least):
        for name, said in own.items():
            if said.until is not None and said.until > most:
                raise SystemExit(f'{what}: {name} believes that it is free until {said.until}, and not {most}')
            if said.contact is not None and said.contact < least:
                raise SystemExit(f'{what}: {name} believes that it is in contact at {said.contact}, and not {least}')
            for other, met in own.items():
                if said.until is not None and met.contact is not None and met.contact < said.until:
                    raise SystemExit(f'{what}: free until {said.until}, says {name}; in contact at {met.contact}, says {other}')

    def _differing(self, what, own, group):
        believed = {(s.until, s.contact) for s in own.values() if not s.reason}
        if len(believed) > 1:
            raise SystemExit(f'{what}: they believe different things: {own}')
        if believed:
            for name, said in own.items():
                if said.reason:
                    reach = next((text for who, pattern, text in REACHES if who == name and re.search(pattern, said.reason)), None)
                    if reach is None:
                        raise SystemExit(f'{what}: they differ, and not by what docs/proofs.md says: {own}')
                    self.counts[f'{name} refuses what another one believes: {reach}'] += 1


def main():
    print(f'seed: LEEWAY_SEED={SEED}')
    comparison, case_seed, done = Comparison(), SEED, 0
    while done < COUNT:
        rng = random.Random(case_seed)
        with tempfile.TemporaryDirectory() as folder:
            world = World(rng, folder)
            case = None if world.odd else Case(world, rng.choice(('auto', 'auto', 'slab', 'bisection')))
            if case and not case.is_empty:
                comparison.intact(f'LEEWAY_SEED={case_seed}', case)
                comparison.altered(f'LEEWAY_SEED={case_seed}', case, forged.Forger(case_seed))
                done += 1
        case_seed += 1
    counts = comparison.counts
    for key, count in sorted(counts.items()):
        print(f'{key}: {count}')
    for name in ('leeway-audit', 'leeway.audit', *([COQ] if CHECKER else [])):
        if COUNT >= 3 and min(counts[f'{name}: believed'], counts[f'{name}: refused']) * 20 < counts['altered']:
            raise SystemExit(f'{name} believes nearly all altered proofs, or nearly none')


if __name__ == '__main__':
    main()
