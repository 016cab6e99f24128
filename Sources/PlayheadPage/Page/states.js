// @ts-check
// The state at each step, from blocks of changes.

import { applyOperation, changeOf } from "./patch.js";
import { blockIndex } from "./block.js";
import { operationsOf, StateWalker } from "./state-walker.js";

// The cost of reading a whole state, in steps.
const stateCost = 100;
// One walker can stay at the end while another looks at the start.
const walkerLimit = 2;

/** @typedef {import("./block.js").TextBlock} TextBlock */
/** @typedef {{first: number, last: number, firstBlock: number}} Run */

export class States {
  /** @param {TextBlock[]} blocks In the order of their steps. */
  constructor(blocks) {
    // The last one was used last.
    /** @type {StateWalker[]} */
    this.walkers = [];
    this.useBlocks(blocks);
  }

  // Uses other blocks from now on. Where they have the same steps, they must say the same.
  /** @param {TextBlock[]} blocks */
  useBlocks(blocks) {
    this.blocks = blocks;
    /** @type {Run[]} */
    this.runs = runsOf(blocks);
    for (const walker of this.walkers) walker.blocks = blocks;
  }

  /** @param {number} step */
  has(step) {
    return this.runOf(step) !== undefined;
  }

  // The state at a step; undefined if it has none. Valid until the next call.
  /** @param {number} step @returns {any} */
  at(step) {
    return this.walkerAt(step)?.state;
  }

  // The changes of a step, as {op, tokens, value, old}; undefined if the state before or after it is missing.
  /** @param {number} step */
  changes(step) {
    const run = this.runOf(step);
    if (!run || step === run.first) return undefined;
    const walker = this.walkerAt(step - 1);
    /** @type {import("./patch.js").Change[]} */
    const changes = [];
    walker.goForward((operation) => {
      changes.push(changeOf(walker.holder, operation));
      return applyOperation(walker.holder, operation);
    });
    return changes;
  }

  // The operations that make the state at a step from the one before; undefined if that is missing.
  /** @param {number} step */
  operations(step) {
    const run = this.runOf(step);
    return run && step > run.first ? operationsOf(this.blocks, step) : undefined;
  }

  get firstStep() {
    return this.runs[0].first;
  }

  // The last step with a state up to a step; undefined if there is none.
  /** @param {number} step */
  stepAtOrBefore(step) {
    const run = this.runs[blockIndex(this.runs, step)];
    return run && Math.min(step, run.last);
  }

  /** @param {number} step */
  stepBefore(step) {
    return this.stepAtOrBefore(step - 1);
  }

  // The next step with a state; undefined if there is none.
  /** @param {number} step */
  stepAfter(step) {
    return this.has(step + 1) ? step + 1 : this.runs[blockIndex(this.runs, step) + 1]?.first;
  }

  // The run of consecutive states with the step.
  /** @param {number} step @returns {Run | undefined} */
  runOf(step) {
    const run = this.runs[blockIndex(this.runs, step)];
    return run && step <= run.last ? run : undefined;
  }

  /** @param {number} step */
  walkerAt(step) {
    const run = this.runOf(step);
    if (!run) return undefined;
    const anchor = this.anchor(step, run);
    const walker = this.nearestWalker(step, run, step - anchor.first + 1 + stateCost) ?? new StateWalker(this.blocks, anchor);
    this.walkers = [...this.walkers.filter((other) => other !== walker), walker].slice(-walkerLimit);
    walker.goTo(step);
    return walker;
  }

  /** @param {number} step @param {Run} run @param {number} limit */
  nearestWalker(step, run, limit) {
    const near = this.walkers.filter((walker) => this.runOf(walker.step) === run && walker.distance(step) <= limit);
    near.sort((one, other) => one.distance(step) - other.distance(step));
    return near[0];
  }

  // The last block that begins with a whole state at or before the step.
  /** @param {number} step @param {Run} run */
  anchor(step, run) {
    let index = blockIndex(this.blocks, step + 1);
    while (!this.blocks[index].hasState || this.blocks[index].first - 1 > step) index--;
    return this.blocks[Math.max(index, run.firstBlock)];
  }
}

// A run begins with a whole state, and ends where no block continues it.
/** @param {TextBlock[]} blocks */
function runsOf(blocks) {
  /** @type {Run[]} */
  const runs = [];
  blocks.forEach((block, index) => {
    const run = runs.at(-1);
    if (run && run.last === block.first - 1) run.last = block.last;
    else runs.push({ first: block.first - 1, last: block.last, firstBlock: index });
  });
  return runs;
}
