// Picking an algorithm and a heuristic.
import { make } from './shared/dom.js';

/**
 * @typedef {import('./engine.js').Puzzle} Puzzle
 * @typedef {import('./engine.js').Method} Method
 */

/** The value of the heuristic that cannot be chosen. */
const FIXED = 'fixed';

/** Two selects that know each other. */
export class MethodPicker {
  /**
   * @param {Method} method what to begin with
   * @param {(method: Method) => void} onchange
   * @param {{automatic?: boolean}} [options] whether the engine may choose
   */
  constructor(method, onchange, options = {}) {
    this.wanted = method;
    this.automatic = options.automatic ?? true;
    this.chosen = '';
    this.fixed = make('option', { value: FIXED });
    const change = () => {
      if (this.heuristic.value !== FIXED) this.chosen = this.heuristic.value;
      this.wanted = { algorithm: this.algorithm.value || undefined, heuristic: this.chosen || undefined };
      this.fit();
      onchange(this.method());
    };
    this.algorithm = make('select', { onchange: change });
    this.heuristic = make('select', { onchange: change });
    this.heuristicLabel = make('label', {}, make('span', {}, 'Heuristic'), this.heuristic);
    this.element = make('div', { class: 'method' }, make('label', {}, make('span', {}, 'Algorithm'), this.algorithm), this.heuristicLabel);
  }

  /** @param {Puzzle} puzzle */
  offer(puzzle) {
    this.puzzle = puzzle;
    const auto = this.automatic ? [make('option', { value: '' }, 'automatic')] : [];
    /** @param {import('./engine.js').Choice} choice */
    const option = ({ name, about }) => make('option', { value: name, title: about }, name);
    const lessons = this.automatic || puzzle.lessons.length === 0 ? [] : [make('optgroup', { label: 'as the course program' }, ...puzzle.lessons.map(option))];
    this.algorithm.replaceChildren(...auto, ...puzzle.algorithms.map(option), ...lessons);
    this.heuristic.replaceChildren(...auto.map((option) => option.cloneNode(true)), ...puzzle.heuristics.map(({ name, about }) => make('option', { value: name, title: about }, name)));
    this.algorithm.value = this.wanted.algorithm ?? '';
    this.heuristic.value = this.wanted.heuristic ?? '';
    if (this.algorithm.selectedIndex < 0) this.algorithm.value = this.automatic ? '' : 'a-star';
    if (this.heuristic.selectedIndex < 0) this.heuristic.value = this.automatic ? '' : 'manhattan';
    if (this.heuristic.selectedIndex < 0) this.heuristic.selectedIndex = 0;
    this.chosen = this.heuristic.value;
    this.fit();
  }

  /** A blind algorithm takes no heuristic. */
  fit() {
    const algorithm = this.puzzle?.algorithms.find(({ name }) => name === this.algorithm.value);
    const lesson = this.puzzle?.lessons.find(({ name }) => name === this.algorithm.value);
    this.heuristic.disabled = algorithm ? !algorithm.informed : Boolean(lesson);
    this.heuristicLabel.classList.toggle('off', this.heuristic.disabled);
    // What guides it then is not to be chosen, but it is told.
    this.fixed.textContent = lesson?.heuristic ?? 'none';
    if (this.heuristic.disabled) this.heuristic.append(this.fixed);
    else this.fixed.remove();
    this.heuristic.value = this.heuristic.disabled ? FIXED : this.chosen;
  }

  /** @returns {Method} */
  method() {
    return { algorithm: this.algorithm.value || undefined, heuristic: this.heuristic.disabled ? undefined : this.heuristic.value || undefined };
  }
}
