// 'Which node is next?': a question before a step, with the engine's own answer.
import { make } from './shared/dom.js';
import { hide } from './words.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('./replay.js').Lists} Lists
 * @typedef {import('./cards.js').Cards} Cards
 */

/** The most nodes to choose from. */
const CHOICES = 12;

/** The question on the screen. */
export class Quiz {
  /** @param {() => void} onright */
  constructor(onright) {
    this.onright = onright;
    /** The last step that has been answered for. */
    this.reached = 0;
    /** Answers that were right at once, and all questions. */
    this.score = [0, 0];
    this.tries = 0;
    /** The step that is asked for. */
    this.asked = -1;
    this.choices = make('ol', { class: 'choices' });
    this.verdict = make('p', { class: 'verdict', role: 'status' });
    this.tell = make('button', { type: 'button', hidden: true, onclick: () => this.answered(false) }, 'Show me');
    this.tally = make('span', { class: 'hush' });
    this.element = make('section', { class: 'list quiz', hidden: true }, make('h2', {}, 'Which node is taken next?'), this.choices, this.verdict, make('div', { class: 'row' }, this.tell, this.tally));
  }

  /** @param {number} step where the questions begin */
  begin(step) {
    this.reached = step;
    this.score = [0, 0];
    this.verdict.textContent = '';
    this.asked = -1;
  }

  hide() {
    hide(this.element, true);
  }

  /** Reminds of the question. */
  nudge() {
    this.verdict.textContent = 'Pick a node first.';
    this.choices.querySelector('button')?.focus();
  }

  /**
   * How far one may go: to the first step that has a question still open.
   * @param {Replay} replay
   */
  limit(replay) {
    while (this.reached < replay.length && !Quiz.isQuestion(replay, this.reached)) this.reached += 1;
    return this.reached;
  }

  /** @param {Replay} replay @param {number} step whether there is a choice before the next step */
  static isQuestion(replay, step) {
    const next = replay.trace.steps[step]?.node ?? -1;
    const { open } = replay.at(step);
    return open.length > 1 && open.includes(next);
  }

  /**
   * Asks, unless this step has been answered for.
   * @param {Replay} replay
   * @param {number} step
   * @param {Lists} lists
   * @param {Cards} cards
   */
  ask(replay, step, lists, cards) {
    if (step < this.limit(replay) || step >= replay.length) return false;
    this.element.hidden = false;
    if (this.asked === step) return true;
    this.asked = step;
    this.tries = 0;
    this.tell.hidden = true;
    const right = replay.trace.steps[step].node;
    this.right = { node: right, why: replay.trace.steps[step].why };
    const first = lists.open.slice(0, CHOICES);
    const nodes = first.includes(right) ? first : [...first.slice(1), right];
    // In the order in which they were made, which says nothing of the order in which they are taken.
    this.choices.replaceChildren(...nodes.sort((a, b) => a - b).map((node) => make('li', {},
      make('button', { type: 'button', 'data-node': node, onclick: () => this.choose(replay, node, lists) }, cards.card(node, lists)))));
    this.tally.textContent = this.score[1] > 0 ? `${this.score[0]} of ${this.score[1]} right at once` : '';
    return true;
  }

  /** @param {Replay} replay @param {number} node @param {Lists} lists */
  choose(replay, node, lists) {
    if (node === this.right?.node) {
      this.answered(this.tries === 0);
      return;
    }
    this.tries += 1;
    this.tell.hidden = false;
    this.choices.querySelector(`[data-node="${node}"]`)?.setAttribute('disabled', '');
    const [name, mine, best] = this.compare(replay, node, lists);
    if (name && mine > best) this.verdict.textContent = `Not this one: its ${name} is ${mine}, and a smaller one is open.`;
    else if (name) this.verdict.textContent = `Not this one: its ${name} is as small as any, but among equals another comes first.`;
    else this.verdict.textContent = 'Not this one: another comes first in the list.';
  }

  /**
   * What the search compares, of a node and of the right one.
   * @param {Replay} replay
   * @param {number} node
   * @param {Lists} lists
   * @returns {[string, number, number]}
   */
  compare(replay, node, lists) {
    const { algorithm, nodes } = replay.trace;
    /** @type {Record<string, [string, number, number]>} */
    const weights = { 'a-star': ['f', 1, 1], 'uniform-cost': ['g', 1, 0], greedy: ['h', 0, 1] };
    const [name, g, h] = weights[algorithm] ?? ['', 0, 0];
    /** @param {number} other */
    const key = (other) => g * replay.cost(other, lists) + h * nodes[other].h;
    return [name, key(node), key(this.right?.node ?? node)];
  }

  /** @param {boolean} atOnce */
  answered(atOnce) {
    this.score = [this.score[0] + (atOnce ? 1 : 0), this.score[1] + 1];
    this.verdict.textContent = `${atOnce ? 'Right' : 'It was this one'}: ${this.right?.why}.`;
    this.reached += 1;
    this.onright();
  }
}
