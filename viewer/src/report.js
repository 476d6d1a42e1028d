// The report of a batch: counts, the distribution of clearances, the worst pairs, a table of all motions.
import { element, svg } from './dom.js';
import { atLeastText, digitsTowards, distanceText, niceStep } from './numbers.js';
import { section } from './side_panel.js';
import { nameOf, smallest, things } from './verdict_text.js';

const VERDICTS = ['free', 'contact', 'undecided'];
const WORDS = { free: 'free', contact: 'contact', undecided: 'undecided' };
const ROW = 26; // pixels, as in the style sheet
const SPARE = 8; // rows drawn above and below the visible ones

// The row of the table for a motion.
function rowOf(motion, index) {
  const { verdict } = motion;
  const [distance, how] = smallest(motion);
  const pair = verdict.pair ?? verdict.clearance_pair ?? [];
  const time = verdict.time ?? verdict.clearance_at;
  return {
    index, motion, distance, how,
    name: nameOf(motion),
    verdict: verdict.verdict,
    pair: pair.join(' and '),
    time: time ?? null,
  };
}

// Millimetres; proven bounds are rounded down.
const millimetres = ({ distance, how }) => Number(digitsTowards(1000 * distance, 4, how === 'proven' ? -1 : 0)).toPrecision(4);

const COLUMNS = [
  ['name', 'Motion', (row) => row.name],
  ['verdict', 'Verdict', (row) => WORDS[row.verdict] ?? ''],
  ['distance', 'mm', (row) => (row.distance === null || row.verdict === 'contact' ? '' : millimetres(row))],
  ['pair', 'Pair', (row) => row.pair],
  ['time', 'At', (row) => (row.time === null ? '' : row.time.toFixed(3))],
];

const compare = (a, b) => {
  if (a === b) return 0;
  if (a === null || a === '') return 1;
  if (b === null || b === '') return -1;
  return typeof a === 'number' ? a - b : a.localeCompare(b, undefined, { numeric: true });
};

export class Report {
  // extra: a section before the table
  constructor(page, choose, extra) {
    this.choose = choose;
    this.things = things(page);
    this.margin = page.margin;
    this.rows = page.motions.map(rowOf);
    this.order = { key: 'index', sign: 1 };
    this.filter = { text: '', verdict: '', low: -Infinity, high: Infinity };
    this.node = element('div.report', {}, this.counts(), this.histogram(), this.worst(), extra, this.table());
    this.select();
  }

  counts() {
    const total = this.rows.length;
    const of = (verdict) => this.rows.filter((row) => row.verdict === verdict).length;
    return section(
      `${total} ${this.things[total === 1 ? 0 : 1]}`,
      element('div.bar', { role: 'img', 'aria-label': VERDICTS.map((v) => `${of(v)} ${WORDS[v]}`).join(', ') },
        VERDICTS.map((verdict) => of(verdict) > 0 && element(`i.${verdict}`, { style: `flex-grow:${of(verdict)}` }))),
      element('div.counts', {}, VERDICTS.map((verdict) =>
        element('button.count', { click: () => this.setVerdict(this.filter.verdict === verdict ? '' : verdict), 'data-verdict': verdict },
          element(`i.dot.${verdict}`, { 'aria-hidden': 'true' }), element('b', {}, String(of(verdict))), ` ${WORDS[verdict]}`))),
    );
  }

  histogram() {
    const known = this.rows.filter((row) => row.verdict === 'free' && row.distance !== null);
    if (known.length < 2) return null;
    const highest = known.reduce((most, row) => Math.max(most, row.distance), 1e-6);
    const step = niceStep(highest, 16);
    const bins = Array.from({ length: Math.max(1, Math.ceil(highest / step + 1e-9)) }, () => 0);
    for (const { distance } of known) bins[Math.min(bins.length - 1, Math.floor(distance / step))]++;
    const most = Math.max(...bins);
    const width = 420;
    const each = width / bins.length;
    const unit = highest > 2 ? 1 : 1000;
    const every = Math.ceil(bins.length / 5);
    const bars = bins.map((count, i) => {
      const height = (count / most) * 70;
      const range = `${distanceText(i * step)} to ${distanceText((i + 1) * step)}`;
      const title = `${range}: ${count} ${this.things[count === 1 ? 0 : 1]}`;
      return svg('g.bin', { tabindex: count ? '0' : undefined, role: 'button', 'aria-label': title, click: () => this.setRange(i * step, (i + 1) * step),
                            keydown: (event) => event.key === 'Enter' && this.setRange(i * step, (i + 1) * step) },
        svg('title', {}, title),
        svg('rect.hit', { x: i * each, y: 0, width: each, height: 86 }),
        svg('rect.column', { x: i * each + 1, y: 86 - height, width: each - 2, height, rx: 1.5 }),
        count > 0 && svg('text.middle', { x: (i + 0.5) * each, y: 82 - height }, String(count)));
    });
    const ticks = bins.map((_, i) => i).concat(bins.length).filter((i) => i % every === 0)
      .map((i) => svg('text.middle', { x: Math.min(width - 12, Math.max(4, i * each)), y: 100 }, String(Number((i * step * unit).toPrecision(3)))));
    const how = known.every((row) => row.how === 'proven') ? 'proven at least' : 'smallest sample';
    return section(`Clearance of the free ${this.things[1]}, ${unit === 1 ? 'm' : 'mm'} (${how})`,
      svg('svg.histogram', { viewBox: `0 0 ${width} 104` },
        svg('line.axis', { x1: 0, x2: width, y1: 86, y2: 86 }), ...bars, ...ticks));
  }

  worst() {
    const pairs = new Map();
    for (const row of this.rows) {
      if (!row.pair) continue;
      const entry = pairs.get(row.pair) ?? { pair: row.pair, contacts: 0, least: Infinity, how: '' };
      if (row.verdict === 'contact') entry.contacts++;
      else if (row.distance !== null && row.distance < entry.least) Object.assign(entry, { least: row.distance, how: row.how });
      pairs.set(row.pair, entry);
    }
    const worst = [...pairs.values()].sort((a, b) => b.contacts - a.contacts || a.least - b.least).slice(0, 5);
    if (worst.length === 0) return null;
    return section('Worst pairs', element('table.worst', {}, element('tbody', {}, worst.map(({ pair, contacts, least, how }) =>
      element('tr', {},
        element('td', {}, element('button.link', { click: () => this.setText(pair) }, pair)),
        element('td.number', {}, contacts ? `${contacts} ${contacts === 1 ? 'contact' : 'contacts'}` : ''),
        element('td.number', {}, least < Infinity ? how === 'proven' ? atLeastText(least, this.margin) : distanceText(least) : ''))))));
  }

  table() {
    this.text = element('input', { type: 'search', placeholder: `Filter by ${this.things[0]} or pair`, 'aria-label': `Filter by ${this.things[0]} or pair`, input: () => this.setText(this.text.value) });
    this.kind = element('select', { 'aria-label': 'Filter by verdict', change: () => this.setVerdict(this.kind.value) },
      element('option', { value: '' }, 'all verdicts'), VERDICTS.map((verdict) => element('option', { value: verdict }, WORDS[verdict])));
    this.heads = COLUMNS.map(([key, name]) => element('th', { scope: 'col' }, element('button', { click: () => this.sortBy(key), 'aria-label': key === 'distance' ? 'Clearance, mm' : undefined }, key === 'name' ? this.things[0].replace(/^./, (first) => first.toUpperCase()) : name)));
    this.body = element('tbody');
    this.grid = element('table.all', {}, element('thead', {}, element('tr', {}, this.heads)), this.body);
    this.frame = element('div.scroll', { scroll: () => this.draw(), tabindex: '0', keydown: (event) => this.key(event), role: 'region', 'aria-label': `Table of ${this.things[1]}` }, this.grid);
    new ResizeObserver(() => this.draw()).observe(this.frame);
    this.found = element('p.note', { 'aria-live': 'polite' });
    this.tableNode = section(`All ${this.things[1]}`, element('div.filters', {}, this.text, this.kind), this.frame, this.found);
    return this.tableNode;
  }

  setText(text) {
    this.text.value = this.filter.text = text;
    this.select();
  }

  setVerdict(verdict) {
    this.kind.value = this.filter.verdict = verdict;
    this.select();
  }

  setRange(low, high) {
    const same = this.filter.low === low;
    Object.assign(this.filter, same ? { low: -Infinity, high: Infinity } : { low, high });
    this.setVerdict(same ? '' : 'free');
  }

  sortBy(key) {
    this.order = { key, sign: this.order.key === key ? -this.order.sign : 1 };
    this.select();
  }

  // Selects the rows that pass the filter, in order.
  select() {
    const { key, sign } = this.order;
    const { verdict, low, high } = this.filter;
    const text = this.filter.text.trim().toLowerCase();
    this.shown = this.rows
      .filter((row) => (!verdict || row.verdict === verdict) &&
        (low === -Infinity || (row.distance >= low && row.distance < high)) &&
        (!text || row.name.toLowerCase().includes(text) || row.pair.toLowerCase().includes(text)))
      .sort((a, b) => sign * compare(a[key], b[key]) || a.index - b.index);
    this.heads.forEach((head, i) =>
      head.setAttribute('aria-sort', COLUMNS[i][0] !== key ? 'none' : sign > 0 ? 'ascending' : 'descending'));
    const range = low === -Infinity ? '' : `, clearance ${distanceText(low)} to ${distanceText(high)}`;
    this.found.textContent = `${this.shown.length} of ${this.rows.length} ${this.things[1]}${range}`;
    this.node.querySelectorAll('.count').forEach((button) => button.setAttribute('aria-pressed', String(button.dataset.verdict === verdict)));
    this.grid.setAttribute('aria-rowcount', this.shown.length + 1);
    this.frame.scrollTop = 0;
    this.draw();
  }

  // Puts only the visible rows into the page.
  draw() {
    const first = this.printing ? 0 : Math.max(0, Math.floor(this.frame.scrollTop / ROW) - SPARE);
    const count = this.printing ? this.shown.length : Math.ceil((this.frame.clientHeight || 300) / ROW) + 2 * SPARE;
    const rows = this.shown.slice(first, first + count);
    const space = (height) => element('tr', { 'aria-hidden': 'true' }, element('td', { colspan: COLUMNS.length, style: `height:${height}px;padding:0` }));
    this.body.replaceChildren(
      space(first * ROW),
      ...rows.map((row, i) =>
        element(`tr.${row.verdict}`, {
          'aria-rowindex': first + i + 2,
          'aria-selected': String(row.index === this.chosen),
          click: () => this.choose(row.index),
        }, COLUMNS.map(([key, , text]) =>
          key === 'name'
            ? element('td', {}, element('button.link', { title: row.name }, element(`i.dot.${row.verdict}`, { 'aria-hidden': 'true' }), element('span', {}, text(row))))
            : element(`td.${key}`, { title: key === 'pair' ? row.pair : undefined }, text(row))))),
      space(Math.max(0, this.shown.length - first - rows.length) * ROW),
    );
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.shown.findIndex((row) => row.index === this.chosen);
    const next = this.shown[Math.min(this.shown.length - 1, Math.max(0, at + step))];
    if (next) this.choose(next.index);
  }

  show(index) {
    this.chosen = index;
    const at = this.shown.findIndex((row) => row.index === index);
    const top = at * ROW;
    const { scrollTop, clientHeight } = this.frame;
    if (at >= 0 && (top < scrollTop || top > scrollTop + clientHeight - 2 * ROW)) this.frame.scrollTop = top - clientHeight / 2;
    this.draw();
  }

  // Puts all rows into the page, for printing.
  print(on) {
    this.printing = on;
    this.draw();
  }
}
