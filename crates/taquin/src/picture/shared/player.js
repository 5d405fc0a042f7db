// The player of a solution: play, pause, step, speed, a scrubber, the curve, the list of moves.
import { Board, along, calm } from './board.js';
import { draw, elsewhere, iconButton, make, reface } from './dom.js';

/**
 * @typedef {import('./board.js').Place} Place
 * @typedef {import('./board.js').Scene} Scene
 * @typedef {{piece: number, path: Place[], words: string, gauge: number, colour?: string}} Shot
 * @typedef {{title: string, gauge: string, first: number, scene: Scene, shots: Shot[]}} Film
 */

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];
/** Milliseconds at speed 1 for one step of a piece, and between two moves. */
const STEP = 220;
const REST = 160;

/** A solution on the screen. */
export class Player {
  /**
   * @param {Film} film
   * @param {{at?: number, onmove?: (at: number) => void}} [options]
   */
  constructor(film, options = {}) {
    this.film = film;
    this.onmove = options.onmove ?? (() => {});
    this.board = new Board(film.scene);
    /** Moves done, and the part of the next one. */
    this.time = 0;
    this.done = 0;
    this.speed = 1;
    this.playing = false;
    this.clock = 0;
    /** How long the move under way has taken, and the last move that was told. */
    this.phase = 0;
    this.shown = -1;
    this.toggleButton = iconButton('play', 'Play', () => this.toggle());
    this.toggleButton.classList.add('primary');
    /** @type {{from: Place, to: Place, colours?: [string, string]}[]} where each move begins and ends, and the colours there */
    this.ends = [];
    const at = film.scene.pieces.map((piece) => piece.at);
    const tints = film.scene.pieces.map((piece) => piece.colour ?? '');
    for (const { piece, path, colour } of film.shots) {
      const from = at[piece];
      const [down, right] = along(path, 1);
      at[piece] = this.board.home([from[0] + down, from[1] + right]);
      /** @type {[string, string] | undefined} */
      const colours = colour === undefined ? undefined : [tints[piece], colour];
      tints[piece] = colour ?? tints[piece];
      this.ends.push({ from, to: at[piece], colours });
    }
    this.build();
    this.seek(options.at ?? 0);
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener('keydown', this.onkey);
  }

  /** Stops, and hears no more keys. */
  leave() {
    this.pause();
    document.removeEventListener('keydown', this.onkey);
  }

  get length() {
    return this.film.shots.length;
  }

  build() {
    const { film } = this;
    this.scrubber = make('input', { type: 'range', min: 0, max: this.length, value: 0, 'aria-label': 'Move', class: 'scrubber', oninput: () => this.jump(Number(this.scrubber.value)) });
    this.counter = make('output', { class: 'counter' });
    const speeds = SPEEDS.map((speed) => make('option', { value: speed, selected: speed === 1 }, `${speed}×`));
    const speed = make('select', { 'aria-label': 'Speed', onchange: () => { this.speed = Number(speed.value); } }, ...speeds);
    this.number = make('output', { class: 'number' });
    this.list = make('ol', { class: 'moves', 'aria-label': 'Moves' }, ...film.shots.map((shot, index) =>
      make('li', {}, make('button', { type: 'button', onclick: () => this.jump(index + 1) }, shot.words))));
    // Columns as wide as the words, within reason.
    this.list.style.setProperty('--word', `${Math.min(Math.max(...film.shots.map((shot) => shot.words.length), 6), 22)}ch`);
    const buttons = make('div', { class: 'buttons' },
      iconButton('first', 'To the start', () => this.jump(0)),
      iconButton('back', 'Step back', () => this.step(-1)),
      this.toggleButton,
      iconButton('next', 'Step', () => this.step(1)),
      iconButton('last', 'To the end', () => this.jump(this.length)),
      speed,
      this.counter);
    this.element = make('section', { class: 'player', 'aria-label': film.title },
      make('div', { class: 'stage' }, this.board.element),
      make('div', { class: 'transport' }, this.scrubber, buttons),
      make('div', { class: 'gauge' }, make('p', { class: 'reading' }, this.number, make('span', {}, film.gauge)), this.buildCurve()),
      this.list);
  }

  /** @returns {SVGElement} */
  buildCurve() {
    const values = [this.film.first, ...this.film.shots.map((shot) => shot.gauge)];
    const top = Math.max(...values, 1);
    /** @param {number} at */
    this.curveAt = (at) => {
      const low = values[Math.floor(at)];
      const high = values[Math.min(Math.ceil(at), values.length - 1)];
      const value = low + (high - low) * (at - Math.floor(at));
      return [4 + (292 * at) / Math.max(this.length, 1), 76 - (68 * value) / top];
    };
    const points = values.map((_, at) => /** @type {number[]} */ (this.curveAt?.(at)).map((x) => x.toFixed(1)).join(' '));
    const svg = draw('svg', { viewBox: '0 0 300 80', class: 'curve', role: 'img', 'aria-label': `${this.film.gauge}: ${values.join(', ')}`, preserveAspectRatio: 'none' });
    svg.append(
      draw('path', { class: 'area', d: `M4 76L${points.join('L')}L296 76Z` }),
      draw('polyline', { class: 'line', points: points.join(' '), 'vector-effect': 'non-scaling-stroke' }),
    );
    this.dot = draw('line', { class: 'now', y1: 2, y2: 78, 'vector-effect': 'non-scaling-stroke' });
    svg.append(this.dot);
    svg.addEventListener('pointerdown', (/** @type {PointerEvent} */ event) => {
      const box = svg.getBoundingClientRect();
      const part = ((event.clientX - box.left) / box.width) * 300 - 4;
      this.pause();
      this.seek(Math.round(Math.min(Math.max(part / 292, 0), 1) * this.length));
    });
    return svg;
  }

  /**
   * Shows the film at a moment: whole moves, and the part of the next one.
   * @param {number} time
   */
  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.length);
    const done = Math.floor(this.time);
    for (; this.done < done; this.done += 1) this.put(this.done, true);
    for (; this.done > done; this.done -= 1) this.put(this.done - 1, false);
    if (done < this.length) {
      const { piece, path } = this.film.shots[done];
      const { from } = this.ends[done];
      const [down, right] = along(path, this.time - done);
      this.board.place(piece, [from[0] + down, from[1] + right]);
    }
    this.report(Math.round(this.time));
  }

  /**
   * Puts the piece of a move where it ends, or where it begins.
   * @param {number} move
   * @param {boolean} after
   */
  put(move, after) {
    const { piece } = this.film.shots[move];
    const { from, to, colours } = this.ends[move];
    this.board.place(piece, after ? to : from);
    if (colours) this.board.paint(piece, colours[after ? 1 : 0]);
  }

  /** @param {number} at */
  report(at) {
    const [x] = this.curveAt?.(this.time) ?? [0];
    this.dot?.setAttribute('x1', String(x));
    this.dot?.setAttribute('x2', String(x));
    if (at === this.shown) return;
    this.shown = at;
    this.scrubber.value = String(at);
    this.scrubber.setAttribute('aria-valuetext', `move ${at} of ${this.length}`);
    this.scrubber.style.setProperty('--done', `${(100 * at) / Math.max(this.length, 1)}%`);
    this.counter.textContent = `${at} / ${this.length}`;
    this.number.textContent = String(at === 0 ? this.film.first : this.film.shots[at - 1].gauge);
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const item = at > 0 ? this.list.children[at - 1].firstChild : null;
    item?.setAttribute('aria-current', 'step');
    // Only the list itself scrolls, never the page.
    const row = item?.parentElement;
    const follow = () => {
      this.list.scrollTop = row ? row.offsetTop - this.list.clientHeight / 2 : 0;
    };
    if (this.list.isConnected) follow();
    else requestAnimationFrame(follow);
    this.onmove(at);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.playing || this.length === 0) return;
    if (this.time >= this.length) this.seek(0);
    this.playing = true;
    reface(this.toggleButton, 'pause', 'Pause');
    this.clock = performance.now();
    const tick = () => {
      if (!this.playing) return;
      this.advance(performance.now());
      if (this.time >= this.length) this.pause();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  /** @param {number} now */
  advance(now) {
    let left = (now - this.clock) * this.speed;
    this.clock = now;
    // The rest after a move is the last part of its time, during which the piece has arrived.
    while (left > 0 && this.time < this.length) {
      const done = Math.floor(this.time);
      const travel = STEP * this.film.shots[done].path.length;
      const spent = Math.min(left, travel + REST - this.phase);
      this.phase += spent;
      left -= spent;
      if (this.phase >= travel + REST) {
        this.phase = 0;
        this.seek(done + 1);
      } else {
        this.seek(done + (calm() ? 0 : Math.min(this.phase / travel, 0.9999)));
      }
    }
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.phase = 0;
    reface(this.toggleButton, 'play', 'Play');
    this.seek(Math.round(this.time));
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.seek(Math.round(this.time) + by);
  }

  /** @param {number} to */
  jump(to) {
    this.pause();
    this.seek(to);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || elsewhere(event)) return;
    const act = {
      ' ': target.closest?.('button, a, summary') ? undefined : () => this.toggle(),
      ArrowLeft: () => this.step(-1),
      ArrowRight: () => this.step(1),
      Home: () => this.jump(0),
      End: () => this.jump(this.length),
    }[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
}
