// Small boards: a state as coloured cells.
import { draw } from './shared/dom.js';

/**
 * @typedef {import('./engine.js').Scene} Scene
 * @typedef {{x: number, y: number, w: number, h: number, outline: string}} Part a rectangle, in hundredths of a cell, and
 *   its path from the left end of its upper edge
 */

/** A cell, the gap around a piece, and how round its corners are: whole numbers make short paths. */
const CELL = 100;
const GAP = 6;
const ROUND = 14;

/**
 * A piece as rectangles from its first cell: one where that is its form, else as many as cover it without a seam.
 * @param {number[][]} shape
 * @returns {Part[]}
 */
function cover(shape) {
  const [first] = shape.toSorted(([row, col], [otherRow, otherCol]) => row - otherRow || col - otherCol);
  const own = shape.map(([row, col]) => [row - first[0], col - first[1]]);
  /** @param {number} row @param {number} col @param {number} high @param {number} wide */
  const part = (row, col, high, wide) => {
    const [w, h, r] = [wide * CELL - 2 * GAP, high * CELL - 2 * GAP, ROUND];
    const [across, down] = [w - 2 * r, h - 2 * r];
    const outline = `h${across}a${r} ${r} 0 0 1 ${r} ${r}v${down}a${r} ${r} 0 0 1-${r} ${r}h-${across}a${r} ${r} 0 0 1-${r}-${r}v-${down}a${r} ${r} 0 0 1 ${r}-${r}z`;
    return { x: col * CELL + GAP, y: row * CELL + GAP, w, h, outline };
  };
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
    this.colours = [...new Set(this.pieces.map(({ colour }) => colour))];
    /** @type {string[]} the path of a piece at a cell, once it has been there */
    this.outlines = [];
    /** The pieces that have been met in a state. */
    this.met = new Uint8Array(this.pieces.length);
    /** The colour of each piece, and the paths of all pieces of a colour. */
    this.kinds = this.pieces.map(({ colour }) => this.colours.indexOf(colour));
    /** @type {string[]} */
    this.paths = [];
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

  /** The path of a piece whose first cell is there. @param {number} piece @param {number} row @param {number} col */
  outline(piece, row, col) {
    const at = (piece * this.rows + row) * this.cols + col;
    this.outlines[at] ??= this.pieces[piece].parts.map(({ x, y, outline }) => `M${col * CELL + x + ROUND} ${row * CELL + y}${outline}`).join('');
    return this.outlines[at];
  }

  /**
   * A state as an element.
   * @param {number[]} cells
   * @param {string} text for screen readers
   * @returns {SVGElement}
   */
  element(cells, text) {
    const svg = this.ground();
    this.fill(svg, cells, text);
    return svg;
  }

  /**
   * A board without pieces, for `fill`.
   * @returns {SVGElement}
   */
  ground() {
    const { rows, cols } = this;
    const svg = draw('svg', { class: 'mini', viewBox: `-10 -10 ${cols * CELL + 20} ${rows * CELL + 20}`, role: 'img' });
    svg.append(draw('rect', { class: 'ground', x: -10, y: -10, width: cols * CELL + 20, height: rows * CELL + 20, rx: 18 }));
    for (const cell of this.walls) svg.append(draw('rect', { class: 'wall', x: (cell % cols) * CELL - 1, y: Math.floor(cell / cols) * CELL - 1, width: CELL + 2, height: CELL + 2 }));
    // One path for all pieces of a colour.
    for (const fill of this.colours) svg.append(draw('path', { fill }));
    if (this.labels) {
      for (let cell = 0; cell < rows * cols; cell += 1) svg.append(draw('text', { x: ((cell % cols) + 0.5) * CELL, y: (Math.floor(cell / cols) + 0.5) * CELL }));
    }
    return svg;
  }

  /**
   * Puts the pieces of a state on a board.
   * @param {SVGElement} svg
   * @param {number[]} cells
   * @param {string} text for screen readers
   */
  fill(svg, cells, text) {
    svg.setAttribute('aria-label', text);
    const { paths, kinds } = this;
    paths.length = this.colours.length;
    paths.fill('');
    this.each(cells, (piece, row, col) => {
      paths[kinds[piece]] += this.outline(piece, row, col);
    });
    let child = svg.children[1 + this.walls.size];
    for (const path of paths) {
      // A board that becomes another one often keeps its pieces of a colour.
      if (child.getAttribute('d') !== path) child.setAttribute('d', path);
      child = /** @type {Element} */ (child.nextElementSibling);
    }
    if (!this.labels) return;
    for (const piece of cells) {
      const label = piece >= 0 ? this.pieces[piece].label : '';
      child.setAttribute('font-size', label.length > 1 ? '50' : '62');
      if (child.textContent !== label) child.textContent = label;
      child = /** @type {Element} */ (child.nextElementSibling);
    }
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
    pen.roundRect(left - unit * 0.1, top - unit * 0.1, width + unit * 0.2, height + unit * 0.2, unit * 0.2);
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
    if (!this.labels || unit < 7) return;
    pen.fillStyle = 'rgb(30 20 20 / 85%)';
    pen.font = `600 ${unit * 0.6}px system-ui, sans-serif`;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    cells.forEach((piece, cell) => {
      if (piece >= 0) pen.fillText(this.pieces[piece].label, left + ((cell % this.cols) + 0.5) * unit, top + (Math.floor(cell / this.cols) + 0.54) * unit);
    });
  }
}
