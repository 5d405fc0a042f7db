// How many positions there are at each distance.
import { draw, make } from './shared/dom.js';

/**
 * @param {number[]} counts
 * @param {number | null} mark the distance to point out
 * @param {string} words what the distance is
 * @returns {HTMLElement}
 */
export function histogram(counts, mark, words) {
  const top = Math.max(...counts, 1);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, at) => sum + count * at, 0) / Math.max(total, 1);
  const [wide, high] = [720, 220];
  const step = wide / counts.length;
  const svg = draw('svg', { class: 'histogram', viewBox: `0 -26 ${wide} ${high + 50}`, role: 'img', 'aria-label': `Positions by ${words}: ${counts.join(', ')}` });
  counts.forEach((count, at) => {
    const tall = Math.max((count / top) * high, count > 0 ? 1.5 : 0);
    const bar = draw('rect', { class: at === mark ? 'level here' : 'level', x: at * step + step * 0.08, y: high - tall, width: step * 0.84, height: tall, rx: Math.min(step * 0.2, 3) },
      draw('title', {}, `${count.toLocaleString('en')} at ${at}`));
    svg.append(bar);
  });
  const every = Math.max(1, Math.ceil(counts.length / 16));
  counts.forEach((_, at) => {
    if (at % every === 0 || at === mark) svg.append(draw('text', { class: at === mark ? 'tick here' : 'tick', x: (at + 0.5) * step, y: high + 18 }, at));
  });
  if (mark !== null && counts[mark] !== undefined) {
    const x = (mark + 0.5) * step;
    svg.append(draw('path', { class: 'pin', d: `M${x} ${high - (counts[mark] / top) * high - 6}l-5 -8h10z` }),
      draw('text', { class: 'tick here', x: Math.min(Math.max(x, 60), wide - 60), y: high - (counts[mark] / top) * high - 19 }, `you are here: ${mark}`));
  }
  const table = make('details', {}, make('summary', {}, 'As numbers'),
    make('table', {}, make('thead', {}, make('tr', {}, make('th', {}, 'distance'), make('th', {}, 'positions'))),
      make('tbody', {}, ...counts.map((count, at) => make('tr', {}, make('td', {}, at), make('td', {}, count.toLocaleString('en')))))));
  return make('figure', { class: 'panel' },
    make('figcaption', {}, make('strong', {}, `${total.toLocaleString('en')} positions`), ` by ${words}; at most ${counts.length - 1}, ${mean.toFixed(1)} in the mean`),
    svg, table);
}

