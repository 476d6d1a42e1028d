// The page's data: the index, and the arrays in the bytes behind it (docs/page.md).

const TYPES = { f32: Float32Array, f64: Float64Array, u32: Uint32Array, u16: Uint16Array };

function bytesOf(base64) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(base64);
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// An array of the bytes, in place if its alignment allows that. Places of a motion's arrays count from the
// motion's own bytes.
function arrayAt(bytes, { at, count, type }, base) {
  const Type = TYPES[type];
  const start = base + at;
  if ((bytes.byteOffset + start) % Type.BYTES_PER_ELEMENT === 0) return new Type(bytes.buffer, bytes.byteOffset + start, count);
  return new Type(bytes.slice(start, start + count * Type.BYTES_PER_ELEMENT).buffer);
}

const isArray = (value) =>
  Number.isInteger(value.at) && Number.isInteger(value.count) && typeof value.type === 'string' && value.type in TYPES;

// Replaces every array of the index by its numbers. Verdicts and ids are the caller's data and stay. Motions
// are filled one by one.
function fill(value, bytes, base = 0) {
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (['verdict', 'id', 'motions'].includes(key) || inner === null || typeof inner !== 'object') continue;
    if (!Array.isArray(inner) && isArray(inner)) value[key] = arrayAt(bytes, inner, base);
    else fill(inner, bytes, base);
  }
}

// The page's scene and motions; null if the page is a template without data.
export function readPage(document) {
  const index = document.getElementById('leeway-index');
  if (!index) return null;
  const page = JSON.parse(index.textContent);
  const bytes = bytesOf(document.getElementById('leeway-bytes')?.textContent.trim() ?? '');
  fill(page, bytes);
  for (const motion of page.motions) {
    fill(motion, bytes, motion.bytes);
    complete(motion);
    motion.margin = page.margin;
    motion.selfMargin = page.self_margin;
  }
  return page;
}

// Fills absent members with empty ones, so that no other code has to test for them.
function complete(motion) {
  motion.carried ??= [];
  motion.claims ??= [];
  motion.methods ??= [];
  motion.layers ??= [];
  motion.lower ??= [];
  motion.meetings ??= [];
  motion.steps ??= [];
  motion.verdict ??= { verdict: 'undecided', free_until: motion.begin };
  motion.end = Math.max(motion.end, motion.begin);
}
