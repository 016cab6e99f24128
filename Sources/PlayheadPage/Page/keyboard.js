// The page's keys, and the help that lists them.

import { byID, element } from "./dom.js";

export class Keyboard {
  // `commands` are {keys, text, run}; `keys` are names as in KeyboardEvent.key. `run` gets the key and whether Shift is held.
  constructor(commands) {
    this.commands = [];
    this.add(commands);
    byID("help-button").addEventListener("click", () => this.showHelp());
    byID("help-close").addEventListener("click", () => byID("help").close());
    document.addEventListener("keydown", (event) => this.keyPressed(event));
  }

  add(commands) {
    this.commands.push(...commands);
    byID("help-keys").append(...commands.flatMap((command) => keyRow(command)));
  }

  showHelp() {
    if (!byID("help").open) byID("help").showModal();
  }

  keyPressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byID("help").open) return;
    if (isTyping(event.target) && event.key !== "Escape") return;
    const command = this.commands.find(({ keys }) => keys.includes(event.key));
    if (!command || (event.key === " " && event.target.closest("button"))) return;
    event.preventDefault();
    command.run(event.key, event.shiftKey);
  }
}

// Fields need their keys. The slider does not: the page's keys do the same.
function isTyping(target) {
  return target.closest("input:not([type=range]), select, textarea") !== null;
}

function keyRow({ keys, text }) {
  const names = keys.map((key) => keyNames[key] ?? key);
  return [element("dt", {}, ...names.map((name) => element("kbd", {}, name))), element("dd", {}, text)];
}

const keyNames = { " ": "Space", ArrowLeft: "←", ArrowRight: "→", Escape: "Esc" };
