// Drawing a board of tiles: size, flat or torus, start and goal, labels of one's own.
import { make } from './shared/dom.js';
import { History } from './history.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 */

const MOST = 8;

const BLANK = '0';
/** Leaves a cell of the goal open. */
const ANY = '*';
/** Milliseconds in which a second key adds to a label. */
const QUICK = 1200;

/** @param {number} cells */
const inOrder = (cells) => Array.from({ length: cells }, (_, index) => String((index + 1) % cells));
/** @param {number} cells */
const blankFirst = (cells) => Array.from({ length: cells }, (_, index) => String(index));
/** Labels as a goal that one would think of: in order, the blanks last. @param {string[]} labels */
const sorted = (labels) => [...labels].sort((a, b) => Number(a === BLANK) - Number(b === BLANK) || a.localeCompare(b, 'en', { numeric: true }));

/** The editor. */
export class TilesEditor {
  /** @param {(puzzle: PuzzleText) => void} onchange */
  constructor(onchange) {
    this.onchange = onchange;
    this.rows = 3;
    this.cols = 3;
    this.start = inOrder(9);
    this.goal = inOrder(9);
    /** @type {{grid: 'start' | 'goal', cell: number} | null} */
    this.picked = null;
    /** Whether the goal follows the labels of the start. */
    this.follows = false;
    /** @type {import('./engine.js').Problem | null} what is wrong */
    this.problem = null;
    /** Where and when the last label was typed. */
    this.typed = { grid: '', cell: -1, when: 0 };
    /** @param {number} value */
    const side = (value) => make('input', { type: 'number', min: 2, max: MOST, value, onchange: () => this.resize() });
    this.rowsInput = side(3);
    this.colsInput = side(3);
    this.torus = make('input', { type: 'checkbox', onchange: () => this.changed() });
    this.kind = make('select', { onchange: () => this.setGoal() },
      make('option', { value: 'last' }, 'in order, blank last'), make('option', { value: 'first' }, 'in order, blank first'), make('option', { value: 'own' }, 'my own'));
    this.grids = { start: make('div', { class: 'grid', role: 'group', 'aria-label': 'Start' }), goal: make('div', { class: 'grid', role: 'group', 'aria-label': 'Goal' }) };
    this.goalBox = make('div', {}, make('h3', {}, 'Goal'), this.grids.goal);
    this.history = new History(() => ({ rows: this.rows, cols: this.cols, start: this.start, goal: this.goal, kind: this.kind.value, torus: this.torus.checked }), (state) => {
      [this.rows, this.cols, this.start, this.goal] = [state.rows, state.cols, state.start, state.goal];
      [this.kind.value, this.torus.checked] = [state.kind, state.torus];
      [this.rowsInput.value, this.colsInput.value] = [String(state.rows), String(state.cols)];
    }, () => this.changed());
    this.element = make('div', { class: 'editor', onkeydown: (/** @type {KeyboardEvent} */ event) => this.history.key(event) },
      make('div', { class: 'row' },
        make('label', {}, 'Rows ', this.rowsInput), make('label', {}, 'Columns ', this.colsInput),
        make('label', { class: 'check' }, this.torus, 'Torus'), make('label', {}, 'Goal ', this.kind)),
      make('p', { class: 'hush' }, 'Click two cells to exchange them, or type a label on a cell: labels may repeat, Delete makes a blank, * leaves a cell of the goal open.'),
      make('div', { class: 'grids' }, make('div', {}, make('h3', {}, 'Start'), this.grids.start), this.goalBox),
      make('div', { class: 'row' }, this.history.button,
        make('button', { type: 'button', onclick: () => this.shuffle() }, 'Shuffle'),
        make('button', { type: 'button', onclick: () => this.solve() }, 'As the goal')));
    this.draw();
  }

  /** @param {Puzzle} puzzle */
  load({ scene, goal, puzzle, kind }) {
    const cells = scene.rows * scene.cols;
    const isOpen = kind === 'labelled-tiles' && goal !== null && goal.pieces.length < scene.pieces.length;
    // A drawing of the goal cannot tell a blank from a cell that is open; its text can.
    const words = puzzle.goal?.replaceAll('/', ' ').trim().split(/\s+/) ?? [];
    /** @param {import('./engine.js').Scene | null} from */
    const tiles = (from) => {
      const found = new Array(cells).fill(from === goal && isOpen ? ANY : BLANK);
      from?.pieces.forEach((piece) => {
        found[piece.at[0] * scene.cols + piece.at[1]] = piece.label;
      });
      return found;
    };
    if (scene.rows > MOST || scene.cols > MOST) return;
    this.take(scene.cols, tiles(scene), kind === 'labelled-tiles' && words.length === cells ? words : tiles(goal), puzzle.torus);
  }

  /** @param {PuzzleText} puzzle that may be wrong @returns {boolean} whether it can be drawn here */
  read({ text, goal, torus }) {
    const [start, end] = [text, goal ?? text].map((words) => words.split('/').map((row) => row.trim().split(/\s+/)));
    const cols = start[0].length;
    if (text.includes(':') || cols > MOST || start.length > MOST || start.length !== end.length || [...start, ...end].some((row) => row.length !== cols)) return false;
    this.take(cols, start.flat(), goal ? end.flat() : inOrder(start.length * cols), torus);
    return true;
  }

  /** @param {number} cols @param {string[]} start @param {string[]} goal @param {boolean} [torus] */
  take(cols, start, goal, torus = false) {
    [this.rows, this.cols, this.start, this.goal] = [start.length / cols, cols, start, goal];
    [this.rowsInput.value, this.colsInput.value] = [String(this.rows), String(cols)];
    this.torus.checked = torus;
    const usual = [['last', inOrder(start.length)], ['first', blankFirst(start.length)]].find(([, board]) => String(board) === String(goal));
    this.kind.value = usual ? usual[0] : 'own';
    this.picked = null;
    this.follows = false;
    this.problem = null;
    this.history.clear();
    this.draw();
  }

  /**
   * Marks the cell that a problem is about.
   * @param {import('./engine.js').Problem | null} problem
   */
  mark(problem) {
    this.problem = problem;
    const place = problem?.field === 'goal' ? 'goal' : 'start';
    const { text, goal = '' } = this.puzzle();
    const before = (place === 'goal' ? goal : text).slice(0, (problem?.column ?? 0) - 1);
    const wrong = problem?.column ? before.split(/[\s/]+/).filter(Boolean).length : -1;
    for (const grid of /** @type {('start' | 'goal')[]} */ (['start', 'goal'])) {
      this[grid].forEach((tile, cell) => {
        const button = this.grids[grid].children[cell];
        const name = tile === BLANK ? 'Blank' : tile === ANY ? 'Any tile' : `Tile ${tile}`;
        const marked = grid === place && cell === wrong;
        button.classList.toggle('wrong', marked);
        button.setAttribute('aria-label', marked ? `${name}, wrong` : name);
      });
    }
  }

  resize() {
    const side = (/** @type {any} */ input) => Math.min(Math.max(Math.floor(Number(input.value)) || 2, 1), MOST);
    [this.rows, this.cols] = [side(this.rowsInput), side(this.colsInput)];
    if (this.rows * this.cols < 2) this.cols = 2;
    this.rowsInput.value = String(this.rows);
    this.colsInput.value = String(this.cols);
    this.start = inOrder(this.rows * this.cols);
    this.setGoal();
  }

  setGoal() {
    this.follows = false;
    const cells = this.rows * this.cols;
    if (this.kind.value !== 'own' || this.goal.length !== cells) this.goal = this.kind.value === 'first' ? blankFirst(cells) : inOrder(cells);
    this.changed();
  }

  changed() {
    // Other labels have no usual goal: theirs is in order too, until another one is drawn.
    const usual = String(sorted(this.start)) === String(inOrder(this.start.length));
    this.follows ||= this.kind.value !== 'own' && !usual;
    if (this.follows) {
      this.kind.value = usual ? 'last' : 'own';
      this.goal = sorted(this.start);
      this.follows = !usual;
    }
    this.history.note();
    this.problem = null;
    this.draw();
    this.onchange(this.puzzle());
  }

  draw() {
    this.goalBox.hidden = this.kind.value !== 'own';
    for (const grid of /** @type {('start' | 'goal')[]} */ (['start', 'goal'])) {
      this.grids[grid].style.setProperty('--cols', String(this.cols));
      this.grids[grid].replaceChildren(...this[grid].map((tile, cell) =>
        make('button', { type: 'button', class: tile === BLANK ? 'tile blank' : 'tile', 'aria-pressed': String(this.picked?.grid === grid && this.picked.cell === cell),
          onclick: () => this.click(grid, cell),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.type(event, grid, cell) }, tile === BLANK ? '' : tile)));
    }
    this.mark(this.problem);
  }

  /** @param {'start' | 'goal'} grid @param {number} cell */
  click(grid, cell) {
    const { picked } = this;
    if (picked?.grid === grid) {
      const tiles = this[grid];
      [tiles[picked.cell], tiles[cell]] = [tiles[cell], tiles[picked.cell]];
      if (grid === 'goal') this.follows = false;
      this.picked = null;
      this.changed();
    } else {
      this.picked = { grid, cell };
      this.draw();
    }
    this.grids[grid].children[cell].focus();
  }

  /** Gives a cell a label. @param {KeyboardEvent} event @param {'start' | 'goal'} grid @param {number} cell */
  type(event, grid, cell) {
    const { key, ctrlKey, altKey, metaKey, timeStamp } = event;
    const clears = key === 'Delete' || key === 'Backspace';
    if (ctrlKey || altKey || metaKey || !(clears || /^[\p{L}\p{N}]$/u.test(key) || (key === ANY && grid === 'goal'))) return;
    const { typed } = this;
    const goesOn = typed.grid === grid && typed.cell === cell && timeStamp - typed.when < QUICK && /^\d$/.test(key) && /^[1-9]\d?$/.test(this[grid][cell]);
    this[grid][cell] = clears ? BLANK : goesOn ? this[grid][cell] + key : key;
    if (grid === 'goal') this.follows = false;
    this.typed = { grid, cell, when: timeStamp };
    this.picked = null;
    this.changed();
    this.grids[grid].children[cell].focus();
    event.preventDefault();
  }

  shuffle() {
    for (let last = this.start.length - 1; last > 0; last -= 1) {
      const other = Math.floor(Math.random() * (last + 1));
      [this.start[last], this.start[other]] = [this.start[other], this.start[last]];
    }
    this.changed();
  }

  solve() {
    this.start = [...this.goal];
    this.changed();
  }

  /** @returns {PuzzleText} */
  puzzle() {
    /** @param {string[]} tiles */
    const text = (tiles) => Array.from({ length: this.rows }, (_, row) => tiles.slice(row * this.cols, (row + 1) * this.cols).join(' ')).join(' / ');
    return { text: text(this.start), goal: this.kind.value === 'last' ? undefined : text(this.goal), torus: this.torus.checked };
  }
}
