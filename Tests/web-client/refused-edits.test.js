/** What becomes of texts that were refused, with the forms of a page. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../web-client/client.js';
import { Forms } from '../../web-client/input/forms.js';
import { RefusedEdits } from '../../web-client/pages/refused-edits.js';
import { Drafts } from '../../web-client/screen/drafts.js';
import { SteadyStorage } from '../../web-client/storage/web-storage.js';
import { MemoryStorage } from './fake-browser.js';
import { FakeServer } from './fake-server.js';
import { listOf } from './lists.js';

/** A page of a list, with its forms. */
function open() {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a b' }), 5);
  const drafts = new Drafts(new SteadyStorage(() => new MemoryStorage()), '', 'k');
  new RefusedEdits(client, drafts, () => true);
  const state = { renaming: null, adding: null, draft: '' };
  const page = {
    list, client, state, draw() {}, body: { rowElement: () => null }, get shown() { return list.list; },
    edit: (actions, note) => (actions.length > 0 ? list.edit(actions, note) : 0),
  };
  const forms = new Forms(page, drafts);
  drafts.on('refused', () => forms.restore());
  const type = (title) => {
    forms.openRow('a');
    forms.type('title', title);
  };
  return { server, list, drafts, state, forms, type };
}

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
