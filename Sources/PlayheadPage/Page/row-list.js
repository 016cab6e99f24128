// @ts-check
// A list of rows of equal height. Only the rows in view have elements.
//
// A row's description is {attributes, level, cells}; a cell's is [class, text or cells, attributes]. Rows and cells keep their
// elements, and only what differs is set: little changes at a step, and a browser lays out only that.
//
// The row with aria-selected is the active one for screen readers, while it has an element.
//
// Browsers limit an element's height (Chromium to 33 million pixels, Firefox to 17 million), and 10,000,000 rows have 240
// million. So `top` counts pixels of rows, and a list that is higher than the limit moves its rows by `shift` into the
// limited space. The wheel scrolls by pixels of rows; a drag of the scroll bar goes to the same share of the rows.

import { element } from "./dom.js";

// Rows made beyond the edges, so that fast scrolling shows no blanks.
const margin = 3;
// The greatest height of the space that scrolls, in pixels.
const greatestHeight = 8e6;

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
    // What is added to the scroller's position to get `top`. 0 unless the list is higher than the limit.
    this.shift = 0;
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

  // The height of all rows, and that of the space that scrolls.
  get rowsHeight() {
    return this.count * this.rowHeight;
  }

  get spaceHeight() {
    return Math.min(this.rowsHeight, greatestHeight);
  }

  get isLimited() {
    return this.rowsHeight > greatestHeight;
  }

  get greatestTop() {
    return Math.max(0, this.rowsHeight - this.height);
  }

  // Shows so many rows. Reveals the one with an index, if there is one.
  setCount(count, revealed) {
    if (count !== this.count) {
      this.count = count;
      this.space.style.height = `${this.spaceHeight}px`;
      if (!this.isLimited) this.shift = 0;
    }
    this.top = Math.max(0, Math.min(this.top, this.greatestTop));
    if (revealed !== undefined) this.scrollToRow(revealed);
    this.refresh();
  }

  scrolled() {
    const position = this.scroller.scrollTop;
    const distance = position + this.shift - this.top;
    // Smaller differences come from rounding.
    if (Math.abs(distance) <= 1) return;
    this.revealed = undefined;
    if (this.isLimited && (Math.abs(distance) > 2 * this.height || this.isAtEdge(position))) this.top = this.topAtShare(position);
    else this.top += distance;
    this.place();
  }

  isAtEdge(position) {
    return position <= 0 || position >= this.spaceHeight - this.height - 1;
  }

  // The top of the rows at the same share of all rows as the scroller's position is of the space.
  topAtShare(position) {
    const share = position / Math.max(1, this.spaceHeight - this.height);
    return Math.max(0, Math.min(share, 1)) * this.greatestTop;
  }

  // Shows the rows at `top`, with the scroller as it is.
  place() {
    const shift = this.isLimited ? this.top - this.scroller.scrollTop : 0;
    if (shift !== this.shift) {
      this.shift = shift;
      for (const [index, { row }] of this.shown) this.move(row, index);
    }
    if (this.firstInView !== this.shownFirst) this.refresh();
  }

  move(row, index) {
    row.style.transform = `translateY(${index * this.rowHeight - this.shift}px)`;
  }

  resized() {
    this.height = this.scroller.clientHeight;
    this.top = Math.max(0, Math.min(this.scroller.scrollTop + this.shift, this.greatestTop));
    this.setCount(this.count, this.revealed);
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
    this.putInOrder(shown);
    this.shown = shown;
    this.showActive();
  }

  shownRow(index) {
    const description = this.describe(index);
    const old = this.shown.get(index);
    if (old) {
      updateRow(old.row, old.description, description);
      return { row: old.row, description };
    }
    const row = rowElement(description);
    this.move(row, index);
    row.dataset.index = String(index);
    row.id = `${this.scroller.id}-${index}`;
    return { row, description };
  }

  showActive() {
    const active = Array.from(this.shown.values()).find(({ description }) => description.attributes["aria-selected"] === "true");
    if (active) this.scroller.setAttribute("aria-activedescendant", active.row.id);
    else this.scroller.removeAttribute("aria-activedescendant");
  }

  // Rows that are already in place stay.
  putInOrder(shown) {
    for (const [index, { row }] of this.shown) if (shown.get(index)?.row !== row) row.remove();
    let next = this.space.firstChild;
    for (const { row } of shown.values()) {
      if (row === next) next = next.nextSibling;
      else this.space.insertBefore(row, next);
    }
  }

  reveal(index) {
    this.scrollToRow(index);
    this.refresh();
  }

  // Scrolls as little as possible to show a row with some rows around it.
  scrollToRow(index) {
    this.revealed = index;
    const context = Math.min(2 * this.rowHeight, this.height / 4);
    const rowTop = index * this.rowHeight;
    const lowest = rowTop + this.rowHeight + context - this.height;
    const top = Math.max(0, Math.min(Math.max(lowest, Math.min(this.top, rowTop - context)), this.greatestTop));
    if (top === this.top || this.height === 0) return;
    this.top = top;
    const position = this.positionOf(top);
    const shift = top - position;
    if (shift !== this.shift) {
      this.shift = shift;
      for (const [index, { row }] of this.shown) this.move(row, index);
    }
    // After the step, because scrolling causes a layout of the page.
    queueMicrotask(() => {
      this.scroller.scrollTop = position;
    });
  }

  // Where the scroller has to be for a top.
  positionOf(top) {
    if (!this.isLimited) return top;
    return Math.round((top / Math.max(1, this.greatestTop)) * (this.spaceHeight - this.height));
  }

  // The index of the row that an event came from; undefined if there is none.
  indexOfEvent(event) {
    const row = event.target.closest("[data-index]");
    return row ? Number(row.dataset.index) : undefined;
  }
}

// Pixels of indentation per level of a tree. Levels beyond the deepest get no more, to leave room for text.
const indentWidth = 14;
const deepestIndent = 12;

function rowElement({ attributes, level, cells }) {
  const row = element("div", attributes, ...cells.map(cellElement));
  indent(row, level);
  return row;
}

function indent(row, level) {
  row.style.paddingLeft = level ? `${Math.min(level - 1, deepestIndent) * indentWidth + 8}px` : "";
}

// Sets what differs between two descriptions of a row.
function updateRow(row, old, { attributes, level, cells }) {
  updateAttributes(row, old.attributes, attributes);
  if (level !== old.level) indent(row, level);
  updateCells(row, old.cells, cells);
}

function updateCells(parent, old, cells) {
  for (const [i, cell] of cells.entries()) {
    if (i < old.length) updateCell(parent.children[i], old[i], cell);
    else parent.append(cellElement(cell));
  }
  while (parent.children.length > cells.length) parent.lastElementChild.remove();
}

function updateCell(node, [oldClass, oldContent, oldAttributes = {}], [className, content, attributes = {}]) {
  if (className !== oldClass) node.className = className;
  updateAttributes(node, oldAttributes, attributes);
  if (Array.isArray(content) && Array.isArray(oldContent)) updateCells(node, oldContent, content);
  else if (Array.isArray(content)) node.replaceChildren(...content.map(cellElement));
  else if (content !== oldContent) node.textContent = content;
}

function updateAttributes(node, old, attributes) {
  for (const name in { ...old, ...attributes }) {
    const value = attributes[name];
    if (value === old[name]) continue;
    if (value === undefined || value === false) node.removeAttribute(name);
    else node.setAttribute(name, value === true ? "" : value);
  }
}

function cellElement([className, content, attributes]) {
  const parts = Array.isArray(content) ? content.map(cellElement) : [content];
  return element("span", { class: className, ...attributes }, ...parts);
}
