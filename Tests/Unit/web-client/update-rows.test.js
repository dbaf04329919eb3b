/** Many rows changed in one edit, held against changing them one by one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyActions, sparseList } from '../../../web-client/package/list-model.js';
import { listOf } from './lists.js';

const update = (row, fields, rest = {}) => ({ op: 'updateRow', row, fields, ...rest });

/** The result of the actions, each applied by itself; the index of the first that is rejected. */
function oneByOne(list, actions) {
  let now = list;
  for (const [action, one] of actions.entries()) {
    const { list: next, rejected } = applyActions(now, [one]);
    if (rejected) return { rejected: { ...rejected, action } };
    now = next;
  }
  return { list: now };
}

const RUN = [update('a', { done: true }), update('c', { done: true, title: 'C' }),
  update('a', { done: null, detail: 'x' }), update('b', { title: 'b' }),
  update('d', undefined, { movable: false })];

test('a run of updates gives what its updates give one by one', () => {
  const list = listOf({ one: 'p^ a b q_', two: 'c d', three: 'e' });
  const together = applyActions(list, RUN);
  assert.deepEqual(together, { list: oneByOne(list, RUN).list, clamped: [] });
  assert.equal(together.list.sections[2], list.sections[2]);
  assert.equal(together.list.sections[0].rows[2], list.sections[0].rows[2]);
  assert.equal(applyActions(list, [update('a', { title: 'a' }), RUN[3]]).list, list);
});

test('a row that is pinned between updates moves, and the updates after it find it', () => {
  const list = listOf({ one: 'a b c' });
  const run = [RUN[0], RUN[3], update('c', { done: true }, { pinned: 'top' }),
    update('c', { done: null }), update('a', { title: 'A' })];
  const together = applyActions(list, run);
  assert.deepEqual(together.list, oneByOne(list, run).list);
  assert.deepEqual(together.list.sections[0].rows.map(({ id }) => id), ['c', 'a', 'b']);
});

for (const [what, sectionRules, run] of [
  ['an unknown row', {}, [...RUN, update('z', { done: true })]],
  ['a section that is locked', { two: { editable: false } }, RUN],
  ['a row that the run itself locks', {},
    [RUN[0], update('b', undefined, { editable: false }), update('b', { title: 'B' })]],
]) {
  test(`a run is rejected for ${what} as its update is`, () => {
    const list = listOf({ one: 'a b', two: 'c d' }, {}, sectionRules);
    const { list: after, rejected } = applyActions(list, run);
    assert.equal(after, list);
    assert.deepEqual(rejected, oneByOne(list, run).rejected);
    assert.equal(rejected.action > 0, true);
  });
}

test('rows of a list of which only parts are held are changed where they are held', () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id, fields: { title: id } }));
  const list = sparseList({ title: '', rules: {},
    sections: [{ id: 'one', title: '', rules: {}, rows: 10, top: 0, bottom: 0 }],
    runs: [{ at: [0, 1], rows: rows.slice(0, 2) }, { at: [0, 6], rows: rows.slice(2) }] });
  const run = [update('a', { done: true }), update('c', { done: true })];
  const { list: after } = applyActions(list, run);
  assert.deepEqual(after, oneByOne(list, run).list);
  assert.equal(after.sections[0].rows.at(6).fields.done, true);
  assert.equal(applyActions(list, [...run, update('z', {})]).rejected.code, 'unknownRow');
});
