"""Tests claims files that were altered at random: no file with a false statement is believed."""

import collections
import os
import random
import tempfile
import time
import unittest

import forger
from checked import LONG, SEED

COUNT = int(os.environ.get('LEEWAY_FORGED', 1000000 if LONG else 10000))
AGE = 2000  # the memory is cleared after so many files
PLAIN = 100  # one in so many files is also checked without the memory


class Forged(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        forger.write_meshes(folder.name)
        self.cases = [forger.Case(folder.name, name) for name in forger.SCENES]

    def test_the_truth(self):
        """The scenes serve their purpose: their motions end in contact, and the same motions
        without the contact are free."""
        for case in self.cases:
            self.assertTrue(all(0 <= t < 2 for t in case.truth.values()), case.truth)
            verdicts = [n['verdict'] for lines in case.files for n in lines if 'verdict' in n]
            self.assertLessEqual({'free', 'contact'}, set(verdicts))
            # in this case the claims of the free scenes are lies
            for lines in case.files:
                found = forger.ask(forger.Remembering(case, {}), case, lines)
                self.assertIsNone(case.lie(found))

    def test_no_lie_is_believed(self):
        print(f'seed: LEEWAY_SEED={SEED}')
        reasons, believed, untouched, begin = collections.Counter(), 0, 0, time.monotonic()
        for c, case in enumerate(self.cases):
            share = COUNT // len(self.cases)
            hand = forger.Forger(case, random.Random(SEED + c))
            verifier = forger.Remembering(case, hand.originals)
            for k in range(share):
                if k % AGE == 0:
                    verifier = forger.Remembering(case, hand.originals)
                state = hand.random.getstate()
                lines = hand.forge()
                found = forger.ask(verifier, case, lines)
                self.assertIsNone(case.lie(found), f'{case.name}, file {k}: {state[1][-1]}')
                if k % PLAIN == 0:
                    plain = forger.ask(forger.verify.Verifier(case.checked.scene, {}), case, lines)
                    self.assertEqual([f[:3] for f in found], [f[:3] for f in plain])
                believed += any(f[1] != 'refused' for f in found)
                for _, _, _, reason in found:
                    reasons[forger.kind_of_reason(reason) if reason else 'believed'] += 1
        print(f'{COUNT} files, {believed} of which something true is believed, {time.monotonic() - begin:.0f} s')
        for reason, count in reasons.most_common():
            print(f'{count:8} {reason}')
        self.assertGreater(believed, COUNT // 100)
        self.assertGreater(sum(n for r, n in reasons.items() if 'the gap along a normal' in r), COUNT // 20)


if __name__ == '__main__':
    unittest.main()
