// What the reader must know first: what is left out, why there are no states, and what failed.

import { button, byID, dataText, element } from "./dom.js";
import { copyText } from "./copy.js";
import { jsonText } from "./value.js";
import { tokensOfPath } from "./path.js";
import { visibleText } from "./text.js";

export function showNotices({ facts }, selection) {
  const { failure, leftOut, noStates } = facts;
  const notices = [
    failure && failureNotice(failure, selection),
    noStates && notice("No states", visibleText(noStates)),
    leftOut && leftOutNotice(leftOut),
  ];
  byID("notices").replaceChildren(...notices.filter(Boolean));
}

function notice(title, text, ...more) {
  const sentence = element("p", { class: "data" }, text);
  return element("section", { class: "notice" }, element("h2", {}, title), sentence, ...more);
}

function leftOutNotice({ text, command }) {
  if (!command) return notice("Left out", visibleText(text));
  const copy = button("Copy command", () => copyText(command, "the command"));
  return notice("Left out", visibleText(text), element("p", {}, element("code", { class: "data" }, visibleText(command)), " ", copy));
}

// The expected value beside the actual one.
function failureNotice({ step, path, expected, actual, text }, selection) {
  const go = button(`Go to step ${step}`, () => goToFailure({ step, path }, selection));
  const made = notice(
    "Failure",
    visibleText(text),
    element("p", {}, dataText("path", visibleText(path)), " at step ", String(step), " ", go),
    element("div", { class: "beside" }, valueBox("Expected", expected), valueBox("Actual", actual)),
  );
  made.classList.add("failure");
  return made;
}

function valueBox(title, value) {
  const text = value === undefined ? "nothing" : visibleText(jsonText(value));
  return element("figure", {}, element("figcaption", {}, title), element("pre", { class: "data", tabindex: "0" }, text));
}

export function goToFailure({ step, path }, selection) {
  selection.goTo(step);
  selection.select(tokensOfPath(path));
}
