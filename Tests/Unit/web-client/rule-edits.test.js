/** The edits with which an owner changes rules. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { applyActions } from '../../../web-client/package/list-model.js';
import { setRowRules, setSectionRules } from '../../../web-client/rules/rule-changes.js';
import { isLocked, lockRows, pinRows } from '../../../web-client/rules/rule-edits.js';

const list = {
  title: '', rules: { kind: 'check', moveScope: 'section' },
  sections: [{
    id: 's', title: 'S', rules: { handles: 'always', maxRows: 3 },
    rows: [{ id: 'a', fields: {} }, { id: 'b', fields: {}, editable: false }, { id: 'c', fields: {} }],
  }],
};
const [section] = list.sections;
const after = (actions) => applyActions(list, actions).list.sections[0].rows;

test('a lock forbids to change, delete and move, and takes its rules off again', () => {
  const locked = after(lockRows(section.rows, true));
  assert.ok(locked.every(isLocked));
  assert.deepEqual(lockRows(locked, true), []);
  const free = applyActions({ ...list, sections: [{ ...section, rows: locked }] },
    lockRows(locked, false)).list.sections[0].rows;
  assert.deepEqual(free, [{ id: 'a', fields: {} }, { id: 'b', fields: {} }, { id: 'c', fields: {} }]);
  assert.deepEqual(lockRows([section.rows[0]], false), []);
});

test('a pinned row goes to its band, and only what is not so yet is changed', () => {
  const pinned = after(pinRows([section.rows[2]], 'top'));
  assert.deepEqual(pinned.map(({ id }) => id), ['c', 'a', 'b']);
  assert.deepEqual(pinRows(pinned.slice(0, 1), 'top'), []);
  assert.deepEqual(pinRows(pinned, null), [{ op: 'updateRow', row: 'c', pinned: null }]);
});

test('each rule of a row is set alone', () => {
  const wanted = { editable: true, deletable: false, movable: true, pinned: null };
  assert.deepEqual(setRowRules(section.rows[1], wanted),
    [{ op: 'updateRow', row: 'b', editable: null, deletable: false }]);
  assert.deepEqual(setRowRules(section.rows[0], { editable: true, pinned: null }), []);
});

test('rules of a section and of the list are sent as a whole, with those that stay', () => {
  assert.deepEqual(setSectionRules(list, section,
    { section: { maxRows: undefined, insertable: false }, list: { moveScope: undefined } }), [
    { op: 'updateSection', section: 's', rules: { handles: 'always', insertable: false } },
    { op: 'updateList', rules: { kind: 'check' } },
  ]);
  assert.deepEqual(setSectionRules(list, section, { section: {}, list: {} }), []);
});
