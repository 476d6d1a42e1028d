// Drives Chromium: opens pages from files, and looks at their pictures.
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu-compositing', '--disable-quic',
  '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const program = PLACES.find((place) => place && existsSync(place));

export const launch = () => chromium.launch({ executablePath: program, args: FLAGS });

const tabs = new Map(); // browser -> its tab

// A tab that records the complaints and the network requests of its page.
async function newTab(browser) {
  const page = await browser.newPage({ hasTouch: true });
  page.setDefaultTimeout(8000);
  page.on('console', (message) => {
    const isOurs = ['error', 'warning'].includes(message.type()) && !message.text().includes('GPU stall due to ReadPixels'); // as pixels get onto the screen without a graphics card
    if (isOurs) page.complaints.push(message.text());
  });
  page.on('pageerror', (error) => page.complaints.push(error.stack));
  page.on('request', (request) => {
    if (!['about:blank', page.address].includes(request.url().split('#')[0])) page.complaints.push(`asked for ${request.url()}`);
  });
  return page;
}

const refuseWebgl = () => {
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
    return kind.startsWith('webgl') ? null : getContext.call(this, kind, ...rest);
  };
};

// Opens a file afresh in the tab that is there, which takes half the time of a new tab. Without WebGL in a tab
// of its own.
export async function open(browser, file, { hash = '', width = 960, height = 560, dark = false, webgl = true } = {}) {
  const page = (webgl && tabs.get(browser)) || (await newTab(browser));
  if (webgl) tabs.set(browser, page);
  else await page.addInitScript(refuseWebgl);
  if (page.address) await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  page.address = pathToFileURL(file).href;
  page.complaints = [];
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', media: 'screen' });
  await page.goto(page.address + hash);
  await page.waitForFunction(() => window.leeway?.ready);
  await settle(page);
  return page;
}

// Waits until all requested drawing is done.
export const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// The picture of the scene: its mean brightness, how many pixels are as red as a contact, and the pixels.
export async function look(page) {
  await settle(page);
  const seen = await page.evaluate(() => {
    const from = document.querySelector('.stage canvas');
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [160, Math.round((160 * from.height) / from.width)];
    const pen = canvas.getContext('2d', { willReadFrequently: true });
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

// How many pixels of two looks differ.
export function differences(one, other) {
  let count = 0;
  for (let i = 0; i < one.pixels.length; i += 4)
    if (Math.abs(one.pixels[i] - other.pixels[i]) + Math.abs(one.pixels[i + 1] - other.pixels[i + 1]) + Math.abs(one.pixels[i + 2] - other.pixels[i + 2]) > 12) count++;
  return count;
}
