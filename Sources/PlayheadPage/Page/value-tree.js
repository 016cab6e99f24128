// @ts-check
// A value as a tree that opens and closes: a step's state, or an action's payload.

import { RowList } from "./row-list.js";
import { OpenNodes, TreeRows } from "./tree-rows.js";
import { areSameTokens } from "./path.js";
import { markAt, openToChanges } from "./change-marks.js";
import { countOf, isContainer } from "./value.js";
import { changedText, shortText, sizeText } from "./preview.js";
import { counted, cutText, visibleText } from "./text.js";

// The most characters of a name: more have no room on a line.
const longestName = 200;
// The most characters of a removed value.
const removedLength = 60;

export class ValueTree {
  // Calls `choose(tokens)` when the reader chooses a row.
  constructor(scroller, choose) {
    this.scroller = scroller;
    this.choose = choose;
    this.open = new OpenNodes();
    // What the reader closed stays closed, even if it changed.
    this.closed = new OpenNodes();
    // What is open because something in it changed, and the nodes that are open for either reason.
    this.changed = new OpenNodes();
    this.shownOpen = this.open;
    this.chosen = undefined;
    this.marks = undefined;
    this.rows = new TreeRows(undefined, this.open);
    this.list = new RowList(scroller, (index) => this.rowDescription(index));
    scroller.addEventListener("click", (event) => this.clicked(event));
    scroller.addEventListener("keydown", (event) => this.keyPressed(event));
  }

  show(value, marks) {
    this.value = value;
    this.marks = marks;
    this.changed = openToChanges(marks, value);
    this.update();
  }

  update() {
    this.shownOpen = this.open.with(this.changed, this.closed);
    this.rows = new TreeRows(this.value, this.shownOpen);
    this.list.setCount(this.rows.count);
  }

  get chosenIndex() {
    return this.chosen?.length > 0 ? this.rows.indexOf(this.chosen) : -1;
  }

  // Opens the containers of the value, and scrolls to it.
  reveal(tokens) {
    this.chosen = tokens;
    for (let length = 1; length < tokens.length; length++) this.closed.close(tokens.slice(0, length));
    this.open.open(tokens.slice(0, -1));
    this.update();
    if (this.chosenIndex >= 0) this.list.reveal(this.chosenIndex);
  }

  rowDescription(index) {
    const row = this.rows.row(index);
    const mark = markAt(this.marks, row.tokens);
    const isSelected = this.chosen !== undefined && areSameTokens(this.chosen, row.tokens);
    const isOpen = hasParts(row.value) ? this.isOpen(row.tokens) : undefined;
    const attributes = {
      role: "treeitem",
      class: `row ${rowClass(mark)}`,
      "aria-level": row.level,
      "aria-posinset": row.place + 1,
      "aria-setsize": row.size,
      "aria-expanded": isOpen === undefined ? undefined : String(isOpen),
      "aria-selected": String(isSelected),
    };
    const name = row.isElement ? ["data index", `[${row.name}]`] : ["data name", visibleText(cutText(row.name, longestName))];
    const cells = [[`twisty ${twistyClass(isOpen)}`, ""], name, ...valueCells(row.value, isOpen, mark)];
    return { attributes, level: row.level, cells };
  }

  isOpen(tokens) {
    return this.shownOpen.at(tokens) !== undefined;
  }

  toggle(tokens) {
    if (this.isOpen(tokens)) {
      this.open.close(tokens);
      this.closed.open(tokens, true);
    } else {
      this.open.open(tokens);
      this.closed.close(tokens);
    }
    this.update();
  }

  clicked(event) {
    const index = this.list.indexOfEvent(event);
    if (index === undefined) return;
    const { tokens, value } = this.rows.row(index);
    // The name selects. The triangle, or a second click, opens and closes.
    const isSecond = event.detail === 2;
    if (hasParts(value) && (isSecond || event.target.classList.contains("twisty"))) this.toggle(tokens);
    this.chooseRow(index);
  }

  chooseRow(index) {
    this.chosen = this.rows.row(index).tokens;
    this.choose(this.chosen);
    this.update();
    this.list.reveal(index);
  }

  keyPressed(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.rows.count === 0) return;
    const action = this.actionOf(event.key);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  actionOf(key) {
    const index = this.chosenIndex;
    const page = this.list.rowsInView - 1;
    const target = {
      ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + page, PageUp: index - page, Home: 0, End: this.rows.count,
    }[key];
    if (target !== undefined) return () => this.chooseRow(Math.max(0, Math.min(target, this.rows.count - 1)));
    if (index < 0) return undefined;
    const row = this.rows.row(index);
    return {
      ArrowRight: () => this.goInside(index, row),
      ArrowLeft: () => this.goOutside(row),
      Enter: () => hasParts(row.value) && this.toggle(row.tokens),
    }[key];
  }

  goInside(index, row) {
    if (!hasParts(row.value)) return;
    if (this.isOpen(row.tokens)) this.chooseRow(Math.min(index + 1, this.rows.count - 1));
    else this.toggle(row.tokens);
  }

  goOutside(row) {
    if (hasParts(row.value) && this.isOpen(row.tokens)) this.toggle(row.tokens);
    else if (row.level > 1) this.chooseRow(this.rows.indexOf(row.tokens.slice(0, -1)));
  }
}

// Whether there is something to open.
function hasParts(value) {
  return isContainer(value) && countOf(value) > 0;
}

function rowClass(mark) {
  if (!mark) return "";
  return { add: "added", replace: "changed" }[mark.op] ?? (mark.removed > 0 ? "shrunk" : "changed-inside");
}

function twistyClass(isOpen) {
  if (isOpen === undefined) return "";
  return isOpen ? "open" : "closed";
}

// The cells after the name: the value, and the old value if it changed.
function valueCells(value, isOpen, mark) {
  const cells = [];
  if (mark?.op === "replace") cells.push(["data old", changedText(mark.old, mark.edit, mark.edit?.removed)], ["arrow", "→"]);
  if (!isOpen) cells.push([`data value ${valueClass(value)}`, changedText(value, mark?.edit, mark?.edit?.added)]);
  if (isOpen || (Array.isArray(value) && value.length > 0)) cells.push(["size", sizeText(value)]);
  if (mark?.op === "add") cells.push(["mark-word", "new"]);
  if (mark?.removed > 0) cells.push(...removedCells(mark, Array.isArray(value)));
  if (mark && !mark.op && mark.removed === 0 && !isOpen) cells.push(insideMark);
  return cells;
}

// What was removed, as far as it fits on the line.
function removedCells({ removed, removals }, areElements) {
  const rest = removed - removals.length;
  const cells = [["mark-word", "removed"]];
  for (const { token, old } of removals) {
    const name = visibleText(cutText(token, longestName));
    cells.push(["data old", `${areElements ? `[${name}]` : `${name}:`} ${shortText(old, removedLength)}`]);
  }
  if (rest > 0) cells.push(["mark-word", `and ${counted(rest, "more part")}`]);
  return cells;
}

const insideMark = ["mark-dot", "", { title: "Changed inside", role: "img", "aria-label": "changed inside" }];

function valueClass(value) {
  if (typeof value === "string") return "text";
  return isContainer(value) ? "container" : "plain";
}
