"""The program's claims about real arms among real obstacles, if LEEWAY_DATA is set: motions that
are known to be free, and motions as planners ask about them, some of which end in contact."""

import json
import os
import tempfile
import unittest
from itertools import zip_longest
from statistics import median

from checked import DATA, LONG, Checked, scene


class Scenes(unittest.TestCase):
    def test_scenes_of_the_project(self):
        for words in (['cell.json'], ['cell.json', '--motions', scene('motions.jsonl')],
                      ['two_arms.json'], ['bodies.json'], ['workcell.json']):
            with self.subTest(words[0]):
                self.assertEqual(Checked(scene(words[0]), *words[1:]).disagreements(), [])


def robot(name):
    return os.path.join(DATA, 'robots', name, name)


@unittest.skipUnless(DATA, 'LEEWAY_DATA is not set: skips the claims about the Panda and the UR5')
class Data(unittest.TestCase):
    def motions(self, name, problem, wanted):
        """The lines of a problem's motions with wanted ids."""
        path = os.path.join(DATA, 'motions', name, problem.replace('/', '_') + '.jsonl')
        with open(path, encoding='utf-8') as file:
            return [line for line in file if wanted(json.loads(line)['id'])]

    def check(self, name, problem, lines, **options):
        kind, number = problem.split('/')
        with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
            file.writelines(lines)
            file.flush()
            return Checked('--robot', robot(name) + '.urdf', '--srdf', robot(name) + '.srdf', '--scene',
                           os.path.join(DATA, 'mbm', name, kind, f'scene{number}.yaml'), '--motions',
                           file.name, **options)

    def known_free(self, name, count):
        """Motions that are known to be free, from problems of all kinds."""
        problems = {}
        with open(os.path.join(DATA, 'truth', name + '_mesh.jsonl'), encoding='utf-8') as file:
            for line in file:
                node = json.loads(line)
                if node['verdict'] == 'free':
                    problems.setdefault(node['problem'], []).append(node['id'])
        # few scenes, since reading a line of bodies takes a second if the meshes are fine: the
        # scenes with the most motions, equally many of each kind
        kinds = {}
        for problem in sorted(problems, key=lambda p: (-len(problems[p]), p)):
            kinds.setdefault(problem.split('/')[0], []).append(problem)
        rich = [p for rank in zip_longest(*(kinds[k] for k in sorted(kinds))) for p in rank if p]
        free = 0
        for problem in rich:
            lines = self.motions(name, problem, problems[problem].__contains__)
            checked = self.check(name, problem, lines)
            with self.subTest(f'{name} {problem}'):
                self.assertEqual(checked.disagreements(), [])
                free += sum(r['verdict'] == 'free' for r in checked.results)
            if free >= count:
                break
        print(f'{name}: {free} free motions')
        self.assertGreaterEqual(free, count)

    def test_panda(self):
        self.known_free('panda', 200 if LONG else 25)

    def test_ur5(self):
        self.known_free('ur5', 200 if LONG else 25)

    def test_as_a_planner_asks(self):
        for name, problem, count in (('panda', 'cage/0003', 20), ('ur5', 'table_pick/0005', 20)):
            lines = self.motions(name, problem, lambda i: True)
            checked = self.check(name, problem, lines[:20 * count if LONG else count])
            with self.subTest(f'{name} {problem}'):
                self.assertEqual(checked.disagreements(), [])
                self.assertEqual({'free', 'contact'}, {r['verdict'] for r in checked.results})

    def test_proofs(self):
        """Proofs by blocks, hulls and cells: slices part the wrist of the UR5 from its forearm."""
        for name, problem in (('panda', 'cage/0003'), ('ur5', 'bookshelf_thin/0032')):
            lines = self.motions(name, problem, lambda i: True)
            checked = self.check(name, problem, lines if LONG else lines[::3], blocks=True)
            with self.subTest(f'{name} {problem}'):
                self.assertEqual(checked.disagreements(), [])
            free = [t for t, r in zip(checked.took, checked.results) if r['verdict'] == 'free']
            print(f'{name} {problem}: {1e3 * median(free):.1f} ms a free motion')
            kinds = {k for line in checked.lines for part in line.get('parts', ()) for s in ('a', 'b')
                     for k in part.get(s, ())}
            self.assertEqual('cell' in kinds, name == 'ur5')


if __name__ == '__main__':
    unittest.main()
