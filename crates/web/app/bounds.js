// The history of the bounds of a deepening search.
import { make } from './shared/dom.js';
import { number } from './numbers.js';

/** @typedef {import('./replay.js').Replay} Replay */

/** A row for every bound so far. */
export class Bounds {
  constructor() {
    this.body = make('tbody');
    this.element = make('section', { class: 'list bounds' }, make('h2', {}, 'Bounds'),
      make('table', {}, make('thead', {}, make('tr', {}, ...['bound', 'nodes taken', 'smallest f beyond it'].map((words) => make('th', { scope: 'col' }, words)))), this.body));
    /** @type {string} */
    this.shown = '';
  }

  /** @param {Replay} replay @param {number} step */
  show(replay, step) {
    const rows = replay.bounds.filter(({ from }) => from <= Math.max(step, 1)).map(({ bound, from, to, next }) => {
      const over = to <= step;
      const last = over && to === replay.length;
      const after = last && replay.onSolution.size > 0 ? 'the goal was found' : over ? (next === null ? 'the next depth' : `${next}: the next bound`) : '…';
      return [String(bound), step < from ? '0' : number(Math.min(step, to) - from + 1), after];
    });
    const key = rows.join('|');
    if (key === this.shown) return;
    this.shown = key;
    this.body.replaceChildren(...rows.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, cell)))));
  }
}
