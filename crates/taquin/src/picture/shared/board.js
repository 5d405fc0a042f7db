// A board on the screen: the drawing comes from the engine, this moves its pieces.

/**
 * @typedef {[number, number]} Place a row and a column, or a change of both
 * @typedef {{label: string, goal: boolean, at: Place, shape: Place[], colour?: string}} Piece
 * @typedef {{svg: string, rows: number, cols: number, wraps: [boolean, boolean], pieces: Piece[]}} Scene
 */

/** Units of the drawing for one cell. */
export const UNIT = 100;

/**
 * How far a piece has come after `part` (0 to 1) of `path`.
 * @param {Place[]} path
 * @param {number} part
 * @returns {Place}
 */
export function along(path, part) {
  let left = part * path.length;
  let down = 0;
  let right = 0;
  for (const [row, col] of path) {
    const share = Math.min(Math.max(left, 0), 1);
    down += row * share;
    right += col * share;
    left -= 1;
  }
  return [down, right];
}

/** Whether the person at the screen wants things to stay still. */
export function calm() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The pieces of one drawing, and where they are. */
export class Board {
  /** @param {Scene} scene */
  constructor(scene) {
    this.scene = scene;
    const parsed = new DOMParser().parseFromString(scene.svg, 'image/svg+xml');
    /** @type {SVGSVGElement} */
    this.element = /** @type {any} */ (document.importNode(parsed.documentElement, true));
    /** @type {SVGGElement[]} */
    this.groups = [...this.element.querySelectorAll('[data-piece]')].map((g) => /** @type {any} */ (g));
    /** @type {Place[]} where every piece is */
    this.at = [];
    // The drawing may be of an earlier position.
    scene.pieces.forEach((piece, index) => this.place(index, piece.at));
  }

  /**
   * Puts a piece somewhere, also between two cells.
   * @param {number} index
   * @param {Place} place
   */
  place(index, [row, col]) {
    this.at[index] = [row, col];
    this.groups[index].setAttribute('transform', `translate(${col * UNIT} ${row * UNIT})`);
  }

  /**
   * Gives a piece another colour.
   * @param {number} index
   * @param {string} colour
   */
  paint(index, colour) {
    for (const face of this.groups[index].querySelectorAll('.face')) face.setAttribute('fill', colour);
    for (const side of this.groups[index].querySelectorAll('.side')) {
      side.setAttribute('style', `fill: color-mix(in srgb, ${colour} 66%, black)`);
    }
  }

  /**
   * The place on the board that `place` is, seen around the edges.
   * @param {Place} place
   * @returns {Place}
   */
  home([row, col]) {
    const { rows, cols, wraps } = this.scene;
    return [wraps[0] ? ((row % rows) + rows) % rows : row, wraps[1] ? ((col % cols) + cols) % cols : col];
  }

  /**
   * The piece that covers a cell.
   * @param {Place} cell
   * @returns {number} its index, or -1
   */
  pieceAt([row, col]) {
    return this.scene.pieces.findIndex((piece, index) =>
      piece.shape.some(([r, c]) => {
        const [y, x] = this.home([this.at[index][0] + r, this.at[index][1] + c]);
        return y === row && x === col;
      }),
    );
  }

  /**
   * Lets a piece travel and waits until it is there.
   * @param {number} index
   * @param {Place[]} path
   * @param {number} time in milliseconds for one step
   * @returns {Promise<void>}
   */
  slide(index, path, time = 110) {
    const from = this.at[index];
    /** @param {number} part */
    const show = (part) => {
      const [down, right] = along(path, part);
      this.place(index, [from[0] + down, from[1] + right]);
    };
    return new Promise((done) => {
      const begin = performance.now();
      const whole = calm() ? 0 : time * path.length;
      const tick = () => {
        const part = whole > 0 ? Math.min((performance.now() - begin) / whole, 1) : 1;
        show(part * (2 - part));
        if (part < 1) {
          requestAnimationFrame(tick);
        } else {
          this.place(index, this.home(this.at[index]));
          done();
        }
      };
      tick();
    });
  }
}
