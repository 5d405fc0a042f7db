// Two ways from one start, side by side on one timeline.
import { iconButton, make, reface } from './shared/dom.js';
import { Board, along, calm } from './shared/board.js';
import { Review } from './review.js';

/**
 * @typedef {import('./engine.js').Film} Film
 * @typedef {import('./engine.js').Motion} Motion
 * @typedef {import('./shared/board.js').Place} Place
 */

/** Milliseconds for a move. */
const STEP = 260;

/** A board and the moves made on it. */
class Track {
  /** @param {import('./engine.js').Scene} scene @param {Motion[]} moves @param {string} name */
  constructor(scene, moves, name) {
    this.board = new Board(scene);
    this.moves = moves;
    /** @type {Place[][]} where all pieces are after each move */
    this.places = [scene.pieces.map(({ at }) => at)];
    for (const { piece, path } of moves) {
      const places = [...this.places[this.places.length - 1]];
      const [down, right] = along(path, 1);
      places[piece] = this.board.home([places[piece][0] + down, places[piece][1] + right]);
      this.places.push(places);
    }
    this.counter = make('span', { class: 'counter' });
    this.element = make('figure', {}, make('figcaption', {}, make('strong', {}, name), this.counter), this.board.element);
  }

  /** @param {number} time moves that are done, and the part of the next one */
  seek(time) {
    const done = Math.min(Math.floor(time), this.moves.length);
    this.places[done].forEach((place, piece) => this.board.place(piece, place));
    const next = this.moves[done];
    if (next && time > done) {
      const [down, right] = along(next.path, time - done);
      const [row, col] = this.places[done][next.piece];
      this.board.place(next.piece, [row + down, col + right]);
    }
    this.counter.textContent = `${done} / ${this.moves.length}`;
  }
}

/** The dialog. */
export class Beside {
  /**
   * @param {Film} film a solution
   * @param {Motion[]} own the moves of the person
   * @param {import('./engine.js').PuzzleText} puzzle
   * @param {string[]} metrics in which moves can be counted, that of the puzzle first
   */
  constructor(film, own, puzzle, metrics) {
    this.review = new Review(puzzle, own, metrics, (done) => this.jump(done), film.scene);
    this.tracks = [new Track(film.scene, own, 'Yours'), new Track(film.scene, film.shots, 'A shortest')];
    this.length = Math.max(own.length, film.shots.length);
    this.time = 0;
    this.playing = false;
    this.slider = make('input', { type: 'range', class: 'scrubber', min: 0, max: this.length, value: 0, 'aria-label': 'Move', oninput: () => this.jump(Number(this.slider.value)) });
    this.toggle = iconButton('play', 'Play', () => (this.playing ? this.pause() : this.play()));
    this.toggle.classList.add('primary');
    this.dialog = make('dialog', { class: 'beside', 'aria-labelledby': 'beside-title', onclose: () => {
      this.pause();
      this.review.leave();
      this.dialog.remove();
    } },
    make('div', { class: 'heading' }, make('h2', { id: 'beside-title' }, 'Your solution beside a shortest one'),
      make('button', { type: 'button', class: 'round quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, '✕')),
    make('div', { class: 'boards' }, ...this.tracks.map((track) => track.element)),
    this.slider,
    make('div', { class: 'row middle' },
      iconButton('first', 'To the start', () => this.jump(0)), iconButton('back', 'Step back', () => this.jump(Math.ceil(this.time) - 1)), this.toggle,
      iconButton('next', 'Step', () => this.jump(Math.floor(this.time) + 1)), iconButton('last', 'To the end', () => this.jump(this.length))), this.review.element);
    this.seek(0);
  }

  open() {
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.toggle.focus();
    this.play();
    this.review.run();
  }

  /** @param {number} time */
  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.length);
    this.slider.value = String(Math.floor(this.time));
    for (const track of this.tracks) track.seek(calm() ? Math.floor(this.time) : this.time);
  }

  /** @param {number} time */
  jump(time) {
    this.pause();
    this.seek(time);
  }

  play() {
    if (this.time >= this.length) this.seek(0);
    this.playing = true;
    reface(this.toggle, 'pause', 'Pause');
    let last = performance.now();
    const tick = () => {
      if (!this.playing) return;
      const now = performance.now();
      const time = this.time + (now - last) / STEP;
      last = now;
      this.seek(time);
      if (this.time >= this.length) this.pause();
      else requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  pause() {
    this.playing = false;
    reface(this.toggle, 'play', 'Play');
  }
}
