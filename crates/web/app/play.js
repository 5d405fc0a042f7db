// Play: move the pieces, count, undo, ask how far it is.
import { Board, along } from './shared/board.js';
import { elsewhere, make } from './shared/dom.js';
import { Offer } from './command.js';
import { before, count } from './count.js';
import * as engine from './engine.js';
import { Finish } from './finish.js';
import { next } from './gallery.js';
import { Game } from './game.js';
import { Hand } from './hand.js';
import { Locator } from './locator.js';
import { clock, moves } from './numbers.js';
import * as photo from './photo.js';
import * as colouring from './colouring.js';
import * as progress from './progress.js';
import { isCount, load, save } from './store.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Solved} Solved
 * @typedef {import('./hand.js').Motion} Motion
 * @typedef {import('./shared/board.js').Place} Place
 * @typedef {import('./main.js').App} App
 */

const KEYS = [['Arrows', 'push a tile, or the selected piece'], ['Tab', 'next piece that can move'], ['Enter', 'move or select it'], ['U, R', 'undo, redo (or Ctrl+Z, Ctrl+Y)'], ['H, F', 'hint, how far'], ['Esc', 'deselect, or cancel a hint']];

/** The view of a game. */
export class Play {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.working = Promise.resolve();
    /** How many wishes are under way, and whether another view has come. */
    this.waiting = 0;
    this.gone = false;
    /** @type {Puzzle | undefined} the position now */
    this.now = undefined;
    this.asking = new AbortController();
    this.locator = new Locator();
    this.offer = new Offer('solve');
    this.finish = new Finish(app, { onnext: () => this.next(), onproved: () => this.remind() });
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.onhide = () => this.rest();
    this.build();
  }

  build() {
    /** @param {string} label @param {() => void} act @param {string} [key] */
    const button = (label, act, key) => make('button', { type: 'button', onclick: act, title: key ? `${label} (${key})` : label }, label);
    // No live regions: what changes with every move is told in a sentence of its own.
    const number = (/** @type {string} */ text) => make('span', { class: 'number' }, text);
    this.moves = number('0');
    this.metric = make('span', {}, 'moves');
    this.clock = number('0:00.0');
    this.gauge = number('');
    this.gaugeName = make('span');
    this.far = number('–');
    this.undoButton = button('Undo', () => this.undo(), 'U');
    this.redoButton = button('Redo', () => this.redo(), 'R');
    const seed = load('seed');
    this.seed = make('input', { type: 'number', min: 0, max: 999999, value: isCount(seed) ? seed : 1 });
    this.cancelButton = button('Cancel', () => this.asking.abort());
    this.cancelButton.hidden = true;
    this.note = make('p', { class: 'note', role: 'status' });
    this.record = make('p', { class: 'hush record' });
    this.resumeButton = button('Continue your game', () => this.resume());
    this.resumeButton.hidden = true;
    this.file = make('input', { type: 'file', accept: 'image/*', hidden: true, 'aria-label': 'Photo on the pieces', onchange: () => this.takePhoto() });
    this.noPhoto = button('No photo', () => {
      photo.forget();
      this.dress();
    });
    this.colours = make('select', { 'aria-label': 'What the colours stand for', onchange: () => {
      colouring.choose(this.colours.value);
      this.dress();
    } }, ...Object.entries(colouring.COLOURINGS).map(([value, words]) => make('option', { value, selected: value === colouring.chosen() }, words)));
    this.stage = make('div', { class: 'stage' });
    this.goal = make('figure', { class: 'target' });
    /** @param {any} figure @param {any} name */
    const reading = (figure, name) => make('div', { class: 'reading' }, figure, name);
    this.element = make('div', { class: 'play' },
      this.stage,
      make('section', { class: 'side', 'aria-label': 'Game' },
        make('div', { class: 'readings' },
          reading(this.moves, this.metric),
          reading(this.clock, make('span', {}, 'time')),
          reading(this.gauge, this.gaugeName),
          reading(this.far, make('span', {}, 'moves to go'))),
        this.note, this.resumeButton, this.offer.element, this.finish.element,
        make('div', { class: 'row' }, this.undoButton, this.redoButton, button('Restart', () => this.restart())),
        make('div', { class: 'row' },
          make('button', { type: 'button', class: 'primary', onclick: () => this.ask(true), title: 'Hint (H)' }, 'Hint'),
          button('How far?', () => this.ask(false), 'F'), this.cancelButton),
        this.record, this.goal, this.locator.element,
        make('form', { class: 'row scramble', onsubmit: (/** @type {Event} */ event) => this.scramble(event) },
          make('label', {}, 'Seed ', this.seed), make('button', {}, 'Scramble')),
        make('div', { class: 'row' }, this.colours, button('Photo on the pieces…', () => this.file.click()), this.noPhoto, this.file),
        make('details', { class: 'keys' }, make('summary', {}, 'Keys'),
          make('dl', {}, ...KEYS.flatMap(([key, what]) => [make('dt', {}, make('kbd', {}, key)), make('dd', {}, what)])))));
    document.addEventListener('keydown', this.onkey);
    addEventListener('pagehide', this.onhide);
    this.ticker = setInterval(() => this.tick(), 100);
  }

  leave() {
    this.gone = true;
    document.removeEventListener('keydown', this.onkey);
    removeEventListener('pagehide', this.onhide);
    clearInterval(this.ticker);
    this.asking.abort();
    this.offer.stop();
    this.finish.hide();
    this.locator.leave();
    this.rest();
  }

  /** The clock stands while nobody can play; the game is kept. */
  rest() {
    if (!this.game || this.game.done.length + this.game.undone.length === 0) return;
    this.game.pause();
    this.game.keep();
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.game = Game.at(puzzle.puzzle);
    this.hand = new Hand(puzzle, (want) => this.make(want));
    this.hand.element.classList.toggle('pictured', Boolean(puzzle.goal));
    this.stage.replaceChildren(this.hand.element);
    this.target = puzzle.goal ? new Board(puzzle.goal) : null;
    this.target?.element.classList.add('pictured');
    // A goal with open cells, or one of several, has no one picture.
    const words = puzzle.puzzle.goal ?? puzzle.puzzle.text.split('->')[1];
    const wanted = this.target?.element ?? (puzzle.kind === 'labelled-tiles' && words ? make('pre', {}, words.split('/').map((row) => row.trim()).join('\n')) : null);
    this.goal.replaceChildren(...(wanted ? [make('figcaption', {}, /[*]/.test(words ?? '') && !this.target ? 'Goal (* is any tile)' : 'Goal'), wanted] : []));
    this.dress();
    this.now = puzzle;
    this.left = Game.left(puzzle.puzzle);
    if (this.left) this.resumeButton.textContent = `Continue your game: ${moves(count(this.left.done, puzzle.metric, puzzle.scene))} in ${clock(this.left.elapsed / 1000)}`;
    this.learn(puzzle);
    this.locator.show(puzzle);
    if (this.game.done.length > 0 && !puzzle.solved) this.game.run();
    if (puzzle.solvable === false) this.tell(`This cannot be solved: ${puzzle.reason?.replace(/^unsolvable: /, '')}.`, 'bad');
  }

  /** Puts the photo on the pieces, or takes it off. */
  dress() {
    this.noPhoto.hidden = !photo.kept();
    if (this.hand) photo.dress(this.hand.board, this.target?.scene);
    if (this.target) photo.dress(this.target, this.target.scene);
    this.paint();
  }

  /** Gives the tiles the colours that were chosen. */
  paint() {
    const { hand, target } = this;
    this.colours.hidden = Boolean(photo.kept()) || !hand || !target || !colouring.suits(hand.board.scene);
    if (hand) colouring.paint(hand.board, target?.scene);
    if (target) colouring.paint(target, target.scene);
  }

  async takePhoto() {
    const [file] = this.file.files;
    if (!file) return;
    try {
      await photo.take(file);
      this.dress();
    } catch (error) {
      this.fail(error);
    }
    this.file.value = '';
  }

  /** @param {Partial<Puzzle>} news what is known of the position now */
  learn(news) {
    const { game } = this;
    if (!this.now || !game) return;
    /** @type {Puzzle} */
    const puzzle = { ...this.now, ...news };
    this.now = puzzle;
    game.reach(puzzle.puzzle, puzzle.solved);
    game.daily = this.app.page.daily;
    this.resumeButton.hidden = !this.left || game.done.length > 0;
    this.hand?.learn(puzzle);
    // Some colours tell how far a tile is from home.
    this.paint();
    this.locator.follow(puzzle);
    const { name, value } = puzzle.gauge;
    this.metric.textContent = puzzle.metric ? `moves (${puzzle.metric})` : 'moves';
    const began = before(puzzle.scene, game.done);
    this.moves.textContent = String(count(game.done, puzzle.metric, began));
    this.gauge.textContent = String(value);
    this.gaugeName.textContent = name;
    this.far.textContent = puzzle.solved ? '0' : '–';
    this.undoButton.disabled = game.done.length === 0;
    this.redoButton.disabled = game.undone.length === 0;
    this.stage.classList.toggle('won', puzzle.solved);
    this.app.head(puzzle);
    this.tell('');
    this.offer.hide();
    if (puzzle.solved) game.pause();
    if (puzzle.solved && game.done.length > 0) this.tell(this.finish.show(game, puzzle.metric, puzzle.metrics ?? [], began), 'good');
    else this.finish.hide();
    this.tick();
    this.remind();
  }

  /** Says what was reached before. */
  remind() {
    if (!this.game || !this.now) return;
    const { best, fewest } = progress.of(this.game.puzzle, this.now.metric ?? '');
    this.record.textContent = best ? `Your best: ${moves(best.moves)} in ${clock(best.seconds)}${fewest === undefined ? '' : `; fewest ${fewest}`}.` : '';
  }

  /** @param {string} text @param {string} [tone] */
  tell(text, tone = '') {
    this.note.textContent = text;
    this.note.className = `note ${tone}`;
  }

  /** @param {unknown} error */
  fail(error) {
    this.tell(error instanceof Error ? error.message : String(error), 'bad');
  }

  tick() {
    const text = clock((this.game?.time() ?? 0) / 1000);
    if (this.clock.textContent !== text) this.clock.textContent = text;
  }

  /** @param {() => Motion[]} want the moves, as the position allows them when their turn comes */
  make(want) {
    this.queue(() => want().map((motion) => ({ motion, record: () => this.game?.move(motion) })));
  }

  undo() {
    this.queue(() => {
      const game = /** @type {Game} */ (this.game);
      const last = game.done[game.done.length - 1];
      if (!last) return [];
      const back = { piece: last.piece, path: [...last.path].reverse().map(([row, col]) => /** @type {Place} */ ([-row, -col])) };
      return [{ motion: back, record: () => {
        game.done.pop();
        game.undone.push(last);
      } }];
    });
  }

  redo() {
    this.queue(() => {
      const game = /** @type {Game} */ (this.game);
      const next = game.undone[game.undone.length - 1];
      if (!next) return [];
      return [{ motion: next, record: () => {
        game.undone.pop();
        game.done.push(next);
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
   * @param {Motion} motion
   * @param {() => void} record
   * @returns {Promise<boolean>} whether it was made
   */
  async perform(motion, record) {
    const { hand, now } = this;
    if (!hand || !now) return false;
    const { board } = hand;
    const { piece, path } = motion;
    const before = motion.from ?? board.at[piece];
    try {
      const moving = motion.from ? this.snap(motion) : board.slide(piece, path, this.waiting > 1 ? 40 : 110);
      const after = await engine.move(now.puzzle, { piece, path });
      await moving;
      if (this.gone) return false;
      record();
      this.learn(after);
      this.game?.keep();
      this.app.moved(after.puzzle.at ?? after.state);
      if (!after.solved) this.app.say(`${board.groups[piece].getAttribute('aria-label')}. ${moves(Number(this.moves.textContent))}.`);
      return true;
    } catch (error) {
      board.place(piece, before);
      this.fail(error);
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

  /** Back to where the game began. */
  async restart() {
    await this.working;
    this.game?.reset();
    this.app.turn(this.game?.start);
  }

  /** Goes on with a game that began here. */
  async resume() {
    await this.working;
    this.app.turn(this.left?.now);
  }

  /** @param {Event} event */
  async scramble(event) {
    event.preventDefault();
    if (!this.now) return;
    try {
      const seed = Number(this.seed.value) || 0;
      const puzzle = await engine.scramble(this.now.puzzle, seed);
      save('seed', seed + 1);
      this.app.open(puzzle.puzzle);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Another puzzle: another scramble if this was one, else the next of the gallery. */
  async next() {
    if (!this.game || !this.now) return;
    try {
      if (this.game.start === undefined) this.app.open(await next(this.game.puzzle));
      else await this.scramble(new Event('next'));
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {boolean} hint whether to show the next move, or to tell how far it is */
  async ask(hint) {
    await this.working;
    if (!this.now || !this.hand || this.now.solved) return;
    this.asking.abort();
    const asking = new AbortController();
    this.asking = asking;
    const { now } = this;
    this.tell('Thinking…');
    this.offer.begin(now);
    this.cancelButton.hidden = false;
    try {
      const answer = await engine.guide(now, 60, asking.signal, (progress) => {
        this.tell(`Thinking… ${progress.expanded.toLocaleString('en')} positions`);
      });
      if (asking.signal.aborted) return;
      this.offer.end(now, answer.outcome !== 'stopped');
      this.far.textContent = distance(answer);
      if (hint && answer.film?.shots.length) {
        const first = this.first(answer.film);
        this.hand.hint(first);
        this.tell(`Move ${first.words}.`);
      } else {
        this.tell(inWords(answer), answer.outcome === 'unsolvable' ? 'bad' : '');
      }
    } catch (error) {
      if (!asking.signal.aborted) {
        this.offer.fail(now, error);
        this.fail(error);
      } else if (this.asking === asking) this.tell('');
    } finally {
      if (this.asking === asking) {
        this.cancelButton.hidden = true;
        this.offer.stop();
      }
    }
  }

  /**
   * The first move of a solution, told of the piece that stands there now: pieces that are alike may have changed places
   * since the solution was found.
   * @param {import('./engine.js').Film} film
   */
  first({ scene, shots: [{ piece, path, words }] }) {
    const { board } = /** @type {Hand} */ (this.hand);
    const { label, at, shape: [[row, col]] } = scene.pieces[piece];
    const own = board.pieceAt(board.home([at[0] + row, at[1] + col]));
    return { piece: own, path, words: board.scene.pieces[own].label + words.slice(label.length) };
  }

  /** Lets go of a piece, and of a question. */
  letGo() {
    this.asking.abort();
    this.hand?.hide();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (elsewhere(event)) return;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const command = event.ctrlKey || event.metaKey;
    /** @type {Record<string, () => void>} */
    const acts = command ? { z: () => (event.shiftKey ? this.redo() : this.undo()), y: () => this.redo() }
      : { u: () => this.undo(), r: () => this.redo(), h: () => this.ask(true), f: () => this.ask(false), Escape: () => this.letGo() };
    if (event.altKey) return;
    if (acts[letter]) acts[letter]();
    else if (command || !this.hand?.key(event)) return;
    event.preventDefault();
  }
}

/** @param {Solved} answer proved, or only the length of a known solution @returns {string} */
function distance({ outcome, cost, lower_bound: least }) {
  if (outcome === 'unsolvable') return 'none';
  if (cost === null) return `≥ ${(least ?? 0).toLocaleString('en')}`;
  return `${cost === least ? '' : '≤ '}${cost.toLocaleString('en')}`;
}

/** @param {Solved} answer @returns {string} how far it is */
function inWords({ outcome, sentence, cost, lower_bound: least }) {
  if (outcome === 'unsolvable') return sentence;
  if (cost === null) return `At least ${moves(least ?? 0)} to go; how many is not known.`;
  return cost === least ? `${moves(cost)} to go, and no fewer.` : `At most ${moves(cost)} to go, and at least ${(least ?? 0).toLocaleString('en')}.`;
}
