// Pages that the tool writes, compared with its output.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, look, open, program } from './browser.mjs';
import { witnesses } from '../src/curve.js';
import { bodyPoses } from '../src/kinematics.js';
import { readPage } from '../src/page_data.js';
import { verdictRows } from '../src/verdict_text.js';

const scenes = join(process.env.LEEWAY_SOURCE, 'scenes');
const data = process.env.LEEWAY_DATA;
const folder = mkdtempSync(join(tmpdir(), 'leeway-pages-'));
const robot = (name) => ['--robot', `${data}/robots/${name}/${name}.urdf`, '--srdf', `${data}/robots/${name}/${name}.srdf`];

// name -> the arguments for the commands check and view
const CASES = {
  cell: [`${scenes}/cell.json`],
  pick: [`${scenes}/pick.json`],
  workcell: [`${scenes}/workcell.json`],
  bodies: [`${scenes}/bodies.json`],
  two_arms: [`${scenes}/two_arms.json`],
  ...(data && existsSync(`${data}/motions/panda`) && {
    panda: [...robot('panda'), '--scene', `${data}/mbm/panda/box/scene0001.yaml`, '--group', 'panda_arm', '--motions', `${data}/motions/panda/box_0001.jsonl`],
    ur5: [...robot('ur5'), '--scene', `${data}/mbm/ur5/box/scene0001.yaml`, '--motions', `${data}/motions/ur5/box_0001.jsonl`],
  }),
};

const IN_BROWSER = ['cell', 'workcell', 'panda'];

// The rows of the page about a verdict.
const rowsOf = (motion) => verdictRows(motion).map(([row, value]) => [row, value.replaceAll('\u00a0', ' ')]);

// The output of a command, whatever its exit status.
function leeway(...args) {
  try {
    return execFileSync(process.env.LEEWAY, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 1 << 28 });
  } catch (error) {
    if (error.status === 2) throw new Error(error.stderr);
    return error.stdout;
  }
}

// The page's data, read as the page reads it.
function dataOf(file) {
  const html = readFileSync(file, 'utf8');
  const script = (id) => html.match(new RegExp(`<script id="${id}"[^>]*>([^]*?)</script>`))[1];
  return readPage({ getElementById: (id) => ({ textContent: script(id) }) });
}

let browser;
before(async () => {
  if (program) browser = await launch();
});
after(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

// Four digits, rounded down.
function down(value) {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 3);
  return Number((Math.floor(value / unit + 1e-9) * unit).toPrecision(4));
}

test('a report holds the verdicts that it was written with', async () => {
  const file = join(folder, 'report.html');
  const what = [`${scenes}/cell.json`, '--motions', `${scenes}/motions.jsonl`, '--clearance'];
  const lines = leeway('check', ...what, '--json', '--report', file).trim().split('\n').map((line) => JSON.parse(line));
  const { kind, motions } = dataOf(file);
  assert.equal(kind, 'report');
  assert.deepEqual(motions.map(({ verdict }) => verdict), lines);
  if (!program) return;
  const page = await open(browser, file);
  const of = (verdict) => lines.filter((line) => line.verdict === verdict).length;
  assert.deepEqual(await page.locator('.count b').allInnerTexts(), ['free', 'contact', 'undecided'].map((verdict) => String(of(verdict))));
  assert.deepEqual(
    (await page.locator('.all td.distance').allInnerTexts()).map(Number),
    lines.map(({ clearance }) => (clearance ? down(1000 * clearance[0]) : 0)),
  );
  assert.deepEqual(page.complaints, []);
});

test('a report of jobs holds what the judge says', async () => {
  const file = join(folder, 'jobs.html');
  const what = [`${scenes}/workcell.json`, '--jobs', `${scenes}/jobs.jsonl`];
  const lines = leeway('cell', ...what, '--json', '--report', file, '--near', '0.5').trim().split('\n').map((line) => JSON.parse(line));
  const { motions, cell } = dataOf(file);
  assert.equal(cell.near, 0.5);
  motions.forEach(({ verdict, end, steps, meetings }, i) => {
    for (const key of ['id', 'verdict', 'free_until', 'time', 'pair']) assert.deepEqual(verdict[key], lines[i][key]);
    assert.equal(end, lines[i].end);
    assert.equal(Math.max(...steps.map(({ to }) => to)), end);
    assert.equal(meetings.some(({ distance }) => distance === 0), verdict.verdict === 'contact');
  });
  if (!program) return;
  const page = await open(browser, file);
  await page.locator('.matrix td button').first().click();
  assert.equal(await page.locator('.all tr[aria-selected=true] td').first().innerText(), 'both to one place');
  assert.ok((await look(page)).red > 2);
  assert.deepEqual(page.complaints, []);
});

for (const [name, what] of Object.entries(CASES)) {
  const file = join(folder, `${name}.html`);

  test(`${name}: the page says what the tool says`, async () => {
    leeway('view', ...what, '-o', file);
    const verdicts = leeway('check', ...what, '--clearance', '--json').trim().split('\n').map((line) => JSON.parse(line));
    assert.deepEqual(dataOf(file).motions.map(({ verdict }) => verdict), verdicts);
  });

  test(`${name}: bodies are where the tool has them`, () => {
    const page = dataOf(file);
    let samples = 0;
    for (const motion of page.motions)
      for (const curve of [motion.curve, motion.self])
        for (let sample = 0; sample < (curve?.times.length ?? 0); sample += 7) {
          const distance = curve.distance[sample];
          if (!(distance > 0)) continue;
          const [p, q] = witnesses(curve, sample, bodyPoses(page, motion, curve.times[sample]));
          const apart = Math.hypot(...p.map((value, i) => value - q[i]));
          assert.ok(Math.abs(apart - distance) < 3e-4, `${motion.name} at ${curve.times[sample]}: ${apart}, not ${distance}`);
          samples++;
        }
    assert.ok(samples > 20, String(samples));
  });

  test(`${name}: the words of the page are those of the text`, () => {
    const text = leeway('check', ...what, '--clearance').replace(/-(0\.0+)(?!\d)/g, '$1');
    for (const motion of dataOf(file).motions) {
      const rows = rowsOf(motion);
      assert.ok(rows.length > 0);
      for (const [row, value] of rows)
        if (['Clearance', 'Inside the robot', 'At'].includes(row)) assert.ok(text.includes(value), `${row}: ${value}`);
        else if (row === 'First contact') assert.ok(text.includes(value.split(' at ')[1]), value);
        else if (row === 'Free until') assert.ok(text.includes(value.replace(', proven', '')), value);
    }
    assert.ok(statSync(file).size < 3e6, `${statSync(file).size} bytes`);
  });

  test(`${name}: the page shows these words`, { skip: !IN_BROWSER.includes(name) || (!program && 'there is no chromium') }, async () => {
    const page = await open(browser, file);
    const { motions } = dataOf(file);
    const contact = motions.findIndex(({ verdict }) => verdict.verdict === 'contact');
    for (const i of [0, contact]) {
      await page.evaluate((index) => window.leeway.chooseMotion(index), i);
      const rows = await page.locator('section[aria-label=Verdict] dl div').evaluateAll((nodes) => nodes.map((node) => [...node.children].map((child) => child.textContent.replaceAll('\u00a0', ' '))));
      assert.deepEqual(rows, rowsOf(motions[i]));
    }
    await page.keyboard.press('c');
    assert.ok((await look(page)).red > 2);
    // a screen reader says the distance that is displayed
    const distance = (await page.locator('dt:text-is("Distance") + dd').innerText()).split(',')[0];
    assert.ok((await page.locator('.plot').getAttribute('aria-valuetext')).endsWith(distance === 'in contact' ? '0\u00a0mm' : distance));
    assert.deepEqual(page.complaints, []);
    });
}
