/** Scrolls the page while something is held near its upper or lower edge. */

const EDGE = 90;
/** Pixels a millisecond, and the longest time that one step makes up for. */
const FASTEST = 0.96;
const LONGEST = 100;

/** `where` gives the height of the pointer; `then` runs after each step. */
export function edgeScroller(where, then) {
  let frame = 0;
  let last = performance.now();
  const step = (now) => {
    const y = where();
    if (y === undefined) return;
    const passed = Math.max(0, Math.min(LONGEST, now - last));
    last = now;
    const above = Math.max(0, EDGE - y);
    const below = Math.max(0, y - (window.innerHeight - EDGE));
    const depth = Math.max(-1, Math.min(1, (below - above) / EDGE));
    if (depth !== 0) {
      const before = window.scrollY;
      window.scrollBy(0, depth * FASTEST * passed);
      if (window.scrollY !== before) then();
    }
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return { stop: () => cancelAnimationFrame(frame) };
}
