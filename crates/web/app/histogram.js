// How many positions there are at each distance.
import { draw, make } from './shared/dom.js';

/**
 * @param {number[]} counts
 * @param {number | null} mark the distance to point out
 * @param {string} words what the distance is
 * @param {boolean} [complete] whether these are all positions, and not only the nearest
 * @returns {HTMLElement}
 */
export function histogram(counts, mark, words, complete = true) {
  const top = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, at) => sum + count * at, 0) / Math.max(total, 1);
  // On a small screen the drawing is small and its figures are not.
  const [wide, high] = innerWidth < 640 ? [380, 190] : innerWidth < 1200 ? [480, 190] : [720, 220];
  const step = wide / counts.length;
  const svg = draw('svg', { class: 'histogram', viewBox: `0 -34 ${wide} ${high + 58}`, role: 'img', 'aria-label': `Positions by ${words}: ${counts.join(', ')}` });
  counts.forEach((count, at) => {
    const tall = Math.max((count / top) * high, count > 0 ? 1.5 : 0);
    const bar = draw('rect', { class: at === mark ? 'level here' : 'level', x: at * step + step * 0.08, y: high - tall, width: step * 0.84, height: tall, rx: Math.min(step * 0.2, 3) },
      draw('title', {}, `${count.toLocaleString('en')} at ${at}`));
    svg.append(bar);
  });
  const every = Math.max(1, Math.ceil((counts.length * 42) / wide));
  counts.forEach((_, at) => {
    if (at === mark || (at % every === 0 && (mark === null || Math.abs(at - mark) * step > 24))) svg.append(draw('text', { class: at === mark ? 'tick here' : 'tick', x: (at + 0.5) * step, y: high + 18 }, at));
  });
  if (mark !== null && counts[mark] !== undefined) {
    const x = (mark + 0.5) * step;
    const tip = high - (counts[mark] / top) * high - 3;
    svg.append(draw('path', { class: 'pin', d: `M${x} -14V${tip}` }),
      draw('text', { class: 'tick here', x: Math.min(Math.max(x, 62), wide - 62), y: -19 }, `you are here: ${mark}`));
  }
  const table = make('details', {}, make('summary', {}, 'As numbers'),
    make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, 'distance'), make('th', {}, 'positions'))),
      make('tbody', {}, ...counts.map((count, at) => make('tr', {}, make('td', {}, at), make('td', {}, count.toLocaleString('en')))))));
  return make('figure', { class: 'panel' },
    make('figcaption', {}, make('strong', {}, `${total.toLocaleString('en')} positions`), complete ? ` by ${words}; at most ${counts.length - 1}, ${mean.toFixed(1)} in the mean` : ` by ${words}; counted up to ${counts.length - 1}, and there are more`),
    svg, table);
}

