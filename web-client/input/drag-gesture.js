/** Dragging rows by their handles with mouse, touch or pen. */

/** Pixels that the pointer moves before a press becomes a drag. */
const THRESHOLD = 4;

/**
 * The pointer's part of a drag: the pressed row is lifted and follows the pointer, and its place is
 * proposed to a `RowDrag`, which opens the gap and drops the rows.
 */
export class DragGesture {
  #rowDrag;
  /** The press or drag that is going on. */
  #press = null;

  constructor(root, rowDrag) {
    this.#rowDrag = rowDrag;
    root.addEventListener('pointerdown', (event) => this.#begin(event));
  }

  /** Whether a row is lifted. */
  get active() { return this.#press?.lifted === true; }

  /** Ends without an edit: Escape was pressed, or the row was deleted. */
  cancel() {
    if (this.#press?.lifted) this.#finish(() => this.#rowDrag.cancel());
    else this.#release();
  }

  #begin(event) {
    const handle = event.target.closest('[data-action="handle"]');
    if (!handle || event.button !== 0 || this.#press) return;
    const element = handle.closest('[data-row]');
    const stop = new AbortController();
    const options = { signal: stop.signal };
    this.#press = {
      row: element.dataset.row, element, pointer: event.pointerId, stop, lifted: false,
      y: event.clientY, startY: event.clientY,
    };
    handle.setPointerCapture(event.pointerId);
    window.addEventListener('pointermove', (move) => this.#move(move), options);
    window.addEventListener('pointerup', (up) => this.#up(up), options);
    window.addEventListener('pointercancel', (cancel) => this.#interrupted(cancel), options);
    window.addEventListener('blur', () => this.cancel(), options);
  }

  #isSamePointer(event) { return event.pointerId === this.#press?.pointer; }

  #move(event) {
    if (!this.#isSamePointer(event)) return;
    event.preventDefault();
    this.#press.y = event.clientY;
    const distance = Math.abs(event.clientY - this.#press.startY);
    if (!this.#press.lifted && distance >= THRESHOLD) this.#lift();
    if (this.#press?.lifted) this.#follow();
  }

  #up(event) {
    if (!this.#isSamePointer(event)) return;
    if (!this.#press.lifted) {
      this.#release();
      return;
    }
    this.#finish((element, place) => this.#rowDrag.drop(new Map([[element, place]])));
  }

  #interrupted(event) {
    if (this.#isSamePointer(event)) this.cancel();
  }

  #lift() {
    const { row, element } = this.#press;
    const place = element.getBoundingClientRect();
    this.#rowDrag.body.gapHeight = place.height;
    const count = this.#rowDrag.begin(row);
    if (count === 0) {
      this.#release();
      return;
    }
    Object.assign(this.#press, {
      lifted: true, grip: this.#press.startY - place.top, height: place.height,
      scroller: edgeScroller(() => this.#press?.y, () => this.#follow()),
    });
    element.dataset.count = count;
    element.classList.add('lifted');
    element.classList.toggle('several', count > 1);
    Object.assign(element.style, { width: `${place.width}px`, left: `${place.left}px` });
    document.documentElement.classList.add('dragging');
    this.#rowDrag.lifted();
  }

  #follow() {
    const { element, y, grip, height } = this.#press;
    const top = y - grip;
    element.style.top = `${top}px`;
    const place = placeUnder(this.#rowDrag.body, top + height / 2);
    if (place) this.#rowDrag.propose(place);
  }

  /** Puts the element back into the list and calls `then` with it and its place on screen. */
  #finish(then) {
    const { element, scroller } = this.#press;
    scroller.stop();
    const place = element.getBoundingClientRect();
    element.classList.remove('lifted', 'several');
    Object.assign(element.style, { width: '', left: '', top: '' });
    document.documentElement.classList.remove('dragging');
    this.#release();
    then(element, place);
  }

  #release() {
    this.#press?.stop.abort();
    this.#press = null;
  }
}

/**
 * The place `{section, index}` in the `ListBody` at the vertical position `y`, or `null` where
 * there is no section. The index counts the rows that stay, without the lifted row and the gap.
 */
function placeUnder(body, y) {
  const origin = body.element.getBoundingClientRect().top;
  const sections = [...body.element.querySelectorAll('[data-section]')];
  const at = sections.findLast((section) => origin + section.offsetTop <= y) ?? sections[0];
  if (!at) return null;
  const rows = [...at.querySelectorAll('[data-row]:not(.lifted)')];
  const above = rows.filter((row) => middleOf(row, origin) < y).length;
  const { section } = at.dataset;
  return { section, index: (body.firstIndex.get(section) ?? 0) + above };
}

/** The vertical middle of an element on screen, without the transforms of running animations. */
function middleOf(element, origin) {
  return origin + element.offsetTop + element.offsetHeight / 2;
}

/** The height in pixels of the zones at the edges of the window in which the page scrolls. */
const EDGE = 90;
/** Pixels for each millisecond. */
const FASTEST = 0.96;
/** Milliseconds; a frame that took longer scrolls no further. */
const LONGEST_STEP = 100;

/**
 * Scrolls the page while the pointer is near an edge of the window, until `stop`. `pointerY`
 * returns the vertical position of the pointer, `scrolled` is called after each step.
 */
export function edgeScroller(pointerY, scrolled) {
  let frame = 0;
  let last = performance.now();
  const step = (now) => {
    const y = pointerY();
    if (y === undefined) return;
    const passed = Math.max(0, Math.min(LONGEST_STEP, now - last));
    last = now;
    const above = Math.max(0, EDGE - y);
    const below = Math.max(0, y - (window.innerHeight - EDGE));
    const depth = Math.max(-1, Math.min(1, (below - above) / EDGE));
    if (depth !== 0) {
      const before = window.scrollY;
      window.scrollBy(0, depth * FASTEST * passed);
      if (window.scrollY !== before) scrolled();
    }
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return { stop: () => cancelAnimationFrame(frame) };
}
