import assert from 'node:assert/strict';
import { test } from 'node:test';

import { directionOf } from '../../web-client/environment.js';
import { describeChange } from '../../web-client/screen/descriptions.js';
import { neighbourOf } from '../../web-client/screen/screen-state.js';
import { RowTitles } from '../../web-client/screen/descriptions.js';
import { listOf } from './lists.js';

const LIST = listOf({ one: 'a b', two: 'c', three: '' });

for (const [row, gone, next] of [
  ['a', 'a', 'b'], ['b', 'b', 'c'], ['b', 'b c', 'a'], ['c', 'c', 'b'], ['a', 'a b c', null], ['x', '', null]]) {
  test(`beside ${row}, where ${gone || 'nothing'} is gone, stands ${next}`, () => {
    assert.equal(neighbourOf(LIST, row, (id) => !gone.split(' ').includes(id)), next);
  });
}

for (const [language, direction] of [
  ['ar', 'rtl'], ['he-IL', 'rtl'], ['ur-Latn', 'ltr'], ['pa-Arab', 'rtl'], ['en-GB', 'ltr'], [undefined, 'ltr']]) {
  test(`${language} is written ${direction}`, () => assert.equal(directionOf(language), direction));
}

test('the history names rows that are there, and those that it tells of itself', () => {
  const titles = new RowTitles();
  titles.takeList(LIST);
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
