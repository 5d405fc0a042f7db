// Whole spaces, choosing and drawing puzzles, and the page as a whole.
import assert from 'node:assert/strict';
import { address, blank, check, piece, reads, visit } from './harness.mjs';

check('a space has its histogram, its mark and its graph', async () => {
  const page = await visit('space?p=1+2+3/4+0+5');
  await reads(page, '.counts', /360 positions.*distance to the goal; at most 21/);
  assert.equal(await page.locator('.level.here').count(), 1);
  await reads(page, '.graph', /360 positions, 420 moves/);
  await page.locator('.graph canvas').click({ position: { x: 300, y: 250 } });
  await page.locator('.chosen .board').waitFor();
});

check('a space too large to draw is still counted', async () => {
  const page = await visit('space?p=1+2+3/4+5+6/7+8+0');
  await reads(page, '.counts', /181,440 positions/);
  await reads(page, '.graph', /too large to be drawn/);
});

check('bad input shows the error by the field and loses nothing', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = '1 2 3\n4 x 6\n7 5 8';
  await page.getByLabel('Puzzle', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Use this puzzle' }).first().click();
  await reads(page, '#error-text', /line 2, column 3/);
  assert.equal(await page.getByLabel('Puzzle', { exact: true }).inputValue(), text);
  assert.equal(await page.getByLabel('Puzzle', { exact: true }).getAttribute('aria-invalid'), 'true');
  assert.equal(await page.evaluate(() => /** @type {HTMLTextAreaElement} */ (document.activeElement).selectionStart), 8);
  await page.getByLabel('Puzzle', { exact: true }).fill('1 2 3\n4 5 6\n7 0 8');
  await page.getByLabel('Goal, if').fill('1 2 3 4');
  await page.getByRole('button', { name: 'Use this puzzle' }).first().click();
  await reads(page, '#error-goal', /./);
  await page.getByLabel('Goal, if').fill('');
  await page.getByRole('button', { name: 'Use this puzzle' }).first().click();
  await piece(page, 8).click();
  await reads(page, '.note', /^Solved in 1 move /);
});

check('a wrong address opens the text with its error', async () => {
  const page = await blank();
  await page.goto(`${address()}#/play?p=1+2+2`);
  await reads(page, '#error-text', /./);
  assert.equal(await page.getByLabel('Puzzle', { exact: true }).inputValue(), '1 2 2');
});

check('tiles are drawn', async () => {
  const page = await visit('play?p=1+2+3/4+5+6/7+8+0');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw tiles' }).click();
  const panel = page.locator('#panel-tiles');
  await panel.getByLabel('Rows').fill('2');
  await panel.getByLabel('Rows').blur();
  const start = panel.getByRole('group', { name: 'Start' });
  await start.getByRole('button', { name: 'Tile 5' }).click();
  await start.getByRole('button', { name: 'Blank' }).click();
  await reads(page, '#panel-tiles .note', /^2 × 3 tiles/);
  await panel.getByRole('button', { name: 'Use this puzzle' }).click();
  await piece(page, 5).click();
  await reads(page, '.note', /^Solved in 1 move /);
});

check('blocks are painted, with a wall and a goal', async () => {
  const page = await visit('play?p=1+2+3/4+5+6/7+8+0');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw blocks' }).click();
  const panel = page.locator('#panel-blocks');
  for (const [side, value] of [['Rows', '2'], ['Columns', '3']]) {
    await panel.getByLabel(side).fill(value);
    await panel.getByLabel(side).blur();
  }
  const cell = (/** @type {number} */ row, /** @type {number} */ col) => panel.locator(`[data-cell="${(row - 1) * 3 + col - 1}"]`);
  await panel.getByRole('button', { name: 'Empty', exact: true }).click();
  for (const [row, col] of [[1, 1], [1, 2], [1, 3], [2, 1], [2, 2], [2, 3]]) await cell(row, col).click();
  await panel.getByRole('button', { name: 'New piece A' }).click();
  await cell(1, 1).click();
  await panel.getByRole('button', { name: 'Wall' }).click();
  await cell(2, 1).click();
  await panel.getByRole('button', { name: 'Goal', exact: true }).click();
  await panel.getByRole('button', { name: 'Empty', exact: true }).click();
  for (const [row, col] of [[1, 1], [1, 2], [1, 3], [2, 2], [2, 3]]) await cell(row, col).click();
  await panel.getByRole('button', { name: 'Piece A' }).click();
  await cell(2, 3).click();
  await reads(page, '#panel-blocks .foot .note', /^2 × 3 blocks/);
  await panel.getByRole('button', { name: 'Use this puzzle' }).click();
  await piece(page, 'A').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(80);
    await piece(page, 'A').focus();
  }
  await reads(page, '.note', /^Solved/);
});

check('the gallery, the theme and the metric', async () => {
  const page = await visit('play');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.locator('.gallery .card').nth(1).click();
  await piece(page, 8).waitFor();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const before = await paper();
  await page.getByRole('button', { name: 'Light or dark' }).click();
  assert.notEqual(await paper(), before);
  await page.goto(`${address()}#/play?p=1A9BF0C`);
  await page.getByLabel('What counts as one move').selectOption('unit');
  await page.waitForURL(/metric=unit/);
});

check('every view fits a small and a large screen, in light and in dark', async () => {
  for (const [width, height, colorScheme] of /** @type {[number, number, 'light' | 'dark'][]} */ ([[360, 740, 'dark'], [1920, 1080, 'light']])) {
    const page = await visit('play?p=1+2+3/4+0+5', { viewport: { width, height }, colorScheme });
    for (const view of ['Play', 'Solve', 'Search', 'Space']) {
      await page.getByRole('link', { name: view, exact: true }).click();
      await page.locator(`main .${view.toLowerCase()} :is([data-piece], canvas)`).first().waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${view} at ${width} is ${wide} wide`);
    }
    await page.context().close();
  }
});

check('what has to be named is named', async () => {
  for (const view of ['play', 'solve', 'search', 'space']) {
    const page = await visit(`${view}?p=1+2+3/4+0+5`);
    const nameless = await page.evaluate(() => [...document.querySelectorAll('button, a, input, select, textarea, [role=img], [role=button]')]
      .filter((element) => {
        const labels = /** @type {any} */ (element).labels;
        return !(element.getAttribute('aria-label') || element.querySelector('title') || element.textContent?.trim() || (labels && labels.length > 0));
      })
      .map((element) => element.outerHTML.slice(0, 120)));
    assert.deepEqual(nameless, [], view);
    await page.context().close();
  }
});
