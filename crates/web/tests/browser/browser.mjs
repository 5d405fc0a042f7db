// A server and a browser, for the tests and for the pictures.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

export const TAQUIN = process.env.TAQUIN ?? new URL('../../../../target/debug/taquin', import.meta.url).pathname;
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** Nothing that a headless browser would do besides showing our pages. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** The patience with a machine that is busy with other things, in milliseconds. */
export const PATIENCE = 60_000;

/** The folder of the site that needs no server, where that is tested. */
export const SITE = process.env.SITE;

/** @type {Record<string, string>} */
const KINDS = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.wasm': 'application/wasm' };

/**
 * A plain host of the site, in a folder of its own.
 * @param {string} folder
 * @param {boolean} [packed] whether it compresses what it sends
 * @returns {Promise<{url: string, stop: () => void, sent: () => number}>}
 */
export function host(folder, packed = false) {
  const base = '/some/where/';
  let sent = 0;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://host');
    const name = pathname === base ? 'index.html' : pathname.startsWith(base) ? path.normalize(pathname.slice(base.length)) : '..';
    try {
      if (name.startsWith('..')) throw new Error('elsewhere');
      const file = await readFile(path.join(folder, name));
      const body = packed ? gzipSync(file) : file;
      sent += body.length;
      response.writeHead(200, { 'content-type': KINDS[path.extname(name)] ?? 'application/octet-stream', 'cache-control': 'no-cache', ...(packed ? { 'content-encoding': 'gzip' } : {}) });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((found) => server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    found({ url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}${base}`, sent: () => sent, stop: () => {
      server.close();
      server.closeAllConnections();
    } });
  }));
}

/**
 * The app: on a host without an engine where the site is tested, else on a server of our own.
 * @param {string[]} [options] of the server
 */
export const open = (options = []) => (SITE ? host(SITE) : serve(options));

/**
 * A server of our own.
 * @param {string[]} [options]
 * @returns {Promise<{url: string, stop: () => void}>}
 */
export function serve(options = []) {
  const child = spawn(TAQUIN, ['serve', '--port', '0', '--no-open', ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Promise((found, failed) => {
    let said = '';
    child.stderr?.on('data', (data) => {
      said += data;
      const url = said.match(/http:\S+/);
      if (url) found({ url: url[0], stop: () => child.kill('SIGINT') });
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
