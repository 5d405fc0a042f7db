// Boards of growing distance: those on the way of a shortest solution from a random board.
import * as engine from './engine.js';

/**
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {{distance: number, puzzle: PuzzleText}} Board
 */

/**
 * What is left of a shortest solution is a shortest solution, so that the distance of every board is known.
 * @param {PuzzleText} puzzle
 * @param {number} seed picks the random board
 * @param {AbortSignal} signal
 * @returns {Promise<Board[]>} the nearest first, without the goal
 */
export async function boards(puzzle, seed, signal) {
  let there = (await engine.scramble(puzzle, seed)).puzzle;
  const { film, cost, lower_bound: least } = await engine.solve(there, {}, signal);
  if (!film || cost === null) throw new engine.Refusal({ message: 'A random board could not be solved.' });
  if (least !== cost) throw new engine.Refusal({ message: 'Shortest solutions of boards like this are not known, so neither are distances.' });
  /** @type {Board[]} */
  const found = [];
  for (const [at, { piece, path }] of film.shots.entries()) {
    signal.throwIfAborted();
    found.push({ distance: film.shots.length - at, puzzle: there });
    if (at + 1 < film.shots.length) there = { ...there, at: (await engine.move(there, { piece, path })).state };
  }
  return found.reverse();
}
