// Applies the operations of many steps. A long text that changes is kept in pieces: each splice alone would copy it.

import { applyOperation } from "./patch.js";
import { areSameTokens } from "./path.js";
import { valueAt } from "./value.js";

// The characters on each side of a splice that belong to the piece that can change.
const editedContext = 1000;

export class TextEdits {
  constructor(holder) {
    this.holder = holder;
    // The path of the text that is in pieces; undefined if none is.
    this.tokens = undefined;
  }

  // Returns the inverse operation.
  apply(operation) {
    const { kind, tokens } = operation;
    if (kind === "splice" && this.isInside(operation)) return this.splice(operation);
    // Operations in other stores do not concern the text.
    if (tokens.length === 0 || tokens[0] === this.tokens?.[0]) this.settle();
    if (kind === "splice" && this.begin(operation)) return this.splice(operation);
    return applyOperation(this.holder, operation);
  }

  // Whether a splice is in the piece that can change.
  isInside({ tokens, at, count }) {
    const isSame = this.tokens !== undefined && areSameTokens(this.tokens, tokens);
    return isSame && at >= this.start && at + count <= this.start + this.piece.length;
  }

  // Takes a long text into pieces around a splice. Returns whether there is one.
  begin({ tokens, at, count }) {
    const text = valueAt(this.holder.value, tokens);
    if (typeof text !== "string" || text.length < 4 * editedContext) return false;
    this.settle();
    this.start = Math.max(0, at - editedContext);
    const end = at + count + editedContext;
    Object.assign(this, { tokens, before: text.slice(0, this.start), piece: text.slice(this.start, end), after: text.slice(end) });
    return true;
  }

  splice({ kind, tokens, at, count, value }) {
    const place = at - this.start;
    const removed = this.piece.slice(place, place + count);
    this.piece = this.piece.slice(0, place) + value + this.piece.slice(place + count);
    return { kind, tokens, at, count: value.length, value: removed };
  }

  // Joins the text that is in pieces.
  settle() {
    if (!this.tokens) return;
    applyOperation(this.holder, { kind: "replace", tokens: this.tokens, value: this.before + this.piece + this.after });
    this.tokens = undefined;
  }
}
