import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../web-client/client.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

const insert = (row) => [{ op: 'insertRow', row, fields: { title: row }, to: { section: 'one' } }];
const rename = (row) => [{ op: 'updateRow', row, fields: { title: 'new' } }];
const refuse = (id, code, more) => ({ type: 'reject', list: 'l', id, code, message: 'not now', ...more });

function live(options) {
  const server = new FakeServer();
  const client = new Client({ ...server.options, ...options });
  client.connect();
  server.welcome({ inFlight: 128, frameBytes: 2000 });
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a' }), 5);
  return { server, client, list, sent: () => server.socket.take('edit').map((edit) => edit.id) };
}

test('an edit refused as too many stays on screen and goes out again under a new id', () => {
  const saved = [];
  const queue = { load: () => undefined, save: (_, entries) => saved.push(entries.map((one) => one.id)) };
  const { server, list, sent } = live({ queue });
  const told = [];
  list.on('delayed', (code) => told.push(code));
  list.on('rejected', () => told.push('rejected'));
  list.edit(insert('n'));
  assert.deepEqual(sent(), [1]);
  server.socket.say(refuse(1, 'rateLimited', { retryAfter: 300 }));
  assert.equal(orderOf(list.list), 'one:a,n');
  assert.deepEqual([list.waiting, list.delayed, saved.at(-1)], [1, true, [2]]);
  server.timers.pass(299);
  assert.deepEqual(sent(), []);
  server.timers.pass(1);
  assert.deepEqual(sent(), [2]);
  assert.deepEqual([list.delayed, told], [false, ['rateLimited']]);
});

test('what was edited after it, or needs it, keeps its order', () => {
  const { server, list, sent } = live();
  list.edit(insert('n'));
  list.edit(rename('n'));
  assert.deepEqual(sent(), [1, 2]);
  server.socket.say(refuse(1, 'unavailable'));
  list.edit(rename('a'));
  assert.deepEqual(sent(), []);
  server.socket.say(refuse(2, 'unknownRow'));
  server.timers.pass(60_000);
  const edits = server.socket.take('edit');
  assert.deepEqual(edits.map(({ actions: [{ op, row }] }) => `${op} ${row}`),
    ['insertRow n', 'updateRow n', 'updateRow a']);
  assert.deepEqual(edits.map((edit) => edit.id), [...edits.map((edit) => edit.id)].sort((a, b) => a - b));
  assert.ok(edits[0].id > 2);
  server.socket.say(refuse(edits[1].id, 'unknownRow'));
  assert.equal(list.waiting, 2);
});

test('where the server gives no time, pauses grow until an edit is taken', () => {
  const { server, list, sent } = live();
  list.edit(insert('n'));
  sent();
  for (const [id, pause] of [[1, 1000], [2, 2000], [3, 4000]]) {
    server.socket.say(refuse(id, 'unavailable'));
    server.timers.pass(pause / 2 - 1);
    assert.deepEqual(sent(), []);
    server.timers.pass(pause / 2 + 1);
    assert.deepEqual(sent(), [id + 1]);
  }
  server.publish([{ insertedRows: [{ row: 'n', at: [0, 1], fields: {} }], revision: 6, client: 'me', intent: 4 }], [2]);
  list.edit(rename('a'));
  server.socket.say(refuse(5, 'unavailable'));
  server.timers.pass(1000);
  assert.deepEqual(sent(), [5, 6]);
});

test('an edit that no frame can hold is refused here, before it is sent', () => {
  const { server, list, sent } = live();
  const told = [];
  list.on('rejected', (entry, code) => told.push(code));
  assert.equal(list.edit(insert('é'.repeat(990))), 0);
  assert.deepEqual([told, sent(), list.waiting], [['tooLarge'], [], 0]);
  assert.equal(list.edit(insert('n')), 1);
  assert.deepEqual(server.sockets.length, 1);
});

test('an edit made before the list came rests on the newest revision, and is resent with its epoch', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  const list = client.open('l');
  list.edit(insert('n'));
  assert.deepEqual(server.socket.take('edit'), []);
  server.snapshot(listOf({ one: 'a' }), 5);
  const [edit] = server.socket.take('edit');
  assert.deepEqual([edit.base, edit.epoch], [undefined, 'e1']);
});

test('a list that is deleted says how many edits were never made, and takes no more', () => {
  const { server, list } = live();
  const told = [];
  list.on('gone', (...details) => told.push(details));
  list.edit(insert('n'));
  list.edit(insert('m'));
  server.socket.say({ type: 'closed', list: 'l', code: 'deleted' });
  assert.deepEqual(told, [['deleted', 2]]);
  assert.equal(list.edit(insert('o')), 0);
  assert.equal(list.waiting, 0);
});
