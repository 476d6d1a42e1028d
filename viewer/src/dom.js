// Elements in one line: element('p.note', {title}, 'text', child). Text is always text, never HTML.

const SVG = 'http://www.w3.org/2000/svg';

function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
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
