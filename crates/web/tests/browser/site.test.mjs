// What a page does wherever its engine is, and what only the site without a server does.
import assert from 'node:assert/strict';
import { SITE } from './browser.mjs';
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
  await cancel.click();
  await cancel.waitFor({ state: 'hidden' });
  assert.doesNotMatch(await page.locator('.side .note').innerText(), /Thinking/);
  // The engine is free again: it makes a move, and begins another search.
  await press(page, 3);
  await reads(page, '.readings .number', /^1$/);
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
  const frame = await page.getByLabel('To put it').inputValue();
  assert.match(frame, /^<iframe src="http[^"]+&amp;embed=1"/);
});

if (SITE) {
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
