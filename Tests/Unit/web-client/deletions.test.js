/** Deletions: which they are, how they are told, and which can't be undone. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { deletionSentence, isDeletion, isFinal } from '../../../web-client/changing/deletions.js';
import '../../../web-client/texts/lazy.js';
import { listOf } from './lists.js';

const LIST = listOf({ one: 'a b c', two: 'd', none: '' });
const rows = (...ids) => [{ op: 'deleteRows', rows: ids }];
const sections = (...ids) => [{ op: 'deleteSections', sections: ids }];

test('edits that only delete are deletions', () => {
  assert.ok(isDeletion(rows('a')) && isDeletion([...rows('a'), ...sections('two')]));
  assert.ok(!isDeletion([]) && !isDeletion([...rows('a'), { op: 'updateList', title: 'x' }]));
});

test('a deletion is told by what it is about', () => {
  const notified = [rows('a'), rows('a', 'd', 'gone'), sections('none'), sections('two'),
    sections('one'), sections('one', 'two')].map((actions) => deletionSentence(LIST, actions));
  assert.deepEqual(notified, [
    'Deleted “a”.', 'Deleted 2 items.', 'Deleted the section “none”.',
    'Deleted the section “two” and its item.', 'Deleted the section “one” and its 3 items.',
    'Deleted 2 sections.']);
  assert.equal(deletionSentence(LIST, rows('a'), 'deleting.ask'), 'Delete “a”?');
});

test('a deletion is final where its rows are larger than what the server undoes', () => {
  assert.ok(isFinal(LIST, sections('one'), { undoBytes: 200 }));
  assert.ok(!isFinal(LIST, rows('a'), { undoBytes: 200 }));
  assert.ok(!isFinal(LIST, sections('one'), {}));
});
