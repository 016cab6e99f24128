// @ts-check
// The changed values of a state, as a tree with the shape of the state.

import { textEdit } from "./preview.js";
import { OpenNodes } from "./tree-rows.js";
import { countOf, isContainer, valueAt } from "./value.js";

// The most values around which containers are opened. More would hide the rest of the state.
const openedChanges = 24;
// The most members of a container that is opened.
const openedMembers = 24;
// The most removed parts of a container that are kept to be shown.
const shownRemovals = 3;

class ChangeMark {
  constructor() {
    this.parts = new Map();
    // "add" or "replace" for the value itself; undefined if only a part of it changed.
    this.op = undefined;
    this.old = undefined;
    // The changed part of a text.
    this.edit = undefined;
    // The number of removed parts, and the first of them.
    this.removed = 0;
    this.removals = [];
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
  if (op === "remove") {
    mark.removed++;
    if (mark.removals.length < shownRemovals) mark.removals.push({ token: tokens.at(-1) ?? "", old });
  }
  else Object.assign(mark, { op, old, edit: textEdit(old, value) });
}

export function markAt(root, tokens) {
  return tokens.reduce((mark, token) => mark?.part(token), root);
}

// The containers in `value` around what changed; none if too much did.
export function openToChanges(root, value) {
  const open = new OpenNodes();
  if (root && countChanges(root, openedChanges + 1) <= openedChanges) openAround(root, value, open);
  return open;
}

// The number of changed values, counted up to a limit.
function countChanges(mark, limit) {
  let count = mark.op || mark.removed > 0 ? 1 : 0;
  for (const part of mark.parts.values()) {
    if (count >= limit) break;
    count += countChanges(part, limit - count);
  }
  return count;
}

// A value that is new or replaced as a whole stays closed, and so does a large one: it would push the changes out of view.
function openAround(mark, value, open) {
  for (const [token, part] of mark.parts) {
    const partValue = valueAt(value, [token]);
    const isSmall = isContainer(partValue) && countOf(partValue) <= openedMembers;
    if (part.op || !isSmall || (part.parts.size === 0 && part.removed === 0)) continue;
    open.open([token]);
    openAround(part, partValue, open.at([token]));
  }
}
