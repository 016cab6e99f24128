// A part of the state, as the only member of a Map, so that it can come and go.

import { differences } from "./compare.js";
import { isPrefix } from "./path.js";
import { copyOf, valueAt } from "./value.js";

export class StatePart {
  // The part at the path `root`.
  constructor(states, root) {
    this.states = states;
    this.root = root;
  }

  // The path in the part, of what has these tokens in the state.
  localTokens(tokens) {
    return ["", ...tokens.slice(this.root.length)];
  }

  stateTokens(tokens) {
    return [...this.root, ...tokens.slice(1)];
  }

  of(state) {
    const value = valueAt(state, this.root);
    return new Map(value === undefined ? [] : [["", value]]);
  }

  // The part at a step, as a copy.
  at(step) {
    return copyOf(this.of(this.states.at(step)));
  }

  // The operations that make the part at a step from the one before, even across a gap.
  operations(step) {
    const operations = this.states.operations(step);
    if (operations) return operations.map((operation) => this.localOperation(operation)).filter(Boolean);
    const before = this.at(this.states.stepBefore(step));
    return differences(before, this.at(step)).map(({ op, ...rest }) => ({ kind: op, ...rest }));
  }

  // Undefined if the operation does not concern the part.
  localOperation(operation) {
    const { kind, tokens, value } = operation;
    const { root } = this;
    if (isPrefix(root, tokens)) return { ...operation, tokens: this.localTokens(tokens) };
    if (!isPrefix(tokens, root)) return undefined;
    const part = kind === "remove" ? undefined : valueAt(value, root.slice(tokens.length));
    return part === undefined ? { kind: "remove", tokens: [""] } : { kind: "replace", tokens: [""], value: part };
  }
}
