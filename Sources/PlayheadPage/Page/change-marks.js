// Which values of a state were changed by a step, as a tree that is walked beside the state.

import { textEdit } from "./glimpse.js";

class ChangeMark {
  constructor() {
    this.parts = new Map();
    // "add" or "replace" for the value itself; undefined if only something in it changed.
    this.op = undefined;
    this.old = undefined;
    // Which part of a text is another.
    this.edit = undefined;
    this.removed = 0;
  }

  part(token) {
    return this.parts.get(token);
  }

  makePart(token) {
    if (!this.parts.has(token)) this.parts.set(token, new ChangeMark());
    return this.parts.get(token);
  }
}

// The places in a list of changes are those after the step: removals come first, and the rest in ascending order.
export function changeMarks(changes) {
  const root = new ChangeMark();
  for (const change of changes ?? []) addChange(root, change);
  return root;
}

function addChange(root, { op, tokens, old, value }) {
  const parents = op === "remove" ? tokens.slice(0, -1) : tokens;
  const mark = parents.reduce((mark, token) => mark.makePart(token), root);
  if (op === "remove") mark.removed++;
  else Object.assign(mark, { op, old, edit: textEdit(old, value) });
}

export function markAt(root, tokens) {
  return tokens.reduce((mark, token) => mark?.part(token), root);
}
