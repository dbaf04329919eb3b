/** Swiping outside edit mode: reveals the delete button of a row, and deletes nothing by itself. */

import { ignoreClick } from './clicks.js';

/** Pixels that decide whether a touch is a swipe or scrolling. */
const SLOP = 8;
/** Pixels from which on a swipe reveals the button. */
const REVEAL = 56;

/** `page` is a `ListPage`. */
export class SwipeGesture {
  #page;
  #swipe = null;
  /** The row that was swiped open last, and where it was on screen, in pixels. */
  #opened = { row: null, top: 0 };

  constructor(root, page) {
    this.#page = page;
    root.addEventListener('pointerdown', (event) => this.#press(event));
    root.addEventListener('pointermove', (event) => this.#move(event));
    root.addEventListener('pointerup', () => this.#end(true));
    root.addEventListener('pointercancel', () => this.#end(false));
  }

  /** Ends a swipe that is going on; the row slides back. */
  cancel() {
    this.#end(false);
  }

  #press(event) {
    const element = event.target.closest('[data-row]');
    if (!element || event.pointerType === 'mouse' || !event.isPrimary) return;
    if (event.target.closest('[data-action="handle"]')) return;
    if (!this.#page.maySwipe(element.dataset.row)) return;
    this.#swipe = {
      element, face: element.querySelector('.face'), x: event.clientX, y: event.clientY, by: 0,
      going: false,
    };
  }

  #move(event) {
    const swipe = this.#swipe;
    if (!swipe) return;
    const direction = getComputedStyle(swipe.element).direction === 'rtl' ? -1 : 1;
    const dx = (swipe.x - event.clientX) * direction;
    const dy = Math.abs(event.clientY - swipe.y);
    if (!swipe.going && dy > SLOP && dy > Math.abs(dx)) this.#end(false);
    if (!swipe.going && Math.abs(dx) > SLOP && Math.abs(dx) > dy) {
      swipe.going = true;
      this.#page.press.end();
    }
    if (!swipe.going || !this.#swipe) return;
    swipe.by = Math.max(0, Math.min(dx, swipe.element.offsetWidth * 0.6));
    swipe.face.style.transform = `translateX(${-swipe.by * direction}px)`;
  }

  #end(decide) {
    const swipe = this.#swipe;
    this.#swipe = null;
    if (!swipe) return;
    swipe.face.style.transform = '';
    if (!swipe.going) return;
    ignoreClick();
    if (!decide || swipe.by < REVEAL) {
      this.#page.conceal();
      return;
    }
    const { row } = swipe.element.dataset;
    this.#page.reveal(row);
    this.#opened = { row, top: swipe.element.getBoundingClientRect().top };
  }

  /** The page was scrolled: closes a row that was swiped open and is elsewhere on screen now. */
  scrolled() {
    const { row, top } = this.#opened;
    if (row === null || this.#page.state.revealed !== row) return;
    const element = this.#page.body.rowElement(row);
    const moved = element ? Math.abs(element.getBoundingClientRect().top - top) : Infinity;
    if (moved > SLOP) this.#page.conceal();
  }
}
