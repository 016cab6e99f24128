// @ts-check
// The app's own view at the step: a picture, a text, or both.

import { toolCommand } from "./copy.js";
import { byID, element } from "./dom.js";
import { pending } from "./source.js";
import { grouped, visibleLines } from "./text.js";

export class AppView {
  constructor(session, selection) {
    this.session = session;
    this.selection = selection;
    this.isBroken = false;
    this.image = element("img", { class: "picture", onerror: () => this.showBroken() });
    byID("app-view").prepend(this.image);
  }

  update() {
    const view = this.session.view(this.selection.step);
    if (view === pending) return;
    const { text, picture = {} } = view;
    this.showPicture(addressOf(picture), text);
    byID("app-view-text").textContent = text === undefined ? "" : visibleLines(text);
    const hint = this.hint(view);
    byID("app-view-none").hidden = hint === undefined;
    byID("app-view-none").textContent = hint;
  }

  showPicture(address, text) {
    if (address !== this.address) {
      this.isBroken = false;
      if (address) this.image.src = address;
      else this.image.removeAttribute("src");
    }
    this.address = address;
    this.image.alt = text === undefined ? "A picture of the app" : visibleLines(text);
    this.image.hidden = !address || this.isBroken;
  }

  showBroken() {
    this.isBroken = true;
    this.update();
  }

  // What there is to say beside the picture and the text.
  hint({ text, picture }) {
    const { facts, states } = this.session;
    const { step } = this.selection;
    if (this.isBroken) return "The app's picture at this step is not an SVG or PNG image.";
    if (picture?.bytes !== undefined) {
      const command = toolCommand(facts, "view", step, "-o", "FILE");
      return `The app's picture at this step is left out, because of its size: ${grouped(picture.bytes)} bytes. '${command}' writes it.`;
    }
    if (text !== undefined || this.address) return undefined;
    return states.has(step)
      ? "The app shows nothing at this step."
      : "The page has no state for this step, so the app shows nothing.";
  }
}

// The picture as an address. An image runs no scripts and loads nothing, whatever is in it.
function addressOf({ svg, png }) {
  // Halves of characters have no place in an address.
  if (svg !== undefined) return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace(/\p{Cs}/gu, "\ufffd"))}`;
  return png === undefined ? undefined : `data:image/png;base64,${png}`;
}
