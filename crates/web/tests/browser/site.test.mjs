// What a page does wherever its engine is, and what only the site without a server does.
import assert from 'node:assert/strict';
import { SITE, host } from './browser.mjs';
import { address, blank, check, press, reads, visit } from './harness.mjs';

/** A board of 24 tiles that no page solves in a moment. */
const HARD = '17+1+20+9+16/2+22+19+14+5/15+21+0+3+24/23+18+13+12+7/10+8+6+4+11';

check('hints on the way come from the first answer', async () => {
  const page = await blank();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/solve')) asked += 1;
  });
  await page.goto(`${address()}#/play?p=8+6+7/2+5+4/3+0+1`);
  await page.locator('main [data-piece]').first().waitFor();
  for (let left = 31; left > 28; left -= 1) {
    await page.keyboard.press('h');
    const words = await reads(page, '.side .note', /^Move \d/);
    assert.equal(await page.locator('.hinted').count(), 1);
    await press(page, Number(words.match(/\d+/)?.[0]));
    await page.waitForFunction((moves) => document.querySelector('.readings .number')?.textContent === String(moves), 32 - left);
  }
  assert.equal(asked, SITE ? 0 : 1);
});

check('a hint that takes long is cancelled at once', async () => {
  const page = await visit(`play?p=${HARD}`);
  await page.keyboard.press('h');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await reads(page, '.side .note', /^Thinking… [\d,]+ /);
  // What may be too much for a page comes with the command.
  await reads(page, '.side .command pre', /^taquin solve '17 1 20 9 16 /);
  await cancel.click();
  await cancel.waitFor({ state: 'hidden' });
  assert.doesNotMatch(await page.locator('.side .note').innerText(), /Thinking/);
  // The engine is free again: it makes a move, and begins another search.
  await press(page, 3);
  await reads(page, '.readings .number', /^1$/);
  assert.equal(await page.locator('.command pre').count(), 0);
  await page.keyboard.press('h');
  await reads(page, '.side .note', /^Thinking… [\d,]+ /);
  await page.keyboard.press('Escape');
  await cancel.waitFor({ state: 'hidden' });
});

check('what is too large for a page comes with the command', async () => {
  const page = await visit('space?p=1+2+3+4/5+6+7+8/9+10+11+12/13+14+0+15');
  await reads(page, '.command pre', /^taquin enumerate '1 2 3 4 \/ 5 6 7 8 /);
});

check('a link tells a position, a step and the puzzle, wherever the app lies', async () => {
  const page = await visit('search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=manhattan&step=7');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link to what').inputValue();
  assert.ok(link.startsWith(`${address()}#/search?`), link);
  const other = await blank();
  await other.goto(link);
  await reads(other, '.counter', /^7 \//);
  const frame = await page.getByLabel('To embed it').inputValue();
  assert.match(frame, /^<iframe src="http[^"]+&amp;embed=1"/);
});

check('a drawing has a link that opens the editor with it, even one that is still wrong', async () => {
  const page = await visit('play?p=1+2+3/4+0+6/7+5+8');
  const share = async (/** @type {string} */ kind) => {
    await page.locator(`#panel-${kind}`).getByRole('button', { name: 'Share the drawing' }).click();
    const link = await page.getByLabel('Link to what').inputValue();
    await page.keyboard.press('Escape');
    return link;
  };
  const open = async (/** @type {string} */ link) => {
    const other = await blank();
    await other.goto(link);
    await other.locator('dialog[open] .editor:visible').waitFor();
    return other;
  };
  await page.getByRole('button', { name: 'Choose a puzzle' }).click();
  await page.getByRole('tab', { name: 'Draw tiles' }).click();
  const start = page.locator('#panel-tiles').getByRole('group', { name: 'Start' });
  await start.getByRole('button', { name: 'Tile 1' }).click();
  await start.getByRole('button', { name: 'Tile 2' }).click();
  const link = await share('tiles');
  assert.ok(link.startsWith(`${address()}#/play?`), link);
  let other = await open(link);
  assert.equal((await other.locator('#panel-tiles .grid').first().locator('button').allTextContents()).join(' '), '2 1 3 4  6 7 5 8');
  await other.keyboard.press('Escape');
  await other.waitForURL((url) => !url.hash.includes('draw='));
  await page.locator('#panel-tiles select').selectOption('my own');
  await start.getByRole('button', { name: 'Tile 3' }).focus();
  await page.keyboard.press('9');
  other = await open(await share('tiles'));
  await other.locator('#panel-tiles .wrong').waitFor();
  assert.equal((await other.locator('#panel-tiles .grid').first().locator('button').allTextContents()).join(' '), '2 1 9 4  6 7 5 8');
  await page.getByRole('tab', { name: 'Draw blocks' }).click();
  await page.locator('#panel-blocks').getByRole('button', { name: 'Piece A', exact: true }).click();
  await page.locator('#panel-blocks [data-cell="11"]').click();
  other = await open(await share('blocks'));
  assert.equal((await other.locator('#panel-blocks .grid .cell').allTextContents()).join(''), 'ABBCABBCDADE');
  await other.locator('#panel-blocks .cell.wrong').waitFor();
});

if (SITE) {
  check('all that loads before the first move is at most a megabyte, compressed', async () => {
    const { url, sent, stop } = await host(SITE, true);
    // What is kept for when there is no network is loaded afterwards; the build weighs it.
    const page = await blank();
    await page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));
    await page.goto(url);
    await press(page, 8);
    await reads(page, '.readings .number', /^1$/);
    process.stderr.write(`${(sent() / 1000).toFixed(0)} KB before the first move\n`);
    assert.ok(sent() <= 1_000_000, `${sent()} bytes`);
    await page.context().close();
    stop();
  });

  check('a hint on a random 15-puzzle takes less than a second in the median', async () => {
    const page = await visit('play?p=1+2+3+4/5+6+7+8/9+10+11+12/13+14+15+0');
    const times = [];
    for (let seed = 1; seed <= 11; seed += 1) {
      await page.getByLabel('Seed').fill(String(seed));
      await page.locator('.play').evaluate((view) => view.setAttribute('data-old', ''));
      await page.getByRole('button', { name: 'Scramble' }).click();
      await page.locator('.play:not([data-old]) [data-piece]').first().waitFor();
      times.push(await page.evaluate(() => new Promise((done) => {
        const note = /** @type {Element} */ (document.querySelector('.side .note'));
        const begin = performance.now();
        new MutationObserver((_, observer) => {
          if (!note.textContent?.startsWith('Move ')) return;
          observer.disconnect();
          done(performance.now() - begin);
        }).observe(note, { childList: true });
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'h' }));
      })));
    }
    const [median, slowest] = [times.sort((a, b) => a - b)[5], times[10]].map((time) => time / 1000);
    process.stderr.write(`a hint on a random 15-puzzle: ${median.toFixed(2)} s in the median, ${slowest.toFixed(2)} at most, of ${times.length}\n`);
    assert.ok(median < 1, `${median} s`);
  });

  check('a board, a solution and a search are shown within another page', async () => {
    for (const [place, part] of [['play?p=1+2+3/4+0+6/7+5+8', '.stage .board'], ['solve?p=8+6+7/2+5+4/3+0+1&step=5', '.player'], ['search?p=8+1+3/4+0+2/7+6+5&a=a-star&h=manhattan&step=9', '.tree canvas']]) {
      const page = await blank();
      // A page of the same host: Chromium shows no local page within one that came from nowhere.
      const body = `<!doctype html><iframe width="720" height="560" title="Taquin" src="${address()}#/${place}&embed=1"></iframe>`;
      await page.route('**/host.html', (route) => route.fulfill({ contentType: 'text/html', body }));
      await page.goto(`${address()}host.html`);
      const frame = page.frameLocator('iframe');
      await frame.locator(part).first().waitFor();
      assert.equal(await frame.locator('.top').isVisible(), false);
      // What makes links and more searches is for the app itself.
      assert.equal(await frame.getByText(/^(Assignment|Compare with another)$/).locator('visible=true').count(), 0);
      assert.equal(await frame.getByRole('link', { name: 'Open in Taquin' }).getAttribute('href'), `${address()}#/${place}`);
      await page.context().close();
    }
  });

  check('once opened, it works without a network', async () => {
    const page = await visit('play?p=1+2+3/4+0+6/7+5+8');
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active?.state !== 'activated') await new Promise((done) => active?.addEventListener('statechange', done, { once: true }));
    });
    await page.context().setOffline(true);
    await page.reload();
    await press(page, 5);
    await press(page, 8);
    await reads(page, '.note', /^Solved in 2 moves/);
  });
}
