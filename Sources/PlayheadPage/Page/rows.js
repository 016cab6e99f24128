// @ts-check
// The rows in the list of actions: the actions that match a filter, and the marks between them.

import { lastAtOrBelow } from "./action-table.js";

// A row is the index of an action, or -1 minus the index of a mark.
export function markOfRow(row) {
  return -1 - row;
}

export class Rows {
  /**
   * @param {import("./source.js").Actions} actions
   * @param {import("./source.js").Matches} matches
   * @param {{step: number, kind: string, text: string}[]} marks In the order of their steps.
   * @param {import("./source.js").Filter} filter
   */
  constructor(actions, matches, marks, filter) {
    this.matches = matches;
    this.matchCount = matches.count;
    // The indexes of the shown marks, and their rows. A mark comes after the action of its step.
    /** @type {number[]} */
    this.marks = [];
    /** @type {number[]} */
    this.places = [];
    marks.forEach((mark, index) => {
      if (!isMarkShown(mark, filter)) return;
      this.places.push(matches.rank(actions.indexAtOrBefore(mark.step)) + this.marks.length);
      this.marks.push(index);
    });
  }

  get count() {
    return this.matchCount + this.marks.length;
  }

  // Whether more matches have arrived since.
  get isOutdated() {
    return this.matchCount !== this.matches.count;
  }

  at(place) {
    const before = this.marksUpTo(place);
    if (before > 0 && this.places[before - 1] === place) return -1 - this.marks[before - 1];
    return this.matches.select(place - before);
  }

  isMark(place) {
    const before = this.marksUpTo(place);
    return before > 0 && this.places[before - 1] === place;
  }

  // The row of the last shown action up to an action; -1 if there is none.
  placeOf(index) {
    const number = this.matches.rank(index) - 1;
    if (number < 0) return -1;
    // A mark with this many actions before it has a row after them.
    return number + lastAtOrBelow((i) => this.places[i] - i, 0, this.places.length, number) + 1;
  }

  marksUpTo(place) {
    return lastAtOrBelow((i) => this.places[i], 0, this.places.length, place) + 1;
  }
}

/** @param {{text: string}} mark @param {import("./source.js").Filter} filter */
function isMarkShown(mark, { text, types, store, steps, path }) {
  if (types || store !== undefined || steps || path) return false;
  return !text || mark.text.toLowerCase().includes(text.toLowerCase());
}
