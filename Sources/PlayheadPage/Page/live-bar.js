// @ts-check
// A running app: where it is in its session, and what the page can do to it.

import { announce, button, byID, element, span } from "./dom.js";
import { attempt } from "./server-connection.js";
import { pending } from "./source.js";
import { counted, grouped, visibleText } from "./text.js";

export class LiveBar {
  /** @param {any} page @param {import("./server-source.js").ServerSource} source @param {import("./branch-tools.js").BranchTools} branch */
  constructor(page, source, branch) {
    this.page = page;
    this.source = source;
    this.branch = branch;
    // The step to which the app is to travel as soon as it has answered.
    /** @type {number | undefined} */
    this.wanted = undefined;
    this.isBusy = false;
    this.makeBar();
    page.keyboard.add([
      { keys: ["t"], text: "Show this step in the running app", run: () => this.travel() },
      { keys: ["n"], text: "Let the running app go back to now", run: () => this.isTraveling && this.resume("now") },
    ]);
    page.selection.onChange(() => this.follow());
    source.onPosition = (position) => this.show(position);
    if (source.position) this.show(source.position);
  }

  makeBar() {
    this.text = element("p", { class: "data", role: "status" });
    this.travelButton = button("Show this step in the app", () => this.travel(), { class: "travel" });
    this.nowButton = button("Back to now", () => this.resume("now"));
    this.hereButton = button("Go on from here", () => this.resume("here"));
    this.lockButton = button("Lock", () => this.command(this.isLocked ? "unlock" : "lock"));
    this.dispatchButton = button("Dispatch…", () => this.dispatch());
    this.bar = element(
      "section", { class: "notice live-bar", id: "live-bar", "aria-label": "Running app", hidden: true },
      this.text, this.travelButton, this.nowButton, this.hereButton, this.lockButton,
      this.dispatchButton, button("Mark…", () => this.mark()),
    );
    byID("notices").after(this.bar);
  }

  get isTraveling() {
    return this.position?.position === "traveling";
  }

  get isLocked() {
    return this.position?.position === "locked";
  }

  show(position) {
    this.position = position;
    this.bar.hidden = position === undefined;
    if (!position) return;
    const { isTraveling, isLocked } = this;
    this.bar.classList.toggle("held", isTraveling || isLocked);
    this.text.replaceChildren(...this.words(position));
    this.travelButton.hidden = isTraveling;
    this.nowButton.hidden = !isTraveling;
    this.hereButton.hidden = !isTraveling;
    this.lockButton.hidden = isTraveling;
    this.dispatchButton.hidden = isTraveling || isLocked || !position.canDispatch;
    this.lockButton.textContent = isLocked ? "Unlock" : "Lock";
  }

  // The form of an action begins with the selected one.
  update() {
    this.dispatchButton.disabled = this.page.selection.action === pending;
  }

  words({ step, refused, keeping }) {
    const state = this.isTraveling ? `The app shows step ${grouped(step)}` : this.isLocked ? "The app is locked" : "The app is running";
    const rest = [
      this.isTraveling || this.isLocked ? "it takes no actions" : undefined,
      refused > 0 ? `${counted(refused, "action")} refused so far` : undefined,
      keeping.length > 0 ? `not at that step: ${keeping.map(visibleText).join(", ")}` : undefined,
    ];
    return [element("strong", {}, state), ...rest.filter(Boolean).map((words) => span("", `; ${words}`))];
  }

  // While the app travels, it follows the page.
  follow() {
    if (this.isTraveling && this.branch.changes.length === 0 && this.position.step !== this.page.selection.step) this.travel();
  }

  // One request at a time; of several steps meanwhile, the last one counts.
  async travel() {
    if (!this.position) return;
    if (this.branch.changes.length > 0) return announce("A branch has no steps of the app; revert it first");
    this.wanted = this.page.selection.step;
    if (this.isBusy) return;
    this.isBusy = true;
    while (this.wanted !== undefined) {
      const step = this.wanted;
      this.wanted = undefined;
      await this.command("travel", { step });
    }
    this.isBusy = false;
  }

  async resume(from) {
    this.wanted = undefined;
    const position = await this.command("resume", { from });
    if (position) this.page.selection.follow();
  }

  dispatch() {
    const known = this.page.selection.action;
    if (known === pending) return;
    const fields = [
      { label: "Action", text: known ? this.page.session.titleOf(known) : "" },
      { label: "Payload", text: known?.payloadText ?? "{}", isLong: true },
    ];
    this.branch.showForm(fields, async ([type = fields[0].text, payload = fields[1].text]) => {
      // The text goes on as it is, because a number may have more digits than a script keeps.
      const position = await this.branch.attempt(() => this.source.connection.command("dispatch", `{"type":${JSON.stringify(type)},"payload":${payload.trim() || "{}"}}`));
      if (!position) return;
      this.show(position);
      this.branch.closeForm();
      this.page.selection.follow();
    }, "Dispatch");
  }

  mark() {
    this.branch.showForm([{ label: "Note in the log", text: "" }], async ([text = ""]) => {
      if (text !== "") await this.command("mark", { text });
      this.branch.closeForm();
    }, "Mark");
  }

  async command(name, body = {}) {
    const position = await attempt(announce, () => this.source.connection.command(name, JSON.stringify(body)));
    if (position) this.show(position);
    return position;
  }
}
