// One recorded search on the screen: its tree, the node in hand, the path to it, OPEN and CLOSED.
import { make } from './shared/dom.js';
import * as engine from './engine.js';
import { MethodPicker } from './method.js';
import { Mini } from './mini.js';
import { number } from './numbers.js';
import { Replay } from './replay.js';
import { Tree } from './tree.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Method} Method
 */

/** Nodes of a list that are drawn before somebody asks for more. */
const SOME = 24;
/** Nodes of the path that are drawn: the last ones. */
const NEAREST = 60;
/** Steps that are recorded. */
const MOST = 2000;

/** A search. */
export class Lane {
  /**
   * @param {Method} method
   * @param {{onmethod: (method: Method) => void, onready: () => void, onjump: (step: number) => void, onclose?: () => void}} hooks
   */
  constructor(method, hooks) {
    this.hooks = hooks;
    this.running = new AbortController();
    this.more = { open: SOME, closed: SOME };
    this.step = 0;
    this.picker = new MethodPicker(method, (chosen) => {
      hooks.onmethod(chosen);
      this.run();
    }, { automatic: false });
    this.note = make('p', { class: 'note', role: 'status' });
    this.phase = make('p', { class: 'phase' });
    this.tally = make('dl', { class: 'tally' });
    this.treeBox = make('div', { class: 'tree' });
    this.nodeBox = make('div', { class: 'current' });
    this.pathBox = make('ol', { class: 'prefix', 'aria-label': 'The path to the node in hand' });
    this.openBox = make('section', { class: 'list' });
    this.closedBox = make('section', { class: 'list' });
    this.element = make('section', { class: 'lane' },
      make('div', { class: 'head' }, this.picker.element, make('div', { class: 'told' }, this.note, this.phase, this.tally),
        hooks.onclose ? make('button', { type: 'button', class: 'round quiet', 'aria-label': 'Close the second search', onclick: hooks.onclose }, '✕') : null),
      make('div', { class: 'grown' }, this.treeBox, this.pathBox),
      make('div', { class: 'known' }, this.nodeBox, make('div', { class: 'lists' }, this.openBox, this.closedBox)));
  }

  leave() {
    this.running.abort();
    this.tree?.canvas.leave();
  }

  get length() {
    return this.replay?.length ?? 0;
  }

  /** @param {Puzzle} puzzle */
  show(puzzle) {
    this.puzzle = puzzle;
    this.mini = new Mini(puzzle.scene);
    this.picker.offer(puzzle);
    this.run();
  }

  async run() {
    const { puzzle, mini } = this;
    if (!puzzle || !mini) return;
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    this.element.setAttribute('aria-busy', 'true');
    this.note.className = 'note';
    this.note.textContent = 'Recording…';
    try {
      const trace = await engine.trace(puzzle.puzzle, this.picker.method(), MOST, running.signal);
      if (running.signal.aborted) return;
      this.replay = new Replay(trace);
      this.tree?.canvas.leave();
      this.tree = new Tree(this.replay, mini, (node) => this.pick(node));
      const fit = make('button', { type: 'button', class: 'fit', onclick: () => this.tree?.release() }, 'Fit');
      this.treeBox.replaceChildren(this.tree.canvas.element, fit, this.legend());
      this.note.textContent = trace.sentence;
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

  legend() {
    return make('ul', { class: 'legend' }, ...[['now', 'in hand'], ['taken', 'expanded'], ['open', 'frontier'], ['pruned', 'pruned'], ['way', 'path, solution']]
      .map(([kind, words]) => make('li', {}, make('span', { class: `dot ${kind}`, 'aria-hidden': 'true' }), words)));
  }

  /** @param {number} node */
  pick(node) {
    const taken = this.replay?.taken[node] ?? -1;
    this.hooks.onjump(taken >= 0 ? taken : (this.replay?.born[node] ?? 0));
  }

  /** @param {number} wanted */
  seek(wanted) {
    const { replay, tree } = this;
    if (!replay || !tree) {
      for (const box of [this.phase, this.tally, this.nodeBox, this.pathBox, this.openBox, this.closedBox]) box.replaceChildren();
      return;
    }
    const step = Math.min(wanted, replay.length);
    this.step = step;
    const lists = replay.at(step);
    tree.show(step, lists);
    this.showTally(step, lists);
    this.showNode(step, lists);
    this.showList(this.openBox, 'OPEN', 'open', lists.open, lists);
    this.showList(this.closedBox, 'CLOSED', 'closed', lists.closed, lists);
  }

  /** @param {number} step @param {import('./replay.js').Lists} lists */
  showTally(step, lists) {
    const { trace } = /** @type {Replay} */ (this.replay);
    const generated = trace.steps.slice(0, step).reduce((sum, { successors }) => sum + successors.length, 0);
    const { bound, phase } = trace.steps[Math.max(step - 1, 0)] ?? { bound: null, phase: null };
    this.phase.textContent = phase === null ? '' : trace.phases[phase];
    const rows = [['step', `${step} / ${trace.steps.length}`], ['generated', number(generated)], ['open', number(lists.open.length)], ['closed', number(lists.closed.length)]];
    if (bound !== null && step > 0) rows.push(['bound', String(bound)]);
    this.tally.replaceChildren(...rows.map(([name, value]) => make('div', {}, make('dt', {}, name), make('dd', {}, value))));
  }

  /** @param {number} step @param {import('./replay.js').Lists} lists */
  showNode(step, lists) {
    const replay = /** @type {Replay} */ (this.replay);
    const current = replay.current(step);
    if (current < 0) {
      this.nodeBox.replaceChildren(make('p', { class: 'hush' }, 'Nothing is taken yet. Step on.'));
      this.pathBox.replaceChildren();
      return;
    }
    const made = replay.trace.steps[step - 1].successors;
    this.nodeBox.replaceChildren(this.card(current, lists, 'now'),
      make('div', { class: 'made' }, make('h3', {}, made.length > 0 ? 'Successors' : replay.onSolution.has(current) && step === replay.length ? 'The goal' : 'No successors'),
        make('ul', {}, ...made.map(({ node, fate }) => make('li', { class: fate }, this.card(node, lists), make('span', {}, fate))))));
    const path = replay.path(current, lists);
    const nearest = path.slice(-NEAREST);
    const left = path.length - nearest.length;
    this.pathBox.replaceChildren(left > 0 ? make('li', { class: 'left' }, `${number(left)} before`) : '',
      ...nearest.map((node) => make('li', {}, this.board(node), make('span', {}, replay.trace.nodes[node].words || 'start'))));
    this.pathBox.scrollLeft = this.pathBox.scrollWidth;
  }

  /** @param {number} node */
  board(node) {
    const { trace } = /** @type {Replay} */ (this.replay);
    const { state } = trace.nodes[node];
    return /** @type {Mini} */ (this.mini).element(trace.states[state], trace.texts[state]);
  }

  /** @param {number} node @param {import('./replay.js').Lists} lists @param {string} [kind] */
  card(node, lists, kind = '') {
    const { trace } = /** @type {Replay} */ (this.replay);
    const { g: first, h, state } = trace.nodes[node];
    const g = lists.costs.get(node) ?? first;
    return make('div', { class: `node ${kind}`, 'data-state': trace.texts[state], 'data-f': g + h, 'data-g': g, 'data-h': h },
      this.board(node), make('span', { class: 'fgh' }, make('b', {}, `f ${g + h}`), ` g ${g} h ${h}`));
  }

  /**
   * @param {any} box
   * @param {string} title
   * @param {'open' | 'closed'} which
   * @param {number[]} nodes
   * @param {import('./replay.js').Lists} lists
   */
  showList(box, title, which, nodes, lists) {
    const shown = nodes.slice(0, this.more[which]);
    const rest = nodes.length - shown.length;
    box.replaceChildren(
      make('h3', {}, title, make('span', { class: 'count' }, number(nodes.length))),
      make('ol', { 'data-list': which }, ...shown.map((node) => make('li', {}, this.card(node, lists)))),
      rest > 0 ? make('button', { type: 'button', class: 'more', onclick: () => {
        this.more[which] += 200;
        this.seek(this.step);
      } }, `${number(rest)} more`) : '');
  }
}
