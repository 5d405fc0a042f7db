// What the colour of a tile stands for. Groups that touch differ in lightness, so that they are seen without colours too.
import * as photo from './photo.js';
import { load, save } from './store.js';

/**
 * @typedef {import('./shared/board.js').Board} Board
 * @typedef {import('./shared/board.js').Scene} Scene
 * @typedef {import('./shared/board.js').Place} Place
 */

/** @type {Record<string, string>} */
export const COLOURINGS = { goal: 'usual colours', fringe: 'colours by rings', grid: 'colours by quarters', distance: 'colours by distance from home' };

/** @returns {string} the one that somebody has chosen */
export function chosen() {
  const name = load('colouring');
  return typeof name === 'string' && Object.hasOwn(COLOURINGS, name) ? name : 'goal';
}

/** @param {string} name */
export const choose = (name) => save('colouring', name);

/** @param {Scene} scene @returns {boolean} whether its pieces are tiles */
export const suits = ({ pieces }) => pieces.every(({ shape }) => shape.length === 1);

/** @param {number} lightness @param {number} chroma @param {number} hue */
const shade = (lightness, chroma, hue) => `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${hue})`;

/** The colour of a group; those of consecutive numbers differ most. @param {number} number */
const group = (number) => shade([0.93, 0.72, 0.84, 0.66][number % 4], 0.095, [95, 245, 30, 165, 305, 70, 210][number % 7]);

/** From nearly white to a strong blue. @param {number} steps */
function farBy(steps) {
  const share = Math.min(steps, 7) / 7;
  return shade(0.97 - 0.33 * share, 0.015 + 0.115 * share, 250);
}

/** @param {number} from @param {number} to @param {number} side @param {boolean} wraps */
function apart(from, to, side, wraps) {
  const direct = Math.abs(from - to);
  return wraps ? Math.min(direct, side - direct) : direct;
}

/**
 * @param {string} name
 * @param {Scene} scene
 * @param {Place} at where the tile is
 * @param {Place[]} homes where it may belong: equal tiles have several
 * @returns {string | undefined} its colour, where the colouring says one
 */
function colour(name, { rows, cols, wraps }, at, homes) {
  if (name === 'distance') return farBy(Math.min(...homes.map((home) => apart(at[0], home[0], rows, wraps[0]) + apart(at[1], home[1], cols, wraps[1]))));
  const groups = homes.map(([row, col]) => {
    if (name === 'fringe') return Math.min(row, col);
    const [low, right] = [Number(2 * row >= rows), Number(2 * col >= cols)];
    // Quarters that touch differ by an odd number.
    return low * 2 + (low ^ right);
  });
  return new Set(groups).size === 1 ? group(groups[0]) : undefined;
}

/**
 * Colours the tiles of a board as was chosen; a photo covers that.
 * @param {Board} board
 * @param {Scene | null} [goal]
 */
export function paint(board, goal) {
  const { scene, groups } = board;
  const name = chosen();
  if (photo.kept() || !goal || !suits(scene)) return;
  groups.forEach((element, index) => {
    const homes = goal.pieces.filter(({ label }) => label === scene.pieces[index].label).map(({ at }) => at);
    const own = name === 'goal' || homes.length === 0 ? undefined : colour(name, scene, board.at[index], homes);
    for (const [part, fill] of [['face', own], ['side', own && `color-mix(in oklab, ${own}, black 28%)`]]) {
      for (const path of element.querySelectorAll(`.${part}`)) {
        const first = /** @type {SVGElement} */ (path).dataset.fill ??= path.getAttribute('fill') ?? '';
        if (path.getAttribute('fill') !== (fill ?? first)) path.setAttribute('fill', fill ?? first);
      }
    }
  });
}
