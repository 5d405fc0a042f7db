// The items of a list on the screen, in their order.

/**
 * Items that stay where they are and become others. One that was taken out and put in at another place would be laid out
 * from nothing, and what a browser makes for that is garbage afterwards: collecting it takes as long as several frames.
 */
export class Items {
  /** @param {Element} list @param {() => any} make an item with nothing in it */
  constructor(list, make) {
    this.list = list;
    this.make = make;
    /** @type {any[]} those that there are, and some that are not shown now */
    this.all = [];
    /** @type {unknown[]} what is shown */
    this.keys = [];
  }

  /** Forgets the items of another search, which may be of another form. */
  clear() {
    this.all.length = this.keys.length = 0;
    this.list.replaceChildren();
  }

  /**
   * Shows an item for each key. One that is there already stays as it is.
   * @param {readonly unknown[]} keys
   * @param {(item: any, place: number) => void} fill
   */
  show(keys, fill) {
    const { all, list, keys: shown } = this;
    while (shown.length > keys.length) {
      shown.pop();
      all[shown.length].remove();
    }
    for (let place = 0; place < keys.length; place += 1) {
      const item = (all[place] ??= this.make());
      if (place < shown.length && shown[place] === keys[place]) continue;
      fill(item, place);
      if (place >= shown.length) list.append(item);
      shown[place] = keys[place];
    }
  }
}
