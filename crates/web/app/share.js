// Sharing: the link of the page as it is now, and what puts it into another page.
import { make } from './shared/dom.js';
import * as address from './address.js';

/** @typedef {import('./address.js').Page} Page */

/** @param {Page} page @returns {string} */
export const link = (page) => new URL(address.write(page), location.href).href;

/** @param {Page} page @param {string} title @returns {string} */
export function frame(page, title) {
  const element = make('iframe', { src: link({ ...page, draw: false, embed: true }), title, width: 720, height: 560, loading: 'lazy' });
  return element.outerHTML;
}

/** The dialog. */
export class Share {
  constructor() {
    this.link = make('input', { type: 'text', readonly: true, id: 'share-link' });
    this.frame = make('textarea', { readonly: true, rows: 4, id: 'share-frame', spellcheck: 'false' });
    this.note = make('p', { class: 'note', role: 'status' });
    /** @param {string} label @param {any} field @param {string} done */
    const part = (label, field, done) => make('div', { class: 'field' }, make('label', { for: field.id }, label), field,
      make('div', { class: 'row end' }, make('button', { type: 'button', onclick: () => this.copy(field, done) }, `Copy the ${done}`)));
    this.dialog = make('dialog', { class: 'chooser share', 'aria-label': 'Share' },
      make('div', { class: 'heading' }, make('h2', {}, 'Share'), make('button', { type: 'button', class: 'round quiet', 'aria-label': 'Close', onclick: () => this.dialog.close() }, '✕')),
      part('Link to what is shown now', this.link, 'link'), part('To embed it in a page of yours', this.frame, 'frame'), this.note);
    document.body.append(this.dialog);
  }

  /** @param {Page} page @param {string} title */
  show(page, title) {
    this.link.value = link(page);
    this.frame.value = frame(page, title);
    this.note.textContent = '';
    this.dialog.showModal();
    this.link.select();
  }

  /** @param {any} field @param {string} what */
  async copy(field, what) {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      this.note.textContent = `The ${what} is copied.`;
    } catch {
      this.note.textContent = `The ${what} is selected, ready to be copied.`;
    }
  }
}
