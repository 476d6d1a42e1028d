// Verdicts in words: motions that begin in contact, as `leeway check --leaving --json` prints them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallest, summary, verdictLine, verdictName, verdictRows } from '../src/verdict_text.js';

const common = { free_until: 0, pair: ['ball', 'wall'], start_distance: [-0.05000000000015689, -0.04999999999982447], start_pairs: 1 };
const leaves = { verdict: 'leaves', ...common, time: 0.0909423828125, kept_until: 1 };
const deeper = {
  verdict: 'contact', ...common, time: 0.01009, segment: 0, points: [[0.6501009, 0, 0], [0.6, 0, 0]], depth: 0.0501009, failure: 'deeper', kept_until: 0.01,
};
const plain = (text) => text.replaceAll('\u00a0', ' ');
const rows = (verdict) => verdictRows({ verdict }).map(([name, text]) => [name, plain(text)]);

test('a motion that leaves its contacts', () => {
  assert.equal(verdictName(leaves), 'Leaves contact');
  assert.equal(plain(verdictLine({ verdict: leaves })), 'free from t = 0.0909424 on, and no deeper before');
  assert.deepEqual(rows(leaves), [
    ['Free from', 't = 0.0909424 to the end, proven'],
    ['At the beginning', 'ball and wall: overlap by about 50 mm'],
  ]);
  assert.deepEqual(rows({ ...leaves, start_distance: [0.00299999, 0.003] })[1], ['At the beginning', 'ball and wall: 3 mm apart, within their margin']);
  assert.deepEqual(smallest({ verdict: leaves }), [null, 'unknown']);
});

test('what fails of a motion that begins in contact', () => {
  assert.equal(verdictName(deeper), 'In contact');
  assert.equal(plain(verdictLine({ verdict: deeper })), 'ball and wall at t = 0.01009');
  assert.deepEqual(rows(deeper), [
    ['Deeper than at the beginning', 'ball and wall at t = 0.01009'],
    ['There', 'overlap by about 50.1 mm'],
    ['At', '(0.6501, 0.0000, 0.0000) m'],
    ['No deeper until', 't = 0.01, proven'],
    ['At the beginning', 'ball and wall: overlap by about 50 mm'],
  ]);
  assert.equal(rows({ ...deeper, failure: 'new' })[0][0], 'New contact');
  assert.equal(rows({ ...deeper, failure: 'stays' })[0][0], 'In contact to the end');
  const line = verdictLine({ verdict: { verdict: 'undecided', reason: 'depth', free_until: 0 } });
  assert.equal(plain(line), 'whether it gets deeper could not be shown; free until t = 0');
});

test('several motions of which some leave their contacts', () => {
  const page = (...kinds) => ({ motions: kinds.map((verdict) => ({ steps: [], verdict: { verdict } })) });
  assert.deepEqual(summary(page('leaves', 'leaves')), ['free', '2 motions: all leaving contact']);
  assert.deepEqual(summary(page('free', 'leaves', 'contact')), ['contact', '3 motions: 1 free, 1 leaving contact, 1 in contact']);
});
