// @ts-check
// The actions that match a filter, by their number among the matches and by their index.

import { lastAtOrBelow } from "./action-table.js";

// Every action: no filter.
export class AllActions {
  constructor(actions) {
    this.actions = actions;
    this.isDone = true;
  }

  get count() {
    return this.actions.count;
  }

  select(number) {
    return number;
  }

  rank(index) {
    return index + 1;
  }
}

// The actions with these indexes, in ascending order.
export class ListedActions {
  constructor(indexes) {
    this.indexes = indexes;
    this.isDone = true;
  }

  get count() {
    return this.indexes.length;
  }

  select(number) {
    return this.indexes[number];
  }

  rank(index) {
    return lastAtOrBelow((i) => this.indexes[i], 0, this.indexes.length, index) + 1;
  }
}

// The steps of a chunk of bits.
export const chunkSteps = 65536;

/**
 * Steps as bits, in chunks that arrive in any order: 10,000,000 steps take 1.3 MB.
 */
export class MatchedSteps {
  constructor(actions) {
    this.actions = actions;
    this.isDone = false;
    this.progress = 0;
    /** @type {{first: number, bytes: Uint8Array, before: number, count: number}[]} */
    this.chunks = [];
    this.count = 0;
  }

  // Puts in the bits of the steps from `first` on, in the place of those that it had.
  add(first, bytes) {
    const place = lastAtOrBelow((i) => this.chunks[i].first, 0, this.chunks.length, first);
    const isKnown = place >= 0 && this.chunks[place].first === first;
    this.chunks.splice(isKnown ? place : place + 1, isKnown ? 1 : 0, { first, bytes, before: 0, count: bitCount(bytes, bytes.length) });
    this.count = 0;
    for (const chunk of this.chunks) {
      chunk.before = this.count;
      this.count += chunk.count;
    }
  }

  has(step) {
    const chunk = this.chunkOf(step);
    const bit = chunk ? step - chunk.first : 0;
    return chunk !== undefined && ((chunk.bytes[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0;
  }

  chunkOf(step) {
    const chunk = this.chunks[lastAtOrBelow((i) => this.chunks[i].first, 0, this.chunks.length, step)];
    return chunk && step < chunk.first + chunkSteps ? chunk : undefined;
  }

  select(number) {
    const chunk = this.chunks[lastAtOrBelow((i) => this.chunks[i].before, 0, this.chunks.length, number)];
    let rest = number - chunk.before;
    let place = 0;
    while (rest >= bitsInByte[chunk.bytes[place]]) rest -= bitsInByte[chunk.bytes[place++]];
    let bit = 0;
    for (let byte = chunk.bytes[place]; (byte & 1) === 0 || rest-- > 0; byte >>= 1) bit++;
    return this.actions.indexOf(chunk.first + place * 8 + bit);
  }

  rank(index) {
    if (index < 0) return 0;
    const step = this.actions.stepOf(index);
    const chunk = this.chunks[lastAtOrBelow((i) => this.chunks[i].first, 0, this.chunks.length, step)];
    if (!chunk) return 0;
    const bits = Math.min(step - chunk.first + 1, chunkSteps);
    const whole = Math.min(bits >> 3, chunk.bytes.length);
    const last = (chunk.bytes[bits >> 3] ?? 0) & ((1 << (bits & 7)) - 1);
    return chunk.before + bitCount(chunk.bytes, whole) + bitsInByte[last];
  }
}

const bitsInByte = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll("0", "").length);

function bitCount(bytes, end) {
  let count = 0;
  for (let i = 0; i < end; i++) count += bitsInByte[bytes[i]];
  return count;
}
