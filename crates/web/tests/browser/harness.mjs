// What the tests have in common: pages that are watched, and the words for what is done on them.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch, open, PATIENCE } from './browser.mjs';

let stop = () => {};
/** @type {import('playwright-core').Browser} */
let browser;
/** @type {string[]} what pages complained about */
const complaints = [];
/** @type {import('playwright-core').BrowserContext[]} */
const contexts = [];
let root = '';

before(async () => {
  ({ url: root, stop } = await open(['--limit-time', '60s']));
  browser = await launch();
});

after(async () => {
  await browser?.close();
  stop();
});

/**
 * A test of the pages. One that fails is tried a second time in a browser of its own, and said so: a
 * browser that starves on a busy machine is no fault of ours, a fault of ours comes back.
 * @param {string} name
 * @param {() => Promise<void>} body
 */
export function check(name, body) {
  test(name, { timeout: 4 * PATIENCE }, async () => {
    try {
      await attempt(body);
    } catch (error) {
      process.stderr.write(`once more: ${name}: ${error}\n`);
      await browser.close().catch(() => {});
      browser = await launch();
      await attempt(body);
    }
  });
}

/** @param {() => Promise<void>} body */
async function attempt(body) {
  complaints.length = 0;
  try {
    await body();
    assert.deepEqual(complaints, [], 'no page may complain');
  } finally {
    for (const context of contexts.splice(0)) await context.close().catch(() => {});
  }
}

/** Where the app is. */
export const address = () => root;

/**
 * A page of the app at a place such as `play?p=…`.
 * @param {string} place
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function visit(place, options = {}) {
  const page = await blank(options);
  await page.goto(`${root}#/${place}`);
  await page.locator('main [data-piece], main .tree canvas, main figure, main .compare, main .learn h1').first().waitFor();
  return page;
}

/**
 * A page that is watched for errors.
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function blank(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', acceptDownloads: true, ...options });
  contexts.push(context);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return page;
}

/**
 * A piece by its label.
 * @param {import('playwright-core').Page} page
 * @param {string | number} label
 */
export const piece = (page, label) => page.locator(`[data-piece][aria-label^="Tile ${label},"], [data-piece][aria-label^="Piece ${label},"]`);

/**
 * Clicks a piece where it is drawn first; on a torus it is drawn on both sides of a seam.
 * @param {import('playwright-core').Page} page
 * @param {string | number} label
 */
export const press = (page, label) => piece(page, label).locator('.face').first().click();

/**
 * Drags a piece by cells.
 * @param {import('playwright-core').Page} page
 * @param {string | number} label
 * @param {number} rows
 * @param {number} cols
 */
export async function drag(page, label, rows, cols) {
  const box = await piece(page, label).locator('.face').first().boundingBox();
  const cell = await page.evaluate(() => {
    const board = /** @type {SVGSVGElement} */ (document.querySelector('.board'));
    return 100 * (board.getScreenCTM()?.a ?? 1);
  });
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(x + (cols * cell * step) / 8, y + (rows * cell * step) / 8);
  return { drop: () => page.mouse.up() };
}

/**
 * Waits until a text is on the page.
 * @param {import('playwright-core').Page} page
 * @param {string} selector
 * @param {RegExp} pattern
 */
export async function reads(page, selector, pattern) {
  const place = page.locator(selector).first();
  const limit = Date.now() + PATIENCE / 2;
  let text = '';
  while (Date.now() < limit) {
    text = (await place.textContent().catch(() => '')) ?? '';
    if (pattern.test(text)) return text;
    await page.waitForTimeout(40);
  }
  assert.match(text, pattern);
  return text;
}
