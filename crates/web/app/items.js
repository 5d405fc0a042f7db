// The items of a list on the screen, in their order.

/**
 * Items that leave become those that come. A running search that made new ones for every step would have the browser
 * collect them as garbage, which takes as long as several frames.
 */
export class Items {
  /** @param {Element} list @param {() => any} make an item with nothing in it */
  constructor(list, make) {
    this.list = list;
    this.make = make;
    /** @type {Map<unknown, any>} what is shown, by its key */
    this.shown = new Map();
    /** @type {any[]} */
    this.spare = [];
    /** @type {Set<unknown>} the keys of one call, and the items that they leave without one; kept, to make none for each call */
    this.wanted = new Set();
    /** @type {Set<unknown>} */
    this.gone = new Set();
  }

  /** Forgets the items of another search, which may be of another form. */
  clear() {
    this.shown.clear();
    this.spare.length = 0;
    this.list.replaceChildren();
  }

  /**
   * Shows an item for each key. One that is there already stays as it is.
   * @param {unknown[]} keys
   * @param {(item: any, place: number) => void} fill
   */
  show(keys, fill) {
    const { wanted, gone, shown } = this;
    wanted.clear();
    gone.clear();
    for (const key of keys) wanted.add(key);
    shown.forEach((item, key) => {
      if (wanted.has(key)) return;
      shown.delete(key);
      gone.add(item);
    });
    let next = /** @type {any} */ (this.list.firstChild);
    const drop = () => {
      const item = next;
      next = next.nextSibling;
      item.remove();
      this.spare.push(item);
    };
    keys.forEach((key, place) => {
      let item = shown.get(key);
      if (item) {
        while (gone.has(next)) drop();
      } else {
        // One that leaves here can stay where it is, and nothing has to be laid out for its place.
        item = gone.delete(next) ? next : this.spare.pop() ?? this.make();
        fill(item, place);
        shown.set(key, item);
      }
      if (item === next) next = next.nextSibling;
      else this.list.insertBefore(item, next);
    });
    while (next) drop();
  }
}
