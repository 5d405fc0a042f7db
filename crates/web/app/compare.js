// Compare: up to four methods on one board, and on random boards of growing distance.
import { make } from './shared/dom.js';
import { MOST_METHODS } from './address.js';
import { chart } from './chart.js';
import * as engine from './engine.js';
import { MethodPicker } from './method.js';
import { bytes, number, seconds } from './numbers.js';
import { boards } from './sample.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Method} Method
 * @typedef {import('./main.js').App} App
 * @typedef {{method: Method, picker: MethodPicker, row: any, cells: any[], nodes: number}} Entry the nodes of a solution, or 0
 */

/** What is compared at first. */
const FIRST = [{ algorithm: 'a-star', heuristic: 'misplaced' }, { algorithm: 'a-star', heuristic: 'manhattan' }, { algorithm: 'ida-star', heuristic: 'manhattan' }, { algorithm: 'breadth-first' }];
const COLUMNS = ['moves', 'nodes expanded', 'generated', 'memory', 'time'];
/** The longest that one search may take, in seconds, and the random boards. */
const PATIENCE = 10;
const SEEDS = 3;

/** The view of several methods. */
export class Compare {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.running = new AbortController();
    /** @type {Entry[]} */
    this.entries = [];
    this.body = make('tbody');
    this.note = make('p', { class: 'note', role: 'status' });
    this.runButton = make('button', { type: 'button', class: 'primary', onclick: () => this.run() }, 'Run');
    this.growButton = make('button', { type: 'button', onclick: () => this.grow() }, 'Chart over random boards');
    this.cancelButton = make('button', { type: 'button', hidden: true, onclick: () => this.running.abort() }, 'Cancel');
    this.addButton = make('button', { type: 'button', onclick: () => this.add({ algorithm: 'greedy', heuristic: 'manhattan' }) }, 'Add a method');
    this.plot = make('figure', { class: 'panel', hidden: true });
    this.element = make('div', { class: 'compare' },
      make('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'The methods and what they took' },
        make('table', {}, make('thead', {}, make('tr', {}, ...['method', ...COLUMNS, ''].map((words) => (words ? make('th', { scope: 'col' }, words) : make('td'))))), this.body)),
      make('div', { class: 'row' }, this.runButton, this.growButton, this.addButton, this.cancelButton), this.note, this.plot);
  }

  leave() {
    this.running.abort();
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    const { page } = this.app;
    const named = [page.method, ...page.more].filter(({ algorithm }) => algorithm);
    const known = FIRST.filter(({ algorithm, heuristic }) => puzzle.algorithms.some(({ name }) => name === algorithm) && (!heuristic || puzzle.heuristics.some(({ name }) => name === heuristic)));
    for (const method of named.length > 1 ? named : known) this.add(method);
    this.run();
  }

  /** @param {Method} method */
  add(method) {
    if (!this.puzzle || this.entries.length >= MOST_METHODS) return;
    /** @type {Entry} */
    const entry = { method, picker: new MethodPicker(method, (chosen) => {
      entry.method = chosen;
      for (const cell of entry.cells) cell.textContent = '';
      entry.nodes = 0;
      this.write();
    }, { automatic: false }), row: null, cells: COLUMNS.map((name) => make('td', { 'data-name': name })), nodes: 0 };
    entry.picker.offer({ ...this.puzzle, lessons: [] });
    entry.method = entry.picker.method();
    entry.row = make('tr', {}, make('th', { scope: 'row' }, make('div', {}, make('span', { class: `swatch line${this.entries.length}`, 'aria-hidden': 'true' }), entry.picker.element)), ...entry.cells,
      make('td', {}, make('button', { type: 'button', class: 'round quiet', 'aria-label': 'Remove this method', onclick: () => this.remove(entry) }, '✕')));
    this.entries.push(entry);
    this.body.append(entry.row);
    this.write();
  }

  /** @param {Entry} entry */
  remove(entry) {
    this.entries = this.entries.filter((other) => other !== entry);
    entry.row.remove();
    this.entries.forEach(({ row }, at) => {
      row.querySelector('.swatch').className = `swatch line${at}`;
    });
    this.write();
  }

  write() {
    const { page } = this.app;
    [page.method = {}, ...page.more] = this.entries.map(({ method }) => method);
    this.addButton.hidden = this.entries.length >= MOST_METHODS;
    this.app.write();
  }

  /**
   * Does something that can be cancelled.
   * @param {(signal: AbortSignal) => Promise<string>} work what there is to say in the end
   */
  async attempt(work) {
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    const { signal } = running;
    this.cancelButton.hidden = false;
    this.note.className = 'note';
    try {
      this.note.textContent = await work(signal);
    } catch (error) {
      if (this.running !== running) return;
      this.note.className = signal.aborted ? 'note' : 'note bad';
      this.note.textContent = signal.aborted ? 'Cancelled.' : error instanceof Error ? error.message : String(error);
    } finally {
      if (this.running === running) this.cancelButton.hidden = true;
    }
  }

  /** Every method on this board. */
  run() {
    return this.attempt(async (signal) => {
      const { puzzle } = this;
      if (!puzzle) return '';
      for (const entry of this.entries) {
        const { method, cells } = entry;
        for (const cell of cells) cell.textContent = '';
        cells[0].textContent = '…';
        const { counts, cost, outcome } = await engine.solve(puzzle.puzzle, { ...method, seconds: PATIENCE }, signal, ({ expanded }) => {
          cells[1].textContent = number(expanded);
        });
        entry.nodes = outcome === 'solved' ? counts.expanded : 0;
        const values = [outcome === 'solved' ? String(cost) : outcome === 'stopped' ? 'stopped' : 'unsolvable', number(counts.expanded), number(counts.generated), bytes(counts.bytes), seconds(counts.seconds)];
        values.forEach((value, at) => {
          cells[at].textContent = value;
        });
      }
      return this.verdict();
    });
  }

  /** Who expanded the fewest nodes, in a sentence. */
  verdict() {
    const counted = this.entries.filter(({ nodes }) => nodes > 0).sort((a, b) => a.nodes - b.nodes);
    const [least, most] = [counted[0], counted.at(-1)];
    if (!least || !most || least === most || least.nodes === most.nodes) return '';
    return `${title(least.method)} expanded the fewest nodes; ${title(most.method)} needed ${number(most.nodes / least.nodes)} times as many.`;
  }

  /** Every method on random boards, the near ones first. */
  grow() {
    return this.attempt(async (signal) => {
      const { puzzle, entries } = this;
      if (!puzzle) return '';
      /** @type {Map<number, import('./sample.js').Board[]>} */
      const byDistance = new Map();
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        this.note.textContent = `Random board ${seed} of ${SEEDS}…`;
        for (const board of await boards(puzzle.puzzle, seed, signal)) byDistance.set(board.distance, [...(byDistance.get(board.distance) ?? []), board]);
      }
      const lines = entries.map(({ method }) => ({ name: title(method), points: /** @type {[number, number][]} */ ([]), over: false }));
      const far = Math.max(...byDistance.keys());
      const every = Math.max(1, Math.round(far / 14));
      for (let distance = every; distance <= far; distance += every) {
        this.note.textContent = `Boards ${distance} of ${far} moves away…`;
        for (const [at, { method }] of entries.entries()) {
          if (lines[at].over) continue;
          const counts = [];
          for (const board of byDistance.get(distance) ?? []) {
            const solved = await engine.solve(board.puzzle, { ...method, seconds: PATIENCE }, signal);
            if (solved.outcome !== 'solved') lines[at].over = true;
            else counts.push(solved.counts.expanded);
          }
          if (counts.length > 0 && !lines[at].over) lines[at].points.push([distance, counts.reduce((sum, count) => sum + count, 0) / counts.length]);
        }
        this.present(lines);
      }
      return `Every point is the mean of ${SEEDS} boards, or of as many as there are at that distance.${lines.some(({ over }) => over) ? ` A line ends where a search took more than ${PATIENCE} seconds.` : ''}`;
    });
  }

  /** @param {import('./chart.js').Line[]} lines */
  present(lines) {
    this.plot.hidden = false;
    this.plot.replaceChildren(make('figcaption', {}, make('strong', {}, 'Nodes expanded'),
      make('ul', { class: 'legend' }, ...lines.map(({ name }, at) => make('li', {}, make('span', { class: `swatch line${at}`, 'aria-hidden': 'true' }), name)))), chart(lines));
  }
}

/** @param {Method} method */
function title({ algorithm, heuristic }) {
  return heuristic ? `${algorithm} with ${heuristic}` : String(algorithm);
}
