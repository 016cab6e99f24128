// @ts-check
// Plays the session at its recorded speed, or faster.

// The longest pause, in nanoseconds: a viewer sees that the user paused, and does not wait.
const longestPause = 1e9;
// The shortest pause: one frame, so that each step is seen. Sessions of tests often last a few milliseconds.
const shortestPause = 1e9 / 60;

export class Player {
  constructor(session, selection) {
    this.session = session;
    this.selection = selection;
    this.speed = 1;
    this.isPlaying = false;
    this.listeners = [];
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  changed() {
    this.listeners.forEach((listener) => listener());
  }

  setSpeed(speed) {
    this.speed = speed;
    this.changed();
  }

  toggle() {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play() {
    if (this.selection.lastPlace === 0) return;
    if (this.selection.place === this.selection.lastPlace) this.selection.goToPlace(0);
    this.isPlaying = true;
    // The recorded time since the step in view.
    this.elapsed = 0;
    this.frameTime = performance.now();
    this.frame = requestAnimationFrame((time) => this.tick(time));
    this.changed();
  }

  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    cancelAnimationFrame(this.frame);
    this.changed();
  }

  // Goes forward by the steps that fit into the time since the last frame.
  tick(time) {
    this.elapsed += Math.max(0, time - this.frameTime) * 1e6 * this.speed;
    this.frameTime = time;
    let place = this.selection.place;
    while (place < this.selection.lastPlace && this.pauseBefore(place) <= this.elapsed) {
      this.elapsed -= this.pauseBefore(place);
      place++;
    }
    if (place !== this.selection.place) this.selection.goToPlace(place);
    if (place === this.selection.lastPlace) this.pause();
    else this.frame = requestAnimationFrame((next) => this.tick(next));
  }

  // The time from the action at a place to the next one.
  pauseBefore(place) {
    const { actions } = this.session;
    const pause = actions.timeOf(place) - (place === 0 ? 0 : actions.timeOf(place - 1));
    return Math.max(shortestPause, Math.min(pause, longestPause));
  }
}
