// Dragging a piece: it follows the pointer as far as the others let it.

/** @typedef {import('./shared/board.js').Place} Place */

/** @param {Place} place */
const key = ([row, col]) => `${row},${col}`;

/** The places that a piece can be dragged to, as changes from where it is. */
export class Room {
  /** @param {Place[][]} paths the ways to every place within reach */
  constructor(paths) {
    /** @type {Map<string, {by: Place, path: Place[]}>} */
    this.places = new Map([['0,0', { by: [0, 0], path: [] }]]);
    /** Whether the piece may leave the ground. */
    this.flies = false;
    for (const path of paths) {
      /** @type {Place} */
      const by = [0, 0];
      for (const [row, col] of path) {
        by[0] += row;
        by[1] += col;
        if (Math.abs(row) + Math.abs(col) > 1) this.flies = true;
      }
      this.places.set(key(by), { by, path });
    }
  }

  /**
   * Whether a piece may be at a place between cells: all cells around it must be within reach.
   * @param {Place} place
   */
  free([row, col]) {
    for (const r of new Set([Math.floor(row), Math.ceil(row)])) {
      for (const c of new Set([Math.floor(col), Math.ceil(col)])) {
        if (!this.places.has(key([r, c]))) return false;
      }
    }
    return true;
  }

  /**
   * Where a piece at `from` gets to when it is pulled towards `to`.
   * @param {Place} from
   * @param {Place} to
   * @returns {Place}
   */
  pull(from, to) {
    if (this.flies) return to;
    const SMALL = 0.08;
    /** @type {Place} */
    let at = [from[0], from[1]];
    for (let guard = 0; guard < 400; guard += 1) {
      const before = at;
      for (const axis of [0, 1]) at = this.nudge(at, to, axis, SMALL);
      if (before[0] === at[0] && before[1] === at[1]) break;
    }
    return at;
  }

  /**
   * One small step along an axis; into line with a gap, where that is what blocks the way.
   * @param {Place} at
   * @param {Place} to
   * @param {number} axis
   * @param {number} small
   * @returns {Place}
   */
  nudge(at, to, axis, small) {
    const way = Math.max(-small, Math.min(small, to[axis] - at[axis]));
    if (Math.abs(way) < 1e-6) return at;
    /** @type {Place} */
    const next = [at[0], at[1]];
    next[axis] += way;
    if (Math.abs(next[axis] - Math.round(next[axis])) < 1e-6) next[axis] = Math.round(next[axis]);
    if (this.free(next)) return next;
    // Stop exactly at the cell rather than a little before it.
    /** @type {Place} */
    const edge = [at[0], at[1]];
    edge[axis] = way > 0 ? Math.ceil(at[axis] - 1e-9) : Math.floor(at[axis] + 1e-9);
    if (Math.abs(edge[axis] - at[axis]) > 1e-6 && Math.abs(edge[axis] - at[axis]) <= small && this.free(edge)) return edge;
    const other = 1 - axis;
    const line = Math.round(at[other]);
    const off = line - at[other];
    if (Math.abs(off) < 1e-6 || Math.abs(off) > 0.42 || Math.abs(to[axis] - at[axis]) < Math.abs(to[other] - line)) return at;
    /** @type {Place} */
    const lined = [next[0], next[1]];
    lined[other] = line;
    if (!this.free(lined)) return at;
    /** @type {Place} */
    const slid = [at[0], at[1]];
    slid[other] += Math.max(-small, Math.min(small, off));
    return this.free(slid) ? slid : at;
  }

  /**
   * The place nearest to where a piece was let go.
   * @param {Place} at
   */
  settle(at) {
    let best = { by: /** @type {Place} */ ([0, 0]), path: /** @type {Place[]} */ ([]) };
    let least = Infinity;
    for (const place of this.places.values()) {
      const off = (place.by[0] - at[0]) ** 2 + (place.by[1] - at[1]) ** 2;
      if (off < least) {
        least = off;
        best = place;
      }
    }
    return best;
  }
}
