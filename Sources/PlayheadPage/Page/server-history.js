// @ts-check
// The history of a value, as a server finds it.

import { parseJSON } from "./json.js";
import { areSameTokens, tokensOfPath } from "./path.js";
import { Preview, previewOf } from "./preview.js";

export class ServerHistory {
  constructor(tokens, step) {
    this.tokens = tokens;
    this.step = step;
    this.changes = [];
    this.points = [];
    /** Where the value was from a step on. @type {{step: number, tokens: string[]}[]} */
    this.places = [];
    this.removal = undefined;
    this.isDone = false;
    this.progress = 0;
    // Only elements of arrays move.
    this.mayMove = tokens.some((token) => /^\d+$/.test(token));
    this.abort = new AbortController();
  }

  add({ step, kind, path, leaf, ...values }) {
    const tokens = tokensOfPath(path) ?? [];
    const change = { step, tokens, old: sideOf(values.old, values.oldText), new: sideOf(values.new, values.newText) };
    if (leaf) change.leaf = leafOf(leaf);
    this.changes.push(change);
    this.points.push({ step, value: change.new });
    if (kind === "removed") this.removal = change;
  }

  end({ first, places = [] }) {
    if (first) this.points.unshift({ step: first.step, value: sideOf(first.value) });
    this.places = places.map(({ step, path }) => ({ step, tokens: tokensOfPath(path) ?? [] }));
    this.isDone = true;
  }

  isAt(tokens, step) {
    if (step === this.removal?.step) return tokens === this.removal.tokens;
    if (step === this.step || !this.mayMove) return areSameTokens(tokens, this.tokens);
    const place = this.places.findLast((place) => place.step <= step);
    return place !== undefined && areSameTokens(tokens, place.tokens);
  }
}

// The value of a side: undefined if there is none.
function sideOf(json, text) {
  if (json !== undefined) return previewOf(parseJSON(json));
  return text === undefined ? undefined : new Preview(text);
}

function leafOf({ path, old, new: value, others = 0 }) {
  return { tokens: tokensOfPath(path) ?? [], old: sideOf(old), new: sideOf(value), others };
}
