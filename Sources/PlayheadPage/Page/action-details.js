// @ts-check
// The details of the step's action: its time, cause, payload and effects.

import { button, byID, dataText, element, span } from "./dom.js";
import { ValueTree } from "./value-tree.js";
import { isContainer } from "./value.js";
import { markTitles } from "./marks.js";
import { clockText, counted, durationText, exactOffsetText, grouped, offsetText, visibleText } from "./text.js";
import { shortText } from "./preview.js";
import { pending } from "./source.js";

// The most causes in the list besides the first one.
const listedCauses = 200;
// The most effects in the list.
const listedEffects = 200;
// The most members of a part of a payload that is shown open.
const openPayloadMembers = 12;

export class ActionDetails {
  constructor(session, selection) {
    this.session = session;
    this.selection = selection;
    this.payload = new ValueTree(byID("payload-tree"), () => {});
  }

  // Leaves what is shown until the action is there.
  update() {
    const { action } = this.selection;
    if (action === pending) return;
    byID("action-title").replaceChildren(...(action ? this.title(action) : this.startTitle()));
    byID("action-facts").replaceChildren(...(action ? this.facts(action) : this.startFacts()), ...this.markFacts());
    byID("payload-part").hidden = !action;
    if (action) this.showPayload(action);
    this.showRelatives();
  }

  startTitle() {
    const { initialStep } = this.session.facts;
    return [this.session.first === initialStep ? "The initial state" : `The state after step ${this.session.first}`];
  }

  startFacts() {
    const { start } = this.session.facts;
    return start === undefined ? [] : fact("Started", this.clock(0));
  }

  title(action) {
    return [
      dataText("type", visibleText(this.session.titleOf(action))),
      ...(action.isHandled ? [] : [" ", span("alert", "not fully handled")]),
    ];
  }

  facts(action) {
    const { facts } = this.session;
    const stores = action.changedStores.map((store) => visibleText(facts.stores[store] ?? "?"));
    const least = action.isDurationLowerBound ? "at least " : "";
    return [
      ...fact("Step", grouped(action.step)),
      ...fact("Time", exactOffsetText(action.offset)),
      ...(facts.start === undefined ? [] : fact("Clock", this.clock(action.offset))),
      ...(action.duration === 0 ? [] : fact("Took", least + durationText(action.duration))),
      ...(action.isOutcomeUnknown ? [] : fact("Changed", stores.length > 0 ? stores.join(", ") : "no store")),
      ...this.handlerFacts(action.step),
    ];
  }

  // Where the code is that handled the action, as far as the source knows.
  handlerFacts(step) {
    const handlers = this.session.source.handlers?.(step);
    if (!handlers || handlers === pending || handlers.length === 0) return [];
    const stores = new Map();
    for (const { store, place } of handlers) stores.set(place, [...(stores.get(place) ?? []), store]);
    return [element("dt", {}, "Handled at"), ...Array.from(stores, ([place, names]) => element("dd", { class: "data" }, visibleText(`${place} (${names.join(", ")})`)))];
  }

  // The marks after the action and before the next one: notes, gaps, a trap.
  markFacts() {
    const { place, lastPlace, step } = this.selection;
    const next = place < lastPlace ? this.selection.stepAt(place + 1) : Infinity;
    const marks = this.session.marks.filter((mark) => step <= mark.step && mark.step < next);
    return marks.flatMap(({ kind, text }) => fact(markTitles[kind], visibleText(text)));
  }

  clock(offset) {
    const { start, device } = this.session.facts;
    return clockText(start, offset, device?.timeZone);
  }

  showPayload(action) {
    if (action.isPayloadLeftOut) this.session.source.fetchWhole?.(action);
    const payload = action.isPayloadLeftOut ? "…" : this.session.payload(action);
    const isTree = isContainer(payload) && payload.size !== 0 && payload.length !== 0;
    byID("payload-tree").hidden = !isTree;
    byID("payload-text").hidden = isTree;
    byID("payload-text").textContent = isContainer(payload) ? "none" : shortText(payload, 4000);
    if (isTree) this.openPayload(payload);
    this.payload.show(isTree ? payload : undefined);
    byID("payload-tree").style.height = `${Math.min(this.payload.rows.count, 14) * this.payload.list.rowHeight + 2}px`;
    this.payload.list.refresh();
  }

  openPayload(payload) {
    const parts = payload instanceof Map ? Array.from(payload) : [];
    for (const [name, part] of parts) {
      if (isContainer(part) && (part.size ?? part.length) <= openPayloadMembers) this.payload.open.open([name]);
    }
  }

  showRelatives() {
    const index = this.selection.actionIndex;
    const relatives = index < 0 ? undefined : this.session.relatives(index);
    const known = relatives === pending ? undefined : relatives;
    this.showCauses(known);
    this.showEffects(known?.effects.slice(0, listedEffects) ?? []);
  }

  // Shows the nearest causes, after the first one and the number of those between.
  showCauses(relatives) {
    const chain = relatives?.causes.slice(-listedCauses) ?? [];
    const left = chain.length > 0 ? relatives.causeCount - chain.length : 0;
    const items = chain.map((cause, place) => this.item(cause, left + place));
    if (left > 1) items.unshift(element("li", { class: "more" }, `${grouped(left - 1)} more`));
    if (left > 0) items.unshift(this.item(relatives.firstCause, 0));
    byID("cause-part").hidden = chain.length === 0;
    byID("cause-list").replaceChildren(...items);
  }

  showEffects(effects) {
    byID("effect-part").hidden = effects.length === 0;
    byID("effect-count").textContent = effects.length === listedEffects ? `the first ${listedEffects}` : counted(effects.length, "action");
    byID("effect-list").replaceChildren(...effects.map(({ action, depth }) => this.item(action, depth)));
  }

  item(action, depth) {
    const link = button("", () => this.selection.goTo(action.step), { class: "step-link" });
    link.append(
      span("step", String(action.step)),
      dataText("type", visibleText(this.session.titleOf(action))),
      span("time", offsetText(action.offset)),
    );
    const item = element("li", {}, link);
    item.style.paddingLeft = `${Math.min(depth, 12) * 14}px`;
    return item;
  }
}

export function fact(name, value) {
  return [element("dt", {}, name), element("dd", { class: "data" }, value)];
}
