import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formOf, kindOf, problemOf } from '../../../web-client/details/field-kinds.js';
import { valueOf } from '../../../web-client/texts/field-values.js';
import { Attribution } from '../../../web-client/details/attribution.js';
import { afterConflict, rowNote } from '../../../web-client/screen/text-changes.js';
import { setTexts } from '../../../web-client/screen/user-edits.js';
import { listOf, row } from './lists.js';

const KINDS = [
  ['title', '2026-01-31', 'text'], ['detail', 'one line', 'note'], ['due', '2026-01-31', 'date'],
  ['due', '31.1.2026', 'text'], ['at', 'www.example.org', 'link'], ['at', 'see www.example.org', 'text'],
  ['more', 'a\nb', 'note'], ['price', 1.5, 'number'], ['done', false, 'yesNo'], ['tags', ['a'], 'data'],
  ['place', { x: 1 }, 'data'], ['note', '', 'text'],
];
for (const [name, value, kind] of KINDS) {
  test(`${name}: ${JSON.stringify(value)} is ${kind}`, () => assert.equal(kindOf(name, value), kind));
}

const VALUES = [
  ['number', '1.50', 1.5], ['number', '1,5', 1.5], ['number', ' -2e3 ', -2000], ['yesNo', 'false', false],
  ['yesNo', 'true', true], ['date', '2026-01-31', '2026-01-31'], ['text', '7', '7'], [undefined, '7', '7'],
];
for (const [kind, text, value] of VALUES) {
  test(`${text} of the kind ${kind} is ${JSON.stringify(value)}`, () => {
    assert.equal(problemOf(text, kind), null);
    assert.equal(valueOf(text, kind), value);
  });
}

const PROBLEMS = [
  ['number', 'seven', 'details.notNumber'], ['number', '1e999', 'details.notNumber'],
  ['number', '0x10', 'details.notNumber'], ['number', '1,234,567', 'details.notNumber'],
  ['number', '12345678901234567890', 'details.tooManyDigits'], ['date', '2026-02-30', 'details.notDate'],
  ['date', 'tomorrow', 'details.notDate'], ['link', 'example', 'details.notLink'],
  ['link', 'javascript:alert(1)', 'details.notLink'], ['number', ' ', null],
];
for (const [kind, text, problem] of PROBLEMS) {
  test(`${text} is ${problem ?? 'taken'} for the kind ${kind}`, () => {
    assert.equal(problemOf(text, kind), problem);
  });
}

test('the form of a row has title and note, and none of what can only be shown', () => {
  const one = row('a', { fields: { title: 'Milk', price: 2, tags: ['x'] } });
  assert.deepEqual(formOf(one, true), {
    texts: { title: 'Milk', detail: '', done: '', price: '2' },
    kinds: { title: 'text', detail: 'note', done: 'yesNo', price: 'number' },
  });
  assert.deepEqual(Object.keys(formOf(row('b'), false).texts), ['title', 'detail']);
});

test('texts are sent as values of their kinds', () => {
  const kinds = { price: 'number', done: 'yesNo', due: 'date' };
  const texts = { price: '2,5', done: 'true', due: '2026-01-31', gone: '' };
  assert.deepEqual(setTexts('a', texts, 3, kinds)[0].fields,
    { price: 2.5, done: true, due: '2026-01-31', gone: null });
});

test('a conflict about another field is settled, and one about the same keeps its kind', () => {
  const list = (fields) => listOf({ one: [row('a', { fields: { title: 'a', ...fields } })] });
  const before = list({ price: 1 }).sections[0].rows[0];
  const note = rowNote('a', { price: '2' }, { title: 'a', price: '1' }, before, 'one', { price: 'number' });
  const other = list({ price: 1, size: 4 });
  assert.deepEqual(afterConflict(note, other, other).texts, { price: '2' });
  const same = list({ price: 3 });
  assert.deepEqual(afterConflict(note, same, same).conflicts,
    [{ target: 'row', row: 'a', field: 'price', valueKind: 'number', mine: '2', theirs: '3' }]);
});

const set = (revision, rest) => ({ revision, client: `c${revision}`, at: revision, ...rest });
const inserts = { insertedRows: [{ row: 'a', at: [0, 0], fields: {} }] };
const updates = { updatedRows: [{ row: 'a', at: [0, 0], fields: { title: 'x' } }] };

test('the story of a row goes back to the set that made it', () => {
  const story = new Attribution('a');
  story.take([set(8, { updatedRows: [{ row: 'a', at: [0, 0], pinned: 'top' }] }), set(9, updates)]);
  assert.deepEqual([story.isOpen, story.before], [true, 8]);
  story.take([set(7, updates), set(6, { ...inserts, undoes: 5 }), set(5, { deletedRows: [{ row: 'a' }] })]);
  assert.equal(story.isOpen, true);
  story.take([set(3, inserts), set(4, updates)]);
  assert.deepEqual([story.isOpen, story.added.revision, story.changed.revision], [false, 3, 9]);
});

test('the story of a row that was there from the start has no beginning', () => {
  const story = new Attribution('a');
  story.take([set(1, updates)]);
  assert.deepEqual([story.isOpen, story.added, story.changed.revision], [false, undefined, 1]);
});
