/** Connections that die, or never come about, without a word. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { AdminConnection } from '../../../web-client/admin/admin-connection.js';
import { Client } from '../../../web-client/package/client.js';
import { fetchInTime } from '../../../web-client/package/client/list-requests.js';
import { BackOff } from '../../../web-client/package/client/retry.js';
import { FakeServer, ManualTimers } from './fake-server.js';

const PONG = { type: 'pong', n: 1 };

/** A client on a clock; `sleep` is time that timers do not see, `said` what it says of silence. */
function begin(Kind = Client) {
  const server = new FakeServer();
  const clock = { now: 0 };
  const client = new Kind({
    ...server.options, now: () => clock.now, backOff: new BackOff({ random: () => 0 }),
  });
  const said = [];
  client.on('silent', (isSilent) => said.push(isSilent));
  client.connect();
  const pass = (ms) => {
    clock.now += ms;
    server.timers.pass(ms);
  };
  return { server, client, said, pass, sleep: (ms) => { clock.now += ms; } };
}

/** A client that a server has welcomed. */
function online() {
  const begun = begin();
  begun.server.welcome();
  return begun;
}

/** A client on a list of one row that has changed it. */
function edited() {
  const begun = online();
  const list = begun.client.open('l');
  begun.server.snapshot({
    title: '', rules: {}, sections: [{ id: 's', rows: [{ id: 'a', fields: { title: 'a' } }] }],
  });
  list.edit([{ op: 'updateRow', row: 'a', fields: { title: 'b' } }]);
  return begun;
}

test('an attempt that gets no answer is given up after ten seconds, and made again after a wait', () => {
  const { server, client, pass } = begin();
  for (const wait of [200, 400, 800]) {
    const { length } = server.sockets;
    pass(9_999);
    assert.equal(client.state, 'connecting');
    pass(1);
    assert.equal(client.state, 'waiting');
    assert.equal(server.socket.readyState, 3);
    pass(wait - 1);
    assert.equal(server.sockets.length, length);
    pass(1);
    assert.equal(server.sockets.length, length + 1);
  }
  assert.equal(client.isReconnecting, false);
});

test('a socket that opens and says nothing is given up, too', () => {
  const { server, client, pass } = begin();
  pass(9_000);
  server.socket.accept();
  pass(9_999);
  assert.equal(client.state, 'connecting');
  pass(1);
  assert.equal(client.state, 'waiting');
});

test('a connection that has died is followed by another one at once', () => {
  const { server, client, pass } = online();
  pass(12_000);
  pass(12_000);
  assert.equal(server.sockets.length, 2);
  assert.deepEqual([client.state, client.isReconnecting], ['connecting', true]);
  server.welcome();
  assert.deepEqual([client.state, client.isReconnecting], ['online', false]);
});

test('after an hour of sleep the timers tell, and the connection is checked', () => {
  const { server, client, said, pass, sleep } = online();
  sleep(3_600_000);
  pass(3_000);
  assert.deepEqual([client.state, client.isReconnecting, said], ['online', true, [true]]);
  assert.equal(server.socket.take('ping').length, 1);
  server.socket.say(PONG);
  assert.deepEqual([client.isReconnecting, said], [false, [true, false]]);
  sleep(3_600_000);
  pass(3_000);
  pass(5_000);
  assert.equal(server.sockets.length, 2);
  assert.deepEqual([client.state, client.isReconnecting], ['connecting', true]);
});

test('what is shown as live was heard in the last forty seconds, however long timers stand still', () => {
  const { client, pass, sleep } = online();
  sleep(36_999);
  pass(3_000);
  assert.equal(client.isSilent, false);
  pass(3_000);
  assert.equal(client.isSilent, true);
});

test('a page that wakes has its connection checked, and says so where it may show what is old', () => {
  const { server, client, said, pass, sleep } = online();
  sleep(1_000);
  client.wake();
  assert.equal(server.socket.take('ping').length, 1);
  client.wake();
  assert.equal(server.socket.take('ping').length, 0);
  assert.deepEqual(said, []);
  server.socket.say(PONG);
  sleep(40_000);
  client.wake();
  assert.deepEqual(said, [true]);
  pass(5_000);
  assert.equal(server.sockets.length, 2);
});

test('a page that wakes does not wait for the next attempt, and gives an old one up', () => {
  const { server, client, sleep } = online();
  server.socket.lose();
  client.wake();
  assert.equal(server.sockets.length, 2);
  client.wake();
  assert.equal(client.state, 'connecting');
  sleep(10_000);
  client.wake();
  assert.equal(client.state, 'waiting');
  client.suspend();
  client.wake();
  client.disconnect();
  client.wake();
  assert.equal(client.state, 'stopped');
  assert.equal(server.sockets.length, 2);
});

test('where nothing comes for five seconds after an edit, the connection is checked and given up', () => {
  const { server, client, said, pass } = edited();
  pass(4_999);
  assert.deepEqual(said, []);
  pass(1);
  assert.deepEqual([said, client.isReconnecting], [[true], true]);
  assert.equal(server.socket.take('ping').length, 1);
  pass(10_000);
  assert.equal(server.sockets.length, 2);
  server.welcome();
  server.snapshot({ title: '', rules: {}, sections: [] });
  assert.equal(server.socket.take('edit').length, 1);
});

test('whatever comes after an edit tells that the connection is there', () => {
  const { server, said, pass } = edited();
  pass(4_000);
  server.socket.say(PONG);
  pass(4_000);
  assert.deepEqual(said, []);
  pass(8_000);
  assert.equal(server.socket.take('ping').length, 1);
});

test('the page about the server does the same', () => {
  const { server, client, said, pass, sleep } = begin(AdminConnection);
  server.welcome();
  sleep(60_000);
  client.wake();
  assert.deepEqual([said, client.isReconnecting], [[true], true]);
  pass(5_000);
  assert.deepEqual([client.state, client.isReconnecting], ['connecting', true]);
});

test('a request without an answer is given up; one whose answer has begun is not', async () => {
  const { fetch } = globalThis;
  const timers = new ManualTimers();
  const asked = [];
  globalThis.fetch = (path, { signal }) => new Promise((resolve, reject) => {
    asked.push({ resolve, signal });
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
  try {
    const swallowed = fetchInTime('/a', {}, timers);
    timers.pass(30_000);
    await assert.rejects(swallowed, /aborted/u);
    const stopped = new AbortController();
    const left = fetchInTime('/b', { signal: stopped.signal }, timers);
    stopped.abort();
    await assert.rejects(left, /aborted/u);
    const answered = fetchInTime('/c', {}, timers);
    asked[2].resolve('answer');
    assert.equal(await answered, 'answer');
    timers.pass(60_000);
    assert.equal(asked[2].signal.aborted, false);
  } finally {
    globalThis.fetch = fetch;
  }
});
