// @ts-check
// The data in the page's own file.

import { ActionTable } from "./action-table.js";
import { blockIndex, blocksOf } from "./block.js";
import { Causes } from "./causes.js";
import { densityOf } from "./density.js";
import { ValueHistory } from "./history.js";
import { marksOf } from "./marks.js";
import { ActionSearch } from "./search.js";
import { pending } from "./source.js";
import { States } from "./states.js";

// The milliseconds for reading actions before the page is shown: enough for about 20,000.
const firstReading = 150;
// A slice of work that leaves time for a frame, in milliseconds.
const sliceMilliseconds = 8;
// The time between two reports of progress.
const progressMilliseconds = 200;
// The most kept densities: those of the whole session and of the part in view, each also for hits of a search.
const keptDensities = 4;

export class FileSource {
  /** @param {Pick<Document, "getElementById" | "querySelectorAll">} document */
  constructor(document) {
    this.facts = JSON.parse(document.getElementById("session")?.textContent ?? "");
    const blocks = blocksOf(this.facts.blocks, /** @type {any} */ (document.querySelectorAll("script.block")));
    const ofKind = (kind) => blocks.filter((block) => block.kind === kind);
    this.isLive = false;
    this.actions = ActionTable.of(ofKind("actions"));
    this.actions.typeNames = this.facts.types.map(({ name }) => name);
    this.states = new States(ofKind("changes"));
    this.baseStates = new States(ofKind("changes"));
    this.viewBlocks = ofKind("views");
    this.pictureBlocks = ofKind("pictures");
    this.search = new ActionSearch(this, marksOf(this.facts));
    this.densities = new Map();
    /** @type {Causes | undefined} */
    this.causes = undefined;
    /** @type {string | undefined} */
    this.foundKey = undefined;
    /** @type {any} */
    this.found = undefined;
    this.arrived = () => {};
    this.grown = () => {};
  }

  onArrival(listener) {
    this.arrived = listener;
  }

  // Never called: the file has all its actions.
  onGrowth(listener) {
    this.grown = listener;
  }

  get isRead() {
    return this.actions.isRead;
  }

  // Reads the actions, most of them after the page is shown.
  start() {
    this.actions.readFor(firstReading);
    this.readMore();
  }

  readMore() {
    if (this.actions.isRead) return;
    setTimeout(() => {
      this.actions.readFor(sliceMilliseconds);
      if (this.actions.isRead) this.arrived();
      else this.readMore();
    }, 0);
  }

  // The last text and the last picture up to a step. Whether the step has a state, the session checks.
  view(step) {
    return { text: lastUpTo(step, this.viewBlocks), picture: lastUpTo(step, this.pictureBlocks) };
  }

  density(question) {
    if (!this.isRead) return pending;
    const { axis, start, end, columns, filter } = question;
    const key = [axis, start, end, columns, filter && filterKey(filter)].join();
    let density = this.densities.get(key);
    // The last one was used last.
    this.densities.delete(key);
    density ??= densityOf(this.actions, this.facts.stores.length, question, filter && this.find(filter));
    this.densities.set(key, density);
    if (this.densities.size > keptDensities) this.densities.delete(this.densities.keys().next().value);
    return density;
  }

  find(filter) {
    const key = filterKey(filter);
    if (key !== this.foundKey) this.found = this.search.matches(filter);
    this.foundKey = key;
    return this.found;
  }

  typeCounts() {
    if (!this.isRead) return pending;
    const counts = this.facts.types.map(() => 0);
    for (let i = 0; i < this.actions.count; i++) counts[this.actions.types[i]]++;
    return counts;
  }

  relatives(index, limit) {
    if (!this.isRead) return pending;
    const { actions } = this;
    this.causes ??= new Causes(actions);
    const { counts, firstCauses } = this.causes;
    return {
      causes: this.causes.chain(index, limit).map((cause) => actions.at(cause)),
      causeCount: counts[index],
      firstCause: firstCauses[index] < 0 ? undefined : actions.at(firstCauses[index]),
      effects: this.causes.effects(index, limit).map((effect) => ({ action: actions.at(effect.index), depth: effect.depth })),
    };
  }

  // Reads the history in slices, so that the page stays responsive.
  history(tokens, step, isWanted) {
    if (this.states.blocks.length === 0) return undefined;
    const history = new ValueHistory(this.states, tokens, step);
    this.readSlice(history, history.read(), isWanted);
    return history;
  }

  readSlice(history, reading, isWanted) {
    const end = performance.now() + sliceMilliseconds;
    let next = reading.next();
    while (!next.done && performance.now() < end) next = reading.next();
    history.isDone = Boolean(next.done);
    // Each redraw takes time from the reading.
    if (next.done || end - (this.lastProgress ?? 0) > progressMilliseconds) {
      this.lastProgress = end;
      this.arrived();
    }
    if (!next.done) setTimeout(() => isWanted(history) && this.readSlice(history, reading, isWanted), 0);
  }
}

// What the last line up to a step has after its step; undefined if there is none.
function lastUpTo(step, blocks) {
  const block = blocks[blockIndex(blocks, step)];
  for (let i = (block?.count ?? 0) - 1; i >= 0; i--) {
    const line = block.line(i);
    // Of large lines, only the one that is shown is read.
    if (parseInt(line.slice(1, 20), 10) <= step) return JSON.parse(line)[1];
  }
  return undefined;
}

// Two filters with the same text match the same. A set of steps belongs to its path.
function filterKey({ steps, ...rest }) {
  return JSON.stringify([rest, steps && Array.from(steps)]);
}
