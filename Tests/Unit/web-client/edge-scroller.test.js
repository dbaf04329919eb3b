import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EdgeScroll } from '../../../web-client/input/edge-scroller.js';

const HEIGHT = 800;

/** How far a page of `length` scrolls in so many milliseconds at `y`, one frame each `span` ms. */
function scrolled(y, span, { time = 400, length = 20_000, scroll = new EdgeScroll() } = {}) {
  let by = 0;
  for (let passed = span; passed <= time; passed += span) by += scroll.step(span, y, HEIGHT, length);
  return by;
}

const near = (one, other) => Math.abs(one - other) <= Math.abs(other) / 100;

test('a slow display scrolls as far as a fast one in the same time', () => {
  for (const time of [400, 2400]) {
    const [fast, usual, slow] = [8, 16, 80].map((span) => scrolled(790, span, { time }));
    assert.ok(near(usual, fast) && near(slow, fast), `${time}: ${fast} ${usual} ${slow}`);
  }
});

test('it scrolls up at the upper edge, faster further out, and not in between', () => {
  assert.ok(scrolled(10, 16) < scrolled(60, 16) && scrolled(60, 16) < 0);
  assert.equal(scrolled(400, 16), 0);
});

test('it grows faster with time at the edge, most beyond it, and is slow again off the edge', () => {
  const scroll = new EdgeScroll();
  const seconds = [1, 2, 3].map(() => scrolled(799, 16, { time: 1000, length: 1e6, scroll }));
  assert.ok(seconds[1] > 2 * seconds[0] && seconds[2] > 2 * seconds[1], `${seconds}`);
  assert.ok(scrolled(740, 16, { time: 1000, length: 1e6, scroll }) < 400);
  assert.ok(scrolled(900, 16, { time: 3000, length: 1e6 }) > 2 * scrolled(799, 16, { time: 3000, length: 1e6 }));
});

test('ten thousand rows pass in seconds, and short lists do not rush by', () => {
  const rows = 10_000 * 52;
  assert.ok(scrolled(799, 16, { time: 8000, length: rows }) > rows);
  assert.ok(scrolled(900, 16, { time: 4500, length: rows }) > rows);
  assert.ok(scrolled(900, 16, { time: 1000, length: 2000 }) <= 2000);
});

test('a frame that comes very late does not make the page jump', () => {
  assert.ok(scrolled(-500, 400) >= -100);
});
