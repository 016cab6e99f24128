// @ts-check
// The timeline. A click or a drag goes to a step; with Shift, it compares two. The wheel, two fingers or the strip on top
// zoom.

import { coloredTypes } from "./action-table.js";
import { Border, storedSizes, storeSizes } from "./border.js";
import { byID, element } from "./dom.js";
import { TimeAxis } from "./time-axis.js";
import { TimelineDrawing } from "./timeline-drawing.js";
import { laneOfStore, timelineLayout } from "./timeline-layout.js";
import { pending } from "./source.js";
import { grouped, offsetText } from "./text.js";

// The zoom per unit of a wheel's movement. A pinch on a trackpad sends smaller distances.
const wheelZoom = 0.0015;
const pinchZoom = 0.01;
// A drag of fewer pixels is a click, where the two differ.
const leastDrag = 4;
// How much lower and higher than usual the reader can make it.
const scales = { least: 0.5, greatest: 4 };

export class Timeline {
  // Calls `changed` when another part is to be shown.
  constructor(session, selection, changed) {
    this.session = session;
    this.selection = selection;
    this.changed = changed;
    this.area = byID("timeline");
    this.canvas = byID("timeline-canvas");
    this.cursor = byID("timeline-cursor");
    this.range = byID("timeline-range");
    this.axis = new TimeAxis(session);
    this.drawing = new TimelineDrawing(session);
    /** @type {import("./source.js").Filter} */
    this.filter = {};
    /** @type {import("./timeline-drawing.js").Densities} */
    this.densities = {};
    this.pointers = new Map();
    this.scale = boundedScale(Number(storedSizes("timeline")) || 1);
    this.bindEvents();
    this.resized();
    this.border = new Border(byID("timeline-border"), this.sides());
    new ResizeObserver(() => this.resized()).observe(this.area);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
  }

  // The width is kept: asking for it would cause a layout of the page in the middle of a step.
  resized() {
    const width = this.area.clientWidth;
    if (width === this.width) return;
    this.width = width;
    this.redraw();
  }

  // Draws the picture at the next frame, even if nothing in it has changed.
  redraw() {
    this.drawn = undefined;
    this.changed();
  }

  // What the border below separates.
  sides() {
    const timeline = this;
    return {
      /** @type {"rows"} */
      direction: "rows",
      get sizes() {
        const { height } = timeline.layout;
        return [height, Math.max(0, innerHeight - height)];
      },
      move([height], distance) {
        const { layout } = timeline;
        const growth = height + distance - layout.height;
        timeline.setScale(layout.scale * (1 + growth / layout.scaledHeight));
      },
      store: () => storeSizes("timeline", timeline.scale),
      reset() {
        timeline.setScale(1);
        this.store();
      },
    };
  }

  setScale(scale) {
    this.scale = boundedScale(scale);
    this.redraw();
  }

  bindEvents() {
    const { area } = this;
    area.addEventListener("pointerdown", (event) => this.pointerDown(event));
    area.addEventListener("pointermove", (event) => this.pointerMoved(event));
    for (const type of ["pointerup", "pointercancel"]) area.addEventListener(type, (event) => this.pointerUp(event));
    area.addEventListener("wheel", (event) => this.wheelTurned(event), { passive: false });
    area.addEventListener("dblclick", () => this.showAll());
    area.addEventListener("keydown", (event) => this.keyPressed(event));
    byID("axis-time").addEventListener("click", () => this.setMode("time"));
    byID("axis-steps").addEventListener("click", () => this.setMode("steps"));
    byID("zoom-in").addEventListener("click", () => this.zoomAtCursor(0.5));
    byID("zoom-out").addEventListener("click", () => this.zoomAtCursor(2));
    byID("zoom-all").addEventListener("click", () => this.showAll());
  }

  // Marks what a search finds.
  setFilter(filter) {
    this.filter = filter;
  }

  setMode(mode) {
    this.axis.setMode(mode);
    this.redraw();
  }

  showAll() {
    this.axis.showAll();
    this.redraw();
  }

  zoomAtCursor(factor) {
    const share = this.axis.shareOf(this.axis.unitOf(this.selection.place));
    this.axis.zoom(factor, Math.max(0, Math.min(share, 1)));
    this.redraw();
  }

  // Called at each redraw of the page. Draws the picture only if something in it has changed.
  update() {
    this.follow();
    // A reader who looks elsewhere stays there until the selection moves.
    if (this.selection.place !== this.knownPlace) this.axis.keepInView(this.axis.unitOf(this.selection.place));
    this.knownPlace = this.selection.place;
    const { axis, session } = this;
    this.askDensities();
    const { all, part, allHits, partHits } = this.densities;
    // The list of actions shows them in the same colors.
    if (all) session.coloredTypes = all.types.map(({ type }) => type);
    const drawn = [all, part, allHits, partHits, axis.mode, axis.start, axis.end, axis.low, axis.high, this.width, this.scale, session.facts];
    if (!this.drawn || drawn.some((value, i) => value !== this.drawn[i])) this.draw();
    else this.moveCursor();
    this.drawn = drawn;
    this.describe();
  }

  // Keeps the end of a growing log in view.
  follow() {
    const { axis } = this;
    const { count } = this.session.actions;
    if (count === this.knownCount) return;
    if (this.knownCount === undefined) axis.showAll();
    else axis.grow(this.selection.isFollowing);
    this.knownCount = count;
  }

  // What is pending leaves what was there, which is drawn at its place.
  askDensities() {
    const { axis, filter } = this;
    const columns = Math.ceil(this.plotWidth);
    const question = { axis: axis.mode, start: axis.low, end: axis.high, columns };
    const partQuestion = { ...question, start: axis.start, end: axis.end };
    const hits = filter.text || filter.types || filter.store !== undefined || filter.steps || filter.path ? filter : undefined;
    this.keep("all", question);
    this.keep("allHits", hits && { ...question, filter: hits });
    this.keep("part", axis.isWhole ? undefined : partQuestion);
    this.keep("partHits", axis.isWhole || !hits ? undefined : { ...partQuestion, filter: hits });
  }

  keep(name, question) {
    const density = question && this.session.source.density(question);
    const old = this.densities[name];
    // Another axis, or other hits, have nothing in common with the old ones.
    const isOther = old && (old.axis !== this.axis.mode || (name.endsWith("Hits") && this.filter !== this.hitsFilter));
    if (density !== pending) this.densities[name] = density;
    else if (isOther) this.densities[name] = undefined;
    if (name === "partHits") this.hitsFilter = this.filter;
  }

  // The stores that ever change; undefined if that is not known.
  get changingStores() {
    const { all } = this.densities;
    return all && Array.from(all.stores.keys()).filter((store) => all.stores[store]);
  }

  get plotWidth() {
    return timelineLayout(this.width, 0, [], false, true).plotWidth;
  }

  draw() {
    const { canvas, area, session } = this;
    const layout = timelineLayout(this.width, session.facts.stores.length, this.changingStores, session.marks.length > 0, this.axis.isWhole, this.scale);
    const ratio = window.devicePixelRatio || 1;
    area.style.height = `${layout.height}px`;
    canvas.width = Math.round(layout.width * ratio);
    canvas.height = Math.round(layout.height * ratio);
    this.layout = layout;
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawing.draw(context, layout, this.axis, timelineColors(area), this.densities);
    byID("axis-time").setAttribute("aria-pressed", String(this.axis.mode === "time"));
    byID("axis-steps").setAttribute("aria-pressed", String(this.axis.mode === "steps"));
    byID("zoom-all").disabled = this.axis.isWhole;
    this.border.update();
    for (const part of [this.cursor, this.range]) part.style.top = `${layout.stripHeight}px`;
    this.moveCursor();
  }

  describe() {
    const { area, selection } = this;
    area.setAttribute("aria-valuemin", "0");
    area.setAttribute("aria-valuemax", String(selection.lastPlace));
    area.setAttribute("aria-valuenow", String(selection.place));
    area.setAttribute("aria-valuetext", this.valueText());
  }

  valueText() {
    const { action, base } = this.selection;
    const parts = [`Step ${grouped(this.selection.step)} of ${grouped(this.session.last)}`];
    if (action !== undefined && action !== pending) parts.push(this.session.titleOf(action), offsetText(action.offset));
    if (base !== undefined) parts.push(`compared with step ${grouped(base)}`);
    return parts.join(", ");
  }

  moveCursor() {
    const share = this.axis.shareOf(this.axis.unitOf(this.selection.place));
    const { gutter, plotWidth } = this.layout;
    this.cursor.hidden = share < 0 || share > 1;
    this.cursor.style.transform = `translateX(${gutter + share * plotWidth}px)`;
    const { action } = this.selection;
    const stores = action && action !== pending ? action.changedStores : [];
    const changed = stores.filter((store) => this.layout.laneStores.includes(store));
    this.cursor.replaceChildren(...changed.map((store) => this.changedMark(store)));
    this.moveRange(share);
  }

  // From the step that is compared to the cursor, as far as it is in view.
  moveRange(cursorShare) {
    const { base } = this.selection;
    this.range.hidden = base === undefined;
    if (base === undefined) return;
    const { gutter, plotWidth } = this.layout;
    const baseShare = this.axis.shareOf(this.axis.unitOfStep(base));
    const [start, end] = [Math.min(baseShare, cursorShare), Math.max(baseShare, cursorShare)].map((share) => Math.max(0, Math.min(share, 1)));
    this.range.style.left = `${gutter + start * plotWidth}px`;
    this.range.style.width = `${(end - start) * plotWidth}px`;
    this.range.classList.toggle("backward", baseShare > cursorShare);
  }

  // A mark on the cursor, for a store that the step changed.
  changedMark(store) {
    const { lanesTop, laneHeight, stripHeight } = this.layout;
    const mark = element("span");
    mark.style.top = `${lanesTop + laneOfStore(this.layout, store) * laneHeight + 1 - stripHeight}px`;
    mark.style.height = `${laneHeight - 2}px`;
    return mark;
  }

  // The position of an event, as a share of the width.
  shareOf(event) {
    const x = event.clientX - this.area.getBoundingClientRect().left;
    return (x - this.layout.gutter) / this.layout.plotWidth;
  }

  // The same, but never beyond an edge.
  shareInside(event) {
    return Math.max(0, Math.min(this.shareOf(event), 1));
  }

  pointerDown(event) {
    if (event.button !== 0) return;
    this.area.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event);
    this.pressed = event;
    this.isInStrip = event.clientY - this.area.getBoundingClientRect().top < this.layout.stripHeight;
    this.gesture = this.newGesture(event);
    this.gesture.press?.(event);
  }

  pointerMoved(event) {
    if (!this.pointers.has(event.pointerId)) return;
    this.gesture.drag?.(event);
    this.pointers.set(event.pointerId, event);
  }

  pointerUp(event) {
    this.pointers.delete(event.pointerId);
    if (event.type === "pointerup" && this.isClick(event)) this.gesture.click?.(event);
    if (this.pointers.size === 1) this.gesture = {};
  }

  // What a press, a drag and a click do. A click is a press without a drag, at its end.
  newGesture(pressed) {
    const go = (event) => this.goToEvent(event);
    if (this.pointers.size > 1) return { drag: (event) => this.pinch(event) };
    if (pressed.shiftKey) return this.comparison(pressed);
    if (this.isInStrip) return { drag: this.stripDrag(pressed), click: go };
    return { press: go, drag: go };
  }

  goToEvent(event) {
    this.selection.goToPlace(this.placeOf(event));
  }

  placeOf(event) {
    return this.axis.placeNear(this.isInStrip ? this.stripUnit(event) : this.axis.unitAt(this.shareInside(event)));
  }

  // Whether the pointer is still where it was pressed.
  isClick(event) {
    return Math.abs(event.clientX - this.pressed.clientX) < leastDrag;
  }

  stripUnit(event) {
    return this.axis.low + this.shareInside(event) * this.axis.total;
  }

  // A drag compares with the step where it began, a click with the one where the reader is.
  comparison(pressed) {
    const { selection } = this;
    const base = selection.stepAt(this.placeOf(pressed));
    let isDrag = false;
    return {
      drag: (event) => {
        if (this.isClick(event) && !isDrag) return;
        if (!isDrag) selection.compareWith(base);
        isDrag = true;
        this.goToEvent(event);
      },
      click: (event) => {
        if (isDrag) return;
        selection.compareFromHere();
        this.goToEvent(event);
      },
    };
  }

  // A drag of the part in view moves it. A drag elsewhere in the strip chooses another part.
  stripDrag(event) {
    const { axis } = this;
    const pressed = this.stripUnit(event);
    const { start, end } = axis;
    const isMove = !axis.isWhole && pressed >= start && pressed <= end;
    return (moved) => {
      if (this.isClick(moved)) return;
      const unit = this.stripUnit(moved);
      if (isMove) axis.showPart(start + unit - pressed, end + unit - pressed);
      else axis.showPart(Math.min(pressed, unit), Math.max(pressed, unit));
      this.redraw();
    };
  }

  // Two fingers: their distance zooms, their middle moves.
  pinch(event) {
    const before = Array.from(this.pointers.values());
    const after = before.map((pointer) => (pointer.pointerId === event.pointerId ? event : pointer));
    if (before.length !== 2) return;
    /** @param {any[]} pair */
    const width = ([one, other]) => Math.max(Math.abs(one.clientX - other.clientX), 10);
    const middle = (pair) => (this.shareOf(pair[0]) + this.shareOf(pair[1])) / 2;
    this.axis.pan(middle(before) - middle(after));
    this.axis.zoom(width(before) / width(after), middle(after));
    this.redraw();
  }

  wheelTurned(event) {
    event.preventDefault();
    const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isPan) this.axis.pan((event.deltaX || event.deltaY) / this.layout.plotWidth);
    else this.axis.zoom(Math.exp(event.deltaY * (event.ctrlKey ? pinchZoom : wheelZoom)), this.shareInside(event));
    this.redraw();
  }

  keyPressed(event) {
    const { place, lastPlace } = this.selection;
    const page = Math.max(10, Math.round(lastPlace / 20));
    const target = {
      ArrowLeft: place - 1, ArrowDown: place - 1, ArrowRight: place + 1, ArrowUp: place + 1,
      PageDown: place - page, PageUp: place + page, Home: 0, End: lastPlace,
    }[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.shiftKey) this.selection.compareFromHere();
    this.selection.goToPlace(target);
  }
}

function boundedScale(scale) {
  return Math.max(scales.least, Math.min(scale, scales.greatest));
}

function timelineColors(area) {
  const style = getComputedStyle(area);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: color("text"), dim: color("dim"), line: color("line"), raised: color("raised"), accent: color("accent"),
    accentTint: color("accent-tint"), danger: color("danger"), gap: color("gap"),
    types: Array.from({ length: coloredTypes }, (_, rank) => color(`type-${rank}`)),
  };
}
