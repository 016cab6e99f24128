// The actions in columns: making 100,000 objects would take longer than the page may take to open.

// The bits of an action's flags.
const notHandledFlag = 1;
const lowerBoundFlag = 2;

export class ActionTable {
  constructor(capacity) {
    this.count = 0;
    this.steps = new Float64Array(capacity);
    this.offsets = new Float64Array(capacity);
    this.types = new Uint32Array(capacity);
    this.causes = new Float64Array(capacity);
    this.durations = new Float64Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.changedSets = new Uint32Array(capacity);
    // The sets of changed stores. Most actions have one of a few sets.
    this.storeSets = [];
    this.setNumbers = new Map();
    // Where each payload's text is.
    this.blocks = [];
    this.blockNumbers = new Uint32Array(capacity);
    this.payloadStarts = new Uint32Array(capacity);
    this.payloadEnds = new Uint32Array(capacity);
    this.blockFirsts = [];
  }

  addBlock(block) {
    const text = block.text;
    const starts = block.lineStarts;
    this.blocks.push(block);
    this.blockFirsts.push(this.count);
    for (let i = 0; i + 1 < starts.length; i++) {
      if (starts[i + 1] - starts[i] > 1) this.addLine(text, starts[i], starts[i + 1] - 1);
    }
  }

  // Reads [step,offset,type,payload,cause,[stores],nanoseconds,flags], but skips the payload.
  addLine(text, start, end) {
    actionHead.lastIndex = start;
    const head = actionHead.exec(text);
    const storesEnd = text.lastIndexOf("]", end - 2);
    const storesStart = text.lastIndexOf("[", storesEnd);
    const causeStart = text.lastIndexOf(",", storesStart - 2);
    if (!head || causeStart < start) throw new Error("the data of this page is damaged: a line is no action");
    const i = this.count++;
    [this.steps[i], this.offsets[i], this.types[i]] = head.slice(1).map(Number);
    this.causes[i] = Number(text.slice(causeStart + 1, storesStart - 1));
    this.changedSets[i] = this.setNumber(text.slice(storesStart + 1, storesEnd));
    [this.durations[i], this.flags[i]] = text.slice(storesEnd + 2, end - 1).split(",").map(Number);
    this.blockNumbers[i] = this.blocks.length - 1;
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

  payloadText(index) {
    return this.blocks[this.blockNumbers[index]].text.slice(this.payloadStarts[index], this.payloadEnds[index]);
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

  // The index of the last action at or before a step; -1 if there is none.
  indexAtOrBefore(step) {
    return lastAtOrBelow(this.steps, this.count, step);
  }

  // The index of the action of a step; -1 if it has none.
  indexOf(step) {
    const index = this.indexAtOrBefore(step);
    return index >= 0 && this.steps[index] === step ? index : -1;
  }

  // The index of the last action at or before a time; -1 if there is none.
  indexAtTime(offset) {
    return lastAtOrBelow(this.offsets, this.count, offset);
  }
}

const actionHead = /\[(\d+),(\d+),(\d+),/y;

function lastAtOrBelow(column, count, limit) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
