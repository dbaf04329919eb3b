/** Scrolling the page while a row is held near an edge of the window, and how fast. */

/** The height in pixels of the zones at the edges of the window in which the page scrolls. */
const EDGE = 90;
/** How far beyond the edge, in heights of the zone, going further still scrolls faster. */
const DEEPEST = 2;
/** Pixels for each millisecond at the edge, before the speed grows. */
const SPEED = 0.96;
/** From this depth on the speed grows with time: pulling back out of it is slow at once. */
const GROWING = 0.5;
/** Milliseconds at the edge after which the speed begins to grow, and in which it doubles. */
const STEADY = 500;
const DOUBLING = 650;
/** Pixels for each millisecond, and the milliseconds that the whole page takes at least. */
const SLOWEST_LIMIT = 2;
const SHORTEST_PASSAGE = 1500;
/** Milliseconds; a frame that took longer scrolls no further. */
const LONGEST_STEP = 100;

/** How deep `y` is in the zones of a window of `height`: negative above, positive below. */
function depthOf(y, height) {
  const above = Math.max(0, EDGE - y);
  const below = Math.max(0, y - (height - EDGE));
  return Math.max(-DEEPEST, Math.min(DEEPEST, (below - above) / EDGE));
}

/**
 * The speed by depth and time: the deeper the pointer is in the zone, and beyond the edge, the
 * faster, and the longer it is there.
 */
export class EdgeScroll {
  /** Milliseconds at the edge; twice as many beyond it. Negative while scrolling up. */
  #grown = 0;

  /**
   * How far to scroll, in pixels, after `passed` milliseconds with the pointer at `y` in a window
   * of `height`; `length` is the height of the page. All but the times are in pixels.
   */
  step(passed, y, height, length) {
    const depth = depthOf(y, height);
    const time = Math.max(0, Math.min(LONGEST_STEP, passed));
    if (Math.abs(depth) < GROWING || depth * this.#grown < 0) this.#grown = 0;
    const growth = Math.abs(depth) < GROWING ? 0 : depth * time;
    const middle = Math.abs(this.#grown + growth / 2);
    this.#grown += growth;
    const factor = 2 ** (Math.max(0, middle - STEADY) / DOUBLING);
    const limit = Math.max(SLOWEST_LIMIT, length / SHORTEST_PASSAGE);
    const steady = Math.max(-1, Math.min(1, depth)) * SPEED;
    return Math.sign(steady) * Math.min(limit, Math.abs(steady) * factor) * time;
  }
}

/**
 * Scrolls the page while the pointer is near an edge of the window, until `stop`. `pointerY`
 * returns the vertical position of the pointer, `scrolled` is called after each step.
 */
export function edgeScroller(pointerY, scrolled) {
  const scroll = new EdgeScroll();
  let last = performance.now();
  let left = 0;
  let frame = 0;
  const step = (now) => {
    const length = document.documentElement.scrollHeight;
    left += scroll.step(now - last, pointerY(), window.innerHeight, length);
    last = now;
    // Browsers round where they scroll to.
    const whole = Math.trunc(left);
    left -= whole;
    if (whole !== 0) {
      const before = window.scrollY;
      window.scrollBy(0, whole);
      if (window.scrollY !== before) scrolled();
    }
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return { stop: () => cancelAnimationFrame(frame) };
}
