// @ts-check
// Offers words for what is being typed into a field.

import { element } from "./dom.js";
import { visibleText } from "./text.js";

// More words than anybody reads.
const mostWords = 50;
// Who types fast is not asked for, in milliseconds.
const pause = 120;

export class Completion {
  /**
   * @param {HTMLInputElement} input
   * @param {(text: string) => Promise<{typed: string, words: string[]} | undefined>} ask
   *   What may follow a text: the end of it that a word replaces, and the words.
   */
  constructor(input, ask) {
    this.input = input;
    this.ask = ask;
    this.list = element("ul", { class: "completions data", role: "listbox", id: `${input.id}-words`, hidden: true });
    for (const [name, value] of [["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", this.list.id]]) input.setAttribute(name, value);
    this.close();
    input.after(this.list);
    input.addEventListener("input", () => this.typed());
    input.addEventListener("keydown", (event) => this.keyPressed(event));
    input.addEventListener("blur", () => this.close());
    // Before the field loses the focus.
    this.list.addEventListener("pointerdown", (event) => this.clicked(event));
  }

  get beforeCursor() {
    return this.input.value.slice(0, this.input.selectionStart ?? undefined);
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.offer(), pause);
  }

  async offer() {
    const text = this.beforeCursor;
    const answer = await this.ask(text);
    // Something else is typed by now.
    if (!answer || text !== this.beforeCursor || document.activeElement !== this.input) return;
    this.words = answer.words.slice(0, mostWords);
    this.end = answer.typed;
    this.choose(-1);
  }

  // Shows the words, with the one at this place chosen; -1 for none.
  choose(place) {
    const { words = [] } = this;
    this.place = place;
    const id = (index) => `${this.list.id}-${index}`;
    this.list.replaceChildren(...words.map((word, index) => element("li", { role: "option", id: id(index), "aria-selected": String(index === place) }, visibleText(word))));
    this.list.hidden = words.length === 0;
    this.input.setAttribute("aria-expanded", String(words.length > 0));
    if (place < 0) return this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-activedescendant", id(place));
    this.list.children[place].scrollIntoView({ block: "nearest" });
  }

  close() {
    clearTimeout(this.timer);
    this.words = [];
    this.choose(-1);
  }

  // Only keys that do something here end here.
  keyPressed(event) {
    const { words = [], place = -1 } = this;
    if (words.length === 0) return;
    const distance = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (distance) this.choose((place + distance + words.length + (place < 0 && distance < 0 ? 1 : 0)) % words.length);
    else if (event.key === "Tab" && !event.shiftKey) this.accept(Math.max(place, 0));
    else if (event.key === "Enter" && place >= 0) this.accept(place);
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  clicked(event) {
    event.preventDefault();
    const place = Array.from(this.list.children).indexOf(event.target);
    if (place >= 0) this.accept(place);
  }

  accept(place) {
    const { input } = this;
    const start = this.beforeCursor.length - (this.end ?? "").length;
    input.setRangeText(this.words?.[place] ?? "", start, this.beforeCursor.length, "end");
    this.close();
    // There may be more after it.
    this.typed();
  }
}
