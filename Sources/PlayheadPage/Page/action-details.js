// The details of the step's action: its time, cause, payload and effects.

import { button, byID, dataText, element, span } from "./dom.js";
import { ValueTree } from "./value-tree.js";
import { isContainer } from "./value.js";
import { markTitles } from "./marks.js";
import { clockText, counted, durationText, exactOffsetText, grouped, offsetText, visibleText } from "./text.js";
import { shortText } from "./preview.js";

// The most causes in the list besides the first one.
const listedCauses = 200;
// The most effects in the list.
const listedEffects = 200;
// The most members of a part of a payload that is shown open.
const openPayloadMembers = 12;

export class ActionDetails {
  constructor(session, selection, marks) {
    this.session = session;
    this.selection = selection;
    this.marks = marks;
    this.payload = new ValueTree(byID("payload-tree"), () => {});
  }

  update() {
    const index = this.selection.actionIndex;
    byID("action-title").replaceChildren(...(index < 0 ? this.startTitle() : this.title(index)));
    byID("action-facts").replaceChildren(...(index < 0 ? this.startFacts() : this.facts(index)), ...this.markFacts());
    byID("payload-part").hidden = index < 0;
    if (index >= 0) this.showPayload(this.session.payload(index));
    this.showRelatives(index);
  }

  startTitle() {
    const { initialStep } = this.session.facts;
    return [this.session.first === initialStep ? "The initial state" : `The state after step ${this.session.first}`];
  }

  startFacts() {
    const { start } = this.session.facts;
    return start === undefined ? [] : fact("Started", this.clock(0));
  }

  title(index) {
    const isHandled = this.session.actions.isHandled(index);
    return [
      dataText("type", visibleText(this.session.typeTitle(index))),
      ...(isHandled ? [] : [" ", span("alert", "not fully handled")]),
    ];
  }

  facts(index) {
    const { actions, facts } = this.session;
    const stores = actions.changedStores(index).map((store) => visibleText(facts.stores[store]));
    const duration = actions.durations[index];
    const least = actions.isDurationLowerBound(index) ? "at least " : "";
    return [
      ...fact("Step", grouped(actions.steps[index])),
      ...fact("Time", exactOffsetText(actions.offsets[index])),
      ...(facts.start === undefined ? [] : fact("Clock", this.clock(actions.offsets[index]))),
      ...(duration === 0 ? [] : fact("Took", least + durationText(duration))),
      ...fact("Changed", stores.length > 0 ? stores.join(", ") : "no store"),
    ];
  }

  // The marks after the action and before the next one: notes, gaps, a trap.
  markFacts() {
    const { place, lastPlace, step } = this.selection;
    const next = place < lastPlace ? this.selection.stepAt(place + 1) : Infinity;
    const marks = this.marks.filter((mark) => step <= mark.step && mark.step < next);
    return marks.flatMap(({ kind, text }) => fact(markTitles[kind], visibleText(text)));
  }

  clock(offset) {
    const { start, device } = this.session.facts;
    return clockText(start, offset, device?.timeZone);
  }

  showPayload(payload) {
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

  showRelatives(index) {
    const { causes } = this.session;
    const known = index >= 0 && causes !== undefined;
    this.showCauses(known ? causes.chain(index, listedCauses) : [], index);
    this.showEffects(known ? causes.effects(index, listedEffects) : []);
  }

  // Shows the nearest causes, after the first one and the number of those between.
  showCauses(chain, index) {
    const { counts, firstCauses } = this.session.causes ?? {};
    const left = chain.length > 0 ? counts[index] - chain.length : 0;
    const items = chain.map((cause, place) => this.item(cause, left + place));
    if (left > 1) items.unshift(element("li", { class: "more" }, `${grouped(left - 1)} more`));
    if (left > 0) items.unshift(this.item(firstCauses[index], 0));
    byID("cause-part").hidden = chain.length === 0;
    byID("cause-list").replaceChildren(...items);
  }

  showEffects(effects) {
    byID("effect-part").hidden = effects.length === 0;
    byID("effect-count").textContent = effects.length === listedEffects ? `the first ${listedEffects}` : counted(effects.length, "action");
    byID("effect-list").replaceChildren(...effects.map((effect) => this.item(effect.index, effect.depth)));
  }

  item(index, depth) {
    const { actions } = this.session;
    const step = actions.steps[index];
    const link = button("", () => this.selection.goTo(step), { class: "step-link" });
    link.append(
      span("step", String(step)),
      dataText("type", visibleText(this.session.typeTitle(index))),
      span("time", offsetText(actions.offsets[index])),
    );
    const item = element("li", {}, link);
    item.style.paddingLeft = `${Math.min(depth, 12) * 14}px`;
    return item;
  }
}

export function fact(name, value) {
  return [element("dt", {}, name), element("dd", { class: "data" }, value)];
}
