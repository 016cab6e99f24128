// Plays the session at the speed at which it was recorded, or faster.

// A pause of the user is cut to this many nanoseconds: a viewer sees that there was one, and does not wait.
const longestPause = 1e9;
// A step stays for a frame at least, so that each is seen: the sessions of tests often last some milliseconds.
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
    // Recorded time that has passed since the step in view.
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

  // Goes on by as many steps as fit into the time since the last frame.
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

  // The time between the action at a place and the next one.
  pauseBefore(place) {
    const { offsets } = this.session.actions;
    const pause = offsets[place] - (place === 0 ? 0 : offsets[place - 1]);
    return Math.max(shortestPause, Math.min(pause, longestPause));
  }
}
