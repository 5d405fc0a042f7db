// Playing: by clicks, by drag, by keys, by touch.
import assert from 'node:assert/strict';
import { check, drag, piece, press, reads, visit } from './harness.mjs';

const NEAR = 'play?p=1+2+3/4+0+6/7+5+8';

check('to the end by clicks', async () => {
  const page = await visit(NEAR);
  await piece(page, 5).click();
  await reads(page, '.readings .reading:nth-child(1)', /^1moves/);
  await piece(page, 8).click();
  await reads(page, '.note', /^Solved in 2 moves/);
  assert.match(page.url(), /at=1\+2\+3\+\/\+4\+5\+6\+\/\+7\+8\+0/);
});

check('a click pushes a whole row', async () => {
  const page = await visit('play?p=0+1+2/4+5+3/7+8+6');
  await piece(page, 2).click();
  await reads(page, '.readings .reading:nth-child(1)', /^2moves/);
  await piece(page, 6).click();
  await reads(page, '.note', /^Solved in 4 moves/);
});

check('a row is pushed around a torus, of labels, and into the nearer of several blanks', async () => {
  for (const [board, label, count] of [['0+1+2+3/5+6+7+4/9+10+11+8/13+14+15+12&torus=1', 2, 2], ['A+B+C+0/D+D+D+D+->+0+A+B+C/D+D+D+D', 'A', 3], ['0+1+2+3+0/4+5+6+7+8+->+1+2+3+0+0/4+5+6+7+8', 2, 2], ['1+2+3+0/0+4+5+6+->+0+0+1+2/3+4+5+6', 2, 2]]) {
    const page = await visit(`play?p=${board}`);
    await press(page, label);
    await reads(page, '.readings .reading:nth-child(1)', new RegExp(`^${count}moves`));
    for (let left = Number(count) - 1; left >= 0; left -= 1) {
      await page.keyboard.press('u');
      await reads(page, '.readings .reading:nth-child(1)', new RegExp(`^${left}moves`));
    }
    await page.context().close();
  }
});

check('to the end by drag, and not through other tiles', async () => {
  const page = await visit(NEAR);
  const before = await piece(page, 5).getAttribute('transform');
  const sideways = await drag(page, 5, 0, 1);
  assert.equal(await piece(page, 5).getAttribute('transform'), before, 'it stays between its neighbours');
  await sideways.drop();
  const far = await drag(page, 5, -3, 0);
  assert.equal(await piece(page, 5).getAttribute('transform'), 'translate(100 100)', 'it stops in the gap');
  await far.drop();
  await reads(page, '.readings .reading:nth-child(1)', /^1moves/);
  await (await drag(page, 8, 0, -1)).drop();
  await reads(page, '.note', /^Solved in 2 moves/);
});

check('a drag that is too short moves nothing', async () => {
  const page = await visit(NEAR);
  await (await drag(page, 5, -0.3, 0)).drop();
  await page.waitForTimeout(150);
  assert.equal(await piece(page, 5).getAttribute('transform'), 'translate(100 200)');
  await reads(page, '.readings .reading:nth-child(1)', /^0moves/);
});

check('to the end by keys, with undo and redo', async () => {
  const page = await visit(NEAR);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await reads(page, '.note', /^Solved in 2 moves/);
  await page.keyboard.press('u');
  await reads(page, '.readings .reading:nth-child(1)', /^1moves/);
  await page.keyboard.press('u');
  await reads(page, '.readings .reading:nth-child(1)', /^0moves/);
  await page.keyboard.press('r');
  await page.keyboard.press('r');
  await reads(page, '.note', /^Solved in 2 moves/);
});

check('around the edges of a torus', async () => {
  const page = await visit('play?p=1+2+3/4+5+6/0+8+7&torus=1');
  await press(page, 7);
  await reads(page, '.readings .reading:nth-child(1)', /^1moves/);
  assert.equal(await piece(page, 7).getAttribute('transform'), 'translate(0 200)');
  await reads(page, '.note', /^Solved/);
});

check('by touch on a small screen', async () => {
  const page = await visit(NEAR, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await piece(page, 5).tap();
  await piece(page, 8).tap();
  await reads(page, '.note', /^Solved in 2 moves/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `the page is ${wide} wide`);
});

check('a finger drags a tile', async () => {
  const page = await visit(NEAR, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const box = await piece(page, 5).locator('.face').first().boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const finger = await page.context().newCDPSession(page);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= 6; step += 1) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - (box.height * step) / 6 }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await reads(page, '.readings .reading:nth-child(1)', /^1moves/);
});

check('blocks go around corners and not through others, counted in the metric', async () => {
  const page = await visit('play?p=start:%0AA..%0A.B.%0Agoal:%0A...%0A..A&metric=finger');
  const through = await drag(page, 'A', 1, 1);
  await through.drop();
  await page.waitForTimeout(150);
  const at = await piece(page, 'A').getAttribute('transform');
  assert.ok(at !== 'translate(100 100)', 'B is there');
  await page.getByRole('button', { name: 'Restart' }).click();
  await reads(page, '.readings .reading:nth-child(1)', /^0moves/);
  await piece(page, 'A').focus();
  await page.keyboard.press('ArrowRight');
  await piece(page, 'A').focus();
  await page.keyboard.press('ArrowRight');
  await piece(page, 'A').focus();
  await page.keyboard.press('ArrowDown');
  await reads(page, '.note', /^Solved in 1 move /);
});

check('hint and distance are about the position on the board', async () => {
  const page = await visit(NEAR);
  await page.keyboard.press('f');
  await reads(page, '.readings .reading:nth-child(4)', /^2moves to go/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('h');
  await reads(page, '.note', /^Move 2 up/);
  await reads(page, '.readings .reading:nth-child(4)', /^3moves to go/);
  assert.equal(await page.locator('.hinted').count(), 1);
});

check('a hint is followed by a click or by Enter, wherever else its piece could go', async () => {
  const page = await visit('play?p=start:%0AA..%0A.B.%0Agoal:%0A...%0A..A&metric=unit');
  for (const [count, act] of [() => press(page, 'A'), () => page.keyboard.press('Enter')].entries()) {
    await page.keyboard.press('h');
    await reads(page, '.note', /^Move A: right/);
    if (count > 0) await piece(page, 'A').focus();
    await act();
    await reads(page, '.readings .reading:nth-child(1)', new RegExp(`^${count + 1}moves`));
  }
});

check('the same seed, the same scramble; the address keeps the game', async () => {
  const page = await visit(NEAR);
  const labels = () => page.locator('[data-piece]').evaluateAll((all) => all.map((g) => g.getAttribute('aria-label')).sort());
  const home = await labels();
  await page.getByLabel('Seed').fill('42');
  await page.getByRole('button', { name: 'Scramble' }).click();
  await page.waitForURL(/at=/);
  const first = page.url();
  // The address is written before the board is drawn.
  while (String(await labels()) === String(home)) await page.waitForTimeout(20);
  const board = await labels();
  await page.reload();
  await piece(page, 1).waitFor();
  assert.deepEqual(await labels(), board);
  const again = await visit(NEAR);
  await again.getByLabel('Seed').fill('42');
  await again.getByRole('button', { name: 'Scramble' }).click();
  await again.waitForURL(/at=/);
  assert.equal(new URL(again.url()).hash, new URL(first).hash);
});

check('the link past the navigation leads to the same puzzle', async () => {
  const page = await visit('play?p=8+6+7/2+5+4/3+0+1');
  await press(page, 5);
  await reads(page, '.readings .reading:nth-child(1)', /^1moves/);
  const before = page.url();
  await page.locator('.skip').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement?.id === 'view');
  await page.waitForTimeout(100);
  assert.equal(page.url(), before);
  assert.match((await piece(page, 5).getAttribute('aria-label')) ?? '', /row 3, column 2/);
});

check('a photo on the pieces, kept by the browser, in Solve too, and taken off again', async () => {
  const page = await visit(NEAR);
  // A picture of two colours, drawn by the page: red above, blue below.
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 300;
    const pen = canvas.getContext('2d');
    pen.fillStyle = '#f00';
    pen.fillRect(0, 0, 300, 100);
    pen.fillStyle = '#00f';
    pen.fillRect(0, 100, 300, 200);
    return canvas.toDataURL('image/png').split(',')[1];
  });
  const fill = () => piece(page, 1).locator('.face').getAttribute('fill');
  const own = await fill();
  await page.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') });
  await page.locator('svg.photographed').first().waitFor();
  // What is seen of a tile: of 1 the upper row of the photo, of 5, which stands below its place, the middle one.
  const colour = async (label) => {
    const shot = (await piece(page, label).screenshot()).toString('base64');
    return page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = canvas.getContext('2d');
      pen.drawImage(image, 0, 0);
      const [red, , blue] = pen.getImageData(image.width / 2, image.height / 2, 1, 1).data;
      return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : `${red} ${blue}`;
    }, shot);
  };
  assert.equal(await colour(1), 'red');
  assert.equal(await colour(5), 'blue');
  await piece(page, 5).click();
  await reads(page, '.readings .reading:nth-child(1)', /^1moves/);
  await page.reload();
  await page.locator('svg.photographed').first().waitFor();
  assert.equal(await colour(5), 'blue');
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.locator('.player svg.photographed').waitFor();
  await page.getByRole('link', { name: 'Play' }).click();
  await page.locator('input[type=file]').setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await reads(page, '.note', /not a picture/);
  await page.getByRole('button', { name: 'No photo' }).click();
  assert.equal(await fill(), own);
  assert.equal(await page.locator('svg.photographed').count(), 0);
});
