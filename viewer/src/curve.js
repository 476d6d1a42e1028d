// What is known of the distance at a time: the sampled curve and the proven lower bounds.
import { lastAtMost } from './kinematics.js';
import { place } from './pose.js';

// The nearest pair at a time, from the nearest sample: names, bodies, distance between the samples; null without a curve.
export function nearestAt(curve, time) {
  if (!curve || curve.times.length === 0) return null;
  const i = lastAtMost(curve.times, time);
  const j = Math.min(i + 1, curve.times.length - 1);
  const width = curve.times[j] - curve.times[i];
  const share = width > 0 ? Math.min(1, Math.max(0, (time - curve.times[i]) / width)) : 0;
  const sample = share > 0.5 ? j : i;
  return {
    sample,
    pair: [curve.pair[2 * sample], curve.pair[2 * sample + 1]],
    distance: curve.distance[i] + share * (curve.distance[j] - curve.distance[i]),
  };
}

// The witness points of a sample in the world, carried along by their bodies.
export function witnesses(curve, { sample, pair }, poses) {
  return pair.map((body, side) => place(poses[body], Array.from(curve.points.subarray(6 * sample + 3 * side, 6 * sample + 3 * side + 3))));
}

export function lowest(curve) {
  let best = 0;
  for (let i = 1; i < curve.distance.length; i++) if (curve.distance[i] < curve.distance[best]) best = i;
  return best;
}

// The proven lower bound of the distance at a time; undefined where nothing is proven.
export function lowerAt(motion, time) {
  let best;
  for (const [from, to, distance] of motion.lower)
    if (from <= time && time <= to) best = Math.max(best ?? 0, distance);
  return best;
}
