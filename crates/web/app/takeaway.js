// Taking a solution or a position away as a file.
import { make } from './shared/dom.js';
import * as engine from './engine.js';

/**
 * @typedef {import('./engine.js').PuzzleText} PuzzleText
 * @typedef {import('./engine.js').Motion} Motion
 */

const FORMS = [['html', 'Page (HTML)'], ['svg', 'Animated SVG'], ['gif', 'GIF'], ['png', 'PNG of this moment'], ['json', 'JSON']];
/** Points along the longer side of a picture. */
const SIZES = [240, 420, 840, 1600];

/**
 * @param {PuzzleText} puzzle
 * @param {Motion[]} moves
 * @param {() => number} step how many of them are done at this moment
 * @returns {HTMLElement}
 */
export function takeaway(puzzle, moves, step) {
  const note = make('span', { class: 'note', role: 'status' });
  const size = make('select', {}, ...SIZES.map((points) => make('option', { value: points, selected: points === 420 }, `${points} pixels`)));
  /** @param {string} form */
  const save = async (form) => {
    note.textContent = 'Writing…';
    const name = form === 'png' ? 'position.png' : `solution.${form}`;
    try {
      const made = form === 'png' ? moves.slice(0, step()) : moves;
      const blob = await engine.take(puzzle, made.map(({ piece, path }) => ({ piece, path })), form, Number(size.value));
      const link = make('a', { href: URL.createObjectURL(blob), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
      note.textContent = `${name} saved`;
    } catch (error) {
      note.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  return make('div', { class: 'takeaway row' }, make('span', {}, 'Save as'),
    ...FORMS.map(([form, label]) => make('button', { type: 'button', onclick: () => save(form) }, label)),
    make('label', {}, 'GIF and PNG ', size), note);
}
