// Making elements.

/** The icons, as paths in a square of 24. */
const ICONS = {
  first: 'M6 5v14M19 5 9 12l10 7z',
  back: 'M17 5 7 12l10 7z',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  next: 'M7 5l10 7-10 7z',
  last: 'M5 5l10 7-10 7zM18 5v14',
};

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {Record<string, any>} Properties attributes; `on…` are listeners, false and null leave out
 */

/**
 * @param {Element} element
 * @param {Properties} properties
 * @param {Child[]} children
 */
function dress(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? '' : String(value));
  }
  for (const child of children) {
    if (child instanceof Node) element.append(child);
    else if (child !== null && child !== undefined && child !== false) element.append(String(child));
  }
}

/**
 * An element of the page.
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties, children);
  return element;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {any}
 */
export function draw(tag, properties = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  dress(element, properties, children);
  return element;
}

/**
 * @param {keyof typeof ICONS} name
 * @returns {SVGElement}
 */
export function icon(name) {
  return draw('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, draw('path', { d: ICONS[name] }));
}

/**
 * A round button with an icon.
 * @param {keyof typeof ICONS} name
 * @param {string} label
 * @param {() => void} act
 * @returns {HTMLButtonElement}
 */
export function iconButton(name, label, act) {
  return make('button', { type: 'button', class: 'round', 'aria-label': label, title: label, onclick: act }, icon(name));
}

/**
 * Whether a key is meant for a field or a dialog, and not for what the page shows.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function elsewhere(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return Boolean(target.closest?.('input, textarea, select')) || document.querySelector('dialog[open]') !== null;
}

/**
 * Changes what an icon button shows.
 * @param {HTMLButtonElement} button
 * @param {keyof typeof ICONS} name
 * @param {string} label
 */
export function reface(button, name, label) {
  button.replaceChildren(icon(name));
  button.setAttribute('aria-label', label);
  button.title = label;
}
