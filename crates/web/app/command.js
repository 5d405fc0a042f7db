// The command that does what a page cannot: with more time, more memory and tables on disk.
import { make } from './shared/dom.js';

/** @typedef {import('./engine.js').Puzzle} Puzzle */

/** @param {string} text @returns {string} as a shell takes it for one word */
const word = (text) => `'${text.trim().replaceAll("'", "'\\''")}'`;

/**
 * @param {string} verb such as `solve`
 * @param {Puzzle} puzzle
 * @returns {string}
 */
export function command(verb, { puzzle, plain, metric }) {
  const whole = plain ?? puzzle.at ?? puzzle.text;
  const goal = plain === null && puzzle.goal ? ['--goal', word(puzzle.goal)] : [];
  return ['taquin', verb, word(whole), ...goal, ...(puzzle.torus ? ['--torus'] : []), ...(metric ? ['--metric', metric] : [])].join(' ');
}

/**
 * Words that offer it.
 * @param {string} verb
 * @param {Puzzle} puzzle
 * @returns {HTMLElement}
 */
export function offer(verb, puzzle) {
  return make('div', { class: 'command' }, make('p', { class: 'hush' }, 'On the command line there is more time, more memory and room for tables:'),
    make('pre', { tabindex: 0, 'aria-label': 'The command' }, command(verb, puzzle)));
}
