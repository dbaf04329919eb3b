/** Scrolls the page while something is held near its upper or lower edge. */

const EDGE = 90;
const FASTEST = 16;

/** `where` gives the height of the pointer; `then` runs after each step. */
export function edgeScroller(where, then) {
  let frame = 0;
  const step = () => {
    const y = where();
    if (y === undefined) return;
    const above = Math.max(0, EDGE - y);
    const below = Math.max(0, y - (window.innerHeight - EDGE));
    const speed = ((below - above) / EDGE) * FASTEST;
    if (speed !== 0) {
      const before = window.scrollY;
      window.scrollBy(0, Math.max(-FASTEST, Math.min(FASTEST, speed)));
      if (window.scrollY !== before) then();
    }
    frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return { stop: () => cancelAnimationFrame(frame) };
}
