import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { listStore, readable } from '../../../web-client/package/list-store.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

const insert = (row) => [{ op: 'insertRow', row, fields: { title: row }, to: { section: 'one' } }];

/** A client that has the list `l` open at revision 5, and its store. */
function live() {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a' }), 5);
  return { server, list, store: listStore(list) };
}

test('a snapshot is the same object until the list changes, with and without subscribers', () => {
  const { list, store: { subscribe, getSnapshot } } = live();
  const first = getSnapshot();
  assert.equal(first.list, list.list);
  assert.equal(first.status, 'live');
  subscribe(() => {});
  list.emit('change', { whole: true });
  assert.equal(getSnapshot(), first);
  list.edit(insert('n'));
  const second = getSnapshot();
  assert.notEqual(second, first);
  assert.equal(orderOf(first.list), 'one:a');
  assert.equal(orderOf(second.list), 'one:a,n');
  assert.equal(getSnapshot(), second);
});

test('a listener is called once for each change of list or status, and not at once', () => {
  const { server, list, store } = live();
  const notified = [];
  store.subscribe(() => notified.push(store.getSnapshot()));
  assert.deepEqual(notified, []);
  list.edit(insert('n'));
  list.emit('change', { whole: true });
  server.socket.lose();
  assert.deepEqual(notified.map(({ status }) => status), ['live', 'offline']);
  assert.equal(orderOf(notified[1].list), 'one:a,n');
});

test('a listener that was stopped is not called, not even by the event under way', () => {
  const { list, store } = live();
  const calls = [];
  store.subscribe(() => { calls.push('first'); stopSecond(); });
  const stopSecond = store.subscribe(() => calls.push('second'));
  list.edit(insert('n'));
  assert.deepEqual(calls, ['first']);
});

test('a readable runs at once, then after each change, until it is stopped', () => {
  const { list, store } = live();
  const runs = [];
  const stop = readable(store).subscribe((snapshot) => {
    runs.push(orderOf(snapshot.list));
    if (runs.length === 1) list.edit(insert('n'));
  });
  assert.deepEqual(runs, ['one:a', 'one:a,n']);
  stop();
  list.edit(insert('m'));
  assert.equal(runs.length, 2);
});
