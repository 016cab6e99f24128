// @ts-check
// Keeps what was used last, up to a size.

/** @template Item */
export class Recent {
  /**
   * @param {number} limit The greatest sum of sizes.
   * @param {(item: Item, key: number) => void} dropped
   */
  constructor(limit, dropped = () => {}) {
    this.limit = limit;
    this.dropped = dropped;
    this.size = 0;
    /**
     * The one used last is the last one.
     * @type {Map<number, {item: Item, size: number}>}
     */
    this.entries = new Map();
  }

  /** @returns {Item | undefined} */
  get(key) {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.item;
  }

  // The same, without counting as a use.
  /** @returns {Item | undefined} */
  peek(key) {
    return this.entries.get(key)?.item;
  }

  set(key, item, size) {
    this.delete(key);
    this.entries.set(key, { item, size });
    this.size += size;
    for (const oldest of this.entries.keys()) {
      // What was just put in stays, whatever its size is.
      if (this.size <= this.limit || oldest === key) break;
      this.delete(oldest);
    }
  }

  delete(key) {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.size -= entry.size;
    this.dropped(entry.item, key);
  }

  clear() {
    for (const key of Array.from(this.entries.keys())) this.delete(key);
  }
}
