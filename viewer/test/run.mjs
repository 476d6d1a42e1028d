// Runs the tests: node test/run.mjs [TEMPLATE]. With LEEWAY=PROGRAM and LEEWAY_SOURCE=FOLDER, as ctest sets them, also those
// of pages that the tool writes. Exits with 77 where there is no Chromium to run them in.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from './browser.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'leeway-template-'));
const run = (args, more) => spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...more } }).status ?? 1;

let status = 0;
let template = process.argv[2] && resolve(process.argv[2]);
if (!template) {
  template = join(folder, 'page.html');
  status = run([join(here, '../build.mjs'), template]);
}
const tests = ['geometry.test.mjs', 'kinematics.test.mjs', 'numbers.test.mjs', 'verdict_text.test.mjs', ...(program ? ['page.test.mjs'] : []), ...(process.env.LEEWAY ? ['tool.test.mjs'] : [])];
// All at once, since a page spends much of its time waiting; the output of each is printed when it ends.
const results = status ? [] : await Promise.all(tests.map((file) => new Promise((done) => {
  const child = spawn(process.execPath, ['--test', join(here, file)], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, LEEWAY_TEMPLATE: template } });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
  child.on('close', (code) => {
    process.stdout.write(Buffer.concat(said));
    done(code ?? 1);
  });
})));
status = Math.max(status, ...results);
rmSync(folder, { recursive: true });
if (!program && !status) {
  console.log('skipped: the tests in a browser, as there is no chromium');
  status = 77;
}
process.exit(status);
