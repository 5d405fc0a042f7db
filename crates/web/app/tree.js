// The tree of a search as it grows: boards while they fit, dots when they do not.
import { Canvas } from './canvas.js';
import { Layout } from './layout.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('./replay.js').Lists} Lists
 * @typedef {import('./mini.js').Mini} Mini
 * @typedef {Record<'taken' | 'open' | 'pruned' | 'accent' | 'paper' | 'floor' | 'soft' | 'ink', string>} Inks
 */

/** The widest place of a node, in points, and the narrowest board that can be read. */
const WIDEST = 92;
const SMALLEST = 24;
/** The room for the figures below a board. */
const CAPTION = 16;
/** The size of the type of these figures. */
const SMALL = 11;
/** A path of more levels is not shown as a whole. */
const LONG = 12;
/** The second of two nodes of a level is not drawn if fewer points lie between them. */
const SIGHT = 1.2;
/** Dots of a smaller radius are squares. */
const SPECK = 2.2;

const INKS = { taken: '--taken', open: '--open', pruned: '--bad', accent: '--accent', paper: '--card', floor: '--floor', soft: '--soft', ink: '--ink' };

/** The tree on the screen. */
export class Tree {
  /**
   * @param {Replay} replay
   * @param {Mini} mini
   * @param {{onpick: (node: number) => void, onpoint: (node: number, x: number, y: number) => void}} hooks
   */
  constructor(replay, mini, hooks) {
    this.replay = replay;
    this.mini = mini;
    this.step = 0;
    this.layout = new Layout(replay.trace.nodes.length);
    /** The nodes that are there, at the front of the room for all. */
    this.room = new Int32Array(replay.trace.nodes.length);
    this.members = this.room.subarray(0, 0);
    /** The parents as they are at this step: a node that is reached on a cheaper way has another one. */
    this.parents = replay.parents.slice();
    /** @type {Set<number>} the nodes on the path to the current one */
    this.path = new Set();
    /** Where the last node of a level was drawn. */
    this.drawn = new Float64Array(0);
    /** The last step at which a node was seen in OPEN. */
    this.opened = new Int32Array(replay.trace.nodes.length).fill(-1);
    /** How much taller than wide a unit is. */
    this.rise = 1;
    /** How much larger than usual the type is. */
    this.zoom = 1;
    /** The width of a board; 0 for dots. */
    this.board = 0;
    /** Whether a board has its whole sum below it, and not f alone. */
    this.wide = false;
    /** Whether the current node is followed, instead of showing the whole. */
    this.following = false;
    /** The node that somebody points at. */
    this.pointed = -1;
    this.canvas = new Canvas('The search tree', (pen, width, height) => this.paint(pen, width, height));
    this.canvas.onclick = (x, y) => {
      const node = this.hit(x, y);
      if (node >= 0) hooks.onpick(node);
    };
    this.canvas.onhover = (x, y) => {
      const node = this.hit(x, y);
      if (node !== this.pointed) hooks.onpoint(node, ...this.screen(Math.max(node, 0)));
    };
    this.canvas.onresize = () => {
      // Large type wants large boards.
      this.zoom = Math.max(parseFloat(getComputedStyle(document.documentElement).fontSize) / 16, 1);
      this.fit();
    };
  }

  /** @param {number} step @param {Lists} lists */
  show(step, lists) {
    const { replay } = this;
    const { born, taken, pruned, trees } = replay;
    this.step = step;
    this.lists = lists;
    for (const node of lists.open) this.opened[node] = step;
    this.current = replay.current(step);
    this.path.clear();
    for (const node of this.current >= 0 ? replay.path(this.current, lists) : []) this.path.add(node);
    this.parents.set(replay.parents);
    lists.parents.forEach((parent, node) => {
      this.parents[node] = parent;
    });
    const tree = replay.tree(step);
    let [count, expanded, cut] = [0, 0, 0];
    for (let node = 0; node < born.length; node += 1) {
      if (born[node] > step || trees[node] !== tree) continue;
      this.room[count] = node;
      count += 1;
      if (taken[node] >= 0 && taken[node] <= step) expanded += 1;
      cut += pruned[node];
    }
    this.members = this.room.subarray(0, count);
    this.layout.byLevels(this.members, this.parents);
    this.layout.place(this.members, this.parents);
    this.canvas.element.setAttribute('aria-label', `The search tree: ${count === 1 ? '1 node' : `${count} nodes`}, ${expanded} expanded, ${cut} pruned`);
    this.fit();
    this.canvas.request();
  }

  /** @param {number} node marks it; -1 marks none */
  point(node) {
    if (this.pointed === node) return;
    this.pointed = node;
    this.canvas.request();
  }

  /** @param {boolean} following */
  follow(following) {
    this.following = following;
    this.canvas.held = false;
    this.fit();
    this.canvas.request();
  }

  /** Looks at all that is there so far, or at the current node and what is around it. */
  fit() {
    const { width, height } = this.canvas.size;
    if (width === 0 || this.canvas.held) return;
    const { x, y, left, right, bottom } = this.layout;
    const shape = this.mini.rows / this.mini.cols;
    const [widest, caption] = [WIDEST * this.zoom, CAPTION * this.zoom];
    const current = this.current ?? -1;
    const path = right === left && bottom > LONG;
    let [across, down] = [(width - 24) / (right - left + 1), (height - 16) / (bottom + 1)];
    if ((this.following || path) && current >= 0) [across, down] = [widest, widest * Math.max(shape, 1)];
    across = Math.min(across, widest);
    this.board = Math.min(across * 0.8, (down - caption - 14) / shape, 58 * this.zoom);
    if (this.board < SMALLEST) this.board = 0;
    const most = this.board > 0 ? this.board * shape + caption + 30 : 44;
    this.rise = Math.min(down, most) / across;
    const middle = this.following || path ? { x: x[current], y: y[current] + (this.following ? 0.3 : -0.3) } : { x: (left + right) / 2, y: bottom / 2 };
    this.canvas.look({ x: middle.x, y: middle.y * this.rise, scale: across });
  }

  /** How places of the layout become points of the canvas. */
  lens() {
    const [left, top] = this.canvas.project(0, 0);
    const { scale } = this.canvas.camera;
    return { left, top, across: scale, down: scale * this.rise };
  }

  /** @param {number} node @returns {[number, number]} */
  screen(node) {
    return this.canvas.project(this.layout.x[node], this.layout.y[node] * this.rise);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} width
   * @param {number} height
   */
  paint(pen, width, height) {
    const { canvas } = this;
    if (!this.lists) return;
    const ink = /** @type {Inks} */ (canvas.colours(INKS));
    // Somebody who has moved the camera sees boards where they are large enough.
    const board = canvas.held ? Math.min(canvas.camera.scale * 0.8, 120) : this.board;
    const boards = board >= SMALLEST;
    const radius = Math.min(Math.max(canvas.camera.scale * 0.3, 1.6), 7);
    this.paintEdges(pen, ink);
    this.wide = boards && this.fits(pen);
    const drawn = this.undrawn();
    // A pair of numbers for each node would be much to throw away, sixty times a second.
    const { left, top, across, down } = this.lens();
    for (let at = 0; at < this.members.length; at += 1) {
      const node = this.members[at];
      const x = left + this.layout.x[node] * across;
      const y = top + this.layout.y[node] * down;
      if (x < -60 || y < -60 || x > width + 60 || y > height + 60) continue;
      const special = node === this.current || this.bright(node);
      const level = this.layout.y[node];
      if (!special && Math.abs(x - drawn[level]) < SIGHT) continue;
      drawn[level] = x;
      if (boards) this.paintBoard(pen, node, x, y, board, ink);
      else this.paintDot(pen, node, x, y, radius, ink);
    }
    if (this.pointed >= 0 && this.replay.born[this.pointed] <= this.step) {
      const [x, y] = this.screen(this.pointed);
      pen.beginPath();
      pen.arc(x, y, boards ? board * 0.8 : radius + 5, 0, 7);
      pen.strokeStyle = ink.ink;
      pen.lineWidth = 2;
      pen.stroke();
    }
  }

  /** @param {number} node whether it is on the path to the current node, or at the end on the solution */
  bright(node) {
    return this.path.has(node) || (this.step >= this.replay.length && this.replay.onSolution.has(node));
  }

  /** @returns {Float64Array} for each level where its last node was drawn: nowhere yet */
  undrawn() {
    const { bottom } = this.layout;
    if (this.drawn.length <= bottom) this.drawn = new Float64Array(2 * bottom + 1);
    return this.drawn.fill(-1e9);
  }

  /** @param {CanvasRenderingContext2D} pen whether there is room for the whole sum below every board */
  fits(pen) {
    pen.font = `700 ${SMALL * this.zoom}px system-ui, sans-serif`;
    return pen.measureText('00 = 00 + 00').width + 4 <= this.canvas.camera.scale;
  }

  /** @param {CanvasRenderingContext2D} pen @param {Inks} ink */
  paintEdges(pen, ink) {
    const { parents } = this;
    const { scale } = this.canvas.camera;
    const { left, top, across, down } = this.lens();
    const { x: columns, y: rows } = this.layout;
    const many = this.members.length > 1500;
    for (const strong of [false, true]) {
      const drawn = this.undrawn();
      pen.beginPath();
      for (let at = 0; at < this.members.length; at += 1) {
        const node = this.members[at];
        const parent = parents[node];
        if (parent < 0 || this.bright(node) !== strong) continue;
        const level = rows[node];
        const x = left + columns[node] * across;
        const y = top + level * down;
        if (!strong && Math.abs(x - drawn[level]) < SIGHT) continue;
        drawn[level] = x;
        const px = left + columns[parent] * across;
        const py = top + rows[parent] * down;
        pen.moveTo(px, py);
        if (many) pen.lineTo(x, y);
        else pen.bezierCurveTo(px, (py + y) / 2, x, (py + y) / 2, x, y);
      }
      pen.strokeStyle = strong ? ink.accent : ink.taken;
      pen.globalAlpha = strong ? 1 : 0.55;
      pen.lineWidth = strong ? Math.min(Math.max(scale * 0.05, 1.6), 3) : Math.min(Math.max(scale * 0.03, 0.6), 1.5);
      pen.stroke();
      pen.globalAlpha = 1;
    }
  }

  /** @param {number} node */
  isOpen(node) {
    return this.opened[node] === this.step;
  }

  /** @param {number} node */
  isTaken(node) {
    const { taken } = this.replay;
    return taken[node] >= 0 && taken[node] <= this.step;
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} node
   * @param {number} x
   * @param {number} y
   * @param {number} size
   * @param {Inks} ink
   */
  paintBoard(pen, node, x, y, size, ink) {
    const { replay, mini } = this;
    const { nodes, states } = replay.trace;
    const pruned = Boolean(replay.pruned[node]);
    const high = (size * mini.rows) / mini.cols;
    const small = SMALL * this.zoom;
    const top = y - (CAPTION * this.zoom) / 2;
    pen.globalAlpha = pruned ? 0.35 : 1;
    const here = node === this.current;
    mini.paint(pen, states[nodes[node].state], x, top, size, here ? ink.accent : this.bright(node) ? ink.soft : ink.floor, ink.paper);
    pen.globalAlpha = 1;
    if (this.isOpen(node) || pruned) {
      pen.strokeStyle = pruned ? ink.pruned : ink.open;
      pen.lineWidth = 2;
      pen.setLineDash(pruned ? [4, 3] : []);
      // The frames of two nodes side by side do not meet.
      const gap = Math.min(Math.max((this.canvas.camera.scale - size) / 2 - 1.5, 1), 4);
      pen.strokeRect(x - size / 2 - gap, top - high / 2 - gap, size + 2 * gap, high + 2 * gap);
      pen.setLineDash([]);
    }
    const [g, { h }] = [this.lists ? replay.cost(node, this.lists) : 0, nodes[node]];
    const words = replay.informed ? (this.wide ? `${g + h} = ${g} + ${h}` : `${g + h}`) : `${g}`;
    pen.font = `${here ? 700 : 500} ${small}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'top';
    const wide = pen.measureText(words).width;
    pen.fillStyle = ink.paper;
    pen.fillRect(x - wide / 2 - 2, top + high / 2 + 5, wide + 4, small + 2);
    pen.fillStyle = pruned ? ink.pruned : here ? ink.accent : ink.ink;
    pen.fillText(words, x, top + high / 2 + 6);
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} node
   * @param {number} x
   * @param {number} y
   * @param {number} radius
   * @param {Inks} ink
   */
  paintDot(pen, node, x, y, radius, ink) {
    const here = node === this.current;
    if (this.replay.pruned[node]) {
      pen.beginPath();
      const r = radius * 0.7;
      pen.moveTo(x - r, y - r);
      pen.lineTo(x + r, y + r);
      pen.moveTo(x + r, y - r);
      pen.lineTo(x - r, y + r);
      pen.strokeStyle = ink.pruned;
      pen.lineWidth = Math.max(radius * 0.35, 0.8);
      pen.stroke();
      return;
    }
    const open = this.isOpen(node) || !this.isTaken(node);
    if (radius < SPECK && !here && !this.bright(node)) {
      // So small a circle looks like a square, which takes a tenth of the time.
      pen.fillStyle = open ? ink.open : ink.taken;
      pen.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
      if (!open) return;
      pen.fillStyle = ink.paper;
      pen.fillRect(x - radius + 1, y - radius + 1, 2 * radius - 2, 2 * radius - 2);
      return;
    }
    pen.beginPath();
    pen.arc(x, y, here ? Math.max(radius * 1.5, 4) : radius, 0, 7);
    pen.fillStyle = here || (this.step >= this.replay.length && this.bright(node)) ? ink.accent : open ? ink.paper : ink.taken;
    pen.fill();
    if (open || here) {
      pen.strokeStyle = here ? ink.accent : ink.open;
      pen.lineWidth = Math.max(radius * 0.4, 1);
      pen.stroke();
    }
  }

  /** @param {number} px @param {number} py @returns {number} the node there, or -1 */
  hit(px, py) {
    let best = -1;
    let least = this.board > 0 ? this.board * 0.8 : 14;
    for (const node of this.members) {
      const [x, y] = this.screen(node);
      const off = Math.hypot(px - x, py - y);
      if (off < least) {
        least = off;
        best = node;
      }
    }
    return best;
  }
}
