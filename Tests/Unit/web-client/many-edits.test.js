/** Edits that are made one after another, and undone together. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ManyEdits } from '../../../web-client/changing/many-edits.js';
import { Client } from '../../../web-client/package/client.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

/** What a note of progress needs of a document, which is not there in tests. */
class Element extends EventTarget {
  append() {}
  prepend() {}
  remove() {}
  replaceChildren() {}
  setAttribute() {}
  getAttribute() { return null; }
  contains() { return false; }
}

globalThis.window = new EventTarget();
globalThis.document = Object.assign(new EventTarget(), {
  createElement: () => new Element(), getElementById: () => new Element(),
  createTextNode: () => new Element(), visibilityState: 'visible',
});

const remove = (row) => [{ op: 'deleteRows', rows: [row] }];
const PARTS = [...'abcdef'].map(remove);

/** A page of a list of the rows a to g. */
function page() {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a b c d e f g' }), 5, { lastId: 0 });
  const many = new ManyEdits({ list, client, state: {}, focusRow() {} });
  const stops = many.listen();
  const leave = () => { for (const stop of stops) stop(); };
  return { server, list, many, leave };
}

test('an edit made during a run comes after all of it, and undo takes all of the run', () => {
  const { server, list, many, leave } = page();
  const first = many.make(PARTS);
  assert.equal(list.waiting, 1);
  list.edit([{ op: 'updateList', title: 'Else' }]);
  assert.equal(list.waiting, 7);
  assert.equal(orderOf(list.list), 'one:g');
  for (let id = 1; id <= 7; id += 1) {
    server.publish([{ revision: 5 + id, client: 'me', intent: id, ...(id < 7
      ? { deletedRows: [{ row: 'abcdef'[id - 1], at: [0, 0] }] }
      : { updatedList: { title: 'Else' } }) }], [Math.max(1, 7 - id)]);
  }
  const notified = [];
  list.on('partly', (kind) => notified.push(kind));
  list.undo();
  assert.equal(server.socket.take('undo').length, 1);
  list.undoStep(first);
  assert.equal(server.socket.take('undo').length, 6);
  assert.deepEqual(notified, []);
  leave();
});

test('a run is made to its end where the page is hidden', () => {
  const { list, many, leave } = page();
  many.make(PARTS);
  document.dispatchEvent(new Event('visibilitychange'));
  assert.equal(list.waiting, 1);
  document.visibilityState = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  document.visibilityState = 'visible';
  assert.equal(list.waiting, 6);
  leave();
});

test('a run is made to its end where the page is left', () => {
  const { list, many, leave } = page();
  many.make(PARTS);
  assert.equal(list.waiting, 1);
  leave();
  assert.equal(list.waiting, 6);
});

test('a run whose first edit cannot be made ends there', () => {
  const { list, many, leave } = page();
  const deep = Array.from({ length: 40 }).reduce((inner) => [inner], 0);
  const insert = [{ op: 'insertRow', row: 'x', fields: { deep }, to: { section: 'one' } }];
  assert.equal(many.make([insert, ...PARTS]), 0);
  many.finish();
  assert.equal(list.waiting, 0);
  leave();
});
