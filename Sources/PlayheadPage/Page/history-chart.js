// @ts-check
// The numbers in a value's history as a line with steps: a number holds until the next change.

import { byID, element, svgNamespace, svgPath } from "./dom.js";
import { grouped } from "./text.js";

// The chart's own units. The picture is stretched to the available width.
const chartWidth = 600;
const chartHeight = 120;

export class HistoryChart {
  constructor(place, session, selection) {
    this.place = place;
    this.session = session;
    this.selection = selection;
    this.points = [];
    place.addEventListener("click", (event) => this.clicked(event));
  }

  // `points` are {step, number}, in order.
  show(points) {
    this.points = points;
    this.place.hidden = points.length === 0;
    if (points.length === 0) return;
    const numbers = points.map(({ number }) => number);
    this.low = numbers.reduce((low, number) => Math.min(low, number));
    this.high = numbers.reduce((high, number) => Math.max(high, number));
    this.place.replaceChildren(this.labels(), this.svg());
    this.place.setAttribute("aria-label", this.description());
    this.update();
  }

  // Moves the cursor to the selected step.
  update() {
    this.cursor?.setAttribute("d", `M${this.xOf(this.selection.step)} 0V${chartHeight}`);
  }

  description() {
    return `Line chart of ${grouped(this.points.length)} values, from ${this.low} to ${this.high}`;
  }

  svg() {
    const svg = document.createElementNS(svgNamespace, "svg");
    svg.setAttribute("viewBox", `0 0 ${chartWidth} ${chartHeight}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("aria-hidden", "true");
    this.cursor = svgPath("", "chart-cursor");
    svg.append(svgPath(this.linePath(), "chart-line"), this.cursor);
    return svg;
  }

  labels() {
    const [high, low] = [this.high, this.low].map((number) => element("span", {}, String(number)));
    return element("div", { class: "chart-labels" }, high, low);
  }

  // For points in the same column of the picture, the lowest, the highest and the last are enough.
  linePath() {
    const commands = [];
    /** @type {any} */
    let column = { x: undefined };
    for (const { step, number } of this.points) {
      const x = Math.round(this.xOf(step));
      if (x !== column.x) {
        commands.push(...this.columnCommands(column));
        column = { x, low: number, high: number, last: number };
      }
      column = { x, low: Math.min(column.low, number), high: Math.max(column.high, number), last: number };
    }
    const [start] = this.points;
    const beginning = `M${this.xOf(start.step)} ${this.yOf(start.number).toFixed(1)}`;
    return [beginning, ...commands, ...this.columnCommands(column), `H${chartWidth}`].join("");
  }

  // The line stays level up to the column, and goes up and down in it.
  columnCommands({ x, low, high, last }) {
    if (x === undefined) return [];
    const numbers = low === high ? [last] : [low, high, last];
    return [`H${x}`, ...numbers.map((number) => `V${this.yOf(number).toFixed(1)}`)];
  }

  xOf(step) {
    const { first, last } = this.session;
    return last > first ? ((step - first) / (last - first)) * chartWidth : 0;
  }

  yOf(number) {
    const margin = 4;
    const share = this.high > this.low ? (number - this.low) / (this.high - this.low) : 0.5;
    return chartHeight - margin - share * (chartHeight - 2 * margin);
  }

  clicked(event) {
    const bounds = byID("history-chart").querySelector("svg").getBoundingClientRect();
    const { first, last } = this.session;
    this.selection.goTo(Math.round(first + ((event.clientX - bounds.left) / bounds.width) * (last - first)));
  }
}
