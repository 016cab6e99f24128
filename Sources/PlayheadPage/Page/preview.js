// A value in a few words: `"Dear Ada"`, `(at: 3, count: 0)`, `[12 elements]`.

import { ExactNumber } from "./json.js";
import { countOf, isContainer, isNumeric, namesOf } from "./value.js";
import { counted, cutText, visibleText } from "./text.js";

// The most characters of a text on one line.
const textLimit = 160;
// Characters around a change in a long text.
const contextLength = 24;
// Changed texts up to this length are shown whole.
const changedTextLength = 24;
// Characters around a change in a longer text.
const changeContext = 8;

// A summary of a value that is too large to keep for each step.
export class Preview {
  constructor(text) {
    this.text = text;
  }
}

// What the page keeps: a short value itself, a summary of any other. `edit` is the part of a text to show.
export function previewOf(value, edit, editLength) {
  if (typeof value === "string") {
    if (value.length <= textLimit) return value;
    return new Preview(edit ? textAround(value, edit.at, editLength, contextLength) : shortText(value));
  }
  return isContainer(value) ? new Preview(shortText(value)) : value;
}

export function previewText(preview) {
  return preview instanceof Preview ? preview.text : shortText(preview);
}

// The part in which two texts differ: {at, removed, added}; undefined if one of them is not a text.
export function textEdit(old, text) {
  if (typeof old !== "string" || typeof text !== "string") return undefined;
  const limit = Math.min(old.length, text.length);
  let at = 0;
  while (at < limit && old.charCodeAt(at) === text.charCodeAt(at)) at++;
  let end = 0;
  while (end < limit - at && old.charCodeAt(old.length - 1 - end) === text.charCodeAt(text.length - 1 - end)) end++;
  return { at, removed: old.length - at - end, added: text.length - at - end };
}

// The changed part of a text, with some text around it.
export function textAround(text, at, length, context) {
  const start = Math.max(0, at - context);
  const end = Math.min(text.length, at + Math.min(length, textLimit) + context);
  const before = start > 0 ? "…" : "";
  const after = end < text.length ? "…" : "";
  return `"${before}${visibleText(text.slice(start, end))}${after}"`;
}

// A value on one line. Of a long text that changed, only the changed part.
export function changedText(value, edit, length) {
  if (!edit || value.length <= changedTextLength) return shortText(value);
  return textAround(value, edit.at, length, changeContext);
}

// The value on one line, cut at `limit`.
export function shortText(value, limit = textLimit) {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return shortString(value, limit);
  if (!isContainer(value)) return value instanceof ExactNumber ? value.text : String(value);
  const [open, close] = value instanceof Map ? "()" : "[]";
  return `${open}${shortParts(value, limit)}${close}`;
}

function shortString(text, limit) {
  const cut = cutText(text, limit);
  const rest = cut.length < text.length ? "…" : "";
  return `"${visibleText(cut).replaceAll('"', '\\"')}${rest}"`;
}

function shortParts(container, limit) {
  const parts = [];
  let room = limit;
  for (const part of labeledParts(container)) {
    if (room <= 0) return `${parts.join(", ")}, …`;
    const text = part.label + shortText(part.value, Math.max(room - part.label.length, 8));
    parts.push(text);
    room -= text.length + 2;
  }
  return parts.join(", ");
}

function* labeledParts(container) {
  if (Array.isArray(container)) {
    for (const value of container) yield { label: "", value };
  } else {
    for (const name of namesOf(container)) yield { label: `${visibleText(name)}: `, value: container.get(name) };
  }
}

// The size of a container, for its row in a tree.
export function sizeText(container) {
  return counted(countOf(container), ...(container instanceof Map ? ["member"] : ["element"]));
}

// The number to draw in a chart; undefined for any other value.
export function chartNumber(preview) {
  return isNumeric(preview) ? Number(preview instanceof ExactNumber ? preview.text : preview) : undefined;
}
