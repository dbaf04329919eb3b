import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../web-client/client.js';
import { TokenStore, userOf } from '../../web-client/client/credentials.js';
import { FakeServer } from './fake-server.js';

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (sub) => `${base64({ alg: 'HS256' })}.${base64({ sub, n: '~~~???>>>' })}.x`;

class Session {
  items = new Map();
  getItem(name) { return this.items.get(name) ?? null; }
  setItem(name, value) { this.items.set(name, value); }
}

test('a token tells whose it is, and what is none tells nothing', () => {
  assert.equal(userOf(tokenOf('ana')), 'ana');
  assert.equal(userOf(tokenOf('Zoë ☂')), 'Zoë ☂');
  for (const text of ['', 'x', 'a.b.c', 'a.%.c']) assert.equal(userOf(text), '');
});

test('a token outlives a reload, and a new one of the same person goes on', () => {
  const session = new Session();
  const keeper = new TokenStore(session);
  assert.equal(keeper.renew(tokenOf('ana')), false);
  assert.equal(new TokenStore(session).user, 'ana');
  assert.equal(keeper.renew(tokenOf('ana')), true);
  assert.equal(keeper.renew(tokenOf('tom')), false);
});

test('a refused token is asked for once more, and the next one is sent in hello', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  const asked = [];
  client.on('unauthorized', (reason) => asked.push(reason));
  client.connect();
  server.socket.accept();
  assert.equal(server.socket.take('hello')[0].token, undefined);
  server.socket.say({ type: 'error', code: 'unauthorized', message: 'a token', fatal: true });
  server.socket.lose(4401);
  assert.deepEqual([asked, client.state, client.reason], [['a token'], 'stopped', 'a token']);
  assert.deepEqual(client.headers, {});
  client.signIn('t');
  server.socket.accept();
  assert.equal(server.socket.take('hello')[0].token, 't');
  assert.deepEqual(client.headers, { Authorization: 'Bearer t' });
});
