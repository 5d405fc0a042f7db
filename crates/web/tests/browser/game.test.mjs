// A game that lasts: letters, moves and clock outlive views and pages; bests, daily puzzles, the gallery.
import assert from 'node:assert/strict';
import { address, blank, check, drag, piece, press, reads, visit } from './harness.mjs';

const NEAR = 'play?p=1+2+3/4+0+6/7+5+8';
const MOVES = '.readings .reading:nth-child(1)';
/** Two pieces of one shape, a third that the goal wants. */
const ALIKE = 'play?p=start:%0AA.B%0A...%0AC..%0Agoal:%0A...%0A...%0A..C&metric=unit';

/** @param {import('playwright-core').Page} page */
const clockOf = async (page) => Number((await page.locator('.readings .reading:nth-child(2) .number').textContent())?.split(':')[1]);

check('a piece keeps its letter: after moves, in hints, on reload', async () => {
  const page = await visit(ALIKE);
  const where = async () => Object.fromEntries(await Promise.all(['A', 'B', 'C'].map(async (name) => [name, (await piece(page, name).getAttribute('aria-label'))?.match(/row \d, column \d/)?.[0]])));
  // A passes B, so that the one that comes first in reading order is the other one.
  await piece(page, 'A').focus();
  for (const [key, count] of [['ArrowDown', 1], ['ArrowRight', 2], ['ArrowDown', 3]]) {
    await page.keyboard.press(String(key));
    await reads(page, MOVES, new RegExp(`^${count}moves`));
  }
  const before = await where();
  assert.deepEqual(before, { A: 'row 3, column 2', B: 'row 1, column 3', C: 'row 3, column 1' });
  await page.reload();
  await piece(page, 'A').waitFor();
  assert.deepEqual(await where(), before);
  await page.keyboard.press('h');
  const words = await reads(page, '.note', /^Move [ABC]: /);
  const hinted = await page.locator('.hinted').getAttribute('aria-label');
  assert.equal(hinted?.match(/^Piece (.)/)?.[1], words.match(/^Move (.)/)?.[1], 'the hint names the block that it points at');
});

check('moves, clock and undo outlive another view, a reload and another metric', async () => {
  const page = await visit('play?p=start:%0AA..%0A.B.%0Agoal:%0A...%0A..A&metric=unit');
  await piece(page, 'A').focus();
  await page.keyboard.press('ArrowRight');
  await reads(page, MOVES, /^1moves/);
  await page.keyboard.press('ArrowRight');
  await reads(page, MOVES, /^2moves/);
  await page.waitForTimeout(1100);
  const holds = async () => {
    await reads(page, MOVES, /^2moves/);
    assert.ok(await clockOf(page) >= 1, 'the clock goes on');
    assert.ok(await page.getByRole('button', { name: 'Undo' }).isEnabled());
  };
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.locator('.player .board').waitFor();
  await page.getByRole('link', { name: 'Play' }).click();
  await holds();
  await page.reload();
  await holds();
  await page.getByLabel('What counts as one move').selectOption('straight');
  await reads(page, MOVES, /^1moves \(straight\)/);
  await page.getByLabel('What counts as one move').selectOption('unit');
  await holds();
  await page.keyboard.press('U');
  await reads(page, MOVES, /^1moves/);
  await page.keyboard.press('Control+z');
  await reads(page, MOVES, /^0moves/);
  await page.keyboard.press('Control+Shift+Z');
  await reads(page, MOVES, /^1moves/);
});

check('a game that is loaded again knows where it began, before and after its end', async () => {
  const page = await visit('play?p=1+2+3/4+6+8/7+5+0');
  await press(page, 8);
  await reads(page, MOVES, /^1moves/);
  await page.reload();
  for (const [count, tile] of [6, 5].entries()) {
    await press(page, tile);
    await reads(page, MOVES, new RegExp(`^${count + 2}moves`));
  }
  await page.getByLabel('What counts as one move').selectOption('line');
  await reads(page, MOVES, /^3moves \(line\)/);
  await press(page, 8);
  await reads(page, '.against', /^You 4, fewest 4\.$/);
  await page.reload();
  await reads(page, '.against', /^You 4, fewest 4\.$/);
  await page.getByRole('button', { name: 'Restart' }).click();
  await reads(page, MOVES, /^0moves/);
  assert.match((await piece(page, 8).getAttribute('aria-label')) ?? '', /row 2, column 3/);
  await page.goBack();
  assert.equal(page.url(), 'about:blank', 'another metric is no other place');
});

check('a game waits while lessons are read, also through a reload', async () => {
  const page = await visit('play?p=8+6+7/2+5+4/3+0+1');
  await piece(page, 5).click();
  await reads(page, MOVES, /^1moves/);
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.locator('.learn a[href^="#/learn/"]').first().click();
  await page.locator('.learn .live').first().waitFor();
  await page.reload();
  await page.getByRole('link', { name: '← All lessons' }).click();
  await page.locator('.learn a[href^="#/learn/"]').first().waitFor();
  assert.match(page.url(), /#\/learn$/);
  await page.getByRole('link', { name: 'Play' }).click();
  await reads(page, MOVES, /^1moves/);
  assert.match((await piece(page, 5).getAttribute('aria-label')) ?? '', /row 3, column 2/);
});

check('a game that was left can be gone on with, and a second one does not overwrite it', async () => {
  const page = await visit('play?p=8+6+7/2+5+4/3+0+1');
  const resume = page.getByRole('button', { name: 'Continue your game' });
  for (const [count, tile] of [5, 6].entries()) {
    await press(page, tile);
    await reads(page, MOVES, new RegExp(`^${count + 1}moves`));
  }
  const left = await page.locator('[data-piece]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).sort());
  await page.goto(`${address()}#/play?p=8+6+7/2+5+4/3+0+1`);
  await reads(page, MOVES, /^0moves/);
  assert.match((await resume.textContent()) ?? '', /: 2 moves in 0:0\d\.\d$/);
  await press(page, 3);
  await reads(page, MOVES, /^1moves/);
  assert.ok(await resume.isHidden());
  await page.getByRole('button', { name: 'Undo' }).click();
  await reads(page, MOVES, /^0moves/);
  await resume.click();
  await reads(page, MOVES, /^2moves/);
  assert.deepEqual(await page.locator('[data-piece]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).sort()), left);
  // Begun anew by mistake.
  await page.getByRole('button', { name: 'Restart' }).click();
  await reads(page, MOVES, /^0moves/);
  await resume.click();
  await reads(page, MOVES, /^2moves/);
  // Where the address says nothing, the last game goes on; one at its end does not.
  const bare = await page.context().newPage();
  await bare.goto(address());
  await reads(bare, MOVES, /^2moves/);
  // The name of the app leads to its first puzzle all the same.
  await bare.locator('.brand').click();
  await reads(bare, MOVES, /^0moves/);
  assert.match(bare.url(), /1\+2\+3\+\/\+4\+6\+8/);
  await bare.goto(`${address()}#/${NEAR}`);
  for (const tile of [5, 8]) await press(bare, tile);
  await reads(bare, '.note', /^Solved/);
  await bare.goto(address());
  await bare.reload();
  await reads(bare, 'h1', /^3 × 3/);
  await reads(bare, MOVES, /^0moves/);
  assert.ok(await bare.getByRole('button', { name: 'Continue' }).isHidden());
});

check('back to an older position of a game: what came later can be redone', async () => {
  const page = await visit('play?p=8+6+7/2+5+4/3+0+1');
  await press(page, 5);
  await reads(page, MOVES, /^1moves/);
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.locator('.player .board').waitFor();
  await page.getByRole('link', { name: 'Play' }).click();
  await reads(page, MOVES, /^1moves/);
  await press(page, 6);
  await reads(page, MOVES, /^2moves/);
  await page.goBack();
  await page.locator('.player .board').waitFor();
  await page.goBack();
  await reads(page, MOVES, /^1moves/);
  await page.getByRole('button', { name: 'Redo' }).click();
  await reads(page, MOVES, /^2moves/);
  assert.match((await piece(page, 6).getAttribute('aria-label')) ?? '', /row 2, column 2/);
});

check('the heading tells whether the position is solved', async () => {
  const page = await visit(NEAR);
  assert.equal(await page.locator('.bar .about').textContent(), '');
  await piece(page, 5).click();
  await piece(page, 8).click();
  await reads(page, '.bar .about', /^solved$/);
  await piece(page, 6).click();
  await reads(page, '.bar .about', /^$/);
});

check('how far: a bound is told as one, and the sentence is about the distance', async () => {
  const page = await visit(NEAR);
  await page.getByRole('button', { name: 'How far?' }).click();
  await reads(page, '.note', /^2 moves to go, and no fewer\.$/);
  const rows = Array.from({ length: 10 }, (_, row) => Array.from({ length: 10 }, (_, col) => (row * 10 + col + 1) % 100));
  await page.goto(`${address()}#/play?p=${rows.map((row) => row.join('+')).join('/')}`);
  await reads(page, '.bar .about', /^solved$/);
  await page.getByRole('button', { name: 'Scramble' }).click();
  // The address changes before the board does.
  await reads(page, '.bar .about', /^$/);
  await page.getByRole('button', { name: 'How far?' }).click();
  await reads(page, '.note', /^At most [\d,]+ moves to go, and at least \d+\.$/);
  await reads(page, '.readings .reading:nth-child(4)', /^≤ \d+/);
});

check('a row follows the tile that is dragged', async () => {
  const page = await visit('play?p=0+1+2/4+5+3/7+8+6');
  const held = await drag(page, 2, 0, -0.6);
  assert.notEqual(await piece(page, 1).getAttribute('transform'), 'translate(100 0)', 'the tile between moves too');
  await held.drop();
  await reads(page, MOVES, /^2moves/);
  assert.equal(await piece(page, 1).getAttribute('transform'), 'translate(0 0)');
  assert.equal(await piece(page, 2).getAttribute('transform'), 'translate(100 0)');
});

check('the end of a game: fewest moves, best, replay beside a shortest, the next puzzle', async () => {
  const page = await visit('play?p=1+2+3/4+6+8/7+5+0');
  for (const tile of [8, 8]) await press(page, tile);
  await reads(page, MOVES, /^2moves/);
  for (const [count, tile] of [8, 6, 5, 8].entries()) {
    await press(page, tile);
    await reads(page, MOVES, new RegExp(`^${count + 3}moves`));
  }
  await reads(page, '.note', /^Solved in 6 moves and 0:\d\d\.\d.* Your best so far\./);
  await reads(page, '.against', /^You 6, fewest 4\.$/);
  await reads(page, '.record', /fewest 4\.$/);
  await page.getByRole('button', { name: 'Watch beside a shortest' }).click();
  const counters = page.locator('.beside .counter');
  await page.getByRole('button', { name: 'To the end' }).click();
  assert.deepEqual(await counters.allTextContents(), ['6 / 6', '4 / 4']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Restart' }).click();
  await reads(page, '.record', /^Your best: 6 moves in 0:\d\d\.\d; fewest 4\.$/);
  await page.reload();
  await reads(page, '.record', /^Your best: 6 moves/);
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await reads(page, '.gallery > [role=status]', /1 solved by you/);
  assert.equal(await page.locator('.card', { hasText: 'Three by three' }).locator('.mark').count(), 1);
  await page.keyboard.press('Escape');
  for (const tile of [8, 6, 5, 8]) await press(page, tile);
  await reads(page, '.against', /^You 4, fewest 4\.$/);
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await page.waitForURL(/8\+6\+7/);
});

check('junk in the storage does no harm', async () => {
  const page = await blank();
  await page.goto(address());
  await page.evaluate(() => {
    const junk = ['', '{', '[]', '{"version":1,"value":7}', '{"version":1,"value":[{"base":{"text":"1 2 3 / 4 0 6 / 7 5 8"},"done":[{"piece":"x"}]}]}', '{"version":1,"value":{"a":{"unit":{"best":{"moves":"many"}}}}}'];
    ['games', 'progress', 'days', 'seed'].forEach((name, at) => localStorage.setItem(`taquin.${name}`, junk[(at + 2) % junk.length]));
  });
  for (const place of [NEAR, 'play?daily=2026-11-16']) {
    await page.goto(`${address()}#/${place}`);
    await page.reload();
    await page.locator('[data-piece]').first().waitFor();
    await reads(page, MOVES, /^0moves/);
  }
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await reads(page, '.gallery > [role=status]', /^\d+ of \d+ puzzles$/);
});

check('the puzzle of a day is the same for all, and another one the day after', async () => {
  const board = async (/** @type {string} */ date) => {
    const page = await visit(`play?daily=${date}`);
    const labels = await page.locator('[data-piece]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')));
    await page.context().close();
    return labels.join();
  };
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'];
  const boards = [];
  for (const day of days) boards.push(await board(day));
  assert.equal(new Set(boards).size, days.length);
  assert.equal(await board(days[2]), boards[2]);
});

check('days in a row are counted, and a wrong date is reported', async () => {
  const page = await visit('play?daily=2026-11-16');
  await reads(page, '.bar .about', /puzzle of November 16, 2026/);
  await page.evaluate(() => localStorage.setItem('taquin.days', JSON.stringify({ version: 1, value: { '2026-11-15': { moves: 9, seconds: 4 }, '2026-11-14': { moves: 9, seconds: 4 } } })));
  await page.getByRole('button', { name: 'How far?' }).click();
  await reads(page, '.note', /moves? to go/);
  for (let guard = 0; guard < 40 && !(await page.locator('.note.good').count()); guard += 1) {
    await page.keyboard.press('h');
    const [, tile] = (await reads(page, '.note', /^(Move \d|Solved)/)).match(/^Move (\d)/) ?? [];
    if (!tile) break;
    const count = Number((await page.locator(`${MOVES} .number`).textContent()));
    await piece(page, tile).click();
    await reads(page, MOVES, new RegExp(`^${count + 1}moves`));
  }
  await reads(page, '.note', /^Solved in .*3 days in a row\.$/);
  await page.goto(`${address()}#/play?daily=tomorrow`);
  await reads(page, '#error-text', /“tomorrow” is not a date/);
});

check('the gallery is searched and sifted', async () => {
  const page = await visit(NEAR);
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  const shown = page.locator('.gallery .card:not(.day)');
  await reads(page, '.gallery > [role=status]', /^\d+ of \d+ puzzles$/);
  const all = await shown.count();
  await page.getByLabel('Search the gallery').fill('ane rouge');
  assert.deepEqual(await shown.locator('strong').allTextContents(), ['Klotski']);
  await page.getByLabel('Search the gallery').fill('');
  await page.getByLabel('Kind').selectOption('tiles');
  await page.getByLabel('Difficulty').selectOption('medium');
  assert.deepEqual(await shown.locator('strong').allTextContents(), ['The hardest 8-puzzle', 'Two by five']);
  await page.getByLabel('Kind').selectOption('');
  await page.getByLabel('Difficulty').selectOption('');
  assert.equal(await shown.count(), all);
});

check('where you are in the whole space', async () => {
  const page = await visit('play?p=1+2+3/4+0+5');
  await page.getByText('Where you are among all positions').click();
  await reads(page, '.locator .hush', /^1 move from the goal; the farthest of 360 positions is 21 away\.$/);
  await press(page, 4);
  await reads(page, '.locator .hush', /^2 moves from the goal/);
  await page.keyboard.press('u');
  await press(page, 5);
  await reads(page, '.locator .hush', /^At the goal/);
});
