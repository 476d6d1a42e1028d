// The column beside the scene: the verdict, the nearest pair now, the proof, the switches, the legend.
import { lowerAt } from './curve.js';
import { element } from './dom.js';
import { isPlain } from './geometry.js';
import { atLeastText, clockText, distanceText, pointText, timeText } from './numbers.js';
import { nameOf, verdictLine, verdictName, verdictRows } from './verdict_text.js';

const rowsOf = (rows) => element('dl', {}, rows.map(([name, text]) => element('div', {}, element('dt', {}, name), element('dd', {}, text))));

export const section = (title, ...children) => element('section', { 'aria-label': title }, element('h2', {}, title), ...children);

export class VerdictSection {
  constructor(page) {
    this.several = page.motions.length > 1;
    this.node = section('Verdict');
  }

  show(motion) {
    const { verdict } = motion;
    this.node.replaceChildren(
      element('h2', {}, this.several ? `Verdict of ${nameOf(motion)}` : 'Verdict'),
      element(`p.verdict.${verdict.verdict}`, {}, element('b', {}, verdictName(verdict)), verdict.verdict === 'free' && `, ${verdictLine(motion)}`),
      rowsOf(verdictRows(motion)),
      ...(verdict.notices ? [element('ul.notices', { 'aria-label': 'Notices' }, verdict.notices.map((notice) => element('li', {}, notice.replaceAll('\n', '\\n'))))] : []),
      element('details.json', {}, element('summary', {}, 'as JSON'), element('pre', {}, JSON.stringify(verdict, null, 1))),
    );
  }
}

export class NowSection {
  constructor(page) {
    this.page = page;
    this.title = element('h2');
    this.body = element('div');
    this.node = element('section', { 'aria-label': 'Now' }, this.title, this.body);
  }

  show(motion, time, nearest, inside) {
    this.title.textContent = `Now, ${clockText(motion, time)}`;
    const rows = [];
    const pair = ({ pair: bodies }) => bodies.map((body) => this.page.bodies[body].name).join(' and ');
    const lower = lowerAt(motion, time);
    if (nearest) {
      rows.push(['Nearest pair', pair(nearest)], ['Distance', nearest.distance > 0 ? `${distanceText(nearest.distance)}, sampled` : 'in contact, sampled']);
      if (lower !== undefined) rows.push(['Proven', `at least ${atLeastText(lower, motion.margin)}`]);
      rows.push(['Points', `${nearest.points.map((point) => pointText(point)).join(' and ')} m`]);
    }
    if (inside) rows.push(['Inside the robot', `${distanceText(inside.distance)}, ${pair(inside)}`]);
    if (rows.length === 0) rows.push(['Distance', 'this page holds no curve of it']);
    this.body.replaceChildren(rowsOf(rows));
    return nearest ? `${clockText(motion, time)}: ${pair(nearest)}, ${distanceText(nearest.distance)}` : clockText(motion, time);
  }
}

const MOST_PAIRS = 200; // pairs in the choice, at most

// The claims that prove the motion, pair by pair.
export class ProofSection {
  // handlers: pair(pair), claim(claim or null), step(-1 or 1), current(): the pair
  constructor(page, handlers) {
    this.page = page;
    this.handlers = handlers;
    this.select = element('select', { 'aria-label': 'Pair whose proof is shown', change: () => handlers.pair(this.pairs[this.select.value]) });
    this.text = element('div');
    const step = (name, by) => element('button.small', { click: () => handlers.step(by) }, name);
    this.node = section('Proof', this.select, this.text,
      element('div.steps-of-proof', {}, step('Interval before', -1), step('Interval after', 1)));
  }

  // The pairs with claims, those with the most claims first: they were the hardest.
  static pairs(motion) {
    const counts = new Map();
    for (const { kind, pair } of motion.claims) {
      if (kind !== 'apart') continue;
      const key = pair.join(' ');
      if (!counts.has(key)) counts.set(key, { pair, count: 0 });
      counts.get(key).count++;
    }
    return [...counts.values()].sort((a, b) => b.count - a.count).map(({ pair }) => pair);
  }

  name(pair) {
    return pair.map((body) => this.page.bodies[body].name).join(' and ');
  }

  show(motion, pair) {
    this.motion = motion;
    this.pairs = ProofSection.pairs(motion).slice(0, MOST_PAIRS);
    if (pair && !this.pairs.some((other) => other.join() === pair.join())) this.pairs.unshift(pair);
    this.node.hidden = this.pairs.length === 0;
    this.select.replaceChildren(
      ...this.pairs.map((other, i) =>
        element('option', { value: String(i), selected: pair && other.join() === pair.join() }, this.name(other)),
      ),
    );
  }

  showClaim(claim, gap, time) {
    if (!claim) {
      const mine = this.motion?.claims.filter(({ kind, pair }) => kind === 'apart' && pair.join() === this.handlers.current()?.join()) ?? [];
      this.text.replaceChildren(
        element('p.note', {}, `${mine.length} ${mine.length === 1 ? 'interval proves' : 'intervals prove'} this pair, of ${this.motion?.claim_count ?? this.motion?.claims.length ?? 0} claims in all. Choose one in the row under the curve, or here.`),
      );
      return;
    }
    const { motion } = this;
    const rows = [
      ['Interval', `${timeText(motion, claim.from)} to ${timeText(motion, claim.to)}`],
      ['Proven by', claim.rule === 'slab' ? 'a slab that stays open' : `${claim.rule}: no point comes that far`],
    ];
    if (claim.normal) rows.push(['Direction', pointText(claim.normal)]);
    if (claim.parts > 1) rows.push(['Parts', String(claim.parts)]);
    if (gap !== null && gap !== undefined && time >= claim.from && time <= claim.to)
      rows.push(['Along it now', gap >= 0 ? `${distanceText(gap)} apart` : 'several directions, one for each pair of parts']);
    this.text.replaceChildren(rowsOf(rows), element('button.small', { click: () => this.handlers.claim(null) }, 'Close'));
  }
}

export class Switches {
  // entries: [key, name, on]; changed(key, on)
  constructor(entries, changed) {
    this.inputs = new Map();
    const rows = entries.map(([key, name, on]) => {
      const input = element('input', { type: 'checkbox', checked: on, change: () => changed(key, input.checked) });
      this.inputs.set(key, input);
      return element('label', {}, input, name);
    });
    this.node = section('Show', element('div.switches', {}, rows));
    this.node.hidden = rows.length === 0;
  }

  set(key, on) {
    if (this.inputs.has(key)) this.inputs.get(key).checked = on;
  }
}

const hasPadding = (page) => page.bodies.some(({ padding }) => padding);

// The name of the switch for the shells around bodies; empty if there are none.
export function paddingName(page) {
  return [hasPadding(page) && 'padding', page.shapes.some(isPlain) && 'rounding of meshes'].filter(Boolean).join(' and ');
}

const swatch = (name, text) => element('li', {}, element(`i.swatch.${name}`, { 'aria-hidden': 'true' }), text);

export function legend(page, scaleText) {
  const meshes = page.shapes.some(isPlain) || page.bodies.some(({ padding, parts }) => padding && parts.some(({ shape }) => page.shapes[shape].kind === 'mesh'));
  const kinds = new Set(page.bodies.map(({ kind }) => kind));
  const any = (test) => page.motions.some(test);
  const times = [any(({ seconds }) => seconds) && 'in seconds', any(({ seconds }) => !seconds) && 'as the share of the motion, 0 to 1'].filter(Boolean);
  return section(
    'Legend',
    element('ul.legend', {},
      page.robots.map(({ name }, i) => swatch(`link-${i % 4}`, page.robots.length > 1 ? name : 'robot')),
      kinds.has('obstacle') && swatch('obstacle', 'obstacle'),
      (kinds.has('object') || any(({ carried }) => carried.length)) && swatch('object', 'carried object'),
      paddingName(page) && swatch('padding', paddingName(page)),
      any(({ curve }) => curve) && swatch('nearest-line', 'nearest pair and its distance, sampled'),
      any(({ self }) => self) && swatch('self-line', 'the same inside one robot'),
      page.margin > 0 && any(({ curve }) => curve) && swatch('margin-line', `margin ${distanceText(page.margin)}: nearer is a contact`),
      page.motions.length > 0 && swatch('proven-strip', 'proven free'),
      any(({ lower }) => lower.length) && swatch('bound-field', 'distance proven at least'),
      any(({ verdict }) => verdict.verdict === 'undecided') && swatch('undecided-strip', 'undecided'),
      any(({ verdict }) => verdict.verdict === 'contact') && swatch('contact-line', 'contact'),
      any(({ claims }) => claims.length) && swatch('slab-block', 'interval proven by a slab'),
      any(({ claims }) => claims.length) && swatch('travel-block', 'interval proven by bounds on travel'),
      any(({ curve }) => curve) && element('li.scale', {}, element('i.gradient', { 'aria-hidden': 'true' }), scaleText),
    ),
    element('p.note', {}, `Lengths in metres or millimetres${times.length ? `, time ${times.join(' or ')}` : ''}.`),
    meshes && element('p.note', {}, 'The shell of a mesh is about so: its vertices are moved along their normals.'),
  );
}

const KEYS = [
  ['Space', 'play, pause'],
  ['← →', 'step; with Shift finer'],
  ['Home End', 'begin, end'],
  ['C', 'to the first contact'],
  ['L', 'to the lowest sample'],
  ['N P', 'next, previous motion'],
  ['W A S D', 'turn the camera (arrows in the scene)'],
  ['+ −', 'nearer, farther'],
  ['0', 'camera at home'],
  ['T', 'light, dark'],
];

export const keys = () =>
  element('details.keys', {}, element('summary', {}, 'Keys'), rowsOf(KEYS));

