import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { BackOff } from '../../../web-client/package/client/retry.js';
import { FakeServer } from './fake-server.js';

/** A client that a server has welcomed. */
function online() {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  return { server, client };
}

for (const code of [1003, 1007, 1008, 1009, 4401, 4403]) {
  test(`a close with ${code} is final until the client is told to reconnect`, () => {
    const { server, client } = online();
    server.socket.say({ type: 'error', code: 'replaced', message: 'taken over', fatal: true });
    server.socket.lose(code);
    server.timers.pass(600_000);
    assert.equal(server.sockets.length, 1);
    assert.equal(client.state, 'stopped');
    assert.equal(client.reason, 'taken over');
    client.reconnect();
    assert.equal(server.sockets.length, 2);
  });
}

for (const code of [1001, 1006, 1011, 1012, 4408]) {
  test(`a close with ${code} is tried again`, () => {
    const { server } = online();
    server.socket.lose(code);
    server.timers.pass(60_000);
    assert.equal(server.sockets.length, 2);
  });
}

test('silence is answered with a ping, and more silence with a new connection', () => {
  const { server } = online();
  server.timers.pass(12_000);
  assert.deepEqual(server.socket.take('ping'), [{ type: 'ping', n: 1 }]);
  server.socket.say({ type: 'pong', n: 1 });
  server.timers.pass(12_000);
  server.timers.pass(12_000);
  server.timers.pass(60_000);
  assert.equal(server.sockets.length, 2);
});

test('waits double up to the longest, each spread over its upper half, until it is reset', () => {
  for (const [random, factor] of [[() => 0, 0.5], [() => 0.5, 0.75], [() => 0.999, 0.9995]]) {
    const backOff = new BackOff({ first: 400, longest: 3000, random });
    const waits = Array.from({ length: 5 }, () => backOff.next());
    assert.deepEqual(waits, [400, 800, 1600, 3000, 3000].map((span) => span * factor));
    backOff.reset();
    assert.equal(backOff.next(), 400 * factor);
  }
});
