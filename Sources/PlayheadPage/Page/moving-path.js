// The path of a value from step to step: an element of an array moves when others come and go.

import { isPrefix } from "./path.js";
import { valueAt } from "./value.js";

const inverseKinds = { add: "remove", remove: "add" };

export class MovingPath {
  // `tokens` is the path in `state`. It is replaced, and never changed.
  constructor(tokens, state) {
    this.tokens = tokens;
    this.levels = elementLevels(tokens, state);
  }

  // Goes forward over an operation. Returns whether the value is still there.
  redo({ kind, tokens }) {
    return this.follow(kind, tokens);
  }

  // Goes back over an operation. Returns whether the value was there before.
  undo({ kind, tokens }) {
    return this.follow(inverseKinds[kind], tokens);
  }

  follow(kind, tokens) {
    const level = tokens.length - 1;
    if (!this.levels.includes(level) || !isPrefix(tokens.slice(0, level), this.tokens)) return true;
    const [place, own] = [Number(tokens[level]), Number(this.tokens[level])];
    if (kind === "remove" && place === own) return false;
    if (kind === "remove" && place < own) this.tokens = this.tokens.with(level, String(own - 1));
    if (kind === "add" && place <= own) this.tokens = this.tokens.with(level, String(own + 1));
    return true;
  }
}

// The places in a path, in ascending order, at which an element of an array is named.
function elementLevels(tokens, state) {
  // Where there is no container, a number is taken for an element, not for a name.
  const isElement = (container, token) => Array.isArray(container) || (container == null && isNumber(token));
  return Array.from(tokens.keys()).filter((level) => isElement(valueAt(state, tokens.slice(0, level)), tokens[level]));
}

// Whether a token may name an element.
export function isNumber(token) {
  return /^\d+$/.test(token);
}
