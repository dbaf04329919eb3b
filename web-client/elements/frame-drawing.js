/** Draws a page once in a frame, however often something has changed until then. */

/** Milliseconds after which a page is drawn that has no frames: it is not shown. */
const HIDDEN = 100;

export class FrameDrawing {
  #all;
  #rows;
  #frame = 0;
  #timer = 0;
  /** The options of all that is to be drawn together; `null` where the rows alone are. */
  #options = null;

  /** `all` draws the page, `rows` its rows alone; the former takes what waits. */
  constructor({ all, rows }) {
    this.#all = all;
    this.#rows = rows;
  }

  /** The page is to be drawn; options of earlier calls that are not given again stay. */
  add(options = {}) {
    this.#options = { ...this.#options, ...options };
  }

  /** As `add`, and it is drawn in the next frame. */
  soon(options) {
    this.add(options);
    this.rowsSoon();
  }

  /** The rows are drawn in the next frame. */
  rowsSoon() {
    if (this.#frame) return;
    this.#frame = requestAnimationFrame(() => this.#draw());
    this.#timer = setTimeout(() => this.#draw(), HIDDEN);
  }

  /** Draws what waits. */
  settle() {
    if (this.#frame) this.#draw();
  }

  /** The options of what waits, which the caller draws now. */
  take() {
    const options = this.#options ?? {};
    this.stop();
    return options;
  }

  /** Nothing waits any more. */
  stop() {
    this.#cancel();
    this.#options = null;
  }

  #draw() {
    const draw = this.#options === null ? this.#rows : this.#all;
    this.#cancel();
    draw();
  }

  #cancel() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
  }
}
