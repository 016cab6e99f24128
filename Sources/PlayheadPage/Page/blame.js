// @ts-check
// Who wrote each part of the selected value, as a server finds it.

import { copyText } from "./copy.js";
import { attempt } from "./server-connection.js";
import { button, byID, dataText, element, span } from "./dom.js";
import { pathText } from "./path.js";
import { pending } from "./source.js";
import { counted, grouped, visibleText } from "./text.js";

// The most parts in the list. Others are counted.
const mostParts = 500;

export class Blame {
  /** @param {(verb: string, words: (string | number)[]) => string} command The command of the tool for a question about a step. */
  constructor(page, source, command) {
    this.page = page;
    this.source = source;
    this.command = command;
    this.title = element("h3", { "aria-live": "polite" });
    this.list = element("ol", { class: "links blame" });
    this.copy = button("Copy as command", () => copyText(this.command("blame", [this.asked.step, this.asked.path]), "the command"));
    this.part = element("section", { "aria-label": "Blame", hidden: true }, this.title, this.list, this.copy);
    byID("show-all-text").after(this.part);
    byID("filter-by-path").after(button("Blame", () => this.ask(), { id: "blame", title: "Which action wrote each part of the value?" }));
  }

  // An answer is about the value that was selected.
  update() {
    const { tokens, step } = this.page.selection;
    if (!this.asked || (this.asked.tokens === tokens && this.asked.step === step)) return;
    this.abort?.abort();
    this.asked = undefined;
    this.part.hidden = true;
  }

  async ask() {
    const { tokens, step } = this.page.selection;
    const state = this.page.session.state(step);
    if (!tokens || state === pending) return;
    const asked = { tokens, step, path: pathText(tokens, state) };
    this.abort?.abort();
    this.abort = new AbortController();
    this.asked = asked;
    this.page.detailTabs.show("value-view");
    this.part.hidden = false;
    this.list.replaceChildren();
    let count = 0;
    const show = (text) => (this.title.textContent = text);
    const onPart = (part) => {
      count += 1;
      if (this.asked === asked && count <= mostParts) this.list.append(this.item(part));
    };
    const onProgress = (share) => show(`Blaming: ${Math.floor(share * 100)} %`);
    onProgress(0);
    const answer = await attempt(show, () => this.source.connection.ask("pageBlame", { path: asked.path, step }, { onPart, onProgress, signal: this.abort?.signal }));
    if (!answer || this.asked !== asked) return;
    show(counted(count, "value") + (count > mostParts ? `, the first ${grouped(mostParts)}` : ""));
  }

  item({ path, value, step, type, isOfNewStore }) {
    const writer = step === undefined ? "since the beginning" : isOfNewStore ? "new store" : type ?? "gap";
    const cells = [
      span("step", step === undefined ? "" : String(step)), dataText("type", visibleText(writer)),
      dataText("name", visibleText(path)), dataText("value", visibleText(value ?? "removed")),
    ];
    if (step === undefined) return element("li", {}, ...cells);
    const link = button("", () => this.page.selection.goTo(step), { class: "step-link" });
    link.append(...cells);
    return element("li", {}, link);
  }
}
