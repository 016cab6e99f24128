// @ts-check
// Blocks of the page's data: lines of text for some steps. Those of the file are unpacked when they are needed.

import { unpackedText } from "./bytes.js";

// The most unpacked text in memory, in bytes. A session that fits is unpacked once.
const unpackedLimit = 96 * 1024 * 1024;

/** @typedef {{kind?: string, first: number, last: number, count?: number, bytes?: number, state?: boolean}} BlockDescription */

// A block with its text.
export class TextBlock {
  /** @param {BlockDescription} description @param {string} [text] */
  constructor({ kind = "", first, last, count = 0, bytes = 0, state = false }, text = "") {
    this.kind = kind;
    this.first = first;
    this.last = last;
    this.count = count;
    this.bytes = bytes;
    this.hasState = Boolean(state);
    /** @type {{text: string, starts?: number[]} | undefined} */
    this.content = { text };
  }

  /** @returns {{text: string, starts?: number[]}} */
  unpacked() {
    return /** @type {{text: string, starts?: number[]}} */ (this.content);
  }

  get text() {
    return this.unpacked().text;
  }

  // The start of each line, and of the line after the last.
  get lineStarts() {
    const content = this.unpacked();
    content.starts ??= startsOfLines(content.text);
    return content.starts;
  }

  /** @param {number} number */
  line(number) {
    const starts = this.lineStarts;
    return this.text.slice(starts[number], starts[number + 1] - 1);
  }

  // The line of a step, in a block with a line for each step.
  /** @param {number} step */
  lineOfStep(step) {
    return this.line(step - this.first + (this.hasState ? 1 : 0));
  }
}

// A block of the file.
export class Block extends TextBlock {
  /** @param {BlockDescription} description @param {{textContent: string | null}} element @param {BlockCache} cache */
  constructor(description, element, cache) {
    super(description);
    this.element = element;
    this.cache = cache;
    this.content = undefined;
  }

  unpacked() {
    this.content ??= this.cache.keep(this, { text: unpackedText(this.element.textContent ?? "", this.bytes) });
    return this.content;
  }
}

/** @param {string} text */
function startsOfLines(text) {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  if (!text.endsWith("\n")) starts.push(text.length + 1);
  return starts;
}

// Keeps unpacked texts, and drops the oldest.
class BlockCache {
  constructor() {
    /** @type {Block[]} */
    this.blocks = [];
    this.bytes = 0;
  }

  /** @param {Block} block @param {{text: string}} content */
  keep(block, content) {
    this.blocks.push(block);
    this.bytes += block.bytes;
    while (this.bytes > unpackedLimit && this.blocks.length > 1) this.drop(/** @type {Block} */ (this.blocks.shift()));
    return content;
  }

  /** @param {Block} block */
  drop(block) {
    block.content = undefined;
    this.bytes -= block.bytes;
  }
}

/** @param {BlockDescription[]} descriptions @param {ArrayLike<{textContent: string | null}>} elements */
export function blocksOf(descriptions, elements) {
  const cache = new BlockCache();
  return descriptions.map((description, i) => new Block(description, elements[i], cache));
}

// The index of the block with the step, or of the last block before it; -1 if there is none.
/** @param {{first: number}[]} blocks @param {number} step */
export function blockIndex(blocks, step) {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle].first <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
