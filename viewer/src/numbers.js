// Numbers as people read them: the units and digits of the tool's own text.

// As printf's %g rounds: a value in the middle of two goes to the even one, where toPrecision takes the larger. A hundred
// digits are all of a value, but for very small ones, which are no middles.
export function digits(value, count) {
  const rest = value.toPrecision(100).replace(/e.*/, '').replace(/^-?[0.]*/, '').replace('.', '').slice(count);
  const isMiddle = /^50*$/.test(rest);
  const [up, down] = [value, value * (1 - 2e-16)].map((near) => near.toPrecision(count));
  const isEven = /[02468]$/.test(down.replace(/e.*/, ''));
  return String(Number(isMiddle && isEven ? down : up));
}

// Spaces within a quantity do not break.
export function distanceText(metres) {
  const size = Math.abs(metres);
  if (size >= 1) return `${digits(metres, 4)}\u00a0m`;
  if (size >= 1e-4 || size === 0) return `${digits(metres * 1e3, 4)}\u00a0mm`;
  return `${digits(metres * 1e6, 3)}\u00a0µm`;
}

export const bracketText = ([low, high]) => `${distanceText(low)} to ${distanceText(high)}`;

export const timeText = (motion, time) => (motion.seconds ? `${digits(time, 6)}\u00a0s` : `t\u00a0=\u00a0${digits(time, 6)}`);

// A time that runs keeps its width.
export const clockText = (motion, time) => (motion.seconds ? `${time.toFixed(2)}\u00a0s` : `t\u00a0=\u00a0${time.toFixed(3)}`);

export const pointText = (point) => `(${point.map((value) => value.toFixed(4).replace(/^-(0\.0+)$/, '$1')).join(', ')})`;

// 1, 2 or 5 times a power of ten, so that the range has about this many steps.
export function niceStep(range, steps) {
  const step = range / steps;
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = step / power;
  return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
}
