// Poses and joint values, on cases that can be done by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bodyPoses, lastAtMost, valuesAt } from '../src/kinematics.js';
import { compose, place, slerp, turn } from '../src/pose.js';

const near = (one, other, tolerance = 1e-12) =>
  one.forEach((value, i) => assert.ok(Math.abs(value - other[i]) < tolerance, `${one} is not ${other}`));

const at = (x, y, z) => [x, y, z, 0, 0, 0, 1];
const joint = (kind, value, axis, more) => ({ name: 'j', kind, axis, value, factor: 1, offset: 0, ...more });

function scene(joints, rest) {
  const frames = joints.map((one, i) => ({ name: 'f', robot: 0, parent: i - 1, pose: at(1, 0, 0), joint: one }));
  const last = frames.length - 1;
  return { frames, rest, motions: [], bodies: [{ name: 'tip', kind: 'link', frame: last, pose: at(1, 0, 0), parts: [] }] };
}

test('a quarter turn takes x to y', () => near(place(turn([0, 0, 1], Math.PI / 2), [1, 2, 3]), [-2, 1, 3]));

test('poses are composed from the outside in', () => {
  const outer = [1, 0, 0, ...turn([0, 0, 1], Math.PI / 2).slice(3)];
  near(place(compose(outer, at(1, 0, 0)), [1, 0, 0]), [1, 2, 0]);
});

test('an arm of two joints, the second one a mimic of the first', () => {
  const page = scene([joint('revolute', 0, [0, 0, 1]), joint('revolute', 0, [0, 0, 1], { factor: -2, offset: Math.PI })], [Math.PI / 2]);
  // at (1, 0), turned by 90°; then 1 along y to (1, 1), turned back by 180° − 180° = 0
  near(bodyPoses(page, null, 0)[0].slice(0, 3), [1, 2, 0]);
});

test('slides, planar and floating joints', () => {
  near(bodyPoses(scene([joint('prismatic', 0, [0, 1, 0])], [0.5]), null, 0)[0], at(2, 0.5, 0));
  near(bodyPoses(scene([joint('planar', 0, [0, 0, 1], { plane: [[1, 0, 0], [0, 1, 0]] })], [3, 4, Math.PI / 2]), null, 0)[0].slice(0, 3), [4, 5, 0]);
  near(bodyPoses(scene([joint('planar', 0, [1, 0, 0], { plane: [[0, 0, 1], [0, -1, 0]] })], [3, 4, 0]), null, 0)[0].slice(0, 3), [2, -4, 3]);
  const half = turn([1, 0, 0], 1).slice(3);
  near(bodyPoses(scene([joint('floating', 0, [0, 0, 1])], [1, 2, 3, ...half]), null, 0)[0], [3, 2, 3, ...half]);
});

test('values go linearly between times, orientations the shorter way', () => {
  const page = scene([joint('floating', 0, [0, 0, 1])], [0, 0, 0, 0, 0, 0, 1]);
  const end = turn([0, 0, 1], 1).slice(3).map((value) => -value);
  const motion = { times: [0, 2], columns: [0, 1, 2, 3, 4, 5, 6], values: Float64Array.of(0, 0, 0, 0, 0, 0, 1, 4, 0, 0, ...end), carried: [] };
  near(valuesAt(page, motion, 0.5), [1, 0, 0, ...turn([0, 0, 1], 0.25).slice(3)]);
  near(valuesAt(page, motion, 9), [4, 0, 0, ...end]);
  near(slerp([0, 0, 0, 1], [0, 0, 0, 1], 0.5), [0, 0, 0, 1]);
});

test('what is carried changes hands', () => {
  const page = scene([joint('prismatic', 0, [0, 1, 0])], [0]);
  page.bodies.push({ name: 'can', kind: 'object', frame: -1, pose: at(5, 0, 0), parts: [] });
  const motion = { times: [0, 1], columns: [0], values: Float64Array.of(0, 1), carried: [
    { time: 0.25, body: 1, frame: 0, pose: at(0, 0, 1) }, { time: 0.75, body: 1, frame: -1, pose: at(7, 0, 0) }] };
  const can = (time) => bodyPoses(page, motion, time)[1].slice(0, 3);
  near(can(0), [5, 0, 0]);
  near(can(0.5), [1, 0.5, 1]);
  near(can(1), [7, 0, 0]);
});

test('the last value that is at most another', () => {
  assert.equal(lastAtMost([1, 2, 3], 0), 0);
  assert.equal(lastAtMost([1, 2, 3], 2), 1);
  assert.equal(lastAtMost([1, 2, 3], 2.5), 1);
  assert.equal(lastAtMost([1, 2, 3], 9), 2);
});
