// @ts-check
// The buttons and the slider that move through the session.

import { byID, icon } from "./dom.js";
import { pending } from "./source.js";
import { grouped, offsetText, visibleText } from "./text.js";

const icons = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M12 3v10L4 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4 3v10l8-5z",
  last: "M11 3h2v10h-2zM3 3v10l7-5z",
};

export class Transport {
  constructor(session, selection, player) {
    this.session = session;
    this.selection = selection;
    this.player = player;
    this.slider = byID("slider");
    this.bindMove("first", () => 0);
    this.bindMove("back", () => selection.place - 1);
    this.bindMove("forward", () => selection.place + 1);
    this.bindMove("last", () => selection.lastPlace);
    byID("play").addEventListener("click", () => player.toggle());
    byID("follow").addEventListener("click", () => this.toggleFollowing());
    this.slider.addEventListener("input", () => this.move(Number(this.slider.value)));
    this.speeds = Array.from(byID("speeds").children);
    for (const choice of this.speeds) choice.addEventListener("click", () => player.setSpeed(Number(choice.value)));
    player.onChange(() => selection.changed());
    // A click takes no focus, so that the space bar still plays and pauses.
    document.querySelector(".transport").addEventListener("mousedown", (event) => {
      if (/** @type {Element} */ (event.target).closest("button")) event.preventDefault();
    });
  }

  bindMove(name, place) {
    byID(name).append(icon(icons[name]));
    byID(name).addEventListener("click", () => this.move(place()));
  }

  toggleFollowing() {
    const { selection } = this;
    this.player.pause();
    if (!selection.isFollowing) return selection.follow();
    selection.isFollowing = false;
    selection.changed();
  }

  move(place) {
    this.player.pause();
    this.selection.goToPlace(place);
  }

  update() {
    const { place, lastPlace } = this.selection;
    this.slider.max = lastPlace;
    this.slider.value = place;
    this.slider.disabled = lastPlace === 0;
    this.slider.setAttribute("aria-valuetext", `Step ${this.selection.step}`);
    for (const name of ["first", "back"]) byID(name).disabled = place === 0;
    for (const name of ["forward", "last"]) byID(name).disabled = place === lastPlace;
    const follow = `${this.session.source.isLive} ${this.selection.isFollowing}`;
    if (follow !== this.shownFollow) {
      byID("follow").hidden = !this.session.source.isLive;
      byID("follow").setAttribute("aria-pressed", String(this.selection.isFollowing));
    }
    this.shownFollow = follow;
    this.updatePlay(lastPlace === 0);
    this.updatePosition();
  }

  updatePlay(isEmpty) {
    const { isPlaying, speed } = this.player;
    const play = byID("play");
    play.disabled = isEmpty;
    play.replaceChildren(icon(isPlaying ? icons.pause : icons.play));
    play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
    for (const choice of this.speeds) choice.setAttribute("aria-pressed", String(Number(choice.value) === speed));
  }

  updatePosition() {
    const { action } = this.selection;
    byID("position-step").textContent = `Step ${grouped(this.selection.step)} of ${grouped(this.session.last)}`;
    if (action === pending) return;
    byID("position-time").textContent = action ? offsetText(action.offset) : "";
    byID("position-type").textContent = action ? visibleText(this.session.titleOf(action)) : "";
  }
}
