import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../web-client/client.js';
import { claimKey, TokenStore, userOf } from '../../web-client/client/credentials.js';
import { FakeServer } from './fake-server.js';

/** A session storage, with the client key of an earlier page if there is one. */
function storage(key) {
  const items = new Map(key ? [['lockstep.key', key]] : []);
  return { getItem: (name) => items.get(name) ?? null, setItem: (name, value) => items.set(name, value) };
}

/** Web Locks; other tabs hold those of the `taken` keys. */
function locks(...taken) {
  return {
    request: async (name, options, then) => {
      if (!taken.includes(name.slice('lockstep.'.length))) return then({ name });
      if (options.ifAvailable) return then(null);
      throw new DOMException('waited for too long', 'TimeoutError');
    },
  };
}

test('a tab keeps its key over a reload', async () => {
  assert.equal(await claimKey({ session: storage('mine'), locks: locks() }), 'mine');
});

test('a duplicated tab makes a new key', async () => {
  const session = storage('mine');
  const key = await claimKey({ session, locks: locks('mine') });
  assert.match(key, /^[0-9a-v]{24}$/u);
  assert.equal(session.getItem('lockstep.key'), key);
});

test('a new tab adopts the first key with unsent edits that no tab uses', async () => {
  const key = await claimKey({ session: storage(), locks: locks('busy'), candidates: ['busy', 'free'] });
  assert.equal(key, 'free');
});

test('without Web Locks a tab uses the key of its session', async () => {
  assert.equal(await claimKey({ session: storage('mine'), candidates: ['other'] }), 'mine');
});

test('where no edits are stored a reload takes a new key: it does not know the ids it has used', async () => {
  const session = storage('mine');
  const key = await claimKey({ session, locks: locks(), keeps: false });
  assert.notEqual(key, 'mine');
  assert.equal(session.getItem('lockstep.key'), key);
});

const base64 = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (sub) => `${base64({ alg: 'HS256' })}.${base64({ sub, n: '~~~???>>>' })}.x`;

test('a token names its user, and what is no token names nobody', () => {
  assert.equal(userOf(tokenOf('ana')), 'ana');
  assert.equal(userOf(tokenOf('Zoë ☂')), 'Zoë ☂');
  for (const text of ['', 'x', 'a.b.c', 'a.%.c']) assert.equal(userOf(text), '');
});

test('a token outlives a reload, and renewing it tells whether the user is the same', () => {
  const session = storage();
  const tokens = new TokenStore(session);
  assert.equal(tokens.renew(tokenOf('ana')), false);
  assert.equal(new TokenStore(session).user, 'ana');
  assert.equal(tokens.renew(tokenOf('ana')), true);
  assert.equal(tokens.renew(tokenOf('tom')), false);
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
