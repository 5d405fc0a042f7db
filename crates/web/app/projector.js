// The whole screen for the boards, in large type, for a room full of people.
import { make } from './shared/dom.js';

const root = document.documentElement;

/** @returns {boolean} */
export const isOn = () => root.classList.contains('projector');

/** @param {boolean} on */
function set(on) {
  root.classList.toggle('projector', on);
  for (const button of document.querySelectorAll('[data-projector]')) button.setAttribute('aria-pressed', String(on));
  // What is painted is painted as large as it is shown.
  dispatchEvent(new Event('themechange'));
}

/** Turns it on or off. A browser that grants no full screen shows the large page all the same. */
export async function turn() {
  const on = !isOn();
  set(on);
  try {
    if (on) await root.requestFullscreen?.();
    else if (document.fullscreenElement) await document.exitFullscreen();
  } catch {
    // It is refused within a frame.
  }
}

/** @returns {HTMLButtonElement} */
export function button() {
  return make('button', { type: 'button', 'data-projector': '', 'aria-pressed': String(isOn()), title: 'Full screen and large type (P)', onclick: turn }, 'Projector');
}

document.addEventListener('fullscreenchange', () => {
  if (!document.fullscreenElement) set(false);
});
document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest?.('input, textarea, select, dialog')) return;
  if (event.key === 'p' || event.key === 'P' || (event.key === 'Escape' && isOn())) turn();
});
