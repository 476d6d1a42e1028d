// The geometry of a shape, for three.js, with its rounding. Meshes are drawn without rounding (isPlain); a
// shell shows it.
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CircleGeometry, ConeGeometry, CylinderGeometry,
  IcosahedronGeometry, LatheGeometry, OctahedronGeometry, PlaneGeometry, Shape, ShapeGeometry, SphereGeometry, Vector2, Vector3,
} from 'three';
import { ConvexGeometry } from 'three/examples/jsm/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/examples/jsm/geometries/RoundedBoxGeometry.js';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

const ROUND = 32; // segments of a circle
const CREASE = Math.cos((35 * Math.PI) / 180); // edges of a mesh with a smaller angle are shaded smoothly
const FEW_POINTS = 4000; // of a cloud whose balls are drawn as icosahedra that are subdivided, not as octahedra
const LARGEST_HULL = 400; // the most vertices of a polytope that is drawn with its rounding

// Whether a shape is drawn without its rounding.
export const isPlain = (shape) =>
  Boolean(shape.rounding) &&
  (shape.kind === 'mesh' || (shape.kind === 'polytope' && shape.vertices.length > 3 * LARGEST_HULL));

// The unit shape of a simple shape, and the stretch: obstacles with one unit shape are drawn by one call.
export function unitOf(shape) {
  const { kind, rounding = 0, radius, length } = shape;
  if (kind === 'sphere') return { key: 'sphere', stretch: Array(3).fill(radius + rounding) };
  if (rounding) return null;
  if (kind === 'box') return { key: 'box', stretch: shape.size };
  if (kind === 'ellipsoid') return { key: 'sphere', stretch: shape.size.map((axis) => axis / 2) };
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

// Whether each edge of a surface is passed once in either direction, so that its inner side is invisible.
export function isClosed({ vertices, triangles }) {
  const count = vertices.length / 3;
  const edges = new Map(); // edge -> passes in one direction minus those in the other
  for (let i = 0; i < triangles.length; i += 3)
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[i + k], triangles[i + ((k + 1) % 3)]];
      const key = Math.min(a, b) * count + Math.max(a, b);
      edges.set(key, (edges.get(key) ?? 0) + Math.sign(b - a));
    }
  return triangles.length > 0 && [...edges.values()].every((times) => times === 0);
}

// The hull of points in a plane, as a fan of triangles; of points on a line, its two ends; of equal points, one
// point.
function flatHull(vertices) {
  const points = [];
  for (let i = 0; i < vertices.length; i += 3) points.push(new Vector3().fromArray(vertices, i));
  const farthest = (score) => points.reduce((best, point) => (score(point) > score(best) ? point : best));
  const first = farthest((point) => point.distanceTo(points[0]));
  const second = farthest((point) => point.distanceTo(first));
  const along = second.clone().sub(first);
  const size = along.length();
  if (size === 0) return { points: [first], triangles: [] };
  along.divideScalar(size);
  const off = (point) => point.clone().sub(first).addScaledVector(along, -point.clone().sub(first).dot(along));
  const third = farthest((point) => off(point).length());
  if (off(third).length() < 1e-6 * size) return { points: [first, second], triangles: [] };
  const across = off(third).normalize();
  const flat = points.map((point) => [point.clone().sub(first).dot(along), point.clone().sub(first).dot(across), point]);
  const outline = planarHull(flat).map(([, , point]) => point);
  return { points: outline, triangles: outline.slice(2).flatMap((_, i) => [0, i + 1, i + 2]) };
}

// The corners of the convex hull of points in the plane, in order (monotone chain).
export function planarHull(points) {
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list) => {
    const chain = [];
    for (const p of list) {
      while (chain.length > 1) {
        const [a, b] = chain.slice(-2);
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        chain.pop();
      }
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return [...half(points), ...half([...points].reverse())];
}

const surfaces = new Map(); // of shapes

// A surface as the triangles that have an area, and the segments and points that remain. For a flat hull the
// page has only vertices.
function surfaceOf(shape) {
  if (surfaces.has(shape)) return surfaces.get(shape);
  let { vertices, triangles } = shape;
  if (shape.kind === 'polytope' && triangles.length === 0) {
    const hull = flatHull(vertices);
    vertices = Float32Array.from(hull.points.flatMap((point) => point.toArray()));
    triangles = hull.triangles.length ? hull.triangles : hull.points.length === 2 ? [0, 1, 1] : [0, 0, 0];
  }
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  const thin = [];
  const kept = [];
  for (let i = 0; i < triangles.length; i += 3) {
    [a, b, c].forEach((corner, k) => corner.fromArray(vertices, 3 * triangles[i + k]));
    const sides = [[a, b], [b, c], [c, a]].sort(([p, q], [r, s]) => r.distanceTo(s) - p.distanceTo(q));
    const longest = sides[0][0].distanceTo(sides[0][1]);
    const area = b.clone().sub(a).cross(c.clone().sub(a)).length();
    if (area > 1e-6 * longest * longest) kept.push(triangles[i], triangles[i + 1], triangles[i + 2]);
    else thin.push([sides[0][0].clone(), sides[0][1].clone()]);
  }
  const all = kept.length === triangles.length;
  const surface = { vertices, triangles: all ? triangles : kept, thin };
  surfaces.set(shape, surface);
  return surface;
}
// The parts of a shape without a surface: pairs of ends of segments, or twice a point.
export function thinPartsOf(shape) {
  if (shape.kind === 'polytope' && shape.rounding && !isPlain(shape)) return [];
  return shape.triangles ? surfaceOf(shape).thin : [];
}

// Whether both sides of a shape are visible.
export const isOpen = (shape) => Boolean(shape.triangles) && !(shape.rounding && !isPlain(shape)) && !isClosed(surfaceOf(shape));

// Normals by corner: the mean of the faces around a vertex with a similar direction, so that sharp edges stay
// sharp.
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

// The hull of vertices grown by a radius: the hull of points on balls about them. The points include the
// directions of the faces at a vertex, so that faces are moved out exactly. triangles: those of the hull, if it
// has faces.
function roundedHull(vertices, triangles, radius) {
  const ball = new SphereGeometry(1, 16, 10).getAttribute('position');
  const round = Array.from({ length: ball.count }, (_, k) => new Vector3().fromBufferAttribute(ball, k));
  const directions = Array.from({ length: vertices.length / 3 }, () => [...round]);
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => triangles[i + k]);
    const [a, b, c] = corners.map((corner) => new Vector3().fromArray(vertices, 3 * corner));
    const normal = b.sub(a).cross(c.sub(a)).normalize();
    for (const corner of corners) directions[corner].push(normal, normal.clone().negate());
  }
  const points = [];
  const normals = new Map();
  directions.forEach((list, i) => {
    const at = new Vector3().fromArray(vertices, 3 * i);
    for (const direction of list) {
      const point = direction.clone().multiplyScalar(radius).add(at);
      points.push(point);
      normals.set(point.toArray().map(Math.fround).join(), direction);
    }
  });
  const geometry = new ConvexGeometry(points);
  const { position, normal } = geometry.attributes;
  for (let i = 0; i < position.count; i++) {
    const own = normals.get([position.getX(i), position.getY(i), position.getZ(i)].join());
    if (own) normal.setXYZ(i, own.x, own.y, own.z);
  }
  return geometry;
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

// An ellipsoid, grown by the rounding: a unit sphere whose points are stretched, and moved out along their normals.
function ellipsoid(half, rounding) {
  const geometry = new SphereGeometry(1, ROUND, ROUND / 2).rotateX(Math.PI / 2);
  const { position, normal } = geometry.attributes;
  const least = Math.min(...half);
  for (let i = 0; i < position.count; i++) {
    const unit = new Vector3().fromBufferAttribute(position, i).toArray();
    const out = new Vector3(...unit.map((value, k) => (value * least) / half[k])).normalize();
    normal.setXYZ(i, out.x, out.y, out.z);
    position.setXYZ(i, ...unit.map((value, k) => value * half[k] + rounding * out.getComponent(k)));
  }
  return geometry;
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

// The balls of a cloud, as polyhedra with the normals of balls: finer ones where there are few points.
function cloud(points, radius) {
  const count = points.length / 3;
  const ball = count > FEW_POINTS ? new OctahedronGeometry(1) : new IcosahedronGeometry(1, 1);
  const { index, vertices } = joined(ball.getAttribute('position'));
  const position = new Float32Array(count * vertices.length);
  const normal = new Float32Array(position.length);
  const indices = new Uint32Array(count * index.length);
  for (let i = 0; i < count; i++) {
    normal.set(vertices, i * vertices.length);
    for (let k = 0; k < vertices.length; k++) position[i * vertices.length + k] = points[3 * i + (k % 3)] + radius * vertices[k];
    for (let k = 0; k < index.length; k++) indices[i * index.length + k] = index[k] + (i * vertices.length) / 3;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setAttribute('normal', new BufferAttribute(normal, 3));
  geometry.setIndex(new BufferAttribute(indices, 1));
  return geometry;
}

// The occupied cells of an octree, rows x y z width, as boxes grown by the rounding. Faces between two cells of one
// width are left out.
function octree(cells, resolution, rounding) {
  const places = new Set();
  for (let i = 0; i < cells.length; i += 4) places.add(cells.slice(i, i + 4).join());
  const position = [];
  const normal = [];
  for (let i = 0; i < cells.length; i += 4) {
    const low = [...cells.slice(i, i + 3)];
    const width = cells[i + 3];
    for (let side = 0; side < 6; side++) {
      const axis = side >> 1;
      const beside = low.map((value, k) => value + (k === axis ? (side & 1 ? width : -width) : 0));
      if (!rounding && places.has([...beside, width].join())) continue;
      const out = [0, 0, 0];
      out[axis] = side & 1 ? 1 : -1;
      // corners of the face, in steps along the other two axes, counter-clockwise outside
      const steps = side & 1 ? [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]] : [[0, 0], [1, 1], [1, 0], [0, 0], [0, 1], [1, 1]];
      for (const [first, second] of steps) {
        const at = [0, 0, 0];
        at[axis] = side & 1;
        at[(axis + 1) % 3] = first;
        at[(axis + 2) % 3] = second;
        position.push(...at.map((step, k) => resolution * (low[k] + step * width) + (2 * step - 1) * rounding));
        normal.push(...out);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(position), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normal), 3));
  return geometry;
}

// The corners of triangles, each once, and their indices.
function joined(position) {
  const places = new Map();
  const vertices = [];
  const index = [];
  for (let i = 0; i < position.count; i++) {
    const corner = [position.getX(i), position.getY(i), position.getZ(i)];
    const key = corner.map((value) => value.toFixed(6)).join();
    if (!places.has(key)) {
      places.set(key, places.size);
      vertices.push(...corner);
    }
    index.push(places.get(key));
  }
  return { index, vertices };
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
    case 'ellipsoid':
      return ellipsoid(size.map((axis) => axis / 2), rounding);
    case 'cloud':
      return cloud(shape.points, radius + rounding);
    case 'octree':
      return octree(shape.cells, shape.resolution, rounding);
    case 'polytope':
      if (rounding && !isPlain(shape)) {
        const hull = surfaceOf(shape);
        return roundedHull(hull.vertices, hull.triangles, rounding);
      }
    // falls through
    case 'mesh': { // heights and depth_image too: height fields and depth images come as meshes
      const { vertices, triangles } = surfaceOf(shape);
      return creased(vertices, triangles);
    }
    case 'disc':
      return new CircleGeometry(radius + rounding, 2 * ROUND);
    case 'polygon':
      return polygon(shape.vertices, rounding);
    default:
      throw new Error(`the page has a shape of unknown kind "${kind}"`);
  }
}

// The surface of a mesh moved out by a length: each vertex along its normal, so far that the faces move by this
// length. An open surface is moved to both sides, and joined along its boundary. Segments and points are grown
// by themselves.
function shellOf(surface, length) {
  const { vertices, triangles, thin } = surface;
  const count = vertices.length / 3;
  const normals = Array.from({ length: count }, () => new Vector3());
  const faces = Array.from({ length: count }, () => []);
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  for (let i = 0; i < triangles.length; i += 3) {
    const corners = [0, 1, 2].map((k) => triangles[i + k]);
    [a, b, c].forEach((corner, k) => corner.fromArray(vertices, 3 * corners[k]));
    const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
    corners.forEach((corner, k) => {
      const at = [a, b, c][k];
      const angle = [a, b, c][(k + 1) % 3].clone().sub(at).angleTo([a, b, c][(k + 2) % 3].clone().sub(at));
      normals[corner].addScaledVector(normal, angle);
      faces[corner].push(normal);
    });
  }
  const moved = normals.map((normal, i) => {
    normal.normalize();
    const mean = faces[i].reduce((sum, face) => sum + face.dot(normal), 0) / (faces[i].length || 1);
    return normal.multiplyScalar(length / Math.max(0.5, mean));
  });
  const isOpen = !isClosed(surface);
  const position = new Float32Array((isOpen ? 2 : 1) * vertices.length);
  const index = Array.from(triangles);
  moved.forEach((by, i) => {
    for (let k = 0; k < 3; k++) {
      position[3 * i + k] = vertices[3 * i + k] + by.getComponent(k);
      if (isOpen) position[3 * (count + i) + k] = vertices[3 * i + k] - by.getComponent(k);
    }
  });
  if (isOpen) {
    const edges = new Map();
    for (let i = 0; i < triangles.length; i += 3) {
      index.push(...[0, 2, 1].map((k) => count + triangles[i + k]));
      for (let k = 0; k < 3; k++) {
        const edge = [triangles[i + k], triangles[i + ((k + 1) % 3)]];
        const key = [...edge].sort((p, q) => p - q).join();
        edges.set(key, edges.has(key) ? null : edge);
      }
    }
    for (const edge of edges.values())
      if (edge) index.push(edge[0], edge[0] + count, edge[1], edge[1], edge[0] + count, edge[1] + count);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(position, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  const parts = thin.map((ends) => roundedHull(ends.flatMap((end) => end.toArray()), [], length));
  if (index.length) parts.push(geometry.toNonIndexed());
  parts.forEach((part) => Object.keys(part.attributes).forEach((name) => name !== 'position' && name !== 'normal' && part.deleteAttribute(name)));
  return parts.length === 1 ? parts[0] : mergeGeometries(parts);
}

// The geometry of a shape grown by a length on all sides; for meshes about this length.
export function grownGeometry(shape, length) {
  const rounding = (shape.rounding ?? 0) + length;
  const isMesh = shape.kind === 'mesh' || (shape.kind === 'polytope' && isPlain({ ...shape, rounding }));
  return isMesh ? shellOf(surfaceOf(shape), rounding) : geometryOf({ ...shape, rounding });
}
