// Every screen in light and in dark, checked by axe-core for what keeps people from using it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { SITE } from './browser.mjs';
import { check, reads, visit } from './harness.mjs';

const axe = await readFile(new URL('node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

/** @typedef {import('playwright-core').Page} Page */

/** @param {string} tab */
const dialog = (tab) => async (/** @type {Page} */ page) => {
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await reads(page, '.gallery > [role=status]', /puzzles/);
};
const PHONE = { width: 390, height: 780 };

/** @type {{name: string, place: string, viewport?: {width: number, height: number}, act?: (page: Page) => Promise<unknown>}[]} */
const SCREENS = [
  { name: 'play', place: 'play?p=1+2+3/4+0+6/7+5+8' },
  { name: 'play with a hint', place: 'play?p=1A9BF0C', act: async (page) => {
    await page.keyboard.press('h');
    await reads(page, '.note', /^Move/);
  } },
  { name: 'a game won', place: 'play?p=1+2+3/4+5+6/7+0+8', act: async (page) => {
    await page.keyboard.press('ArrowLeft');
    await reads(page, '.against', /fewest 1/);
    await page.getByText('Where you are among all positions').click();
    await page.getByText('Keys', { exact: true }).click();
  } },
  { name: 'side by side', place: 'play?p=1+2+3/4+5+6/7+0+8', act: async (page) => {
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Watch beside a shortest' }).click();
    await reads(page, '.beside .counter', /^1 \/ 1$/);
  } },
  { name: 'play on a phone', place: 'play?p=5+1+2+4/9+6+3+8/13+10+7+11/14+15+12+0', viewport: PHONE },
  { name: 'solve', place: 'solve?p=8+6+7/2+5+4/3+0+1&step=12', act: (page) => reads(page, '.player .counter', /12 \/ 31/) },
  { name: 'solve with a blind method', place: 'solve?p=1+2+3/4+6+8/7+5+0&a=breadth-first', act: (page) => reads(page, '.player .counter', /\/ 4/) },
  { name: 'search', place: 'search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=manhattan&step=24', act: (page) => reads(page, '.timeline .counter', /^24/) },
  { name: 'two searches', place: 'search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=misplaced&a2=ida-star&h2=manhattan&step=20', act: (page) => reads(page, '.timeline .counter', /^20/) },
  { name: 'search on a phone', place: 'search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=manhattan&step=24', viewport: PHONE, act: (page) => reads(page, '.timeline .counter', /^24/) },
  { name: 'stack and bounds', place: 'search?p=1+5+0/4+3+6/7+2+8&a=ida-star&h=manhattan&step=9', act: (page) => reads(page, '.timeline .counter', /^9/) },
  { name: 'both ends', place: 'search?p=1+5+0/4+3+6/7+2+8&a=bidirectional&step=12', act: (page) => reads(page, '.timeline .counter', /^12/) },
  { name: 'a question before a step', place: 'search?p=2+4+3/1+0+5/7+8+6&a=a-star&h=manhattan&ask=1&step=2', act: (page) => page.locator('.choices button').first().waitFor() },
  { name: 'compare', place: 'compare?p=1+2+3/4+6+8/7+5+0', act: (page) => page.locator('.compare tbody th').first().waitFor() },
  { name: 'lessons', place: 'learn' },
  { name: 'a lesson', place: 'learn/a-star', act: (page) => page.locator('.live .lane .told .note:not(:empty)').first().waitFor() },
  { name: 'space', place: 'space?p=1+2+3/4+0+5', act: (page) => page.locator('.chosen .board').waitFor() },
  { name: 'space on a phone', place: 'space?p=1+2+3/4+0+5', viewport: PHONE, act: (page) => page.locator('.chosen .board').waitFor() },
  { name: 'compare on a phone', place: 'compare?p=1+2+3/4+6+8/7+5+0', viewport: PHONE, act: (page) => page.locator('.compare tbody th').first().waitFor() },
  { name: 'too large', place: 'space?p=1+2+3+4/5+6+7+8/9+10+11+12/13+14+0+15', act: (page) => page.locator('.command pre').waitFor() },
  { name: 'share', place: 'play?p=1A9BF0C', act: (page) => page.getByRole('button', { name: 'Share', exact: true }).click() },
  { name: 'gallery', place: 'play', act: dialog('Gallery') },
  { name: 'text', place: 'play', act: dialog('Text') },
  { name: 'drawing tiles', place: 'play', act: dialog('Draw tiles') },
  { name: 'drawing blocks', place: 'play?p=1A9BF0C', act: dialog('Draw blocks') },
  { name: 'gallery on a phone', place: 'play', viewport: PHONE, act: dialog('Gallery') },
];

// The site has the same pages, so a few of them are enough there.
for (const { name, place, viewport, act } of SITE ? SCREENS.slice(0, 3) : SCREENS) {
  check(`no violation: ${name}`, async () => {
    const page = await visit(place, viewport ? { viewport } : {});
    await act?.(page);
    await page.evaluate(axe);
    for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      // In the dark only colours are others.
      const found = await page.evaluate(async (rules) => {
        const { violations } = await /** @type {any} */ (window).axe.run(document, rules);
        return violations.flatMap((/** @type {any} */ rule) => rule.nodes.map((/** @type {any} */ node) => `${rule.id}: ${node.html.slice(0, 120)} (${node.any[0]?.message ?? node.all[0]?.message ?? ''})`));
      }, colorScheme === 'dark' ? { runOnly: ['color-contrast'], resultTypes: ['violations'] } : { resultTypes: ['violations'] });
      assert.deepEqual(found, [], `${name}, ${colorScheme}`);
    }
  });
}
