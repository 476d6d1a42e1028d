// Poses as seven numbers, x y z qx qy qz qw: a rotation, then a translation.

export const IDENTITY = [0, 0, 0, 0, 0, 0, 1];

function rotate([, , , x, y, z, w], [a, b, c]) {
  // v + 2 q × (q × v + w v)
  const u = y * c - z * b + w * a;
  const v = z * a - x * c + w * b;
  const t = x * b - y * a + w * c;
  return [a + 2 * (y * t - z * v), b + 2 * (z * u - x * t), c + 2 * (x * v - y * u)];
}

export function place(pose, point) {
  const [x, y, z] = rotate(pose, point);
  return [x + pose[0], y + pose[1], z + pose[2]];
}

// The product of two poses: first the inner one, then the outer one.
export function compose(outer, inner) {
  const [, , , a, b, c, d] = outer;
  const [, , , x, y, z, w] = inner;
  return [
    ...place(outer, inner),
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ];
}

export function turn([x, y, z], angle) {
  const s = Math.sin(angle / 2);
  return [0, 0, 0, x * s, y * s, z * s, Math.cos(angle / 2)];
}

// The shorter way between two unit quaternions.
export function slerp(p, q, share) {
  let dot = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(1, dot * sign);
  const angle = Math.acos(dot);
  let a = 1 - share;
  let b = share;
  if (angle > 1e-6) {
    a = Math.sin(a * angle) / Math.sin(angle);
    b = Math.sin(b * angle) / Math.sin(angle);
  }
  const r = p.map((value, i) => a * value + b * sign * q[i]);
  const length = Math.hypot(...r) || 1;
  return r.map((value) => value / length);
}
