// The one way from the page to the engine. Another engine (WebAssembly, say) takes the server's place here.

/**
 * @typedef {import('./shared/board.js').Place} Place
 * @typedef {import('./shared/board.js').Scene} Scene
 * @typedef {import('./shared/player.js').Film} Film
 *
 * @typedef {{text: string, goal?: string, torus?: boolean, metric?: string, at?: string}} PuzzleText
 * @typedef {{name: string, about: string, informed?: boolean, optimal?: boolean, heuristic?: string}} Choice
 * @typedef {{piece: number, paths: Place[][]}} Reach
 * @typedef {{piece: number, path: Place[]}} Motion
 * @typedef {{puzzle: PuzzleText, state: string, kind: 'tiles' | 'blocks', title: string, scene: Scene, goal: Scene | null,
 *   solved: boolean, solvable: boolean | null, reason: string | null, gauge: {name: string, value: number},
 *   plain: string | null, metric?: string, metrics?: string[], reach: Reach[], algorithms: Choice[], heuristics: Choice[], lessons: Choice[]}} Puzzle
 *
 * @typedef {{algorithm?: string, heuristic?: string, seconds?: number}} Method
 * @typedef {{expanded: number, generated: number, bound: number, bytes: number, seconds: number}} Progress
 * @typedef {{expanded: number, generated: number, reopened: number, goal_checks: number, largest_open: number,
 *   largest_closed: number, bytes: number, seconds: number}} Counts
 * @typedef {{outcome: 'solved' | 'unsolvable' | 'stopped', sentence: string, cost: number | null,
 *   lower_bound: number | null, algorithm: string, heuristic: string, counts: Counts, film: Film | null}} Solved
 *
 * @typedef {{state: number, parent: number | null, g: number, h: number, words: string, tree: number}} TraceNode
 * @typedef {{node: number, fate: 'opened' | 'improved' | 'reopened' | 'duplicate' | 'pruned', g: number, words: string, why: string}} Successor
 * @typedef {{edit: {out: number[], put: [number, number][]}} | {all: number[]}} Change
 * @typedef {{bound: number | null, phase: number | null, node: number, successors: Successor[], open: Change, closed: boolean, why: string}} TraceStep
 * @typedef {{algorithm: string, heuristic: string, sentence: string, end: string | null, cut: boolean, phases: string[], counts: Counts, states: number[][],
 *   texts: string[], nodes: TraceNode[], steps: TraceStep[], solution: number[]}} Trace
 *
 * @typedef {{states: string[], depths: number[], goals: number[], edges: [number, number][]}} Graph
 * @typedef {{complete: boolean, from_start: number[], to_goal: number[] | null, distance: number | null,
 *   graph: Graph | null}} Space
 * @typedef {{name: string, about: string, set: string, kind: string, moves: {value: number, exact: boolean} | null, puzzle: PuzzleText, sketch: {rows: number, cols: number, cells: number[]} | null}} Named
 * @typedef {{message: string, field?: string, line?: number, column?: number}} Problem
 */

const ROOT = 'api/v1/';

/** A question that got no answer, with the reason. */
export class Refusal extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/**
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function post(path, body, signal) {
  let response;
  try {
    response = await fetch(ROOT + path, {
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

/** @param {PuzzleText} puzzle @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
export async function describe(puzzle, signal) {
  return (await post('puzzle', puzzle, signal)).json();
}

/** @param {PuzzleText} puzzle @param {Motion} motion @returns {Promise<Puzzle>} */
export async function move(puzzle, motion) {
  return (await post('move', { puzzle, piece: motion.piece, path: motion.path })).json();
}

/** @param {PuzzleText} puzzle @param {number} seed @returns {Promise<Puzzle>} */
export async function scramble(puzzle, seed) {
  return (await post('scramble', { puzzle, seed })).json();
}

/**
 * Solves; the signal cancels.
 * @param {PuzzleText} puzzle
 * @param {Method} method
 * @param {AbortSignal} signal
 * @param {(progress: Progress) => void} [onprogress]
 * @returns {Promise<Solved>}
 */
export async function solve(puzzle, method, signal, onprogress = () => {}) {
  const response = await post('solve', { puzzle, ...method }, signal);
  for await (const { name, data } of events(response)) {
    if (name === 'progress') onprogress(data);
    if (name === 'answer') return data;
    if (name === 'problem') throw new Refusal(data);
  }
  throw new Refusal({ message: 'The search ended without an answer.' });
}

/** @param {PuzzleText} puzzle @param {Method} method @param {number} steps @param {AbortSignal} signal @returns {Promise<Trace>} */
export async function trace(puzzle, method, steps, signal) {
  return (await post('trace', { puzzle, ...method, steps }, signal)).json();
}

/** @param {PuzzleText} puzzle @param {number} graph @param {AbortSignal} signal @returns {Promise<Space>} */
export async function survey(puzzle, graph, signal) {
  return (await post('survey', { puzzle, graph }, signal)).json();
}

/** @param {PuzzleText} puzzle @param {Motion[]} moves @param {string} form @param {number} [size] @returns {Promise<Blob>} */
export async function take(puzzle, moves, form, size) {
  return (await post('export', { puzzle, moves, form, size })).blob();
}

/** @returns {Promise<Named[]>} */
export async function catalogue() {
  const response = await fetch(`${ROOT}catalogue`);
  if (!response.ok) throw new Refusal({ message: `The engine answers ${response.status}.` });
  return response.json();
}
