// Play: move the pieces, count, undo, ask how far it is.
import { Board, along } from './shared/board.js';
import { make } from './shared/dom.js';
import * as engine from './engine.js';
import { Hand } from './hand.js';
import { count } from './count.js';
import * as photo from './photo.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./hand.js').Motion} Motion
 * @typedef {import('./shared/board.js').Place} Place
 * @typedef {import('./main.js').App} App
 */

/**
 * The index that a piece has in another scene, where it stands at the same place.
 * @param {import('./shared/board.js').Scene} scene
 * @param {import('./shared/board.js').Board} board
 * @param {number} piece
 * @param {Place} at
 */
function sameIn(scene, board, piece, at) {
  const [r, c] = board.scene.pieces[piece].shape[0];
  const here = board.home([at[0] + r, at[1] + c]).join();
  return scene.pieces.findIndex((other) => other.shape.some(([row, col]) => board.home([other.at[0] + row, other.at[1] + col]).join() === here));
}

/** The view of a game. */
export class Play {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Motion[]} */
    this.done = [];
    /** @type {Motion[]} */
    this.undone = [];
    this.working = Promise.resolve();
    /** How many wishes are under way, and whether the game is over because another view came. */
    this.waiting = 0;
    this.gone = false;
    this.begun = 0;
    this.elapsed = 0;
    this.asking = new AbortController();
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.build();
  }

  build() {
    /** @param {string} label @param {() => void} act @param {string} [key] */
    const button = (label, act, key) => make('button', { type: 'button', onclick: act, title: key ? `${label} (${key})` : label }, label);
    this.moves = make('output', { class: 'number' }, '0');
    this.metric = make('span', {}, 'moves');
    this.clock = make('output', { class: 'number' }, '0:00');
    this.gauge = make('output', { class: 'number' }, '');
    this.gaugeName = make('span');
    this.far = make('output', { class: 'number' }, '–');
    this.undoButton = button('Undo', () => this.undo(), 'U');
    this.redoButton = button('Redo', () => this.redo(), 'R');
    this.seed = make('input', { type: 'number', min: 0, max: 999999, value: 1, 'aria-label': 'Seed' });
    this.note = make('p', { class: 'note', role: 'status' });
    this.file = make('input', { type: 'file', accept: 'image/*', hidden: true, 'aria-label': 'Photo on the pieces', onchange: () => this.takePhoto() });
    this.noPhoto = button('No photo', () => {
      photo.forget();
      this.dress();
    });
    this.stage = make('div', { class: 'stage' });
    this.goal = make('figure', { class: 'target' });
    /** @param {any} number @param {any} name */
    const reading = (number, name) => make('div', { class: 'reading' }, number, name);
    this.element = make('div', { class: 'play' },
      this.stage,
      make('aside', { class: 'side' },
        make('div', { class: 'readings' },
          reading(this.moves, this.metric),
          reading(this.clock, make('span', {}, 'time')),
          reading(this.gauge, this.gaugeName),
          reading(this.far, make('span', {}, 'moves to go'))),
        this.note,
        make('div', { class: 'row' }, this.undoButton, this.redoButton, button('Restart', () => this.restart())),
        make('div', { class: 'row' },
          make('button', { type: 'button', class: 'primary', onclick: () => this.ask(true), title: 'Hint (H)' }, 'Hint'),
          button('How far?', () => this.ask(false), 'F')),
        make('form', { class: 'row scramble', onsubmit: (/** @type {Event} */ event) => this.scramble(event) },
          make('label', {}, 'Seed ', this.seed), make('button', {}, 'Scramble')),
        make('div', { class: 'row' }, button('Photo on the pieces…', () => this.file.click()), this.noPhoto, this.file),
        this.goal,
        make('details', { class: 'keys' }, make('summary', {}, 'Keys'),
          make('dl', {}, ...[['Arrows', 'push a tile, or the selected piece'], ['Tab', 'next piece that can move'], ['Enter', 'move or select it'], ['U, R', 'undo, redo'], ['H, F', 'hint, how far'], ['Esc', 'let go']]
            .flatMap(([key, what]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, what)])))));
    document.addEventListener('keydown', this.onkey);
    this.ticker = setInterval(() => this.tick(), 250);
  }

  leave() {
    this.gone = true;
    document.removeEventListener('keydown', this.onkey);
    clearInterval(this.ticker);
    this.asking.abort();
  }

  /** @param {Puzzle} puzzle a new game */
  show(puzzle) {
    this.metric.textContent = puzzle.metric ? `moves (${puzzle.metric})` : 'moves';
    this.done = [];
    this.undone = [];
    this.begun = 0;
    this.elapsed = 0;
    this.hand = new Hand(puzzle, (want) => this.make(want));
    this.stage.replaceChildren(this.hand.element);
    this.target = puzzle.goal ? new Board(puzzle.goal) : null;
    this.goal.replaceChildren(...(this.target ? [make('figcaption', {}, 'Goal'), this.target.element] : []));
    this.dress();
    this.learn(puzzle);
    if (puzzle.solvable === false) this.tell(`This cannot be solved: ${puzzle.reason?.replace(/^unsolvable: /, '')}.`, 'bad');
  }

  /** Puts the photo on the pieces, or takes it off. */
  dress() {
    this.noPhoto.hidden = !photo.kept();
    if (this.hand) photo.dress(this.hand.board, this.target?.scene);
    if (this.target) photo.dress(this.target, this.target.scene);
  }

  async takePhoto() {
    const [file] = this.file.files;
    if (!file) return;
    try {
      await photo.take(file);
      this.dress();
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error), 'bad');
    }
    this.file.value = '';
  }

  /** @param {Puzzle} puzzle the position now */
  learn(puzzle) {
    this.now = puzzle;
    this.hand?.learn(puzzle);
    this.moves.textContent = String(count(this.done, puzzle.metric));
    this.gauge.textContent = String(puzzle.gauge.value);
    this.gaugeName.textContent = puzzle.gauge.name;
    this.far.textContent = puzzle.solved ? '0' : '–';
    this.undoButton.disabled = this.done.length === 0;
    this.redoButton.disabled = this.undone.length === 0;
    this.stage.classList.toggle('won', puzzle.solved);
    this.tell('');
    if (puzzle.solved && this.done.length > 0) {
      this.tick();
      if (this.begun) this.elapsed += performance.now() - this.begun;
      this.begun = 0;
      const moves = this.moves.textContent;
      this.tell(`Solved in ${moves} ${moves === '1' ? 'move' : 'moves'} and ${this.clock.textContent}.`, 'good');
    }
  }

  /** @param {string} text @param {string} [tone] */
  tell(text, tone = '') {
    this.note.textContent = text;
    this.note.className = `note ${tone}`;
  }

  tick() {
    const whole = Math.floor((this.elapsed + (this.begun ? performance.now() - this.begun : 0)) / 1000);
    this.clock.textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
  }

  /** @param {() => Motion[]} want the moves, as the position allows them when their turn comes */
  make(want) {
    this.queue(() => want().map((motion) => ({ motion, record: () => {
      this.done.push(motion);
      this.undone = [];
    } })));
  }

  undo() {
    this.queue(() => {
      const last = this.done[this.done.length - 1];
      if (!last) return [];
      const back = { piece: last.piece, path: [...last.path].reverse().map(([row, col]) => /** @type {Place} */ ([-row, -col])) };
      return [{ motion: back, record: () => {
        this.done.pop();
        this.undone.push(last);
      } }];
    });
  }

  redo() {
    this.queue(() => {
      const next = this.undone[this.undone.length - 1];
      if (!next) return [];
      return [{ motion: { piece: next.piece, path: next.path }, record: () => {
        this.undone.pop();
        this.done.push(next);
      } }];
    });
  }

  /**
   * Does what a person wants once all that is under way is done. Only then is it asked for, because
   * quick fingers are ahead of the position that they are about.
   * @param {() => {motion: Motion, record: () => void}[]} want
   */
  queue(want) {
    this.asking.abort();
    this.waiting += 1;
    this.working = this.working.then(async () => {
      for (const { motion, record } of this.gone ? [] : want()) {
        if (!await this.perform(motion, record)) break;
      }
      this.waiting -= 1;
    });
  }

  /**
   * Makes one move. The board moves at once; the engine then says whether that was legal and what
   * is possible next.
   * @param {Motion} motion in our own numbering of the pieces
   * @param {() => void} record
   * @returns {Promise<boolean>} whether it was made
   */
  async perform(motion, record) {
    const { hand, now } = this;
    if (!hand || !now) return false;
    const { board } = hand;
    const { piece, path } = motion;
    const before = motion.from ?? board.at[piece];
    const theirs = sameIn(now.scene, board, piece, before);
    if (!this.begun && !now.solved) this.begun = performance.now();
    try {
      const moving = motion.from ? this.snap(motion) : board.slide(piece, path, this.waiting > 1 ? 40 : 110);
      const after = await engine.move(now.puzzle, { piece: theirs, path });
      await moving;
      if (this.gone) return false;
      record();
      this.learn(after);
      this.app.moved(after.state);
      if (!after.solved) this.app.say(`${board.groups[piece].getAttribute('aria-label')}. ${this.moves.textContent} ${this.moves.textContent === '1' ? 'move' : 'moves'}.`);
      return true;
    } catch (error) {
      board.place(piece, before);
      this.tell(error instanceof Error ? error.message : String(error), 'bad');
      return false;
    }
  }

  /**
   * Brings a dragged piece the rest of its way.
   * @param {Motion} motion
   */
  snap({ piece, path, from = [0, 0] }) {
    const board = /** @type {Hand} */ (this.hand).board;
    const [down, right] = along(path, 1);
    const [row, col] = board.at[piece];
    return board.slide(piece, [[from[0] + down - row, from[1] + right - col]], 70);
  }

  restart() {
    this.app.restart();
  }

  /** @param {Event} event */
  async scramble(event) {
    event.preventDefault();
    if (!this.now) return;
    try {
      const puzzle = await engine.scramble(this.now.puzzle, Number(this.seed.value) || 0);
      this.seed.value = String((Number(this.seed.value) || 0) + 1);
      this.app.open(puzzle.puzzle);
    } catch (error) {
      this.tell(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** @param {boolean} hint whether to show the next move as well */
  async ask(hint) {
    await this.working;
    if (!this.now || !this.hand || this.now.solved) return;
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    this.tell('Thinking…');
    try {
      const answer = await engine.solve(this.now.puzzle, { seconds: 60 }, asking.signal, (progress) => {
        this.tell(`Thinking… ${progress.expanded.toLocaleString('en')} positions`);
      });
      if (asking.signal.aborted) return;
      this.far.textContent = answer.outcome === 'solved' ? String(answer.cost) : answer.outcome === 'stopped' ? `≥ ${answer.lower_bound}` : 'none';
      const shot = answer.film?.shots[0];
      if (hint && shot) {
        const piece = answer.film?.scene.pieces[shot.piece];
        if (piece) {
          const [r, c] = piece.shape[0];
          const ours = this.hand.board.pieceAt(this.hand.board.home([piece.at[0] + r, piece.at[1] + c]));
          this.hand.hint({ piece: ours, path: shot.path });
        }
        this.tell(`Move ${shot.words}.`);
      } else {
        this.tell(answer.sentence, answer.outcome === 'unsolvable' ? 'bad' : '');
      }
    } catch (error) {
      if (!asking.signal.aborted) this.tell(error instanceof Error ? error.message : String(error), 'bad');
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest?.('input, textarea, select, dialog')) return;
    const act = {
      u: () => this.undo(),
      r: () => this.redo(),
      h: () => this.ask(true),
      f: () => this.ask(false),
      Escape: () => this.hand?.hide(),
    }[event.key];
    if (act) act();
    else if (!this.hand?.key(event)) return;
    event.preventDefault();
  }
}
