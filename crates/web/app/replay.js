// A recorded search at any of its steps, forwards and backwards.

/**
 * @typedef {import('./engine.js').Trace} Trace
 * @typedef {import('./engine.js').TraceNode} TraceNode
 */

/** Steps between two lists that are kept whole. */
const KEY = 40;
/** @typedef {{open: number[], closed: number[], parents: Map<number, number>, costs: Map<number, number>}} Lists */

/** A search that can be stepped through. Step 0 is before the first node is taken. */
export class Replay {
  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    const count = trace.nodes.length;
    /** The step in which a node was made, and the one in which it was first taken. */
    this.born = new Int32Array(count).fill(0);
    this.taken = new Int32Array(count).fill(-1);
    this.pruned = new Uint8Array(count);
    trace.steps.forEach((step, index) => {
      if (this.taken[step.node] < 0) this.taken[step.node] = index + 1;
      for (const { node, fate } of step.successors) {
        if ((fate === 'opened' || fate === 'pruned') && this.born[node] === 0) this.born[node] = index + 1;
        if (fate === 'pruned') this.pruned[node] = 1;
      }
    });
    trace.nodes.forEach((node, index) => {
      // A root is there when its tree begins, not before.
      if (node.parent === null) this.born[index] = Math.max(this.taken[index], 0);
    });
    this.onSolution = new Set(trace.solution);
    /** @type {Lists[]} */
    this.keys = [];
    let lists = this.empty();
    this.keys.push(lists);
    trace.steps.forEach((_, index) => {
      lists = this.advance(lists, index);
      if ((index + 1) % KEY === 0) this.keys.push(lists);
    });
    this.memo = { step: 0, lists: this.keys[0] };
  }

  get length() {
    return this.trace.steps.length;
  }

  /** @returns {Lists} */
  empty() {
    const first = this.trace.steps[0];
    return { open: first ? [first.node] : [], closed: [], parents: new Map(), costs: new Map() };
  }

  /**
   * The lists after one more step.
   * @param {Lists} before
   * @param {number} index
   * @returns {Lists}
   */
  advance(before, index) {
    const step = this.trace.steps[index];
    const fresh = this.trace.nodes[step.node].parent === null && index > 0 && this.trace.nodes[step.node].tree !== this.trace.nodes[this.trace.steps[index - 1].node].tree;
    const from = fresh ? { ...this.empty(), open: [step.node] } : before;
    let open;
    if ('all' in step.open) open = step.open.all;
    else {
      const out = new Set([...step.open.edit.out, step.node]);
      open = from.open.filter((node) => !out.has(node));
      for (const [place, node] of step.open.edit.put) open.splice(place, 0, node);
    }
    let { closed, parents, costs } = from;
    if (step.closed) closed = [...closed.filter((node) => node !== step.node), step.node];
    for (const { node, fate, g } of step.successors) {
      if (fate !== 'improved' && fate !== 'reopened') continue;
      parents = new Map(parents).set(node, step.node);
      costs = new Map(costs).set(node, g);
      if (fate === 'reopened') closed = closed.filter((other) => other !== node);
    }
    return { open, closed, parents, costs };
  }

  /**
   * The lists after `step` steps.
   * @param {number} step
   * @returns {Lists}
   */
  at(step) {
    let from = Math.floor(step / KEY) * KEY;
    let lists = this.keys[from / KEY];
    if (this.memo.step <= step && this.memo.step > from) ({ step: from, lists } = this.memo);
    for (let index = from; index < step; index += 1) lists = this.advance(lists, index);
    this.memo = { step, lists };
    return lists;
  }

  /** @param {number} step @returns {number} the node taken in this step, or -1 */
  current(step) {
    return step > 0 ? this.trace.steps[step - 1].node : -1;
  }

  /** @param {number} step @returns {number} the tree that grows at this step */
  tree(step) {
    const node = step > 0 ? this.current(step) : this.trace.steps[0]?.node;
    return node === undefined ? 0 : this.trace.nodes[node].tree;
  }

  /**
   * From the root to a node, as the parents are at this moment.
   * @param {number} node
   * @param {Lists} lists
   */
  path(node, lists) {
    const path = [];
    for (let at = /** @type {number | null} */ (node); at !== null && at >= 0 && path.length < 10_000; ) {
      path.unshift(at);
      at = lists.parents.get(at) ?? this.trace.nodes[at].parent;
    }
    return path;
  }
}
