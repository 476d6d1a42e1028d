// The scene in 3D, or from above where it is planar: bodies, light, camera. Draws when something changed.
import {
  AmbientLight, Box3, Color, DirectionalLight, GridHelper, HemisphereLight, OrthographicCamera, PCFShadowMap,
  PerspectiveCamera, Scene, Sphere, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { BodyMeshes } from './body_meshes.js';
import { niceStep } from './numbers.js';

const MOST_SHADOWS = 1000; // with more bodies there are no shadows
const VIEW_FROM = new Vector3(1.15, -1.5, 0.95).normalize();

export class SceneView {
  // A view; null without WebGL.
  static open(container, page, colorOf) {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
    return context && new SceneView(container, page, colorOf, canvas, context);
  }

  constructor(container, page, colorOf, canvas, context) {
    this.container = container;
    this.page = page;
    this.colorOf = colorOf;
    this.flat = page.dimension === 2;
    this.width = this.height = 1; // of the picture, in pixels
    this.bodies = new BodyMeshes(page); // while the graphics card prepares the context
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.canvas = canvas;
    container.append(this.canvas);
    this.scene = new Scene();
    this.scene.add(this.bodies.group);
    this.camera = this.flat
      ? new OrthographicCamera(-1, 1, 1, -1, -1000, 1000)
      : new PerspectiveCamera(36, 1, 0.01, 200);
    this.camera.up.set(0, 0, 1);
    this.addLight();
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableRotate = !this.flat;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.draw());
    this.onCamera = () => {};
    this.controls.addEventListener('end', () => this.onCamera());
    this.beforeDraw = [];
    this.onFirst = () => {};
    new ResizeObserver(() => this.resize()).observe(container); // its first call draws the first picture
  }

  addLight() {
    if (this.flat) {
      this.scene.add(new AmbientLight(0xffffff, 3));
      return;
    }
    this.scene.add(new HemisphereLight(0xffffff, 0x8d8a86, 2.1));
    this.sun = new DirectionalLight(0xffffff, 1.7);
    this.scene.add(this.sun, this.sun.target);
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // only when bodies have moved
  }

  get canShadow() {
    return !this.flat && this.page.bodies.length < MOST_SHADOWS;
  }

  // Whether the processor draws, not a graphics card: shadows then cost more than all else.
  get isSlow() {
    const gl = this.renderer.getContext();
    const names = gl.getExtension('WEBGL_debug_renderer_info');
    return /swiftshader|llvmpipe|software|basic render/i.test(gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  }

  setShadows(on) {
    if (this.flat || this.sun.castShadow === (on && this.canShadow)) return;
    this.sun.castShadow = on && this.canShadow;
    this.draw();
  }

  // Aims the light: it comes from behind the left shoulder of the first view.
  aimLight() {
    if (this.flat) return;
    const { center, radius } = this.ball;
    const across = new Vector3(this.from.y, -this.from.x, 0);
    this.sun.position.copy(center).addScaledVector(this.from, 0.8 * radius).addScaledVector(across, -1.1 * radius);
    this.sun.position.z = center.z + 2.4 * radius;
    this.sun.target.position.copy(center);
    const { shadow } = this.sun;
    const wide = 1.7 * radius;
    Object.assign(shadow.camera, { left: -wide, right: wide, top: wide, bottom: -wide, near: 0.1 * radius, far: 6 * radius });
    shadow.mapSize.set(2048, 2048);
    shadow.bias = -0.0005;
    shadow.normalBias = 0.004 * radius;
    shadow.intensity = 0.45;
    shadow.radius = 3;
    this.bodies.group.traverse((object) => (object.castShadow = object.receiveShadow = Boolean(object.isMesh)));
  }

  // Places the grid under the scene, and the camera so that it sees the robots at these poses.
  frame(glimpses) {
    const all = new Box3();
    const robots = new Box3();
    const moving = this.page.bodies.map(({ kind }, i) => kind === 'link' && this.bodies.single[i]).filter(Boolean);
    glimpses.forEach((poses, i) => {
      this.bodies.move(poses);
      this.scene.updateMatrixWorld(true);
      for (const body of moving) robots.expandByObject(body);
      if (i === glimpses.length - 1) all.setFromObject(this.bodies.group);
    });
    all.union(robots);
    if (all.isEmpty()) all.set(new Vector3(-1, -1, 0), new Vector3(1, 1, 1));
    const ball = all.getBoundingSphere(new Sphere());
    const near = (robots.isEmpty() ? all : robots).getBoundingSphere(new Sphere());
    const most = (this.page.motions.length ? 1.25 : 12) * near.radius; // without motions the whole scene is of interest
    if (!this.flat && ball.radius > most) {
      ball.center.lerp(near.center, 0.85);
      ball.radius = most;
    }
    this.ball = ball;
    this.size = all.getSize(new Vector3());
    this.from = this.openSide();
    this.aimLight();
    this.addGrid(all);
    this.home();
  }

  // The direction of the first view: a side on which no tall obstacle hides the robots.
  openSide() {
    const sides = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => VIEW_FROM.clone().applyAxisAngle(new Vector3(0, 0, 1), (i * Math.PI) / 4));
    const hidden = sides.map((_, i) => (i === 0 ? 0 : 0.02 * this.ball.radius ** 2 + 1e-3 * Math.min(i, 8 - i)));
    for (const [i, body] of this.page.bodies.entries()) {
      const box = body.kind === 'link' ? new Box3() : this.bodies.boxOf(i);
      if (box.isEmpty()) continue;
      const size = box.getSize(new Vector3());
      const away = box.getCenter(new Vector3()).sub(this.ball.center);
      if (away.length() > 3 * this.ball.radius) continue;
      const face = size.z * Math.max(Math.min(size.x, size.y), 0.3 * Math.max(size.x, size.y));
      sides.forEach((side, k) => (hidden[k] += face * Math.max(0, away.x * side.x + away.y * side.y) / this.ball.radius));
    }
    return sides[hidden.indexOf(Math.min(...hidden))];
  }

  addGrid(box) {
    const step = niceStep(Math.max(this.size.x, this.size.y, 1e-3), 12);
    const cells = 2 * Math.ceil((0.75 * Math.max(this.size.x, this.size.y)) / step);
    this.grid = new GridHelper(cells * step, cells);
    this.grid.rotateX(Math.PI / 2);
    this.grid.position.set(
      Math.round((box.min.x + box.max.x) / 2 / step) * step,
      Math.round((box.min.y + box.max.y) / 2 / step) * step,
      this.flat ? -0.01 : box.min.z - 1e-3 * this.size.length(),
    );
    this.grid.material.transparent = true;
    this.grid.material.vertexColors = false;
    this.gridStep = step;
    this.scene.add(this.grid);
  }

  home() {
    this.takeSize();
    const { center, radius } = this.ball;
    this.controls.target.copy(center);
    if (this.flat) {
      this.camera.position.set(center.x, center.y, 10);
      this.camera.zoom = 1;
    } else {
      this.camera.position.copy(this.from).multiplyScalar((1.02 * radius) / Math.sin(this.angle() / 2)).add(center);
      this.camera.near = radius / 200;
      this.camera.far = radius * 200;
    }
    this.takeSize();
    this.controls.update();
    this.draw();
  }

  // The smaller one of the camera's angles of view.
  angle() {
    const up = (this.camera.fov * Math.PI) / 180;
    return Math.min(up, 2 * Math.atan(Math.tan(up / 2) * this.aspect()));
  }

  aspect() {
    return this.width / this.height;
  }

  resize() {
    const isFirst = !this.isLaidOut;
    this.isLaidOut = true;
    this.takeSize();
    if (isFirst) this.makePrograms();
    this.drawNow();
    if (isFirst) this.onFirst();
  }

  // Makes the shader programs before the first picture: a program that is requested between two bodies waits
  // for the drawing of the first one.
  makePrograms() {
    this.renderer.compile(this.scene, this.camera);
    for (const program of this.renderer.info.programs) program.getUniforms();
  }

  takeSize() {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (width && height && this.ball) this.fit(width, height);
  }

  // Sets the size of the picture, in pixels.
  fit(width, height) {
    const size = this.renderer.getSize(new Vector2());
    Object.assign(this, { width, height });
    if (this.isLaidOut && (size.x !== width || size.y !== height)) this.renderer.setSize(width, height, false);
    if (this.flat) {
      const half = 0.55 * Math.max(this.size.y, this.size.x / this.aspect());
      Object.assign(this.camera, { top: half, bottom: -half, left: -half * this.aspect(), right: half * this.aspect() });
    } else {
      this.camera.aspect = this.aspect();
    }
    this.camera.updateProjectionMatrix();
  }

  // Copies the picture to a canvas for printing: of the WebGL canvas a printer gets the old picture of the
  // screen.
  copyTo(canvas) {
    const ratio = this.renderer.getPixelRatio();
    this.renderer.setPixelRatio(1);
    this.fit(canvas.width, canvas.height);
    this.drawNow();
    const pen = canvas.getContext('2d');
    pen.drawImage(this.canvas, 0, 0);
    const restore = () => {
      this.renderer.setPixelRatio(ratio);
      this.resize();
    };
    return { pen, restore };
  }

  recolor(colors) {
    this.scene.background = new Color(colors.scene);
    this.grid.material.color.set(colors.grid);
    this.draw();
  }

  show(poses) {
    this.bodies.move(poses);
    this.renderer.shadowMap.needsUpdate = true;
    this.page.bodies.forEach((body, i) => this.bodies.paint(i, this.colorOf(i)));
    this.draw();
  }

  draw() {
    if (this.isLaidOut) this.pending ??= requestAnimationFrame(() => this.drawNow());
  }

  drawNow() {
    cancelAnimationFrame(this.pending);
    this.pending = undefined;
    if (!this.ball) return;
    this.camera.updateMatrixWorld();
    for (const step of this.beforeDraw) step();
    this.renderer.render(this.scene, this.camera);
  }

  // The position on the canvas of a point of the world, in pixels; null behind the camera.
  toScreen(point) {
    const seen = new Vector3(...point).project(this.camera);
    if (!this.flat && seen.z > 1) return null;
    return [((seen.x + 1) / 2) * this.width, ((1 - seen.y) / 2) * this.height];
  }

  // The length of a pixel at a point, in metres.
  pixel(point) {
    if (this.flat) return (this.camera.top - this.camera.bottom) / this.camera.zoom / this.height;
    const away = this.camera.position.distanceTo(new Vector3(...point));
    return (2 * away * Math.tan((this.camera.fov * Math.PI) / 360)) / this.height;
  }

  camera6() {
    return [...this.camera.position.toArray(), ...this.controls.target.toArray(), this.camera.zoom];
  }

  setCamera(numbers) {
    this.camera.position.fromArray(numbers, 0);
    this.controls.target.fromArray(numbers, 3);
    this.camera.zoom = numbers[6] ?? 1;
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
  }

  orbit(right, up) {
    const offset = this.camera.position.clone().sub(this.controls.target);
    if (this.flat) {
      const step = 60 * this.pixel([0, 0, 0]);
      const move = new Vector3(-right * step, up * step, 0);
      this.camera.position.add(move);
      this.controls.target.add(move);
    } else {
      const flatLength = Math.hypot(offset.x, offset.y);
      const around = Math.atan2(offset.y, offset.x) + right * 0.12;
      const above = Math.min(1.55, Math.max(-1.55, Math.atan2(offset.z, flatLength) + up * 0.12));
      const length = offset.length();
      offset.set(Math.cos(above) * Math.cos(around), Math.cos(above) * Math.sin(around), Math.sin(above));
      this.camera.position.copy(this.controls.target).addScaledVector(offset, length);
    }
    this.controls.update();
    this.draw();
    this.onCamera();
  }

  zoom(factor) {
    if (this.flat) this.camera.zoom *= factor;
    else this.camera.position.sub(this.controls.target).multiplyScalar(1 / factor).add(this.controls.target);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.draw();
    this.onCamera();
  }
}
