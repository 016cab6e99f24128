// @ts-check
// Every step at which a value changed. Follows an element of an array to its earlier and later places. If no value is
// there any more, or not yet, the changes are those of the last value there, or of the next one.

import { Preview, previewOf } from "./preview.js";
import { isNumber, MovingPath } from "./moving-path.js";
import { applyOperation } from "./patch.js";
import { areSameTokens, isPrefix } from "./path.js";
import { StatePart } from "./state-part.js";
import { isContainer, jsonText, valueAt } from "./value.js";

/**
 * The first part of an object or an array that changed, and how many others did. A value that is missing is undefined.
 * @typedef {{tokens: string[], old: any, new: any, others: number}} Leaf
 */

export class ValueHistory {
  // Of the value at `tokens` in the state of `step`, or in the last state before if the step has none.
  constructor(states, tokens, step) {
    this.states = states;
    this.tokens = tokens;
    this.step = step;
    // The step from which to go back.
    this.origin = states.stepAtOrBefore(step) ?? states.firstStep;
    // In order, as {step, old, new, tokens, leaf}: with the path after the step, or before it if the value was removed.
    this.changes = [];
    // Whether it is read to its end.
    this.isDone = false;
    // The value where the history begins, and after each change, as {step, value}.
    this.points = [];
    // Where the value was from a step on, as {step, tokens}; and the last step that was read.
    this.places = [];
    this.lastStep = -Infinity;
    // The change that removed the element, which ends the history.
    this.removal = undefined;
    // The value, or the outermost array that it may be in.
    const firstNumber = tokens.findIndex(isNumber);
    this.part = new StatePart(states, firstNumber < 0 ? tokens : tokens.slice(0, firstNumber));
    this.path = new MovingPath(this.part.localTokens(tokens), this.part.of(states.at(this.origin)));
  }

  // The share of the session that is read, from 0 to 1.
  get progress() {
    const { firstStep } = this.states;
    const last = this.states.runs.at(-1).last;
    if (this.lastStep === -Infinity) return 0;
    return last > firstStep ? Math.min((this.lastStep - firstStep) / (last - firstStep), 1) : 1;
  }

  // Reads the history. Yields at each step, so that the caller can pause.
  *read() {
    yield* this.readCurrent();
    if (this.changes.length === 0 && !this.hasValue(this.origin)) yield* this.readOther();
  }

  *readCurrent() {
    // Only elements move.
    const added = this.path.levels.length > 0 ? yield* this.goBack() : undefined;
    const start = added ?? this.states.firstStep;
    this.holder = { value: this.part.at(start) };
    const tokens = this.notePlace(start);
    if (added === undefined) this.points.push({ step: start, value: previewOf(this.value) });
    else this.note(start, undefined, previewOf(this.value), tokens);
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

  // Whether a value is at the path itself, whatever was there before.
  hasValue(step) {
    return this.valueAt(step) !== undefined;
  }

  valueAt(step) {
    return valueAt(this.part.of(this.states.at(step)), this.part.localTokens(this.tokens));
  }

  // The last value at the path, up to the step at which it went, or else the next one, from the step at which it came.
  *readOther() {
    const { states, tokens, origin } = this;
    Object.assign(this, { points: [], places: [], lastStep: -Infinity, removal: undefined });
    let step = origin;
    while (step > states.firstStep && !this.hasValue(step)) {
      yield;
      // Without operations the state before is the same.
      while (step > states.firstStep && this.part.operations(step).length === 0) step = states.stepBefore(step);
      step = states.stepBefore(step) ?? states.firstStep;
    }
    if (this.hasValue(step)) {
      const history = yield* this.history(step);
      const last = history.changes.findLastIndex((change) => change.step <= step);
      this.changes = history.changes.slice(0, last + 1);
      this.points = history.points.filter((point) => point.step <= step);
      const old = previewOf(this.valueAt(step));
      this.note(states.stepAfter(step), old, undefined, tokens);
      return;
    }
    step = origin;
    while (step !== undefined && !this.hasValue(step)) {
      yield;
      do step = states.stepAfter(step);
      while (step !== undefined && this.part.operations(step).length === 0);
    }
    if (step === undefined) return;
    const history = yield* this.history(step);
    this.note(step, undefined, previewOf(this.valueAt(step)), tokens);
    this.changes.push(...history.changes.filter((change) => change.step > step));
    this.points.push(...history.points.filter((point) => point.step > step));
  }

  // The history of the value that is at the path at a step.
  *history(step) {
    const history = new ValueHistory(this.states, this.tokens, step);
    yield* history.read();
    return history;
  }

  // The step that added the element; undefined if it was always there.
  *goBack() {
    for (let step = this.origin; step > this.states.firstStep; step = this.states.stepBefore(step)) {
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
    // Later steps have no states.
    this.lastStep = Infinity;
  }

  get value() {
    return valueAt(this.holder.value, this.path.tokens);
  }

  // Applies the operations of a step, and notes a change of the value.
  take(step) {
    const operations = this.part.operations(step);
    this.lastStep = step;
    if (operations.length === 0) return;
    const { value, path: { tokens } } = this;
    // Arrays and objects change in place.
    const leaf = isContainer(value) ? this.leafOf(operations) : undefined;
    const preview = leaf ? changedInside : isContainer(value) ? previewOf(value) : undefined;
    const { isThere, isRemoved, isChanged, edit } = this.apply(operations);
    const old = preview ?? previewOf(value, edit, edit?.count);
    if (!isThere) {
      this.removal = this.note(step, old, undefined, this.part.stateTokens(tokens));
      return;
    }
    const now = this.notePlace(step);
    if (!isChanged) return;
    const place = isRemoved ? this.part.stateTokens(tokens) : now;
    const change = this.note(step, old, leaf ? changedInside : previewOf(this.value, edit, edit?.value.length), place);
    if (leaf) change.leaf = leaf;
  }

  // The part of the value that the operations change; undefined if they do not only change something inside it.
  leafOf(operations) {
    const { tokens } = this.path;
    const isInside = (operation) => isPrefix(tokens, operation.tokens) && operation.tokens.length > tokens.length;
    const isElsewhere = (operation) => !isPrefix(tokens, operation.tokens) && !isPrefix(operation.tokens, tokens);
    // An element beside it may come or go, and move it.
    const moves = this.path.levels.length > 0 && operations.some((operation) => !isInside(operation) && operation.kind !== "replace" && operation.kind !== "splice");
    if (moves || !operations.every((operation) => isInside(operation) || isElsewhere(operation))) return undefined;
    const inside = operations.filter(isInside);
    if (inside.length === 0) return undefined;
    const [first] = inside;
    const old = first.kind === "add" ? undefined : valueAt(this.holder.value, first.tokens);
    const { value, edit } = first.kind === "splice" ? splicedLeaf(old, first) : { value: first.kind === "remove" ? undefined : first.value, edit: undefined };
    return {
      tokens: first.tokens.slice(tokens.length),
      old: previewOf(old, edit, edit?.removed),
      new: previewOf(value, edit, edit?.added),
      others: inside.length - 1,
    };
  }

  // Whether the element is still there, whether the value was removed or changed, and the splice that changed it.
  apply(operations) {
    const result = { isThere: true, isRemoved: false, isChanged: false, edit: undefined };
    // The value before something around it was replaced: it may be the same afterwards.
    let text;
    for (const operation of operations) {
      const { tokens } = this.path;
      result.isThere &&= this.path.redo(operation);
      const isFixed = result.isThere && tokens === this.path.tokens;
      if (isFixed && isPrefix(tokens, operation.tokens)) {
        result.isChanged = true;
        if (operation.kind === "splice" && operation.tokens.length === tokens.length) result.edit = operation;
      } else if (isFixed && isPrefix(operation.tokens, tokens)) {
        text ??= jsonText(this.value);
      }
      if (isFixed && operation.kind === "remove" && isPrefix(operation.tokens, tokens)) result.isRemoved = true;
      applyOperation(this.holder, operation);
    }
    if (text !== undefined) result.isChanged = text !== jsonText(this.value);
    return result;
  }

  // Returns the path at a step.
  notePlace(step) {
    if (this.path.tokens !== this.notedTokens) {
      this.notedTokens = this.path.tokens;
      this.places.push({ step, tokens: this.part.stateTokens(this.path.tokens) });
    }
    return this.places.at(-1).tokens;
  }

  note(step, old, value, tokens) {
    const change = { step, old, new: value, tokens };
    if (old === undefined && value === undefined) return change;
    this.changes.push(change);
    this.points.push({ step, value });
    return change;
  }
}

// For a container whose changed part is shown instead.
const changedInside = new Preview("…");

function splicedLeaf(text, { at, count, value }) {
  return { value: text.slice(0, at) + value + text.slice(at + count), edit: { at, removed: count, added: value.length } };
}
