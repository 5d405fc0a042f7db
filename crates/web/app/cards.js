// Nodes as cards: a board and its figures. A list of them draws only what has changed.
import { make } from './shared/dom.js';
import { Items } from './items.js';
import { number } from './numbers.js';
import { hide, say } from './words.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('./replay.js').Lists} Lists
 * @typedef {import('./mini.js').Mini} Mini
 * @typedef {{onpoint: (node: number) => void, onpick: (node: number) => void}} Hooks
 */

/** Cards of a list that are shown before somebody asks for more. */
const SOME = 20;
/** More than any path costs. */
const COSTS = 1 << 20;

/** Makes the cards of a search. */
export class Cards {
  /** @param {Replay} replay @param {Mini} mini */
  constructor(replay, mini) {
    this.replay = replay;
    this.mini = mini;
  }

  /** @param {HTMLCanvasElement} board becomes that of a node @param {number} node */
  board(board, node) {
    const { trace } = this.replay;
    const { state } = trace.nodes[node];
    this.mini.fill(board, trace.states[state], trace.texts[state]);
  }

  /** A card for `fill`. @param {string} [kind] @param {number} [rems] how wide its board is */
  blank(kind = '', rems = 4.3) {
    return make('div', { class: `node ${kind}` }, this.mini.ground(rems), make('span', { class: 'fgh' }, make('b', {}, ''), ''));
  }

  /** @param {any} card becomes that of a node @param {number} node @param {Lists} lists */
  fill(card, node, lists) {
    const { trace, informed } = this.replay;
    const [g, { h, state }] = [this.replay.cost(node, lists), trace.nodes[node]];
    const [board, figures] = card.children;
    card.classList.remove('pointed');
    this.board(board, node);
    say(figures.firstChild, informed ? `f ${g + h}` : `g ${g}`);
    figures.lastChild.textContent = informed ? ` = ${g} + ${h}` : '';
    Object.assign(card.dataset, { node, state: trace.texts[state], f: g + h, g, h });
  }

  /** @param {number} node @param {Lists} lists */
  card(node, lists) {
    const card = this.blank();
    this.fill(card, node, lists);
    return card;
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
    /** @type {number[]} the nodes that are shown, and what tells each from the same node with other figures */
    this.wanted = [];
    /** @type {number[]} */
    this.keys = [];
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

  /** @param {Cards} cards of another search */
  begin(cards) {
    this.items?.clear();
    this.items = new Items(this.ol, () => make('li', {}, cards.blank()));
    this.most = SOME;
  }

  /**
   * @param {number[]} nodes
   * @param {Lists} lists
   * @param {Cards} cards
   * @param {boolean} [newest] whether the last ones come first
   */
  show(nodes, lists, cards, newest = false) {
    this.again = () => {
      this.show(nodes, lists, cards, newest);
      this.showCount(nodes);
    };
    const { wanted, keys } = this;
    wanted.length = keys.length = Math.min(nodes.length, this.most);
    for (let place = 0; place < wanted.length; place += 1) {
      const node = nodes[newest ? nodes.length - 1 - place : place];
      wanted[place] = node;
      keys[place] = node * COSTS + cards.replay.cost(node, lists);
    }
    this.items?.show(keys, (item, place) => cards.fill(item.firstChild, wanted[place], lists));
  }

  /** Says how many there are, and how many of them are not shown. @param {number[]} nodes */
  showCount(nodes) {
    say(this.count, number(nodes.length));
    const rest = Math.max(nodes.length - this.most, 0);
    hide(this.more, rest === 0);
    this.ol.classList.toggle('long', rest > 0);
    if (rest > 0) say(this.more, `${number(rest)} more`);
  }

  /** @param {number} node that somebody points at elsewhere */
  point(node) {
    this.ol.querySelector('.pointed')?.classList.remove('pointed');
    if (node >= 0) this.ol.querySelector(`[data-node="${node}"]`)?.classList.add('pointed');
  }
}
