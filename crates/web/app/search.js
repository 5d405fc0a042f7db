// Search: one or two searches, step by step, on one timeline.
import { make } from './shared/dom.js';
import { write } from './address.js';
import * as projector from './projector.js';
import { MOST_LANES, Stepper } from './stepper.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./main.js').App} App
 */

/** The view of searches. */
export class Search {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { page } = app;
    page.method = { algorithm: page.method.algorithm ?? 'a-star', heuristic: page.method.heuristic ?? 'manhattan' };
    this.stepper = new Stepper({ methods: [page.method, ...page.more].slice(0, MOST_LANES), step: page.step, ask: page.ask, onchange: () => this.changed() });
    this.compare = make('button', { type: 'button', onclick: () => this.stepper.add({ algorithm: 'ida-star', heuristic: 'manhattan' }) }, 'Compare with another');
    this.quiz = make('button', { type: 'button', 'aria-pressed': String(page.ask), title: 'Before every step: which node is taken next?', onclick: () => this.stepper.ask(!this.stepper.asking) }, 'Ask me');
    this.stepper.buttons.append(this.quiz, this.compare, projector.button(), this.assignment());
    this.element = make('div', { class: 'search' }, this.stepper.element);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.stepper.key(event);
    document.addEventListener('keydown', this.onkey);
    this.page = page;
    this.changed();
  }

  /** A link for those who are to answer. */
  assignment() {
    const link = make('input', { type: 'text', readonly: true, 'aria-label': 'Link of the assignment' });
    const hide = make('input', { type: 'checkbox', checked: true, onchange: () => fill() });
    const fill = () => {
      const { page } = this.app;
      link.value = new URL(write({ ...page, ask: hide.checked }), location.href).href;
    };
    const copy = make('button', { type: 'button', onclick: async () => {
      link.select();
      await navigator.clipboard?.writeText(link.value).catch(() => {});
      copy.textContent = 'Copied';
      setTimeout(() => {
        copy.textContent = 'Copy';
      }, 1600);
    } }, 'Copy');
    return make('details', { class: 'assignment', ontoggle: fill }, make('summary', {}, 'Assignment'),
      make('div', { class: 'panel' },
        make('p', {}, 'A link to this board, this search and this step. Students see everything up to here.'),
        make('label', { class: 'check' }, hide, 'Ask which node is next, and hide the rest until it is answered'),
        make('div', { class: 'row' }, link, copy)));
  }

  leave() {
    document.removeEventListener('keydown', this.onkey);
    this.stepper.leave();
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.stepper.show(puzzle);
  }

  /** Puts what is shown into the address; of a running search when it stops, since a browser does much for a new address. */
  changed() {
    const { page } = this.app;
    // While another view or puzzle is on its way, the address is that one's already.
    if (page !== this.page) return;
    const { stepper } = this;
    [page.method, ...page.more] = stepper.methods;
    page.step = stepper.step;
    page.ask = stepper.asking;
    this.quiz.setAttribute('aria-pressed', String(page.ask));
    this.compare.hidden = stepper.lanes.length >= MOST_LANES;
    if (!stepper.playing) this.app.write();
  }
}
