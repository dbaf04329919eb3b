/** Fields with the names of what objects inherit are fields like others. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formOf } from '../../../web-client/details/field-kinds.js';
import { labelOf } from '../../../web-client/details/field-editors.js';
import { rowsWhere } from '../../../web-client/dialogs/delete-where.js';
import { writeTable } from '../../../web-client/files/row-table.js';
import { applyChangeSet } from '../../../web-client/package/list-model.js';
import { decodeFrame } from '../../../web-client/package/messages.js';
import { own, put } from '../../../web-client/package/model/records.js';
import { arrangeLists } from '../../../web-client/pages/overview-settings.js';
import { compareTexts, rowTexts } from '../../../web-client/screen/text-changes.js';
import { setTexts } from '../../../web-client/screen/user-edits.js';
import { listOf } from './lists.js';

const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
const fieldsOf = (name, value) => JSON.parse(`{"${name}":${JSON.stringify(value)}}`);
const SET = {
  revision: 1, insertedRows: [], deletedRows: [], movedRows: [], insertedSections: [], deletedSections: [],
  movedSections: [], updatedSections: [],
};

for (const name of NAMES) {
  test(`what is not there under ${name} is not there`, () => {
    assert.equal(own({}, name), undefined);
    assert.equal(own(undefined, name), undefined);
    assert.deepEqual(rowTexts({ fields: {} }, [name]),
      Object.fromEntries([['title', ''], ['detail', ''], [name, '']]));
    const list = listOf({ one: [{ id: 'a', fields: {} }] });
    assert.deepEqual(rowsWhere(list, { field: name, comparison: 'contains', value: 'o' }).matching, []);
    assert.equal(labelOf(name), name);
  });

  test(`a field named ${name} is found, edited and written like others`, () => {
    const fields = fieldsOf(name, 'there');
    const list = listOf({ one: [{ id: 'a', fields }] });
    assert.deepEqual(rowsWhere(list, { field: name, comparison: '=', value: 'there' }).matching, ['a']);
    const { texts, kinds } = formOf({ fields }, false);
    assert.deepEqual([own(texts, name), own(kinds, name)], ['there', 'text']);
    const typed = { ...texts };
    put(typed, name, 'new');
    const compared = compareTexts(texts, typed, texts);
    assert.deepEqual([own(compared.texts, name), compared.conflicts], ['new', []]);
    const [edit] = setTexts('a', compared.texts, 1);
    assert.equal(own(edit.fields, name), 'new');
    const [head, row] = [...writeTable(list)].filter(Boolean);
    assert.deepEqual([head, row].map((line) => line.trim().split(',').at(-1)), [name, 'there']);
  });

  test(`a change of the field ${name} changes nothing else`, () => {
    const list = listOf({ one: [{ id: 'a', fields: {} }] });
    const updatedRows = [{ row: 'a', at: [0, 0], fields: fieldsOf(name, { title: 'not the title' }) }];
    const after = applyChangeSet(list, { ...SET, updatedRows }).sections[0].rows.at(0);
    assert.equal(after.fields.title, undefined);
    assert.deepEqual(own(after.fields, name), { title: 'not the title' });
  });

  test(`a message of the type ${name} is one that is not known`, () => {
    const [message] = decodeFrame(JSON.stringify({ type: name, list: 'l' }));
    assert.deepEqual({ ...message }, { type: name, list: 'l' });
  });

  test(`a list named ${name} has not been used because objects have such a member`, () => {
    const lists = [{ list: name, title: 'B' }, { list: 'b', title: 'A' }];
    const order = arrangeLists(lists, { order: 'recent', pinned: [], used: { b: 1 } });
    assert.deepEqual(order.map(({ list }) => list), ['b', name]);
  });
}
