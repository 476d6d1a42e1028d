// The address keeps the state of the view, so that a link restores it: motion, time, pair, camera, switches.

export function readAddress() {
  const fields = new URLSearchParams(location.hash.slice(1));
  const numbers = (name) => fields.get(name)?.split(',').map(Number).filter(Number.isFinite) ?? [];
  const camera = numbers('camera');
  return {
    motion: fields.get('motion'),
    time: numbers('t')[0],
    pair: fields.get('pair'),
    camera: camera.length >= 6 ? camera : null,
    show: fields.get('show')?.split(',') ?? null,
  };
}

const short = (value) => String(Number(value.toPrecision(6)));

let last = '';

// Whether the address was changed by others, such as the user.
export const isForeign = () => location.hash !== last;

export function writeAddress({ motion, time, pair, camera, show }) {
  const fields = new URLSearchParams();
  if (motion !== null) fields.set('motion', motion);
  fields.set('t', short(time));
  if (pair) fields.set('pair', pair);
  if (camera) fields.set('camera', camera.map(short).join(','));
  if (show) fields.set('show', show.join(','));
  last = `#${fields.toString().replaceAll('%2C', ',')}`;
  try {
    history.replaceState(null, '', last);
  } catch {
    location.hash = last;
  }
  last = location.hash;
}
