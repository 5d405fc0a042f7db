// A photo of one's own, cut up among the pieces. It never leaves the browser.
import { UNIT } from './shared/board.js';
import { draw } from './shared/dom.js';

/**
 * @typedef {import('./shared/board.js').Board} Board
 * @typedef {import('./shared/board.js').Scene} Scene
 * @typedef {import('./shared/board.js').Place} Place
 */

/** The most points of a side that are kept: sharp on a large screen, and little enough to be stored. */
const MOST = 1000;
/** @type {string | null} the picture as an address, where it could not be stored */
let unstored = null;
/** How many boards have been dressed: the names of their parts must differ on a page. */
let dressed = 0;

/** @returns {string | null} the photo as an address */
export function kept() {
  try {
    return localStorage.getItem('photo') ?? unstored;
  } catch {
    return unstored;
  }
}

/** @param {string | null} address what to keep, or null to forget it */
function keep(address) {
  unstored = address;
  try {
    if (address) localStorage.setItem('photo', address);
    else localStorage.removeItem('photo');
  } catch {
    // It then holds until the page is closed.
  }
}

export const forget = () => keep(null);

/**
 * Takes a photo out of a file.
 * @param {Blob} file
 */
export async function take(file) {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture that the browser can read.');
  });
  const scale = Math.min(1, MOST / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('The browser cannot draw pictures.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  keep(canvas.toDataURL('image/jpeg', 0.85));
}

/**
 * Where every piece belongs for the photo to be whole: at the goal if that places all pieces, else where it is.
 * @param {Scene} scene
 * @param {Scene | null | undefined} goal
 * @returns {Place[]}
 */
function homes({ pieces }, goal) {
  const places = pieces.map(({ label }) => goal?.pieces.find((piece) => piece.label === label)?.at);
  return pieces.map((piece, index) => (places.every(Boolean) && places[index]) || piece.at);
}

/**
 * Shows the photo on the pieces of a board, or their own colours where there is none.
 * @param {Board} board
 * @param {Scene | null} [goal]
 */
export function dress(board, goal) {
  const { scene, element, groups } = board;
  const address = kept();
  element.querySelector('defs.photo')?.remove();
  element.classList.toggle('photographed', Boolean(address));
  const name = `photo${dressed += 1}`;
  const size = { width: scene.cols * UNIT, height: scene.rows * UNIT };
  const parts = homes(scene, goal).map(([row, col], index) =>
    draw('pattern', { id: `${name}-${index}`, patternUnits: 'userSpaceOnUse', x: -col * UNIT, y: -row * UNIT, ...size }, draw('use', { href: `#${name}` })));
  if (address) element.prepend(draw('defs', { class: 'photo' }, draw('image', { id: name, href: address, preserveAspectRatio: 'xMidYMid slice', ...size }), ...parts));
  groups.forEach((group, index) => {
    for (const face of group.querySelectorAll('.face')) {
      const own = /** @type {SVGElement} */ (face).dataset.fill ??= face.getAttribute('fill') ?? '';
      face.setAttribute('fill', address ? `url(#${name}-${index})` : own);
    }
  });
}
