// @ts-check
// What only a server can do for the page: change the session in a branch, run to a condition, and check the recording.

import { toolCommand, copyText } from "./copy.js";
import { announce, button, byID, element, span } from "./dom.js";
import { parseJSON } from "./json.js";
import { goToFailure } from "./notices.js";
import { pathText } from "./path.js";
import { ServerError } from "./server-connection.js";
import { pending } from "./source.js";
import { grouped, visibleText } from "./text.js";
import { isContainer, jsonText } from "./value.js";

// The most fields of a payload that have a line each in its form. A larger one is edited as a whole.
const mostFields = 30;
const searching = "searching …";

export class BranchTools {
  constructor(page, source) {
    this.page = page;
    this.source = source;
    /** The branch, change by change: what the server needs, in words, and as commands. @type {{edits: object[], text: string, commands: string[]}[]} */
    this.changes = [];
    this.makeBar();
    this.makeTools();
    page.onDraw = () => this.update();
    page.keyboard.add([
      { keys: ["x"], text: "Leave the action out, in a branch", run: () => this.change({ kind: "skip" }) },
      { keys: ["e"], text: "Edit the action's payload, in a branch", run: () => this.editPayload() },
      { keys: ["i"], text: "Insert an action, in a branch", run: () => this.insert() },
      { keys: ["u"], text: "Undo the branch's last change", run: () => this.undo() },
      { keys: ["n", "p"], text: "Next and previous step that meets the condition", run: (key) => this.run(key === "p") },
    ]);
    page.redraw.request();
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
      button("Undo", () => this.undo()), button("Revert", () => this.enter([])),
      button("Save…", () => this.save()), button("Copy as command", () => this.copyCommand()),
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
    this.condition = element("input", {
      type: "search", id: "condition", placeholder: "Condition, such as state('cart.total') > 0", autocomplete: "off",
      spellcheck: "false", "aria-label": "Condition to run to", onkeydown: (event) => this.conditionKey(event),
    });
    this.conditionText = element("span", { class: "data count", id: "condition-text", "aria-live": "polite" });
    this.checkButton = button("Check", () => this.check(), { id: "check", title: "Do replays always lead to the same states?" });
    const run = element(
      "div", { class: "run-bar", role: "search", "aria-label": "Run to a condition" },
      this.condition,
      button("‹", () => this.run(true), { "aria-label": "Last step before that meets the condition" }),
      button("›", () => this.run(false), { "aria-label": "Next step that meets the condition" }),
      this.checkButton, this.conditionText,
    );
    document.querySelector(".transport")?.after(run);
    this.runBar = run;
    this.finding = element("section", { class: "notice", "aria-label": "Check", role: "status", hidden: true });
    byID("notices").after(this.finding);
  }

  update() {
    const { selection } = this.page;
    const { action, step } = selection;
    this.part.hidden = !this.canChange;
    this.runBar.hidden = !this.canChange;
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
    this.conditionText.textContent = "";
    await this.attempt(async () => {
      const answer = await this.source.change({ step, ...question });
      this.changes.push({ edits: answer.edits, text: answer.made.join("; "), commands: answer.commands });
      this.closeForm();
      this.shown(answer.step ?? step);
    });
  }

  // Shows the branch after the changes, which are already made.
  shown(step) {
    this.page.restart(step);
    this.bar.hidden = this.changes.length === 0;
    this.list.replaceChildren(...this.changes.map(({ text }) => element("li", { class: "data" }, visibleText(text))));
    this.difference.replaceChildren();
    if (this.changes.length > 0) this.compare();
  }

  // Finds the first step that differs. That may take a replay, so the branch is already shown.
  async compare() {
    const { connection } = this.source;
    const { edits } = connection;
    this.difference.replaceChildren("comparing …");
    const answer = await this.answer("branchComparison", {});
    if (edits !== connection.edits) return;
    if (!answer) return this.difference.replaceChildren();
    const first = answer.first?.step.number;
    if (first === undefined) return this.difference.replaceChildren("ends like the recording, with the same states");
    const go = button(`step ${grouped(first)}`, () => this.page.selection.goTo(first));
    this.difference.replaceChildren("first differs at ", go);
  }

  async enter(changes) {
    const { step } = this.page.selection;
    await this.attempt(async () => {
      await this.source.enter(changes.at(-1)?.edits ?? []);
      this.changes = changes;
      this.closeForm();
      this.shown(step);
    });
  }

  undo() {
    if (this.changes.length > 0) this.enter(this.changes.slice(0, -1));
    else announce("There is no change to undo");
  }

  copyCommand() {
    const words = this.changes.flatMap(({ commands }) => commands.flatMap((command) => ["-ex", command]));
    copyText(toolCommand(this.source.facts, "debug", ...words), "the command");
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

  save() {
    const field = { label: "Name of the new log", text: "branch.playhead" };
    this.showForm([field], async ([name = field.text]) => {
      const saved = await this.answer("pageSave", { name }, {}, this.message);
      if (!saved) return;
      this.closeForm();
      announce(`${saved.path} has ${grouped(saved.actionCount)} actions`);
    }, "Save");
  }

  // MARK: Questions

  conditionKey(event) {
    if (event.key === "Enter") this.run(event.shiftKey);
  }

  async run(isBackwards) {
    const condition = this.condition.value.trim();
    if (condition === "") return this.condition.focus();
    const { selection } = this.page;
    const { step } = selection;
    this.search?.abort();
    const search = new AbortController();
    this.search = search;
    this.conditionText.textContent = searching;
    const answer = await this.answer("pageCondition", { condition, step, isBackwards }, { signal: search.signal });
    // Another search has begun.
    if (search !== this.search) return;
    // The reader has gone on, or the branch has changed.
    if (answer === undefined || step !== selection.step) {
      if (this.conditionText.textContent === searching) this.conditionText.textContent = "";
      return;
    }
    const none = `never true ${isBackwards ? "before" : "after"} step ${grouped(step)}`;
    this.conditionText.textContent = visibleText(answer.step === undefined ? answer.hints?.[0] ?? none : "");
    if (answer.step !== undefined) selection.goTo(answer.step);
  }

  // Checks the recording, also beside a branch.
  async check() {
    const abort = new AbortController();
    const show = (...parts) => this.finding.replaceChildren(element("h2", {}, "Check"), ...parts);
    const stop = button("Stop", () => abort.abort());
    const onProgress = (share) => show(`${Math.floor(share * 100)} %`, stop);
    this.checkButton.disabled = true;
    this.finding.hidden = false;
    onProgress(0);
    const answer = await this.answer("pageCheck", {}, { onProgress, edits: [], signal: abort.signal });
    this.checkButton.disabled = false;
    this.finding.hidden = !answer;
    if (!answer) return;
    const { text, step, path } = answer;
    const go = step !== undefined && button(`Go to step ${grouped(step)}`, () => this.goToRecorded(step, path));
    const lines = text.map((line) => element("p", { class: "data" }, visibleText(line)));
    show(...lines, ...(go ? [go] : []), button("Close", () => (this.finding.hidden = true)));
  }

  // A branch has other numbers of steps.
  async goToRecorded(step, path) {
    if (this.changes.length > 0) await this.enter([]);
    goToFailure({ step, path }, this.page.selection);
  }

  // The answer to a question; undefined if there is none, which `message` shows.
  async answer(name, question, options = {}, message = this.conditionText) {
    /** @type {any} */
    let answer;
    await this.attempt(async () => {
      answer = await this.source.connection.ask(name, question, options);
    }, message);
    return answer;
  }

  // Shows what the server says is wrong: if nothing else is named, in the open form.
  async attempt(body, message = this.form.hidden ? this.conditionText : this.message) {
    try {
      await body();
    } catch (error) {
      // Otherwise the connection has ended, or nobody waits for the answer any more.
      if (!(error instanceof ServerError)) return;
      message.textContent = visibleText(error.message);
    }
  }
}

// The parts of a payload that have no parts, with the ways to them.
function leaves(value, tokens) {
  if (!isContainer(value) || (value.size ?? value.length) === 0) return tokens.length > 0 ? [{ tokens, value }] : [];
  const parts = value instanceof Map ? Array.from(value) : value.map((part, index) => [String(index), part]);
  return parts.flatMap(([name, part]) => leaves(part, [...tokens, name]));
}
