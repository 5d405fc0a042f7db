// Undo for an editor: what it was before each change, the button and the keys that bring it back.
import { make } from './shared/dom.js';

/**
 * The states of an editor.
 * @template T
 */
export class History {
  /**
   * @param {() => T} read the state as it is now
   * @param {(state: T) => void} write
   * @param {() => void} onundo
   */
  constructor(read, write, onundo) {
    this.read = read;
    this.write = write;
    this.onundo = onundo;
    this.button = make('button', { type: 'button', title: 'Undo (Ctrl+Z)', onclick: () => this.undo() }, 'Undo');
    /** @type {string[]} */
    this.past = [];
    this.now = '';
    this.clear();
  }

  /** Forgets everything: another puzzle was opened. */
  clear() {
    this.past = [];
    this.now = JSON.stringify(this.read());
    this.button.disabled = true;
  }

  /** Takes note of a change, if there is one. */
  note() {
    const now = JSON.stringify(this.read());
    if (now !== this.now) this.past.push(this.now);
    this.now = now;
    this.button.disabled = this.past.length === 0;
  }

  /** Goes back by one change. */
  undo() {
    const before = this.past.pop();
    if (before === undefined) return;
    this.now = before;
    this.write(JSON.parse(before));
    this.onundo();
  }

  /** @param {KeyboardEvent} event a field of text undoes its own changes */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || /** @type {Element} */ (event.target).matches('textarea')) return;
    this.undo();
    event.preventDefault();
  }
}
