// @ts-check
// The questions that the page waits for: few at once, those asked last first. While a reader scrolls, most of what was asked
// for is out of view before it is sent, and is forgotten.

// Browsers open six connections to a server, and one is for the stream of actions.
const mostUnderWay = 4;
// More than a screen of blocks, for the list, the state and the timeline.
const mostWaiting = 16;

export class Requests {
  constructor() {
    /** @type {Map<string, () => Promise<void>>} */
    this.waiting = new Map();
    this.underWay = new Set();
  }

  // Calls `send` when there is room, unless the same is already asked for.
  /** @param {string} key @param {() => Promise<void>} send */
  want(key, send) {
    if (this.underWay.has(key)) return;
    this.waiting.delete(key);
    this.waiting.set(key, send);
    if (this.waiting.size > mostWaiting) this.waiting.delete(/** @type {string} */ (this.waiting.keys().next().value));
    // After the redraw that asks, so that all it asks for is known.
    if (!this.isScheduled) queueMicrotask(() => this.sendMore());
    this.isScheduled = true;
  }

  sendMore() {
    this.isScheduled = false;
    while (this.underWay.size < mostUnderWay && this.waiting.size > 0) {
      const [key, send] = /** @type {[string, () => Promise<void>]} */ (Array.from(this.waiting).at(-1));
      this.waiting.delete(key);
      this.underWay.add(key);
      // `send` says itself what goes wrong.
      send().catch(() => {}).finally(() => {
        this.underWay.delete(key);
        this.sendMore();
      });
    }
  }

  clear() {
    this.waiting.clear();
  }
}
