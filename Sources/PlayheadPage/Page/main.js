// Puts the page together.

import { announce, byID, element } from "./dom.js";
import { Session } from "./session.js";
import { Selection } from "./selection.js";
import { marksOf } from "./marks.js";
import { ActionList } from "./action-list.js";
import { FilterBar } from "./filter-bar.js";
import { StatePanel } from "./state-panel.js";
import { ActionDetails } from "./action-details.js";
import { ChangesView } from "./changes-view.js";
import { ValueView } from "./value-view.js";
import { AppView } from "./app-view.js";
import { Timeline } from "./timeline.js";
import { Player } from "./player.js";
import { Transport } from "./transport.js";
import { Tabs } from "./tabs.js";
import { DeepLink } from "./deep-link.js";
import { Keyboard } from "./keyboard.js";
import { goToFailure, showNotices, showProblem } from "./notices.js";
import { clockText, counted, grouped, visibleText } from "./text.js";

// The milliseconds for reading actions before the page is shown: enough for about 20,000.
const firstReading = 150;
// The milliseconds of each later slice, so that the page stays responsive.
const laterReading = 12;

class Page {
  constructor() {
    this.session = new Session(document);
    this.session.readActions(firstReading);
    this.selection = new Selection(this.session);
    const marks = marksOf(this.session.facts);
    this.makePanels(marks);
    this.makeTabs();
    this.keyboard = new Keyboard(this.commands());
    this.selection.onChange(() => this.update());
    showNotices(this.session, this.selection);
    this.showTitle();
  }

  makePanels(marks) {
    const { session, selection } = this;
    this.player = new Player(session, selection);
    this.transport = new Transport(session, selection, this.player);
    this.timeline = new Timeline(session, selection, marks);
    this.actionList = new ActionList(session, selection, marks);
    this.filterBar = new FilterBar(session, (filter) => this.actionList.setFilter(filter));
    this.statePanel = new StatePanel(session, selection);
    this.details = new ActionDetails(session, selection, marks);
    this.changes = new ChangesView(session, selection, () => this.panels.show("state-panel"));
    this.valueView = new ValueView(session, selection, (path, steps) => this.showActions(path, steps));
    this.appView = new AppView(session, selection);
    this.deepLink = new DeepLink(session, selection);
  }

  makeTabs() {
    byID("tab-view").hidden = !this.session.facts.hasViews;
    this.panels = new Tabs(byID("panel-tabs"), () => this.isShown && this.update());
    this.detailTabs = new Tabs(byID("detail-tabs"), () => this.isShown && this.update());
  }

  begin() {
    this.isShown = true;
    this.statePanel.openStores();
    this.filterBar.fillTypes();
    this.filterBar.changed();
    this.goToBeginning();
    if (!this.session.isRead) setTimeout(() => this.readMore(), 0);
  }

  // Goes to the place in the address, or else to the failure.
  goToBeginning() {
    const { selection, session } = this;
    const { failure } = session.facts;
    if (!this.deepLink.follow() && failure) goToFailure(failure, selection);
    if (selection.tokens) this.panels.show("state-panel");
    if (selection.base !== undefined) this.detailTabs.show("changes-view");
    this.beginning = selection.step;
  }

  readMore() {
    this.session.readActions(laterReading);
    if (!this.session.isRead) {
      setTimeout(() => this.readMore(), 0);
      return;
    }
    this.filterBar.fillTypes();
    this.timeline.actionsWereRead();
    this.actionList.actionsWereRead();
    // The place may have been unread until now. A reader who has moved stays.
    if (this.selection.step === this.beginning) this.goToBeginning();
  }

  // Updates everything that depends on the selection, but no hidden tabs.
  update() {
    const { session, selection } = this;
    const changes = session.changes(selection.changesFrom, selection.step);
    const state = session.state(selection.step);
    this.transport.update();
    this.timeline.update();
    this.actionList.update();
    this.statePanel.update(state, changes);
    this.updateDetails(state, changes);
    this.deepLink.update();
  }

  updateDetails(state, changes) {
    switch (this.detailTabs.current) {
      case "changes-view": return this.changes.update(state, changes);
      case "value-view": return this.valueView.update(state);
      case "app-view": return this.appView.update();
      default: return this.details.update();
    }
  }

  showTitle() {
    const { title, app, build, start, device, actionCount, lostCount } = this.session.facts;
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
    const move = (distance) => this.transport.move(selection.place + distance);
    return [
      { keys: [" "], text: "Play or pause", run: () => player.toggle() },
      { keys: ["ArrowRight", "j"], text: "One step forward", run: () => move(1) },
      { keys: ["ArrowLeft", "k"], text: "One step back", run: () => move(-1) },
      { keys: ["Home"], text: "Go to the start", run: () => this.transport.move(0) },
      { keys: ["End"], text: "Go to the end", run: () => this.transport.move(selection.lastPlace) },
      { keys: ["1"], text: "Recorded speed", run: () => player.setSpeed(1) },
      { keys: ["2"], text: "Twice as fast", run: () => player.setSpeed(2) },
      { keys: ["0"], text: "Ten times as fast", run: () => player.setSpeed(10) },
      { keys: ["]"], text: "Next change of the selected value", run: () => this.goToChange(1) },
      { keys: ["["], text: "Previous change of the selected value", run: () => this.goToChange(-1) },
      { keys: ["c"], text: "Compare with this step, or with the one before", run: () => this.toggleComparison() },
      { keys: ["+", "="], text: "Zoom in", run: () => this.timeline.zoomAtCursor(0.5) },
      { keys: ["-"], text: "Zoom out", run: () => this.timeline.zoomAtCursor(2) },
      { keys: ["/"], text: "Search", run: () => this.focusSearch() },
      { keys: ["Escape"], text: "Clear the filter, the comparison, the selection", run: () => this.clearSomething() },
      { keys: ["?"], text: "This list", run: () => this.keyboard.showHelp() },
    ];
  }

  goToChange(direction) {
    if (this.selection.tokens) {
      this.detailTabs.show("value-view");
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
    this.detailTabs.show("changes-view");
  }

  focusSearch() {
    this.panels.show("actions-panel");
    byID("search").focus();
    byID("search").select();
  }

  clearSomething() {
    if (this.filterBar.isActive) this.filterBar.clear();
    else if (this.selection.base !== undefined) this.selection.compareWith(undefined);
    else this.selection.select(undefined);
  }
}

window.addEventListener("error", ({ message }) => showProblem(message));
const page = new Page();
page.begin();

// For tests and the browser's console.
window.playhead = {
  session: page.session,
  selection: page.selection,
  goTo: (step) => page.selection.goTo(step),
  stateJSON: (step) => page.session.stateJSON(step),
  diffJSON: (from, to) => page.session.diffJSON(from, to),
  history: (path, step) => page.session.history(path, step),
  search: (filter) => page.actionList.search.rows(filter),
};
