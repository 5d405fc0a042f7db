// Solving and watching; taking the solution away.
import assert from 'node:assert/strict';
import { readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { blank, check, piece, reads, visit } from './harness.mjs';

const HARD = 'solve?p=8+6+7/2+5+4/3+0+1';

check('solve and scrub', async () => {
  const page = await visit(HARD);
  await reads(page, '.status', /^Solved in 31 moves, the fewest possible/);
  await reads(page, '.player .counter', /^0 \/ 31$/);
  await reads(page, '.reading .number', /^21$/);
  await page.locator('.scrubber').fill('31');
  await reads(page, '.player .counter', /^31 \/ 31$/);
  await reads(page, '.reading .number', /^0$/);
  for (let tile = 1; tile <= 8; tile += 1) {
    const at = await page.locator('.player [data-piece]').nth(tile - 1).getAttribute('transform');
    assert.equal(at, `translate(${100 * ((tile - 1) % 3)} ${100 * Math.floor((tile - 1) / 3)})`);
  }
  await page.getByRole('button', { name: 'Step back' }).click();
  await reads(page, '.player .counter', /^30 \/ 31$/);
  await page.keyboard.press('Home');
  await reads(page, '.player .counter', /^0 \/ 31$/);
  await page.keyboard.press('ArrowRight');
  await reads(page, '.player .counter', /^1 \/ 31$/);
  await page.locator('.player .moves button').nth(9).click();
  await reads(page, '.player .counter', /^10 \/ 31$/);
  assert.match(page.url(), /step=10/);
});

check('play, pause and speed', async () => {
  const page = await visit('solve?p=1+2+3/4+6+8/7+5+0&play=1', { reducedMotion: 'no-preference' });
  await reads(page, '.player .counter', /^4 \/ 4$/);
  await page.getByLabel('Speed').selectOption('8');
  await page.getByRole('button', { name: 'Play' }).click();
  await reads(page, '.player .counter', /^4 \/ 4$/);
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

check('a chosen method is used, a blind one takes no heuristic', async () => {
  const page = await visit('solve?p=1+2+3/4+6+8/7+5+0');
  await page.getByLabel('Algorithm').selectOption('ida-star');
  await page.getByLabel('Heuristic').selectOption('manhattan');
  await page.getByRole('button', { name: 'Solve' }).click();
  await reads(page, '.facts', /ida-star with manhattan/);
  await page.getByLabel('Algorithm').selectOption('breadth-first');
  assert.ok(await page.getByLabel('Heuristic').isDisabled());
  await page.getByRole('button', { name: 'Solve' }).click();
  await reads(page, '.facts', /^breadth-first/);
});

check('an answer goes when another method is chosen', async () => {
  const page = await visit('solve?p=1+2+3/4+6+8/7+5+0');
  await reads(page, '.status', /^Solved in 4 moves/);
  await page.getByLabel('Algorithm').selectOption('breadth-first');
  await reads(page, '.status', /^Press Solve/);
  assert.equal(await page.locator('.player').count(), 0);
  assert.equal(await page.getByLabel('Heuristic').evaluate((select) => select.selectedOptions[0].textContent), 'none');
});

check('a course program tells its own heuristic', async () => {
  const page = await visit('search?p=1+2+3/4+6+8/7+5+0&a=a-star&h=manhattan');
  const heuristic = () => page.getByLabel('Heuristic').evaluate((select) => select.selectedOptions[0].textContent);
  await page.getByLabel('Algorithm').selectOption('course eight-puzzle');
  assert.equal(await heuristic(), 'misplaced');
  await page.getByLabel('Algorithm').selectOption('course solver');
  assert.equal(await heuristic(), 'manhattan');
  await page.getByLabel('Algorithm').selectOption('a-star');
  assert.equal(await heuristic(), 'manhattan');
});

check('a long search shows its progress and can be cancelled', async () => {
  const page = await visit('play?p=0+12+9+13/15+11+10+14/3+7+2+5/4+8+6+1');
  await page.goto(page.url().replace('/play', '/solve') + '&a=iterative-deepening');
  await page.reload();
  await reads(page, '.status', /nodes.*a second/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await reads(page, '.status', /^Cancelled/);
});

check('what cannot be solved is said, with the reason', async () => {
  const page = await visit('play?p=2+1+3/4+5+6/7+8+0');
  await reads(page, '.note', /cannot be solved/);
  await page.getByRole('link', { name: 'Solve' }).click();
  await reads(page, '.status', /^There is no solution/);
});

check('blocks are solved and played', async () => {
  const page = await visit('solve?p=1A9BF0C');
  await reads(page, '.status', /^Solved in 81 moves/);
  await page.keyboard.press('End');
  await reads(page, '.reading .number', /^0$/);
});

check('the exported page plays from disk', async () => {
  const page = await visit('solve?p=1+2+3/4+6+8/7+5+0');
  const folder = await mkdtemp(path.join(tmpdir(), 'taquin-'));
  await page.getByLabel('GIF and PNG').selectOption('840');
  try {
    for (const [label, form] of [['Page (HTML)', 'html'], ['Animated SVG', 'svg'], ['GIF', 'gif'], ['PNG of this moment', 'png'], ['JSON', 'json']]) {
      const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: label }).click()]);
      assert.equal(download.suggestedFilename(), form === 'png' ? 'position.png' : `solution.${form}`);
      await download.saveAs(path.join(folder, `solution.${form}`));
    }
    const alone = await blank({ offline: true, reducedMotion: 'no-preference' });
    await alone.goto(pathToFileURL(path.join(folder, 'solution.html')).href);
    await reads(alone, '.player .counter', /^0 \/ 4$/);
    await alone.getByRole('button', { name: 'Play' }).click();
    await reads(alone, '.player .counter', /^4 \/ 4$/);
    await reads(alone, '.reading .number', /^0$/);
    await alone.goto(pathToFileURL(path.join(folder, 'solution.svg')).href);
    assert.equal(await alone.locator('svg.film [data-piece]').count(), 8);
    assert.equal((await readFile(path.join(folder, 'solution.gif'))).subarray(0, 6).toString(), 'GIF89a');
    assert.equal((await readFile(path.join(folder, 'solution.png'))).readUInt32BE(16), 840, 'as wide as it was asked for');
    assert.equal(JSON.parse(await readFile(path.join(folder, 'solution.json'), 'utf8')).shots.length, 4);
    // A picture of its own: the animation runs as an image too.
    await writeFile(path.join(folder, 'image.html'), '<img src="solution.svg" width="300">');
    await alone.goto(pathToFileURL(path.join(folder, 'image.html')).href);
    assert.ok(await alone.locator('img').evaluate((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0));
  } finally {
    await rm(folder, { recursive: true });
  }
});

check('the address brings back the moment', async () => {
  const page = await visit(`${HARD}&step=7`);
  await reads(page, '.player .counter', /^7 \/ 31$/);
  assert.equal(await piece(page, 1).count(), 0, 'pieces of a film are not buttons');
});
