// A list of rows of equal height. Only the rows in view have elements.
//
// A row's description is {attributes, level, cells}; a cell's is [class, text or cells, attributes]. A row
// with the same description keeps its element: few rows change at a step, and a browser lays out only those.
//
// The row with aria-selected is the active one for screen readers, while it has an element.

import { element } from "./dom.js";

// Rows made beyond the edges, so that fast scrolling shows no blanks.
const margin = 6;

export class RowList {
  // `describe(index)` returns a row's description. The style sheet has the height of rows.
  constructor(scroller, describe) {
    this.scroller = scroller;
    this.rowHeight = parseFloat(getComputedStyle(scroller).getPropertyValue("--row"));
    this.describe = describe;
    this.count = 0;
    // The rows that have elements, by index.
    this.shown = new Map();
    // Copies of the scroller's values: asking it would cause a layout of the page in the middle of a step.
    this.top = 0;
    this.height = 0;
    // The row that was scrolled to, until the reader scrolls elsewhere.
    this.revealed = undefined;
    this.space = document.createElement("div");
    this.space.className = "row-space";
    this.space.setAttribute("role", "presentation");
    scroller.append(this.space);
    scroller.addEventListener("scroll", () => this.scrolled(), { passive: true });
    new ResizeObserver(() => this.resized()).observe(scroller);
    this.resized();
  }

  setCount(count) {
    if (count !== this.count) this.space.style.height = `${count * this.rowHeight}px`;
    this.count = count;
    this.top = Math.max(0, Math.min(this.top, count * this.rowHeight - this.height));
    this.refresh();
  }

  scrolled() {
    // Smaller differences come from rounding.
    if (Math.abs(this.scroller.scrollTop - this.top) > 1) this.revealed = undefined;
    this.top = this.scroller.scrollTop;
    if (this.firstInView !== this.shownFirst) this.refresh();
  }

  resized() {
    this.height = this.scroller.clientHeight;
    this.top = this.scroller.scrollTop;
    this.refresh();
    if (this.revealed !== undefined) this.reveal(this.revealed);
  }

  get firstInView() {
    return Math.floor(this.top / this.rowHeight);
  }

  get rowsInView() {
    return Math.ceil(this.height / this.rowHeight);
  }

  refresh() {
    this.shownFirst = this.firstInView;
    const first = Math.max(0, this.shownFirst - margin);
    // A hidden list has no height, and no rows.
    const last = this.height === 0 ? 0 : Math.min(this.count, this.shownFirst + this.rowsInView + margin + 1);
    const shown = new Map();
    for (let index = first; index < last; index++) shown.set(index, this.shownRow(index));
    this.place(shown);
    this.shown = shown;
    this.showActive();
  }

  shownRow(index) {
    const description = this.describe(index);
    const key = JSON.stringify(description);
    const old = this.shown.get(index);
    if (old?.key === key) return old;
    const row = rowElement(description);
    row.style.transform = `translateY(${index * this.rowHeight}px)`;
    row.dataset.index = index;
    row.id = `${this.scroller.id}-${index}`;
    return { key, row, isActive: description.attributes["aria-selected"] === "true" };
  }

  showActive() {
    const active = Array.from(this.shown.values()).find(({ isActive }) => isActive);
    if (active) this.scroller.setAttribute("aria-activedescendant", active.row.id);
    else this.scroller.removeAttribute("aria-activedescendant");
  }

  // Puts the rows in order. Rows that are already in place stay.
  place(shown) {
    for (const [index, { row }] of this.shown) if (shown.get(index)?.row !== row) row.remove();
    let next = this.space.firstChild;
    for (const { row } of shown.values()) {
      if (row === next) next = next.nextSibling;
      else this.space.insertBefore(row, next);
    }
  }

  // Scrolls as little as possible to show a row with some rows around it.
  reveal(index) {
    this.revealed = index;
    const context = Math.min(2 * this.rowHeight, this.height / 4);
    const rowTop = index * this.rowHeight;
    const lowest = rowTop + this.rowHeight + context - this.height;
    const top = Math.max(lowest, Math.min(this.top, rowTop - context));
    this.scrollTo(Math.max(0, Math.min(top, this.count * this.rowHeight - this.height)));
  }

  scrollTo(top) {
    if (top === this.top || this.height === 0) return;
    this.top = top;
    this.refresh();
    // After the step, because scrolling causes a layout of the page.
    queueMicrotask(() => {
      this.scroller.scrollTop = this.top;
    });
  }

  // The index of the row that an event came from; undefined if there is none.
  indexOfEvent(event) {
    const row = event.target.closest("[data-index]");
    return row && Number(row.dataset.index);
  }
}

// Pixels of indentation per level of a tree. Levels beyond the deepest get no more, to leave room for text.
const indentWidth = 14;
const deepestIndent = 12;

function rowElement({ attributes, level, cells }) {
  const row = element("div", attributes, ...cells.map(cellElement));
  if (level) row.style.paddingLeft = `${Math.min(level - 1, deepestIndent) * indentWidth + 8}px`;
  return row;
}

function cellElement([className, content, attributes]) {
  const parts = Array.isArray(content) ? content.map(cellElement) : [content];
  return element("span", { class: className, ...attributes }, ...parts);
}
