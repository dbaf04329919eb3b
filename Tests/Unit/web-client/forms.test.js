/** The forms of a list page that are opened again with what was typed. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open } from './form-page.js';

/** The titles of the rows that were sent, and what is typed in the form of a new one. */
const made = ({ server, state }) => [
  server.socket.take('edit').flatMap(({ actions }) => actions.map(({ fields }) => fields.title)), state.adding, state.draft,
];

for (const [text, lines, titles, left] of [
  ['Mi', 'typed', [], 'Mi'],
  ['Milk\n - Rye \n\nTe', 'typed', ['Milk', '- Rye'], 'Te'],
  ['Milk\n', 'typed', ['Milk'], ''],
  ['- Milk\n- Rye', 'pasted', ['Milk', 'Rye'], ''],
  ['- Milk\n- Rye\nTe', 'continued', ['Milk', 'Rye'], 'Te'],
  ['Milk\nRye', undefined, [], 'Milk\nRye'],
]) {
  test(`of ${JSON.stringify(text)}, ${lines ?? 'of one row'}, rows are made once, and the form has the rest`, () => {
    const page = open({ drafts: [{ kind: 'new', id: 'one', text, lines }] });
    page.forms.restore();
    assert.deepEqual(made(page), [titles, 'one', left]);
    page.forms.restore();
    assert.deepEqual(made(page), [[], 'one', left]);
    assert.equal(page.drafts.find('l', 'new', 'one').text, left);
  });
}

test('lines of which one is too long stay where they were typed', (t) => {
  // Of the toast.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const page = open({ drafts: [{ kind: 'new', id: 'one', text: 'Milk\nRye', lines: 'typed' }] });
  page.server.socket.say({ type: 'welcome', protocol: 1, client: 'me', limits: { fieldsBytes: 20 } });
  page.forms.restore();
  assert.deepEqual(made(page), [[], 'one', 'Milk\nRye']);
  assert.equal(page.drafts.find('l', 'new', 'one').text, 'Milk\nRye');
});

test('who may only look is shown no form that was stored before, and what was typed is kept', () => {
  const page = open({
    role: 'viewer',
    drafts: [
      { kind: 'row', id: 'a', section: 'one', field: 'title', opened: { title: 'a' }, texts: { title: 'of a row' } },
      { kind: 'new', id: 'one', text: 'of a new one' },
    ],
  });
  page.forms.restore();
  assert.deepEqual([page.state.renaming, page.state.adding], [null, null]);
  assert.deepEqual(page.drafts.of('l').map(({ kind, text, reason }) => [kind, text, reason]), [
    ['kept', 'of a row', 'You may not change this list.'], ['kept', 'of a new one', 'You may not change this list.'],
  ]);
});
