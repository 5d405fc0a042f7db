// The gallery: puzzles with names, to be searched and sifted; those that were solved are marked.
import { make } from './shared/dom.js';
import * as daily from './daily.js';
import * as engine from './engine.js';
import { Mini } from './mini.js';
import { moves } from './numbers.js';
import * as progress from './progress.js';

/**
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {import('./engine.js').Named} Named
 */

/** Difficulties by the fewest moves. */
const LEVELS = [['', 'any difficulty', 0, Infinity], ['easy', 'easy, up to 20 moves', 0, 20], ['medium', 'medium, 21 to 50', 21, 50], ['hard', 'hard, 51 to 100', 51, 100], ['very', 'very hard, over 100', 101, Infinity]];

/** @param {string} text as it is compared: without accents and capitals */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The panel. */
export class Gallery {
  /** @param {(puzzle: PuzzleText, date?: string) => void} onpick */
  constructor(onpick) {
    this.onpick = onpick;
    /** @type {Named[]} */
    this.puzzles = [];
    const sift = () => this.draw();
    this.words = make('input', { type: 'search', placeholder: 'Name or collection', 'aria-label': 'Search the gallery', oninput: sift });
    this.kind = make('select', { 'aria-label': 'Kind', onchange: sift }, ...[['', 'tiles and blocks'], ['tiles', 'tiles'], ['blocks', 'blocks']].map(([value, label]) => make('option', { value }, label)));
    this.level = make('select', { 'aria-label': 'Difficulty', onchange: sift }, ...LEVELS.map(([value, label]) => make('option', { value }, label)));
    this.left = make('input', { type: 'checkbox', onchange: sift });
    this.note = make('p', { class: 'hush', role: 'status' }, 'Loading…');
    this.sets = make('div', { class: 'sets' });
    this.element = make('div', { class: 'gallery' },
      make('div', { class: 'row sieve' }, this.words, this.kind, this.level, make('label', { class: 'check' }, this.left, 'Not solved yet')),
      this.note, this.sets);
  }

  /** Shows what there is, with the marks as they are now. */
  async show() {
    try {
      this.puzzles = await engine.catalogue();
      this.draw();
    } catch (error) {
      this.note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  draw() {
    const solved = progress.solved();
    const words = plain(this.words.value).split(/\s+/).filter(Boolean);
    const [, , least, most] = /** @type {[string, string, number, number]} */ (LEVELS.find(([value]) => value === this.level.value));
    const shown = this.puzzles.filter(({ name, about, set, kind, moves: known, puzzle }) => {
      const all = plain(`${name} ${about} ${set} ${kind}`);
      const level = this.level.value === '' || (known && known.value >= least && known.value <= most);
      return words.every((word) => all.includes(word)) && (this.kind.value === '' || kind === this.kind.value) && level && !(this.left.checked && solved.has(progress.nameOf(puzzle)));
    });
    const done = this.puzzles.filter(({ puzzle }) => solved.has(progress.nameOf(puzzle))).length;
    this.note.textContent = `${shown.length} of ${this.puzzles.length} puzzles${done ? `, ${done} solved by you` : ''}`;
    const sets = [...new Set(shown.map(({ set }) => set))];
    const sifted = shown.length < this.puzzles.length;
    this.sets.replaceChildren(sifted ? '' : this.today(), ...sets.map((set) => make('section', {}, make('h3', {}, set),
      make('div', { class: 'cards' }, ...shown.filter((one) => one.set === set).map((one) => this.card(one, solved.has(progress.nameOf(one.puzzle))))))));
  }

  /** The puzzle of the day comes first. */
  today() {
    const date = daily.today();
    const own = progress.days()[date];
    const row = daily.streak(date);
    const about = own ? `solved in ${moves(own.moves)}` : 'a new one every day, the same for all';
    return make('button', { type: 'button', class: 'card day', onclick: () => this.pickDay(date) },
      make('span', { class: 'sketch', 'aria-hidden': 'true' }, String(Number(date.slice(8)))), make('strong', {}, 'Today’s puzzle', own ? mark() : null),
      make('span', { class: 'about' }, row > 1 ? `${about} · ${row} days in a row` : about));
  }

  /** @param {string} date */
  async pickDay(date) {
    try {
      this.onpick(await daily.puzzle(date), date);
    } catch (error) {
      this.note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {import('./engine.js').Scene & {cells: number[]}} scene */
  sketch(scene) {
    const mini = new Mini(scene);
    // Too small for what stands on the pieces.
    mini.labels = false;
    const picture = mini.ground(4.2 * Math.min(scene.cols / scene.rows, 1));
    mini.fill(picture, scene.cells, '');
    picture.setAttribute('aria-hidden', 'true');
    return picture;
  }

  /** @param {Named} named @param {boolean} solved */
  card({ name, about, moves: known, puzzle, sketch }, solved) {
    const picture = sketch && this.sketch(/** @type {any} */ (sketch));
    const long = known ? `${known.exact ? '' : 'at least '}${moves(known.value)}` : '';
    return make('button', { type: 'button', class: 'card', title: `${name}: ${about}`, onclick: () => this.onpick(puzzle) },
      make('span', { class: 'sketch' }, picture), make('strong', {}, name, solved ? mark() : null), make('span', { class: 'about' }, [long, about].filter(Boolean).join(' · ')));
  }
}

const mark = () => make('span', { class: 'mark' }, make('span', { 'aria-hidden': 'true' }, ' ✓'), make('span', { class: 'sr-only' }, ', solved'));

/**
 * The puzzle after this one: the next of the gallery that is not solved yet.
 * @param {PuzzleText} puzzle
 * @returns {Promise<PuzzleText>}
 */
export async function next(puzzle) {
  const all = await engine.catalogue();
  const solved = progress.solved();
  const at = all.findIndex((one) => progress.nameOf(one.puzzle) === progress.nameOf({ ...puzzle, at: undefined }));
  const order = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return (order.find((one) => !solved.has(progress.nameOf(one.puzzle))) ?? order[0]).puzzle;
}
