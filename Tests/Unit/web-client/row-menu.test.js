import assert from 'node:assert/strict';
import { test } from 'node:test';

import { duplicateRows } from '../../../web-client/changing/duplicating.js';
import { writeMarkdown } from '../../../web-client/files/outline.js';
import { applyActions, deleteTitle } from '../../../web-client/package/list-model.js';
import { destinations } from '../../../web-client/package/model/destinations.js';
import { nameOf, rowsAsText } from '../../../web-client/screen/row-texts.js';
import { listOf, orderOf, row } from './lists.js';

/** The places that `ids` may go to, `one0` for the first of the section `one`, `-` where they are. */
const placesOf = (list, ids) => destinations(list, ids).map(({ section, top, bottom }) => (
  [top, bottom].map((place) => (place ? `${section.id}${place.index}` : '-')).join(' ')));

test('rows go to the ends of sections, inside the bands', () => {
  const list = listOf({ one: 'p^ a b', two: 'c q_', three: '' });
  assert.deepEqual(placesOf(list, ['a']), ['- one2', 'two0 two1', 'three0 three0']);
  assert.deepEqual(placesOf(list, ['a', 'b']), ['- -', 'two0 two1', 'three0 three0']);
  assert.deepEqual(placesOf(list, ['a', 'c']), ['one1 one2', 'two0 two0', 'three0 three0']);
  assert.deepEqual(placesOf(list, ['p']), ['- -']);
});

test('rows go only where the rules and the room let them', () => {
  const rules = { two: { maxRows: 1 }, three: { reorderable: false } };
  const list = listOf({ one: 'a b', two: 'c', three: 'd' }, {}, rules);
  assert.deepEqual(placesOf(list, ['a']), ['- one1']);
  assert.deepEqual(placesOf(list, ['c']), ['one0 one2', '- -']);
  assert.deepEqual(placesOf(list, ['d']), []);
  assert.deepEqual(placesOf(listOf({ one: 'a b', two: 'c' }, { moveScope: 'section' }), ['a']), ['- one1']);
});

test('one row is copied as its title and note, several as a line each', () => {
  const milk = row('a', { fields: { title: 'Milk', detail: 'oat\n\ncold', done: false } });
  const rye = row('b', { fields: { title: 'Rye', done: true } });
  assert.equal(rowsAsText([milk]), 'Milk\noat\n\ncold');
  assert.equal(rowsAsText([rye]), 'Rye');
  assert.equal(rowsAsText([milk, row('c'), rye]),
    '- [ ] Milk\n  oat\n\n  cold\nc\n- [x] Rye');
  assert.equal(rowsAsText([row('n', { fields: { title: 7, detail: 8 } })]), '7\n8');
});

test('a copy stands below its row, and that of a pinned one next to those pinned', () => {
  const list = listOf({ one: 'p^ a b q_' });
  let next = 0;
  const subjects = list.sections[0].rows.map((one) => ({ section: list.sections[0], row: one }));
  const actions = duplicateRows(subjects, () => {
    next += 1;
    return `n${next}`;
  });
  const { list: after, clamped } = applyActions(list, actions);
  assert.equal(orderOf(after), 'one:p,n1,a,n2,b,n3,n4,q');
  assert.deepEqual(clamped, []);
});

test('a value that is no text is shown as JSON has it, a blank title as untitled', () => {
  const note = { shelf: [1, true] };
  const odd = row('a', { fields: { title: ['x'], detail: note } });
  assert.equal(rowsAsText([odd]), '["x"]\n{"shelf":[1,true]}');
  assert.deepEqual([7, false, ['x'], 'a b'].map((title) => nameOf(title)), ['7', 'false', '["x"]', 'a b']);
  assert.deepEqual([undefined, '', ' \n '].map((title) => nameOf(title)), Array(3).fill('Untitled'));
  assert.equal(nameOf(' ', 'section.untitled'), 'Untitled section');
  const list = listOf({ one: '' }, { deleteTitle: 'Drop ({detail})' });
  list.sections[0].rows.push(odd);
  assert.equal(deleteTitle(list, list.sections[0], odd), 'Drop ({"shelf":[1,true]})');
  assert.match([...writeMarkdown(list)].join(''), /\["x"\]\n {4}\{"shelf":\[1,true\]\}/u);
});
