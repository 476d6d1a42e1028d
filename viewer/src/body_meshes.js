// The bodies of a page as meshes: a group for each body that moves, instanced meshes for those that stand
// still.
import {
  Box3, BufferGeometry, Color, DoubleSide, EdgesGeometry, FrontSide, Group, InstancedMesh, LineBasicMaterial, LineSegments, Matrix4,
  Mesh, MeshLambertMaterial, Points, PointsMaterial, Quaternion, Vector3,
} from 'three';
import { geometryOf, isOpen, isPlain, thinPartsOf, unitGeometry, unitOf } from './geometry.js';
import { movingBodies } from './kinematics.js';
import { IDENTITY } from './pose.js';

const EDGED = new Set(['box', 'cylinder', 'cone', 'polytope', 'polygon']);
const HEIGHTS = { obstacle: 0, link: 0.02, object: 0.04 }; // of planar bodies, so that none hides another
const MANY = 64; // with more bodies, still ones have no edges and are instanced

// By how much a part of a body is larger than its drawing without a shell.
export const grownBy = (page, body, part) => (body.padding ?? 0) + (isPlain(page.shapes[part.shape]) ? page.shapes[part.shape].rounding : 0);

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
    this.single = []; // body -> its own group, or undefined
    this.places = []; // body -> [instanced mesh, instance] of its parts
    this.palette = new Map(); // colours by their CSS text
    this.colors = []; // body -> its present colour
    this.shells = []; // body -> the material of the shell around it, or undefined
    this.flat = page.dimension === 2;
    const moving = movingBodies(page);
    const many = page.bodies.length > MANY;
    const still = new Map(); // geometry -> [[body, matrix]]
    const isThin = ({ parts }) => parts.some(({ shape }) => thinPartsOf(page.shapes[shape]).length > 0);
    page.bodies.forEach((body, i) => {
      if (!moving[i] && many && !isThin(body)) this.collect(still, body, i);
      else this.addSingle(body, i, !many || moving[i]);
    });
    for (const [geometry, parts] of still) this.addInstances(geometry, parts);
  }

  geometry(key, make) {
    if (!this.geometries.has(key)) this.geometries.set(key, make());
    return this.geometries.get(key);
  }

  // The geometry of a part and its matrix within its body. userData.isOpen: both sides are visible.
  partGeometry(part) {
    const shape = this.page.shapes[part.shape];
    const unit = unitOf(shape);
    const geometry = unit
      ? this.geometry(unit.key, () => unitGeometry(unit.key))
      : this.geometry(part.shape, () => Object.assign(geometryOf(shape), { userData: { isOpen: isOpen(shape) } }));
    const scale = part.scale ?? [1, 1, 1];
    const stretch = unit ? unit.stretch.map((value, k) => value * scale[k]) : scale;
    return { geometry, matrix: matrixOf(part.pose ?? IDENTITY, stretch), edged: EDGED.has(shape.kind) && !shape.rounding };
  }

  material(geometry) {
    return new MeshLambertMaterial({ side: this.flat || geometry.userData.isOpen ? DoubleSide : FrontSide });
  }

  // Lines and points for the parts of a shape that have no surface.
  thinObjects(shape, line) {
    const thin = thinPartsOf(shape);
    if (thin.length === 0) return [];
    const ends = new BufferGeometry().setFromPoints(thin.flat());
    const dots = new PointsMaterial({ size: 5, sizeAttenuation: false, color: line.color });
    dots.color = line.color; // a shared object, so that painting the line paints the points
    return [new LineSegments(ends, line), new Points(ends, dots)];
  }

  edgesOf(geometry) {
    if (!this.edges.has(geometry)) this.edges.set(geometry, new EdgesGeometry(geometry, 30));
    return this.edges.get(geometry);
  }

  addSingle(body, i, edged) {
    const group = new Group();
    const materials = new Map(); // by whether both sides are visible
    const line = new LineBasicMaterial({ transparent: true, opacity: 0.35 });
    const solid = new LineBasicMaterial();
    group.matrixAutoUpdate = false;
    group.userData = { body: i, materials, line, solid };
    for (const part of body.parts) {
      const { geometry, matrix, edged: sharp } = this.partGeometry(part);
      const key = Boolean(geometry.userData.isOpen);
      if (!materials.has(key)) materials.set(key, this.material(geometry));
      const objects = [new Mesh(geometry, materials.get(key)), ...this.thinObjects(this.page.shapes[part.shape], solid)];
      objects[0].userData.grown = grownBy(this.page, body, part);
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
    const mesh = new InstancedMesh(geometry, this.material(geometry), parts.length);
    mesh.userData = { bodies: parts.map(([body]) => body) };
    parts.forEach(([body, matrix], k) => {
      mesh.setMatrixAt(k, matrix);
      (this.places[body] ??= []).push([mesh, k]);
    });
    this.group.add(mesh);
  }

  // Moves the bodies that have their own group; poses: those of all bodies.
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
    this.shells[body]?.color.copy(color).multiplyScalar(0.55);
    if (this.single[body]) {
      const { materials, line, solid } = this.single[body].userData;
      for (const material of materials.values()) material.color.copy(color);
      line.color.copy(color).multiplyScalar(0.3);
      solid.color.copy(color).multiplyScalar(0.6);
    }
    for (const [mesh, k] of this.places[body] ?? []) {
      mesh.setColorAt(k, color);
      mesh.instanceColor.needsUpdate = true;
    }
  }

  // Makes a shell have the colour of its body.
  addShell(body, material) {
    this.shells[body] = material;
    this.colors[body] = undefined;
  }

  // The bounding box of a body in the world.
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

  // The body that a ray hits in an intersection.
  bodyOf({ object, instanceId }) {
    return instanceId === undefined ? object.parent?.userData.body : object.userData.bodies[instanceId];
  }
}
