// @ts-check
// The positions of actions on the timeline: by time since the start, or by step. A part of it can be in view.

import { grouped, tickText } from "./text.js";

// The smallest part in view, as a share of the whole.
const smallestShare = 1e-5;

export class TimeAxis {
  constructor(session) {
    this.session = session;
    this.mode = "time";
    // All actions at one time would be one line.
    if (this.unitOf(session.actions.count) <= this.low) this.mode = "steps";
    this.showAll();
  }

  // The units of the first and the last place: nanoseconds or steps.
  get low() {
    return this.unitOf(0);
  }

  get high() {
    return Math.max(this.unitOf(this.session.actions.count), this.low + 1);
  }

  get total() {
    return this.high - this.low;
  }

  setMode(mode) {
    this.mode = mode;
    this.showAll();
  }

  showAll() {
    this.start = this.low;
    this.end = this.high;
    this.showsAll = true;
  }

  // More actions have come. What showed all, or the end, does so again.
  grow(wasAtEnd) {
    if (this.showsAll) this.showAll();
    else if (wasAtEnd) this.showPart(this.high - (this.end - this.start), this.high);
  }

  get isWhole() {
    return this.start <= this.low && this.end >= this.high;
  }

  // Shows a part. At the edges, the part is moved, not cut.
  showPart(start, end) {
    const length = Math.min(Math.max(end - start, this.total * smallestShare), this.total);
    this.start = Math.max(this.low, Math.min(start, this.high - length));
    this.end = this.start + length;
    this.showsAll = length >= this.total;
  }

  // Makes the part in view `factor` times as long. The unit at `share` of the width stays where it is.
  zoom(factor, share) {
    const fixed = this.start + share * (this.end - this.start);
    const length = (this.end - this.start) * factor;
    this.showPart(fixed - share * length, fixed + (1 - share) * length);
  }

  pan(share) {
    const distance = share * (this.end - this.start);
    this.showPart(this.start + distance, this.end + distance);
  }

  // The unit of a place; 0 is before the first action. Its time is known only at the start of the session.
  unitOf(place) {
    const { actions, first } = this.session;
    if (this.mode === "steps") return place === 0 ? first : actions.stepOf(place - 1);
    return (place === 0 && first === 0) || actions.count === 0 ? 0 : actions.timeOf(Math.max(place - 1, 0));
  }

  // The index of the last action at or before a unit; -1 if there is none.
  indexAt(unit) {
    const { actions } = this.session;
    return this.mode === "time" ? actions.indexAtTime(unit) : actions.indexAtOrBefore(unit);
  }

  // The place nearest to a unit.
  placeNear(unit) {
    const place = this.indexAt(unit) + 1;
    if (place >= this.session.actions.count) return place;
    return this.unitOf(place + 1) - unit < unit - this.unitOf(place) ? place + 1 : place;
  }

  shareOf(unit) {
    return (unit - this.start) / (this.end - this.start);
  }

  unitAt(share) {
    return this.start + share * (this.end - this.start);
  }

  // The unit of a step, even if the step is missing.
  unitOfStep(step) {
    if (this.mode === "steps") return step;
    return this.unitOf(this.session.actions.indexAtOrBefore(step) + 1);
  }

  // A mark may have a time of its own. After the last action there is no room for it.
  unitOfMark({ step, offset }) {
    if (this.mode === "steps" || offset === undefined) return this.unitOfStep(step);
    return Math.max(this.low, Math.min(offset, this.high));
  }

  keepInView(unit) {
    if (unit >= this.start && unit <= this.end) return false;
    const half = (this.end - this.start) / 2;
    this.showPart(unit - half, unit + half);
    return true;
  }

  // Round units with their labels, as {unit, text}, at most `count`.
  ticks(count) {
    const least = (this.end - this.start) / count;
    const distance = this.mode === "steps" ? Math.max(roundUp(least), 1) : roundDuration(least);
    const first = Math.ceil(this.start / distance);
    const ticks = [];
    for (let unit = first * distance; unit <= this.end && ticks.length <= count; unit = (first + ticks.length) * distance) {
      ticks.push({ unit, text: this.mode === "time" ? tickText(unit, distance) : grouped(Math.round(unit)) });
    }
    return ticks;
  }
}

// The next number that is 1, 2 or 5 times a power of ten.
function roundUp(number) {
  const power = 10 ** Math.floor(Math.log10(Math.max(number, 1e-9)));
  return ([1, 2, 5, 10].find((factor) => factor * power >= number) ?? 10) * power;
}

// Above ten seconds, clocks count in sixties.
function roundDuration(nanoseconds) {
  const seconds = nanoseconds / 1e9;
  if (seconds <= 10) return roundUp(nanoseconds);
  const rounds = [15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];
  return (rounds.find((round) => round >= seconds) ?? roundUp(seconds / 86400) * 86400) * 1e9;
}
