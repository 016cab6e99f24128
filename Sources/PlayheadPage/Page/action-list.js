// The panel with the list of actions.

import { byID } from "./dom.js";
import { RowList } from "./row-list.js";
import { ActionSearch, markOfRow } from "./search.js";
import { markTitles } from "./marks.js";
import { cutText, grouped, offsetText, visibleText } from "./text.js";
import { shortText } from "./preview.js";

// The widest column for titles of types, in pixels.
const widestType = 160;
// Longer payloads are not parsed. The list shows their beginning.
const readPayloadLength = 2000;
// Of more stores, only the number is shown: boxes would take the payload's room.
const boxedStores = 24;
// More stores than this have narrow boxes.
const wideBoxes = 8;
// The most marked causes of the selected action, and the most marked effects.
const markedRelatives = 500;

export class ActionList {
  constructor(session, selection, marks) {
    this.session = session;
    this.selection = selection;
    this.marks = marks;
    this.search = new ActionSearch(session, marks);
    this.filter = {};
    this.rows = [];
    this.related = new Map();
    this.scroller = byID("action-rows");
    this.alignColumns();
    this.list = new RowList(this.scroller, (index) => this.row(index));
    this.scroller.addEventListener("click", (event) => this.clicked(event));
    this.scroller.addEventListener("keydown", (event) => this.keyPressed(event));
  }

  // Fits the columns to their widest texts: the last step, the longest time, and the longest title with room.
  alignColumns() {
    const { session, scroller } = this;
    const { offsets, count } = session.actions;
    const duration = count > 0 ? offsets[count - 1] : 0;
    const widthOf = textMeasure(getComputedStyle(scroller));
    const titles = session.facts.types.map(({ name, title }) => widthOf(visibleText(title || name)));
    const columns = {
      step: widthOf(String(session.last)),
      time: widthOf(offsetText(duration)),
      type: Math.min(titles.reduce((widest, width) => Math.max(widest, width), 0), widestType),
    };
    for (const [name, width] of Object.entries(columns)) scroller.style.setProperty(`--${name}-width`, `${Math.ceil(width)}px`);
  }

  setFilter(filter) {
    this.filter = filter;
    this.rows = this.search.rows(filter);
    this.list.setCount(this.rows.length);
    byID("action-count").textContent = this.countText();
    byID("action-empty").textContent = this.emptyText();
    this.update();
  }

  // Called after more actions were read.
  actionsWereRead() {
    this.alignColumns();
    this.setFilter(this.filter);
  }

  countText() {
    const shown = this.rows.filter((row) => row >= 0).length;
    const { count } = this.session.actions;
    return shown === count ? grouped(count) : `${grouped(shown)} of ${grouped(count)}`;
  }

  emptyText() {
    if (this.rows.length > 0) return "";
    return this.session.actions.count > 0 ? "No action matches the filter." : "This session has no actions.";
  }

  update() {
    const index = this.selection.actionIndex;
    this.markRelated(index);
    const place = this.rowOfStep(this.selection.step);
    this.list.refresh();
    if (place >= 0) this.list.reveal(place);
  }

  // The causes and the effects of the selected action.
  markRelated(index) {
    this.related.clear();
    const { causes } = this.session;
    if (index < 0 || !causes) return;
    for (const cause of causes.chain(index, markedRelatives)) this.related.set(cause, "cause");
    for (const effect of causes.effects(index, markedRelatives)) this.related.set(effect.index, "effect");
  }

  // The row of the last shown action at or before a step.
  rowOfStep(step) {
    const index = this.session.actions.indexAtOrBefore(step);
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.actionAtOrBefore(middle) <= index) low = middle + 1;
      else high = middle;
    }
    while (low > 0 && this.rows[low - 1] < 0) low--;
    return low - 1;
  }

  actionAtOrBefore(place) {
    let at = place;
    while (at >= 0 && this.rows[at] < 0) at--;
    return at >= 0 ? this.rows[at] : -1;
  }

  row(place) {
    const row = this.rows[place];
    return row < 0 ? this.markRow(this.marks[markOfRow(row)], place) : this.actionRow(row, place);
  }

  actionRow(index, place) {
    const { actions } = this.session;
    const step = actions.steps[index];
    const cause = actions.causes[index];
    const type = `action ${this.related.get(index) ?? ""}`;
    const cells = [
      ["step", String(step)],
      ["time", offsetText(actions.offsets[index])],
      ["data type", visibleText(this.session.typeTitle(index))],
      ["data payload", this.payloadText(index)],
    ];
    if (!actions.isHandled(index)) cells.push(["alert", "not handled"]);
    if (cause > 0) cells.push(["cause-step", `← ${cause}`]);
    cells.push(this.storesCell(index));
    return { attributes: this.rowAttributes(type, place, step === this.selection.step), cells };
  }

  rowAttributes(type, place, isSelected) {
    return {
      role: "option",
      class: `row ${type}`,
      "aria-selected": String(isSelected),
      "aria-posinset": place + 1,
      "aria-setsize": this.rows.length,
    };
  }

  // A box for each store, filled if the action changed it. The order is that of the timeline's lanes.
  storesCell(index) {
    const text = this.storesText(index);
    const changed = this.session.actions.changedStores(index);
    const { length } = this.session.facts.stores;
    const boxes = Array.from({ length }, (_, store) => [changed.includes(store) ? "box filled" : "box", ""]);
    const count = changed.length > 0 ? String(changed.length) : "";
    const label = text ? `changed ${text}` : "changed no store";
    const className = length > wideBoxes ? "stores many" : "stores";
    return [className, length > boxedStores ? count : boxes, { title: text, role: "img", "aria-label": label }];
  }

  payloadText(index) {
    const text = this.session.actions.payloadText(index);
    if (text.length > readPayloadLength) return visibleText(cutText(text, 300));
    const short = shortText(this.session.payload(index));
    return short.startsWith("(") ? short.slice(1, -1) : short;
  }

  storesText(index) {
    const names = this.session.facts.stores;
    return this.session.actions.changedStores(index).map((store) => visibleText(names[store])).join(", ");
  }

  markRow(mark, place) {
    const cells = [
      ["step", ""],
      ["mark-kind", markTitles[mark.kind] ?? "Mark"],
      ["data mark-text", visibleText(mark.text)],
    ];
    return { attributes: this.rowAttributes(`mark ${mark.kind}`, place, false), cells };
  }

  clicked(event) {
    const place = this.list.indexOfEvent(event);
    if (place !== undefined) this.goToRow(place);
  }

  goToRow(place) {
    const row = this.rows[place];
    this.selection.goTo(row < 0 ? this.marks[markOfRow(row)].step : this.session.actions.steps[row]);
  }

  keyPressed(event) {
    const distance = this.distanceOf(event.key);
    if (distance === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.goToNearest(this.rowOfStep(this.selection.step) + distance, Math.sign(distance));
  }

  distanceOf(key) {
    const page = this.list.rowsInView - 1;
    const all = this.rows.length;
    return { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -all, End: all }[key];
  }

  // Goes to the row, or to the next action in a direction. The start is above the first action.
  goToNearest(place, direction) {
    let at = Math.min(place, this.rows.length - 1);
    while (this.rows[at] < 0) at += direction;
    if (this.rows[at] >= 0) this.goToRow(at);
    else if (direction < 0) this.selection.goToPlace(0);
  }
}

// Measures texts in the font of an element.
function textMeasure({ fontSize, fontFamily }) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `500 ${fontSize} ${fontFamily}`;
  return (text) => context.measureText(text).width;
}
