// @ts-check
// The panel with the state at the step.

import { announce, byID } from "./dom.js";
import { ValueTree } from "./value-tree.js";
import { changeMarks } from "./change-marks.js";
import { copyText, expectationText, toolCommand } from "./copy.js";
import { countOf, isContainer, jsonText } from "./value.js";
import { pathText } from "./path.js";
import { pending } from "./source.js";
import { grouped, visibleText } from "./text.js";

// The most members of stores that are open when the page opens.
const openRowsLimit = 80;

export class StatePanel {
  // Calls `chosen()` when the reader chooses a value.
  constructor(session, selection, chosen) {
    this.session = session;
    this.selection = selection;
    this.tree = new ValueTree(byID("state-tree"), (tokens) => {
      selection.select(tokens);
      chosen();
    });
    this.bindCopyButtons();
    this.shownTokens = undefined;
  }

  // Opens the stores once, if their members fit.
  openStores(state) {
    if (this.areStoresOpen || !isContainer(state)) return;
    this.areStoresOpen = true;
    const rows = Array.from(state.values(), (store) => (isContainer(store) ? countOf(store) : 0));
    if (rows.reduce((sum, count) => sum + count, 0) > openRowsLimit) return;
    for (const name of state.keys()) this.tree.open.open([name]);
  }

  // `state` and `changes` belong to the selected step. Until they are there, those of the step before are shown.
  update(state, changes) {
    const isBusy = state === pending || changes === pending;
    // Setting it costs time even if it stays the same.
    if (isBusy !== this.isBusy) byID("state-panel").setAttribute("aria-busy", String(isBusy));
    this.isBusy = isBusy;
    if (isBusy) return;
    const { tokens } = this.selection;
    this.openStores(state);
    byID("state-missing").textContent = state === undefined ? this.missingText() : "";
    byID("state-tree").hidden = state === undefined;
    this.tree.chosen = tokens;
    this.tree.show(state, changeMarks(changes));
    if (tokens && tokens !== this.shownTokens) this.tree.reveal(tokens);
    this.shownTokens = tokens;
    this.updatePath(state);
  }

  missingText() {
    const { noStates } = this.session.facts;
    if (noStates) return `There are no states: ${visibleText(noStates)}`;
    const unshown = this.session.unshownAt(this.selection.step);
    if (unshown) return visibleText(unshown.text);
    const { action } = this.selection;
    if (action && action !== pending && !action.isHandled) return "This action was not fully handled, so there is no state after it.";
    return this.session.gapAt(this.selection.step)?.text ?? "The page has no state for this step.";
  }

  updatePath(state) {
    const { tokens, base } = this.selection;
    byID("state-base").textContent = base === undefined ? "" : `compared with step ${grouped(base)}`;
    this.path = tokens && state !== undefined ? pathText(tokens, state) : "";
    byID("selected-path").textContent = visibleText(this.path);
    for (const control of byID("value-actions").querySelectorAll("button")) control.disabled = !this.path;
  }

  bindCopyButtons() {
    byID("copy-path").addEventListener("click", () => copyText(this.path, "the path"));
    byID("copy-value").addEventListener("click", () => copyText(this.selectedJSON(), "the value as JSON"));
    byID("copy-command").addEventListener("click", () => copyText(this.command(), "the command"));
    byID("copy-expectation").addEventListener("click", () => this.copyExpectation());
  }

  selectedValue() {
    return this.session.valueAt(this.selection.step, this.selection.tokens);
  }

  selectedJSON() {
    const value = this.selectedValue();
    return value === undefined || value === pending ? "" : jsonText(value);
  }

  command() {
    return toolCommand(this.session.facts, "state", this.selection.step, this.path);
  }

  copyExpectation() {
    const value = this.selectedValue();
    if (value === undefined || value === pending) announce("There is no value at this step");
    else copyText(expectationText(this.selection.step, this.path, value), "the expectation");
  }
}
