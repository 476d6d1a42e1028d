"""Tests proofs of the rest of motions, from a time on, as of `leeway check --since`: stages before it tell where objects
are, and nothing is claimed of the time before."""

import copy
import unittest

import verify
from checked import Checked, scene


def rest_of(name, since):
    return Checked(scene(name), '--since', str(since), blocks=True)


class Cut(unittest.TestCase):
    def test_accepted(self):
        for name, times in (('pick.json', (0.1, 0.25, 0.3, 0.5, 0.7, 0.9, 1)), ('cell.json', (0.3, 7)),
                            ('planar_arm.json', (0.2, 0.9)), ('workcell.json', (1.5,))):
            for since in times:
                with self.subTest(name, since=since):
                    checked = rest_of(name, since)
                    heads = [line for line in checked.lines if 'rest' in line]
                    self.assertEqual([line['begin'] for line in heads], [min(since, line['end']) for line in heads])
                    self.assertEqual(checked.disagreements(), [])

    def verdicts(self, checked, lines, since=None):
        verifier = verify.Verifier(checked.scene, {} if since is None else {'--since': str(since)})
        verifier.read_scene(lines[0])
        return [(verdict, reason) for _, verdict, _, reason in verifier.check_file(lines[1:], checked.asked)]

    def test_another_time(self):
        checked = rest_of('pick.json', 0.5)
        for since in (None, 0, 0.4999999, 0.5000001, -1):
            for verdict, reason in self.verdicts(checked, checked.lines, since):
                self.assertEqual((verdict, reason), ('refused', 'it begins or ends at another time than the motion'))
        whole = Checked(scene('pick.json'), blocks=True)
        self.assertEqual({verdict for verdict, _ in self.verdicts(whole, whole.lines, 0.5)}, {'refused'})

    def altered(self, checked, change):
        """The reasons for which motions are refused whose lines of stages a function alters."""
        lines = copy.deepcopy(checked.lines)
        for head in [line for line in lines if 'rest' in line][:2]:
            at = lines.index(head) + 1
            count = next(i for i, line in enumerate(lines[at:]) if 'places' not in line)
            lines[at:at + count] = change(lines[at:at + count])
        return [reason for _, reason in self.verdicts(checked, lines, 0.5)[:2]]  # the third one carries nothing

    def test_stages(self):
        checked = rest_of('pick.json', 0.5)
        first = next(line['stage'] for line in checked.lines if 'places' in line)
        self.assertLess(first, -1)

        def renumbered(stages, by):
            return [{**s, 'stage': s['stage'] + by} for s in stages]

        def shifted(stages):
            places = [p for s in stages if s['stage'] < 0 for p in s['places']]
            places[-1]['position'][2] += 1e-3
            return stages

        for change, sentence in (
                (lambda s: s[1:], 'stage -?[0-9]+ does not begin where'),
                (lambda s: [n for n in s if n['stage'] >= 0], 'stage 0 does not begin where'),
                (lambda s: [n for n in s if n['stage'] < 0], 'do not reach to its end|stage that is not there'),
                (lambda s: [n for n in s if n['stage'] != -1], 'stage -1 does not begin where'),
                (lambda s: renumbered(s, 1), "stage 0 is not that at the motion's begin"),
                (lambda s: renumbered(s, -1), "stage 0 is not that at the motion's begin"),
                (shifted, 'is not where it stood|moves where nothing')):
            for reason in self.altered(checked, change):
                self.assertRegex(str(reason), sentence)

    def test_claims(self):
        """Nothing may be claimed of the time before, and all of the time after is."""
        checked = rest_of('pick.json', 0.5)
        first = [i for i, line in enumerate(checked.lines) if 'block' in line][0]
        begin, end = checked.lines[first]['block']
        for times, sentence in (([0.49, end], 'beyond'), ([begin + 1e-9, end], 'claimed|nothing')):
            lines = copy.deepcopy(checked.lines)
            lines[first]['block'] = times
            verdict, reason = self.verdicts(checked, lines, 0.5)[0]
            self.assertEqual(verdict, 'refused')
            self.assertRegex(reason, sentence)
        self.assertEqual({v for v, _ in self.verdicts(checked, checked.lines, 0.5)}, {'free', 'contact'})


if __name__ == '__main__':
    unittest.main()
