// The delays of a cell's trajectories: a matrix with a bar for each trajectory of one robot (rows) and each of another
// one (columns). A bar shows by how much the second may begin later: free delays are proven, in contact the two meet.
import { element, svg } from './dom.js';
import { section } from './side_panel.js';

const WIDTH = 100; // of a bar, in its own units
const HEIGHT = 12;

const rounded = (seconds) => Number(seconds.toPrecision(4));

export class DelaySection {
  // choose(index of a motion)
  constructor(page, choose) {
    this.page = page;
    this.choose = choose;
    const title = (side) => ({ robots, names }) => `${page.robots[robots[side]].name}: ${names[side]}`;
    const rows = [...new Set(page.delays.map(title(0)))];
    const columns = [...new Set(page.delays.map(title(1)))];
    // with one robot on a side, the corner names it once for all
    this.robots = [0, 1].map((side) => [...new Set(page.delays.map(({ robots }) => page.robots[robots[side]].name))]);
    const corner = [0, 1].map((side) => (this.robots[side].length === 1 ? this.robots[side][0] : 'robots')).join(' ↓ ');
    const found = new Map(page.delays.map((delays) => [`${title(0)(delays)}\n${title(1)(delays)}`, delays]));
    this.node = section('By how much the second may begin later', element('div.wide-table', {},
      element('table.matrix.delays', { style: `--robots:${columns.length + 1.5}` },
        element('thead', {}, element('tr', {}, element('td.corner', {}, `${corner} →`), columns.map((name) => this.head('col', name)))),
        element('tbody', {}, rows.map((row) => element('tr', {}, this.head('row', row),
          columns.map((column) => this.cell(row, column, found.get(`${row}\n${column}`)))))))));
  }

  // The name of a trajectory, which shows it.
  head(scope, text) {
    const name = text.slice(text.indexOf(': ') + 2);
    const shown = this.robots[scope === 'row' ? 0 : 1].length === 1 ? name : text;
    const index = this.page.motions.findIndex((motion) => motion.name === name);
    return element('th', { scope, title: text }, index < 0 ? shown : element('button', { click: () => this.choose(index) }, shown));
  }

  cell(row, column, delays) {
    if (!delays) return element('td.same', {}, '');
    const { from, to, spans } = delays;
    const x = (delay) => (WIDTH * (delay - from)) / (to - from);
    const lines = spans.map(({ verdict, from: first, to: last, pair }) => {
      const between = pair ? `, ${pair.map((body) => this.page.bodies[body].name).join(' and ')}` : '';
      return `${first <= from ? 'up' : `from ${rounded(first)} s`}${last >= to ? ' on' : ` to ${rounded(last)} s`}: ${verdict}${between}`;
    });
    const text = [`${row}, and ${column} later by`, ...lines].join('\n');
    return element('td', {}, svg('svg.delays', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': text },
      svg('title', {}, text),
      ...spans.map((span) => svg(`rect.${span.verdict}`, { x: x(span.from), y: 0, width: Math.max(0.4, x(span.to) - x(span.from)), height: HEIGHT })),
      from < 0 && to > 0 && svg('line.zero', { x1: x(0), x2: x(0), y1: 0, y2: HEIGHT })));
  }
}
