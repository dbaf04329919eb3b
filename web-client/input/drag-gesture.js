/** Dragging rows by their handles, with mouse, touch or pen. */

import { placeUnder } from './drop-place.js';
import { edgeScroller } from './edge-scroll.js';

const THRESHOLD = 4;

/**
 * `screen` gives `body` (the `ListBody`), `begin(row)`, `propose(place)`, `drop(from)` and
 * `cancel()`. The row follows the pointer; the list opens a gap where it may land.
 */
export class DragGesture {
  #screen;
  #held = null;

  constructor(root, screen) {
    this.#screen = screen;
    root.addEventListener('pointerdown', (event) => this.#press(event));
  }

  get active() { return this.#held?.lifted === true; }

  /** Lets go without an edit: Escape, or the row is gone. */
  cancel() {
    if (this.#held?.lifted) this.#finish(() => this.#screen.cancel());
    else this.#release();
  }

  #press(event) {
    const handle = event.target.closest('[data-action="handle"]');
    if (!handle || event.button !== 0 || this.#held) return;
    const element = handle.closest('[data-row]');
    const stop = new AbortController();
    const options = { signal: stop.signal };
    this.#held = {
      row: element.dataset.row, element, pointer: event.pointerId, stop, lifted: false,
      x: event.clientX, y: event.clientY, startY: event.clientY,
    };
    handle.setPointerCapture(event.pointerId);
    window.addEventListener('pointermove', (move) => this.#move(move), options);
    window.addEventListener('pointerup', (up) => this.#up(up), options);
    window.addEventListener('pointercancel', (lost) => this.#lost(lost), options);
    window.addEventListener('blur', () => this.cancel(), options);
  }

  #mine(event) { return event.pointerId === this.#held?.pointer; }

  #move(event) {
    if (!this.#mine(event)) return;
    event.preventDefault();
    this.#held.y = event.clientY;
    const way = Math.abs(event.clientY - this.#held.startY);
    if (!this.#held.lifted && way >= THRESHOLD) this.#lift();
    if (this.#held?.lifted) this.#follow();
  }

  #up(event) {
    if (!this.#mine(event)) return;
    if (!this.#held.lifted) {
      this.#release();
      return;
    }
    this.#finish((element, place) => this.#screen.drop(new Map([[element, place]])));
  }

  #lost(event) {
    if (this.#mine(event)) this.cancel();
  }

  #lift() {
    const { row, element } = this.#held;
    const place = element.getBoundingClientRect();
    this.#screen.body.gapHeight = place.height;
    const count = this.#screen.begin(row);
    if (count === 0) {
      this.#release();
      return;
    }
    Object.assign(this.#held, {
      lifted: true, grip: this.#held.startY - place.top, height: place.height,
      scroller: edgeScroller(() => this.#held?.y, () => this.#follow()),
    });
    element.dataset.count = count;
    element.classList.add('lifted');
    element.classList.toggle('several', count > 1);
    Object.assign(element.style, { width: `${place.width}px`, left: `${place.left}px` });
    document.documentElement.classList.add('dragging');
    this.#screen.lifted();
  }

  #follow() {
    const { element, y, grip, height } = this.#held;
    const top = y - grip;
    element.style.top = `${top}px`;
    const place = placeUnder(this.#screen.body, top + height / 2);
    if (place) this.#screen.propose(place);
  }

  #finish(then) {
    const { element, scroller } = this.#held;
    scroller.stop();
    const place = element.getBoundingClientRect();
    element.classList.remove('lifted', 'several');
    Object.assign(element.style, { width: '', left: '', top: '' });
    document.documentElement.classList.remove('dragging');
    this.#release();
    then(element, place);
  }

  #release() {
    this.#held?.stop.abort();
    this.#held = null;
  }
}
