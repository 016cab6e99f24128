// Draws the timeline: overview, axis, marks, the number of actions over time, and a lane for each store.

import { densityHeight, marksHeight, overviewHeight, rulerHeight } from "./timeline-layout.js";
import { cutText, visibleText } from "./text.js";

// The line below a mark must not hide the lanes.
const stemOpacity = 0.4;

export class TimelineDrawing {
  constructor(session, marks) {
    this.session = session;
    this.marks = marks;
  }

  draw(context, layout, axis, colors) {
    Object.assign(this, { context, layout, axis, colors });
    context.clearRect(0, 0, layout.width, layout.height);
    context.textBaseline = "middle";
    this.drawOverview();
    this.drawRuler();
    this.drawGaps();
    this.drawDensity();
    this.drawLanes();
    this.drawMarks();
  }

  get plotEnd() {
    return this.layout.gutter + this.layout.plotWidth;
  }

  x(unit) {
    return this.layout.gutter + this.axis.shareOf(unit) * this.layout.plotWidth;
  }

  drawOverview() {
    const { axis, layout, colors } = this;
    this.label("All", overviewHeight / 2);
    this.fill(colors.raised, layout.gutter, 2, layout.plotWidth, overviewHeight - 4);
    this.bars(this.counts(axis.low, axis.high), 3, overviewHeight - 6, colors.dim);
    if (axis.isWhole) return;
    const start = layout.gutter + ((axis.start - axis.low) / axis.total) * layout.plotWidth;
    const width = Math.max(((axis.end - axis.start) / axis.total) * layout.plotWidth, 3);
    this.context.strokeStyle = colors.accent;
    this.context.lineWidth = 1.5;
    this.context.strokeRect(start, 2, width, overviewHeight - 4);
    this.fill(colors.accentTint, start, 2, width, overviewHeight - 4);
  }

  drawRuler() {
    const { axis, layout, context, colors } = this;
    const middle = overviewHeight + rulerHeight / 2;
    this.label(axis.mode === "time" ? "Time" : "Steps", middle);
    context.font = this.font(10.5);
    for (const { unit, text } of axis.ticks(Math.max(2, Math.floor(layout.plotWidth / 90)))) {
      const x = Math.round(this.x(unit));
      this.fill(colors.line, x, overviewHeight + 4, 1, layout.height);
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
    const { layout, axis, colors } = this;
    this.label("Actions", layout.densityTop + densityHeight / 2);
    this.bars(this.counts(axis.start, axis.end), layout.densityTop, densityHeight, colors.dim);
    this.fill(colors.line, layout.gutter, layout.densityTop + densityHeight, layout.plotWidth, 1);
  }

  // The number of actions in each column of pixels.
  counts(start, end) {
    const { plotWidth } = this.layout;
    const counts = new Uint32Array(Math.ceil(plotWidth));
    this.forEachAction(start, end, (_, share) => counts[Math.min(Math.floor(share * plotWidth), counts.length - 1)]++);
    return counts;
  }

  forEachAction(start, end, visit) {
    const { actions } = this.session;
    const units = this.axis.mode === "time" ? actions.offsets : actions.steps;
    for (let i = this.axis.indexAt(start - 1) + 1; i < actions.count && units[i] <= end; i++) {
      if (units[i] >= start) visit(i, (units[i] - start) / (end - start));
    }
  }

  // A bar's height grows with the root of its count, so that a few actions beside a burst are visible.
  bars(counts, top, height, color) {
    const most = counts.reduce((most, count) => Math.max(most, count), 1);
    this.context.fillStyle = color;
    counts.forEach((count, column) => {
      if (count === 0) return;
      const barHeight = Math.max(2, Math.sqrt(count / most) * height);
      this.context.fillRect(this.layout.gutter + column, top + height - barHeight, 1.5, barHeight);
    });
  }

  drawLanes() {
    const { layout, axis, colors } = this;
    const names = this.session.facts.stores;
    const columns = this.changedColumns(axis.start, axis.end);
    for (let lane = 0; lane < layout.laneCount; lane++) {
      const top = layout.lanesTop + lane * layout.laneHeight;
      this.label(this.laneName(names, lane), top + layout.laneHeight / 2);
      this.fill(colors.raised, layout.gutter, top + 1, layout.plotWidth, layout.laneHeight - 2);
      this.context.fillStyle = colors.accent;
      columns[lane].forEach((isChanged, column) => {
        if (isChanged) this.context.fillRect(layout.gutter + column, top + 1, 1.5, layout.laneHeight - 2);
      });
    }
  }

  // The last lane shows all stores that have no lane.
  laneName(names, lane) {
    const rest = names.length - this.layout.laneCount;
    return rest > 0 && lane === this.layout.laneCount - 1 ? `${rest + 1} more stores` : names[lane];
  }

  changedColumns(start, end) {
    const { laneCount, plotWidth } = this.layout;
    const columns = Array.from({ length: laneCount }, () => new Uint8Array(Math.ceil(plotWidth)));
    this.forEachAction(start, end, (index, share) => {
      const column = Math.min(Math.floor(share * plotWidth), columns[0]?.length - 1);
      for (const store of this.session.actions.changedStores(index)) columns[Math.min(store, laneCount - 1)][column] = 1;
    });
    return columns;
  }

  drawMarks() {
    const { layout } = this;
    for (const mark of this.marks) {
      const x = this.x(this.axis.unitOfMark(mark));
      if (x < layout.gutter - 1 || x > this.plotEnd + 1) continue;
      this.drawMark(mark.kind, x);
    }
  }

  // Each kind has its own shape, not only a color: a flag, a triangle, a cross, a line.
  drawMark(kind, x) {
    const { context, layout, colors } = this;
    const top = layout.marksTop + 2;
    const size = marksHeight - 5;
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
    context.font = this.font(Math.min(11, this.layout.laneHeight));
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
