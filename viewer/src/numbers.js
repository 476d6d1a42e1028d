// Numbers as people read them: the units and digits of the tool's own text.

// Rounds as printf's %g: a value in the middle of two goes to the even one, while toPrecision takes the larger.
// A hundred digits show a value exactly, except very small values, which are not in the middle.
export function digits(value, count) {
  const rest = value.toPrecision(100).replace(/e.*/, '').replace(/^-?[0.]*/, '').replace('.', '').slice(count);
  const isMiddle = /^50*$/.test(rest);
  const [up, down] = [value, value * (1 - 2e-16)].map((near) => near.toPrecision(count));
  const isEven = /[02468]$/.test(down.replace(/e.*/, ''));
  return String(Number(isMiddle && isEven ? down : up));
}

// Rounds down (way -1) or up (way 1): the nearest number, or the next one if the nearest is beyond the value by
// more than the error of changing the unit.
export function digitsTowards(value, count, way) {
  const nearest = digits(value, count);
  if (!(way * (value - nearest) > 1e-12 * Math.abs(value))) return nearest;
  const leading = 10 ** Number(value.toExponential(count - 1).replace(/.*e/, ''));
  const step = leading * 10 ** (1 - count) * (Math.abs(value) < leading ? 0.1 : 1);
  return digits(Number(nearest) + way * step, count);
}

// A length with its unit, joined by a space that does not break. least: the text is not below it, with more
// digits if needed.
function lengthText(metres, way, least = -Infinity) {
  const size = Math.abs(metres);
  const [unit, shift, count] = size >= 1 ? ['m', 0, 4] : size >= 1e-4 || size === 0 ? ['mm', 3, 4] : ['µm', 6, 3];
  let text = digitsTowards(metres * 10 ** shift, count, way);
  for (let more = count + 1; more <= 17 && Number(text) < least * 10 ** shift; more++) text = digitsTowards(metres * 10 ** shift, more, way);
  return `${text}\u00a0${unit}`;
}

export const distanceText = (metres) => lengthText(metres, 0);

// Proven lower bounds are rounded down, upper bounds up. The text of a bound that reaches the margin is not
// below it.
export const atLeastText = (metres, margin = 0) => lengthText(metres, -1, Math.min(metres, margin));

export const bracketText = ([low, high], margin = 0) => `${atLeastText(low, margin)} to ${lengthText(high, 1)}`;

export const timeText = (motion, time) => (motion.seconds ? `${digits(time, 6)}\u00a0s` : `t\u00a0=\u00a0${digits(time, 6)}`);

// A running time, with a fixed number of digits.
export const clockText = (motion, time) => (motion.seconds ? `${time.toFixed(2)}\u00a0s` : `t\u00a0=\u00a0${time.toFixed(3)}`);

export const pointText = (point) => `(${point.map((value) => value.toFixed(4).replace(/^-(0\.0+)$/, '$1')).join(', ')})`;

// A step of 1, 2 or 5 times a power of ten, so that the range has about this many steps.
export function niceStep(range, steps) {
  const step = range / steps;
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = step / power;
  return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
}
