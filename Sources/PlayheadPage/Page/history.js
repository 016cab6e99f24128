// Every step at which a value changed. Follows an element of an array to its earlier and later places.

import { glimpseOf } from "./glimpse.js";
import { elementLevels, MovingPath } from "./moving-path.js";
import { applyOperation } from "./patch.js";
import { areSameTokens, isPrefix } from "./path.js";
import { StatePart } from "./state-part.js";
import { isContainer, jsonText, valueAt } from "./value.js";

export class ValueHistory {
  // Of the value at `tokens` in the state of `step`, or in the last state before if the step has none.
  constructor(states, tokens, step) {
    this.states = states;
    this.tokens = tokens;
    this.step = states.stepAtOrBefore(step) ?? states.firstStep;
    // In order, as {step, old, new, tokens}: the path is the one after the change, or before it if the value went.
    this.changes = [];
    // The value where the history begins, and after each change, as {step, value}.
    this.points = [];
    // Where the value was from a step on, as {step, tokens}; and the last step that was read.
    this.places = [];
    this.lastStep = -Infinity;
    // The change that removed the element, which ends the history.
    this.removal = undefined;
    const state = states.at(this.step);
    const [firstLevel] = elementLevels(tokens, state);
    // The value, or the outermost array that it is in.
    this.part = new StatePart(states, tokens.slice(0, firstLevel));
    this.path = new MovingPath(this.part.localTokens(tokens), this.part.of(state));
  }

  // Reads the history. Yields at each step, so that the caller can pause.
  *read() {
    // Only elements move.
    const added = this.path.levels.length > 0 ? yield* this.goBack() : undefined;
    const start = added ?? this.states.firstStep;
    this.holder = { value: this.part.at(start) };
    this.notePlace(start);
    if (added === undefined) this.points.push({ step: start, value: glimpseOf(this.value) });
    else this.noteChange(start, undefined);
    yield* this.goForward(start);
  }

  // Whether the path names the value at a step, as far as that is known. At the step that removed an element,
  // only the tokens of the removal do, because another element may have its place.
  isAt(tokens, step) {
    if (step === this.removal?.step) return tokens === this.removal.tokens;
    if (step === this.step || this.path.levels.length === 0) return areSameTokens(tokens, this.tokens);
    const place = step <= this.lastStep ? this.places.findLast((place) => place.step <= step) : undefined;
    return place !== undefined && areSameTokens(tokens, place.tokens);
  }

  // The step that added the element; undefined if it was always there.
  *goBack() {
    for (let step = this.step; step > this.states.firstStep; step = this.states.stepBefore(step)) {
      const operations = this.part.operations(step).reverse();
      if (!operations.every((operation) => this.path.undo(operation))) return step;
      yield;
    }
    return undefined;
  }

  *goForward(start) {
    for (let step = this.states.stepAfter(start); step !== undefined; step = this.states.stepAfter(step)) {
      this.take(step);
      if (this.removal) return;
      yield;
    }
  }

  get value() {
    return valueAt(this.holder.value, this.path.tokens);
  }

  // Applies the operations of a step, and notes a change of the value.
  take(step) {
    const operations = this.part.operations(step);
    this.lastStep = step;
    if (operations.length === 0) return;
    const { value } = this;
    // Arrays and objects change in place.
    const glimpse = isContainer(value) ? glimpseOf(value) : undefined;
    // A value may be the same after something around it was replaced.
    const isAround = operations.some(({ tokens }) => tokens.length < this.path.tokens.length);
    const text = isAround ? jsonText(value) : undefined;
    const { isThere, isTouched, edit } = this.apply(operations);
    const old = glimpse ?? glimpseOf(value, edit, edit?.count);
    if (!isThere) {
      this.noteRemoval(step, old);
    } else {
      this.notePlace(step);
      if (isAround ? text !== jsonText(this.value) : isTouched) this.noteChange(step, old, edit);
    }
  }

  // Whether the element is still there, whether the value or a part of it changed, and the splice that did it.
  apply(operations) {
    const result = { isThere: true, isTouched: false, edit: undefined };
    for (const operation of operations) {
      const { tokens } = this.path;
      result.isThere &&= this.path.redo(operation);
      if (tokens === this.path.tokens && isPrefix(tokens, operation.tokens)) {
        result.isTouched = true;
        if (operation.kind === "splice" && operation.tokens.length === tokens.length) result.edit = operation;
      }
      applyOperation(this.holder, operation);
    }
    return result;
  }

  notePlace(step) {
    if (this.path.tokens === this.notedTokens) return;
    this.notedTokens = this.path.tokens;
    this.places.push({ step, tokens: this.part.stateTokens(this.path.tokens) });
  }

  noteChange(step, old, edit) {
    const value = glimpseOf(this.value, edit, edit?.value.length);
    if (old === undefined && value === undefined) return;
    this.changes.push({ step, old, new: value, tokens: this.places.at(-1).tokens });
    this.points.push({ step, value });
  }

  noteRemoval(step, old) {
    this.removal = { step, old, new: undefined, tokens: this.part.stateTokens(this.path.tokens) };
    if (old !== undefined) this.changes.push(this.removal);
  }
}
