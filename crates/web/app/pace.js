// How much of a running search is drawn with each frame: all of it where that fits, else one half after the other.

/** What a frame may take, in milliseconds, so that sixty a second have room for the rest of the page and for garbage. */
const BUDGET = 5;

/** @typedef {0 | 1 | undefined} Part one half of the screen, the other one, or all */

/** Watches what frames take: the script, and then the browser's own work for what the script has changed. */
export class Pace {
  constructor() {
    /** What the halves have lately taken. */
    this.costs = [BUDGET, BUDGET];
    /** @type {0 | 1} the half whose turn it is */
    this.turn = 0;
    this.channel = new MessageChannel();
    this.began = 0;
    /** @type {Part} */
    this.part = 0;
    // A message that is sent while a frame is made comes when it has been handed over.
    this.channel.port1.onmessage = () => this.learn(performance.now() - this.began);
  }

  leave() {
    this.channel.port1.close();
  }

  /** @returns {Part} what to draw in the frame that begins now */
  next() {
    this.part = this.costs[0] + this.costs[1] > BUDGET ? this.turn : undefined;
    this.turn = this.turn === 0 ? 1 : 0;
    this.began = performance.now();
    this.channel.port2.postMessage(null);
    return this.part;
  }

  /** @param {number} cost of the last frame */
  learn(cost) {
    const { costs, part } = this;
    const sum = costs[0] + costs[1];
    costs.forEach((before, half) => {
      // A frame with both halves tells of each its share.
      if (part === undefined) costs[half] = mix(before, (cost * before) / sum);
      else if (part === half) costs[half] = mix(before, cost);
    });
  }
}

/** @param {number} before @param {number} now a mean in which the past fades */
const mix = (before, now) => before * 0.9 + now * 0.1;
