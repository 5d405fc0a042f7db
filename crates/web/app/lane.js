// One recorded search on the screen: its tree, the current node and why it was taken, the path to it, its lists.
import { make } from './shared/dom.js';
import { Bounds } from './bounds.js';
import { CardList, Cards } from './cards.js';
import * as engine from './engine.js';
import { Items } from './items.js';
import { Levels } from './levels.js';
import { MethodPicker } from './method.js';
import { Mini } from './mini.js';
import { number } from './numbers.js';
import { ALL, CLOSED, OPEN, STORY, TREE } from './pace.js';
import { Quiz } from './quiz.js';
import { Replay } from './replay.js';
import { Story } from './story.js';
import { Tree } from './tree.js';
import { hide, say } from './words.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Method} Method
 * @typedef {import('./replay.js').Lists} Lists
 * @typedef {{onmethod: (method: Method) => void, onready: () => void, onjump: (step: number) => void, onclose?: () => void}} Hooks
 */

/** Nodes of the path that are drawn: the last ones. */
const NEAREST = 40;
/** Successors that are shown while a search runs as fast as it can be drawn: those for which there is room. */
const BRIEF = 5;
/** Steps that are recorded. */
const MOST = 2000;
const COUNTS = ['step', 'generated', 'open', 'closed', 'bound'];

/** A search. */
export class Lane {
  /**
   * @param {Method} method
   * @param {Hooks} hooks
   * @param {{fixed?: boolean}} [options] whether the method may not be chosen
   */
  constructor(method, hooks, options = {}) {
    this.hooks = hooks;
    this.running = new AbortController();
    this.step = 0;
    this.onlook = () => {
      if (!this.replay) return;
      this.lay(this.replay);
      this.seek(this.step);
    };
    addEventListener('themechange', this.onlook);
    /** Whether questions are asked before the steps. */
    this.asking = false;
    this.picker = new MethodPicker(method, (chosen) => {
      hooks.onmethod(chosen);
      this.run();
    }, { automatic: false });
    const pointing = { onpoint: (/** @type {number} */ node) => this.point(node), onpick: (/** @type {number} */ node) => this.pick(node) };
    this.note = make('p', { class: 'note', role: 'status' });
    this.phase = make('p', { class: 'phase' });
    this.counts = COUNTS.map((name) => make('div', { class: name === 'step' && 'far' }, make('dt', {}, name), make('dd')));
    this.tip = make('div', { class: 'tip', hidden: true });
    this.treeBox = make('div', { class: 'tree' });
    this.story = new Story((step) => hooks.onjump(step));
    this.pathBox = make('ol', { class: 'prefix', tabindex: 0, 'aria-label': 'The path to the current node' });
    this.quiz = new Quiz(() => hooks.onjump(this.step + 1));
    this.levels = new Levels();
    this.bounds = new Bounds();
    this.opens = [new CardList('OPEN', 'open', pointing), new CardList('OPEN from the goal', 'open', pointing)];
    this.closed = new CardList('CLOSED, the newest first', 'closed', pointing);
    this.lists = make('div', { class: 'lists' });
    this.element = make('section', { class: 'lane' }, make('div', { class: 'columns' },
      make('div', { class: 'head' }, options.fixed ? null : this.picker.element, make('div', { class: 'told' }, this.note, this.phase, make('dl', { class: 'tally' }, ...this.counts)),
        hooks.onclose ? make('button', { type: 'button', class: 'round quiet', 'aria-label': 'Close the second search', onclick: hooks.onclose }, '✕') : null),
      make('div', { class: 'grown' }, this.treeBox, this.pathBox),
      make('div', { class: 'known' }, this.story.element, this.quiz.element, this.lists)));
  }

  leave() {
    this.running.abort();
    removeEventListener('themechange', this.onlook);
    this.tree?.canvas.leave();
  }

  get length() {
    return this.replay?.length ?? 0;
  }

  /** The step of the next question, if there is one; what comes after it is a secret. */
  get limit() {
    const limit = this.asking && this.replay ? this.quiz.limit(this.replay) : Infinity;
    return limit < this.length ? limit : Infinity;
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    this.mini = new Mini(puzzle.scene);
    // How tall the path is: boards, and the lines that name a move of a tile or of a block.
    this.element.style.setProperty('--shape', String(this.mini.rows / this.mini.cols));
    this.element.style.setProperty('--lines', this.mini.labels ? '2' : '3');
    this.picker.offer(puzzle);
    return this.run();
  }

  async run() {
    const { puzzle } = this;
    if (!puzzle) return;
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    this.element.setAttribute('aria-busy', 'true');
    this.note.className = 'note';
    this.note.textContent = 'Recording…';
    try {
      const trace = await engine.trace(puzzle.puzzle, this.picker.method(), MOST, running.signal);
      if (running.signal.aborted) return;
      this.present(new Replay(trace, puzzle.state));
    } catch (error) {
      if (running.signal.aborted) return;
      this.replay = undefined;
      this.treeBox.replaceChildren();
      this.note.className = 'note bad';
      this.note.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.element.removeAttribute('aria-busy');
    }
    this.hooks.onready();
  }

  /** @param {Replay} replay a search that has just been recorded */
  present(replay) {
    const mini = /** @type {Mini} */ (this.mini);
    this.replay = replay;
    this.lay(replay);
    this.tree?.canvas.leave();
    this.tree = new Tree(replay, mini, { onpick: (node) => this.pick(node), onpoint: (node, x, y) => this.point(node, x, y) });
    const view = make('div', { class: 'view' });
    for (const [words, following] of /** @type {[string, boolean][]} */ ([['Whole', false], ['Follow', true]])) {
      view.append(make('button', { type: 'button', class: 'fit', 'aria-pressed': String(!following), title: following ? 'Keep the current node in the middle' : 'Show the whole tree', onclick: () => {
        this.tree?.follow(following);
        for (const button of view.children) button.setAttribute('aria-pressed', String(button.textContent === words));
      } }, words));
    }
    this.tree.canvas.element.addEventListener('pointerleave', () => this.point(-1));
    this.treeBox.replaceChildren(this.tree.canvas.element, view, this.tip, this.legend());
    this.arrange(replay.trace.algorithm);
  }

  /** Begins with new cards, as the theme and the size of the type are now. @param {Replay} replay */
  lay(replay) {
    const mini = /** @type {Mini} */ (this.mini);
    const cards = new Cards(replay, mini);
    mini.inks = undefined;
    this.cards = cards;
    for (const list of [...this.opens, this.closed]) list.begin(cards);
    this.story.begin(cards);
    this.quiz.asked = -1;
    this.stages?.clear();
    this.stages = new Items(this.pathBox, () => make('li', {}, mini.ground(3.6), make('span')));
  }

  /** Which lists a search has. @param {string} algorithm */
  arrange(algorithm) {
    const stack = algorithm === 'ida-star';
    const deepening = stack || algorithm === 'iterative-deepening';
    const both = algorithm === 'bidirectional';
    this.stacked = stack;
    this.flooding = both || algorithm === 'breadth-first' || algorithm === 'exhaustive';
    this.opens[0].title.textContent = stack ? 'RECURSION STACK, the deepest first' : deepening ? 'STACK, the top first' : both ? 'OPEN from the start' : 'OPEN, the next first';
    this.opens[0].ol.setAttribute('aria-label', this.opens[0].title.textContent ?? '');
    const known = algorithm === 'near' ? [] : deepening ? [this.opens[0]] : both ? this.opens : [this.opens[0], this.closed];
    this.lists.replaceChildren(...(deepening ? [this.bounds.element] : []), ...(this.flooding ? [this.levels.element] : []), ...known.map((list) => list.element));
  }

  legend() {
    return make('ul', { class: 'legend' }, ...[['now', 'current'], ['taken', 'expanded'], ['open', 'frontier'], ['pruned', 'pruned'], ['way', 'path, solution']]
      .map(([kind, words]) => make('li', {}, make('span', { class: `dot ${kind}`, 'aria-hidden': 'true' }), words)));
  }

  /** @param {number} node goes where it was taken, or made */
  pick(node) {
    const taken = this.replay?.taken[node] ?? -1;
    this.hooks.onjump(taken >= 0 ? taken : (this.replay?.born[node] ?? 0));
  }

  /**
   * Marks a node in the tree and in the lists; pointed at in the tree it is shown there.
   * @param {number} node
   * @param {number} [x]
   * @param {number} [y]
   */
  point(node, x, y) {
    this.tree?.point(node);
    for (const list of [...this.opens, this.closed]) list.point(node);
    const { replay, cards, now } = this;
    this.tip.hidden = node < 0 || x === undefined || !replay || !cards || !now;
    if (this.tip.hidden || !replay || !cards || !now || x === undefined || y === undefined) return;
    const taken = replay.taken[node] >= 0 && replay.taken[node] <= this.step;
    const words = taken ? `taken in step ${replay.taken[node]}` : replay.pruned[node] ? 'pruned' : now.open.includes(node) ? `open, place ${now.open.indexOf(node) + 1}` : `made in step ${replay.born[node]}`;
    this.tip.replaceChildren(cards.card(node, now), make('span', {}, replay.words(node)), make('span', {}, words));
    const width = this.treeBox.clientWidth;
    this.tip.style.left = `${Math.min(Math.max(x, 70), width - 70)}px`;
    this.tip.style.top = `${y}px`;
    this.tip.classList.toggle('below', y < 150);
  }

  /** @param {number} wanted @param {number} [parts] of the lane that are drawn */
  seek(wanted, parts = ALL) {
    const { replay, tree, cards } = this;
    if (!replay || !tree || !cards) {
      this.story.clear();
      for (const box of [this.phase, this.pathBox, this.lists]) box.replaceChildren();
      for (const count of this.counts) count.hidden = true;
      this.quiz.hide();
      return;
    }
    const step = Math.min(wanted, replay.length);
    this.step = step;
    // A running search goes on with the lists that it has.
    const lists = replay.at(step, parts !== ALL && !this.asking);
    this.now = lists;
    const asked = this.asking && this.quiz.ask(replay, step, lists, cards);
    if (!asked) this.quiz.hide();
    hide(this.tip, true);
    if (parts & OPEN) this.showOpen(step, lists, Boolean(asked));
    if (parts & CLOSED) this.showClosed(step, lists);
    if (parts & TREE) {
      this.showTally(step, lists);
      tree.show(step, lists);
    }
    if (!(parts & STORY)) return;
    this.story.show(replay, step, lists, cards, parts === ALL ? Infinity : BRIEF);
    // The last, since the browser lays all out for it.
    this.showPath(step, lists);
  }

  /** @param {number} step @param {Lists} lists @param {boolean} asked whether the order of OPEN is a secret now */
  showOpen(step, lists, asked) {
    const { cards } = this;
    if (!cards) return;
    const [open, second] = this.openNodes(step, lists);
    for (const list of this.opens) hide(list.element, asked);
    if (!asked) this.opens[0].show(open, lists, cards);
    if (!asked && second) this.opens[1].show(second, lists, cards);
  }

  /** @param {number} step @param {Lists} lists */
  showClosed(step, lists) {
    const { replay, cards } = this;
    if (!replay || !cards) return;
    this.closed.show(lists.closed, lists, cards, true);
    if (this.flooding) this.levels.show(replay, lists);
    this.bounds.show(replay, step);
  }

  /** What the lists of OPEN hold. @param {number} step @param {Lists} lists @returns {number[][]} */
  openNodes(step, lists) {
    const { replay } = this;
    if (this.stacked && replay) return [replay.path(replay.current(step), lists).reverse()];
    const all = [...lists.opens.values()];
    return all.length > 0 ? all : [[]];
  }

  /** @param {number} step @param {Lists} lists */
  showTally(step, lists) {
    const replay = /** @type {Replay} */ (this.replay);
    const { trace, made } = replay;
    const { bound, phase } = trace.steps[Math.max(step - 1, 0)] ?? { bound: null, phase: null };
    const words = phase === null ? '' : trace.phases[phase];
    say(this.phase, words);
    const secret = this.limit < Infinity;
    const idle = this.asking && !secret && this.quiz.score[1] === 0 && step < replay.length;
    say(this.note, secret ? 'Answer to see how it ends.' : idle ? `${trace.sentence} From here on there is nothing to ask: this search does not choose among open nodes.` : trace.sentence);
    const values = [`${step} / ${secret ? '?' : trace.steps.length}`, number(made[step]), number(lists.open.length), number(lists.closed.length), String(bound)];
    this.counts.forEach((box, index) => {
      const name = COUNTS[index];
      hide(box, name === 'bound' ? bound === null || step === 0 : Boolean(this.stacked) && (name === 'open' || name === 'closed'));
      say(box.lastChild, values[index]);
    });
    this.openNodes(step, lists).forEach((nodes, index) => this.opens[index].showCount(nodes));
    this.closed.showCount(lists.closed);
  }

  /** @param {number} step @param {Lists} lists */
  showPath(step, lists) {
    const { replay, cards } = this;
    if (!replay || !cards) return;
    const path = replay.path(replay.current(step), lists);
    const nearest = path.slice(-NEAREST);
    const left = path.length - nearest.length;
    this.stages?.show(nearest, (stage, place) => {
      cards.board(stage.firstChild, nearest[place]);
      say(stage.lastChild, replay.words(nearest[place]));
    });
    if (left > 0) this.pathBox.dataset.before = `${number(left)} before`;
    else delete this.pathBox.dataset.before;
    this.pathBox.scrollLeft = 1e6;
  }
}
