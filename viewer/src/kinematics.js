// Forward kinematics: joint values between the times of a motion, frames from joint values, bodies from frames.
import { IDENTITY, compose, slerp, turn } from './pose.js';

const COLUMNS = { fixed: 0, revolute: 1, prismatic: 1, planar: 3, floating: 7 };

// The last index with values[index] <= value, at least 0; values ascend.
export function lastAtMost(values, value) {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (values[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

// All joint values of the scene at a time of a motion.
export function valuesAt(page, motion, time) {
  const all = Array.from(page.rest);
  if (!motion || motion.times.length === 0) return all;
  const { times, values, columns } = motion;
  const i = lastAtMost(times, time);
  const j = Math.min(i + 1, times.length - 1);
  const share = j > i && times[j] > times[i] ? Math.min(1, Math.max(0, (time - times[i]) / (times[j] - times[i]))) : 0;
  const width = columns.length;
  columns.forEach((column, k) => {
    const from = values[i * width + k];
    all[column] = from + share * (values[j * width + k] - from);
  });
  for (const { joint } of page.frames) {
    if (joint?.kind !== 'floating') continue;
    const k = columns.indexOf(joint.value + 3);
    if (k < 0) continue;
    const [p, q] = [i, j].map((row) => Array.from(values.subarray(row * width + k, row * width + k + 4)));
    slerp(p, q, share).forEach((value, c) => (all[joint.value + 3 + c] = value));
  }
  return all;
}

function jointPose(joint, values) {
  const q = Array.from({ length: COLUMNS[joint.kind] }, (_, i) => values[joint.value + i]);
  const value = (joint.factor ?? 1) * q[0] + (joint.offset ?? 0);
  switch (joint.kind) {
    case 'revolute':
      return turn(joint.axis, value);
    case 'prismatic':
      return [...joint.axis.map((a) => a * value), 0, 0, 0, 1];
    case 'planar': {
      const [u, v] = joint.plane; // the directions of x and y
      return [...u.map((value, i) => q[0] * value + q[1] * v[i]), ...turn(joint.axis, q[2]).slice(3)];
    }
    case 'floating':
      return q;
    default:
      return IDENTITY;
  }
}

function framePoses(page, values) {
  const poses = [];
  for (const frame of page.frames) {
    let pose = frame.parent < 0 ? frame.pose : compose(poses[frame.parent], frame.pose);
    if (frame.joint) pose = compose(pose, jointPose(frame.joint, values));
    poses.push(pose);
  }
  return poses;
}

// The frame that carries a body at a time, and its pose there: the last change of the motion, else the scene's.
export function carrier(page, motion, body, time) {
  let { frame, pose } = page.bodies[body];
  for (const change of motion?.carried ?? [])
    if (change.body === body && change.time <= time) ({ frame, pose } = change);
  return { frame, pose };
}

// The poses of all bodies at a time of a motion.
export function bodyPoses(page, motion, time) {
  const frames = framePoses(page, valuesAt(page, motion, time));
  const poses = page.bodies.map(({ frame, pose }) => (frame < 0 ? pose : compose(frames[frame], pose)));
  for (const { body } of motion?.carried ?? []) {
    const { frame, pose } = carrier(page, motion, body, time);
    poses[body] = frame < 0 ? pose : compose(frames[frame], pose);
  }
  return poses;
}

// For each body, whether some motion moves it: its frame moves, or it is carried.
export function movingBodies(page) {
  const moving = [];
  for (const { parent, joint } of page.frames)
    moving.push((parent >= 0 && moving[parent]) || Boolean(joint && joint.kind !== 'fixed'));
  const carried = new Set(page.motions.flatMap((motion) => motion.carried.map(({ body }) => body)));
  return page.bodies.map(({ frame }, i) => (frame >= 0 && moving[frame]) || carried.has(i));
}
