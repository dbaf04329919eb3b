/** Selecting many rows, and edits of many that need several. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyActions } from '../../../web-client/package/list-model.js';
import { partsOf } from '../../../web-client/screen/edit-parts.js';
import {
  mayTick, moveParts, selectAll, selectRange, tickable, tickOf, tickParts, tickSentence,
} from '../../../web-client/screen/selection.js';
import { moveRows } from '../../../web-client/screen/user-edits.js';
import { listOf, row } from './lists.js';

const names = (letter, count) => Array.from({ length: count }, (_, at) => `${letter}${at}`);
const long = () => listOf({
  one: names('a', 300).map((id) => row(id)), two: names('b', 50).map((id) => row(id)),
});
const order = (list) => list.sections.map(({ rows }) => rows.map(({ id }) => id));
/** As many as about forty rows in an edit. */
const LIMITS = { frameBytes: 1_300, setBytes: 1_000_000 };

const PLACES = [
  ['the start of its section', { section: 'one', index: 0 }],
  ['the end of another', { section: 'two', index: 50 }],
  ['between others', { section: 'two', index: 7 }],
];
for (const [name, place] of PLACES) {
  for (const byNeighbour of [false, true]) {
    test(`a move in parts, to ${name}${byNeighbour ? ' by a neighbour' : ''}, is that of one edit`, () => {
      const list = long();
      const ids = names('a', 300).filter((_, at) => at % 2 === 1);
      const parts = moveParts(list, ids, place, byNeighbour, LIMITS);
      assert.ok(parts.length > 2);
      const moved = parts.reduce((before, part) => applyActions(before, part).list, list);
      const whole = applyActions(list, moveRows(list, ids, place, byNeighbour)).list;
      assert.deepEqual(order(moved), order(whole));
    });
  }
}

test('a move that one edit takes is one, and one that changes nothing is none', () => {
  const list = long();
  assert.equal(moveParts(list, ['a3', 'a1'], { section: 'two', index: 0 }, false, {}).length, 1);
  assert.deepEqual(moveParts(list, ['a0'], { section: 'one', index: 0 }, false, {}), []);
});

test('parts keep to the bytes of a frame and of a set, and hold every id once', () => {
  const ids = names('row', 5_000);
  for (const limits of [{ frameBytes: 2_000 }, { setBytes: 3_000 }, {}]) {
    const parts = partsOf(ids, limits);
    assert.deepEqual(parts.flat(), ids);
    for (const part of parts) {
      assert.ok(JSON.stringify([{ op: 'deleteRows', rows: part }]).length <= (limits.frameBytes ?? 262_144));
    }
  }
  assert.equal(partsOf(ids, {}).length, 1);
});

test('a range replaces the one before it, and its anchor stays', () => {
  const list = long();
  const state = { selected: new Set(['b7']), range: null };
  selectRange(list, state, 'a5', 'a7');
  assert.deepEqual([...state.selected], ['b7', 'a5', 'a6', 'a7']);
  selectRange(list, state, 'a7', 'a3');
  assert.deepEqual([...state.selected].sort(), ['a3', 'a4', 'a5', 'b7']);
  selectAll(list, state);
  assert.equal(state.selected.size, 350);
});

test('ticking takes the open rows, and all of them back where none is open', () => {
  const done = (id, value) => row(id, { fields: { title: id, done: value } });
  const list = listOf({ one: [done('a', true), done('b', false), { ...done('c', false), editable: false }] });
  const selected = new Set(['a', 'b', 'c']);
  const first = tickable(list, selected);
  assert.deepEqual(tickParts(first), [[{ op: 'updateRow', row: 'b', fields: { done: true } }]]);
  const ticked = applyActions(list, tickParts(first)[0]).list;
  assert.deepEqual(tickParts(tickable(ticked, selected))[0].map((one) => [one.row, one.fields.done]),
    [['a', false], ['b', false]]);
});

test('more than an edit takes is ticked in parts, each row once', () => {
  const ids = names('a', 2_500);
  const list = listOf({ one: ids.map((id) => row(id, { fields: { title: id, done: false } })) });
  const parts = tickParts(tickable(list, new Set(ids)), { actions: 1_000 });
  assert.deepEqual(parts.map(({ length }) => length), [1_000, 1_000, 500]);
  assert.deepEqual(parts.flat().map((action) => action.row), ids);
  assert.deepEqual(tickParts({ done: true, rows: [] }), []);
});

test('rows that are not held may be ticked where the list is a checklist', () => {
  const checklist = { ...listOf({ one: [row('a')] }), rules: { kind: 'check' } };
  assert.equal(mayTick(checklist, new Set(['a', 'far'])), true);
  assert.equal(mayTick({ ...checklist, rules: {} }, new Set(['a', 'far'])), false);
  assert.equal(mayTick({ ...checklist, rules: {} }, new Set(['a'])), false);
});

test('ticks are edits that set nothing but that rows are done, all to the same', () => {
  const update = (fields) => ({ op: 'updateRow', row: 'a', fields });
  assert.equal(tickOf([update({ done: true }), update({ done: true })]), true);
  assert.equal(tickOf([update({ done: false })]), false);
  for (const other of [{ title: 'x' }, { done: null }, { done: true, title: 'x' }]) {
    assert.equal(tickOf([update({ done: true }), update(other)]), undefined);
  }
  assert.equal(tickOf([update({ done: true }), update({ done: false })]), undefined);
  assert.equal(tickOf([{ op: 'deleteRows', rows: ['a'] }]), undefined);
  assert.equal(tickOf([{ op: 'updateRow', row: 'a', pinned: 'top' }]), undefined);
  assert.equal(tickOf([]), undefined);
  assert.equal(tickSentence(true, 1, row('a', { fields: { title: ' ' } })), '“Untitled” ticked off');
  assert.equal(tickSentence(false, 2, row('a')), '2 items unticked');
});
