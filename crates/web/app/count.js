// How many moves a game has taken, in the metric of the puzzle.

/**
 * @typedef {import('./engine.js').Motion} Motion
 * @typedef {import('./engine.js').Place} Place
 * @typedef {import('./engine.js').Scene} Scene
 */

/** @param {Scene} scene @param {Place} place @returns {Place} the same cell on the board, where edges are joined */
const home = ({ rows, cols, wraps }, [row, col]) => [wraps[0] ? (row + rows) % rows : row, wraps[1] ? (col + cols) % cols : col];

/**
 * @param {Scene} scene after `motions`
 * @param {Motion[]} motions
 * @returns {Scene} the same before them
 */
export function before(scene, motions) {
  const pieces = [...scene.pieces];
  for (const { piece, path } of motions) {
    for (const [down, right] of path) {
      const [row, col] = pieces[piece].at;
      pieces[piece] = { ...pieces[piece], at: home(scene, [row - down, col - right]) };
    }
  }
  return { ...scene, pieces };
}

/**
 * @param {Motion[]} motions
 * @param {string | undefined} metric `unit` and `single`: every cell counts; `straight`: every slide in one direction;
 *   `finger`: all that one piece does before another one moves; `line`: all tiles that follow each other one way
 * @param {Scene} scene before them
 * @returns {number}
 */
export function count(motions, metric = 'unit', scene) {
  if (metric === 'line') return lines(motions, scene);
  let moves = 0;
  let piece = -1;
  let way = '';
  for (const motion of motions) {
    for (const step of motion.path) {
      const flight = Math.abs(step[0]) + Math.abs(step[1]) > 1;
      const same = motion.piece === piece && !flight;
      const turns = step.join() !== way;
      if (metric === 'unit' || metric === 'single' || flight || !same || (metric === 'straight' && turns)) moves += 1;
      piece = flight ? -1 : motion.piece;
      way = step.join();
    }
  }
  return moves;
}

/**
 * Every tile of a line goes the same way into the cell that the one before it has left; around a torus a line is as
 * long as its side without the blank.
 * @param {Motion[]} motions
 * @param {Scene} scene before them
 */
function lines(motions, scene) {
  const places = scene.pieces.map(({ at }) => at);
  let [moves, length, way, left] = [0, 0, '', ''];
  for (const { piece, path } of motions) {
    for (const step of path) {
      const from = places[piece];
      const to = home(scene, [from[0] + step[0], from[1] + step[1]]);
      const most = (step[0] ? scene.rows : scene.cols) - 1;
      length = step.join() === way && to.join() === left && length < most ? length + 1 : 1;
      if (length === 1) moves += 1;
      [places[piece], way, left] = [to, step.join(), from.join()];
    }
  }
  return moves;
}
