// @ts-check
// The panel with the list of actions.

import { byID } from "./dom.js";
import { RowList } from "./row-list.js";
import { markOfRow, Rows } from "./rows.js";
import { payloadPattern } from "./search.js";
import { markTitles } from "./marks.js";
import { pending } from "./source.js";
import { cutText, grouped, offsetText, visibleText } from "./text.js";
import { shortText } from "./preview.js";

// The widest column for titles of types, in pixels.
const widestType = 160;
// Longer payloads are not parsed. The list shows their beginning.
const readPayloadLength = 2000;
// The most stores that a row names.
const namedStores = 2;

export class ActionList {
  constructor(session, selection) {
    this.session = session;
    this.selection = selection;
    this.setFilter({});
    // By step: "cause" or "effect" of the selected action.
    this.related = new Map();
    this.scroller = byID("action-rows");
    this.alignColumns();
    this.list = new RowList(this.scroller, (index) => this.row(index));
    this.scroller.addEventListener("mousedown", (event) => this.pressed(event));
    this.scroller.addEventListener("mouseover", (event) => this.dragged(event));
    this.scroller.addEventListener("click", (event) => this.clicked(event));
    this.scroller.addEventListener("keydown", (event) => this.keyPressed(event));
  }

  // Fits the columns to their widest texts: the last step, the longest time, and the longest title with room.
  alignColumns() {
    const { session, scroller } = this;
    const { actions, facts } = session;
    const key = [session.last, facts.types.length].join();
    if (key === this.alignedKey) return;
    this.alignedKey = key;
    const widthOf = textMeasure(getComputedStyle(scroller));
    const titles = facts.types.filter(Boolean).map(({ name, title }) => widthOf(visibleText(title || name)));
    const columns = {
      step: widthOf(String(session.last)),
      time: widthOf(offsetText(actions.count > 0 ? Math.floor(actions.timeOf(actions.count - 1)) : 0)),
      type: Math.min(titles.reduce((widest, width) => Math.max(widest, width), 0), widestType),
    };
    for (const [name, width] of Object.entries(columns)) scroller.style.setProperty(`--${name}-width`, `${Math.ceil(width)}px`);
  }

  setFilter(filter) {
    this.filter = filter;
    this.hits = filter.text ? payloadPattern(filter.text) : undefined;
    this.rows = undefined;
    // The selected row is shown again.
    this.revealedStep = undefined;
  }

  // Draws what the source has by now.
  update() {
    this.alignColumns();
    this.findRows();
    this.markRelated();
    const index = this.session.actions.indexAtOrBefore(this.selection.step);
    const place = this.rows.placeOf(index);
    // Only a move of the selection scrolls. The step before the first shown action has no row: it is at the top.
    const isMoved = place !== this.revealedPlace || this.selection.step !== this.revealedStep;
    this.list.setCount(this.rows.count, isMoved ? Math.max(place, 0) : undefined);
    this.revealedPlace = place;
    this.revealedStep = this.selection.step;
    byID("action-count").textContent = this.countText();
    byID("action-empty").textContent = this.emptyText();
  }

  findRows() {
    const { session, filter } = this;
    const matches = session.source.find(filter);
    const isCurrent = this.rows && this.rows.matches === matches && !this.rows.isOutdated && this.rowMarks === session.marks;
    if (isCurrent) return;
    this.rows = new Rows(session.actions, matches, session.marks, filter);
    this.rowMarks = session.marks;
  }

  countText() {
    const { matches, matchCount } = this.rows;
    const { count } = this.session.actions;
    const progress = matches.isDone ? "" : `, ${Math.floor((matches.progress ?? 0) * 100)} % searched`;
    return (matchCount === count ? grouped(count) : `${grouped(matchCount)} of ${grouped(count)}`) + progress;
  }

  emptyText() {
    if (this.rows.count > 0 || !this.rows.matches.isDone) return "";
    return this.session.actions.count > 0 ? "No action matches the filter." : "This session has no actions.";
  }

  // The causes and the effects of the selected action.
  markRelated() {
    const { session, selection } = this;
    const index = selection.actionIndex;
    const relatives = index < 0 ? undefined : session.relatives(index);
    this.related.clear();
    if (relatives === undefined || relatives === pending) return;
    for (const { step } of relatives.causes) this.related.set(step, "cause");
    for (const { action } of relatives.effects) this.related.set(action.step, "effect");
  }

  row(place) {
    const row = this.rows.at(place);
    if (row < 0) return this.markRow(this.session.marks[markOfRow(row)], place);
    const action = this.session.actions.at(row);
    return action === pending ? this.pendingRow(this.session.actions.stepOf(row), place) : this.actionRow(action, place);
  }

  // The row of an action that is on its way.
  pendingRow(step, place) {
    const cells = [["step", String(step)], ["time", ""], ["dot", ""], ["type", "…"]];
    return { attributes: this.rowAttributes(`action pending ${this.comparedClass(step)}`, place, step === this.selection.step), cells };
  }

  actionRow(action, place) {
    const { step, cause } = action;
    const type = `action ${this.related.get(step) ?? ""} ${this.comparedClass(step)}`;
    const cells = [
      ["step", String(step)],
      ["time", offsetText(action.offset)],
      [`dot dot-${this.session.coloredTypes.indexOf(action.type)}`, ""],
      ["data type", this.withHits(visibleText(this.session.titleOf(action)))],
      ["data payload", this.withHits(this.payloadText(action))],
    ];
    if (!action.isHandled) cells.push(["alert", "not handled"]);
    if (cause > 0) cells.push(["cause-step", `← ${cause}`]);
    cells.push(this.storesCell(action));
    return { attributes: this.rowAttributes(type, place, step === this.selection.step), cells };
  }

  rowAttributes(type, place, isSelected) {
    return {
      role: "option",
      class: `row ${type}`,
      "aria-selected": String(isSelected),
      "aria-posinset": place + 1,
      "aria-setsize": this.rows.count,
    };
  }

  comparedClass(step) {
    const { selection } = this;
    return step === selection.base ? "compared base" : selection.isCompared(step) ? "compared" : "";
  }

  // The text with what a search found in it as cells of their own.
  withHits(text) {
    if (!this.hits) return text;
    const cells = [];
    let end = 0;
    for (const found of text.matchAll(this.hits)) {
      if (found[0] === "") break;
      if (found.index > end) cells.push(["", text.slice(end, found.index)]);
      cells.push(["hit", found[0]]);
      end = found.index + found[0].length;
    }
    if (end === 0) return text;
    if (end < text.length) cells.push(["", text.slice(end)]);
    return cells;
  }

  // The names of the changed stores.
  storesCell(action) {
    const names = action.changedStores.map((store) => visibleText(this.session.facts.stores[store] ?? "?"));
    const rest = names.length - namedStores;
    const shown = [["names", names.slice(0, namedStores).join(", ")]];
    if (rest > 0) shown.push(["more", `+${rest}`]);
    const text = names.join(", ");
    const label = text ? `changed ${text}` : "changed no store";
    return ["data stores", shown, { title: text, role: "img", "aria-label": label }];
  }

  payloadText(action) {
    if (action.isPayloadLeftOut) return "…";
    const text = action.payloadText;
    if (text.length > readPayloadLength) return visibleText(cutText(text, 300));
    const short = shortText(this.session.payload(action));
    return short.startsWith("(") ? short.slice(1, -1) : short;
  }

  markRow(mark, place) {
    const cells = [
      ["step", ""],
      ["mark-kind", markTitles[mark.kind] ?? "Mark"],
      ["data mark-text", this.withHits(visibleText(mark.text))],
    ];
    return { attributes: this.rowAttributes(`mark ${mark.kind}`, place, false), cells };
  }

  // With Shift, a drag compares with the step of the row where it began. The browser would select text.
  pressed(event) {
    const place = event.shiftKey && event.button === 0 ? this.list.indexOfEvent(event) : undefined;
    this.drag = place === undefined ? undefined : { base: this.stepOfRow(place), hasBegun: false };
    if (!this.drag) return;
    event.preventDefault();
    this.scroller.focus();
  }

  dragged(event) {
    const place = event.buttons === 1 ? this.list.indexOfEvent(event) : undefined;
    if (place === undefined || !this.drag) return;
    const step = this.stepOfRow(place);
    if (!this.drag.hasBegun && step === this.drag.base) return;
    if (!this.drag.hasBegun) this.selection.compareWith(this.drag.base);
    this.drag.hasBegun = true;
    this.selection.goTo(step);
  }

  clicked(event) {
    const place = this.list.indexOfEvent(event);
    if (place === undefined) return;
    if (event.shiftKey) this.selection.compareFromHere();
    this.goToRow(place);
  }

  goToRow(place) {
    this.selection.goTo(this.stepOfRow(place));
  }

  stepOfRow(place) {
    const row = this.rows.at(place);
    return row < 0 ? this.session.marks[markOfRow(row)].step : this.session.actions.stepOf(row);
  }

  keyPressed(event) {
    const distance = this.distanceOf(event.key);
    if (distance === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) this.selection.compareFromHere();
    const place = this.rows.placeOf(this.session.actions.indexAtOrBefore(this.selection.step));
    this.goToNearest(place + distance, Math.sign(distance));
  }

  distanceOf(key) {
    const page = this.list.rowsInView - 1;
    const all = this.rows.count;
    return { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -all, End: all }[key];
  }

  // Goes to the row, or to the next action in a direction. The start is above the first action.
  goToNearest(place, direction) {
    let at = Math.min(place, this.rows.count - 1);
    while (at >= 0 && at < this.rows.count && this.rows.isMark(at)) at += direction;
    if (at >= 0 && at < this.rows.count) this.goToRow(at);
    else if (direction < 0) this.selection.goToPlace(0);
  }
}

// Measures texts in the font of an element.
function textMeasure({ fontSize, fontFamily }) {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return () => 0;
  context.font = `500 ${fontSize} ${fontFamily}`;
  return (text) => context.measureText(text).width;
}
