// How many moves a game has taken, in the metric of the puzzle.

/** @typedef {import('./engine.js').Motion} Motion */

/**
 * @param {Motion[]} motions
 * @param {string} [metric] `unit` and `single`: every cell counts; `straight`: every slide in one direction;
 *   `finger`: all that one piece does before another one moves; `line`: all tiles that follow each other one way
 * @returns {number}
 */
export function count(motions, metric = 'unit') {
  let moves = 0;
  let piece = -1;
  let way = '';
  for (const motion of motions) {
    for (const step of motion.path) {
      const flight = Math.abs(step[0]) + Math.abs(step[1]) > 1;
      const same = motion.piece === piece && !flight;
      const turns = step.join() !== way;
      if (metric === 'line' ? turns : metric === 'unit' || metric === 'single' || flight || !same || (metric === 'straight' && turns)) moves += 1;
      piece = flight ? -1 : motion.piece;
      way = step.join();
    }
  }
  return moves;
}
