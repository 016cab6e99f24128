// @ts-check
// What only a server can do for the page: change the session in a branch.

import { toolCommand, copyText } from "./copy.js";
import { announce, button, byID, element, span } from "./dom.js";
import { parseJSON } from "./json.js";
import { pathText, tokensOfPath } from "./path.js";
import { attempt } from "./server-connection.js";
import { pending } from "./source.js";
import { grouped, visibleText } from "./text.js";
import { isContainer, jsonText } from "./value.js";

// The most fields of a payload that have a line each in its form. A larger one is edited as a whole.
const mostFields = 30;

export class BranchTools {
  constructor(page, source) {
    this.page = page;
    this.source = source;
    /** The branch, change by change: what the server needs, in words, and as commands. @type {{edits: object[], text: string, commands: string[]}[]} */
    this.changes = [];
    // Those that were undone, the last one first.
    this.undone = [];
    this.makeBar();
    this.makeTools();
    page.keyboard.add([
      { keys: ["x"], text: "Leave the action out, in a branch", run: () => this.change({ kind: "skip" }) },
      { keys: ["e"], text: "Edit the action's payload, in a branch", run: () => this.editPayload() },
      { keys: ["i"], text: "Insert an action, in a branch", run: () => this.insert() },
      { keys: ["m"], text: "Move the action, in a branch", run: () => this.move() },
      { keys: ["u"], text: "Undo the branch's last change", run: () => this.undo() },
      { keys: ["U"], text: "Make the change again that was undone", run: () => this.redo() },
    ]);
  }

  get canChange() {
    return !this.source.facts.noStates;
  }

  // MARK: Elements

  makeBar() {
    this.list = element("ol", { class: "branch-changes" });
    this.difference = element("span", { class: "data" });
    this.bar = element(
      "section", { class: "notice branch", "aria-label": "Branch", hidden: true },
      element("h2", {}, "Branch"), this.list, this.difference,
      button("Undo", () => this.undo()), (this.redoButton = button("Redo", () => this.redo())),
      button("Revert", () => this.revert()), button("Save…", () => this.save("branch.playhead")),
      button("Copy as command", () => copyText(this.debugCommand([]), "the command")),
    );
    byID("notices").after(this.bar);
  }

  makeTools() {
    this.form = element("form", { class: "branch-form", hidden: true });
    this.buttons = element(
      "div", { class: "branch-buttons", role: "toolbar", "aria-label": "Branch" },
      button("Skip", () => this.change({ kind: "skip" }), { title: "As if the action had not happened" }),
      button("Skip with effects", () => this.change({ kind: "skip", withEffects: true })),
      button("Edit…", () => this.editPayload()),
      button("Move…", () => this.move()),
    );
    // It needs no action at the step.
    this.insertButton = button("Insert after…", () => this.insert());
    this.buttons.append(this.insertButton);
    this.part = element("section", { id: "branch-part" }, element("h3", {}, "What if"), this.buttons, this.form);
    byID("payload-part").after(this.part);
  }

  update() {
    const { selection } = this.page;
    const { action, step } = selection;
    this.part.hidden = !this.canChange;
    for (const tool of this.buttons.children) {
      /** @type {HTMLButtonElement} */ (tool).disabled = tool !== this.insertButton && (action === undefined || action === pending);
    }
    if (this.formStep !== step) this.closeForm();
  }

  // MARK: The branch

  // Makes a change to the current action.
  async change(question) {
    if (!this.canChange) return;
    const { step } = this.page.selection;
    await this.attempt(async () => {
      const answer = await this.source.change({ step, ...question });
      this.undone = [];
      this.changes.push({ edits: answer.edits, text: answer.made.join("; "), commands: answer.commands });
      this.closeForm();
      this.shown(answer.step ?? step);
    });
  }

  // Shows the branch after the changes, which are already made.
  shown(step) {
    this.page.restart(step);
    this.bar.hidden = this.changes.length + this.undone.length === 0;
    this.redoButton.disabled = this.undone.length === 0;
    this.list.replaceChildren(...this.changes.map(({ text }) => element("li", { class: "data" }, visibleText(text))));
    this.difference.replaceChildren();
    if (this.changes.length > 0) this.compare();
  }

  // Finds the first step that differs. That may take a replay, so the branch is already shown.
  async compare() {
    const { connection } = this.source;
    const { edits } = connection;
    this.difference.replaceChildren("comparing …");
    const answer = await this.attempt(() => connection.ask("branchComparison", {}));
    if (edits !== connection.edits) return;
    if (!answer) return this.difference.replaceChildren();
    const first = answer.first?.step;
    if (first === undefined) return this.difference.replaceChildren("ends like the recording, with the same states");
    const go = button(`step ${grouped(first)}`, () => this.page.selection.goTo(first));
    this.difference.replaceChildren("first differs at ", go);
  }

  async enter(changes, undone = []) {
    const { step } = this.page.selection;
    await this.attempt(async () => {
      await this.source.enter(changes.at(-1)?.edits ?? []);
      [this.changes, this.undone] = [changes, undone];
      this.closeForm();
      this.shown(step);
    });
  }

  async revert() {
    if (this.changes.length > 0) await this.enter([]);
  }

  undo() {
    const last = this.changes.at(-1);
    if (last) this.enter(this.changes.slice(0, -1), [last, ...this.undone]);
    else announce("There is no change to undo");
  }

  redo() {
    const [next, ...rest] = this.undone;
    if (next) this.enter([...this.changes, next], rest);
    else announce("There is no change to make again");
  }

  // The command of the tool for a question about what the page shows.
  command(verb, words) {
    if (this.changes.length === 0) return toolCommand(this.source.facts, verb, ...words);
    return this.debugCommand([[verb, ...words.map((word) => this.debugWord(String(word)))].join(" ")]);
  }

  // A word as 'debug' takes it. The spaces of a path are in quotes of its own.
  debugWord(word) {
    const isPath = this.source.facts.stores.includes(tokensOfPath(word)?.[0]);
    return isPath || !/\s/.test(word) ? word : `"${word.replaceAll('"', '\\"')}"`;
  }

  // The command that makes the branch and gives these commands in it.
  debugCommand(commands) {
    const all = [...this.changes.flatMap((change) => change.commands), ...commands];
    return toolCommand(this.source.facts, "debug", ...all.flatMap((command) => ["-ex", command]));
  }

  // MARK: Forms

  // A form with fields: their names, labels and texts. `apply` gets those that were changed.
  showForm(fields, apply, verb) {
    const inputs = fields.map(({ label, text, isLong, isNumber }) => {
      const attributes = { "aria-label": label, spellcheck: "false", autocomplete: "off" };
      const input = isLong ? element("textarea", { ...attributes, rows: 6 }) : element("input", { ...attributes, type: isNumber ? "number" : "text" });
      input.value = text;
      return input;
    });
    const rows = fields.map(({ label }, place) => element("label", {}, span("label", label), inputs[place]));
    this.message = element("p", { class: "alert data", role: "alert" });
    this.form.replaceChildren(
      ...rows, this.message,
      element("button", { type: "submit" }, verb), button("Cancel", () => this.closeForm()),
    );
    this.form.onsubmit = (event) => {
      event.preventDefault();
      apply(inputs.map((input, place) => (input.value === fields[place].text ? undefined : input.value)));
    };
    this.form.onkeydown = (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.closeForm();
    };
    // A log that grows must not take the form away.
    this.page.selection.isFollowing = false;
    this.formStep = this.page.selection.step;
    this.form.hidden = false;
    this.page.detailTabs.show("action-view");
    this.page.panels.show("details-panel");
    inputs[0]?.focus();
  }

  closeForm() {
    this.formStep = undefined;
    this.form.hidden = true;
    this.form.replaceChildren();
  }

  // A line for each part of the payload that has no parts.
  editPayload() {
    const { action } = this.page.selection;
    if (!this.canChange || action === undefined || action === pending) return;
    if (action.isPayloadLeftOut) return announce("The payload is not there yet");
    const payload = parseJSON(action.payloadText);
    const fields = leaves(payload, []).map(({ tokens, value }) => ({ tokens, label: pathText(tokens, payload), text: jsonText(value) }));
    if (fields.length === 0 || fields.length > mostFields) {
      const whole = { label: "Payload", text: action.payloadText, isLong: true };
      return this.showForm([whole], ([value = whole.text]) => this.change({ kind: "edit", fields: [{ path: "", value }] }), "Change");
    }
    this.showForm(fields, (texts) => {
      const all = fields.map(({ label }, place) => ({ path: label, value: texts[place] }));
      const changed = all.filter(({ value }) => value !== undefined);
      if (changed.length > 0) this.change({ kind: "edit", fields: changed });
      else this.closeForm();
    }, "Change");
  }

  insert() {
    if (!this.canChange) return;
    const field = { label: "Action, such as AddItem(sku: \"A-7\")", text: "" };
    this.showForm([field], ([action = ""]) => this.change({ kind: "insert", action }), "Insert");
  }

  move() {
    const { step } = this.page.selection;
    const field = { label: "After step", text: String(step), isNumber: true };
    this.showForm([field], ([after = field.text]) => this.change({ kind: "move", after: Number(after) }), "Move");
  }

  // Saves the branch, or a smaller session, as a log.
  save(proposed, smaller) {
    const field = { label: "Name of the new log", text: proposed };
    this.showForm([field], async ([name = field.text]) => {
      const saved = await this.attempt(() => this.source.connection.ask("pageSave", { name, smaller }));
      if (!saved) return;
      this.closeForm();
      announce(`${saved.path} has ${grouped(saved.actionCount)} actions`);
    }, "Save");
  }

  // Shows beside the form, or for a moment, what the server says is wrong.
  attempt(body) {
    return attempt((text) => {
      if (this.formStep !== undefined && this.message) this.message.textContent = text;
      else announce(text);
    }, body);
  }
}

// The parts of a payload that have no parts, with the ways to them.
function leaves(value, tokens) {
  if (!isContainer(value) || (value.size ?? value.length) === 0) return tokens.length > 0 ? [{ tokens, value }] : [];
  const parts = value instanceof Map ? Array.from(value) : value.map((part, index) => [String(index), part]);
  return parts.flatMap(([name, part]) => leaves(part, [...tokens, name]));
}
