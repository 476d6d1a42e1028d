// The bodies of a page as meshes: those that move one by one, those that stand still by the thousand at once.
import {
  Box3, Color, DoubleSide, EdgesGeometry, FrontSide, Group, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4, Mesh,
  MeshLambertMaterial, Quaternion, Vector3,
} from 'three';
import { geometryOf, unitGeometry, unitOf } from './geometry.js';
import { movingBodies } from './kinematics.js';
import { IDENTITY } from './pose.js';

const EDGED = new Set(['box', 'cylinder', 'cone', 'polytope', 'polygon']);
const HEIGHTS = { obstacle: 0, link: 0.02, object: 0.04 }; // of planar bodies, so that none hides in another
const MANY = 64; // still bodies from here on have no edges drawn

export function matrixOf(pose, stretch = [1, 1, 1], matrix = new Matrix4()) {
  return matrix.compose(
    new Vector3(pose[0], pose[1], pose[2]),
    new Quaternion(pose[3], pose[4], pose[5], pose[6]),
    new Vector3(...stretch),
  );
}

export class BodyMeshes {
  constructor(page) {
    this.page = page;
    this.group = new Group();
    this.geometries = new Map(); // by shape, or by the name of a unit shape
    this.edges = new Map(); // by geometry
    this.single = []; // body -> the group that moves, or undefined
    this.places = []; // body -> [instanced mesh, instance] of its parts
    this.palette = new Map(); // colours that were painted, by their text
    this.colors = []; // body -> the colour painted last
    this.flat = page.dimension === 2;
    const moving = movingBodies(page);
    const many = page.bodies.length > MANY;
    const still = new Map(); // geometry -> [[body, matrix]]
    page.bodies.forEach((body, i) => {
      if (!moving[i] && many) this.collect(still, body, i);
      else this.addSingle(body, i, !many || moving[i]);
    });
    for (const [geometry, parts] of still) this.addInstances(geometry, parts);
  }

  geometry(key, make) {
    if (!this.geometries.has(key)) this.geometries.set(key, make());
    return this.geometries.get(key);
  }

  // The geometry of a part and its matrix within its body.
  partGeometry(part) {
    const shape = this.page.shapes[part.shape];
    const unit = unitOf(shape);
    const geometry = unit
      ? this.geometry(unit.key, () => unitGeometry(unit.key))
      : this.geometry(part.shape, () => geometryOf(shape));
    const scale = part.scale ?? [1, 1, 1];
    const stretch = unit ? unit.stretch.map((value, k) => value * scale[k]) : scale;
    return { geometry, matrix: matrixOf(part.pose ?? IDENTITY, stretch), edged: EDGED.has(shape.kind) && !shape.rounding };
  }

  material() {
    return new MeshLambertMaterial({ side: this.flat ? DoubleSide : FrontSide });
  }

  edgesOf(geometry) {
    if (!this.edges.has(geometry)) this.edges.set(geometry, new EdgesGeometry(geometry, 30));
    return this.edges.get(geometry);
  }

  addSingle(body, i, edged) {
    const group = new Group();
    const material = this.material();
    const line = new LineBasicMaterial({ transparent: true, opacity: 0.35 });
    group.matrixAutoUpdate = false;
    group.userData = { body: i, material, line };
    for (const part of body.parts) {
      const { geometry, matrix, edged: sharp } = this.partGeometry(part);
      const objects = [new Mesh(geometry, material)];
      if (edged && sharp) objects.push(new LineSegments(this.edgesOf(geometry), line));
      for (const object of objects) {
        object.matrixAutoUpdate = false;
        object.matrix.copy(matrix);
        if (this.flat && object.isLineSegments) object.matrix.elements[14] += 0.01;
        group.add(object);
      }
    }
    this.single[i] = group;
    this.group.add(group);
  }

  collect(still, body, i) {
    const at = matrixOf(body.pose);
    for (const part of body.parts) {
      const { geometry, matrix } = this.partGeometry(part);
      if (!still.has(geometry)) still.set(geometry, []);
      still.get(geometry).push([i, at.clone().multiply(matrix)]);
    }
  }

  addInstances(geometry, parts) {
    const mesh = new InstancedMesh(geometry, this.material(), parts.length);
    mesh.userData = { bodies: parts.map(([body]) => body) };
    parts.forEach(([body, matrix], k) => {
      mesh.setMatrixAt(k, matrix);
      (this.places[body] ??= []).push([mesh, k]);
    });
    this.group.add(mesh);
  }

  // Moves what moves; poses: of all bodies.
  move(poses) {
    this.single.forEach((group, body) => {
      matrixOf(poses[body], undefined, group.matrix);
      if (this.flat) group.matrix.elements[14] += HEIGHTS[this.page.bodies[body].kind]; // seen from above
    });
  }

  paint(body, css) {
    if (this.colors[body] === css) return;
    this.colors[body] = css;
    if (!this.palette.has(css)) this.palette.set(css, new Color(css));
    const color = this.palette.get(css);
    if (this.single[body]) {
      this.single[body].userData.material.color.copy(color);
      this.single[body].userData.line.color.copy(color).multiplyScalar(0.3);
    }
    for (const [mesh, k] of this.places[body] ?? []) {
      mesh.setColorAt(k, color);
      mesh.instanceColor.needsUpdate = true;
    }
  }

  // The box of the world that a body fills.
  boxOf(body) {
    const box = new Box3();
    if (this.single[body]) return box.setFromObject(this.single[body]);
    const matrix = new Matrix4();
    for (const [mesh, k] of this.places[body] ?? []) {
      if (!mesh.geometry.boundingBox) mesh.geometry.computeBoundingBox();
      mesh.getMatrixAt(k, matrix);
      box.union(mesh.geometry.boundingBox.clone().applyMatrix4(matrix));
    }
    return box;
  }

  // Which body an intersection of a ray is with.
  bodyOf({ object, instanceId }) {
    return instanceId === undefined ? object.parent?.userData.body : object.userData.bodies[instanceId];
  }
}
