// Undo for an editor: what it was before each change.

/**
 * The states of an editor.
 * @template T
 */
export class History {
  /** @param {() => T} read the state as it is now @param {(state: T) => void} write */
  constructor(read, write) {
    this.read = read;
    this.write = write;
    /** @type {string[]} */
    this.past = [];
    this.now = JSON.stringify(read());
  }

  /** Forgets everything: another puzzle was opened. */
  clear() {
    this.past = [];
    this.now = JSON.stringify(this.read());
  }

  /** Takes note of a change, if there is one. */
  note() {
    const now = JSON.stringify(this.read());
    if (now === this.now) return;
    this.past.push(this.now);
    this.now = now;
  }

  get empty() {
    return this.past.length === 0;
  }

  /** Goes back by one change. */
  undo() {
    const before = this.past.pop();
    if (before === undefined) return;
    this.now = before;
    this.write(JSON.parse(before));
  }
}
