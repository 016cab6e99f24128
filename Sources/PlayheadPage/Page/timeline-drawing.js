// @ts-check
// Draws the timeline: the strip with all of it, axis, marks, the number of actions over time, and a lane for each store.

import { leastNamedLane } from "./timeline-layout.js";
import { counted, cutText, visibleText } from "./text.js";

// The line below a mark must not hide the lanes.
const stemOpacity = 0.4;

/** @typedef {import("./source.js").Density} Density */
/** @typedef {{all?: Density, part?: Density, allHits?: Density, partHits?: Density}} Densities */

export class TimelineDrawing {
  constructor(session) {
    this.session = session;
  }

  // Densities that are not there yet are not drawn. An old one is drawn at its place on the axis.
  /** @param {Densities} densities */
  draw(context, layout, axis, colors, densities) {
    this.context = context;
    this.layout = layout;
    this.axis = axis;
    this.colors = colors;
    this.densities = densities;
    context.clearRect(0, 0, layout.width, layout.height);
    context.textBaseline = "middle";
    this.drawStrip();
    this.drawRuler();
    this.drawGaps();
    if (layout.densityHeight > 0) this.drawDensity();
    this.drawLanes();
    this.drawMarks();
  }

  get plotEnd() {
    return this.layout.gutter + this.layout.plotWidth;
  }

  x(unit) {
    return this.layout.gutter + this.axis.shareOf(unit) * this.layout.plotWidth;
  }

  // The place in the strip.
  xOfAll(unit) {
    return this.layout.gutter + ((unit - this.axis.low) / this.axis.total) * this.layout.plotWidth;
  }

  drawStrip() {
    const { axis, layout, colors, densities } = this;
    const { stripHeight } = layout;
    const isPart = layout.densityHeight > 0;
    this.label(isPart ? "All" : "Actions", stripHeight / 2);
    this.fill(colors.raised, layout.gutter, 2, layout.plotWidth, stripHeight - 4);
    this.bars(densities.all, densities.allHits, 3, stripHeight - 6, (unit) => this.xOfAll(unit));
    if (!isPart) return;
    const start = this.xOfAll(axis.start);
    const width = Math.max(this.xOfAll(axis.end) - start, 3);
    this.context.strokeStyle = colors.accent;
    this.context.lineWidth = 1.5;
    this.context.strokeRect(start, 2, width, stripHeight - 4);
    this.fill(colors.accentTint, start, 2, width, stripHeight - 4);
  }

  drawRuler() {
    const { axis, layout, context, colors } = this;
    const middle = layout.stripHeight + layout.rulerHeight / 2;
    this.label(axis.mode === "time" ? "Time" : "Steps", middle);
    context.font = this.font(10.5);
    for (const { unit, text } of axis.ticks(Math.max(2, Math.floor(layout.plotWidth / 90)))) {
      const x = Math.round(this.x(unit));
      this.fill(colors.line, x, layout.stripHeight + 4, 1, layout.height);
      context.fillStyle = colors.dim;
      if (x + 4 + context.measureText(text).width < this.plotEnd) context.fillText(text, x + 4, middle);
    }
  }

  // A gap extends to the next action, or to the end. All are one shape: gaps that overlap are no darker.
  drawGaps() {
    const { context, layout, colors } = this;
    const { actions, facts } = this.session;
    context.beginPath();
    for (const { first, last } of facts.gaps) {
      const next = Math.min(actions.indexAtOrBefore(last) + 2, actions.count);
      const start = Math.max(this.x(this.axis.unitOfStep(first)), layout.gutter);
      const end = Math.min(this.x(this.axis.unitOf(next)), this.plotEnd);
      if (end >= start) context.rect(start, layout.marksTop, Math.max(end - start, 2), layout.height);
    }
    context.fillStyle = colors.gap;
    context.fill();
  }

  drawDensity() {
    const { layout, colors, densities } = this;
    this.label("Actions", layout.densityTop + layout.densityHeight / 2);
    this.bars(densities.part, densities.partHits, layout.densityTop, layout.densityHeight, (unit) => this.x(unit));
    this.fill(colors.line, layout.gutter, layout.densityTop + layout.densityHeight, layout.plotWidth, 1);
  }

  // The numbers of actions, and over them those that a search found.
  bars(density, hits, top, height, xOf) {
    const most = this.tallest(density, xOf);
    this.drawBars(density, top, height, most, this.colors.dim, xOf);
    if (hits) this.drawBars(hits, top, height, most, this.colors.accent, xOf);
    else this.drawTypes(density, top, height, most, xOf);
  }

  // Each bar in the colors of its types, the most frequent type of the session at the bottom.
  drawTypes(density, top, height, most, xOf) {
    this.forEachColumn(density, xOf, (column, x, width) => {
      const count = density.counts[column];
      const barHeight = this.barHeight(count, most, height);
      let bottom = top + height;
      density.types.forEach(({ counts }, rank) => {
        const part = (counts[column] / count) * barHeight;
        if (!(part > 0)) return;
        this.fill(this.colors.types[rank], x, bottom - part, width, part);
        bottom -= part;
      });
    });
  }

  // Grows with the root of the count, so that a few actions beside a burst are visible.
  barHeight(count, most, height) {
    return count === 0 ? 0 : Math.max(2, Math.sqrt(Math.min(count / most, 1)) * height);
  }

  tallest(density, xOf) {
    let most = 1;
    this.forEachColumn(density, xOf, (column) => (most = Math.max(most, density.counts[column])));
    return most;
  }

  drawBars(density, top, height, most, color, xOf) {
    this.context.fillStyle = color;
    this.forEachColumn(density, xOf, (column, x, width) => {
      const barHeight = this.barHeight(density.counts[column], most, height);
      if (barHeight > 0) this.context.fillRect(x, top + height - barHeight, width, barHeight);
    });
  }

  // Calls `visit` with the columns of a density that are in view, and where they are.
  forEachColumn(density, xOf, visit) {
    if (!density) return;
    const { length } = density.counts;
    const start = xOf(density.start);
    const step = (xOf(density.end) - start) / length;
    const { gutter } = this.layout;
    const first = Math.max(0, Math.floor((gutter - start) / step));
    for (let column = first; column < length; column++) {
      const x = start + column * step;
      if (x >= this.plotEnd) break;
      // A little wider than a column, so that no line shows between two.
      if (x + step > gutter) visit(column, Math.max(x, gutter), Math.max(1.5, step));
    }
  }

  drawLanes() {
    const { layout, colors } = this;
    const names = this.session.facts.stores;
    for (let lane = 0; lane < layout.laneCount; lane++) {
      const top = layout.lanesTop + lane * layout.laneHeight;
      if (layout.laneHeight >= leastNamedLane) this.label(this.laneName(names, lane), top + layout.laneHeight / 2);
      this.fill(colors.raised, layout.gutter, top + 1, layout.plotWidth, layout.laneHeight - 2);
      const isLast = lane === layout.laneCount - 1;
      for (const store of isLast ? layout.laneStores.slice(lane) : [layout.laneStores[lane]]) this.drawLane(store, top);
    }
    if (layout.foldedCount > 0) this.drawFolded();
  }

  drawLane(store, top) {
    const { layout, colors, densities } = this;
    const density = densities.part ?? densities.all;
    const changed = density?.stores[store];
    if (!changed) return;
    this.context.fillStyle = colors.accent;
    this.forEachColumn(density, (unit) => this.x(unit), (column, x, width) => {
      if (changed[column]) this.context.fillRect(x, top + 1, width, layout.laneHeight - 2);
    });
  }

  // The last lane shows all stores that have no lane.
  laneName(names, lane) {
    const { laneStores, laneCount } = this.layout;
    const rest = laneStores.length - laneCount;
    return rest > 0 && lane === laneCount - 1 ? `${rest + 1} more` : names[laneStores[lane]];
  }

  drawFolded() {
    const { context, layout, colors } = this;
    context.font = this.font(10.5);
    context.fillStyle = colors.dim;
    context.textAlign = "left";
    context.fillText(`${counted(layout.foldedCount, "store")} without changes`, layout.gutter + 4, layout.foldedTop + 8);
  }

  drawMarks() {
    const { layout } = this;
    for (const mark of this.session.marks) {
      const x = this.x(this.axis.unitOfMark(mark));
      if (x < layout.gutter - 1 || x > this.plotEnd + 1) continue;
      this.drawMark(mark.kind, x);
    }
  }

  // Each kind has its own shape, not only a color: a flag, a triangle, a cross, a line.
  drawMark(kind, x) {
    const { context, layout, colors } = this;
    const top = layout.marksTop + 2;
    const size = layout.marksHeight - 5;
    const isBad = kind === "divergence" || kind === "trap" || kind === "failure";
    const color = isBad ? colors.danger : colors.text;
    context.globalAlpha = stemOpacity;
    this.fill(color, x - 0.5, top, 1, layout.height);
    context.globalAlpha = 1;
    context.fillStyle = color;
    context.strokeStyle = color;
    context.lineWidth = 2;
    context.beginPath();
    tracePath(context, kind, x, top, size);
    if (kind === "trap") context.stroke();
    else context.fill();
  }

  label(text, middle) {
    const { context, colors } = this;
    context.font = this.font(Math.max(leastNamedLane, Math.min(11, this.layout.laneHeight)));
    context.fillStyle = colors.dim;
    context.textAlign = "left";
    const room = this.layout.gutter - 14;
    context.fillText(this.fitted(visibleText(cutText(text, 60)), room), 8, middle + 0.5);
  }

  // The text without its middle, if it is too wide: names often differ only at their ends.
  fitted(text, room) {
    let shown = text;
    for (let kept = text.length - 1; kept > 1 && this.context.measureText(shown).width > room; kept--) {
      shown = `${text.slice(0, Math.ceil(kept / 2))}…${text.slice(text.length - Math.floor(kept / 2))}`;
    }
    return shown;
  }

  font(size) {
    return `${size}px system-ui, sans-serif`;
  }

  fill(color, x, y, width, height) {
    this.context.fillStyle = color;
    this.context.fillRect(x, y, width, height);
  }
}

const markCorners = {
  note: [[0, 0], [1, 0.35], [0, 0.7]],
  divergence: [[0, 0], [0.6, 1], [-0.6, 1]],
  failure: [[0, 0], [0.6, 1], [-0.6, 1]],
  warning: [[0, 0], [0.5, 0.5], [0, 1], [-0.5, 0.5]],
  gap: [[-0.5, 0], [0.5, 0], [0.5, 0.4], [-0.5, 0.4]],
  trap: [[-0.5, 0], [0.5, 1], undefined, [0.5, 0], [-0.5, 1]],
};

function tracePath(context, kind, x, top, size) {
  let isStart = true;
  for (const corner of markCorners[kind] ?? markCorners.warning) {
    if (corner) context[isStart ? "moveTo" : "lineTo"](x + corner[0] * size, top + corner[1] * size);
    isStart = corner === undefined;
  }
}
