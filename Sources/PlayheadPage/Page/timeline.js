// The timeline. A click or a drag goes to a step. The wheel, two fingers or the strip on top zoom.

import { byID, element } from "./dom.js";
import { TimeAxis } from "./time-axis.js";
import { TimelineDrawing } from "./timeline-drawing.js";
import { overviewHeight, timelineLayout } from "./timeline-layout.js";
import { grouped, offsetText } from "./text.js";

// The zoom per unit of a wheel's movement. A pinch on a trackpad sends smaller distances.
const wheelZoom = 0.0015;
const pinchZoom = 0.01;
// A drag in the strip of fewer pixels is a click.
const leastBrush = 4;

export class Timeline {
  constructor(session, selection, marks) {
    this.session = session;
    this.selection = selection;
    this.area = byID("timeline");
    this.canvas = byID("timeline-canvas");
    this.cursor = byID("timeline-cursor");
    this.axis = new TimeAxis(session);
    this.drawing = new TimelineDrawing(session, marks);
    this.hasMarks = marks.length > 0;
    this.pointers = new Map();
    this.bindEvents();
    this.draw();
    new ResizeObserver(() => this.draw()).observe(this.area);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
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

  actionsWereRead() {
    this.axis = new TimeAxis(this.session);
    this.draw();
  }

  setMode(mode) {
    this.axis.setMode(mode);
    this.draw();
  }

  showAll() {
    this.axis.showAll();
    this.draw();
  }

  zoomAtCursor(factor) {
    const share = this.axis.shareOf(this.axis.unitOf(this.selection.place));
    this.axis.zoom(factor, Math.max(0, Math.min(share, 1)));
    this.draw();
  }

  draw() {
    const { canvas, area } = this;
    const layout = timelineLayout(area.clientWidth, this.session.facts.stores, this.hasMarks);
    const ratio = window.devicePixelRatio || 1;
    area.style.height = `${layout.height}px`;
    canvas.width = Math.round(layout.width * ratio);
    canvas.height = Math.round(layout.height * ratio);
    this.layout = layout;
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.drawing.draw(context, layout, this.axis, timelineColors(area));
    byID("axis-time").setAttribute("aria-pressed", String(this.axis.mode === "time"));
    byID("axis-steps").setAttribute("aria-pressed", String(this.axis.mode === "steps"));
    byID("zoom-all").disabled = this.axis.isWhole;
    this.moveCursor();
  }

  update() {
    if (this.axis.keepInView(this.axis.unitOf(this.selection.place))) this.draw();
    else this.moveCursor();
    const { area, selection } = this;
    area.setAttribute("aria-valuemin", "0");
    area.setAttribute("aria-valuemax", String(selection.lastPlace));
    area.setAttribute("aria-valuenow", String(selection.place));
    area.setAttribute("aria-valuetext", this.valueText());
  }

  valueText() {
    const index = this.selection.actionIndex;
    const step = `Step ${grouped(this.selection.step)} of ${grouped(this.session.last)}`;
    if (index < 0) return step;
    return `${step}, ${this.session.typeTitle(index)}, ${offsetText(this.session.actions.offsets[index])}`;
  }

  moveCursor() {
    const share = this.axis.shareOf(this.axis.unitOf(this.selection.place));
    const { gutter, plotWidth } = this.layout;
    this.cursor.hidden = share < 0 || share > 1;
    this.cursor.style.transform = `translateX(${gutter + share * plotWidth}px)`;
    const index = this.selection.actionIndex;
    const changed = index < 0 ? [] : this.session.actions.changedStores(index);
    this.cursor.replaceChildren(...changed.map((store) => this.changedMark(store)));
  }

  // A mark on the cursor, for a store that the step changed.
  changedMark(store) {
    const { lanesTop, laneCount, laneHeight } = this.layout;
    const mark = element("span");
    mark.style.top = `${lanesTop + Math.min(store, laneCount - 1) * laneHeight + 1 - overviewHeight}px`;
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
    const y = event.clientY - this.area.getBoundingClientRect().top;
    this.strip = y < overviewHeight ? event : undefined;
    this.drag = this.strip ? this.overviewDrag(event) : this.pointers.size === 1 ? this.goToEvent : this.pinch;
    if (this.drag !== this.pinch) this.drag(event);
  }

  pointerMoved(event) {
    if (!this.pointers.has(event.pointerId)) return;
    this.drag(event);
    this.pointers.set(event.pointerId, event);
  }

  pointerUp(event) {
    this.pointers.delete(event.pointerId);
    if (this.pointers.size === 1) this.drag = () => {};
    if (this.strip && event.type === "pointerup" && this.isClick(event)) this.goToUnit(this.overviewUnit(event));
  }

  goToEvent(event) {
    this.goToUnit(this.axis.unitAt(this.shareInside(event)));
  }

  goToUnit(unit) {
    this.selection.goToPlace(this.axis.placeNear(unit));
  }

  // Whether the pointer is still where it was pressed in the strip.
  isClick(event) {
    return Math.abs(event.clientX - this.strip.clientX) < leastBrush;
  }

  overviewUnit(event) {
    return this.axis.low + this.shareInside(event) * this.axis.total;
  }

  // A drag of the part in view moves it. A drag elsewhere in the strip chooses another part.
  overviewDrag(event) {
    const { axis } = this;
    const pressed = this.overviewUnit(event);
    const { start, end } = axis;
    const isMove = !axis.isWhole && pressed >= start && pressed <= end;
    return (moved) => {
      if (this.isClick(moved)) return;
      const unit = this.overviewUnit(moved);
      if (isMove) axis.showPart(start + unit - pressed, end + unit - pressed);
      else axis.showPart(Math.min(pressed, unit), Math.max(pressed, unit));
      this.draw();
    };
  }

  // Two fingers: their distance zooms, their middle moves.
  pinch(event) {
    const before = Array.from(this.pointers.values());
    const after = before.map((pointer) => (pointer.pointerId === event.pointerId ? event : pointer));
    if (before.length !== 2) return;
    const width = ([one, other]) => Math.max(Math.abs(one.clientX - other.clientX), 10);
    const middle = (pair) => (this.shareOf(pair[0]) + this.shareOf(pair[1])) / 2;
    this.axis.pan(middle(before) - middle(after));
    this.axis.zoom(width(before) / width(after), middle(after));
    this.draw();
  }

  wheelTurned(event) {
    event.preventDefault();
    const isPan = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
    if (isPan) this.axis.pan((event.deltaX || event.deltaY) / this.layout.plotWidth);
    else this.axis.zoom(Math.exp(event.deltaY * (event.ctrlKey ? pinchZoom : wheelZoom)), this.shareInside(event));
    this.draw();
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
    this.selection.goToPlace(target);
  }
}

function timelineColors(area) {
  const style = getComputedStyle(area);
  const color = (name) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: color("text"), dim: color("dim"), line: color("line"), raised: color("raised"), accent: color("accent"),
    accentTint: color("accent-tint"), danger: color("danger"), gap: color("gap"),
  };
}
