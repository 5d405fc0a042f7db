// Choosing a puzzle: out of the gallery, as text, or by drawing it.
import { make } from './shared/dom.js';
import { BlocksEditor } from './draw-blocks.js';
import { TilesEditor } from './draw-tiles.js';
import * as engine from './engine.js';
import { Gallery } from './gallery.js';
import { moves } from './numbers.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 */

const TABS = [['gallery', 'Gallery'], ['text', 'Text'], ['tiles', 'Draw tiles'], ['blocks', 'Draw blocks']];

const HELP = `Any form that Taquin reads: a board with one row a line or rows separated by "/", a flat list, a course file, a start and a goal ("… -> …"), a picture of blocks, a Rush Hour or Klotski string.`;

/** Seconds for the solution of what is being drawn. */
const PATIENCE = 5;

/** The dialog. */
export class Chooser {
  /**
   * @param {(puzzle: PuzzleText, date?: string) => void} onchoose
   * @param {(puzzle: PuzzleText) => void} onshare a drawing
   * @param {() => void} onclose
   */
  constructor(onchoose, onshare, onclose) {
    this.onchoose = onchoose;
    this.onshare = onshare;
    this.tabs = make('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Ways to choose', onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event) }, ...TABS.map(([name, label]) =>
      make('button', { type: 'button', role: 'tab', 'data-tab': name, id: `tab-${name}`, 'aria-controls': `panel-${name}`, onclick: () => this.turn(name) }, label)));
    this.gallery = new Gallery((puzzle, date) => this.pick(puzzle, date));
    this.checking = new AbortController();
    /** @type {Record<string, TilesEditor | BlocksEditor>} */
    this.editors = { tiles: new TilesEditor((puzzle) => this.check('tiles', puzzle)), blocks: new BlocksEditor((puzzle) => this.check('blocks', puzzle)) };
    /** @type {Record<string, any>} */
    this.errors = {};
    /** @type {Record<string, any>} */
    this.panels = {
      gallery: this.gallery.element,
      text: make('div', {}, this.buildText()),
      ...Object.fromEntries(Object.entries(this.editors).map(([name, editor]) => [name, make('div', {}, editor.element, this.foot(name, () => editor.puzzle()))])),
    };
    for (const [name] of TABS) {
      this.panels[name].id = `panel-${name}`;
      this.panels[name].setAttribute('role', 'tabpanel');
      this.panels[name].setAttribute('aria-labelledby', `tab-${name}`);
    }
    this.dialog = make('dialog', { class: 'chooser', 'aria-labelledby': 'chooser-title', onclose: () => {
      this.checking.abort();
      onclose();
    } },
      make('div', { class: 'heading' }, make('h2', { id: 'chooser-title' }, 'Choose a puzzle'), make('button', { type: 'button', class: 'round quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, '✕')),
      this.tabs, ...Object.values(this.panels));
    document.body.append(this.dialog);
  }

  buildText() {
    /** @param {string} field @param {string} label @param {number} rows @param {string} hint */
    const area = (field, label, rows, hint) => {
      const error = make('p', { class: 'note bad', id: `error-${field}`, role: 'alert' });
      const input = make('textarea', { id: `field-${field}`, rows, spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', placeholder: hint, 'aria-describedby': `error-${field}` });
      this.errors[field] = error;
      return { input, element: make('div', { class: 'field' }, make('label', { for: `field-${field}` }, label), input, error) };
    };
    const text = area('text', 'Puzzle', 8, '1 2 3 / 4 0 6 / 7 5 8');
    const goal = area('goal', 'Goal, unless it is part of the text', 3, 'in order, the blank last');
    this.text = text.input;
    this.goal = goal.input;
    this.torus = make('input', { type: 'checkbox' });
    return make('form', { onsubmit: (/** @type {Event} */ event) => this.read(event) },
      make('p', { class: 'hush' }, HELP), text.element, goal.element,
      make('label', { class: 'check' }, this.torus, 'Torus: opposite edges are joined'),
      make('div', { class: 'row end' }, make('button', { class: 'primary' }, 'Use this puzzle')));
  }

  /** @param {string} name @param {() => PuzzleText} puzzle */
  foot(name, puzzle) {
    this.errors[name] = make('p', { class: 'note', role: 'status' });
    return make('div', { class: 'foot' }, this.errors[name],
      make('div', { class: 'row end' },
        make('button', { type: 'button', onclick: () => this.onshare(puzzle()) }, 'Share the drawing'),
        make('button', { type: 'button', onclick: () => this.toText(puzzle()) }, 'As text'),
        make('button', { type: 'button', class: 'primary', onclick: () => this.choose(name, puzzle()) }, 'Use this puzzle')));
  }

  /**
   * @param {PuzzleText | null} text what stands in the address
   * @param {Puzzle | null} puzzle what it means, if anything
   * @param {unknown} [error] why it means nothing
   * @param {boolean} [draw] whether it is to be drawn
   */
  show(text, puzzle, error, draw = false) {
    // Of a game the position, not the start; the whole puzzle stands in its plain text.
    const moved = text?.at !== undefined && puzzle?.plain;
    this.text.value = moved ? puzzle.plain : (text?.text ?? '');
    this.goal.value = moved ? '' : (text?.goal ?? '');
    this.torus.checked = text?.torus ?? false;
    // A drawing may still be wrong: the editor marks where.
    const sketch = draw && error && text ? Object.keys(this.editors).find((name) => this.editors[name].read(text)) : undefined;
    if (!this.dialog.open) this.dialog.showModal();
    const kind = puzzle?.kind === 'labelled-tiles' ? 'tiles' : puzzle?.kind ?? '';
    if (puzzle) this.editors[kind]?.load(puzzle);
    // Not every puzzle can be drawn; all can be written.
    const drawn = draw && puzzle ? (kind in this.editors ? kind : 'text') : 'gallery';
    this.turn(sketch ?? (error ? 'text' : drawn));
    // Only a field that is shown can take the focus.
    this.complain('text', error);
    this.gallery.show();
  }

  /** @param {string} name */
  turn(name) {
    for (const tab of this.tabs.children) {
      tab.setAttribute('aria-selected', String(tab.dataset.tab === name));
      tab.tabIndex = tab.dataset.tab === name ? 0 : -1;
    }
    for (const [key, panel] of Object.entries(this.panels)) panel.hidden = key !== name;
    this.checking.abort();
    if (name in this.editors) this.check(name, this.editors[name].puzzle());
  }

  /** @param {KeyboardEvent} event the arrows go from tab to tab */
  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    const tabs = [...this.tabs.children];
    const next = tabs[(tabs.findIndex((tab) => tab.tabIndex === 0) + by + tabs.length) % tabs.length];
    this.turn(next.dataset.tab);
    next.focus();
    event.preventDefault();
  }

  /** @param {PuzzleText} puzzle @param {string} [date] */
  pick(puzzle, date) {
    this.dialog.close();
    this.onchoose(puzzle, date);
  }

  /** @param {PuzzleText} puzzle */
  toText(puzzle) {
    this.text.value = puzzle.text;
    this.goal.value = puzzle.goal ?? '';
    this.torus.checked = puzzle.torus ?? false;
    this.turn('text');
    // The button that was pressed is gone with its panel.
    this.text.focus();
  }

  /** @param {Event} event */
  async read(event) {
    event.preventDefault();
    await this.choose('text', { text: this.text.value, goal: this.goal.value.trim() || undefined, torus: this.torus.checked });
  }

  /** @param {string} tab @param {PuzzleText} puzzle */
  async choose(tab, puzzle) {
    try {
      await engine.describe(puzzle);
      this.pick(puzzle);
    } catch (error) {
      this.complain(tab, error);
    }
  }

  /** @param {string} tab @param {PuzzleText} puzzle */
  async check(tab, puzzle) {
    this.checking.abort();
    const checking = new AbortController();
    this.checking = checking;
    const note = this.errors[tab];
    /** @param {string} words */
    const tell = (words) => {
      note.className = 'note';
      note.textContent = words;
    };
    try {
      const known = await engine.describe(puzzle, checking.signal);
      this.editors[tab].mark(null);
      if (known.solved || known.solvable === false) {
        tell(`${known.title}: ${known.solved ? 'solved already' : 'it cannot be solved'}.`);
        return;
      }
      tell(`${known.title}: looking for a solution…`);
      const { outcome, cost, lower_bound: least } = await engine.solve(puzzle, { seconds: PATIENCE }, checking.signal);
      const long = cost === null ? `no solution found in ${PATIENCE} seconds; it takes at least ${moves(least ?? 0)}` : `solvable in ${moves(cost)}${cost === least ? '' : ' or fewer'}`;
      tell(`${known.title}: ${outcome === 'unsolvable' ? 'it cannot be solved' : long}.`);
    } catch (error) {
      if (!checking.signal.aborted) this.complain(tab, error);
    }
  }

  /**
   * Says what is wrong beside the field that it is about.
   * @param {string} tab
   * @param {unknown} error
   */
  complain(tab, error) {
    for (const note of Object.values(this.errors)) note.textContent = '';
    this.text.removeAttribute('aria-invalid');
    this.goal.removeAttribute('aria-invalid');
    if (!error) return;
    const problem = error instanceof engine.Refusal ? error.problem : { message: String(error) };
    const field = tab === 'text' && problem.field === 'goal' ? 'goal' : tab;
    this.editors[tab]?.mark(problem);
    this.errors[field].className = 'note bad';
    // A cell that is marked needs no line and column of a text that nobody sees.
    const shown = this.panels[field]?.querySelector('.wrong') ? problem.message.replace(/\bline \d+, column \d+: /, '') : problem.message;
    this.errors[field].textContent = shown;
    const input = { text: this.text, goal: this.goal }[field];
    if (!input) return;
    input.setAttribute('aria-invalid', 'true');
    input.focus();
    if (!problem.line || !problem.column) return;
    const lines = input.value.split('\n');
    const at = lines.slice(0, problem.line - 1).reduce((/** @type {number} */ sum, /** @type {string} */ line) => sum + line.length + 1, 0) + problem.column - 1;
    input.setSelectionRange(at, at + 1);
  }
}
