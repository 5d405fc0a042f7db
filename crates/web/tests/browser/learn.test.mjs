// Lessons, questions, assignments, comparing and the projector.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { TAQUIN } from './browser.mjs';
import { address, check, reads, visit } from './harness.mjs';

check('every lesson is there, and every search in it runs', async () => {
  const contents = await visit('learn');
  const links = await contents.locator('.learn a[href^="#/learn/"]').evaluateAll((found) => [...new Set(found.map((link) => link.getAttribute('href') ?? ''))]);
  assert.ok(links.length >= 5);
  for (const link of links) {
    const page = await visit(link.replace('#/', ''));
    await reads(page, '.learn h1', /^(?!There is no such lesson)./);
    for (const live of await page.locator('.live').all()) {
      await live.scrollIntoViewIfNeeded();
      for (const lane of await live.locator('.lane').all()) {
        await lane.locator('.told .note:not(:empty)').waitFor();
        await lane.locator('.tree canvas').waitFor();
      }
      const counter = live.locator('.timeline .counter');
      const before = await counter.textContent();
      if (before?.endsWith('?')) continue;
      await live.getByRole('button', { name: 'Step', exact: true }).click();
      assert.notEqual(await counter.textContent(), before);
    }
    for (const other of await page.locator('.learn > p a[href^="#/learn/"], .learn > ul a[href^="#/learn/"]').all()) assert.ok(links.includes(await other.getAttribute('href') ?? ''));
    await page.context().close();
  }
});

check('a lesson that is embedded stays so, whatever link in it is followed', async () => {
  const page = await visit('learn/a-star?embed=1');
  const top = page.locator('header.top');
  assert.equal(await top.isVisible(), false);
  await page.getByRole('link', { name: '← All lessons' }).click();
  await reads(page, '.learn h1', /^Learn$/);
  assert.equal(await top.isVisible(), false);
  await page.reload();
  await page.locator('.learn a[href^="#/learn/"]').first().click();
  await page.getByRole('link', { name: 'Open in Search' }).first().click();
  await page.locator('.search .tree canvas').waitFor();
  assert.equal(await top.isVisible(), false);
  assert.doesNotMatch((await page.getByRole('link', { name: 'Open in Taquin' }).getAttribute('href')) ?? '', /embed/);
});

check('which node next: wrong and right answers, and nothing is given away before', async () => {
  const page = await visit('search?p=2+4+3/1+0+5/7+8+6&a=a-star&h=manhattan&ask=1&step=2');
  await reads(page, '.lane .told .note', /^Answer to see/);
  await reads(page, '.timeline .counter', /^2 \/ \?$/);
  await page.keyboard.press('End');
  await reads(page, '.timeline .counter', /^2 \/ \?$/);
  await reads(page, '.verdict', /^Pick a node first/);
  // The largest f is surely wrong.
  const cards = page.locator('.choices button');
  const values = await cards.locator('.node').evaluateAll((nodes) => nodes.map((node) => Number(/** @type {HTMLElement} */ (node).dataset.f)));
  await cards.nth(values.indexOf(Math.max(...values))).click();
  await reads(page, '.verdict', /^Not this one: its f is \d+, and a smaller one is open/);
  await page.getByRole('button', { name: 'Show me' }).click();
  await reads(page, '.timeline .counter', /^3 \/ \?$/);
  await reads(page, '.verdict', /^It was this one: f = /);
  // Now by trying: in the end one of them is right, and all questions lead to the goal.
  for (let tries = 0; tries < 60 && /\?$/.test((await page.locator('.timeline .counter').textContent()) ?? ''); tries += 1) await page.locator('.choices button:not([disabled])').last().click();
  await reads(page, '.lane .told .note', /^Solved in 6 moves/);
});

check('a search that never chooses asks nothing and hides nothing, also beside one that asks', async () => {
  const page = await visit('search?p=2+4+3/1+0+5/7+8+6&a=ida-star&h=manhattan&ask=1');
  await reads(page, '.lane .told .note', /^Solved in 6 moves.*nothing to ask/);
  await page.keyboard.press('End');
  await reads(page, '.timeline .counter', /^(\d+) \/ \1$/);
  await page.goto(`${address()}#/search?p=2+4+3/1+0+5/7+8+6&a=ida-star&h=manhattan&a2=a-star&h2=manhattan&ask=1`);
  await reads(page, '.lane:nth-child(2) .told .note', /^Answer to see/);
  await page.keyboard.press('End');
  await reads(page, '.lane:nth-child(2) .verdict', /^Pick a node first/);
  for (let tries = 0; tries < 60 && /\?$/.test((await page.locator('.timeline .counter').textContent()) ?? ''); tries += 1) await page.locator('.lane:nth-child(2) .choices button:not([disabled])').last().click();
  await page.keyboard.press('End');
  await reads(page, '.timeline .counter', /^(\d+) \/ \1$/);
});

check('a teacher makes a link that begins at a step and hides the rest', async () => {
  const page = await visit('search?p=1+5+0/4+3+6/7+2+8&a=a-star&h=misplaced&step=4');
  await reads(page, '.timeline .counter', /^4 \//);
  await page.getByText('Assignment', { exact: true }).click();
  await page.waitForFunction(() => /** @type {HTMLInputElement | null} */ (document.querySelector('.assignment input[type=text]'))?.value);
  for (const width of [1280, 740, 390, 320]) {
    await page.setViewportSize({ width, height: 780 });
    const box = await page.locator('.assignment .panel').boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= width, `at ${width}: ${JSON.stringify(box)}`);
  }
  const link = await page.getByLabel('Link of the assignment').inputValue();
  assert.match(link, /step=4/);
  assert.match(link, /ask=1/);
  const student = await visit(link.replace(/^.*#\//, ''));
  await reads(student, '.timeline .counter', /^4 \/ \?$/);
  await reads(student, '.quiz h2', /Which node is taken next/);
});

check('methods are compared by what the engine counts, and over boards of growing distance', async () => {
  const page = await visit('compare?p=8+1+3/4+0+2/7+6+5&a=a-star&h=misplaced&a2=a-star&h2=manhattan', { viewport: { width: 390, height: 780 } });
  await reads(page, '.compare .note', /fewest nodes/);
  for (const [row, heuristic] of [[0, 'misplaced'], [1, 'manhattan']]) {
    const { stdout } = await promisify(execFile)(TAQUIN, ['solve', '8 1 3 / 4 0 2 / 7 6 5', '--algorithm', 'a-star', '--heuristic', String(heuristic), '--format', 'json']);
    const { cost, stats } = JSON.parse(stdout);
    const cells = await page.locator('.compare tbody tr').nth(Number(row)).locator('td').allTextContents();
    assert.deepEqual(cells.slice(0, 3), [String(cost), String(stats.expanded), String(stats.generated)]);
  }
  await page.getByRole('button', { name: 'Chart over random boards' }).click();
  await reads(page, '.compare .note', /^Every point/);
  const lines = await page.locator('.chart .line').evaluateAll((found) => found.map((line) => (line.getAttribute('points') ?? '').split(' ').length));
  assert.equal(lines.length, 2);
  assert.ok(lines.every((points) => points >= 8));
  const figures = await page.locator('.chart .tick').evaluateAll((ticks) => ticks.map((tick) => tick.getBoundingClientRect().height));
  assert.ok(Math.min(...figures) >= 10, 'the figures can be read on a phone');
});

check('blocks, labels and moves of lines are compared over random boards too', async () => {
  for (const place of ['A+A+B/B+C+0/C+A+B->A+A+A/B+B+B/C+C+0', 'start:%0AA..%0A.B.%0Agoal:%0A...%0A..A', '1+2+3/4+0+5&metric=line']) {
    const page = await visit(`compare?p=${place}&a=a-star&h=manhattan&a2=breadth-first`);
    await reads(page, '.compare tbody tr:last-child [data-name=time]', /./);
    await page.getByRole('button', { name: 'Chart over random boards' }).click();
    await reads(page, '.compare .note', /^Every point/);
    assert.equal(await page.locator('.chart .line').count(), 2);
    await page.context().close();
  }
});

check('the projector hides everything but the search', async () => {
  const page = await visit('search?p=1+2+3/4+6+8/7+5+0&a=a-star&h=manhattan&step=2');
  await page.getByRole('button', { name: 'Projector' }).click();
  await page.locator('header.top').waitFor({ state: 'hidden' });
  const size = await page.evaluate(() => parseFloat(getComputedStyle(document.body).fontSize));
  assert.ok(size > 16);
  await page.keyboard.press('p');
  await page.locator('header.top').waitFor({ state: 'visible' });
});
