// Where the reader is: the step, the path in the state, and the step to compare with. Everything on the page follows it.

export class Selection {
  constructor(session) {
    this.session = session;
    this.step = session.first;
    // Tokens of the selected value's path; undefined if none is selected.
    this.tokens = undefined;
    // The step that changes are counted from; undefined for the one before.
    this.base = undefined;
    this.listeners = [];
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  changed() {
    this.listeners.forEach((listener) => listener());
  }

  // Goes to a step, or, if that is missing, to the one before it.
  goTo(step) {
    const next = this.session.actions.indexAtOrBefore(step);
    const found = next < 0 ? this.session.first : this.session.actions.steps[next];
    if (found === this.step) return;
    this.step = found;
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

  // The place of the step among all that can be gone to: 0 is before the first action.
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
    return place === 0 ? this.session.first : this.session.actions.steps[place - 1];
  }

  // The index of the step's action; -1 before the first.
  get actionIndex() {
    return this.session.actions.indexOf(this.step);
  }

  // The step that changes are counted from.
  get changesFrom() {
    return this.base ?? this.step - 1;
  }
}
