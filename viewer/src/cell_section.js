// The robots of a cell. A matrix shows which robots come near each other in any motion. For the shown motion
// there are lines of time: one per robot with the trajectories that it follows or the tasks that it does, and one
// per pair of robots that come near each other.
import { element, svg } from './dom.js';
import { distanceText, niceStep } from './numbers.js';
import { section } from './side_panel.js';

const ROW = 22; // pixels
const BAR = 16;
const NAMES = 96; // width of the column of names
const LETTER = 6.4; // width of a letter, about

const nearText = (distance) => (distance > 0 ? distanceText(distance) : 'contact');

// The time of a meeting to show: that of the first contact if the meeting contains it, else of the smallest
// distance.
function timeOf({ from, to, at, distance }, { verdict }) {
  const isContact = distance === 0 && verdict.verdict === 'contact' && from <= verdict.time && verdict.time <= to;
  return isContact ? verdict.time : at;
}

// A text, cut to the available room.
function cut(text, room) {
  const count = Math.floor(room / LETTER);
  return text.length <= count ? text : count < 3 ? '' : `${text.slice(0, count - 1)}…`;
}

export class CellSection {
  // choose(index of a motion, time)
  constructor(page, choose) {
    this.page = page;
    this.choose = choose;
    this.names = page.robots.map(({ name }) => name);
    this.nearest = new Map(); // the nearest meeting of all motions, by pair of robots
    page.motions.forEach((motion, index) => {
      for (const meeting of motion.meetings) {
        const key = this.key(meeting.robots);
        const { distance } = meeting;
        if (!(this.nearest.get(key)?.distance <= distance)) this.nearest.set(key, { distance, index, at: timeOf(meeting, motion) });
      }
    });
    this.width = 464; // pixels, until the real width is known
    this.matrix = section(`Who comes nearer than ${distanceText(page.cell.near)}`, this.table());
    this.lines = section('The robots over time');
    this.lines.className = 'lines';
    new ResizeObserver(() => this.fit()).observe(this.lines);
  }

  // Draws the lines anew when the width has changed.
  fit() {
    const width = this.lines.clientWidth;
    if (!width || width === this.width) return;
    this.width = width;
    if (this.motion) this.show(this.index, this.motion);
    this.at(this.time);
  }

  key(robots) {
    return [...robots].sort((a, b) => a - b).join(' ');
  }

  // The strength of the colour of a distance, 0 to 1.
  share(distance) {
    return Math.max(0.12, 1 - distance / this.page.cell.near);
  }

  table() {
    const cell = (i, j) => {
      if (i === j) return element('td.same', {}, '');
      const meeting = this.nearest.get(this.key([i, j]));
      if (!meeting) return element('td', { title: 'they stay farther apart' }, '–');
      const text = nearText(meeting.distance);
      return element('td', { style: `--near:${Math.round(60 * this.share(meeting.distance))}%` },
        element('button', { click: () => this.choose(meeting.index, meeting.at), 'aria-label': `${this.names[i]} and ${this.names[j]}: ${text}` }, text));
    };
    return element('div.wide-table', {}, element('table.matrix', { style: `--robots:${this.names.length + 1.5}` },
      element('thead', {}, element('tr', {}, element('td.corner'), this.names.map((name) => element('th', { scope: 'col', title: name }, name)))),
      element('tbody', {}, this.names.map((name, i) => element('tr', {}, element('th', { scope: 'row', title: name }, name), this.names.map((_, j) => cell(i, j)))))));
  }

  // Draws the lines of a motion.
  show(index, motion) {
    const { begin, end } = motion;
    const room = this.width - NAMES - 4;
    Object.assign(this, { index, motion });
    this.x = (time) => NAMES + (room * (time - begin)) / (end - begin || 1);
    const meet = [...new Set(motion.meetings.map(({ robots }) => this.key(robots)))];
    const moved = [...new Set(motion.steps.map(({ robot }) => robot))].sort((a, b) => a - b);
    const rows = [...moved.map((robot) => this.robotRow(robot)), ...meet.map((key) => this.meetingRow(key, index))];
    const height = rows.length * ROW;
    this.lines.hidden = rows.length === 0;
    this.head = svg('line.now', { y1: 0, y2: height });
    const step = niceStep(end - begin || 1, this.width < 250 ? 4 : 6);
    const ticks = [];
    for (let time = Math.ceil(begin / step) * step; time <= end + 1e-9 * step; time += step) ticks.push(Number(time.toPrecision(12)));
    this.lines.replaceChildren(
      element('h2', {}, motion.seconds ? 'The robots over time, s' : 'The robots over time'),
      svg('svg.times', { width: this.width, height: height + 20, role: 'group', 'aria-label': 'The robots over time' },
        ...ticks.map((time) => svg('line.grid', { x1: this.x(time), x2: this.x(time), y1: 0, y2: height + 3 })),
        ...rows.map((row, i) => svg('g', { transform: `translate(0 ${i * ROW + (ROW - BAR) / 2})` }, ...row)),
        ...ticks.map((time) => svg('text.middle', { x: Math.min(this.width - 10, this.x(time)), y: height + 16 }, String(time))),
        this.head));
  }

  label(text) {
    return svg('text.end', { x: NAMES - 8, y: BAR - 4 }, svg('title', {}, text), cut(text, NAMES - 8));
  }

  robotRow(robot) {
    return [this.label(this.names[robot]), ...this.motion.steps.filter((step) => step.robot === robot).map(({ name, from, to, way }) => {
      const width = Math.max(2, this.x(to) - this.x(from) - 1);
      if (way)
        return svg('g.step', { click: () => this.choose(this.index, from) },
          svg('title', {}, `${name}: ${from} to ${to} s`),
          svg(`rect.way.link-${robot % 4}`, { x: this.x(from), y: BAR / 2 - 2, width, height: 4, rx: 1 }));
      return svg('g.step', { click: () => this.choose(this.index, from) },
        svg('title', {}, `${name}: ${from} to ${to} s`),
        svg(`rect.link-${robot % 4}`, { x: this.x(from), y: 0, width, height: BAR, rx: 2 }),
        svg('text', { x: this.x(from) + 5, y: BAR - 4 }, cut(name, width - 8)));
    })];
  }

  meetingRow(key, index) {
    const names = key.split(' ').map((robot) => this.names[robot]);
    return [this.label(names.join(', ')), ...this.motion.meetings.filter(({ robots }) => this.key(robots) === key).map((meeting) => {
      const text = `${names.join(' and ')}: ${nearText(meeting.distance)}`;
      const open = () => this.choose(index, timeOf(meeting, this.motion));
      return svg('rect.meeting', {
        x: this.x(meeting.from), y: 0, width: Math.max(3, this.x(meeting.to) - this.x(meeting.from)), height: BAR, rx: 2,
        tabindex: '0', role: 'button', 'fill-opacity': 0.25 + 0.6 * this.share(meeting.distance), 'aria-label': text,
        click: open, keydown: (event) => event.key === 'Enter' && open(),
      }, svg('title', {}, text));
    })];
  }

  // Marks the shown time.
  at(time) {
    this.time = time;
    if (!this.head) return;
    const x = this.x(time);
    this.head.setAttribute('x1', x);
    this.head.setAttribute('x2', x);
  }
}
