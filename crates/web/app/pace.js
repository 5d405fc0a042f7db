// How much of a running search is drawn with each frame: all of it where that fits, else one part after the other.

/** What a frame may take, in milliseconds, so that sixty a second have room for the rest of the page and for garbage. */
const BUDGET = 4;

/** The parts of a search on the screen, each a bit of a number. */
export const OPEN = 1;
export const TREE = 2;
export const CLOSED = 4;
export const STORY = 8;
export const ALL = OPEN | TREE | CLOSED | STORY;
const COUNT = 4;

/** Watches what frames take: the script, and then the browser's own work for what the script has changed. */
export class Pace {
  constructor() {
    /** What the parts have lately taken. */
    this.costs = new Float64Array(COUNT).fill(BUDGET);
    /** The part whose turn it is. */
    this.turn = 0;
    this.channel = new MessageChannel();
    this.began = 0;
    this.drawn = ALL;
    // A message that is sent while a frame is made comes when it has been handed over.
    this.channel.port1.onmessage = () => this.learn(performance.now() - this.began);
  }

  leave() {
    this.channel.port1.close();
  }

  /** @returns {number} the parts to draw in the frame that begins now: the next one, and those after it while they fit */
  next() {
    const { costs } = this;
    let sum = 0;
    this.drawn = 0;
    for (let taken = 0; taken < COUNT; taken += 1) {
      sum += costs[this.turn];
      if (taken > 0 && sum > BUDGET) break;
      this.drawn |= 1 << this.turn;
      this.turn = (this.turn + 1) % COUNT;
    }
    this.began = performance.now();
    this.channel.port2.postMessage(null);
    return this.drawn;
  }

  /** @param {number} cost of the last frame, which tells of each part that it had its share */
  learn(cost) {
    const { costs, drawn } = this;
    let sum = 0;
    for (let part = 0; part < COUNT; part += 1) if (drawn & (1 << part)) sum += costs[part];
    for (let part = 0; part < COUNT; part += 1) {
      // A mean in which the past fades.
      if (drawn & (1 << part)) costs[part] = costs[part] * 0.9 + ((cost * costs[part]) / sum) * 0.1;
    }
  }
}
