// The selected value as a whole, and every step at which it changed.

import { announce, byID } from "./dom.js";
import { RowList } from "./row-list.js";
import { HistoryChart } from "./history-chart.js";
import { ValueHistory } from "./history.js";
import { changedText, chartNumber, previewText, shortText, textEdit } from "./preview.js";
import { pathText } from "./path.js";
import { counted, cutText, visibleLines, visibleText } from "./text.js";

// The most characters of a text before "Show all".
const shownText = 4000;
// The most characters of any other value.
const shownValue = 600;
// A slice of work that leaves time for a frame.
const sliceMilliseconds = 8;

export class ValueView {
  // Calls `showActions(path, steps)` to show only the actions of these steps, which changed the value.
  constructor(session, selection, showActions) {
    this.session = session;
    this.selection = selection;
    this.showActions = showActions;
    this.list = new RowList(byID("history-rows"), (index) => this.row(index));
    this.chart = new HistoryChart(byID("history-chart"), session, selection);
    byID("history-rows").addEventListener("click", (event) => this.clicked(event));
    byID("history-rows").addEventListener("keydown", (event) => this.keyPressed(event));
    byID("filter-by-path").addEventListener("click", () => this.filterByPath());
    byID("show-all-text").addEventListener("click", () => this.showAll());
    byID("previous-change").addEventListener("click", () => this.goToChange(-1));
    byID("next-change").addEventListener("click", () => this.goToChange(1));
  }

  update(state) {
    const { tokens, step } = this.selection;
    byID("value-part").hidden = tokens === undefined;
    byID("value-none").hidden = tokens !== undefined;
    if (tokens === undefined) return;
    byID("value-path").textContent = visibleText(pathText(tokens, state)) || "The whole state";
    const isBeingRead = this.task && tokens === this.history.tokens;
    if (!isBeingRead && !this.history?.isAt(tokens, step)) this.beginHistory(tokens, step);
    const isGone = this.history?.removal?.step === step;
    this.showValue(isGone ? undefined : this.session.valueAt(step, tokens));
    this.list.refresh();
    this.chart.update();
  }

  // Shows a text line by line. Shows only the beginning of any other value, because the tree has the rest.
  showValue(value) {
    const isText = typeof value === "string";
    const text = isText ? value : "";
    const shown = this.isWhole ? text : cutText(text, shownText);
    const visible = isText ? visibleLines(shown) : shortText(value, shownValue);
    const place = byID("value-text");
    // Laying out a large text takes long, so an equal text stays.
    if (place.textContent !== visible) place.textContent = visible;
    byID("show-all-text").hidden = shown.length === text.length;
    byID("show-all-text").textContent = `Show all (${counted(text.length, "character")})`;
  }

  showAll() {
    this.isWhole = true;
    this.selection.changed();
  }

  // Reads the history of another path in slices, so that the page stays responsive.
  beginHistory(tokens, step) {
    const { states } = this.session;
    this.history = states.blocks.length > 0 ? new ValueHistory(states, tokens, step) : undefined;
    this.isWhole = false;
    this.list.setCount(0);
    this.chart.show([]);
    byID("history-title").textContent = "Reading the history";
    this.task = this.history?.read();
    this.readSlice(this.task);
  }

  readSlice(task) {
    if (task !== this.task) return;
    const end = performance.now() + sliceMilliseconds;
    let next = { done: true };
    do next = task?.next() ?? next;
    while (!next.done && performance.now() < end);
    if (next.done) this.historyIsRead();
    else setTimeout(() => this.readSlice(task), 0);
  }

  historyIsRead() {
    this.task = undefined;
    const { tokens, step } = this.selection;
    if (tokens && this.history && !this.history.isAt(tokens, step)) {
      // The reader has gone on, to where another element has the path.
      this.beginHistory(tokens, step);
      return;
    }
    this.list.setCount(this.entries.length);
    const isEmpty = this.entries.length === 0;
    const none = this.session.facts.gaps.length > 0 ? "No change in the steps that the log has" : "Never changed";
    byID("history-title").textContent = isEmpty ? none : counted(this.entries.length, "change");
    byID("history-rows").hidden = isEmpty;
    for (const id of ["previous-change", "next-change", "filter-by-path"]) byID(id).disabled = isEmpty;
    this.chart.show(chartPoints(this.history?.points ?? []));
    const place = this.placeOf(this.selection.step);
    if (place >= 0) this.list.reveal(place);
  }

  // The changes, once they are all read.
  get entries() {
    return this.task ? [] : this.history?.changes ?? [];
  }

  // The index of the last change at or before a step; -1 if there is none.
  placeOf(step) {
    return this.entries.findLastIndex((entry) => entry.step <= step);
  }

  row(index) {
    const entry = this.entries[index];
    const { step } = this.selection;
    const isCurrent = entry.step <= step && !(this.entries[index + 1]?.step <= step);
    const attributes = {
      role: "option",
      class: "row",
      "aria-selected": String(isCurrent),
      "aria-posinset": index + 1,
      "aria-setsize": this.entries.length,
    };
    const edit = textEdit(entry.old, entry.new);
    const cells = [
      ["step", String(entry.step)],
      ["data old", edit ? changedText(entry.old, edit, edit.removed) : previewText(entry.old)],
      ["arrow", "→"],
      ["data value", edit ? changedText(entry.new, edit, edit.added) : previewText(entry.new)],
    ];
    return { attributes, cells };
  }

  clicked(event) {
    const index = this.list.indexOfEvent(event);
    if (index !== undefined) this.goToEntry(this.entries[index]);
  }

  keyPressed(event) {
    const direction = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    this.goToChange(direction);
  }

  goToChange(direction) {
    const { step } = this.selection;
    // No action led to a state after a gap.
    const entries = this.entries.filter((entry) => this.session.actions.indexOf(entry.step) >= 0);
    const next = direction > 0
      ? entries.find((entry) => entry.step > step)
      : entries.findLast((entry) => entry.step < step);
    if (next) {
      this.goToEntry(next);
      this.list.reveal(this.placeOf(next.step));
    } else {
      announce(this.task ? "The history is still being read" : direction > 0 ? "No later change" : "No earlier change");
    }
  }

  // The value stays selected, wherever it is.
  goToEntry({ step, tokens }) {
    this.selection.goTo(step, tokens);
  }

  filterByPath() {
    const { tokens, step } = this.selection;
    const steps = new Set(this.entries.map(({ step }) => step));
    this.showActions(pathText(tokens, this.session.state(step)), steps);
  }
}

// The numbers in a history; empty if there are fewer than two.
function chartPoints(points) {
  const numbers = points.map(({ step, value }) => ({ step, number: chartNumber(value) })).filter(({ number }) => number !== undefined);
  return numbers.length > 1 ? numbers : [];
}
