// The drawn geometry of shapes and of grown shapes: how far it reaches, and that nothing is missing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import { geometryOf, grownGeometry, isClosed, isOpen, thinPartsOf, unitOf } from '../src/geometry.js';

const CORNERS = Float32Array.from([0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z]))).flat());
const QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]];
const CUBE = Uint16Array.from(QUADS.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]));

// How far a geometry reaches along a direction.
function reach(geometry, ...direction) {
  const { position } = geometry.attributes;
  const along = new Vector3(...direction).normalize();
  let most = -Infinity;
  for (let i = 0; i < position.count; i++) most = Math.max(most, new Vector3().fromBufferAttribute(position, i).dot(along));
  return most;
}
const near = (value, wanted, tolerance = 1e-5) => assert.ok(Math.abs(value - wanted) <= tolerance, `${value} is not ${wanted}`);

test('grown shapes reach as far as they should', () => {
  const shapes = [
    [{ kind: 'sphere', radius: 0.5 }, [0, 0, 1], 0.5],
    [{ kind: 'capsule', radius: 0.2, length: 1 }, [0, 0, 1], 0.7],
    [{ kind: 'box', size: [1, 2, 3] }, [0, 1, 0], 1],
    [{ kind: 'box', size: [1, 2, 3], rounding: 0.1 }, [0, 0, -1], 1.6],
    [{ kind: 'cylinder', radius: 0.5, length: 1 }, [0, 0, 1], 0.5],
    [{ kind: 'cone', radius: 0.5, length: 1 }, [0, 0, -1], 0.5],
    [{ kind: 'ellipsoid', size: [1, 2, 3] }, [0, 1, 0], 1],
    [{ kind: 'ellipsoid', size: [1, 2, 3], rounding: 0.1 }, [0, 0, -1], 1.6],
    [{ kind: 'cloud', points: Float32Array.of(0, 0, 0, 1, 2, 3), radius: 0.5 }, [0, 0, 1], 3.5],
    [{ kind: 'cloud', points: Float32Array.of(0, 0, 0, 1, 2, 3), radius: 0.5, rounding: 0.1 }, [-1, 0, 0], 0.6],
    [{ kind: 'cloud', points: new Float32Array(15000).fill(1), radius: 0.5 }, [0, 1, 0], 1.5],
    [{ kind: 'octree', cells: Float32Array.of(0, 0, 0, 1, 2, -4, 0, 2), resolution: 0.5 }, [1, 0, 0], 2],
    [{ kind: 'octree', cells: Float32Array.of(0, 0, 0, 1, 2, -4, 0, 2), resolution: 0.5 }, [0, -1, 0], 2],
    [{ kind: 'octree', cells: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1), resolution: 0.5, rounding: 0.25 }, [0, 0, 1], 1.25],
    [{ kind: 'polytope', vertices: CORNERS, triangles: CUBE }, [1, 0, 0], 1],
    [{ kind: 'polytope', vertices: CORNERS, triangles: CUBE, rounding: 0.1 }, [0, -1, 0], 0.1],
    [{ kind: 'mesh', vertices: CORNERS, triangles: CUBE }, [0, 1, 0], 1],
    [{ kind: 'mesh', vertices: CORNERS, triangles: CUBE, rounding: 0.1 }, [0, 0, -1], 0.1],
    [{ kind: 'disc', radius: 0.5 }, [1, 0, 0], 0.5],
    [{ kind: 'polygon', vertices: Float32Array.of(0, 0, 1, 0, 1, 1) }, [0, -1, 0], 0],
  ];
  for (const [shape, direction, wanted] of shapes) near(reach(grownGeometry(shape, 0.05), ...direction), wanted + 0.05, 1e-3);
});

test('an ellipsoid is a sphere stretched, and with a rounding a surface at this distance', () => {
  const size = [1, 2, 3];
  assert.deepEqual(unitOf({ kind: 'ellipsoid', size }), { key: 'sphere', stretch: [0.5, 1, 1.5] });
  assert.equal(unitOf({ kind: 'ellipsoid', size, rounding: 0.1 }), null);
  const { position, normal } = geometryOf({ kind: 'ellipsoid', size, rounding: 0.25 }).attributes;
  for (let i = 0; i < position.count; i++) {
    const out = new Vector3().fromBufferAttribute(normal, i);
    const [x, y, z] = new Vector3().fromBufferAttribute(position, i).addScaledVector(out, -0.25).toArray();
    near(Math.hypot(x / 0.5, y, z / 1.5), 1);
    // the gradient of the ellipsoid there
    near(out.angleTo(new Vector3(x / 0.25, y, z / 2.25)), 0, 1e-3);
  }
});

test('surfaces that are open have a shell on both sides, and are seen from both', () => {
  const sheet = { kind: 'mesh', vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0), triangles: Uint16Array.of(0, 1, 2, 0, 2, 3) };
  const shell = grownGeometry(sheet, 0.1);
  near(reach(shell, 0, 0, 1), 0.1);
  near(reach(shell, 0, 0, -1), 0.1);
  const cube = { kind: 'mesh', vertices: CORNERS, triangles: CUBE };
  assert.ok(isOpen(sheet) && !isOpen(cube));
  assert.ok(isClosed(cube) && !isClosed({ vertices: CORNERS, triangles: CUBE.subarray(3) }));
  // edges that two triangles pass in one direction
  assert.ok(!isClosed({ vertices: CORNERS, triangles: Uint16Array.of(0, 1, 2, 0, 1, 2) }));
});

test('flat hulls, segments and points are drawn', () => {
  const none = new Uint16Array(0);
  const polytope = (...vertices) => ({ kind: 'polytope', vertices: Float32Array.from(vertices.flat()), triangles: none });
  const square = polytope([0, 0, 1], [1, 0, 1], [0.4, 0.5, 1], [1, 1, 1], [0, 1, 1]);
  assert.equal(geometryOf(square).attributes.position.count, 6);
  near(reach(geometryOf(square), 1, 1, 0), Math.SQRT2);
  assert.ok(isOpen(square) && thinPartsOf(square).length === 0);
  near(reach(geometryOf({ ...square, rounding: 0.1 }), 0, 0, 1), 1.1, 1e-3);
  const segment = polytope([0, 0, 0], [0.5, 0, 0], [1, 0, 0]);
  assert.deepEqual(thinPartsOf(segment)[0].map(({ x }) => x).sort(), [0, 1]);
  near(reach(grownGeometry(segment, 0.1), 1, 0, 0), 1.1, 1e-3);
  const point = polytope([0, 0, 2]);
  assert.deepEqual(thinPartsOf(point)[0].map(({ z }) => z), [2, 2]);
  near(reach(geometryOf({ ...point, rounding: 0.1 }), 0, 0, 1), 2.1, 1e-3);
});

test('triangles of meshes without area are segments', () => {
  const mesh = { kind: 'mesh', vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 4, 0, 0, 5), triangles: Uint16Array.of(0, 1, 2, 3, 5, 4) };
  assert.deepEqual(thinPartsOf(mesh).map((ends) => ends.map(({ z }) => z).sort()), [[3, 5]]);
  assert.equal(geometryOf(mesh).attributes.position.count, 3);
  near(reach(grownGeometry(mesh, 0.1), 0, 0, 1), 5.1, 1e-3);
  assert.ok(grownGeometry(mesh, 0.1).attributes.position.array.every(Number.isFinite));
});
