// Overlays over the bodies: the nearest pair, a separating slab, padding, covers, grown layers, the roadmap.
import {
  BufferAttribute, BufferGeometry, CylinderGeometry, DoubleSide, FrontSide, Group, InstancedMesh, LineBasicMaterial, LineSegments,
  Mesh, MeshBasicMaterial, PlaneGeometry, Points, PointsMaterial, Quaternion, SphereGeometry, Vector3,
} from 'three';
import { grownBy, matrixOf } from './body_meshes.js';
import { grownGeometry } from './geometry.js';
import { IDENTITY } from './pose.js';

const Z = new Vector3(0, 0, 1);

const translucent = (opacity, side = FrontSide) => new MeshBasicMaterial({ transparent: true, opacity, depthWrite: false, side });

// Two points and the line between them, as wide as pixels, in front of everything.
class PairMark {
  constructor(view) {
    this.view = view;
    this.material = new MeshBasicMaterial({ depthTest: false, transparent: true });
    this.line = new Mesh(new CylinderGeometry(1, 1, 1, 8).rotateX(Math.PI / 2), this.material);
    this.ends = [0, 1].map(() => new Mesh(new SphereGeometry(1, 16, 12), this.material));
    this.group = new Group();
    this.group.add(this.line, ...this.ends);
    this.group.traverse((object) => (object.renderOrder = 10));
    view.scene.add(this.group);
    view.beforeDraw.push(() => this.fit());
  }

  show(points, css) {
    this.points = points;
    this.group.visible = Boolean(points);
    if (points) this.material.color.set(css);
  }

  fit() {
    if (!this.group.visible || !this.points) return;
    const [p, q] = this.points.map((point) => new Vector3(...point));
    if (this.view.flat) p.z = q.z = 1;
    const pixel = this.view.pixel(this.points[0]);
    this.ends.forEach((end, i) => {
      end.position.copy(i ? q : p);
      end.scale.setScalar(4.5 * pixel);
    });
    const along = q.clone().sub(p);
    this.line.position.copy(p).addScaledVector(along, 0.5);
    this.line.scale.set(1.25 * pixel, 1.25 * pixel, Math.max(along.length(), 1e-9));
    this.line.quaternion.setFromUnitVectors(Z, along.normalize());
  }
}

export class SceneOverlays {
  constructor(view, page) {
    this.view = view;
    this.page = page;
    this.nearest = new PairMark(view);
    this.inside = new PairMark(view);
    this.covers = this.layers = this.roadmap = this.padding = null;
    this.grown = new Map();
    this.geometries = new Map(); // of grown parts, by shape and length
    this.faces = [0, 1].map(() => new Mesh(new PlaneGeometry(1, 1), translucent(0.3, DoubleSide)));
    this.slab = new Group();
    this.slab.add(...this.faces);
    this.slab.visible = false;
    view.scene.add(this.slab);
  }

  recolor(colors) {
    this.colors = colors;
    this.covers?.forEach((mesh) => mesh.material.color.set(colors.cover));
    this.roadmap?.children.forEach((object) => object.material.color.set(colors.roadmap));
    this.faces.forEach((face) => face.material.color.set(colors.slab));
  }

  // Shows the covers: the balls that contain each link, in its frame.
  showCovers(on) {
    if (on && !this.covers) {
      this.covers = [];
      const ball = new SphereGeometry(1, 24, 16);
      this.page.bodies.forEach((body, i) => {
        const group = this.view.bodies.single[i];
        if (!body.cover || !group) return;
        const count = body.cover.length / 4;
        const mesh = new InstancedMesh(ball, translucent(0.12), count);
        for (let k = 0; k < count; k++) {
          const [x, y, z, r] = body.cover.subarray(4 * k, 4 * k + 4);
          mesh.setMatrixAt(k, matrixOf([x, y, z, 0, 0, 0, 1], [r, r, r]));
        }
        mesh.userData.overlay = true;
        mesh.renderOrder = 2;
        group.add(mesh);
        this.covers.push(mesh);
      });
      this.recolor(this.colors);
    }
    this.covers?.forEach((mesh) => (mesh.visible = on));
  }

  // The parts of a body, each grown by its length grown(part), in the body's frame.
  shell(body, material, grown) {
    const shell = new Group();
    for (const part of this.page.bodies[body].parts) {
      const length = grown(part);
      if (!(length > 0)) continue;
      const key = `${part.shape} ${length}`;
      if (!this.geometries.has(key)) this.geometries.set(key, grownGeometry(this.page.shapes[part.shape], length));
      const mesh = new Mesh(this.geometries.get(key), material);
      mesh.matrixAutoUpdate = false;
      mesh.matrix.copy(matrixOf(part.pose ?? IDENTITY, part.scale));
      mesh.userData.overlay = true;
      mesh.renderOrder = 3;
      shell.add(mesh);
    }
    return shell;
  }

  // Shows the shapes that checks use: bodies with their padding, meshes with their rounding.
  showPadding(on) {
    if (on && !this.padding) {
      const still = new Group(); // of bodies that do not move
      this.padding = [];
      this.view.scene.add(still);
      this.page.bodies.forEach((body, i) => {
        const isGrown = (part) => grownBy(this.page, body, part) > 0;
        if (!body.parts.some(isGrown)) return;
        const material = translucent(0.22);
        // a mesh without padding is grown only by its rounding, which a shell includes
        const shell = this.shell(i, material, (part) => (isGrown(part) ? (body.padding ?? 0) || 1e-9 : 0));
        const own = this.view.bodies.single[i];
        if (!own) {
          shell.matrixAutoUpdate = false;
          shell.matrix.copy(matrixOf(body.pose));
        }
        (own ?? still).add(shell);
        this.view.bodies.addShell(i, material);
        this.padding.push(shell);
      });
    }
    this.padding?.forEach((shell) => (shell.visible = on));
  }

  // Shows bodies grown by the layers of the static tests at this time: [{body, grown}]
  showLayers(layers) {
    const wanted = new Map(layers.map((layer) => [`${layer.body} ${layer.grown.toPrecision(3)}`, layer]));
    for (const [key, object] of this.grown) object.visible = wanted.has(key);
    for (const [key, { body, grown }] of wanted) {
      const group = this.view.bodies.single[body];
      if (this.grown.has(key) || !group) continue;
      const material = translucent(0.14);
      material.color.set(this.colors.layer);
      const shell = this.shell(body, material, () => grown + (this.page.bodies[body].padding ?? 0));
      group.add(shell);
      this.grown.set(key, shell);
    }
  }

  showRoadmap(on) {
    const { roadmap } = this.page;
    if (on && !this.roadmap && roadmap) {
      const geometry = new BufferGeometry();
      geometry.setAttribute('position', new BufferAttribute(roadmap.points, 3));
      const lines = geometry.clone();
      lines.setIndex(new BufferAttribute(roadmap.edges, 1));
      const opacity = Math.min(0.5, Math.max(0.03, 800 / (roadmap.edges.length || 1)));
      this.roadmap = new Group();
      this.roadmap.add(
        new LineSegments(lines, new LineBasicMaterial({ transparent: true, opacity, depthWrite: false })),
        new Points(geometry, new PointsMaterial({ size: 3, sizeAttenuation: false, transparent: true, opacity: 0.7 })),
      );
      this.view.scene.add(this.roadmap);
      this.recolor(this.colors);
    }
    if (this.roadmap) this.roadmap.visible = on;
  }

  // Shows the separating slab between two bodies along a direction by its two faces. Returns its thickness;
  // null: no slab.
  showSlab(pair, normal) {
    this.slab.visible = Boolean(pair && normal);
    if (!this.slab.visible) return null;
    const n = new Vector3(...normal);
    const [one, other] = pair.map((body) => this.page.bodies[body].robot);
    const padded = one < 0 || one !== other; // padding does not count inside one robot
    const [high, low] = pair.map((body, side) => this.extent(body, side ? n.clone().negate() : n, padded));
    if (!high || !low) {
      this.slab.visible = false;
      return null;
    }
    const heights = [high.height, -low.height];
    const middle = high.point.clone().add(low.point).multiplyScalar(0.5);
    const size = 0.35 * this.view.ball.radius;
    this.faces.forEach((face, i) => {
      face.position.copy(middle).addScaledVector(n, heights[i] - middle.dot(n));
      face.quaternion.copy(new Quaternion().setFromUnitVectors(Z, n));
      if (this.view.flat) this.layAlong(face, n);
      face.scale.setScalar(size);
    });
    return heights[1] - heights[0];
  }

  // Lays a face in the plane: a line, seen from above.
  layAlong(face, n) {
    face.quaternion.setFromAxisAngle(Z, Math.atan2(n.y, n.x) + Math.PI / 2);
    face.position.z = 0.5;
    face.geometry = face.userData.thin ??= new PlaneGeometry(2.4, 0.025);
    face.material.opacity = 0.9;
  }

  // The support value and point of a body along a direction, with its padding or without.
  extent(body, direction, padded) {
    const group = this.view.bodies.single[body];
    const best = { height: -Infinity, point: new Vector3() };
    const point = new Vector3();
    const unpadded = padded ? 0 : (this.page.bodies[body].padding ?? 0);
    const visit = (object, matrix) => {
      const { position } = object.geometry.attributes;
      const grown = (object.userData.grown ?? 0) - unpadded;
      for (let i = 0; i < position.count; i++) {
        const height = point.fromBufferAttribute(position, i).applyMatrix4(matrix).dot(direction) + grown;
        if (height > best.height) Object.assign(best, { height, point: point.clone() });
      }
    };
    if (group) {
      for (const object of group.children)
        if ((object.isMesh || object.isPoints) && !object.userData.overlay) visit(object, group.matrix.clone().multiply(object.matrix));
    } else {
      for (const [mesh, k] of this.view.bodies.places[body] ?? []) {
        const matrix = group?.matrix.clone() ?? matrixOf(IDENTITY);
        mesh.getMatrixAt(k, matrix);
        visit(mesh, matrix);
      }
    }
    return best.height > -Infinity ? best : null;
  }
}
