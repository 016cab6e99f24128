// @ts-check
// What a server can search for and try: conditions to run to, stops, the check of the recording, and a smaller session.

import { Completion } from "./completion.js";
import { copyText, toolCommand } from "./copy.js";
import { announce, button, dataText, element, span } from "./dom.js";
import { Finding } from "./finding.js";
import { goToFailure } from "./notices.js";
import { attempt } from "./server-connection.js";
import { counted, grouped, visibleText } from "./text.js";

const searching = "searching …";
const verbs = { next: "continue", previous: "reverse-continue" };

export class RunBar {
  /** @param {import("./branch-tools.js").BranchTools} branch */
  constructor(page, source, branch) {
    this.page = page;
    this.source = source;
    this.branch = branch;
    this.watches = page.watches;
    this.checked = new Finding("Check");
    this.shrunk = new Finding("Shrink");
    this.make();
    page.keyboard.add([
      { keys: ["r"], text: "Type a condition to run to", run: () => this.condition.focus() },
      { keys: ["n", "p"], text: "Next and previous stop: where the condition is true, or a watched value changes", run: (key) => this.run(key === "n" ? "next" : "previous") },
      { keys: ["t"], text: "First step at which the condition is true", run: () => this.run("first") },
      { keys: ["d"], text: "Check whether replays differ", run: () => this.check() },
      { keys: ["s"], text: "Make the session smaller", run: () => this.shrink() },
    ]);
  }

  make() {
    this.condition = element("input", {
      type: "search", id: "condition", placeholder: "Condition, such as state('cart.total') > 0", autocomplete: "off",
      spellcheck: "false", "aria-label": "Condition to run to", title: "An SQL condition, as 'playhead help expressions' explains it",
    });
    this.text = element("span", { class: "data count", id: "condition-text", "aria-live": "polite" });
    const tool = (label, run, title) => button(label, run, { title });
    this.bar = element(
      "div", { class: "run-bar", role: "search", "aria-label": "Run to a condition" },
      element("span", { class: "completed" }, this.condition),
      tool("First match", () => this.run("first"), "The first step at which the condition is true"),
      button("‹", () => this.run("previous"), { "aria-label": "Previous stop", title: "Back to where the condition is true, or a watched value changes" }),
      button("›", () => this.run("next"), { "aria-label": "Next stop", title: "On to where the condition is true, or a watched value changes" }),
      tool("Watch expression", () => this.watch(), "Keeps the expression's value in view"),
      button("Copy as command", () => this.copyCommand(), { id: "copy-run", title: "The command that stops at the same step" }),
      this.text,
      button("Check", () => this.check(), { id: "check", title: "Do replays always lead to the same states?" }),
      button("Shrink", () => this.shrink(), { id: "shrink", title: "The shortest session in which the condition becomes true; without one, with the same crash, or whose replays differ" }),
    );
    new Completion(this.condition, (text) => this.complete(text));
    // After the completion, which may need the key.
    this.condition.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.run(event.shiftKey ? "previous" : "next");
    });
    document.querySelector(".transport")?.after(this.bar);
  }

  update() {
    this.bar.hidden = !this.branch.canChange;
  }

  ask(name, question, options) {
    return attempt((text) => (this.text.textContent = text), () => this.source.connection.ask(name, question, options));
  }

  // Says nothing if there is no answer: the reader goes on to type.
  complete(text) {
    return attempt(() => {}, () => this.source.connection.ask("pageCompletion", { text, step: this.page.selection.step }));
  }

  // MARK: Stops

  get stops() {
    const { conditions, paths } = this.watches.stops;
    const typed = this.condition.value.trim();
    return { conditions: typed === "" ? conditions : [typed, ...conditions], paths };
  }

  async run(direction) {
    const { selection } = this.page;
    const { step } = selection;
    const typed = this.condition.value.trim();
    const { conditions, paths } = direction === "first" ? { conditions: typed === "" ? [] : [typed], paths: [] } : this.stops;
    if (conditions.length + paths.length === 0) return this.condition.focus();
    this.command = this.commandOf(direction, conditions, paths, step);
    this.search?.abort();
    const search = new AbortController();
    this.search = search;
    this.text.textContent = searching;
    const answer = await this.ask("pageStop", { conditions, paths, step, direction }, { signal: search.signal });
    // Another search has begun.
    if (search !== this.search) return;
    // The reader has gone on, or the branch has changed.
    if (answer === undefined || step !== selection.step) {
      if (this.text.textContent === searching) this.text.textContent = "";
      return;
    }
    const place = direction === "first" ? "at no step" : `${direction === "next" ? "after" : "before"} step ${grouped(step)}`;
    const none = paths.length > 0 ? `no stop ${place}` : direction === "first" ? "true at no step" : `never true ${place}`;
    const reasons = conditions.length + paths.length > 1 ? answer.reasons.join(", ") : "";
    this.text.textContent = visibleText(answer.step === undefined ? answer.hints[0] ?? none : reasons);
    if (answer.step !== undefined) selection.goTo(answer.step);
  }

  copyCommand() {
    if (this.command === undefined) announce("Run to a condition first");
    else copyText(this.command, "the command");
  }

  // The command that stops at the same step.
  commandOf(direction, conditions, paths, step) {
    if (direction === "first") return this.branch.command("bisect", ["--where", conditions[0]]);
    const stops = [...conditions.map((condition) => `break if ${condition}`), ...paths.map((path) => `watch ${path}`)];
    return this.branch.debugCommand([`goto ${step}`, ...stops, verbs[direction]]);
  }

  // Watches the expression, if it is one.
  async watch() {
    const text = this.condition.value.trim();
    if (text === "") return this.condition.focus();
    const isPath = this.watches.watch(text)?.tokens !== undefined;
    const answer = isPath || (await this.ask("pageValues", { expressions: [text], step: this.page.selection.step }));
    if (!answer) return;
    this.watches.add(text);
    this.condition.value = "";
    this.text.textContent = "";
  }

  // MARK: Trials

  // Checks the recording, also beside a branch.
  async check() {
    if (!this.branch.canChange) return;
    const answer = await this.checked.wait((options) => this.ask("pageCheck", {}, { ...options, edits: [] }));
    if (!answer) return;
    const { text, step, path } = answer;
    const go = step === undefined ? [] : [button(`Go to step ${grouped(step)}`, () => this.goToRecorded(step, path))];
    this.checked.show(text, ...go, this.copyButton(toolCommand(this.source.facts, "check")));
  }

  // What a smaller session must come to, and the option of 'shrink' that says so.
  get goal() {
    const condition = this.condition.value.trim();
    if (condition !== "") return { goal: { holds: { _0: condition } }, words: ["--where", condition] };
    const crashes = this.page.session.marks.some(({ kind }) => kind === "trap");
    return crashes ? { goal: { crashes: {} }, words: ["--crashes"] } : { goal: { diverges: {} }, words: ["--diverges"] };
  }

  // Makes the recording smaller, also beside a branch.
  async shrink() {
    if (!this.branch.canChange) return;
    const { goal, words } = this.goal;
    /** @type {any} */
    let best;
    const onPart = (part) => (best = part);
    const found = await this.shrunk.wait((options) => this.ask("pageShrink", { goal }, { ...options, onPart, edits: [] }));
    const answer = found ?? (best && { text: [`${counted(best.count, "action")} so far, perhaps not the fewest`], smaller: best });
    if (!answer) return;
    const copy = this.copyButton(toolCommand(this.source.facts, "shrink", ...words, "-o", "small.playhead"));
    const { smaller } = answer;
    if (!smaller) return this.shrunk.show(answer.text, copy);
    const items = smaller.actions.map((action) => this.item(action));
    const save = button("Save…", () => this.branch.save("small.playhead", smaller));
    this.shrunk.show(answer.text, element("ol", { class: "links" }, ...items), save, copy);
  }

  item({ step, type, payload }) {
    const link = button("", () => this.goToRecorded(step), { class: "step-link" });
    link.append(span("step", String(step)), dataText("type", visibleText(type)), dataText("value", visibleText(payload)));
    return element("li", {}, link);
  }

  copyButton(command) {
    return button("Copy as command", () => copyText(command, "the command"));
  }

  // A branch has other numbers of steps.
  async goToRecorded(step, path) {
    await this.branch.revert();
    if (path === undefined) this.page.selection.goTo(step);
    else goToFailure({ step, path }, this.page.selection);
  }
}
