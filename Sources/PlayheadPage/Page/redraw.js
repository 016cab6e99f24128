// @ts-check
// Draws the page again at the next frame, however often that is asked for.

export class Redraw {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {number | undefined} */
    this.frame = undefined;
  }

  request() {
    this.frame ??= requestAnimationFrame(() => this.now());
  }

  // For tests, which look at the page right after a step.
  ifRequested() {
    if (this.frame === undefined) return;
    try {
      this.now();
    } catch (error) {
      // As a browser reports what goes wrong in a frame.
      reportError(error);
    }
  }

  now() {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
    this.draw();
  }
}
