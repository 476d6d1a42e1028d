// The robots of a cell: which come near each other, as a matrix, and when, as a line of time for each pair.
import { element, svg } from './dom.js';
import { distanceText } from './numbers.js';
import { section } from './side_panel.js';

export class CellSection {
  // choose(meeting)
  constructor(page, choose) {
    const { meetings } = page.cell;
    this.meetings = meetings;
    this.choose = choose;
    this.names = page.robots.map(({ name }) => name);
    this.nearest = new Map(); // by pair of robots, of all motions
    for (const meeting of meetings) {
      const key = this.key(meeting.robots);
      if (!(this.nearest.get(key)?.distance <= meeting.distance)) this.nearest.set(key, meeting);
    }
    this.farthest = meetings.reduce((most, { distance }) => Math.max(most, distance), 1e-6);
    this.width = page.kind === 'report' ? 464 : 318; // pixels
    this.time = element('div');
    this.node = section('Who comes near whom', this.matrix(), this.time);
  }

  // The meetings of a motion, over its time.
  show(index, motion) {
    this.time.replaceChildren(this.lines(this.meetings.filter((meeting) => meeting.motion === index), motion));
  }

  key(robots) {
    return [...robots].sort((a, b) => a - b).join(' ');
  }

  matrix() {
    const cell = (i, j) => {
      const meeting = this.nearest.get(this.key([i, j]));
      if (i === j) return element('td.same', {}, '');
      if (!meeting) return element('td', { title: 'they stay far apart' }, '–');
      const text = distanceText(meeting.distance);
      const share = Math.round(70 * (1 - meeting.distance / (1.2 * this.farthest)));
      return element('td', { style: `--near:${share}%` },
        element('button', { click: () => this.choose(meeting), 'aria-label': `${this.names[i]} and ${this.names[j]}: ${text}` }, text));
    };
    return element('table.matrix', {},
      element('thead', {}, element('tr', {}, element('td.corner'), this.names.map((name) => element('th', { scope: 'col' }, name)))),
      element('tbody', {}, this.names.map((name, i) => element('tr', {}, element('th', { scope: 'row' }, name), this.names.map((_, j) => cell(i, j))))));
  }

  lines(meetings, motion) {
    const keys = [...this.nearest.keys()];
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
            click: () => this.choose(meeting), keydown: (event) => event.key === 'Enter' && this.choose(meeting),
          }, svg('title', {}, distanceText(meeting.distance)))));
    });
    return svg('svg.meetings', { viewBox: `0 0 ${width} ${16 + keys.length * 22}` }, ...rows);
  }
}
