// @ts-check
// Puts the page together.

import { announce, byID, element } from "./dom.js";
import { Session } from "./session.js";
import { Selection } from "./selection.js";
import { ActionList } from "./action-list.js";
import { FilterBar } from "./filter-bar.js";
import { StatePanel } from "./state-panel.js";
import { ActionDetails } from "./action-details.js";
import { ChangesView } from "./changes-view.js";
import { ValueView } from "./value-view.js";
import { AppView } from "./app-view.js";
import { Timeline } from "./timeline.js";
import { Watches } from "./watches.js";
import { Player } from "./player.js";
import { Redraw } from "./redraw.js";
import { Transport } from "./transport.js";
import { Tabs } from "./tabs.js";
import { PanelLayout } from "./panel-layout.js";
import { DeepLink } from "./deep-link.js";
import { Keyboard } from "./keyboard.js";
import { goToFailure, showNotices } from "./notices.js";
import { clockText, counted, grouped, visibleText } from "./text.js";

class Page {
  /** @param {import("./source.js").Source} source */
  constructor(source) {
    this.source = source;
    this.session = new Session(source);
    this.selection = new Selection(this.session);
    this.redraw = new Redraw(() => this.draw());
    // For what only one kind of source has.
    this.onDraw = () => {};
    this.makePanels();
    this.makeTabs();
    this.keyboard = new Keyboard(this.commands());
    this.selection.onChange(() => this.selectionChanged());
    source.onArrival(() => this.redraw.request());
    source.onGrowth(() => this.selection.grown());
  }

  makePanels() {
    const { session, selection } = this;
    this.player = new Player(session, selection);
    this.transport = new Transport(session, selection, this.player);
    this.timeline = new Timeline(session, selection, () => this.redraw.request());
    this.actionList = new ActionList(session, selection);
    this.filterBar = new FilterBar(session, (filter) => this.setFilter(filter));
    this.statePanel = new StatePanel(session, selection, () => this.detailTabs.show("value-view"));
    this.details = new ActionDetails(session, selection);
    this.changes = new ChangesView(session, selection, () => this.panels.show("state-panel"));
    this.valueView = new ValueView(session, selection, (path, steps) => this.showActions(path, steps));
    this.appView = new AppView(session, selection);
    this.watches = new Watches(session, selection);
    this.deepLink = new DeepLink(session, selection, this.filterBar, this.watches);
  }

  makeTabs() {
    this.panels = new Tabs(byID("panel-tabs"), () => this.redraw.request());
    this.detailTabs = new Tabs(byID("detail-tabs"), () => this.redraw.request());
    this.panelLayout = new PanelLayout(() => this.appMoved());
  }

  appMoved() {
    if (this.panelLayout.isAppBeside && this.detailTabs.current === "app-view") this.detailTabs.show("action-view");
    this.redraw.request();
  }

  begin() {
    this.source.start();
    this.goToBeginning();
    this.redraw.now();
  }

  // Goes to the place in the address, or else to the failure, to the first crash, or to the end.
  goToBeginning() {
    const { selection, session } = this;
    const { failure } = session.facts;
    const crash = session.marks.find(({ kind }) => kind === "trap");
    if (!this.deepLink.follow()) {
      if (failure) goToFailure(failure, selection);
      else if (crash) selection.goTo(crash.step);
      else selection.goToPlace(selection.lastPlace);
    }
    if (selection.tokens) this.panels.show("state-panel");
  }

  // A comparison that begins shows the changes.
  selectionChanged() {
    const { base } = this.selection;
    if (base !== undefined && this.knownBase === undefined) this.detailTabs.show("changes-view");
    this.knownBase = base;
    this.redraw.request();
  }

  setFilter(filter) {
    this.actionList.setFilter(filter);
    this.timeline.setFilter(filter);
    this.redraw.request();
  }

  // Draws everything that depends on the selection, but no hidden tabs.
  draw() {
    const { session, selection } = this;
    this.showFacts();
    const changes = session.changes(selection.changesFrom, selection.step);
    const state = session.state(selection.step);
    this.transport.update();
    this.timeline.update();
    this.filterBar.update();
    this.actionList.update();
    this.statePanel.update(state, changes);
    this.watches.update();
    this.updateDetails(state, changes);
    this.deepLink.update();
    this.onDraw();
  }

  // Shows another session of the same source, from a step on.
  restart(step) {
    this.session.relativesKey = undefined;
    this.valueView.history = undefined;
    this.selection.step = this.session.first;
    this.selection.base = undefined;
    this.selection.goTo(step);
    this.redraw.request();
  }

  updateDetails(state, changes) {
    if (this.panelLayout.isAppBeside) this.appView.update();
    switch (this.detailTabs.current) {
      case "changes-view": return this.changes.update(state, changes);
      case "value-view": return this.valueView.update(state);
      case "app-view": return this.appView.update();
      default: return this.details.update();
    }
  }

  // What does not depend on the selection. A server may have other facts than before.
  showFacts() {
    const { session } = this;
    const key = `${session.actions.count} of ${session.last}`;
    if (this.shownFacts === session.facts && this.shownCount === key) return;
    if (this.shownFacts !== session.facts) {
      showNotices(session, this.selection);
      this.panelLayout.showViews(session.facts.hasViews);
      this.filterBar.fillStores();
    }
    this.shownFacts = session.facts;
    this.shownCount = key;
    this.showTitle();
  }

  showTitle() {
    const { title, app, build, start, device, lostCount } = this.session.facts;
    const actionCount = this.source.isLive ? this.session.actions.count : this.session.facts.actionCount;
    document.title = `${title} – Playhead`;
    byID("title").textContent = visibleText(title);
    const clock = start === undefined ? undefined : clockText(start, 0, device?.timeZone);
    const name = app ? visibleText(build ? `${app} ${build}` : app) : "app unknown: the log's first frame is lost";
    const lost = lostCount > 0 ? `${grouped(lostCount)} lost to damage` : undefined;
    const facts = [name, counted(actionCount, "action"), lost, clock];
    byID("session-facts").replaceChildren(...facts.filter(Boolean).map((fact) => element("span", { class: "data" }, fact)));
  }

  commands() {
    const { selection, player } = this;
    const moveTo = (place) => (_, isShift) => {
      if (isShift) selection.compareFromHere();
      this.transport.move(place());
    };
    return [
      { keys: [" "], text: "Play or pause", run: () => player.toggle() },
      { keys: ["ArrowRight", "j"], text: "One step forward", run: moveTo(() => selection.place + 1) },
      { keys: ["ArrowLeft", "k"], text: "One step back", run: moveTo(() => selection.place - 1) },
      { keys: ["Home"], text: "Go to the start", run: moveTo(() => 0) },
      { keys: ["End"], text: "Go to the end", run: moveTo(() => selection.lastPlace) },
      { keys: ["1"], text: "Recorded speed", run: () => player.setSpeed(1) },
      { keys: ["2"], text: "Twice as fast", run: () => player.setSpeed(2) },
      { keys: ["0"], text: "Ten times as fast", run: () => player.setSpeed(10) },
      { keys: ["]"], text: "Next change of the selected value", run: () => this.goToChange(1) },
      { keys: ["["], text: "Previous change of the selected value", run: () => this.goToChange(-1) },
      { keys: ["w"], text: "Watch the selected value, or no more", run: () => this.watches.toggleSelected() },
      { keys: ["c"], text: "Compare from this step, or end the comparison", run: () => this.toggleComparison() },
      { keys: ["+", "="], text: "Zoom in", run: () => this.timeline.zoomAtCursor(0.5) },
      { keys: ["-"], text: "Zoom out", run: () => this.timeline.zoomAtCursor(2) },
      { keys: ["f"], text: "Follow a log that grows", run: () => this.source.isLive && this.transport.toggleFollowing() },
      { keys: ["/"], text: "Search", run: () => this.focusSearch() },
      { keys: ["Escape"], text: "End the comparison, or clear the filter or the selection", run: () => this.clearSomething() },
      { keys: ["?"], text: "This list", run: () => this.keyboard.showHelp() },
    ];
  }

  goToChange(direction) {
    if (this.selection.tokens) {
      this.detailTabs.show("value-view");
      // The history may be of another value until then.
      this.redraw.now();
      this.valueView.goToChange(direction);
    } else {
      announce("Select a value in the state first");
    }
  }

  showActions(path, steps) {
    this.panels.show("actions-panel");
    this.filterBar.showPath(path, steps);
  }

  toggleComparison() {
    const { selection } = this;
    selection.compareWith(selection.base === undefined ? selection.step : undefined);
  }

  focusSearch() {
    this.panels.show("actions-panel");
    byID("search").focus();
    byID("search").select();
  }

  clearSomething() {
    if (this.selection.base !== undefined) this.selection.compareWith(undefined);
    else if (this.filterBar.isActive) this.filterBar.clear();
    else this.selection.select(undefined);
  }
}

/**
 * Shows the session of a source.
 * @param {import("./source.js").Source} source
 */
export function showPage(source) {
  const page = new Page(source);
  page.begin();
  // For tests and the browser's console.
  Object.assign(window, {
    playhead: {
      session: page.session,
      selection: page.selection,
      // Draws now what would be drawn at the next frame.
      draw: () => page.redraw.ifRequested(),
      goTo: (step) => page.selection.goTo(step),
      stateJSON: (step) => page.session.stateJSON(step),
      diffJSON: (from, to) => page.session.diffJSON(from, to),
      history: (path, step) => page.session.history(path, step),
      search: (filter) => page.source.search.rows(filter),
    },
  });
  return page;
}
