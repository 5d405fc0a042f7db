// The tree of a search as it grows: taken, on the frontier, pruned, on the solution.
import { Canvas } from './canvas.js';

/**
 * @typedef {import('./replay.js').Replay} Replay
 * @typedef {import('./replay.js').Lists} Lists
 * @typedef {import('./mini.js').Mini} Mini
 * @typedef {{places: Map<number, [number, number]>, order: number[]}} Layout
 */

/** Widths between leaves and heights between levels, in units. */
const WIDE = 1;
const HIGH = 1.6;
/** A path of more levels is not shown as a whole. */
const LONG = 12;

/** The tree on the screen. */
export class Tree {
  /**
   * @param {Replay} replay
   * @param {Mini} mini
   * @param {(node: number) => void} onpick
   */
  constructor(replay, mini, onpick) {
    this.replay = replay;
    this.mini = mini;
    this.step = 0;
    /** How much taller than wide a unit is, so that wide trees fill their frame. */
    this.rise = 1;
    /** @type {Map<number, Layout>} */
    this.layouts = new Map();
    this.canvas = new Canvas('The search tree', (pen, width, height) => this.paint(pen, width, height));
    this.canvas.onclick = (x, y) => {
      const node = this.hit(x, y);
      if (node >= 0) onpick(node);
    };
    this.canvas.onresize = () => this.fit();
  }

  /**
   * Where the nodes of a tree go: leaves side by side, parents above the middle of their children.
   * @param {number} tree
   * @returns {Layout}
   */
  layout(tree) {
    const known = this.layouts.get(tree);
    if (known) return known;
    const { nodes } = this.replay.trace;
    /** @type {Map<number, number[]>} */
    const children = new Map();
    /** @type {number[]} */
    const roots = [];
    nodes.forEach((node, index) => {
      if (node.tree !== tree) return;
      if (node.parent === null) roots.push(index);
      else children.set(node.parent, [...(children.get(node.parent) ?? []), index]);
    });
    /** @type {Map<number, [number, number]>} */
    const places = new Map();
    let leaf = 0;
    for (const root of roots) {
      /** @type {[number, number, boolean][]} */
      const stack = [[root, 0, false]];
      while (stack.length > 0) {
        const [node, depth, left] = /** @type {[number, number, boolean]} */ (stack.pop());
        const below = children.get(node) ?? [];
        if (below.length === 0) {
          places.set(node, [leaf * WIDE, depth * HIGH]);
          leaf += 1;
        } else if (left) {
          const across = below.map((child) => /** @type {[number, number]} */ (places.get(child))[0]);
          places.set(node, [(Math.min(...across) + Math.max(...across)) / 2, depth * HIGH]);
        } else {
          stack.push([node, depth, true]);
          for (const child of [...below].reverse()) stack.push([child, depth + 1, false]);
        }
      }
      leaf += 1;
    }
    const layout = { places, order: [...places.keys()].sort((a, b) => a - b) };
    this.layouts.set(tree, layout);
    return layout;
  }

  /** @param {number} step @param {Lists} lists */
  show(step, lists) {
    this.step = step;
    this.lists = lists;
    this.open = new Set(lists.open);
    const current = this.replay.current(step);
    this.path = new Set(current >= 0 ? this.replay.path(current, lists) : []);
    const { born, taken, pruned } = this.replay;
    const { order } = this.layout(this.replay.tree(step));
    const there = order.filter((node) => born[node] <= step);
    const expanded = there.filter((node) => taken[node] >= 0 && taken[node] <= step).length;
    const cut = there.filter((node) => pruned[node]).length;
    this.canvas.element.setAttribute('aria-label', `The search tree: ${there.length} nodes, ${expanded} expanded, ${cut} pruned`);
    this.fit();
    this.canvas.request();
  }

  /** Looks at all that is there so far. */
  fit() {
    const { places, order } = this.layout(this.replay.tree(this.step));
    let [left, right, bottom] = [0, 0, 0];
    let first = true;
    for (const node of order) {
      if (this.replay.born[node] > this.step) continue;
      const [x, y] = places.get(node) ?? [0, 0];
      left = first ? x : Math.min(left, x);
      right = first ? x : Math.max(right, x);
      bottom = Math.max(bottom, y);
      first = false;
    }
    const { width, height } = this.canvas.size;
    if (width === 0) return;
    if (this.canvas.held) return;
    const current = this.replay.current(this.step);
    if (right === left && bottom > LONG * HIGH && current >= 0) {
      // What is but a path is followed: as a whole it would be a mere line.
      this.rise = 1;
      this.canvas.look({ x: left, y: (places.get(current) ?? [0, 0])[1] - HIGH / 2, scale: 74 });
      return;
    }
    const across = (width - 96) / Math.max(right - left, 0.001);
    const down = (height - 96) / Math.max(bottom, 0.001);
    const scale = Math.min(across, down, 74);
    this.rise = Math.max(1, Math.min(down, 38) / scale);
    this.canvas.look({ x: (left + right) / 2, y: (bottom / 2) * this.rise, scale });
  }

  /**
   * @param {Map<number, [number, number]>} places
   * @param {number} node
   */
  screen(places, node) {
    const [x, y] = places.get(node) ?? [0, 0];
    return this.canvas.project(x, y * this.rise);
  }

  release() {
    this.canvas.held = false;
    this.fit();
    this.canvas.request();
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} width
   * @param {number} height
   */
  paint(pen, width, height) {
    const { replay, canvas, step, lists } = this;
    if (!lists) return;
    const { places, order } = this.layout(replay.tree(step));
    const { nodes, states } = replay.trace;
    const ink = { taken: canvas.colour('--taken'), open: canvas.colour('--open'), pruned: canvas.colour('--bad'), accent: canvas.colour('--accent'), paper: canvas.colour('--card'), floor: canvas.colour('--floor'), soft: canvas.colour('--soft') };
    const { scale } = canvas.camera;
    const boards = scale > 40;
    const radius = Math.min(Math.max(scale * 0.3, 2), 9);
    const ended = step >= replay.length;
    const current = replay.current(step);
    /** @param {number} node */
    const alive = (node) => replay.born[node] <= step;
    /** @param {number} node */
    const bright = (node) => (ended && replay.onSolution.has(node)) || this.path?.has(node);
    for (const strong of [false, true]) {
      pen.beginPath();
      for (const node of order) {
        const parent = lists.parents.get(node) ?? nodes[node].parent;
        if (!alive(node) || parent === null || bright(node) !== strong || !places.has(parent)) continue;
        const [x, y] = this.screen(places, node);
        const [px, py] = this.screen(places, parent);
        pen.moveTo(px, py);
        pen.bezierCurveTo(px, (py + y) / 2, x, (py + y) / 2, x, y);
      }
      pen.strokeStyle = strong ? ink.accent : ink.taken;
      pen.globalAlpha = strong ? 1 : 0.45;
      pen.lineWidth = strong ? Math.min(Math.max(scale * 0.08, 1.6), 4) : Math.min(Math.max(scale * 0.03, 0.6), 1.5);
      pen.stroke();
      pen.globalAlpha = 1;
    }
    for (const node of order) {
      if (!alive(node)) continue;
      const [x, y] = this.screen(places, node);
      if (x < -40 || y < -40 || x > width + 40 || y > height + 40) continue;
      const taken = replay.taken[node] >= 0 && replay.taken[node] <= step;
      const open = this.open?.has(node) || (!taken && !replay.pruned[node]);
      if (boards) {
        const size = Math.min(scale * 0.72, 58);
        pen.globalAlpha = replay.pruned[node] ? 0.4 : 1;
        this.mini.paint(pen, states[nodes[node].state], x, y, size, node === current ? ink.accent : bright(node) ? ink.soft : ink.floor);
        pen.globalAlpha = 1;
        const high = (size * this.mini.rows) / this.mini.cols;
        if (open) {
          pen.strokeStyle = ink.open;
          pen.lineWidth = 2.5;
          pen.strokeRect(x - size / 2 - 4, y - high / 2 - 4, size + 8, high + 8);
        }
        continue;
      }
      pen.beginPath();
      if (replay.pruned[node]) {
        const r = radius * 0.7;
        pen.moveTo(x - r, y - r);
        pen.lineTo(x + r, y + r);
        pen.moveTo(x + r, y - r);
        pen.lineTo(x - r, y + r);
        pen.strokeStyle = ink.pruned;
        pen.lineWidth = Math.max(radius * 0.35, 0.8);
        pen.stroke();
        continue;
      }
      pen.arc(x, y, node === current ? radius * 1.5 : radius, 0, 7);
      pen.fillStyle = node === current || (ended && bright(node)) ? ink.accent : open ? ink.paper : ink.taken;
      pen.fill();
      if (open || node === current) {
        pen.strokeStyle = node === current ? ink.accent : ink.open;
        pen.lineWidth = Math.max(radius * 0.4, 1);
        pen.stroke();
      }
    }
  }

  /** @param {number} px @param {number} py */
  hit(px, py) {
    const { places, order } = this.layout(this.replay.tree(this.step));
    let best = -1;
    let least = 26;
    for (const node of order) {
      if (this.replay.born[node] > this.step) continue;
      const [x, y] = this.screen(places, node);
      const off = Math.hypot(px - x, py - y);
      if (off < least) {
        least = off;
        best = node;
      }
    }
    return best;
  }
}
