// @ts-check
// The recorded session, and the answers to questions about it. Those of `Answer<…>` may be pending, see source.js.

import { parseJSON } from "./json.js";
import { jsonString, jsonText, valueAt } from "./value.js";
import { differences } from "./compare.js";
import { ValueHistory } from "./history.js";
import { marksOf } from "./marks.js";
import { pointerOf, tokensOfPath } from "./path.js";
import { pending } from "./source.js";

// The most causes of an action, and the most effects, that are asked for.
const knownRelatives = 500;

export class Session {
  /** @param {import("./source.js").Source} source */
  constructor(source) {
    this.source = source;
    /** The types with a color on the timeline, the most frequent first. @type {number[]} */
    this.coloredTypes = [];
  }

  get facts() {
    return this.source.facts;
  }

  get actions() {
    return this.source.actions;
  }

  get states() {
    return this.source.states;
  }

  // Whether all actions are read. Until then some answers are pending.
  get isRead() {
    return this.source.isRead;
  }

  get first() {
    return this.facts.range.first;
  }

  get last() {
    const { actions } = this;
    return actions.count > 0 ? actions.stepOf(actions.count - 1) : this.first;
  }

  // The marks between the actions. Made again only if a server has other facts.
  get marks() {
    if (this.markedFacts !== this.facts) this.currentMarks = marksOf(this.facts);
    this.markedFacts = this.facts;
    return this.currentMarks;
  }

  // The causes and effects of an action.
  relatives(index) {
    const key = `${index} of ${this.actions.count}`;
    if (this.relativesKey !== key) {
      const relatives = this.source.relatives(index, knownRelatives);
      if (relatives === pending) return pending;
      this.relativesKey = key;
      this.currentRelatives = relatives;
    }
    return this.currentRelatives;
  }

  typeTitle(index) {
    const action = this.actions.at(index);
    return action === pending ? "" : this.titleOf(action);
  }

  titleOf({ type }) {
    const { name, title } = this.facts.types[type];
    return title || name;
  }

  payload(action) {
    return parseJSON(action.payloadText);
  }

  state(step) {
    return this.states.at(step);
  }

  // The changes from one step to another; undefined if one of them has no state.
  changes(from, to) {
    const recorded = to === from + 1 ? this.states.changes(to) : undefined;
    if (recorded) return recorded;
    const old = this.source.baseStates.at(from);
    const state = this.states.at(to);
    if (old === pending || state === pending) return pending;
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
    return state === undefined || state === pending ? state : valueAt(state, tokens);
  }

  // The changes of the value that is at a path at a step, read at once. Only of a file.
  history(path, step = this.last) {
    const history = new ValueHistory(this.states, tokensOfPath(path), step);
    for (const _ of history.read());
    return history.changes;
  }

  // What the app shows at a step; nothing if the app came to no state there.
  view(step) {
    const hasState = this.states.has(step);
    if (hasState === pending) return pending;
    return hasState || this.unshownAt(step) ? this.source.view(step) : {};
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
