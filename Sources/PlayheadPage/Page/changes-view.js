// @ts-check
// The changes since the previous step, or since a step that the reader chose.

import { button, byID, dataText, element } from "./dom.js";
import { pathText } from "./path.js";
import { previewOf, previewText, textEdit } from "./preview.js";
import { pending } from "./source.js";
import { counted, visibleText } from "./text.js";

// The most changes listed before "Show all".
const listedChanges = 200;

export class ChangesView {
  constructor(session, selection, reveal) {
    this.session = session;
    this.selection = selection;
    // Shows the state's tree, on screens without room for both.
    this.reveal = reveal;
    byID("compare-step").addEventListener("change", (event) => this.baseChanged(event.target));
    byID("compare-here").addEventListener("click", () => selection.compareWith(selection.step));
    byID("compare-before").addEventListener("click", () => selection.compareWith(undefined));
  }

  baseChanged(field) {
    const step = Number(field.value);
    // What is pending may turn out to have no state, which is said then.
    const isStep = field.value !== "" && this.session.states.has(step) !== false;
    if (!isStep) field.value = "";
    this.selection.compareWith(isStep ? step : undefined);
  }

  update(state, changes) {
    if (state === pending || changes === pending) return;
    const { base, step, changesFrom } = this.selection;
    if (step !== this.step || base !== this.base) this.limit = listedChanges;
    this.step = step;
    this.base = base;
    const field = byID("compare-step");
    if (document.activeElement !== field) field.value = base === undefined ? "" : String(base);
    byID("compare-here").hidden = base !== undefined;
    byID("compare-before").hidden = base === undefined;
    byID("compare-hint").hidden = base !== undefined;
    byID("changes-title").textContent = this.titleText(changes, changesFrom, step);
    const listed = (changes ?? []).slice(0, this.limit);
    const rest = (changes?.length ?? 0) - listed.length;
    byID("change-list").replaceChildren(...listed.map((change) => this.item(change, state)), ...this.moreItem(rest));
  }

  titleText(changes, from, step) {
    if (step === this.session.first && this.selection.base === undefined) return "The session begins here.";
    if (!changes) return "What changed is unknown: one of the two steps has no state.";
    const span = this.selection.base === undefined ? `in step ${step}` : `from step ${from} to step ${step}`;
    const where = this.session.facts.paths.length ? " in the parts of the state that this page has" : "";
    return changes.length === 0 ? `Nothing changed ${span}${where}.` : `${counted(changes.length, "change")} ${span}`;
  }

  item(change, state) {
    const { op, tokens } = change;
    const edit = textEdit(change.old, change.value);
    // `state` has the parent of a removed value, so its path can be written.
    const path = pathText(tokens, state);
    const link = button("", () => this.choose(op === "remove" ? tokens.slice(0, -1) : tokens), { class: "path-link" });
    link.append(dataText("path", visibleText(path) || "everything"));
    return element(
      "li",
      {},
      link,
      ...(op === "add" ? [] : [changeLine("−", "old", "before", change.old, edit, edit?.removed)]),
      ...(op === "remove" ? [] : [changeLine("+", "new", "after", change.value, edit, edit?.added)]),
    );
  }

  choose(tokens) {
    this.selection.select(tokens);
    this.reveal();
  }

  moreItem(rest) {
    if (rest === 0) return [];
    const showAll = () => {
      this.limit = Infinity;
      this.selection.changed();
    };
    return [element("li", {}, button(`Show ${counted(rest, "more change")}`, showAll))];
  }
}

function changeLine(sign, className, label, value, edit, length) {
  const signText = element("span", { class: "sign", "aria-label": label }, sign);
  const text = previewText(previewOf(value, edit, length));
  return element("div", { class: `change ${className}` }, signText, dataText("value", text));
}
