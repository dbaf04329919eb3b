import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { FrameDrawing } from '../../../web-client/elements/frame-drawing.js';

/** A drawing, what it drew, and `frame()`, which is the next frame of the browser. */
function drawing() {
  let waiting = null;
  globalThis.requestAnimationFrame = (work) => { waiting = work; return 1; };
  globalThis.cancelAnimationFrame = () => { waiting = null; };
  const drawn = [];
  const made = new FrameDrawing({ all: () => drawn.push(made.take()), rows: () => drawn.push('rows') });
  return { made, drawn, frame: () => { const work = waiting; waiting = null; work?.(); } };
}

test('what changes until the next frame is drawn once, with the options of all', () => {
  const { made, drawn, frame } = drawing();
  made.soon({ moving: true });
  made.soon({});
  made.rowsSoon();
  assert.deepEqual(drawn, []);
  frame();
  frame();
  assert.deepEqual(drawn, [{ moving: true }]);
});

test('the rows alone are drawn where nothing else has changed', () => {
  const { made, drawn, frame } = drawing();
  made.rowsSoon();
  frame();
  made.soon();
  frame();
  assert.deepEqual(drawn, ['rows', {}]);
});

test('what is drawn at once is not drawn again', () => {
  const { made, drawn, frame } = drawing();
  made.soon({ moving: true });
  made.add({ from: 'here' });
  assert.deepEqual(made.take(), { moving: true, from: 'here' });
  frame();
  assert.deepEqual(drawn, []);
});

test('a page without frames is drawn all the same', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const { made, drawn } = drawing();
  made.soon();
  mock.timers.tick(1_000);
  assert.deepEqual(drawn, [{}]);
  mock.timers.reset();
});
