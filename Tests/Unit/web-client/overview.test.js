/** The order of the overview of lists, and what a device keeps of it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { arrangeLists, OverviewSettings } from '../../../web-client/pages/overview-settings.js';
import { newListId } from '../../../web-client/transfer/new-list-id.js';

/** A `Storage` in memory. */
function storage(items = {}) {
  return {
    getItem: (name) => items[name] ?? null,
    setItem: (name, value) => { items[name] = value; },
  };
}

const LISTS = ['Item 10', 'äpfel', 'Item 9', 'Zebra', ''].map((title, at) => (
  { list: `l${at}`, title }));
const titles = (settings, query) => arrangeLists(LISTS, settings.all, query)
  .map(({ title }) => title);

test('lists stand by title as people sort, or by last use', () => {
  const settings = new OverviewSettings(storage());
  assert.deepEqual(titles(settings), ['', 'äpfel', 'Item 9', 'Item 10', 'Zebra']);
  settings.use('l3', 1000);
  settings.use('l0', 2000);
  assert.deepEqual(titles(settings), ['', 'äpfel', 'Item 9', 'Item 10', 'Zebra']);
  settings.setOrder('recent');
  assert.deepEqual(titles(settings), ['Item 10', 'Zebra', '', 'äpfel', 'Item 9']);
});

test('pinned lists stand on top in the order in which they were pinned', () => {
  const kept = storage();
  const settings = new OverviewSettings(kept);
  settings.togglePinned('l3');
  settings.togglePinned('l0');
  assert.deepEqual(titles(new OverviewSettings(kept)), ['Zebra', 'Item 10', '', 'äpfel', 'Item 9']);
  settings.togglePinned('l3');
  assert.equal(settings.isPinned('l3'), false);
  assert.deepEqual(titles(settings), ['Item 10', '', 'äpfel', 'Item 9', 'Zebra']);
});

test('every word of a query has to be in the title, accents and case apart', () => {
  const settings = new OverviewSettings(storage());
  assert.deepEqual(titles(settings, '  TEM 1'), ['Item 10']);
  assert.deepEqual(titles(settings, 'apf'), ['äpfel']);
  assert.deepEqual(titles(settings, '10 zebra'), []);
  assert.deepEqual(titles(settings, 'ＺＥＢＲＡ'), ['Zebra']);
  // A list without a title is found by its id.
  assert.deepEqual(titles(settings, 'l4'), ['']);
});

test('what is stored is bounded, and what cannot be read counts as nothing', () => {
  const kept = storage();
  const settings = new OverviewSettings(kept);
  for (let time = 1; time <= 600; time += 1) settings.use(`list-${time}`, time);
  const { used } = settings.all;
  assert.equal(Object.keys(used).length, 500);
  assert.equal(used['list-600'], 600);
  const broken = new OverviewSettings(storage({ 'lockstep.overview': '{"pinned":3,"order":"x"' }));
  assert.deepEqual(broken.all, { order: 'title', pinned: [], used: {} });
});

test('the id of a new list is readable', () => {
  assert.equal(newListId('Für die Küche!', 'abc123'), 'fur-die-kuche-abc123');
  assert.equal(newListId('日本', 'abc123'), 'list-abc123');
});
