import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

const insert = (row) => [{ op: 'insertRow', row, fields: { title: row }, to: { section: 'one' } }];
const UNAVAILABLE = { type: 'error', code: 'unavailable', message: 'cannot be read now', list: 'l' };
const CAUGHT_UP = [
  { type: 'opened', list: 'l', epoch: 'e1', revision: 5, lastId: 0, role: 'owner' },
  { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 5, sets: [], counts: [1] }];

/** A client with the list `l` at revision 5, and what its queue was told to save. */
function live(options) {
  const server = new FakeServer();
  const saved = [];
  const queue = { load: () => undefined, save: (_, entries) => saved.push(entries.map((one) => one.id)) };
  const client = new Client({ ...server.options, queue, ...options });
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a' }), 5);
  server.socket.take('open');
  return { server, client, list, saved, sent: () => server.socket.take('edit').map(({ id, base, epoch }) => [id, base, epoch]) };
}

test('a list that cannot be read keeps its edits, and sends them again under their ids once it is open', () => {
  const { server, list, saved, sent } = live();
  const notified = [];
  list.on('rejected', () => notified.push('rejected'));
  list.on('gone', () => notified.push('gone'));
  list.edit(insert('n'));
  list.edit(insert('m'));
  assert.deepEqual(sent(), [[1, 5, 'e1'], [2, 5, 'e1']]);
  server.socket.say(UNAVAILABLE, UNAVAILABLE);
  assert.deepEqual([list.status, list.waiting, saved.at(-1)], ['unavailable', 2, [1, 2]]);
  assert.equal(orderOf(list.list), 'one:a,n,m');
  assert.equal(list.edit(insert('o')), 3);
  assert.deepEqual([sent(), server.socket.take('open'), server.sockets.length], [[], [], 1]);
  server.timers.pass(1000);
  assert.deepEqual(server.socket.take('open'), [{ type: 'open', list: 'l', since: 5, epoch: 'e1' }]);
  assert.equal(list.status, 'unavailable');
  server.socket.say(...CAUGHT_UP);
  assert.equal(list.status, 'live');
  assert.deepEqual(sent(), [[1, 5, 'e1'], [2, 5, 'e1'], [3, 5, 'e1']]);
  assert.deepEqual(notified, []);
});

test('it is asked for less and less often, every 15 to 30 seconds in the end, and in step no more', () => {
  const { server } = live({ quiet: 1e9 });
  const asks = () => server.socket.take('open').length;
  for (const span of [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
    server.socket.say(UNAVAILABLE);
    server.timers.pass(span / 2 - 1);
    assert.equal(asks(), 0);
    server.timers.pass(span / 2 + 1);
    assert.equal(asks(), 1);
  }
  server.socket.say(...CAUGHT_UP);
  server.timers.pass(60_000);
  assert.equal(asks(), 0);
  server.socket.say(UNAVAILABLE);
  server.timers.pass(1000);
  assert.equal(asks(), 1);
});

test('one that never came is waited for as well, and comes', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.socket.say(UNAVAILABLE);
  assert.deepEqual([list.status, list.list], ['unavailable', null]);
  server.timers.pass(1000);
  assert.equal(server.socket.take('open').length, 2);
  server.snapshot(listOf({ one: 'a' }), 5);
  assert.equal(list.status, 'live');
});

test('a new session asks at once, and not a second time', () => {
  const { server, list } = live();
  server.socket.say(UNAVAILABLE);
  server.socket.lose();
  assert.equal(list.status, 'offline');
  server.timers.pass(1000);
  assert.equal(list.status, 'offline');
  server.welcome();
  assert.equal(server.socket.take('open').length, 1);
  server.timers.pass(60_000);
  assert.equal(server.socket.take('open').length, 0);
});

test('one that is not followed any more is not asked for', () => {
  const { server, client } = live();
  server.socket.say(UNAVAILABLE);
  client.close('l');
  server.timers.pass(60_000);
  assert.deepEqual(server.socket.take('open'), []);
});

test('an edit that was refused for now goes out under a new id, and stays at that', () => {
  const { server, list, sent } = live();
  list.edit(insert('n'));
  sent();
  server.socket.say({ type: 'reject', list: 'l', id: 1, code: 'unavailable', message: 'not now' });
  assert.equal(list.status, 'live');
  server.timers.pass(1000);
  assert.deepEqual(sent(), [[2, 5, 'e1']]);
  server.socket.say(UNAVAILABLE);
  server.timers.pass(1000);
  server.socket.say(...CAUGHT_UP);
  assert.deepEqual(sent(), [[2, 5, 'e1']]);
});

test('only a list that is unknown is dropped', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  server.socket.say({ ...UNAVAILABLE, code: 'forbidden' });
  assert.deepEqual([list.status, list.waiting], ['live', 1]);
  server.socket.say({ ...UNAVAILABLE, code: 'unknownList' });
  assert.deepEqual([list.status, list.waiting], ['gone', 0]);
});
