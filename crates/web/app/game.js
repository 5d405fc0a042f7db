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

/**
 * @typedef {Motion & {to?: number}} Made a move, and the mark of the position that it led to
 * @typedef {Pick<Game, 'base' | 'start' | 'now' | 'metric' | 'daily' | 'done' | 'undone' | 'elapsed' | 'over'> & {id?: number}} Kept
 */

/** @param {unknown} value @returns {value is Motion[]} */
const areMotions = (value) => Array.isArray(value) && value.every((one) => isRecord(one) && isCount(one.piece) && Array.isArray(one.path)
  && one.path.length > 0 && one.path.every((step) => Array.isArray(step) && step.length === 2 && step.every(Number.isInteger)));

/** @param {PuzzleText} puzzle @returns {PuzzleText} without the position, and whatever counts as a move */
const base = ({ text, goal, torus }) => ({ text, goal, torus });

/** @param {string} [position] @returns {number} by which it is known again; the positions themselves would be too long to keep */
function mark(position = '') {
  let hash = 0;
  for (let at = 0; at < position.length; at += 1) hash = (Math.imul(hash, 31) + position.charCodeAt(at)) | 0;
  return hash;
}

/** A game. */
export class Game {
  /** @param {PuzzleText} puzzle whose position is the start of the game */
  constructor(puzzle) {
    this.base = base(puzzle);
    /** @type {string | undefined} where it began, and where it has come to */
    this.start = puzzle.at;
    this.now = puzzle.at;
    /** What counts as a move, and the day that it is the puzzle of. */
    this.metric = puzzle.metric;
    /** @type {string | undefined} */
    this.daily = undefined;
    /** @type {Made[]} */
    this.done = [];
    /** @type {Made[]} */
    this.undone = [];
    /** Whether it has come to its end. */
    this.over = false;
    /** Tells it from another game of the same puzzle. */
    this.id = Date.now();
    /** Milliseconds that were played, and since when the clock runs; 0 if it stands. */
    this.elapsed = 0;
    this.since = 0;
  }

  /**
   * The game that has come to this position, or has passed it; else a new one that begins here.
   * @param {PuzzleText} puzzle
   */
  static at(puzzle) {
    const { at } = puzzle;
    const own = gamesOf(puzzle);
    const kept = own.find((game) => game.now === at) ?? own.map((game) => passed(game, at)).find((game) => game);
    const game = new Game(puzzle);
    // A game that began at the start of its puzzle is kept without one.
    if (kept) Object.assign(game, { start: undefined }, kept);
    return game;
  }

  /** @param {PuzzleText} puzzle @returns {Kept | undefined} a game that began here and has not come to its end */
  static left(puzzle) {
    return gamesOf(puzzle).find((game) => game.start === puzzle.at && game.done.length > 0 && !game.over);
  }

  /** @returns {Kept | undefined} the game that was played last, unless it has come to its end */
  static last() {
    const game = games().find(({ done }) => done.length > 0);
    return game?.over ? undefined : game;
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

  /** @param {PuzzleText} puzzle at the position that it has come to @param {boolean} over whether that is the end */
  reach(puzzle, over) {
    Object.assign(this, { now: puzzle.at, metric: puzzle.metric, over });
    const last = this.done.at(-1);
    if (last) last.to = mark(puzzle.at);
  }

  /** Begins anew. What was played stays as another game. */
  reset() {
    if (this.done.length > 0) this.id = Date.now();
    Object.assign(this, { now: this.start, done: [], undone: [], elapsed: 0, since: 0, over: false });
    this.keep();
  }

  /** Keeps the game on this device, and one that began at the same place and has not come to its end. */
  keep() {
    const { start, now, metric, daily, done, undone, over, id } = this;
    const own = { base: this.base, start, now, metric, daily, done, undone, over, id, elapsed: this.time() };
    const [all, name] = [games(), nameOf(this.base)];
    const alike = all.filter((game) => game.start === start && nameOf(game.base) === name);
    const other = alike.find((game) => (game.id ?? id) !== id && game.done.length > 0 && !game.over);
    const rest = all.filter((game) => !alike.includes(game));
    save('games', [...(done.length > LONGEST ? [] : [own]), ...(other ? [other] : []), ...rest].slice(0, MOST));
  }
}

/**
 * @param {Kept} game
 * @param {string | undefined} at a position
 * @returns {Kept | undefined} the game as it was there, with what came later to be redone
 */
function passed(game, at) {
  if (at === undefined || at === game.start) return undefined;
  const moves = [...game.done, ...game.undone.toReversed()];
  const here = moves.findLastIndex(({ to }) => to === mark(at)) + 1;
  return here === 0 ? undefined : { ...game, now: at, done: moves.slice(0, here), undone: moves.slice(here).reverse() };
}

/** @param {PuzzleText} puzzle @returns {Kept[]} */
function gamesOf(puzzle) {
  const name = nameOf(base(puzzle));
  return games().filter((game) => nameOf(game.base) === name);
}

/** @returns {Kept[]} the games that are kept, the latest first */
function games() {
  const kept = load('games');
  /** @param {unknown} value */
  const isPlace = (value) => value === undefined || typeof value === 'string';
  return Array.isArray(kept) ? kept.filter((game) => isRecord(game) && isRecord(game.base) && typeof game.base.text === 'string'
    && [game.start, game.now, game.metric, game.daily].every(isPlace) && areMotions(game.done) && areMotions(game.undone) && isCount(game.elapsed)) : [];
}
