// Tabs show one of several panels. The arrow keys go from tab to tab.

export class Tabs {
  // `list` has the buttons, each with aria-controls. `shown(id)` is called when another panel is shown.
  constructor(list, shown = () => {}) {
    this.tabs = Array.from(list.querySelectorAll("[role=tab]"));
    this.shown = shown;
    list.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) this.show(tab.getAttribute("aria-controls"));
    });
    list.addEventListener("keydown", (event) => this.keyPressed(event));
    this.show(this.tabs[0].getAttribute("aria-controls"));
  }

  show(id) {
    this.current = id;
    for (const tab of this.tabs) {
      const isShown = tab.getAttribute("aria-controls") === id;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      document.getElementById(tab.getAttribute("aria-controls")).classList.toggle("shown", isShown);
    }
    this.shown(id);
  }

  keyPressed(event) {
    const distance = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!distance) return;
    event.preventDefault();
    event.stopPropagation();
    const visible = this.tabs.filter((tab) => !tab.hidden);
    const place = visible.findIndex((tab) => tab.getAttribute("aria-controls") === this.current);
    const next = visible[(place + distance + visible.length) % visible.length];
    next.focus();
    this.show(next.getAttribute("aria-controls"));
  }
}
