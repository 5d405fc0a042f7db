// The one way from the page to the engine: to a server, or to WebAssembly in a worker where the page says so.
import { Refusal } from './refusal.js';
import * as remote from './remote.js';

/**
 * @typedef {import('./shared/board.js').Place} Place
 * @typedef {import('./shared/board.js').Scene} Scene
 * @typedef {import('./shared/player.js').Film} Film
 *
 * @typedef {{text: string, goal?: string, torus?: boolean, metric?: string, at?: string}} PuzzleText
 * @typedef {{name: string, about: string, informed?: boolean, optimal?: boolean, heuristic?: string}} Choice
 * @typedef {{piece: number, paths: Place[][]}} Reach
 * @typedef {{piece: number, path: Place[]}} Motion
 * @typedef {{puzzle: PuzzleText, state: string, kind: 'tiles' | 'labelled-tiles' | 'blocks', title: string, scene: Scene, goal: Scene | null,
 *   solved: boolean, solvable: boolean | null, reason: string | null, gauge: {name: string, value: number},
 *   plain: string | null, metric?: string, metrics?: string[], reach: Reach[], algorithms: Choice[], heuristics: Choice[], lessons: Choice[]}} Puzzle
 *
 * @typedef {{algorithm?: string, heuristic?: string, seconds?: number}} Method
 * @typedef {{expanded: number, generated: number, bound: number, bytes: number, seconds: number}} Progress
 * @typedef {{expanded: number, generated: number, reopened: number, goal_checks: number, largest_open: number,
 *   largest_closed: number, bytes: number, seconds: number}} Counts
 * @typedef {{outcome: 'solved' | 'unsolvable' | 'stopped', sentence: string, cost: number | null,
 *   lower_bound: number | null, algorithm: string, heuristic: string, counts: Counts, film: Film | null,
 *   way: {state: string, left: number}[]}} Solved
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
 * @typedef {import('./refusal.js').Problem} Problem
 *
 * @typedef {{json: () => Promise<any>, blob: () => Promise<Blob>}} Reply
 * @typedef {(question: string, body: unknown, signal?: AbortSignal, onprogress?: (progress: Progress) => void) => Promise<Reply>} Ask
 */

export { Refusal };

/** Whether the engine is in the page, and no server behind it. */
export const inside = document.querySelector('meta[name="engine"][content="worker"]') !== null;

/** @type {Promise<{ask: Ask}>} */
const line = inside ? import('./local.js') : Promise.resolve(remote);

/** @type {Ask} */
const ask = async (question, body, signal, onprogress) => (await line).ask(question, body, signal, onprogress);

/**
 * What is known of the puzzles that were described.
 * @type {WeakMap<PuzzleText, Puzzle>}
 */
const known = new WeakMap();

/** @param {Puzzle} puzzle @returns {Puzzle} */
function remember(puzzle) {
  known.set(puzzle.puzzle, puzzle);
  return puzzle;
}

/** @param {PuzzleText} puzzle @param {AbortSignal} [signal] @returns {Promise<Puzzle>} */
export async function describe(puzzle, signal) {
  return remember(await (await ask('puzzle', puzzle, signal)).json());
}

/**
 * The puzzle after a move. The engine tells only what the move changes: a large board is long.
 * @param {PuzzleText} puzzle
 * @param {Motion} motion
 * @returns {Promise<Puzzle>}
 */
export async function move(puzzle, motion) {
  const before = known.get(puzzle) ?? await describe(puzzle);
  const { state, at, gauge, ...changed } = await (await ask('move', { puzzle, piece: motion.piece, path: motion.path })).json();
  return remember({
    ...before,
    ...changed,
    state: splice(before.state, state),
    puzzle: { ...puzzle, at: splice(before.state, at) },
    gauge: { ...before.gauge, value: gauge },
    scene: after(before.scene, [motion]),
  });
}

/**
 * @param {string} text
 * @param {{at: number, removed: number, inserted: string}} change
 */
const splice = (text, { at, removed, inserted }) => text.slice(0, at) + inserted + text.slice(at + removed);

/**
 * A position after some moves.
 * @param {Scene} scene
 * @param {Motion[]} moves
 * @returns {Scene}
 */
function after(scene, moves) {
  const pieces = [...scene.pieces];
  const sizes = [scene.rows, scene.cols];
  for (const { piece, path } of moves) {
    const at = [0, 1].map((axis) => {
      const to = path.reduce((sum, step) => sum + step[axis], pieces[piece].at[axis]);
      return scene.wraps[axis] ? ((to % sizes[axis]) + sizes[axis]) % sizes[axis] : to;
    });
    pieces[piece] = { ...pieces[piece], at: /** @type {Place} */ (at) };
  }
  return { ...scene, pieces };
}

/** @param {PuzzleText} puzzle @param {number} seed @returns {Promise<Puzzle>} */
export async function scramble(puzzle, seed) {
  return remember(await (await ask('scramble', { puzzle, seed })).json());
}

/**
 * Solves; the signal cancels.
 * @param {PuzzleText} puzzle
 * @param {Method} method
 * @param {AbortSignal} signal
 * @param {(progress: Progress) => void} [onprogress]
 * @returns {Promise<Solved>}
 */
export async function solve(puzzle, method, signal, onprogress) {
  return (await ask('solve', { puzzle, ...method }, signal, onprogress)).json();
}

/** @type {{about: string, answer: Solved} | null} the last solution that was asked for on the way */
let kept = null;

/**
 * The way on from a position, for hints: a position on the last solution gets the rest of it at once.
 * @param {Puzzle} puzzle
 * @param {number} seconds
 * @param {AbortSignal} signal
 * @param {(progress: Progress) => void} [onprogress]
 * @returns {Promise<Solved>}
 */
export async function guide({ puzzle, state }, seconds, signal, onprogress) {
  const about = JSON.stringify([puzzle.text, puzzle.goal, puzzle.torus, puzzle.metric]);
  const done = kept?.about === about ? kept.answer.way.findIndex((stop) => stop.state === state) : -1;
  if (kept && done >= 0) return rest(kept.answer, done);
  const answer = await solve(puzzle, { seconds }, signal, onprogress);
  if (answer.outcome === 'solved') kept = { about, answer };
  return answer;
}

/**
 * What is left of a solution after some of its moves.
 * @param {Solved} answer
 * @param {number} done
 * @returns {Solved}
 */
function rest(answer, done) {
  const { film } = answer;
  if (!film || done === 0) return answer;
  const { left } = answer.way[done];
  const lower = Math.max(0, (answer.lower_bound ?? 0) - (answer.cost ?? 0) + left);
  return {
    ...answer,
    cost: left,
    lower_bound: lower,
    sentence: `${lower === left ? 'The shortest' : 'A'} solution from here has ${left} ${left === 1 ? 'move' : 'moves'}.`,
    way: answer.way.slice(done),
    film: { ...film, first: film.shots[done - 1].gauge, scene: after(film.scene, film.shots.slice(0, done)), shots: film.shots.slice(done) },
  };
}

/** @param {PuzzleText} puzzle @param {Method} method @param {number} steps @param {AbortSignal} signal @returns {Promise<Trace>} */
export async function trace(puzzle, method, steps, signal) {
  return (await ask('trace', { puzzle, ...method, steps }, signal)).json();
}

/** @param {PuzzleText} puzzle @param {number} graph @param {AbortSignal} signal @returns {Promise<Space>} */
export async function survey(puzzle, graph, signal) {
  return (await ask('survey', { puzzle, graph }, signal)).json();
}

/** @param {PuzzleText} puzzle @param {Motion[]} moves @param {string} form @param {number} [size] @returns {Promise<Blob>} */
export async function take(puzzle, moves, form, size) {
  return (await ask('export', { puzzle, moves, form, size })).blob();
}

/** @returns {Promise<Named[]>} */
export async function catalogue() {
  return (await ask('catalogue', null)).json();
}
