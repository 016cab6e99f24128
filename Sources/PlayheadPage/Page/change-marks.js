// The changed values of a state, as a tree with the shape of the state.

import { textEdit } from "./preview.js";

class ChangeMark {
  constructor() {
    this.parts = new Map();
    // "add" or "replace" for the value itself; undefined if only a part of it changed.
    this.op = undefined;
    this.old = undefined;
    // The changed part of a text.
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

// The indexes in `changes` are those after the step: removals come first, the rest in ascending order.
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
