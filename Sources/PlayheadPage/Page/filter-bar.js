// The fields above the list of actions: search, type, store, and the path whose changes are shown.

import { button, byID, dataText, element } from "./dom.js";
import { grouped, visibleText } from "./text.js";

export class FilterBar {
  // `apply(filter)` is called with each new filter.
  constructor(session, apply) {
    this.session = session;
    this.apply = apply;
    this.path = undefined;
    this.search = byID("search");
    this.type = byID("type-filter");
    this.store = byID("store-filter");
    this.chip = byID("path-filter");
    this.search.addEventListener("input", () => this.changed());
    this.search.addEventListener("keydown", (event) => this.searchKeyPressed(event));
    this.type.addEventListener("change", () => this.changed());
    this.store.addEventListener("change", () => this.changed());
    byID("clear-filters").addEventListener("click", () => this.clear());
    this.fillStores();
  }

  // The types with their numbers of actions, the most frequent first; known when all actions were read.
  fillTypes() {
    const { types } = this.session.facts;
    const counts = types.map(() => 0);
    const { actions } = this.session;
    for (let i = 0; i < actions.count; i++) counts[actions.types[i]]++;
    const chosen = this.type.value;
    const order = types.map((_, i) => i).sort((one, other) => counts[other] - counts[one] || one - other);
    const options = order.map((i) => filterOption(String(i), `${types[i].title || types[i].name} (${grouped(counts[i])})`));
    this.type.replaceChildren(filterOption("", "All types"), ...options);
    this.type.value = chosen;
  }

  fillStores() {
    const options = this.session.facts.stores.map((name, i) => filterOption(String(i), `Changed ${name}`));
    this.store.replaceChildren(filterOption("", "All stores"), filterOption("-1", "Changed nothing"), ...options);
  }

  // Shows only the actions of these steps, which changed the value at the path.
  showPath(path, steps) {
    this.path = { path, steps };
    this.changed();
  }

  clear() {
    this.search.value = "";
    this.type.value = "";
    this.store.value = "";
    this.path = undefined;
    this.changed();
  }

  get isActive() {
    return Boolean(this.search.value || this.type.value || this.store.value || this.path);
  }

  changed() {
    this.apply({
      text: this.search.value,
      type: this.type.value === "" ? undefined : Number(this.type.value),
      store: this.store.value === "" ? undefined : Number(this.store.value),
      steps: this.path?.steps,
    });
    byID("clear-filters").hidden = !this.isActive;
    this.showChip();
  }

  showChip() {
    this.chip.hidden = !this.path;
    if (!this.path) return;
    const remove = button("×", () => this.showPathOff(), { "aria-label": "Show the actions that changed other values too" });
    this.chip.replaceChildren(element("span", {}, "Changed "), dataText("path", visibleText(this.path.path)), remove);
  }

  showPathOff() {
    this.path = undefined;
    this.changed();
  }

  searchKeyPressed(event) {
    if (event.key === "Escape" && this.search.value !== "") {
      event.stopPropagation();
      this.search.value = "";
      this.changed();
    } else if (event.key === "Enter" || event.key === "ArrowDown") {
      event.preventDefault();
      byID("action-rows").focus();
    }
  }
}

function filterOption(value, label) {
  return element("option", { value }, visibleText(label));
}
