// The state graph of a small space, turned by hand.
import { Canvas } from './canvas.js';
import { embed } from './embed.js';
import { isDark } from './theme.js';

/** @typedef {import('./engine.js').Graph} Graph */

/** Colours from the start to the farthest positions. */
const SHADES = 24;

/** The drawing. */
export class GraphView {
  /**
   * @param {Graph} graph
   * @param {(node: number) => void} onpick
   */
  constructor(graph, onpick) {
    this.graph = graph;
    this.goals = new Set(graph.goals);
    this.places = embed(graph.states.length, graph.edges);
    this.turn = [0.45, -0.3];
    this.picked = 0;
    /** @type {number[]} the positions of a game, one after the other */
    this.trail = [];
    const deepest = Math.max(...graph.depths.slice(-1), 1);
    /** @type {number[]} the shade of every node */
    this.shades = graph.depths.map((depth) => Math.min(SHADES - 1, Math.floor((depth / (deepest + 1)) * SHADES)));
    this.flat = new Float32Array(graph.states.length * 2);
    this.canvas = new Canvas(`The state graph: ${graph.states.length} positions, ${graph.edges.length} moves`, (pen, width, height) => this.paint(pen, width, height));
    this.canvas.ondrag = (dx, dy) => {
      this.turn[0] += dx * 0.008;
      this.turn[1] = Math.min(Math.max(this.turn[1] + dy * 0.008, -1.55), 1.55);
      this.canvas.request();
    };
    this.canvas.onclick = (x, y) => {
      const node = this.hit(x, y);
      if (node < 0) return;
      this.picked = node;
      onpick(node);
      this.canvas.request();
    };
    this.canvas.element.tabIndex = 0;
    this.canvas.element.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowLeft: [-15, 0], ArrowRight: [15, 0], ArrowUp: [0, -15], ArrowDown: [0, 15] }[event.key];
      if (by) this.canvas.ondrag(by[0], by[1]);
      else if (event.key === '+') this.canvas.zoom(1.2);
      else if (event.key === '-') this.canvas.zoom(1 / 1.2);
      else return;
      event.preventDefault();
    });
  }

  /** @param {number} node where the game has come to */
  walk(node) {
    this.picked = node;
    // Steps back are taken off the way again.
    if (this.trail[this.trail.length - 2] === node) this.trail.pop();
    else if (this.trail[this.trail.length - 1] !== node) this.trail.push(node);
    this.canvas.request();
  }

  /** @param {number} width @param {number} height */
  project(width, height) {
    const [ca, sa, cb, sb] = [Math.cos(this.turn[0]), Math.sin(this.turn[0]), Math.cos(this.turn[1]), Math.sin(this.turn[1])];
    const scale = (Math.min(width, height) / 2 - 12) * 1.12 * this.canvas.camera.scale;
    const { places, flat } = this;
    for (let node = 0; node < flat.length / 2; node += 1) {
      const [x, y, z] = [places[node * 3], places[node * 3 + 1], places[node * 3 + 2]];
      const across = x * ca + z * sa;
      const deep = z * ca - x * sa;
      flat[node * 2] = width / 2 + across * scale;
      flat[node * 2 + 1] = height / 2 + (y * cb + deep * sb) * scale;
    }
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} width @param {number} height */
  paint(pen, width, height) {
    this.project(width, height);
    const { graph, flat, shades, canvas } = this;
    const dark = isDark();
    /** @param {number} shade @param {number} alpha */
    const colour = (shade, alpha) => `oklch(${dark ? 0.78 : 0.62} 0.14 ${85 - (shade / SHADES) * 150} / ${alpha})`;
    const many = graph.states.length;
    const alpha = many > 8000 ? 0.22 : many > 1500 ? 0.4 : 0.65;
    pen.lineWidth = many > 8000 ? 0.6 : many > 1500 ? 0.8 : 1.2;
    for (let shade = 0; shade < SHADES; shade += 1) {
      pen.beginPath();
      for (const [a, b] of graph.edges) {
        if (shades[a] !== shade) continue;
        pen.moveTo(flat[a * 2], flat[a * 2 + 1]);
        pen.lineTo(flat[b * 2], flat[b * 2 + 1]);
      }
      pen.strokeStyle = colour(shade, alpha);
      pen.stroke();
    }
    if (many <= 4000) {
      const radius = many > 800 ? 1.6 : many > 150 ? 2.6 : 4;
      for (let node = 0; node < many; node += 1) {
        pen.beginPath();
        pen.arc(flat[node * 2], flat[node * 2 + 1], radius, 0, 7);
        pen.fillStyle = colour(shades[node], 1);
        pen.fill();
      }
    }
    pen.beginPath();
    for (const node of this.trail) pen.lineTo(flat[node * 2], flat[node * 2 + 1]);
    pen.strokeStyle = canvas.colour('--accent');
    pen.lineWidth = 2.5;
    pen.stroke();
    const good = canvas.colour('--good');
    pen.globalAlpha = graph.goals.length > 60 ? 0.5 : 1;
    for (const node of graph.goals) this.dot(pen, node, graph.goals.length > 60 ? 1.4 : 5, good);
    pen.globalAlpha = 1;
    this.dot(pen, 0, 6, canvas.colour('--ink'));
    if (this.picked !== 0) this.dot(pen, this.picked, 6, canvas.colour('--accent'));
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} node @param {number} radius @param {string} colour */
  dot(pen, node, radius, colour) {
    pen.beginPath();
    pen.arc(this.flat[node * 2], this.flat[node * 2 + 1], radius, 0, 7);
    pen.fillStyle = colour;
    pen.fill();
    if (radius < 4) return;
    pen.strokeStyle = this.canvas.colour('--card');
    pen.lineWidth = 2;
    pen.stroke();
  }

  /** @param {number} x @param {number} y */
  hit(x, y) {
    let best = -1;
    let least = 18;
    for (let node = 0; node < this.flat.length / 2; node += 1) {
      const off = Math.hypot(this.flat[node * 2] - x, this.flat[node * 2 + 1] - y);
      if (off < least) {
        least = off;
        best = node;
      }
    }
    return best;
  }
}
