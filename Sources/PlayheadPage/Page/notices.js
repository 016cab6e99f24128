// @ts-check
// What the reader must see first: the failure, and what the page leaves out.

import { button, byID, dataText, element } from "./dom.js";
import { copyText } from "./copy.js";
import { tokensOfPath } from "./path.js";
import { visibleText } from "./text.js";

export function showNotices({ facts }, selection) {
  const { failure, otherStates, leftOut } = facts;
  const notices = [
    failure && failureNotice(failure, selection),
    otherStates && commandNotice("Not as recorded", otherStates),
    leftOut && commandNotice("Left out", leftOut),
  ];
  byID("notices").replaceChildren(...notices.filter(Boolean));
}

function notice(title, text, ...more) {
  const sentence = element("p", { class: "data" }, text);
  return element("section", { class: "notice" }, element("h2", {}, title), sentence, ...more);
}

function commandNotice(title, { text, command }) {
  const copy = button("Copy", () => copyText(command, "the command"), { "aria-label": "Copy the command" });
  return notice(title, visibleText(text), element("code", { class: "data" }, visibleText(command)), copy);
}

// Shows the values, such as the expected and the actual one, side by side.
function failureNotice({ step, path, values, text }, selection) {
  const go = button(`Go to step ${step}`, () => goToFailure({ step, path }, selection));
  const place = path ? [dataText("path", visibleText(path))] : [];
  const beside = element("div", { class: "beside" }, ...values.map(valueBox));
  const made = notice("Failure", visibleText(text), ...place, go, beside);
  made.classList.add("failure");
  return made;
}

function valueBox({ name, json }) {
  const text = json === undefined ? "nothing" : visibleText(json);
  const title = name[0].toUpperCase() + name.slice(1);
  return element("figure", {}, element("figcaption", {}, title), element("pre", { class: "data", tabindex: "0" }, text));
}

export function goToFailure({ step, path }, selection) {
  selection.goTo(step);
  selection.select(path ? tokensOfPath(path) : undefined);
}

// What is to be said about the server; undefined if nothing is.
export function showConnection(sentence) {
  byID("connection").hidden = sentence === undefined;
  byID("connection").textContent = sentence === undefined ? "" : visibleText(sentence);
}

// The page shows its own errors: few readers look into the console.
export function showProblem(message) {
  byID("problem").hidden = false;
  byID("problem").textContent = `Something went wrong in this page: ${visibleText(message)}`;
}
