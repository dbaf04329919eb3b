import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { endOf, TokenRenewal } from '../../../web-client/package/token-renewal.js';
import { FakeServer } from './fake-server.js';

const tokenUntil = (seconds, name = 'a') => {
  const payload = Buffer.from(JSON.stringify({ sub: 'ana', exp: seconds, name })).toString('base64url');
  return `h.${payload}.s`;
};

/** Lets promises that are settled call back. */
const settle = () => new Promise((done) => { setImmediate(done); });

/** A client whose tokens come from `answers`, one after the other: texts, or errors to be thrown. */
async function started(answers) {
  const server = new FakeServer();
  const client = new Client(server.options);
  const clock = { now: 0 };
  const failures = [];
  let asked = 0;
  const renewal = new TokenRenewal(client, async () => {
    asked += 1;
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  }, {
    failed: (error) => failures.push(error.message), timers: server.timers,
    now: () => clock.now, random: () => 0,
  });
  renewal.start();
  await settle();
  /** Lets time pass, a second at a time. */
  const pass = async (seconds) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.now += 1000;
      server.timers.pass(1000);
      // Without a frame the client would take the connection for dead.
      if (server.socket?.readyState === 1) server.socket.say({ type: 'pong', n: 1 });
      await settle();
    }
  };
  return { server, client, renewal, failures, pass, asked: () => asked };
}

/** The tokens of the `hello` messages of all sockets. */
const hellos = (server) => server.sockets.flatMap(({ sent }) => sent)
  .filter(({ type }) => type === 'hello').map(({ token }) => token);

test('the end of a token is read, and of anything else there is none', () => {
  assert.equal(endOf(tokenUntil(1_800_000_000)), 1_800_000_000_000);
  for (const other of ['', 'a.b.c', 'x', `h.${btoa('{}')}.s`, `h.${btoa('{"exp":"1"}')}.s`, null]) {
    assert.equal(endOf(other), null);
  }
});

test('the client connects with the first token and goes on with the next one, without a new connection', async () => {
  const [first, second] = [tokenUntil(100), tokenUntil(250, 'b')];
  const { server, client, pass, asked } = await started([first, second, tokenUntil(999)]);
  server.welcome(undefined, ['renewal']);
  assert.deepEqual(hellos(server), [first]);
  await pass(79);
  assert.equal(asked(), 1);
  await pass(2);
  assert.deepEqual(server.socket.take('token'), [{ type: 'token', token: second }]);
  assert.equal(server.sockets.length, 1);
  assert.equal(client.headers.Authorization, `Bearer ${second}`);
  // The server says when it ends, which may be before the token itself does.
  server.socket.say({ type: 'renewed', until: 181_000 });
  await pass(70);
  assert.equal(asked(), 2);
  await pass(20);
  assert.equal(asked(), 3);
});

test('a server that renews nothing is connected to again', async () => {
  const [first, second] = [tokenUntil(100), tokenUntil(200)];
  const { server, pass } = await started([first, second]);
  server.welcome();
  await pass(85);
  server.welcome();
  assert.deepEqual(hellos(server), [first, second]);
});

test('who provides nothing is asked again, later and later, and told why', async () => {
  const { server, failures, pass, asked } = await started(
    [new Error('no network'), '', undefined, tokenUntil(500)]);
  assert.equal(server.sockets.length, 0);
  await pass(1);
  assert.equal(asked(), 2);
  await pass(20);
  assert.deepEqual(failures, ['no network', 'no token was provided', 'no token was provided']);
  server.welcome();
  assert.deepEqual(hellos(server), [tokenUntil(500)]);
});

test('a token that is refused is replaced, without asking in a hurry', async () => {
  const { server, pass, asked } = await started(Array.from({ length: 30 }, () => tokenUntil(9999)));
  for (let round = 0; round < 30; round += 1) {
    if (server.socket.readyState === 0) {
      server.socket.accept();
      server.socket.say({ type: 'error', code: 'unauthorized', message: 'revoked', fatal: true });
      server.socket.lose(4401);
    }
    await pass(1);
  }
  assert.ok(asked() > 3 && asked() < 8, `${asked()} in 30 s`);
  await pass(60);
  // Attempts that nobody answers are given up, and made again.
  while (server.socket.readyState !== 0) await pass(1);
  server.welcome();
  assert.equal(server.socket.readyState, 1);
});

test('an answer that comes after the stop is not used, and nothing is asked any more', async () => {
  const { server, client, renewal, pass, asked } = await started([tokenUntil(100), tokenUntil(200)]);
  server.welcome(undefined, ['renewal']);
  renewal.stop();
  await pass(200);
  assert.equal(asked(), 1);
  assert.equal(client.state, 'online');
});
