import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyChangeSet, CountError, countsOf, digest } from '../../../web-client/package/list-model.js';
import { listOf, orderOf } from './lists.js';

const before = () => listOf({ one: 'a b c', two: 'd e', three: 'f' });

const SETS = [
  ['a move down', { movedRows: [{ row: 'a', from: [0, 0], to: [0, 2] }] }, 'one:b,c,a two:d,e three:f'],
  ['a move across', { movedRows: [{ row: 'a', from: [0, 0], to: [1, 1] }] }, 'one:b,c two:d,a,e three:f'],
  ['a deletion and an insertion',
    { deletedRows: [{ row: 'b', at: [0, 1] }], insertedRows: [{ row: 'n', at: [0, 0], fields: {} }] },
    'one:n,a,c two:d,e three:f'],
  ['a section deleted that a row had left',
    { deletedSections: [{ section: 'one', at: 0 }], movedRows: [{ row: 'b', from: [0, 1], to: [0, 0] }] },
    'two:b,d,e three:f'],
  ['a section moved while its rows move',
    { movedSections: [{ section: 'three', from: 2, to: 0 }], movedRows: [{ row: 'd', from: [1, 0], to: [0, 1] }] },
    'three:f,d one:a,b,c two:e'],
  ['a section inserted with a row moved in',
    { insertedSections: [{ section: 'new', at: 1, title: '', rules: {} }], movedRows: [{ row: 'e', from: [1, 1], to: [1, 0] }] },
    'one:a,b,c new:e two:d three:f'],
  ['a folded set with an id in both',
    { deletedRows: [{ row: 'd', at: [1, 0] }], insertedRows: [{ row: 'd', at: [2, 0], fields: {} }] },
    'one:a,b,c two:e three:d,f'],
];

for (const [what, set, order] of SETS) {
  test(`${what} gives ${order}`, () => {
    assert.equal(orderOf(applyChangeSet(before(), set)), order);
  });
}

test('a row is updated and moved in one set', () => {
  const after = applyChangeSet(before(), {
    updatedRows: [{ row: 'a', at: [0, 0], fields: { title: 'A', detail: 'x' }, pinned: 'top' }],
    movedRows: [{ row: 'a', from: [0, 0], to: [2, 0] }],
  });
  assert.deepEqual(after.sections[2].rows[0], {
    id: 'a', fields: { title: 'A', detail: 'x' }, pinned: 'top',
  });
});

test('what did not change is shared with the list before', () => {
  const list = before();
  const after = applyChangeSet(list, { deletedRows: [{ row: 'd', at: [1, 0] }] });
  assert.equal(after.sections[0], list.sections[0]);
  assert.equal(after.sections[1].rows[0], list.sections[1].rows[1]);
});

const BROKEN = [
  ['another row stands there', { deletedRows: [{ row: 'a', at: [0, 1] }] }],
  ['there is no such row', { updatedRows: [{ row: 'z', at: [9, 0], fields: {} }] }],
  ['another section stands there', { deletedSections: [{ section: 'one', at: 1 }] }],
  ['the place is beyond the end', { insertedRows: [{ row: 'n', at: [0, 5], fields: {} }] }],
  ['two rows take one place',
    { insertedRows: [{ row: 'n', at: [0, 0], fields: {} }, { row: 'm', at: [0, 0], fields: {} }] }],
  ['the section of the place is not there', { insertedRows: [{ row: 'n', at: [7, 0], fields: {} }] }],
];
for (const [why, set] of BROKEN) {
  test(`a set is refused where ${why}`, () => {
    assert.throws(() => applyChangeSet(before(), set), CountError);
  });
}

test('a broken count names the section and all six numbers', () => {
  const set = {
    deletedRows: [{ row: 'a', at: [0, 0] }],
    insertedRows: [{ row: 'n', at: [0, 0], fields: {} }],
    movedRows: [{ row: 'b', from: [0, 1], to: [1, 0] }],
  };
  assert.deepEqual(countsOf(applyChangeSet(before(), set, [2, 3, 1])), [2, 3, 1]);
  assert.throws(() => applyChangeSet(before(), set, [3, 3, 1]), {
    message: 'section one: 3 before − 1 deleted + 1 inserted + 0 moved in − 1 moved out = 3 after',
  });
});

test('the digest covers the order of sections and rows', () => {
  assert.equal(digest({ sections: [] }), '811c9dc5');
  const orders = [{ one: 'a b' }, { one: 'b a' }, { one: 'a', b: '' }, { one: 'ab' }];
  assert.equal(new Set(orders.map((order) => digest(listOf(order)))).size, orders.length);
});

test('the digest is FNV-1a over the bytes that the protocol names', () => {
  let hash = 0x811c9dc5n;
  for (const byte of Buffer.from('#one\na\nb\n#two\n')) hash = ((hash ^ BigInt(byte)) * 0x01000193n) % 2n ** 32n;
  assert.equal(digest(listOf({ one: 'a b', two: '' })), hash.toString(16).padStart(8, '0'));
});
