// The command that does what a page cannot: with more time, more memory and tables on disk.
import { make } from './shared/dom.js';
import { Refusal } from './refusal.js';

/** @typedef {import('./engine.js').Puzzle} Puzzle */

/** @param {string} text @returns {string} as a shell takes it for one word */
const word = (text) => `'${text.trim().replaceAll("'", "'\\''")}'`;

/**
 * @param {string} verb such as `solve`
 * @param {Puzzle} puzzle
 * @returns {string}
 */
export function command(verb, { puzzle, plain }) {
  const whole = plain ?? puzzle.at ?? puzzle.text;
  const goal = plain === null && puzzle.goal ? ['--goal', word(puzzle.goal)] : [];
  return ['taquin', verb, word(whole), ...goal, ...(puzzle.torus ? ['--torus'] : []), ...(puzzle.metric ? ['--metric', puzzle.metric] : [])].join(' ');
}

/** Milliseconds after which a search may be too much for a page. */
const LONG = 4000;

/** The words that offer it, in every view by the same rule: where a search takes long, ends at a limit, or breaks down. */
export class Offer {
  /** @param {string} verb */
  constructor(verb) {
    this.verb = verb;
    this.element = make('div', { class: 'command' });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {Puzzle} puzzle that a search begins with */
  begin(puzzle) {
    this.hide();
    this.timer = setTimeout(() => this.show(puzzle), LONG);
  }

  /** Nobody waits any more; what is offered stays. */
  stop() {
    clearTimeout(this.timer);
  }

  hide() {
    this.stop();
    this.element.replaceChildren();
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.element.replaceChildren(
      make('p', { class: 'hush' }, 'This may be too much for a page. The command line has more time, more memory and room for tables:'),
      make('pre', { tabindex: 0, 'aria-label': 'The command' }, command(this.verb, puzzle)));
  }

  /** @param {Puzzle} puzzle @param {boolean} complete whether the search has come to its end */
  end(puzzle, complete) {
    this.hide();
    if (!complete) this.show(puzzle);
  }

  /** @param {Puzzle} puzzle @param {unknown} error what has ended the search */
  fail(puzzle, error) {
    this.end(puzzle, !(error instanceof Refusal && error.problem.broken));
  }
}
