// Where the nodes of a tree go: as narrow as can be, every parent above the middle of its children.
//
// C. Buchheim, M. Jünger, S. Leipert, "Improving Walker's algorithm to run in linear time" (2002). The nodes come level
// by level, so that going through them backwards meets children before parents and nothing recurs.

/** The layout of as many nodes as there will ever be. */
export class Layout {
  /** @param {number} count */
  constructor(count) {
    /** The places: across in widths of a node, down in levels. */
    this.x = new Float64Array(count);
    this.y = new Int32Array(count);
    this.first = new Int32Array(count);
    this.last = new Int32Array(count);
    this.next = new Int32Array(count);
    this.before = new Int32Array(count);
    this.thread = new Int32Array(count);
    this.ancestor = new Int32Array(count);
    this.parent = new Int32Array(count);
    this.rank = new Int32Array(count);
    this.middle = new Float64Array(count);
    this.prelim = new Float64Array(count);
    this.mod = new Float64Array(count);
    this.shift = new Float64Array(count);
    this.change = new Float64Array(count);
    this.left = 0;
    this.right = 0;
    this.bottom = 0;
  }

  /**
   * Puts parents before their children, and brothers in the order of their numbers. A node that was given a better
   * parent may have a smaller number than it.
   * @param {Int32Array} members in ascending order, which becomes level by level
   * @param {Int32Array} above the parents of all nodes, -1 where there is none
   */
  byLevels(members, above) {
    const { first, next } = this;
    for (let at = 0; at < members.length; at += 1) first[members[at]] = next[members[at]] = -1;
    let roots = -1;
    for (let at = members.length - 1; at >= 0; at -= 1) {
      const node = members[at];
      const parent = above[node];
      next[node] = parent < 0 ? roots : first[parent];
      if (parent < 0) roots = node;
      else first[parent] = node;
    }
    let count = 0;
    for (let root = roots; root >= 0; root = next[root]) {
      members[count] = root;
      count += 1;
    }
    for (let at = 0; at < count; at += 1) {
      for (let child = first[members[at]]; child >= 0; child = next[child]) {
        members[count] = child;
        count += 1;
      }
    }
  }

  /**
   * Finds the places of these nodes.
   * @param {Int32Array} members parents before their children, as `byLevels` has them
   * @param {Int32Array} above the parents of all nodes, -1 where there is none
   */
  place(members, above) {
    for (let at = 0; at < members.length; at += 1) this.hang(members[at], above[members[at]]);
    for (let at = members.length - 1; at >= 0; at -= 1) this.gather(members[at]);
    this.settle(members);
  }

  /** @param {number} node @param {number} parent */
  hang(node, parent) {
    this.first[node] = this.last[node] = this.next[node] = this.before[node] = this.thread[node] = -1;
    this.middle[node] = this.prelim[node] = this.mod[node] = this.shift[node] = this.change[node] = 0;
    this.ancestor[node] = node;
    this.parent[node] = parent;
    this.rank[node] = 0;
    this.y[node] = 0;
    if (parent < 0) return;
    this.y[node] = this.y[parent] + 1;
    const brother = this.last[parent];
    if (brother < 0) this.first[parent] = node;
    else {
      this.next[brother] = node;
      this.before[node] = brother;
      this.rank[node] = this.rank[brother] + 1;
    }
    this.last[parent] = node;
  }

  /** Sets the subtrees of a node beside each other. @param {number} node */
  gather(node) {
    const { first, last, next, before, prelim, mod, shift, change, middle } = this;
    if (first[node] < 0) return;
    let standard = first[node];
    for (let child = first[node]; child >= 0; child = next[child]) {
      prelim[child] = before[child] < 0 ? middle[child] : prelim[before[child]] + 1;
      mod[child] = prelim[child] - middle[child];
      standard = this.apportion(child, standard);
    }
    let move = 0;
    let more = 0;
    for (let child = last[node]; child >= 0; child = before[child]) {
      prelim[child] += move;
      mod[child] += move;
      more += change[child];
      move += shift[child] + more;
    }
    middle[node] = (prelim[first[node]] + prelim[last[node]]) / 2;
  }

  /** Moves a subtree away from those on its left. @param {number} node @param {number} standard */
  apportion(node, standard) {
    const { first, before, thread, ancestor, parent, rank, prelim, mod, shift, change } = this;
    if (before[node] < 0) return standard;
    // An array to take apart would be garbage for every node of every frame.
    let inner = node;
    let outer = node;
    let left = before[node];
    let far = first[parent[node]];
    let toInner = mod[inner];
    let toOuter = mod[outer];
    let toLeft = mod[left];
    let toFar = mod[far];
    while (this.rightmost(left) >= 0 && this.leftmost(inner) >= 0) {
      left = this.rightmost(left);
      inner = this.leftmost(inner);
      far = this.leftmost(far);
      outer = this.rightmost(outer);
      ancestor[outer] = node;
      const by = prelim[left] + toLeft - (prelim[inner] + toInner) + 1;
      if (by > 0) {
        const from = parent[ancestor[left]] === parent[node] ? ancestor[left] : standard;
        const part = by / (rank[node] - rank[from]);
        change[node] -= part;
        shift[node] += by;
        change[from] += part;
        prelim[node] += by;
        mod[node] += by;
        toInner += by;
        toOuter += by;
      }
      toLeft += mod[left];
      toInner += mod[inner];
      toFar += mod[far];
      toOuter += mod[outer];
    }
    if (this.rightmost(left) >= 0 && this.rightmost(outer) < 0) {
      thread[outer] = this.rightmost(left);
      mod[outer] += toLeft - toOuter;
    }
    if (this.leftmost(inner) >= 0 && this.leftmost(far) < 0) {
      thread[far] = this.leftmost(inner);
      mod[far] += toInner - toFar;
      return node;
    }
    return standard;
  }

  /** @param {number} node */
  leftmost(node) {
    return this.first[node] >= 0 ? this.first[node] : this.thread[node];
  }

  /** @param {number} node */
  rightmost(node) {
    return this.last[node] >= 0 ? this.last[node] : this.thread[node];
  }

  /** Adds up the places from the roots down, one tree right of the other. @param {Int32Array} members */
  settle(members) {
    const { x, y, parent, prelim, mod, shift } = this;
    /** @type {Map<number, {root: number, left: number, right: number}>} */
    const trees = new Map();
    const root = this.ancestor;
    for (let at = 0; at < members.length; at += 1) {
      const node = members[at];
      const above = parent[node];
      // The shifts have done their work; here they hold the sums.
      shift[node] = mod[node] + (above < 0 ? 0 : shift[above]);
      x[node] = above < 0 ? 0 : prelim[node] + shift[above];
      if (above < 0) {
        x[node] = this.middle[node];
        shift[node] = 0;
      }
      root[node] = above < 0 ? node : root[above];
      const tree = trees.get(root[node]);
      if (!tree) trees.set(root[node], { root: node, left: x[node], right: x[node] });
      else {
        tree.left = Math.min(tree.left, x[node]);
        tree.right = Math.max(tree.right, x[node]);
      }
    }
    /** @type {Map<number, number>} */
    const offsets = new Map();
    let right = 0;
    for (const tree of trees.values()) {
      offsets.set(tree.root, right - tree.left);
      right += tree.right - tree.left + 1.5;
    }
    this.left = 0;
    this.right = Math.max(right - 1.5, 0);
    this.bottom = 0;
    for (let at = 0; at < members.length; at += 1) {
      const node = members[at];
      x[node] += offsets.get(root[node]) ?? 0;
      this.bottom = Math.max(this.bottom, y[node]);
    }
  }
}
