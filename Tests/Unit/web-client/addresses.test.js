import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { BackOff } from '../../../web-client/package/client/retry.js';
import { FakeServer } from './fake-server.js';
import { listOf } from './lists.js';

const OTHERS = ['http://b:81', 'http://c'];

/** A client of ws://test/ws that was welcomed, and told of two other servers. */
function online(servers = ['http://test', ...OTHERS], options = {}) {
  const server = new FakeServer();
  const urls = [];
  const clock = { now: 1000 };
  const { makeSocket } = server.options;
  const client = new Client({
    ...server.options,
    backOff: new BackOff({ random: () => 0 }),
    random: () => 0,
    now: () => clock.now,
    makeSocket: (address) => {
      urls.push(address);
      return makeSocket();
    },
    ...options,
  });
  client.connect();
  const welcome = () => {
    server.socket.accept();
    server.socket.say({
      type: 'welcome', protocol: 1, client: 'me', limits: {}, features: ['servers'], servers,
    });
  };
  welcome();
  return { server, client, urls, welcome, clock };
}

test('a lost connection is followed at the next address, in turn, and round again', () => {
  const { server, client, urls } = online();
  for (let failure = 0; failure < 4; failure += 1) {
    server.socket.lose();
    assert.equal(client.state, 'waiting');
    server.timers.pass(1000);
  }
  assert.deepEqual(urls, [
    'ws://test/ws', 'ws://b:81/ws', 'ws://c/ws', 'ws://test/ws', 'ws://b:81/ws']);
});

test('a list that the address names is named elsewhere too', () => {
  const { server, urls } = online(['http://test', ...OTHERS], { url: 'ws://test/ws/groceries' });
  for (let failure = 0; failure < 3; failure += 1) {
    server.socket.lose();
    server.timers.pass(1000);
  }
  assert.deepEqual(urls, [
    'ws://test/ws/groceries', 'ws://b:81/ws/groceries', 'ws://c/ws/groceries',
    'ws://test/ws/groceries']);
});

test('the waits of a round share the span of one address, which doubles with each round', () => {
  const backOff = new BackOff({ first: 300, longest: 1000, random: () => 0.5 });
  const waits = Array.from({ length: 8 }, () => backOff.next(2));
  assert.deepEqual(waits, [150, 150, 300, 300, 500, 500, 500, 500].map((span) => span * 0.75));
});

test('the client stays where it is, in whatever order that server names the addresses', () => {
  const { server, client, urls, welcome } = online();
  server.socket.lose();
  server.timers.pass(1000);
  welcome();
  assert.equal(client.locate('/'), 'http://b:81/');
  client.rename('Ben');
  assert.deepEqual(urls.slice(1), ['ws://b:81/ws', 'ws://b:81/ws']);
  welcome();
  server.socket.lose();
  server.timers.pass(1000);
  assert.equal(urls.at(-1), 'ws://test/ws');
});

test('a server that shuts down is left at once', () => {
  const { server, client, urls, clock } = online();
  clock.now += 1000;
  server.socket.say({ type: 'error', code: 'shuttingDown', message: 'bye', fatal: true });
  server.socket.lose(1001);
  assert.deepEqual(urls, ['ws://test/ws', 'ws://b:81/ws']);
  assert.equal(client.state, 'connecting');
  assert.equal(client.reason, null);
});

test('servers that all send their clients away at once are waited for', () => {
  const { server, client, urls, clock } = online();
  clock.now += 999;
  server.socket.lose(1001);
  assert.equal(client.state, 'waiting');
  assert.equal(urls.length, 1);
});

for (const code of [1008, 4401]) {
  test(`a close with ${code} is not tried elsewhere`, () => {
    const { server, client, urls } = online();
    server.socket.lose(code);
    server.timers.pass(600_000);
    assert.equal(client.state, 'stopped');
    assert.equal(urls.length, 1);
  });
}

test('a socket that does not open is dropped for the next address', () => {
  const { server, urls } = online();
  server.socket.lose();
  server.timers.pass(1000);
  server.timers.pass(12_000);
  server.timers.pass(1000);
  assert.deepEqual(urls.slice(1), ['ws://b:81/ws', 'ws://c/ws']);
});

test('a single address is waited for as long as the browser tries', () => {
  const { server, urls } = online([]);
  server.socket.lose();
  server.timers.pass(1000);
  server.timers.pass(600_000);
  assert.deepEqual(urls, ['ws://test/ws', 'ws://test/ws']);
});

test('lists are opened elsewhere from their revision, and edits are sent under their ids', () => {
  const { server, client, welcome } = online();
  const list = client.open('l');
  server.snapshot(listOf({ s: 'a b' }), 7);
  list.edit([{ op: 'deleteRows', rows: ['a'] }]);
  const [sent] = server.socket.take('edit');
  server.socket.lose();
  server.timers.pass(1000);
  welcome();
  assert.deepEqual(server.socket.take('open'), [
    { type: 'open', list: 'l', since: 7, epoch: 'e1' }]);
  server.socket.say(
    { type: 'opened', list: 'l', epoch: 'e1', revision: 7, lastId: 0, role: 'owner' },
    { type: 'catchup', list: 'l', epoch: 'e1', from: 7, revision: 7, sets: [], counts: [2] });
  const [again] = server.socket.take('edit');
  assert.equal(again.id, sent.id);
  assert.deepEqual(again.actions, sent.actions);
  assert.equal(again.epoch, 'e1');
});

test('requests over HTTP go to the server in use', () => {
  const { server, client } = online();
  assert.equal(client.locate('/api/lists?x=1'), '/api/lists?x=1');
  server.socket.lose();
  assert.equal(client.locate('/api/lists?x=1'), 'http://b:81/api/lists?x=1');
});

/** The addresses that a client tries, from the second on, until one comes again. */
function triedAfter({ server, urls }) {
  while (new Set(urls).size === urls.length) {
    server.socket.lose();
    server.timers.pass(20_000);
  }
  return urls.slice(1, -1);
}

test('what is no address of a server, or less secure than the page, is left out', () => {
  const notified = ['http://plain.example', 'ftp://x', 'https://', 7, 'https://a b',
    'https://own.example', 'https://b.example:8443', 'https://b.example:8443'];
  const tab = online(notified, { url: 'wss://own.example/ws' });
  assert.deepEqual(triedAfter(tab), ['wss://b.example:8443/ws']);
});

test('the next address is one of the others by chance, so that clients spread', () => {
  const tried = [0, 0.4, 0.999].map((number) => (
    triedAfter(online(['http://b', 'http://c', 'http://d'], { random: () => number }))[0]));
  assert.deepEqual(tried, ['ws://b/ws', 'ws://c/ws', 'ws://d/ws']);
});
