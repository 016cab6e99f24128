// @ts-check
// A border between two parts of the page. A drag and the arrow keys move it; a double click puts it back.

// How far an arrow key moves it, in pixels.
const keyDistance = 16;

/**
 * What a border separates.
 * @typedef {object} Sides
 * @property {"columns" | "rows"} direction
 * @property {number[]} sizes The sizes before and after the border, in pixels.
 * @property {(sizes: number[], distance: number) => void} move Moves the border away from where it was with these sizes.
 * @property {() => void} store Stores the sizes.
 * @property {() => void} reset
 */

export class Border {
  /**
   * @param {HTMLElement} element
   * @param {Sides} sides
   */
  constructor(element, sides) {
    this.element = element;
    this.sides = sides;
    element.addEventListener("pointerdown", (event) => this.pressed(event));
    // A drag selects no text and takes no focus, so that the page's arrow keys still move by a step.
    element.addEventListener("mousedown", (event) => event.preventDefault());
    element.addEventListener("pointermove", (event) => this.dragged(event));
    element.addEventListener("lostpointercapture", () => this.released());
    element.addEventListener("dblclick", () => this.sides.reset());
    element.addEventListener("keydown", (event) => this.keyPressed(event));
  }

  update() {
    const { direction, sizes: [before, after] } = this.sides;
    this.element.setAttribute("aria-orientation", direction === "columns" ? "vertical" : "horizontal");
    this.element.setAttribute("aria-valuenow", String(Math.round((100 * before) / Math.max(before + after, 1))));
  }

  placeOf(event) {
    return this.sides.direction === "columns" ? event.clientX : event.clientY;
  }

  pressed(event) {
    if (event.button !== 0) return;
    this.element.setPointerCapture(event.pointerId);
    this.start = { place: this.placeOf(event), sizes: this.sides.sizes };
  }

  dragged(event) {
    if (!this.start) return;
    this.sides.move(this.start.sizes, this.placeOf(event) - this.start.place);
    this.update();
  }

  released() {
    this.start = undefined;
    this.sides.store();
  }

  keyPressed(event) {
    const keys = this.sides.direction === "columns" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
    const sign = [-1, 1][keys.indexOf(event.key)];
    if (sign === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.sides.move(this.sides.sizes, sign * keyDistance);
    this.update();
    this.sides.store();
  }
}

// The sizes that were stored under a name. Some browsers have no storage for pages from files.
export function storedSizes(name) {
  try {
    return JSON.parse(localStorage.getItem(`playhead.${name}`) ?? "null");
  } catch {
    return null;
  }
}

export function storeSizes(name, sizes) {
  try {
    localStorage.setItem(`playhead.${name}`, JSON.stringify(sizes));
  } catch {
    // The sizes last as long as the page.
  }
}
