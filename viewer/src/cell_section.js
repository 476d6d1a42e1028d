// The robots of a cell: which come near each other, as a matrix, and when, as a line of time for each pair.
import { element, svg } from './dom.js';
import { distanceText } from './numbers.js';
import { section } from './side_panel.js';

export class CellSection {
  // choose(pair of robots, time)
  constructor(page, motion, choose) {
    const { meetings } = page.cell;
    this.names = page.cell.robots.map((robot) => robot.name ?? page.robots[robot]?.name ?? String(robot));
    this.least = new Map();
    for (const { robots, distance } of meetings) {
      const key = this.key(robots);
      this.least.set(key, Math.min(this.least.get(key) ?? Infinity, distance));
    }
    this.farthest = [...this.least.values()].reduce((a, b) => Math.max(a, b), 1e-6);
    this.width = page.kind === 'report' ? 464 : 318; // pixels
    this.node = section('Who comes near whom', this.matrix(meetings, choose), this.lines(meetings, motion, choose));
  }

  key(robots) {
    return [...robots].sort((a, b) => a - b).join(' ');
  }

  matrix(meetings, choose) {
    const cell = (i, j) => {
      const distance = this.least.get(this.key([i, j]));
      if (i === j) return element('td.same', {}, '');
      if (distance === undefined) return element('td', { title: 'far' }, '–');
      const nearest = meetings.filter(({ robots }) => this.key(robots) === this.key([i, j])).reduce((a, b) => (b.distance < a.distance ? b : a));
      const share = Math.round(70 * (1 - distance / (1.2 * this.farthest)));
      return element('td', { style: `--near:${share}%` },
        element('button', { click: () => choose(nearest), 'aria-label': `${this.names[i]} and ${this.names[j]}: ${distanceText(distance)}` }, distanceText(distance)));
    };
    return element('table.matrix', {},
      element('thead', {}, element('tr', {}, element('th'), this.names.map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, this.names.map((name, i) => element('tr', {}, element('th', { scope: 'row' }, name), this.names.map((_, j) => cell(i, j))))));
  }

  lines(meetings, motion, choose) {
    const keys = [...this.least.keys()];
    const { width } = this;
    const left = 100;
    const { begin, end } = motion;
    const x = (time) => left + ((time - begin) / (end - begin || 1)) * (width - left - 4);
    const rows = keys.map((key, row) => {
      const [i, j] = key.split(' ').map(Number);
      const y = 8 + row * 22;
      return svg('g', {},
        svg('text.end', { x: left - 8, y: y + 11 }, `${this.names[i]}, ${this.names[j]}`),
        svg('line.grid', { x1: left, x2: width - 4, y1: y + 7, y2: y + 7 }),
        ...meetings.filter(({ robots }) => this.key(robots) === key).map((meeting) =>
          svg('rect.meeting', {
            x: x(meeting.from), y, width: Math.max(3, x(meeting.to) - x(meeting.from)), height: 14, rx: 2,
            tabindex: '0', role: 'button', 'fill-opacity': 0.35 + 0.65 * (1 - meeting.distance / (1.2 * this.farthest)),
            'aria-label': `${this.names[i]} and ${this.names[j]}, ${distanceText(meeting.distance)}`,
            click: () => choose(meeting), keydown: (event) => event.key === 'Enter' && choose(meeting),
          }, svg('title', {}, distanceText(meeting.distance)))));
    });
    return svg('svg.meetings', { viewBox: `0 0 ${width} ${16 + keys.length * 22}` }, ...rows);
  }
}
