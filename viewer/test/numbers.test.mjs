// Numbers as the tool prints them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bracketText, digits, distanceText, niceStep, pointText } from '../src/numbers.js';

test('digits are rounded as printf rounds them', () => {
  assert.equal(digits(0.1953125, 6), '0.195312');
  assert.equal(digits(0.1953135, 6), '0.195314');
  assert.equal(digits(0.5, 6), '0.5');
  assert.equal(digits(113.85000000000001, 4), '113.9');
  assert.equal(digits(113.85, 4), '113.8');
  assert.equal(digits(9500, 1), '10000');
  assert.equal(digits(35, 1), '40');
  assert.equal(digits(12500, 2), '12000');
  assert.equal(digits(13500, 2), '14000');
  assert.equal(digits(1234567, 6), '1234570');
  assert.equal(digits(0, 4), '0');
  assert.equal(digits(-0.1953125, 6), '-0.195312');
});

test('lengths have the units of the text', () => {
  assert.equal(distanceText(0.07226), '72.26\u00a0mm');
  assert.equal(distanceText(0.000126), '0.126\u00a0mm');
  assert.equal(distanceText(0.0000646), '64.6\u00a0µm');
  assert.equal(distanceText(0), '0\u00a0mm');
  assert.equal(bracketText([1, 2.5]), '1\u00a0m to 2.5\u00a0m');
  assert.equal(pointText([-1e-9, 0.5, 1]), '(0.0000, 0.5000, 1.0000)');
});

test('steps of an axis are 1, 2 or 5 times a power of ten', () => {
  assert.equal(niceStep(0.163, 4), 0.05);
  assert.equal(niceStep(10, 10), 1);
  assert.equal(niceStep(7, 4), 2);
});
