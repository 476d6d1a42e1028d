// The plot of the clearance over time, which is also the slider of time.
import { heightAt, lowest } from './curve.js';
import { element, svg } from './dom.js';
import { clockText, distanceText, niceStep } from './numbers.js';

// pixels
const LEFT = 76;
const RIGHT = 18;
const TOP = 30;
const FOOT = 36;
const LANE = 22; // a row below the curve
const MANY = 600; // ticks of a row; more become a band

const path = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

export class ClearancePlot {
  // handlers: seek(time), claim(claim)
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
    this.claims = [];
    new ResizeObserver(() => this.draw()).observe(this.node);
  }

  show(motion) {
    this.motion = motion;
    this.draw();
  }

  // Shows a row of the claims of a pair, and the chosen one.
  showClaims(claims, chosen) {
    this.claims = claims;
    this.chosen = chosen;
    this.draw();
  }

  // Switches the curve inside the robot, and the steps of methods.
  switch({ inside, methods }) {
    if (this.inside === inside && this.methods === methods) return;
    Object.assign(this, { inside, methods });
    this.draw();
  }

  drawnCurves() {
    const { curve, self } = this.motion;
    const curves = [['curve', curve]];
    if (this.inside || !curve) curves.unshift(['self', self]);
    return curves.filter(([, one]) => one?.times.length);
  }

  // The largest distance that is drawn.
  highest() {
    let most = 1e-3;
    for (const [, { distance }] of this.drawnCurves()) for (const value of distance) if (value < 1e6) most = Math.max(most, value);
    for (const [, , distance] of this.motion.lower) most = Math.max(most, distance);
    return most;
  }

  grab(event) {
    const claim = event.target.claim;
    if (claim) {
      this.handlers.claim(claim === this.chosen ? null : claim);
      return;
    }
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
    if (!this.motion || this.width < 100) return;
    const rows = (this.claims.length ? 1 : 0) + (this.methods ? this.motion.methods.length : 0);
    this.node.style.setProperty('--lanes', `${rows * LANE + (rows ? 6 : 0)}px`);
    this.height = this.node.clientHeight;
    this.bottom = this.height - FOOT; // lower end of the rows
    this.foot = this.bottom - rows * LANE - (rows ? 6 : 0); // lower end of the curve
    const highest = this.highest();
    const step = niceStep(highest, 4);
    this.top = step * Math.ceil(highest / step - 1e-9);
    this.root.setAttribute('viewBox', `0 0 ${this.width} ${this.height}`);
    this.head = svg('g.head', {});
    this.root.replaceChildren(...this.axes(step), ...this.proof(), ...this.curves(), ...this.marks(), ...this.rows(), this.head);
    this.at(this.time ?? this.motion.begin, this.distance);
  }

  axes(step) {
    const { begin, end, seconds, lower } = this.motion;
    const nodes = this.drawnCurves().length || lower.length ? this.heights(step) : [];
    nodes.push(svg('line.grid', { x1: LEFT, x2: this.width - RIGHT, y1: this.bottom, y2: this.bottom }));
    const tick = niceStep(end - begin || 1, Math.max(2, Math.min(10, this.width / 90)));
    for (let i = Math.ceil(begin / tick - 1e-9); i * tick <= end + 1e-9 * tick; i++) {
      const x = this.x(i * tick);
      nodes.push(svg('line.axis', { x1: x, x2: x, y1: this.bottom, y2: this.bottom + 4 }));
      nodes.push(svg('text.middle', { x, y: this.bottom + 17 }, String(Number((i * tick).toPrecision(6)))));
    }
    nodes.push(svg('text.end.unit', { x: this.width - RIGHT, y: this.height - 4 }, seconds ? 'time, s' : 'time, share of the motion'));
    return nodes;
  }

  // The horizontal lines with distances.
  heights(step) {
    const nodes = [];
    const unit = this.top > 2 ? 1 : 1000;
    nodes.push(svg('text.end', { x: LEFT - 8, y: 15 }, 'distance'));
    const steps = Math.round(this.top / step);
    for (let i = 0; i <= steps; i++) {
      const y = this.y(i * step);
      const name = i === steps ? (unit === 1 ? ' m' : ' mm') : '';
      nodes.push(svg('line.grid', { x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y }));
      nodes.push(svg('text.end', { x: LEFT - 8, y: y + 4 }, String(Number((i * step * unit).toPrecision(4))) + name));
    }
    const { margin } = this.page;
    if (margin > 0) nodes.push(svg('line.margin', { x1: LEFT, x2: this.width - RIGHT, y1: this.y(margin), y2: this.y(margin) }, svg('title', {}, `margin ${distanceText(margin)}`)));
    return nodes;
  }

  // The proven lower bounds, and the part without proof.
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
    for (const [name, curve] of this.drawnCurves()) {
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
    const text = `contact: ${verdict.pair.join(' and ')}`;
    const room = Math.floor((before ? x - LEFT : this.width - x) / 6.6) - 3; // letters
    return [
      svg('line.contact', { x1: x, x2: x, y1: TOP - 5, y2: this.bottom }),
      svg(`text.contact-name${before ? '.end' : ''}`, { x: before ? x - 9 : x + 9, y: 13 }, text.length > room ? 'contact' : text),
    ];
  }

  // The rows below the curve: the claims of the chosen pair, and the samples and proofs of methods.
  rows() {
    const nodes = [];
    let y = this.foot + 6;
    const label = (text) => nodes.push(svg('text.end', { x: LEFT - 8, y: y + 14 }, text));
    const block = (name, from, to, attributes = {}) => {
      const rect = svg(`rect.${name}`, { x: this.x(from), width: Math.max(1, this.x(to) - this.x(from) - 0.75), y: y + 3, height: LANE - 7, rx: 2, ...attributes });
      nodes.push(rect);
      return rect;
    };
    if (this.claims.length) {
      label('proof');
      for (const claim of this.claims) {
        const name = `claim.${claim.rule === 'slab' ? 'slab' : 'travel'}${claim === this.chosen ? '.chosen' : ''}`;
        const rect = block(name, claim.from, claim.to);
        rect.append(svg('title', {}, `${clockText(this.motion, claim.from)} to ${clockText(this.motion, claim.to)}: ${claim.rule}`));
        rect.claim = claim;
      }
      y += LANE;
    }
    for (const method of this.methods ? this.motion.methods : []) {
      label(method.name);
      for (const [from, to] of method.free ?? []) block('steps', from, to);
      if (method.samples.length > MANY) block('many', this.motion.begin, this.motion.end);
      else
        for (const time of method.samples) {
          const x = this.x(time);
          nodes.push(svg('line.sample', { x1: x, x2: x, y1: y + 3, y2: y + LANE - 4 }));
        }
      this.jump(method, y, nodes);
      y += LANE;
    }
    return nodes;
  }

  // Marks where a sampler stepped over the contact.
  jump({ name, samples, verdict: said }, y, nodes) {
    const { verdict, begin, end } = this.motion;
    if (name !== 'sampled' || said === 'contact' || verdict.verdict !== 'contact' || !samples.length) return;
    const before = samples.reduce((best, t) => (t <= verdict.time && t > best ? t : best), begin);
    const after = samples.reduce((best, t) => (t > verdict.time && t < best ? t : best), end);
    nodes.push(svg('rect.jump', { x: this.x(before), width: this.x(after) - this.x(before), y: y + 3, height: LANE - 7 }));
    const right = this.x(after) < this.width - 130;
    nodes.push(svg(`text.jump-name${right ? '' : '.end'}`, { x: right ? this.x(after) + 5 : this.x(before) - 5, y: y + 14 }, 'it jumped here'));
    for (const time of [before, after]) {
      const height = heightAt(this.motion.curve, time);
      if (height !== null) nodes.push(svg('circle.jump-end', { cx: this.x(time), cy: this.y(height), r: 4 }));
    }
  }

  // Marks a time. distance: that of the nearest pair; between samples the drawn curve is somewhat off.
  at(time, distance) {
    Object.assign(this, { time, distance });
    if (!this.head) return;
    const { motion } = this;
    const x = this.x(time);
    const height = heightAt(motion.curve, time);
    this.head.replaceChildren(
      svg('line', { x1: x, x2: x, y1: TOP - 8, y2: this.bottom }),
      svg('path', { d: `M${x - 6} ${TOP - 14}h12v6l-6 6l-6-6z` }),
      ...(height === null ? [] : [svg('circle', { cx: x, cy: this.y(height), r: 4.5 })]),
    );
    this.root.setAttribute('aria-valuemin', motion.begin);
    this.root.setAttribute('aria-valuemax', motion.end);
    this.root.setAttribute('aria-valuenow', time);
    this.root.setAttribute('aria-valuetext', clockText(motion, time) + (distance === undefined ? '' : `, ${distanceText(distance)}`));
  }
}
