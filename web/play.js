/*
 * play.js - how many visits of the searches are on the screen, and playing them
 */

const PLAYING = 5000; // milliseconds from the first visit to the last

export class Player {
  shown = Infinity; // visits on the screen
  playing = false;
  #most;
  #changed;

  /* `most` returns how many visits there are; `changed` is called where others are on the screen. */
  constructor(most, changed) {
    this.#most = most;
    this.#changed = changed;
  }

  toggle() {
    if (this.shown >= this.#most()) this.shown = 0;
    this.playing = !this.playing;
    this.#changed();
    let before = performance.now();
    const go = now => {
      if (!this.playing) return;
      this.shown += Math.max((now - before) * (this.#most() / PLAYING), 0.001);
      before = now;
      if (this.shown >= this.#most()) this.stop();
      this.#changed();
      requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  }

  /* All visits are on the screen. */
  stop() {
    this.playing = false;
    this.shown = Infinity;
  }

  show(visits) {
    this.playing = false;
    this.shown = visits;
    this.#changed();
  }

  /* One more; after the last one the first. */
  step() {
    this.show(Math.min(this.#most(), (this.shown >= this.#most() ? 0 : Math.floor(this.shown)) + 1));
  }
}
