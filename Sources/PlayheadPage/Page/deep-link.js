// @ts-check
// The address of a place in the page: `#step=42&path=cart.items`, `&from=40` for a comparison, `&search=sku`,
// `&type=AddItem` and `&store=cart` for a filter, and `&watch=cart.total` for a watched value.

import { pathText, tokensOfPath } from "./path.js";
import { pending } from "./source.js";

export class DeepLink {
  constructor(session, selection, filterBar, watches) {
    this.session = session;
    this.selection = selection;
    this.filterBar = filterBar;
    this.watches = watches;
    window.addEventListener("hashchange", () => this.follow());
  }

  // Goes to the place in the address. Keeps what the address does not name. Returns whether it names a step.
  follow() {
    const { step, path, from, filter, watched } = linkParts(location.hash);
    if (filter) this.filterBar.restore(filter);
    if (watched.length > 0) this.watches.restore(watched);
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
    this.timer = setTimeout(() => this.write(), 200);
  }

  write() {
    const hash = this.hash();
    // A path is written with the state at hand. The page draws itself again when that has arrived.
    if (hash === undefined || hash === location.hash) return;
    try {
      history.replaceState(null, "", hash);
    } catch {
      // Some browsers forbid it to pages from files. Then the address stays as it is.
    }
  }

  hash() {
    const { step, tokens, base } = this.selection;
    const state = tokens?.length > 0 ? this.session.state(step) : undefined;
    if (state === pending) return undefined;
    const parts = [`step=${step}`];
    if (tokens?.length > 0) parts.push(`path=${encodeURIComponent(pathText(tokens, state))}`);
    if (base !== undefined) parts.push(`from=${base}`);
    for (const [name, value] of [...this.filterBar.linkParts, ...this.watches.linkParts]) parts.push(`${name}=${encodeURIComponent(value)}`);
    return `#${parts.join("&")}`;
  }
}

function linkParts(hash) {
  const parts = new URLSearchParams(hash.slice(1));
  const number = (name) => (/^\d+$/.test(parts.get(name) ?? "") ? Number(parts.get(name)) : undefined);
  const hasFilter = ["search", "type", "store"].some((name) => parts.has(name));
  const filter = hasFilter ? { search: parts.get("search") ?? "", types: parts.getAll("type"), store: parts.get("store") } : undefined;
  return { step: number("step"), from: number("from"), path: parts.get("path") ?? undefined, filter, watched: parts.getAll("watch") };
}
