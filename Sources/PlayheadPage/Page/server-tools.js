// @ts-check
// What the page can do only with a server.

import { Blame } from "./blame.js";
import { BranchTools } from "./branch-tools.js";
import { LiveBar } from "./live-bar.js";
import { RunBar } from "./run-bar.js";

export class ServerTools {
  constructor(page, source) {
    page.watches.canStop = true;
    const branch = new BranchTools(page, source);
    const bar = new RunBar(page, source, branch);
    const live = new LiveBar(page, source, branch);
    const blame = new Blame(page, source, (verb, words) => branch.command(verb, words));
    page.keyboard.add([{ keys: ["b"], text: "Which action wrote each part of the selected value", run: () => blame.ask() }]);
    page.onDraw = () => [branch, bar, live, blame].forEach((tool) => tool.update());
    // Expressions among the watched ones are known only now.
    page.deepLink.follow();
    page.redraw.request();
  }
}
