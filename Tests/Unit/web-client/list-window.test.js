/** A client that holds parts of a list that is too long to be sent whole. */

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { ProgressSteps } from '../../../web-client/elements/progress-note.js';
import { FakeServer } from './fake-server.js';

const LIMITS = { inFlight: 128, windowRows: 100 };
const OPENED = { type: 'opened', list: 'l', epoch: 'e1', revision: 5, lastId: 0, role: 'owner' };
const row = (index) => ({ id: `r${index}`, fields: { title: `${index}` } });
const run = (at, count) => ({ at: [0, at], rows: Array.from({ length: count }, (_, k) => row(at + k)) });

const outline = (rows, ...runs) => ({
  type: 'outline', list: 'l', epoch: 'e1', revision: 5, title: 'L', rules: {},
  sections: [{ id: 's', title: 'S', rules: {}, rows, top: 0, bottom: 0 }], runs,
});

/** A client that has opened the list with a window, and seen the first rows of 1,000. */
function opened({ rows = 1000, runs = [run(0, 100)], limits = LIMITS } = {}) {
  const server = new FakeServer();
  const client = new Client({ ...server.options, quiet: 1e9 });
  client.connect();
  server.welcome(limits);
  const list = client.open('l', { around: [{ row: 'r7' }] });
  const open = server.socket.take('open')[0];
  server.socket.say(OPENED, outline(rows, ...runs));
  const see = (start, end) => list.see([{ section: 's', start, end }], () => [{ row: `r${start}` }]);
  const answer = (query, ...more) => server.socket.say(
    { type: 'rows', list: 'l', n: query.n, revision: list.revision, runs: more });
  return { server, list, open, see, answer, asked: () => server.socket.take('rows') };
}

const heldOf = (list) => list.list.sections[0].rows.runs?.map(({ at, rows }) => [at, rows.length]);

test('it opens with a window where the server knows windows, and as a whole elsewhere', () => {
  const { open, list } = opened();
  assert.deepEqual(open.window, { around: [{ row: 'r7' }], before: 100, after: 100 });
  assert.deepEqual([list.status, list.isWhole, heldOf(list)], ['live', false, [[0, 100]]]);
  assert.equal(opened({ limits: { inFlight: 1 } }).open.window, undefined);
  const whole = opened({ rows: 100 }).list;
  assert.deepEqual([whole.isWhole, whole.list.sections[0].rows.length], [true, 100]);
});

test('what comes into view is asked for with what is near, one question at a time', () => {
  const { list, see, answer, asked } = opened();
  see(20, 80);
  assert.deepEqual(asked(), []);
  see(500, 520);
  see(700, 720);
  const [query, ...more] = asked();
  assert.deepEqual([query.ranges, more], [[{ at: [0, 440], rows: 100 }], []]);
  answer(query, run(440, 100));
  assert.deepEqual(heldOf(list), [[0, 100], [440, 100]]);
  const [next] = asked();
  assert.deepEqual(next.ranges, [{ at: [0, 640], rows: 100 }]);
});

test('an answer of another revision is not taken, and asked for again', () => {
  const { server, list, see, asked } = opened();
  see(500, 520);
  const [{ n }] = asked();
  server.socket.say({ type: 'rows', list: 'l', n, revision: 4, runs: [run(440, 100)] });
  assert.deepEqual(heldOf(list), [[0, 100]]);
  assert.equal(asked().length, 1);
});

test('a row that comes out of a gap is asked for by its id', () => {
  const { server, list, see, answer, asked } = opened();
  see(0, 20);
  const movedRows = [{ row: 'r900', from: [0, 900], to: [0, 3] }];
  server.publish([{ revision: 6, movedRows }], [1000]);
  const [query] = asked();
  assert.deepEqual(query.ids, ['r900']);
  answer(query, { at: [0, 3], rows: [row(900)] });
  assert.equal(list.list.sections[0].rows.at(3).fields.title, '900');
  assert.deepEqual(asked(), []);
});

test('unanswered edits apply to what is held, and what is seen beside them is asked for', () => {
  const { list, see, asked } = opened();
  list.edit([{ op: 'insertRow', row: 'x', fields: {}, to: { section: 's', index: 0 } }]);
  assert.deepEqual(heldOf(list), [[0, 101]]);
  list.edit([{ op: 'moveRow', row: 'r5', to: { section: 's', index: 900 } }]);
  assert.equal(list.list.sections[0].rows.at(900).id, 'r5');
  see(880, 920);
  assert.deepEqual(asked()[0].ranges, [{ at: [0, 818], rows: 100 }]);
});

test('after a head the runs are held against their digests; one that differs is asked for again', () => {
  const { server, list, see, asked } = opened();
  see(0, 20);
  server.socket.say({ type: 'head', list: 'l', revision: 5, digest: 'any' });
  const [{ n, ranges }] = server.socket.take('check');
  assert.deepEqual(ranges, [{ at: [0, 0], rows: 100 }]);
  server.socket.say({ type: 'checked', list: 'l', n, revision: 5, digests: ['00000000'] });
  assert.deepEqual(heldOf(list), []);
  assert.deepEqual(asked()[0].ranges, [{ at: [0, 0], rows: 80 }]);
  server.socket.say({ type: 'head', list: 'l', revision: 9, digest: 'any' });
  assert.equal(server.socket.take('open')[0].since, 5);
});

test('a reconnect catches up, keeps what is held, and asks for what is in view', () => {
  const { server, list, see, asked } = opened();
  see(300, 320);
  asked();
  server.socket.lose();
  server.timers.pass(60_000);
  server.welcome(LIMITS);
  const [again] = server.socket.take('open');
  assert.deepEqual([again.since, again.window.around], [5, [{ row: 'r300' }]]);
  server.socket.say(OPENED, { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 6,
    sets: [{ revision: 6, deletedRows: [{ row: 'r1', at: [0, 1] }] }], counts: [999] });
  assert.deepEqual([list.status, heldOf(list)], ['live', [[0, 99]]]);
  assert.equal(asked().length, 1);
});

test('a view that needs every row has the list sent as a whole', async () => {
  const { server, list } = opened();
  const whole = list.becomeWhole();
  assert.deepEqual(server.socket.take('open'), [{ type: 'open', list: 'l' }]);
  const sections = [{ id: 's', title: 'S', rows: run(0, 1000).rows }];
  server.socket.say(OPENED, { type: 'snapshot', list: 'l', epoch: 'e1', revision: 5, sections });
  assert.equal(await whole, true);
  assert.equal(list.list.sections[0].rows[999].id, 'r999');
  const lost = opened();
  const never = lost.list.becomeWhole();
  lost.server.socket.take('open');
  lost.server.socket.lose();
  assert.equal(await never, false);
  assert.equal(await lost.list.becomeWhole(), false);
  lost.server.timers.pass(60_000);
  lost.server.welcome(LIMITS);
  assert.equal(lost.server.socket.take('open')[0].window.before, 100);
});

const part = (number, parts, at, count) => ({
  type: 'snapshot', list: 'l', epoch: 'e1', revision: 5, part: number, parts,
  sections: [{ id: 's', title: 'S', rows: run(at, count).rows }],
});

test('it tells how much of the list has come, and takes it up where that is cancelled', async () => {
  const { server, list, see, asked } = opened();
  const parts = [];
  list.on('progress', (one) => parts.push(one));
  const cancelled = new AbortController();
  const whole = list.becomeWhole(cancelled.signal);
  server.socket.take('open');
  server.socket.say(OPENED, part(0, 4, 0, 250));
  server.socket.say(part(1, 4, 250, 250));
  assert.deepEqual(parts, [0.25, 0.5]);
  cancelled.abort();
  assert.equal(await whole, false);
  const [again] = server.socket.take('open');
  assert.deepEqual([again.since, again.window.before], [5, 100]);
  // The server has begun to send the rest: it is not taken for a part of what comes then.
  server.socket.say(part(2, 4, 500, 250), OPENED,
    { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 5, sets: [], counts: [1000] });
  assert.deepEqual([list.status, list.isWhole, heldOf(list)], ['live', false, [[0, 100]]]);
  see(500, 520);
  assert.equal(asked().length, 1);
});

test('a list that has come after all is whole although it was cancelled', async () => {
  const { server, list } = opened();
  const cancelled = new AbortController();
  const whole = list.becomeWhole(cancelled.signal);
  server.socket.say(OPENED, part(0, 2, 0, 500));
  cancelled.abort();
  assert.equal(await whole, false);
  server.socket.say(part(1, 2, 500, 500), OPENED,
    { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 6,
      sets: [{ revision: 6, deletedRows: [{ row: 'r1', at: [0, 1] }] }], counts: [999] });
  assert.deepEqual([list.status, list.isWhole, list.list.sections[0].rows.length], ['live', true, 999]);
});

test('screen readers are told each quarter, and not more often than they can read', () => {
  let now = 0;
  const steps = new ProgressSteps(() => now);
  const notified = [[1, 0.5], [3000, 0.2], [3000, 0.3], [4000, 0.9], [5000, 0.54], [5000, 0.56]]
    .map(([at, done]) => {
      now = at;
      return steps.tells(done);
    });
  assert.deepEqual(notified, [false, false, true, false, false, true]);
});

test('a question of the page is answered, and an error with its number is no answer', async () => {
  const { server, list } = opened();
  const answers = [{ type: 'find', list: 'l', text: 'a' }, { type: 'find', list: 'l', text: 'b' }]
    .map((query) => list.ask(query));
  const [{ n }] = server.socket.take('find');
  server.socket.say({ type: 'found', list: 'l', n, revision: 5, rows: [{ at: [0, 3], row: row(3) }] });
  assert.deepEqual((await answers[0]).rows.map(({ at }) => at), [[0, 3]]);
  const [second] = server.socket.take('find');
  server.socket.say({ type: 'error', list: 'l', n: second.n, code: 'badMessage', message: 'no' });
  assert.equal(await answers[1], null);
  assert.equal(list.status, 'live');
});

test('who hears that the list is live asks for rows at once', async () => {
  const server = new FakeServer();
  const client = new Client({ ...server.options, quiet: 1e9 });
  client.connect();
  server.welcome(LIMITS);
  const list = client.open('l', { around: [] });
  let reached;
  list.on('status', () => { reached = list.reach({ around: [{ row: 'r500' }], before: 1, after: 1 }); });
  server.socket.say(OPENED, outline(1000, run(0, 100)));
  const [query] = server.socket.take('rows');
  server.socket.say({ type: 'rows', list: 'l', n: query.n, revision: 5, runs: [run(499, 3)] });
  await reached;
  assert.deepEqual(heldOf(list), [[0, 100], [499, 3]]);
});

test('far more rows than the view needs are forgotten', () => {
  const { list, see, answer, asked } = opened({ rows: 100_000, limits: { ...LIMITS, windowRows: 1000 } });
  for (let at = 0; at < 9000; at += 1000) {
    see(at, at + 1000);
    for (let queries = asked(); queries.length > 0; queries = asked()) {
      answer(queries[0], ...queries[0].ranges.map((range) => run(range.at[1], range.rows)));
    }
  }
  const rows = heldOf(list).reduce((sum, [, count]) => sum + count, 0);
  assert.ok(rows >= 1000 && rows <= 4000, `${rows} rows`);
});

test('a list that is deleted while it is to become whole never does', async () => {
  const { server, list } = opened();
  const whole = list.becomeWhole();
  server.socket.say({ type: 'closed', list: 'l', code: 'deleted' });
  assert.equal(await whole, false);
});
