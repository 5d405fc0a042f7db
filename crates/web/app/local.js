// The engine in the page: WebAssembly in workers. One of them answers what takes a moment, the other searches; a search
// that nobody waits for any more ends with its worker, at once.
import { Refusal } from './refusal.js';

/**
 * @typedef {import('./engine.js').Reply} Reply
 * @typedef {import('./engine.js').Progress} Progress
 * @typedef {{question: string, body: unknown, onprogress?: (progress: Progress) => void,
 *   done: (reply: Reply) => void, failed: (why: unknown) => void}} Task
 */

/** What is answered in a moment. */
const QUICK = ['catalogue', 'puzzle', 'move'];

async function compile() {
  const source = fetch(new URL('engine/taquin_wasm_bg.wasm', import.meta.url));
  // A host may not know what kind of file this is, and then it cannot be compiled while it arrives.
  const typed = (await source).headers.get('content-type') === 'application/wasm';
  return typed ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await (await source).arrayBuffer());
}

/** @type {Promise<WebAssembly.Module> | null} compiled once for all workers, while the page is being built */
let program = compile();
program.catch(() => {
  program = null;
});

/** A worker, made when it is needed, and what waits for it. */
class Desk {
  constructor() {
    /** @type {Task[]} the first of them is being answered */
    this.tasks = [];
    /** @type {Worker | null} */
    this.worker = null;
  }

  /** @param {Task} task */
  add(task) {
    this.tasks.push(task);
    if (this.tasks.length === 1) this.begin();
  }

  async begin() {
    const [task] = this.tasks;
    if (!task) return;
    try {
      program ??= compile();
      const module = await program;
      if (this.tasks[0] !== task) return;
      if (!this.worker) {
        this.worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
        this.worker.onmessage = ({ data }) => this.hear(data);
        this.worker.onerror = () => this.hear({ broken: 'The engine could not be started.' });
        this.worker.postMessage({ module });
      }
      this.worker.postMessage({ question: task.question, body: JSON.stringify(task.body ?? {}) });
    } catch (error) {
      program = null;
      this.hear({ broken: `The engine cannot be loaded: ${error instanceof Error ? error.message : error}` });
    }
  }

  /** @param {{progress?: string, kind?: string, body?: ArrayBuffer, problem?: string, broken?: string}} message */
  hear({ progress, kind, body, problem, broken }) {
    const [task] = this.tasks;
    if (!task) return;
    if (progress !== undefined) {
      task.onprogress?.(JSON.parse(progress));
      return;
    }
    if (broken !== undefined) {
      this.stop();
      task.failed(new Refusal({ message: broken, broken: true }));
    } else if (problem !== undefined) task.failed(new Refusal(JSON.parse(problem)));
    else task.done(new Response(body, { headers: { 'content-type': kind ?? '' } }));
    this.next();
  }

  next() {
    this.tasks.shift();
    this.begin();
  }

  stop() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** @param {Task} task that nobody waits for any more */
  drop(task) {
    const place = this.tasks.indexOf(task);
    if (place === 0) {
      this.stop();
      this.next();
    } else if (place > 0) this.tasks.splice(place, 1);
  }
}

const quick = new Desk();
const searches = new Desk();

/**
 * @param {string} question
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @param {(progress: Progress) => void} [onprogress]
 * @returns {Promise<Reply>}
 */
export function ask(question, body, signal, onprogress) {
  const isQuick = QUICK.includes(question);
  const desk = isQuick ? quick : searches;
  return new Promise((done, failed) => {
    signal?.throwIfAborted();
    /** @type {Task} */
    const task = { question, body, onprogress, done, failed };
    signal?.addEventListener('abort', () => {
      failed(signal.reason);
      if (!isQuick) desk.drop(task);
    }, { once: true });
    desk.add(task);
  });
}

// Once opened, the site is there without a network.
const keep = () => navigator.serviceWorker?.register('offline.js').catch(() => {});
if (document.readyState === 'complete') keep();
else addEventListener('load', keep);
