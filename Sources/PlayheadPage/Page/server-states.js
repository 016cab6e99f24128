// @ts-check
// The states of a server's log. Windows of steps are fetched when one of their states is shown: a whole state, and the
// changes after it, as blocks of the file have them.

import { TextBlock } from "./block.js";
import { Recent } from "./recent.js";
import { pending } from "./source.js";
import { States } from "./states.js";

// The steps of a window.
const windowSteps = 32;
// So near to a window's end, the next one is fetched.
const nearEnd = 8;
// The most text in memory, in characters.
const keptStateText = 24e6;

/** @typedef {{blocks: TextBlock[], views: [number, string][], pictures: [number, import("./source.js").Picture][], end: number}} Window */

export class StateWindows {
  /**
   * @param {(key: string, send: () => Promise<void>) => void} want
   * @param {(name: string, question: object, options?: object) => Promise<any>} ask
   */
  constructor(want, ask) {
    this.want = want;
    this.ask = ask;
    // Whether there are no states at all.
    this.areMissing = false;
    this.initialStep = 0;
    this.lastStep = 0;
    /** @type {Recent<Window>} */
    this.windows = new Recent(keptStateText, () => (this.isOutdated = true));
    this.states = new ServerStates(this);
    this.baseStates = new ServerStates(this);
    // Called with what a replay finds out: steps whose states cannot be shown, marks, that there are no states.
    this.onFindings = (_findings) => {};
  }

  // Whether the window of a step is here; asks for it if it is not.
  has(step) {
    if (this.areMissing) return true;
    const number = this.windowOf(step);
    const window = this.windows.get(number);
    // A window that was fetched before the log had the step is fetched again.
    if (!window || step > window.end) this.fetch(number);
    // Who goes on from step to step does not wait at the window's end.
    else if (step > window.end - nearEnd && window.end < this.lastStep && !this.windows.peek(number + 1)) this.fetch(number + 1);
    return window !== undefined && step <= window.end;
  }

  // The first state of a window is the last one of the window before, which also knows what changed there.
  windowOf(step) {
    return Math.max(0, Math.ceil((step - this.initialStep) / windowSteps) - 1);
  }

  fetch(number) {
    const first = this.initialStep + number * windowSteps + 1;
    const last = first + windowSteps - 1;
    this.want(`states ${number}`, async () => {
      const end = Math.min(last, this.lastStep);
      const blocks = [];
      /** @param {any} part */
      const onPart = ({ text, ...description }) => blocks.push(new TextBlock(description, text));
      const answer = await this.ask("pageStates", { first, last: end }, { onPart });
      const { views = "", pictures = "" } = answer;
      const size = blocks.reduce((sum, { text }) => sum + text.length, views.length + pictures.length);
      this.windows.set(number, { blocks, views: jsonLines(views), pictures: jsonLines(pictures), end }, size);
      this.isOutdated = true;
      this.onFindings(answer);
    });
  }

  // The blocks of all windows that are here, in the order of their steps.
  get blocks() {
    if (this.isOutdated || !this.currentBlocks) {
      this.isOutdated = false;
      const windows = Array.from(this.windows.entries).sort(([one], [other]) => one - other);
      this.currentBlocks = windows.flatMap(([, { item }]) => item.blocks);
    }
    return this.currentBlocks;
  }

  // The last text and the last picture up to a step, from its window.
  view(step) {
    if (!this.has(step)) return pending;
    const { views = [], pictures = [] } = this.windows.peek(this.windowOf(step)) ?? {};
    return { text: views.findLast(([at]) => at <= step)?.[1], picture: pictures.findLast(([at]) => at <= step)?.[1] };
  }

  clear() {
    this.windows.clear();
    for (const states of [this.states, this.baseStates]) states.clear();
  }
}

export class ServerStates {
  /** @param {StateWindows} windows */
  constructor(windows) {
    this.windows = windows;
    this.clear();
  }

  // What a walker has in memory does not depend on the blocks that are here.
  clear() {
    this.states = new States([]);
  }

  has(step) {
    return this.windows.has(step) ? this.current.has(step) : pending;
  }

  at(step) {
    return this.windows.has(step) ? this.current.at(step) : pending;
  }

  changes(step) {
    return this.windows.has(step) ? this.current.changes(step) : pending;
  }

  get current() {
    const { blocks } = this.windows;
    if (blocks !== this.states.blocks) this.states.useBlocks(blocks);
    return this.states;
  }
}

/** @param {string} text A line of JSON for each step. @returns {any[]} */
function jsonLines(text) {
  return text.split("\n").filter(Boolean).map((line) => JSON.parse(line));
}
