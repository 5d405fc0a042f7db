// Space: how many positions there are at each distance, and how they hang together.
import { make } from './shared/dom.js';
import { Board } from './shared/board.js';
import { Offer } from './command.js';
import * as engine from './engine.js';
import { GraphView } from './graph.js';
import { histogram } from './histogram.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./main.js').App} App
 */

/** Positions of a graph that is drawn. */
const DRAWN = 30_000;

/** The view of a whole space. */
export class Space {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.running = new AbortController();
    this.note = make('p', { class: 'note', role: 'status' });
    this.counts = make('div', { class: 'counts' });
    this.graphBox = make('div', { class: 'graph' });
    this.offer = new Offer('enumerate');
    this.element = make('div', { class: 'space' }, this.note, this.counts, this.offer.element, this.graphBox);
  }

  leave() {
    this.running.abort();
    this.offer.stop();
    this.graph?.canvas.leave();
  }

  /** @param {Puzzle} puzzle */
  async show(puzzle) {
    this.puzzle = puzzle;
    const running = new AbortController();
    this.running = running;
    this.offer.begin(puzzle);
    this.note.textContent = 'Looking at all positions that can be reached…';
    this.element.setAttribute('aria-busy', 'true');
    try {
      const space = await engine.survey(puzzle.puzzle, DRAWN, running.signal);
      if (!running.signal.aborted) this.present(puzzle, space);
    } catch (error) {
      if (running.signal.aborted) return;
      this.offer.fail(puzzle, error);
      this.note.className = 'note bad';
      this.note.textContent = error instanceof Error ? error.message : String(error);
    } finally {
      this.element.removeAttribute('aria-busy');
    }
  }

  /** @param {Puzzle} puzzle @param {import('./engine.js').Space} space */
  present(puzzle, space) {
    const total = space.from_start.reduce((sum, count) => sum + count, 0);
    const most = `There are more than ${total.toLocaleString('en')} positions`;
    const nearest = space.to_goal ? `${most}. From here only the nearest are counted; the distances to the goal come from a saved table.` : `${most}; only the nearest are counted.`;
    this.note.textContent = space.complete ? '' : nearest;
    if (space.complete && space.to_goal === null) this.note.textContent = 'No goal can be reached from here.';
    this.counts.replaceChildren(
      space.to_goal ? histogram(space.to_goal, space.distance, 'distance to the goal') : '',
      histogram(space.from_start, null, 'distance from here', space.complete));
    this.offer.end(puzzle, space.complete || space.to_goal !== null);
    if (!space.graph) {
      if (space.complete) this.graphBox.replaceChildren(make('p', { class: 'hush' }, `The graph of ${total.toLocaleString('en')} positions is too large to be drawn.`));
      return;
    }
    const { graph } = space;
    this.graph = new GraphView(graph, (node) => this.pick(puzzle, graph, node));
    this.side = make('div', { class: 'chosen' });
    this.graphBox.replaceChildren(make('figure', { class: 'panel' },
      make('figcaption', {}, make('strong', {}, `${graph.states.length.toLocaleString('en')} positions, ${graph.edges.length.toLocaleString('en')} moves`),
        make('ul', { class: 'legend' }, ...[['here', 'here'], ['goal', 'goal'], ['picked', 'picked']].map(([kind, words]) => make('li', {}, make('span', { class: `dot ${kind}`, 'aria-hidden': 'true' }), words)))),
      make('div', { class: 'pair' }, this.graph.canvas.element, this.side)));
    this.pick(puzzle, graph, 0);
  }

  /** @param {Puzzle} puzzle @param {import('./engine.js').Graph} graph @param {number} node */
  async pick(puzzle, graph, node) {
    try {
      const there = await engine.describe({ ...puzzle.puzzle, at: graph.states[node] });
      const depth = graph.depths[node];
      this.side.replaceChildren(new Board(there.scene).element,
        make('p', {}, node === 0 ? 'You are here.' : `${depth} ${depth === 1 ? 'move' : 'moves'} from here.`, there.solved ? ' A goal.' : ''),
        node === 0 ? '' : make('button', { type: 'button', onclick: () => this.app.open(there.puzzle) }, 'Go there'),
        make('p', { class: 'hush' }, 'Drag to turn, scroll to zoom, click a position.'));
    } catch (error) {
      this.side.replaceChildren(make('p', { class: 'note bad' }, error instanceof Error ? error.message : String(error)));
    }
  }
}
