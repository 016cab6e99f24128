// @ts-check
// The actions of a server's log: which steps have one is known, and blocks of them are fetched when they are shown.

import { ActionTable, lastAtOrBelow } from "./action-table.js";
import { TextBlock } from "./block.js";
import { Recent } from "./recent.js";
import { pending } from "./source.js";

// The steps of a block.
const blockSteps = 256;
// The most text in memory, in characters.
const keptActionText = 12e6;
// Longer payloads, in bytes, come only for the selected action.
const payloadLimit = 4000;

export class ServerActions {
  /** @param {(key: string, send: () => Promise<void>) => void} want @param {(name: string, question: object) => Promise<any>} ask */
  constructor(want, ask) {
    this.want = want;
    this.ask = ask;
    /** The steps with actions, and the index of the first action of each run.
     * @type {{first: number, last: number, index: number}[]} */
    this.runs = [];
    this.count = 0;
    /**
     * Blocks by number, with the last step that the log had when they were asked for.
     * @type {Recent<{table: ActionTable, end: number}>}
     */
    this.blocks = new Recent(keptActionText);
    /** Whole payloads of large actions. @type {Recent<string>} */
    this.payloads = new Recent(keptActionText);
    this.firstOffset = 0;
    this.lastOffset = 0;
    /** Where in time actions are: of the whole log, and of the part in view. @type {Map<string, any>} */
    this.densities = new Map();
    /** The indexes of types in `facts.types`. @type {any} */
    this.numbersOf = undefined;
  }

  // Begins with other facts. What is known of earlier actions stays.
  setFacts({ runs, firstOffset = 0, lastOffset = 0 }) {
    this.runs = [];
    this.count = 0;
    for (const [first, last] of runs) {
      this.runs.push({ first, last, index: this.count });
      this.count += last - first + 1;
    }
    Object.assign(this, { firstOffset, lastOffset });
  }

  // Appends the action of a step.
  append(step, offset) {
    const run = this.runs.at(-1);
    if (run && step <= run.last) return;
    if (run && step === run.last + 1) run.last = step;
    else this.runs.push({ first: step, last: step, index: this.count });
    this.count++;
    if (this.count === 1) this.firstOffset = offset;
    this.lastOffset = offset;
  }

  stepOf(index) {
    const run = this.runs[lastAtOrBelow((i) => this.runs[i].index, 0, this.runs.length, index)];
    return run.first + index - run.index;
  }

  indexAtOrBefore(step) {
    const run = this.runs[lastAtOrBelow((i) => this.runs[i].first, 0, this.runs.length, step)];
    // The timeline asks for what is between two steps as well.
    return run ? run.index + Math.min(Math.floor(step), run.last) - run.first : -1;
  }

  indexOf(step) {
    const index = this.indexAtOrBefore(step);
    return index >= 0 && this.stepOf(index) === step ? index : -1;
  }

  at(index) {
    const step = this.stepOf(index);
    const block = this.blocks.get(blockOf(step));
    const place = block?.table.indexOf(step) ?? -1;
    if (!block || place < 0) {
      // A block that was fetched before the log had the step is fetched again.
      if (!block || step > block.end) this.fetch(blockOf(step));
      return pending;
    }
    const action = block.table.at(place);
    const payload = action.isPayloadLeftOut ? this.payloads.get(step) : undefined;
    return payload === undefined ? action : withPayload(action, payload);
  }

  fetch(number) {
    const question = { first: number * blockSteps + 1, last: (number + 1) * blockSteps, limit: payloadLimit };
    this.want(`actions ${number}`, async () => {
      const end = this.stepOf(this.count - 1);
      const table = this.tableOf(await this.ask("pageActions", question));
      this.blocks.set(number, { table, end }, table.blocks[0].text.length);
    });
  }

  // The payload of an action that was too large for a list.
  fetchPayload({ step }) {
    this.want(`payload ${step}`, async () => {
      const table = this.tableOf(await this.ask("pageActions", { first: step, last: step }));
      const place = table.indexOf(step);
      const text = place < 0 ? "null" : table.payloadText(place);
      this.payloads.set(step, text, text.length);
    });
  }

  // The numbers of types in `text` lead to `types`.
  tableOf({ text, types = [] }) {
    const count = text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
    const table = ActionTable.of([new TextBlock({ first: 0, last: Infinity, count }, text)]);
    table.typeNumbers = this.numbersOf(types);
    return table;
  }

  // The offset of an action that is here, or else what the densities say about it.
  timeOf(index) {
    if (index <= 0) return this.firstOffset;
    if (index >= this.count - 1) return this.lastOffset;
    const step = this.stepOf(index);
    const table = this.blocks.peek(blockOf(step))?.table;
    const place = table?.indexOf(step) ?? -1;
    if (table && place >= 0) return table.timeOf(place);
    const density = this.finest(({ before, total }) => before <= index && index < before + total);
    if (!density) return this.firstOffset + ((this.lastOffset - this.firstOffset) * index) / Math.max(this.count - 1, 1);
    const { sums, before, start, end } = density;
    const column = lastAtOrBelow((i) => sums[i], 0, sums.length, index - before);
    return start + ((column + 0.5) * (end - start)) / sums.length;
  }

  indexAtTime(offset) {
    if (this.count === 0 || offset < this.firstOffset) return -1;
    if (offset >= this.lastOffset) return this.count - 1;
    const density = this.finest(({ start, end }) => start <= offset && offset <= end);
    if (!density) return Math.floor(((offset - this.firstOffset) / (this.lastOffset - this.firstOffset)) * (this.count - 1));
    const { sums, before, start, end, total } = density;
    const column = ((offset - start) / (end - start)) * sums.length;
    const whole = Math.min(Math.floor(column), sums.length - 1);
    const next = sums[whole + 1] ?? total;
    return before + sums[whole] + Math.floor((next - sums[whole]) * Math.min(column - whole, 1)) - 1;
  }

  // Notes where in time actions are.
  learn({ axis, start, end, before, counts }) {
    if (axis !== "time") return;
    const whole = this.densities.get("whole");
    const name = !whole || end - start >= whole.end - whole.start ? "whole" : "part";
    const sums = new Float64Array(counts.length);
    let total = 0;
    for (let i = 0; i < counts.length; i++) {
      sums[i] = total;
      total += counts[i];
    }
    this.densities.set(name, /** @type {any} */ ({ start, end, before, sums, total }));
  }

  finest(suits) {
    const all = /** @type {any[]} */ (Array.from(this.densities.values())).filter(suits);
    return all.sort((one, other) => one.end - one.start - (other.end - other.start))[0];
  }

  clear() {
    this.blocks.clear();
    this.payloads.clear();
    this.densities.clear();
  }
}

// An action with its payload.
function withPayload(action, payloadText) {
  const { step, offset, type, cause, changedStores, duration, isHandled, isDurationLowerBound } = action;
  return { step, offset, type, cause, changedStores, duration, isHandled, isDurationLowerBound, isPayloadLeftOut: false, payloadText };
}

function blockOf(step) {
  return Math.floor((step - 1) / blockSteps);
}
