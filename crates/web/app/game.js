// A game: where it began, the moves, the clock. It outlives its view and the page.
import { nameOf } from './progress.js';
import { isCount, isRecord, load, save } from './store.js';

/**
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {import('./engine.js').Motion} Motion
 */

/** Games that are kept. */
const MOST = 12;
/** Moves of a game that are kept. */
const LONGEST = 5000;

/** @param {unknown} value @returns {value is Motion[]} */
const areMotions = (value) => Array.isArray(value) && value.every((one) => isRecord(one) && isCount(one.piece) && Array.isArray(one.path)
  && one.path.length > 0 && one.path.every((step) => Array.isArray(step) && step.length === 2 && step.every(Number.isInteger)));

/** @param {PuzzleText} puzzle @returns {PuzzleText} without the position, and whatever counts as a move */
const base = ({ text, goal, torus }) => ({ text, goal, torus });

/** A game. */
export class Game {
  /** @param {PuzzleText} puzzle whose position is the start of the game */
  constructor(puzzle) {
    this.base = base(puzzle);
    /** @type {string | undefined} where it began, and where it has come to */
    this.start = puzzle.at;
    this.now = puzzle.at;
    /** @type {Motion[]} */
    this.done = [];
    /** @type {Motion[]} */
    this.undone = [];
    /** Milliseconds that were played, and since when the clock runs; 0 if it stands. */
    this.elapsed = 0;
    this.since = 0;
  }

  /**
   * The game that has come to this position, or a new one that begins here.
   * @param {PuzzleText} puzzle
   */
  static at(puzzle) {
    const name = nameOf(base(puzzle));
    const kept = games().find((game) => nameOf(game.base) === name && game.now === puzzle.at);
    const game = new Game(puzzle);
    // A game that began at the start of its puzzle is kept without one.
    if (kept) Object.assign(game, { start: undefined }, kept);
    return game;
  }

  /** @returns {PuzzleText} the puzzle from the start of the game */
  get puzzle() {
    return { ...this.base, at: this.start };
  }

  /** @param {Motion} motion */
  move({ piece, path }) {
    this.done.push({ piece, path });
    this.undone = [];
    this.run();
  }

  /** The clock runs from the first move on. */
  run() {
    this.since ||= performance.now();
  }

  /** Stops the clock. */
  pause() {
    this.elapsed = this.time();
    this.since = 0;
  }

  /** @returns {number} milliseconds */
  time() {
    return this.elapsed + (this.since ? performance.now() - this.since : 0);
  }

  /** Begins anew. */
  reset() {
    Object.assign(this, { now: this.start, done: [], undone: [], elapsed: 0, since: 0 });
    this.keep();
  }

  /** Keeps the game on this device. */
  keep() {
    const name = nameOf(this.base);
    const own = { base: this.base, start: this.start, now: this.now, done: this.done, undone: this.undone, elapsed: this.time() };
    const others = games().filter((game) => nameOf(game.base) !== name || game.start !== this.start);
    save('games', [...(this.done.length > LONGEST ? [] : [own]), ...others].slice(0, MOST));
  }
}

/** @returns {Pick<Game, 'base' | 'start' | 'now' | 'done' | 'undone' | 'elapsed'>[]} the games that are kept, the latest first */
function games() {
  const kept = load('games');
  /** @param {unknown} value */
  const isPlace = (value) => value === undefined || typeof value === 'string';
  return Array.isArray(kept) ? kept.filter((game) => isRecord(game) && isRecord(game.base) && typeof game.base.text === 'string'
    && isPlace(game.start) && isPlace(game.now) && areMotions(game.done) && areMotions(game.undone) && isCount(game.elapsed)) : [];
}
