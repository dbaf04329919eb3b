import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../../web-client/package/client.js';
import { FakeServer } from './fake-server.js';
import { listOf, orderOf } from './lists.js';

const insert = (row, fields = { title: row }) => [{ op: 'insertRow', row, fields, to: { section: 'one' } }];
const rename = (row) => [{ op: 'updateRow', row, fields: { title: 'new' } }];
const refuse = (id, code, more) => ({ type: 'reject', list: 'l', id, code, message: 'not now', ...more });
/** The set of the own edit `intent`, which has inserted `row`. */
const own = (row, intent, more) => ({
  insertedRows: [{ row, at: [0, intent], fields: {} }], revision: 5 + intent, client: 'me', intent, ...more });

/** A client that has the list `l` open at revision 5, with what `overdue` events it emits. */
function live(limits = {}, options = {}) {
  const server = new FakeServer();
  const client = new Client({ ...server.options, ...options });
  client.connect();
  server.welcome({ inFlight: 128, ...limits });
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a' }), 5);
  const notified = [];
  list.on('overdue', (overdue) => notified.push(overdue));
  return { server, client, list, notified, sent: () => server.socket.take('edit').map((edit) => edit.id) };
}

test('an edit refused as too many stays on screen and goes out again under a new id', () => {
  const saved = [];
  const queue = { load: () => undefined, save: (_, entries) => saved.push(entries.map((one) => one.id)) };
  const { server, list, sent } = live({}, { queue });
  const notified = [];
  list.on('delayed', (code) => notified.push(code));
  list.on('rejected', () => notified.push('rejected'));
  list.edit(insert('n'));
  assert.deepEqual(sent(), [1]);
  server.socket.say(refuse(1, 'rateLimited', { retryAfter: 300 }));
  assert.equal(orderOf(list.list), 'one:a,n');
  assert.deepEqual([list.waiting, list.delayed, saved.at(-1)], [1, true, [2]]);
  server.timers.pass(299);
  assert.deepEqual(sent(), []);
  server.timers.pass(1);
  assert.deepEqual(sent(), [2]);
  assert.deepEqual([list.delayed, notified], [false, ['rateLimited']]);
});

test('what was edited after it, or needs it, keeps its order', () => {
  const { server, list, sent } = live();
  list.edit(insert('n'));
  list.edit(rename('n'));
  assert.deepEqual(sent(), [1, 2]);
  server.socket.say(refuse(1, 'unavailable'));
  list.edit(rename('a'));
  assert.deepEqual(sent(), []);
  server.socket.say(refuse(2, 'unknownRow'));
  server.timers.pass(60_000);
  const edits = server.socket.take('edit');
  assert.deepEqual(edits.map(({ actions: [{ op, row }] }) => `${op} ${row}`),
    ['insertRow n', 'updateRow n', 'updateRow a']);
  assert.deepEqual(edits.map((edit) => edit.id), [...edits.map((edit) => edit.id)].sort((a, b) => a - b));
  assert.ok(edits[0].id > 2);
  server.socket.say(refuse(edits[1].id, 'unknownRow'));
  assert.equal(list.waiting, 2);
});

test('where the server gives no time, pauses grow until an edit is taken', () => {
  const { server, list, sent } = live();
  list.edit(insert('n'));
  sent();
  for (const [id, pause] of [[1, 1000], [2, 2000], [3, 4000]]) {
    server.socket.say(refuse(id, 'unavailable'));
    server.timers.pass(pause / 2 - 1);
    assert.deepEqual(sent(), []);
    server.timers.pass(pause / 2 + 1);
    assert.deepEqual(sent(), [id + 1]);
  }
  server.publish([{ insertedRows: [{ row: 'n', at: [0, 1], fields: {} }], revision: 6, client: 'me', intent: 4 }], [2]);
  list.edit(rename('a'));
  server.socket.say(refuse(5, 'unavailable'));
  server.timers.pass(1000);
  assert.deepEqual(sent(), [5, 6]);
});

test('an edit that no frame can hold is refused here, before it is sent', () => {
  const { server, list, sent } = live({ frameBytes: 2000 });
  const notified = [];
  list.on('rejected', (entry, code) => notified.push(code));
  assert.equal(list.edit(insert('é'.repeat(990))), 0);
  assert.deepEqual([notified, sent(), list.waiting], [['tooLarge'], [], 0]);
  assert.equal(list.edit(insert('n')), 1);
  assert.deepEqual(server.sockets.length, 1);
});

test('an edit made before the list came rests on the newest revision, and is resent with its epoch', () => {
  const server = new FakeServer();
  let stored;
  const queue = { load: () => undefined, save: (_, entries) => { stored = entries.map(({ epoch }) => epoch); } };
  const client = new Client({ ...server.options, queue });
  client.connect();
  server.welcome();
  const list = client.open('l');
  list.edit(insert('n'));
  assert.deepEqual([server.socket.take('edit'), stored], [[], [undefined]]);
  server.snapshot(listOf({ one: 'a' }), 5);
  const [edit] = server.socket.take('edit');
  assert.deepEqual([edit.base, edit.epoch, stored], [undefined, 'e1', ['e1']]);
});

test('a list that is deleted says how many edits were never made, and takes no more', () => {
  const { server, list } = live();
  const notified = [];
  list.on('gone', (...details) => notified.push(details));
  list.edit(insert('n'));
  list.edit(insert('m'));
  server.socket.say({ type: 'closed', list: 'l', code: 'deleted' });
  const [[code, lost, edits]] = notified;
  assert.deepEqual([code, lost, edits.map(({ actions }) => actions[0].row)], ['deleted', 2, ['n', 'm']]);
  assert.equal(list.edit(insert('o')), 0);
  assert.equal(list.waiting, 0);
});

test('a title that someone else changed while there was no connection is not overwritten', () => {
  const { server, client, list } = live();
  const notified = [];
  list.on('rejected', (edit, code) => notified.push([edit.note, code]));
  client.suspend();
  list.edit([{ op: 'updateList', title: 'Mine' }], 'first', { title: 'Test' });
  list.edit([{ op: 'updateList', title: 'Mine too' }], 'second', { title: 'Mine' });
  list.edit([{ op: 'updateSection', section: 'one', title: 'One' }], 'third', { section: 'one', title: 'one' });
  client.reconnect();
  server.welcome();
  server.snapshot({ ...listOf({ one: 'a' }), title: 'Theirs' }, 6);
  assert.deepEqual(notified, [['first', 'conflict'], ['second', 'conflict']]);
  assert.deepEqual(server.socket.take('edit').map(({ actions }) => actions[0].op), ['updateSection']);
  assert.equal(list.list.title, 'Theirs');
});

test('a title of someone else that an edit replaces which was sent before is told', () => {
  const { server, list } = live();
  const notified = [];
  list.on('replaced', (edit, title) => notified.push([edit.note, title]));
  list.edit([{ op: 'updateList', title: 'Mine' }], 'note', { title: 'Test' });
  server.publish([{ revision: 6, updatedList: { title: 'Theirs' } },
    { revision: 7, client: 'me', intent: 1, updatedList: { title: 'Mine' } },
    { revision: 8, updatedList: { title: 'Later' } }], [1]);
  assert.deepEqual(notified, [['note', 'Theirs']]);
  assert.equal(list.list.title, 'Later');
});

test('titles changed one after the other while there was no connection all go out', () => {
  const { server, client, list } = live();
  client.suspend();
  list.edit([{ op: 'updateList', title: 'Mine' }], 'first', { title: 'Test' });
  list.edit([{ op: 'updateList', title: 'Mine too' }], 'second', { title: 'Mine' });
  client.reconnect();
  server.welcome();
  server.snapshot(listOf({ one: 'a' }), 6);
  assert.equal(server.socket.take('edit').length, 2);
});

/** Ten seconds, as a clock ticks. */
function wait(server, seconds = 10) {
  for (let second = 0; second < seconds; second += 1) server.timers.pass(1000);
}

test('edits that stay without an answer are told after ten seconds, and that goes back by itself', () => {
  const { server, client, list, notified } = live({ undoBytes: 4_194_304, listBytes: 268_435_456 }, { backOff: { next: () => 1, reset() {} } });
  list.edit(insert('n'));
  wait(server, 4);
  assert.deepEqual([notified, list.overdue], [[], false]);
  wait(server, 6);
  assert.deepEqual([notified, list.overdue, client.overdue, list.waiting], [[true], true, true, 1]);
  assert.equal(client.state, 'online');
  server.publish([own('n', 1)], [2]);
  assert.deepEqual([notified, list.overdue, client.overdue], [[true, false], false, false]);
  wait(server, 60);
  assert.deepEqual(notified, [true, false]);
});

test('answers to later edits do not hide the one that waits', () => {
  const { server, list, notified } = live({ undoBytes: 4_194_304, listBytes: 268_435_456 }, { backOff: { next: () => 1, reset() {} } });
  list.edit(insert('n'));
  wait(server, 5);
  list.edit(insert('m'));
  server.socket.say({ type: 'reject', list: 'l', id: 2, code: 'forbidden', message: 'no' });
  wait(server, 5);
  assert.deepEqual(notified, [true]);
});

test('what waits for the connection is not overdue, nor what was just sent again', () => {
  const { server, list, notified } = live({ undoBytes: 4_194_304, listBytes: 268_435_456 }, { backOff: { next: () => 1, reset() {} } });
  list.edit(insert('n'));
  wait(server);
  server.socket.lose();
  assert.deepEqual([notified, list.overdue], [[true, false], false]);
  wait(server, 4);
  server.welcome();
  server.snapshot(listOf({ one: 'a' }), 5);
  assert.equal(server.socket.take('edit').length, 1);
  wait(server, 4);
  assert.deepEqual(notified, [true, false]);
});

test('a set that cannot be undone is told with its edit, once', () => {
  const { server, list } = live({ undoBytes: 4_194_304, listBytes: 268_435_456 }, { backOff: { next: () => 1, reset() {} } });
  const notified = [];
  list.on('final', (edit) => notified.push(edit.id));
  list.edit(insert('n'));
  list.edit(insert('m'));
  server.publish([own('n', 1), own('m', 2, { final: true })], [3]);
  server.publish([own('m', 2, { final: true })], [3]);
  server.publish([{ ...own('x', 3, { final: true }), client: 'other' }], [4]);
  assert.deepEqual(notified, [2]);
});

test('a field that nests too deep is refused here, before it is sent', () => {
  const { server, client, list } = live({ undoBytes: 4_194_304, listBytes: 268_435_456 }, { backOff: { next: () => 1, reset() {} } });
  const notified = [];
  list.on('rejected', (edit, code, message) => notified.push([edit.actions.length, code, message]));
  client.on('problem', (code, message) => notified.push([code, message]));
  const nested = (depth) => (depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) });
  assert.equal(list.edit(insert('n', { title: 'n', deep: nested(17) })), 0);
  const update = { op: 'updateRow', row: 'a', fields: { gone: null, deep: nested(900) } };
  assert.equal(list.edit([{ op: 'moveRow', row: 'a', to: { section: 'one' } }, update]), 0);
  assert.equal(client.create({ list: 'x', sections: [{ rows: [{ fields: { deep: nested(17) } }] }] }), false);
  const words = 'the field deep nests deeper than 16';
  assert.deepEqual(notified, [[1, 'badMessage', words], [2, 'badMessage', words], ['badMessage', words]]);
  assert.deepEqual([server.socket.take('edit'), server.socket.take('create'), list.waiting], [[], [], 0]);
  assert.equal(list.edit(insert('n', { deep: nested(16), none: [] })), 1);
  assert.equal(client.create({ list: 'x', sections: [{}, { rows: [{ fields: { deep: nested(16) } }] }] }), true);
  assert.equal(server.socket.take('edit').length + server.socket.take('create').length, 2);
});

test('what the server sends may nest deeper', () => {
  const { server, list } = live({ undoBytes: 4_194_304, listBytes: 268_435_456 }, { backOff: { next: () => 1, reset() {} } });
  const deep = JSON.parse('['.repeat(57) + ']'.repeat(57));
  server.publish([{ insertedRows: [{ row: 'x', at: [0, 1], fields: { deep } }], revision: 6 }], [2]);
  assert.deepEqual(list.list.sections[0].rows[1].fields.deep, deep);
});

test('rules go to the server as they were given, and limits can be asked for', () => {
  const { server, client, list } = live({ undoBytes: 4_194_304, listBytes: 268_435_456 }, { backOff: { next: () => 1, reset() {} } });
  const rules = { kind: 'plain', editFields: true, later: [1] };
  list.edit([{ op: 'updateList', rules }, { op: 'updateSection', section: 'one', rules }]);
  const [{ actions }] = server.socket.take('edit');
  assert.deepEqual(actions.map((action) => action.rules), [rules, rules]);
  assert.deepEqual([list.list.rules, list.list.sections[0].rules], [rules, rules]);
  assert.deepEqual([client.limits.undoBytes, client.limits.listBytes], [4_194_304, 268_435_456]);
  assert.equal(client.limits.frameBytes, 262_144);
});
