"""For the tests: runs `leeway check --proof`, and compares the file that it wrote with the scene."""

import json
import os
import random
import subprocess
import tempfile
import time

import schema
import verify

SOURCE = os.environ.get('LEEWAY_SOURCE', os.path.join(os.path.dirname(__file__), '..', '..'))
LEEWAY = os.environ.get('LEEWAY', os.path.join(SOURCE, 'build', 'leeway'))
SCENES = os.path.join(SOURCE, 'scenes')
DATA = os.environ.get('LEEWAY_DATA')
LONG = bool(os.environ.get('LEEWAY_LONG'))
SEED = int(os.environ.get('LEEWAY_SEED', '20240607'), 0)


def randoms():
    """Random numbers of a test, the same in each run unless LEEWAY_SEED is set."""
    print(f'seed: LEEWAY_SEED={SEED}')
    return random.Random(SEED)


class Checked:
    """A scene, its motions, and the lines of the proof that the program wrote for them. blocks: with blocks, as
    the method auto makes them; without, the method slab makes claims of single pairs."""

    def __init__(self, *words, blocks=False):
        self.words = words
        method = [] if blocks or '--method' in words else ['--method', 'slab']
        self.arguments = verify.Arguments(words)
        self.scene = verify.load_scene(self.arguments)
        self.asked = verify.load_motions(self.scene, self.arguments)
        with tempfile.NamedTemporaryFile(suffix='.claims') as file:
            run = subprocess.run([LEEWAY, 'check', *words, *method, '--threads', '1', '--json', '--proof', file.name],
                                 capture_output=True, text=True, check=False)
            if run.returncode not in (0, 1, 3):
                raise AssertionError(f'leeway check {" ".join(words)}: {run.stderr}')
            self.results = [json.loads(line) for line in run.stdout.splitlines()]
            self.lines = schema.read_claims(file.name)

    def verdicts(self, lines=None):
        """{id: (verdict, free until, reason)} for given lines, or for the program's own. If a file
        is refused as a whole, all its motions have that reason."""
        lines = self.lines if lines is None else lines
        verifier = verify.Verifier(self.scene, self.arguments.settings)
        self.met = {}  # the contacts that are proven
        self.took = []  # how long each motion took, in seconds of the processor
        try:
            verifier.read_scene(lines[0])
            found, begin = [], time.process_time()
            for answer in verifier.check_file(lines[1:], self.asked):
                found.append(answer)
                self.took.append(time.process_time() - begin)
                begin = time.process_time()
                self.met[str(answer[0])] = verifier.met
        except verify.Refused as refused:
            found = [(i, 'refused', None, str(refused)) for i, _ in self.asked]
        except verify.MALFORMED as problem:
            found = [(i, 'refused', None, repr(problem)) for i, _ in self.asked]
        return {str(i): (verdict, until, reason) for i, verdict, until, reason in found}

    def disagreements(self):
        """The motions about which verifier and program disagree, with both verdicts."""
        found = self.verdicts()
        wrong = []
        for result in self.results:
            verdict, until, reason = found[str(result['id'])]
            if verdict != result['verdict'] or float(until) != result['free_until']:
                wrong.append(f'{result["id"]}: {result["verdict"]} until {result["free_until"]:.9g}, '
                             f'but {verdict}: {reason}')
        return wrong


def scene(name):
    return os.path.join(SCENES, name)
