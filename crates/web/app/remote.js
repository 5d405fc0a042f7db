// The engine behind a server.
import { Refusal } from './refusal.js';

/**
 * @typedef {import('./engine.js').Reply} Reply
 * @typedef {import('./engine.js').Progress} Progress
 */

const ROOT = 'api/v1/';

/**
 * @param {string} question
 * @param {unknown} body null where the question comes without one
 * @param {AbortSignal} [signal]
 * @param {(progress: Progress) => void} [onprogress]
 * @returns {Promise<Reply>}
 */
export async function ask(question, body, signal, onprogress) {
  const response = await send(question, body, signal);
  const streams = response.headers.get('content-type') === 'text/event-stream';
  return streams ? last(response, onprogress) : response;
}

/**
 * @param {string} question
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(question, body, signal) {
  let response;
  try {
    response = await fetch(ROOT + question, body === null ? { signal } : {
      method: 'POST',
      // A refusal comes as an answer: this page tells it, the console need not.
      headers: { 'content-type': 'application/json', prefer: 'handling=lenient' },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal({ message: 'The engine does not answer. Is the server still running?' });
  }
  if (response.ok && !response.headers.has('preference-applied')) return response;
  const text = await response.text();
  try {
    throw new Refusal(JSON.parse(text));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal({ message: text || `The engine answers ${response.status}.` });
  }
}

/**
 * The last of the events of a search; those before it tell how it is getting on.
 * @param {Response} response
 * @param {(progress: Progress) => void} [onprogress]
 * @returns {Promise<Reply>}
 */
async function last(response, onprogress) {
  for await (const { name, data } of events(response)) {
    if (name === 'progress') onprogress?.(data);
    if (name === 'problem') throw new Refusal(data);
    if (name === 'answer') return { json: async () => data, blob: async () => new Blob([JSON.stringify(data)]) };
  }
  throw new Refusal({ message: 'The search ended without an answer.' });
}

/**
 * The events of a stream, as they arrive.
 * @param {Response} response
 * @returns {AsyncGenerator<{name: string, data: any}>}
 */
async function* events(response) {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const name = lines.find((line) => line.startsWith('event: '))?.slice(7);
      const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6));
      if (name) yield { name, data: JSON.parse(data.join('\n')) };
    }
  }
}
