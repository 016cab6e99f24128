// The address of a place in the page: `#step=42&path=cart.items`, and `&from=40` for a comparison.

import { pathText, tokensOfPath } from "./path.js";

export class DeepLink {
  constructor(session, selection) {
    this.session = session;
    this.selection = selection;
    window.addEventListener("hashchange", () => this.follow());
  }

  // Goes to the place in the address. Keeps what the address does not name. Returns whether it names a step.
  follow() {
    const { step, path, from } = linkParts(location.hash);
    const tokens = path && tokensOfPath(path);
    if (tokens) this.selection.tokens = tokens;
    if (from !== undefined) this.selection.base = from;
    if (step !== undefined) this.selection.goTo(step);
    this.selection.changed();
    return step !== undefined;
  }

  // Writes the address shortly after the last change: browsers stop pages that write it at every frame.
  update() {
    clearTimeout(this.timer);
    // The address may name an action that is not read yet.
    if (!this.session.isRead) return;
    this.timer = setTimeout(() => this.write(), 200);
  }

  write() {
    const hash = this.hash();
    if (hash === location.hash) return;
    try {
      history.replaceState(null, "", hash);
    } catch {
      // Some browsers forbid it to pages from files. Then the address stays as it is.
    }
  }

  hash() {
    const { step, tokens, base } = this.selection;
    const parts = [`step=${step}`];
    if (tokens?.length > 0) parts.push(`path=${encodeURIComponent(pathText(tokens, this.session.state(step)))}`);
    if (base !== undefined) parts.push(`from=${base}`);
    return `#${parts.join("&")}`;
  }
}

function linkParts(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const number = (name) => (/^\d+$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : undefined);
  return { step: number("step"), from: number("from"), path: parts.get("path") ?? undefined };
}
