// A plain drawing for browsers without WebGL: the outline of each part seen from one side, far parts first.
import { Vector3 } from 'three';
import { grownBy, matrixOf } from './body_meshes.js';
import { geometryOf, grownGeometry, planarHull, thinPartsOf } from './geometry.js';
import { IDENTITY } from './pose.js';

const MOST = 400; // the most points of a part from which its outline is made

export class FlatView {
  constructor(container, page, colorOf) {
    Object.assign(this, { container, page, colorOf, flat: page.dimension === 2, beforeDraw: [], zoomed: 1, moved: [0, 0] });
    this.canvas = document.createElement('canvas');
    container.append(this.canvas);
    this.points = new Map();
    this.around = -0.9;
    this.above = 0.45;
    this.onCamera = () => {};
    this.onFirst = () => {};
    new ResizeObserver(() => {
      this.draw();
      this.onFirst();
    }).observe(container);
  }

  // The points of a part, grown by a length.
  partPoints(part, grown = 0) {
    const key = `${part.shape} ${part.pose} ${part.scale} ${grown}`;
    if (!this.points.has(key)) {
      const shape = this.page.shapes[part.shape];
      const { position } = (grown ? grownGeometry(shape, grown) : geometryOf(shape)).attributes;
      const matrix = matrixOf(part.pose ?? IDENTITY, part.scale);
      const every = shape.kind === 'polygon' ? 1 : Math.ceil(position.count / MOST);
      const list = grown ? [] : thinPartsOf(shape).flat().map((end) => end.clone().applyMatrix4(matrix));
      for (let i = 0; i < position.count; i += every) list.push(new Vector3().fromBufferAttribute(position, i).applyMatrix4(matrix));
      this.points.set(key, list);
    }
    return this.points.get(key);
  }

  showPadding(on) {
    this.isPadded = on;
  }

  // The plane of the drawing: right, up, and towards the eye.
  axes() {
    if (this.flat) return [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)];
    const [c, s, h, v] = [Math.cos(this.around), Math.sin(this.around), Math.cos(this.above), Math.sin(this.above)];
    return [new Vector3(-s, c, 0), new Vector3(-v * c, -v * s, h), new Vector3(h * c, h * s, v)];
  }

  frame(glimpses) {
    this.poses = glimpses.at(-1);
    const low = new Vector3(Infinity, Infinity, Infinity);
    const high = low.clone().negate();
    this.eachPart((points, matrix) => {
      for (const point of points) {
        const p = point.clone().applyMatrix4(matrix);
        low.min(p);
        high.max(p);
      }
    });
    if (!(high.x >= low.x)) low.set(-1, -1, 0) && high.set(1, 1, 1);
    this.ball = { center: low.clone().add(high).multiplyScalar(0.5), radius: low.distanceTo(high) / 2 || 1 };
  }

  eachPart(visit) {
    this.page.bodies.forEach((body, i) => {
      const at = matrixOf(this.poses[i]);
      for (const part of body.parts) visit(this.partPoints(part), at, i, part);
    });
  }

  show(poses) {
    this.poses = poses;
    this.draw();
  }

  recolor(colors) {
    this.colors = colors;
    this.draw();
  }

  toScreen(point) {
    const { clientWidth: width, clientHeight: height } = this.container;
    const [right, up] = this.axes();
    const from = new Vector3(...point).sub(this.ball.center);
    const scale = (this.zoomed * Math.min(width, height)) / (2 * this.ball.radius);
    return [width / 2 + scale * (from.dot(right) + this.moved[0]), height / 2 - scale * (from.dot(up) + this.moved[1])];
  }

  draw() {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (!width || !this.poses || !this.colors) return;
    const ratio = window.devicePixelRatio;
    Object.assign(this.canvas, { width: width * ratio, height: height * ratio });
    const pen = this.canvas.getContext('2d');
    pen.scale(ratio, ratio);
    pen.fillStyle = this.colors.scene;
    pen.fillRect(0, 0, width, height);
    const [, , towards] = this.axes();
    const parts = [];
    this.eachPart((points, matrix, body, part) => {
      const world = points.map((point) => point.clone().applyMatrix4(matrix));
      const depth = world.reduce((sum, p) => sum + p.dot(towards), 0) / world.length;
      parts.push({ world, depth: this.flat ? (this.page.bodies[body].kind === 'obstacle' ? 0 : 1) : depth, body, part });
    });
    parts.sort((a, b) => a.depth - b.depth);
    pen.lineJoin = 'round';
    for (const { world, body, part } of parts) {
      if (this.isPadded) this.shell(pen, body, part);
      this.outline(pen, world, this.colorOf(body), this.page.shapes[part.shape], part, body);
    }
    for (const step of this.beforeDraw) step(pen);
  }

  // Draws the shell of a part: its padding, and the rounding of a mesh.
  shell(pen, body, part) {
    const grown = grownBy(this.page, this.page.bodies[body], part);
    if (!(grown > 0)) return;
    const at = matrixOf(this.poses[body]);
    const points = planarHull(this.partPoints(part, this.page.bodies[body].padding || 1e-9).map((point) => this.toScreen(point.clone().applyMatrix4(at).toArray())));
    pen.beginPath();
    points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.globalAlpha = 0.35;
    pen.fillStyle = this.colorOf(body);
    pen.fill();
    pen.globalAlpha = 1;
  }

  outline(pen, world, color, shape, part, body) {
    let points = world.map((p) => this.toScreen([p.x, p.y, p.z]));
    if (shape.kind === 'polygon' && !shape.rounding) {
      const matrix = matrixOf(this.poses[body]).multiply(matrixOf(part.pose ?? IDENTITY, part.scale));
      points = [];
      for (let i = 0; i < shape.vertices.length; i += 2)
        points.push(this.toScreen(new Vector3(shape.vertices[i], shape.vertices[i + 1], 0).applyMatrix4(matrix).toArray()));
    } else points = points.length > 1 ? planarHull(points) : points;
    pen.beginPath();
    if (points.length === 1) pen.arc(...points[0], 2.5, 0, 2 * Math.PI);
    else points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.closePath();
    pen.globalAlpha = 0.92;
    pen.fillStyle = color;
    pen.fill();
    pen.globalAlpha = 0.45;
    pen.strokeStyle = this.colors.ink;
    pen.stroke();
    pen.globalAlpha = 1;
  }

  drawNow() {
    this.draw();
  }

  camera6() {
    return [this.around, this.above, ...this.moved, 0, 0, this.zoomed];
  }

  setCamera([around, above, x, y, , , zoomed]) {
    Object.assign(this, { around, above, moved: [x, y], zoomed: zoomed ?? 1 });
    this.draw();
  }

  home() {
    this.setCamera([-0.9, 0.45, 0, 0, 0, 0, 1]);
  }

  orbit(right, up) {
    this.around += right * 0.12;
    this.above = Math.min(1.5, Math.max(-1.5, this.above + up * 0.12));
    this.draw();
    this.onCamera();
  }

  zoom(factor) {
    this.zoomed *= factor;
    this.draw();
    this.onCamera();
  }
}
