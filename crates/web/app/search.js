// Search: one or two searches, step by step, on one timeline.
import { iconButton, make, reface } from './shared/dom.js';
import { Lane } from './lane.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./main.js').App} App
 */

const SPEEDS = [1, 3, 10, 30, 100];

/** The view of searches. */
export class Search {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.playing = 0;
    this.speed = 3;
    const { page } = app;
    page.method = { algorithm: page.method.algorithm ?? 'a-star', heuristic: page.method.heuristic ?? 'manhattan' };
    this.first = new Lane(page.method, {
      onmethod: (method) => {
        page.method = method;
        page.step = 0;
        app.write();
      },
      onready: () => this.ready(),
      onjump: (step) => this.jump(step),
    });
    this.lanes = make('div', { class: 'lanes' }, this.first.element);
    this.toggleButton = iconButton('play', 'Play', () => this.toggle());
    this.toggleButton.classList.add('primary');
    this.slider = make('input', { type: 'range', class: 'scrubber', min: 0, max: 0, value: 0, 'aria-label': 'Step', oninput: () => this.jump(Number(this.slider.value)) });
    this.counter = make('output', { class: 'counter' });
    const speed = make('select', { 'aria-label': 'Steps a second', onchange: () => {
      this.speed = Number(speed.value);
      if (this.playing) {
        this.pause();
        this.toggle();
      }
    } }, ...SPEEDS.map((value) => make('option', { value, selected: value === 3 }, `${value}/s`)));
    this.compare = make('button', { type: 'button', onclick: () => this.addSecond({ algorithm: 'ida-star', heuristic: 'manhattan' }) }, 'Compare with another');
    this.element = make('div', { class: 'search' },
      make('div', { class: 'timeline panel' }, this.slider,
        make('div', { class: 'row' },
          iconButton('first', 'To the start', () => this.jump(0)),
          iconButton('back', 'Step back', () => this.jump(this.step - 1)),
          this.toggleButton,
          iconButton('next', 'Step', () => this.jump(this.step + 1)),
          iconButton('last', 'To the end', () => this.jump(this.length)),
          speed, this.counter, this.compare)),
      this.lanes);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onkey);
  }

  leave() {
    document.removeEventListener('keydown', this.onkey);
    this.pause();
    this.first.leave();
    this.second?.leave();
  }

  get step() {
    return this.app.page.step;
  }

  get length() {
    return Math.max(this.first.length, this.second?.length ?? 0);
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    this.first.show(puzzle);
    if (this.app.page.second) this.addSecond(this.app.page.second);
  }

  /** @param {import('./engine.js').Method} method */
  addSecond(method) {
    const { page } = this.app;
    page.second = method;
    this.second = new Lane(method, {
      onmethod: (chosen) => {
        page.second = chosen;
        this.app.write();
      },
      onready: () => this.ready(),
      onjump: (step) => this.jump(step),
      onclose: () => this.dropSecond(),
    });
    this.lanes.append(this.second.element);
    this.lanes.classList.add('two');
    this.compare.hidden = true;
    if (this.puzzle) this.second.show(this.puzzle);
    this.app.write();
  }

  dropSecond() {
    this.second?.leave();
    this.second?.element.remove();
    this.second = undefined;
    this.app.page.second = null;
    this.lanes.classList.remove('two');
    this.compare.hidden = false;
    this.ready();
  }

  ready() {
    this.slider.max = String(this.length);
    this.jump(Math.min(this.step, this.length), false);
  }

  /** @param {number} to @param {boolean} [stop] */
  jump(to, stop = true) {
    if (stop) this.pause();
    this.app.page.step = Math.min(Math.max(to, 0), this.length);
    this.slider.value = String(this.step);
    this.slider.setAttribute('aria-valuetext', `step ${this.step} of ${this.length}`);
    this.counter.textContent = `${this.step} / ${this.length}`;
    this.first.seek(this.step);
    this.second?.seek(this.step);
    this.app.write();
  }

  toggle() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.step >= this.length) this.jump(0);
    reface(this.toggleButton, 'pause', 'Pause');
    this.playing = setInterval(() => {
      this.jump(this.step + Math.max(1, Math.round(this.speed / 30)), false);
      if (this.step >= this.length) this.pause();
    }, 1000 / Math.min(this.speed, 30));
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = 0;
    reface(this.toggleButton, 'play', 'Play');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest?.('input, textarea, select, dialog')) return;
    const act = {
      ' ': target.matches('button, a') ? undefined : () => this.toggle(),
      ArrowLeft: () => this.jump(this.step - 1),
      ArrowRight: () => this.jump(this.step + 1),
      Home: () => this.jump(0),
      End: () => this.jump(this.length),
    }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
}
