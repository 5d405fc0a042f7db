// Somebody's moves, compared with the best: how far the goal is from every point, and where moves were lost.
import { draw, make } from './shared/dom.js';
import { count } from './count.js';
import * as engine from './engine.js';
import { moves } from './numbers.js';

/**
 * @typedef {import('./engine.js').Motion} Motion
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {{done: number, made: number, left: number | null}} Point after `done` motions: the moves made, and those to go if they are known
 */

/** Seconds for the shortest solution from one point. */
const PATIENCE = 20;

/** What is found out, as it is found out. */
export class Review {
  /**
   * @param {PuzzleText} puzzle at the start
   * @param {Motion[]} motions
   * @param {string[]} metrics in which moves can be counted, that of the puzzle first
   * @param {(done: number) => void} onjump
   * @param {import('./engine.js').Scene} scene at the start
   */
  constructor(puzzle, motions, metrics, onjump, scene) {
    this.puzzle = puzzle;
    this.motions = motions;
    this.metric = metrics[0];
    this.onjump = onjump;
    this.scene = scene;
    this.running = new AbortController();
    /** @type {Point[]} */
    this.points = [];
    const counts = metrics.map((metric) => `${count(motions, metric, scene)}${metrics.length > 1 ? ` (${metric})` : ''}`);
    this.verdict = make('p', { class: 'verdict', role: 'status' }, 'Looking at every move…');
    this.curve = draw('svg', { class: 'curve', viewBox: '0 0 300 80', preserveAspectRatio: 'none', role: 'img', 'aria-label': 'Moves to go after each move' });
    this.losses = make('ul', { class: 'losses', 'aria-label': 'Where moves were lost' });
    this.element = make('section', { class: 'review', 'aria-label': 'Analysis' },
      make('p', {}, `Your moves: ${counts.join(', ')}.`), this.verdict, this.curve, this.losses);
  }

  leave() {
    this.running.abort();
  }

  /** Looks at one point after the other. A shortest solution from one of them tells of all that follow it. */
  async run() {
    const { signal } = this.running;
    try {
      let now = await engine.describe(this.puzzle, signal);
      for (let done = 0; done <= this.motions.length; done += 1) {
        if (done > 0) now = await engine.move(now.puzzle, this.motions[done - 1]);
        const made = count(this.motions.slice(0, done), this.metric, this.scene);
        // What follows a motion within one move belongs to that move.
        if (done < this.motions.length && count(this.motions.slice(0, done + 1), this.metric, this.scene) === made) continue;
        const answer = now.solved ? null : await engine.guide(now, PATIENCE, signal);
        if (signal.aborted) return;
        const left = answer === null ? 0 : answer.cost === answer.lower_bound ? answer.cost : null;
        this.points.push({ done, made, left });
        this.tell(done === this.motions.length);
      }
    } catch (error) {
      if (!signal.aborted) this.verdict.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {number} at of a point @returns {number | null} the moves that were lost on the way to it from the point before */
  lost(at) {
    const [before, after] = [this.points[at - 1], this.points[at]];
    return before.left === null || after.left === null ? null : after.left + after.made - before.made - before.left;
  }

  /** @param {boolean} complete */
  tell(complete) {
    const { points } = this;
    /** @type {{from: number, to: number, lost: number}[]} runs of moves that each lost some */
    const runs = [];
    let unknown = points[0].left === null;
    for (let at = 1; at < points.length; at += 1) {
      const lost = this.lost(at);
      unknown ||= lost === null;
      const last = runs.at(-1);
      if (!lost) continue;
      if (last?.to === at - 1) Object.assign(last, { to: at, lost: last.lost + lost });
      else runs.push({ from: at, to: at, lost });
    }
    const sum = runs.reduce((all, { lost }) => all + lost, 0);
    const seen = complete ? '' : ` in the first ${moves(points[points.length - 1].made)}`;
    this.verdict.textContent = sum === 0 ? `No move was lost${seen}${complete && !unknown ? ': this is a shortest solution' : ''}.`
      : `${moves(sum)} more than needed${seen}.`;
    if (unknown) this.verdict.append(' From some points the shortest solution was not found in time.');
    this.losses.replaceChildren(...runs.map(({ from, to, lost }) => make('li', {},
      make('button', { type: 'button', onclick: () => this.onjump(points[from - 1].done) },
        from === to ? `Move ${points[to].made}` : `Moves ${points[from - 1].made + 1} to ${points[to].made}`, `: ${lost} lost`))));
    this.draw(runs);
  }

  /** @param {{from: number, to: number}[]} runs */
  draw(runs) {
    const { points, motions } = this;
    const top = Math.max(...points.map(({ left }) => left ?? 0), 1);
    /** @param {Point} point */
    const x = ({ done }) => 4 + (292 * done) / Math.max(motions.length, 1);
    const known = points.filter(({ left }) => left !== null);
    this.curve.replaceChildren(
      ...runs.map(({ from, to }) => draw('rect', { class: 'loss', x: x(points[from - 1]), y: 2, width: Math.max(x(points[to]) - x(points[from - 1]), 1.5), height: 76 })),
      draw('polyline', { class: 'line', points: known.map((point) => `${x(point).toFixed(1)} ${(76 - (70 * Number(point.left)) / top).toFixed(1)}`).join(' '), 'vector-effect': 'non-scaling-stroke' }));
  }
}
