// The clearance over time, which is the slider of time as well.
import { lowest, nearestAt } from './curve.js';
import { element, svg } from './dom.js';
import { clockText, distanceText, niceStep } from './numbers.js';

const LEFT = 58;
const RIGHT = 16;
const TOP = 26;
const FOOT = 34;

const path = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

export class ClearancePlot {
  // handlers: seek(time)
  constructor(page, handlers) {
    this.page = page;
    this.handlers = handlers;
    this.root = svg('svg.plot', {
      role: 'slider',
      tabindex: '0',
      'aria-label': 'Time, over the clearance',
      pointerdown: (event) => this.grab(event),
      pointermove: (event) => this.dragging && this.seekTo(event),
      pointerup: () => (this.dragging = false),
      pointercancel: () => (this.dragging = false),
    });
    this.node = element('div.plot-box', {}, this.root);
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  show(motion) {
    this.motion = motion;
    const tops = [0.001];
    for (const curve of [motion.curve, motion.self]) if (curve) for (const value of curve.distance) if (value < 1e6) tops.push(value);
    for (const [, , distance] of motion.lower) tops.push(distance);
    this.highest = tops.reduce((a, b) => Math.max(a, b));
    this.draw();
  }

  grab(event) {
    this.dragging = true;
    this.root.setPointerCapture(event.pointerId);
    this.seekTo(event);
  }

  seekTo(event) {
    const x = event.clientX - this.root.getBoundingClientRect().left;
    const { begin, end } = this.motion;
    const share = (x - LEFT) / (this.width - LEFT - RIGHT);
    this.handlers.seek(begin + Math.min(1, Math.max(0, share)) * (end - begin));
  }

  x(time) {
    const { begin, end } = this.motion;
    return LEFT + ((time - begin) / (end - begin || 1)) * (this.width - LEFT - RIGHT);
  }

  y(distance) {
    return this.foot - (Math.min(distance, this.top) / this.top) * (this.foot - TOP);
  }

  draw() {
    this.width = this.node.clientWidth;
    this.height = this.node.clientHeight;
    if (!this.motion || this.width < 100) return;
    this.foot = this.height - FOOT;
    const step = niceStep(this.highest, 4);
    this.top = step * Math.ceil(this.highest / step - 1e-9);
    this.root.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.head = svg('g.head', {});
    this.root.replaceChildren(...this.axes(step), ...this.proof(), ...this.curves(), ...this.marks(), this.head);
    this.at(this.time ?? this.motion.begin);
  }

  axes(step) {
    const nodes = [];
    const unit = this.top > 2 ? 1 : 1000;
    for (let i = 0; i * step <= this.top * (1 + 1e-9); i++) {
      const y = this.y(i * step);
      nodes.push(svg('line.grid', { x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y }));
      nodes.push(svg('text.end', { x: LEFT - 8, y: y + 4 }, String(Number((i * step * unit).toPrecision(4)))));
    }
    nodes.push(svg('text.unit', { x: 8, y: 14 }, unit === 1 ? 'distance, m' : 'distance, mm'));
    const { begin, end, seconds } = this.motion;
    const tick = niceStep(end - begin || 1, Math.max(2, Math.min(10, this.width / 90)));
    for (let i = Math.ceil(begin / tick - 1e-9); i * tick <= end + 1e-9 * tick; i++) {
      const x = this.x(i * tick);
      nodes.push(svg('line.axis', { x1: x, x2: x, y1: this.foot, y2: this.foot + 4 }));
      nodes.push(svg('text.middle', { x, y: this.foot + 17 }, String(Number((i * tick).toPrecision(6)))));
    }
    nodes.push(svg('text.end.unit', { x: this.width - RIGHT, y: this.height - 4 }, seconds ? 'time, s' : 'time, share of the motion'));
    return nodes;
  }

  // What is proven, and what is not.
  proof() {
    const { begin, end, verdict, lower } = this.motion;
    const until = verdict.verdict === 'free' ? end : verdict.free_until ?? begin;
    const nodes = [];
    const strip = (name, from, to) =>
      to > from && nodes.push(svg(`rect.${name}`, { x: this.x(from), width: this.x(to) - this.x(from), y: TOP - 5, height: 5 }));
    strip('proven', begin, until);
    if (verdict.verdict === 'undecided') {
      strip('undecided', until, end);
      nodes.push(svg('rect.undecided-field', { x: this.x(until), width: this.x(end) - this.x(until), y: TOP, height: this.foot - TOP }));
    } else if (verdict.verdict === 'contact') {
      strip('after', verdict.time, end);
    }
    for (const [from, to, distance] of lower)
      nodes.push(svg('rect.bound', { x: this.x(from), width: Math.max(0.5, this.x(to) - this.x(from)), y: this.y(distance), height: this.foot - this.y(distance) }));
    return nodes;
  }

  curves() {
    const nodes = [];
    for (const [name, curve] of [['self', this.motion.self], ['curve', this.motion.curve]]) {
      if (!curve || !curve.times.length) continue;
      const points = Array.from(curve.times, (time, i) => [this.x(time), this.y(curve.distance[i])]);
      nodes.push(svg(`path.${name}`, { d: path(points) }));
      if (points.length * 4 < this.width)
        nodes.push(...points.map(([cx, cy]) => svg(`circle.${name}-sample`, { cx, cy, r: 1.6 })));
    }
    const { curve } = this.motion;
    if (curve?.times.length) {
      const i = lowest(curve);
      nodes.push(svg('circle.lowest', { cx: this.x(curve.times[i]), cy: this.y(curve.distance[i]), r: 4 }));
    }
    return nodes;
  }

  marks() {
    const { verdict } = this.motion;
    if (verdict.verdict !== 'contact') return [];
    const x = this.x(verdict.time);
    const before = x > this.width / 2;
    return [
      svg('line.contact', { x1: x, x2: x, y1: TOP - 5, y2: this.foot }),
      svg(`text.contact-name${before ? '.end' : ''}`, { x, y: 15 }, `contact: ${verdict.pair.join(' and ')}`),
    ];
  }

  at(time) {
    this.time = time;
    if (!this.head) return;
    const { motion } = this;
    const x = this.x(time);
    const nearest = nearestAt(motion.curve, time);
    this.head.replaceChildren(
      svg('line', { x1: x, x2: x, y1: TOP - 8, y2: this.foot }),
      svg('path', { d: `M${x - 6} ${TOP - 14}h12v6l-6 6l-6-6z` }),
      ...(nearest ? [svg('circle', { cx: x, cy: this.y(nearest.distance), r: 4.5 })] : []),
    );
    this.root.setAttribute('aria-valuemin', motion.begin);
    this.root.setAttribute('aria-valuemax', motion.end);
    this.root.setAttribute('aria-valuenow', time);
    this.root.setAttribute(
      'aria-valuetext',
      clockText(motion, time) + (nearest ? `, ${distanceText(nearest.distance)}` : ''),
    );
  }
}
