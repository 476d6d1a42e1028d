// A verdict in words, as the tool prints it.
import { bracketText, distanceText, pointText, timeText } from './numbers.js';

const NAMES = { free: 'Free', contact: 'In contact', undecided: 'Undecided', leaves: 'Leaves contact' };
const REASONS = {
  budget: 'the budget ran out',
  precision: 'the gap is too small to decide',
  sampled: 'samples prove nothing',
  stopped: 'it was stopped',
  depth: 'whether it gets deeper could not be shown',
};

// The failures of a motion that may begin in contact.
const FAILURES = { new: 'New contact', deeper: 'Deeper than at the beginning', stays: 'In contact to the end' };

export const verdictName = (verdict) => NAMES[verdict.verdict] ?? 'Not checked';

// The words for the motions of a page: singular and plural.
export const things = (page) => (page.motions.some(({ steps }) => steps.length) ? ['job', 'jobs'] : ['motion', 'motions']);

export const nameOf = (motion) => String(motion.name || motion.id);

// The summary of all motions of a page: [the worst verdict, a line for the head].
export function summary(page) {
  const { motions } = page;
  const of = (kind) => motions.filter(({ verdict }) => verdict.verdict === kind).length;
  const [free, leaves, contact, undecided] = ['free', 'leaves', 'contact', 'undecided'].map(of);
  const words = [[free, 'free'], [leaves, 'leaving contact'], [contact, 'in contact'], [undecided, 'undecided']].filter(([count]) => count > 0);
  const counts = words.map(([count, word]) => `${words.length === 1 ? 'all' : count} ${word}`).join(', ');
  return [contact ? 'contact' : undecided ? 'undecided' : 'free', `${motions.length} ${things(page)[1]}: ${counts}`];
}

// One line about a motion.
export function verdictLine(motion) {
  const { verdict } = motion;
  switch (verdict.verdict) {
    case 'free':
      return 'proven all along the way';
    case 'contact':
      return `${verdict.pair.join(' and ')} at ${timeText(motion, verdict.time)}`;
    case 'leaves':
      return `free from ${timeText(motion, verdict.time)} on, and no deeper before`;
    case 'undecided':
      return `${REASONS[verdict.reason] ?? 'no proof'}; free until ${timeText(motion, verdict.free_until)}`;
    default:
      return '';
  }
}

function gapText({ points: [p, q], depth }) {
  const apart = Math.hypot(...p.map((value, i) => value - q[i]));
  return depth > 0 ? `overlap by about ${distanceText(depth)}` : apart > 0 ? `${distanceText(apart)} apart` : 'they touch';
}

function startText({ pair, start_distance: [low, high] }) {
  const gap = low < 0 ? `overlap by about ${distanceText(-low)}` : `${distanceText(high)} apart, within their margin`;
  return `${pair.join(' and ')}: ${gap}`;
}

// The facts of a verdict, as rows [name, text].
export function verdictRows(motion) {
  const { verdict } = motion;
  const time = (value) => timeText(motion, value);
  const rows = [];
  const least = (name, bracket, margin, pair, at) => {
    if (bracket) rows.push([name, `${bracketText(bracket, margin)}, ${pair.join(' and ')} at ${time(at)}`]);
  };
  if (verdict.verdict === 'contact') {
    rows.push([FAILURES[verdict.failure] ?? (verdict.first === false ? 'A contact' : 'First contact'), `${verdict.pair.join(' and ')} at ${time(verdict.time)}`]);
    rows.push(['There', gapText(verdict)]);
    const points = verdict.depth > 0 ? verdict.points.slice(0, 1) : verdict.points;
    rows.push(['At', points.map(pointText).join(' and ') + ' m']);
    rows.push(verdict.failure ? ['No deeper until', `${time(verdict.kept_until)}, proven`] : ['Free until', `${time(verdict.free_until)}, proven`]);
    if (verdict.segment > 0 && !motion.steps?.length) rows.push(['Segment', String(verdict.segment)]);
  }
  if (verdict.verdict === 'undecided') {
    rows.push(['Reason', REASONS[verdict.reason] ?? verdict.reason ?? 'not checked']);
    rows.push(['Free until', `${time(verdict.free_until)}, proven`]);
  }
  if (verdict.verdict === 'leaves') rows.push(['Free from', `${time(verdict.time)} to the end, proven`]);
  if (verdict.start_distance) rows.push(['At the beginning', startText(verdict)]);
  least('Clearance', verdict.clearance, motion.margin, verdict.clearance_pair, verdict.clearance_at);
  least('Inside the robot', verdict.self_clearance, motion.selfMargin, verdict.self_clearance_pair, verdict.self_clearance_at);
  if (verdict.interpolation) rows.push(['Interpolation', verdict.interpolation]);
  if (verdict.pairs !== undefined)
    rows.push(['Work', `${verdict.pairs} pairs, ${verdict.queries} distances, ${verdict.samples} samples`]);
  return rows;
}

// The smallest known distance of a motion: [metres, how it is known].
export function smallest(motion) {
  const { verdict } = motion;
  if (verdict.verdict === 'contact') return [0, 'contact'];
  if (verdict.clearance) return [verdict.clearance[0], 'proven'];
  if (motion.curve?.distance.length) return [motion.curve.distance.reduce((a, b) => Math.min(a, b)), 'sampled'];
  return [null, 'unknown'];
}
