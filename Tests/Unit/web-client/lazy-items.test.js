/** Elements that are loaded lazily. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LazyItems } from '../../../web-client/elements/lazy-items.js';

globalThis.document = {
  createElement: () => ({ made: [], append() {}, setAttribute() {}, replaceChildren(...made) { this.made = made; } }),
};

/** A view of items, each shown as its name in capitals; `load` says whether that can be loaded, once it is told. */
function view() {
  const loads = [];
  const items = new LazyItems('items', ({ show }, one) => show(one), (use) => new Promise((resolve) => {
    loads.push((isThere) => {
      if (isThere) use({ show: (one) => one.toUpperCase() });
      resolve(isThere);
    });
  }));
  return { items, loads, shown: () => items.element.made };
}

const turn = () => new Promise((resolve) => { setImmediate(resolve); });

test('what could not be loaded is shown by a later drawing', async () => {
  const { items, loads, shown } = view();
  items.update(['a']);
  items.update(['a']);
  assert.equal(loads.length, 1);
  loads[0](false);
  await turn();
  items.update(['a']);
  assert.equal(loads.length, 2);
  loads[1](true);
  assert.deepEqual(shown(), ['A']);
  await turn();
  items.update(['a']);
  assert.equal(loads.length, 2);
});

test('what is loaded for items that are there no more shows nothing', async () => {
  const { items, loads, shown } = view();
  items.update(['a']);
  items.update(['b']);
  loads[1](true);
  loads[0](true);
  await turn();
  assert.deepEqual([shown(), items.element.hidden], [['B'], false]);
  items.update([]);
  assert.deepEqual([shown(), items.element.hidden], [[], true]);
});
