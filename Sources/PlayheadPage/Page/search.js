// The rows in the list of actions: the actions that pass a filter, and the marks between them.

import { jsonString } from "./value.js";

// A row is the index of an action, or -1 minus the index of a mark.
export function markOfRow(row) {
  return -1 - row;
}

export class ActionSearch {
  constructor(session, marks) {
    this.session = session;
    this.marks = marks;
    // The text of each block in lowercase, for searches that ignore case.
    this.lowerTexts = new Map();
  }

  // `filter` has a text, indexes of types, a store's index (-1: no store) and steps. Each may be undefined.
  rows(filter) {
    const { actions } = this.session;
    if (!filter.text) this.lowerTexts.clear();
    const matches = filter.text ? this.actionsWithText(filter.text) : undefined;
    const rows = [];
    let nextMark = 0;
    for (let i = 0; i < actions.count; i++) {
      nextMark = this.pushMarks(rows, nextMark, actions.steps[i], filter);
      if (this.fits(i, filter) && (!matches || matches[i])) rows.push(i);
    }
    this.pushMarks(rows, nextMark, Infinity, filter);
    return rows;
  }

  // Appends the marks before the action of a step.
  pushMarks(rows, start, step, filter) {
    let next = start;
    for (; next < this.marks.length && this.marks[next].step < step; next++) {
      if (this.isMarkShown(this.marks[next], filter)) rows.push(-1 - next);
    }
    return next;
  }

  isMarkShown(mark, { text, types, store, steps }) {
    if (types || store !== undefined || steps) return false;
    return !text || mark.text.toLowerCase().includes(text.toLowerCase());
  }

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
    // Searches payloads as JSON, a whole block at a time.
    const inJSON = jsonString(lower).slice(1, -1);
    actions.blocks.forEach((block, number) => this.markPayloads(block, number, inJSON, matches));
    return matches;
  }

  markPayloads(block, number, text, matches) {
    const { actions } = this.session;
    const lower = this.lowerText(block);
    const end = actions.blockFirsts[number + 1] ?? actions.count;
    let index = actions.blockFirsts[number];
    for (let at = lower.indexOf(text); at >= 0 && index < end; ) {
      while (index < end && actions.payloadEnds[index] < at + text.length) index++;
      if (index < end && actions.payloadStarts[index] <= at) matches[index++] = 1;
      const from = index < end ? Math.max(at + 1, actions.payloadStarts[index]) : lower.length;
      at = lower.indexOf(text, from);
    }
  }

  lowerText(block) {
    if (!this.lowerTexts.has(block)) this.lowerTexts.set(block, lowerCase(block.text));
    return this.lowerTexts.get(block);
  }
}

// The text in lowercase, with every character at its index: "İ" alone would become two.
function lowerCase(text) {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
