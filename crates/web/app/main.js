// The page: which puzzle, which view, and the bar that both share.
import { make } from './shared/dom.js';
import * as address from './address.js';
import { Chooser } from './chooser.js';
import { Compare } from './compare.js';
import * as daily from './daily.js';
import * as engine from './engine.js';
import { Game } from './game.js';
import { Learn } from './learn.js';
import { Play } from './play.js';
import { Search } from './search.js';
import { Share, link } from './share.js';
import { Solve } from './solve.js';
import { Space } from './space.js';
import * as theme from './theme.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {import('./address.js').Page} Page
 * @typedef {{element: HTMLElement, show: (puzzle: Puzzle) => void | Promise<void>, leave: () => void}} ViewElement
 */

/** What is shown when the address says nothing. */
const FIRST = { text: '1 2 3 / 4 6 8 / 7 5 0' };
/** @type {Record<string, string>} */
const METRICS = { single: 'a move is one tile', line: 'a move is a line of tiles', unit: 'a move is one cell', straight: 'a move is one slide', finger: 'a move is one piece' };
const VIEWS = { play: Play, solve: Solve, search: Search, compare: Compare, space: Space, learn: Learn };

/**
 * @param {string} id
 * @returns {any}
 */
const byId = (id) => document.getElementById(id);

/** The whole page. */
export class App {
  constructor() {
    /** @type {Page} */
    this.page = address.read(location.hash);
    /** @type {Puzzle | null} the position that is shown */
    this.puzzle = null;
    /** @type {ViewElement | null} */
    this.view = null;
    /** The address as we wrote it. */
    this.written = '';
    this.chooser = new Chooser((puzzle, date) => this.open(puzzle, date), (puzzle) => this.shareDrawing(puzzle), () => this.drawn());
    this.build();
    addEventListener('hashchange', () => {
      if (location.hash === this.written) return;
      // Another place, as by the browser's own button: what is open belongs to the old one.
      for (const dialog of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (dialog).close();
      this.follow();
    });
    this.follow(true);
  }

  build() {
    this.title = make('h1');
    this.about = make('p', { class: 'about' });
    this.metric = make('select', { 'aria-label': 'What counts as one move', hidden: true, onchange: () => this.setMetric(this.metric.value) });
    this.sharing = new Share();
    this.whole = make('a', { target: '_blank', class: 'unframed' }, 'Open in Taquin');
    document.body.append(this.whole);
    byId('bar').replaceChildren(
      make('div', { class: 'names' }, this.title, this.about),
      make('div', { class: 'row' }, this.metric,
        make('button', { type: 'button', onclick: () => this.choose() }, 'Choose a puzzle'),
        make('button', { type: 'button', onclick: () => this.today() }, 'Today’s puzzle'),
        make('button', { type: 'button', onclick: () => this.sharing?.show(this.page, document.title) }, 'Share')));
    byId('theme').addEventListener('click', theme.turn);
    theme.restore();
    // A place on the page is no address of a puzzle.
    document.querySelector('.skip')?.addEventListener('click', (event) => {
      event.preventDefault();
      byId('view').focus();
    });
    for (const link of document.querySelectorAll('[data-view]')) {
      link.addEventListener('click', (event) => {
        event.preventDefault();
        this.go(/** @type {import('./address.js').View} */ (link.getAttribute('data-view')));
      });
    }
  }

  /** Does what the address says. @param {boolean} [first] whether the page has just been opened */
  async follow(first = false) {
    const before = this.page;
    this.page = address.read(location.hash);
    // A page within another one stays that, whatever link is followed.
    this.page.embed ||= before.embed;
    // A lesson brings its own boards; the puzzle waits.
    if (this.page.view === 'learn') Object.assign(this.page, before.puzzle ? { puzzle: before.puzzle, daily: before.daily } : history.state);
    try {
      if (this.page.daily) this.page.puzzle ??= await daily.puzzle(this.page.daily);
    } catch (error) {
      this.puzzle = null;
      this.show();
      this.chooser.show(null, null, error);
      return;
    }
    if (first && !this.page.puzzle && !this.page.embed && ['play', 'learn'].includes(this.page.view)) this.comeBack();
    this.page.puzzle ??= FIRST;
    await this.load();
  }

  /** Whoever comes back to the app goes on with the game that was played last. */
  comeBack() {
    const left = Game.last();
    if (left) Object.assign(this.page, { puzzle: { ...left.base, metric: left.metric, at: left.now }, daily: left.daily });
  }

  /** Opens the dialog on the position that is on the board. */
  async choose() {
    const here = this.page.puzzle && await engine.describe(this.page.puzzle).catch(() => null);
    this.chooser.show(this.page.puzzle, here);
  }

  async today() {
    const date = daily.today();
    try {
      this.open(await daily.puzzle(date), date, 'play');
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error));
    }
  }

  /** Reads the puzzle of the page and shows it. */
  async load() {
    const wanted = /** @type {PuzzleText} */ (this.page.puzzle);
    try {
      this.puzzle = await engine.describe(wanted);
    } catch (error) {
      this.puzzle = null;
      this.show();
      this.chooser.show(wanted, null, error, this.page.draw);
      return;
    }
    this.show();
    if (this.page.draw) this.chooser.show(wanted, this.puzzle, undefined, true);
  }

  /** @param {PuzzleText} puzzle that is being drawn: its link opens the editor */
  shareDrawing(puzzle) {
    const page = address.read('');
    this.sharing?.show({ ...page, puzzle, draw: true }, document.title);
  }

  /** The editor is closed, and so is its address. */
  drawn() {
    if (location.hash !== this.written) return;
    this.page.draw = false;
    this.write();
  }

  /** Shows the puzzle in the view of the page. */
  show() {
    const { page, puzzle } = this;
    document.documentElement.classList.toggle('embed', page.embed);
    this.write();
    document.body.dataset.shown = page.view;
    for (const link of document.querySelectorAll('[data-view]')) {
      if (link.getAttribute('data-view') === page.view) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    if (!puzzle) {
      this.view?.leave();
      this.view = null;
      byId('view').replaceChildren(make('p', { class: 'hush' }, 'There is no puzzle yet. Choose one above.'));
      return;
    }
    this.head(puzzle);
    this.metric.hidden = !puzzle.metrics;
    this.metric.replaceChildren(...(puzzle.metrics ?? []).map((name) => make('option', { value: name, selected: name === puzzle.metric }, METRICS[name] ?? name)));
    this.view?.leave();
    const view = new VIEWS[page.view](this);
    this.view = view;
    byId('view').replaceChildren(view.element);
    view.show(puzzle);
  }

  /** @param {Puzzle} puzzle what the heading is about */
  head({ title, solvable, solved }) {
    this.title.textContent = title;
    const day = this.page.daily ? [`puzzle of ${daily.words(this.page.daily)}`] : [];
    this.about.textContent = [...day, ...(solvable === false ? ['cannot be solved'] : solved ? ['solved'] : [])].join(' · ');
    document.title = `${title} – Taquin`;
  }

  /** Puts the page into the address. */
  write() {
    const { view, puzzle, daily } = this.page;
    this.written = address.write(this.page);
    // The address of a lesson has no puzzle, so that the one that waits is kept beside it.
    if (view === 'learn') history.replaceState({ puzzle, daily }, '', this.written);
    else if (location.hash !== this.written) history.replaceState(null, '', this.written);
    this.written = location.hash;
    if (this.whole) this.whole.href = link({ ...this.page, embed: false });
  }

  /** @param {import('./address.js').View} view */
  go(view) {
    if (view === this.page.view) return;
    this.page = { ...this.page, view, step: 0, play: false, ask: false, draw: false, lesson: undefined };
    history.pushState(null, '', address.write(this.page));
    // Moves made meanwhile are part of the position.
    this.load();
    byId('view').focus({ preventScroll: true });
  }

  /**
   * @param {PuzzleText} puzzle another puzzle
   * @param {string} [date] the day that it is the puzzle of
   * @param {import('./address.js').View} [view]
   */
  open(puzzle, date, view = this.page.view) {
    this.page = { ...this.page, view, puzzle, daily: date, step: 0, play: false, draw: false };
    history.pushState(null, '', address.write(this.page));
    this.load();
  }

  /** @param {string} state where the game has come to */
  moved(state) {
    this.page.puzzle = { .../** @type {PuzzleText} */ (this.page.puzzle), at: state };
    this.write();
  }

  /** @param {string | undefined} at another position of the game, if not the start of the puzzle */
  turn(at) {
    this.page.puzzle = { .../** @type {PuzzleText} */ (this.page.puzzle), at };
    // The address and the game that is kept change together, so that a reload finds the game.
    this.write();
    this.load();
  }

  /** @param {string} metric */
  setMetric(metric) {
    // The same game at the same place: nothing to go back to.
    this.page = { ...this.page, puzzle: { .../** @type {PuzzleText} */ (this.page.puzzle), metric }, step: 0, play: false };
    this.write();
    this.load();
  }

  /** @param {string} text for screen readers */
  say(text) {
    byId('say').textContent = text;
  }
}

new App();
