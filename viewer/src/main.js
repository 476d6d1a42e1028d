// The page: reads its data, puts the parts together and keeps them on one motion and one time.
import { bodyPoses } from './kinematics.js';
import { ClearancePlot } from './clearance_plot.js';
import { nearestAt } from './curve.js';
import { element } from './dom.js';
import { clockText, distanceText } from './numbers.js';
import { readPage } from './page_data.js';
import { SceneView } from './scene_view.js';

class App {
  constructor(page) {
    this.page = page;
    this.motion = page.motions[0] ?? { begin: 0, end: 0, times: [], carried: [], verdict: {} };
    this.time = this.motion.begin;
    this.build();
    this.scene.frame(bodyPoses(page, this.motion, this.time));
    this.scene.recolor(getComputedStyle(document.documentElement));
    this.plot.show(this.motion);
    this.seek(this.time);
  }

  build() {
    const { page } = this;
    document.title = `${page.title} – Leeway`;
    this.stage = element('div.stage');
    this.plot = new ClearancePlot(page, { seek: (time) => this.seek(time) });
    this.playButton = element('button', { click: () => this.setPlaying(!this.playing), 'aria-label': 'Play' }, '▶');
    this.clock = element('output.clock');
    document.getElementById('app').append(
      element('header', {}, element('h1', {}, page.title)),
      this.stage,
      element('div.transport', {}, this.playButton, this.clock),
      this.plot.node,
    );
    this.scene = new SceneView(this.stage, page, (body) => this.colorOf(body));
  }

  colorOf(body) {
    const style = getComputedStyle(document.documentElement);
    return style.getPropertyValue(`--${this.page.bodies[body].kind}`).trim();
  }

  seek(time) {
    this.time = Math.min(this.motion.end, Math.max(this.motion.begin, time));
    this.scene.show(bodyPoses(this.page, this.motion, this.time));
    this.plot.at(this.time);
    const nearest = nearestAt(this.motion.curve, this.time);
    this.clock.textContent =
      clockText(this.motion, this.time) +
      (nearest ? ` ${nearest.pair.map((body) => this.page.bodies[body].name).join(' and ')}: ${distanceText(nearest.distance)}` : '');
  }

  setPlaying(playing) {
    this.playing = playing;
    this.playButton.textContent = playing ? '⏸' : '▶';
    if (!playing) return;
    if (this.time >= this.motion.end) this.seek(this.motion.begin);
    let last = performance.now();
    const step = (now) => {
      if (!this.playing) return;
      const rate = this.motion.seconds ? 1 : (this.motion.end - this.motion.begin) / 8;
      this.seek(this.time + ((now - last) / 1000) * rate);
      last = now;
      if (this.time >= this.motion.end) this.setPlaying(false);
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }
}

const page = readPage(document);
if (page) window.leeway = new App(page);
else document.getElementById('app').append(element('p.empty', {}, 'This page holds no scene: leeway view writes pages that do.'));
