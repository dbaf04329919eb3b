import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { mayCreate, roleOn, TokenStore, userOf } from '../../../web-client/package/client/credentials.js';
import { Preferences } from '../../../web-client/environment.js';
import { SteadyStorage } from '../../../web-client/storage/web-storage.js';
import { MemoryStorage } from './fake-browser.js';
import { FakeServer } from './fake-server.js';

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (sub) => `${base64({ alg: 'HS256' })}.${base64({ sub, n: '~~~???>>>' })}.x`;

test('a token names its user, and what is no token names nobody', () => {
  assert.equal(userOf(tokenOf('ana')), 'ana');
  assert.equal(userOf(tokenOf('Zoë ☂')), 'Zoë ☂');
  for (const text of ['', 'x', 'a.b.c', 'a.%.c']) assert.equal(userOf(text), '');
});

test('the name that a token gives goes before the one that was typed', () => {
  const preferences = (name) => {
    const session = new SteadyStorage(() => new MemoryStorage());
    const tokens = new TokenStore(session);
    tokens.renew(`x.${base64({ sub: 'ana', name })}.x`);
    return new Preferences(new MemoryStorage(), {
      renamed: () => {}, madeUp: () => 'Quiet Otter', given: () => tokens.name,
    });
  };
  const [named, unnamed] = [preferences('Ana Maria'), preferences()];
  assert.deepEqual([named.name, unnamed.name, unnamed.shownName], ['Ana Maria', '', 'Quiet Otter']);
  for (const one of [named, unnamed]) one.rename('Mia');
  assert.deepEqual([named.shownName, unnamed.shownName], ['Ana Maria', 'Mia']);
});

test('the most exact pattern of a token tells the role on a list, and only owners make lists', () => {
  const token = (lists) => `x.${base64({ lists })}.x`;
  const mixed = token({ '*': 'viewer', 'team-*': 'editor', 'team-a': 'owner' });
  assert.deepEqual(['team-a', 'team-b', 'other'].map((list) => roleOn(mixed, list)), ['owner', 'editor', 'viewer']);
  assert.deepEqual([roleOn(token({ a: 'owner' }), 'b'), roleOn(undefined, 'a')], [undefined, undefined]);
  const made = [mixed, token({ '*': 'editor' }), token(), undefined, 'no.token'].map(mayCreate);
  assert.deepEqual(made, [true, false, true, true, true]);
});

test('a token outlives a reload, and renewing it tells whether the user is the same', () => {
  const browser = new MemoryStorage();
  const session = new SteadyStorage(() => browser);
  const tokens = new TokenStore(session);
  assert.equal(tokens.renew(tokenOf('ana')), false);
  assert.equal(new TokenStore(session).user, 'ana');
  assert.equal(tokens.renew(tokenOf('ana')), true);
  assert.equal(tokens.renew(tokenOf('tom')), false);
});

test('where the browser does not keep a token, the page goes on with it', () => {
  const tokens = new TokenStore(new SteadyStorage(() => { throw new DOMException('blocked', 'SecurityError'); }));
  assert.equal(tokens.renew(tokenOf('ana')), true);
  assert.equal(tokens.user, 'ana');
});

test('a refused token is asked for again, and the next one is sent in hello', () => {
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
