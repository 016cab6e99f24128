// @ts-check
// How the panels share the window: the reader moves the borders between them, and a wide window has a panel for the app.

import { Border, storedSizes, storeSizes } from "./border.js";
import { byID } from "./dom.js";

// The smallest panel, in pixels.
const smallestPanel = { columns: 220, rows: 100 };

export class PanelLayout {
  // Calls `changed` when the app goes into its panel, or out of it.
  constructor(changed) {
    this.changed = changed;
    this.area = byID("panels");
    // The style sheet has these widths too. In a narrow window panels are tabs, without borders.
    this.medium = matchMedia("(max-width: 1100px)");
    this.wide = matchMedia("(min-width: 1700px)");
    this.hasViews = false;
    // By layout, the sizes that the reader chose, as shares.
    this.sizes = storedSizes("panels") ?? {};
    const borders = Array.from(this.area.querySelectorAll("[role=separator]"));
    this.borders = borders.map((element) => new Border(element, this.sidesOf(element.parentElement)));
    for (const query of [this.medium, this.wide]) query.addEventListener("change", () => this.arrange());
    this.arrange();
  }

  showViews(hasViews) {
    if (hasViews === this.hasViews) return;
    this.hasViews = hasViews;
    this.arrange();
  }

  get isAppBeside() {
    return this.hasViews && this.wide.matches;
  }

  get layout() {
    return this.medium.matches ? "two columns" : this.isAppBeside ? "four columns" : "three columns";
  }

  arrange() {
    byID("tab-view").hidden = !this.hasViews || this.isAppBeside;
    if (byID("app-panel").hidden === this.isAppBeside) this.moveApp();
    const { columns, rows } = this.sizes[this.layout] ?? {};
    this.area.style.gridTemplateColumns = tracks(columns, smallestPanel.columns);
    this.area.style.gridTemplateRows = tracks(rows, smallestPanel.rows);
    for (const border of this.borders) border.update();
  }

  moveApp() {
    const view = byID("app-view");
    byID("app-panel").hidden = !this.isAppBeside;
    byID(this.isAppBeside ? "app-panel" : "details-panel").append(view);
    view.setAttribute("role", this.isAppBeside ? "group" : "tabpanel");
    this.changed();
  }

  // What the border at the beginning of a panel separates.
  sidesOf(panel) {
    const layout = this;
    return {
      get direction() {
        return layout.medium.matches && panel.id === "details-panel" ? "rows" : "columns";
      },
      get index() {
        const shown = Array.from(layout.area.children).filter((other) => !other.hidden);
        return layout.medium.matches ? 0 : Math.max(0, shown.indexOf(panel) - 1);
      },
      get sizes() {
        return layout.tracksOf(this.direction).slice(this.index, this.index + 2);
      },
      move([before, after], distance) {
        const bounded = Math.max(smallestPanel[this.direction] - before, Math.min(distance, after - smallestPanel[this.direction]));
        const tracks = layout.tracksOf(this.direction);
        tracks.splice(this.index, 2, before + bounded, after - bounded);
        layout.sizes[layout.layout] = { ...layout.sizes[layout.layout], [this.direction]: tracks };
        layout.arrange();
      },
      store() {
        storeSizes("panels", layout.sizes);
      },
      reset() {
        delete layout.sizes[layout.layout];
        layout.arrange();
        this.store();
      },
    };
  }

  // The widths of the columns, or the heights of the rows, in pixels.
  tracksOf(direction) {
    const { gridTemplateColumns, gridTemplateRows } = getComputedStyle(this.area);
    return (direction === "columns" ? gridTemplateColumns : gridTemplateRows).split(" ").map(parseFloat);
  }
}

// Without sizes, those of the style sheet. What is stored may be anything.
function tracks(sizes, smallest) {
  return Array.isArray(sizes) ? sizes.map((size) => `minmax(${smallest}px, ${size}fr)`).join(" ") : "";
}
