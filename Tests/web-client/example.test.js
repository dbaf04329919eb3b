import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../web-client/client.js';
import { tickOff } from '../../web-client/docs/tick-off.js';
import { FakeServer } from './fake-server.js';
import { listOf, row } from './lists.js';

test('the example uses the client without any view, and goes on as others add rows', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  const said = [];
  tickOff(client, 'l', 'ea', (line) => said.push(line));
  client.connect();
  server.welcome();
  const open = (title) => row(title, { fields: { title, done: false } });
  server.snapshot(listOf({ one: [open('Tea'), open('Milk')] }), 3);
  const ticked = (id) => [{ op: 'updateRow', row: id, fields: { done: true } }];
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.actions), [ticked('Tea')]);
  server.publish([{ revision: 4, client: 'me', intent: 1,
    updatedRows: [{ row: 'Tea', at: [0, 0], fields: { done: true } }] }], [2]);
  server.publish([{ revision: 5,
    insertedRows: [{ row: 'Pea', at: [0, 2], fields: { title: 'Pea', done: false } }] }], [3]);
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.actions), [ticked('Pea')]);
  server.socket.say({ type: 'reject', list: 'l', id: 2, code: 'editDisabled', message: 'fixed' });
  assert.deepEqual(server.socket.take('edit'), []);
  assert.deepEqual(said, ['ticking off 1', 'ticking off 1', 'refused: editDisabled: fixed']);
});
