// @ts-check
// The filters above the list of actions: a text, types, a store, and a path with its changes.

import { button, byID, dataText, element } from "./dom.js";
import { pending } from "./source.js";
import { grouped, visibleText } from "./text.js";

// Stands in an address for actions that changed no store.
const noStore = "-";

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

  // The types with their numbers of actions, the most frequent first. Called at each redraw.
  update() {
    const { facts, actions, source } = this.session;
    const key = [facts.types.length, actions.count, source.isRead].join();
    // An open list would lose the reader's choice.
    if (key === this.shownTypes || document.activeElement === this.type) return;
    const counts = source.typeCounts();
    if (counts === pending) return;
    this.shownTypes = key;
    const order = Array.from(facts.types.keys()).filter((i) => facts.types[i]);
    order.sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0) || one - other);
    const options = order.map((i) => filterOption(String(i), this.titleOf(i) + (counts[i] === undefined ? "" : ` (${grouped(counts[i])})`)));
    this.type.replaceChildren(filterOption("", this.types.size > 0 ? "More types" : "All types"), ...options);
  }

  fillStores() {
    const options = this.session.facts.stores.map((name, i) => filterOption(String(i), `Changed ${name}`));
    const { value } = this.store;
    this.store.replaceChildren(filterOption("", "All stores"), filterOption("-1", "Changed nothing"), ...options);
    this.store.value = value;
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

  // The filter as parts of the page's address. That of a path is not among them: finding its steps may take long.
  get linkParts() {
    const { stores } = this.session.facts;
    const store = this.store.value === "" ? [] : [["store", stores[Number(this.store.value)] ?? noStore]];
    const search = this.search.value === "" ? [] : [["search", this.search.value]];
    return [...search, ...Array.from(this.types, (type) => ["type", this.session.facts.types[type].name]), ...store];
  }

  // Applies the filter of an address. Leaves out what the session does not have.
  restore({ search, types, store }) {
    const { facts } = this.session;
    this.search.value = search;
    this.types = new Set(types.map((name) => facts.types.findIndex((type) => type?.name === name)).filter((type) => type >= 0));
    this.store.value = store === noStore ? "-1" : facts.stores.includes(store) ? String(facts.stores.indexOf(store)) : "";
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
      path: this.path?.path,
    });
    this.type.value = "";
    if (this.type.options.length > 0) this.type.options[0].text = this.types.size > 0 ? "More types" : "All types";
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
