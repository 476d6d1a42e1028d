// Writes the page's template: node build.mjs OUT.html. All of viewer/src in one file, with three.js and its licence.
import { build } from 'esbuild';
import { readFile, writeFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2];
if (!out) {
  console.error('usage: node build.mjs OUT.html');
  process.exit(2);
}

const bundled = await build({
  entryPoints: [join(here, 'src/main.js')],
  bundle: true,
  minify: true,
  write: false,
  format: 'iife',
  target: 'es2020',
  charset: 'utf8',
  legalComments: 'none',
});
const style = await build({ entryPoints: [join(here, 'src/style.css')], minify: true, write: false });
const page = await readFile(join(here, 'src/page.html'), 'utf8');
const licence = await readFile(join(here, 'node_modules/three/LICENSE'), 'utf8');

// A script must contain neither its own end tag nor the beginning of an HTML comment.
const script = `/*! three.js\n${licence.trim()}\n*/\n` +
  bundled.outputFiles[0].text.trim().replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
const fill = { style: style.outputFiles[0].text.trim(), script };
const html = page.replace(/\/\*(style|script)\*\//g, (whole, name) => fill[name]);

if (html.split('<!--leeway-->').length !== 2) throw new Error('the template must hold its mark once');
await mkdir(dirname(out), { recursive: true });
await writeFile(out, html);
