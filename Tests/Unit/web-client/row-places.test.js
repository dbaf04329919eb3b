import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeOf, rearranged, replacing, without } from '../../../web-client/package/model/row-sequences.js';
import { applyActions, heldOf, isApplied } from '../../../web-client/package/list-model.js';
import { listOf, orderOf, row } from './lists.js';

/** Whole numbers from 0 to before `end`, the same for a seed. */
function numbersOf(seed) {
  let state = seed;
  return (end) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor(state / 65_536) % end;
  };
}

for (const seed of [1, 2, 3]) {
  test(`rows are found where they are after any changes, seed ${seed}`, () => {
    const below = numbersOf(seed);
    let rows = Array.from({ length: 40 }, (_, at) => row(`r${at}`));
    let expected = rows.map(({ id }) => id);
    const ever = [...expected];
    for (let step = 0; step < 600; step += 1) {
      const [leaving, index] = [new Set(), below(expected.length + 1)];
      for (let count = below(3); count > 0 && expected.length > 0; count -= 1) leaving.add(below(expected.length));
      const gone = [...leaving].sort((a, b) => a - b);
      // A row that went may come back, as it does where it moves.
      const added = gone.slice(0, below(2)).map((at) => rows[at]);
      if (below(2) === 1) {
        added.push(row(`n${step}`));
        ever.push(`n${step}`);
      }
      expected = expected.filter((_, at) => !leaving.has(at));
      const at = Math.min(index, expected.length);
      expected.splice(at, 0, ...added.map(({ id }) => id));
      rows = rearranged(rows, gone, at, added);
      if (rows.length > 0) rows = replacing(rows, new Map([[0, { ...rows[0] }]]));
      assert.deepEqual(rows.map(({ id }) => id), expected);
      for (const id of ever) assert.equal(placeOf(rows, id), expected.indexOf(id), `${id} in step ${step}`);
    }
    assert.equal(without(rows, new Set(['nobody'])), rows);
    assert.deepEqual(without(rows, new Set(ever)), []);
  });
}

test('100 edits of a list of 100,000 rows take the rows as they were, and give what they give a short one', () => {
  const titles = Array.from({ length: 100_000 }, (_, at) => `r${at}`);
  const [short, long] = [titles.slice(0, 300), titles].map((all) => listOf({ s: all }));
  const edits = Array.from({ length: 100 }, (_, at) => [
    { op: 'updateRow', row: `r${at}`, fields: { title: 'new' } },
    { op: 'moveRow', row: `r${at + 100}`, to: { after: 'r250' } },
    { op: 'insertRow', row: `n${at}`, fields: {}, to: { before: 'r20' } },
    { op: 'deleteRows', rows: [`r${at + 200}`] },
  ].slice(at % 4, at % 4 + 1));
  const [one, other] = [short, long].map((list) => edits.reduce((all, actions) => applyActions(all, actions).list, list));
  const rows = one.sections[0].rows;
  assert.deepEqual(other.sections[0].rows.slice(0, rows.length), rows);
  assert.equal(other.sections[0].rows.length - rows.length, 99_700);
});

test('few ids and many are found alike, by whole edits too', () => {
  for (const count of [3, 200]) {
    const names = Array.from({ length: count }, (_, at) => `r${at}`);
    const list = listOf({ s: names, t: 'x y' });
    assert.deepEqual([...heldOf(list, new Set([...names, 'y', 'toString']))], [...names, 'y']);
    const update = [...names, 'y'].map((name) => ({ op: 'updateRow', row: name, fields: { title: 'new' } }));
    const insert = names.map((name) => ({ op: 'insertRow', row: `n${name}`, fields: {}, to: { section: 't' } }));
    const { list: after } = applyActions(list, [...update, ...insert, ...update]);
    assert.deepEqual(after.sections.map(({ rows }) => rows.filter(({ fields }) => fields.title === 'new').length), [count, 1]);
    for (const taken of ['r1', 'nr1', 'y']) {
      const { rejected } = applyActions(after, [...insert.map((one) => ({ ...one, row: `m${one.row}` })), { ...insert[0], row: taken }]);
      assert.deepEqual([rejected.code, rejected.action], ['duplicateID', count]);
    }
    assert.equal(applyActions(list, [...update, { ...update[0], row: 'gone' }]).rejected.code, 'unknownRow');
  }
});

test('whether actions were applied is told by the list', () => {
  const before = listOf({ one: 'a b c', two: 'd' });
  for (const actions of [
    [{ op: 'updateRow', row: 'a', fields: { title: 'A', gone: null } }],
    [{ op: 'insertRow', row: 'n', fields: { title: 'n' }, to: { section: 'two' } }],
    [{ op: 'insertSection', section: 't', title: 'T' }, { op: 'insertRow', row: 'n', fields: {}, to: { section: 't' } }],
    [{ op: 'deleteRows', rows: ['b'] }], [{ op: 'moveRow', row: 'a', to: { after: 'c' } }],
    [{ op: 'updateSection', section: 'two', title: 'T' }], [{ op: 'updateList', title: 'T' }],
  ]) {
    const { list } = applyActions(before, actions);
    assert.deepEqual([isApplied(before, actions), isApplied(list, actions)], [false, true], JSON.stringify(actions));
  }
  const locked = { ...before, rules: { editable: false } };
  assert.equal(isApplied(locked, [{ op: 'updateRow', row: 'a', fields: { title: 'A' } }]), false);
  assert.equal(isApplied(before, [{ op: 'updateRow', row: 'gone', fields: {} }]), false);
  assert.equal(orderOf(before), 'one:a,b,c two:d');
});
