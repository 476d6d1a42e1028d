// Elements in one line: element('p.note', {title}, 'text', child). Text is always text, never HTML.

// Characters that are invisible but act on a text: controls except line ends, and those that change the
// direction of writing. They become visible, as in the tool's text.
const ACTS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
export const visible = (text) =>
  text.replace(ACTS, (sign) => {
    const code = sign.charCodeAt(0);
    return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });

const SVG = 'http://www.w3.org/2000/svg';

function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  const wanted = children.flat().filter((child) => child !== undefined && child !== null && child !== false);
  node.append(...wanted.map((child) => (typeof child === 'string' ? visible(child) : child)));
  return node;
}

export function element(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(' ');
  return make(node, attributes, children);
}

export function svg(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const node = document.createElementNS(SVG, tag);
  if (classes.length) node.setAttribute('class', classes.join(' '));
  return make(node, attributes, children);
}
