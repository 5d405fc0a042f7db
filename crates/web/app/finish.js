// The end of a game: how well it went, what a shortest solution takes, what comes next.
import { make } from './shared/dom.js';
import { Beside } from './beside.js';
import { count } from './count.js';
import * as daily from './daily.js';
import * as engine from './engine.js';
import * as progress from './progress.js';
import { clock, moves } from './numbers.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Solved} Solved
 * @typedef {import('./game.js').Game} Game
 * @typedef {import('./main.js').App} App
 */

/** Seconds for the shortest solution; a person has just solved it and wants to know. */
const PATIENCE = 30;

/** What is said when a puzzle is solved. */
export class Finish {
  /** @param {App} app @param {{onnext: () => void, onproved: () => void}} hooks */
  constructor(app, { onnext, onproved }) {
    this.app = app;
    this.onproved = onproved;
    this.searching = new AbortController();
    this.against = make('p', { class: 'against' });
    this.watch = make('button', { type: 'button', onclick: () => this.beside() }, 'Watch beside a shortest');
    this.element = make('section', { class: 'finish panel', 'aria-label': 'Solved', hidden: true }, this.against,
      make('div', { class: 'row' }, make('button', { type: 'button', class: 'primary', onclick: onnext }, 'Next puzzle'), this.watch));
  }

  hide() {
    this.searching.abort();
    this.element.hidden = true;
  }

  /**
   * @param {Game} game that is at its end
   * @param {string | undefined} metric
   * @param {string[]} metrics all that there are
   * @param {import('./engine.js').Scene} scene where it began
   * @returns {string} the result in a sentence
   */
  show(game, metric = '', metrics, scene) {
    this.metrics = metrics;
    const own = { moves: count(game.done, metric || undefined, scene), seconds: game.time() / 1000 };
    const best = progress.record(game.puzzle, metric, own);
    const { daily: date } = this.app.page;
    if (date) progress.recordDay(date, own);
    this.game = game;
    this.metric = metric;
    this.own = own.moves;
    this.element.hidden = false;
    this.watch.hidden = true;
    const row = date ? daily.streak(date) : 0;
    const rate = own.seconds >= 1 ? `, ${(own.moves / own.seconds).toFixed(1)} moves a second` : '';
    this.compare();
    return `Solved in ${moves(own.moves)} and ${clock(own.seconds)}${rate}.${best ? ' Your best so far.' : ''}${row > 1 ? ` ${row} days in a row.` : ''}`;
  }

  /** Finds out how few moves it takes. */
  async compare() {
    const { game, metric, own } = this;
    if (!game || own === undefined) return;
    this.searching.abort();
    const searching = new AbortController();
    this.searching = searching;
    this.against.textContent = `You ${own}, fewest …`;
    try {
      const answer = await engine.solve({ ...game.puzzle, metric: metric || undefined }, { seconds: PATIENCE }, searching.signal);
      if (searching.signal.aborted) return;
      this.answer = answer;
      this.tell(answer);
    } catch (error) {
      if (!searching.signal.aborted) this.against.textContent = `You ${own}. ${error instanceof Error ? error.message : error}`;
    }
  }

  /** @param {Solved} answer */
  tell(answer) {
    const { game, metric = '', own } = this;
    if (!game) return;
    const proved = answer.cost !== null && answer.cost === answer.lower_bound;
    if (proved) {
      progress.prove(game.puzzle, metric, Number(answer.cost));
      this.onproved();
    }
    this.against.replaceChildren(...(answer.cost === null ? [`You ${own}, at least ${answer.lower_bound} are needed.`]
      : ['You ', make('strong', {}, own), proved ? ', fewest ' : ', fewest known ', make('strong', {}, answer.cost), '.']));
    this.watch.textContent = proved ? 'Watch beside a shortest' : 'Watch beside a shorter one';
    this.watch.hidden = !answer.film || (!proved && Number(answer.cost) >= Number(own));
  }

  beside() {
    const { game, metric = '', metrics = [] } = this;
    const film = this.answer?.film;
    if (game && film) new Beside(film, game.done, { ...game.puzzle, metric: metric || undefined }, [...new Set([metric || 'single', ...metrics])]).open();
  }
}
