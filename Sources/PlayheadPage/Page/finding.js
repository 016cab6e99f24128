// @ts-check
// A question that may take minutes: its progress with a way to stop it, and its answer.

import { button, byID, element } from "./dom.js";
import { visibleText } from "./text.js";

export class Finding {
  /** @param {string} title */
  constructor(title) {
    this.title = title;
    this.section = element("section", { class: "notice", "aria-label": title, role: "status", hidden: true });
    byID("notices").after(this.section);
  }

  // Shows lines of text, and elements after them.
  show(lines, ...more) {
    const paragraphs = lines.map((line) => element("p", { class: "data" }, visibleText(line)));
    this.section.replaceChildren(element("h2", {}, this.title), ...paragraphs, ...more, button("Close", () => this.close()));
    this.section.hidden = false;
  }

  close() {
    this.abort?.abort();
    this.section.hidden = true;
  }

  // What `ask` answers; undefined if it was stopped.
  async wait(ask) {
    this.abort?.abort();
    const abort = new AbortController();
    this.abort = abort;
    const onProgress = (share) => {
      if (abort.signal.aborted) return;
      const stop = button("Stop", () => this.close());
      this.section.replaceChildren(element("h2", {}, this.title), `${Math.floor(share * 100)} %`, stop);
      this.section.hidden = false;
    };
    onProgress(0);
    const answer = await ask({ onProgress, signal: abort.signal });
    if (!answer && this.abort === abort) this.section.hidden = true;
    return abort.signal.aborted ? undefined : answer;
  }
}
