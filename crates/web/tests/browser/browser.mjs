// A server and a browser, for the tests and for the pictures.
import { spawn } from 'node:child_process';
import { chromium } from 'playwright-core';

export const TAQUIN = process.env.TAQUIN ?? new URL('../../../../target/debug/taquin', import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Nothing that a headless browser would do besides showing our pages. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** The patience with a machine that is busy with other things, in milliseconds. */
export const PATIENCE = 60_000;

/**
 * A server of our own.
 * @param {string[]} [options]
 * @returns {Promise<{url: string, process: import('node:child_process').ChildProcess}>}
 */
export function serve(options = []) {
  const child = spawn(TAQUIN, ['serve', '--port', '0', '--no-open', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((found, failed) => {
    let said = '';
    child.stderr?.on('data', (data) => {
      said += data;
      const url = said.match(/http:\S+/);
      if (url) found({ url: url[0], process: child });
    });
    child.on('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    child.on('error', failed);
  });
}

/**
 * Chromium, which now and then needs a second call on a busy machine.
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launch(calls = 3) {
  try {
    return await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: PATIENCE });
  } catch (error) {
    if (calls <= 1) throw error;
    return launch(calls - 1);
  }
}
