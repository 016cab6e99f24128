// The filters above the list of actions: a text, types, a store, and a path with its changes.

import { button, byID, dataText, element } from "./dom.js";
import { grouped, visibleText } from "./text.js";

export class FilterBar {
  // Calls `apply(filter)` with each new filter.
  constructor(session, apply) {
    this.session = session;
    this.apply = apply;
    this.search = byID("search");
    this.type = byID("type-filter");
    this.store = byID("store-filter");
    // The indexes of the chosen types, in the order of choice.
    this.types = new Set();
    this.path = undefined;
    this.search.addEventListener("input", () => this.changed());
    this.search.addEventListener("keydown", (event) => this.searchKeyPressed(event));
    this.type.addEventListener("change", () => this.typeChosen());
    this.store.addEventListener("change", () => this.changed());
    byID("clear-filters").addEventListener("click", () => this.clear());
    this.fillStores();
  }

  // The types with their numbers of actions, the most frequent first. Final when all actions are read.
  fillTypes() {
    const { types } = this.session.facts;
    const counts = types.map(() => 0);
    const { actions } = this.session;
    for (let i = 0; i < actions.count; i++) counts[actions.types[i]]++;
    const order = types.map((_, i) => i).sort((one, other) => counts[other] - counts[one] || one - other);
    const options = order.map((i) => filterOption(String(i), `${this.titleOf(i)} (${grouped(counts[i])})`));
    this.type.replaceChildren(filterOption("", "All types"), ...options);
  }

  fillStores() {
    const options = this.session.facts.stores.map((name, i) => filterOption(String(i), `Changed ${name}`));
    this.store.replaceChildren(filterOption("", "All stores"), filterOption("-1", "Changed nothing"), ...options);
  }

  titleOf(type) {
    const { name, title } = this.session.facts.types[type];
    return title || name;
  }

  // Each choice adds a type. The chips remove types.
  typeChosen() {
    if (this.type.value !== "") this.types.add(Number(this.type.value));
    this.changed();
  }

  // Shows only the actions of `steps`, which changed the value at `path`.
  showPath(path, steps) {
    this.path = { path, steps };
    this.changed();
  }

  clear() {
    this.search.value = "";
    this.types.clear();
    this.store.value = "";
    this.path = undefined;
    this.changed();
  }

  get isActive() {
    return Boolean(this.search.value || this.types.size > 0 || this.store.value || this.path);
  }

  changed() {
    this.apply({
      text: this.search.value,
      types: this.types.size > 0 ? Array.from(this.types) : undefined,
      store: this.store.value === "" ? undefined : Number(this.store.value),
      steps: this.path?.steps,
    });
    this.type.value = "";
    this.type.options[0].text = this.types.size > 0 ? "More types" : "All types";
    byID("clear-filters").hidden = !this.isActive;
    this.showChips();
  }

  showChips() {
    const types = Array.from(this.types, (type) => this.chip(this.titleOf(type), () => this.types.delete(type)));
    const paths = this.path ? [this.chip(`changed ${this.path.path}`, () => (this.path = undefined))] : [];
    byID("filter-chips").replaceChildren(...types, ...paths);
  }

  chip(label, remove) {
    const removeAndShow = () => {
      remove();
      this.changed();
      byID("action-rows").focus();
    };
    const text = visibleText(label);
    return element("li", { class: "chip" }, dataText("label", text), button("×", removeAndShow, { "aria-label": `Remove ${text}` }));
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
