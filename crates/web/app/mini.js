// Small boards: a state as coloured cells.
import { draw } from './shared/dom.js';

/** @typedef {import('./engine.js').Scene} Scene */

/** How one puzzle's states are drawn small. */
export class Mini {
  /** @param {Scene} scene */
  constructor(scene) {
    this.rows = scene.rows;
    this.cols = scene.cols;
    this.pieces = scene.pieces.map((piece) => ({ label: piece.label, colour: /** @type {any} */ (piece).colour, single: piece.shape.length === 1 }));
    this.labels = this.pieces.every((piece) => piece.single);
    this.walls = new Set(/** @type {any} */ (scene).walls?.map((/** @type {[number, number]} */ [row, col]) => row * scene.cols + col) ?? []);
  }

  /**
   * The cells as rectangles, pieces joined.
   * @param {number[]} cells
   * @returns {{x: number, y: number, w: number, h: number, piece: number}[]}
   */
  parts(cells) {
    const { rows, cols } = this;
    const parts = [];
    const gap = 0.06;
    for (let row = 0; row < rows; row += 1) {
      for (let col = 0; col < cols; col += 1) {
        const piece = cells[row * cols + col];
        if (piece === undefined || piece < 0) continue;
        const right = col + 1 < cols && cells[row * cols + col + 1] === piece;
        const below = row + 1 < rows && cells[(row + 1) * cols + col] === piece;
        parts.push({ x: col + gap, y: row + gap, w: 1 - 2 * gap + (right ? 2 * gap : 0), h: 1 - 2 * gap, piece });
        if (below) parts.push({ x: col + gap, y: row + 1 - gap, w: 1 - 2 * gap, h: 2 * gap, piece });
      }
    }
    return parts;
  }

  /**
   * A state as an element.
   * @param {number[]} cells
   * @param {string} text for those who listen
   * @returns {SVGElement}
   */
  element(cells, text) {
    const svg = draw('svg', { class: 'mini', viewBox: `-0.1 -0.1 ${this.cols + 0.2} ${this.rows + 0.2}`, role: 'img', 'aria-label': text });
    svg.append(draw('rect', { class: 'ground', x: -0.1, y: -0.1, width: this.cols + 0.2, height: this.rows + 0.2, rx: 0.18 }));
    for (const { x, y, w, h, piece } of this.parts(cells)) svg.append(draw('rect', { x, y, width: w, height: h, rx: this.labels ? 0.14 : 0, fill: this.pieces[piece].colour }));
    if (this.labels) {
      cells.forEach((piece, cell) => {
        if (piece >= 0) svg.append(draw('text', { x: (cell % this.cols) + 0.5, y: Math.floor(cell / this.cols) + 0.5, 'font-size': this.pieces[piece].label.length > 1 ? 0.5 : 0.62 }, this.pieces[piece].label));
      });
    }
    return svg;
  }

  /**
   * A state on a canvas, `width` wide around (`x`, `y`).
   * @param {CanvasRenderingContext2D} pen
   * @param {number[]} cells
   * @param {number} x
   * @param {number} y
   * @param {number} width
   * @param {string} ground
   */
  paint(pen, cells, x, y, width, ground) {
    const unit = width / this.cols;
    const height = unit * this.rows;
    const [left, top] = [x - width / 2, y - height / 2];
    pen.fillStyle = ground;
    pen.beginPath();
    pen.roundRect(left - unit * 0.1, top - unit * 0.1, width + unit * 0.2, height + unit * 0.2, unit * 0.2);
    pen.fill();
    for (const part of this.parts(cells)) {
      pen.fillStyle = this.pieces[part.piece].colour;
      pen.fillRect(left + part.x * unit, top + part.y * unit, part.w * unit, part.h * unit);
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
