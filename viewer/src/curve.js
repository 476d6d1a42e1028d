// The distance at a time, from the sampled curve and the proven lower bounds.
import { lastAtMost } from './kinematics.js';
import { place } from './pose.js';

// The samples before and after a time, and the share of the way between them; null without a curve.
function around(curve, time) {
  if (!curve?.times.length) return null;
  const i = lastAtMost(curve.times, time);
  const j = Math.min(i + 1, curve.times.length - 1);
  const width = curve.times[j] - curve.times[i];
  return [i, j, width > 0 ? Math.min(1, Math.max(0, (time - curve.times[i]) / width)) : 0];
}

// The height of the curve at a time, as it is drawn; null without a curve.
export function heightAt(curve, time) {
  const at = around(curve, time);
  return at && curve.distance[at[0]] + at[2] * (curve.distance[at[1]] - curve.distance[at[0]]);
}

// The witness points of a sample in the world, carried along by their bodies.
export function witnesses(curve, sample, poses) {
  return [0, 1].map((side) => {
    const at = 6 * sample + 3 * side;
    return place(poses[curve.pair[2 * sample + side]], Array.from(curve.points.subarray(at, at + 3)));
  });
}

// The nearest pair at a time: bodies, points and distance. Between two samples it takes the points of one of
// them, moved along with their bodies. The distance is that of the points or that of the line between the
// samples, whichever is less: at a kink the line is too high, and if bodies slide past each other the points
// are too far apart.
export function nearestAt(curve, time, poses) {
  const at = around(curve, time);
  if (!at) return null;
  const [one, other] = at.slice(0, 2).map((sample) => {
    const points = witnesses(curve, sample, poses);
    const distance = Math.hypot(...points[0].map((value, k) => value - points[1][k]));
    return { pair: [curve.pair[2 * sample], curve.pair[2 * sample + 1]], points, distance };
  });
  const nearest = other.distance < one.distance ? other : one;
  return { ...nearest, distance: Math.min(nearest.distance, heightAt(curve, time)) };
}

export function lowest(curve) {
  let best = 0;
  for (let i = 1; i < curve.distance.length; i++) if (curve.distance[i] < curve.distance[best]) best = i;
  return best;
}

// The proven lower bound of the distance at a time; undefined if nothing is proven.
export function lowerAt(motion, time) {
  let best;
  for (const [from, to, distance] of motion.lower)
    if (from <= time && time <= to) best = Math.max(best ?? 0, distance);
  return best;
}
