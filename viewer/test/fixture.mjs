// A page's data without the tool: a scene of every shape and an arm of two joints that swings past them.

export class PageWriter {
  constructor() {
    this.chunks = [];
    this.size = 0;
  }

  array(type, values) {
    const Type = { f32: Float32Array, f64: Float64Array, u32: Uint32Array, u16: Uint16Array }[type];
    const bytes = Buffer.from(Type.from(values).buffer);
    const at = this.size;
    this.chunks.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
    this.size += bytes.length + this.chunks.at(-1).length;
    return { at, count: values.length, type };
  }

  page(template, index) {
    const text = JSON.stringify(index).replaceAll('<', '\\u003c');
    return template.replace(
      '<!--leeway-->',
      () => `<script id="leeway-index" type="application/json">${text}</script>\n` +
        `<script id="leeway-bytes" type="text/plain">${Buffer.concat(this.chunks).toString('base64')}</script>`,
    );
  }
}

const at = (x, y, z) => [x, y, z, 0, 0, 0, 1];

// An arm whose second link comes near a ball, and stands for everything else.
export function shapesPage(template, change = (index) => index) {
  const writer = new PageWriter();
  const samples = Array.from({ length: 101 }, (_, i) => i / 100);
  const corners = [0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1];
  const faces = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
  const shapes = [
    { kind: 'sphere', radius: 0.06 },
    { kind: 'capsule', radius: 0.03, length: 0.3 },
    { kind: 'box', size: [0.12, 0.12, 0.12] },
    { kind: 'box', size: [0.08, 0.08, 0.08], rounding: 0.02 },
    { kind: 'cylinder', radius: 0.05, length: 0.12 },
    { kind: 'cylinder', radius: 0.03, length: 0.08, rounding: 0.02 },
    { kind: 'cone', radius: 0.06, length: 0.12 },
    { kind: 'cone', radius: 0.04, length: 0.08, rounding: 0.02 },
    { kind: 'mesh', vertices: writer.array('f32', corners), triangles: writer.array('u16', faces) },
    { kind: 'polytope', vertices: writer.array('f32', corners), triangles: writer.array('u16', faces), rounding: 0.02 },
    { kind: 'mesh', vertices: writer.array('f32', corners), triangles: writer.array('u32', faces), rounding: 0.01 },
  ];
  const around = shapes.map((_, i) => {
    const angle = (2 * Math.PI * i) / shapes.length;
    return { name: `shape ${i} <b>`, kind: 'obstacle', robot: -1, link: '', frame: -1, parts: [{ shape: i }],
             pose: at(0.62 * Math.cos(angle), 0.62 * Math.sin(angle), 0.1) };
  });
  const joint = (name, value, axis) => ({ name, kind: 'revolute', axis, value, factor: 1, offset: 0 });
  const index = {
    page: 1, version: '0.1.0', title: 'shapes <i>and</i> an arm', dimension: 3, kind: 'view',
    shapes, robots: [{ name: 'arm' }],
    frames: [
      { name: 'upper', robot: 0, parent: -1, pose: at(0, 0, 0.05), joint: joint('turn', 0, [0, 0, 1]) },
      { name: 'lower', robot: 0, parent: 0, pose: at(0, 0, 0.3), joint: joint('bend', 1, [0, 1, 0]) },
    ],
    bodies: [
      { name: 'upper', kind: 'link', robot: 0, link: 'upper', frame: 0, pose: at(0, 0, 0.15), parts: [{ shape: 1 }] },
      { name: 'lower', kind: 'link', robot: 0, link: 'lower', frame: 1, pose: at(0, 0, 0.15), parts: [{ shape: 1 }],
        cover: writer.array('f32', [0, 0, -0.1, 0.08, 0, 0, 0, 0.08, 0, 0, 0.1, 0.08]) },
      ...around,
    ],
    rest: [0, 0],
    motions: [
      { id: 'swing', name: 'swing', begin: 0, end: 1, seconds: false, columns: [0, 1],
        times: writer.array('f64', [0, 1]), values: writer.array('f32', [0, 2.2, 6.28, 2.4]),
        verdict: { id: 'swing', verdict: 'contact', unit: '1', free_until: 0.5, time: 0.5005, pair: ['lower', 'shape 5 <b>'],
                   points: [[0, 0, 0], [0, 0, 0]], normal: [1, 0, 0], depth: 0, pairs: 11, queries: 20, samples: 30 },
        curve: { times: writer.array('f32', samples),
                 distance: writer.array('f32', samples.map((t) => 0.12 * Math.abs(Math.cos(Math.PI * t)))),
                 pair: writer.array('u32', samples.flatMap((t) => [1, 2 + Math.floor(t * 10.99)])),
                 points: writer.array('f32', samples.flatMap(() => [0, 0, 0.15, 0, 0, 0])) },
        lower: [[0, 0.25, 0.04], [0.25, 0.4, 0.02]] },
    ],
  };
  return writer.page(template, change(index, writer));
}
