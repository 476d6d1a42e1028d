// The geometry of a shape, for three.js. Rounding is drawn as it is, but on meshes (see isPlain).
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CircleGeometry, ConeGeometry, CylinderGeometry,
  LatheGeometry, PlaneGeometry, Shape, ShapeGeometry, SphereGeometry, Vector2, Vector3,
} from 'three';
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

const ROUND = 32; // segments of a circle
const CREASE = Math.cos((35 * Math.PI) / 180); // flatter edges of a mesh look smooth
const LARGEST_HULL = 400; // vertices of a polytope whose rounding is drawn

// Whether a shape is drawn without its rounding.
export const isPlain = (shape) =>
  Boolean(shape.rounding) &&
  (shape.kind === 'mesh' || (shape.kind === 'polytope' && shape.vertices.length > 3 * LARGEST_HULL));

// Simple shapes are one unit shape each, stretched: many obstacles then are one draw.
export function unitOf(shape) {
  const { kind, rounding = 0, radius, length } = shape;
  if (kind === 'sphere') return { key: 'sphere', stretch: Array(3).fill(radius + rounding) };
  if (rounding) return null;
  if (kind === 'box') return { key: 'box', stretch: shape.size };
  if (kind === 'cylinder' || kind === 'cone') return { key: kind, stretch: [radius, radius, length] };
  return null;
}

const UNITS = {
  sphere: { kind: 'sphere', radius: 1 },
  box: { kind: 'box', size: [1, 1, 1] },
  cylinder: { kind: 'cylinder', radius: 1, length: 1 },
  cone: { kind: 'cone', radius: 1, length: 1 },
};

export const unitGeometry = (key) => geometryOf(UNITS[key]);

// Normals by corner: the mean of the faces around a vertex that are nearly as flat, so that edges stay edges.
function creased(vertices, triangles) {
  const count = triangles.length / 3;
  const face = new Float32Array(triangles.length);
  const around = Array.from({ length: vertices.length / 3 }, () => []);
  const a = new Vector3();
  const b = new Vector3();
  const c = new Vector3();
  for (let i = 0; i < count; i++) {
    [a, b, c].forEach((corner, k) => corner.fromArray(vertices, 3 * triangles[3 * i + k]));
    b.sub(a).cross(c.sub(a)).normalize().toArray(face, 3 * i);
    for (let k = 0; k < 3; k++) around[triangles[3 * i + k]].push(i);
  }
  const position = new Float32Array(3 * triangles.length);
  const normal = new Float32Array(3 * triangles.length);
  for (let i = 0; i < count; i++) {
    b.fromArray(face, 3 * i);
    for (let k = 0; k < 3; k++) {
      const vertex = triangles[3 * i + k];
      a.set(0, 0, 0);
      for (const other of around[vertex]) {
        c.fromArray(face, 3 * other);
        if (c.dot(b) > CREASE) a.add(c);
      }
      position.set(vertices.subarray(3 * vertex, 3 * vertex + 3), 9 * i + 3 * k);
      (a.lengthSq() > 0 ? a.normalize() : b).toArray(normal, 9 * i + 3 * k);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  return geometry;
}

function roundedHull(vertices, rounding) {
  const ball = new SphereGeometry(rounding, 12, 8).getAttribute('position');
  const points = [];
  for (let i = 0; i < vertices.length; i += 3)
    for (let k = 0; k < ball.count; k++)
      points.push(new Vector3().fromBufferAttribute(ball, k).add(new Vector3().fromArray(vertices, i)));
  return new ConvexGeometry(points);
}

// A body of revolution from its outline (radius, height), grown by the rounding; axis z.
function lathe(outline, rounding) {
  const points = [];
  outline.forEach(([radius, height], i) => {
    const normals = [outline[i - 1], outline[i + 1]].map((other, side) => {
      if (!other) return side ? Math.PI / 2 : -Math.PI / 2;
      const along = side ? [other[0] - radius, other[1] - height] : [radius - other[0], height - other[1]];
      return Math.atan2(-along[0], along[1]);
    });
    const steps = rounding ? 6 : 1;
    for (let k = 0; k <= steps; k++) {
      const angle = normals[0] + ((normals[1] - normals[0]) * k) / steps;
      points.push(new Vector2(Math.max(0, radius + rounding * Math.cos(angle)), height + rounding * Math.sin(angle)));
    }
  });
  return new LatheGeometry(points, ROUND).rotateX(Math.PI / 2);
}

function polygon(vertices, rounding) {
  const corners = [];
  for (let i = 0; i < vertices.length; i += 2) corners.push(new Vector2(vertices[i], vertices[i + 1]));
  const parts = [];
  if (corners.length > 2) parts.push(new ShapeGeometry(new Shape(corners)));
  if (rounding)
    corners.forEach((corner, i) => {
      const along = corners[(i + 1) % corners.length].clone().sub(corner);
      parts.push(new CircleGeometry(rounding, ROUND).translate(corner.x, corner.y, 0));
      if (along.length() > 0)
        parts.push(
          new PlaneGeometry(along.length(), 2 * rounding)
            .rotateZ(along.angle())
            .translate(corner.x + along.x / 2, corner.y + along.y / 2, 0),
        );
    });
  if (parts.length === 0) parts.push(new CircleGeometry(1e-3, 8).translate(corners[0].x, corners[0].y, 0));
  return mergeGeometries(parts);
}

export function geometryOf(shape) {
  const { kind, radius, length, size, rounding = 0 } = shape;
  switch (kind) {
    case 'sphere':
      return new SphereGeometry(radius + rounding, ROUND, ROUND / 2).rotateX(Math.PI / 2);
    case 'capsule':
      return new CapsuleGeometry(radius + rounding, length, 10, ROUND).rotateX(Math.PI / 2);
    case 'box': {
      if (!rounding) return new BoxGeometry(...size);
      const grown = size.map((edge) => edge + 2 * rounding);
      return new RoundedBoxGeometry(...grown, 4, rounding);
    }
    case 'cylinder':
      if (!rounding) return new CylinderGeometry(radius, radius, length, ROUND).rotateX(Math.PI / 2);
      return lathe([[0, -length / 2], [radius, -length / 2], [radius, length / 2], [0, length / 2]], rounding);
    case 'cone':
      if (!rounding) return new ConeGeometry(radius, length, ROUND).rotateX(Math.PI / 2);
      return lathe([[0, -length / 2], [radius, -length / 2], [0, length / 2]], rounding);
    case 'polytope':
      if (rounding && !isPlain(shape)) return roundedHull(shape.vertices, rounding);
      return creased(shape.vertices, shape.triangles);
    case 'mesh':
      return creased(shape.vertices, shape.triangles);
    case 'disc':
      return new CircleGeometry(radius + rounding, 2 * ROUND);
    case 'polygon':
      return polygon(shape.vertices, rounding);
    default:
      throw new Error(`the page has a shape of unknown kind "${kind}"`);
  }
}

// The geometry of a shape grown by a length on all sides; meshes along the normals of their vertices.
export function grownGeometry(shape, length) {
  if (shape.kind !== 'mesh') return geometryOf({ ...shape, rounding: (shape.rounding ?? 0) + length });
  const geometry = new BufferGeometry();
  const position = Float32Array.from(shape.vertices);
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setIndex(new BufferAttribute(shape.triangles, 1));
  geometry.computeVertexNormals();
  const { normal } = geometry.attributes;
  for (let i = 0; i < position.length; i++) position[i] += length * normal.array[i];
  return geometry;
}
