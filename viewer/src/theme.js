// Light, dark and print: the style sheet holds the colours, scripts read them here.

const NAMES = [
  'scene', 'grid', 'link-0', 'link-1', 'link-2', 'link-3', 'obstacle', 'object', 'nearest', 'self', 'contact',
  'clear', 'middle', 'cover', 'layer', 'roadmap', 'slab',
];
const KEY = 'leeway-theme';

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const printing = matchMedia('print');

function chosen() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // pages opened as files may have no storage
  }
}

export const isDark = () => document.documentElement.dataset.theme === 'dark';

function apply() {
  const theme = paper || printing.matches ? 'light' : chosen() ?? own ?? (prefersDark.matches ? 'dark' : 'light');
  document.documentElement.dataset.theme = theme;
}

let own = null; // the choice, if there is no storage
let paper = false; // set before the print media query applies

// Uses the light theme for printing.
export function forPaper(on) {
  paper = on;
  apply();
}

export function switchTheme(changed) {
  own = isDark() ? 'light' : 'dark';
  try {
    localStorage.setItem(KEY, own);
  } catch {
    // the choice is lost when the page is closed
  }
  apply();
  changed();
}

// Calls a function whenever the colours change.
export function followTheme(changed) {
  apply();
  for (const query of [prefersDark, printing])
    query.addEventListener('change', () => {
      apply();
      changed();
    });
}

export function palette() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
}
