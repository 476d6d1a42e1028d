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

// The page of shapes: an arm, whose second link comes near a ball, and every kind of shape.
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
      { name: 'lower', kind: 'link', robot: 0, link: 'lower', frame: 1, padding: 0.02, pose: at(0, 0, 0.15), parts: [{ shape: 1 }],
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
        layers: [{ body: 1, other: 2, from: 0, to: 0.4, clear: [0, 0.4], layer: 3, grown: 0.04 }],
        lower: [[0, 0.25, 0.04], [0.25, 0.4, 0.02]] },
    ],
    roadmap: { tip: 1, points: writer.array('f32', [0.3, 0, 0.5, 0, 0.3, 0.5, -0.3, 0, 0.6, 0.2, -0.3, 0.4]),
               edges: writer.array('u32', [0, 1, 1, 2, 2, 3, 3, 0]) },
  };
  return writer.page(template, change(index, writer));
}

// Pseudo-random numbers from a seed.
export function randoms(seed) {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

// The shapes' page as the report of many motions.
export function reportPage(template, count) {
  const random = randoms(7);
  return shapesPage(template, (index, writer) => {
    index.kind = 'report';
    index.title = `${count} swings`;
    const [swing] = index.motions;
    index.motions = Array.from({ length: count }, (_, i) => {
      const kind = random() < 0.7 ? 'free' : random() < 0.8 ? 'contact' : 'undecided';
      const other = `shape ${Math.floor(random() * 11)} <b>`;
      const common = { id: i, verdict: kind, unit: '1', pairs: 11, queries: 20, samples: 30 };
      const low = 0.002 + 0.2 * random() * random();
      const verdict = {
        free: { ...common, free_until: 1, clearance: [low, low * 1.01], clearance_at: random(), clearance_pair: ['lower', other] },
        contact: { ...swing.verdict, ...common, free_until: 0.4, time: 0.4001, pair: ['lower', other] },
        undecided: { ...common, free_until: 0.3, reason: 'budget' },
      }[kind];
      const values = writer.array('f32', [0, 2.2, 6.28 * random(), 2.4]);
      return { ...swing, id: i, name: `swing ${i}`, values, verdict, curve: undefined, layers: undefined, lower: kind === 'free' ? [[0, 1, low]] : [] };
    });
    return index;
  });
}

// Two discs and a polygon in the plane, with claims, the steps of two methods, and meetings.
export function planarPage(template) {
  return shapesPage(template, (index, writer) => {
    const box = (x, y) => writer.array('f32', [-x, -y, x, -y, x, y, -x, y]);
    index.dimension = 2;
    index.title = 'in the plane';
    index.shapes = [
      { kind: 'polygon', vertices: box(0.3, 0.2), rounding: 0.05 },
      { kind: 'disc', radius: 0.4 },
      { kind: 'polygon', vertices: box(1, 0.1) },
    ];
    index.robots = [{ name: 'A' }, { name: 'B' }];
    index.frames = [0, 1].map((i) => ({
      name: 'body', robot: i, parent: -1, pose: at(0, 0, 0),
      joint: { name: 'at', kind: 'planar', axis: [0, 0, 1], plane: [[1, 0, 0], [0, 1, 0]], value: 3 * i, factor: 1, offset: 0 } }));
    index.bodies = [
      { name: 'A/body', kind: 'link', robot: 0, link: 'body', frame: 0, pose: at(0, 0, 0), parts: [{ shape: 0 }] },
      { name: 'B/body', kind: 'link', robot: 1, link: 'body', frame: 1, pose: at(0, 0, 0), parts: [{ shape: 0 }] },
      { name: 'pillar', kind: 'obstacle', robot: -1, link: '', frame: -1, pose: at(0, 0, 0), parts: [{ shape: 1 }] },
      { name: 'wall', kind: 'obstacle', robot: -1, link: '', frame: -1, pose: at(0, 2, 0), parts: [{ shape: 2 }] },
    ];
    index.rest = [0, 0, 0, 0, 0, 0];
    const times = Array.from({ length: 41 }, (_, i) => i / 4);
    const gap = (t) => Math.max(0, Math.abs(t - 6) * 0.3 - 0.02);
    index.motions = [{
      ...index.motions[0], id: 'pass', name: 'pass', begin: 0, end: 10, seconds: true, columns: [0, 1, 2, 3, 4, 5],
      times: writer.array('f64', [0, 10]), values: writer.array('f32', [-2, -1, 0, 2, 1, 0, 2, -1, 1, -2, 1.2, 3]),
      verdict: { ...index.motions[0].verdict, id: 'pass', unit: 's', time: 5.95, free_until: 5.94, pair: ['A/body', 'wall'],
                 notices: ['joint "<b>\u001b[31m\u202e\n" is ignored', 'joint "at": a quaternion of length 2 is taken as one of length 1'] },
      curve: { times: writer.array('f32', times), distance: writer.array('f32', times.map(gap)),
               pair: writer.array('u32', times.flatMap(() => [0, 3])),
               points: writer.array('f32', times.flatMap(() => [0, 0.25, 0, 0, -0.1, 0])) },
      lower: [[0, 3, 0.4], [3, 5, 0.1]],
      claims: [[0, 3, 'slab'], [3, 5, 'slab'], [5, 5.94, 'travel']].map(([from, to, rule]) => (
        { from, to, at: (from + to) / 2, pair: [0, 3], rule, kind: 'apart', normal: rule === 'slab' ? [0, 1, 0] : undefined, parts: 1 })),
      methods: [
        { name: 'slab', samples: writer.array('f64', [0, 3, 5, 5.9]), free: [[0, 5.94]] },
        { name: 'sampled', resolution: 0.5, samples: writer.array('f64', [0, 1.5, 3, 4.5, 5.8, 7, 8.5, 10]), verdict: 'undecided' },
      ],
    }];
    index.cell = { near: 1 };
    index.motions[0].meetings = [{ robots: [0, 1], from: 4, to: 6, distance: 0.8, at: 5 }];
    index.motions[0].steps = [[0, 'to the wall', 0, 7], [0, 'back <b>', 7, 10], [1, 'a way with a name that is long', 0, 9]]
      .map(([robot, name, from, to]) => ({ robot, name, from, to }));
    index.motions[0].steps.push({ robot: 1, name: 'back', from: 9, to: 10, way: true });
    index.delays = [{ robots: [0, 1], names: ['pass', 'cross <b>'], from: -4, to: 6, spans: [
      { verdict: 'free', from: -4, to: -1 }, { verdict: 'contact', from: -1, to: 2, pair: [0, 1] },
      { verdict: 'undecided', from: 2, to: 2.5 }, { verdict: 'free', from: 2.5, to: 6 }] }];
    return index;
  });
}

// The shapes' page among many boxes of all sizes.
export function obstaclesPage(template, count) {
  const random = randoms(5);
  return shapesPage(template, (index) => {
    for (let i = 0; i < count; i++) {
      index.shapes.push({ kind: 'box', size: [0.02 + 0.05 * random(), 0.02 + 0.05 * random(), 0.02 + 0.3 * random()] });
      index.bodies.push({ name: `box ${i}`, kind: 'obstacle', robot: -1, link: '', frame: -1, parts: [{ shape: index.shapes.length - 1 }],
                          pose: at(8 * random() - 4, 8 * random() - 4, 0.1) });
    }
    return index;
  });
}
