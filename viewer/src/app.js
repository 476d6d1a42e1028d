// Puts the parts of the page together, and keeps them on one motion, one time, one pair.
import { Color, Raycaster, Vector2 } from 'three';
import { isForeign, readAddress, writeAddress } from './address.js';
import { CellSection } from './cell_section.js';
import { DelaySection } from './delay_section.js';
import { ClearancePlot } from './clearance_plot.js';
import { lowest, nearestAt } from './curve.js';
import { element } from './dom.js';
import { FlatView } from './flat_view.js';
import { listen } from './keyboard.js';
import { bodyPoses, carrier, lastAtMost } from './kinematics.js';
import { MotionList } from './motion_list.js';
import { clockText, distanceText, niceStep } from './numbers.js';
import { Report } from './report.js';
import { SceneOverlays } from './scene_overlays.js';
import { SceneView } from './scene_view.js';
import { NowSection, ProofSection, Switches, VerdictSection, keys, legend, paddingName } from './side_panel.js';
import { followTheme, forPaper, isDark, palette, switchTheme } from './theme.js';
import { nameOf, summary, verdictLine, verdictName } from './verdict_text.js';

const NOTHING = { id: null, name: '', begin: 0, end: 1, seconds: false, columns: [], times: [], carried: [], claims: [], methods: [], layers: [], lower: [], meetings: [], steps: [], verdict: {} };
const USUAL = { nearest: true, inside: false, clearance: false, padding: true, covers: false, layers: false, roadmap: true, methods: false, shadows: true };
const PLAY_SECONDS = 8; // duration of playing a motion that is not in seconds
const QUIET = 400; // milliseconds without a change, after which a screen reader is told the state

export class App {
  constructor(root, page) {
    Object.assign(this, { root, page, index: 0, speed: 1, playing: false, claim: null, pair: null });
    this.motions = page.motions.length ? page.motions : [NOTHING];
    this.motion = this.motions[0];
    this.time = this.motion.begin;
    const scales = this.motions.map(({ curve }) => curve?.distance.reduce((a, b) => Math.max(a, b < 1e6 ? b : 0), 0) ?? 0);
    this.scale = niceStep(Math.max(1e-3, scales.reduce((a, b) => Math.max(a, b), 0)), 3); // the distance from which a link has the colour for far
    this.build();
    followTheme(() => this.recolor());
    this.scene.frame(this.glimpses());
    this.takeColors();
    this.fromAddress();
    listen(this);
    addEventListener('hashchange', () => isForeign() && this.fromAddress());
    this.scene.onFirst = () => (this.ready ??= performance.now()); // the time of the first picture, milliseconds since the page was requested
    addEventListener('beforeprint', () => this.print(true));
    addEventListener('afterprint', () => this.print(false));
  }

  // The poses of the bodies at some times of the first motions, those of the first motion last.
  glimpses() {
    const poses = [];
    for (const motion of this.motions.slice(0, 3).reverse())
      for (let i = 8; i >= 0; i--) poses.push(bodyPoses(this.page, motion, motion.begin + ((motion.end - motion.begin) * i) / 8));
    return poses;
  }

  build() {
    const { page } = this;
    document.title = `${page.title} – Leeway`;
    this.stage = element('div.stage', { tabindex: '0', role: 'application', 'aria-label': 'Scene', 'aria-roledescription': 'scene' });
    this.openScene();
    this.tag = element('div.tag', { 'aria-hidden': 'true' });
    this.hint = element('div.hint', { 'aria-hidden': 'true', hidden: true });
    this.all = this.motions.length > 1 && this.chipOf(...summary(page));
    this.chip = element('p', {});
    this.live = element('p.live', { role: 'status', 'aria-live': 'polite' });
    this.plot = new ClearancePlot(page, { seek: (time) => this.seek(time), claim: (claim) => this.chooseClaim(claim) });
    const head = element('header', {}, element('h1', {}, page.title), this.all, this.chip,
      (this.themeButton = element('button.theme', { click: () => this.switchTheme() })));
    const left = element('main', {}, this.stage, this.transport(), this.plot.node);
    this.root.className = [page.kind === 'report' && 'wide', !page.motions.length && 'still'].filter(Boolean).join(' ');
    this.root.append(head, left, this.side(), this.live);
    this.paper = element('canvas.paper', { width: 1456, height: 736, 'aria-hidden': 'true' });
    this.stage.append(this.paper, this.tag, this.hint);
  }

  openScene() {
    const colorOf = (body) => this.colorOf(body);
    this.usual = { ...USUAL };
    this.scene = SceneView.open(this.stage, this.page, colorOf);
    if (this.scene) {
      this.overlays = new SceneOverlays(this.scene, this.page);
      this.stage.classList.add('webgl');
      this.usual.shadows = this.scene.canShadow && !this.scene.isSlow;
      this.scene.canvas.addEventListener('pointermove', (event) => this.hover(event));
      this.scene.canvas.addEventListener('pointerleave', () => (this.hint.hidden = true));
    } else {
      this.scene = new FlatView(this.stage, this.page, colorOf);
      this.scene.beforeDraw.push((pen) => this.drawPair(pen));
      this.stage.append(element('p.plain', {}, 'This browser has no WebGL: a plain drawing.'));
    }
    this.switches = { ...this.usual };
    this.scene.onCamera = () => {
      this.moved = true;
      this.keepAddress();
    };
    this.scene.beforeDraw.push(() => this.placeTag());
  }

  transport() {
    const speeds = [0.1, 0.25, 0.5, 1, 2, 4];
    this.playButton = element('button.play', { click: () => this.setPlaying(!this.playing) });
    this.clock = element('output.clock', { 'aria-hidden': 'true' });
    this.contactButton = element('button', { click: () => this.toContact() }, 'Contact');
    this.lowestButton = element('button', { click: () => this.toLowest() }, 'Lowest');
    this.shownPlaying(false);
    return element('div.transport', { role: 'group', 'aria-label': 'Play' },
      this.playButton, this.clock, element('span.spring'), this.contactButton, this.lowestButton,
      element('label', {}, 'Speed ', element('select', { change: (event) => (this.speed = Number(event.target.value)) },
        speeds.map((speed) => element('option', { value: String(speed), selected: speed === 1 }, `${speed}×`)))),
      element('button', { click: () => this.home() }, 'Home view'));
  }

  side() {
    const { page } = this;
    const choose = (i) => this.chooseMotion(i);
    this.cell = page.cell && new CellSection(page, (index, time) => this.chooseMotion(index, time));
    this.delays = page.delays && new DelaySection(page, choose);
    if (page.kind === 'report') this.report = new Report(page, choose, this.cell?.matrix);
    else if (page.motions.length > 1) this.list = new MotionList(page, choose);
    this.verdict = new VerdictSection(page);
    this.now = new NowSection(page);
    this.proof = new ProofSection(page, {
      pair: (pair) => this.choosePair(pair),
      claim: (claim) => this.chooseClaim(claim),
      step: (by) => this.stepClaim(by),
      current: () => this.pair,
    });
    this.show = new Switches(this.entries(), (key, on) => this.setSwitch(key, on));
    const scale = `links by clearance: 0 to ${distanceText(this.scale)}`;
    return element('aside', { 'aria-label': 'Details' },
      this.delays?.node, this.report?.node, this.list?.node, !this.report && this.cell?.matrix,
      page.motions.length > 0 && [this.verdict.node, this.cell?.lines, this.now.node], this.proof.node, this.show.node,
      legend(page, scale), keys());
  }

  // The switches that have something to show.
  entries() {
    const any = (test) => this.motions.some(test);
    const { overlays } = this; // none in the plain drawing
    return [
      any(({ curve }) => curve) && ['nearest', 'nearest pair'],
      overlays && any(({ self }) => self) && ['inside', 'nearest pair inside the robot'],
      any(({ curve }) => curve) && ['clearance', 'links by clearance'],
      paddingName(this.page) && ['padding', paddingName(this.page)],
      overlays && this.page.bodies.some(({ cover }) => cover) && ['covers', 'covers: balls around the links'],
      overlays && any(({ layers }) => layers.length) && ['layers', 'grown layers'],
      overlays && this.page.roadmap && ['roadmap', 'roadmap'],
      any(({ methods }) => methods.length) && ['methods', 'steps of the methods'],
      overlays && this.scene.canShadow && ['shadows', 'shadows'],
    ].filter(Boolean).map(([key, name]) => [key, name, this.switches[key]]);
  }

  // ---- choosing motion, pair and claim ----

  chooseMotion(index, time) {
    this.index = Math.min(this.motions.length - 1, Math.max(0, index));
    this.motion = this.motions[this.index];
    this.claim = null;
    const pairs = ProofSection.pairs(this.motion);
    this.pair = this.decidingPair(pairs);
    const { verdict } = this.motion;
    this.showChip();
    this.contactButton.hidden = verdict.verdict !== 'contact';
    this.lowestButton.hidden = !this.motion.curve;
    this.verdict.show(this.motion);
    this.list?.show(this.index);
    this.report?.show(this.index);
    this.cell?.show(this.index, this.motion);
    this.proof.show(this.motion, this.pair);
    this.plot.show(this.motion);
    this.showProof();
    this.seek(time ?? this.motion.begin);
  }

  chipOf(kind, name, text) {
    return element(`p.chip${kind ? `.${kind}` : ''}`, {}, element('b', {}, name), element('span', {}, text && ` ${text}`));
  }

  // Shows the verdict of the motion in the head; if there are several motions, it is marked as that of the
  // shown one.
  showChip() {
    const { motion, page } = this;
    const { verdict } = motion;
    const name = page.motions.length ? verdictName(verdict) : 'Scene';
    const chip = this.chipOf(verdict.verdict, name, verdictLine(motion));
    if (this.all) {
      chip.classList.add('shown');
      chip.prepend(element('span', {}, `Shown: ${nameOf(motion)} `));
    }
    this.chip.replaceWith(chip);
    this.chip = chip;
  }

  // The pair with claims that came closest, else the one with the most claims.
  decidingPair(pairs) {
    const { curve, verdict } = this.motion;
    const named = verdict.pair ?? verdict.clearance_pair;
    const deciding = named && pairs.find((pair) => pair.every((body) => named.includes(this.page.bodies[body].name)));
    if (deciding) return deciding;
    if (curve?.distance.length) {
      const i = lowest(curve);
      const nearest = [...curve.pair.subarray(2 * i, 2 * i + 2)].sort().join();
      const found = pairs.find((pair) => [...pair].sort().join() === nearest);
      if (found) return found;
    }
    return pairs[0] ?? null;
  }

  choosePair(pair) {
    this.pair = pair;
    this.claim = null;
    this.showProof();
    this.seek(this.time);
  }

  chooseClaim(claim) {
    this.claim = claim;
    if (claim) this.pair = claim.pair;
    this.showProof();
    this.seek(claim && (this.time < claim.from || this.time > claim.to) ? claim.at ?? claim.from : this.time);
  }

  // The claims of the chosen pair, in order of time.
  claimsOfPair() {
    const key = this.pair?.join();
    return this.motion.claims.filter(({ kind, pair }) => kind === 'apart' && pair.join() === key).sort((a, b) => a.from - b.from);
  }

  // Goes to the next or the last claim of the pair; at first to the claim at the present time.
  stepClaim(by) {
    const mine = this.claimsOfPair();
    const now = mine.findIndex(({ from, to }) => from <= this.time && this.time <= to);
    const next = this.claim ? mine.indexOf(this.claim) + by : Math.max(0, now);
    if (mine[next]) this.chooseClaim(mine[next]);
  }

  showProof() {
    this.plot.showClaims(this.claimsOfPair(), this.claim);
  }

  setSwitch(key, on) {
    this.switches[key] = on;
    this.show.set(key, on);
    this.plot.switch(this.switches);
    this.seek(this.time);
  }

  seek(time) {
    const { begin, end } = this.motion;
    this.time = Math.min(end, Math.max(begin, time));
    const { page, motion, switches } = this;
    const poses = bodyPoses(page, motion, this.time);
    this.nearest = nearestAt(motion.curve, this.time, poses);
    this.points = this.nearest?.points;
    const inside = nearestAt(motion.self, this.time, poses);
    this.links = this.linkDistances();
    this.overlays?.nearest.show(switches.nearest ? this.points : null, this.isContact() ? this.colors.contact : this.colors.nearest);
    this.overlays?.inside.show(switches.inside ? inside?.points : null, this.colors.self);
    (this.overlays ?? this.scene).showPadding(switches.padding);
    this.overlays?.showCovers(switches.covers);
    this.overlays?.showLayers(switches.layers ? this.layersNow() : []);
    this.overlays?.showRoadmap(switches.roadmap);
    this.scene.setShadows?.(switches.shadows);
    this.scene.show(poses);
    const inClaim = this.claim && this.time >= this.claim.from && this.time <= this.claim.to;
    const gap = this.overlays?.showSlab(inClaim ? this.claim.pair : null, this.claim?.normal);
    this.proof.showClaim(this.claim, gap, this.time);
    this.plot.at(this.time, this.nearest?.distance);
    this.cell?.at(this.time);
    this.clock.textContent = clockText(motion, this.time);
    this.tell(this.now.show(motion, this.time, this.nearest, inside));
    this.keepAddress();
  }

  layersNow() {
    const widest = new Map(); // the widest layer of each body
    for (const layer of this.motion.layers) {
      const { body, from, to, grown } = layer;
      if (grown > 0 && from <= this.time && this.time <= to && !(widest.get(body)?.grown >= grown)) widest.set(body, layer);
    }
    return [...widest.values()];
  }

  // The distance of each link to the body nearest to it, if the page has it; else only that of the nearest
  // pair.
  linkDistances() {
    const { links, curve } = this.motion;
    const distances = new Map();
    if (links && curve) {
      const row = lastAtMost(curve.times, this.time);
      links.bodies.forEach((body, k) => {
        const distance = links.distance[row * links.bodies.length + k];
        if (distance < Infinity) distances.set(body, distance);
      });
    } else if (this.nearest) this.nearest.pair.forEach((body) => distances.set(body, this.nearest.distance));
    return distances;
  }

  // Whether the nearest pair touches, or is the pair of the contact and as near as there.
  isContact() {
    const { nearest, motion, page } = this;
    const { verdict, begin, end } = motion;
    if (nearest && nearest.distance <= 1e-9) return true;
    if (verdict.verdict !== 'contact') return false;
    if (Math.abs(this.time - verdict.time) <= 1e-6 * (end - begin)) return true;
    const same = nearest?.pair.every((body) => verdict.pair.includes(page.bodies[body].name));
    return Boolean(same) && nearest.distance <= Math.hypot(...verdict.points[0].map((value, i) => value - verdict.points[1][i]));
  }

  // The kind of a body at the present time: a carried obstacle is an object.
  kindOf(body) {
    const { page, motion, time } = this;
    const { kind } = page.bodies[body];
    const isCarried = kind === 'obstacle' && motion.carried.some((change) => change.body === body) && carrier(page, motion, body, time).frame >= 0;
    return isCarried ? 'object' : kind;
  }

  colorOf(body) {
    const { colors } = this;
    const { robot } = this.page.bodies[body];
    const kind = this.kindOf(body);
    const own = kind === 'link' ? colors[`link-${robot % 4}`] : colors[kind];
    const near = this.nearest?.pair.includes(body);
    if (near && this.isContact()) return mix(own, colors.contact, kind === 'obstacle' ? 0.75 : 0.95);
    if (this.switches.clearance && kind !== 'obstacle' && this.links.has(body)) {
      const share = Math.min(1, Math.max(0, this.links.get(body) / this.scale));
      const [low, high, part] = share < 0.5 ? [colors.contact, colors.middle, 2 * share] : [colors.middle, colors.clear, 2 * share - 1];
      return mix(low, high, part);
    }
    return near && this.switches.nearest && kind !== 'obstacle' ? mix(own, colors.nearest, 0.4) : own;
  }

  takeColors() {
    this.colors = { ...palette(), ink: getComputedStyle(document.documentElement).getPropertyValue('--ink').trim() };
    this.themeButton.textContent = isDark() ? 'Light' : 'Dark';
    this.themeButton.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours');
    this.overlays?.recolor(this.colors);
    this.scene.recolor(this.colors);
  }

  recolor() {
    this.takeColors();
    this.seek(this.time);
    this.scene.drawNow();
  }

  // Switches to light colours and back, for printing.
  print(on) {
    this.report?.print(on);
    forPaper(on);
    this.recolor();
    if (!on || !this.overlays) return;
    const { pen, restore } = this.scene.copyTo(this.paper);
    const at = this.points && this.switches.nearest && this.scene.toScreen(this.points[0]);
    if (at) {
      pen.font = '600 22px sans-serif';
      pen.lineWidth = 6;
      pen.strokeStyle = '#fff';
      pen.fillStyle = this.isContact() ? this.colors.contact : this.colors.nearest;
      for (const draw of ['strokeText', 'fillText']) pen[draw](this.tag.textContent, at[0] + 16, at[1] - 14);
    }
    restore();
  }

  switchTheme() {
    switchTheme(() => this.recolor());
  }

  placeTag() {
    const shown = this.switches.nearest && this.points && this.nearest;
    this.tag.hidden = !shown;
    if (!shown) return;
    const middle = this.points[0].map((value, i) => (value + this.points[1][i]) / 2);
    const at = this.scene.toScreen(middle);
    this.tag.hidden = !at;
    if (!at) return;
    this.tag.textContent = this.isContact() ? 'contact' : distanceText(this.nearest.distance);
    this.tag.classList.toggle('contact', this.isContact());
    const { clientWidth: width, clientHeight: height } = this.stage;
    const x = Math.min(width - this.tag.offsetWidth - 8, Math.max(8, at[0] + 14));
    const y = Math.min(height - 30, Math.max(8, at[1] - 30));
    this.tag.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px)`;
  }

  // Without WebGL: the nearest pair on the plain drawing.
  drawPair(pen) {
    if (!this.points || !this.switches.nearest) return;
    const [p, q] = this.points.map((point) => this.scene.toScreen(point));
    pen.strokeStyle = pen.fillStyle = this.isContact() ? this.colors.contact : this.colors.nearest;
    pen.lineWidth = 2.5;
    pen.beginPath();
    pen.moveTo(...p);
    pen.lineTo(...q);
    pen.stroke();
    for (const [x, y] of [p, q]) {
      pen.beginPath();
      pen.arc(x, y, 4, 0, 2 * Math.PI);
      pen.fill();
    }
    pen.lineWidth = 1;
  }

  // The name of the body under the pointer.
  hover(event) {
    if (event.buttons) return;
    const { left, top, width, height } = this.scene.canvas.getBoundingClientRect();
    const x = event.clientX - left;
    const y = event.clientY - top;
    this.ray ??= new Raycaster();
    this.ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), this.scene.camera);
    const hit = this.ray.intersectObject(this.scene.bodies.group, true).find(({ object }) => object.isMesh && !object.userData.overlay);
    const body = hit && this.scene.bodies.bodyOf(hit);
    this.hint.hidden = body === undefined;
    if (body === undefined) return;
    this.hint.textContent = this.page.bodies[body].name;
    this.hint.style.transform = `translate(${Math.round(Math.min(x + 14, width - this.hint.offsetWidth - 8))}px, ${Math.round(Math.min(y + 16, height - 28))}px)`;
  }

  // Tells screen readers, once the page rests.
  tell(text) {
    this.stage.setAttribute('aria-label', `Scene, ${text}`);
    clearTimeout(this.telling);
    this.telling = setTimeout(() => !this.playing && (this.live.textContent = `${this.motion.name} ${text}`.trim()), QUIET);
  }

  // ---- time ----

  step(share) {
    this.setPlaying(false);
    this.seek(this.time + share * (this.motion.end - this.motion.begin));
  }

  toContact() {
    if (this.motion.verdict.verdict === 'contact') this.seek(this.motion.verdict.time);
  }

  toLowest() {
    const { curve } = this.motion;
    if (curve?.times.length) this.seek(curve.times[lowest(curve)]);
  }

  home() {
    this.scene.home();
    this.moved = false;
    this.keepAddress();
  }

  // Returns to the state in which the page opens without an address.
  startAgain() {
    this.setPlaying(false);
    this.scene.home();
    this.moved = false;
    this.chooseMotion(0);
    for (const key of Object.keys(this.usual)) this.setSwitch(key, this.usual[key]);
  }

  shownPlaying(playing) {
    this.playButton.replaceChildren(element(`i.${playing ? 'pause' : 'start'}`, { 'aria-hidden': 'true' }), playing ? 'Pause' : 'Play');
  }

  setPlaying(playing) {
    if (this.playing === playing) return;
    this.playing = playing;
    this.shownPlaying(playing);
    if (!playing) {
      this.seek(this.time);
      return;
    }
    if (this.time >= this.motion.end) this.seek(this.motion.begin);
    let last = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      const rate = this.speed * (this.motion.seconds ? 1 : (this.motion.end - this.motion.begin) / PLAY_SECONDS);
      this.seek(this.time + (Math.max(0, now - last) / 1000) * rate);
      last = now;
      if (this.time >= this.motion.end) this.setPlaying(false);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  // ---- the address ----

  keepAddress() {
    clearTimeout(this.keeping);
    if (this.playing || this.reading) return;
    this.keeping = setTimeout(() => {
      const shown = (switches) => Object.keys(switches).filter((key) => switches[key]);
      writeAddress({
        motion: this.page.motions.length > 1 ? addressOf(this.motion, this.index) : null,
        time: this.time,
        pair: this.claim ? this.pair.map((body) => this.page.bodies[body].name).join('|') : null,
        camera: this.moved ? this.scene.camera6() : null,
        show: shown(this.switches).join() === shown(this.usual).join() ? null : shown(this.switches),
      });
    }, 150);
  }

  fromAddress() {
    const { motion, time, pair, camera, show } = readAddress();
    this.reading = true;
    if (show) for (const key of Object.keys(this.switches)) this.switches[key] = show.includes(key);
    for (const key of Object.keys(this.switches)) this.show.set(key, this.switches[key]);
    this.plot.switch(this.switches);
    const index = this.motions.findIndex((one, i) => addressOf(one, i) === motion);
    this.chooseMotion(Math.max(0, index), time);
    if (pair) {
      const names = pair.split('|');
      const claim = this.motion.claims.find((one) => one.from <= this.time && this.time <= one.to && one.pair.every((body, i) => this.page.bodies[body].name === names[i]));
      if (claim) this.chooseClaim(claim);
    }
    this.moved = Boolean(camera);
    if (camera) this.scene.setCamera(camera);
    this.reading = false;
  }
}

// The text for a motion in the address: its id, which may be any JSON, else its index.
function addressOf({ id }, index) {
  return typeof id === 'string' ? id : JSON.stringify(id ?? index);
}

function mix(from, to, share) {
  return `#${new Color(from).lerp(new Color(to), share).getHexString()}`;
}
