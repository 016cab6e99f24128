// @ts-check
// Values that stay in view, with what they are at the step. With a server also expressions, and places to stop at.

import { announce, button, byID, element, span } from "./dom.js";
import { pathText, tokensOfPath } from "./path.js";
import { previewText } from "./preview.js";
import { pending } from "./source.js";
import { visibleText } from "./text.js";

/** @typedef {{text: string, tokens?: string[], isStop: boolean}} Watch `tokens` are those of a path. */

export class Watches {
  constructor(session, selection) {
    this.session = session;
    this.selection = selection;
    /** @type {Watch[]} */
    this.items = [];
    // Whether runs can stop at them.
    this.canStop = false;
    this.list = element("ul", { class: "watches", "aria-label": "Watched values", hidden: true });
    byID("state-missing").before(this.list);
    this.button = button("Watch", () => this.toggleSelected(), { id: "watch", title: "Keeps the selected value in view" });
    byID("selected-path").after(this.button);
  }

  // The watch of a text; undefined if the page cannot evaluate it.
  watch(text) {
    const tokens = tokensOfPath(text);
    if (tokens && this.session.facts.stores.includes(tokens[0])) return { text, tokens, isStop: false };
    return this.canStop ? { text, isStop: false } : undefined;
  }

  add(text) {
    const watch = this.watch(text);
    if (watch && !this.items.some((item) => item.text === text)) this.items.push(watch);
    this.selection.changed();
  }

  remove(text) {
    this.items = this.items.filter((item) => item.text !== text);
    this.selection.changed();
  }

  toggleSelected() {
    const { tokens, step } = this.selection;
    const state = this.session.state(step);
    if (!tokens?.length || state === pending) return announce("Select a value in the state first");
    const text = pathText(tokens, state);
    if (this.items.some((item) => item.text === text)) this.remove(text);
    else this.add(text);
  }

  // Those of the page's address.
  restore(texts) {
    this.items = texts.map((text) => this.watch(text)).filter(Boolean);
  }

  get linkParts() {
    return this.items.map(({ text }) => ["watch", text]);
  }

  // Where runs stop: conditions that hold, and values that change.
  get stops() {
    const stops = this.items.filter(({ isStop }) => isStop);
    const texts = (isPath) => stops.filter(({ tokens }) => (tokens !== undefined) === isPath).map(({ text }) => text);
    return { conditions: texts(false), paths: texts(true) };
  }

  update() {
    /** @type {any} */ (this.button).disabled = !this.selection.tokens?.length;
    const texts = this.valueTexts();
    if (!texts) return;
    this.list.hidden = this.items.length === 0;
    // A row keeps the focus of its buttons.
    if (this.shownItems !== this.items || this.list.children.length !== this.items.length) this.list.replaceChildren(...this.items.map((item) => this.row(item)));
    this.shownItems = this.items;
    Array.from(this.list.children).forEach((row, place) => this.updateRow(row, this.items[place], texts[place]));
  }

  // What the values are at the step; undefined until they are there.
  valueTexts() {
    const { step } = this.selection;
    const expressions = this.items.filter(({ tokens }) => !tokens).map(({ text }) => text);
    const answers = expressions.length > 0 ? this.session.source.values?.(expressions, step) : [];
    const state = this.session.state(step);
    if (answers === pending || state === pending) return undefined;
    const none = state === undefined ? "no state here" : "nothing";
    let next = 0;
    return this.items.map(({ tokens }) => {
      if (!tokens) return answers[next++] ?? "";
      const value = this.session.valueAt(step, tokens);
      return value === undefined ? none : previewText(value);
    });
  }

  row(item) {
    const { text, tokens } = item;
    const stop = button("●", () => {
      item.isStop = !item.isStop;
      this.selection.changed();
    }, { class: "stop", "aria-label": `Stop where ${text} ${tokens ? "changes" : "is true"}`, title: `Stop where this ${tokens ? "changes" : "is true"}` });
    const name = tokens ? button(visibleText(text), () => this.selection.select(tokens), { class: "data name" }) : span("data name", visibleText(text));
    return element("li", {}, this.canStop ? stop : undefined, name, span("data value", ""), button("×", () => this.remove(text), { "aria-label": `Watch ${text} no more` }));
  }

  updateRow(row, item, text) {
    row.querySelector(".stop")?.setAttribute("aria-pressed", String(item.isStop));
    const value = row.querySelector(".value");
    const shown = visibleText(text);
    if (value.textContent !== shown) value.textContent = shown;
  }
}
