import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { edgeScroller } from '../../web-client/input/drag-gesture.js';

mock.method(performance, 'now', () => 0);

/** How far a page scrolls in 400 ms with a pointer at `y`, at one frame each `span` ms. */
function scrolled(y, span) {
  let next = null;
  globalThis.window = {
    innerHeight: 800,
    scrollY: 1000,
    scrollBy(x, by) { this.scrollY += by; },
  };
  globalThis.requestAnimationFrame = (step) => { next = step; };
  globalThis.cancelAnimationFrame = () => { next = null; };
  const scroller = edgeScroller(() => y, () => {});
  for (let passed = span; passed <= 400; passed += span) next(passed);
  scroller.stop();
  assert.equal(next, null);
  return window.scrollY - 1000;
}

test('a slow display scrolls as far as a fast one in the same time', () => {
  const [fast, usual, slow] = [8, 16, 80].map((span) => scrolled(790, span));
  assert.ok(fast > 300, `${fast}`);
  assert.ok(Math.abs(usual - fast) < 1 && Math.abs(slow - fast) < 1, `${fast} ${usual} ${slow}`);
});

test('it scrolls up at the upper edge, faster further out, and not in between', () => {
  assert.ok(scrolled(10, 16) < scrolled(60, 16) && scrolled(60, 16) < 0);
  assert.equal(scrolled(400, 16), 0);
});

test('a frame that comes very late does not make the page jump', () => {
  assert.ok(scrolled(-500, 400) >= -100);
});
