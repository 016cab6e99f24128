// Every step at which the value at a path changed.
//
// Follows only the state on the path: objects by name, arrays as a whole, because their elements move.

import { parseJSON } from "./json.js";
import { applyOperation, parseOperations } from "./patch.js";
import { jsonText, valueAt } from "./value.js";
import { glimpseOf } from "./glimpse.js";

// Yields the entries {step, old, new} after each block, so that the caller can pause, and returns them at the
// end. The list grows. Entries {step, start} have the value at the start of a run of states.
export function* valueHistory(states, tokens) {
  const entries = [];
  let before;
  for (const run of states.runs) {
    const follower = new PathFollower(tokens, parseJSON(states.blocks[run.firstBlock].line(0)));
    entries.push({ step: run.first, start: glimpseOf(follower.value) });
    // Changes in a gap show at its end.
    const isChanged = before && jsonText(before.value) !== jsonText(follower.value);
    if (isChanged) entries.push({ step: run.first, old: glimpseOf(before.value), new: glimpseOf(follower.value) });
    before = follower;
    for (let i = run.firstBlock; i < states.blocks.length && states.blocks[i].last <= run.last; i++) {
      for (let step = states.blocks[i].first; step <= states.blocks[i].last; step++) {
        const entry = follower.entry(step, parseOperations(states.blocks[i].lineOfStep(step)));
        if (entry) entries.push(entry);
      }
      yield entries;
    }
  }
  return entries;
}

class PathFollower {
  constructor(tokens, state) {
    const firstIndex = tokens.findIndex((token) => /^\d+$/.test(token));
    this.tokens = tokens;
    this.root = firstIndex < 0 ? tokens : tokens.slice(0, firstIndex);
    // The followed part is the member of an object made for it, which can lose and get it.
    this.holder = { value: new Map() };
    this.setRoot(valueAt(state, this.root));
    this.places = ["", ...tokens.slice(this.root.length)];
  }

  get value() {
    return valueAt(this.holder.value, this.places);
  }

  setRoot(value) {
    if (value === undefined) this.holder.value.delete("");
    else this.holder.value.set("", value);
  }

  entry(step, operations) {
    const concerning = operations.filter(({ tokens }) => isPrefix(tokens, this.root) || isPrefix(this.root, tokens));
    if (concerning.length === 0) return undefined;
    const mayBeEqual = concerning.some((operation) => this.surrounds(operation));
    const before = mayBeEqual ? jsonText(this.value) : undefined;
    const edit = concerning.find(({ kind, tokens }) => kind === "splice" && isPrefix(tokens, this.tokens));
    const old = glimpseOf(this.value, edit, edit?.count);
    concerning.forEach((operation) => this.apply(operation));
    const isChanged = mayBeEqual
      ? before !== jsonText(this.value)
      : concerning.some(({ tokens }) => isPrefix(this.tokens, tokens));
    return isChanged ? { step, old, new: glimpseOf(this.value, edit, edit?.value.length) } : undefined;
  }

  // Whether the operation replaces a container of the value, or moves the value: it may stay equal then.
  surrounds({ kind, tokens }) {
    if (tokens.length > this.tokens.length) return false;
    if (isPrefix(tokens, this.tokens) && tokens.length < this.tokens.length) return true;
    const last = tokens.length - 1;
    const isMove = kind === "add" || kind === "remove";
    return isMove && isPrefix(tokens.slice(0, last), this.tokens) && Number(tokens[last]) <= Number(this.tokens[last]);
  }

  apply(operation) {
    const { kind, tokens, value } = operation;
    if (tokens.length < this.root.length) {
      this.setRoot(kind === "remove" ? undefined : valueAt(value, this.root.slice(tokens.length)));
    } else {
      applyOperation(this.holder, { ...operation, tokens: ["", ...tokens.slice(this.root.length)] });
    }
  }
}

function isPrefix(start, tokens) {
  return start.length <= tokens.length && start.every((token, i) => token === tokens[i]);
}
