// The state at each step.

import { applyOperation, changeOf } from "./patch.js";
import { blockIndex } from "./block.js";
import { StateWalker } from "./state-walker.js";

// The cost of reading a whole state, in steps.
const stateCost = 100;
// One walker can stay at the end while another looks at the start.
const walkerLimit = 2;

export class States {
  constructor(blocks) {
    this.blocks = blocks;
    this.runs = runsOf(blocks);
    // The last one was used last.
    this.walkers = [];
  }

  has(step) {
    return this.runOf(step) !== undefined;
  }

  // The state at a step; undefined if it has none. Valid until the next call.
  at(step) {
    return this.walkerAt(step)?.state;
  }

  // The changes of a step, as {op, tokens, value, old}; undefined if the state before or after it is missing.
  changes(step) {
    const run = this.runOf(step);
    if (!run || step === run.first) return undefined;
    const walker = this.walkerAt(step - 1);
    const changes = [];
    walker.goForward((operation) => {
      changes.push(changeOf(walker.holder, operation));
      return applyOperation(walker.holder, operation);
    });
    return changes;
  }

  // The run of consecutive states with the step.
  runOf(step) {
    return this.runs.find(({ first, last }) => first <= step && step <= last);
  }

  walkerAt(step) {
    const run = this.runOf(step);
    if (!run) return undefined;
    const anchor = this.anchor(step, run);
    const walker = this.nearestWalker(step, run, step - anchor.first + 1 + stateCost) ?? this.newWalker(anchor);
    this.walkers = [...this.walkers.filter((other) => other !== walker), walker].slice(-walkerLimit);
    walker.goTo(step);
    return walker;
  }

  nearestWalker(step, run, limit) {
    const near = this.walkers.filter((walker) => this.runOf(walker.step) === run && walker.distance(step) <= limit);
    near.sort((one, other) => one.distance(step) - other.distance(step));
    return near[0];
  }

  newWalker(anchor) {
    return new StateWalker(this.blocks, anchor);
  }

  // The last block that begins with a whole state at or before the step.
  anchor(step, run) {
    let index = blockIndex(this.blocks, step + 1);
    while (!this.blocks[index].hasState || this.blocks[index].first - 1 > step) index--;
    return this.blocks[Math.max(index, run.firstBlock)];
  }
}

// A run begins with a whole state, and ends where no block continues it.
function runsOf(blocks) {
  const runs = [];
  blocks.forEach((block, index) => {
    const run = runs.at(-1);
    if (run && run.last === block.first - 1) run.last = block.last;
    else runs.push({ first: block.first - 1, last: block.last, firstBlock: index });
  });
  return runs;
}
