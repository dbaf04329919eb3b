import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { tickOff } from '../../../web-client/docs/tick-off.js';
import { digest } from '../../../web-client/package/list-model.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf, row } from './lists.js';

const LIST = listOf({ one: 'a b', two: 'c' });
const insert = (row) => [{ op: 'insertRow', row, fields: { title: row }, to: { section: 'two' } }];
const inserted = (row, at, more) => ({ insertedRows: [{ row, at, fields: { title: row } }], ...more });

/** A client that has the list `l` open at revision 5. */
function live(limits) {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome(limits);
  const list = client.open('l');
  server.snapshot(LIST, 5);
  return { server, client, list };
}

/** Loses the connection and comes back as far as `open`. */
function comeBack(server) {
  server.socket.lose();
  server.timers.pass(60_000);
  server.welcome();
}

test('the optional parts that the server has can be asked for, and are those of the last welcome', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  assert.deepEqual(client.features, []);
  server.welcome(undefined, ['restore', 'authors']);
  assert.deepEqual(client.features, ['restore', 'authors']);
  comeBack(server);
  assert.deepEqual(client.features, []);
});

test('hello goes first, then open without since', () => {
  const { server } = live();
  assert.deepEqual(server.sockets[0].sent.slice(0, 2), [
    { type: 'hello', client: 'secret', name: 'Ana' }, { type: 'open', list: 'l' }]);
});

test('an edit shows at once, and its own set settles it without doubling', () => {
  const { server, list } = live();
  assert.equal(list.edit(insert('n')), 1);
  assert.equal(orderOf(list.list), 'one:a,b two:c,n');
  assert.deepEqual(server.socket.take('edit'), [
    { type: 'edit', list: 'l', id: 1, base: 5, epoch: 'e1', actions: insert('n') }]);
  server.publish([inserted('n', [1, 1], { revision: 6, client: 'me', intent: 1 })], [2, 2]);
  assert.equal(orderOf(list.list), 'one:a,b two:c,n');
  assert.equal(list.waiting, 0);
  assert.equal(list.confirmed, list.list);
});

test('own edits stay on top of what others do meanwhile', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  server.publish([inserted('x', [1, 1], { revision: 6 })], [2, 2]);
  assert.equal(orderOf(list.list), 'one:a,b two:c,x,n');
  assert.equal(orderOf(list.confirmed), 'one:a,b two:c,x');
});

test('a refused edit is undone and told', () => {
  const { server, list } = live();
  const notified = [];
  list.on('rejected', (entry, code, message) => notified.push([entry.id, code, message]));
  list.edit(insert('n'));
  server.socket.say({ type: 'reject', list: 'l', id: 1, action: 0, code: 'sectionFull', message: 'full' });
  assert.equal(orderOf(list.list), 'one:a,b two:c');
  assert.deepEqual(notified, [[1, 'sectionFull', 'full']]);
});

test('ids go on above what the list answered', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(LIST, 5, { lastId: 17 });
  assert.equal(list.edit(insert('n')), 18);
});

test('after a reconnect what was not answered is resent once, under its id, base and epoch', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  list.edit(insert('m'));
  const first = server.socket.take('edit');
  comeBack(server);
  assert.deepEqual(server.socket.take('open'), [{ type: 'open', list: 'l', since: 5, epoch: 'e1' }]);
  assert.deepEqual(server.socket.take('edit'), []);
  server.socket.say(
    { type: 'opened', list: 'l', epoch: 'e1', revision: 6, lastId: 1, role: 'owner' },
    { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 6, counts: [2, 2],
      sets: [inserted('n', [1, 1], { revision: 6, client: 'me', intent: 1 })] });
  assert.deepEqual(server.socket.take('edit'), [first[1]]);
  assert.equal(orderOf(list.list), 'one:a,b two:c,n,m');
});

test('edits made offline wait, and are sent after the catch-up', () => {
  const { server, list } = live();
  server.socket.lose();
  list.edit(insert('n'));
  assert.equal(list.status, 'offline');
  assert.equal(orderOf(list.list), 'one:a,b two:c,n');
  server.timers.pass(60_000);
  server.welcome();
  server.socket.say(
    { type: 'opened', list: 'l', epoch: 'e1', revision: 5, lastId: 0, role: 'owner' },
    { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 5, sets: [], counts: [2, 1] });
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.id), [1]);
});

test('a duplicate that applied is held until its revision is there', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  server.socket.take('open');
  server.socket.say({ type: 'ack', list: 'l', id: 1, revision: 6, outcome: 'duplicate', applied: true });
  assert.equal(orderOf(list.list), 'one:a,b two:c,n');
  assert.equal(list.waiting, 0);
  assert.deepEqual(server.socket.take('open'), [{ type: 'open', list: 'l', since: 5, epoch: 'e1' }]);
  server.socket.say(
    { type: 'opened', list: 'l', epoch: 'e1', revision: 6, lastId: 1, role: 'owner' },
    { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 6, counts: [2, 2],
      sets: [inserted('n', [1, 1], { revision: 6, client: 'me', intent: 1 })] });
  assert.equal(orderOf(list.list), 'one:a,b two:c,n');
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.id), [1]);
});

test('a duplicate that did not apply, or nobody knows, is not repeated', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  list.edit(insert('m'));
  server.socket.take('edit');
  server.socket.say(
    { type: 'ack', list: 'l', id: 1, revision: 5, outcome: 'duplicate', applied: false },
    { type: 'ack', list: 'l', id: 2, revision: 5, outcome: 'duplicate' });
  assert.equal(server.socket.take('open').length > 0, true);
  server.snapshot(LIST, 5, { lastId: 2 });
  assert.equal(orderOf(list.list), 'one:a,b two:c');
  assert.deepEqual([server.socket.take('edit'), list.waiting], [[], 0]);
});

test('an ack for a folded set settles the edit once the list is that far', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  server.socket.say(
    { type: 'catchup', list: 'l', epoch: 'e1', from: 5, revision: 8, counts: [2, 3],
      sets: [{ revision: 8, folds: 3, at: 1, client: 'other', insertedRows: [
        { row: 'x', at: [1, 1], fields: {} }, { row: 'n', at: [1, 2], fields: {} }] }] },
    { type: 'ack', list: 'l', id: 1, revision: 7, outcome: 'applied', clamped: [] });
  assert.equal(list.waiting, 0);
  assert.equal(list.revision, 8);
  assert.equal(orderOf(list.list), 'one:a,b two:c,x,n');
});

test('no more than the limit are in flight', () => {
  const { server, list } = live({ inFlight: 2 });
  for (const name of ['n', 'm', 'o']) list.edit(insert(name));
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.id), [1, 2]);
  server.publish([inserted('n', [1, 1], { revision: 6, client: 'me', intent: 1 })], [2, 2]);
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.id), [3]);
});

test('a gap opens the list again from where it was', () => {
  const { server, list } = live();
  server.socket.take('open');
  server.publish([inserted('x', [1, 1], { revision: 8 })], [2, 2]);
  assert.equal(list.revision, 5);
  assert.deepEqual(server.socket.take('open'), [{ type: 'open', list: 'l', since: 5, epoch: 'e1' }]);
});

test('a broken count, or a digest that differs, opens the list anew', (t) => {
  const notified = t.mock.method(console, 'error', () => {});
  for (const message of [
    { type: 'changes', list: 'l', counts: [2, 9], sets: [inserted('x', [1, 1], { revision: 6, at: 1, client: 'o', intent: 1 })] },
    { type: 'head', list: 'l', revision: 5, digest: '00000000' }]) {
    const { server, list } = live();
    server.socket.take('open');
    server.socket.say(message);
    assert.deepEqual(server.socket.take('open'), [{ type: 'open', list: 'l' }]);
    server.snapshot(LIST, 9);
    assert.equal(list.revision, 9);
    assert.equal(list.status, 'live');
  }
  assert.equal(notified.mock.calls.length, 1);
  assert.match(notified.mock.calls[0].arguments[0], /^l: .* section two: 1 before .* = 9 after$/u);
});

test('a head that agrees changes nothing, one that is ahead opens with since', () => {
  const { server } = live();
  server.socket.take('open');
  server.socket.say({ type: 'head', list: 'l', revision: 5, digest: digest(LIST) });
  assert.deepEqual(server.socket.take('open'), []);
  server.socket.say({ type: 'head', list: 'l', revision: 6, digest: '00000000' });
  assert.deepEqual(server.socket.take('open'), [{ type: 'open', list: 'l', since: 5, epoch: 'e1' }]);
});

test('sets that are known already are skipped', () => {
  const { server, list } = live();
  server.publish([inserted('x', [1, 1], { revision: 5 }), inserted('y', [1, 1], { revision: 6 })], [2, 2]);
  assert.equal(orderOf(list.list), 'one:a,b two:c,y');
});

test('a snapshot in parts counts with its last part', () => {
  const { server, list } = live();
  const part = (number, sections) => ({
    type: 'snapshot', list: 'l', epoch: 'e2', revision: 1, part: number, parts: 2, title: 'T', rules: {}, sections });
  const [one, two] = listOf({ one: 'a', two: 'b' }).sections;
  server.socket.say(part(0, [one]));
  assert.equal(list.revision, 5);
  server.socket.say(part(1, [{ ...one, rows: [{ id: 'z', fields: {} }] }, two]));
  assert.equal(orderOf(list.list), 'one:a,z two:b');
  assert.equal(list.revision, 1);
});

test('the others are known by their presence, oneself is not among them', () => {
  const { server, list } = live();
  server.socket.say({ type: 'presence', list: 'l', left: [], clients: [
    { client: 'me', name: 'Ana', mode: 'active' }, { client: 'o1', name: 'Tom', mode: 'active' }] });
  assert.deepEqual(list.others.map((peer) => peer.name), ['Tom']);
  server.socket.say({ type: 'presence', list: 'l', clients: [], left: ['o1'] });
  assert.deepEqual(list.others, []);
});

test('a deleted list is gone, and what waited with it', () => {
  const { server, list } = live();
  list.edit(insert('n'));
  server.socket.say({ type: 'closed', list: 'l', code: 'deleted' });
  assert.equal(list.status, 'gone');
  assert.equal(list.waiting, 0);
});

test('a list is closed only when all that was sent is answered', () => {
  const { server, client, list } = live();
  list.edit(insert('n'));
  client.close('l');
  assert.deepEqual(server.socket.take('close'), []);
  server.publish([inserted('n', [1, 1], { revision: 6, client: 'me', intent: 1 })], [2, 2]);
  assert.deepEqual(server.socket.take('close'), [{ type: 'close', list: 'l' }]);
});

test('what an earlier page left is sent under its ids', () => {
  const server = new FakeServer();
  const saved = [];
  const queue = {
    load: () => ({ lastId: 7, entries: [{ kind: 'edit', id: 7, base: 4, epoch: 'e1', actions: insert('n'), at: 1, sent: true }] }),
    save: (list, entries, lastId) => saved.push([list, entries.length, lastId]),
  };
  const client = new Client({ ...server.options, queue });
  client.connect();
  server.welcome();
  const list = client.open('l');
  server.snapshot(LIST, 5, { lastId: 6 });
  assert.deepEqual(server.socket.take('edit').map(({ id, base, epoch }) => [id, base, epoch]), [[7, 4, 'e1']]);
  assert.equal(orderOf(list.list), 'one:a,b two:c,n');
  server.publish([inserted('n', [1, 1], { revision: 6, client: 'me', intent: 7 })], [2, 2]);
  assert.deepEqual(saved.at(-1), ['l', 0, 7]);
  assert.equal(list.edit(insert('m')), 8);
});

test('the example uses the client without any view, and ticks off rows that others add', () => {
  const server = new FakeServer();
  const client = new Client(server.options);
  const said = [];
  tickOff(client, 'l', 'ea', (line) => said.push(line));
  client.connect();
  server.welcome();
  const open = (title) => row(title, { fields: { title, done: false } });
  server.snapshot(listOf({ one: [open('Tea'), open('Milk')] }), 3);
  const ticked = (id) => [{ op: 'updateRow', row: id, fields: { done: true } }];
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.actions), [ticked('Tea')]);
  server.publish([{ revision: 4, client: 'me', intent: 1,
    updatedRows: [{ row: 'Tea', at: [0, 0], fields: { done: true } }] }], [2]);
  server.publish([{ revision: 5,
    insertedRows: [{ row: 'Pea', at: [0, 2], fields: { title: 'Pea', done: false } }] }], [3]);
  assert.deepEqual(server.socket.take('edit').map((edit) => edit.actions), [ticked('Pea')]);
  server.socket.say({ type: 'reject', list: 'l', id: 2, code: 'editDisabled', message: 'fixed' });
  assert.deepEqual(server.socket.take('edit'), []);
  assert.deepEqual(said, ['ticking off 1', 'ticking off 1', 'refused: editDisabled: fixed']);
});
