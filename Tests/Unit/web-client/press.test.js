import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { Press } from '../../../web-client/input/press.js';

/** A window, and what a page that draws three times between press and click has drawn. */
function pressed(type = 'mouse', { isPrimary = true, button = 0 } = {}) {
  mock.timers.enable({ apis: ['setTimeout'] });
  const target = new EventTarget();
  const stop = new AbortController();
  const press = new Press(target, stop.signal);
  const drawn = [];
  const draw = (what) => { if (!press.defers(() => draw(what))) drawn.push(what); };
  const hear = (name, more) => target.dispatchEvent(Object.assign(new Event(name), more));
  draw('before');
  hear('pointerdown', { isPrimary, button });
  for (const what of ['one', 'two']) draw(what);
  return { press, drawn, draw, hear, stop, release: () => hear('pointerup', { pointerType: type }) };
}

test('between a press and its click nothing is drawn, and then once', () => {
  const { drawn, draw, hear, release } = pressed();
  assert.deepEqual(drawn, ['before']);
  release();
  draw('three');
  assert.deepEqual(drawn, ['before']);
  hear('click');
  draw('by the click');
  assert.deepEqual(drawn, ['before', 'by the click']);
  mock.timers.tick(0);
  assert.deepEqual(drawn, ['before', 'by the click', 'three']);
  mock.timers.reset();
});

for (const [type, soon, late] of [['mouse', 49, 1], ['touch', 349, 1]]) {
  test(`where no click follows the press of a ${type}, it is over soon`, () => {
    const { drawn, release } = pressed(type);
    mock.timers.tick(10_000);
    release();
    mock.timers.tick(soon);
    assert.deepEqual(drawn, ['before']);
    mock.timers.tick(late);
    assert.deepEqual(drawn, ['before', 'two']);
    mock.timers.reset();
  });
}

test('a press that becomes something else is over at once', () => {
  for (const name of ['pointercancel', 'contextmenu', 'dragstart', 'keydown', 'blur']) {
    const { drawn, hear } = pressed();
    hear(name);
    assert.deepEqual(drawn, ['before', 'two'], name);
    mock.timers.reset();
  }
  const { press, drawn } = pressed();
  press.end();
  assert.deepEqual(drawn, ['before', 'two']);
  mock.timers.reset();
});

test('other buttons and further fingers are no press, and a page that was left draws nothing', () => {
  for (const other of [{ button: 2 }, { isPrimary: false }]) {
    assert.deepEqual(pressed('mouse', other).drawn, ['before', 'one', 'two']);
    mock.timers.reset();
  }
  const { drawn, release, stop } = pressed();
  release();
  stop.abort();
  mock.timers.tick(1000);
  assert.deepEqual(drawn, ['before']);
  mock.timers.reset();
});
