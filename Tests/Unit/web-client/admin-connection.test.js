/** The session of the page about the server: one question at a time, answers by their numbers. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { AdminConnection } from '../../../web-client/admin/admin-connection.js';
import { FakeServer } from './fake-server.js';

function connected(options = {}) {
  const server = new FakeServer();
  const connection = new AdminConnection({ ...server.options, ...options });
  const notified = [];
  connection.on('unauthorized', (message) => notified.push(message));
  connection.connect();
  return { server, connection, notified };
}

function online(options) {
  const all = connected(options);
  all.server.welcome(undefined, ['admin']);
  return all;
}

test('it says hello with its token, and is online upon the welcome', () => {
  const { server, connection } = connected({ token: 'good' });
  server.socket.accept();
  assert.deepEqual(server.socket.take('hello'), [
    { type: 'hello', client: 'secret', name: 'Ana', token: 'good' }]);
  assert.equal(connection.state, 'connecting');
  server.socket.say({ type: 'welcome', protocol: 1, client: 'me', servers: ['http://other:1'] });
  assert.equal(connection.state, 'online');
  assert.equal(connection.me, 'me');
  assert.deepEqual(connection.headers, { Authorization: 'Bearer good' });
});

test('questions go out one at a time, and answers go to them', async () => {
  const { server, connection } = online();
  const [figures, lists] = [
    connection.ask({ get: 'figures' }),
    connection.ask({ get: 'lists', by: 'rate', text: undefined, from: 0, limit: 100 })];
  assert.deepEqual(server.socket.take('admin'), [{ type: 'admin', n: 1, get: 'figures' }]);
  server.socket.say({ type: 'admin', n: 7, server: 'late' });
  server.socket.say({ type: 'admin', n: 1, server: 'S', servers: 1 });
  assert.equal((await figures).server, 'S');
  assert.deepEqual(server.socket.take('admin'), [
    { type: 'admin', n: 2, get: 'lists', by: 'rate', from: 0, limit: 100 }]);
  server.socket.say({ type: 'admin', n: 2, total: 0, lists: [] });
  assert.deepEqual((await lists).lists, []);
});

test('a session is ended, or was not there', async () => {
  const { server, connection } = online();
  for (const ended of [true, false]) {
    const answer = connection.end('5e0c');
    const [{ n, ...sent }] = server.socket.take('admin');
    assert.deepEqual(sent, { type: 'admin', end: '5e0c' });
    server.socket.say({ type: 'admin', n, ended });
    assert.equal(await answer, ended);
  }
});

test('an error refuses the question under way, and the next one is asked', async () => {
  const { server, connection } = online();
  const first = connection.ask({ get: 'figures' });
  const second = connection.ask({ get: 'hooks' });
  server.socket.say({ type: 'error', code: 'forbidden', message: 'no', fatal: false, n: 1 });
  await assert.rejects(first, { code: 'forbidden', message: 'no' });
  server.socket.say({ type: 'admin', n: 2, hooks: [] });
  assert.deepEqual((await second).hooks, []);
});

test('no question outlives its connection, and it comes back by itself', async () => {
  const { server, connection } = online();
  const questions = [connection.ask({ get: 'figures' }), connection.ask({ get: 'hooks' })];
  server.socket.lose();
  for (const question of questions) await assert.rejects(question, { code: 'lost' });
  await assert.rejects(connection.ask({ get: 'hooks' }), { code: 'lost' });
  assert.equal(connection.state, 'waiting');
  server.timers.pass(4000);
  server.welcome();
  const next = connection.ask({ get: 'hooks' });
  const [{ n }] = server.socket.take('admin');
  server.socket.say({ type: 'admin', n, hooks: [] });
  assert.deepEqual((await next).hooks, []);
});

test('it stays with its own server, whatever others there are', () => {
  const addresses = [];
  const server = new FakeServer();
  const connection = new AdminConnection({
    ...server.options,
    makeSocket: (address) => {
      addresses.push(address);
      return server.options.makeSocket();
    },
  });
  connection.connect();
  server.socket.accept();
  server.socket.say({ type: 'welcome', protocol: 1, client: 'me', servers: ['http://other:1'] });
  for (let round = 0; round < 3; round += 1) {
    server.socket.lose();
    server.timers.pass(4000);
  }
  assert.deepEqual([...new Set(addresses)], ['ws://test/ws']);
});

test('where a token is needed it asks for one, and goes on with that', () => {
  const { server, connection, notified } = connected();
  server.socket.accept();
  server.socket.say({
    type: 'error', code: 'unauthorized', message: 'a token is needed here', fatal: true,
  });
  server.socket.lose(4401);
  assert.deepEqual(notified, ['a token is needed here']);
  assert.deepEqual([connection.state, connection.reasonCode], ['stopped', 'unauthorized']);
  server.timers.pass(60_000);
  assert.equal(server.sockets.length, 1);
  connection.signIn('good');
  server.socket.accept();
  assert.equal(server.socket.take('hello')[0].token, 'good');
});

test('a session that an operator has ended does not come back unasked', () => {
  const { server, connection } = online();
  server.socket.say({
    type: 'error', code: 'ended', message: 'an operator ended this session', fatal: true,
  });
  server.socket.lose(4403);
  server.timers.pass(60_000);
  assert.deepEqual([connection.state, connection.reasonCode, connection.closeCode],
    ['stopped', 'ended', 4403]);
  assert.equal(server.sockets.length, 1);
  connection.reconnect();
  server.welcome();
  assert.deepEqual([connection.state, connection.reasonCode], ['online', null]);
});
