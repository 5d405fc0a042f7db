// What a person has solved on this device, how well, and on which days.
import { isCount, isRecord, load, save } from './store.js';

/**
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {{moves: number, seconds: number}} Result
 * @typedef {{best?: Result, fewest?: number}} Known of one puzzle in one metric; `fewest` is proved
 */

/** Puzzles that are remembered. */
const MOST = 1000;

/**
 * A puzzle and where it starts, whatever counts as a move.
 * @param {PuzzleText} puzzle
 */
export function nameOf({ text, goal, torus, at }) {
  // Rows may stand on lines of their own or behind a stroke.
  /** @param {string | undefined} words */
  const plain = (words) => (words ?? '').trim().replace(/\s*[/\n]\s*/g, '/').replace(/\s+/g, ' ');
  return JSON.stringify([plain(text), plain(goal), torus ? 1 : 0, plain(at)]);
}

/** @param {unknown} value @returns {Result | undefined} */
const result = (value) => (isRecord(value) && isCount(value.moves) && isCount(value.seconds) ? { moves: value.moves, seconds: value.seconds } : undefined);

/** @returns {Map<string, Record<string, Known>>} by puzzle, then by metric */
function known() {
  const found = new Map();
  const kept = load('progress');
  for (const [name, metrics] of isRecord(kept) ? Object.entries(kept) : []) {
    if (!isRecord(metrics)) continue;
    /** @type {Record<string, Known>} */
    const own = {};
    for (const [metric, value] of Object.entries(metrics)) {
      if (isRecord(value)) own[metric] = { best: result(value.best), fewest: isCount(value.fewest) ? value.fewest : undefined };
    }
    found.set(name, own);
  }
  return found;
}

/**
 * @param {PuzzleText} puzzle
 * @param {string} metric
 * @returns {Known}
 */
export function of(puzzle, metric) {
  return known().get(nameOf(puzzle))?.[metric] ?? {};
}

/** @returns {Set<string>} the names of all puzzles that were solved */
export function solved() {
  return new Set([...known()].filter(([, metrics]) => Object.values(metrics).some(({ best }) => best)).map(([name]) => name));
}

/** @param {PuzzleText} puzzle @param {string} metric @param {Known} news */
function learn(puzzle, metric, news) {
  const all = known();
  const name = nameOf(puzzle);
  const own = all.get(name) ?? {};
  // The one that was learnt last is the last to be forgotten.
  all.delete(name);
  all.set(name, { ...own, [metric]: { ...own[metric], ...news } });
  save('progress', Object.fromEntries([...all].slice(-MOST)));
}

/**
 * Remembers a solve if no better one is known: fewer moves, then less time.
 * @param {PuzzleText} puzzle
 * @param {string} metric
 * @param {Result} own
 * @returns {boolean} whether it is the best so far
 */
export function record(puzzle, metric, own) {
  const { best } = of(puzzle, metric);
  const better = !best || own.moves < best.moves || (own.moves === best.moves && own.seconds < best.seconds);
  if (better) learn(puzzle, metric, { best: own });
  return better;
}

/** @param {PuzzleText} puzzle @param {string} metric @param {number} fewest */
export const prove = (puzzle, metric, fewest) => learn(puzzle, metric, { fewest });

/** @returns {Record<string, Result>} the daily puzzles that were solved, by date */
export function days() {
  const kept = load('days');
  const found = Object.entries(isRecord(kept) ? kept : {}).map(([date, value]) => [date, result(value)]);
  return Object.fromEntries(found.filter(([date, own]) => own && /^\d{4}-\d\d-\d\d$/.test(String(date))));
}

/** @param {string} date @param {Result} own */
export function recordDay(date, own) {
  save('days', { [date]: own, ...days() });
}
