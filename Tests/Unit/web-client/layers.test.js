import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** A browser's history of one tab, which goes where it is told at once. */
class Tab {
  entries = [{ hash: '#/', state: null }];
  at = 0;
  #went = () => {};

  get hash() { return this.entries[this.at].hash; }
  get state() { return this.entries[this.at].state; }

  addEventListener(type, listener) {
    assert.equal(type, 'popstate');
    this.#went = listener;
  }

  pushState(state) { this.#push({ hash: this.hash, state }); }

  visit(hash) {
    this.#push({ hash, state: null });
    this.#went();
  }

  go(by) {
    if (!this.entries[this.at + by]) return;
    this.at += by;
    this.#went();
  }

  #push(entry) {
    this.entries.splice(this.at + 1, Infinity, entry);
    this.at += 1;
  }
}

let tab;
/** The names of the layers that are open, and those that do not close. */
let open;
let stubborn;
let layers;
let count = 0;

beforeEach(async () => {
  tab = new Tab();
  [open, stubborn] = [[], new Set()];
  Object.assign(globalThis, { window: tab, history: tab, location: tab });
  count += 1;
  layers = await import(`../../../web-client/layers.js?${count}`);
  layers.listenForBack(() => open.map((name) => () => {
    if (!stubborn.has(name)) open = open.filter((one) => one !== name);
    layers.followLayers();
  }));
  tab.visit('#/list/a');
});

function opened(...names) {
  for (const name of names) {
    open.push(name);
    layers.followLayers();
  }
}

test('Back closes the topmost layer, and then leaves the page', () => {
  opened('editing', 'dialog');
  const steps = [];
  for (let step = 0; step < 3; step += 1) {
    tab.go(-1);
    steps.push([tab.hash, ...open]);
  }
  assert.deepEqual(steps, [['#/list/a', 'editing'], ['#/list/a'], ['#/']]);
});

test('Back passes over the entries of layers that were closed otherwise', () => {
  opened('editing', 'dialog');
  layers.closeLayer();
  assert.deepEqual(open, ['editing']);
  tab.go(-1);
  assert.deepEqual([tab.hash, ...open], ['#/list/a']);
  tab.go(-1);
  assert.equal(tab.hash, '#/');
  tab.go(1);
  opened('dialog', 'dialog over it');
  layers.closeLayer();
  layers.closeLayer();
  tab.go(-1);
  assert.equal(tab.hash, '#/');
});

test('a layer takes the entry that another has left', () => {
  for (let time = 0; time < 5; time += 1) {
    opened('dialog');
    layers.closeLayer();
  }
  assert.equal(tab.entries.length, 3);
});

test('Forward opens nothing again, and Back leaves from there', () => {
  opened('dialog');
  tab.go(-1);
  tab.go(1);
  assert.deepEqual([tab.at, ...open], [2]);
  tab.go(-1);
  assert.equal(tab.hash, '#/');
});

test('a page that was left with a layer is left by one step where the user comes back to it', () => {
  opened('dialog');
  open = [];
  tab.visit('#/list/a/history');
  tab.go(-1);
  assert.equal(tab.hash, '#/list/a');
  tab.go(-1);
  assert.equal(tab.hash, '#/');
});

test('after a reload the entry of a layer is passed over, or taken again', async () => {
  opened('dialog');
  const { go } = tab;
  count += 1;
  layers = await import(`../../../web-client/layers.js?${count}`);
  layers.listenForBack(() => open.map(() => () => { open = []; }));
  layers.followLayers();
  assert.equal(tab.entries.length, 3);
  go.call(tab, -1);
  assert.deepEqual([tab.hash, ...open], ['#/list/a']);
  go.call(tab, -1);
  assert.equal(tab.hash, '#/');
});

test('what cannot be closed yet stays, with an entry for the next Back', () => {
  opened('sheet');
  stubborn.add('sheet');
  tab.go(-1);
  assert.deepEqual([tab.hash, tab.at, ...open], ['#/list/a', 2, 'sheet']);
  stubborn.clear();
  tab.go(-1);
  assert.deepEqual([tab.hash, ...open], ['#/list/a']);
});

test('a step over several entries closes all of their layers', () => {
  opened('editing', 'search', 'dialog');
  tab.go(-3);
  assert.deepEqual([tab.hash, ...open], ['#/list/a']);
  tab.go(-1);
  assert.equal(tab.hash, '#/');
});

test('a layer above those of the page closes first, and counts only while it is there', () => {
  opened('editing');
  let isOpen = true;
  layers.addLayer(() => isOpen, () => { isOpen = false; });
  tab.go(-1);
  assert.deepEqual([isOpen, ...open], [false, 'editing']);
  assert.ok(layers.closeLayer());
  assert.deepEqual(open, []);
  assert.ok(!layers.closeLayer());
});
