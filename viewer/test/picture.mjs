// A picture of a page: node picture.mjs PAGE.html OUT.png [WIDTH HEIGHT [light|dark [HASH [SCRIPT]]]]. The hash is that of the
// page's address; the script may do anything else on the page, such as click.
import { launch, open, settle } from './browser.mjs';

const [file, out, width = '1280', height = '800', theme = 'light', hash = '', script = ''] = process.argv.slice(2);
const browser = await launch();
const page = await open(browser, file, { width: Number(width), height: Number(height), dark: theme === 'dark', hash });
await page.evaluate(script);
await settle(page);
await page.mouse.move(0, 0);
await page.screenshot({ path: out });
await browser.close();
for (const complaint of page.complaints) console.error(complaint);
process.exit(page.complaints.length ? 1 : 0);
