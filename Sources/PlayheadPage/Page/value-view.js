// @ts-check
// The selected value as a whole, and every step at which it changed.

import { announce, byID } from "./dom.js";
import { RowList } from "./row-list.js";
import { HistoryChart } from "./history-chart.js";
import { changedText, chartNumber, previewText, shortText, textEdit } from "./preview.js";
import { pathText } from "./path.js";
import { pending } from "./source.js";
import { counted, cutText, grouped, visibleLines, visibleText } from "./text.js";

// The most characters of a text before "Show all".
const shownText = 4000;
// The most characters of any other value.
const shownValue = 600;

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

  // Draws what is known of the history by now.
  update(state) {
    const { tokens, step } = this.selection;
    byID("value-part").hidden = tokens === undefined;
    byID("value-none").hidden = tokens !== undefined;
    if (tokens === undefined || state === pending) return;
    byID("value-path").textContent = visibleText(pathText(tokens, state)) || "The whole state";
    const isBeingRead = this.history && !this.history.isDone && tokens === this.history.tokens;
    // The reader may have gone on, to where another element has the path.
    if (!isBeingRead && !this.history?.isAt(tokens, step)) this.beginHistory(tokens, step);
    const isGone = this.history?.removal?.step === step;
    const value = isGone ? undefined : this.session.valueAt(step, tokens);
    if (value !== pending) this.showValue(value);
    this.showHistory();
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

  // Reads the history of another path. The page is drawn again as it arrives.
  beginHistory(tokens, step) {
    this.isWhole = false;
    this.shownHistory = undefined;
    this.history = undefined;
    this.history = this.session.source.history(tokens, step, (history) => history === this.history);
  }

  showHistory() {
    const { history } = this;
    if (history && !history.isDone) {
      byID("history-title").textContent = `Reading the history: ${Math.floor(history.progress * 100)} %`;
      this.list.setCount(0);
      this.chart.show([]);
      return;
    }
    // Nothing changes any more but the row of the step.
    if (this.shownHistory === (history ?? "none")) return this.list.refresh();
    this.shownHistory = history ?? "none";
    const isEmpty = this.entries.length === 0;
    const none = this.session.facts.gaps.length > 0 ? "No change in the steps that the log has" : "Never changed";
    byID("history-title").textContent = isEmpty ? none : counted(this.entries.length, "change");
    byID("history-rows").hidden = isEmpty;
    for (const id of ["previous-change", "next-change", "filter-by-path"]) byID(id).disabled = isEmpty;
    this.list.setCount(this.entries.length);
    this.chart.show(chartPoints(history?.points ?? []));
    const place = this.placeOf(this.selection.step);
    if (place >= 0) this.list.reveal(place);
  }

  // The changes, once they are all read.
  get entries() {
    return this.history?.isDone ? this.history.changes : [];
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
    const { leaf } = entry;
    const cells = [["step", String(entry.step)], ...(leaf ? leafCells(leaf) : changeCells(entry))];
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
      announce(this.history && !this.history.isDone ? "The history is still being read" : direction > 0 ? "No later change" : "No earlier change");
    }
  }

  // The value stays selected, wherever it is.
  goToEntry({ step, tokens }) {
    this.selection.goTo(step, tokens);
  }

  filterByPath() {
    const { tokens, step } = this.selection;
    const steps = new Set(this.entries.map(({ step }) => step));
    const state = this.session.state(step);
    if (state !== pending) this.showActions(pathText(tokens, state), steps);
  }
}

// The part of a container that changed, by its path from there.
function leafCells({ tokens, old, new: value, others }) {
  const path = pathText(tokens.map(String), leafParents(tokens));
  const rest = others > 0 ? [["mark-word", `+${grouped(others)}`, { title: counted(others, "more change") }]] : [];
  return [["data name", visibleText(path)], ...changeCells({ old, new: value }), ...rest];
}

// A container in which the numbers in a path name elements, as far as a path shows it.
function leafParents(tokens) {
  return tokens.reduceRight((part, token) => (/^\d+$/.test(token) ? Object.assign([], { [token]: part }) : new Map([[token, part]])), undefined);
}

function changeCells({ old, new: value }) {
  const edit = textEdit(old, value);
  return [
    ["data old", edit ? changedText(old, edit, edit.removed) : previewText(old)],
    ["arrow", "→"],
    ["data value", edit ? changedText(value, edit, edit.added) : previewText(value)],
  ];
}

// The numbers in a history; empty if there are fewer than two.
function chartPoints(points) {
  const numbers = points.map(({ step, value }) => ({ step, number: chartNumber(value) })).filter(({ number }) => number !== undefined);
  return numbers.length > 1 ? numbers : [];
}
