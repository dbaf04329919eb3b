/** Many rows inserted at the end of a section, held against inserting them one by one. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyActions } from '../../../web-client/package/list-model.js';
import { listOf, orderOf } from './lists.js';

const insert = (row, section, rest = {}) => (
  { op: 'insertRow', row, fields: { title: row }, to: { section }, ...rest });

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

const SECTIONS = { one: 'p^ a b q_', two: 'c' };
const RUN = [insert('x', 'one'), insert('y', 'one', { pinned: 'top' }),
  insert('z', 'one', { to: { section: 'one', at: 'end' } }), insert('w', 'one', { pinned: 'bottom' }),
  insert('v', 'two'), insert('u', 'two')];

test('a run of insertions gives what its insertions give one by one', () => {
  const list = listOf(SECTIONS);
  const together = applyActions(list, RUN);
  assert.equal(orderOf(together.list), 'one:p,y,a,b,x,z,q,w two:c,v,u');
  assert.deepEqual(together.list, oneByOne(list, RUN).list);
  assert.deepEqual(together.clamped, []);
});

for (const [what, rules, sectionRules, run] of [
  ['a taken id', {}, {}, [...RUN.slice(0, 3), insert('b', 'one')]],
  ['an id taken by the run', {}, {}, [...RUN.slice(0, 3), insert('x', 'one')]],
  ['a full section', {}, { one: { maxRows: 6 } }, RUN],
  ['a full list', { maxRows: 8 }, {}, RUN],
  ['a section that takes none', {}, { one: { insertable: false } }, RUN],
  ['a section that is not there', {}, {}, [insert('x', 'two'), insert('y', 'none'), insert('z', 'none')]],
]) {
  test(`a run is rejected for ${what} as its insertion is`, () => {
    const list = listOf(SECTIONS, rules, sectionRules);
    const { list: after, rejected } = applyActions(list, run);
    assert.equal(after, list);
    assert.deepEqual(rejected, oneByOne(list, run).rejected);
  });
}
