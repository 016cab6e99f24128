// A state that changes in place: forward by the recorded operations, backward by their inverses.

import { parseJSON } from "./json.js";
import { applyOperation, parseOperations } from "./patch.js";
import { blockIndex } from "./block.js";

export class StateWalker {
  // Begins at the whole state of `anchor`.
  constructor(blocks, anchor) {
    this.blocks = blocks;
    this.holder = { value: parseJSON(anchor.line(0)) };
    this.step = anchor.first - 1;
    // The operations that undo the last steps.
    this.inverses = [];
  }

  get state() {
    return this.holder.value;
  }

  // The number of steps to another step; infinite if the walker began after it.
  distance(step) {
    if (step >= this.step) return step - this.step;
    return this.step - step <= this.inverses.length ? this.step - step : Infinity;
  }

  goTo(step) {
    while (this.step < step) this.goForward();
    while (this.step > step) this.goBack();
  }

  // Calls `willApply` with each operation before it applies it.
  goForward(willApply = () => {}) {
    const step = this.step + 1;
    const block = this.blocks[blockIndex(this.blocks, step)];
    const inverse = [];
    for (const operation of parseOperations(block.lineOfStep(step))) {
      willApply(operation);
      inverse.push(applyOperation(this.holder, operation));
    }
    this.inverses.push(inverse);
    this.step = step;
  }

  goBack() {
    const inverse = this.inverses.pop();
    for (let i = inverse.length - 1; i >= 0; i--) applyOperation(this.holder, inverse[i]);
    this.step--;
  }
}
