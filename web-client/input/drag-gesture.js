/**
 * Dragging rows with mouse, touch or pen: by their handles, and outside edit mode by the rows
 * themselves.
 */

import { ignoreClick } from './clicks.js';
import { edgeScroller } from './edge-scroller.js';

/** Pixels that the pointer moves before a press on a handle, or on a row, becomes a drag. */
const THRESHOLD = 4;
const BODY_THRESHOLD = 6;
/** Milliseconds that a finger or a pen rests on a row to lift it or for its menu, and the pixels it may move. */
const HOLD = 400;
const HOLD_SLOP = 8;
/** Milliseconds after the last scrolling step; then the rows around the window are drawn again. */
const SETTLED = 150;
/** Pixels; with fewer drawn beyond the window, a page that scrolls draws again. */
const FAST_MARGIN = 40;

/** The kinds of presses that rest on a row. */
const RESTS = new Set(['hold', 'rest']);

/** What a press on a row is for, other than dragging it. */
const CONTROLS = 'a, button, input, textarea, select, label, summary, [contenteditable]';

/**
 * The pointer's part of a drag: the pressed row is lifted and follows the pointer, and its place is
 * proposed to a `RowDrag`, which opens the gap and drops the rows.
 *
 * A handle is dragged at once. A row is lifted by a mouse that moves up or down (sideways it
 * selects text), and by a finger or a pen that rests on it (a finger that moves at once scrolls or
 * swipes); where that leaves again without having moved, it opens the menu of the row. So it does where the row itself
 * is not lifted: in edit mode, and where it may not move.
 */
export class DragGesture {
  #rowDrag;
  /** The press or drag that is going on. */
  #press = null;
  /** Whether the press that ended last was more than a tap. */
  #wasGesture = false;

  constructor(root, rowDrag) {
    this.#rowDrag = rowDrag;
    root.addEventListener('pointerdown', (event) => this.#begin(event));
    // Only a listener that was there before the touch can keep the page from scrolling.
    root.addEventListener('touchmove', (event) => {
      if (this.active && event.cancelable) event.preventDefault();
    }, { passive: false });
    // Its click would come late, and press what the menu has there.
    root.addEventListener('touchend', (event) => {
      if (this.#wasGesture && event.cancelable) event.preventDefault();
    });
    // The browser's own drag, of a selected text, would take the pointer away; links may be dragged.
    root.addEventListener('dragstart', (event) => {
      if (event.target.nodeName !== 'A') event.preventDefault();
    });
    root.addEventListener('contextmenu', (event) => this.#onContextMenu(event), { capture: true });
  }

  /** Whether a row is lifted. */
  get active() { return this.#press?.lifted === true; }

  /** Ends without an edit: Escape was pressed, or the row was deleted. */
  cancel() {
    if (this.#press?.lifted) this.#finish(() => this.#rowDrag.cancel());
    else this.#release();
  }

  #begin(event) {
    this.#wasGesture = false;
    if (event.button !== 0 || this.#press) return;
    const row = event.target.closest('[data-row]')?.dataset.row;
    const handle = event.target.closest('[data-action="handle"]');
    const kind = handle ? 'handle' : this.#kindOfPress(event, row);
    if (!row || !kind) return;
    const stop = new AbortController();
    const options = { signal: stop.signal };
    this.#press = {
      kind, row, pointer: event.pointerId, stop, lifted: false, y: event.clientY,
      startX: event.clientX, startY: event.clientY,
    };
    if (kind === 'hold') this.#press.timer = setTimeout(() => this.#lift(), HOLD);
    if (kind === 'rest') this.#press.timer = setTimeout(() => this.#rested(), HOLD);
    handle?.setPointerCapture(event.pointerId);
    window.addEventListener('pointermove', (move) => this.#move(move), options);
    window.addEventListener('pointerup', (up) => this.#up(up), options);
    window.addEventListener('pointercancel', (cancel) => this.#interrupted(cancel), options);
    window.addEventListener('scroll', () => this.#onScroll(), { ...options, passive: true });
    window.addEventListener('blur', () => this.cancel(), options);
  }

  /** How a press on a row itself lifts it: `mouse`, `hold`; `rest` where it may open its menu alone; or `null`. */
  #kindOfPress(event, row) {
    const { altKey, ctrlKey, metaKey, shiftKey, isPrimary, pointerType, target } = event;
    if (!row || !isPrimary || altKey || ctrlKey || metaKey || shiftKey) return null;
    if (target.closest(CONTROLS)) return null;
    const isMouse = pointerType === 'mouse';
    if (this.#rowDrag.mayDragBody(row)) return isMouse ? 'mouse' : 'hold';
    return isMouse || this.#rowDrag.page.state.drag ? null : 'rest';
  }

  /** A finger has rested on a row that is not lifted: no text is selected, where the browser would begin that now. */
  #rested() {
    this.#press.isRested = true;
    document.documentElement.classList.add('dragging');
  }

  #isSamePointer(event) { return event.pointerId === this.#press?.pointer; }

  #move(event) {
    if (!this.#isSamePointer(event)) return;
    this.#press.y = event.clientY;
    const { kind, startX, startY } = this.#press;
    const [dx, dy] = [Math.abs(event.clientX - startX), Math.abs(event.clientY - startY)];
    if (this.#press.lifted) {
      event.preventDefault();
      this.#press.moved ||= Math.max(dx, dy) > HOLD_SLOP;
      this.#follow();
      return;
    }
    if (kind === 'handle') {
      if (dy >= THRESHOLD) this.#lift();
    } else if (kind === 'mouse') {
      if (dy >= BODY_THRESHOLD && dy > dx) this.#lift();
      else if (dx >= BODY_THRESHOLD) this.#release();
    } else if (Math.max(dx, dy) > HOLD_SLOP) this.#release();
  }

  #up(event) {
    if (!this.#isSamePointer(event)) return;
    const { kind, row, lifted, moved, isRested } = this.#press;
    this.#wasGesture = lifted || isRested;
    if (!this.#wasGesture) {
      this.#release();
      return;
    }
    ignoreClick();
    if (isRested || (kind === 'hold' && !moved)) {
      this.cancel();
      const { page } = this.#rowDrag;
      page.state.active = row;
      page.commands['row-menu'](row);
    } else this.#finish((element, place) => this.#rowDrag.drop(new Map([[element, place]])));
  }

  #interrupted(event) {
    if (this.#isSamePointer(event)) this.cancel();
  }

  /** A finger that rests on a row lifts it, or opens its menu; nothing else comes up meanwhile. */
  #onContextMenu(event) {
    if (!RESTS.has(this.#press?.kind) && !this.active) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #onScroll() {
    if (this.active) this.#follow(true);
    else if (RESTS.has(this.#press?.kind)) this.#release();
  }

  #lift() {
    const { row, pointer, startY } = this.#press;
    const { body } = this.#rowDrag;
    clearTimeout(this.#press.timer);
    this.#rowDrag.page.press.end();
    const element = body.rowElement(row);
    const place = element?.getBoundingClientRect();
    if (place) body.gapHeight = place.height;
    const count = place ? this.#rowDrag.begin(row) : 0;
    if (count === 0) {
      this.#release();
      return;
    }
    Object.assign(this.#press, {
      element, lifted: true, grip: startY - place.top, height: place.height, top: null,
      scroller: edgeScroller(() => this.#press.y, () => this.#follow(true)),
    });
    element.dataset.count = count;
    element.classList.add('lifted');
    element.classList.toggle('several', count > 1);
    Object.assign(element.style, { width: `${place.width}px`, left: `${place.left}px` });
    document.documentElement.classList.add('dragging');
    window.getSelection()?.removeAllRanges();
    element.setPointerCapture(pointer);
    this.#rowDrag.lifted();
    this.#follow();
  }

  /** Keeps the row at the pointer and the gap below it; `scrolled` where the page was scrolled. */
  #follow(scrolled = false) {
    const { element, y, grip, height, top } = this.#press;
    const { body } = this.#rowDrag;
    const propose = () => {
      const place = body.placeAt(y - grip + height / 2);
      return place !== null && this.#rowDrag.propose(place, scrolled);
    };
    let drawn = propose();
    if (scrolled && !body.covers(FAST_MARGIN)) {
      this.#rowDrag.page.drawRows({ fast: true });
      drawn = true;
    }
    // Where the rows were not in the document yet, their place was an estimate.
    if (scrolled && drawn) propose();
    if (y - grip !== top) element.style.top = `${y - grip}px`;
    this.#press.top = y - grip;
    if (scrolled) this.#settle();
  }

  /** Draws as usual once the page scrolls no more. */
  #settle() {
    clearTimeout(this.#press.settling);
    this.#press.settling = setTimeout(() => this.#rowDrag.page.drawRows(), SETTLED);
  }

  /** Puts the element back into the list and calls `then` with it and its place on screen. */
  #finish(then) {
    const { element, scroller } = this.#press;
    scroller.stop();
    const place = element.getBoundingClientRect();
    element.classList.remove('lifted', 'several');
    Object.assign(element.style, { width: '', left: '', top: '' });
    this.#release();
    then(element, place);
  }

  #release() {
    document.documentElement.classList.remove('dragging');
    clearTimeout(this.#press?.timer);
    clearTimeout(this.#press?.settling);
    this.#press?.stop.abort();
    this.#press = null;
  }
}
