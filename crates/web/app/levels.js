// The flood of a breadth-first search: how many positions there are at each depth so far.
import { make } from './shared/dom.js';
import { number } from './numbers.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('./replay.js').Lists} Lists
 */

/** Bars, one for each level; of a search from both ends one row for each. */
export class Levels {
  constructor() {
    this.element = make('div', { class: 'levels' });
    /** @type {{box: any, bars: any[]}[]} */
    this.rows = [];
  }

  /**
   * @param {Replay} replay
   * @param {Lists} lists
   */
  show(replay, lists) {
    const roots = [...lists.opens.keys()];
    const { nodes } = replay.trace;
    /** @type {{open: number, closed: number}[][]} */
    const counts = roots.map(() => []);
    /** @param {number} node @param {'open' | 'closed'} which */
    const add = (node, which) => {
      const row = counts[roots.indexOf(replay.roots[node])];
      const g = nodes[node].g;
      while (row && row.length <= g) row.push({ open: 0, closed: 0 });
      if (row) row[g][which] += 1;
    };
    for (const node of lists.closed) add(node, 'closed');
    for (const node of lists.open) add(node, 'open');
    while (this.rows.length < roots.length) this.addRow(roots.length > 1 ? ['From the start', 'From the goal'][this.rows.length] : 'Positions by distance');
    while (this.rows.length > roots.length) this.rows.pop()?.box.remove();
    counts.forEach((row, index) => this.fill(this.rows[index], row));
  }

  /** @param {string} title */
  addRow(title) {
    const list = make('ol', { 'aria-label': title, tabindex: 0 });
    const box = make('section', { class: 'list' }, make('h2', {}, title), list);
    this.element.append(box);
    this.rows.push({ box: list, bars: [] });
  }

  /** @param {{box: any, bars: any[]}} row @param {{open: number, closed: number}[]} counts */
  fill(row, counts) {
    const top = Math.max(...counts.map(({ open, closed }) => open + closed), 1);
    while (row.bars.length > counts.length) row.bars.pop().remove();
    counts.forEach(({ open, closed }, level) => {
      let bar = row.bars[level];
      if (!bar) {
        bar = make('li', {}, make('span', { class: 'of' }), make('span', { class: 'pillar' }, make('span', { class: 'closed' }), make('span', { class: 'open' })), make('span', { class: 'at' }, level));
        row.bars.push(bar);
        row.box.append(bar);
      }
      const key = `${open} ${closed} ${top}`;
      if (bar.dataset.key === key) return;
      bar.dataset.key = key;
      bar.children[0].textContent = number(open + closed);
      bar.children[1].children[0].style.height = `${(closed / top) * 100}%`;
      bar.children[1].children[1].style.height = `${(open / top) * 100}%`;
    });
  }
}
