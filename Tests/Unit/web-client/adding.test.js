/** Adding rows: the lines that are pasted, where rows go, and in how many edits. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isChecklist } from '../../../web-client/package/list-model.js';
import { addRows, anchorIn, inEdits, rowAbove } from '../../../web-client/changing/new-rows.js';
import { hasLines, itemsOf, pastedItems } from '../../../web-client/changing/pasted-lines.js';
import { listOf, row } from './lists.js';

const titles = (items) => items.map(({ title }) => title);

test('the marks of other programs are understood, and nothing else is taken for one', () => {
  const marked = ['- a', '* b', '+ c', '• d', '1. e', '12) f', '  - g', '- [ ] h', '[x] i', '[X] j',
    '[] k', '3. [x] l'];
  assert.deepEqual(titles(itemsOf(marked.join('\n'))), [...'abcdefghijkl']);
  const plain = ['-5 degrees', '1.5 litres', '3 apples', '*bold*', '[y] z', '2020', 'x - y', '[x]z'];
  assert.deepEqual(titles(itemsOf(plain.join('\n'))), plain);
});

test('boxes tell what is done; empty lines and lone marks are no items', () => {
  const items = itemsOf('- [x] a\r\n\n[ ] b\rc\n-\n 3.\n[ ]\n');
  assert.deepEqual(items, [
    { title: 'a', done: true }, { title: 'b', done: false }, { title: 'c', done: undefined }]);
});

test('pasted lines join what stands before and after the caret', () => {
  assert.deepEqual(titles(pastedItems('Buy ', '- milk\n- eggs', ' now')), ['Buy milk', 'eggs now']);
  assert.deepEqual(titles(pastedItems('', 'a\nb', '')), ['a', 'b']);
  assert.deepEqual(pastedItems('a', '-\n\n', 'b'), []);
  assert.ok(hasLines('a\nb') && !hasLines('a b'));
});

const pinned = (id, pin) => ({ ...row(id), pinned: pin });

test('a new row comes below the one named, as near as pinned rows allow', () => {
  const list = listOf({ one: 'a b' });
  list.sections[0].rows.unshift(pinned('t', 'top'), pinned('u', 'top'));
  list.sections[0].rows.push(pinned('z', 'bottom'));
  const places = ['t', 'u', 'a', 'z', 'gone', null].map((id) => rowAbove(list.sections[0], id));
  assert.deepEqual(places, ['u', 'u', 'a', null, null, null]);
});

test('rows are laid one below the other, with a checkbox in lists of that kind', () => {
  const list = { ...listOf({ one: 'a b' }), rules: { kind: 'check' } };
  const items = [{ id: 'x', title: 'X', done: true }, { id: 'y', title: 'Y' }];
  assert.deepEqual(addRows(list, 'one', items, 'a'), [
    { op: 'insertRow', row: 'x', fields: { title: 'X', done: true }, to: { after: 'a' } },
    { op: 'insertRow', row: 'y', fields: { title: 'Y', done: false }, to: { after: 'x' } }]);
  const plain = { ...list, rules: { kind: 'plain' } };
  assert.deepEqual(addRows(plain, 'one', items).map(({ fields, to }) => [fields, to]), [
    [{ title: 'X' }, { section: 'one' }], [{ title: 'Y' }, { section: 'one' }]]);
});

test('a list without a kind is a checklist, in every row and section, where one was ticked or not', () => {
  const list = listOf({ one: '', two: '' });
  const ticked = { id: 'a', fields: { title: 'a', done: false } };
  const other = { ...list, sections: [list.sections[0], { ...list.sections[1], rows: [row('b'), ticked] }] };
  const fieldsIn = (one) => addRows(one, 'one', [{ id: 'x', title: 'X' }])[0].fields;
  assert.deepEqual([isChecklist(list), fieldsIn(list)], [false, { title: 'X' }]);
  assert.deepEqual([isChecklist(other), fieldsIn(other)], [true, { title: 'X', done: false }]);
  assert.ok(isChecklist({ ...list, rules: { kind: 'check' } }));
  assert.ok(!isChecklist({ ...other, rules: { kind: 'plain' } }));
});

test('the place of a new row stays below the nearest row that is left above it', () => {
  const before = listOf({ one: 'a b c', two: '' });
  assert.equal(anchorIn(before, before, 'one', 'b'), 'b');
  assert.equal(anchorIn(listOf({ one: 'a c', two: 'b' }), before, 'one', 'b'), 'a');
  assert.equal(anchorIn(listOf({ one: 'c', two: '' }), before, 'one', 'b'), null);
  assert.equal(anchorIn(listOf({ two: '' }), before, 'one', 'b'), null);
});

test('what is too much for one edit goes as several', () => {
  const actions = Array.from({ length: 5 }, (_, at) => ({ op: 'insertRow', row: `r${at}` }));
  assert.deepEqual(inEdits(actions, { actions: 2 }).map((edit) => edit.length), [2, 2, 1]);
  assert.deepEqual(inEdits(actions, { frameBytes: 80 }).map((edit) => edit.length), [2, 2, 1]);
  assert.deepEqual(inEdits(actions, {}), [actions]);
  assert.deepEqual(inEdits([], {}), []);
});
