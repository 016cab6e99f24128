// The recorded session, and the answers to questions about it.

import { parseJSON } from "./json.js";
import { jsonString, jsonText, valueAt } from "./value.js";
import { ActionTable } from "./action-table.js";
import { blockIndex, blocksOf } from "./block.js";
import { Causes } from "./causes.js";
import { differences } from "./compare.js";
import { ValueHistory } from "./history.js";
import { pointerOf, tokensOfPath } from "./path.js";
import { States } from "./states.js";

export class Session {
  constructor(document) {
    this.facts = JSON.parse(document.getElementById("session").textContent);
    const blocks = blocksOf(this.facts.blocks, document.querySelectorAll("script.block"));
    const ofKind = (kind) => blocks.filter((block) => block.kind === kind);
    this.unreadBlocks = ofKind("actions");
    const capacity = this.unreadBlocks.reduce((sum, { count }) => sum + count, 0);
    this.actions = new ActionTable(capacity);
    this.states = new States(ofKind("changes"));
    // A second state, for comparisons with a distant step.
    this.baseStates = new States(ofKind("changes"));
    this.viewBlocks = ofKind("views");
  }

  get first() {
    return this.facts.range.first;
  }

  get last() {
    const { actions } = this;
    return actions.count > 0 ? actions.steps[actions.count - 1] : this.first;
  }

  get isRead() {
    return this.unreadBlocks.length === 0;
  }

  // Reads actions for about this many milliseconds.
  readActions(milliseconds) {
    const end = performance.now() + milliseconds;
    while (!this.isRead && performance.now() < end) this.actions.addBlock(this.unreadBlocks.shift());
    if (this.isRead) this.causes ??= new Causes(this.actions);
  }

  typeTitle(index) {
    const type = this.facts.types[this.actions.types[index]];
    return type.title || type.name;
  }

  payload(index) {
    return parseJSON(this.actions.payloadText(index));
  }

  state(step) {
    return this.states.at(step);
  }

  // The changes from one step to another; undefined if one of them has no state.
  changes(from, to) {
    const recorded = to === from + 1 ? this.states.changes(to) : undefined;
    if (recorded) return recorded;
    const old = this.baseStates.at(from);
    const state = this.states.at(to);
    return old === undefined || state === undefined ? undefined : differences(old, state);
  }

  stateJSON(step) {
    return jsonText(this.state(step));
  }

  diffJSON(from, to) {
    return `[${(this.changes(from, to) ?? []).map(changeJSON).join(",")}]`;
  }

  valueAt(step, tokens) {
    const state = this.state(step);
    return state === undefined ? undefined : valueAt(state, tokens);
  }

  // The changes of the value that is at a path at a step, read at once.
  history(path, step = this.last) {
    const history = new ValueHistory(this.states, tokensOfPath(path), step);
    for (const _ of history.read());
    return history.changes;
  }

  // The last view at or before a step; undefined if there is none, or if the app came to no state at the step.
  view(step) {
    if (!this.states.has(step) && !this.unshownAt(step)) return undefined;
    const block = this.viewBlocks[blockIndex(this.viewBlocks, step)];
    for (let i = (block?.count ?? 0) - 1; i >= 0; i--) {
      const [at, text] = JSON.parse(block.line(i));
      if (at <= step) return text;
    }
    return undefined;
  }

  // Why the state of a step cannot be shown; undefined if it can, or if there is none.
  unshownAt(step) {
    return this.facts.unshown?.find((states) => states.first <= step && step <= states.last);
  }

  gapAt(step) {
    return this.facts.gaps.find((gap) => gap.first <= step && step <= gap.last);
  }
}

function changeJSON({ op, tokens, value, old }) {
  const members = [`"op":"${op}"`, `"path":${jsonString(pointerOf(tokens))}`];
  if (op !== "remove") members.push(`"value":${jsonText(value)}`);
  if (op !== "add") members.push(`"old":${jsonText(old)}`);
  return `{${members.join(",")}}`;
}
