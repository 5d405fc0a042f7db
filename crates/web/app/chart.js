// Lines over distances: nodes on a scale of powers of ten.
import { draw } from './shared/dom.js';
import { number } from './numbers.js';

/** @typedef {{name: string, points: [number, number][]}} Line distances and nodes */

const [LEFT, BOTTOM, TOP] = [76, 42, 12];

/**
 * @param {Line[]} lines
 * @returns {SVGElement}
 */
export function chart(lines) {
  // On a small screen the drawing is small and its figures are not.
  const [wide, high] = innerWidth < 640 ? [380, 300] : [960, 340];
  const points = lines.flatMap((line) => line.points);
  const far = Math.max(...points.map(([distance]) => distance), 4);
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...points.map(([, nodes]) => nodes), 10))));
  /** @param {number} distance */
  const x = (distance) => LEFT + (distance / far) * (wide - LEFT - 16);
  /** @param {number} nodes */
  const y = (nodes) => high - BOTTOM - (Math.log10(Math.max(nodes, 1)) / decades) * (high - BOTTOM - TOP);
  const told = lines.map(({ name, points: own }) => `${name}: ${own.map(([distance, nodes]) => `${Math.round(nodes)} at ${distance}`).join(', ')}`).join('; ');
  const svg = draw('svg', { class: 'chart', viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': `Nodes by distance. ${told}` });
  for (let power = 0; power <= decades; power += 1) {
    svg.append(draw('path', { class: 'rule', d: `M${LEFT} ${y(10 ** power)}H${wide - 16}` }), draw('text', { class: 'tick end', x: LEFT - 8, y: y(10 ** power) + 4 }, (10 ** power).toLocaleString('en')));
  }
  const every = Math.max(1, Math.ceil((far * 76) / wide));
  for (let distance = 0; distance <= far; distance += every) svg.append(draw('text', { class: 'tick', x: x(distance), y: high - BOTTOM + 18 }, distance));
  svg.append(draw('text', { class: 'tick', x: (LEFT + wide) / 2, y: high - 4 }, 'moves to the goal'));
  lines.forEach(({ name, points: own }, at) => {
    if (own.length === 0) return;
    svg.append(draw('polyline', { class: `line line${at}`, points: own.map(([distance, nodes]) => `${x(distance)},${y(nodes)}`).join(' ') }));
    for (const [distance, nodes] of own) svg.append(draw('circle', { class: `spot line${at}`, cx: x(distance), cy: y(nodes), r: 3.5 }, draw('title', {}, `${name}: ${number(nodes)} nodes at ${distance}`)));
  });
  return svg;
}
