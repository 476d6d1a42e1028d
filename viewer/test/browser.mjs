// Chromium, driven: pages that are opened from files, and what is seen on them.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const program = PLACES.find((place) => place && existsSync(place));

export const launch = () => chromium.launch({ executablePath: program, args: FLAGS });

// Opens a file; what it complains of and what it asks the network for are noted.
export async function open(browser, file, { hash = '', width = 960, height = 560, dark = false, webgl = true, touch = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', hasTouch: touch });
  const page = await context.newPage();
  const address = pathToFileURL(file).href;
  page.setDefaultTimeout(8000);
  page.complaints = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(error.stack));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) page.complaints.push(`asked for ${request.url()}`);
  });
  if (!webgl)
    await page.addInitScript(() => {
      const { getContext } = HTMLCanvasElement.prototype;
      HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
        return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
      };
    });
  await page.goto(address + hash);
  await page.waitForSelector('.stage canvas');
  await settle(page);
  return page;
}

// Waits until what was asked for is drawn.
export const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// The picture of the scene: its mean brightness, how many pixels are as red as a contact, and the pixels.
export async function look(page) {
  await settle(page);
  const seen = await page.evaluate(() => {
    const from = document.querySelector('.stage canvas');
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, Math.round((160 * from.height) / from.width)];
    const pen = canvas.getContext('2d');
    pen.drawImage(from, 0, 0, canvas.width, canvas.height);
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
    let red = 0;
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) {
      sum += data[i] + data[i + 1] + data[i + 2];
      if (data[i] > 110 && data[i] > 2 * data[i + 1] && data[i] > 2 * data[i + 2]) red++;
    }
    return { red, brightness: sum / data.length / 0.75, pixels: btoa(String.fromCharCode(...data)) };
  });
  return { ...seen, pixels: Buffer.from(seen.pixels, 'base64') };
}

// How many pixels of two looks are not the same.
export function differences(one, other) {
  let count = 0;
  for (let i = 0; i < one.pixels.length; i += 4)
    if (Math.abs(one.pixels[i] - other.pixels[i]) + Math.abs(one.pixels[i + 1] - other.pixels[i + 1]) + Math.abs(one.pixels[i + 2] - other.pixels[i + 2]) > 12) count++;
  return count;
}
