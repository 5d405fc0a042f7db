// Small boards: a state as coloured cells.
import { make } from './shared/dom.js';
import { colour } from './theme.js';

/**
 * @typedef {import('./engine.js').Scene} Scene
 * @typedef {{x: number, y: number, w: number, h: number}} Part a rectangle, in hundredths of a cell
 */

/** A cell, the gap around a piece, and how round its corners are. */
const CELL = 100;
const GAP = 6;
const ROUND = 14;
/** The edge of the ground around the cells, in cells. */
const EDGE = 0.1;
/** The smallest cell in which a label can be read, in points. */
const READABLE = 6;

/**
 * A piece as rectangles from its first cell: one where that is its form, else as many as cover it without a seam.
 * @param {number[][]} shape
 * @returns {Part[]}
 */
function cover(shape) {
  const [first] = shape.toSorted(([row, col], [otherRow, otherCol]) => row - otherRow || col - otherCol);
  const own = shape.map(([row, col]) => [row - first[0], col - first[1]]);
  /** @param {number} row @param {number} col @param {number} high @param {number} wide */
  const part = (row, col, high, wide) => ({ x: col * CELL + GAP, y: row * CELL + GAP, w: wide * CELL - 2 * GAP, h: high * CELL - 2 * GAP });
  const [rows, columns] = [own.map(([row]) => row), own.map(([, col]) => col)];
  const left = Math.min(...columns);
  const [high, wide] = [Math.max(...rows) + 1, Math.max(...columns) - left + 1];
  if (high * wide === own.length) return [part(0, left, high, wide)];
  /** @param {number} row @param {number} col */
  const has = (row, col) => own.some(([r, c]) => r === row && c === col);
  return own.flatMap(([row, col]) => {
    const [right, below] = [has(row, col + 1), has(row + 1, col)];
    const both = right && below && has(row + 1, col + 1);
    return [part(row, col, 1, right ? 2 : 1), ...(below ? [part(row, col, 2, both ? 2 : 1)] : [])];
  });
}

/** How one puzzle's states are drawn small. */
export class Mini {
  /** @param {Scene} scene */
  constructor(scene) {
    this.rows = scene.rows;
    this.cols = scene.cols;
    this.pieces = scene.pieces.map((piece) => ({ label: piece.label, colour: /** @type {any} */ (piece).colour, parts: cover(piece.shape) }));
    this.labels = scene.pieces.every((piece) => piece.shape.length === 1);
    this.type = this.pieces.some(({ label }) => label.length > 1) ? 0.52 : 0.62;
    /** @type {{ground: string, wall: string} | undefined} the colours of the theme, once they are known */
    this.inks = undefined;
    /** The pieces that have been met in a state. */
    this.met = new Uint8Array(this.pieces.length);
    this.walls = new Set(/** @type {any} */ (scene).walls?.map((/** @type {[number, number]} */ [row, col]) => row * scene.cols + col) ?? []);
  }

  /**
   * Visits every piece of a state and the first of its cells.
   * @param {number[]} cells
   * @param {(piece: number, row: number, col: number) => void} visit
   */
  each(cells, visit) {
    const { met } = this;
    met.fill(0);
    for (let cell = 0; cell < cells.length; cell += 1) {
      const piece = cells[cell];
      if (piece < 0 || met[piece]) continue;
      met[piece] = 1;
      visit(piece, Math.floor(cell / this.cols), cell % this.cols);
    }
  }

  /**
   * A board without pieces, for `fill`. It is painted: a browser makes styles and layouts for a drawing of elements whenever
   * it changes, and in a running search a third of its garbage was that.
   * @param {number} rems how wide it is shown
   * @returns {HTMLCanvasElement}
   */
  ground(rems) {
    const points = rems * parseFloat(getComputedStyle(document.documentElement).fontSize);
    const width = Math.round(points * Math.min(devicePixelRatio || 1, 2));
    return make('canvas', { class: 'mini', role: 'img', width, height: Math.round((width * (this.rows + 2 * EDGE)) / (this.cols + 2 * EDGE)) });
  }

  /**
   * Puts the pieces of a state on a board.
   * @param {HTMLCanvasElement} canvas
   * @param {number[]} cells
   * @param {string} text for screen readers
   */
  fill(canvas, cells, text) {
    // In the memory of the page: many small canvases are nothing for a graphics card.
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    this.inks ??= { ground: colour('--floor'), wall: colour('--card') };
    canvas.setAttribute('aria-label', text);
    const { width, height } = canvas;
    // What was there would shine through at the edge.
    pen?.clearRect(0, 0, width, height);
    if (pen) this.paint(pen, cells, width / 2, height / 2, (width * this.cols) / (this.cols + 2 * EDGE), this.inks.ground, this.inks.wall);
  }

  /**
   * A state on a canvas, `width` wide around (`x`, `y`).
   * @param {CanvasRenderingContext2D} pen
   * @param {number[]} cells
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {string} ground
   * @param {string} wall
   */
  paint(pen, cells, x, y, width, ground, wall) {
    const unit = width / this.cols;
    const height = unit * this.rows;
    const [left, top] = [x - width / 2, y - height / 2];
    pen.fillStyle = ground;
    pen.beginPath();
    pen.roundRect(left - unit * EDGE, top - unit * EDGE, width + 2 * unit * EDGE, height + 2 * unit * EDGE, 2 * unit * EDGE);
    pen.fill();
    pen.fillStyle = wall;
    for (const cell of this.walls) pen.fillRect(left + (cell % this.cols) * unit - 0.3, top + Math.floor(cell / this.cols) * unit - 0.3, unit + 0.6, unit + 0.6);
    const scale = unit / CELL;
    this.each(cells, (piece, row, col) => {
      const { colour, parts } = this.pieces[piece];
      pen.fillStyle = colour;
      for (const part of parts) {
        pen.beginPath();
        pen.roundRect(left + col * unit + part.x * scale, top + row * unit + part.y * scale, part.w * scale, part.h * scale, ROUND * scale);
        pen.fill();
      }
    });
    if (!this.labels || unit < READABLE) return;
    pen.fillStyle = 'rgb(40 20 20 / 88%)';
    pen.font = `600 ${unit * this.type}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    cells.forEach((piece, cell) => {
      if (piece >= 0) pen.fillText(this.pieces[piece].label, left + ((cell % this.cols) + 0.5) * unit, top + (Math.floor(cell / this.cols) + 0.54) * unit);
    });
  }
}
