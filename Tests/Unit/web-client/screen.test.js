import assert from 'node:assert/strict';
import { test } from 'node:test';

import { rowsWhere } from '../../../web-client/dialogs/delete-where.js';
import { directionOf, routeOf } from '../../../web-client/environment.js';
import { RowTitles } from '../../../web-client/finding/row-titles.js';
import { applyActions } from '../../../web-client/package/list-model.js';
import { describeChange } from '../../../web-client/changing/change-sentences.js';
import { placeSentence } from '../../../web-client/screen/descriptions.js';
import { DragPlaces } from '../../../web-client/screen/drag-places.js';
import { neighbourOf, ScreenState } from '../../../web-client/screen/screen-state.js';
import * as userEdits from '../../../web-client/screen/user-edits.js';
import { HeightSums, visibleRanges } from '../../../web-client/screen/windowing.js';
import '../../../web-client/texts/lazy.js';
import { listOf, orderOf } from './lists.js';

const LIST = listOf({ one: 'a b c', two: 'd', three: '' });
const SHORT = listOf({ one: 'a b', two: 'c', three: '' });

for (const byNeighbour of [true, false]) {
  test(`a drop puts rows where the gap was, ${byNeighbour ? 'by a neighbour' : 'by an index'}`, () => {
    for (const ids of [['a'], ['c'], ['d'], ['a', 'c'], ['b', 'd']]) {
      for (const section of LIST.sections) {
        const room = section.rows.filter((one) => !ids.includes(one.id)).length;
        for (let index = 0; index <= room; index += 1) {
          const place = { section: section.id, index };
          const actions = userEdits.moveRows(LIST, ids, place, byNeighbour);
          const { list } = applyActions(LIST, actions);
          assert.equal(orderOf(list), orderOf(new DragPlaces(LIST, ids).laidAt(place)));
          if (byNeighbour) for (const { to } of actions) assert.equal(to.index, undefined);
        }
      }
    }
  });
}

test('a drop where the row was is no edit', () => {
  assert.deepEqual(userEdits.moveRows(LIST, ['b'], new DragPlaces(LIST, ['b']).start('b'), false), []);
});

test('the arrow keys go through all sections and stop at the ends', () => {
  const seen = [];
  const places = new DragPlaces(LIST, ['b']);
  for (let at = places.start('b'); at; at = places.next(at, 1)) {
    seen.push(`${at.section}${at.index}`);
  }
  assert.deepEqual(seen, ['one1', 'one2', 'two0', 'two1', 'three0']);
  assert.equal(new DragPlaces(LIST, ['a']).next({ section: 'one', index: 0 }, -1), null);
});

test('the arrow keys stay inside the band', () => {
  const list = listOf({ one: 'p^ a b q_' }, { moveScope: 'section' });
  const places = new DragPlaces(list, ['a']);
  assert.equal(places.next({ section: 'one', index: 1 }, -1), null);
  assert.deepEqual(places.next({ section: 'one', index: 1 }, 1), { section: 'one', index: 2 });
  assert.equal(places.next({ section: 'one', index: 2 }, 1), null);
});

test('the reason why a row goes no further is told', () => {
  const scoped = listOf({ one: 'p^ a b', two: 'c' }, { moveScope: 'section' });
  assert.equal(new DragPlaces(scoped, ['a']).limit({ section: 'one', index: 2 }, 1), 'scope');
  assert.equal(new DragPlaces(scoped, ['a']).limit({ section: 'one', index: 1 }, -1), 'pinned');
  assert.equal(new DragPlaces(scoped, ['c']).limit({ section: 'two', index: 0 }, 1), undefined);
});

test('an emptied detail is removed, and the revision is named', () => {
  assert.deepEqual(userEdits.setTexts('a', { title: 'New', detail: '' }, 7),
    [{ op: 'updateRow', row: 'a', fields: { title: 'New', detail: null }, ifRevision: 7 }]);
  assert.deepEqual(userEdits.setTexts('a', {}, 7), []);
});

const numbers = listOf({ odd: '1 3 5 7', even: '0 2 4 6 10' }, {}, { even: { deletable: true } });
const WHERE = [
  ['>', '2', '3 5 7 4 6 10'], ['<', '2', '1 0'], ['=', '10', '10'], ['contains', '1', '1 10'],
  ['=', '', ''], ['>', '99', ''],
];
for (const [comparison, value, ids] of WHERE) {
  test(`title ${comparison} “${value}” finds ${ids || 'nothing'}`, () => {
    assert.equal(rowsWhere(numbers, { field: 'title', comparison, value }).matching.join(' '), ids);
  });
}

test('a field that is yes or no is found by these words', () => {
  const rows = [true, false, undefined].map((done, at) => ({
    id: `r${at}`, fields: done === undefined ? {} : { done } }));
  const ids = (value, rules, comparison = '=') => rowsWhere(listOf({ one: rows }, rules),
    { field: 'done', comparison, value }).matching.join(' ');
  assert.deepEqual([ids('true'), ids(' Yes '), ids('false'), ids('no')], ['r0', 'r0', 'r1', 'r1']);
  assert.equal(ids('no', { kind: 'check' }), 'r1 r2');
  assert.deepEqual([ids('1'), ids('y')], ['', '']);
});

test('rows that may not be deleted match, but are not offered', () => {
  const list = listOf({ one: '5 6' }, {}, { one: { deletable: false } });
  const found = rowsWhere(list, { field: 'title', comparison: '>', value: '2' });
  assert.deepEqual([found.matching.length, found.deletable.length], [2, 0]);
});

test('ten thousand rows put fewer than two hundred into the document', () => {
  const heights = [Array(5000).fill(52), Array(5000).fill(66)];
  const sections = heights.map((rows) => (
    { sums: new HeightSums(rows.length, (index) => rows[index]), chrome: 72 }));
  for (let top = 0; top < 600_000; top += 3_333) {
    const ranges = visibleRanges(sections, top - 700, top + 1700);
    const shown = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    assert.ok(shown < 200, `${shown} at ${top}`);
    ranges.forEach(({ start, end, above, below }, s) => {
      const inside = heights[s].slice(start, end).reduce((sum, height) => sum + height, 0);
      assert.equal(above + inside + below, heights[s].reduce((sum, height) => sum + height, 0));
    });
  }
});

test('Home and End go to the ends of the section, then to those of the list', () => {
  const places = new DragPlaces(LIST, ['b']);
  const ends = (place, step) => {
    const seen = [];
    for (let at = places.end(place, step); at; at = places.end(at, step)) {
      seen.push(`${at.section}${at.index}`);
    }
    return seen.join(' ');
  };
  assert.equal(ends({ section: 'one', index: 1 }, 1), 'one2 three0');
  assert.equal(ends({ section: 'two', index: 1 }, -1), 'two0 one0');
  const scoped = listOf({ one: 'p^ a b q_', two: 'c' }, { moveScope: 'section' });
  const within = new DragPlaces(scoped, ['b']);
  assert.deepEqual(within.end({ section: 'one', index: 2 }, -1),
    { section: 'one', index: 1, why: 'pinned' });
  assert.equal(within.end({ section: 'one', index: 2 }, 1), null);
});

test('sums of heights find rows by place, and follow heights that change', () => {
  const heights = Array.from({ length: 777 }, (_, index) => 40 + ((index * 7) % 30));
  const sums = new HeightSums(heights.length, (index) => heights[index]);
  for (const [index, height] of [[0, 99], [3, 10], [776, 55], [400, 70]]) {
    heights[index] = height;
    sums.set(index, height);
  }
  let top = 0;
  heights.forEach((height, index) => {
    assert.equal(sums.before(index), top);
    assert.equal(sums.countWithin(top + height - 1), index);
    assert.equal(sums.countWithin(top + height), index + 1);
    assert.equal(sums.middlesWithin(top + height / 2), index);
    assert.equal(sums.middlesWithin(top + height / 2 + 1), index + 1);
    top += height;
  });
  assert.equal(sums.total, top);
  assert.deepEqual([sums.countWithin(-5), sums.countWithin(top + 99)], [0, 777]);
  assert.equal(new HeightSums(0, () => 0).countWithin(10), 0);
});

test('edit mode hides the delete button, and the others see it as presence', () => {
  const state = new ScreenState();
  state.revealed = 'a';
  assert.equal(state.presence.mode, 'transient');
  state.toggleEditing();
  assert.equal(state.revealed, null);
  assert.equal(state.presence.mode, 'active');
});

test('deleted rows are dropped from the state, and what that interrupted is returned', () => {
  const state = new ScreenState();
  Object.assign(state, { renaming: { row: 'x', field: 'title' }, revealed: 'x', active: 'a' });
  state.toggleSelected('x');
  assert.deepEqual(state.keepOnly((id) => id === 'a', () => true), ['renaming']);
  assert.deepEqual([state.renaming, state.revealed, state.selected.size, state.active], [null, null, 0, 'a']);
});

const SAID = [
  [{ insertedRows: [{ fields: { title: 'Tea' } }] }, 'added “Tea”'],
  [{ deletedRows: [{}, {}], undoes: 4 }, 'took back an edit: deleted 2 rows'],
  [{ updatedRows: [{ fields: { title: 'X' } }], movedRows: [{}] }, 'moved a row and renamed a row to “X”'],
];
for (const [set, words] of SAID) {
  test(`a set is described as ${words}`, () => assert.equal(describeChange(set), words));
}

const ROUTES = [
  ['', { page: 'lists' }], ['#/list/a.b', { page: 'list', id: 'a.b' }],
  ['#/list/x/history', { page: 'history', id: 'x' }],
  ['#/list/x/row/r.1', { page: 'list', id: 'x', row: 'r.1' }], ['#/', { page: 'lists' }],
  ['#/list/<x>', { page: 'unknown' }], ['#/nowhere', { page: 'unknown' }],
];
for (const [hash, route] of ROUTES) {
  test(`the address ${hash || '(none)'} leads to ${route.page}`, () => {
    assert.deepEqual(routeOf(hash), route);
  });
}

for (const [row, gone, next] of [
  ['a', 'a', 'b'], ['b', 'b', 'c'], ['b', 'b c', 'a'], ['c', 'c', 'b'], ['a', 'a b c', null], ['x', '', null]]) {
  test(`the neighbour of ${row}, where ${gone || 'nothing'} is deleted, is ${next}`, () => {
    assert.equal(neighbourOf(SHORT, row, (id) => !gone.split(' ').includes(id)), next);
  });
}

for (const [language, direction] of [
  ['ar', 'rtl'], ['he-IL', 'rtl'], ['ur-Latn', 'ltr'], ['pa-Arab', 'rtl'], ['en-GB', 'ltr'], [undefined, 'ltr']]) {
  test(`${language} is written ${direction}`, () => assert.equal(directionOf(language), direction));
}

test('the history knows the titles of rows in the list and in its own sets', () => {
  const titles = new RowTitles();
  titles.takeList(SHORT);
  titles.takeSets([
    { deletedRows: [{ row: 'gone' }] },
    { updatedRows: [{ row: 'gone', fields: { title: 'Newer' } }, { row: 'a', fields: { title: 'Old' } }] },
    { insertedRows: [{ row: 'gone', fields: { title: 'Older' } }] }]);
  const say = (set) => describeChange(set, (row) => titles.of(row));
  assert.equal(say({ deletedRows: [{ row: 'gone' }] }), 'deleted “Newer”');
  assert.equal(say({ movedRows: [{ row: 'a' }] }), 'moved “a”');
  assert.equal(say({ movedRows: [{ row: 'unknown' }] }), 'moved a row');
  assert.equal(say({ updatedRows: [{ row: 'b', fields: { done: true } }] }), 'ticked off “b”');
  assert.equal(say({ updatedList: { title: 'New' } }), 'renamed the list to “New”');
  assert.equal(say({ updatedList: { rules: {} } }), 'changed the rules of the list');
});

test('where a row stands is said with its title, its place and its section', () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ id: `r${at}`, fields: { title: `R${at}` } }));
  const list = {
    title: '', rules: {}, sections: [
      { id: 'd', title: 'Dairy', rows: rows.toSpliced(2, 1, { id: 'm', fields: { title: 'Milk' } }) },
      { id: 'e', title: '', rows: [{ id: 'n', fields: {} }] }],
  };
  assert.equal(placeSentence(list, 'm'), 'Milk, now 3 of 12 in Dairy');
  assert.equal(placeSentence(list, 'n'), 'Untitled, now 1 of 1 in the section');
  assert.equal(placeSentence(list, 'gone'), '');
});
