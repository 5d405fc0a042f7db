// The worker that the engine runs in.
import init, { ask } from './engine/taquin_wasm.js';

/** @type {Promise<unknown>} */
let ready = Promise.resolve();

addEventListener('message', async ({ data }) => {
  if (data.module) {
    ready = init({ module_or_path: data.module });
    return;
  }
  try {
    await ready;
    const answer = ask(data.question, data.body, (/** @type {string} */ progress) => postMessage({ progress }));
    const { kind, body } = answer;
    answer.free();
    postMessage({ kind, body: body.buffer }, { transfer: [body.buffer] });
  } catch (error) {
    // What the engine refuses, it says in a text; anything else means that it is no longer there.
    if (typeof error === 'string') postMessage({ problem: error });
    else postMessage({ broken: 'The engine broke down on this, most likely for want of memory.' });
  }
});
