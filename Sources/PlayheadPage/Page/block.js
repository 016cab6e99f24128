// Blocks of the page's data: unpacks them when needed, and finds their lines.

import { unpackedText } from "./bytes.js";

// The most unpacked text in memory, in bytes. A session that fits is unpacked once.
const unpackedLimit = 96 * 1024 * 1024;

export class Block {
  constructor({ kind, first, last, count, bytes, state }, element, cache) {
    Object.assign(this, { kind, first, last, count, bytes, hasState: Boolean(state) });
    this.element = element;
    this.cache = cache;
    this.content = undefined;
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

  line(number) {
    const starts = this.lineStarts;
    return this.text.slice(starts[number], starts[number + 1] - 1);
  }

  // The line of a step, in a block with a line for each step.
  lineOfStep(step) {
    return this.line(step - this.first + (this.hasState ? 1 : 0));
  }

  unpacked() {
    this.content ??= this.cache.keep(this, { text: unpackedText(this.element.textContent, this.bytes) });
    return this.content;
  }
}

function startsOfLines(text) {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  if (!text.endsWith("\n")) starts.push(text.length + 1);
  return starts;
}

// Keeps unpacked texts, and drops the oldest.
class BlockCache {
  constructor() {
    this.blocks = [];
    this.bytes = 0;
  }

  keep(block, content) {
    this.blocks.push(block);
    this.bytes += block.bytes;
    while (this.bytes > unpackedLimit && this.blocks.length > 1) this.drop(this.blocks.shift());
    return content;
  }

  drop(block) {
    block.content = undefined;
    this.bytes -= block.bytes;
  }
}

export function blocksOf(descriptions, elements) {
  const cache = new BlockCache();
  return descriptions.map((description, i) => new Block(description, elements[i], cache));
}

// The index of the block with the step, or of the last block before it; -1 if there is none.
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
