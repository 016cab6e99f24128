// @ts-check
// The reader's step, path in the state, and step to compare with. Everything on the page follows them.

export class Selection {
  constructor(session) {
    this.session = session;
    this.step = session.first;
    // The tokens of the selected value's path; undefined if no value is selected.
    this.tokens = undefined;
    // The step to compare with; undefined for the previous one.
    this.base = undefined;
    // Whether to go on with a log that grows: the reader went to its end.
    this.isFollowing = false;
    this.listeners = [];
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  changed() {
    this.listeners.forEach((listener) => listener());
  }

  // Goes to a step and selects the value at `tokens`, or goes to the last step before it if it is missing.
  goTo(step, tokens = this.tokens) {
    const next = this.session.actions.indexAtOrBefore(step);
    const found = next < 0 ? this.session.first : this.session.actions.stepOf(next);
    const chosen = found === step ? tokens : this.tokens;
    this.isFollowing = this.session.source.isLive && found === this.session.last;
    if (found === this.step && chosen === this.tokens) return;
    this.step = found;
    this.tokens = chosen;
    this.changed();
  }

  select(tokens) {
    this.tokens = tokens;
    this.changed();
  }

  compareWith(step) {
    this.base = step;
    this.changed();
  }

  // Begins a comparison with the step where the reader is, or goes on with one.
  compareFromHere() {
    if (this.base === undefined) this.compareWith(this.step);
  }

  // Whether a step is one of the two that are compared, or between them.
  isCompared(step) {
    if (this.base === undefined) return false;
    return Math.min(this.base, this.step) <= step && step <= Math.max(this.base, this.step);
  }

  // The number of the step among all steps on the page; 0 is before the first action.
  get place() {
    return this.session.actions.indexAtOrBefore(this.step) + 1;
  }

  get lastPlace() {
    return this.session.actions.count;
  }

  goToPlace(place) {
    const bounded = Math.max(0, Math.min(place, this.lastPlace));
    this.goTo(this.stepAt(bounded));
  }

  stepAt(place) {
    return place === 0 ? this.session.first : this.session.actions.stepOf(place - 1);
  }

  // The index of the step's action; -1 before the first.
  get actionIndex() {
    return this.session.actions.indexOf(this.step);
  }

  // The step's action: pending, or undefined before the first.
  get action() {
    const index = this.actionIndex;
    return index < 0 ? undefined : this.session.actions.at(index);
  }

  // Goes to the end and stays there.
  follow() {
    this.goToPlace(this.lastPlace);
  }

  // More actions have come.
  grown() {
    if (this.isFollowing) this.follow();
    else this.changed();
  }

  // The step at which the shown changes start.
  get changesFrom() {
    return this.base ?? this.step - 1;
  }
}
