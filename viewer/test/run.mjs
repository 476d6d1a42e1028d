// Runs the tests: node test/run.mjs [TEMPLATE]. With LEEWAY=PROGRAM and LEEWAY_SOURCE=FOLDER, as ctest sets them, also those
// of pages that the tool writes. Exits with 77 where there is no Chromium to run them in.
import { spawnSync } from 'node:child_process';
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
const tests = ['kinematics.test.mjs', 'numbers.test.mjs', ...(program ? ['page.test.mjs'] : []), ...(process.env.LEEWAY ? ['tool.test.mjs'] : [])];
for (const file of tests) status ||= run(['--test', join(here, file)], { LEEWAY_TEMPLATE: template });
rmSync(folder, { recursive: true });
if (!program && !status) {
  console.log('skipped: the tests in a browser, as there is no chromium');
  status = 77;
}
process.exit(status);
