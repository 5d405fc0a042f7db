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

check('a count that was cut off does not say that there is nothing beyond', async () => {
  const page = await visit('space?p=5+1+2+4/9+6+3+8/13+10+7+11/14+15+12+0');
  const text = await reads(page, '.counts', /counted up to \d+, and there are more/);
  assert.doesNotMatch(text, /at most/);
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
  await page.getByLabel('Goal, unless').fill('1 2 3 4');
  await page.getByRole('button', { name: 'Use this puzzle' }).first().click();
  await reads(page, '#error-goal', /./);
  await page.getByLabel('Goal, unless').fill('');
  await page.getByRole('button', { name: 'Use this puzzle' }).first().click();
  await piece(page, 8).click();
  await reads(page, '.note', /^Solved in 1 move /);
});

check('a wrong address opens the text with its error', async () => {
  const page = await blank();
  await page.goto(`${address()}#/play?p=1+2+2`);
  await reads(page, '#error-text', /./);
  assert.equal(await page.getByLabel('Puzzle', { exact: true }).inputValue(), '1 2 2');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'field-text', 'one can go on at once');
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

check('from the drawing to its text by keys, and out again', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw tiles' }).click();
  await page.locator('#panel-tiles').getByRole('button', { name: 'As text' }).press('Enter');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'field-text');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('ArrowUp');
  await page.waitForTimeout(200);
  assert.equal(await piece(page, 5).getAttribute('transform'), 'translate(100 200)', 'the board behind stays');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('dialog[open]').count(), 0);
});

check('the editor opens the position, undoes, and tells how far it is', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8');
  await piece(page, 5).click();
  await page.waitForURL(/at=/);
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw tiles' }).click();
  const panel = page.locator('#panel-tiles');
  const tiles = () => panel.getByRole('group', { name: 'Start' }).locator('button').allTextContents();
  assert.equal((await tiles()).join(' '), '1 2 3 4 5 6 7  8');
  await reads(page, '#panel-tiles .foot .note', /solvable in 1 move\.$/);
  const start = panel.getByRole('group', { name: 'Start' });
  await start.getByRole('button', { name: 'Tile 1' }).click();
  await start.getByRole('button', { name: 'Tile 2' }).click();
  await reads(page, '#panel-tiles .foot .note', /it cannot be solved\.$/);
  await page.keyboard.press('Control+z');
  await reads(page, '#panel-tiles .foot .note', /solvable in 1 move\.$/);
  assert.equal((await tiles()).join(' '), '1 2 3 4 5 6 7  8');
  assert.ok(await panel.getByRole('button', { name: 'Undo' }).isDisabled());
});

check('a cell that is wrong is marked while tiles are drawn', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8&goal=0+1+2/3+5+4/6+7+8');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw tiles' }).click();
  const panel = page.locator('#panel-tiles');
  for (const [grid, cell] of /** @type {[string, number][]} */ ([['Start', 8], ['Goal', 5]])) {
    const cells = panel.getByRole('group', { name: grid }).locator('button');
    await cells.nth(cell).focus();
    await page.keyboard.press('7');
    assert.doesNotMatch(await reads(page, '#panel-tiles .foot .note.bad', /7 again$/), /column/);
    assert.equal(await panel.locator('.wrong').count(), 1);
    // The second of the two.
    assert.match((await cells.nth(grid === 'Start' ? 8 : 7).getAttribute('class')) ?? '', /wrong/);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), '7', 'one can go on typing');
    await panel.getByRole('button', { name: 'Undo' }).click();
    await reads(page, '#panel-tiles .foot .note:not(.bad)', /solved/);
    assert.equal(await panel.locator('.wrong').count(), 0);
  }
});

check('a cell that is wrong is marked while blocks are drawn', async () => {
  const page = await visit('play?p=start:%0AA..%0A...%0Agoal:%0A...%0A..A');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw blocks' }).click();
  const panel = page.locator('#panel-blocks');
  await reads(page, '#panel-blocks .foot .note', /solvable in 1 move\.$/);
  await panel.getByRole('button', { name: 'Piece A', exact: true }).click();
  await panel.locator('[data-cell="5"]').click();
  assert.doesNotMatch(await reads(page, '#panel-blocks .foot .note.bad', /./), /column/);
  assert.equal(await panel.locator('.cell.wrong').count(), 1);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await reads(page, '#panel-blocks .foot .note', /solvable in 1 move\.$/);
  assert.equal(await panel.locator('.cell.wrong').count(), 0);
});

check('a telephone on its side shows the whole board without scrolling, and the buttons beside it', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8', { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });
  const box = await page.locator('.stage .board').boundingBox();
  const undo = await page.getByRole('button', { name: 'Undo' }).boundingBox();
  assert.ok(box && undo && box.height <= 360 && box.height > 250 && box.y >= -1 && box.y + box.height <= 361, JSON.stringify(box));
  assert.ok(undo.x >= box.x + box.width);
});

check('a wide board leaves room for what stands beside it on a telephone on its side', async () => {
  const page = await visit('play?p=1+2+3+4+5+6+7+8+9+10+11+12/13+14+15+16+17+18+19+20+21+22+23+0', { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 740);
});

check('what is told of a solution on a telephone on its side is not cut in the middle of a word', async () => {
  const page = await visit('solve?p=8+6+7/2+5+4/3+0+1', { viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true });
  await reads(page, '.facts', /single, 20 line/);
  const cut = await page.locator('.facts').evaluate((list) => {
    const { right, bottom } = list.getBoundingClientRect();
    // Some that find no place in the line are below it as a whole.
    return [...list.children].map((item) => item.getBoundingClientRect()).filter((item) => item.right > right + 1 || (item.top < bottom - 1 && item.bottom > bottom + 1)).length;
  });
  assert.equal(cut, 0);
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

check('a dialog closes when the browser goes back', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8');
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.locator('.player .board').waitFor();
  for (const name of ['Choose a puzzle', 'Share']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('dialog[open]').waitFor();
    await page.goBack();
    await page.locator('.play [data-piece]').first().waitFor();
    assert.equal(await page.locator('dialog[open]').count(), 0, name);
    await page.goForward();
    await page.locator('.player .board').waitFor();
  }
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

check('everything has a label for screen readers', async () => {
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
