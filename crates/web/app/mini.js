// Small boards: a state as coloured cells.
import { draw } from './shared/dom.js';

/**
 * @typedef {import('./engine.js').Scene} Scene
 * @typedef {{x: number, y: number, w: number, h: number, piece: number}} Part
 */

/** How one puzzle's states are drawn small. */
export class Mini {
  /** @param {Scene} scene */
  constructor(scene) {
    this.rows = scene.rows;
    this.cols = scene.cols;
    this.pieces = scene.pieces.map((piece) => ({ label: piece.label, colour: /** @type {any} */ (piece).colour, single: piece.shape.length === 1 }));
    this.labels = this.pieces.every((piece) => piece.single);
    this.colours = [...new Set(this.pieces.map(({ colour }) => colour))];
    /** @type {WeakMap<number[], Part[]>} the parts of states that have been drawn */
    this.known = new WeakMap();
    this.walls = new Set(/** @type {any} */ (scene).walls?.map((/** @type {[number, number]} */ [row, col]) => row * scene.cols + col) ?? []);
  }

  /**
   * The pieces as rectangles: one where that is their form, else as many as cover them without a seam.
   * @param {number[]} cells
   * @returns {Part[]}
   */
  parts(cells) {
    const known = this.known.get(cells) ?? this.cut(cells);
    this.known.set(cells, known);
    return known;
  }

  /**
   * @param {number[]} cells
   * @returns {Part[]}
   */
  cut(cells) {
    const { cols } = this;
    const gap = 0.06;
    /** @param {number} col @param {number} row @param {number} w @param {number} h @param {number} piece */
    const part = (col, row, w, h, piece) => ({ x: col + gap, y: row + gap, w: w - 2 * gap, h: h - 2 * gap, piece });
    /** @type {Map<number, number[]>} */
    const pieces = new Map();
    cells.forEach((piece, cell) => {
      if (piece >= 0) pieces.set(piece, [...(pieces.get(piece) ?? []), cell]);
    });
    return [...pieces].flatMap(([piece, own]) => {
      const [rows, columns] = [own.map((cell) => Math.floor(cell / cols)), own.map((cell) => cell % cols)];
      const [top, left] = [Math.min(...rows), Math.min(...columns)];
      const [high, wide] = [Math.max(...rows) - top + 1, Math.max(...columns) - left + 1];
      if (high * wide === own.length) return [part(left, top, wide, high, piece)];
      const has = new Set(own);
      return own.flatMap((cell) => {
        const [row, col] = [Math.floor(cell / cols), cell % cols];
        const right = col + 1 < cols && has.has(cell + 1);
        const below = has.has(cell + cols);
        const both = right && below && has.has(cell + cols + 1);
        return [part(col, row, right ? 2 : 1, 1, piece), ...(below ? [part(col, row, both ? 2 : 1, 2, piece)] : [])];
      });
    });
  }

  /**
   * A state as an element.
   * @param {number[]} cells
   * @param {string} text for those who listen
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
    const svg = draw('svg', { class: 'mini', viewBox: `-0.1 -0.1 ${cols + 0.2} ${rows + 0.2}`, role: 'img' });
    svg.append(draw('rect', { class: 'ground', x: -0.1, y: -0.1, width: cols + 0.2, height: rows + 0.2, rx: 0.18 }));
    for (const cell of this.walls) svg.append(draw('rect', { class: 'wall', x: (cell % cols) - 0.01, y: Math.floor(cell / cols) - 0.01, width: 1.02, height: 1.02 }));
    // One path for all pieces of a colour.
    for (const fill of this.colours) svg.append(draw('path', { fill }));
    if (this.labels) {
      for (let cell = 0; cell < rows * cols; cell += 1) svg.append(draw('text', { x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + 0.5 }));
    }
    return svg;
  }

  /**
   * Puts the pieces of a state on a board.
   * @param {SVGElement} svg
   * @param {number[]} cells
   * @param {string} text for those who listen
   */
  fill(svg, cells, text) {
    svg.setAttribute('aria-label', text);
    /** @type {Map<string, string>} */
    const paths = new Map();
    for (const { x, y, w, h, piece } of this.parts(cells)) {
      const { colour } = this.pieces[piece];
      paths.set(colour, `${paths.get(colour) ?? ''}M${x + 0.14} ${y}h${w - 0.28}a.14.14 0 0 1 .14.14v${h - 0.28}a.14.14 0 0 1-.14.14h${0.28 - w}a.14.14 0 0 1-.14-.14v${0.28 - h}a.14.14 0 0 1 .14-.14z`);
    }
    let child = svg.children[1 + this.walls.size];
    for (const colour of this.colours) {
      child.setAttribute('d', paths.get(colour) ?? '');
      child = /** @type {Element} */ (child.nextElementSibling);
    }
    if (!this.labels) return;
    for (const piece of cells) {
      const label = piece >= 0 ? this.pieces[piece].label : '';
      child.setAttribute('font-size', label.length > 1 ? '0.5' : '0.62');
      child.textContent = label;
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
    for (const part of this.parts(cells)) {
      pen.fillStyle = this.pieces[part.piece].colour;
      pen.beginPath();
      pen.roundRect(left + part.x * unit, top + part.y * unit, part.w * unit, part.h * unit, unit * 0.14);
      pen.fill();
    }
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
