// @ts-check
// Finds the actions of a file that match a filter.

import { AllActions, ListedActions } from "./matches.js";
import { Rows } from "./rows.js";

export class ActionSearch {
  constructor(session, marks = []) {
    this.session = session;
    this.marks = marks;
  }

  /** @param {import("./source.js").Filter} filter */
  rows(filter) {
    const rows = new Rows(this.session.actions, this.matches(filter), this.marks, filter);
    return Array.from({ length: rows.count }, (_, place) => rows.at(place));
  }

  /** @param {import("./source.js").Filter} filter @returns {import("./source.js").Matches} */
  matches(filter) {
    const { actions } = this.session;
    if (!filter.text && !filter.types && filter.store === undefined && !filter.steps) return new AllActions(actions);
    actions.readFor(Infinity);
    const matches = filter.text ? this.actionsWithText(filter.text) : undefined;
    const indexes = [];
    for (let i = 0; i < actions.count; i++) if (this.fits(i, filter) && (!matches || matches[i])) indexes.push(i);
    return new ListedActions(indexes);
  }

  /** @param {number} index @param {import("./source.js").Filter} filter */
  fits(index, { types, store, steps }) {
    const { actions } = this.session;
    if (types && !types.includes(actions.types[index])) return false;
    if (steps && !steps.has(actions.steps[index])) return false;
    if (store === undefined) return true;
    const stores = actions.changedStores(index);
    return store < 0 ? stores.length === 0 : stores.includes(store);
  }

  // A flag for each action: whether its type or its payload contains the text.
  actionsWithText(text) {
    const { actions } = this.session;
    const lower = text.toLowerCase();
    const matches = new Uint8Array(actions.count);
    const types = this.session.facts.types.map(({ name, title }) => `${name}\n${title ?? ""}`.toLowerCase().includes(lower));
    for (let i = 0; i < actions.count; i++) if (types[actions.types[i]]) matches[i] = 1;
    // A whole block at a time, so that 100,000 payloads take milliseconds.
    const pattern = payloadPattern(text);
    actions.blocks.forEach((block, number) => this.markPayloads(block, number, pattern, matches));
    return matches;
  }

  markPayloads(block, number, pattern, matches) {
    const { actions } = this.session;
    const { text } = block;
    const end = actions.endOfBlock(number);
    let index = actions.blockFirsts[number];
    pattern.lastIndex = 0;
    for (let found = pattern.exec(text); found && index < end; found = pattern.exec(text)) {
      while (index < end && actions.payloadEnds[index] < pattern.lastIndex) index++;
      if (index < end && actions.payloadStarts[index] <= found.index) matches[index++] = 1;
      pattern.lastIndex = Math.max(found.index + 1, index < end ? actions.payloadStarts[index] : text.length);
    }
  }
}

// Finds a text in payloads, which are JSON, as JSON or as the list shows it: `{"post":1,"text":"a"}` is shown as
// `post: 1, text: "a"`.
export function payloadPattern(text) {
  return new RegExp(text.replace(/^ |[:,] ?|[\\^$.*+?()[\]{}|"]/g, (part) => shownInJSON[part[0]] ?? `\\${part}`), "gi");
}

const shownInJSON = { " ": " ?", ":": '"?: ?', ",": ', ?"?', "(": '[({]"?', ")": "[)}]", '"': '\\\\?"', "\\": "\\\\{1,2}" };
