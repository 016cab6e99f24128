// Operations from one state to the next: add, replace and remove of RFC 6902, with two additions.
//
// `splice` replaces a part of a text. `at` in an add is the position of an object's new member: states are
// printed with their members in order, which RFC 6902 does not know.

import { parseJSON } from "./json.js";
import { insertMember, removeMember, valueAt } from "./value.js";
import { pointerOf, tokensOfPointer } from "./path.js";

/** @typedef {{kind: string, tokens: string[], value?: any, at?: number, count?: number}} Operation */
/** @typedef {{op: string, tokens: string[], value?: any, old?: any}} Change */

// What JSON.parse would change in a value: an object, a fraction, an exponent, a large number or -0.
const inexact = /[:[]\{|[^}],\{|\d[.eE]|\d{16}|-0/;

export function parseOperations(line) {
  // Many steps change nothing.
  if (line === "[]") return [];
  // JSON.parse is ten times as fast as the exact reader.
  const isExact = !inexact.test(line.slice(1));
  const objects = isExact ? JSON.parse(line) : parseJSON(line).map(Object.fromEntries);
  return objects.map(({ op, path, ...rest }) => ({ kind: op, tokens: tokensOfPointer(path), ...rest }));
}

// Changes the state in `holder.value` in place. Returns the inverse operation.
export function applyOperation(holder, operation) {
  const { kind, tokens, value } = operation;
  if (tokens.length === 0) return replaceRoot(holder, value);
  const name = tokens[tokens.length - 1];
  const parent = valueAt(holder.value, tokens.slice(0, -1));
  if (parent === undefined) throw new Error(`the data of this page is damaged: nothing is at ${pointerOf(tokens)}`);
  switch (kind) {
    case "add": return addPart(parent, name, operation);
    case "remove": return removePart(parent, name, operation);
    case "splice": return replacePart(parent, name, splicedText(parent, name, operation), operation);
    default: return replacePart(parent, name, value, operation);
  }
}

function replaceRoot(holder, value) {
  const old = holder.value;
  holder.value = value;
  return { kind: "replace", tokens: [], value: old };
}

function addPart(parent, name, { tokens, value, at }) {
  if (Array.isArray(parent)) parent.splice(indexIn(parent, name), 0, value);
  else insertMember(parent, name, value, at);
  return { kind: "remove", tokens };
}

// RFC 6902 writes the end of an array as "-".
function indexIn(array, name) {
  return name === "-" ? array.length : Number(name);
}

function removePart(parent, name, { tokens }) {
  if (Array.isArray(parent)) {
    const [value] = parent.splice(Number(name), 1);
    return { kind: "add", tokens, value };
  }
  const value = parent.get(name);
  const at = removeMember(parent, name);
  return { kind: "add", tokens, value, at };
}

function replacePart(parent, name, value, { kind, tokens, at, count, value: inserted }) {
  const isArray = Array.isArray(parent);
  const old = isArray ? parent[name] : parent.get(name);
  if (isArray) parent[name] = value;
  else parent.set(name, value);
  if (kind !== "splice") return { kind: "replace", tokens, value: old };
  // Keeps a short piece of a long text, not the text.
  return { kind, tokens, at, count: inserted.length, value: old.slice(at, at + count) };
}

function splicedText(parent, name, { at, count, value }) {
  const text = Array.isArray(parent) ? parent[name] : parent.get(name);
  return text.slice(0, at) + value + text.slice(at + count);
}

// The change that an operation will make, as 'playhead diff --json' shows it: a splice is a replaced text.
export function changeOf(holder, operation) {
  const { kind, tokens, value } = operation;
  const old = kind === "add" ? undefined : valueAt(holder.value, tokens);
  if (kind !== "splice") return { op: kind, tokens, value, old };
  const { at, count } = operation;
  return { op: "replace", tokens, value: old.slice(0, at) + value + old.slice(at + count), old };
}
