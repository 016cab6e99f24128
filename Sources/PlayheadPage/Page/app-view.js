// @ts-check
// The app's own view at the step, as text.

import { byID } from "./dom.js";
import { pending } from "./source.js";
import { visibleLines } from "./text.js";

export class AppView {
  constructor(session, selection) {
    this.session = session;
    this.selection = selection;
  }

  update() {
    const view = this.session.view(this.selection.step);
    if (view === pending) return;
    byID("app-view-text").textContent = view === undefined ? "" : visibleLines(view);
    byID("app-view-none").hidden = view !== undefined;
    byID("app-view-none").textContent = this.session.states.has(this.selection.step)
      ? "The app had not shown anything yet."
      : "The page has no state for this step, so the app shows nothing.";
  }
}
