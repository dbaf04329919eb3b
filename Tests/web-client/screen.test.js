import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyActions } from '../../web-client/list-model.js';
import { routeOf } from '../../web-client/environment.js';
import { describeChange } from '../../web-client/screen/descriptions.js';
import { nextPlace, placeOf, withDragged } from '../../web-client/screen/drag-places.js';
import * as userEdits from '../../web-client/screen/user-edits.js';
import { rowsWhere } from '../../web-client/dialogs/delete-where.js';
import { ScreenState } from '../../web-client/screen/screen-state.js';
import { visibleRanges } from '../../web-client/screen/windowing.js';
import { listOf, orderOf, row } from './lists.js';

const LIST = listOf({ one: 'a b c', two: 'd', three: '' });

for (const named of [true, false]) {
  test(`a drop lands where the gap was, ${named ? 'by a neighbour' : 'by an index'}`, () => {
    for (const ids of [['a'], ['c'], ['d'], ['a', 'c'], ['b', 'd']]) {
      for (const section of LIST.sections) {
        const room = section.rows.filter((one) => !ids.includes(one.id)).length;
        for (let index = 0; index <= room; index += 1) {
          const place = { section: section.id, index };
          const actions = userEdits.moveRows(LIST, ids, place, named);
          const { list } = applyActions(LIST, actions);
          assert.equal(orderOf(list), orderOf(withDragged(LIST, ids, place)));
          if (named) for (const { to } of actions) assert.equal(to.index, undefined);
        }
      }
    }
  });
}

test('a drop where the row stood is no edit', () => {
  assert.deepEqual(userEdits.moveRows(LIST, ['b'], placeOf(LIST, ['b']), false), []);
});

test('the arrow keys go through all sections and stop at the ends', () => {
  const seen = [];
  for (let at = placeOf(LIST, ['b']); at; at = nextPlace(LIST, ['b'], at, 1)) {
    seen.push(`${at.section}${at.index}`);
  }
  assert.deepEqual(seen, ['one1', 'one2', 'two0', 'two1', 'three0']);
  assert.equal(nextPlace(LIST, ['a'], { section: 'one', index: 0 }, -1), null);
});

test('the arrow keys stay inside the band', () => {
  const list = listOf({ one: 'p^ a b q_' }, { moveScope: 'section' });
  assert.equal(nextPlace(list, ['a'], { section: 'one', index: 1 }, -1), null);
  assert.deepEqual(nextPlace(list, ['a'], { section: 'one', index: 1 }, 1), { section: 'one', index: 2 });
  assert.equal(nextPlace(list, ['a'], { section: 'one', index: 2 }, 1), null);
});

const FIELDS = [
  [{ title: 'a', detail: 'x' }, { detail: 'x' }],
  [{ title: ' ', detail: '' }, null],
  [{ title: ' New ', detail: '' }, { title: 'New' }],
];
for (const [texts, fields] of FIELDS) {
  test(`the texts ${JSON.stringify(texts)} change ${JSON.stringify(fields)}`, () => {
    const actions = userEdits.changeFields(row('a'), texts);
    assert.deepEqual(actions, fields ? [{ op: 'updateRow', row: 'a', fields }] : []);
  });
}

test('an emptied detail is removed', () => {
  const held = row('a', { fields: { title: 'a', detail: 'x' } });
  assert.deepEqual(userEdits.changeFields(held, { title: 'a', detail: '' }),
    [{ op: 'updateRow', row: 'a', fields: { detail: null } }]);
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

test('rows that may not be deleted match, but are not offered', () => {
  const list = listOf({ one: '5 6' }, {}, { one: { deletable: false } });
  const found = rowsWhere(list, { field: 'title', comparison: '>', value: '2' });
  assert.deepEqual([found.matching.length, found.deletable.length], [2, 0]);
});

test('ten thousand rows put fewer than two hundred into the document', () => {
  const heights = [Array(5000).fill(52), Array(5000).fill(66)];
  for (let top = 0; top < 600_000; top += 3_333) {
    const ranges = visibleRanges(heights, [72, 72], top - 700, top + 1700);
    const shown = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    assert.ok(shown < 200, `${shown} at ${top}`);
    ranges.forEach(({ start, end, above, below }, s) => {
      const inside = heights[s].slice(start, end).reduce((sum, height) => sum + height, 0);
      assert.equal(above + inside + below, heights[s].reduce((sum, height) => sum + height, 0));
    });
  }
});

test('edit mode forgets what was swiped open, and is told to the others', () => {
  const state = new ScreenState();
  state.revealed = 'a';
  assert.equal(state.presence.mode, 'transient');
  state.toggleEditing();
  assert.equal(state.revealed, null);
  assert.equal(state.presence.mode, 'active');
});

test('rows that are gone are let go of, and what was interrupted is told', () => {
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
  test(`a set is told as ${words}`, () => assert.equal(describeChange(set), words));
}

const ROUTES = [
  ['', { page: 'lists' }], ['#/list/a.b', { page: 'list', id: 'a.b' }],
  ['#/list/x/history', { page: 'history', id: 'x' }], ['#/list/<x>', { page: 'lists' }],
];
for (const [hash, route] of ROUTES) {
  test(`the address ${hash || '(none)'} leads to ${route.page}`, () => {
    assert.deepEqual(routeOf(hash), route);
  });
}
