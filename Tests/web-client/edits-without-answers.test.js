import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Client } from '../../web-client/client.js';
import { FakeServer } from './fake-server.js';
import { listOf } from './lists.js';

const insert = (row, fields = { title: row }) => [{ op: 'insertRow', row, fields, to: { section: 'one' } }];
const own = (row, intent, more) => ({
  insertedRows: [{ row, at: [0, intent], fields: {} }], revision: 5 + intent, client: 'me', intent, ...more });

function live() {
  const server = new FakeServer();
  const client = new Client({ ...server.options, backOff: { next: () => 1, reset() {} } });
  client.connect();
  server.welcome({ inFlight: 128, undoBytes: 4_194_304, listBytes: 268_435_456 });
  const list = client.open('l');
  server.snapshot(listOf({ one: 'a' }), 5);
  const told = [];
  list.on('overdue', (overdue) => told.push(overdue));
  return { server, client, list, told };
}

/** Ten seconds, as a clock ticks. */
function wait(server, seconds = 10) {
  for (let second = 0; second < seconds; second += 1) server.timers.pass(1000);
}

test('edits that stay without an answer are told after ten seconds, and that goes back by itself', () => {
  const { server, client, list, told } = live();
  list.edit(insert('n'));
  wait(server, 4);
  assert.deepEqual([told, list.overdue], [[], false]);
  wait(server, 6);
  assert.deepEqual([told, list.overdue, client.overdue, list.waiting], [[true], true, true, 1]);
  assert.equal(client.state, 'online');
  server.publish([own('n', 1)], [2]);
  assert.deepEqual([told, list.overdue, client.overdue], [[true, false], false, false]);
  wait(server, 60);
  assert.deepEqual(told, [true, false]);
});

test('answers to later edits do not hide the one that waits', () => {
  const { server, list, told } = live();
  list.edit(insert('n'));
  wait(server, 5);
  list.edit(insert('m'));
  server.socket.say({ type: 'reject', list: 'l', id: 2, code: 'forbidden', message: 'no' });
  wait(server, 5);
  assert.deepEqual(told, [true]);
});

test('what waits for the connection is not overdue, nor what was just sent again', () => {
  const { server, list, told } = live();
  list.edit(insert('n'));
  wait(server);
  server.socket.lose();
  assert.deepEqual([told, list.overdue], [[true, false], false]);
  wait(server, 4);
  server.welcome();
  server.snapshot(listOf({ one: 'a' }), 5);
  assert.equal(server.socket.take('edit').length, 1);
  wait(server, 4);
  assert.deepEqual(told, [true, false]);
});

test('a set that cannot be undone is told with its edit, once', () => {
  const { server, list } = live();
  const told = [];
  list.on('final', (edit) => told.push(edit.id));
  list.edit(insert('n'));
  list.edit(insert('m'));
  server.publish([own('n', 1), own('m', 2, { final: true })], [3]);
  server.publish([own('m', 2, { final: true })], [3]);
  server.publish([{ ...own('x', 3, { final: true }), client: 'other' }], [4]);
  assert.deepEqual(told, [2]);
});

test('a field that nests too deep is refused here, before it is sent', () => {
  const { server, client, list } = live();
  const told = [];
  list.on('rejected', (edit, code, message) => told.push([edit.actions.length, code, message]));
  client.on('problem', (code, message) => told.push([code, message]));
  const nested = (depth) => (depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) });
  assert.equal(list.edit(insert('n', { title: 'n', deep: nested(17) })), 0);
  const update = { op: 'updateRow', row: 'a', fields: { gone: null, deep: nested(900) } };
  assert.equal(list.edit([{ op: 'moveRow', row: 'a', to: { section: 'one' } }, update]), 0);
  assert.equal(client.create({ list: 'x', sections: [{ rows: [{ fields: { deep: nested(17) } }] }] }), false);
  const words = 'the field deep nests deeper than 16';
  assert.deepEqual(told, [[1, 'badMessage', words], [2, 'badMessage', words], ['badMessage', words]]);
  assert.deepEqual([server.socket.take('edit'), server.socket.take('create'), list.waiting], [[], [], 0]);
  assert.equal(list.edit(insert('n', { deep: nested(16), none: [] })), 1);
  assert.equal(client.create({ list: 'x', sections: [{}, { rows: [{ fields: { deep: nested(16) } }] }] }), true);
  assert.equal(server.socket.take('edit').length + server.socket.take('create').length, 2);
});

test('what the server sends may nest deeper', () => {
  const { server, list } = live();
  const deep = JSON.parse('['.repeat(57) + ']'.repeat(57));
  server.publish([{ insertedRows: [{ row: 'x', at: [0, 1], fields: { deep } }], revision: 6 }], [2]);
  assert.deepEqual(list.list.sections[0].rows[1].fields.deep, deep);
});

test('rules go to the server as they were given, and limits can be asked for', () => {
  const { server, client, list } = live();
  const rules = { kind: 'plain', editFields: true, later: [1] };
  list.edit([{ op: 'updateList', rules }, { op: 'updateSection', section: 'one', rules }]);
  const [{ actions }] = server.socket.take('edit');
  assert.deepEqual(actions.map((action) => action.rules), [rules, rules]);
  assert.deepEqual([list.list.rules, list.list.sections[0].rules], [rules, rules]);
  assert.deepEqual([client.limits.undoBytes, client.limits.listBytes], [4_194_304, 268_435_456]);
  assert.equal(client.limits.frameBytes, 262_144);
});
