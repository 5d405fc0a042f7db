// Searches, step by step, on one timeline: in the view of searches and in lessons.
import { iconButton, make, reface } from './shared/dom.js';
import { Lane } from './lane.js';
import { ALL, Pace, TREE } from './pace.js';
import { say } from './words.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Method} Method
 * @typedef {{methods: Method[], step?: number, ask?: boolean, fixed?: boolean, onchange?: () => void}} Options
 */

const SPEEDS = [1, 3, 10, 30, 100];
/** As many steps a second can be read, and all of each is drawn. */
const READABLE = 10;
/** Searches side by side. */
export const MOST_LANES = 2;

/** The lanes and their timeline. */
export class Stepper {
  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.methods = [...options.methods];
    this.step = options.step ?? 0;
    this.asking = options.ask ?? false;
    this.playing = 0;
    this.speed = 3;
    this.pace = new Pace();
    /** @type {Lane[]} */
    this.lanes = [];
    this.toggleButton = iconButton('play', 'Play', () => this.toggle());
    this.toggleButton.classList.add('primary');
    this.slider = make('input', { type: 'range', class: 'scrubber', min: 0, max: 0, value: 0, 'aria-label': 'Step', oninput: () => this.jump(Number(this.slider.value)) });
    this.counter = make('output', { class: 'counter' });
    const speed = make('select', { 'aria-label': 'Steps a second', onchange: () => {
      this.speed = Number(speed.value);
    } }, ...SPEEDS.map((value) => make('option', { value, selected: value === 3 }, `${value}/s`)));
    this.buttons = make('div', { class: 'row' },
      iconButton('first', 'To the start', () => this.jump(0)),
      iconButton('back', 'Step back', () => this.jump(this.step - 1)),
      this.toggleButton,
      iconButton('next', 'Step', () => this.jump(this.step + 1)),
      iconButton('last', 'To the end', () => this.jump(this.length)),
      speed, make('div', { class: 'place' }, this.counter));
    this.laneBox = make('div', { class: 'lanes' });
    this.element = make('div', { class: 'stepper' }, make('div', { class: 'timeline panel' }, this.slider, this.buttons), this.laneBox);
    for (const method of this.methods) this.add(method);
  }

  leave() {
    this.pause();
    this.pace.leave();
    for (const lane of this.lanes) lane.leave();
  }

  get length() {
    return Math.max(0, ...this.lanes.map((lane) => lane.length));
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    for (const lane of this.lanes) lane.show(puzzle);
  }

  /** Another search beside the first. @param {Method} method */
  add(method) {
    const place = this.lanes.length;
    this.methods[place] = method;
    const lane = new Lane(method, {
      onmethod: (chosen) => {
        this.methods[place] = chosen;
        if (place === 0) this.step = 0;
        this.options.onchange?.();
      },
      onready: () => this.ready(),
      onjump: (step) => this.jump(step),
      onclose: place > 0 && !this.options.fixed ? () => this.drop() : undefined,
    }, { fixed: this.options.fixed });
    this.lanes.push(lane);
    this.laneBox.append(lane.element);
    this.laneBox.classList.toggle('two', this.lanes.length > 1);
    if (this.puzzle) lane.show(this.puzzle);
    this.options.onchange?.();
  }

  /** Takes the last search away. */
  drop() {
    const lane = this.lanes.pop();
    lane?.leave();
    lane?.element.remove();
    this.methods.length = this.lanes.length;
    this.laneBox.classList.remove('two');
    this.ready();
    this.options.onchange?.();
  }

  ready() {
    // Figures have room for the largest step.
    this.element.style.setProperty('--digits', String(String(this.length).length));
    this.ask(this.asking);
  }

  /** @param {boolean} asking whether every step is asked for */
  ask(asking) {
    this.asking = asking;
    for (const lane of this.lanes) {
      lane.asking = asking;
      lane.quiz.begin(this.step);
    }
    this.jump(this.step, false);
  }

  /** @param {number} to @param {boolean} [stop] @param {number} [parts] of the screen that are drawn */
  jump(to, stop = true, parts = ALL) {
    if (stop) this.pause();
    const wanted = Math.min(Math.max(to, 0), this.length);
    const limit = Math.min(...this.lanes.map((lane) => lane.limit));
    this.step = Math.min(wanted, limit);
    // With the figures of the lanes, so that all of them tell of the same step.
    if (parts & TREE) this.showPlace(limit);
    for (const lane of this.lanes) lane.seek(this.step, parts);
    if (wanted > this.step) {
      this.pause();
      this.lanes.find((lane) => lane.limit === limit)?.quiz.nudge();
    }
    this.options.onchange?.();
  }

  /** Moves the slider to the step. @param {number} limit how far one may go while questions are asked */
  showPlace(limit) {
    // How many steps there are is part of the answer.
    const hidden = limit < Infinity;
    this.slider.max = String(Math.min(this.length, limit));
    this.slider.setAttribute('aria-valuetext', `step ${this.step}${hidden ? '' : ` of ${this.length}`}`);
    say(this.counter, `${this.step} / ${hidden ? '?' : this.length}`);
    this.slider.value = String(this.step);
  }

  toggle() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.step >= this.length) this.jump(0);
    reface(this.toggleButton, 'pause', 'Pause');
    for (const lane of this.lanes) lane.story.quiet(true);
    let [last, due] = [performance.now(), 0];
    /** @param {number} now */
    const tick = (now) => {
      due += (Math.max(now - last, 0) * this.speed) / 1000;
      last = now;
      const steps = Math.floor(due);
      due -= steps;
      this.playing = requestAnimationFrame(tick);
      if (steps > 0) this.jump(this.step + steps, false, this.speed > READABLE ? this.pace.next() : ALL);
      if (this.step >= this.length) this.pause();
    };
    this.playing = requestAnimationFrame(tick);
  }

  pause() {
    if (!this.playing) return;
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    for (const lane of this.lanes) lane.story.quiet(false);
    this.jump(this.step, false);
    reface(this.toggleButton, 'play', 'Play');
    this.options.onchange?.();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest?.('input, textarea, select, dialog')) return;
    const act = {
      ' ': target.matches('button, a, summary') ? undefined : () => this.toggle(),
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
