// Tiles as people play them: what colours stand for, where moves were lost, labels that repeat.
import assert from 'node:assert/strict';
import { check, piece, press, reads, visit } from './harness.mjs';

const MOVES = '.readings .reading:nth-child(1)';

check('colours by rings, by quarters and by distance; they last', async () => {
  const page = await visit('play?p=1+2+3+4/5+6+7+8/9+10+11+12/13+14+15+0');
  const colours = page.getByLabel('What the colours stand for');
  const fill = async (/** @type {number} */ tile) => piece(page, tile).locator('.face').first().getAttribute('fill');
  const usual = await fill(1);
  /** @param {number[]} tiles */
  const fills = async (...tiles) => new Set(await Promise.all(tiles.map(fill)));
  await colours.selectOption('fringe');
  assert.equal((await fills(1, 2, 3, 4, 5, 9, 13)).size, 1);
  assert.equal((await fills(1, 6, 11)).size, 3);
  await colours.selectOption('grid');
  assert.equal((await fills(1, 2, 5, 6)).size, 1);
  assert.equal((await fills(1, 3, 9, 11)).size, 4);
  await colours.selectOption('distance');
  assert.equal((await fills(1, 15, 12)).size, 1);
  await press(page, 12);
  await reads(page, MOVES, /^1moves/);
  assert.notEqual(await fill(12), await fill(1));
  await page.reload();
  await reads(page, MOVES, /^1moves/);
  assert.notEqual(await fill(12), await fill(1));
  await page.getByRole('link', { name: 'Solve' }).click();
  const faces = page.locator('.player .board [data-piece]');
  await faces.first().waitFor();
  const shown = await faces.locator('.face').evaluateAll((all) => all.map((face) => face.getAttribute('fill')));
  assert.notEqual(shown[11], shown[0]);
  assert.equal(shown[1], shown[0]);
  await page.getByRole('link', { name: 'Play' }).click();
  await colours.selectOption('goal');
  assert.equal(await fill(1), usual);
});

check('a solve is analysed: length in both metrics, where moves were lost', async () => {
  const page = await visit('play?p=1+2+3/4+6+8/7+5+0');
  for (const [count, tile] of [8, 8, 8, 6, 5, 8].entries()) {
    await press(page, tile);
    await reads(page, MOVES, new RegExp(`^${count + 1}moves`));
  }
  await page.getByRole('button', { name: 'Watch beside a shortest' }).click();
  await reads(page, '.review p', /^Your moves: 6 \(single\), 6 \(line\)\.$/);
  await reads(page, '.review .verdict', /^2 moves more than needed\.$/);
  const losses = page.locator('.losses button');
  assert.deepEqual(await losses.allTextContents(), ['Move 2: 2 lost']);
  await losses.first().click();
  await reads(page, '.beside .counter', /^1 \/ 6$/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Restart' }).click();
  await reads(page, MOVES, /^0moves/);
  for (const [count, tile] of [8, 6, 5, 8].entries()) {
    await press(page, tile);
    await reads(page, MOVES, new RegExp(`^${count + 1}moves`));
  }
  await page.getByRole('button', { name: 'Watch beside a shortest' }).click();
  await reads(page, '.review .verdict', /^No move was lost: this is a shortest solution\.$/);
});

check('labels that repeat and several blanks are drawn and played', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8');
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw tiles' }).click();
  const editor = page.locator('#panel-tiles');
  await editor.getByLabel('Rows').fill('2');
  await editor.getByLabel('Columns').fill('3');
  await editor.getByLabel('Columns').press('Enter');
  const start = editor.getByRole('group', { name: 'Start' }).locator('button');
  for (const [cell, key] of ['A', 'B', 'B', 'A', 'Delete', 'Delete'].entries()) {
    await start.nth(cell).focus();
    await page.keyboard.press(key);
  }
  assert.deepEqual(await start.allTextContents(), ['A', 'B', 'B', 'A', '', '']);
  // Labels of one's own bring a goal that can be drawn too.
  const goal = editor.getByRole('group', { name: 'Goal' }).locator('button');
  assert.deepEqual(await goal.allTextContents(), ['A', 'A', 'B', 'B', '', '']);
  await reads(page, '#panel-tiles .foot .note', /solvable in \d+/);
  await editor.getByRole('button', { name: 'Use this puzzle' }).click();
  await reads(page, '.bar .names', /tiles with labels/);
  await page.getByRole('button', { name: 'How far?' }).click();
  const far = Number((await reads(page, '.note', /^\d+ moves to go, and no fewer\.$/)).match(/\d+/)?.[0]);
  for (let left = far; left > 0; left -= 1) {
    await page.keyboard.press('h');
    // Beside two blanks a tile has two ways; the hint says which.
    const [, way] = (await reads(page, '.note', /^Move [AB] \w+\.$/)).match(/ (\w)\w*\.$/) ?? [];
    await page.locator('.hinted').focus();
    await page.keyboard.press({ u: 'ArrowUp', d: 'ArrowDown', l: 'ArrowLeft', r: 'ArrowRight' }[way] ?? '');
    await reads(page, MOVES, new RegExp(`^${far - left + 1}moves`));
  }
  await reads(page, '.note', new RegExp(`^Solved in ${far} moves`));
  // The editor opens with what is on the board.
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw tiles' }).click();
  assert.deepEqual(await start.allTextContents(), ['A', 'A', 'B', 'B', '', '']);
  // Cells of the goal that were left open are open there too, and the blank is one.
  const open = await visit('play?draw=1&p=1+2+3/4+0+6/7+5+8&goal=1+2+3/*+*+*/*+*+0');
  await reads(open, '.target', /^Goal \(\* is any tile\)1 2 3\n\* \* \*\n\* \* 0$/);
  assert.equal((await open.locator('#panel-tiles .grid').nth(1).locator('button').allTextContents()).join(' '), '1 2 3 * * * * * ');
});

check('a solution has its length in every metric; what a page does not count is left to a command', async () => {
  const page = await visit('solve?p=5+1+2+4/9+6+3+8/13+10+7+11/14+15+12+0&metric=line');
  await reads(page, '.solve .facts', /12 single, 6 line/);
  const labels = await visit('solve?p=A+A+B/B+0+0&goal=B+B+A/A+0+0&metric=line');
  await reads(labels, '.solve .facts', /\d+ single, \d+ line/);
  await reads(labels, '.solve .note', /the fewest possible/);
  await page.goto(page.url().replace(/p=.*/, 'p=1+2+3/4+6+8/7+5+0&metric=line'));
  await page.reload();
  await page.getByText('How many shortest solutions are there?').click();
  await reads(page, 'details.command pre', /^taquin solve '1 2 3 \/ 4 6 8 \/ 7 5 0' --metric line --count\ntaquin info /);
});
