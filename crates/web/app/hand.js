// A board that people move by hand: click, drag, touch, keys.
import { Board, UNIT } from './shared/board.js';
import { draw } from './shared/dom.js';
import { Room } from './grip.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Motion & {from?: Place}} Motion a dragged piece tells where it came from
 * @typedef {import('./shared/board.js').Place} Place
 */

/** @type {Record<string, Place>} */
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const NAMES = { '-1,0': 'up', '1,0': 'down', '0,-1': 'left', '0,1': 'right' };
/** Movements of the pointer below this are a click, in cells. */
const CLICK = 0.12;

/** A board with hands on it. */
export class Hand {
  /**
   * @param {Puzzle} puzzle
   * @param {(want: () => Motion[]) => void} onmove what the person wants to move, one after the other,
   *   to be asked for when all that came before is done
   */
  constructor(puzzle, onmove) {
    this.onmove = onmove;
    this.board = new Board(puzzle.scene);
    this.element = this.board.element;
    this.element.classList.add('playable');
    // The pieces are the things to be told; the drawing only holds them together.
    this.element.setAttribute('role', 'group');
    this.element.setAttribute('aria-label', 'Board');
    this.marks = draw('g', { class: 'places' });
    this.element.append(this.marks);
    /** @type {number | null} the piece that the keys move */
    this.selected = null;
    /** @type {Motion | null} the move that is shown as a hint */
    this.hinted = null;
    /** @type {{piece: number, room: Room, row: Motion[], from: Place, start: Place, at: Place, moved: boolean} | null} */
    this.drag = null;
    this.element.addEventListener('pointerdown', (event) => this.down(event));
    this.element.addEventListener('pointermove', (event) => this.over(event));
    this.element.addEventListener('pointerup', (event) => this.up(event));
    this.element.addEventListener('pointercancel', () => this.letGo(false));
    this.element.addEventListener('focusin', (event) => this.focused(event));
    this.learn(puzzle);
  }

  /**
   * Takes in where the pieces can go now.
   * @param {Puzzle} puzzle
   */
  learn(puzzle) {
    this.puzzle = puzzle;
    /** @type {Map<number, Place[][]>} */
    this.reach = new Map(puzzle.reach.map(({ piece, paths }) => [piece, paths]));
    this.element.querySelector('.hinted')?.classList.remove('hinted');
    this.board.groups.forEach((group, index) => this.describe(group, index));
    // A piece that was caught while another one was moving has its room only now.
    if (this.drag) {
      this.pushTo([0, 0]);
      Object.assign(this.drag, this.roomOf(this.drag.piece), { at: [0, 0] });
    }
    const { selected } = this;
    this.hide();
    if (selected !== null && this.reach.has(selected)) this.select(selected);
  }

  /** @param {SVGGElement} group @param {number} index */
  describe(group, index) {
    const { label, goal } = this.board.scene.pieces[index];
    const ways = this.ways(index).map((step) => NAMES[/** @type {keyof typeof NAMES} */ (step.join())]).filter(Boolean);
    const [row, col] = this.board.at[index].map(Math.round);
    const what = this.puzzle?.kind !== 'blocks' ? `Tile ${label}` : `Piece ${label}${goal ? ', part of the goal' : ''}`;
    group.setAttribute('aria-label', `${what}, row ${row + 1}, column ${col + 1}${ways.length ? `, can move ${ways.join(', ')}` : ''}`);
    const movable = this.reach?.has(index) ?? false;
    group.setAttribute('role', movable ? 'button' : 'img');
    group.classList.toggle('movable', movable);
    if (movable) group.setAttribute('tabindex', '0');
    else group.removeAttribute('tabindex');
  }

  /**
   * The single steps that a piece can make.
   * @param {number} piece
   * @returns {Place[]}
   */
  ways(piece) {
    return (this.reach?.get(piece) ?? []).filter((path) => path.length === 1).map((path) => path[0]);
  }

  /** @param {PointerEvent} event @returns {Place} in rows and columns of the drawing */
  pointer(event) {
    const matrix = this.element.getScreenCTM();
    if (!matrix) return [0, 0];
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return [point.y / UNIT, point.x / UNIT];
  }

  /** @param {PointerEvent} event */
  down(event) {
    const target = /** @type {Element} */ (event.target);
    if (event.button !== 0 || this.drag) return;
    const place = target.closest('[data-place]');
    if (place) {
      const [piece, index] = ['data-of', 'data-place'].map((name) => Number(place.getAttribute(name)));
      const path = this.reach?.get(piece)?.[index];
      if (path) this.onmove(() => [{ piece, path }]);
      event.preventDefault();
      return;
    }
    const group = target.closest('[data-piece]');
    if (!group) {
      this.hide();
      return;
    }
    const piece = Number(group.getAttribute('data-piece'));
    const from = this.board.at[piece];
    this.drag = { piece, ...this.roomOf(piece), from, start: this.pointer(event), at: [0, 0], moved: false };
    this.element.setPointerCapture(event.pointerId);
    group.parentElement?.append(group);
    group.classList.add('held');
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  over(event) {
    const { drag } = this;
    if (!drag) return;
    const now = this.pointer(event);
    /** @type {Place} */
    const by = [now[0] - drag.start[0], now[1] - drag.start[1]];
    if (Math.hypot(...by) > CLICK) drag.moved = true;
    if (!drag.moved) return;
    drag.at = drag.room.pull(drag.at, by);
    this.pushTo(drag.at);
  }

  /**
   * Where a piece can be dragged to, and the tiles that it pushes before it.
   * @param {number} piece
   */
  roomOf(piece) {
    const paths = this.reach?.get(piece);
    const row = paths ? [] : this.row(piece);
    return { room: new Room(paths ?? row.slice(-1).map(({ path }) => path)), row };
  }

  /** @param {Place} by where the dragged piece is, and with it those that it pushes */
  pushTo(by) {
    const { drag } = this;
    if (!drag) return;
    const { board } = this;
    /** @param {number} piece @param {Place} from */
    const put = (piece, [row, col]) => board.place(piece, [row + by[0], col + by[1]]);
    put(drag.piece, drag.from);
    for (const { piece, from } of drag.row) if (from && piece !== drag.piece) put(piece, from);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { drag } = this;
    if (!drag) return;
    this.over(event);
    const { path } = drag.room.settle(drag.at);
    this.letGo(drag.moved && path.length > 0);
    const { piece, from } = drag;
    if (!drag.moved) this.onmove(() => this.click(piece));
    else if (path.length > 0) this.onmove(() => (drag.row.length > 0 ? drag.row : [{ piece, path, from }]));
  }

  /** @param {boolean} stay where it was dragged to */
  letGo(stay) {
    if (!this.drag) return;
    if (!stay) this.pushTo([0, 0]);
    this.board.groups[this.drag.piece].classList.remove('held');
    this.drag = null;
  }

  /**
   * A click follows the hint, moves what can only go one way, pushes a row of tiles, or shows where a piece can go.
   * @param {number} piece
   * @returns {Motion[]}
   */
  click(piece) {
    if (this.hinted?.piece === piece) return [this.hinted];
    const paths = this.reach?.get(piece);
    if (paths?.length === 1) return [{ piece, path: paths[0] }];
    if (paths) {
      this.select(piece);
      return [];
    }
    this.hide();
    return this.row(piece);
  }

  /**
   * The moves that push all tiles between this one and a blank; the fewest, where there are several ways.
   * @param {number} piece
   * @returns {Motion[]}
   */
  row(piece) {
    /** @type {Motion[]} */
    let fewest = [];
    if (this.puzzle?.kind === 'blocks') return fewest;
    for (const first of this.reach?.keys() ?? []) {
      for (const way of this.ways(first)) {
        const moves = this.line(first, way, piece);
        if (moves.length > 0 && (fewest.length === 0 || moves.length < fewest.length)) fewest = moves;
      }
    }
    return fewest;
  }

  /**
   * The moves of the tiles from `first`, next to a blank, back to `last`; none if `last` is not in that line.
   * @param {number} first
   * @param {Place} way
   * @param {number} last
   * @returns {Motion[]}
   */
  line(first, way, last) {
    const { board } = this;
    /** @type {Motion[]} */
    const moves = [];
    for (let tile = first; tile >= 0; ) {
      const [row, col] = board.at[tile];
      moves.push({ piece: tile, path: [way], from: [row, col] });
      if (tile === last) return moves;
      tile = board.pieceAt(board.home([row - way[0], col - way[1]]));
    }
    return [];
  }

  /** @param {number} piece */
  select(piece) {
    this.hide();
    this.selected = piece;
    this.board.groups[piece].classList.add('selected');
    const { shape } = this.board.scene.pieces[piece];
    const [row, col] = this.board.at[piece];
    const middle = [0, 1].map((axis) => shape.reduce((sum, cell) => sum + cell[axis], 0) / shape.length);
    (this.reach?.get(piece) ?? []).forEach((path, index) => {
      const by = path.reduce(([r, c], step) => [r + step[0], c + step[1]], [0, 0]);
      const [r, c] = this.board.home([row + by[0], col + by[1]]);
      this.marks.append(draw('circle', { 'data-place': index, 'data-of': piece, cx: (c + middle[1] + 0.5) * UNIT, cy: (r + middle[0] + 0.5) * UNIT, r: 15 }));
    });
  }

  hide() {
    if (this.selected !== null) this.board.groups[this.selected].classList.remove('selected');
    this.selected = null;
    this.hinted = null;
    this.marks.replaceChildren();
  }

  /** @param {FocusEvent} event */
  focused(event) {
    const group = /** @type {Element} */ (event.target).closest('[data-piece]');
    const piece = Number(group?.getAttribute('data-piece') ?? -1);
    // The arrow of a hint stays, so that Enter follows it.
    if (group && this.puzzle?.kind === 'blocks' && !this.drag && piece !== this.hinted?.piece) this.select(piece);
  }

  /**
   * Arrow keys push: on a board of tiles into the blank, elsewhere the selected piece.
   * @param {KeyboardEvent} event
   * @returns {boolean} whether the key was meant for the board
   */
  key(event) {
    const arrow = ARROWS[event.key];
    const focused = /** @type {Element} */ (event.target).closest?.('[data-piece]');
    const chosen = focused ? Number(focused.getAttribute('data-piece')) : this.selected;
    if (focused && (event.key === 'Enter' || event.key === ' ')) this.onmove(() => this.click(Number(chosen)));
    else if (arrow) this.onmove(() => this.push(arrow, chosen));
    else return false;
    return true;
  }

  /**
   * @param {Place} arrow
   * @param {number | null} chosen
   * @returns {Motion[]}
   */
  push(arrow, chosen) {
    const pieces = this.puzzle?.kind !== 'blocks' ? [...(this.reach?.keys() ?? [])] : chosen === null ? [] : [chosen];
    const piece = pieces.find((one) => this.ways(one).some((step) => step.join() === arrow.join()));
    return piece === undefined ? [] : [{ piece, path: [arrow] }];
  }

  /**
   * Shows a hint: which piece to move, and where to.
   * @param {Motion} motion
   */
  hint({ piece, path }) {
    this.hide();
    this.hinted = { piece, path };
    const group = this.board.groups[piece];
    group.classList.remove('hinted');
    void group.getBoundingClientRect();
    group.classList.add('hinted');
    const [row, col] = this.board.at[piece];
    const { shape } = this.board.scene.pieces[piece];
    let [r, c] = [0, 1].map((axis) => (axis === 0 ? row : col) + shape.reduce((sum, cell) => sum + cell[axis], 0) / shape.length + 0.5);
    const points = [[r, c], ...path.map((step) => [(r += step[0]), (c += step[1])])];
    this.marks.append(draw('polyline', { class: 'arrow', points: points.map(([y, x]) => `${x * UNIT} ${y * UNIT}`).join(' ') }));
    const last = points[points.length - 1];
    this.marks.append(draw('circle', { class: 'tip', cx: last[1] * UNIT, cy: last[0] * UNIT, r: 13 }));
  }
}
