// Drawing a puzzle of blocks: paint pieces and walls, then where the goal wants them.
import { make } from './shared/dom.js';
import { History } from './history.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 */

const MOST = 12;
const NAMES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The editor. */
export class BlocksEditor {
  /** @param {(puzzle: PuzzleText) => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
    /** The lines above the pictures: rules that the drawing does not show. */
    this.header = /** @type {string[]} */ ([]);
    this.start = ['ABBC', 'ABBC', 'D..E', 'D..E'];
    this.goal = ['....', '....', '.BB.', '.BB.'];
    this.layer = /** @type {'start' | 'goal'} */ ('start');
    this.tool = 'A';
    /** @param {number} value */
    const side = (value) => make('input', { type: 'number', min: 1, max: MOST, value, onchange: () => this.resize() });
    this.rowsInput = side(4);
    this.colsInput = side(4);
    this.layers = make('div', { class: 'segments', role: 'group', 'aria-label': 'What to paint' }, ...['start', 'goal'].map((layer) =>
      make('button', { type: 'button', 'data-layer': layer, onclick: () => this.turn(/** @type {any} */ (layer)) }, layer === 'start' ? 'Start' : 'Goal')));
    this.palette = make('div', { class: 'palette', role: 'group', 'aria-label': 'Paint with' });
    this.grid = make('div', { class: 'grid paint', role: 'group', 'aria-label': 'Board' });
    this.rules = make('textarea', { rows: 2, spellcheck: 'false', placeholder: 'fly: all', onchange: () => this.changed() });
    /** @type {{layer: 'start' | 'goal', cell: number} | null} what is wrong */
    this.wrong = null;
    this.history = new History(() => ({ start: this.start, goal: this.goal, rules: this.rules.value }), ({ start, goal, rules }) => {
      [this.start, this.goal, this.rules.value] = [start, goal, rules];
      [this.rowsInput.value, this.colsInput.value] = [String(start.length), String(start[0].length)];
    }, () => this.changed());
    this.element = make('div', { class: 'editor', onkeydown: (/** @type {KeyboardEvent} */ event) => this.history.key(event) },
      make('div', { class: 'row' }, make('label', {}, 'Rows ', this.rowsInput), make('label', {}, 'Columns ', this.colsInput), this.layers, this.history.button),
      this.palette, this.grid,
      make('label', { class: 'field' }, 'Rules beyond the drawing, one a line', this.rules),
      make('p', { class: 'hush' }, 'Pick a piece and paint its cells. In the goal, paint the pieces where they are to end; the rest may be anywhere.'));
    this.grid.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      this.painting = true;
      this.grid.setPointerCapture(event.pointerId);
      this.paintAt(event);
      event.preventDefault();
    });
    this.grid.addEventListener('pointermove', (/** @type {PointerEvent} */ event) => {
      if (this.painting) this.paintAt(event);
    });
    for (const end of ['pointerup', 'pointercancel']) {
      this.grid.addEventListener(end, () => {
        if (this.painting) this.changed();
        this.painting = false;
      });
    }
    this.draw();
  }

  /**
   * Marks the cell that a problem is about.
   * @param {import('./engine.js').Problem | null} problem
   */
  mark(problem) {
    const row = (problem?.line ?? 0) - this.header.length - 2;
    const rows = this.start.length;
    const layer = row >= rows ? 'goal' : 'start';
    const own = layer === 'goal' ? row - rows - 1 : row;
    const cell = own * this.start[0].length + (problem?.column ?? 0) - 1;
    this.wrong = problem?.line && problem.column && own >= 0 && own < rows ? { layer, cell } : null;
    this.draw();
  }

  /** @param {Puzzle} puzzle */
  load({ plain }) {
    this.read({ text: plain ?? '' });
  }

  /** @param {PuzzleText} puzzle that may be wrong @returns {boolean} whether it is a picture that can be drawn here */
  read({ text }) {
    const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
    /** @type {Record<string, string[]>} */
    const pictures = { start: [], goal: [] };
    const header = [];
    let current = 'start';
    for (const line of lines) {
      const [, key, rest] = line.match(/^([a-z-]+):\s*(.*)$/) ?? [];
      if (key && key !== 'start' && key !== 'goal') header.push(line);
      else {
        if (key) current = key;
        const rows = (key ? rest : line).split('/').map((row) => row.trim()).filter(Boolean);
        pictures[current].push(...rows);
      }
    }
    if (pictures.start.length === 0 || pictures.start.length > MOST || pictures.start[0].length > MOST) return false;
    this.header = header;
    this.rules.value = header.join('\n');
    this.start = pictures.start;
    this.goal = pictures.goal.length === pictures.start.length ? pictures.goal : pictures.start.map((row) => row.replace(/[^#]/g, '.'));
    this.rowsInput.value = String(this.start.length);
    this.colsInput.value = String(this.start[0].length);
    this.wrong = null;
    this.history.clear();
    this.draw();
    return true;
  }

  resize() {
    const side = (/** @type {any} */ input) => Math.min(Math.max(Math.floor(Number(input.value)) || 1, 1), MOST);
    const [rows, cols] = [side(this.rowsInput), side(this.colsInput)];
    /** @param {string[]} picture */
    const fit = (picture) => Array.from({ length: rows }, (_, row) => (picture[row] ?? '').slice(0, cols).padEnd(cols, '.'));
    this.start = fit(this.start);
    this.goal = fit(this.goal);
    this.rowsInput.value = String(rows);
    this.colsInput.value = String(cols);
    this.changed();
  }

  /** @param {'start' | 'goal'} layer */
  turn(layer) {
    this.layer = layer;
    this.draw();
  }

  /** @param {PointerEvent} event */
  paintAt(event) {
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest('[data-cell]');
    if (cell) this.paint(Number(cell.getAttribute('data-cell')));
  }

  /** @param {number} cell */
  paint(cell) {
    const cols = this.start[0].length;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    /** @param {string[]} picture @param {string} mark */
    const put = (picture, mark) => {
      picture[row] = picture[row].slice(0, col) + mark + picture[row].slice(col + 1);
    };
    const wall = this.tool === '#' || this.start[row][col] === '#';
    put(this[this.layer], this.tool);
    // Walls are part of the board, so both pictures have them.
    if (wall) put(this[this.layer === 'start' ? 'goal' : 'start'], this.tool === '#' ? '#' : '.');
    this.draw();
  }

  changed() {
    this.header = this.rules.value.split('\n').map((/** @type {string} */ line) => line.trim()).filter(Boolean);
    this.history.note();
    this.draw();
    this.onchange(this.puzzle());
  }

  draw() {
    const used = new Set(this.start.join('').replace(/[.#-]/g, ''));
    const fresh = [...NAMES].find((name) => !used.has(name));
    const names = [...used].sort();
    if (fresh && this.layer === 'start') names.push(fresh);
    /** @param {string} mark @param {string} label */
    const pot = (mark, label) => make('button', { type: 'button', class: `pot ${this.hue(mark)}`, 'aria-pressed': String(this.tool === mark), 'aria-label': label, title: label, onclick: () => {
      this.tool = mark;
      this.draw();
    } }, mark === '.' ? '⌫' : mark === '#' ? '▦' : mark);
    this.palette.replaceChildren(...names.map((name) => pot(name, name === fresh ? `New piece ${name}` : `Piece ${name}`)), pot('.', 'Empty'), pot('#', 'Wall'));
    for (const button of this.layers.children) button.setAttribute('aria-pressed', String(button.dataset.layer === this.layer));
    this.grid.style.setProperty('--cols', String(this.start[0].length));
    const other = this.layer === 'goal' ? this.start : null;
    const marks = [...this[this.layer].join('')];
    if (this.grid.children.length !== marks.length) {
      this.grid.replaceChildren(...marks.map((_, cell) => make('button', { type: 'button', 'data-cell': cell, onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        this.paint(cell);
        this.changed();
      } })));
    }
    marks.forEach((mark, cell) => {
      const button = this.grid.children[cell];
      const ghost = other && mark === '.' ? [...other.join('')][cell] : '';
      button.className = `cell ${this.hue(mark)}`;
      button.textContent = mark === '.' || mark === '#' ? (ghost && ghost !== '.' && ghost !== '#' ? ghost : '') : mark;
      button.classList.toggle('ghost', Boolean(ghost) && mark === '.');
      const wrong = this.wrong?.layer === this.layer && this.wrong.cell === cell;
      button.classList.toggle('wrong', wrong);
      button.setAttribute('aria-label', `Row ${Math.floor(cell / this.start[0].length) + 1}, column ${(cell % this.start[0].length) + 1}: ${mark === '.' ? 'empty' : mark === '#' ? 'wall' : `piece ${mark}`}${wrong ? ', wrong' : ''}`);
    });
  }

  /** @param {string} mark */
  hue(mark) {
    if (mark === '.') return 'empty';
    if (mark === '#') return 'wall';
    return `hue${NAMES.indexOf(mark) % 8}`;
  }

  /** @returns {PuzzleText} */
  puzzle() {
    const goal = /[^.#-]/.test(this.goal.join('')) ? ['goal:', ...this.goal] : [];
    return { text: [...this.header, 'start:', ...this.start, ...goal].join('\n') };
  }
}
