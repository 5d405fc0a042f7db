// Solve: pick a method, watch the progress, play the solution, take it away.
import { make } from './shared/dom.js';
import { Board } from './shared/board.js';
import { Player } from './shared/player.js';
import { Offer, command } from './command.js';
import { count } from './count.js';
import * as colouring from './colouring.js';
import * as engine from './engine.js';
import * as photo from './photo.js';
import { MethodPicker } from './method.js';
import { bytes, number, seconds } from './numbers.js';
import { takeaway } from './takeaway.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Solved} Solved
 * @typedef {import('./main.js').App} App
 */

/** The view of a solution. */
export class Solve {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.running = new AbortController();
    this.picker = new MethodPicker(app.page.method, (method) => {
      app.page.method = method;
      app.page.step = 0;
      app.write();
      this.clear();
    });
    this.button = make('button', { class: 'primary' }, 'Solve');
    this.status = make('div', { class: 'status', role: 'status' });
    this.result = make('div', { class: 'result' });
    this.offer = new Offer('solve');
    this.element = make('div', { class: 'solve' },
      make('form', { class: 'panel row', onsubmit: (/** @type {Event} */ event) => this.submit(event) }, this.picker.element, this.button, this.status),
      this.offer.element, this.result);
  }

  leave() {
    this.running.abort();
    this.offer.stop();
    this.player?.leave();
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    this.picker.offer(puzzle);
    this.run();
  }

  /** @param {Event} event */
  submit(event) {
    event.preventDefault();
    if (this.busy) {
      this.running.abort();
      this.offer.stop();
      this.idle();
      this.status.replaceChildren(make('p', { class: 'note' }, 'Cancelled.'));
      return;
    }
    this.app.page.step = 0;
    this.run();
  }

  /** An answer is one to the method that was asked for; with another one chosen it goes. */
  clear() {
    this.running.abort();
    this.offer.hide();
    this.idle();
    this.status.replaceChildren(make('p', { class: 'note' }, 'Press Solve to search by this method.'));
    this.board();
  }

  /** Shows the position while there is no solution. */
  board() {
    const { puzzle } = this;
    if (!puzzle) return;
    this.player?.leave();
    const board = new Board(puzzle.scene);
    board.element.classList.toggle('pictured', Boolean(puzzle.goal));
    photo.dress(board, puzzle.goal);
    colouring.paint(board, puzzle.goal);
    this.result.replaceChildren(make('div', { class: 'meanwhile' }, board.element));
  }

  async run() {
    const { puzzle } = this;
    if (!puzzle) return;
    const running = new AbortController();
    this.running = running;
    this.busy = true;
    this.offer.begin(puzzle);
    this.button.textContent = 'Cancel';
    this.board();
    this.progress({ expanded: 0, generated: 0, bound: 0, bytes: 0, seconds: 0 });
    try {
      const answer = await engine.solve(puzzle.puzzle, this.picker.method(), running.signal, (progress) => this.progress(progress));
      if (running.signal.aborted) return;
      this.offer.end(puzzle, answer.outcome !== 'stopped');
      this.present(puzzle, answer);
    } catch (error) {
      if (running.signal.aborted) return;
      this.offer.fail(puzzle, error);
      this.status.replaceChildren(make('p', { class: 'note bad' }, error instanceof Error ? error.message : String(error)));
    } finally {
      if (this.running === running) this.idle();
    }
  }

  idle() {
    this.busy = false;
    this.button.textContent = 'Solve';
  }

  /** @param {import('./engine.js').Progress} progress */
  progress({ expanded, bound, bytes: held, seconds: time }) {
    const rate = time > 0.05 ? `${number(expanded / time)} a second` : '';
    this.status.replaceChildren(
      make('div', { class: 'running' }, make('span', { class: 'spinner', 'aria-hidden': 'true' }),
        make('strong', {}, 'Searching'), ...[`${number(expanded)} nodes`, rate, bound ? `bound ${bound}` : '', held ? bytes(held) : '', time ? seconds(time) : '']
          .filter(Boolean).map((text) => make('span', {}, text))));
  }

  /** @param {Puzzle} puzzle @param {Solved} answer */
  present(puzzle, answer) {
    const method = answer.heuristic === 'none' ? answer.algorithm : `${answer.algorithm} with ${answer.heuristic}`;
    const { counts, film } = answer;
    // What is one move in one metric may be several in another.
    const lengths = (film && puzzle.metrics?.map((metric) => `${number(count(film.shots, metric, film.scene))} ${metric}`).join(', ')) || '';
    const tone = { solved: 'good', unsolvable: 'bad', stopped: '' }[answer.outcome];
    this.status.replaceChildren(
      make('p', { class: `note ${tone}` }, answer.sentence),
      make('ul', { class: 'facts' }, ...[method, lengths, `${number(counts.expanded)} expanded`, counts.generated ? `${number(counts.generated)} generated` : '', counts.bytes ? bytes(counts.bytes) : '', seconds(counts.seconds)]
        .filter(Boolean).map((text) => make('li', {}, text))));
    if (!film) {
      if (answer.outcome === 'solved') this.result.append(make('p', { class: 'hush' }, 'The solution is too long to be played here.'));
      return;
    }
    const player = new Player(film, {
      at: this.app.page.step,
      onmove: (at) => {
        this.app.page.step = at;
        this.app.write();
        if (this.player) colouring.paint(this.player.board, puzzle.goal);
      },
    });
    player.board.element.classList.toggle('pictured', Boolean(puzzle.goal));
    photo.dress(player.board, puzzle.goal);
    colouring.paint(player.board, puzzle.goal);
    this.player = player;
    this.result.replaceChildren(player.element, takeaway(puzzle.puzzle, film.shots, () => player.shown));
    if (answer.cost === answer.lower_bound) this.result.append(more(puzzle));
    if (this.app.page.play) {
      this.app.page.play = false;
      player.play();
    }
  }
}

/** What the engine can find out besides, which no page has room for. @param {Puzzle} puzzle */
function more(puzzle) {
  return make('details', { class: 'command' }, make('summary', {}, 'How many shortest solutions are there?'),
    make('p', { class: 'hush' }, 'The command line counts them, and tells how rare it is to be so far from the goal:'),
    make('pre', { tabindex: 0, 'aria-label': 'The commands' }, `${command('solve', puzzle)} --count\n${command('info', puzzle)}`));
}
