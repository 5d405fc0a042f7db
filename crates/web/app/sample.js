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
  const { puzzle: there } = await engine.scramble(puzzle, seed);
  const { way, cost, lower_bound: least } = await engine.solve(there, {}, signal);
  if (cost === null) throw new engine.Refusal({ message: 'A random board could not be solved.' });
  if (least !== cost) throw new engine.Refusal({ message: 'Shortest solutions of boards like this are not known, so neither are distances.' });
  // Within a move, as of a line of tiles, a position may be nearer than what is left of the solution.
  const found = way.filter(({ left }, at) => left > 0 && left !== way[at - 1]?.left);
  return found.map(({ left, state }) => ({ distance: left, puzzle: { ...there, at: state } })).reverse();
}
