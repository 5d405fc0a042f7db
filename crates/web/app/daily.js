// The puzzle of a day, the same for all: tiles and blocks by turns, harder towards the end of the week.
import * as engine from './engine.js';
import * as progress from './progress.js';

/** @typedef {import('./engine.js').PuzzleText} PuzzleText */

/** What the days of the week bring, from Sunday on: a solved board to scramble, or blocks by the fewest moves. */
const WEEK = [
  { from: 90, to: 150 },
  { text: '1 2 3 / 4 5 0' },
  { from: 10, to: 30 },
  { text: '1 2 3 / 4 5 6 / 7 8 0', torus: true },
  { text: '1 2 3 / 4 5 6 / 7 8 0' },
  { from: 31, to: 60 },
  { text: '1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0' },
];

/** @param {Date} [day] @returns {string} the date where the person is, as in 2026-05-17 */
export function today(day = new Date()) {
  return [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join('-');
}

/** @param {string} date @returns {number | null} the day since 1970, if there is such a day */
function number(date) {
  const at = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN;
  return Number.isNaN(at) ? null : Math.round(at / 86_400_000);
}

/** @param {string} date @returns {string} in words */
export function words(date) {
  const day = number(date);
  return day === null ? date : new Date(day * 86_400_000).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/**
 * @param {string} date
 * @returns {Promise<PuzzleText>}
 */
export async function puzzle(date) {
  const day = number(date);
  if (day === null) throw new engine.Refusal({ message: `“${date}” is not a date; write one as in ${today()}.` });
  // The first day of 1970 was a Thursday.
  const { text, torus, from = 0, to = 0 } = WEEK[(day + 4) % 7];
  if (text) {
    const { state } = await engine.scramble({ text, torus }, day);
    return { text: state, torus };
  }
  const fitting = (await engine.catalogue()).filter(({ kind, moves }) => kind === 'blocks' && moves?.exact && moves.value >= from && moves.value <= to);
  // Each comes once before any comes again.
  return fitting[Math.floor(day / 7) % fitting.length].puzzle;
}

/**
 * How many days up to this one were solved without a gap.
 * @param {string} date
 */
export function streak(date) {
  const days = progress.days();
  let day = number(date);
  if (day === null) return 0;
  /** @param {number} at */
  const has = (at) => new Date(at * 86_400_000).toISOString().slice(0, 10) in days;
  // A day that is not over yet breaks nothing.
  if (!has(day)) day -= 1;
  let length = 0;
  for (; has(day); day -= 1) length += 1;
  return length;
}
