import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyActions } from '../../../web-client/package/list-model.js';
import { listOf, orderOf, row } from './lists.js';

const LIST = { one: 'a b c', two: 'd e' };

/** Actions, the order after them, and what is reported as clamped (`why to`). */
const MOVES = [
  [LIST, { row: 'a', to: { section: 'one', index: 2 } }, 'one:b,c,a two:d,e', []],
  [LIST, { row: 'c', to: { section: 'one', index: 0 } }, 'one:c,a,b two:d,e', []],
  [LIST, { row: 'a', to: { section: 'two', index: 1 } }, 'one:b,c two:d,a,e', []],
  [LIST, { row: 'a', to: { section: 'one', index: 9 } }, 'one:b,c,a two:d,e', ['bounds 0,2']],
  [LIST, { row: 'b', to: { section: 'one', index: -1 } }, 'one:b,a,c two:d,e', ['bounds 0,0']],
  [LIST, { row: 'a', to: { before: 'e' } }, 'one:b,c two:d,a,e', []],
  [LIST, { row: 'a', to: { after: 'b' } }, 'one:b,a,c two:d,e', []],
  [LIST, { row: 'b', to: { after: 'b' } }, 'one:a,b,c two:d,e', []],
  [LIST, { row: 'a', to: { section: 'two' } }, 'one:b,c two:d,e,a', []],
  [LIST, { row: 'e', to: { section: 'one', at: 'start' } }, 'one:e,a,b,c two:d', []],
  [{ one: 'p^ a b q_' }, { row: 'b', to: { section: 'one', index: 0 } }, 'one:p,b,a,q', ['pinned 0,1']],
  [{ one: 'p^ a b q_' }, { row: 'a', to: { section: 'one', index: 3 } }, 'one:p,b,a,q', ['pinned 0,2']],
  [{ one: 'p^ a b q_' }, { row: 'a', to: { section: 'one' } }, 'one:p,b,a,q', []],
  [{ one: 'p^ a', two: 'b' }, { row: 'p', to: { section: 'two', index: 0 } }, 'one:p,a two:b', ['scope 0,0']],
];

for (const [sections, move, order, clamps] of MOVES) {
  test(`a move of ${move.row} to ${JSON.stringify(move.to)} gives ${order}`, () => {
    const { list, clamped, rejected } = applyActions(listOf(sections), [{ op: 'moveRow', ...move }]);
    assert.equal(rejected, undefined);
    assert.equal(orderOf(list), order);
    assert.deepEqual(clamped.map(({ why, to }) => `${why} ${to}`), clamps);
  });
}

test('a row stays in its section where the scope says so, guided to the nearest end', () => {
  const list = listOf({ one: 'a b', two: 'c d', three: 'e' }, { moveScope: 'section' });
  const later = applyActions(list, [{ op: 'moveRow', row: 'c', to: { section: 'three', index: 0 } }]);
  assert.equal(orderOf(later.list), 'one:a,b two:d,c three:e');
  assert.equal(later.clamped[0].why, 'scope');
  const earlier = applyActions(list, [{ op: 'moveRow', row: 'd', to: { section: 'one', at: 'end' } }]);
  assert.equal(orderOf(earlier.list), 'one:a,b two:d,c three:e');
  assert.deepEqual(earlier.clamped[0], {
    action: 0, row: 'd', asked: { section: 'one', at: 'end' }, to: [1, 0], why: 'scope',
  });
});

const REFUSED = [
  ['moveDisabled', { op: 'moveRow', row: 'a', to: { section: 'two' } }, {}, { one: { reorderable: false } }],
  ['unknownRow', { op: 'moveRow', row: 'x', to: { section: 'one' } }],
  ['unknownRow', { op: 'moveRow', row: 'a', to: { before: 'x' } }],
  ['unknownSection', { op: 'moveRow', row: 'a', to: { section: 'x' } }],
  ['badAction', { op: 'moveRow', row: 'a', to: { section: 'one', index: 1, after: 'b' } }],
  ['badAction', { op: 'dance' }],
  ['editDisabled', { op: 'updateRow', row: 'a', fields: { title: 'A' } }, { editable: false }],
  ['deleteDisabled', { op: 'deleteRows', rows: ['b', 'a'] }, { editable: false }],
  ['deleteDisabled', { op: 'deleteRows', rows: ['a'] }, {}, { one: { deletable: false } }],
  ['deleteDisabled', { op: 'deleteSections', sections: ['one'] }, { deletable: false }],
  ['insertDisabled', { op: 'insertRow', row: 'n', fields: {}, to: { section: 'one' } }, { insertable: false }],
  ['duplicateID', { op: 'insertRow', row: 'a', fields: {}, to: { section: 'one' } }],
  ['duplicateID', { op: 'insertSection', section: 'one', title: '' }],
  ['sectionFull', { op: 'insertRow', row: 'n', fields: {}, to: { section: 'one' } }, {}, { one: { maxRows: 3 } }],
  ['sectionFull', { op: 'moveRow', row: 'a', to: { section: 'two' } }, {}, { two: { maxRows: 2 } }],
  ['listFull', { op: 'insertRow', row: 'n', fields: {}, to: { section: 'two' } }, { maxRows: 5 }],
];

for (const [code, action, rules, sectionRules] of REFUSED) {
  test(`${JSON.stringify(action)} is refused as ${code} and changes nothing`, () => {
    const before = listOf(LIST, rules, sectionRules);
    const ok = { op: 'updateList', title: 'other' };
    const { list, rejected } = applyActions(before, [ok, action]);
    assert.equal(list, before);
    assert.equal(rejected.code, code);
    assert.equal(rejected.action, 1);
  });
}

test('rows are moved together in list order, ids that are not there are skipped', () => {
  const { list } = applyActions(listOf(LIST), [
    { op: 'moveRows', rows: ['d', 'nobody', 'a'], to: { after: 'b' } }]);
  assert.equal(orderOf(list), 'one:b,a,d,c two:e');
});

test('rows of different bands cannot move together', () => {
  const { rejected } = applyActions(listOf({ one: 'p^ a' }), [
    { op: 'moveRows', rows: ['p', 'a'], to: { section: 'one', index: 0 } }]);
  assert.equal(rejected.code, 'moveDisabled');
});

test('a place beside a row that was deleted earlier in the edit is where it was', () => {
  const { list } = applyActions(listOf(LIST), [
    { op: 'deleteRows', rows: ['b'] },
    { op: 'insertRow', row: 'n', fields: {}, to: { after: 'b' } }]);
  assert.equal(orderOf(list), 'one:a,n,c two:d,e');
});

test('a new row is clamped into its band', () => {
  const { list, clamped } = applyActions(listOf({ one: 'p^ a q_' }), [
    { op: 'insertRow', row: 'n', fields: {}, pinned: 'bottom', to: { section: 'one', index: 0 } }]);
  assert.equal(orderOf(list), 'one:p,a,n,q');
  assert.equal(clamped[0].why, 'pinned');
});

const PINS = [['top', 'one:p,b,a,c,q'], ['bottom', 'one:p,a,c,b,q']];
for (const [pinned, order] of PINS) {
  test(`a row pinned to the ${pinned} moves to the near edge of its new band`, () => {
    const list = listOf({ one: 'p^ a b c q_' });
    const pinnedNow = applyActions(list, [{ op: 'updateRow', row: 'b', pinned }]).list;
    assert.equal(orderOf(pinnedNow), order);
    const free = applyActions(pinnedNow, [{ op: 'updateRow', row: 'b', pinned: null }]).list;
    assert.equal('pinned' in free.sections[0].rows.find((one) => one.id === 'b'), false);
  });
}

test('fields are set one by one, and null removes one', () => {
  const list = listOf({ one: [row('a', { fields: { title: 'A', detail: 'x', n: 1 } })] });
  const after = applyActions(list, [
    { op: 'updateRow', row: 'a', fields: { detail: null, n: 2, done: true } }]).list;
  assert.deepEqual(after.sections[0].rows[0].fields, { title: 'A', n: 2, done: true });
});

test('setting what is already so gives the very same list', () => {
  const list = listOf(LIST);
  const same = [{ op: 'updateRow', row: 'a', fields: { title: 'a' } },
    { op: 'moveRow', row: 'a', to: { section: 'one', index: 0 } }, { op: 'deleteRows', rows: ['x'] },
    { op: 'moveSection', section: 'one', to: { index: 0 } }];
  assert.equal(applyActions(list, same).list, list);
});

const SECTIONS = [
  [{ op: 'moveSection', section: 'one', to: { after: 'two' } }, 'two:d,e one:a,b,c'],
  [{ op: 'moveSection', section: 'two', to: { at: 'start' } }, 'two:d,e one:a,b,c'],
  [{ op: 'insertSection', section: 'new', title: 'N', to: { before: 'two' } }, 'one:a,b,c new: two:d,e'],
  [{ op: 'insertSection', section: 'new', title: 'N' }, 'one:a,b,c two:d,e new:'],
  [{ op: 'deleteSections', sections: ['one', 'nobody'] }, 'two:d,e'],
];
for (const [action, order] of SECTIONS) {
  test(`${JSON.stringify(action)} gives ${order}`, () => {
    assert.equal(orderOf(applyActions(listOf(LIST), [action]).list), order);
  });
}
