/** Rows that are pasted: as a list page copied them, or as lines of text. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { addRows } from '../../../web-client/changing/new-rows.js';
import { copiedItems, pasteRows } from '../../../web-client/changing/row-pasting.js';
import { clip, clipOf } from '../../../web-client/input/clipboard.js';
import { LAZY_COMMANDS } from '../../../web-client/input/commands.js';
import { applyActions, findRow } from '../../../web-client/package/list-model.js';
import { listOf, row } from './lists.js';

test('rows are pasted with their fields, a copied tick among them', () => {
  const fields = [{ title: 'Milk', detail: 'oat', done: true, price: 1.5 }, { note: 1 }];
  const items = copiedItems({ rows: JSON.stringify(fields), text: 'Milk' })
    .map((item, at) => ({ ...item, id: `n${at}` }));
  const added = (kind) => addRows({ ...listOf({ one: 'a' }), rules: { kind } }, 'one', items, 'a')
    .map((action) => [action.fields, action.to.after]);
  assert.deepEqual(added('plain'), [[fields[0], 'a'], [fields[1], 'n0']]);
  const { done: _, ...untold } = fields[0];
  assert.deepEqual(added(undefined), [[untold, 'a'], [fields[1], 'n0']]);
  assert.deepEqual(added('check'), [[fields[0], 'a'], [{ ...fields[1], done: false }, 'n0']]);
});

test('what is not the fields of rows is pasted as text', () => {
  for (const rows of ['', '{', 'null', '[]', '[1]', '[null]', '[[1]]', '{"title":"x"}']) {
    assert.deepEqual(copiedItems({ rows, text: '[x] a' }), [{ title: 'a', done: true }], rows);
  }
  assert.deepEqual(copiedItems({ rows: '[{"title":"a","detail":null}]', text: '' }),
    [{ done: undefined, fields: { title: 'a' } }]);
});

test('of more rows than one edit takes the last that is there at once has the focus', () => {
  globalThis.document = { createElement: () => ({}), getElementById: () => ({ replaceChildren() {} }) };
  const page = {
    shown: listOf({ one: 'a' }), client: { limits: { actions: 1000 } }, state: { role: 'owner' }, focused: [],
    editAll([first, ...others]) {
      this.later = others.flat().length;
      this.shown = applyActions(this.shown, first).list;
    },
    focusRow(id) { this.focused.push(findRow(this.shown, id)?.path); },
  };
  pasteRows(page, 'a', { rows: '', text: Array.from({ length: 1500 }, (_, at) => `row ${at}`).join('\n') });
  assert.deepEqual([page.focused, page.later], [[[0, 1000]], 500]);
});

test('of what a menu reads from the clipboard the rows are known, where they were copied last', () => {
  const rows = [row('a', { fields: { title: 'Milk', detail: 'oat', done: true } }), row('b')];
  const { text, rows: fields } = clip(rows);
  assert.deepEqual(copiedItems(clipOf(text)).map((one) => one.fields), rows.map((one) => one.fields));
  assert.deepEqual(clipOf(text.replaceAll('\n', '\r\n')).rows, fields);
  assert.deepEqual(clipOf(`${text}!`), { text: `${text}!`, rows: '' });
});

test('each command that is loaded lazily is one of those that a page may run', async () => {
  globalThis.navigator ??= { platform: '', userAgent: '' };
  const { lazyCommands } = await import('../../../web-client/lazy.js');
  const lazy = Object.keys(lazyCommands({}));
  assert.deepEqual(lazy.toSorted(), LAZY_COMMANDS.toSorted());
});
