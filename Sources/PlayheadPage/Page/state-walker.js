// @ts-check
// A state that changes in place: forward by the recorded operations, backward by their inverses.

import { parseJSON } from "./json.js";
import { parseOperations } from "./patch.js";
import { TextEdits } from "./text-edits.js";
import { blockIndex } from "./block.js";

/** @typedef {import("./block.js").TextBlock} TextBlock */
/** @typedef {import("./patch.js").Operation} Operation */

export class StateWalker {
  // Begins at the whole state of `anchor`.
  /** @param {TextBlock[]} blocks @param {TextBlock} anchor */
  constructor(blocks, anchor) {
    this.blocks = blocks;
    this.holder = { value: parseJSON(anchor.line(0)) };
    this.step = anchor.first - 1;
    // The operations that undo the last steps.
    /** @type {Operation[][]} */
    this.inverses = [];
  }

  get state() {
    return this.holder.value;
  }

  // The number of steps to another step; infinite if the walker began after it.
  /** @param {number} step */
  distance(step) {
    if (step >= this.step) return step - this.step;
    return this.step - step <= this.inverses.length ? this.step - step : Infinity;
  }

  /** @param {number} step */
  goTo(step) {
    const edits = new TextEdits(this.holder);
    while (this.step < step) this.goForward((operation) => edits.apply(operation));
    while (this.step > step) this.goBack(edits);
    edits.settle();
  }

  // `apply` applies an operation and returns its inverse.
  /** @param {(operation: Operation) => Operation} apply */
  goForward(apply) {
    this.step++;
    this.inverses.push(operationsOf(this.blocks, this.step).map(apply));
  }

  /** @param {TextEdits} edits */
  goBack(edits) {
    const inverse = this.inverses.pop() ?? [];
    for (let i = inverse.length - 1; i >= 0; i--) edits.apply(inverse[i]);
    this.step--;
  }
}

/** @param {TextBlock[]} blocks @param {number} step */
export function operationsOf(blocks, step) {
  return parseOperations(blocks[blockIndex(blocks, step)].lineOfStep(step));
}
