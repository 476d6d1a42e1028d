// Numbers as the tool prints them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeastText, bracketText, digits, digitsTowards, distanceText, niceStep, pointText } from '../src/numbers.js';

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

test('what is proven is rounded so that no more is said', () => {
  assert.equal(atLeastText(0.11385000000000001), '113.8\u00a0mm');
  assert.equal(atLeastText(0.1139), '113.9\u00a0mm');
  assert.equal(atLeastText(0.1049), '104.9\u00a0mm'); // 104.89999999999999 in millimetres
  assert.equal(bracketText([0.1049, 0.1048]), '104.9\u00a0mm to 104.8\u00a0mm');
  assert.equal(bracketText([0.0999996, 0.1000004]), '99.99\u00a0mm to 100.1\u00a0mm');
  assert.equal(bracketText([0.0012345678, 0.00125], 0.0012345678), '1.2345678\u00a0mm to 1.25\u00a0mm');
  assert.equal(atLeastText(0.00199965, 0.0019996), '1.9996\u00a0mm');
  assert.equal(atLeastText(0.00199965, 0.003), '1.99965\u00a0mm');
  assert.equal(bracketText([0, 1.00004]), '0\u00a0mm to 1.001\u00a0m');
  let state = 1;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 20000; i++) {
    const value = 10 ** (8 * random() - 5);
    const [low, nearest, high] = [-1, 0, 1].map((way) => Number(digitsTowards(value, 4, way)));
    assert.ok(low <= value * (1 + 1e-12) && value * (1 - 1e-12) <= high);
    assert.ok(nearest === low || nearest === high);
    assert.ok(high - low < 1.0001e-3 * value);
  }
});

test('steps of an axis are 1, 2 or 5 times a power of ten', () => {
  assert.equal(niceStep(0.163, 4), 0.05);
  assert.equal(niceStep(10, 10), 1);
  assert.equal(niceStep(7, 4), 2);
});
