// Where a game is in the graph of its whole space, where that is small enough to be drawn.
import { make } from './shared/dom.js';
import * as engine from './engine.js';
import { GraphView } from './graph.js';
import { moves } from './numbers.js';

/** @typedef {import('./engine.js').Puzzle} Puzzle */

/** Positions of a space that is drawn beside a game. */
const DRAWN = 30_000;

/** A graph that follows the game. It is looked for when somebody opens it. */
export class Locator {
  constructor() {
    this.running = new AbortController();
    /** @type {Map<string, number>} positions by their text */
    this.nodes = new Map();
    this.note = make('p', { class: 'hush' });
    this.box = make('div');
    this.element = make('details', { class: 'locator', ontoggle: () => this.look() }, make('summary', {}, 'Where you are among all positions'), this.note, this.box);
  }

  leave() {
    this.running.abort();
    this.view?.canvas.leave();
  }

  /** @param {Puzzle} puzzle a new game */
  show(puzzle) {
    this.leave();
    this.view = undefined;
    this.nodes = new Map();
    this.box.replaceChildren();
    this.follow(puzzle);
    this.look();
  }

  /** Surveys the space, once it is wanted. */
  async look() {
    const { puzzle } = this;
    if (!this.element.open || this.view || !puzzle) return;
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    this.note.textContent = 'Looking at all positions that can be reached…';
    try {
      const { graph } = await engine.survey(puzzle.puzzle, DRAWN, running.signal);
      if (running.signal.aborted) return;
      if (!graph) {
        this.note.textContent = `There are more than ${DRAWN.toLocaleString('en')} positions, too many to be drawn.`;
        return;
      }
      this.nodes = new Map(graph.states.map((state, node) => [state, node]));
      this.far = toGoal(graph);
      this.view = new GraphView(graph, () => {});
      this.box.replaceChildren(this.view.canvas.element);
      this.follow(/** @type {Puzzle} */ (this.puzzle));
    } catch (error) {
      if (!running.signal.aborted) this.note.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {Puzzle} puzzle the position now */
  follow(puzzle) {
    this.puzzle = puzzle;
    const node = this.nodes.get(puzzle.state);
    if (!this.view || node === undefined || !this.far) return;
    this.view.walk(node);
    const far = this.far[node];
    const most = this.far.reduce((top, one) => Math.max(top, one), 0);
    this.note.textContent = far < 0 ? 'No goal can be reached from here.' : `${far === 0 ? 'At the goal' : `${moves(far)} from the goal`}; the farthest of ${this.far.length.toLocaleString('en')} positions is ${most} away.`;
  }
}

/**
 * How far every position is from the nearest goal, or -1.
 * @param {engine.Graph} graph
 */
function toGoal({ states, edges, goals }) {
  /** @type {number[][]} */
  const next = states.map(() => []);
  for (const [a, b] of edges) {
    next[a].push(b);
    next[b].push(a);
  }
  const far = new Int32Array(states.length).fill(-1);
  const queue = [...goals];
  for (const goal of goals) far[goal] = 0;
  for (let at = 0; at < queue.length; at += 1) {
    for (const node of next[queue[at]]) {
      if (far[node] >= 0) continue;
      far[node] = far[queue[at]] + 1;
      queue.push(node);
    }
  }
  return far;
}
