// A recorded search at any of its steps, forwards and backwards.

/**
 * @typedef {import('./engine.js').Trace} Trace
 * @typedef {import('./engine.js').TraceNode} TraceNode
 * @typedef {{opens: Map<number, number[]>, open: number[], closed: number[], parents: Map<number, number>, costs: Map<number, number>}} Lists
 *   OPEN by the root that it grows from, and all of it; CLOSED; parents and costs that have changed since a node was made
 * @typedef {{bound: number, from: number, to: number, next: number | null}} Bound the steps under a bound, and the smallest f beyond it
 */

/** Steps between two lists that are kept whole. */
const KEY = 40;

/** A search that can be stepped through. Step 0 is before the first node is taken. */
export class Replay {
  /** @param {Trace} trace @param {string} start the state that it is about */
  constructor(trace, start) {
    this.trace = trace;
    this.start = start;
    const count = trace.nodes.length;
    /** The step in which a node was made, and the one in which it was first taken. */
    this.born = new Int32Array(count);
    this.taken = new Int32Array(count).fill(-1);
    this.pruned = new Uint8Array(count);
    /** The root above every node: the start, or the goal of a search from both ends. */
    this.roots = new Int32Array(count);
    /** The parent that a node was made by, -1 for none; and its tree. */
    this.parents = Int32Array.from(trace.nodes, ({ parent }) => parent ?? -1);
    this.trees = Int32Array.from(trace.nodes, ({ tree }) => tree);
    /** How many successors were made up to a step. */
    this.made = new Int32Array(trace.steps.length + 1);
    /** @type {Bound[]} */
    this.bounds = [];
    this.onSolution = new Set(trace.solution);
    this.informed = trace.heuristic !== 'none';
    this.scan();
    /** @type {Lists[]} */
    this.keys = [this.planted(this.tree(0))];
    const lists = copy(this.keys[0]);
    trace.steps.forEach((_, index) => {
      this.advance(lists, index);
      if ((index + 1) % KEY === 0) this.keys.push(copy(lists));
    });
    this.memo = { step: 0, lists: copy(this.keys[0]) };
  }

  /** Reads the whole recording once. */
  scan() {
    const { nodes, steps } = this.trace;
    const deepening = /deepening|ida-star/.test(this.trace.algorithm);
    steps.forEach((step, index) => {
      const { node, bound, successors } = step;
      if (this.taken[node] < 0) this.taken[node] = index + 1;
      this.made[index + 1] = this.made[index] + successors.length;
      let last = this.bounds.at(-1);
      if (deepening && bound !== null && last?.bound !== bound) {
        last = { bound, from: index + 1, to: index + 1, next: null };
        this.bounds.push(last);
      }
      if (last) last.to = index + 1;
      for (const { node: made, fate } of successors) {
        if ((fate === 'opened' || fate === 'pruned') && this.born[made] === 0) this.born[made] = index + 1;
        if (fate !== 'pruned') continue;
        this.pruned[made] = 1;
        const f = nodes[made].g + nodes[made].h;
        if (last) last.next = Math.min(last.next ?? f, f);
      }
    });
    const first = this.tree(0);
    nodes.forEach(({ parent, tree }, index) => {
      this.roots[index] = parent === null ? index : this.roots[parent];
      // A root is there when its tree begins; those of the first tree from the beginning.
      if (parent === null) this.born[index] = tree === first ? 0 : Math.max(this.taken[index], 0);
    });
  }

  get length() {
    return this.trace.steps.length;
  }

  /**
   * A tree that nothing has been taken from.
   * @param {number} tree
   * @returns {Lists}
   */
  planted(tree) {
    const roots = this.trace.nodes.flatMap((node, index) => (node.tree === tree && node.parent === null ? [index] : []));
    return { opens: new Map(roots.map((root) => [root, [root]])), open: roots, closed: [], parents: new Map(), costs: new Map() };
  }

  /**
   * Brings lists one step further. They are changed, since new ones for every step of a running search would be most of
   * its garbage.
   * @param {Lists} lists
   * @param {number} index
   */
  advance(lists, index) {
    const { nodes, steps } = this.trace;
    const step = steps[index];
    if (index > 0 && nodes[step.node].tree !== nodes[steps[index - 1].node].tree) Object.assign(lists, this.planted(nodes[step.node].tree));
    const { opens, closed, parents, costs } = lists;
    const root = this.roots[step.node];
    let own = opens.get(root);
    if (!own) opens.set(root, own = []);
    if ('all' in step.open) {
      own.length = 0;
      for (const node of step.open.all) own.push(node);
    } else {
      remove(own, step.node);
      for (const node of step.open.edit.out) remove(own, node);
      for (const [place, node] of step.open.edit.put) insert(own, place, node);
    }
    if (step.closed) {
      remove(closed, step.node);
      closed.push(step.node);
    }
    for (const { node, fate, g } of step.successors) {
      if (fate !== 'improved' && fate !== 'reopened') continue;
      parents.set(node, step.node);
      costs.set(node, g);
      if (fate === 'reopened') remove(closed, node);
    }
    lists.open = opens.size > 1 ? [...opens.values()].flat() : own;
  }

  /**
   * The lists after `step` steps.
   * @param {number} step
   * @param {boolean} [reuse] whether those of the last call are wanted no more and may be changed into these
   * @returns {Lists}
   */
  at(step, reuse = false) {
    const { memo } = this;
    const near = memo.step <= step && step - memo.step < KEY;
    const from = near ? memo.step : Math.floor(step / KEY) * KEY;
    const lists = near && (reuse || memo.step === step) ? memo.lists : copy(near ? memo.lists : this.keys[from / KEY]);
    for (let index = from; index < step; index += 1) this.advance(lists, index);
    this.memo = { step, lists };
    return lists;
  }

  /** @param {number} step @returns {number} the node taken in this step; at first the start */
  current(step) {
    return this.trace.steps[Math.max(step - 1, 0)]?.node ?? -1;
  }

  /** @param {number} step @returns {number} the tree that grows at this step */
  tree(step) {
    const node = this.current(step);
    return node < 0 ? 0 : this.trace.nodes[node].tree;
  }

  /** @param {number} node @returns {string} the move that led to it, or what the root is */
  words(node) {
    const { words, state } = this.trace.nodes[node];
    return words || (this.trace.texts[state] === this.start ? 'start' : 'goal');
  }

  /** @param {number} node @param {Lists} lists */
  cost(node, lists) {
    return lists.costs.get(node) ?? this.trace.nodes[node].g;
  }

  /**
   * What is known of a node in figures: f = g + h, or g where there is no heuristic.
   * @param {number} node
   * @param {Lists} lists
   */
  figures(node, lists) {
    const [g, { h }] = [this.cost(node, lists), this.trace.nodes[node]];
    return this.informed ? `f ${g + h} = ${g} + ${h}` : `g ${g}`;
  }

  /**
   * From the root to a node, as the parents are at this moment.
   * @param {number} node
   * @param {Lists} lists
   */
  path(node, lists) {
    const path = [];
    for (let at = /** @type {number | null} */ (node); at !== null && at >= 0 && path.length < 10_000; ) {
      path.push(at);
      at = lists.parents.get(at) ?? this.trace.nodes[at].parent;
    }
    return path.reverse();
  }
}

/** @param {Lists} lists @returns {Lists} others that are the same */
function copy({ opens, open, closed, parents, costs }) {
  const own = new Map([...opens].map(([root, nodes]) => [root, [...nodes]]));
  return { opens: own, open: own.size === 1 ? [...own.values()][0] : [...open], closed: [...closed], parents: new Map(parents), costs: new Map(costs) };
}

/** @param {number[]} list @param {number} node that it has no more */
function remove(list, node) {
  let kept = 0;
  for (let at = 0; at < list.length; at += 1) {
    if (list[at] === node) continue;
    list[kept] = list[at];
    kept += 1;
  }
  list.length = kept;
}

/** @param {number[]} list @param {number} place @param {number} node that is there from now on */
function insert(list, place, node) {
  list.push(node);
  for (let at = list.length - 1; at > place; at -= 1) list[at] = list[at - 1];
  list[place] = node;
}
