// @ts-check
// The actions of blocks in columns: making 100,000 objects would take longer than the page may take to open. A block is
// read when one of its actions is asked for.

import { blockIndex } from "./block.js";

// The bits of an action's flags.
const notHandledFlag = 1;
const lowerBoundFlag = 2;
const leftOutFlag = 4;
const unknownFlag = 8;

// The number of types with a color on the timeline. The style sheet has the colors.
export const coloredTypes = 6;

export class ActionTable {
  /** @param {number} capacity */
  constructor(capacity) {
    this.count = 0;
    this.steps = new Float64Array(capacity);
    this.offsets = new Float64Array(capacity);
    this.types = new Uint32Array(capacity);
    /** The names of types, by which equally frequent ones are in order. @type {string[]} */
    this.typeNames = [];
    /** The indexes in `facts.types` to which a server's numbers lead. @type {number[] | undefined} */
    this.typeNumbers = undefined;
    this.causes = new Float64Array(capacity);
    this.durations = new Float64Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.changedSets = new Uint32Array(capacity);
    /**
     * The sets of changed stores. Most actions have one of a few sets.
     * @type {number[][]}
     */
    this.storeSets = [];
    this.setNumbers = new Map();
    // Where each payload's text is.
    this.payloadStarts = new Uint32Array(capacity);
    this.payloadEnds = new Uint32Array(capacity);
    /** @type {import("./block.js").TextBlock[]} */
    this.blocks = [];
    // The index of each block's first action.
    /** @type {number[]} */
    this.blockFirsts = [];
    /** @type {boolean[]} */
    this.areRead = [];
    this.unreadCount = 0;
  }

  /**
   * The actions of blocks whose counts are known.
   * @param {import("./block.js").TextBlock[]} blocks
   */
  static of(blocks) {
    const table = new ActionTable(blocks.reduce((sum, { count }) => sum + count, 0));
    for (const block of blocks) table.append(block, block.count);
    return table;
  }

  /** @param {import("./block.js").TextBlock} block */
  addBlock(block) {
    this.append(block, block.text === "" ? 0 : block.lineStarts.length - 1);
    this.read(this.blocks.length - 1);
  }

  append(block, count) {
    this.blocks.push(block);
    this.blockFirsts.push(this.count);
    this.areRead.push(false);
    this.unreadCount++;
    this.count += count;
  }

  get isRead() {
    return this.unreadCount === 0;
  }

  // Reads blocks for about this many milliseconds.
  readFor(milliseconds) {
    const end = performance.now() + milliseconds;
    for (let number = this.areRead.indexOf(false); number >= 0 && performance.now() < end; ) {
      this.read(number);
      number = this.areRead.indexOf(false, number);
    }
  }

  read(number) {
    if (this.areRead[number] !== false) return;
    this.areRead[number] = true;
    this.unreadCount--;
    const { text, lineStarts } = this.blocks[number];
    const end = this.endOfBlock(number);
    const first = this.blockFirsts[number];
    let index = first;
    for (let i = 0; i + 1 < lineStarts.length && index < end; i++) {
      if (lineStarts[i + 1] - lineStarts[i] <= 1) continue;
      this.readLine(text, lineStarts[i], lineStarts[i + 1] - 1, index);
      // A line has the distances from the one before it.
      if (index > first) {
        this.steps[index] += this.steps[index - 1];
        this.offsets[index] += this.offsets[index - 1];
      }
      if (this.causes[index] !== 0) this.causes[index] = this.steps[index] - this.causes[index];
      index++;
    }
  }

  endOfBlock(number) {
    return this.blockFirsts[number + 1] ?? this.count;
  }

  // Reads [step,offset,type,payload,cause,[stores],nanoseconds,flags], with distances as they are, but skips the payload.
  readLine(text, start, end, i) {
    actionHead.lastIndex = start;
    const head = actionHead.exec(text);
    const storesEnd = text.lastIndexOf("]", end - 2);
    const storesStart = text.lastIndexOf("[", storesEnd);
    const causeStart = text.lastIndexOf(",", storesStart - 2);
    if (!head || causeStart < start) throw new Error("the data of this page is damaged: a line is no action");
    this.steps[i] = Number(head[1]);
    this.offsets[i] = Number(head[2]);
    this.types[i] = Number(head[3]);
    this.causes[i] = Number(text.slice(causeStart + 1, storesStart - 1));
    this.changedSets[i] = this.setNumber(text.slice(storesStart + 1, storesEnd));
    const comma = text.indexOf(",", storesEnd + 2);
    this.durations[i] = Number(text.slice(storesEnd + 2, comma));
    this.flags[i] = Number(text.slice(comma + 1, end - 1));
    this.payloadStarts[i] = actionHead.lastIndex;
    this.payloadEnds[i] = causeStart;
  }

  setNumber(text) {
    let number = this.setNumbers.get(text);
    if (number === undefined) {
      number = this.storeSets.push(text === "" ? [] : text.split(",").map(Number)) - 1;
      this.setNumbers.set(text, number);
    }
    return number;
  }

  // The most frequent types, those with a color. Reads all actions.
  get frequentTypes() {
    this.readFor(Infinity);
    if (this.countedTypes) return this.countedTypes;
    const counts = new Map();
    for (let i = 0; i < this.count; i++) counts.set(this.types[i], (counts.get(this.types[i]) ?? 0) + 1);
    // A server breaks ties by name.
    const isBefore = (one, other) => (this.typeNames[one] ?? "") < (this.typeNames[other] ?? "");
    const order = Array.from(counts.keys()).sort((one, other) => counts.get(other) - counts.get(one) || (isBefore(one, other) ? -1 : isBefore(other, one) ? 1 : one - other));
    return (this.countedTypes = order.slice(0, coloredTypes));
  }

  // The number of the block with an action, which is read then.
  blockOf(index) {
    const number = lastAtOrBelow((i) => this.blockFirsts[i], 0, this.blocks.length, index);
    this.read(number);
    return number;
  }

  /** @returns {import("./source.js").Action} */
  at(index) {
    this.blockOf(index);
    return new TableAction(this, index);
  }

  stepOf(index) {
    if (!this.isRead) this.blockOf(index);
    return this.steps[index];
  }

  timeOf(index) {
    if (!this.isRead) this.blockOf(index);
    return this.offsets[index];
  }

  payloadText(index) {
    return this.blocks[this.blockOf(index)].text.slice(this.payloadStarts[index], this.payloadEnds[index]);
  }

  changedStores(index) {
    return this.storeSets[this.changedSets[index]];
  }

  isHandled(index) {
    return (this.flags[index] & notHandledFlag) === 0;
  }

  isDurationLowerBound(index) {
    return (this.flags[index] & lowerBoundFlag) !== 0;
  }

  indexAtOrBefore(step) {
    const number = blockIndex(this.blocks, step);
    if (number < 0) return -1;
    this.read(number);
    return lastAtOrBelow((i) => this.steps[i], this.blockFirsts[number], this.endOfBlock(number), step);
  }

  indexOf(step) {
    const index = this.indexAtOrBefore(step);
    return index >= 0 && this.steps[index] === step ? index : -1;
  }

  indexAtTime(offset) {
    return lastAtOrBelow((i) => this.timeOf(i), 0, this.count, offset);
  }
}

class TableAction {
  /** @param {ActionTable} table @param {number} index */
  constructor(table, index) {
    this.table = table;
    this.index = index;
  }

  get step() {
    return this.table.steps[this.index];
  }

  get offset() {
    return this.table.offsets[this.index];
  }

  get type() {
    const type = this.table.types[this.index];
    return this.table.typeNumbers ? this.table.typeNumbers[type] : type;
  }

  get cause() {
    return this.table.causes[this.index];
  }

  get changedStores() {
    return this.table.changedStores(this.index);
  }

  get duration() {
    return this.table.durations[this.index];
  }

  get isHandled() {
    return this.table.isHandled(this.index);
  }

  get isDurationLowerBound() {
    return this.table.isDurationLowerBound(this.index);
  }

  get isPayloadLeftOut() {
    return (this.table.flags[this.index] & leftOutFlag) !== 0;
  }

  // Whether it is not known what the action changed, because nobody recorded it there.
  get isOutcomeUnknown() {
    return (this.table.flags[this.index] & unknownFlag) !== 0;
  }

  get payloadText() {
    return this.table.payloadText(this.index);
  }
}

const actionHead = /\[(-?\d+),(-?\d+),(\d+),/y;

// The last place from `low` to `high` (which is not included) whose value is at most `limit`; low - 1 if there is none.
export function lastAtOrBelow(valueOf, low, high, limit) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (valueOf(middle) <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
