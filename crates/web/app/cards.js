// Nodes as cards: a board and its figures. A list of them draws only what has changed.
import { make } from './shared/dom.js';
import { number } from './numbers.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('./replay.js').Lists} Lists
 * @typedef {import('./mini.js').Mini} Mini
 * @typedef {{onpoint: (node: number) => void, onpick: (node: number) => void}} Hooks
 */

/** Cards of a list that are shown before somebody asks for more, and those that are kept at hand. */
const SOME = 20;
const KEPT = 60;

/**
 * Makes these the children of an element, and touches only those that come, go or move.
 * @param {Element} parent
 * @param {Element[]} wanted
 */
export function patch(parent, wanted) {
  const set = new Set(wanted);
  for (const child of [...parent.children]) if (!set.has(child)) child.remove();
  wanted.forEach((child, place) => {
    if (parent.children[place] !== child) parent.insertBefore(child, parent.children[place] ?? null);
  });
  return set;
}

/** Makes the cards of a search. */
export class Cards {
  /** @param {Replay} replay @param {Mini} mini */
  constructor(replay, mini) {
    this.replay = replay;
    this.mini = mini;
  }

  /** @param {number} node */
  board(node) {
    const { trace } = this.replay;
    const { state } = trace.nodes[node];
    return this.mini.element(trace.states[state], trace.texts[state]);
  }

  /** @param {number} node @param {Lists} lists @param {string} [kind] */
  card(node, lists, kind = '') {
    const { trace, informed } = this.replay;
    const [g, { h, state }] = [this.replay.cost(node, lists), trace.nodes[node]];
    const figures = informed ? [make('b', {}, `f ${g + h}`), ` = ${g} + ${h}`] : [make('b', {}, `g ${g}`)];
    return make('div', { class: `node ${kind}`, 'data-node': node, 'data-state': trace.texts[state], 'data-f': g + h, 'data-g': g, 'data-h': h },
      this.board(node), make('span', { class: 'fgh' }, ...figures));
  }
}

/** One list of nodes. */
export class CardList {
  /**
   * @param {string} title
   * @param {string} which its name for programs
   * @param {Hooks} hooks
   */
  constructor(title, which, hooks) {
    this.most = SOME;
    /** How many nodes the list is said to have. */
    this.length = -1;
    /** @type {Map<string, any>} the cards that were made */
    this.made = new Map();
    this.title = make('span', {}, title);
    this.count = make('span', { class: 'count' });
    this.ol = make('ol', { 'data-list': which, tabindex: 0, 'aria-label': title });
    this.more = make('button', { type: 'button', class: 'more', hidden: true, onclick: () => {
      this.most += 200;
      this.again?.();
    } }, 'more');
    this.element = make('section', { class: 'list' }, make('h2', {}, this.title, this.count), this.ol, this.more);
    /** @param {Event} event */
    const node = (event) => Number(/** @type {Element} */ (event.target).closest('[data-node]')?.getAttribute('data-node') ?? -1);
    this.ol.addEventListener('pointerover', (/** @type {Event} */ event) => hooks.onpoint(node(event)));
    this.ol.addEventListener('pointerleave', () => hooks.onpoint(-1));
    this.ol.addEventListener('click', (/** @type {Event} */ event) => {
      if (node(event) >= 0) hooks.onpick(node(event));
    });
  }

  /** Forgets the cards of another search. */
  clear() {
    this.made.clear();
    this.ol.replaceChildren();
    this.most = SOME;
  }

  /**
   * @param {number[]} nodes
   * @param {Lists} lists
   * @param {Cards} cards
   */
  show(nodes, lists, cards) {
    this.again = () => this.show(nodes, lists, cards);
    const wanted = nodes.slice(0, this.most).map((node) => this.item(node, lists, cards));
    const set = patch(this.ol, wanted);
    if (this.length !== nodes.length) {
      this.length = nodes.length;
      this.count.textContent = number(nodes.length);
    }
    const rest = nodes.length - wanted.length;
    this.more.hidden = rest === 0;
    if (rest > 0) this.more.textContent = `${number(rest)} more`;
    if (this.made.size > KEPT + this.most) this.made = new Map([...this.made].filter(([, item]) => set.has(item)));
  }

  /** @param {number} node @param {Lists} lists @param {Cards} cards */
  item(node, lists, cards) {
    const key = `${node} ${cards.replay.cost(node, lists)}`;
    const known = this.made.get(key);
    if (known) return known;
    const item = make('li', {}, cards.card(node, lists));
    this.made.set(key, item);
    return item;
  }

  /** @param {number} node that somebody points at elsewhere */
  point(node) {
    this.ol.querySelector('.pointed')?.classList.remove('pointed');
    if (node >= 0) this.ol.querySelector(`[data-node="${node}"]`)?.classList.add('pointed');
  }
}
