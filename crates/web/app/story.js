// What happened in a step and why, in the engine's own words.
import { make } from './shared/dom.js';
import { Items } from './items.js';
import { say, tell } from './words.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('./replay.js').Lists} Lists
 * @typedef {import('./cards.js').Cards} Cards
 */

/** The current node, and the sentences about it and its successors. */
export class Story {
  /** @param {(step: number) => void} onjump */
  constructor(onjump) {
    this.said = make('p', { class: 'said' });
    this.hand = make('div', { class: 'hand' });
    this.made = make('ul', { class: 'made', tabindex: 0, 'aria-label': 'Successors' });
    this.end = make('p', { class: 'end' });
    this.element = make('div', { class: 'current' }, this.hand, make('div', { class: 'telling' }, this.said, this.made, this.end));
    // Steps that are named can be gone to.
    this.element.addEventListener('click', (/** @type {Event} */ event) => {
      const step = /** @type {Element} */ (event.target).closest('.link')?.textContent?.match(/\d+/);
      if (step) onjump(Number(step[0]));
    });
    this.quiet(false);
  }

  /** @param {boolean} quiet a running search is not read out step by step */
  quiet(quiet) {
    this.said.setAttribute('aria-live', quiet ? 'off' : 'polite');
  }

  clear() {
    this.rows?.clear();
    for (const part of [this.said, this.hand, this.end]) part.replaceChildren();
  }

  /** @param {Cards} cards of another search */
  begin(cards) {
    this.clear();
    this.hand.append(cards.blank('now', 6.6));
    this.rows = new Items(this.made, () => make('li', {}, cards.mini.ground(2.3), make('span')));
  }

  /**
   * @param {Replay} replay
   * @param {number} step
   * @param {Lists} lists
   * @param {Cards} cards
   * @param {number} most successors that are shown
   */
  show(replay, step, lists, cards, most) {
    const { trace } = replay;
    const node = replay.current(step);
    if (node < 0) {
      this.clear();
      this.said.textContent = 'There is nothing to search.';
      return;
    }
    cards.fill(this.hand.firstChild, node, lists);
    const { why, successors } = trace.steps[step - 1] ?? { why: '', successors: [] };
    if (step === 0) {
      tell(this.said, `The ${replay.words(node)}. `, `Nothing has been taken yet; ${replay.figures(node, lists)}.`);
    } else {
      tell(this.said, `Step ${step} takes this node: `, `${why}.`);
    }
    // A depth-first search goes on with the nodes above when it has done with one.
    const { g: depth } = trace.nodes[node];
    /** @param {number} g */
    const from = (g) => (replay.bounds.length > 0 && g <= depth ? `back at depth ${g - 1}, ` : '');
    this.rows?.show(successors.length > most ? successors.slice(0, most) : successors, (row, place) => {
      const { node: child, fate, words, why: reason, g } = successors[place];
      row.className = fate;
      row.dataset.node = child;
      cards.board(row.firstChild, child);
      tell(row.lastChild, `${from(g)}${words}: `, reason);
    });
    say(this.end, step === replay.length && step > 0 ? trace.end ?? '' : '');
  }
}
