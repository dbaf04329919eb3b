/** Searching and filtering lists. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DragPlaces } from '../../../web-client/screen/drag-places.js';
import {
  ListView, tallyOfList, touchedBy, touchedByActions,
} from '../../../web-client/screen/list-view.js';
import { rangesOf, TextSearch } from '../../../web-client/finding/text-search.js';
import { RemoteSearch } from '../../../web-client/finding/remote-search.js';
import { folded } from '../../../web-client/texts/folding.js';

const row = (id, fields = {}) => ({ id, fields: { title: id, ...fields } });
const listOf = (sections) => ({
  title: '', rules: {},
  sections: Object.entries(sections).map(([id, rows]) => ({ id, title: id, rules: {}, rows })),
});
const shownIds = (view, list) => view.visible(list).sections.map(({ rows }) => rows.map((one) => one.id));

/** A storage in memory. */
const memory = () => {
  const items = new Map();
  return {
    getItem: (key) => items.get(key) ?? null, setItem: (key, value) => items.set(key, value),
    removeItem: (key) => items.delete(key), items,
  };
};

test('letter case and accents do not count, and what was found is marked in the text as it is', () => {
  assert.equal(folded('CAFÉ ΟΔΟΣ'), folded('cafe οδος'));
  const cases = [
    ['Crème Brûlée', 'BRULEE', [[6, 12]]],
    ['e\u0301te\u0301', 'ete', [[0, 5]]],
    ['aaaa', 'aa', [[0, 2], [2, 4]]],
    ['İstanbul', 'istan', [[0, 5]]],
    ['😀 milk', 'milk', [[3, 7]]],
    ['die Straße', 'STRASSE', [[4, 10]]],
    ['STRASSE', 'straße', [[0, 7]]],
    ['ﬁne', 'fi', [[0, 1]]],
    ['aßb', 's', [[1, 2]]],
    ['Ｍｉｌｋ', 'milk', [[0, 4]]],
    ['milk', 'ｍＩＬＫ', [[0, 4]]],
    ['a ｶﾞｽ', 'ガ', [[2, 4]]],
    ['㎏ 5', 'kg', [[0, 1]]],
    ['ὈΔΥΣΣΕΎΣ', 'οδυσσευς', [[0, 8]]],
    ['x \u1112\u1161\u11ab', '한', [[2, 5]]],
    ['각', '가', []],
    ['milk', '  ', []],
    ['milk', 'x', []],
  ];
  for (const [text, wanted, ranges] of cases) assert.deepEqual(rangesOf(text, wanted), ranges, text);
});

test('a search takes titles and details of all sections in order, and begins where the user is', () => {
  const list = listOf({
    one: [row('a', { title: 'Oat milk' }), row('b', { detail: 'with milk' })],
    two: [row('c', { title: 7, note: 'milk' }), row('d', { title: 'MILK' })],
  });
  const found = (text, from) => {
    const search = new TextSearch(list, text, from);
    assert.equal(search.run(), true);
    return [search.matches, search.first];
  };
  assert.deepEqual(found('milk', null), [['a', 'b', 'd'], 0]);
  assert.deepEqual(found('milk', 'b'), [['a', 'b', 'd'], 1]);
  assert.deepEqual(found('milk', 'c'), [['a', 'b', 'd'], 2]);
  assert.deepEqual(found('oat', 'd'), [['a'], 0]);
  assert.deepEqual(found('7', null), [['c'], 0]);
  assert.deepEqual(found('', null), [[], 0]);
});

test('a long search stops when there is no time, and goes on where it was', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => row(`r${at}`));
  const search = new TextSearch(listOf({ all: rows }), 'r99');
  let slices = 1;
  while (!search.run(() => false)) slices += 1;
  assert.ok(slices > 3);
  assert.deepEqual(search.matches.slice(0, 2), ['r99', 'r990']);
  assert.equal(search.matches.length, 11);
});

const MIXED = listOf({
  one: [row('a'), row('b', { done: true }), row('c', { done: false }), row('d', { done: true })],
  two: [row('e', { done: true })],
});

test('filters show open, done and own rows; hidden completed rows are remembered for the list', () => {
  const storage = memory();
  const view = new ListView(storage, 'l');
  assert.equal(view.visible(MIXED), MIXED);
  view.setFilter('open');
  assert.deepEqual(shownIds(view, MIXED), [['a', 'c'], []]);
  view.setFilter('done');
  assert.deepEqual(shownIds(view, MIXED), [['b', 'd'], ['e']]);
  view.setFilter('mine');
  view.addMine(['d', 'gone']);
  assert.deepEqual(shownIds(view, MIXED), [['d'], []]);
  assert.equal(view.countOf(MIXED), 1);
  view.setFilter('all');
  view.hideDone(true);
  assert.deepEqual(shownIds(view, MIXED), [['a', 'c'], []]);
  assert.deepEqual(shownIds(new ListView(storage, 'l'), MIXED), [['a', 'c'], []]);
  assert.equal(new ListView(storage, 'other').isNarrowed, false);
  view.hideDone(false);
  assert.equal(storage.items.size, 0);
});

test('what stays the same of a list stays the same object in the view', () => {
  const view = new ListView();
  view.setFilter('open');
  const list = listOf({ one: [row('a')], two: [row('b', { done: true })] });
  const shown = view.visible(list);
  assert.equal(shown.sections[0], list.sections[0]);
  const changed = { ...list, sections: [{ ...list.sections[0], title: 'x' }, list.sections[1]] };
  assert.equal(view.visible(changed).sections[1], shown.sections[1]);
});

test('a row to which the user is taken is shown, in spite of filters and collapsed sections', () => {
  const view = new ListView();
  view.hideDone(true);
  view.collapse('one', true);
  assert.deepEqual(shownIds(view, MIXED), [[], []]);
  view.reveal(MIXED, 'd');
  assert.deepEqual(shownIds(view, MIXED), [['a', 'c', 'd'], []]);
});

test('places among the rows that are shown are carried to the list and back', () => {
  const view = new ListView();
  view.setFilter('open');
  const at = (section, index, ids = []) => (
    new DragPlaces(MIXED, ids, view).ofShown({ section, index }).index);
  assert.deepEqual([0, 1, 2, 9].map((index) => at('one', index)), [0, 1, 3, 3]);
  assert.deepEqual([0, 1].map((index) => at('one', index, ['a'])), [1, 2]);
  assert.equal(at('two', 0), 1);
  const { index } = new DragPlaces(MIXED, [], view).onScreen({ section: 'one', index: 3 });
  assert.equal(index, 2);
  view.collapse('one', true);
  assert.equal(at('one', 0), 4);
});

test('the keyboard moves a row over rows that are not shown, and past collapsed sections', () => {
  const list = listOf({
    one: [row('a'), row('b', { done: true }), row('c')], two: [row('d')], three: [row('e')],
  });
  const view = new ListView();
  view.hideDone(true);
  view.collapse('two', true);
  const next = (place, step) => {
    const { section, index } = new DragPlaces(list, ['a'], view).next(place, step) ?? {};
    return section === undefined ? null : [section, index];
  };
  assert.deepEqual(next({ section: 'one', index: 0 }, 1), ['one', 2]);
  assert.deepEqual(next({ section: 'one', index: 2 }, 1), ['three', 0]);
  assert.deepEqual(next({ section: 'three', index: 0 }, -1), ['one', 2]);
  assert.deepEqual(next({ section: 'three', index: 1 }, 1), null);
});

test('the keyboard moves a row by a page of places, as far as there are so many', () => {
  const list = listOf({
    one: [row('a'), row('b'), row('c')], two: [row('d'), row('e')], three: [row('f')],
  });
  const further = (place, by) => {
    const { section, index } = new DragPlaces(list, ['a']).further(place, by) ?? {};
    return section === undefined ? null : [section, index];
  };
  assert.deepEqual(further({ section: 'one', index: 0 }, 2), ['one', 2]);
  assert.deepEqual(further({ section: 'one', index: 0 }, 4), ['two', 1]);
  assert.deepEqual(further({ section: 'one', index: 0 }, 99), ['three', 1]);
  assert.deepEqual(further({ section: 'three', index: 1 }, 1), null);
  assert.deepEqual(further({ section: 'two', index: 0 }, -2), ['one', 1]);
  assert.deepEqual(further({ section: 'two', index: 0 }, -99), ['one', 0]);
});

test('completed rows are counted, and a checklist without rows is one', () => {
  assert.deepEqual(tallyOfList(MIXED), { done: 3, ticks: true });
  assert.deepEqual(tallyOfList(listOf({ one: [row('a')] })), { done: 0, ticks: false });
  assert.equal(tallyOfList({ ...listOf({ one: [] }), rules: { kind: 'check' } }).ticks, true);
});

test('what a client has added or changed is told by its edits and by change sets', () => {
  assert.deepEqual(touchedBy([{ insertedRows: [{ row: 'a' }], deletedRows: [{ row: 'x' }] },
    { updatedRows: [{ row: 'b' }] }]), ['a', 'b']);
  assert.deepEqual(touchedByActions([{ op: 'insertRow', row: 'a' }, { op: 'deleteRows', rows: ['b'] },
    { op: 'updateRow', row: 'c' }]), ['a', 'c']);
});

/** A server that finds `hits`, `[[path, id]]`, two for each question. */
const finder = (hits) => async ({ from }) => {
  const left = hits.filter(([at]) => at[1] >= from[1]);
  const rows = left.slice(0, 2).map(([at, id]) => ({ at, row: { id } }));
  return { rows, ...(left.length > 2 && { next: left[2][0] }) };
};
const HITS = [3, 5, 8, 13, 21].map((index) => [[0, index], `r${index}`]);

test('a search by the server goes on page by page, and begins where the user is', async () => {
  const search = new RemoteSearch(finder(HITS), ' r ', [0, 6]);
  const counts = [];
  assert.equal(await search.run(() => counts.push(search.matches.length)), true);
  assert.deepEqual([search.matches, counts], [['r3', 'r5', 'r8', 'r13', 'r21'], [2, 4, 5]]);
  assert.deepEqual([search.first, search.hasMore], [2, false]);
  search.drop((row) => row === 'r3' || row === 'r8');
  assert.deepEqual([search.matches, search.first], [['r5', 'r13', 'r21'], 1]);
  const behind = new RemoteSearch(finder(HITS), 'r', [0, 30]);
  await behind.run();
  assert.equal(behind.first, 0);
});

test('a search by the server pauses after many matches, and ends where another begins', async () => {
  const many = Array.from({ length: 1500 }, (_, index) => [[0, index], `r${index}`]);
  const search = new RemoteSearch(finder(many), 'r');
  await search.run();
  assert.deepEqual([search.matches.length, search.hasMore], [1000, true]);
  await search.run();
  assert.deepEqual([search.matches.length, search.hasMore], [1500, false]);
  const stopped = new RemoteSearch(async (query) => {
    stopped.stop();
    return finder(many)(query);
  }, 'r');
  assert.deepEqual([await stopped.run(), stopped.matches], [false, []]);
  assert.equal(await new RemoteSearch(async () => null, 'r').run(), false);
  assert.equal(new RemoteSearch(finder(HITS), ' ').hasMore, false);
});
