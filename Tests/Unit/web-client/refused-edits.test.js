/** What becomes of texts that were refused, with the forms of a page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { open } from './form-page.js';

const reject = (id, code) => ({ type: 'reject', list: 'l', id, code, message: 'no' });
const textsIn = (drafts) => drafts.of('l').map(({ kind, text, texts, mine }) => [kind, text ?? mine ?? texts.title]);

test('a text that is refused while its form is open again is sent again, or told, and not lost', () => {
  const { server, drafts, state, forms, type } = open();
  type('typed');
  forms.commit();
  forms.openRow('a');
  server.socket.say(reject(1, 'editDisabled'));
  forms.commit();
  assert.equal(server.socket.take('edit').at(-1).actions[0].fields.title, 'typed');
  server.socket.say(reject(2, 'editDisabled'));
  assert.deepEqual([state.renaming.texts.title, textsIn(drafts)], ['typed', [['row', 'typed']]]);
});

test('a text that is refused while something newer is typed in its form is kept beside that', () => {
  const { server, drafts, state, forms, type } = open();
  type('old');
  forms.commit();
  type('newer');
  server.socket.say(reject(1, 'editDisabled'));
  assert.deepEqual([state.renaming.texts.title, textsIn(drafts)], ['newer', [['row', 'newer'], ['kept', 'old']]]);
});

test('of two edits of a text, the first refused for now and the second in conflict, the second is asked about', () => {
  const { server, list, drafts, forms, type } = open();
  for (const title of ['first', 'second']) {
    type(title);
    forms.commit();
  }
  server.publish([{ revision: 6, updatedRows: [{ row: 'a', at: [0, 0], fields: { title: 'theirs' } }] }], [2]);
  server.socket.say(reject(1, 'rateLimited'), reject(2, 'conflict'));
  assert.deepEqual(textsIn(drafts), [['conflict', 'second']]);
  server.timers.pass(60_000);
  server.socket.say(reject(3, 'conflict'));
  assert.deepEqual([textsIn(drafts), list.waiting], [[['conflict', 'second']], 0]);
});
