// Pictures of every view: one of each for the documentation, and where a second folder is given all of them at
// three widths, in light and in dark, to be looked at.
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { launch, serve } from './browser.mjs';

const folder = process.argv[2] ?? '.';
const all = process.argv[3];
/** Screens that people have. */
const SIZES = [{ width: 1280, height: 860 }, { width: 1920, height: 1080 }, { width: 390, height: 780 }];

/** @typedef {import('playwright-core').Page} Page */
/**
 * Takes one hint after the other until the puzzle is solved and compared.
 * @param {Page} page
 */
async function follow(page) {
  const number = page.locator('.readings .number').first();
  for (;;) {
    await page.keyboard.press('h');
    await page.waitForFunction(() => /^(Move|Solved)/.test(document.querySelector('.note')?.textContent ?? ''));
    const tile = (await page.locator('.note').first().textContent())?.match(/^Move (\d+)/)?.[1];
    if (!tile) break;
    const before = await number.textContent();
    await page.locator(`[data-piece][aria-label^="Tile ${tile},"] .face`).first().click();
    await page.waitForFunction((count) => document.querySelector('.readings .number')?.textContent !== count, before);
  }
  await page.locator('.against strong').first().waitFor();
}

/**
 * What is looked at; what the documentation does not use is only made in all sizes.
 * @type {{name: string, place: string, width?: number, height?: number, dark?: boolean, unused?: boolean, act?: (page: Page) => Promise<unknown>}[]}
 */
const PICTURES = [
  { name: 'play', place: 'play?p=5+1+2+4/9+6+3+8/13+10+7+11/14+15+12+0' },
  { name: 'play-blocks', place: 'play?p=1A9BF0C', width: 1180, height: 900, act: (page) => page.keyboard.press('h') },
  { name: 'play-small', place: 'play?p=4+3+8/5+1+6/7+2+0&torus=1', width: 360, height: 760 },
  { name: 'play-won', place: 'play?p=3+5+1/4+2+0', height: 1240, act: async (page) => {
    await page.locator('.locator summary').click();
    await page.locator('.locator canvas').waitFor();
    await follow(page);
  } },
  { name: 'beside', place: 'play?p=3+5+1/4+2+0', unused: true, act: async (page) => {
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await follow(page);
    await page.getByRole('button', { name: 'Watch beside' }).click();
    await page.waitForTimeout(2000);
  } },
  { name: 'solve', place: 'solve?p=8+6+7/2+5+4/3+0+1&step=12', height: 860 },
  { name: 'search', place: 'search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=manhattan&step=24', width: 1280, height: 860 },
  { name: 'search-two', place: 'search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=misplaced&a2=ida-star&h2=manhattan&step=96', width: 1280, height: 800, dark: true },
  { name: 'search-table', place: 'search?p=5+4+3/2+1+0&a=exhaustive&step=120', width: 1280, height: 760 },
  { name: 'contents', place: 'learn', unused: true },
  { name: 'learn', place: 'learn/a-star', width: 1280, height: 1000, act: async (page) => {
    for (let step = 0; step < 4; step += 1) await page.getByRole('button', { name: 'Step', exact: true }).first().click();
  } },
  { name: 'compare', place: 'compare?p=8+1+3/4+0+2/7+6+5', width: 1280, height: 980, act: async (page) => {
    await page.getByRole('button', { name: 'Chart over random boards' }).click();
    await page.getByText('Every point').waitFor({ timeout: 120_000 });
  } },
  { name: 'space', place: 'space?p=1+2+3/4+0+5', width: 960, height: 860 },
  { name: 'space-klotski', place: 'space?p=1A9BF0C', width: 960, height: 880, dark: true, act: (page) => page.waitForTimeout(1500) },
  { name: 'gallery', place: 'play', width: 1000, height: 760, dark: true, act: (page) => page.getByRole('button', { name: 'Choose a puzzle' }).click() },
  { name: 'question', place: 'search?p=2+4+3/1+0+5/7+8+6&a=a-star&h=manhattan&ask=1&step=2', unused: true },
  { name: 'bounds', place: 'search?p=1+5+0/4+3+6/7+2+8&a=ida-star&h=manhattan&step=30', unused: true },
  { name: 'both-ends', place: 'search?p=1+5+0/4+3+6/7+2+8&a=bidirectional&step=24', unused: true },
  { name: 'projector', place: 'search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=manhattan&step=24', unused: true, act: (page) => page.keyboard.press('p') },
  { name: 'embed', place: 'search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=manhattan&step=9&embed=1', unused: true },
  { name: 'too-large', place: 'space?p=1+2+3+4/5+6+7+8/9+10+11+12/13+14+0+15', unused: true },
  { name: 'share', place: 'play?p=1A9BF0C', unused: true, act: (page) => page.getByRole('button', { name: 'Share', exact: true }).click() },
  { name: 'text', place: 'play?p=1+2+2/4+5+6', unused: true },
  { name: 'draw-tiles', place: 'play?p=1+2+3/4+0+6/7+5+8&draw=1', unused: true },
  { name: 'draw', place: 'play?p=1A9BF0C', width: 1000, height: 860, act: async (page) => {
    await page.getByRole('button', { name: 'Choose a puzzle' }).click();
    await page.getByRole('tab', { name: 'Draw blocks' }).click();
  } },
];

const { url: root, stop } = await serve();
const browser = await launch();

/**
 * A page of a picture, done with what is shown on it, and photographed by `shoot`.
 * @param {typeof PICTURES[number]} picture
 * @param {(page: Page) => Promise<unknown>} shoot
 */
async function take({ place, width = 1280, height = 860, dark, act }, shoot) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
  // A page that fills the screen cannot be given a size; without leave to fill it, it looks the same.
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'requestFullscreen'));
  await page.goto(`${root}#/${place}`);
  await page.locator('main [data-piece], main .tree canvas, main figure, main .compare, main .learn h1, dialog[open]').first().waitFor();
  await page.waitForTimeout(600);
  await act?.(page);
  await page.waitForTimeout(600);
  await shoot(page);
  await page.close();
}

/** @param {typeof PICTURES[number]} picture at every width and in both themes */
const everywhere = (picture) => (/** @type {Page} */ page) => SIZES.reduce(async (before, size) => {
  await before;
  await page.setViewportSize(size);
  for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(300);
    await page.screenshot({ path: path.join(String(all), `${picture.name}-${size.width}-${colorScheme}.png`) });
  }
}, Promise.resolve());

for (const made of [folder, ...(all ? [all] : [])]) await mkdir(made, { recursive: true });
for (const picture of PICTURES) {
  if (!picture.unused) await take(picture, (page) => page.screenshot({ path: path.join(folder, `${picture.name}.png`) }));
  if (all) await take({ ...picture, ...SIZES[0], dark: false }, everywhere(picture));
}
await browser.close();
stop();
